//! Long outcomes as a person reads them: how each begins and how long it is, and the place where they first differ. The case itself keeps
//! all of them.

use lydian_verdict::{Detail, Refutation, label};
use lydian_words::grouped;

use crate::wording::CLIPPED;

/// Texts up to this many characters are shown whole.
const WHOLE: usize = 240;

/// How much is shown of the beginning of a longer one.
const HEAD: usize = 60;

/// How much is shown in front of the first difference, and from there on.
const BEFORE: usize = 40;
const FROM: usize = 40;

/// The label of the place where long outcomes first differ.
const FIRST_DIFFERENCE: &str = "first difference";

/// The refutation with long outcomes cut in what is shown.
pub(crate) fn with_excerpts(mut refutation: Refutation) -> Refutation {
    let text = |label: &str| refutation.text_of(label).unwrap_or_default().to_owned();
    let (expected, got) = (text(label::EXPECTED), text(label::GOT));
    let (expected, got) = (units(&expected), units(&got));
    if expected.len() <= WHOLE && got.len() <= WHOLE {
        return refutation;
    }
    let mut rows = Vec::new();
    for detail in refutation.details {
        let units = match detail.label.as_str() {
            label::EXPECTED => Some(&expected),
            label::GOT => Some(&got),
            _ => None,
        };
        let is_last_outcome = detail.label == label::GOT;
        rows.push(match units {
            Some(units) if units.len() > WHOLE => Detail::new(detail.label, head(units)),
            _ => detail,
        });
        if is_last_outcome {
            rows.extend(first_difference(&expected, &got).map(|text| Detail::new(FIRST_DIFFERENCE, text)));
        }
    }
    refutation.details = rows;
    refutation
}

/// A text in the parts that are not taken to pieces: characters, and escapes such as `\n`.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escaped = if first == '\\' { rest[1..].chars().next() } else { None };
        let long = match escaped {
            Some('0'..='9') if rest.is_char_boundary(4.min(rest.len())) => 4.min(rest.len()),
            Some(second) => 1 + second.len_utf8(),
            None => first.len_utf8(),
        };
        let (unit, behind) = rest.split_at(long);
        units.push(unit);
        rest = behind;
    }
    units
}

fn head(units: &[&str]) -> String {
    // What was cut already says itself that there was more.
    let more = if units.concat().contains(CLIPPED) { "more than " } else { "" };
    format!("{}... ({more}{} characters)", units[..HEAD].concat(), grouped(units.len() as u64))
}

/// The place where two texts part, with what stands there in both; nothing if they are the same, or so different from the start that their
/// beginnings say it.
fn first_difference(expected: &[&str], got: &[&str]) -> Option<String> {
    let same = expected.iter().zip(got).take_while(|(one, other)| one == other).count();
    if same == expected.len().max(got.len()) || same == 0 {
        return None;
    }
    let has_lines = [expected, got].iter().any(|text| text.contains(&"\\n"));
    let place = Place::of(&expected[..same], has_lines);
    let [expected, got] = [expected, got].map(|text| place.around(text, same));
    Some(format!("{}: expected {expected}, got {got}", place.in_words(same)))
}

/// Where in a text something stands.
enum Place {
    /// In a string of several lines: the number of the line, and where it begins.
    Line {
        number: u64,
        start: usize,
    },
    /// In a list or an array: the number of the element, and where the list begins.
    Element {
        number: u64,
        start: usize,
    },
    Character,
}

impl Place {
    /// The place behind this beginning of a text, which may have lines.
    fn of(before: &[&str], has_lines: bool) -> Place {
        let mut string = None;
        // What is open, each with the number of the element in it and its place.
        let mut open: Vec<(&str, u64, usize)> = Vec::new();
        for (at, unit) in before.iter().enumerate() {
            match (*unit, string) {
                ("\"", None) => string = Some((1, at + 1)),
                ("\"", Some(_)) => string = None,
                ("\\n", Some((number, _))) => string = Some((number + 1, at + 1)),
                ("[" | "(" | "{", None) => open.push((*unit, 1, at)),
                ("]" | ")" | "}", None) => drop(open.pop()),
                (";", None) => open.last_mut().into_iter().for_each(|(_, number, _)| *number += 1),
                _ => {}
            }
        }
        let list = open.iter().find(|(bracket, ..)| *bracket == "[");
        match (string, list) {
            (Some((number, start)), None) if has_lines => Place::Line { number, start },
            (Some((number, start)), Some(_)) if number > 1 => Place::Line { number, start },
            (_, Some((_, number, start))) => Place::Element { number: *number, start: *start },
            _ => Place::Character,
        }
    }

    fn in_words(&self, same: usize) -> String {
        match self {
            Place::Line { number, .. } => format!("line {}", grouped(*number)),
            Place::Element { number, .. } => format!("element {}", grouped(*number)),
            Place::Character => format!("character {}", grouped(same as u64 + 1)),
        }
    }

    /// What stands around the place in one of the texts.
    fn around(&self, text: &[&str], same: usize) -> String {
        let least = match self {
            Place::Line { start, .. } | Place::Element { start, .. } => *start,
            Place::Character => 0,
        };
        let rest = &text[same..];
        let line_ends = |unit: &&str| matches!(self, Place::Line { .. }) && matches!(*unit, "\\n" | "\"");
        let line = rest.iter().position(line_ends).unwrap_or(rest.len());
        let (mut start, mut end) = (least.max(same.saturating_sub(BEFORE)), same + line.min(FROM));
        if let Place::Element { .. } = self {
            // Elements are not cut in the middle.
            let ends = |units: &[&str]| units.windows(2).position(|two| two == [";", " "]).map(|at| at + 2);
            start += if start > least { ends(&text[start..same]).unwrap_or(0) } else { 0 };
            let last = text[same..end].iter().rposition(|unit| *unit == ";");
            end = last.filter(|_| line > FROM).map_or(end, |last| same + last + 1);
        }
        let before = if start > least { "..." } else { "" };
        let behind = match (line > FROM, self) {
            (false, _) => "",
            (true, Place::Element { .. }) => " ...",
            (true, _) => "...",
        };
        let shown = format!("{before}{}{behind}", text[start..end].concat());
        match self {
            Place::Line { .. } => format!("\"{shown}\""),
            _ => shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_verdict::{Case, Door, Outcome};

    fn rows(expected: &str, got: &str) -> Vec<(String, String)> {
        let value = |text: &str| Outcome::Value(text.to_owned());
        let case = Case {
            door: Door::Compare,
            written: None,
            entry: "f".into(),
            inputs: Vec::new(),
            expected: value(expected),
            actual: value(got),
            size: 0,
            seed: 0,
        };
        let refutation = with_excerpts(Refutation::new(case));
        assert_eq!(refutation.case.expected, value(expected));
        refutation.details.into_iter().skip(1).map(|detail| (detail.label, detail.text)).collect()
    }

    fn first_difference(expected: &str, got: &str) -> Option<String> {
        rows(expected, got).into_iter().find(|(label, _)| label == FIRST_DIFFERENCE).map(|(_, text)| text)
    }

    #[test]
    fn short_texts_stay_whole() {
        let shown = rows("[1; 2]", "[1; 3]");
        assert_eq!(shown, [("expected".into(), "[1; 2]".into()), ("got".into(), "[1; 3]".into())]);
    }

    #[test]
    fn the_line_is_named_in_which_long_texts_differ() {
        let table = |last: &str| {
            let rows: String =
                (1..=30).map(|row| format!("{row:>4}{:>4}{:>4}\\n", 2 * row, 3 * row)).collect();
            format!("() (* prints \"{rows}{last}\\n\" *)")
        };
        let shown = rows(&table("  31"), &table("  32"));
        assert_eq!(
            shown[0].1,
            "() (* prints \"   1   2   3\\n   2   4   6\\n   3   6   9\\n   4   ... (413 characters)"
        );
        let first = first_difference(&table("  31"), &table("  32"));
        assert_eq!(first.as_deref(), Some("line 31: expected \"  31\", got \"  32\""));
        let first = first_difference(&table(""), &table("  32"));
        assert_eq!(first.as_deref(), Some("line 31: expected \"\", got \"  32\""));
    }

    #[test]
    fn the_element_is_named_in_which_long_lists_differ() {
        let list = |at: u32, other: u32| {
            let elements: Vec<String> =
                (1..=100).map(|element| if element == at { other } else { element }.to_string()).collect();
            format!("[{}]", elements.join("; "))
        };
        let first = first_difference(&list(0, 0), &list(50, 7));
        let expected = "element 50: expected ...41; 42; 43; 44; 45; 46; 47; 48; 49; 50; 51; 52; 53; 54; 55; 56; 57; 58; 59; ..., \
                        got ...41; 42; 43; 44; 45; 46; 47; 48; 49; 7; 51; 52; 53; 54; 55; 56; 57; 58; 59; ...";
        assert_eq!(first.unwrap(), expected);
    }

    #[test]
    fn escapes_are_not_taken_to_pieces() {
        assert_eq!(units("a\\n\\\\n\\255é"), ["a", "\\n", "\\\\", "n", "\\255", "é"]);
    }
}
