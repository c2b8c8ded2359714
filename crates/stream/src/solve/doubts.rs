//! Why a search for a goal did not look everywhere, in the user's words: what flows into the goal and is modelled in part only.

use std::rc::Rc;

use lydian_tessla::Type;
use lydian_tessla::spec::{FunctionId, Operator, StreamId};

use super::goals::{Happening, Trigger};
use super::relation::Relation;
use super::symbolic::{BOUND, INNER_BOUND};

impl Relation<'_> {
    /// What was left out in a search for a goal, as the end of a sentence; empty if nothing was.
    pub(crate) fn doubts(&self, goal: usize) -> String {
        self.doubts_about(self.sources(goal))
    }

    /// The same for the author's assertions.
    pub(crate) fn doubts_about_assertions(&self) -> String {
        let constraints = self.spec.constraints.iter();
        let mut open: Vec<StreamId> = constraints.map(|constraint| constraint.stream).collect();
        open.extend(self.spec.outputs.iter().map(|output| output.stream));
        self.doubts_about(open)
    }

    fn doubts_about(&self, sources: Vec<StreamId>) -> String {
        let (streams, functions) = self.cone(sources);
        let of_stream = |stream: &StreamId| &self.spec.streams[stream.0 as usize].ty;
        let of_function = |function: &FunctionId| &self.spec.functions[function.0 as usize];
        let mut types: Vec<&Type> = streams.iter().map(of_stream).collect();
        for function in functions.iter().map(of_function) {
            types.extend(function.params.iter().chain([&function.result]));
        }
        let mut left_out = Vec::new();
        if types.iter().any(|ty| holds(ty, &is_collection)) {
            let nested = |ty: &&Type| holds(ty, &|outer| is_collection(outer) && has_inner(outer));
            left_out.push(match types.iter().any(nested) {
                true => {
                    format!("with collections of up to {BOUND} elements ({INNER_BOUND} inside of others)")
                }
                false => format!("with collections of up to {BOUND} elements"),
            });
        }
        if types.iter().any(|ty| holds(ty, &|ty| matches!(ty, Type::Float))) {
            left_out.push("with a few floating-point numbers".to_owned());
        }
        // A function of collections or numbers like these is known in part for that reason already.
        let partly = functions.iter().find(|function| {
            let known = of_function(function);
            let plain = |ty: &Type| !holds(ty, &|ty| is_collection(ty) || matches!(ty, Type::Float));
            !self.is_explored(**function) && known.params.iter().chain([&known.result]).all(plain)
        });
        if let Some(function) = partly {
            let name = &of_function(function).name;
            left_out.push(match name.is_empty() {
                true => "with a function that was followed on some of its paths only".to_owned(),
                false => format!("with `{name}` followed on some of its paths only"),
            });
        }
        left_out.iter().map(|text| format!(", {text}")).collect()
    }

    /// The streams on which a goal is met or missed.
    fn sources(&self, goal: usize) -> Vec<StreamId> {
        match &self.goals.all[goal].trigger {
            Trigger::Shown(stream, _) => vec![*stream],
            Trigger::Happens(happening) => match happening {
                Happening::Together(a, b) | Happening::Differ(a, b) => vec![*a, *b],
                Happening::Argument { lift: stream, .. }
                | Happening::Fires(stream)
                | Happening::Reset(stream)
                | Happening::Cancelled(stream)
                | Happening::Uninitialised(stream)
                | Happening::Silent(stream)
                | Happening::BadDelay(stream) => vec![*stream],
            },
            Trigger::Noted(..) | Trigger::Difference(..) | Trigger::Decides(..) => {
                let ids = (0..self.spec.streams.len() as u32).map(StreamId);
                ids.filter(|stream| {
                    let function = function_of(&self.spec.streams[stream.0 as usize].operator);
                    function.is_some_and(|function| self.can_note(function, goal))
                })
                .collect()
            }
        }
    }

    /// All streams and functions that something depends on.
    fn cone(&self, sources: Vec<StreamId>) -> (Vec<StreamId>, Vec<FunctionId>) {
        let (mut streams, mut functions) = (Vec::new(), Vec::new());
        let mut open = sources;
        while let Some(stream) = open.pop() {
            if streams.contains(&stream) {
                continue;
            }
            streams.push(stream);
            let operator = &self.spec.streams[stream.0 as usize].operator;
            functions.extend(function_of(operator));
            match operator {
                Operator::Input(_) | Operator::Nil => {}
                Operator::Default(a, _) | Operator::Time(a) | Operator::Const(_, a) => open.push(*a),
                Operator::DefaultFrom(a, b)
                | Operator::Last(a, b)
                | Operator::Delay(a, b)
                | Operator::Filter(a, b) => open.extend([*a, *b]),
                Operator::Lift(args, _) | Operator::SignalLift(args, _) | Operator::Merge(args) => {
                    open.extend(args);
                }
            }
        }
        functions.sort_unstable_by_key(|function| function.0);
        functions.dedup();
        (streams, functions)
    }

    fn is_explored(&self, function: FunctionId) -> bool {
        let summary: Option<&Rc<_>> = self.summaries[function.0 as usize].as_ref();
        summary.is_none_or(|summary| summary.complete)
    }
}

fn function_of(operator: &Operator) -> Option<FunctionId> {
    match operator {
        Operator::Lift(_, function)
        | Operator::SignalLift(_, function)
        | Operator::Default(_, function)
        | Operator::Const(function, _) => Some(*function),
        _ => None,
    }
}

fn is_collection(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(..))
}

/// Whether there is a collection inside of a collection.
fn has_inner(ty: &Type) -> bool {
    match ty {
        Type::List(part) | Type::Set(part) => holds(part, &is_collection),
        Type::Map(key, value) => holds(key, &is_collection) || holds(value, &is_collection),
        _ => false,
    }
}

/// Whether a type or a part of it is like this.
fn holds(ty: &Type, wanted: &dyn Fn(&Type) -> bool) -> bool {
    wanted(ty)
        || match ty {
            Type::Option(part) | Type::List(part) | Type::Set(part) | Type::Events(part) => {
                holds(part, wanted)
            }
            Type::Map(key, value) => holds(key, wanted) || holds(value, wanted),
            Type::Record(fields) => fields.iter().any(|(_, ty)| holds(ty, wanted)),
            Type::Int | Type::Float | Type::Bool | Type::String | Type::Function(..) | Type::Parameter(_) => {
                false
            }
        }
}
