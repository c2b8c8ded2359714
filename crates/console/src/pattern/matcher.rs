//! Runs the automaton of a step over what a program wrote.
//! In: a compiled step and bytes. Out: whether they match, how long a beginning of them is allowed, and what that took.
//! All threads advance together, byte by byte; a place is visited at most once for each byte and link to it.

use super::literal::Search;
use super::program::{Instruction, Place, Program};
use super::token::{Context, LINKS, Link};

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

/// What could come next after some text.
pub(crate) struct Frontier {
    /// The places that could consume something, and how much of their literal is consumed already; in order.
    pub(crate) places: Vec<(Place, usize)>,
}

/// Runs a program over a text.
pub(crate) fn run(program: &Program, text: &[u8]) -> Run {
    let mut simulation = Simulation::new(program);
    for (position, &byte) in text.iter().enumerate() {
        if simulation.work > WORK_LIMIT {
            return Run { accepted: false, matched: position, work: simulation.work, given_up: true };
        }
        if !simulation.step(position, byte) {
            return Run { accepted: false, matched: position, work: simulation.work, given_up: false };
        }
    }
    Run {
        accepted: simulation.accepts(),
        matched: if simulation.is_alive() { text.len() } else { 0 },
        work: simulation.work,
        given_up: false,
    }
}

/// What could come after `text`, all of which must be the beginning of something allowed.
pub(crate) fn frontier(program: &Program, text: &[u8]) -> Frontier {
    let mut simulation = Simulation::new(program);
    for (position, &byte) in text.iter().enumerate() {
        simulation.step(position, byte);
    }
    // After a wildcard a number may not begin here but a blank later; it is what comes next all the same.
    simulation.begin_round();
    simulation.context = Context::Free;
    simulation.next_threads.clear();
    for (place, link) in simulation.threads.clone() {
        let wild = matches!(program.instructions[place], Instruction::Anything);
        simulation.reach(place, if wild { Link::Foreign } else { link });
    }
    let mut places: Vec<(Place, usize)> =
        simulation.next_threads.iter().map(|&(place, _)| (place, 0)).collect();
    for &place in &simulation.searching {
        if let Instruction::Literal(literal) = program.instructions[place] {
            let search = &simulation.searches[literal];
            let lengths = search.progress(&program.literals[literal], text.len());
            places.extend(lengths.into_iter().map(|length| (place, length)));
        }
    }
    places.sort_unstable();
    places.dedup();
    Frontier { places }
}

/// The threads of a match after some bytes.
struct Simulation<'p> {
    program: &'p Program,
    context: Context,
    threads: Vec<(Place, Link)>,
    next_threads: Vec<(Place, Link)>,
    waiting: Vec<(Place, Link)>,
    /// In which round a place was last visited with a link.
    visited: Vec<u32>,
    round: u32,
    /// One search for each literal.
    searches: Vec<Search>,
    /// The places of literals that have begun.
    searching: Vec<Place>,
    work: u64,
}

impl<'p> Simulation<'p> {
    fn new(program: &'p Program) -> Simulation<'p> {
        let mut simulation = Simulation {
            program,
            context: Context::Free,
            threads: Vec::new(),
            next_threads: Vec::new(),
            waiting: Vec::new(),
            visited: vec![0; program.instructions.len() * LINKS],
            round: 1,
            searches: vec![Search::default(); program.literals.len()],
            searching: Vec::new(),
            work: 0,
        };
        // What is before the first byte is no part of a number.
        simulation.reach(0, Link::Foreign);
        std::mem::swap(&mut simulation.threads, &mut simulation.next_threads);
        simulation
    }

    fn is_alive(&self) -> bool {
        !self.threads.is_empty() || !self.searching.is_empty()
    }

    fn accepts(&self) -> bool {
        self.threads.iter().any(|&(place, _)| matches!(self.program.instructions[place], Instruction::Accept))
    }

    /// Consumes one byte; whether any thread is left.
    fn step(&mut self, position: usize, byte: u8) -> bool {
        self.begin_round();
        self.context = self.context.after(byte);
        self.next_threads.clear();
        let threads = std::mem::take(&mut self.threads);
        for &(place, link) in &threads {
            self.work += 1;
            if let Instruction::Literal(literal) = self.program.instructions[place] {
                self.begin(place, literal, link, position, byte);
            } else if let Some((next, link)) = self.program.consume(place, link, byte) {
                self.reach(next, link);
            }
        }
        self.threads = threads;
        self.advance_searches(position, byte);
        std::mem::swap(&mut self.threads, &mut self.next_threads);
        self.is_alive()
    }

    fn begin_round(&mut self) {
        if self.round == u32::MAX {
            self.visited.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    fn begin(&mut self, place: Place, literal: usize, link: Link, position: usize, byte: u8) {
        if self.program.may_begin(literal, link, byte) {
            if !self.searches[literal].is_alive() {
                self.searching.push(place);
            }
            self.searches[literal].begin(position);
        }
    }

    fn advance_searches(&mut self, position: usize, byte: u8) {
        let program = self.program;
        let mut searching = std::mem::take(&mut self.searching);
        searching.retain(|&place| {
            self.work += 1;
            let Instruction::Literal(literal) = program.instructions[place] else { return false };
            if self.searches[literal].advance(&program.literals[literal], position, byte) {
                self.reach(place + 1, Link::Own);
            }
            self.searches[literal].is_alive()
        });
        self.searching = searching;
    }

    fn reach(&mut self, place: Place, link: Link) {
        let Simulation { program, context, visited, round, work, next_threads, waiting, .. } = self;
        program.settle(
            (place, link),
            *context,
            waiting,
            |place, link| {
                *work += 1;
                let visit = &mut visited[place * LINKS + link as usize];
                let first = *visit != *round;
                *visit = *round;
                first
            },
            |place, link| next_threads.push((place, link)),
        );
    }
}
