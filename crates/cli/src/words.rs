//! Preprocesses arguments before clap parses them: the command may follow its options, and a word that is neither a
//! command nor a file gets a helpful error.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use board_core::printable;
use clap::ColorChoice;

/// Puts the command first, if there is one, so that options may come before it.
pub(crate) fn command_first(command: &clap::Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let found = positional(command, &arguments).into_iter().find(|&at| is_command(command, &arguments[at]));
    if let Some(at) = found {
        arguments[..=at].rotate_right(1);
    }
    arguments
}

/// The error for words that should be a command or a file; `None` if they are valid.
///
/// `example` is an input that works, in one line.
pub(crate) fn mistake(command: &clap::Command, bin: &str, example: &str, arguments: &[OsString]) -> Option<String> {
    let named = arguments.first().filter(|first| is_command(command, first));
    let takes_cases = named.is_none_or(|name| ["solve", "explain", "validate"].iter().any(|command| name == command));
    let places: Vec<usize> = positional(command, arguments).into_iter().skip(usize::from(named.is_some())).collect();
    let words: Vec<&OsStr> = places.iter().map(|&at| &*arguments[at]).collect();
    let first = *words.first()?;
    let is_file = first == "-" || Path::new(first).exists();
    if !takes_cases || is_file && words.len() == 1 {
        return None;
    }
    if words.iter().all(|word| is_number(word)) {
        let typed = words.join(OsStr::new(" "));
        let input = if words.len() > 1 { typed.to_string_lossy().into_owned() } else { example.to_owned() };
        let others = arguments.iter().enumerate().filter(|(at, _)| !places.contains(at));
        let others = others.map(|(_, word)| word.to_string_lossy().into_owned());
        let called: Vec<String> = bin.split(' ').map(str::to_owned).chain(others).collect();
        let called = shlex::try_join(called.iter().map(String::as_str)).unwrap_or_default();
        return Some(format!(
            "positions are read from standard input or from a file, not from arguments; try: printf '{input}\\n' | {called}"
        ));
    }
    if named.is_none() && !is_file {
        let names = command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
        if let Some(name) = most_similar(&first.to_string_lossy(), names) {
            return Some(format!("unknown command '{}', did you mean '{name}'?", shown(first)));
        }
    }
    (words.len() > 1).then(|| {
        let words: Vec<String> = words.iter().map(|word| format!("'{}'", shown(word))).collect();
        format!("expected one file, found {}: {}", words.len(), words.join(" "))
    })
}

/// The indices of the arguments that are neither options nor their values, up to a `--`. Options of all commands count,
/// so an option must not take a value in one command and none in another.
pub(crate) fn positional(command: &clap::Command, arguments: &[OsString]) -> Vec<usize> {
    let mut options: HashMap<String, bool> = HashMap::new();
    collect_options(command, &mut options);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = arguments.get(at).filter(|word| *word != "--") {
        let text = word.to_string_lossy();
        match text.strip_prefix("--") {
            Some(name) => at += usize::from(options.get(name).is_some_and(|takes_value| *takes_value)),
            None if text.starts_with('-') && text != "-" && !is_number(word) => {}
            None => found.push(at),
        }
        at += 1;
    }
    found
}

/// The options of a command and of all commands below it, and whether they take a value.
fn collect_options(command: &clap::Command, options: &mut HashMap<String, bool>) {
    for arg in command.get_arguments() {
        if let Some(name) = arg.get_long() {
            let takes_value = arg.get_action().takes_values();
            let before = options.insert(name.to_owned(), takes_value);
            debug_assert!(
                before.is_none_or(|before| before == takes_value),
                "--{name} takes a value in some commands only"
            );
        }
    }
    for command in command.get_subcommands() {
        collect_options(command, options);
    }
}

/// The value of `--color`, which help and errors need before the arguments are parsed.
pub(crate) fn color(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<_> = arguments.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy()).collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| &*pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    pairs.chain(joined).last().and_then(|value| value.parse().ok()).unwrap_or_default()
}

/// The name that is most similar to a word, if any is similar enough.
pub(crate) fn most_similar<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const MIN_SIMILARITY: f64 = 0.8;
    names
        .map(|name| (strsim::jaro(&word.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}

/// A word for an error message.
pub(crate) fn shown(word: &OsStr) -> String {
    printable(&word.to_string_lossy())
}

pub(crate) fn is_command(command: &clap::Command, word: &OsStr) -> bool {
    // `help` is added when clap parses.
    word == "help" || command.find_subcommand(word).is_some()
}

fn is_number(word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    fn program() -> clap::Command {
        let board = || Arg::new("board").long("board");
        let all = || Arg::new("all").long("all").action(clap::ArgAction::SetTrue);
        clap::Command::new("game")
            .arg(board())
            .subcommand(clap::Command::new("explain").arg(board()).arg(all()))
            .subcommand(clap::Command::new("judge"))
    }

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_command_moves_before_its_options() {
        for (typed, ordered) in [
            ("--board 3x3 explain", "explain --board 3x3"),
            ("--board=3x3 --all explain a.in", "explain --board=3x3 --all a.in"),
            ("explain --board 3x3", "explain --board 3x3"),
            ("a.in explain", "explain a.in"),
            ("--board explain", "--board explain"),
            ("--all -- explain", "--all -- explain"),
            ("judge explain", "judge explain"),
            ("help explain", "help explain"),
            ("", ""),
        ] {
            assert_eq!(command_first(&program(), words(typed)), words(ordered), "{typed}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let mistake = |typed: &str| mistake(&program(), "game", "4 1", &words(typed));
        let error = |text: &str| Some(text.to_owned());
        assert_eq!(mistake("juge -- ./x"), error("unknown command 'juge', did you mean 'judge'?"));
        assert_eq!(mistake("expain a.in"), error("unknown command 'expain', did you mean 'explain'?"));
        let read = "positions are read from standard input or from a file, not from arguments; try: printf";
        assert_eq!(mistake("4 1 -2 1"), error(&format!("{read} '4 1 -2 1\\n' | game")));
        assert_eq!(mistake("explain 4"), error(&format!("{read} '4 1\\n' | game explain")));
        assert_eq!(
            mistake("explain --board 3x3 4 1 --all"),
            error(&format!("{read} '4 1\\n' | game explain --board 3x3 --all"))
        );
        // This file exists.
        assert_eq!(mistake("explan Cargo.toml"), error("unknown command 'explan', did you mean 'explain'?"));
        assert_eq!(mistake("a.in b.in"), error("expected one file, found 2: 'a.in' 'b.in'"));
        for fine in ["", "a.in", "-", "explain", "explain a.in", "--board 3x3", "judge 4 1 2", "judge a b"] {
            assert_eq!(mistake(fine), None, "{fine}");
        }
    }

    #[test]
    fn colors_are_found_before_parsing() {
        assert_eq!(color(&words("explain --color never")), ColorChoice::Never);
        assert_eq!(color(&words("--color=always explain")), ColorChoice::Always);
        assert_eq!(color(&words("judge -- x --color never")), ColorChoice::Auto);
        assert_eq!(color(&words("--color pink")), ColorChoice::Auto);
    }
}
