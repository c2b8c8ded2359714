//! Small pieces of Core, and inferred types as Core's types.

use std::sync::Arc;

use lydian_core::{ArgLabel as CoreLabel, ConId, Expr, Lambda, Literal, Mutability, Type, Var};
use rustc_hash::FxHashMap;

use super::types::{ArgLabel, BUILTINS, Kind, Ty, TypeCon};
use super::unify::Types;

/// An integer.
pub fn int(value: i64) -> Expr {
    Expr::Literal(Literal::Int(value.into()))
}

/// `()`.
pub fn unit() -> Expr {
    Expr::Literal(Literal::Unit)
}

/// A string.
pub fn string(bytes: &[u8]) -> Expr {
    Expr::Literal(Literal::String(Arc::from(bytes)))
}

/// A tuple.
pub fn tuple(parts: Vec<Expr>) -> Expr {
    construct(ConId::TUPLE, parts)
}

/// An immutable block.
pub fn construct(con: ConId, args: Vec<Expr>) -> Expr {
    Expr::Construct(con, Mutability::Immutable, args)
}

/// `body` after these are computed, in order.
pub fn lets(before: Vec<(Var, Expr)>, body: Expr) -> Expr {
    before.into_iter().rev().fold(body, |body, (var, value)| Expr::Let(var, Box::new(value), Box::new(body)))
}

/// A function.
pub fn lambda(params: Vec<Var>, body: Expr) -> Expr {
    Expr::Lambda(Arc::new(Lambda { name: None, params, body }))
}

/// A primitive; the identity costs nothing.
pub fn primitive(name: &Arc<str>, mut args: Vec<Expr>) -> Expr {
    if &**name == "%identity"
        && args.len() == 1
        && let Some(arg) = args.pop()
    {
        return arg;
    }
    Expr::Primitive(name.clone(), args)
}

/// Raises an exception.
pub fn raise(exception: Expr) -> Expr {
    Expr::Primitive(Arc::from("raise"), vec![exception])
}

/// Whether evaluating the expression can make nothing new: OCaml's condition for generalising fully.
pub fn is_nonexpansive(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Var(_) | Expr::Lambda(_) => true,
        Expr::Let(_, value, body) => is_nonexpansive(value) && is_nonexpansive(body),
        Expr::LetRec(bindings, body) => {
            bindings.iter().all(|(_, value)| is_nonexpansive(value)) && is_nonexpansive(body)
        }
        Expr::If(_, then, otherwise) => is_nonexpansive(then) && is_nonexpansive(otherwise),
        Expr::Match { scrutinee, arms, .. } => {
            is_nonexpansive(scrutinee)
                && arms
                    .iter()
                    .all(|arm| is_nonexpansive(&arm.body) && arm.guard.as_ref().is_none_or(is_nonexpansive))
        }
        Expr::Construct(_, Mutability::Immutable, args) => args.iter().all(is_nonexpansive),
        Expr::Field(block, _) | Expr::Lazy(block) => is_nonexpansive(block),
        Expr::Array(elements) => elements.is_empty(),
        Expr::Sequence(_, last) => is_nonexpansive(last),
        Expr::Primitive(name, args) => &**name == "raise" && args.iter().all(is_nonexpansive),
        Expr::Construct(_, Mutability::Mutable, _)
        | Expr::Apply(..)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::Try(..)
        | Expr::SetField(..)
        | Expr::While(..)
        | Expr::For { .. } => false,
    }
}

/// Inferred types as Core's types; variables become parameters in order of appearance.
pub struct TypeLowerer<'a> {
    types: &'a Types,
    params: FxHashMap<u32, u32>,
    next: u32,
    fuel: u32,
    /// The tag that stands for all others where a variant is open.
    other: Option<&'static str>,
    /// Whether a variant is open.
    pub found_open: bool,
}

/// Core's types are trees, so a type past this size is cut off; only reports see it.
const MAX_SIZE: u32 = 100_000;

impl<'a> TypeLowerer<'a> {
    /// For a type whose `Generic`s keep their numbers; other variables are numbered from `first`.
    pub fn new(types: &'a Types, first: u32) -> TypeLowerer<'a> {
        let params = FxHashMap::default();
        TypeLowerer { types, params, next: first, fuel: MAX_SIZE, other: None, found_open: false }
    }

    /// The same with one more tag wherever there can be tags that the type does not name.
    pub fn with_other_tags(types: &'a Types, first: u32, other: &'static str) -> TypeLowerer<'a> {
        TypeLowerer { other: Some(other), ..TypeLowerer::new(types, first) }
    }

    /// The type in Core.
    pub fn lower(&mut self, ty: &Ty) -> Type {
        let ty = self.types.resolve(ty);
        if self.fuel == 0 {
            return Type::Unit;
        }
        self.fuel -= 1;
        match &*ty {
            Kind::Var(var) => {
                let next = self.next;
                let param = *self.params.entry(*var).or_insert(next);
                if param == next {
                    self.next += 1;
                }
                Type::Param(param)
            }
            Kind::Generic(index) => Type::Param(*index),
            Kind::Arrow(label, from, to) => {
                let label = match label {
                    ArgLabel::Nolabel => CoreLabel::Positional,
                    ArgLabel::Labelled(name) => CoreLabel::Labelled(name.clone()),
                    ArgLabel::Optional(name) => CoreLabel::Optional(name.clone()),
                };
                let from = self.lower(from);
                Type::Arrow(label, Arc::new(from), Arc::new(self.lower(to)))
            }
            Kind::Tuple(parts) => Type::Tuple(parts.iter().map(|part| self.lower(part)).collect()),
            Kind::Con(con, args) => self.lower_con(con, args),
            Kind::Variant(row) => {
                let row = self.types.row(row);
                let tags = row.tags.iter();
                let mut tags: Vec<_> = tags
                    .map(|(name, tag)| (name.clone(), tag.arg.as_ref().map(|arg| self.lower(arg))))
                    .collect();
                self.found_open |= !row.closed;
                let other =
                    self.other.filter(|other| !row.closed && tags.iter().all(|(name, _)| **name != **other));
                tags.extend(other.map(|other| (Arc::from(other), None)));
                Type::PolyVariant(tags.into())
            }
            Kind::Nil => Type::Unit,
        }
    }

    fn lower_con(&mut self, con: &Arc<TypeCon>, args: &[Ty]) -> Type {
        let builtins = &*BUILTINS;
        let is = |ty: &Ty| matches!(&**ty, Kind::Con(own, _) if own.id == con.id);
        let plain = [
            (&builtins.int, Type::Int),
            (&builtins.bool, Type::Bool),
            (&builtins.char, Type::Char),
            (&builtins.string, Type::String),
            (&builtins.bytes, Type::Bytes),
            (&builtins.float, Type::Float),
            (&builtins.unit, Type::Unit),
            (&builtins.exn, Type::Exn),
        ];
        if let Some((_, ty)) = plain.into_iter().find(|(ty, _)| is(ty)) {
            return ty;
        }
        let mut lowered: Vec<Type> = args.iter().map(|arg| self.lower(arg)).collect();
        if lowered.len() == 1
            && [&builtins.list, &builtins.array, &builtins.lazy_t].iter().any(|own| own.id == con.id)
        {
            let element = Arc::new(lowered.remove(0));
            return if con.id == builtins.list.id {
                Type::List(element)
            } else if con.id == builtins.array.id {
                Type::Array(element)
            } else {
                Type::Lazy(element)
            };
        }
        Type::Named(con.path.clone(), lowered.into())
    }
}
