//! A specification ready to run, and calls of its value functions.
//!
//! An erroneous value is a hole of a type that nothing is known about: passing it on is free, and the evaluator stops
//! where anything looks at it. A function over values with an erroneous argument gives that error, unless it says which
//! arguments it does not always look at; a function over options may find out that there is an event without looking
//! at its value. Nothing is checked on the way of values that are right.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_core::{ConId, Datum, HoleId, IntMode, LazyState, ShapeId, Type, Value};
use lydian_diagnostic::Diagnostic;
use lydian_eval::{Extent, Limits, Machine, Outcome, Ready, Resource, Stop};
use lydian_tessla::spec::{FunctionId, Spec};
use rustc_hash::FxHashMap;

use super::interpreter::Interpreter;
use super::native::Native;
use super::plan::{Plan, Ways};
use super::specialise::{Argument, Over, Specialist, Tree};
use super::{Failure, Observe};

/// The limits of one call of a value function.
const CALL: Limits = Limits { steps: 10_000_000, stack: 1_000_000, words: 50_000_000 };

/// More different failures than this are not told apart: memory stays bounded however many there are.
const MOST_FAILURES: usize = 4096;

/// The type of erroneous values: one that no program declares.
const ERRONEOUS: &str = "an erroneous value";

/// A specification that is compiled and whose definitions have run.
pub struct Prepared {
    pub(super) plan: Plan,
    ready: Ready,
    functions: Vec<Callee>,
    /// What one call of a value function may cost.
    limits: Limits,
}

/// A value function.
struct Callee {
    function: Value,
    /// The same for arguments that may be erroneous, and which of them are suspensions.
    tolerant: Option<(Value, Vec<bool>)>,
}

impl Prepared {
    /// Compiles a specification.
    pub fn new(spec: &Spec) -> Result<Prepared, Diagnostic> {
        // A tree would not note what instrumented code notes.
        let ways = if spec.points.is_empty() { Ways::Short } else { Ways::Called };
        Prepared::with_plan(spec, Plan::new(spec, ways))
    }

    /// The same without the short ways: every function is called each time. Results are the same; this is for comparing.
    pub fn plain(spec: &Spec) -> Result<Prepared, Diagnostic> {
        Prepared::with_plan(spec, Plan::new(spec, Ways::Plain))
    }

    fn with_plan(spec: &Spec, plan: Result<Plan, String>) -> Result<Prepared, Diagnostic> {
        let broken = |why: String| Diagnostic::without_place("definition-fails", why);
        let plan = plan.map_err(broken)?;
        let ready = made_ready(spec, CALL).map_err(broken)?;
        let find = |name: &str| {
            let found = ready.value(0, name).cloned();
            found.ok_or_else(|| broken(format!("the function `{name}` is not defined")))
        };
        let mut functions = Vec::with_capacity(spec.functions.len());
        for function in &spec.functions {
            let tolerant = match &function.tolerant {
                Some(tolerant) => Some((find(&tolerant.global)?, tolerant.lazy.clone())),
                None => None,
            };
            functions.push(Callee { function: find(&function.global)?, tolerant });
        }
        Ok(Prepared { plan, ready, functions, limits: CALL })
    }

    /// The same with less work for each call: a run in which one takes more fails.
    pub(crate) fn within(self, steps: u64) -> Prepared {
        Prepared { limits: Limits { steps, ..CALL }, ..self }
    }

    /// Makes a run and hands it to `body`.
    pub fn run<R>(&self, observe: Observe, body: impl FnOnce(&mut Interpreter<'_, '_, '_>) -> R) -> R {
        self.ready.concretely(0, self.limits, |world| {
            let shape = world.universe.shapes.intern(&Type::Named(ERRONEOUS.into(), [].into()));
            let calls = Calls {
                machine: self.ready.machine(world),
                prepared: self,
                specialist: None,
                functions: &self.functions,
                shape,
                failures: Vec::new(),
                known: FxHashMap::default(),
            };
            body(&mut Interpreter::new(&self.plan, calls, observe))
        })
    }
}

/// The program of a specification, ready to run; the text says what is wrong with it.
pub(crate) fn made_ready(spec: &Spec, limits: Limits) -> Result<Ready, String> {
    let ready = Ready::new(IntMode::Unbounded, &[&spec.program], Extent::All(limits));
    // What TeSSLa's own operators raise has no arguments that a user wrote.
    let show = |exception: &Datum| match exception {
        Datum::Construct(con, ..) => con.name().to_owned(),
        _ => "an exception".to_owned(),
    };
    ready.map_err(|unready| format!("the value functions cannot be made ready: {}", unready.explain(show)))
}

/// Calls value functions, and keeps the reasons of erroneous values.
pub(super) struct Calls<'i, 'w, 'v> {
    machine: Machine<'i, 'w, 'v>,
    prepared: &'i Prepared,
    /// Who makes trees of functions; there is one when the first is made.
    specialist: Option<Specialist<'i>>,
    functions: &'i [Callee],
    shape: ShapeId,
    /// The reasons, by the number of the hole.
    failures: Vec<Failure>,
    known: FxHashMap<Failure, Value>,
}

impl Calls<'_, '_, '_> {
    /// What value functions have noted.
    pub(super) fn take_notes(&mut self) -> Vec<(i64, Value)> {
        std::mem::take(&mut self.machine.world.notes)
    }

    /// Calls a function that takes its arguments as they are; what fails gives an erroneous value.
    pub(super) fn call(&mut self, function: u32, args: &[Value]) -> Value {
        if args.iter().any(is_erroneous) {
            return self.call_with_errors(function, args);
        }
        self.refill();
        match self.machine.call(&self.functions[function as usize].function, args) {
            Outcome::Returned(value) => value,
            other => self.failed(function, ending(other)),
        }
    }

    /// Calls a function over options, whose arguments may be options of erroneous values.
    pub(super) fn call_with_options(&mut self, function: u32, args: &[Value]) -> Value {
        self.refill();
        let outcome = self.machine.call(&self.functions[function as usize].function, args);
        let Some(error) = args.iter().find_map(erroneous_content) else {
            return match outcome {
                Outcome::Returned(value) => value,
                other => self.failed(function, ending(other)),
            };
        };
        match outcome {
            Outcome::Returned(value) if contains_hole(&value) => {
                // The option of an erroneous value is an event that carries it.
                if erroneous_content(&value).is_some() { value } else { error.clone() }
            }
            Outcome::Returned(value) => value,
            Outcome::Unsupported(_) | Outcome::Cut => error.clone(),
            other => self.failed(function, ending(other)),
        }
    }

    /// An erroneous argument is the result, unless the function may pass over it.
    #[cold]
    fn call_with_errors(&mut self, function: u32, args: &[Value]) -> Value {
        let callee = &self.functions[function as usize];
        let lazy =
            |place: usize| callee.tolerant.as_ref().is_some_and(|(_, lazy)| lazy.get(place) == Some(&true));
        let needed = args.iter().enumerate().find(|(place, arg)| is_erroneous(arg) && !lazy(*place));
        if let Some((_, error)) = needed {
            return error.clone();
        }
        let Some((tolerant, _)) = &callee.tolerant else { return Value::Unit };
        let mut raised = Vec::new();
        let mut given = Vec::with_capacity(args.len());
        for (place, arg) in args.iter().enumerate() {
            given.push(match self.failure(arg) {
                _ if !lazy(place) => arg.clone(),
                None => suspension(LazyState::Done(arg.clone())),
                Some(failure) => {
                    let exception = Value::construct(ConId::FAILURE, [Value::str(failure.message.clone())]);
                    raised.push((exception.clone(), arg));
                    suspension(LazyState::Raised(exception))
                }
            });
        }
        self.refill();
        match self.machine.call(tolerant, &given) {
            Outcome::Returned(value) => value,
            Outcome::Raised(exception) => {
                let same = |(known, _): &&(Value, &Value)| match (known, &exception) {
                    (Value::Block(known), Value::Block(exception)) => Rc::ptr_eq(known, exception),
                    _ => false,
                };
                match raised.iter().find(same) {
                    Some((_, error)) => (*error).clone(),
                    None => self.failed(function, ending(Outcome::Raised(exception))),
                }
            }
            other => self.failed(function, ending(other)),
        }
    }

    /// The tree of a function on arguments of which that much is known.
    #[cold]
    pub(super) fn tree(&mut self, function: u32, arguments: &[Argument], over: Over) -> Option<Tree> {
        let prepared = self.prepared;
        let new = || Specialist::new(&prepared.ready);
        let specialist = self.specialist.get_or_insert_with(new);
        specialist.tree(&self.functions[function as usize].function, arguments, over)
    }

    /// Does a primitive; what fails gives an erroneous value.
    #[inline]
    pub(super) fn native(&mut self, function: u32, native: Native, a: &Value, b: &Value) -> Value {
        self.refill();
        match native(self.machine.world, a, b) {
            Ok(value) => value,
            Err(stop) => self.native_failed(function, stop, a, b),
        }
    }

    #[cold]
    fn native_failed(&mut self, function: u32, stop: Stop, a: &Value, b: &Value) -> Value {
        if let Some(error) = [a, b].into_iter().find(|value| is_erroneous(value)) {
            return error.clone();
        }
        let outcome = match stop {
            Stop::Raise(exception) => Outcome::Raised(exception),
            Stop::Exhausted(resource) => Outcome::Exhausted(resource),
            Stop::Cut => Outcome::Cut,
            Stop::Unsupported(why) => Outcome::Unsupported(why),
        };
        self.failed(function, ending(outcome))
    }

    /// The limits are those of one call.
    #[inline]
    fn refill(&mut self) {
        self.machine.world.meter.steps = 0;
        self.machine.world.meter.words = 0;
    }

    /// The erroneous value of a failure.
    fn failed(&mut self, function: u32, message: String) -> Value {
        self.erroneous(Failure { message, function: Some(FunctionId(function)) })
    }

    /// An erroneous value that no function made.
    pub(super) fn wrong(&mut self, message: String) -> Value {
        self.erroneous(Failure { message, function: None })
    }

    fn erroneous(&mut self, mut failure: Failure) -> Value {
        if let Some(known) = self.known.get(&failure) {
            return known.clone();
        }
        if self.failures.len() >= MOST_FAILURES {
            failure = Failure { message: "the computation fails".into(), function: None };
            if let Some(known) = self.known.get(&failure) {
                return known.clone();
            }
        }
        let value = self.machine.world.holes.fresh(self.shape);
        self.failures.push(failure.clone());
        self.known.insert(failure, value.clone());
        value
    }

    /// Why a value is erroneous, if it is.
    #[inline]
    pub(super) fn failure<'s>(&'s self, value: &Value) -> Option<&'s Failure> {
        match value {
            Value::Hole(HoleId(number)) => self.failures.get(*number as usize),
            _ => None,
        }
    }
}

/// Whether a value is erroneous.
#[inline]
pub(super) fn is_erroneous(value: &Value) -> bool {
    matches!(value, Value::Hole(_))
}

/// The erroneous value that an option holds.
fn erroneous_content(value: &Value) -> Option<&Value> {
    match value {
        Value::Block(block) if block.con == ConId::SOME => {
            block.fields.first().filter(|part| is_erroneous(part))
        }
        _ => None,
    }
}

fn suspension(state: LazyState) -> Value {
    Value::Lazy(Rc::new(RefCell::new(state)))
}

/// Whether any part of a value is a hole. Values nest at most as deeply as the limits of calls allow.
fn contains_hole(value: &Value) -> bool {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        match value {
            Value::Hole(_) => return true,
            Value::Block(block) => work.extend(&block.fields),
            Value::Tree(tree) => work.extend(tree.entries().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    false
}

/// What to tell of a call that did not return.
fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Raised(exception) => raised(&exception),
        Outcome::Exhausted(resource) => match resource {
            Resource::Steps | Resource::Time => "The computation took too many steps".into(),
            Resource::Stack => "The recursion is too deep".into(),
            Resource::Words => "The computation took too much memory".into(),
        },
        Outcome::Unsupported(why) => format!("Not supported: {why}"),
        Outcome::Cut | Outcome::Returned(_) => "The value is not known".into(),
    }
}

fn raised(exception: &Value) -> String {
    match exception {
        Value::Constant(ConId::DIVISION_BY_ZERO) => "Division by zero".into(),
        Value::Constant(con) => con.name().to_owned(),
        Value::Block(block) => match block.fields.first().and_then(Value::as_known_str) {
            Some(message) => String::from_utf8_lossy(message).into_owned(),
            None => block.con.name().to_owned(),
        },
        _ => "The computation fails".into(),
    }
}
