//! The crates depend on each other exactly as the fenced block `layers` in ARCHITECTURE.md draws it.
//! Each line of the block is `crate: the crates it uses`; a crate uses only crates in lines above its own. An edge that
//! is drawn but not there is a complaint as well: a map that nobody checks is worse than none.

use crate::project::Project;

/// Compares the drawing with the manifests.
pub fn check(project: &Project) -> Vec<String> {
    let Some(architecture) = project.file("ARCHITECTURE.md") else {
        return vec!["ARCHITECTURE.md is missing".to_owned()];
    };
    let Some(drawing) = fence(&architecture.text, "layers") else {
        return vec!["ARCHITECTURE.md has no fenced block `layers`".to_owned()];
    };
    let drawn: Vec<(&str, Vec<&str>)> = drawing
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, uses)| (name.trim(), uses.split_whitespace().collect()))
        .collect();
    let mut complaints = upward_edges(&drawn);
    let present = manifests(project);
    for (name, uses) in &present {
        let Some((_, drawn_uses)) = drawn.iter().find(|(drawn, _)| drawn == name) else {
            complaints.push(format!("crate `{name}` is not drawn in ARCHITECTURE.md"));
            continue;
        };
        for used in uses.iter().filter(|used| !drawn_uses.contains(used)) {
            complaints.push(format!("`{name}` uses `{used}`, which ARCHITECTURE.md does not draw"));
        }
        for used in drawn_uses.iter().filter(|used| !uses.contains(used)) {
            complaints.push(format!("ARCHITECTURE.md draws that `{name}` uses `{used}`, but it does not"));
        }
    }
    for (name, _) in drawn.iter().filter(|(name, _)| !present.iter().any(|(present, _)| present == name)) {
        complaints.push(format!("ARCHITECTURE.md draws a crate `{name}` that does not exist"));
    }
    complaints
}

fn upward_edges(drawn: &[(&str, Vec<&str>)]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, (name, uses)) in drawn.iter().enumerate() {
        for used in uses.iter().filter(|used| !drawn[..index].iter().any(|(earlier, _)| earlier == *used)) {
            complaints.push(format!("in the drawing `{name}` uses `{used}`, which does not stand before it"));
        }
    }
    complaints
}

/// The crates of the workspace with the crates of the workspace that they use, by folder name.
fn manifests(project: &Project) -> Vec<(&str, Vec<&str>)> {
    let mut crates = Vec::new();
    for file in &project.files {
        let folder = file.path.strip_prefix("crates/").unwrap_or(&file.path);
        if let Some(name) = folder.strip_suffix("/Cargo.toml").filter(|name| !name.contains('/')) {
            crates.push((name, dependencies(&file.text)));
        }
    }
    crates
}

/// The crates of ours in all tables of dependencies, without their prefix.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut uses = Vec::new();
    let mut in_table = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            in_table = line.contains("dependencies");
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or("");
        // The library for users has no other name than the project.
        let own = if name == "lydian" { Some(name) } else { name.strip_prefix("lydian-") };
        if let Some(name) = own.filter(|name| in_table && !uses.contains(name)) {
            uses.push(name);
        }
    }
    uses
}

/// The content of the first fence with this info string.
fn fence<'a>(text: &'a str, info: &str) -> Option<&'a str> {
    let start = text.find(&format!("```{info}\n"))? + info.len() + 4;
    let length = text[start..].find("\n```")?;
    Some(&text[start..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    fn complaints(drawing: &str) -> Vec<String> {
        check(&sample(&[
            ("ARCHITECTURE.md", &format!("```layers\n{drawing}\n```\n")),
            ("crates/term/Cargo.toml", "[dependencies]\nserde = \"1\"\n"),
            (
                "crates/core/Cargo.toml",
                "[package]\nname = \"lydian-core\"\n[dependencies]\nlydian-term.workspace = true\n",
            ),
        ]))
    }

    #[test]
    fn a_drawing_that_is_true_is_fine() {
        assert_eq!(complaints("term:\ncore: term"), Vec::<String>::new());
    }

    #[test]
    fn edges_missing_on_either_side_are_named() {
        assert_eq!(complaints("term:\ncore:"), ["`core` uses `term`, which ARCHITECTURE.md does not draw"]);
        let needless = complaints("core: term\nterm: core");
        assert!(
            needless.iter().any(|complaint| complaint.contains("does not stand before it")),
            "{needless:?}"
        );
        assert!(needless.iter().any(|complaint| complaint.contains("but it does not")), "{needless:?}");
    }

    #[test]
    fn crates_missing_on_either_side_are_named() {
        assert_eq!(complaints("term:"), ["crate `core` is not drawn in ARCHITECTURE.md"]);
        assert_eq!(
            complaints("term:\ncore: term\nmoon:"),
            ["ARCHITECTURE.md draws a crate `moon` that does not exist"]
        );
    }
}
