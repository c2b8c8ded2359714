//! Calls of properties as OCaml text: put behind their file to be run, and read back as data.
//! In: a file and expressions of type `bool`. Out: each expression as a property of `()`, so that whatever can be written can be
//! run and its type is checked like any other; or the diagnostics, which point into the expression.

use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, Program, Type};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::Options;
use lydian_ocaml::syntax::ast::{self, Arg, ExprKind, ItemKind};

use crate::load::{Properties, Property};

/// What a diagnostic about a call names as its file.
const NAME: &str = "<replay>";

/// A file with calls behind it: the properties are the calls, in order, and take a `()`.
///
/// ```
/// let file = lydian_diagnostic::Source::new("lists.ml", "let prop_short l = List.length l < 3");
/// let calls = lydian_property::load_calls(&file, &["prop_short [1; 2; 3]"]).expect("a call");
/// assert_eq!(&*calls.properties[0].name, "prop_short [1; 2; 3]");
/// assert!(lydian_property::load_calls(&file, &["prop_short 3"]).is_err());
/// ```
pub fn load_calls(source: &Arc<Source>, calls: &[&str]) -> Result<Properties, Vec<Diagnostic>> {
    let entry = |position: usize| format!("lydian_call_{position}");
    let behind = |(position, call): (usize, &&str)| {
        Source::new(NAME, format!("let {} () : bool =\n{call}\n", entry(position)))
    };
    let options = Options { after: calls.iter().enumerate().map(behind).collect() };
    let (program, diagnostics) = lydian_ocaml::load_with(source, &options);
    let program = program.ok_or(diagnostics)?;
    let property = |(position, call): (usize, &&str)| Property {
        name: (*call).into(),
        entry: entry(position).into(),
        args: vec![Type::Unit],
        labels: vec![ArgLabel::Positional],
        ..Property::default()
    };
    let properties = calls.iter().enumerate().map(property).collect();
    Ok(Properties { source: source.clone(), program, properties, builders: None, raising_functions: false })
}

/// The size of the arguments of a call, if they are plain data.
pub fn size_of_call(call: &str, program: &Program) -> Option<u64> {
    Some(arguments_of(call, program)?.iter().map(Datum::size).sum())
}

/// The arguments of a call in the order of the function's parameters, if all of them are there and are plain data.
fn arguments_of(call: &str, program: &Program) -> Option<Vec<Datum>> {
    let text = format!("let _ =\n{call}\n");
    let (structure, faults) = lydian_ocaml::syntax::parse(&Source::new(NAME, text.clone()));
    let [item] = &structure[..] else { return None };
    let (ItemKind::Let { bindings, .. }, false) = (&item.kind, faults.iter().any(Diagnostic::is_error))
    else {
        return None;
    };
    let [binding] = &bindings[..] else { return None };
    let ExprKind::Apply { function, args } = &binding.value.kind else { return None };
    let ExprKind::Ident(path) = &function.kind else { return None };
    let export = program.exports.iter().rev().find(|export| *export.name == path.node.to_string())?;
    let (parameters, _) = export.ty.uncurry();
    let mut left: Vec<&Arg> = args.iter().collect();
    let data = parameters.iter().map(|(label, ty)| {
        // What is polymorphic is tested with integers.
        let ty = ty.instantiate(&vec![Type::Int; ty.param_count() as usize]);
        let position = left.iter().position(|arg| fits(&arg.label, label))?;
        let arg = left.remove(position);
        let ty = match (&arg.label, label) {
            (ast::ArgLabel::Labelled(_), ArgLabel::Optional(_)) => inside_of_option(&ty)?,
            _ => ty,
        };
        let datum = lydian_ocaml::read_value(text.get(arg.value.loc.range())?, &ty, &program.types).ok()?;
        Some(datum)
    });
    let data: Vec<Datum> = data.collect::<Option<_>>()?;
    left.is_empty().then_some(data)
}

fn fits(given: &ast::ArgLabel, wanted: &ArgLabel) -> bool {
    match (given, wanted) {
        (ast::ArgLabel::Nolabel, ArgLabel::Positional) => true,
        (ast::ArgLabel::Labelled(given), ArgLabel::Labelled(wanted) | ArgLabel::Optional(wanted))
        | (ast::ArgLabel::Optional(given), ArgLabel::Optional(wanted)) => given == wanted,
        _ => false,
    }
}

/// The type of what stands behind a label that passes an optional argument.
fn inside_of_option(ty: &Type) -> Option<Type> {
    match ty {
        Type::Named(path, args) if &**path == "option" => args.first().cloned(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str, call: &str) -> Option<Vec<Datum>> {
        let source = Source::new("file.ml", file);
        let program = lydian_ocaml::load(&source).0.expect("a program");
        arguments_of(call, &program)
    }

    #[test]
    fn arguments_are_read_in_the_order_of_the_parameters() {
        let file = "let prop_a ~x ~y (l : int list) = x = y && l = []";
        let data = read(file, "prop_a ~y:2 [3; -4] ~x:(-1)").expect("arguments");
        let shown: Vec<String> =
            data.iter().map(|datum| lydian_ocaml::show(datum, &Default::default())).collect();
        assert_eq!(shown, ["-1", "2", "[3; -4]"]);
    }

    #[test]
    fn what_is_no_whole_call_with_plain_data_is_not_read() {
        let file = "let prop_a x y = x = y let prop_b f = f 1 = 2";
        for call in [
            "prop_a 1",
            "prop_a 1 2 3",
            "prop_a 1 (1 + 1)",
            "prop_b (fun x -> x)",
            "prop_c 1",
            "true",
            "(",
            "1 2",
        ] {
            assert_eq!(read(file, call), None, "{call}");
        }
    }

    #[test]
    fn a_call_is_pointed_at_where_it_is_wrong() {
        let source = Source::new("file.ml", "let prop_a n = n > 0");
        let faults = load_calls(&source, &["prop_a 1", "prop_a true"]).expect_err("a wrong call");
        let span = faults[0].span.as_ref().expect("a place");
        assert_eq!((span.source.name.as_str(), span.text()), ("<replay>", "true"));
        let faults = load_calls(&source, &["1 + 1"]).expect_err("no truth value");
        assert_eq!(faults[0].code, "type-mismatch");
    }
}
