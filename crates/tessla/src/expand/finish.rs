//! The end of an expansion: what no output needs is dropped, and everything gets its final number.

use rustc_hash::FxHashMap;

use super::Expander;
use crate::code::print::Printer;
use crate::code::suspend::Suspender;
use crate::code::{Code, GlobalId};
use crate::spec::{
    Condition, Constraint, Function, FunctionId, Input, Operator, Output, Point, PointId, PointKind,
};
use crate::spec::{Stream, StreamId, Tolerant};
use lydian_diagnostic::Diagnostic;

/// A value function with the global that it is.
#[derive(Debug)]
pub(super) struct Entry {
    pub function: Function,
    pub global: GlobalId,
    pub tolerant: Option<(GlobalId, Vec<bool>)>,
}

/// A flat specification whose program is still text.
#[derive(Debug)]
pub(crate) struct Expanded {
    pub streams: Vec<Stream>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub functions: Vec<Function>,
    pub points: Vec<Point>,
    pub constraints: Vec<Constraint>,
    pub code: String,
    pub diagnostics: Vec<Diagnostic>,
}

impl Expander<'_, '_> {
    /// The result, with everything that is needed and nothing else.
    pub(crate) fn finish(mut self) -> Expanded {
        let diagnostics = std::mem::take(&mut self.diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Expanded {
                streams: Vec::new(),
                inputs: Vec::new(),
                outputs: Vec::new(),
                functions: Vec::new(),
                points: Vec::new(),
                constraints: Vec::new(),
                code: String::new(),
                diagnostics,
            };
        }
        let streams = self.needed_streams();
        let mut functions = Numbering::default();
        for index in &streams {
            each_function(&mut self.streams[*index].operator, &mut |function| functions.give(function.0));
        }
        self.suspend_arguments(&streams);
        let stream_numbers = Numbering::of(streams.iter().map(|index| *index as u32));
        let globals: Vec<GlobalId> = functions
            .order
            .iter()
            .flat_map(|index| {
                let entry = &self.functions[*index as usize];
                std::iter::once(entry.global).chain(entry.tolerant.as_ref().map(|(global, _)| *global))
            })
            .collect();
        let points = self.renumber_points(&globals);
        let printer = Printer { globals: &self.globals };
        let code = printer.program(&globals);
        let finished = functions.order.iter().map(|index| {
            let entry = &self.functions[*index as usize];
            let mut function = entry.function.clone();
            function.global = printer.name(entry.global).into();
            function.tolerant = entry
                .tolerant
                .as_ref()
                .map(|(global, lazy)| Tolerant { global: printer.name(*global).into(), lazy: lazy.clone() });
            function
        });
        let finished: Vec<Function> = finished.collect();
        let mut kept: Vec<Stream> = streams.iter().map(|index| self.streams[*index].clone()).collect();
        for stream in &mut kept {
            each_stream(&mut stream.operator, &mut |id| id.0 = stream_numbers.number(id.0));
            each_function(&mut stream.operator, &mut |id| id.0 = functions.number(id.0));
        }
        let new = |id: &mut StreamId| id.0 = stream_numbers.number(id.0);
        self.inputs.iter_mut().for_each(|input| new(&mut input.stream));
        self.outputs.iter_mut().for_each(|output| new(&mut output.stream));
        self.constraints.iter_mut().for_each(|constraint| new(&mut constraint.stream));
        Expanded {
            streams: kept,
            inputs: self.inputs,
            outputs: self.outputs,
            functions: finished,
            points,
            constraints: self.constraints,
            code,
            diagnostics,
        }
    }

    /// Lets arguments wait that can fail, and makes the functions that may get errors from streams.
    fn suspend_arguments(&mut self, streams: &[usize]) {
        let mut suspender = Suspender::rewrite_all(&mut self.globals, &mut self.variables);
        for index in streams {
            if let Operator::SignalLift(_, function) = self.streams[*index].operator {
                let entry = &mut self.functions[function.0 as usize];
                entry.tolerant = suspender.tolerant(entry.global, entry.function.params.len());
            }
        }
    }

    /// The streams that inputs, outputs and constraints are or need, in the order in which they were made.
    fn needed_streams(&mut self) -> Vec<usize> {
        let mut needed = vec![false; self.streams.len()];
        let mut work: Vec<StreamId> = self.inputs.iter().map(|input| input.stream).collect();
        work.extend(self.outputs.iter().map(|output| output.stream));
        work.extend(self.constraints.iter().map(|constraint| constraint.stream));
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut needed[id.0 as usize], true) {
                each_stream(&mut self.streams[id.0 as usize].operator, &mut |other| work.push(*other));
            }
        }
        (0..needed.len()).filter(|index| needed[*index]).collect()
    }

    /// Keeps the points that some needed global notes, with those that their conditions name.
    fn renumber_points(&mut self, wanted: &[GlobalId]) -> Vec<Point> {
        let reachable = Printer { globals: &self.globals }.reachable(wanted);
        let mut noted = vec![false; self.points.len()];
        for id in &reachable {
            if let Some(code) = &self.globals[id.0 as usize].code {
                code.for_each(&mut |code| {
                    if let Code::Note(point, ..) = code {
                        noted[point.0 as usize] = true;
                    }
                });
            }
        }
        let order = (0..noted.len()).filter(|index| noted[*index]).map(|index| index as u32);
        let numbers = Numbering::of(order);
        for id in &reachable {
            if let Some(code) = &mut self.globals[id.0 as usize].code {
                renumber_notes(code, &numbers);
            }
        }
        let mut points: Vec<Point> =
            numbers.order.iter().map(|index| self.points[*index as usize].clone()).collect();
        for point in &mut points {
            if let PointKind::Decision(condition) | PointKind::Boolean(condition) = &mut point.kind {
                renumber_condition(condition, &numbers);
            }
        }
        points
    }
}

/// Final numbers.
#[derive(Debug, Default)]
struct Numbering {
    numbers: FxHashMap<u32, u32>,
    order: Vec<u32>,
}

impl Numbering {
    fn of(old: impl Iterator<Item = u32>) -> Numbering {
        let mut numbering = Numbering::default();
        old.for_each(|old| numbering.give(old));
        numbering
    }

    fn give(&mut self, old: u32) {
        let next = self.order.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(place) = self.numbers.entry(old) {
            place.insert(next);
            self.order.push(old);
        }
    }

    fn number(&self, old: u32) -> u32 {
        self.numbers.get(&old).copied().unwrap_or(old)
    }
}

fn renumber_notes(code: &mut Code, numbers: &Numbering) {
    if let Code::Note(point, ..) = code {
        *point = PointId(numbers.number(point.0));
    }
    code.for_each_child_mut(&mut |child| renumber_notes(child, numbers));
}

fn renumber_condition(condition: &mut Condition, numbers: &Numbering) {
    let new = |point: &mut PointId| point.0 = numbers.number(point.0);
    match condition {
        Condition::Atom(point) => new(point),
        Condition::Not(point, inner) => {
            new(point);
            renumber_condition(inner, numbers);
        }
        Condition::And(point, left, right) | Condition::Or(point, left, right) => {
            new(point);
            renumber_condition(left, numbers);
            renumber_condition(right, numbers);
        }
    }
}

fn each_stream(operator: &mut Operator, visit: &mut dyn FnMut(&mut StreamId)) {
    match operator {
        Operator::Input(_) | Operator::Nil => {}
        Operator::Default(a, _) | Operator::Time(a) | Operator::Const(_, a) => visit(a),
        Operator::DefaultFrom(a, b)
        | Operator::Last(a, b)
        | Operator::Delay(a, b)
        | Operator::Filter(a, b) => {
            visit(a);
            visit(b);
        }
        Operator::Lift(streams, _) | Operator::SignalLift(streams, _) | Operator::Merge(streams) => {
            streams.iter_mut().for_each(visit);
        }
    }
}

fn each_function(operator: &mut Operator, visit: &mut dyn FnMut(&mut FunctionId)) {
    match operator {
        Operator::Default(_, function)
        | Operator::Const(function, _)
        | Operator::Lift(_, function)
        | Operator::SignalLift(_, function) => visit(function),
        _ => {}
    }
}
