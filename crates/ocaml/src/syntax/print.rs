//! Prints abstract syntax as S-expressions, for tests and for looking at what was read.
//! Places are left out; every other difference between two structures shows.

use super::ast::*;
use std::fmt::Write;

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

fn items(out: &mut String, structure: &Structure) {
    joined(out, structure, item);
}

fn item(out: &mut String, item: &Item) {
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
        ItemKind::Module(binding) => module_binding(out, binding),
        ItemKind::RecModules(bindings) => form(out, "rec", bindings, module_binding),
        ItemKind::ModuleType { name, ty } => module_type_decl(out, name, ty.as_ref()),
        ItemKind::Open(module) => wrapped(out, "open", module, module_expr),
        ItemKind::Include(module) => wrapped(out, "include", module, module_expr),
        ItemKind::Error => out.push_str("<error>"),
    }
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

fn external(out: &mut String, decl: &ExternalDecl) {
    let _ = write!(out, "(external {} ", decl.name.node);
    type_expr(out, &decl.ty);
    for primitive in &decl.primitives {
        let _ = write!(out, " {primitive:?}");
    }
    out.push(')');
}

fn exception(out: &mut String, decl: &ExceptionDecl) {
    let _ = write!(out, "(exception {}", decl.name.node);
    match &decl.kind {
        ExceptionKind::New(args) => constructor_args(out, args),
        ExceptionKind::Rebind(path) => {
            let _ = write!(out, " = {}", path.node);
        }
    }
    out.push(')');
}

// ---------------------------------------------------------------------------------------------------- expressions

fn constant(out: &mut String, constant: &Constant) {
    let _ = match constant {
        Constant::Int(value) => write!(out, "{value}"),
        Constant::Int32(value) => write!(out, "{value}l"),
        Constant::Int64(value) => write!(out, "{value}L"),
        Constant::Nativeint(value) => write!(out, "{value}n"),
        Constant::Float(value) => write!(out, "{value:?}"),
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

// ---------------------------------------------------------------------------------------------------- types

fn type_expr(out: &mut String, node: &TypeExpr) {
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

fn quantified(out: &mut String, head: &str, names: &[Ident], ty: &TypeExpr) {
    form(out, head, names, |out, name| out.push_str(&name.node));
    out.pop();
    out.push_str(" . ");
    type_expr(out, ty);
    out.push(')');
}

fn row_field(out: &mut String, field: &RowField) {
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

fn type_params(out: &mut String, params: &[TypeParam]) {
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

fn type_decl(out: &mut String, decl: &TypeDecl) {
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

fn constructor_args(out: &mut String, args: &ConstructorArgs) {
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

fn record_fields(out: &mut String, fields: &[FieldDecl]) {
    out.push_str(" {");
    for (index, field) in fields.iter().enumerate() {
        let gap = if index > 0 { "; " } else { "" };
        let word = if field.mutable { "mutable " } else { "" };
        let _ = write!(out, "{gap}{word}{} : ", field.name.node);
        type_expr(out, &field.ty);
    }
    out.push('}');
}

// ---------------------------------------------------------------------------------------------------- modules

fn optional_name(name: Option<&Ident>) -> &str {
    name.map_or("_", |name| &name.node)
}

fn module_binding(out: &mut String, binding: &ModuleBinding) {
    let _ = write!(out, "(module {} ", optional_name(binding.name.as_ref()));
    module_expr(out, &binding.module);
    out.push(')');
}

fn module_type_decl(out: &mut String, name: &Ident, ty: Option<&ModuleType>) {
    let _ = write!(out, "(module-type {}", name.node);
    if let Some(ty) = ty {
        out.push(' ');
        module_type(out, ty);
    }
    out.push(')');
}

fn functor_param(out: &mut String, param: &FunctorParam) {
    match param {
        FunctorParam::Unit => out.push_str("()"),
        FunctorParam::Named { name, ty } => {
            let _ = write!(out, "({} : ", optional_name(name.as_ref()));
            module_type(out, ty);
            out.push(')');
        }
    }
}

fn module_expr(out: &mut String, node: &ModuleExpr) {
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

fn module_type(out: &mut String, node: &ModuleType) {
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

fn with_constraint(out: &mut String, constraint: &WithConstraint) {
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

fn sig_item(out: &mut String, item: &SigItem) {
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

fn sig_module(out: &mut String, module: &(Option<Ident>, ModuleType)) {
    let _ = write!(out, "(module {} : ", optional_name(module.0.as_ref()));
    module_type(out, &module.1);
    out.push(')');
}
