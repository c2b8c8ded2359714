//! What a specification allows on given inputs: its generalised trace (section 8.3 of the paper).
//! In: the lines that are sent. Out: for each of them what may be written before it, then what may be written at the end;
//! or why these lines do not fit the specification.

use lydian_core::{Datum, Value};
use lydian_eval::{Machine, NoValue, Stop};
use lydian_term::Model;

use crate::floats::{self, float_pattern};
use crate::flow::{Form, OutputPattern, ReadMode, Writing};
use crate::line::END_OF_INPUT;
use crate::lower::Ty;
use crate::pattern::{Output, Pattern, Step};
use crate::rounding::{roundings, shortened, within_distance};
use crate::spec::Spec;
use crate::syntax::ast::At;
use crate::walk::{Next, State, TURNS, Walk};

/// A generalised trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// What may be written before each line that is read, and the line.
    pub turns: Vec<ExpectedTurn>,
    /// What may be written after the last line.
    pub last: Step,
    /// What files must hold afterwards.
    pub results: Vec<(String, Pattern)>,
    /// Whether the program ends because of a wrong value.
    pub stopped: bool,
    /// How the branches of the specification were decided.
    pub taken: Vec<bool>,
    /// The branches and reads on the way, each with what came of it, by number.
    pub(crate) trail: Vec<u32>,
    /// How many rounds of loops there were.
    pub rounds: u32,
    /// Whether some number on the way does not fit into this many bits (see [`Spec::expect`]).
    pub overflow: bool,
    /// How much work it is to compute what may be written, in steps of the evaluator.
    pub(crate) work: u64,
    /// How it goes on after the last line.
    pub then: Then,
    /// What is allowed if the program chooses otherwise, or decides otherwise where the numbers of the machine leave that open.
    pub others: Vec<Expected>,
}

/// How a generalised trace goes on after its last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Then {
    /// The program ends.
    #[default]
    Ends,
    /// The program reads another line.
    ReadsOn,
    /// The next line is never sent here, so that anything may happen.
    Anything,
}

/// Writing, then reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedTurn {
    /// What may be written.
    pub outputs: Step,
    /// The line that is then read, without its line break.
    pub line: Vec<u8>,
    /// Whether the value is one that the specification wants.
    pub valid: bool,
}

/// Why there is no trace for some lines.
#[derive(Debug, Clone)]
pub enum Misfit {
    /// The specification reads on after the last line. What it allows up to there is given.
    TooFew(Box<Expected>),
    /// The specification ends before the last line.
    TooMany(Box<Expected>),
    /// A line is not among the values that are ever sent, by its index. What is allowed up to there is given.
    NotSent(usize, Box<Expected>),
    /// A term of the specification has no value.
    Fails(Failure),
}

impl Misfit {
    /// Why, in a sentence without its full stop.
    pub fn in_words(&self) -> String {
        match self {
            Misfit::TooFew(_) => "the specification reads another line after the last one".into(),
            Misfit::TooMany(expected) => {
                format!("the specification ends after {} of them", expected.turns.len())
            }
            Misfit::NotSent(index, _) => format!("line {} is not a value that is ever sent there", index + 1),
            Misfit::Fails(failure) => format!("a term of the specification fails: {}", failure.why),
        }
    }
}

/// A term that fails.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What happened.
    pub why: String,
    /// The step at which it did.
    pub at: At,
    /// Whether it is the author's mistake: the term has no value. Otherwise it took too much work.
    pub raises: bool,
}

/// A walk on known inputs takes at most this many steps.
const MOST_ROUNDS: u32 = 1_000_000;

/// A walk on known inputs that collects what may be written.
pub(crate) struct Follow<'s> {
    spec: &'s Spec,
    pub(crate) walk: Walk,
    pending: Vec<Output>,
    expected: Expected,
    ended: bool,
    /// The output whose term failed; the walk is past it by then.
    failed_at: Option<At>,
}

impl<'s> Follow<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Follow<'s> {
        let expected = Expected::default();
        Follow { spec, walk: Walk::new(spec), pending: Vec::new(), expected, ended: false, failed_at: None }
    }

    /// All that may be written on some lines, as far as it fits what was written in each turn, if that is known.
    pub(crate) fn all(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        lines: &[Vec<u8>],
        written: Option<&[(Vec<u8>, Vec<u8>)]>,
    ) -> Result<Expected, Misfit> {
        for (index, line) in lines.iter().enumerate() {
            match self.advance_to_read(machine) {
                Ok(true) if written.is_some_and(|written| !self.fits(written, index)) => {
                    let mut expected = self.done();
                    let outputs = std::mem::take(&mut expected.last);
                    expected.turns.push(ExpectedTurn { outputs, line: line.clone(), valid: true });
                    // It is not followed beyond what does not fit.
                    expected.then = Then::Anything;
                    return Err(Misfit::TooFew(Box::new(expected)));
                }
                Ok(true) => {}
                Ok(false) => return Err(Misfit::TooMany(Box::new(self.done()))),
                Err(stop) => return Err(Misfit::Fails(self.failure(stop))),
            }
            match self.read(machine, line) {
                Ok(true) => {}
                Ok(false) => return Err(Misfit::NotSent(index, Box::new(self.done()))),
                Err(stop) => return Err(Misfit::Fails(self.failure(stop))),
            }
        }
        match self.advance_to_read(machine) {
            Ok(true) => return Err(Misfit::TooFew(Box::new(self.done()))),
            Ok(false) => {}
            Err(stop) => return Err(Misfit::Fails(self.failure(stop))),
        }
        if let Err(stop) = self.results(machine) {
            return Err(Misfit::Fails(self.failure(stop)));
        }
        self.expected.overflow = machine.world.watch.as_ref().is_some_and(|watch| watch.overflowed);
        Ok(self.done())
    }

    /// Whether what was written in a turn is what may be written there.
    fn fits(&self, written: &[(Vec<u8>, Vec<u8>)], turn: usize) -> bool {
        let step = Step { outputs: self.pending.clone() };
        written.get(turn).is_some_and(|(text, _)| step.matches(text))
    }

    /// Goes on to the next read; false if the program ends.
    pub(crate) fn advance_to_read(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<bool, Stop> {
        while !self.ended {
            match self.walk.next(self.spec, machine, MOST_ROUNDS)? {
                Next::Read(_) => return Ok(true),
                Next::Write(writing) => {
                    let (spec, seen) = (self.spec, self.walk.state.clone());
                    self.write(machine, &spec.flow.writings[writing], &seen)?;
                }
                Next::Round(_) => {}
                Next::Ended => self.ended = true,
                Next::TooManyRounds => {
                    return Err(Stop::Unsupported(ENDLESS.into()));
                }
            }
        }
        Ok(false)
    }

    /// Writes what sees these values.
    fn write(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        writing: &Writing,
        seen: &State,
    ) -> Result<(), Stop> {
        let pattern = instantiate(self.spec, machine, seen, &writing.pattern)
            .inspect_err(|_| self.failed_at = Some(writing.at.clone()))?;
        self.pending.push(Output { optional: writing.optional, pattern });
        Ok(())
    }

    /// Reads a line; false if the specification never sends it.
    pub(crate) fn read(&mut self, machine: &mut Machine<'_, '_, '_>, line: &[u8]) -> Result<bool, Stop> {
        let spec = self.spec;
        let Next::Read(reading) = self.walk.next(spec, machine, MOST_ROUNDS)? else { return Ok(false) };
        let reading = &spec.flow.readings[reading];
        if line == END_OF_INPUT {
            let outputs = Step { outputs: std::mem::take(&mut self.pending) };
            self.expected.turns.push(ExpectedTurn { outputs, line: line.to_vec(), valid: true });
            return Ok(self.walk.ends_input(reading));
        }
        let mut accepted = None;
        // What is said about a wrong value sees it.
        let mut seen = self.walk.state.clone();
        let well_formed = spec.values(reading, line);
        let step = self.walk.at as u32 * TURNS;
        if let Some(values) = &well_formed {
            let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
            let (valid, state) = self.walk.judge(spec, machine, reading, &raw)?;
            match machine.world.truth(&valid)? {
                true => accepted = Some(state),
                false => seen = seen.refusing(reading, &state),
            }
        }
        let valid = accepted.is_some();
        self.walk.trail.push(match (valid, &well_formed) {
            (true, _) => step,
            (false, Some(_)) => step + 1,
            (false, None) => step + 2,
        });
        let outputs = Step { outputs: std::mem::take(&mut self.pending) };
        match (accepted, &reading.mode) {
            (Some(state), _) => self.walk.accept(state),
            (None, ReadMode::Assume) => return Ok(false),
            (None, _) if well_formed.is_none() && !reading.malformed => return Ok(false),
            (None, ReadMode::Retry(reaction)) => self.write(machine, reaction, &seen)?,
            (None, ReadMode::Stop(reaction)) => {
                self.write(machine, reaction, &seen)?;
                self.expected.stopped = true;
                self.ended = true;
            }
        }
        self.expected.turns.push(ExpectedTurn { outputs, line: line.to_vec(), valid });
        Ok(true)
    }

    fn results(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<(), Stop> {
        if self.expected.stopped {
            return Ok(());
        }
        let spec = self.spec;
        for (name, pattern) in &spec.results {
            let pattern = instantiate(spec, machine, &self.walk.state, pattern)?;
            self.expected.results.push((name.clone(), pattern));
        }
        Ok(())
    }

    /// The trace so far.
    pub(crate) fn done(&mut self) -> Expected {
        let mut expected = self.expected.clone();
        expected.last = Step { outputs: self.pending.clone() };
        expected.taken = self.walk.taken.clone();
        expected.trail = self.walk.trail.clone();
        expected.rounds = self.walk.rounds;
        expected
    }

    fn failure(&self, stop: Stop) -> Failure {
        let at = self.failed_at.as_ref().unwrap_or(&self.spec.flow.places[self.walk.at]);
        failure(&stop, self.spec, at.clone())
    }
}

/// Why a walk was given up that has too many rounds.
const ENDLESS: &str = "a loop that does not end";

/// A term that stopped at a step.
pub(crate) fn failure(stop: &Stop, spec: &Spec, at: At) -> Failure {
    // What goes on for too long is left out; all else is the author's mistake.
    let raises = match stop {
        Stop::Raise(_) => true,
        Stop::Unsupported(why) => why != ENDLESS,
        Stop::Exhausted(_) | Stop::Cut => false,
    };
    Failure { why: explain(stop, spec), at, raises }
}

/// What the prelude says about a variable without a value.
const NOT_READ: &str = "a variable is used before anything was read into it";

/// Why a term has no value, in words.
pub(crate) fn explain(stop: &Stop, spec: &Spec) -> String {
    let why = spec.concretely(|_, world| NoValue::of_stop(stop, world));
    let words = why.in_words(|exception| lydian_ocaml::show(exception, &spec.core.types));
    match words.contains(NOT_READ) {
        true => NOT_READ.to_owned(),
        false => format!("it {words}"),
    }
}

/// A pattern with its terms evaluated.
pub(crate) fn instantiate(
    spec: &Spec,
    machine: &mut Machine<'_, '_, '_>,
    state: &State,
    pattern: &OutputPattern,
) -> Result<Pattern, Stop> {
    let value = |term: usize, machine: &mut Machine<'_, '_, '_>| -> Result<Pattern, Stop> {
        let mut alternatives = Vec::new();
        for value in state.possible(spec, machine, term)? {
            let datum: Datum = machine.world.close(&value, &Model::new());
            alternatives.push(spec.value_pattern(&datum, &spec.terms[term].ty));
        }
        Ok(match alternatives.len() {
            1 => alternatives.swap_remove(0),
            _ => Pattern::Either(alternatives),
        })
    };
    Ok(match pattern {
        OutputPattern::Text(text) => Pattern::Text(text.clone().into_bytes()),
        OutputPattern::Value(term) => value(*term, machine)?,
        OutputPattern::Glued(term) => glued(value(*term, machine)?),
        OutputPattern::Decorated(term) => Pattern::Decorated(Box::new(value(*term, machine)?)),
        OutputPattern::Formed(form, term) => formed(spec, machine, state, *form, *term)?,
        OutputPattern::Columns(parts) => Pattern::Columns(
            parts.iter().map(|part| instantiate(spec, machine, state, part)).collect::<Result<_, _>>()?,
        ),
        OutputPattern::Any => Pattern::Any,
        OutputPattern::AnyWithout(texts) => {
            Pattern::AnyWithout(texts.iter().map(|text| text.clone().into_bytes()).collect())
        }
        OutputPattern::Tolerant(tolerance, inner) => {
            Pattern::Tolerant(*tolerance, Box::new(instantiate(spec, machine, state, inner)?))
        }
        OutputPattern::Some => Pattern::Some,
        OutputPattern::Sequence(parts) => Pattern::Sequence(
            parts.iter().map(|part| instantiate(spec, machine, state, part)).collect::<Result<_, _>>()?,
        ),
        OutputPattern::Either(parts) => Pattern::Either(
            parts.iter().map(|part| instantiate(spec, machine, state, part)).collect::<Result<_, _>>()?,
        ),
    })
}

/// A number that is written in a form of its own.
fn formed(
    spec: &Spec,
    machine: &mut Machine<'_, '_, '_>,
    state: &State,
    form: Form,
    term: usize,
) -> Result<Pattern, Stop> {
    let mut datum = |term: usize| -> Result<Datum, Stop> {
        let value = state.evaluate(spec, machine, term, None)?;
        Ok(machine.world.close(&value, &Model::new()))
    };
    let value = datum(term)?;
    if let Some(Pattern::Either(words)) = float_pattern(&value, "") {
        return Ok(Pattern::Either(words));
    }
    let text = || spec.written(&value, &Ty::Decimal);
    Ok(match form {
        Form::Exact => Pattern::Rounded(text()),
        Form::Digits => match roundings(&value) {
            Some(texts) => Pattern::Either(texts.into_iter().map(Pattern::Places).collect()),
            None => Pattern::Places(text()),
        },
        Form::About(distance) => {
            let distance = datum(distance)?;
            let within = spec.written(&distance, &Ty::Decimal);
            let bounds = match &value {
                Datum::Float(float) => floats::within(*float, &distance),
                _ => within_distance(&value, &distance),
            };
            let (low, high) =
                bounds.ok_or_else(|| Stop::Unsupported("a distance that is not from 0 on".into()))?;
            Pattern::Near { shown: format!("{} ± {within}", shortened(&text())), low, high }
        }
    })
}

/// A value that may be a part of a longer number.
fn glued(pattern: Pattern) -> Pattern {
    match pattern {
        Pattern::Number(text) | Pattern::Decimal(text) | Pattern::Rounded(text) | Pattern::Places(text) => {
            Pattern::Text(text.into_bytes())
        }
        Pattern::Either(alternatives) => Pattern::Either(alternatives.into_iter().map(glued).collect()),
        other => other,
    }
}
