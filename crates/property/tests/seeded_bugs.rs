//! The properties under `examples/properties` hold, and every bug that `bugs/bugs.txt` seeds there is found with inputs of the
//! smallest size. The sizes in the table were found apart from this engine, by trying all inputs with compiled OCaml code.
//! What each took is printed: the work is counted, and the time is only told.

use std::path::{Path, PathBuf};
use std::time::Instant;

use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_property::{Checked, Checker, Checking, Ready, load, verdict};
use lydian_verdict::Verdict;

/// What the command gives to each property; the base versions get less, since what holds uses it all up.
const WORK: u64 = 3_000_000;
const WORK_ON_BASE: u64 = 150_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/properties")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// A mistake: a change of a base, the property that it breaks, and the size of the smallest inputs that show it.
struct Bug {
    base: String,
    name: String,
    property: String,
    size: u64,
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
    fn text(&self) -> String {
        let base = read(&folder().join(format!("{}.ml", self.base)));
        let old = self.old.join("\n");
        assert_eq!(base.matches(&old).count(), 1, "{}: {old} is not in {} once", self.name, self.base);
        base.replace(&old, &self.new.join("\n"))
    }
}

fn bugs() -> Vec<Bug> {
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

/// Checks the named properties of a text, or all.
fn check(name: &str, text: &str, named: &[String], work: u64) -> Vec<(String, Checked, Verdict)> {
    let (found, faults) = load(&Source::new(name, text), named);
    let found = found.unwrap_or_else(|| panic!("{name}: {faults:#?}"));
    let ready = Ready::new(&found).unwrap_or_else(|fault| panic!("{name}: {fault:#?}"));
    let checker = Checker::new(&ready);
    let checking = Checking { tests: 1_000, work, samples: 200, seed: 1, deadline: None };
    let checked = found.properties.iter().map(|property| {
        let started = Instant::now();
        let checked = checker.check(property, &checking);
        let Checked { tests, rejected, paths, questions, .. } = &checked;
        println!(
            "{name} {}: {tests} tests, {rejected} rejected, {paths} paths, {questions} questions, {} ms",
            property.name,
            started.elapsed().as_millis()
        );
        let verdict = verdict(property, &checked, &found.program.types, checking.seed);
        (property.name.to_string(), checked, verdict)
    });
    checked.collect()
}

fn base_gives_no_alarm(base: &str) {
    let text = read(&folder().join(format!("{base}.ml")));
    let checked = check(base, &text, &[], WORK_ON_BASE);
    assert!(checked.len() >= 5, "{} properties", checked.len());
    for (name, checked, verdict) in checked {
        assert!(matches!(verdict, Verdict::Passed(_) | Verdict::Proved(_)), "{base} {name}: {verdict:?}");
        assert!(checked.tests + checked.relevant > 100, "{base} {name}: {checked:?}");
    }
}

fn every_bug_is_found_and_small(base: &str) {
    let mut wrong = Vec::new();
    for bug in bugs().iter().filter(|bug| bug.base == base) {
        let name = format!("{base} {}", bug.name);
        let checked = check(&name, &bug.text(), std::slice::from_ref(&bug.property), WORK);
        let found = checked[0].1.failure.as_ref();
        let size = found.map(|failure| failure.inputs.iter().map(Datum::size).sum::<u64>());
        if size != Some(bug.size) {
            wrong.push(format!("{name}: size {size:?}, the smallest is {}: {:?}", bug.size, checked[0].2));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_many_bugs_and_no_name_twice() {
    let mut names: Vec<(String, String)> = bugs().into_iter().map(|bug| (bug.base, bug.name)).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert!(names.len() == all && all >= 100, "{all} bugs, {} names", names.len());
}

macro_rules! bases {
    ($($base:ident)*) => {$(
        mod $base {
            #[test]
            fn holds_without_bugs() {
                super::base_gives_no_alarm(stringify!($base));
            }

            #[test]
            fn shows_every_bug_with_the_smallest_inputs() {
                super::every_bug_is_found_and_small(stringify!($base));
            }
        }
    )*};
}

bases! { sorted search_tree red_black lambda parentheses json }
