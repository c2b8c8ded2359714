//! Laws: the relation of slots and the interpreter are two descriptions of one language.
//! Random specifications on random inputs: both must agree on every event of every stream, with its value.

use lydian_core::Value;
use lydian_diagnostic::Source;
use lydian_term::Int;
use lydian_tessla::spec::{Collections, Options, Spec};

use super::confirm::{Confirmer, Unconfirmed};
use super::{Criterion, GoalStatus, Goals, Maker, Request};
use crate::run::{Observe, Prepared};
use crate::solve::relation::Relation;
use crate::solve::unroll::KnownSlot;

/// A small generator of random numbers: the same seed gives the same specification everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    pub(crate) fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }
}

/// A stream of integers, as text.
fn int(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&["x", "y", "count(u)", "time(u)", "default(x, 3)"]).into();
    }
    let a = int(dice, depth - 1);
    match dice.roll(20) {
        0 => format!("({a} + {})", int(dice, depth - 1)),
        1 => format!("({a} - {})", dice.roll(5)),
        2 => format!("({a} * {})", int(dice, depth - 1)),
        3 => format!("({a} / {})", int(dice, depth - 1)),
        4 => format!("({a} % {})", 2 + dice.roll(3)),
        5 => format!("last({a}, {})", int(dice, depth - 1)),
        6 => format!("merge({a}, {})", int(dice, depth - 1)),
        7 => format!("default({a}, {})", dice.roll(7)),
        8 => format!("(if {} then {a} else {})", bool(dice, depth - 1), int(dice, depth - 1)),
        9 => format!("filter({a}, {})", bool(dice, depth - 1)),
        10 => format!("sum({a})"),
        11 => format!("max({a}, {})", int(dice, depth - 1)),
        12 => format!("defaultFrom({a}, {})", int(dice, depth - 1)),
        13 => format!("lift({a}, {}, (p: Option[Int], q: Option[Int]) => {CHOICE})", int(dice, depth - 1)),
        14 => format!("Set.size(Set.collect({a}))"),
        15 => format!("fold({a}, 0, (r: Int, v: Int) => if v > 2 || r < 0 then r - v else r + 1)"),
        16 => format!("larger({a}, {} / {})", int(dice, depth - 1), int(dice, depth - 1)),
        17 => format!("shared({a}, {})", int(dice, depth - 1)),
        18 => format!("getSomeOrElse(half({a}), {})", int(dice, depth - 1)),
        _ => format!("const({}, {})", dice.roll(4), unit(dice, depth - 1)),
    }
}

/// Functions that do not always look at their arguments, which may be errors.
const FUNCTIONS: &str = "\
liftable def larger(a: Int, b: Int): Int = if a > 1 then a else b
liftable def shared(a: Int, b: Int): Int = {
  def pair = (a / b, a)
  def other(c: Int, d: Int): Int = if c > 1 then d else pair._2
  larger(b, other(a, b / a) + other(b, pair._1))
}
liftable def half(a: Int): Option[Int] = if a > 3 then Some(6 / (a - 5)) else None[Int]
liftable def has(o: Option[Int]): Bool = isSome(o)
liftable def hasHalf(a: Int): Bool = has(half(a)) || isSome(half(a + 1))
";

const CHOICE: &str =
    "if isNone(p) then q else if isSome(q) && getSome(q) > 1 then Some(getSome(p) / getSome(q)) else p";

fn bool(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&["b", "x > 2", "x == y", "default(b, true)"]).into();
    }
    match dice.roll(9) {
        0 => format!("({} < {})", int(dice, depth - 1), int(dice, depth - 1)),
        1 => format!("({} && {})", bool(dice, depth - 1), bool(dice, depth - 1)),
        2 => format!("({} || {})", bool(dice, depth - 1), bool(dice, depth - 1)),
        3 => format!("!({})", bool(dice, depth - 1)),
        4 => format!("({} == {})", int(dice, depth - 1), dice.roll(4)),
        5 => format!("merge({}, {})", bool(dice, depth - 1), bool(dice, depth - 1)),
        6 => format!("has(Some({} / {}))", int(dice, depth - 1), int(dice, depth - 1)),
        7 => format!("hasHalf({})", int(dice, depth - 1)),
        _ => format!("last({}, {})", bool(dice, depth - 1), unit(dice, depth - 1)),
    }
}

fn unit(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&["u", "u", "const((), x)"]).into();
    }
    match dice.roll(6) {
        0 => format!(
            "delay(const({}, {}), {})",
            1 + dice.roll(4),
            unit(dice, depth - 1),
            unit(dice, depth - 1)
        ),
        1 => format!("const((), {})", int(dice, depth - 1)),
        2 => format!("rising({})", bool(dice, depth - 1)),
        3 => format!("merge({}, {})", unit(dice, depth - 1), unit(dice, depth - 1)),
        4 => format!("delay(7 / {}, {})", int(dice, depth - 1), unit(dice, depth - 1)),
        _ => format!("delay(filter({0}, {0} > 0), {1})", int(dice, depth - 1), unit(dice, depth - 1)),
    }
}

pub(crate) fn specification(dice: &mut Dice) -> String {
    let mut text =
        String::from("in x: Events[Int]\nin y: Events[Int]\nin b: Events[Bool]\nin u: Events[Unit]\n");
    text.push_str(FUNCTIONS);
    let depth = 1 + dice.roll(3);
    text.push_str(&format!("out {} as i\n", int(dice, depth)));
    text.push_str(&format!("out {} as c\n", bool(dice, depth)));
    text.push_str(&format!("out {} as t\n", unit(dice, depth)));
    text
}

pub(super) fn load(text: &str) -> Option<Spec> {
    let options = Options { instrument: true, collections: Collections::Lists, ..Options::default() };
    let source = Source::new("law.tessla", text);
    let (spec, diagnostics) =
        lydian_tessla::load(&source, &|_, _| Err("nothing is included".into()), &options);
    assert!(spec.is_some(), "{text}\n{diagnostics:?}");
    spec
}

fn value(dice: &mut Dice, ty: &lydian_tessla::Type) -> Value {
    match ty {
        lydian_tessla::Type::Int => Value::Int(dice.roll(9) as i64 - 3),
        lydian_tessla::Type::Bool => Value::Bool(dice.roll(2) == 0),
        _ => Value::Unit,
    }
}

/// Random inputs, with a slot wherever a timer fires too.
pub(crate) fn slots(
    dice: &mut Dice,
    spec: &Spec,
    prepared: &Prepared,
    value: fn(&mut Dice, &lydian_tessla::Type) -> Value,
) -> Vec<KnownSlot> {
    let types: Vec<_> =
        spec.inputs.iter().map(|input| spec.streams[input.stream.0 as usize].ty.clone()).collect();
    let mut slots: Vec<KnownSlot> = Vec::new();
    let mut time = 0;
    for _ in 0..3 + dice.roll(6) {
        let events = types.iter().map(|ty| (dice.roll(2) == 0).then(|| value(dice, ty))).collect();
        slots.push(KnownSlot { time: Int::from(time), events });
        time += 1 + dice.roll(5) as i64;
    }
    let inputs = inputs(&slots);
    let run = prepared.trace(&inputs, slots.last().map(|slot| &slot.time), Observe::AllStreams, 10_000);
    for event in &run.events {
        if !slots.iter().any(|slot| slot.time == event.time) {
            slots.push(KnownSlot { time: event.time.clone(), events: vec![None; types.len()] });
        }
    }
    slots.sort_by(|a, b| a.time.cmp(&b.time));
    slots
}

/// The events of slots.
pub(crate) fn inputs(slots: &[KnownSlot]) -> Vec<crate::run::InputEvent> {
    let event = |slot: &KnownSlot, (input, value): (usize, &Option<Value>)| {
        Some(crate::run::InputEvent { time: slot.time.clone(), input, value: value.clone()? })
    };
    slots
        .iter()
        .flat_map(|slot| slot.events.iter().enumerate().filter_map(|found| event(slot, found)))
        .collect()
}

/// How often laws are tried: `LAWS=20` looks closer.
pub(crate) fn rounds() -> u64 {
    std::env::var("LAWS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

#[test]
fn the_relation_and_the_interpreter_agree_on_random_specifications() {
    let mut compared = 0;
    for seed in 0..20 * rounds() {
        let mut dice = Dice(seed);
        let text = specification(&mut dice);
        let Some(spec) = load(&text) else { continue };
        let goals = Goals::of(&spec, &Criterion::ALL.map(|(criterion, _)| criterion));
        let mut relation = Relation::new(&spec, goals, None).expect("a relation");
        let prepared = Prepared::new(&spec).expect("a program");
        let confirmer = Confirmer::new(&spec).expect("a program");
        for _ in 0..5 {
            let slots = slots(&mut dice, &spec, &prepared, value);
            match confirmer.confirm(&mut relation, &slots) {
                Ok(_) => compared += 1,
                Err(Unconfirmed::Refused) => panic!("refused:\n{text}"),
                Err(Unconfirmed::Differs { stream, time }) => {
                    panic!("seed {seed}: stream {stream} at {time} of\n{text}\n{}", spec.print())
                }
            }
        }
    }
    assert!(compared >= 60, "only {compared} runs were compared");
}

#[test]
fn no_run_meets_a_goal_that_was_proved_unreachable() {
    let (mut proved, mut met) = (0, 0);
    for seed in 1000..1000 + 12 * rounds() {
        let mut dice = Dice(seed);
        let text = specification(&mut dice);
        let Some(spec) = load(&text) else { continue };
        let criteria = Criterion::ALL.map(|(criterion, _)| criterion).to_vec();
        let mut maker = Maker::new(&spec, &Request { criteria, ..Request::default() }).expect("a maker");
        maker.prove_open(1);
        maker.prove_open(2);
        let prepared = Prepared::new(&spec).expect("a program");
        proved += maker.suite.status.iter().filter(|status| is_unreachable(status)).count();
        for _ in 0..12 {
            let slots = slots(&mut dice, &spec, &prepared, value);
            let Ok(case) = maker.confirmer.confirm(&mut maker.relation, &slots) else { continue };
            for (goal, time) in case.meets {
                met += 1;
                let claim = &maker.suite.goals.all[goal].text;
                assert!(!is_unreachable(&maker.suite.status[goal]), "{claim} at {time} of\n{text}");
            }
        }
    }
    assert!(proved >= 10 && met >= 100, "{proved} goals were proved unreachable, {met} met");
}

pub(super) fn is_unreachable(status: &GoalStatus) -> bool {
    matches!(status, GoalStatus::Unreachable(_))
}
