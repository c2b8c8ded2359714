//! Words for mistakes: what is reported where, and what to type instead.
//! At most one diagnostic is kept for a place, because a second one there is a consequence of the first.

use lydian_diagnostic::Diagnostic;

use super::super::ast::At;
use super::super::lexer::Kind;
use super::{DIAGNOSTICS, Failed, LEVELS, Parser};

/// The words that start statements.
pub(super) const STATEMENTS: &[&str] =
    &["read", "write", "may write", "if", "loop", "while", "until", "repeat", "exit", "nothing", "var"];

/// The words that start declarations.
pub(super) const DECLARATIONS: &[&str] =
    &["param", "arguments", "environment", "file", "result", "enum", "import", "ocaml"];

/// Words of other languages, with what does the same here.
const FOREIGN: &[(&[&str], &str)] = &[
    (
        &["print", "println", "printf", "output", "echo", "puts", "putStrLn", "say", "display", "show"],
        "write",
    ),
    (&["input", "get", "getLine", "scan", "scanf", "readln", "ask", "gets"], "read"),
    (&["elif", "elseif", "elsif", "elsif"], "else if"),
    (&["break", "leave", "quit", "done"], "exit"),
    (&["skip", "pass", "noop"], "nothing"),
    (&["optional", "optionally", "perhaps", "possibly"], "may write"),
    (&["foreach", "do", "forever"], "loop"),
    (&["switch", "case", "match", "when", "unless"], "if"),
    (&["parameter", "parameters", "params"], "param"),
    (&["argument", "args", "argv"], "arguments"),
    (&["env"], "environment"),
    (&["enumeration", "type"], "enum"),
    (&["include", "open", "use"], "import"),
];

/// Words that define something in other languages.
const DEFINING: &[&str] = &["let", "val", "const", "set", "def", "fun", "function", "define"];

impl Parser<'_> {
    /// Records an error with one hint.
    pub(super) fn report(
        &mut self,
        code: &'static str,
        at: At,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Failed {
        let diagnostic = self.error(code, at, message).hint(hint);
        self.record(diagnostic)
    }

    pub(super) fn error(&self, code: &'static str, at: At, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(at), message)
    }

    pub(super) fn record(&mut self, diagnostic: Diagnostic) -> Failed {
        let start = |known: &Diagnostic| known.span.as_ref().map(|span| span.range.start);
        let known = self.diagnostics.iter().any(|known| start(known) == start(&diagnostic));
        if !known && !self.gave_up && self.diagnostics.len() < DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
        Failed
    }

    /// Something else is expected at the current token.
    pub(super) fn unexpected(&mut self, wanted: &str, hint: &str) -> Failed {
        let token = self.current.clone();
        if self.report_trouble(&token) {
            return Failed;
        }
        let message = format!("{} stands where {wanted} is expected", self.found());
        let hint = match (self.last.kind, token.kind) {
            (Kind::Number, Kind::Number) => "write a number without blanks in it",
            (_, Kind::Symbol("/")) if self.next_kind() == Kind::Symbol("/") => "comments start with `#`",
            _ => hint,
        };
        self.report("console-syntax", self.here(), message, hint)
    }

    /// The current token in words.
    pub(super) fn found(&self) -> String {
        match self.current.kind {
            Kind::End if self.lexer.in_text => "the end of `{ }`".to_owned(),
            Kind::End => "the end of the file".to_owned(),
            Kind::Text => "a text".to_owned(),
            _ => {
                format!("`{}`", self.excerpt(&self.current.at))
            }
        }
    }

    /// What stands at a place, shortened if it is long.
    pub(super) fn excerpt(&self, at: &At) -> String {
        let text = &self.source.text[at.clone()];
        let short: String = text.chars().take(30).collect();
        if short.len() < text.len() { short + "..." } else { short }
    }

    /// Nothing deeper is read, nor anything after it.
    pub(super) fn too_deep(&mut self, at: At) -> Failed {
        let message = format!("this is nested more than {LEVELS} levels deep");
        let hint = "give a part a name as a function in an `ocaml` block, or write it as a list";
        self.report("console-too-deep", at, message, hint);
        self.gave_up = true;
        self.lexer.limit = self.current.at.end;
        self.current = self.lexer.token(self.lexer.limit);
        Failed
    }

    /// A reserved word stands where a name is declared.
    pub(super) fn reserved(&mut self, word: &'static str, what: &str) -> Failed {
        let message = format!("`{word}` is a word of the language and stands where {what} is expected");
        let hint = format!("choose another name, such as `{word}_`");
        self.report("reserved-word", self.current.at.clone(), message, hint)
    }

    /// A name stands where a statement starts.
    pub(super) fn unknown_statement(&mut self, after_write: bool) -> Failed {
        let at = self.current.at.clone();
        let word = &self.source.text[at.clone()];
        if matches!(self.next_kind(), Kind::Symbol("=" | "==" | "+" | "-" | "++")) {
            let message = format!("`{word}` starts no statement: an assignment is written with `:=`");
            let hint = format!("write `var {word} := 0` once, and then `{word} := {word} + 1`");
            return self.report("console-syntax", at, message, hint);
        }
        let message = format!("`{word}` does not start a statement");
        let hint = if let Some(own) = foreign(word) {
            format!("type `{own}` instead")
        } else if DEFINING.contains(&word) {
            "a value that is kept is a `var x := 0`; define functions in `ocaml {{{ ... }}}`".to_owned()
        } else if let Some(near) = nearest(word) {
            format!("did you mean `{near}`?")
        } else if after_write {
            format!("join the parts of an output with a comma: `, {word}`")
        } else {
            format!("statements start with {}", quoted(STATEMENTS))
        };
        self.report("unknown-word", at, message, hint)
    }
}

/// What does here what the word does in another language.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(words, _)| words.contains(&word)).map(|(_, own)| *own)
}

/// A list of words for a sentence.
pub(super) fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// The word that starts a statement or declaration and is a slip away from this one.
fn nearest(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let known = STATEMENTS.iter().chain(DECLARATIONS).chain(&["else"]);
    lydian_words::nearest(&word, known.copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_statement_is_recognized() {
        assert_eq!(nearest("wirte"), Some("write"));
        assert_eq!(nearest("Read"), Some("read"));
        assert_eq!(nearest("whlie"), Some("while"));
        assert_eq!(nearest("banana"), None);
        assert_eq!(nearest("x"), None);
    }
}
