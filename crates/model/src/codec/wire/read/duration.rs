//! Times as users write them: `50ms`, `1s`, `1.5s`, `2m`.
//! In: a text. Out: a duration of at most a day.

use std::time::Duration;

/// The longest time that makes sense.
const LONGEST_SECONDS: f64 = 86_400.0;

/// The time that a text denotes.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.')?;
    let number: f64 = text[..unit].parse().ok()?;
    let seconds = match text[unit..].trim_start() {
        "us" | "µs" => number / 1e6,
        "ms" => number / 1e3,
        "s" => number,
        "m" | "min" => number * 60.0,
        _ => return None,
    };
    (0.0..=LONGEST_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("50ms"), Some(Duration::from_millis(50)));
        assert_eq!(duration("1.5 s"), Some(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
        for wrong in ["", "5", "ms", "1h", "-1s", "1e9s", "99999999999s", "1.2.3s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
