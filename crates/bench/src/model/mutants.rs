//! The time to find each mutant of the queue: between models, by walks, by short sequences and walks as the
//! command goes on, and by proptest-state-machine.
//!
//! Walks and proptest-state-machine see the same Rust queues, each of which is first held against its OCaml file. A row shows medians over
//! seeds; the shortest sequences are known and must be found between models.

use std::time::{Duration, Instant};

use lydian_conform::{
    Candidates, Conformance, Failure, Fixed, InputId, RunEnd, Walks, run as run_once, shrink,
};
use lydian_model::{Comparing, Concrete, Model, Prepared, SharedBook, Start, Testing, concretely};

use super::property::{self, Request};
use super::queue::{InProcess, Input, Mistake};
use super::{QUEUE, WALK, load, median};

/// A mutant.
struct Mutant {
    name: &'static str,
    text: &'static str,
    mistake: Mistake,
    /// The length of the shortest sequence that shows it.
    shortest: Option<usize>,
}

macro_rules! mutant {
    ($name:literal, $mistake:ident, $shortest:expr) => {
        Mutant {
            name: $name,
            text: include_str!(concat!("../../../../examples/models/queue/mutants/", $name, ".ml")),
            mistake: Mistake::$mistake,
            shortest: $shortest,
        }
    };
}

const MUTANTS: [Mutant; 11] = [
    mutant!("fifo", Fifo, Some(4)),
    mutant!("stack", Stack, Some(4)),
    mutant!("capacity", Capacity, Some(28)),
    mutant!("duplicate_dropped", DuplicateDropped, Some(4)),
    mutant!("duplicate_doubled", DuplicateDoubled, Some(4)),
    mutant!("duplicate_cuts_tail", DuplicateCutsTail, Some(4)),
    mutant!("duplicate_at_end", DuplicateAtEnd, Some(6)),
    mutant!("duplicate_at_front", DuplicateAtFront, Some(5)),
    mutant!("back_to_new", BackToNew, Some(5)),
    mutant!("implicit_init", ImplicitInit, Some(2)),
    mutant!("equivalent", Equivalent, None),
];

/// Walks, and cases of proptest-state-machine, after which a mutant counts as not found.
const MOST_WALKS: usize = 20_000;
const MOST_CASES: u32 = 200_000;

/// The most transitions of a case: the published example has 20, which is too few for the capacity.
const LONGEST_CASE: usize = 100;

/// Runs for making a failure small, as the command has it.
const SHRINKING: usize = 2_000;

/// What one way of testing found, over all rounds.
#[derive(Debug, Default)]
struct Way {
    inputs: Vec<u64>,
    milliseconds: Vec<f64>,
    lengths: Vec<usize>,
}

impl Way {
    fn note(&mut self, inputs: u64, time: Duration, length: Option<usize>) {
        self.inputs.push(inputs);
        self.milliseconds.push(time.as_secs_f64() * 1e3);
        self.lengths.extend(length);
    }

    fn inputs(&self) -> u64 {
        median(self.inputs.clone())
    }

    fn time(&self) -> f64 {
        median(self.milliseconds.clone())
    }

    /// The median length of what was found; in how many rounds, if not in all.
    fn length(&self) -> String {
        match self.lengths.len() {
            0 => "-".into(),
            found if found == self.inputs.len() => median(self.lengths.clone()).to_string(),
            found => format!("{} ({found}/{})", median(self.lengths.clone()), self.inputs.len()),
        }
    }
}

/// Prints the table; false if something is not found that must be.
pub(super) fn run(rounds: usize) -> Result<bool, String> {
    println!(
        "\nMutants of the queue, medians of {rounds} seeds: inputs to the first failure (of `model test`: all, with shrinking), ms to\nthe end with shrinking, length. Ours hold {:.1} ms for reading and typing the model (both models: twice).",
        loading()? * 1e3
    );
    println!(
        "{:20} | {:^24} | {:^22} | {:^22} | {:^31}",
        "", "between models", "walks alone", "model test", "proptest-state-machine"
    );
    println!(
        "{:20} | {:>8} {:>8} {:>6} | {:>8} {:>7} {:>5} | {:>8} {:>7} {:>5} | {:>6} {:>9} {:>8} {:>5}",
        "mutant",
        "pairs",
        "ms",
        "length",
        "inputs",
        "ms",
        "len",
        "inputs",
        "ms",
        "len",
        "cases",
        "inputs",
        "ms",
        "len"
    );
    let mut right = true;
    for mutant in &MUTANTS {
        right &= row(mutant, rounds)?;
    }
    Ok(right)
}

fn row(mutant: &Mutant, rounds: usize) -> Result<bool, String> {
    agrees(mutant)?;
    let [mut versus, mut walked, mut tested, mut random] = [0; 4].map(|_| Way::default());
    let mut cases = Vec::new();
    for seed in 0..rounds as u64 {
        between_models(mutant, &mut versus)?;
        walks_alone(mutant, seed, &mut walked)?;
        whole_command(mutant, seed, &mut tested)?;
        let request = Request {
            mistake: mutant.mistake,
            longest: LONGEST_CASE,
            exact: false,
            cases: if mutant.shortest.is_some() { MOST_CASES } else { MOST_CASES / 20 },
            seed: seed as u8,
        };
        let outcome = property::run(request)?;
        cases.push(outcome.cases);
        random.note(outcome.transitions, outcome.whole, outcome.shrunk);
    }
    let found = |way: &Way| way.lengths.len() == rounds;
    let expected = match mutant.shortest {
        Some(shortest) => {
            versus.lengths.iter().all(|length| *length == shortest)
                && [&versus, &walked, &tested].into_iter().all(found)
        }
        None => [&versus, &walked, &tested].iter().all(|way| way.lengths.is_empty()),
    };
    println!(
        "{:20} | {:>8} {:>8.1} {:>6} | {:>8} {:>7.1} {:>5} | {:>8} {:>7.1} {:>5} | {:>6} {:>9} {:>8.1} {:>5}{}",
        mutant.name,
        versus.inputs(),
        versus.time(),
        versus.length(),
        walked.inputs(),
        walked.time(),
        walked.length(),
        tested.inputs(),
        tested.time(),
        tested.length(),
        median(cases),
        random.inputs(),
        random.time(),
        random.length(),
        if expected { "" } else { "   NOT AS EXPECTED" }
    );
    Ok(expected)
}

/// Seconds for reading and typing the queue.
fn loading() -> Result<f64, String> {
    let mut seconds = Vec::new();
    for _ in 0..9 {
        let started = Instant::now();
        let model = load("queue.ml", QUEUE)?;
        prepare(&model)?;
        seconds.push(started.elapsed().as_secs_f64());
    }
    Ok(median(seconds))
}

fn prepare(model: &Model) -> Result<Prepared<'_>, String> {
    Prepared::new(model).map_err(|fault| fault.message.clone())
}

/// Holds the Rust queue against the OCaml file of the same mutant.
fn agrees(mutant: &Mutant) -> Result<(), String> {
    let model = load(mutant.name, mutant.text)?;
    let prepared = prepare(&model)?;
    concretely(&prepared, &SharedBook::default(), |spec| {
        let mut search = Search::new(spec, mutant.mistake, 1)?;
        match search.failure(2_000) {
            None => Ok(()),
            Some(failure) => {
                Err(format!("`{}` in Rust is not as in OCaml: {:?}", mutant.name, failure.steps))
            }
        }
    })
}

/// From the text of both models to the shortest difference.
fn between_models(mutant: &Mutant, way: &mut Way) -> Result<(), String> {
    let started = Instant::now();
    let (model, other) = (load("queue.ml", QUEUE)?, load(mutant.name, mutant.text)?);
    let [first, second] = Prepared::pair(&model, &other).map_err(|fault| fault.message.clone())?;
    let book = SharedBook::default();
    let comparing = Comparing {
        conformance: Conformance::Inclusion,
        most_places: if mutant.shortest.is_some() { 100_000 } else { 20_000 },
        depth: 3,
        work: 300_000,
        deadline: None,
    };
    let versus = concretely(&first, &book, |spec| {
        concretely(&second, &book, |implementation| spec.versus(implementation, &comparing))
    });
    let versus = versus.map_err(|trouble| trouble.0)?;
    let length = versus.failure.map(|failure| failure.steps.len());
    way.note(versus.compared.places as u64, started.elapsed(), length);
    Ok(())
}

/// From the text of the model to a failure that was made small, by walks only.
fn walks_alone(mutant: &Mutant, seed: u64, way: &mut Way) -> Result<(), String> {
    let started = Instant::now();
    let model = load("queue.ml", QUEUE)?;
    let prepared = prepare(&model)?;
    concretely(&prepared, &SharedBook::default(), |spec| {
        let mut search = Search::new(spec, mutant.mistake, seed)?;
        let most = if mutant.shortest.is_some() { MOST_WALKS } else { MOST_WALKS / 10 };
        let failure = search.failure(most);
        let inputs = search.inputs;
        let small = failure.map(|failure| search.shrunk(failure));
        way.note(inputs, started.elapsed(), small.map(|small| small.steps.len()));
        Ok(())
    })
}

/// As `lydian model test` goes on, to the first failure: short sequences, then walks; what fails is run again, made small and
/// run once more.
fn whole_command(mutant: &Mutant, seed: u64, way: &mut Way) -> Result<(), String> {
    let started = Instant::now();
    let model = load("queue.ml", QUEUE)?;
    let prepared = prepare(&model)?;
    concretely(&prepared, &SharedBook::default(), |spec| {
        let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
        let mut system = InProcess::new(mutant.mistake, spec, &alphabet)?;
        let short = spec
            .short_sequences(Conformance::Inclusion, usize::MAX, 300, None)
            .map_err(|trouble| trouble.0)?;
        let testing = Testing {
            given: short.into_iter().map(|inputs| Start { state: None, inputs }).collect(),
            walks: if mutant.shortest.is_some() { MOST_WALKS } else { MOST_WALKS / 10 },
            length: WALK,
            seed,
            shrinking: SHRINKING,
            most_failures: 1,
            ..Testing::new(Conformance::Inclusion)
        };
        let tested = spec.test(&mut system, &testing).map_err(|trouble| trouble.0)?;
        let length = tested.found.first().map(|found| found.failure.steps.len());
        way.note(tested.inputs, started.elapsed(), length);
        Ok(())
    })
}

/// A search by walks.
struct Search<'c, 'i, 'w, 'v> {
    spec: &'c mut Concrete<'i, 'w, 'v>,
    system: InProcess,
    silence: lydian_conform::AnswerId,
    walks: Walks,
    alphabet: Vec<InputId>,
    inputs: u64,
}

impl<'c, 'i, 'w, 'v> Search<'c, 'i, 'w, 'v> {
    fn new(spec: &'c mut Concrete<'i, 'w, 'v>, mistake: Mistake, seed: u64) -> Result<Self, String> {
        let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
        let silence = spec.silence().map_err(|trouble| trouble.0)?;
        let system = InProcess::new(mistake, spec, &alphabet)?;
        let walks = Walks::new(&alphabet, Conformance::Inclusion, seed);
        Ok(Search { spec, system, silence, walks, alphabet, inputs: 0 })
    }

    /// The first failure.
    fn failure(&mut self, most: usize) -> Option<Failure> {
        for _ in 0..most {
            self.walks.begin(WALK);
            let conformance = Conformance::Inclusion;
            let run = run_once(self.spec, &mut self.system, conformance, self.silence, &mut self.walks);
            self.inputs += run.steps.len() as u64;
            if let RunEnd::Failed(failure) = run.end {
                return Some(*failure);
            }
        }
        None
    }

    fn shrunk(&mut self, failure: Failure) -> Failure {
        let Search { spec, system, silence, alphabet, .. } = self;
        let element = |system: &InProcess, input: InputId| match system.input(input) {
            Some(Input::In(element)) => Some(element),
            _ => None,
        };
        let mut candidates: Vec<(InputId, Vec<InputId>)> = Vec::new();
        for input in &*alphabet {
            let Some(own) = element(system, *input) else { continue };
            let mut smaller: Vec<InputId> = alphabet.clone();
            smaller.retain(|other| element(system, *other).is_some_and(|other| other < own));
            candidates.push((*input, smaller));
        }
        let mut smaller = |input: InputId| {
            let known = candidates.iter().find(|(other, _)| *other == input);
            known.map(|(_, smaller)| smaller.clone()).unwrap_or_default()
        };
        let mut fails = |inputs: &[InputId]| {
            let mut guide = Fixed::new(inputs);
            match run_once(*spec, system, Conformance::Inclusion, *silence, &mut guide).end {
                RunEnd::Failed(failure) => Some(*failure),
                _ => None,
            }
        };
        let candidates = Candidates { others: &[], smaller: &mut smaller, renamed: &mut |_| Vec::new() };
        shrink(failure, SHRINKING, candidates, &mut fails)
    }
}
