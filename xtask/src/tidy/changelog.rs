//! The changelog tells users what is new, what has changed and what is mended, for each version.

use crate::project::Project;

/// Looks for the headings, in this order, under every version.
pub fn check(project: &Project) -> Vec<String> {
    let Some(file) = project.file("CHANGELOG.md") else {
        return vec!["CHANGELOG.md is missing".to_owned()];
    };
    let mut complaints = Vec::new();
    let versions: Vec<&str> = file.text.split("\n## ").skip(1).collect();
    for version in &versions {
        let name = version.lines().next().unwrap_or("");
        let headings: Vec<&str> = version.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        if headings != ["New", "Changed", "Fixed"] {
            complaints.push(format!("CHANGELOG.md: `{name}` needs the headings New, Changed, Fixed"));
        }
    }
    if versions.is_empty() {
        complaints.push("CHANGELOG.md has no version".to_owned());
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn every_version_has_the_three_headings() {
        let good = "# Changelog\n\n## 0.1.0\n\n### New\n\n### Changed\n\n### Fixed\n";
        assert_eq!(check(&sample(&[("CHANGELOG.md", good)])), Vec::<String>::new());
        let bad = good.replace("### Changed\n", "");
        assert_eq!(check(&sample(&[("CHANGELOG.md", &bad)])).len(), 1);
    }
}
