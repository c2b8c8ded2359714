//! Texts inside and outside of a language, shortest first, with bounded work.
//! Members of one length are found without dead ends: for every number of remaining bytes it is known from which states
//! the end can still be reached. Texts outside are found by walking the deterministic automaton breadth first and
//! leaving the language once on every edge.

use rustc_hash::FxHashSet;

use super::automaton::{Automaton, State, Walk};

/// All searches together look at no more states than this.
const MOST_WORK: u64 = 4_000_000;
/// No example is longer than this.
const LONGEST: usize = 4_000;

/// How gladly people read a byte: letters and digits, other visible characters, the blank, the rest.
fn rank(byte: u8) -> u8 {
    match byte {
        byte if byte.is_ascii_alphanumeric() => 0,
        byte if byte.is_ascii_graphic() => 1,
        b' ' => 2,
        _ => 3,
    }
}

fn bytes_by_rank() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.sort_by_key(|byte| (rank(*byte), *byte));
    bytes
}

pub(super) fn members(automaton: &Automaton, count: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut ends = Ends::new(automaton);
    let mut walk = Walk::new(automaton);
    let bytes = bytes_by_rank();
    // A language with longer words than states has a word at least that often.
    let mut fruitless = 0;
    while found.len() < count && fruitless <= automaton.len() && ends.levels.len() <= LONGEST {
        let length = ends.levels.len();
        ends.add_level();
        if walk.work + ends.work > MOST_WORK {
            break;
        }
        let before = found.len();
        if ends.levels[length][automaton.start as usize] {
            members_of_length(automaton, &mut walk, &ends, &bytes, length, count, &mut found);
        }
        fruitless = if found.len() > before { 0 } else { fruitless + 1 };
    }
    found
}

/// From which states, after reading exactly so many bytes, the end can be reached.
struct Ends<'a> {
    automaton: &'a Automaton,
    /// The states that go to each state without reading.
    silent: Vec<Vec<u32>>,
    levels: Vec<Vec<bool>>,
    work: u64,
}

impl<'a> Ends<'a> {
    fn new(automaton: &'a Automaton) -> Ends<'a> {
        let mut silent = vec![Vec::new(); automaton.len()];
        for (place, state) in automaton.states.iter().enumerate() {
            if let State::Split(one, other) = state {
                silent[*one as usize].push(place as u32);
                silent[*other as usize].push(place as u32);
            }
        }
        Ends { automaton, silent, levels: Vec::new(), work: 0 }
    }

    fn add_level(&mut self) {
        let mut level = vec![false; self.automaton.len()];
        let mut waiting: Vec<u32> = Vec::new();
        for (place, state) in self.automaton.states.iter().enumerate() {
            let reaches = match (state, self.levels.last()) {
                (State::Accept, None) => true,
                (State::Read(set, next), Some(last)) => {
                    last[*next as usize] && !self.automaton.sets[*set as usize].is_empty()
                }
                _ => false,
            };
            if reaches {
                waiting.push(place as u32);
            }
        }
        self.work += level.len() as u64;
        while let Some(state) = waiting.pop() {
            if !std::mem::replace(&mut level[state as usize], true) {
                self.work += 1 + self.silent[state as usize].len() as u64;
                waiting.extend(&self.silent[state as usize]);
            }
        }
        self.levels.push(level);
    }
}

/// All texts of one length, in order, until there are enough.
fn members_of_length(
    automaton: &Automaton,
    walk: &mut Walk<'_>,
    ends: &Ends<'_>,
    bytes: &[u8],
    length: usize,
    count: usize,
    found: &mut Vec<Vec<u8>>,
) {
    // Each open place of the text: the states before it and the number of bytes tried there.
    let mut open: Vec<(Vec<u32>, usize)> = vec![(walk.start(), 0)];
    let mut text: Vec<u8> = Vec::new();
    while let Some((states, tried)) = open.last_mut() {
        if found.len() >= count || walk.work > MOST_WORK {
            return;
        }
        if text.len() == length {
            if automaton.has_end(states) {
                found.push(text.clone());
            }
            open.pop();
            text.pop();
            continue;
        }
        let level = &ends.levels[length - text.len() - 1];
        let mut next = Vec::new();
        let mut chosen = None;
        while let Some(byte) = bytes.get(*tried) {
            *tried += 1;
            walk.step(states, *byte, &mut next);
            if next.iter().any(|state| level[*state as usize]) {
                chosen = Some(*byte);
                break;
            }
        }
        match chosen {
            Some(byte) => {
                text.push(byte);
                open.push((next, 0));
            }
            None => {
                open.pop();
                text.pop();
            }
        }
    }
}

pub(super) fn non_members(automaton: &Automaton, count: usize) -> Vec<Vec<u8>> {
    let mut walk = Walk::new(automaton);
    let bytes = representatives(automaton);
    let mut first = walk.start();
    first.sort_unstable();
    let mut found = Vec::new();
    if !automaton.has_end(&first) && count > 0 {
        found.push(Vec::new());
    }
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::from_iter([first.clone()]);
    let mut queue = std::collections::VecDeque::from([(Vec::new(), first)]);
    while let Some((text, states)) = queue.pop_front() {
        for byte in &bytes {
            if found.len() >= count || walk.work > MOST_WORK || text.len() >= LONGEST {
                return found;
            }
            let mut next = Vec::new();
            walk.step(&states, *byte, &mut next);
            next.sort_unstable();
            let longer = [&text[..], &[*byte]].concat();
            if !automaton.has_end(&next) {
                found.push(longer.clone());
            }
            if !next.is_empty() && seen.insert(next.clone()) {
                queue.push_back((longer, next));
            }
        }
    }
    found
}

/// Printable bytes that stand for all others: of those that all sets treat alike, the first of each kind.
fn representatives(automaton: &Automaton) -> Vec<u8> {
    let mut seen = FxHashSet::default();
    let kind = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        b'a'..=b'z' => 2,
        b' ' => 4,
        _ => 3,
    };
    let printable = bytes_by_rank().into_iter().filter(|byte| rank(*byte) < 3);
    printable
        .filter(|byte| {
            let behaviour: Vec<bool> = automaton.sets.iter().map(|set| set.contains(*byte)).collect();
            seen.insert((kind(*byte), behaviour))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::Regex;

    fn shown(texts: Vec<Vec<u8>>) -> Vec<String> {
        texts.into_iter().map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
    }

    fn members(regex: &str, count: usize) -> Vec<String> {
        shown(Regex::parse(regex).unwrap().shortest_members(count))
    }

    fn non_members(regex: &str, count: usize) -> Vec<String> {
        shown(Regex::parse(regex).unwrap().non_members(count))
    }

    #[test]
    fn members_come_by_length_and_then_by_bytes() {
        assert_eq!(members("[ab]*", 7), ["", "a", "b", "aa", "ab", "ba", "bb"]);
        assert_eq!(members("yes|no|maybe", 9), ["no", "yes", "maybe"]);
        assert_eq!(members("(abc){2,}", 2), ["abcabc", "abcabcabc"]);
        assert_eq!(members("\\s|.", 2), ["0", "1"]);
        assert_eq!(members("[\\x00 -]", 9), ["-", " ", "\0"]);
    }

    #[test]
    fn members_that_the_notation_allows_twice_are_given_once() {
        assert_eq!(members("(a|a|a?)a?", 9), ["", "a", "aa"]);
    }

    #[test]
    fn a_language_without_texts_has_no_members() {
        assert_eq!(members("[^\\x00-\\xff]a", 3), [""; 0]);
        assert_eq!(members("[^\\x00-\\xff]*", 3), [""]);
    }

    #[test]
    fn the_only_member_may_be_long() {
        assert_eq!(members("(a{30}){30}", 2), ["a".repeat(900)]);
        assert_eq!(members("(a{50})*", 3), ["".to_owned(), "a".repeat(50), "a".repeat(100)]);
    }

    #[test]
    fn non_members_leave_the_language_in_different_ways() {
        assert_eq!(non_members("[a-z]+", 6), ["", "0", "A", "!", " ", "a0"]);
        assert_eq!(non_members("a{2}", 3), ["", "0", "A"]);
        assert_eq!(non_members(".{0,2}", 3), ["000", "00A", "00a"]);
        assert_eq!(non_members(".*", 3), [""; 0]);
    }

    #[test]
    fn examples_are_inside_and_outside() {
        for text in
            ["(a|b)*abb", "-?[1-9]\\d{0,3}|0", "((a|b)?c){2,4}", "\\w+@\\w+(\\.\\w+)*", "(a?){20}a{20}"]
        {
            let regex = Regex::parse(text).unwrap();
            let (inside, outside) = (regex.shortest_members(50), regex.non_members(50));
            assert!(!inside.is_empty() && !outside.is_empty());
            assert!(inside.iter().all(|text| regex.matches(text)));
            assert!(outside.iter().all(|text| !regex.matches(text)));
            let mut distinct = inside.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), inside.len());
        }
    }

    #[test]
    fn work_is_bounded() {
        let regex = Regex::parse("(a|b|ab)*c(a|b){300}[a-c]*z{600}").unwrap();
        assert!(regex.shortest_members(100_000).len() < 100_000);
        assert!(regex.non_members(1_000_000).len() < 1_000_000);
    }
}
