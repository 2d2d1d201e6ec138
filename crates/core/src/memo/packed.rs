//! Arrays of small numbers.

/// Small non-negative numbers by index, all 0 at first, each in as few bytes as the largest needs.
///
/// The largest expected number decides whether each number takes one byte (up to 255), two or four. Storing a larger
/// number widens all of them: they are copied, and during the copy both versions are in memory.
///
/// ```
/// use board_core::memo::PackedNumbers;
///
/// let mut plies = PackedNumbers::zeros(1000, 100);
/// plies.set(17, 58);
/// assert_eq!((plies.get(17), plies.get(18)), (58, 0));
/// assert_eq!(plies.bytes(), 1000);
/// plies.set(3, 300);
/// assert_eq!((plies.get(17), plies.get(3)), (58, 300));
/// assert_eq!(plies.bytes(), 2000);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedNumbers {
    width: Width,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Width {
    One(Box<[u8]>),
    Two(Box<[u16]>),
    Four(Box<[u32]>),
}

impl PackedNumbers {
    /// This many zeros, with room for numbers up to `largest`.
    #[must_use]
    pub fn zeros(len: usize, largest: u32) -> Self {
        let width = match Self::width(largest) {
            1 => Width::One(vec![0; len].into()),
            2 => Width::Two(vec![0; len].into()),
            _ => Width::Four(vec![0; len].into()),
        };
        Self { width }
    }

    /// The number of bytes per number if `largest` is the largest.
    #[must_use]
    pub const fn width(largest: u32) -> u64 {
        match largest {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// The number of numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.width {
            Width::One(numbers) => numbers.len(),
            Width::Two(numbers) => numbers.len(),
            Width::Four(numbers) => numbers.len(),
        }
    }

    /// Whether there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes that the numbers take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.width {
            Width::One(numbers) => size_of_val(&**numbers),
            Width::Two(numbers) => size_of_val(&**numbers),
            Width::Four(numbers) => size_of_val(&**numbers),
        }
    }

    /// The number at this index.
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[must_use]
    pub fn get(&self, index: usize) -> u32 {
        match &self.width {
            Width::One(numbers) => numbers[index].into(),
            Width::Two(numbers) => numbers[index].into(),
            Width::Four(numbers) => numbers[index],
        }
    }

    /// Sets the number at this index.
    ///
    /// # Panics
    /// If the index is out of bounds.
    pub fn set(&mut self, index: usize, number: u32) {
        loop {
            match &mut self.width {
                Width::One(numbers) => match u8::try_from(number) {
                    Ok(number) => return numbers[index] = number,
                    Err(_) => self.width = Width::Two(numbers.iter().map(|&number| number.into()).collect()),
                },
                Width::Two(numbers) => match u16::try_from(number) {
                    Ok(number) => return numbers[index] = number,
                    Err(_) => self.width = Width::Four(numbers.iter().map(|&number| number.into()).collect()),
                },
                Width::Four(numbers) => return numbers[index] = number,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_when_the_width_grows() {
        let mut numbers = PackedNumbers::zeros(5, 0);
        assert!(!numbers.is_empty() && PackedNumbers::zeros(0, 0).is_empty());
        let written = [255, 256, 65_535, 65_536, u32::MAX];
        let widths = [5, 10, 10, 20, 20];
        for (index, (&number, bytes)) in written.iter().zip(widths).enumerate() {
            numbers.set(index, number);
            assert_eq!(numbers.bytes(), bytes);
            for (earlier, &number) in written[..=index].iter().enumerate() {
                assert_eq!(numbers.get(earlier), number);
            }
        }
        assert_eq!(numbers.len(), 5);
        for (largest, bytes) in [(255, 5), (256, 10), (65_535, 10), (65_536, 20)] {
            assert_eq!(PackedNumbers::zeros(5, largest).bytes(), bytes);
            assert_eq!(5 * PackedNumbers::width(largest), bytes as u64);
        }
    }
}
