//! Records: which type a field belongs to, building, copying, reading and assigning.

use std::sync::Arc;

use lydian_core::{Expr as CoreExpr, Pattern as CorePattern};

use super::checker::{Checked, Checker};
use super::env::{Env, Labels};
use super::expr::mutability;
use super::pattern::{Bindings, VariantUse};
use super::types::{self, Kind, LabelInfo, Name, Scheme, Ty, TypeKind};
use super::unify::substitute;
use crate::diagnostics;
use crate::syntax::ast::{Expr, Loc, Longident, Path, Pattern, PatternKind};

impl Checker {
    /// The field that a path means: one of the expected type first, else the last in scope whose record has all of
    /// the other fields as well.
    fn pick_label(
        &mut self,
        env: &Env,
        path: &Path,
        expected: Option<&[Arc<LabelInfo>]>,
        others: &[&Name],
    ) -> Checked<Arc<LabelInfo>> {
        let Some(name) = path.node.last() else { return self.refuse(path.loc, "this path of a field") };
        if let Some(labels) = expected {
            if let Some(own) = labels.iter().find(|label| label.name == *name) {
                if let Longident::Dot(module, _) = &path.node {
                    self.find_structure(env, module, path.loc)?;
                }
                return Ok(own.clone());
            }
            let owner = labels.first().map_or(String::new(), |label| label.owner.display.to_string());
            self.find_labels(env, path)?;
            return Err(Box::new(diagnostics::wrong_constructor(
                self.span(path.loc),
                "field",
                &path.node.to_string(),
                &owner,
            )));
        }
        let candidates: Labels = self.find_labels(env, path)?;
        let fits = |label: &&Arc<LabelInfo>| others.iter().all(|other| label.siblings.contains(other));
        Ok(candidates
            .iter()
            .find(fits)
            .or_else(|| candidates.first())
            .cloned()
            .unwrap_or_else(|| unreachable!("a name that is found has at least one meaning")))
    }

    fn labels_of(&self, ty: &Ty) -> Option<Vec<Arc<LabelInfo>>> {
        match self.types.nominal(ty) {
            Some((_, def)) => match &def.kind {
                TypeKind::Record(labels) => Some(labels.clone()),
                _ => None,
            },
            None => None,
        }
    }

    /// The fields of a record expression or pattern, resolved together. A module named once counts for all fields.
    fn pick_labels<T>(
        &mut self,
        env: &Env,
        fields: &[(Path, T)],
        expected: Option<&[Arc<LabelInfo>]>,
    ) -> Checked<Vec<Arc<LabelInfo>>> {
        let qualifier = fields.iter().find_map(|(path, _)| match &path.node {
            Longident::Dot(module, _) => Some((**module).clone()),
            _ => None,
        });
        let names: Vec<&Name> = fields.iter().filter_map(|(path, _)| path.node.last()).collect();
        let mut labels: Vec<Arc<LabelInfo>> = Vec::with_capacity(fields.len());
        for (path, _) in fields {
            let qualified = match (&qualifier, &path.node) {
                (Some(module), Longident::Name(name)) => {
                    Path { node: Longident::Dot(Box::new(module.clone()), name.clone()), loc: path.loc }
                }
                _ => path.clone(),
            };
            // Later fields follow the first, unless they do not belong to its record.
            let label = match labels.first() {
                Some(first) if expected.is_none() => {
                    let siblings = self.labels_of_owner(first);
                    match siblings.iter().find(|label| Some(&label.name) == path.node.last()) {
                        Some(sibling) => sibling.clone(),
                        None => self.pick_label(env, &qualified, None, &names)?,
                    }
                }
                _ => self.pick_label(env, &qualified, expected, &names)?,
            };
            labels.push(label);
        }
        Ok(labels)
    }

    fn labels_of_owner(&self, label: &LabelInfo) -> Vec<Arc<LabelInfo>> {
        match self.types.body(&label.owner).map(|body| &body.kind) {
            Some(TypeKind::Record(labels)) => labels.clone(),
            _ => vec![],
        }
    }

    /// `{ x = p; ... }` as a pattern.
    pub fn record_pattern(
        &mut self,
        env: &Env,
        loc: Loc,
        fields: &[(Path, Pattern)],
        expected: &Ty,
        bindings: &mut Bindings,
        used: &mut VariantUse,
    ) -> Checked<CorePattern> {
        let known = self.labels_of(expected);
        let labels = self.pick_labels(env, fields, known.as_deref())?;
        let Some(first) = labels.first().cloned() else { return Ok(CorePattern::Any) };
        let params = self.types.fresh_many(first.owner.arity);
        self.unify_pattern(loc, &types::con(&first.owner, params.clone()), expected)?;
        let mut parts = vec![CorePattern::Any; first.siblings.len()];
        for ((path, pattern), label) in fields.iter().zip(&labels) {
            if label.owner.id != first.owner.id {
                return self.foreign(path, label, &first);
            }
            let extra = self.types.fresh_many(label.extra as usize);
            let all: Vec<Ty> = params.iter().cloned().chain(extra).collect();
            let ty = substitute(&label.ty, &all);
            parts[label.index] = self.pattern(env, pattern, &ty, bindings, used)?;
            if let (PatternKind::Var(_), 1.., Some(bound)) =
                (&pattern.kind, label.extra, bindings.all.last_mut())
            {
                let own = (0..label.extra).map(|index| -> Ty { Arc::new(Kind::Generic(index)) });
                let all: Vec<Ty> = params.iter().cloned().chain(own).collect();
                let body = substitute(&label.ty, &all);
                bound.poly = Some(Scheme { vars: label.extra, body, names: vec![] });
            }
        }
        self.only_constructors.insert(first.con);
        Ok(CorePattern::Construct(first.con, parts))
    }

    /// `{ x = e; ... }` or `{ base with x = e; ... }`.
    pub fn record_expr(
        &mut self,
        env: &Env,
        loc: Loc,
        base: Option<&Expr>,
        fields: &[(Path, Expr)],
        expected: &Ty,
    ) -> Checked<CoreExpr> {
        let base = match base {
            Some(base) => Some((base.loc, self.infer_record(env, base)?)),
            None => None,
        };
        let known =
            self.labels_of(expected).or_else(|| base.as_ref().and_then(|(_, (_, ty))| self.labels_of(ty)));
        let labels = self.pick_labels(env, fields, known.as_deref())?;
        let Some(first) = labels.first().cloned() else { return self.refuse(loc, "an empty record") };
        let params = self.types.fresh_many(first.owner.arity);
        let record = types::con(&first.owner, params.clone());
        if known.is_some() && base.is_none() {
            self.unify_expr(loc, &record, expected)?;
        }
        let mut values: Vec<Option<CoreExpr>> = vec![None; first.siblings.len()];
        for ((path, value), label) in fields.iter().zip(&labels) {
            if label.owner.id != first.owner.id {
                return self.foreign(path, label, &first);
            }
            let value = self.field_value(env, label, value, &params)?;
            if values[label.index].is_some() {
                return Err(Box::new(diagnostics::repeated_field(self.span(loc), &label.name)));
            }
            values[label.index] = Some(value);
        }
        self.unify_expr(loc, &record, expected)?;
        if first.private {
            return Err(Box::new(diagnostics::private_type(self.span(loc), &first.owner.display)));
        }
        let kind = mutability(first.mutable_record);
        match base {
            None => {
                let missing: Vec<String> = first
                    .siblings
                    .iter()
                    .zip(&values)
                    .filter(|(_, value)| value.is_none())
                    .map(|(name, _)| name.to_string())
                    .collect();
                if !missing.is_empty() {
                    return Err(Box::new(diagnostics::missing_fields(self.span(loc), &missing)));
                }
                Ok(CoreExpr::Construct(first.con, kind, values.into_iter().flatten().collect()))
            }
            Some((base_loc, (base, base_type))) => {
                // Fields that are copied may change the type only where no copied field mentions it.
                let own = self.types.fresh_many(first.owner.arity);
                for label in self.labels_of_owner(&first) {
                    if values[label.index].is_none() {
                        let (new, old) = (substitute(&label.ty, &params), substitute(&label.ty, &own));
                        if label.extra == 0 {
                            self.unify_expr(base_loc, &old, &new)?;
                        }
                    }
                }
                self.unify_expr(base_loc, &base_type, &types::con(&first.owner, own))?;
                let var = self.fresh_var("base");
                let parts = values
                    .into_iter()
                    .enumerate()
                    .map(|(index, value)| {
                        value.unwrap_or_else(|| CoreExpr::Field(Box::new(CoreExpr::Var(var)), index as u32))
                    })
                    .collect();
                let copy = CoreExpr::Construct(first.con, kind, parts);
                Ok(CoreExpr::Let(var, Box::new(base), Box::new(copy)))
            }
        }
    }

    /// The value of a field; a polymorphic field needs a polymorphic value.
    pub fn field_value(
        &mut self,
        env: &Env,
        label: &LabelInfo,
        value: &Expr,
        params: &[Ty],
    ) -> Checked<CoreExpr> {
        if label.extra == 0 {
            return self.expect_argument(env, value, &substitute(&label.ty, params));
        }
        self.types.level += 1;
        let vars = self.types.fresh_many(label.extra as usize);
        let all: Vec<Ty> = params.iter().cloned().chain(vars.iter().cloned()).collect();
        let wanted = substitute(&label.ty, &all);
        let checked = self.expect(env, value, &wanted);
        self.types.level -= 1;
        let core = checked?;
        if !self.types.are_general(&vars) {
            let actual = self.show(&wanted);
            let expected = self.show(&label.ty);
            return Err(Box::new(diagnostics::not_general(self.span(value.loc), &actual, &expected)));
        }
        Ok(core)
    }

    /// The record, the field with the arguments of the record's type, and the type of `record.field`.
    #[allow(clippy::type_complexity, reason = "three results that the sentence above names")]
    pub fn field_of(
        &mut self,
        env: &Env,
        record: &Expr,
        field: &Path,
    ) -> Checked<(CoreExpr, (Arc<LabelInfo>, Vec<Ty>), Ty)> {
        let (core, record_type) = self.infer_record(env, record)?;
        let known = self.labels_of(&record_type);
        let label = self.pick_label(env, field, known.as_deref(), &[])?;
        let params = self.types.fresh_many(label.owner.arity);
        self.unify_expr(record.loc, &record_type, &types::con(&label.owner, params.clone()))?;
        let extra = self.types.fresh_many(label.extra as usize);
        let all: Vec<Ty> = params.iter().cloned().chain(extra).collect();
        let ty = substitute(&label.ty, &all);
        Ok((core, (label, params), ty))
    }

    fn foreign<T>(&self, path: &Path, label: &LabelInfo, first: &LabelInfo) -> Checked<T> {
        Err(Box::new(diagnostics::foreign_field(
            self.span(path.loc),
            &label.name,
            &label.owner.display,
            &first.owner.display,
        )))
    }
}
