//! Structures, signatures, modules and module types.

use super::types::{constructor_args, type_decl, type_expr, type_params};
use super::{binding, expr, form, joined, let_word, path, wrapped};
use crate::syntax::ast::*;
use std::fmt::Write;

pub(super) fn items(out: &mut String, structure: &Structure) {
    joined(out, structure, item);
}

pub(super) fn item(out: &mut String, item: &Item) {
    match &item.kind {
        ItemKind::Eval(value) => {
            out.push_str("(eval ");
            expr(out, value);
            out.push(')');
        }
        ItemKind::Let { recursive, bindings } => form(out, let_word(*recursive), bindings, binding),
        ItemKind::External(decl) => external(out, decl),
        ItemKind::Type { nonrec, decls } => {
            form(out, if *nonrec { "type-nonrec" } else { "type" }, decls, type_decl)
        }
        ItemKind::Exception(decl) => exception(out, decl),
        ItemKind::Extension(extension) => type_extension(out, extension),
        ItemKind::Module(binding) => module_binding(out, binding),
        ItemKind::RecModules(bindings) => form(out, "rec", bindings, module_binding),
        ItemKind::ModuleType { name, ty } => module_type_decl(out, name, ty.as_ref()),
        ItemKind::Open(module) => wrapped(out, "open", module, module_expr),
        ItemKind::Include(module) => wrapped(out, "include", module, module_expr),
        ItemKind::Error => out.push_str("<error>"),
    }
}

pub(super) fn external(out: &mut String, decl: &ExternalDecl) {
    let _ = write!(out, "(external {} ", decl.name.node);
    type_expr(out, &decl.ty);
    for primitive in &decl.primitives {
        out.push(' ');
        out.push_str(&crate::notation::quoted(primitive.as_bytes()));
    }
    out.push(')');
}

fn type_extension(out: &mut String, extension: &TypeExtension) {
    let _ = write!(out, "(extend {}", extension.path.node);
    type_params(out, &extension.params);
    for constructor in &extension.constructors {
        out.push(' ');
        added(out, "(", constructor);
    }
    out.push(')');
}

pub(super) fn exception(out: &mut String, decl: &ExceptionDecl) {
    added(out, "(exception ", decl);
}

fn added(out: &mut String, head: &str, decl: &ExceptionDecl) {
    let _ = write!(out, "{head}{}", decl.name.node);
    match &decl.kind {
        ExceptionKind::New(args) => constructor_args(out, args),
        ExceptionKind::Rebind(path) => {
            let _ = write!(out, " = {}", path.node);
        }
    }
    out.push(')');
}

pub(super) fn optional_name(name: Option<&Ident>) -> &str {
    name.map_or("_", |name| &name.node)
}

pub(super) fn module_binding(out: &mut String, binding: &ModuleBinding) {
    let _ = write!(out, "(module {} ", optional_name(binding.name.as_ref()));
    module_expr(out, &binding.module);
    out.push(')');
}

pub(super) fn module_type_decl(out: &mut String, name: &Ident, ty: Option<&ModuleType>) {
    let _ = write!(out, "(module-type {}", name.node);
    if let Some(ty) = ty {
        out.push(' ');
        module_type(out, ty);
    }
    out.push(')');
}

pub(super) fn functor_param(out: &mut String, param: &FunctorParam) {
    match param {
        FunctorParam::Unit => out.push_str("()"),
        FunctorParam::Named { name, ty } => {
            let _ = write!(out, "({} : ", optional_name(name.as_ref()));
            module_type(out, ty);
            out.push(')');
        }
    }
}

pub(super) fn module_expr(out: &mut String, node: &ModuleExpr) {
    match &node.kind {
        ModuleExprKind::Path(id) => path(out, id),
        ModuleExprKind::Structure(structure) => form(out, "struct", structure, item),
        ModuleExprKind::Functor { parameter, body } => {
            out.push_str("(functor ");
            functor_param(out, parameter);
            out.push(' ');
            module_expr(out, body);
            out.push(')');
        }
        ModuleExprKind::Apply { functor, argument } => {
            out.push_str("(apply ");
            module_expr(out, functor);
            if let Some(argument) = argument {
                out.push(' ');
                module_expr(out, argument);
            }
            out.push(')');
        }
        ModuleExprKind::Constraint { module, ty } => {
            out.push_str("(: ");
            module_expr(out, module);
            out.push(' ');
            module_type(out, ty);
            out.push(')');
        }
        ModuleExprKind::Error => out.push_str("<error>"),
    }
}

pub(super) fn module_type(out: &mut String, node: &ModuleType) {
    match &node.kind {
        ModuleTypeKind::Path(id) => path(out, id),
        ModuleTypeKind::Signature(signature) => form(out, "sig", signature, sig_item),
        ModuleTypeKind::Functor { parameter, result } => {
            out.push_str("(functor ");
            functor_param(out, parameter);
            out.push(' ');
            module_type(out, result);
            out.push(')');
        }
        ModuleTypeKind::With { base, constraints } => {
            out.push_str("(with ");
            module_type(out, base);
            for constraint in constraints {
                out.push(' ');
                with_constraint(out, constraint);
            }
            out.push(')');
        }
        ModuleTypeKind::TypeOf(module) => wrapped(out, "type-of", &**module, module_expr),
        ModuleTypeKind::Error => out.push_str("<error>"),
    }
}

pub(super) fn with_constraint(out: &mut String, constraint: &WithConstraint) {
    let equals = |substitute: &bool| if *substitute { ":=" } else { "=" };
    match constraint {
        WithConstraint::Type { path, params, ty, substitute } => {
            let _ = write!(out, "(type {}", path.node);
            type_params(out, params);
            let _ = write!(out, " {} ", equals(substitute));
            type_expr(out, ty);
            out.push(')');
        }
        WithConstraint::Module { path, module, substitute } => {
            let _ = write!(out, "(module {} {} {})", path.node, equals(substitute), module.node);
        }
    }
}

pub(super) fn sig_item(out: &mut String, item: &SigItem) {
    match &item.kind {
        SigItemKind::Value { name, ty } => {
            let _ = write!(out, "(val {} ", name.node);
            type_expr(out, ty);
            out.push(')');
        }
        SigItemKind::External(decl) => external(out, decl),
        SigItemKind::Type { nonrec, substitute, decls } => {
            let head = match (nonrec, substitute) {
                (_, true) => "type-subst",
                (true, _) => "type-nonrec",
                _ => "type",
            };
            form(out, head, decls, type_decl);
        }
        SigItemKind::Exception(decl) => exception(out, decl),
        SigItemKind::Extension(extension) => type_extension(out, extension),
        SigItemKind::Module { name, ty } => sig_module(out, &(name.clone(), ty.clone())),
        SigItemKind::ModuleAlias { name, module, substitute } => {
            let equals = if *substitute { ":=" } else { "=" };
            let _ = write!(out, "(module {} {equals} {})", name.node, module.node);
        }
        SigItemKind::RecModules(modules) => form(out, "rec", modules, sig_module),
        SigItemKind::ModuleType { name, ty } => module_type_decl(out, name, ty.as_ref()),
        SigItemKind::Open(module) => wrapped(out, "open", module, path),
        SigItemKind::Include(ty) => wrapped(out, "include", ty, module_type),
        SigItemKind::Error => out.push_str("<error>"),
    }
}

pub(super) fn sig_module(out: &mut String, module: &(Option<Ident>, ModuleType)) {
    let _ = write!(out, "(module {} : ", optional_name(module.0.as_ref()));
    module_type(out, &module.1);
    out.push(')');
}
