//! The work on mutants, by several threads. Each has the original for itself; what is found is plain text.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_diagnostic::Source;
use lydian_stream::check::Trace;
use lydian_stream::generate::Request;
use lydian_stream::mutate::{Fate, Mutant, Parting, Scorer};
use lydian_stream::run::Prepared;
use lydian_stream::trace::show_time;
use lydian_tessla::spec::{Options, Spec};

use super::super::spec::load_source;

/// What became of a mutant, in words.
#[derive(Debug, Clone)]
pub(crate) enum Told {
    /// A trace of the suite tells it from the original, by its number.
    Killed { trace: usize },
    /// This trace would.
    Missed { trace: String, time: String, original: Vec<String>, mutant: Vec<String> },
    /// No trace does.
    Equivalent,
    /// It is no specification.
    Invalid,
    /// Nothing is known.
    Unknown { why: String },
}

/// What mutants are held to.
pub(crate) struct Work {
    /// The original.
    pub(crate) source: Arc<Source>,
    /// How it is made flat.
    pub(crate) options: Options,
    /// The suite.
    pub(crate) suite: Vec<String>,
    /// How far differences are looked for.
    pub(crate) slots: usize,
    /// When to stop.
    pub(crate) deadline: Deadline,
    /// A mutant takes at most this long: it must not use up the time of the others.
    pub(crate) longest: Duration,
    /// How many threads there are.
    pub(crate) jobs: usize,
}

impl Work {
    /// What becomes of each mutant; `done` hears how many are done.
    pub(crate) fn examine(&self, mutants: &[Mutant], mut done: impl FnMut(usize)) -> Vec<Told> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel::<(usize, Told)>();
        let mut fates: Vec<Option<Told>> = vec![None; mutants.len()];
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, mutants.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.take_turns(mutants, next, &sender));
            }
            drop(sender);
            for (count, (place, told)) in receiver.into_iter().enumerate() {
                fates[place] = Some(told);
                done(count + 1);
            }
        });
        let left = || Told::Unknown { why: "it was not looked at".to_owned() };
        fates.into_iter().map(|told| told.unwrap_or_else(left)).collect()
    }

    fn take_turns(&self, mutants: &[Mutant], next: &AtomicUsize, sender: &mpsc::Sender<(usize, Told)>) {
        // The original was loaded before, so nothing is wrong with it.
        let Ok((original, _)) = load_source(&self.source, &self.options) else { return };
        let Ok(prepared) = Prepared::new(&original) else { return };
        let read = |text: &String| Trace::read(&original, text.as_bytes(), "a case").ok();
        let suite: Vec<Trace> = self.suite.iter().filter_map(read).collect();
        let deadline = self.deadline.share(self.jobs);
        let scorer = Scorer::new(&original, &prepared, suite, Some(deadline));
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(place) else { return };
            let left = deadline.left();
            let turns = (mutants.len() - place).div_ceil(self.jobs.max(1)) as u32;
            let told = if left.is_zero() {
                Told::Unknown { why: "not looked at in time".to_owned() }
            } else {
                // What others leave of their time is there for those that come later.
                let share = (left / turns * 4).min(left).min(self.longest);
                let request = Request {
                    slots: self.slots,
                    deadline: Some(deadline.within(share)),
                    ..Request::default()
                };
                self.told(mutant, &original, &scorer, &request)
            };
            if sender.send((place, told)).is_err() {
                return;
            }
        }
    }

    fn told(&self, mutant: &Mutant, original: &Spec, scorer: &Scorer<'_>, request: &Request) -> Told {
        let Ok((changed, _)) = load_source(&mutant.source, &self.options) else { return Told::Invalid };
        match scorer.fate(&changed, request) {
            Fate::Killed(trace) => Told::Killed { trace },
            Fate::Missed(difference) => {
                let Parting { time, first, second } = difference.parting;
                Told::Missed {
                    trace: difference.trace.text(original),
                    time: show_time(&time, original.decimals),
                    original: first,
                    mutant: second,
                }
            }
            Fate::Equivalent => Told::Equivalent,
            Fate::Invalid(_) => Told::Invalid,
            Fate::Unknown(why) => Told::Unknown { why: why.to_string() },
        }
    }
}
