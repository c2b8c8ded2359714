//! What a specification allows on given inputs: its generalised trace (section 8.3 of the paper).
//! In: the lines that are sent. Out: for each of them what may be written before it, then what may be written at the end;
//! or why these lines do not fit the specification.

use lydian_core::{Datum, Value};
use lydian_eval::{Machine, NoValue, Stop};
use lydian_term::Model;

use crate::flow::{OutputPattern, ReadMode, Writing};
use crate::pattern::{Output, Pattern, Step};
use crate::spec::Spec;
use crate::syntax::ast::At;
use crate::walk::{Next, State, Walk};

/// A generalised trace.
#[derive(Debug, Clone)]
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
    /// How many rounds of loops there were.
    pub rounds: u32,
    /// Whether some number on the way does not fit into this many bits (see [`Spec::expect`]).
    pub overflow: bool,
}

/// Writing, then reading.
#[derive(Debug, Clone)]
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
    /// A line is not among the values that are ever sent, by its index.
    NotSent(usize),
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
            Misfit::NotSent(index) => format!("line {} is not a value that is ever sent there", index + 1),
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
    /// Whether it is the author's mistake: the term raises an exception. Otherwise it took too much work.
    pub raises: bool,
}

/// A walk on known inputs takes at most this many steps.
const MOST_ROUNDS: u32 = 1_000_000;

impl Spec {
    /// The generalised trace for some lines. Numbers that do not fit into `bits` (up to 64) are noticed.
    pub fn expect(&self, lines: &[Vec<u8>], bits: u32) -> Result<Expected, Misfit> {
        self.concretely(|spec, world| {
            world.watch = (bits <= 64).then(|| lydian_eval::Watch::new(bits));
            let mut machine = spec.machine(world);
            let mut follow = Follow::new(spec);
            for (index, line) in lines.iter().enumerate() {
                match follow.advance_to_read(&mut machine) {
                    Ok(true) => {}
                    Ok(false) => return Err(Misfit::TooMany(Box::new(follow.done()))),
                    Err(stop) => return Err(Misfit::Fails(follow.failure(stop))),
                }
                match follow.read(&mut machine, line) {
                    Ok(true) => {}
                    Ok(false) => return Err(Misfit::NotSent(index)),
                    Err(stop) => return Err(Misfit::Fails(follow.failure(stop))),
                }
            }
            match follow.advance_to_read(&mut machine) {
                Ok(true) => return Err(Misfit::TooFew(Box::new(follow.done()))),
                Ok(false) => {}
                Err(stop) => return Err(Misfit::Fails(follow.failure(stop))),
            }
            if let Err(stop) = follow.results(&mut machine) {
                return Err(Misfit::Fails(follow.failure(stop)));
            }
            follow.expected.overflow = machine.world.watch.as_ref().is_some_and(|watch| watch.overflowed);
            Ok(follow.done())
        })
    }
}

/// A walk on known inputs that collects what may be written.
pub(crate) struct Follow<'s> {
    spec: &'s Spec,
    walk: Walk,
    pending: Vec<Output>,
    expected: Expected,
    ended: bool,
    /// The output whose term failed; the walk is past it by then.
    failed_at: Option<At>,
}

impl<'s> Follow<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Follow<'s> {
        let expected = Expected {
            turns: Vec::new(),
            last: Step { outputs: Vec::new() },
            results: Vec::new(),
            stopped: false,
            taken: Vec::new(),
            rounds: 0,
            overflow: false,
        };
        Follow { spec, walk: Walk::new(spec), pending: Vec::new(), expected, ended: false, failed_at: None }
    }

    /// Goes on to the next read; false if the program ends.
    pub(crate) fn advance_to_read(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<bool, Stop> {
        while !self.ended {
            match self.walk.next(self.spec, machine, MOST_ROUNDS)? {
                Next::Read(_) => return Ok(true),
                Next::Write(writing) => {
                    let spec = self.spec;
                    self.write(machine, &spec.flow.writings[writing])?;
                }
                Next::Round(_) => {}
                Next::Ended => self.ended = true,
                Next::TooManyRounds => {
                    return Err(Stop::Unsupported("a loop that does not end".into()));
                }
            }
        }
        Ok(false)
    }

    fn write(&mut self, machine: &mut Machine<'_, '_, '_>, writing: &Writing) -> Result<(), Stop> {
        let pattern = instantiate(self.spec, machine, &self.walk.state, &writing.pattern)
            .inspect_err(|_| self.failed_at = Some(writing.at.clone()))?;
        self.pending.push(Output { optional: writing.optional, pattern });
        Ok(())
    }

    /// Reads a line; false if the specification never sends it.
    pub(crate) fn read(&mut self, machine: &mut Machine<'_, '_, '_>, line: &[u8]) -> Result<bool, Stop> {
        let spec = self.spec;
        let Next::Read(reading) = self.walk.next(spec, machine, MOST_ROUNDS)? else { return Ok(false) };
        let reading = &spec.flow.readings[reading];
        let mut accepted = None;
        let well_formed = spec.values(reading, line);
        if let Some(values) = &well_formed {
            let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
            let (valid, state) = self.walk.judge(spec, machine, reading, &raw)?;
            if machine.world.truth(&valid)? {
                accepted = Some(state);
            }
        }
        let valid = accepted.is_some();
        let outputs = Step { outputs: std::mem::take(&mut self.pending) };
        match (accepted, &reading.mode) {
            (Some(state), _) => self.walk.accept(state),
            (None, ReadMode::Assume) => return Ok(false),
            (None, _) if well_formed.is_none() && !reading.malformed => return Ok(false),
            (None, ReadMode::Retry(reaction)) => self.write(machine, reaction)?,
            (None, ReadMode::Stop(reaction)) => {
                self.write(machine, reaction)?;
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
        expected.rounds = self.walk.rounds;
        expected
    }

    fn failure(&self, stop: Stop) -> Failure {
        let at = self.failed_at.as_ref().unwrap_or(&self.spec.flow.places[self.walk.at]);
        failure(&stop, self.spec, at.clone())
    }
}

/// A term that stopped at a step.
pub(crate) fn failure(stop: &Stop, spec: &Spec, at: At) -> Failure {
    Failure { why: explain(stop, spec), at, raises: matches!(stop, Stop::Raise(_)) }
}

/// Why a term has no value, in words.
pub(crate) fn explain(stop: &Stop, spec: &Spec) -> String {
    let why = spec.concretely(|_, world| NoValue::of_stop(stop, world));
    format!("it {}", why.in_words(|exception| lydian_ocaml::show(exception, &spec.core.types)))
}

/// A pattern with its terms evaluated.
pub(crate) fn instantiate(
    spec: &Spec,
    machine: &mut Machine<'_, '_, '_>,
    state: &State,
    pattern: &OutputPattern,
) -> Result<Pattern, Stop> {
    let value = |term: usize, machine: &mut Machine<'_, '_, '_>| -> Result<Pattern, Stop> {
        let value = state.evaluate(spec, machine, term, None)?;
        let datum: Datum = machine.world.close(&value, &Model::new());
        Ok(spec.value_pattern(&datum, &spec.terms[term].ty))
    };
    Ok(match pattern {
        OutputPattern::Text(text) => Pattern::Text(text.clone().into_bytes()),
        OutputPattern::Value(term) => value(*term, machine)?,
        OutputPattern::Glued(term) => glued(value(*term, machine)?),
        OutputPattern::Decorated(term) => Pattern::Decorated(Box::new(value(*term, machine)?)),
        OutputPattern::Any => Pattern::Any,
        OutputPattern::Some => Pattern::Some,
        OutputPattern::Sequence(parts) => Pattern::Sequence(
            parts.iter().map(|part| instantiate(spec, machine, state, part)).collect::<Result<_, _>>()?,
        ),
        OutputPattern::Either(parts) => Pattern::Either(
            parts.iter().map(|part| instantiate(spec, machine, state, part)).collect::<Result<_, _>>()?,
        ),
    })
}

/// A value that may be a part of a longer number.
fn glued(pattern: Pattern) -> Pattern {
    match pattern {
        Pattern::Number(text) | Pattern::Decimal(text) | Pattern::Rounded(text) => {
            Pattern::Text(text.into_bytes())
        }
        Pattern::Either(alternatives) => Pattern::Either(alternatives.into_iter().map(glued).collect()),
        other => other,
    }
}
