//! Prints patterns. A sequence of texts and values becomes one text with holes, if that is easy to read.
//! Parentheses around a pattern are read as a term if nothing in them says otherwise; a value that is written as a hole of
//! a text (`"{x}"`) says it.

use super::super::ast::{Operator, Pattern, PatternKind, Term, TermKind};
use super::term::{print_arithmetic, print_term};
use super::{escape, print_text};

/// A pattern where any pattern can stand.
pub(super) fn print_pattern(pattern: &Pattern, out: &mut String) {
    match &pattern.kind {
        PatternKind::Either(alternatives) if alternatives.len() > 1 => {
            print_joined(alternatives, " or ", print_sequence, out);
        }
        _ => print_sequence(pattern, out),
    }
}

fn print_sequence(pattern: &Pattern, out: &mut String) {
    match &pattern.kind {
        PatternKind::Sequence(parts) if parts.len() > 1 => match filled_text(parts) {
            Some(text) => out.push_str(&text),
            None => print_joined(parts, ", ", print_item, out),
        },
        _ => print_item(pattern, out),
    }
}

fn print_joined(
    patterns: &[Pattern],
    between: &str,
    print: impl Fn(&Pattern, &mut String),
    out: &mut String,
) {
    for (index, pattern) in patterns.iter().enumerate() {
        out.push_str(if index > 0 { between } else { "" });
        print(pattern, out);
    }
}

fn print_item(pattern: &Pattern, out: &mut String) {
    match &pattern.kind {
        PatternKind::Text(text) => print_text(text, out),
        PatternKind::Value(term) if is_read_as_pattern(term) => print_hole_alone(term, out),
        PatternKind::Value(term) => print_arithmetic(term, out),
        PatternKind::Glued(term) => {
            out.push_str("glued ");
            print_arithmetic(term, out);
        }
        PatternKind::Decorated(term) => {
            out.push_str("decorated ");
            print_arithmetic(term, out);
        }
        PatternKind::Any => out.push_str("any"),
        PatternKind::AnyWithout(texts) => {
            out.push_str("any");
            for text in texts {
                out.push_str(" without ");
                print_text(text, out);
            }
        }
        PatternKind::Some => out.push_str("some"),
        PatternKind::Nothing => out.push_str("nothing"),
        PatternKind::Maybe(inner) => {
            out.push_str("maybe ");
            print_item(inner, out);
        }
        PatternKind::Sequence(parts) | PatternKind::Either(parts) => match parts.as_slice() {
            [] => out.push_str("nothing"),
            [only] => print_item(only, out),
            _ => print_group(pattern, parts, out),
        },
    }
}

/// Several parts as one item.
fn print_group(pattern: &Pattern, parts: &[Pattern], out: &mut String) {
    if let PatternKind::Sequence(_) = &pattern.kind {
        if let Some(text) = filled_text(parts) {
            return out.push_str(&text);
        }
        out.push('(');
        print_joined(parts, ", ", print_item, out);
        return out.push(')');
    }
    out.push('(');
    let (first, rest) = (&parts[0], &parts[1..]);
    match &first.kind {
        PatternKind::Value(term) if parts.iter().all(is_bare_value) => print_hole_alone(term, out),
        _ => print_sequence(first, out),
    }
    for alternative in rest {
        out.push_str(" or ");
        print_sequence(alternative, out);
    }
    out.push(')');
}

fn is_bare_value(pattern: &Pattern) -> bool {
    matches!(&pattern.kind, PatternKind::Value(term) if !is_read_as_pattern(term))
}

/// Whether a term is read as a pattern where it stands as an item: a text, or alternatives with a text among them.
fn is_read_as_pattern(term: &Term) -> bool {
    match &term.kind {
        TermKind::Text(_) => true,
        TermKind::Binary(Operator::Or, left, right) => is_read_as_pattern(left) || is_read_as_pattern(right),
        _ => false,
    }
}

fn print_hole_alone(term: &Term, out: &mut String) {
    out.push_str("\"{");
    print_term(term, out);
    out.push_str("}\"");
}

/// A sequence as one text with holes: it needs both texts and values, and none of the values with quotes in it.
fn filled_text(parts: &[Pattern]) -> Option<String> {
    let is_text = |pattern: &Pattern| matches!(pattern.kind, PatternKind::Text(_));
    let texts = parts.iter().filter(|part| is_text(part)).count();
    let side_by_side = parts.windows(2).any(|pair| pair.iter().all(is_text));
    if texts == 0 || texts == parts.len() || side_by_side {
        return None;
    }
    let mut filled = String::from("\"");
    for part in parts {
        match &part.kind {
            PatternKind::Text(text) if !text.is_empty() => escape(text, '"', &mut filled),
            PatternKind::Value(term) => {
                let start = filled.len();
                filled.push('{');
                print_term(term, &mut filled);
                filled.push('}');
                if filled[start..].contains('"') {
                    return None;
                }
            }
            _ => return None,
        }
    }
    filled.push('"');
    Some(filled)
}
