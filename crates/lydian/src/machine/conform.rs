//! Whether a system or a machine conforms to a specification: short sequences, walks, suites, and walks through both machines
//! at once for proofs.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_conform::{
    Candidates, Conformance, Failure, Fixed, InputId, Observed, Run, RunEnd, Walks, compare, run, shrink,
};

use super::interned::{Numbered, NumberedSystem, Numbers, Outputs, SILENCE, Silence, Silences};
use super::suite::{NoSuite, Suite, sequences};
use super::trace::{MachineReport, MachineVerdict, Step, Trace};
use super::{Machine, Relation, System};
use crate::{Domain, domain};

/// How conformance to a machine is checked.
///
/// ```
/// use lydian::{Conform, Domain, Machine, System};
///
/// /// A counter that can be told to add.
/// struct Sum;
///
/// impl Machine for Sum {
///     type State = u8;
///     type Input = u8;
///     type Output = u8;
///     fn initial(&self) -> Vec<u8> {
///         vec![0]
///     }
///     fn step(&self, sum: &u8, more: &u8) -> Vec<(u8, u8)> {
///         let sum = sum.saturating_add(*more);
///         vec![(sum, sum)]
///     }
/// }
///
/// /// Forgets to saturate.
/// struct Wrapping(u8);
///
/// impl System for Wrapping {
///     type Input = u8;
///     type Output = u8;
///     fn reset(&mut self) {
///         self.0 = 0;
///     }
///     fn step(&mut self, more: &u8) -> Option<u8> {
///         self.0 = self.0.wrapping_add(*more);
///         Some(self.0)
///     }
/// }
///
/// let report = Conform::to(&Sum).test(&mut Wrapping(0));
/// assert_eq!(report.inputs(), ["1", "255"]);
/// ```
pub struct Conform<'m, M: Machine> {
    spec: &'m M,
    inputs: Vec<M::Input>,
    all_inputs: bool,
    relation: Relation,
    short: u64,
    walks: usize,
    length: usize,
    seed: u64,
    places: usize,
}

/// Inputs, unless said otherwise.
const INPUTS: usize = 64;
/// Runs of a system for making a failing sequence shorter.
const SHRINKING: usize = 5_000;

impl<'m, M: Machine> Conform<'m, M> {
    /// Conformance to this machine: with the first 64 inputs of its type, up to 5,000 short sequences of a length, 200 walks of 100 inputs,
    /// up to 1,000,000 places in a proof.
    pub fn to(spec: &'m M) -> Conform<'m, M> {
        let conform = Conform {
            spec,
            inputs: Vec::new(),
            all_inputs: false,
            relation: Relation::Inclusion,
            short: 5_000,
            walks: 200,
            length: 100,
            seed: 0,
            places: 1_000_000,
        };
        conform.inputs(&domain::<M::Input>(), INPUTS)
    }

    /// The first so many inputs of a domain.
    #[must_use]
    pub fn inputs(self, inputs: &Domain<M::Input>, most: usize) -> Self {
        let mut rest = inputs.iter();
        let first: Vec<M::Input> = rest.by_ref().take(most).collect();
        let bounded = matches!(inputs.sizes(), None | Some((_, Some(0..=Domain::<()>::LARGEST))));
        let all_inputs = bounded && rest.next().is_none();
        Conform { inputs: first, all_inputs, ..self }
    }

    /// What is said about inputs that the specification refuses, and about silence.
    #[must_use]
    pub fn relation(self, relation: Relation) -> Self {
        Conform { relation, ..self }
    }

    /// The number of walks through a system, and of inputs in each.
    #[must_use]
    pub fn walks(self, walks: usize, length: usize) -> Self {
        Conform { walks, length, ..self }
    }

    /// The seed of the walks.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Conform { seed, ..self }
    }

    /// The number of places that a proof may visit, and of states that a suite may be made from.
    #[must_use]
    pub fn places(self, places: usize) -> Self {
        Conform { places, ..self }
    }

    fn conformance(&self) -> Conformance {
        match self.relation {
            Relation::Inclusion => Conformance::Inclusion,
            Relation::Refusal => Conformance::Abort,
            Relation::Ioco => Conformance::Ioco,
        }
    }

    /// Who says which outputs mean silence, if the relation asks.
    fn silences(&self) -> Silences<'m, M::Output> {
        (self.relation == Relation::Ioco).then_some(self.spec as &dyn Silence<M::Output>)
    }

    fn letters(&self) -> Vec<InputId> {
        (0..self.inputs.len() as u32).map(InputId).collect()
    }

    /// Compares all that two machines can do, the shortest sequences first: a proof, or a shortest difference.
    pub fn prove<N>(&self, implementation: &N) -> MachineReport
    where
        N: Machine<Input = M::Input, Output = M::Output>,
    {
        let outputs: Outputs<M::Output> = Rc::new(RefCell::new(Numbers::new()));
        let mut spec = Numbered::new(self.spec, &self.inputs, Rc::clone(&outputs), self.silences());
        let mut other = Numbered::new(implementation, &self.inputs, Rc::clone(&outputs), self.silences());
        let (letters, relation) = (self.letters(), self.conformance());
        let compared = compare(&mut spec, &mut other, &letters, relation, SILENCE, self.places, &mut || true);
        let compared = match compared {
            Ok(compared) => compared,
            Err(trouble) => return report(MachineVerdict::Unknown(trouble.0), 0, 0),
        };
        let verdict = match (compared.failure, compared.trouble) {
            (Some(failure), _) => self.refuted(&mut spec, &outputs, &failure),
            (None, Some(trouble)) => MachineVerdict::Unknown(trouble.0),
            (None, None) if compared.judged + compared.refusals == 0 => MachineVerdict::Vacuous,
            (None, None) if compared.complete && self.all_inputs => MachineVerdict::Proved,
            (None, None) if compared.complete => {
                let count = self.inputs.len();
                MachineVerdict::Passed(format!("alike on all sequences of the first {count} inputs"))
            }
            (None, None) => MachineVerdict::Passed(format!("alike up to {} inputs", compared.depth)),
        };
        report(verdict, compared.judged + compared.refusals, compared.places as u64)
    }

    /// Tries a system: all short sequences, the shortest first, and then walks that prefer what was tried least.
    pub fn test<S>(&self, system: &mut S) -> MachineReport
    where
        S: System<Input = M::Input, Output = M::Output>,
    {
        let mut trial = self.trial(system);
        let mut length = 0;
        for word in self.short_words() {
            length = word.len();
            if let Some(report) = trial.give(&word) {
                return report;
            }
        }
        let mut walks = Walks::new(&self.letters(), self.conformance(), self.seed);
        for _ in 0..self.walks {
            walks.begin(self.length);
            let run = run(&mut trial.spec, &mut trial.system, self.conformance(), SILENCE, &mut walks);
            if let Some(report) = trial.take(run) {
                return report;
            }
        }
        let tried = format!("all sequences of up to {length} inputs, and {} walks", self.walks);
        trial.finish(format!("{tried}; {} answers judged", trial.judged))
    }

    /// Gives a system the sequences of a suite. If it has at most `extra` states more than the minimal machine of the
    /// specification, in which states that behave alike are one, and passes [`Suite::W`], [`Suite::Wp`] or [`Suite::Hsi`], then it
    /// conforms on these inputs.
    pub fn test_suite<S>(&self, suite: Suite, extra: usize, system: &mut S) -> Result<MachineReport, NoSuite>
    where
        S: System<Input = M::Input, Output = M::Output>,
    {
        let mut trial = self.trial(system);
        let words = sequences(&mut trial.spec, &self.letters(), self.places, suite, extra, self.relation)?;
        for word in &words {
            if let Some(report) = trial.give(word) {
                return Ok(report);
            }
        }
        let claim = match suite {
            Suite::Tour => "every transition was taken".to_owned(),
            _ => format!(
                "right on these inputs if the system has at most {extra} states more than the minimal machine of the specification"
            ),
        };
        let passed = format!("{} sequences; {claim}", words.len());
        Ok(trial.finish(passed))
    }

    /// The sequences of a suite.
    pub fn suite(&self, suite: Suite, extra: usize) -> Result<Vec<Vec<M::Input>>, NoSuite> {
        let outputs: Outputs<M::Output> = Rc::new(RefCell::new(Numbers::new()));
        let mut spec = Numbered::new(self.spec, &self.inputs, outputs, self.silences());
        let words = sequences(&mut spec, &self.letters(), self.places, suite, extra, self.relation)?;
        let spell = |word: Vec<InputId>| {
            word.into_iter().filter_map(|letter| self.inputs.get(letter.0 as usize).cloned()).collect()
        };
        Ok(words.into_iter().map(spell).collect())
    }

    /// All sequences of one input, of two and so on, as long as all of a length are few enough.
    fn short_words(&self) -> Vec<Vec<InputId>> {
        let letters = self.letters();
        let mut words: Vec<Vec<InputId>> = vec![Vec::new()];
        let mut longest = vec![Vec::new()];
        while !letters.is_empty() && (longest.len() * letters.len()) as u64 <= self.short {
            let longer = |word: &Vec<InputId>| {
                let word = word.clone();
                letters.iter().map(move |letter| word.iter().chain([letter]).copied().collect::<Vec<_>>())
            };
            longest = longest.iter().flat_map(longer).collect();
            words.extend(longest.iter().cloned());
            // One letter makes few words of any length.
            if longest.first().is_some_and(|word| word.len() >= self.length.max(1)) {
                break;
            }
        }
        words.remove(0);
        words
    }

    fn trial<'t, S>(&'t self, system: &'t mut S) -> Trial<'t, 'm, M, S>
    where
        S: System<Input = M::Input, Output = M::Output>,
    {
        let outputs: Outputs<M::Output> = Rc::new(RefCell::new(Numbers::new()));
        Trial {
            conform: self,
            spec: Numbered::new(self.spec, &self.inputs, Rc::clone(&outputs), self.silences()),
            system: NumberedSystem {
                system,
                inputs: &self.inputs,
                outputs: Rc::clone(&outputs),
                silences: self.silences(),
            },
            outputs,
            judged: 0,
            sequences: 0,
        }
    }

    fn refuted(
        &self,
        spec: &mut Numbered<'_, M>,
        outputs: &Outputs<M::Output>,
        failure: &Failure,
    ) -> MachineVerdict {
        let shown = |number: u32| {
            let outputs = outputs.borrow();
            number
                .checked_sub(1)
                .and_then(|number| outputs.value(number))
                .map_or_else(|| "silence".to_owned(), |output| format!("{output:?}"))
        };
        let seen = |observed: &Observed| match observed {
            Observed::Answer(answer) => shown(answer.0),
            Observed::Refused => "a refusal".to_owned(),
            Observed::Broken(how) => how.clone(),
        };
        let step = |(input, observed): &(InputId, Observed)| Step {
            input: self.inputs.get(input.0 as usize).map_or_else(String::new, |input| format!("{input:?}")),
            seen: seen(observed),
        };
        let last = failure.steps.last().map_or(InputId(0), |(input, _)| *input);
        let allowed = match failure.states.allowed(spec, last) {
            Ok((answers, _)) if !answers.is_empty() => answers.iter().map(|answer| shown(answer.0)).collect(),
            _ => vec!["a refusal".to_owned()],
        };
        let states = failure.states.states().iter().filter_map(|state| spec.state(*state));
        let states = states.map(|state| format!("{state:?}")).collect();
        let steps = failure.steps.iter().map(step).collect();
        MachineVerdict::Refuted(Box::new(Trace { steps, allowed, states }))
    }
}

/// A system under trial.
struct Trial<'t, 'm, M: Machine, S: System<Input = M::Input, Output = M::Output>> {
    conform: &'t Conform<'m, M>,
    spec: Numbered<'t, M>,
    system: NumberedSystem<'t, S>,
    outputs: Outputs<M::Output>,
    judged: u64,
    sequences: u64,
}

impl<M: Machine, S: System<Input = M::Input, Output = M::Output>> Trial<'_, '_, M, S> {
    /// Gives the system a sequence; a report if that ends the trial.
    fn give(&mut self, word: &[InputId]) -> Option<MachineReport> {
        let run = self.run(word);
        self.take(run)
    }

    fn run(&mut self, word: &[InputId]) -> Run {
        let conformance = self.conform.conformance();
        run(&mut self.spec, &mut self.system, conformance, SILENCE, &mut Fixed::new(word))
    }

    fn take(&mut self, run: Run) -> Option<MachineReport> {
        self.judged += run.judged;
        self.sequences += 1;
        let verdict = match run.end {
            RunEnd::Passed | RunEnd::RightlyRefused | RunEnd::Unspecified => return None,
            RunEnd::Undecided(trouble) => MachineVerdict::Unknown(trouble.0),
            RunEnd::NotStarted(why) => MachineVerdict::Unknown(format!("the system does not start: {why}")),
            RunEnd::Stopped(_) => MachineVerdict::Unknown("a sequence was not run to its end".to_owned()),
            RunEnd::Failed(failure) => self.confirm(*failure),
        };
        Some(report(verdict, self.judged, self.sequences))
    }

    /// Runs a failing sequence again, and makes it shorter if it fails again.
    fn confirm(&mut self, failure: Failure) -> MachineVerdict {
        let inputs = failure.inputs();
        let RunEnd::Failed(failure) = self.run(&inputs).end else {
            let why = "a sequence failed once and not again: the system does not start from the same state";
            return MachineVerdict::Unknown(why.to_owned());
        };
        let mut smaller = |input: InputId| (0..input.0.min(16)).map(InputId).collect();
        let candidates = Candidates { others: &[], smaller: &mut smaller, renamed: &mut |_| Vec::new() };
        let conform = self.conform;
        let shortest = shrink(*failure, SHRINKING, candidates, &mut |inputs| match self.run(inputs).end {
            RunEnd::Failed(failure) => Some(*failure),
            _ => None,
        });
        conform.refuted(&mut self.spec, &self.outputs, &shortest)
    }

    fn finish(&self, how_far: String) -> MachineReport {
        let verdict = match self.judged {
            0 => MachineVerdict::Vacuous,
            _ => MachineVerdict::Passed(how_far),
        };
        report(verdict, self.judged, self.sequences)
    }
}

fn report(verdict: MachineVerdict, judged: u64, sequences: u64) -> MachineReport {
    MachineReport { verdict, judged, sequences }
}
