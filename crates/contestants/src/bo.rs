//! bo, by the known rule of each piece.

use crate::input::Numbers;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Uses 1.618 as the golden ratio.
    ShortGoldenRatio,
}

/// Whether the queen loses `least` steps from the target in one direction and `least + apart` in the other. This is Wythoff's
/// game: lost pair k consists of the least number in no earlier pair, and that number plus k.
fn is_lost(least: usize, apart: usize) -> bool {
    let mut used = [false; 2100];
    let mut next = 0;
    for number in 0..apart {
        while used[next] {
            next += 1;
        }
        used[next] = true;
        used[next + number] = true;
        if next > least {
            return false;
        }
    }
    while used[next] {
        next += 1;
    }
    next == least
}

pub(crate) fn answer(mistake: Option<Mistake>) {
    let mut numbers = Numbers::read();
    for _ in 0..numbers.next() {
        let piece: u32 = numbers.next();
        let [down, right] = [numbers.next::<usize>() - 1, numbers.next::<usize>() - 1];
        let (least, apart) = (down.min(right), down.abs_diff(right));
        let winner = match piece {
            1 if down % 2 == 0 && right % 2 == 0 => "G",
            2 if apart == 0 => "G",
            3 if apart == 0 && down % 3 == 0 => "G",
            3 if apart == 1 && least % 3 == 1 => "B",
            3 => "D",
            4 if mistake == Some(Mistake::ShortGoldenRatio) && apart * 1618 / 1000 == least => "G",
            4 if mistake.is_none_or(|mistake| mistake != Mistake::ShortGoldenRatio) && is_lost(least, apart) => "G",
            _ => "B",
        };
        println!("{winner}");
    }
}
