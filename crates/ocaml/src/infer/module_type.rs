//! Module types: as abstract modules, and matched with actual ones.
//! A module type is elaborated from its syntax each time. With an actual module at hand, an abstract type means the
//! actual one (to check the values), or a new one that hides it (the result of sealing). Core sees neither: the values
//! keep their variables and the hidden type keeps the path of its representation.

use std::sync::Arc;

use super::checker::{Checked, Checker};
use super::declare::exn_id;
use super::env::{Access, Entry, Env, Functor, FunctorBody, Module, ModuleTypeInfo, Structure, ValueInfo};
use super::types::{self, ConInfo, Kind, Name, Scheme, Ty};
use super::unify::substitute;
use crate::diagnostics;
use crate::syntax::ast::{
    FunctorParam, Loc, Longident, ModuleExprKind, ModuleType, ModuleTypeKind, SigItem, SigItemKind,
    WithConstraint,
};

/// What a signature is elaborated with.
#[derive(Clone, Copy)]
pub(super) struct Against<'a> {
    /// The module that should match.
    pub(super) actual: Option<&'a Module>,
    /// Whether abstract types hide the actual ones.
    pub(super) opaque: bool,
    /// Where to report that it does not match.
    pub(super) loc: Loc,
}

/// `with type t = u`, and what it applies to from here.
#[derive(Clone)]
pub(super) enum Override {
    Type { path: Vec<Name>, arity: usize, ty: Ty, removed: bool },
    Module { path: Vec<Name>, module: Module, removed: bool },
}

impl Override {
    pub(super) fn path(&self) -> &[Name] {
        match self {
            Override::Type { path, .. } | Override::Module { path, .. } => path,
        }
    }

    pub(super) fn removed(&self) -> bool {
        match self {
            Override::Type { removed, .. } | Override::Module { removed, .. } => *removed,
        }
    }

    /// The same for a submodule, if it concerns it.
    fn inside(&self, name: &Name) -> Option<Override> {
        let (first, rest) = self.path().split_first()?;
        if first != name || rest.is_empty() {
            return None;
        }
        let mut inner = self.clone();
        match &mut inner {
            Override::Type { path, .. } | Override::Module { path, .. } => *path = rest.to_vec(),
        }
        Some(inner)
    }
}

impl Checker {
    /// A module of which only its type is known: the parameter of a functor.
    pub fn abstract_module(&mut self, env: &Env, ty: &ModuleType) -> Checked<Module> {
        let against = Against { actual: None, opaque: true, loc: ty.loc };
        self.elaborate(env, ty, against, &[])
    }

    /// A module seen through a module type, with its types as they are: the argument of a functor.
    pub fn ascribe(&mut self, env: &Env, module: &Module, ty: &ModuleType, loc: Loc) -> Checked<Module> {
        let against = Against { actual: Some(module), opaque: false, loc };
        self.elaborate(env, ty, against, &[])
    }

    /// A module seen through a module type, with its abstract types hidden.
    pub fn seal(&mut self, env: &Env, module: Module, ty: &ModuleType, loc: Loc) -> Checked<Module> {
        self.ascribe(env, &module, ty, loc)?;
        self.hide(env, module, ty, loc)
    }

    /// The same for a module that is known to match.
    pub fn hide(&mut self, env: &Env, module: Module, ty: &ModuleType, loc: Loc) -> Checked<Module> {
        let against = Against { actual: Some(&module), opaque: true, loc };
        self.elaborate(env, ty, against, &[])
    }

    fn elaborate(
        &mut self,
        env: &Env,
        ty: &ModuleType,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<Module> {
        self.nested(ty.loc, |checker| checker.elaborate_kind(env, ty, against, overrides))
    }

    fn elaborate_kind(
        &mut self,
        env: &Env,
        ty: &ModuleType,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<Module> {
        match &ty.kind {
            ModuleTypeKind::Path(path) => match &*self.find_module_type(env, path)? {
                ModuleTypeInfo::Written(env, ty, source, _) => {
                    let previous = self.enter_source(source);
                    let loc = if Arc::ptr_eq(&previous, source) { against.loc } else { ty.loc };
                    let result = self.elaborate(env, ty, Against { loc, ..against }, overrides);
                    self.leave_source(previous);
                    result.map_err(|error| self.at_use(error, against))
                }
                ModuleTypeInfo::Abstract => self.refuse(path.loc, "an abstract module type"),
            },
            ModuleTypeKind::Signature(items) => {
                let actual = match against.actual {
                    Some(Module::Structure(actual)) => Some(actual),
                    Some(Module::Functor(_)) => {
                        return Err(Box::new(diagnostics::module_kind(self.span(against.loc), "structure")));
                    }
                    None => None,
                };
                let mut scope = env.clone();
                let mut structure = Structure::default();
                let outer = std::mem::take(&mut self.type_vars);
                let result = self.items(
                    &mut scope,
                    &mut structure,
                    items,
                    actual.map(|actual| &**actual),
                    against,
                    overrides,
                );
                self.type_vars = outer;
                result?;
                for gone in overrides.iter().filter(|own| own.removed() && own.path().len() == 1) {
                    remove(&mut structure, &gone.path()[0]);
                }
                Ok(Module::Structure(Arc::new(structure)))
            }
            ModuleTypeKind::Functor { parameter, result } => {
                let actual = match against.actual {
                    Some(Module::Functor(actual)) => Some(actual),
                    Some(Module::Structure(_)) => {
                        return Err(Box::new(diagnostics::module_kind(self.span(against.loc), "functor")));
                    }
                    None => None,
                };
                self.functor_type(env, parameter, result, actual, against)
            }
            ModuleTypeKind::With { base, constraints } => {
                let mut all = overrides.to_vec();
                for constraint in constraints {
                    all.push(self.with_constraint(env, constraint)?);
                }
                self.elaborate(env, base, against, &all)
            }
            ModuleTypeKind::TypeOf(module) => {
                let found = match &module.kind {
                    ModuleExprKind::Path(path) => self.find_module(env, &path.node, path.loc)?,
                    _ => self.dry_run(|checker| checker.module_expr(env, module, &mut Vec::new()))?,
                };
                self.type_of(&found, against)
            }
            ModuleTypeKind::Error => Ok(Module::Structure(Arc::default())),
        }
    }

    /// A mismatch found while reading a module type from another source belongs to the module that does not match.
    fn at_use(
        &self,
        error: Box<lydian_diagnostic::Diagnostic>,
        against: Against<'_>,
    ) -> Box<lydian_diagnostic::Diagnostic> {
        let mut error = error;
        if error.code == "signature-mismatch" && against.actual.is_some() {
            error.span = Some(self.span(against.loc));
        }
        error
    }

    fn with_constraint(&mut self, env: &Env, constraint: &WithConstraint) -> Checked<Override> {
        match constraint {
            WithConstraint::Type { path, params, ty, substitute } => {
                let outer = std::mem::take(&mut self.type_vars);
                for (index, param) in params.iter().enumerate() {
                    if let Some(name) = &param.name {
                        self.type_vars.insert(name.clone(), Arc::new(Kind::Generic(index as u32)));
                    }
                }
                let translated = self.declared_type(env, ty);
                self.type_vars = outer;
                Ok(Override::Type {
                    path: components(&path.node),
                    arity: params.len(),
                    ty: translated?,
                    removed: *substitute,
                })
            }
            WithConstraint::Module { path, module, substitute } => Ok(Override::Module {
                path: components(&path.node),
                module: self.find_module(env, &module.node, module.loc)?,
                removed: *substitute,
            }),
        }
    }

    fn functor_type(
        &mut self,
        env: &Env,
        parameter: &FunctorParam,
        result: &ModuleType,
        actual: Option<&Arc<Functor>>,
        against: Against<'_>,
    ) -> Checked<Module> {
        if let Some(actual) = actual
            && !against.opaque
        {
            self.check_functor(env, parameter, result, actual, against.loc)?;
        }
        let id = super::functor::next_id();
        let (parameter_shape, shape) = match actual {
            Some(actual) => (actual.parameter_shape.clone(), actual.shape.clone()),
            None => self.functor_shape(env, parameter, result)?,
        };
        Ok(Module::Functor(Arc::new(match actual {
            None => Functor {
                id,
                parameter: parameter.clone(),
                body: FunctorBody::Abstract(result.clone()),
                env: env.clone(),
                source: self.source.clone(),
                results: vec![],
                shape,
                parameter_shape,
            },
            Some(actual) => {
                let name = match parameter {
                    FunctorParam::Named { name: Some(name), .. } => Some(name.node.clone()),
                    _ => None,
                };
                let mut results = actual.results.clone();
                results.push((name, env.clone(), result.clone(), self.source.clone()));
                let body = match &actual.body {
                    FunctorBody::Expr(body) => FunctorBody::Expr(body.clone()),
                    FunctorBody::Abstract(body) => FunctorBody::Abstract(body.clone()),
                };
                Functor {
                    id,
                    parameter: actual.parameter.clone(),
                    body,
                    env: actual.env.clone(),
                    source: actual.source.clone(),
                    results,
                    shape,
                    parameter_shape,
                }
            }
        })))
    }

    /// What the parameter and the result of a functor type look like.
    fn functor_shape(
        &mut self,
        env: &Env,
        parameter: &FunctorParam,
        result: &ModuleType,
    ) -> Checked<(Option<Module>, Option<Module>)> {
        self.dry_run(|checker| {
            let mut scope = env.clone();
            let argument = checker.functor_parameter(&mut scope, parameter)?;
            Ok((argument, Some(checker.abstract_module(&scope, result)?)))
        })
    }

    /// Applies a functor to what its type promises to accept, and checks what it promises to give.
    fn check_functor(
        &mut self,
        env: &Env,
        parameter: &FunctorParam,
        result: &ModuleType,
        actual: &Arc<Functor>,
        loc: Loc,
    ) -> Checked<()> {
        self.dry_run(|checker| {
            let mut scope = env.clone();
            let argument = match parameter {
                FunctorParam::Unit => None,
                FunctorParam::Named { name, ty } => {
                    let module = checker.abstract_module(env, ty)?;
                    if let Some(name) = name {
                        scope.modules.insert(name.node.clone(), module.clone());
                    }
                    Some((module, loc))
                }
            };
            let given = checker.apply_to(actual, argument, loc, &mut Vec::new())?;
            checker.ascribe(&scope, &given, result, loc).map(|_| ())
        })
    }

    /// `module type of M`: its types stay equal to those of `M`.
    fn type_of(&mut self, found: &Module, against: Against<'_>) -> Checked<Module> {
        let (Module::Structure(found), Some(Module::Structure(actual))) = (found, against.actual) else {
            return Ok(found.clone());
        };
        let mut result = (**found).clone();
        for entry in &mut result.entries {
            if let Entry::Value(name, value) = entry {
                let Some(own) = actual.values.get(name).cloned() else {
                    let span = self.span(against.loc);
                    return Err(Box::new(diagnostics::missing_item(span, "value", name)));
                };
                if !against.opaque {
                    self.check_value(name, &own.scheme, &value.scheme, against.loc)?;
                }
                *value = Arc::new(ValueInfo { scheme: value.scheme.clone(), access: own.access.clone() });
                result.values.insert(name.clone(), value.clone());
            }
        }
        Ok(Module::Structure(Arc::new(result)))
    }

    // ------------------------------------------------------------------------------------------ items

    fn items(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        items: &[SigItem],
        actual: Option<&Structure>,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<()> {
        for item in items {
            self.sig_item(scope, structure, item, actual, against, overrides)?;
        }
        Ok(())
    }

    fn sig_item(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        item: &SigItem,
        actual: Option<&Structure>,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<()> {
        match &item.kind {
            SigItemKind::Value { name, ty } => {
                let scheme = self.type_scheme(scope, ty)?;
                self.sig_value(scope, structure, &name.node, scheme, actual, against)?;
            }
            SigItemKind::External(external) => {
                let scheme = self.type_scheme(scope, &external.ty)?;
                self.sig_value(scope, structure, &external.name.node, scheme, actual, against)?;
            }
            SigItemKind::Type { nonrec, substitute, decls } => {
                self.sig_types(scope, structure, *nonrec, *substitute, decls, actual, against, overrides)?;
                if *substitute {
                    decls.iter().for_each(|decl| remove(structure, &decl.name.node));
                }
            }
            SigItemKind::Exception(exception) => match actual {
                None => self.declare_exception(scope, structure, exception)?,
                Some(actual) => {
                    let name = &exception.name.node;
                    let own = actual.constructors.get(name).filter(|own| own.owner.id == exn_id()).cloned();
                    let Some(own) = own else {
                        let span = self.span(against.loc);
                        return Err(Box::new(diagnostics::missing_item(span, "exception", name)));
                    };
                    let mut ignored = Structure::default();
                    let mut inner = scope.clone();
                    self.dry_run(|checker| checker.declare_exception(&mut inner, &mut ignored, exception))?;
                    let said = ignored.constructors.get(name).cloned();
                    if let Some(said) = said {
                        let same = said.args.len() == own.args.len()
                            && (against.opaque
                                || said.inline.is_some()
                                || said
                                    .args
                                    .iter()
                                    .zip(&own.args)
                                    .all(|(a, b)| self.types.unify(a, b).is_ok()));
                        if !same {
                            let span = self.span(against.loc);
                            return Err(Box::new(diagnostics::item_differs(span, "exception", name)));
                        }
                        let merged = Arc::new(ConInfo {
                            name: name.clone(),
                            con: own.con,
                            owner: own.owner.clone(),
                            args: if said.inline.is_some() { own.args.clone() } else { said.args.clone() },
                            inline: own.inline.clone(),
                            literal: None,
                            private: false,
                        });
                        scope.constructors.insert(name.clone(), merged.clone());
                        structure.add_exception(name, &merged);
                    }
                }
            },
            SigItemKind::Extension(extension) => match actual {
                None => self.extend_type(scope, structure, extension)?,
                Some(actual) => self.kept_extension(scope, structure, extension, actual, against.loc)?,
            },
            SigItemKind::Module { name, ty } => {
                if let Some(name) = name {
                    self.sig_module(scope, structure, &name.node, ty, actual, against, overrides)?;
                }
            }
            SigItemKind::ModuleAlias { name, module, substitute } => {
                let found = self.find_module(scope, &module.node, module.loc)?;
                scope.modules.insert(name.node.clone(), found.clone());
                if !substitute {
                    structure.add_module(&name.node, found, Some(format!("= {}", module.node).into()));
                }
            }
            SigItemKind::RecModules(_) => return self.refuse(item.loc, "`module rec`"),
            SigItemKind::ModuleType { name, ty } => {
                let info = Arc::new(match ty {
                    Some(ty) => ModuleTypeInfo::Written(scope.clone(), ty.clone(), self.source.clone(), None),
                    None => ModuleTypeInfo::Abstract,
                });
                scope.module_types.insert(name.node.clone(), info.clone());
                structure.add_module_type(&name.node, info);
            }
            SigItemKind::Open(path) => {
                let opened = self.find_structure(scope, &path.node, path.loc)?;
                scope.open(&opened);
            }
            SigItemKind::Include(ty) => {
                if let Module::Structure(included) = self.elaborate(scope, ty, against, overrides)? {
                    scope.open(&included);
                    structure.include(&included);
                }
            }
            SigItemKind::Error => {}
        }
        Ok(())
    }

    fn sig_value(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        name: &Name,
        scheme: Scheme,
        actual: Option<&Structure>,
        against: Against<'_>,
    ) -> Checked<()> {
        let access = match actual {
            None => Access::Unknown,
            Some(actual) => {
                let Some(own) = actual.values.get(name) else {
                    let span = self.span(against.loc);
                    return Err(Box::new(diagnostics::missing_item(span, "value", name)));
                };
                if !against.opaque {
                    self.check_value(name, &own.scheme, &scheme, against.loc)?;
                }
                own.access.clone()
            }
        };
        let value = Arc::new(ValueInfo { scheme, access });
        scope.values.insert(name.clone(), value.clone());
        structure.add_value(name, value);
        Ok(())
    }

    /// Checks that a value is at least as general as a signature says.
    fn check_value(&mut self, name: &Name, actual: &Scheme, said: &Scheme, loc: Loc) -> Checked<()> {
        self.types.level += 1;
        let own = self.types.instantiate(actual);
        let rigid: Vec<Ty> = (0..said.vars)
            .map(|index| types::con(&self.rigid_type(&super::show::letter(index as usize)), vec![]))
            .collect();
        let wanted = substitute(&said.body, &rigid);
        let result = self.types.unify(&own, &wanted);
        self.types.level -= 1;
        if result.is_err() {
            let (actual, said) = (self.show(&actual.body), self.show(&said.body));
            return Err(Box::new(diagnostics::value_differs(self.span(loc), name, &actual, &said)));
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "an item of a signature, and what it is held to")]
    fn sig_module(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        name: &Name,
        ty: &ModuleType,
        actual: Option<&Structure>,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<()> {
        let replaced = overrides.iter().find_map(|own| match own {
            Override::Module { path, module, .. } if path.len() == 1 && path[0] == *name => {
                Some(module.clone())
            }
            _ => None,
        });
        let own = match actual {
            Some(actual) => match actual.modules.get(name) {
                Some(own) => Some(own.clone()),
                None => {
                    let span = self.span(against.loc);
                    return Err(Box::new(diagnostics::missing_item(span, "module", name)));
                }
            },
            None => None,
        };
        let mut own_overrides = 0;
        let module = match (replaced, own) {
            (Some(module), None) => module,
            (_, own) => {
                let inner: Vec<Override> = overrides.iter().filter_map(|own| own.inside(name)).collect();
                own_overrides = inner.len();
                self.module_path.push(name.clone());
                let result = self.elaborate(scope, ty, Against { actual: own.as_ref(), ..against }, &inner);
                self.module_path.pop();
                result?
            }
        };
        scope.modules.insert(name.clone(), module.clone());
        let shown = match &ty.kind {
            ModuleTypeKind::Path(path) if own_overrides == 0 => Some(format!(": {}", path.node).into()),
            _ => None,
        };
        structure.add_module(name, module, shown);
        Ok(())
    }
}

/// Takes a type or module out of a signature after `:=`.
fn remove(structure: &mut Structure, name: &Name) {
    structure.types.remove(name);
    structure.modules.remove(name);
    structure.entries.retain(|entry| match entry {
        Entry::Type(own, ..) | Entry::Module(own, ..) => own != name,
        _ => true,
    });
}

fn components(path: &Longident) -> Vec<Name> {
    match path {
        Longident::Name(name) => vec![name.clone()],
        Longident::Dot(module, name) => {
            let mut all = components(module);
            all.push(name.clone());
            all
        }
        Longident::Apply(..) => vec![],
    }
}
