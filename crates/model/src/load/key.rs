//! What states that `equal` takes for one surely have in common, as a function of the model: states with different keys need no comparison.
//!
//! In: a program with `let equal a b = ...`. Out: the same program with a function of one state that gives F, wherever `equal` demands
//! `F a = F b`; several such demands make a tuple. Anything else that `equal` demands stays with `equal`, which still decides.

use std::sync::Arc;

use lydian_core::expr::Place;
use lydian_core::{ConId, Export, Expr, Item, Lambda, Mutability, Pattern, Program, Type, Var};

/// The name of the function; no name of a user has a blank.
pub(crate) const KEY: &str = "equal key";

/// The primitive that compares by structure.
const EQUAL: &str = "equal";

/// Adds the function, if `equal` demands anything of that kind.
pub(super) fn add(program: &mut Program, state: &Type) -> bool {
    let Some(export) = program.exports.iter().find(|export| &*export.name == "equal") else { return false };
    let body = program.items.iter().find_map(|item| match item {
        Item::Define(var, body) if *var == export.var => Some(body),
        _ => None,
    });
    let Some(Expr::Lambda(lambda)) = body else { return false };
    let (params, body) = flat(lambda);
    let [left, right] = params[..] else { return false };
    let first = 1 + largest(program);
    let mut demands = Vec::new();
    conjuncts(&body, &mut |part| {
        let Expr::Primitive(name, sides) = part else { return };
        let [one, other] = &sides[..] else { return };
        if &**name != EQUAL {
            return;
        }
        for (one, other) in [(one, other), (other, one)] {
            if uses(one, right) || uses(other, left) {
                continue;
            }
            let key = canonical(one, left, first);
            if key == canonical(other, right, first) && uses(&key, Var(first)) {
                demands.push(key);
                return;
            }
        }
    });
    if demands.is_empty() {
        return false;
    }
    // Each demand numbers its variables alike, and they must be told apart in one function.
    let mut next = first + 1;
    for demand in &mut demands {
        let most = largest_in(demand).max(first);
        let shift = next - (first + 1);
        each_var(demand, &mut |var| {
            if var.0 > first {
                var.0 += shift;
            }
        });
        next += most - first;
    }
    let body = match demands.len() {
        1 => demands.remove(0),
        _ => Expr::Construct(ConId::TUPLE, Mutability::Immutable, demands),
    };
    let var = Var(next);
    let lambda = Lambda { name: None, params: vec![Var(first)], body };
    program.items.push(Item::Define(var, Expr::Lambda(Arc::new(lambda))));
    program.item_places.extend(program.item_places.last().cloned());
    let names = (next + 1).saturating_sub(program.first_var) as usize;
    program.var_names.resize(names.max(program.var_names.len()), "".into());
    let ty = Type::arrow(state.clone(), Type::Param(0));
    program.exports.push(Export { name: KEY.into(), var, ty });
    true
}

/// The parameters and the body of a function, whether it takes them at once or one by one.
fn flat(lambda: &Lambda) -> (Vec<Var>, Expr) {
    match &lambda.body {
        Expr::Lambda(inner) if lambda.params.len() == 1 => {
            let (further, body) = flat(inner);
            ([lambda.params.clone(), further].concat(), body)
        }
        body => (lambda.params.clone(), body.clone()),
    }
}

fn conjuncts(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::And(first, second) => {
            conjuncts(first, visit);
            conjuncts(second, visit);
        }
        other => visit(other),
    }
}

fn uses(expr: &Expr, var: Var) -> bool {
    expr.mentions(&[var].into_iter().collect())
}

/// The expression with its parameter and all variables that it binds numbered from here on, and without places and names: two that
/// are the same up to such things become equal.
fn canonical(expr: &Expr, param: Var, first: u32) -> Expr {
    let mut expr = expr.clone();
    let mut bound = vec![param];
    binders(&expr, &mut bound);
    each_var(&mut expr, &mut |var| {
        if let Some(place) = bound.iter().position(|other| other == var) {
            *var = Var(first + place as u32);
        }
    });
    plain(&mut expr);
    expr
}

/// Takes away what stands in an expression for reports only.
fn plain(expr: &mut Expr) {
    match expr {
        Expr::Lambda(lambda) => Arc::make_mut(lambda).name = None,
        Expr::Match { place, .. } => *place = Place { file: "".into(), line: 0, column: 0 },
        _ => {}
    }
    expr.for_each_child_mut(&mut plain);
}

/// The variables that an expression binds, in order.
fn binders(expr: &Expr, bound: &mut Vec<Var>) {
    match expr {
        Expr::Lambda(lambda) => bound.extend(&lambda.params),
        Expr::Let(var, ..) => bound.push(*var),
        Expr::For { var, .. } => bound.push(*var),
        Expr::LetRec(bindings, _) => bound.extend(bindings.iter().map(|(var, _)| *var)),
        Expr::Match { arms, .. } | Expr::Try(_, arms) => {
            for arm in arms {
                each_var_of(&mut arm.pattern.clone(), &mut |var| bound.push(*var));
            }
        }
        _ => {}
    }
    expr.for_each_child(&mut |child| binders(child, bound));
}

/// All variables of an expression, bound and used.
fn each_var(expr: &mut Expr, visit: &mut dyn FnMut(&mut Var)) {
    match expr {
        Expr::Var(var) | Expr::Let(var, ..) | Expr::For { var, .. } => visit(var),
        Expr::Lambda(lambda) => Arc::make_mut(lambda).params.iter_mut().for_each(&mut *visit),
        Expr::LetRec(bindings, _) => bindings.iter_mut().for_each(|(var, _)| visit(var)),
        Expr::Match { arms, .. } | Expr::Try(_, arms) => {
            for arm in arms {
                each_var_of(&mut arm.pattern, visit);
            }
        }
        _ => {}
    }
    expr.for_each_child_mut(&mut |child| each_var(child, visit));
}

/// The variables of a pattern.
fn each_var_of(pattern: &mut Pattern, visit: &mut dyn FnMut(&mut Var)) {
    match pattern {
        Pattern::Any | Pattern::Literal(_) | Pattern::Range(..) => {}
        Pattern::Var(var) => visit(var),
        Pattern::Alias(inner, var) => {
            each_var_of(inner, visit);
            visit(var);
        }
        Pattern::Construct(_, parts) | Pattern::Array(parts) | Pattern::Or(parts) => {
            parts.iter_mut().for_each(|part| each_var_of(part, visit));
        }
        Pattern::Lazy(inner) => each_var_of(inner, visit),
    }
}

fn largest_in(expr: &mut Expr) -> u32 {
    let mut largest = 0;
    each_var(expr, &mut |var| largest = largest.max(var.0));
    largest
}

/// The largest number of a variable in a program.
fn largest(program: &Program) -> u32 {
    let mut largest = 0;
    for item in &program.items {
        for var in item.defined() {
            largest = largest.max(var.0);
        }
        let exprs: Vec<&Expr> = match item {
            Item::Define(_, expr) | Item::Run(expr) => vec![expr],
            Item::DefineRec(group) => group.iter().map(|(_, expr)| expr).collect(),
        };
        for expr in exprs {
            largest = largest.max(largest_in(&mut expr.clone()));
        }
    }
    largest
}
