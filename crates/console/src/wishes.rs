//! Values worth wishing for on a path: at the borders of what a condition allows, or drawn at random.
//! In: the unknowns of a path, its conditions, and a model of them. Out: one wish for each unknown, as often as asked for.
//! A wish is a value that its unknown can take while the others keep theirs, if there is such a one; so a small set gets
//! more than one test, and its ends are among them. Others, which only a solver can grant, are left for where there is none.

use lydian_term::{Constant, Evaluation, Int, Model, TermId, Terms, VarId};

use crate::constants::Constants;
use crate::random::Random;
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

/// An unknown of a path that is a number or a text.
pub(crate) struct Wanted<'s> {
    /// The unknown.
    pub(crate) variable: VarId,
    /// The type of what is sent for it.
    pub(crate) kind: &'s TypeKind,
}

/// What can be wished for on a path.
pub(crate) struct Wishes<'a> {
    wanted: &'a [Wanted<'a>],
    constants: &'a Constants,
    base: Model,
    /// For each unknown, the conditions that speak of it.
    about: Vec<Vec<TermId>>,
    /// For each unknown, values at borders that it can take, without the one that it has.
    borders: Vec<Vec<Constant>>,
    /// The smallest and the largest number that the specification names.
    named: (Int, Int),
}

/// Paths with more unknowns than this get any wishes, whether they fit or not: looking would take too long.
const MOST_UNKNOWNS: usize = 60;

/// So many values at borders are kept for one unknown.
const MOST_BORDERS: usize = 16;

/// So often a value is drawn before one at a border is taken.
const DRAWS: usize = 10;

impl<'a> Wishes<'a> {
    pub(crate) fn new(
        terms: &mut Terms,
        spec: &Spec,
        wanted: &'a [Wanted<'a>],
        conditions: &[TermId],
        base: &Model,
        constants: &'a Constants,
    ) -> Wishes<'a> {
        let mut about = vec![Vec::new(); wanted.len()];
        if wanted.len() <= MOST_UNKNOWNS {
            for condition in conditions {
                let variables = terms.vars_of(*condition);
                for (about, wanted) in about.iter_mut().zip(wanted) {
                    if variables.contains(&wanted.variable) {
                        about.push(*condition);
                    }
                }
            }
        }
        let ends = |ints: &[Int]| Some((ints.iter().min()?.clone(), ints.iter().max()?.clone()));
        let named = ends(&constants.ints).unwrap_or_else(|| (Int::from(0), Int::from(0)));
        let base = base.clone();
        let mut wishes = Wishes { wanted, constants, base, about, borders: Vec::new(), named };
        for (index, one) in wanted.iter().enumerate() {
            let all = wishes.border_values(spec, one.kind);
            let fitting: Vec<Constant> = all
                .iter()
                .filter(|value| wishes.base.get(one.variable) != Some(value))
                .filter(|value| wishes.fits(terms, index, value))
                .take(MOST_BORDERS)
                .cloned()
                .collect();
            wishes.borders.push(if fitting.is_empty() { all } else { fitting });
        }
        wishes
    }

    /// Values at borders: each unknown has its own turn, so that neighbours differ from round to round.
    pub(crate) fn border(&self, round: usize) -> Vec<(VarId, Constant)> {
        let mut wishes = Vec::new();
        for (index, (wanted, values)) in self.wanted.iter().zip(&self.borders).enumerate() {
            if !values.is_empty() {
                let turn = round + index * (round + 1);
                wishes.push((wanted.variable, values[turn % values.len()].clone()));
            }
        }
        wishes
    }

    /// Values drawn at random; numbers from the range, or from among those that the specification names.
    pub(crate) fn random(&self, terms: &Terms, range: u64, random: &mut Random) -> Vec<(VarId, Constant)> {
        let mut wishes = Vec::new();
        for (index, wanted) in self.wanted.iter().enumerate() {
            let mut wish = self.drawn(wanted.kind, 0, range, random);
            let mut draw = 1;
            while draw < DRAWS && !self.fits(terms, index, &wish) {
                wish = self.drawn(wanted.kind, draw, range, random);
                draw += 1;
            }
            let borders = &self.borders[index];
            if draw == DRAWS && !borders.is_empty() {
                wish = borders[random.below(borders.len() as u64) as usize].clone();
            }
            wishes.push((wanted.variable, wish));
        }
        random.shuffle(&mut wishes);
        wishes
    }

    /// Whether an unknown can take a value while the others keep theirs.
    fn fits(&self, terms: &Terms, index: usize, value: &Constant) -> bool {
        let mut model = self.base.clone();
        model.insert(self.wanted[index].variable, value.clone());
        Evaluation::with_defaults(&model).holds(terms, &self.about[index]) == Some(true)
    }

    fn border_values(&self, spec: &Spec, kind: &TypeKind) -> Vec<Constant> {
        let number = |number: i64| Constant::Int(Int::from(number));
        match kind {
            TypeKind::Int | TypeKind::Decimal(_) => {
                let scale = scale(kind);
                self.constants.borders.iter().map(|int| Constant::Int(int.clone() * scale.clone())).collect()
            }
            TypeKind::Bool => vec![Constant::Bool(false), Constant::Bool(true)],
            TypeKind::Enumeration(name) => {
                let found = spec.enumerations.iter().find(|other| other.name == **name);
                (0..found.map_or(0, |found| found.members.len()))
                    .map(|member| number(member as i64))
                    .collect()
            }
            TypeKind::Char => (b'a'..=b'z').chain(b' '..b'a').map(|code| number(code.into())).collect(),
            TypeKind::String | TypeKind::List(_) => {
                self.constants.border_texts.iter().map(|text| Constant::from(&text[..])).collect()
            }
        }
    }

    fn drawn(&self, kind: &TypeKind, draw: usize, range: u64, random: &mut Random) -> Constant {
        match kind {
            TypeKind::Int | TypeKind::Decimal(_) => {
                let whole = match draw % 2 {
                    0 => random.within(range),
                    _ => random.between(&self.named.0, &self.named.1),
                };
                let rest = match kind {
                    TypeKind::Decimal(_) => random.within(99),
                    _ => Int::from(0),
                };
                Constant::Int(whole * scale(kind) + rest)
            }
            TypeKind::Bool => Constant::Bool(random.below(2) == 1),
            TypeKind::Enumeration(_) => Constant::Int(Int::from(random.below(8) as i64)),
            TypeKind::Char => Constant::Int(Int::from(i64::from(b'a') + random.below(26) as i64)),
            TypeKind::String | TypeKind::List(_) => Constant::from(&random.text(self.constants)[..]),
        }
    }
}

fn scale(kind: &TypeKind) -> Int {
    match kind {
        TypeKind::Decimal(places) => (0..*places).fold(Int::from(1), |power, _| power * Int::from(10)),
        _ => Int::from(1),
    }
}
