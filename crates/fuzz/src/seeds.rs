//! What inputs are made of: the project's own examples and cases, seeds of this crate, and folders that the user names.
//! In: folders. Out: texts for each reader, in an order that only names decide. A fence of a Markdown file counts as a file of the
//! name in its head; lines `lydian ... --replay CALL` give calls.

mod fences;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use crate::name_of;
use crate::readers::Kind;

/// Files are looked for this many folders deep.
const DEEPEST: u32 = 8;

/// A larger file makes every input slow and no input better.
const LARGEST: usize = 20_000;

/// What the project's own examples have no file for.
const OWN: [(Kind, &str); 7] = [
    (Kind::Suite, include_str!("../seeds/console-suite.json")),
    (Kind::Suite, include_str!("../seeds/sequences.json")),
    (Kind::Case, include_str!("../seeds/cases.json")),
    (Kind::Trace, include_str!("../seeds/all-types.trace")),
    (Kind::Trace, include_str!("../seeds/all-types.csv")),
    (Kind::Core, include_str!("../seeds/program.core")),
    (Kind::Kept, include_str!("../seeds/kept.failures")),
];

/// Calls of the program that they are read for, and inputs of the model, one in each line.
const CALLS: &str = include_str!("../seeds/calls.txt");

/// Texts by reader.
#[derive(Debug, Default)]
pub(crate) struct Seeds {
    texts: BTreeMap<Kind, Vec<String>>,
}

impl Seeds {
    /// Reads all seeds below these folders.
    pub(crate) fn read(folders: &[PathBuf]) -> Result<Seeds, String> {
        let mut seeds = Seeds::default();
        for (kind, text) in OWN {
            seeds.add(kind, text);
        }
        CALLS.lines().for_each(|call| seeds.add(Kind::Replay, call));
        for folder in folders {
            seeds.folder(folder, 0)?;
        }
        Ok(seeds)
    }

    /// Reads seeds that were saved.
    pub(crate) fn load(file: &Path) -> Result<Seeds, String> {
        let said = |why: String| format!("{}: {why}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| said(error.to_string()))?;
        let saved: Vec<(String, Vec<String>)> =
            serde_json::from_str(&text).map_err(|error| said(error.to_string()))?;
        let mut seeds = Seeds::default();
        for (name, texts) in saved {
            let reader = Kind::from_str(&name, false).map_err(said)?;
            texts.iter().for_each(|text| seeds.add(reader, text));
        }
        Ok(seeds)
    }

    /// Saves the seeds, so that whoever makes an input later makes the same one, even if the folders have changed.
    pub(crate) fn save(&self, file: &Path) -> Result<(), String> {
        let all: Vec<(String, &Vec<String>)> =
            self.texts.iter().map(|(reader, texts)| (name_of(*reader), texts)).collect();
        let said = |why: String| format!("{}: {why}", file.display());
        let text = serde_json::to_string(&all).map_err(|error| said(error.to_string()))?;
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(file, text)).map_err(|error| said(error.to_string()))
    }

    /// The texts of a reader.
    pub(crate) fn of(&self, reader: Kind) -> &[String] {
        self.texts.get(&reader).map_or(&[], Vec::as_slice)
    }

    #[cfg(test)]
    pub(crate) fn of_texts(reader: Kind, texts: &[&str]) -> Seeds {
        let mut seeds = Seeds::default();
        texts.iter().for_each(|text| seeds.add(reader, text));
        seeds
    }

    fn add(&mut self, reader: Kind, text: &str) {
        if text.len() <= LARGEST {
            self.texts.entry(reader).or_default().push(text.to_owned());
        }
    }

    fn folder(&mut self, folder: &Path, depth: u32) -> Result<(), String> {
        let said = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut paths: Vec<PathBuf> = entries.map_err(said)?.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                if depth < DEEPEST {
                    self.folder(&path, depth + 1)?;
                }
            } else {
                self.file(&path)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let is_known = |ending: &&str| name.ends_with(*ending);
        if !["md", "jsonl"].iter().any(is_known) && readers_of(&name).is_empty() {
            return Ok(());
        }
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        if name.ends_with(".md") {
            fences::fences(&text, |name, content| self.named(name, content));
            fences::calls(&text).for_each(|call| self.add(Kind::Replay, &call));
        } else if name.ends_with(".jsonl") {
            text.lines().for_each(|line| self.row(line));
        } else {
            self.named(&name, &text);
        }
        Ok(())
    }

    fn named(&mut self, name: &str, text: &str) {
        for reader in readers_of(name) {
            // Of programs that are neither, nearly no change makes a model or a property.
            let fits = match reader {
                Kind::Model => text.contains("type input") || text.contains("let init"),
                Kind::Property => text.contains("prop_") || text.contains("QCheck"),
                _ => true,
            };
            if fits {
                self.add(*reader, text);
            }
        }
    }

    /// A row of a corpus: programs and specifications under the names that corpora give them.
    fn row(&mut self, line: &str) {
        let Ok(row) = serde_json::from_str::<Value>(line) else { return };
        let fields = [("source", "x.ml"), ("solution", "x.ml"), ("spec", "x.tessla"), ("input", "x.trace")];
        for (field, name) in fields {
            if let Some(text) = row[field].as_str() {
                self.named(name, text);
            }
        }
    }
}

/// Who reads a file of such a name.
fn readers_of(name: &str) -> &'static [Kind] {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "ml" => &[Kind::Ocaml, Kind::Model, Kind::Property],
        "mli" => &[Kind::Interface],
        "console" => &[Kind::Console],
        "tessla" => &[Kind::Tessla],
        "trace" | "csv" => &[Kind::Trace, Kind::ConsoleTrace],
        "txt" => &[Kind::ConsoleTrace],
        "toml" => &[Kind::Wire],
        "json" => &[Kind::Suite, Kind::Case],
        "failures" => &[Kind::Kept],
        "core" => &[Kind::Core],
        _ => &[],
    }
}
