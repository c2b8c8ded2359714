//! Unfolds macros into streams and collects value functions.
//! In: the typed tree. Out: streams by primitive operators, and globals of value code. A definition is expanded when it is
//! first needed, once for each frame and type arguments. The first arguments of `last` and `delay` are expanded later than
//! all else: a definition that needs itself in any other way has no meaning, and one that needs itself so is found done.

mod apply;
mod constants;
mod derive;
mod finish;
mod frame;
mod functions;
mod points;
mod streams;
mod values;

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use crate::check::{Checker, Top};
use crate::code::{Binding, Code, Global, GlobalId, Var};
use crate::names::Names;
use crate::spec::{Constraint, Input, Output, Point, Stream, StreamId};
use crate::syntax::ast::At;
use crate::typed::{BodyKind, DefId, Kind, Tree, erased, is_value, substitute};
use crate::types::Type;

pub(crate) use finish::Expanded;
use frame::{Cell, Closure, ClosureCode, Frame, Suspended, Thing, Within, suspended};

/// There is no result; why was reported.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed;

type Made<T> = Result<T, Failed>;

/// Calls of macros may lie within each other this deep.
const DEEPEST_CALLS: usize = 500;
/// Expansions may lie within each other this deep on the way to a stream.
const DEEPEST: usize = 20_000;
/// More streams or globals are the mark of a recursion without end.
const MOST_STREAMS: usize = 100_000;
const MOST_GLOBALS: usize = 20_000;

/// A stream whose first argument is expanded later.
#[derive(Debug)]
struct Pending {
    stream: StreamId,
    first: Cell,
}

/// The expansion in the making.
#[derive(Debug)]
pub(crate) struct Expander<'c, 'o> {
    checker: &'c Checker<'o>,
    diagnostics: Vec<Diagnostic>,
    root: Rc<Frame>,
    streams: Vec<Stream>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    constraints: Vec<Constraint>,
    functions: Vec<finish::Entry>,
    globals: Vec<Global>,
    points: Vec<Point>,
    pending: VecDeque<Pending>,
    /// Comparisons and texts by type.
    texts: rustc_hash::FxHashMap<Type, GlobalId>,
    /// The definitions that are being expanded, for showing a cycle.
    running: Vec<DefId>,
    variables: u32,
    depth: usize,
    /// Whether nothing that is made now has points: assertions and goals.
    quiet: bool,
}

impl<'c, 'o> Expander<'c, 'o> {
    pub(crate) fn new(checker: &'c Checker<'o>) -> Expander<'c, 'o> {
        Expander {
            checker,
            diagnostics: Vec::new(),
            root: Frame::root(),
            streams: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            constraints: Vec::new(),
            functions: Vec::new(),
            globals: Vec::new(),
            points: Vec::new(),
            pending: VecDeque::new(),
            texts: rustc_hash::FxHashMap::default(),
            running: Vec::new(),
            variables: 0,
            depth: 0,
            quiet: false,
        }
    }

    /// Expands all outputs, assertions and goals.
    pub(crate) fn run(&mut self, top: &Top) {
        self.make_inputs();
        for tree in &top.constants {
            self.check_constant(tree);
        }
        for out in &top.outputs {
            self.make_output(out);
        }
        self.finish_pending();
        self.quiet = true;
        for wish in &top.wishes {
            self.make_constraint(wish);
        }
        self.finish_pending();
    }

    fn names(&self) -> &'c Names {
        &self.checker.names
    }

    fn error<T>(&mut self, code: &'static str, at: At, message: impl Into<String>) -> Made<T> {
        let diagnostic = Diagnostic::error(code, self.names().files.span(at), message);
        self.report(diagnostic)
    }

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Made<T> {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
        Err(Failed)
    }

    /// The expression in the user's files that a tree comes from.
    fn site(&self, at: At, frame: &Frame) -> At {
        if self.names().files.is_written(at) { at } else { frame.site }
    }

    /// The type of a tree with everything known.
    fn type_in(&self, ty: &Type, frame: &Frame) -> Type {
        let ty = erased(&self.checker.resolve(ty));
        substitute(&ty, &|number| frame.type_argument(number))
    }

    fn fresh_var(&mut self) -> Var {
        self.variables += 1;
        Var(self.variables - 1)
    }

    // ---------------------------------------------------------------------------------------- expansion

    /// What an expression is.
    fn expand(&mut self, tree: &Tree, frame: &Rc<Frame>) -> Made<Thing> {
        if self.depth > DEEPEST {
            let at = self.site(tree.at, frame);
            return self.error("too-deep", at, "definitions use each other in a chain that is too long");
        }
        self.depth += 1;
        let made = self.expand_inner(tree, frame);
        self.depth -= 1;
        made
    }

    fn expand_inner(&mut self, tree: &Tree, frame: &Rc<Frame>) -> Made<Thing> {
        match &tree.kind {
            Kind::Error => Err(Failed),
            Kind::Int(int) => Ok(Thing::Value(Code::Int(int.clone()))),
            Kind::Float(float) => Ok(Thing::Value(Code::Float(*float))),
            Kind::Text(text) => Ok(Thing::Value(Code::Text(text.clone()))),
            Kind::Input(number) => Ok(Thing::Stream(self.inputs[*number as usize].stream)),
            Kind::Local(local) => match frame.local(*local) {
                Some(cell) => self.force(&cell),
                None => Err(Failed),
            },
            Kind::Def(id, arguments) => self.definition(*id, arguments, tree, frame),
            Kind::Record(fields) => {
                let cells = fields.iter().map(|(name, field)| (name.clone(), suspended(field, frame)));
                Ok(Thing::Record(Rc::new(cells.collect())))
            }
            Kind::Member(record, name) => self.member(record, name, frame),
            Kind::Call(callee, args) => self.call(tree, callee, args, frame),
            Kind::Lambda(function) => {
                if is_value(&tree.ty) {
                    return self.lambda(function, frame).map(Thing::Value);
                }
                let ty = self.type_in(&tree.ty, frame);
                let code = ClosureCode::Lambda(function.clone());
                Ok(Thing::Closure(Rc::new(Closure { code, frame: frame.clone(), ty, name: None })))
            }
            Kind::Block(block, inner) => self.block(*block, inner, frame),
            Kind::StaticIf(condition, then, otherwise) => {
                match self.static_condition(condition, tree, frame)? {
                    Ok(true) => self.expand(then, frame),
                    Ok(false) => self.expand(otherwise, frame),
                    Err(condition) => {
                        let (then, otherwise) = (self.value(then, frame)?, self.value(otherwise, frame)?);
                        Ok(Thing::Value(Code::If(condition.into(), then.into(), otherwise.into())))
                    }
                }
            }
            Kind::Constant(value) => self.constant_stream(value, tree.at, frame).map(Thing::Stream),
            Kind::Lift(function, args) => self.lift(tree, function, args, frame).map(Thing::Stream),
            Kind::LiftMember(stream, name) => self.lift_member(tree, stream, name, frame).map(Thing::Stream),
        }
    }

    /// What a cell holds, expanded now if it waits.
    fn force(&mut self, cell: &Cell) -> Made<Thing> {
        let state = std::mem::replace(&mut *cell.borrow_mut(), Suspended::Running);
        match state {
            Suspended::Done(thing) => {
                *cell.borrow_mut() = Suspended::Done(thing.clone());
                Ok(thing)
            }
            Suspended::Failed => {
                *cell.borrow_mut() = Suspended::Failed;
                Err(Failed)
            }
            Suspended::Running => {
                let at = self.running.last().map(|id| self.names().defs[id.0 as usize].ast.name.at);
                self.endless(at.unwrap_or_default(), None)
            }
            Suspended::Waiting(tree, frame) => {
                let made = self.expand(&tree, &frame).map(|thing| self.shared(thing, "value", &frame));
                *cell.borrow_mut() = match &made {
                    Ok(thing) => Suspended::Done(thing.clone()),
                    Err(_) => Suspended::Failed,
                };
                made
            }
        }
    }

    /// A value that is more than a name is given one, so that it is computed once.
    fn shared(&mut self, thing: Thing, name: &str, frame: &Frame) -> Thing {
        let code = match thing {
            Thing::Value(code) if !code.is_trivial() => code,
            other => return other,
        };
        if let Some(bindings) = &frame.bindings {
            let var = self.fresh_var();
            bindings.borrow_mut().push(Binding { var, code });
            return Thing::Value(Code::Var(var));
        }
        let code = self.folded(&code).unwrap_or(code);
        if code.is_trivial() {
            return Thing::Value(code);
        }
        let constant = !matches!(code, Code::Lambda(..));
        Thing::Value(Code::Global(self.add_global(name.into(), Some(code), constant)))
    }

    fn add_global(&mut self, name: Arc<str>, code: Option<Code>, constant: bool) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(Global { name, code, constant });
        id
    }

    /// Reports too many of something, once.
    fn check_size(&mut self, at: At) -> Made<()> {
        if self.streams.len() < MOST_STREAMS && self.globals.len() < MOST_GLOBALS {
            return Ok(());
        }
        let message = "the specification unfolds into too many streams or functions";
        let span = self.names().files.span(at);
        let hint = "is there a macro that calls itself without end?";
        self.report(Diagnostic::error("expansion-too-large", span, message).hint(hint))
    }

    fn endless<T>(&mut self, at: At, id: Option<DefId>) -> Made<T> {
        let start = id.and_then(|id| self.running.iter().position(|other| *other == id)).unwrap_or(0);
        let cycle: Vec<DefId> = self.running[start..].to_vec();
        let names: Vec<String> =
            cycle.iter().map(|id| format!("`{}`", self.names().defs[id.0 as usize].ast.name.text)).collect();
        let message = match names.as_slice() {
            [one] => format!("{one} is defined by itself without end"),
            [] => "this is defined by itself without end".to_owned(),
            several => format!("{} are defined by each other without end", several.join(", ")),
        };
        let files = self.names().files.clone();
        let mut diagnostic = Diagnostic::error("infinite-recursion", files.span(at), message);
        for id in cycle.iter().take(8) {
            let name = &self.names().defs[id.0 as usize].ast.name;
            if files.is_written(name.at) && name.at != at {
                diagnostic =
                    diagnostic.label(files.span(name.at), format!("`{}` is part of the cycle", name.text));
            }
        }
        let hint = "a stream may use itself only in the first argument of `last` or `delay`";
        self.report(diagnostic.hint(hint))
    }

    // ---------------------------------------------------------------------------------------- definitions

    fn definition(&mut self, id: DefId, arguments: &[Type], tree: &Tree, frame: &Rc<Frame>) -> Made<Thing> {
        let arguments: Vec<Type> = arguments.iter().map(|ty| self.type_in(ty, frame)).collect();
        if let Some(large) = arguments.iter().find(|ty| !self.checker.is_small(ty)) {
            let name = self.names().defs[id.0 as usize].ast.name.text.clone();
            let shown: String = self.checker.show(large).chars().take(40).collect();
            let message = format!("`{name}` calls itself with larger and larger types: `{shown}...`");
            return self.error("type-too-large", self.site(tree.at, frame), message);
        }
        let placed = &self.names().defs[id.0 as usize];
        let Some(owner) = frame.owner(placed.block) else { return Err(Failed) };
        let key = (id, arguments);
        let cell = owner.defs.borrow().get(&key).cloned();
        if let Some(cell) = cell {
            if matches!(&*cell.borrow(), Suspended::Running) {
                return self.endless(self.site(tree.at, frame), Some(id));
            }
            return self.force(&cell);
        }
        self.check_size(self.site(tree.at, frame))?;
        let cell: Cell = Rc::new(std::cell::RefCell::new(Suspended::Running));
        owner.defs.borrow_mut().insert(key.clone(), cell.clone());
        self.running.push(id);
        let made = self.instantiate(id, key.1, &cell, &owner, self.site(tree.at, frame));
        self.running.pop();
        *cell.borrow_mut() = match &made {
            Ok(thing) => Suspended::Done(thing.clone()),
            Err(_) => Suspended::Failed,
        };
        made
    }

    /// A definition with its type arguments. What may be used before it is whole is put into the cell at once.
    fn instantiate(
        &mut self,
        id: DefId,
        arguments: Vec<Type>,
        cell: &Cell,
        owner: &Rc<Frame>,
        site: At,
    ) -> Made<Thing> {
        let (Some(body), Some(signature)) = (self.checker.body(id), self.checker.signed(id)) else {
            return Err(Failed);
        };
        let name = self.names().defs[id.0 as usize].ast.name.clone();
        let mut frame = owner.inside();
        frame.types = signature.type_params.iter().copied().zip(arguments).collect();
        frame.site = site;
        if self.names().files.is_written(name.at) {
            frame.within = Some(Rc::new(Within { name: name.text.clone(), outer: owner.within.clone() }));
        }
        let frame = Rc::new(frame);
        let ty = self.type_in(&signature.ty, &frame);
        let tree = match &body.kind {
            BodyKind::External(external) => return self.external(external, &ty, &frame, site),
            BodyKind::Tree(tree) => tree,
        };
        let set = |thing: &Thing| *cell.borrow_mut() = Suspended::Done(thing.clone());
        if is_value(&ty) && (!body.params.is_empty() || matches!(tree.kind, Kind::Lambda(_))) {
            return self.value_function(&name.text, &body.params, tree, &frame, &set);
        }
        if !body.params.is_empty() {
            let code = ClosureCode::Body(body.clone(), tree.clone());
            return Ok(Thing::Closure(Rc::new(Closure { code, frame, ty, name: Some(name.text) })));
        }
        if let Kind::Record(_) = &tree.kind {
            let record = self.expand(tree, &frame)?;
            set(&record);
            return Ok(record);
        }
        let thing = self.expand(tree, &frame)?;
        if let Thing::Stream(stream) = &thing {
            self.name_stream(*stream, &name);
        }
        Ok(self.shared(thing, &name.text, &frame))
    }

    fn block(&mut self, block: crate::typed::BlockId, inner: &Tree, frame: &Rc<Frame>) -> Made<Thing> {
        let mut new = frame.inside();
        new.block = Some(block);
        if !frame.is_open() || !is_value(&inner.ty) {
            return self.expand(inner, &Rc::new(new));
        }
        let bindings = frame::Bindings::default();
        new.bindings = Some(bindings.clone());
        let body = self.value(inner, &Rc::new(new))?;
        let bindings = std::mem::take(&mut *bindings.borrow_mut());
        Ok(Thing::Value(crate::code::bind(bindings, body)))
    }

    fn member(&mut self, record: &Tree, name: &str, frame: &Rc<Frame>) -> Made<Thing> {
        match self.expand(record, frame)? {
            Thing::Record(cells) => match cells.iter().find(|(other, _)| &**other == name) {
                Some((_, cell)) => self.force(cell),
                None => Err(Failed),
            },
            Thing::Value(code) => {
                let ty = self.type_in(&record.ty, frame);
                Ok(Thing::Value(field(code, &ty, name).ok_or(Failed)?))
            }
            _ => Err(Failed),
        }
    }
}

/// A field of a record by its type: a record of one field is that field.
fn field(code: Code, ty: &Type, name: &str) -> Option<Code> {
    let Type::Record(fields) = ty else { return None };
    let index = fields.iter().position(|(other, _)| &**other == name)?;
    Some(if fields.len() == 1 { code } else { Code::Field(Box::new(code), index, fields.len()) })
}
