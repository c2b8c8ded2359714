//! Smaller inputs on the same path: one value after the other is made simpler while the path's condition still holds.

use lydian_core::Datum;
use lydian_term::{Constant, Evaluation, Int, Model, VarId};

use crate::paths::{Paths, SpecPath, constant};
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

impl Paths<'_> {
    /// Lines that take the same path as the given ones, with the value number `position` made smaller; smallest first.
    pub(crate) fn shrunk(
        &mut self,
        spec: &Spec,
        path: &SpecPath,
        lines: &[Vec<u8>],
        position: usize,
    ) -> Vec<Vec<Vec<u8>>> {
        let Some((model, values)) = self.model_of(spec, path, lines) else { return Vec::new() };
        let Some((variable, value, kind)) = values.get(position) else { return Vec::new() };
        let mut found = Vec::new();
        for candidate in simpler(value, kind) {
            let mut changed = model.clone();
            changed.insert(*variable, candidate);
            if Evaluation::with_defaults(&changed).holds(&self.session.terms, &path.conditions) == Some(true)
            {
                found.push(self.lines(path, &changed));
            }
        }
        found
    }

    /// How many values the lines of a path have.
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
    match value {
        Datum::Int(int) => {
            let unit = match kind {
                TypeKind::Decimal(places) => {
                    (0..*places).fold(Int::from(1), |power, _| power * Int::from(10))
                }
                _ => Int::from(1),
            };
            let mut smaller: Vec<Int> = [0_i64, 1, -1, 2, -2, 3, 5, 10]
                .into_iter()
                .map(|small| Int::from(small) * unit.clone())
                .collect();
            let two = Int::from(2);
            smaller.extend(int.tdiv(&two));
            if int.is_positive() {
                smaller.push(int.clone() - Int::from(1));
            } else {
                smaller.push(int.clone() + Int::from(1));
                smaller.push(-int.clone());
            }
            smaller.retain(|small| simplicity(small) < simplicity(int));
            smaller.into_iter().map(Constant::Int).collect()
        }
        Datum::Bool(true) => vec![Constant::Bool(false)],
        Datum::Char(code) if *code != b'a' => vec![Constant::Int(Int::from(i64::from(b'a')))],
        Datum::Str(bytes) => {
            let mut smaller: Vec<Vec<u8>> = vec![Vec::new(), b"a".to_vec()];
            smaller.push(bytes[..bytes.len() / 2].to_vec());
            for skip in 0..bytes.len().min(12) {
                smaller.push([&bytes[..skip], &bytes[skip + 1..]].concat());
            }
            smaller.push(vec![b'a'; bytes.len()]);
            smaller.retain(|small| (small.len(), small) < (bytes.len(), bytes));
            smaller.iter().map(|small| Constant::from(&small[..])).collect()
        }
        _ => Vec::new(),
    }
}

/// The order in which people find numbers simple: small ones, and of these the positive.
fn simplicity(int: &Int) -> (Int, bool) {
    (int.abs(), int.is_negative())
}
