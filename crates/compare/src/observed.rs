//! The reference with its observer, and which function of the observer is compared.
//! An observer takes the place of the entry, so the entry must be one of its functions: anything else would leave it unused.

use std::sync::Arc;

use lydian_core::Export;
use lydian_diagnostic::{Diagnostic, Source};

use crate::batch::on_deep_stack;
use crate::entries::{self, Entries};
use crate::entry::is_function;
use crate::judge::{Loaded, load};
use crate::pair::Side;
use crate::{Options, author_tests};

/// What is wrong with a reference, and with the observer behind it: then nothing can be judged by it.
pub fn check_reference(source: &Arc<Source>, options: &Options) -> Result<(), Vec<Diagnostic>> {
    on_deep_stack(|| load_reference(source, options).map(|_| ()))
}

/// Loads the reference; an observer behind it must define what is compared.
pub(crate) fn load_reference(source: &Arc<Source>, options: &Options) -> Result<Loaded, Vec<Diagnostic>> {
    let loaded = load(source, Side::Reference, options)?;
    author_tests::check(&loaded.program, source, options)?;
    let Some(observer) = &options.observer else {
        entries::check(&options.entries, &loaded)?;
        return Ok(loaded);
    };
    let alone =
        load(source, Side::Reference, &Options { observer: None, condition: None, ..options.clone() })?;
    let offered: Vec<&Export> = loaded.program.exports.iter().skip(alone.program.exports.len()).collect();
    let last = offered.iter().rev().find(|export| is_function(&loaded.program, &export.ty));
    let fault =
        |message: String, hint: String| Err(vec![Diagnostic::without_place("no-entry", message).hint(hint)]);
    let Some(last) = last.map(|export| &export.name) else {
        return fault(
            format!("the observer `{}` defines no function", observer.name),
            "define the function that is compared instead of the entry".to_owned(),
        );
    };
    let is_offered = |name: &str| offered.iter().any(|export| &*export.name == name);
    let wanted = match &options.entries {
        Entries::Named(names) => names.as_slice(),
        _ => &[],
    };
    match wanted.iter().find(|name| !is_offered(name)) {
        Some(name) => fault(
            format!("the observer `{}` does not define `{name}`", observer.name),
            format!(
                "with --observe the entry is a function of the observer: leave --entry out for `{last}`, \
                 or leave --observe out to compare `{name}` itself"
            ),
        ),
        None => {
            entries::check(&options.entries, &loaded)?;
            Ok(loaded)
        }
    }
}
