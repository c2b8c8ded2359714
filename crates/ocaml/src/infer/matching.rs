//! Cases of `match`, `function` and `try`.
//! As in OCaml, the patterns of all cases are checked before any body, so that a body profits from what every pattern
//! says about the type.

use lydian_core::{Arm, ConId, Expr as CoreExpr, Pattern as CorePattern};

use super::checker::{Checked, Checker};
use super::env::Env;
use super::lower;
use super::pattern::{Bindings, VariantUse};
use super::recursion::Group;
use super::types::{BUILTINS, Ty};
use crate::diagnostics;
use crate::syntax::ast::{Case, Expr, Loc, Pattern, PatternKind};

/// Cases with their patterns checked: a scope for each body.
struct Opened<'a> {
    pattern: CorePattern,
    scope: Env,
    case: &'a Case,
}

impl Checker {
    /// Checks cases: `argument` is what the patterns see, `result` what the bodies give.
    pub fn cases(
        &mut self,
        env: &Env,
        cases: &[(&Pattern, &Case)],
        argument: &Ty,
        result: &Ty,
        function: Option<(Loc, &Ty)>,
    ) -> Checked<Vec<Arm>> {
        let mut used = VariantUse::default();
        let mut opened = Vec::with_capacity(cases.len());
        for (pattern, case) in cases {
            let mut bindings = Bindings::default();
            let pattern = self.pattern(env, pattern, argument, &mut bindings, &mut used)?;
            let mut scope = env.clone();
            for bound in &bindings.all {
                scope.bind_pattern(bound);
            }
            opened.push(Opened { pattern, scope, case });
        }
        self.close_variants(&used);
        let mut arms = Vec::with_capacity(opened.len());
        for Opened { pattern, scope, case } in opened {
            let guard = match &case.guard {
                Some(guard) => Some(self.expect(&scope, guard, &BUILTINS.bool)?),
                None => None,
            };
            let body = self.expect_in_function(&scope, &case.body, result, function)?;
            arms.push(Arm { pattern, guard, body });
        }
        Ok(arms)
    }

    /// `match e with ...`.
    pub fn match_expr(
        &mut self,
        env: &Env,
        loc: Loc,
        scrutinee: &Expr,
        cases: &[Case],
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        self.types.level += 1;
        let (value, ty) = self.infer(env, scrutinee)?;
        self.types.level -= 1;
        // What is matched is not generalised, but its structure is known from here on.
        let outer = self.types.fresh();
        self.unify_expr(scrutinee.loc, &ty, &outer)?;
        let split: Vec<(Option<Pattern>, Option<Pattern>)> =
            cases.iter().map(|case| split_exceptions(&case.pattern)).collect();
        let values: Vec<(&Pattern, &Case)> = split
            .iter()
            .zip(cases)
            .filter_map(|((value, _), case)| value.as_ref().map(|pattern| (pattern, case)))
            .collect();
        let handlers: Vec<(&Pattern, &Case)> = split
            .iter()
            .zip(cases)
            .filter_map(|((_, exception), case)| exception.as_ref().map(|pattern| (pattern, case)))
            .collect();
        if values.is_empty() && !handlers.is_empty() {
            let message = "a `match` needs at least one case for a value";
            let diagnostic =
                lydian_diagnostic::Diagnostic::error("unsupported-feature", self.span(loc), message);
            return Err(Box::new(diagnostic));
        }
        let mut arms = self.cases(env, &values, &ty, expected, None)?;
        let place = self.place(loc);
        if handlers.is_empty() {
            let (before, scrutinee) = self.in_order(value);
            let body = CoreExpr::Match { scrutinee: Box::new(scrutinee), arms, place };
            return Ok(lower::lets(before, body));
        }
        let handlers = self.cases(env, &handlers, &BUILTINS.exn, expected, None)?;
        // A handler catches what the scrutinee raises but not what the cases raise. So the scrutinee's outcome becomes
        // a value: its result, or the suspended body of the handler that fits.
        let (returned, raised) = (ConId::intern("match", "returned"), ConId::intern("match", "raised"));
        let handlers = handlers
            .into_iter()
            .map(|arm| {
                let unit = self.fresh_var("_");
                let body = lower::construct(raised, vec![lower::lambda(vec![unit], arm.body)]);
                Arm { body, ..arm }
            })
            .collect();
        let outcome = CoreExpr::Try(Box::new(lower::construct(returned, vec![value])), handlers);
        for arm in &mut arms {
            let pattern = std::mem::replace(&mut arm.pattern, CorePattern::Any);
            arm.pattern = CorePattern::Construct(returned, vec![pattern]);
        }
        let handler = self.fresh_var("handler");
        arms.insert(
            0,
            Arm {
                pattern: CorePattern::Construct(raised, vec![CorePattern::Var(handler)]),
                guard: None,
                body: CoreExpr::Apply(Box::new(CoreExpr::Var(handler)), vec![lower::unit()]),
            },
        );
        Ok(CoreExpr::Match { scrutinee: Box::new(outcome), arms, place })
    }

    /// OCaml builds no tuple that is matched at once: its parts are evaluated first to last, unlike those of any other.
    /// Gives what is computed before, and the tuple of the results.
    pub fn in_order(&mut self, value: CoreExpr) -> (Group, CoreExpr) {
        let mut before = Vec::new();
        let (con, kind, mut parts) = match value {
            CoreExpr::Construct(con, kind, parts) if con == ConId::TUPLE => (con, kind, parts),
            other => return (before, other),
        };
        if parts.iter().filter(|part| !is_immediate(part)).count() > 1 {
            for part in parts.iter_mut().filter(|part| !is_immediate(part)) {
                let var = self.fresh_var("part");
                before.push((var, std::mem::replace(part, CoreExpr::Var(var))));
            }
        }
        (before, CoreExpr::Construct(con, kind, parts))
    }

    /// `try e with ...`.
    pub fn try_expr(&mut self, env: &Env, body: &Expr, cases: &[Case], expected: &Ty) -> Checked<CoreExpr> {
        let body = self.expect(env, body, expected)?;
        let cases: Vec<(&Pattern, &Case)> = cases.iter().map(|case| (&case.pattern, case)).collect();
        let arms = self.cases(env, &cases, &BUILTINS.exn, expected, None)?;
        Ok(CoreExpr::Try(Box::new(body), arms))
    }

    /// Refuses a part of OCaml at a place.
    pub fn refuse<T>(&self, loc: Loc, feature: &str) -> Checked<T> {
        Err(Box::new(diagnostics::unsupported(self.span(loc), feature)))
    }
}

/// Whether evaluating an expression does nothing that another part could notice.
fn is_immediate(expr: &CoreExpr) -> bool {
    match expr {
        CoreExpr::Literal(_) | CoreExpr::Var(_) | CoreExpr::Lambda(_) => true,
        CoreExpr::Construct(_, _, parts) => parts.is_empty(),
        _ => false,
    }
}

/// The part of a pattern that fits values and the part that fits exceptions.
fn split_exceptions(pattern: &Pattern) -> (Option<Pattern>, Option<Pattern>) {
    match &pattern.kind {
        PatternKind::Exception(inner) => (None, Some((**inner).clone())),
        PatternKind::Or(parts) if parts.iter().any(mentions_exception) => {
            let (mut values, mut exceptions) = (Vec::new(), Vec::new());
            for part in parts {
                let (value, exception) = split_exceptions(part);
                values.extend(value);
                exceptions.extend(exception);
            }
            let rebuild = |mut parts: Vec<Pattern>| match parts.len() {
                0 => None,
                1 => parts.pop(),
                _ => Some(Pattern { kind: PatternKind::Or(parts), loc: pattern.loc }),
            };
            (rebuild(values), rebuild(exceptions))
        }
        _ => (Some(pattern.clone()), None),
    }
}

/// Whether a pattern has a constructor anywhere.
pub fn mentions_constructor(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Construct { .. } | PatternKind::List(_) => true,
        PatternKind::Tuple(parts) | PatternKind::Array(parts) | PatternKind::Or(parts) => {
            parts.iter().any(mentions_constructor)
        }
        PatternKind::Record { fields, .. } => fields.iter().any(|(_, part)| mentions_constructor(part)),
        PatternKind::Variant { arg, .. } => arg.as_deref().is_some_and(mentions_constructor),
        PatternKind::Alias { pattern, .. }
        | PatternKind::Constraint { pattern, .. }
        | PatternKind::Open { pattern, .. }
        | PatternKind::Lazy(pattern)
        | PatternKind::Exception(pattern) => mentions_constructor(pattern),
        PatternKind::Any
        | PatternKind::Var(_)
        | PatternKind::Constant(_)
        | PatternKind::Interval(..)
        | PatternKind::Type(_)
        | PatternKind::Error => false,
    }
}

fn mentions_exception(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Exception(_) => true,
        PatternKind::Or(parts) => parts.iter().any(mentions_exception),
        _ => false,
    }
}
