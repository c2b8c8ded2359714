//! Tests of QCheck that a file only hands to a runner: `let () = exit (QCheck_runner.run_tests_main [ ... ])`.
//! Such an item becomes a definition of the tests, under a name that nobody writes, so that they can be found like others, and
//! nothing runs while the file is read. In: a structure as it was read. Out: the same structure, changed in place.

use crate::syntax::ast::{
    Arg, ArgLabel, Binding, Expr, ExprKind, Item, ItemKind, Loc, Located, Longident, Path, Pattern,
    PatternKind, Structure,
};

/// What the names of such definitions start with; their number in the file comes after it.
pub const GIVEN_TO_RUNNER: &str = "lydian_given_to_runner_";

/// Turns calls of runners into definitions of what they would run.
pub fn keep_tests(structure: &mut Structure) {
    let mut found = 0;
    for item in structure {
        let run = match &item.kind {
            ItemKind::Eval(expr) => tests_of(expr),
            ItemKind::Let { recursive: false, bindings } => match &bindings[..] {
                [only] if is_nameless(&only.pattern) => tests_of(&only.value),
                _ => None,
            },
            _ => None,
        };
        if let Some(tests) = run {
            found += 1;
            *item = definition(found, item.loc, tests);
        }
    }
}

fn definition(number: u32, loc: Loc, value: Expr) -> Item {
    let name = format!("{GIVEN_TO_RUNNER}{number}");
    let pattern = Pattern { kind: PatternKind::Var(name.as_str().into()), loc };
    let binding = Binding { pattern, constraint: None, value, loc };
    Item { kind: ItemKind::Let { recursive: false, bindings: vec![binding] }, loc }
}

/// `()` or `_`.
fn is_nameless(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any => true,
        PatternKind::Construct { path, arg: None } => path.node.is("()"),
        PatternKind::Constraint { pattern, .. } => is_nameless(pattern),
        _ => false,
    }
}

/// The tests that an expression runs, as a list, if running tests is all that it does in the end.
fn tests_of(expr: &Expr) -> Option<Expr> {
    let with = |kind| Some(Expr { kind, loc: expr.loc });
    match &expr.kind {
        ExprKind::Let { recursive, bindings, body } => {
            let body = Box::new(tests_of(body)?);
            with(ExprKind::Let { recursive: *recursive, bindings: bindings.clone(), body })
        }
        ExprKind::Open { module, body } => {
            let body = Box::new(tests_of(body)?);
            with(ExprKind::Open { module: module.clone(), body })
        }
        ExprKind::LetModule { binding, body } => {
            let body = Box::new(tests_of(body)?);
            with(ExprKind::LetModule { binding: binding.clone(), body })
        }
        ExprKind::Constraint { expr, .. } => tests_of(expr),
        ExprKind::Sequence(parts) => {
            let lists: Vec<Expr> = parts.iter().filter_map(tests_of).collect();
            (!lists.is_empty()).then(|| concatenated(lists, expr.loc))
        }
        ExprKind::Apply { function, args } => tests_of_call(expr.loc, function, args),
        _ => None,
    }
}

fn tests_of_call(loc: Loc, function: &Expr, args: &[Arg]) -> Option<Expr> {
    let ExprKind::Ident(path) = &function.kind else { return None };
    match (&*path.node.to_string(), args) {
        ("@@", [function, argument]) => tests_of(&applied(loc, &function.value, argument)),
        ("|>", [argument, function]) => tests_of(&applied(loc, &function.value, argument)),
        ("exit" | "ignore" | "Stdlib.exit" | "Stdlib.ignore", [argument]) => tests_of(&argument.value),
        _ => {
            let last = args.iter().rev().find(|arg| arg.label == ArgLabel::Nolabel)?;
            let runner = runner(&path.node)?;
            Some(match runner {
                Runner::List => last.value.clone(),
                Runner::One => Expr { kind: ExprKind::List(vec![last.value.clone()]), loc },
                // In this library it gives the tests.
                Runner::Suites => {
                    let function = Box::new(function.clone());
                    Expr { kind: ExprKind::Apply { function, args: args.to_vec() }, loc }
                }
            })
        }
    }
}

/// `function argument`; further arguments of a call go on.
fn applied(loc: Loc, function: &Expr, argument: &Arg) -> Expr {
    let (function, mut args) = match &function.kind {
        ExprKind::Apply { function, args } => (function.clone(), args.clone()),
        _ => (Box::new(function.clone()), vec![]),
    };
    args.push(argument.clone());
    Expr { kind: ExprKind::Apply { function, args }, loc }
}

/// What a runner takes.
enum Runner {
    List,
    One,
    Suites,
}

fn runner(path: &Longident) -> Option<Runner> {
    let (module, name) = match path {
        Longident::Name(name) => (None, name),
        Longident::Dot(module, name) => (module.last(), name),
        Longident::Apply(..) => return None,
    };
    match (module.map(|module| &**module), &**name) {
        (None | Some("QCheck_base_runner" | "QCheck_runner"), "run_tests" | "run_tests_main") => {
            Some(Runner::List)
        }
        (Some("Test"), "check_exn") => Some(Runner::One),
        (Some("Alcotest"), "run") | (None | Some("OUnit2"), "run_test_tt_main") => Some(Runner::Suites),
        _ => None,
    }
}

/// `QCheck_lydian.all [ ... ]`.
fn concatenated(lists: Vec<Expr>, loc: Loc) -> Expr {
    let module = Box::new(Longident::name("QCheck_lydian"));
    let path: Path = Located { node: Longident::Dot(module, "all".into()), loc };
    let function = Box::new(Expr { kind: ExprKind::Ident(path), loc });
    let value = Expr { kind: ExprKind::List(lists), loc };
    Expr { kind: ExprKind::Apply { function, args: vec![Arg { label: ArgLabel::Nolabel, value }] }, loc }
}

#[cfg(test)]
mod tests {
    use lydian_diagnostic::Source;

    use super::*;
    use crate::syntax::{parse, print};

    fn kept(text: &str) -> String {
        let (mut structure, faults) = parse(&Source::new("tests.ml", text));
        assert!(faults.is_empty(), "{faults:?}");
        keep_tests(&mut structure);
        print::structure(&structure)
    }

    #[test]
    fn a_call_of_a_runner_becomes_a_definition_of_its_tests() {
        let defined = |value: &str| kept(&format!("let {GIVEN_TO_RUNNER}1 = {value}"));
        let runs = [
            "let () = QCheck_runner.run_tests_main tests",
            "let () = exit (QCheck_base_runner.run_tests ~verbose:true tests)",
            "let _ = tests |> QCheck_runner.run_tests_main ~argv",
            "let () = exit @@ run_tests tests",
            "let () = ignore (QCheck_runner.run_tests tests)",
            "QCheck_runner.run_tests_main tests",
        ];
        for run in runs {
            assert_eq!(kept(run), defined("tests"), "{run}");
        }
        assert_eq!(kept("let () = QCheck.Test.check_exn t"), defined("[ t ]"));
        assert_eq!(kept("let () = let l = [ t ] in run_tests_main l"), defined("let l = [ t ] in l"));
        let both = "let () = print_string \"go\"; QCheck.Test.check_exn t; ignore (run_tests l)";
        assert_eq!(kept(both), defined("QCheck_lydian.all [ [ t ]; l ]"));
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for text in
            ["let () = main ()", "let n = run_tests tests", "let () = exit 0", "let f () = run_tests_main l"]
        {
            let (structure, _) = parse(&Source::new("tests.ml", text));
            assert_eq!(kept(text), print::structure(&structure), "{text}");
        }
    }
}
