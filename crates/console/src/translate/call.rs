//! Calls in a plan: which function of the language is meant, by the types of its arguments; and the user's own.

use lydian_write::solution::Language;
use lydian_write::solution::plan::{Builtin, Expr, Kind, Op, Type};

use super::build::{Builder, Built, refuse};
use super::term::{common, decimal, is_exact, places, ten};
use crate::lower::Ty;
use crate::syntax::ast::{At, Name, Operator, Term, TermKind};

impl Builder<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Term], at: &At) -> Built<Expr> {
        let own = self.spec.core.exports.iter().any(|export| *export.name == *name.text);
        if own || name.text.contains('.') {
            let arguments = arguments.iter().map(|argument| self.term(argument)).collect::<Built<_>>()?;
            return self.ocaml(&name.text, arguments, at);
        }
        if let ("round", [value, places]) = (&*name.text, arguments) {
            return self.round(value, places, at);
        }
        let arguments: Vec<Expr> =
            arguments.iter().map(|argument| self.term(argument)).collect::<Built<_>>()?;
        self.builtin(&name.text, arguments, at)
    }

    /// A function or value of the user, or of OCaml's library.
    pub(super) fn ocaml(&mut self, name: &str, arguments: Vec<Expr>, at: &At) -> Built<Expr> {
        if self.language != Language::OCaml {
            let message =
                format!("`{name}` is a function in OCaml and not translated to {}", self.language.name());
            return refuse(at, message);
        }
        let mut found =
            self.spec.core.exports.iter().find(|export| *export.name == *name).map(|one| one.ty.clone());
        if let (None, Some((module, function))) = (&found, name.rsplit_once('.')) {
            let program = lydian_ocaml::library_module(module).ok();
            found = program.and_then(|program| program.export(function).map(|export| export.ty.clone()));
        }
        let Some(function) = found else { return refuse(at, format!("`{name}` is not known")) };
        if arguments.iter().any(|argument| has_decimals(&argument.ty)) {
            return refuse(at, format!("`{name}` takes decimals, which are whole numbers in a translation"));
        }
        let (parameters, result) = function.uncurry();
        if parameters.iter().any(|(label, _)| *label != lydian_core::ArgLabel::Positional) {
            return refuse(at, format!("`{name}` has labelled arguments"));
        }
        let enumerations: Vec<String> = self.spec.enumerations.iter().map(|one| one.ocaml.clone()).collect();
        let mut bound: Vec<Option<Ty>> = vec![None; function.param_count() as usize];
        for ((_, parameter), argument) in parameters.iter().zip(&arguments) {
            ty_of(&argument.ty).bind(parameter, &mut bound);
        }
        let ty = type_of(&Ty::of_ocaml(&result, &enumerations, &bound));
        if has_decimals(&ty) {
            return refuse(at, format!("`{name}` gives decimals, which are whole numbers in a translation"));
        }
        Ok(Expr { kind: Kind::OCaml(name.to_owned(), arguments), ty })
    }

    /// `round(a, n)` and `round(a / b, n)`, half away from zero.
    fn round(&mut self, value: &Term, wanted: &Term, at: &At) -> Built<Expr> {
        let TermKind::Int(wanted) = &wanted.kind else {
            return refuse(&wanted.at, "the number of places is not a literal");
        };
        let Some(wanted) = wanted.as_usize().filter(|wanted| *wanted <= 100).map(|wanted| wanted as u32)
        else {
            return refuse(at, "this number has too many places");
        };
        let ty = Type::Decimal { places: wanted, exact: true };
        if let TermKind::Binary(Operator::Divide, a, b) = &value.kind {
            let (a, b) = (self.term(a)?, self.term(b)?);
            let (a, b) = common(a, b);
            let a = times(a, ten(wanted));
            return Ok(Expr { kind: Kind::Call(Builtin::DivideRounded, vec![a, b]), ty });
        }
        let value = self.term(value)?;
        let own = places(&value.ty).unwrap_or(0);
        if own <= wanted {
            return Ok(Expr { ty, ..decimal(value, wanted) });
        }
        Ok(Expr { kind: Kind::Call(Builtin::DivideRounded, vec![value, ten(own - wanted)]), ty })
    }

    fn builtin(&mut self, name: &str, mut arguments: Vec<Expr>, at: &At) -> Built<Expr> {
        let first = arguments.first().map_or(Type::Unknown, |first| first.ty.clone());
        let element = first.element();
        let (builtin, ty) = match name {
            "length" => (Builtin::Length, Type::Int),
            "sum" => (Builtin::Sum, inexact(number(element))),
            "product" if element.is_decimal() => {
                return refuse(at, "the places of this product depend on the run");
            }
            "product" => (Builtin::Product, Type::Int),
            "minimum" => (Builtin::Minimum, element),
            "maximum" => (Builtin::Maximum, element),
            "count" => {
                let [list, value] = two(arguments, at)?;
                let equal_places = places(&element) == places(&value.ty) || !element.is_decimal();
                if !equal_places && places(&value.ty).unwrap_or(0) > places(&element).unwrap_or(0) {
                    return refuse(at, "decimals with different places are compared");
                }
                let value = match places(&element) {
                    Some(places) => decimal(value, places),
                    None if value.ty.is_decimal() => {
                        return refuse(at, "decimals are compared with whole numbers");
                    }
                    None => value,
                };
                return Ok(Expr { kind: Kind::Call(Builtin::Count, vec![list, value]), ty: Type::Int });
            }
            "reverse" => (Builtin::Reverse, first),
            "sort" => (Builtin::Sort, first),
            "first" => (Builtin::First, element),
            "last" => (Builtin::Last, element),
            "distinct" => (Builtin::Distinct, first),
            "take" => (Builtin::Take, first),
            "drop" => (Builtin::Drop, first),
            "range" => (Builtin::Range, Type::list(Type::Int)),
            "abs" => (Builtin::Abs, first),
            "min" | "max" => {
                let [a, b] = two(arguments, at)?;
                // Both are brought to common places first.
                let both_exact = is_exact(&a.ty) && is_exact(&b.ty);
                let (a, b) = common(a, b);
                let mut ty = a.ty.clone();
                if let Type::Decimal { exact, .. } = &mut ty {
                    *exact = both_exact;
                }
                arguments = vec![a, b];
                (if name == "min" { Builtin::Min } else { Builtin::Max }, ty)
            }
            "power" => (Builtin::Power, Type::Int),
            "floor" | "ceiling" => return one(arguments, at).map(|value| whole(value, name == "ceiling")),
            "uppercase" => (Builtin::Uppercase, Type::Text),
            "lowercase" => (Builtin::Lowercase, Type::Text),
            "trim" => (Builtin::Trim, Type::Text),
            "contains" => (Builtin::Contains, Type::Bool),
            "starts_with" => (Builtin::StartsWith, Type::Bool),
            "ends_with" => (Builtin::EndsWith, Type::Bool),
            "substring" => (Builtin::Substring, Type::Text),
            "words" => (Builtin::Words, Type::list(Type::Text)),
            "split" => (Builtin::Split, Type::list(Type::Text)),
            "join" => (Builtin::Join, Type::Text),
            "chars" => (Builtin::Chars, Type::list(Type::Char)),
            "repeat" => (Builtin::Repeat, Type::Text),
            "int" => (Builtin::IntOfText, Type::Int),
            "is_int" => (Builtin::IsInt, Type::Bool),
            "code" => (Builtin::Code, Type::Int),
            "char" => (Builtin::CharOfCode, Type::Char),
            "text" => match &first {
                Type::Decimal { exact: false, .. } => {
                    return refuse(at, "the places of this decimal depend on the run");
                }
                Type::List(of) if matches!(**of, Type::Decimal { exact: false, .. }) => {
                    return refuse(at, "the places of these decimals depend on the run");
                }
                Type::Unknown => return refuse(at, "the type of this is not known"),
                Type::Text => return one(arguments, at),
                _ => (Builtin::Text, Type::Text),
            },
            _ => return refuse(at, format!("`{name}` is not translated")),
        };
        Ok(Expr { kind: Kind::Call(builtin, arguments), ty })
    }
}

/// A decimal rounded down or up to a whole number.
fn whole(value: Expr, up: bool) -> Expr {
    let Some(places) = places(&value.ty) else { return value };
    let negate = |inner: Expr| Expr { kind: Kind::Negate(Box::new(inner)), ty: Type::Int };
    let value = if up { negate(value) } else { value };
    let kind = Kind::Binary(Op::Div, Box::new(value), Box::new(ten(places)));
    let floor = Expr { kind, ty: Type::Int };
    if up { negate(floor) } else { floor }
}

fn times(value: Expr, factor: Expr) -> Expr {
    if factor == ten(0) {
        return value;
    }
    Expr { kind: Kind::Binary(Op::Multiply, Box::new(value), Box::new(factor)), ty: Type::Int }
}

fn number(ty: Type) -> Type {
    if ty == Type::Unknown { Type::Int } else { ty }
}

fn inexact(ty: Type) -> Type {
    match ty {
        Type::Decimal { places, .. } => Type::Decimal { places, exact: false },
        other => other,
    }
}

fn one(arguments: Vec<Expr>, at: &At) -> Built<Expr> {
    match <[Expr; 1]>::try_from(arguments) {
        Ok([one]) => Ok(one),
        Err(_) => refuse(at, "this call has another number of arguments"),
    }
}

fn two(arguments: Vec<Expr>, at: &At) -> Built<[Expr; 2]> {
    match arguments.try_into() {
        Ok(two) => Ok(two),
        Err(_) => refuse(at, "this call has another number of arguments"),
    }
}

fn has_decimals(ty: &Type) -> bool {
    match ty {
        Type::List(of) => has_decimals(of),
        other => other.is_decimal(),
    }
}

fn ty_of(ty: &Type) -> Ty {
    match ty {
        Type::Int => Ty::Int,
        Type::Bool => Ty::Bool,
        Type::Text => Ty::Text,
        Type::Char => Ty::Char,
        Type::Decimal { .. } => Ty::Decimal,
        Type::Enumeration(index) => Ty::Enumeration(*index),
        Type::List(of) => Ty::list(ty_of(of)),
        Type::Unknown => Ty::Other,
    }
}

fn type_of(ty: &Ty) -> Type {
    match ty {
        Ty::Int => Type::Int,
        Ty::Bool => Type::Bool,
        Ty::Text => Type::Text,
        Ty::Char => Type::Char,
        Ty::Decimal => Type::Decimal { places: 0, exact: false },
        Ty::Enumeration(index) => Type::Enumeration(*index),
        Ty::List(of) => Type::list(type_of(of)),
        Ty::Float | Ty::Other => Type::Unknown,
    }
}
