//! The inputs that concrete tests use: all values of the type, if there are few; those that the model lists; or small ones,
//! made of the constants of the model.

mod further;
mod letters;
mod others;

use lydian_conform::{InputId, Trouble};
use lydian_core::Shapes;
use lydian_enumerate::{Constants, Enumerator};

use crate::concrete::{Concrete, elements};

/// The inputs of concrete tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet {
    /// The inputs, the smallest first.
    pub inputs: Vec<InputId>,
    /// Whether there are no others.
    pub complete: bool,
}

/// So many inputs are used at most when the type has more.
const MOST: usize = 40;

/// A type with at most this many values is used completely.
const FEW: usize = 400;

impl Concrete<'_, '_, '_> {
    /// The inputs that concrete tests use.
    pub fn alphabet(&mut self) -> Result<Alphabet, Trouble> {
        let model = self.model();
        let mut shapes = Shapes::new(model.program.types.clone());
        let shape = shapes.intern(&model.input);
        let finite = shapes.is_finite(shape);
        if model.extras.inputs {
            let mut inputs = Vec::new();
            for value in elements(&self.definition("inputs")) {
                let input = self.intern_input(&value)?;
                if !inputs.contains(&input) {
                    inputs.push(input);
                }
            }
            let all = if finite { self.enumerated(&mut shapes, FEW + 1)? } else { Vec::new() };
            let complete = finite && all.len() <= FEW && all.iter().all(|input| inputs.contains(input));
            return Ok(Alphabet { inputs, complete });
        }
        let most = if finite { FEW + 1 } else { MOST };
        let mut inputs = self.enumerated(&mut shapes, most)?;
        let complete = finite && inputs.len() <= FEW;
        inputs.truncate(FEW);
        Ok(Alphabet { inputs, complete })
    }

    fn enumerated(&mut self, shapes: &mut Shapes, most: usize) -> Result<Vec<InputId>, Trouble> {
        let model = self.model();
        let mut constants = Constants::default();
        constants.add_program(&model.program);
        let types = [model.input.clone()];
        let mut enumerator = Enumerator::of_types(shapes, &types, &constants.pool());
        let data: Vec<_> = enumerator.all().take(most).map(|mut tuple| tuple.swap_remove(0)).collect();
        let mut inputs = Vec::new();
        for datum in &data {
            let value = self.value(datum);
            inputs.push(self.intern_input(&value)?);
        }
        Ok(inputs)
    }
}
