//! The condition on the inputs that a comparison is about: `--where 'n >= 0 && n < 100'`.
//! It stands in front of the reference's entry (`lydian_ocaml::guard`), so a path search solves for it as for any other decision of a
//! program, and an input on which it does not hold is outside of the domain, even where exceptions count.

use std::sync::Arc;

use lydian_core::Value;
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_ocaml::{OUTSIDE, Part};

use crate::Options;
use crate::batch::on_deep_stack;
use crate::entry::{is_function, last_function};
use crate::observed::load_reference;
use crate::pair::Side;

/// A condition on the arguments of the entry.
#[derive(Debug, Clone)]
pub struct Condition {
    /// As the user wrote it.
    pub source: Arc<Source>,
    /// What stands behind the reference.
    behind: Arc<[Part]>,
}

impl Condition {
    /// A condition in front of the entry that `options` choose. The error says what is wrong with it, or with the reference.
    pub fn new(
        source: &Arc<Source>,
        reference: &Arc<Source>,
        options: &Options,
    ) -> Result<Condition, Vec<Diagnostic>> {
        on_deep_stack(|| {
            let loaded = load_reference(reference, options)?;
            let program = &loaded.program;
            let refuse = |message: String, hint: &str| {
                Err(vec![Diagnostic::without_place("bad-condition", message).hint(hint)])
            };
            if options.entries.are_several() {
                let message = "a condition is about the arguments of one function".to_owned();
                return refuse(message, "name it with --entry NAME");
            }
            let Some(name) = options.entries.name().or_else(|| last_function(program)) else {
                return refuse(
                    "the reference defines no function that a condition could be about".to_owned(),
                    "define one",
                );
            };
            let export = program.export(name).filter(|export| is_function(program, &export.ty));
            let (Some(export), false) = (export, name.contains('.')) else {
                let message = format!(
                    "`{name}` is no function at the top level of the reference, so it has no parameters"
                );
                return refuse(message, "leave --where out, or name a function with --entry NAME");
            };
            let file = options.observer.as_ref().unwrap_or(reference);
            let labels: Vec<_> = export.ty.uncurry().0.into_iter().map(|(label, _)| label).collect();
            let behind = Arc::from(lydian_ocaml::guard(name, file, source, &labels)?);
            let condition = Condition { source: source.clone(), behind };
            let conditional = Options { condition: Some(condition.clone()), ..options.clone() };
            match load_reference(reference, &conditional) {
                Ok(_) => Ok(condition),
                Err(faults) => {
                    Err(faults.into_iter().map(|fault| in_condition(fault, name, source)).collect())
                }
            }
        })
    }
}

/// A fault of a reference that has none without the condition: wherever it shows, it is one of the condition.
fn in_condition(mut fault: Diagnostic, name: &str, condition: &Arc<Source>) -> Diagnostic {
    let is_there = fault.span.as_ref().is_some_and(|span| span.source.name == condition.name);
    if !is_there {
        fault.span = Some(Span::new(condition, 0..condition.text.len()));
        fault.labels.clear();
        fault.message = format!("the condition does not fit the parameters of `{name}`: {}", fault.message);
    }
    fault
}

/// A program with what stands behind it: the observer, the condition on the reference's entry, and further texts.
pub(crate) fn parts(
    source: &Arc<Source>,
    side: Side,
    options: &Options,
    texts: impl IntoIterator<Item = Arc<Source>>,
) -> Vec<Part> {
    let mut parts: Vec<Part> =
        [source].into_iter().chain(&options.observer).cloned().map(Part::Text).collect();
    if let (Side::Reference, Some(condition)) = (side, &options.condition) {
        parts.extend(condition.behind.iter().cloned());
    }
    parts.extend(texts.into_iter().map(Part::Text));
    parts
}

/// Whether this is what the entry raises where the condition does not hold.
pub(crate) fn is_outside(exception: &Value) -> bool {
    match exception {
        Value::Constant(con) => con.is_exception() && con.name() == OUTSIDE,
        Value::Block(block) => block.con.is_exception() && block.con.name() == OUTSIDE,
        _ => false,
    }
}
