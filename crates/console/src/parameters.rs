//! Other values for parameters than the script has: the script with them put in its text.
//! In: a script and `name=value` pairs. Out: the text of a script that has just these values; it is read like any other.

use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source, Span};

use crate::syntax::ast::{DeclarationKind, Script, TypeKind};

/// The script with some of its parameters set. A text or character needs no quotes.
///
/// ```
/// use lydian_console::{set_parameters, syntax};
/// use lydian_diagnostic::Source;
/// let (script, _) = syntax::parse(&Source::new("high-low.console", "param secret : int = 7, 42\nread x : int"));
/// let source = set_parameters(&script, &[("secret".into(), "5".into())]).unwrap();
/// assert_eq!(source.text, "param secret : int = 5\nread x : int");
/// assert!(set_parameters(&script, &[("sekret".into(), "5".into())]).is_err());
/// ```
pub fn set_parameters(script: &Script, values: &[(String, String)]) -> Result<Arc<Source>, Diagnostic> {
    let mut text = script.source.text.clone();
    let mut edits = Vec::new();
    for (wanted, value) in values {
        let found = script.declarations.iter().find_map(|declaration| match &declaration.kind {
            DeclarationKind::Parameter { name, ty, values } if *name.text == **wanted => Some((ty, values)),
            _ => None,
        });
        let Some((ty, old)) = found else { return Err(no_such_parameter(script, wanted)) };
        let place = match (old.first(), old.last()) {
            (Some(first), Some(last)) => first.at.start..last.at.end,
            _ => continue,
        };
        let quoted = match ty.kind {
            TypeKind::String if !value.starts_with('"') => format!("\"{}\"", escaped(value, '"')),
            TypeKind::Char if !value.starts_with('\'') => format!("'{}'", escaped(value, '\'')),
            _ => value.clone(),
        };
        if quoted.trim().is_empty() || quoted.contains(['\n', '#']) && ty.kind == TypeKind::Int {
            let message = format!("`{value}` is no value for `{wanted}`");
            return Err(Diagnostic::error("parameter-value", Span::new(&script.source, place), message)
                .hint("write it as in the specification"));
        }
        edits.push((place, quoted));
    }
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, value) in edits {
        text.replace_range(place, &value);
    }
    Ok(Source::new(script.source.name.clone(), text))
}

fn no_such_parameter(script: &Script, wanted: &str) -> Diagnostic {
    let names: Vec<String> = script
        .declarations
        .iter()
        .filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Parameter { name, .. } => Some(format!("`{}`", name.text)),
            _ => None,
        })
        .collect();
    let message = format!("the specification has no parameter `{wanted}`");
    let hint = if names.is_empty() {
        "it has no parameters at all; they are declared like `param secret : int = 7`".to_owned()
    } else {
        format!("it has {}", names.join(", "))
    };
    Diagnostic::without_place("parameter-value", message).hint(hint)
}

fn escaped(text: &str, quote: char) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' | '{' => out.extend(['\\', character]),
            _ if character == quote => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}
