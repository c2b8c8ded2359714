//! Acceptance of a trace by the equations (8.1) to (8.8) of the paper: the reference that other comparisons are tested against.
//! In: a specification and a trace of lines and separate outputs. Out: whether it is allowed. An output of the trace must
//! match one output of the specification as a whole; a wrong value may be followed by the reaction that the
//! specification names. Continuations are explicit and choices are taken back: simple, and slow on purpose.

use std::rc::Rc;

use lydian_core::Value;
use lydian_eval::{Machine, Stop};

use crate::expect::{Failure, failure, instantiate};
use crate::flow::{ReadMode, Reading, Step, Writing, tolerance};
use crate::line::{END_OF_INPUT, enter};
use crate::lower::TermRef;
use crate::pattern::{Output, Step as Outputs};
use crate::spec::Spec;
use crate::syntax::ast::{At, LoopKind, Statement, StatementKind};
use crate::trace::Action;
use crate::walk::{State, Walk};

/// Whether a trace is allowed. The error is a term of the specification that fails, or a trace that would take too long.
pub fn accept(spec: &Spec, trace: &[Action]) -> Result<bool, Failure> {
    spec.concretely(|spec, world| {
        let mut machine = spec.machine(world);
        let start = Configuration {
            rest: Sequence::of(&spec.script.body, None),
            context: None,
            position: 0,
            values: Walk::new(spec).state,
        };
        let loose = tolerance(&spec.script).loose_layout;
        let mut acceptance = Acceptance { spec, trace, others: vec![start], loose, at: 0..0 };
        acceptance.run(&mut machine).map_err(|stop| failure(&stop, spec, acceptance.at.clone()))
    })
}

/// Steps after which a trace is given up.
const MOST_STEPS: usize = 2_000_000;

/// What is left of a sequence of statements.
type Rest<'s> = Option<Rc<Sequence<'s>>>;

struct Sequence<'s> {
    first: Item<'s>,
    rest: Rest<'s>,
}

#[derive(Clone, Copy)]
enum Item<'s> {
    Statement(&'s Statement),
    /// Leaves the loop if the condition has this value: what `while` and its like are short for.
    ExitIf(TermRef, bool),
    /// The program ends.
    Halt,
}

impl<'s> Sequence<'s> {
    fn of(statements: &'s [Statement], rest: Rest<'s>) -> Rest<'s> {
        statements.iter().rev().fold(rest, |rest, one| Sequence::cons(Item::Statement(one), rest))
    }

    fn cons(first: Item<'s>, rest: Rest<'s>) -> Rest<'s> {
        Some(Rc::new(Sequence { first, rest }))
    }
}

/// The continuation: the loop around, what comes after it, and the continuation there. Nothing stands for the initial one.
type Context<'s> = Option<Rc<Around<'s>>>;

struct Around<'s> {
    body: Rest<'s>,
    after: Rest<'s>,
    outer: Context<'s>,
}

/// The arguments of the paper's function: what is left of the specification, the continuation, the trace, the values.
#[derive(Clone)]
struct Configuration<'s> {
    rest: Rest<'s>,
    context: Context<'s>,
    position: usize,
    values: State,
}

struct Acceptance<'s, 't> {
    spec: &'s Spec,
    trace: &'t [Action],
    /// Choices that are still to be tried, newest last.
    others: Vec<Configuration<'s>>,
    loose: bool,
    at: At,
}

impl<'s> Acceptance<'s, '_> {
    fn run(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<bool, Stop> {
        for _ in 0..MOST_STEPS {
            let Some(configuration) = self.others.pop() else { return Ok(false) };
            if self.step(machine, configuration)? {
                return Ok(true);
            }
        }
        Err(Stop::Unsupported("there are too many ways to read this trace".into()))
    }

    /// One equation; true if the trace is accepted. What is to be tried next is pushed.
    fn step(&mut self, machine: &mut Machine<'_, '_, '_>, here: Configuration<'s>) -> Result<bool, Stop> {
        // Where the layout is loose, blanks may stand everywhere.
        if self.loose
            && let Some(Action::Write(text)) = self.trace.get(here.position)
            && text.iter().all(u8::is_ascii_whitespace)
        {
            self.others.push(Configuration { position: here.position + 1, ..here.clone() });
        }
        let Some(sequence) = here.rest.clone() else { return Ok(self.ended(here)) };
        let rest = sequence.rest.clone();
        match sequence.first {
            Item::Halt => return Ok(here.position == self.trace.len()),
            Item::ExitIf(condition, value) => {
                for holds in self.truths(machine, condition, &here.values)? {
                    match holds == value {
                        true => self.exited(here.clone()),
                        false => self.others.push(Configuration { rest: rest.clone(), ..here.clone() }),
                    }
                }
            }
            Item::Statement(statement) => {
                self.at = statement.at.clone();
                self.statement(machine, statement, Configuration { rest, ..here })?;
            }
        }
        Ok(false)
    }

    fn statement(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        statement: &'s Statement,
        here: Configuration<'s>,
    ) -> Result<(), Stop> {
        let flow = &self.spec.flow;
        match &statement.kind {
            StatementKind::Nothing => self.others.push(here),
            StatementKind::Exit => self.exited(here),
            StatementKind::Assign(_) => {
                let steps = flow.steps.iter().zip(&flow.places);
                let found =
                    steps.filter(|(_, place)| **place == statement.at).find_map(|(step, _)| match step {
                        Step::Assign { variable, value } => Some((*variable, *value)),
                        _ => None,
                    });
                let Some((variable, value)) = found else { return Ok(()) };
                for value in here.values.possible(self.spec, machine, value)? {
                    let mut values = here.values.clone();
                    values.push(self.spec, variable, &value);
                    self.others.push(Configuration { values, ..here.clone() });
                }
            }
            StatementKind::Read(_) => {
                let reading = flow.readings.iter().find(|reading| reading.at == statement.at);
                if let Some(reading) = reading {
                    self.input(machine, statement, reading, here)?;
                }
            }
            StatementKind::Write { .. } => {
                let writing = flow.writings.iter().find(|writing| writing.at == statement.at);
                if let Some(writing) = writing {
                    let values = here.values.clone();
                    self.output(machine, writing, &values, here)?;
                }
            }
            StatementKind::Choose(_) => {
                let choosing = flow.choosings.iter().find(|choosing| choosing.at == statement.at);
                let Some(choosing) = choosing else { return Ok(()) };
                for values in here.values.choices(self.spec, machine, choosing)? {
                    self.others.push(Configuration { values, ..here.clone() });
                }
            }
            StatementKind::If { then, otherwise, .. } => {
                let condition = self.condition(&statement.at)?;
                for holds in self.truths(machine, condition, &here.values)? {
                    let chosen = if holds { then } else { otherwise };
                    let rest = Sequence::of(chosen, here.rest.clone());
                    self.others.push(Configuration { rest, ..here.clone() });
                }
            }
            StatementKind::Loop { kind, body } => {
                let body = self.body(kind, body, &statement.at)?;
                let around =
                    Around { body: body.clone(), after: here.rest.clone(), outer: here.context.clone() };
                self.others.push(Configuration { rest: body, context: Some(Rc::new(around)), ..here });
            }
        }
        Ok(())
    }

    /// Equations (8.1) to (8.3).
    fn input(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        statement: &'s Statement,
        reading: &'s Reading,
        here: Configuration<'s>,
    ) -> Result<(), Stop> {
        let Some(Action::Read(line)) = self.trace.get(here.position) else { return Ok(()) };
        let position = here.position + 1;
        if line == END_OF_INPUT {
            if reading.end.is_some() {
                self.exited(Configuration { position, ..here });
            }
            return Ok(());
        }
        let values = self.spec.values(reading, line);
        let mut seen = here.values.clone();
        if let Some(values) = &values {
            let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
            let mut with_line = here.values.clone();
            for (field, raw) in reading.fields.iter().zip(&raw) {
                with_line.push(self.spec, field.variable, &enter(&field.kind, raw.clone()));
            }
            seen = seen.refusing(reading, &with_line);
            if let Some(values) = self.store(machine, reading, &raw, here.values.clone())? {
                self.others.push(Configuration { position, values, ..here });
                return Ok(());
            }
        }
        if values.is_none() && !reading.malformed {
            return Ok(());
        }
        // What is said about a wrong value sees it; what comes afterwards does not.
        let (reaction, rest) = match &reading.mode {
            ReadMode::Assume => return Ok(()),
            ReadMode::Retry(reaction) => {
                (reaction, Sequence::cons(Item::Statement(statement), here.rest.clone()))
            }
            ReadMode::Stop(reaction) => (reaction, Sequence::cons(Item::Halt, None)),
        };
        self.output(machine, reaction, &seen, Configuration { rest, position, ..here })
    }

    /// The values with those of a line, unless one of them is not in its set.
    fn store(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        raw: &[Value],
        mut values: State,
    ) -> Result<Option<State>, Stop> {
        for (field, raw) in reading.fields.iter().zip(raw) {
            let value = enter(&field.kind, raw.clone());
            if let Some(set) = field.set {
                let member = values.evaluate(self.spec, machine, set, Some(&value))?;
                if !machine.world.truth(&member)? {
                    return Ok(None);
                }
            }
            values.push(self.spec, field.variable, &value);
            if let Some(filter) = field.filter
                && !self.holds(machine, filter, &values)?
            {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// Equation (8.4): an output that may be absent is first taken to be there. Its terms see these values.
    fn output(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        writing: &'s Writing,
        seen: &State,
        here: Configuration<'s>,
    ) -> Result<(), Stop> {
        let pattern = instantiate(self.spec, machine, seen, &writing.pattern)?;
        let output = Outputs { outputs: vec![Output { optional: false, pattern }] };
        // A pattern that the empty text matches has the empty word among its alternatives.
        if writing.optional || output.may_be_silent() {
            self.others.push(here.clone());
        }
        if let Some(Action::Write(text)) = self.trace.get(here.position)
            && output.matches(text)
        {
            self.others.push(Configuration { position: here.position + 1, ..here });
        }
        Ok(())
    }

    /// Equation (8.8), and the initial continuation.
    fn ended(&mut self, here: Configuration<'s>) -> bool {
        match here.context.clone() {
            None => here.position == self.trace.len(),
            Some(around) => {
                self.others.push(Configuration { rest: around.body.clone(), ..here });
                false
            }
        }
    }

    /// Equation (8.7): what follows is dropped. Outside of loops `exit` was refused before.
    fn exited(&mut self, here: Configuration<'s>) {
        if let Some(around) = here.context.clone() {
            let (rest, context) = (around.after.clone(), around.outer.clone());
            self.others.push(Configuration { rest, context, ..here });
        }
    }

    /// One round of a loop, by `loop` and `exit` alone.
    fn body(&self, kind: &LoopKind, body: &'s [Statement], at: &At) -> Result<Rest<'s>, Stop> {
        let exit_if = |value: bool| Ok::<_, Stop>(Item::ExitIf(self.condition(at)?, value));
        Ok(match kind {
            LoopKind::TillExit | LoopKind::UntilEnd => Sequence::of(body, None),
            LoopKind::While(_) => Sequence::cons(exit_if(false)?, Sequence::of(body, None)),
            LoopKind::Until(_) => Sequence::cons(exit_if(true)?, Sequence::of(body, None)),
            LoopKind::RepeatWhile(_) => Sequence::of(body, Sequence::cons(exit_if(false)?, None)),
            LoopKind::RepeatUntil(_) => Sequence::of(body, Sequence::cons(exit_if(true)?, None)),
        })
    }

    /// The condition of the statement at a place.
    fn condition(&self, at: &At) -> Result<TermRef, Stop> {
        let flow = &self.spec.flow;
        let steps = flow.steps.iter().zip(&flow.places);
        let found = steps.filter(|(_, place)| *place == at).find_map(|(step, _)| match step {
            Step::Branch { condition, .. } => Some(*condition),
            _ => None,
        });
        found.ok_or_else(|| Stop::Unsupported("a statement without its condition".into()))
    }

    /// Both truth values where the numbers of the machine leave a condition open.
    fn truths(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        condition: TermRef,
        values: &State,
    ) -> Result<Vec<bool>, Stop> {
        let holds = self.holds(machine, condition, values)?;
        Ok(match values.is_open(self.spec, machine, condition)? {
            true => vec![holds, !holds],
            false => vec![holds],
        })
    }

    fn holds(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        condition: TermRef,
        values: &State,
    ) -> Result<bool, Stop> {
        let value = values.evaluate(self.spec, machine, condition, None)?;
        machine.world.truth(&value)
    }
}
