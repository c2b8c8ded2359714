//! Functors, which are compared by what they make: at a module of the reference that fits in both programs, or else at integers, and at
//! strings as well, since what is equal is one object for integers and need not be for strings. So are functions that share data whose
//! type is left open.
//!
//! In: both programs and the name of a functor. Out: the programs with an application behind them, and a judgement on the second one.

use lydian_diagnostic::Source;
use lydian_enumerate::Constants;
use lydian_ocaml::ModuleKind;
use lydian_verdict::{Cause, Mismatch, Verdict};

use crate::beside::Beside;
use crate::compared::{Instance, compare};
use crate::entries::Entries;
use crate::entry::Entry;
use crate::in_a_row::Small;
use crate::instances::both;
use crate::judge::{Judged, pair_of};
use crate::no_entry::Stopped;
use crate::pair::Side;
use crate::through::{At, Joined, Joining, Loadable, Through, listed};
use crate::{Options, adapted};

/// The modules of the library that a functor is applied to: they have an order, an equality and a hash function.
const SMALL_ARGUMENTS: [&str; 2] = ["Int", STRINGS];

const STRINGS: &str = "String";

/// The name of a functor's application in the text behind the programs.
pub(crate) const APPLIED: &str = "Lydian_applied";

/// And for the user.
pub(crate) const SHOWN: &str = "M";

impl Joining<'_> {
    /// A functor, applied to the first argument that fits in both programs.
    pub(crate) fn functor(&self, name: &str) -> Result<Joined, Box<Stopped>> {
        let own = self.reference.program.exports.iter().filter_map(|export| {
            let module = export.name.rsplit_once('.').map(|(module, _)| module)?;
            module.starts_with(|first: char| first.is_ascii_uppercase()).then_some(module)
        });
        let mut arguments: Vec<&str> = own.collect();
        arguments.dedup();
        arguments.extend(SMALL_ARGUMENTS);
        if let Some(joined) = arguments.into_iter().find_map(|argument| self.applied(name, argument)) {
            return joined;
        }
        if self.reference.program.exports.is_empty() || self.is_functor_elsewhere(name) {
            let text = format!(
                "the functor `{name}` is applied to modules of the reference and to {}, and none of them fits both programs: \
                 define a module that fits in front of it, or give `--observe` a file that applies it",
                listed(SMALL_ARGUMENTS.iter().map(|name| format!("`{name}`")))
            );
            return Err(Stopped::at(name, Verdict::unknown(Cause::Unsupported, text)));
        }
        let mismatch = Mismatch { entry: name.to_owned(), expected: "a functor".to_owned(), actual: None };
        Err(Stopped::at(name, Verdict::Mismatched(mismatch)))
    }

    /// A functor, applied to this argument; nothing if it does not fit in both programs.
    fn applied(&self, name: &str, argument: &str) -> Option<Result<Joined, Box<Stopped>>> {
        let application = application(name, argument);
        let text = Source::new("application", format!("module {APPLIED} = {application}"));
        let typed = self.typed(std::slice::from_ref(&text))?;
        self.loaded(Side::Submission, std::slice::from_ref(&text))?;
        let programs = |rows| {
            let mut observations = typed.programs(APPLIED, Some(SHOWN), rows)?;
            observations.define_before(&format!("let module {SHOWN} = {application} in"));
            Some(observations)
        };
        self.observed(name, &programs, Some((text, At::Application(application.clone()))))
    }

    /// Whether the submission has a functor of this name.
    fn is_functor_elsewhere(&self, name: &str) -> bool {
        let (typed, _) = lydian_ocaml::load_typed_parts(self.parts(Side::Submission, &[]));
        typed.is_some_and(|typed| typed.module_kind(name) == Some(ModuleKind::Functor))
    }
}

fn application(name: &str, argument: &str) -> String {
    format!("{name} ({argument})")
}

/// Compares a functor, or functions that share data, at strings, too, if the comparison at something else showed no difference.
pub(crate) fn at_strings_too(
    mut judged: Judged,
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    (entry, constants): (&Entry, &Constants),
    options: &Options,
) -> Judged {
    let Some(Through::Observations(_, Some(known))) = entry.through.as_deref() else { return judged };
    if matches!(known, At::Application(known) if *known == application(&entry.name, STRINGS)) {
        return judged;
    }
    let (Verdict::Passed(bounds) | Verdict::Proved(bounds)) = judged.judgement.verdict.clone() else {
        return judged;
    };
    let adapted = adapted::adapt(reference.program, submission, options);
    let submission = adapted.as_ref().map_or(submission, |adapted| adapted.loadable());
    let joining = Joining { reference, submission, options };
    let joined = match (known, &options.entries) {
        (At::Application(_), _) => joining.applied(&entry.name, STRINGS),
        (At::Types(known), Entries::InARow { names, interface }) => {
            let at_strings = joining.functions_in_a_row(names, interface.as_deref(), Small::Strings);
            at_strings.ok().filter(|joined| !joined.is_at(known)).map(Ok)
        }
        (At::Types(_), _) => None,
    };
    let Some(Ok(mut joined)) = joined else { return judged };
    joined.entry.own = entry.own.clone();
    let Ok(pair) = pair_of(&joined.reference, &joined.submission, joined.entry, options) else {
        return judged;
    };
    let options = Options { effort: options.effort.usual_at_most(), ..options.clone() };
    let mut beside = Beside::new(&options);
    let subject = judged.judgement.subject.clone();
    let mut session = pair.session();
    let mut next = compare(&pair, &mut session, constants, &mut beside, subject, Instance::Further, &options);
    if matches!(next.judgement.verdict, Verdict::Vacuous(_)) {
        return judged;
    }
    if let Some(found) = &mut next.counterexample {
        found.is_beside = true;
    } else {
        next.judgement.remarks.splice(0..0, judged.judgement.remarks.iter().cloned());
        next.judgement.remarks.extend(beside.remarks(&pair));
    }
    // What is proved for one argument is not proved for another.
    judged.judgement.verdict = Verdict::Passed(bounds);
    both(judged, next)
}
