//! Mistakes in specifications that can be seen without any program.
//! In: a script, or what was loaded from it. Out: diagnostics. [`well_formed`] only looks at the text: an error there is a
//! specification that could not be followed. [`lint`] looks for paths, and warns of what no input reaches.

mod before_read;
mod counts;
mod effects;
mod loops;
mod onlooker;
mod outputs;
mod overflow;
mod reach;
mod search;
mod sets;
mod variables;
mod wander;

use lydian_diagnostic::{Diagnostic, Span};

pub(crate) use onlooker::Onlooker;
pub use search::{LintOptions, Linted, lint};

use crate::syntax::ast::{At, Script};
use variables::Variables;

/// The mistakes of a script that can be seen in its text, in the order of their places.
///
/// ```
/// use lydian_console::{syntax, well_formed};
/// let source = lydian_diagnostic::Source::new("a.console", "loop { read x : int }");
/// let (script, _) = syntax::parse(&source);
/// assert_eq!(well_formed(&script)[0].code, "loop-without-exit");
/// ```
pub fn well_formed(script: &Script) -> Vec<Diagnostic> {
    let mut findings = Findings { script, diagnostics: Vec::new() };
    let variables = Variables::of(script);
    loops::check(&script.body, &variables, &mut findings);
    before_read::check(script, &variables, &mut findings);
    sets::check(script, &mut findings);
    outputs::check(&script.body, &mut findings);
    sorted(findings.diagnostics)
}

/// So many diagnostics are enough to go on with.
const MOST: usize = 50;

/// Diagnostics in the order of their places, errors first where there are too many.
fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if diagnostics.len() > MOST {
        diagnostics.sort_by_key(|found| !found.is_error());
        diagnostics.truncate(MOST);
    }
    diagnostics.sort_by_key(|found| found.span.as_ref().map_or(0, |span| span.range.start));
    diagnostics
}

/// What was found in a script.
struct Findings<'s> {
    script: &'s Script,
    diagnostics: Vec<Diagnostic>,
}

impl Findings<'_> {
    fn span(&self, at: &At) -> Span {
        Span::new(&self.script.source, at.clone())
    }

    fn error(&self, code: &'static str, at: &At, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(at), message)
    }

    fn warning(&self, code: &'static str, at: &At, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, self.span(at), message)
    }

    fn add(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
