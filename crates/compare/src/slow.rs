//! Whether a submission that does not end within its fuel is endless, or right and only slow.
//! Work that grows with its input passes through every order of magnitude on the way down to a small one: a slow program ends somewhere
//! below with a good part of the steps that were not enough. An endless one jumps from few steps to no end at all.

use lydian_core::{ConId, Datum, Int, Mutability};
use lydian_eval::Universe;
use lydian_term::Terms;
use lydian_verdict::{Remark, grouped};
use lydian_words::plural;

use crate::beside::call_of;
use crate::differ::{Concrete, Finding, Fuel, examine_closed};
use crate::pair::Pair;
use crate::sequence::Sequence;
use crate::{Options, wording};

/// What more fuel shows about an input on which a submission seems endless.
pub(crate) enum Endless {
    /// The run with ample fuel; if that was not enough either, nothing says that more would be.
    Settled(Box<Concrete>),
    /// It ends with ample fuel, or a smaller input takes so many steps that this one takes only longer.
    Slow(Slow),
}

/// An input that shows how slow a submission is.
#[derive(Debug, Clone)]
pub(crate) struct Slow {
    pub(crate) inputs: Vec<Datum>,
    pub(crate) sequence: Sequence,
    /// The steps of the reference, and those of the submission.
    pub(crate) steps: [u64; 2],
}

/// What was left out because the submission takes too long there.
#[derive(Debug, Default)]
pub(crate) struct SlowRuns {
    pub(crate) example: Option<Slow>,
    /// Inputs and paths.
    pub(crate) left_out: u64,
}

impl SlowRuns {
    pub(crate) fn remark(&self, pair: &Pair) -> Option<Remark> {
        let left_out = plural(self.left_out, "run");
        let text = match (&self.example, self.left_out) {
            (None, 0) => return None,
            (None, _) => format!("does not end within its fuel: {left_out}, left out"),
            (Some(Slow { inputs, sequence, steps: [reference, submission] }), _) => {
                let call = wording::clip(&call_of(pair, *sequence, inputs));
                let (submission, reference) = (grouped(*submission), grouped(*reference));
                format!(
                    "slow: {call} takes {submission} steps, and {reference} in the reference; left out since they take as long or longer: {left_out}"
                )
            }
        };
        Some(Remark::new("slow", text))
    }
}

/// Runs an input on which the submission seems endless with ample fuel, and if it still does not end, smaller ones.
pub(crate) fn examine_endless(
    pair: &Pair,
    terms: &mut Terms,
    universe: &mut Universe,
    inputs: &[Datum],
    options: &Options,
) -> Endless {
    let mut run = |inputs: &[Datum]| examine_closed(pair, terms, universe, inputs, &Fuel::AMPLE, options);
    let ample = run(inputs);
    match ample.finding {
        Finding::MaybeEndless => {}
        Finding::Agree => {
            let (inputs, sequence) = (inputs.to_vec(), pair.sequence);
            return Endless::Slow(Slow { inputs, sequence, steps: ample.steps });
        }
        _ => return Endless::Settled(Box::new(ample)),
    }
    let slow = below(inputs, ample.steps[1], |inputs| {
        let smaller = run(inputs);
        match smaller.finding {
            Finding::MaybeEndless => Smaller::RunsOn,
            Finding::Interrupted => Smaller::Interrupted,
            _ => Smaller::Ends(smaller.steps),
        }
    });
    match slow {
        Some((inputs, steps)) => Endless::Slow(Slow { inputs, sequence: pair.sequence, steps }),
        None => Endless::Settled(Box::new(ample)),
    }
}

/// What a smaller input comes to.
#[derive(Debug, Clone, Copy)]
enum Smaller {
    RunsOn,
    Ends([u64; 2]),
    Interrupted,
}

/// How many times an input is halved at most; one more than the bits of an integer.
const HALVINGS: u32 = 63;

/// How finely the last half is divided.
const FINE: u32 = 12;

/// An ending run must take this part of the steps that were not enough.
const WINDOW: u64 = 8;

/// Looks for a smaller input whose run ends after nearly as many steps as were not enough.
fn below(
    inputs: &[Datum],
    exhausted: u64,
    mut run: impl FnMut(&[Datum]) -> Smaller,
) -> Option<(Vec<Datum>, [u64; 2])> {
    let mut seen = vec![(inputs.to_vec(), Smaller::RunsOn)];
    let mut look = |part: Part| {
        let smaller: Vec<Datum> = inputs.iter().map(|input| part.of(input)).collect();
        let known = seen.iter().find(|(inputs, _)| *inputs == smaller);
        let came = match known {
            Some((_, came)) => *came,
            None => run(&smaller),
        };
        seen.push((smaller.clone(), came));
        let steps = match came {
            Smaller::Ends(steps) => steps,
            Smaller::RunsOn => return Side::Above,
            Smaller::Interrupted => return Side::Lost,
        };
        if steps[1] >= exhausted / WINDOW { Side::Near(smaller, steps) } else { Side::Below }
    };
    let (mut above, mut below) = (0, HALVINGS);
    while below - above > 1 {
        let halvings = above.midpoint(below);
        match look(Part { numerator: 1, halvings }) {
            Side::Near(inputs, steps) => return Some((inputs, steps)),
            Side::Lost => return None,
            Side::Below => below = halvings,
            Side::Above => above = halvings,
        }
    }
    let halvings = below + FINE;
    let (mut above, mut below) = (2 << FINE, 1 << FINE);
    while above - below > 1 {
        let numerator = u64::midpoint(above, below);
        match look(Part { numerator, halvings }) {
            Side::Near(inputs, steps) => return Some((inputs, steps)),
            Side::Lost => return None,
            Side::Below => below = numerator,
            Side::Above => above = numerator,
        }
    }
    None
}

/// Where an input lies beside the border between those that end and those that do not.
enum Side {
    Above,
    Near(Vec<Datum>, [u64; 2]),
    Below,
    /// Time is up.
    Lost,
}

/// A part of an input: its integers times a fraction, and lists cut to that part of their length.
#[derive(Debug, Clone, Copy)]
struct Part {
    numerator: u64,
    /// The denominator, as a power of two.
    halvings: u32,
}

impl Part {
    fn of(self, datum: &Datum) -> Datum {
        match datum {
            Datum::Int(int) => Datum::Int(self.of_int(int)),
            Datum::Construct(ConId::CONS, Mutability::Immutable, _) => self.of_list(datum),
            Datum::Construct(con, mutability, parts) => {
                Datum::Construct(*con, *mutability, parts.iter().map(|part| self.of(part)).collect())
            }
            Datum::Array(elements) => Datum::Array(self.prefix(elements.iter(), elements.len())),
            other => other.clone(),
        }
    }

    /// What is not zero stays so: zero is mostly a case of its own.
    fn of_int(self, int: &Int) -> Int {
        let scaled = int * &Int::from(i128::from(self.numerator));
        match scaled.tdiv(&Int::power_of_two(self.halvings)) {
            Some(part) if !part.is_zero() || int.is_zero() => part,
            _ if int.is_negative() => Int::from(-1i64),
            _ => Int::from(1i64),
        }
    }

    fn of_list(self, list: &Datum) -> Datum {
        let mut elements = Vec::new();
        let mut rest = list;
        while let Datum::Construct(ConId::CONS, _, parts) = rest
            && let [head, tail] = &parts[..]
        {
            elements.push(head);
            rest = tail;
        }
        let count = elements.len();
        Datum::list(self.prefix(elements.into_iter(), count))
    }

    fn prefix<'d>(self, elements: impl Iterator<Item = &'d Datum>, count: usize) -> Vec<Datum> {
        let kept = self.of_int(&Int::from(count)).as_usize().unwrap_or(count);
        elements.take(kept).map(|element| self.of(element)).collect()
    }
}

/// Whether a submission that does not end within its fuel may be called endless.
///
/// A submission that needed ample fuel once and then ended is slow: at larger inputs it would run out of any fuel
/// without being wrong. And runs with ample fuel are costly, so there are only a few of them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Patience {
    is_slow: bool,
    tries: u32,
}

impl Patience {
    pub(crate) fn accuses(&self) -> bool {
        !self.is_slow && self.tries < 3
    }

    /// Notes a run with ample fuel, and whether it confirmed a difference.
    pub(crate) fn note(&mut self, confirmed: bool) {
        self.tries += 1;
        self.is_slow |= !confirmed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found below an input for a program that takes so many steps, or none at all to the end, with ten thousand at most.
    fn found(input: &Datum, steps: impl Fn(&Datum) -> Option<u64>) -> Option<Datum> {
        let run = |inputs: &[Datum]| match steps(&inputs[0]) {
            Some(steps) if steps <= 10_000 => Smaller::Ends([1, steps]),
            _ => Smaller::RunsOn,
        };
        below(std::slice::from_ref(input), 10_000, run).map(|(inputs, _)| inputs[0].clone())
    }

    fn int(value: i64) -> Datum {
        Datum::Int(Int::from(value))
    }

    fn value(datum: &Datum) -> i64 {
        match datum {
            Datum::Int(int) => int.as_i64().unwrap_or_default(),
            _ => 0,
        }
    }

    fn length(datum: &Datum) -> u32 {
        let mut rest = datum;
        let mut length = 0;
        while let Datum::Construct(ConId::CONS, _, parts) = rest {
            (rest, length) = (&parts[1], length + 1);
        }
        length
    }

    #[test]
    fn work_that_grows_is_slow() {
        for input in [12_000, 1 << 20, i64::MAX / 2, -(1 << 40)] {
            assert!(found(&int(input), |n| Some(value(n).unsigned_abs())).is_some(), "{input}");
            assert!(found(&int(input), |n| value(n).unsigned_abs().checked_pow(2)).is_some(), "{input}");
        }
        for input in [14, 27, 1000, 1 << 50] {
            assert!(found(&int(input), |n| 2u64.checked_pow(value(n) as u32)).is_some(), "{input}");
        }
        let list = Datum::list((0..40).map(int));
        assert!(found(&list, |list| Some(1 << length(list))).is_some());
    }

    #[test]
    fn work_that_jumps_is_endless() {
        for border in [0, 1, 5, 1000, 1 << 40] {
            let steps = |n: &Datum| (value(n) < border).then_some(20);
            for input in [border, border + 1, 3 * border + 7] {
                assert!(found(&int(input), steps).is_none(), "{input} from {border} on");
            }
        }
        assert!(found(&int(-1), |n| (value(n) >= 0).then_some(20)).is_none());
        let list = Datum::list((0..40).map(int));
        assert!(found(&list, |list| (length(list) < 3).then_some(20)).is_none());
    }
}
