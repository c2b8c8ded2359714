//! Prints terms with as few parentheses as their levels allow.

use super::super::ast::{Operator, Quantifier, Term, TermKind, View};
use super::{escape, print_text};

/// Levels from loose to tight; a term stands in parentheses where a tighter one is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Any,
    Or,
    And,
    Not,
    Comparison,
    Append,
    Sum,
    Product,
    Minus,
    Tight,
}

/// A term where any term can stand.
pub(super) fn print_term(term: &Term, out: &mut String) {
    print_at(term, Level::Any, out);
}

/// A term where no comparison and no Boolean operator can stand without parentheses.
pub(super) fn print_arithmetic(term: &Term, out: &mut String) {
    print_at(term, Level::Append, out);
}

/// Terms with commas between.
pub(super) fn print_terms(terms: &[Term], out: &mut String) {
    for (index, term) in terms.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        print_term(term, out);
    }
}

fn print_at(term: &Term, wanted: Level, out: &mut String) {
    if level(term) >= wanted {
        return print_bare(term, out);
    }
    out.push('(');
    print_bare(term, out);
    out.push(')');
}

fn level(term: &Term) -> Level {
    match &term.kind {
        TermKind::If(..) | TermKind::Quantified(..) => Level::Any,
        TermKind::Not(_) => Level::Not,
        TermKind::Negate(_) => Level::Minus,
        TermKind::Int(number) | TermKind::Decimal(number, _) if number.is_negative() => Level::Minus,
        TermKind::Binary(operator, ..) => spelling(*operator).1,
        _ => Level::Tight,
    }
}

/// The operator with its level, and the level of what stands to the right of it.
fn spelling(operator: Operator) -> (&'static str, Level, Level) {
    match operator {
        Operator::Or => ("or", Level::Or, Level::And),
        Operator::And => ("and", Level::And, Level::Not),
        Operator::Equal => ("=", Level::Comparison, Level::Append),
        Operator::NotEqual => ("!=", Level::Comparison, Level::Append),
        Operator::Less => ("<", Level::Comparison, Level::Append),
        Operator::LessOrEqual => ("<=", Level::Comparison, Level::Append),
        Operator::Greater => (">", Level::Comparison, Level::Append),
        Operator::GreaterOrEqual => (">=", Level::Comparison, Level::Append),
        Operator::In => ("in", Level::Comparison, Level::Append),
        Operator::NotIn => ("not in", Level::Comparison, Level::Append),
        Operator::Append => ("++", Level::Append, Level::Sum),
        Operator::Add => ("+", Level::Sum, Level::Product),
        Operator::Subtract => ("-", Level::Sum, Level::Product),
        Operator::Multiply => ("*", Level::Product, Level::Minus),
        Operator::Divide => ("/", Level::Product, Level::Minus),
        Operator::Div => ("div", Level::Product, Level::Minus),
        Operator::Mod => ("mod", Level::Product, Level::Minus),
        Operator::Quot => ("quot", Level::Product, Level::Minus),
        Operator::Rem => ("rem", Level::Product, Level::Minus),
    }
}

fn print_bare(term: &Term, out: &mut String) {
    match &term.kind {
        TermKind::Int(number) => out.push_str(&number.to_string()),
        TermKind::Decimal(number, places) => print_decimal(&number.to_string(), *places as usize, out),
        TermKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        TermKind::Text(text) => print_text(text, out),
        TermKind::Char(byte) => print_char(*byte, out),
        TermKind::Name(name) => out.push_str(name),
        TermKind::List(terms) => {
            out.push('[');
            print_terms(terms, out);
            out.push(']');
        }
        TermKind::View(names, view) => {
            let names: Vec<&str> = names.iter().map(|name| &*name.text).collect();
            match names.as_slice() {
                [name] => out.push_str(name),
                _ => out.extend(["merge(", &names.join(", "), ")"]),
            }
            print_view(*view, out);
        }
        TermKind::Negate(operand) => {
            out.push('-');
            print_at(operand, Level::Minus, out);
        }
        TermKind::Not(operand) => {
            out.push_str("not ");
            print_at(operand, Level::Not, out);
        }
        TermKind::Binary(operator, left, right) => {
            let (word, own, after) = spelling(*operator);
            print_at(left, if own == Level::Comparison { Level::Append } else { own }, out);
            out.extend([" ", word, " "]);
            print_at(right, after, out);
        }
        TermKind::If(condition, yes, no) => {
            out.push_str("if ");
            print_term(condition, out);
            out.push_str(" then ");
            print_term(yes, out);
            out.push_str(" else ");
            print_term(no, out);
        }
        TermKind::Call(name, arguments) => {
            out.extend([&name.text, "("]);
            print_terms(arguments, out);
            out.push(')');
        }
        TermKind::Index(base, index) => {
            print_at(base, Level::Tight, out);
            out.push('[');
            print_term(index, out);
            out.push(']');
        }
        TermKind::Quantified(quantifier, name, list, body) => {
            let word = match quantifier {
                Quantifier::ForAll => "forall ",
                Quantifier::Exists => "exists ",
                Quantifier::Count => "count ",
            };
            out.extend([word, &name.text, " in "]);
            print_arithmetic(list, out);
            out.push_str(" : ");
            print_term(body, out);
        }
        TermKind::Comprehension { element, name, list, filter } => {
            out.push('[');
            print_term(element, out);
            out.extend([" for ", &name.text, " in "]);
            print_arithmetic(list, out);
            if let Some(filter) = filter {
                out.push_str(" if ");
                print_term(filter, out);
            }
            out.push(']');
        }
    }
}

fn print_view(view: View, out: &mut String) {
    match view {
        View::All => out.push_str(".all"),
        View::Ago(0) => out.push_str(".current"),
        View::Ago(count) => out.push_str(&format!(".ago({count})")),
        View::Earlier(1) => out.push_str(".earlier"),
        View::Earlier(count) => out.push_str(&format!(".earlier({count})")),
    }
}

fn print_decimal(digits: &str, places: usize, out: &mut String) {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    out.extend([sign, whole, if places > 0 { "." } else { "" }, fraction]);
}

/// A character that is no ASCII cannot be written in quotes.
fn print_char(byte: u8, out: &mut String) {
    if !byte.is_ascii() {
        return out.push_str(&format!("char({byte})"));
    }
    out.push('\'');
    escape(char::from(byte).encode_utf8(&mut [0; 4]), '\'', out);
    out.push('\'');
}
