//! Puts a condition in front of a function: `n >= 0 && n < 100` about the parameters of `let f n = ...`.
//! In: the file that defines the function, its name, and the condition, an expression over the names of its parameters or a function
//! of the parameters. Out: parts to be loaded behind the file, which define the function again: where the condition does not hold, or
//! raises, the new one raises [`OUTSIDE`], and otherwise it calls the old one. Diagnostics about the condition point into its own text.

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source, Span};

use crate::load::Part;
use crate::syntax::ast::{
    Arg, ArgLabel, Binding, Case, ConstructorArgs, ExceptionDecl, ExceptionKind, Expr, ExprKind, Ident, Item,
    ItemKind, Loc, Located, Longident, Name, Param, ParamKind, Pattern, PatternKind,
};
use crate::syntax::{self, Build};

/// The exception where the condition does not hold; no program can write its name.
pub const OUTSIDE: &str = "outside of the condition";

/// The name of the condition in the text behind the file; no program can write it either.
const CONDITION: &str = "the condition";

/// Defines a function of a file again, for where a condition holds.
///
/// `arguments` are the labels of all arguments of the function, in order.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_ocaml::{Part, guard, load_parts};
///
/// let file = Source::new("half.ml", "let half n = n / 2");
/// let even = Source::new("condition", "n mod 2 = 0");
/// let mut parts = vec![Part::Text(file.clone())];
/// parts.extend(guard("half", &file, &even, &[lydian_core::ArgLabel::Positional]).expect("a function"));
/// let (program, diagnostics) = load_parts(parts);
/// assert!(diagnostics.is_empty());
/// assert!(program.is_some());
/// ```
pub fn guard(
    function: &str,
    file: &Arc<Source>,
    condition: &Arc<Source>,
    arguments: &[lydian_core::ArgLabel],
) -> Result<[Part; 2], Vec<Diagnostic>> {
    let expr = expression(condition)?;
    let (structure, _) = syntax::parse(file);
    let binding = structure.iter().rev().find_map(|item| binding(item, function));
    let build = Build::at(&(0..condition.text.len()));
    let (taken, params) = match function_parameters(&expr) {
        Some(count) if count > arguments.len() => {
            let message =
                format!("the condition takes {count} arguments, but `{function}` has {}", arguments.len());
            return Err(vec![fault(condition, expr.loc.range(), message)]);
        }
        Some(count) => {
            let names: Vec<Name> = (0..count).map(argument_name).collect();
            let params = names.iter().zip(arguments).map(|(name, label)| plain_param(name, label)).collect();
            (names, params)
        }
        None => {
            let params = binding.map(|binding| parameters(&binding.value)).unwrap_or_default();
            let mut names = Vec::new();
            params.iter().for_each(|param| variables_of_param(param, &mut names));
            if names.is_empty() {
                let message =
                    format!("the parameters of `{function}` have no names that a condition could use");
                let hint = "write the condition as a function: fun x -> x > 0";
                return Err(vec![fault(condition, expr.loc.range(), message).hint(hint)]);
            }
            (names, params)
        }
    };
    let names: Vec<&str> = taken.iter().map(|name| &**name).collect();
    let asked = match function_parameters(&expr) {
        Some(_) => build.apply(expr, names.iter().map(|name| build.name(name))),
        None => expr,
    };
    let careful = false_where_it_raises(build, asked);
    let defined = vec![outside(build), build.define(CONDITION, &names, careful)];
    let at = binding.map_or(Loc::default(), |binding| binding.pattern.loc);
    let again = vec![defined_again(Build::at(&at.range()), function, &names, params)];
    Ok([Part::Tree(condition.clone(), defined), Part::Tree(file.clone(), again)])
}

fn fault(condition: &Arc<Source>, range: Range<usize>, message: String) -> Diagnostic {
    Diagnostic::error("bad-condition", Span::new(condition, range), message)
}

/// The one expression that a text is.
fn expression(condition: &Arc<Source>) -> Result<Expr, Vec<Diagnostic>> {
    let (mut structure, diagnostics) = syntax::parse(condition);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    match (structure.pop(), structure.is_empty()) {
        (Some(Item { kind: ItemKind::Eval(expr), .. }), true) => Ok(expr),
        _ => {
            let message = "a condition is one expression".to_owned();
            let hint = "write a truth value over the parameters, such as n >= 0 && n < 100";
            Err(vec![fault(condition, 0..condition.text.len(), message).hint(hint)])
        }
    }
}

/// The parameters of a condition that is a function itself.
fn function_parameters(condition: &Expr) -> Option<usize> {
    match &condition.kind {
        ExprKind::Function(_) => Some(1),
        ExprKind::Fun { params, body, .. } => {
            let own = params.iter().filter(|param| matches!(param.kind, ParamKind::Value { .. })).count();
            Some(own + function_parameters(body).unwrap_or(0))
        }
        ExprKind::Constraint { expr, .. } => function_parameters(expr),
        _ => None,
    }
}

/// The last definition of a name by an item.
fn binding<'i>(item: &'i Item, name: &str) -> Option<&'i Binding> {
    let ItemKind::Let { bindings, .. } = &item.kind else { return None };
    bindings.iter().rev().find(|binding| defines(&binding.pattern, name))
}

fn defines(pattern: &Pattern, name: &str) -> bool {
    match &pattern.kind {
        PatternKind::Var(own) => &**own == name,
        PatternKind::Constraint { pattern, .. } => defines(pattern, name),
        _ => false,
    }
}

/// The parameters that a definition writes out.
fn parameters(value: &Expr) -> Vec<Param> {
    match &value.kind {
        ExprKind::Fun { params, body, .. } => params.iter().cloned().chain(parameters(body)).collect(),
        ExprKind::Constraint { expr, .. } => parameters(expr),
        _ => Vec::new(),
    }
}

fn argument_name(index: usize) -> Name {
    format!("argument {index}").into()
}

fn plain_param(name: &Name, label: &lydian_core::ArgLabel) -> Param {
    let label = match label {
        lydian_core::ArgLabel::Positional => ArgLabel::Nolabel,
        lydian_core::ArgLabel::Labelled(name) => ArgLabel::Labelled((**name).into()),
        lydian_core::ArgLabel::Optional(name) => ArgLabel::Optional((**name).into()),
    };
    let pattern = Pattern { kind: PatternKind::Var(name.clone()), loc: Loc::default() };
    Param { kind: ParamKind::Value { label, default: None, pattern }, loc: Loc::default() }
}

/// The names that a parameter binds, each once; a later one hides an earlier one of the same name.
fn variables_of_param(param: &Param, into: &mut Vec<Name>) {
    if let ParamKind::Value { pattern, .. } = &param.kind {
        variables(pattern, into);
    }
}

fn variables(pattern: &Pattern, into: &mut Vec<Name>) {
    let mut add = |name: &Name| {
        if !into.contains(name) {
            into.push(name.clone());
        }
    };
    match &pattern.kind {
        PatternKind::Var(name) => add(name),
        PatternKind::Alias { pattern, name } => {
            add(&name.node);
            variables(pattern, into);
        }
        PatternKind::Tuple(parts) | PatternKind::Array(parts) | PatternKind::List(parts) => {
            parts.iter().for_each(|part| variables(part, into));
        }
        // All sides of an or-pattern bind the same names.
        PatternKind::Or(sides) => sides.iter().take(1).for_each(|side| variables(side, into)),
        PatternKind::Construct { arg, .. } | PatternKind::Variant { arg, .. } => {
            arg.iter().for_each(|arg| variables(arg, into));
        }
        PatternKind::Record { fields, .. } => fields.iter().for_each(|(_, field)| variables(field, into)),
        PatternKind::Constraint { pattern, .. }
        | PatternKind::Lazy(pattern)
        | PatternKind::Exception(pattern)
        | PatternKind::Open { pattern, .. } => variables(pattern, into),
        PatternKind::Any
        | PatternKind::Constant(_)
        | PatternKind::Interval(..)
        | PatternKind::Type(_)
        | PatternKind::Error => {}
    }
}

/// `exception` of a name that only this file knows.
fn outside(build: Build) -> Item {
    let loc = build.loc();
    let name: Ident = Located { node: OUTSIDE.into(), loc };
    let kind = ExceptionKind::New(ConstructorArgs::Tuple(Vec::new()));
    Item { kind: ItemKind::Exception(ExceptionDecl { name, kind, loc }), loc }
}

/// `try (condition : bool) with _ -> false`.
fn false_where_it_raises(build: Build, condition: Expr) -> Expr {
    let loc = build.loc();
    // The type is demanded at the place of the condition itself.
    let place = condition.loc;
    let asked = Build::at(&place.range()).condition(condition, build.bool(true), build.bool(false));
    let cases = vec![Case { pattern: build.any(), guard: None, body: build.bool(false), loc }];
    Expr { kind: ExprKind::Try { body: Box::new(asked), cases }, loc }
}

/// `let f = fun params -> if condition names then f params else raise outside`.
fn defined_again(build: Build, function: &str, names: &[&str], params: Vec<Param>) -> Item {
    let loc = build.loc();
    let mut own = Vec::with_capacity(params.len());
    let mut args = Vec::with_capacity(params.len());
    for (index, param) in params.into_iter().enumerate() {
        let ParamKind::Value { label, default, pattern } = param.kind else {
            own.push(param);
            continue;
        };
        // The whole argument is passed on, whatever the pattern takes of it.
        let name: Ident = Located { node: format!("passed on {index}").into(), loc };
        let value = Expr {
            kind: ExprKind::Ident(Located { node: Longident::Name(name.node.clone()), loc }),
            loc: pattern.loc,
        };
        let passed = match (&label, &default) {
            (ArgLabel::Optional(name), Some(_)) => ArgLabel::Labelled(name.clone()),
            (label, _) => label.clone(),
        };
        args.push(Arg { label: passed, value });
        let place = pattern.loc;
        let whole = Pattern { kind: PatternKind::Alias { pattern: Box::new(pattern), name }, loc: place };
        own.push(Param { kind: ParamKind::Value { label, default, pattern: whole }, loc: param.loc });
    }
    let holds = build.call(CONDITION, names.iter().map(|name| build.name(name)));
    let old = build.name(function);
    let call = match args.is_empty() {
        true => old,
        false => Expr { kind: ExprKind::Apply { function: Box::new(old), args }, loc },
    };
    let otherwise = build.call("Stdlib.raise", [build.constructor(OUTSIDE)]);
    let body = Box::new(build.condition(holds, call, otherwise));
    build.value(function, Expr { kind: ExprKind::Fun { params: own, result: None, body }, loc })
}
