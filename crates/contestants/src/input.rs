//! Reading the input.

use std::fmt::Debug;
use std::io;
use std::vec;

/// The numbers of the whole standard input, one after the other.
pub(crate) struct Numbers(vec::IntoIter<i64>);

impl Numbers {
    pub(crate) fn read() -> Self {
        let text = io::read_to_string(io::stdin()).expect("text");
        let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        Self(numbers.into_iter())
    }

    pub(crate) fn next<T: TryFrom<i64, Error: Debug>>(&mut self) -> T {
        T::try_from(self.0.next().expect("another number")).expect("a number that fits")
    }
}
