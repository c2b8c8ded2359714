//! A flat specification as text, for people: inputs, one line for each stream, outputs, and the value functions.

use std::fmt::Write;

use crate::spec::{FunctionId, Operator, Spec, StreamId};
use crate::syntax::ast::{PragmaKind, Quantifier};

impl Spec {
    /// The specification as readable text. Streams are called `s0`, `s1`, ... with the user's names beside them, value
    /// functions by their names in the program.
    pub fn print(&self) -> String {
        let mut out = String::new();
        if self.decimals > 0 {
            let _ = writeln!(out, "/* times have {} digits after the point */", self.decimals);
        }
        for (number, stream) in self.streams.iter().enumerate() {
            let name = stream.name.as_ref().map(|name| format!(" /*{name}*/")).unwrap_or_default();
            let _ = match &stream.operator {
                Operator::Input(input) => {
                    let name = &self.inputs[*input as usize].name;
                    writeln!(out, "in s{number} /*{name}*/ : Events[{}]", stream.ty)
                }
                operator => {
                    let text = self.operator(operator);
                    writeln!(out, "def s{number}{name} : Events[{}] = {text}", stream.ty)
                }
            };
        }
        for output in &self.outputs {
            let raw = if output.raw { "@raw " } else { "" };
            let _ = writeln!(out, "{raw}out s{} as {}", output.stream.0, output.name);
        }
        for constraint in &self.constraints {
            let kind = match constraint.kind {
                PragmaKind::Assert => "assert",
                PragmaKind::Goal => "goal",
            };
            let quantifier = match constraint.quantifier {
                Quantifier::Some => "some",
                Quantifier::Empty => "empty",
                Quantifier::Exists => "exists",
                Quantifier::All => "all",
            };
            let _ = writeln!(out, "# {kind} {quantifier} s{}", constraint.stream.0);
        }
        if !self.code.is_empty() {
            let _ = write!(out, "\n{}", self.code);
        }
        out
    }

    fn operator(&self, operator: &Operator) -> String {
        let s = |stream: &StreamId| format!("s{}", stream.0);
        let all = |streams: &[StreamId]| streams.iter().map(s).collect::<Vec<_>>().join(", ");
        let f = |function: &FunctionId| self.functions[function.0 as usize].global.to_string();
        match operator {
            Operator::Input(number) => format!("input {number}"),
            Operator::Nil => "nil".to_owned(),
            Operator::Default(a, value) => format!("default({}, {})", s(a), f(value)),
            Operator::DefaultFrom(a, b) => format!("defaultFrom({}, {})", s(a), s(b)),
            Operator::Time(a) => format!("time({})", s(a)),
            Operator::Last(a, b) => format!("last({}, {})", s(a), s(b)),
            Operator::Delay(a, b) => format!("delay({}, {})", s(a), s(b)),
            Operator::Lift(streams, function) => format!("lift({}, {})", all(streams), f(function)),
            Operator::SignalLift(streams, function) => format!("slift({}, {})", all(streams), f(function)),
            Operator::Merge(streams) => format!("merge({})", all(streams)),
            Operator::Filter(a, b) => format!("filter({}, {})", s(a), s(b)),
            Operator::Const(value, a) => format!("const({}, {})", f(value), s(a)),
        }
    }
}
