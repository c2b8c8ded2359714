//! Code between the value functions of a specification and a programming language: statements over variables that are
//! assigned, each function with a table of the types of its variables. Nothing in it is left of closures and suspensions.

use std::sync::Arc;

use super::types::Ty;

/// A variable of a function, by its place in [`Function::vars`].
pub(super) type Var = usize;

/// What needs no computation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Atom {
    Var(Var),
    Unit,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Arc<str>),
    /// Of type [`Ty::Fault`].
    NoFault,
}

/// The operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Prim {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Not,
    Less,
    LessEqual,
    Equal,
    Compare,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FNeg,
    FPow,
    FLog,
    FSin,
    FCos,
    FTan,
    FAtan,
    FOfInt,
    IntOfF,
    Concat,
    TextOfInt,
    TextOfFloat,
    None,
    Some,
    IsSome,
    Unwrap,
    Tuple,
    Field(usize),
    ListOf,
    ListPrepend,
    ListAppend,
    ListSize,
    ListGet,
    ListSet,
    ListHead,
    ListTail,
    ListLast,
    ListInit,
    SetOf,
    SetAdd,
    SetContains,
    SetRemove,
    SetSize,
    SetUnion,
    SetIntersection,
    SetMinus,
    MapOf,
    MapAdd,
    MapContains,
    MapGet,
    MapRemove,
    MapSize,
    MapKeys,
    IsFault,
}

impl Prim {
    /// Whether it can fail.
    pub(super) fn can_fail(self) -> bool {
        self.message().is_some()
    }

    /// What is told when it fails: the words of the prelude.
    pub(super) fn message(self) -> Option<&'static str> {
        use Prim::*;
        Option::Some(match self {
            Div | Rem => "Division by zero",
            IntOfF => "Cannot convert an infinite float or NaN to Int",
            ListGet | ListSet => "The index is outside of the list",
            ListHead | ListTail | ListLast | ListInit => "The list is empty",
            MapGet => "The key is not in the map",
            _ => return Option::None,
        })
    }

    /// Whether it can leave 64 bits.
    pub(super) fn can_overflow(self) -> bool {
        use Prim::*;
        matches!(self, Add | Sub | Mul | Div | Rem | ShiftLeft | IntOfF)
    }
}

/// Why a monitor cannot go on although the specification can. That calls are nested too deeply (2) or take too long (3) is
/// found by the code under the monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// An integer leaves 64 bits.
    Overflow = 1,
    /// An erroneous value is kept inside of another value.
    Inside = 4,
}

/// The messages of [`Limit`], from 1 on; the messages of errors follow.
pub(super) const LIMITS: [&str; 4] = [
    "an integer leaves 64 bits",
    "calls are nested too deeply",
    "a call takes too many steps",
    "an erroneous value is kept inside of another one",
];

/// The first number of an error.
pub(super) const FIRST_ERROR: usize = LIMITS.len() + 1;

/// The failure that a function ends with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Failure {
    /// A message, by its place in the table of messages.
    Message(usize),
    /// That of an argument.
    Given(Var),
}

/// What a function gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    /// A value.
    Value(Atom),
    /// No event.
    Nothing,
    /// An event.
    Event(Atom),
    /// An option: an event or none.
    Maybe(Atom),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Stmt {
    Set(Var, Prim, Vec<Atom>),
    Copy(Var, Atom),
    /// Calls a function that calls itself.
    Call(Var, usize, Vec<Atom>),
    If(Atom, Vec<Stmt>, Vec<Stmt>),
    /// For each element of a list or set, or each key and value of a map.
    Each(Atom, Vec<Var>, Vec<Stmt>),
    Fail(Failure),
    Stop(Limit),
    Return(Given),
    /// Begins again with other parameters.
    Again(Vec<(Var, Atom)>),
}

/// A function.
#[derive(Debug, Clone)]
pub(super) struct Function {
    /// What people call it.
    pub(super) name: String,
    pub(super) params: Vec<Var>,
    pub(super) vars: Vec<Ty>,
    pub(super) result: Ty,
    /// Whether it gives an event or none.
    pub(super) is_event: bool,
    /// Whether it calls itself, directly or not.
    pub(super) is_recursive: bool,
    pub(super) body: Vec<Stmt>,
}

/// Calls a function with every statement.
pub(super) fn for_each(block: &[Stmt], visit: &mut dyn FnMut(&Stmt)) {
    for stmt in block {
        visit(stmt);
        match stmt {
            Stmt::If(_, yes, no) => {
                for_each(yes, visit);
                for_each(no, visit);
            }
            Stmt::Each(_, _, body) => for_each(body, visit),
            _ => {}
        }
    }
}
