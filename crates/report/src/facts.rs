//! What a verdict tells, as labelled lines: the common ground of the reports that people read.

use std::borrow::Cow;

use lydian_verdict::{Detail, Judgement, Measure, Mismatch, Remark, Verdict, VerdictKind, grouped, label};

/// The verdict in a few words: `refuted`, `mismatched: "max" has another type`, `refuted, 3 entries: 1 refuted, 2 passed`.
pub(crate) fn headline(judgement: &Judgement) -> String {
    let mut headline = judgement.verdict.kind().word().to_owned();
    if !judgement.entries.is_empty() {
        headline.push_str(&entry_counts(&judgement.entries));
    } else if let Verdict::Mismatched(mismatch) = &judgement.verdict {
        headline.push_str(&format!(": `{}` {}", mismatch.entry, how_mismatched(mismatch)));
    }
    headline.push_str(&remark_count(judgement));
    if let Some(earlier) = &judgement.same_as {
        headline.push_str(&format!(" (the same program as {earlier})"));
    }
    headline
}

/// What was covered before it was given up; in German, if that is how it is told.
fn until_then(text: &str) -> String {
    match text.starts_with("bis dahin: ") {
        true => text.to_owned(),
        false => format!("until then: {text}"),
    }
}

/// The same for one of several entries, which is named beside it.
pub(crate) fn headline_of_entry(entry: &Judgement) -> String {
    let how = match &entry.verdict {
        Verdict::Mismatched(mismatch) => format!(": it {}", how_mismatched(mismatch)),
        _ => String::new(),
    };
    format!("{}{how}{}", entry.verdict.kind().word(), remark_count(entry))
}

/// The name of one of several entries.
pub(crate) fn name_of_entry(entry: &Judgement) -> &str {
    entry.entry.as_deref().unwrap_or(&entry.subject)
}

fn how_mismatched(mismatch: &Mismatch) -> &'static str {
    if mismatch.actual.is_some() { "has another type" } else { "is not defined" }
}

fn remark_count(judgement: &Judgement) -> String {
    match judgement.remark_count() {
        0 => String::new(),
        1 => ", 1 remark".to_owned(),
        several => format!(", {several} remarks"),
    }
}

/// How many entries there are, and how many of them have which verdict.
fn entry_counts(entries: &[Judgement]) -> String {
    let of_kind = |kind: VerdictKind| entries.iter().filter(|entry| entry.verdict.kind() == kind).count();
    let counts: Vec<String> = VerdictKind::ALL
        .into_iter()
        .map(|kind| (kind, of_kind(kind)))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{count} {}", kind.word()))
        .collect();
    format!(", {} entries: {}", entries.len(), counts.join(", "))
}

/// What the verdict carries. A line without a label stands alone. Diagnostics are not lines: see `diagnostics`.
pub(crate) fn facts(verdict: &Verdict) -> Cow<'_, [Detail]> {
    match verdict {
        Verdict::Proved(bounds) | Verdict::Passed(bounds) if bounds.text.is_empty() => Cow::Borrowed(&[]),
        Verdict::Proved(bounds) | Verdict::Passed(bounds) => {
            vec![Detail::new("", bounds.text.as_str())].into()
        }
        Verdict::Refuted(refutation) => Cow::Borrowed(&refutation.details),
        Verdict::Mismatched(mismatch) => vec![
            Detail::new(label::EXPECTED, mismatch.expected.as_str()),
            Detail::new(label::GOT, mismatch.actual.as_deref().unwrap_or("no definition of this name")),
        ]
        .into(),
        Verdict::Unknown(undecided) => {
            let reasons = undecided.reasons.iter().map(|reason| Detail::new("", reason.text.as_str()));
            let covered = undecided.covered.iter();
            let covered = covered.map(|bounds| Detail::new("", until_then(&bounds.text)));
            reasons.chain(covered).collect::<Vec<_>>().into()
        }
        Verdict::Vacuous(why) => vec![Detail::new("", why.as_str())].into(),
        Verdict::Invalid(_) => Cow::Borrowed(&[]),
    }
}

/// The remarks of a judgement, each with the option that makes it a refutation.
pub(crate) fn remarks(judgement: &Judgement) -> Vec<Detail> {
    let line = |remark: &Remark| match remark.option {
        Some(option) if !remark.text.contains(option) => {
            format!("{} (`{option}` makes this a refutation)", remark.text)
        }
        _ => remark.text.clone(),
    };
    judgement.remarks.iter().map(|remark| Detail::new(label::REMARK, line(remark))).collect()
}

/// A measurement as people read it.
pub(crate) fn measure_text(measure: Measure) -> String {
    match measure {
        Measure::Count(count) => grouped(count),
        Measure::Seconds(seconds) => seconds_text(seconds),
    }
}

/// A time as people read it: `12 ms`, `3.4 s`, `2 min 5 s`.
pub(crate) fn seconds_text(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.9995 => format!("{:.0} ms", seconds * 1000.0),
        seconds if seconds < 99.95 => format!("{seconds:.1} s"),
        seconds => {
            let whole = seconds.round() as u64;
            format!("{} min {} s", whole / 60, whole % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_given_in_the_unit_that_fits() {
        assert_eq!(seconds_text(0.0124), "12 ms");
        assert_eq!(seconds_text(0.9996), "1.0 s");
        assert_eq!(seconds_text(3.44), "3.4 s");
        assert_eq!(seconds_text(125.0), "2 min 5 s");
    }

    #[test]
    fn a_mismatch_shows_both_types() {
        let judgement = crate::samples::mismatched();
        assert_eq!(headline(&judgement), "mismatched: `max` has another type");
        let texts: Vec<String> = facts(&judgement.verdict).iter().map(|fact| fact.text.clone()).collect();
        assert_eq!(texts, ["int list -> int", "int list -> bool"]);
    }

    #[test]
    fn several_entries_are_counted_by_their_verdicts() {
        let judgement = crate::samples::several_entries();
        assert_eq!(headline(&judgement), "refuted, 3 entries: 1 refuted, 1 mismatched, 1 passed, 2 remarks");
        let rows: Vec<String> = judgement.entries.iter().map(headline_of_entry).collect();
        assert_eq!(rows, ["passed, 1 remark", "mismatched: it has another type", "refuted"]);
    }

    #[test]
    fn an_entry_that_is_missing_is_not_called_one_of_another_type() {
        let mut judgement = crate::samples::mismatched();
        if let Verdict::Mismatched(mismatch) = &mut judgement.verdict {
            mismatch.actual = None;
        }
        assert_eq!(headline(&judgement), "mismatched: `max` is not defined");
        assert_eq!(facts(&judgement.verdict)[1].text, "no definition of this name");
    }
}
