//! Reads models of Z3 back as constants.
//! Numbers that stand for strings become the literal with that number, or else a short string that no literal is.

use std::ffi::CStr;
use std::sync::Arc;

use lydian_term::{Constant, Int, Model, Sort, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::api::{Api, Ast, Context, ModelHandle};
use super::encode::{Encoder, Strings};
use super::session::{Failure, failure};
use crate::layers::literals::equalities::short_strings;

/// The values of the variables in a model.
pub(super) fn model(
    api: &Api,
    context: Context,
    handle: ModelHandle,
    terms: &Terms,
    variables: &[VarId],
    encoder: &mut Encoder,
) -> Result<Model, Failure> {
    let mut model = Model::new();
    let mut invented = Invented::default();
    for variable in variables {
        let ast = encoder.encode(api, context, terms, terms.variable_term(*variable))?;
        let mut value = Ast(std::ptr::null_mut());
        // Safety: model and formula belong to the context; the value is read before the next formula is made.
        let evaluated = unsafe { (api.model_eval)(context, handle, ast, true, &mut value) };
        if !evaluated || value.is_null() {
            return Err(failure(api, context, "Z3 could not evaluate a variable"));
        }
        let reader = Reader { api, context, value };
        // Safety: as above; the reference keeps the value while it is being read.
        unsafe { (api.inc_ref)(context, value) };
        let constant = match terms.variable(*variable).sort {
            // Safety: the value is a formula of the context.
            Sort::Bool => Some(Constant::Bool(unsafe { (api.get_bool_value)(context, value) } == 1)),
            Sort::Int => reader.int().map(Constant::Int),
            Sort::Str if encoder.strings() == Strings::AsNumbers => {
                reader.int().map(|number| Constant::Str(invented.string(&number, &encoder.literals)))
            }
            Sort::Str => reader.string().map(|bytes| Constant::Str(bytes.into())),
        };
        // Safety: gives the reference from above back, and the value is not used any more.
        unsafe { (api.dec_ref)(context, value) };
        model.insert(*variable, constant.ok_or("Z3 gave a value that is no constant")?);
    }
    Ok(model)
}

struct Reader<'a> {
    api: &'a Api,
    context: Context,
    value: Ast,
}

impl Reader<'_> {
    fn int(&self) -> Option<Int> {
        let mut small = 0;
        // Safety: the value is a formula of the context; texts are copied before the next call.
        unsafe {
            if (self.api.get_numeral_int64)(self.context, self.value, &mut small) {
                return Some(Int::from(small));
            }
            let text = (self.api.get_numeral_string)(self.context, self.value);
            if text.is_null() {
                return None;
            }
            CStr::from_ptr(text).to_str().ok()?.parse().ok()
        }
    }

    fn string(&self) -> Option<Vec<u8>> {
        let (api, context, value) = (self.api, self.context, self.value);
        // Safety: the value is a formula of the context, and the buffer is as long as Z3 says.
        unsafe {
            if !(api.is_string)(context, value) {
                return None;
            }
            if let (Some(length), Some(contents)) = (api.get_string_length, api.get_string_contents) {
                let mut codes = vec![0u32; length(context, value) as usize];
                contents(context, value, codes.len() as u32, codes.as_mut_ptr());
                return codes.into_iter().map(|code| u8::try_from(code).ok()).collect();
            }
            // Before these two existed the bytes came unescaped, given that characters are bytes.
            let mut length = 0;
            let bytes = (api.get_lstring)(context, value, &mut length);
            (!bytes.is_null())
                .then(|| std::slice::from_raw_parts(bytes.cast::<u8>(), length as usize).to_vec())
        }
    }
}

/// Strings for numbers that no literal has: equal numbers get equal strings, different ones different strings.
#[derive(Default)]
struct Invented {
    strings: FxHashMap<Int, Arc<[u8]>>,
}

impl Invented {
    fn string(&mut self, number: &Int, literals: &[Arc<[u8]>]) -> Arc<[u8]> {
        if let Some(literal) = number.as_usize().and_then(|number| literals.get(number)) {
            return literal.clone();
        }
        if let Some(known) = self.strings.get(number) {
            return known.clone();
        }
        let taken: FxHashSet<&[u8]> =
            literals.iter().chain(self.strings.values()).map(|text| &text[..]).collect();
        let fresh: Arc<[u8]> =
            short_strings().find(|text| !taken.contains(&text[..])).unwrap_or_default().into();
        self.strings.insert(number.clone(), fresh.clone());
        fresh
    }
}
