//! Prints abstract syntax as S-expressions, for tests and for looking at what was read.
//! Places are left out; every other difference between two structures shows.

mod module;
mod types;

use super::ast::*;
use module::{exception, items, module_binding, module_expr};
use std::fmt::Write;
use types::type_expr;

/// A structure, items separated by blanks.
pub fn structure(structure: &Structure) -> String {
    let mut out = String::new();
    items(&mut out, structure);
    out
}

/// An expression.
pub fn expression(expression: &Expr) -> String {
    let mut out = String::new();
    expr(&mut out, expression);
    out
}

fn joined<T>(out: &mut String, things: &[T], print: fn(&mut String, &T)) {
    for (index, thing) in things.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        print(out, thing);
    }
}

fn form<T>(out: &mut String, head: &str, things: &[T], print: fn(&mut String, &T)) {
    out.push('(');
    out.push_str(head);
    for thing in things {
        out.push(' ');
        print(out, thing);
    }
    out.push(')');
}

fn wrapped<T>(out: &mut String, head: &str, thing: &T, print: fn(&mut String, &T)) {
    let _ = write!(out, "({head} ");
    print(out, thing);
    out.push(')');
}

fn let_word(recursive: bool) -> &'static str {
    if recursive { "let-rec" } else { "let" }
}

/// `pattern value` or `(: pattern type) value`; a group of bindings is a flat list of such pairs.
fn binding(out: &mut String, binding: &Binding) {
    match &binding.constraint {
        Some(ty) => {
            out.push_str("(: ");
            pattern(out, &binding.pattern);
            out.push(' ');
            type_expr(out, ty);
            out.push(')');
        }
        None => pattern(out, &binding.pattern),
    }
    out.push(' ');
    expr(out, &binding.value);
}

// ---------------------------------------------------------------------------------------------------- expressions

fn constant(out: &mut String, constant: &Constant) {
    let _ = match constant {
        Constant::Int(value) => write!(out, "{value}"),
        Constant::Int32(value) => write!(out, "{value}l"),
        Constant::Int64(value) => write!(out, "{value}L"),
        Constant::Nativeint(value) => write!(out, "{value}n"),
        Constant::Float(float) => write!(out, "{float:?}"),
        Constant::Char(value) => write!(out, "'{}'", value.escape_ascii()),
        Constant::String(value) => write!(out, "\"{}\"", value.escape_ascii()),
    };
}

fn path(out: &mut String, path: &Path) {
    let _ = write!(out, "{}", path.node);
}

fn boxed(out: &mut String, head: &str, things: &[&Expr]) {
    form(out, head, things, |out, thing| expr(out, thing));
}

fn expr(out: &mut String, node: &Expr) {
    match &node.kind {
        ExprKind::Ident(id) => path(out, id),
        ExprKind::Constant(value) => constant(out, value),
        ExprKind::Let { recursive, bindings, body } => {
            let _ = write!(out, "({} (", let_word(*recursive));
            joined(out, bindings, binding);
            out.push_str(") ");
            expr(out, body);
            out.push(')');
        }
        ExprKind::LetOp { bindings, body } => {
            out.push_str("(let-op (");
            joined(out, bindings, |out, binding| {
                let _ = write!(out, "{} ", binding.operator.node);
                pattern(out, &binding.pattern);
                out.push(' ');
                expr(out, &binding.value);
            });
            out.push_str(") ");
            expr(out, body);
            out.push(')');
        }
        ExprKind::Fun { params, result, body } => {
            form_open(out, "fun", params, param);
            if let Some(ty) = result {
                out.push_str(" : ");
                type_expr(out, ty);
            }
            out.push(' ');
            expr(out, body);
            out.push(')');
        }
        ExprKind::Function(cases) => form(out, "function", cases, case),
        ExprKind::Apply { function, args } => {
            out.push('(');
            expr(out, function);
            for arg in args {
                out.push(' ');
                argument(out, arg);
            }
            out.push(')');
        }
        ExprKind::Match { scrutinee, cases } => matching(out, "match", scrutinee, cases),
        ExprKind::Try { body, cases } => matching(out, "try", body, cases),
        ExprKind::Tuple(items) => form(out, "tuple", items, expr),
        ExprKind::Construct { path, arg } => {
            construct(out, &path.node.to_string(), arg.as_deref());
        }
        ExprKind::Variant { tag, arg } => construct(out, &format!("`{tag}"), arg.as_deref()),
        ExprKind::Record { base, fields } => {
            out.push_str("(record");
            if let Some(base) = base {
                out.push_str(" with ");
                expr(out, base);
            }
            for (name, value) in fields {
                let _ = write!(out, " {} ", name.node);
                expr(out, value);
            }
            out.push(')');
        }
        ExprKind::Field { record, field } => {
            out.push_str("(field ");
            expr(out, record);
            let _ = write!(out, " {})", field.node);
        }
        ExprKind::SetField { record, field, value } => {
            out.push_str("(set-field ");
            expr(out, record);
            let _ = write!(out, " {} ", field.node);
            expr(out, value);
            out.push(')');
        }
        ExprKind::Index { kind, container, index } => boxed(out, index_word(*kind), &[container, index]),
        ExprKind::SetIndex { kind, container, index, value } => {
            boxed(out, &format!("set-{}", index_word(*kind)), &[container, index, value]);
        }
        ExprKind::Array(items) => form(out, "array", items, expr),
        ExprKind::List(items) => form(out, "list", items, expr),
        ExprKind::If { condition, then, otherwise } => {
            let mut all: Vec<&Expr> = vec![condition, then];
            all.extend(otherwise.as_deref());
            boxed(out, "if", &all);
        }
        ExprKind::Sequence(items) => form(out, "seq", items, expr),
        ExprKind::While { condition, body } => boxed(out, "while", &[condition, body]),
        ExprKind::For { variable, first, last, down, body } => {
            out.push_str("(for ");
            pattern(out, variable);
            out.push(' ');
            expr(out, first);
            out.push_str(if *down { " downto " } else { " to " });
            expr(out, last);
            out.push(' ');
            expr(out, body);
            out.push(')');
        }
        ExprKind::Constraint { expr: inner, ty } => {
            out.push_str("(: ");
            expr(out, inner);
            out.push(' ');
            type_expr(out, ty);
            out.push(')');
        }
        ExprKind::Coerce { expr: inner, from, to } => {
            out.push_str("(:> ");
            expr(out, inner);
            for ty in from.iter().chain([to]) {
                out.push(' ');
                type_expr(out, ty);
            }
            out.push(')');
        }
        ExprKind::And(left, right) => boxed(out, "&&", &[left, right]),
        ExprKind::Or(left, right) => boxed(out, "||", &[left, right]),
        ExprKind::Lazy(inner) => boxed(out, "lazy", &[inner]),
        ExprKind::Assert(inner) => boxed(out, "assert", &[inner]),
        ExprKind::Open { module, body } => {
            out.push_str("(open ");
            module_expr(out, module);
            out.push(' ');
            expr(out, body);
            out.push(')');
        }
        ExprKind::LetModule { binding, body } => {
            out.push_str("(let-module ");
            module_binding(out, binding);
            out.push(' ');
            expr(out, body);
            out.push(')');
        }
        ExprKind::LetException { exception: decl, body } => {
            out.push_str("(let-exception ");
            exception(out, decl);
            out.push(' ');
            expr(out, body);
            out.push(')');
        }
        ExprKind::Error => out.push_str("<error>"),
    }
}

fn form_open<T>(out: &mut String, head: &str, things: &[T], print: fn(&mut String, &T)) {
    form(out, head, things, print);
    out.pop();
}

fn index_word(kind: IndexKind) -> &'static str {
    match kind {
        IndexKind::Array => "array-get",
        IndexKind::String => "string-get",
    }
}

fn construct(out: &mut String, name: &str, arg: Option<&Expr>) {
    match arg {
        None => out.push_str(name),
        Some(arg) => boxed(out, name, &[arg]),
    }
}

fn matching(out: &mut String, head: &str, scrutinee: &Expr, cases: &[Case]) {
    let _ = write!(out, "({head} ");
    expr(out, scrutinee);
    for each in cases {
        out.push(' ');
        case(out, each);
    }
    out.push(')');
}

fn case(out: &mut String, case: &Case) {
    out.push('(');
    pattern(out, &case.pattern);
    if let Some(guard) = &case.guard {
        out.push_str(" when ");
        expr(out, guard);
    }
    out.push(' ');
    expr(out, &case.body);
    out.push(')');
}

fn label(out: &mut String, label: &ArgLabel) {
    let _ = match label {
        ArgLabel::Nolabel => Ok(()),
        ArgLabel::Labelled(name) => write!(out, "~{name}:"),
        ArgLabel::Optional(name) => write!(out, "?{name}:"),
    };
}

fn argument(out: &mut String, arg: &Arg) {
    label(out, &arg.label);
    expr(out, &arg.value);
}

fn param(out: &mut String, param: &Param) {
    match &param.kind {
        ParamKind::Type(name) => {
            let _ = write!(out, "(type {})", name.node);
        }
        ParamKind::Value { label: own, default, pattern: bound } => {
            label(out, own);
            match default {
                None => pattern(out, bound),
                Some(default) => {
                    out.push_str("(= ");
                    pattern(out, bound);
                    out.push(' ');
                    expr(out, default);
                    out.push(')');
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- patterns

fn pattern(out: &mut String, node: &Pattern) {
    match &node.kind {
        PatternKind::Any => out.push('_'),
        PatternKind::Var(name) => out.push_str(name),
        PatternKind::Alias { pattern: inner, name } => {
            out.push_str("(as ");
            pattern(out, inner);
            let _ = write!(out, " {})", name.node);
        }
        PatternKind::Constant(value) => constant(out, value),
        PatternKind::Interval(from, to) => {
            out.push_str("(.. ");
            constant(out, from);
            out.push(' ');
            constant(out, to);
            out.push(')');
        }
        PatternKind::Tuple(items) => form(out, "tuple", items, pattern),
        PatternKind::Construct { path, arg } => {
            construct_pattern(out, &path.node.to_string(), arg.as_deref())
        }
        PatternKind::Variant { tag, arg } => construct_pattern(out, &format!("`{tag}"), arg.as_deref()),
        PatternKind::Record { fields, open } => {
            out.push_str("(record");
            for (name, inner) in fields {
                let _ = write!(out, " {} ", name.node);
                pattern(out, inner);
            }
            out.push_str(if *open { " _)" } else { ")" });
        }
        PatternKind::Array(items) => form(out, "array", items, pattern),
        PatternKind::List(items) => form(out, "list", items, pattern),
        PatternKind::Or(items) => form(out, "or", items, pattern),
        PatternKind::Constraint { pattern: inner, ty } => {
            out.push_str("(: ");
            pattern(out, inner);
            out.push(' ');
            type_expr(out, ty);
            out.push(')');
        }
        PatternKind::Lazy(inner) => wrapped(out, "lazy", &**inner, pattern),
        PatternKind::Exception(inner) => wrapped(out, "exception", &**inner, pattern),
        PatternKind::Open { module, pattern: inner } => {
            let _ = write!(out, "(open {} ", module.node);
            pattern(out, inner);
            out.push(')');
        }
        PatternKind::Type(path) => {
            let _ = write!(out, "#{}", path.node);
        }
        PatternKind::Error => out.push_str("<error>"),
    }
}

fn construct_pattern(out: &mut String, name: &str, arg: Option<&Pattern>) {
    match arg {
        None => out.push_str(name),
        Some(arg) => wrapped(out, name, arg, pattern),
    }
}
