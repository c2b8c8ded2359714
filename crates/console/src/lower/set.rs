//! Sets of values to membership conditions: OCaml functions of a value and of what was read before it.

use super::ty::Ty;
use super::{Lowered, Lowering, TermRef};
use crate::syntax::ast::{Set, SetKind, Term};

impl Lowering<'_> {
    /// Compiles "the value is in the set".
    pub(crate) fn compile_set(&mut self, set: &Set, ty: &Ty) -> TermRef {
        self.used.clear();
        self.currents.clear();
        let lowered = self.set(set, ty);
        self.define(lowered, &set.at, true)
    }

    fn set(&mut self, set: &Set, ty: &Ty) -> Lowered {
        let holds = |code: String, total: bool| Lowered { ty: Ty::Bool, code, total };
        let equal = if *ty == Ty::Decimal { "equal_decimal" } else { "equal" };
        match &set.kind {
            SetKind::All => holds("true".into(), true),
            SetKind::Finite(elements) => {
                let mut code = String::from("false");
                let mut total = true;
                for element in elements {
                    let element = self.term_of(element, ty);
                    total &= element.total;
                    code = format!(
                        "(Lydian_console.either {code} (Lydian_console.{equal} value {}))",
                        element.code
                    );
                }
                holds(code, total)
            }
            SetKind::Range(from, to) => self.range(from.as_ref(), to.as_ref(), ty, set),
            SetKind::Elements(list) => {
                let list = self.term_of(list, &Ty::list(ty.clone()));
                let mem = if *ty == Ty::Decimal { "mem_decimal" } else { "mem" };
                holds(format!("(Lydian_console.{mem} value {})", list.code), list.total)
            }
            SetKind::Regex(regex) => {
                if *ty != Ty::Text {
                    self.mismatch(&set.at, ty, &Ty::Text);
                }
                holds(
                    format!("(Lydian_console.matches value {})", lydian_ocaml::quoted(regex.as_bytes())),
                    true,
                )
            }
            SetKind::Union(a, b) => self.combined(a, b, ty, "Lydian_console.either", ""),
            SetKind::Intersection(a, b) => self.combined(a, b, ty, "Lydian_console.both", ""),
            SetKind::Difference(a, b) => {
                self.combined(a, b, ty, "Lydian_console.both", "Lydian_console.negate ")
            }
            SetKind::Complement(inner) => super::term::wrap("Lydian_console.negate", self.set(inner, ty)),
        }
    }

    fn range(&mut self, from: Option<&Term>, to: Option<&Term>, ty: &Ty, set: &Set) -> Lowered {
        if matches!(ty, Ty::Bool | Ty::Text | Ty::List(_)) {
            let hint = "a range is for numbers, characters and enumerations";
            self.error("type-mismatch", &set.at, "these values have no ranges", hint);
        }
        let less = if *ty == Ty::Decimal { "less_or_equal_decimal" } else { "less_or_equal" };
        let mut code = String::from("true");
        let mut total = true;
        for (end, below) in [(from, true), (to, false)] {
            let Some(end) = end else { continue };
            let end = self.term_of(end, ty);
            total &= end.total;
            let (a, b) = if below { (&*end.code, "value") } else { ("value", &*end.code) };
            code = format!("(Lydian_console.both {code} (Lydian_console.{less} {a} {b}))");
        }
        Lowered { ty: Ty::Bool, code, total }
    }

    fn combined(&mut self, a: &Set, b: &Set, ty: &Ty, function: &str, second: &str) -> Lowered {
        let (a, b) = (self.set(a, ty), self.set(b, ty));
        let code = format!("({function} {} ({second}{}))", a.code, b.code);
        Lowered { ty: Ty::Bool, code, total: a.total && b.total }
    }
}
