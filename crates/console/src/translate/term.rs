//! Terms of a specification as typed terms of a plan: names are resolved, decimals are brought to common places, and what
//! is being read is told apart from what was read before.

use lydian_term::Int;
use lydian_write::solution::Language;
use lydian_write::solution::plan::{Builtin, Expr, Kind, Op, Quantifier, Type};

use super::build::{Builder, Built, refuse};
use crate::syntax::ast::{self, At, Name, Operator, Term, TermKind, View};

/// Decimals with more places than this are not translated.
const MOST_PLACES: u32 = 1_000;

impl Builder<'_> {
    /// A term of a type; whole numbers become decimals where they must.
    pub(super) fn term_of(&mut self, term: &Term, wanted: &Type) -> Built<Expr> {
        let value = self.term(term)?;
        Ok(match (wanted, &value.ty) {
            (Type::Decimal { places, .. }, Type::Int) => decimal(value, *places),
            (Type::Decimal { places, .. }, Type::Decimal { places: own, .. }) if own < places => {
                decimal(value, *places)
            }
            (Type::List(of), Type::List(own)) if of.is_decimal() && **own == Type::Int => {
                let Type::Decimal { places, .. } = **of else { return Ok(value) };
                decimals(value, places)
            }
            _ => value,
        })
    }

    pub(super) fn term(&mut self, term: &Term) -> Built<Expr> {
        let of = |kind, ty| Ok(Expr { kind, ty });
        match &term.kind {
            TermKind::Int(int) => of(Kind::Int(int.clone()), Type::Int),
            TermKind::Decimal(mantissa, places) => {
                of(Kind::Int(mantissa.clone()), Type::Decimal { places: *places, exact: true })
            }
            TermKind::Bool(known) => of(Kind::Bool(*known), Type::Bool),
            TermKind::Text(text) => {
                let by_characters = matches!(self.language, Language::Python | Language::Haskell);
                if by_characters && !text.is_ascii() {
                    return refuse(
                        &term.at,
                        "letters outside of ASCII are counted otherwise in this language",
                    );
                }
                if self.language == Language::C && text.contains('\0') {
                    return refuse(&term.at, "texts with a zero byte are not translated to C");
                }
                of(Kind::Text(text.clone()), Type::Text)
            }
            TermKind::Char(code) => {
                if *code >= 128 || *code == 0 {
                    return refuse(&term.at, "characters outside of ASCII are not translated");
                }
                of(Kind::Char(*code), Type::Char)
            }
            TermKind::Name(name) => self.name(name, &term.at),
            TermKind::List(elements) => self.list(elements),
            TermKind::View(names, view) => self.view(names, *view, &term.at),
            TermKind::Negate(inner) => {
                let inner = self.term(inner)?;
                let ty = inner.ty.clone();
                match inner.kind {
                    Kind::Int(int) => of(Kind::Int(-int), ty),
                    _ => of(Kind::Negate(Box::new(inner)), ty),
                }
            }
            TermKind::Not(inner) => Ok(self.term_of(inner, &Type::Bool)?.negated()),
            TermKind::Binary(operator, a, b) => self.binary(*operator, a, b, &term.at),
            TermKind::If(condition, then, otherwise) => {
                let condition = self.term_of(condition, &Type::Bool)?;
                let (then, otherwise) = (self.term(then)?, self.term(otherwise)?);
                let same = then.ty == otherwise.ty;
                let (then, otherwise) = common(then, otherwise);
                let mut ty =
                    if then.ty == Type::list(Type::Unknown) { otherwise.ty.clone() } else { then.ty.clone() };
                if let Type::Decimal { exact, .. } = &mut ty {
                    *exact &= same;
                }
                of(Kind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty)
            }
            TermKind::Call(name, arguments) => self.call(name, arguments, &term.at),
            TermKind::Index(list, index) => {
                let (list, index) = (self.term(list)?, self.term_of(index, &Type::Int)?);
                let ty = list.ty.element();
                of(Kind::Index(Box::new(list), Box::new(index)), ty)
            }
            TermKind::Quantified(quantifier, name, list, body) => {
                let list = self.elements(list)?;
                let bound = self.bind(name, &list);
                let body = self.term_of(body, &Type::Bool);
                self.locals.pop();
                let (quantifier, ty) = match quantifier {
                    ast::Quantifier::ForAll => (Quantifier::ForAll, Type::Bool),
                    ast::Quantifier::Exists => (Quantifier::Exists, Type::Bool),
                    ast::Quantifier::Count => (Quantifier::Count, Type::Int),
                };
                of(Kind::Quantified(quantifier, bound, Box::new(list), Box::new(body?)), ty)
            }
            TermKind::Comprehension { element, name, list, filter } => {
                let list = self.elements(list)?;
                let bound = self.bind(name, &list);
                let filter = filter.as_ref().map(|filter| self.term_of(filter, &Type::Bool)).transpose();
                let element = self.term(element);
                self.locals.pop();
                let (element, filter) = (element?, filter?.map(Box::new));
                let ty = Type::list(element.ty.clone());
                of(
                    Kind::Comprehension {
                        element: Box::new(element),
                        name: bound,
                        list: Box::new(list),
                        filter,
                    },
                    ty,
                )
            }
        }
    }

    /// Binds a name; in the plan it is different from all variables and parameters.
    fn bind(&mut self, name: &Name, list: &Expr) -> String {
        let taken = |other: &String| **other == *name.text;
        let members = self.spec.enumerations.iter().flat_map(|one| &one.members).map(|(member, _)| member);
        let clash = self.variables.iter().chain(&self.parameters).any(|(other, _)| taken(other))
            || members.into_iter().any(taken);
        let bound = if clash { format!("{}_item", name.text) } else { name.text.to_string() };
        self.locals.push((name.text.to_string(), bound.clone(), list.ty.element()));
        bound
    }

    fn name(&mut self, name: &str, at: &At) -> Built<Expr> {
        if let Some((_, bound, ty)) = self.locals.iter().rev().find(|(local, ..)| local == name) {
            return Ok(Expr { kind: Kind::Local(bound.clone()), ty: ty.clone() });
        }
        if let Some((_, ty)) = self.parameters.iter().find(|(parameter, _)| parameter == name) {
            return Ok(Expr { kind: Kind::Parameter(name.to_owned()), ty: ty.clone() });
        }
        if let Some(variable) = self.variables.iter().position(|(variable, _)| variable == name) {
            return self.viewed(variable, View::Ago(0), at);
        }
        for (number, enumeration) in self.spec.enumerations.iter().enumerate() {
            if let Some(member) = enumeration.members.iter().position(|(member, _)| member == name) {
                return Ok(Expr { kind: Kind::Member(number, member), ty: Type::Enumeration(number) });
            }
        }
        self.ocaml(name, Vec::new(), at)
    }

    fn view(&mut self, names: &[Name], view: View, at: &At) -> Built<Expr> {
        let find = |name: &Name| self.variables.iter().position(|(other, _)| **other == *name.text);
        let mut members: Vec<usize> = names.iter().filter_map(find).collect();
        members.sort_unstable();
        members.dedup();
        let Some(number) = self.spec.views.iter().position(|known| *known == members) else {
            return refuse(at, "these variables are not read together");
        };
        let ty = &self.variables[members[0]].1;
        if members.iter().any(|member| self.variables[*member].1 != *ty) {
            return refuse(at, "decimals with different places are not merged in a translation");
        }
        self.viewed(number, view, at)
    }

    /// A view, in which the values of the line that is being read come last.
    fn viewed(&mut self, view: usize, which: View, at: &At) -> Built<Expr> {
        let members = &self.spec.views[view];
        let ty = self.variables[members[0]].1.clone();
        if matches!(ty, Type::List(_)) {
            return refuse(at, "lists are not read");
        }
        let new: Vec<Expr> = (0..self.pending.len())
            .filter(|number| members.contains(&self.pending[*number]))
            .map(|number| Expr { kind: Kind::New(number), ty: ty.clone() })
            .collect();
        let list = Type::list(ty.clone());
        let with = |old: Kind, new: &[Expr]| {
            let old = Expr { kind: old, ty: list.clone() };
            if new.is_empty() {
                return old;
            }
            let new = Expr { kind: Kind::List(new.to_vec()), ty: list.clone() };
            Expr { kind: Kind::Binary(Op::Append, Box::new(old), Box::new(new)), ty: list.clone() }
        };
        let fresh = new.len() as u32;
        Ok(match which {
            View::All => with(Kind::All(view), &new),
            View::Ago(back) if back < fresh => new[(fresh - 1 - back) as usize].clone(),
            View::Ago(back) if back == fresh => Expr { kind: Kind::Current(view), ty },
            View::Ago(back) => Expr { kind: Kind::Ago(view, back - fresh), ty },
            View::Earlier(without) if without < fresh => {
                with(Kind::All(view), &new[..(fresh - without) as usize])
            }
            View::Earlier(without) if without == fresh => with(Kind::All(view), &[]),
            View::Earlier(without) => with(Kind::Earlier(view, without - fresh), &[]),
        })
    }

    fn list(&mut self, elements: &[Term]) -> Built<Expr> {
        let elements: Vec<Expr> = elements.iter().map(|element| self.term(element)).collect::<Built<_>>()?;
        let places = elements.iter().filter_map(|element| places(&element.ty)).max();
        let ty = match (places, elements.first()) {
            (Some(places), _) => Type::Decimal {
                places,
                exact: elements.iter().all(|one| one.ty == Type::Decimal { places, exact: true }),
            },
            (None, Some(first)) => first.ty.clone(),
            (None, None) => Type::Unknown,
        };
        let elements = match places {
            Some(places) => elements.into_iter().map(|element| decimal(element, places)).collect(),
            None => elements,
        };
        Ok(Expr { kind: Kind::List(elements), ty: Type::list(ty) })
    }

    /// A list, or the characters of a text.
    fn elements(&mut self, term: &Term) -> Built<Expr> {
        let list = self.term(term)?;
        Ok(match list.ty {
            Type::Text => Expr { kind: Kind::Call(Builtin::Chars, vec![list]), ty: Type::list(Type::Char) },
            _ => list,
        })
    }

    fn binary(&mut self, operator: Operator, a: &Term, b: &Term, at: &At) -> Built<Expr> {
        let op = match operator {
            Operator::And => {
                return Ok(super::build::both(self.term_of(a, &Type::Bool)?, self.term_of(b, &Type::Bool)?));
            }
            Operator::Or => {
                return Ok(super::build::either(
                    self.term_of(a, &Type::Bool)?,
                    self.term_of(b, &Type::Bool)?,
                ));
            }
            Operator::In | Operator::NotIn => {
                let (a, list) = (self.term(a)?, self.elements(b)?);
                let found = self.contained(a, list, at)?;
                return Ok(if operator == Operator::NotIn { found.negated() } else { found });
            }
            Operator::Equal => Op::Equal,
            Operator::NotEqual => Op::NotEqual,
            Operator::Less => Op::Less,
            Operator::LessOrEqual => Op::LessOrEqual,
            Operator::Greater => Op::Greater,
            Operator::GreaterOrEqual => Op::GreaterOrEqual,
            Operator::Append => Op::Append,
            Operator::Add => Op::Add,
            Operator::Subtract => Op::Subtract,
            Operator::Multiply => Op::Multiply,
            Operator::Div => Op::Div,
            Operator::Mod => Op::Mod,
            Operator::Quot => Op::Quot,
            Operator::Rem => Op::Rem,
            Operator::Divide => return refuse(at, "a quotient that is not rounded has no translation"),
        };
        let (a, b) = (self.term(a)?, self.term(b)?);
        match op {
            Op::Append => {
                let (a, b) = common(a, b);
                let ty = if a.ty == Type::list(Type::Unknown) { b.ty.clone() } else { a.ty.clone() };
                Ok(Expr { kind: Kind::Binary(op, Box::new(a), Box::new(b)), ty })
            }
            Op::Equal | Op::NotEqual | Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual => {
                Ok(self.compared(op, a, b))
            }
            Op::Multiply => {
                let ty = match (places(&a.ty), places(&b.ty)) {
                    (None, None) => Type::Int,
                    (p, q) => self.places_of_product(p.unwrap_or(0) + q.unwrap_or(0), &a, &b, at)?,
                };
                Ok(Expr { kind: Kind::Binary(op, Box::new(a), Box::new(b)), ty })
            }
            _ => {
                let both_exact = is_exact(&a.ty) && is_exact(&b.ty);
                let (a, b) = common(a, b);
                let mut ty = a.ty.clone();
                if let Type::Decimal { exact, .. } = &mut ty {
                    *exact = both_exact;
                }
                Ok(Expr { kind: Kind::Binary(op, Box::new(a), Box::new(b)), ty })
            }
        }
    }

    fn places_of_product(&self, places: u32, a: &Expr, b: &Expr, at: &At) -> Built<Type> {
        if places > MOST_PLACES {
            return refuse(at, "this product has too many places");
        }
        Ok(Type::Decimal { places, exact: is_exact(&a.ty) && is_exact(&b.ty) })
    }

    /// A comparison of values of any type.
    pub(super) fn compared(&self, op: Op, a: Expr, b: Expr) -> Expr {
        let (a, b) = common(a, b);
        Expr { kind: Kind::Binary(op, Box::new(a), Box::new(b)), ty: Type::Bool }
    }

    /// Whether a list has a value.
    pub(super) fn contained(&mut self, value: Expr, list: Expr, at: &At) -> Built<Expr> {
        let of = list.ty.element();
        let (value, list) = match (places(&value.ty), places(&of)) {
            (None, None) => (value, list),
            (p, q) => {
                let most = p.unwrap_or(0).max(q.unwrap_or(0));
                if q.unwrap_or(0) < most && of.is_decimal() {
                    return refuse(at, "decimals with different places are compared");
                }
                (decimal(value, most), if of == Type::Int { decimals(list, most) } else { list })
            }
        };
        Ok(Expr { kind: Kind::Binary(Op::In, Box::new(value), Box::new(list)), ty: Type::Bool })
    }
}

/// The places of a decimal type.
pub(super) fn places(ty: &Type) -> Option<u32> {
    match ty {
        Type::Decimal { places, .. } => Some(*places),
        _ => None,
    }
}

/// Whether the written value of a number has just the places of its type.
pub(super) fn is_exact(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Decimal { exact: true, .. })
}

/// Ten to a power.
pub(super) fn ten(power: u32) -> Expr {
    let value = (0..power).fold(Int::from(1), |value, _| value * Int::from(10));
    Expr { kind: Kind::Int(value), ty: Type::Int }
}

/// A number as a decimal with at least its own places.
pub(super) fn decimal(value: Expr, wanted: u32) -> Expr {
    let (own, exact) = match value.ty {
        Type::Decimal { places, exact } => (places, exact && places == wanted),
        _ => (0, false),
    };
    let ty = Type::Decimal { places: wanted, exact };
    if own == wanted {
        return Expr { kind: value.kind, ty };
    }
    let Expr { kind: factor, .. } = ten(wanted - own);
    let kind = match (&value.kind, &factor) {
        (Kind::Int(mantissa), Kind::Int(factor)) => Kind::Int(mantissa.clone() * factor.clone()),
        _ => {
            let factor = Expr { kind: factor, ty: Type::Int };
            Kind::Binary(Op::Multiply, Box::new(value), Box::new(factor))
        }
    };
    Expr { kind, ty }
}

/// A list of whole numbers as decimals.
pub(super) fn decimals(list: Expr, places: u32) -> Expr {
    let name = "number".to_owned();
    let element = Expr { kind: Kind::Local(name.clone()), ty: Type::Int };
    let element = Box::new(decimal(element, places));
    let ty = Type::list(element.ty.clone());
    Expr { kind: Kind::Comprehension { element, name, list: Box::new(list), filter: None }, ty }
}

/// Two values brought to common places, if one of them is a decimal.
pub(super) fn common(a: Expr, b: Expr) -> (Expr, Expr) {
    match (places(&a.ty), places(&b.ty)) {
        (None, None) => (a, b),
        (p, q) => {
            let most = p.unwrap_or(0).max(q.unwrap_or(0));
            (decimal(a, most), decimal(b, most))
        }
    }
}
