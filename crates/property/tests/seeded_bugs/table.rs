//! The table of seeded bugs, `examples/properties/bugs/bugs.txt`: read here, and applied to the files it is about.

use std::path::{Path, PathBuf};

/// The folder of the properties.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/properties")
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// A mistake: a change of a base, the property that it breaks, and the size of the smallest inputs that show it.
pub struct Bug {
    pub base: String,
    pub name: String,
    pub property: String,
    pub size: u64,
    old: Vec<String>,
    new: Vec<String>,
}

impl Bug {
    /// Reads the line that begins a bug: `bug BASE NAME, property PROPERTY, size SIZE`.
    fn begin(line: &str) -> Bug {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let ["bug", base, name, "property", property, "size", size] = words[..] else {
            panic!("not the beginning of a bug: {line}")
        };
        Bug {
            base: base.to_owned(),
            name: name.to_owned(),
            property: property.to_owned(),
            size: size.parse().expect("a size"),
            old: Vec::new(),
            new: Vec::new(),
        }
    }

    /// The base with the mistake in it.
    pub fn text(&self) -> String {
        let base = read(&folder().join(format!("{}.ml", self.base)));
        let old = self.old.join("\n");
        assert_eq!(base.matches(&old).count(), 1, "{}: {old} is not in {} once", self.name, self.base);
        base.replace(&old, &self.new.join("\n"))
    }
}

/// All bugs, in the order of the table.
pub fn bugs() -> Vec<Bug> {
    let mut bugs: Vec<Bug> = Vec::new();
    for line in read(&folder().join("bugs/bugs.txt")).lines() {
        match line.split_at_checked(2) {
            Some(("bu", _)) => bugs.push(Bug::begin(line)),
            Some(("- ", old)) => bugs.last_mut().expect("a bug").old.push(old.to_owned()),
            Some(("+ ", new)) => bugs.last_mut().expect("a bug").new.push(new.to_owned()),
            _ => assert!(line.is_empty() || line.starts_with('#'), "not a line of a table of bugs: {line}"),
        }
    }
    bugs
}
