//! A model that is ready to run: its code, and its definitions computed once.

use lydian_core::{IntMode, Shapes, Value};
use lydian_diagnostic::{Diagnostic, Span};
use lydian_eval::{
    Image, ImageBuilder, Limits, Machine, Meter, NoUnknowns, Outcome, ProgramId, Universe, World,
};
use lydian_term::Terms;

use crate::load::Model;

/// What one call of a function of a model may use.
pub(crate) const CALL: Limits = Limits { steps: 2_000_000, stack: 400_000, words: 20_000_000 };

/// A model that is ready to run. It stays in its thread.
pub struct Prepared<'m> {
    /// The model.
    pub model: &'m Model,
    pub(crate) image: Image,
    pub(crate) id: ProgramId,
    pub(crate) globals: Vec<Value>,
}

impl<'m> Prepared<'m> {
    /// Computes the definitions of a model.
    pub fn new(model: &'m Model) -> Result<Prepared<'m>, Box<Diagnostic>> {
        let fault = |message: String| {
            let span = Span::new(&model.source, 0..model.source.text.len().min(1));
            Box::new(Diagnostic::error("definition-fails", span, message))
        };
        let mut builder = ImageBuilder::new(IntMode::OCAML);
        let id = builder.add(&model.program).map_err(|error| fault(error.0))?;
        let image = builder.finish();
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(model.program.types.clone()));
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(Limits::default());
        let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, IntMode::OCAML);
        let mut machine = Machine::new(&image, &mut world);
        let outcome = machine.define(id);
        let globals = machine.globals().to_vec();
        match outcome {
            Outcome::Returned(_) => Ok(Prepared { model, image, id, globals }),
            Outcome::Raised(exception) => {
                let shown = world.close(&exception, &lydian_term::Model::new());
                let shown = lydian_ocaml::show(&shown, &model.program.types);
                Err(fault(format!("the definitions of the model raise {shown}")))
            }
            Outcome::Exhausted(resource) => Err(fault(format!(
                "the definitions of the model do not end within their limits ({resource:?})"
            ))),
            Outcome::Unsupported(why) => Err(fault(why)),
            Outcome::Cut => Err(fault("the definitions of the model look at something unknown".into())),
        }
    }

    /// The value of a definition; unit if there is none of that name.
    pub(crate) fn definition(&self, name: &str) -> Value {
        match self.model.program.export(name).and_then(|export| self.image.global_of(self.id, export.var)) {
            Some(index) => self.globals[index as usize].clone(),
            None => Value::Unit,
        }
    }
}
