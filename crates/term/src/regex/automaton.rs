//! Nondeterministic automata: built from the tree, run by keeping the set of all states that a text can lead to.
//! The construction is Thompson's (1968). Counted repetitions are written out; [`super::Regex`] has bounded their size.

use super::{ByteSet, RegexPart};

/// A state.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// Reads a byte of the set with this number, then goes on.
    Read(u32, u32),
    /// Goes on in either way without reading.
    Split(u32, u32),
    /// The end.
    Accept,
}

/// An automaton.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub(super) states: Vec<State>,
    pub(super) sets: Vec<ByteSet>,
    pub(super) start: u32,
}

impl Automaton {
    pub(super) fn new(root: &RegexPart) -> Automaton {
        let mut automaton = Automaton { states: vec![State::Accept], sets: Vec::new(), start: 0 };
        automaton.start = automaton.add(root, 0);
        automaton
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    fn push(&mut self, state: State) -> u32 {
        self.states.push(state);
        self.states.len() as u32 - 1
    }

    /// Adds the states of a part that is followed by a state; returns where the part starts.
    fn add(&mut self, part: &RegexPart, next: u32) -> u32 {
        match part {
            RegexPart::Empty => next,
            RegexPart::Byte(set) => {
                let number = match self.sets.iter().position(|known| known == set) {
                    Some(number) => number,
                    None => {
                        self.sets.push(*set);
                        self.sets.len() - 1
                    }
                };
                self.push(State::Read(number as u32, next))
            }
            RegexPart::Sequence(parts) => parts.iter().rev().fold(next, |next, part| self.add(part, next)),
            RegexPart::Choice(parts) => {
                let starts: Vec<u32> = parts.iter().map(|part| self.add(part, next)).collect();
                let (last, others) =
                    starts.split_last().map_or((next, &[][..]), |(last, rest)| (*last, rest));
                others.iter().rev().fold(last, |rest, start| self.push(State::Split(*start, rest)))
            }
            RegexPart::Repeat(part, least, most) => {
                let mut start = next;
                match most {
                    None => {
                        start = self.push(State::Accept);
                        let body = self.add(part, start);
                        self.states[start as usize] = State::Split(body, next);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let body = self.add(part, start);
                            start = self.push(State::Split(body, next));
                        }
                    }
                }
                (0..*least).fold(start, |start, _| self.add(part, start))
            }
        }
    }

    pub(super) fn accepts(&self, text: &[u8]) -> bool {
        let mut walk = Walk::new(self);
        let mut states = walk.start();
        let mut next = Vec::new();
        for byte in text {
            walk.step(&states, *byte, &mut next);
            std::mem::swap(&mut states, &mut next);
            if states.is_empty() {
                return false;
            }
        }
        self.has_end(&states)
    }

    pub(super) fn has_end(&self, states: &[u32]) -> bool {
        states.iter().any(|state| matches!(self.states[*state as usize], State::Accept))
    }
}

/// Steps from a set of states to the next; the sets hold only states that read or end, each once.
pub(super) struct Walk<'a> {
    automaton: &'a Automaton,
    /// The round in which each state was last reached.
    reached: Vec<u64>,
    round: u64,
    waiting: Vec<u32>,
    /// How many states were looked at.
    pub(super) work: u64,
}

impl<'a> Walk<'a> {
    pub(super) fn new(automaton: &'a Automaton) -> Walk<'a> {
        Walk { automaton, reached: vec![0; automaton.len()], round: 0, waiting: Vec::new(), work: 0 }
    }

    pub(super) fn start(&mut self) -> Vec<u32> {
        let mut states = Vec::new();
        self.round += 1;
        self.reach(self.automaton.start, &mut states);
        states
    }

    pub(super) fn step(&mut self, states: &[u32], byte: u8, next: &mut Vec<u32>) {
        next.clear();
        self.round += 1;
        for state in states {
            self.work += 1;
            if let State::Read(set, target) = self.automaton.states[*state as usize]
                && self.automaton.sets[set as usize].contains(byte)
            {
                self.reach(target, next);
            }
        }
    }

    fn reach(&mut self, state: u32, states: &mut Vec<u32>) {
        self.waiting.push(state);
        while let Some(state) = self.waiting.pop() {
            self.work += 1;
            if std::mem::replace(&mut self.reached[state as usize], self.round) == self.round {
                continue;
            }
            match self.automaton.states[state as usize] {
                State::Split(one, other) => self.waiting.extend([other, one]),
                State::Read(..) | State::Accept => states.push(state),
            }
        }
    }
}
