//! Smaller inputs on the same path: one value after the other is made simpler while the path's condition still holds.

use lydian_core::Datum;
use lydian_term::{Constant, Evaluation, Int, Model, VarId};

use crate::paths::{Paths, SpecPath, constant};
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

impl Paths<'_> {
    /// Lines that take the same path as the given ones, with the value number `position` made smaller; smallest first.
    /// `None` after the last value.
    pub(crate) fn shrunk(
        &mut self,
        spec: &Spec,
        path: &SpecPath,
        lines: &[Vec<u8>],
        position: usize,
    ) -> Option<Vec<Vec<Vec<u8>>>> {
        let (model, values) = self.model_of(spec, path, lines)?;
        let (variable, value, kind) = values.get(position)?;
        let mut found = Vec::new();
        for candidate in simpler(value, kind) {
            let mut changed = model.clone();
            changed.insert(*variable, candidate);
            if Evaluation::with_defaults(&changed).holds(&self.session.terms, &path.conditions) == Some(true)
            {
                found.push(self.lines(path, &changed));
            }
        }
        Some(found)
    }

    /// What the lines of a path say about its unknowns, and their values in order.
    #[allow(clippy::type_complexity, reason = "a model with the values that it was made of")]
    fn model_of<'s>(
        &self,
        spec: &'s Spec,
        path: &SpecPath,
        lines: &[Vec<u8>],
    ) -> Option<(Model, Vec<(VarId, Datum, &'s TypeKind)>)> {
        let mut model = path.model.clone();
        let mut values = Vec::new();
        for (line, text) in path.lines.iter().zip(lines) {
            if line.raw.is_empty() {
                continue;
            }
            let reading = &spec.flow.readings[line.reading];
            let data = spec.values(reading, text)?;
            for ((raw, datum), field) in line.raw.iter().zip(data).zip(&reading.fields) {
                let variable = self.variable_of(raw)?;
                model.insert(variable, constant(datum.clone())?);
                values.push((variable, datum, &field.kind));
            }
        }
        Some((model, values))
    }
}

/// Simpler values of the same type, simplest first.
fn simpler(value: &Datum, kind: &TypeKind) -> Vec<Constant> {
    let mut candidates = Vec::new();
    if let (Datum::Int(mantissa), TypeKind::Decimal(places)) = (value, kind) {
        // Whole numbers are the simplest decimals.
        let unit = (0..*places).fold(Int::from(1), |power, _| power * Int::from(10));
        let whole = mantissa.tdiv(&unit).unwrap_or_default();
        candidates.extend(lydian_core::simpler(&Datum::Int(whole.clone())));
        candidates.push(Datum::Int(whole));
        for candidate in &mut candidates {
            if let Datum::Int(int) = candidate {
                *int = int.clone() * unit.clone();
            }
        }
        candidates.retain(|candidate| candidate != value);
    }
    candidates.extend(lydian_core::simpler(value));
    candidates.into_iter().filter_map(constant).collect()
}
