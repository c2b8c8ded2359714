//! `lydian explain`: the page of a diagnostic, or the list of all codes.

use std::io::{self, Write};

use lydian_diagnostic::{Diagnostic, codes, explain, summary};
use lydian_report::{Color, stdout};

use crate::arguments::ExplainArguments;
use crate::{INVALID, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ExplainArguments) -> u8 {
    let Some(given) = &arguments.code else {
        output::or_quit(list());
        return 0;
    };
    let code = bare_code(given);
    if let Some(page) = explain(code) {
        output::or_quit(stdout(Color::Never).write_all(page.as_bytes()));
        return 0;
    }
    let unknown = Diagnostic::without_place("unknown-code", format!("no diagnostic has the code `{given}`"));
    let unknown = match closest(code) {
        Some(close) => unknown.hint(format!("lydian explain {close}")),
        None => unknown.hint("`lydian explain` lists all codes"),
    };
    output::complain(&[unknown], Color::Auto);
    INVALID
}

/// The code in what was typed: `error[unbound-value]` is pasted as often as `unbound-value` is typed.
fn bare_code(given: &str) -> &str {
    let inside = given.split_once('[').map_or(given, |(_, behind)| behind);
    inside.trim_end_matches([':', ']']).trim()
}

fn list() -> io::Result<()> {
    let mut out = stdout(Color::Never);
    let width = codes().map(str::len).max().unwrap_or(0);
    for code in codes() {
        writeln!(out, "{code:width$}  {}", summary(code).unwrap_or_default())?;
    }
    out.flush()
}

/// The code that was probably meant.
fn closest(given: &str) -> Option<&'static str> {
    lydian_words::nearest(given, codes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_diagnostic_is_understood() {
        assert_eq!(bare_code("error[unbound-value]:"), "unbound-value");
        assert_eq!(bare_code("unbound-value"), "unbound-value");
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        assert_eq!(closest("unbund-value"), Some("unbound-value"));
        assert_eq!(closest("syntax"), None);
        assert_eq!(closest("completely-different"), None);
    }
}
