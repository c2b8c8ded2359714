//! Shows where two texts differ: what both begin and end with is left out, except a line on each side.

/// The lines in which the texts differ; `-` for expected ones, `+` for actual ones.
pub(crate) fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let before = expected.iter().zip(&actual).take_while(|(left, right)| left == right).count();
    let shorter = expected.len().min(actual.len());
    let after = (0..shorter - before)
        .take_while(|index| expected[expected.len() - 1 - index] == actual[actual.len() - 1 - index])
        .count();
    let mut lines = Vec::new();
    if before > 0 {
        lines.push(format!("  {}", expected[before - 1]));
    }
    lines.extend(expected[before..expected.len() - after].iter().map(|line| format!("- {line}")));
    lines.extend(actual[before..actual.len() - after].iter().map(|line| format!("+ {line}")));
    if after > 0 {
        lines.push(format!("  {}", expected[expected.len() - after]));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(difference("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n"), "  b\n- c\n+ x\n  d");
        assert_eq!(difference("", "x\n"), "+ x");
        assert_eq!(difference("x\nx\n", "x\n"), "  x\n- x");
    }
}
