//! Walks through expressions: their direct parts, the variables of patterns, and the names that are used but not bound.

use std::collections::HashSet;

use crate::syntax::ast::{
    Binding, Case, Expr, ExprKind, ItemKind, Longident, ModuleExpr, ModuleExprKind, Name, Param, ParamKind,
    Pattern, PatternKind, Structure,
};

/// The direct parts of an expression, in the order of the source.
pub(crate) fn for_each_part<'e>(expr: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Let { bindings, body, .. } => {
            bindings.iter().for_each(|binding| f(&binding.value));
            f(body);
        }
        ExprKind::LetOp { bindings, body } => {
            bindings.iter().for_each(|binding| f(&binding.value));
            f(body);
        }
        ExprKind::Fun { params, body, .. } => {
            params.iter().filter_map(default_of).for_each(&mut *f);
            f(body);
        }
        ExprKind::Function(cases) => for_each_in_cases(cases, f),
        ExprKind::Match { scrutinee: first, cases } | ExprKind::Try { body: first, cases } => {
            f(first);
            for_each_in_cases(cases, f);
        }
        ExprKind::Apply { function, args } => {
            // An operator stands between its arguments, but is visited first.
            f(function);
            args.iter().for_each(|arg| f(&arg.value));
        }
        ExprKind::Tuple(parts)
        | ExprKind::Array(parts)
        | ExprKind::List(parts)
        | ExprKind::Sequence(parts) => parts.iter().for_each(f),
        ExprKind::Construct { arg, .. } | ExprKind::Variant { arg, .. } => {
            arg.iter().for_each(|arg| f(arg));
        }
        ExprKind::Record { base, fields } => {
            base.iter().for_each(|base| f(base));
            fields.iter().for_each(|(_, value)| f(value));
        }
        ExprKind::Field { record: inner, .. }
        | ExprKind::Constraint { expr: inner, .. }
        | ExprKind::Coerce { expr: inner, .. }
        | ExprKind::Lazy(inner)
        | ExprKind::Assert(inner) => f(inner),
        ExprKind::SetField { record: first, value: second, .. }
        | ExprKind::Index { container: first, index: second, .. }
        | ExprKind::While { condition: first, body: second }
        | ExprKind::And(first, second)
        | ExprKind::Or(first, second) => [first, second].into_iter().for_each(|part| f(part)),
        ExprKind::SetIndex { container, index, value, .. } => {
            [container, index, value].into_iter().for_each(|part| f(part));
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then].into_iter().for_each(|part| f(part));
            otherwise.iter().for_each(|otherwise| f(otherwise));
        }
        ExprKind::For { first, last, body, .. } => {
            [first, last, body].into_iter().for_each(|part| f(part));
        }
        ExprKind::Open { module, body } => {
            for_each_in_module(module, f);
            f(body);
        }
        ExprKind::LetModule { binding, body } => {
            for_each_in_module(&binding.module, f);
            f(body);
        }
        ExprKind::LetException { body, .. } => f(body),
        ExprKind::Ident(_) | ExprKind::Constant(_) | ExprKind::Error => {}
    }
}

fn for_each_in_cases<'e>(cases: &'e [Case], f: &mut dyn FnMut(&'e Expr)) {
    for case in cases {
        case.guard.iter().for_each(&mut *f);
        f(&case.body);
    }
}

fn for_each_in_module<'e>(module: &'e ModuleExpr, f: &mut dyn FnMut(&'e Expr)) {
    match &module.kind {
        ModuleExprKind::Structure(inner) => for_each_in_structure(inner, f),
        ModuleExprKind::Functor { body, .. } => for_each_in_module(body, f),
        ModuleExprKind::Constraint { module, .. } => for_each_in_module(module, f),
        ModuleExprKind::Apply { functor, argument } => {
            for_each_in_module(functor, f);
            argument.iter().for_each(|argument| for_each_in_module(argument, f));
        }
        ModuleExprKind::Path(_) | ModuleExprKind::Error => {}
    }
}

fn for_each_in_structure<'e>(structure: &'e Structure, f: &mut dyn FnMut(&'e Expr)) {
    for item in structure {
        match &item.kind {
            ItemKind::Eval(expr) => f(expr),
            ItemKind::Let { bindings, .. } => bindings.iter().for_each(|binding| f(&binding.value)),
            ItemKind::Module(binding) => for_each_in_module(&binding.module, f),
            ItemKind::RecModules(bindings) => {
                bindings.iter().for_each(|binding| for_each_in_module(&binding.module, f));
            }
            ItemKind::Open(module) | ItemKind::Include(module) => for_each_in_module(module, f),
            _ => {}
        }
    }
}

fn default_of(param: &Param) -> Option<&Expr> {
    match &param.kind {
        ParamKind::Value { default, .. } => default.as_deref(),
        ParamKind::Type(_) => None,
    }
}

/// The direct parts of a pattern.
pub(crate) fn for_each_subpattern<'p>(pattern: &'p Pattern, f: &mut dyn FnMut(&'p Pattern)) {
    match &pattern.kind {
        PatternKind::Alias { pattern: inner, .. }
        | PatternKind::Constraint { pattern: inner, .. }
        | PatternKind::Lazy(inner)
        | PatternKind::Exception(inner)
        | PatternKind::Open { pattern: inner, .. } => f(inner),
        PatternKind::Tuple(parts)
        | PatternKind::Array(parts)
        | PatternKind::List(parts)
        | PatternKind::Or(parts) => parts.iter().for_each(f),
        PatternKind::Construct { arg, .. } | PatternKind::Variant { arg, .. } => {
            arg.iter().for_each(|arg| f(arg));
        }
        PatternKind::Record { fields, .. } => fields.iter().for_each(|(_, part)| f(part)),
        PatternKind::Any
        | PatternKind::Var(_)
        | PatternKind::Constant(_)
        | PatternKind::Interval(..)
        | PatternKind::Type(_)
        | PatternKind::Error => {}
    }
}

/// The variables that a pattern binds.
pub(crate) fn variables(pattern: &Pattern, into: &mut Vec<Name>) {
    match &pattern.kind {
        PatternKind::Var(name) => into.push(name.clone()),
        PatternKind::Alias { name, .. } => into.push(name.node.clone()),
        _ => {}
    }
    for_each_subpattern(pattern, &mut |part| variables(part, into));
}

/// The names that an expression uses and does not bind itself.
pub(crate) fn free_names(expr: &Expr) -> HashSet<Longident> {
    let mut free = HashSet::new();
    with_scope(expr, &mut |part, bound| match &part.kind {
        ExprKind::Ident(path) if !path.node.as_name().is_some_and(|name| bound.contains(name)) => {
            free.insert(path.node.clone());
        }
        ExprKind::LetOp { bindings, .. } => {
            free.extend(bindings.iter().map(|binding| Longident::Name(binding.operator.node.clone())));
        }
        _ => {}
    });
    free
}

/// Visits an expression and all of its parts, each with the local variables that it sees, the innermost last.
pub(crate) fn with_scope<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr, &[Name])) {
    Scope { bound: Vec::new(), visit }.expr(expr);
}

struct Scope<'e, 'v> {
    bound: Vec<Name>,
    visit: &'v mut dyn FnMut(&'e Expr, &[Name]),
}

impl<'e> Scope<'e, '_> {
    fn expr(&mut self, expr: &'e Expr) {
        (self.visit)(expr, &self.bound);
        let before = self.bound.len();
        match &expr.kind {
            ExprKind::Let { recursive, bindings, body } => {
                let patterns = bindings.iter().map(|binding: &Binding| &binding.pattern);
                if *recursive {
                    patterns.clone().for_each(|pattern| variables(pattern, &mut self.bound));
                }
                bindings.iter().for_each(|binding| self.expr(&binding.value));
                if !*recursive {
                    patterns.for_each(|pattern| variables(pattern, &mut self.bound));
                }
                self.expr(body);
            }
            ExprKind::LetOp { bindings, body } => {
                bindings.iter().for_each(|binding| self.expr(&binding.value));
                bindings.iter().for_each(|binding| variables(&binding.pattern, &mut self.bound));
                self.expr(body);
            }
            ExprKind::Fun { params, body, .. } => {
                for param in params {
                    default_of(param).into_iter().for_each(|default| self.expr(default));
                    if let ParamKind::Value { pattern, .. } = &param.kind {
                        variables(pattern, &mut self.bound);
                    }
                }
                self.expr(body);
            }
            ExprKind::Function(cases) => self.cases(cases),
            ExprKind::Match { scrutinee: first, cases } | ExprKind::Try { body: first, cases } => {
                self.expr(first);
                self.cases(cases);
            }
            ExprKind::For { variable, first, last, body, .. } => {
                self.expr(first);
                self.expr(last);
                variables(variable, &mut self.bound);
                self.expr(body);
            }
            // What a local module binds is not followed: at worst a definition too many counts as used.
            _ => for_each_part(expr, &mut |part| self.expr(part)),
        }
        self.bound.truncate(before);
    }

    fn cases(&mut self, cases: &'e [Case]) {
        for case in cases {
            let before = self.bound.len();
            variables(&case.pattern, &mut self.bound);
            case.guard.iter().for_each(|guard| self.expr(guard));
            self.expr(&case.body);
            self.bound.truncate(before);
        }
    }
}
