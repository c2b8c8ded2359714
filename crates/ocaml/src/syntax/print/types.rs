//! Types and their declarations.

use super::{form, form_open, label, wrapped};
use crate::syntax::ast::*;
use std::fmt::Write;

pub(super) fn type_expr(out: &mut String, node: &TypeExpr) {
    match &node.kind {
        TypeExprKind::Any => out.push('_'),
        TypeExprKind::Var(name) => {
            let _ = write!(out, "'{name}");
        }
        TypeExprKind::Arrow { label: own, parameter, result } => {
            out.push_str("(-> ");
            label(out, own);
            type_expr(out, parameter);
            out.push(' ');
            type_expr(out, result);
            out.push(')');
        }
        TypeExprKind::Tuple(items) => form(out, "*", items, type_expr),
        TypeExprKind::Constr { path, args } if args.is_empty() => {
            let _ = write!(out, "{}", path.node);
        }
        TypeExprKind::Constr { path, args } => form(out, &path.node.to_string(), args, type_expr),
        TypeExprKind::Variant { fields, bound } => {
            let head = match bound {
                RowBound::Exact => "variant",
                RowBound::Open => "variant>",
                RowBound::Closed(_) => "variant<",
            };
            form_open(out, head, fields, row_field);
            if let RowBound::Closed(required) = bound {
                for tag in required {
                    let _ = write!(out, " >{tag}");
                }
            }
            out.push(')');
        }
        TypeExprKind::Alias { ty, name } => {
            out.push_str("(as ");
            type_expr(out, ty);
            let _ = write!(out, " '{})", name.node);
        }
        TypeExprKind::Poly { vars, ty } => quantified(out, "forall", vars, ty),
        TypeExprKind::LocallyAbstract { names, ty } => quantified(out, "type", names, ty),
        TypeExprKind::Error => out.push_str("<error>"),
    }
}

pub(super) fn quantified(out: &mut String, head: &str, names: &[Ident], ty: &TypeExpr) {
    form(out, head, names, |out, name| out.push_str(&name.node));
    out.pop();
    out.push_str(" . ");
    type_expr(out, ty);
    out.push(')');
}

pub(super) fn row_field(out: &mut String, field: &RowField) {
    match field {
        RowField::Tag { name, args, .. } if args.is_empty() => {
            let _ = write!(out, "`{}", name.node);
        }
        RowField::Tag { name, constant, args } => {
            form(out, &format!("`{}{}", name.node, if *constant { "&" } else { "" }), args, type_expr);
        }
        RowField::Inherit(ty) => wrapped(out, "inherit", ty, type_expr),
    }
}

pub(super) fn type_params(out: &mut String, params: &[TypeParam]) {
    for param in params {
        let variance = match param.variance {
            Variance::Covariant => "+",
            Variance::Contravariant => "-",
            Variance::Unspecified => "",
        };
        match &param.name {
            Some(name) => {
                let _ = write!(out, " {variance}'{name}");
            }
            None => {
                let _ = write!(out, " {variance}_");
            }
        }
    }
}

pub(super) fn type_decl(out: &mut String, decl: &TypeDecl) {
    let _ = write!(out, "({}", decl.name.node);
    type_params(out, &decl.params);
    if decl.private {
        out.push_str(" private");
    }
    if let Some(ty) = &decl.manifest {
        out.push_str(" = ");
        type_expr(out, ty);
    }
    match &decl.kind {
        TypeDeclKind::Abstract => {}
        TypeDeclKind::Variant(constructors) => {
            for constructor in constructors {
                let _ = write!(out, " ({}", constructor.name.node);
                constructor_args(out, &constructor.args);
                out.push(')');
            }
        }
        TypeDeclKind::Record(fields) => record_fields(out, fields),
        TypeDeclKind::Open => out.push_str(" .."),
    }
    for (left, right) in &decl.constraints {
        out.push_str(" (constraint ");
        type_expr(out, left);
        out.push(' ');
        type_expr(out, right);
        out.push(')');
    }
    out.push(')');
}

pub(super) fn constructor_args(out: &mut String, args: &ConstructorArgs) {
    match args {
        ConstructorArgs::Tuple(types) => {
            for ty in types {
                out.push(' ');
                type_expr(out, ty);
            }
        }
        ConstructorArgs::Record(fields) => record_fields(out, fields),
    }
}

pub(super) fn record_fields(out: &mut String, fields: &[FieldDecl]) {
    out.push_str(" {");
    for (index, field) in fields.iter().enumerate() {
        let gap = if index > 0 { "; " } else { "" };
        let word = if field.mutable { "mutable " } else { "" };
        let _ = write!(out, "{gap}{word}{} : ", field.name.node);
        type_expr(out, &field.ty);
    }
    out.push('}');
}
