//! `docs/explain.schema.json` describes exactly the output of `explain --format json`.

use std::fs;
use std::path::{Path, PathBuf};

use board_core::problem::{Field, Report, ReportedMove, ReportedPly};
use board_core::{Margin, Outcome, Side, ValueKind};
use jsonschema::Validator;
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

fn schema() -> Value {
    let text = fs::read_to_string(root().join("docs/explain.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("a schema")
}

/// The violations of the schema by a document, one per line.
fn violations(validator: &Validator, document: &Value) -> String {
    let violations: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    violations.join("\n")
}

#[test]
fn the_schema_is_valid_for_draft_2020_12() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(jsonschema::meta::is_valid(&schema));
}

/// The golden outputs of `explain --format json`.
fn golden_outputs() -> Vec<PathBuf> {
    let mut outputs = Vec::new();
    for game in fs::read_dir(root().join("fixtures")).into_iter().flatten() {
        let game = game.expect("a folder").path();
        for file in fs::read_dir(game).into_iter().flatten() {
            let path = file.expect("a file").path();
            let output = path.with_extension("out");
            if path.extension().is_some_and(|extension| extension == "args") && output.exists() {
                let arguments = fs::read_to_string(&path).expect("arguments");
                let words: Vec<&str> = arguments.split_whitespace().collect();
                if words.contains(&"--format=json") || words.windows(2).any(|pair| pair == ["--format", "json"]) {
                    outputs.push(output);
                }
            }
        }
    }
    outputs.sort();
    outputs
}

#[test]
fn every_golden_output_follows_the_schema() {
    let validator = validator();
    let outputs = golden_outputs();
    assert!(!outputs.is_empty(), "no fixtures/*/*.args has `--format json`, so nothing is checked against the schema");
    for path in outputs {
        let text = fs::read_to_string(&path).expect("a golden output");
        assert!(!text.is_empty(), "{} is empty", path.display());
        for (index, line) in text.lines().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            let document = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            let violations = violations(&validator, &document);
            assert!(violations.is_empty(), "{place}: {violations}");
        }
    }
}

/// A position of chase that is lost in two plies.
fn loss() -> Value {
    let value = json!({"kind": "outcome", "result": "loss", "plies": 2});
    json!({
        "game": "chase",
        "position": {"input": "2 1 1 2 2", "rows": 2, "cols": 2, "white": "1,1", "black": "2,2"},
        "to_move": "white",
        "value": value,
        "moves": [{"move": "1,2", "value": value, "optimal": true}, {"move": "2,1", "value": value, "optimal": true}],
        "moves_total": 2,
        "line": ["1,2", "1,2"],
        "line_total": 2,
        "method": "retrograde analysis of the whole board",
    })
}

/// A position of rowfill with a margin of two points.
fn margin() -> Value {
    let value = json!({"kind": "margin", "points": 2, "total": -1});
    let mut document = loss();
    document["game"] = json!("rowfill");
    document["value"] = value.clone();
    document["moves"] = json!([{"move": "1,1", "value": value, "optimal": true}]);
    document["moves_total"] = json!(1);
    document
}

/// A drawn position whose line has no end.
fn draw() -> Value {
    let value = json!({"kind": "outcome", "result": "draw"});
    let mut document = loss();
    document["value"] = value.clone();
    document["moves"] = json!([{"move": "1,2", "value": value, "optimal": true}]);
    document["line_total"] = json!(null);
    document
}

/// The document with one of its parts replaced or added.
fn with(mut document: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).expect("a part");
    parent[key] = value;
    document
}

/// The document without one of its parts.
fn without(mut document: Value, pointer: &str) -> Value {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
    parent.remove(key).expect("a part to remove");
    document
}

#[test]
fn valid_documents_are_accepted() {
    let validator = validator();
    let ended = with(with(loss(), "/moves", json!([])), "/line", json!([]));
    let documents = [
        loss(),
        margin(),
        draw(),
        ended,
        with(draw(), "/line_total", json!(7)),
        with(loss(), "/moves_total", json!("340282366920938463463374607431768211455")),
        with(loss(), "/position/rows", json!("18446744073709551615")),
        with(margin(), "/value/points", json!("-9223372036854775808")),
    ];
    for document in documents {
        assert_eq!(violations(&validator, &document), "", "{document}");
    }
}

#[test]
fn invalid_documents_are_rejected() {
    let validator = validator();
    let mut wrong = vec![
        json!([]),
        with(loss(), "/game", json!("ludo")),
        with(loss(), "/comment", json!("an extra key")),
        with(loss(), "/to_move", json!("")),
        with(loss(), "/position/rows", json!(2.5)),
        with(loss(), "/position/rows", json!(-2)),
        with(loss(), "/position/rows", json!(null)),
        with(loss(), "/position/rows", json!([2])),
        with(loss(), "/position/Rows", json!(2)),
        with(loss(), "/position/input", json!(2)),
        with(loss(), "/value/kind", json!("score")),
        with(loss(), "/value/result", json!("lost")),
        with(loss(), "/value/plies", json!(-1)),
        with(loss(), "/value/plies", json!("2")),
        with(loss(), "/value/plies", json!(9_007_199_254_740_992_u64)),
        with(loss(), "/value/points", json!(2)),
        with(loss(), "/moves", json!({})),
        with(loss(), "/moves/0/optimal", json!("yes")),
        with(loss(), "/moves/0/rank", json!(1)),
        with(loss(), "/moves/0/value", json!({"kind": "margin", "points": 1, "total": 1})),
        with(loss(), "/moves_total", json!(-1)),
        with(loss(), "/moves_total", json!("-9007199254740993")),
        with(loss(), "/moves_total", json!("09007199254740993")),
        with(loss(), "/moves_total", json!(null)),
        with(loss(), "/line", json!([1])),
        with(loss(), "/line_total", json!(null)),
        with(draw(), "/value/plies", json!(4)),
        with(draw(), "/moves/0/value/plies", json!(4)),
        with(margin(), "/line_total", json!(null)),
        with(margin(), "/value/points", json!(0.5)),
        with(margin(), "/value/plies", json!(4)),
        with(margin(), "/moves/0/value", json!({"kind": "outcome", "result": "draw"})),
        without(margin(), "/value/points"),
        without(margin(), "/value/total"),
    ];
    let keys = ["game", "position", "to_move", "value", "moves", "moves_total", "line", "line_total", "method"];
    wrong.extend(keys.map(|key| without(loss(), &format!("/{key}"))));
    let keys = ["position/input", "value/kind", "value/result", "value/plies"];
    wrong.extend(keys.map(|key| without(loss(), &format!("/{key}"))));
    wrong.extend(["move", "value", "optimal"].map(|key| without(loss(), &format!("/moves/0/{key}"))));
    for document in wrong {
        assert!(!validator.is_valid(&document), "{document}");
    }
}

/// A report of the core with these values.
fn report(value: ValueKind, number: u64, moves_total: u128, line_total: Option<u64>) -> Report {
    Report {
        game: "boxes",
        title: String::new(),
        picture: None,
        input: String::new(),
        fields: vec![("rows", Field::Number(number)), ("start", Field::Text(String::new()))],
        sides: ["first", "second"],
        letters: ["F", "S"],
        to_move: Side::First,
        value,
        score: [i64::MIN, i64::MAX],
        final_score: [0, 0],
        moves: vec![ReportedMove { text: "1".to_owned(), value, optimal: true }],
        moves_total,
        line: vec![ReportedPly { side: Side::First, text: "1".to_owned(), captures: false, gain: 0 }],
        line_total,
        notes: Vec::new(),
        method: "a test".to_owned(),
    }
}

#[test]
fn reports_of_the_core_follow_the_schema() {
    let validator = validator();
    let exact = 1_u64 << 53;
    let mut reports = vec![
        report(ValueKind::Outcome(Outcome::Draw), 0, 0, None),
        report(ValueKind::Outcome(Outcome::Draw), 0, 0, Some(0)),
    ];
    for number in [0, 1, exact - 1, exact, exact + 1, u64::MAX] {
        reports.push(report(ValueKind::Outcome(Outcome::Win(number)), number, number.into(), Some(number)));
        reports.push(report(ValueKind::Outcome(Outcome::Loss(number)), number, u128::MAX, Some(number)));
    }
    for points in [i64::MIN, -(1 << 53) - 1, -(1 << 53), -1, 0, 1, 1 << 53, (1 << 53) + 1, i64::MAX] {
        reports.push(report(ValueKind::Margin(Margin(points)), 0, 1, Some(1)));
    }
    for report in reports {
        let document = serde_json::from_str(&report.json()).expect("JSON");
        assert_eq!(violations(&validator, &document), "", "{document}");
    }
}
