//! Terms over the arguments of a call, ready to be computed on small integers.
//! What does not fit into 64 bits on the way has no value here; the caller then takes the long way.

use lydian_core::Value;
use lydian_term::{Int, Node, TermId, Terms};

/// A term; its variables are arguments by place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Code {
    /// An argument.
    Argument(usize),
    /// A truth value.
    Known(bool),
    /// An integer.
    Number(i64),
    /// A sum of multiples and a number.
    Sum(Box<[(i64, Code)]>, i64),
    /// A product.
    Product(Box<[Code]>),
    /// Quotients and remainders.
    Divide(Division, Box<[Code; 2]>),
    /// The second if the first is true, else the third.
    If(Box<[Code; 3]>),
    /// Equal to a number.
    Equals(Box<Code>, i64),
    /// At most a number.
    AtMost(Box<Code>, i64),
    /// Two equal truth values.
    Same(Box<[Code; 2]>),
    /// Negation.
    Not(Box<Code>),
    /// Conjunction.
    And(Box<[Code]>),
}

/// How a quotient is rounded, and whether the remainder is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Division {
    /// Towards zero.
    Quotient,
    /// The remainder of that.
    Remainder,
    /// Down.
    Floor,
    /// The remainder of that.
    Modulo,
}

impl Code {
    /// The integer that the term is, if everything fits.
    pub(super) fn int<'v>(&self, argument: &impl Fn(usize) -> &'v Value) -> Option<i64> {
        match self {
            Code::Argument(place) => match argument(*place) {
                Value::Int(int) => Some(*int),
                _ => None,
            },
            Code::Number(int) => Some(*int),
            Code::Sum(parts, constant) => {
                let mut sum = *constant;
                for (coefficient, part) in parts {
                    let value = part.int(argument)?;
                    let multiple = if *coefficient == 1 { value } else { value.checked_mul(*coefficient)? };
                    sum = sum.checked_add(multiple)?;
                }
                Some(sum)
            }
            Code::Product(parts) => {
                parts.iter().try_fold(1i64, |product, part| product.checked_mul(part.int(argument)?))
            }
            Code::Divide(division, sides) => {
                let (a, b) = (sides[0].int(argument)?, sides[1].int(argument)?);
                match division {
                    Division::Quotient => a.checked_div(b),
                    Division::Remainder => a.checked_rem(b),
                    // Beyond the usual operations the exact ones are used.
                    Division::Floor => Int::from(a).floor_div(&Int::from(b))?.as_i64(),
                    Division::Modulo => Int::from(a).floor_mod(&Int::from(b))?.as_i64(),
                }
            }
            Code::If(parts) => {
                if parts[0].bool(argument)? {
                    parts[1].int(argument)
                } else {
                    parts[2].int(argument)
                }
            }
            _ => None,
        }
    }

    /// The truth value that the term is, if everything fits.
    pub(super) fn bool<'v>(&self, argument: &impl Fn(usize) -> &'v Value) -> Option<bool> {
        match self {
            Code::Argument(place) => match argument(*place) {
                Value::Bool(known) => Some(*known),
                _ => None,
            },
            Code::Known(known) => Some(*known),
            Code::Equals(part, number) => Some(part.int(argument)? == *number),
            Code::AtMost(part, number) => Some(part.int(argument)? <= *number),
            Code::Same(sides) => Some(sides[0].bool(argument)? == sides[1].bool(argument)?),
            Code::Not(part) => Some(!part.bool(argument)?),
            Code::And(parts) => {
                for part in parts {
                    if !part.bool(argument)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Code::If(parts) => {
                if parts[0].bool(argument)? {
                    parts[1].bool(argument)
                } else {
                    parts[2].bool(argument)
                }
            }
            _ => None,
        }
    }
}

/// Makes code of terms whose variables belong to holes, which are numbered as the arguments are.
pub(super) struct Coder<'t> {
    /// The terms.
    pub(super) terms: &'t Terms,
    /// How many arguments there are.
    pub(super) arguments: usize,
}

/// A term of more nodes than this is not worth it.
const MOST_NODES: usize = 200;

impl Coder<'_> {
    /// The code of a term, if it is one of integers and truth values.
    pub(super) fn code(&self, term: TermId) -> Option<Code> {
        self.part(term, &mut MOST_NODES.clone())
    }

    fn part(&self, term: TermId, left: &mut usize) -> Option<Code> {
        *left = left.checked_sub(1)?;
        Some(match self.terms.view(term) {
            Node::Var(variable) => {
                // The variable of a hole is called `h` and its number.
                let number = self.terms.variable(*variable).name.strip_prefix('h')?.parse().ok()?;
                if number >= self.arguments {
                    return None;
                }
                Code::Argument(number)
            }
            Node::Bool(known) => Code::Known(*known),
            Node::Int(int) => Code::Number(int.as_i64()?),
            Node::Sum(parts, constant) => {
                let mut coded = Vec::with_capacity(parts.len());
                for (coefficient, part) in parts {
                    coded.push((coefficient.as_i64()?, self.part(*part, left)?));
                }
                Code::Sum(coded.into(), constant.as_i64()?)
            }
            Node::Product(parts) => Code::Product(self.all(parts, left)?),
            Node::And(parts) => Code::And(self.all(parts, left)?),
            Node::TDiv(a, b) => self.division(Division::Quotient, *a, *b, left)?,
            Node::TMod(a, b) => self.division(Division::Remainder, *a, *b, left)?,
            Node::FloorDiv(a, b) => self.division(Division::Floor, *a, *b, left)?,
            Node::FloorMod(a, b) => self.division(Division::Modulo, *a, *b, left)?,
            Node::Ite(a, b, c) => {
                let parts = [self.part(*a, left)?, self.part(*b, left)?, self.part(*c, left)?];
                Code::If(Box::new(parts))
            }
            Node::IntEq(part, number) => Code::Equals(Box::new(self.part(*part, left)?), number.as_i64()?),
            Node::IntLe(part, number) => Code::AtMost(Box::new(self.part(*part, left)?), number.as_i64()?),
            Node::Same(a, b) => Code::Same(Box::new([self.part(*a, left)?, self.part(*b, left)?])),
            Node::Not(part) => Code::Not(Box::new(self.part(*part, left)?)),
            _ => return None,
        })
    }

    fn all(&self, parts: &[TermId], left: &mut usize) -> Option<Box<[Code]>> {
        parts.iter().map(|part| self.part(*part, left)).collect()
    }

    fn division(&self, division: Division, a: TermId, b: TermId, left: &mut usize) -> Option<Code> {
        Some(Code::Divide(division, Box::new([self.part(a, left)?, self.part(b, left)?])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_term::{Constant, Evaluation, Model};

    /// Random numbers that are the same in every run.
    fn dice(state: &mut u64, sides: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % sides
    }

    fn random_int(
        terms: &mut Terms,
        state: &mut u64,
        depth: u32,
        ints: &[TermId],
        bools: &[TermId],
    ) -> TermId {
        if depth == 0 || dice(state, 4) == 0 {
            return match dice(state, 3) {
                0 => terms.int([0, 1, -1, 7, i64::MAX, i64::MIN + 1][dice(state, 6) as usize]),
                _ => ints[dice(state, ints.len() as u64) as usize],
            };
        }
        let a = random_int(terms, state, depth - 1, ints, bools);
        let b = random_int(terms, state, depth - 1, ints, bools);
        match dice(state, 8) {
            0 | 1 => terms.add(a, b),
            2 => terms.sub(a, b),
            3 => terms.mul(a, b),
            4 => terms.tdiv(a, b),
            5 => terms.tmod(a, b),
            6 => terms.floor_mod(a, b),
            _ => {
                let condition = random_bool(terms, state, depth - 1, ints, bools);
                terms.ite(condition, a, b)
            }
        }
    }

    fn random_bool(
        terms: &mut Terms,
        state: &mut u64,
        depth: u32,
        ints: &[TermId],
        bools: &[TermId],
    ) -> TermId {
        if depth == 0 || dice(state, 5) == 0 {
            return bools[dice(state, bools.len() as u64) as usize];
        }
        match dice(state, 5) {
            0 => {
                let a = random_bool(terms, state, depth - 1, ints, bools);
                let b = random_bool(terms, state, depth - 1, ints, bools);
                terms.and(a, b)
            }
            1 => {
                let a = random_bool(terms, state, depth - 1, ints, bools);
                terms.not(a)
            }
            2 => {
                let a = random_bool(terms, state, depth - 1, ints, bools);
                let b = random_bool(terms, state, depth - 1, ints, bools);
                terms.eq(a, b)
            }
            other => {
                let a = random_int(terms, state, depth - 1, ints, bools);
                let b = random_int(terms, state, depth - 1, ints, bools);
                if other == 3 { terms.lt(a, b) } else { terms.eq(a, b) }
            }
        }
    }

    #[test]
    fn code_has_the_value_of_its_term_or_none() {
        let mut computed = 0;
        for seed in 0..3_000 {
            let mut state = seed;
            let mut terms = Terms::new();
            let ints: Vec<TermId> = (0..3).map(|n| terms.fresh_int(&format!("h{n}"), None, None)).collect();
            let bools: Vec<TermId> = (3..5).map(|n| terms.fresh_bool(&format!("h{n}"))).collect();
            let int = random_int(&mut terms, &mut state, 4, &ints, &bools);
            let bool = random_bool(&mut terms, &mut state, 4, &ints, &bools);
            let coder = Coder { terms: &terms, arguments: 5 };
            let (int_code, bool_code) = (coder.code(int), coder.code(bool));
            for _ in 0..10 {
                let edges = [0, 1, -1, 2, -3, 10, i64::MAX, i64::MIN, i64::MAX / 2];
                let mut values: Vec<Value> = (0..3)
                    .map(|_| Value::Int(edges[dice(&mut state, edges.len() as u64) as usize]))
                    .collect();
                values.extend((0..2).map(|_| Value::Bool(dice(&mut state, 2) == 0)));
                let mut model = Model::new();
                for (term, value) in ints.iter().chain(&bools).zip(&values) {
                    let variable = terms.var_id(*term).expect("a variable");
                    match value {
                        Value::Int(int) => model.insert(variable, *int),
                        Value::Bool(known) => model.insert(variable, *known),
                        _ => unreachable!("only such values are made"),
                    };
                }
                let argument = |place: usize| &values[place];
                let exact_int = Evaluation::new(&model).value(&terms, int).expect("a value");
                let exact_bool = Evaluation::new(&model).value(&terms, bool).expect("a value");
                // Divisions by zero are total in terms, and have no value here.
                if let Some(found) = int_code.as_ref().and_then(|code| code.int(&argument)) {
                    assert_eq!(exact_int, Constant::from(found), "seed {seed} {int_code:?} {values:?}");
                    computed += 1;
                }
                if let Some(found) = bool_code.as_ref().and_then(|code| code.bool(&argument)) {
                    assert_eq!(exact_bool, Constant::Bool(found), "seed {seed} {bool_code:?} {values:?}");
                    computed += 1;
                }
            }
        }
        assert!(computed > 20_000, "{computed}");
    }
}
