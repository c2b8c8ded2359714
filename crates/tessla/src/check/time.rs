//! Literals with units of time become numbers of the base unit.

use lydian_diagnostic::Diagnostic;
use lydian_term::Int;

use crate::check::Checker;
use crate::syntax::ast::{At, TimeUnit};

impl Checker<'_> {
    /// How many base units a span of time is; an error if that is not known or not a whole number.
    ///
    /// A unit that is coarser than the unit of the base is rounded down to whole base units (a base of `33333 us` is a
    /// clock, and `1 s` is 30 of its ticks); a finer one must be a multiple.
    pub(crate) fn base_units(&mut self, count: &Int, unit: TimeUnit, at: At) -> Option<Int> {
        let Some((base, base_unit)) = self.options.base_time.clone() else {
            let message = "a unit of time has no meaning without a base time";
            let span = self.names.files.span(at);
            let hint = "say what one unit of time in traces is, as in `--base-time \"1 ms\"`";
            self.push(Diagnostic::error("no-base-time", span, message).hint(hint));
            return None;
        };
        let span = count.clone() * femtoseconds(unit);
        let in_unit = femtoseconds(base_unit);
        let tick = base.clone() * in_unit.clone();
        let units = span.tdiv(&tick)?;
        let exact = span.tmod(&tick)?.is_zero();
        let finer = femtoseconds(unit) < in_unit;
        if (finer && !exact) || (units.is_zero() && !span.is_zero()) {
            let message = format!("this is no whole number of base times ({base} {})", name(base_unit));
            let span = self.names.files.span(at);
            let hint = "use a finer base time, or a time that is a multiple of it";
            self.push(Diagnostic::error("inexact-time", span, message).hint(hint));
            return None;
        }
        Some(units)
    }
}

fn femtoseconds(unit: TimeUnit) -> Int {
    let second = 1_000_000_000_000_000_i64;
    Int::from(match unit {
        TimeUnit::Fs => 1,
        TimeUnit::Ps => 1_000,
        TimeUnit::Ns => 1_000_000,
        TimeUnit::Us => 1_000_000_000,
        TimeUnit::Ms => 1_000_000_000_000,
        TimeUnit::S => second,
        TimeUnit::Min => 60 * second,
        TimeUnit::H => 3_600 * second,
        TimeUnit::D => return Int::from(86_400) * Int::from(second),
    })
}

fn name(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Fs => "fs",
        TimeUnit::Ps => "ps",
        TimeUnit::Ns => "ns",
        TimeUnit::Us => "us",
        TimeUnit::Ms => "ms",
        TimeUnit::S => "s",
        TimeUnit::Min => "min",
        TimeUnit::H => "h",
        TimeUnit::D => "d",
    }
}
