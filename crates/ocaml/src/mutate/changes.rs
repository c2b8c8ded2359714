//! The changes of expressions and patterns, one kind after the other.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::Source;

use super::definitions::{results, type_declarations};
use super::{Mutant, MutantKind, shortened, walk};
use crate::syntax::ast::{
    Constant, ConstructorArgs, Expr, ExprKind, Longident, Name, ParamKind, Path, Pattern, PatternKind,
    Structure, TypeDeclKind,
};

/// The largest integer of OCaml; the smallest is one below its negative.
const MAX_INT: i64 = (1 << 62) - 1;

/// What is longer than this is not written a second time into a mutant: nested expressions would be copied once for each
/// level.
pub(super) const MOST_COPIED: usize = 4_000;

/// Changes that were found.
pub(super) struct Changes<'s> {
    source: &'s Arc<Source>,
    /// For each constant constructor the next one of its type.
    next: HashMap<Name, Name>,
    pub(super) found: Vec<Mutant>,
}

impl<'s> Changes<'s> {
    pub(super) fn new(source: &'s Arc<Source>, structure: &Structure) -> Changes<'s> {
        let mut next = HashMap::new();
        let mut declarations = Vec::new();
        type_declarations(structure, &mut declarations);
        for declaration in declarations {
            let TypeDeclKind::Variant(constructors) = &declaration.kind else { continue };
            let constant: Vec<&Name> = constructors
                .iter()
                .filter(|one| matches!(&one.args, ConstructorArgs::Tuple(args) if args.is_empty()))
                .map(|one| &one.name.node)
                .collect();
            for (place, name) in constant.iter().enumerate().filter(|_| constant.len() > 1) {
                next.insert((*name).clone(), constant[(place + 1) % constant.len()].clone());
            }
        }
        Changes { source, next, found: Vec::new() }
    }

    pub(super) fn text(&self, range: Range<usize>) -> &'s str {
        self.source.text.get(range).unwrap_or("")
    }

    pub(super) fn replace(
        &mut self,
        kind: MutantKind,
        span: Range<usize>,
        replacement: String,
        description: String,
    ) {
        // A place that is not in the text cannot be changed.
        if self.source.text.get(span.clone()).is_some_and(|text| text != replacement) {
            self.found.push(Mutant { kind, span, replacement, description });
        }
    }

    /// The same, told as "one becomes another".
    fn exchange(&mut self, kind: MutantKind, span: Range<usize>, replacement: &str) {
        let from = shortened(self.text(span.clone()), 40);
        let description = format!("`{from}` becomes `{replacement}`");
        self.replace(kind, span, replacement.into(), description);
    }

    /// The changes inside of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant(expr.loc.range(), constant),
            ExprKind::Ident(path) => self.operator(path),
            ExprKind::Apply { function, args } => {
                if let (ExprKind::Ident(path), 2) = (&function.kind, args.len()) {
                    self.application(expr, path, &args[0].value, &args[1].value);
                }
            }
            ExprKind::And(left, right) => self.logic(expr, [left, right], ["&&", "||"]),
            ExprKind::Or(left, right) => self.logic(expr, [left, right], ["||", "&&"]),
            ExprKind::If { condition, .. } => self.condition(condition, &["true", "false"]),
            ExprKind::Construct { path, arg: None } => self.constructor(path),
            ExprKind::Fun { params, .. } => {
                for param in params {
                    if let ParamKind::Value { pattern, .. } = &param.kind {
                        self.pattern(pattern);
                    }
                }
            }
            ExprKind::Function(cases) | ExprKind::Match { cases, .. } | ExprKind::Try { cases, .. } => {
                self.arms(cases);
                for case in cases {
                    self.pattern(&case.pattern);
                    // That it is never taken is like an arm that is gone.
                    case.guard.iter().for_each(|guard| self.condition(guard, &["true"]));
                }
            }
            _ => {}
        }
        walk::for_each_part(expr, &mut |part| self.expr(part));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        if let PatternKind::Constant(constant) = &pattern.kind {
            self.constant(pattern.loc.range(), constant);
        }
        walk::for_each_subpattern(pattern, &mut |part| self.pattern(part));
    }

    fn constant(&mut self, span: Range<usize>, constant: &Constant) {
        match constant {
            Constant::Int(value) => {
                for other in [value.checked_add(1), value.checked_sub(1), Some(0)].into_iter().flatten() {
                    if other != *value && (-MAX_INT - 1..=MAX_INT).contains(&other) {
                        // A minus sign could meet another one, or a function that is applied.
                        let text = if other < 0 { format!("({other})") } else { other.to_string() };
                        self.exchange(MutantKind::Integer, span.clone(), &text);
                    }
                }
            }
            Constant::String(bytes) => {
                self.exchange(MutantKind::Text, span, if bytes.is_empty() { "\"x\"" } else { "\"\"" });
            }
            _ => {}
        }
    }

    /// An operator between its arguments or in parentheses that others of the same precedence replace.
    fn operator(&mut self, path: &Path) {
        let Some(name) = path.node.as_name() else { return };
        let (kind, others) = like(name);
        let span = path.loc.range();
        let written = self.text(span.clone());
        for other in others {
            let to = if written.starts_with('(') { format!("( {other} )") } else { (*other).into() };
            if written.trim_matches(['(', ')', ' ']) == &**name {
                self.exchange(kind, span.clone(), &to);
            }
        }
    }

    /// Two arguments of a function: `*` binds tighter than what replaces it, and `min` is taken for `max`.
    fn application(&mut self, expr: &Expr, path: &Path, left: &Expr, right: &Expr) {
        let Some(name) = path.node.as_name() else { return };
        let written = self.text(path.loc.range());
        match (&**name, written) {
            ("min", "min") => self.exchange(MutantKind::Arithmetic, path.loc.range(), "max"),
            ("max", "max") => self.exchange(MutantKind::Arithmetic, path.loc.range(), "min"),
            ("*", "*") => self.rebuild(MutantKind::Arithmetic, expr, [left, right], ["*", "+"]),
            ("*.", "*.") => self.rebuild(MutantKind::Arithmetic, expr, [left, right], ["*.", "+."]),
            _ => {}
        }
    }

    fn logic(&mut self, expr: &Expr, parts: [&Expr; 2], words: [&str; 2]) {
        self.rebuild(MutantKind::Logic, expr, parts, words);
    }

    /// The whole expression with another operator, in parentheses since that one may bind otherwise.
    fn rebuild(&mut self, kind: MutantKind, expr: &Expr, parts: [&Expr; 2], [from, to]: [&str; 2]) {
        let [left, right] = parts.map(|part| self.text(part.loc.range()));
        if left.len() + right.len() > MOST_COPIED {
            return;
        }
        let whole = shortened(self.text(expr.loc.range()), 40);
        let description = format!("`{from}` becomes `{to}` in `{whole}`");
        self.replace(kind, expr.loc.range(), format!("(({left}) {to} ({right}))"), description);
    }

    fn condition(&mut self, condition: &Expr, settled: &[&str]) {
        let span = condition.loc.range();
        let text = self.text(span.clone());
        let shown = shortened(text, 40);
        if text.len() <= MOST_COPIED {
            let description = format!("the condition `{shown}` is negated");
            self.replace(MutantKind::Negation, span.clone(), format!("not ({text})"), description);
        }
        for word in settled {
            let description = format!("the condition `{shown}` is always {word}");
            self.replace(MutantKind::Settled, span.clone(), (*word).into(), description);
        }
    }

    fn constructor(&mut self, path: &Path) {
        let Some(last) = path.node.last() else { return };
        let other: Name = match (&**last, self.next.get(last)) {
            ("true", _) => "false".into(),
            ("false", _) => "true".into(),
            (_, Some(other)) => other.clone(),
            _ => return,
        };
        let to = match &path.node {
            Longident::Dot(module, _) => format!("{module}.{other}"),
            _ => other.to_string(),
        };
        // Parentheses around it would belong to the path of no constructor.
        if self.text(path.loc.range()) == path.node.to_string() {
            self.exchange(MutantKind::Constructor, path.loc.range(), &to);
        }
    }

    /// Results that become `None` or `[]`, where the other results say which of these there is.
    pub(super) fn refusals(&mut self, value: &Expr) {
        let mut found = Vec::new();
        results(value, &mut found);
        let is = |expr: &Expr, words: &[&str]| match &expr.kind {
            ExprKind::Construct { path, .. } => words.iter().any(|word| path.node.is(word)),
            ExprKind::List(_) => words.contains(&"::"),
            _ => false,
        };
        let nothing = if found.iter().any(|result| is(result, &["Some", "None"])) {
            "None"
        } else if found.iter().any(|result| is(result, &["[]", "::"])) {
            "[]"
        } else {
            return;
        };
        for result in found.into_iter().filter(|result| !is(result, &[nothing])) {
            self.exchange(MutantKind::Refusal, result.loc.range(), nothing);
        }
    }
}

/// The operators that stand for one without changing how the text around it is read.
fn like(operator: &str) -> (MutantKind, &'static [&'static str]) {
    use MutantKind::{Arithmetic, Comparison};
    match operator {
        "<" => (Comparison, &["<=", ">"]),
        "<=" => (Comparison, &["<", ">="]),
        ">" => (Comparison, &[">=", "<"]),
        ">=" => (Comparison, &[">", "<="]),
        "=" => (Comparison, &["<>"]),
        "<>" => (Comparison, &["="]),
        "==" => (Comparison, &["!="]),
        "!=" => (Comparison, &["=="]),
        "+" => (Arithmetic, &["-"]),
        "-" => (Arithmetic, &["+"]),
        "/" => (Arithmetic, &["*"]),
        "mod" => (Arithmetic, &["/"]),
        "+." => (Arithmetic, &["-."]),
        "-." => (Arithmetic, &["+."]),
        "/." => (Arithmetic, &["*."]),
        _ => (Arithmetic, &[]),
    }
}
