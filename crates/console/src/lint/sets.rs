//! Sets without values, and enumerations with members that cannot be told apart.
//! In: the script. Out: errors where nothing could ever be sent or a line would have two meanings, warnings where only a
//! part of a set is empty. Only what is written down is compared; what depends on values read is left to the search.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use lydian_term::Int;

use super::Findings;
use crate::syntax::ast::{
    DeclarationKind, Name, Script, Set, SetKind, Statement, StatementKind, Term, TermKind,
};

/// Checks the enumerations and all sets of a script.
pub(super) fn check(script: &Script, findings: &mut Findings<'_>) {
    let mut members: BTreeMap<&str, &Name> = BTreeMap::new();
    let mut order: BTreeMap<&str, i64> = BTreeMap::new();
    for declaration in &script.declarations {
        let DeclarationKind::Enumeration { members: declared, .. } = &declaration.kind else { continue };
        for (position, (name, _)) in declared.iter().enumerate() {
            order.insert(&name.text, position as i64);
            if let Some(first) = members.insert(&name.text, name) {
                let message = format!("`{}` is a member twice", name.text);
                let error = findings.error("duplicate-definition", &name.at, message);
                let first = findings.span(&first.at);
                findings.add(error.label(first, "first here").hint("rename one of them"));
            }
        }
        spellings(declared, findings);
    }
    statements(&script.body, &order, findings);
}

/// Two members of one enumeration must not be typed in the same way.
fn spellings(members: &[(Name, Option<String>)], findings: &mut Findings<'_>) {
    let mut spelled: BTreeMap<&str, &Name> = BTreeMap::new();
    for (name, spelling) in members {
        let spelling = spelling.as_deref().unwrap_or(&name.text);
        match spelled.insert(spelling, name) {
            Some(first) if first.text != name.text => {
                let message = format!("`{}` and `{}` are both spelled \"{spelling}\"", first.text, name.text);
                let error = findings.error("duplicate-spelling", &name.at, message);
                let first = findings.span(&first.at);
                findings
                    .add(error.label(first, "spelled so first").hint("give one of them another spelling"));
            }
            _ => {}
        }
    }
}

fn statements(statements_: &[Statement], order: &BTreeMap<&str, i64>, findings: &mut Findings<'_>) {
    for statement in statements_ {
        match &statement.kind {
            StatementKind::Read(read) => {
                for set in read.fields.iter().filter_map(|field| field.set.as_ref()) {
                    if is_empty(set, order) {
                        let message = "no value belongs to this set, so nothing could ever be read";
                        let error = findings.error("empty-set", &set.at, message);
                        findings.add(with_hint(error, set, order));
                    } else {
                        parts(set, order, findings);
                    }
                }
            }
            StatementKind::If { then, otherwise, .. } => {
                statements(then, order, findings);
                statements(otherwise, order, findings);
            }
            StatementKind::Loop { body, .. } => statements(body, order, findings),
            _ => {}
        }
    }
}

fn with_hint(
    fault: lydian_diagnostic::Diagnostic,
    set: &Set,
    order: &BTreeMap<&str, i64>,
) -> lydian_diagnostic::Diagnostic {
    match &set.kind {
        SetKind::Range(Some(_), Some(_)) if is_empty(set, order) => {
            fault.hint("the smaller end comes first, as in `1..9`")
        }
        _ => fault.hint("write the values that can be read, as in `1..9` or `{2, 3, 5}`"),
    }
}

/// Warns of empty parts of a set that is not empty itself.
fn parts(set: &Set, order: &BTreeMap<&str, i64>, findings: &mut Findings<'_>) {
    let inner: &[&Set] = match &set.kind {
        SetKind::Union(a, b) | SetKind::Intersection(a, b) | SetKind::Difference(a, b) => &[a, b],
        SetKind::Complement(inner) => &[inner],
        _ => &[],
    };
    for part in inner {
        if is_empty(part, order) {
            let warning = findings.warning("empty-set", &part.at, "no value belongs to this part of the set");
            findings.add(with_hint(warning, part, order));
        } else {
            parts(part, order, findings);
        }
    }
}

/// Whether it can be read off a set that it has no values.
fn is_empty(set: &Set, order: &BTreeMap<&str, i64>) -> bool {
    match &set.kind {
        SetKind::Finite(terms) => terms.is_empty(),
        SetKind::Range(Some(from), Some(to)) => {
            literal(from, order).zip(literal(to, order)).is_some_and(|(from, to)| from.exceeds(&to))
        }
        SetKind::Elements(term) => matches!(&term.kind, TermKind::List(elements) if elements.is_empty()),
        SetKind::Union(a, b) => is_empty(a, order) && is_empty(b, order),
        SetKind::Intersection(a, b) => is_empty(a, order) || is_empty(b, order),
        SetKind::Difference(a, b) => is_empty(a, order) || b.kind == SetKind::All,
        SetKind::Complement(inner) => inner.kind == SetKind::All,
        SetKind::All | SetKind::Regex(_) | SetKind::Range(..) => false,
    }
}

/// A number with some decimal places; characters and members are numbers too, since types are checked elsewhere.
struct Literal {
    mantissa: Int,
    places: u32,
}

impl Literal {
    fn exceeds(&self, other: &Literal) -> bool {
        let places = self.places.max(other.places);
        self.scaled(places).cmp(&other.scaled(places)) == Ordering::Greater
    }

    fn scaled(&self, places: u32) -> Int {
        (self.places..places).fold(self.mantissa.clone(), |scaled, _| scaled * Int::from(10))
    }
}

/// More decimal places than this are not written by anybody.
const MOST_PLACES: u32 = 100;

fn literal(term: &Term, order: &BTreeMap<&str, i64>) -> Option<Literal> {
    let whole = |mantissa| Some(Literal { mantissa, places: 0 });
    match &term.kind {
        TermKind::Int(int) => whole(int.clone()),
        TermKind::Decimal(mantissa, places) if *places <= MOST_PLACES => {
            Some(Literal { mantissa: mantissa.clone(), places: *places })
        }
        TermKind::Char(code) => whole(Int::from(i64::from(*code))),
        TermKind::Name(name) => whole(Int::from(*order.get(&**name)?)),
        TermKind::Negate(inner) => {
            let Literal { mantissa, places } = literal(inner, order)?;
            Some(Literal { mantissa: Int::from(0) - mantissa, places })
        }
        _ => None,
    }
}
