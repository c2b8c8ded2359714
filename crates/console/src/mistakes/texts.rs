//! Mistakes in comparisons of texts: only their beginning, their length or their characters are compared, or their case is not.

use lydian_term::Int;

use super::Changed;
use crate::syntax::ast::{At, Name, Operator, Term, TermKind};

/// `a = b` as people compare texts who think of something else. What does not fit the type of the values is left out later.
pub(super) fn compared(a: &Term, b: &Term, at: &At) -> Vec<Changed<Term>> {
    // One character is compared as a whole.
    if let TermKind::Text(text) = &b.kind
        && text.chars().count() < 2
    {
        return Vec::new();
    }
    let term = |kind: TermKind| Term { kind, at: at.clone() };
    let call = |name: &str, arguments: Vec<Term>| {
        term(TermKind::Call(Name { text: name.into(), at: at.clone() }, arguments))
    };
    let both = |of: &dyn Fn(&Term) -> Term| {
        term(TermKind::Binary(Operator::Equal, Box::new(of(a)), Box::new(of(b))))
    };
    let chars = |text: &Term| call("chars", vec![text.clone()]);
    let first = |count: i64| {
        move |text: &Term| call("take", vec![chars(text), term(TermKind::Int(Int::from(count)))])
    };
    let mut found = vec![
        ("compares the first character only", both(&first(1))),
        ("compares the first two characters only", both(&first(2))),
        ("compares the characters in any order", both(&|text| call("sort", vec![chars(text)]))),
        ("compares the lengths only", both(&|text| call("length", vec![text.clone()]))),
    ];
    let cased = |term: &Term| match &term.kind {
        TermKind::Text(text) => text.contains(char::is_alphabetic),
        _ => true,
    };
    if cased(b) {
        let folded = both(&|text| call("lowercase", vec![text.clone()]));
        found.push(("compares without regard to case", folded));
    }
    // Of a text that is written down, a beginning or a part may be taken for it.
    if matches!(b.kind, TermKind::Text(_)) {
        found.push(("takes a part for the whole", call("contains", vec![b.clone(), a.clone()])));
        found.push(("takes what begins with it for it", call("starts_with", vec![a.clone(), b.clone()])));
        found.push(("takes what contains it for it", call("contains", vec![a.clone(), b.clone()])));
    }
    found.into_iter().map(|(what, part)| Changed::new(what, at, part)).collect()
}
