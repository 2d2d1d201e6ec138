//! Long-running work: its limits, its progress, and how it ends early.

mod control;
mod halt;
mod parallel;
mod progress;

pub use control::Control;
pub use halt::Halt;
pub use parallel::for_each;
pub use progress::{Listener, Progress};
