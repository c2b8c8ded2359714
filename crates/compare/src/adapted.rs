//! A submission that says the same as the reference in words of its own.
//! In: both programs and the entry. Out: the submission with a text behind it that says it in the reference's words, so that everything
//! further on finds what it looks for; nothing where it says so already, or something else.
//! Modules of sets and maps get the reference's names beside their own: arguments are made by the operations of each program
//! (see `through`), so what holds inside of a tree holds, whatever the order of its keys.
//! Fields of records get the reference's places; comparison, hashing and evaluation keep the submission's order (see `field_order`).
//! Labelled arguments get the reference's order, in which every full application may have them.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use lydian_core::{Program, Type};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::FieldOrders;
use lydian_ocaml::FieldOrder;

use crate::entries::Entries;
use crate::entry::{choices, expected_type, last_function};
use crate::pair::Side;
use crate::same_type::{Matcher, Reordered};
use crate::through::Loadable;
use crate::{Options, condition, labels};

/// What a submission says in words of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Own {
    /// What has to be said in front of a call that is written in the reference's words.
    pub(crate) phrases: Vec<String>,
    /// The order of fields, where it is another one.
    pub(crate) fields: Option<FieldOrders>,
    /// That its labelled arguments come in another order.
    pub(crate) labels: Option<String>,
    /// Whether the orders of keys may be other ones than the reference's.
    pub(crate) sorts: bool,
}

impl Own {
    /// The phrases of a call with what has to be said in front of them.
    pub(crate) fn said_before(&self, phrases: &[String]) -> Vec<String> {
        let is_named = |alias: &String| {
            let name = alias.split(' ').nth(1).unwrap_or_default();
            phrases.iter().any(|phrase| phrase.contains(&format!("{name}.")))
        };
        let is_needed = |alias: &&String| is_named(alias) || alias.contains(EXCHANGED);
        let needed: Vec<String> = match self.phrases.iter().any(is_named) {
            true => self.phrases.iter().filter(is_needed).cloned().collect(),
            false => Vec::new(),
        };
        [&needed[..], phrases].concat()
    }
}

/// A submission in the reference's words.
pub(crate) struct Adapted {
    pub(crate) source: Arc<Source>,
    program: Program,
    pub(crate) own: Own,
}

impl Adapted {
    pub(crate) fn loadable(&self) -> Loadable<'_> {
        Loadable { program: &self.program, source: &self.source }
    }
}

/// The submission in the reference's words, if it is not in them already.
pub(crate) fn adapt(reference: &Program, submission: Loadable<'_>, options: &Options) -> Option<Adapted> {
    match &options.entries {
        // What the first of them needs is mostly what all of them do.
        Entries::InARow { names, .. } => {
            names.iter().find_map(|name| adapt_to(name, reference, submission, options))
        }
        entries => {
            let name = entries.name().or_else(|| last_function(reference))?;
            adapt_to(name, reference, submission, options)
        }
    }
}

fn adapt_to(name: &str, reference: &Program, submission: Loadable<'_>, options: &Options) -> Option<Adapted> {
    let expected = expected_type(reference, name, &options.entries).ok()?;
    let actual = &submission.program.export(name)?.ty;
    let relabelled = labels::in_order(reference, submission.program, &expected, actual);
    let matcher = matched(reference, submission.program, &expected, relabelled.as_ref().unwrap_or(actual))?;
    let phrases = aliases(&matcher.modules(), submission.program);
    let wrapper = relabelled.and_then(|_| labels::wrapper(name, reference, &expected));
    let reordered = matcher.reordered();
    if phrases.is_empty() && reordered.is_empty() && wrapper.is_none() {
        return None;
    }
    let text = lydian_ocaml::with_fields_in_order(submission.source, &field_orders(reordered))?;
    let own = Own {
        fields: (!reordered.is_empty())
            .then(|| reordered.iter().map(|one| (one.con, one.own.clone())).collect()),
        labels: wrapper.as_ref().map(|_| labels::remark(name, submission.program, actual)),
        phrases: phrases.clone(),
        sorts: false,
    };
    let behind = phrases.into_iter().chain(wrapper).collect::<Vec<String>>().join("\n");
    // What is included may be defined again behind it.
    [("", ""), ("include struct ", "end")].into_iter().find_map(|(before, after)| {
        let source = around(submission.source, before, &text, &format!("\n{after};;\n{behind}"));
        let program = loaded(&source, Side::Submission, options)?;
        Some(Adapted { source, program, own: own.clone() })
    })
}

/// A file with its text changed in places and something around it; what was no text in it stays as it is.
fn around(source: &Source, before: &str, text: &str, after: &str) -> Arc<Source> {
    let mut bytes = before.as_bytes().to_vec();
    let whole = source.bytes(0..source.text.len());
    let both = source.text.bytes().zip(text.bytes()).zip(whole.iter());
    bytes.extend(both.map(|((old, new), byte)| if old == new { *byte } else { new }));
    bytes.extend(after.as_bytes());
    Source::from_bytes(source.name.clone(), &bytes)
}

/// The reference's order of the fields of the submission's records.
fn field_orders(reordered: &[Reordered]) -> Vec<FieldOrder> {
    let order = |one: &Reordered| FieldOrder {
        path: one.path.clone(),
        constructor: one.is_inline.then(|| one.con.name().to_owned()),
        names: one.names.clone(),
    };
    reordered.iter().map(order).collect()
}

/// Whether two types of the entry differ only in words that could not be put into the reference's: the order of fields in a type that a
/// signature repeats, or of labels inside of a module.
pub(crate) fn differs_in_words(
    reference: &Program,
    submission: &Program,
    expected: &Type,
    actual: &Type,
) -> bool {
    let relabelled = labels::in_order(reference, submission, expected, actual);
    let matcher = matched(reference, submission, expected, relabelled.as_ref().unwrap_or(actual));
    matcher.is_some_and(|matcher| {
        relabelled.is_some() || !matcher.reordered().is_empty() || !matcher.modules().is_empty()
    })
}

/// The same for files that are not loaded.
pub(crate) fn adapt_sources(
    reference: &Arc<Source>,
    submission: &Arc<Source>,
    options: &Options,
) -> Option<Adapted> {
    let program = loaded(submission, Side::Submission, options)?;
    let reference = loaded(reference, Side::Reference, options)?;
    adapt(&reference, Loadable { program: &program, source: submission }, options)
}

/// Whether keys of sets and maps may be in different orders in the two files, or in one that is not that of `compare`.
pub(crate) fn sorts(reference: &Arc<Source>, submission: &Arc<Source>, options: &Options) -> bool {
    let sources = [reference, submission].into_iter().chain(&options.observer);
    !sources.into_iter().all(lydian_ocaml::has_plain_orders)
}

/// The types of the entry beside each other, if they are the same.
fn matched<'p>(
    reference: &'p Program,
    submission: &'p Program,
    expected: &Type,
    actual: &Type,
) -> Option<Matcher<'p>> {
    choices(reference, submission, expected, actual).into_iter().find_map(|chosen| {
        let mut matcher = Matcher::in_any_order(reference, submission);
        matcher.fits(&expected.instantiate(&chosen), actual).then_some(matcher)
    })
}

/// The name of a module between its own name and that of the reference.
const EXCHANGED: &str = "Lydian_own_";

/// Gives modules the reference's names: from those to the submission's.
fn aliases(modules: &BTreeMap<String, String>, submission: &Program) -> Vec<String> {
    let outermost = |name: &str| name.split('.').next().unwrap_or(name).to_owned();
    let given: HashSet<String> = modules.keys().map(|name| outermost(name)).collect();
    // Where names are exchanged, each module needs one that nobody gets before it is named again.
    let is_exchanged = modules.values().any(|own| given.contains(&outermost(own)));
    if !is_exchanged {
        return modules.iter().map(|(name, own)| alias(name, own, submission)).collect();
    }
    let own = |number: usize| format!("{EXCHANGED}{number}");
    let first =
        modules.values().enumerate().map(|(number, module)| format!("module {} = {module}", own(number)));
    let then = modules.keys().enumerate().map(|(number, name)| alias(name, &own(number), submission));
    first.chain(then).collect()
}

/// Gives a module another name, perhaps inside of other modules.
fn alias(name: &str, own: &str, submission: &Program) -> String {
    let Some((outer, inner)) = name.split_once('.') else { return format!("module {name} = {own}") };
    let prefix = format!("{outer}.");
    let is_there = submission.exports.iter().any(|export| export.name.starts_with(&prefix));
    let rest = if is_there { format!("include {outer} ") } else { String::new() };
    format!("module {outer} = struct {rest}{} end", alias(inner, own, submission))
}

fn loaded(source: &Arc<Source>, side: Side, options: &Options) -> Option<Program> {
    let (program, faults) = lydian_ocaml::load_parts(condition::parts(source, side, options, []));
    program.filter(|_| !faults.iter().any(Diagnostic::is_error))
}
