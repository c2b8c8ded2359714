//! Labelled arguments that come in another order.
//! Every application with all arguments is the same, in whichever order they are declared; only what is given some of them tells
//! the functions apart. So the submission's function gets the reference's order, and a remark says so.

use std::sync::Arc;

use lydian_core::{ArgLabel, Program, Type};

/// The submission's type with its arguments in the reference's order; nothing where they are, or where others are labelled.
pub(crate) fn in_order(
    reference: &Program,
    submission: &Program,
    expected: &Type,
    actual: &Type,
) -> Option<Type> {
    let (wanted, _) = taken(reference, expected);
    let (mut own, mut result) = taken(submission, actual);
    let is_positional = |label: &ArgLabel| *label == ArgLabel::Positional;
    if wanted.len() > own.len() || wanted.iter().zip(&own).all(|(x, y)| x.0 == y.0) {
        return None;
    }
    // What stands behind is part of the result.
    for (label, ty) in own.split_off(wanted.len()).into_iter().rev() {
        result = Type::Arrow(label, Arc::new(ty), Arc::new(result));
    }
    let mut ordered = Vec::new();
    for (label, _) in &wanted {
        // Those without a label keep their order among themselves.
        let place = own.iter().position(|(other, _)| other == label)?;
        ordered.push(own.remove(place));
    }
    if wanted.iter().all(|(label, _)| is_positional(label)) {
        return None;
    }
    let onto = |to, (label, from): (ArgLabel, Type)| Type::Arrow(label, Arc::new(from), Arc::new(to));
    Some(ordered.into_iter().rev().fold(result, onto))
}

/// A definition of the function with its arguments in the reference's order; nothing for one inside of a module.
pub(crate) fn wrapper(name: &str, reference: &Program, expected: &Type) -> Option<String> {
    let is_word = name.chars().all(|char| char.is_alphanumeric() || char == '_' || char == '\'');
    let arguments: Vec<String> = taken(reference, expected).0.iter().enumerate().map(written).collect();
    let arguments = arguments.join(" ");
    is_word.then(|| format!("let {name} {arguments} = {name} {arguments}"))
}

/// What is said of it.
pub(crate) fn remark(name: &str, submission: &Program, actual: &Type) -> String {
    let labels: Vec<String> = taken(submission, actual).0.iter().enumerate().map(written).collect();
    let labels: Vec<&str> =
        labels.iter().filter(|label| label.starts_with(['~', '?'])).map(|label| &**label).collect();
    let order = labels.join(" ");
    format!(
        "`{name}` takes its labelled arguments in another order ({order}): calls with all of them are compared"
    )
}

fn written((number, (label, _)): (usize, &(ArgLabel, Type))) -> String {
    match label {
        ArgLabel::Positional => format!("lydian_argument_{number}"),
        ArgLabel::Labelled(name) => format!("~{name}"),
        ArgLabel::Optional(name) => format!("?{name}"),
    }
}

/// The arguments of a function, looking through abbreviations, and its result.
fn taken(program: &Program, ty: &Type) -> (Vec<(ArgLabel, Type)>, Type) {
    let mut arguments = Vec::new();
    let mut rest = program.types.expand(ty);
    while let Type::Arrow(label, from, to) = &rest {
        arguments.push((label.clone(), (**from).clone()));
        rest = program.types.expand(to);
    }
    (arguments, rest)
}
