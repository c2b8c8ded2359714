//! Text of somebody else's in a message: on one line, with a beginning and an end.

use std::fmt::Write as _;

/// A text in quotes on one line, cut after so many characters.
///
/// ```
/// assert_eq!(lydian_words::quoted(b"say \"hi\"\n", 80), r#""say \"hi\"\n""#);
/// assert_eq!(lydian_words::quoted(b"0123456789", 4), "\"0123...\"");
/// assert_eq!(lydian_words::quoted(b"\x1b\xff", 80), r#""\u{1b}\xff""#);
/// ```
pub fn quoted(text: &[u8], most: usize) -> String {
    let mut quoted = String::from("\"");
    let mut count = 0;
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            if count == most {
                return quoted + "...\"";
            }
            count += 1;
            match character {
                '\n' => quoted.push_str("\\n"),
                '\r' => quoted.push_str("\\r"),
                '\t' => quoted.push_str("\\t"),
                '"' => quoted.push_str("\\\""),
                '\\' => quoted.push_str("\\\\"),
                control if control.is_control() => {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\u{{{:x}}}", control as u32);
                }
                other => quoted.push(other),
            }
        }
        for byte in chunk.invalid() {
            if count == most {
                return quoted + "...\"";
            }
            count += 1;
            let _ = write!(quoted, "\\x{byte:02x}");
        }
    }
    quoted.push('"');
    quoted
}
