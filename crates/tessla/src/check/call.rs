//! Calls: arguments find their parameters, type arguments are found out, liftable functions are lifted.

use std::sync::Arc;

use lydian_diagnostic::Diagnostic;
use lydian_words::plural;

use crate::check::{Checker, ERROR};
use crate::names::ScopeId;
use crate::syntax::ast::{Argument, At, Expr, ExprKind, Strictness};
use crate::typed::{Kind, Tree, Typed, is_value};
use crate::types::Type;

impl Checker<'_> {
    /// A call of a function that has been checked.
    pub(crate) fn call(&mut self, scope: ScopeId, callee: Tree, args: &[Argument], at: At) -> Tree {
        let ty = self.shallow(&callee.ty);
        if ty == ERROR {
            // The arguments may have faults of their own.
            args.iter().for_each(|arg| drop(self.infer(scope, &arg.value, None)));
            return Checker::failed(at);
        }
        let Type::Function(params, result, _) = &ty else {
            args.iter().for_each(|arg| drop(self.infer(scope, &arg.value, None)));
            let message = format!("this is called, but it is no function: it is `{}`", self.show(&ty));
            self.error("not-a-function", callee.at, message);
            return Checker::failed(at);
        };
        let Some(exprs) = self.arrange(&callee, params, args, at) else { return Checker::failed(at) };
        if params.is_empty() {
            return callee.with_type((**result).clone(), at);
        }
        self.apply(scope, callee, &exprs, at)
    }

    /// The arguments in the order of the parameters.
    fn arrange<'a>(
        &mut self,
        callee: &Tree,
        params: &[(Strictness, Type)],
        args: &'a [Argument],
        at: At,
    ) -> Option<Vec<&'a Expr>> {
        let mut places: Vec<Option<&Expr>> = vec![None; params.len()];
        let names = self.parameter_names(callee);
        let mut out_of_place = None;
        for (place, arg) in args.iter().enumerate() {
            let Some(name) = &arg.name else {
                let Some(before) = out_of_place else { continue };
                let message = format!("an argument without a name stands behind the one for `{before}`");
                let span = self.names.files.span(arg.value.at);
                let hint = "put it before that, or give it the name of its parameter";
                self.push(Diagnostic::error("wrong-arguments", span, message).hint(hint));
                return None;
            };
            let index = names.iter().position(|param| *param == name.text);
            // A name in its own place only says what is there.
            if index != Some(place) {
                out_of_place = Some(&name.text);
            }
            match index.map(|index| &mut places[index]) {
                Some(place @ None) => *place = Some(&arg.value),
                Some(Some(_)) => {
                    let message = format!("the argument `{}` is given twice", name.text);
                    self.error("wrong-arguments", name.at, message);
                    return None;
                }
                None => {
                    let message = format!("the function has no parameter `{}`", name.text);
                    self.error("wrong-arguments", name.at, message);
                    return None;
                }
            }
        }
        let positional = args.iter().filter(|arg| arg.name.is_none());
        for arg in positional {
            match places.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(&arg.value),
                None => return self.wrong_count(params.len(), args.len(), at),
            }
        }
        let found: Option<Vec<&Expr>> = places.into_iter().collect();
        found.or_else(|| self.wrong_count(params.len(), args.len(), at))
    }

    fn wrong_count<T>(&mut self, wanted: usize, got: usize, at: At) -> Option<T> {
        let wanted = plural(wanted as u64, "argument");
        let message = format!("the function takes {wanted}, but is given {got}");
        self.error("wrong-arguments", at, message);
        None
    }

    fn parameter_names(&self, callee: &Tree) -> Vec<Arc<str>> {
        match &callee.kind {
            Kind::Def(id, _) => {
                let ast = &self.names.defs[id.0 as usize].ast;
                ast.params.iter().flatten().map(|param| param.name.text.clone()).collect()
            }
            Kind::Lambda(function) => {
                function.params.iter().map(|local| self.locals[local.0 as usize].name.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A call of an operator of the library.
    pub(crate) fn operator(&mut self, scope: ScopeId, name: &str, args: &[&Expr], at: At) -> Tree {
        match self.names.library("Operators", name) {
            Some(id) => {
                let callee = self.instance(id, None, at);
                self.apply(scope, callee, args, at)
            }
            None => Checker::failed(at),
        }
    }

    /// A call with arguments in the order of the parameters.
    fn apply(&mut self, scope: ScopeId, callee: Tree, exprs: &[&Expr], at: At) -> Tree {
        let Type::Function(params, _, _) = self.shallow(&callee.ty) else { return Checker::failed(at) };
        let mut args: Vec<Option<Tree>> = vec![None; exprs.len()];
        // A function that is written as an argument may take the types of its parameters from the other arguments.
        for ((place, expr), (_, param)) in args.iter_mut().zip(exprs).zip(params.iter()) {
            if !matches!(expr.kind, ExprKind::Lambda(..)) {
                *place = Some(self.infer(scope, expr, Some(param)));
            }
        }
        self.apply_trees(scope, callee, exprs, args, at)
    }

    fn apply_trees(
        &mut self,
        scope: ScopeId,
        callee: Tree,
        exprs: &[&Expr],
        args: Vec<Option<Tree>>,
        at: At,
    ) -> Tree {
        let Type::Function(params, result, liftable) = self.shallow(&callee.ty) else {
            return Checker::failed(at);
        };
        let is_stream = |checker: &Self, tree: &Tree| matches!(checker.shallow(&tree.ty), Type::Events(_));
        let lifts = liftable && args.iter().flatten().any(|arg| is_stream(self, arg));
        let mut done: Vec<Option<Tree>> = vec![None; args.len()];
        for (index, arg) in args.iter().enumerate() {
            if let Some(tree) = arg {
                done[index] = Some(self.argument(tree, &params[index].1, lifts));
            }
        }
        for (index, expr) in exprs.iter().enumerate() {
            if args[index].is_none() {
                let param = self.resolve(&params[index].1);
                let tree = self.infer(scope, expr, Some(&param));
                done[index] = Some(self.argument(&tree, &params[index].1, lifts));
            }
        }
        let done: Vec<Tree> = done.into_iter().flatten().collect();
        if lifts {
            Typed::new(Kind::Lift(callee, done), Type::Events(result), at)
        } else {
            Typed::new(Kind::Call(callee, done), (*result).clone(), at)
        }
    }

    fn argument(&mut self, tree: &Tree, param: &Type, lifts: bool) -> Tree {
        let actual = self.shallow(&tree.ty);
        if let (true, Type::Events(part)) = (lifts, &actual) {
            if !self.unify(param, part) {
                let (wanted, got) = (self.show(param), self.show(&actual));
                let message =
                    format!("`{wanted}` or `Events[{wanted}]` is expected here, but this is `{got}`");
                self.error("type-mismatch", tree.at, message);
            }
            return tree.clone();
        }
        let wanted = self.shallow(param);
        if matches!(actual, Type::Events(_)) && wanted != ERROR && is_value(&wanted) {
            let got = self.show(&actual);
            let message = if self.is_open(&wanted) {
                format!("a value is expected here, but this is a stream: `{got}`")
            } else {
                format!("`{}` is expected here, but this is `{got}`", self.show(&wanted))
            };
            let span = self.names.files.span(tree.at);
            let hint = "only liftable functions take streams for their values: write `liftable def`";
            self.push(Diagnostic::error("type-mismatch", span, message).hint(hint));
            return tree.clone();
        }
        self.coerce(tree.clone(), param)
    }

    /// A call of a definition of the library with arguments that have been checked.
    pub(crate) fn call_library(&mut self, module: &str, name: &str, args: Vec<Tree>, at: At) -> Tree {
        let Some(id) = self.names.library(module, name) else { return Checker::failed(at) };
        let callee = self.instance(id, None, at);
        let args = args.into_iter().map(Some).collect();
        self.apply_trees(crate::names::LIBRARY, callee, &[], args, at)
    }
}
