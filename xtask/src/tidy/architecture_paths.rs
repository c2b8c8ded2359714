//! Paths that the documents at the root name in backticks exist.
//! A path is a word in backticks that begins with a folder of ours; one with a placeholder (`cases/<area>`) is checked up to
//! the placeholder.

use crate::project::Project;

const DOCUMENTS: [&str; 4] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "DECISIONS.md", "README.md"];
const FOLDERS: [&str; 8] =
    ["crates/", "xtask/", "cases/", "docs/", "examples/", "scripts/", ".ci/", ".cargo/"];

/// Looks up every path.
pub fn check(project: &Project) -> Vec<String> {
    let mut complaints = Vec::new();
    for name in DOCUMENTS {
        let Some(file) = project.file(name) else {
            complaints.push(format!("{name} is missing"));
            continue;
        };
        for path in paths(&file.text) {
            if !project.exists(path) {
                complaints.push(format!("{name} names `{path}`, which does not exist"));
            }
        }
    }
    complaints
}

fn paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))).map(|path| {
        let end = path.find(['<', '*', ' ', ':', '{']).unwrap_or(path.len());
        if end == path.len() { path } else { path[..end].rsplit_once('/').map_or("", |(folder, _)| folder) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_words_in_backticks_that_begin_with_a_folder() {
        let text = "See `crates/term` and `cases/<area>/<fact>.md`, not crates/x or `cargo test`.\n";
        assert_eq!(paths(text).collect::<Vec<_>>(), ["crates/term", "cases"]);
    }
}
