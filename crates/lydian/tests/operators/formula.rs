//! Formulas with every operator of properties, and what they mean.
//! The tests of both halves, the library for Rust and the module `Lydian` of OCaml, hold their operators to this slow meaning:
//! it looks at all parts of a formula, always, and then says by the words of the book what follows from them.

use std::collections::BTreeSet;

/// A formula over small numbers. Variables are counted from the outermost: 0 is the input, each quantifier adds one.
#[derive(Debug, Clone)]
pub enum Formula {
    Less(Term, Term),
    Equal(Term, Term),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Forall(Vec<i64>, Box<Formula>),
    Exists(Vec<i64>, Box<Formula>),
    /// The test is counted under the label with this number.
    Label(u64, Box<Formula>),
}

/// A number in a formula.
#[derive(Debug, Clone, Copy)]
pub enum Term {
    Variable(usize),
    Constant(i64),
}

/// What a formula says about an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// Whether it holds; nothing if it is rejected.
    pub holds: Option<bool>,
    /// The labels that the test is counted under.
    pub labels: BTreeSet<u64>,
}

impl Term {
    pub fn value(self, env: &[i64]) -> i64 {
        match self {
            Term::Variable(index) => env[index],
            Term::Constant(value) => value,
        }
    }
}

/// All numbers that inputs and domains have.
pub const NUMBERS: std::ops::Range<i64> = 0..4;

impl Formula {
    /// What the formula says where its variables have these values.
    pub fn meaning(&self, env: &[i64]) -> Meaning {
        let of = |part: &Formula| part.meaning(env);
        let of_all = |domain: &[i64], part: &Formula| -> Vec<Meaning> {
            domain.iter().map(|value| part.meaning(&[env, &[*value]].concat())).collect()
        };
        match self {
            Formula::Less(a, b) => Meaning::plain(Some(a.value(env) < b.value(env))),
            Formula::Equal(a, b) => Meaning::plain(Some(a.value(env) == b.value(env))),
            Formula::Not(part) => {
                let part = of(part);
                Meaning { holds: part.holds.map(|holds| !holds), ..part }
            }
            Formula::And(left, right) => {
                let sides = [of(left), of(right)];
                let tested: Vec<bool> = sides.iter().filter_map(|side| side.holds).collect();
                let holds = (!tested.is_empty()).then(|| tested.iter().all(|holds| *holds));
                Meaning::with_labels_of(holds, &sides)
            }
            Formula::Or(left, right) => {
                let sides = [of(left), of(right)];
                let has = |holds: Option<bool>| sides.iter().any(|side| side.holds == holds);
                let holds = if has(Some(true)) { Some(true) } else { Some(false).filter(|_| !has(None)) };
                Meaning::with_labels_of(holds, &sides)
            }
            Formula::Iff(left, right) => {
                let sides = [of(left), of(right)];
                let holds = sides[0].holds.zip(sides[1].holds).map(|(left, right)| left == right);
                Meaning::with_labels_of(holds, &sides)
            }
            Formula::Implies(premise, conclusion) => {
                let (premise, conclusion) = (of(premise), of(conclusion));
                let holds = conclusion.holds.filter(|_| premise.holds == Some(true));
                Meaning::with_labels_of(holds, &[premise, conclusion])
            }
            Formula::Forall(domain, part) => {
                let all = of_all(domain, part);
                // What comes after an element that fails is not looked at.
                let failing = all.iter().position(|one| one.holds == Some(false));
                let looked_at = &all[..failing.map_or(all.len(), |place| place + 1)];
                let tested = domain.is_empty() || all.iter().any(|one| one.holds.is_some());
                Meaning::with_labels_of(tested.then_some(failing.is_none()), looked_at)
            }
            Formula::Exists(domain, part) => {
                let all = of_all(domain, part);
                let witness = all.iter().position(|one| one.holds == Some(true));
                let looked_at = witness.map_or(&[][..], |place| &all[place..=place]);
                let tested = domain.is_empty() || all.iter().any(|one| one.holds.is_some());
                Meaning::with_labels_of(tested.then_some(witness.is_some()), looked_at)
            }
            Formula::Label(number, part) => {
                let mut part = of(part);
                part.labels.extend(part.holds.map(|_| *number));
                part
            }
        }
    }

    /// A formula that is drawn by chance, with so many quantifiers around it.
    pub fn drawn(chance: &mut Chance, depth: u32, around: usize) -> Formula {
        let term = |chance: &mut Chance| match chance.below(3) {
            0 => Term::Constant(chance.below(4) as i64),
            _ => Term::Variable(chance.below(around as u64 + 1) as usize),
        };
        if depth == 0 {
            let (a, b) = (term(chance), term(chance));
            return if chance.below(2) == 0 { Formula::Less(a, b) } else { Formula::Equal(a, b) };
        }
        let part = |chance: &mut Chance, around| {
            let less = 1 + chance.below(2) as u32;
            Box::new(Formula::drawn(chance, depth.saturating_sub(less), around))
        };
        match chance.below(10) {
            0 => Formula::Not(part(chance, around)),
            1 => Formula::And(part(chance, around), part(chance, around)),
            2 => Formula::Or(part(chance, around), part(chance, around)),
            3 => Formula::Iff(part(chance, around), part(chance, around)),
            4..=5 => Formula::Implies(part(chance, around), part(chance, around)),
            6..=7 => Formula::Forall(chance.domain(), part(chance, around + 1)),
            8 => Formula::Exists(chance.domain(), part(chance, around + 1)),
            _ => Formula::Label(chance.below(3), part(chance, around)),
        }
    }
}

impl Meaning {
    fn plain(holds: Option<bool>) -> Meaning {
        Meaning { holds, labels: BTreeSet::new() }
    }

    /// With the labels of those parts that are not rejected; of what is rejected itself, none.
    fn with_labels_of(holds: Option<bool>, parts: &[Meaning]) -> Meaning {
        let tested = parts.iter().filter(|part| holds.is_some() && part.holds.is_some());
        Meaning { holds, labels: tested.flat_map(|part| part.labels.clone()).collect() }
    }
}

/// Numbers that look random.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn domain(&mut self) -> Vec<i64> {
        NUMBERS.filter(|_| self.below(3) > 0).collect()
    }
}
