//! Conjecture 2 of the paper: acceptance by its equations is acceptance by generalised traces. And what follows from the
//! meaning of a specification: its interpretations satisfy it, and no run ends before its last line.

use std::cell::Cell;

use lydian_console::{
    Action, Actual, ActualEnd, Call, ExitCodes, Expected, Flushing, Interpretation, Judging, Misfit, Outcome,
    PathBounds, Sampling, Spec, Strictness, Subject, Tests, Then, accept, compare, judge,
};
use lydian_verdict::Verdict;

use super::generate::Style;
use super::inputs::{runs, shown};
use super::random::Random;
use super::specimen::{Checked, Specimen, hold};

/// Ways to cut what is written into separate outputs are tried up to so many places.
const MOST_JOINTS: usize = 7;

/// Where an output may end and the next one begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cuts {
    /// Anywhere.
    Everywhere,
    /// Not inside of what could be one number: there the comparison is stricter than the equations on purpose.
    OutsideOfNumbers,
}

#[test]
fn the_equations_and_generalised_traces_accept_the_same_traces() {
    let allowed = Cell::new(0);
    let law = |specimen: &Specimen| -> Checked {
        let spec = &specimen.specs[0];
        let mut random = Random::new(1);
        let mut checks = 0;
        let complete = runs(spec, 3, 60).complete;
        for (number, (lines, expected)) in complete.iter().enumerate().take(8) {
            let interpretation = Interpretation::seeded(spec, number as u64);
            let actual = interpretation.run(&Call::default(), lines).map_err(|error| error.message)?;
            // What the program chose may need more lines: it is no complete trace.
            if is_open(expected) || matches!(actual.end, ActualEnd::ReadOn(_)) {
                continue;
            }
            agree(spec, &actual, true)?;
            checks += 1;
            for _ in 0..4 {
                let changed = changed(&actual, &mut random);
                match agree(spec, &changed, false)? {
                    Some(true) => allowed.set(allowed.get() + 1),
                    Some(false) => checks += 1,
                    None => {}
                }
            }
        }
        Ok(checks)
    };
    hold(Style::Terse, 10_000..10_200, 1_500, law);
    hold(Style::Kept, 11_000..11_120, 600, law);
    hold(Style::Chosen, 12_000..12_120, 500, law);
    assert!(allowed.get() > 200, "only {} changed runs are still allowed", allowed.get());
}

/// Whether a run is accepted, in both ways; nothing if there are too many ways to cut it.
fn agree(spec: &Spec, actual: &Actual, right: bool) -> Result<Option<bool>, String> {
    let lines: Vec<Vec<u8>> = actual.turns.iter().map(|(_, line)| line.clone()).collect();
    let compared = match spec.expect(&lines, u32::MAX) {
        // A line that is never sent after some choice leaves open what comes then.
        Ok(expected) if is_open(&expected) => return Ok(None),
        Ok(expected) => matches!(compare(&expected, actual, STRICT, &mut |_| None), Outcome::Match(_)),
        Err(_) => false,
    };
    if right && !compared {
        return Err(format!("an interpretation is refuted: {actual:?}"));
    }
    let cuts = if compared { Cuts::Everywhere } else { Cuts::OutsideOfNumbers };
    match accepted_somehow(spec, actual, cuts) {
        None => Ok(None),
        Some(accepted) if accepted == compared => Ok(Some(accepted)),
        Some(accepted) => Err(format!("accepted: {accepted}, compared: {compared}, for {actual:?}")),
    }
}

fn is_open(expected: &Expected) -> bool {
    expected.then == Then::Anything || expected.others.iter().any(is_open)
}

/// Whether the equations allow a run, if what is written between two reads is cut into outputs in some way.
fn accepted_somehow(spec: &Spec, actual: &Actual, cuts: Cuts) -> Option<bool> {
    let mut bytes: Vec<Action> = Vec::new();
    for (written, line) in &actual.turns {
        bytes.extend(written.iter().map(|byte| Action::Write(vec![*byte])));
        bytes.push(Action::Read(line.clone()));
    }
    bytes.extend(actual.last.iter().map(|byte| Action::Write(vec![*byte])));
    let numeric = |text: &[u8]| text.iter().all(|byte| byte.is_ascii_digit() || b"-.,".contains(byte));
    let joints: Vec<usize> = (1..bytes.len())
        .filter(|at| match (&bytes[at - 1], &bytes[*at]) {
            (Action::Write(before), Action::Write(after)) => {
                cuts == Cuts::Everywhere || !(numeric(before) && numeric(after))
            }
            _ => false,
        })
        .collect();
    if joints.len() > MOST_JOINTS {
        return None;
    }
    let accepted = (0..1_u32 << joints.len()).any(|chosen| {
        let mut whole: Vec<Action> = Vec::new();
        for (at, action) in bytes.iter().enumerate() {
            let cut =
                joints.iter().position(|joint| *joint == at).is_some_and(|joint| chosen & (1 << joint) != 0);
            match (whole.last_mut(), action) {
                (Some(Action::Write(before)), Action::Write(text)) if !cut => before.extend_from_slice(text),
                _ => whole.push(action.clone()),
            }
        }
        accept(spec, &whole).is_ok_and(|accepted| accepted)
    });
    Some(accepted)
}

/// By the paper, where every text comes in its turn.
const STRICT: Strictness = Strictness { flushing: Flushing::Strict, exit_codes: ExitCodes::Strict };

/// A run with one small change.
fn changed(actual: &Actual, random: &mut Random) -> Actual {
    let mut changed = actual.clone();
    let turns = changed.turns.len();
    let place = random.below(turns + 1);
    match random.below(6) {
        0 if place < turns => {
            changed.turns.remove(place);
        }
        1 if place < turns => {
            changed.turns[place].1 = random.pick(&[b"0".to_vec(), b"1".to_vec(), b"5".to_vec()])
        }
        2 => changed.turns.push((std::mem::take(&mut changed.last), b"1".to_vec())),
        3 if place < turns => {
            // What was written comes one line later.
            let text = std::mem::take(&mut changed.turns[place].0);
            let next = match changed.turns.get_mut(place + 1) {
                Some((text, _)) => text,
                None => &mut changed.last,
            };
            next.splice(0..0, text);
        }
        _ => {
            let text = match changed.turns.get_mut(place) {
                Some((text, _)) => text,
                None => &mut changed.last,
            };
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 if at < text.len() => {
                    text.remove(at);
                }
                1 if at < text.len() => text[at] = random.pick(b"ab1 \n"),
                _ => text.insert(at, random.pick(b"ab1 \n")),
            }
        }
    }
    changed
}

#[test]
fn every_interpretation_satisfies_its_specification() {
    let bounds = PathBounds { rounds: 3, wrong_values: 1, work: 8_000, ..PathBounds::default() };
    let sampling = Sampling { per_path: 2, most_tests: 40, ..Sampling::default() };
    let law = |specimen: &Specimen| -> Checked {
        let mut tests = Tests::new(&specimen.specs, &bounds, &sampling);
        let spec = &specimen.specs[0];
        let mut runs = 0;
        for seed in 0..4 {
            let interpretation = Interpretation::seeded(spec, seed);
            let judged = judge("interpretation", &mut tests, &interpretation, &Judging::default());
            if let Verdict::Refuted(_) | Verdict::Invalid(_) = &judged.judgement.verdict {
                return Err(format!(
                    "interpretation {seed}: {:?} {:#?}",
                    judged.judgement.verdict, judged.found
                ));
            }
            runs += judged.runs;
        }
        Ok(runs)
    };
    hold(Style::Rich, 20_000..20_100, 800, law);
    hold(Style::Kept, 21_000..21_060, 400, law);
    hold(Style::Chosen, 22_000..22_040, 400, law);
}

#[test]
fn no_run_ends_before_its_last_line_and_none_goes_on_after_it() {
    let law = |specimen: &Specimen| -> Checked {
        let spec = &specimen.specs[0];
        let interpretation = Interpretation::seeded(spec, 3);
        let mut checks = 0;
        for (lines, _) in runs(spec, 4, 120).complete.iter().take(20) {
            for length in 0..lines.len() {
                let prefix = &lines[..length];
                match spec.expect(prefix, u32::MAX) {
                    Err(Misfit::TooFew(_)) => checks += 1,
                    other => return Err(format!("{} of {}: {other:?}", shown(prefix), shown(lines))),
                }
            }
            let more = [&lines[..], &[b"1".to_vec()]].concat();
            match spec.expect(&more, u32::MAX) {
                Err(Misfit::TooMany(_)) => {}
                other => return Err(format!("{}: {other:?}", shown(&more))),
            }
            let ends = |lines: &[Vec<u8>]| -> Result<ActualEnd, String> {
                Ok(interpretation.run(&Call::default(), lines).map_err(|error| error.message)?.end)
            };
            if !matches!(ends(lines)?, ActualEnd::Ended(_)) {
                return Err(format!("an interpretation does not end on {}", shown(lines)));
            }
            if !lines.is_empty() && !matches!(ends(&lines[..lines.len() - 1])?, ActualEnd::ReadOn(_)) {
                return Err(format!("an interpretation ends too early on {}", shown(lines)));
            }
        }
        Ok(checks)
    };
    hold(Style::Rich, 30_000..30_100, 1_000, law);
    hold(Style::Kept, 31_000..31_060, 300, law);
}
