//! Prints sets. `not` binds tightest, then `and`, `except`, `or`.

use super::super::ast::{Set, SetKind};
use super::term::{print_arithmetic, print_terms};

/// A set where any set can stand.
pub(super) fn print_set(set: &Set, out: &mut String) {
    print_at(set, 0, out);
}

/// A set in parentheses, if it binds looser than this.
fn print_at(set: &Set, wanted: u8, out: &mut String) {
    let own = match &set.kind {
        SetKind::Union(..) => 0,
        SetKind::Difference(..) => 1,
        SetKind::Intersection(..) => 2,
        _ => 3,
    };
    out.push_str(if own < wanted { "(" } else { "" });
    match &set.kind {
        SetKind::All => out.push_str("all"),
        SetKind::Finite(terms) => {
            out.push('{');
            print_terms(terms, out);
            out.push('}');
        }
        SetKind::Range(from, to) => {
            from.iter().for_each(|term| print_arithmetic(term, out));
            out.push_str("..");
            to.iter().for_each(|term| print_arithmetic(term, out));
        }
        SetKind::Elements(list) => print_arithmetic(list, out),
        SetKind::Regex(text) => print_regex(text, out),
        SetKind::Union(left, right) => print_joined(left, " or ", right, own, out),
        SetKind::Difference(left, right) => print_joined(left, " except ", right, own, out),
        SetKind::Intersection(left, right) => print_joined(left, " and ", right, own, out),
        SetKind::Complement(inner) => {
            out.push_str("not ");
            print_at(inner, 3, out);
        }
    }
    out.push_str(if own < wanted { ")" } else { "" });
}

fn print_joined(left: &Set, word: &str, right: &Set, own: u8, out: &mut String) {
    print_at(left, own, out);
    out.push_str(word);
    print_at(right, own + 1, out);
}

fn print_regex(text: &str, out: &mut String) {
    out.push('/');
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '/' => out.push_str("\\/"),
            '\\' => {
                out.push('\\');
                out.extend(chars.next());
            }
            c => out.push(c),
        }
    }
    out.push('/');
}
