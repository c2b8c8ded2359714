//! Which function of the reference plays the part of a function of the submission beside the entry.
//! One of the same name does, if its type fits. Where the submission has a name of its own, functions of the reference with a fitting type
//! and a name that the submission does not have come into question; how they behave decides among them (see `part`).

use std::collections::BTreeMap;

use lydian_core::{Export, Program, Type};

use crate::entry::is_function;
use crate::same_type::Matcher;

/// A function of the reference.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Helper {
    pub(crate) name: String,
    /// The types of its arguments, with integers or strings for type variables.
    pub(crate) args: Vec<Type>,
}

/// For each function of the submission the ones of the reference that come into question.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    candidates: BTreeMap<String, Vec<Helper>>,
}

impl Helpers {
    pub(crate) fn new(reference: &Program, submission: &Program) -> Helpers {
        let mut candidates = BTreeMap::new();
        for export in functions(submission) {
            let name = &*export.name;
            let is_known = reference.export(name).is_some();
            let comes_into_question = |other: &str| match is_known {
                true => other == name,
                false => submission.export(other).is_none(),
            };
            let found = functions(reference)
                .filter(|other| comes_into_question(&other.name))
                .filter_map(|other| fitting(reference, submission, (&other.name, &other.ty), &export.ty));
            candidates.insert(name.to_owned(), found.collect());
        }
        Helpers { candidates }
    }

    /// Those for a function of the submission.
    pub(crate) fn of(&self, name: &str) -> &[Helper] {
        self.candidates.get(name).map_or(&[], Vec::as_slice)
    }
}

/// The functions that a program offers; what a later definition of the same name hides is none of them.
fn functions(program: &Program) -> impl Iterator<Item = &Export> {
    let is_offered =
        |export: &&Export| program.export(&export.name).is_some_and(|offered| offered.var == export.var);
    program.exports.iter().filter(is_offered).filter(|export| is_function(program, &export.ty))
}

/// A function of the reference, if a type of the submission is as general, at least at integers or at strings.
fn fitting(
    reference: &Program,
    submission: &Program,
    (name, ty): (&str, &Type),
    found: &Type,
) -> Option<Helper> {
    [Type::Int, Type::String].into_iter().find_map(|simple| {
        let instance = ty.instantiate(&vec![simple; ty.param_count() as usize]);
        let mut matcher = Matcher::new(reference, submission);
        let fits = matcher.fits(&instance, found) && matcher.renaming().is_empty();
        fits.then(|| Helper {
            name: name.to_owned(),
            args: instance.uncurry().0.into_iter().map(|(_, ty)| ty).collect(),
        })
    })
}
