//! The value of a term in a model.
//! Every operation is total, so a term has a value as soon as its variables have; only the branch that is taken of a
//! conditional is looked at, and one false conjunct settles a conjunction. Iterative, with one memory per model.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Constant, Int, Model, Node, TermId, Terms};

/// A product of more bits has no value: products of products would take for ever.
const MOST_BITS: u64 = 1 << 14;

/// Evaluates terms in one model and remembers the values of shared parts.
///
/// ```
/// use lydian_term::{Constant, Evaluation, Model, Terms};
/// let mut terms = Terms::new();
/// let x = terms.fresh_int("x", None, None);
/// let square = terms.mul(x, x);
/// let mut model = Model::new();
/// model.insert(terms.var_id(x).unwrap(), 7);
/// assert_eq!(Evaluation::new(&model).value(&terms, square), Some(Constant::from(49)));
/// ```
pub struct Evaluation<'m> {
    model: &'m Model,
    defaults: bool,
    known: FxHashMap<TermId, Option<Constant>>,
    stack: Vec<TermId>,
}

impl<'m> Evaluation<'m> {
    /// Starts to evaluate in a model. A variable that it does not mention has no value.
    pub fn new(model: &'m Model) -> Evaluation<'m> {
        Evaluation { model, defaults: false, known: FxHashMap::default(), stack: Vec::new() }
    }

    /// Starts to evaluate in a model where all other variables take a default within their bounds (see
    /// [`Terms::default_value`]).
    pub fn with_defaults(model: &'m Model) -> Evaluation<'m> {
        Evaluation { defaults: true, ..Evaluation::new(model) }
    }

    /// The value of a term; `None` if it depends on a variable that has none, or on a product that is too large.
    pub fn value(&mut self, terms: &Terms, term: TermId) -> Option<Constant> {
        self.stack.clear();
        self.stack.push(term);
        while let Some(current) = self.stack.last().copied() {
            if self.known.contains_key(&current) {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            let value = self.step(terms, current);
            if self.stack.len() == waiting {
                self.stack.pop();
                self.known.insert(current, value);
            }
        }
        self.known.get(&term).cloned().flatten()
    }

    /// Whether all of the terms are true; `None` if none is false and one has no value.
    pub fn holds(&mut self, terms: &Terms, assertions: &[TermId]) -> Option<bool> {
        let mut all_known = true;
        for assertion in assertions {
            match self.value(terms, *assertion) {
                Some(Constant::Bool(true)) => {}
                Some(_) => return Some(false),
                None => all_known = false,
            }
        }
        all_known.then_some(true)
    }

    /// The value of a node whose children are known. If one is missing it is pushed, and the result means nothing.
    fn step(&mut self, terms: &Terms, term: TermId) -> Option<Constant> {
        match terms.view(term) {
            Node::Var(variable) => match self.model.get(*variable) {
                Some(value) => Some(value.clone()),
                None if self.defaults => Some(terms.default_value(*variable)),
                None => None,
            },
            Node::Bool(_) | Node::Int(_) | Node::Str(_) => terms.as_constant(term),
            Node::Ite(condition, then, otherwise) => {
                let condition = self.truth(*condition)??;
                self.child(if condition { *then } else { *otherwise })?.cloned()
            }
            Node::And(parts) => self.conjunction(parts),
            node => {
                let mut missing = false;
                node.for_each_child(|child| {
                    if !self.known.contains_key(&child) {
                        self.stack.push(child);
                        missing = true;
                    }
                });
                if missing { None } else { self.apply(terms, node) }
            }
        }
    }

    fn conjunction(&mut self, parts: &[TermId]) -> Option<Constant> {
        let mut all_known = true;
        for part in parts {
            match self.truth(*part)? {
                Some(true) => {}
                Some(false) => return Some(Constant::Bool(false)),
                None => all_known = false,
            }
        }
        all_known.then_some(Constant::Bool(true))
    }

    /// The value of a child; the outer `None` says that it was not there yet and has been pushed.
    fn child(&mut self, child: TermId) -> Option<Option<&Constant>> {
        // A lookup that returns early with a borrow confuses the borrow checker, hence the two lookups.
        if !self.known.contains_key(&child) {
            self.stack.push(child);
            return None;
        }
        self.known.get(&child).map(Option::as_ref)
    }

    fn truth(&mut self, child: TermId) -> Option<Option<bool>> {
        Some(self.child(child)?.and_then(Constant::as_bool))
    }

    fn known_int(&self, term: TermId) -> Option<&Int> {
        self.known.get(&term)?.as_ref()?.as_int()
    }

    fn known_bool(&self, term: TermId) -> Option<bool> {
        self.known.get(&term)?.as_ref()?.as_bool()
    }

    fn known_str(&self, term: TermId) -> Option<&[u8]> {
        self.known.get(&term)?.as_ref()?.as_str()
    }

    fn apply(&self, terms: &Terms, node: &Node) -> Option<Constant> {
        let int = |term: &TermId| self.known_int(*term);
        let string = |term: &TermId| self.known_str(*term);
        Some(match node {
            Node::Sum(parts, constant) => {
                let mut total = constant.clone();
                for (coefficient, part) in parts {
                    total = total + coefficient * int(part)?;
                }
                total.into()
            }
            Node::Product(factors) => {
                let mut total = Int::ONE;
                for factor in factors {
                    let factor = int(factor)?;
                    if total.bit_length() + factor.bit_length() > MOST_BITS {
                        return None;
                    }
                    total = total * factor;
                }
                total.into()
            }
            Node::TDiv(a, b) => int(a)?.tdiv(int(b)?).unwrap_or(Int::ZERO).into(),
            Node::FloorDiv(a, b) => int(a)?.floor_div(int(b)?).unwrap_or(Int::ZERO).into(),
            Node::TMod(a, b) => int(a)?.tmod(int(b)?).map_or_else(|| int(a).cloned(), Some)?.into(),
            Node::FloorMod(a, b) => int(a)?.floor_mod(int(b)?).map_or_else(|| int(a).cloned(), Some)?.into(),
            Node::Wrap(bits, a) => int(a)?.wrap(*bits).into(),
            Node::IntEq(a, value) => (int(a)? == value).into(),
            Node::IntLe(a, bound) => (int(a)? <= bound).into(),
            Node::Same(a, b) => (self.known.get(a)?.as_ref()? == self.known.get(b)?.as_ref()?).into(),
            Node::Not(a) => (!self.known_bool(*a)?).into(),
            Node::StrLt(a, b) => (string(a)? < string(b)?).into(),
            Node::Concat(parts) => {
                let mut bytes = Vec::new();
                for part in parts {
                    bytes.extend_from_slice(string(part)?);
                }
                Constant::Str(bytes.into())
            }
            Node::Len(a) => Int::from(string(a)?.len()).into(),
            Node::CodeAt(a, b) => {
                let byte = int(b)?.as_usize().and_then(|place| string(a)?.get(place));
                Int::from(byte.map_or(-1, |byte| i64::from(*byte))).into()
            }
            Node::Substr(a, b, c) => substr(string(a)?, int(b)?, int(c)?).into(),
            Node::IndexOf(a, b, c) => index_of(string(a)?, string(b)?, int(c)?).into(),
            Node::Contains(a, b) => find(string(a)?, string(b)?, 0).is_some().into(),
            Node::PrefixOf(a, b) => string(b)?.starts_with(string(a)?).into(),
            Node::SuffixOf(a, b) => string(b)?.ends_with(string(a)?).into(),
            Node::FromCode(a) => {
                let byte = int(a)?.as_i64().and_then(|code| u8::try_from(code).ok());
                byte.as_slice().into()
            }
            Node::FromInt(a) => int(a)?.to_string().as_bytes().into(),
            Node::ToInt(a) => digits_to_int(string(a)?).into(),
            Node::InRegex(a, regex) => terms.view_regex(*regex).matches(string(a)?).into(),
            Node::Var(_) | Node::Bool(_) | Node::Int(_) | Node::Str(_) | Node::Ite(..) | Node::And(_) => {
                return None;
            }
        })
    }
}

impl Terms {
    /// The value of a term in a model; `None` if it depends on a variable that the model does not mention.
    pub fn evaluate(&self, term: TermId, model: &Model) -> Option<Constant> {
        Evaluation::new(model).value(self, term)
    }

    /// The value that a variable takes when nothing else is known of it: false, the empty string, or the integer
    /// within its bounds that is closest to zero.
    pub fn default_value(&self, variable: crate::VarId) -> Constant {
        let variable = self.variable(variable);
        if let Some(lo) = variable.lo.as_ref().filter(|lo| lo.is_positive()) {
            return lo.clone().into();
        }
        if let Some(hi) = variable.hi.as_ref().filter(|hi| hi.is_negative()) {
            return hi.clone().into();
        }
        Constant::default_of(variable.sort)
    }
}

fn substr<'s>(string: &'s [u8], start: &Int, count: &Int) -> &'s [u8] {
    let Some(start) = start.as_usize().filter(|start| *start < string.len()) else { return b"" };
    if count.is_negative() {
        return b"";
    }
    let count = count.as_usize().unwrap_or(usize::MAX).min(string.len() - start);
    &string[start..start + count]
}

pub(crate) fn find(hay: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let rest = hay.get(from..)?;
    if needle.is_empty() {
        return Some(from);
    }
    rest.windows(needle.len()).position(|window| window == needle).map(|place| place + from)
}

pub(crate) fn index_of(hay: &[u8], needle: &[u8], from: &Int) -> Int {
    let found = from.as_usize().and_then(|from| find(hay, needle, from));
    found.map_or(Int::MINUS_ONE, Int::from)
}

pub(crate) fn digits_to_int(text: &[u8]) -> Int {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return Int::MINUS_ONE;
    }
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(Int::MINUS_ONE)
}

impl From<Arc<[u8]>> for Constant {
    fn from(value: Arc<[u8]>) -> Constant {
        Constant::Str(value)
    }
}
