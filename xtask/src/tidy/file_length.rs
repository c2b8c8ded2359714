//! No source file has more than 1,000 lines: long before that there is a second idea in it.

use crate::project::Project;

const MOST_LINES: usize = 1_000;

/// Counts lines.
pub fn check(project: &Project) -> Vec<String> {
    let sources =
        project.files.iter().filter(|file| file.path.ends_with(".rs") || file.path.ends_with(".ml"));
    sources
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(file, lines)| format!("{} has {lines} lines; split it", file.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn a_file_past_the_limit_is_named() {
        let project = sample(&[("a.rs", &"\n".repeat(1_000)), ("b.rs", &"\n".repeat(1_001))]);
        assert_eq!(check(&project), ["b.rs has 1001 lines; split it"]);
    }
}
