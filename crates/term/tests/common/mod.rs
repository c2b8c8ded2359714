//! Expressions for tests: a plain tree with a naive evaluator of its own, random ones, and their terms.
//! Nothing here simplifies, so it can stand against the constructors that do.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use lydian_term::{Constant, Int, Model, Sort, TermId, Terms, VarId};

mod random;

pub use random::Random;

/// An operation applied to operands.
#[derive(Clone, Debug)]
pub enum Expr {
    Constant(Constant),
    Variable(usize),
    Apply(Op, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Neg,
    TDiv,
    TMod,
    FloorDiv,
    FloorMod,
    Wrap(u32),
    Ite,
    Eq,
    Lt,
    Le,
    Not,
    And,
    Or,
    StrLt,
    StrLe,
    Concat,
    Len,
    CodeAt,
    Substr,
    IndexOf,
    Contains,
    PrefixOf,
    SuffixOf,
    FromCode,
    FromInt,
    ToInt,
}

/// What variables there are and what they may be.
pub struct World {
    pub sorts: Vec<Sort>,
    pub terms: Vec<TermId>,
    pub ids: Vec<VarId>,
    pub bounds: Vec<Option<(i64, i64)>>,
}

const MAX: i64 = (1 << 62) - 1;
const MIN: i64 = -(1 << 62);

impl World {
    pub fn new(terms: &mut Terms) -> World {
        let mut world = World { sorts: vec![], terms: vec![], ids: vec![], bounds: vec![] };
        for (name, bounds) in
            [("a", Some((MIN, MAX))), ("b", Some((MIN, MAX))), ("c", Some((0, 9))), ("d", Some((-5, 3)))]
        {
            let (lo, hi) = bounds.map_or((None, None), |(lo, hi)| (Some(Int::from(lo)), Some(Int::from(hi))));
            let term = terms.fresh_int(name, lo, hi);
            world.push(terms, term, bounds);
        }
        let term = terms.fresh_int("e", None, None);
        world.push(terms, term, None);
        for name in ["p", "q"] {
            let term = terms.fresh_bool(name);
            world.push(terms, term, None);
        }
        for name in ["s", "t"] {
            let term = terms.fresh_str(name);
            world.push(terms, term, None);
        }
        world
    }

    fn push(&mut self, terms: &Terms, term: TermId, bounds: Option<(i64, i64)>) {
        self.sorts.push(terms.sort(term));
        self.terms.push(term);
        self.ids.push(terms.var_id(term).unwrap());
        self.bounds.push(bounds);
    }

    /// A random assignment of all variables within their bounds.
    pub fn assignment(&self, random: &mut Random) -> Vec<Constant> {
        (0..self.sorts.len())
            .map(|place| match self.sorts[place] {
                Sort::Bool => (random.below(2) == 0).into(),
                Sort::Str => string(random),
                Sort::Int => match self.bounds[place] {
                    Some((lo, hi)) if hi - lo > 1000 || lo < -1000 => match random.below(3) {
                        0 => (random.below(21) as i64 - 10).into(),
                        1 => random.pick(&[lo, hi, lo + 1, hi - 1]).into(),
                        _ => ((random.next() as i64) >> (1 + random.below(60))).into(),
                    },
                    Some((lo, hi)) => (lo + random.below((hi - lo + 1) as usize) as i64).into(),
                    None => match random.below(3) {
                        0 => (random.below(21) as i64 - 10).into(),
                        1 => (Int::from(random.next() as i64) * Int::from(random.next() as i64)).into(),
                        _ => (random.next() as i64).into(),
                    },
                },
            })
            .collect()
    }

    pub fn model(&self, values: &[Constant]) -> Model {
        self.ids.iter().copied().zip(values.iter().cloned()).collect()
    }
}

fn string(random: &mut Random) -> Constant {
    let length = random.below(4);
    let bytes: Vec<u8> = (0..length).map(|_| random.pick(b"ab01-\x00\xff\\")).collect();
    Constant::from(&bytes[..])
}

/// A random expression of a sort.
pub fn expression(random: &mut Random, world: &World, sort: Sort, depth: usize) -> Expr {
    if depth == 0 || random.below(6) == 0 {
        let variables: Vec<usize> =
            (0..world.sorts.len()).filter(|place| world.sorts[*place] == sort).collect();
        if random.below(3) > 0 {
            return Expr::Variable(random.pick(&variables));
        }
        return Expr::Constant(match sort {
            Sort::Bool => (random.below(2) == 0).into(),
            Sort::Int => random.pick(&[0, 1, -1, 2, 3, -3, 7, 10, 97, 255, MAX, MIN, 1 << 40]).into(),
            Sort::Str => string(random),
        });
    }
    use Op::*;
    use Sort::{Bool, Int, Str};
    let any = random.pick(&[Bool, Int, Str]);
    let (op, sorts): (Op, Vec<Sort>) = match sort {
        Bool => random.pick(&[
            (Eq, vec![any, any]),
            (Eq, vec![Int, Int]),
            (Lt, vec![Int, Int]),
            (Le, vec![Int, Int]),
            (Lt, vec![Int, Int]),
            (Not, vec![Bool]),
            (And, vec![Bool, Bool]),
            (Or, vec![Bool, Bool]),
            (Ite, vec![Bool, Bool, Bool]),
            (StrLt, vec![Str, Str]),
            (StrLe, vec![Str, Str]),
            (Contains, vec![Str, Str]),
            (PrefixOf, vec![Str, Str]),
            (SuffixOf, vec![Str, Str]),
            (Eq, vec![Str, Str]),
        ]),
        Int => random.pick(&[
            (Add, vec![Int, Int]),
            (Sub, vec![Int, Int]),
            (Mul, vec![Int, Int]),
            (Neg, vec![Int]),
            (Add, vec![Int, Int]),
            (TDiv, vec![Int, Int]),
            (TMod, vec![Int, Int]),
            (FloorDiv, vec![Int, Int]),
            (FloorMod, vec![Int, Int]),
            (Wrap(63), vec![Int]),
            (Wrap(63), vec![Int]),
            (Wrap(8), vec![Int]),
            (Wrap(64), vec![Int]),
            (Ite, vec![Bool, Int, Int]),
            (Len, vec![Str]),
            (CodeAt, vec![Str, Int]),
            (IndexOf, vec![Str, Str, Int]),
            (ToInt, vec![Str]),
        ]),
        Str => random.pick(&[
            (Concat, vec![Str, Str]),
            (Concat, vec![Str, Str]),
            (Substr, vec![Str, Int, Int]),
            (FromCode, vec![Int]),
            (FromInt, vec![Int]),
            (Ite, vec![Bool, Str, Str]),
        ]),
    };
    Expr::Apply(op, sorts.into_iter().map(|sort| expression(random, world, sort, depth - 1)).collect())
}

/// The value of an expression, computed without any term.
pub fn value(expr: &Expr, values: &[Constant]) -> Constant {
    match expr {
        Expr::Constant(constant) => constant.clone(),
        Expr::Variable(place) => values[*place].clone(),
        Expr::Apply(op, operands) => {
            let operands: Vec<Constant> = operands.iter().map(|operand| value(operand, values)).collect();
            apply(*op, &operands)
        }
    }
}

fn apply(op: Op, operands: &[Constant]) -> Constant {
    let int = |place: usize| operands[place].as_int().unwrap().clone();
    let bool = |place: usize| operands[place].as_bool().unwrap();
    let str = |place: usize| operands[place].as_str().unwrap();
    let place = |number: Int| number.as_i64().filter(|small| *small >= 0).map(|small| small as usize);
    match op {
        Op::Add => (int(0) + int(1)).into(),
        Op::Sub => (int(0) - int(1)).into(),
        Op::Mul => (int(0) * int(1)).into(),
        Op::Neg => (-int(0)).into(),
        Op::TDiv => int(0).tdiv(&int(1)).unwrap_or(Int::ZERO).into(),
        Op::TMod => int(0).tmod(&int(1)).unwrap_or(int(0)).into(),
        Op::FloorDiv => int(0).floor_div(&int(1)).unwrap_or(Int::ZERO).into(),
        Op::FloorMod => int(0).floor_mod(&int(1)).unwrap_or(int(0)).into(),
        Op::Wrap(bits) => int(0).wrap(bits).into(),
        Op::Ite => operands[if bool(0) { 1 } else { 2 }].clone(),
        Op::Eq => (operands[0] == operands[1]).into(),
        Op::Lt => (int(0) < int(1)).into(),
        Op::Le => (int(0) <= int(1)).into(),
        Op::Not => (!bool(0)).into(),
        Op::And => (bool(0) && bool(1)).into(),
        Op::Or => (bool(0) || bool(1)).into(),
        Op::StrLt => (str(0) < str(1)).into(),
        Op::StrLe => (str(0) <= str(1)).into(),
        Op::Concat => Constant::from(&[str(0), str(1)].concat()[..]),
        Op::Len => Int::from(str(0).len()).into(),
        Op::CodeAt => place(int(1)).and_then(|at| str(0).get(at)).map_or(-1, |byte| i64::from(*byte)).into(),
        Op::Substr => {
            let taken: Vec<u8> = match (place(int(1)), int(2).is_negative()) {
                (Some(at), false) => {
                    let count = int(2).as_i64().map_or(usize::MAX, |count| count as usize);
                    str(0).iter().copied().skip(at).take(count).collect()
                }
                _ => vec![],
            };
            Constant::from(&taken[..])
        }
        Op::IndexOf => {
            let found = place(int(2))
                .and_then(|from| (from..=str(0).len()).find(|at| str(0)[*at..].starts_with(str(1))));
            found.map_or(Int::MINUS_ONE, Int::from).into()
        }
        Op::Contains => (0..=str(0).len()).any(|at| str(0)[at..].starts_with(str(1))).into(),
        Op::PrefixOf => str(1).starts_with(str(0)).into(),
        Op::SuffixOf => str(1).ends_with(str(0)).into(),
        Op::FromCode => match int(0).as_i64() {
            Some(code @ 0..=255) => Constant::from(&[code as u8][..]),
            _ => Constant::from(&b""[..]),
        },
        Op::FromInt => Constant::from(int(0).to_string().as_bytes()),
        Op::ToInt => {
            let text = std::str::from_utf8(str(0)).unwrap_or("x");
            let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
            if digits { text.parse::<Int>().unwrap().into() } else { (-1).into() }
        }
    }
}

/// The term of an expression.
pub fn term(terms: &mut Terms, world: &World, expr: &Expr) -> TermId {
    let (op, operands) = match expr {
        Expr::Constant(constant) => return terms.constant(constant),
        Expr::Variable(place) => return world.terms[*place],
        Expr::Apply(op, operands) => (*op, operands),
    };
    let operands: Vec<TermId> = operands.iter().map(|operand| term(terms, world, operand)).collect();
    let [a, b, c] = [0, 1, 2].map(|place| operands.get(place).copied().unwrap_or(Terms::TRUE));
    match op {
        Op::Add => terms.add(a, b),
        Op::Sub => terms.sub(a, b),
        Op::Mul => terms.mul(a, b),
        Op::Neg => terms.neg(a),
        Op::TDiv => terms.tdiv(a, b),
        Op::TMod => terms.tmod(a, b),
        Op::FloorDiv => terms.floor_div(a, b),
        Op::FloorMod => terms.floor_mod(a, b),
        Op::Wrap(bits) => terms.wrap(bits, a),
        Op::Ite => terms.ite(a, b, c),
        Op::Eq => terms.eq(a, b),
        Op::Lt => terms.lt(a, b),
        Op::Le => terms.le(a, b),
        Op::Not => terms.not(a),
        Op::And => terms.and(a, b),
        Op::Or => terms.or(a, b),
        Op::StrLt => terms.str_lt(a, b),
        Op::StrLe => terms.str_le(a, b),
        Op::Concat => terms.concat(a, b),
        Op::Len => terms.str_len(a),
        Op::CodeAt => terms.code_at(a, b),
        Op::Substr => terms.substr(a, b, c),
        Op::IndexOf => terms.index_of(a, b, c),
        Op::Contains => terms.contains(a, b),
        Op::PrefixOf => terms.prefix_of(a, b),
        Op::SuffixOf => terms.suffix_of(a, b),
        Op::FromCode => terms.from_code(a),
        Op::FromInt => terms.from_int(a),
        Op::ToInt => terms.to_int(a),
    }
}
