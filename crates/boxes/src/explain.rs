//! How positions are shown, and the table of empty boards.

use board_core::problem::{Column, Content, Field, Mark, Picture, Survey, SurveyError, Tone};
use board_core::{Board, Control, Explain, Game, Margin, Oracle, Record, Side, Solve, Square};

use crate::problem::BoxesProblem;
use crate::rules::{Boxes, Edge, Edges, Position, Rules};
use crate::solver::{Method, Solver};

impl Explain for BoxesProblem {
    const LETTERS: [&'static str; 2] = ["T", "J"];

    fn title(&self, case: &Record<Boxes>) -> String {
        let rules = match case.game().rules() {
            Rules::Alternate => "alternate turns",
            Rules::ExtraTurn => "extra turn",
        };
        format!("{} boxes, {rules}", case.game().board().title())
    }

    fn fields(&self, case: &Record<Boxes>) -> Vec<(&'static str, Field)> {
        let game = *case.game();
        let points = |side| Field::Number(case.score(side).unsigned_abs());
        vec![
            ("rows", Field::Number(game.board().rows().into())),
            ("cols", Field::Number(game.board().cols().into())),
            ("rules", Field::Text(game.rules().to_string())),
            ("drawn", Field::Text(list(case.moves(), " "))),
            ("safe", Field::Text(list(game.list(game.safe_edges(case.position())), " "))),
            ("tom200", points(Side::First)),
            ("jerry404", points(Side::Second)),
        ]
    }

    fn picture(&self, case: &Record<Boxes>, _solver: &Solver) -> Option<Picture> {
        let game = *case.game();
        let board = game.board();
        let dot = |number: u32| Square::new((number - 1) / (board.cols() + 1), (number - 1) % (board.cols() + 1));
        let lines = case.moves().map(|edge| <[u32; 2]>::from(edge.dots()).map(dot)).collect();
        // The moves determine which side closed which box.
        let mut marks: Vec<Mark> = Vec::new();
        let mut replay = Record::new(game, *case.start());
        for edge in case.moves() {
            let letter = Self::LETTERS[replay.to_move() as usize];
            replay.play(edge).expect("a move of the record");
            let is_closed =
                |square: &Square| game.sides(square.row, square.col).difference(replay.position().drawn()).is_empty();
            let is_new = |square: &Square| marks.iter().all(|mark| mark.square != *square);
            let closed: Vec<Square> = board.iter().filter(is_closed).filter(is_new).collect();
            marks.extend(closed.into_iter().map(|square| Mark { square, text: letter.to_owned(), tone: Tone::Plain }));
        }
        Some(Picture { board, marks, lines: Some(lines), legend: None })
    }

    fn move_text(&self, _case: &Record<Boxes>, edge: Edge) -> String {
        edge.to_string()
    }

    fn parse_move(&self, case: &Record<Boxes>, text: &str) -> Option<Edge> {
        text.parse().ok().filter(|&edge| case.game().is_legal(case.position(), edge))
    }

    fn method(&self, case: &Record<Boxes>, solver: &Solver) -> String {
        let open = case.game().edges().difference(case.position().drawn()).len();
        match (open, solver.method(case.position())) {
            (0, _) => "all edges are drawn".to_owned(),
            (1, _) => "only one edge is open".to_owned(),
            (_, Some(Method::Search)) => {
                format!("alpha-beta search of the {open} open edges, with a transposition table")
            }
            _ => format!("retrograde analysis of all sets of the {open} open edges"),
        }
    }

    fn notes(&self, case: &Record<Boxes>, _solver: &Solver) -> Vec<(&'static str, String)> {
        let safe = case.game().safe_edges(case.position());
        let text = if safe.is_empty() { "none".to_owned() } else { list(case.game().list(safe), "  ") };
        vec![("safe", text)]
    }

    fn surveys(&self) -> Vec<Survey<Self>> {
        const EDGES: Column = Column { heading: "edges", width: 5 };
        const EXTRA_TURN: Column = Column { heading: "extra turn", width: 10 };
        const ALTERNATE: Column = Column { heading: "alternate", width: 10 };
        vec![Survey {
            name: "values",
            about: "Print the value of each empty board, and how many of the first moves keep it",
            check: |problem, board, control| {
                surveyed(problem).iter().try_for_each(|&rules| check(board, rules, control))
            },
            content: Content::Row {
                columns: match self.rules {
                    None => &[EDGES, EXTRA_TURN, ALTERNATE],
                    Some(Rules::ExtraTurn) => &[EDGES, EXTRA_TURN],
                    Some(Rules::Alternate) => &[EDGES, ALTERNATE],
                },
                row: values,
            },
        }]
    }
}

/// The rules of the columns of a survey.
fn surveyed(problem: &BoxesProblem) -> &'static [Rules] {
    match problem.rules {
        None => &[Rules::ExtraTurn, Rules::Alternate],
        Some(Rules::ExtraTurn) => &[Rules::ExtraTurn],
        Some(Rules::Alternate) => &[Rules::Alternate],
    }
}

/// Edges as text.
fn list(edges: impl Iterator<Item = Edge>, between: &str) -> String {
    edges.map(|edge| edge.to_string()).collect::<Vec<_>>().join(between)
}

/// The empty board.
fn empty(board: Board, rules: Rules) -> Result<(Boxes, Position), SurveyError> {
    let no_game = |error: &dyn std::error::Error| SurveyError::NoGame(format!("{}: {error}", board.title()));
    let game = Boxes::new(board, rules).map_err(|error| no_game(&error))?;
    let start = game.position(Edges::default(), Side::First).map_err(|error| no_game(&error))?;
    Ok((game, start))
}

/// Checks that the value of the empty board can be found within the limits.
fn check(board: Board, rules: Rules, control: &Control<'_>) -> Result<(), SurveyError> {
    let (game, start) = empty(board, rules)?;
    Ok(Solver::check(&game, &start, control)?)
}

/// The value of the empty board under the chosen rules, and the number of first moves that keep it.
fn values(problem: &BoxesProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, SurveyError> {
    let cell = |&rules: &Rules| -> Result<String, SurveyError> {
        let (game, start) = empty(board, rules)?;
        let solver = Solver::new(&game, &[start], control)?;
        let ratings = solver.rate(&game, &start, usize::MAX);
        let Margin(points) = solver.value(&start);
        let keep = ratings.moves.iter().filter(|rated| rated.value == Margin(points)).count();
        let value = if points == 0 { "0".to_owned() } else { format!("{points:+}") };
        Ok(format!("{value} ({keep}/{})", ratings.total))
    };
    let mut cells = vec![Boxes::count_edges(board).to_string()];
    for rules in surveyed(problem) {
        cells.push(cell(rules)?);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use board_core::Halt;
    use board_testing::check_move_texts;

    use super::*;

    #[test]
    fn moves_are_parsed_as_they_are_written() {
        for rules in Rules::ALL {
            for (rows, cols) in [(1, 1), (1, 2), (2, 2)] {
                let problem = BoxesProblem { board: Board::new(rows, cols).expect("in range"), rules: Some(rules) };
                let (game, start) = empty(problem.board, rules).expect("few edges");
                let dots = game.dots() + 1;
                let pairs = (0..=dots).flat_map(|one| (one..=dots).map(move |other| format!("{one}-{other}")));
                let texts: Vec<String> =
                    pairs.chain(["", "1", "-", "1-", "1 2", "1-2-3", "+1-2", "1-256"].map(str::to_owned)).collect();
                let case = Record::new(game, start);
                // Either dot can come first.
                assert_eq!(problem.parse_move(&case, "2-1"), game.edge(1, 2));
                assert!(check_move_texts(&problem, [case], &texts) >= 1 << game.edges().len());
            }
        }
    }

    #[test]
    fn surveys_of_all_chosen_rules_are_checked() {
        let check = |rows, cols, rules, control: Control<'_>| {
            let problem = BoxesProblem { rules, ..BoxesProblem::default() };
            let survey = problem.surveys().swap_remove(0);
            (survey.check)(&problem, Board::new(rows, cols).expect("in range"), &control)
        };
        let day = Control::new().with_time(Duration::from_secs(24 * 3600)).with_memory(1 << 30);
        assert_eq!(check(3, 3, None, day), Ok(()));
        assert!(matches!(check(9, 9, None, day), Err(SurveyError::NoGame(_))));
        assert!(matches!(check(6, 6, None, day), Err(SurveyError::Halt(Halt::OutOfReach { .. }))));
        assert!(matches!(check(3, 3, None, day.with_memory(1 << 20)), Err(SurveyError::Halt(Halt::TooLarge { .. }))));
        // With the extra turn the board fits, when the turn always passes it does not.
        assert_eq!(check(4, 4, Some(Rules::ExtraTurn), day), Ok(()));
        assert!(matches!(check(4, 4, None, day), Err(SurveyError::Halt(Halt::TooLong { .. }))));
        assert!(matches!(check(5, 5, Some(Rules::ExtraTurn), day), Err(SurveyError::Halt(Halt::TooLong { .. }))));
    }
}
