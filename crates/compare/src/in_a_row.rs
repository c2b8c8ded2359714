//! Functions that share data, compared by calls of them one after the other from the start of the program.
//!
//! In: both files and the names of the functions. Out: both programs with programs of calls behind them. What an interface declares is
//! called at its types. Where the type of shared data is left open, as that of `let stack = ref []` is, a use further down in the file
//! would settle it; here the submission does if it says more, and else it is that of integers, and of strings for another comparison.

use std::sync::Arc;

use lydian_core::{Type, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Interface, Observations, Typed, show_type};
use lydian_verdict::{Cause, Verdict};

use crate::entries::{Entries, hidden_type};
use crate::entry::{choices, params_of};
use crate::judge::Judged;
use crate::no_entry::Stopped;
use crate::pair::Side;
use crate::through::{At, Joined, Joining, Through, listed};
use crate::wording::applied_name;

/// What calls of several functions in a row are called.
pub(crate) fn in_a_row(names: &[String]) -> String {
    names.join(BETWEEN_CALLS)
}

/// What stands between calls in a row, and in no name.
pub(crate) const BETWEEN_CALLS: &str = "; ";

/// What types left open are tried at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Small {
    Integers,
    Strings,
}

impl Small {
    fn ty(self) -> Type {
        match self {
            Small::Integers => Type::Int,
            Small::Strings => Type::String,
        }
    }
}

/// Functions at types that their definitions need not have: definitions with other names behind both programs.
pub(crate) struct AtTypes {
    pub(crate) text: Arc<Source>,
    /// The definition for each of the functions.
    pub(crate) definitions: Vec<String>,
}

/// How these definitions are called.
const DEFINITION: &str = "lydian_typed";

impl AtTypes {
    /// Each function at a type; variables in it stay general.
    pub(crate) fn new(functions: &[String], types: &[Type], table: &TypeTable) -> AtTypes {
        let definitions: Vec<String> =
            (0..functions.len()).map(|index| format!("{DEFINITION}_{index}")).collect();
        let lines = functions.iter().zip(types).zip(&definitions).map(|((function, ty), definition)| {
            let mut params = Vec::new();
            params_of(ty, &mut params);
            let variables: Vec<String> = (0..params.len()).map(lydian_ocaml::type_variable).collect();
            let general =
                if params.is_empty() { String::new() } else { format!("{}. ", variables.join(" ")) };
            format!("let {definition} : {general}{} = {}\n", show_type(ty, table), applied_name(function))
        });
        AtTypes { text: Source::new("types", lines.collect::<String>()), definitions }
    }
}

impl Joining<'_> {
    /// Both programs by calls of functions that share data.
    pub(crate) fn functions_in_a_row(
        &self,
        names: &[String],
        interface: Option<&Interface>,
        small: Small,
    ) -> Result<Joined, Box<Stopped>> {
        let row = in_a_row(names);
        let cannot = |why: &str| {
            let text = format!("`{row}` share data, and calls of them in a row cannot be written: {why}");
            Stopped::at(&row, Verdict::unknown(Cause::Unsupported, text))
        };
        let types = "their types do not fit together in both files";
        let typed = self.typed(&[]).ok_or_else(|| cannot(types))?;
        let weak: Vec<bool> = names.iter().map(|name| typed.is_weak(name)).collect();
        let given = match interface {
            Some(interface) => {
                let declared = names.iter().zip(&weak).map(|(name, weak)| {
                    let ty = &interface.program.export(name)?.ty;
                    let is_known = hidden_type(interface, ty, self.reference.program).is_none();
                    // What is general in the interface and open in the reference is an instance there.
                    let small = vec![small.ty(); if *weak { ty.param_count() as usize } else { 0 }];
                    is_known.then(|| if *weak { ty.instantiate(&small) } else { ty.clone() })
                });
                let declared: Option<Vec<Type>> = declared.collect();
                let hides = "the interface leaves a type in them abstract";
                let declared = declared.ok_or_else(|| cannot(hides))?;
                Some((declared, interface.program.types.clone()))
            }
            None if weak.contains(&true) => Some(self.settled(names, small).ok_or_else(|| cannot(types))?),
            None => None,
        };
        let Some((given, table)) = given else {
            let own: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
            let observations = in_a_row_of(&typed, &own).ok_or_else(|| cannot(ARGUMENTS))?;
            return self.joined(&row, observations, None);
        };
        let at = AtTypes::new(names, &given, &table);
        let typed = self.typed(std::slice::from_ref(&at.text)).ok_or_else(|| cannot(types))?;
        if !self.loads(Side::Submission, &at.text) {
            return Err(cannot(types));
        }
        let own: Vec<(&str, &str)> =
            names.iter().zip(&at.definitions).map(|(name, definition)| (&**name, &**definition)).collect();
        let observations = in_a_row_of(&typed, &own).ok_or_else(|| cannot(ARGUMENTS))?;
        let said = names.iter().zip(&given).zip(&weak).filter(|(_, weak)| **weak);
        let said = said.map(|((name, ty), _)| format!("`{name} : {}`", show_type(ty, &table)));
        let said = listed(said);
        self.joined(&row, observations, Some((at.text, At::Types(said))))
    }

    /// The types of functions with what they leave open settled: as in the submission, or with small types. It is done for all of them
    /// together, since they share what is open.
    fn settled(&self, names: &[String], small: Small) -> Option<(Vec<Type>, TypeTable)> {
        let all: Vec<String> = names.iter().map(|name| applied_name(name)).collect();
        let text = Source::new("types", format!("let {DEFINITION} = ({})", all.join(", ")));
        let reference = self.loaded(Side::Reference, std::slice::from_ref(&text))?;
        let submission = self.loaded(Side::Submission, std::slice::from_ref(&text))?;
        let expected = &reference.export(DEFINITION)?.ty;
        let [integers, strings] =
            choices(&reference, &submission, expected, &submission.export(DEFINITION)?.ty);
        let chosen = match small {
            Small::Integers => integers,
            Small::Strings => strings,
        };
        match expected.instantiate(&chosen) {
            Type::Tuple(parts) => Some((parts.to_vec(), reference.types.clone())),
            _ => None,
        }
    }

    /// Whether a text can stand behind one of the programs.
    fn loads(&self, side: Side, text: &Arc<Source>) -> bool {
        let parts = self.parts(side, std::slice::from_ref(text));
        let (typed, faults) = lydian_ocaml::load_typed_parts(parts);
        typed.is_some() && !faults.iter().any(Diagnostic::is_error)
    }
}

/// Programs of calls; functions with results of which not all can be seen are counted among those that take no part.
fn in_a_row_of(typed: &Typed, functions: &[(&str, &str)]) -> Option<Observations> {
    let mut observations = typed.calls_in_a_row(functions)?;
    for (name, _) in functions.iter().filter(|(name, _)| typed.gives_abstract(name)) {
        let name = applied_name(name);
        observations.operations.retain(|operation| *operation != name);
        if !observations.passed_over.contains(&name) {
            observations.passed_over.push(name);
        }
    }
    Some(observations)
}

/// Why a program of calls cannot be written.
const ARGUMENTS: &str = "their arguments cannot be made, or nothing is seen of their results";

/// What calls of some of the functions do not show is not known of all of them.
pub(crate) fn without_those_left_out(
    mut judged: Judged,
    entries: &Entries,
    through: Option<&Through>,
) -> Judged {
    let (Entries::InARow { names, .. }, Some(Through::Observations(observations, _))) = (entries, through)
    else {
        return judged;
    };
    let left_out: Vec<String> = names
        .iter()
        .filter(|name| observations.passed_over.contains(&applied_name(name)))
        .map(|name| format!("`{name}`"))
        .collect();
    if left_out.is_empty() {
        return judged;
    }
    let text = format!(
        "`{}` share data, and calls of {} in a row with others cannot be compared",
        in_a_row(names),
        listed(left_out.into_iter())
    );
    let verdict = Verdict::unknown(Cause::Unsupported, text);
    judged.judgement.verdict = match judged.judgement.verdict {
        Verdict::Passed(bounds) | Verdict::Proved(bounds) => verdict.covering(bounds),
        Verdict::Vacuous(_) => verdict,
        other => other,
    };
    judged
}
