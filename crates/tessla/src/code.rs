//! Value code: what value functions are made of before they become OCaml text.
//! Every variable is bound once. A program is a list of globals, functions and constants, that may use each other.

pub(crate) mod fold;
mod lets;
mod locals;
mod needed;
pub(crate) mod order;
pub(crate) mod print;
mod project;
pub(crate) mod suspend;

use std::sync::Arc;

use lydian_term::Int;

use crate::spec::PointId;

pub(crate) use lets::{Binding, bind};

/// A local variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub u32);

/// A function or constant of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct GlobalId(pub u32);

/// A piece of code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Code {
    Unit,
    Bool(bool),
    Int(Int),
    Float(f64),
    Text(Arc<str>),
    Var(Var),
    Global(GlobalId),
    /// Two or more parts.
    Tuple(Vec<Code>),
    /// A part of a tuple: which one, of how many.
    Field(Box<Code>, usize, usize),
    Lambda(Vec<Var>, Box<Code>),
    Apply(Box<Code>, Vec<Code>),
    Let(Var, Box<Code>, Box<Code>),
    /// Functions and suspensions that use each other.
    LetRec(Vec<(Var, Code)>, Box<Code>),
    If(Box<Code>, Box<Code>, Box<Code>),
    And(Box<Code>, Box<Code>),
    Or(Box<Code>, Box<Code>),
    Lazy(Box<Code>),
    Force(Box<Code>),
    /// A primitive with all its arguments, by the name in the table of [`crate::externs`].
    Primitive(&'static str, Vec<Code>),
    /// Notes a value under a point, then goes on.
    Note(PointId, Box<Code>, Box<Code>),
}

/// A global in the making.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    /// What people call it; numbered, its name in the program.
    pub name: Arc<str>,
    /// A function, or the value of a constant; missing while it is being made.
    pub code: Option<Code>,
    /// Whether it is a constant: a function of `()`.
    pub constant: bool,
}

impl Code {
    /// Whether it is better repeated than named.
    pub(crate) fn is_trivial(&self) -> bool {
        match self {
            Code::Unit | Code::Bool(_) | Code::Float(_) | Code::Var(_) | Code::Global(_) => true,
            Code::Int(int) => int.bit_length() <= 1_000,
            Code::Text(text) => text.len() <= 40,
            Code::Primitive("None" | "List_empty" | "Set_empty" | "Map_empty", args) => args.is_empty(),
            _ => false,
        }
    }

    pub(crate) fn apply(function: Code, args: Vec<Code>) -> Code {
        if args.is_empty() { function } else { Code::Apply(Box::new(function), args) }
    }

    pub(crate) fn lambda(params: Vec<Var>, body: Code) -> Code {
        if params.is_empty() { body } else { Code::Lambda(params, Box::new(body)) }
    }

    /// Calls the function for each piece directly inside of this one.
    pub(crate) fn for_each_child<'c>(&'c self, visit: &mut dyn FnMut(&'c Code)) {
        match self {
            Code::Unit
            | Code::Bool(_)
            | Code::Int(_)
            | Code::Float(_)
            | Code::Text(_)
            | Code::Var(_)
            | Code::Global(_) => {}
            Code::Tuple(parts) | Code::Primitive(_, parts) => parts.iter().for_each(visit),
            Code::Field(inner, ..) | Code::Lambda(_, inner) | Code::Lazy(inner) | Code::Force(inner) => {
                visit(inner)
            }
            Code::Apply(function, args) => {
                visit(function);
                args.iter().for_each(visit);
            }
            Code::Let(_, a, b) | Code::And(a, b) | Code::Or(a, b) | Code::Note(_, a, b) => {
                visit(a);
                visit(b);
            }
            Code::LetRec(bindings, rest) => {
                bindings.iter().for_each(|(_, bound)| visit(bound));
                visit(rest);
            }
            Code::If(condition, yes, no) => {
                visit(condition);
                visit(yes);
                visit(no);
            }
        }
    }

    /// The same for changing them.
    pub(crate) fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Code)) {
        match self {
            Code::Unit
            | Code::Bool(_)
            | Code::Int(_)
            | Code::Float(_)
            | Code::Text(_)
            | Code::Var(_)
            | Code::Global(_) => {}
            Code::Tuple(parts) | Code::Primitive(_, parts) => parts.iter_mut().for_each(visit),
            Code::Field(inner, ..) | Code::Lambda(_, inner) | Code::Lazy(inner) | Code::Force(inner) => {
                visit(inner)
            }
            Code::Apply(function, args) => {
                visit(function);
                args.iter_mut().for_each(visit);
            }
            Code::Let(_, a, b) | Code::And(a, b) | Code::Or(a, b) | Code::Note(_, a, b) => {
                visit(a);
                visit(b);
            }
            Code::LetRec(bindings, rest) => {
                bindings.iter_mut().for_each(|(_, bound)| visit(bound));
                visit(rest);
            }
            Code::If(condition, yes, no) => {
                visit(condition);
                visit(yes);
                visit(no);
            }
        }
    }

    /// Calls the function for this piece and all inside of it.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&Code)) {
        visit(self);
        self.for_each_child(&mut |child| child.for_each(visit));
    }

    /// Replaces a variable everywhere.
    pub(crate) fn replace(&mut self, var: Var, by: &Code) {
        if *self == Code::Var(var) {
            *self = by.clone();
        } else {
            self.for_each_child_mut(&mut |child| child.replace(var, by));
        }
    }
}
