//! Unification with levels.
//! A variable's level says how many `let`s deep it was made; what is deeper than the current `let` when it ends can be
//! generalised (Rémy's levels, as OCaml's own checker). Abbreviations are expanded only where two types differ
//! without it, so that the user's own names survive into messages and signatures. Every walk is bounded: a type that
//! grows past the limits is an error of its own and never a hang.

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use super::substitute::substitute;
use super::types::{ArgLabel, Kind, Name, Row, RowTag, Scheme, Ty, TypeCon, TypeDef, TypeKind};

/// Types nested deeper than this are refused.
const MAX_TYPE_DEPTH: u32 = 600;
/// Types with more parts than this are refused.
pub(super) const MAX_TYPE_SIZE: u32 = 60_000;

/// Why two types do not unify.
#[derive(Debug, Clone)]
pub enum UnifyError {
    /// The parts differ.
    Mismatch,
    /// A variable would contain itself.
    Occurs,
    /// A local type would be visible outside of its scope.
    Escape(Arc<TypeCon>),
    /// A rigid variable would become less general.
    Rigid,
    /// A tag that the other type does not admit.
    Tag(Name),
    /// The types are too large to compare.
    TooLarge,
}

/// What unification returns.
pub type Unified = Result<(), UnifyError>;

#[derive(Debug, Clone)]
pub(super) struct VarState {
    pub(super) level: u32,
    pub(super) link: Option<Ty>,
}

/// The unification variables of a run, the current level, and the definitions of the user's types.
#[derive(Debug, Default)]
pub struct Types {
    pub(super) vars: Vec<VarState>,
    /// The names that the user gave to variables.
    pub(super) names: FxHashMap<u32, Name>,
    /// The depth of enclosing generalisations.
    pub level: u32,
    /// The definitions of the types that this run declares, by id.
    pub bodies: FxHashMap<u32, Arc<TypeDef>>,
    /// The types that this run declares.
    pub declared: Vec<Arc<TypeCon>>,
    pub(super) fuel: u32,
    /// Whether the last walk met an abbreviation that must not leave its scope.
    met_local: bool,
}

impl Types {
    /// No variables yet, at a given level.
    pub fn at_level(level: u32) -> Types {
        Types { level, ..Types::default() }
    }

    /// A new variable of the current level.
    pub fn fresh(&mut self) -> Ty {
        self.fresh_at(self.level)
    }

    /// A new variable of a given level.
    pub fn fresh_at(&mut self, level: u32) -> Ty {
        self.vars.push(VarState { level, link: None });
        Arc::new(Kind::Var(self.vars.len() as u32 - 1))
    }

    /// Remembers what the user calls a variable.
    pub fn name(&mut self, var: &Ty, name: &Name) {
        if let Kind::Var(var) = &**var {
            self.names.insert(*var, name.clone());
        }
    }

    /// A copy in which every named type stands behind a variable, so that a later abbreviation can take its place.
    pub fn loosen(&mut self, ty: &Ty) -> Ty {
        let ty = self.resolve(ty);
        let loose: Ty = match &*ty {
            Kind::Var(_) | Kind::Generic(_) | Kind::Nil | Kind::Variant(_) => return ty,
            Kind::Arrow(label, from, to) => {
                let from = self.loosen(from);
                return Arc::new(Kind::Arrow(label.clone(), from, self.loosen(to)));
            }
            Kind::Tuple(parts) => {
                return Arc::new(Kind::Tuple(parts.iter().map(|part| self.loosen(part)).collect()));
            }
            Kind::Con(con, args) => {
                Arc::new(Kind::Con(con.clone(), args.iter().map(|arg| self.loosen(arg)).collect()))
            }
        };
        let var = self.fresh();
        if let Kind::Var(index) = &*var {
            self.vars[*index as usize].link = Some(loose);
        }
        var
    }

    /// The last variable on the way to what a type stands for.
    fn last_var(&self, ty: &Ty) -> Option<u32> {
        let mut last = None;
        let mut current = ty;
        while let Kind::Var(var) = &**current {
            match &self.vars[*var as usize].link {
                Some(target) => {
                    last = Some(*var);
                    current = target;
                }
                None => break,
            }
        }
        last
    }

    /// The type behind links of variables.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        let mut current = ty;
        while let Kind::Var(var) = &**current {
            match &self.vars[*var as usize].link {
                Some(target) => current = target,
                None => break,
            }
        }
        current.clone()
    }

    /// The definition of a type, if it has one.
    pub fn body<'a>(&'a self, con: &'a TypeCon) -> Option<&'a Arc<TypeDef>> {
        con.body.get().or_else(|| self.bodies.get(&con.id))
    }

    /// Whether a type stands for another one.
    pub fn has_manifest(&self, con: &TypeCon) -> bool {
        self.body(con).is_some_and(|body| body.manifest.is_some())
    }

    /// Gives a type its definition, or another one.
    pub fn define(&mut self, con: &Arc<TypeCon>, def: TypeDef) {
        if self.bodies.insert(con.id, Arc::new(def)).is_none() {
            self.declared.push(con.clone());
        }
    }

    /// The type with abbreviations at its head expanded.
    pub fn expand(&self, ty: &Ty) -> Ty {
        let mut current = self.resolve(ty);
        for _ in 0..1000 {
            match self.expand_once(&current) {
                Some(next) => current = next,
                None => break,
            }
        }
        current
    }

    /// The type with abbreviations at its head expanded, private ones too.
    pub fn expand_private(&self, ty: &Ty) -> Ty {
        let mut current = self.resolve(ty);
        for _ in 0..1000 {
            let Kind::Con(con, args) = &*current else { break };
            let Some(manifest) = self.body(con).and_then(|body| body.manifest.as_ref()) else { break };
            let next = self.resolve(&substitute(manifest, args));
            current = next;
        }
        current
    }

    fn expand_once(&self, ty: &Ty) -> Option<Ty> {
        let Kind::Con(con, args) = &**ty else { return None };
        let body = self.body(con)?;
        if body.private {
            return None;
        }
        let manifest = body.manifest.as_ref()?;
        Some(self.resolve(&substitute(manifest, args)))
    }

    /// Replaces the quantified variables by new ones.
    pub fn instantiate(&mut self, scheme: &Scheme) -> Ty {
        if scheme.vars == 0 {
            return scheme.body.clone();
        }
        let args: Vec<Ty> = (0..scheme.vars).map(|_| self.fresh()).collect();
        substitute(&scheme.body, &args)
    }

    /// `count` new variables.
    pub fn fresh_many(&mut self, count: usize) -> Vec<Ty> {
        (0..count).map(|_| self.fresh()).collect()
    }

    // ------------------------------------------------------------------------------------------ unification

    /// Makes two types equal, or says why they cannot be.
    pub fn unify(&mut self, left: &Ty, right: &Ty) -> Unified {
        self.fuel = 4 * MAX_TYPE_SIZE;
        self.unify_at(left, right, 0)
    }

    /// Pays for one step of a walk.
    pub(super) fn spend(&mut self, depth: u32) -> Unified {
        if depth > MAX_TYPE_DEPTH || self.fuel == 0 {
            return Err(UnifyError::TooLarge);
        }
        self.fuel -= 1;
        Ok(())
    }

    fn unify_at(&mut self, left: &Ty, right: &Ty, depth: u32) -> Unified {
        let (whole_left, whole_right) = (left, right);
        let (mut first_left, mut first_right) = (left.clone(), right.clone());
        let mut left = self.resolve(left);
        let mut right = self.resolve(right);
        let short = |ty: &Ty| matches!(&**ty, Kind::Con(con, _) if con.level == 0 && self.has_manifest(con));
        let (left_short, right_short) = (short(&left), short(&right));
        if left_short != right_short
            && !matches!(&*left, Kind::Var(_))
            && !matches!(&*right, Kind::Var(_))
            && (self.expand_once(&left).is_some() || self.expand_once(&right).is_some())
        {
            // An abbreviation and what it stands for: the abbreviation is what the user reads from here on.
            let (short, plain) = if left_short {
                (left.clone(), self.last_var(whole_right))
            } else {
                (right.clone(), self.last_var(whole_left))
            };
            if let Some(var) = plain {
                let (next_left, next_right) = self.expand_either(&left, &right)?;
                self.unify_at(&next_left, &next_right, depth + 1)?;
                let level = self.vars[var as usize].level;
                if self.adjust(var, level, &short, depth).is_ok() {
                    self.vars[var as usize].link = Some(short);
                }
                return Ok(());
            }
        }
        loop {
            self.spend(depth)?;
            if Arc::ptr_eq(&left, &right) {
                return Ok(());
            }
            let (next_left, next_right) = match (&*left, &*right) {
                (Kind::Var(a), Kind::Var(b)) if a == b => return Ok(()),
                (Kind::Var(a), _) => {
                    let shared = self.shared(&right, &first_right);
                    return self.bind(*a, &right, shared, depth);
                }
                (_, Kind::Var(b)) => {
                    let shared = self.shared(&left, &first_left);
                    return self.bind(*b, &left, shared, depth);
                }
                (Kind::Con(a, left_args), Kind::Con(b, right_args)) => {
                    if a.id == b.id && (left_args.is_empty() || self.expand_once(&left).is_none()) {
                        for (x, y) in left_args.iter().zip(right_args) {
                            self.unify_at(x, y, depth + 1)?;
                        }
                        return Ok(());
                    }
                    self.expand_either(&left, &right)?
                }
                (Kind::Con(..), _) | (_, Kind::Con(..)) => self.expand_either(&left, &right)?,
                (Kind::Arrow(l, from, to), Kind::Arrow(m, other_from, other_to)) if l == m => {
                    self.unify_at(from, other_from, depth + 1)?;
                    (first_left, first_right) = (to.clone(), other_to.clone());
                    let (next, other_next) = (self.resolve(to), self.resolve(other_to));
                    if !matches!((&*next, &*other_next), (Kind::Arrow(..), Kind::Arrow(..))) {
                        return self.unify_at(&first_left, &first_right, depth);
                    }
                    (next, other_next)
                }
                (Kind::Tuple(parts), Kind::Tuple(others)) if parts.len() == others.len() => {
                    for (x, y) in parts.iter().zip(others) {
                        self.unify_at(x, y, depth + 1)?;
                    }
                    return Ok(());
                }
                (Kind::Variant(row), Kind::Variant(other)) => {
                    let (row, other) = (row.clone(), other.clone());
                    return self.unify_rows(&row, &other, depth);
                }
                (Kind::Nil, Kind::Nil) => return Ok(()),
                (Kind::Generic(a), Kind::Generic(b)) if a == b => return Ok(()),
                _ => return Err(UnifyError::Mismatch),
            };
            left = next_left;
            right = next_right;
        }
    }

    /// Expands one side by one step; the later definition first, since it may be defined by the other.
    fn expand_either(&self, left: &Ty, right: &Ty) -> Result<(Ty, Ty), UnifyError> {
        let id = |ty: &Ty| match &**ty {
            Kind::Con(con, _) => con.id,
            _ => 0,
        };
        let (more_left, more_right) = (self.expand_once(left), self.expand_once(right));
        match (more_left, more_right) {
            (Some(l), Some(r)) => {
                if id(left) >= id(right) {
                    Ok((l, right.clone()))
                } else {
                    Ok((left.clone(), r))
                }
            }
            (Some(l), None) => Ok((l, right.clone())),
            (None, Some(r)) => Ok((left.clone(), r)),
            (None, None) => {
                let rigid = |ty: &Ty| matches!(&**ty, Kind::Con(con, _) if con.rigid);
                Err(if rigid(left) || rigid(right) { UnifyError::Rigid } else { UnifyError::Mismatch })
            }
        }
    }

    /// The variable through which a type was reached, if it still stands for it: a variable that is linked to it rather
    /// than to the type sees an abbreviation that takes the type's place later.
    fn shared(&self, ty: &Ty, first: &Ty) -> Option<u32> {
        let var = self.last_var(first)?;
        let same = self.vars[var as usize].link.as_ref().is_some_and(|link| Arc::ptr_eq(link, ty));
        same.then_some(var)
    }

    fn bind(&mut self, var: u32, ty: &Ty, shared: Option<u32>, depth: u32) -> Unified {
        let level = self.vars[var as usize].level;
        if let Kind::Var(other) = &**ty {
            let state = &mut self.vars[*other as usize];
            state.level = state.level.min(level);
            if !self.names.is_empty()
                && !self.names.contains_key(other)
                && let Some(name) = self.names.get(&var).cloned()
            {
                self.names.insert(*other, name);
            }
        } else {
            self.met_local = false;
            self.adjust(var, level, ty, depth)?;
            if self.met_local {
                let outside = self.without_local(ty, level);
                self.vars[var as usize].link = Some(outside);
                return Ok(());
            }
        }
        if let Some(shared) = shared {
            let state = &mut self.vars[shared as usize];
            state.level = state.level.min(level);
            self.vars[var as usize].link = Some(Arc::new(Kind::Var(shared)));
            return Ok(());
        }
        self.vars[var as usize].link = Some(ty.clone());
        Ok(())
    }

    /// The occurs check, and the level of `var` passed on to everything inside of `ty`.
    fn adjust(&mut self, var: u32, level: u32, ty: &Ty, depth: u32) -> Unified {
        let mut ty = self.resolve(ty);
        loop {
            self.spend(depth)?;
            match &*ty {
                Kind::Var(other) if *other == var => return Err(UnifyError::Occurs),
                Kind::Var(other) => {
                    let state = &mut self.vars[*other as usize];
                    state.level = state.level.min(level);
                    return Ok(());
                }
                Kind::Generic(_) | Kind::Nil => return Ok(()),
                Kind::Arrow(_, from, to) => {
                    self.adjust(var, level, from, depth + 1)?;
                    let next = self.resolve(to);
                    ty = next;
                }
                Kind::Tuple(parts) => {
                    for part in parts {
                        self.adjust(var, level, part, depth + 1)?;
                    }
                    return Ok(());
                }
                Kind::Con(con, args) => {
                    if con.level > level {
                        // An abbreviation may stand for something that is visible everywhere.
                        match self.expand_once(&ty) {
                            Some(next) => {
                                self.met_local = true;
                                ty = next;
                                continue;
                            }
                            None if con.rigid => return Err(UnifyError::Rigid),
                            None => return Err(UnifyError::Escape(con.clone())),
                        }
                    }
                    for arg in args {
                        self.adjust(var, level, arg, depth + 1)?;
                    }
                    return Ok(());
                }
                Kind::Variant(row) => {
                    let row = self.row(row);
                    for (_, tag) in &row.tags {
                        if let Some(arg) = &tag.arg {
                            self.adjust(var, level, arg, depth + 1)?;
                        }
                    }
                    return self.adjust(var, level, &row.more, depth + 1);
                }
            }
        }
    }

    /// The type with abbreviations expanded that are deeper than `level`. The walk is as deep as `adjust` was before.
    fn without_local(&self, ty: &Ty, level: u32) -> Ty {
        let mut ty = self.resolve(ty);
        while let Kind::Con(con, _) = &*ty
            && con.level > level
            && let Some(next) = self.expand_once(&ty)
        {
            ty = next;
        }
        let all = |parts: &[Ty]| parts.iter().map(|part| self.without_local(part, level)).collect();
        match &*ty {
            Kind::Var(_) | Kind::Generic(_) | Kind::Nil | Kind::Variant(_) => ty.clone(),
            Kind::Arrow(label, from, to) => Arc::new(Kind::Arrow(
                label.clone(),
                self.without_local(from, level),
                self.without_local(to, level),
            )),
            Kind::Tuple(parts) => Arc::new(Kind::Tuple(all(parts))),
            Kind::Con(con, args) => Arc::new(Kind::Con(con.clone(), all(args))),
        }
    }

    // ------------------------------------------------------------------------------------------ rows

    /// The row that replaces this one in the end.
    pub fn row(&self, row: &Row) -> Row {
        let mut row = row.clone();
        while let Kind::Variant(next) = &*self.resolve(&row.more) {
            row = next.clone();
        }
        row.more = self.resolve(&row.more);
        row
    }

    /// A new variable of the level of another one.
    pub fn fresh_like(&mut self, var: &Ty) -> Ty {
        match &*self.resolve(var) {
            Kind::Var(var) => self.fresh_at(self.vars[*var as usize].level),
            _ => self.fresh(),
        }
    }

    /// Gives a row variable its row.
    pub fn replace_row(&mut self, more: &Ty, row: Ty) {
        if let Kind::Var(var) = &*self.resolve(more) {
            self.vars[*var as usize].link = Some(row);
        }
    }

    fn unify_rows(&mut self, left: &Row, right: &Row, depth: u32) -> Unified {
        let (left, right) = (self.row(left), self.row(right));
        if let (Kind::Var(a), Kind::Var(b)) = (&*left.more, &*right.more)
            && a == b
        {
            return Ok(());
        }
        let mut tags: Vec<(Name, RowTag)> = Vec::new();
        let mut pairs: Vec<(Ty, Ty)> = Vec::new();
        for (name, tag) in &left.tags {
            match right.tags.iter().find(|(other, _)| other == name) {
                Some((_, other)) => {
                    match (&tag.arg, &other.arg) {
                        (Some(x), Some(y)) => pairs.push((x.clone(), y.clone())),
                        (None, None) => {}
                        _ if tag.present || other.present => return Err(UnifyError::Tag(name.clone())),
                        _ => continue,
                    }
                    let present = tag.present || other.present;
                    tags.push((name.clone(), RowTag { present, arg: tag.arg.clone() }));
                }
                None if !right.closed => tags.push((name.clone(), tag.clone())),
                None if tag.present => return Err(UnifyError::Tag(name.clone())),
                None => {}
            }
        }
        for (name, tag) in &right.tags {
            if !left.tags.iter().any(|(other, _)| other == name) {
                if !left.closed {
                    tags.push((name.clone(), tag.clone()));
                } else if tag.present {
                    return Err(UnifyError::Tag(name.clone()));
                }
            }
        }
        tags.sort_by(|(a, _), (b, _)| a.cmp(b));
        let exact = matches!(&*left.more, Kind::Nil) || matches!(&*right.more, Kind::Nil);
        let level = [&left.more, &right.more]
            .iter()
            .filter_map(|more| match &***more {
                Kind::Var(var) => Some(self.vars[*var as usize].level),
                _ => None,
            })
            .min()
            .unwrap_or(self.level);
        let more = if exact { Arc::new(Kind::Nil) } else { self.fresh_at(level) };
        let merged: Ty =
            Arc::new(Kind::Variant(Row { tags, closed: left.closed || right.closed, more: more.clone() }));
        for side in [&left, &right] {
            if let Kind::Var(var) = &*side.more {
                let own = self.vars[*var as usize].level;
                self.adjust(*var, own.min(level), &merged, depth + 1)?;
                self.vars[*var as usize].link = Some(merged.clone());
            }
        }
        for (x, y) in pairs {
            self.unify_at(&x, &y, depth + 1)?;
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------ views

    /// The parameter and the result of a function type; a variable becomes one.
    pub fn split_arrow(&mut self, ty: &Ty, label: &ArgLabel) -> Option<(Ty, Ty)> {
        let ty = self.expand(ty);
        match &*ty {
            Kind::Var(_) => {
                let from = self.fresh();
                let to = self.fresh();
                let from = match label {
                    ArgLabel::Optional(_) => super::types::option(from),
                    _ => from,
                };
                let function: Ty = Arc::new(Kind::Arrow(label.clone(), from.clone(), to.clone()));
                self.unify(&ty, &function).ok()?;
                Some((from, to))
            }
            Kind::Arrow(own, from, to) if own == label => Some((from.clone(), to.clone())),
            _ => None,
        }
    }

    /// The type constructor at the head, with its definition, if the type is known to be a variant or a record.
    pub fn nominal(&self, ty: &Ty) -> Option<(Arc<TypeCon>, Arc<TypeDef>)> {
        let mut current = self.resolve(ty);
        for _ in 0..1000 {
            let Kind::Con(con, args) = &*current else { return None };
            let body = self.body(con)?;
            match (&body.kind, &body.manifest) {
                (TypeKind::Abstract, Some(manifest)) => {
                    let next = self.resolve(&substitute(manifest, args));
                    current = next;
                }
                (TypeKind::Abstract, None) => return None,
                (_, Some(manifest)) => {
                    // A re-exported type: its original is the owner of the constructors.
                    let next = self.resolve(&substitute(manifest, args));
                    match self.nominal(&next) {
                        Some(original) => return Some(original),
                        None => return Some((con.clone(), body.clone())),
                    }
                }
                _ => return Some((con.clone(), body.clone())),
            }
        }
        None
    }
}
