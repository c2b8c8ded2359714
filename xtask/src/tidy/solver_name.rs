//! Only `crates/solver` names Z3 in its code, so that another solver is a change in one place.
//! Comments may speak of it. The chores (this crate) and tests set its path and are left alone.

use crate::project::Project;

/// Searches the code of the other crates.
pub fn check(project: &Project) -> Vec<String> {
    let others = project.rust().filter(|file| {
        file.path.starts_with("crates/")
            && file.path.contains("/src/")
            && !file.path.starts_with("crates/solver/")
    });
    let mut complaints = Vec::new();
    for file in others {
        for (index, line) in file.text.lines().enumerate() {
            let comment = line.trim_start().starts_with("//");
            if !comment && line.to_ascii_lowercase().contains("z3") {
                complaints.push(format!("{}:{} names Z3", file.path, index + 1));
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
    fn code_outside_the_solver_that_names_it_is_found() {
        let project = sample(&[
            ("crates/solver/src/lib.rs", "fn open_z3() {}"),
            ("crates/eval/src/lib.rs", "//! Not Z3.\nfn z3() {}"),
        ]);
        assert_eq!(check(&project), ["crates/eval/src/lib.rs:2 names Z3"]);
    }
}
