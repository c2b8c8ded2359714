//! Type parameters and unknown types: solving, showing.

use std::sync::Arc;

use crate::check::{Checker, ERROR, Variable};
use crate::typed::{has_function, is_value, substitute};
use crate::types::Type;

impl Checker<'_> {
    /// A new type parameter.
    pub(crate) fn rigid(&mut self, name: &Arc<str>) -> u32 {
        self.variables.push(Variable::Rigid(name.clone()));
        self.variables.len() as u32 - 1
    }

    /// A type that is to be found out.
    pub(crate) fn open(&mut self) -> Type {
        self.variables.push(Variable::Open);
        Type::Parameter(self.variables.len() as u32 - 1)
    }

    fn variable(&self, number: u32) -> Option<&Variable> {
        self.variables.get(number as usize)
    }

    /// The type with what is known of its outermost part.
    pub(crate) fn shallow(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        while let Type::Parameter(number) = ty {
            match self.variable(number) {
                Some(Variable::Solved(known)) => ty = known.clone(),
                _ => break,
            }
        }
        ty
    }

    /// The type with all that is known of it.
    pub(crate) fn resolve(&self, ty: &Type) -> Type {
        substitute(ty, &|number| match self.variable(number) {
            Some(Variable::Solved(known)) => Some(self.resolve(known)),
            _ => None,
        })
    }

    /// Whether nothing is known of the type.
    pub(crate) fn is_open(&self, ty: &Type) -> bool {
        match self.shallow(ty) {
            Type::Parameter(number) => matches!(self.variable(number), Some(Variable::Open)),
            _ => false,
        }
    }

    /// Makes two types equal, or says that they are not.
    pub(crate) fn unify(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            (Type::Parameter(x), Type::Parameter(y)) if x == y => true,
            (&ERROR, _) | (_, &ERROR) => true,
            (Type::Parameter(number), other) if self.is_open(&a) => self.solve(*number, other),
            (other, Type::Parameter(number)) if self.is_open(&b) => self.solve(*number, other),
            (Type::Int, Type::Int)
            | (Type::Float, Type::Float)
            | (Type::Bool, Type::Bool)
            | (Type::String, Type::String) => true,
            (Type::Option(x), Type::Option(y))
            | (Type::List(x), Type::List(y))
            | (Type::Set(x), Type::Set(y))
            | (Type::Events(x), Type::Events(y)) => self.unify(x, y),
            (Type::Map(k, v), Type::Map(l, w)) => self.unify(k, l) && self.unify(v, w),
            (Type::Record(x), Type::Record(y)) => {
                x.len() == y.len()
                    && x.iter()
                        .zip(y.iter())
                        .all(|((name, field), (other, part))| name == other && self.unify(field, part))
            }
            (Type::Function(x, r, _), Type::Function(y, s, _)) => {
                x.len() == y.len()
                    && x.iter().zip(y.iter()).all(|((_, param), (_, other))| self.unify(param, other))
                    && self.unify(r, s)
            }
            _ => false,
        }
    }

    fn solve(&mut self, number: u32, ty: &Type) -> bool {
        let ty = self.resolve(ty);
        if self.occurs(number, &ty) || !is_value(&ty) || has_function(&ty) {
            return false;
        }
        self.variables[number as usize] = Variable::Solved(ty);
        true
    }

    fn occurs(&self, number: u32, ty: &Type) -> bool {
        match self.shallow(ty) {
            Type::Parameter(other) => other == number,
            Type::Int | Type::Float | Type::Bool | Type::String => false,
            Type::Option(part) | Type::List(part) | Type::Set(part) | Type::Events(part) => {
                self.occurs(number, &part)
            }
            Type::Map(key, value) => self.occurs(number, &key) || self.occurs(number, &value),
            Type::Record(fields) => fields.iter().any(|(_, field)| self.occurs(number, field)),
            Type::Function(params, result, _) => {
                params.iter().any(|(_, param)| self.occurs(number, param)) || self.occurs(number, &result)
            }
        }
    }

    /// Whether a type is of a size that anybody could have meant; types can double with each definition.
    pub(crate) fn is_small(&self, ty: &Type) -> bool {
        const LARGEST: usize = 2_000;
        let mut left = LARGEST;
        self.spend(ty, &mut left)
    }

    fn spend(&self, ty: &Type, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match self.shallow(ty) {
            Type::Int | Type::Float | Type::Bool | Type::String | Type::Parameter(_) => true,
            Type::Option(part) | Type::List(part) | Type::Set(part) | Type::Events(part) => {
                self.spend(&part, left)
            }
            Type::Map(key, value) => self.spend(&key, left) && self.spend(&value, left),
            Type::Record(fields) => fields.iter().all(|(_, field)| self.spend(field, left)),
            Type::Function(params, result, _) => {
                params.iter().all(|(_, param)| self.spend(param, left)) && self.spend(&result, left)
            }
        }
    }

    /// The type as people write it.
    pub(crate) fn show(&self, ty: &Type) -> String {
        self.resolve(ty).show(&|number| match self.variable(number) {
            Some(Variable::Rigid(name)) => name.to_string(),
            _ => "_".to_owned(),
        })
    }
}
