//! Each form of term, with its type and its OCaml.

use lydian_core::Type;
use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::Expr;
use lydian_term::Int;

use super::ty::Ty;
use super::{Lowered, Lowering, own};
use crate::syntax::ast::{At, Name, Operator, Quantifier, Term, TermKind, View};

impl Lowering<'_> {
    /// A term that must have a type; a whole number becomes a decimal where one is needed.
    pub(crate) fn term_of(&mut self, term: &Term, wanted: &Ty) -> Lowered {
        let lowered = self.term(term);
        self.convert(lowered, wanted, &term.at)
    }

    pub(crate) fn convert(&mut self, lowered: Lowered, wanted: &Ty, at: &At) -> Lowered {
        if let Some(function) = conversion(&lowered.ty, wanted) {
            // Not every float has decimals.
            let total = lowered.total && lowered.ty != Ty::Float;
            return Lowered { ty: wanted.clone(), total, ..wrap(&function, lowered, at) };
        }
        if let (Ty::List(from), Ty::List(to)) = (&lowered.ty, wanted)
            && let Some(function) = conversion(from, to)
        {
            let build = Build::at(at);
            let total = lowered.total && **from != Ty::Float;
            let code = build.call("List.map", [build.name(&function), lowered.code]);
            return Lowered { ty: wanted.clone(), code, total };
        }
        if !lowered.ty.fits(wanted) {
            self.mismatch(at, wanted, &lowered.ty);
        }
        lowered
    }

    pub(crate) fn term(&mut self, term: &Term) -> Lowered {
        let build = Build::at(&term.at);
        let total = |ty, code| Lowered { ty, code, total: true };
        match &term.kind {
            TermKind::Int(int) => total(Ty::Int, integer(build, int)),
            TermKind::Decimal(mantissa, places) => {
                let parts = [integer(build, mantissa), build.int(i64::from(*places))];
                total(Ty::Decimal, build.call(&own("decimal"), parts))
            }
            TermKind::Bool(known) => total(Ty::Bool, build.bool(*known)),
            TermKind::Text(text) => total(Ty::Text, build.text(text.as_bytes())),
            TermKind::Char(code) => total(Ty::Char, build.char(*code)),
            TermKind::Name(name) => self.name(name, &term.at),
            TermKind::List(elements) => self.list(elements, &term.at),
            TermKind::View(names, view) => self.view_term(names, *view, &term.at),
            TermKind::Negate(inner) => {
                let inner = self.term(inner);
                match inner.ty {
                    Ty::Float => wrap("~-.", inner, &term.at),
                    Ty::Decimal => wrap(&own("negate_decimal"), inner, &term.at),
                    Ty::Int | Ty::Other => wrap("~-", Lowered { ty: Ty::Int, ..inner }, &term.at),
                    ref other => {
                        self.mismatch(&term.at, &Ty::Int, other);
                        inner
                    }
                }
            }
            TermKind::Not(inner) => {
                self.ties = self.ties.negated();
                let inner = self.term_of(inner, &Ty::Bool);
                self.ties = self.ties.negated();
                negated(inner, &term.at)
            }
            TermKind::Binary(operator, a, b) => self.binary(*operator, a, b, &term.at),
            TermKind::If(condition, then, otherwise) => {
                let condition = self.term_of(condition, &Ty::Bool);
                let (then, otherwise) = (self.term(then), self.term(otherwise));
                let (then, otherwise) = self.same_type(then, otherwise, &term.at);
                self.conditional(condition, then, otherwise, build)
            }
            TermKind::Call(name, arguments) => self.call(name, arguments, &term.at),
            TermKind::Index(list, index) => {
                let list = self.term(list);
                let index = self.term_of(index, &Ty::Int);
                let (ty, function) = match &list.ty {
                    Ty::List(of) => ((**of).clone(), own("element")),
                    Ty::Text => (Ty::Char, "String.get".into()),
                    Ty::Other => (Ty::Other, own("element")),
                    other => {
                        let other = other.clone();
                        self.mismatch(&term.at, &Ty::list(Ty::Other), &other);
                        (Ty::Other, own("element"))
                    }
                };
                Lowered { ty, code: build.call(&function, [list.code, index.code]), total: false }
            }
            TermKind::Quantified(quantifier, name, list, body) => {
                let (list, element) = self.list_of(list);
                self.locals.push((name.text.clone(), element));
                let body = self.term_of(body, &Ty::Bool);
                self.locals.pop();
                let (strict, lazy, ty) = match quantifier {
                    Quantifier::ForAll => (own("for_all"), "List.for_all".into(), Ty::Bool),
                    Quantifier::Exists => (own("exists"), "List.exists".into(), Ty::Bool),
                    Quantifier::Count => (own("count_if"), own("count_if"), Ty::Int),
                };
                let function = if body.total { strict } else { lazy };
                let holds = build.lambda(&[&local(&name.text)], body.code);
                let code = build.call(&function, [holds, list.code]);
                Lowered { ty, code, total: body.total && list.total }
            }
            TermKind::Comprehension { element, name, list, filter } => {
                let (list, of) = self.list_of(list);
                self.locals.push((name.text.clone(), of));
                let filter = filter.as_ref().map(|filter| self.term_of(filter, &Ty::Bool));
                let element = self.term(element);
                self.locals.pop();
                let bound = local(&name.text);
                let total = list.total && element.total && filter.as_ref().is_none_or(|filter| filter.total);
                let kept = match filter {
                    Some(filter) => {
                        build.call("List.filter", [build.lambda(&[&bound], filter.code), list.code])
                    }
                    None => list.code,
                };
                let code = build.call("List.map", [build.lambda(&[&bound], element.code), kept]);
                Lowered { ty: Ty::list(element.ty), code, total }
            }
        }
    }

    fn name(&mut self, name: &str, at: &At) -> Lowered {
        let build = Build::at(at);
        if let Some((_, ty)) = self.locals.iter().rev().find(|(local, _)| **local == *name) {
            return Lowered { ty: ty.clone(), code: build.name(&local(name)), total: true };
        }
        if let Some((_, ty)) = self.parameters.iter().find(|(parameter, _)| **parameter == *name) {
            return Lowered { ty: ty.clone(), code: build.name(&format!("param_{name}")), total: true };
        }
        if let Some(index) = self.variable(name) {
            self.used.insert(index);
            self.currents.insert(index);
            let ty = self.variables[index].ty.clone();
            return Lowered { ty, code: build.call("List.hd", [view_of(index, build)]), total: true };
        }
        for (number, enumeration) in self.enumerations.iter().enumerate() {
            if let Some(member) = enumeration.members.iter().position(|(member, _)| *member == *name) {
                let code = build.int(member as i64);
                return Lowered { ty: Ty::Enumeration(number), code, total: true };
            }
        }
        if let Some(ty) = self.functions.get(name)
            && !matches!(ty, Type::Arrow(..))
        {
            let ty = Ty::of_ocaml(ty, &self.ocaml_enumerations(), &[]);
            let code = as_number(build.name(name), &ty, build);
            return Lowered { ty, code, total: true };
        }
        self.unknown_name(name, at);
        failed(at)
    }

    fn list(&mut self, elements: &[Term], at: &At) -> Lowered {
        let lowered: Vec<Lowered> = elements.iter().map(|term| self.term(term)).collect();
        let decimal = lowered.iter().any(|element| element.ty == Ty::Decimal);
        let ty = match lowered.first() {
            _ if decimal => Ty::Decimal,
            Some(first) => first.ty.clone(),
            None => Ty::Other,
        };
        let total = lowered.iter().all(|element| element.total);
        let converted = lowered.into_iter().zip(elements);
        let codes = converted.map(|(element, term)| self.convert(element, &ty, &term.at).code).collect();
        Lowered { ty: Ty::list(ty), code: Build::at(at).list(codes), total }
    }

    fn view_term(&mut self, names: &[Name], view: View, at: &At) -> Lowered {
        let Some((number, ty)) = self.view(names) else { return failed(at) };
        let build = Build::at(at);
        self.used.insert(number);
        match view {
            View::Ago(_) => self.currents.extend(self.views[number].iter().copied()),
            View::All | View::Earlier(_) => {}
        }
        let values = view_of(number, build);
        let (ty, code, total) = match view {
            View::All => (Ty::list(ty), build.call(&own("all"), [values]), true),
            // The newest value exists, or the specification is at fault (`used-before-read`).
            View::Ago(0) => (ty, build.call(&own("newest"), [values]), true),
            View::Ago(back) => (ty, build.call(&own("ago"), [values, build.int(i64::from(back))]), false),
            View::Earlier(without) => {
                (Ty::list(ty), build.call(&own("earlier"), [values, build.int(i64::from(without))]), true)
            }
        };
        Lowered { ty, code, total }
    }

    /// A list and the type of its elements.
    pub(super) fn list_of(&mut self, term: &Term) -> (Lowered, Ty) {
        let lowered = self.term(term);
        match &lowered.ty {
            Ty::List(of) => {
                let of = (**of).clone();
                (lowered, of)
            }
            Ty::Text => {
                (Lowered { ty: Ty::list(Ty::Char), ..wrap(&own("chars"), lowered, &term.at) }, Ty::Char)
            }
            Ty::Other => (lowered, Ty::Other),
            other => {
                let other = other.clone();
                self.mismatch(&term.at, &Ty::list(Ty::Other), &other);
                (lowered, Ty::Other)
            }
        }
    }

    fn same_type(&mut self, a: Lowered, b: Lowered, at: &At) -> (Lowered, Lowered) {
        let ty = if a.ty == Ty::Decimal || b.ty == Ty::Decimal || (a.ty == Ty::Float) != (b.ty == Ty::Float) {
            Ty::Decimal
        } else if a.ty == Ty::Other || a.ty == Ty::list(Ty::Other) {
            b.ty.clone()
        } else {
            a.ty.clone()
        };
        (self.convert(a, &ty, at), self.convert(b, &ty, at))
    }

    /// The same, with floats made decimals: arithmetic and comparisons are exact here.
    fn same_number(&mut self, a: Lowered, b: Lowered, at: &At) -> (Lowered, Lowered) {
        let (a, b) = self.same_type(a, b, at);
        match a.ty == Ty::Float && b.ty == Ty::Float {
            true => (self.convert(a, &Ty::Decimal, at), self.convert(b, &Ty::Decimal, at)),
            false => (a, b),
        }
    }

    fn conditional(
        &mut self,
        condition: Lowered,
        then: Lowered,
        otherwise: Lowered,
        build: Build,
    ) -> Lowered {
        let ty = then.ty.clone();
        let total = condition.total && then.total && otherwise.total;
        let basic = matches!(ty, Ty::Int | Ty::Bool | Ty::Text | Ty::Char | Ty::Enumeration(_));
        let code = if then.total && otherwise.total && basic {
            build.call(&own("select"), [condition.code, then.code, otherwise.code])
        } else {
            build.condition(condition.code, then.code, otherwise.code)
        };
        Lowered { ty, code, total }
    }

    fn binary(&mut self, operator: Operator, a: &Term, b: &Term, at: &At) -> Lowered {
        let build = Build::at(at);
        match operator {
            Operator::And | Operator::Or => {
                let a = self.term_of(a, &Ty::Bool);
                let (b, newest) = self.watching(|lowering| lowering.term_of(b, &Ty::Bool));
                let is_and = operator == Operator::And;
                let total = a.total && b.total;
                // What may fail is evaluated only if it must be.
                let code = if !b.total {
                    if is_and { build.and(a.code, b.code) } else { build.or(a.code, b.code) }
                } else if newest {
                    // `length(x.all) > 0 and x = 1`: if there is no newest value, the left side decides.
                    let function = own(if is_and { "both_if_any" } else { "either_if_any" });
                    build.call(&function, [build.lambda(&[], a.code), build.lambda(&[], b.code)])
                } else {
                    build.call(&own(if is_and { "both" } else { "either" }), [a.code, b.code])
                };
                Lowered { ty: Ty::Bool, code, total }
            }
            Operator::In | Operator::NotIn => {
                let a = self.term(a);
                let (list, of) = self.list_of(b);
                let decimal = a.ty == Ty::Decimal || of == Ty::Decimal;
                let wanted = if decimal { Ty::Decimal } else { of };
                let element = self.convert(a, &wanted, at);
                let list = self.convert(list, &Ty::list(wanted), &b.at);
                let mem = if decimal { "mem_decimal" } else { "mem" };
                let total = element.total && list.total;
                let code = build.call(&own(mem), [element.code, list.code]);
                let found = Lowered { ty: Ty::Bool, code, total };
                if operator == Operator::NotIn { negated(found, at) } else { found }
            }
            Operator::Equal => self.comparison(a, b, "equal", false, at),
            Operator::NotEqual => {
                self.ties = self.ties.negated();
                let found = self.comparison(a, b, "equal", false, at);
                self.ties = self.ties.negated();
                negated(found, at)
            }
            Operator::Less => self.comparison(a, b, "less", false, at),
            Operator::Greater => self.comparison(a, b, "less", true, at),
            Operator::LessOrEqual => self.comparison(a, b, "less_or_equal", false, at),
            Operator::GreaterOrEqual => self.comparison(a, b, "less_or_equal", true, at),
            Operator::Append => {
                let (a, b) = (self.term(a), self.term(b));
                let (a, b) = self.same_type(a, b, at);
                let total = a.total && b.total;
                match &a.ty {
                    Ty::Text => Lowered { ty: Ty::Text, code: build.call("^", [a.code, b.code]), total },
                    Ty::List(_) | Ty::Other => {
                        Lowered { code: build.call("@", [a.code, b.code]), ty: a.ty, total }
                    }
                    other => {
                        let other = other.clone();
                        self.mismatch(at, &Ty::Text, &other);
                        a
                    }
                }
            }
            _ => self.arithmetic(operator, a, b, at),
        }
    }

    fn comparison(&mut self, a: &Term, b: &Term, function: &str, swapped: bool, at: &At) -> Lowered {
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let (a, b) = (self.term(a), self.term(b));
        let floats = a.ty == Ty::Float || b.ty == Ty::Float;
        let (a, b) = self.same_number(a, b, at);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let build = Build::at(at);
        let total = a.total && b.total;
        if a.ty == Ty::Decimal {
            let function = format!("{function}_decimal");
            let code = self.tied_comparison((first, second), floats, &function, [a.code, b.code], at);
            return Lowered { ty: Ty::Bool, code, total };
        }
        let sides = [a, b].map(|side| match side.ty == Ty::list(Ty::Decimal) {
            true => build.call("List.map", [build.name(&own("exactly")), side.code]),
            false => side.code,
        });
        Lowered { ty: Ty::Bool, code: build.call(&own(function), sides), total }
    }

    fn arithmetic(&mut self, operator: Operator, a: &Term, b: &Term, at: &At) -> Lowered {
        let build = Build::at(at);
        let constant_divisor = matches!(&b.kind, TermKind::Int(int) if !int.is_zero());
        let (left, right) = (self.term(a), self.term(b));
        let (left, right) = self.same_number(left, right, at);
        let total = left.total && right.total;
        if left.ty == Ty::Decimal {
            let function = match operator {
                Operator::Add => "add_decimal",
                Operator::Subtract => "subtract_decimal",
                Operator::Multiply => "times_decimal",
                _ => {
                    let hint = "write `round(a / b, 2)`: a quotient needs a number of places";
                    self.error("decimal-division", at, "a quotient of decimals can have no end", hint);
                    "add_decimal"
                }
            };
            let code = build.call(&own(function), [left.code, right.code]);
            return Lowered { ty: Ty::Decimal, code, total };
        }
        if !left.ty.fits(&Ty::Int) {
            self.mismatch(&a.at, &Ty::Int, &left.ty);
        }
        let divides = total && constant_divisor;
        let (function, total) = match operator {
            Operator::Add => ("+".into(), total),
            Operator::Subtract => ("-".into(), total),
            Operator::Multiply => (own("times"), total),
            Operator::Div => (own("div"), divides),
            Operator::Mod => (own("modulo"), divides),
            Operator::Rem => ("mod".into(), divides),
            Operator::Divide => {
                let hint = "`div` and `mod` round down, `quot` and `rem` round towards zero";
                self.error("ambiguous-division", at, "`/` of whole numbers can mean two things", hint);
                ("/".into(), false)
            }
            _ => ("/".into(), divides),
        };
        Lowered { ty: Ty::Int, code: build.call(&function, [left.code, right.code]), total }
    }
}

/// The values of a view, newest first.
fn view_of(number: usize, build: Build) -> Expr {
    build.name(&format!("view_{number}"))
}

/// An OCaml value as the language has it: members of enumerations are numbers there.
pub(super) fn as_number(code: Expr, ty: &Ty, build: Build) -> Expr {
    converted(code, ty, "number_of", build)
}

/// The other way round.
pub(super) fn as_member(code: Expr, ty: &Ty, build: Build) -> Expr {
    converted(code, ty, "member_of", build)
}

fn converted(code: Expr, ty: &Ty, direction: &str, build: Build) -> Expr {
    match converter(ty, direction, build) {
        Some(function) => build.apply(function, [code]),
        None => code,
    }
}

/// The function that converts enumerations inside of a type.
fn converter(ty: &Ty, direction: &str, build: Build) -> Option<Expr> {
    match ty {
        Ty::Enumeration(index) => Some(build.name(&format!("{direction}_{index}"))),
        Ty::List(of) => Some(build.call("List.map", [converter(of, direction, build)?])),
        _ => None,
    }
}

/// The function that makes a number of one kind one of another, where that may be done without a word.
fn conversion(from: &Ty, to: &Ty) -> Option<String> {
    Some(match (from, to) {
        (Ty::Int, Ty::Decimal) => own("decimal_of_int"),
        (Ty::Float, Ty::Decimal) => own("decimal_of_float"),
        (Ty::Int, Ty::Float) => "float_of_int".to_owned(),
        (Ty::Decimal, Ty::Float) => own("float_of_decimal"),
        _ => return None,
    })
}

/// A call of a one-argument function that keeps the type.
pub(super) fn wrap(function: &str, inner: Lowered, at: &At) -> Lowered {
    Lowered { code: Build::at(at).call(function, [inner.code]), ..inner }
}

/// The other truth value.
pub(super) fn negated(inner: Lowered, at: &At) -> Lowered {
    wrap(&own("negate"), inner, at)
}

/// What stands where something was refused.
pub(super) fn failed(at: &At) -> Lowered {
    Lowered { ty: Ty::Other, code: Build::at(at).impossible(), total: false }
}

/// A bound name in OCaml; user names may be OCaml's keywords.
fn local(name: &str) -> String {
    format!("local_{name}")
}

/// A whole number as an expression: OCaml's literals have 63 bits, so that larger ones are put together from halves.
fn integer(build: Build, int: &Int) -> Expr {
    match int.as_i64().filter(|small| small.unsigned_abs() < 1 << 62) {
        Some(small) => build.int(small),
        None => {
            let half = (int.bit_length() / 2) as u32;
            let base = Int::power_of_two(half);
            let high = integer(build, &int.floor_div(&base).unwrap_or_default());
            let low = integer(build, &int.floor_mod(&base).unwrap_or_default());
            build.call("+", [build.call("lsl", [high, build.int(i64::from(half))]), low])
        }
    }
}
