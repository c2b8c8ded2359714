//! Words as a shell takes them, for the commands that reports show.

use lydian_words::is_steering;

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=+,:@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    if word.chars().any(|char| is_steering(char) && !matches!(char, '\n' | '\t')) {
        return printed(word);
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A word that a terminal must not see as it is: the shell makes it from plain letters.
fn printed(word: &str) -> String {
    let mut format = String::new();
    for byte in word.bytes() {
        match byte {
            b'%' => format.push_str("%%"),
            b'\\' => format.push_str("\\\\"),
            b' ' | b'!'..=b'~' if byte != b'\'' => format.push(char::from(byte)),
            _ => format.push_str(&format!("\\{byte:03o}")),
        }
    }
    format!("\"$(printf '{format}')\"")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in [
            "plain.ml",
            "max [-1000]",
            "f 'a' \"b\"",
            "$HOME `x` \\ !",
            "",
            "-",
            "a\nb",
            "é",
            "a\u{1b}[2J%d\\'b",
            "\u{202e}é\n.ml",
        ] {
            let given = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(word))])
                .output()
                .expect("a shell");
            assert_eq!(String::from_utf8_lossy(&given.stdout), word);
        }
        assert_eq!(quoted("a/b.ml"), "a/b.ml");
    }
}
