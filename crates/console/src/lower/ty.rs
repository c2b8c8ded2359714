//! The types of terms. What the language itself does not have (an OCaml option, a pair) is `Other`: it can go from one
//! OCaml function to another, and OCaml's own checker looks after it.

use lydian_core::Type;

use crate::syntax::ast::TypeKind;

/// A type of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ty {
    /// Whole numbers without bound.
    Int,
    /// Truth values.
    Bool,
    /// Texts.
    Text,
    /// Characters.
    Char,
    /// Exact decimal numbers.
    Decimal,
    /// Floating-point numbers, which only functions in OCaml have.
    Float,
    /// An enumeration, by number.
    Enumeration(usize),
    /// Lists.
    List(Box<Ty>),
    /// Some type of OCaml, or not known here.
    Other,
}

impl Ty {
    /// A list type.
    pub fn list(of: Ty) -> Ty {
        Ty::List(Box::new(of))
    }

    /// Whether these are numbers of any kind.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Ty::Int | Ty::Decimal | Ty::Float | Ty::Other)
    }

    /// Whether arithmetic with these is that of decimals.
    pub(crate) fn is_fractional(&self) -> bool {
        matches!(self, Ty::Decimal | Ty::Float)
    }

    /// Whether values of one type can stand for the other; what is not known fits everything.
    pub fn fits(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Other, _) | (_, Ty::Other) => true,
            (Ty::List(a), Ty::List(b)) => a.fits(b),
            _ => self == other,
        }
    }

    /// The type of a declaration; `enumeration` finds one by name.
    pub(crate) fn of_kind(kind: &TypeKind, enumeration: &dyn Fn(&str) -> Option<usize>) -> Option<Ty> {
        Some(match kind {
            TypeKind::Int => Ty::Int,
            TypeKind::Bool => Ty::Bool,
            TypeKind::String => Ty::Text,
            TypeKind::Char => Ty::Char,
            TypeKind::Decimal(_) => Ty::Decimal,
            TypeKind::Enumeration(name) => Ty::Enumeration(enumeration(name)?),
            TypeKind::List(of) => Ty::list(Ty::of_kind(of, enumeration)?),
        })
    }

    /// The type that an OCaml type is here; `arguments` are what type variables stand for so far.
    pub(crate) fn of_ocaml(ty: &Type, enumerations: &[String], arguments: &[Option<Ty>]) -> Ty {
        match ty {
            Type::Int => Ty::Int,
            Type::Bool => Ty::Bool,
            Type::String => Ty::Text,
            Type::Char => Ty::Char,
            Type::Float => Ty::Float,
            Type::List(of) => Ty::list(Ty::of_ocaml(of, enumerations, arguments)),
            Type::Param(index) => arguments.get(*index as usize).cloned().flatten().unwrap_or(Ty::Other),
            Type::Named(path, _) if path.ends_with("decimal") => Ty::Decimal,
            Type::Named(path, _) => {
                enumerations.iter().position(|name| **name == **path).map_or(Ty::Other, Ty::Enumeration)
            }
            _ => Ty::Other,
        }
    }

    /// Finds what type variables of an OCaml type stand for, given an argument's type.
    pub(crate) fn bind(&self, ocaml: &Type, arguments: &mut [Option<Ty>]) {
        match (ocaml, self) {
            (Type::Param(index), ty) => {
                if let Some(slot) = arguments.get_mut(*index as usize)
                    && slot.is_none()
                {
                    *slot = Some(ty.clone());
                }
            }
            (Type::List(inner), Ty::List(of)) => of.bind(inner, arguments),
            _ => {}
        }
    }

    /// The type as a user writes it.
    pub fn show(&self, enumerations: &[String]) -> String {
        match self {
            Ty::Int => "int".into(),
            Ty::Bool => "bool".into(),
            Ty::Text => "string".into(),
            Ty::Char => "char".into(),
            Ty::Decimal => "decimal".into(),
            Ty::Float => "float".into(),
            Ty::Enumeration(index) => enumerations.get(*index).cloned().unwrap_or_default(),
            Ty::List(of) => format!("[{}]", of.show(enumerations)),
            Ty::Other => "an OCaml value".into(),
        }
    }
}
