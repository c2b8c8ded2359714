//! What a door says about a program under test.

/// A program under test, with its tests.
pub trait Program {
    /// What it is given, with what is expected of it.
    type Test: Clone;
    /// What it did.
    type Run;
    /// In which way that is wrong.
    type Difference;
    /// What is to be said about a run that is right.
    type Note;
    /// A smaller test of which nothing is expected yet.
    type Candidate;
    /// Why it cannot be run at all.
    type Error;

    /// A test by its number; `None` after the last.
    fn test(&mut self, number: usize) -> Option<Self::Test>;

    /// Runs it on tests; the runs are in the same order.
    fn run_all(&self, tests: &[Self::Test]) -> Result<Vec<Self::Run>, Self::Error>;

    /// Compares a run with what is expected.
    fn judge(&self, test: &Self::Test, run: &Self::Run) -> Outcome<Self::Difference, Self::Note>;

    /// Is told what is to be said about a test that is right. Tests that only made a difference smaller say nothing.
    fn note(&mut self, test: &Self::Test, note: Self::Note);

    /// Tests that are smaller in one of several ways, the smallest hope first; `None` after the last way.
    fn smaller(&mut self, found: &FoundIn<Self>, way: usize) -> Option<Vec<Self::Candidate>>;

    /// The test of a candidate; nothing if the specification excludes it.
    fn prepare(&self, found: &FoundIn<Self>, candidate: Self::Candidate) -> Option<Self::Test>;

    /// Whether two differences are of the same kind, so that the smaller test shows the same mistake.
    fn is_like(&self, first: &Self::Difference, second: &Self::Difference) -> bool;

    /// Whether a second run of the same test shows the difference again. Wrong twice is wrong, in whatever way.
    fn is_again(&self, _first: &Self::Difference, _second: &Self::Difference) -> bool {
        true
    }

    /// Whether each run is judged by itself, since the program may do something else each time: then a difference need not come
    /// again to be believed.
    fn is_alone(&self, _difference: &Self::Difference) -> bool {
        false
    }

    /// Whether runs with this difference take all the time that a run may take.
    fn is_slow(&self, _difference: &Self::Difference) -> bool {
        false
    }
}

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<Difference, Note> {
    /// The run is right; this is to be said about it.
    Match(Note),
    /// It is not.
    Differ(Difference),
    /// It is not known; why.
    Unknown(String),
}

/// A test on which a program is wrong.
#[derive(Debug, Clone)]
pub struct Found<Test, Run, Difference> {
    /// The test.
    pub test: Test,
    /// What the program did.
    pub run: Run,
    /// What is wrong with that.
    pub difference: Difference,
}

/// A test on which this program is wrong.
pub type FoundIn<P> = Found<<P as Program>::Test, <P as Program>::Run, <P as Program>::Difference>;
