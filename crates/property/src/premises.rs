//! Premises whose rejection takes more with it than their author means: to the left of `&&`, or inside of a quantifier of OCaml's own.
//! There a false premise leaves the whole property, so that what else the property says about the input is not looked at; the
//! operators of the module `Lydian` would go on. In: a program and a property. Out: what stands around such a premise.

use lydian_core::{ConId, Expr, Program, Var};

/// What OCaml's own lists, arrays and sequences have for quantifiers.
const QUANTIFIERS: [&str; 4] = ["for_all", "for_all2", "exists", "exists2"];

/// What stands around a premise that rejects too much, as a user writes it, and what to write instead.
pub(crate) fn escaping(program: &Program, property: Var) -> Option<(String, &'static str)> {
    let reachable = program.reachable([property]);
    let own = || reachable.iter().filter(|(var, _)| program.is_own(*var));
    let finder = Finder { program, definitions: own().copied().collect() };
    own().find_map(|(_, expr)| finder.find(expr))
}

struct Finder<'p> {
    program: &'p Program,
    definitions: Vec<(Var, &'p Expr)>,
}

impl Finder<'_> {
    fn find(&self, expr: &Expr) -> Option<(String, &'static str)> {
        match expr {
            Expr::And(left, _) if ends_in_implication(left) => return Some(("&&".to_owned(), "&&&")),
            Expr::Apply(function, args) => {
                let quantifier = self.quantifier(function);
                if let Some(name) = quantifier.filter(|_| args.iter().any(|arg| self.is_predicate(arg))) {
                    let instead = if name.starts_with("for_all") { "forall" } else { "exists" };
                    return Some((name.to_owned(), instead));
                }
            }
            _ => {}
        }
        let mut found = None;
        expr.for_each_child(&mut |child| found = found.take().or_else(|| self.find(child)));
        found
    }

    /// The name of a quantifier of the library that is not the module `Lydian`.
    fn quantifier(&self, function: &Expr) -> Option<&'static str> {
        let Expr::Var(var) = function else { return None };
        let library = self.program.libraries.iter().find(|library| library.is_own(*var))?;
        let name = library.var_name(*var)?;
        let ours = library.export("forall_first").is_some();
        QUANTIFIERS.into_iter().find(|quantifier| !ours && **quantifier == **name)
    }

    /// Whether an argument is a function that ends in an implication.
    fn is_predicate(&self, arg: &Expr) -> bool {
        match arg {
            Expr::Lambda(lambda) => ends_in_implication(&lambda.body),
            Expr::Var(var) => self.definitions.iter().any(|(own, definition)| {
                own == var && matches!(definition, Expr::Lambda(lambda) if ends_in_implication(&lambda.body))
            }),
            _ => false,
        }
    }
}

/// Whether the result of an expression can be that of an implication.
fn ends_in_implication(expr: &Expr) -> bool {
    match expr {
        Expr::If(_, then, otherwise) => {
            is_rejection(otherwise) || ends_in_implication(then) || ends_in_implication(otherwise)
        }
        Expr::Let(_, _, rest) | Expr::LetRec(_, rest) | Expr::Sequence(_, rest) => ends_in_implication(rest),
        Expr::Match { arms, .. } => arms.iter().any(|arm| ends_in_implication(&arm.body)),
        _ => false,
    }
}

/// What an implication does where its premise is false.
fn is_rejection(expr: &Expr) -> bool {
    let Expr::Primitive(name, args) = expr else { return false };
    &**name == "raise" && matches!(&args[..], [Expr::Construct(con, _, _)] if *con == ConId::rejected())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_diagnostic::Source;

    fn around(text: &str) -> Option<String> {
        let program = lydian_ocaml::load(&Source::new("file.ml", text)).0.expect("a program");
        let property = program.export("prop_a").expect("a property").var;
        escaping(&program, property).map(|(around, _)| around)
    }

    #[test]
    fn premises_inside_of_what_is_ocamls_own_are_found() {
        for (text, expected) in [
            ("let prop_a x y = ((x > 0) ==> (x > 1)) && y > 0", Some("&&")),
            ("let prop_a x y = y > 0 && ((x > 0) ==> (x > 1))", None),
            ("let prop_a x y = ((x > 0) ==> (x > 1)) &&& (y > 0)", None),
            ("let prop_a l = List.for_all (fun x -> (x > 0) ==> (x > 1)) l", Some("for_all")),
            ("let prop_a l = l |> List.for_all (fun x -> let y = x in (y > 0) ==> (y > 1))", Some("for_all")),
            ("let ok x = (x > 0) ==> (x > 1) let prop_a l = List.exists ok l", Some("exists")),
            (
                "let all l = Array.for_all (fun x -> (x > 0) ==> (x > 1)) l let prop_a l = all l",
                Some("for_all"),
            ),
            ("let prop_a l = forall l (fun x -> (x > 0) ==> List.for_all (fun y -> y > x) l)", None),
            ("let prop_a l = exists l (fun x -> (x > 0) ==> (x > 1))", None),
        ] {
            assert_eq!(around(&format!("open Lydian\n{text}")).as_deref(), expected, "{text}");
        }
    }
}
