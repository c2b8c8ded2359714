//! A flat specification: streams defined by primitive operators over each other, and one Core program that holds all
//! value functions. What comes out of this crate, and all that the interpreter and the generator know.
//!
//! Values at run time are Core values: `()` is `Value::Unit`; `Int`, `Bool`, `Float` and `String` are themselves; options
//! are those of OCaml; a record with two or more fields is a tuple in the order of [`crate::types::field_order`], a record
//! with one field is that field; lists, sets and maps are made by the prelude (see `crate::prelude`).

use std::sync::Arc;

use lydian_core::Program;

use crate::Files;
use crate::syntax::ast::{At, PragmaKind, Quantifier};
use crate::types::Type;

/// A stream, by its place in [`Spec::streams`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u32);

/// A value function or a constant, by its place in [`Spec::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A place in the source that coverage speaks of, by its place in [`Spec::points`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointId(pub u32);

/// A flat specification.
#[derive(Debug)]
pub struct Spec {
    /// All files that were read, for places.
    pub files: Arc<Files>,
    /// The streams. A stream refers to earlier ones, but for the first arguments of `last` and `delay`.
    pub streams: Vec<Stream>,
    /// The inputs, in the order of the source.
    pub inputs: Vec<Input>,
    /// The outputs, in the order of the source.
    pub outputs: Vec<Output>,
    /// The value functions and constants.
    pub functions: Vec<Function>,
    /// The Core program in which each function is the global of its name. Its integers are unbounded.
    pub program: Program,
    /// The OCaml text of that program without the prelude, for people.
    pub code: String,
    /// The points that instrumented functions note; empty without [`Options::instrument`].
    pub points: Vec<Point>,
    /// The assertions and goals of the author.
    pub constraints: Vec<Constraint>,
    /// How many digits times have after the point. A run counts in the smallest units that can be written.
    pub decimals: u32,
}

impl Spec {
    /// How many of the smallest units make one unit of time.
    pub fn ticks(&self) -> i64 {
        10i64.pow(self.decimals.min(MOST_DECIMALS))
    }
}

/// Times have at most this many digits after the point.
pub const MOST_DECIMALS: u32 = 9;

impl Spec {
    /// How sets and maps are represented in the program.
    pub fn collections(&self) -> Collections {
        // Only the prelude declares types.
        if self.program.types.get("tree").is_some() { Collections::Trees } else { Collections::Lists }
    }
}

/// A stream.
#[derive(Debug, Clone)]
pub struct Stream {
    /// How it is made.
    pub operator: Operator,
    /// The type of its events' values (not `Events[...]`).
    pub ty: Type,
    /// What the user calls it; of a part of an expression nothing.
    pub name: Option<Arc<str>>,
    /// The expression in the user's own files that it comes from: of a stream inside a library macro the call.
    pub at: At,
    /// Whether the operator itself is written in the user's files, and not inside the library.
    pub written: bool,
}

/// The primitive operators.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operator {
    /// An input, by its place in [`Spec::inputs`].
    Input(u32),
    /// No event.
    Nil,
    /// The stream, and the constant at time 0 if it has no event then. A constant stream is the default of `Nil`.
    Default(StreamId, FunctionId),
    /// The first, and the first event of the second if that is before the first event of the first.
    DefaultFrom(StreamId, StreamId),
    /// The times of the events.
    Time(StreamId),
    /// The value of the first strictly before each event of the second.
    Last(StreamId, StreamId),
    /// A timer: durations, resets.
    Delay(StreamId, StreamId),
    /// A function over options to an option, called when some argument has an event.
    Lift(Vec<StreamId>, FunctionId),
    /// A function over values, called when some argument has an event and all have had one.
    SignalLift(Vec<StreamId>, FunctionId),
    /// The leftmost event.
    Merge(Vec<StreamId>),
    /// The events of the first at which the second, as a signal, is true.
    Filter(StreamId, StreamId),
    /// The constant at each event of the stream.
    Const(FunctionId, StreamId),
}

/// An input stream.
#[derive(Debug, Clone)]
pub struct Input {
    /// Its name.
    pub name: Arc<str>,
    /// Its stream.
    pub stream: StreamId,
    /// How it is to be drawn: the name of an annotation of the library, such as `VisSignal`.
    pub drawn: Option<Arc<str>>,
    /// Where it is declared.
    pub at: At,
}

/// An output.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its name in traces.
    pub name: Arc<str>,
    /// Its stream.
    pub stream: StreamId,
    /// Whether only the value is written.
    pub raw: bool,
    /// How it is to be drawn: the name of an annotation of the library, such as `VisSignal`.
    pub drawn: Option<Arc<str>>,
    /// Where it is declared.
    pub at: At,
}

/// A value function (parameters) or a constant (none), monomorphic.
#[derive(Debug, Clone)]
pub struct Function {
    /// The name of the global in the program: a function of its parameters, curried; a constant is a function of `()`.
    pub global: Arc<str>,
    /// What it is called in the source, or a short text of it, for people.
    pub name: Arc<str>,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// The type of its result.
    pub result: Type,
    /// The primitive that the function is, if its body is just that: what an interpreter can do without a call.
    pub shortcut: Option<Shortcut>,
    /// The same function for arguments that are errors, if it does not always look at all of them (`if`, `&&`, `||`,
    /// lazy parameters): to be called instead of `global` exactly when some argument is an error. Without it such a call
    /// gives the error of the first argument that has one.
    pub tolerant: Option<Tolerant>,
    /// Where it is written.
    pub at: At,
}

/// A function some of whose parameters are suspensions: `Value::Lazy`, done with a value or raised with an exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tolerant {
    /// The name of the global.
    pub global: Arc<str>,
    /// Which parameters are suspensions; an error in any other parameter is the result.
    pub lazy: Vec<bool>,
}

/// A function whose body is one strict primitive of `Operators` on its parameters and constants, e.g. `x => x + 1`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shortcut {
    /// The primitive by its name in module `Operators`: `add`, `lt`, `not`, ...
    pub primitive: &'static str,
    /// Its arguments.
    pub operands: Vec<Operand>,
}

/// An argument of a shortcut.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A parameter, by its place.
    Parameter(usize),
    /// An integer.
    Int(lydian_term::Int),
    /// A floating-point number.
    Float(f64),
    /// A truth value.
    Bool(bool),
}

/// A place that coverage speaks of. One for each expansion of the code in which it stands.
#[derive(Debug, Clone)]
pub struct Point {
    /// What it is.
    pub kind: PointKind,
    /// Where, always in the user's own files.
    pub at: At,
    /// Its text.
    pub text: Arc<str>,
    /// The outputs, definitions and calls of macros through which it was reached, outermost first: tells expansions of one
    /// place apart.
    pub within: Vec<Arc<str>>,
}

/// What instrumented code notes with the primitive `note : int -> 'a -> unit` (number of the point, value).
#[derive(Debug, Clone, PartialEq)]
pub enum PointKind {
    /// The condition of an `if`; noted with its truth value after it is evaluated, before the branch.
    Decision(Condition),
    /// A largest expression with `&&`, `||` or `!` that is no condition of an `if`; noted with its value.
    Boolean(Condition),
    /// An operand of such a condition, or an inner `&&`, `||`, `!`; noted with its value whenever it is evaluated.
    Part,
    /// An ordering or equality of integers; noted with left minus right.
    Comparison(Comparison),
    /// An operation that can fail; noted with whether it does, before it does.
    Failure(FailureKind),
}

/// The comparisons of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the comparison of the same name")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// How an operation fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// `/` or `%` by zero.
    DivisionByZero,
    /// `getSome` of `None`.
    NoneHasNoValue,
    /// `Map.get` of a key that is not there.
    MissingKey,
    /// An index outside of a list, `head` of an empty one, and the like.
    OutsideOfList,
}

/// The structure of a condition over its parts.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// An operand: its point (of kind `Part`).
    Atom(PointId),
    /// Negation, with the point of the whole.
    Not(PointId, Box<Condition>),
    /// `&&`, with the point of the whole.
    And(PointId, Box<Condition>, Box<Condition>),
    /// `||`, with the point of the whole.
    Or(PointId, Box<Condition>, Box<Condition>),
}

/// An assertion or a goal of the author.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// Which of them.
    pub kind: PragmaKind,
    /// Never absent: a goal without a word has got one. `Exists` and `All` are on Boolean streams.
    pub quantifier: Quantifier,
    /// The stream.
    pub stream: StreamId,
    /// The expression as it is written.
    pub text: Arc<str>,
    /// Where.
    pub at: At,
}

/// How a specification is made flat.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether value functions note the points of coverage.
    pub instrument: bool,
    /// How sets and maps are represented.
    pub collections: Collections,
    /// How many digits times have after the point.
    pub decimals: u32,
    /// What one unit of time in traces is, e.g. `1 ms`, as `number` and unit; without it literals with units are errors.
    pub base_time: Option<(lydian_term::Int, crate::syntax::ast::TimeUnit)>,
}

/// How lists, sets and maps are represented in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Collections {
    /// Persistent trees: for running.
    #[default]
    Trees,
    /// Lists of OCaml, those of sets and maps ascending: for solving, where an unknown list needs no invariant beside its order.
    Lists,
}
