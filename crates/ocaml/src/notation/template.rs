//! Values with numbered holes: `Balance {0}` as the meaning of an answer of which a part is still to be read.
//! In: a datum in which holes stand, as `ValueReader::read_template` reads it. Out: the datum with the holes filled.

use lydian_core::Datum;

use crate::forms::FormId;

/// The texts of the holes: a hole is a datum that cannot be looked into and shows as it was written.
const HOLES: [&str; 16] = [
    "{0}", "{1}", "{2}", "{3}", "{4}", "{5}", "{6}", "{7}", "{8}", "{9}", "{10}", "{11}", "{12}", "{13}",
    "{14}", "{15}",
];

/// A value with holes.
///
/// ```
/// use lydian_core::{Datum, Type, TypeTable};
/// let reader = lydian_ocaml::ValueReader::new(&Type::List(Type::Int.into()), &TypeTable::default());
/// let template = reader.read_template("[1; {0}]").expect("a template");
/// let filled = template.fill(&mut |_| Datum::Int(2.into()));
/// assert_eq!(lydian_ocaml::show(&filled, &TypeTable::default()), "[1; 2]");
/// ```
#[derive(Debug, Clone)]
pub struct ValueTemplate {
    datum: Datum,
    holes: Vec<(usize, FormId)>,
}

impl ValueTemplate {
    pub(super) fn new(datum: Datum, holes: Vec<(usize, FormId)>) -> ValueTemplate {
        ValueTemplate { datum, holes }
    }

    /// The hole of a number, if there can be so many.
    pub(super) fn hole(number: usize) -> Option<Datum> {
        HOLES.get(number).map(|text| Datum::Opaque((*text).into()))
    }

    /// The numbers of the holes with what must fill them, in order of occurrence.
    pub fn holes(&self) -> &[(usize, FormId)] {
        &self.holes
    }

    /// The value with its holes filled, by number.
    pub fn fill(&self, filling: &mut dyn FnMut(usize) -> Datum) -> Datum {
        fill(&self.datum, filling)
    }
}

/// The number of a hole, if the datum is one.
pub(super) fn hole(datum: &Datum) -> Option<usize> {
    let Datum::Opaque(text) = datum else { return None };
    HOLES.iter().position(|hole| *hole == &text[..])
}

fn fill(datum: &Datum, filling: &mut dyn FnMut(usize) -> Datum) -> Datum {
    if let Some(number) = hole(datum) {
        return filling(number);
    }
    match datum {
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(*con, *mutability, parts.iter().map(|part| fill(part, filling)).collect())
        }
        Datum::Array(parts) => Datum::Array(parts.iter().map(|part| fill(part, filling)).collect()),
        Datum::Lazy(part) => Datum::Lazy(Box::new(fill(part, filling))),
        other => other.clone(),
    }
}
