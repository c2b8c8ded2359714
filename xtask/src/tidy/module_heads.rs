//! Every Rust file begins with a head that says what it is: `//!` in the first line.

use crate::project::Project;

/// Looks at the first line of every file.
pub fn check(project: &Project) -> Vec<String> {
    let headless = project.rust().filter(|file| !file.text.starts_with("//!"));
    headless.map(|file| format!("{} does not begin with `//!`", file.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample;

    #[test]
    fn a_file_without_a_head_is_named() {
        let project =
            sample(&[("crates/a/src/lib.rs", "//! A.\n"), ("crates/a/src/b.rs", "use std::fmt;\n")]);
        assert_eq!(check(&project), ["crates/a/src/b.rs does not begin with `//!`"]);
    }
}
