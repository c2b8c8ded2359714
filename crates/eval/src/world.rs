//! What a run can see and change beside its stack: terms, unknowns, the decider, the meter, captured output.
//! Primitives get a `World` and their arguments; helpers here turn an unknown into what a primitive needs.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use lydian_core::{ConId, HoleId, IntMode, Text, TypeTable, Value};
use lydian_term::{Constant, Int, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::branches::Branches;
use crate::builtins;
use crate::decide::{Cut, Decider};
use crate::meter::{Meter, Resource};
use crate::output::Output;
use crate::unknown::{Holes, Universe};
use crate::watch::Watch;

/// Why a computation ends without a value.
#[derive(Debug, Clone)]
pub enum Stop {
    /// An exception.
    Raise(Value),
    /// A limit was reached.
    Exhausted(Resource),
    /// The decider gave up the run.
    Cut,
    /// The program needs what the evaluator does not have; the text says what.
    Unsupported(String),
}

impl From<Resource> for Stop {
    fn from(resource: Resource) -> Stop {
        Stop::Exhausted(resource)
    }
}

impl From<Cut> for Stop {
    fn from(_: Cut) -> Stop {
        Stop::Cut
    }
}

/// The surroundings of a run.
pub struct World<'w> {
    /// The arena of terms.
    pub terms: &'w mut Terms,
    /// The unknown parts of the input.
    pub holes: Holes,
    /// The types that unknowns can have.
    pub universe: &'w mut Universe,
    /// Who answers questions.
    pub decider: &'w mut dyn Decider,
    /// What was used.
    pub meter: Meter,
    /// What the program printed.
    pub output: Output,
    /// What integers are.
    pub int_mode: IntMode,
    /// The declarations of the program that runs, if they are not those of the universe: two programs can declare the
    /// constructors of a type in different orders, and comparison goes by the order.
    pub declarations: Option<Rc<TypeTable>>,
    /// The order in which comparison and hashing take the fields of records, where the program that runs has another order than the
    /// universe: for each constructor the places of the fields.
    pub field_orders: Option<Rc<FieldOrders>>,
    /// Whether an unknown was decided among some of its values only: floating-point numbers, functions, exceptions.
    /// Then even a search that tries every alternative has not tried every input.
    pub approximate: bool,
    /// Whether an unknown was settled on one of its values: the others are other paths.
    pub has_settled: bool,
    /// Looks at the results of integer arithmetic, if there is one.
    pub watch: Option<Watch>,
    /// Whether integers of 32 and 64 bits are as large as memory allows, too: to see whether it is their range that tells programs apart.
    pub sized_unbounded: bool,
    /// How floating-point numbers compare where rounding decides it, if not as they are: to see whether that tells programs apart.
    pub close_calls: Option<Ordering>,
    /// Whether a quotient of two unknowns stays a term; otherwise the divisor is settled on one value at a time.
    pub keep_quotients: bool,
    /// What the program has noted with the primitive `note`, in order: the coverage of a run.
    pub notes: Vec<(i64, Value)>,
    /// The branches that the run takes, if somebody wants to know.
    pub branches: Option<Box<Branches>>,
    /// State of library modules that primitives keep (the random generator), by primitive.
    pub random_state: [u64; 4],
}

/// For each constructor the places of its fields in another order.
pub type FieldOrders = FxHashMap<ConId, Vec<usize>>;

impl<'w> World<'w> {
    /// A world without unknowns yet.
    pub fn new(
        terms: &'w mut Terms,
        universe: &'w mut Universe,
        decider: &'w mut dyn Decider,
        meter: Meter,
        int_mode: IntMode,
    ) -> World<'w> {
        World {
            terms,
            holes: Holes::default(),
            universe,
            decider,
            meter,
            output: Output::default(),
            int_mode,
            declarations: None,
            field_orders: None,
            approximate: false,
            has_settled: false,
            watch: None,
            sized_unbounded: false,
            close_calls: None,
            keep_quotients: false,
            notes: Vec::new(),
            branches: None,
            random_state: [0; 4],
        }
    }

    /// Two floating-point numbers that the program compares, as they are to be compared.
    pub(crate) fn compared(&mut self, x: f64, y: f64) -> (f64, f64) {
        let is_close = self.watch.as_mut().is_some_and(|watch| watch.is_close_call(x, y));
        match self.close_calls.filter(|_| is_close) {
            Some(Ordering::Less) => (0.0, 1.0),
            Some(Ordering::Equal) => (1.0, 1.0),
            Some(Ordering::Greater) => (1.0, 0.0),
            None => (x, y),
        }
    }

    /// The fields of a block in the order of the program that runs.
    pub(crate) fn in_own_order<'v>(&self, con: ConId, fields: &'v [Value]) -> Cow<'v, [Value]> {
        match self.field_orders.as_ref().and_then(|orders| orders.get(&con)) {
            Some(order) if order.len() == fields.len() => {
                order.iter().map(|place| fields[*place].clone()).collect()
            }
            _ => Cow::Borrowed(fields),
        }
    }

    /// The place of a constructor in the order of its type. A tag of a polymorphic variant has the place that OCaml's
    /// number for it gives, whatever the type.
    pub fn rank(&self, con: ConId) -> i64 {
        if con.type_path() == "`" {
            return builtins::variant_hash(con.name());
        }
        i64::from(match &self.declarations {
            Some(table) => table.rank(con),
            None => self.universe.shapes.table().rank(con),
        })
    }

    /// An exception without arguments.
    pub fn raise(con: ConId) -> Stop {
        Stop::Raise(Value::Constant(con))
    }

    /// An exception that carries a message.
    pub fn raise_message(con: ConId, message: &str) -> Stop {
        Stop::Raise(Value::construct(con, [Value::str(message)]))
    }

    /// `Invalid_argument message`.
    pub fn invalid_argument(message: &str) -> Stop {
        World::raise_message(ConId::INVALID_ARGUMENT, message)
    }

    /// `Failure message`.
    pub fn failure(message: &str) -> Stop {
        World::raise_message(ConId::FAILURE, message)
    }

    /// The value with an outermost hole replaced by what it is; decides if nobody has yet. Holes of function type stay.
    #[inline]
    pub fn look(&mut self, value: &Value) -> Result<Value, Stop> {
        match value {
            Value::Hole(hole) => self.look_into(*hole),
            other => Ok(other.clone()),
        }
    }

    /// Decides a condition on unknowns.
    pub fn ask(&mut self, condition: TermId) -> Result<bool, Stop> {
        match self.terms.as_bool(condition) {
            Some(known) => Ok(known),
            None => Ok(self.decider.branch(self.terms, condition)?),
        }
    }

    /// A truth value, decided if it is unknown.
    #[inline]
    pub fn truth(&mut self, value: &Value) -> Result<bool, Stop> {
        match value {
            Value::Bool(known) => Ok(*known),
            Value::SymBool(term) => self.ask(*term),
            Value::Hole(hole) => {
                let inner = self.look_into(*hole)?;
                self.truth(&inner)
            }
            other => Err(ill_typed("bool", other)),
        }
    }

    /// A boolean value from a term: known where the term is constant.
    pub fn bool_value(&self, term: TermId) -> Value {
        match self.terms.as_bool(term) {
            Some(known) => Value::Bool(known),
            None => Value::SymBool(term),
        }
    }

    /// An integer value from a term: known where the term is constant.
    pub fn int_value(&self, term: TermId) -> Value {
        match self.terms.as_int(term) {
            Some(known) => Value::int(known.clone()),
            None => Value::SymInt(term),
        }
    }

    /// A string value from a term.
    pub fn str_value(&self, term: TermId) -> Value {
        match self.terms.as_str(term) {
            Some(known) => Value::str(known.to_vec()),
            None => Value::Str(Rc::new(Text::Unknown(term))),
        }
    }

    /// A character value from the term of its code.
    pub fn char_value(&self, term: TermId) -> Value {
        match self.terms.as_int(term).and_then(|code| code.as_i64()) {
            Some(code) => Value::Char(code as u8),
            None => Value::SymChar(term),
        }
    }

    /// The term of an integer or character value.
    pub fn int_term(&mut self, value: &Value) -> Result<TermId, Stop> {
        match value {
            Value::Int(known) => Ok(self.terms.int(*known)),
            Value::Big(known) => Ok(self.terms.int_const((**known).clone())),
            Value::SymInt(term) | Value::SymChar(term) => Ok(*term),
            Value::Char(code) => Ok(self.terms.int(i64::from(*code))),
            Value::Hole(hole) => {
                let inner = self.look_into(*hole)?;
                self.int_term(&inner)
            }
            other => Err(ill_typed("int", other)),
        }
    }

    /// The term of a string value.
    pub fn str_term(&mut self, value: &Value) -> Result<TermId, Stop> {
        match value {
            Value::Str(text) => match &**text {
                Text::Known(bytes) => Ok(self.terms.str(bytes)),
                Text::Unknown(term) => Ok(*term),
            },
            Value::Hole(hole) => {
                let inner = self.look_into(*hole)?;
                self.str_term(&inner)
            }
            other => Err(ill_typed("string", other)),
        }
    }

    /// The term of a truth value.
    pub fn bool_term(&mut self, value: &Value) -> Result<TermId, Stop> {
        match value {
            Value::Bool(known) => Ok(self.terms.bool(*known)),
            Value::SymBool(term) => Ok(*term),
            Value::Hole(hole) => {
                let inner = self.look_into(*hole)?;
                self.bool_term(&inner)
            }
            other => Err(ill_typed("bool", other)),
        }
    }

    /// A known integer: an unknown one is settled on one value at a time.
    pub fn known_int(&mut self, value: &Value) -> Result<Int, Stop> {
        match value {
            Value::Int(known) => Ok(Int::from(*known)),
            Value::Big(known) => Ok((**known).clone()),
            Value::Char(code) => Ok(Int::from(i64::from(*code))),
            other => {
                let term = self.int_term(other)?;
                match self.settle(term)? {
                    Constant::Int(int) => Ok(int),
                    _ => Err(Stop::Unsupported("an unknown integer is settled on another value".into())),
                }
            }
        }
    }

    /// A known machine integer.
    #[inline]
    pub fn known_i64(&mut self, value: &Value) -> Result<i64, Stop> {
        if let Value::Int(known) = value {
            return Ok(*known);
        }
        let int = self.known_int(value)?;
        int.as_i64().ok_or_else(|| Stop::Unsupported(format!("the integer {int} is too large here")))
    }

    /// A known character.
    pub fn known_char(&mut self, value: &Value) -> Result<u8, Stop> {
        if let Value::Char(known) = value {
            return Ok(*known);
        }
        Ok(self.known_i64(value)? as u8)
    }

    /// A known string: an unknown one is settled on one value at a time.
    pub fn known_str(&mut self, value: &Value) -> Result<Rc<Text>, Stop> {
        match value {
            Value::Str(text) if matches!(&**text, Text::Known(_)) => Ok(text.clone()),
            other => {
                let term = self.str_term(other)?;
                match self.settle(term)? {
                    Constant::Str(bytes) => Ok(Rc::new(Text::Known(bytes.to_vec()))),
                    _ => Err(Stop::Unsupported("an unknown string is settled on another value".into())),
                }
            }
        }
    }

    /// A known floating-point number.
    pub fn known_float(&mut self, value: &Value) -> Result<f64, Stop> {
        match value {
            Value::Float(known) => Ok(*known),
            Value::Hole(hole) => {
                let inner = self.look_into(*hole)?;
                self.known_float(&inner)
            }
            other => Err(ill_typed("float", other)),
        }
    }

    /// Settles a term on one value; the other values are other paths.
    pub fn settle(&mut self, term: TermId) -> Result<Constant, Stop> {
        if let Some(known) = self.constant_of(term) {
            return Ok(known);
        }
        self.has_settled = true;
        loop {
            self.meter.step(1)?;
            let proposed = self.decider.propose(self.terms, term)?;
            let constant = match &proposed {
                Constant::Int(int) => self.terms.int_const(int.clone()),
                Constant::Bool(known) => self.terms.bool(*known),
                Constant::Str(bytes) => self.terms.str(bytes),
            };
            let equal = self.terms.eq(term, constant);
            if self.ask(equal)? {
                return Ok(proposed);
            }
        }
    }

    fn constant_of(&self, term: TermId) -> Option<Constant> {
        if let Some(int) = self.terms.as_int(term) {
            return Some(Constant::Int(int.clone()));
        }
        if let Some(known) = self.terms.as_bool(term) {
            return Some(Constant::Bool(known));
        }
        self.terms.as_str(term).map(|bytes| Constant::Str(bytes.to_vec().into()))
    }

    /// Takes note of a branch.
    #[inline]
    pub(crate) fn note_branch(&mut self, function: u32, operation: usize, holds: bool) {
        if let Some(branches) = &mut self.branches {
            branches.note(function, operation, holds);
        }
    }

    /// Takes note that a known result did not fit and was wrapped.
    #[cold]
    pub(crate) fn note_wrap(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.left(watch.bits);
        }
    }

    /// Whether anything has wrapped before the eyes of a watch.
    #[inline]
    pub(crate) fn has_wrapped(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.stirred.has_begun())
    }

    /// Takes note of a known result of arithmetic, for whoever follows what has wrapped.
    #[cold]
    pub(crate) fn note_computed(&mut self, args: [i64; 2], result: i64, wraps: bool) {
        if let Some(watch) = &mut self.watch {
            watch.stirred.computed(args, result, wraps);
        }
    }

    /// The identity of a hole's own hole: helpers for reports.
    pub fn is_open(&self, hole: HoleId) -> bool {
        self.holes.content(hole).is_none()
    }
}

/// The program was not of the type that it said; a front end's mistake.
pub(crate) fn ill_typed(wanted: &str, got: &Value) -> Stop {
    Stop::Unsupported(format!("expected a value of type {wanted}, got {}", kind_of(got)))
}

/// What a value is, in words.
pub fn kind_of(value: &Value) -> String {
    let kind = match value {
        Value::Unit => "()",
        Value::Bool(_) | Value::SymBool(_) => "a truth value",
        Value::Char(_) | Value::SymChar(_) => "a character",
        Value::Int(_) | Value::Big(_) | Value::SymInt(_) => "an integer",
        Value::Float(_) => "a floating-point number",
        Value::Str(_) | Value::Bytes(_) => "a string",
        Value::Array(_) => "an array",
        Value::Tree(_) => "a map or a set",
        Value::Closure(_) | Value::Partial(_) => "a function",
        Value::Lazy(_) => "a suspension",
        Value::Hole(_) => "an unknown value",
        Value::Constant(con) => return format!("the constructor {}", con.name()),
        Value::Block(block) => return made_with(block.con),
        Value::Mutable(cells) => return made_with(cells.con),
    };
    kind.to_owned()
}

fn made_with(con: ConId) -> String {
    match con {
        ConId::TUPLE => "a tuple".to_owned(),
        con => format!("the constructor {}", con.name()),
    }
}
