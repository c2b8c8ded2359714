//! What a suite shall show: the goals, by criterion.
//! A goal is met in a slot. Those on points of the source are met by paths of value functions, through what they note;
//! those on streams by what happens on the streams.

use lydian_core::Value;
use lydian_eval::Holes;
use lydian_term::{TermId, Terms};
use lydian_tessla::spec::{Comparison, Condition, FailureKind, Operator, PointId, PointKind, Spec, StreamId};
use lydian_tessla::syntax::ast::{At, PragmaKind, Quantifier};
use rustc_hash::{FxHashMap, FxHashSet};

use super::summary::content;

/// A criterion that a user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Criterion {
    /// Both sides of each `if` that is evaluated.
    Decision,
    /// An event on each output, and its silence.
    Output,
    /// Both values of each operand of a condition.
    Condition,
    /// Each operand decides the condition, with both values (masking).
    Mcdc,
    /// The borders of comparisons of integers.
    Boundary,
    /// What can happen on streams: arguments present and absent, simultaneous events, timers, memories.
    Stream,
    /// Run-time errors.
    Error,
}

impl Criterion {
    /// All criteria with their names.
    pub const ALL: [(Criterion, &'static str); 7] = [
        (Criterion::Decision, "decision"),
        (Criterion::Output, "output"),
        (Criterion::Condition, "condition"),
        (Criterion::Mcdc, "mcdc"),
        (Criterion::Boundary, "boundary"),
        (Criterion::Stream, "stream"),
        (Criterion::Error, "error"),
    ];

    /// What is covered unless the user says otherwise: a suite in which an alarm never rings tells nothing of the alarm.
    pub const USUAL: [Criterion; 2] = [Criterion::Decision, Criterion::Output];
}

/// A goal.
#[derive(Debug, Clone)]
pub struct Goal {
    /// The criterion that it belongs to; `None` for a goal of the author.
    pub criterion: Option<Criterion>,
    /// What is to be shown, in a few words.
    pub text: String,
    /// The place in the user's file.
    pub at: At,
    /// The definitions through which the place was reached.
    pub within: Vec<std::sync::Arc<str>>,
    /// When it is met.
    pub(crate) trigger: Trigger,
}

impl Goal {
    /// Whether the run may end with an error where the goal is met.
    pub(crate) fn may_fail(&self) -> bool {
        self.criterion == Some(Criterion::Error)
            || matches!(self.trigger, Trigger::Happens(Happening::Differ(..)))
    }
}

/// When a goal is met.
#[derive(Debug, Clone)]
pub(crate) enum Trigger {
    /// A point is noted with this truth value.
    Noted(PointId, bool),
    /// A comparison is noted with this difference.
    Difference(PointId, i64),
    /// An operand decides a condition with this value: operand, value, the condition.
    Decides(PointId, bool, Condition),
    /// Something happens on streams.
    Happens(Happening),
    /// An event on a stream of the author; true if it must carry true.
    Shown(StreamId, bool),
}

/// What can happen on streams.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Happening {
    /// An argument of a lift has an event, or has none while another has one.
    Argument { lift: StreamId, argument: usize, present: bool },
    /// Two inputs have events at the same time.
    Together(StreamId, StreamId),
    /// A timer fires.
    Fires(StreamId),
    /// A running timer is set anew.
    Reset(StreamId),
    /// A running timer is stopped.
    Cancelled(StreamId),
    /// `last` is asked before there was a value.
    Uninitialised(StreamId),
    /// Something happens, but not on this output.
    Silent(StreamId),
    /// A timer gets a duration that is not positive.
    BadDelay(StreamId),
    /// One of two streams has an event that the other has not, or another value.
    Differ(StreamId, StreamId),
}

/// The goals of a specification.
#[derive(Debug, Clone, Default)]
pub struct Goals {
    /// The goals, in the order of the source.
    pub all: Vec<Goal>,
    by_point: FxHashMap<PointId, Vec<usize>>,
}

impl Goals {
    /// The goals of a specification by these criteria, with the author's own.
    pub fn of(spec: &Spec, criteria: &[Criterion]) -> Goals {
        let mut goals = Goals::default();
        for constraint in &spec.constraints {
            if constraint.kind == PragmaKind::Goal {
                let bool_only = matches!(constraint.quantifier, Quantifier::Exists | Quantifier::All);
                goals.all.push(Goal {
                    criterion: None,
                    text: format!("goal {}", constraint.text),
                    at: constraint.at,
                    within: Vec::new(),
                    trigger: Trigger::Shown(constraint.stream, bool_only),
                });
            }
        }
        for (number, _) in spec.points.iter().enumerate() {
            goals.of_point(spec, PointId(number as u32), criteria);
        }
        if criteria.contains(&Criterion::Output) {
            goals.of_outputs(spec);
        }
        if criteria.contains(&Criterion::Stream) {
            goals.of_streams(spec);
        }
        if criteria.contains(&Criterion::Error) {
            for (number, stream) in spec.streams.iter().enumerate() {
                if matches!(stream.operator, Operator::Delay(..)) {
                    let happening = Happening::BadDelay(StreamId(number as u32));
                    goals.on_stream(spec, number, Criterion::Error, "the delay is not positive", happening);
                }
            }
        }
        for number in 0..goals.all.len() {
            if let Some(point) = goals.point(number) {
                goals.by_point.entry(point).or_default().push(number);
            }
        }
        goals
    }

    /// The point whose notes meet a goal; a goal on streams has none.
    pub(crate) fn point(&self, goal: usize) -> Option<PointId> {
        match &self.all[goal].trigger {
            Trigger::Noted(point, _) | Trigger::Difference(point, _) => Some(*point),
            Trigger::Decides(_, _, condition) => Some(root(condition)),
            Trigger::Happens(_) | Trigger::Shown(..) => None,
        }
    }

    /// The goals on these points.
    pub(crate) fn on(&self, points: &FxHashSet<PointId>) -> Vec<usize> {
        (0..self.all.len())
            .filter(|goal| self.point(*goal).is_some_and(|point| points.contains(&point)))
            .collect()
    }

    /// A goal for each pair of outputs: that they differ.
    pub(crate) fn differences(spec: &Spec, pairs: impl Iterator<Item = (StreamId, StreamId)>) -> Goals {
        let mut goals = Goals::default();
        for ((first, second), output) in pairs.zip(&spec.outputs) {
            let text = format!("`{}` differs", output.name);
            let trigger = Trigger::Happens(Happening::Differ(first, second));
            goals.all.push(Goal { criterion: None, text, at: output.at, within: Vec::new(), trigger });
        }
        goals
    }

    fn of_point(&mut self, spec: &Spec, number: PointId, criteria: &[Criterion]) {
        let point = &spec.points[number.0 as usize];
        let wants = |criterion| criteria.contains(&criterion);
        let text = &point.text;
        match &point.kind {
            PointKind::Decision(condition) => {
                if wants(Criterion::Decision) {
                    self.at_point(
                        spec,
                        number,
                        Criterion::Decision,
                        format!("`{text}` is true"),
                        Trigger::Noted(number, true),
                    );
                    self.at_point(
                        spec,
                        number,
                        Criterion::Decision,
                        format!("`{text}` is false"),
                        Trigger::Noted(number, false),
                    );
                }
                self.of_condition(spec, condition, condition, criteria);
            }
            PointKind::Boolean(condition) => self.of_condition(spec, condition, condition, criteria),
            PointKind::Part => {}
            PointKind::Comparison(comparison) => {
                if wants(Criterion::Boundary) {
                    for difference in borders(*comparison) {
                        let trigger = Trigger::Difference(number, *difference);
                        let what = match difference {
                            0 => format!("`{text}` with both sides equal"),
                            1 => format!("`{text}` with the left side larger by one"),
                            _ => format!("`{text}` with the left side smaller by one"),
                        };
                        self.at_point(spec, number, Criterion::Boundary, what, trigger);
                    }
                }
            }
            PointKind::Failure(kind) => {
                if wants(Criterion::Error) {
                    let what = match kind {
                        FailureKind::DivisionByZero => "divides by zero",
                        FailureKind::NoneHasNoValue => "takes the value of None",
                        FailureKind::MissingKey => "asks for a key that is not there",
                        FailureKind::OutsideOfList => "goes outside of the list",
                    };
                    self.at_point(
                        spec,
                        number,
                        Criterion::Error,
                        format!("`{text}` {what}"),
                        Trigger::Noted(number, true),
                    );
                }
            }
        }
    }

    fn of_condition(&mut self, spec: &Spec, part: &Condition, whole: &Condition, criteria: &[Criterion]) {
        match part {
            Condition::Atom(atom) => {
                let text = spec.points[atom.0 as usize].text.clone();
                let alone = matches!(whole, Condition::Atom(_));
                for value in [true, false] {
                    if criteria.contains(&Criterion::Condition) {
                        let what = format!("the operand `{text}` is {value}");
                        self.at_point(spec, *atom, Criterion::Condition, what, Trigger::Noted(*atom, value));
                    }
                    if criteria.contains(&Criterion::Mcdc) {
                        let what = format!("the operand `{text}` decides with {value}");
                        // A condition of one operand is decided by it.
                        let trigger = match alone {
                            true => Trigger::Noted(*atom, value),
                            false => Trigger::Decides(*atom, value, whole.clone()),
                        };
                        self.at_point(spec, *atom, Criterion::Mcdc, what, trigger);
                    }
                }
            }
            Condition::Not(_, inner) => self.of_condition(spec, inner, whole, criteria),
            Condition::And(_, left, right) | Condition::Or(_, left, right) => {
                self.of_condition(spec, left, whole, criteria);
                self.of_condition(spec, right, whole, criteria);
            }
        }
    }

    fn at_point(
        &mut self,
        spec: &Spec,
        point: PointId,
        criterion: Criterion,
        text: String,
        trigger: Trigger,
    ) {
        let point = &spec.points[point.0 as usize];
        let (at, within) = (point.at, point.within.clone());
        self.all.push(Goal { criterion: Some(criterion), text, at, within, trigger });
    }

    fn of_streams(&mut self, spec: &Spec) {
        for (number, stream) in spec.streams.iter().enumerate() {
            let id = StreamId(number as u32);
            if !stream.written {
                continue;
            }
            match &stream.operator {
                Operator::Lift(args, _) | Operator::SignalLift(args, _) | Operator::Merge(args)
                    if args.len() > 1 =>
                {
                    for argument in 0..args.len() {
                        for present in [true, false] {
                            let which = argument + 1;
                            let text = match present {
                                true => format!("argument {which} has an event"),
                                false => format!("argument {which} has no event while another has one"),
                            };
                            let happening = Happening::Argument { lift: id, argument, present };
                            self.on_stream(spec, number, Criterion::Stream, &text, happening);
                        }
                    }
                }
                Operator::Delay(..) => {
                    for (text, happening) in [
                        ("the timer fires", Happening::Fires(id)),
                        ("the running timer is set anew", Happening::Reset(id)),
                        ("the running timer is stopped", Happening::Cancelled(id)),
                    ] {
                        self.on_stream(spec, number, Criterion::Stream, text, happening);
                    }
                }
                Operator::Last(..) => {
                    let text = "`last` is asked before there was a value";
                    self.on_stream(spec, number, Criterion::Stream, text, Happening::Uninitialised(id));
                }
                _ => {}
            }
        }
        for (index, first) in spec.inputs.iter().enumerate() {
            for second in &spec.inputs[index + 1..] {
                let text = format!("`{}` and `{}` have events at the same time", first.name, second.name);
                let happening = Happening::Together(first.stream, second.stream);
                self.happening(first.at, Criterion::Stream, text, happening);
            }
        }
    }

    fn of_outputs(&mut self, spec: &Spec) {
        for output in &spec.outputs {
            self.all.push(Goal {
                criterion: Some(Criterion::Output),
                text: format!("`{}` has an event", output.name),
                at: output.at,
                within: Vec::new(),
                trigger: Trigger::Shown(output.stream, false),
            });
            let text = format!("`{}` is silent while something happens", output.name);
            self.happening(output.at, Criterion::Output, text, Happening::Silent(output.stream));
        }
    }

    fn on_stream(
        &mut self,
        spec: &Spec,
        number: usize,
        criterion: Criterion,
        text: &str,
        happening: Happening,
    ) {
        let stream = &spec.streams[number];
        let text = match &stream.name {
            Some(name) => format!("{text} (in `{name}`)"),
            None => text.to_string(),
        };
        self.happening(stream.at, criterion, text, happening);
    }

    fn happening(&mut self, at: At, criterion: Criterion, text: String, happening: Happening) {
        let trigger = Trigger::Happens(happening);
        self.all.push(Goal { criterion: Some(criterion), text, at, within: Vec::new(), trigger });
    }

    /// The goals that a path meets by what it noted, each under a condition.
    pub(crate) fn met_by(
        &self,
        terms: &mut Terms,
        holes: &Holes,
        notes: &[(PointId, Value)],
    ) -> Vec<(usize, TermId)> {
        let mut met = Vec::new();
        for (place, (point, value)) in notes.iter().enumerate() {
            for goal in self.by_point.get(point).into_iter().flatten() {
                let when = match &self.all[*goal].trigger {
                    Trigger::Noted(_, wanted) => truth(terms, holes, value).map(|noted| match wanted {
                        true => noted,
                        false => terms.not(noted),
                    }),
                    Trigger::Difference(_, wanted) => difference(terms, holes, value).map(|noted| {
                        let wanted = terms.int(*wanted);
                        terms.eq(noted, wanted)
                    }),
                    Trigger::Decides(atom, wanted, condition) => {
                        let evaluation = Evaluation { notes: &notes[..=place], holes, root: root(condition) };
                        evaluation.decides(terms, *atom, *wanted, condition)
                    }
                    Trigger::Happens(_) | Trigger::Shown(..) => None,
                };
                if let Some(when) = when
                    && terms.as_bool(when) != Some(false)
                {
                    met.push((*goal, when));
                }
            }
        }
        met
    }
}

/// The point that stands for the whole condition.
pub(crate) fn root(condition: &Condition) -> PointId {
    match condition {
        Condition::Atom(point)
        | Condition::Not(point, _)
        | Condition::And(point, ..)
        | Condition::Or(point, ..) => *point,
    }
}

/// The differences at the border of a comparison: on either side of it.
fn borders(comparison: Comparison) -> &'static [i64] {
    match comparison {
        Comparison::Eq | Comparison::Ne => &[0, 1, -1],
        Comparison::Lt | Comparison::Ge => &[0, -1],
        Comparison::Le | Comparison::Gt => &[0, 1],
    }
}

fn truth(terms: &mut Terms, holes: &Holes, value: &Value) -> Option<TermId> {
    match content(holes, value)? {
        Value::Bool(known) => Some(terms.bool(*known)),
        Value::SymBool(term) => Some(*term),
        _ => None,
    }
}

fn difference(terms: &mut Terms, holes: &Holes, value: &Value) -> Option<TermId> {
    match content(holes, value)? {
        Value::Int(known) => Some(terms.int(*known)),
        Value::Big(known) => Some(terms.int_const((**known).clone())),
        Value::SymInt(term) => Some(*term),
        _ => None,
    }
}

/// One evaluation of a condition: the notes up to that of the whole.
struct Evaluation<'n> {
    notes: &'n [(PointId, Value)],
    holes: &'n Holes,
    root: PointId,
}

impl Evaluation<'_> {
    /// The value of a part in this evaluation; `None` if it was skipped.
    fn value(&self, terms: &mut Terms, point: PointId) -> Option<TermId> {
        let (_, before) = self.notes.split_last()?;
        if point == self.root {
            return truth(terms, self.holes, &self.notes.last()?.1);
        }
        // An earlier evaluation of the same condition ends with its own note.
        let started = before.iter().rposition(|(noted, _)| *noted == self.root).map_or(0, |place| place + 1);
        let (_, value) = before[started..].iter().rev().find(|(noted, _)| *noted == point)?;
        truth(terms, self.holes, value)
    }

    /// When the operand was evaluated with the wanted value and nothing after it hid that.
    fn decides(
        &self,
        terms: &mut Terms,
        atom: PointId,
        wanted: bool,
        condition: &Condition,
    ) -> Option<TermId> {
        let value = self.value(terms, atom)?;
        let value = if wanted { value } else { terms.not(value) };
        let unmasked = self.unmasked(terms, atom, condition)?;
        Some(terms.and(value, unmasked))
    }

    /// When the rest of the condition lets the operand through; `None` if the operand is not in it.
    fn unmasked(&self, terms: &mut Terms, atom: PointId, condition: &Condition) -> Option<TermId> {
        match condition {
            Condition::Atom(point) => (*point == atom).then(|| terms.bool(true)),
            Condition::Not(_, inner) => self.unmasked(terms, atom, inner),
            Condition::And(_, left, right) | Condition::Or(_, left, right) => {
                // The left side let the right one be evaluated; what matters is the right side after the left.
                if let Some(inner) = self.unmasked(terms, atom, right) {
                    return Some(inner);
                }
                let inner = self.unmasked(terms, atom, left)?;
                let Some(after) = self.value(terms, root(right)) else { return Some(inner) };
                let lets_through = match condition {
                    Condition::And(..) => after,
                    _ => terms.not(after),
                };
                Some(terms.and(inner, lets_through))
            }
        }
    }
}
