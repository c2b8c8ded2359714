//! Sets of threads, remembered: a set that has met a byte before need not meet it again.
//! In: the number of a state and a byte. Out: the number of the state after it, and the literals that begin with the byte.
//! What literals do depends on more than the state; who searches them joins their ends to a state. The memory is bounded:
//! when it is full, all is forgotten but the state one is in.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::program::{Instruction, Place, Program};
use super::token::{Context, LINKS, Link};

/// The number of a state.
pub(crate) type StateId = u32;

/// Threads after some text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The places that consume the next byte or accept, in order.
    pub(crate) threads: Rc<[(Place, Link)]>,
    context: Context,
}

/// Where a byte leads.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    /// The state after it, but for the literals that end there.
    pub(crate) next: StateId,
    /// The places of the literals that begin with it.
    pub(crate) begun: Rc<[Place]>,
}

/// How many threads all states together may have before they are forgotten.
const MEMORY_LIMIT: usize = 1 << 19;

/// The states that are known.
pub(crate) struct States<'p> {
    program: &'p Program,
    states: Vec<State>,
    ids: FxHashMap<State, StateId>,
    moves: FxHashMap<(StateId, u8), Move>,
    joins: FxHashMap<(StateId, Place), StateId>,
    memory: usize,
    walk: Walk,
}

impl<'p> States<'p> {
    /// The states of a program, and the first one of them.
    pub(crate) fn new(program: &'p Program) -> (States<'p>, StateId) {
        let mut states = States {
            program,
            states: Vec::new(),
            ids: FxHashMap::default(),
            moves: FxHashMap::default(),
            joins: FxHashMap::default(),
            memory: 0,
            walk: Walk {
                visited: vec![0; program.instructions.len() * LINKS],
                round: 0,
                waiting: Vec::new(),
                arrived: Vec::new(),
                work: 0,
            },
        };
        states.walk.begin();
        // What is before the first byte is no part of a number.
        states.walk.reach(program, (0, Link::Foreign), Context::Free);
        let first = states.intern_arrived(Context::Free);
        (states, first)
    }

    /// The state with this number.
    pub(crate) fn state(&self, id: StateId) -> &State {
        &self.states[id as usize]
    }

    /// How many visits of places all this took.
    pub(crate) fn work(&self) -> u64 {
        self.walk.work
    }

    /// Whether all has been matched in this state.
    pub(crate) fn accepts(&self, id: StateId) -> bool {
        let accepts =
            |&(place, _): &(Place, Link)| matches!(self.program.instructions[place], Instruction::Accept);
        self.state(id).threads.iter().any(accepts)
    }

    /// Where a byte leads from a state.
    pub(crate) fn consume(&mut self, id: StateId, byte: u8) -> Move {
        self.walk.work += 1;
        if let Some(known) = self.moves.get(&(id, byte)) {
            return known.clone();
        }
        let State { threads, context } = self.state(id).clone();
        let context = context.after(byte);
        let mut begun = Vec::new();
        self.walk.begin();
        for &(place, link) in threads.iter() {
            self.walk.work += 1;
            if let Instruction::Literal(literal) = self.program.instructions[place] {
                if self.program.may_begin(literal, link, byte) && begun.last() != Some(&place) {
                    begun.push(place);
                }
            } else if let Some(next) = self.program.consume(place, link, byte) {
                self.walk.reach(self.program, next, context);
            }
        }
        self.memory += begun.len() + 4;
        let found = Move { next: self.intern_arrived(context), begun: begun.into() };
        self.moves.insert((id, byte), found.clone());
        found
    }

    /// The state with what comes after the literal at `place`, which ends here.
    pub(crate) fn join(&mut self, id: StateId, place: Place) -> StateId {
        self.walk.work += 1;
        if let Some(&known) = self.joins.get(&(id, place)) {
            return known;
        }
        let State { threads, context } = self.state(id).clone();
        self.walk.begin();
        threads.iter().for_each(|&thread| self.walk.reach(self.program, thread, context));
        self.walk.reach(self.program, (place + 1, Link::Own), context);
        self.memory += 4;
        let joined = self.intern_arrived(context);
        self.joins.insert((id, place), joined);
        joined
    }

    /// What a person expects to come next: after a wildcard also what would need a blank before it.
    pub(crate) fn expected(&mut self, id: StateId) -> Vec<Place> {
        let threads = self.state(id).threads.clone();
        self.walk.begin();
        for &(place, link) in threads.iter() {
            let wild = matches!(self.program.instructions[place], Instruction::Anything);
            let link = if wild { Link::Foreign } else { link };
            self.walk.reach(self.program, (place, link), Context::Free);
        }
        self.walk.arrived.iter().map(|&(place, _)| place).collect()
    }

    /// Forgets all other states if they take too much memory; the new number of this one.
    pub(crate) fn tidy(&mut self, id: StateId) -> StateId {
        if self.memory <= MEMORY_LIMIT {
            return id;
        }
        let state = self.state(id).clone();
        self.states.clear();
        self.ids.clear();
        self.moves.clear();
        self.joins.clear();
        self.memory = 0;
        self.intern(state)
    }

    fn intern_arrived(&mut self, context: Context) -> StateId {
        self.walk.arrived.sort_unstable();
        let threads = Rc::from(self.walk.arrived.as_slice());
        self.intern(State { threads, context })
    }

    fn intern(&mut self, state: State) -> StateId {
        if let Some(&id) = self.ids.get(&state) {
            return id;
        }
        let id = self.states.len() as StateId;
        self.memory += state.threads.len() + 8;
        self.states.push(state.clone());
        self.ids.insert(state, id);
        id
    }
}

/// Follows what consumes nothing, visiting each place at most once in a round.
struct Walk {
    /// In which round a place was last visited with a link.
    visited: Vec<u32>,
    round: u32,
    waiting: Vec<(Place, Link)>,
    arrived: Vec<(Place, Link)>,
    work: u64,
}

impl Walk {
    fn begin(&mut self) {
        if self.round == u32::MAX {
            self.visited.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.arrived.clear();
    }

    fn reach(&mut self, program: &Program, start: (Place, Link), context: Context) {
        let Walk { visited, round, waiting, arrived, work } = self;
        program.settle(
            start,
            context,
            waiting,
            |place, link| {
                *work += 1;
                let visit = &mut visited[place * LINKS + link as usize];
                let first = *visit != *round;
                *visit = *round;
                first
            },
            |place, link| arrived.push((place, link)),
        );
    }
}
