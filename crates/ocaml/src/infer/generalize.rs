//! Generalisation: which variables of a type are quantified at the end of a `let`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::types::{Kind, Name, Row, RowTag, Scheme, Ty};
use super::unify::{MAX_TYPE_SIZE, Types, Unified, UnifyError};

/// Functions with more parameters than this are refused.
const MAX_SPINE: usize = 1_000;

impl Types {
    /// Quantifies the variables that are deeper than the current level.
    pub fn generalize(&mut self, ty: &Ty) -> Result<Scheme, UnifyError> {
        self.fuel = MAX_TYPE_SIZE;
        let mut map = FxHashMap::default();
        let body = self.quantify(ty, &mut map, 0)?;
        let mut names: Vec<(u32, Name)> = Vec::new();
        if !self.names.is_empty() {
            names = map
                .iter()
                .filter_map(|(var, index)| self.names.get(var).map(|name| (*index, name.clone())))
                .collect();
            names.sort();
        }
        Ok(Scheme { vars: map.len() as u32, body, names })
    }

    fn quantify(&mut self, ty: &Ty, map: &mut FxHashMap<u32, u32>, depth: u32) -> Result<Ty, UnifyError> {
        let ty = self.resolve(ty);
        self.spend(depth)?;
        Ok(match &*ty {
            Kind::Var(var) => {
                if self.vars[*var as usize].level <= self.level {
                    return Ok(ty);
                }
                let next = map.len() as u32;
                Arc::new(Kind::Generic(*map.entry(*var).or_insert(next)))
            }
            Kind::Generic(_) | Kind::Nil => ty.clone(),
            Kind::Arrow(label, from, to) => {
                // The spine of a function type is walked in a loop: it may be long without being deep.
                let mut spine = vec![(label.clone(), self.quantify(from, map, depth + 1)?)];
                let mut rest = self.resolve(to);
                while let Kind::Arrow(label, from, to) = &*rest {
                    self.spend(depth)?;
                    if spine.len() > MAX_SPINE {
                        return Err(UnifyError::TooLarge);
                    }
                    spine.push((label.clone(), self.quantify(from, map, depth + 1)?));
                    let next = self.resolve(to);
                    rest = next;
                }
                let result = self.quantify(&rest, map, depth + 1)?;
                spine
                    .into_iter()
                    .rev()
                    .fold(result, |to, (label, from)| Arc::new(Kind::Arrow(label, from, to)))
            }
            Kind::Tuple(parts) => Arc::new(Kind::Tuple(self.quantify_all(parts, map, depth)?)),
            Kind::Con(con, args) if args.is_empty() => {
                let _ = con;
                ty.clone()
            }
            Kind::Con(con, args) => Arc::new(Kind::Con(con.clone(), self.quantify_all(args, map, depth)?)),
            Kind::Variant(row) => {
                let row = self.row(row);
                let mut tags = Vec::with_capacity(row.tags.len());
                for (name, tag) in &row.tags {
                    let arg = match &tag.arg {
                        Some(arg) => Some(self.quantify(arg, map, depth + 1)?),
                        None => None,
                    };
                    tags.push((name.clone(), RowTag { present: tag.present, arg }));
                }
                let more = self.quantify(&row.more, map, depth + 1)?;
                Arc::new(Kind::Variant(Row { tags, closed: row.closed, more }))
            }
        })
    }

    fn quantify_all(
        &mut self,
        parts: &[Ty],
        map: &mut FxHashMap<u32, u32>,
        depth: u32,
    ) -> Result<Vec<Ty>, UnifyError> {
        parts.iter().map(|part| self.quantify(part, map, depth + 1)).collect()
    }

    /// Keeps the variables outside of covariant positions from being generalised: the relaxed value restriction.
    pub fn weaken(&mut self, ty: &Ty) -> Unified {
        self.fuel = MAX_TYPE_SIZE;
        self.weaken_at(ty, true, 0)
    }

    fn weaken_at(&mut self, ty: &Ty, covariant: bool, depth: u32) -> Unified {
        self.spend(depth)?;
        let ty = self.resolve(ty);
        match &*ty {
            Kind::Var(var) => {
                if !covariant {
                    let level = self.level;
                    let state = &mut self.vars[*var as usize];
                    state.level = state.level.min(level);
                }
            }
            Kind::Generic(_) | Kind::Nil => {}
            Kind::Arrow(_, from, to) => {
                self.weaken_at(from, false, depth + 1)?;
                self.weaken_at(to, covariant, depth + 1)?;
            }
            Kind::Tuple(parts) => {
                for part in parts {
                    self.weaken_at(part, covariant, depth + 1)?;
                }
            }
            Kind::Con(con, args) => {
                let variance = self.body(con).map(|body| body.variance.clone()).unwrap_or_default();
                for (index, arg) in args.iter().enumerate() {
                    let kept = variance.get(index).is_some_and(|variance| !variance.negative);
                    self.weaken_at(arg, covariant && kept, depth + 1)?;
                }
            }
            Kind::Variant(row) => {
                let row = self.row(row);
                for (_, tag) in &row.tags {
                    if let Some(arg) = &tag.arg {
                        self.weaken_at(arg, covariant, depth + 1)?;
                    }
                }
                self.weaken_at(&row.more, covariant, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Whether these are still different variables, deeper than the current level.
    pub fn are_general(&self, vars: &[Ty]) -> bool {
        let mut seen = Vec::with_capacity(vars.len());
        vars.iter().all(|var| match &*self.resolve(var) {
            Kind::Var(var) => {
                let fresh = !seen.contains(var) && self.vars[*var as usize].level > self.level;
                seen.push(*var);
                fresh
            }
            _ => false,
        })
    }
}
