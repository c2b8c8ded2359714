//! Expressions: each is checked against the type that its place expects and lowered at once.

use std::sync::Arc;

use lydian_core::{ConId, Expr as CoreExpr, Literal, Mutability, Var};

use super::checker::{Checked, Checker};
use super::env::{Access, Constructor, Env, ValueInfo};
use super::lower;
use super::pattern::{constant_value, variant_constructor};
use super::types::{self, ArgLabel, BUILTINS, Kind, Row, RowTag, Ty, TypeKind};
use crate::diagnostics;
use crate::library;
use crate::syntax::MAX_DEPTH;
use crate::syntax::ast::{Constant, Expr, ExprKind, IndexKind, Loc, Longident, Path, PatternKind};

/// Lists with more elements than this are built piece by piece, so that Core is never nested deeply.
const LIST_PIECE: usize = 200;

impl Checker {
    /// Infers an expression without expecting anything.
    pub fn infer(&mut self, env: &Env, expr: &Expr) -> Checked<(CoreExpr, Ty)> {
        // A name needs no variable of its own.
        if let ExprKind::Ident(path) = &expr.kind {
            let (core, ty) = self.ident(env, path)?;
            self.refuse_inline_record(expr.loc, &ty)?;
            return Ok((core, ty));
        }
        let ty = self.types.fresh();
        let core = self.expect(env, expr, &ty)?;
        Ok((core, ty))
    }

    /// Infers an expression that may be the name of an inline record: before a field, or as the argument of its
    /// constructor.
    pub fn infer_record(&mut self, env: &Env, expr: &Expr) -> Checked<(CoreExpr, Ty)> {
        match &expr.kind {
            ExprKind::Ident(path) => self.ident(env, path),
            _ => self.infer(env, expr),
        }
    }

    fn ident(&mut self, env: &Env, path: &Path) -> Checked<(CoreExpr, Ty)> {
        let value = self.find_value(env, path)?;
        let ty = self.types.instantiate(&value.scheme);
        Ok((self.access(&value), ty))
    }

    /// An inline record has no type of its own that could be named elsewhere.
    fn refuse_inline_record(&mut self, loc: Loc, ty: &Ty) -> Checked<()> {
        match &*self.types.resolve(ty) {
            Kind::Con(con, _) if is_inline_record(&con.display) => {
                Err(Box::new(diagnostics::escaping_type(self.span(loc), &con.display)))
            }
            _ => Ok(()),
        }
    }

    /// Checks an expression against the type that is expected.
    pub fn expect(&mut self, env: &Env, expr: &Expr, expected: &Ty) -> Checked<CoreExpr> {
        self.expect_in_function(env, expr, expected, None)
    }

    /// The same for the body of a function: a nested function belongs to the outer one.
    pub fn expect_in_function(
        &mut self,
        env: &Env,
        expr: &Expr,
        expected: &Ty,
        function: Option<(Loc, &Ty)>,
    ) -> Checked<CoreExpr> {
        self.nested(expr.loc, |checker| checker.expect_kind(env, expr, expected, function))
    }

    fn expect_kind(
        &mut self,
        env: &Env,
        expr: &Expr,
        expected: &Ty,
        function: Option<(Loc, &Ty)>,
    ) -> Checked<CoreExpr> {
        let loc = expr.loc;
        match &expr.kind {
            ExprKind::Ident(path) => {
                let (core, ty) = self.ident(env, path)?;
                self.refuse_inline_record(loc, &ty)?;
                self.unify_expr(loc, &ty, expected)?;
                Ok(core)
            }
            ExprKind::Constant(constant) => self.constant(loc, constant, expected),
            ExprKind::Let { recursive, bindings, body } => {
                self.let_expr(env, loc, *recursive, bindings, body, expected)
            }
            ExprKind::LetOp { bindings, body } => self.let_op(env, loc, bindings, body, expected),
            ExprKind::Fun { params, result, body } => {
                self.fun_expr(env, loc, params, result.as_ref(), body, expected, function)
            }
            ExprKind::Function(cases) => self.function_expr(env, loc, cases, expected, function),
            ExprKind::Apply { function, args } => self.apply(env, loc, function, args, expected),
            ExprKind::Match { scrutinee, cases } => self.match_expr(env, loc, scrutinee, cases, expected),
            ExprKind::Try { body, cases } => self.try_expr(env, body, cases, expected),
            ExprKind::Tuple(parts) => {
                let types = self.types.fresh_many(parts.len());
                self.unify_expr(loc, &types::tuple(types.clone()), expected)?;
                let parts: Checked<Vec<CoreExpr>> =
                    parts.iter().zip(&types).map(|(part, ty)| self.expect(env, part, ty)).collect();
                Ok(lower::tuple(parts?))
            }
            ExprKind::Construct { path, arg } => self.construct(env, loc, path, arg.as_deref(), expected),
            ExprKind::Variant { tag, arg } => self.variant(env, loc, tag, arg.as_deref(), expected),
            ExprKind::Record { base, fields } => {
                self.record_expr(env, loc, base.as_deref(), fields, expected)
            }
            ExprKind::Field { record, field } => {
                let (record, (label, _), ty) = self.field_of(env, record, field)?;
                self.unify_expr(loc, &ty, expected)?;
                Ok(CoreExpr::Field(Box::new(record), label.index as u32))
            }
            ExprKind::SetField { record, field, value } => {
                let (record, label, _) = self.field_of(env, record, field)?;
                let value = self.field_value(env, &label.0, value, &label.1)?;
                if !label.0.mutable {
                    return Err(Box::new(diagnostics::immutable_field(self.span(loc), &label.0.name)));
                }
                self.unify_expr(loc, &BUILTINS.unit, expected)?;
                Ok(CoreExpr::SetField(Box::new(record), label.0.index as u32, Box::new(value)))
            }
            ExprKind::Index { kind, container, index } => {
                let name = match kind {
                    IndexKind::Array => ("Array", "get"),
                    IndexKind::String => ("String", "get"),
                };
                self.index(env, loc, name, &[container, index], expected)
            }
            ExprKind::SetIndex { kind, container, index, value } => {
                let name = match kind {
                    IndexKind::Array => ("Array", "set"),
                    IndexKind::String => ("Bytes", "set"),
                };
                self.index(env, loc, name, &[container, index, value], expected)
            }
            ExprKind::Array(elements) => {
                let element = self.types.fresh();
                self.unify_expr(loc, &types::con(&BUILTINS.array, vec![element.clone()]), expected)?;
                let elements: Checked<Vec<CoreExpr>> =
                    elements.iter().map(|part| self.expect(env, part, &element)).collect();
                Ok(CoreExpr::Array(elements?))
            }
            ExprKind::List(elements) => self.list(env, loc, elements, expected),
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.expect(env, condition, &BUILTINS.bool)?;
                let (then, otherwise) = match otherwise {
                    Some(otherwise) => {
                        (self.expect(env, then, expected)?, self.expect(env, otherwise, expected)?)
                    }
                    None => {
                        let then = self.expect(env, then, &BUILTINS.unit)?;
                        self.unify_expr(loc, &BUILTINS.unit, expected)?;
                        (then, lower::unit())
                    }
                };
                Ok(CoreExpr::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
            }
            ExprKind::Sequence(parts) => {
                let Some((last, before)) = parts.split_last() else { return Ok(lower::unit()) };
                let mut steps = Vec::with_capacity(parts.len());
                for part in before {
                    steps.push(self.statement(env, part)?);
                }
                steps.push(self.expect(env, last, expected)?);
                Ok(sequence(steps))
            }
            ExprKind::While { condition, body } => {
                let condition = self.expect(env, condition, &BUILTINS.bool)?;
                let body = self.statement(env, body)?;
                self.unify_expr(loc, &BUILTINS.unit, expected)?;
                Ok(CoreExpr::While(Box::new(condition), Box::new(body)))
            }
            ExprKind::For { variable, first, last, down, body } => {
                let from = self.expect(env, first, &BUILTINS.int)?;
                let to = self.expect(env, last, &BUILTINS.int)?;
                let mut scope = env.clone();
                let var = match &variable.kind {
                    PatternKind::Var(name) => {
                        let var = self.fresh_var(name);
                        scope.bind_mono(name, BUILTINS.int.clone(), var);
                        var
                    }
                    _ => self.fresh_var("_"),
                };
                let body = self.statement(&scope, body)?;
                self.unify_expr(loc, &BUILTINS.unit, expected)?;
                Ok(CoreExpr::For {
                    var,
                    from: Box::new(from),
                    to: Box::new(to),
                    down: *down,
                    body: Box::new(body),
                })
            }
            ExprKind::Constraint { expr: inner, ty } => {
                let ty = self.type_expr(env, ty)?;
                let own = self.types.loosen(&ty);
                let core = self.expect_argument(env, inner, &own)?;
                let outside = self.types.loosen(&ty);
                self.unify_expr(loc, &outside, expected)?;
                Ok(core)
            }
            ExprKind::Coerce { expr: inner, from, to } => {
                self.coerce(env, loc, inner, from.as_ref(), to, expected)
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let left = Box::new(self.expect(env, left, &BUILTINS.bool)?);
                let right = Box::new(self.expect(env, right, &BUILTINS.bool)?);
                self.unify_expr(loc, &BUILTINS.bool, expected)?;
                Ok(match &expr.kind {
                    ExprKind::And(..) => CoreExpr::And(left, right),
                    _ => CoreExpr::Or(left, right),
                })
            }
            ExprKind::Lazy(inner) => {
                let element = self.types.fresh();
                self.unify_expr(loc, &types::con(&BUILTINS.lazy_t, vec![element.clone()]), expected)?;
                Ok(CoreExpr::Lazy(Box::new(self.expect(env, inner, &element)?)))
            }
            ExprKind::Assert(condition) => {
                let failure =
                    lower::raise(lower::construct(ConId::ASSERT_FAILURE, vec![self.place_value(loc)]));
                if let ExprKind::Construct { path, arg: None } = &condition.kind
                    && path.node.is("false")
                {
                    return Ok(failure);
                }
                let condition = self.expect(env, condition, &BUILTINS.bool)?;
                self.unify_expr(loc, &BUILTINS.unit, expected)?;
                Ok(CoreExpr::If(Box::new(condition), Box::new(lower::unit()), Box::new(failure)))
            }
            ExprKind::Open { module, body } => self.open_expr(env, module, body, expected),
            ExprKind::LetModule { binding, body } => self.let_module(env, binding, body, expected),
            ExprKind::LetException { exception, body } => {
                let mut scope = env.clone();
                let mut ignored = super::env::Structure::default();
                self.declare_exception(&mut scope, &mut ignored, exception)?;
                self.expect(&scope, body, expected)
            }
            ExprKind::Error => Ok(lower::unit()),
        }
    }

    /// A value by name. A primitive becomes a function.
    pub fn access(&mut self, value: &ValueInfo) -> CoreExpr {
        match &value.access {
            Access::Var(var) => CoreExpr::Var(*var),
            Access::Unknown => lower::unit(),
            Access::Cell(cell) => {
                self.early_uses += 1;
                CoreExpr::Field(Box::new(CoreExpr::Var(*cell)), 0)
            }
            Access::Primitive(name, arity) => {
                if *arity == 0 {
                    return CoreExpr::Primitive(name.clone(), vec![]);
                }
                let params: Vec<Var> = (0..*arity).map(|_| self.fresh_var("x")).collect();
                let args = params.iter().map(|var| CoreExpr::Var(*var)).collect();
                lower::lambda(params, lower::primitive(name, args))
            }
            Access::And | Access::Or => {
                let (left, right) = (self.fresh_var("a"), self.fresh_var("b"));
                let body = self.call(&value.access, vec![CoreExpr::Var(left), CoreExpr::Var(right)]);
                lower::lambda(vec![left, right], body)
            }
            Access::Apply | Access::ReverseApply => {
                let (first, second) = (self.fresh_var("x"), self.fresh_var("y"));
                let (function, argument) = match &value.access {
                    Access::Apply => (first, second),
                    _ => (second, first),
                };
                let body = CoreExpr::Apply(Box::new(CoreExpr::Var(function)), vec![CoreExpr::Var(argument)]);
                lower::lambda(vec![first, second], body)
            }
        }
    }

    /// An expression whose value is not used; OCaml warns if it is not `()`.
    pub fn statement(&mut self, env: &Env, expr: &Expr) -> Checked<CoreExpr> {
        self.types.level += 1;
        let result = self.infer(env, expr);
        self.types.level -= 1;
        let (core, ty) = result?;
        let outer = self.types.fresh();
        self.unify_expr(expr.loc, &ty, &outer)?;
        Ok(core)
    }

    fn constant(&mut self, loc: Loc, constant: &Constant, expected: &Ty) -> Checked<CoreExpr> {
        if let Constant::String(text) = constant
            && let Kind::Con(con, args) = &*self.types.expand(expected)
            && con.id == BUILTINS.format6.id
        {
            return self.format_literal(loc, text, args);
        }
        let (ty, literal) = constant_value(constant);
        self.unify_expr(loc, &ty, expected)?;
        Ok(CoreExpr::Literal(literal))
    }

    fn construct(
        &mut self,
        env: &Env,
        loc: Loc,
        path: &Path,
        arg: Option<&Expr>,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let constructor = self.pick_constructor(env, path, expected)?;
        let arity = constructor.args.len();
        let args: Vec<&Expr> = match arg {
            None => vec![],
            Some(Expr { kind: ExprKind::Tuple(parts), .. }) if arity > 1 => parts.iter().collect(),
            Some(arg) => vec![arg],
        };
        if args.len() != arity {
            let name = path.node.to_string();
            return Err(Box::new(diagnostics::constructor_arity(self.span(loc), &name, arity, args.len())));
        }
        let (types, result) = self.instantiate_constructor(&constructor);
        self.unify_expr(loc, &result, expected)?;
        if constructor.private {
            let shown = constructor.owner.display.to_string();
            return Err(Box::new(diagnostics::private_type(self.span(loc), &shown)));
        }
        let mut parts = Vec::with_capacity(arity);
        for (arg, ty) in args.iter().zip(&types) {
            if constructor.inline.is_some() && matches!(arg.kind, ExprKind::Ident(_)) {
                let (core, found) = self.infer_record(env, arg)?;
                self.unify_expr(arg.loc, &found, ty)?;
                parts.push(core);
            } else {
                parts.push(self.expect_argument(env, arg, ty)?);
            }
        }
        if let Some(literal) = &constructor.literal {
            return Ok(CoreExpr::Literal(literal.clone()));
        }
        if constructor.inline.is_some() {
            // The record is the block.
            return Ok(parts.pop().unwrap_or_else(lower::unit));
        }
        Ok(lower::construct(constructor.con, parts))
    }

    fn variant(
        &mut self,
        env: &Env,
        loc: Loc,
        tag: &types::Name,
        arg: Option<&Expr>,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let con = variant_constructor(tag);
        // A tag of a known type is checked against the type of its argument there.
        if let (Some(arg), Kind::Variant(row)) = (arg, &*self.types.expand(expected)) {
            let row = self.types.row(row);
            if let Some((_, RowTag { arg: Some(ty), present: true })) =
                row.tags.iter().find(|(name, _)| name == tag)
            {
                let arg = self.expect_argument(env, arg, ty)?;
                return Ok(lower::construct(con, vec![arg]));
            }
        }
        let (args, arg_type) = match arg {
            Some(arg) => {
                let (core, ty) = self.infer(env, arg)?;
                (vec![core], Some(ty))
            }
            None => (vec![], None),
        };
        let row = Row {
            tags: vec![(tag.clone(), RowTag { present: true, arg: arg_type })],
            closed: false,
            more: self.types.fresh(),
        };
        self.unify_expr(loc, &Arc::new(Kind::Variant(row)), expected)?;
        Ok(lower::construct(con, args))
    }

    fn list(&mut self, env: &Env, loc: Loc, elements: &[Expr], expected: &Ty) -> Checked<CoreExpr> {
        if self.means_own_list(env, expected) {
            self.refuse_long_list(loc, elements.len())?;
            return self.expect(env, &spelled_out(loc, elements), expected);
        }
        self.expect_list(elements.first().map_or(loc, |first| first.loc), expected)?;
        let element = self.types.fresh();
        self.unify_expr(loc, &types::list(element.clone()), expected)?;
        let mut parts = Vec::with_capacity(elements.len());
        for part in elements {
            parts.push(self.expect_argument(env, part, &element)?);
        }
        let cons = |tail, head| lower::construct(ConId::CONS, vec![head, tail]);
        let mut tail = lower::construct(ConId::NIL, vec![]);
        let mut pieces: Vec<(Var, CoreExpr)> = Vec::new();
        while parts.len() > LIST_PIECE {
            // The last elements come first: OCaml evaluates from right to left.
            let piece = parts.split_off(parts.len() - LIST_PIECE);
            let var = self.fresh_var("rest");
            pieces.push((var, piece.into_iter().rev().fold(tail, cons)));
            tail = CoreExpr::Var(var);
        }
        let first = parts.into_iter().rev().fold(tail, cons);
        Ok(pieces
            .into_iter()
            .rev()
            .fold(first, |body, (var, piece)| CoreExpr::Let(var, Box::new(piece), Box::new(body))))
    }

    /// Whether the brackets of a list mean a type of the program that declares `::` itself: the one that is expected, or
    /// the last in scope where nothing is known.
    pub fn means_own_list(&mut self, env: &Env, expected: &Ty) -> bool {
        let is_own = |own: &Constructor| own.owner.id != BUILTINS.list.id;
        match self.types.nominal(expected) {
            Some((con, def)) => match &def.kind {
                TypeKind::Variant(all) => {
                    con.id != BUILTINS.list.id && all.iter().any(|own| &*own.name == "::")
                }
                _ => false,
            },
            None => env.constructors.get("::").is_some_and(is_own),
        }
    }

    /// A list of one's own is spelled out, each element one deeper than the one before it.
    pub fn refuse_long_list(&self, loc: Loc, elements: usize) -> Checked<()> {
        match elements {
            0..=MAX_DEPTH => Ok(()),
            _ => Err(Box::new(diagnostics::too_deep(self.span(loc)))),
        }
    }

    /// A list where another variant is expected is reported as its first `::`.
    pub fn expect_list(&mut self, loc: Loc, expected: &Ty) -> Checked<()> {
        match self.types.nominal(expected) {
            Some((con, def)) if con.id != BUILTINS.list.id && matches!(def.kind, TypeKind::Variant(_)) => {
                let display = con.display.to_string();
                Err(Box::new(diagnostics::wrong_constructor(self.span(loc), "constructor", "::", &display)))
            }
            _ => Ok(()),
        }
    }

    fn index(
        &mut self,
        env: &Env,
        loc: Loc,
        (module, name): (&str, &str),
        args: &[&Expr],
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let path = Longident::Dot(Box::new(Longident::name(module)), name.into());
        // As OCaml reads it, the user's own `Array` would count; the library's is what everybody means.
        let found = library::find(module);
        let value = match &found {
            Some(library) if env.modules.get(module).is_none() => {
                self.use_library(library);
                library.structure.values.get(name).cloned()
            }
            _ => None,
        };
        let value = match value {
            Some(value) => value,
            None => self.find_value(env, &Path { node: path, loc })?,
        };
        let mut ty = self.types.instantiate(&value.scheme);
        let mut lowered = Vec::with_capacity(args.len());
        for arg in args {
            let Some((from, to)) = self.types.split_arrow(&ty, &ArgLabel::Nolabel) else {
                let shown = self.show(&ty);
                return Err(Box::new(diagnostics::not_a_function(self.span(loc), &shown, 1)));
            };
            lowered.push(self.expect_argument(env, arg, &from)?);
            ty = to;
        }
        self.unify_expr(loc, &ty, expected)?;
        Ok(self.call(&value.access, lowered))
    }
}

/// A list with its constructors: `a :: b :: []`.
fn spelled_out(loc: Loc, elements: &[Expr]) -> Expr {
    let path = |name: &str, loc| Path { node: Longident::name(name), loc };
    let nil = Expr { kind: ExprKind::Construct { path: path("[]", loc), arg: None }, loc };
    elements.iter().rev().fold(nil, |tail, head| {
        let loc = Loc { start: head.loc.start, end: loc.end };
        let both = Expr { kind: ExprKind::Tuple(vec![head.clone(), tail]), loc };
        Expr { kind: ExprKind::Construct { path: path("::", head.loc), arg: Some(Box::new(both)) }, loc }
    })
}

/// Steps in order, as a balanced tree: a block of statements may be long.
pub fn sequence(mut steps: Vec<CoreExpr>) -> CoreExpr {
    while steps.len() > 1 {
        let mut halved = Vec::with_capacity(steps.len().div_ceil(2));
        let mut rest = steps.into_iter();
        while let Some(first) = rest.next() {
            halved.push(match rest.next() {
                Some(second) => CoreExpr::Sequence(Box::new(first), Box::new(second)),
                None => first,
            });
        }
        steps = halved;
    }
    steps.pop().unwrap_or(CoreExpr::Literal(Literal::Unit))
}

/// The mutability of a record.
pub fn mutability(mutable: bool) -> Mutability {
    if mutable { Mutability::Mutable } else { Mutability::Immutable }
}

/// Whether a type is that of an inline record: it is named after its constructor.
fn is_inline_record(display: &str) -> bool {
    display.rsplit('.').next().is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
}
