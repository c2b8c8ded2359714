//! Which entries share data that calls can change, such as the stack behind `push` and `pop`: what one of them does shows in what the
//! others give, so each by itself is not all that there is to compare.
//!
//! In: both programs and the names of entries. Out: groups of functions that reach the same data in one of the programs; each function
//! once, in the order of the names.

use std::collections::{BTreeMap, BTreeSet};

use lydian_core::{Expr, Program, Value, Var};
use lydian_eval::{Extent, Ready};

use crate::entry::is_function;

/// The groups of at least two functions that both programs have.
pub(crate) fn groups(reference: &Program, submission: &Program, names: &[&str]) -> Vec<Vec<String>> {
    let in_both = |name: &&str| {
        reference.export(name).is_some_and(|own| is_function(reference, &own.ty))
            && submission.export(name).is_some_and(|own| is_function(submission, &own.ty))
    };
    let names: Vec<&str> = names.iter().copied().filter(in_both).collect();
    let programs = [reference, submission];
    let reached = programs.map(|program| reached_by_several(program, &names));
    if reached.iter().all(BTreeMap::is_empty) {
        return Vec::new();
    }
    // A program that cannot be run has a verdict that says so.
    let Ok(ready) = Ready::new(reference.int_mode, &programs, Extent::AsFarAsTheyGo) else {
        return Vec::new();
    };
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (side, reached) in reached.into_iter().enumerate() {
        for (var, functions) in reached {
            if ready.value_of(side, var).is_some_and(Value::holds_mutable_data) {
                let (touched, mut apart): (Vec<_>, Vec<_>) =
                    groups.into_iter().partition(|group| !group.is_disjoint(&functions));
                apart.push(touched.into_iter().fold(functions, |all, more| &all | &more));
                groups = apart;
            }
        }
    }
    groups.sort();
    let named = |group: BTreeSet<usize>| group.into_iter().map(|index| names[index].to_owned()).collect();
    groups.into_iter().map(named).collect()
}

/// Whether a definition of one of the programs reaches data that calls can change.
pub(crate) fn keeps_something(reference: &Program, submission: &Program, name: &str) -> bool {
    let programs = [reference, submission];
    let reached = programs.map(|program| {
        let var = program.export(name).map(|export| export.var);
        let is_value = |(_, expr): &(Var, &Expr)| !matches!(expr, Expr::Lambda(_));
        program.reachable(var).into_iter().filter(is_value).map(|(var, _)| var).collect::<Vec<Var>>()
    });
    if reached.iter().all(Vec::is_empty) {
        return false;
    }
    let Ok(ready) = Ready::new(reference.int_mode, &programs, Extent::AsFarAsTheyGo) else { return false };
    let mut sides = reached.iter().enumerate();
    let is_kept = |side: usize, var: &Var| ready.value_of(side, *var).is_some_and(Value::holds_mutable_data);
    sides.any(|(side, vars)| vars.iter().any(|var| is_kept(side, var)))
}

/// The definitions that are no functions and that several of the functions reach, each with those that do.
fn reached_by_several(program: &Program, names: &[&str]) -> BTreeMap<Var, BTreeSet<usize>> {
    let mut reached: BTreeMap<Var, BTreeSet<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let Some(export) = program.export(name) else { continue };
        for (var, expr) in program.reachable([export.var]) {
            if !matches!(expr, Expr::Lambda(_)) {
                reached.entry(var).or_default().insert(index);
            }
        }
    }
    reached.retain(|_, functions| functions.len() > 1);
    reached
}

#[cfg(test)]
mod tests {
    use lydian_diagnostic::Source;

    use super::*;

    fn groups_in(text: &str, names: &[&str]) -> Vec<Vec<String>> {
        let (program, _) = lydian_ocaml::load(&Source::new("r.ml", text));
        let program = program.expect("a program");
        groups(&program, &program, names)
    }

    #[test]
    fn functions_over_one_reference_are_a_group() {
        let text = "let s = ref [] let push (x : int) = s := x :: !s let size () = List.length !s let twice x = 2 * x";
        assert_eq!(groups_in(text, &["push", "size", "twice"]), [["push", "size"]]);
    }

    #[test]
    fn functions_that_are_made_together_are_a_group() {
        let text = "let (up, get) = let n = ref 0 in (fun () -> incr n), (fun () -> !n)";
        assert_eq!(groups_in(text, &["up", "get"]), [["up", "get"]]);
    }

    #[test]
    fn what_each_keeps_for_itself_and_what_nobody_changes_make_no_group() {
        let text = "let a = ref 0 let f () = incr a; !a let b = ref 0 let g () = incr b; !b";
        assert!(groups_in(text, &["f", "g"]).is_empty());
        assert!(groups_in("let k = [1; 2] let f x = x :: k let g () = k", &["f", "g"]).is_empty());
    }
}
