//! Inputs on which a specification computes numbers that are too large for the integers of C and Java.
//! In: results that may be too large, with the paths to them. Out: lines of usual numbers that show it, run again without
//! unknowns. Extreme numbers are tried first; where they do not do it, the solver is asked.

use lydian_solver::{Answer, Budget, Solver};
use lydian_term::{Constant, Int, Model, VarId};

use super::onlooker::{BITS, Large};
use crate::constants::Constants;
use crate::paths::{PathEnd, Paths, SpecPath};
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

/// Numbers of the script that are tried, the largest first.
const MOST_NUMBERS: usize = 8;

/// Longer paths are not asked about: each number that is tried costs their length squared.
const MOST_INPUTS: usize = 60;

/// The numbers that tests usually hold: up to a given size, and those of the script; largest first.
pub(super) fn usual_numbers(spec: &Spec, range: u64) -> Vec<Int> {
    let most = Int::from(i64::from(i32::MAX));
    let size = |int: &Int| if *int < Int::ZERO { Int::ZERO - int.clone() } else { int.clone() };
    let constants = Constants::of(spec);
    let named = constants.ints.iter().map(size).filter(|int| *int <= most);
    let mut numbers: Vec<Int> = named.chain([Int::from(i128::from(range))]).collect();
    numbers.sort_by(|one, other| other.cmp(one));
    numbers.dedup();
    numbers.truncate(MOST_NUMBERS);
    numbers
}

/// Lines of usual numbers on which a result is too large, confirmed without unknowns.
pub(super) fn overflowing(
    spec: &Spec,
    paths: &mut Paths<'_>,
    large: &Large,
    usual: &[Int],
) -> Option<Vec<Vec<u8>>> {
    let inputs = inputs(spec, paths, large);
    if inputs.len() > MOST_INPUTS {
        return None;
    }
    let budget = Budget { rlimit: 300_000, deadline: paths.deadline() };
    let range = usual.first().cloned().unwrap_or_default();
    let session = &mut paths.session;
    let terms = &mut session.terms;
    let mut conditions = large.conditions.clone();
    let (low, high) = (terms.int_const(Int::ZERO - range.clone()), terms.int_const(range));
    for input in &inputs {
        let input = terms.variable_term(*input);
        conditions.push(terms.le(low, input));
        conditions.push(terms.le(input, high));
    }
    let Answer::Sat(base) = session.chain.check(terms, &conditions, &budget) else { return None };
    let mut models = vec![base.clone()];
    for number in usual.iter().flat_map(|number| [number.clone(), Int::ZERO - number.clone()]) {
        let wishes: Vec<_> = inputs.iter().map(|input| (*input, Constant::Int(number.clone()))).collect();
        models.push(session.chain.solve_near(terms, &conditions, &base, &wishes, 0, &budget));
    }
    if let Some(lines) = models.iter().find_map(|model| confirmed(spec, paths, large, model)) {
        return Some(lines);
    }
    let result = large.result?;
    let session = &mut paths.session;
    let terms = &mut session.terms;
    let (least, most) = (terms.int(i64::from(i32::MIN)), terms.int(i64::from(i32::MAX)));
    let (below, above) = (terms.lt(result, least), terms.lt(most, result));
    conditions.push(terms.or(below, above));
    let Answer::Sat(model) = session.chain.check(terms, &conditions, &budget) else { return None };
    confirmed(spec, paths, large, &model)
}

/// The unknown numbers of the lines.
fn inputs(spec: &Spec, paths: &Paths<'_>, large: &Large) -> Vec<VarId> {
    let mut inputs = Vec::new();
    for line in &large.lines {
        for (raw, field) in line.raw.iter().zip(&spec.flow.readings[line.reading].fields) {
            if matches!(field.kind, TypeKind::Int | TypeKind::Decimal(_)) {
                inputs.extend(paths.variable_of(raw));
            }
        }
    }
    inputs
}

fn confirmed(spec: &Spec, paths: &mut Paths<'_>, large: &Large, model: &Model) -> Option<Vec<Vec<u8>>> {
    let path = SpecPath {
        lines: large.lines.clone(),
        taken: Vec::new(),
        conditions: Vec::new(),
        typable: Vec::new(),
        model: Model::new(),
        end: PathEnd::Completed,
        rounds: 0,
    };
    let lines = paths.lines(&path, model);
    spec.expect(&lines, BITS).is_ok_and(|expected| expected.overflow).then_some(lines)
}
