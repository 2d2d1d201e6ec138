//! The contents of reports, for every kind of value and at the limits of its numbers.

use board_core::problem::{Field, Layout, Mark, Picture, Report, ReportedMove, ReportedPly, Tone};
use board_core::{Board, Margin, Outcome, Side, Square, ValueKind};

const PAGE: Layout = Layout::new(100);

fn report(value: ValueKind) -> Report {
    Report {
        game: "toy",
        title: "one row".to_owned(),
        picture: None,
        input: "1 2".to_owned(),
        fields: vec![("heap", Field::Number(1 << 54)), ("kind", Field::Text("a \"row\"".to_owned()))],
        sides: ["left", "right"],
        letters: ["L", "R"],
        to_move: Side::Second,
        value,
        score: [3, 1],
        final_score: [4, 9],
        moves: vec![
            ReportedMove { text: "2".to_owned(), value, optimal: true },
            ReportedMove { text: "10".to_owned(), value: ValueKind::Outcome(Outcome::Draw), optimal: false },
        ],
        moves_total: 1306,
        line: vec![
            ReportedPly { side: Side::Second, text: "2".to_owned(), captures: false, gain: 8 },
            ReportedPly { side: Side::First, text: "1".to_owned(), captures: true, gain: 0 },
        ],
        line_total: Some(2),
        notes: vec![("safe", "1  2".to_owned())],
        method: "by hand".to_owned(),
    }
}

fn points(points: i64) -> ValueKind {
    ValueKind::Margin(Margin(points))
}

#[test]
fn text_of_points() {
    let text = report(points(7)).text(&PAGE).to_string();
    assert_eq!(
        text,
        "toy, one row, right to move\n\n\
         value   right gains 7 points more than left from here on (9 to 4 in total)\n\
         moves   2    +7 points   best\n        10   draws\n        … and 1,304 more moves\n\
         line    R 2 +8  L x 1\nsafe    1  2\nknown   by hand\n"
    );
    let value = |value| report(value).text(&PAGE).to_string().lines().nth(2).unwrap_or_default().to_owned();
    assert_eq!(value(points(0)), "value   right gains as many points as left from here on (9 to 4 in total)");
    assert_eq!(value(points(-1)), "value   right gains 1 point less than left from here on (9 to 4 in total)");
    let mut fresh = report(points(5));
    fresh.score = [0, 0];
    let text = fresh.text(&PAGE).to_string();
    assert!(text.contains("value   right gains 5 points more than left (9 to 4)\n"), "{text}");
    assert!(value(points(i64::MIN)).contains("9,223,372,036,854,775,808 points less"));
}

#[test]
fn text_of_outcomes() {
    let line = |value, number| {
        let text = report(ValueKind::Outcome(value)).text(&PAGE).to_string();
        text.lines().nth(number).unwrap_or_default().to_owned()
    };
    assert_eq!(line(Outcome::Win(1), 2), "value   right wins in 1 ply");
    assert_eq!(line(Outcome::Loss(1000), 2), "value   right loses in 1,000 plies");
    assert_eq!(line(Outcome::Draw, 2), "value   drawn");
    assert_eq!(line(Outcome::Loss(0), 2), "value   right has lost");
    assert_eq!(line(Outcome::Win(0), 2), "value   right has won");
}

#[test]
fn truncated_and_wrapped_lines_are_marked() {
    let mut report = report(points(7));
    report.line_total = Some(3);
    assert!(report.text(&PAGE).to_string().contains("line    R 2 +8  L x 1  … 3 plies in all\n"));
    report.line_total = None;
    assert!(report.text(&PAGE).to_string().contains("line    R 2 +8  L x 1  … and so on\n"));
    let narrow = Layout::new(16);
    assert!(report.text(&narrow).to_string().contains("line    R 2 +8\n        L x 1\n        … and so on\n"));
    report.moves_total = 3;
    assert!(report.text(&PAGE).to_string().contains("… and 1 more move\n"));
    (report.moves_total, report.line_total) = (0, Some(0));
    (report.moves, report.line) = (Vec::new(), Vec::new());
    let text = report.text(&PAGE).to_string();
    assert!(text.contains("moves   none, the game is over\nline    none, the game is over\n"), "{text}");
}

#[test]
fn the_hint_follows_truncated_parts_only() {
    const HINT: &str = " (--all shows everything)";
    let layout = Layout { hint: HINT, ..Layout::new(20) };
    let mut report = report(points(7));
    report.line_total = Some(3);
    report.picture = Some(Picture {
        board: Board::new(2, 90).expect("in range"),
        marks: vec![Mark { square: Square::new(0, 89), text: "R".to_owned(), tone: Tone::Plain }],
        lines: None,
        legend: None,
    });
    let text = report.text(&Layout { width: 80, ..layout }).to_string();
    assert!(text.contains("rows 1 to 2 of 2, columns 86 to 90 of 90 (--all shows everything)\n"), "{text}");
    assert!(text.contains("… and 1,304 more moves (--all shows everything)\n"), "{text}");
    assert!(text.contains("… 3 plies in all (--all shows everything)\n"), "{text}");
    assert_eq!(text.matches(HINT).count(), 3, "{text}");

    // The whole board is drawn at any width.
    let text = report.text(&layout.with_whole_board()).to_string();
    assert!(!text.contains("columns") && text.lines().nth(2).is_some_and(|line| line.ends_with(" 90")), "{text}");

    (report.moves_total, report.line_total) = (2, Some(2));
    report.picture = None;
    assert!(!report.text(&layout).to_string().contains(HINT));
}

#[cfg(feature = "json")]
#[test]
fn json_of_both_kinds_and_of_large_numbers() {
    let json = report(points(7)).json();
    assert_eq!(
        json,
        r#"{"game":"toy","position":{"input":"1 2","heap":"18014398509481984","kind":"a \"row\""},"to_move":"right","#
            .to_owned()
            + r#""value":{"kind":"margin","points":7,"total":5},"moves":[{"move":"2","value":{"kind":"margin","points":7,"total":5},"#
            + r#""optimal":true},{"move":"10","value":{"kind":"outcome","result":"draw"},"optimal":false}],"moves_total":1306,"#
            + r#""line":["2","1"],"line_total":2,"method":"by hand"}"#
    );
    let value = |value| {
        let json = report(value).json();
        json.split_once("\"value\":")
            .and_then(|(_, rest)| rest.split_once(",\"moves\""))
            .map(|(value, _)| value.to_owned())
    };
    let is = |json: &str| Some(json.to_owned());
    assert_eq!(
        value(points((1 << 53) - 1)),
        is(r#"{"kind":"margin","points":9007199254740991,"total":9007199254740989}"#)
    );
    assert_eq!(value(points(1 << 53)), is(r#"{"kind":"margin","points":"9007199254740992","total":9007199254740990}"#));
    assert_eq!(
        value(points(i64::MIN)),
        is(r#"{"kind":"margin","points":"-9223372036854775808","total":"-9223372036854775810"}"#)
    );
    assert_eq!(
        value(ValueKind::Outcome(Outcome::Win(u64::MAX))),
        is(r#"{"kind":"outcome","result":"win","plies":"18446744073709551615"}"#)
    );
    let mut huge = report(points(7));
    (huge.moves_total, huge.line_total) = (u128::MAX, None);
    let json = huge.json();
    assert!(json.contains(r#""moves_total":"340282366920938463463374607431768211455""#), "{json}");
    assert!(json.contains(r#""line_total":null"#), "{json}");
}

#[test]
fn boxes_are_drawn_between_dots() {
    let dots = |one: (u32, u32), other: (u32, u32)| [Square::new(one.0, one.1), Square::new(other.0, other.1)];
    let mut report = report(points(1));
    report.picture = Some(Picture {
        board: Board::new(2, 4).expect("in range"),
        marks: vec![Mark { square: Square::new(1, 0), text: "R".to_owned(), tone: Tone::Plain }],
        lines: Some(vec![
            dots((1, 0), (1, 1)),
            dots((2, 1), (2, 0)),
            dots((1, 0), (2, 0)),
            dots((1, 1), (2, 1)),
            dots((0, 3), (0, 4)),
            dots((0, 4), (1, 4)),
        ]),
        legend: None,
    });
    let text = report.text(&PAGE).to_string();
    let picture = "
     1    2    3    4----5
                         |
     6----7    8    9   10
     | R  |
    11---12   13   14   15
";
    assert!(text.contains(picture), "{text}");
    let narrow = report.text(&Layout::new(17)).to_string();
    assert!(narrow.contains("     rows 1 to 2 of 2, columns 1 to 2 of 4\n"), "{narrow}");
}
