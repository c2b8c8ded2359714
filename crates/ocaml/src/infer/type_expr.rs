//! Type expressions as types.
//! Inside a value definition a named variable is one unknown for the whole item; inside a type declaration it must be
//! a parameter.

use std::sync::Arc;

use super::checker::{Checked, Checker};
use super::env::Env;
use super::function::Annotation;
use super::types::{self, ArgLabel, Kind, Row, RowTag, Scheme, Ty};
use crate::diagnostics;
use crate::syntax::ast::{RowBound, RowField, TypeExpr, TypeExprKind};

/// What an unknown type variable means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variables {
    /// A new unknown.
    Admitted,
    /// A mistake.
    Refused,
}

impl Checker {
    /// A type written in a value definition.
    pub fn type_expr(&mut self, env: &Env, ty: &TypeExpr) -> Checked<Ty> {
        self.translate(env, ty, Variables::Admitted)
    }

    /// A type written in a declaration.
    pub fn declared_type(&mut self, env: &Env, ty: &TypeExpr) -> Checked<Ty> {
        self.translate(env, ty, Variables::Refused)
    }

    /// The type of a `val` or an `external`: all of its variables are quantified.
    pub fn type_scheme(&mut self, env: &Env, ty: &TypeExpr) -> Checked<Scheme> {
        let outer = std::mem::take(&mut self.type_vars);
        let outer_level = self.type_var_level;
        self.types.level += 1;
        self.type_var_level = self.types.level;
        let inner = match &ty.kind {
            TypeExprKind::Poly { ty, .. } => ty,
            _ => ty,
        };
        let result = self.type_expr(env, inner);
        self.types.level -= 1;
        self.type_var_level = outer_level;
        self.type_vars = outer;
        self.generalize(ty.loc, &result?)
    }

    /// An explicitly polymorphic type: `'a. t` is checked with variables that must stay general, `type a. t` with types
    /// that are equal to nothing else.
    pub fn poly_type(&mut self, env: &Env, ty: &TypeExpr) -> Checked<Annotation> {
        let (names, inner) = match &ty.kind {
            TypeExprKind::Poly { vars, ty } => (vars, ty),
            TypeExprKind::LocallyAbstract { names, ty } => {
                let mut scope = env.clone();
                let mut named = Vec::new();
                for name in names {
                    let con = self.rigid_type(&name.node);
                    scope.types.insert(name.node.clone(), con.clone());
                    named.push((name.node.clone(), con));
                }
                let instance = self.type_expr(&scope, ty)?;
                let cons: Vec<_> = named.iter().map(|(_, con)| con.clone()).collect();
                let scheme = self.abstract_rigid(&instance, &cons);
                return Ok(Annotation { scheme, instance, vars: vec![], named });
            }
            _ => {
                let instance = self.type_expr(env, ty)?;
                let scheme = Scheme::mono(instance.clone());
                return Ok(Annotation { scheme, instance, vars: vec![], named: vec![] });
            }
        };
        let mut cons = Vec::new();
        let mut saved = Vec::new();
        for name in names {
            let con = self.rigid_type(&format!("'{}", name.node));
            let ty = types::con(&con, vec![]);
            saved.push((name.node.clone(), self.type_vars.insert(name.node.clone(), ty)));
            cons.push(con);
        }
        let rigid = self.type_expr(env, inner);
        for (name, old) in saved {
            match old {
                Some(old) => self.type_vars.insert(name, old),
                None => self.type_vars.remove(&name),
            };
        }
        let scheme = self.abstract_rigid(&rigid?, &cons);
        let vars = self.types.fresh_many(cons.len());
        let instance = super::unify::substitute(&scheme.body, &vars);
        Ok(Annotation { scheme, instance, vars, named: vec![] })
    }

    /// Quantifies rigid types.
    pub fn abstract_rigid(&mut self, ty: &Ty, cons: &[Arc<types::TypeCon>]) -> Scheme {
        let names = cons.iter().enumerate().filter_map(|(index, con)| {
            con.display.strip_prefix('\'').map(|name| (index as u32, name.into()))
        });
        Scheme { vars: cons.len() as u32, body: self.replace_cons(ty, cons), names: names.collect() }
    }

    fn replace_cons(&self, ty: &Ty, cons: &[Arc<types::TypeCon>]) -> Ty {
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Var(_) | Kind::Generic(_) | Kind::Nil => ty.clone(),
            Kind::Arrow(label, from, to) => Arc::new(Kind::Arrow(
                label.clone(),
                self.replace_cons(from, cons),
                self.replace_cons(to, cons),
            )),
            Kind::Tuple(parts) => {
                Arc::new(Kind::Tuple(parts.iter().map(|part| self.replace_cons(part, cons)).collect()))
            }
            Kind::Con(con, args) => match cons.iter().position(|own| own.id == con.id) {
                Some(index) => Arc::new(Kind::Generic(index as u32)),
                None => Arc::new(Kind::Con(
                    con.clone(),
                    args.iter().map(|arg| self.replace_cons(arg, cons)).collect(),
                )),
            },
            Kind::Variant(row) => {
                let mut row = self.types.row(row);
                for (_, tag) in &mut row.tags {
                    tag.arg = tag.arg.as_ref().map(|arg| self.replace_cons(arg, cons));
                }
                Arc::new(Kind::Variant(row))
            }
        }
    }

    fn translate(&mut self, env: &Env, ty: &TypeExpr, variables: Variables) -> Checked<Ty> {
        let env_ref = env;
        self.nested(ty.loc, move |checker| checker.translate_kind(env_ref, ty, variables))
    }

    fn translate_kind(&mut self, env: &Env, ty: &TypeExpr, variables: Variables) -> Checked<Ty> {
        match &ty.kind {
            TypeExprKind::Any => match variables {
                Variables::Admitted => Ok(self.types.fresh()),
                Variables::Refused => {
                    Err(Box::new(diagnostics::unbound_type_variable(self.span(ty.loc), "_")))
                }
            },
            TypeExprKind::Var(name) => {
                if let Some(known) = self.type_vars.get(name) {
                    return Ok(known.clone());
                }
                if variables == Variables::Refused {
                    return Err(Box::new(diagnostics::unbound_type_variable(self.span(ty.loc), name)));
                }
                let fresh = self.types.fresh_at(self.type_var_level);
                self.types.name(&fresh, name);
                self.type_vars.insert(name.clone(), fresh.clone());
                Ok(fresh)
            }
            TypeExprKind::Arrow { label, parameter, result } => {
                let parameter = self.translate(env, parameter, variables)?;
                let parameter = match label {
                    ArgLabel::Optional(_) => types::option(parameter),
                    _ => parameter,
                };
                let result = self.translate(env, result, variables)?;
                Ok(Arc::new(Kind::Arrow(label.clone(), parameter, result)))
            }
            TypeExprKind::Tuple(parts) => {
                let parts: Checked<Vec<Ty>> =
                    parts.iter().map(|part| self.translate(env, part, variables)).collect();
                Ok(types::tuple(parts?))
            }
            TypeExprKind::Constr { path, args } => {
                let con = self.find_type(env, path)?;
                if con.arity != args.len() {
                    let name = path.node.to_string();
                    return Err(Box::new(diagnostics::type_arity(
                        self.span(ty.loc),
                        &name,
                        con.arity,
                        args.len(),
                    )));
                }
                let args: Checked<Vec<Ty>> =
                    args.iter().map(|arg| self.translate(env, arg, variables)).collect();
                Ok(types::con(&con, args?))
            }
            TypeExprKind::Variant { fields, bound } => self.translate_row(env, ty, fields, bound, variables),
            TypeExprKind::Alias { ty: inner, name } => {
                let var = match self.type_vars.get(&name.node) {
                    Some(known) => known.clone(),
                    None => {
                        let fresh = self.types.fresh_at(self.type_var_level);
                        self.type_vars.insert(name.node.clone(), fresh.clone());
                        fresh
                    }
                };
                let translated = self.translate(env, inner, variables)?;
                if self.types.unify(&var, &translated).is_err() {
                    let feature = "a type that contains itself through `as`";
                    return Err(Box::new(diagnostics::unsupported(self.span(ty.loc), feature)));
                }
                Ok(translated)
            }
            TypeExprKind::Poly { .. } | TypeExprKind::LocallyAbstract { .. } => {
                Err(Box::new(diagnostics::unsupported(self.span(ty.loc), "a polymorphic type at this place")))
            }
            TypeExprKind::Error => Ok(self.types.fresh()),
        }
    }

    fn translate_row(
        &mut self,
        env: &Env,
        ty: &TypeExpr,
        fields: &[RowField],
        bound: &RowBound,
        variables: Variables,
    ) -> Checked<Ty> {
        let mut tags: Vec<(types::Name, RowTag)> = Vec::new();
        for field in fields {
            match field {
                RowField::Tag { name, constant, args } => {
                    if args.len() > 1 || (*constant && !args.is_empty()) {
                        let feature = "a tag with several types";
                        return Err(Box::new(diagnostics::unsupported(self.span(name.loc), feature)));
                    }
                    let arg = match args.first() {
                        Some(arg) => Some(self.translate(env, arg, variables)?),
                        None => None,
                    };
                    let present = match bound {
                        RowBound::Exact | RowBound::Open => true,
                        RowBound::Closed(present) => present.contains(&name.node),
                    };
                    tags.retain(|(own, _)| *own != name.node);
                    tags.push((name.node.clone(), RowTag { present, arg }));
                }
                RowField::Inherit(inherited) => {
                    let translated = self.translate(env, inherited, variables)?;
                    let Kind::Variant(row) = &*self.types.expand(&translated) else {
                        let shown = self.show(&translated);
                        let span = self.span(inherited.loc);
                        let message = format!("`{shown}` is not a polymorphic variant type");
                        return Err(Box::new(lydian_diagnostic::Diagnostic::error(
                            "type-mismatch",
                            span,
                            message,
                        )));
                    };
                    let row = self.types.row(row);
                    for (name, mut tag) in row.tags {
                        if let RowBound::Closed(present) = bound {
                            tag.present = present.contains(&name);
                        }
                        tags.retain(|(own, _)| *own != name);
                        tags.push((name, tag));
                    }
                }
            }
        }
        tags.sort_by(|(a, _), (b, _)| a.cmp(b));
        if *bound != RowBound::Exact && variables == Variables::Refused {
            return Err(Box::new(diagnostics::unbound_type_variable(self.span(ty.loc), "..")));
        }
        let (closed, more) = match bound {
            RowBound::Exact => (true, Arc::new(Kind::Nil)),
            RowBound::Open => (false, self.types.fresh_at(self.type_var_level)),
            RowBound::Closed(_) => (true, self.types.fresh_at(self.type_var_level)),
        };
        Ok(Arc::new(Kind::Variant(Row { tags, closed, more })))
    }
}
