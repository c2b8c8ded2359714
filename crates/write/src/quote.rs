//! Literals of other languages: what is printable ASCII stays as it is, but for quotes and backslashes.
//! In: characters, or bytes for languages whose texts are bytes, and how the language writes what is not printable.

/// A text in quotes.
pub(crate) fn quoted(text: impl Iterator<Item = char>, other: impl Fn(char) -> String) -> String {
    format!("\"{}\"", escaped(text, other))
}

/// What stands between the quotes.
pub(crate) fn escaped(text: impl Iterator<Item = char>, other: impl Fn(char) -> String) -> String {
    let escape = |symbol: char| match symbol {
        '"' | '\\' => format!("\\{symbol}"),
        ' '..='~' => symbol.to_string(),
        _ => other(symbol),
    };
    text.map(escape).collect()
}

/// A text for people to read in a program: line breaks and tabs have letters in C, Python and Haskell.
pub(crate) fn readable(text: impl Iterator<Item = char>, other: impl Fn(char) -> String) -> String {
    quoted(text, |symbol| match symbol {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        _ => other(symbol),
    })
}

/// A character in quotes; `number` writes the code of one that cannot stand there as it is.
pub(crate) fn character(code: u8, number: impl Fn(u8) -> String) -> String {
    match code {
        b'\'' | b'\\' => format!("'\\{}'", number(code)),
        b' '..=b'~' => format!("'{}'", char::from(code)),
        _ => format!("'\\{}'", number(code)),
    }
}

/// Bytes as the characters with these numbers.
pub(crate) fn bytes(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.iter().map(|byte| char::from(*byte))
}

/// A byte in C, with three digits, so that a digit behind does not belong to it.
pub(crate) fn octal(byte: char) -> String {
    format!("\\{:03o}", u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_does_not_belong_to_the_escape_before_it() {
        assert_eq!(quoted(bytes(b"\"\0\n1"), octal), r#""\"\000\0121""#);
        assert_eq!(readable(bytes("\té".as_bytes()), octal), r#""\t\303\251""#);
    }

    #[test]
    fn a_quote_and_a_backslash_are_written_by_their_codes() {
        let written =
            [b'a', b'"', b'\'', b'\\', b'\n'].map(|code| character(code, |code| format!("{code:03}")));
        assert_eq!(written, ["'a'", "'\"'", r"'\039'", r"'\092'", r"'\010'"]);
    }
}
