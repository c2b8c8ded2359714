//! Recursive definitions in Core's form.
//! Core ties functions, suspensions and blocks. A right side that computes something first (`let rec f = let table = ...
//! in fun x -> ...`) is taken apart: what does not need the recursive names is computed before, the rest joins the group.

use lydian_core::{Expr, Pattern, Var};

use super::checker::{Checked, Checker};
use super::function::Definition;
use crate::diagnostics;

/// Variables with their values.
pub type Group = Vec<(Var, Expr)>;

impl Checker {
    /// Splits recursive definitions into what is computed before and the group that is tied.
    pub fn tie(&mut self, definitions: Vec<Definition>) -> Checked<(Group, Group)> {
        let mut names: Vec<Var> = definitions
            .iter()
            .filter_map(|definition| match &definition.pattern {
                Pattern::Var(var) => Some(*var),
                _ => None,
            })
            .collect();
        let (mut before, mut group) = (Vec::new(), Vec::new());
        for definition in definitions {
            let Pattern::Var(var) = definition.pattern else { continue };
            let loc = definition.value_loc;
            if self.tie_one(var, definition.value, &mut names, &mut before, &mut group).is_none() {
                return Err(Box::new(diagnostics::recursive_value(self.span(loc))));
            }
        }
        Ok((before, group))
    }

    fn tie_one(
        &mut self,
        var: Var,
        value: Expr,
        names: &mut Vec<Var>,
        before: &mut Group,
        group: &mut Group,
    ) -> Option<()> {
        let mut value = value;
        loop {
            match value {
                Expr::Lambda(_) | Expr::Lazy(_) => {
                    group.push((var, value));
                    return Some(());
                }
                Expr::Construct(con, kind, args) if !args.is_empty() => {
                    let mut parts = Vec::with_capacity(args.len());
                    for arg in args {
                        parts.push(self.tie_part(arg, names, before, group)?);
                    }
                    group.push((var, Expr::Construct(con, kind, parts)));
                    return Some(());
                }
                Expr::Let(inner, bound, body) => {
                    match &*bound {
                        Expr::Lambda(_) | Expr::Lazy(_) | Expr::Construct(..) => {
                            names.push(inner);
                            self.tie_one(inner, *bound, names, before, group)?;
                        }
                        bound_value if !mentions(bound_value, names) => before.push((inner, *bound)),
                        _ => return None,
                    }
                    value = *body;
                }
                Expr::LetRec(bindings, body) => {
                    names.extend(bindings.iter().map(|(var, _)| *var));
                    group.extend(bindings);
                    value = *body;
                }
                Expr::Sequence(first, second) if !mentions(&first, names) => {
                    before.push((self.fresh_var("_"), *first));
                    value = *second;
                }
                value if !mentions(&value, names) => {
                    before.push((var, value));
                    return Some(());
                }
                _ => return None,
            }
        }
    }

    /// An argument of a block in the group: a name, a function or another block; anything else is computed before.
    fn tie_part(
        &mut self,
        part: Expr,
        names: &mut Vec<Var>,
        before: &mut Group,
        group: &mut Group,
    ) -> Option<Expr> {
        match part {
            Expr::Var(_) | Expr::Literal(_) | Expr::Lambda(_) | Expr::Lazy(_) => Some(part),
            Expr::Construct(con, kind, args) => {
                let args: Option<Vec<Expr>> =
                    args.into_iter().map(|arg| self.tie_part(arg, names, before, group)).collect();
                Some(Expr::Construct(con, kind, args?))
            }
            part if !mentions(&part, names) => {
                let var = self.fresh_var("part");
                before.push((var, part));
                Some(Expr::Var(var))
            }
            _ => None,
        }
    }
}

/// Whether an expression uses one of the variables.
fn mentions(expr: &Expr, vars: &[Var]) -> bool {
    let all = |parts: &[Expr]| parts.iter().any(|part| mentions(part, vars));
    match expr {
        Expr::Literal(_) => false,
        Expr::Var(var) => vars.contains(var),
        Expr::Lambda(lambda) => mentions(&lambda.body, vars),
        Expr::Apply(function, args) => mentions(function, vars) || all(args),
        Expr::Let(_, a, b)
        | Expr::And(a, b)
        | Expr::Or(a, b)
        | Expr::Sequence(a, b)
        | Expr::While(a, b)
        | Expr::SetField(a, _, b) => mentions(a, vars) || mentions(b, vars),
        Expr::LetRec(bindings, body) => {
            bindings.iter().any(|(_, value)| mentions(value, vars)) || mentions(body, vars)
        }
        Expr::If(a, b, c) => mentions(a, vars) || mentions(b, vars) || mentions(c, vars),
        Expr::Match { scrutinee, arms, .. } | Expr::Try(scrutinee, arms) => {
            mentions(scrutinee, vars)
                || arms.iter().any(|arm| {
                    mentions(&arm.body, vars) || arm.guard.as_ref().is_some_and(|guard| mentions(guard, vars))
                })
        }
        Expr::Construct(_, _, parts) | Expr::Array(parts) | Expr::Primitive(_, parts) => all(parts),
        Expr::Field(block, _) | Expr::Lazy(block) => mentions(block, vars),
        Expr::For { from, to, body, .. } => {
            mentions(from, vars) || mentions(to, vars) || mentions(body, vars)
        }
    }
}
