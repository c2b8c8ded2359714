//! Patterns as tests and slots.
//! An arm tests the value in a slot part by part; a part that is looked into gets a slot of its own, and a variable
//! is the slot of its part. A failed test jumps to the next arm, which first cuts the frame back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use lydian_core::expr::Place as SourcePlace;
use lydian_core::{Arm, ConId, Expr, Literal, Pattern, Var};

use super::{Body, Place, Tail};
use crate::code::{LinkError, Op};

/// Slots that alternatives of an or-pattern write their variables to.
type Shared = HashMap<Var, u32>;

impl Body<'_, '_> {
    pub(super) fn match_arms(
        &mut self,
        scrutinee: &Expr,
        arms: &[Arm],
        place: &SourcePlace,
        tail: Tail,
    ) -> Result<(), LinkError> {
        let slot = self.height;
        self.expr(scrutinee, Tail::No)?;
        let ends = self.arms(slot, arms, tail)?;
        self.match_failure(place);
        for end in ends {
            self.land(end);
        }
        self.height = slot + 1;
        Ok(())
    }

    /// The arms of a handler: the exception is in `slot`; without a fitting arm it is raised again.
    pub(super) fn handler_arms(&mut self, slot: u32, arms: &[Arm], tail: Tail) -> Result<(), LinkError> {
        let ends = self.arms(slot, arms, tail)?;
        self.emit(Op::Local(slot));
        self.emit(Op::Raise);
        for end in ends {
            self.land(end);
        }
        self.height = slot + 1;
        Ok(())
    }

    /// Compiles arms on the value in `slot`. Control falls out behind them when none fits, with the frame cut to
    /// `slot + 1`; the jumps that are returned leave with the result in `slot`.
    fn arms(&mut self, slot: u32, arms: &[Arm], tail: Tail) -> Result<Vec<usize>, LinkError> {
        let mut ends = Vec::new();
        for arm in arms {
            self.height = slot + 1;
            let mut fails = Vec::new();
            let mut bound = Vec::new();
            self.pattern(&arm.pattern, slot, &mut fails, &mut bound, &Shared::new())?;
            if let Some(guard) = &arm.guard {
                self.expr(guard, Tail::No)?;
                fails.push(self.jump(Op::JumpIfFalse(0)));
                self.height -= 1;
            }
            self.expr(&arm.body, tail)?;
            for var in bound {
                self.places.remove(&var);
            }
            match tail {
                Tail::Yes => self.emit(Op::Return),
                Tail::No => {
                    let extra = self.height - 1 - slot;
                    if extra > 0 {
                        self.emit(Op::Slide(extra));
                    }
                    ends.push(self.jump(Op::Jump(0)));
                }
            }
            if !fails.is_empty() {
                for fail in fails {
                    self.land(fail);
                }
                self.emit(Op::Truncate(slot + 1));
            }
        }
        self.height = slot + 1;
        Ok(ends)
    }

    fn match_failure(&mut self, place: &SourcePlace) {
        let before = self.height;
        self.literal(&Literal::Int(i64::from(place.column).into()));
        self.literal(&Literal::Int(i64::from(place.line).into()));
        self.literal(&Literal::String(place.file.as_bytes().into()));
        self.emit(Op::Block { con: ConId::TUPLE, fields: 3 });
        self.emit(Op::Block { con: ConId::MATCH_FAILURE, fields: 1 });
        self.emit(Op::Raise);
        self.height = before;
    }

    fn pattern(
        &mut self,
        pattern: &Pattern,
        slot: u32,
        fails: &mut Vec<usize>,
        bound: &mut Vec<Var>,
        shared: &Shared,
    ) -> Result<(), LinkError> {
        match pattern {
            Pattern::Any => {}
            Pattern::Var(var) => self.bind(*var, slot, bound, shared),
            Pattern::Alias(inner, var) => {
                self.pattern(inner, slot, fails, bound, shared)?;
                self.bind(*var, slot, bound, shared);
            }
            Pattern::Literal(literal) => {
                let op = match literal {
                    Literal::Unit => return Ok(()),
                    Literal::Int(int) if int.as_i64().is_some_and(|int| i32::try_from(int).is_ok()) => {
                        Op::UnlessInt { slot, int: int.as_i64().unwrap_or(0) as i32, target: 0 }
                    }
                    Literal::Bool(true) => {
                        self.emit(Op::Local(slot));
                        Op::JumpIfFalse(0)
                    }
                    Literal::Bool(false) => {
                        self.emit(Op::Local(slot));
                        Op::JumpIfTrue(0)
                    }
                    other => Op::UnlessConst { slot, constant: self.context.constant(other), target: 0 },
                };
                fails.push(self.jump(op));
            }
            Pattern::Range(from, to) => {
                fails.push(self.jump(Op::UnlessRange { slot, from: *from, to: *to, target: 0 }));
            }
            Pattern::Construct(con, parts) => {
                if *con != ConId::TUPLE {
                    fails.push(self.jump(Op::UnlessCon { slot, con: *con, target: 0 }));
                }
                self.parts(parts, fails, bound, shared, |field| Op::FieldOf { slot, field })?;
            }
            Pattern::Array(parts) => {
                let length = parts.len() as u32;
                fails.push(self.jump(Op::UnlessLength { slot, length, target: 0 }));
                self.parts(parts, fails, bound, shared, |index| Op::ElementOf { slot, index })?;
            }
            Pattern::Or(alternatives) => self.alternatives(alternatives, slot, fails, bound, shared)?,
            Pattern::Lazy(inner) => {
                self.emit(Op::Local(slot));
                self.emit(Op::Force);
                let forced = self.height;
                self.height += 1;
                self.pattern(inner, forced, fails, bound, shared)?;
            }
        }
        Ok(())
    }

    fn parts(
        &mut self,
        parts: &[Pattern],
        fails: &mut Vec<usize>,
        bound: &mut Vec<Var>,
        shared: &Shared,
        take: impl Fn(u32) -> Op,
    ) -> Result<(), LinkError> {
        // All parts first, then their tests, so that the slots of a pattern's variables do not depend on its depth.
        let mut slots = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if !matches!(part, Pattern::Any) {
                self.emit(take(index as u32));
                slots.push((part, self.height));
                self.height += 1;
            }
        }
        for (part, slot) in slots {
            self.pattern(part, slot, fails, bound, shared)?;
        }
        Ok(())
    }

    fn bind(&mut self, var: Var, slot: u32, bound: &mut Vec<Var>, shared: &Shared) {
        match shared.get(&var) {
            Some(target) => {
                self.emit(Op::Local(slot));
                self.emit(Op::SetLocal(*target));
            }
            None => {
                self.places.insert(var, Place::Slot(slot));
                bound.push(var);
            }
        }
    }

    fn alternatives(
        &mut self,
        alternatives: &[Pattern],
        slot: u32,
        fails: &mut Vec<usize>,
        bound: &mut Vec<Var>,
        shared: &Shared,
    ) -> Result<(), LinkError> {
        let mut inner = shared.clone();
        let mut names = Vec::new();
        if let Some(first) = alternatives.first() {
            variables(first, &mut names);
        }
        for var in names {
            if let Entry::Vacant(vacant) = inner.entry(var) {
                vacant.insert(self.height);
                self.emit(Op::Unit);
                self.places.insert(var, Place::Slot(self.height));
                bound.push(var);
                self.height += 1;
            }
        }
        let start = self.height;
        let mut ends = Vec::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            let mut inner_fails = Vec::new();
            self.height = start;
            self.pattern(alternative, slot, &mut inner_fails, bound, &inner)?;
            if index + 1 == alternatives.len() {
                fails.append(&mut inner_fails);
                if self.height > start {
                    self.emit(Op::Truncate(start));
                }
            } else {
                if self.height > start {
                    self.emit(Op::Truncate(start));
                }
                ends.push(self.jump(Op::Jump(0)));
                for fail in inner_fails {
                    self.land(fail);
                }
                self.emit(Op::Truncate(start));
            }
        }
        for end in ends {
            self.land(end);
        }
        self.height = start;
        Ok(())
    }
}

/// The variables that a pattern binds.
pub(super) fn variables(pattern: &Pattern, into: &mut Vec<Var>) {
    match pattern {
        Pattern::Any | Pattern::Literal(_) | Pattern::Range(..) => {}
        Pattern::Var(var) => into.push(*var),
        Pattern::Alias(inner, var) => {
            variables(inner, into);
            into.push(*var);
        }
        Pattern::Construct(_, parts) | Pattern::Array(parts) => {
            parts.iter().for_each(|part| variables(part, into));
        }
        // All alternatives bind the same.
        Pattern::Or(alternatives) => alternatives.iter().take(1).for_each(|part| variables(part, into)),
        Pattern::Lazy(inner) => variables(inner, into),
    }
}
