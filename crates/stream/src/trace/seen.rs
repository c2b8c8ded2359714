//! What is kept of a run for a picture: the events of inputs and outputs as they are written, in order, up to a number of them.

use lydian_core::Value;
use lydian_tessla::Type;
use lydian_tessla::spec::Collections;

use super::show::{self, Quotes};
use crate::run::Time;

/// An event, for a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// When.
    pub time: Time,
    /// Whether it is an output's.
    pub is_output: bool,
    /// The input or output, by its place.
    pub index: usize,
    /// Its value as it is written, or why it has none.
    pub text: Result<String, String>,
    /// Its value if that is a number.
    pub number: Option<f64>,
}

/// So many events are kept: a picture of more is no use to anybody.
pub const MOST_SEEN: usize = 100_000;

impl Seen {
    /// An event with a value.
    pub(super) fn new(
        time: &Time,
        (is_output, index): (bool, usize),
        ty: &Type,
        value: &Value,
        collections: Collections,
    ) -> Seen {
        let mut text = Vec::new();
        show::write(&mut text, ty, value, collections, Quotes::Nowhere);
        let text = String::from_utf8_lossy(&text).into_owned();
        let number = match (ty, value) {
            (Type::Int | Type::Float, Value::Float(float)) => Some(*float).filter(|float| float.is_finite()),
            (Type::Int, _) => text.parse().ok(),
            _ => None,
        };
        Seen { time: time.clone(), is_output, index, text: Ok(text), number }
    }
}
