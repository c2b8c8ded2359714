//! Splits the text of a `command` fence into words, as a shell would, without its expansions.
//! Knows quotes and backslashes, and refuses what only a shell can do, so that no case depends on one.

/// The words of a command line.
pub(crate) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.trim().chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or("a quote is never closed")? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or("a quote is never closed")? {
                        '"' => break,
                        '\\' => match characters.next().ok_or("a quote is never closed")? {
                            escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => match characters.next().ok_or("a backslash ends the line")? {
                '\n' => {}
                escaped => word.get_or_insert_default().push(escaped),
            },
            '|' | '>' | '<' | '&' | ';' | '$' | '`' | '*' | '?' => {
                return Err(format!("`{character}` needs a shell; quote it if it is meant as it stands"));
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = split("lydian compare --replay 'max [-1000]' \"a \\\"b\\\" c\" d\\ e ''").expect("words");
        assert_eq!(words, ["lydian", "compare", "--replay", "max [-1000]", "a \"b\" c", "d e", ""]);
    }

    #[test]
    fn a_line_may_go_on_after_a_backslash() {
        assert_eq!(split("a \\\n  b\n").expect("words"), ["a", "b"]);
    }

    #[test]
    fn what_needs_a_shell_is_refused() {
        for line in ["a | b", "a > b", "a; b", "a $HOME", "a 'b", "a \"b", "a \\"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
