//! Shrinking: a failing input is replaced by smaller inputs as long as they fail with the same verdict.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board_core::problem::CaseOf;
use board_core::{Control, Random};

use super::children::Children;
use super::plan::{self, Task};
use super::process::{Program, Scope};
use super::run::{self, Judgement};
use crate::judged::Judged;
use crate::verdict::Verdict;

/// A smaller input that also fails.
pub(super) struct Shrunk {
    pub(super) input: String,
    pub(super) judged: Judgement,
}

/// A search for smaller inputs within a time limit.
struct Search<'a, P: Judged> {
    problem: &'a P,
    task: &'a Task<P>,
    verdict: Verdict,
    program: &'a Program,
    control: &'a Control<'a>,
    children: &'a Children,
    deadline: Instant,
    found: Option<Shrunk>,
}

/// Returns the smallest input found within this time; `None` if no input smaller than that of the run was found.
pub(super) fn smallest<P: Judged>(
    problem: &P,
    task: &Task<P>,
    verdict: Verdict,
    program: &Program,
    time: Duration,
    control: &Control<'_>,
    children: &Children,
) -> Option<Shrunk> {
    let deadline = Instant::now() + time;
    let mut search = Search { problem, task, verdict, program, control, children, deadline, found: None };
    let fewer = search.drop_cases(task.cases.clone());
    search.change_cases(fewer);
    search.found
}

impl<P: Judged> Search<'_, P> {
    /// Drops ranges of cases: first halves, then smaller ranges, finally single cases.
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

    /// Replaces each case by the first smaller one that still fails, until there is none.
    fn change_cases(&mut self, mut cases: Vec<CaseOf<P>>) {
        for place in 0..cases.len() {
            while let Some(smaller) = self.problem.shrink(&cases[place]).into_iter().find(|candidate| {
                let mut changed = cases.clone();
                changed[place] = candidate.clone();
                self.fails(&changed)
            }) {
                cases[place] = smaller;
            }
        }
    }

    /// Whether the program fails on these cases in the same way, in the judge's own text or in another text for the
    /// same cases. If so, they become the smallest known cases.
    fn fails(&mut self, cases: &[CaseOf<P>]) -> bool {
        let plain = self.problem.input(cases);
        let other = self.problem.write(cases, &mut Random::new(self.task.seed));
        let is_same = other == plain;
        self.fails_on(cases, plain) || !is_same && self.fails_on(cases, other)
    }

    fn fails_on(&mut self, cases: &[CaseOf<P>], input: String) -> bool {
        let left = self.deadline.saturating_duration_since(Instant::now());
        // A program that is only slightly too slow could finish in time on the next run.
        let time = match self.verdict {
            Verdict::TimeLimit | Verdict::IdlenessLimit => self.program.time.saturating_mul(3) / 2,
            _ => self.program.time.min(left),
        };
        if left < time || left.is_zero() {
            return false;
        }
        if plan::read_original(self.problem, input.as_bytes(), "shrunk").is_err() {
            return false;
        }
        let program = Program { words: self.program.words.clone(), time, ..*self.program };
        let task = Task { cases: cases.to_vec(), input, opponent: self.task.opponent, seed: self.task.seed };
        let stop = AtomicBool::new(false);
        let scope = Scope { children: self.children, stop: &stop };
        match run::judge(self.problem, &task, &program, self.control, scope) {
            Ok(judged) if judged.finding.verdict == self.verdict => {
                self.found = Some(Shrunk { input: task.input, judged });
                true
            }
            // Cases that cannot be judged are skipped too.
            _ => false,
        }
    }
}
