//! Runs the automaton of a step over what a program wrote.
//! In: a compiled step and bytes. Out: whether they match, how long a beginning of them is allowed, and what that took.
//! All threads advance together, byte by byte; a place is visited at most once for each byte and link to it.

use super::literal::Search;
use super::program::{Instruction, Place, Program};
use super::states::{StateId, States};

/// How many visits a run may take; more gives it up.
const WORK_LIMIT: u64 = 2_000_000_000;

/// What came out of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Whether all of the text is allowed.
    pub accepted: bool,
    /// The length of the longest beginning with which something allowed begins.
    pub matched: usize,
    /// How many visits of places it took.
    pub work: u64,
    /// Whether the run was given up, because it took too much work; then it says nothing.
    pub given_up: bool,
}

/// Runs a program over a text.
pub(crate) fn run(program: &Program, text: &[u8]) -> Run {
    let mut simulation = Simulation::new(program);
    let mut matched = 0;
    let mut given_up = false;
    for (position, &byte) in text.iter().enumerate() {
        given_up = simulation.work() > WORK_LIMIT;
        if given_up || !simulation.step(position, byte) {
            break;
        }
        matched = position + 1;
    }
    let accepted = !given_up && matched == text.len() && simulation.states.accepts(simulation.current);
    Run { accepted, matched, work: simulation.work(), given_up }
}

/// What could come after `text`, all of which must be the beginning of something allowed: places in order, each with how
/// much of its literal has been consumed.
pub(crate) fn frontier(program: &Program, text: &[u8]) -> Vec<(Place, usize)> {
    let mut simulation = Simulation::new(program);
    for (position, &byte) in text.iter().enumerate() {
        simulation.step(position, byte);
    }
    let next = simulation.states.expected(simulation.current);
    let mut places: Vec<(Place, usize)> = next.into_iter().map(|place| (place, 0)).collect();
    for &place in &simulation.searching {
        if let Instruction::Literal(literal) = program.instructions[place] {
            let lengths = simulation.searches[literal].progress(&program.literals[literal], text.len());
            places.extend(lengths.into_iter().map(|length| (place, length)));
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// A match after some bytes.
struct Simulation<'p> {
    program: &'p Program,
    states: States<'p>,
    current: StateId,
    /// One search for each literal.
    searches: Vec<Search>,
    /// The places of literals that have begun.
    searching: Vec<Place>,
    search_work: u64,
}

impl<'p> Simulation<'p> {
    fn new(program: &'p Program) -> Simulation<'p> {
        let (states, current) = States::new(program);
        let searches = vec![Search::default(); program.literals.len()];
        Simulation { program, states, current, searches, searching: Vec::new(), search_work: 0 }
    }

    fn work(&self) -> u64 {
        self.states.work() + self.search_work
    }

    /// Consumes one byte; whether any thread is left.
    fn step(&mut self, position: usize, byte: u8) -> bool {
        self.current = self.states.tidy(self.current);
        let found = self.states.consume(self.current, byte);
        self.current = found.next;
        for &place in found.begun.iter() {
            if let Instruction::Literal(literal) = self.program.instructions[place] {
                self.search_work += 1;
                if !self.searches[literal].is_alive() {
                    self.searching.push(place);
                }
                self.searches[literal].begin(position);
            }
        }
        self.advance_searches(position, byte);
        !self.searching.is_empty() || !self.states.state(self.current).threads.is_empty()
    }

    fn advance_searches(&mut self, position: usize, byte: u8) {
        let Simulation { program, states, current, searches, searching, search_work } = self;
        searching.retain(|&place| {
            *search_work += 1;
            let Instruction::Literal(literal) = program.instructions[place] else { return false };
            let search = &mut searches[literal];
            if search.advance(&program.literals[literal], position, byte) {
                *current = states.join(*current, place);
            }
            search.is_alive()
        });
    }
}
