//! A corpus of exercises and submissions, one JSON object a line.

use std::path::Path;

use serde_json::Value;

/// An exercise.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    pub(crate) name: String,
    pub(crate) solution: String,
    pub(crate) grading: Option<String>,
    pub(crate) submissions: Vec<Submission>,
}

/// A submission to an exercise.
#[derive(Debug, Clone)]
pub(crate) struct Submission {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) source: String,
}

/// Reads the exercises of a folder with their submissions, in the order of the files.
pub(crate) fn read(folder: &Path) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for object in lines(&folder.join("ocaml-problems.jsonl"))? {
        problems.push(Problem {
            name: text(&object, "problem")?,
            solution: text(&object, "solution")?,
            grading: object["grading"].as_str().map(str::to_owned),
            submissions: Vec::new(),
        });
    }
    for object in lines(&folder.join("ocaml-submissions.jsonl"))? {
        let name = text(&object, "problem")?;
        let problem = problems
            .iter_mut()
            .find(|problem| problem.name == name)
            .ok_or_else(|| format!("a submission names the unknown problem `{name}`"))?;
        let id = match &object["id"] {
            Value::String(id) => id.clone(),
            other => other.to_string(),
        };
        problem.submissions.push(Submission {
            id,
            label: text(&object, "label")?,
            source: text(&object, "source")?,
        });
    }
    Ok(problems)
}

fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let content = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    content
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", path.display(), index + 1))
        })
        .collect()
}

fn text(object: &Value, field: &str) -> Result<String, String> {
    object[field].as_str().map(str::to_owned).ok_or_else(|| format!("a line has no text field `{field}`"))
}
