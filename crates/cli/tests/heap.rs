//! The command line of a small game: the example of docs/add-a-game.md.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use board_testing::command_line::command;

/// The example, which cargo builds along with the tests.
fn heap() -> Command {
    let tests = env::current_exe().expect("a test runs").parent().expect("in a folder").to_owned();
    command(tests.with_file_name("examples").join("heap").with_extension(env::consts::EXE_EXTENSION))
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = heap()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example is built");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Standard output, standard error and exit code.
fn printed(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let Output { status, stdout, stderr } = run(args, input);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(stdout), text(stderr), status.code())
}

#[test]
fn the_example_solves_and_explains() {
    assert_eq!(printed(&[], "5\n4\n0\n"), ("FIRST\nSECOND\nSECOND\n".to_owned(), String::new(), Some(0)));
    let text = "\
heap, 5 in the heap, first to move

value   first wins in 3 plies
moves   1   wins in 3 plies    best
        2   loses in 2 plies
        3   loses in 2 plies
line    F 1  S 1  F 3
known   negamax over everything that can follow
";
    assert_eq!(printed(&["explain"], "5\n"), (text.to_owned(), String::new(), Some(0)));
    let (json, _, code) = printed(&["explain", "--format", "json"], "4\n");
    assert!(
        json.starts_with(r#"{"game":"heap","position":{"input":"4","left":4},"to_move":"first","value":"#),
        "{json}"
    );
    assert_eq!((json.lines().count(), code), (1, Some(0)));
}

#[test]
fn the_example_validates_and_refuses_bad_input() {
    let silent = |code| (String::new(), String::new(), Some(code));
    assert_eq!(printed(&["validate"], "1000\n"), silent(0));
    let (_, why, code) = printed(&["validate"], "1001\n");
    assert_eq!(
        (why.as_str(), code),
        ("heap: <stdin>:1:1: n = 1001 is outside the original limits (1..=1000)\n", Some(1))
    );
    let (answers, why, code) = printed(&[], "3 x\n");
    assert_eq!((answers.as_str(), code), ("", Some(2)));
    assert!(why.starts_with("heap: <stdin>:1:3: expected a number for n (0..=1000000), found 'x'"), "{why}");
    let (_, why, code) = printed(&["--memory", "1MiB"], "1000000\n");
    assert_eq!(code, Some(2));
    assert!(
        why.starts_with("heap: a table of ") && why.ends_with(" but the limit is 1 MiB (raise it with --memory)\n"),
        "{why}"
    );
}

#[test]
fn commands_that_the_example_lacks_are_not_listed() {
    let (help, _, code) = printed(&["--help"], "");
    assert_eq!(code, Some(0));
    assert!(help.contains("\n  explain ") && help.contains("\n  validate "), "{help}");
    for command in ["judge", "generate", "check", "interact", "survey"] {
        assert!(!help.contains(&format!("\n  {command} ")), "{help}");
    }
    let (_, why, code) = printed(&["survey", "--board", "2x2"], "");
    assert_eq!((why.as_str(), code), ("heap: there is no survey for this game\n", Some(2)));
    let (_, _, code) = printed(&["judge", "--", "true"], "");
    assert_eq!(code, Some(2));
}

/// The code on the page is the code that is tested.
#[test]
fn the_page_shows_the_example() {
    let file = |name: &str| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::read_to_string(path).expect("a file of the repository")
    };
    let page = file("../../docs/add-a-game.md");
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let example = file("examples/heap.rs");
    let (_, code) = example.split_once("\n\n").expect("a line about the file");
    assert_eq!(blocks.join("\n"), code);
}
