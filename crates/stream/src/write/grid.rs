//! A case as a grid: a line for each stream, a column for each moment (section 4.3 of the thesis, seed 002).

use lydian_verdict::{StreamRole, TraceCase, TraceStream, TraceSuite};

/// Which streams a grid has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Those with a name.
    Named,
    /// The parts of expressions as well.
    All,
}

/// Values longer than this are cut.
const WIDEST: usize = 40;

/// A case as a grid: the line `#times:`, then one line for each stream. A stream under one name has one line.
pub fn grid(suite: &TraceSuite, case: &TraceCase, rows: Rows) -> String {
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut head = vec!["#times:".to_owned()];
    head.extend(case.times.iter().cloned());
    table.push(head);
    for (stream, described) in suite.streams.iter().enumerate() {
        if described.role == StreamRole::Part && rows == Rows::Named || is_repeated(suite, stream, described)
        {
            continue;
        }
        let mut line = vec![format!("{}:", cut(&described.name))];
        line.resize(case.times.len() + 1, String::new());
        for event in case.events.iter().filter(|event| event.stream == stream) {
            line[event.moment + 1] = cut(event.value.literal());
        }
        table.push(line);
    }
    let widths: Vec<usize> = (0..=case.times.len())
        .map(|column| table.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in &table {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Whether an earlier line shows the same stream under the same name.
fn is_repeated(suite: &TraceSuite, stream: usize, described: &TraceStream) -> bool {
    suite.streams[..stream].iter().any(|earlier| earlier.id == described.id && earlier.name == described.name)
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    text.chars().take(WIDEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::samples::suite;

    #[test]
    fn columns_are_aligned_and_lines_have_no_blanks_at_their_end() {
        let suite = suite();
        let expected = "\
#times:  0   2
a:       14  -1
b:       ()
z:       ()
s:           \"a b\"
";
        assert_eq!(grid(&suite, &suite.cases[0], Rows::Named), expected);
        let all = grid(&suite, &suite.cases[0], Rows::All);
        assert_eq!(all.lines().last(), Some("$4:      true"));
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(cut(&"x".repeat(50)).chars().count(), 40);
        assert_eq!(cut(&"é".repeat(40)), "é".repeat(40));
    }
}
