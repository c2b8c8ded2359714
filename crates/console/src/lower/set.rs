//! Sets of values to membership conditions: OCaml functions of a value and of what was read before it.

use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::Expr;

use super::term::negated;
use super::ty::Ty;
use super::{Lowered, Lowering, MadeFrom, TermRef, own};
use crate::syntax::ast::{Set, SetKind, Term};

impl Lowering<'_> {
    /// Compiles "the value is in the set".
    pub(crate) fn compile_set(&mut self, set: &Set, ty: &Ty) -> TermRef {
        self.once(&set.at, MadeFrom::Set(set.clone(), ty.clone()), |lowering| {
            lowering.used.clear();
            lowering.currents.clear();
            let lowered = lowering.set(set, ty);
            lowering.define(lowered, &set.at, true)
        })
    }

    fn set(&mut self, set: &Set, ty: &Ty) -> Lowered {
        let build = Build::at(&set.at);
        let value = || build.name("value");
        let holds = |code: Expr, total: bool| Lowered { ty: Ty::Bool, code, total };
        let mem = own(if *ty == Ty::Decimal { "mem_decimal" } else { "mem" });
        match &set.kind {
            SetKind::All => holds(build.bool(true), true),
            SetKind::Finite(elements) => {
                let elements: Vec<Lowered> =
                    elements.iter().map(|element| self.term_of(element, ty)).collect();
                let total = elements.iter().all(|element| element.total);
                let list = build.list(elements.into_iter().map(|element| element.code).collect());
                holds(build.call(&mem, [value(), list]), total)
            }
            SetKind::Range(from, to) => self.range(from.as_ref(), to.as_ref(), ty, set),
            SetKind::Elements(list) => {
                let list = self.term_of(list, &Ty::list(ty.clone()));
                holds(build.call(&mem, [value(), list.code]), list.total)
            }
            SetKind::Regex(regex) => {
                if *ty != Ty::Text {
                    self.mismatch(&set.at, ty, &Ty::Text);
                }
                holds(build.call(&own("matches"), [value(), build.text(regex.as_bytes())]), true)
            }
            SetKind::Union(a, b) => {
                let (a, b) = (self.set(a, ty), self.set(b, ty));
                combined("either", a, b, build)
            }
            SetKind::Intersection(a, b) => {
                let (a, b) = (self.set(a, ty), self.set(b, ty));
                combined("both", a, b, build)
            }
            SetKind::Difference(a, b) => {
                let (a, b) = (self.set(a, ty), negated(self.set(b, ty), &b.at));
                combined("both", a, b, build)
            }
            SetKind::Complement(inner) => negated(self.set(inner, ty), &set.at),
        }
    }

    fn range(&mut self, from: Option<&Term>, to: Option<&Term>, ty: &Ty, set: &Set) -> Lowered {
        if matches!(ty, Ty::Bool | Ty::Text | Ty::List(_)) {
            let hint = "a range is for numbers, characters and enumerations";
            self.error("type-mismatch", &set.at, "these values have no ranges", hint);
        }
        let less = if *ty == Ty::Decimal { "less_or_equal_decimal" } else { "less_or_equal" };
        let build = Build::at(&set.at);
        let mut range = Lowered { ty: Ty::Bool, code: build.bool(true), total: true };
        for (end, below) in [(from, true), (to, false)] {
            let Some(end) = end else { continue };
            let end = self.term_of(end, ty);
            let value = build.name("value");
            let sides = if below { [end.code, value] } else { [value, end.code] };
            let inside = Lowered { ty: Ty::Bool, code: build.call(&own(less), sides), total: end.total };
            range = combined("both", range, inside, build);
        }
        range
    }
}

/// Two conditions put together by a function of the prelude.
fn combined(function: &str, a: Lowered, b: Lowered, build: Build) -> Lowered {
    Lowered { ty: Ty::Bool, code: build.call(&own(function), [a.code, b.code]), total: a.total && b.total }
}
