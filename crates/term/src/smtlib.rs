//! The SMT-LIB form of terms, for people and for other solvers.
//! In: assertions. Out: a complete script that any SMT-LIB 2.6 solver with integers and strings reads, the same on every
//! run. Shared and deep parts become definitions, so the script is no larger than the graph and no deeper than a page.

use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Int, Interval, Node, Sort, TermId, Terms, VarId};

/// Parts nested deeper than this become definitions.
const DEEPEST: u32 = 40;
/// A term shown for debugging is cut after that many nodes.
const LONGEST_DISPLAY: u32 = 2_000;

impl Terms {
    /// A complete script: declarations with bounds, definitions of shared parts, assertions, `check-sat`.
    pub fn to_smtlib(&self, assertions: &[TermId]) -> String {
        let order = self.below(assertions);
        let mut printer = Printer::new(self, &order);
        let mut script = String::from("(set-logic ALL)\n");
        for term in &order {
            if let Node::Var(variable) = self.view(*term) {
                printer.declare(*variable, &mut script);
            }
        }
        for term in printer.definitions(&order, assertions) {
            let mut body = String::new();
            printer.write(term, &mut body);
            let name = format!("t{}", printer.defined.len());
            let _ = writeln!(script, "(define-fun {name} () {} {body})", sort_name(self.sort(term)));
            printer.defined.insert(term, name);
        }
        for assertion in assertions {
            script.push_str("(assert ");
            printer.write(*assertion, &mut script);
            script.push_str(")\n");
        }
        script.push_str("(check-sat)\n");
        script
    }

    /// The term in SMT-LIB notation, cut short where it is deep or long; for debugging.
    pub fn display(&self, term: TermId) -> impl fmt::Display + '_ {
        struct Shown<'t>(&'t Terms, TermId);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut printer = Printer::new(self.0, &[]);
                printer.cut_after = Some(LONGEST_DISPLAY);
                let mut text = String::new();
                printer.write(self.1, &mut text);
                f.write_str(&text)
            }
        }
        Shown(self, term)
    }
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
        Sort::Str => "String",
    }
}

struct Printer<'t> {
    terms: &'t Terms,
    names: FxHashMap<VarId, String>,
    defined: FxHashMap<TermId, String>,
    /// How many nodes may still be shown; what can be cut is for people, who get our own names of operations.
    cut_after: Option<u32>,
    depth: u32,
}

impl<'t> Printer<'t> {
    fn new(terms: &'t Terms, order: &[TermId]) -> Printer<'t> {
        let mut taken = FxHashSet::default();
        let mut names = FxHashMap::default();
        for term in order {
            if let Node::Var(variable) = terms.view(*term) {
                let plain: String =
                    terms.variable(*variable).name.chars().filter(|c| !"|\\".contains(*c)).collect();
                let unique =
                    if taken.insert(plain.clone()) { plain } else { format!("{plain}#{}", variable.index()) };
                names.insert(*variable, format!("|{unique}|"));
            }
        }
        Printer { terms, names, defined: FxHashMap::default(), cut_after: None, depth: 0 }
    }

    fn declare(&self, variable: VarId, script: &mut String) {
        let known = self.terms.variable(variable);
        let name = self.name(variable);
        let _ = writeln!(script, "(declare-const {name} {})", sort_name(known.sort));
        if let Some(lo) = &known.lo {
            let _ = writeln!(script, "(assert (<= {} {name}))", number(lo));
        }
        if let Some(hi) = &known.hi {
            let _ = writeln!(script, "(assert (<= {name} {}))", number(hi));
        }
    }

    fn name(&self, variable: VarId) -> String {
        self.names.get(&variable).cloned().unwrap_or_else(|| self.terms.variable(variable).name.to_string())
    }

    /// The terms that get a definition: those used more than once, and every so many levels one.
    fn definitions(&self, order: &[TermId], assertions: &[TermId]) -> Vec<TermId> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut height: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut defined = Vec::new();
        for term in order {
            self.terms
                .view(*term)
                .for_each_child(|child| *uses.entry(child).or_default() += self.copies(*term));
        }
        for assertion in assertions {
            *uses.entry(*assertion).or_default() += 1;
        }
        for term in order {
            let node = self.terms.view(*term);
            if matches!(node, Node::Var(_) | Node::Bool(_) | Node::Int(_) | Node::Str(_)) {
                continue;
            }
            let mut deepest = 0;
            node.for_each_child(|child| deepest = deepest.max(height.get(&child).copied().unwrap_or(0) + 1));
            if deepest >= DEEPEST || uses.get(term).is_some_and(|uses| *uses > 1) {
                defined.push(*term);
            } else {
                height.insert(*term, deepest);
            }
        }
        defined
    }

    /// How often the form of a node repeats its operands.
    fn copies(&self, term: TermId) -> u32 {
        match self.terms.view(term) {
            Node::TDiv(..) | Node::TMod(..) | Node::FloorDiv(..) | Node::FloorMod(..) => 3,
            Node::FromInt(_) | Node::FromCode(_) => 3,
            _ => 1,
        }
    }

    fn write(&mut self, term: TermId, out: &mut String) {
        if let Some(name) = self.defined.get(&term) {
            out.push_str(name);
            return;
        }
        if let Some(left) = &mut self.cut_after {
            if *left == 0 || self.depth > DEEPEST {
                out.push_str("...");
                return;
            }
            *left -= 1;
        }
        self.depth += 1;
        self.write_node(term, out);
        self.depth -= 1;
    }

    fn text(&mut self, term: TermId) -> String {
        let mut text = String::new();
        self.write(term, &mut text);
        text
    }

    /// Operations that SMT-LIB lacks, by our own names.
    fn write_short(&mut self, term: TermId, out: &mut String) -> bool {
        match self.terms.view(term) {
            Node::TDiv(a, b) => self.apply("tdiv", &[*a, *b], out),
            Node::TMod(a, b) => self.apply("tmod", &[*a, *b], out),
            Node::FloorDiv(a, b) => self.apply("floor_div", &[*a, *b], out),
            Node::FloorMod(a, b) => self.apply("floor_mod", &[*a, *b], out),
            Node::Wrap(bits, a) => self.apply(&format!("wrap{bits}"), &[*a], out),
            Node::FromCode(a) => self.apply("from_code", &[*a], out),
            Node::FromInt(a) => self.apply("from_int", &[*a], out),
            Node::CodeAt(a, b) => self.apply("code_at", &[*a, *b], out),
            Node::InRegex(a, regex) => {
                out.push_str("(in_regex ");
                self.write(*a, out);
                let _ = write!(out, " /{}/)", self.terms.view_regex(*regex));
            }
            _ => return false,
        }
        true
    }

    fn write_node(&mut self, term: TermId, out: &mut String) {
        let terms = self.terms;
        if self.cut_after.is_some() && self.write_short(term, out) {
            return;
        }
        match terms.view(term) {
            Node::Var(variable) => out.push_str(&self.name(*variable)),
            Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Node::Int(value) => out.push_str(&number(value)),
            Node::Str(bytes) => out.push_str(&literal(bytes)),
            Node::Sum(parts, constant) => self.write_sum(parts, constant, out),
            Node::Product(factors) => self.apply("*", factors, out),
            Node::TDiv(a, b) => self.write_truncating("div", *a, *b, out),
            Node::TMod(a, b) => self.write_truncating("mod", *a, *b, out),
            Node::FloorDiv(a, b) => self.write_flooring("div", *a, *b, out),
            Node::FloorMod(a, b) => self.write_flooring("mod", *a, *b, out),
            Node::Wrap(bits, a) => {
                let half = Int::power_of_two(bits.saturating_sub(1));
                let _ = write!(out, "(- (mod (+ ");
                self.write(*a, out);
                let _ = write!(out, " {half}) {}) {half})", Int::power_of_two(*bits));
            }
            Node::Ite(c, a, b) => self.apply("ite", &[*c, *a, *b], out),
            Node::IntEq(a, value) => self.apply_number("=", *a, value, out),
            Node::IntLe(a, bound) => self.apply_number("<=", *a, bound, out),
            Node::Same(a, b) => self.apply("=", &[*a, *b], out),
            Node::Not(a) => self.write_negation(*a, out),
            Node::And(parts) => self.apply("and", parts, out),
            Node::StrLt(a, b) => self.apply("str.<", &[*a, *b], out),
            Node::Concat(parts) => self.apply("str.++", parts, out),
            Node::Len(a) => self.apply("str.len", &[*a], out),
            Node::CodeAt(a, b) => {
                out.push_str("(str.to_code ");
                self.apply("str.at", &[*a, *b], out);
                out.push(')');
            }
            Node::Substr(a, b, c) => self.apply("str.substr", &[*a, *b, *c], out),
            Node::IndexOf(a, b, c) => self.apply("str.indexof", &[*a, *b, *c], out),
            Node::Contains(a, b) => self.apply("str.contains", &[*a, *b], out),
            Node::PrefixOf(a, b) => self.apply("str.prefixof", &[*a, *b], out),
            Node::SuffixOf(a, b) => self.apply("str.suffixof", &[*a, *b], out),
            Node::FromCode(a) if terms.intervals[a.index()].is_within(&Interval::new(0, 255)) => {
                self.apply("str.from_code", &[*a], out);
            }
            Node::FromCode(a) => {
                let code = self.text(*a);
                let _ = write!(out, "(ite (and (<= 0 {code}) (<= {code} 255)) (str.from_code {code}) \"\")");
            }
            Node::FromInt(a) => {
                let value = self.text(*a);
                let _ = write!(out, "(ite (<= 0 {value}) (str.from_int {value}) ");
                let _ = write!(out, "(str.++ \"-\" (str.from_int (- {value}))))");
            }
            Node::ToInt(a) => self.apply("str.to_int", &[*a], out),
            Node::InRegex(a, regex) => {
                out.push_str("(str.in_re ");
                self.write(*a, out);
                out.push(' ');
                terms.view_regex(*regex).write_smtlib(out);
                out.push(')');
            }
        }
    }

    fn apply(&mut self, name: &str, operands: &[TermId], out: &mut String) {
        let _ = write!(out, "({name}");
        for operand in operands {
            out.push(' ');
            self.write(*operand, out);
        }
        out.push(')');
    }

    fn apply_number(&mut self, name: &str, a: TermId, value: &Int, out: &mut String) {
        let _ = write!(out, "({name} ");
        self.write(a, out);
        let _ = write!(out, " {})", number(value));
    }

    fn write_sum(&mut self, parts: &[(Int, TermId)], constant: &Int, out: &mut String) {
        let single = parts.len() == 1 && constant.is_zero();
        if !single {
            out.push_str("(+");
        }
        for (coefficient, part) in parts {
            if !single {
                out.push(' ');
            }
            if coefficient.is_one() {
                self.write(*part, out);
            } else if *coefficient == Int::MINUS_ONE {
                self.apply("-", &[*part], out);
            } else {
                let _ = write!(out, "(* {} ", number(coefficient));
                self.write(*part, out);
                out.push(')');
            }
        }
        if !constant.is_zero() {
            let _ = write!(out, " {}", number(constant));
        }
        if !single {
            out.push(')');
        }
    }

    /// A negated conjunction is shown as the disjunction that it is.
    fn write_negation(&mut self, a: TermId, out: &mut String) {
        let terms = self.terms;
        let Node::And(parts) = terms.view(a) else { return self.apply("not", &[a], out) };
        if self.defined.contains_key(&a) {
            return self.apply("not", &[a], out);
        }
        out.push_str("(or");
        for part in parts {
            out.push(' ');
            match terms.view(*part) {
                Node::Not(inner) if !self.defined.contains_key(part) => self.write(*inner, out),
                _ => self.apply("not", &[*part], out),
            }
        }
        out.push(')');
    }

    fn write_truncating(&mut self, name: &str, a: TermId, b: TermId, out: &mut String) {
        let (x, y) = (self.text(a), self.text(b));
        let by_zero = if name == "mod" { x.as_str() } else { "0" };
        let _ = write!(
            out,
            "(ite (= {y} 0) {by_zero} (ite (<= 0 {x}) ({name} {x} {y}) (- ({name} (- {x}) {y}))))"
        );
    }

    fn write_flooring(&mut self, name: &str, a: TermId, b: TermId, out: &mut String) {
        let (x, y) = (self.text(a), self.text(b));
        if self.terms.intervals[b.index()].is_positive() {
            let _ = write!(out, "({name} {x} {y})");
        } else if name == "mod" {
            let _ =
                write!(out, "(ite (= {y} 0) {x} (ite (< 0 {y}) (mod {x} {y}) (- (mod (- {x}) (- {y})))))");
        } else {
            let _ = write!(out, "(ite (= {y} 0) 0 (ite (< 0 {y}) (div {x} {y}) (div (- {x}) (- {y}))))");
        }
    }
}

fn number(value: &Int) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}

pub(crate) fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' => text.push_str("\"\""),
            b'\\' | 0..=31 | 127..=255 => {
                let _ = write!(text, "\\u{{{byte:x}}}");
            }
            _ => text.push(char::from(*byte)),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_declares_bounds_and_shares_parts() {
        let mut terms = Terms::new();
        let x = terms.fresh_int("x", Some(Int::from(0)), None);
        let y = terms.fresh_int("x", None, None);
        let (seven, sum) = (terms.int(7), terms.add(x, y));
        let quotient = terms.tdiv(sum, seven);
        let (is_x, is_y) = (terms.eq(quotient, x), terms.eq(quotient, y));
        let expected = "(set-logic ALL)\n\
            (declare-const |x| Int)\n\
            (assert (<= 0 |x|))\n\
            (declare-const |x#1| Int)\n\
            (define-fun t0 () Int (+ |x| |x#1|))\n\
            (define-fun t1 () Int (ite (= 7 0) 0 (ite (<= 0 t0) (div t0 7) (- (div (- t0) 7)))))\n\
            (assert (= (+ |x| (- t1)) 0))\n\
            (assert (= (+ |x#1| (- t1)) 0))\n\
            (check-sat)\n";
        assert_eq!(terms.to_smtlib(&[is_x, is_y]), expected);
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(literal(b"a\"\\\xff\n"), "\"a\"\"\\u{5c}\\u{ff}\\u{a}\"");
    }
}
