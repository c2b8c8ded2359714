//! Diagnostic codes and their pages belong together: each page's code is used, each code used has a page.
//! A code in the source is the first string given to `error`, `warning`, `without_place` or a function named after them, or
//! any string that begins with `unsupported-`.

use crate::project::{File, Project};

const PAGES: &str = "crates/diagnostic/src/explain/";
const MAKERS: [&str; 4] = ["error(", "warning(", "without_place(", "Fault::new("];

/// Compares the pages with the source.
pub fn check(project: &Project) -> Vec<String> {
    let pages: Vec<&str> = project
        .files
        .iter()
        .filter_map(|file| file.path.strip_prefix(PAGES))
        .filter_map(|name| name.strip_suffix(".md"))
        .collect();
    let sources: Vec<&File> = project.rust().filter(|file| speaks_to_users(&file.path)).collect();
    let mut complaints = Vec::new();
    for page in &pages {
        let quoted = format!("\"{page}\"");
        if !sources.iter().any(|file| file.text.contains(&quoted)) {
            complaints.push(format!("{PAGES}{page}.md explains a code that nothing gives"));
        }
    }
    for file in sources {
        for code in codes(&file.text).filter(|code| !pages.contains(code)) {
            complaints.push(format!("{} gives `{code}`, but there is no {PAGES}{code}.md", file.path));
        }
    }
    complaints.sort();
    complaints.dedup();
    complaints
}

/// The crates that make diagnostics: not the one that defines them, nor the one that shows them, nor this one.
fn speaks_to_users(path: &str) -> bool {
    let excluded = ["crates/diagnostic/", "crates/report/", "crates/cases/", "xtask/"];
    path.contains("/src/") && !excluded.iter().any(|folder| path.starts_with(folder))
}

/// The codes that a source gives: kebab-case strings right behind a maker, and those that name what is unsupported.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    let made = MAKERS.iter().flat_map(|maker| text.match_indices(maker).map(|(at, maker)| at + maker.len()));
    let unsupported = text.match_indices("\"unsupported-").map(|(at, _)| at);
    made.chain(unsupported).filter_map(|start| {
        let (code, _) = text[start..].trim_start().strip_prefix('"')?.split_once('"')?;
        let kebab = code.contains('-') && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        kebab.then_some(code)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn pages_without_codes_and_codes_without_pages_are_named() {
        let source = "Diagnostic::error(\n    \"no-page\", span, \"a message\")";
        let project = sample(&[
            ("crates/ocaml/src/a.rs", source),
            ("crates/diagnostic/src/explain/no-code.md", "# no-code\n"),
        ]);
        let complaints = check(&project);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints[0].contains("a code that nothing gives"), "{complaints:?}");
        assert!(complaints[1].contains("gives `no-page`"), "{complaints:?}");
    }

    #[test]
    fn a_code_with_its_page_is_fine() {
        let source = "self.type_error(\"a-code\", span)";
        let project = sample(&[
            ("crates/ocaml/src/a.rs", source),
            ("crates/diagnostic/src/explain/a-code.md", "# a-code\n"),
        ]);
        assert_eq!(check(&project), Vec::<String>::new());
    }
}
