//! A call given as text, behind a program: apart, as a function and arguments, or as a whole. Several calls of one function are taken
//! apart as well: `f 1; f 2`, `let g = f 1 in g 2; g 3` and `let g = f 1 in let h = f 2 in g 3; h 4`.
//! Apart is better, since every result is compared, and arguments that the function changes can be looked at afterwards. It is made from
//! Core, where labels are in order and names are resolved.

use std::collections::HashSet;
use std::sync::Arc;

use lydian_core::{ConId, Export, Expr, Item, Lambda, Mutability, Program, Type, Var};
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_ocaml::Cover;

use crate::Options;
use crate::condition::parts;
use crate::entry::Entry;
use crate::pair::Side;
use crate::sequence::Sequence;

/// How a call is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The function is applied to arguments that were made before.
    Applied,
    /// Function and arguments are evaluated as they stand.
    Whole,
}

/// The name that the call's function gets.
const CALL: &str = "lydian_replayed_call";

/// The name of the function that makes the arguments.
pub(crate) const ARGUMENTS: &str = "lydian_replayed_arguments";

/// What a pair of programs with a call behind them is entered by.
pub(crate) fn entry() -> Entry {
    Entry::without_types(CALL)
}

/// A program with a call as its last item.
pub(crate) struct ReplayedCall {
    program: Program,
    /// Whether it can only be evaluated as it stands.
    is_whole: bool,
}

/// What abstract types a call is about: two programs may keep their values in different ways.
pub(crate) struct Abstractly {
    /// What covers up such parts of the result.
    cover: Option<Cover>,
    /// Whether such values are among the arguments: what these hold afterwards is nobody's business.
    takes: bool,
}

/// Looks at the types of a call in the reference.
pub(crate) fn look(
    reference: &Arc<Source>,
    function: &str,
    call: &str,
    options: &Options,
) -> Result<Abstractly, Vec<Diagnostic>> {
    let (typed, diagnostics) =
        lydian_ocaml::load_typed_parts(parts(reference, Side::Reference, options, [text(call, None)]));
    let typed = typed.ok_or_else(|| as_typed(diagnostics, call))?;
    Ok(Abstractly { cover: typed.cover(CALL), takes: typed.takes_abstract(function) })
}

/// Loads a program with the call behind it.
pub(crate) fn load(
    source: &Arc<Source>,
    side: Side,
    call: &str,
    abstractly: &Abstractly,
    options: &Options,
) -> Result<ReplayedCall, Vec<Diagnostic>> {
    let cover = abstractly.cover.as_ref();
    let (program, diagnostics) = lydian_ocaml::load_parts(parts(source, side, options, [text(call, cover)]));
    let is_whole = cover.is_some() || abstractly.takes;
    let program = program.ok_or_else(|| as_typed(diagnostics, call))?;
    Ok(ReplayedCall { program, is_whole })
}

fn text(call: &str, cover: Option<&Cover>) -> Arc<Source> {
    let text = match cover {
        None => format!("let {CALL} () =\n{call}"),
        Some(Cover { declaration, function }) => {
            format!("{declaration}\nlet {CALL} () = {function} (\n{call}\n)")
        }
    };
    Source::new(BEHIND, text)
}

/// The name of the text behind a program.
const BEHIND: &str = "<replay>";

/// Diagnostics with their places in what the user typed, rather than in the text that it became.
fn as_typed(diagnostics: Vec<Diagnostic>, call: &str) -> Vec<Diagnostic> {
    let typed = Source::new("--replay", call);
    let move_span = |span: &mut Span| {
        let Some(start) = span.source.text.find(call).filter(|_| span.source.name == BEHIND) else { return };
        let at = |place: usize| place.saturating_sub(start).min(call.len());
        *span = Span::new(&typed, at(span.range.start)..at(span.range.end));
    };
    let moved = diagnostics.into_iter().map(|mut diagnostic| {
        diagnostic.span.as_mut().into_iter().for_each(move_span);
        diagnostic.labels.iter_mut().for_each(|label| move_span(&mut label.span));
        diagnostic
    });
    moved.collect()
}

impl ReplayedCall {
    /// The program in one of the forms, and how it is called, if the call has that form.
    pub(crate) fn as_program(&self, form: Form) -> Option<(Program, Sequence)> {
        match form {
            Form::Whole => Some((self.program.clone(), Sequence::ONE)),
            Form::Applied if self.is_whole => None,
            Form::Applied => self.applied(),
        }
    }

    fn applied(&self) -> Option<(Program, Sequence)> {
        let Some((Item::Define(_, Expr::Lambda(lambda)), before)) = self.program.items.split_last() else {
            return None;
        };
        // The parameter `()` is looked at first.
        let parameters: HashSet<Var> = lambda.params.iter().copied().collect();
        let body = match &lambda.body {
            Expr::Sequence(first, body) if first.mentions(&parameters) => body,
            body => body,
        };
        let Calls { function, arguments, sequence } = Calls::of(body)?;
        // State that an argument names must be the one that the function sees.
        let state: HashSet<Var> =
            before.iter().filter(|item| is_value(item)).flat_map(Item::defined).collect();
        if arguments.iter().any(|argument| argument.mentions(&state)) {
            return None;
        }
        let mut program = self.program.clone();
        program.items.pop();
        let made = Expr::Construct(ConId::TUPLE, Mutability::Immutable, arguments);
        let maker = Lambda { name: None, params: lambda.params.clone(), body: made };
        // What the whole call gives is what the function gives.
        let whole = program.export(CALL).map_or(Type::Unit, |export| export.ty.clone());
        for (name, value, ty) in
            [(CALL, function, whole), (ARGUMENTS, Expr::Lambda(Arc::new(maker)), Type::Unit)]
        {
            let var = program.fresh_var(name);
            program.items.push(Item::Define(var, value));
            program.exports.push(Export { name: name.into(), var, ty });
        }
        Some((program, sequence))
    }
}

/// Calls of one function.
struct Calls {
    function: Expr,
    /// Those that instances are made from, then those of each call.
    arguments: Vec<Expr>,
    sequence: Sequence,
}

impl Calls {
    fn of(expr: &Expr) -> Option<Calls> {
        let (mut made, mut rest) = (Vec::new(), expr);
        while let Expr::Let(name, value, behind) = rest {
            made.push((*name, applied_to(value)?));
            rest = behind;
        }
        let mut calls = Vec::new();
        in_a_row(rest, &mut calls)?;
        let times = calls.len();
        let Some((_, (function, shared))) = made.first().cloned() else {
            let function = calls.first()?.0.clone();
            let arguments = alike(&calls, |_| function.clone())?;
            return Some(Calls { function, arguments, sequence: Sequence { times, ..Sequence::ONE } });
        };
        let sequence = Sequence { shared: shared.len(), instances: made.len(), times, twins: None };
        let instances: Vec<Var> = made.iter().map(|(name, _)| *name).collect();
        let made: Vec<(Expr, Vec<Expr>)> = made.into_iter().map(|(_, made)| made).collect();
        let mut arguments = alike(&made, |_| function.clone())?;
        arguments.extend(alike(&calls, |call| Expr::Var(instances[sequence.instance_of(call)]))?);
        let instances: HashSet<Var> = instances.into_iter().collect();
        let are_apart = !arguments.iter().any(|argument| argument.mentions(&instances));
        are_apart.then_some(Calls { function, arguments, sequence })
    }
}

/// The arguments of calls that are of these functions, with as many arguments each.
fn alike(calls: &[(Expr, Vec<Expr>)], function: impl Fn(usize) -> Expr) -> Option<Vec<Expr>> {
    let each = calls.first()?.1.len();
    let is_alike =
        |(number, call): (usize, &(Expr, Vec<Expr>))| call.0 == function(number) && call.1.len() == each;
    let are_alike = calls.iter().enumerate().all(is_alike);
    are_alike.then(|| calls.iter().flat_map(|(_, arguments)| arguments.iter().cloned()).collect())
}

/// Calls that stand in a row, each taken apart.
fn in_a_row(expr: &Expr, calls: &mut Vec<(Expr, Vec<Expr>)>) -> Option<()> {
    match expr {
        Expr::Sequence(first, rest) => {
            in_a_row(first, calls)?;
            in_a_row(rest, calls)
        }
        call => {
            calls.push(applied_to(call)?);
            Some(())
        }
    }
}

/// A function and all its arguments.
fn applied_to(expr: &Expr) -> Option<(Expr, Vec<Expr>)> {
    let Expr::Apply(function, arguments) = expr else { return None };
    let (function, mut all) = applied_to(function).unwrap_or_else(|| ((**function).clone(), Vec::new()));
    all.extend(arguments.iter().cloned());
    Some((function, all))
}

fn is_value(item: &Item) -> bool {
    matches!(item, Item::Define(_, value) if !matches!(value, Expr::Lambda(_)))
}
