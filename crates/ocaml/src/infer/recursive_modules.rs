//! `module rec A : S = ... and B : T = ...`.
//! The signatures are elaborated first, each seeing the types of all of them; the bodies are then read with modules of
//! these types in scope. A function of a module that is not there yet is reached through a reference, which is set behind
//! the module's own code, as in OCaml; modules with other values come first, so that nobody needs them too early.

use std::sync::Arc;

use lydian_core::{ConId, Expr as CoreExpr, Item, Mutability, TypeBody, TypeDecl, Var};

use super::checker::{Checked, Checker};
use super::declare::exn_id;
use super::env::{Access, Constructor, Entry, Env, Module, ModuleTypeInfo, Structure, ValueInfo};
use super::lower::{self, TypeLowerer};
use super::structure::shown_as;
use super::types::{self, Kind, Name, Ty, TypeCon, TypeDef, TypeKind, Variance};
use crate::diagnostics;
use crate::syntax::ast::{
    Loc, ModuleBinding, ModuleExpr, ModuleExprKind, ModuleType, ModuleTypeKind, SigItemKind,
    TypeDecl as Declared,
};

/// One module of a group.
struct Member<'a> {
    name: Name,
    binding: &'a ModuleBinding,
    body: &'a ModuleExpr,
    ty: &'a ModuleType,
    /// What its signature says.
    said: Arc<Structure>,
    /// Where its values are found before it is defined.
    cells: Vec<Cell>,
    /// Whether all of its values are functions.
    only_functions: bool,
}

/// The reference of a value: its path inside of the module.
struct Cell {
    path: Vec<Name>,
    var: Var,
}

impl Checker {
    /// Declares a group of recursive modules, visible in `env` and offered by `structure`.
    pub fn recursive_modules(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        bindings: &[ModuleBinding],
        out: &mut Vec<Item>,
    ) -> Checked<()> {
        let mut members = self.promised_modules(env, bindings)?;
        let mut scope = env.clone();
        for member in &mut members {
            let mut path = Vec::new();
            let forward =
                self.forwarded(&member.said, &mut path, &mut member.cells, member.binding.loc, out)?;
            member.only_functions = member.cells.is_empty() || !has_other_values(&forward);
            scope.modules.insert(member.name.clone(), Module::Structure(Arc::new(forward)));
        }
        let (first, second): (Vec<usize>, Vec<usize>) =
            (0..members.len()).partition(|index| !members[*index].only_functions);
        let mut defined: Vec<Option<Module>> = members.iter().map(|_| None).collect();
        for index in first.into_iter().chain(second) {
            let module = self.recursive_module(&mut scope, &members[index], out)?;
            defined[index] = Some(module);
        }
        for (member, module) in members.iter().zip(defined) {
            let Some(module) = module else { continue };
            env.modules.insert(member.name.clone(), module.clone());
            structure.add_module(&member.name, module, shown_as(&member.binding.module));
        }
        Ok(())
    }

    /// The modules as their signatures promise them.
    fn promised_modules<'a>(&mut self, env: &Env, bindings: &'a [ModuleBinding]) -> Checked<Vec<Member<'a>>> {
        let mut scope = env.clone();
        let mut approximate = Vec::with_capacity(bindings.len());
        let paths = self.paths.clone();
        let mut parts = Vec::with_capacity(bindings.len());
        for binding in bindings {
            let (Some(name), ModuleExprKind::Constraint { module, ty }) =
                (&binding.name, &binding.module.kind)
            else {
                return self.refuse(binding.loc, "a recursive module without a name and a signature");
            };
            self.module_path.push(name.node.clone());
            let mut types = Structure::default();
            let found = self.only_types(env, ty, &mut types);
            self.module_path.pop();
            found?;
            scope.modules.insert(name.node.clone(), Module::Structure(Arc::new(types.clone())));
            approximate.push(types);
            parts.push((name.node.clone(), binding, &**module, ty));
        }
        // The types get their paths from the signatures as they are; those above only stand for them.
        self.paths = paths;
        let mut members = Vec::with_capacity(bindings.len());
        for (name, binding, body, ty) in parts {
            self.module_path.push(name.clone());
            let said = self.abstract_module(&scope, ty);
            self.module_path.pop();
            let Module::Structure(said) = said? else {
                return self.refuse(ty.loc, "a recursive functor");
            };
            members.push(Member { name, binding, body, ty, said, cells: vec![], only_functions: true });
        }
        for (member, types) in members.iter().zip(&approximate) {
            self.link(types, &member.said);
        }
        for (member, types) in members.iter().zip(&approximate) {
            self.refuse_circles(types, member.ty.loc)?;
            self.lower_said(&member.said);
        }
        Ok(members)
    }

    /// The types of a signature, abstract, by name: what the other signatures of a group need to know.
    fn only_types(&mut self, env: &Env, ty: &ModuleType, into: &mut Structure) -> Checked<()> {
        self.nested(ty.loc, |checker| match &ty.kind {
            ModuleTypeKind::Path(path) => match &*checker.find_module_type(env, path)? {
                ModuleTypeInfo::Written(env, ty, source, _) => {
                    let previous = checker.enter_source(source);
                    let result = checker.only_types(env, ty, into);
                    checker.leave_source(previous);
                    result
                }
                ModuleTypeInfo::Abstract => checker.refuse(path.loc, "an abstract module type"),
            },
            ModuleTypeKind::Signature(items) => {
                for item in items {
                    match &item.kind {
                        SigItemKind::Type { decls, .. } => {
                            decls.iter().for_each(|decl| checker.only_name(decl, into));
                        }
                        SigItemKind::Module { name: Some(name), ty } => {
                            let mut inner = Structure::default();
                            checker.module_path.push(name.node.clone());
                            let found = checker.only_types(env, ty, &mut inner);
                            checker.module_path.pop();
                            found?;
                            into.add_module(&name.node, Module::Structure(Arc::new(inner)), None);
                        }
                        SigItemKind::Include(ty) => checker.only_types(env, ty, into)?,
                        _ => {}
                    }
                }
                Ok(())
            }
            ModuleTypeKind::With { base, .. } => checker.only_types(env, base, into),
            ModuleTypeKind::Functor { .. } => checker.refuse(ty.loc, "a recursive functor"),
            ModuleTypeKind::TypeOf(_) => checker.refuse(ty.loc, "`module type of` in a recursive module"),
            ModuleTypeKind::Error => Ok(()),
        })
    }

    fn only_name(&mut self, decl: &Declared, into: &mut Structure) {
        let con = self.declare_type(&decl.name.node, decl.params.len());
        let variance = vec![Variance::INVARIANT; con.arity];
        let kind = TypeKind::Abstract;
        self.types.define(&con, TypeDef { manifest: None, kind, variance, names: vec![], private: false });
        into.add_type(&decl.name.node, &con, "type");
    }

    /// Makes the types that stood for those of a signature equal to them.
    fn link(&mut self, types: &Structure, said: &Structure) {
        for (name, con) in types_of(types) {
            let Some(own) = said.types.get(name).filter(|own| own.id != con.id) else { continue };
            let manifest = Some(applied(own));
            let variance = vec![Variance::INVARIANT; con.arity];
            let kind = TypeKind::Abstract;
            self.types.define(con, TypeDef { manifest, kind, variance, names: vec![], private: false });
        }
        for (name, module) in modules_of(types) {
            if let (Module::Structure(types), Some(Module::Structure(said))) =
                (module, said.modules.get(name))
            {
                self.link(types, said);
            }
        }
    }

    /// Refuses types that stand for themselves by way of other modules.
    fn refuse_circles(&mut self, types: &Structure, loc: Loc) -> Checked<()> {
        for (name, con) in types_of(types) {
            if self.is_circular(con) {
                return Err(Box::new(diagnostics::cyclic_type(self.span(loc), name)));
            }
        }
        Ok(())
    }

    fn is_circular(&self, con: &Arc<TypeCon>) -> bool {
        let mut seen = vec![con.id];
        let mut current = con.clone();
        while let Some(manifest) = self.types.body(&current).and_then(|body| body.manifest.clone()) {
            let Kind::Con(next, _) = &*manifest else { return false };
            if seen.contains(&next.id) {
                return true;
            }
            seen.push(next.id);
            current = next.clone();
        }
        false
    }

    /// Declares the types of a signature in Core.
    fn lower_said(&mut self, said: &Structure) {
        for entry in &said.entries {
            match entry {
                Entry::Type(_, con, _) => self.lower_decl(con),
                Entry::Module(_, Module::Structure(inner), _) => self.lower_said(inner),
                _ => {}
            }
        }
    }

    /// A module with its values in references.
    fn forwarded(
        &mut self,
        said: &Structure,
        path: &mut Vec<Name>,
        cells: &mut Vec<Cell>,
        loc: Loc,
        out: &mut Vec<Item>,
    ) -> Checked<Structure> {
        let mut forward = said.clone();
        for entry in &mut forward.entries {
            match entry {
                Entry::Value(name, value) => {
                    path.push(name.clone());
                    let (cell, access) = self.forward_value(name, &value.scheme.body, loc, out);
                    cells.push(Cell { path: path.clone(), var: cell });
                    path.pop();
                    *value = Arc::new(ValueInfo { scheme: value.scheme.clone(), access });
                    forward.values.insert(name.clone(), value.clone());
                }
                Entry::Module(name, Module::Structure(inner), _) => {
                    path.push(name.clone());
                    let inner_forward = self.forwarded(inner, path, cells, loc, out)?;
                    path.pop();
                    *inner = Arc::new(inner_forward);
                    forward.modules.insert(name.clone(), Module::Structure(inner.clone()));
                }
                Entry::Module(_, Module::Functor(_), _) => return self.refuse(loc, "a recursive functor"),
                _ => {}
            }
        }
        Ok(forward)
    }

    /// The reference of a value, and how the value is reached.
    fn forward_value(&mut self, name: &str, ty: &Ty, loc: Loc, out: &mut Vec<Item>) -> (Var, Access) {
        let cell = self.fresh_var("cell");
        let reference = |value| CoreExpr::Construct(ConId::REF, Mutability::Mutable, vec![value]);
        if !matches!(&*self.types.expand(ty), Kind::Arrow(..)) {
            out.push(Item::Define(cell, reference(lower::unit())));
            return (cell, Access::Cell(cell));
        }
        let undefined = ConId::intern("exn", "Undefined_recursive_module");
        let raise = lower::raise(lower::construct(undefined, vec![self.place_value(loc)]));
        let unused = self.fresh_var("_");
        out.push(Item::Define(cell, reference(lower::lambda(vec![unused], raise))));
        let (stub, argument) = (self.fresh_var(name), self.fresh_var("x"));
        let function = CoreExpr::Field(Box::new(CoreExpr::Var(cell)), 0);
        let call = CoreExpr::Apply(Box::new(function), vec![CoreExpr::Var(argument)]);
        out.push(Item::Define(stub, lower::lambda(vec![argument], call)));
        (cell, Access::Var(stub))
    }

    /// Reads the body of a member and sets its references. From then on `scope` sees the module itself.
    fn recursive_module(
        &mut self,
        scope: &mut Env,
        member: &Member<'_>,
        out: &mut Vec<Item>,
    ) -> Checked<Module> {
        self.module_path.push(member.name.clone());
        self.anchor = Some(member.said.clone());
        let early = self.early_uses;
        let body = self.module_expr(scope, member.body, out);
        self.anchor = None;
        self.module_path.pop();
        let body = body?;
        if self.early_uses > early {
            let what = "a recursive module that uses a value (not a function) of one that comes later";
            return self.refuse(member.binding.loc, what);
        }
        let seen = self.ascribe(scope, &body, member.ty, member.body.loc)?;
        let Module::Structure(seen) = seen else { return self.refuse(member.ty.loc, "a recursive functor") };
        self.same_types(&member.said, &seen, member.binding.loc)?;
        for cell in &member.cells {
            let Some(value) = find(&seen, &cell.path) else { continue };
            let value = self.access(&value);
            let set = CoreExpr::SetField(Box::new(CoreExpr::Var(cell.var)), 0, Box::new(value));
            out.push(Item::Run(set));
        }
        let module = Module::Structure(Arc::new(with_access(&member.said, &seen)));
        scope.modules.insert(member.name.clone(), module.clone());
        Ok(module)
    }

    /// Says in Core what the abstract types of a signature are; what it spells out must be what the body declares.
    fn same_types(&mut self, said: &Structure, seen: &Structure, loc: Loc) -> Checked<()> {
        for (name, con) in types_of(said) {
            let Some(own) = seen.types.get(name).filter(|own| own.id != con.id) else { continue };
            let Some(body) = self.types.body(con).cloned() else { continue };
            let actual = self.types.nominal(&applied(own));
            if actual.as_ref().is_some_and(|(actual, _)| actual.id == con.id) {
                if matches!(body.kind, TypeKind::Abstract) && body.manifest.is_none() {
                    return Err(Box::new(diagnostics::cyclic_type(self.span(loc), name)));
                }
                continue;
            }
            if body.manifest.is_some() {
                continue;
            }
            if !matches!(body.kind, TypeKind::Abstract) {
                return self.refuse(loc, "a recursive module whose types are declared elsewhere");
            }
            if own.path != con.path {
                let alias = TypeLowerer::new(&self.types, 0).lower(&applied(own));
                let (path, params) = (con.path.clone(), con.arity as u32);
                self.decls.push(TypeDecl { path, params, body: TypeBody::Alias(alias) });
            }
        }
        for (name, module) in modules_of(said) {
            if let (Module::Structure(said), Some(Module::Structure(seen))) = (module, seen.modules.get(name))
            {
                self.same_types(said, seen, loc)?;
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------ in the body

    /// A type that the signature of the recursive module around it spells out is that type.
    pub(super) fn anchored(&mut self, decl: &Declared, con: &Arc<TypeCon>, def: TypeDef) -> TypeDef {
        let promised = self.promised.as_ref().and_then(|promised| promised.types.get(&decl.name.node));
        let Some(promised) = promised.filter(|promised| promised.arity == con.arity).cloned() else {
            return def;
        };
        if def.manifest.is_some() || matches!(def.kind, TypeKind::Abstract) {
            return def;
        }
        let manifest = applied(&promised);
        match self.reexport(decl, &manifest, def.kind.clone()) {
            Ok(kind) => TypeDef { manifest: Some(manifest), kind, ..def },
            // The signature does not fit; that is reported where it is held to the body.
            Err(_) => def,
        }
    }

    /// The exception that the signature of the recursive module around it declares.
    pub(super) fn promised_exception(&self, name: &str) -> Option<Constructor> {
        let promised = self.promised.as_ref()?.constructors.get(name)?;
        (promised.owner.id == exn_id()).then(|| promised.clone())
    }

    /// Before a module inside of a recursive one is read: what the signature says of it.
    pub(super) fn anchor_inside(&mut self, name: Option<&Name>) {
        let promised =
            self.promised.as_ref().zip(name).and_then(|(promised, name)| promised.modules.get(name));
        self.anchor = match promised {
            Some(Module::Structure(inner)) => Some(inner.clone()),
            _ => None,
        };
    }
}

/// A type with its own parameters.
fn applied(con: &Arc<TypeCon>) -> Ty {
    types::con(con, (0..con.arity).map(|index| Arc::new(Kind::Generic(index as u32)) as Ty).collect())
}

/// The types of a structure, in order.
fn types_of(structure: &Structure) -> impl Iterator<Item = (&Name, &Arc<TypeCon>)> {
    structure.entries.iter().filter_map(|entry| match entry {
        Entry::Type(name, con, _) => Some((name, con)),
        _ => None,
    })
}

/// The modules of a structure, in order.
fn modules_of(structure: &Structure) -> impl Iterator<Item = (&Name, &Module)> {
    structure.entries.iter().filter_map(|entry| match entry {
        Entry::Module(name, module, _) => Some((name, module)),
        _ => None,
    })
}

fn has_other_values(structure: &Structure) -> bool {
    structure.entries.iter().any(|entry| match entry {
        Entry::Value(_, value) => matches!(value.access, Access::Cell(_)),
        Entry::Module(_, Module::Structure(inner), _) => has_other_values(inner),
        _ => false,
    })
}

fn find(structure: &Structure, path: &[Name]) -> Option<Arc<ValueInfo>> {
    match path {
        [] => None,
        [name] => structure.values.get(name).cloned(),
        [module, rest @ ..] => match structure.modules.get(module)? {
            Module::Structure(inner) => find(inner, rest),
            Module::Functor(_) => None,
        },
    }
}

/// What a signature says, with the values of the actual module.
fn with_access(said: &Structure, seen: &Structure) -> Structure {
    let mut result = said.clone();
    for entry in &mut result.entries {
        match entry {
            Entry::Value(name, value) => {
                let Some(own) = seen.values.get(name) else { continue };
                let access = own.access.clone();
                *value = Arc::new(ValueInfo { scheme: value.scheme.clone(), access });
                result.values.insert(name.clone(), value.clone());
            }
            Entry::Module(name, Module::Structure(inner), _) => {
                let Some(Module::Structure(own)) = seen.modules.get(name) else { continue };
                *inner = Arc::new(with_access(inner, own));
                result.modules.insert(name.clone(), Module::Structure(inner.clone()));
            }
            _ => {}
        }
    }
    result
}
