//! What can be computed when a specification is read.

use std::rc::Rc;

use super::frame::Frame;
use super::{Expander, Made};
use crate::code::Code;
use crate::code::fold::{Fold, Folded};
use crate::typed::{Tree, is_value};

impl Expander<'_, '_> {
    /// The literal that a constant is, if it is a short one that can be computed soon.
    pub(super) fn folded(&self, code: &Code) -> Option<Code> {
        const STEPS: usize = 5_000;
        const LARGEST: usize = 200;
        if matches!(code, Code::Lambda(..)) {
            return None;
        }
        let value = Fold::new(&self.globals, STEPS).run(code)?;
        literal(&value, &mut { LARGEST })
    }

    /// The condition of a `static if`: known, or code if the choice is between values.
    pub(super) fn static_condition(
        &mut self,
        condition: &Tree,
        tree: &Tree,
        frame: &Rc<Frame>,
    ) -> Made<Result<bool, Code>> {
        const STEPS: usize = 1_000_000;
        let code = self.value(condition, frame)?;
        match Fold::new(&self.globals, STEPS).run(&code) {
            Some(Folded::Bool(known)) => Ok(Ok(known)),
            _ if is_value(&tree.ty) => Ok(Err(code)),
            _ => {
                let at = self.site(condition.at, frame);
                let message = "the condition of this `static if` is not known when the specification is read";
                self.error("condition-not-static", at, message)
            }
        }
    }

    /// The value of an expression that needs no input; nothing if it fails or takes too long.
    pub(crate) fn constant(&mut self, tree: &Tree) -> Option<Folded> {
        const STEPS: usize = 1_000_000;
        let root = self.root.clone();
        let code = self.value(tree, &root).ok()?;
        Fold::new(&self.globals, STEPS).run(&code)
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.diagnostics.is_empty()
    }

    /// The argument of an annotation must be a constant.
    pub(super) fn check_constant(&mut self, tree: &Tree) {
        if self.constant(tree).is_none() && !self.has_errors() {
            let message = "the argument of an annotation must be a constant";
            let _: Made<()> = self.error("not-a-constant", tree.at, message);
        }
    }
}

/// The code of a value of at most so many parts; functions have none.
fn literal(value: &Folded, left: &mut usize) -> Option<Code> {
    *left = left.checked_sub(1)?;
    let mut all =
        |parts: &[Folded]| parts.iter().map(|part| literal(part, left)).collect::<Option<Vec<Code>>>();
    Some(match value {
        Folded::Unit => Code::Unit,
        Folded::Bool(known) => Code::Bool(*known),
        Folded::Int(int) if int.bit_length() <= 1_000 => Code::Int(int.clone()),
        Folded::Float(float) => Code::Float(*float),
        Folded::Text(text) if text.len() <= 1_000 => Code::Text(text.clone()),
        Folded::Tuple(parts) => Code::Tuple(all(parts)?),
        Folded::Option(None) => Code::Primitive("None", Vec::new()),
        Folded::Option(Some(inner)) => Code::Primitive("Some", vec![literal(inner, left)?]),
        Folded::List(elements) => {
            Code::Primitive("%list", vec![Code::Primitive("%elements", all(elements)?)])
        }
        Folded::Set(elements) => Code::Primitive("%set", vec![Code::Primitive("%elements", all(elements)?)]),
        Folded::Map(entries) => {
            let mut pairs = Vec::with_capacity(entries.len());
            for (key, value) in entries.iter() {
                pairs.push(Code::Tuple(vec![literal(key, left)?, literal(value, left)?]));
            }
            Code::Primitive("%map", vec![Code::Primitive("%elements", pairs)])
        }
        _ => return None,
    })
}
