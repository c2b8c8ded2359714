//! The reference with its observer, and which function of the observer is compared.
//! An observer takes the place of the entry, so the entry must be one of its functions: anything else would leave it unused.

use std::sync::Arc;

use lydian_core::Program;
use lydian_diagnostic::{Diagnostic, Source};

use crate::Options;
use crate::entry::is_function;
use crate::judge::{Loaded, load};

/// Loads the reference; an observer behind it must define what is compared.
pub(crate) fn load_reference(source: &Arc<Source>, options: &Options) -> Result<Loaded, Vec<Diagnostic>> {
    let loaded = load(source, options)?;
    let Some(observer) = &options.observer else { return Ok(loaded) };
    let alone = load(source, &Options { observer: None, ..options.clone() })?;
    let offered = functions(&loaded.program, alone.program.exports.len());
    let fault =
        |message: String, hint: String| Err(vec![Diagnostic::without_place("no-entry", message).hint(hint)]);
    let Some(last) = offered.last() else {
        return fault(
            format!("the observer `{}` defines no function", observer.name),
            "define the function that is compared instead of the entry".to_owned(),
        );
    };
    match &options.entry {
        Some(name) if !offered.contains(&name.as_str()) => fault(
            format!("the observer `{}` does not define `{name}`", observer.name),
            format!(
                "with --observe the entry is a function of the observer: leave --entry out for `{last}`, \
                 or leave --observe out to compare `{name}` itself"
            ),
        ),
        _ => Ok(loaded),
    }
}

/// The functions among the names that a program offers from a place on.
fn functions(program: &Program, from: usize) -> Vec<&str> {
    let names = program.exports.iter().skip(from);
    names.filter(|export| is_function(program, &export.ty)).map(|export| &*export.name).collect()
}
