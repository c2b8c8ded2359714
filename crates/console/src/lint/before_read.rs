//! Values that are used before they are read.
//! In: the script. Out: an error where on every way to a term too few values were read, a warning where on some way they
//! were. For each variable, and each merge of some, the least and the most number of values is followed through the
//! statements; conditions that ask for a number of values (`length(x.all) > 0`) are believed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lydian_diagnostic::Severity;

use super::Findings;
use super::counts::{Counts, Views, refine};
use super::variables::{Variables, for_each_part};
use crate::syntax::ast::{
    Assignment, At, DeclarationKind, Field, LoopKind, Mode, Operator, Pattern, PatternKind, Reaction, Read,
    Script, Set, SetKind, Statement, StatementKind, Term, TermKind, View,
};

/// Checks all terms of a script.
pub(super) fn check(script: &Script, variables: &Variables, findings: &mut Findings<'_>) {
    let views = Views::of(script, variables);
    if views.len() > MOST_VIEWS {
        return;
    }
    let start = Counts::none(&views);
    let mut walk = Walk { script, variables, views: &views, exits: Vec::new(), found: BTreeMap::new() };
    if let Some(mut end) = walk.block(&script.body, start) {
        for declaration in &script.declarations {
            if let DeclarationKind::FileAfter(_, pattern) = &declaration.kind {
                walk.pattern(pattern, &mut end);
            }
        }
    }
    for (_, found) in walk.found {
        findings.add(
            match found.severity {
                Severity::Error => findings.error("used-before-read", &found.at, found.message),
                _ => findings.warning("used-before-read", &found.at, found.message),
            }
            .hint(found.hint),
        );
    }
}

/// Scripts with more variables than this are not checked: the work is their number times that of the statements.
const MOST_VIEWS: usize = 2_000;

struct Found {
    severity: Severity,
    at: At,
    message: String,
    hint: String,
}

struct Walk<'s> {
    script: &'s Script,
    variables: &'s Variables,
    views: &'s Views,
    /// For each loop around, what is known where it is left.
    exits: Vec<Option<Counts>>,
    /// By place, so that each use is reported once.
    found: BTreeMap<(usize, usize), Found>,
}

impl Walk<'_> {
    /// Follows statements; `None` if their end is not reached.
    fn block(&mut self, statements: &[Statement], counts: Counts) -> Option<Counts> {
        statements.iter().try_fold(counts, |counts, statement| self.statement(statement, counts))
    }

    fn statement(&mut self, statement: &Statement, mut counts: Counts) -> Option<Counts> {
        match &statement.kind {
            StatementKind::Read(read) => self.read(read, &mut counts),
            StatementKind::Write { pattern, .. } => self.pattern(pattern, &mut counts),
            StatementKind::If { condition, then, otherwise } => {
                self.term(condition, &mut Vec::new(), &mut counts);
                let holds = refine(self.views, condition, true, &counts);
                let fails = refine(self.views, condition, false, &counts);
                return Counts::join(self.block(then, holds), self.block(otherwise, fails));
            }
            StatementKind::Loop { kind, body } => return self.looped(kind, body, counts),
            StatementKind::Exit => {
                if let Some(left) = self.exits.last_mut() {
                    *left = Counts::join(left.take(), Some(counts));
                }
                return None;
            }
            StatementKind::Assign(assignment) => self.assign(assignment, &mut counts),
            StatementKind::Choose(field) => self.field(field, &mut counts),
            StatementKind::Nothing => {}
        }
        Some(counts)
    }

    fn looped(&mut self, kind: &LoopKind, body: &[Statement], entry: Counts) -> Option<Counts> {
        self.first_round(kind, body, entry.clone());
        let mut head = entry;
        self.read_in(body).iter().for_each(|name| head.read_often(self.views, name));
        self.exits.push(None);
        let after = match kind {
            LoopKind::TillExit => {
                self.block(body, head);
                None
            }
            LoopKind::UntilEnd => {
                self.block(body, head.clone());
                Some(head)
            }
            LoopKind::While(condition) | LoopKind::Until(condition) => {
                let goes_on = matches!(kind, LoopKind::While(_));
                self.term(condition, &mut Vec::new(), &mut head);
                self.block(body, refine(self.views, condition, goes_on, &head));
                Some(refine(self.views, condition, !goes_on, &head))
            }
            LoopKind::RepeatWhile(condition) | LoopKind::RepeatUntil(condition) => {
                let ends = matches!(kind, LoopKind::RepeatUntil(_));
                self.block(body, head).map(|mut end| {
                    self.term(condition, &mut Vec::new(), &mut end);
                    refine(self.views, condition, ends, &end)
                })
            }
        };
        Counts::join(after, self.exits.pop().flatten())
    }

    /// What is reached in the first round of a loop whatever is read: what fails there fails always.
    fn first_round(&mut self, kind: &LoopKind, body: &[Statement], mut counts: Counts) {
        if *kind == LoopKind::UntilEnd {
            return;
        }
        if let LoopKind::While(condition) | LoopKind::Until(condition) = kind {
            self.term(condition, &mut Vec::new(), &mut counts);
            return;
        }
        for statement in body {
            match &statement.kind {
                StatementKind::Read(read) => self.read(read, &mut counts),
                StatementKind::Write { pattern, .. } => self.pattern(pattern, &mut counts),
                StatementKind::Assign(assignment) => self.assign(assignment, &mut counts),
                StatementKind::Choose(field) => self.field(field, &mut counts),
                StatementKind::Nothing => {}
                StatementKind::If { condition, .. } => {
                    return self.term(condition, &mut Vec::new(), &mut counts);
                }
                StatementKind::Loop { kind, body } => return self.first_round(kind, body, counts),
                StatementKind::Exit => return,
            }
        }
        if let LoopKind::RepeatWhile(condition) | LoopKind::RepeatUntil(condition) = kind {
            self.term(condition, &mut Vec::new(), &mut counts);
        }
    }

    /// The variables that some statements read.
    fn read_in(&self, statements: &[Statement]) -> BTreeSet<Arc<str>> {
        let mut names = BTreeSet::new();
        for statement in statements {
            match &statement.kind {
                StatementKind::Read(read) => {
                    names.extend(read.fields.iter().map(|field| field.name.text.clone()))
                }
                StatementKind::If { then, otherwise, .. } => {
                    names.extend(self.read_in(then));
                    names.extend(self.read_in(otherwise));
                }
                StatementKind::Loop { body, .. } => names.extend(self.read_in(body)),
                StatementKind::Assign(assignment) => drop(names.insert(assignment.name.text.clone())),
                StatementKind::Choose(field) => drop(names.insert(field.name.text.clone())),
                _ => {}
            }
        }
        names
    }

    fn read(&mut self, read: &Read, counts: &mut Counts) {
        read.fields.iter().for_each(|field| self.field(field, counts));
        // What is said about a wrong value sees it.
        if let Mode::Retry(Reaction::Says(pattern)) | Mode::Stop(Reaction::Says(pattern)) = &read.mode {
            self.pattern(pattern, &mut counts.clone());
        }
    }

    fn field(&mut self, Field { name, set, filter, .. }: &Field, counts: &mut Counts) {
        if let Some(set) = set {
            self.set(set, counts);
        }
        counts.read(self.views, &name.text);
        if let Some(filter) = filter {
            self.term(filter, &mut Vec::new(), counts);
        }
    }

    fn assign(&mut self, assignment: &Assignment, counts: &mut Counts) {
        self.term(&assignment.value, &mut Vec::new(), counts);
        counts.read(self.views, &assignment.name.text);
    }

    fn set(&mut self, set: &Set, counts: &mut Counts) {
        match &set.kind {
            SetKind::All | SetKind::Regex(_) => {}
            SetKind::Finite(terms) => terms.iter().for_each(|term| self.term(term, &mut Vec::new(), counts)),
            SetKind::Range(from, to) => {
                from.iter().chain(to).for_each(|term| self.term(term, &mut Vec::new(), counts));
            }
            SetKind::Elements(list) => self.term(list, &mut Vec::new(), counts),
            SetKind::Union(a, b) | SetKind::Intersection(a, b) | SetKind::Difference(a, b) => {
                self.set(a, counts);
                self.set(b, counts);
            }
            SetKind::Complement(inner) => self.set(inner, counts),
        }
    }

    fn pattern(&mut self, pattern: &Pattern, counts: &mut Counts) {
        match &pattern.kind {
            PatternKind::Value(term) | PatternKind::Glued(term) | PatternKind::Decorated(term) => {
                self.term(term, &mut Vec::new(), counts);
            }
            PatternKind::Sequence(parts) | PatternKind::Either(parts) => {
                parts.iter().for_each(|part| self.pattern(part, counts));
            }
            PatternKind::Maybe(inner) => self.pattern(inner, counts),
            PatternKind::Text(_)
            | PatternKind::Any
            | PatternKind::AnyWithout(_)
            | PatternKind::Some
            | PatternKind::Nothing => {}
        }
    }

    /// Checks a term. What is used once is known to be there afterwards.
    fn term(&mut self, term: &Term, bound: &mut Vec<Arc<str>>, counts: &mut Counts) {
        match &term.kind {
            TermKind::Name(name) if self.variables.is_variable(name, bound) => {
                let names = BTreeSet::from([name.clone()]);
                self.need(&names, 1, &term.at, counts);
            }
            TermKind::View(names, View::Ago(ago)) => {
                let names = names.iter().map(|name| name.text.clone()).collect();
                self.need(&names, ago.saturating_add(1), &term.at, counts);
            }
            TermKind::Binary(operator @ (Operator::And | Operator::Or), a, b) => {
                self.term(a, bound, counts);
                let mut asked = refine(self.views, a, *operator == Operator::And, counts);
                self.term(b, bound, &mut asked);
            }
            TermKind::If(condition, then, otherwise) => {
                self.term(condition, bound, counts);
                self.term(then, bound, &mut refine(self.views, condition, true, counts));
                self.term(otherwise, bound, &mut refine(self.views, condition, false, counts));
            }
            TermKind::Quantified(_, _, list, _) | TermKind::Comprehension { list, .. } => {
                // The body is asked for elements, so there are some.
                let mut inside = counts.clone();
                if let TermKind::View(names, View::All | View::Earlier(_)) = &list.kind {
                    inside.at_least(self.views, names.iter().map(|name| name.text.clone()).collect(), 1);
                }
                for_each_part(term, bound, &mut |part, bound| self.term(part, bound, &mut inside));
            }
            _ => for_each_part(term, bound, &mut |part, bound| self.term(part, bound, counts)),
        }
    }

    fn need(&mut self, names: &BTreeSet<Arc<str>>, needed: u32, at: &At, counts: &mut Counts) {
        let Some((least, most)) = counts.of(self.views, names) else { return };
        counts.at_least(self.views, names.clone(), needed);
        if least >= needed {
            return;
        }
        let severity = if most < needed { Severity::Error } else { Severity::Warning };
        let key = (at.start, at.end);
        if self.found.get(&key).is_some_and(|found| found.severity >= severity) {
            return;
        }
        let used = self.script.source.text.get(at.clone()).unwrap_or_default();
        let all = match names.len() {
            1 => names.iter().map(|name| format!("`{name}`")).collect(),
            _ => format!("`{}`", names.iter().map(|name| &**name).collect::<Vec<_>>().join("`, `")),
        };
        let message = match (severity, needed) {
            (Severity::Error, 1) => format!("`{used}` is used here before anything is read into {all}"),
            (Severity::Error, _) => {
                format!("`{used}` needs {needed} values of {all}, and fewer have been read here")
            }
            (_, 1) => format!("`{used}` can be used here before anything was read into {all}"),
            (_, _) => format!("`{used}` needs {needed} values of {all}, and fewer can have been read here"),
        };
        let view = match names.len() {
            1 => format!("{}.all", names.iter().map(|name| &**name).collect::<String>()),
            _ => format!("merge({}).all", names.iter().map(|name| &**name).collect::<Vec<_>>().join(", ")),
        };
        let hint = match needed {
            1 => format!("read it before, or ask `length({view}) > 0` first"),
            _ => format!("read more before, or ask `length({view}) >= {needed}` first"),
        };
        self.found.insert(key, Found { severity, at: at.clone(), message, hint });
    }
}
