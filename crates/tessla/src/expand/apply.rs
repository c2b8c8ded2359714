//! Calls: macros are entered, operators make streams, functions on values become code.

use std::rc::Rc;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use super::frame::{Closure, ClosureCode, Frame, Thing, Within, suspended};
use super::{Cell, DEEPEST_CALLS, Expander, Failed, Made};
use crate::code::Code;
use crate::spec::{Operator, StreamId};
use crate::syntax::ast::At;
use crate::typed::{Tree, is_value};
use crate::types::Type;

/// Where an operator stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The expression in the user's files.
    pub site: At,
    /// Whether the operator itself is written there.
    pub written: bool,
}

impl Expander<'_, '_> {
    pub(super) fn place(&self, at: At, frame: &Frame) -> Place {
        Place { site: self.site(at, frame), written: self.names().files.is_written(at) }
    }

    pub(super) fn call(
        &mut self,
        tree: &Tree,
        callee: &Tree,
        args: &[Tree],
        frame: &Rc<Frame>,
    ) -> Made<Thing> {
        if is_value(&callee.ty) {
            return self.value_call(tree, callee, args, frame).map(Thing::Value);
        }
        let Thing::Closure(closure) = self.expand(callee, frame)? else { return Err(Failed) };
        let cells = args.iter().map(|arg| suspended(arg, frame)).collect();
        self.enter(&closure, cells, tree.at, frame)
    }

    fn enter(&mut self, closure: &Rc<Closure>, args: Vec<Cell>, at: At, caller: &Rc<Frame>) -> Made<Thing> {
        let place = self.place(at, caller);
        self.check_size(place.site)?;
        let (params, body) = match &closure.code {
            ClosureCode::External(name) => {
                return self.operator(name, &closure.ty, &args, place, caller).map(Thing::Stream);
            }
            ClosureCode::Body(body, tree) => (&body.params, tree),
            ClosureCode::Lambda(function) => (&function.params, &function.body),
        };
        if caller.depth >= DEEPEST_CALLS {
            return self.too_many_calls(closure, place.site);
        }
        let mut frame = closure.frame.inside();
        frame.locals = params.iter().copied().zip(args).collect();
        frame.depth = caller.depth + 1;
        frame.site = place.site;
        if caller.is_open() {
            frame.bindings = caller.bindings.clone();
        }
        frame.within = match (&closure.name, &closure.frame.within) {
            // The call as it is written tells two expansions of one macro apart.
            (Some(name), Some(own)) if own.name == *name => {
                let name = if place.written { self.short_text(at) } else { name.clone() };
                Some(Rc::new(Within { name, outer: caller.within.clone() }))
            }
            _ => caller.within.clone(),
        };
        self.expand(body, &Rc::new(frame))
    }

    fn too_many_calls<T>(&mut self, closure: &Closure, at: At) -> Made<T> {
        let name = closure.name.clone().unwrap_or_else(|| Arc::from("a function"));
        let message =
            format!("`{name}` calls itself, or others that call it, more than {DEEPEST_CALLS} times");
        let span = self.names().files.span(at);
        let hint = "a macro that calls itself needs a `static if` that ends it";
        self.report(Diagnostic::error("expansion-too-deep", span, message).hint(hint))
    }

    /// The stream in a cell.
    fn stream_in(&mut self, cell: &Cell) -> Made<StreamId> {
        match self.force(cell)? {
            Thing::Stream(stream) => Ok(stream),
            _ => Err(Failed),
        }
    }

    /// The value in a cell.
    fn code_in(&mut self, cell: &Cell, ty: &Type) -> Made<Code> {
        let thing = self.force(cell)?;
        self.code_of(thing, ty)
    }

    fn streams_in(&mut self, cells: &[Cell]) -> Made<Vec<StreamId>> {
        cells.iter().map(|cell| self.stream_in(cell)).collect()
    }

    /// A primitive operator with its arguments.
    fn operator(
        &mut self,
        name: &str,
        ty: &Type,
        args: &[Cell],
        place: Place,
        caller: &Rc<Frame>,
    ) -> Made<StreamId> {
        let Type::Function(params, result, _) = ty else { return Err(Failed) };
        let Type::Events(element) = &**result else { return Err(Failed) };
        self.no_streams_inside(caller, place)?;
        let of = |index: usize| params.get(index).map(|(_, ty)| ty.clone()).ok_or(Failed);
        let operator = match (name, args) {
            ("time", [a]) => Operator::Time(self.stream_in(a)?),
            ("default", [a, value]) => {
                let stream = self.stream_in(a)?;
                let code = self.code_in(value, &of(1)?)?;
                Operator::Default(stream, self.constant_function(code, element, place))
            }
            ("defaultFrom", [a, b]) => Operator::DefaultFrom(self.stream_in(a)?, self.stream_in(b)?),
            ("last", [first, b]) => {
                let operator = Operator::Last(UNKNOWN, self.stream_in(b)?);
                return self.add_later(operator, first, element, place);
            }
            ("delay", [first, b]) => {
                let operator = Operator::Delay(UNKNOWN, self.stream_in(b)?);
                return self.add_later(operator, first, element, place);
            }
            ("merge", args) if !args.is_empty() => Operator::Merge(self.streams_in(args)?),
            ("filter", [a, b]) => Operator::Filter(self.stream_in(a)?, self.stream_in(b)?),
            ("const", [value, b]) => {
                let code = self.code_in(value, &of(0)?)?;
                let function = self.constant_function(code, element, place);
                Operator::Const(function, self.stream_in(b)?)
            }
            ("lift" | "slift", args) if args.len() > 1 => {
                let streams = self.streams_in(&args[..args.len() - 1])?;
                let function = self.code_in(&args[args.len() - 1], &of(args.len() - 1)?)?;
                let Type::Function(inner, _, _) = of(args.len() - 1)? else { return Err(Failed) };
                if name == "lift" {
                    let types = inner.iter().map(|(_, ty)| ty.clone()).collect();
                    let result = Type::Option(element.clone());
                    let function = self.call_function(function, types, result, place);
                    Operator::Lift(streams, function)
                } else {
                    return self.signal_lift_of(function, streams, &inner, element, place);
                }
            }
            _ => {
                return self.error(
                    "unknown-extern",
                    place.site,
                    format!("`{name}` cannot be used like this"),
                );
            }
        };
        Ok(self.add_stream(operator, (**element).clone(), place))
    }

    fn add_later(
        &mut self,
        operator: Operator,
        first: &Cell,
        element: &Type,
        place: Place,
    ) -> Made<StreamId> {
        let stream = self.add_stream(operator, element.clone(), place);
        self.pending.push_back(super::Pending { stream, first: first.clone() });
        Ok(stream)
    }

    /// Expands the first arguments of `last` and `delay` that wait.
    pub(super) fn finish_pending(&mut self) {
        while let Some(pending) = self.pending.pop_front() {
            if let Ok(first) = self.stream_in(&pending.first) {
                match &mut self.streams[pending.stream.0 as usize].operator {
                    Operator::Last(place, _) | Operator::Delay(place, _) => *place = first,
                    _ => {}
                }
            } else if self.diagnostics.is_empty() {
                // A cell that failed has reported why; what else fails is a fault of ours and must not pass.
                let at = self.streams[pending.stream.0 as usize].at;
                let _: Made<()> =
                    self.error("unsupported-feature", at, "this cannot be unfolded into streams");
            }
        }
    }

    /// What fails has reported why; if something else fails, that must not pass for a smaller specification.
    pub(super) fn must_be_reported(&mut self, at: At) {
        if self.diagnostics.is_empty() {
            let _: Made<()> = self.error("unsupported-feature", at, "this cannot be unfolded into streams");
        }
    }

    /// Streams are made when a specification is read, not while it runs.
    pub(super) fn no_streams_inside(&mut self, frame: &Frame, place: Place) -> Made<()> {
        if !frame.is_open() {
            return Ok(());
        }
        let message = "a stream is made inside of a function on values";
        self.error("unsupported-feature", place.site, message)
    }
}

/// The first argument of `last` or `delay` before it is known.
pub(super) const UNKNOWN: StreamId = StreamId(u32::MAX);
