//! Reads a document as a case: its files, its commands, and what each must give.
//! In: the blocks of a Markdown file. Out: the case, or a sentence that says what is wrong with the file.

use std::path::{Component, Path, PathBuf};

use crate::command_line;
use crate::document::{Block, Fence};

/// A case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// Treatments in which the case is known not to give its output.
    pub(crate) not_in: Vec<String>,
    /// The files to write, in order.
    pub(crate) files: Vec<(PathBuf, String)>,
    /// The commands to run, in order.
    pub(crate) steps: Vec<Step>,
}

/// A command and what it must give.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The arguments behind `lydian`.
    pub(crate) arguments: Vec<String>,
    /// What is given on standard input.
    pub(crate) stdin: String,
    /// What it must write and how it must end.
    pub(crate) expected: Expected,
}

/// What a command must give. What a case does not mention must be empty, or 0.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) output: String,
    pub(crate) errors: String,
    pub(crate) exit: i32,
}

/// The words that are no files but parts of a step.
pub(crate) const EXPECTATIONS: [&str; 3] = ["output", "errors", "exit"];

/// Reads the blocks of a case file.
pub(crate) fn read(blocks: &[Block]) -> Result<Case, String> {
    let mut case = Case { not_in: not_in(blocks)?, files: Vec::new(), steps: Vec::new() };
    if !has_sentence(blocks) {
        return Err("a case begins with a sentence that says what should be".to_owned());
    }
    for block in blocks {
        if let Block::Fence(fence) = block {
            read_fence(&mut case, fence).map_err(|message| format!("line {}: {message}", fence.line))?;
        }
    }
    if case.steps.is_empty() {
        return Err("a case needs a `command` fence".to_owned());
    }
    Ok(case)
}

fn read_fence(case: &mut Case, fence: &Fence) -> Result<(), String> {
    match fence.info.as_str() {
        "command" => {
            let mut words = command_line::split(&fence.body)?.into_iter();
            if words.next().as_deref() != Some("lydian") {
                return Err("a command begins with `lydian`".to_owned());
            }
            let step =
                Step { arguments: words.collect(), stdin: String::new(), expected: Expected::default() };
            case.steps.push(step);
        }
        word @ ("stdin" | "output" | "errors" | "exit") => {
            let step = case.steps.last_mut().ok_or_else(|| format!("`{word}` stands before any command"))?;
            match word {
                "stdin" => step.stdin.clone_from(&fence.body),
                "output" => step.expected.output.clone_from(&fence.body),
                "errors" => step.expected.errors.clone_from(&fence.body),
                _ => {
                    let code = fence.body.trim().parse();
                    step.expected.exit = code.map_err(|_| "an exit code is a number".to_owned())?;
                }
            }
        }
        info => {
            let path = file_name(info)?;
            if case.files.iter().any(|(other, _)| *other == path) {
                return Err(format!("`{}` is given twice", path.display()));
            }
            case.files.push((path, fence.body.clone()));
        }
    }
    Ok(())
}

/// The file that a fence stands for: `ocaml reference` and `ocaml reference.ml` are both `reference.ml`.
fn file_name(info: &str) -> Result<PathBuf, String> {
    let (language, name) = info
        .split_once(' ')
        .ok_or_else(|| format!("`{info}` is neither a file (language and name) nor a part of a command"))?;
    let name = name.trim();
    let extension = match language {
        "ocaml" => "ml",
        other => other,
    };
    let path =
        if name.contains('.') { PathBuf::from(name) } else { PathBuf::from(format!("{name}.{extension}")) };
    let inside = path.components().all(|component| matches!(component, Component::Normal(_)));
    if !inside || path == Path::new("") {
        return Err(format!("`{name}` is not a file inside the folder of the case"));
    }
    Ok(path)
}

/// The treatments of the front line `not-in: a, b`.
fn not_in(blocks: &[Block]) -> Result<Vec<String>, String> {
    let Some(line) = prose_lines(blocks).find(|line| line.starts_with("not-in:")) else {
        return Ok(Vec::new());
    };
    if prose_lines(blocks).next() != Some(line) {
        return Err("`not-in:` stands in the first line".to_owned());
    }
    let names = line["not-in:".len()..].split(',').map(|name| name.trim().to_owned());
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    if names.is_empty() { Err("`not-in:` names no treatment".to_owned()) } else { Ok(names) }
}

fn has_sentence(blocks: &[Block]) -> bool {
    let before_fences = blocks.iter().take_while(|block| matches!(block, Block::Prose(_))).cloned();
    let before_fences: Vec<Block> = before_fences.collect();
    prose_lines(&before_fences).any(|line| !line.starts_with("not-in:") && !line.trim().is_empty())
}

fn prose_lines(blocks: &[Block]) -> impl Iterator<Item = &str> {
    blocks.iter().flat_map(|block| match block {
        Block::Prose(prose) => prose.lines(),
        Block::Fence(_) => "".lines(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn read_text(text: &str) -> Result<Case, String> {
        read(&parse(text).expect("a document"))
    }

    #[test]
    fn a_case_has_files_commands_and_what_they_give() {
        let case = read_text(
            "not-in: jobs\n\nA fact.\n\n```ocaml reference\nlet x = 1\n```\n```command\nlydian compare reference.ml\n\
             ```\n```output\nyes\n```\n```exit\n3\n```\n```command\nlydian doctor\n```\n",
        )
        .expect("a case");
        assert_eq!(case.not_in, ["jobs"]);
        assert_eq!(case.files, [(PathBuf::from("reference.ml"), "let x = 1\n".to_owned())]);
        assert_eq!(case.steps[0].arguments, ["compare", "reference.ml"]);
        assert_eq!(
            case.steps[0].expected,
            Expected { output: "yes\n".into(), errors: String::new(), exit: 3 }
        );
        assert_eq!(case.steps[1].expected, Expected::default());
    }

    #[test]
    fn what_is_no_case_says_why() {
        let command = "```command\nlydian x\n```\n";
        for (text, why) in [
            ("A fact.\n".to_owned(), "a `command` fence"),
            (command.to_owned(), "a sentence"),
            ("A.\n```output\n```\n".to_owned(), "before any command"),
            ("A.\n```command\nls\n```\n".to_owned(), "begins with `lydian`"),
            (format!("A.\n```ocaml ../a.ml\n```\n{command}"), "not a file inside"),
            (format!("A.\n```ocaml\n```\n{command}"), "neither a file"),
            (format!("A.\n```ocaml a\n```\n```ocaml a.ml\n```\n{command}"), "given twice"),
            (format!("A.\n{command}```exit\nx\n```\n"), "is a number"),
            (format!("A.\nnot-in: x\n{command}"), "first line"),
        ] {
            let message = read_text(&text).expect_err("no case");
            assert!(message.contains(why), "{message}");
        }
    }
}
