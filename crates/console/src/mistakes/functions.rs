//! Mistakes in the functions of a script that are written in OCaml: each is a copy of them with one thing changed.
//! In: the text of the functions and the names that the script calls. Out: modules that stand beside the functions, one for each
//! change, and what is changed. `Lowering` then calls the functions of a module instead of the script's own.

use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_ocaml::{MutantKind, Part, apply_mutant, load_parts};

use super::{Changed, evenly};

/// So many changes of functions are looked at, evenly taken from all of them.
const MOST: usize = 40;

/// What people get wrong in functions. What replaces whole results is no slip.
const KINDS: &[MutantKind] = &[
    MutantKind::Integer,
    MutantKind::Text,
    MutantKind::Character,
    MutantKind::Comparison,
    MutantKind::Arithmetic,
    MutantKind::Logic,
    MutantKind::Settled,
    MutantKind::Constructor,
    MutantKind::ArmRemoved,
    MutantKind::ConditionDropped,
    MutantKind::Branches,
];

/// The changed copies of functions that can stand behind some parts, and for each its module and what is changed in it.
pub(crate) fn modules(
    before: &[Part],
    source: &Arc<Source>,
    called: &[&str],
) -> (Vec<Part>, Vec<Changed<String>>) {
    let mutants = evenly(lydian_ocaml::mutants_of(source, called, KINDS), MOST);
    let mut copies: Vec<(Part, Changed<String>)> = Vec::new();
    for (number, mutant) in mutants.iter().enumerate() {
        let module = format!("Lydian_mistake_{number}");
        let text = format!("module {module} = struct\n{}\nend\n", apply_mutant(source, mutant).text);
        let what = format!("computes as if in its function {}", mutant.description);
        let part = Part::Text(Source::new(module.clone(), text));
        copies.push((part, Changed::new(what, &mutant.span, module)));
    }
    let load = |copies: &[(Part, Changed<String>)]| {
        let copies = copies.iter().map(|(part, _)| part.clone());
        load_parts(before.iter().cloned().chain(copies).collect()).0.is_some()
    };
    // What has no type is no program that anybody could have written.
    if !load(&copies) {
        copies.retain(|copy| load(std::slice::from_ref(copy)));
    }
    copies.into_iter().unzip()
}
