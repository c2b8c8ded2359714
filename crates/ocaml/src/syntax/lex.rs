//! Tokens, and a copy of the source that holds nothing but tokens.
//! In: the text of a source. Out: its tokens in order, up to the first lexical error; and a text of the same length in
//! which comments are blank and the insides of literals are plain, so that the grammar never sees a quote, a comment
//! sign or an escape of the user. All lexical questions are decided here, as OCaml's own lexer decides them.

use super::literal;
use lydian_diagnostic::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A lower-case identifier that is not a keyword.
    Lower,
    /// A capitalised identifier.
    Upper,
    /// A reserved word.
    Keyword,
    /// An integer or floating-point literal.
    Number,
    /// A character literal.
    Char,
    /// A string literal of either form.
    String,
    /// An operator or a punctuation sign.
    Symbol,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

impl Token {
    /// Its place as a range of byte offsets.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The token that `offset` cuts in two, if it does. Literals are not looked into.
///
/// The grammar lexes by what it expects and would read `;;` as two semicolons where it expects one; OCaml does not.
pub(super) fn token_cut_at(tokens: &[Token], offset: usize) -> Option<&Token> {
    let index = tokens.partition_point(|token| (token.start as usize) < offset).checked_sub(1)?;
    let token = &tokens[index];
    let is_cut = (token.end as usize) > offset && !matches!(token.kind, TokenKind::String | TokenKind::Char);
    is_cut.then_some(token)
}

/// What lexing gives.
pub(super) struct Lexed {
    /// The tokens, up to the error if there is one.
    pub tokens: Vec<Token>,
    /// The plain text for the grammar, up to the error if there is one.
    pub plain: Vec<u8>,
    /// Where lexing had to stop, and why.
    pub error: Option<(usize, Diagnostic)>,
    /// What is legal but doubtful.
    pub warnings: Vec<Diagnostic>,
}

/// The reserved words of OCaml 4.13 and 5, except `effect`, which older programs use as a name.
pub const KEYWORDS: &[&str] = &[
    "and",
    "as",
    "asr",
    "assert",
    "begin",
    "class",
    "constraint",
    "do",
    "done",
    "downto",
    "else",
    "end",
    "exception",
    "external",
    "false",
    "for",
    "fun",
    "function",
    "functor",
    "if",
    "in",
    "include",
    "inherit",
    "initializer",
    "land",
    "lazy",
    "let",
    "lor",
    "lsl",
    "lsr",
    "lxor",
    "match",
    "method",
    "mod",
    "module",
    "mutable",
    "new",
    "nonrec",
    "object",
    "of",
    "open",
    "or",
    "private",
    "rec",
    "sig",
    "struct",
    "then",
    "to",
    "true",
    "try",
    "type",
    "val",
    "virtual",
    "when",
    "while",
    "with",
];

/// Names that the grammar reserves for a dialect and OCaml does not, each with a stand-in of the same length.
const DIALECT_WORDS: &[(&str, &str)] = &[
    ("borrow_", "borroW_"),
    ("exclave_", "exclavE_"),
    ("global_", "globaL_"),
    ("kind_", "kinD_"),
    ("kind_of_", "kind_oF_"),
    ("local_", "locaL_"),
    ("stack_", "stacK_"),
];

/// Splits a source into tokens.
pub(super) fn lex(source: &Arc<Source>) -> Lexed {
    let mut lexer = Lexer {
        source,
        bytes: source.text.as_bytes(),
        at: 0,
        lexed: Lexed {
            tokens: Vec::with_capacity(source.text.len() / 4),
            plain: source.text.as_bytes().to_vec(),
            error: None,
            warnings: Vec::new(),
        },
    };
    while let Some(byte) = lexer.peek(0) {
        let start = lexer.at;
        if let Err(fault) = lexer.token(byte) {
            let at = fault.range.start;
            let span = lydian_diagnostic::Span::new(source, fault.range);
            let mut diagnostic = Diagnostic::error(fault.code, span, fault.message);
            diagnostic.hints = fault.hints;
            lexer.lexed.plain.truncate(start);
            lexer.lexed.error = Some((at, diagnostic));
            break;
        }
    }
    lexer.lexed
}

/// Why lexing cannot go on.
pub(super) struct Fault {
    /// The diagnostic's code.
    pub code: &'static str,
    /// Where.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hints: Vec<String>,
}

impl Fault {
    /// A fault without hints.
    pub fn new(code: &'static str, range: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { code, range, message: message.into(), hints: Vec::new() }
    }

    fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hints.push(hint.into());
        self
    }
}

struct Lexer<'s> {
    source: &'s Arc<Source>,
    bytes: &'s [u8],
    at: usize,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, text: &str) -> bool {
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.lexed.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    /// Makes a range blank in the plain text; line ends stay.
    fn blank(&mut self, range: Range<usize>) {
        for byte in &mut self.lexed.plain[range] {
            if *byte != b'\n' && *byte != b'\r' {
                *byte = b' ';
            }
        }
    }

    /// Makes a range a string literal without surprises in the plain text.
    fn quote(&mut self, range: Range<usize>) {
        self.lexed.plain[range.clone()].fill(b'x');
        self.lexed.plain[range.start] = b'"';
        self.lexed.plain[range.end - 1] = b'"';
    }

    fn token(&mut self, byte: u8) -> Result<(), Fault> {
        let start = self.at;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.at += 1,
            b'(' if self.peek(1) == Some(b'*') => {
                self.comment()?;
                self.blank(start..self.at);
            }
            b'#' if self.line_directive() => self.blank(start..self.at),
            b'"' => {
                self.string()?;
                self.quote(start..self.at);
                self.push(TokenKind::String, start);
            }
            b'{' if self.quoted_string_start().is_some() => {
                self.quoted_string(start)?;
                self.quote(start..self.at);
                self.push(TokenKind::String, start);
            }
            b'\'' => self.quote_sign()?,
            b'0'..=b'9' => {
                self.at += literal::number_length(&self.bytes[start..]);
                let goes_on = |byte: u8| is_ident_byte(byte) || byte == b'\'';
                if self.peek(0).is_some_and(goes_on) {
                    while self.peek(0).is_some_and(goes_on) {
                        self.at += 1;
                    }
                    let text = &self.source.text[start..self.at];
                    return Err(Fault::new(
                        "invalid-literal",
                        start..self.at,
                        format!("`{text}` is not a number that OCaml knows"),
                    ));
                }
                self.push(TokenKind::Number, start);
            }
            _ if byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80 => self.identifier()?,
            _ => self.symbol(byte)?,
        }
        Ok(())
    }

    fn identifier(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let text = &self.source.text[start..];
        let first = text.chars().next().unwrap_or(' ');
        if !is_letter(first) && first != '_' {
            return Err(illegal_character(start, first));
        }
        let rest = text
            .char_indices()
            .find(|(_, c)| !is_letter(*c) && !c.is_ascii_digit() && !matches!(c, '_' | '\''));
        self.at = rest.map_or(self.bytes.len(), |(length, _)| start + length);
        let word = &self.source.text[start..self.at];
        if matches!(word, "let" | "and") && self.binding_operator() {
            self.push(TokenKind::Keyword, start);
            return Ok(());
        }
        let kind = if KEYWORDS.binary_search(&word).is_ok() {
            TokenKind::Keyword
        } else if first.is_uppercase() {
            TokenKind::Upper
        } else {
            TokenKind::Lower
        };
        if let Some((_, stand_in)) = DIALECT_WORDS.iter().find(|(own, _)| *own == word) {
            self.lexed.plain[start..self.at].copy_from_slice(stand_in.as_bytes());
        }
        self.push(kind, start);
        Ok(())
    }

    /// Takes the rest of `let*` or `and+`, if it is one.
    fn binding_operator(&mut self) -> bool {
        let is_first = |byte: u8| b"$&*+-/<=>@^|".contains(&byte);
        if !self.peek(0).is_some_and(is_first) {
            return false;
        }
        while self.peek(0).is_some_and(is_operator_byte) {
            self.at += 1;
        }
        true
    }

    fn symbol(&mut self, byte: u8) -> Result<(), Fault> {
        const FIXED: &[&str] = &[
            "[@@@", "[%%", "[@@", "{%%", "[%", "[@", "[|", "[<", "[>", "{<", "{%", ">]", ">}", "|]", ";;",
            "::", ":=", ":>", "->", "..", "<-",
        ];
        let start = self.at;
        // `->`, `<-` and `|]` are tokens only if no longer operator starts there.
        let operator = self.operator_length();
        let fixed = FIXED.iter().find(|sign| self.starts_with(sign)).map_or(0, |sign| sign.len());
        let single = usize::from(b"#&`()*,.:;<=[]{}|>!+-~?/%$@^".contains(&byte));
        let length = operator.max(fixed).max(single);
        if length == 0 {
            return Err(illegal_character(start, byte as char));
        }
        self.at += length;
        self.push(TokenKind::Symbol, start);
        Ok(())
    }

    /// The length of the operator that starts here; 0 if none does.
    fn operator_length(&self) -> usize {
        let rest = &self.bytes[self.at..];
        let tail =
            |from: usize| rest[from..].iter().take_while(|byte| is_operator_byte(**byte)).count() + from;
        let hash_tail = |from: usize| {
            rest[from..].iter().take_while(|byte| is_operator_byte(**byte) || **byte == b'#').count() + from
        };
        let second = rest.get(1).copied().unwrap_or(b' ');
        match rest[0] {
            b'!' => hash_tail(1),
            b'~' | b'?' if is_operator_byte(second) || second == b'#' => hash_tail(1),
            b'#' if is_operator_byte(second) || second == b'#' => hash_tail(1),
            b'=' | b'<' | b'>' | b'|' | b'&' | b'$' | b'@' | b'^' | b'+' | b'-' | b'*' | b'/' | b'%' => {
                tail(1)
            }
            b'.' if second != b'.' && is_operator_byte(second) => tail(1),
            _ => 0,
        }
    }

    /// A character literal, or the quote of a type variable.
    fn quote_sign(&mut self) -> Result<(), Fault> {
        let start = self.at;
        match literal::char_length(&self.bytes[start..]) {
            Some(length) => {
                self.at += length;
                if let Err(message) = literal::char_value(&self.source.bytes(start..self.at)) {
                    return Err(Fault::new("invalid-escape", start..self.at, message));
                }
                self.quote(start..self.at);
                self.push(TokenKind::Char, start);
                Ok(())
            }
            None => self.lone_quote(start),
        }
    }

    fn lone_quote(&mut self, start: usize) -> Result<(), Fault> {
        let rest = &self.source.text[start + 1..];
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some('\\'), _) => {
                let end = start + 1 + rest.find(['\'', '\n', ' ']).map_or(2.min(rest.len()), |at| at.max(1));
                let message = "this escape is not legal in a character";
                Err(Fault::new("invalid-escape", start..end, message)
                    .hint("the escapes are \\\\ \\\" \\' \\n \\t \\b \\r, \\ddd, \\xhh and \\oooo"))
            }
            (Some(c), Some('\'')) if !c.is_ascii() => {
                let message =
                    format!("`{c}` does not fit into one character, which is a single byte in OCaml");
                Err(Fault::new("invalid-literal", start..start + 2 + c.len_utf8(), message)
                    .hint("use a string instead"))
            }
            // The quote of a type variable, or a mistake that the grammar will stumble over.
            _ => {
                self.at += 1;
                self.push(TokenKind::Symbol, start);
                Ok(())
            }
        }
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let Some(length) = string_length(&self.bytes[start..]) else {
            return Err(Fault::new("unterminated-string", start..start + 1, "this string is never closed")
                .hint("add the closing `\"`"));
        };
        self.at += length;
        match literal::string_value(&self.source.bytes(start..self.at)) {
            Ok(decoded) => {
                for range in decoded.doubtful {
                    let range = start + range.start..start + range.end;
                    let span = lydian_diagnostic::Span::new(self.source, range);
                    let message = "this backslash starts no escape and stands for itself";
                    self.lexed.warnings.push(Diagnostic::warning("illegal-backslash", span, message));
                }
                Ok(())
            }
            Err((range, message)) => {
                Err(Fault::new("invalid-escape", start + range.start..start + range.end, message))
            }
        }
    }

    /// The identifier of `{id|`, if a quoted string starts here.
    fn quoted_string_start(&self) -> Option<Range<usize>> {
        let rest = &self.bytes[self.at + 1..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_').count();
        (rest.get(length) == Some(&b'|')).then(|| self.at + 1..self.at + 1 + length)
    }

    fn quoted_string(&mut self, start: usize) -> Result<(), Fault> {
        let Some(id) = self.quoted_string_start() else { return Ok(()) };
        let closing = [b"|", &self.bytes[id.clone()], b"}"].concat();
        let from = id.end + 1;
        match find(&self.bytes[from..], &closing) {
            Some(at) => {
                self.at = from + at + closing.len();
                Ok(())
            }
            None => {
                let closing = String::from_utf8_lossy(&closing).into_owned();
                Err(Fault::new("unterminated-string", start..from, "this quoted string is never closed")
                    .hint(format!("add the closing `{closing}`")))
            }
        }
    }

    /// Skips a comment with all that is nested in it.
    fn comment(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut openings = vec![start];
        self.at += 2;
        while !openings.is_empty() {
            let Some(byte) = self.peek(0) else {
                let fault =
                    Fault::new("unterminated-comment", start..start + 2, "this comment is never closed");
                let inner = openings.len() - 1;
                return Err(match inner {
                    0 => fault.hint("add the closing `*)`"),
                    _ => fault.hint(format!(
                        "{inner} comments inside it are not closed either; each `(*` needs a `*)`"
                    )),
                });
            };
            match byte {
                b'(' if self.peek(1) == Some(b'*') => {
                    openings.push(self.at);
                    self.at += 2;
                }
                b'*' if self.peek(1) == Some(b')') => {
                    openings.pop();
                    self.at += 2;
                }
                b'"' => match string_length(&self.bytes[self.at..]) {
                    Some(length) => self.at += length,
                    None => return Err(self.string_in_comment(start)),
                },
                b'{' if self.quoted_string_start().is_some() => {
                    let at = self.at;
                    if self.quoted_string(at).is_err() {
                        return Err(self.string_in_comment(start));
                    }
                }
                b'\'' if self.starts_with("''") => self.at += 2,
                b'\'' => self.at += literal::char_length(&self.bytes[self.at..]).unwrap_or(1),
                _ if is_ident_byte(byte) => {
                    while self.peek(0).is_some_and(|byte| is_ident_byte(byte) || byte == b'\'') {
                        self.at += 1;
                    }
                }
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    fn string_in_comment(&self, start: usize) -> Fault {
        Fault::new(
            "unterminated-comment",
            start..start + 2,
            "this comment holds a string that is never closed",
        )
        .hint("a lone `\"` in a comment starts a string; close it or remove it")
    }

    /// Skips `# 12 "file"` at the start of a line.
    fn line_directive(&mut self) -> bool {
        let at_line_start = self.at == 0 || self.bytes[self.at - 1] == b'\n';
        let line = self.bytes[self.at..].split(|byte| *byte == b'\n').next().unwrap_or(b"");
        let text = line[1..].trim_ascii_start();
        let is_shebang = self.at == 0 && line.starts_with(b"#!");
        let numbered = text.first().is_some_and(u8::is_ascii_digit);
        if at_line_start && (numbered || is_shebang) {
            self.at += line.len();
            return true;
        }
        false
    }
}

fn illegal_character(at: usize, c: char) -> Fault {
    let fault = Fault::new(
        "illegal-character",
        at..at + c.len_utf8(),
        format!("the character `{}` has no place in an OCaml program", c.escape_debug()),
    );
    match c {
        '\u{2018}' | '\u{2019}' => fault.hint("use the straight quote `'`"),
        '\u{201c}' | '\u{201d}' => fault.hint("use the straight quote `\"`"),
        '\u{2192}' => fault.hint("write `->`"),
        '\u{2264}' => fault.hint("write `<=`"),
        '\u{2265}' => fault.hint("write `>=`"),
        '\u{2013}' | '\u{2014}' | '\u{2212}' => fault.hint("write the minus sign `-`"),
        '\u{a0}' => fault.hint("this is a no-break space; type a plain space"),
        _ => fault,
    }
}

/// The length of the string literal at the start of `bytes`, with its quotes.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    let last = *pattern.last()?;
    let mut from = pattern.len() - 1;
    while let Some(at) = bytes.get(from..)?.iter().position(|byte| *byte == last) {
        let end = from + at + 1;
        if bytes[..end].ends_with(pattern) {
            return Some(end - pattern.len());
        }
        from = end;
    }
    None
}

/// The letters of OCaml 5: ASCII and those of the Latin-9 alphabet.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{ff}')
        || matches!(
            c,
            '\u{152}' | '\u{153}' | '\u{160}' | '\u{161}' | '\u{178}' | '\u{17d}' | '\u{17e}' | '\u{1e9e}'
        )
}

fn is_ident_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn is_operator_byte(byte: u8) -> bool {
    b"!$%&*+-./:<=>?@^|~".contains(&byte)
}
