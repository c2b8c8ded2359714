//! Words that say that something is not finished, and leftovers of debugging, do not stay in the source.
//! What is left to do belongs into an issue; a test that does not run is no test.

use crate::project::Project;

/// Written in two parts, because this file is searched as well.
const WORDS: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("dbg", "!("),
    concat!("#[", "ignore"),
    concat!("todo", "!("),
];

/// Searches Rust, OCaml, scripts and manifests.
pub fn check(project: &Project) -> Vec<String> {
    let mut complaints = Vec::new();
    let searched = [".rs", ".ml", ".sh", ".py", ".toml", ".js", ".css"];
    let sources = project.files.iter().filter(|file| searched.iter().any(|end| file.path.ends_with(end)));
    for file in sources {
        for (index, line) in file.text.lines().enumerate() {
            for word in WORDS.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!("{}:{}: `{word}`", file.path, index + 1));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn the_line_with_the_word_is_named() {
        let text = format!("//! A.\n// {}: later\n", WORDS[0]);
        assert_eq!(check(&sample(&[("a.rs", &text)])), [format!("a.rs:2: `{}`", WORDS[0])]);
    }
}
