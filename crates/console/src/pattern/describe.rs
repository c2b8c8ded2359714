//! A step in set notation, on one line.
//! In: a step. Out: its alternatives in braces, `""` for nothing; consecutive outputs are joined by `then`. Where there
//! are too many combinations, each output has a set of its own.

use lydian_words::quoted;

use super::{Output, Pattern, Step};

/// How many combinations of outputs are written out.
const COMBINATIONS_LIMIT: usize = 12;
/// How many characters of a text are written.
const TEXT_LIMIT: usize = 200;
/// How deep a pattern is looked into.
const DEPTH_LIMIT: usize = 1_000;

/// The step in set notation.
pub(crate) fn describe(step: &Step) -> String {
    let choices: Vec<Vec<String>> = step.outputs.iter().map(choices).collect();
    let combinations = choices.iter().fold(1usize, |product, choices| product.saturating_mul(choices.len()));
    if combinations > COMBINATIONS_LIMIT {
        let sets: Vec<String> = choices.iter().map(|choices| set(choices)).collect();
        return sets.join(" then ");
    }
    let mut texts = vec![NOTHING.to_string()];
    for choices in &choices {
        texts = texts.iter().flat_map(|text| choices.iter().map(|choice| fused(text, choice))).collect();
    }
    set(&texts)
}

/// What an output can be; nothing first if it may be left out.
fn choices(output: &Output) -> Vec<String> {
    let mut choices = Vec::new();
    if output.optional {
        choices.push(NOTHING.to_string());
    }
    match &output.pattern {
        Pattern::Either(alternatives) => choices.extend(alternatives.iter().map(|one| words(one, 1))),
        Pattern::Tolerant(_, inside) => {
            let inside = Output { optional: false, pattern: (**inside).clone() };
            choices.extend(self::choices(&inside));
        }
        pattern => choices.push(words(pattern, 0)),
    }
    choices
}

/// Nothing at all, as a text.
const NOTHING: &str = "\"\"";

/// Two consecutive outputs as one.
fn fused(before: &str, after: &str) -> String {
    match (before, after) {
        (NOTHING, only) | (only, NOTHING) => only.to_string(),
        _ => format!("{before} then {after}"),
    }
}

/// The elements in braces, each of them once.
fn set(elements: &[String]) -> String {
    let mut unique: Vec<&str> = Vec::new();
    for element in elements {
        if !unique.contains(&element.as_str()) {
            unique.push(element);
        }
        if unique.len() > 10 * COMBINATIONS_LIMIT {
            unique.push("...");
            break;
        }
    }
    if unique.is_empty() { "{ }".to_string() } else { format!("{{ {} }}", unique.join(", ")) }
}

/// A pattern inside of a set.
fn words(pattern: &Pattern, depth: usize) -> String {
    match pattern {
        _ if depth > DEPTH_LIMIT => "...".to_string(),
        Pattern::Text(text) => quoted(text, TEXT_LIMIT),
        Pattern::Number(number)
        | Pattern::Decimal(number)
        | Pattern::Rounded(number)
        | Pattern::Places(number) => number.clone(),
        Pattern::Near { shown, .. } => format!("({shown})"),
        Pattern::Columns(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| words(part, depth + 1)).collect();
            format!("columns({})", parts.join(", "))
        }
        Pattern::Any => "any".to_string(),
        Pattern::AnyWithout(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| quoted(text, TEXT_LIMIT)).collect();
            format!("any without {}", texts.join(" without "))
        }
        Pattern::Tolerant(_, inside) => words(inside, depth + 1),
        Pattern::Some => "some".to_string(),
        Pattern::Decorated(inside) => format!("decorated {}", grouped(inside, depth + 1)),
        Pattern::Sequence(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| grouped(part, depth + 1)).collect();
            let visible: Vec<&str> =
                parts.iter().map(String::as_str).filter(|&part| part != NOTHING).collect();
            if visible.is_empty() { NOTHING.to_string() } else { visible.join(" ") }
        }
        Pattern::Either(alternatives) => {
            let alternatives: Vec<String> = alternatives.iter().map(|one| words(one, depth + 1)).collect();
            alternatives.join(" or ")
        }
    }
}

/// A pattern as a part of another one.
fn grouped(pattern: &Pattern, depth: usize) -> String {
    match pattern {
        Pattern::Either(alternatives) if alternatives.len() != 1 => format!("({})", words(pattern, depth)),
        _ => words(pattern, depth),
    }
}
