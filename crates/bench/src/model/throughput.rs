//! Inputs per second with a system in the same process: what judging costs beside the system itself.
//! The bare loop gives the system the same inputs as the walks; proptest-state-machine makes as many transitions in cases as
//! long as the walks. Every round starts with a model that has computed nothing. Seconds are those that the thread had a
//! processor: others that want one too do not count.

use std::hint::black_box;

use lydian_conform::{Conformance, Fixed, InputId, RunEnd, System, Walks, run as run_once};
use lydian_model::{Concrete, Prepared, SharedBook, Testing, concretely};

use super::property::{self, Request};
use super::queue::{InProcess, Mistake, Queue};
use super::{QUEUE, WALK, load, median};

/// Lists of inputs: those of the file, and as many elements as there are printable characters.
const ALPHABETS: [(&str, &str); 2] = [
    ("3 elements", "[ Init; Reset; Out; Size; Sum; In 1; In 2; In 3 ]"),
    ("95 elements", "[ Init; Reset; Out; Size; Sum ] @ List.init 95 (fun n -> In n)"),
];

/// How often the bare loop is run: once would be too short for the clock of the kernel.
const REPEATED: u32 = 10;

/// One measurement of something.
#[derive(Debug, Clone, Copy, Default)]
struct Measured {
    inputs: u64,
    seconds: f64,
    states: u64,
    calls: u64,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.inputs as f64 / self.seconds
    }
}

/// Prints the table.
pub(super) fn run(inputs: usize, rounds: usize) -> Result<(), String> {
    println!("\nQueue in process: walks of {WALK} inputs, single-threaded, medians of {rounds} rounds.");
    println!(
        "{:12} {:34} {:>9} {:>8} {:>9} {:>12} {:>9} {:>7}",
        "alphabet", "what", "inputs", "states", "calls", "inputs/s", "ns/input", "times"
    );
    for (name, list) in ALPHABETS {
        let mut rows: Vec<(&str, Vec<Measured>)> = [
            "bare loop over the same inputs",
            "walks, chosen and judged",
            "the same sequences, judged",
            "whole campaign (model test)",
            "proptest-state-machine",
        ]
        .map(|what| (what, Vec::new()))
        .into();
        let walks = inputs / WALK;
        let only_small = list == ALPHABETS[0].1;
        for round in 0..rounds {
            let measured = walked(list, walks, round as u64)?;
            for (row, measured) in rows.iter_mut().zip(measured) {
                row.1.push(measured);
            }
            // Its users would write a strategy of their own for more elements; the costs are the same.
            if only_small {
                rows[4].1.push(generated(inputs / WALK / 4, round as u8)?);
            }
        }
        let bare = middle(&rows[0].1).rate();
        for (what, measured) in rows.iter().filter(|(_, measured)| !measured.is_empty()) {
            let middle = middle(measured);
            println!(
                "{:12} {:34} {:>9} {:>8} {:>9} {:>12.0} {:>9.0} {:>7.1}",
                name,
                what,
                middle.inputs,
                middle.states,
                middle.calls,
                middle.rate(),
                1e9 / middle.rate(),
                bare / middle.rate()
            );
        }
    }
    Ok(())
}

/// The measurement with the median rate.
fn middle(measured: &[Measured]) -> Measured {
    let rate = median(measured.iter().map(Measured::rate).collect());
    measured.iter().find(|one| one.rate() == rate).copied().unwrap_or_default()
}

/// The bare loop, walks, the same sequences again, a campaign.
fn walked(list: &str, walks: usize, seed: u64) -> Result<[Measured; 4], String> {
    let listed = QUEUE.replace(ALPHABETS[0].1, list);
    let model = load("queue.ml", &listed)?;
    let prepared = Prepared::new(&model).map_err(|fault| fault.message.clone())?;
    let judged = |sequences: Option<&mut _>| {
        concretely(&prepared, &SharedBook::default(), |spec| judged(spec, walks, seed, sequences))
    };
    let walked = judged(None)?;
    // The same walks once more, to note their inputs.
    let mut sequences = Vec::new();
    judged(Some(&mut sequences))?;
    // Numbers of inputs are given in the order of the list, so they are the same for all machines.
    let again = concretely(&prepared, &SharedBook::default(), |spec| fixed(spec, &sequences))?;
    let campaign = concretely(&prepared, &SharedBook::default(), |spec| campaign(spec, walks, seed))?;
    let bare = concretely(&prepared, &SharedBook::default(), |spec| bare(spec, &sequences))?;
    Ok([bare, walked, again, campaign])
}

/// Walks against the queue; notes their inputs if that is wanted.
fn judged(
    spec: &mut Concrete<'_, '_, '_>,
    count: usize,
    seed: u64,
    mut sequences: Option<&mut Vec<Vec<InputId>>>,
) -> Result<Measured, String> {
    let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
    let silence = spec.silence().map_err(|trouble| trouble.0)?;
    let mut system = InProcess::new(Mistake::Nothing, spec, &alphabet)?;
    let mut walks = Walks::new(&alphabet, Conformance::Inclusion, seed);
    let mut measured = Measured::default();
    let started = processor_seconds()?;
    for _ in 0..count {
        walks.begin(WALK);
        let run = run_once(spec, &mut system, Conformance::Inclusion, silence, &mut walks);
        measured.inputs += run.steps.len() as u64;
        if run.end != RunEnd::Passed {
            return Err(format!("the queue is right, but a walk ends with {:?}", run.end));
        }
        if let Some(sequences) = sequences.as_deref_mut() {
            sequences.push(run.steps.iter().map(|(input, _)| *input).collect());
        }
    }
    measured.seconds = processor_seconds()? - started;
    Ok(told(spec, measured))
}

/// The same inputs once more, without choosing them.
fn fixed(spec: &mut Concrete<'_, '_, '_>, sequences: &[Vec<InputId>]) -> Result<Measured, String> {
    let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
    let silence = spec.silence().map_err(|trouble| trouble.0)?;
    let mut system = InProcess::new(Mistake::Nothing, spec, &alphabet)?;
    let mut measured = Measured::default();
    let started = processor_seconds()?;
    for sequence in sequences {
        let run = run_once(spec, &mut system, Conformance::Inclusion, silence, &mut Fixed::new(sequence));
        measured.inputs += run.judged;
    }
    measured.seconds = processor_seconds()? - started;
    Ok(told(spec, measured))
}

/// What `lydian model test` does, without the sequences that come before the walks.
fn campaign(spec: &mut Concrete<'_, '_, '_>, walks: usize, seed: u64) -> Result<Measured, String> {
    let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
    let mut system = InProcess::new(Mistake::Nothing, spec, &alphabet)?;
    let testing = Testing { walks, length: WALK, seed, ..Testing::new(Conformance::Inclusion) };
    let started = processor_seconds()?;
    let tested = spec.test(&mut system, &testing).map_err(|trouble| trouble.0)?;
    let measured =
        Measured { inputs: tested.inputs, seconds: processor_seconds()? - started, ..Measured::default() };
    Ok(told(spec, measured))
}

/// The system alone.
fn bare(spec: &mut Concrete<'_, '_, '_>, sequences: &[Vec<InputId>]) -> Result<Measured, String> {
    let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
    let mut system = InProcess::new(Mistake::Nothing, spec, &alphabet)?;
    system.reset()?;
    let mut known = Vec::new();
    for sequence in sequences {
        let inputs: Option<Vec<_>> = sequence.iter().map(|input| system.input(*input)).collect();
        known.push(inputs.ok_or("an input that the queue does not know")?);
    }
    let started = processor_seconds()?;
    let mut measured = Measured::default();
    for _ in 0..REPEATED {
        for sequence in &known {
            let mut queue = Queue::new(Mistake::Nothing);
            for input in sequence {
                black_box(queue.step(*input));
            }
        }
    }
    measured.seconds = (processor_seconds()? - started) / f64::from(REPEATED);
    measured.inputs = known.iter().map(|sequence| sequence.len() as u64).sum();
    Ok(measured)
}

fn told(spec: &Concrete<'_, '_, '_>, measured: Measured) -> Measured {
    Measured { states: spec.state_count() as u64, calls: spec.calls, ..measured }
}

/// Transitions of proptest-state-machine.
fn generated(cases: usize, seed: u8) -> Result<Measured, String> {
    let cases = u32::try_from(cases).map_err(|error| error.to_string())?;
    let outcome =
        property::run(Request { mistake: Mistake::Nothing, longest: WALK, exact: true, cases, seed })?;
    Ok(Measured { inputs: outcome.transitions, seconds: outcome.whole.as_secs_f64(), ..Measured::default() })
}

/// How long this thread has had a processor.
fn processor_seconds() -> Result<f64, String> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").map_err(|error| error.to_string())?;
    let nanoseconds = text.split_whitespace().next().and_then(|field| field.parse::<u64>().ok());
    Ok(nanoseconds.ok_or("the kernel does not tell the time of a thread")? as f64 / 1e9)
}
