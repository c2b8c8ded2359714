//! The machine: runs compiled code in a world.
//! It keeps its own stack of values and frames, so depth is bounded by the limits and not by Rust's stack. Where an
//! unknown must be known it asks the world, which asks the decider; the machine itself never forks.

use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{Block, Cells, Closure, ConId, LazyState, Partial, Value};

use crate::arithmetic;
use crate::code::{Function, Image, Op, ProgramId, TRAMPOLINES};
use crate::equality;
use crate::meter::Resource;
use crate::world::{Stop, World, ill_typed};

/// How a run ends.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// With a value.
    Returned(Value),
    /// With an exception.
    Raised(Value),
    /// By reaching a limit.
    Exhausted(Resource),
    /// The decider gave it up.
    Cut,
    /// The program needs what the evaluator does not have.
    Unsupported(String),
}

impl Outcome {
    /// The value, or why there is none.
    pub fn returned(self) -> Result<Value, Stop> {
        match self {
            Outcome::Returned(value) => Ok(value),
            Outcome::Raised(exception) => Err(Stop::Raise(exception)),
            Outcome::Exhausted(resource) => Err(Stop::Exhausted(resource)),
            Outcome::Cut => Err(Stop::Cut),
            Outcome::Unsupported(why) => Err(Stop::Unsupported(why)),
        }
    }
}

/// One call of a named function of a program, as a traced run saw it.
#[derive(Debug, Clone)]
pub struct CallRecord {
    /// The function's name.
    pub name: Arc<str>,
    /// The program it belongs to.
    pub program: ProgramId,
    /// Its arguments, first to last.
    pub args: Vec<Value>,
    /// The call it was made from, by index.
    pub caller: Option<usize>,
    /// How it ended; `None` if the run ended before it did.
    pub result: Option<Result<Value, Value>>,
}

#[derive(Clone)]
struct Frame<'i> {
    function: &'i Function,
    pc: usize,
    base: usize,
    closure: Option<Rc<Closure>>,
    /// The traced call that this frame runs.
    record: Option<usize>,
}

struct Handler {
    frames: usize,
    stack: usize,
    target: usize,
}

/// Runs an image.
pub struct Machine<'i, 'w, 'v> {
    image: &'i Image,
    /// The surroundings of the run.
    pub world: &'v mut World<'w>,
    stack: Vec<Value>,
    frames: Vec<Frame<'i>>,
    handlers: Vec<Handler>,
    globals: Vec<Value>,
    /// The calls seen, if the run is traced; at most this many are kept.
    trace: Option<Vec<CallRecord>>,
}

/// A traced run keeps this many calls.
const MOST_RECORDS: usize = 20_000;

impl<'i, 'w, 'v> Machine<'i, 'w, 'v> {
    /// A machine before any definition has run.
    pub fn new(image: &'i Image, world: &'v mut World<'w>) -> Machine<'i, 'w, 'v> {
        Machine {
            image,
            world,
            stack: Vec::new(),
            frames: Vec::new(),
            handlers: Vec::new(),
            globals: vec![Value::Unit; image.global_count as usize],
            trace: None,
        }
    }

    /// The values of all globals; see [`Ready`](crate::Ready) for starting from them.
    pub fn globals(&self) -> &[Value] {
        &self.globals
    }

    /// Starts with globals of an earlier run, from a place on, instead of running the definitions.
    pub(crate) fn put_globals(&mut self, first: usize, globals: &[Value]) {
        self.globals[first..first + globals.len()].clone_from_slice(globals);
    }

    /// Keeps a record of calls from now on.
    pub fn start_trace(&mut self) {
        self.trace = Some(Vec::new());
    }

    /// The records of calls so far.
    pub fn take_trace(&mut self) -> Vec<CallRecord> {
        self.trace.take().unwrap_or_default()
    }

    /// Runs the definitions of a program.
    pub fn define(&mut self, program: ProgramId) -> Outcome {
        for step in 0..self.image.step_count(program) {
            match self.define_step(program, step) {
                Outcome::Returned(_) => {}
                other => return other,
            }
        }
        Outcome::Returned(Value::Unit)
    }

    /// Runs one step of the definitions of a program; see [`Image::step_count`].
    pub fn define_step(&mut self, program: ProgramId, step: usize) -> Outcome {
        let image = self.image;
        let start = image.starts[program.0 as usize][step];
        self.run(|machine| {
            machine.enter(&image.functions[start as usize], None, 0)?;
            Ok(())
        })
    }

    /// The value of an offered name.
    pub fn global(&self, program: ProgramId, name: &str) -> Option<Value> {
        self.image.global(program, name).map(|number| self.globals[number as usize].clone())
    }

    /// Applies a function to arguments.
    pub fn call(&mut self, function: &Value, args: &[Value]) -> Outcome {
        if args.is_empty() {
            return Outcome::Returned(function.clone());
        }
        self.run(|machine| {
            machine.stack.extend(args.iter().rev().cloned());
            machine.apply(function.clone(), args.len(), machine.stack.len() - args.len())
        })
    }

    /// Computes a suspension; any other value is its own result.
    pub fn force_value(&mut self, suspension: &Value) -> Outcome {
        self.run(|machine| {
            machine.stack.push(suspension.clone());
            machine.force().map(|_| ())
        })
    }

    fn run(&mut self, start: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Outcome {
        self.stack.clear();
        self.frames.clear();
        self.handlers.clear();
        let mut result = start(self);
        loop {
            if result.is_ok() {
                result = self.execute();
            }
            match result {
                Ok(()) => return Outcome::Returned(self.stack.pop().unwrap_or(Value::Unit)),
                Err(Stop::Raise(exception)) => match self.unwind(exception) {
                    Ok(()) => result = Ok(()),
                    Err(uncaught) => return Outcome::Raised(uncaught),
                },
                Err(Stop::Exhausted(resource)) => return Outcome::Exhausted(resource),
                Err(Stop::Cut) => return Outcome::Cut,
                Err(Stop::Unsupported(why)) => return Outcome::Unsupported(why),
            }
        }
    }

    /// Goes to the innermost handler, or gives the exception back.
    fn unwind(&mut self, exception: Value) -> Result<(), Value> {
        let keep = self.handlers.last().map_or(0, |handler| handler.frames);
        if self.trace.is_some() {
            for index in keep..self.frames.len() {
                if let Some(record) = self.frames[index].record {
                    self.finish_record(record, Err(exception.clone()));
                }
            }
        }
        let Some(handler) = self.handlers.pop() else { return Err(exception) };
        self.frames.truncate(handler.frames);
        self.stack.truncate(handler.stack);
        self.stack.push(exception);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = handler.target;
        }
        Ok(())
    }

    /// Pushes the frame of a function whose `arity` arguments lie on top of the stack.
    #[inline]
    fn enter(
        &mut self,
        function: &'i Function,
        closure: Option<Rc<Closure>>,
        arity: usize,
    ) -> Result<(), Stop> {
        self.world.meter.step(1)?;
        if self.stack.len() > self.world.meter.limits.stack
            || self.frames.len() > self.world.meter.limits.stack
        {
            return Err(Stop::Exhausted(Resource::Stack));
        }
        let base = self.stack.len() - arity;
        let record = if self.trace.is_some() { self.begin_record(function, base) } else { None };
        self.frames.push(Frame { function, pc: 0, base, closure, record });
        Ok(())
    }

    /// Applies `callee` to the `count` arguments on top of the stack. `bottom` is where the result shall lie.
    fn apply(&mut self, callee: Value, count: usize, bottom: usize) -> Result<(), Stop> {
        let image = self.image;
        let mut callee = callee;
        let mut count = count;
        loop {
            match callee {
                Value::Closure(closure) => {
                    let function = &image.functions[closure.function as usize];
                    let arity = function.arity as usize;
                    if count < arity {
                        let args = self.take_args(count);
                        self.world.meter.allocate(count as u64 + 4)?;
                        self.stack.push(Value::Partial(Rc::new(Partial {
                            function: Value::Closure(closure),
                            args,
                        })));
                        return Ok(());
                    }
                    if count > arity {
                        self.enter_trampoline(count - arity, bottom)?;
                    }
                    return self.enter(function, Some(closure), arity);
                }
                Value::Partial(partial) => {
                    self.stack.extend(partial.args.iter().rev().cloned());
                    count += partial.args.len();
                    callee = partial.function.clone();
                }
                Value::Hole(hole) => {
                    let known = self.world.look_into(hole)?;
                    let Value::Hole(hole) = known else {
                        callee = known;
                        continue;
                    };
                    let Some(arity) = self.world.hole_arity(hole) else {
                        return Err(ill_typed("a function", &Value::Hole(hole)));
                    };
                    if count < arity {
                        let args = self.take_args(count);
                        self.stack
                            .push(Value::Partial(Rc::new(Partial { function: Value::Hole(hole), args })));
                        return Ok(());
                    }
                    let args = self.take_args(arity);
                    if let Some((function, argument)) = self.world.applied_by(hole, &args)? {
                        self.stack.push(argument);
                        count = count - arity + 1;
                        callee = function;
                        continue;
                    }
                    let result = self.world.call_hole(hole, &args)?;
                    if count == arity {
                        self.stack.push(result);
                        return Ok(());
                    }
                    count -= arity;
                    callee = result;
                }
                other => return Err(ill_typed("a function", &other)),
            }
        }
    }

    /// A frame that applies the result of the coming call to the `rest` arguments that lie below its arguments.
    fn enter_trampoline(&mut self, rest: usize, bottom: usize) -> Result<(), Stop> {
        let image = self.image;
        let mut rest = rest;
        let mut position = bottom;
        loop {
            let batch = rest.min(TRAMPOLINES as usize);
            let function = &image.trampolines[batch - 1];
            self.frames.push(Frame { function, pc: 0, base: position, closure: None, record: None });
            rest -= batch;
            position += batch;
            if rest == 0 {
                return Ok(());
            }
        }
    }

    /// Pops the first `count` arguments, first to last.
    fn take_args(&mut self, count: usize) -> Vec<Value> {
        let at = self.stack.len() - count;
        let mut args = self.stack.split_off(at);
        args.reverse();
        args
    }

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Unit)
    }

    /// Pops the left operand from the top and the right one from below it.
    #[inline]
    fn pop_two(&mut self) -> (Value, Value) {
        let left = self.pop();
        let right = self.pop();
        (left, right)
    }

    /// Runs until the last frame has returned.
    fn execute(&mut self) -> Result<(), Stop> {
        let image = self.image;
        while let Some(frame) = self.frames.last_mut() {
            let function = frame.function;
            let base = frame.base;
            let mut pc = frame.pc;
            // Stay in this frame until an operation changes frames.
            loop {
                let op = function.ops[pc];
                pc += 1;
                match op {
                    Op::Const(index) => self.stack.push(image.constants[index as usize].clone()),
                    Op::Int(int) => self.stack.push(Value::Int(i64::from(int))),
                    Op::Unit => self.stack.push(Value::Unit),
                    Op::Bool(known) => self.stack.push(Value::Bool(known)),
                    Op::Constant(con) => self.stack.push(Value::Constant(con)),
                    Op::Local(slot) => {
                        let value = self.stack[base + slot as usize].clone();
                        self.stack.push(value);
                    }
                    Op::Captured(index) => {
                        let value = match &self.frame().closure {
                            Some(closure) => closure.captured[index as usize].clone(),
                            None => Value::Unit,
                        };
                        self.stack.push(value);
                    }
                    Op::SelfClosure => {
                        let value = self.frame().closure.clone().map_or(Value::Unit, Value::Closure);
                        self.stack.push(value);
                    }
                    Op::Sibling(function) => {
                        let captured = match &self.frame().closure {
                            Some(closure) => closure.captured.clone(),
                            None => Rc::default(),
                        };
                        self.stack.push(Value::Closure(Rc::new(Closure { function, captured })));
                    }
                    Op::Global(number) => self.stack.push(self.globals[number as usize].clone()),
                    Op::SetGlobal(number) => self.globals[number as usize] = self.pop(),
                    Op::SetLocal(slot) => {
                        let value = self.pop();
                        self.stack[base + slot as usize] = value;
                    }
                    Op::Closure { function, captures } => {
                        self.world.meter.allocate(u64::from(captures) + 4)?;
                        let at = self.stack.len() - captures as usize;
                        let captured = Rc::new(self.stack.split_off(at));
                        self.stack.push(Value::Closure(Rc::new(Closure { function, captured })));
                    }
                    // A traced run keeps the caller, to learn how its call ends; a return always follows.
                    Op::TailApply(count) if self.trace.is_none() => {
                        self.tail_apply(count as usize, base)?;
                        break;
                    }
                    Op::Apply(count) | Op::TailApply(count) => {
                        self.frame_mut().pc = pc;
                        let callee = self.pop();
                        let bottom = self.stack.len() - count as usize;
                        self.apply(callee, count as usize, bottom)?;
                        break;
                    }
                    Op::Return => {
                        let result = self.pop();
                        self.leave(result, base);
                        break;
                    }
                    Op::Jump(target) => pc = target as usize,
                    Op::JumpIfFalse(target) => {
                        let condition = self.pop();
                        let holds = self.world.truth(&condition)?;
                        self.world.note_branch(function.number, pc, holds);
                        if !holds {
                            pc = target as usize;
                        }
                    }
                    Op::JumpIfTrue(target) => {
                        let condition = self.pop();
                        let holds = self.world.truth(&condition)?;
                        self.world.note_branch(function.number, pc, holds);
                        if holds {
                            pc = target as usize;
                        }
                    }
                    Op::Loop(target) => {
                        self.world.meter.step(1)?;
                        pc = target as usize;
                    }
                    Op::Pop => {
                        self.pop();
                    }
                    Op::Slide(count) => {
                        let top = self.pop();
                        let keep = self.stack.len() - count as usize;
                        self.stack.truncate(keep);
                        self.stack.push(top);
                    }
                    Op::Truncate(slots) => self.stack.truncate(base + slots as usize),
                    Op::Block { con, fields } => {
                        self.world.meter.allocate(u64::from(fields) + 2)?;
                        let at = self.stack.len() - fields as usize;
                        let fields = self.stack.drain(at..).rev().collect();
                        self.stack.push(Value::Block(Rc::new(Block { con, fields })));
                    }
                    Op::MutableBlock { con, fields } => {
                        self.world.meter.allocate(u64::from(fields) + 2)?;
                        let at = self.stack.len() - fields as usize;
                        let fields = self.stack.drain(at..).rev().collect();
                        let cells = Cells { con, fields: std::cell::RefCell::new(fields) };
                        self.stack.push(Value::Mutable(Rc::new(cells)));
                    }
                    Op::Array(count) => {
                        self.world.meter.allocate(u64::from(count) + 2)?;
                        let elements = self.take_args(count as usize);
                        self.stack.push(Value::Array(Rc::new(std::cell::RefCell::new(elements))));
                    }
                    Op::Field(field) => {
                        let block = self.pop();
                        let value = self.field(&block, field)?;
                        self.stack.push(value);
                    }
                    Op::SetField(field) => {
                        let (block, value) = self.pop_two();
                        let block = self.world.look(&block)?;
                        let Value::Mutable(cells) = &block else {
                            return Err(ill_typed("a mutable record", &block));
                        };
                        match cells.fields.borrow_mut().get_mut(field as usize) {
                            Some(cell) => *cell = value,
                            None => return Err(ill_typed("a record with such a field", &block)),
                        }
                        self.stack.push(Value::Unit);
                    }
                    Op::FieldOf { slot, field } => {
                        let value = match &self.stack[base + slot as usize] {
                            Value::Block(block) => component(&block.fields, field)?,
                            other => {
                                let other = other.clone();
                                self.field(&other, field)?
                            }
                        };
                        self.stack.push(value);
                    }
                    Op::ElementOf { slot, index } => {
                        let array = self.stack[base + slot as usize].clone();
                        let Value::Array(elements) = self.world.look(&array)? else {
                            return Err(ill_typed("an array", &array));
                        };
                        let element = component(&elements.borrow(), index)?;
                        self.stack.push(element);
                    }
                    Op::UnlessCon { slot, con, target } => {
                        let index = base + slot as usize;
                        if let Value::Hole(hole) = self.stack[index] {
                            self.stack[index] = self.world.look_into(hole)?;
                        }
                        let has = match &self.stack[index] {
                            Value::Constant(found) => *found == con,
                            Value::Block(block) => block.con == con,
                            Value::Mutable(cells) => cells.con == con,
                            other => return Err(ill_typed("a constructor", other)),
                        };
                        self.world.note_branch(function.number, pc, has);
                        if !has {
                            pc = target as usize;
                        }
                    }
                    Op::UnlessInt { slot, int, target } => {
                        let value = self.stack[base + slot as usize].clone();
                        let fits = match &value {
                            Value::Int(known) => *known == i64::from(int),
                            other => {
                                let equal = equality::equal(self.world, other, &Value::Int(i64::from(int)))?;
                                self.world.truth(&equal)?
                            }
                        };
                        self.world.note_branch(function.number, pc, fits);
                        if !fits {
                            pc = target as usize;
                        }
                    }
                    Op::UnlessConst { slot, constant, target } => {
                        let value = self.stack[base + slot as usize].clone();
                        let equal = equality::equal(self.world, &value, &image.constants[constant as usize])?;
                        let fits = self.world.truth(&equal)?;
                        self.world.note_branch(function.number, pc, fits);
                        if !fits {
                            pc = target as usize;
                        }
                    }
                    Op::UnlessRange { slot, from, to, target } => {
                        let value = self.stack[base + slot as usize].clone();
                        let fits = self.in_range(&value, from, to)?;
                        self.world.note_branch(function.number, pc, fits);
                        if !fits {
                            pc = target as usize;
                        }
                    }
                    Op::UnlessLength { slot, length, target } => {
                        let array = self.stack[base + slot as usize].clone();
                        let Value::Array(elements) = self.world.look(&array)? else {
                            return Err(ill_typed("an array", &array));
                        };
                        let fits = elements.borrow().len() == length as usize;
                        self.world.note_branch(function.number, pc, fits);
                        if !fits {
                            pc = target as usize;
                        }
                    }
                    Op::Lazy => {
                        let thunk = self.pop();
                        let state = std::cell::RefCell::new(LazyState::Suspended(thunk));
                        self.stack.push(Value::Lazy(Rc::new(state)));
                    }
                    Op::Force => {
                        self.frame_mut().pc = pc;
                        if self.force()? {
                            break;
                        }
                    }
                    Op::SetForced => {
                        let result = self.pop();
                        if let Value::Lazy(state) = self.pop() {
                            state.replace(LazyState::Done(result.clone()));
                        }
                        self.stack.push(result);
                    }
                    Op::SetRaised => {
                        let exception = self.pop();
                        if let Value::Lazy(state) = &self.stack[base] {
                            state.replace(LazyState::Raised(exception.clone()));
                        }
                        return Err(Stop::Raise(exception));
                    }
                    Op::PushHandler(target) => self.handlers.push(Handler {
                        frames: self.frames.len(),
                        stack: self.stack.len(),
                        target: target as usize,
                    }),
                    Op::PopHandler => {
                        self.handlers.pop();
                    }
                    Op::Raise => {
                        let exception = self.pop();
                        let exception = self.world.look(&exception)?;
                        return Err(Stop::Raise(exception));
                    }
                    Op::Builtin { index, arity } => {
                        let args = self.take_args(arity as usize);
                        let result = (image.builtins[index as usize].run)(self.world, &args)?;
                        self.stack.push(result);
                    }
                    Op::Add => self.binary(arithmetic::add)?,
                    Op::Sub => self.binary(arithmetic::sub)?,
                    Op::Mul => self.binary(arithmetic::mul)?,
                    Op::Div => self.binary(arithmetic::div)?,
                    Op::Mod => self.binary(arithmetic::rem)?,
                    Op::Equal => self.binary(equality::equal)?,
                    Op::NotEqual => {
                        self.binary(equality::equal)?;
                        self.negate()?;
                    }
                    Op::Less => self.binary(equality::less)?,
                    Op::LessEqual => self.binary(equality::less_or_equal)?,
                    Op::Greater => self.binary(|world, a, b| equality::less(world, b, a))?,
                    Op::GreaterEqual => self.binary(|world, a, b| equality::less_or_equal(world, b, a))?,
                    Op::Same => self.binary(equality::same)?,
                    Op::NotSame => {
                        self.binary(equality::same)?;
                        self.negate()?;
                    }
                    Op::Not => self.negate()?,
                }
            }
        }
        Ok(())
    }

    fn frame(&self) -> &Frame<'i> {
        &self.frames[self.frames.len() - 1]
    }

    fn frame_mut(&mut self) -> &mut Frame<'i> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Ends the current frame with a result.
    #[inline]
    fn leave(&mut self, result: Value, base: usize) {
        self.stack.truncate(base);
        if let Some(frame) = self.frames.pop()
            && let Some(record) = frame.record
        {
            self.finish_record(record, Ok(result.clone()));
        }
        self.stack.push(result);
    }

    fn tail_apply(&mut self, count: usize, base: usize) -> Result<(), Stop> {
        let callee = self.pop();
        let from = self.stack.len() - count;
        self.stack.drain(base..from);
        self.frames.pop();
        self.apply(callee, count, base)
    }

    #[inline]
    fn binary(
        &mut self,
        operation: impl Fn(&mut World<'w>, &Value, &Value) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        let (left, right) = self.pop_two();
        let result = operation(self.world, &left, &right)?;
        self.stack.push(result);
        Ok(())
    }

    fn negate(&mut self) -> Result<(), Stop> {
        let value = match self.pop() {
            Value::Bool(known) => Value::Bool(!known),
            other => {
                let term = self.world.bool_term(&other)?;
                let negated = self.world.terms.not(term);
                self.world.bool_value(negated)
            }
        };
        self.stack.push(value);
        Ok(())
    }

    fn field(&mut self, block: &Value, field: u32) -> Result<Value, Stop> {
        match self.world.look(block)? {
            Value::Block(block) => component(&block.fields, field),
            Value::Mutable(cells) => component(&cells.fields.borrow(), field),
            other => Err(ill_typed("a block", &other)),
        }
    }

    fn in_range(&mut self, value: &Value, from: u8, to: u8) -> Result<bool, Stop> {
        if let Value::Char(known) = value {
            return Ok((from..=to).contains(known));
        }
        let code = self.world.int_term(value)?;
        let (low, high) = (self.world.terms.int(i64::from(from)), self.world.terms.int(i64::from(to)));
        let (above, below) = (self.world.terms.le(low, code), self.world.terms.le(code, high));
        let inside = self.world.terms.and(above, below);
        self.world.ask(inside)
    }

    /// Forces the suspension on top of the stack; true if a frame was entered for it.
    fn force(&mut self) -> Result<bool, Stop> {
        let top = self.pop();
        let value = self.world.look(&top)?;
        let Value::Lazy(state) = &value else {
            // A value that was never suspended is its own result.
            self.stack.push(value);
            return Ok(false);
        };
        let current = state.replace(LazyState::Running);
        match &current {
            LazyState::Done(result) => {
                let result = result.clone();
                state.replace(LazyState::Done(result.clone()));
                self.stack.push(result);
                Ok(false)
            }
            LazyState::Raised(exception) => {
                let exception = exception.clone();
                state.replace(LazyState::Raised(exception.clone()));
                Err(Stop::Raise(exception))
            }
            LazyState::Running => Err(World::raise(ConId::LAZY_UNDEFINED)),
            LazyState::Suspended(thunk) => {
                let thunk = thunk.clone();
                // A small frame calls the thunk and stores how it ends.
                self.stack.push(value.clone());
                self.stack.push(thunk);
                let function = &self.image.force;
                self.enter(function, None, 2)?;
                Ok(true)
            }
        }
    }

    fn begin_record(&mut self, function: &Function, base: usize) -> Option<usize> {
        let name = function.name.clone()?;
        let caller = self.frames.iter().rev().find_map(|frame| frame.record);
        let args: Vec<Value> = self.stack[base..].iter().rev().cloned().collect();
        let trace = self.trace.as_mut()?;
        if trace.len() >= MOST_RECORDS {
            return None;
        }
        trace.push(CallRecord { name, program: function.program, args, caller, result: None });
        Some(trace.len() - 1)
    }

    fn finish_record(&mut self, record: usize, result: Result<Value, Value>) {
        if let Some(trace) = &mut self.trace {
            trace[record].result = Some(result);
        }
    }
}

/// A part of a block; a program that is well-typed never asks for one that is not there.
#[inline]
fn component(parts: &[Value], index: u32) -> Result<Value, Stop> {
    match parts.get(index as usize) {
        Some(part) => Ok(part.clone()),
        None => {
            Err(Stop::Unsupported(format!("a block of {} parts was asked for part {index}", parts.len())))
        }
    }
}
