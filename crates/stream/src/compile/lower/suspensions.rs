//! Suspensions: a flag and variables each, computed where they are first needed.

use lydian_core::Expr;

use super::super::code::{Atom, Failure, Prim, Stmt, Var};
use super::super::types::Ty;
use super::body::{Body, Way};
use super::known::{Env, Known, Slots};
use super::{Made, refuse};

/// A suspension.
pub(super) struct Cell<'p> {
    expr: &'p Expr,
    pub(super) env: Env<'p>,
    /// Whether it was computed.
    done: Var,
    /// Its value, once some place needs it.
    slots: Option<Slots>,
}

impl<'p> Cell<'p> {
    /// What it computes, and where.
    pub(super) fn suspended(&self) -> (&'p Expr, Env<'p>) {
        (self.expr, self.env.clone())
    }
}

impl<'p> Body<'_, 'p> {
    pub(super) fn suspended(&mut self, expr: &'p Expr, env: Env<'p>) -> Known<'p> {
        let done = self.var(Ty::Bool);
        self.push(Stmt::Copy(done, Atom::Bool(false)));
        self.cells.push(Cell { expr, env, done, slots: None });
        Known::Lazy(self.cells.len() - 1)
    }

    /// The value of a suspension.
    pub(super) fn force(&mut self, known: Known<'p>) -> Made<Known<'p>> {
        let place = match known {
            Known::Lazy(place) => place,
            Known::Given(fault, atom, ty) => {
                let is_faulty = self.set(Prim::IsFault, vec![Atom::Var(fault)], &Ty::Bool);
                self.push(Stmt::If(is_faulty, vec![Stmt::Fail(Failure::Given(fault))], Vec::new()));
                return Ok(Known::Atom(atom, ty));
            }
            Known::Never => return Ok(Known::Never),
            _ => return refuse("what is forced is no suspension"),
        };
        let cell = &self.cells[place];
        if let (Expr::Literal(_) | Expr::Var(_), env) = (cell.expr, cell.env.clone()) {
            return self.lower(cell.expr, &env, Way::Value);
        }
        let done = cell.done;
        if let Some(slots) = &cell.slots {
            let slots = slots.clone();
            if !self.forced.contains(&place) {
                let (block, (), _) = self.block(|body| body.compute(place))?;
                self.push(Stmt::If(Atom::Var(done), Vec::new(), block));
                self.forced.insert(place);
            }
            return Ok(slots.known());
        }
        // No place before this one has needed it.
        self.compute(place)?;
        if self.dead {
            return Ok(Known::Never);
        }
        self.forced.insert(place);
        match &self.cells[place].slots {
            Some(slots) => Ok(slots.known()),
            None => Ok(Known::Never),
        }
    }

    fn compute(&mut self, place: usize) -> Made<()> {
        let (expr, env) = (self.cells[place].expr, self.cells[place].env.clone());
        let value = self.lower(expr, &env, Way::Value)?;
        if self.dead || matches!(value, Known::Never) {
            return Ok(());
        }
        let slots = match self.cells[place].slots.clone() {
            Some(slots) => slots,
            None => self.slots(&value, &value)?,
        };
        self.assign(&slots, &value)?;
        let done = self.cells[place].done;
        self.push(Stmt::Copy(done, Atom::Bool(true)));
        self.cells[place].slots = Some(slots);
        Ok(())
    }
}
