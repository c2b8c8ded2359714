//! Encodes terms as formulas of Z3.
//! Each term is encoded once per context and way of treating strings. Truncating division, wraps and our total
//! operations become conditionals around what Z3 has. Iterative, since terms may be deep.

use std::sync::Arc;

use lydian_term::{Int, Interval, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::api::{Api, Ast, Context, FuncDecl};
use super::session::{Encoded, Failure, c_string, failure};

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

/// How many moduli the values of the interval are at most below and above the range, if that is so few that a case
/// for each is the best encoding. Measured: cases take Z3 milliseconds where an unknown number of steps takes tens of
/// milliseconds and its own remainder takes hundreds.
fn wraps_by_few_steps(bits: u32, interval: &Interval) -> Option<(i64, i64)> {
    let (modulus, half) = (Int::power_of_two(bits), Int::power_of_two(bits.saturating_sub(1)));
    let steps = |bound: &Option<Int>| (bound.as_ref()? + &half).floor_div(&modulus)?.as_i64();
    let (below, above) = (steps(&interval.lo)?, steps(&interval.hi)?);
    (-MOST_CASES <= below && above <= MOST_CASES).then_some((below, above))
}

/// Wraps by more steps than this on one side are encoded with an unknown number of steps.
const MOST_CASES: i64 = 6;

/// Builds the formula of one node from those of its children.
struct Build<'a> {
    api: &'a Api,
    context: Context,
    terms: &'a Terms,
    encoder: &'a mut Encoder,
    /// Intermediate formulas, referenced until the node is done.
    kept: Vec<Ast>,
}

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
            // Safety: constants of the context.
            Node::Bool(true) => self.keep(unsafe { (api.mk_true)(self.context) }),
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

    /// Z3 rounds so that the remainder is never negative; on a dividend that is not negative this is truncation.
    fn truncating(
        &mut self,
        a: TermId,
        b: TermId,
        make: unsafe extern "C" fn(Context, Ast, Ast) -> Ast,
        by_zero: Option<TermId>,
    ) -> Result<Ast> {
        let (dividend, divisor) = (self.child(a)?, self.child(b)?);
        let zero = self.number(&Int::ZERO)?;
        let plain = self.binary(make, dividend, divisor)?;
        let result = if self.terms.interval(a).is_nonnegative() {
            plain
        } else {
            let opposite = self.neg(dividend)?;
            let mirrored = self.binary(make, opposite, divisor)?;
            let mirrored = self.neg(mirrored)?;
            let nonnegative = self.binary(self.api.mk_ge, dividend, zero)?;
            self.ite(nonnegative, plain, mirrored)?
        };
        self.unless_zero(b, divisor, result, by_zero)
    }

    /// Z3's division rounds down for a positive divisor; a negative one is made positive on both sides.
    fn flooring(
        &mut self,
        a: TermId,
        b: TermId,
        make: unsafe extern "C" fn(Context, Ast, Ast) -> Ast,
        by_zero: Option<TermId>,
    ) -> Result<Ast> {
        let (dividend, divisor) = (self.child(a)?, self.child(b)?);
        let plain = self.binary(make, dividend, divisor)?;
        let result = if self.terms.interval(b).is_nonnegative() {
            plain
        } else {
            let (x, y) = (self.neg(dividend)?, self.neg(divisor)?);
            let mut mirrored = self.binary(make, x, y)?;
            if by_zero.is_some() {
                // A remainder takes the sign of the divisor.
                mirrored = self.neg(mirrored)?;
            }
            let zero = self.number(&Int::ZERO)?;
            let positive = self.binary(self.api.mk_lt, zero, divisor)?;
            self.ite(positive, plain, mirrored)?
        };
        self.unless_zero(b, divisor, result, by_zero)
    }

    fn unless_zero(&mut self, b: TermId, divisor: Ast, result: Ast, by_zero: Option<TermId>) -> Result<Ast> {
        if !self.terms.interval(b).contains(&Int::ZERO) {
            return Ok(result);
        }
        let zero = self.number(&Int::ZERO)?;
        let otherwise = by_zero.map_or(Ok(zero), |term| self.child(term))?;
        let is_zero = self.binary(self.api.mk_eq, divisor, zero)?;
        self.ite(is_zero, otherwise, result)
    }

    /// A case for each number of steps back into the range, if these are few; else [`Build::overflow`] says how many.
    fn wrap(&mut self, bits: u32, a: TermId) -> Result<Ast> {
        let modulus = Int::power_of_two(bits);
        let half = Int::power_of_two(bits.saturating_sub(1));
        let value = self.child(a)?;
        if let Some((below, above)) = wraps_by_few_steps(bits, &self.terms.interval(a)) {
            let mut result = None;
            // The case without a step comes outermost, since it is the likely one.
            let mut steps: Vec<i64> = (below..=above).collect();
            steps.sort_by_key(|step| std::cmp::Reverse(step.abs()));
            for step in steps {
                let offset = Int::from(step) * &modulus;
                let shifted = if step == 0 {
                    value
                } else {
                    let offset = self.number(&-&offset)?;
                    self.plus(value, offset)?
                };
                result = Some(match result {
                    None => shifted,
                    Some(otherwise) => {
                        let (lower, upper) =
                            (self.number(&(&offset - &half))?, self.number(&(&offset + &half))?);
                        let (from, until) =
                            (self.le(lower, value)?, self.binary(self.api.mk_lt, value, upper)?);
                        let here = self.many(self.api.mk_and, &[from, until])?;
                        self.ite(here, shifted, otherwise)?
                    }
                });
            }
            return Ok(result.unwrap_or(value));
        }
        let (overflow, modulus) = (self.overflow(bits, a)?, self.number(&-&modulus)?);
        let step = self.many(self.api.mk_mul, &[modulus, overflow])?;
        self.plus(value, step)
    }

    /// How often a wrapped term has left its range: an unknown that [`Encoder::definition`] pins down.
    fn overflow(&mut self, bits: u32, a: TermId) -> Result<Ast> {
        let name = c_string(&format!("k{bits}-{}", a.index()));
        // Safety: symbol and sort belong to the context.
        let ast = unsafe {
            let sort = (self.api.mk_int_sort)(self.context);
            (self.api.mk_const)(self.context, (self.api.mk_string_symbol)(self.context, name.as_ptr()), sort)
        };
        self.keep(ast)
    }

    fn string_node(&mut self, node: &Node) -> Result<Ast> {
        let api = self.api;
        match node {
            Node::StrLt(a, b) => self.on_two(*a, *b, api.mk_str_lt),
            Node::Concat(parts) => {
                let parts = self.children(parts)?;
                self.many(api.mk_seq_concat, &parts)
            }
            Node::Len(a) => {
                let a = self.child(*a)?;
                self.unary(api.mk_seq_length, a)
            }
            Node::CodeAt(a, position) => {
                let character = self.on_two(*a, *position, api.mk_seq_at)?;
                let to_code = self.to_code()?;
                self.apply(to_code, character)
            }
            Node::Substr(a, b, c) => self.on_three(*a, *b, *c, api.mk_seq_extract),
            Node::IndexOf(a, b, c) => self.on_three(*a, *b, *c, api.mk_seq_index),
            Node::Contains(a, b) => self.on_two(*a, *b, api.mk_seq_contains),
            Node::PrefixOf(a, b) => self.on_two(*a, *b, api.mk_seq_prefix),
            Node::SuffixOf(a, b) => self.on_two(*a, *b, api.mk_seq_suffix),
            Node::FromCode(code) => self.from_code(*code),
            Node::FromInt(number) => self.from_int(*number),
            Node::ToInt(a) => {
                let a = self.child(*a)?;
                self.unary(api.mk_str_to_int, a)
            }
            _ => Err("a term that is no string operation was taken for one".into()),
        }
    }

    fn on_three(
        &mut self,
        a: TermId,
        b: TermId,
        c: TermId,
        make: unsafe extern "C" fn(Context, Ast, Ast, Ast) -> Ast,
    ) -> Result<Ast> {
        let (a, b, c) = (self.child(a)?, self.child(b)?, self.child(c)?);
        // Safety: all formulas are valid and of this context.
        let ast = unsafe { make(self.context, a, b, c) };
        self.keep(ast)
    }

    fn from_code(&mut self, code: TermId) -> Result<Ast> {
        let from_code = self.from_code_function()?;
        let term = self.child(code)?;
        let character = self.apply(from_code, term)?;
        if self.terms.interval(code).is_within(&Interval::new(0, 255)) {
            return Ok(character);
        }
        let (zero, last, empty) = (self.number(&Int::ZERO)?, self.number(&Int::from(255))?, self.text(b"")?);
        let (above, below) = (self.le(zero, term)?, self.le(term, last)?);
        let valid = self.many(self.api.mk_and, &[above, below])?;
        self.ite(valid, character, empty)
    }

    /// Z3 writes only numbers that are not negative.
    fn from_int(&mut self, number: TermId) -> Result<Ast> {
        let term = self.child(number)?;
        let plain = self.unary(self.api.mk_int_to_str, term)?;
        if self.terms.interval(number).is_nonnegative() {
            return Ok(plain);
        }
        let opposite = self.neg(term)?;
        let (digits, minus) = (self.unary(self.api.mk_int_to_str, opposite)?, self.text(b"-")?);
        let negative = self.many(self.api.mk_seq_concat, &[minus, digits])?;
        let zero = self.number(&Int::ZERO)?;
        let nonnegative = self.binary(self.api.mk_ge, term, zero)?;
        self.ite(nonnegative, plain, negative)
    }

    fn apply(&mut self, function: FuncDecl, argument: Ast) -> Result<Ast> {
        // Safety: function and argument belong to the context.
        let ast = unsafe { (self.api.mk_app)(self.context, function, 1, &argument) };
        self.keep(ast)
    }

    fn to_code(&mut self) -> Result<FuncDecl> {
        if self.encoder.to_code.is_none() {
            let script = c"(declare-const s String)(assert (= (str.to_code s) 7))";
            self.encoder.to_code = Some(self.function_in(script)?);
        }
        self.encoder.to_code.ok_or_else(|| "Z3 has no str.to_code".into())
    }

    fn from_code_function(&mut self) -> Result<FuncDecl> {
        if self.encoder.from_code.is_none() {
            let script = c"(declare-const i Int)(assert (= (str.from_code i) \"a\"))";
            self.encoder.from_code = Some(self.function_in(script)?);
        }
        self.encoder.from_code.ok_or_else(|| "Z3 has no str.from_code".into())
    }

    /// Older versions know these functions but offer no constructor for them, so they are taken out of a parsed
    /// equation: the side that has one argument.
    fn function_in(&self, script: &std::ffi::CStr) -> Result<FuncDecl> {
        let (api, context) = (self.api, self.context);
        let none = std::ptr::null::<std::ffi::c_void>();
        // Safety: the vector is referenced while it is read, the declaration is referenced for the life of the context.
        unsafe {
            let vector = (api.parse_smtlib2_string)(
                context,
                script.as_ptr(),
                0,
                none.cast(),
                none.cast(),
                0,
                none.cast(),
                none.cast(),
            );
            if vector.is_null() {
                return Err(failure(api, context, "Z3 could not read a declaration"));
            }
            (api.ast_vector_inc_ref)(context, vector);
            let mut found = None;
            if (api.ast_vector_size)(context, vector) == 1 {
                let equation = (api.ast_vector_get)(context, vector, 0);
                for side in 0..(api.get_app_num_args)(context, equation) {
                    let side = (api.get_app_arg)(context, equation, side);
                    if (api.get_app_num_args)(context, side) == 1 {
                        let declaration = (api.get_app_decl)(context, side);
                        (api.inc_ref)(context, (api.func_decl_to_ast)(context, declaration));
                        found = Some(declaration);
                    }
                }
            }
            (api.ast_vector_dec_ref)(context, vector);
            found.ok_or_else(|| failure(api, context, "Z3 lacks a function on characters"))
        }
    }
}
