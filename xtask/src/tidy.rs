//! What the compiler cannot check, as an ordinary test.
//! Each rule is a file of this folder with a function `check(project) -> complaints`; a complaint names the file and says
//! what to do. Rules are held, not aimed at: there is no list of exceptions.

mod architecture_paths;
mod changelog;
mod debug_text;
mod explain_pages;
mod file_length;
mod forbidden_words;
mod layers;
mod module_heads;
mod solver_name;

use std::path::Path;
use std::process::ExitCode;

use crate::docs;
use crate::project::Project;

type Rule = fn(&Project) -> Vec<String>;

const RULES: [(&str, Rule); 10] = [
    ("crate edges", layers::check),
    ("paths in documents", architecture_paths::check),
    ("module heads", module_heads::check),
    ("file length", file_length::check),
    ("forbidden words", forbidden_words::check),
    ("explain pages", explain_pages::check),
    ("one crate names the solver", solver_name::check),
    ("text for users", debug_text::check),
    ("changelog", changelog::check),
    ("links", docs::check),
];

/// Prints what is wrong.
pub fn run(root: &Path) -> ExitCode {
    if complaints(root).is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints and returns what is wrong.
pub fn complaints(root: &Path) -> Vec<String> {
    let project = Project::read(root);
    let mut complaints = Vec::new();
    for (name, rule) in RULES {
        complaints.extend(rule(&project).into_iter().map(|complaint| format!("{name}: {complaint}")));
    }
    for complaint in &complaints {
        println!("{complaint}");
    }
    complaints
}

/// A project made of these files, for the tests of the rules.
#[cfg(test)]
fn sample(files: &[(&str, &str)]) -> Project {
    let files = files
        .iter()
        .map(|(path, text)| crate::project::File { path: (*path).to_owned(), text: (*text).to_owned() })
        .collect();
    Project { root: std::path::PathBuf::from("no such folder"), files }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_project_is_tidy() {
        let complaints = super::complaints(&crate::project::root());
        assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    }
}
