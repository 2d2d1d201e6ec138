//! A failing input is made smaller while it still fails with the same verdict.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board_core::judging::Verdict;
use board_core::problem::CaseOf;
use board_core::{Control, Problem, Random};

use super::plan::{self, Run};
use super::process::Program;
use super::run::{self, Judged, Task};

/// A smaller input that fails too.
pub(crate) struct Smaller {
    pub(crate) input: String,
    pub(crate) judged: Judged,
}

/// Looks for smaller inputs, as long as it may.
struct Search<'a, P: Problem> {
    problem: &'a P,
    run: &'a Run<P>,
    verdict: Verdict,
    program: &'a Program,
    control: &'a Control<'a>,
    deadline: Instant,
    found: Option<Smaller>,
}

/// The smallest input that was found within this time; `None` where none is smaller than the run's own.
pub(crate) fn smallest<P: Problem>(
    problem: &P,
    run: &Run<P>,
    verdict: Verdict,
    program: &Program,
    time: Duration,
    control: &Control<'_>,
) -> Option<Smaller> {
    let deadline = Instant::now() + time;
    let mut search = Search { problem, run, verdict, program, control, deadline, found: None };
    let fewer = search.drop_cases(run.cases.clone());
    search.change_cases(fewer);
    search.found
}

impl<P: Problem> Search<'_, P> {
    /// Leaves out runs of cases, half of them at first, single ones at last.
    fn drop_cases(&mut self, mut cases: Vec<CaseOf<P>>) -> Vec<CaseOf<P>> {
        let mut length = cases.len() / 2;
        while length > 0 {
            let mut start = 0;
            while start < cases.len() && cases.len() > 1 {
                let mut fewer = cases.clone();
                fewer.drain(start..cases.len().min(start + length));
                if !fewer.is_empty() && self.fails(&fewer) {
                    cases = fewer;
                } else {
                    start += length;
                }
            }
            length = (length / 2).min(cases.len() / 2);
        }
        cases
    }

    /// Puts smaller cases in the place of each, the first that fails too, until none does.
    fn change_cases(&mut self, mut cases: Vec<CaseOf<P>>) {
        for place in 0..cases.len() {
            while let Some(smaller) = (P::JUDGING.smaller)(self.problem, &cases[place]).into_iter().find(|candidate| {
                let mut changed = cases.clone();
                changed[place] = candidate.clone();
                self.fails(&changed)
            }) {
                cases[place] = smaller;
            }
        }
    }

    /// Whether the program fails on these cases in the same way, as the judge writes them, or else as they may also be written; they
    /// are then the smallest that are known.
    fn fails(&mut self, cases: &[CaseOf<P>]) -> bool {
        let plain = self.problem.input(cases);
        let other = (P::JUDGING.write)(self.problem, cases, &mut Random::new(self.run.seed));
        let is_same = other == plain;
        self.fails_on(cases, plain) || !is_same && self.fails_on(cases, other)
    }

    fn fails_on(&mut self, cases: &[CaseOf<P>], input: String) -> bool {
        let left = self.deadline.saturating_duration_since(Instant::now());
        // What is only just too slow here may be in time when it is run again.
        let time = match self.verdict {
            Verdict::TimeLimit | Verdict::IdlenessLimit => self.program.time.saturating_mul(3) / 2,
            _ => self.program.time.min(left),
        };
        if left < time || left.is_zero() {
            return false;
        }
        if plan::read_original(self.problem, input.as_bytes(), "smaller").is_err() {
            return false;
        }
        let program = Program { words: self.program.words.clone(), time, ..*self.program };
        let task = Task { cases, input: &input, opponent: self.run.opponent, seed: self.run.seed };
        let nobody_stops = AtomicBool::new(false);
        match run::judge(self.problem, &task, &program, self.control, &nobody_stops) {
            Ok(judged) if judged.finding.verdict == self.verdict => {
                self.found = Some(Smaller { input, judged });
                true
            }
            // What cannot be judged is left out too.
            _ => false,
        }
    }
}
