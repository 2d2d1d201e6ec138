//! Quantities and commands as text.

use std::borrow::Cow;
use std::time::Duration;

use bytesize::ByteSize;

/// A time, for example `120 ms` or `2.5 s`.
pub(super) fn spell(time: Duration) -> String {
    let (seconds, milliseconds) = (time.as_secs(), time.subsec_millis());
    match (seconds, milliseconds) {
        (0, milliseconds) => format!("{milliseconds} ms"),
        (seconds, 0) => format!("{seconds} s"),
        (seconds, milliseconds) => {
            let decimal = format!("{seconds}.{milliseconds:03}");
            decimal.trim_end_matches('0').to_owned() + " s"
        }
    }
}

/// A number of bytes, for example `256 MiB` or `5.7 MiB`.
pub(super) fn size(bytes: u64) -> String {
    ByteSize(bytes).to_string().replace(".0 ", " ")
}

/// A number of bytes as an argument, for example `256MiB`: the shortest text that is exact.
pub(super) fn exact_size(bytes: u64) -> String {
    let short = size(bytes).replace(' ', "");
    if short.parse() == Ok(ByteSize(bytes)) { short } else { bytes.to_string() }
}

/// A command, quoted for a shell.
pub(super) fn command(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = words.into_iter().map(|word| {
        let word = word.as_ref();
        // Only a zero byte cannot be quoted, and no argument contains one.
        shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_whole_milliseconds() {
        for (milliseconds, text) in
            [(2000, "2 s"), (2500, "2.5 s"), (500, "500 ms"), (1, "1 ms"), (86_400_000, "86400 s"), (1050, "1.05 s")]
        {
            assert_eq!(spell(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn sizes_are_written_exactly() {
        for (bytes, text) in [(100 << 20, "100MiB"), (1 << 30, "1GiB"), ((100 << 20) + 1, "104857601"), (1000, "1000B")]
        {
            assert_eq!(exact_size(bytes), text);
        }
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        assert_eq!(command(["chase", "judge", "--", "./a b", "it's", ""]), r#"chase judge -- './a b' "it's" ''"#);
    }
}
