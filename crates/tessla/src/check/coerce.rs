//! Fits an expression to the type that is expected of it: the liftings that need no call.
//! A value becomes a constant stream, a liftable function a function on streams, a function gets the strictness of the
//! place that it is passed to. Nothing else is converted.

use std::rc::Rc;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use crate::check::{Checker, ERROR};
use crate::syntax::ast::Strictness;
use crate::typed::{Function, Kind, Tree, Typed, is_value};
use crate::types::Type;

type Params = Arc<[(Strictness, Type)]>;

impl Checker<'_> {
    /// The expression at the expected type; a mismatch is reported.
    pub(crate) fn coerce(&mut self, tree: Tree, expected: &Type) -> Tree {
        let (wanted, actual) = (self.shallow(expected), self.shallow(&tree.ty));
        let fitted = match (&wanted, &actual) {
            (&ERROR, _) | (_, &ERROR) => return tree,
            (Type::Events(_), Type::Events(_)) => None,
            (Type::Events(part), _) if self.is_plain_value(&actual) => {
                if self.unify(part, &actual) {
                    return Typed::new(Kind::Constant(tree.clone()), wanted.clone(), tree.at);
                }
                None
            }
            (Type::Function(params, result, _), Type::Function(inner, value, liftable))
                if params.len() == inner.len() =>
            {
                let lifts = *liftable && !(is_value(&wanted)) && is_value(&actual);
                if lifts {
                    self.lift_function(&tree, params, result, inner, value)
                } else {
                    self.adapt(&tree, &wanted, params, inner)
                }
            }
            (Type::Record(fields), Type::Record(inner)) => self.coerce_fields(&tree, fields, inner),
            _ => None,
        };
        if let Some(fitted) = fitted {
            return fitted;
        }
        if !self.unify(&wanted, &actual) {
            self.mismatch(&tree, &wanted);
        }
        tree
    }

    fn mismatch(&mut self, tree: &Tree, wanted: &Type) {
        if self.is_open(wanted) {
            let message = format!("a value is expected here, but this is `{}`", self.show(&tree.ty));
            let span = self.names.files.span(tree.at);
            let hint =
                "type arguments are types of values; `static if` chooses between streams and functions";
            return self.push(Diagnostic::error("type-mismatch", span, message).hint(hint));
        }
        let called = match (wanted, self.shallow(&tree.ty)) {
            (Type::Function(..), _) => false,
            (_, Type::Function(params, _, _)) => params.is_empty(),
            _ => false,
        };
        let (wanted, actual) = (self.show(wanted), self.show(&tree.ty));
        let message = format!("`{wanted}` is expected here, but this is `{actual}`");
        let mut fault = Diagnostic::error("type-mismatch", self.names.files.span(tree.at), message);
        if called {
            fault = fault.hint("a function without parameters is called with `()` behind it");
        }
        self.push(fault);
    }

    /// Whether a type is one of values that events can have.
    fn is_plain_value(&self, ty: &Type) -> bool {
        is_value(ty) && !crate::typed::has_function(ty)
    }

    /// A liftable function where one on streams is expected: a function that lifts it.
    fn lift_function(
        &mut self,
        tree: &Tree,
        params: &Params,
        result: &Type,
        inner: &Params,
        value: &Type,
    ) -> Option<Tree> {
        let part = |ty: &Type| match ty {
            Type::Events(part) => (**part).clone(),
            other => other.clone(),
        };
        for ((_, outer), (_, inner)) in params.iter().zip(inner.iter()) {
            if !self.unify(&part(&self.shallow(outer)), inner) {
                return None;
            }
        }
        if !matches!(self.shallow(result), Type::Events(_))
            || !self.unify(&part(&self.shallow(result)), value)
        {
            return None;
        }
        let streams = Type::Events(Arc::new(value.clone()));
        let lifted = self.wrap(tree, params, Kind::Lift, streams);
        Some(lifted)
    }

    /// A function whose parameters are strict or lazy as the place expects it.
    fn adapt(&mut self, tree: &Tree, wanted: &Type, params: &Params, inner: &Params) -> Option<Tree> {
        let same = params.iter().zip(inner.iter()).all(|((a, _), (b, _))| a == b);
        if same || !is_value(wanted) || !self.unify(wanted, &tree.ty) {
            return None;
        }
        let Type::Function(_, result, _) = wanted else { return None };
        Some(self.wrap(tree, params, Kind::Call, (**result).clone()))
    }

    fn wrap(
        &mut self,
        tree: &Tree,
        params: &Params,
        body: impl FnOnce(Tree, Vec<Tree>) -> Kind,
        result: Type,
    ) -> Tree {
        let locals: Vec<_> = params
            .iter()
            .map(|(strictness, ty)| self.add_local("x".into(), ty.clone(), *strictness))
            .collect();
        let args = locals.iter().map(|local| self.local_tree(*local, tree.at)).collect();
        let body = Typed::new(body(tree.clone(), args), result.clone(), tree.at);
        let ty = Type::Function(params.clone(), Arc::new(result), false);
        Typed::new(Kind::Lambda(Rc::new(Function { params: locals, body })), ty, tree.at)
    }

    /// A record some of whose values are expected to be streams.
    fn coerce_fields(
        &mut self,
        tree: &Tree,
        fields: &Arc<[(Arc<str>, Type)]>,
        inner: &Arc<[(Arc<str>, Type)]>,
    ) -> Option<Tree> {
        let names = |fields: &Arc<[(Arc<str>, Type)]>| -> Vec<Arc<str>> {
            fields.iter().map(|(name, _)| name.clone()).collect()
        };
        let is_simple =
            matches!(tree.kind, Kind::Def(..) | Kind::Local(_) | Kind::Member(..) | Kind::Record(_));
        let differs = fields.iter().zip(inner.iter()).any(|((_, wanted), (_, actual))| {
            !is_value(&self.shallow(wanted)) && is_value(&self.shallow(actual))
        });
        if !differs || !is_simple || names(fields) != names(inner) {
            return None;
        }
        let parts = fields.iter().zip(inner.iter()).map(|((name, wanted), (_, actual))| {
            let kind = Kind::Member(tree.clone(), name.clone());
            let member = Typed::new(kind, actual.clone(), tree.at);
            (name.clone(), self.coerce(member, wanted))
        });
        let parts: Vec<_> = parts.collect();
        Some(Typed::new(Kind::Record(parts), Type::Record(fields.clone()), tree.at))
    }
}
