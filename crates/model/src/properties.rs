//! Tests of a model itself: whether it is deterministic and total, its invariant, and the properties that stand in its file.
//!
//! A finite model is walked through completely, which proves what holds. Of an infinite one the states that known inputs
//! reach are looked at, and then all sequences of unknown inputs up to a length, by the solver. A law over all values is
//! explored on unknown arguments.

use lydian_budget::Deadline;
use lydian_conform::{InputId, Reached, StateId, Trouble, reach};
use lydian_core::{Datum, Type, Value};
use lydian_eval::{Meter, Stop};
use lydian_explore::{Bounds as SearchBounds, Search};
use rustc_hash::FxHashSet;

use crate::alphabet::Alphabet;
use crate::concrete::Concrete;
use crate::load::{Init, Property, Scope, Shape};
use crate::prepare::CALL;
use crate::solve::Solving;
use crate::symbolic::{Followed, SequenceEnd, Symbolic};

/// How a model is checked.
#[derive(Debug, Clone)]
pub struct Checking {
    /// States that are visited.
    pub most_states: usize,
    /// The length of sequences of unknown inputs.
    pub depth: usize,
    /// Work that the solver's search may take for each property.
    pub work: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

impl Checking {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(Deadline::passed)
    }
}

/// What is asked about a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// At most one reaction to each input.
    Deterministic,
    /// At most one state after each answer to an input: what the model chooses is seen.
    Observable,
    /// At least one reaction to each input.
    Total,
    /// Where `pre` holds, some output and state meet `post`.
    Implementable,
    /// The invariant holds in every state.
    Invariant,
    /// A property of the file.
    Property(Property),
}

impl Question {
    /// The question as a word.
    pub fn name(&self) -> &str {
        match self {
            Question::Deterministic => "deterministic",
            Question::Observable => "observably deterministic",
            Question::Total => "total",
            Question::Implementable => "implementable",
            Question::Invariant => "invariant",
            Question::Property(property) => &property.name,
        }
    }
}

/// What was found out.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// It holds: everything was looked at.
    Proved {
        /// States, and pairs of states and inputs, or paths.
        looked_at: u64,
    },
    /// It holds wherever it was looked at.
    Passed {
        /// States, and pairs of states and inputs.
        looked_at: u64,
        /// All sequences of inputs up to this length are covered, if any are.
        depth: Option<usize>,
    },
    /// It does not hold.
    Refuted(Box<Counterexample>),
    /// Nothing was looked at.
    Vacuous,
    /// It could not be decided.
    Unknown {
        /// Why.
        why: String,
        /// States, pairs of states and inputs, or paths in which it holds.
        looked_at: u64,
    },
}

/// Where something does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// Where the way starts, if the model leaves that open.
    pub initial: Option<String>,
    /// Inputs that lead to the state, with the answers of the model.
    pub way: Vec<(String, String)>,
    /// The state, in the user's notation.
    pub state: Option<String>,
    /// The input, in the user's notation.
    pub input: Option<String>,
    /// The arguments of a law.
    pub arguments: Vec<String>,
    /// What happens: the reactions of the model, or an exception.
    pub what: String,
    /// How many there are in all, where all were counted.
    pub in_all: Option<u64>,
}

/// What a model can reach with its alphabet.
pub struct Explored {
    /// The alphabet.
    pub alphabet: Alphabet,
    /// States and transitions.
    pub reached: Reached,
}

impl Explored {
    /// Whether this is all there is.
    pub fn is_everything(&self) -> bool {
        self.alphabet.complete && self.reached.complete
    }

    /// Whether some state has several reactions to an input.
    fn has_choices(&self) -> bool {
        let mut seen = FxHashSet::default();
        self.reached.transitions.iter().any(|transition| !seen.insert((transition.from, transition.input)))
    }

    /// Inputs that no state enables.
    pub fn never_enabled(&self) -> Vec<InputId> {
        let used = |input: &&InputId| !self.reached.transitions.iter().any(|other| other.input == **input);
        self.alphabet.inputs.iter().filter(used).copied().collect()
    }
}

impl Concrete<'_, '_, '_> {
    /// Walks through the model with its alphabet.
    pub fn explore(&mut self, checking: &Checking) -> Result<Explored, Trouble> {
        let alphabet = self.alphabet()?;
        let deadline = checking.deadline;
        if self.model().init == Init::Where && self.starts().is_err() {
            // Where there are too many states to start in, only solving looks at them.
            return Ok(Explored { alphabet, reached: Reached::default() });
        }
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let reached = reach(self, &alphabet.inputs, checking.most_states, &mut go_on)?;
        Ok(Explored { alphabet, reached })
    }

    /// The questions that a model raises; of these, those that are asked, if any are.
    pub fn questions(&self, asked: &[String], explored: &Explored) -> Vec<Question> {
        let model = self.model();
        let mut questions = match model.shape {
            Shape::PrePost => vec![Question::Implementable],
            Shape::Answers => vec![Question::Observable],
            // Such a model is deterministic by its form, and meant to refuse something.
            Shape::Partial if asked.iter().any(|name| name == Question::Total.name()) => {
                vec![Question::Total]
            }
            Shape::Partial => Vec::new(),
            Shape::Choices => vec![Question::Deterministic, Question::Observable, Question::Total],
        };
        // Whether choices are seen is a question where there are choices.
        if asked.is_empty() && !explored.has_choices() {
            questions.retain(|question| *question != Question::Observable);
        }
        if model.extras.invariant {
            questions.push(Question::Invariant);
        }
        questions.extend(model.properties.iter().cloned().map(Question::Property));
        questions.retain(|question| asked.is_empty() || asked.iter().any(|name| name == question.name()));
        questions
    }

    /// Answers a question.
    pub fn answer(&mut self, question: &Question, explored: &Explored, checking: &Checking) -> Answered {
        if let Question::Property(Property { name, scope: Scope::All(types) }) = question {
            return self.law(name, types, checking);
        }
        let (answer, looked_at) = match self.walk(question, explored) {
            Ok(found) => found,
            Err(Trouble(why)) => return Answered::Unknown { why, looked_at: 0 },
        };
        if let Some(counterexample) = answer {
            return Answered::Refuted(Box::new(counterexample));
        }
        if explored.is_everything() {
            return if looked_at == 0 { Answered::Vacuous } else { Answered::Proved { looked_at } };
        }
        match self.beyond(question, looked_at, checking) {
            Answered::Passed { looked_at, .. } if checking.is_late() => {
                Answered::Unknown { why: "the time was used up".into(), looked_at }
            }
            other => other,
        }
    }

    /// Looks at the states that were reached.
    fn walk(
        &mut self,
        question: &Question,
        explored: &Explored,
    ) -> Result<(Option<Counterexample>, u64), Trouble> {
        let reached = &explored.reached;
        let mut looked_at = 0;
        let mut first: Option<(usize, Option<InputId>, String)> = None;
        let mut in_all = 0;
        let mut undecided = None;
        let with_inputs = !matches!(
            question,
            Question::Invariant | Question::Property(Property { scope: Scope::State, .. })
        );
        for (place, state) in reached.states.iter().enumerate() {
            let inputs: Vec<Option<InputId>> = match with_inputs {
                true => explored.alphabet.inputs.iter().copied().map(Some).collect(),
                false => vec![None],
            };
            for input in inputs {
                match self.violated(question, *state, input) {
                    Ok(None) => looked_at += 1,
                    Ok(Some(what)) => {
                        looked_at += 1;
                        in_all += 1;
                        first.get_or_insert((place, input, what));
                    }
                    // A counterexample elsewhere is one all the same.
                    Err(trouble) => {
                        undecided.get_or_insert(trouble);
                    }
                }
            }
        }
        let Some((place, input, what)) = first else {
            return undecided.map_or(Ok((None, looked_at)), Err);
        };
        let way = reached.way_to(place);
        let way =
            way.iter().map(|(input, answer)| (self.show_input(*input), self.show_answer(*answer))).collect();
        let counterexample = Counterexample {
            initial: None,
            way,
            state: Some(self.show_state(reached.states[place])),
            input: input.map(|input| self.show_input(input)),
            arguments: Vec::new(),
            what,
            in_all: explored.is_everything().then_some(in_all),
        };
        Ok((Some(counterexample), looked_at))
    }

    /// What is wrong in a state, if anything is.
    fn violated(
        &mut self,
        question: &Question,
        state: StateId,
        input: Option<InputId>,
    ) -> Result<Option<String>, Trouble> {
        use lydian_conform::Specification;
        let reactions = match (question, input) {
            (
                Question::Deterministic | Question::Observable | Question::Total | Question::Implementable,
                Some(input),
            ) => match self.reactions(state, input) {
                Ok(reactions) => Some(reactions.clone()),
                Err(trouble) => return Err(trouble),
            },
            _ => None,
        };
        let value = self.state_value(state);
        match question {
            Question::Deterministic => {
                let Some(reactions) = reactions.filter(|reactions| reactions.listed().len() > 1) else {
                    return Ok(None);
                };
                let shown: Vec<String> = reactions
                    .listed()
                    .iter()
                    .map(|edge| {
                        format!("{} to {}", self.show_answer(edge.answer), self.show_state(edge.target))
                    })
                    .collect();
                Ok(Some(format!("{} reactions: {}", shown.len(), shown.join("; "))))
            }
            Question::Observable => {
                let edges = reactions.map(|reactions| reactions.listed().to_vec()).unwrap_or_default();
                for edge in &edges {
                    let targets: Vec<_> = edges.iter().filter(|other| other.answer == edge.answer).collect();
                    if targets.len() > 1 {
                        let shown: Vec<String> =
                            targets.iter().map(|edge| self.show_state(edge.target)).collect();
                        let answer = self.show_answer(edge.answer);
                        return Ok(Some(format!("{answer} leads to {}", shown.join(" and to "))));
                    }
                }
                Ok(None)
            }
            Question::Total => {
                let refused = reactions.is_some_and(|reactions| !reactions.is_enabled());
                Ok(refused.then(|| "no reaction".to_owned()))
            }
            Question::Implementable => {
                let Some(input) = input else { return Ok(None) };
                if reactions.is_some_and(|reactions| reactions.is_enabled()) {
                    return Ok(None);
                }
                let pre = self.definition("pre");
                let input = self.input_value(input);
                let holds = matches!(self.call(&pre, &[value, input])?, Value::Bool(true));
                Ok(holds.then(|| "`pre` holds, but no output and state meet `post`".to_owned()))
            }
            Question::Invariant => {
                let invariant = self.definition("invariant");
                self.fails(&invariant, &[value])
            }
            Question::Property(property) => {
                let function = self.definition(&property.name);
                let mut args = vec![value];
                args.extend(input.map(|input| self.input_value(input)));
                self.fails(&function, &args)
            }
        }
    }

    fn fails(&mut self, function: &Value, args: &[Value]) -> Result<Option<String>, Trouble> {
        match self.call(function, args) {
            Ok(Value::Bool(true)) => Ok(None),
            Ok(_) => Ok(Some("it is false".into())),
            Err(Trouble(why)) => Ok(Some(why)),
        }
    }

    /// Looks at what sequences of unknown inputs reach, of increasing length.
    fn beyond(&mut self, question: &Question, looked_at: u64, checking: &Checking) -> Answered {
        let mut depth = None;
        let mut paths = looked_at;
        let mut exact = true;
        for length in 0..=checking.depth {
            let mut symbolic = Symbolic::without_purpose(self.prepared(), checking.deadline);
            for (mut search, lengths) in symbolic.searches(length..=length, checking.work) {
                while let Some(path) = symbolic.next(&mut search, lengths, |running, sequence| {
                    let holds = match sequence.end {
                        SequenceEnd::Accepted => symbolic_holds(running, question, &sequence.last)?,
                        _ => (None, true),
                    };
                    Ok(holds)
                }) {
                    if path.put_off {
                        continue;
                    }
                    paths += 1;
                    let Followed { sequence, further, approximate } = &path.result;
                    exact &= !approximate;
                    let (input, what) = match (&sequence.end, further) {
                        (SequenceEnd::Accepted, Some(Ok((input, false)))) => (input.clone(), None),
                        (SequenceEnd::Accepted, Some(Err(Stop::Raise(exception)))) => {
                            (None, Some(exception.clone()))
                        }
                        _ => continue,
                    };
                    let model = symbolic.small_model(&path.conditions, &path.model);
                    let mut values = vec![sequence.initial.clone()];
                    values.extend(sequence.inputs.iter().cloned());
                    values.extend(input.clone());
                    let data = symbolic.close(path.holes.clone(), &values, &model);
                    let exception = what.is_some();
                    if let Some(found) = self.confirm_property(question, &data, input.is_some(), exception) {
                        return Answered::Refuted(Box::new(found));
                    }
                    search.lose(path.size);
                }
                if !search.is_exhausted() || !exact {
                    return passed(paths, depth);
                }
            }
            depth = Some(length);
            if checking.is_late() {
                break;
            }
        }
        passed(paths, depth)
    }

    /// Runs a counterexample on known data.
    fn confirm_property(
        &mut self,
        question: &Question,
        data: &[Datum],
        with_input: bool,
        raises: bool,
    ) -> Option<Counterexample> {
        use lydian_conform::Specification;
        let values: Vec<Value> = data.iter().map(|datum| self.value(datum)).collect();
        let (first, inputs) = values.split_first()?;
        let count = inputs.len() - usize::from(with_input);
        let start = self.intern_state(first).ok()?;
        let mut state = start;
        let mut way = Vec::new();
        for input in &inputs[..count] {
            let input = self.intern_input(input).ok()?;
            let edge = *self.reactions(state, input).ok()?.listed().first()?;
            way.push((self.show_input(input), self.show_answer(edge.answer)));
            state = edge.target;
        }
        let input = match inputs.get(count) {
            Some(input) => Some(self.intern_input(input).ok()?),
            None => None,
        };
        let what = match self.violated(question, state, input) {
            Ok(found) => found?,
            Err(Trouble(why)) if raises => why,
            Err(_) => return None,
        };
        let initial = (self.model().init == Init::Where).then(|| self.show_state(start));
        Some(Counterexample {
            initial,
            way,
            state: Some(self.show_state(state)),
            input: input.map(|input| self.show_input(input)),
            arguments: Vec::new(),
            what,
            in_all: None,
        })
    }

    /// A law, on unknown arguments.
    fn law(&mut self, name: &str, types: &[Type], checking: &Checking) -> Answered {
        let prepared = self.prepared();
        let function = prepared.definition(name);
        let mut session = Solving::new(prepared).session;
        let shapes: Vec<_> = types.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
        let smallest = shapes.iter().map(|shape| session.universe.shapes.min_size(*shape).unwrap_or(0)).sum();
        let mut bounds = SearchBounds { work: checking.work, size: smallest + 60, ..SearchBounds::default() };
        bounds.question.deadline = checking.deadline;
        let mut search = Search::new(bounds, smallest);
        let mut approximate = false;
        let mut paths = 0;
        let mut meter = Meter::new(CALL);
        meter.deadline = checking.deadline;
        let mut symbolic = Symbolic::without_purpose(prepared, checking.deadline);
        symbolic.session = session;
        while let Some(path) = search.next(&mut symbolic.session, &meter, |world| {
            let args: Vec<Value> = shapes.iter().map(|shape| world.holes.fresh(*shape)).collect();
            let mut machine = prepared.machine(world);
            let result =
                machine.call(&function, &args).returned().and_then(|result| machine.world.truth(&result));
            approximate |= world.approximate;
            let complete = matches!(result, Ok(_) | Err(Stop::Raise(_)));
            ((args, result), complete)
        }) {
            if path.put_off {
                continue;
            }
            paths += 1;
            let (args, result) = &path.result;
            if matches!(result, Ok(false) | Err(Stop::Raise(_))) {
                let model = symbolic.small_model(&path.conditions, &path.model);
                let data = symbolic.close(path.holes.clone(), args, &model);
                let values: Vec<Value> = data.iter().map(|datum| self.value(datum)).collect();
                if let Ok(Some(what)) = self.fails(&function, &values) {
                    let types = &self.model().program.types;
                    let arguments =
                        data.iter().map(|datum| lydian_ocaml::show_argument(datum, types)).collect();
                    return Answered::Refuted(Box::new(Counterexample {
                        initial: None,
                        way: Vec::new(),
                        state: None,
                        input: None,
                        arguments,
                        what,
                        in_all: None,
                    }));
                }
                search.lose(path.size);
            }
        }
        match (search.is_exhausted() && !approximate, paths) {
            (_, 0) => Answered::Vacuous,
            (true, _) => Answered::Proved { looked_at: paths },
            (false, _) if checking.is_late() => {
                Answered::Unknown { why: "the time was used up".into(), looked_at: paths }
            }
            (false, _) => Answered::Passed { looked_at: paths, depth: None },
        }
    }
}

fn passed(looked_at: u64, depth: Option<usize>) -> Answered {
    if looked_at == 0 { Answered::Vacuous } else { Answered::Passed { looked_at, depth } }
}

/// Whether something holds in an unknown state, with an unknown input where one matters.
fn symbolic_holds(
    running: &mut crate::symbolic::Running<'_, '_, '_, '_>,
    question: &Question,
    state: &Value,
) -> Result<(Option<Value>, bool), Stop> {
    match question {
        Question::Invariant => {
            let invariant = running.prepared.definition("invariant");
            Ok((None, running.holds(&invariant, std::slice::from_ref(state))?))
        }
        Question::Property(Property { name, scope: Scope::State }) => {
            let function = running.prepared.definition(name);
            Ok((None, running.holds(&function, std::slice::from_ref(state))?))
        }
        Question::Property(Property { name, .. }) => {
            let function = running.prepared.definition(name);
            let input = running.unknown_input();
            let holds = running.holds(&function, &[state.clone(), input.clone()])?;
            Ok((Some(input), holds))
        }
        Question::Deterministic | Question::Observable | Question::Total | Question::Implementable => {
            let input = running.unknown_input();
            let holds = match question {
                Question::Observable => running.shows_its_choices(state, &input)?,
                Question::Total => running.is_enabled(state, &input)?,
                Question::Deterministic => running.reaction_count(state, &input)? <= 1,
                _ => true,
            };
            Ok((Some(input), holds))
        }
    }
}
