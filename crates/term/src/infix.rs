//! Terms as a person writes them: `x2 <= x0 + x1`.
//! For reports only: nothing reads this back. A term that is too deep to be read is cut off.

use crate::{Int, Node, TermId, Terms, VarId};

/// Deeper parts are written as dots.
const DEEPEST: u32 = 40;

/// Writes a term; the function names variables.
///
/// ```
/// use lydian_term::{Terms, infix};
/// let mut terms = Terms::new();
/// let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
/// let sum = terms.add(x, y);
/// let three = terms.int(3);
/// let condition = terms.lt(three, sum);
/// let name = |terms: &Terms, var| terms.variable(var).name.to_string();
/// assert_eq!(infix(&terms, condition, &|var| name(&terms, var)), "x + y >= 4");
/// ```
pub fn infix(terms: &Terms, term: TermId, name: &dyn Fn(VarId) -> String) -> String {
    Writer { terms, name }.write(term, 0, 0)
}

struct Writer<'w> {
    terms: &'w Terms,
    name: &'w dyn Fn(VarId) -> String,
}

/// How tightly operators bind: comparisons loosest, then sums, then products.
const COMPARISON: u8 = 2;
const SUM: u8 = 3;
const PRODUCT: u8 = 4;
const ATOM: u8 = 5;

impl Writer<'_> {
    fn write(&self, term: TermId, around: u8, depth: u32) -> String {
        if depth > DEEPEST {
            return "...".into();
        }
        let part = |term: TermId, around: u8| self.write(term, around, depth + 1);
        let call = |name: &str, parts: &[TermId]| {
            let parts: Vec<String> = parts.iter().map(|term| part(*term, 0)).collect();
            (format!("{name}({})", parts.join(", ")), ATOM)
        };
        let pair = |left: TermId, operator: &str, right: TermId, binds: u8| {
            (format!("{} {operator} {}", part(left, binds), part(right, binds + 1)), binds)
        };
        let (text, binds) = match self.terms.view(term) {
            Node::Var(var) => ((self.name)(*var), ATOM),
            Node::Bool(known) => (known.to_string(), ATOM),
            Node::Int(int) => (int.to_string(), if int.is_negative() { SUM } else { ATOM }),
            Node::Str(bytes) => (lydian_words::quoted(bytes, usize::MAX), ATOM),
            Node::Sum(parts, constant) => (self.sum(parts, constant, depth), SUM),
            Node::Product(parts) => {
                let parts: Vec<String> = parts.iter().map(|term| part(*term, PRODUCT)).collect();
                (parts.join(" * "), PRODUCT)
            }
            Node::TDiv(left, right) => pair(*left, "/", *right, PRODUCT),
            Node::TMod(left, right) => pair(*left, "mod", *right, PRODUCT),
            Node::FloorDiv(left, right) => call("floor_div", &[*left, *right]),
            Node::FloorMod(left, right) => call("floor_mod", &[*left, *right]),
            // Arithmetic wraps around; a reader knows that.
            Node::Wrap(_, inner) => return self.write(*inner, around, depth + 1),
            Node::Ite(condition, yes, no) => {
                let [condition, yes, no] = [*condition, *yes, *no].map(|term| part(term, 0));
                (format!("if {condition} then {yes} else {no}"), 0)
            }
            Node::IntEq(left, right) => (self.comparison(*left, "=", right, depth), COMPARISON),
            Node::IntLe(left, right) => (self.comparison(*left, "<=", right, depth), COMPARISON),
            Node::Same(left, right) => pair(*left, "=", *right, COMPARISON),
            Node::StrLt(left, right) => pair(*left, "<", *right, COMPARISON),
            Node::Not(inner) => match self.terms.view(*inner) {
                Node::IntEq(left, right) => (self.comparison(*left, "<>", right, depth), COMPARISON),
                Node::Same(left, right) => pair(*left, "<>", *right, COMPARISON),
                Node::And(parts) => {
                    let parts: Vec<String> = parts.iter().map(|term| self.negated(*term, depth)).collect();
                    (parts.join(" || "), 0)
                }
                _ => (format!("not ({})", part(*inner, 0)), ATOM),
            },
            Node::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|term| part(*term, 1)).collect();
                (parts.join(" && "), 1)
            }
            Node::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|term| part(*term, SUM)).collect();
                (parts.join(" ^ "), SUM)
            }
            Node::Len(inner) => call("length", &[*inner]),
            Node::CodeAt(string, position) => call("code_at", &[*string, *position]),
            Node::Substr(string, from, length) => call("sub", &[*string, *from, *length]),
            Node::IndexOf(string, part, from) => call("index", &[*string, *part, *from]),
            Node::Contains(string, part) => call("contains", &[*string, *part]),
            Node::PrefixOf(start, string) => call("starts_with", &[*start, *string]),
            Node::SuffixOf(end, string) => call("ends_with", &[*end, *string]),
            Node::FromCode(code) => call("char", &[*code]),
            Node::FromInt(int) => call("string_of_int", &[*int]),
            Node::ToInt(string) => call("int_of_string", &[*string]),
            Node::InRegex(string, _) => call("matches", &[*string]),
        };
        if binds < around { format!("({text})") } else { text }
    }

    /// The negation of a condition.
    fn negated(&self, term: TermId, depth: u32) -> String {
        match self.terms.view(term) {
            Node::Not(inner) => self.write(*inner, 1, depth + 1),
            Node::IntLe(left, right) => self.comparison(*left, ">", right, depth),
            Node::IntEq(left, right) => self.comparison(*left, "<>", right, depth),
            _ => format!("not ({})", self.write(term, 0, depth + 1)),
        }
    }

    fn sum(&self, parts: &[(Int, TermId)], constant: &Int, depth: u32) -> String {
        let parts = self.flat(parts);
        let mut text = String::new();
        let negative_last = parts
            .iter()
            .filter(|(factor, _)| !factor.is_negative())
            .chain(parts.iter().filter(|(factor, _)| factor.is_negative()));
        for (factor, term) in negative_last {
            let shown = self.write(*term, PRODUCT, depth + 1);
            let size = factor.abs();
            let shown = if size == Int::from(1) { shown } else { format!("{size} * {shown}") };
            join(&mut text, factor.is_negative(), &shown);
        }
        if *constant != Int::ZERO {
            join(&mut text, constant.is_negative(), &constant.abs().to_string());
        }
        text
    }

    /// The parts of a sum, with those of sums that wrap around: a reader knows that numbers do.
    fn flat(&self, parts: &[(Int, TermId)]) -> Vec<(Int, TermId)> {
        let mut flat = Vec::new();
        for (factor, term) in parts {
            match self.terms.view(*term) {
                Node::Wrap(_, inner) => match self.terms.view(*inner) {
                    Node::Sum(inner, constant) if *constant == Int::ZERO => {
                        flat.extend(inner.iter().map(|(inner, term)| (inner * factor, *term)));
                    }
                    _ => flat.push((factor.clone(), *term)),
                },
                _ => flat.push((factor.clone(), *term)),
            }
        }
        flat
    }

    /// A comparison of a sum with a constant, with nothing negative on either side.
    fn comparison(&self, left: TermId, operator: &str, right: &Int, depth: u32) -> String {
        let (parts, constant) = match self.terms.view(left) {
            Node::Sum(parts, constant) => (self.flat(parts), constant.clone()),
            _ => (self.flat(&[(Int::from(1), left)]), Int::ZERO),
        };
        let right = right - &constant;
        let (mut lefts, mut rights): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for (factor, term) in &parts {
            if factor.is_negative() {
                rights.push((-factor.clone(), *term));
            } else {
                lefts.push((factor.clone(), *term));
            }
        }
        let (mut left_constant, mut right_constant) = (Int::ZERO, right.clone());
        if right.is_negative() && (!rights.is_empty()) {
            (left_constant, right_constant) = (-right, Int::ZERO);
        }
        let side = |parts: &[(Int, TermId)], constant: &Int| {
            if parts.is_empty() { constant.to_string() } else { self.sum(parts, constant, depth) }
        };
        // What stands alone on the right is better read from the left.
        if lefts.is_empty() && !rights.is_empty() {
            let flipped = match operator {
                "<=" => ">=",
                ">" => "<",
                other => other,
            };
            // 0 <= x - 1 is x > 0.
            if flipped == ">=" && left_constant == Int::from(1) {
                return format!("{} > 0", side(&rights, &right_constant));
            }
            return format!("{} {flipped} {}", side(&rights, &right_constant), side(&lefts, &left_constant));
        }
        format!("{} {operator} {}", side(&lefts, &left_constant), side(&rights, &right_constant))
    }
}

fn join(text: &mut String, negative: bool, part: &str) {
    match (text.is_empty(), negative) {
        (true, false) => {}
        (true, true) => text.push('-'),
        (false, false) => text.push_str(" + "),
        (false, true) => text.push_str(" - "),
    }
    text.push_str(part);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(terms: &Terms, term: TermId) -> String {
        infix(terms, term, &|var| terms.variable(var).name.to_string())
    }

    #[test]
    fn comparisons_have_no_minus_where_none_is_needed() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_int(name, None, None));
        let sum = terms.add(x, y);
        let covered = terms.le(z, sum);
        assert_eq!(named(&terms, covered), "z <= x + y");
        let zero = terms.int(0);
        let at_least = terms.le(zero, x);
        assert_eq!(named(&terms, at_least), "x >= 0");
        let rest = terms.sub(sum, z);
        assert_eq!(named(&terms, rest), "x + y - z");
    }

    #[test]
    fn a_deep_term_is_cut_off() {
        let mut terms = Terms::new();
        let mut term = terms.fresh_int("x", None, None);
        for _ in 0..10_000 {
            let y = terms.fresh_int("y", None, None);
            let product = terms.mul(term, y);
            let two = terms.int(2);
            term = terms.add(product, two);
        }
        assert!(named(&terms, term).contains("..."));
    }
}
