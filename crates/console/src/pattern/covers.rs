//! Whether one pattern allows all that another one allows.
//! In: two patterns. Out: yes, no, or nothing if the search grew too large. Exact: the threads of the special pattern run
//! beside all threads of the general one over every text; a text on which only the special one ends is a no.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::Pattern;
use super::program::Program;
use super::threads::{Thread, advance, alphabet, beginning, context_after};
use super::token::Context;

/// How many threads are advanced before the search is given up.
const WORK_LIMIT: usize = 4_000_000;
/// How many threads are remembered at most.
const MEMORY_LIMIT: usize = 4_000_000;

/// Whether every text of `special` is a text of `general`; nothing if that is too much work to find out.
///
/// ```
/// use lydian_console::pattern::{Pattern, covers};
/// let seven = Pattern::Number("7".to_string());
/// let somewhere = Pattern::Sequence(vec![Pattern::Any, seven.clone(), Pattern::Any]);
/// assert_eq!(covers(&somewhere, &seven), Some(true));
/// assert_eq!(covers(&seven, &somewhere), Some(false));
/// ```
pub fn covers(general: &Pattern, special: &Pattern) -> Option<bool> {
    if matches!(general, Pattern::Any) || general == special {
        return Some(true);
    }
    let general = Program::of_pattern(general).ok()?;
    let special = Program::of_pattern(special).ok()?;
    let letters = alphabet(&[&general, &special]);
    let has_numbers = general.has_numbers() || special.has_numbers();

    let mut search = Search::default();
    let all_general = beginning(&general);
    for thread in beginning(&special) {
        search.reach(Pair { special: thread, general: all_general.clone(), context: Context::Free });
    }
    let mut work = 0;
    while let Some(pair) = search.waiting.pop_front() {
        if pair.special.accepts(&special) && !pair.general.iter().any(|thread| thread.accepts(&general)) {
            return Some(false);
        }
        for &byte in &letters {
            work += pair.general.len() + 1;
            if work > WORK_LIMIT || search.memory > MEMORY_LIMIT {
                return None;
            }
            let context = context_after(pair.context, byte, has_numbers);
            let next_special = advance(&special, pair.special, byte, context);
            if next_special.is_empty() {
                continue;
            }
            let mut next_general: Vec<Thread> =
                pair.general.iter().flat_map(|&thread| advance(&general, thread, byte, context)).collect();
            next_general.sort_unstable();
            next_general.dedup();
            for special in next_special {
                search.reach(Pair { special, general: next_general.clone(), context });
            }
        }
    }
    Some(true)
}

/// One thread of the special pattern, and all of the general one after the same text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    special: Thread,
    general: Vec<Thread>,
    context: Context,
}

#[derive(Default)]
struct Search {
    waiting: VecDeque<Pair>,
    seen: FxHashSet<Pair>,
    memory: usize,
}

impl Search {
    fn reach(&mut self, pair: Pair) {
        if self.seen.insert(pair.clone()) {
            self.memory += pair.general.len() + 1;
            self.waiting.push_back(pair);
        }
    }
}
