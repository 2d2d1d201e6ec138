//! The runner: runs programs, and provides the checker and the interactor for other runners.
//!
//! [`judge`] runs a program on all inputs of a plan and reports what it found; [`check`] judges an output; [`interact`]
//! plays the judge's side of a game over standard input and output. They write reports and files, and kill the programs
//! that they run before they return. They do not parse arguments, and own no process-wide state. The command line does
//! both: it owns the [`Children`], so that an interrupt can kill them.

mod check;
#[cfg(unix)]
mod children;
#[cfg(unix)]
mod ending;
mod error;
mod files;
#[cfg(unix)]
mod options;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod report;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod session;
#[cfg(unix)]
mod shrink;
#[cfg(unix)]
mod words;

pub use check::{CheckFiles, Dialect, NO_VERDICT, check, conclude, interact};
#[cfg(unix)]
pub use children::{Children, end_children_at_signals};
pub use error::Error;
pub use files::file_name;
#[cfg(unix)]
pub use options::{Format, Options};
#[cfg(unix)]
pub use process::LIMITS_MEMORY;
#[cfg(unix)]
pub use session::judge;
