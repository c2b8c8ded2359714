//! One walk through a specification: where it is, and what has been read.
//! A walk decides branches and loops by itself and stops at each read and write; what is read comes from outside. The
//! same walk serves every use: known inputs give expected runs, unknown ones give paths.

use lydian_core::{ConId, Value};
use lydian_eval::{Machine, Outcome, Stop};

use crate::flow::{Reading, Step};
use crate::line::enter;
use crate::lower::TermRef;
use crate::spec::Spec;

/// The values read so far: for each view a list, newest first.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) views: Vec<Value>,
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
}

impl Walk {
    pub(crate) fn new(spec: &Spec) -> Walk {
        let views = vec![Value::Constant(ConId::NIL); spec.views.len()];
        Walk { at: 0, state: State { views }, rounds: 0, taken: Vec::new() }
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
                    let holds = machine.world.truth(&value)? != *negated;
                    self.taken.push(holds);
                    self.at = if holds { self.at + 1 } else { *otherwise };
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

    /// Passes a read with the state after it.
    pub(crate) fn accept(&mut self, state: State) {
        self.state = state;
        self.at += 1;
    }
}

impl State {
    /// Adds a value to a variable.
    pub(crate) fn push(&mut self, spec: &Spec, variable: usize, value: &Value) {
        for (view, members) in self.views.iter_mut().zip(&spec.views) {
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
        arguments.extend(spec.terms[term].views.iter().map(|view| self.views[*view].clone()));
        if arguments.is_empty() {
            arguments.push(Value::Unit);
        }
        match machine.call(spec.function(term), &arguments) {
            Outcome::Returned(value) => Ok(value),
            Outcome::Raised(exception) => Err(Stop::Raise(exception)),
            Outcome::Exhausted(resource) => Err(Stop::Exhausted(resource)),
            Outcome::Cut => Err(Stop::Cut),
            Outcome::Unsupported(why) => Err(Stop::Unsupported(why)),
        }
    }
}
