//! Named measurements of a run, in the order in which they were first recorded.
//! Order is part of the data: reports print statistics as they come, so no hash order can reach an output.

use std::time::Duration;

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// How many.
    Count(u64),
    /// How long.
    Seconds(f64),
}

/// An ordered list of named measurements.
///
/// ```
/// use lydian_verdict::{Measure, Statistics};
/// let mut statistics = Statistics::default();
/// statistics.count("paths", 3);
/// statistics.count("paths", 4);
/// assert_eq!(statistics.get("paths"), Some(Measure::Count(7)));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Statistics {
    entries: Vec<(String, Measure)>,
}

impl Statistics {
    /// Adds to the count called `name`.
    pub fn count(&mut self, name: &str, count: u64) {
        self.add(name, Measure::Count(count));
    }

    /// Adds to the time called `name`.
    pub fn time(&mut self, name: &str, time: Duration) {
        self.add(name, Measure::Seconds(time.as_secs_f64()));
    }

    /// Adds a measurement to the one of the same name, or appends it. A name keeps the unit it was first recorded with.
    pub fn add(&mut self, name: &str, measure: Measure) {
        let Some((_, present)) = self.entries.iter_mut().find(|(present, _)| present == name) else {
            self.entries.push((name.to_owned(), measure));
            return;
        };
        match (present, measure) {
            (Measure::Count(total), Measure::Count(more)) => *total = total.saturating_add(more),
            (Measure::Seconds(total), Measure::Seconds(more)) => *total += more,
            (Measure::Count(_), Measure::Seconds(_)) | (Measure::Seconds(_), Measure::Count(_)) => {
                debug_assert!(false, "`{name}` was recorded with two units");
            }
        }
    }

    /// Adds everything in `other`.
    pub fn absorb(&mut self, other: &Statistics) {
        for (name, measure) in other.iter() {
            self.add(name, measure);
        }
    }

    /// The measurement called `name`.
    pub fn get(&self, name: &str) -> Option<Measure> {
        self.iter().find(|(present, _)| *present == name).map(|(_, measure)| measure)
    }

    /// All measurements in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Measure)> {
        self.entries.iter().map(|(name, measure)| (name.as_str(), *measure))
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_order_of_their_first_record() {
        let mut statistics = Statistics::default();
        statistics.count("queries", 1);
        statistics.time("solver", Duration::from_millis(500));
        statistics.count("queries", 1);
        let names: Vec<&str> = statistics.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["queries", "solver"]);
    }

    #[test]
    fn absorbing_adds_what_both_have_and_appends_the_rest() {
        let mut left = Statistics::default();
        left.count("paths", 2);
        let mut right = Statistics::default();
        right.count("paths", 3);
        right.time("solver", Duration::from_secs(1));
        left.absorb(&right);
        assert_eq!(left.get("paths"), Some(Measure::Count(5)));
        assert_eq!(left.get("solver"), Some(Measure::Seconds(1.0)));
    }

    #[test]
    fn a_count_stops_at_the_largest_number() {
        let mut statistics = Statistics::default();
        statistics.count("steps", u64::MAX);
        statistics.count("steps", 1);
        assert_eq!(statistics.get("steps"), Some(Measure::Count(u64::MAX)));
    }
}
