//! The fates of mutants: first the suite, then a walk through both models side by side, then sequences of unknown inputs.

use lydian_budget::Deadline;
use lydian_conform::{
    AnswerId, Failure, InputId, Observed, Specification, StateId, Trouble, compare, compare_along,
};
use lydian_core::Datum;
use lydian_diagnostic::Diagnostic;
use lydian_ocaml::{Mutant, apply_mutant};

use super::breaking::{Breaking, Breaks};
use super::{Difference, Fate, Scored, ScoredMutant, Scoring, mutants_of};
use crate::alphabet::Alphabet;
use crate::concrete::{Concrete, SharedBook, concretely};
use crate::load::{Init, Model, load_with};
use crate::prepare::Prepared;
use crate::versus::Comparing;

/// Initial states from which a mutant is compared if there are more than a model lists.
const MOST_STARTS: usize = 16;

/// Judges a suite by the mutants that it kills. The error says why the model cannot be run.
pub fn score(model: &Model, scoring: &Scoring<'_>) -> Result<Scored, Box<Diagnostic>> {
    let prepared = Prepared::new(model)?;
    let subject = scoring.implementation.unwrap_or(model);
    let book = SharedBook::default();
    concretely(&prepared, &book, |spec| {
        let mut scorer = match Scorer::new(spec, model, scoring) {
            Ok(scorer) => scorer,
            Err(trouble) => return Ok(all_undecided(subject, &trouble.0)),
        };
        let mut scored = Scored::default();
        if let Some(implementation) = scoring.implementation {
            let prepared = Prepared::new(implementation)?;
            scored.unchanged = scorer.by_suite(&prepared).0.map(|(_, difference)| difference);
            if scored.unchanged.is_some() {
                return Ok(scored);
            }
        }
        for mutant in mutants_of(subject) {
            let fate = scorer.fate(subject, &mutant);
            scored.mutants.push(ScoredMutant { mutant, fate });
        }
        Ok(scored)
    })
}

fn all_undecided(subject: &Model, why: &str) -> Scored {
    let undecided = |mutant| ScoredMutant { mutant, fate: Fate::Undecided(why.into()) };
    Scored { mutants: mutants_of(subject).into_iter().map(undecided).collect(), unchanged: None }
}

/// A sequence of the suite with its numbers.
struct Numbered {
    start: Option<StateId>,
    inputs: Vec<InputId>,
}

struct Scorer<'c, 's, 'i, 'w, 'v> {
    spec: &'c mut Concrete<'i, 'w, 'v>,
    model: &'s Model,
    scoring: &'s Scoring<'s>,
    suite: Vec<Numbered>,
    /// Where the model starts, if it lists its initial states.
    usual: Result<Vec<StateId>, Trouble>,
    alphabet: Alphabet,
    silence: AnswerId,
}

impl<'c, 's, 'i, 'w, 'v> Scorer<'c, 's, 'i, 'w, 'v> {
    fn new(
        spec: &'c mut Concrete<'i, 'w, 'v>,
        model: &'s Model,
        scoring: &'s Scoring<'s>,
    ) -> Result<Scorer<'c, 's, 'i, 'w, 'v>, Trouble> {
        let mut suite = Vec::new();
        for given in scoring.suite {
            let start = match (&given.initial, model.init) {
                // There is only one, and a mutant may have another one.
                (None, _) | (Some(_), Init::One) => None,
                (Some(initial), _) => {
                    let value = spec.value(initial);
                    Some(spec.intern_state(&value)?)
                }
            };
            let mut inputs = Vec::new();
            for input in &given.inputs {
                let value = spec.value(input);
                inputs.push(spec.intern_input(&value)?);
            }
            suite.push(Numbered { start, inputs });
        }
        let usual = spec.initial();
        let (alphabet, silence) = (spec.alphabet()?, spec.silence()?);
        Ok(Scorer { spec, model, scoring, suite, usual, alphabet, silence })
    }

    fn is_late(&self) -> bool {
        self.scoring.deadline.is_some_and(Deadline::passed)
    }

    fn fate(&mut self, subject: &Model, mutant: &Mutant) -> Fate {
        if self.is_late() {
            return Fate::Undecided("there was no time left".into());
        }
        let source = apply_mutant(&subject.source, mutant);
        let (changed, faults) = load_with(&source, self.scoring.after);
        let Some(changed) = changed else {
            let fault = faults.into_iter().find(Diagnostic::is_error);
            return Fate::Invalid(fault.map_or_else(String::new, |fault| fault.message));
        };
        let prepared = match Prepared::new(&changed) {
            Ok(prepared) => prepared,
            Err(fault) => return Fate::Invalid(fault.message),
        };
        let (killed, trouble) = self.by_suite(&prepared);
        if let Some((sequence, difference)) = killed {
            return Fate::Killed { sequence, difference };
        }
        match self.side_by_side(&prepared) {
            Ok(Fate::Undecided(why)) => self.by_solving(&changed, trouble.unwrap_or(why)),
            Ok(fate) => fate,
            Err(Trouble(why)) => Fate::Undecided(why),
        }
    }

    /// The sequence of the suite that shows a difference after the fewest inputs; or why some sequence could not be judged.
    fn by_suite(&mut self, prepared: &Prepared<'_>) -> (Option<(usize, Difference)>, Option<String>) {
        let book = self.spec.book().clone();
        concretely(prepared, &book, |mutant| {
            let own = match self.suite.iter().any(|given| given.start.is_none()) {
                true => mutant.initial().ok(),
                false => None,
            };
            let mut best: Option<(usize, Difference)> = None;
            let mut trouble = None;
            let mut breaks = Breaks::default();
            for place in 0..self.suite.len() {
                if self.is_late() {
                    trouble.get_or_insert_with(|| "there was no time left".into());
                    break;
                }
                // Only something shorter is of interest.
                let most = best.as_ref().map_or(usize::MAX, |(_, best)| best.inputs.len() - 1);
                let numbered = &self.suite[place];
                let inputs = numbered.inputs[..numbered.inputs.len().min(most)].to_vec();
                let start = numbered.start;
                if let Err(Trouble(why)) = self.begin(mutant, start, own.as_deref()) {
                    trouble.get_or_insert(why);
                    continue;
                }
                match self.along(mutant, &mut breaks, &inputs) {
                    Ok(None) => {}
                    Ok(Some((failure, why))) => {
                        best = Some((place, self.difference(start, &failure, why)));
                    }
                    Err(Trouble(why)) => {
                        trouble.get_or_insert(why);
                    }
                }
            }
            (best, trouble)
        })
    }

    /// Puts both models where a sequence starts.
    fn begin(
        &mut self,
        mutant: &mut Concrete<'_, '_, '_>,
        start: Option<StateId>,
        own: Option<&[StateId]>,
    ) -> Result<(), Trouble> {
        match start {
            Some(state) => {
                self.spec.start_in(vec![state]);
                // Another implementation has states of its own.
                if self.scoring.implementation.is_none() {
                    let value = self.spec.state_value(state);
                    let state = mutant.intern_state(&value)?;
                    mutant.start_in(vec![state]);
                }
            }
            None => {
                self.spec.start_in(self.usual.clone()?);
                if let Some(own) = own {
                    mutant.start_in(own.to_vec());
                }
            }
        }
        Ok(())
    }

    fn along(
        &mut self,
        mutant: &mut Concrete<'_, '_, '_>,
        breaks: &mut Breaks,
        inputs: &[InputId],
    ) -> Result<Option<(Failure, Option<String>)>, Trouble> {
        let (relation, silence) = (self.scoring.conformance, self.silence);
        let mut spec = Breaking::specification(self.spec)?;
        let mut implementation = Breaking::implementation(mutant, breaks)?;
        let failure = compare_along(&mut spec, &mut implementation, inputs, relation, silence)?;
        Ok(failure.map(|failure| (failure, implementation.why)))
    }

    /// Walks through the model and a mutant that the suite does not kill.
    fn side_by_side(&mut self, prepared: &Prepared<'_>) -> Result<Fate, Trouble> {
        let book = self.spec.book().clone();
        concretely(prepared, &book, |mutant| {
            if self.usual.is_ok() {
                let own = mutant.initial()?;
                self.begin(mutant, None, Some(&own))?;
                return self.walk(mutant, None);
            }
            // There is no list of initial states: those of the suite are tried.
            let mut starts: Vec<StateId> = Vec::new();
            for start in self.suite.iter().filter_map(|given| given.start) {
                if !starts.contains(&start) && starts.len() < MOST_STARTS {
                    starts.push(start);
                }
            }
            for start in starts {
                self.begin(mutant, Some(start), None)?;
                let fate = self.walk(mutant, Some(start))?;
                if let Fate::Missed(_) = fate {
                    return Ok(fate);
                }
            }
            Ok(Fate::Undecided("there are more initial states than those that were tried".into()))
        })
    }

    fn walk(&mut self, mutant: &mut Concrete<'_, '_, '_>, start: Option<StateId>) -> Result<Fate, Trouble> {
        let deadline = self.scoring.deadline;
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let mut spec = Breaking::specification(self.spec)?;
        let mut breaks = Breaks::default();
        let mut implementation = Breaking::implementation(mutant, &mut breaks)?;
        let compared = compare(
            &mut spec,
            &mut implementation,
            &self.alphabet.inputs,
            self.scoring.conformance,
            self.silence,
            self.scoring.most_places,
            &mut go_on,
        )?;
        let why = implementation.why;
        if let Some(failure) = compared.failure {
            return Ok(Fate::Missed(self.difference(start, &failure, why)));
        }
        let equated = mutant.model().extras.equal;
        if compared.complete && self.alphabet.complete && !equated {
            return Ok(Fate::Equivalent);
        }
        let reason = match compared.trouble {
            // What counts as equal in the model need not behave alike in a mutant of it.
            None if compared.complete && equated => "only states that `equal` tells apart were tried".into(),
            Some(Trouble(why)) => why,
            None if compared.complete => "there are more inputs than those that were tried".into(),
            None => format!("there are more than {} pairs of states", compared.places),
        };
        Ok(Fate::Undecided(reason))
    }

    /// Looks for a difference in sequences of unknown inputs.
    fn by_solving(&mut self, changed: &Model, why: String) -> Fate {
        // Initial states that only a predicate describes would have to be the same for both.
        if self.scoring.depth == 0 || self.usual.is_err() || self.is_late() {
            return Fate::Undecided(why);
        }
        let [first, second] = match Prepared::pair(self.model, changed) {
            Ok(pair) => pair,
            Err(fault) => return Fate::Undecided(fault.message),
        };
        let comparing = Comparing {
            conformance: self.scoring.conformance,
            // Known inputs were tried before.
            most_places: 1,
            depth: self.scoring.depth,
            work: self.scoring.work,
            deadline: self.scoring.deadline,
        };
        let book = self.spec.book().clone();
        let found = concretely(&first, &book, |spec| {
            concretely(&second, &book, |mutant| spec.versus(mutant, &comparing))
        });
        match found {
            Ok(versus) => match (versus.failure, versus.depth) {
                (Some(failure), _) => {
                    // The states of the failure are those of another machine.
                    let inputs = failure.inputs();
                    match self.confirmed(changed, &inputs) {
                        Some(difference) => Fate::Missed(difference),
                        None => Fate::Undecided("a difference was found, but no run shows it".into()),
                    }
                }
                (None, Some(depth)) => {
                    Fate::Undecided(format!("{why}; all sequences of {depth} inputs agree"))
                }
                (None, None) => Fate::Undecided(why),
            },
            Err(Trouble(why)) => Fate::Undecided(why),
        }
    }

    fn confirmed(&mut self, changed: &Model, inputs: &[InputId]) -> Option<Difference> {
        let prepared = Prepared::new(changed).ok()?;
        let book = self.spec.book().clone();
        concretely(&prepared, &book, |mutant| {
            let own = mutant.initial().ok()?;
            self.begin(mutant, None, Some(&own)).ok()?;
            let (failure, why) = self.along(mutant, &mut Breaks::default(), inputs).ok()??;
            Some(self.difference(None, &failure, why))
        })
    }

    /// A failure as data.
    fn difference(&mut self, start: Option<StateId>, failure: &Failure, why: Option<String>) -> Difference {
        let ids = failure.inputs();
        let inputs: Vec<Datum> =
            ids.iter().map(|input| self.spec.datum(&self.spec.input_value(*input))).collect();
        let shown: Vec<String> = ids.iter().map(|input| self.spec.show_input(*input)).collect();
        let allowed = match ids.last() {
            Some(last) => {
                failure.states.allowed(self.spec, *last).map_or_else(|_| Vec::new(), |found| found.0)
            }
            None => Vec::new(),
        };
        let allowed = allowed.into_iter().map(|answer| self.spec.show_answer(answer)).collect();
        let seen = match failure.steps.last() {
            Some((_, Observed::Answer(answer))) => match why.filter(|_| self.is_broken(*answer)) {
                Some(why) => why,
                None => self.spec.show_answer(*answer),
            },
            Some((_, Observed::Refused)) => "refused".into(),
            Some((_, Observed::Broken(why))) => why.clone(),
            None => String::new(),
        };
        let initial = start.map(|state| self.spec.datum(&self.spec.state_value(state)));
        Difference { initial, inputs, shown: shown.join("; "), allowed, seen }
    }

    fn is_broken(&self, answer: AnswerId) -> bool {
        matches!(self.spec.answer_value(answer), lydian_core::Value::Unit)
    }
}
