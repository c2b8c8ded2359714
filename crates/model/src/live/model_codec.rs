//! The functions `encode` and `decode` of a model as a codec.

use std::cell::RefCell;

use lydian_core::Datum;

use crate::codec::{Codec, REFUSED};
use crate::concrete::Concrete;
use crate::values::{datum_of, value_of};

/// The functions `encode` and `decode` of a model, with another codec for what it does not define.
pub struct ModelCodec<'c, 'i, 'w, 'v> {
    /// A machine of its own, so that the specification can run at the same time.
    pub functions: RefCell<&'c mut Concrete<'i, 'w, 'v>>,
    /// The codec for the rest.
    pub otherwise: &'c dyn Codec,
}

impl Codec for ModelCodec<'_, '_, '_, '_> {
    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String> {
        let mut functions = self.functions.borrow_mut();
        if !functions.model().extras.encode {
            return self.otherwise.encode(input);
        }
        let (encode, value) = (functions.definition("encode"), value_of(input));
        let text = functions.call(&encode, &[value]).map_err(|trouble| trouble.0)?;
        let bytes = text.as_known_str().unwrap_or_default().to_vec();
        match bytes.iter().find(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(_) => Err("`encode` gives a text with a line break".into()),
            None => Ok(bytes),
        }
    }

    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String> {
        let mut functions = self.functions.borrow_mut();
        if !functions.model().extras.decode {
            return self.otherwise.decode(message);
        }
        if message.trim_ascii() == REFUSED.as_bytes() {
            return Ok(None);
        }
        let decode = functions.definition("decode");
        let output =
            functions.call(&decode, &[lydian_core::Value::str(message)]).map_err(|trouble| trouble.0)?;
        Ok(Some(datum_of(&output)))
    }

    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        if !self.functions.borrow().model().extras.decode {
            return self.otherwise.decode_all(message);
        }
        if message.trim_ascii().is_empty() {
            return Ok(Some(Vec::new()));
        }
        Ok(self.decode(message)?.map(|output| vec![output]))
    }
}
