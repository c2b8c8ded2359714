//! Calls one after the other, where a single call does not show all that a program can do.
//! First single calls are compared, as of any program; if these show no difference, sequences of two and of three calls from the start of
//! the program, whose inputs are hunted for in the same way. What is found is made short before it is shown.

use lydian_enumerate::Constants;
use lydian_hunt::{Effort, Found, Question, shrunk};
use lydian_verdict::{Judgement, Statistics, Verdict};

use crate::Options;
use crate::beside::{Beside, Difference};
use crate::compared::{Instance, look_for_difference};
use crate::instances::{both, compare_at_all_instances};
use crate::judge::{Judged, plain, refuted};
use crate::pair::Pair;
use crate::question::Differences;
use crate::sequence::Sequence;
use crate::{twins, wording};

/// What a comparison works with.
pub(crate) struct Judging<'a> {
    pub(crate) constants: &'a Constants,
    pub(crate) beside: &'a mut Beside,
    pub(crate) subject: String,
    pub(crate) options: &'a Options,
}

/// Compares by single calls, and by sequences of them where these can show more.
pub(crate) fn compare_in_all_ways(pair: &mut Pair, mut judging: Judging<'_>) -> Judged {
    let sequences = Sequence::worth_trying(pair);
    if sequences.is_empty() {
        return judging.single_calls(pair);
    }
    // An effort without an end would leave no time for sequences: these come before the rest of it.
    let whole = judging.options;
    let bounded = Options { effort: whole.effort.usual_at_most(), ..whole.clone() };
    let Judging { constants, beside, subject, .. } = judging;
    let mut judging = Judging { constants, beside, subject, options: &bounded };
    let single = judging.single_calls(pair);
    let Verdict::Passed(_) = single.judgement.verdict else { return single };
    pair.entry.at(0);
    let together = judging.sequences(pair, sequences);
    if whole.effort == Effort::Max && matches!(together.judgement.verdict, Verdict::Passed(_)) {
        judging.options = whole;
        let single = judging.single_calls(pair);
        let Verdict::Passed(_) = single.judgement.verdict else { return single };
        return both(single, together);
    }
    both(single, together)
}

impl Judging<'_> {
    fn single_calls(&mut self, pair: &mut Pair) -> Judged {
        let Judging { constants, beside, subject, options } = self;
        compare_at_all_instances(pair, constants, beside, subject, options)
    }

    /// Compares by sequences of calls, the shorter ones first.
    fn sequences(&mut self, pair: &mut Pair, sequences: Vec<Sequence>) -> Judged {
        let mut statistics = Statistics::default();
        let (mut parts, mut outside) = (Vec::new(), Vec::new());
        let (mut verdict, mut remarks) = (None, Vec::new());
        for sequence in sequences {
            pair.sequence = sequence;
            let mut session = pair.session();
            let (came, more) = look_for_difference(
                pair,
                &mut session,
                self.constants,
                self.beside,
                Instance::Sequence,
                self.options,
            );
            statistics.absorb(&more);
            match came {
                // Few functions are meant for that, and few say so.
                Err(found) if sequence.twins.is_some() && !self.options.shared_arguments => {
                    remarks.push(twins::remark(pair, &found));
                }
                Err(found) => {
                    let found = self.shortest(pair, found);
                    pair.sequence = found.1.sequence;
                    let mut session = pair.session();
                    let subject = self.subject.clone();
                    let judged = refuted(pair, &mut session, subject, found, statistics, self.options);
                    pair.sequence = Sequence::ONE;
                    return judged;
                }
                Ok(Verdict::Passed(bounds) | Verdict::Proved(bounds)) => parts.push(bounds),
                Ok(Verdict::Vacuous(_)) if sequence.twins.is_some() || outside.contains(&sequence.times) => {}
                Ok(Verdict::Vacuous(_)) => outside.push(sequence.times),
                Ok(mut undecided) => {
                    if let Verdict::Unknown(undecided) = &mut undecided {
                        parts.extend(undecided.covered.take());
                    }
                    verdict = Some(undecided);
                    break;
                }
            }
        }
        pair.sequence = Sequence::ONE;
        let is_covered = !parts.is_empty() || !outside.is_empty();
        let reservations = self.beside.reservations();
        let covered = is_covered.then(|| wording::bounds_of_sequences(pair, parts, &outside, reservations));
        let verdict = match (verdict, covered) {
            (None, Some(covered)) => Verdict::Passed(covered),
            (Some(undecided), Some(covered)) => undecided.covering(covered),
            (Some(undecided), None) => undecided,
            (None, None) => Verdict::Vacuous("no sequence of calls was tried".to_owned()),
        };
        let mut judgement = Judgement::new(self.subject.clone(), verdict);
        judgement.statistics = statistics;
        judgement.remarks = remarks;
        plain(judgement)
    }

    /// The same difference with as few calls and instances as show it.
    fn shortest(&mut self, pair: &mut Pair, mut found: Difference) -> Difference {
        while let Some(shorter) = self.a_shorter_one(pair, &found) {
            found = shorter;
        }
        found
    }

    fn a_shorter_one(&mut self, pair: &mut Pair, (inputs, concrete): &Difference) -> Option<Difference> {
        concrete.sequence.shorter(inputs).into_iter().find_map(|(shorter, inputs)| {
            pair.sequence = shorter;
            let mut session = pair.session();
            let types = pair.input_types();
            let roots: Vec<_> = types.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
            let mut question = Differences::new(pair, self.beside, self.constants, self.options, None);
            let (witness, _) = question.still_fails(&mut session, &inputs);
            let found = Found { inputs, witness: witness? };
            let Found { inputs, witness } =
                shrunk(&mut question, &mut session, &roots, found, self.options.deadline);
            Some((inputs, witness))
        })
    }
}
