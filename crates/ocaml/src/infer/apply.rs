//! Application, with labels and optional arguments.
//! Follows OCaml's rules: labelled arguments commute; an optional parameter that is passed over by a later argument
//! without a label is `None`; if every argument lacks its label and the application is full, labels are ignored. The
//! arguments are checked from left to right once each has found its parameter.

use std::sync::Arc;

use lydian_core::{Arm, ConId, Expr as CoreExpr, Pattern, Var};

use super::checker::{Checked, Checker};
use super::env::{Access, Env, ValueInfo};
use super::function::describe_label;
use super::lower;
use super::types::{self, ArgLabel, Kind, Ty};
use crate::diagnostics;
use crate::syntax::ast::{Arg, Expr, ExprKind, Loc};

/// What a parameter receives.
enum Given<'a> {
    /// An argument.
    Argument(&'a Expr, Ty),
    /// An argument to be wrapped in `Some`.
    Some(&'a Expr, Ty),
    /// `None`, for an optional parameter that was passed over.
    Omitted,
    /// Nothing yet: the result is a function of it.
    Later(ArgLabel, Ty),
}

impl Checker {
    /// `f a ~x:b ?y`.
    pub fn apply(
        &mut self,
        env: &Env,
        loc: Loc,
        function: &Expr,
        args: &[Arg],
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let (callee, access, function_type) = self.callee(env, function)?;
        let (given, result) = self.distribute(function, &function_type, args)?;
        let mut lowered: Vec<Option<CoreExpr>> = Vec::with_capacity(given.len());
        let mut later: Vec<(ArgLabel, Ty)> = Vec::new();
        for argument in given {
            lowered.push(match argument {
                Given::Argument(expr, ty) => Some(self.expect_argument(env, expr, &ty)?),
                Given::Some(expr, ty) => {
                    Some(lower::construct(ConId::SOME, vec![self.expect_argument(env, expr, &ty)?]))
                }
                Given::Omitted => Some(lower::construct(ConId::NONE, vec![])),
                Given::Later(label, ty) => {
                    later.push((label, ty));
                    None
                }
            });
        }
        let result = later
            .into_iter()
            .rev()
            .fold(result, |to, (label, from)| std::sync::Arc::new(Kind::Arrow(label, from, to)));
        self.unify_expr(loc, &result, expected)?;
        // Parameters that come after all given ones need no function of our own.
        while lowered.last().is_some_and(Option::is_none) {
            lowered.pop();
        }
        if lowered.iter().all(Option::is_some) {
            let args: Vec<CoreExpr> = lowered.into_iter().flatten().collect();
            return Ok(match access {
                Some(access) => self.call(&access, args),
                None => call_value(callee, args),
            });
        }
        Ok(self.partial(callee, access, lowered))
    }

    fn callee(&mut self, env: &Env, function: &Expr) -> Checked<(CoreExpr, Option<Access>, Ty)> {
        if let ExprKind::Ident(path) = &function.kind {
            let value = self.find_value(env, path)?;
            let ty = self.types.instantiate(&value.scheme);
            return Ok((lower::unit(), Some(value.access.clone()), ty));
        }
        let (core, ty) = self.infer(env, function)?;
        Ok((core, None, ty))
    }

    /// Calls what is behind a name.
    pub fn call(&mut self, access: &Access, mut args: Vec<CoreExpr>) -> CoreExpr {
        match access {
            Access::Var(var) => call_value(CoreExpr::Var(*var), args),
            // The conclusion of an implication is looked at only where the condition holds.
            Access::Primitive(name, 2) if &**name == "implies" && args.len() == 2 => {
                let conclusion = Box::new(args.pop().unwrap_or_else(lower::unit));
                let condition = Box::new(args.pop().unwrap_or_else(lower::unit));
                let rejected = lower::construct(ConId::rejected(), vec![]);
                CoreExpr::If(condition, conclusion, Box::new(lower::raise(rejected)))
            }
            // A side of a connective that is rejected is not the whole of it.
            Access::Primitive(name, 2) if name.starts_with("property_") && args.len() == 2 => {
                let sides = args.into_iter().map(|side| self.side(side)).collect();
                lower::primitive(name, sides)
            }
            Access::Primitive(name, arity) if args.len() >= *arity => {
                let rest = args.split_off(*arity);
                call_value(lower::primitive(name, args), rest)
            }
            Access::And | Access::Or if args.len() == 2 => {
                let right = Box::new(args.pop().unwrap_or_else(lower::unit));
                let left = Box::new(args.pop().unwrap_or_else(lower::unit));
                match access {
                    Access::And => CoreExpr::And(left, right),
                    _ => CoreExpr::Or(left, right),
                }
            }
            Access::Apply if args.len() >= 2 => {
                let function = args.remove(0);
                call_value(function, args)
            }
            Access::ReverseApply if args.len() >= 2 => {
                let function = args.remove(1);
                call_value(function, args)
            }
            access => {
                let scheme = types::Scheme::mono(types::BUILTINS.unit.clone());
                let function = self.access(&ValueInfo { scheme, access: access.clone() });
                call_value(function, args)
            }
        }
    }

    /// A side of a connective: its value, or the exception by which it is rejected. What was noted in it is forgotten then.
    fn side(&mut self, side: CoreExpr) -> CoreExpr {
        let mark = self.fresh_var("mark");
        let rejected = || lower::construct(ConId::rejected(), vec![]);
        let forget = Box::new(CoreExpr::Primitive(Arc::from("forget"), vec![CoreExpr::Var(mark)]));
        let arm = Arm {
            pattern: Pattern::Construct(ConId::rejected(), vec![]),
            guard: None,
            body: CoreExpr::Sequence(forget, Box::new(rejected())),
        };
        let noted = CoreExpr::Primitive(Arc::from("noted"), vec![lower::unit()]);
        let caught = CoreExpr::Try(Box::new(side), vec![arm]);
        CoreExpr::Let(mark, Box::new(noted), Box::new(caught))
    }

    /// An application in which a parameter before a given one waits for its argument.
    fn partial(&mut self, callee: CoreExpr, access: Option<Access>, args: Vec<Option<CoreExpr>>) -> CoreExpr {
        let mut params: Vec<Var> = Vec::new();
        let mut bound: Vec<(Var, CoreExpr)> = Vec::new();
        let mut passed = Vec::with_capacity(args.len());
        for arg in args {
            let var = self.fresh_var("arg");
            passed.push(CoreExpr::Var(var));
            match arg {
                Some(arg) => bound.push((var, arg)),
                None => params.push(var),
            }
        }
        let (callee_var, call) = match access {
            Some(access) => (None, self.call(&access, passed)),
            None => {
                let var = self.fresh_var("function");
                (Some(var), call_value(CoreExpr::Var(var), passed))
            }
        };
        let mut body = lower::lambda(params, call);
        if let Some(var) = callee_var {
            body = CoreExpr::Let(var, Box::new(callee), Box::new(body));
        }
        // The last argument is evaluated first, so it is the outermost.
        for (var, arg) in bound {
            body = CoreExpr::Let(var, Box::new(arg), Box::new(body));
        }
        body
    }

    /// Gives each parameter its argument; returns also the type of the result.
    fn distribute<'a>(
        &mut self,
        function: &Expr,
        function_type: &Ty,
        args: &'a [Arg],
    ) -> Checked<(Vec<Given<'a>>, Ty)> {
        let ignore_labels = self.labels_can_be_ignored(function_type, args);
        let mut rest: Vec<&Arg> = args.iter().collect();
        let mut given = Vec::new();
        let mut ty = function_type.clone();
        let mut abstracted = false;
        while !rest.is_empty() {
            let expanded = self.types.expand(&ty);
            let Kind::Arrow(label, from, to) = &*expanded else { break };
            let (name, optional) = (label_name(label), matches!(label, ArgLabel::Optional(_)));
            let position = if ignore_labels {
                (label_name(&rest[0].label) == name || (!optional && rest[0].label == ArgLabel::Nolabel))
                    .then_some(0)
            } else {
                rest.iter().position(|arg| label_name(&arg.label) == name)
            };
            let plain_follows = rest.iter().any(|arg| arg.label == ArgLabel::Nolabel);
            match position {
                Some(position) => {
                    let arg = rest.remove(position);
                    let passes_option = matches!(arg.label, ArgLabel::Optional(_));
                    given.push(if optional && !passes_option {
                        let inner = self.types.fresh();
                        self.unify_expr(arg.value.loc, from, &types::option(inner.clone()))?;
                        Given::Some(&arg.value, inner)
                    } else {
                        Given::Argument(&arg.value, from.clone())
                    });
                }
                None if optional && plain_follows => given.push(Given::Omitted),
                None if ignore_labels => {
                    return Err(self.wrong_label(rest[0], &ty));
                }
                None => {
                    abstracted = true;
                    given.push(Given::Later(label.clone(), from.clone()));
                }
            }
            ty = to.clone();
        }
        // More arguments than the type shows: it must still become a function.
        for arg in rest {
            let expanded = self.types.expand(&ty);
            match &*expanded {
                Kind::Var(_) => {
                    let (from, to) = (self.types.fresh(), self.types.fresh());
                    let arrow = std::sync::Arc::new(Kind::Arrow(arg.label.clone(), from.clone(), to.clone()));
                    self.unify_expr(function.loc, &ty, &arrow)?;
                    given.push(Given::Argument(&arg.value, from));
                    ty = to;
                }
                Kind::Arrow(label, from, to) if *label == arg.label => {
                    given.push(Given::Argument(&arg.value, from.clone()));
                    ty = to.clone();
                }
                Kind::Arrow(..) => return Err(self.wrong_label(arg, &ty)),
                _ if abstracted => return Err(self.wrong_label(arg, function_type)),
                _ => {
                    let shown = self.show(&self.types.expand(function_type));
                    let takes = given.len();
                    return Err(Box::new(diagnostics::not_a_function(
                        self.span(function.loc),
                        &shown,
                        takes,
                    )));
                }
            }
        }
        Ok((given, ty))
    }

    fn wrong_label(&self, arg: &Arg, ty: &Ty) -> Box<lydian_diagnostic::Diagnostic> {
        let label = describe_label(&arg.label);
        Box::new(diagnostics::wrong_label(self.span(arg.value.loc), &label, &self.show(ty)))
    }

    fn labels_can_be_ignored(&self, function_type: &Ty, args: &[Arg]) -> bool {
        if args.iter().any(|arg| arg.label != ArgLabel::Nolabel) {
            return false;
        }
        let (mut required, mut labelled) = (0, false);
        let mut ty = self.types.expand(function_type);
        loop {
            let next = match &*ty {
                Kind::Arrow(label, _, to) => {
                    match label {
                        ArgLabel::Optional(_) => {}
                        ArgLabel::Nolabel => required += 1,
                        ArgLabel::Labelled(_) => {
                            required += 1;
                            labelled = true;
                        }
                    }
                    self.types.expand(to)
                }
                Kind::Var(_) => return false,
                _ => return labelled && required == args.len(),
            };
            ty = next;
        }
    }

    /// An argument: a function with optional parameters fits where one without them is expected.
    pub fn expect_argument(&mut self, env: &Env, expr: &Expr, expected: &Ty) -> Checked<CoreExpr> {
        let named = matches!(
            expr.kind,
            ExprKind::Ident(_)
                | ExprKind::Apply { .. }
                | ExprKind::Field { .. }
                | ExprKind::Constraint { .. }
        );
        if named
            && let Kind::Arrow(ArgLabel::Nolabel, _, result) = &*self.types.expand(expected)
            && self.is_plain_result(result)
        {
            return self.expect_eta(env, expr, expected);
        }
        self.expect(env, expr, expected)
    }

    fn is_plain_result(&self, ty: &Ty) -> bool {
        let mut ty = self.types.expand(ty);
        loop {
            let next = match &*ty {
                Kind::Arrow(ArgLabel::Nolabel, _, to) => self.types.expand(to),
                Kind::Arrow(..) => return false,
                _ => return true,
            };
            ty = next;
        }
    }

    fn expect_eta(&mut self, env: &Env, expr: &Expr, expected: &Ty) -> Checked<CoreExpr> {
        let (core, ty) = self.infer(env, expr)?;
        let mut omitted = 0;
        let mut rest = self.types.expand(&ty);
        while let Kind::Arrow(ArgLabel::Optional(_), _, to) = &*rest {
            omitted += 1;
            let next = self.types.expand(to);
            rest = next;
        }
        if omitted == 0 || !matches!(&*rest, Kind::Arrow(ArgLabel::Nolabel, ..)) {
            self.unify_expr(expr.loc, &ty, expected)?;
            return Ok(core);
        }
        self.unify_expr(expr.loc, &rest, expected)?;
        let (function, argument) = (self.fresh_var("function"), self.fresh_var("arg"));
        let mut args: Vec<CoreExpr> = (0..omitted).map(|_| lower::construct(ConId::NONE, vec![])).collect();
        args.push(CoreExpr::Var(argument));
        let body = lower::lambda(vec![argument], call_value(CoreExpr::Var(function), args));
        Ok(CoreExpr::Let(function, Box::new(core), Box::new(body)))
    }
}

fn call_value(function: CoreExpr, args: Vec<CoreExpr>) -> CoreExpr {
    if args.is_empty() { function } else { CoreExpr::Apply(Box::new(function), args) }
}

fn label_name(label: &ArgLabel) -> &str {
    match label {
        ArgLabel::Nolabel => "",
        ArgLabel::Labelled(name) | ArgLabel::Optional(name) => name,
    }
}
