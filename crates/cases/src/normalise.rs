//! Replaces what differs from run to run: times and the folder of the case.
//! Both the expected and the actual text are normalised, so a case may be written either way.

/// The text with times as `[time]` and the folder of the case as `[dir]`.
///
/// A time is a number with `ms`, `s` or `min`, a number behind a JSON key that ends in `seconds`, or a JUnit `time`.
pub(crate) fn normalise(text: &str, folder: &str) -> String {
    let text = if folder.is_empty() { text.to_owned() } else { text.replace(folder, "[dir]") };
    let mut result = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let after_word = result.chars().next_back().is_some_and(|last| last.is_alphanumeric() || last == '.');
        let number = if first.is_ascii_digit() && !after_word { number_length(rest) } else { 0 };
        if number == 0 {
            result.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (digits, behind) = rest.split_at(number);
        match unit_length(behind) {
            Some(unit) => {
                push_time(&mut result);
                rest = &behind[unit..];
            }
            None if result.ends_with("seconds\": ") || result.ends_with(" time=\"") => {
                push_time(&mut result);
                rest = behind;
            }
            None => {
                result.push_str(digits);
                rest = behind;
            }
        }
    }
    result
}

/// `2 min 5 s` is one time.
fn push_time(result: &mut String) {
    if !result.ends_with("[time] ") {
        result.push_str("[time]");
    } else {
        result.pop();
    }
}

/// The length of a number such as `12`, `3.4`, `1,204` or `1.2e-5`.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(0);
    while matches!(bytes.get(end), Some(b'.' | b',')) && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = digits(end + 1);
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

/// The length of a unit of time at the start of the text, with the space before it.
fn unit_length(text: &str) -> Option<usize> {
    let unit = [" ms", " s", " min"].into_iter().find(|unit| {
        let behind = text.strip_prefix(unit);
        behind.is_some_and(|behind| !behind.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })?;
    Some(unit.len())
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn times_are_replaced() {
        assert_eq!(normalise("done in 12 ms, 3.4 s.", ""), "done in [time], [time].");
        assert_eq!(normalise("2 min 5 s", ""), "[time]");
        assert_eq!(normalise("\"seconds\": 1.2e-5,", ""), "\"seconds\": [time],");
        assert_eq!(normalise("<testcase time=\"0.012\">", ""), "<testcase time=\"[time]\">");
    }

    #[test]
    fn other_numbers_stay() {
        for text in ["12 shapes", "x12 s", "1,204 steps", "12", "max [-1000]", "7 minutes", "a.1 s1"] {
            assert_eq!(normalise(text, ""), text);
        }
    }

    #[test]
    fn the_folder_of_the_case_is_replaced() {
        assert_eq!(normalise("/tmp/x/a.ml: no", "/tmp/x"), "[dir]/a.ml: no");
    }

    #[test]
    fn normalising_twice_changes_nothing() {
        for text in ["2 min 5 s, 7 ms", "\"seconds\": 0.5", "é 1 s é"] {
            let once = normalise(text, "");
            assert_eq!(normalise(&once, ""), once);
        }
    }
}
