//! Tokens of a specification, and of values that are written like expressions.
//! In: a text and the range to read. Out: all tokens in order, with the partners of brackets, the comments that later
//! phases look at, and the strings that are not closed. Keywords are words like others: what they mean depends on where
//! they stand. Strings are taken apart, so that the tokens of what is interpolated stand between those of the text.
//! Takes time linear in the text, also for unclosed strings, and never fails.

pub mod characters;
mod pairs;
mod strings;

use std::ops::Range;

use self::characters::{continues_name, digit, hex_digit, starts_name};

/// Longer ones come before those that they start with.
const SYMBOLS: &[&str] = &[
    "<=.", ">=.", "@@", ":=", "=>", "==", "!=", "<=", ">=", "<<", ">>", "<.", ">.", "&&", "||", "+.", "-.",
    "*.", "/.", "->", "..", "${", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "=", "<", ">", "!", "~",
    "+", "-", "*", "/", "%", "&", "|", "^", "@",
];

/// What sort of token it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A decimal or hexadecimal integer.
    Int,
    /// A floating-point number.
    Float,
    /// Punctuation.
    Symbol(&'static str),
    /// The `"` that opens a string.
    Quote,
    /// The `f"` that opens a format string.
    FormatQuote,
    /// The end of a string; empty if the closing `"` is missing.
    EndQuote,
    /// Characters of a string that stand for themselves.
    Text,
    /// A backslash in a string with the character after it, whether it means anything or not.
    Escape,
    /// What starts with `%` in a format string.
    Format,
    /// A `$` in a string; the word after it, if there is one, is interpolated.
    Dollar,
    /// The `${` in a string.
    HoleStart,
    /// The `}` that ends what a `${` starts.
    HoleEnd,
    /// The end of one or more lines.
    Newline,
    /// A character that means nothing here.
    Unknown,
    /// The end of what is read.
    End,
}

/// A token. Bracket tokens know their partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its sort.
    pub kind: Kind,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    partner: u32,
}

const NO_PARTNER: u32 = u32::MAX;

impl Token {
    fn new(kind: Kind, at: Range<usize>) -> Token {
        Token { kind, start: at.start as u32, end: at.end as u32, partner: NO_PARTNER }
    }

    /// Its place.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The index of the token that closes or opens what this one opens or closes.
    pub fn partner(&self) -> Option<usize> {
        (self.partner != NO_PARTNER).then_some(self.partner as usize)
    }
}

/// Lines of documentation (`##` or `---`) that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    /// From the first sign to the line after the last one and the empty lines behind it.
    pub at: Range<usize>,
    /// The index of the first token after it that is not a line end.
    pub before: usize,
}

/// What a text consists of.
#[derive(Debug, Clone, Default)]
pub struct Lexed {
    /// The tokens, with [`Kind::End`] at the end. No two line ends follow each other.
    pub tokens: Vec<Token>,
    /// The documentation.
    pub docs: Vec<Doc>,
    /// The comments that start with one `#` and have a line for themselves, without the line end.
    pub comments: Vec<Range<usize>>,
    /// The opening quotes of strings that are not closed.
    pub unclosed: Vec<Range<usize>>,
}

/// The tokens of the given range of a text, which must start and end between characters.
///
/// ```
/// use lydian_tessla::syntax::lexer::{Kind, tokens};
///
/// let text = "out x # comment";
/// let kinds: Vec<Kind> = tokens(text, 0..text.len()).tokens.iter().map(|token| token.kind).collect();
/// assert_eq!(kinds, [Kind::Word, Kind::Word, Kind::End]);
/// ```
pub fn tokens(text: &str, range: Range<usize>) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: range.start,
        end: range.end,
        out: Lexed::default(),
        open: Vec::new(),
        outer_string: None,
        fresh_line: true,
        strings_end_with_lines: false,
        suspect: None,
    };
    if lexer.rest().starts_with('\u{feff}') {
        lexer.at += '\u{feff}'.len_utf8();
    }
    lexer.run();
    let mut out = lexer.out;
    out.tokens.push(Token::new(Kind::End, range.end..range.end));
    pairs::connect(&mut out.tokens);
    out
}

/// What the lexer is inside of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    Hole,
    String { format: bool },
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    out: Lexed,
    open: Vec<Open>,
    /// The outermost open string: how many things are open around it, and the index of its opening token.
    outer_string: Option<(usize, usize)>,
    /// Whether only blanks stand before this place on its line.
    fresh_line: bool,
    /// Set by the first string that is not closed: from then on none goes over the end of a line, so that every line is
    /// read at most twice.
    strings_end_with_lines: bool,
    /// The index of the quote of the first string that goes over the end of a line, and what was open before it. If
    /// the quotes do not match in the end, this is where one is likely to be missing.
    suspect: Option<(usize, Vec<Open>)>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        loop {
            match self.open.last().copied() {
                Some(Open::String { format }) => self.string_part(format),
                _ if self.at < self.end => self.code(),
                _ if !self.leave_string() => return,
                _ => {}
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let start = self.at;
        self.at += length;
        self.out.tokens.push(Token::new(kind, start..self.at));
        self.fresh_line = false;
    }

    /// One token outside of strings, or what is skipped.
    fn code(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            ' ' | '\t' | '\r' => self.at += 1,
            '\n' => self.newline(),
            '\\' if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") => {
                let length = if rest.starts_with("\\\n") { 2 } else { 3 };
                if !self.leave_string_at_line_end() {
                    self.at += length;
                    self.fresh_line = true;
                }
            }
            '#' => self.comment(),
            '-' if rest.starts_with("--") => self.comment(),
            '"' => self.start_string(Kind::Quote),
            _ if starts_name(first) => self.word(),
            _ if digit(first).is_some() => self.number(),
            _ => self.symbol(first),
        }
    }

    fn newline(&mut self) {
        if self.leave_string_at_line_end() {
            return;
        }
        let after_newline = self.out.tokens.last().is_some_and(|token| token.kind == Kind::Newline);
        if after_newline {
            self.at += 1;
        } else {
            self.push(Kind::Newline, 1);
        }
        self.fresh_line = true;
    }

    fn comment(&mut self) {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let range = self.at..self.at + line.trim_end_matches('\r').len();
        let documents = line.starts_with("##") || line.starts_with("---");
        if documents {
            self.doc(range.end);
        } else if line.starts_with('#') && self.fresh_line {
            self.out.comments.push(range.clone());
        }
        self.at = range.end;
    }

    /// Notes a line of documentation that ends at `line_end`, together with those right before it.
    fn doc(&mut self, line_end: usize) {
        let rest = &self.text[line_end..self.end];
        let blank = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let after = &rest[..rest.len() - blank.len()];
        let end = line_end + after.rfind('\n').map_or(0, |newline| newline + 1);
        let at_newline = self.out.tokens.last().is_some_and(|token| token.kind == Kind::Newline);
        // The line end of this line is pushed only after it, unless it joins the one before.
        let before = self.out.tokens.len() + usize::from(!at_newline && end > line_end);
        let joins = |doc: &&mut Doc| {
            doc.at.end <= self.at && self.text[doc.at.end..self.at].trim_matches([' ', '\t']).is_empty()
        };
        match self.out.docs.last_mut().filter(joins) {
            Some(doc) => {
                doc.at.end = end.max(line_end);
                doc.before = before;
            }
            None => self.out.docs.push(Doc { at: self.at..end.max(line_end), before }),
        }
    }

    fn word(&mut self) {
        let length = self.word_length();
        let rest = self.rest();
        if &rest[..length] == "f" && rest[length..].starts_with('"') {
            self.start_string(Kind::FormatQuote);
        } else {
            self.push(Kind::Word, length);
        }
    }

    fn word_length(&self) -> usize {
        let rest = self.rest();
        rest.find(|c| !continues_name(c)).unwrap_or(rest.len())
    }

    fn number(&mut self) {
        let rest = self.rest();
        if let Some(digits) = rest.strip_prefix("0x") {
            let length = span_of(digits, |c| hex_digit(c).is_some());
            if length > 0 {
                return self.push(Kind::Int, 2 + length);
            }
        }
        let whole = decimal_digits(rest);
        let mut length = whole;
        if rest[length..].starts_with('.') {
            let places = decimal_digits(&rest[length + 1..]);
            length += if places > 0 { 1 + places } else { 0 };
        }
        length += exponent(&rest[length..]);
        self.push(if length > whole { Kind::Float } else { Kind::Int }, length);
    }

    fn symbol(&mut self, first: char) {
        let rest = self.rest();
        let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) else {
            return self.push(Kind::Unknown, first.len_utf8());
        };
        match *symbol {
            "{" | "${" => self.open.push(Open::Brace),
            "}" if self.open.pop() == Some(Open::Hole) => return self.push(Kind::HoleEnd, 1),
            _ => {}
        }
        self.push(Kind::Symbol(symbol), symbol.len());
    }
}

fn span_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn decimal_digits(text: &str) -> usize {
    span_of(text, |c| digit(c).is_some())
}

/// The length of the exponent that a text starts with.
fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('e') else { return 0 };
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    match decimal_digits(unsigned) {
        0 => 0,
        digits => text.len() - unsigned.len() + digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut kinds: Vec<Kind> =
            tokens(text, 0..text.len()).tokens.iter().map(|token| token.kind).collect();
        assert_eq!(kinds.pop(), Some(Kind::End));
        kinds
    }

    fn texts(text: &str) -> Vec<&str> {
        tokens(text, 0..text.len()).tokens.iter().map(|token| &text[token.range()]).collect()
    }

    #[test]
    fn no_symbol_hides_a_longer_one() {
        for (index, symbol) in SYMBOLS.iter().enumerate() {
            assert!(!SYMBOLS[index + 1..].iter().any(|later| later.starts_with(symbol)), "{symbol}");
        }
    }

    #[test]
    fn several_line_ends_are_one_token() {
        use Kind::{Newline, Word};
        assert_eq!(kinds("a\n\n  # c\n -- d\n\r\nb"), [Word, Newline, Word]);
    }

    #[test]
    fn a_backslash_before_a_line_end_joins_lines() {
        assert_eq!(kinds("a \\\n b \\\r\n c"), [Kind::Word; 3]);
        assert_eq!(kinds("\\ \n"), [Kind::Unknown, Kind::Newline]);
    }

    #[test]
    fn a_float_has_digits_on_both_sides_of_its_dot() {
        use Kind::{Float, Int, Symbol, Word};
        assert_eq!(kinds("1.5 2.5e-3 1e10"), [Float; 3]);
        assert_eq!(kinds("1. x"), [Int, Symbol("."), Word]);
        assert_eq!(kinds("1.e5 1e"), [Int, Symbol("."), Word, Int, Word]);
        assert_eq!(kinds("0xFe 0x 12ms"), [Int, Int, Word, Int, Word]);
    }

    #[test]
    fn strings_hold_the_tokens_of_what_they_interpolate() {
        use Kind::{Dollar, EndQuote, Escape, HoleEnd, HoleStart, Quote, Symbol, Text, Word};
        assert_eq!(kinds(r#""a\n$b c""#), [Quote, Text, Escape, Dollar, Word, Text, EndQuote]);
        let nested = [
            Quote,
            HoleStart,
            Symbol("{"),
            Word,
            Symbol("}"),
            Symbol("."),
            Quote,
            Text,
            EndQuote,
            HoleEnd,
            Text,
            EndQuote,
        ];
        assert_eq!(kinds(r#""${{x}."}"}y""#), nested);
    }

    #[test]
    fn a_format_string_starts_with_f_right_before_the_quote() {
        use Kind::{Dollar, EndQuote, Format, FormatQuote, Quote, Text, Word};
        assert_eq!(kinds("f\"$x%5.2f%\""), [FormatQuote, Dollar, Word, Format, Format, EndQuote]);
        assert_eq!(kinds("f \"%d\""), [Word, Quote, Text, EndQuote]);
        assert_eq!(kinds("ff\"%d\""), [Word, Quote, Text, EndQuote]);
    }

    #[test]
    fn an_unclosed_string_ends_with_its_line() {
        let text = "a \"b ${c\nd \"e\n";
        let lexed = tokens(text, 0..text.len());
        assert_eq!(lexed.unclosed.len(), 2);
        assert_eq!(texts(text), ["a", "\"", "b ${c", "", "\n", "d", "\"", "e", "", "\n", ""]);
    }

    #[test]
    fn a_string_may_go_over_line_ends() {
        use Kind::{EndQuote, Quote, Text, Word};
        assert_eq!(kinds("a \"b\n\nc\" d"), [Word, Quote, Text, EndQuote, Word]);
    }

    #[test]
    fn of_quotes_that_do_not_match_the_first_before_a_line_end_is_at_fault() {
        let text = "{ \"a\" + \"b\n} \"c\" { \"d\" }";
        let lexed = tokens(text, 0..text.len());
        assert_eq!(lexed.unclosed, vec![8..9]);
        assert_eq!(lexed.tokens[0].partner(), Some(9));
    }

    #[test]
    fn brackets_know_their_partners_across_mistakes() {
        let text = "( [ } ) { ( }";
        let lexed = tokens(text, 0..text.len());
        let partners: Vec<Option<usize>> = lexed.tokens.iter().map(Token::partner).collect();
        assert_eq!(partners, [Some(3), None, None, Some(0), Some(6), None, Some(4), None]);
    }

    #[test]
    fn brackets_in_a_hole_have_no_partner_outside_of_it() {
        let text = "( \"${ ) }\" )";
        let lexed = tokens(text, 0..text.len());
        assert_eq!(lexed.tokens[0].partner(), Some(6));
        assert_eq!(lexed.tokens[3].partner(), None);
    }

    #[test]
    fn documentation_goes_up_to_the_next_line_with_something_on_it() {
        let text = "## a\n\n--- b\n\n  # c\n## d\ndef";
        let lexed = tokens(text, 0..text.len());
        let def = lexed.tokens.len() - 2;
        assert_eq!(lexed.docs, [Doc { at: 0..13, before: def }, Doc { at: 19..24, before: def }]);
    }

    #[test]
    fn only_comments_on_their_own_line_are_kept() {
        let text = "# a\nx # b\n  #c\n-- d\n\"\n# e\"\n";
        let lexed = tokens(text, 0..text.len());
        let kept: Vec<&str> = lexed.comments.iter().map(|at| &text[at.clone()]).collect();
        assert_eq!(kept, ["# a", "#c"]);
    }
}
