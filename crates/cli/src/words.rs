//! Quantities and commands as people write them.

use std::borrow::Cow;
use std::time::Duration;

use bytesize::ByteSize;

/// A time in whole milliseconds, as `120 ms` or `2.5 s`.
pub(crate) fn spell(time: Duration) -> String {
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

/// Bytes, as `256 MiB` or `5.7 MiB`.
pub(crate) fn size(bytes: u64) -> String {
    ByteSize(bytes).to_string().replace(".0 ", " ")
}

/// Bytes as an argument, as `256MiB`: the shortest that says it exactly.
pub(crate) fn exact_size(bytes: ByteSize) -> String {
    let short = size(bytes.as_u64()).replace(' ', "");
    if short.parse() == Ok(bytes) { short } else { bytes.as_u64().to_string() }
}

/// The longest time that is awaited.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A time as `2s`, `2.5` or `500ms`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim_end().parse::<f64>().map(|number| number / unit).ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let within = time.filter(|time| *time >= Duration::from_millis(1) && *time <= LONGEST);
    within.ok_or_else(|| "a time of 1ms to 24 hours is awaited, as 2s, 2.5 or 500ms".to_owned())
}

/// A command as a shell reads it.
pub(crate) fn command(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = words.into_iter().map(|word| {
        let word = word.as_ref();
        // No argument can hold the one byte that cannot be quoted.
        shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, milliseconds, spelled) in [
            ("2s", 2000, "2 s"),
            ("2.5", 2500, "2.5 s"),
            ("500ms", 500, "500 ms"),
            ("0.001 s", 1, "1 ms"),
            ("86400", 86_400_000, "86400 s"),
            ("1.05", 1050, "1.05 s"),
        ] {
            let read = time(text).expect(text);
            assert_eq!((read, &*spell(read)), (Duration::from_millis(milliseconds), spelled));
        }
        for bad in ["", "s", "ms", "-1", "0", "NaN", "inf", "2m", "86401", "0.5ms", "1e99"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_written_exactly() {
        for (bytes, text) in [(100 << 20, "100MiB"), (1 << 30, "1GiB"), ((100 << 20) + 1, "104857601"), (1000, "1000B")]
        {
            assert_eq!(exact_size(ByteSize(bytes)), text);
        }
    }

    #[test]
    fn a_shell_reads_a_command_as_it_was() {
        assert_eq!(command(["chase", "judge", "--", "./a b", "it's", ""]), r#"chase judge -- './a b' "it's" ''"#);
    }
}
