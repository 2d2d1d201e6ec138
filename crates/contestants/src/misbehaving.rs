//! Programs that do not behave as a judge would like.

use std::hint;
use std::io::{self, Write as _};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

use crate::chase;

/// Longer than any judge waits.
const LONG: Duration = Duration::from_secs(600);

/// Waits for something that does not come.
pub(crate) fn hangs() {
    thread::sleep(LONG);
}

/// Computes without end.
pub(crate) fn spins() {
    let mut number: u64 = 1;
    loop {
        number = hint::black_box(number.wrapping_mul(3));
    }
}

/// Prints without end.
pub(crate) fn floods() {
    loop {
        println!("DRAW Case #1: Tom200 B 0 1 1 and so on, for ever");
    }
}

/// Ends with an error of its own.
pub(crate) fn panics() {
    let nothing: Option<u32> = hint::black_box(None);
    println!("{}", nothing.expect("there is nothing"));
}

/// Ends by a signal.
pub(crate) fn aborts() {
    process::abort();
}

/// Takes memory without end.
pub(crate) fn allocates() {
    let mut blocks = Vec::new();
    loop {
        blocks.push(hint::black_box(vec![1_u8; 1 << 20]));
    }
}

/// Asks for 1 GiB at once.
pub(crate) fn asks_for_much() {
    hint::black_box(vec![0_u8; 1 << 30]);
}

/// Writes a line that is longer than any answer, and waits.
pub(crate) fn writes_a_long_line() {
    println!("{}", "7".repeat(100_000));
    hangs();
}

/// Writes the beginning of a line, and waits.
pub(crate) fn ends_no_line() {
    print!("WHI");
    io::stdout().flush().expect("somebody reads");
    hangs();
}

/// Reads, and ends without a word.
pub(crate) fn says_nothing() {
    io::read_to_string(io::stdin()).expect("text");
}

/// Ends with an answer to a question that it has not read.
pub(crate) fn does_not_read() {
    println!("DRAW");
}

/// Closes its output and stays.
#[cfg(unix)]
pub(crate) fn closes_its_output() {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    // The standard library keeps its standard output open, a shell need not.
    let error = Command::new("sh").args(["-c", "exec >&- && exec sleep 600"]).exec();
    panic!("cannot run sh: {error}");
}

/// The right answer and the exit code of a failure.
pub(crate) fn chase_ends_with_3() -> ExitCode {
    chase::answer(None);
    ExitCode::from(3)
}

/// The right answer and something more.
pub(crate) fn chase_talks_on() {
    chase::answer(None);
    println!("that was easy");
}

/// The right answer, while a child stays behind which has all of the parent's standard output and error. Whoever listens at the
/// address hears the end of the line when the child is ended.
#[cfg(unix)]
pub(crate) fn chase_leaves_a_child(address: &std::ffi::OsStr) {
    use std::env;
    use std::net::TcpStream;
    use std::os::fd::OwnedFd;
    use std::process::Command;

    let line = TcpStream::connect(address.to_str().expect("an address")).expect("somebody who listens");
    let this = env::current_exe().expect("a program");
    #[expect(clippy::zombie_processes, reason = "that is what it is about")]
    Command::new(this).arg("hangs").stdin(OwnedFd::from(line)).spawn().expect("a child");
    chase::answer(None);
}
