//! Values worth wishing for on a path: at the borders of what a condition allows, or drawn at random.
//! In: the unknowns of a path, its conditions, and a model of them. Out: one wish for each unknown, as often as asked for.
//! A wish satisfies what is said of its unknown alone, if there is such a value; so a small set gets more than one test, and
//! its ends are among them. What ties unknowns to each other is left to who grants the wishes.

use lydian_term::{Constant, Evaluation, Int, Model, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{Constants, power_of_ten};
use crate::random::Random;
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

/// Which value of a line: the reading and the number of the value in it.
pub(crate) type Place = (usize, usize);

/// What was tried.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    /// How often each value was wished for at each place of a path.
    pub(crate) values: FxHashMap<(Place, Constant), u32>,
    /// The values at borders that were granted at each place of the specification, on whatever path.
    granted: FxHashSet<(Place, Constant)>,
    /// Lines that are no values.
    pub(crate) malformed: usize,
}

/// An unknown of a path that is a number or a text.
pub(crate) struct Wanted<'s> {
    /// The unknown.
    pub(crate) variable: VarId,
    /// Where its value stands.
    pub(crate) place: Place,
    /// The type of what is sent for it.
    pub(crate) kind: &'s TypeKind,
}

/// What can be wished for on a path.
pub(crate) struct Wishes<'a> {
    wanted: &'a [Wanted<'a>],
    constants: &'a Constants,
    base: Model,
    /// For each unknown, the conditions that speak of it alone.
    about: Vec<Vec<TermId>>,
    /// For each unknown, values at borders that it can take, without the one that it has.
    borders: Vec<Vec<Constant>>,
}

/// Paths with more unknowns than this get any wishes, whether they fit or not: looking would take too long.
const MOST_UNKNOWNS: usize = 60;

/// So many values at borders are kept for one unknown, and so many of them are all tried: more of texts, which differ in more ways.
const MOST_BORDERS: usize = 28;
const MOST_TELLING: usize = 12;
const MOST_TELLING_TEXTS: usize = 22;

/// One in so many unknowns is wished equal to another.
const ONE_IN_EQUAL: u64 = 6;

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
                    if *variables == [wanted.variable] {
                        about.push(*condition);
                    }
                }
            }
        }
        let base = base.clone();
        let mut wishes = Wishes { wanted, constants, base, about, borders: Vec::new() };
        for (index, one) in wanted.iter().enumerate() {
            let all = wishes.border_values(spec, one.kind);
            let fitting: Vec<Constant> = all
                .iter()
                .filter(|value| wishes.base.get(one.variable) != Some(value))
                .filter(|value| wishes.fits(terms, index, value))
                .take(MOST_BORDERS)
                .cloned()
                .collect();
            let fitting = ends_first(fitting);
            wishes.borders.push(if fitting.is_empty() { all } else { fitting });
        }
        wishes
    }

    /// Values at borders that were not tried at their places yet; nothing if there are none left. Each counts as tried,
    /// whether it is granted or not, so that they come to an end.
    pub(crate) fn border(&self, round: usize, tried: &mut Tried) -> Option<Vec<(VarId, Constant)>> {
        let mut wishes = Vec::new();
        let mut new = false;
        for (index, (wanted, values)) in self.wanted.iter().zip(&self.borders).enumerate() {
            let times =
                |value: &Constant| tried.values.get(&(wanted.place, value.clone())).copied().unwrap_or(0);
            let untried = values.iter().take(most_telling(wanted.kind)).find(|value| times(value) == 0);
            new |= untried.is_some();
            // Each unknown has its own turn, so that neighbours differ from round to round.
            let turn = || values.get((round + index * (round + 1)) % values.len().max(1));
            let Some(value) = untried.or_else(turn).cloned() else { continue };
            *tried.values.entry((wanted.place, value.clone())).or_insert(0) += 1;
            wishes.push((wanted.variable, value));
        }
        // Those with something new come first: they are granted first.
        let start = round % wishes.len().max(1);
        wishes.rotate_left(start);
        new.then_some(wishes)
    }

    /// Whether a model has a value at a border that no other had at that place; then it is noted.
    pub(crate) fn is_telling(&self, model: &Model, tried: &mut Tried) -> bool {
        let mut telling = false;
        for (wanted, values) in self.wanted.iter().zip(&self.borders) {
            let value = model
                .get(wanted.variable)
                .filter(|value| values[..values.len().min(most_telling(wanted.kind))].contains(value));
            if let Some(value) = value {
                telling |= tried.granted.insert((wanted.place, value.clone()));
            }
        }
        telling
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
            if random.below(ONE_IN_EQUAL) == 0
                && let Some(equal) = self.wished_before(index, &wishes, random)
                && self.fits(terms, index, &equal)
            {
                wish = equal;
            }
            wishes.push((wanted.variable, wish));
        }
        random.shuffle(&mut wishes);
        wishes
    }

    /// The wish for another unknown of the same type: programs go wrong where values are equal.
    fn wished_before(
        &self,
        index: usize,
        wishes: &[(VarId, Constant)],
        random: &mut Random,
    ) -> Option<Constant> {
        let other = random.below(wishes.len() as u64) as usize;
        let alike = self.wanted[other].kind == self.wanted[index].kind;
        alike.then(|| wishes.get(other).map(|(_, value)| value.clone())).flatten()
    }

    /// Whether an unknown can take a value by what is said of it alone.
    fn fits(&self, terms: &Terms, index: usize, value: &Constant) -> bool {
        let mut model = self.base.clone();
        model.insert(self.wanted[index].variable, value.clone());
        Evaluation::with_defaults(&model).holds(terms, &self.about[index]) == Some(true)
    }

    fn border_values(&self, spec: &Spec, kind: &TypeKind) -> Vec<Constant> {
        let number = |number: i64| Constant::Int(Int::from(number));
        match kind {
            TypeKind::Int => self.constants.borders.iter().cloned().map(Constant::Int).collect(),
            TypeKind::Decimal(places) => {
                let unit = power_of_ten(*places);
                let mut all = self.constants.numbers(*places);
                all.extend(self.constants.borders.iter().map(|int| int.clone() * unit.clone()));
                let mut seen = FxHashSet::default();
                all.into_iter().map(Constant::Int).filter(|one| seen.insert(one.clone())).collect()
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
                Constant::Int(random.number(self.constants, places(kind), draw % 2 == 1, range))
            }
            TypeKind::Bool => Constant::Bool(random.below(2) == 1),
            TypeKind::Enumeration(_) => Constant::Int(Int::from(random.below(8) as i64)),
            TypeKind::Char => Constant::Int(Int::from(i64::from(b'a') + random.below(26) as i64)),
            TypeKind::String | TypeKind::List(_) => Constant::from(&random.text(self.constants)[..]),
        }
    }
}

fn most_telling(kind: &TypeKind) -> usize {
    match kind {
        TypeKind::String | TypeKind::List(_) => MOST_TELLING_TEXTS,
        _ => MOST_TELLING,
    }
}

/// The smallest and the largest number first: they are the ends of what is allowed, or near them.
fn ends_first(mut values: Vec<Constant>) -> Vec<Constant> {
    let numbers = || values.iter().enumerate().filter_map(|(index, value)| Some((value.as_int()?, index)));
    if let (Some((_, least)), Some((_, most))) = (numbers().min(), numbers().max())
        && least != most
    {
        let ends = [values[least].clone(), values[most].clone()];
        values.retain(|value| !ends.contains(value));
        values.splice(0..0, ends);
    }
    values
}

/// The number of decimals of a type of numbers.
pub(crate) fn places(kind: &TypeKind) -> u32 {
    match kind {
        TypeKind::Decimal(places) => *places,
        _ => 0,
    }
}
