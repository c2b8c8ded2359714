//! Functions and `let`.
//! Curried parameters become one function of several parameters, as OCaml compiles them: a parameter whose pattern can
//! fail ends the list, because it must be looked at before the next argument is asked for.

use std::sync::Arc;

use lydian_core::{Arm, ConId, Expr as CoreExpr, Lambda, Literal, Pattern as CorePattern, Var};

use super::checker::{Checked, Checker};
use super::env::Env;
use super::lower::{self, is_nonexpansive};
use super::matching;
use super::pattern::{Bindings, Bound, VariantUse};
use super::types::{self, ArgLabel, Kind, Scheme, Ty};
use crate::diagnostics;
use crate::syntax::ast::{
    Binding, BindingOp, Case, Expr, ExprKind, Loc, Longident, Param, ParamKind, Path, Pattern, TypeExpr,
    TypeExprKind,
};

/// One parameter of a function, checked.
struct Layer {
    var: Var,
    /// The pattern, unless the parameter is a plain variable.
    pattern: Option<(CorePattern, Loc)>,
    /// The value that replaces an omitted argument.
    default: Option<CoreExpr>,
}

/// One definition of a `let`, checked and generalised.
pub struct Definition {
    /// What it binds.
    pub pattern: CorePattern,
    /// The value.
    pub value: CoreExpr,
    /// The variables with their general types.
    pub bound: Vec<(Bound, Scheme)>,
    /// Where the pattern is.
    pub loc: Loc,
    /// Where the value is.
    pub value_loc: Loc,
}

impl Checker {
    /// `fun p q -> body`.
    #[allow(clippy::too_many_arguments, reason = "the parts of the syntax, and what is expected of them")]
    pub fn fun_expr(
        &mut self,
        env: &Env,
        loc: Loc,
        params: &[Param],
        result: Option<&TypeExpr>,
        body: &Expr,
        expected: &Ty,
        function: Option<(Loc, &Ty)>,
    ) -> Checked<CoreExpr> {
        let nested = function.is_some();
        let whole = expected.clone();
        let (outer_loc, outer_type) = function.unwrap_or((loc, &whole));
        let mut scope = env.clone();
        let mut expected = expected.clone();
        let mut layers: Vec<Layer> = Vec::with_capacity(params.len());
        for (index, param) in params.iter().enumerate() {
            let own_loc = if index == 0 { loc } else { param.loc };
            match &param.kind {
                ParamKind::Type(name) => {
                    let rest = &params[index + 1..];
                    let inner =
                        self.locally_abstract(&scope, own_loc, name, rest, result, body, &expected)?;
                    return Ok(wrap_layers(self, layers, inner, false));
                }
                ParamKind::Value { label, default, pattern } => {
                    let Some((from, to)) = self.types.split_arrow(&expected, label) else {
                        return Err(self.not_an_arrow(
                            own_loc,
                            outer_loc,
                            label,
                            &expected,
                            outer_type,
                            nested || index > 0,
                        ));
                    };
                    let seen = match (label, default) {
                        (ArgLabel::Optional(_), Some(_)) => {
                            let inner = self.types.fresh();
                            self.unify_expr(own_loc, &types::option(inner.clone()), &from)?;
                            inner
                        }
                        _ => from,
                    };
                    let (mut bindings, mut used) = (Bindings::default(), VariantUse::default());
                    let core = self.pattern(&scope, pattern, &seen, &mut bindings, &mut used)?;
                    self.close_variants(&used);
                    let default = match default {
                        Some(default) => Some(self.expect(&scope, default, &seen)?),
                        None => None,
                    };
                    for bound in &bindings.all {
                        scope.bind_pattern(bound);
                    }
                    layers.push(match (core, &default) {
                        (CorePattern::Var(var), None) => Layer { var, pattern: None, default },
                        (core, _) => {
                            Layer { var: self.fresh_var("_"), pattern: Some((core, own_loc)), default }
                        }
                    });
                    expected = to;
                }
            }
        }
        let core = match result {
            Some(annotation) => {
                let ty = self.type_expr(&scope, annotation)?;
                let own = self.types.loosen(&ty);
                let core = self.expect_argument(&scope, body, &own)?;
                let outside = self.types.loosen(&ty);
                self.unify_expr(annotation.loc.to(body.loc), &outside, &expected)?;
                core
            }
            None => self.expect_in_function(&scope, body, &expected, Some((outer_loc, outer_type)))?,
        };
        let is_function = matches!(body.kind, ExprKind::Fun { .. } | ExprKind::Function(_));
        Ok(wrap_layers(self, layers, core, is_function))
    }

    fn not_an_arrow(
        &self,
        loc: Loc,
        outer_loc: Loc,
        label: &ArgLabel,
        expected: &Ty,
        outer_type: &Ty,
        nested: bool,
    ) -> Box<lydian_diagnostic::Diagnostic> {
        Box::new(match &*self.types.expand(expected) {
            Kind::Arrow(..) => {
                diagnostics::wrong_label(self.span(loc), &describe_label(label), &self.show(expected))
            }
            _ => diagnostics::too_many_arguments(self.span(outer_loc), &self.show(outer_type), nested),
        })
    }

    /// `fun (type a) ... -> body`: inside, `a` is a type of its own; outside, it is a variable.
    #[allow(clippy::too_many_arguments, reason = "the parts of the syntax, and what is expected of them")]
    fn locally_abstract(
        &mut self,
        env: &Env,
        loc: Loc,
        name: &crate::syntax::ast::Ident,
        rest: &[Param],
        result: Option<&TypeExpr>,
        body: &Expr,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        self.types.level += 1;
        let con = self.rigid_type(&name.node);
        let mut scope = env.clone();
        scope.types.insert(name.node.clone(), con.clone());
        let ty = self.types.fresh();
        let checked = if rest.is_empty() {
            match result {
                Some(annotation) => self
                    .type_expr(&scope, annotation)
                    .and_then(|annotated| self.unify_expr(loc, &annotated, &ty))
                    .and_then(|()| self.expect(&scope, body, &ty)),
                None => self.expect(&scope, body, &ty),
            }
        } else {
            self.fun_expr(&scope, loc, rest, result, body, &ty, None)
        };
        self.types.level -= 1;
        let core = checked?;
        let scheme = self.abstract_rigid(&ty, &[con]);
        let outside = self.types.instantiate(&scheme);
        self.unify_expr(loc, &outside, expected)?;
        Ok(core)
    }

    /// `function ...`.
    pub fn function_expr(
        &mut self,
        env: &Env,
        loc: Loc,
        cases: &[Case],
        expected: &Ty,
        function: Option<(Loc, &Ty)>,
    ) -> Checked<CoreExpr> {
        let nested = function.is_some();
        let (outer_loc, outer_type) = function.unwrap_or((loc, expected));
        let Some((from, to)) = self.types.split_arrow(expected, &ArgLabel::Nolabel) else {
            return Err(self.not_an_arrow(loc, outer_loc, &ArgLabel::Nolabel, expected, outer_type, nested));
        };
        let cases: Vec<(&Pattern, &Case)> = cases.iter().map(|case| (&case.pattern, case)).collect();
        let mut arms = self.cases(env, &cases, &from, &to, Some((outer_loc, outer_type)))?;
        if let [Arm { pattern: CorePattern::Var(var), guard: None, .. }] = arms.as_slice() {
            let var = *var;
            let body = arms.pop().map_or_else(lower::unit, |arm| arm.body);
            return Ok(lower::lambda(vec![var], body));
        }
        let var = self.fresh_var("_");
        let scrutinee = Box::new(CoreExpr::Var(var));
        Ok(lower::lambda(vec![var], CoreExpr::Match { scrutinee, arms, place: self.place(loc) }))
    }

    // ------------------------------------------------------------------------------------------ let

    /// Checks the bindings of a `let` and generalises them.
    pub fn definitions(
        &mut self,
        env: &Env,
        recursive: bool,
        bindings: &[Binding],
    ) -> Checked<Vec<Definition>> {
        self.types.level += 1;
        let checked = self.open_definitions(env, recursive, bindings);
        self.types.level -= 1;
        let mut definitions = Vec::with_capacity(bindings.len());
        for (binding, open) in bindings.iter().zip(checked?) {
            if !is_nonexpansive(&open.value) {
                self.types
                    .weaken(&open.ty)
                    .map_err(|_| Box::new(diagnostics::type_too_large(self.span(binding.loc))))?;
            }
            if let Some(annotation) = &open.annotation {
                self.check_general(binding.value.loc, &open.ty, annotation)?;
            }
            let mut bound = Vec::with_capacity(open.bound.len());
            for variable in open.bound {
                let scheme = match (&open.annotation, &variable.poly) {
                    (Some(annotation), _) => annotation.scheme.clone(),
                    (None, Some(poly)) => poly.clone(),
                    (None, None) => self.generalize(binding.loc, &variable.ty)?,
                };
                bound.push((variable, scheme));
            }
            definitions.push(Definition {
                pattern: open.pattern,
                value: open.value,
                bound,
                loc: binding.pattern.loc,
                value_loc: binding.value.loc,
            });
        }
        Ok(definitions)
    }

    fn open_definitions(
        &mut self,
        env: &Env,
        recursive: bool,
        bindings: &[Binding],
    ) -> Checked<Vec<OpenDefinition>> {
        let mut scope = env.clone();
        let mut open = Vec::with_capacity(bindings.len());
        let mut used = VariantUse::default();
        let mut names: Vec<types::Name> = Vec::new();
        for binding in bindings {
            let annotation = match &binding.constraint {
                Some(ty)
                    if matches!(
                        ty.kind,
                        TypeExprKind::Poly { .. } | TypeExprKind::LocallyAbstract { .. }
                    ) =>
                {
                    Some(self.poly_type(env, ty)?)
                }
                _ => None,
            };
            let (ty, wanted) = match (&annotation, &binding.constraint) {
                (Some(annotation), _) => (annotation.instance.clone(), annotation.instance.clone()),
                (None, Some(constraint)) => {
                    let ty = self.type_expr(env, constraint)?;
                    (self.types.loosen(&ty), self.types.loosen(&ty))
                }
                (None, None) => {
                    let ty = self.types.fresh();
                    (ty.clone(), ty)
                }
            };
            let mut bound = Bindings::default();
            let pattern = self.pattern(env, &binding.pattern, &ty, &mut bound, &mut used)?;
            if recursive && !matches!(pattern, CorePattern::Var(_)) {
                return Err(Box::new(diagnostics::recursive_pattern(self.span(binding.pattern.loc))));
            }
            for variable in &bound.all {
                if names.contains(&variable.name) {
                    let span = self.span(variable.loc);
                    return Err(Box::new(diagnostics::duplicate_variable(span, &variable.name)));
                }
                names.push(variable.name.clone());
                if recursive {
                    match &annotation {
                        Some(annotation) => {
                            scope.bind(&variable.name, annotation.scheme.clone(), variable.var)
                        }
                        None => scope.bind_pattern(variable),
                    }
                }
            }
            let value = lower::unit();
            open.push(OpenDefinition { pattern, value, bound: bound.all, ty, wanted, annotation });
        }
        self.close_variants(&used);
        for (binding, definition) in bindings.iter().zip(&mut open) {
            let mut own = scope.clone();
            if let Some(annotation) = &definition.annotation {
                for (name, con) in &annotation.named {
                    own.types.insert(name.clone(), con.clone());
                }
            }
            let ty = definition.wanted.clone();
            definition.value = match &binding.constraint {
                Some(_) => self.expect_argument(&own, &binding.value, &ty)?,
                None => self.expect(&own, &binding.value, &ty)?,
            };
            if let CorePattern::Var(_) = &definition.pattern
                && let Some(variable) = definition.bound.first()
            {
                name_lambda(&mut definition.value, &variable.name);
            }
        }
        Ok(open)
    }

    /// An explicitly polymorphic definition must have stayed as general as it says.
    fn check_general(&mut self, loc: Loc, ty: &Ty, annotation: &Annotation) -> Checked<()> {
        if self.types.are_general(&annotation.vars) {
            return Ok(());
        }
        let actual = self.show(ty);
        let expected = self.show(&annotation.scheme.body);
        Err(Box::new(diagnostics::not_general(self.span(loc), &actual, &expected)))
    }

    /// `let ... in body`.
    pub fn let_expr(
        &mut self,
        env: &Env,
        loc: Loc,
        recursive: bool,
        bindings: &[Binding],
        body: &Expr,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let mut definitions = self.definitions(env, recursive, bindings)?;
        let mut scope = env.clone();
        for definition in &definitions {
            for (variable, scheme) in &definition.bound {
                scope.bind(&variable.name, scheme.clone(), variable.var);
            }
        }
        let mut body = self.expect(&scope, body, expected)?;
        if recursive {
            let (before, group) = self.tie(definitions)?;
            let body = self.tied_locally(group, body);
            return Ok(lower::lets(before, body));
        }
        // OCaml reads `let C x = e in ...` as a `match`, which shows in the place of its failure and in the order of
        // evaluation.
        if let ([binding], [_]) = (bindings, &definitions[..])
            && matching::mentions_constructor(&binding.pattern)
            && let Some(Definition { pattern, value, .. }) = definitions.pop()
        {
            let (before, value) = self.in_order(value);
            let body = self.bind_definition(pattern, value, loc, body);
            return Ok(lower::lets(before, body));
        }
        for definition in definitions.into_iter().rev() {
            body = self.bind_definition(definition.pattern, definition.value, definition.loc, body);
        }
        Ok(body)
    }

    /// Binds a pattern to a value in `body`.
    pub fn bind_definition(
        &mut self,
        pattern: CorePattern,
        value: CoreExpr,
        loc: Loc,
        body: CoreExpr,
    ) -> CoreExpr {
        match pattern {
            CorePattern::Var(var) => CoreExpr::Let(var, Box::new(value), Box::new(body)),
            CorePattern::Any | CorePattern::Literal(Literal::Unit) => {
                CoreExpr::Sequence(Box::new(value), Box::new(body))
            }
            pattern => CoreExpr::Match {
                scrutinee: Box::new(value),
                arms: vec![Arm { pattern, guard: None, body }],
                place: self.place(loc),
            },
        }
    }

    /// `let* p = e and* q = f in body`: the operator applied to what is bound and to a function of it.
    pub fn let_op(
        &mut self,
        env: &Env,
        loc: Loc,
        bindings: &[BindingOp],
        body: &Expr,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let Some((first, others)) = bindings.split_first() else { return self.expect(env, body, expected) };
        let operator = |binding: &BindingOp| Path {
            node: Longident::Name(binding.operator.node.clone()),
            loc: binding.operator.loc,
        };
        let value = self.find_value(env, &operator(first))?;
        let ty = self.types.instantiate(&value.scheme);
        let (bound_type, argument, result) = (self.types.fresh(), self.types.fresh(), self.types.fresh());
        let function = types::arrow(argument.clone(), result.clone());
        let outcome = self.types.fresh();
        let wanted = types::arrow(bound_type.clone(), types::arrow(function, outcome.clone()));
        self.unify_expr(first.operator.loc, &ty, &wanted)?;
        self.unify_expr(loc, &outcome, expected)?;
        // `and*` joins what has been bound so far with the next value.
        let mut joins = Vec::new();
        let mut right_of = bound_type;
        for binding in others.iter().rev() {
            let join = self.find_value(env, &operator(binding))?;
            let ty = self.types.instantiate(&join.scheme);
            let (left, right) = (self.types.fresh(), self.types.fresh());
            let wanted = types::arrow(left.clone(), types::arrow(right.clone(), right_of.clone()));
            self.unify_expr(binding.operator.loc, &ty, &wanted)?;
            joins.push((join, right));
            right_of = left;
        }
        let mut bound = self.expect(env, &first.value, &right_of)?;
        for (binding, (join, right)) in others.iter().zip(joins.iter().rev()) {
            let next = self.expect(env, &binding.value, right)?;
            bound = self.call(&join.access, vec![bound, next]);
        }
        let (mut variables, mut used) = (Bindings::default(), VariantUse::default());
        let mut part = argument;
        let mut parts = Vec::new();
        for _ in others {
            let (left, right) = (self.types.fresh(), self.types.fresh());
            let pair = types::tuple(vec![left.clone(), right.clone()]);
            self.unify_expr(loc, &pair, &part)?;
            parts.push(right);
            part = left;
        }
        let mut pattern = self.pattern(env, &first.pattern, &part, &mut variables, &mut used)?;
        for (binding, ty) in others.iter().zip(parts.iter().rev()) {
            let right = self.pattern(env, &binding.pattern, ty, &mut variables, &mut used)?;
            pattern = CorePattern::Construct(ConId::TUPLE, vec![pattern, right]);
        }
        self.close_variants(&used);
        let mut scope = env.clone();
        for variable in &variables.all {
            scope.bind_pattern(variable);
        }
        let body = self.expect(&scope, body, &result)?;
        let function = match pattern {
            CorePattern::Var(var) => lower::lambda(vec![var], body),
            pattern => {
                let var = self.fresh_var("_");
                let body = self.bind_definition(pattern, CoreExpr::Var(var), first.pattern.loc, body);
                lower::lambda(vec![var], body)
            }
        };
        Ok(self.call(&value.access, vec![bound, function]))
    }

    fn is_irrefutable(&self, pattern: &CorePattern) -> bool {
        match pattern {
            CorePattern::Any | CorePattern::Var(_) | CorePattern::Literal(Literal::Unit) => true,
            CorePattern::Alias(inner, _) => self.is_irrefutable(inner),
            CorePattern::Construct(con, parts) => {
                (*con == ConId::TUPLE || self.only_constructors.contains(con))
                    && parts.iter().all(|part| self.is_irrefutable(part))
            }
            CorePattern::Or(parts) => parts.iter().any(|part| self.is_irrefutable(part)),
            CorePattern::Literal(_)
            | CorePattern::Range(..)
            | CorePattern::Array(_)
            | CorePattern::Lazy(_) => false,
        }
    }
}

struct OpenDefinition {
    pattern: CorePattern,
    value: CoreExpr,
    bound: Vec<Bound>,
    /// The type of the pattern.
    ty: Ty,
    /// The type that the value is checked against.
    wanted: Ty,
    annotation: Option<Annotation>,
}

/// An explicitly polymorphic type.
pub struct Annotation {
    /// The type as it is used elsewhere.
    pub scheme: Scheme,
    /// The type that the definition is checked against.
    pub instance: Ty,
    /// The variables of the instance that must stay general.
    pub vars: Vec<Ty>,
    /// The types named by `type a b.`, visible in the definition.
    pub named: Vec<(types::Name, Arc<types::TypeCon>)>,
}

fn wrap_layers(checker: &mut Checker, layers: Vec<Layer>, body: CoreExpr, merge: bool) -> CoreExpr {
    let (mut params, mut body) = match body {
        CoreExpr::Lambda(inner) if merge => match Arc::try_unwrap(inner) {
            Ok(Lambda { params, body, .. }) => (params, body),
            Err(shared) => (vec![], CoreExpr::Lambda(shared)),
        },
        body => (vec![], body),
    };
    for layer in layers.into_iter().rev() {
        if let Some((pattern, loc)) = layer.pattern {
            if !params.is_empty() && !checker.is_irrefutable(&pattern) {
                body = lower::lambda(std::mem::take(&mut params), body);
            }
            let value = match layer.default {
                None => CoreExpr::Var(layer.var),
                Some(default) => {
                    let given = checker.fresh_var("given");
                    CoreExpr::Match {
                        scrutinee: Box::new(CoreExpr::Var(layer.var)),
                        arms: vec![
                            Arm {
                                pattern: CorePattern::Construct(ConId::SOME, vec![CorePattern::Var(given)]),
                                guard: None,
                                body: CoreExpr::Var(given),
                            },
                            Arm {
                                pattern: CorePattern::Construct(ConId::NONE, vec![]),
                                guard: None,
                                body: default,
                            },
                        ],
                        place: checker.place(loc),
                    }
                }
            };
            body = match pattern {
                CorePattern::Any => body,
                pattern => checker.bind_definition(pattern, value, loc, body),
            };
        }
        params.insert(0, layer.var);
    }
    lower::lambda(params, body)
}

/// A label as messages show it.
pub fn describe_label(label: &ArgLabel) -> String {
    match label {
        ArgLabel::Nolabel => "without a label".to_owned(),
        ArgLabel::Labelled(name) => format!("`~{name}`"),
        ArgLabel::Optional(name) => format!("`?{name}`"),
    }
}

fn name_lambda(value: &mut CoreExpr, name: &str) {
    if let CoreExpr::Lambda(lambda) = value
        && let Some(lambda) = Arc::get_mut(lambda)
        && lambda.name.is_none()
    {
        lambda.name = Some(Arc::from(name));
    }
}
