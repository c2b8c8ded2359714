//! Numbers as people read them.
//! Every message writes large counts in the same way.

use std::time::Duration;

/// A count with a comma between groups of three digits.
///
/// ```
/// assert_eq!(lydian_words::grouped(1204), "1,204");
/// assert_eq!(lydian_words::grouped(999), "999");
/// ```
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun.
///
/// ```
/// assert_eq!(lydian_words::plural(1, "input"), "1 input");
/// assert_eq!(lydian_words::plural(1204, "branch"), "1,204 branches");
/// ```
pub fn plural(count: u64, noun: &str) -> String {
    let ending = match count {
        1 => "",
        _ if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", grouped(count))
}

/// A time as a person says it.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(lydian_words::seconds(Duration::from_millis(50)), "50 ms");
/// assert_eq!(lydian_words::seconds(Duration::from_millis(1500)), "1.5 s");
/// ```
pub fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_start_from_the_right() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }
}
