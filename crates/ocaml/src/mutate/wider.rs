//! The wider changes: terms that are exchanged, skipped or taken for others.
//! In: an expression with the local variables that each part of it sees. Out: changes of which many have no type; the caller
//! drops those.

use super::arms::are_disjoint;
use super::changes::{Changes, MOST_COPIED};
use super::{MutantKind, shortened, walk};
use crate::syntax::ast::{
    Arg, ArgLabel, Case, Constant, Expr, ExprKind, Loc, Name, ParamKind, Pattern, PatternKind,
};

/// How many other variables are tried in one place, the innermost first.
const MOST_VARIABLES: usize = 4;

impl Changes<'_> {
    /// The wider changes inside of an expression.
    pub(super) fn wider(&mut self, value: &Expr) {
        walk::with_scope(value, &mut |expr, bound| self.wider_at(expr, bound));
    }

    fn wider_at(&mut self, expr: &Expr, bound: &[Name]) {
        match &expr.kind {
            ExprKind::Ident(path) => {
                if let Some(name) = path.node.as_name() {
                    self.variable(expr.loc, name, bound);
                }
            }
            ExprKind::Constant(constant) => self.wider_constant(expr.loc, constant),
            ExprKind::Apply { function, args } if args.iter().all(|arg| arg.label == ArgLabel::Nolabel) => {
                self.call(expr, function, args);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                for part in [left, right] {
                    self.keep_part(MutantKind::ConditionDropped, expr, part);
                }
            }
            ExprKind::If { then, otherwise: Some(otherwise), .. } => self.branches(then, otherwise),
            ExprKind::Sequence(items) => {
                for item in items.iter().take(items.len().saturating_sub(1)) {
                    let shown = shortened(self.text(item.loc.range()), 40);
                    let description = format!("the statement `{shown}` is gone");
                    self.replace(MutantKind::Statement, item.loc.range(), "()".into(), description);
                }
            }
            ExprKind::Construct { path, arg: Some(arg) } if path.node.is("::") => {
                if let ExprKind::Tuple(parts) = &arg.kind
                    && let [head, tail] = &parts[..]
                {
                    let [head, tail] = [head, tail].map(|part| self.atom(part));
                    self.rewrite(MutantKind::ListEnd, expr.loc, format!("({tail} @ [ {head} ])"));
                }
            }
            ExprKind::Fun { params, .. } => {
                for param in params {
                    if let ParamKind::Value { pattern, .. } = &param.kind {
                        self.wider_pattern(pattern);
                    }
                }
            }
            ExprKind::Function(cases) | ExprKind::Match { cases, .. } | ExprKind::Try { cases, .. } => {
                cases.iter().for_each(|case| self.wider_pattern(&case.pattern));
                cases.windows(2).for_each(|pair| self.arm_order(&pair[0], &pair[1]));
            }
            _ => {}
        }
    }

    /// The text of an expression, so that it can stand anywhere.
    fn atom(&self, expr: &Expr) -> String {
        let text = self.text(expr.loc.range());
        let is_plain =
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.'));
        if is_plain { text.into() } else { format!("({text})") }
    }

    /// Another text in the place of an expression, told as "one becomes another".
    fn rewrite(&mut self, kind: MutantKind, place: Loc, replacement: String) {
        if replacement.len() > MOST_COPIED {
            return;
        }
        let from = shortened(self.text(place.range()), 40);
        let description = format!("`{from}` becomes `{}`", shortened(&replacement, 40));
        self.replace(kind, place.range(), replacement, description);
    }

    fn keep_part(&mut self, kind: MutantKind, whole: &Expr, part: &Expr) {
        let text = self.atom(part);
        self.rewrite(kind, whole.loc, text);
    }

    fn variable(&mut self, place: Loc, name: &Name, bound: &[Name]) {
        // What is not written as its name, such as the field `{ x }`, stays.
        if !bound.contains(name) || self.text(place.range()) != &**name {
            return;
        }
        let mut tried: Vec<&Name> = Vec::new();
        for other in bound.iter().rev().filter(|other| *other != name) {
            if tried.len() < MOST_VARIABLES && !tried.contains(&other) {
                tried.push(other);
                self.rewrite(MutantKind::Variable, place, other.to_string());
            }
        }
    }

    fn wider_constant(&mut self, place: Loc, constant: &Constant) {
        match constant {
            Constant::Char(byte) => {
                let next = match byte.saturating_add(1) {
                    next if next.is_ascii_graphic() && !matches!(next, b'\'' | b'\\') => next,
                    _ if *byte == b'x' => b'y',
                    _ => b'x',
                };
                self.rewrite(MutantKind::Character, place, format!("'{}'", char::from(next)));
            }
            Constant::Float(value) => {
                for other in [value + 1.0, value / 2.0] {
                    let text = crate::show_float(other);
                    let text = if other < 0.0 { format!("({text})") } else { text };
                    if other.is_finite() && other != *value {
                        self.rewrite(MutantKind::Float, place, text);
                    }
                }
            }
            _ => {}
        }
    }

    fn wider_pattern(&mut self, pattern: &Pattern) {
        if let PatternKind::Constant(constant) = &pattern.kind {
            self.wider_constant(pattern.loc, constant);
        }
        walk::for_each_subpattern(pattern, &mut |part| self.wider_pattern(part));
    }

    /// Arguments that are exchanged, and a call that is one of its arguments.
    fn call(&mut self, expr: &Expr, function: &Expr, args: &[Arg]) {
        let ExprKind::Ident(path) = &function.kind else { return };
        let Some(name) = path.node.last() else { return };
        let written = self.text(function.loc.range()).to_owned();
        let is_word = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let texts: Vec<String> = args.iter().map(|arg| self.atom(&arg.value)).collect();
        if !is_word || &**name == "mod" {
            if let [left, right] = &texts[..]
                && !matches!(&**name, "+" | "*" | "+." | "*." | "=" | "<>" | ":=" | "|>" | "@@")
                && written == **name
            {
                self.rewrite(MutantKind::Arguments, expr.loc, format!("({right} {written} {left})"));
            }
            if matches!(&**name, "^" | "@") {
                args.iter().for_each(|arg| self.keep_part(MutantKind::Call, expr, &arg.value));
            }
            return;
        }
        for place in 1..texts.len() {
            let mut exchanged = texts.clone();
            exchanged.swap(place - 1, place);
            self.rewrite(MutantKind::Arguments, expr.loc, format!("({written} {})", exchanged.join(" ")));
        }
        args.iter().for_each(|arg| self.keep_part(MutantKind::Call, expr, &arg.value));
        self.fold(expr.loc, &written, &texts);
    }

    fn fold(&mut self, place: Loc, function: &str, texts: &[String]) {
        let [step, first, second] = texts else { return };
        let other = match function {
            "List.fold_left" => format!("(List.fold_right (fun x y -> {step} y x) {second} {first})"),
            "List.fold_right" => format!("(List.fold_left (fun x y -> {step} y x) {second} {first})"),
            _ => return,
        };
        self.rewrite(MutantKind::Fold, place, other);
    }

    fn branches(&mut self, then: &Expr, otherwise: &Expr) {
        let [first, second] = [then, otherwise].map(|part| self.text(part.loc.range()));
        if first == second || first.len() + second.len() > MOST_COPIED {
            return;
        }
        let shown = shortened(first, 30);
        let description = format!("the branches `{shown}` and `{}` are exchanged", shortened(second, 30));
        let replacement = format!("({second}) else ({first})");
        self.replace(MutantKind::Branches, then.loc.to(otherwise.loc).range(), replacement, description);
    }

    fn arm_order(&mut self, first: &Case, second: &Case) {
        if are_disjoint(&first.pattern, &second.pattern) {
            return;
        }
        let between = first.loc.range().end..second.loc.range().start;
        let [one, other] = [first, second].map(|case| self.text(case.loc.range()));
        if one.len() + other.len() > MOST_COPIED {
            return;
        }
        let [shown, next] = [first, second].map(|case| shortened(self.text(case.pattern.loc.range()), 30));
        let description = format!("the arms `{shown}` and `{next}` are exchanged");
        let replacement = format!("{other}{}{one}", self.text(between));
        self.replace(MutantKind::ArmOrder, first.loc.to(second.loc).range(), replacement, description);
    }
}
