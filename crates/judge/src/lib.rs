#![doc = include_str!("../README.md")]

mod choice;
mod conversation;
mod judged;
mod output;
mod referee;
mod seed;
mod verdict;

pub use choice::Choice;
pub use conversation::{Line, Speaker, file_of, text_of};
pub use judged::{Judged, OpponentOf, Trial, generate_input, is_interactive};
pub use output::{MAX_LINE, compare, max_output, shown, too_much_output};
pub use referee::{Batch, Contestant, Ending, Mover, Next, Referee, play};
pub use seed::{fingerprint, fingerprint_of, random_of};
pub use verdict::{Finding, Verdict};
