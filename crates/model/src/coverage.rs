//! Branches of a model: which of them a suite takes, and how the others can be taken.
//! In: a model and sequences of known inputs. Out: the branches of `step`, or of `pre` and `post`, and of all that they use,
//! each with what is known about it. A second program that notes its branches is run beside the model; the model itself
//! decides where a sequence goes.

mod reach;

use std::ops::Range;
use std::sync::Arc;

use lydian_conform::{InputId, Reactions, Specification, StateId};
use lydian_core::Value;
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_eval::Meter;
use lydian_ocaml::{Branch, instrument};
use rustc_hash::FxHashSet;

use crate::concrete::{Concrete, SharedBook, concretely, elements};
use crate::load::{Init, Model, Shape, load_with};
use crate::mutate::{Given, reaction};
use crate::prepare::{CALL, Prepared};

pub use reach::{Reachable, Reaching};

/// What is known about the branches of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BranchCoverage {
    /// The branches, in the order of the file.
    pub branches: Vec<CoveredBranch>,
}

/// A branch: an arm of a `match`, or a side of an `if`.
#[derive(Debug, Clone, PartialEq)]
pub struct CoveredBranch {
    /// Where it is in the file.
    pub span: Range<usize>,
    /// Its first words.
    pub text: String,
    /// Whether it was taken.
    pub hit: bool,
    /// How it can be taken, if it was not and that was asked.
    pub reachable: Option<Reachable>,
}

impl BranchCoverage {
    /// How many branches were taken.
    pub fn hits(&self) -> usize {
        self.branches.iter().filter(|branch| branch.hit).count()
    }

    /// The branches that were not taken.
    pub fn missed(&self) -> impl Iterator<Item = &CoveredBranch> {
        self.branches.iter().filter(|branch| !branch.hit)
    }
}

/// A model beside one that notes its branches.
#[derive(Debug)]
pub struct Covering<'m> {
    model: &'m Model,
    noting: Model,
    branches: Vec<Branch>,
}

/// States that are followed at once through one sequence.
const MOST_STATES: usize = 200;

impl<'m> Covering<'m> {
    /// Makes the model that notes its branches. `after` are the definitions that stand behind the file.
    pub fn new(model: &'m Model, after: &[Arc<Source>]) -> Result<Covering<'m>, Box<Diagnostic>> {
        let (source, branches) = instrument(&model.source, reaction(model));
        let (noting, faults) = load_with(&source, after);
        match noting {
            Some(noting) => Ok(Covering { model, noting, branches }),
            None => {
                let why = faults.into_iter().find(Diagnostic::is_error);
                let why = why.map_or_else(String::new, |fault| format!(": {}", fault.message));
                let span = Span::new(&model.source, 0..model.source.text.len().min(1));
                let message = format!("the branches of the model cannot be noted{why}");
                Err(Box::new(Diagnostic::error("not-a-model", span, message)))
            }
        }
    }

    /// The branches that sequences take.
    ///
    /// ```
    /// use lydian_model::{Covering, Given, load};
    /// let text = "type state = int type input = Up | Down type output = Is of int
    /// let init = 0
    /// let step n = function Up -> Some (Is n, n + 1) | Down -> if n = 0 then None else Some (Is n, n - 1)";
    /// let (model, _) = load(&lydian_diagnostic::Source::new("counter.ml", text));
    /// let model = model.expect("a model");
    /// let covering = Covering::new(&model, &[]).expect("branches");
    /// let coverage = covering.measure(&[]).expect("a run");
    /// assert_eq!((coverage.hits(), coverage.branches.len()), (0, 4));
    /// assert_eq!(coverage.branches[2].text, "if n = 0 then None");
    /// ```
    pub fn measure(&self, sequences: &[Given]) -> Result<BranchCoverage, Box<Diagnostic>> {
        let hits = self.beside(|beside| {
            sequences.iter().for_each(|given| beside.sequence(given));
            std::mem::take(&mut beside.hits)
        })?;
        let branches = self.branches.iter().enumerate().map(|(number, branch)| CoveredBranch {
            span: branch.span.clone(),
            text: branch.text.clone(),
            hit: hits.contains(&number),
            reachable: None,
        });
        Ok(BranchCoverage { branches: branches.collect() })
    }

    /// Runs something with both models.
    fn beside<R>(&self, body: impl FnOnce(&mut Beside<'_, '_, '_, '_>) -> R) -> Result<R, Box<Diagnostic>> {
        let (prepared, noting) = (Prepared::new(self.model)?, Prepared::new(&self.noting)?);
        Ok(noting.concretely(|world| {
            let mut machine = noting.machine(world);
            let mut note = |function: &str, args: &[Value]| {
                machine.world.notes.clear();
                machine.world.meter = Meter::new(CALL);
                // An exception is no reason to forget what led to it.
                let _ = machine.call(&noting.definition(function), args);
                std::mem::take(&mut machine.world.notes)
            };
            concretely(&prepared, &SharedBook::default(), |model| {
                let usual = match self.model.init {
                    Init::Where => None,
                    Init::One | Init::Several => model.initial().ok(),
                };
                let (done, hits) = (FxHashSet::default(), FxHashSet::default());
                body(&mut Beside { model, note: &mut note, usual, done, hits })
            })
        }))
    }
}

/// A function that calls another one by its name, and gives what that one notes.
type Note<'n> = dyn FnMut(&str, &[Value]) -> Vec<(i64, Value)> + 'n;

/// A model and the program that notes its branches.
struct Beside<'b, 'i, 'w, 'v> {
    model: &'b mut Concrete<'i, 'w, 'v>,
    note: &'b mut Note<'b>,
    /// Where the model starts, if it lists its initial states.
    usual: Option<Vec<StateId>>,
    /// Reactions whose branches are known already.
    done: FxHashSet<(StateId, InputId)>,
    /// Branches that were taken.
    hits: FxHashSet<usize>,
}

impl Beside<'_, '_, '_, '_> {
    fn call(&mut self, function: &str, args: &[Value]) {
        let notes = (self.note)(function, args);
        self.hits.extend(notes.iter().filter_map(|(number, _)| usize::try_from(*number).ok()));
    }

    /// Takes the branches of a sequence, along all answers that the model allows.
    fn sequence(&mut self, given: &Given) {
        let mut states = match (&given.initial, &self.usual) {
            (Some(initial), _) => {
                let value = self.model.value(initial);
                self.model.intern_state(&value).into_iter().collect()
            }
            (None, Some(usual)) => usual.clone(),
            (None, None) => Vec::new(),
        };
        for input in &given.inputs {
            let value = self.model.value(input);
            let Ok(input) = self.model.intern_input(&value) else { return };
            let mut next = Vec::new();
            for state in states {
                for target in self.reaction(state, input) {
                    if !next.contains(&target) && next.len() < MOST_STATES {
                        next.push(target);
                    }
                }
            }
            states = next;
        }
    }

    /// Takes the branches of what may come of an input, and gives the states after it.
    fn reaction(&mut self, state: StateId, input: InputId) -> Vec<StateId> {
        let edges = match self.model.reactions(state, input) {
            Ok(reactions) => reactions.listed().to_vec(),
            Err(_) => Vec::new(),
        };
        if self.done.insert((state, input)) {
            let args = [self.model.state_value(state), self.model.input_value(input)];
            let answers: Vec<(Value, Value)> = edges
                .iter()
                .map(|edge| (self.model.answer_value(edge.answer), self.model.state_value(edge.target)))
                .collect();
            self.take(&args, &answers);
        }
        edges.into_iter().map(|edge| edge.target).collect()
    }

    /// Whether the branches of a reaction are all that there are: no answer was left out, allowed or not.
    fn is_settled(&mut self, state: StateId, input: InputId) -> bool {
        let model = self.model.model();
        // States that only count as equal may take other branches.
        let is_function = matches!(model.shape, Shape::Partial | Shape::Choices) && !model.extras.equal;
        // An exception of the model is the end of the sequence, and its branches are known.
        is_function && !matches!(self.model.reactions(state, input), Ok(Reactions::Some(_)))
    }

    fn take(&mut self, args: &[Value; 2], answers: &[(Value, Value)]) {
        let [state, input] = args.clone();
        match self.model.model().shape {
            Shape::Partial | Shape::Choices => self.call("step", args),
            Shape::Answers => {
                if self.model.model().extras.enabled {
                    self.call("enabled", args);
                }
                for (answer, _) in answers {
                    self.call("step", &[state.clone(), input.clone(), answer.clone()]);
                }
            }
            Shape::PrePost => {
                self.call("pre", args);
                for (answer, next) in answers {
                    for output in elements(answer) {
                        self.call("post", &[state.clone(), input.clone(), output, next.clone()]);
                    }
                }
            }
        }
    }
}
