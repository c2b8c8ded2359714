//! What a hunt asks: whether some inputs show what somebody is looking for.
//! A door implements [`Question`]: it runs its programs on inputs, known or not, says what came of it, and keeps its own books.

use lydian_core::{Datum, Value};
use lydian_eval::{Branches, Meter, World};
use lydian_explore::{Path, Search, Session};

/// Something to find inputs for.
pub trait Question {
    /// What a run on unknown inputs leaves for the door itself.
    type Seen;
    /// What a run on known inputs that fails leaves, in a form that can be kept.
    type Witness;

    /// What one run on unknown inputs may use, by what is known now.
    fn meter(&self) -> Meter;

    /// Runs on arguments that may be unknown.
    fn run(&mut self, world: &mut World<'_>, args: &[Value]) -> Ran<Self::Seen>;

    /// Looks at a path after its run, and confirms what fails on known inputs.
    fn settle(
        &mut self,
        session: &mut Session,
        search: &mut Search,
        path: &Path<Followed<Self::Seen>>,
    ) -> Settled<Self::Witness>;

    /// Runs on known inputs, and counts that; takes note of branches where there is somebody to note them.
    fn try_inputs(
        &mut self,
        session: &mut Session,
        inputs: &[Datum],
        pass: Pass,
        branches: &mut Option<Box<Branches>>,
    ) -> Tried<Self::Witness>;

    /// Runs on known inputs without counting them: for making a failure smaller.
    fn still_fails(&mut self, session: &mut Session, inputs: &[Datum]) -> (Option<Self::Witness>, u64);

    /// Whether small inputs have shown that nothing more is worth trying.
    fn gives_up(&self) -> bool {
        false
    }

    /// What was put aside and counts after all, by what is known after a pass.
    fn due(&mut self, _after: Pass) -> Option<Found<Self::Witness>> {
        None
    }
}

/// The passes of a hunt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Small inputs in order of size.
    Small,
    /// Unknown inputs.
    Paths,
    /// Inputs drawn at random.
    Drawn,
}

/// A run on unknown inputs.
#[derive(Debug)]
pub struct Ran<S> {
    /// What is left for the door.
    pub seen: S,
    /// What came of it.
    pub came: Came,
    /// Whether the run covered its path completely.
    pub complete: bool,
    /// The steps that it took.
    pub steps: u64,
}

/// What comes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// The inputs are such that the question is about them, and nothing is wrong.
    Held,
    /// The question is not about such inputs.
    Rejected,
    /// These are no inputs at all, though their type says so: cheap to see, so that ten of them count like one that is rejected.
    Outside,
    /// They show what is looked for, or seem to.
    Failed,
    /// It cannot be told.
    Open,
}

/// What a search keeps of a run.
#[derive(Debug)]
pub struct Followed<S> {
    /// The arguments.
    pub args: Vec<Value>,
    /// The run.
    pub ran: Ran<S>,
}

/// What a look at a path comes to.
#[derive(Debug)]
pub enum Settled<W> {
    /// The search goes on.
    Nothing,
    /// These inputs show it.
    Found(Found<W>),
    /// Time is up, or nothing more can be learned.
    Stop,
}

/// What a run on known inputs comes to.
#[derive(Debug)]
pub struct Tried<W> {
    /// What came of it.
    pub came: Came,
    /// What it leaves, if it failed and that counts.
    pub witness: Option<W>,
    /// The steps that it took.
    pub steps: u64,
    /// Whether nothing more shall be tried in this way.
    pub stop: bool,
}

/// Inputs that show what was looked for.
#[derive(Debug, Clone)]
pub struct Found<W> {
    /// The inputs.
    pub inputs: Vec<Datum>,
    /// What they show.
    pub witness: W,
}

impl<W> Found<W> {
    /// The size of the inputs.
    pub fn size(&self) -> u64 {
        self.inputs.iter().map(Datum::size).sum()
    }
}
