//! Machines over a type variable: `type 'a state` is tried at one type.
//!
//! In: the types of the definitions. Out: the arguments of a parametrised type: those at which the model itself uses it, or a small type
//! of three values. A model that does nothing with such values but pass them on cannot tell one type from another.
//! `step` says which variables are the same; what else is defined may say what they are.

use std::collections::HashMap;
use std::sync::Arc;

use lydian_core::{Program, Type, TypeTable};

/// The values of the small type; without their backtick they are what JSON says.
const VALUES: [&str; 3] = ["A", "B", "C"];

/// The parameters of a declaration are told from those of `step` by their numbers.
const OWN: u32 = 1 << 20;

/// What variables stand for.
type Known = HashMap<u32, Type>;

/// States, inputs and outputs as `step` speaks of them, or `post` where there is no `step`.
struct Roles {
    state: Type,
    input: Type,
    output: Option<Type>,
}

/// At which types a parametrised type of a model is tried, and whether the model leaves one of them open.
pub(super) fn arguments(program: &Program, name: &str, count: u32) -> (Vec<Type>, bool) {
    let mut is_open = false;
    let found = roles(program).and_then(|roles| {
        let known = told(program, &roles);
        let role = match name {
            "state" => roles.state,
            "input" => roles.input,
            _ => roles.output?,
        };
        let own: Vec<Type> = (0..count).map(|number| Type::Param(OWN + number)).collect();
        let mut args = Known::new();
        matched(&program.types, &Type::Named(name.into(), own.into()), &role, &mut args);
        Some((args, known))
    });
    let (args, known) = found.unwrap_or_default();
    let args = (0..count).map(|number| match args.get(&(OWN + number)) {
        Some(arg) => settled(arg, &known, &mut is_open),
        None => {
            is_open = true;
            small()
        }
    });
    let args = args.collect();
    (args, is_open)
}

/// The small type: [`A | `B | `C].
fn small() -> Type {
    Type::PolyVariant(VALUES.iter().map(|name| (Arc::from(*name), None)).collect())
}

fn roles(program: &Program) -> Option<Roles> {
    let step = program.export("step").or_else(|| program.export("post"))?;
    let Type::Arrow(_, state, rest) = &step.ty else { return None };
    let Type::Arrow(_, input, result) = &**rest else { return None };
    let output = match &**result {
        Type::Named(option, parts) if &**option == "option" => match parts.first() {
            Some(Type::Tuple(parts)) => parts.first().cloned(),
            _ => None,
        },
        Type::List(choice) => match &**choice {
            Type::Tuple(parts) => parts.get(1).and_then(element),
            _ => None,
        },
        Type::Arrow(_, answer, _) => element(answer).or_else(|| Some((**answer).clone())),
        _ => None,
    };
    Some(Roles { state: (**state).clone(), input: (**input).clone(), output })
}

fn element(ty: &Type) -> Option<Type> {
    match ty {
        Type::List(part) => Some((**part).clone()),
        _ => None,
    }
}

/// What other definitions say of the variables of `step`.
fn told(program: &Program, roles: &Roles) -> Known {
    let mut known = Known::new();
    let types = &program.types;
    let list = |ty: &Type| Type::List(ty.clone().into());
    let mut tell = |role: &Type, name: &str| {
        let Some(export) = program.export(name) else { return };
        let first = match &export.ty {
            Type::Arrow(_, from, _) => (**from).clone(),
            ty => ty.clone(),
        };
        for pattern in [role.clone(), list(role)] {
            let mut further = known.clone();
            if matched(types, &pattern, &first, &mut further) {
                known = further;
                return;
            }
        }
    };
    for name in ["init", "show", "install", "equal", "invariant", "enabled"] {
        tell(&roles.state, name);
    }
    for name in ["inputs", "encode"] {
        tell(&roles.input, name);
    }
    if let (Some(output), Some(export)) = (&roles.output, program.export("decode"))
        && let Type::Arrow(_, _, to) = &export.ty
    {
        matched(types, output, to, &mut known);
    }
    known
}

/// Whether a type looks like a pattern; what the variables of the pattern stand for then. What is open itself says nothing.
fn matched(types: &TypeTable, pattern: &Type, ty: &Type, known: &mut Known) -> bool {
    let (pattern, ty) = (types.expand(pattern), types.expand(ty));
    if let Type::Param(number) = pattern {
        let mut is_open = false;
        ty.for_each_param(&mut |_| is_open = true);
        // A parameter of a declaration may stand for a variable of `step`; one of `step` is settled by what is known.
        if number >= OWN || !is_open {
            known.entry(number).or_insert(ty);
        }
        return true;
    }
    let mut all = |left: &[Type], right: &[Type]| {
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| matched(types, left, right, known))
    };
    match (&pattern, &ty) {
        (Type::Tuple(left), Type::Tuple(right)) => all(left, right),
        (Type::List(left), Type::List(right))
        | (Type::Array(left), Type::Array(right))
        | (Type::Lazy(left), Type::Lazy(right)) => matched(types, left, right, known),
        (Type::Arrow(_, from, to), Type::Arrow(_, other_from, other_to)) => {
            matched(types, from, other_from, known) && matched(types, to, other_to, known)
        }
        (Type::Named(path, left), Type::Named(other, right)) => path == other && all(left, right),
        (_, Type::Param(_)) => true,
        _ => pattern == ty,
    }
}

/// A type with what its variables stand for, the small type for those of which nothing is known.
fn settled(ty: &Type, known: &Known, is_open: &mut bool) -> Type {
    let mut largest = 0;
    ty.for_each_param(&mut |number| largest = largest.max(number + 1));
    let mut open = Vec::new();
    ty.for_each_param(&mut |number| open.push(number));
    *is_open |= open.iter().any(|number| !known.contains_key(number));
    let args: Vec<Type> =
        (0..largest).map(|number| known.get(&number).cloned().unwrap_or_else(small)).collect();
    ty.instantiate(&args)
}
