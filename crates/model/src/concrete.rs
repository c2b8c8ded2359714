//! A model run on known values, as a specification whose states, inputs and answers have numbers.
//! Every reaction is computed once. Inputs and answers are numbered in a [`Book`] that several machines and the system under
//! test share, so that numbers mean the same to all of them.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_budget::Deadline;
use lydian_conform::{AnswerId, Edge, InputId, Reactions, Specification, StateId, Trouble};
use lydian_core::{ConId, Datum, Value};
use lydian_eval::{Machine, Meter, NoValue, Stop};
use rustc_hash::FxHashMap;

use crate::kin::Kin;
use crate::load::BY_SESSION;
use crate::load::key::KEY;
use crate::load::{Init, Model, Shape};
use crate::looks::Looks;
use crate::prepare::{CALL, Prepared};
use crate::solve::{Argument, Solving};
use crate::values::{Fleeting, Interner};

/// The inputs and answers of a run, numbered.
#[derive(Debug, Default)]
pub struct Book {
    /// Inputs.
    pub inputs: Interner,
    /// Answers: lists of outputs.
    pub answers: Interner,
}

/// A book that several share.
pub type SharedBook = Rc<RefCell<Book>>;

/// Solutions of a predicate that are listed at most: initial states, reactions.
const MOST_SOLUTIONS: usize = 64;

/// A model run on known values.
pub struct Concrete<'i, 'w, 'v> {
    prepared: &'i Prepared<'i>,
    machine: Machine<'i, 'w, 'v>,
    solving: Solving,
    book: SharedBook,
    states: Interner,
    /// Which states `equal` may take for one.
    kin: Kin,
    /// Inputs as sessions other than the first give them, with the session and the input.
    given: FxHashMap<InputId, (Value, InputId)>,
    initial: Option<Vec<StateId>>,
    step: Value,
    /// Places in `computed`.
    places: FxHashMap<(StateId, InputId), u32>,
    computed: Vec<Reactions>,
    afterwards: FxHashMap<(StateId, InputId, AnswerId), Vec<StateId>>,
    looks: Looks,
    /// How many calls of the model were made.
    pub calls: u64,
    /// When no more may be asked.
    deadline: Option<Deadline>,
    /// How often a reaction was asked for.
    asked: u64,
}

/// How often it is looked whether there is time left: at each of so many calls of the model, or questions that were answered before.
const CALLS_BETWEEN_LOOKS: u64 = 32;
const QUESTIONS_BETWEEN_LOOKS: u64 = 1 << 10;

/// Why a model gives no reply when the time is used up.
const OUT_OF_TIME: &str = "the time was used up";

/// Runs something with a machine for a model.
pub fn concretely<R>(
    prepared: &Prepared<'_>,
    book: &SharedBook,
    body: impl FnOnce(&mut Concrete<'_, '_, '_>) -> R,
) -> R {
    prepared.concretely(|world| {
        let mut concrete = Concrete {
            prepared,
            machine: prepared.machine(world),
            solving: Solving::new(prepared),
            book: book.clone(),
            states: Interner::default(),
            kin: Kin::default(),
            given: FxHashMap::default(),
            initial: None,
            step: prepared.definition("step"),
            places: FxHashMap::default(),
            computed: Vec::new(),
            afterwards: FxHashMap::default(),
            looks: Looks::default(),
            calls: 0,
            deadline: None,
            asked: 0,
        };
        body(&mut concrete)
    })
}

impl<'i> Concrete<'i, '_, '_> {
    /// The model, ready to run.
    pub(crate) fn prepared(&self) -> &'i Prepared<'i> {
        self.prepared
    }
}

impl Concrete<'_, '_, '_> {
    /// The model.
    pub fn model(&self) -> &Model {
        self.prepared.model
    }

    /// The book.
    pub fn book(&self) -> &SharedBook {
        &self.book
    }

    /// The value of a definition.
    pub fn definition(&self, name: &str) -> Value {
        self.prepared.definition(name)
    }

    /// Says when no more may be asked: the model gives no reply from then on, also in the middle of a sequence.
    pub(crate) fn until(&mut self, deadline: Option<Deadline>) {
        self.deadline = deadline;
    }

    /// A definition that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        let value = self.definition(name);
        value.as_known_str().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Calls a function of the model.
    pub fn call(&mut self, function: &Value, args: &[Value]) -> Result<Value, Trouble> {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS_BETWEEN_LOOKS) && self.deadline.is_some_and(Deadline::passed) {
            return Err(Trouble(OUT_OF_TIME.into()));
        }
        self.machine.world.meter = Meter::new(CALL);
        self.machine.call(function, args).returned().map_err(|stop| Trouble(self.explain(&stop)))
    }

    /// The same with all that the function noted on the way.
    pub fn call_noting(
        &mut self,
        function: &Value,
        args: &[Value],
    ) -> Result<(Value, Vec<(i64, Value)>), Trouble> {
        self.machine.world.notes.clear();
        let value = self.call(function, args)?;
        Ok((value, std::mem::take(&mut self.machine.world.notes)))
    }

    fn explain(&self, stop: &Stop) -> String {
        let types = &self.prepared.model.program.types;
        let why = NoValue::of_stop(stop, self.machine.world);
        format!("the model {}", why.in_words(|exception| lydian_ocaml::show(exception, types)))
    }

    /// A value in OCaml's notation.
    pub fn show(&self, value: &Value) -> String {
        lydian_ocaml::show(&self.datum(value), &self.prepared.model.program.types)
    }

    /// A value as data.
    pub fn datum(&self, value: &Value) -> Datum {
        self.machine.world.close(value, &lydian_term::Model::new())
    }

    /// Data as a value.
    pub fn value(&mut self, datum: &Datum) -> Value {
        self.machine.world.plant(datum)
    }

    /// The number of a state.
    pub fn intern_state(&mut self, value: &Value) -> Result<StateId, Trouble> {
        if let Some(number) = self.states.find(value).map_err(|fault| fleeting("state", fault))? {
            return Ok(StateId(number));
        }
        let mut key = None;
        if self.prepared.model.extras.equal {
            let equal = self.definition("equal");
            key = self.key_of(value);
            for number in self.kin.candidates(key, self.states.len() as u32) {
                let other = self.states.value(number).clone();
                if matches!(self.call(&equal, &[other, value.clone()])?, Value::Bool(true)) {
                    self.states.identify(value, number).map_err(|fault| fleeting("state", fault))?;
                    return Ok(StateId(number));
                }
            }
        }
        let number = self.states.intern(value).map_err(|fault| fleeting("state", fault))?;
        self.kin.add(key, number);
        Ok(StateId(number))
    }

    /// The number of what `equal` demands of other states, if that is known and can be computed.
    fn key_of(&mut self, state: &Value) -> Option<u32> {
        if !self.prepared.model.extras.equal_key {
            return None;
        }
        let function = self.definition(KEY);
        let key = self.call(&function, std::slice::from_ref(state)).ok()?;
        self.kin.key(&key)
    }

    /// The number of an input.
    pub fn intern_input(&mut self, value: &Value) -> Result<InputId, Trouble> {
        self.book.borrow_mut().inputs.intern(value).map(InputId).map_err(|fault| fleeting("input", fault))
    }

    /// The number of an answer, a list of outputs.
    pub fn intern_answer(&mut self, value: &Value) -> Result<AnswerId, Trouble> {
        self.book.borrow_mut().answers.intern(value).map(AnswerId).map_err(|fault| fleeting("output", fault))
    }

    /// The value of a state.
    pub fn state_value(&self, state: StateId) -> Value {
        self.states.value(state.0).clone()
    }

    /// The value of an input.
    pub fn input_value(&self, input: InputId) -> Value {
        self.book.borrow().inputs.value(input.0).clone()
    }

    /// The value of an answer.
    pub fn answer_value(&self, answer: AnswerId) -> Value {
        self.book.borrow().answers.value(answer.0).clone()
    }

    /// How many states were seen.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// A state in the user's notation.
    pub fn show_state(&mut self, state: StateId) -> String {
        let value = self.state_value(state);
        if self.prepared.model.extras.show {
            let show = self.definition("show");
            if let Ok(text) = self.call(&show, std::slice::from_ref(&value))
                && let Some(bytes) = text.as_known_str()
            {
                return String::from_utf8_lossy(bytes).into_owned();
            }
        }
        self.show(&value)
    }

    /// An input in the user's notation.
    pub fn show_input(&self, input: InputId) -> String {
        self.show(&self.input_value(input))
    }

    /// An answer in the user's notation: the output, where there is always one, or the list.
    pub fn show_answer(&self, answer: AnswerId) -> String {
        let value = self.answer_value(answer);
        match elements(&value).as_slice() {
            [one] if self.prepared.model.shape.has_one_output() => self.show(one),
            _ => self.show(&value),
        }
    }

    /// The outputs of an answer.
    pub fn outputs_of(&self, answer: AnswerId) -> Vec<Datum> {
        elements(&self.answer_value(answer)).iter().map(|output| self.datum(output)).collect()
    }

    /// Lets the system start in these states, whatever the model says.
    pub fn start_in(&mut self, states: Vec<StateId>) {
        self.initial = Some(states);
    }

    fn find_initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        let init = self.definition("init");
        let values = match self.prepared.model.init {
            Init::One => vec![init],
            Init::Several => elements(&init),
            Init::Where => {
                let state = self.solving.unknown(&self.prepared.model.state);
                let solutions = self.solving.solutions(self.prepared, &init, &[state], MOST_SOLUTIONS);
                if !solutions.complete {
                    return Err(Trouble(format!(
                        "there are more than {} initial states: `init` is a predicate",
                        solutions.found.len()
                    )));
                }
                solutions.found.into_iter().map(|mut found| found.swap_remove(0)).collect()
            }
        };
        let mut states = Vec::new();
        for value in values {
            let state = self.intern_state(&value)?;
            if !states.contains(&state) {
                states.push(state);
            }
        }
        Ok(states)
    }

    /// The same input as this session gives it (from 1): another one, if `step` is told which session it is.
    pub fn input_of(&mut self, input: InputId, session: usize) -> Result<InputId, Trouble> {
        if !self.prepared.model.extras.sessions || session == 1 {
            return Ok(input);
        }
        let number = Value::Int(session as i64);
        let given = self.intern_input(&Value::tuple([number.clone(), self.input_value(input)]))?;
        self.given.insert(given, (number, input));
        Ok(given)
    }

    /// The input that a session gave, as it would be given by the first.
    pub fn plain_input(&self, input: InputId) -> InputId {
        self.given.get(&input).map_or(input, |(_, plain)| *plain)
    }

    fn compute(&mut self, state: StateId, input: InputId) -> Result<Reactions, Trouble> {
        if let Some((session, plain)) = self.given.get(&input).cloned() {
            let step = self.definition(BY_SESSION);
            return self.reacting(&step, &[session, self.state_value(state), self.input_value(plain)]);
        }
        let args = [self.state_value(state), self.input_value(input)];
        let step = self.step.clone();
        self.reacting(&step, &args)
    }

    fn reacting(&mut self, step: &Value, args: &[Value]) -> Result<Reactions, Trouble> {
        match self.prepared.model.shape {
            Shape::Partial => match self.call(step, args)? {
                Value::Block(some) => {
                    let [output, next] = pair(&some.fields[0])?;
                    let answer = Value::list([output]);
                    Ok(Reactions::All(vec![self.edge(&answer, &next)?]))
                }
                _ => Ok(Reactions::All(Vec::new())),
            },
            Shape::Choices => {
                let list = self.call(step, args)?;
                let mut edges = Vec::new();
                for choice in elements(&list) {
                    let [next, answer] = pair(&choice)?;
                    let edge = self.edge(&answer, &next)?;
                    if !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
                Ok(Reactions::All(edges))
            }
            // Only models of the first two shapes are told about sessions.
            Shape::Answers => self.recognised([args[0].clone(), args[1].clone()]),
            Shape::PrePost => self.related([args[0].clone(), args[1].clone()]),
        }
    }

    fn edge(&mut self, answer: &Value, next: &Value) -> Result<Edge, Trouble> {
        Ok(Edge { answer: self.intern_answer(answer)?, target: self.intern_state(next)? })
    }

    /// The reactions of a model that recognises answers.
    fn recognised(&mut self, [state, input]: [Value; 2]) -> Result<Reactions, Trouble> {
        if self.prepared.model.extras.enabled {
            let enabled = self.definition("enabled");
            if matches!(self.call(&enabled, &[state.clone(), input.clone()])?, Value::Bool(false)) {
                return Ok(Reactions::All(Vec::new()));
            }
        }
        let outputs = lydian_core::Type::List(self.prepared.model.output.clone().into());
        let args = [Argument::Known(state), Argument::Known(input), self.solving.unknown(&outputs)];
        let step = self.step.clone();
        let solutions = self.solving.solutions(self.prepared, &step, &args, MOST_SOLUTIONS);
        let mut edges = Vec::new();
        for found in &solutions.found {
            for next in elements(&found[1]) {
                let edge = self.edge(&found[0], &next)?;
                if !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
        }
        Ok(if solutions.complete { Reactions::All(edges) } else { Reactions::Some(edges) })
    }

    /// The reactions of a model with pre- and postconditions.
    fn related(&mut self, [state, input]: [Value; 2]) -> Result<Reactions, Trouble> {
        let pre = self.definition("pre");
        if matches!(self.call(&pre, &[state.clone(), input.clone()])?, Value::Bool(false)) {
            return Ok(Reactions::All(Vec::new()));
        }
        let output = self.solving.unknown(&self.prepared.model.output);
        let next = self.solving.unknown(&self.prepared.model.state);
        let args = [Argument::Known(state), Argument::Known(input), output, next];
        let post = self.definition("post");
        let solutions = self.solving.solutions(self.prepared, &post, &args, MOST_SOLUTIONS);
        let mut edges = Vec::new();
        for found in &solutions.found {
            let edge = self.edge(&Value::list([found[0].clone()]), &found[1])?;
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        if solutions.complete {
            return Ok(Reactions::All(edges));
        }
        if edges.is_empty() {
            return Err(Trouble("no output that `post` allows was found within the bounds".into()));
        }
        Ok(Reactions::Some(edges))
    }

    fn compute_after(
        &mut self,
        state: StateId,
        input: InputId,
        answer: AnswerId,
    ) -> Result<Vec<StateId>, Trouble> {
        let args = [self.state_value(state), self.input_value(input)];
        let answer = self.answer_value(answer);
        let nexts = match self.prepared.model.shape {
            Shape::Answers => {
                let [state, input] = args;
                let step = self.step.clone();
                elements(&self.call(&step, &[state, input, answer])?)
            }
            Shape::PrePost => {
                let [state, input] = args.map(Argument::Known);
                let [output] = elements(&answer).try_into().map_err(|_| one_output())?;
                let next = self.solving.unknown(&self.prepared.model.state);
                let args = [state, input, Argument::Known(output), next];
                let post = self.definition("post");
                let solutions = self.solving.solutions(self.prepared, &post, &args, MOST_SOLUTIONS);
                if !solutions.complete {
                    return Err(Trouble(format!(
                        "`post` allows more than {} states after one answer",
                        solutions.found.len()
                    )));
                }
                solutions.found.into_iter().map(|mut found| found.swap_remove(0)).collect()
            }
            Shape::Partial | Shape::Choices => Vec::new(),
        };
        let mut states = Vec::new();
        for next in nexts {
            let next = self.intern_state(&next)?;
            if !states.contains(&next) {
                states.push(next);
            }
        }
        Ok(states)
    }
}

impl Specification for Concrete<'_, '_, '_> {
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        if self.initial.is_none() {
            self.initial = Some(self.find_initial()?);
        }
        Ok(self.initial.clone().unwrap_or_default())
    }

    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble> {
        self.asked += 1;
        if self.asked.is_multiple_of(QUESTIONS_BETWEEN_LOOKS) && self.deadline.is_some_and(Deadline::passed) {
            return Err(Trouble(OUT_OF_TIME.into()));
        }
        let place = match self.places.get(&(state, input)) {
            Some(place) => *place,
            None => {
                let reactions = self.compute(state, input)?;
                let place = self.computed.len() as u32;
                self.computed.push(reactions);
                self.places.insert((state, input), place);
                place
            }
        };
        Ok(&self.computed[place as usize])
    }

    fn after(&mut self, state: StateId, input: InputId, answer: AnswerId) -> Result<Vec<StateId>, Trouble> {
        let listed = |reactions: &Reactions| {
            let fitting = reactions.listed().iter().filter(|edge| edge.answer == answer);
            fitting.map(|edge| edge.target).collect()
        };
        let reactions = self.reactions(state, input)?;
        if let Reactions::All(_) = reactions {
            return Ok(listed(reactions));
        }
        if !self.afterwards.contains_key(&(state, input, answer)) {
            let states = self.compute_after(state, input, answer)?;
            self.afterwards.insert((state, input, answer), states);
        }
        Ok(self.afterwards[&(state, input, answer)].clone())
    }

    fn look(&mut self, state: StateId) -> u32 {
        if let Some(look) = self.looks.known(state) {
            return look;
        }
        let datum = self.datum(&self.state_value(state));
        self.looks.of(state, &datum)
    }
}

/// The elements of a known list.
pub(crate) fn elements(list: &Value) -> Vec<Value> {
    let mut elements = Vec::new();
    let mut rest = list.clone();
    while let Value::Block(cell) = &rest {
        if cell.con != ConId::CONS {
            break;
        }
        elements.push(cell.fields[0].clone());
        rest = cell.fields[1].clone();
    }
    elements
}

/// The parts of a known pair.
fn pair(value: &Value) -> Result<[Value; 2], Trouble> {
    match value {
        Value::Block(block) if block.fields.len() == 2 => {
            Ok([block.fields[0].clone(), block.fields[1].clone()])
        }
        _ => Err(Trouble("the model gives something that is not a pair".into())),
    }
}

fn one_output() -> Trouble {
    Trouble("an answer to a model with `post` has exactly one output".into())
}

fn fleeting(what: &str, Fleeting(inside): Fleeting) -> Trouble {
    Trouble(format!("the {what} holds {inside}, so it cannot be kept"))
}
