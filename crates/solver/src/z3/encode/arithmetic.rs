//! Arithmetic that Z3 lacks: truncating and flooring division that is total, and two's complement.

use lydian_term::{Int, Interval, TermId};

use super::{Build, Result};
use crate::z3::api::{Ast, Context};
use crate::z3::session::c_string;

/// How many moduli the values of the interval are at most below and above the range, if that is so few that a case
/// for each is the best encoding. Measured: cases take Z3 milliseconds where an unknown number of steps takes tens of
/// milliseconds and its own remainder takes hundreds.
pub(super) fn wraps_by_few_steps(bits: u32, interval: &Interval) -> Option<(i64, i64)> {
    let (modulus, half) = (Int::power_of_two(bits), Int::power_of_two(bits.saturating_sub(1)));
    let steps = |bound: &Option<Int>| (bound.as_ref()? + &half).floor_div(&modulus)?.as_i64();
    let (below, above) = (steps(&interval.lo)?, steps(&interval.hi)?);
    (-MOST_CASES <= below && above <= MOST_CASES).then_some((below, above))
}

/// Wraps by more steps than this on one side are encoded with an unknown number of steps.
const MOST_CASES: i64 = 6;

impl Build<'_> {
    /// Z3 rounds so that the remainder is never negative; on a dividend that is not negative this is truncation.
    pub(super) fn truncating(
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
    pub(super) fn flooring(
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
    pub(super) fn wrap(&mut self, bits: u32, a: TermId) -> Result<Ast> {
        let modulus = Int::power_of_two(bits);
        let half = Int::power_of_two(bits.saturating_sub(1));
        let value = self.child(a)?;
        if let Some((below, above)) = wraps_by_few_steps(bits, &self.terms.interval(a)) {
            let mut result = None;
            for step in below..=above {
                let offset = Int::from(step) * &modulus;
                let shifted = if step == 0 {
                    value
                } else {
                    let back = self.number(&-&offset)?;
                    self.plus(value, back)?
                };
                result = Some(match result {
                    None => shifted,
                    Some(lower_case) => {
                        let threshold = self.number(&(&offset - &half))?;
                        let reached = self.binary(self.api.mk_ge, value, threshold)?;
                        self.ite(reached, shifted, lower_case)?
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
    pub(super) fn overflow(&mut self, bits: u32, a: TermId) -> Result<Ast> {
        let name = c_string(&format!("k{bits}-{}", a.index()));
        // Safety: symbol and sort belong to the context.
        let ast = unsafe {
            let sort = (self.api.mk_int_sort)(self.context);
            (self.api.mk_const)(self.context, (self.api.mk_string_symbol)(self.context, name.as_ptr()), sort)
        };
        self.keep(ast)
    }
}
