//! The areas of the cases and the files in them.
//! An area is a folder of cases that run in the same treatments. A file under `cases/` that belongs to no area is an orphan.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::Treatment;

/// The cases of `cases/<name>`, and how they are run beside the plain way.
#[derive(Debug, Clone)]
pub struct Area {
    pub(crate) name: String,
    pub(crate) treatments: Vec<Treatment>,
}

impl Area {
    /// The area of that name.
    pub fn new(name: &str, treatments: impl IntoIterator<Item = Treatment>) -> Area {
        Area { name: name.to_owned(), treatments: treatments.into_iter().collect() }
    }

    /// Its case files below `root`, in alphabetical order. An area without a case is an error.
    pub(crate) fn files(&self, root: &Path) -> Result<Vec<PathBuf>, String> {
        let entries = entries(&root.join(&self.name)).map_err(|error| error.to_string())?;
        let files: Vec<PathBuf> = entries.iter().filter_map(|path| case_file(path)).collect();
        if files.is_empty() { Err("there is no case to run".to_owned()) } else { Ok(files) }
    }
}

/// The folder of all cases.
pub fn cases_root() -> PathBuf {
    project_root().join("cases")
}

/// The folder of the project.
pub(crate) fn project_root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Files under `root` that no area picks up.
pub(crate) fn orphans(root: &Path, areas: &[Area]) -> io::Result<Vec<PathBuf>> {
    let mut orphans = Vec::new();
    for path in entries(root)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && areas.iter().any(|area| area.name == name) {
            orphans.extend(entries(&path)?.into_iter().filter(|path| case_file(path).is_none()));
        } else if name != "README.md" {
            orphans.push(path);
        }
    }
    Ok(orphans)
}

/// The case file that an entry of an area stands for: `fact.md`, or `fact/case.md` in a folder with further files.
fn case_file(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let inner = path.join("case.md");
        return inner.is_file().then_some(inner);
    }
    path.extension().is_some_and(|extension| extension == "md").then(|| path.to_owned())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}
