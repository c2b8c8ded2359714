//! A case as a trace that interpreters read, and the outputs that they must write for it.

use lydian_verdict::{StreamRole, TraceCase, TraceSuite, TraceValue};

use crate::trace::end_of_trace;

/// The inputs of a case, one event on each line.
///
/// An interpreter evaluates the last time that the trace mentions and stops. If a case goes on after its last input,
/// because a timer fires then, its last line is an event of a stream that no specification has.
pub fn trace(suite: &TraceSuite, case: &TraceCase) -> String {
    let mut text = String::new();
    for event in suite.inputs(case) {
        let (time, name) = (&case.times[event.moment], &suite.streams[event.stream].name);
        match &event.value {
            TraceValue::Unit => text.push_str(&format!("{time}: {name}\n")),
            value => text.push_str(&format!("{time}: {name} = {}\n", value.literal())),
        }
    }
    if let Some(time) = &case.progress {
        let is_input = |name: &str| {
            suite.streams.iter().any(|stream| stream.role == StreamRole::Input && stream.name == name)
        };
        let name = end_of_trace(is_input);
        text.push_str("# No stream of the specification: it only says that time goes on up to here.\n");
        text.push_str(&format!("{time}: {name}\n"));
    }
    text
}

/// The outputs of a case as the official interpreter prints them. The order within one time means nothing.
pub fn expected(suite: &TraceSuite, case: &TraceCase) -> String {
    let mut text = String::new();
    for event in suite.outputs(case) {
        let (time, stream) = (&case.times[event.moment], &suite.streams[event.stream]);
        let value = match &event.value {
            TraceValue::Unit => "()",
            TraceValue::Value { printed, .. } => printed,
            TraceValue::Error(_) => continue,
        };
        match stream.role {
            StreamRole::Output { raw: true } => text.push_str(&format!("{value}\n")),
            _ => text.push_str(&format!("{time}: {} = {value}\n", stream.name)),
        }
    }
    if let Some(failure) = &case.failure {
        text.push_str(&format!("# The run ends with an error: {}\n", one_line(failure)));
    }
    text
}

/// A message that stays in its comment.
fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::samples::{event, suite};

    #[test]
    fn an_input_of_units_is_just_named() {
        let suite = suite();
        assert_eq!(trace(&suite, &suite.cases[0]), "0: a = 14\n0: b\n2: a = -1\n");
    }

    #[test]
    fn a_case_that_goes_on_after_its_last_input_says_so() {
        let mut suite = suite();
        suite.cases[0].progress = Some("9".into());
        let text = trace(&suite, &suite.cases[0]);
        assert!(text.ends_with("goes on up to here.\n9: end_of_trace\n"), "{text}");
        suite.streams[0].name = "end_of_trace".into();
        let text = trace(&suite, &suite.cases[0]);
        assert!(
            text.starts_with("0: end_of_trace = 14\n") && text.ends_with("\n9: end_of_trace_\n"),
            "{text}"
        );
    }

    #[test]
    fn expected_outputs_look_as_the_interpreter_prints_them() {
        let mut suite = suite();
        assert_eq!(expected(&suite, &suite.cases[0]), "0: z = ()\n2: s = a b\n");
        suite.streams[3].role = StreamRole::Output { raw: true };
        assert_eq!(expected(&suite, &suite.cases[0]), "0: z = ()\na b\n");
    }

    #[test]
    fn an_error_is_a_comment_on_one_line() {
        let mut suite = suite();
        suite.cases[0].failure = Some("no\nway (t = 2)".into());
        suite.cases[0].events.push(event(1, 2, TraceValue::Error("no".into())));
        let text = expected(&suite, &suite.cases[0]);
        assert!(text.ends_with("a b\n# The run ends with an error: no way (t = 2)\n"), "{text}");
    }
}
