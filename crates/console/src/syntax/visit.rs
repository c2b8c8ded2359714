//! Walks over the tree: each term of a script, outermost first.

use super::ast::{
    DeclarationKind, LoopKind, Mode, Pattern, PatternKind, Reaction, Script, Set, SetKind, Statement,
    StatementKind, Term, TermKind,
};

/// Calls a function for each term of a script, also those inside of terms.
pub fn for_each_term(script: &Script, visit: &mut dyn FnMut(&Term)) {
    for declaration in &script.declarations {
        match &declaration.kind {
            DeclarationKind::Parameter { values, .. } | DeclarationKind::Arguments(values) => {
                values.iter().for_each(|term| in_term(term, visit));
            }
            DeclarationKind::Environment(_, term) | DeclarationKind::FileBefore(_, term) => {
                in_term(term, visit)
            }
            DeclarationKind::FileAfter(_, pattern) => in_pattern(pattern, visit),
            _ => {}
        }
    }
    in_statements(&script.body, visit);
}

/// Calls a function for each set of values that a script reads, also those inside of sets.
pub(crate) fn for_each_set(statements: &[Statement], visit: &mut dyn FnMut(&Set)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Read(read) => {
                read.fields.iter().filter_map(|field| field.set.as_ref()).for_each(|set| in_sets(set, visit));
            }
            StatementKind::If { then, otherwise, .. } => {
                for_each_set(then, visit);
                for_each_set(otherwise, visit);
            }
            StatementKind::Loop { body, .. } => for_each_set(body, visit),
            _ => {}
        }
    }
}

fn in_sets(set: &Set, visit: &mut dyn FnMut(&Set)) {
    visit(set);
    match &set.kind {
        SetKind::Union(a, b) | SetKind::Intersection(a, b) | SetKind::Difference(a, b) => {
            in_sets(a, visit);
            in_sets(b, visit);
        }
        SetKind::Complement(inner) => in_sets(inner, visit),
        _ => {}
    }
}

fn in_statements(statements: &[Statement], visit: &mut dyn FnMut(&Term)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Read(read) => {
                for field in &read.fields {
                    field.set.iter().for_each(|set| in_set(set, visit));
                    field.filter.iter().for_each(|filter| in_term(filter, visit));
                }
                if let Mode::Retry(Reaction::Says(pattern)) | Mode::Stop(Reaction::Says(pattern)) = &read.mode
                {
                    in_pattern(pattern, visit);
                }
            }
            StatementKind::Write { pattern, .. } => in_pattern(pattern, visit),
            StatementKind::If { condition, then, otherwise } => {
                in_term(condition, visit);
                in_statements(then, visit);
                in_statements(otherwise, visit);
            }
            StatementKind::Loop { kind, body } => {
                match kind {
                    LoopKind::TillExit | LoopKind::UntilEnd => {}
                    LoopKind::While(condition)
                    | LoopKind::Until(condition)
                    | LoopKind::RepeatWhile(condition)
                    | LoopKind::RepeatUntil(condition) => in_term(condition, visit),
                }
                in_statements(body, visit);
            }
            StatementKind::Assign(assignment) => in_term(&assignment.value, visit),
            StatementKind::Choose(field) => {
                field.set.iter().for_each(|set| in_set(set, visit));
                field.filter.iter().for_each(|filter| in_term(filter, visit));
            }
            StatementKind::Exit | StatementKind::Nothing => {}
        }
    }
}

/// Calls a function for each term of a set.
pub(crate) fn in_set(set: &Set, visit: &mut dyn FnMut(&Term)) {
    match &set.kind {
        SetKind::All | SetKind::Regex(_) => {}
        SetKind::Finite(terms) => terms.iter().for_each(|term| in_term(term, visit)),
        SetKind::Range(from, to) => from.iter().chain(to).for_each(|term| in_term(term, visit)),
        SetKind::Elements(term) => in_term(term, visit),
        SetKind::Union(a, b) | SetKind::Intersection(a, b) | SetKind::Difference(a, b) => {
            in_set(a, visit);
            in_set(b, visit);
        }
        SetKind::Complement(inner) => in_set(inner, visit),
    }
}

/// Calls a function for each term of a pattern.
pub(crate) fn in_pattern(pattern: &Pattern, visit: &mut dyn FnMut(&Term)) {
    match &pattern.kind {
        PatternKind::Value(term) | PatternKind::Glued(term) | PatternKind::Decorated(term) => {
            in_term(term, visit)
        }
        PatternKind::Sequence(parts) | PatternKind::Either(parts) => {
            parts.iter().for_each(|part| in_pattern(part, visit));
        }
        PatternKind::Maybe(inner) => in_pattern(inner, visit),
        PatternKind::Text(_)
        | PatternKind::Any
        | PatternKind::AnyWithout(_)
        | PatternKind::Some
        | PatternKind::Nothing => {}
    }
}

/// Calls a function for a term and each term inside of it.
pub fn in_term(term: &Term, visit: &mut dyn FnMut(&Term)) {
    visit(term);
    match &term.kind {
        TermKind::List(parts) | TermKind::Call(_, parts) => {
            parts.iter().for_each(|part| in_term(part, visit))
        }
        TermKind::Negate(inner) | TermKind::Not(inner) => in_term(inner, visit),
        TermKind::Binary(_, a, b) | TermKind::Index(a, b) | TermKind::Quantified(_, _, a, b) => {
            in_term(a, visit);
            in_term(b, visit);
        }
        TermKind::If(c, a, b) => {
            in_term(c, visit);
            in_term(a, visit);
            in_term(b, visit);
        }
        TermKind::Comprehension { element, list, filter, .. } => {
            in_term(list, visit);
            filter.iter().for_each(|filter| in_term(filter, visit));
            in_term(element, visit);
        }
        _ => {}
    }
}
