//! Programs that misbehave.

use std::hint;
use std::io::{self, Write as _};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

use crate::chase;

/// Longer than any time limit of the tests.
const LONG: Duration = Duration::from_secs(600);

/// Sleeps until it is killed.
pub(crate) fn hangs() {
    thread::sleep(LONG);
}

/// Computes forever.
pub(crate) fn spins() {
    let mut number: u64 = 1;
    loop {
        number = hint::black_box(number.wrapping_mul(3));
    }
}

/// Prints forever.
pub(crate) fn floods() {
    loop {
        println!("DRAW Case #1: Tom200 B 0 1 1 and so on, for ever");
    }
}

/// Panics.
pub(crate) fn panics() {
    let nothing: Option<u32> = hint::black_box(None);
    println!("{}", nothing.expect("there is nothing"));
}

/// Aborts, which ends it by a signal.
pub(crate) fn aborts() {
    process::abort();
}

/// Allocates memory forever.
pub(crate) fn allocates() {
    let mut blocks = Vec::new();
    loop {
        blocks.push(hint::black_box(vec![1_u8; 1 << 20]));
    }
}

/// Allocates 1 GiB at once.
pub(crate) fn allocates_at_once() {
    hint::black_box(vec![0_u8; 1 << 30]);
}

/// Writes a line that is longer than any answer, then sleeps.
pub(crate) fn writes_a_long_line() {
    println!("{}", "7".repeat(100_000));
    hangs();
}

/// Writes the beginning of a line, then sleeps.
pub(crate) fn writes_half_a_line() {
    print!("WHI");
    io::stdout().flush().expect("an open pipe");
    hangs();
}

/// Reads its input and exits without output.
pub(crate) fn writes_nothing() {
    io::read_to_string(io::stdin()).expect("text");
}

/// Writes an answer without reading its input.
pub(crate) fn does_not_read() {
    println!("DRAW");
}

/// Closes its output and sleeps.
#[cfg(unix)]
pub(crate) fn closes_its_output() {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    // The standard library has no way to close standard output, but a shell does.
    let error = Command::new("sh").args(["-c", "exec >&- && exec sleep 600"]).exec();
    panic!("cannot run sh: {error}");
}

/// Writes the right answer, but exits with code 3.
pub(crate) fn chase_ends_with_3() -> ExitCode {
    chase::answer(None);
    ExitCode::from(3)
}

/// Writes the right answer and another line.
pub(crate) fn chase_writes_more() {
    chase::answer(None);
    println!("that was easy");
}

/// Writes the right answer and leaves a child behind, which has inherited its standard output and error. The child holds a
/// connection to the address, which is closed when the child ends.
#[cfg(unix)]
pub(crate) fn chase_leaves_a_child(address: &std::ffi::OsStr) {
    use std::env;
    use std::net::TcpStream;
    use std::os::fd::OwnedFd;
    use std::process::Command;

    let connection = TcpStream::connect(address.to_str().expect("an address")).expect("a listener");
    let this = env::current_exe().expect("a program");
    #[expect(clippy::zombie_processes, reason = "the judge must end the child")]
    Command::new(this).arg("hangs").stdin(OwnedFd::from(connection)).spawn().expect("a child");
    chase::answer(None);
}
