//! Sequences of unknown inputs, run through a model: every path is a class of sequences that the model treats alike.
//!
//! The constructors of inputs are decided as the model looks at them, the data in them stay unknown under the conditions of
//! the path. Whether a sequence goes on after an input is a decision like any other, so that all lengths share their
//! beginnings. Only a purpose that looks at whole sequences needs the length first.

use std::ops::RangeInclusive;
use std::rc::Rc;

use lydian_budget::Deadline;
use lydian_core::{ConId, Datum, ShapeId, Type, Value};
use lydian_eval::{Holes, Machine, Meter, Stop, kind_of};
use lydian_explore::{Bounds, Path, Search, Session};
use lydian_solver::{Budget, Hints};
use lydian_term::{Constant, Model as Assignment, TermId};

use crate::load::{Init, Purpose, Shape};
use crate::patterns::{self, Automaton, Initial, Pattern};
use crate::prepare::{CALL, Prepared};
use crate::solve::Solving;
use crate::wishes::{self, Wishes};

/// One run of a sequence of unknown inputs.
#[derive(Debug, Clone)]
pub(crate) struct Sequence {
    /// Where it starts.
    pub(crate) initial: Value,
    /// The inputs that were given.
    pub(crate) inputs: Vec<Value>,
    /// The answers of the model, as lists of outputs, up to the end or to a refusal.
    pub(crate) answers: Vec<Value>,
    /// The state at the end.
    pub(crate) last: Value,
    /// How it ended.
    pub(crate) end: SequenceEnd,
}

/// A path that was followed.
#[derive(Debug)]
pub(crate) struct Followed<R> {
    /// The sequence.
    pub(crate) sequence: Sequence,
    /// What was found at its end, if it has one.
    pub(crate) further: Option<Result<R, Stop>>,
    /// Whether unknowns were decided among some of their values only.
    pub(crate) approximate: bool,
}

/// Unknown inputs, what came of them, and whether unknowns were decided among some of their values only.
pub(crate) type Given<R> = (Vec<Value>, Result<R, Stop>, bool);

/// How a sequence ended.
#[derive(Debug, Clone)]
pub(crate) enum SequenceEnd {
    /// All inputs were accepted.
    Accepted,
    /// The last input was refused.
    Refused,
    /// An input was refused before the sequence was one of interest.
    Hindered,
    /// The sequence is of no interest: another initial state, another purpose, another answer than `post` allows.
    Outside,
    /// The model raised an exception at the last input.
    Raised(Value),
    /// The run was given up.
    Stopped(Stop),
}

/// Runs sequences of unknown inputs.
pub(crate) struct Symbolic<'p> {
    pub(crate) prepared: &'p Prepared<'p>,
    /// A model that runs beside it, prepared with it as a pair.
    pub(crate) other: Option<&'p Prepared<'p>>,
    pub(crate) session: Session,
    input: ShapeId,
    state: ShapeId,
    output: ShapeId,
    outputs: ShapeId,
    patterns: Patterns,
    purpose: Option<Purpose>,
    pub(crate) deadline: Option<Deadline>,
}

/// What is known about initial states and inputs beforehand.
#[derive(Debug, Clone)]
struct Patterns {
    initial: Option<Initial>,
    automaton: Option<Rc<Automaton>>,
}

impl<'p> Symbolic<'p> {
    pub(crate) fn new(prepared: &'p Prepared<'p>, deadline: Option<Deadline>) -> Symbolic<'p> {
        let mut session = Solving::new(prepared).session;
        let model = prepared.model;
        let mut intern = |ty: &Type| session.universe.shapes.intern(ty);
        let (input, state, output) = (intern(&model.input), intern(&model.state), intern(&model.output));
        let outputs = intern(&Type::List(model.output.clone().into()));
        let patterns = Patterns {
            initial: patterns::initial(prepared, &mut session, state),
            automaton: patterns::automaton(prepared, &mut session, input),
        };
        let purpose = model.purpose.clone();
        Symbolic {
            prepared,
            other: None,
            session,
            input,
            state,
            output,
            outputs,
            patterns,
            purpose,
            deadline,
        }
    }

    /// The same for all sequences, whatever the purpose of the model is.
    pub(crate) fn without_purpose(prepared: &'p Prepared<'p>, deadline: Option<Deadline>) -> Symbolic<'p> {
        let mut symbolic = Symbolic::new(prepared, deadline);
        symbolic.purpose = None;
        symbolic.patterns.automaton = None;
        symbolic
    }

    /// The searches that together give all sequences of these lengths, with at most so much work each.
    pub(crate) fn searches(&self, lengths: RangeInclusive<usize>, work: u64) -> Vec<(Search, Lengths)> {
        let (least, most) = (*lengths.start(), *lengths.end());
        match self.purpose {
            Some(Purpose::Predicate(_)) => lengths
                .map(|length| (self.search(length, work), Lengths { least: length, most: length }))
                .collect(),
            _ => vec![(self.search(most, work), Lengths { least, most })],
        }
    }

    /// A search over sequences up to a length.
    pub(crate) fn search(&self, length: usize, work: u64) -> Search {
        let shapes = &self.session.universe.shapes;
        let size = |shape: ShapeId| shapes.min_size(shape).unwrap_or(0);
        let whole = size(self.input) * length as u32 + size(self.state);
        let smallest = match self.purpose {
            Some(Purpose::Predicate(_)) => whole,
            _ => size(self.state),
        };
        let mut bounds = Bounds { work, size: whole + 400, forks: 4_000, ..Bounds::default() };
        // A long sequence has many conditions by nature; it is not less interesting for that.
        bounds.free_forks = 10 + 4 * length as u32;
        bounds.question.deadline = self.deadline;
        Search::new(bounds, smallest)
    }

    /// Runs the next path of a search; `body` also says whether the run covered its path completely.
    fn follow<R>(
        &mut self,
        search: &mut Search,
        body: impl FnOnce(&mut Running<'_, '_, '_, '_>) -> (R, bool),
    ) -> Option<Path<R>> {
        let mut meter = Meter::new(CALL);
        meter.deadline = self.deadline;
        let Symbolic { prepared, other, session, input, state, output, outputs, patterns, purpose, .. } =
            self;
        let shapes = Forms { input: *input, state: *state, output: *output, outputs: *outputs };
        search.next(session, &meter, |world| {
            let machine = prepared.machine(world);
            body(&mut Running { prepared, other: *other, machine, shapes, patterns, purpose })
        })
    }

    /// Runs the next path of a search. `beyond` sees the end of a sequence that was accepted or refused.
    pub(crate) fn next<R>(
        &mut self,
        search: &mut Search,
        lengths: Lengths,
        beyond: impl FnOnce(&mut Running<'_, '_, '_, '_>, &Sequence) -> Result<R, Stop>,
    ) -> Option<Path<Followed<R>>> {
        self.follow(search, |running| {
            let sequence = running.sequence(lengths);
            let further = match sequence.end {
                SequenceEnd::Accepted | SequenceEnd::Refused => Some(beyond(running, &sequence)),
                _ => None,
            };
            let complete = !matches!(sequence.end, SequenceEnd::Stopped(_))
                && !matches!(further, Some(Err(Stop::Exhausted(_) | Stop::Cut | Stop::Unsupported(_))));
            let approximate = running.machine.world.approximate;
            (Followed { sequence, further, approximate }, complete)
        })
    }

    /// Runs the next path of a search on so many unknown inputs; the function says what comes of them.
    pub(crate) fn next_inputs<R>(
        &mut self,
        search: &mut Search,
        length: usize,
        body: impl FnOnce(&mut Running<'_, '_, '_, '_>, &[Value]) -> Result<R, Stop>,
    ) -> Option<Path<Given<R>>> {
        self.follow(search, |running| {
            let inputs: Vec<Value> = (0..length).map(|_| running.unknown_input()).collect();
            let result = body(running, &inputs);
            let complete = matches!(result, Ok(_) | Err(Stop::Raise(_)));
            let approximate = running.machine.world.approximate;
            ((inputs, result, approximate), complete)
        })
    }

    /// Values under a model of a path.
    pub(crate) fn close(&mut self, holes: Holes, values: &[Value], model: &Assignment) -> Vec<Datum> {
        self.session.close(holes, values, model)
    }

    /// A model of conditions whose numbers differ from each other where they may: a test with zeros only tells little.
    pub(crate) fn telling_model(
        &mut self,
        conditions: &[TermId],
        given: &Assignment,
        (holes, values): (&Holes, &[Value]),
        wishes: Wishes,
    ) -> Assignment {
        let wishes = wishes.for_values(&self.session.terms, holes, values);
        let budget = Budget { rlimit: 50_000, deadline: self.deadline };
        let Session { terms, chain, .. } = &mut self.session;
        chain.solve_near(terms, conditions, given, &wishes, 0, &budget)
    }

    /// The same model with texts that are UTF-8, where the conditions allow any.
    pub(crate) fn texts_in_utf8(
        &mut self,
        conditions: &[TermId],
        given: Assignment,
        (holes, values): (&Holes, &[Value]),
    ) -> Assignment {
        let budget = Budget { rlimit: 50_000, deadline: self.deadline };
        let texts = wishes::texts(&self.session.terms, holes, values);
        let Session { terms, chain, .. } = &mut self.session;
        let mut model = given;
        for text in texts {
            let Some(Constant::Str(bytes)) = model.get(text).cloned() else { continue };
            for wished in wishes::in_utf8(&bytes) {
                let near = chain.solve_near(terms, conditions, &model, &[(text, wished.clone())], 0, &budget);
                if near.get(text) == Some(&wished) {
                    model = near;
                    break;
                }
            }
        }
        model
    }

    /// A model of conditions with small values; the given one if none is found.
    pub(crate) fn small_model(&mut self, conditions: &[TermId], given: &Assignment) -> Assignment {
        let budget = Budget { rlimit: 50_000, deadline: self.deadline };
        self.session.small_model(conditions, &Hints::default(), &budget).unwrap_or_else(|| given.clone())
    }
}

/// How long sequences are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lengths {
    least: usize,
    most: usize,
}

#[derive(Debug, Clone, Copy)]
struct Forms {
    input: ShapeId,
    state: ShapeId,
    output: ShapeId,
    outputs: ShapeId,
}

/// A run in progress.
pub(crate) struct Running<'p, 'i, 'w, 'v> {
    pub(crate) prepared: &'p Prepared<'p>,
    other: Option<&'p Prepared<'p>>,
    pub(crate) machine: Machine<'i, 'w, 'v>,
    shapes: Forms,
    patterns: &'p Patterns,
    purpose: &'p Option<Purpose>,
}

/// What an input leads to.
pub(crate) enum Reaction {
    Refused,
    Next { answer: Value, state: Value },
    Outside,
}

impl Running<'_, '_, '_, '_> {
    /// An unknown input.
    pub(crate) fn unknown_input(&mut self) -> Value {
        self.machine.world.holes.fresh(self.shapes.input)
    }

    /// Calls a function of the model.
    pub(crate) fn call(&mut self, function: &Value, args: &[Value]) -> Result<Value, Stop> {
        self.machine.call(function, args).returned()
    }

    /// Calls a predicate of the model and decides its result.
    pub(crate) fn holds(&mut self, function: &Value, args: &[Value]) -> Result<bool, Stop> {
        let result = self.call(function, args)?;
        self.machine.world.truth(&result)
    }

    fn sequence(&mut self, lengths: Lengths) -> Sequence {
        let mut sequence = Sequence {
            initial: Value::Unit,
            inputs: Vec::new(),
            answers: Vec::new(),
            last: Value::Unit,
            end: SequenceEnd::Accepted,
        };
        let end = match self.purpose {
            Some(Purpose::Predicate(name)) => self.whole(&mut sequence, name, lengths.most),
            Some(Purpose::Automaton { has_final }) => self.growing(&mut sequence, lengths, Some(*has_final)),
            None => self.growing(&mut sequence, lengths, None),
        };
        sequence.end = match end {
            Ok(end) => end,
            Err(Stop::Raise(exception)) => SequenceEnd::Raised(exception),
            Err(stop) => SequenceEnd::Stopped(stop),
        };
        sequence
    }

    /// Runs something with the other model.
    pub(crate) fn with_other<R>(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let Some(other) = self.other else { return Err(Stop::Cut) };
        let first = std::mem::replace(&mut self.prepared, other);
        self.machine.world.declarations = Some(other.types().clone());
        let result = body(self);
        self.machine.world.declarations = None;
        self.prepared = first;
        result
    }

    /// The initial states of a model that lists them.
    pub(crate) fn known_starts(&self) -> Vec<Value> {
        let init = self.prepared.definition("init");
        match self.prepared.model.init {
            Init::Several => crate::concrete::elements(&init),
            _ => vec![init],
        }
    }

    /// The initial state; nothing if the model does not start there.
    pub(crate) fn initial(&mut self) -> Result<Option<Value>, Stop> {
        let init = self.prepared.definition("init");
        match self.prepared.model.init {
            Init::One => Ok(Some(init)),
            Init::Several => self.choose(crate::concrete::elements(&init)),
            Init::Where if self.patterns.initial.is_some() => {
                let Some(patterns) = self.patterns.initial.clone() else { return Ok(None) };
                self.plant(&patterns).map(|planted| planted.map(|(value, _)| value))
            }
            Init::Where => {
                let state = self.machine.world.holes.fresh(self.shapes.state);
                Ok(self.holds(&init, std::slice::from_ref(&state))?.then_some(state))
            }
        }
    }

    /// A sequence of one length that meets a predicate.
    fn whole(&mut self, sequence: &mut Sequence, purpose: &str, length: usize) -> Result<SequenceEnd, Stop> {
        let Some(mut state) = self.initial()? else { return Ok(SequenceEnd::Outside) };
        sequence.initial = state.clone();
        let inputs: Vec<Value> = (0..length).map(|_| self.unknown_input()).collect();
        let purpose = self.prepared.definition(purpose);
        if !self.holds(&purpose, &[Value::list(inputs.iter().cloned())])? {
            return Ok(SequenceEnd::Outside);
        }
        for (place, input) in inputs.into_iter().enumerate() {
            sequence.last = state.clone();
            sequence.inputs.push(input.clone());
            match self.react(&state, &input)? {
                Reaction::Outside => return Ok(SequenceEnd::Outside),
                // The purpose says something about the whole sequence only.
                Reaction::Refused if place + 1 < length => return Ok(SequenceEnd::Hindered),
                Reaction::Refused => return Ok(SequenceEnd::Refused),
                Reaction::Next { answer, state: next } => {
                    sequence.answers.push(answer);
                    state = next;
                }
            }
        }
        sequence.last = state;
        Ok(SequenceEnd::Accepted)
    }

    /// A value of one of the patterns, and which.
    fn plant(&mut self, patterns: &[Pattern]) -> Result<Option<(Value, usize)>, Stop> {
        let chosen = match patterns.len() {
            0 => return Ok(None),
            1 => 0,
            _ => {
                let costs: Vec<u32> = patterns.iter().map(|pattern| pattern.cost).collect();
                self.machine.world.decider.choose(&costs)?
            }
        };
        let pattern = patterns.get(chosen).ok_or(Stop::Cut)?;
        Ok(Some((pattern.plant(self.machine.world)?, chosen)))
    }

    /// A sequence that grows input by input, along an automaton if there is one.
    fn growing(
        &mut self,
        sequence: &mut Sequence,
        lengths: Lengths,
        automaton: Option<bool>,
    ) -> Result<SequenceEnd, Stop> {
        let Some(mut state) = self.initial()? else { return Ok(SequenceEnd::Outside) };
        sequence.initial = state.clone();
        if let Some(automaton) = self.patterns.automaton.clone() {
            return self.along(sequence, lengths, &automaton, state);
        }
        let mut purpose = self.prepared.definition("purpose_start");
        let (purpose_step, purpose_final) =
            (self.prepared.definition("purpose_step"), self.prepared.definition("purpose_final"));
        let more = self.machine.world.universe.shapes.min_size(self.shapes.input).unwrap_or(1).max(1);
        for place in 0.. {
            sequence.last = state.clone();
            let is_final = place >= lengths.least
                && (automaton != Some(true) || self.holds(&purpose_final, std::slice::from_ref(&purpose))?);
            if place == lengths.most {
                return Ok(if is_final { SequenceEnd::Accepted } else { SequenceEnd::Outside });
            }
            if is_final && self.machine.world.decider.choose(&[0, more])? == 0 {
                return Ok(SequenceEnd::Accepted);
            }
            let input = self.unknown_input();
            sequence.inputs.push(input.clone());
            if automaton.is_some() {
                let next = self.call(&purpose_step, &[purpose, input.clone()])?;
                match self.machine.world.look(&next)? {
                    Value::Block(some) => purpose = some.fields[0].clone(),
                    _ => return Ok(SequenceEnd::Outside),
                }
            }
            match self.react(&state, &input)? {
                Reaction::Outside => return Ok(SequenceEnd::Outside),
                Reaction::Refused => {
                    let is_final = place + 1 >= lengths.least
                        && (automaton != Some(true) || self.holds(&purpose_final, &[purpose])?);
                    return Ok(if is_final { SequenceEnd::Refused } else { SequenceEnd::Hindered });
                }
                Reaction::Next { answer, state: next } => {
                    sequence.answers.push(answer);
                    state = next;
                }
            }
        }
        Ok(SequenceEnd::Outside)
    }

    /// A sequence that grows along an automaton whose inputs are known as patterns.
    fn along(
        &mut self,
        sequence: &mut Sequence,
        lengths: Lengths,
        automaton: &Automaton,
        start: Value,
    ) -> Result<SequenceEnd, Stop> {
        let (mut state, mut place) = (start, 0);
        let more = self.machine.world.universe.shapes.min_size(self.shapes.input).unwrap_or(1).max(1);
        for length in 0.. {
            sequence.last = state.clone();
            let (patterns, is_final) = &automaton.states[place];
            let may_end = *is_final && length >= lengths.least;
            if length == lengths.most || patterns.is_empty() {
                return Ok(if may_end { SequenceEnd::Accepted } else { SequenceEnd::Outside });
            }
            if may_end && self.machine.world.decider.choose(&[0, more])? == 0 {
                return Ok(SequenceEnd::Accepted);
            }
            let Some((input, chosen)) = self.plant(patterns)? else { return Ok(SequenceEnd::Outside) };
            sequence.inputs.push(input.clone());
            place = patterns[chosen].next;
            match self.react(&state, &input)? {
                Reaction::Outside => return Ok(SequenceEnd::Outside),
                Reaction::Refused => {
                    let is_final = length + 1 >= lengths.least && automaton.states[place].1;
                    return Ok(if is_final { SequenceEnd::Refused } else { SequenceEnd::Hindered });
                }
                Reaction::Next { answer, state: next } => {
                    sequence.answers.push(answer);
                    state = next;
                }
            }
        }
        Ok(SequenceEnd::Outside)
    }

    /// What an input leads to; where the model leaves a choice, each alternative is a path.
    pub(crate) fn react(&mut self, state: &Value, input: &Value) -> Result<Reaction, Stop> {
        let args = [state.clone(), input.clone()];
        match self.prepared.model.shape {
            Shape::Partial => {
                let step = self.prepared.definition("step");
                let result = self.call(&step, &args)?;
                match self.machine.world.look(&result)? {
                    Value::Block(some) => {
                        let (output, state) = self.pair(&some.fields[0])?;
                        Ok(Reaction::Next { answer: Value::list([output]), state })
                    }
                    _ => Ok(Reaction::Refused),
                }
            }
            Shape::Choices => {
                let step = self.prepared.definition("step");
                let result = self.call(&step, &args)?;
                let choices = self.elements(&result)?;
                match self.choose(choices)? {
                    Some(choice) => {
                        let (state, answer) = self.pair(&choice)?;
                        Ok(Reaction::Next { answer, state })
                    }
                    None => Ok(Reaction::Refused),
                }
            }
            Shape::Answers => {
                let enabled = self.prepared.definition("enabled");
                if self.prepared.model.extras.enabled && !self.holds(&enabled, &args)? {
                    return Ok(Reaction::Refused);
                }
                let answer = self.machine.world.holes.fresh(self.shapes.outputs);
                let step = self.prepared.definition("step");
                let [state, input] = args;
                let result = self.call(&step, &[state, input, answer.clone()])?;
                let states = self.elements(&result)?;
                Ok(match self.choose(states)? {
                    Some(state) => Reaction::Next { answer, state },
                    None => Reaction::Outside,
                })
            }
            Shape::PrePost => {
                let (pre, post) = (self.prepared.definition("pre"), self.prepared.definition("post"));
                if !self.holds(&pre, &args)? {
                    return Ok(Reaction::Refused);
                }
                let output = self.machine.world.holes.fresh(self.shapes.output);
                let next = self.machine.world.holes.fresh(self.shapes.state);
                let [state, input] = args;
                if !self.holds(&post, &[state, input, output.clone(), next.clone()])? {
                    return Ok(Reaction::Outside);
                }
                Ok(Reaction::Next { answer: Value::list([output]), state: next })
            }
        }
    }

    /// All reactions with their answers; of a model that recognises answers, those to this one.
    pub(crate) fn all_reactions(
        &mut self,
        state: &Value,
        input: &Value,
        answer: &Value,
    ) -> Result<Vec<(Value, Value)>, Stop> {
        let step = self.prepared.definition("step");
        let (state, input) = (state.clone(), input.clone());
        match self.prepared.model.shape {
            Shape::Answers => {
                let result = self.call(&step, &[state, input, answer.clone()])?;
                Ok(self.elements(&result)?.into_iter().map(|next| (answer.clone(), next)).collect())
            }
            Shape::Choices => {
                let result = self.call(&step, &[state, input])?;
                let choices = self.elements(&result)?;
                choices.iter().map(|choice| self.pair(choice).map(|(next, answer)| (answer, next))).collect()
            }
            _ => {
                let result = self.call(&step, &[state, input])?;
                match self.machine.world.look(&result)? {
                    Value::Block(some) => {
                        let (output, next) = self.pair(&some.fields[0])?;
                        Ok(vec![(Value::list([output]), next)])
                    }
                    _ => Ok(Vec::new()),
                }
            }
        }
    }

    /// Whether the model has a reaction to an input.
    pub(crate) fn is_enabled(&mut self, state: &Value, input: &Value) -> Result<bool, Stop> {
        let args = [state.clone(), input.clone()];
        match self.prepared.model.shape {
            Shape::Partial | Shape::Choices => Ok(self.reaction_count(state, input)? > 0),
            Shape::Answers => {
                let enabled = self.prepared.definition("enabled");
                Ok(!self.prepared.model.extras.enabled || self.holds(&enabled, &args)?)
            }
            Shape::PrePost => {
                let pre = self.prepared.definition("pre");
                self.holds(&pre, &args)
            }
        }
    }

    /// How many reactions `step` gives.
    pub(crate) fn reaction_count(&mut self, state: &Value, input: &Value) -> Result<usize, Stop> {
        let step = self.prepared.definition("step");
        let result = self.call(&step, &[state.clone(), input.clone()])?;
        match self.prepared.model.shape {
            Shape::Choices => Ok(self.elements(&result)?.len()),
            _ => Ok(usize::from(matches!(self.machine.world.look(&result)?, Value::Block(_)))),
        }
    }

    /// Whether each answer leads to one state only.
    pub(crate) fn shows_its_choices(&mut self, state: &Value, input: &Value) -> Result<bool, Stop> {
        let answer = self.machine.world.holes.fresh(self.shapes.outputs);
        let reactions = self.all_reactions(state, input, &answer)?;
        for (place, (answer, next)) in reactions.iter().enumerate() {
            for (other, target) in &reactions[..place] {
                let world = &mut *self.machine.world;
                let alike = lydian_eval::equality::equal(world, answer, other)?;
                if world.truth(&alike)? {
                    let same = lydian_eval::equality::equal(world, next, target)?;
                    if !world.truth(&same)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn choose(&mut self, mut choices: Vec<Value>) -> Result<Option<Value>, Stop> {
        Ok(match choices.len() {
            0 => None,
            1 => choices.pop(),
            count => {
                let chosen = self.machine.world.decider.choose(&vec![0; count])?;
                choices.into_iter().nth(chosen)
            }
        })
    }

    /// The elements of a list; its length is decided if it is unknown.
    pub(crate) fn elements(&mut self, list: &Value) -> Result<Vec<Value>, Stop> {
        let mut elements = Vec::new();
        let mut rest = self.machine.world.look(list)?;
        while let Value::Block(cell) = &rest {
            if cell.con != ConId::CONS {
                break;
            }
            self.machine.world.meter.step(1)?;
            elements.push(cell.fields[0].clone());
            rest = self.machine.world.look(&cell.fields[1].clone())?;
        }
        Ok(elements)
    }

    fn pair(&mut self, value: &Value) -> Result<(Value, Value), Stop> {
        match self.machine.world.look(value)? {
            Value::Block(block) if block.fields.len() == 2 => {
                Ok((block.fields[0].clone(), block.fields[1].clone()))
            }
            other => Err(Stop::Unsupported(format!("expected a pair, got {}", kind_of(&other)))),
        }
    }
}
