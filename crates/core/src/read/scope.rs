//! Checks that every variable is bound exactly once and used only where it is in scope.
//! Alternatives of a pattern bind the same variables. Iterative; what leaves scope waits on the same stack as what is
//! still to be looked at.

use std::collections::HashSet;

use crate::read::Fault;
use crate::{Expr, Item, Pattern, Program, Var};

enum Work<'a> {
    Expr(&'a Expr),
    /// These come into scope.
    Bind(Vec<Var>),
    /// These leave it.
    Unbind(Vec<Var>),
}

/// Checks a program with its libraries; `place_of` tells where a variable stands and how it is written.
pub(super) fn check(program: &Program, place_of: impl Fn(Var) -> (usize, String)) -> Result<(), Fault> {
    let mut scope = Scope { visible: HashSet::new(), bound: HashSet::new(), place_of };
    let libraries = program.libraries.iter().flat_map(|library| &library.items);
    for item in libraries.chain(&program.items) {
        match item {
            Item::Define(var, expr) => {
                scope.expr(expr)?;
                scope.bind(*var)?;
            }
            Item::DefineRec(group) => {
                for (var, _) in group {
                    scope.bind(*var)?;
                }
                for (_, expr) in group {
                    scope.expr(expr)?;
                }
            }
            Item::Run(expr) => scope.expr(expr)?,
        }
    }
    program.exports.iter().try_for_each(|export| scope.see(export.var))
}

struct Scope<F> {
    visible: HashSet<Var>,
    bound: HashSet<Var>,
    place_of: F,
}

impl<F: Fn(Var) -> (usize, String)> Scope<F> {
    fn fail(&self, var: Var, what: &str) -> Result<(), Fault> {
        let (offset, name) = (self.place_of)(var);
        Err(Fault { offset, message: format!("the variable {name} {what}") })
    }

    fn see(&self, var: Var) -> Result<(), Fault> {
        if self.visible.contains(&var) { Ok(()) } else { self.fail(var, "is not in scope") }
    }

    fn bind(&mut self, var: Var) -> Result<(), Fault> {
        if !self.bound.insert(var) {
            return self.fail(var, "is bound more than once");
        }
        self.visible.insert(var);
        Ok(())
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Fault> {
        let mut work = vec![Work::Expr(expr)];
        while let Some(next) = work.pop() {
            match next {
                Work::Expr(expr) => self.parts(expr, &mut work)?,
                Work::Bind(vars) => vars.into_iter().try_for_each(|var| self.bind(var))?,
                Work::Unbind(vars) => {
                    for var in vars {
                        self.visible.remove(&var);
                    }
                }
            }
        }
        Ok(())
    }

    /// Pushes the parts of an expression, the last to be looked at first.
    fn parts<'a>(&self, expr: &'a Expr, work: &mut Vec<Work<'a>>) -> Result<(), Fault> {
        let scoped = |vars: Vec<Var>, bodies: Vec<&'a Expr>, work: &mut Vec<Work<'a>>| {
            work.push(Work::Unbind(vars.clone()));
            work.extend(bodies.into_iter().map(Work::Expr));
            work.push(Work::Bind(vars));
        };
        match expr {
            Expr::Literal(_) => {}
            Expr::Var(var) => self.see(*var)?,
            Expr::Lambda(lambda) => scoped(lambda.params.clone(), vec![&lambda.body], work),
            Expr::Apply(function, args) => {
                work.push(Work::Expr(function));
                work.extend(args.iter().map(Work::Expr));
            }
            Expr::Let(var, value, body) => {
                scoped(vec![*var], vec![body], work);
                work.push(Work::Expr(value));
            }
            Expr::LetRec(group, body) => {
                let vars = group.iter().map(|(var, _)| *var).collect();
                let bodies = group.iter().map(|(_, value)| value).chain([&**body]).collect();
                scoped(vars, bodies, work);
            }
            Expr::And(first, second)
            | Expr::Or(first, second)
            | Expr::SetField(first, _, second)
            | Expr::Sequence(first, second)
            | Expr::While(first, second) => work.extend([Work::Expr(first), Work::Expr(second)]),
            Expr::If(first, second, third) => {
                work.extend([Work::Expr(first), Work::Expr(second), Work::Expr(third)]);
            }
            Expr::Match { scrutinee: body, arms, .. } | Expr::Try(body, arms) => {
                for arm in arms {
                    let bodies = arm.guard.iter().chain([&arm.body]).collect();
                    scoped(self.pattern_variables(&arm.pattern)?, bodies, work);
                }
                work.push(Work::Expr(body));
            }
            Expr::Construct(_, _, args) | Expr::Array(args) | Expr::Primitive(_, args) => {
                work.extend(args.iter().map(Work::Expr));
            }
            Expr::Field(inner, _) | Expr::Lazy(inner) => work.push(Work::Expr(inner)),
            Expr::For { var, from, to, body, .. } => {
                scoped(vec![*var], vec![body], work);
                work.extend([Work::Expr(from), Work::Expr(to)]);
            }
        }
        Ok(())
    }

    /// The variables of a pattern, each once.
    fn pattern_variables(&self, pattern: &Pattern) -> Result<Vec<Var>, Fault> {
        // Variables of finished parts; an alternative's are compared with those of the first one.
        enum Step<'a> {
            Look(&'a Pattern),
            Alternatives { parts: &'a [Pattern], next: usize, start: usize, first: Vec<Var> },
        }
        let mut vars: Vec<Var> = Vec::new();
        let mut work = vec![Step::Look(pattern)];
        while let Some(step) = work.pop() {
            match step {
                Step::Look(pattern) => match pattern {
                    Pattern::Any | Pattern::Literal(_) | Pattern::Range(..) => {}
                    Pattern::Var(var) => vars.push(*var),
                    Pattern::Alias(inner, var) => {
                        vars.push(*var);
                        work.push(Step::Look(inner));
                    }
                    Pattern::Lazy(inner) => work.push(Step::Look(inner)),
                    Pattern::Construct(_, parts) | Pattern::Array(parts) => {
                        work.extend(parts.iter().map(Step::Look));
                    }
                    Pattern::Or(parts) => {
                        let start = vars.len();
                        work.push(Step::Alternatives { parts, next: 0, start, first: Vec::new() });
                    }
                },
                Step::Alternatives { parts, next, start, mut first } => {
                    let mut found = vars.split_off(start);
                    found.sort();
                    if next == 1 {
                        first = found;
                    } else if next > 1 && found != first {
                        // Both are sorted, so where they part stands a variable that the other lacks.
                        let same =
                            found.iter().zip(&first).take_while(|(found, first)| found == first).count();
                        if let Some(odd) = found[same..].iter().chain(&first[same..]).min() {
                            self.fail(*odd, "is not bound once in each alternative of a pattern")?;
                        }
                    }
                    match parts.get(next) {
                        Some(part) => {
                            work.push(Step::Alternatives { parts, next: next + 1, start, first });
                            work.push(Step::Look(part));
                        }
                        None => vars.extend(first),
                    }
                }
            }
        }
        Ok(vars)
    }
}
