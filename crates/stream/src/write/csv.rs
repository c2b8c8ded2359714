//! The inputs of a case as CSV: a column for each input, a row for each time.

use lydian_verdict::{StreamRole, TraceCase, TraceSuite};

/// The inputs of a case as CSV. A row without values says that time goes on.
pub fn csv(suite: &TraceSuite, case: &TraceCase) -> String {
    let inputs: Vec<usize> =
        (0..suite.streams.len()).filter(|stream| suite.streams[*stream].role == StreamRole::Input).collect();
    let mut text = String::from("ts");
    for input in &inputs {
        text.push(',');
        text.push_str(&cell(&suite.streams[*input].name));
    }
    text.push('\n');
    for (moment, time) in case.times.iter().enumerate() {
        let here: Vec<_> = suite.inputs(case).filter(|event| event.moment == moment).collect();
        if here.is_empty() {
            continue;
        }
        text.push_str(time);
        for input in &inputs {
            text.push(',');
            if let Some(event) = here.iter().find(|event| event.stream == *input) {
                text.push_str(&cell(event.value.literal()));
            }
        }
        text.push('\n');
    }
    if let Some(time) = &case.progress {
        text.push_str(time);
        text.push_str(&",".repeat(inputs.len()));
        text.push('\n');
    }
    text
}

/// A cell, in quotes where it would be read differently without them.
fn cell(content: &str) -> String {
    let blank = |end: Option<char>| end.is_none_or(char::is_whitespace);
    let plain = !content.contains([',', '"', '\n', '\r'])
        && !blank(content.chars().next())
        && !blank(content.chars().next_back());
    if plain { content.to_owned() } else { format!("\"{}\"", content.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::samples::suite;

    #[test]
    fn a_row_has_the_inputs_of_one_time() {
        let suite = suite();
        assert_eq!(csv(&suite, &suite.cases[0]), "ts,a,b\n0,14,()\n2,-1,\n");
    }

    #[test]
    fn a_row_without_values_says_that_time_goes_on() {
        let mut suite = suite();
        suite.cases[0].progress = Some("9".into());
        assert!(csv(&suite, &suite.cases[0]).ends_with("\n9,,\n"));
    }

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(cell("List(1, 2)"), "\"List(1, 2)\"");
        assert_eq!(cell("\"a\""), "\"\"\"a\"\"\"");
        assert_eq!(cell(" a"), "\" a\"");
        assert_eq!(cell("1.5"), "1.5");
    }
}
