//! The files of the project, read once.
//! Leaves out what is built or fetched. Paths are relative to the root and use `/`; the order is alphabetical.

use std::fs;
use std::path::{Path, PathBuf};

/// A file whose text can be read.
pub struct File {
    /// Relative to the root.
    pub path: String,
    /// The text; files that are not UTF-8 are left out.
    pub text: String,
}

/// All files of the project.
pub struct Project {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// In alphabetical order of their paths.
    pub files: Vec<File>,
}

impl Project {
    /// Reads the project.
    pub fn read(root: &Path) -> Project {
        let mut files = Vec::new();
        collect(root, "", &mut files);
        files.sort_by(|left, right| left.path.cmp(&right.path));
        Project { root: root.to_owned(), files }
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// All Rust files.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }

    /// Whether there is a file or folder at a path relative to the root.
    pub fn exists(&self, path: &str) -> bool {
        self.root.join(path).exists()
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
        let built = name == "target" || (prefix == "docs/" && name == "book");
        if hidden || built {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), &format!("{path}/"), files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            files.push(File { path, text });
        }
    }
}
