//! Recursive definitions in Core's form.
//! Core ties functions, suspensions and blocks. A right side that computes something first (`let rec f = let table = ...
//! in fun x -> ...`) is taken apart: what does not need the recursive names is computed before, the rest joins the group.

use std::sync::Arc;

use lydian_core::{ConId, Expr, Item, Mutability, Pattern, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use super::checker::{Checked, Checker};
use super::function::Definition;
use super::lower;
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
                        parts.push(self.tie_part(arg, names, before)?);
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

    /// A group at the top level. Blocks that hold each other are tied by an expression of their own, whose parts are then
    /// defined; everything else is a group of Core.
    pub fn tied_at_top(&mut self, group: Group, out: &mut Vec<Item>) {
        let names: Vec<Var> = group.iter().map(|(var, _)| *var).collect();
        let is_function = |(_, value): &(Var, Expr)| matches!(value, Expr::Lambda(_));
        let needs_order = if self.local > 0 {
            !group.iter().all(is_function)
        } else {
            let names = names.iter().copied().collect();
            group.iter().any(|(_, value)| holds(value, &names))
        };
        if !needs_order {
            if !group.is_empty() {
                out.push(Item::DefineRec(group));
            }
            return;
        }
        // Inside of the expression they have other names: a variable is bound once.
        let inner: Vec<(Var, Var)> = names.iter().map(|var| (*var, self.fresh_var("tied"))).collect();
        let table: FxHashMap<Var, Var> = inner.iter().copied().collect();
        let inside = |var: &Var| table.get(var).copied().unwrap_or(*var);
        let group = group
            .into_iter()
            .map(|(var, mut value)| {
                rename(&mut value, &inside);
                (inside(&var), value)
            })
            .collect();
        let parts = inner.iter().map(|(_, own)| Expr::Var(*own)).collect();
        let tied = self.tied_locally(group, lower::tuple(parts));
        let all = self.fresh_var("_");
        out.push(Item::Define(all, tied));
        for (index, (var, _)) in inner.iter().enumerate() {
            out.push(Item::Define(*var, Expr::Field(Box::new(Expr::Var(all)), index as u32)));
        }
    }

    /// A group that is tied inside of an expression. Functions refer to each other as they are; suspensions and blocks
    /// are found by the group through references that are set once the values are there. Where blocks hold each other in
    /// a circle, one of them is made with cells, which get what is missing at the end.
    pub fn tied_locally(&mut self, group: Group, body: Expr) -> Expr {
        let is_function = |(_, value): &(Var, Expr)| matches!(value, Expr::Lambda(_));
        match group.iter().all(is_function) {
            _ if group.is_empty() => return body,
            true => return Expr::LetRec(group, Box::new(body)),
            false => {}
        }
        let (mut functions, values): (Group, Group) = group.into_iter().partition(is_function);
        let cells: Vec<(Var, Var)> = values.iter().map(|(var, _)| (*var, self.fresh_var("cell"))).collect();
        let (ordered, missing) = in_order(values);
        let mut body = body;
        for (var, index, mut part) in missing.into_iter().rev() {
            through_cells(&mut part, &cells);
            let set = Expr::SetField(Box::new(Expr::Var(var)), index, Box::new(part));
            body = Expr::Sequence(Box::new(set), Box::new(body));
        }
        for (var, mut value) in ordered.into_iter().rev() {
            through_cells(&mut value, &cells);
            let cell = cells.iter().find(|(of, _)| *of == var).map_or(var, |(_, cell)| *cell);
            let set = Expr::SetField(Box::new(Expr::Var(cell)), 0, Box::new(Expr::Var(var)));
            body = Expr::Let(var, Box::new(value), Box::new(Expr::Sequence(Box::new(set), Box::new(body))));
        }
        if !functions.is_empty() {
            functions.iter_mut().for_each(|(_, value)| through_cells(value, &cells));
            body = Expr::LetRec(functions, Box::new(body));
        }
        let empty = |cell| (cell, Expr::Construct(ConId::REF, Mutability::Mutable, vec![lower::unit()]));
        lower::lets(cells.iter().map(|(_, cell)| empty(*cell)).collect(), body)
    }

    /// An argument of a block in the group: a name, a function or another block; anything else is computed before.
    fn tie_part(&mut self, part: Expr, names: &[Var], before: &mut Group) -> Option<Expr> {
        match part {
            Expr::Var(_) | Expr::Literal(_) | Expr::Lambda(_) | Expr::Lazy(_) => Some(part),
            Expr::Construct(con, kind, args) => {
                let args: Option<Vec<Expr>> =
                    args.into_iter().map(|arg| self.tie_part(arg, names, before)).collect();
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

/// Values in an order in which each holds only earlier ones, and what is to be put into which field of one at the end: a
/// block that stands in a circle is made with cells, where what is not there yet is missing.
fn in_order(mut values: Group) -> (Group, Vec<(Var, u32, Expr)>) {
    let mut unset: FxHashSet<Var> = values.iter().map(|(var, _)| *var).collect();
    let (mut ordered, mut missing) = (Vec::with_capacity(values.len()), Vec::new());
    while !values.is_empty() {
        let ready = values.iter().position(|(_, value)| !holds(value, &unset));
        let (var, mut value) = values.remove(ready.unwrap_or(0));
        if ready.is_none()
            && let Expr::Construct(_, kind, parts) = &mut value
        {
            *kind = Mutability::Mutable;
            for (index, part) in parts.iter_mut().enumerate().filter(|(_, part)| holds(part, &unset)) {
                missing.push((var, index as u32, std::mem::replace(part, lower::unit())));
            }
        }
        unset.remove(&var);
        ordered.push((var, value));
    }
    (ordered, missing)
}

/// Gives other names to variables.
fn rename(expr: &mut Expr, new: &impl Fn(&Var) -> Var) {
    if let Expr::Var(var) = expr {
        *var = new(var);
        return;
    }
    expr.for_each_child_mut(&mut |child| rename(child, new));
}

/// Whether a value of a group holds one of the variables, other than in what runs later.
fn holds(value: &Expr, vars: &FxHashSet<Var>) -> bool {
    match value {
        Expr::Var(var) => vars.contains(var),
        Expr::Construct(_, _, parts) => parts.iter().any(|part| holds(part, vars)),
        _ => false,
    }
}

/// Lets what runs later find the variables in their cells.
fn through_cells(value: &mut Expr, cells: &[(Var, Var)]) {
    match value {
        Expr::Lambda(lambda) => look_up(&mut Arc::make_mut(lambda).body, cells),
        Expr::Lazy(body) => look_up(body, cells),
        Expr::Construct(_, _, parts) => parts.iter_mut().for_each(|part| through_cells(part, cells)),
        _ => {}
    }
}

/// Reads each variable from its cell instead.
fn look_up(expr: &mut Expr, cells: &[(Var, Var)]) {
    if let Expr::Var(var) = expr
        && let Some((_, cell)) = cells.iter().find(|(of, _)| of == var)
    {
        *expr = Expr::Field(Box::new(Expr::Var(*cell)), 0);
        return;
    }
    expr.for_each_child_mut(&mut |child| look_up(child, cells));
}

/// Whether an expression uses one of the variables.
fn mentions(expr: &Expr, vars: &[Var]) -> bool {
    if let Expr::Var(var) = expr {
        return vars.contains(var);
    }
    let mut found = false;
    expr.for_each_child(&mut |child| found = found || mentions(child, vars));
    found
}
