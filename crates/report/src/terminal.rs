//! Colours, and text that is safe to print.
//! Reports write styled text always; the streams made here drop the styles where nobody would see them (a file, a pipe,
//! `NO_COLOR`, `--color never`). Text from a user's file is cleaned before, so that it cannot steer the terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use lydian_verdict::VerdictKind;
use lydian_words::visible_but;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

impl Color {
    fn choice(self) -> ColorChoice {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// Standard output with or without colours.
pub fn stdout(color: Color) -> impl Write + Send {
    AutoStream::new(io::stdout(), color.choice())
}

/// Standard error with or without colours.
pub fn stderr(color: Color) -> impl Write + Send {
    AutoStream::new(io::stderr(), color.choice())
}

pub(crate) const RESET: &str = "\x1b[0m";
pub(crate) const BOLD: &str = "\x1b[1m";
pub(crate) const DIM: &str = "\x1b[2m";

/// Bold, in the colour of the verdict.
pub(crate) fn style_of(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Proved | VerdictKind::Passed => "\x1b[1;32m",
        VerdictKind::Refuted | VerdictKind::Mismatched => "\x1b[1;31m",
        VerdictKind::Unknown | VerdictKind::Vacuous => "\x1b[1;33m",
        VerdictKind::Invalid => "\x1b[1;35m",
    }
}

/// The text with everything written out that steers a terminal, except line ends and tabs.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    visible_but(text, |character| matches!(character, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_user_cannot_steer_the_terminal() {
        assert_eq!(clean("\x1b[2Jx\r"), "\\u{1b}[2Jx\\r");
        assert_eq!(clean("a\n\tb"), "a\n\tb");
        assert_eq!(clean("a\u{202e}lm.exe"), "a\\u{202e}lm.exe");
    }
}
