//! What is said where nothing can be compared: there is no entry, or its program does not run.

use std::sync::Arc;

use lydian_core::{ConstructorDecl, FieldDecl, Program, Type, TypeBody, TypeDecl, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::show_type;
use lydian_verdict::{Cause, Judgement, Mismatch, Remark, Verdict};

use crate::Options;
use crate::adapted::differs_in_words;
use crate::contents::of_functor;
use crate::entries::Entries;
use crate::entry::{EntryTypes, NoEntry, is_function};
use crate::pair::{Broken, Side};
use crate::same_type::module_of;

/// A verdict that ends the work before anything is run.
#[derive(Debug, Clone)]
pub(crate) struct Stopped {
    /// The entry, where there is one.
    entry: Option<String>,
    pub(crate) verdict: Verdict,
    remarks: Vec<Remark>,
}

impl Stopped {
    /// A verdict about an entry.
    pub(crate) fn at(entry: &str, verdict: Verdict) -> Box<Stopped> {
        Box::new(Stopped { entry: Some(entry.to_owned()), verdict, remarks: Vec::new() })
    }

    pub(crate) fn judgement(self, subject: String) -> Judgement {
        let mut judgement = Judgement::new(subject, self.verdict);
        judgement.entry = self.entry;
        judgement.remarks = self.remarks;
        judgement
    }
}

/// The verdict where the two programs have no entry in common.
pub(crate) fn without_entry(
    no_entry: NoEntry,
    reference: &Program,
    submission: &Program,
    options: &Options,
) -> Box<Stopped> {
    let invalid = |message: String, hint: &str| {
        let diagnostic = Diagnostic::without_place("no-entry", message).hint(hint);
        Box::new(Stopped { entry: None, verdict: Verdict::Invalid(vec![diagnostic]), remarks: Vec::new() })
    };
    match no_entry {
        NoEntry::Differs { name, types }
            if differs_in_words(reference, submission, &types.expected, &types.actual) =>
        {
            in_other_words(&name)
        }
        NoEntry::Differs { name, types } => {
            let actual =
                described(show_type(&types.actual, &submission.types), &types, reference, submission);
            let expected = show_type(&types.expected, &reference.types);
            let mismatch = Mismatch { entry: name, expected, actual: Some(actual) };
            mismatched(mismatch, reference, submission, options)
        }
        NoEntry::Missing { name, expected } => {
            let expected = show_type(&expected, &reference.types);
            mismatched(Mismatch { entry: name, expected, actual: None }, reference, submission, options)
        }
        NoEntry::NotInReference(name) => invalid(
            format!("the reference does not define `{name}`"),
            "give the name of a function of the reference with --entry NAME",
        ),
        NoEntry::Abstract { name, path } => {
            // What tells redefinitions of a name apart is nothing that a user wrote.
            let path = path.split('/').next().unwrap_or(&path);
            let text = format!(
                "`{name}` is about the type `{path}`, which the interface leaves abstract: its values are not compared by their inside; \
                 {}",
                how_to_compare_abstractly(&name)
            );
            Stopped::at(&name, Verdict::unknown(Cause::Unsupported, text))
        }
        NoEntry::NoFunction => invalid(
            "the reference defines no function that could be compared".to_owned(),
            "the last function of the reference is what is compared; constants are compared with --entry NAME or --all",
        ),
    }
}

/// What to do about a value of an interface whose type is abstract: modules are compared by programs over their operations.
fn how_to_compare_abstractly(name: &str) -> String {
    match name.rsplit_once('.').filter(|(module, _)| module.starts_with(|first: char| first.is_ascii_uppercase())) {
        Some((module, _)) => {
            format!("leave --interface out and give `--entry {module}`, where the reference gives `{module}` a signature with this type")
        }
        None => "put both files into a module (module M = struct ... end), in the reference with this interface as its signature \
                 (module M : sig ... end = struct ... end), and give `--entry M` instead"
            .to_owned(),
    }
}

/// The verdict where types are the same but for names and orders that could not be brought together.
pub(crate) fn in_other_words(name: &str) -> Box<Stopped> {
    let text = format!(
        "`{name}` cannot be compared: fields, labels or modules in its type have another order or name in the submission, \
         in a place where that is not supported"
    );
    Stopped::at(name, Verdict::unknown(Cause::Unsupported, text))
}

/// A mismatch; where the entry was not named and there are others, a remark says how it was chosen.
fn mismatched(
    mismatch: Mismatch,
    reference: &Program,
    submission: &Program,
    options: &Options,
) -> Box<Stopped> {
    let name = mismatch.entry.clone();
    let mut stopped = Stopped::at(&name, Verdict::Mismatched(mismatch));
    if !matches!(options.entries, Entries::Last) || options.observer.is_some() {
        return stopped;
    }
    let mut others: Vec<&str> = Vec::new();
    for export in reference.exports.iter().rev() {
        let both = reference.export(&export.name).is_some_and(|own| is_function(reference, &own.ty))
            && submission.export(&export.name).is_some_and(|other| is_function(submission, &other.ty));
        if both
            && *export.name != name
            && !is_made_by_library(reference, &export.name)
            && !others.contains(&&*export.name)
        {
            others.push(&export.name);
        }
    }
    if let Some(other) = others.first() {
        let text = format!(
            "`{name}` is the last function of the reference; `--entry {other}` compares another one that both define"
        );
        stopped.remarks.push(Remark::new("entry", text));
    }
    stopped
}

/// Whether a functor of the library made the module that a function is in: nobody wrote it.
fn is_made_by_library(program: &Program, name: &str) -> bool {
    let Some((module, _)) = name.rsplit_once('.') else { return false };
    let is_table =
        |ty: &Type| matches!(program.types.expand(ty), Type::Named(path, _) if &*path == "Hashtbl.t");
    program.types.iter().filter(|decl| module_of(&decl.path).as_deref() == Some(module)).any(|decl| {
        of_functor(decl).is_some() || matches!(&decl.body, TypeBody::Alias(target) if is_table(target))
    })
}

/// The submission's type; where it reads the same as the reference's, what is declared differently.
fn described(actual: String, types: &EntryTypes, reference: &Program, submission: &Program) -> String {
    if actual != show_type(&types.expected, &reference.types) {
        return actual;
    }
    let declared = submission.types.iter().find_map(|decl| {
        let known = reference.types.get(&decl.path)?;
        let how = how_it_differs(known, decl, [&reference.types, &submission.types])?;
        Some(format!("{actual}, where the type {} is declared differently: {how}", decl.path))
    });
    declared.unwrap_or(actual)
}

/// What is different about a declared type, if anything is.
fn how_it_differs(wanted: &TypeDecl, found: &TypeDecl, types: [&TypeTable; 2]) -> Option<String> {
    let parts = |decl: &TypeDecl, types: &TypeTable| -> Option<(&str, Vec<(String, String)>)> {
        let shown = |ty: &Type| show_type(ty, types);
        match &decl.body {
            TypeBody::Record(_, fields) => {
                let field = |field: &FieldDecl| {
                    let mutable = if field.mutable { "mutable " } else { "" };
                    (field.name.to_string(), format!("{mutable}{}", shown(&field.ty)))
                };
                Some(("field", fields.iter().map(field).collect()))
            }
            TypeBody::Variant(constructors) => {
                let constructor = |own: &ConstructorDecl| {
                    let args: Vec<String> = own.args.iter().map(shown).collect();
                    let args = if args.is_empty() { "constant".to_owned() } else { args.join(" * ") };
                    (own.con.name().to_owned(), args)
                };
                Some(("constructor", constructors.iter().map(constructor).collect()))
            }
            _ => None,
        }
    };
    let ((kind, wanted), (other_kind, found)) = (parts(wanted, types[0])?, parts(found, types[1])?);
    if kind != other_kind {
        return Some(format!("it has {other_kind}s, not {kind}s"));
    }
    let named = |parts: &[(String, String)], name: &str| parts.iter().find(|(own, _)| own == name).cloned();
    let missing = wanted.iter().find(|(name, _)| named(&found, name).is_none());
    let further = found.iter().find(|(name, _)| named(&wanted, name).is_none());
    let other = wanted.iter().find_map(|(name, ty)| {
        let (_, other) = named(&found, name).filter(|(_, other)| other != ty)?;
        Some(format!("the {kind} `{name}` is {other}, not {ty}"))
    });
    let missing = missing.map(|(name, _)| format!("the {kind} `{name}` is missing"));
    missing.or(other).or(further.map(|(name, _)| format!("there is a further {kind} `{name}`")))
}

/// The verdict where one of the programs cannot be run.
pub(crate) fn without_pair(broken: Broken, entry: &str, source: &Arc<Source>) -> Box<Stopped> {
    let whose = |side: Side| match side {
        Side::Reference => "the reference".to_owned(),
        Side::Submission => format!("`{}`", source.name),
    };
    let verdict = match broken {
        Broken::Link(side, error) => {
            let text = format!("{} cannot be run: {}", whose(side), error.0);
            Verdict::unknown(Cause::Unsupported, text)
        }
        Broken::Definitions(side, why) => Verdict::Invalid(vec![
            Diagnostic::without_place(
                "definition-fails",
                format!("`{entry}` of {} has no value: {why}", whose(side)),
            )
            .hint("remove or mend what is evaluated at the top level of the file"),
        ]),
    };
    Stopped::at(entry, verdict)
}
