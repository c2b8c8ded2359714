//! Mistakes inside of terms: another operator, a constant beside, one value too few, the other end of a list.

use lydian_term::Int;

use super::Changed;
use super::texts::compared;
use crate::syntax::ast::{Name, Operator, Quantifier, Term, TermKind, View};

/// The term with one thing changed, in every way.
pub(super) fn term(whole: &Term) -> Vec<Changed<Term>> {
    let mut found = here(whole);
    let at = &whole.at;
    let rebuilt = |kind: TermKind| Term { kind, at: at.clone() };
    let mut inside = |part: &Term, put: &dyn Fn(Box<Term>) -> TermKind| {
        found.extend(term(part).into_iter().map(|changed| changed.map(|part| rebuilt(put(Box::new(part))))));
    };
    match &whole.kind {
        TermKind::Negate(a) => inside(a, &TermKind::Negate),
        TermKind::Not(a) => inside(a, &TermKind::Not),
        TermKind::Binary(operator, a, b) => {
            inside(a, &|a| TermKind::Binary(*operator, a, b.clone()));
            inside(b, &|b| TermKind::Binary(*operator, a.clone(), b));
        }
        TermKind::If(c, a, b) => {
            inside(c, &|c| TermKind::If(c, a.clone(), b.clone()));
            inside(a, &|a| TermKind::If(c.clone(), a, b.clone()));
            inside(b, &|b| TermKind::If(c.clone(), a.clone(), b));
        }
        TermKind::Index(list, index) => {
            inside(list, &|list| TermKind::Index(list, index.clone()));
            inside(index, &|index| TermKind::Index(list.clone(), index));
        }
        TermKind::Quantified(quantifier, name, list, body) => {
            inside(list, &|list| TermKind::Quantified(*quantifier, name.clone(), list, body.clone()));
            inside(body, &|body| TermKind::Quantified(*quantifier, name.clone(), list.clone(), body));
        }
        TermKind::Call(name, arguments) => {
            for (index, argument) in arguments.iter().enumerate() {
                inside(argument, &|changed| {
                    let mut arguments = arguments.clone();
                    arguments[index] = *changed;
                    TermKind::Call(name.clone(), arguments)
                });
            }
        }
        TermKind::Comprehension { element, name, list, filter } => {
            let put = |element: Box<Term>, list: Box<Term>, filter: Option<Box<Term>>| {
                TermKind::Comprehension { element, name: name.clone(), list, filter }
            };
            inside(element, &|element| put(element, list.clone(), filter.clone()));
            inside(list, &|list| put(element.clone(), list, filter.clone()));
            if let Some(filter) = filter {
                inside(filter, &|filter| put(element.clone(), list.clone(), Some(filter)));
            }
        }
        _ => {}
    }
    found
}

/// What is changed at the root of a term.
fn here(whole: &Term) -> Vec<Changed<Term>> {
    let at = &whole.at;
    let changed = |what: String, kind: TermKind| Changed::new(what, at, Term { kind, at: at.clone() });
    let only = |what: &str, part: &Term| Changed::new(what, at, Term { at: at.clone(), ..part.clone() });
    match &whole.kind {
        TermKind::Int(int) => {
            let [below, above] = [-1, 1].map(|by| int.clone() + Int::from(by as i64));
            vec![
                changed(format!("has {above} instead of {int}"), number(&above)),
                changed(format!("has {below} instead of {int}"), number(&below)),
            ]
        }
        TermKind::Decimal(mantissa, places) => {
            let above = mantissa.clone() + Int::from(1);
            vec![changed("has a constant that is a little larger".into(), TermKind::Decimal(above, *places))]
        }
        TermKind::Binary(operator, a, b) => {
            let put = |(other, what): &(Operator, &str)| {
                changed((*what).into(), TermKind::Binary(*other, a.clone(), b.clone()))
            };
            let mut found: Vec<_> = others(*operator).iter().map(put).collect();
            if *operator == Operator::Equal {
                found.extend(compared(a, b, at));
            }
            if *operator == Operator::Div {
                found.push(changed("rounds a quotient".into(), rounded(a, b, at)));
            }
            found
        }
        TermKind::If(_, a, b) => vec![only("always takes the first", a), only("always takes the other", b)],
        TermKind::Not(a) => vec![only("forgets `not`", a)],
        TermKind::Negate(a) => vec![only("forgets a minus", a)],
        TermKind::Quantified(quantifier, name, list, body) => {
            let other = match quantifier {
                Quantifier::ForAll => (Quantifier::Exists, "takes one for all"),
                Quantifier::Exists => (Quantifier::ForAll, "asks it of all"),
                Quantifier::Count => return Vec::new(),
            };
            vec![changed(
                other.1.into(),
                TermKind::Quantified(other.0, name.clone(), list.clone(), body.clone()),
            )]
        }
        TermKind::Comprehension { element, name, list, filter: Some(_) } => {
            let (element, name, list) = (element.clone(), name.clone(), list.clone());
            let kind = TermKind::Comprehension { element, name, list, filter: None };
            vec![changed("takes all of a list".into(), kind)]
        }
        TermKind::View(names, View::All) => {
            let name = names.iter().map(|name| &*name.text).collect::<Vec<_>>().join(" and ");
            vec![
                changed(format!("loses the newest {name}"), TermKind::View(names.clone(), View::Earlier(1))),
                changed(format!("loses the first {name}"), call("drop", vec![whole.clone(), one(at)], whole)),
            ]
        }
        TermKind::View(names, View::Earlier(_)) => {
            vec![changed("takes the newest value too".into(), TermKind::View(names.clone(), View::All))]
        }
        TermKind::View(names, View::Ago(ago @ 1..)) => {
            let kind = TermKind::View(names.clone(), View::Ago(ago - 1));
            vec![changed("takes a value that is too new".into(), kind)]
        }
        TermKind::Call(name, arguments) => calls(name, arguments, whole),
        TermKind::List(elements) if elements.len() > 1 => {
            let without = |index: usize| {
                let mut rest = elements.clone();
                let gone = rest.remove(index);
                Changed::new(
                    "forgets one of these",
                    &gone.at,
                    Term { kind: TermKind::List(rest), at: at.clone() },
                )
            };
            (0..elements.len()).map(without).collect()
        }
        _ => Vec::new(),
    }
}

/// What an operator is mixed up with.
fn others(operator: Operator) -> &'static [(Operator, &'static str)] {
    use Operator::{
        Add, And, Div, Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, Mod, Multiply, NotEqual, NotIn,
        Or, Quot, Rem, Subtract,
    };
    match operator {
        Less => &[(LessOrEqual, "has <= instead of <"), (Greater, "has > instead of <")],
        LessOrEqual => &[(Less, "has < instead of <="), (GreaterOrEqual, "has >= instead of <=")],
        Greater => &[(GreaterOrEqual, "has >= instead of >"), (Less, "has < instead of >")],
        GreaterOrEqual => &[(Greater, "has > instead of >="), (LessOrEqual, "has <= instead of >=")],
        Equal => &[(LessOrEqual, "has <= instead of ="), (GreaterOrEqual, "has >= instead of =")],
        NotEqual => &[(Less, "has < instead of !="), (Greater, "has > instead of !=")],
        And => &[(Or, "has `or` instead of `and`")],
        Or => &[(And, "has `and` instead of `or`")],
        In => &[(NotIn, "has `not in` instead of `in`")],
        NotIn => &[(In, "has `in` instead of `not in`")],
        Add => &[(Subtract, "subtracts instead of adding")],
        Subtract => &[(Add, "adds instead of subtracting")],
        Multiply => &[(Add, "adds instead of multiplying")],
        Div => &[(Quot, "cuts a quotient off instead of rounding it down")],
        Mod => &[
            (Rem, "gives a remainder the sign of the number"),
            (Div, "takes the quotient for the remainder"),
        ],
        Quot => &[(Div, "rounds a quotient down instead of cutting it off")],
        Rem => &[(Mod, "never has a negative remainder")],
        _ => &[],
    }
}

/// What the functions of the language are mixed up with.
fn calls(name: &Name, arguments: &[Term], whole: &Term) -> Vec<Changed<Term>> {
    let other = match &*name.text {
        "minimum" => Some("maximum"),
        "maximum" => Some("minimum"),
        "min" => Some("max"),
        "max" => Some("min"),
        "first" => Some("last"),
        "last" => Some("first"),
        "floor" => Some("ceiling"),
        "ceiling" => Some("floor"),
        "starts_with" | "ends_with" => Some("contains"),
        "uppercase" => Some("lowercase"),
        "lowercase" => Some("uppercase"),
        _ => None,
    };
    let term = |kind: TermKind| Term { kind, at: whole.at.clone() };
    let mut found = Vec::new();
    if let Some(other) = other {
        let what = format!("has {other} instead of {}", name.text);
        found.push(Changed::new(what, &whole.at, term(call(other, arguments.to_vec(), whole))));
    }
    match (&*name.text, arguments) {
        ("abs" | "uppercase" | "lowercase" | "trim" | "reverse" | "sort" | "distinct", [argument]) => {
            let what = format!("forgets {}", name.text);
            found.push(Changed::new(what, &whole.at, term(argument.kind.clone())));
        }
        ("length" | "count", _) => {
            for (operator, what) in
                [(Operator::Add, "counts one too many"), (Operator::Subtract, "counts one too few")]
            {
                let kind = TermKind::Binary(operator, Box::new(whole.clone()), Box::new(one(&whole.at)));
                found.push(Changed::new(what, &whole.at, term(kind)));
            }
        }
        _ => {}
    }
    found
}

/// A number that is written, as integers of so many bits have it.
pub(super) fn wrapped(written: &Term, bits: u32) -> Changed<Term> {
    let at = &written.at;
    let (half, all) = (Int::power_of_two(bits - 1), Int::power_of_two(bits));
    let binary = |operator, a: Term, b: Int| {
        let b = Term { kind: TermKind::Int(b), at: at.clone() };
        Term { kind: TermKind::Binary(operator, Box::new(a), Box::new(b)), at: at.clone() }
    };
    let shifted = binary(Operator::Add, written.clone(), half.clone());
    let part = binary(Operator::Subtract, binary(Operator::Mod, shifted, all), half);
    Changed { width: Some(bits), ..Changed::new(format!("computes with {bits} bits"), at, part) }
}

/// `(2 * a + b) div (2 * b)`.
fn rounded(a: &Term, b: &Term, at: &std::ops::Range<usize>) -> TermKind {
    let term = |kind| Box::new(Term { kind, at: at.clone() });
    let double = |a: &Term| {
        let two = term(TermKind::Int(Int::from(2)));
        term(TermKind::Binary(Operator::Multiply, two, Box::new(a.clone())))
    };
    let sum = term(TermKind::Binary(Operator::Add, double(a), Box::new(b.clone())));
    TermKind::Binary(Operator::Div, sum, double(b))
}

fn number(int: &Int) -> TermKind {
    match int.is_negative() {
        true => TermKind::Negate(Box::new(Term { kind: TermKind::Int(int.abs()), at: 0..0 })),
        false => TermKind::Int(int.clone()),
    }
}

fn one(at: &std::ops::Range<usize>) -> Term {
    Term { kind: TermKind::Int(Int::from(1)), at: at.clone() }
}

fn call(name: &str, arguments: Vec<Term>, like: &Term) -> TermKind {
    TermKind::Call(Name { text: name.into(), at: like.at.clone() }, arguments)
}
