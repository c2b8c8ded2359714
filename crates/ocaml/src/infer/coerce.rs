//! Coercions `(e :> t)`: to a polymorphic variant with more tags, or from a private type to what it stands for.

use super::checker::{Checked, Checker};
use super::env::Env;
use super::types::{Kind, Ty, Variance};
use super::unify::{Unified, UnifyError};
use crate::diagnostics::Subject;
use crate::syntax::ast::{Expr, Loc, TypeExpr};

/// Deeper types are compared for equality.
const MAX_DEPTH: u32 = 200;

impl Checker {
    /// `(e : from :> to)`.
    pub fn coerce(
        &mut self,
        env: &Env,
        loc: Loc,
        expr: &Expr,
        from: Option<&TypeExpr>,
        to: &TypeExpr,
        expected: &Ty,
    ) -> Checked<lydian_core::Expr> {
        let to = self.type_expr(env, to)?;
        let (core, from) = match from {
            Some(from) => {
                let from = self.type_expr(env, from)?;
                (self.expect_argument(env, expr, &from)?, from)
            }
            None => self.infer(env, expr)?,
        };
        if let Err(error) = self.subtype(&from, &to, 0) {
            return Err(self.mismatch(loc, Subject::Expression, error, &from, &to));
        }
        self.unify_expr(loc, &to, expected)?;
        Ok(core)
    }

    fn subtype(&mut self, from: &Ty, to: &Ty, depth: u32) -> Unified {
        let (left, right) = (self.types.expand(from), self.types.expand(to));
        if depth > MAX_DEPTH {
            return self.types.unify(&left, &right);
        }
        match (&*left, &*right) {
            (Kind::Arrow(a, from, to), Kind::Arrow(b, other_from, other_to)) if a == b => {
                self.subtype(other_from, from, depth + 1)?;
                self.subtype(to, other_to, depth + 1)
            }
            (Kind::Tuple(parts), Kind::Tuple(others)) if parts.len() == others.len() => {
                parts.iter().zip(others).try_for_each(|(a, b)| self.subtype(a, b, depth + 1))
            }
            (Kind::Variant(row), Kind::Variant(other)) => {
                let (row, other) = (self.types.row(row), self.types.row(other));
                if !row.closed || !matches!(&*other.more, Kind::Nil) {
                    return self.types.unify(&left, &right);
                }
                for (name, tag) in &row.tags {
                    match other.tags.iter().find(|(own, _)| own == name) {
                        Some((_, own)) => match (&tag.arg, &own.arg) {
                            (Some(a), Some(b)) => self.subtype(a, b, depth + 1)?,
                            (None, None) => {}
                            _ => return Err(UnifyError::Tag(name.clone())),
                        },
                        None => return Err(UnifyError::Tag(name.clone())),
                    }
                }
                Ok(())
            }
            (Kind::Con(a, args), Kind::Con(b, others)) if a.id == b.id => {
                let variance = self.types.body(a).map(|body| body.variance.clone()).unwrap_or_default();
                for (index, (x, y)) in args.iter().zip(others).enumerate() {
                    match variance.get(index).copied().unwrap_or(Variance::INVARIANT) {
                        Variance { positive: true, negative: false } => self.subtype(x, y, depth + 1)?,
                        Variance { positive: false, negative: true } => self.subtype(y, x, depth + 1)?,
                        Variance { positive: false, negative: false } => {}
                        Variance::INVARIANT => self.types.unify(x, y)?,
                    }
                }
                Ok(())
            }
            (Kind::Con(..), _) => {
                let seen = self.types.expand_private(&left);
                if std::sync::Arc::ptr_eq(&seen, &left) {
                    return self.types.unify(&left, &right);
                }
                self.subtype(&seen, &right, depth + 1)
            }
            _ => self.types.unify(&left, &right),
        }
    }
}
