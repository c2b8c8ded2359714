//! Trees as short texts with every bracket shown, for expectations that can be read.

use lydian_console::syntax::ast::{Pattern, PatternKind, Set, SetKind, Term, TermKind};

/// A term.
pub fn term(term: &Term) -> String {
    match &term.kind {
        TermKind::Int(number) => number.to_string(),
        TermKind::Decimal(number, places) => format!("{number}/10^{places}"),
        TermKind::Bool(value) => value.to_string(),
        TermKind::Text(text) => format!("{text:?}"),
        TermKind::Char(byte) => format!("{:?}", char::from(*byte)),
        TermKind::Name(name) => name.to_string(),
        TermKind::List(items) => format!("[{}]", all(items, self::term, " ")),
        TermKind::View(names, view) => {
            let names: Vec<&str> = names.iter().map(|name| &*name.text).collect();
            format!("<{} {view:?}>", names.join(" "))
        }
        TermKind::Negate(operand) => format!("(Negate {})", self::term(operand)),
        TermKind::Not(operand) => format!("(Not {})", self::term(operand)),
        TermKind::Binary(operator, left, right) => {
            format!("({operator:?} {} {})", self::term(left), self::term(right))
        }
        TermKind::If(condition, yes, no) => {
            format!("(If {} {} {})", self::term(condition), self::term(yes), self::term(no))
        }
        TermKind::Call(name, arguments) => format!("{}({})", name.text, all(arguments, self::term, " ")),
        TermKind::Index(base, index) => format!("(Index {} {})", self::term(base), self::term(index)),
        TermKind::Quantified(quantifier, name, list, body) => {
            format!("({quantifier:?} {} {} {})", name.text, self::term(list), self::term(body))
        }
        TermKind::Comprehension { element, name, list, filter } => {
            let filter = filter.as_ref().map_or("-".to_owned(), |filter| self::term(filter));
            format!("(Each {} {} {} {filter})", self::term(element), name.text, self::term(list))
        }
    }
}

/// A pattern.
pub fn pattern(pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Text(text) => format!("{text:?}"),
        PatternKind::Value(value) => format!("<{}>", term(value)),
        PatternKind::Glued(value) => format!("(glued {})", term(value)),
        PatternKind::Decorated(value) => format!("(decorated {})", term(value)),
        PatternKind::Any => "any".to_owned(),
        PatternKind::AnyWithout(texts) => format!("(any without {texts:?})"),
        PatternKind::Some => "some".to_owned(),
        PatternKind::Nothing => "nothing".to_owned(),
        PatternKind::Sequence(parts) => format!("({})", all(parts, self::pattern, ", ")),
        PatternKind::Either(parts) => format!("({})", all(parts, self::pattern, " or ")),
        PatternKind::Maybe(inner) => format!("(maybe {})", self::pattern(inner)),
    }
}

/// A set.
pub fn set(set: &Set) -> String {
    let end = |end: &Option<Term>| end.as_ref().map_or(String::new(), term);
    match &set.kind {
        SetKind::All => "all".to_owned(),
        SetKind::Finite(terms) => format!("{{{}}}", all(terms, term, " ")),
        SetKind::Range(from, to) => format!("{}..{}", end(from), end(to)),
        SetKind::Elements(list) => format!("<{}>", term(list)),
        SetKind::Regex(text) => format!("/{text}/"),
        SetKind::Union(left, right) => format!("({} or {})", self::set(left), self::set(right)),
        SetKind::Intersection(left, right) => format!("({} and {})", self::set(left), self::set(right)),
        SetKind::Difference(left, right) => format!("({} except {})", self::set(left), self::set(right)),
        SetKind::Complement(inner) => format!("(not {})", self::set(inner)),
    }
}

fn all<T>(items: &[T], show: impl Fn(&T) -> String, between: &str) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(between)
}
