//! Mistakes in what a program does: a text that is missing or comes twice, a case that is never taken, a wrong value that is
//! taken, a loop whose condition is a little off.

use super::Changed;
use super::confused::Values;
use super::terms::{term, wrapped};
use crate::syntax::ast::{
    At, Field, LoopKind, Mode, Pattern, PatternKind, Quantifier, Reaction, Read, Set, SetKind, Statement,
    StatementKind, Term, TermKind,
};

/// The widths of numbers that are too narrow. Those that hold all numbers that are not avoided do not count.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The statements with one thing changed, in every way.
pub(super) fn block(statements: &[Statement], values: &Values<'_>) -> Vec<Changed<Vec<Statement>>> {
    let mut found = Vec::new();
    for (index, one) in statements.iter().enumerate() {
        let put = |changed: Vec<Statement>| {
            let mut all = statements.to_vec();
            all.splice(index..=index, changed);
            all
        };
        found.extend(statement(one, values).into_iter().map(|changed| changed.map(put)));
    }
    found
}

fn statement(whole: &Statement, values: &Values<'_>) -> Vec<Changed<Vec<Statement>>> {
    let at = &whole.at;
    let put = |kind: StatementKind| vec![Statement { kind, at: at.clone() }];
    match &whole.kind {
        StatementKind::Write { optional, pattern: written } => {
            let mut found = Vec::new();
            // Where anything may be written, nothing and the same twice are right.
            if !optional && !may_be_nothing(written) {
                found.push(Changed::new("does not write this", at, Vec::new()));
            }
            if !optional && !is_free(written) {
                found.push(Changed::new("writes this twice", at, vec![whole.clone(), whole.clone()]));
            }
            let changed = pattern(written).into_iter();
            found.extend(changed.map(|changed| {
                changed.map(|pattern| put(StatementKind::Write { optional: false, pattern }))
            }));
            found
        }
        StatementKind::Read(read) => reading(read, at)
            .into_iter()
            .map(|changed| changed.map(|read| put(StatementKind::Read(read))))
            .collect(),
        StatementKind::If { condition, then, otherwise } => {
            let branch = |condition: Term, then: &[Statement], otherwise: &[Statement]| {
                put(StatementKind::If { condition, then: then.to_vec(), otherwise: otherwise.to_vec() })
            };
            let mut found = vec![
                Changed::new("never does this", at, otherwise.clone()),
                Changed::new("always does this", at, then.clone()),
            ];
            let conditions = term(condition).into_iter().chain(values.confused(condition));
            found.extend(conditions.map(|changed| changed.map(|c| branch(c, then, otherwise))));
            let c = condition;
            found.extend(
                block(then, values)
                    .into_iter()
                    .map(|changed| changed.map(|then| branch(c.clone(), &then, otherwise))),
            );
            found.extend(
                block(otherwise, values)
                    .into_iter()
                    .map(|changed| changed.map(|rest| branch(c.clone(), then, &rest))),
            );
            found
        }
        StatementKind::Loop { kind, body } => {
            let looped = |kind: LoopKind, body: Vec<Statement>| put(StatementKind::Loop { kind, body });
            let mut found: Vec<_> = condition(kind, values)
                .into_iter()
                .map(|changed| changed.map(|kind| looped(kind, body.clone())))
                .collect();
            found.extend(
                block(body, values).into_iter().map(|changed| changed.map(|body| looped(kind.clone(), body))),
            );
            found
        }
        _ => Vec::new(),
    }
}

fn condition(kind: &LoopKind, values: &Values<'_>) -> Vec<Changed<LoopKind>> {
    let (condition, put): (&Term, fn(Term) -> LoopKind) = match kind {
        LoopKind::While(condition) => (condition, LoopKind::While),
        LoopKind::Until(condition) => (condition, LoopKind::Until),
        LoopKind::RepeatWhile(condition) => (condition, LoopKind::RepeatWhile),
        LoopKind::RepeatUntil(condition) => (condition, LoopKind::RepeatUntil),
        _ => return Vec::new(),
    };
    let conditions = term(condition).into_iter().chain(values.confused(condition));
    conditions.map(|changed| changed.map(put)).collect()
}

/// What a program does with wrong values. Where none are sent, nobody asks whether it would notice them.
fn reading(read: &Read, at: &At) -> Vec<Changed<Read>> {
    let mut found = Vec::new();
    if let Some((mode, what)) = match &read.mode {
        Mode::Retry(reaction) => Some((Mode::Stop(reaction.clone()), "ends at a wrong value")),
        Mode::Stop(reaction) => Some((Mode::Retry(reaction.clone()), "reads again after a wrong value")),
        _ => None,
    } {
        found.push(Changed::new(what, at, Read { mode, ..read.clone() }));
        for (index, field) in read.fields.iter().enumerate() {
            let put = |field: Field| {
                let mut read = read.clone();
                read.fields[index] = field;
                read
            };
            found.extend(taken(field).into_iter().map(|changed| changed.map(put)));
        }
    }
    if let Mode::Retry(Reaction::Says(said)) | Mode::Stop(Reaction::Says(said)) = &read.mode {
        found.push(Changed::new(
            "says nothing about a wrong value",
            at,
            with_reaction(read, Reaction::Silent),
        ));
        let says = |said: Pattern| with_reaction(read, Reaction::Says(said));
        found.extend(pattern(said).into_iter().map(|changed| changed.map(says)));
    }
    found
}

fn with_reaction(read: &Read, reaction: Reaction) -> Read {
    let mode = match &read.mode {
        Mode::Stop(_) => Mode::Stop(reaction),
        _ => Mode::Retry(reaction),
    };
    Read { mode, ..read.clone() }
}

/// The same value with another idea of which are wanted.
fn taken(field: &Field) -> Vec<Changed<Field>> {
    let mut found = Vec::new();
    if let Some(wanted) = &field.set {
        let what = format!("takes every {}", field.name.text);
        found.push(Changed::new(what, &wanted.at, Field { set: None, ..field.clone() }));
        let put = |set: Set| Field { set: Some(set), ..field.clone() };
        found.extend(set(wanted).into_iter().map(|changed| changed.map(put)));
    }
    if let Some(filter) = &field.filter {
        let what = format!("takes every {}", field.name.text);
        found.push(Changed::new(what, &filter.at, Field { filter: None, ..field.clone() }));
        let put = |filter: Term| Field { filter: Some(filter), ..field.clone() };
        found.extend(term(filter).into_iter().map(|changed| changed.map(put)));
    }
    found
}

fn set(whole: &Set) -> Vec<Changed<Set>> {
    let at = &whole.at;
    let rebuilt = |kind: SetKind| Set { kind, at: at.clone() };
    let mut found = Vec::new();
    let mut inside = |part: &Set, put: &dyn Fn(Box<Set>) -> SetKind| {
        found.extend(set(part).into_iter().map(|changed| changed.map(|part| rebuilt(put(Box::new(part))))));
    };
    match &whole.kind {
        SetKind::Union(a, b) => {
            inside(a, &|a| SetKind::Union(a, b.clone()));
            inside(b, &|b| SetKind::Union(a.clone(), b));
        }
        SetKind::Intersection(a, b) => {
            inside(a, &|a| SetKind::Intersection(a, b.clone()));
            inside(b, &|b| SetKind::Intersection(a.clone(), b));
        }
        SetKind::Difference(a, b) => {
            inside(a, &|a| SetKind::Difference(a, b.clone()));
            inside(b, &|b| SetKind::Difference(a.clone(), b));
        }
        SetKind::Complement(a) => inside(a, &SetKind::Complement),
        SetKind::Range(from, to) => {
            let put = |from: Option<Term>, to: Option<Term>| rebuilt(SetKind::Range(from, to));
            for end in from.iter().flat_map(term) {
                found.push(end.map(|from| put(Some(from), to.clone())));
            }
            for end in to.iter().flat_map(term) {
                found.push(end.map(|to| put(from.clone(), Some(to))));
            }
            if from.is_some() && to.is_some() {
                found.push(Changed::new("has no lower end", at, put(None, to.clone())));
                found.push(Changed::new("has no upper end", at, put(from.clone(), None)));
            }
        }
        SetKind::Finite(elements) if elements.len() > 1 => {
            for index in 0..elements.len() {
                let mut rest = elements.clone();
                rest.remove(index);
                let what = "forgets one of these";
                found.push(Changed::new(what, &elements[index].at, rebuilt(SetKind::Finite(rest))));
            }
        }
        SetKind::Elements(list) => {
            found.extend(
                term(list).into_iter().map(|changed| changed.map(|list| rebuilt(SetKind::Elements(list)))),
            );
        }
        _ => {}
    }
    found
}

/// What is written. Of several alternatives the program takes the changed one.
fn pattern(whole: &Pattern) -> Vec<Changed<Pattern>> {
    let at = &whole.at;
    let rebuilt = |kind: PatternKind| Pattern { kind, at: at.clone() };
    let mut found = Vec::new();
    let mut written = |value: &Term, put: fn(Term) -> PatternKind| {
        let narrow = WIDTHS.iter().map(|bits| wrapped(value, *bits));
        let narrow = narrow.filter(|_| !is_text(value) && !counts(value));
        found.extend(
            term(value).into_iter().chain(narrow).map(|changed| changed.map(|term| rebuilt(put(term)))),
        );
    };
    match &whole.kind {
        PatternKind::Value(value) => written(value, PatternKind::Value),
        PatternKind::Glued(value) => written(value, PatternKind::Glued),
        PatternKind::Decorated(value) => written(value, PatternKind::Decorated),
        PatternKind::Sequence(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let put = |part: Pattern| {
                    let mut parts = parts.clone();
                    parts[index] = part;
                    rebuilt(PatternKind::Sequence(parts))
                };
                found.extend(pattern(part).into_iter().map(|changed| changed.map(put)));
            }
        }
        PatternKind::Either(parts) => parts.iter().for_each(|part| found.extend(pattern(part))),
        PatternKind::Maybe(inner) => found.extend(pattern(inner)),
        _ => {}
    }
    found
}

fn is_text(term: &Term) -> bool {
    matches!(term.kind, TermKind::Text(_))
}

/// Nobody counts in narrow numbers, and no test is long enough to show it.
fn counts(term: &Term) -> bool {
    match &term.kind {
        TermKind::Call(name, _) => matches!(&*name.text, "length" | "count"),
        TermKind::Quantified(Quantifier::Count, ..) => true,
        _ => false,
    }
}

fn may_be_nothing(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Nothing | PatternKind::Maybe(_) => true,
        PatternKind::Sequence(parts) => parts.iter().all(may_be_nothing),
        PatternKind::Either(parts) => parts.iter().any(may_be_nothing),
        _ => false,
    }
}

/// Whether there is a place in it where anything may stand.
fn is_free(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Some | PatternKind::Decorated(_) => true,
        PatternKind::Sequence(parts) | PatternKind::Either(parts) => parts.iter().any(is_free),
        PatternKind::Maybe(inner) => is_free(inner),
        _ => false,
    }
}
