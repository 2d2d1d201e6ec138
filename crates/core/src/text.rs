//! Human-readable numbers, and untrusted text made safe to print.

/// A word of an input in quotation marks, truncated and printable.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("'{}'", cut(bytes))
}

/// The beginning of a word of an input, for a message in one line: at most 40 characters, all [`printable`].
pub(crate) fn cut(bytes: &[u8]) -> String {
    const MAX: usize = 40;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX + 4)]);
    let shown: String = text.chars().take(MAX).collect();
    let more = if text.chars().count() > MAX { "…" } else { "" };
    printable(&shown) + more
}

/// Replaces each character that moves a cursor, reverses the direction of a line or is invisible with U+FFFD.
#[must_use]
pub fn printable(text: &str) -> String {
    let invisible = |char: char| matches!(char, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    text.chars()
        .map(|char| if char.is_control() || invisible(char) { char::REPLACEMENT_CHARACTER } else { char })
        .collect()
}

/// A count and its noun: `1 ply`, `1,304 plies`, `2 points`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = match (count, noun) {
        (1, _) => noun.to_owned(),
        (_, "ply") => "plies".to_owned(),
        _ => format!("{noun}s"),
    };
    format!("{} {plural}", grouped(count.into()))
}

/// A number with its digits in groups, preceded by `plus` unless it is negative.
pub(crate) fn signed(number: i64, plus: &str) -> String {
    let sign = if number < 0 { "-" } else { plus };
    format!("{sign}{}", grouped(number.unsigned_abs().into()))
}

/// Digits in groups of three: `1,304`.
pub(crate) fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Round {
    Up,
    Down,
}

/// A human-readable number of bytes, to three digits: `840 PiB`, `1.5 GiB`. Needed amounts are rounded up and allowed
/// amounts down, so that an error never shows the needed amount as equal to or less than the limit.
pub(crate) fn bytes(count: u64, round: Round) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if count == u64::MAX {
        return "at least 16 EiB".to_owned();
    }
    let power = (count.max(1).ilog2() / 10) as usize;
    let shift = 10 * power;
    let decimals = if power == 0 || count >> shift >= 100 { 1 } else { 10 };
    let scaled = u128::from(count) * decimals;
    let part = if round == Round::Up { (1_u128 << shift) - 1 } else { 0 };
    let rounded = (scaled + part) >> shift;
    match (rounded / decimals, rounded % decimals) {
        (1, 0) if power == 0 => "1 byte".to_owned(),
        (whole, 0) => format!("{whole} {}", UNITS[power]),
        (whole, tenth) => format!("{whole}.{tenth} {}", UNITS[power]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_counts_are_human_readable() {
        let (up, down) = (|count| bytes(count, Round::Up), |count| bytes(count, Round::Down));
        assert_eq!(up(0), "0 bytes");
        assert_eq!(up(1), "1 byte");
        assert_eq!(up(1023), "1023 bytes");
        assert_eq!(up(1024), "1 KiB");
        assert_eq!(up(1025), "1.1 KiB");
        assert_eq!(down(1025), "1 KiB");
        assert_eq!(down(3 << 29), "1.5 GiB");
        assert_eq!(down(12 << 30), "12 GiB");
        // C(60, 30) entries of 8 bytes: the table of rowfill on 30 x 30.
        assert_eq!(up(118_264_581_564_861_424 * 8), "841 PiB");
        assert_eq!(down(118_264_581_564_861_424 * 8), "840 PiB");
        assert_eq!(up(u64::MAX - 1), "16 EiB");
        assert_eq!(up(u64::MAX), "at least 16 EiB");
    }
}
