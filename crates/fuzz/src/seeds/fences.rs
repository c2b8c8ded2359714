//! The files inside of Markdown: fences with a language and a name, and the calls of replay commands.

/// Gives every fence whose head names a file, with the name.
pub(super) fn fences(text: &str, mut take: impl FnMut(&str, &str)) {
    let mut open: Option<(&str, String, String)> = None;
    for line in text.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &mut open {
            None if ticks >= 3 => open = Some((&line[..ticks], named(&line[ticks..]), String::new())),
            None => {}
            Some((fence, name, content)) if line.trim_end() == *fence => {
                if !name.is_empty() {
                    take(name, content);
                }
                open = None;
            }
            Some((_, _, content)) => {
                content.push_str(line);
                content.push('\n');
            }
        }
    }
}

/// The name of the file that the head of a fence stands for; nothing for one that is no file.
fn named(head: &str) -> String {
    let mut words = head.split_whitespace();
    let language = words.next().unwrap_or("");
    match (language, words.next()) {
        (_, Some(name)) if name.contains('.') => name.to_owned(),
        ("ocaml", _) => "fence.ml".to_owned(),
        ("console-spec", _) => "fence.console".to_owned(),
        ("tessla" | "toml" | "trace" | "json", _) => format!("fence.{language}"),
        _ => String::new(),
    }
}

/// What stands behind `--replay` in a text.
pub(super) fn calls(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let (_, given) = line.split_once("--replay ")?;
        Some(match given.strip_prefix('\'').and_then(|quoted| quoted.split_once('\'')) {
            Some((call, _)) => call.to_owned(),
            None => given.split_whitespace().next()?.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_with_names_are_files() {
        let text = "A.\n\n```ocaml a.ml\nlet x = 1\n```\n\n````command\n```\n````\n\n```tessla\nin x\n```\n";
        let mut found = Vec::new();
        fences(text, |name, content| found.push((name.to_owned(), content.to_owned())));
        let expected = [("a.ml", "let x = 1\n"), ("fence.tessla", "in x\n")];
        assert_eq!(found, expected.map(|(name, content)| (name.to_owned(), content.to_owned())));
    }

    #[test]
    fn calls_stand_behind_replay() {
        let text =
            "lydian compare a b --replay 'f [1; 2]'\n  replay  lydian property check --replay prop:1:2 x\n";
        assert_eq!(calls(text).collect::<Vec<_>>(), ["f [1; 2]", "prop:1:2"]);
    }
}
