//! Checks the links between documents, and builds the book if `mdbook` is installed.
//! A link to a file must lead to a file, a link to a heading to a heading, and every page of the book must be in its
//! summary. Links to other hosts are left alone.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::project::{File, Project};

/// Checks, then builds.
pub fn run(root: &Path) -> ExitCode {
    let complaints = check(&Project::read(root));
    for complaint in &complaints {
        println!("{complaint}");
    }
    if !complaints.is_empty() {
        return ExitCode::FAILURE;
    }
    match Command::new("mdbook").arg("build").arg(root.join("docs")).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(_) => {
            println!("links are fine; mdbook is not installed, so the book was not built");
            ExitCode::SUCCESS
        }
    }
}

/// What is wrong with the links.
pub fn check(project: &Project) -> Vec<String> {
    let mut complaints = Vec::new();
    let documents = project.files.iter().filter(|file| file.path.ends_with(".md"));
    for file in documents {
        for target in links(&file.text) {
            if let Some(complaint) = check_link(project, file, target) {
                complaints.push(format!("{}: {complaint}", file.path));
            }
        }
    }
    complaints.extend(check_summary(project));
    complaints
}

fn check_link(project: &Project, file: &File, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { file.path.clone() } else { join(&file.path, path) };
    if !project.exists(&path) {
        return Some(format!("the link to `{target}` leads nowhere"));
    }
    let headings = project.file(&path).map(|file| headings(&file.text)).unwrap_or_default();
    if !anchor.is_empty() && !headings.iter().any(|heading| heading == anchor) {
        return Some(format!("`{target}` names a heading that is not there"));
    }
    None
}

fn check_summary(project: &Project) -> Vec<String> {
    let Some(summary) = project.file("docs/src/SUMMARY.md") else {
        return vec!["docs/src/SUMMARY.md is missing".to_owned()];
    };
    let listed: Vec<String> = links(&summary.text).map(|target| join(&summary.path, target)).collect();
    let pages = project.files.iter().map(|file| &file.path);
    pages
        .filter(|path| path.starts_with("docs/src/") && path.ends_with(".md") && **path != summary.path)
        .filter(|path| !listed.contains(path))
        .map(|path| format!("{path}: not in docs/src/SUMMARY.md"))
        .collect()
}

/// The targets of all links outside fences.
fn links(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        let ends = line.match_indices("](").map(|(at, _)| at + 2);
        ends.filter_map(|start| line[start..].find(')').map(|length| &line[start..start + length]))
    })
}

/// The anchors of all headings: lower case, spaces as `-`, other punctuation gone.
fn headings(text: &str) -> Vec<String> {
    let titles =
        prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles
        .map(|title| {
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// The lines that are not inside a fence.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fence: Option<usize> = None;
    text.lines().filter(move |line| {
        let ticks = line.trim_start().bytes().take_while(|byte| *byte == b'`').count();
        match fence {
            Some(open) if ticks >= open => fence = None,
            None if ticks >= 3 => fence = Some(ticks),
            open => return open.is_none(),
        }
        false
    })
}

/// A path relative to the folder of another.
fn join(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_inside_fences_are_not_links() {
        let text = "[a](b.md)\n```\n[c](d.md)\n```\n[e](f.md#g) [h](i)\n";
        assert_eq!(links(text).collect::<Vec<_>>(), ["b.md", "f.md#g", "i"]);
    }

    #[test]
    fn anchors_are_made_from_headings() {
        assert_eq!(
            headings("# The `max` example\n## When not to use it\n"),
            ["the-max-example", "when-not-to-use-it"]
        );
    }

    #[test]
    fn relative_paths_are_followed() {
        assert_eq!(join("docs/src/a.md", "../../README.md"), "README.md");
        assert_eq!(join("docs/src/a.md", "./b.md"), "docs/src/b.md");
    }
}
