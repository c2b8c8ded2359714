//! Floating-point numbers at the ends of their range: nan and the infinities, and numbers so close to zero that digits are lost. Few
//! functions are meant for them, so what differs only there is a remark.

use lydian_core::Datum;
use lydian_eval::Watch;

/// Where numbers lie in the inputs of a run, or come to on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    /// Nan or an infinity is an input, or a number became too large.
    pub(crate) not_finite: bool,
    /// An input is subnormal, or a number became subnormal or zero because it was too small.
    pub(crate) vanishing: bool,
    /// A number on the way kept no digits at all, so that much is allowed for rounding where nothing was rounded.
    pub(crate) lost: bool,
}

impl Ends {
    /// Where the inputs lie.
    pub(crate) fn of_inputs(inputs: &[Datum]) -> Ends {
        inputs.iter().fold(Ends::default(), |ends, input| ends.and(Ends::of_input(input)))
    }

    fn of_input(datum: &Datum) -> Ends {
        match datum {
            Datum::Float(float) => {
                Ends { not_finite: !float.is_finite(), vanishing: float.is_subnormal(), lost: false }
            }
            Datum::Construct(_, _, parts) | Datum::Array(parts) => Ends::of_inputs(parts),
            Datum::Lazy(part) => Ends::of_input(part),
            Datum::Function(function) => {
                let constant = function.constant.iter().map(Ends::of_input);
                let entries = function.entries.iter();
                let entries = entries.map(|(args, result)| Ends::of_inputs(args).and(Ends::of_input(result)));
                constant.chain(entries).fold(Ends::default(), Ends::and)
            }
            _ => Ends::default(),
        }
    }

    /// What was seen on the way.
    pub(crate) fn of_watch(watch: &Watch) -> Ends {
        let lost = watch.largest_float.is_infinite();
        Ends { not_finite: watch.float_overflowed, vanishing: watch.float_underflowed, lost }
    }

    /// Both together.
    pub(crate) fn and(self, other: Ends) -> Ends {
        Ends {
            not_finite: self.not_finite || other.not_finite,
            vanishing: self.vanishing || other.vanishing,
            lost: self.lost || other.lost,
        }
    }

    /// Whether any number lies at an end.
    pub(crate) fn any(self) -> bool {
        self.not_finite || self.vanishing
    }

    /// What matters most in one run: beside an infinity, what vanishes says little.
    pub(crate) fn foremost(self) -> Ends {
        Ends { vanishing: self.vanishing && !self.not_finite, ..self }
    }

    /// Where they lie: `at nan or infinity`.
    pub(crate) fn in_words(self) -> &'static str {
        match (self.not_finite, self.vanishing) {
            (false, true) => "where numbers are too close to zero to keep their digits",
            (true, true) => "at nan or infinity, or where numbers are too close to zero to keep their digits",
            _ => "at nan or infinity",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_ends_are_found_inside_of_inputs() {
        let of = |float: f64| Ends::of_inputs(&[Datum::list([Datum::Float(1.0), Datum::Float(float)])]);
        assert_eq!(of(f64::NAN), Ends { not_finite: true, ..Ends::default() });
        assert_eq!(of(5e-324), Ends { vanishing: true, ..Ends::default() });
        assert!(!of(0.0).any() && !of(f64::MIN_POSITIVE).any());
    }
}
