//! What all languages need to write a program: lines with indentation, names that are free, terms with as few parentheses
//! as the language allows.

use std::collections::BTreeSet;

use super::plan::{Field, Plan};
use crate::names;

/// Lines of a program.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    depth: usize,
    pub(super) unit: &'static str,
}

impl Lines {
    pub(super) fn new(unit: &'static str) -> Lines {
        Lines { unit, ..Lines::default() }
    }

    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.push_str(&self.unit.repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Several lines, each with the indentation of this place.
    pub(super) fn block(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line));
    }

    pub(super) fn deeper<R>(&mut self, body: impl FnOnce(&mut Lines) -> R) -> R {
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A term in a language, with how tightly its outermost operator binds.
#[derive(Debug, Clone)]
pub(super) struct Code {
    pub(super) text: String,
    pub(super) binds: u8,
}

/// What binds tightest: names, literals, what is in parentheses.
pub(super) const ATOM: u8 = 100;

impl Code {
    pub(super) fn new(text: impl Into<String>, binds: u8) -> Code {
        Code { text: text.into(), binds }
    }

    pub(super) fn atom(text: impl Into<String>) -> Code {
        Code::new(text, ATOM)
    }

    /// The text for a place where at least this tightness is needed.
    pub(super) fn at(&self, least: u8) -> String {
        if self.binds >= least { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// How names must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// As they are.
    Any,
    /// With a small first letter.
    Small,
}

/// A function that programs define if they use it: its name, those that it needs, its text.
pub(super) type Helper = (&'static str, &'static [&'static str], &'static str);

/// Notes that a program uses a function, and so all that it needs.
pub(super) fn need(table: &[Helper], used: &mut BTreeSet<&'static str>, name: &'static str) {
    if used.insert(name)
        && let Some((_, needs, _)) = table.iter().find(|(other, ..)| *other == name)
    {
        needs.iter().for_each(|other| need(table, used, other));
    }
}

/// The text of the functions that a program uses.
pub(super) fn defined(table: &[Helper], used: &BTreeSet<&'static str>) -> String {
    let used = table.iter().filter(|(name, ..)| used.contains(name));
    used.map(|(_, _, code)| format!("{code}\n\n")).collect()
}

/// Names of variables, histories, parameters and bound names in a program, all different.
pub(super) struct Names {
    given: names::Names,
    reserved: BTreeSet<&'static str>,
    case: Case,
    /// By variable.
    pub(super) variables: Vec<String>,
    /// By variable: the name of a value that is not accepted yet.
    pub(super) fresh: Vec<String>,
    /// By view: the name of its list.
    pub(super) histories: Vec<String>,
    /// By parameter.
    parameters: Vec<(String, String)>,
}

impl Names {
    /// No name is one of these words or of a function that programs may define.
    pub(super) fn new(plan: &Plan, reserved: &[&'static str], helpers: &[Helper], case: Case) -> Names {
        let members = plan.enumerations.iter().flat_map(|one| &one.members).map(|(member, _)| &**member);
        let enumerations = plan.enumerations.iter().map(|one| &*one.name);
        let mut names = Names {
            given: names::Names::without(&enumerations.chain(members).collect::<Vec<_>>()),
            reserved: names::words(reserved).chain(helpers.iter().map(|(name, ..)| *name)).collect(),
            case,
            variables: Vec::new(),
            fresh: Vec::new(),
            histories: Vec::new(),
            parameters: Vec::new(),
        };
        names.variables = plan.variables.iter().map(|(name, _)| names.pick(name)).collect();
        names.parameters =
            plan.parameters.iter().map(|one| (one.name.clone(), names.pick(&one.name))).collect();
        names.fresh = plan.variables.iter().map(|(name, _)| names.pick(&format!("new_{name}"))).collect();
        names.histories =
            (0..plan.views.len()).map(|view| names.pick(&format!("all_{}", plan.view_name(view)))).collect();
        names
    }

    /// A name that is not taken; it is taken then.
    fn pick(&mut self, wanted: &str) -> String {
        let longer = |name: &String| Some(format!("{name}_"));
        self.given.first(std::iter::successors(Some(self.local(wanted)), longer))
    }

    /// A name as the language allows it.
    pub(super) fn local(&self, wanted: &str) -> String {
        let mut name = names::plain(wanted);
        if self.case == Case::Small && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            name[..1].make_ascii_lowercase();
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) || name.trim_matches('_').is_empty() {
            name.insert(0, 'v');
        }
        if self.reserved.contains(&*name) {
            name.push('_');
        }
        name
    }

    pub(super) fn parameter(&self, name: &str) -> String {
        let found = self.parameters.iter().find(|(other, _)| other == name);
        found.map_or_else(|| name.to_owned(), |(_, name)| name.clone())
    }

    /// The name of a value that is just read; it is the one of the old value if that is not used any more.
    pub(super) fn new_value(&self, field: &Field) -> String {
        let names = if field.apart { &self.fresh } else { &self.variables };
        names[field.variable].clone()
    }
}
