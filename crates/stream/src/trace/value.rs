//! Reads the values in traces: literals and data at once, everything else as an expression of the language.
//! A value that is not of the input's type is a fault.

use std::sync::Arc;

use lydian_core::Value;
use lydian_diagnostic::Diagnostic;
use lydian_tessla::data::Data;
use lydian_tessla::spec::Collections;
use lydian_tessla::{Evaluator, Type};
use rustc_hash::FxHashMap;

use super::literal::{self, NoLiteral};
use super::place::Line;
use super::text::is_empty;

/// An expression of more bytes than this is not one that somebody wrote into a trace.
const LONGEST_EXPRESSION: usize = 1 << 16;
/// Expressions are few and repeat themselves: so many are kept.
const MOST_KEPT: usize = 1_000;
/// An expression can be as deep as it is long; the stack is reserved, not used.
const STACK: usize = 512 << 20;

/// Reads values.
#[derive(Default)]
pub(super) struct Values {
    collections: Collections,
    evaluator: Option<Evaluator>,
    /// What expressions were found to be, by type and text.
    kept: FxHashMap<(Type, String), Value>,
}

impl Values {
    /// Reads values for a program with these collections.
    pub(super) fn new(collections: Collections) -> Values {
        Values { collections, ..Values::default() }
    }

    /// Reads the value at `from` to the end of the line.
    pub(super) fn read(
        &mut self,
        line: Line<'_>,
        text: &str,
        from: usize,
        ty: &Type,
    ) -> Result<Value, Box<Diagnostic>> {
        match literal::read(text, from) {
            Ok((data, end)) if is_empty(&text[end..]) => data
                .to_value(ty, self.collections)
                .ok_or_else(|| Box::new(line.fault("trace-value-type", from..end, mismatch(&data, ty)))),
            Ok(_) | Err(NoLiteral::Expression) => self.expression(line, text, from, ty),
            Err(NoLiteral::Fault(range, message)) => Err(Box::new(line.fault("trace-value", range, message))),
        }
    }

    fn expression(
        &mut self,
        line: Line<'_>,
        text: &str,
        from: usize,
        ty: &Type,
    ) -> Result<Value, Box<Diagnostic>> {
        let key = (ty.clone(), text[from..].to_owned());
        if let Some(known) = self.kept.get(&key) {
            return Ok(known.clone());
        }
        let range = from..text.len();
        if range.len() > LONGEST_EXPRESSION {
            let message = "this expression is too long for a value in a trace";
            return Err(Box::new(line.fault("trace-value", from..from + 1, message)));
        }
        let span = line.span(range.clone());
        let evaluator = self.evaluator.get_or_insert_with(Evaluator::default);
        let found = on_a_large_stack(|| evaluator.evaluate(&span.source, span.range.clone(), ty));
        let nothing = || Box::new(line.fault("trace-value", range.clone(), "this is not a value"));
        let data = match found {
            Some(Ok(data)) => data,
            Some(Err(faults)) => {
                let first = faults.into_iter().find(Diagnostic::is_error);
                return Err(first.map_or_else(nothing, Box::new));
            }
            None => return Err(nothing()),
        };
        let value = data.to_value(ty, self.collections).ok_or_else(nothing)?;
        if self.kept.len() >= MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, value.clone());
        Ok(value)
    }
}

/// Does something that may go deep; nothing if there is no stack for it.
fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let handle = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, lydian_budget::shared(work))
            .ok()?;
        match handle.join() {
            Ok(result) => Some(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Why data are not of a type.
fn mismatch(data: &Data, ty: &Type) -> String {
    let shown = data.source();
    let shown: String = match shown.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &shown[..end]),
        None => shown,
    };
    let detail = match (data, ty) {
        (Data::Record(parts), Type::Record(fields)) if !parts.is_empty() && !fields.is_empty() => {
            let lacks = |name: &Arc<str>| !parts.iter().any(|(part, _)| part == name);
            let surplus = |name: &Arc<str>| !fields.iter().any(|(field, _)| field == name);
            match (fields.iter().find(|(name, _)| lacks(name)), parts.iter().find(|(name, _)| surplus(name)))
            {
                (Some((missing, _)), _) => format!(": `{missing}` is missing"),
                (None, Some((surplus, _))) => format!(": there is no `{surplus}` in it"),
                (None, None) => String::new(),
            }
        }
        _ => String::new(),
    };
    format!("`{shown}` is not of type {ty}{detail}")
}
