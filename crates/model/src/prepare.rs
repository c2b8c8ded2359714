//! A model that is ready to run: its code, and its definitions computed once.

use std::rc::Rc;

use lydian_core::{Datum, IntMode, TypeTable, Value};
use lydian_diagnostic::{Diagnostic, Span};
use lydian_eval::{Image, ImageBuilder, Limits, ProgramId};

use crate::load::Model;

/// What one call of a function of a model may use.
pub(crate) const CALL: Limits = Limits { steps: 2_000_000, stack: 400_000, words: 20_000_000 };

/// A model that is ready to run. It stays in its thread.
pub struct Prepared<'m> {
    /// The model.
    pub model: &'m Model,
    pub(crate) image: Rc<Image>,
    pub(crate) globals: Rc<Vec<Value>>,
    /// The declarations of the model, for a run in which another model's are the usual ones.
    pub(crate) types: Rc<TypeTable>,
    id: ProgramId,
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
        match self.model.program.export(name).and_then(|export| self.image.global_of(self.id, export.var)) {
            Some(index) => self.globals[index as usize].clone(),
            None => Value::Unit,
        }
    }
}

fn fault(model: &Model, message: String) -> Box<Diagnostic> {
    let span = Span::new(&model.source, 0..model.source.text.len().min(1));
    Box::new(Diagnostic::error("definition-fails", span, message))
}

fn prepare<'m>(models: &[&'m Model]) -> Result<Vec<Prepared<'m>>, Box<Diagnostic>> {
    let mut builder = ImageBuilder::new(IntMode::OCAML);
    let mut ids = Vec::new();
    for model in models {
        ids.push(builder.add(&model.program).map_err(|error| fault(model, error.0))?);
    }
    let image = Rc::new(builder.finish());
    let mut globals: Option<Vec<Value>> = None;
    for (model, id) in models.iter().zip(&ids) {
        let types = &model.program.types;
        let defined = image.definitions(*id, types, globals.as_deref(), Limits::default(), IntMode::OCAML);
        let show = |exception: &Datum| lydian_ocaml::show(exception, types);
        globals = Some(defined.map_err(|undefined| fault(model, undefined.explain(show)))?);
    }
    let globals = Rc::new(globals.unwrap_or_default());
    for (model, id) in models.iter().zip(&ids) {
        for export in &model.program.exports {
            let value = image.global_of(*id, export.var).map(|index| &globals[index as usize]);
            if value.is_some_and(Value::holds_mutable_data) {
                let message =
                    format!("`{}` holds something that changes from one question to the next", export.name);
                let hint = "a model answers the same question always in the same way; keep what changes in its state";
                return Err(Box::new((*fault(model, message)).hint(hint)));
            }
        }
    }
    Ok(models
        .iter()
        .zip(ids)
        .map(|(model, id)| Prepared {
            model,
            image: image.clone(),
            globals: globals.clone(),
            types: Rc::new(model.program.types.clone()),
            id,
        })
        .collect())
}
