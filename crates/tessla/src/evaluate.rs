//! Constant expressions outside of a specification: the values in a trace may be `2 + 3` or `"${1 + 1}"`.
//! In: an expression and the type that it shall have. Out: its value, or diagnostics that point into the text.

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};

use crate::check::Checker;
use crate::code::fold::Folded;
use crate::data::Data;
use crate::expand::Expander;
use crate::names::{Names, USER};
use crate::spec::Options;
use crate::stack::on_large_stack;
use crate::syntax::ast::Unit;
use crate::types::Type;
use crate::{Files, library, syntax};

/// Evaluates constant expressions; keeps the library between them.
#[derive(Debug)]
pub struct Evaluator {
    files: Files,
    library: Vec<Unit>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        let mut files = Files::default();
        let mut units = Vec::new();
        for source in library::sources() {
            let number = files.add(&source);
            units.push(syntax::parse(number, &source).0);
        }
        files.end_library();
        Evaluator { files, library: units }
    }
}

impl Evaluator {
    /// The value of the expression that is a whole range of a text; the range starts and ends between characters.
    ///
    /// ```
    /// use lydian_diagnostic::Source;
    /// use lydian_tessla::{Evaluator, Type};
    ///
    /// let line = Source::new("trace", "3: x = 2 * 3 + 1");
    /// let data = Evaluator::default().evaluate(&line, 7..16, &Type::Int).unwrap();
    /// assert_eq!(data.to_string(), "7");
    /// ```
    ///
    /// # Errors
    /// If the text is no expression of that type, or if its value cannot be computed.
    pub fn evaluate(
        &self,
        source: &Arc<Source>,
        range: Range<usize>,
        ty: &Type,
    ) -> Result<Data, Vec<Diagnostic>> {
        on_large_stack(|| self.evaluated(source, range, ty)).unwrap_or_else(|error| {
            let message = format!("there is no stack to compute a value with: {error}");
            Err(vec![Diagnostic::without_place("out-of-resources", message)])
        })
    }

    fn evaluated(
        &self,
        source: &Arc<Source>,
        range: Range<usize>,
        ty: &Type,
    ) -> Result<Data, Vec<Diagnostic>> {
        let mut files = self.files.clone();
        let number = files.add(source);
        let (expr, mut diagnostics) = syntax::parse_expr_in(number, source, range);
        diagnostics.retain(Diagnostic::is_error);
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let options = Options::default();
        let names = Names::of(Arc::new(files), &self.library, &[]);
        let mut checker = Checker::new(names, &options);
        checker.data = true;
        let tree = checker.expect(USER, &expr, Some(ty));
        checker.finish();
        if checker.has_errors() {
            return Err(checker.names.diagnostics);
        }
        let mut expander = Expander::new(&checker);
        let value = expander.constant(&tree);
        match value.as_ref().and_then(|value| data_of(value, ty)) {
            Some(data) => Ok(data),
            None if expander.has_errors() => Err(expander.finish().diagnostics),
            None => {
                let span = checker.names.files.span(tree.at);
                let message = "the value of this expression cannot be computed";
                Err(vec![Diagnostic::error("not-a-constant", span, message)])
            }
        }
    }
}

fn data_of(value: &Folded, ty: &Type) -> Option<Data> {
    let all = |parts: &[Folded], ty: &Type| -> Option<Vec<Data>> {
        parts.iter().map(|part| data_of(part, ty)).collect()
    };
    Some(match (ty, value) {
        (Type::Bool, Folded::Bool(known)) => Data::Bool(*known),
        (Type::Int, Folded::Int(int)) => Data::Int(int.clone()),
        (Type::Float, Folded::Float(float)) => Data::Float(*float),
        (Type::String, Folded::Text(text)) => Data::String(text.clone()),
        (Type::Option(_), Folded::Option(None)) => Data::None,
        (Type::Option(part), Folded::Option(Some(inner))) => Data::Some(Box::new(data_of(inner, part)?)),
        (Type::List(part), Folded::List(elements)) => Data::List(all(elements, part)?),
        (Type::Set(part), Folded::Set(elements)) => Data::set(all(elements, part)?),
        (Type::Map(key, value), Folded::Map(entries)) => {
            let entries = entries.iter().map(|(k, v)| Some((data_of(k, key)?, data_of(v, value)?)));
            Data::map(entries.collect::<Option<_>>()?)
        }
        (Type::Record(fields), Folded::Unit) if fields.is_empty() => Data::UNIT,
        (Type::Record(fields), value) if fields.len() == 1 => {
            Data::Record(vec![(fields[0].0.clone(), data_of(value, &fields[0].1)?)])
        }
        (Type::Record(fields), Folded::Tuple(parts)) if parts.len() == fields.len() => {
            let parts = fields.iter().zip(parts.iter());
            let parts = parts.map(|((name, ty), part)| Some((name.clone(), data_of(part, ty)?)));
            Data::Record(parts.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, ty: &Type) -> Result<String, Vec<&'static str>> {
        let source = Source::new("trace", text);
        let found = Evaluator::default().evaluate(&source, 0..text.len(), ty);
        found.map(|data| data.to_string()).map_err(|found| found.iter().map(|one| one.code).collect())
    }

    #[test]
    fn values_of_traces_may_be_computed() {
        assert_eq!(value("\"Hello ${2 + 40}!\"", &Type::String), Ok("Hello 42!".into()));
        assert_eq!(value("if 1 < 2 then -3 else 4", &Type::Int), Ok("-3".into()));
        let pair =
            Type::record(vec![("x".into(), Type::Int), ("y".into(), Type::Option(Arc::new(Type::Bool)))]);
        assert_eq!(value("{y = Some(!true), x = 2 << 3}", &pair), Ok("{x = 16, y = Some(false)}".into()));
        let set = Type::Set(Arc::new(Type::Int));
        assert_eq!(value("Set.add(Set.singleton(3), 1)", &set), Ok("Set(1, 3)".into()));
        assert_eq!(value("()", &Type::unit()), Ok("()".into()));
        assert_eq!(value("if 1 < 2 then Set(2 + 1, 1, 3) else Set()", &set), Ok("Set(1, 3)".into()));
        let map = Type::Map(Arc::new(Type::Int), Arc::new(Type::List(Arc::new(Type::Int))));
        assert_eq!(value("Map(1 + 1 -> List(2 * -3))", &map), Ok("Map(2 -> List(-6))".into()));
        let text = "\"${Some(3)} ${Map(1 -> true)} ${(1, {x = List(2, 1)})}\"";
        assert_eq!(value(text, &Type::String), Ok("Some(3) Map(1 -> true) (1, {x = List(2, 1)})".into()));
        assert_eq!(value("Set(1, 2) == Set(2, 1)", &Type::Bool), Ok("true".into()));
    }

    #[test]
    fn what_has_no_value_is_an_error_with_a_place() {
        assert_eq!(value("1 / 0", &Type::Int), Err(vec!["not-a-constant"]));
        assert_eq!(value("x + 1", &Type::Int), Err(vec!["unknown-name"]));
        assert_eq!(value("3", &Type::String), Err(vec!["type-mismatch"]));
        let endless = "{ def f(n: Int): Int = f(n + 1) + 1\n f(0) }";
        assert_eq!(value(endless, &Type::Int), Err(vec!["not-a-constant"]));
        assert_eq!(value("3 +", &Type::Int).map_err(|codes| codes.len()), Err(1));
    }
}
