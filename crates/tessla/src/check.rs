//! Resolves names and infers types, with automatic lifting.
//! In: the tables of names. Out: a typed tree for each definition that is reached, and diagnostics. Definitions with a
//! written type are checked after those that use them, so that a recursive definition needs one written type in its cycle.

mod call;
mod coerce;
mod collection;
mod expr;
mod time;
mod top;
mod types;
mod unify;

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use crate::names::{Entry, Names, ScopeId, TypeEntry};
use crate::spec::Options;
use crate::syntax::ast::{self, At, Expr, ExprKind, Param, Strictness};
use crate::typed::{Body, BodyKind, DefId, Kind, Local, LocalId, Tree, Typed, is_value, substitute};
use crate::types::Type;

pub(crate) use top::{Out, Top, Wish};

/// The type of what has no type because of an error that was reported; it fits everywhere.
pub(crate) const ERROR: Type = Type::Parameter(u32::MAX);

/// Expressions and definitions may lie within each other this deep.
const DEEPEST: usize = 12_000;

/// A type parameter or an unknown type.
#[derive(Debug, Clone)]
pub(crate) enum Variable {
    /// A parameter of a definition or of a type.
    Rigid(Arc<str>),
    /// Not known yet.
    Open,
    /// Found out.
    Solved(Type),
}

/// What is known of a definition.
#[derive(Debug, Clone)]
enum State {
    New,
    /// Its type is being inferred.
    Running,
    Signed(Rc<Signature>),
    Failed,
}

/// The type of a definition.
#[derive(Debug)]
pub(crate) struct Signature {
    pub type_params: Vec<u32>,
    pub ty: Type,
}

/// A definition in the making.
#[derive(Debug)]
struct Def {
    state: State,
    body: Option<Rc<Body>>,
    /// The scope of its parameters, once there is one.
    inner: Option<Rc<Inner>>,
}

#[derive(Debug)]
struct Inner {
    scope: ScopeId,
    type_params: Vec<u32>,
    params: Vec<LocalId>,
}

/// A place where type arguments were left to be found out.
#[derive(Debug)]
struct Instance {
    arguments: Vec<u32>,
    name: Arc<str>,
    at: At,
}

/// The checker with its tables.
#[derive(Debug)]
pub(crate) struct Checker<'o> {
    pub names: Names,
    pub options: &'o Options,
    /// Whether `List(1, 2)`, `Set(1)` and `Map(1 -> 2)` are values, as in traces.
    pub data: bool,
    pub locals: Vec<Local>,
    variables: Vec<Variable>,
    defs: Vec<Def>,
    aliases: Vec<types::AliasState>,
    inputs: Vec<Option<Type>>,
    /// Definitions with a written type whose bodies wait.
    waiting: VecDeque<DefId>,
    instances: Vec<Instance>,
    /// Members of records whose types are being found out ahead of their record.
    ahead: Vec<(DefId, Arc<str>)>,
    depth: usize,
}

impl<'o> Checker<'o> {
    pub(crate) fn new(names: Names, options: &'o Options) -> Checker<'o> {
        Checker {
            names,
            options,
            data: false,
            locals: Vec::new(),
            variables: Vec::new(),
            defs: Vec::new(),
            aliases: Vec::new(),
            inputs: Vec::new(),
            waiting: VecDeque::new(),
            instances: Vec::new(),
            ahead: Vec::new(),
            depth: 0,
        }
    }

    /// Checks what waits, and that all type arguments were found.
    pub(crate) fn finish(&mut self) {
        self.finish_definitions();
        // Of several that wait for each other, the innermost one lacks something.
        for instance in std::mem::take(&mut self.instances).into_iter().rev() {
            let open = instance.arguments.iter().any(|number| self.is_open(&Type::Parameter(*number)));
            if open && !self.has_errors() {
                let message = format!("the type arguments of `{}` cannot be found out", instance.name);
                let hint = format!("write them, as in `{}[Int]`", instance.name);
                let span = self.names.files.span(instance.at);
                self.push(Diagnostic::error("type-not-inferred", span, message).hint(hint));
            }
        }
    }

    fn finish_definitions(&mut self) {
        while let Some(id) = self.waiting.pop_front() {
            self.require(id);
            self.ensure_body(id);
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.names.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        // One mistake in a type can be met in several ways; it is reported once.
        if !self.names.diagnostics.contains(&diagnostic) {
            self.names.diagnostics.push(diagnostic);
        }
    }

    pub(crate) fn error(&mut self, code: &'static str, at: At, message: impl Into<String>) {
        let span = self.names.files.span(at);
        self.push(Diagnostic::error(code, span, message));
    }

    /// One place is enough: a chain that is too long is so in many places.
    fn too_deep(&mut self, at: At) {
        if !self.names.diagnostics.iter().any(|diagnostic| diagnostic.code == "too-deep") {
            let message = "expressions and definitions use each other in a chain that is too long";
            self.error("too-deep", at, message);
        }
    }

    fn failed(at: At) -> Tree {
        Typed::new(Kind::Error, ERROR, at)
    }

    fn def(&mut self, id: DefId) -> &mut Def {
        let index = id.0 as usize;
        while self.defs.len() <= index {
            self.defs.push(Def { state: State::New, body: None, inner: None });
        }
        &mut self.defs[index]
    }

    /// The checked right side of a definition.
    pub(crate) fn body(&self, id: DefId) -> Option<Rc<Body>> {
        self.defs.get(id.0 as usize)?.body.clone()
    }

    /// The type of a definition that has been checked.
    pub(crate) fn signed(&self, id: DefId) -> Option<Rc<Signature>> {
        match &self.defs.get(id.0 as usize)?.state {
            State::Signed(signature) => Some(signature.clone()),
            _ => None,
        }
    }

    /// Checks a definition, whoever uses it.
    pub(crate) fn require(&mut self, id: DefId) {
        let at = self.names.defs[id.0 as usize].ast.name.at;
        self.signature(id, at);
    }

    /// The type of a definition, inferred if it is not written.
    pub(crate) fn signature(&mut self, id: DefId, at: At) -> Option<Rc<Signature>> {
        match self.def(id).state.clone() {
            State::Signed(signature) => return Some(signature),
            State::Failed => return None,
            State::Running => {
                self.untyped_recursion(id, at);
                return None;
            }
            State::New => {}
        }
        if self.depth > DEEPEST {
            self.too_deep(at);
            self.def(id).state = State::Failed;
            return None;
        }
        let ast = self.names.defs[id.0 as usize].ast.clone();
        let inner = self.enter(id);
        let written = ast.result.as_ref().map(|result| self.resolve_type(inner.scope, result));
        if let (ast::Body::Extern(_, _, place), None) = (&ast.body, &written) {
            self.error("missing-type", *place, "an `extern` needs the type of its result");
            self.def(id).state = State::Failed;
            return None;
        }
        let result = match written {
            Some(result) => {
                self.waiting.push_back(id);
                result
            }
            None => {
                self.def(id).state = State::Running;
                self.make_body(id, None)
            }
        };
        let mut signature = self.sign(&ast, &inner, result);
        self.generalize_alias(id, &mut signature);
        let signature = Rc::new(signature);
        self.def(id).state = State::Signed(signature.clone());
        Some(signature)
    }

    fn sign(&mut self, ast: &ast::Definition, inner: &Inner, result: Type) -> Signature {
        let ty = if ast.params.is_none() {
            result
        } else {
            let params = inner.params.iter().map(|local| {
                let local = &self.locals[local.0 as usize];
                (local.strictness, local.ty.clone())
            });
            let params: Vec<_> = params.collect();
            let on_values = params.iter().all(|(_, ty)| is_value(ty)) && is_value(&result);
            if ast.liftable && !on_values {
                let message = "a liftable function is one on values: it has no streams in its type";
                self.error("type-mismatch", ast.name.at, message);
            }
            let liftable = ast.liftable && on_values && !params.is_empty();
            Type::Function(params.into(), Arc::new(result), liftable)
        };
        Signature { type_params: inner.type_params.clone(), ty }
    }

    /// Another name for a generic definition is generic itself: `def lift = lift2`.
    fn generalize_alias(&mut self, id: DefId, signature: &mut Signature) {
        let Some(body) = self.def(id).body.clone() else { return };
        if let BodyKind::Tree(tree) = &body.kind
            && let Kind::Def(_, arguments) = &tree.kind
            && body.params.is_empty()
        {
            for argument in arguments {
                if let (Type::Parameter(number), true) = (argument, self.is_open(argument)) {
                    self.variables[*number as usize] = Variable::Rigid("T".into());
                    signature.type_params.push(*number);
                }
            }
        }
    }

    fn untyped_recursion(&mut self, id: DefId, at: At) {
        let name = self.names.defs[id.0 as usize].ast.name.clone();
        let message = format!("`{}` is recursive, so its type must be written", name.text);
        let hint = format!("write the type of its result, as in `def {}: Events[Int] = ...`", name.text);
        let files = self.names.files.clone();
        let diagnostic = Diagnostic::error("missing-type", files.span(name.at), message);
        self.push(diagnostic.label(files.span(at), "it is used here within its own definition").hint(hint));
    }

    /// The scope of a definition's parameters.
    fn enter(&mut self, id: DefId) -> Rc<Inner> {
        if let Some(inner) = &self.def(id).inner {
            return inner.clone();
        }
        let placed = &self.names.defs[id.0 as usize];
        let ast = placed.ast.clone();
        let scope = self.names.add_scope(Some(placed.scope), None);
        let mut type_params = Vec::new();
        for name in &ast.type_params {
            let number = self.rigid(&name.text);
            type_params.push(number);
            self.names.bind_type(scope, name, TypeEntry::Parameter(number));
        }
        let params = ast.params.iter().flatten();
        let params = params.map(|param| self.bind_param(scope, param, None)).collect();
        let inner = Rc::new(Inner { scope, type_params, params });
        self.def(id).inner = Some(inner.clone());
        inner
    }

    /// Makes a parameter known in a scope; its type is the written one or the expected one.
    fn bind_param(
        &mut self,
        scope: ScopeId,
        param: &Param,
        expected: Option<&(Strictness, Type)>,
    ) -> LocalId {
        let ty = match (&param.ty, expected) {
            (Some(written), _) => self.resolve_type(scope, written),
            (None, Some((_, expected))) => expected.clone(),
            (None, None) => {
                let message = format!("the type of the parameter `{}` is missing", param.name.text);
                let span = self.names.files.span(param.name.at);
                let hint = format!("write it, as in `{}: Int`", param.name.text);
                self.push(Diagnostic::error("missing-type", span, message).hint(hint));
                ERROR
            }
        };
        let usual = if is_value(&ty) { Strictness::Strict } else { Strictness::Lazy };
        let hinted = expected.map(|(strictness, _)| *strictness);
        let strictness = param.strictness.or(hinted).unwrap_or(usual);
        let local = self.add_local(param.name.text.clone(), ty, strictness);
        self.names.bind(scope, &param.name, Entry::Local(local));
        local
    }

    fn add_local(&mut self, name: Arc<str>, ty: Type, strictness: Strictness) -> LocalId {
        self.locals.push(Local { name, ty, strictness });
        LocalId(self.locals.len() as u32 - 1)
    }

    fn ensure_body(&mut self, id: DefId) {
        if self.def(id).body.is_some() {
            return;
        }
        let Some(signature) = self.signed(id) else { return };
        let has_params = self.names.defs[id.0 as usize].ast.params.is_some();
        let result = match &signature.ty {
            Type::Function(_, result, _) if has_params => (**result).clone(),
            other => other.clone(),
        };
        self.make_body(id, Some(&result));
    }

    /// Checks the right side of a definition and gives its type.
    fn make_body(&mut self, id: DefId, expected: Option<&Type>) -> Type {
        let ast = self.names.defs[id.0 as usize].ast.clone();
        let inner = self.enter(id);
        let (kind, ty) = match &ast.body {
            ast::Body::Extern(name, fallback, at) => {
                let result = expected.cloned().unwrap_or(ERROR);
                (self.external(name, fallback.as_ref(), *at, &inner, &result), result)
            }
            ast::Body::Expr(expr, definitions) => {
                let mut tree = self.block(inner.scope, definitions, expr, expected, expr.at);
                if let Some(expected) = expected {
                    tree = self.coerce(tree, expected);
                }
                let ty = tree.ty.clone();
                (BodyKind::Tree(tree), ty)
            }
        };
        self.def(id).body = Some(Rc::new(Body { params: inner.params.clone(), kind }));
        ty
    }

    fn external(
        &mut self,
        name: &Arc<str>,
        fallback: Option<&Expr>,
        at: At,
        inner: &Inner,
        result: &Type,
    ) -> BodyKind {
        if crate::externs::is_known(name) {
            return BodyKind::External(name.clone());
        }
        let Some(fallback) = fallback else {
            let span = self.names.files.span(at);
            let message = format!("there is no primitive `{name}` here");
            let hint = "give an expression in its place: `extern(\"name\", replacement)`";
            self.push(Diagnostic::error("unknown-extern", span, message).hint(hint));
            return BodyKind::Tree(Checker::failed(at));
        };
        // The parameters of the definition stand in its replacement.
        BodyKind::Tree(self.expect(inner.scope, fallback, Some(result)))
    }

    fn local_tree(&self, local: LocalId, at: At) -> Tree {
        Typed::new(Kind::Local(local), self.locals[local.0 as usize].ty.clone(), at)
    }

    /// A name of a definition at one place of its use, with type arguments.
    fn instance(&mut self, id: DefId, written: Option<Vec<Type>>, at: At) -> Tree {
        let Some(signature) = self.signature(id, at) else { return Checker::failed(at) };
        let count = signature.type_params.len();
        let name = self.names.defs[id.0 as usize].ast.name.text.clone();
        let arguments = match written {
            Some(written) if written.len() == count => written,
            Some(written) => {
                let message = format!("`{name}` takes {count} type arguments, not {}", written.len());
                self.error("type-arity", at, message);
                return Checker::failed(at);
            }
            None => (0..count).map(|_| self.open()).collect(),
        };
        let numbers = arguments.iter().filter_map(|ty| match ty {
            Type::Parameter(number) => Some(*number),
            _ => None,
        });
        let numbers: Vec<u32> = numbers.collect();
        if !numbers.is_empty() {
            self.instances.push(Instance { arguments: numbers, name, at });
        }
        let ty = substitute(&self.resolve(&signature.ty), &|number| {
            let index = signature.type_params.iter().position(|param| *param == number)?;
            Some(arguments[index].clone())
        });
        Typed::new(Kind::Def(id, arguments), ty, at)
    }

    /// The type of a member of a record that is being inferred, if the record is written there: `def x = (v, x._1)`.
    fn member_ahead(&mut self, id: DefId, member: &str) -> Option<Type> {
        let ast = self.names.defs[id.0 as usize].ast.clone();
        let ast::Body::Expr(expr, definitions) = &ast.body else { return None };
        if !definitions.is_empty() || !matches!(self.def(id).state, State::Running) {
            return None;
        }
        let inner = self.enter(id);
        let part = match &expr.kind {
            ExprKind::Record(fields) => &fields.iter().find(|(name, _)| &*name.text == member)?.1,
            ExprKind::Tuple(parts) => {
                parts.get((crate::types::position(member)? as usize).checked_sub(1)?)?
            }
            _ => return None,
        };
        let key = (id, Arc::from(member));
        if !inner.params.is_empty() || self.ahead.contains(&key) {
            return None;
        }
        self.ahead.push(key);
        let known = self.names.diagnostics.len();
        let tree = self.infer(inner.scope, part, None);
        self.names.diagnostics.truncate(known);
        self.ahead.pop();
        (tree.ty != ERROR).then(|| tree.ty.clone())
    }
}
