//! Trees as short texts, so that tests can say what they expect: operations in parentheses with the operator first.

use lydian_tessla::syntax::ast::{
    Annotation, Argument, Body, Definition, Expr, ExprKind, Name, Param, Statement, StatementKind,
    Strictness, StringPart, TypeExpr, TypeKind,
};

pub fn statement(statement: &Statement) -> String {
    let annotations: String = statement.annotations.iter().map(|a| annotation("@", a) + " ").collect();
    annotations + &kind(&statement.kind)
}

fn kind(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Include(path, _) => format!("include {path:?}"),
        StatementKind::In { name, ty: known } => {
            format!("in {}: {}", name.text, known.as_ref().map_or("?".to_owned(), ty))
        }
        StatementKind::Out { expr: value, text, alias, raw } => {
            let word = if *raw { "print" } else { "out" };
            let alias = alias.as_ref().map_or(String::new(), |alias| format!(" as {}", alias.text));
            format!("{word} {} {text:?}{alias}", expr(value))
        }
        StatementKind::OutAll => "out *".to_owned(),
        StatementKind::Def(def) => definition(def),
        StatementKind::Type { name, params, body, external } => {
            let body = body.as_ref().map_or(format!("extern {external:?}"), ty);
            format!("type {}{} = {body}", name.text, bracketed(names(params)))
        }
        StatementKind::Module(name, body) => format!("module {} {{{}}}", name.text, statements(body)),
        StatementKind::Import(path) => format!("import {}", names(path).join(".")),
        StatementKind::AnnotationDef { name, global, params: parameters } => {
            format!("def {}{}({})", if *global { "@@" } else { "@" }, name.text, params(parameters))
        }
        StatementKind::GlobalAnnotation(global) => annotation("@@", global),
    }
}

pub fn statements(all: &[Statement]) -> String {
    all.iter().map(statement).collect::<Vec<_>>().join("; ")
}

fn definition(def: &Definition) -> String {
    let word = if def.liftable { "liftable def" } else { "def" };
    let parameters = def.params.as_ref().map_or(String::new(), |list| format!("({})", params(list)));
    let result = def.result.as_ref().map_or(String::new(), |result| format!(": {}", ty(result)));
    let body = match &def.body {
        Body::Expr(body, local) if local.is_empty() => expr(body),
        Body::Expr(body, local) => format!("{} where {{{}}}", expr(body), statements(local)),
        Body::Extern(name, None, _) => format!("extern {name:?}"),
        Body::Extern(name, Some(other), _) => format!("extern {name:?} or {}", expr(other)),
    };
    let type_params = bracketed(names(&def.type_params));
    format!("{word} {}{type_params}{parameters}{result} = {body}", def.name.text)
}

fn annotation(sign: &str, annotation: &Annotation) -> String {
    format!("{sign}{}({})", annotation.name.text, arguments(&annotation.args))
}

fn params(params: &[Param]) -> String {
    let one = |param: &Param| match &param.ty {
        Some(known) => format!("{}: {}{}", param.name.text, strictness(param.strictness), ty(known)),
        None => param.name.text.to_string(),
    };
    params.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn strictness(strictness: Option<Strictness>) -> &'static str {
    match strictness {
        Some(Strictness::Strict) => "strict ",
        Some(Strictness::Lazy) => "lazy ",
        None => "",
    }
}

pub fn ty(written: &TypeExpr) -> String {
    match &written.kind {
        TypeKind::Named(path, args) => names(path).join(".") + &bracketed(types(args)),
        TypeKind::Record(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, member)| format!("{}: {}", name.text, ty(member))).collect();
            format!("{{{}}}", members.join(", "))
        }
        TypeKind::Tuple(parts) => format!("({})", types(parts).join(", ")),
        TypeKind::Function(params, result) => {
            let params: Vec<String> =
                params.iter().map(|(strict, param)| strictness(*strict).to_owned() + &ty(param)).collect();
            format!("(({}) => {})", params.join(", "), ty(result))
        }
    }
}

fn types(types: &[TypeExpr]) -> Vec<String> {
    types.iter().map(ty).collect()
}

pub fn expr(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Time(value, unit) => format!("{value}{unit:?}"),
        ExprKind::Float(value) => format!("{value:?}"),
        ExprKind::String(parts) => format!("\"{}\"", parts.iter().map(part).collect::<String>()),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Root(name) => format!("__root__.{}", name.text),
        ExprKind::Tuple(parts) => format!("(tuple{})", spaced(parts)),
        ExprKind::Record(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("{} = {}", name.text, expr(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        ExprKind::Block(local, result) => format!("{{{} | {}}}", statements(local), expr(result)),
        ExprKind::Call(function, args, given) => {
            format!("{}{}({})", expr(function), bracketed(types(args)), arguments(given))
        }
        ExprKind::TypeApply(base, args) => expr(base) + &bracketed(types(args)),
        ExprKind::Member(base, name) => format!("{}.{}", expr(base), name.text),
        ExprKind::Operator(op) => format!("({op:?})"),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", expr(operand)),
        ExprKind::Binary(op, left, right) => format!("({op:?} {} {})", expr(left), expr(right)),
        ExprKind::If(c, yes, no) => format!("(if {} {} {})", expr(c), expr(yes), expr(no)),
        ExprKind::StaticIf(c, yes, no) => format!("(static {} {} {})", expr(c), expr(yes), expr(no)),
        ExprKind::Lambda(list, body) => format!("(({}) => {})", params(list), expr(body)),
        ExprKind::Error => "<error>".to_owned(),
    }
}

fn part(part: &StringPart) -> String {
    match part {
        StringPart::Text(text) => text.escape_debug().to_string(),
        StringPart::Value(value, None) => format!("<{}>", expr(value)),
        StringPart::Value(value, Some(format)) => format!("<{}%{format}>", expr(value)),
    }
}

fn arguments(arguments: &[Argument]) -> String {
    let one = |argument: &Argument| match &argument.name {
        Some(name) => format!("{} = {}", name.text, expr(&argument.value)),
        None => expr(&argument.value),
    };
    arguments.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn spaced(parts: &[Expr]) -> String {
    parts.iter().map(|part| format!(" {}", expr(part))).collect()
}

fn names(names: &[Name]) -> Vec<&str> {
    names.iter().map(|name| &*name.text).collect()
}

fn bracketed<T: AsRef<str>>(items: Vec<T>) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    if items.is_empty() { String::new() } else { format!("[{}]", items.join(", ")) }
}
