//! Encodes terms as formulas of Z3.
//! Each term is encoded once per context and way of treating strings. Truncating division, wraps and our total
//! operations become conditionals around what Z3 has. Iterative, since terms may be deep.

mod arithmetic;
mod regex;
mod text;

use std::sync::Arc;

use lydian_term::{Int, Interval, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::api::{Api, Ast, Context, FuncDecl};
use super::session::{Encoded, Failure, c_string, failure};
use arithmetic::wraps_by_few_steps;

/// How strings are treated. Strings that are only compared for equality can be numbers, which Z3 handles far faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strings {
    /// Different numbers for different strings.
    AsNumbers = 0,
    /// Z3's own theory.
    AsSequences = 1,
}

/// What has been encoded in a context.
pub(super) struct Encoder {
    strings: Strings,
    encoded: Encoded,
    /// The degrees of terms.
    degrees: FxHashMap<TermId, u64>,
    /// The strings that have a number, by number; the empty one always has.
    pub(super) literals: Vec<Arc<[u8]>>,
    numbers: FxHashMap<Arc<[u8]>, usize>,
    to_code: Option<FuncDecl>,
    from_code: Option<FuncDecl>,
}

impl Encoder {
    pub(super) fn new(strings: Strings) -> Encoder {
        let empty: Arc<[u8]> = Arc::from(&b""[..]);
        Encoder {
            strings,
            encoded: Encoded::default(),
            degrees: FxHashMap::default(),
            literals: vec![empty.clone()],
            numbers: FxHashMap::from_iter([(empty, 0)]),
            to_code: None,
            from_code: None,
        }
    }

    /// How strings are treated here.
    pub(super) fn strings(&self) -> Strings {
        self.strings
    }

    /// The formula of a term.
    pub(super) fn encode(
        &mut self,
        api: &Api,
        context: Context,
        terms: &Terms,
        term: TermId,
    ) -> Result<Ast, Failure> {
        let degree = terms.degree(term, &mut self.degrees);
        if degree > MOST_FACTORS {
            return Err(format!("a product of {degree} unknowns"));
        }
        let mut stack = vec![term];
        while let Some(current) = stack.last().copied() {
            if self.encoded.contains_key(&current) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            terms.view(current).for_each_child(|child| {
                if !self.encoded.contains_key(&child) {
                    stack.push(child);
                }
            });
            if stack.len() == waiting {
                stack.pop();
                let mut build = Build { api, context, terms, encoder: self, kept: Vec::new() };
                let ast = build.node(terms.view(current));
                let kept = std::mem::take(&mut build.kept);
                if let Ok(ast) = ast {
                    // Safety: the formula is valid and of this context.
                    unsafe { (api.inc_ref)(context, ast) };
                    self.encoded.insert(current, ast);
                }
                for part in kept {
                    // Safety: `keep` referenced it, and nothing but the whole, which holds it itself, needs it any more.
                    unsafe { (api.dec_ref)(context, part) };
                }
                ast?;
            }
        }
        self.encoded.get(&term).copied().ok_or_else(|| "a term was not encoded".into())
    }

    /// The declared bounds of an integer variable.
    pub(super) fn bounds(
        &mut self,
        api: &Api,
        context: Context,
        terms: &Terms,
        variable: VarId,
    ) -> Result<Vec<Ast>, Failure> {
        let term = self.encode(api, context, terms, terms.variable_term(variable))?;
        let known = terms.variable(variable);
        let mut build = Build { api, context, terms, encoder: self, kept: Vec::new() };
        let mut bounds = Vec::new();
        if let Some(lo) = &known.lo {
            let lo = build.number(lo)?;
            bounds.push(build.le(lo, term)?);
        }
        if let Some(hi) = &known.hi {
            let hi = build.number(hi)?;
            bounds.push(build.le(term, hi)?);
        }
        // The few formulas stay referenced until the context goes; they are asserted again after every pop.
        Ok(bounds)
    }

    /// What must hold of the overflow of a wrapped term: the result lies in the range. There is exactly one such number,
    /// so this may be asserted wherever the term occurs. Empty where the encoding needs no such number.
    pub(super) fn definition(
        &mut self,
        api: &Api,
        context: Context,
        terms: &Terms,
        term: TermId,
    ) -> Result<Vec<Ast>, Failure> {
        let Node::Wrap(bits, inner) = terms.view(term) else { return Ok(Vec::new()) };
        let interval = terms.interval(*inner);
        if wraps_by_few_steps(*bits, &interval).is_some() {
            return Ok(Vec::new());
        }
        let wrapped = self.encode(api, context, terms, term)?;
        let mut build = Build { api, context, terms, encoder: self, kept: Vec::new() };
        let mut conditions = Vec::new();
        let range = Interval::of_bits(*bits);
        // Bounds of the number of steps follow from the rest, but Z3 finds them only by searching.
        let overflow = build.overflow(*bits, *inner)?;
        let (modulus, half) = (Int::power_of_two(*bits), Int::power_of_two(bits.saturating_sub(1)));
        let steps = |bound: Option<Int>| bound.and_then(|bound| (bound + &half).floor_div(&modulus));
        for (lower, value, upper) in
            [(range.lo, wrapped, range.hi), (steps(interval.lo), overflow, steps(interval.hi))]
        {
            if let Some(lower) = lower {
                let lower = build.number(&lower)?;
                conditions.push(build.le(lower, value)?);
            }
            if let Some(upper) = upper {
                let upper = build.number(&upper)?;
                conditions.push(build.le(value, upper)?);
            }
        }
        Ok(conditions)
    }

    /// Gives back all references.
    pub(super) fn release(&self, api: &Api, context: Context) {
        #[allow(clippy::iter_over_hash_type, reason = "references are given back in any order")]
        for ast in self.encoded.values() {
            // Safety: each was referenced when it was inserted.
            unsafe { (api.dec_ref)(context, *ast) };
        }
    }

    fn number_of(&mut self, literal: &Arc<[u8]>) -> usize {
        if let Some(number) = self.numbers.get(literal) {
            return *number;
        }
        let number = self.literals.len();
        self.literals.push(literal.clone());
        self.numbers.insert(literal.clone(), number);
        number
    }
}

/// Builds the formula of one node from those of its children.
struct Build<'a> {
    api: &'a Api,
    context: Context,
    terms: &'a Terms,
    encoder: &'a mut Encoder,
    /// Intermediate formulas, referenced until the node is done.
    kept: Vec<Ast>,
}

/// Z3 multiplies products out, in time that grows with the power of their degree, and cannot be interrupted meanwhile.
const MOST_FACTORS: u64 = 12;

/// Z3 reads a numeral in time that grows with the square of its length, and cannot be interrupted meanwhile.
const MOST_BITS: u64 = 1 << 14;

type Result<T, E = Failure> = std::result::Result<T, E>;

impl Build<'_> {
    /// Checks and references a formula that Z3 has just made.
    fn keep(&mut self, ast: Ast) -> Result<Ast> {
        if ast.is_null() {
            return Err(failure(self.api, self.context, "Z3 could not make a formula"));
        }
        // Safety: the formula is valid and of this context.
        unsafe { (self.api.inc_ref)(self.context, ast) };
        self.kept.push(ast);
        Ok(ast)
    }

    fn child(&self, term: TermId) -> Result<Ast> {
        self.encoder.encoded.get(&term).copied().ok_or_else(|| "a child was not encoded".into())
    }

    fn children(&self, terms: &[TermId]) -> Result<Vec<Ast>> {
        terms.iter().map(|term| self.child(*term)).collect()
    }

    fn binary(
        &mut self,
        make: unsafe extern "C" fn(Context, Ast, Ast) -> Ast,
        a: Ast,
        b: Ast,
    ) -> Result<Ast> {
        // Safety: both formulas are valid and of this context.
        let ast = unsafe { make(self.context, a, b) };
        self.keep(ast)
    }

    fn unary(&mut self, make: unsafe extern "C" fn(Context, Ast) -> Ast, a: Ast) -> Result<Ast> {
        // Safety: as above.
        let ast = unsafe { make(self.context, a) };
        self.keep(ast)
    }

    fn many(
        &mut self,
        make: unsafe extern "C" fn(Context, u32, *const Ast) -> Ast,
        all: &[Ast],
    ) -> Result<Ast> {
        // Safety: as above; the array is read before the call returns.
        let ast = unsafe { make(self.context, all.len() as u32, all.as_ptr()) };
        self.keep(ast)
    }

    fn ite(&mut self, condition: Ast, then: Ast, otherwise: Ast) -> Result<Ast> {
        // Safety: as above.
        let ast = unsafe { (self.api.mk_ite)(self.context, condition, then, otherwise) };
        self.keep(ast)
    }

    fn le(&mut self, a: Ast, b: Ast) -> Result<Ast> {
        self.binary(self.api.mk_le, a, b)
    }

    fn neg(&mut self, a: Ast) -> Result<Ast> {
        self.unary(self.api.mk_unary_minus, a)
    }

    fn plus(&mut self, a: Ast, b: Ast) -> Result<Ast> {
        self.many(self.api.mk_add, &[a, b])
    }

    fn number(&mut self, value: &Int) -> Result<Ast> {
        if value.bit_length() > MOST_BITS {
            return Err(format!("a number of {} bits", value.bit_length()));
        }
        // Safety: the sort belongs to the context, the text is read before the call returns.
        let ast = unsafe {
            let sort = (self.api.mk_int_sort)(self.context);
            match value.as_i64() {
                Some(small) => (self.api.mk_int64)(self.context, small, sort),
                None => (self.api.mk_numeral)(self.context, c_string(&value.to_string()).as_ptr(), sort),
            }
        };
        self.keep(ast)
    }

    fn text(&mut self, bytes: &[u8]) -> Result<Ast> {
        let mut escaped = String::with_capacity(bytes.len());
        for byte in bytes {
            match byte {
                b'\\' | 0..=31 | 127..=255 => escaped.push_str(&format!("\\u{{{byte:x}}}")),
                _ => escaped.push(char::from(*byte)),
            }
        }
        // Safety: the text is read before the call returns.
        let ast = unsafe { (self.api.mk_string)(self.context, c_string(&escaped).as_ptr()) };
        self.keep(ast)
    }

    fn variable(&mut self, variable: VarId) -> Result<Ast> {
        let name = c_string(&format!("v{}", variable.index()));
        let as_numbers = self.encoder.strings == Strings::AsNumbers;
        // Safety: symbol and sort belong to the context.
        let ast = unsafe {
            let sort = match self.terms.variable(variable).sort {
                lydian_term::Sort::Bool => (self.api.mk_bool_sort)(self.context),
                lydian_term::Sort::Str if !as_numbers => (self.api.mk_string_sort)(self.context),
                _ => (self.api.mk_int_sort)(self.context),
            };
            (self.api.mk_const)(self.context, (self.api.mk_string_symbol)(self.context, name.as_ptr()), sort)
        };
        self.keep(ast)
    }

    fn node(&mut self, node: &Node) -> Result<Ast> {
        let api = self.api;
        match node {
            Node::Var(variable) => self.variable(*variable),
            // Safety: a constant of the context.
            Node::Bool(true) => self.keep(unsafe { (api.mk_true)(self.context) }),
            // Safety: as above.
            Node::Bool(false) => self.keep(unsafe { (api.mk_false)(self.context) }),
            Node::Int(value) => self.number(value),
            Node::Str(literal) if self.encoder.strings == Strings::AsNumbers => {
                let number = self.encoder.number_of(literal);
                self.number(&Int::from(number))
            }
            Node::Str(literal) => self.text(literal),
            Node::Sum(parts, constant) => self.sum(parts, constant),
            Node::Product(factors) => {
                let factors = self.children(factors)?;
                self.many(api.mk_mul, &factors)
            }
            Node::TDiv(a, b) => self.truncating(*a, *b, api.mk_div, None),
            Node::TMod(a, b) => self.truncating(*a, *b, api.mk_mod, Some(*a)),
            Node::FloorDiv(a, b) => self.flooring(*a, *b, api.mk_div, None),
            Node::FloorMod(a, b) => self.flooring(*a, *b, api.mk_mod, Some(*a)),
            Node::Wrap(bits, a) => self.wrap(*bits, *a),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.child(*c)?, self.child(*a)?, self.child(*b)?);
                self.ite(c, a, b)
            }
            Node::IntEq(a, value) => {
                let (a, value) = (self.child(*a)?, self.number(value)?);
                self.binary(api.mk_eq, a, value)
            }
            Node::IntLe(a, bound) => self.at_most(*a, bound),
            Node::Same(a, b) => self.on_two(*a, *b, api.mk_eq),
            Node::Not(a) => self.negation(*a),
            Node::And(parts) => {
                let parts = self.children(parts)?;
                self.many(api.mk_and, &parts)
            }
            _ => self.string_node(node),
        }
    }

    fn on_two(
        &mut self,
        a: TermId,
        b: TermId,
        make: unsafe extern "C" fn(Context, Ast, Ast) -> Ast,
    ) -> Result<Ast> {
        let (a, b) = (self.child(a)?, self.child(b)?);
        self.binary(make, a, b)
    }

    fn sum(&mut self, parts: &[(Int, TermId)], constant: &Int) -> Result<Ast> {
        let mut summands = Vec::with_capacity(parts.len() + 1);
        for (coefficient, part) in parts {
            let part = self.child(*part)?;
            summands.push(if coefficient.is_one() {
                part
            } else {
                let coefficient = self.number(coefficient)?;
                self.many(self.api.mk_mul, &[coefficient, part])?
            });
        }
        if !constant.is_zero() {
            summands.push(self.number(constant)?);
        }
        match summands.as_slice() {
            [only] => Ok(*only),
            _ => self.many(self.api.mk_add, &summands),
        }
    }

    /// `-x <= c` is written `x >= -c`, which Z3 would make of it anyway.
    fn at_most(&mut self, a: TermId, bound: &Int) -> Result<Ast> {
        if let Node::Sum(parts, constant) = self.terms.view(a)
            && let [(coefficient, part)] = &**parts
            && *coefficient == Int::MINUS_ONE
            && constant.is_zero()
        {
            let (part, bound) = (self.child(*part)?, self.number(&-bound)?);
            return self.binary(self.api.mk_ge, part, bound);
        }
        let (a, bound) = (self.child(a)?, self.number(bound)?);
        self.le(a, bound)
    }

    /// A negated conjunction of negations is written as the disjunction that it is.
    fn negation(&mut self, a: TermId) -> Result<Ast> {
        let Node::And(parts) = self.terms.view(a) else {
            let a = self.child(a)?;
            return self.unary(self.api.mk_not, a);
        };
        let parts = parts.clone();
        let mut alternatives = Vec::with_capacity(parts.len());
        for part in &parts {
            let alternative = match self.terms.view(*part) {
                Node::Not(inner) => self.child(*inner)?,
                _ => {
                    let part = self.child(*part)?;
                    self.unary(self.api.mk_not, part)?
                }
            };
            alternatives.push(alternative);
        }
        self.many(self.api.mk_or, &alternatives)
    }
}
