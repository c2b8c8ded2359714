//! Which variables a script has, and which of them a term looks at.
//! Names are told apart as the lowering does it: names that a quantifier binds come first, then parameters, then variables.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::syntax::ast::{DeclarationKind, Script, Statement, StatementKind, Term, TermKind};

/// The variables of a script.
#[derive(Debug, Default)]
pub(super) struct Variables {
    names: BTreeSet<Arc<str>>,
    parameters: BTreeSet<Arc<str>>,
}

impl Variables {
    /// All variables that something is read into.
    pub(super) fn of(script: &Script) -> Variables {
        let mut variables = Variables::default();
        for declaration in &script.declarations {
            if let DeclarationKind::Parameter { name, .. } = &declaration.kind {
                variables.parameters.insert(name.text.clone());
            }
        }
        variables.collect(&script.body);
        variables
    }

    fn collect(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Read(read) => {
                    self.names.extend(read.fields.iter().map(|field| field.name.text.clone()));
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.collect(then);
                    self.collect(otherwise);
                }
                StatementKind::Loop { body, .. } => self.collect(body),
                StatementKind::Choose(field) => {
                    self.names.insert(field.name.text.clone());
                }
                StatementKind::Assign(assignment) => {
                    self.names.insert(assignment.name.text.clone());
                }
                _ => {}
            }
        }
    }

    /// The names of all variables.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.iter()
    }

    /// Whether a name that stands alone is the newest value of a variable.
    pub(super) fn is_variable(&self, name: &str, bound: &[Arc<str>]) -> bool {
        !bound.iter().any(|other| **other == *name)
            && !self.parameters.contains(name)
            && self.names.contains(name)
    }

    /// The variables that a term looks at, in any way.
    pub(super) fn of_term(&self, term: &Term) -> BTreeSet<Arc<str>> {
        let mut found = BTreeSet::new();
        self.in_term(term, &mut Vec::new(), &mut found);
        found
    }

    fn in_term(&self, term: &Term, bound: &mut Vec<Arc<str>>, found: &mut BTreeSet<Arc<str>>) {
        match &term.kind {
            TermKind::Name(name) if self.is_variable(name, bound) => {
                found.insert(name.clone());
            }
            TermKind::View(names, _) => {
                found.extend(
                    names.iter().map(|name| name.text.clone()).filter(|name| self.names.contains(name)),
                );
            }
            _ => for_each_part(term, bound, &mut |part, bound| self.in_term(part, bound, found)),
        }
    }
}

/// Calls a function for each direct part of a term, with the names that are bound there.
pub(super) fn for_each_part(
    term: &Term,
    bound: &mut Vec<Arc<str>>,
    visit: &mut dyn FnMut(&Term, &mut Vec<Arc<str>>),
) {
    match &term.kind {
        TermKind::List(parts) | TermKind::Call(_, parts) => parts.iter().for_each(|part| visit(part, bound)),
        TermKind::Negate(inner) | TermKind::Not(inner) => visit(inner, bound),
        TermKind::Binary(_, a, b) | TermKind::Index(a, b) => {
            visit(a, bound);
            visit(b, bound);
        }
        TermKind::If(condition, then, otherwise) => {
            visit(condition, bound);
            visit(then, bound);
            visit(otherwise, bound);
        }
        TermKind::Quantified(_, name, list, body) => {
            visit(list, bound);
            bound.push(name.text.clone());
            visit(body, bound);
            bound.pop();
        }
        TermKind::Comprehension { element, name, list, filter } => {
            visit(list, bound);
            bound.push(name.text.clone());
            filter.iter().for_each(|filter| visit(filter, bound));
            visit(element, bound);
            bound.pop();
        }
        _ => {}
    }
}

/// Names in a sentence: `x`, `x` or `y`.
pub(super) fn names<'n>(names: impl Iterator<Item = &'n Arc<str>>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}
