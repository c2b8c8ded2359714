//! Mutants: specifications with one small change, and traces that tell them from the original.
//! In: a source. Out: one changed source for each place and change. `pair` puts a mutant beside its original as one
//! specification, so that the engine that reaches goals also finds the shortest trace on which outputs differ, or proves
//! that there is none.

mod pair;
mod score;

use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_term::Int;
use lydian_tessla::syntax;
use lydian_tessla::syntax::ast::{
    Argument, At, BinaryOp, Body, Definition, Expr, ExprKind, Statement, StatementKind, StringPart, UnaryOp,
};

pub use pair::{Distinction, distinguish};
pub use score::{Difference, Fate, Parting, Scored, Scorer, parting};

/// A changed specification.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What was changed.
    pub at: At,
    /// What stood there.
    pub from: String,
    /// What stands there now.
    pub to: String,
    /// The whole changed file.
    pub source: Arc<Source>,
}

/// All mutants of a file that can be read, in the order of the source.
pub fn mutants(source: &Arc<Source>) -> Vec<Mutant> {
    let (unit, _) = syntax::parse(0, source);
    let mut changes = Changes { source, found: Vec::new() };
    for statement in &unit.statements {
        changes.statement(statement);
    }
    changes.found.sort_by_key(|change| (change.at.start, change.at.end));
    changes
        .found
        .into_iter()
        .map(|change| {
            let text = &source.text;
            let (start, end) = (change.at.start as usize, change.at.end as usize);
            let changed = format!("{}{}{}", &text[..start], change.to, &text[end..]);
            Mutant {
                at: change.at,
                from: text[start..end].to_string(),
                to: change.to,
                source: Source::new(source.name.clone(), changed),
            }
        })
        .collect()
}

struct Change {
    at: At,
    to: String,
}

struct Changes<'s> {
    source: &'s Arc<Source>,
    found: Vec<Change>,
}

impl Changes<'_> {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Def(definition) => self.definition(definition),
            StatementKind::Out { expr, .. } => self.expr(expr),
            StatementKind::Module(_, inner) => inner.iter().for_each(|inner| self.statement(inner)),
            _ => {}
        }
    }

    fn definition(&mut self, definition: &Definition) {
        if let Body::Expr(expr, locals) = &definition.body {
            self.expr(expr);
            locals.iter().for_each(|local| self.statement(local));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => {
                let one = Int::from(1);
                self.replace(expr.at, format!("{}", value.clone() + one.clone()));
                let less = value.clone() - one;
                // A minus sign could meet another one.
                self.replace(
                    expr.at,
                    if less.is_negative() { format!("({less})") } else { format!("{less}") },
                );
            }
            ExprKind::Name(name) if &**name == "true" => self.replace(expr.at, "false".into()),
            ExprKind::Name(name) if &**name == "false" => self.replace(expr.at, "true".into()),
            ExprKind::String(parts) => {
                for part in parts {
                    if let StringPart::Value(inner, _) = part {
                        self.expr(inner);
                    }
                }
            }
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Record(fields) => fields.iter().for_each(|(_, part)| self.expr(part)),
            ExprKind::Block(inner, result) => {
                inner.iter().for_each(|inner| self.statement(inner));
                self.expr(result);
            }
            ExprKind::Call(function, _, args) => self.call(function, args),
            ExprKind::TypeApply(inner, _) | ExprKind::Member(inner, _) => self.expr(inner),
            ExprKind::Unary(op, inner) => {
                if matches!(op, UnaryOp::Not | UnaryOp::Negate | UnaryOp::FNegate) {
                    let kept = self.text(inner.at);
                    self.replace(expr.at, format!("({kept})"));
                }
                self.expr(inner);
            }
            ExprKind::Operator(op) => {
                for (from, to) in operators(*op) {
                    self.replace_within(expr.at, from, to);
                }
            }
            ExprKind::Binary(op, left, right) => {
                let between = At { start: left.at.end, end: right.at.start, ..expr.at };
                for (from, to) in operators(*op) {
                    self.replace_within(between, from, to);
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If(condition, yes, no) | ExprKind::StaticIf(condition, yes, no) => {
                let negated = format!("!({})", self.text(condition.at));
                self.replace(condition.at, negated);
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Lambda(_, body) => self.expr(body),
            ExprKind::Time(..)
            | ExprKind::Float(_)
            | ExprKind::Name(_)
            | ExprKind::Root(_)
            | ExprKind::Error => {}
        }
    }

    fn call(&mut self, function: &Expr, args: &[Argument]) {
        if let ExprKind::Name(name) = &function.kind {
            for (from, to) in RENAMED {
                if **name == **from {
                    self.replace(function.at, (*to).into());
                }
            }
            if SWAPPED.contains(&&**name) && args.iter().all(|arg| arg.name.is_none()) {
                self.swap(args);
            }
        } else {
            self.expr(function);
        }
        args.iter().for_each(|arg| self.expr(&arg.value));
    }

    /// Exchanges two arguments that are not the same.
    fn swap(&mut self, args: &[Argument]) {
        let [first, second] = args else { return };
        let (at, other) = (first.value.at, second.value.at);
        let (text, other_text) = (self.text(at), self.text(other));
        if text != other_text {
            self.replace(At { end: other.end, ..at }, format!("{other_text}, {text}"));
        }
    }

    fn text(&self, at: At) -> String {
        self.source.text[at.start as usize..at.end as usize].to_string()
    }

    fn replace(&mut self, at: At, to: String) {
        self.found.push(Change { at, to });
    }

    /// Replaces an operator that stands between its operands, perhaps among comments.
    fn replace_within(&mut self, between: At, from: &str, to: &str) {
        let text = self.text(between);
        if text.trim() == from
            && let Some(place) = text.find(from)
        {
            let start = between.start + place as u32;
            self.replace(At { start, end: start + from.len() as u32, ..between }, to.into());
        }
    }
}

/// What an operator is replaced by.
fn operators(op: BinaryOp) -> &'static [(&'static str, &'static str)] {
    match op {
        BinaryOp::Add => &[("+", "-")],
        BinaryOp::Sub => &[("-", "+")],
        BinaryOp::Mul => &[("*", "+")],
        BinaryOp::Div => &[("/", "*")],
        BinaryOp::Mod => &[("%", "/")],
        BinaryOp::FAdd => &[("+.", "-.")],
        BinaryOp::FSub => &[("-.", "+.")],
        BinaryOp::FMul => &[("*.", "+.")],
        BinaryOp::FDiv => &[("/.", "*.")],
        BinaryOp::Lt => &[("<", "<="), ("<", ">=")],
        BinaryOp::Le => &[("<=", "<"), ("<=", ">")],
        BinaryOp::Gt => &[(">", ">="), (">", "<=")],
        BinaryOp::Ge => &[(">=", ">"), (">=", "<")],
        BinaryOp::Eq => &[("==", "!=")],
        BinaryOp::Ne => &[("!=", "==")],
        BinaryOp::And => &[("&&", "||")],
        BinaryOp::Or => &[("||", "&&")],
        BinaryOp::BitAnd => &[("&", "|")],
        BinaryOp::BitOr => &[("|", "&")],
        BinaryOp::BitXor => &[("^", "|")],
        BinaryOp::ShiftLeft => &[("<<", ">>")],
        BinaryOp::ShiftRight => &[(">>", "<<")],
        BinaryOp::FLt => &[("<.", "<=.")],
        BinaryOp::FLe => &[("<=.", "<.")],
        BinaryOp::FGt => &[(">.", ">=.")],
        BinaryOp::FGe => &[(">=.", ">.")],
    }
}

/// Library functions that are taken for each other.
const RENAMED: &[(&str, &str)] = &[
    ("min", "max"),
    ("max", "min"),
    ("minimum", "maximum"),
    ("maximum", "minimum"),
    ("rising", "falling"),
    ("falling", "rising"),
    ("isNone", "isSome"),
    ("isSome", "isNone"),
    ("count", "sum"),
    ("sum", "count"),
];

/// Library functions whose two arguments are exchanged.
const SWAPPED: &[&str] = &["merge", "last", "defaultFrom", "delay", "on", "filter"];
