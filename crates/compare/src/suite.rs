//! A small regression suite: few cases that refute all the wrong submissions at hand.
//! Every counterexample that was found is run on every refuted submission; a greedy cover picks the cases.

use std::sync::Arc;

use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_explore::Session;
use lydian_solver::Chain;
use lydian_verdict::Verdict;

use crate::assertion::{Assertion, Unassertable};
use crate::batch::{is_refuted, on_deep_stack};
use crate::differ::{Finding, Fuel, examine_closed};
use crate::judge::{Judged, load, paired};
use crate::pair::{Pair, Side};
use crate::printed::Texts;
use crate::slow::{Endless, examine_endless};
use crate::through::Loadable;
use crate::{Counterexample, Exceptions, Options};

/// A suite of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// The cases, the one that refutes most first.
    pub cases: Vec<SuiteCase>,
    /// Submissions that were refuted but that no case of the suite refutes.
    pub missed: Vec<Missed>,
}

/// A submission that no case of a suite refutes.
#[derive(Debug, Clone, PartialEq)]
pub struct Missed {
    /// Its name.
    pub name: String,
    /// The reason.
    pub why: WhyMissed,
}

/// Why no case of a suite refutes a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyMissed {
    /// The suite has as many cases as it may have.
    NoRoom,
    /// What refutes it is no assertion.
    Unassertable(Unassertable),
    /// The assertions at hand do not tell it from the reference.
    NotTold,
}

impl WhyMissed {
    /// The reason in words, behind `since`.
    pub fn in_words(self) -> &'static str {
        match self {
            WhyMissed::NoRoom => "the suite has no room for it",
            WhyMissed::Unassertable(why) => why.in_words(),
            WhyMissed::NotTold => "none of the assertions found tells it from the reference",
        }
    }
}

/// One case of a suite.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteCase {
    /// The call in OCaml's notation.
    pub call: String,
    /// What the reference gives, in OCaml's notation; or the exception.
    pub expected: String,
    /// Whether `expected` is an exception.
    pub raises: bool,
    /// The case as an assertion that a submission must pass.
    pub assertion: Assertion,
    /// The submissions that it refutes.
    pub refutes: Vec<String>,
}

/// Picks at most `most` cases that together refute as many submissions as can be.
pub fn build_suite(
    reference: &Arc<Source>,
    submissions: &[Arc<Source>],
    judged: &[Judged],
    options: &Options,
    most: usize,
) -> Suite {
    on_deep_stack(|| build(reference, submissions, judged, options, most))
}

fn build(
    reference: &Arc<Source>,
    submissions: &[Arc<Source>],
    judged: &[Judged],
    options: &Options,
    most: usize,
) -> Suite {
    let refuted: Vec<usize> = (0..judged.len()).filter(|index| is_refuted(&judged[*index])).collect();
    let mut candidates: Vec<(&Judged, &Counterexample)> = Vec::new();
    for row in refuted.iter().flat_map(|index| judged[*index].rows()) {
        // What cannot be written as an assertion refutes nobody in a suite: those submissions are told as missed.
        if let Some(counterexample) = &row.counterexample
            && suite_case(row, Vec::new(), options).is_some()
            && !candidates.iter().any(|(_, known)| *known == counterexample)
        {
            candidates.push((row, counterexample));
        }
    }
    let kills = kill_matrix(reference, submissions, &refuted, &candidates, options);
    let mut open: Vec<bool> = vec![true; refuted.len()];
    let mut cases = Vec::new();
    while cases.len() < most {
        let gain = |candidate: usize| {
            (0..refuted.len()).filter(|position| open[*position] && kills[*position][candidate]).count()
        };
        // Of equally good candidates the first found is taken.
        let Some(best) =
            (0..candidates.len()).max_by_key(|candidate| (gain(*candidate), usize::MAX - candidate))
        else {
            break;
        };
        if gain(best) == 0 {
            break;
        }
        let mut refutes = Vec::new();
        for position in 0..refuted.len() {
            if kills[position][best] {
                open[position] = false;
                refutes.push(submissions[refuted[position]].name.clone());
            }
        }
        cases.extend(suite_case(candidates[best].0, refutes, options));
    }
    let is_full = cases.len() >= most;
    let missed = (0..refuted.len()).filter(|position| open[*position]).map(|position| {
        let is_told = kills[position].contains(&true);
        let why = match (is_told && is_full, why_unassertable(&judged[refuted[position]])) {
            (true, _) => WhyMissed::NoRoom,
            (false, Some(why)) => WhyMissed::Unassertable(why),
            (false, None) => WhyMissed::NotTold,
        };
        Missed { name: submissions[refuted[position]].name.clone(), why }
    });
    let missed = missed.collect();
    Suite { cases, missed }
}

/// Why no counterexample of a submission is an assertion, by the first of them; nothing if one is.
fn why_unassertable(judged: &Judged) -> Option<Unassertable> {
    let found = || judged.rows().iter().filter_map(|row| row.counterexample.as_ref());
    match found().any(|found| found.assertion.is_ok()) {
        true => None,
        false => found().find_map(|found| found.assertion.as_ref().err().copied()),
    }
}

fn suite_case(judged: &Judged, refutes: Vec<String>, options: &Options) -> Option<SuiteCase> {
    let Verdict::Refuted(refutation) = &judged.judgement.verdict else { return None };
    let (expected, raises) = match &refutation.case.expected {
        lydian_verdict::Outcome::Value(value) => (value.clone(), false),
        lydian_verdict::Outcome::Exception(_) if options.exceptions == Exceptions::Any => {
            ("_".to_owned(), true)
        }
        lydian_verdict::Outcome::Exception(exception) => (exception.clone(), true),
        lydian_verdict::Outcome::NoResult { .. } => return None,
    };
    let assertion = judged.counterexample.as_ref()?.assertion.as_ref().ok()?.clone();
    Some(SuiteCase { call: refutation.case.call(), expected, raises, assertion, refutes })
}

/// For each refuted submission, which candidates refute it.
fn kill_matrix(
    reference: &Arc<Source>,
    submissions: &[Arc<Source>],
    refuted: &[usize],
    candidates: &[(&Judged, &Counterexample)],
    options: &Options,
) -> Vec<Vec<bool>> {
    let nothing = || vec![vec![false; candidates.len()]; refuted.len()];
    let Ok(loaded) = load(reference, Side::Reference, options) else { return nothing() };
    refuted
        .iter()
        .map(|index| {
            let mut row = vec![false; candidates.len()];
            let Ok(submission) = load(&submissions[*index], Side::Submission, options) else { return row };
            let own = Loadable { program: &submission.program, source: &submissions[*index] };
            let mut names: Vec<&str> = candidates.iter().map(|(_, candidate)| &*candidate.entry).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let options = Options { entries: options.entries.only(name), ..options.clone() };
                let reference = Loadable { program: &loaded.program, source: reference };
                let Ok(pair) = paired(reference, own, &options) else { continue };
                let mut session = Session::new(pair.universe().shapes, pair.int_mode, Chain::new());
                for (position, (_, candidate)) in candidates.iter().enumerate() {
                    row[position] |=
                        candidate.entry == name && differs(&pair, &mut session, &candidate.inputs, &options);
                }
            }
            row
        })
        .collect()
}

fn differs(pair: &Pair, session: &mut Session, inputs: &[Datum], options: &Options) -> bool {
    let (terms, universe) = (&mut session.terms, &mut session.universe);
    let quick = examine_closed(pair, terms, universe, inputs, &Fuel::QUICK, options);
    match quick.finding {
        // An assertion sees neither what is printed nor what an argument holds afterwards.
        Finding::Differ => quick.texts == Texts::Same && quick.left_behind.is_empty() && !quick.is_rounding,
        Finding::MaybeEndless => match examine_endless(pair, terms, universe, inputs, options) {
            Endless::Settled(ample) => ample.differs(),
            Endless::Slow(_) => false,
        },
        _ => false,
    }
}
