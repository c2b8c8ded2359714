//! Renders diagnostics for people: an excerpt of the source with the place underlined.
//! In: diagnostics as data. Out: styled text (see `terminal` for dropping the styles). Places outside the text, in the
//! middle of a character, in lines of megabytes or over thousands of lines are clamped, never a panic.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use lydian_diagnostic::{Diagnostic, Severity, Source, Span};
use lydian_words::visible;

use crate::terminal::clean;

/// A line longer than this is not shown, only named.
const LONGEST_LINE: usize = 4_000;
/// A place over more lines than this is shown by its first line.
const MOST_LINES: usize = 12;
/// Of many diagnostics about one subject, only so many are shown.
const MOST_SHOWN: usize = 20;

/// One diagnostic as styled text, ending with a line end.
pub fn render_diagnostic(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let message = one_line(&diagnostic.message);
    let title = level.primary_title(message).id(diagnostic.code);
    let mut group = match &diagnostic.span {
        Some(span) => with_places(Group::with_title(title), diagnostic, span),
        None => Group::with_title(title),
    };
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(clean(hint).into_owned()));
    }
    let mut text = Renderer::styled().render(&[group]);
    text.push('\n');
    text
}

/// Several diagnostics with an empty line between them; of very many only the first ones.
pub fn render_diagnostics(diagnostics: &[Diagnostic]) -> String {
    let mut text = diagnostics.iter().take(MOST_SHOWN).map(render_diagnostic).collect::<Vec<_>>().join("\n");
    if diagnostics.len() > MOST_SHOWN {
        text.push_str(&format!("\n... and {} more\n", diagnostics.len() - MOST_SHOWN));
    }
    text
}

fn with_places<'a>(group: Group<'a>, diagnostic: &'a Diagnostic, primary: &'a Span) -> Group<'a> {
    let mut places: Vec<(&Span, AnnotationKind, &str)> = vec![(primary, AnnotationKind::Primary, "")];
    for label in &diagnostic.labels {
        places.push((&label.span, AnnotationKind::Context, &label.message));
    }
    let mut group = group;
    for source in sources(&places) {
        let here: Vec<_> =
            places.iter().filter(|(span, ..)| Arc::ptr_eq(&span.source, source)).copied().collect();
        group = match excerpt(source, &here) {
            Some(snippet) => group.element(snippet),
            None => {
                let (line, column) = source.position(here[0].0.range.start);
                group.element(Origin::path(visible(&source.name)).line(line).char_column(column))
            }
        };
    }
    group
}

/// The sources of the places, each once, in order.
fn sources<'a>(places: &[(&'a Span, AnnotationKind, &'a str)]) -> Vec<&'a Arc<Source>> {
    let mut sources: Vec<&Arc<Source>> = Vec::new();
    for (span, ..) in places {
        if !sources.iter().any(|source| Arc::ptr_eq(source, &span.source)) {
            sources.push(&span.source);
        }
    }
    sources
}

/// The lines around the places; `None` if they cannot be shown well.
fn excerpt<'a>(
    source: &'a Source,
    places: &[(&'a Span, AnnotationKind, &'a str)],
) -> Option<Snippet<'a, Annotation<'a>>> {
    let ranges: Vec<Range<usize>> =
        places.iter().map(|(span, ..)| shown_range(source, &span.range)).collect();
    let first = ranges.iter().map(|range| range.start).min()?;
    let last = ranges.iter().map(|range| range.end).max()?;
    let start = source.text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = source.text[last..].find('\n').map_or(source.text.len(), |at| last + at);
    let window = &source.text[start..end];
    if window.lines().any(|line| line.len() > LONGEST_LINE) {
        return None;
    }
    let annotations = places.iter().zip(ranges).map(|((_, kind, message), range)| {
        let annotation = kind.span(range.start - start..range.end - start);
        if message.is_empty() { annotation } else { annotation.label(one_line(message)) }
    });
    let (line, _) = source.position(start);
    Some(Snippet::source(window).path(visible(&source.name)).line_start(line).annotations(annotations))
}

/// The range inside the text, on character boundaries, and cut to its first line if it covers too many.
fn shown_range(source: &Source, range: &Range<usize>) -> Range<usize> {
    let text = &source.text;
    let boundary = |offset: usize| text.is_char_boundary(offset);
    // Both ends of the text are boundaries, so the searches end there at the latest.
    let start = (0..=range.start.min(text.len())).rev().find(|offset| boundary(*offset)).unwrap_or(0);
    let end = (range.end.min(text.len())..text.len()).find(|offset| boundary(*offset)).unwrap_or(text.len());
    let end = end.max(start);
    let covered = &source.text[start..end];
    if covered.lines().nth(MOST_LINES).is_none() {
        return start..end;
    }
    start..start + covered.find('\n').unwrap_or(covered.len())
}

fn one_line(text: &str) -> String {
    clean(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(diagnostic: &Diagnostic) -> String {
        anstream::adapter::strip_str(&render_diagnostic(diagnostic)).to_string()
    }

    #[test]
    fn the_place_is_underlined_and_the_hint_comes_last() {
        let source = Source::new("a.ml", "let x = 1\nlet y = z + 1\n");
        let diagnostic = Diagnostic::error("unbound-name", Span::new(&source, 18..19), "`z` is not defined")
            .label(Span::new(&source, 4..5), "did you mean this one?")
            .hint("write `x`");
        let expected = "\
error[unbound-name]: `z` is not defined
 --> a.ml:2:9
  |
1 | let x = 1
  |     - did you mean this one?
2 | let y = z + 1
  |         ^
  |
  = help: write `x`
";
        assert_eq!(plain(&diagnostic), expected);
    }

    #[test]
    fn places_outside_the_text_are_clamped() {
        let source = Source::new("a.ml", "é");
        for range in [0..1, 1..2, 5..9, 2..2, 0..100] {
            assert!(plain(&Diagnostic::error("x", Span::new(&source, range), "m")).contains("a.ml:1:"));
        }
        let reversed = Range { start: 2, end: 0 };
        assert!(plain(&Diagnostic::error("x", Span::new(&source, reversed), "m")).contains("a.ml:1:"));
        let empty = Source::new("a.ml", "");
        assert!(plain(&Diagnostic::error("x", Span::new(&empty, 0..0), "m")).contains("a.ml"));
    }

    #[test]
    fn a_line_of_megabytes_is_named_but_not_shown() {
        let source = Source::new("a.ml", "x".repeat(10_000_000));
        let text = plain(&Diagnostic::error("x", Span::new(&source, 7..8), "m"));
        assert!(text.contains("a.ml:1:8") && text.len() < 200, "{text}");
    }

    #[test]
    fn a_place_over_a_whole_file_is_shown_by_its_first_line() {
        let source = Source::new("a.ml", "let x = 1\n".repeat(10_000));
        let text = plain(&Diagnostic::error("x", Span::new(&source, 0..100_000), "m"));
        assert!(text.lines().count() < 10, "{text}");
    }

    #[test]
    fn a_carriage_return_or_an_escape_in_a_source_does_not_reach_the_terminal() {
        let source = Source::new("\x1b[2J.ml", "let x = \x1b[2J 1\r\nlet y = 2\rlet z = 3\r\n");
        let text = render_diagnostic(&Diagnostic::error("x", Span::new(&source, 8..9), "m\x1b[2J"));
        assert!(!text.contains("\x1b[2J"), "{text:?}");
        assert!(!text.contains('\r'), "{text:?}");
    }

    #[test]
    fn of_very_many_diagnostics_the_first_are_shown() {
        let one = Diagnostic::without_place("x", "m");
        let text = render_diagnostics(&vec![one; 31]);
        assert!(text.ends_with("... and 11 more\n"), "{text}");
    }
}
