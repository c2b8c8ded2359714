//! Compiled code: operations, functions, and the image that a machine runs.
//! An image can hold several programs side by side (a reference and a submission), each with its own globals; code and
//! constants are numbered over the whole image. An image belongs to one thread.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use lydian_core::{ConId, Export, IntMode, Program, Value, Var};

use crate::builtins::Builtin;
use crate::compile;

/// One operation. Slots count from the frame's base; jumps are absolute in the function.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// Pushes a constant of the image.
    Const(u32),
    /// Pushes a small integer.
    Int(i32),
    /// Pushes `()`.
    Unit,
    /// Pushes a truth value.
    Bool(bool),
    /// Pushes a constant constructor.
    Constant(ConId),
    /// Pushes the value of a slot.
    Local(u32),
    /// Pushes a captured value of the running closure.
    Captured(u32),
    /// Pushes the running closure.
    SelfClosure,
    /// Pushes another function of the running closure's group.
    Sibling(u32),
    /// Pushes a global.
    Global(u32),
    /// Pops into a global.
    SetGlobal(u32),
    /// Pops into a slot.
    SetLocal(u32),
    /// Pops captured values (the last one on top) and pushes a closure.
    Closure { function: u32, captures: u32 },
    /// Applies the top of the stack to the arguments below it, the first argument uppermost.
    Apply(u32),
    /// The same as the last act of the function.
    TailApply(u32),
    /// Ends the function with the top of the stack.
    Return,
    /// Jumps.
    Jump(u32),
    /// Pops a truth value and jumps if it is false.
    JumpIfFalse(u32),
    /// Pops a truth value and jumps if it is true.
    JumpIfTrue(u32),
    /// A round of a loop: takes a step, then jumps.
    Loop(u32),
    /// Drops the top of the stack.
    Pop,
    /// Drops `n` values below the top.
    Slide(u32),
    /// Cuts the frame down to `n` slots.
    Truncate(u32),
    /// Pops fields (the first one on top) and pushes a block.
    Block { con: ConId, fields: u32 },
    /// The same with assignable fields.
    MutableBlock { con: ConId, fields: u32 },
    /// Pops elements (the first one on top) and pushes an array.
    Array(u32),
    /// Replaces a block by one of its fields.
    Field(u32),
    /// Pops a block, then a value, and assigns the field; pushes `()`.
    SetField(u32),
    /// Pushes a field of the block in a slot.
    FieldOf { slot: u32, field: u32 },
    /// Pushes an element of the array in a slot.
    ElementOf { slot: u32, index: u32 },
    /// Jumps unless the value in a slot has this constructor.
    UnlessCon { slot: u32, con: ConId, target: u32 },
    /// Jumps unless the value in a slot equals a constant of the image.
    UnlessConst { slot: u32, constant: u32, target: u32 },
    /// Jumps unless the value in a slot is this integer.
    UnlessInt { slot: u32, int: i32, target: u32 },
    /// Jumps unless the character in a slot is in the range.
    UnlessRange { slot: u32, from: u8, to: u8, target: u32 },
    /// Jumps unless the array in a slot has this length.
    UnlessLength { slot: u32, length: u32, target: u32 },
    /// Pops a function of unit and pushes a suspension.
    Lazy,
    /// Forces the suspension on top of the stack.
    Force,
    /// Stores a forced value: the suspension lies below it.
    SetForced,
    /// Notes in the suspension of slot 0 that forcing it raised the exception on top, and raises it.
    SetRaised,
    /// Runs the rest under a handler at the target.
    PushHandler(u32),
    /// Ends the innermost handler.
    PopHandler,
    /// Pops an exception and raises it.
    Raise,
    /// Calls a primitive: pops its arguments (the first one on top), pushes the result.
    Builtin { index: u32, arity: u32 },
    /// Integer addition and friends, popping the left operand from the top and the right one from below it.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Division.
    Div,
    /// Remainder.
    Mod,
    /// Structural equality.
    Equal,
    /// Its negation.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Greater or equal.
    GreaterEqual,
    /// Physical equality.
    Same,
    /// Its negation.
    NotSame,
    /// Negation of a truth value.
    Not,
}

/// A compiled function.
#[derive(Debug)]
pub(crate) struct Function {
    /// The user's name of it, if it is a definition at the top level of its program.
    pub name: Option<Arc<str>>,
    /// The program it belongs to.
    pub program: ProgramId,
    /// How many arguments it takes.
    pub arity: u32,
    /// Its operations.
    pub ops: Vec<Op>,
    /// Its number in the image; those that only the machine knows share one.
    pub number: u32,
}

/// A program of an image, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProgramId(pub u32);

/// What an image cannot hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError(pub String);

/// Compiled programs.
pub struct Image {
    pub(crate) functions: Vec<Function>,
    pub(crate) constants: Vec<Value>,
    pub(crate) builtins: Vec<Builtin>,
    /// For each program the functions that run its definitions, in order.
    pub(crate) starts: Vec<Vec<u32>>,
    pub(crate) global_count: u32,
    pub(crate) trampolines: Vec<Function>,
    /// Forces a suspension: slot 0 is the suspension, slot 1 its function.
    pub(crate) force: Function,
    globals: Vec<HashMap<Var, u32>>,
    /// For each program its part of the globals.
    parts: Vec<Range<usize>>,
    exports: Vec<Vec<Export>>,
    /// What integers are, the same in all its programs.
    pub int_mode: IntMode,
}

impl Image {
    /// The number of the global that holds an offered name of a program.
    pub fn global(&self, program: ProgramId, name: &str) -> Option<u32> {
        let exports = &self.exports[program.0 as usize];
        let export = exports.iter().rev().find(|export| &*export.name == name)?;
        self.globals[program.0 as usize].get(&export.var).copied()
    }

    /// How many steps the definitions of a program have: first those of its libraries, then one for each item of its own.
    pub fn step_count(&self, program: ProgramId) -> usize {
        self.starts[program.0 as usize].len()
    }

    /// The part of the globals that a program's definitions fill.
    pub(crate) fn part_of(&self, program: ProgramId) -> Range<usize> {
        self.parts[program.0 as usize].clone()
    }

    /// The number of the global of a variable of a program.
    pub fn global_of(&self, program: ProgramId, var: Var) -> Option<u32> {
        self.globals[program.0 as usize].get(&var).copied()
    }
}

/// Builds an image program by program.
pub struct ImageBuilder {
    pub(crate) image: Image,
    pub(crate) constant_ids: HashMap<compile::ConstantKey, u32>,
    pub(crate) builtin_ids: HashMap<Arc<str>, u32>,
}

impl ImageBuilder {
    /// An empty image.
    pub fn new(int_mode: IntMode) -> ImageBuilder {
        let trampolines =
            (1..=TRAMPOLINES).map(|count| internal(0, vec![Op::Apply(count), Op::Return])).collect();
        let force = internal(
            2,
            vec![
                Op::PushHandler(8),
                Op::Unit,
                Op::Local(1),
                Op::Apply(1),
                Op::PopHandler,
                Op::Slide(1),
                Op::SetForced,
                Op::Return,
                Op::SetRaised,
            ],
        );
        ImageBuilder {
            image: Image {
                functions: Vec::new(),
                constants: Vec::new(),
                builtins: Vec::new(),
                starts: Vec::new(),
                global_count: 0,
                trampolines,
                force,
                globals: Vec::new(),
                parts: Vec::new(),
                exports: Vec::new(),
                int_mode,
            },
            constant_ids: HashMap::new(),
            builtin_ids: HashMap::new(),
        }
    }

    /// Compiles a program into the image, with what it needs of its libraries. An image of unbounded integers takes a
    /// program of any mode: its operations are the same, only nothing wraps.
    pub fn add(&mut self, program: &Program) -> Result<ProgramId, LinkError> {
        if program.int_mode != self.image.int_mode && self.image.int_mode != IntMode::Unbounded {
            return Err(LinkError("the programs of an image must agree on what integers are".into()));
        }
        let id = ProgramId(self.image.starts.len() as u32);
        let first = self.image.global_count as usize;
        let (globals, starts) = compile::compile_program(self, id, program)?;
        self.image.parts.push(first..self.image.global_count as usize);
        self.image.globals.push(globals);
        self.image.starts.push(starts);
        self.image.exports.push(program.exports.clone());
        Ok(id)
    }

    /// The finished image.
    pub fn finish(self) -> Image {
        self.image
    }
}

/// A function of the machine itself.
fn internal(arity: u32, ops: Vec<Op>) -> Function {
    Function { name: None, program: ProgramId(u32::MAX), arity, ops, number: u32::MAX }
}

/// Calls with more surplus arguments than this go through several trampolines.
pub(crate) const TRAMPOLINES: u32 = 8;
