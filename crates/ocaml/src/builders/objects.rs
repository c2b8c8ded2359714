//! Programs on two values of a module that are made first and stay: what is done to one of them can show in the other, and what is made of
//! one can change with it. A term is made anew wherever it stands, so no program of terms alone shows that.
//!
//! In: the observations of a module. Out: text with the types of such programs and a function that runs one. The two values are of the hidden
//! type that most operations take, with its type variables as they are declared.

use std::collections::BTreeMap;
use std::fmt::Write;

use lydian_core::Datum;

use super::observe::Arm;
use super::write::applied;

/// What an operation takes and gives of hidden types.
#[derive(Debug, Default)]
pub(super) struct OnObject {
    /// Of each argument, if it can be an object.
    pub(super) takes: Vec<Option<Taken>>,
    /// The number of the type, if the result can.
    pub(super) gives: Option<u32>,
}

/// An argument that can be an object.
#[derive(Debug)]
pub(super) struct Taken {
    /// The number of its type.
    pub(super) con: u32,
    /// The type of terms for it.
    pub(super) term: String,
    /// How its value is made of [`TERM`].
    pub(super) made: String,
}

/// The constructors of programs, which `Observations::call` writes.
pub(super) const PROGRAM: &str = "Lydian_objects";
pub(super) const ANOTHER: &str = "Lydian_another";
pub(super) const THEN: &str = "Lydian_then_on";
pub(super) const LAST: &str = "Lydian_last_on";
/// The name of a term in the text.
pub(super) const TERM: &str = "term";

/// How the objects are shown.
pub(super) const NAMES: [(&str, &str); 3] = [(A, "a"), (B, "b"), ("Lydian_object_first", "a")];

const A: &str = "Lydian_object_a";
const B: &str = "Lydian_object_b";
/// The one that a call does not take already: few operations are meant for one object in two places.
const OTHER: &str = "Lydian_object_other";

/// Which object an argument of a call is, if it is one.
pub(super) fn shown(argument: &Datum, call: &[Datum]) -> Option<&'static str> {
    let name = |datum: &Datum| match datum {
        Datum::Construct(con, _, parts) if parts.is_empty() => Some(con.name()),
        _ => None,
    };
    (name(argument)? == OTHER).then(|| if call.iter().any(|part| name(part) == Some(A)) { "b" } else { "a" })
}

/// What is to be written behind the observations.
pub(super) struct Written {
    pub(super) text: String,
    /// A further constructor of programs.
    pub(super) constructor: String,
    /// And how it is run.
    pub(super) case: String,
    /// The names of calls, each with the number of its observation, and whether its result is looked at.
    pub(super) calls: Vec<(String, usize, bool)>,
}

/// All of it; nothing if no operation takes such a value.
pub(super) fn written(arms: &[Arm], params: &[String], seen: &str) -> Option<Written> {
    let con = most_taken(arms)?;
    let is_taken = |taken: &Option<Taken>| taken.as_ref().is_some_and(|taken| taken.con == con);
    let taken = arms.iter().flat_map(|arm| &arm.on.takes).flatten().find(|taken| taken.con == con)?;
    let (term, made) = (&taken.term, &taken.made);
    let [on, another, steps] =
        ["lydian_term_on", "lydian_term_another", "lydian_term_steps"].map(|name| applied(params, name));
    let mut calls = Vec::new();
    let (mut ons, mut cases, mut others, mut makes) =
        (String::new(), String::new(), String::new(), String::new());
    for (index, arm) in arms.iter().enumerate() {
        let places: Vec<usize> =
            (0..arm.parts.len()).filter(|place| is_taken(&arm.on.takes[*place])).collect();
        // There are two objects, and no two arguments are one.
        let (first, second) = match places[..] {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => continue,
        };
        let parts = |object: &str| {
            let part = |(place, part): (usize, &String)| match place {
                place if place == first => object.to_owned(),
                place if Some(place) == second => "lydian_term_other".to_owned(),
                _ => part.clone(),
            };
            let parts: Vec<String> = arm.parts.iter().enumerate().map(part).collect();
            parts.join(" * ")
        };
        let call = |object: &dyn Fn(usize) -> String| {
            let argument = |(place, (written, taken)): (usize, (&String, &Option<Taken>))| match taken {
                Some(taken) if taken.con == con => {
                    // The label stays, what makes the value of a term goes.
                    let name = format!("a{place}");
                    let made = taken.made.replace(TERM, &name);
                    written.replace(&made, &object(place))
                }
                _ => written.clone(),
            };
            let arguments = arm.arguments.iter().zip(&arm.on.takes).enumerate().map(argument);
            format!("{}{}", arm.path, arguments.collect::<String>())
        };
        let names: Vec<String> = (0..arm.parts.len()).map(|place| format!("a{place}")).collect();
        let pattern = names.join(", ");
        let on_either = call(&|place| match place == first {
            true => format!("(if a{first} = {A} then first else second)"),
            false => format!("(if a{first} = {A} then second else first)"),
        });
        let _ = write!(ons, " | Lydian_on_{index} of {}", parts("lydian_term_object"));
        let _ = write!(
            cases,
            "\n  | Lydian_on_{index} ({pattern}) -> Lydian_seen_{index} {}",
            arm.seen.of(&on_either)
        );
        calls.push((format!("Lydian_on_{index}"), index, true));
        if arm.on.gives == Some(con) && second.is_none() {
            let on_first = call(&|_| "first".to_owned());
            let _ = write!(others, " | Lydian_of_{index} of {}", parts("lydian_term_first"));
            let _ = write!(makes, " | Lydian_of_{index} ({pattern}) -> {on_first}");
            calls.push((format!("Lydian_of_{index}"), index, false));
        }
    }
    if calls.is_empty() {
        return None;
    }
    let text = format!(
        "type lydian_term_object = {A} | {B}\n\
         type lydian_term_other = {OTHER}\n\
         type lydian_term_first = Lydian_object_first\n\
         type {on} ={ons}\n\
         type {another} = {ANOTHER} of {term}{others}\n\
         type {steps} = {LAST} of {on} | {THEN} of {on} * {steps}\n\
         let lydian_on first second (call : {on}) : {seen} = match call with{cases}\n\
         let rec lydian_steps first second (steps : {steps}) : {seen} = match steps with\n  \
         | {LAST} last -> lydian_on first second last\n  \
         | {THEN} (one, rest) -> Stdlib.ignore (lydian_on first second one); lydian_steps first second rest\n"
    );
    let constructor = format!(" | {PROGRAM} of {term} * {another} * {steps}");
    let case = format!(
        "\n  | {PROGRAM} ({TERM}, another, steps) -> let first = {made} in \
         let second = (match another with {ANOTHER} {TERM} -> {made}{makes}) in lydian_steps first second steps"
    );
    Some(Written { text, constructor, case, calls })
}

/// The hidden type that most operations take; of several the one that is taken first.
fn most_taken(arms: &[Arm]) -> Option<u32> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    let mut order = Vec::new();
    for taken in arms.iter().flat_map(|arm| &arm.on.takes).flatten() {
        *counts.entry(taken.con).or_default() += 1;
        order.push(taken.con);
    }
    let most = *counts.values().max()?;
    order.into_iter().find(|con| counts[con] == most)
}
