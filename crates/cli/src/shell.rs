//! Words as a shell takes them, for the commands that reports show.

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=+,:@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in ["plain.ml", "max [-1000]", "f 'a' \"b\"", "$HOME `x` \\ !", "", "-", "a\nb", "é"] {
            let given = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(word))])
                .output()
                .expect("a shell");
            assert_eq!(String::from_utf8_lossy(&given.stdout), word);
        }
        assert_eq!(quoted("a/b.ml"), "a/b.ml");
    }
}
