//! What is found beside the verdict: differences that count only if the user wants them to.
//! A difference in whose runs an integer left its range tells two programs of the same mathematics apart only by their
//! overflow; what only the submission prints is mostly a trace for its author; the last digits of a floating-point number depend on the order
//! of the operations; and few functions are meant for nan, infinity and numbers that vanish. All become remarks, and the search goes on.
//! There are two ways back: a reference that prints somewhere has printing in its behaviour, and a reference that stirs the bits of what
//! wraps on ordinary inputs, as hash functions do, has wrapping in it.

use lydian_core::Datum;
use lydian_ocaml::Builders;
use lydian_verdict::Remark;
use lydian_words::plural;

use crate::differ::{Concrete, Finding};
use crate::pair::Pair;
use crate::pasted::Looks;
use crate::printed::Texts;
use crate::sequence::{Sequence, Written};
use crate::slow::SlowRuns;
use crate::special_floats::Ends;
use crate::wording::Reservations;
use crate::{Floats, Integers, Options, Printing, SpecialFloats, wording};

/// An input with what both programs do on it.
pub(crate) type Difference = (Vec<Datum>, Concrete);

/// How much a difference weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It refutes.
    Counts,
    /// An integer left its range.
    Overflow,
    /// Only the submission prints.
    Printing,
    /// Only the last digits of floating-point numbers differ.
    Rounding,
    /// A floating-point number lies at an end of their range: as an input, or on the way.
    SpecialFloats,
}

/// What was found so far that decides nothing.
pub(crate) struct Beside {
    integers: Integers,
    printing: Printing,
    floats: Floats,
    special_floats: SpecialFloats,
    /// Whether the reference stirs the bits of what wraps on an ordinary input.
    stirs: bool,
    /// The first difference in whose runs an integer left its range.
    pub(crate) overflow: Option<Difference>,
    /// The first such difference on an ordinary input where the reference itself wraps.
    deliberate: Option<Difference>,
    /// The first input on which only the submission prints.
    extra_text: Option<Difference>,
    /// The first difference by rounding only.
    rounding: Option<Difference>,
    /// The first difference at numbers that are not finite, or too close to zero.
    at_special_floats: Option<Difference>,
    /// Where all differences of this kind lie.
    ends: Ends,
    reference_prints: bool,
    /// Inputs that were tried and count, and on how many of them an integer left its range.
    tried: u64,
    tried_and_left: u64,
    /// Inputs and paths on which the programs agree and no integer is known to leave its range.
    agree_in_range: u64,
    /// Whether parts of results were not computed because they lie too far behind suspensions.
    pub(crate) is_cut: bool,
    /// Differences by overflow in the submission that were not tried with integers of any size.
    pub(crate) untried: u64,
    /// What was left out because the submission takes too long there.
    pub(crate) slow: SlowRuns,
}

impl Beside {
    pub(crate) fn new(options: &Options) -> Beside {
        Beside {
            integers: options.integers,
            printing: options.printing,
            floats: options.floats,
            special_floats: options.special_floats,
            stirs: false,
            overflow: None,
            deliberate: None,
            extra_text: None,
            rounding: None,
            at_special_floats: None,
            ends: Ends::default(),
            reference_prints: false,
            tried: 0,
            tried_and_left: 0,
            agree_in_range: 0,
            is_cut: false,
            untried: 0,
            slow: SlowRuns::default(),
        }
    }

    /// Takes note of a concrete run, whatever came of it.
    pub(crate) fn note(&mut self, inputs: &[Datum], concrete: &Concrete) {
        // What a reference does outside of its domain says nothing about it.
        if !concrete.differs() && !matches!(concrete.finding, Finding::Agree) {
            return;
        }
        self.reference_prints |= concrete.reference_prints;
        self.is_cut |= concrete.is_cut;
        self.stirs |= concrete.stirs && is_ordinary(inputs);
        self.tried += 1;
        self.tried_and_left += u64::from(concrete.wraps());
        self.agree_in_range += u64::from(!concrete.differs() && !concrete.wraps());
    }

    /// Takes note of a path on which the programs agree and on which no integer is known to leave its range.
    pub(crate) fn note_path_in_range(&mut self) {
        self.agree_in_range += 1;
    }

    /// Whether integers left their range wherever the programs were compared, so that nothing can be said of them.
    pub(crate) fn left_range_everywhere(&self) -> bool {
        self.overflow.is_some() && self.agree_in_range == 0
    }

    /// Takes note that the reference printed on some path.
    pub(crate) fn note_printing(&mut self, prints: bool) {
        self.reference_prints |= prints;
    }

    /// What a difference weighs by what is known now.
    pub(crate) fn weigh(&self, inputs: &[Datum], concrete: &Concrete) -> Weight {
        if self.is_extra_text(concrete.texts) {
            return Weight::Printing;
        }
        let remarks_on_ends = self.special_floats == SpecialFloats::Remark;
        // Digits that are lost at the ends of the range are not rounded off, though as much is allowed for them.
        if concrete.is_rounding && !(remarks_on_ends && concrete.ends.lost) {
            return Weight::Rounding;
        }
        if remarks_on_ends && concrete.ends.any() {
            return Weight::SpecialFloats;
        }
        if self.integers == Integers::Mathematical
            && concrete.wraps()
            && !concrete.stays_unbounded
            && !(self.wraps_on_purpose() && is_deliberate(inputs, concrete))
        {
            return Weight::Overflow;
        }
        Weight::Counts
    }

    /// Whether wrapping is part of what the reference does.
    pub(crate) fn wraps_on_purpose(&self) -> bool {
        self.stirs
    }

    /// Whether such a difference between texts only makes a remark.
    pub(crate) fn is_extra_text(&self, texts: Texts) -> bool {
        texts == Texts::OnlyTheSubmissionPrints
            && self.printing == Printing::Expected
            && !self.reference_prints
    }

    /// Whether an example of such a difference is known already.
    pub(crate) fn has(&self, weight: Weight) -> bool {
        match weight {
            Weight::Counts => false,
            Weight::Overflow => self.overflow.is_some(),
            Weight::Printing => self.extra_text.is_some(),
            Weight::Rounding => self.rounding.is_some(),
            Weight::SpecialFloats => self.at_special_floats.is_some(),
        }
    }

    /// Gives a difference back if it refutes, and otherwise keeps the first of its kind.
    pub(crate) fn sift(&mut self, found: Difference) -> Option<Difference> {
        let place = match self.weigh(&found.0, &found.1) {
            Weight::Counts => return Some(found),
            Weight::Printing => &mut self.extra_text,
            Weight::Rounding => &mut self.rounding,
            Weight::SpecialFloats => {
                self.ends = self.ends.and(found.1.ends.foremost());
                &mut self.at_special_floats
            }
            Weight::Overflow => {
                if self.deliberate.is_none() && is_deliberate(&found.0, &found.1) {
                    self.deliberate = Some(found.clone());
                }
                &mut self.overflow
            }
        };
        place.get_or_insert(found);
        None
    }

    /// A difference that was put aside and counts after all, by what is known now.
    pub(crate) fn due(&mut self) -> Option<Difference> {
        if self.reference_prints
            && let Some(found) = self.extra_text.take()
        {
            return self.sift(found);
        }
        if self.wraps_on_purpose() { self.deliberate.take() } else { None }
    }

    /// What has to be said of every claim.
    pub(crate) fn reservations(&self) -> Reservations {
        Reservations {
            overflow: self.overflow.as_ref().map(|(_, concrete)| concrete.left_bits),
            mostly_left: self.mostly_left(),
            at_special_floats: self.at_special_floats.as_ref().map(|_| self.ends),
            rounding: self.rounding.as_ref().map(|_| self.floats),
            is_cut: self.is_cut,
        }
    }

    /// On how many of the inputs tried an integer left its range, if that is most of so many that the share says something.
    fn mostly_left(&self) -> Option<[u64; 2]> {
        const ENOUGH: u64 = 16;
        let is_most = self.tried >= ENOUGH && self.tried_and_left * 2 >= self.tried;
        (self.overflow.is_some() && is_most).then_some([self.tried_and_left, self.tried])
    }

    /// The remarks beside a verdict that refutes nothing.
    pub(crate) fn remarks(&self, pair: &Pair) -> Vec<Remark> {
        let overflow = self.overflow.iter();
        let overflow = overflow.map(|found| {
            let mut remark = overflow_remark(pair, &call(pair, found), &found.1);
            if self.untried > 0 {
                let untried = plural(self.untried, "such difference");
                remark.text += &format!("; not tried with integers of any size: {untried}");
            }
            remark
        });
        let extra_text = self.extra_text.iter();
        let extra_text = extra_text.map(|found| printing_remark(&call(pair, found), &found.1));
        let rounding = self.rounding.iter();
        let rounding = rounding.map(|found| rounding_remark(pair, &call(pair, found), &found.1));
        let special = self.at_special_floats.iter();
        let special = special.map(|found| special_remark(pair, &call(pair, found), &found.1));
        overflow.chain(extra_text).chain(rounding).chain(special).chain(self.slow.remark(pair)).collect()
    }

    /// The examples that can be made smaller, each with its weight.
    pub(crate) fn examples(&self) -> Vec<(Weight, Difference)> {
        let kept = [
            (Weight::Overflow, &self.overflow),
            (Weight::Rounding, &self.rounding),
            (Weight::SpecialFloats, &self.at_special_floats),
        ];
        kept.into_iter().filter_map(|(weight, found)| Some((weight, found.clone()?))).collect()
    }

    /// Takes another example in the place of one.
    pub(crate) fn replace(&mut self, weight: Weight, found: Difference) {
        match weight {
            Weight::Overflow => self.overflow = Some(found),
            Weight::Rounding => self.rounding = Some(found),
            Weight::SpecialFloats => self.at_special_floats = Some(found),
            Weight::Counts | Weight::Printing => {}
        }
    }
}

/// The remark about a difference where an integer leaves its range.
pub(crate) fn overflow_remark(pair: &Pair, call: &str, concrete: &Concrete) -> Remark {
    let [expected, actual] = wording::outcomes(pair, concrete);
    let bits = concrete.left_bits;
    let text =
        format!("differs where an integer leaves {bits} bits: {call}: expected {expected}, got {actual}");
    Remark::new("overflow", text).counted_by("--integers machine")
}

/// The remark about what only the submission prints.
pub(crate) fn printing_remark(call: &str, concrete: &Concrete) -> Remark {
    let text = concrete.printed[1].clone().unwrap_or_else(|| "prints".to_owned());
    let text = format!("prints, and the reference does not: {call} {text}");
    Remark::new("printing", wording::clip(&text)).counted_by("--printing compare")
}

/// The remark about a difference by rounding only.
pub(crate) fn rounding_remark(pair: &Pair, call: &str, concrete: &Concrete) -> Remark {
    let [expected, actual] = wording::outcomes(pair, concrete);
    let by = match concrete.rounding_decides {
        true => "where rounding decides how two numbers compare".to_owned(),
        false => wording::rounded_by(pair.floats),
    };
    let text = match expected.to_string() == actual.to_string() {
        // What is left in an argument differs.
        true => format!("differs only {by}: {call}"),
        false => format!("differs only {by}: {call}: expected {expected}, got {actual}"),
    };
    Remark::new("rounding", wording::clip(&text)).counted_by("--floats exact")
}

/// The remark about a difference at the ends of floating-point numbers only.
pub(crate) fn special_remark(pair: &Pair, call: &str, concrete: &Concrete) -> Remark {
    let [expected, actual] = wording::outcomes(pair, concrete);
    let at = concrete.ends.foremost().in_words();
    let text = match expected.to_string() == actual.to_string() {
        // What is left in an argument differs.
        true => format!("differs only {at}: {call}"),
        false => format!("differs only {at}: {call}: expected {expected}, got {actual}"),
    };
    Remark::new("special-floats", wording::clip(&text)).counted_by("--special-floats compare")
}

pub(crate) fn call(pair: &Pair, (inputs, concrete): &Difference) -> String {
    call_of(pair, concrete.sequence, inputs)
}

/// The calls of a test as the user writes them.
pub(crate) fn call_of(pair: &Pair, sequence: Sequence, inputs: &[Datum]) -> String {
    let (function, arguments) = pair.written_call(sequence, inputs);
    Written::new(&function, sequence, &arguments, &[], &Looks::default()).call
}

/// Whether the reference wraps on an input that nobody would call an end of the integers.
fn is_deliberate(inputs: &[Datum], concrete: &Concrete) -> bool {
    concrete.wraps[0] && is_ordinary(inputs)
}

/// The bits of the largest integer that is ordinary.
const ORDINARY_BITS: u64 = 30;

fn is_ordinary(inputs: &[Datum]) -> bool {
    inputs.iter().all(|input| match input {
        Datum::Int(int) => int.bit_length() <= ORDINARY_BITS,
        Datum::Construct(con, _, parts) => !Builders::is_end(*con) && is_ordinary(parts),
        Datum::Array(parts) => is_ordinary(parts),
        Datum::Lazy(part) => is_ordinary(std::slice::from_ref(part)),
        Datum::Function(function) => {
            function.constant.iter().all(|constant| is_ordinary(std::slice::from_ref(constant)))
                && function
                    .entries
                    .iter()
                    .all(|(args, result)| is_ordinary(args) && is_ordinary(std::slice::from_ref(result)))
        }
        _ => true,
    })
}
