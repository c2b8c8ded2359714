//! Value functions that are called often become decision trees over their arguments.
//!
//! The evaluator itself runs the function on unknown integers and truth values, once for each way through it; what it asks
//! becomes the tests of a tree, and the terms that it returns become the leaves. A way that cannot be followed so (another
//! type is looked at, an exception, a limit) ends in a leaf that says to call the function, and so does every number that
//! leaves 64 bits while a leaf is computed: a tree gives the result of the call, or none.

use lydian_core::{ConId, IntMode, Type, Value};
use lydian_eval::{Cut, Decider, Limits, Meter, Outcome, Ready, Universe, World};
use lydian_term::{Constant, TermId, Terms};

use super::code::{Code, Coder};

/// The limits of one way through a function: longer ones are not worth it.
const WAY: Limits = Limits { steps: 10_000, stack: 10_000, words: 100_000 };
/// The most ways through a function.
const MOST_WAYS: usize = 64;
/// The most tests on a way.
const DEEPEST: usize = 16;

/// What is known of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument {
    /// `None`.
    Absent,
    /// An integer.
    Int,
    /// A truth value.
    Bool,
    /// A value of another type.
    Other,
}

/// How a function takes its arguments and gives its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// As they are.
    Values,
    /// As options.
    Options,
}

/// What a function does.
#[derive(Debug)]
pub(super) enum Tree {
    /// A condition on the arguments, and what is done if it holds and if it does not.
    Test(Code, Box<[Tree; 2]>),
    /// There is no event.
    NoEvent,
    /// The value of an argument.
    Argument(usize),
    /// A constant.
    Constant(Value),
    /// An integer.
    Int(Code),
    /// A truth value.
    Bool(Code),
    /// What only a call can tell.
    Call,
}

impl Tree {
    /// The result on arguments, of which none is erroneous; nothing if the function is to be called. The result is no
    /// event or its value.
    #[inline]
    pub(super) fn run<'v>(&'v self, argument: &impl Fn(usize) -> &'v Value) -> Option<Option<Value>> {
        let mut tree = self;
        loop {
            return match tree {
                Tree::Test(condition, sides) => {
                    tree = if condition.bool(argument)? { &sides[0] } else { &sides[1] };
                    continue;
                }
                Tree::NoEvent => Some(None),
                Tree::Argument(place) => Some(Some(argument(*place).clone())),
                Tree::Constant(value) => Some(Some(value.clone())),
                Tree::Int(code) => Some(Some(Value::Int(code.int(argument)?))),
                Tree::Bool(code) => Some(Some(Value::Bool(code.bool(argument)?))),
                Tree::Call => None,
            };
        }
    }

    fn is_worth_it(&self) -> bool {
        match self {
            Tree::Test(_, sides) => sides.iter().any(Tree::is_worth_it),
            Tree::Call => false,
            _ => true,
        }
    }
}

/// Makes trees of functions.
pub(super) struct Specialist<'i> {
    ready: &'i Ready,
    terms: Terms,
    universe: Universe,
}

impl<'i> Specialist<'i> {
    /// A specialist for the functions of a program.
    pub(super) fn new(ready: &'i Ready) -> Specialist<'i> {
        Specialist { ready, terms: Terms::new(), universe: ready.universe(0) }
    }

    /// The tree of a function on arguments of which that much is known; nothing if it would only call.
    pub(super) fn tree(&mut self, function: &Value, arguments: &[Argument], over: Over) -> Option<Tree> {
        let mut ways = Ways { specialist: self, function, arguments, over, left: MOST_WAYS };
        let tree = ways.follow(&mut Vec::new());
        Some(tree).filter(Tree::is_worth_it)
    }
}

/// The ways through one function.
struct Ways<'s, 'i> {
    specialist: &'s mut Specialist<'i>,
    function: &'s Value,
    arguments: &'s [Argument],
    over: Over,
    left: usize,
}

impl Ways<'_, '_> {
    /// The tree of what happens after these answers.
    fn follow(&mut self, answers: &mut Vec<bool>) -> Tree {
        if self.left == 0 || answers.len() > DEEPEST {
            return Tree::Call;
        }
        self.left -= 1;
        let (asked, leaf) = self.walk(answers);
        let Some(condition) = asked else { return leaf };
        let coder = Coder { terms: &self.specialist.terms, arguments: self.arguments.len() };
        let Some(condition) = coder.code(condition) else { return Tree::Call };
        let mut side = |answer: bool| {
            answers.push(answer);
            let tree = self.follow(answers);
            answers.pop();
            tree
        };
        let sides = Box::new([side(true), side(false)]);
        Tree::Test(condition, sides)
    }

    /// Runs the function with these answers: the condition that it asks about after them, or what it gives.
    fn walk(&mut self, answers: &[bool]) -> (Option<TermId>, Tree) {
        let specialist = &mut *self.specialist;
        let mut script = Script { answers, given: 0, asked: None };
        let (terms, universe) = (&mut specialist.terms, &mut specialist.universe);
        let mut world = World::new(terms, universe, &mut script, Meter::new(WAY), IntMode::Unbounded);
        let arguments: Vec<Value> =
            self.arguments.iter().map(|argument| unknown(&mut world, *argument, self.over)).collect();
        let outcome = specialist.ready.machine(&mut world).call(self.function, &arguments);
        let asked = script.asked;
        let leaf = match outcome {
            Outcome::Returned(value) => leaf(&specialist.terms, self.arguments.len(), value, self.over),
            _ => Tree::Call,
        };
        (asked, leaf)
    }
}

/// An unknown argument. The place of an argument is the number of its hole: absent ones use one up too.
fn unknown(world: &mut World<'_>, argument: Argument, over: Over) -> Value {
    let ty = match argument {
        Argument::Int => Type::Int,
        Argument::Bool => Type::Bool,
        // Looking at a value of a type that is not declared ends the run.
        Argument::Absent | Argument::Other => Type::Named("a value that is not looked at".into(), [].into()),
    };
    let shape = world.universe.shapes.intern(&ty);
    let hole = world.holes.fresh(shape);
    match (over, argument) {
        (Over::Options, Argument::Absent) => Value::Constant(ConId::NONE),
        (Over::Options, _) => Value::construct(ConId::SOME, [hole]),
        (Over::Values, _) => hole,
    }
}

fn leaf(terms: &Terms, arguments: usize, value: Value, over: Over) -> Tree {
    let value = match (over, value) {
        (Over::Values, value) => value,
        (Over::Options, Value::Constant(ConId::NONE)) => return Tree::NoEvent,
        (Over::Options, Value::Block(block)) if block.con == ConId::SOME => block.fields[0].clone(),
        (Over::Options, _) => return Tree::Call,
    };
    let coder = Coder { terms, arguments };
    match value {
        Value::Hole(hole) if (hole.0 as usize) < arguments => Tree::Argument(hole.0 as usize),
        Value::SymInt(term) => coder.code(term).map_or(Tree::Call, Tree::Int),
        Value::SymBool(term) => coder.code(term).map_or(Tree::Call, Tree::Bool),
        Value::Unit | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Constant(_) => {
            Tree::Constant(value)
        }
        text if text.as_known_str().is_some() => Tree::Constant(text),
        _ => Tree::Call,
    }
}

/// Gives the answers of a way, and ends the run at the first question after them.
struct Script<'s> {
    answers: &'s [bool],
    given: usize,
    asked: Option<TermId>,
}

impl Decider for Script<'_> {
    fn branch(&mut self, _: &mut Terms, condition: TermId) -> Result<bool, Cut> {
        match self.answers.get(self.given) {
            Some(answer) => {
                self.given += 1;
                Ok(*answer)
            }
            None => {
                self.asked = Some(condition);
                Err(Cut)
            }
        }
    }

    fn choose(&mut self, _: &[u32]) -> Result<usize, Cut> {
        Err(Cut)
    }

    fn propose(&mut self, _: &mut Terms, _: TermId) -> Result<Constant, Cut> {
        Err(Cut)
    }
}
