//! Each kind of change on small programs: what it does to the text, and that the result is a program again.

use super::*;

/// The changed texts of one kind, with their descriptions.
fn changed(text: &str, within: &[&str], kind: MutantKind) -> Vec<(String, String)> {
    let source = Source::new("a.ml", text);
    let of_kind = mutants(&source, within).into_iter().filter(|mutant| mutant.kind == kind);
    of_kind.map(|mutant| (apply_mutant(&source, &mutant).text.clone(), mutant.description)).collect()
}

fn texts(text: &str, within: &[&str], kind: MutantKind) -> Vec<String> {
    changed(text, within, kind).into_iter().map(|(text, _)| text).collect()
}

#[track_caller]
fn all_load(texts: &[String]) {
    for text in texts {
        let (program, faults) = crate::load(&Source::new("a.ml", text.clone()));
        assert!(program.is_some(), "{text}: {faults:?}");
    }
}

#[test]
fn an_integer_becomes_its_neighbours_and_zero() {
    let found = texts("let f x = x + 5", &["f"], MutantKind::Integer);
    assert_eq!(found, ["let f x = x + 0", "let f x = x + 4", "let f x = x + 6"]);
    let found = texts("let f x = g x 0 let g a b = a", &["f"], MutantKind::Integer);
    assert_eq!(found, ["let f x = g x (-1) let g a b = a", "let f x = g x 1 let g a b = a"]);
    let found = texts("let f = function 1 -> -1 | n -> n", &["f"], MutantKind::Integer);
    all_load(&found);
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], "let f = function 0 -> -1 | n -> n");
    assert_eq!(found[2], "let f = function 1 -> (-2) | n -> n");
}

#[test]
fn the_largest_integer_has_one_neighbour() {
    let found = texts("let f () = 4611686018427387903", &["f"], MutantKind::Integer);
    assert_eq!(found, ["let f () = 0", "let f () = 4611686018427387902"]);
}

#[test]
fn comparisons_move_their_border_or_turn_around() {
    let found = changed("let f a b = a < b", &["f"], MutantKind::Comparison);
    assert_eq!(found[0], ("let f a b = a <= b".into(), "`<` becomes `<=`".into()));
    assert_eq!(found[1].1, "`<` becomes `>`");
    assert_eq!(texts("let f a b = a = b", &["f"], MutantKind::Comparison), ["let f a b = a <> b"]);
    let found = texts("let f l = List.sort ( < ) l", &["f"], MutantKind::Comparison);
    assert_eq!(found[0], "let f l = List.sort ( <= ) l");
}

#[test]
fn a_product_becomes_a_sum_with_its_operands_kept_together() {
    let found = changed("let f a b c = a - b * c", &["f"], MutantKind::Arithmetic);
    assert_eq!(found[0], ("let f a b c = a + b * c".into(), "`-` becomes `+`".into()));
    assert_eq!(found[1].0, "let f a b c = a - ((b) + (c))");
    assert_eq!(found[1].1, "`*` becomes `+` in `b * c`");
    let found = texts("let f a b = max a (b mod 2)", &["f"], MutantKind::Arithmetic);
    assert_eq!(found, ["let f a b = min a (b mod 2)", "let f a b = max a (b / 2)"]);
    all_load(&found);
}

#[test]
fn and_becomes_or_with_its_operands_kept_together() {
    let found = texts("let f a b c = a || b || c", &["f"], MutantKind::Logic);
    assert_eq!(found, ["let f a b c = ((a) && (b || c))", "let f a b c = a || ((b) && (c))"]);
    all_load(&found);
}

#[test]
fn conditions_are_negated_and_settled() {
    let text = "let f a = if a > 1 then 1 else match a with n when n > 0 -> 2 | _ -> 3";
    let found = changed(text, &["f"], MutantKind::Negation);
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].1, "the condition `n > 0` is negated");
    assert!(found[1].0.ends_with("match a with n when not (n > 0) -> 2 | _ -> 3"));
    let settled = changed(text, &["f"], MutantKind::Settled);
    let said: Vec<&str> = settled.iter().map(|(_, said)| &**said).collect();
    assert_eq!(
        said,
        [
            "the condition `a > 1` is always false",
            "the condition `a > 1` is always true",
            "the condition `n > 0` is always true"
        ]
    );
    all_load(&settled.into_iter().map(|(text, _)| text).collect::<Vec<_>>());
}

#[test]
fn a_constant_constructor_becomes_the_next_of_its_type() {
    let text = "type t = A | B of int | C let f = function A -> C | B _ -> A | C -> B 1";
    let found = changed(text, &["f"], MutantKind::Constructor);
    let said: Vec<&str> = found.iter().map(|(_, said)| &**said).collect();
    assert_eq!(said, ["`C` becomes `A`", "`A` becomes `C`"]);
    assert!(found[0].0.ends_with("function A -> A | B _ -> A | C -> B 1"));
    let text = "module M = struct type t = A | B end let f = M.A let g = true";
    assert!(texts(text, &["f"], MutantKind::Constructor)[0].contains("let f = M.B "));
    assert!(texts(text, &["g"], MutantKind::Constructor)[0].ends_with("let g = false"));
}

#[test]
fn results_become_none_or_empty_as_the_other_results_say() {
    let text =
        "let f s i = match i with 0 -> None | 1 -> if s > 1 then Some 2 else g s | _ -> let x = 1 in Some x
let g s = Some s";
    let said: Vec<String> =
        changed(text, &["f"], MutantKind::Refusal).into_iter().map(|(_, said)| said).collect();
    assert_eq!(
        said,
        [
            "`Some 2` becomes `None`",
            "`g s` becomes `None`",
            "`Some x` becomes `None`",
            "`Some s` becomes `None`"
        ]
    );
    let found = texts("let f s = function 0 -> [ (s, []) ] | _ -> []", &["f"], MutantKind::Refusal);
    assert_eq!(found, ["let f s = function 0 -> [] | _ -> []"]);
    assert_eq!(texts("let f s = s + 1", &["f"], MutantKind::Refusal), [""; 0]);
}

#[test]
fn an_arm_goes_only_if_a_later_one_takes_what_it_took() {
    let text = "let f a = match a with | 0, 1 -> 5 | 0, _ -> 6 | (1 | 2), 3 -> 7 | n, 3 when n > 5 -> 8 | x, y -> x + y";
    let found = changed(text, &["f"], MutantKind::ArmRemoved);
    let said: Vec<&str> = found.iter().map(|(_, said)| &**said).collect();
    assert_eq!(
        said,
        [
            "the arm `0, 1` is gone",
            "the arm `0, _` is gone",
            "the arm `(1 | 2), 3` is gone",
            "the arm `n, 3` is gone"
        ]
    );
    assert!(found[0].0.contains("match a with | 0, _ -> 6"));
    assert!(found[3].0.contains("-> 7 | x, y ->"));
    all_load(&found.into_iter().map(|(text, _)| text).collect::<Vec<_>>());
    let text = "let f = function Some 0 -> 1 | None -> 2 | Some _ -> 3";
    assert_eq!(texts(text, &["f"], MutantKind::ArmRemoved), ["let f = function None -> 2 | Some _ -> 3"]);
}

#[test]
fn an_arm_takes_the_body_of_the_next_if_its_variables_are_there() {
    let text = "let f a b = match a with 0 -> b | 1 -> b + 1 | n -> n";
    let found = changed(text, &["f"], MutantKind::ArmBody);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "let f a b = match a with 0 -> (b + 1) | 1 -> b + 1 | n -> n");
    assert_eq!(found[0].1, "the arm `0` gives `b + 1`");
}

#[test]
fn a_text_becomes_empty_and_an_empty_one_does_not_stay() {
    assert_eq!(texts("let f () = \"abc\"", &["f"], MutantKind::Text), ["let f () = \"\""]);
    assert_eq!(texts("let f () = \"\"", &["f"], MutantKind::Text), ["let f () = \"x\""]);
}

#[test]
fn only_the_definitions_that_are_needed_change() {
    let text = "let limit = 3
let unused = 4
let inputs = [ 5 ]
let rec count n = if n > limit then 6 else count (n + 1)
module M = struct let half n = n / 2 let other = 7 end
let step state inputs = count state + M.half inputs
let prop_small s = step s 8 < 9";
    let source = Source::new("a.ml", text);
    let lines: std::collections::BTreeSet<usize> =
        mutants(&source, &["step"]).iter().map(|mutant| source.position(mutant.span.start).0).collect();
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [1, 4, 5, 6]);
}

#[test]
fn mutants_come_in_the_order_of_the_source_without_repetition() {
    let source = Source::new("a.ml", "let f a b = if a < b && b > 1 then Some (a * 2) else None");
    let found = mutants(&source, &["f"]);
    assert!(found.is_sorted_by_key(|mutant| (mutant.span.start, mutant.span.end)));
    for (place, mutant) in found.iter().enumerate() {
        assert_ne!(apply_mutant(&source, mutant).text, source.text);
        let same = |other: &Mutant| other.span == mutant.span && other.replacement == mutant.replacement;
        assert!(!found[..place].iter().any(same), "{mutant:?}");
    }
    assert_eq!(found, mutants(&source, &["f"]));
}

#[test]
fn text_that_is_no_program_has_no_mutants() {
    assert_eq!(mutants(&Source::new("a.ml", "let f = ("), &["f"]), []);
    assert_eq!(mutants(&Source::new("a.ml", "let f = 1"), &["g"]), []);
}

#[test]
fn deep_nesting_and_many_arms_end_in_bounded_time() {
    let deep = format!("let f a = {}1{}", "if a > 1 then (".repeat(450), ") else 2".repeat(450));
    assert_eq!(
        mutants(&Source::new("deep.ml", deep), &["f"])
            .iter()
            .filter(|m| m.kind == MutantKind::Settled)
            .count(),
        900
    );
    let arms: String = (0..3_000).map(|n| format!("| {n} -> {n} ")).collect();
    let wide = Source::new("wide.ml", format!("let f a = match a with {arms} | n -> n"));
    let removed = mutants(&wide, &["f"]).iter().filter(|m| m.kind == MutantKind::ArmRemoved).count();
    assert_eq!(removed, 3_000);
}

/// The changed texts of one of the wider kinds.
fn wider(text: &str, kind: MutantKind) -> Vec<String> {
    let source = Source::new("a.ml", text);
    let of_kind = wide_mutants(&source, &["f"]).into_iter().filter(|mutant| mutant.kind == kind);
    of_kind.map(|mutant| apply_mutant(&source, &mutant).text.clone()).collect()
}

#[test]
fn terms_are_exchanged_where_both_have_the_type() {
    assert_eq!(wider("let f a b = a - b", MutantKind::Arguments), ["let f a b = (b - a)"]);
    assert_eq!(wider("let f (s : char) n = String.make n s", MutantKind::Arguments), [""; 0]);
    let found = wider("let f a b = if a then b else not b", MutantKind::Branches);
    assert_eq!(found, ["let f a b = if a then (not b) else (b)"]);
    let found = wider("let f = function 0 -> 1 | n -> n", MutantKind::ArmOrder);
    assert_eq!(found, ["let f = function n -> n | 0 -> 1"]);
    let text =
        "let f = function [ _; _ ] -> 0 | [] -> 1 | (_, Some _) :: (_, None) :: _ -> 2 | (_, None) :: _ -> 3";
    assert_eq!(wider(text, MutantKind::ArmOrder), [""; 0], "no order of such arms says anything else");
}

#[test]
fn a_variable_is_another_one_of_its_type_in_scope() {
    let text = "let f (a : int) (b : string) : int * string = let c = a in (c, b ^ \"!\")";
    let found = wider(text, MutantKind::Variable);
    assert_eq!(found, ["let f (a : int) (b : string) : int * string = let c = a in (a, b ^ \"!\")"]);
}

#[test]
fn what_can_be_left_out_is_left_out() {
    let text = "let f r x = incr r; List.rev x";
    assert_eq!(wider(text, MutantKind::Statement), ["let f r x = (); List.rev x"]);
    let found = wider(text, MutantKind::Call);
    assert_eq!(found, ["let f r x = r; List.rev x", "let f r x = incr r; x"]);
    let found = wider("let f a b = a && b", MutantKind::ConditionDropped);
    assert_eq!(found, ["let f a b = a", "let f a b = b"]);
}

#[test]
fn lists_are_built_and_folded_from_the_other_side() {
    assert_eq!(wider("let f x l = x :: l", MutantKind::ListEnd), ["let f x l = (l @ [ x ])"]);
    let found = wider("let f l = List.fold_left ( - ) 0 l", MutantKind::Fold);
    assert_eq!(found, ["let f l = (List.fold_right (fun x y -> (( - )) y x) l 0)"]);
}

#[test]
fn characters_and_fractions_are_others() {
    assert_eq!(wider("let f c = c = 'a'", MutantKind::Character), ["let f c = c = 'b'"]);
    assert_eq!(wider("let f c = c = '\\n'", MutantKind::Character), ["let f c = c = 'x'"]);
    assert_eq!(wider("let f x = x +. 1.", MutantKind::Float), ["let f x = x +. 0.5", "let f x = x +. 2."]);
}

#[test]
fn the_name_of_a_module_means_all_that_is_in_it() {
    let source = Source::new("a.ml", "module M = struct let a = 1 let b = 2 end let c = 3");
    let found = mutants(&source, &["M"]);
    let lines: Vec<&str> = found.iter().map(|mutant| &source.text[mutant.span.clone()]).collect();
    assert_eq!(lines, ["1", "1", "2", "2", "2"]);
}
