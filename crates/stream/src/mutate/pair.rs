//! Two specifications side by side on the same inputs, as one specification, and the search for a difference.

use std::sync::Arc;

use lydian_core::{ArgLabel, Export, Expr, IntMode, Item, Lambda, Literal, Program, Type as CoreType};
use lydian_term::Int;
use lydian_tessla::Type;
use lydian_tessla::spec::{Function, FunctionId, Operand, Operator, Shortcut, Spec, Stream, StreamId};
use lydian_tessla::syntax::ast::{At, PragmaKind};

use crate::generate::{Case, GoalStatus, Goals, Maker, Request};

/// What is known of the difference between two specifications.
#[derive(Debug, Clone)]
pub enum Distinction {
    /// They differ on this case; its outputs are those of the first, then those of the second.
    Differ(Box<Case>),
    /// No trace whatever tells them apart: proved by induction.
    Same,
    /// No difference was found; the text says within which bounds.
    Unknown(Arc<str>),
    /// They cannot be compared; the text says why.
    Unlike(String),
}

/// Looks for the shortest trace on which an output differs. Both must not be instrumented, with collections as lists.
pub fn distinguish(first: &Spec, second: &Spec, request: &Request) -> Distinction {
    let (mut pair, twins) = match combine(first, second) {
        Ok(pair) => pair,
        Err(why) => return Distinction::Unlike(why),
    };
    let halting = halts(&mut pair, first.streams.len());
    let count = first.outputs.len();
    let outputs = (0..count).map(|output| (pair.outputs[output].stream, pair.outputs[count + output].stream));
    let goals = Goals::differences(&pair, outputs.chain(halting));
    let mut maker = match Maker::with_goals(&pair, request, goals) {
        Ok(maker) => maker,
        Err(why) => return Distinction::Unlike(why),
    };
    maker.relation.twins = twins;
    maker.first_difference();
    let suite = maker.into_suite();
    if let Some(case) = suite.cases.into_iter().next() {
        return Distinction::Differ(Box::new(case));
    }
    for status in &suite.status {
        if let GoalStatus::Unknown(why) = status {
            return Distinction::Unknown(why.clone());
        }
    }
    Distinction::Same
}

/// Adds two streams that have an event when a timer of the first or of the second specification cannot be set: that ends a
/// run, so it is a difference if it happens to one of them. Nothing is added where there are no timers.
fn halts(pair: &mut Spec, first_streams: usize) -> Option<(StreamId, StreamId)> {
    let mut durations: [Vec<StreamId>; 2] = [Vec::new(), Vec::new()];
    for (index, stream) in pair.streams.iter().enumerate() {
        if let Operator::Delay(duration, _) = stream.operator {
            durations[usize::from(index >= first_streams)].push(duration);
        }
    }
    if durations.iter().all(Vec::is_empty) {
        return None;
    }
    let function = add_not_positive(pair);
    let [first, second] = durations.map(|durations| {
        let halts = durations.into_iter().map(|duration| {
            let bad = add(pair, Operator::SignalLift(vec![duration], function));
            add(pair, Operator::Filter(bad, bad))
        });
        let halts: Vec<StreamId> = halts.collect();
        add(pair, if halts.is_empty() { Operator::Nil } else { Operator::Merge(halts) })
    });
    Some((first, second))
}

/// Adds a stream of truth values.
fn add(pair: &mut Spec, operator: Operator) -> StreamId {
    let at = At::default();
    pair.streams.push(Stream { operator, ty: Type::Bool, name: None, at, written: false });
    StreamId(pair.streams.len() as u32 - 1)
}

/// Adds the function that says whether a number is not positive.
fn add_not_positive(pair: &mut Spec) -> FunctionId {
    const NAME: &str = "not positive";
    let program = &mut pair.program;
    let (number, var) = (program.fresh_var("number"), program.fresh_var(NAME));
    let zero = Int::from(0);
    let body = Expr::Primitive(
        "less_equal".into(),
        vec![Expr::Var(number), Expr::Literal(Literal::Int(zero.clone()))],
    );
    let lambda = Lambda { name: Some(NAME.into()), params: vec![number], body };
    program.items.push(Item::Define(var, Expr::Lambda(Arc::new(lambda))));
    let ty = CoreType::Arrow(ArgLabel::Positional, Arc::new(CoreType::Int), Arc::new(CoreType::Bool));
    program.exports.push(Export { name: NAME.into(), var, ty });
    pair.functions.push(Function {
        global: NAME.into(),
        name: NAME.into(),
        params: vec![Type::Int],
        result: Type::Bool,
        shortcut: Some(Shortcut {
            primitive: "leq",
            operands: vec![Operand::Parameter(0), Operand::Int(zero)],
        }),
        tolerant: None,
        at: At::default(),
    });
    FunctionId(pair.functions.len() as u32 - 1)
}

/// Corresponding streams of two specifications.
pub(crate) type Twins = Vec<(StreamId, StreamId)>;

/// Whether two specifications have the same inputs and outputs; otherwise why not. An output that is named after its expression
/// has another name in a mutant, so outputs go by their place.
pub(super) fn comparable(first: &Spec, second: &Spec) -> Result<(), String> {
    let ty = |spec: &Spec, stream: StreamId| spec.streams[stream.0 as usize].ty.clone();
    let inputs = |spec: &Spec| {
        let inputs = spec.inputs.iter();
        inputs.map(|input| (input.name.clone(), ty(spec, input.stream))).collect::<Vec<_>>()
    };
    if inputs(first) != inputs(second) {
        return Err("its inputs differ".into());
    }
    let outputs = |spec: &Spec| spec.outputs.iter().map(|output| ty(spec, output.stream)).collect::<Vec<_>>();
    if outputs(first) != outputs(second) {
        return Err("its outputs differ".into());
    }
    Ok(())
}

/// One specification with the streams of both; inputs are shared.
fn combine(first: &Spec, second: &Spec) -> Result<(Spec, Twins), String> {
    comparable(first, second)?;
    let mut streams: Vec<Stream> = first.streams.clone();
    let mut numbers: Vec<StreamId> = Vec::with_capacity(second.streams.len());
    let mut next = streams.len() as u32;
    for stream in &second.streams {
        match stream.operator {
            Operator::Input(input) => {
                numbers.push(first.inputs[input as usize].stream);
            }
            _ => {
                numbers.push(StreamId(next));
                next += 1;
            }
        }
    }
    let functions_before = first.functions.len() as u32;
    for stream in &second.streams {
        if !matches!(stream.operator, Operator::Input(_)) {
            let operator = renumbered(&stream.operator, &numbers, functions_before);
            streams.push(Stream { operator, ..stream.clone() });
        }
    }
    let mut outputs = first.outputs.clone();
    outputs.extend(second.outputs.iter().cloned().map(|mut output| {
        output.stream = numbers[output.stream.0 as usize];
        output
    }));
    let mut functions = first.functions.clone();
    functions.extend(second.functions.iter().map(renamed));
    let twins = if first.streams.len() == second.streams.len() {
        (0..first.streams.len()).map(|index| (StreamId(index as u32), numbers[index])).collect()
    } else {
        named_alike(first, second, &numbers)
    };
    let constraints =
        first.constraints.iter().filter(|known| known.kind == PragmaKind::Assert).cloned().collect();
    let spec = Spec {
        files: first.files.clone(),
        streams,
        inputs: first.inputs.clone(),
        outputs,
        functions,
        program: joined(&first.program, &second.program),
        code: String::new(),
        points: Vec::new(),
        constraints,
        decimals: first.decimals,
    };
    Ok((spec, twins))
}

fn named_alike(first: &Spec, second: &Spec, numbers: &[StreamId]) -> Twins {
    let mut twins = Vec::new();
    for (index, stream) in first.streams.iter().enumerate() {
        let Some(name) = &stream.name else { continue };
        let twin = second.streams.iter().position(|other| other.name.as_ref() == Some(name));
        if let Some(twin) = twin
            && second.streams[twin].ty == stream.ty
        {
            twins.push((StreamId(index as u32), numbers[twin]));
        }
    }
    twins
}

fn renumbered(operator: &Operator, numbers: &[StreamId], functions_before: u32) -> Operator {
    let stream = |id: &StreamId| numbers[id.0 as usize];
    let all = |ids: &[StreamId]| ids.iter().map(stream).collect();
    let function = |id: &FunctionId| FunctionId(id.0 + functions_before);
    match operator {
        Operator::Input(input) => Operator::Input(*input),
        Operator::Nil => Operator::Nil,
        Operator::Default(a, f) => Operator::Default(stream(a), function(f)),
        Operator::DefaultFrom(a, b) => Operator::DefaultFrom(stream(a), stream(b)),
        Operator::Time(a) => Operator::Time(stream(a)),
        Operator::Last(a, b) => Operator::Last(stream(a), stream(b)),
        Operator::Delay(a, b) => Operator::Delay(stream(a), stream(b)),
        Operator::Lift(args, f) => Operator::Lift(all(args), function(f)),
        Operator::SignalLift(args, f) => Operator::SignalLift(all(args), function(f)),
        Operator::Merge(args) => Operator::Merge(all(args)),
        Operator::Filter(a, b) => Operator::Filter(stream(a), stream(b)),
        Operator::Const(f, a) => Operator::Const(function(f), stream(a)),
    }
}

/// The name of a function of the second program in the joined one.
fn second_name(name: &str) -> Arc<str> {
    format!("second.{name}").into()
}

fn renamed(function: &Function) -> Function {
    let mut function = function.clone();
    function.global = second_name(&function.global);
    if let Some(tolerant) = &mut function.tolerant {
        tolerant.global = second_name(&tolerant.global);
    }
    function
}

/// A program that offers what both offer: both stand under it like libraries, for all variables are their own.
fn joined(first: &Program, second: &Program) -> Program {
    let end = |program: &Program| program.first_var + program.var_names.len() as u32;
    let mut joined = Program::new(IntMode::Unbounded, end(first).max(end(second)));
    let mut types = first.types.clone();
    for decl in second.types.iter() {
        if types.get(&decl.path).is_none() {
            types.add((**decl).clone());
        }
    }
    joined.types = types;
    for program in [first, second] {
        for library in &program.libraries {
            if !joined.libraries.iter().any(|known| known.first_var == library.first_var) {
                joined.libraries.push(library.clone());
            }
        }
    }
    let libraries_end = joined.libraries.iter().map(|library| end(library)).max().unwrap_or(0);
    joined.first_var = joined.first_var.max(libraries_end);
    for (program, is_second) in [(first, false), (second, true)] {
        for export in &program.exports {
            let name = if is_second { second_name(&export.name) } else { export.name.clone() };
            let var = joined.fresh_var(&name);
            joined.items.push(Item::Define(var, Expr::Var(export.var)));
            joined.exports.push(Export { name, var, ty: export.ty.clone() });
        }
        joined.libraries.push(Arc::new(Program { libraries: Vec::new(), ..program.clone() }));
    }
    joined
}
