//! Seeded bugs in OCaml files, as `examples/properties/bugs/bugs.txt` lists them, and what `lydian property check` makes of them.
//! A search goes from the text of the file to a counterexample that was run; it has the bounds of the command and no clock.

use std::time::{Duration, Instant};

use lydian_diagnostic::Source;
use lydian_property::{Checked, Checker, Checking, Ready};

/// The table of bugs.
const TABLE: &str = include_str!("../../../../examples/properties/bugs/bugs.txt");

/// What the command gives to a property unless the user says otherwise.
fn checking() -> Checking {
    Checking { seed: 1, ..Checking::default() }
}

/// A mistake: a change of a file, the property that it breaks, and the size of the smallest inputs that show it.
#[derive(Debug, Clone)]
pub(super) struct Seeded {
    /// The file.
    pub(super) base: &'static str,
    /// Its name.
    pub(super) name: &'static str,
    /// The property that fails.
    pub(super) property: &'static str,
    /// The size of the smallest inputs on which it does.
    pub(super) size: u64,
    old: String,
    new: String,
}

impl Seeded {
    /// The text of the file with the mistake in it.
    pub(super) fn text(&self, base: &str) -> Result<String, String> {
        match base.matches(&self.old).count() {
            1 => Ok(base.replace(&self.old, &self.new)),
            count => Err(format!("{}: the text to change is there {count} times", self.name)),
        }
    }

    /// A mistake: base and name, property and size, and the text that is replaced with what replaces it.
    pub(super) fn new(
        (base, name): (&'static str, &'static str),
        (property, size): (&'static str, u64),
        [old, new]: [&str; 2],
    ) -> Seeded {
        Seeded { base, name, property, size, old: old.to_owned(), new: new.to_owned() }
    }
}

/// All bugs of the table, in its order.
pub(super) fn seeded() -> Result<Vec<Seeded>, String> {
    let mut all: Vec<Seeded> = Vec::new();
    for line in TABLE.lines() {
        let add = |text: &mut String, more: &str| {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(more);
        };
        match (line.split_at_checked(2), all.last_mut()) {
            (Some(("bu", _)), _) => {
                all.push(begun(line).ok_or_else(|| format!("not the beginning of a bug: {line}"))?);
            }
            (Some(("- ", old)), Some(bug)) => add(&mut bug.old, old),
            (Some(("+ ", new)), Some(bug)) => add(&mut bug.new, new),
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => return Err(format!("not a line of a table of bugs: {line}")),
        }
    }
    Ok(all)
}

/// Reads `bug BASE NAME, property PROPERTY, size SIZE`.
fn begun(line: &'static str) -> Option<Seeded> {
    let words: Vec<&'static str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let ["bug", base, name, "property", property, "size", size] = words[..] else { return None };
    let size = size.parse().ok()?;
    Some(Seeded::new((base, name), (property, size), ["", ""]))
}

/// What the engine found.
pub(super) struct Solved {
    /// The counts of work, and the failure if there is one.
    pub(super) checked: Checked,
    /// The time from the text to properties that can be run.
    pub(super) reading: Duration,
    /// The time from the text to the end.
    pub(super) whole: Duration,
}

impl Solved {
    /// The size of the inputs that are reported.
    pub(super) fn size(&self) -> Option<u64> {
        self.checked.failure.as_ref().map(lydian_property::Failure::size)
    }

    /// Inputs that were run and paths that were followed.
    pub(super) fn cases(&self) -> u64 {
        self.checked.tests + self.checked.rejected + self.checked.paths
    }
}

/// Checks one property of a text.
pub(super) fn check(name: &str, text: &str, property: &str) -> Result<Solved, String> {
    let started = Instant::now();
    let (found, faults) = lydian_property::load(&Source::new(name, text), &[property.to_owned()]);
    let found = found.ok_or_else(|| format!("{name}: {faults:?}"))?;
    let ready = Ready::new(&found).map_err(|fault| format!("{name}: {}", fault.message))?;
    let checker = Checker::new(&ready);
    let law = found.properties.first().ok_or_else(|| format!("{name}: no property"))?;
    let reading = started.elapsed();
    let checked = checker.check(law, &checking());
    Ok(Solved { checked, reading, whole: started.elapsed() })
}
