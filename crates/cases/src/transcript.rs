//! Holds the transcripts in documents to the truth.
//! A fence `console` has lines `$ lydian ...`, each followed by what the command prints (standard output, then standard
//! error). The commands run in the folder of the project, so that they can name the shipped examples.

use std::fs;
use std::path::{Path, PathBuf};

use crate::case::{Expected, Step};
use crate::command_line;
use crate::difference::difference;
use crate::document::{self, Block, Fence};
use crate::judge::Mode;
use crate::normalise::normalise;
use crate::run::{Treatment, run_step};

/// The README and the pages of the book.
pub(crate) fn documents(root: &Path) -> Vec<PathBuf> {
    let mut documents = vec![root.join("README.md")];
    if let Ok(entries) = fs::read_dir(root.join("docs/src")) {
        documents.extend(entries.flatten().map(|entry| entry.path()));
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    documents
}

/// Holds the transcripts of one document to what the commands print in `folder`, or rewrites them.
pub(crate) fn judge_document(
    document: &Path,
    folder: &Path,
    binary: &Path,
    mode: Mode,
) -> Result<(), String> {
    let text = fs::read_to_string(document).map_err(|error| error.to_string())?;
    let mut blocks = document::parse(&text)?;
    let mut failures = Vec::new();
    for block in &mut blocks {
        let Block::Fence(fence) = block else { continue };
        if fence.info != "console" {
            continue;
        }
        let actual =
            true_transcript(fence, folder, binary).map_err(|why| format!("line {}: {why}", fence.line))?;
        let expected = normalise(&fence.body, "");
        if expected != actual {
            failures.push(format!("line {}:\n{}", fence.line, difference(&expected, &actual)));
            fence.body = actual;
        }
    }
    match mode {
        Mode::Update if !failures.is_empty() => {
            fs::write(document, document::print(&blocks)).map_err(|error| error.to_string())
        }
        Mode::Check if !failures.is_empty() => {
            Err(format!("{}\n(UPDATE=1 rewrites it)", failures.join("\n")))
        }
        Mode::Update | Mode::Check => Ok(()),
    }
}

/// The same commands with what they really print.
fn true_transcript(fence: &Fence, folder: &Path, binary: &Path) -> Result<String, String> {
    let mut transcript = String::new();
    let commands = fence.body.lines().filter_map(|line| line.strip_prefix("$ "));
    for command in commands {
        let mut words = command_line::split(command)?.into_iter();
        if words.next().as_deref() != Some("lydian") {
            return Err(format!("`{command}` does not begin with `lydian`"));
        }
        let step = Step { arguments: words.collect(), stdin: String::new(), expected: Expected::default() };
        // The examples stay as they are: a command that keeps something for its next run keeps nothing here.
        let treatment = Treatment::new("plain").variable("LYDIAN_FAILURES", "");
        let given = run_step(&step, binary, &treatment, folder).map_err(|error| error.to_string())?;
        transcript.push_str(&format!("$ {command}\n{}{}", given.output, given.errors));
    }
    if transcript.is_empty() {
        return Err("a transcript has at least one line `$ lydian ...`".to_owned());
    }
    Ok(transcript)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Document(PathBuf);

    impl Document {
        fn new(name: &str, text: &str) -> Document {
            let path = std::env::temp_dir().join(format!("lydian-document-{}-{name}.md", std::process::id()));
            fs::write(&path, text).expect("a file can be written");
            Document(path)
        }

        fn judge(&self, mode: Mode) -> Result<(), String> {
            judge_document(&self.0, &std::env::temp_dir(), Path::new("/bin/sh"), mode)
        }
    }

    impl Drop for Document {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_transcript_that_is_true_passes() {
        let document = Document::new(
            "true",
            "```console\n$ lydian -c 'echo a; echo b >&2'\na\nb\n$ lydian -c true\n```\n",
        );
        assert_eq!(document.judge(Mode::Check), Ok(()));
    }

    #[test]
    fn a_transcript_that_is_not_true_fails_and_can_be_rewritten() {
        let document = Document::new("false", "Prose.\n\n```console\n$ lydian -c 'echo a'\nold\n```\n");
        let failure = document.judge(Mode::Check).expect_err("not true");
        assert!(failure.contains("- old\n+ a"), "{failure}");
        assert_eq!(document.judge(Mode::Update), Ok(()));
        assert_eq!(document.judge(Mode::Check), Ok(()));
    }

    #[test]
    fn only_our_command_is_run() {
        let document = Document::new("other", "```console\n$ rm -r x\n```\n");
        assert!(document.judge(Mode::Check).is_err());
    }
}
