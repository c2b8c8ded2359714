//! Counterexamples that are kept between runs and tried first: their text, and what becomes of them now.
//!
//! In: the text that an earlier run left, one call in a line. Out: which calls still fail, and which are to be forgotten. The
//! passes of a check never see any of this, so that their numbers and claims stay what they are.

use std::sync::Arc;

use lydian_core::Datum;
use lydian_diagnostic::{Diagnostic, Severity, Source};
use lydian_verdict::{Refutation, Verdict};

use crate::call::{load_calls, size_of_call};
use crate::check::{Checked, Checker};
use crate::load::Properties;
use crate::ready::Ready;
use crate::tell::refuted_call;

/// So many counterexamples are kept for a property.
const MOST: usize = 20;

/// So many characters of a call are told in a note.
const MOST_SHOWN: usize = 200;

/// A longer call is not kept.
pub const LONGEST_CALL: usize = 4_000;

/// Calls that refuted properties of one file.
///
/// ```
/// let mut kept = lydian_property::Kept::parse("# a remark\nprop_a 1\n\nprop_b [2]\n");
/// assert_eq!(kept.of("prop_a"), ["prop_a 1"]);
/// kept.replace("prop_a", vec!["prop_a 0".into()]);
/// assert!(kept.text("x.ml").expect("calls").ends_with("prop_b [2]\nprop_a 0\n"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    calls: Vec<String>,
}

impl Kept {
    /// The calls in a text; empty lines and those that begin with `#` mean nothing.
    pub fn parse(text: &str) -> Kept {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Kept { calls: lines.map(str::to_owned).collect() }
    }

    /// The text that keeps the calls; nothing if there are none.
    pub fn text(&self, file: &str) -> Option<String> {
        let head = format!(
            "# Calls that refuted properties of {}. `lydian property check` tries them first; one that passes is removed.",
            file.replace(char::is_control, "?")
        );
        let lines = std::iter::once(head).chain(self.calls.iter().cloned());
        (!self.calls.is_empty()).then(|| lines.map(|line| line + "\n").collect())
    }

    /// The calls of a property; `callee` is what its calls begin with.
    pub fn of(&self, callee: &str) -> Vec<&str> {
        self.calls.iter().map(String::as_str).filter(|call| calls(call, callee)).take(MOST).collect()
    }

    /// Keeps these calls of a property and no others; the first ones if there are too many.
    pub fn replace(&mut self, callee: &str, mut kept: Vec<String>) {
        kept.truncate(MOST);
        if self.of(callee) != kept {
            self.calls.retain(|call| !calls(call, callee));
            self.calls.extend(kept);
        }
    }

    /// Forgets the calls of all properties but these, and gives what was forgotten.
    pub fn retain<'c>(&mut self, callees: impl Iterator<Item = &'c str> + Clone) -> Vec<String> {
        let is_known = |call: &String| callees.clone().any(|callee| calls(call, callee));
        let (known, gone) = std::mem::take(&mut self.calls).into_iter().partition(is_known);
        self.calls = known;
        gone
    }
}

/// Whether a text is a call of a property.
fn calls(call: &str, callee: &str) -> bool {
    call.strip_prefix(callee).is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// What became of the kept calls of a property.
#[derive(Debug, Default)]
pub struct Tried {
    /// Calls that are kept on: they fail, or cannot be decided now.
    pub calls: Vec<String>,
    /// What is told about the smallest call that fails, with its size if that is known.
    smallest: Option<(Refutation, Option<u64>)>,
    /// What is told about the others.
    pub notes: Vec<Diagnostic>,
}

/// Runs kept calls again.
pub fn try_again(source: &Arc<Source>, calls: &[&str]) -> Tried {
    let mut tried = Tried::default();
    let mut well_typed = calls.to_vec();
    if load_calls(source, calls).is_err() {
        well_typed.retain(|call| match load_calls(source, &[call]) {
            Ok(_) => true,
            Err(faults) => {
                let why = faults.first().map_or(String::new(), |fault| format!(" ({})", fault.message));
                tried.notes.push(note(&format!("is not well typed any more{why}"), call));
                false
            }
        });
    }
    let found = match load_calls(source, &well_typed) {
        Ok(found) if !well_typed.is_empty() => found,
        _ => return tried,
    };
    let Ok(ready) = Ready::new(&found) else {
        tried.calls = well_typed.iter().map(|call| (*call).to_owned()).collect();
        return tried;
    };
    let checker = Checker::new(&ready);
    for call in &found.properties {
        let checked = checker.replay(call, &[Datum::Unit]);
        tried.take(&found, &call.name, checked);
    }
    tried
}

impl Tried {
    fn take(&mut self, found: &Properties, call: &str, checked: Checked) {
        let Some(failure) = checked.failure else {
            match (checked.tests, checked.rejected + checked.outside) {
                (0, 0) => self.calls.push(call.to_owned()),
                (0, _) => self.notes.push(note("is rejected now", call)),
                _ => self.notes.push(note("passes now", call)),
            }
            return;
        };
        self.calls.push(call.to_owned());
        let size = size_of_call(call, &found.program);
        let is_smaller = match &self.smallest {
            None => true,
            Some((_, known)) => size.unwrap_or(u64::MAX) < known.unwrap_or(u64::MAX),
        };
        if is_smaller {
            let types = &found.program.types;
            let refutation = refuted_call(call, size.unwrap_or(0), &failure, types, 0)
                .detail("tests", "kept from an earlier run, and nothing as small was found");
            self.smallest = Some((refutation, size));
        }
    }

    /// The verdict on the property: the one that was found, unless a kept call fails and nothing as small was found.
    pub fn verdict(&self, found: Verdict, seed: u64) -> Verdict {
        let told = match (&found, &self.smallest) {
            (_, None) => None,
            (Verdict::Refuted(found), Some((kept, size))) => {
                size.is_some_and(|size| size < found.case.size).then_some(kept)
            }
            (_, Some((kept, _))) => Some(kept),
        };
        let Some(mut told) = told.cloned() else { return found };
        told.case.seed = seed;
        Verdict::Refuted(Box::new(told))
    }

    /// What is kept for the property from now on: the call that is told, and the kept ones that still fail.
    pub fn kept_on(&self, source: &Arc<Source>, told: Option<&str>) -> Vec<String> {
        let told =
            told.filter(|call| self.calls.iter().any(|kept| kept == call) || is_writable(source, call));
        let others = self.calls.iter().map(String::as_str).filter(|call| Some(*call) != told);
        told.into_iter().chain(others).map(str::to_owned).collect()
    }
}

/// Whether a call can be kept: it fits into a line and is OCaml.
fn is_writable(source: &Arc<Source>, call: &str) -> bool {
    call.len() <= LONGEST_CALL && !call.contains(char::is_control) && load_calls(source, &[call]).is_ok()
}

/// What is told about a kept call that is forgotten.
pub fn note(what: &str, call: &str) -> Diagnostic {
    let shown: String = call.chars().take(MOST_SHOWN).collect();
    let more = if shown.len() < call.len() { "..." } else { "" };
    let message = format!("a kept counterexample {what}: `{shown}{more}`");
    let mut note = Diagnostic::without_place("kept-counterexample", message);
    note.severity = Severity::Note;
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_verdict::{Bounds, Case, Door, Outcome};

    fn tried(file: &str, calls: &[&str]) -> Tried {
        try_again(&Source::new("file.ml", file), calls)
    }

    #[test]
    fn kept_calls_are_told_apart_by_what_they_do_now() {
        let file = "open Lydian let prop_a n = (n <> 7) ==> (n < 3) let prop_b f = f 1 = 1";
        let calls =
            ["prop_a 5", "prop_a 2", "prop_a 7", "prop_a true", "prop_gone 1", "prop_a (", "prop_a 4"];
        let tried = tried(file, &calls);
        assert_eq!(tried.calls, ["prop_a 5", "prop_a 4"]);
        assert_eq!(told(&tried, None).as_deref(), Some("prop_a 5"));
        let notes: Vec<&str> = tried.notes.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(notes.len(), 5, "{notes:?}");
        assert!(notes.contains(&"a kept counterexample passes now: `prop_a 2`"), "{notes:?}");
        assert!(notes.contains(&"a kept counterexample is rejected now: `prop_a 7`"), "{notes:?}");
    }

    /// The call that is told if the passes find a counterexample of this size, or none.
    fn told(tried: &Tried, found: Option<u64>) -> Option<String> {
        let found = match found {
            None => Verdict::Passed(Bounds::new("nothing is wrong")),
            Some(size) => {
                let case = Case {
                    door: Door::Property,
                    written: None,
                    entry: "found".into(),
                    inputs: Vec::new(),
                    expected: Outcome::Value("true".into()),
                    actual: Outcome::Value("false".into()),
                    size,
                    seed: 0,
                };
                Verdict::Refuted(Box::new(Refutation::new(case)))
            }
        };
        match tried.verdict(found, 0) {
            Verdict::Refuted(refutation) => Some(refutation.case.call()),
            _ => None,
        }
    }

    #[test]
    fn a_kept_call_is_told_only_if_nothing_as_small_is_found() {
        let tried = tried("let prop_a l = List.length l < 2", &["prop_a [0; 0; 0]", "prop_a [0; 0]"]);
        assert_eq!(told(&tried, None).as_deref(), Some("prop_a [0; 0]"));
        assert_eq!(told(&tried, Some(6)).as_deref(), Some("prop_a [0; 0]"));
        assert_eq!(told(&tried, Some(5)).as_deref(), Some("found"));
        assert_eq!(told(&Tried::default(), None), None);
    }

    #[test]
    fn a_call_with_a_function_has_no_size_and_gives_way() {
        let tried = tried("let prop_b f = f 1 = 1", &["prop_b (fun x -> x + 1)"]);
        assert_eq!(told(&tried, None).as_deref(), Some("prop_b (fun x -> x + 1)"));
        assert_eq!(told(&tried, Some(9)).as_deref(), Some("found"));
    }

    #[test]
    fn a_call_that_does_not_end_is_kept_on() {
        let tried = tried("let rec prop_a n = prop_a n", &["prop_a 1"]);
        assert_eq!((tried.calls.len(), tried.smallest.is_none(), tried.notes.len()), (1, true, 0));
    }

    #[test]
    fn the_told_call_comes_first_and_none_comes_twice() {
        let source = Source::new("file.ml", "let prop_a n = n < 3");
        let tried = try_again(&source, &["prop_a 5", "prop_a 4"]);
        assert_eq!(tried.kept_on(&source, Some("prop_a 4")), ["prop_a 4", "prop_a 5"]);
        assert_eq!(tried.kept_on(&source, Some("prop_a 3")), ["prop_a 3", "prop_a 5", "prop_a 4"]);
        assert_eq!(tried.kept_on(&source, Some("prop_a <abstr>")), ["prop_a 5", "prop_a 4"]);
        assert_eq!(tried.kept_on(&source, None), ["prop_a 5", "prop_a 4"]);
    }

    #[test]
    fn only_so_many_calls_of_a_property_are_kept() {
        let mut kept = Kept::parse("prop_b 1");
        kept.replace("prop_a", (0..50).map(|n| format!("prop_a {n}")).collect());
        assert_eq!(kept.of("prop_a").len(), MOST);
        assert_eq!(kept.of("prop_b"), ["prop_b 1"]);
        assert_eq!(Kept::parse(&kept.text("a.ml").expect("calls")), kept);
        kept.replace("prop_a", Vec::new());
        kept.replace("prop_b", Vec::new());
        assert_eq!(kept.text("a.ml"), None);
    }
}
