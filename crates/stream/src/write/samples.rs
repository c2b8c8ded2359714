//! A small suite that the tests of several texts share.

use lydian_verdict::{
    Bounds, Statistics, StreamRole, TraceCase, TraceEvent, TraceStream, TraceSuite, TraceValue, Verdict,
};

/// Two inputs, two outputs, a part of an expression; one case with two moments.
pub(crate) fn suite() -> TraceSuite {
    let stream = |name: &str, ty: &str, role, id| TraceStream { name: name.into(), ty: ty.into(), role, id };
    let output = StreamRole::Output { raw: false };
    let streams = vec![
        stream("a", "Int", StreamRole::Input, 0),
        stream("b", "Unit", StreamRole::Input, 1),
        stream("z", "Unit", output, 2),
        stream("s", "String", output, 3),
        stream("s", "String", StreamRole::Named, 3),
        stream("$4", "Bool", StreamRole::Part, 4),
    ];
    let text = |literal: &str, printed: &str| TraceValue::Value {
        literal: literal.to_owned(),
        printed: printed.to_owned(),
    };
    let events = vec![
        event(0, 0, text("14", "14")),
        event(0, 1, TraceValue::Unit),
        event(0, 2, TraceValue::Unit),
        event(0, 5, text("true", "true")),
        event(1, 0, text("-1", "-1")),
        event(1, 3, text("\"a b\"", "a b")),
        event(1, 4, text("\"a b\"", "a b")),
    ];
    TraceSuite {
        subject: "x.tessla".into(),
        strategy: "incremental".into(),
        criteria: vec!["decision".into()],
        slots: 40,
        verdict: Verdict::Passed(Bounds::default()),
        files: Vec::new(),
        streams,
        assertions: Vec::new(),
        cases: vec![TraceCase { times: vec!["0".into(), "2".into()], events, ..TraceCase::default() }],
        goals: Vec::new(),
        dead: Vec::new(),
        effort: Statistics::default(),
    }
}

/// An event of the sample.
pub(crate) fn event(moment: usize, stream: usize, value: TraceValue) -> TraceEvent {
    TraceEvent { moment, stream, value }
}
