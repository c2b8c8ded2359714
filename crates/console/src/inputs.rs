//! Input sequences for a path: small ones first, then values at borders, then seeded suggestions.
//! Every sequence satisfies the path's condition; those on which the specification computes numbers too large for the
//! program's language are avoided where others exist.

use lydian_solver::{Answer, Budget, Hints, Solver};
use lydian_term::{Model, VarId};

use crate::constants::Constants;
use crate::expect::{Expected, ExpectedTurn, Failure, Misfit};
use crate::line::END_OF_INPUT;
use crate::paths::{LONG_NUMBER, Paths, SpecPath, malformed_lines};
use crate::random::Random;
use crate::spec::Spec;
use crate::wishes::{Wanted, Wishes};

/// How sequences are made.
#[derive(Debug, Clone)]
pub struct Sampling {
    /// Sequences for each path.
    pub per_path: usize,
    /// The largest absolute value of a suggested number.
    pub range: u64,
    /// The seed.
    pub seed: u64,
    /// Tests in all; where there are many paths, later ones get fewer sequences.
    pub most_tests: usize,
    /// Numbers that need more bits are avoided; `None` for no bound.
    pub bits: Option<u32>,
    /// Whether each path is tested, also where nothing on it is new.
    pub every_path: bool,
    /// Whether values are drawn without following paths, so that no solver is needed.
    pub naive: bool,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            per_path: 8,
            most_tests: 200,
            range: 100,
            seed: 0,
            bits: Some(32),
            every_path: false,
            naive: false,
        }
    }
}

impl Sampling {
    /// The width that [`Spec::expect`] watches; more than it knows means none.
    pub(crate) fn bits(&self) -> u32 {
        self.bits.unwrap_or(u32::MAX)
    }
}

/// An input sequence.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The lines, without their line breaks.
    pub lines: Vec<Vec<u8>>,
    /// What the specification allows on them, and whether it computes a number that is too large.
    pub expected: Expected,
    /// Whether some value is one at a border that was not tried at its place before.
    pub(crate) telling: bool,
}

/// A term of the specification that fails, and the lines on which it does.
pub(crate) type Fails = Box<(Failure, Vec<Vec<u8>>)>;

/// Suggestions that only the solver can grant, for one sequence.
const QUESTIONS: usize = 8;

impl Paths<'_> {
    /// The sequences for a path, or inputs on which the specification itself fails.
    pub fn sequences(
        &mut self,
        spec: &Spec,
        path: &SpecPath,
        constants: &Constants,
        sampling: &Sampling,
    ) -> Result<Vec<Sequence>, Fails> {
        let wanted = self.wanted(spec, path);
        let order: Vec<VarId> = wanted.iter().map(|wanted| wanted.variable).collect();
        let hints = Hints { ints: constants.ints.clone(), strings: constants.texts.clone() };
        let budget = Budget { rlimit: 200_000, deadline: self.deadline() };
        let conditions = [&path.conditions[..], &path.typable[..]].concat();
        let session = &mut self.session;
        // Long paths are rarely read by anyone: their numbers need not be the smallest.
        let small = match order.len() <= 60 {
            true => session.chain.solve_small(&mut session.terms, &conditions, &order, &hints, &budget),
            false => session.chain.check(&mut session.terms, &conditions, &budget),
        };
        let base = match small {
            Answer::Sat(model) => model,
            // Whether its lines can be typed is looked at before they are sent.
            _ => path.model.clone(),
        };
        let mut sequences = Vec::new();
        self.add(spec, path, &base, sampling, &mut sequences)?;
        let step = |seed: u64, taken: &_| seed.wrapping_mul(3).wrapping_add(u64::from(*taken));
        let path_seed = path.taken.iter().fold(path.inputs() as u64, step);
        let mut random = Random::new(sampling.seed ^ path_seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut range = sampling.range.max(1);
        let mut borders_left = true;
        self.tried.values.clear();
        let wishes = Wishes::new(&mut self.session.terms, spec, &wanted, &conditions, &base, constants);
        for round in 0..3 * sampling.per_path {
            let useful = sequences.iter().filter(|one| !one.expected.overflow).count();
            if useful >= sampling.per_path {
                break;
            }
            // Every third is drawn at random: nobody knows what all programs do.
            let drawn = round % 3 == 2;
            let border = if borders_left && !drawn { wishes.border(round, &mut self.tried) } else { None };
            borders_left &= drawn || border.is_some();
            let at_border = border.is_some();
            let wished = border.unwrap_or_else(|| wishes.random(&self.session.terms, range, &mut random));
            let session = &mut self.session;
            let model =
                session.chain.solve_near(&mut session.terms, &conditions, &base, &wished, QUESTIONS, &budget);
            let before = sequences.len();
            let too_large = self.add(spec, path, &model, sampling, &mut sequences)?;
            if let Some(new) = sequences[before..].first_mut() {
                new.telling = !too_large && wishes.is_telling(&model, &mut self.tried);
            }
            if too_large && !at_border {
                range = (range / 4).max(1);
            }
        }
        if sequences.iter().any(|one| !one.expected.overflow) {
            sequences.retain(|one| !one.expected.overflow);
        }
        sequences.truncate(sampling.per_path.max(1));
        Ok(sequences)
    }

    /// Adds the lines of a model if they are new; says whether they lead to a number that is too large.
    fn add(
        &mut self,
        spec: &Spec,
        path: &SpecPath,
        model: &Model,
        sampling: &Sampling,
        sequences: &mut Vec<Sequence>,
    ) -> Result<bool, Fails> {
        let mut lines = self.lines(path, model);
        self.vary(path, &mut lines);
        let typable =
            |line: &Vec<u8>| line == END_OF_INPUT || line.iter().all(|byte| (b' '..=b'~').contains(byte));
        if !lines.iter().all(typable) || sequences.iter().any(|one| one.lines == lines) {
            return Ok(false);
        }
        // A model is believed once the specification has been run on it.
        let expected = match spec.expect(&lines, sampling.bits()) {
            Ok(expected) => expected,
            Err(Misfit::Fails(failure)) if failure.raises => return Err(Box::new((failure, lines))),
            Err(_) => return Ok(false),
        };
        let wanted = |turn: &ExpectedTurn| turn.valid && turn.line == LONG_NUMBER.as_bytes();
        if expected.turns.iter().any(wanted) {
            return Ok(false);
        }
        let overflow = expected.overflow;
        sequences.push(Sequence { lines, expected, telling: false });
        Ok(overflow)
    }

    /// Lines that are no values differ from sequence to sequence.
    fn vary(&mut self, path: &SpecPath, lines: &mut [Vec<u8>]) {
        for (line, text) in path.lines.iter().zip(lines) {
            if line.raw.is_empty() && !line.end {
                let kinds = malformed_lines(self.spec, &self.spec.flow.readings[line.reading]);
                if let Some(kind) = kinds.get(self.tried.malformed % kinds.len().max(1)) {
                    *text = kind.as_bytes().to_vec();
                }
                self.tried.malformed += 1;
            }
        }
    }

    fn wanted<'s>(&self, spec: &'s Spec, path: &SpecPath) -> Vec<Wanted<'s>> {
        let mut wanted = Vec::new();
        for line in &path.lines {
            let fields = spec.flow.readings[line.reading].fields.iter();
            for (number, (raw, field)) in line.raw.iter().zip(fields).enumerate() {
                if let Some(variable) = self.variable_of(raw) {
                    wanted.push(Wanted { variable, place: (line.reading, number), kind: &field.kind });
                }
            }
        }
        wanted
    }
}
