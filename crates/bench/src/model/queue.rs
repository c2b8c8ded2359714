//! The priority queue in Rust, right and with each mistake of `examples/models/queue/mutants`, and as a system under test.
//! An element goes before the first larger one. What a system answers is looked up by value, so that an answer costs little.

use std::collections::VecDeque;

use lydian_conform::{AnswerId, InputId, Observed, StateId, System};
use lydian_core::{ConId, Value};
use lydian_model::{Concrete, SharedBook, Startable};
use rustc_hash::FxHashMap;

/// An input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    Init,
    Reset,
    In(i64),
    Out,
    Size,
    Sum,
}

/// An output; an answer is one or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Output {
    El(i64),
    Int(i64),
}

/// What is wrong with a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mistake {
    Nothing,
    BackToNew,
    Capacity,
    DuplicateAtEnd,
    DuplicateAtFront,
    DuplicateCutsTail,
    DuplicateDoubled,
    DuplicateDropped,
    Equivalent,
    Fifo,
    ImplicitInit,
    Stack,
}

/// A queue; without elements it is not there yet.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    elements: Option<VecDeque<i64>>,
    mistake: Mistake,
}

impl Queue {
    /// A queue that is not there yet.
    pub(super) fn new(mistake: Mistake) -> Queue {
        Queue { elements: None, mistake }
    }

    /// Takes an input.
    pub(super) fn step(&mut self, input: Input) -> Option<Output> {
        let Some(elements) = &mut self.elements else {
            match input {
                Input::Init => self.elements = Some(VecDeque::new()),
                Input::In(element) if self.mistake == Mistake::ImplicitInit => {
                    self.elements = Some([element].into());
                }
                Input::Size => return Some(Output::Int(0)),
                Input::Sum => return Some(Output::El(0)),
                _ => {}
            }
            return None;
        };
        match input {
            Input::Init => None,
            Input::Reset => {
                self.elements = None;
                None
            }
            Input::In(element) => {
                insert(elements, element, self.mistake);
                None
            }
            Input::Out => {
                let first = elements.pop_front()?;
                if elements.is_empty() && self.mistake == Mistake::BackToNew {
                    self.elements = None;
                }
                Some(Output::El(first))
            }
            Input::Size => Some(Output::Int(elements.len() as i64)),
            Input::Sum => Some(Output::El(elements.iter().sum())),
        }
    }
}

fn insert(elements: &mut VecDeque<i64>, element: i64, mistake: Mistake) {
    let end = elements.len();
    let place = match mistake {
        Mistake::Capacity if end >= 25 => return,
        Mistake::Fifo => end,
        Mistake::Stack => 0,
        Mistake::DuplicateAtFront if elements.contains(&element) => 0,
        Mistake::Equivalent => elements.iter().position(|other| element <= *other).unwrap_or(end),
        Mistake::DuplicateAtEnd
        | Mistake::DuplicateCutsTail
        | Mistake::DuplicateDoubled
        | Mistake::DuplicateDropped => {
            let place = elements.iter().position(|other| element <= *other).unwrap_or(end);
            if elements.get(place) == Some(&element) {
                return insert_again(elements, element, place, mistake);
            }
            place
        }
        _ => elements.iter().position(|other| element < *other).unwrap_or(end),
    };
    elements.insert(place, element);
}

/// Inserts an element that stands at a place already.
fn insert_again(elements: &mut VecDeque<i64>, element: i64, place: usize, mistake: Mistake) {
    match mistake {
        Mistake::DuplicateAtEnd => elements.push_back(element),
        Mistake::DuplicateCutsTail => elements.truncate(place + 1),
        Mistake::DuplicateDoubled => {
            elements.insert(place, element);
            elements.insert(place, element);
        }
        _ => {}
    }
}

/// A queue as a system under test.
pub(super) struct InProcess {
    queue: Queue,
    /// Inputs by number.
    inputs: Vec<Option<Input>>,
    answers: FxHashMap<Option<Output>, AnswerId>,
    book: SharedBook,
}

impl InProcess {
    /// A queue that understands the inputs of a model.
    pub(super) fn new(
        mistake: Mistake,
        spec: &Concrete<'_, '_, '_>,
        alphabet: &[InputId],
    ) -> Result<InProcess, String> {
        let mut inputs = Vec::new();
        for input in alphabet {
            let place = input.0 as usize;
            inputs.resize(inputs.len().max(place + 1), None);
            inputs[place] = Some(read(&spec.show_input(*input))?);
        }
        let book = spec.book().clone();
        Ok(InProcess { queue: Queue::new(mistake), inputs, answers: FxHashMap::default(), book })
    }

    /// What an input is to the queue.
    pub(super) fn input(&self, input: InputId) -> Option<Input> {
        self.inputs.get(input.0 as usize).copied().flatten()
    }

    /// The number of an answer that was not given before.
    fn number(&self, answer: Option<Output>) -> Result<AnswerId, String> {
        let value = |name: &str, int: i64| Value::construct(ConId::intern("output", name), [Value::Int(int)]);
        let output = answer.map(|output| match output {
            Output::El(int) => value("El", int),
            Output::Int(int) => value("Int", int),
        });
        let number = self.book.borrow_mut().answers.intern(&Value::list(output));
        number.map(AnswerId).map_err(|fault| fault.0.to_owned())
    }
}

impl System for InProcess {
    fn reset(&mut self) -> Result<(), String> {
        self.queue.elements = None;
        Ok(())
    }

    fn step(&mut self, input: InputId) -> Observed {
        let Some(input) = self.input(input) else { return Observed::Refused };
        let answer = self.queue.step(input);
        if let Some(known) = self.answers.get(&answer) {
            return Observed::Answer(*known);
        }
        match self.number(answer) {
            Ok(number) => {
                self.answers.insert(answer, number);
                Observed::Answer(number)
            }
            Err(why) => Observed::Broken(why),
        }
    }
}

impl Startable for InProcess {
    fn start_in(&mut self, _: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String> {
        match state {
            None => Ok(()),
            Some(_) => Err("the queue starts by itself".into()),
        }
    }
}

/// An input in OCaml's notation.
fn read(text: &str) -> Result<Input, String> {
    Ok(match text {
        "Init" => Input::Init,
        "Reset" => Input::Reset,
        "Out" => Input::Out,
        "Size" => Input::Size,
        "Sum" => Input::Sum,
        _ => {
            let number = text.strip_prefix("In ").and_then(|number| number.parse().ok());
            Input::In(number.ok_or_else(|| format!("the queue does not know `{text}`"))?)
        }
    })
}
