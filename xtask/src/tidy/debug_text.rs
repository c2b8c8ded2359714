//! No `Debug` form reaches a user: a message is in words, with values in the user's notation.
//! Held in the source of every crate but those whose users write Rust (`lydian`, where `Debug` is the user's notation) and
//! those that only developers run. Tests, panics and comments are free; the `Debug` form of a number called `float` is the
//! shortest text that reads back, and is meant.

use crate::project::{File, Project};

const FREE: [&str; 3] = ["crates/lydian/", "crates/bench/", "crates/cases/"];

/// Looks for `{:?}` and its like outside of tests.
pub fn check(project: &Project) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in project.rust().filter(|file| is_held(project, file)) {
        let code = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (index, line) in code.lines().enumerate().filter(|(_, line)| shows_debug(line)) {
            let what = line.trim();
            complaints.push(format!(
                "{}:{} writes a `Debug` form, which is no text for a user: {what}",
                file.path,
                index + 1
            ));
        }
    }
    complaints
}

fn is_held(project: &Project, file: &File) -> bool {
    file.path.starts_with("crates/")
        && file.path.contains("/src/")
        && !FREE.iter().any(|folder| file.path.starts_with(folder))
        && !is_test(project, &file.path)
}

/// Whether a file, or a folder that it is in, is a module for tests only.
fn is_test(project: &Project, path: &str) -> bool {
    let Some((before, inside)) = path.split_once("/src/") else { return false };
    let mut folder = format!("{before}/src");
    let mut parents = vec![format!("{folder}/lib.rs"), format!("{folder}/main.rs")];
    for part in inside.split('/') {
        let name = part.strip_suffix(".rs").unwrap_or(part);
        let declared = |parent: &String| {
            let text = project.file(parent).map_or("", |file| &file.text);
            let declarations =
                text.match_indices("#[cfg(test)]\n").map(|(at, mark)| &text[at + mark.len()..]);
            declarations.into_iter().any(|behind| {
                let line = behind.lines().next().unwrap_or_default();
                line.trim_start_matches("pub(crate) ") == format!("mod {name};")
            })
        };
        if parents.iter().any(declared) {
            return true;
        }
        folder = format!("{folder}/{name}");
        parents = vec![format!("{folder}.rs")];
    }
    false
}

/// Whether a line of code has a `Debug` placeholder in it.
fn shows_debug(line: &str) -> bool {
    let trimmed = line.trim_start();
    if trimmed.starts_with("//") || ["panic!(", "assert"].iter().any(|word| trimmed.contains(word)) {
        return false;
    }
    let placeholders = line.match_indices('{').filter_map(|(at, _)| line[at + 1..].split('}').next());
    placeholders.into_iter().any(|inside| {
        let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
        form.ends_with('?') && name != "float" && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn debug_forms_outside_of_tests_are_named() {
        let source = "let a = format!(\"{value:?}\");\nlet b = format!(\"{:#?} {{}}\", x);\n";
        let complaints = check(&sample(&[("crates/eval/src/a.rs", source)]));
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints[1].contains("a.rs:2"), "{complaints:?}");
    }

    #[test]
    fn tests_panics_comments_and_floats_are_free() {
        let source = "/// format!(\"{x:?}\")\nlet a = format!(\"{float:?} {x} {y:>3}\");\npanic!(\"{x:?}\");\n\
                      #[cfg(test)]\nmod tests {\n    format!(\"{x:?}\");\n}\n";
        let laws = "format!(\"{x:?}\");\n";
        let project = sample(&[
            ("crates/eval/src/a.rs", source),
            ("crates/eval/src/lib.rs", "mod a;\n#[cfg(test)]\nmod laws;\n"),
            ("crates/eval/src/laws.rs", laws),
            ("crates/eval/src/laws/deep.rs", laws),
            ("crates/lydian/src/lib.rs", laws),
        ]);
        assert_eq!(check(&project), Vec::<String>::new());
    }
}
