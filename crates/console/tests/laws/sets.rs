//! Laws of sets of values: complement, union, intersection and difference are those of membership; the empty and the
//! complete set; both ends of a range belong to it; what was read before.

use lydian_console::Spec;
use lydian_console::syntax::ast::{Set, SetKind, StatementKind, Term, TermKind};
use lydian_console::syntax::parse;
use lydian_diagnostic::Source;

use super::generate::Generator;
use super::specimen::Specimen;

/// What is read before: two values of `x`, then one of `y`.
const HISTORY: [i64; 3] = [2, -1, 1];

/// The values whose membership is looked at.
const VALUES: std::ops::RangeInclusive<i64> = -4..=7;

/// Membership in several sets at once: one specification, in which a number chooses the set.
struct Membership(Spec);

impl Membership {
    fn of(sets: &[String]) -> Membership {
        let mut choices = String::from("nothing");
        for (number, set) in sets.iter().enumerate().rev() {
            choices = format!(
                "if k = {number} {{ read v : int in {set} else stop silently }} else {{ {choices} }}"
            );
        }
        let text = format!("read x : int read x : int read y : int read k : int {choices}");
        let (script, faults) = parse(&Source::new("sets.console", &*text));
        assert!(faults.is_empty(), "{faults:?} in {text}");
        let mut specimen = Specimen::rewritten(&script).unwrap_or_else(|why| panic!("{why}"));
        Membership(specimen.specs.remove(0))
    }

    /// The values that belong to a set.
    fn members(&self, set: usize) -> Vec<i64> {
        let holds = |value: &i64| {
            let inputs = HISTORY.into_iter().chain([set as i64, *value]);
            let lines: Vec<Vec<u8>> = inputs.map(|input| input.to_string().into_bytes()).collect();
            let expected = self.0.expect(&lines, u32::MAX).unwrap_or_else(|why| panic!("{}", why.in_words()));
            expected.turns.last().is_some_and(|turn| turn.valid)
        };
        VALUES.filter(holds).collect()
    }
}

/// Membership by the definition of sets.
fn belongs(set: &Set, value: i64) -> bool {
    match &set.kind {
        SetKind::All => true,
        SetKind::Finite(elements) => elements.iter().any(|element| number(element) == value),
        SetKind::Range(from, to) => {
            from.as_ref().is_none_or(|from| number(from) <= value)
                && to.as_ref().is_none_or(|to| value <= number(to))
        }
        SetKind::Elements(list) => match &list.kind {
            TermKind::View(names, _) if &*names[0].text == "x" => HISTORY[..2].contains(&value),
            TermKind::View(..) => HISTORY[2] == value,
            other => panic!("{other:?}"),
        },
        SetKind::Union(a, b) => belongs(a, value) || belongs(b, value),
        SetKind::Intersection(a, b) => belongs(a, value) && belongs(b, value),
        SetKind::Difference(a, b) => belongs(a, value) && !belongs(b, value),
        SetKind::Complement(inner) => !belongs(inner, value),
        SetKind::Regex(_) => panic!("a set of texts"),
    }
}

fn number(term: &Term) -> i64 {
    match &term.kind {
        TermKind::Int(int) => int.as_i64().expect("a small number"),
        TermKind::Negate(inner) => -number(inner),
        TermKind::Name(name) if &**name == "x" => HISTORY[1],
        TermKind::Name(_) => HISTORY[2],
        other => panic!("{other:?}"),
    }
}

fn parsed(set: &str) -> Set {
    let text = format!("read v : int in {set}");
    let (script, faults) = parse(&Source::new("set.console", &*text));
    assert!(faults.is_empty(), "{faults:?} in {text}");
    match &script.body[0].kind {
        StatementKind::Read(read) => read.fields[0].set.clone().expect("a set"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operations_on_sets_are_those_of_membership() {
    let mut checks = 0;
    for seed in 0..120 {
        let (s, t) = Generator::two_sets(seed);
        let sets = [
            s.clone(),
            t.clone(),
            format!("not ({s})"),
            format!("not (not ({s}))"),
            format!("({s}) or ({t})"),
            format!("({s}) and ({t})"),
            format!("({s}) except ({t})"),
            format!("({s}) or not ({s})"),
            format!("({s}) and not ({s})"),
            "all".into(),
            "{}".into(),
            format!("not ((not ({s})) or (not ({t})))"),
            format!("({s}) except x.all"),
            "all except x.all".into(),
            "x.all or y.all".into(),
        ];
        let membership = Membership::of(&sets);
        let found: Vec<Vec<i64>> = (0..sets.len()).map(|number| membership.members(number)).collect();
        for (set, found) in sets.iter().zip(&found) {
            let defined: Vec<i64> = VALUES.filter(|value| belongs(&parsed(set), *value)).collect();
            assert_eq!(*found, defined, "seed {seed}: {set}");
            checks += u64::from(!found.is_empty() && found.len() < VALUES.count());
        }
        let everything: Vec<i64> = VALUES.collect();
        assert_eq!(found[3], found[0], "seed {seed}: twice the complement of {s}");
        assert_eq!(found[11], found[5], "seed {seed}: {s} and {t} by complements");
        assert_eq!((&found[7], &found[9]), (&everything, &everything), "seed {seed}: {s}");
        assert!(found[8].is_empty() && found[10].is_empty(), "seed {seed}: {s}");
        assert_eq!((found[13].len(), &found[14]), (everything.len() - 2, &vec![-1, 1, 2]), "seed {seed}");
    }
    assert!(checks > 1_000, "only {checks} sets have members and others");
}

#[test]
fn both_ends_of_a_range_belong_to_it() {
    let ends = [(-2, -2), (-2, 3), (0, 1), (3, 2), (5, 9)];
    let mut sets = Vec::new();
    for (from, to) in ends {
        sets.extend([format!("{from}..{to}"), format!("{from}.."), format!("..{to}"), format!("{from}..x")]);
    }
    let membership = Membership::of(&sets);
    for (number, (from, to)) in ends.into_iter().enumerate() {
        let within =
            |low: i64, high: i64| VALUES.filter(|value| (low..=high).contains(value)).collect::<Vec<_>>();
        assert_eq!(membership.members(4 * number), within(from, to));
        assert_eq!(membership.members(4 * number + 1), within(from, i64::MAX));
        assert_eq!(membership.members(4 * number + 2), within(i64::MIN, to));
        assert_eq!(membership.members(4 * number + 3), within(from, HISTORY[1]));
    }
}
