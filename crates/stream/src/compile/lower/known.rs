//! What is known of a value while code is lowered, and how such knowledge becomes variables.

use std::rc::Rc;

use lydian_core::{Lambda, Var as CoreVar};

use super::super::code::{Atom, Limit, Prim, Stmt, Var};
use super::super::types::Ty;
use super::body::Body;
use super::{Made, refuse};

/// A value of which something is known.
#[derive(Debug, Clone)]
pub(super) enum Known<'p> {
    /// Nothing comes here: what computes it fails.
    Never,
    Atom(Atom, Ty),
    Tuple(Vec<Known<'p>>),
    /// `None`, with the type of what is not there.
    None(Ty),
    Some(Box<Known<'p>>),
    /// An option: whether there is a value, and the value.
    Maybe(Atom, Box<Known<'p>>),
    /// A value that is erroneous if it has a fault; whoever looks at it fails.
    Suspect(Var, Atom, Ty),
    Closure(&'p Lambda, Env<'p>),
    /// A definition of the program.
    Global(CoreVar),
    /// A local function that calls itself, by its place.
    Local(usize),
    /// The same inside of itself: the function, and what it has captured.
    Instance(usize, Vec<(Atom, Ty)>),
    Partial(Box<Known<'p>>, Vec<Known<'p>>),
    /// A suspension, by its place in the body.
    Lazy(usize),
    /// A suspension that is done, or failed with a fault.
    Given(Var, Atom, Ty),
}

impl<'p> Known<'p> {
    pub(super) fn unit() -> Known<'p> {
        Known::Atom(Atom::Unit, Ty::Unit)
    }

    pub(super) fn var(var: Var, ty: &Ty) -> Known<'p> {
        Known::Atom(Atom::Var(var), ty.clone())
    }

    fn has_suspects(&self) -> bool {
        match self {
            Known::Suspect(..) => true,
            Known::Tuple(parts) => parts.iter().any(Known::has_suspects),
            Known::Some(inner) | Known::Maybe(_, inner) => inner.has_suspects(),
            _ => false,
        }
    }
}

/// What variables of the program stand for.
#[derive(Debug, Clone, Default)]
pub(super) struct Env<'p>(Option<Rc<(CoreVar, Known<'p>, Env<'p>)>>);

impl<'p> Env<'p> {
    pub(super) fn with(&self, var: CoreVar, known: Known<'p>) -> Env<'p> {
        Env(Some(Rc::new((var, known, self.clone()))))
    }

    pub(super) fn get(&self, var: CoreVar) -> Option<&Known<'p>> {
        let mut env = self;
        while let Some(node) = &env.0 {
            if node.0 == var {
                return Some(&node.1);
            }
            env = &node.2;
        }
        None
    }
}

/// Variables that hold a value.
#[derive(Debug, Clone)]
pub(super) enum Slots {
    Plain(Var, Ty),
    Suspect(Var, Var, Ty),
    Maybe(Var, Box<Slots>),
    Tuple(Vec<Slots>),
}

impl Slots {
    pub(super) fn known<'p>(&self) -> Known<'p> {
        match self {
            Slots::Plain(var, ty) => Known::var(*var, ty),
            Slots::Suspect(fault, var, ty) => Known::Suspect(*fault, Atom::Var(*var), ty.clone()),
            Slots::Maybe(var, inner) => Known::Maybe(Atom::Var(*var), Box::new(inner.known())),
            Slots::Tuple(parts) => Known::Tuple(parts.iter().map(Slots::known).collect()),
        }
    }
}

impl<'p> Body<'_, 'p> {
    /// The type of a value.
    pub(super) fn type_of(&mut self, known: &Known<'p>) -> Made<Ty> {
        Ok(match known {
            Known::Never => self.lowerer.types.fresh(),
            Known::Atom(_, ty) | Known::Suspect(_, _, ty) => ty.clone(),
            Known::Tuple(parts) => {
                Ty::Tuple(parts.iter().map(|part| self.type_of(part)).collect::<Made<Vec<Ty>>>()?)
            }
            Known::None(ty) => Ty::Option(Box::new(ty.clone())),
            Known::Some(inner) | Known::Maybe(_, inner) => Ty::Option(Box::new(self.type_of(inner)?)),
            _ => return refuse("a function or a suspension is kept as a value"),
        })
    }

    pub(super) fn same(&mut self, a: &Ty, b: &Ty) -> Made<()> {
        if self.lowerer.types.unify(a, b) {
            return Ok(());
        }
        refuse("a value is used at two types")
    }

    /// Variables for either of two values.
    pub(super) fn slots(&mut self, a: &Known<'p>, b: &Known<'p>) -> Made<Slots> {
        let (one, other) = (self.type_of(a)?, self.type_of(b)?);
        self.same(&one, &other)?;
        if !a.has_suspects() && !b.has_suspects() {
            return Ok(Slots::Plain(self.var(one.clone()), one));
        }
        let is_option =
            |known: &Known<'p>| matches!(known, Known::None(_) | Known::Some(_) | Known::Maybe(..));
        Ok(match (a, b) {
            (Known::Tuple(x), Known::Tuple(y)) => {
                Slots::Tuple(x.iter().zip(y).map(|(x, y)| self.slots(x, y)).collect::<Made<_>>()?)
            }
            _ if is_option(a) && is_option(b) => {
                let inner = |known: &Known<'p>| match known {
                    Known::Some(inner) | Known::Maybe(_, inner) => (**inner).clone(),
                    _ => Known::Never,
                };
                let inner = self.slots(&inner(a), &inner(b))?;
                Slots::Maybe(self.var(Ty::Bool), Box::new(inner))
            }
            _ => Slots::Suspect(self.var(Ty::Fault), self.var(one.clone()), one),
        })
    }

    /// Puts a value into variables.
    pub(super) fn assign(&mut self, slots: &Slots, known: &Known<'p>) -> Made<()> {
        if self.dead || matches!(known, Known::Never) {
            return Ok(());
        }
        match (slots, known) {
            (Slots::Plain(var, ty), known) => {
                let (atom, found) = self.materialise(known)?;
                self.same(ty, &found)?;
                self.push(Stmt::Copy(*var, atom));
            }
            (Slots::Suspect(fault, var, _), Known::Suspect(from, atom, _)) => {
                self.push(Stmt::Copy(*fault, Atom::Var(*from)));
                self.push(Stmt::Copy(*var, atom.clone()));
            }
            (Slots::Suspect(fault, var, ty), known) => {
                let (atom, found) = self.materialise(known)?;
                self.same(ty, &found)?;
                self.push(Stmt::Copy(*fault, Atom::NoFault));
                self.push(Stmt::Copy(*var, atom));
            }
            (Slots::Maybe(var, _), Known::None(_)) => self.push(Stmt::Copy(*var, Atom::Bool(false))),
            (Slots::Maybe(var, slots), Known::Some(inner)) => {
                self.push(Stmt::Copy(*var, Atom::Bool(true)));
                self.assign(slots, inner)?;
            }
            (Slots::Maybe(var, slots), Known::Maybe(has, inner)) => {
                self.push(Stmt::Copy(*var, has.clone()));
                let (block, _, _) = self.block(|body| body.assign(slots, inner))?;
                self.push(Stmt::If(has.clone(), block, Vec::new()));
            }
            (Slots::Tuple(slots), Known::Tuple(parts)) => {
                for (slots, part) in slots.iter().zip(parts) {
                    self.assign(slots, part)?;
                }
            }
            _ => return refuse("an erroneous value takes different forms"),
        }
        Ok(())
    }

    /// Makes one value of what is known. An erroneous part would be lost: the monitor stops there.
    pub(super) fn materialise(&mut self, known: &Known<'p>) -> Made<(Atom, Ty)> {
        match known {
            Known::Atom(atom, ty) => Ok((atom.clone(), ty.clone())),
            Known::Never => Ok((Atom::Unit, self.lowerer.types.fresh())),
            Known::Tuple(parts) => {
                let (mut atoms, mut types) = (Vec::new(), Vec::new());
                for part in parts {
                    let (atom, ty) = self.materialise(part)?;
                    atoms.push(atom);
                    types.push(ty);
                }
                let ty = Ty::Tuple(types);
                Ok((self.set(Prim::Tuple, atoms, &ty), ty))
            }
            Known::None(inner) => {
                let ty = Ty::Option(Box::new(inner.clone()));
                Ok((self.set(Prim::None, Vec::new(), &ty), ty))
            }
            Known::Some(inner) => {
                let (atom, ty) = self.materialise(inner)?;
                let ty = Ty::Option(Box::new(ty));
                Ok((self.set(Prim::Some, vec![atom], &ty), ty))
            }
            Known::Maybe(has, inner) => {
                let ty = self.type_of(known)?;
                let var = self.var(ty.clone());
                let (yes, _, _) = self.block(|body| {
                    let (atom, _) = body.materialise(inner)?;
                    body.push(Stmt::Set(var, Prim::Some, vec![atom]));
                    Ok(())
                })?;
                let no = vec![Stmt::Set(var, Prim::None, Vec::new())];
                self.push(Stmt::If(has.clone(), yes, no));
                Ok((Atom::Var(var), ty))
            }
            Known::Suspect(fault, atom, ty) => {
                let is_faulty = self.set(Prim::IsFault, vec![Atom::Var(*fault)], &Ty::Bool);
                self.push(Stmt::If(is_faulty, vec![Stmt::Stop(Limit::Inside)], Vec::new()));
                Ok((atom.clone(), ty.clone()))
            }
            _ => refuse("a function or a suspension is kept as a value"),
        }
    }
}
