//! The types of a signature: new ones, or those of the module that should match.

use std::sync::Arc;

use super::checker::{Checked, Checker};
use super::declare::keyword;
use super::env::{Env, Structure};
use super::module_type::{Against, Override};
use super::types::{self, ConInfo, Kind, Ty, TypeCon, TypeKind, Variance};
use super::unify::substitute;
use crate::diagnostics;
use crate::syntax::ast::{self, Loc, TypeDeclKind};

impl Checker {
    /// Declares a group of types of a signature.
    #[allow(clippy::too_many_arguments, reason = "an item of a signature, and what it is held to")]
    pub(super) fn sig_types(
        &mut self,
        scope: &mut Env,
        structure: &mut Structure,
        nonrec: bool,
        substitute: bool,
        decls: &[ast::TypeDecl],
        actual: Option<&Structure>,
        against: Against<'_>,
        overrides: &[Override],
    ) -> Checked<()> {
        let mut cons = Vec::with_capacity(decls.len());
        // For each type, whether it stands for one of the actual module.
        let mut kept = Vec::with_capacity(decls.len());
        for decl in decls {
            let name = &decl.name.node;
            let removed = substitute
                || overrides
                    .iter()
                    .any(|own| own.removed() && own.path().len() == 1 && own.path()[0] == *name);
            let own = match actual {
                _ if removed => None,
                Some(actual) => match actual.types.get(name) {
                    Some(own) => Some(own.clone()),
                    None => {
                        let span = self.span(against.loc);
                        return Err(Box::new(diagnostics::missing_item(span, "type", name)));
                    }
                },
                None => None,
            };
            if let Some(own) = &own
                && own.arity != decl.params.len()
            {
                let span = self.span(against.loc);
                return Err(Box::new(diagnostics::item_differs(span, "type", name)));
            }
            kept.push(own.is_some());
            cons.push(match own {
                Some(own) if !against.opaque => own,
                Some(own) => {
                    let display = self.display(name);
                    let level = if self.local > 0 { self.types.level } else { 0 };
                    Arc::new(TypeCon::new(&own.path, &display, own.arity, level))
                }
                None => {
                    self.nameless += u32::from(removed);
                    let con = self.declare_type(name, decl.params.len());
                    self.nameless -= u32::from(removed);
                    con
                }
            });
        }
        let mut inner = scope.clone();
        if !nonrec {
            for (decl, con) in decls.iter().zip(&cons) {
                inner.types.insert(decl.name.node.clone(), con.clone());
            }
        }
        for (index, (decl, con)) in decls.iter().zip(&cons).enumerate() {
            let replaced = overrides.iter().find_map(|own| match own {
                Override::Type { path, arity, ty, .. } if path.len() == 1 && path[0] == decl.name.node => {
                    Some((*arity, ty.clone()))
                }
                _ => None,
            });
            if kept[index] && !against.opaque {
                self.check_type(&inner, decl, con, replaced, against.loc)?;
            } else {
                let mut def = self.define_type(&inner, decl, con)?;
                if matches!(def.kind, TypeKind::Open)
                    && let Some(own) = actual.and_then(|actual| actual.types.get(&decl.name.node))
                    && own.id != con.id
                {
                    // What is open has nothing to hide, and its constructors are of the actual type.
                    let params = (0..own.arity).map(|index| Arc::new(Kind::Generic(index as u32))).collect();
                    def.manifest = Some(types::con(own, params));
                }
                if let Some((_, ty)) = replaced {
                    if matches!(def.kind, TypeKind::Abstract) {
                        self.refuse_replacement(decl, con, &ty)?;
                    }
                    if def.manifest.is_none() {
                        def.manifest = Some(ty);
                    }
                }
                if def.manifest.is_some() || !matches!(def.kind, TypeKind::Abstract) {
                    // The variance of what is visible is that of its definition; unknown parts stay invariant.
                    def.variance = vec![Variance::INVARIANT; con.arity];
                }
                self.types.define(con, def);
            }
            self.publish_type(scope, structure, &decl.name.node, con, keyword(index, nonrec));
        }
        let own: Vec<Arc<TypeCon>> = cons
            .iter()
            .zip(&kept)
            .filter(|(_, kept)| !**kept || against.opaque)
            .map(|(con, _)| con.clone())
            .collect();
        self.infer_variance(&own);
        Ok(())
    }

    fn refuse_replacement(&mut self, decl: &ast::TypeDecl, con: &Arc<TypeCon>, ty: &Ty) -> Checked<()> {
        if let Kind::Con(own, _) = &**ty
            && own.id == con.id
        {
            return Err(Box::new(diagnostics::cyclic_type(self.span(decl.loc), &decl.name.node)));
        }
        Ok(())
    }

    fn display(&self, name: &str) -> String {
        let mut display = String::new();
        for module in &self.module_path {
            display.push_str(module);
            display.push('.');
        }
        display.push_str(name);
        display
    }

    /// Checks that an actual type is what a signature declares.
    fn check_type(
        &mut self,
        env: &Env,
        decl: &ast::TypeDecl,
        own: &Arc<TypeCon>,
        replaced: Option<(usize, Ty)>,
        loc: Loc,
    ) -> Checked<()> {
        let differs = |checker: &Checker| {
            Box::new(diagnostics::item_differs(checker.span(loc), "type", &decl.name.node))
        };
        let rigid: Vec<Ty> = (0..own.arity)
            .map(|index| types::con(&self.rigid_type(&super::show::letter(index)), vec![]))
            .collect();
        let actual = types::con(own, rigid.clone());
        if let Some((_, ty)) = replaced {
            let ty = substitute(&ty, &rigid);
            if self.types.unify(&actual, &ty).is_err() {
                return Err(differs(self));
            }
        }
        if decl.manifest.is_none() && matches!(decl.kind, TypeDeclKind::Abstract) {
            return Ok(());
        }
        // The declaration is read with a type of its own, whose parts are compared.
        let said = Arc::new(TypeCon::new(&own.path, &own.display, own.arity, 0));
        let def = self.define_type(env, decl, &said)?;
        if let Some(manifest) = &def.manifest {
            let manifest = substitute(manifest, &rigid);
            let equal = if def.private {
                // `private t` only promises that values can be seen as a `t`.
                self.types.unify(&self.types.expand_private(&actual), &manifest).is_ok()
                    || self.types.unify(&actual, &manifest).is_ok()
            } else {
                self.types.unify(&actual, &manifest).is_ok()
            };
            if !equal {
                return Err(differs(self));
            }
        }
        let known = self.types.nominal(&actual).map(|(_, def)| def);
        let same = match (&def.kind, known.as_ref().map(|def| &def.kind)) {
            (TypeKind::Abstract, _) | (TypeKind::Open, Some(TypeKind::Open)) => true,
            (TypeKind::Variant(said), Some(TypeKind::Variant(own))) => {
                let own = own.clone();
                said.len() == own.len()
                    && said.iter().zip(&own).all(|(a, b)| a.name == b.name && self.same_args(a, b, &rigid))
            }
            (TypeKind::Record(said), Some(TypeKind::Record(own))) => {
                let own = own.clone();
                said.len() == own.len()
                    && said.iter().zip(&own).all(|(a, b)| {
                        a.name == b.name
                            && a.mutable == b.mutable
                            && a.extra == b.extra
                            && self
                                .types
                                .unify(&substitute(&a.ty, &rigid), &substitute(&b.ty, &rigid))
                                .is_ok()
                    })
            }
            _ => false,
        };
        if same { Ok(()) } else { Err(differs(self)) }
    }

    fn same_args(&mut self, said: &ConInfo, own: &ConInfo, rigid: &[Ty]) -> bool {
        said.args.len() == own.args.len()
            && said.inline.is_some() == own.inline.is_some()
            && (said.inline.is_some()
                || said
                    .args
                    .iter()
                    .zip(&own.args)
                    .all(|(a, b)| self.types.unify(&substitute(a, rigid), &substitute(b, rigid)).is_ok()))
    }
}
