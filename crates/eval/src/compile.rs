//! Core to code.
//! Variables become slots of the frame, captured values or globals. Functions that are defined together share their
//! captured values and reach each other through the running closure, so closures form no cycles. Arguments are pushed
//! from right to left, which evaluates them in OCaml's order.

mod free;
mod pattern;

use std::collections::HashMap;
use std::sync::Arc;

use lydian_core::print::library_items;
use lydian_core::{Expr, Item, Lambda, Literal, Mutability, Program, Value, Var};

use crate::builtins;
use crate::code::{Function, ImageBuilder, LinkError, Op, ProgramId};

/// What makes two constants the same object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ConstantKey {
    Int(lydian_term::Int),
    Char(u8),
    Float(u64),
    /// Each occurrence of a string is an object of its own, the same at each evaluation.
    Occurrence(usize),
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Slot(u32),
    Captured(u32),
    Global(u32),
    SelfClosure,
    Sibling(u32),
}

const CYCLIC: &str = "a recursive value that is not a function is not supported";

type Globals = HashMap<Var, u32>;

/// Compiles what a program defines and what that needs of its libraries.
pub(crate) fn compile_program(
    builder: &mut ImageBuilder,
    id: ProgramId,
    program: &Program,
) -> Result<(Globals, Vec<u32>), LinkError> {
    let mut globals = Globals::new();
    let mut starts = Vec::new();
    for item in library_items(program).into_iter().chain(&program.items) {
        let mut context = Context { builder, globals: &mut globals, program: id };
        starts.extend(context.item(item)?);
    }
    Ok((globals, starts))
}

struct Context<'b> {
    builder: &'b mut ImageBuilder,
    globals: &'b mut Globals,
    program: ProgramId,
}

impl Context<'_> {
    fn item(&mut self, item: &Item) -> Result<Option<u32>, LinkError> {
        match item {
            Item::Define(var, expr) => {
                let global = self.new_global(*var);
                let name = self.global_name(expr);
                let start = self.start(|body| {
                    body.expr_named(expr, Tail::No, name)?;
                    body.emit(Op::SetGlobal(global));
                    Ok(())
                })?;
                Ok(Some(start))
            }
            Item::DefineRec(bindings) => {
                let group: Vec<Var> = bindings.iter().map(|(var, _)| *var).collect();
                if bindings.iter().any(|(_, expr)| free::looks_at(expr, &group)) {
                    return Err(LinkError(CYCLIC.to_owned()));
                }
                let numbers: Vec<u32> = group.iter().map(|var| self.new_global(*var)).collect();
                let start = self.start(|body| {
                    for ((_, expr), global) in bindings.iter().zip(numbers) {
                        let name = match expr {
                            Expr::Lambda(lambda) => lambda.name.clone(),
                            _ => None,
                        };
                        body.expr_named(expr, Tail::No, name)?;
                        body.emit(Op::SetGlobal(global));
                    }
                    Ok(())
                })?;
                Ok(Some(start))
            }
            Item::Run(expr) => {
                let start = self.start(|body| {
                    body.expr(expr, Tail::No)?;
                    body.emit(Op::Pop);
                    Ok(())
                })?;
                Ok(Some(start))
            }
        }
    }

    fn global_name(&self, expr: &Expr) -> Option<Arc<str>> {
        match expr {
            Expr::Lambda(lambda) => lambda.name.clone(),
            _ => None,
        }
    }

    fn new_global(&mut self, var: Var) -> u32 {
        let number = self.builder.image.global_count;
        self.builder.image.global_count += 1;
        self.globals.insert(var, number);
        number
    }

    /// A function of no arguments that runs one definition.
    fn start(
        &mut self,
        fill: impl FnOnce(&mut Body<'_, '_>) -> Result<(), LinkError>,
    ) -> Result<u32, LinkError> {
        let program = self.program;
        let mut body = Body { context: self, ops: Vec::new(), places: HashMap::new(), height: 0 };
        fill(&mut body)?;
        body.emit(Op::Unit);
        body.emit(Op::Return);
        let ops = body.ops;
        Ok(self.add(Function { name: None, program, arity: 0, ops, number: 0 }))
    }

    fn add(&mut self, function: Function) -> u32 {
        let number = self.builder.image.functions.len() as u32;
        self.builder.image.functions.push(Function { number, ..function });
        number
    }

    fn constant(&mut self, literal: &Literal) -> u32 {
        let constants = &mut self.builder.image.constants;
        let key = match literal {
            Literal::Int(int) => ConstantKey::Int(int.clone()),
            Literal::Char(code) => ConstantKey::Char(*code),
            Literal::Float(float) => ConstantKey::Float(float.to_bits()),
            _ => ConstantKey::Occurrence(constants.len()),
        };
        *self.builder.constant_ids.entry(key).or_insert_with(|| {
            constants.push(literal_value(literal));
            constants.len() as u32 - 1
        })
    }
}

fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Unit => Value::Unit,
        Literal::Bool(known) => Value::Bool(*known),
        Literal::Int(int) => Value::int(int.clone()),
        Literal::Char(code) => Value::Char(*code),
        Literal::String(bytes) => Value::str(bytes.to_vec()),
        Literal::Float(float) => Value::Float(*float),
    }
}

/// Whether an expression is the last act of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    Yes,
    No,
}

/// A function body under construction.
struct Body<'c, 'b> {
    context: &'c mut Context<'b>,
    ops: Vec<Op>,
    places: HashMap<Var, Place>,
    /// How many slots the frame has now.
    height: u32,
}

impl Body<'_, '_> {
    fn emit(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Emits a jump whose target is set later.
    fn jump(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn land(&mut self, jump: usize) {
        let here = self.ops.len() as u32;
        match &mut self.ops[jump] {
            Op::Jump(target)
            | Op::JumpIfFalse(target)
            | Op::JumpIfTrue(target)
            | Op::PushHandler(target)
            | Op::UnlessCon { target, .. }
            | Op::UnlessConst { target, .. }
            | Op::UnlessInt { target, .. }
            | Op::UnlessRange { target, .. }
            | Op::UnlessLength { target, .. } => *target = here,
            _ => {}
        }
    }

    fn place(&self, var: Var) -> Result<Place, LinkError> {
        if let Some(place) = self.places.get(&var) {
            return Ok(*place);
        }
        match self.context.globals.get(&var) {
            Some(global) => Ok(Place::Global(*global)),
            None => Err(LinkError(format!("the variable {} is not defined", var.0))),
        }
    }

    fn push_place(&mut self, place: Place) {
        self.emit(match place {
            Place::Slot(slot) => Op::Local(slot),
            Place::Captured(index) => Op::Captured(index),
            Place::Global(global) => Op::Global(global),
            Place::SelfClosure => Op::SelfClosure,
            Place::Sibling(function) => Op::Sibling(function),
        });
    }

    /// Compiles an expression; afterwards the frame is one slot higher (unless it was a tail call, which leaves).
    fn expr(&mut self, expr: &Expr, tail: Tail) -> Result<(), LinkError> {
        self.expr_named(expr, tail, None)
    }

    fn expr_named(&mut self, expr: &Expr, tail: Tail, name: Option<Arc<str>>) -> Result<(), LinkError> {
        match expr {
            Expr::Literal(literal) => self.literal(literal),
            Expr::Var(var) => {
                let place = self.place(*var)?;
                self.push_place(place);
                self.height += 1;
            }
            Expr::Lambda(lambda) => self.closure(lambda, name)?,
            Expr::Apply(function, args) => return self.apply(function, args, tail),
            Expr::Let(var, bound, rest) => {
                let before = self.height;
                self.expr(bound, Tail::No)?;
                let shadowed = self.places.insert(*var, Place::Slot(before));
                self.expr(rest, tail)?;
                self.restore(*var, shadowed);
                self.drop_below(before, tail);
                return Ok(());
            }
            Expr::LetRec(bindings, rest) => {
                let before = self.height;
                self.recursive(bindings)?;
                self.expr(rest, tail)?;
                for (var, _) in bindings {
                    self.places.remove(var);
                }
                self.drop_below(before, tail);
                return Ok(());
            }
            Expr::If(condition, yes, no) => {
                self.expr(condition, Tail::No)?;
                let otherwise = self.jump(Op::JumpIfFalse(0));
                self.height -= 1;
                let before = self.height;
                self.expr(yes, tail)?;
                self.finish(tail);
                let end = self.jump(Op::Jump(0));
                self.land(otherwise);
                self.height = before;
                self.expr(no, tail)?;
                self.land(end);
            }
            Expr::And(left, right) => self.lazy_operator(left, right, tail, Op::JumpIfFalse(0), false)?,
            Expr::Or(left, right) => self.lazy_operator(left, right, tail, Op::JumpIfTrue(0), true)?,
            Expr::Match { scrutinee, arms, place } => {
                self.match_arms(scrutinee, arms, place, tail)?;
                return Ok(());
            }
            Expr::Try(body, arms) => {
                let before = self.height;
                let handler = self.jump(Op::PushHandler(0));
                self.expr(body, Tail::No)?;
                self.emit(Op::PopHandler);
                self.finish(tail);
                let end = self.jump(Op::Jump(0));
                self.land(handler);
                // The machine cuts the stack to where the handler was set and pushes the exception.
                self.height = before + 1;
                self.handler_arms(before, arms, tail)?;
                self.land(end);
                self.height = before + 1;
                return Ok(());
            }
            Expr::Construct(con, mutability, args) => {
                for arg in args.iter().rev() {
                    self.expr(arg, Tail::No)?;
                }
                let fields = args.len() as u32;
                self.emit(match (mutability, fields) {
                    (Mutability::Immutable, 0) => Op::Constant(*con),
                    (Mutability::Immutable, _) => Op::Block { con: *con, fields },
                    (Mutability::Mutable, _) => Op::MutableBlock { con: *con, fields },
                });
                self.height = self.height - fields + 1;
            }
            Expr::Field(block, field) => {
                self.expr(block, Tail::No)?;
                self.emit(Op::Field(*field));
            }
            Expr::SetField(block, field, value) => {
                self.expr(value, Tail::No)?;
                self.expr(block, Tail::No)?;
                self.emit(Op::SetField(*field));
                self.height -= 1;
            }
            Expr::Array(elements) => {
                for element in elements.iter().rev() {
                    self.expr(element, Tail::No)?;
                }
                self.emit(Op::Array(elements.len() as u32));
                self.height = self.height - elements.len() as u32 + 1;
            }
            Expr::Primitive(name, args) => self.primitive(name, args)?,
            Expr::Sequence(first, second) => {
                self.expr(first, Tail::No)?;
                self.emit(Op::Pop);
                self.height -= 1;
                return self.expr(second, tail);
            }
            Expr::While(condition, body) => {
                let start = self.ops.len() as u32;
                self.expr(condition, Tail::No)?;
                let end = self.jump(Op::JumpIfFalse(0));
                self.height -= 1;
                self.expr(body, Tail::No)?;
                self.emit(Op::Pop);
                self.height -= 1;
                self.emit(Op::Loop(start));
                self.land(end);
                self.emit(Op::Unit);
                self.height += 1;
            }
            Expr::For { var, from, to, down, body } => self.for_loop(*var, from, to, *down, body)?,
            Expr::Lazy(inner) => {
                let thunk = Lambda { name: None, params: vec![Var(u32::MAX)], body: (**inner).clone() };
                self.closure(&Arc::new(thunk), None)?;
                self.emit(Op::Lazy);
            }
        }
        Ok(())
    }

    /// In tail position a value ends the function at once.
    fn finish(&mut self, tail: Tail) {
        if tail == Tail::Yes {
            self.emit(Op::Return);
        }
    }

    /// Removes what lies between `before` and the result on top.
    fn drop_below(&mut self, before: u32, tail: Tail) {
        let extra = self.height.saturating_sub(before + 1);
        if extra > 0 && tail == Tail::No {
            self.emit(Op::Slide(extra));
        }
        self.height = before + 1;
    }

    fn restore(&mut self, var: Var, shadowed: Option<Place>) {
        match shadowed {
            Some(place) => self.places.insert(var, place),
            None => self.places.remove(&var),
        };
    }

    fn literal(&mut self, literal: &Literal) {
        let op = match literal {
            Literal::Unit => Op::Unit,
            Literal::Bool(known) => Op::Bool(*known),
            Literal::Int(int) if int.as_i64().is_some_and(|int| i32::try_from(int).is_ok()) => {
                Op::Int(int.as_i64().unwrap_or(0) as i32)
            }
            other => Op::Const(self.context.constant(other)),
        };
        self.emit(op);
        self.height += 1;
    }

    fn lazy_operator(
        &mut self,
        left: &Expr,
        right: &Expr,
        tail: Tail,
        skip: Op,
        decided: bool,
    ) -> Result<(), LinkError> {
        self.expr(left, Tail::No)?;
        let short = self.jump(skip);
        self.height -= 1;
        let before = self.height;
        self.expr(right, tail)?;
        self.finish(tail);
        let end = self.jump(Op::Jump(0));
        self.land(short);
        self.height = before;
        self.emit(Op::Bool(decided));
        self.height += 1;
        self.land(end);
        Ok(())
    }

    fn apply(&mut self, function: &Expr, args: &[Expr], tail: Tail) -> Result<(), LinkError> {
        for arg in args.iter().rev() {
            self.expr(arg, Tail::No)?;
        }
        self.expr(function, Tail::No)?;
        let count = args.len() as u32;
        self.emit(match tail {
            Tail::Yes => Op::TailApply(count),
            Tail::No => Op::Apply(count),
        });
        self.height -= count;
        Ok(())
    }

    fn primitive(&mut self, name: &Arc<str>, args: &[Expr]) -> Result<(), LinkError> {
        // A variable is the object that it is, also where values have no identity here: floating-point numbers.
        if let ("same" | "not_same", [Expr::Var(left), Expr::Var(right)]) = (&**name, args)
            && left == right
        {
            return self.expr(&Expr::Literal(Literal::Bool(&**name == "same")), Tail::No);
        }
        for arg in args.iter().rev() {
            self.expr(arg, Tail::No)?;
        }
        let count = args.len() as u32;
        let op = match (&**name, count) {
            ("%identity", 1) => return Ok(()),
            ("raise", 1) => Op::Raise,
            ("lazy_force", 1) => Op::Force,
            ("int_add", 2) => Op::Add,
            ("int_sub", 2) => Op::Sub,
            ("int_mul", 2) => Op::Mul,
            ("int_div", 2) => Op::Div,
            ("int_mod", 2) => Op::Mod,
            ("equal", 2) => Op::Equal,
            ("not_equal", 2) => Op::NotEqual,
            ("less", 2) => Op::Less,
            ("less_equal", 2) => Op::LessEqual,
            ("greater", 2) => Op::Greater,
            ("greater_equal", 2) => Op::GreaterEqual,
            ("same", 2) => Op::Same,
            ("not_same", 2) => Op::NotSame,
            ("not", 1) => Op::Not,
            _ => {
                let builtin =
                    builtins::lookup(name).filter(|builtin| builtin.arity == count).ok_or_else(|| {
                        LinkError(format!("there is no primitive `{name}` of {count} arguments"))
                    })?;
                let builtins = &mut self.context.builder.image.builtins;
                let index = *self.context.builder.builtin_ids.entry(name.clone()).or_insert_with(|| {
                    builtins.push(builtin);
                    builtins.len() as u32 - 1
                });
                Op::Builtin { index, arity: count }
            }
        };
        self.emit(op);
        self.height = self.height - count + 1;
        Ok(())
    }

    fn for_loop(
        &mut self,
        var: Var,
        from: &Expr,
        to: &Expr,
        down: bool,
        body: &Expr,
    ) -> Result<(), LinkError> {
        let counter = self.height;
        self.expr(from, Tail::No)?;
        let last = self.height;
        self.expr(to, Tail::No)?;
        let shadowed = self.places.insert(var, Place::Slot(counter));
        let compare = |body: &mut Self, op: Op| {
            body.emit(Op::Local(last));
            body.emit(Op::Local(counter));
            body.emit(op);
        };
        // The first test allows an empty loop; the one at the end stops before the counter could wrap.
        compare(self, if down { Op::GreaterEqual } else { Op::LessEqual });
        let empty = self.jump(Op::JumpIfFalse(0));
        let start = self.ops.len() as u32;
        self.expr(body, Tail::No)?;
        self.emit(Op::Pop);
        self.height -= 1;
        compare(self, Op::Equal);
        let done = self.jump(Op::JumpIfTrue(0));
        self.emit(Op::Int(1));
        self.emit(Op::Local(counter));
        self.emit(if down { Op::Sub } else { Op::Add });
        self.emit(Op::SetLocal(counter));
        self.emit(Op::Loop(start));
        self.land(empty);
        self.land(done);
        self.restore(var, shadowed);
        self.emit(Op::Truncate(counter));
        self.emit(Op::Unit);
        self.height = counter + 1;
        Ok(())
    }

    /// Pushes a closure of a function that stands alone.
    fn closure(&mut self, lambda: &Arc<Lambda>, name: Option<Arc<str>>) -> Result<(), LinkError> {
        let captured = self.captured_of(std::slice::from_ref(lambda), &[])?;
        let number = self.reserve();
        self.function(number, lambda, name, &captured, &[], None)?;
        self.push_closure(number, &captured)?;
        self.height += 1;
        Ok(())
    }

    fn push_closure(&mut self, function: u32, captured: &[Var]) -> Result<(), LinkError> {
        for var in captured {
            let place = self.place(*var)?;
            self.push_place(place);
        }
        self.emit(Op::Closure { function, captures: captured.len() as u32 });
        Ok(())
    }

    /// Pushes the closures of functions that are defined together, each into its own slot.
    fn recursive(&mut self, bindings: &[(Var, Expr)]) -> Result<(), LinkError> {
        let mut lambdas = Vec::new();
        for (var, expr) in bindings {
            match expr {
                Expr::Lambda(lambda) => lambdas.push((*var, lambda.clone())),
                _ => return Err(LinkError(CYCLIC.to_owned())),
            }
        }
        let group: Vec<Var> = lambdas.iter().map(|(var, _)| *var).collect();
        let bodies: Vec<Arc<Lambda>> = lambdas.iter().map(|(_, lambda)| lambda.clone()).collect();
        let captured = self.captured_of(&bodies, &group)?;
        let numbers: Vec<(Var, u32)> = group.iter().map(|var| (*var, self.reserve())).collect();
        for ((var, lambda), (_, number)) in lambdas.iter().zip(&numbers) {
            self.function(*number, lambda, None, &captured, &numbers, Some(*var))?;
        }
        for (var, number) in &numbers {
            self.push_closure(*number, &captured)?;
            self.places.insert(*var, Place::Slot(self.height));
            self.height += 1;
        }
        Ok(())
    }

    fn reserve(&mut self) -> u32 {
        let program = self.context.program;
        self.context.add(Function { name: None, program, arity: 0, ops: Vec::new(), number: 0 })
    }

    /// The variables that functions need from the frame around them, in order.
    fn captured_of(&self, lambdas: &[Arc<Lambda>], group: &[Var]) -> Result<Vec<Var>, LinkError> {
        let mut free = Vec::new();
        for lambda in lambdas {
            free::free_variables(lambda, &mut free);
        }
        free.retain(|var| !group.contains(var) && self.places.contains_key(var));
        Ok(free)
    }

    fn function(
        &mut self,
        number: u32,
        lambda: &Lambda,
        name: Option<Arc<str>>,
        captured: &[Var],
        group: &[(Var, u32)],
        own: Option<Var>,
    ) -> Result<(), LinkError> {
        let mut places: HashMap<Var, Place> =
            captured.iter().enumerate().map(|(index, var)| (*var, Place::Captured(index as u32))).collect();
        for (var, sibling) in group {
            places
                .insert(*var, if own == Some(*var) { Place::SelfClosure } else { Place::Sibling(*sibling) });
        }
        let arity = lambda.params.len() as u32;
        for (index, param) in lambda.params.iter().enumerate() {
            places.insert(*param, Place::Slot(arity - 1 - index as u32));
        }
        let mut body = Body { context: self.context, ops: Vec::new(), places, height: arity };
        body.expr(&lambda.body, Tail::Yes)?;
        body.emit(Op::Return);
        let ops = body.ops;
        let function = &mut self.context.builder.image.functions[number as usize];
        (function.name, function.arity, function.ops) = (name, arity, ops);
        Ok(())
    }
}
