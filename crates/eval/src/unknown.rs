//! Unknown inputs: holes, filled on demand.
//! Looking at a hole decides its constructor and leaves new holes inside; what a program never looks at is never
//! decided. The n-th hole of a run has the same variable in every run that makes the same decisions, so terms and
//! solver answers are shared between paths.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use lydian_core::shape::Body;
use lydian_core::{
    Block, Cells, ConId, Datum, Fields, FunctionDatum, HoleId, IntMode, LazyState, Mutability, Shape,
    ShapeId, Shapes, Text, Type, Value,
};
use lydian_term::{Constant, Evaluation, Int, Model, TermId, Terms};

use crate::world::{Stop, World};

/// The types of unknowns and the variables that stand for basic ones.
#[derive(Debug)]
pub struct Universe {
    /// The types.
    pub shapes: Shapes,
    /// The floating-point numbers that are tried; they are not solved for.
    pub floats: Vec<f64>,
    /// The variables of each hole number, one for each kind of basic value.
    variables: Vec<[Option<TermId>; 4]>,
}

impl Universe {
    /// A universe over these types.
    pub fn new(shapes: Shapes) -> Universe {
        let floats = vec![0.0, 1.0, -1.0, 0.5, 2.0, -0.0, f64::INFINITY, f64::NAN, f64::NEG_INFINITY, 1e10];
        Universe { shapes, floats, variables: Vec::new() }
    }

    /// Forgets the variables: the arena of terms was cleared.
    pub fn forget_variables(&mut self) {
        self.variables.clear();
    }

    fn variable(
        &mut self,
        hole: HoleId,
        kind: usize,
        make: impl FnOnce(&mut Terms, &str) -> TermId,
        terms: &mut Terms,
    ) -> TermId {
        let index = hole.0 as usize;
        if self.variables.len() <= index {
            self.variables.resize(index + 1, [None; 4]);
        }
        *self.variables[index][kind].get_or_insert_with(|| make(terms, &format!("h{index}")))
    }
}

/// The shapes of basic values that solvers know well.
#[derive(Debug, Clone, Copy)]
pub struct BasicShapes {
    /// Integers.
    pub int: ShapeId,
    /// Truth values.
    pub bool: ShapeId,
    /// Characters.
    pub char: ShapeId,
}

impl BasicShapes {
    /// Those of a universe.
    pub fn of(universe: &mut Universe) -> BasicShapes {
        let mut intern = |ty| universe.shapes.intern(&ty);
        BasicShapes { int: intern(Type::Int), bool: intern(Type::Bool), char: intern(Type::Char) }
    }
}

/// A function that is an input, as far as it is decided.
#[derive(Debug, Clone)]
pub struct HoleFunction {
    /// How many arguments it takes.
    pub arity: usize,
    /// What it computes.
    pub body: Body,
    /// Its constant: the result, the default of a table, or `c`.
    pub constant: Option<Value>,
    /// The points at which a table was asked so far.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// Whether the table may grow: a planted function is complete.
    pub open: bool,
}

#[derive(Debug, Clone)]
struct Hole {
    shape: Option<ShapeId>,
    content: Option<Value>,
    /// A copy of mutable content as it was at first.
    pristine: Option<Value>,
    function: Option<HoleFunction>,
}

/// The holes of one run.
#[derive(Debug, Clone, Default)]
pub struct Holes {
    holes: Vec<Hole>,
}

impl Holes {
    /// A new hole of a shape.
    pub fn fresh(&mut self, shape: ShapeId) -> Value {
        self.holes.push(Hole { shape: Some(shape), content: None, pristine: None, function: None });
        Value::Hole(HoleId(self.holes.len() as u32 - 1))
    }

    /// What a hole turned out to be.
    pub fn content(&self, hole: HoleId) -> Option<&Value> {
        self.holes[hole.0 as usize].content.as_ref()
    }

    /// The function that a hole turned out to be.
    pub fn function(&self, hole: HoleId) -> Option<&HoleFunction> {
        self.holes[hole.0 as usize].function.as_ref()
    }

    pub(crate) fn function_mut(&mut self, hole: HoleId) -> Option<&mut HoleFunction> {
        self.holes[hole.0 as usize].function.as_mut()
    }

    pub(crate) fn set_function(&mut self, hole: HoleId, function: HoleFunction) {
        self.holes[hole.0 as usize].function = Some(function);
    }

    /// The shape of a hole; a planted function has none.
    pub fn shape(&self, hole: HoleId) -> Option<ShapeId> {
        self.holes[hole.0 as usize].shape
    }

    /// Gives every mutable unknown a new object with its first contents, so that a second program sees the input as it
    /// was before the first one ran.
    pub fn refresh(&mut self) {
        for hole in &mut self.holes {
            if let Some(pristine) = &hole.pristine {
                hole.content = Some(copy_container(pristine));
            }
        }
    }

    fn planted(&mut self, function: HoleFunction) -> Value {
        self.holes.push(Hole { shape: None, content: None, pristine: None, function: Some(function) });
        Value::Hole(HoleId(self.holes.len() as u32 - 1))
    }
}

const INT: usize = 0;
const BOOL: usize = 1;
const CHAR: usize = 2;
const STR: usize = 3;

impl World<'_> {
    /// What a hole is; decided now if it is still open. A hole of function type is itself.
    pub fn look_into(&mut self, hole: HoleId) -> Result<Value, Stop> {
        if let Some(content) = self.holes.content(hole) {
            return Ok(content.clone());
        }
        let Some(shape) = self.holes.shape(hole) else { return Ok(Value::Hole(hole)) };
        let value = match self.universe.shapes.shape(shape).clone() {
            Shape::Function(_) => return Ok(Value::Hole(hole)),
            Shape::Int => {
                let (lo, hi) = self.int_bounds();
                let make = |terms: &mut Terms, name: &str| terms.fresh_int(name, lo, hi);
                Value::SymInt(self.universe.variable(hole, INT, make, self.terms))
            }
            Shape::Bool => {
                let make = |terms: &mut Terms, name: &str| terms.fresh_bool(name);
                Value::SymBool(self.universe.variable(hole, BOOL, make, self.terms))
            }
            Shape::Char => {
                let make = |terms: &mut Terms, name: &str| {
                    terms.fresh_int(name, Some(Int::from(0)), Some(Int::from(255)))
                };
                Value::SymChar(self.universe.variable(hole, CHAR, make, self.terms))
            }
            Shape::String => {
                let make = |terms: &mut Terms, name: &str| terms.fresh_str(name);
                let term = self.universe.variable(hole, STR, make, self.terms);
                Value::Str(Rc::new(Text::Unknown(term)))
            }
            Shape::Bytes => {
                let make = |terms: &mut Terms, name: &str| terms.fresh_str(name);
                let term = self.universe.variable(hole, STR, make, self.terms);
                match self.settle(term)? {
                    Constant::Str(bytes) => Value::Bytes(Rc::new(RefCell::new(bytes.to_vec()))),
                    _ => Value::Bytes(Rc::default()),
                }
            }
            Shape::Float => {
                let costs = vec![0; self.universe.floats.len()];
                let chosen = self.decider.choose(&costs)?;
                self.approximate = true;
                Value::Float(self.universe.floats[chosen])
            }
            Shape::Unit => Value::Unit,
            Shape::Product(con, mutability, parts) => {
                let fields: Fields = parts.iter().map(|part| self.holes.fresh(*part)).collect();
                block(con, mutability, fields)
            }
            Shape::Variant(alternatives) => {
                self.approximate |= alternatives.first().is_some_and(|first| first.con.is_exception());
                let chosen = match alternatives.len() {
                    1 => 0,
                    _ => {
                        let costs: Vec<u32> = alternatives.iter().map(|other| other.cost).collect();
                        self.decider.choose(&costs)?
                    }
                };
                let alternative = alternatives.get(chosen).ok_or(Stop::Cut)?;
                let fields: Fields = alternative.args.iter().map(|arg| self.holes.fresh(*arg)).collect();
                self.meter.allocate(fields.len() as u64 + 2)?;
                block(alternative.con, Mutability::Immutable, fields)
            }
            Shape::Array(part) => {
                let mut elements = Vec::new();
                let more = self.universe.shapes.min_size(part).unwrap_or(1) + 1;
                while elements.len() < 1000 && self.decider.choose(&[0, more])? == 1 {
                    elements.push(self.holes.fresh(part));
                }
                Value::Array(Rc::new(RefCell::new(elements)))
            }
            Shape::Lazy(part) => {
                // There are suspensions that raise an exception.
                self.approximate = true;
                let inner = self.holes.fresh(part);
                Value::Lazy(Rc::new(RefCell::new(LazyState::Done(inner))))
            }
            Shape::Closed(why) => return Err(Stop::Unsupported(why.to_string())),
        };
        let entry = &mut self.holes.holes[hole.0 as usize];
        if matches!(value, Value::Mutable(_) | Value::Array(_) | Value::Bytes(_)) {
            entry.pristine = Some(copy_container(&value));
        }
        entry.content = Some(value.clone());
        Ok(value)
    }

    /// Whether a hole is an integer or a truth value: looking at it decides nothing.
    pub fn is_basic(&self, hole: HoleId) -> bool {
        let shape = self.holes.shape(hole).map(|shape| self.universe.shapes.shape(shape));
        matches!(shape, Some(Shape::Int | Shape::Bool))
    }

    /// The range of the program's integers.
    pub fn int_bounds(&self) -> (Option<Int>, Option<Int>) {
        match self.int_mode {
            IntMode::Unbounded => (None, None),
            IntMode::Wrapping(bits) => {
                let half = Int::power_of_two(bits - 1);
                (Some(-half.clone()), Some(half - Int::from(1)))
            }
        }
    }

    /// Puts a closed value into the run.
    pub fn plant(&mut self, datum: &Datum) -> Value {
        match datum {
            Datum::Unit => Value::Unit,
            Datum::Bool(known) => Value::Bool(*known),
            Datum::Char(code) => Value::Char(*code),
            Datum::Int(int) => Value::int(int.clone()),
            Datum::Float(float) => Value::Float(*float),
            Datum::Str(bytes) => Value::str(bytes.clone()),
            Datum::Bytes(bytes) => Value::Bytes(Rc::new(RefCell::new(bytes.clone()))),
            Datum::Construct(con, mutability, parts) => {
                let fields: Fields = parts.iter().map(|part| self.plant(part)).collect();
                block(*con, *mutability, fields)
            }
            Datum::Array(parts) => {
                let elements = parts.iter().map(|part| self.plant(part)).collect();
                Value::Array(Rc::new(RefCell::new(elements)))
            }
            Datum::Lazy(part) => {
                let inner = self.plant(part);
                Value::Lazy(Rc::new(RefCell::new(LazyState::Done(inner))))
            }
            Datum::Function(function) => {
                let constant = function.constant.as_ref().map(|constant| self.plant(constant));
                let entries = function
                    .entries
                    .iter()
                    .map(|(args, result)| {
                        (args.iter().map(|arg| self.plant(arg)).collect(), self.plant(result))
                    })
                    .collect();
                let (arity, body) = (function.arity, function.body);
                self.holes.planted(HoleFunction { arity, body, constant, entries, open: false })
            }
            Datum::Opaque(_) => Value::Unit,
        }
    }

    /// Puts the shape of a closed value into the run: its constructors, texts and functions stay, its integers, characters and truth
    /// values are unknowns. Nothing in it may be mutable, since several programs are given the same.
    pub fn plant_open(&mut self, datum: &Datum, basic: &BasicShapes) -> Value {
        match datum {
            Datum::Bool(_) => self.holes.fresh(basic.bool),
            Datum::Char(_) => self.holes.fresh(basic.char),
            Datum::Int(_) => self.holes.fresh(basic.int),
            Datum::Construct(con, mutability, parts) => {
                let fields: Fields = parts.iter().map(|part| self.plant_open(part, basic)).collect();
                block(*con, *mutability, fields)
            }
            other => self.plant(other),
        }
    }

    /// The closed form of a value under a model: unknowns take their model values, open holes the smallest value.
    /// What is nested deeper than anyone reads is left out, so that no value is too deep for the stack.
    pub fn close(&self, value: &Value, model: &Model) -> Datum {
        self.close_at(value, &Closing { model, left: Cell::new(LARGEST), around: RefCell::default() }, 0)
    }

    fn close_at(&self, value: &Value, closing: &Closing<'_>, depth: u32) -> Datum {
        let model = closing.model;
        closing.left.set(closing.left.get().saturating_sub(1));
        if depth > DEEPEST || closing.left.get() == 0 {
            return Datum::Opaque("...".into());
        }
        match value {
            Value::Unit => Datum::Unit,
            Value::Bool(known) => Datum::Bool(*known),
            Value::Char(code) => Datum::Char(*code),
            Value::Int(int) => Datum::Int(Int::from(*int)),
            Value::Big(int) => Datum::Int((**int).clone()),
            Value::Float(float) => Datum::Float(*float),
            Value::Constant(con) => Datum::Construct(*con, Mutability::Immutable, Vec::new()),
            Value::Str(text) => match &**text {
                Text::Known(bytes) => Datum::Str(bytes.clone()),
                Text::Unknown(term) => match self.known_under(*term, model) {
                    Some(Constant::Str(bytes)) => Datum::Str(bytes.to_vec()),
                    _ => Datum::Str(Vec::new()),
                },
            },
            Value::SymInt(term) => Datum::Int(self.close_int(*term, model)),
            Value::SymChar(term) => Datum::Char(self.close_int(*term, model).as_i64().unwrap_or(0) as u8),
            Value::SymBool(term) => {
                Datum::Bool(self.known_under(*term, model).and_then(|known| known.as_bool()).unwrap_or(false))
            }
            Value::Block(_) | Value::Mutable(_) => self.close_block(value, closing, depth),
            Value::Array(elements) => Datum::Array(
                elements.borrow().iter().map(|element| self.close_at(element, closing, depth + 1)).collect(),
            ),
            Value::Bytes(bytes) => Datum::Bytes(bytes.borrow().clone()),
            Value::Lazy(state) => match &*state.borrow() {
                LazyState::Done(inner) => Datum::Lazy(Box::new(self.close_at(inner, closing, depth + 1))),
                _ => Datum::Opaque("<lazy>".into()),
            },
            Value::Closure(_) | Value::Partial(_) => Datum::Opaque("<fun>".into()),
            Value::Tree(_) => Datum::Opaque("<map>".into()),
            Value::Hole(hole) => match (self.holes.content(*hole), self.holes.function(*hole)) {
                (Some(content), _) => self.close_at(content, closing, depth + 1),
                (None, Some(function)) => Datum::Function(Box::new(FunctionDatum {
                    arity: function.arity,
                    body: function.body,
                    constant: function
                        .constant
                        .as_ref()
                        .map(|constant| self.close_at(constant, closing, depth + 1)),
                    entries: function
                        .entries
                        .iter()
                        .map(|(args, result)| {
                            (
                                args.iter().map(|arg| self.close_at(arg, closing, depth + 1)).collect(),
                                self.close_at(result, closing, depth + 1),
                            )
                        })
                        .collect(),
                })),
                (None, None) => match self.holes.shape(*hole) {
                    Some(shape) => self.universe.shapes.smallest(shape),
                    None => Datum::Opaque("<fun>".into()),
                },
            },
        }
    }

    fn close_int(&self, term: TermId, model: &Model) -> Int {
        match self.known_under(term, model) {
            Some(Constant::Int(int)) => int,
            _ => Int::ZERO,
        }
    }

    /// The value of a term under a model; a variable that the model leaves open has its default.
    fn known_under(&self, term: TermId, model: &Model) -> Option<Constant> {
        Evaluation::with_defaults(model).value(self.terms, term)
    }

    /// Blocks can be chains of a million links: the last field is followed by a loop, not by recursion.
    fn close_block(&self, value: &Value, closing: &Closing<'_>, depth: u32) -> Datum {
        let mut open: Vec<(ConId, Mutability, Vec<Datum>)> = Vec::new();
        let mut entered: Vec<*const Cells> = Vec::new();
        let mut current = value.clone();
        let mut datum = loop {
            if let Value::Hole(hole) = current {
                match self.holes.content(hole) {
                    Some(content) => current = content.clone(),
                    None => break self.close_at(&current, closing, depth + 1),
                }
            }
            let (con, mutability, fields) = match &current {
                Value::Block(block) => (block.con, Mutability::Immutable, block.fields.clone()),
                Value::Mutable(cells) => (cells.con, Mutability::Mutable, cells.fields.borrow().clone()),
                other => break self.close_at(other, closing, depth + 1),
            };
            if let Value::Mutable(cells) = &current {
                if !closing.around.borrow_mut().insert(Rc::as_ptr(cells)) {
                    break Datum::Opaque("...".into());
                }
                entered.push(Rc::as_ptr(cells));
            }
            if closing.left.get() == 0 {
                break Datum::Opaque("...".into());
            }
            closing.left.set(closing.left.get() - 1);
            let mut fields: Vec<Value> = fields.into_iter().collect();
            let Some(last) = fields.pop() else {
                break Datum::Construct(con, mutability, Vec::new());
            };
            open.push((
                con,
                mutability,
                fields.iter().map(|field| self.close_at(field, closing, depth + 1)).collect(),
            ));
            current = last;
        };
        while let Some((con, mutability, mut parts)) = open.pop() {
            parts.push(datum);
            datum = Datum::Construct(con, mutability, parts);
        }
        let mut around = closing.around.borrow_mut();
        entered.iter().for_each(|cells| {
            around.remove(cells);
        });
        datum
    }
}

/// How deeply a closed value nests other than in the last field of a block.
const DEEPEST: u32 = 20_000;
/// How many parts a closed value has at most.
const LARGEST: u32 = 1_000_000;

/// A value being closed.
struct Closing<'m> {
    model: &'m Model,
    /// Parts that may still be added.
    left: Cell<u32>,
    /// The mutable blocks around the current part: one of them that comes again contains itself.
    around: RefCell<HashSet<*const Cells>>,
}

/// A new object with the same contents.
fn copy_container(value: &Value) -> Value {
    match value {
        Value::Mutable(cells) => block(cells.con, Mutability::Mutable, cells.fields.borrow().clone()),
        Value::Array(elements) => Value::Array(Rc::new(RefCell::new(elements.borrow().clone()))),
        Value::Bytes(bytes) => Value::Bytes(Rc::new(RefCell::new(bytes.borrow().clone()))),
        other => other.clone(),
    }
}

fn block(con: ConId, mutability: Mutability, fields: Fields) -> Value {
    match (mutability, fields.is_empty()) {
        (Mutability::Mutable, _) => Value::Mutable(Rc::new(Cells { con, fields: RefCell::new(fields) })),
        (Mutability::Immutable, true) => Value::Constant(con),
        (Mutability::Immutable, false) => Value::Block(Rc::new(Block { con, fields })),
    }
}
