//! The typed tree: what the checker makes and the expander reads.
//! Names are resolved, arguments stand in the order of the parameters, and every lifting is written out. Types may hold
//! type parameters, which an expansion replaces.

use std::rc::Rc;
use std::sync::Arc;

use lydian_term::Int;

use crate::syntax::ast::{At, Strictness};
use crate::types::Type;

/// A definition, by its number in the checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct DefId(pub u32);

/// A parameter of a function, by its number in the checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LocalId(pub u32);

/// A group of local definitions, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BlockId(pub u32);

/// A typed expression, shared by suspended expansions.
pub(crate) type Tree = Rc<Typed>;

/// An expression with its type.
#[derive(Debug)]
pub(crate) struct Typed {
    pub kind: Kind,
    pub ty: Type,
    pub at: At,
}

/// The kinds of typed expressions.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// What has no meaning; the error was reported.
    Error,
    Int(Int),
    Float(f64),
    Text(Arc<str>),
    /// An input stream, by its number.
    Input(u32),
    /// A parameter.
    Local(LocalId),
    /// A definition with its type arguments.
    Def(DefId, Vec<Type>),
    /// A record, with the fields as they are written.
    Record(Vec<(Arc<str>, Tree)>),
    /// A field of a record.
    Member(Tree, Arc<str>),
    /// A call.
    Call(Tree, Vec<Tree>),
    /// A function.
    Lambda(Rc<Function>),
    /// Local definitions and what they are for.
    Block(BlockId, Tree),
    /// A choice at compile time.
    StaticIf(Tree, Tree, Tree),
    /// A value as a stream with one event at time 0.
    Constant(Tree),
    /// A value function on arguments of which at least one is a stream.
    Lift(Tree, Vec<Tree>),
    /// A field of the records of a stream.
    LiftMember(Tree, Arc<str>),
}

/// A function that is written as an expression.
#[derive(Debug)]
pub(crate) struct Function {
    pub params: Vec<LocalId>,
    pub body: Tree,
}

/// A parameter.
#[derive(Debug, Clone)]
pub(crate) struct Local {
    pub name: Arc<str>,
    pub ty: Type,
    pub strictness: Strictness,
}

/// The right side of a definition.
#[derive(Debug)]
pub(crate) struct Body {
    pub params: Vec<LocalId>,
    pub kind: BodyKind,
}

/// The kinds of right sides.
#[derive(Debug)]
pub(crate) enum BodyKind {
    Tree(Tree),
    /// A primitive by its name.
    External(Arc<str>),
}

impl Typed {
    /// The same expression with another type: a function without parameters is the expression that it gives.
    pub(crate) fn with_type(&self, ty: Type, at: At) -> Tree {
        Typed::new(self.kind.clone(), ty, at)
    }

    pub(crate) fn new(kind: Kind, ty: Type, at: At) -> Tree {
        Rc::new(Typed { kind, ty, at })
    }
}

/// Whether a type is one of values: it holds no stream. Type parameters stand for values only.
pub(crate) fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Events(_) => false,
        Type::Int | Type::Float | Type::Bool | Type::String | Type::Parameter(_) => true,
        Type::Option(part) | Type::List(part) | Type::Set(part) => is_value(part),
        Type::Map(key, value) => is_value(key) && is_value(value),
        Type::Record(fields) => fields.iter().all(|(_, field)| is_value(field)),
        Type::Function(params, result, _) => {
            params.iter().all(|(_, param)| is_value(param)) && is_value(result)
        }
    }
}

/// Whether a type holds a function.
pub(crate) fn has_function(ty: &Type) -> bool {
    match ty {
        Type::Function(..) => true,
        Type::Int | Type::Float | Type::Bool | Type::String | Type::Parameter(_) => false,
        Type::Option(part) | Type::List(part) | Type::Set(part) | Type::Events(part) => has_function(part),
        Type::Map(key, value) => has_function(key) || has_function(value),
        Type::Record(fields) => fields.iter().any(|(_, field)| has_function(field)),
    }
}

/// A type in which functions without parameters are what they give. The checker tells both apart; to run them makes no
/// difference, for values do not change.
pub(crate) fn erased(ty: &Type) -> Type {
    match ty {
        Type::Function(params, result, _) if params.is_empty() => erased(result),
        other => other.map_parts(&erased),
    }
}

/// A type with its parameters replaced.
pub(crate) fn substitute(ty: &Type, of: &dyn Fn(u32) -> Option<Type>) -> Type {
    match ty {
        Type::Parameter(number) => of(*number).unwrap_or_else(|| ty.clone()),
        other => other.map_parts(&|part| substitute(part, of)),
    }
}
