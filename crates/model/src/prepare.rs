//! A model that is ready to run: its code, and its definitions computed once.

use std::rc::Rc;

use lydian_core::{IntMode, TypeTable, Value};
use lydian_diagnostic::{Diagnostic, Span};
use lydian_eval::{Extent, Limits, Machine, Ready, World};

use crate::load::Model;

/// What one call of a function of a model may use.
pub(crate) const CALL: Limits = Limits { steps: 2_000_000, stack: 400_000, words: 20_000_000 };

/// What the definitions of a model may use: with what a call and a word really take, this is most of a gigabyte.
const DEFINITIONS: Limits = Limits { steps: 20_000_000, stack: 3_200_000, words: 30_000_000 };

/// A model that is ready to run. It stays in its thread.
pub struct Prepared<'m> {
    /// The model.
    pub model: &'m Model,
    /// The models that run side by side, and which of them this is.
    pub(crate) ready: Rc<Ready>,
    number: usize,
}

impl<'m> Prepared<'m> {
    /// Computes the definitions of a model.
    pub fn new(model: &'m Model) -> Result<Prepared<'m>, Box<Diagnostic>> {
        let mut all = prepare(&[model])?;
        all.pop().ok_or_else(|| fault(model, "there is no model".into()))
    }

    /// Computes the definitions of two models that run side by side.
    pub fn pair(first: &'m Model, second: &'m Model) -> Result<[Prepared<'m>; 2], Box<Diagnostic>> {
        prepare(&[first, second])?.try_into().map_err(|_| fault(first, "there are not two models".into()))
    }

    /// The value of a definition; unit if there is none of that name.
    pub(crate) fn definition(&self, name: &str) -> Value {
        self.ready.value(self.number, name).cloned().unwrap_or(Value::Unit)
    }

    /// The declarations of the model, for a run in which another model's are the usual ones.
    pub(crate) fn types(&self) -> &Rc<TypeTable> {
        self.ready.types(self.number)
    }

    /// A machine with the definitions in place.
    pub(crate) fn machine<'i, 'w, 'v>(&'i self, world: &'v mut World<'w>) -> Machine<'i, 'w, 'v> {
        self.ready.machine(world)
    }

    /// Runs something in a world without unknowns.
    pub(crate) fn concretely<R>(&self, body: impl FnOnce(&mut World<'_>) -> R) -> R {
        self.ready.concretely(self.number, CALL, body)
    }
}

fn fault(model: &Model, message: String) -> Box<Diagnostic> {
    let span = Span::new(&model.source, 0..model.source.text.len().min(1));
    Box::new(Diagnostic::error("definition-fails", span, message))
}

fn prepare<'m>(models: &[&'m Model]) -> Result<Vec<Prepared<'m>>, Box<Diagnostic>> {
    let programs: Vec<_> = models.iter().map(|model| &model.program).collect();
    let ready = Ready::new(IntMode::OCAML, &programs, Extent::All(DEFINITIONS)).map_err(|unready| {
        let model = models[unready.program()];
        let types = &model.program.types;
        let why = unready.explain(|exception| lydian_ocaml::show(exception, types));
        let line = unready.line_in(&model.source.name).unwrap_or(1);
        Box::new(Diagnostic::error(
            "definition-fails",
            Span::new(&model.source, model.source.line(line)),
            why,
        ))
    })?;
    for (number, model) in models.iter().enumerate() {
        for export in &model.program.exports {
            if ready.value_of(number, export.var).is_some_and(Value::holds_mutable_data) {
                let message =
                    format!("`{}` holds something that changes from one question to the next", export.name);
                let hint = "a model answers the same question always in the same way; keep what changes in its state";
                return Err(Box::new((*fault(model, message)).hint(hint)));
            }
        }
    }
    let ready = Rc::new(ready);
    let prepared = |(number, model): (usize, &&'m Model)| Prepared { model, ready: ready.clone(), number };
    Ok(models.iter().enumerate().map(prepared).collect())
}
