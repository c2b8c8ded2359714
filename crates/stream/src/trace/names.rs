//! The inputs by name.

use lydian_tessla::Type;
use lydian_tessla::spec::Spec;
use rustc_hash::FxHashMap;

/// What can be read without building anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `()`, or nothing at all.
    Unit,
    /// Integers.
    Int,
    /// Truth values.
    Bool,
    /// Floating-point numbers.
    Float,
    /// Texts.
    String,
    /// Everything else.
    Other,
}

/// The inputs of a specification.
pub(super) struct Names<'s> {
    pub(super) spec: &'s Spec,
    pub(super) reject_undeclared: bool,
    by_name: FxHashMap<&'s [u8], usize>,
    kinds: Vec<Kind>,
    /// The input that was found last: traces repeat themselves.
    last: usize,
}

impl<'s> Names<'s> {
    /// The inputs of a specification.
    pub(super) fn new(spec: &'s Spec, reject_undeclared: bool) -> Names<'s> {
        let by_name =
            spec.inputs.iter().enumerate().map(|(place, input)| (input.name.as_bytes(), place)).collect();
        let kinds = (0..spec.inputs.len()).map(|input| kind(type_of(spec, input))).collect();
        Names { spec, reject_undeclared, by_name, kinds, last: 0 }
    }

    /// The input of a name.
    #[inline]
    pub(super) fn find(&mut self, name: &[u8]) -> Option<usize> {
        if let Some(input) = self.spec.inputs.get(self.last)
            && input.name.as_bytes() == name
        {
            return Some(self.last);
        }
        self.last = *self.by_name.get(name)?;
        Some(self.last)
    }

    /// What the values of an input are.
    #[inline]
    pub(super) fn kind(&self, input: usize) -> Kind {
        self.kinds[input]
    }

    /// The type of the values of an input.
    pub(super) fn ty(&self, input: usize) -> &'s Type {
        type_of(self.spec, input)
    }

    /// What to say about a name that is no input.
    pub(super) fn hint(&self) -> String {
        let names: Vec<String> =
            self.spec.inputs.iter().take(8).map(|input| format!("`{}`", input.name)).collect();
        match (names.len(), self.spec.inputs.len() - names.len()) {
            (0, _) => "the specification has no inputs".into(),
            (_, 0) => format!("the inputs are {}", names.join(", ")),
            (_, more) => format!("the inputs are {} and {more} more", names.join(", ")),
        }
    }
}

fn type_of(spec: &Spec, input: usize) -> &Type {
    &spec.streams[spec.inputs[input].stream.0 as usize].ty
}

fn kind(ty: &Type) -> Kind {
    match ty {
        Type::Int => Kind::Int,
        Type::Bool => Kind::Bool,
        Type::Float => Kind::Float,
        Type::String => Kind::String,
        Type::Record(fields) if fields.is_empty() => Kind::Unit,
        _ => Kind::Other,
    }
}
