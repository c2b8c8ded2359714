//! Functors: checked once where they are defined, elaborated again for each argument.
//! Core therefore knows no functors, and code under a functor is as direct as any other. A result without effects is
//! shared by all applications to the same module, which also makes their types equal, as OCaml has it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use lydian_core::Item;

use super::checker::{Checked, Checker};
use super::env::{Env, Functor, FunctorBody, Module};
use super::lower::is_nonexpansive;
use super::types::Name;
use crate::diagnostics;
use crate::syntax::ast::{FunctorParam, Loc, ModuleExpr, ModuleExprKind};

static NEXT_FUNCTOR: AtomicU32 = AtomicU32::new(1);

/// A number for a new functor.
pub fn next_id() -> u32 {
    NEXT_FUNCTOR.fetch_add(1, Ordering::Relaxed)
}

impl Checker {
    /// `functor (X : S) -> body`.
    pub fn functor(&mut self, env: &Env, parameter: &FunctorParam, body: &ModuleExpr) -> Checked<Module> {
        let (parameter_shape, shape) = self.dry_run(|checker| {
            let mut scope = env.clone();
            let argument = checker.functor_parameter(&mut scope, parameter)?;
            Ok((argument, checker.module_expr(&scope, body, &mut Vec::new())?))
        })?;
        Ok(Module::Functor(Arc::new(Functor {
            id: next_id(),
            parameter: parameter.clone(),
            body: FunctorBody::Expr(body.clone()),
            env: env.clone(),
            source: self.source.clone(),
            results: vec![],
            shape: Some(shape),
            parameter_shape,
        })))
    }

    /// The parameter of a functor as its body sees it.
    pub fn functor_parameter(
        &mut self,
        scope: &mut Env,
        parameter: &FunctorParam,
    ) -> Checked<Option<Module>> {
        let FunctorParam::Named { name, ty } = parameter else { return Ok(None) };
        let name: Name = name.as_ref().map_or_else(|| "_".into(), |name| name.node.clone());
        let outer = std::mem::replace(&mut self.module_path, vec![name.clone()]);
        let module = self.abstract_module(scope, ty);
        self.module_path = outer;
        let module = module?;
        scope.modules.insert(name, module.clone());
        Ok(Some(module))
    }

    /// `F(X)`.
    pub fn apply_functor(
        &mut self,
        env: &Env,
        loc: Loc,
        functor: &ModuleExpr,
        argument: Option<&ModuleExpr>,
        out: &mut Vec<Item>,
    ) -> Checked<Module> {
        let found = self.module_expr(env, functor, out)?;
        let Module::Functor(found) = found else {
            return Err(Box::new(diagnostics::module_kind(self.span(functor.loc), "functor")));
        };
        let argument = match argument {
            Some(argument) => {
                let path = path_of(argument);
                let nameless = u32::from(path.is_none());
                self.nameless += nameless;
                let outer = path.map(|path| std::mem::replace(&mut self.module_path, vec![path]));
                let module = self.module_expr(env, argument, out);
                if let Some(outer) = outer {
                    self.module_path = outer;
                }
                self.nameless -= nameless;
                Some((module?, argument.loc))
            }
            None => None,
        };
        self.apply_to(&found, argument, loc, out)
    }

    /// Elaborates a functor for an argument.
    pub fn apply_to(
        &mut self,
        functor: &Arc<Functor>,
        argument: Option<(Module, Loc)>,
        loc: Loc,
        out: &mut Vec<Item>,
    ) -> Checked<Module> {
        let key = argument.as_ref().map(|(argument, _)| (functor.id, identity(argument)));
        if let Some((_, result)) = key.as_ref().and_then(|key| self.applied.get(key)) {
            return Ok(result.clone());
        }
        let mut scope = functor.env.clone();
        let mut own = Vec::new();
        let argument = match (&functor.parameter, argument) {
            (FunctorParam::Named { name, ty }, Some((argument, argument_loc))) => {
                let span = self.span(loc);
                let previous = self.enter_source(&functor.source);
                let seen = self.ascribe(&functor.env, &argument, ty, argument_loc);
                self.leave_source(previous);
                let seen = seen.map_err(|mut error| {
                    if error.code == "signature-mismatch" {
                        error.span = Some(span);
                    }
                    error
                })?;
                if let Some(name) = name {
                    scope.modules.insert(name.node.clone(), seen);
                }
                Some(argument)
            }
            (FunctorParam::Unit, argument) => argument.map(|(argument, _)| argument),
            (FunctorParam::Named { .. }, None) => {
                return Err(Box::new(diagnostics::module_kind(self.span(loc), "module argument")));
            }
        };
        let previous = self.enter_source(&functor.source);
        let result = match &functor.body {
            FunctorBody::Expr(body) => self.module_expr(&scope, body, &mut own),
            FunctorBody::Abstract(ty) => self.abstract_module(&scope, ty),
        };
        self.leave_source(previous);
        let mut result = result?;
        for (name, env, ty, source) in &functor.results {
            let mut scope = env.clone();
            if let (Some(name), Some(argument)) = (name, &argument) {
                scope.modules.insert(name.clone(), argument.clone());
            }
            let previous = self.enter_source(source);
            let sealed = self.hide(&scope, result, ty, loc);
            self.leave_source(previous);
            result = sealed?;
        }
        let shareable = self.local == 0 && self.dry == 0 && own.iter().all(is_pure);
        if let (true, Some(key), Some(argument)) = (shareable, key, argument) {
            self.applied.insert(key, (argument, result.clone()));
        }
        out.append(&mut own);
        Ok(result)
    }

    /// `F(X)` inside a path: only its types are wanted.
    pub fn apply_for_types(&mut self, functor: Module, argument: Module, loc: Loc) -> Checked<Module> {
        let Module::Functor(functor) = functor else {
            return Err(Box::new(diagnostics::module_kind(self.span(loc), "functor")));
        };
        let mut items = Vec::new();
        let result = self.apply_to(&functor, Some((argument, loc)), loc, &mut items)?;
        if self.dry == 0 {
            // Pure code may stand anywhere; a value of this application can be named later.
            self.pending.append(&mut items);
        }
        Ok(result)
    }
}

/// A module as a path: `M`, `F(X)`.
fn path_of(module: &ModuleExpr) -> Option<Name> {
    match &module.kind {
        ModuleExprKind::Path(path) => Some(path.node.to_string().into()),
        ModuleExprKind::Apply { functor, argument: Some(argument) } => {
            Some(format!("{}({})", path_of(functor)?, path_of(argument)?).into())
        }
        _ => None,
    }
}

fn is_pure(item: &Item) -> bool {
    match item {
        Item::Define(_, value) => is_nonexpansive(value),
        Item::DefineRec(_) => true,
        Item::Run(_) => false,
    }
}

/// The same for the same module.
fn identity(module: &Module) -> usize {
    match module {
        Module::Structure(structure) => Arc::as_ptr(structure) as usize,
        Module::Functor(functor) => Arc::as_ptr(functor) as usize,
    }
}
