//! Lemma 1 of the paper: the input sequences of a specification's traces are the disjoint union of those of its paths.

use lydian_console::{Constants, Expected, PathBounds, Paths, Sampling, Spec, SpecPath, Strategy};

use super::generate::Style;
use super::inputs::{runs, shown};
use super::specimen::{Checked, hold};

const BOUNDS: PathBounds = PathBounds {
    rounds: 4,
    wrong_values: 1,
    work: 40_000,
    text_length: 25,
    strategy: Strategy::EveryPath,
    deadline: None,
};

fn all_paths<'s>(spec: &'s Spec) -> (Paths<'s>, Vec<SpecPath>) {
    let mut paths = Paths::new(spec, BOUNDS);
    let found = std::iter::from_fn(|| paths.next_path()).collect();
    (paths, found)
}

/// The numbers of the paths that cover some lines.
fn covering(paths: &Paths<'_>, found: &[SpecPath], lines: &[Vec<u8>]) -> Vec<usize> {
    (0..found.len()).filter(|number| paths.covers(&found[*number], lines)).collect()
}

/// Whether the search must have found the path of a run.
fn within(paths: &Paths<'_>, expected: &Expected) -> bool {
    let counts = paths.counts();
    let length = expected.turns.len() as u32;
    counts.undecided == 0 && counts.complete_below.is_none_or(|complete| length < complete)
}

#[test]
fn each_sequence_that_a_specification_ends_on_is_covered_by_exactly_one_path() {
    let law = |style: Style| {
        move |specimen: &super::specimen::Specimen| -> Checked {
            let spec = &specimen.specs[0];
            let (paths, found) = all_paths(spec);
            let runs = runs(spec, 3, 250);
            let mut checks = 0;
            for (lines, expected) in &runs.complete {
                let covering = covering(&paths, &found, lines);
                let wrong = expected.turns.iter().filter(|turn| !turn.valid).count();
                if expected.rounds > BOUNDS.rounds || wrong > BOUNDS.wrong_values as usize {
                    if !covering.is_empty() {
                        return Err(format!("{} is beyond the bounds and covered", shown(lines)));
                    }
                } else if let [number] = covering[..] {
                    if found[number].taken != expected.taken {
                        return Err(format!("{} takes other branches than its path", shown(lines)));
                    }
                    checks += 1;
                } else if covering.len() > 1 || within(&paths, expected) {
                    return Err(format!(
                        "{} is covered by {} paths ({style:?})",
                        shown(lines),
                        covering.len()
                    ));
                }
            }
            for (lines, misfit) in &runs.others {
                if !covering(&paths, &found, lines).is_empty() {
                    return Err(format!("{} is covered, but {}", shown(lines), misfit.in_words()));
                }
            }
            Ok(checks)
        }
    };
    hold(Style::Numbers, 0..80, 600, law(Style::Numbers));
    hold(Style::Rich, 1_000..1_080, 350, law(Style::Rich));
    hold(Style::Kept, 1_500..1_560, 300, law(Style::Kept));
}

#[test]
fn each_sequence_made_for_a_path_is_run_along_that_path_and_no_other() {
    let sampling = Sampling { per_path: 3, ..Sampling::default() };
    let law = |specimen: &super::specimen::Specimen| -> Checked {
        let spec = &specimen.specs[0];
        let (mut paths, found) = all_paths(spec);
        let constants = Constants::of(spec);
        let mut checks = 0;
        for (number, path) in found.iter().enumerate().take(25) {
            let sequences = paths.sequences(spec, path, &constants, &sampling);
            let sequences = sequences.map_err(|fault| format!("a term fails: {}", fault.0.why))?;
            if sequences.is_empty() {
                return Err(format!("no inputs for path {number} of {} inputs", path.inputs()));
            }
            for sequence in sequences {
                let lines = &sequence.lines;
                let expected = spec
                    .expect(lines, u32::MAX)
                    .map_err(|misfit| format!("{}: {}", shown(lines), misfit.in_words()))?;
                if expected.taken != path.taken || expected.rounds != path.rounds {
                    return Err(format!("{} takes other branches than its path", shown(lines)));
                }
                let covering = covering(&paths, &found, lines);
                if covering != [number] {
                    return Err(format!("{} of path {number} is covered by {covering:?}", shown(lines)));
                }
                checks += 1;
            }
        }
        Ok(checks)
    };
    hold(Style::Numbers, 2_000..2_080, 300, law);
    hold(Style::Rich, 3_000..3_070, 200, law);
    hold(Style::Kept, 3_500..3_560, 150, law);
}
