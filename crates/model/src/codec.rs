//! Codecs: how inputs become messages to a live system, and its messages outputs.
//! In: data of the model's types, or the bytes that a system sent. Out: the bytes to send (without a line end), or data.
//! A codec never guesses: what has no meaning is an error that says so. [`Notation`], [`Json`] and [`Wire`] are codecs;
//! the functions `encode` and `decode` of a model file become one by implementing [`Codec`] where they are run.

mod frame;
mod json;
mod names;
mod pattern;
mod template;
mod wire;

use lydian_core::{Datum, Type, TypeTable};
use lydian_ocaml::{ValueReader, show};

pub use frame::{Framing, Whole};
pub use json::{Json, JsonType};
pub use pattern::Wildcard;
pub use wire::{Exchange, HttpRequest, Reply, SystemSettings, Wire};

/// The line that says that an input is refused, where no wire file says otherwise.
pub const REFUSED: &str = "refused";

/// How a system is talked to.
pub trait Codec {
    /// The message of an input: one line, without its end.
    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String>;

    /// What a message means: one output, or `None` if it says that the input is refused.
    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String>;

    /// Another sequence begins: whatever the system chose in the last one has no meaning any more.
    fn begin(&self) {}

    /// The values that the system chose in this sequence, if the model knows them by numbers; nothing if messages mean the same
    /// in every sequence.
    fn chosen(&self) -> Option<Vec<Vec<u8>>> {
        None
    }

    /// Whether a message says that the answer is still to come.
    fn unfinished(&self, _message: &[u8]) -> Option<NotYet> {
        None
    }

    /// What a message means where an answer is any number of outputs: `None` if the input is refused. Unless a codec has a
    /// notation for several, a message is one output, and an empty one is none.
    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        if message.trim_ascii().is_empty() {
            return Ok(Some(Vec::new()));
        }
        Ok(self.decode(message)?.map(|output| vec![output]))
    }
}

/// How one comes by an answer that is still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotYet {
    /// By asking again.
    Ask,
    /// By waiting for the next message.
    Wait,
}

/// Values in OCaml's notation.
#[derive(Debug, Clone)]
pub struct Notation {
    types: TypeTable,
    output: ValueReader,
    outputs: ValueReader,
}

impl Notation {
    /// The codec of a model with these outputs.
    pub fn new(output: &Type, types: &TypeTable) -> Notation {
        Notation {
            types: types.clone(),
            output: ValueReader::new(output, types),
            outputs: ValueReader::new(&Type::List(output.clone().into()), types),
        }
    }
}

impl Codec for Notation {
    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String> {
        Ok(show(input, &self.types).into_bytes())
    }

    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String> {
        if message.trim_ascii() == REFUSED.as_bytes() {
            return Ok(None);
        }
        self.output.read_bytes(message).map(Some)
    }

    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        if message.trim_ascii() == REFUSED.as_bytes() {
            return Ok(None);
        }
        self.outputs.read_bytes(message).map(|list| Some(elements(list)))
    }
}

/// The elements of a list.
fn elements(list: Datum) -> Vec<Datum> {
    let mut elements = Vec::new();
    let mut rest = list;
    while let Datum::Construct(_, _, mut parts) = rest {
        let (Some(tail), Some(head)) = (parts.pop(), parts.pop()) else { break };
        elements.push(head);
        rest = tail;
    }
    elements
}

#[cfg(test)]
mod tests;

/// The longest part of a message that is quoted.
const MOST_QUOTED: usize = 200;

/// The beginning of a message, in quotes.
pub(crate) fn quoted(message: &[u8]) -> String {
    lydian_words::quoted(message, MOST_QUOTED)
}
