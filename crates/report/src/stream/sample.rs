//! A small suite that the tests of several reports share. It has a goal in each state, a dead state and odd characters.

use lydian_diagnostic::{Source, Span};
use lydian_verdict::{
    Cause, DeadState, GoalState, Statistics, StreamRole, TraceCase, TraceEvent, TraceGoal, TraceStream,
    TraceSuite, TraceValue, Verdict,
};

/// The suite.
pub(crate) fn suite() -> TraceSuite {
    let source =
        Source::new("x.tessla", "in a: Events[Int]\ndef f(x: Int) = if x < 3 && x > 9 then 1 else 2\n");
    let stream = |name: &str, ty: &str, role, id| TraceStream { name: name.into(), ty: ty.into(), role, id };
    let output = StreamRole::Output { raw: false };
    let streams = vec![
        stream("a", "Int", StreamRole::Input, 0),
        stream("z", "Unit", output, 1),
        stream("s", "String", output, 2),
        stream("a", "Int", StreamRole::Named, 0),
        stream("z", "Unit", StreamRole::Named, 1),
        stream("s", "String", StreamRole::Named, 2),
        stream("inner", "Bool", StreamRole::Named, 3),
    ];
    let value =
        |text: &str, printed: &str| TraceValue::Value { literal: text.into(), printed: printed.into() };
    let event = |moment, stream, value| TraceEvent { moment, stream, value };
    let events = vec![
        event(0, 0, value("14", "14")),
        event(0, 1, TraceValue::Unit),
        event(0, 6, value("true", "true")),
        event(1, 0, value("-1", "-1")),
        event(1, 2, value("\"<b>\"", "<b>")),
        event(1, 5, value("\"<b>\"", "<b>")),
    ];
    let goal = |text: &str, range, state| TraceGoal {
        criterion: "decision".into(),
        text: text.into(),
        span: Span::new(&source, range),
        within: Vec::new(),
        state,
    };
    let case = TraceCase {
        times: vec!["0".into(), "2".into()],
        events,
        meets: vec![(0, 0), (1, 1)],
        ..TraceCase::default()
    };
    let why = "not found within 40 slots";
    let mut effort = Statistics::default();
    effort.count("solver questions", 1204);
    TraceSuite {
        subject: "x.tessla".into(),
        strategy: "incremental".into(),
        criteria: vec!["decision".into()],
        slots: 40,
        verdict: Verdict::unknown(Cause::Budget, format!("1 of 4 goals is undecided: {why}")),
        files: vec![source.clone()],
        streams,
        assertions: Vec::new(),
        cases: vec![case],
        goals: vec![
            goal("`x < 3 && x > 9` is true", 37..51, GoalState::Covered { case: 0, moment: 0 }),
            goal("`x < 3 && x > 9` is false", 37..51, GoalState::Covered { case: 0, moment: 1 }),
            goal("the operand `x < 3` is true", 37..42, GoalState::Unreachable { slots: 1 }),
            goal("the operand `x < 3` is false", 37..42, GoalState::Unknown { why: why.into() }),
        ],
        dead: vec![DeadState { case: 0, moment: 1, lost: vec![0], silent: vec![1] }],
        effort,
    }
}
