//! Frames: what parameters, local definitions and type parameters stand for at one expansion of a piece of the tree.
//! A frame is open if some of its values are variables of value code: then its definitions are bound around that code,
//! and no stream can be made in it. In a closed frame every value is a constant.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::code::{Binding, Code};
use crate::spec::StreamId;
use crate::syntax::ast::At;
use crate::typed::{BlockId, Body, DefId, Function, LocalId, Tree};
use crate::types::Type;

/// What an expression is after expansion.
#[derive(Debug, Clone)]
pub(super) enum Thing {
    Stream(StreamId),
    Value(Code),
    /// A function that takes or gives streams.
    Closure(Rc<Closure>),
    Record(Rc<Vec<(Arc<str>, Cell)>>),
}

/// A function on streams with its surroundings.
#[derive(Debug)]
pub(super) struct Closure {
    pub code: ClosureCode,
    pub frame: Rc<Frame>,
    /// Its type, with everything known.
    pub ty: Type,
    pub name: Option<Arc<str>>,
}

#[derive(Debug)]
pub(super) enum ClosureCode {
    Body(Rc<Body>, Tree),
    Lambda(Rc<Function>),
    External(&'static str),
}

/// An expansion that is made when it is needed, once.
pub(super) type Cell = Rc<RefCell<Suspended>>;

#[derive(Debug)]
pub(super) enum Suspended {
    Waiting(Tree, Rc<Frame>),
    Running,
    Done(Thing),
    Failed,
}

/// The bindings of an open frame.
pub(super) type Bindings = Rc<RefCell<Vec<Binding>>>;

#[derive(Debug)]
pub(super) struct Frame {
    pub parent: Option<Rc<Frame>>,
    /// The local definitions that belong to it.
    pub block: Option<BlockId>,
    pub locals: Vec<(LocalId, Cell)>,
    pub types: Vec<(u32, Type)>,
    pub defs: RefCell<FxHashMap<(DefId, Vec<Type>), Cell>>,
    /// The expression in the user's files that led here.
    pub site: At,
    /// The named definitions that led here, innermost first.
    pub within: Option<Rc<Within>>,
    /// Where definitions are bound; nothing in a closed frame.
    pub bindings: Option<Bindings>,
    /// How many calls led here.
    pub depth: usize,
}

/// A named definition, and those around it.
#[derive(Debug)]
pub(super) struct Within {
    pub name: Arc<str>,
    pub outer: Option<Rc<Within>>,
}

impl Within {
    /// The names, outermost first.
    pub(super) fn names(within: Option<&Rc<Within>>) -> Vec<Arc<str>> {
        let mut names = Vec::new();
        let mut current = within;
        while let Some(one) = current {
            names.push(one.name.clone());
            current = one.outer.as_ref();
        }
        names.reverse();
        names
    }
}

impl Frame {
    /// The outermost frame.
    pub(super) fn root() -> Rc<Frame> {
        Rc::new(Frame {
            parent: None,
            block: None,
            locals: Vec::new(),
            types: Vec::new(),
            defs: RefCell::default(),
            site: At::default(),
            within: None,
            bindings: None,
            depth: 0,
        })
    }

    /// A frame inside of this one that adds nothing yet.
    pub(super) fn inside(self: &Rc<Frame>) -> Frame {
        Frame {
            parent: Some(self.clone()),
            block: None,
            locals: Vec::new(),
            types: Vec::new(),
            defs: RefCell::default(),
            site: self.site,
            within: self.within.clone(),
            bindings: self.bindings.clone(),
            depth: self.depth,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.bindings.is_some()
    }

    /// What a parameter stands for.
    pub(super) fn local(&self, local: LocalId) -> Option<Cell> {
        let mut frame = self;
        loop {
            if let Some((_, cell)) = frame.locals.iter().find(|(other, _)| *other == local) {
                return Some(cell.clone());
            }
            frame = frame.parent.as_deref()?;
        }
    }

    /// The frame to which a block of definitions belongs; the outermost one for global definitions.
    pub(super) fn owner(self: &Rc<Frame>, block: Option<BlockId>) -> Option<Rc<Frame>> {
        let mut frame = self;
        loop {
            match (&frame.parent, block) {
                (None, None) => return Some(frame.clone()),
                _ if block.is_some() && frame.block == block => return Some(frame.clone()),
                (Some(parent), _) => frame = parent,
                (None, Some(_)) => return None,
            }
        }
    }

    /// What a type parameter stands for.
    pub(super) fn type_argument(&self, number: u32) -> Option<Type> {
        let mut frame = self;
        loop {
            if let Some((_, ty)) = frame.types.iter().find(|(other, _)| *other == number) {
                return Some(ty.clone());
            }
            frame = frame.parent.as_deref()?;
        }
    }
}

/// A cell that is already known.
pub(super) fn known(thing: Thing) -> Cell {
    Rc::new(RefCell::new(Suspended::Done(thing)))
}

/// A cell that waits.
pub(super) fn suspended(tree: &Tree, frame: &Rc<Frame>) -> Cell {
    Rc::new(RefCell::new(Suspended::Waiting(tree.clone(), frame.clone())))
}
