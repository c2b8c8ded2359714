//! Value code: expressions without streams become pieces of code.

use std::rc::Rc;
use std::sync::Arc;

use super::frame::{Bindings, Frame, Thing, known};
use super::functions::suspended_args;
use super::{Expander, Failed, Made};
use crate::code::{Binding, Code, Var, bind};
use crate::externs;
use crate::syntax::ast::{At, Strictness};
use crate::typed::{BodyKind, Function, Kind, LocalId, Tree};
use crate::types::{Type, field_order};

/// Where a primitive stands, and where its arguments are.
#[derive(Debug, Default)]
pub(super) struct Spot {
    pub at: At,
    parts: Vec<At>,
}

impl Spot {
    pub(super) fn of(at: At, args: &[Tree]) -> Spot {
        Spot { at, parts: args.iter().map(|arg| arg.at).collect() }
    }

    /// Where an argument is.
    pub(super) fn part(&self, index: usize) -> At {
        self.parts.get(index).copied().unwrap_or(self.at)
    }
}

impl Expander<'_, '_> {
    /// The code of an expression.
    pub(super) fn value(&mut self, tree: &Tree, frame: &Rc<Frame>) -> Made<Code> {
        let thing = self.expand(tree, frame)?;
        match thing {
            Thing::Value(code) => Ok(code),
            other => {
                let ty = self.type_in(&tree.ty, frame);
                self.code_of(other, &ty)
            }
        }
    }

    /// The code of something that is a value.
    pub(super) fn code_of(&mut self, thing: Thing, ty: &Type) -> Made<Code> {
        match (thing, ty) {
            (Thing::Value(code), _) => Ok(code),
            (Thing::Record(cells), Type::Record(fields)) => {
                let mut sorted: Vec<_> = cells.iter().collect();
                sorted.sort_by(|(a, _), (b, _)| field_order(a, b));
                let mut parts = Vec::with_capacity(sorted.len());
                for ((_, cell), (_, ty)) in sorted.into_iter().zip(fields.iter()) {
                    let part = self.force(cell)?;
                    parts.push(self.code_of(part, ty)?);
                }
                Ok(match parts.len() {
                    0 => Code::Unit,
                    1 => parts.remove(0),
                    _ => Code::Tuple(parts),
                })
            }
            _ => Err(Failed),
        }
    }

    /// The primitive on values that an expression names.
    pub(super) fn external_of(&self, tree: &Tree) -> Option<&'static str> {
        let Kind::Def(id, _) = &tree.kind else { return None };
        match &self.checker.body(*id)?.kind {
            BodyKind::External(name) => externs::value(name),
            BodyKind::Tree(_) => None,
        }
    }

    /// A call of a function on values.
    pub(super) fn value_call(
        &mut self,
        tree: &Tree,
        callee: &Tree,
        args: &[Tree],
        frame: &Rc<Frame>,
    ) -> Made<Code> {
        let ty = self.type_in(&callee.ty, frame);
        if let Some(name) = self.external_of(callee) {
            if let Some(code) = self.noted_condition(name, tree, args, frame)? {
                return Ok(code);
            }
            let trees = args;
            let args = self.values(trees, frame)?;
            let spot = Spot::of(tree.at, trees);
            return self.primitive(name, &ty, args, &spot, frame);
        }
        let Type::Function(types, _, _) = &ty else { return Err(Failed) };
        let function = self.value(callee, frame)?;
        let args = self.values(args, frame)?;
        Ok(Code::apply(function, suspended_args(args, types)))
    }

    fn values(&mut self, trees: &[Tree], frame: &Rc<Frame>) -> Made<Vec<Code>> {
        trees.iter().map(|tree| self.value(tree, frame)).collect()
    }

    pub(super) fn lambda(&mut self, function: &Function, frame: &Rc<Frame>) -> Made<Code> {
        self.function_code(&function.params, &function.body, frame)
    }

    fn function_code(&mut self, params: &[LocalId], body: &Tree, frame: &Rc<Frame>) -> Made<Code> {
        let bindings = Bindings::default();
        let mut inner = frame.inside();
        inner.bindings = Some(bindings.clone());
        let mut vars = Vec::with_capacity(params.len());
        for param in params {
            let var = self.fresh_var();
            vars.push(var);
            let lazy = self.checker.locals[param.0 as usize].strictness == Strictness::Lazy;
            let code = if lazy { Code::Force(Box::new(Code::Var(var))) } else { Code::Var(var) };
            inner.locals.push((*param, known(Thing::Value(code))));
        }
        let code = self.value(body, &Rc::new(inner))?;
        let bindings = std::mem::take(&mut *bindings.borrow_mut());
        Ok(Code::lambda(vars, bind(bindings, code)))
    }

    /// A function on values that is defined: it may call itself, so it has a name before it has code.
    pub(super) fn value_function(
        &mut self,
        name: &Arc<str>,
        params: &[LocalId],
        tree: &Tree,
        frame: &Rc<Frame>,
        set: &dyn Fn(&Thing),
    ) -> Made<Thing> {
        let (params, body) = match &tree.kind {
            Kind::Lambda(function) if params.is_empty() => (function.params.as_slice(), &function.body),
            _ => (params, tree),
        };
        if let Some(bindings) = frame.bindings.clone() {
            let var = self.fresh_var();
            let thing = Thing::Value(Code::Var(var));
            set(&thing);
            let code = self.function_code(params, body, frame)?;
            bindings.borrow_mut().push(Binding { var, code });
            return Ok(thing);
        }
        let id = self.add_global(name.clone(), None, false);
        let thing = Thing::Value(Code::Global(id));
        set(&thing);
        let code = self.function_code(params, body, frame)?;
        self.globals[id.0 as usize].code = Some(code);
        Ok(thing)
    }

    /// A definition by a primitive, for other uses than a call.
    pub(super) fn external(&mut self, name: &str, ty: &Type, frame: &Rc<Frame>, site: At) -> Made<Thing> {
        use super::frame::{Closure, ClosureCode};
        if let Some(name) = externs::stream(name) {
            if let Type::Events(part) = ty {
                let place = super::apply::Place { site, written: false };
                self.no_streams_inside(frame, place)?;
                return Ok(Thing::Stream(self.add_stream(
                    crate::spec::Operator::Nil,
                    (**part).clone(),
                    place,
                )));
            }
            let code = ClosureCode::External(name);
            let closure = Closure { code, frame: frame.clone(), ty: ty.clone(), name: None };
            return Ok(Thing::Closure(Rc::new(closure)));
        }
        let Some(name) = externs::value(name) else { return Err(Failed) };
        let library = Spot::default();
        let Type::Function(params, _, _) = ty else {
            return self.primitive(name, ty, Vec::new(), &library, frame).map(Thing::Value);
        };
        let vars: Vec<Var> = params.iter().map(|_| self.fresh_var()).collect();
        let args = vars.iter().zip(params.iter()).map(|(var, (strictness, _))| match strictness {
            Strictness::Lazy => Code::Force(Box::new(Code::Var(*var))),
            Strictness::Strict => Code::Var(*var),
        });
        let body = self.primitive(name, ty, args.collect(), &library, frame)?;
        let id = self.add_global(name.into(), Some(Code::lambda(vars, body)), false);
        Ok(Thing::Value(Code::Global(id)))
    }

    /// A primitive on values with its arguments; what depends on types is chosen here.
    pub(super) fn primitive(
        &mut self,
        name: &'static str,
        ty: &Type,
        args: Vec<Code>,
        spot: &Spot,
        frame: &Rc<Frame>,
    ) -> Made<Code> {
        let mut args = args;
        // Where a fault is told; whether it is noted depends on where the primitive itself stands.
        let (at, told) = (spot.at, self.site(spot.at, frame));
        let first = match ty {
            Type::Function(params, _, _) => params.first().map(|(_, ty)| ty.clone()),
            _ => None,
        };
        let key = match &first {
            Some(Type::Set(element)) => Some((**element).clone()),
            Some(Type::Map(key, _)) => Some((**key).clone()),
            _ => None,
        };
        Ok(match (name, args.len()) {
            ("true", _) => Code::Bool(true),
            ("false", _) => Code::Bool(false),
            ("ite" | "staticite", 3) => {
                let [condition, then, otherwise] = three(args).ok_or(Failed)?;
                let condition = self.noted_decision(condition, spot, frame);
                Code::If(condition.into(), then.into(), otherwise.into())
            }
            ("and" | "or", 2) => {
                let second = args.pop().ok_or(Failed)?;
                let first = args.pop().ok_or(Failed)?;
                self.noted_connective(name, first, second, spot, frame)
            }
            ("not", 1) => self.noted_negation(args.remove(0), spot, frame),
            ("eq" | "neq", 2) => {
                let ty = first.ok_or(Failed)?;
                if ty == Type::Int {
                    self.noted_comparison(name, args, at, frame)
                } else {
                    self.equality(name, &ty, args, told)?
                }
            }
            ("lt" | "leq" | "gt" | "geq", 2) => self.noted_comparison(name, args, at, frame),
            ("div" | "mod", 2) => self.noted_failure(name, args, at, frame),
            ("toString", 1) => {
                let ty = first.ok_or(Failed)?;
                self.text_of(args.remove(0), &ty, told)?
            }
            ("String_format", 2) => {
                let ty = match ty {
                    Type::Function(params, _, _) => params[1].1.clone(),
                    _ => return Err(Failed),
                };
                let name = match ty {
                    Type::Int => "String_formatInt",
                    Type::Float => "String_formatFloat",
                    _ => {
                        let value = args.pop().ok_or(Failed)?;
                        args.push(self.text_of(value, &ty, told)?);
                        name
                    }
                };
                Code::Primitive(name, args)
            }
            (
                "Set_add" | "Set_contains" | "Set_remove" | "Set_union" | "Set_intersection" | "Set_minus"
                | "Map_add" | "Map_contains" | "Map_get" | "Map_remove",
                _,
            ) => {
                self.no_functions(&key.ok_or(Failed)?, told)?;
                if name == "Map_get" {
                    self.noted_failure(name, args, at, frame)
                } else {
                    Code::Primitive(name, args)
                }
            }
            (
                "getSome" | "List_get" | "List_set" | "List_head" | "List_last" | "List_tail" | "List_init",
                _,
            ) => self.noted_failure(name, args, at, frame),
            _ => Code::Primitive(name, args),
        })
    }
}

fn three(args: Vec<Code>) -> Option<[Code; 3]> {
    args.try_into().ok()
}
