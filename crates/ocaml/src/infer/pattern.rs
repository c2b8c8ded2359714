//! Patterns: their types, the variables that they bind, and their form in Core.
//! The alternatives of an or-pattern bind the same variables of Core, so the first alternative makes them and the
//! others use them again.

use std::sync::Arc;

use lydian_core::{ConId, Literal, Pattern as CorePattern, Var};
use rustc_hash::FxHashMap;

use super::checker::{Checked, Checker};
use super::env::{Constructor, Env};
use super::types::{self, BUILTINS, Kind, Name, Row, RowTag, Scheme, Ty, TypeKind};
use crate::diagnostics;
use crate::syntax::ast::{Constant, Loc, Longident, Path, Pattern, PatternKind};

/// A variable bound by a pattern.
#[derive(Debug, Clone)]
pub struct Bound {
    /// Its name.
    pub name: Name,
    /// The variable in Core.
    pub var: Var,
    /// Its type.
    pub ty: Ty,
    /// Its type, if it names a polymorphic field.
    pub poly: Option<Scheme>,
    /// Where it is bound.
    pub loc: Loc,
}

/// What the patterns of one group of cases have bound and seen.
#[derive(Debug, Default)]
pub struct Bindings {
    /// The variables, in order.
    pub all: Vec<Bound>,
    /// Those bound on the current side of or-patterns.
    current: Vec<Name>,
    /// Those that the current alternative must use again.
    again: FxHashMap<Name, (Var, Ty)>,
}

/// The polymorphic variants that patterns look at, and the places where they take anything.
#[derive(Debug, Default)]
pub struct VariantUse {
    rows: Vec<Ty>,
    wild: Vec<Ty>,
}

impl Checker {
    /// Infers a pattern against the type of what it is matched with.
    pub fn pattern(
        &mut self,
        env: &Env,
        pattern: &Pattern,
        expected: &Ty,
        bindings: &mut Bindings,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        self.alias_type = None;
        self.nested(pattern.loc, |checker| checker.pattern_kind(env, pattern, expected, bindings, used))
    }

    fn pattern_kind(
        &mut self,
        env: &Env,
        pattern: &Pattern,
        expected: &Ty,
        bindings: &mut Bindings,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        let loc = pattern.loc;
        match &pattern.kind {
            PatternKind::Any => {
                used.wild.push(expected.clone());
                Ok(CorePattern::Any)
            }
            PatternKind::Var(name) => {
                used.wild.push(expected.clone());
                self.bind(name, expected.clone(), loc, bindings).map(CorePattern::Var)
            }
            PatternKind::Alias { pattern: inner, name } => {
                self.aliasing += 1;
                let core = self.pattern(env, inner, expected, bindings, used);
                self.aliasing -= 1;
                let core = core?;
                let ty = self.take_alias_type(expected);
                let var = self.bind(&name.node, ty.clone(), name.loc, bindings)?;
                self.give_alias_type(|_| Ok(ty))?;
                Ok(CorePattern::Alias(Box::new(core), var))
            }
            PatternKind::Constant(constant) => {
                let (ty, literal) = constant_value(constant);
                self.unify_pattern(loc, &ty, expected)?;
                Ok(CorePattern::Literal(literal))
            }
            PatternKind::Interval(from, to) => match (from, to) {
                (Constant::Char(from), Constant::Char(to)) => {
                    self.unify_pattern(loc, &BUILTINS.char, expected)?;
                    Ok(CorePattern::Range(*from.min(to), *from.max(to)))
                }
                _ => Err(Box::new(diagnostics::unsupported(
                    self.span(loc),
                    "a range of anything but characters",
                ))),
            },
            PatternKind::Tuple(parts) => {
                let types = self.types.fresh_many(parts.len());
                self.unify_pattern(loc, &types::tuple(types.clone()), expected)?;
                let mut lowered = Vec::with_capacity(parts.len());
                let mut named = Vec::with_capacity(parts.len());
                for (part, ty) in parts.iter().zip(&types) {
                    lowered.push(self.pattern(env, part, ty, bindings, used)?);
                    named.push(self.take_alias_type(ty));
                }
                self.give_alias_type(|_| Ok(types::tuple(named)))?;
                Ok(CorePattern::Construct(ConId::TUPLE, lowered))
            }
            PatternKind::Construct { path, arg } => {
                self.construct_pattern(env, loc, path, arg.as_deref(), expected, bindings, used)
            }
            PatternKind::Variant { tag, arg } => {
                let arg_type = arg.as_ref().map(|_| self.types.fresh());
                let row = Row {
                    tags: vec![(tag.clone(), RowTag { present: false, arg: arg_type.clone() })],
                    closed: false,
                    more: self.types.fresh(),
                };
                let ty: Ty = Arc::new(Kind::Variant(row));
                self.unify_pattern(loc, &ty, expected)?;
                used.rows.push(ty);
                let con = variant_constructor(tag);
                let (mut args, mut named) = (vec![], None);
                if let (Some(arg), Some(ty)) = (arg, arg_type) {
                    args.push(self.pattern(env, arg, &ty, bindings, used)?);
                    named = Some(self.take_alias_type(&ty));
                }
                self.give_alias_type(|checker| {
                    let tags = vec![(tag.clone(), RowTag { present: true, arg: named })];
                    Ok(Arc::new(Kind::Variant(Row { tags, closed: false, more: checker.types.fresh() })))
                })?;
                Ok(CorePattern::Construct(con, args))
            }
            PatternKind::Record { fields, .. } => {
                self.record_pattern(env, loc, fields, expected, bindings, used)
            }
            PatternKind::Array(elements) => {
                let element = self.types.fresh();
                self.unify_pattern(loc, &types::con(&BUILTINS.array, vec![element.clone()]), expected)?;
                let elements: Checked<Vec<CorePattern>> =
                    elements.iter().map(|part| self.pattern(env, part, &element, bindings, used)).collect();
                Ok(CorePattern::Array(elements?))
            }
            PatternKind::List(elements) if self.means_own_list(env, expected) => {
                self.refuse_long_list(loc, elements.len())?;
                self.pattern(env, &spelled_out(loc, elements), expected, bindings, used)
            }
            PatternKind::List(elements) => {
                self.expect_list(elements.first().map_or(loc, |first| first.loc), expected)?;
                let element = self.types.fresh();
                self.unify_pattern(loc, &types::list(element.clone()), expected)?;
                let mut parts = Vec::with_capacity(elements.len());
                for part in elements {
                    parts.push(self.pattern(env, part, &element, bindings, used)?);
                }
                let nil = CorePattern::Construct(ConId::NIL, vec![]);
                Ok(parts
                    .into_iter()
                    .rev()
                    .fold(nil, |tail, head| CorePattern::Construct(ConId::CONS, vec![head, tail])))
            }
            PatternKind::Or(alternatives) => {
                self.or_pattern(env, loc, alternatives, expected, bindings, used)
            }
            PatternKind::Constraint { pattern: inner, ty } => {
                let ty = self.type_expr(env, ty)?;
                let loose = self.types.loosen(&ty);
                self.unify_pattern(loc, &loose, expected)?;
                self.pattern(env, inner, &ty, bindings, used)
            }
            PatternKind::Lazy(inner) => {
                let element = self.types.fresh();
                self.unify_pattern(loc, &types::con(&BUILTINS.lazy_t, vec![element.clone()]), expected)?;
                let inner = self.pattern(env, inner, &element, bindings, used)?;
                Ok(CorePattern::Lazy(Box::new(inner)))
            }
            PatternKind::Exception(_) => {
                let feature = "an `exception` pattern at this place";
                Err(Box::new(diagnostics::unsupported(self.span(loc), feature)))
            }
            PatternKind::Open { module, pattern: inner } => {
                let structure = self.find_structure(env, &module.node, module.loc)?;
                let mut scope = env.clone();
                scope.open(&structure);
                self.pattern(&scope, inner, expected, bindings, used)
            }
            PatternKind::Type(path) => self.type_pattern(env, loc, path, expected, used),
            PatternKind::Error => Ok(CorePattern::Any),
        }
    }

    fn bind(&mut self, name: &Name, ty: Ty, loc: Loc, bindings: &mut Bindings) -> Checked<Var> {
        if bindings.current.contains(name) {
            return Err(Box::new(diagnostics::duplicate_variable(self.span(loc), name)));
        }
        bindings.current.push(name.clone());
        if let Some((var, known)) = bindings.again.get(name).cloned() {
            self.unify_pattern(loc, &ty, &known)?;
            return Ok(var);
        }
        let var = self.fresh_var(name);
        bindings.all.push(Bound { name: name.clone(), var, ty, poly: None, loc });
        Ok(var)
    }

    fn or_pattern(
        &mut self,
        env: &Env,
        loc: Loc,
        alternatives: &[Pattern],
        expected: &Ty,
        bindings: &mut Bindings,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        let before = bindings.current.clone();
        let outer_again = bindings.again.clone();
        let mut first: Option<Vec<Name>> = None;
        let mut named: Option<Ty> = None;
        let mut parts = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            bindings.current = before.clone();
            let known = bindings.all.len();
            parts.push(self.pattern(env, alternative, expected, bindings, used)?);
            if self.aliasing > 0 {
                let own = self.take_alias_type(expected);
                match &named {
                    Some(first) => self.unify_pattern(alternative.loc, &own, first)?,
                    None => named = Some(own),
                }
            }
            let mut own: Vec<Name> = bindings.current[before.len()..].to_vec();
            own.sort();
            match &first {
                None => {
                    for bound in &bindings.all {
                        if own.contains(&bound.name) {
                            bindings.again.insert(bound.name.clone(), (bound.var, bound.ty.clone()));
                        }
                    }
                    first = Some(own);
                }
                Some(first) => {
                    let only = first
                        .iter()
                        .find(|name| !own.contains(name))
                        .or_else(|| own.iter().find(|name| !first.contains(name)));
                    if let Some(only) = only {
                        return Err(Box::new(diagnostics::or_pattern(self.span(loc), only)));
                    }
                    bindings.all.truncate(known);
                }
            }
        }
        bindings.again = outer_again;
        self.alias_type = named;
        Ok(CorePattern::Or(parts))
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a pattern, and what is collected from it")]
    fn construct_pattern(
        &mut self,
        env: &Env,
        loc: Loc,
        path: &Path,
        arg: Option<&Pattern>,
        expected: &Ty,
        bindings: &mut Bindings,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        let constructor = self.pick_constructor(env, path, expected)?;
        let arity = constructor.args.len();
        let wild = Pattern { kind: PatternKind::Any, loc };
        let args: Vec<&Pattern> = match arg {
            None => vec![],
            Some(Pattern { kind: PatternKind::Any, .. }) if arity != 1 => vec![&wild; arity.max(1)],
            Some(Pattern { kind: PatternKind::Tuple(parts), .. }) if arity > 1 => parts.iter().collect(),
            Some(arg) => vec![arg],
        };
        if args.len() != arity {
            let name = path.node.to_string();
            return Err(Box::new(diagnostics::constructor_arity(self.span(loc), &name, arity, args.len())));
        }
        let (arg_types, result) = self.instantiate_constructor(&constructor);
        self.unify_pattern(loc, &result, expected)?;
        let mut parts = Vec::with_capacity(arity);
        let mut named = Vec::with_capacity(arity);
        for (arg, ty) in args.iter().zip(&arg_types) {
            parts.push(self.pattern(env, arg, ty, bindings, used)?);
            named.push((arg.loc, self.take_alias_type(ty)));
        }
        if !constructor.private && constructor.inline.is_none() {
            self.give_alias_type(|checker| {
                let (own_types, own) = checker.instantiate_constructor(&constructor);
                for ((loc, ty), own_type) in named.iter().zip(&own_types) {
                    checker.unify_pattern(*loc, ty, own_type)?;
                }
                Ok(own)
            })?;
        }
        if let Some(literal) = &constructor.literal {
            return Ok(CorePattern::Literal(literal.clone()));
        }
        if let Some(TypeKind::Variant(all)) = self.types.body(&constructor.owner).map(|body| &body.kind)
            && all.len() == 1
        {
            self.only_constructors.insert(constructor.con);
        }
        if let Some(inline) = &constructor.inline {
            let fields = match self.types.body(inline).map(|body| &body.kind) {
                Some(TypeKind::Record(labels)) => labels.len(),
                _ => 0,
            };
            let inner = parts.pop().unwrap_or(CorePattern::Any);
            return Ok(inline_pattern(constructor.con, fields, inner));
        }
        Ok(CorePattern::Construct(constructor.con, parts))
    }

    /// The types of a constructor's arguments and of its result, with new variables for the parameters.
    pub fn instantiate_constructor(&mut self, constructor: &Constructor) -> (Vec<Ty>, Ty) {
        let params = self.types.fresh_many(constructor.owner.arity);
        let args = constructor.args.iter().map(|arg| super::unify::substitute(arg, &params)).collect();
        (args, types::con(&constructor.owner, params))
    }

    /// The constructor that a path means where a type is expected: one of that type first, else the last in scope.
    pub fn pick_constructor(&mut self, env: &Env, path: &Path, expected: &Ty) -> Checked<Constructor> {
        if let Some((con, def)) = self.types.nominal(expected)
            && let TypeKind::Variant(constructors) = &def.kind
            && let Some(name) = path.node.last()
        {
            // The last in scope is almost always the one that is meant; only where it is not, all are looked at.
            let last = match &path.node {
                Longident::Name(name) => env.constructors.get(name).filter(|last| last.owner.id == con.id),
                _ => None,
            };
            if let Some(own) = last.or_else(|| constructors.iter().find(|own| own.name == *name)) {
                if let Longident::Dot(module, _) = &path.node {
                    // The module must exist even if the constructor is known by its type.
                    self.find_structure(env, module, path.loc)?;
                }
                return Ok(own.clone());
            }
            let other = self.find_constructor(env, path)?;
            if other.owner.id != con.id {
                let display = con.display.to_string();
                return Err(Box::new(diagnostics::wrong_constructor(
                    self.span(path.loc),
                    "constructor",
                    &path.node.to_string(),
                    &display,
                )));
            }
            return Ok(other);
        }
        self.find_constructor(env, path)
    }

    fn type_pattern(
        &mut self,
        env: &Env,
        loc: Loc,
        path: &Path,
        expected: &Ty,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        let con = self.find_type(env, path)?;
        let args = self.types.fresh_many(con.arity);
        let Kind::Variant(row) = &*self.types.expand(&types::con(&con, args)) else {
            let feature = "`#` before a type that is no polymorphic variant";
            return Err(Box::new(diagnostics::unsupported(self.span(loc), feature)));
        };
        let row = self.types.row(row);
        let tags = row
            .tags
            .iter()
            .map(|(name, tag)| (name.clone(), RowTag { present: false, arg: tag.arg.clone() }))
            .collect();
        let open: Ty = Arc::new(Kind::Variant(Row { tags, closed: false, more: self.types.fresh() }));
        self.unify_pattern(loc, &open, expected)?;
        used.rows.push(open);
        self.give_alias_type(|checker| {
            let more = checker.types.fresh();
            Ok(Arc::new(Kind::Variant(Row { tags: row.tags.clone(), closed: false, more })))
        })?;
        let mut parts: Vec<CorePattern> = row
            .tags
            .iter()
            .map(|(name, tag)| {
                let args = tag.arg.iter().map(|_| CorePattern::Any).collect();
                CorePattern::Construct(variant_constructor(name), args)
            })
            .collect();
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(CorePattern::Or(parts)),
        }
    }

    /// The type under which the last pattern can be named.
    fn take_alias_type(&mut self, expected: &Ty) -> Ty {
        self.alias_type.take().unwrap_or_else(|| expected.clone())
    }

    /// Says under which type the current pattern can be named: `Error _ as e` has any type of results with this error,
    /// and a tag its own type. Nothing to do if nobody asks.
    fn give_alias_type(&mut self, ty: impl FnOnce(&mut Checker) -> Checked<Ty>) -> Checked<()> {
        self.alias_type = if self.aliasing > 0 { Some(ty(self)?) } else { None };
        Ok(())
    }

    /// Once all cases are known: a variant that no case takes wholesale has only the tags that the cases name.
    pub fn close_variants(&mut self, used: &VariantUse) {
        let key = |checker: &Checker, ty: &Ty| match &*checker.types.expand(ty) {
            Kind::Variant(row) => match &*checker.types.row(row).more {
                Kind::Var(var) => Some(*var),
                _ => None,
            },
            _ => None,
        };
        for ty in &used.rows {
            let Some(own) = key(self, ty) else { continue };
            if used.wild.iter().any(|wild| key(self, wild) == Some(own)) {
                continue;
            }
            let Kind::Variant(row) = &*self.types.expand(ty) else { continue };
            let row = self.types.row(row);
            if row.closed {
                continue;
            }
            let closed = Row { tags: row.tags.clone(), closed: true, more: self.types.fresh_like(&row.more) };
            self.types.replace_row(&row.more, Arc::new(Kind::Variant(closed)));
        }
    }
}

/// A list with its constructors: `a :: b :: []`.
fn spelled_out(loc: Loc, elements: &[Pattern]) -> Pattern {
    let path = |name: &str, loc| Path { node: Longident::name(name), loc };
    let nil = Pattern { kind: PatternKind::Construct { path: path("[]", loc), arg: None }, loc };
    elements.iter().rev().fold(nil, |tail, head| {
        let loc = Loc { start: head.loc.start, end: loc.end };
        let both = Pattern { kind: PatternKind::Tuple(vec![head.clone(), tail]), loc };
        Pattern {
            kind: PatternKind::Construct { path: path("::", head.loc), arg: Some(Box::new(both)) },
            loc,
        }
    })
}

/// The constructor of a tag: tags belong to no declared type.
pub fn variant_constructor(tag: &str) -> ConId {
    ConId::intern("`", tag)
}

/// A constant's type and its form in Core.
pub fn constant_value(constant: &Constant) -> (Ty, Literal) {
    let builtins = &*BUILTINS;
    match constant {
        Constant::Int(value) => (builtins.int.clone(), Literal::Int((*value).into())),
        Constant::Int32(value) => (builtins.int32.clone(), Literal::Int((*value).into())),
        Constant::Int64(value) => (builtins.int64.clone(), Literal::Int((*value).into())),
        Constant::Nativeint(value) => (builtins.nativeint.clone(), Literal::Int((*value).into())),
        Constant::Float(value) => (builtins.float.clone(), Literal::Float(*value)),
        Constant::Char(value) => (builtins.char.clone(), Literal::Char(*value)),
        Constant::String(value) => (builtins.string.clone(), Literal::String(value.clone())),
    }
}

/// The argument of a constructor with an inline record is the block itself.
fn inline_pattern(con: ConId, fields: usize, inner: CorePattern) -> CorePattern {
    let whole = || CorePattern::Construct(con, vec![CorePattern::Any; fields]);
    match inner {
        CorePattern::Any => whole(),
        CorePattern::Var(var) => CorePattern::Alias(Box::new(whole()), var),
        CorePattern::Alias(inner, var) => {
            CorePattern::Alias(Box::new(inline_pattern(con, fields, *inner)), var)
        }
        CorePattern::Or(parts) => {
            CorePattern::Or(parts.into_iter().map(|part| inline_pattern(con, fields, part)).collect())
        }
        other => other,
    }
}
