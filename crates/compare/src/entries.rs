//! What is compared: the last function of the reference, entries by name, all that both define, or what an interface declares.
//! Each entry is judged by itself; `rows` puts the judgements of one submission together.

use std::sync::Arc;

use lydian_core::{Program, Type};
use lydian_diagnostic::Diagnostic;
use lydian_ocaml::{Interface, show_type};
use lydian_verdict::Remark;

use crate::contents::of_functor;
use crate::in_a_row::BETWEEN_CALLS;
use crate::judge::Loaded;
use crate::same_type::has_as_instance;
use crate::shared_state;

/// What is compared.
#[derive(Debug, Clone, Default)]
pub enum Entries {
    /// The last function of the reference; if a module that hides nothing stands last, all that is in it.
    #[default]
    Last,
    /// Functions and constants by name.
    Named(Vec<String>),
    /// All functions and constants that both programs define.
    All,
    /// What an interface declares, at its types; a submission must have all of it.
    Interface(Arc<Interface>),
    /// Functions that share data, by calls of them one after the other. Made for a file whose entries do; nobody names it.
    InARow {
        /// Their names.
        names: Vec<String>,
        /// The interface that says at which types.
        interface: Option<Arc<Interface>>,
    },
}

impl Entries {
    /// One function or constant by name.
    pub fn one(name: &str) -> Entries {
        Entries::Named(vec![name.to_owned()])
    }

    /// The name, if one entry is named.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Entries::Named(names) if names.len() == 1 => Some(&names[0]),
            Entries::Interface(interface) => match &interface.program.exports[..] {
                [only] => Some(&only.name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The interface, if there is one.
    pub(crate) fn interface(&self) -> Option<&Arc<Interface>> {
        match self {
            Entries::Interface(interface) => Some(interface),
            Entries::InARow { interface, .. } => interface.as_ref(),
            _ => None,
        }
    }

    /// Whether this may be more than one entry.
    pub(crate) fn are_several(&self) -> bool {
        !matches!(self, Entries::Last) && self.name().is_none()
    }

    /// One of these entries alone.
    pub(crate) fn only(&self, name: &str) -> Entries {
        match self {
            _ if name.contains(BETWEEN_CALLS) => {
                self.in_a_row(name.split(BETWEEN_CALLS).map(str::to_owned).collect())
            }
            Entries::Interface(interface) => Entries::Interface(Arc::new(interface.only(name))),
            _ => Entries::one(name),
        }
    }

    /// Calls of these of the entries one after the other.
    fn in_a_row(&self, names: Vec<String>) -> Entries {
        Entries::InARow { names, interface: self.interface().cloned() }
    }
}

/// The entries of one submission, each by itself, and what is said beside their judgements.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) rows: Vec<Entries>,
    pub(crate) remarks: Vec<Remark>,
}

/// Which entries a submission is judged by, where the reference defines these names and this module, which hides nothing, stands last in it.
pub(crate) fn choose(
    entries: &Entries,
    defined: &[&str],
    last_module: Option<&str>,
    submission: &Program,
) -> Chosen {
    let rows = match entries {
        Entries::Last => {
            let is_inside = |name: &&&str| last_module.is_some_and(|module| is_in(name, module));
            let inside: Vec<Entries> =
                defined.iter().filter(is_inside).map(|name| Entries::one(name)).collect();
            if inside.len() > 1 { inside } else { vec![Entries::Last] }
        }
        Entries::Named(names) => names.iter().map(|name| Entries::one(name)).collect(),
        Entries::Interface(interface) => interface.names().iter().map(|name| entries.only(name)).collect(),
        Entries::All => return all_in_common(defined, submission),
        Entries::InARow { .. } => vec![entries.clone()],
    };
    Chosen { rows, remarks: Vec::new() }
}

/// Leaves out what an interface says of modules that functors of the library make in both programs: nobody wrote what is in them.
pub(crate) fn leave_out_of_library(mut chosen: Chosen, made: [&[String]; 2]) -> Chosen {
    let is_made = |entries: &Entries| {
        let (Entries::Interface(_), Some(name)) = (entries, entries.name()) else { return false };
        made.iter().all(|modules| modules.iter().any(|module| is_in(name, module)))
    };
    chosen.rows.retain(|row| !is_made(row));
    chosen
}

/// Adds what entries do together: a row of calls one after the other for those that share data.
pub(crate) fn add_calls_in_a_row(
    mut chosen: Chosen,
    reference: &Program,
    submission: &Program,
    entries: &Entries,
) -> Chosen {
    let names: Vec<&str> = chosen.rows.iter().filter_map(Entries::name).collect();
    let groups = shared_state::groups(reference, submission, &names);
    chosen.rows.extend(groups.into_iter().map(|group| entries.in_a_row(group)));
    chosen
}

fn all_in_common(defined: &[&str], submission: &Program) -> Chosen {
    let (both, missing): (Vec<&str>, Vec<&str>) =
        defined.iter().partition(|name| submission.export(name).is_some());
    let mut rows: Vec<Entries> = both.into_iter().map(Entries::one).collect();
    // Nothing in common is no reason to say nothing: what the reference defines last is missing.
    if let ([], Some((last, others))) = (&rows[..], missing.split_last()) {
        rows.push(Entries::one(last));
        return Chosen { rows, remarks: remark_on_missing(others) };
    }
    Chosen { rows, remarks: remark_on_missing(&missing) }
}

fn remark_on_missing(missing: &[&str]) -> Vec<Remark> {
    if missing.is_empty() {
        return Vec::new();
    }
    let quoted: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
    let text = format!("the reference also defines {}, and the submission does not", listed(&quoted));
    vec![Remark::new("not-defined", text)]
}

/// `a`, `a and b`, `a, b and c`.
fn listed(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What a program defines itself: not what it takes over from modules of the library, or lets functors of the library make.
pub(crate) fn defined<'p>(program: &'p Program, made_by_library: &[String]) -> Vec<&'p str> {
    let is_made = |name: &str| made_by_library.iter().any(|module| is_in(name, module));
    let is_own =
        |name: &&str| program.export(name).is_some_and(|export| program.is_own(export.var)) && !is_made(name);
    names(program).into_iter().filter(is_own).collect()
}

/// Whether a name is that of something in a module.
fn is_in(name: &str, module: &str) -> bool {
    name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'))
}

/// The names that a program offers, each once, in the order of the definitions that count.
fn names(program: &Program) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for export in program.exports.iter().rev() {
        if !names.contains(&&*export.name) {
            names.push(&export.name);
        }
    }
    names.reverse();
    names
}

/// Refuses what the reference cannot be asked for, before any submission is judged.
pub(crate) fn check(entries: &Entries, loaded: &Loaded) -> Result<(), Vec<Diagnostic>> {
    let reference = &loaded.program;
    let faults: Vec<Diagnostic> = match entries {
        Entries::Last | Entries::InARow { .. } => Vec::new(),
        Entries::Named(names) => check_names(names, loaded),
        Entries::All if defined(reference, &loaded.made_by_library).is_empty() => {
            let text = "the reference defines nothing that could be compared";
            vec![no_entry(text, "define the functions and constants that submissions shall define as well")]
        }
        Entries::All => Vec::new(),
        Entries::Interface(interface) => check_interface(interface, reference),
    };
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn no_entry(message: impl Into<String>, hint: &str) -> Diagnostic {
    Diagnostic::without_place("no-entry", message).hint(hint)
}

fn check_names(wanted: &[String], loaded: &Loaded) -> Vec<Diagnostic> {
    let reference = &loaded.program;
    let mut faults = Vec::new();
    for (position, name) in wanted.iter().enumerate() {
        if wanted[..position].contains(name) {
            faults.push(no_entry(format!("`{name}` is named twice as an entry"), "name each entry once"));
        } else if reference.export(name).is_none() && !loaded.modules.contains(name) {
            let hint = match lydian_words::nearest(name, names(reference)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "give the names of functions or constants of the reference with --entry".to_owned(),
            };
            faults.push(no_entry(format!("the reference does not define `{name}`"), &hint));
        }
    }
    faults
}

/// The reference must have what its interface says: otherwise no submission could.
fn check_interface(interface: &Interface, reference: &Program) -> Vec<Diagnostic> {
    let names = interface.names();
    if names.is_empty() {
        let text = format!("the interface `{}` declares no value", interface.source.name);
        return vec![no_entry(text, "declare what submissions shall define: val name : type")];
    }
    names.iter().filter_map(|name| check_declared(interface, name, reference)).collect()
}

fn check_declared(interface: &Interface, name: &str, reference: &Program) -> Option<Diagnostic> {
    let declared = &interface.program.export(name)?.ty;
    let fault = |message: String| match interface.place(name) {
        Some(place) => Diagnostic::error("interface-mismatch", place, message),
        None => Diagnostic::without_place("interface-mismatch", message),
    };
    let Some(defined) = reference.export(name) else {
        let hint = "define it there, or take it out of the interface";
        return Some(fault(format!("the reference does not define `{name}`")).hint(hint));
    };
    if hidden_type(interface, declared, reference).is_some() {
        return None;
    }
    if let Some(path) = undeclared_type(declared, interface, reference) {
        return Some(fault(format!("the reference does not declare the type `{path}`")));
    }
    // What the library makes is abstract in an interface, and the reference says what it is.
    let is_said = interface.abstract_type_in(declared, &|_| false).is_none();
    let says = if is_said { &interface.program } else { reference };
    if has_as_instance(says, reference, declared, &defined.ty) {
        return None;
    }
    let actual = show_type(&defined.ty, &reference.types);
    let message = format!("`{name}` has another type in the reference: {actual}");
    Some(fault(message).hint("give both the same type; the reference may be more general"))
}

/// A type in a value's type that an interface leaves abstract. Where a functor of the library makes it, everybody knows what it holds.
pub(crate) fn hidden_type(interface: &Interface, ty: &Type, reference: &Program) -> Option<Arc<str>> {
    let is_of_library = |path: &str| reference.types.get(path).is_some_and(|decl| of_functor(decl).is_some());
    interface.abstract_type_in(ty, &is_of_library)
}

/// A type that a value's type names and that the reference does not declare.
fn undeclared_type(ty: &Type, interface: &Interface, reference: &Program) -> Option<String> {
    let first = |parts: &[Type]| parts.iter().find_map(|part| undeclared_type(part, interface, reference));
    match ty {
        Type::Named(path, args) => {
            let is_missing =
                interface.program.types.get(path).is_some() && reference.types.get(path).is_none();
            if is_missing && interface.declares(path) { Some(path.to_string()) } else { first(args) }
        }
        Type::Tuple(parts) => first(parts),
        Type::Arrow(_, from, to) => first(&[(**from).clone(), (**to).clone()]),
        Type::List(part) | Type::Array(part) | Type::Lazy(part) => first(std::slice::from_ref(part)),
        _ => None,
    }
}
