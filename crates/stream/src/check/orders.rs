//! The same traces with the events of one moment in other orders. What a monitor says must not depend on them; one that
//! works line by line sees `reset` before `x` in one order and after it in the other.

use super::test::{Test, TestKind};
use super::trace::Trace;
use lydian_tessla::spec::Spec;

/// Of so many inputs all orders are tried; of more, those that begin with another one, forwards and backwards.
const ALL_ORDERS: usize = 4;

/// The tests in other orders, those with the fewest events first and at most so many.
pub(super) fn orders(spec: &Spec, tests: &[Test], most: usize) -> Vec<Test> {
    let mut by_size: Vec<&Test> = tests.iter().filter(|test| test.kind != TestKind::Given).collect();
    by_size.sort_by_key(|test| test.trace.events.len());
    let ranks = ranks(spec.inputs.len());
    let mut found: Vec<Test> = Vec::new();
    for test in by_size {
        // In different orders of all inputs those of one moment can be the same.
        let mut known = vec![test.text.clone()];
        for rank in &ranks {
            if found.len() >= most {
                return found;
            }
            let trace = ordered(&test.trace, rank);
            let text = trace.text(spec).into_bytes();
            if known.contains(&text) {
                continue;
            }
            known.push(text.clone());
            let name = format!("{} in another order", test.name);
            let expected = test.expected.clone();
            found.push(Test { name, kind: TestKind::Order, trace, text, expected });
        }
    }
    found
}

/// The trace with the events of each moment by the rank of their inputs.
fn ordered(trace: &Trace, rank: &[usize]) -> Trace {
    let mut trace = trace.clone();
    trace.events.sort_by(|a, b| (&a.time, rank[a.input]).cmp(&(&b.time, rank[b.input])));
    trace
}

/// The ranks of inputs in the orders that are tried.
fn ranks(inputs: usize) -> Vec<Vec<usize>> {
    if inputs <= ALL_ORDERS {
        return permutations(inputs);
    }
    let turned = (0..inputs).map(|first| (0..inputs).map(|input| (input + first) % inputs).collect());
    let turned: Vec<Vec<usize>> = turned.collect();
    let back = turned.iter().map(|rank| rank.iter().map(|place| inputs - 1 - place).collect());
    let back: Vec<Vec<usize>> = back.collect();
    back.into_iter().chain(turned).collect()
}

/// All orders, the reversed one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for place in 0..count {
        let longer = all.iter().flat_map(|rank: &Vec<usize>| {
            (0..=rank.len()).map(move |at| {
                let mut rank = rank.clone();
                rank.insert(at, place);
                rank
            })
        });
        all = longer.collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{InputEvent, Time};
    use lydian_core::Value;

    #[test]
    fn all_orders_of_few_inputs_are_there_once() {
        let mut all = permutations(3);
        assert_eq!(all[0], [2, 1, 0]);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
        assert_eq!(ranks(7).len(), 14);
    }

    #[test]
    fn only_the_order_within_a_moment_changes() {
        let event = |time: i64, input| InputEvent { time: Time::from(time), input, value: Value::Unit };
        let trace = Trace { events: vec![event(1, 0), event(1, 1), event(2, 0)], progress: None };
        let inputs: Vec<usize> = ordered(&trace, &[1, 0]).events.iter().map(|event| event.input).collect();
        assert_eq!(inputs, [1, 0, 0]);
    }
}
