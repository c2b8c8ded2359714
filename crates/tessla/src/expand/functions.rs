//! Value functions that operators call: their entries, shortcuts, and the lifting of functions to streams.

use std::rc::Rc;
use std::sync::Arc;

use super::apply::Place;
use super::frame::{Frame, Thing};
use super::values::Spot;
use super::{Expander, Failed, Made, field};
use crate::code::{Code, GlobalId, Var};
use crate::spec::{Function, FunctionId, Operand, Operator, Shortcut, StreamId};
use crate::syntax::ast::Strictness;
use crate::typed::Tree;
use crate::types::Type;

/// A function in the making.
pub(super) struct Draft {
    pub params: Vec<(Var, Type)>,
    pub body: Code,
    pub result: Type,
    pub place: Place,
}

impl Expander<'_, '_> {
    /// The function of a constant.
    pub(super) fn constant_function(&mut self, code: Code, ty: &Type, place: Place) -> FunctionId {
        let body = self.folded(&code).unwrap_or(code);
        self.add_function(Draft { params: Vec::new(), body, result: ty.clone(), place })
    }

    /// The function that calls a function value.
    pub(super) fn call_function(
        &mut self,
        code: Code,
        types: Vec<Type>,
        result: Type,
        place: Place,
    ) -> FunctionId {
        let params: Vec<(Var, Type)> = types.into_iter().map(|ty| (self.fresh_var(), ty)).collect();
        let args = params.iter().map(|(var, _)| Code::Var(*var)).collect();
        let body = Code::apply(code, args);
        self.add_function(Draft { params, body, result, place })
    }

    pub(super) fn add_function(&mut self, draft: Draft) -> FunctionId {
        let Draft { params, body, result, place } = draft;
        let vars: Vec<Var> = params.iter().map(|(var, _)| *var).collect();
        let shortcut = self.shortcut(&body, &params);
        let name = self.short_text(place.site);
        let global = self.global_for(&vars, body, place);
        let function = Function {
            global: "".into(),
            name,
            params: params.into_iter().map(|(_, ty)| ty).collect(),
            result,
            shortcut,
            tolerant: None,
            at: place.site,
        };
        self.functions.push(super::finish::Entry { function, global, tolerant: None });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// The global that is this function; an existing one if the function only calls it.
    fn global_for(&mut self, params: &[Var], body: Code, place: Place) -> GlobalId {
        if let Some(global) = self.existing(params, &body) {
            return global;
        }
        let name: Arc<str> = if place.written { "lifted".into() } else { "library".into() };
        let constant = params.is_empty();
        self.add_global(name, Some(Code::lambda(params.to_vec(), body)), constant)
    }

    fn existing(&self, params: &[Var], body: &Code) -> Option<GlobalId> {
        let (id, args): (GlobalId, &[Code]) = match body {
            Code::Global(id) => (*id, &[]),
            Code::Apply(function, args) => match &**function {
                Code::Global(id) => (*id, args),
                _ => return None,
            },
            _ => return None,
        };
        let global = &self.globals[id.0 as usize];
        let same = args.len() == params.len()
            && args.iter().zip(params).all(|(arg, param)| *arg == Code::Var(*param));
        let fits = match &global.code {
            _ if global.constant => params.is_empty(),
            Some(Code::Lambda(own, _)) => !params.is_empty() && own.len() == params.len(),
            _ => false,
        };
        (same && fits).then_some(id)
    }

    /// The text of a place on one short line.
    pub(super) fn short_text(&self, at: crate::syntax::ast::At) -> Arc<str> {
        let span = self.names().files.span(at);
        let words: Vec<&str> = span.text().split_whitespace().collect();
        let text = words.join(" ");
        match text.char_indices().nth(57) {
            Some((end, _)) => format!("{}...", &text[..end]).into(),
            None => text.into(),
        }
    }

    // ---------------------------------------------------------------------------------------- shortcuts

    fn shortcut(&self, body: &Code, params: &[(Var, Type)]) -> Option<Shortcut> {
        let Code::Primitive(name, args) = self.inlined(body)? else { return self.connective(body, params) };
        let operands: Option<Vec<Operand>> = args.iter().map(|arg| operand(arg, params)).collect();
        let operands = operands?;
        let int = |operand: &Operand| match operand {
            Operand::Parameter(index) => params[*index].1 == Type::Int,
            Operand::Int(_) => true,
            _ => false,
        };
        let known = match name {
            "eq" | "neq" => operands.iter().all(int),
            "add" | "sub" | "mul" | "div" | "mod" | "negate" | "lt" | "leq" | "gt" | "geq" | "not"
            | "fadd" | "fsub" | "fmul" | "fdiv" | "fnegate" | "flt" | "fleq" | "fgt" | "fgeq" => true,
            _ => false,
        };
        known.then_some(Shortcut { primitive: name, operands })
    }

    fn connective(&self, body: &Code, params: &[(Var, Type)]) -> Option<Shortcut> {
        let (primitive, a, b) = match body {
            Code::And(a, b) => ("and", a, b),
            Code::Or(a, b) => ("or", a, b),
            _ => return None,
        };
        Some(Shortcut { primitive, operands: vec![operand(a, params)?, operand(b, params)?] })
    }

    /// The body, with a call of a function that is one primitive replaced by that.
    fn inlined(&self, body: &Code) -> Option<Code> {
        let Code::Apply(function, args) = body else { return Some(body.clone()) };
        let Code::Global(id) = &**function else { return None };
        let global = &self.globals[id.0 as usize];
        let Some(Code::Lambda(params, inner)) = &global.code else { return None };
        if global.constant || params.len() != args.len() || !matches!(**inner, Code::Primitive(..)) {
            return None;
        }
        let mut code = (**inner).clone();
        params.iter().zip(args).for_each(|(param, arg)| code.replace(*param, arg));
        Some(code)
    }

    // ---------------------------------------------------------------------------------------- lifting

    /// A value function on streams and values.
    pub(super) fn lift(
        &mut self,
        tree: &Tree,
        function: &Tree,
        args: &[Tree],
        frame: &Rc<Frame>,
    ) -> Made<StreamId> {
        let place = self.place(tree.at, frame);
        self.check_size(place.site)?;
        self.no_streams_inside(frame, place)?;
        let ty = self.type_in(&function.ty, frame);
        let Type::Function(types, result, _) = &ty else { return Err(Failed) };
        let mut params = Vec::new();
        let mut streams = Vec::new();
        let mut codes = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let param = &types.get(index).ok_or(Failed)?.1;
            match self.expand(arg, frame)? {
                Thing::Stream(stream) => {
                    codes.push(self.signal(stream, param, &mut streams, &mut params));
                }
                thing => {
                    let thing = self.shared(thing, "constant", frame);
                    codes.push(self.code_of(thing, param)?);
                }
            }
        }
        let body = match self.external_of(function) {
            Some(name) => self.primitive(name, &ty, codes, &Spot::of(tree.at, args), frame)?,
            None => {
                let function = self.value(function, frame)?;
                Code::apply(function, suspended_args(codes, types))
            }
        };
        Ok(self.signal_lift(Draft { params, body, result: (**result).clone(), place }, streams))
    }

    /// An argument of a signal lift: constants need no stream of their own.
    fn signal(
        &mut self,
        stream: StreamId,
        ty: &Type,
        streams: &mut Vec<StreamId>,
        params: &mut Vec<(Var, Type)>,
    ) -> Code {
        if let Some(constant) = self.constant_in(stream) {
            return constant;
        }
        // To look at an option is not to look at its value, which may be an error.
        if let Some(inner) = self.option_of(stream)
            && let Type::Option(part) = ty
        {
            let value = self.signal(inner, part, streams, params);
            return Code::Primitive("Some", vec![value]);
        }
        let var = self.fresh_var();
        streams.push(stream);
        params.push((var, ty.clone()));
        Code::Var(var)
    }

    /// The stream whose values a stream gives as options.
    fn option_of(&self, stream: StreamId) -> Option<StreamId> {
        let Operator::SignalLift(streams, function) = &self.streams[stream.0 as usize].operator else {
            return None;
        };
        let global = self.functions[function.0 as usize].global;
        match (self.globals[global.0 as usize].code.as_ref()?, streams.as_slice()) {
            (Code::Lambda(params, body), [only]) => match (&**body, params.as_slice()) {
                (Code::Primitive("Some", inner), [param]) if *inner == [Code::Var(*param)] => Some(*only),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a stream that is one constant.
    fn constant_in(&self, stream: StreamId) -> Option<Code> {
        let Operator::Default(before, function) = &self.streams[stream.0 as usize].operator else {
            return None;
        };
        let is_constant = self.streams[before.0 as usize].operator == Operator::Nil;
        let global = self.functions[function.0 as usize].global;
        let code = self.globals[global.0 as usize].code.as_ref();
        let simple = code.filter(|code| code.is_trivial()).cloned();
        is_constant.then(|| simple.unwrap_or(Code::Global(global)))
    }

    fn signal_lift(&mut self, draft: Draft, streams: Vec<StreamId>) -> StreamId {
        let (place, result) = (draft.place, draft.result.clone());
        if streams.is_empty() {
            return self.constant_of(draft.body, &result, place);
        }
        let function = self.add_function(draft);
        self.add_stream(Operator::SignalLift(streams, function), result, place)
    }

    /// A signal lift of a function value.
    pub(super) fn signal_lift_of(
        &mut self,
        function: Code,
        given: Vec<StreamId>,
        types: &[(Strictness, Type)],
        element: &Type,
        place: Place,
    ) -> Made<StreamId> {
        let (mut params, mut streams) = (Vec::new(), Vec::new());
        let codes: Vec<Code> = given
            .into_iter()
            .zip(types)
            .map(|(stream, (_, ty))| self.signal(stream, ty, &mut streams, &mut params))
            .collect();
        let body = Code::apply(function, suspended_args(codes, types));
        Ok(self.signal_lift(Draft { params, body, result: element.clone(), place }, streams))
    }

    pub(super) fn lift_member(
        &mut self,
        tree: &Tree,
        stream: &Tree,
        name: &str,
        frame: &Rc<Frame>,
    ) -> Made<StreamId> {
        let place = self.place(tree.at, frame);
        self.no_streams_inside(frame, place)?;
        let (Type::Events(record), Type::Events(part)) =
            (self.type_in(&stream.ty, frame), self.type_in(&tree.ty, frame))
        else {
            return Err(Failed);
        };
        let Thing::Stream(stream) = self.expand(stream, frame)? else { return Err(Failed) };
        let (mut params, mut streams) = (Vec::new(), Vec::new());
        let code = self.signal(stream, &record, &mut streams, &mut params);
        let body = field(code, &record, name).ok_or(Failed)?;
        Ok(self.signal_lift(Draft { params, body, result: (*part).clone(), place }, streams))
    }
}

/// Arguments as a function value takes them: those of lazy parameters are suspended.
pub(super) fn suspended_args(codes: Vec<Code>, types: &[(Strictness, Type)]) -> Vec<Code> {
    let suspend = |code: Code| match code {
        Code::Force(inner) if matches!(*inner, Code::Var(_)) => *inner,
        other => Code::Lazy(Box::new(other)),
    };
    codes
        .into_iter()
        .zip(types)
        .map(|(code, (strictness, _))| if *strictness == Strictness::Lazy { suspend(code) } else { code })
        .collect()
}

fn operand(code: &Code, params: &[(Var, Type)]) -> Option<Operand> {
    match code {
        Code::Var(var) => params.iter().position(|(other, ..)| other == var).map(Operand::Parameter),
        Code::Int(int) => Some(Operand::Int(int.clone())),
        Code::Float(float) => Some(Operand::Float(*float)),
        Code::Bool(known) => Some(Operand::Bool(*known)),
        _ => None,
    }
}
