//! Expressions: the type of each, from what it is made of and from what is expected of it.
//! What is expected is only a hint here, for functions without written types; `expect` makes it hold.

use std::rc::Rc;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use crate::check::{Checker, DEEPEST, ERROR};
use crate::names::{Entry, ScopeId};
use crate::syntax::ast::{
    Argument, At, BinaryOp, Expr, ExprKind, Name, Param, Statement, Strictness, StringPart, TypeExpr, UnaryOp,
};
use crate::typed::{Function, Kind, Tree, Typed};
use crate::types::Type;

/// A literal may have this many bits.
const MOST_BITS: u64 = 100_000;

impl Checker<'_> {
    /// The expression at the expected type, if any is expected.
    pub(crate) fn expect(&mut self, scope: ScopeId, expr: &Expr, expected: Option<&Type>) -> Tree {
        let tree = self.infer(scope, expr, expected);
        match expected {
            Some(expected) => self.coerce(tree, expected),
            None => tree,
        }
    }

    /// The expression with its own type.
    pub(crate) fn infer(&mut self, scope: ScopeId, expr: &Expr, hint: Option<&Type>) -> Tree {
        if self.depth > DEEPEST {
            self.too_deep(expr.at);
            return Checker::failed(expr.at);
        }
        self.depth += 1;
        let tree = self.infer_inner(scope, expr, hint);
        self.depth -= 1;
        if !self.is_small(&tree.ty) {
            self.error("type-too-large", expr.at, "the type of this expression is too large");
            return Checker::failed(expr.at);
        }
        tree
    }

    fn infer_inner(&mut self, scope: ScopeId, expr: &Expr, hint: Option<&Type>) -> Tree {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Error => Checker::failed(at),
            ExprKind::Int(int) if int.bit_length() > MOST_BITS => {
                self.error("invalid-literal", at, format!("this integer has more than {MOST_BITS} bits"));
                Checker::failed(at)
            }
            ExprKind::Int(int) => Typed::new(Kind::Int(int.clone()), Type::Int, at),
            ExprKind::Float(float) => Typed::new(Kind::Float(*float), Type::Float, at),
            ExprKind::Time(count, unit) => match self.base_units(count, *unit, at) {
                Some(units) => Typed::new(Kind::Int(units), Type::Int, at),
                None => Checker::failed(at),
            },
            ExprKind::String(parts) => self.string(scope, parts, at),
            ExprKind::Name(_) | ExprKind::Root(_) | ExprKind::Member(..) => {
                let tree = self.path(scope, expr, None);
                self.named(tree, hint)
            }
            ExprKind::TypeApply(inner, args) => {
                let tree = self.path(scope, inner, Some(args));
                self.named(tree, hint)
            }
            ExprKind::Tuple(parts) => {
                let names = (1..=parts.len()).map(|number| Arc::from(format!("_{number}")));
                let fields: Vec<(Arc<str>, &Expr)> = names.zip(parts).collect();
                self.record(scope, &fields, hint, at)
            }
            ExprKind::Record(fields) => {
                let fields: Vec<(Arc<str>, &Expr)> =
                    fields.iter().map(|(name, value)| (name.text.clone(), value)).collect();
                self.record(scope, &fields, hint, at)
            }
            ExprKind::Block(definitions, inner) => self.block(scope, definitions, inner, hint, at),
            ExprKind::Call(callee, types, args) => {
                if self.data
                    && let Some(collection) = super::collection::written(callee, args, at)
                {
                    return self.infer(scope, &collection, hint);
                }
                if types.is_empty()
                    && let Some(curried) = self.curried(scope, callee, args)
                {
                    return self.call(scope, curried, args, at);
                }
                let callee = match (types.as_slice(), &callee.kind) {
                    ([], ExprKind::Name(_) | ExprKind::Root(_) | ExprKind::Member(..)) => {
                        self.path(scope, callee, None)
                    }
                    ([], _) => self.infer(scope, callee, None),
                    (types, _) => self.path(scope, callee, Some(types)),
                };
                self.call(scope, callee, args, at)
            }
            ExprKind::Unary(operator, operand) => {
                let name = match operator {
                    UnaryOp::Not => "not",
                    UnaryOp::BitFlip => "bitflip",
                    UnaryOp::Negate => "negate",
                    UnaryOp::FNegate => "fnegate",
                };
                self.operator(scope, name, &[operand], at)
            }
            ExprKind::Operator(operator) => match self.names.library("Operators", operator_name(*operator)) {
                Some(id) => self.instance(id, None, at),
                None => Checker::failed(at),
            },
            ExprKind::Binary(operator, left, right) => {
                self.operator(scope, operator_name(*operator), &[left, right], at)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.operator(scope, "ite", &[condition, then, otherwise], at)
            }
            ExprKind::StaticIf(condition, then, otherwise) => {
                self.static_if(scope, [condition, then, otherwise], hint, at)
            }
            ExprKind::Lambda(params, body) => self.lambda(scope, params, body, hint, at),
        }
    }

    /// `slift` of a function alone is a function on streams.
    fn curried(&mut self, scope: ScopeId, callee: &Expr, args: &[Argument]) -> Option<Tree> {
        let ExprKind::Name(name) = &callee.kind else { return None };
        let library = |checker: &Self, name| checker.names.library("StreamFunctions", name);
        let is_curried = &**name == "slift" && matches!(args, [only] if only.name.is_none());
        match self.names.lookup(scope, name).filter(|_| is_curried)? {
            Entry::Def(id) if library(self, "slift") == Some(id) => {
                let curried = library(self, "slift2_curried")?;
                Some(self.instance(curried, None, callee.at))
            }
            _ => None,
        }
    }

    /// Local definitions with the expression that they are for.
    pub(crate) fn block(
        &mut self,
        scope: ScopeId,
        definitions: &[Statement],
        inner: &Expr,
        hint: Option<&Type>,
        at: At,
    ) -> Tree {
        if definitions.is_empty() {
            return self.infer(scope, inner, hint);
        }
        let (scope, block, added) = self.names.add_block(scope, definitions);
        self.waiting.extend(added);
        let tree = self.infer(scope, inner, hint);
        let ty = tree.ty.clone();
        Typed::new(Kind::Block(block, tree), ty, at)
    }

    /// A string; parts of it may be streams. Halves are put together, so that no string makes a deep tree.
    fn string(&mut self, scope: ScopeId, parts: &[StringPart], at: At) -> Tree {
        let text = |text: Arc<str>| Typed::new(Kind::Text(text), Type::String, at);
        match parts {
            [] => text("".into()),
            [StringPart::Text(part)] => text(part.clone()),
            [StringPart::Value(expr, specifier)] => {
                let value = self.infer(scope, expr, None);
                self.formatted(value, specifier.as_ref())
            }
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                let halves = vec![self.string(scope, left, at), self.string(scope, right, at)];
                self.call_library("String", "concat", halves, at)
            }
        }
    }

    /// A value as text, with the specifier of a format string.
    fn formatted(&mut self, value: Tree, specifier: Option<&Arc<str>>) -> Tree {
        let at = value.at;
        let Some(specifier) = specifier else {
            return self.call_library("PrimitiveFunctions", "toString", vec![value], at);
        };
        let function = match specifier.chars().last() {
            Some('d' | 'x' | 'X' | 'o') => "formatInt",
            Some('e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A') => "formatFloat",
            _ => "format",
        };
        let text: Arc<str> = format!("%{specifier}").into();
        let specifier = Typed::new(Kind::Text(text), Type::String, at);
        self.call_library("String", function, vec![specifier, value], at)
    }

    fn record(&mut self, scope: ScopeId, fields: &[(Arc<str>, &Expr)], hint: Option<&Type>, at: At) -> Tree {
        let hint = hint.map(|hint| match self.shallow(hint) {
            Type::Events(part) => self.shallow(&part),
            other => other,
        });
        let mut parts = Vec::with_capacity(fields.len());
        for (name, expr) in fields {
            let wanted = match &hint {
                Some(Type::Record(wanted)) => {
                    wanted.iter().find(|(other, _)| other == name).map(|(_, ty)| ty.clone())
                }
                _ => None,
            };
            parts.push((name.clone(), self.infer(scope, expr, wanted.as_ref())));
        }
        let types = parts.iter().map(|(name, part)| (name.clone(), part.ty.clone())).collect();
        let ty = self.record_type(types, at);
        Typed::new(Kind::Record(parts), ty, at)
    }

    fn static_if(&mut self, scope: ScopeId, parts: [&Expr; 3], hint: Option<&Type>, at: At) -> Tree {
        let [condition, then, otherwise] = parts;
        let condition = self.expect(scope, condition, Some(&Type::Bool));
        let mut then = self.infer(scope, then, hint);
        let mut otherwise = self.infer(scope, otherwise, hint);
        if matches!(self.shallow(&otherwise.ty), Type::Events(_)) {
            then = self.coerce(then, &otherwise.ty);
        }
        otherwise = self.coerce(otherwise, &then.ty);
        let ty = then.ty.clone();
        Typed::new(Kind::StaticIf(condition, then, otherwise), ty, at)
    }

    fn lambda(&mut self, scope: ScopeId, params: &[Param], body: &Expr, hint: Option<&Type>, at: At) -> Tree {
        let hint = hint.map(|hint| self.shallow(hint));
        let (expected, result) = match &hint {
            Some(Type::Function(expected, result, _)) if expected.len() == params.len() => {
                (Some(expected), Some(result))
            }
            _ => (None, None),
        };
        let inner = self.names.add_scope(Some(scope), None);
        let locals: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(index, param)| {
                let expected = expected.map(|expected| {
                    let (strictness, ty) = &expected[index];
                    (*strictness, self.resolve(ty))
                });
                self.bind_param(inner, param, expected.as_ref())
            })
            .collect();
        let result = result.map(|result| self.resolve(result));
        let tree = self.infer(inner, body, result.as_ref());
        // A value may be fitted to a stream here, but an unknown type is better found out by the whole.
        let tree = match &result {
            Some(expected) if matches!(self.shallow(expected), Type::Events(_)) => {
                self.coerce(tree, expected)
            }
            _ => tree,
        };
        let types: Vec<(Strictness, Type)> = locals
            .iter()
            .map(|local| (self.locals[local.0 as usize].strictness, self.locals[local.0 as usize].ty.clone()))
            .collect();
        let ty = Type::Function(types.into(), Arc::new(tree.ty.clone()), false);
        if params.is_empty() {
            return tree.with_type(ty, at);
        }
        Typed::new(Kind::Lambda(Rc::new(Function { params: locals, body: tree })), ty, at)
    }

    /// A name that is not called. A definition without parameters may be used without parentheses, unless it is the function
    /// that is wanted.
    fn named(&self, tree: Tree, hint: Option<&Type>) -> Tree {
        let wanted = hint.map(|hint| self.shallow(hint));
        match (self.shallow(&tree.ty), wanted) {
            (_, Some(Type::Function(..))) => tree,
            (Type::Function(params, result, _), _)
                if params.is_empty() && matches!(tree.kind, Kind::Def(..)) =>
            {
                tree.with_type((*result).clone(), tree.at)
            }
            _ => tree,
        }
    }

    /// A name, or members of a module or a record.
    fn path(&mut self, scope: ScopeId, expr: &Expr, types: Option<&[TypeExpr]>) -> Tree {
        match self.entry(scope, expr) {
            Found::Entry(entry) => self.entry_tree(scope, entry, types, expr.at),
            Found::Nothing => Checker::failed(expr.at),
            Found::Expression => match (&expr.kind, types) {
                (ExprKind::Member(inner, name), None) => self.member(scope, inner, name, expr.at),
                (_, None) => self.infer(scope, expr, None),
                (_, Some(_)) => {
                    let message = "only the name of a definition takes type arguments";
                    self.error("type-arity", expr.at, message);
                    Checker::failed(expr.at)
                }
            },
        }
    }

    /// What a name or a member of a module stands for.
    fn entry(&mut self, scope: ScopeId, expr: &Expr) -> Found {
        match &expr.kind {
            ExprKind::Name(name) => match self.names.lookup(scope, name) {
                Some(entry) => Found::Entry(entry),
                None => {
                    self.unknown_name(scope, name, expr.at);
                    Found::Nothing
                }
            },
            ExprKind::Root(name) => match self.names.member(self.names.root(scope), &name.text) {
                Some(entry) => Found::Entry(entry),
                None => {
                    self.unknown_name(self.names.root(scope), &name.text, name.at);
                    Found::Nothing
                }
            },
            ExprKind::Member(inner, name)
                if matches!(inner.kind, ExprKind::Name(_) | ExprKind::Root(_) | ExprKind::Member(..)) =>
            {
                match self.entry(scope, inner) {
                    Found::Entry(Entry::Module(module)) => match self.names.member(module, &name.text) {
                        Some(entry) => Found::Entry(entry),
                        None => {
                            let message = format!("the module has nothing that is called `{}`", name.text);
                            self.error("unknown-name", name.at, message);
                            Found::Nothing
                        }
                    },
                    Found::Nothing => Found::Nothing,
                    _ => Found::Expression,
                }
            }
            _ => Found::Expression,
        }
    }

    fn entry_tree(&mut self, scope: ScopeId, entry: Entry, types: Option<&[TypeExpr]>, at: At) -> Tree {
        let written: Option<Vec<Type>> =
            types.map(|types| types.iter().map(|ty| self.resolve_value_type(scope, ty)).collect());
        match entry {
            Entry::Def(id) => self.instance(id, written, at),
            _ if written.is_some() => {
                self.error("type-arity", at, "this takes no type arguments");
                Checker::failed(at)
            }
            Entry::Local(local) => self.local_tree(local, at),
            Entry::Input(number) => {
                let ty = self.input_type(number);
                Typed::new(Kind::Input(number), ty, at)
            }
            Entry::Module(_) => {
                self.error("module-as-value", at, "a module is no value: name something inside of it");
                Checker::failed(at)
            }
        }
    }

    /// What a name of the top level is, for a place that does not name it.
    pub(crate) fn entry_at(&mut self, entry: Entry, at: At) -> Tree {
        self.entry_tree(crate::names::USER, entry, None, at)
    }

    fn unknown_name(&mut self, scope: ScopeId, name: &str, at: At) {
        let message = format!("nothing is called `{name}` here");
        let diagnostic = Diagnostic::error("unknown-name", self.names.files.span(at), message);
        let near = self.names.visible(scope);
        let near =
            lydian_words::nearest(name, near.iter().map(|other| &**other).filter(|other| *other != name));
        let old = crate::library::first_version(name);
        self.push(match (old, near) {
            (Some(now), _) => diagnostic.hint(format!("TeSSLa 1 has it; here write {now}")),
            (None, Some(near)) => diagnostic.hint(format!("did you mean `{near}`?")),
            (None, None) => diagnostic,
        });
    }

    fn member(&mut self, scope: ScopeId, inner: &Expr, name: &Name, at: At) -> Tree {
        if let ExprKind::Name(text) = &inner.kind
            && let Some(Entry::Def(id)) = self.names.lookup(scope, text)
            && let Some(ty) = self.member_ahead(id, &name.text)
        {
            let arguments = self.enter(id).type_params.iter().map(|param| Type::Parameter(*param)).collect();
            let record = Typed::new(Kind::Def(id, arguments), ERROR, inner.at);
            return Typed::new(Kind::Member(record, name.text.clone()), ty, at);
        }
        let record = self.infer(scope, inner, None);
        let (ty, streams) = match self.shallow(&record.ty) {
            Type::Events(part) => (self.shallow(&part), true),
            other => (other, false),
        };
        if ty == ERROR {
            return Checker::failed(at);
        }
        let field = match &ty {
            Type::Record(fields) => fields.iter().find(|(other, _)| *other == name.text),
            _ => None,
        };
        let Some((field, part)) = field else {
            let message = format!("`{}` has no field `{}`", self.show(&ty), name.text);
            self.error("unbound-field", name.at, message);
            return Checker::failed(at);
        };
        if streams {
            let part = Type::Events(Arc::new(part.clone()));
            Typed::new(Kind::LiftMember(record, field.clone()), part, at)
        } else {
            Typed::new(Kind::Member(record, field.clone()), part.clone(), at)
        }
    }
}

/// What a path leads to.
enum Found {
    Entry(Entry),
    /// It is no name of a definition but a part of an expression.
    Expression,
    /// Nothing; that was reported.
    Nothing,
}

fn operator_name(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Mod => "mod",
        BinaryOp::FMul => "fmul",
        BinaryOp::FDiv => "fdiv",
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::FAdd => "fadd",
        BinaryOp::FSub => "fsub",
        BinaryOp::ShiftLeft => "leftshift",
        BinaryOp::ShiftRight => "rightshift",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitXor => "bitxor",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "neq",
        BinaryOp::Lt => "lt",
        BinaryOp::Gt => "gt",
        BinaryOp::Le => "leq",
        BinaryOp::Ge => "geq",
        BinaryOp::FLt => "flt",
        BinaryOp::FGt => "fgt",
        BinaryOp::FLe => "fleq",
        BinaryOp::FGe => "fgeq",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    }
}
