//! Inputs on which programs that are right may differ, because numbers with decimals can be rounded in several ways.
//! In: tests. Out: for each of the two kinds the first test that shows it, in a sentence.

use crate::expect::Expected;
use crate::pattern::Pattern;
use crate::show;
use crate::suite::Test;

/// What may differ on some of the tests, in sentences.
pub(crate) fn ties(tests: &[Test]) -> Vec<String> {
    let mut found = Vec::new();
    let rounded = tests.iter().find_map(|test| Some((test, roundings(&test.expected)?)));
    if let Some((test, texts)) = rounded {
        found.push(format!(
            "on the inputs {} a number lies in the middle between two: {} are both accepted",
            show::inputs(&test.lines),
            texts.join(" and ")
        ));
    }
    let decided = tests.iter().find(|test| !test.expected.others.is_empty());
    if let Some(test) = decided {
        found.push(format!(
            "on the inputs {} a condition compares computed decimals that are equal, or nearly so: programs that compute with \
             floating point may decide either way, and both are accepted",
            show::inputs(&test.lines)
        ));
    }
    found
}

/// The roundings of a number in a trace that has several.
fn roundings(expected: &Expected) -> Option<Vec<String>> {
    let steps = expected.turns.iter().map(|turn| &turn.outputs).chain([&expected.last]);
    steps.flat_map(|step| &step.outputs).find_map(|output| in_pattern(&output.pattern))
}

fn in_pattern(pattern: &Pattern) -> Option<Vec<String>> {
    match pattern {
        Pattern::Either(parts) => {
            let text = |part: &Pattern| match part {
                Pattern::Rounded(text) | Pattern::Places(text) => Some(text.clone()),
                _ => None,
            };
            let texts: Option<Vec<String>> = parts.iter().map(text).collect();
            texts.filter(|texts| texts.len() > 1).or_else(|| parts.iter().find_map(in_pattern))
        }
        Pattern::Sequence(parts) | Pattern::Columns(parts) => parts.iter().find_map(in_pattern),
        Pattern::Decorated(inside) | Pattern::Tolerant(_, inside) => in_pattern(inside),
        _ => None,
    }
}
