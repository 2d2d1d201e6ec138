//! The program as users and scripts see it.

use std::process::{Command, Output};

use board_testing::command_line::command;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

const GAMES: [&str; 5] = ["chase", "bo", "boxes", "rowfill", "knightmare"];

fn perfect_play(words: &str) -> Command {
    let mut command = command(get_cargo_bin("perfect-play"));
    command.args(words.split_whitespace());
    command
}

fn printed(words: &str) -> String {
    let Output { status, stdout, stderr } = perfect_play(words).output().expect("the program runs");
    assert!(status.success() && stderr.is_empty(), "{words}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

#[test]
fn help_and_errors_match_their_snapshots() {
    assert_cmd_snapshot!("alone", perfect_play(""));
    assert_cmd_snapshot!("unknown_game", perfect_play("chese explain"));
    assert_cmd_snapshot!("strange_game", perfect_play("tennis"));
    assert_cmd_snapshot!("command_without_game", perfect_play("judge ./a.out"));
    assert_cmd_snapshot!("unknown_command", perfect_play("boxes expalin"));
    assert_cmd_snapshot!("unknown_option", perfect_play("--json"));
    assert_cmd_snapshot!("help_of_a_command", perfect_play("chase validate -h"));
    assert_cmd_snapshot!("version", perfect_play("--version"));
}

#[test]
fn a_game_is_found_by_name_or_problem_id_in_any_case() {
    let rules = |name: &str| printed(&format!("{name} rules"));
    for (id, name) in [
        ("Chase", "chase"),
        ("P4576", "chase"),
        ("hdu4753", "boxes"),
        ("HDU5754", "bo"),
        ("1201e2", "knightmare"),
        ("1201E1", "knightmare"),
        ("p4363", "rowfill"),
    ] {
        assert_eq!(rules(id), rules(name), "{id}");
    }
}

#[test]
fn the_rules_exist_in_both_languages() {
    for game in GAMES {
        let (english, chinese) = (printed(&format!("{game} rules")), printed(&format!("{game} rules --lang zh")));
        for heading in ["RULES", "INPUT", "OUTPUT", "LIMITS", "EXAMPLE"] {
            assert!(english.lines().any(|line| line == heading), "{game}: {heading}");
        }
        for heading in ["规则", "输入", "输出", "数据范围", "样例"] {
            assert!(chinese.lines().any(|line| line == heading), "{game}: {heading}");
        }
        assert!(english.lines().all(|line| line.chars().count() <= 80), "{game}");
    }
}

#[test]
fn every_command_of_every_game_has_a_man_page_and_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path in UTF-8");
    assert_eq!(printed(&format!("man --out-dir {path}")), "");
    let mut commands = 0;
    for game in GAMES {
        let help = printed(&format!("{game} --help"));
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        for name in listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()))
        {
            if name != "help" {
                assert!(folder.path().join(format!("perfect-play-{game}-{name}.1")).exists(), "{game} {name}");
                let page = printed(&format!("man {game} {name}"));
                assert!(page.contains(&format!(".TH PERFECT-PLAY-{}-{}", game.to_uppercase(), name.to_uppercase())));
                let short = printed(&format!("{game} {name} -h"));
                assert!(
                    short.contains("Usage: perfect-play ") && short.contains("Examples:"),
                    "{game} {name}: {short}"
                );
            }
            commands += 1;
        }
    }
    assert!(commands >= 50, "{commands}");
}

#[test]
fn shells_complete_games_commands_and_choices() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(printed(&format!("completions {shell}")).contains("perfect-play"), "{shell}");
    }
    let completed = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = perfect_play("");
        command
            .env("COMPLETE", "bash")
            .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
            .env("_CLAP_IFS", "\n");
        let output = command.arg("--").args(words).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let has = |line: &str, word: &str| assert!(completed(line).lines().any(|found| found.trim_end() == word), "{line}");
    has("perfect-play bo", "boxes");
    has("perfect-play P4576 ex", "explain");
    has("perfect-play chase generate --kind ", "corners");
    has("perfect-play knightmare judge --opponent ", "stubborn");
    has("perfect-play boxes explain --board ", "3x3");
    has("perfect-play boxes survey --rules ", "extra-turn");
    has("perfect-play bo survey --list ", "grundy-queen");
}
