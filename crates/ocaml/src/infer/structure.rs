//! Structures: the items of files and modules, in order.
//! A module leaves no trace in Core: its values become variables of the program, or of the expression it is local to.

use std::sync::Arc;

use lydian_core::expr::Place;
use lydian_core::{Arm, Expr as CoreExpr, Item, Literal, Pattern as CorePattern};

use super::checker::{Checked, Checker};
use super::env::{Access, Entry, Env, Module, ModuleTypeInfo, Structure, ValueInfo};
use super::function::Definition;
use super::lower;
use super::types::{Name, Ty};
use crate::diagnostics;
use crate::syntax::ast::{
    self, Expr, ItemKind, ModuleBinding, ModuleExpr, ModuleExprKind, ModuleTypeKind, TypeExpr, TypeExprKind,
};

impl Checker {
    /// Checks the items of a structure; `env` sees each one after the other, `out` receives their code.
    pub fn structure(
        &mut self,
        env: &mut Env,
        items: &ast::Structure,
        out: &mut Vec<Item>,
    ) -> Checked<Structure> {
        self.watched_structure(env, items, out, &mut |_, _, _| {})
    }

    /// The same for a file: `places` gets the place of each step in `out`.
    pub fn file(
        &mut self,
        env: &mut Env,
        items: &ast::Structure,
        out: &mut Vec<Item>,
        places: &mut Vec<Place>,
    ) -> Checked<Structure> {
        self.watched_structure(env, items, out, &mut |checker, item, steps| {
            places.resize(steps, checker.place(item.loc));
        })
    }

    /// Tells `watch` of each item how many steps there are behind it.
    fn watched_structure(
        &mut self,
        env: &mut Env,
        items: &ast::Structure,
        out: &mut Vec<Item>,
        watch: &mut dyn FnMut(&Checker, &ast::Item, usize),
    ) -> Checked<Structure> {
        let outer_vars = std::mem::take(&mut self.type_vars);
        let outer_level = self.type_var_level;
        let mut structure = Structure::default();
        let mut result = Ok(());
        for item in items {
            self.type_vars.clear();
            self.type_var_level = self.types.level + 1;
            let before = out.len();
            result = self.item(env, &mut structure, item, out);
            if !self.pending.is_empty() {
                let pending = std::mem::take(&mut self.pending);
                out.splice(before..before, pending);
            }
            if result.is_err() {
                break;
            }
            watch(self, item, out.len());
        }
        self.type_vars = outer_vars;
        self.type_var_level = outer_level;
        result.map(|()| structure)
    }

    fn item(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        item: &ast::Item,
        out: &mut Vec<Item>,
    ) -> Checked<()> {
        match &item.kind {
            ItemKind::Eval(expr) => {
                self.types.level += 1;
                let checked = self.infer(env, expr);
                self.types.level -= 1;
                out.push(Item::Run(checked?.0));
            }
            ItemKind::Let { recursive, bindings } => {
                let definitions = self.definitions(env, *recursive, bindings)?;
                self.publish_definitions(env, structure, &definitions);
                self.emit_definitions(*recursive, definitions, out)?;
            }
            ItemKind::External(external) => {
                let scheme = self.type_scheme(env, &external.ty)?;
                let primitive = external.primitives.first().cloned().unwrap_or_else(|| "".into());
                let access = Access::Primitive(primitive, arrows(&external.ty));
                let value = Arc::new(ValueInfo { scheme, access });
                env.values.insert(external.name.node.clone(), value.clone());
                structure.add_value(&external.name.node, value);
            }
            ItemKind::Type { nonrec, decls } => {
                for (index, decl) in decls.iter().enumerate() {
                    let twice = structure
                        .entries
                        .iter()
                        .any(|entry| matches!(entry, Entry::Type(name, ..) if *name == decl.name.node));
                    if twice && !self.included.contains(&decl.name.node) {
                        let span = self.span(self.decl_loc(item.loc, index, decl));
                        return Err(Box::new(diagnostics::duplicate_definition(
                            span,
                            "type",
                            &decl.name.node,
                        )));
                    }
                }
                self.declare_types(env, structure, item.loc, *nonrec, decls)?;
            }
            ItemKind::Exception(exception) => self.declare_exception(env, structure, exception)?,
            ItemKind::Extension(extension) => self.extend_type(env, structure, extension)?,
            ItemKind::Module(binding) => {
                if let Some(name) = &binding.name {
                    let twice = structure
                        .entries
                        .iter()
                        .any(|entry| matches!(entry, Entry::Module(own, ..) if *own == name.node));
                    if twice && !self.included.contains(&name.node) {
                        let span = self.span(name.loc);
                        return Err(Box::new(diagnostics::duplicate_definition(span, "module", &name.node)));
                    }
                }
                self.anchor_inside(binding.name.as_ref().map(|name| &name.node));
                let module = self.module_binding(env, binding, out)?;
                if let Some(name) = &binding.name {
                    env.modules.insert(name.node.clone(), module.clone());
                    structure.add_module(&name.node, module, shown_as(&binding.module));
                }
            }
            ItemKind::RecModules(bindings) => self.recursive_modules(env, structure, bindings, out)?,
            ItemKind::ModuleType { name, ty } => {
                let info = Arc::new(match ty {
                    Some(ty) => {
                        // Elaborated once for its errors.
                        self.module_path.push(name.node.clone());
                        let shape = self.dry_run(|checker| checker.abstract_module(env, ty));
                        self.module_path.pop();
                        ModuleTypeInfo::Written(env.clone(), ty.clone(), self.source.clone(), Some(shape?))
                    }
                    None => ModuleTypeInfo::Abstract,
                });
                env.module_types.insert(name.node.clone(), info.clone());
                structure.add_module_type(&name.node, info);
            }
            ItemKind::Open(module) => {
                let opened = self.module_expr(env, module, out)?;
                let Module::Structure(opened) = opened else {
                    return Err(Box::new(diagnostics::module_kind(self.span(module.loc), "structure")));
                };
                env.open(&opened);
            }
            ItemKind::Include(module) => {
                let included = self.module_expr(env, module, out)?;
                let Module::Structure(included) = included else {
                    return Err(Box::new(diagnostics::module_kind(self.span(module.loc), "structure")));
                };
                env.open(&included);
                // What is included can be replaced by a later declaration.
                let names = included.types.keys().chain(included.modules.keys());
                self.included.extend(names.cloned());
                structure.include(&included);
            }
            ItemKind::Error => {}
        }
        Ok(())
    }

    fn publish_definitions(&mut self, env: &mut Env, structure: &mut Structure, definitions: &[Definition]) {
        let application = self.library == Some("Stdlib") && self.module_path.is_empty();
        for (variable, scheme) in definitions.iter().flat_map(|definition| &definition.bound) {
            let access = match &*variable.name {
                "@@" if application => Access::Apply,
                "|>" if application => Access::ReverseApply,
                _ => Access::Var(variable.var),
            };
            let value = Arc::new(ValueInfo { scheme: scheme.clone(), access });
            env.values.insert(variable.name.clone(), value.clone());
            structure.add_value(&variable.name, value);
        }
    }

    fn emit_definitions(
        &mut self,
        recursive: bool,
        definitions: Vec<Definition>,
        out: &mut Vec<Item>,
    ) -> Checked<()> {
        if recursive {
            let (before, group) = self.tie(definitions)?;
            out.extend(before.into_iter().map(|(var, value)| Item::Define(var, value)));
            self.tied_at_top(group, out);
            return Ok(());
        }
        for definition in definitions {
            match definition.pattern {
                CorePattern::Var(var) => out.push(Item::Define(var, definition.value)),
                CorePattern::Any | CorePattern::Literal(Literal::Unit) => {
                    out.push(Item::Run(definition.value));
                }
                pattern => {
                    // The pattern's variables are bound once inside, for the temporary, and defined again outside.
                    let vars: Vec<_> = definition.bound.iter().map(|(bound, _)| bound.clone()).collect();
                    let mut inner = Vec::with_capacity(vars.len());
                    let mut renamed = Vec::with_capacity(vars.len());
                    for bound in &vars {
                        let var = self.fresh_var(&bound.name);
                        inner.push(CoreExpr::Var(var));
                        renamed.push((bound.var, var));
                    }
                    let pattern = rename(pattern, &renamed);
                    let matched = CoreExpr::Match {
                        scrutinee: Box::new(definition.value),
                        arms: vec![Arm { pattern, guard: None, body: lower::tuple(inner) }],
                        place: self.place(definition.loc),
                    };
                    let temporary = self.fresh_var("_");
                    out.push(Item::Define(temporary, matched));
                    for (index, bound) in vars.iter().enumerate() {
                        let part = CoreExpr::Field(Box::new(CoreExpr::Var(temporary)), index as u32);
                        out.push(Item::Define(bound.var, part));
                    }
                }
            }
        }
        Ok(())
    }

    /// `M = ...`: the module, with its types under its name.
    pub fn module_binding(
        &mut self,
        env: &Env,
        binding: &ModuleBinding,
        out: &mut Vec<Item>,
    ) -> Checked<Module> {
        let name: Name = binding.name.as_ref().map_or_else(|| "_".into(), |name| name.node.clone());
        self.module_path.push(name);
        let module = self.module_expr(env, &binding.module, out);
        self.module_path.pop();
        module
    }

    /// A module expression.
    pub fn module_expr(&mut self, env: &Env, module: &ModuleExpr, out: &mut Vec<Item>) -> Checked<Module> {
        self.nested(module.loc, |checker| checker.module_expr_kind(env, module, out))
    }

    fn module_expr_kind(&mut self, env: &Env, module: &ModuleExpr, out: &mut Vec<Item>) -> Checked<Module> {
        match &module.kind {
            ModuleExprKind::Path(path) => self.find_module(env, &path.node, path.loc),
            ModuleExprKind::Structure(items) => {
                let outer = std::mem::take(&mut self.included);
                let anchor = self.anchor.take();
                let promised = std::mem::replace(&mut self.promised, anchor);
                let structure = self.structure(&mut env.clone(), items, out);
                self.promised = promised;
                self.included = outer;
                Ok(Module::Structure(Arc::new(structure?)))
            }
            ModuleExprKind::Functor { parameter, body } => self.functor(env, parameter, body),
            ModuleExprKind::Apply { functor, argument } => {
                self.apply_functor(env, module.loc, functor, argument.as_deref(), out)
            }
            ModuleExprKind::Constraint { module: inner, ty } => {
                let inner_module = self.module_expr(env, inner, out)?;
                self.seal(env, inner_module, ty, inner.loc)
            }
            ModuleExprKind::Error => Ok(Module::Structure(Arc::default())),
        }
    }

    /// Checks something without leaving any trace in the program.
    pub fn dry_run<T>(&mut self, inner: impl FnOnce(&mut Checker) -> Checked<T>) -> Checked<T> {
        let decls = self.decls.len();
        let exceptions = self.exceptions.len();
        let vars = self.program.var_names.len();
        let paths = self.paths.clone();
        self.dry += 1;
        let result = inner(self);
        self.dry -= 1;
        self.decls.truncate(decls);
        self.exceptions.truncate(exceptions);
        self.program.var_names.truncate(vars);
        self.paths = paths;
        result
    }

    // ------------------------------------------------------------------------------------------ in expressions

    /// `let module M = ... in body`.
    pub fn let_module(
        &mut self,
        env: &Env,
        binding: &ModuleBinding,
        body: &Expr,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let mut items = Vec::new();
        let body = self.in_local_scope(|checker| {
            let module = checker.module_binding(env, binding, &mut items)?;
            let mut scope = env.clone();
            if let Some(name) = &binding.name {
                scope.modules.insert(name.node.clone(), module);
            }
            checker.expect(&scope, body, expected)
        })?;
        Ok(around(items, body))
    }

    /// `let open M in body`.
    pub fn open_expr(
        &mut self,
        env: &Env,
        module: &ModuleExpr,
        body: &Expr,
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        if let ModuleExprKind::Path(path) = &module.kind {
            let structure = self.find_structure(env, &path.node, path.loc)?;
            let mut scope = env.clone();
            scope.open(&structure);
            return self.expect(&scope, body, expected);
        }
        let mut items = Vec::new();
        let body = self.in_local_scope(|checker| {
            let Module::Structure(structure) = checker.module_expr(env, module, &mut items)? else {
                return Err(Box::new(diagnostics::module_kind(checker.span(module.loc), "structure")));
            };
            let mut scope = env.clone();
            scope.open(&structure);
            checker.expect(&scope, body, expected)
        })?;
        Ok(around(items, body))
    }

    fn in_local_scope<T>(&mut self, inner: impl FnOnce(&mut Checker) -> Checked<T>) -> Checked<T> {
        self.local += 1;
        self.types.level += 1;
        let result = inner(self);
        self.types.level -= 1;
        self.local -= 1;
        result
    }
}

/// Puts the code of a local module around an expression.
fn around(items: Vec<Item>, body: CoreExpr) -> CoreExpr {
    items.into_iter().rev().fold(body, |body, item| match item {
        Item::Define(var, value) => CoreExpr::Let(var, Box::new(value), Box::new(body)),
        Item::DefineRec(group) => CoreExpr::LetRec(group, Box::new(body)),
        Item::Run(step) => CoreExpr::Sequence(Box::new(step), Box::new(body)),
    })
}

fn rename(pattern: CorePattern, renamed: &[(lydian_core::Var, lydian_core::Var)]) -> CorePattern {
    let new = |var| renamed.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
    let all = |parts: Vec<CorePattern>| parts.into_iter().map(|part| rename(part, renamed)).collect();
    match pattern {
        CorePattern::Var(var) => CorePattern::Var(new(var)),
        CorePattern::Alias(inner, var) => CorePattern::Alias(Box::new(rename(*inner, renamed)), new(var)),
        CorePattern::Construct(con, parts) => CorePattern::Construct(con, all(parts)),
        CorePattern::Array(parts) => CorePattern::Array(all(parts)),
        CorePattern::Or(parts) => CorePattern::Or(all(parts)),
        CorePattern::Lazy(inner) => CorePattern::Lazy(Box::new(rename(*inner, renamed))),
        plain @ (CorePattern::Any | CorePattern::Literal(_) | CorePattern::Range(..)) => plain,
    }
}

/// How the declaration of a module is shown if its contents are not written out.
pub(super) fn shown_as(module: &ModuleExpr) -> Option<Name> {
    match &module.kind {
        ModuleExprKind::Path(path) => Some(format!("= {}", path.node).into()),
        ModuleExprKind::Constraint { ty, .. } => match &ty.kind {
            ModuleTypeKind::Path(path) => Some(format!(": {}", path.node).into()),
            _ => None,
        },
        _ => None,
    }
}

fn arrows(ty: &TypeExpr) -> usize {
    let mut count = 0;
    let mut ty = ty;
    while let TypeExprKind::Arrow { result, .. } = &ty.kind {
        count += 1;
        ty = result;
    }
    count
}
