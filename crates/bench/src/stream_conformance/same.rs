//! Compares two outputs as sets of lines.
//! The order of lines does not matter, nor that of the elements of sets and maps, nor the name under which another interpreter
//! prints a large one, nor how a time is written.

use std::collections::BTreeSet;

/// Whether two outputs say the same; if not, in which lines they differ.
pub(crate) fn compare(expected: &str, found: &str) -> Result<(), String> {
    let (expected, found) = (lines(expected), lines(found));
    if expected == found {
        return Ok(());
    }
    let missing = expected.difference(&found).map(|line| format!("  - {line}"));
    let surplus = found.difference(&expected).map(|line| format!("  + {line}"));
    let all: Vec<String> = missing.chain(surplus).collect();
    Err(format!("{} lines differ\n{}", all.len(), all.join("\n")))
}

fn lines(output: &str) -> BTreeSet<String> {
    output.lines().map(str::trim).filter(|line| !line.is_empty()).map(normal).collect()
}

fn normal(line: &str) -> String {
    let line = line.replace("HashSet(", "Set(").replace("HashMap(", "Map(");
    match line.split_once(':') {
        Some((time, rest)) if time.bytes().all(|byte| byte.is_ascii_digit()) => {
            let time = time.trim_start_matches('0');
            format!("{}:{}", if time.is_empty() { "0" } else { time }, sorted(rest))
        }
        _ => sorted(&line),
    }
}

/// The text with the elements of each set and map in alphabetical order.
fn sorted(text: &str) -> String {
    let starts = ["Set(", "Map("].iter().filter_map(|name| text.find(name).map(|at| at + name.len()));
    let Some(start) = starts.min() else { return text.to_owned() };
    let mut elements: Vec<String> = Vec::new();
    let (mut depth, mut from) = (0usize, start);
    for (at, char) in text[start..].char_indices().map(|(at, char)| (at + start, char)) {
        match char {
            '(' | '{' => depth += 1,
            ')' if depth == 0 => {
                elements.push(sorted(text[from..at].trim()));
                elements.sort();
                return format!("{}{}{}", &text[..start], elements.join(", "), sorted(&text[at..]));
            }
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                elements.push(sorted(text[from..at].trim()));
                from = at + 1;
            }
            _ => {}
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_names_of_collections_do_not_matter() {
        assert_eq!(compare("1: a = 1\n2: b = HashSet(3, 1, 2)", "02: b = Set(1, 2, 3)\n1: a = 1\n"), Ok(()));
        assert_eq!(
            normal("1: m = Map(2 -> Set(2, 1), 1 -> Set())"),
            "1: m = Map(1 -> Set(), 2 -> Set(1, 2))"
        );
        assert_eq!(normal("0: f(Set(2, 1)) = Set(b, a)"), "0: f(Set(1, 2)) = Set(a, b)");
    }

    #[test]
    fn lines_that_differ_are_told() {
        let difference = compare("1: a = 1", "1: a = 2").expect_err("they differ");
        assert!(difference.contains("- 1: a = 1") && difference.contains("+ 1: a = 2"), "{difference}");
        assert!(compare("1: l = List(1, 2)", "1: l = List(2, 1)").is_err(), "the order of a list matters");
    }
}
