//! One walk through a specification: where it is, and what has been read.
//! A walk decides branches and loops by itself and stops at each read and write; what is read comes from outside. The
//! same walk serves every use: known inputs give expected runs, unknown ones give paths.

use std::rc::Rc;

use lydian_core::{ConId, Datum, Type, Value};
use lydian_eval::{Machine, Outcome, Stop};
use lydian_term::Model;

use crate::flow::{Choosing, Reading, Step};
use crate::line::{elements, enter};
use crate::lower::TermRef;
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

/// The values read so far: for each view a list, newest first.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) views: Vec<Value>,
    /// The values with those of a line that was not kept, for what is said about it.
    refused: Option<Rc<Refused>>,
}

/// A line that was not kept.
#[derive(Debug)]
struct Refused {
    variables: Vec<usize>,
    views: Vec<Value>,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// A line is read.
    Read(usize),
    /// Something is written.
    Write(usize),
    /// The program ends.
    Ended,
    /// A round of a loop begins, at this step.
    Round(usize),
    /// A loop began another round than the limit allows.
    TooManyRounds,
}

/// Who decides what the specification leaves to the program.
#[derive(Debug, Clone)]
pub(crate) enum Chooser {
    /// Nobody: of several values it is the one with this number, counted from the first again; ties are decided exactly.
    Number(u64),
    /// A list of decisions.
    Listed(Forks),
    /// The search for paths: what is chosen is unknown, and ties are decided exactly.
    Unknown,
}

/// Decisions one after the other; where the list ends, the first of the possible ones is taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forks {
    pub(crate) list: Vec<usize>,
    /// What was decided, and out of how many.
    pub(crate) made: Vec<(usize, usize)>,
}

impl Forks {
    fn decide(&mut self, of: usize) -> usize {
        let chosen = self.list.get(self.made.len()).copied().unwrap_or(0);
        self.made.push((chosen, of));
        chosen
    }
}

/// More turns than this are not told apart at one step: a branch has two, a read takes a value, refuses it or finds none.
pub(crate) const TURNS: u32 = 4;

/// A walk in progress.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    /// The next step.
    pub(crate) at: usize,
    pub(crate) state: State,
    /// Rounds of loops so far.
    pub(crate) rounds: u32,
    /// How branches were decided.
    pub(crate) taken: Vec<bool>,
    pub(crate) chooser: Chooser,
    /// The branches with their decisions, and the reads with what came of them, by number.
    pub(crate) trail: Vec<u32>,
}

impl Walk {
    pub(crate) fn new(spec: &Spec) -> Walk {
        let views = vec![Value::Constant(ConId::NIL); spec.views.len()];
        Walk {
            at: 0,
            state: State { views, refused: None },
            rounds: 0,
            taken: Vec::new(),
            trail: Vec::new(),
            chooser: Chooser::Number(0),
        }
    }

    /// Goes on to the next read, write or round. A read stays where it is until [`Walk::accept`]; a write is passed.
    pub(crate) fn next(
        &mut self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        most_rounds: u32,
    ) -> Result<Next, Stop> {
        loop {
            match &spec.flow.steps[self.at] {
                Step::Read(reading) => return Ok(Next::Read(*reading)),
                Step::Write(writing) => {
                    self.at += 1;
                    return Ok(Next::Write(*writing));
                }
                Step::Branch { condition, negated, otherwise } => {
                    let value = self.state.evaluate(spec, machine, *condition, None)?;
                    let mut holds = machine.world.truth(&value)? != *negated;
                    if let Chooser::Listed(forks) = &mut self.chooser
                        && self.state.is_open(spec, machine, *condition)?
                        && forks.decide(2) == 1
                    {
                        holds = !holds;
                    }
                    self.taken.push(holds);
                    self.trail.push(self.at as u32 * TURNS + u32::from(holds));
                    self.at = if holds { self.at + 1 } else { *otherwise };
                }
                Step::Assign { variable, value } => {
                    let mut values = vec![self.state.evaluate(spec, machine, *value, None)?];
                    if let Chooser::Listed(forks) = &mut self.chooser {
                        values = self.state.possible(spec, machine, *value)?;
                        let chosen = if values.len() > 1 { forks.decide(values.len()) } else { 0 };
                        values.swap(0, chosen);
                    }
                    self.state.push(spec, *variable, &values[0]);
                    self.at += 1;
                }
                Step::Choose(choosing) => {
                    self.choose(spec, machine, &spec.flow.choosings[*choosing])?;
                    self.at += 1;
                }
                Step::Jump(target) => self.at = *target,
                Step::Round => {
                    if self.rounds == most_rounds {
                        return Ok(Next::TooManyRounds);
                    }
                    self.rounds += 1;
                    self.at += 1;
                    return Ok(Next::Round(self.at - 1));
                }
                Step::End => return Ok(Next::Ended),
            }
        }
    }

    /// The program chooses a value.
    fn choose(
        &mut self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        choosing: &Choosing,
    ) -> Result<(), Stop> {
        if matches!(self.chooser, Chooser::Unknown) {
            return self.choose_unknown(spec, machine, choosing);
        }
        let mut states = self.state.choices(spec, machine, choosing)?;
        if states.is_empty() {
            return Err(Stop::Unsupported("a choice without anything to choose from".into()));
        }
        let chosen = match &mut self.chooser {
            Chooser::Listed(forks) => forks.decide(states.len()),
            Chooser::Number(number) => {
                let chosen = (*number % states.len() as u64) as usize;
                // The next choice is another one, unless all are the first.
                *number = (*number / 3).wrapping_add(number.wrapping_mul(0x9E37_79B9));
                chosen
            }
            Chooser::Unknown => 0,
        };
        self.state = states.swap_remove(chosen);
        Ok(())
    }

    /// A choice that may be any one.
    fn choose_unknown(
        &mut self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        choosing: &Choosing,
    ) -> Result<(), Stop> {
        let ty = match &choosing.field.kind {
            TypeKind::Bool => Type::Bool,
            TypeKind::Char => Type::Char,
            TypeKind::String => Type::String,
            _ => Type::Int,
        };
        let shape = machine.world.universe.shapes.intern(&ty);
        let hole = machine.world.holes.fresh(shape);
        let raw = machine.world.look(&hole)?;
        let mut conditions = Vec::new();
        if let TypeKind::Enumeration(name) = &choosing.field.kind {
            let world = &mut *machine.world;
            let members = spec.enumerations.iter().find(|one| *one.name == **name);
            let term = world.int_term(&raw)?;
            let last = members.map_or(0, |one| one.members.len()) as i64 - 1;
            let (low, high) = (world.terms.int(0), world.terms.int(last));
            let (from, to) = (world.terms.le(low, term), world.terms.le(term, high));
            conditions.extend([world.bool_value(from), world.bool_value(to)]);
        }
        let value = enter(&choosing.field.kind, raw);
        if let Some(set) = choosing.field.set {
            conditions.push(self.state.evaluate(spec, machine, set, Some(&value))?);
        }
        self.state.push(spec, choosing.field.variable, &value);
        if let Some(filter) = choosing.field.filter {
            conditions.push(self.state.evaluate(spec, machine, filter, None)?);
        }
        for condition in conditions {
            let condition = machine.world.bool_term(&condition)?;
            machine.world.decider.assume(machine.world.terms, condition)?;
        }
        Ok(())
    }

    /// Whether raw values belong to the sets of a reading, as a truth value; and the state with them.
    pub(crate) fn judge(
        &self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        raw: &[Value],
    ) -> Result<(Value, State), Stop> {
        let mut state = self.state.clone();
        let mut valid = machine.world.terms.bool(true);
        for (field, raw) in reading.fields.iter().zip(raw) {
            let value = enter(&field.kind, raw.clone());
            let member = match field.set {
                Some(set) => Some(state.evaluate(spec, machine, set, Some(&value))?),
                None => None,
            };
            state.push(spec, field.variable, &value);
            let filter = match field.filter {
                Some(filter) => Some(state.evaluate(spec, machine, filter, None)?),
                None => None,
            };
            for condition in member.iter().chain(&filter) {
                let condition = machine.world.bool_term(condition)?;
                valid = machine.world.terms.and(valid, condition);
            }
        }
        Ok((machine.world.bool_value(valid), state))
    }

    /// Passes a read that finds no line; false if there must be one.
    pub(crate) fn ends_input(&mut self, reading: &Reading) -> bool {
        if let Some(target) = reading.end {
            self.at = target;
        }
        reading.end.is_some()
    }

    /// Passes a read with the state after it.
    pub(crate) fn accept(&mut self, state: State) {
        self.state = state;
        self.at += 1;
    }
}

impl State {
    /// What is said about a line that is not kept sees its values as the newest; lists hold only what is kept.
    pub(crate) fn refusing(&self, reading: &Reading, with_line: &State) -> State {
        let variables = reading.fields.iter().map(|field| field.variable).collect();
        let refused = Refused { variables, views: with_line.views.clone() };
        State { views: self.views.clone(), refused: Some(Rc::new(refused)) }
    }

    /// Adds a value to a variable.
    pub(crate) fn push(&mut self, spec: &Spec, variable: usize, value: &Value) {
        for (view, members) in self.views.iter_mut().zip(spec.views.iter()) {
            if members.contains(&variable) {
                *view = Value::construct(ConId::CONS, [value.clone(), view.clone()]);
            }
        }
    }

    /// The value of a term now.
    pub(crate) fn evaluate(
        &self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        term: TermRef,
        value: Option<&Value>,
    ) -> Result<Value, Stop> {
        let mut arguments: Vec<Value> = value.into_iter().cloned().collect();
        let compiled = &spec.terms[term];
        let views = match &self.refused {
            Some(refused) if compiled.currents.iter().any(|newest| refused.variables.contains(newest)) => {
                &refused.views
            }
            _ => &self.views,
        };
        arguments.extend(compiled.views.iter().map(|view| views[*view].clone()));
        if arguments.is_empty() {
            arguments.push(Value::Unit);
        }
        returned(machine.call(spec.function(term), &arguments))
    }

    /// Whether a condition may turn out either way, since programs compute with the numbers of the machine.
    pub(crate) fn is_open(
        &self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        condition: TermRef,
    ) -> Result<bool, Stop> {
        let Some([hold, fail]) = spec.terms[condition].tied else { return Ok(false) };
        let mut truth = |term| {
            let value = self.evaluate(spec, machine, term, None)?;
            machine.world.truth(&value)
        };
        Ok(truth(hold)? != truth(fail)?)
    }

    /// The values that a term may have where comparisons may turn out either way; the exact one first.
    pub(crate) fn possible(
        &self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        term: TermRef,
    ) -> Result<Vec<Value>, Stop> {
        let mut values = vec![self.evaluate(spec, machine, term, None)?];
        for other in spec.terms[term].tied.into_iter().flatten() {
            let other = self.evaluate(spec, machine, other, None)?;
            let datum =
                |value: &Value, machine: &Machine<'_, '_, '_>| machine.world.close(value, &Model::new());
            let found = datum(&other, machine);
            if values.iter().all(|value| datum(value, machine) != found) {
                values.push(other);
            }
        }
        Ok(values)
    }

    /// The states after each choice of the program, without repetitions.
    pub(crate) fn choices(
        &self,
        spec: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        choosing: &Choosing,
    ) -> Result<Vec<State>, Stop> {
        let among = self.evaluate(spec, machine, choosing.among, None)?;
        let among = machine.world.close(&among, &Model::new());
        let mut seen: Vec<&Datum> = Vec::new();
        let mut states = Vec::new();
        for datum in elements(&among) {
            if seen.contains(&datum) {
                continue;
            }
            seen.push(datum);
            let value = machine.world.plant(datum);
            if let Some(set) = choosing.field.set {
                let member = self.evaluate(spec, machine, set, Some(&value))?;
                if !machine.world.truth(&member)? {
                    continue;
                }
            }
            let mut state = self.clone();
            state.push(spec, choosing.field.variable, &value);
            if let Some(filter) = choosing.field.filter {
                let holds = state.evaluate(spec, machine, filter, None)?;
                if !machine.world.truth(&holds)? {
                    continue;
                }
            }
            states.push(state);
        }
        Ok(states)
    }
}

/// The value that a function returned, or why there is none.
fn returned(outcome: Outcome) -> Result<Value, Stop> {
    match outcome {
        Outcome::Returned(value) => Ok(value),
        Outcome::Raised(exception) => Err(Stop::Raise(exception)),
        Outcome::Exhausted(resource) => Err(Stop::Exhausted(resource)),
        Outcome::Cut => Err(Stop::Cut),
        Outcome::Unsupported(why) => Err(Stop::Unsupported(why)),
    }
}
