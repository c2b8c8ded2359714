//! A specification as a program (section 7.4 of the paper): one that follows it, with every choice of output fixed.
//! In: a specification and how its choices are resolved: which alternative, whether what may be left out is there, what
//! stands for a wildcard, whether a line break follows. Out: a [`Subject`] in process. Every interpretation satisfies its
//! specification; tests rely on that, and task authors see with it what they allow.

use lydian_core::Value;
use lydian_eval::{Machine, Stop};
use lydian_sut::{End, StartError};

use crate::expect::{explain, instantiate};
use crate::flow::{OutputPattern, ReadMode, Reading, Writing};
use crate::line::END_OF_INPUT;
use crate::pattern::Pattern;
use crate::random::Random;
use crate::spec::Spec;
use crate::subject::{Actual, ActualEnd, Call, Subject};
use crate::walk::{Chooser, Next, State, Walk};

/// What stands for `any`: it never touches a number with a digit, a sign or a point.
const ANY: &[&str] = &["", " ", "so: ", " (ok)\n"];

/// What stands for `some`.
const SOME: &[&str] = &["... ", " <x> "];

/// What stands around a decorated value.
const DECORATIONS: &[(&str, &str)] = &[("result: ", ""), ("", " it is"), ("<", ">")];

/// Rounds of loops in one run.
const MOST_ROUNDS: u32 = 1_000_000;

/// A program that follows a specification.
pub struct Interpretation<'s> {
    spec: &'s Spec,
    /// For each output, in the order of [`Outputs`], the choices at its points.
    choices: Vec<Vec<usize>>,
    /// Rounds of loops in one run.
    most_rounds: u32,
    /// What decides what the program chooses.
    chosen: u64,
}

impl<'s> Interpretation<'s> {
    /// The interpretation that takes the first of everything and writes what may be left out, unless it is free text; with
    /// only so many rounds.
    pub(crate) fn plain(spec: &'s Spec, most_rounds: u32) -> Interpretation<'s> {
        let mut choices: Vec<Vec<usize>> = points(spec).iter().map(|counts| vec![0; counts.len()]).collect();
        for (writing, choices) in spec.flow.writings.iter().zip(&mut choices) {
            if writing.optional && !matches!(writing.pattern, OutputPattern::Any) {
                choices[0] = 1;
            }
        }
        Interpretation { spec, choices, most_rounds, chosen: 0 }
    }

    /// The interpretation that a seed chooses.
    pub fn seeded(spec: &'s Spec, seed: u64) -> Interpretation<'s> {
        let mut random = Random::new(seed);
        let mut choose = |count: &usize| random.below(*count as u64) as usize;
        let choices = points(spec).iter().map(|counts| counts.iter().map(&mut choose).collect()).collect();
        Interpretation { spec, choices, most_rounds: MOST_ROUNDS, chosen: seed }
    }

    /// Interpretations one after the other, at most so many; the first one takes the first of everything and leaves
    /// out what may be left out.
    pub fn enumerate(spec: &'s Spec, most: usize) -> Vec<Interpretation<'s>> {
        let counts = points(spec);
        let mut choices: Vec<Vec<usize>> = counts.iter().map(|own| vec![0; own.len()]).collect();
        let mut found = Vec::new();
        while found.len() < most {
            let chosen = found.len() as u64;
            found.push(Interpretation { spec, choices: choices.clone(), most_rounds: MOST_ROUNDS, chosen });
            if !advance(&mut choices, &counts) {
                break;
            }
        }
        found
    }

    /// One run.
    pub(crate) fn run_once(&self, lines: &[Vec<u8>]) -> Actual {
        self.spec.concretely(|spec, world| {
            let mut machine = spec.machine(world);
            let mut run = Playing {
                choices: &self.choices,
                most_rounds: self.most_rounds,
                spec,
                walk: Walk { chooser: Chooser::Number(self.chosen), ..Walk::new(spec) },
                text: Text::default(),
                wrong: 0,
            };
            let mut turns = Vec::new();
            let mut files = Vec::new();
            let (end, errors) = match run.play(&mut machine, lines, &mut turns, &mut files) {
                Ok(end) => (end, Vec::new()),
                Err(stop) => (ActualEnd::Ended(End::Exited(2)), explain(&stop, spec).into_bytes()),
            };
            Actual {
                turns,
                last: run.text.take(),
                end,
                errors,
                after_the_end: Vec::new(),
                buffers: false,
                files,
                reads_all: false,
                unsettled: None,
                looked: None,
            }
        })
    }
}

impl Subject for Interpretation<'_> {
    fn run_all(&self, runs: &[(&Call, &[Vec<u8>])]) -> Result<Vec<Actual>, StartError> {
        Ok(runs.iter().map(|(_, lines)| self.run_once(lines)).collect())
    }
}

/// The next choices in order, the last point counting fastest; false after the last.
fn advance(choices: &mut [Vec<usize>], counts: &[Vec<usize>]) -> bool {
    for (own, counts) in choices.iter_mut().zip(counts).rev() {
        for (choice, count) in own.iter_mut().zip(counts).rev() {
            *choice += 1;
            if *choice < *count {
                return true;
            }
            *choice = 0;
        }
    }
    false
}

/// The numbers of choices of all outputs: of writes, then of reactions to wrong values, then of files.
fn points(spec: &Spec) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = spec.flow.writings.iter().map(points_of).collect();
    for reading in &spec.flow.readings {
        all.push(match &reading.mode {
            ReadMode::Assume => Vec::new(),
            ReadMode::Retry(reaction) | ReadMode::Stop(reaction) => points_of(reaction),
        });
    }
    for (_, pattern) in &spec.results {
        let mut counts = Vec::new();
        in_pattern(pattern, &mut counts);
        all.push(counts);
    }
    all
}

fn points_of(writing: &Writing) -> Vec<usize> {
    let mut counts = Vec::new();
    if writing.optional {
        counts.push(2);
    }
    in_pattern(&writing.pattern, &mut counts);
    // Whether a line break follows.
    counts.push(2);
    counts
}

fn in_pattern(pattern: &OutputPattern, counts: &mut Vec<usize>) {
    match pattern {
        OutputPattern::Text(_)
        | OutputPattern::Value(_)
        | OutputPattern::Glued(_)
        | OutputPattern::Formed(..) => {}
        OutputPattern::Decorated(_) => counts.push(DECORATIONS.len()),
        OutputPattern::Any | OutputPattern::AnyWithout(_) => counts.push(ANY.len()),
        OutputPattern::Tolerant(_, inner) => in_pattern(inner, counts),
        OutputPattern::Some => counts.push(SOME.len()),
        OutputPattern::Sequence(parts) | OutputPattern::Columns(parts) => {
            parts.iter().for_each(|part| in_pattern(part, counts));
        }
        OutputPattern::Either(parts) => {
            counts.push(parts.len());
            parts.iter().for_each(|part| in_pattern(part, counts));
        }
    }
}

/// One run.
struct Playing<'a> {
    choices: &'a [Vec<usize>],
    most_rounds: u32,
    spec: &'a Spec,
    walk: Walk,
    text: Text,
    /// Wrong values in a row.
    wrong: u32,
}

impl Playing<'_> {
    fn play(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        lines: &[Vec<u8>],
        turns: &mut Vec<(Vec<u8>, Vec<u8>)>,
        files: &mut Vec<(String, Option<Vec<u8>>)>,
    ) -> Result<ActualEnd, Stop> {
        let spec = self.spec;
        loop {
            match self.walk.next(spec, machine, self.most_rounds)? {
                Next::Write(number) => {
                    let seen = self.walk.state.clone();
                    self.write(machine, &spec.flow.writings[number], number, &seen)?;
                }
                Next::Read(number) => {
                    let Some(line) = lines.get(turns.len()) else {
                        return Ok(ActualEnd::ReadOn(End::Exited(0)));
                    };
                    turns.push((self.text.take(), line.clone()));
                    if line == END_OF_INPUT {
                        match self.walk.ends_input(&spec.flow.readings[number]) {
                            true => continue,
                            false => return Ok(ActualEnd::Ended(End::Exited(0))),
                        }
                    }
                    if !self.read(machine, &spec.flow.readings[number], number, line)? {
                        return Ok(ActualEnd::Ended(End::Exited(0)));
                    }
                }
                Next::Ended => break,
                Next::TooManyRounds => return Err(Stop::Unsupported("a loop that does not end".into())),
                Next::Round(_) => {}
            }
        }
        for (index, (name, pattern)) in spec.results.iter().enumerate() {
            let number = spec.flow.writings.len() + spec.flow.readings.len() + index;
            let pattern = instantiate(spec, machine, &self.walk.state, pattern)?;
            let mut text = Text::default();
            let mut choices = self.choices[number].iter();
            text.resolve(&pattern, &mut choices);
            files.push((name.clone(), Some(text.take())));
        }
        Ok(ActualEnd::Ended(End::Exited(0)))
    }

    fn write(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        writing: &Writing,
        number: usize,
        seen: &State,
    ) -> Result<(), Stop> {
        let mut choices = self.choices[number].iter();
        if writing.optional && choices.next() == Some(&0) {
            return Ok(());
        }
        let pattern = instantiate(self.spec, machine, seen, &writing.pattern)?;
        let mut own = Text::default();
        own.resolve(&pattern, &mut choices);
        let own = own.take();
        if self.text.would_glue(&own) {
            self.text.push(b"\n");
        }
        self.text.push(&own);
        self.text.ended_without_break = choices.next() == Some(&1);
        if !self.text.ended_without_break {
            self.text.push(b"\n");
        }
        Ok(())
    }

    /// Reads a line; false if the program ends there.
    fn read(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        number: usize,
        line: &[u8],
    ) -> Result<bool, Stop> {
        let (valid, state) = self.judged(machine, reading, line)?;
        if valid {
            self.walk.accept(state);
            self.wrong = 0;
            return Ok(true);
        }
        self.wrong += 1;
        match &reading.mode {
            // Such a value never comes; what happens then is nobody's business.
            ReadMode::Assume => Ok(false),
            ReadMode::Retry(reaction) => {
                self.write(machine, reaction, self.spec.flow.writings.len() + number, &state)?;
                Ok(reading.patience.is_none_or(|patience| self.wrong < patience))
            }
            ReadMode::Stop(reaction) => {
                self.write(machine, reaction, self.spec.flow.writings.len() + number, &state)?;
                Ok(false)
            }
        }
    }

    /// Whether a line is a right one, and the state with its values, as far as it has any.
    fn judged(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        line: &[u8],
    ) -> Result<(bool, State), Stop> {
        let Some(values) = self.spec.values(reading, line) else {
            return Ok((false, self.walk.state.clone()));
        };
        let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
        let (valid, state) = self.walk.judge(self.spec, machine, reading, &raw)?;
        match machine.world.truth(&valid)? {
            true => Ok((true, state)),
            false => Ok((false, self.walk.state.refusing(reading, &state))),
        }
    }
}

/// One text that a pattern matches: the first alternative, and nothing for wildcards if nothing will do.
pub(crate) fn first_choice(pattern: &Pattern) -> Vec<u8> {
    let mut text = Text::default();
    text.resolve(pattern, &mut [].iter());
    text.take()
}

/// Text under construction.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// Whether the text ends with an output after which no line break was written.
    ended_without_break: bool,
    /// Whether the last thing was a wildcard that stands for nothing.
    wild: bool,
}

impl Text {
    fn take(&mut self) -> Vec<u8> {
        std::mem::take(self).bytes
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether another output would make one number out of two.
    fn would_glue(&self, next: &[u8]) -> bool {
        self.ended_without_break && touches(self.bytes.last(), next.first())
    }

    fn resolve(&mut self, pattern: &Pattern, choices: &mut std::slice::Iter<'_, usize>) {
        match pattern {
            Pattern::Text(bytes) => self.fixed(bytes),
            Pattern::Number(text)
            | Pattern::Decimal(text)
            | Pattern::Rounded(text)
            | Pattern::Places(text) => self.fixed(text.as_bytes()),
            // A float is written as it is, what is about another number as small as it may be.
            Pattern::Near { shown, low, .. } => {
                let is_number =
                    shown.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
                self.fixed(if is_number { shown } else { low }.as_bytes());
            }
            Pattern::Columns(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.push(b"  ");
                    }
                    self.resolve(part, choices);
                }
            }
            Pattern::Any => self.wildcard(ANY[choose(choices)]),
            Pattern::AnyWithout(texts) => {
                let chosen = ANY[choose(choices)];
                let forbidden = texts.iter().any(|text| occurs(text, chosen.as_bytes()));
                self.wildcard(if forbidden { "" } else { chosen });
            }
            Pattern::Tolerant(_, inner) => self.resolve(inner, choices),
            Pattern::Some => self.wildcard(SOME[choose(choices)]),
            Pattern::Decorated(inner) => {
                let (before, after) = DECORATIONS[choose(choices)];
                self.wildcard(before);
                self.resolve(inner, choices);
                self.wildcard(after);
            }
            Pattern::Sequence(parts) => parts.iter().for_each(|part| self.resolve(part, choices)),
            Pattern::Either(parts) => {
                // Roundings are alternatives that no point was counted for.
                let chosen = choose(choices) % parts.len().max(1);
                for (index, part) in parts.iter().enumerate() {
                    // The points of the other alternatives are passed.
                    match index == chosen {
                        true => self.resolve(part, choices),
                        false => Text::default().resolve(part, choices),
                    }
                }
            }
        }
    }

    fn fixed(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.wild && touches(self.bytes.last(), bytes.first()) {
            self.bytes.push(b' ');
        }
        self.wild = false;
        self.push(bytes);
    }

    fn wildcard(&mut self, text: &str) {
        self.wild = true;
        self.push(text.as_bytes());
    }
}

/// Whether a text occurs in another, whatever the case of its letters.
fn occurs(text: &[u8], within: &[u8]) -> bool {
    within.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text))
}

fn choose(choices: &mut std::slice::Iter<'_, usize>) -> usize {
    choices.next().copied().unwrap_or(0)
}

/// Whether one of two neighbours could be taken for a part of the other's number.
fn touches(before: Option<&u8>, after: Option<&u8>) -> bool {
    let numeric = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b',');
    match (before, after) {
        (Some(before), Some(after)) => numeric(before) && numeric(after),
        _ => false,
    }
}
