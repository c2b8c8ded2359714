//! Extensible types: `type t = ..`, and the constructors that `type t += A of int` adds.
//! An added constructor is looked up like an exception, by name only; Core sees a variant with all that were declared.

use std::sync::Arc;

use lydian_core::{ConId, TypeBody};

use super::checker::{Checked, Checker};
use super::env::{Constructor, Env, Structure};
use super::types::{self, ConInfo, Kind, Ty, TypeCon, TypeKind};
use crate::diagnostics;
use crate::syntax::ast::{ExceptionKind, Loc, Path, TypeExtension};

/// What stands before the path of an extensible type in its constructors: they belong to the module that declares them.
const MARK: &str = "+";

/// Whether a constructor was added to an extensible type.
pub fn is_added(con: ConId) -> bool {
    con.type_path().starts_with(MARK)
}

impl Checker {
    /// Adds constructors to an extensible type, visible in `env` and offered by `structure`.
    pub fn extend_type(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        extension: &TypeExtension,
    ) -> Checked<()> {
        let owner = self.extensible(env, &extension.path)?;
        if owner.arity != extension.params.len() {
            let span = self.span(extension.path.loc);
            let (name, given) = (extension.path.node.to_string(), extension.params.len());
            return Err(Box::new(diagnostics::type_arity(span, &name, owner.arity, given)));
        }
        let outer = std::mem::take(&mut self.type_vars);
        for (index, param) in extension.params.iter().enumerate() {
            if let Some(name) = &param.name {
                self.type_vars.insert(name.clone(), Arc::new(Kind::Generic(index as u32)));
            }
        }
        let added = self.added(env, &owner, extension);
        self.type_vars = outer;
        for constructor in added? {
            env.constructors.insert(constructor.name.clone(), constructor.clone());
            structure.add_extension(&constructor.name.clone(), &constructor);
        }
        Ok(())
    }

    fn added(
        &mut self,
        env: &Env,
        owner: &Arc<TypeCon>,
        extension: &TypeExtension,
    ) -> Checked<Vec<Constructor>> {
        let mut all = Vec::with_capacity(extension.constructors.len());
        for decl in &extension.constructors {
            let name = &decl.name.node;
            let info = match &decl.kind {
                ExceptionKind::New(args) => {
                    let (path, _) = self.declare_path(name);
                    let con = ConId::intern(&format!("{MARK}{}", owner.path), &path);
                    let (args, inline) =
                        self.constructor_args(env, args, owner, name, con, owner.arity, false)?;
                    let (name, owner) = (name.clone(), owner.clone());
                    let info =
                        Arc::new(ConInfo { name, con, owner, args, inline, literal: None, private: false });
                    self.lower_added(&info);
                    info
                }
                ExceptionKind::Rebind(path) => {
                    let original = self.find_constructor(env, path)?;
                    if original.owner.id != owner.id {
                        let span = self.span(path.loc);
                        let (name, shown) = (path.node.to_string(), owner.display.to_string());
                        return Err(Box::new(diagnostics::wrong_constructor(
                            span,
                            "constructor",
                            &name,
                            &shown,
                        )));
                    }
                    Arc::new(ConInfo {
                        name: name.clone(),
                        con: original.con,
                        owner: owner.clone(),
                        args: original.args.clone(),
                        inline: original.inline.clone(),
                        literal: None,
                        private: false,
                    })
                }
            };
            all.push(info);
        }
        Ok(all)
    }

    /// The extensible type of a path.
    fn extensible(&mut self, env: &Env, path: &Path) -> Checked<Arc<TypeCon>> {
        let con = self.find_type(env, path)?;
        let params: Vec<Ty> =
            (0..con.arity).map(|index| Arc::new(Kind::Generic(index as u32)) as Ty).collect();
        match self.types.nominal(&types::con(&con, params)) {
            Some((owner, def)) if matches!(def.kind, TypeKind::Open) => Ok(owner),
            _ => {
                let message = format!("the type `{}` is not extensible", path.node);
                let span = self.span(path.loc);
                let diagnostic = lydian_diagnostic::Diagnostic::error("type-mismatch", span, message)
                    .hint(format!("declare it as `type {} = ..`", path.node));
                Err(Box::new(diagnostic))
            }
        }
    }

    /// Adds a constructor to the type's declaration in Core.
    fn lower_added(&mut self, constructor: &ConInfo) {
        if self.dry > 0 {
            return;
        }
        let lowered = self.lower_constructor(constructor);
        let path = &constructor.owner.path;
        if let Some(decl) = self.decls.iter_mut().rev().find(|decl| decl.path == *path)
            && let TypeBody::Variant(constructors) = &mut decl.body
        {
            constructors.push(lowered);
        }
    }

    /// The constructors of an extension in a signature, which the actual module must have.
    pub(super) fn kept_extension(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        extension: &TypeExtension,
        actual: &Structure,
        loc: Loc,
    ) -> Checked<()> {
        let owner = self.extensible(scope, &extension.path)?;
        for decl in &extension.constructors {
            let name = &decl.name.node;
            let own = actual.constructors.get(name).filter(|own| own.owner.id == owner.id).cloned();
            let Some(own) = own else {
                return Err(Box::new(diagnostics::missing_item(self.span(loc), "constructor", name)));
            };
            scope.constructors.insert(name.clone(), own.clone());
            structure.add_extension(name, &own);
        }
        Ok(())
    }
}
