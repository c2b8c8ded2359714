//! Each form of term, with its type and its OCaml text.

use lydian_core::Type;

use super::ty::Ty;
use super::{Lowered, Lowering};
use crate::syntax::ast::{At, Operator, Quantifier, Term, TermKind, View};

impl Lowering<'_> {
    /// A term that must have a type; a whole number becomes a decimal where one is needed.
    pub(crate) fn term_of(&mut self, term: &Term, wanted: &Ty) -> Lowered {
        let lowered = self.term(term);
        self.convert(lowered, wanted, &term.at)
    }

    pub(crate) fn convert(&mut self, lowered: Lowered, wanted: &Ty, at: &At) -> Lowered {
        if *wanted == Ty::Decimal && lowered.ty == Ty::Int {
            let code = format!("(Lydian_console.decimal_of_int {})", lowered.code);
            return Lowered { ty: Ty::Decimal, code, total: lowered.total };
        }
        if *wanted == Ty::list(Ty::Decimal) && lowered.ty == Ty::list(Ty::Int) {
            let code = format!("(List.map Lydian_console.decimal_of_int {})", lowered.code);
            return Lowered { ty: wanted.clone(), code, total: lowered.total };
        }
        if !lowered.ty.fits(wanted) {
            self.mismatch(at, wanted, &lowered.ty);
        }
        lowered
    }

    pub(crate) fn term(&mut self, term: &Term) -> Lowered {
        let total = |ty, code| Lowered { ty, code, total: true };
        match &term.kind {
            TermKind::Int(int) => total(Ty::Int, big_literal(&int.to_string())),
            TermKind::Decimal(mantissa, places) => {
                let mantissa = big_literal(&mantissa.to_string());
                total(Ty::Decimal, format!("(Lydian_console.decimal {mantissa} {places})"))
            }
            TermKind::Bool(known) => total(Ty::Bool, known.to_string()),
            TermKind::Text(text) => total(Ty::Text, lydian_ocaml::quoted(text.as_bytes())),
            TermKind::Char(code) => total(Ty::Char, format!("'\\{code:03}'")),
            TermKind::Name(name) => self.name(name, &term.at),
            TermKind::List(elements) => self.list(elements),
            TermKind::View(names, view) => self.view_term(names, *view),
            TermKind::Negate(inner) => {
                let inner = self.term(inner);
                match inner.ty {
                    Ty::Decimal => wrap("Lydian_console.negate_decimal", inner),
                    Ty::Int | Ty::Other => wrap("~-", Lowered { ty: Ty::Int, ..inner }),
                    ref other => {
                        self.mismatch(&term.at, &Ty::Int, other);
                        inner
                    }
                }
            }
            TermKind::Not(inner) => wrap("Lydian_console.negate", self.term_of(inner, &Ty::Bool)),
            TermKind::Binary(operator, a, b) => self.binary(*operator, a, b, &term.at),
            TermKind::If(condition, then, otherwise) => {
                let condition = self.term_of(condition, &Ty::Bool);
                let (then, otherwise) = (self.term(then), self.term(otherwise));
                let (then, otherwise) = self.same_type(then, otherwise, &term.at);
                self.conditional(condition, then, otherwise)
            }
            TermKind::Call(name, arguments) => self.call(name, arguments, &term.at),
            TermKind::Index(list, index) => {
                let list = self.term(list);
                let index = self.term_of(index, &Ty::Int);
                let (ty, function) = match &list.ty {
                    Ty::List(of) => ((**of).clone(), "Lydian_console.element"),
                    Ty::Text => (Ty::Char, "String.get"),
                    Ty::Other => (Ty::Other, "Lydian_console.element"),
                    other => {
                        let other = other.clone();
                        self.mismatch(&term.at, &Ty::list(Ty::Other), &other);
                        (Ty::Other, "Lydian_console.element")
                    }
                };
                Lowered { ty, code: format!("({function} {} {})", list.code, index.code), total: false }
            }
            TermKind::Quantified(quantifier, name, list, body) => {
                let (list, element) = self.list_of(list);
                self.locals.push((name.text.clone(), element));
                let body = self.term_of(body, &Ty::Bool);
                self.locals.pop();
                let (strict, lazy, ty) = match quantifier {
                    Quantifier::ForAll => ("Lydian_console.for_all", "List.for_all", Ty::Bool),
                    Quantifier::Exists => ("Lydian_console.exists", "List.exists", Ty::Bool),
                    Quantifier::Count => ("Lydian_console.count_if", "Lydian_console.count_if", Ty::Int),
                };
                let function = if body.total { strict } else { lazy };
                let code = format!("({function} (fun {} -> {}) {})", local(&name.text), body.code, list.code);
                Lowered { ty, code, total: body.total && list.total }
            }
            TermKind::Comprehension { element, name, list, filter } => {
                let (list, of) = self.list_of(list);
                self.locals.push((name.text.clone(), of));
                let filter = filter.as_ref().map(|filter| self.term_of(filter, &Ty::Bool));
                let element = self.term(element);
                self.locals.pop();
                let bound = local(&name.text);
                let kept = match &filter {
                    Some(filter) => format!("(List.filter (fun {bound} -> {}) {})", filter.code, list.code),
                    None => list.code.clone(),
                };
                let total = list.total && element.total && filter.is_none_or(|filter| filter.total);
                let code = format!("(List.map (fun {bound} -> {}) {kept})", element.code);
                Lowered { ty: Ty::list(element.ty), code, total }
            }
        }
    }

    fn name(&mut self, name: &str, at: &At) -> Lowered {
        if let Some((_, ty)) = self.locals.iter().rev().find(|(local, _)| **local == *name) {
            return Lowered { ty: ty.clone(), code: local(name), total: true };
        }
        if let Some((_, ty)) = self.parameters.iter().find(|(parameter, _)| **parameter == *name) {
            return Lowered { ty: ty.clone(), code: format!("param_{name}"), total: true };
        }
        if let Some(index) = self.variable(name) {
            self.used.insert(index);
            self.currents.insert(index);
            let ty = self.variables[index].ty.clone();
            return Lowered { ty, code: format!("(List.hd view_{index})"), total: true };
        }
        for (number, enumeration) in self.enumerations.iter().enumerate() {
            if let Some(member) = enumeration.members.iter().position(|(member, _)| *member == *name) {
                return Lowered { ty: Ty::Enumeration(number), code: member.to_string(), total: true };
            }
        }
        if let Some(ty) = self.functions.get(name)
            && !matches!(ty, Type::Arrow(..))
        {
            let ty = Ty::of_ocaml(ty, &self.ocaml_enumerations(), &[]);
            let code = self.as_number(name.to_owned(), &ty);
            return Lowered { ty, code, total: true };
        }
        self.unknown_name(name, at);
        Lowered { ty: Ty::Other, code: "(assert false)".into(), total: false }
    }

    fn list(&mut self, elements: &[Term]) -> Lowered {
        let mut lowered: Vec<(Lowered, &Term)> =
            elements.iter().map(|term| (self.term(term), term)).collect();
        let decimal = lowered.iter().any(|(element, _)| element.ty == Ty::Decimal);
        let ty = match lowered.first() {
            _ if decimal => Ty::Decimal,
            Some((first, _)) => first.ty.clone(),
            None => Ty::Other,
        };
        for (element, term) in &mut lowered {
            *element = self.convert(element.clone(), &ty, &term.at);
        }
        let total = lowered.iter().all(|(element, _)| element.total);
        let codes: Vec<_> = lowered.into_iter().map(|(element, _)| element.code).collect();
        Lowered { ty: Ty::list(ty), code: format!("[{}]", codes.join("; ")), total }
    }

    fn view_term(&mut self, names: &[crate::syntax::ast::Name], view: View) -> Lowered {
        let Some((number, ty)) = self.view(names) else {
            return Lowered { ty: Ty::Other, code: "(assert false)".into(), total: false };
        };
        self.used.insert(number);
        match view {
            View::Ago(_) => self.currents.extend(self.views[number].iter().copied()),
            View::All | View::Earlier(_) => self.lists = true,
        }
        match view {
            View::All => {
                Lowered { ty: Ty::list(ty), code: format!("(Lydian_console.all view_{number})"), total: true }
            }
            // The newest value exists, or the specification is at fault (`used-before-read`).
            View::Ago(0) => Lowered { ty, code: format!("(List.hd view_{number})"), total: true },
            View::Ago(back) => {
                Lowered { ty, code: format!("(Lydian_console.ago view_{number} {back})"), total: false }
            }
            View::Earlier(without) => Lowered {
                ty: Ty::list(ty),
                code: format!("(Lydian_console.earlier view_{number} {without})"),
                total: true,
            },
        }
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
                let code = format!("(Lydian_console.chars {})", lowered.code);
                (Lowered { ty: Ty::list(Ty::Char), code, total: lowered.total }, Ty::Char)
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
        let ty = if a.ty == Ty::Decimal || b.ty == Ty::Decimal {
            Ty::Decimal
        } else if a.ty == Ty::Other || a.ty == Ty::list(Ty::Other) {
            b.ty.clone()
        } else {
            a.ty.clone()
        };
        (self.convert(a, &ty, at), self.convert(b, &ty, at))
    }

    fn conditional(&mut self, condition: Lowered, then: Lowered, otherwise: Lowered) -> Lowered {
        let ty = then.ty.clone();
        let total = condition.total && then.total && otherwise.total;
        let basic = matches!(ty, Ty::Int | Ty::Bool | Ty::Text | Ty::Char | Ty::Enumeration(_));
        let code = if then.total && otherwise.total && basic {
            format!("(Lydian_console.select {} {} {})", condition.code, then.code, otherwise.code)
        } else {
            format!("(if {} then {} else {})", condition.code, then.code, otherwise.code)
        };
        Lowered { ty, code, total }
    }

    fn binary(&mut self, operator: Operator, a: &Term, b: &Term, at: &At) -> Lowered {
        match operator {
            Operator::And | Operator::Or => {
                let (a, (_, lists)) = self.watching(|lowering| lowering.term_of(a, &Ty::Bool));
                let (b, (newest, _)) = self.watching(|lowering| lowering.term_of(b, &Ty::Bool));
                let (strict, lazy) = match operator {
                    Operator::And => ("Lydian_console.both", "&&"),
                    _ => ("Lydian_console.either", "||"),
                };
                // What may fail is evaluated only if it must be.
                let code = if !b.total {
                    format!("({} {lazy} {})", a.code, b.code)
                } else if lists && newest {
                    // `length(x.all) > 0 and x = 1`: if there is no newest value, the left side decides.
                    let (left, right) = (&a.code, &b.code);
                    format!(
                        "(let left () = {left} and right () = {right} in \
                         try {strict} (left ()) (right ()) with Failure _ -> left () {lazy} right ())"
                    )
                } else {
                    format!("({strict} {} {})", a.code, b.code)
                };
                Lowered { ty: Ty::Bool, code, total: a.total && b.total }
            }
            Operator::In | Operator::NotIn => {
                let a = self.term(a);
                let (list, of) = self.list_of(b);
                let decimal = a.ty == Ty::Decimal || of == Ty::Decimal;
                let wanted = if decimal { Ty::Decimal } else { of };
                let element = self.convert(a, &wanted, at);
                let list = self.convert(list, &Ty::list(wanted), &b.at);
                let mem = if decimal { "mem_decimal" } else { "mem" };
                let code = format!("(Lydian_console.{mem} {} {})", element.code, list.code);
                let found = Lowered { ty: Ty::Bool, code, total: element.total && list.total };
                if operator == Operator::NotIn { wrap("Lydian_console.negate", found) } else { found }
            }
            Operator::Equal | Operator::NotEqual => {
                let found = self.comparison(a, b, "equal", false, at);
                if operator == Operator::NotEqual { wrap("Lydian_console.negate", found) } else { found }
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
                    Ty::Text => Lowered { ty: Ty::Text, code: format!("({} ^ {})", a.code, b.code), total },
                    Ty::List(_) | Ty::Other => {
                        Lowered { ty: a.ty.clone(), code: format!("({} @ {})", a.code, b.code), total }
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
        let (a, b) = (self.term(a), self.term(b));
        let (a, b) = self.same_type(a, b, at);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let suffix = if a.ty == Ty::Decimal { "_decimal" } else { "" };
        let [left, right] = [&a, &b].map(|side| match side.ty == Ty::list(Ty::Decimal) {
            true => format!("(List.map Lydian_console.exactly {})", side.code),
            false => side.code.clone(),
        });
        let code = format!("(Lydian_console.{function}{suffix} {left} {right})");
        Lowered { ty: Ty::Bool, code, total: a.total && b.total }
    }

    fn arithmetic(&mut self, operator: Operator, a: &Term, b: &Term, at: &At) -> Lowered {
        let constant_divisor = matches!(&b.kind, TermKind::Int(int) if !int.is_zero());
        let (left, right) = (self.term(a), self.term(b));
        let (left, right) = self.same_type(left, right, at);
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
            let code = format!("(Lydian_console.{function} {} {})", left.code, right.code);
            return Lowered { ty: Ty::Decimal, code, total };
        }
        if !left.ty.fits(&Ty::Int) {
            self.mismatch(&a.at, &Ty::Int, &left.ty);
        }
        let (code, total) = match operator {
            Operator::Add => (format!("({} + {})", left.code, right.code), total),
            Operator::Subtract => (format!("({} - {})", left.code, right.code), total),
            Operator::Multiply => (format!("(Lydian_console.times {} {})", left.code, right.code), total),
            Operator::Div => {
                (format!("(Lydian_console.div {} {})", left.code, right.code), total && constant_divisor)
            }
            Operator::Mod => {
                (format!("(Lydian_console.modulo {} {})", left.code, right.code), total && constant_divisor)
            }
            Operator::Rem => (format!("({} mod {})", left.code, right.code), total && constant_divisor),
            Operator::Divide => {
                let hint = "`div` and `mod` round down, `quot` and `rem` round towards zero";
                self.error("ambiguous-division", at, "`/` of whole numbers can mean two things", hint);
                (left.code.clone(), false)
            }
            _ => (format!("({} / {})", left.code, right.code), total && constant_divisor),
        };
        Lowered { ty: Ty::Int, code, total }
    }

    /// An OCaml value as the language has it: members of enumerations are numbers there.
    pub(super) fn as_number(&self, code: String, ty: &Ty) -> String {
        match converter(ty) {
            Some(inner) => format!("({} {code})", inner.replace('$', "number_of")),
            None => code,
        }
    }

    /// The other way round.
    pub(super) fn as_member(&self, code: String, ty: &Ty) -> String {
        match converter(ty) {
            Some(inner) => format!("({} {code})", inner.replace('$', "member_of")),
            None => code,
        }
    }
}

/// The function that converts enumerations inside of a type; `$` stands for the direction.
fn converter(ty: &Ty) -> Option<String> {
    match ty {
        Ty::Enumeration(index) => Some(format!("$_{index}")),
        Ty::List(of) => converter(of).map(|inner| format!("List.map ({inner})")),
        _ => None,
    }
}

/// A call of a one-argument function that keeps the type.
pub(super) fn wrap(function: &str, inner: Lowered) -> Lowered {
    Lowered { code: format!("({function} {})", inner.code), ..inner }
}

/// A bound name in OCaml; user names may be OCaml's keywords.
pub(super) fn local(name: &str) -> String {
    format!("local_{name}")
}

/// A whole number as an expression: OCaml's literals have 63 bits, so that larger ones are put together.
fn big_literal(digits: &str) -> String {
    const CHUNK: usize = 15;
    if digits.len() <= CHUNK {
        return digits.to_owned();
    }
    let (head, rest) = digits.split_at((digits.len() - 1) % CHUNK + 1);
    let mut code = head.to_owned();
    for chunk in rest.as_bytes().chunks(CHUNK) {
        let chunk = String::from_utf8_lossy(chunk);
        let chunk = chunk.trim_start_matches('0');
        code = format!(
            "({code} * {} + {})",
            10_i64.pow(CHUNK as u32),
            if chunk.is_empty() { "0" } else { chunk }
        );
    }
    code
}
