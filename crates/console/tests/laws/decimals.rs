//! Programs compute with the numbers of the machine: whatever arithmetic in `double` or `float` makes of a condition is allowed, and
//! acceptance by the equations allows the same.

use lydian_console::{
    Action, Actual, ActualEnd, Call, Expected, Interpretation, Outcome, Spec, Strictness, Subject, accept,
    compare,
};

use super::random::Random;
use super::specimen::Specimen;

const MASS: &str = "read w : decimal(1) in 1.0..\nread h : decimal(2) in 0.01..\n\
                    if w < 25 * h * h { write \"below\" } else { write \"above\" }\n";

const SUM: &str = "read a : decimal(2)\nread b : decimal(2)\nread c : decimal(2)\n\
                   if a + b = c { write \"equal\" } else if not (a + b >= c) { write \"below\" } else { write \"above\" }\n";

fn load(text: &str) -> Specimen {
    Specimen::of(text).expect("it loads")
}

/// The expected trace, and a run that writes this on the same lines.
fn trace(spec: &Spec, lines: &[String], text: &str) -> (Expected, Actual) {
    let lines: Vec<Vec<u8>> = lines.iter().map(|line| line.clone().into_bytes()).collect();
    let mut actual = Interpretation::seeded(spec, 0).run(&Call::default(), &lines).expect("it runs");
    assert!(matches!(actual.end, ActualEnd::Ended(_)));
    actual.last = text.as_bytes().to_vec();
    (spec.expect(&lines, u32::MAX).expect("they fit"), actual)
}

fn allowed(spec: &Spec, lines: &[String], text: &str) -> bool {
    let (expected, actual) = trace(spec, lines, text);
    let compared =
        matches!(compare(&expected, &actual, Strictness::default(), &mut |_| None), Outcome::Match(_));
    let mut actions: Vec<Action> = lines.iter().map(|line| Action::Read(line.clone().into_bytes())).collect();
    actions.push(Action::Write(text.as_bytes().to_vec()));
    assert_eq!(accept(spec, &actions).expect("it is followed"), compared, "{text} on {lines:?}");
    compared
}

fn shown(units: i64, places: usize) -> String {
    let unit = 10_i64.pow(places as u32);
    format!("{}.{:0places$}", units / unit, units % unit)
}

fn number(line: &str) -> f64 {
    line.parse().expect("a number")
}

#[test]
fn what_floating_point_makes_of_a_condition_is_allowed() {
    let specimen = load(MASS);
    let spec = &specimen.specs[0];
    let mut random = Random::new(5);
    let (mut ties, mut otherwise) = (0, 0);
    for round in 0..400 {
        // In hundredths; weights are in tenths, and a tie needs a multiple of 20.
        let height = if round % 2 == 0 { 20 * (1 + random.below(15)) } else { 1 + random.below(300) } as i64;
        let border = 25 * height * height;
        let weight = match round % 8 {
            0 | 2 | 4 | 1 => border / 1000,
            3 => border / 1000 + 1,
            _ => random.below(3000) as i64,
        };
        let weight = weight.max(10);
        let lines = [shown(weight, 1), shown(height, 2)];
        let (w, h) = (number(&lines[0]), number(&lines[1]));
        let (w32, h32) = (w as f32, h as f32);
        let exact = weight * 1000 < border;
        for below in [w / (h * h) < 25.0, w < 25.0 * h * h, w / h / h < 25.0, w32 / (h32 * h32) < 25.0, exact]
        {
            let text = if below { "below" } else { "above" };
            assert!(allowed(spec, &lines, text), "{text} on {lines:?}");
            otherwise += u32::from(below != exact);
        }
        ties += u32::from(weight * 1000 == border);
        // Away from the border there is one answer.
        if (weight * 1000 - border).abs() > border / 100_000 {
            assert!(!allowed(spec, &lines, if exact { "above" } else { "below" }), "{lines:?}");
        }
    }
    assert!(ties > 20 && otherwise > 10, "{ties} ties, {otherwise} times the machine thought otherwise");
}

#[test]
fn numbers_that_the_machine_has_are_compared_exactly() {
    let specimen = load(SUM);
    let spec = &specimen.specs[0];
    let mut random = Random::new(7);
    for _ in 0..200 {
        let quarters = random.below(2) == 0;
        let scale = if quarters { 25 } else { 1 };
        let (a, b) = (random.below(400) as i64, random.below(400) as i64);
        let more = if random.below(2) == 0 { 0 } else { random.below(3) as i64 - 1 };
        let sum = (a + b + more).max(0) * scale;
        let lines = [shown(a * scale, 2), shown(b * scale, 2), shown(sum, 2)];
        let (machine, other) = (number(&lines[0]) + number(&lines[1]), number(&lines[2]));
        let text = match machine.partial_cmp(&other) {
            Some(std::cmp::Ordering::Equal) => "equal",
            Some(std::cmp::Ordering::Less) => "below",
            _ => "above",
        };
        assert!(allowed(spec, &lines, text), "{text} on {lines:?}");
        let texts = ["equal", "below", "above"].iter().filter(|text| allowed(spec, &lines, text)).count();
        if quarters {
            assert_eq!(texts, 1, "{lines:?}");
        }
    }
}
