//! A lexer for all languages that Lydian reads at once: words, numbers, texts, brackets, operators, blanks.
//! In: text. Out: its tokens, which put together are the text again, and the pairs of brackets among them. It need not be right
//! about any language: what it gets wrong only makes another mutation.

use std::borrow::Cow;

/// Text in pieces that are moved around.
pub(crate) type Pieces<'t> = Vec<Cow<'t, str>>;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Blank,
    Word,
    Number,
    Text,
    Open,
    Close,
    Other,
}

const OPENING: [&str; 9] = ["(", "[", "{", "begin", "struct", "sig", "object", "do", "then"];
const CLOSING: [&str; 6] = [")", "]", "}", "end", "done", "else"];

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (token, more) = rest.split_at(length(rest));
        found.push(token);
        rest = more;
    }
    found
}

/// What kind of token this is.
pub(crate) fn kind(token: &str) -> Kind {
    if OPENING.contains(&token) {
        return Kind::Open;
    }
    if CLOSING.contains(&token) {
        return Kind::Close;
    }
    match token.chars().next() {
        None => Kind::Blank,
        Some(first) if first.is_whitespace() => Kind::Blank,
        Some(first) if first.is_alphabetic() || first == '_' => Kind::Word,
        Some(first) if first.is_ascii_digit() => Kind::Number,
        Some('"') => Kind::Text,
        Some(_) => Kind::Other,
    }
}

/// The parts in brackets, each from its opening to behind its closing token.
pub(crate) fn subtrees<S: AsRef<str>>(pieces: &[S]) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match kind(piece.as_ref()) {
            Kind::Open => open.push(at),
            Kind::Close => found.extend(open.pop().map(|from| (from, at + 1))),
            _ => {}
        }
    }
    found
}

/// How long the first token is; at least one character.
fn length(rest: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    let run = |belongs: &dyn Fn(char) -> bool| rest.find(|char| !belongs(char)).unwrap_or(rest.len());
    if first == '\n' {
        // Lines are told apart: the next one begins with a token of its own.
        1
    } else if first.is_whitespace() {
        run(&|char| char.is_whitespace() && char != '\n')
    } else if first.is_alphabetic() || first == '_' {
        run(&|char| char.is_alphanumeric() || char == '_' || char == '\'')
    } else if first.is_ascii_digit() {
        run(&|char| char.is_ascii_alphanumeric() || char == '_' || char == '.')
    } else if first == '"' {
        quoted(rest)
    } else if is_operator(first) {
        run(&is_operator)
    } else {
        first.len_utf8()
    }
}

fn is_operator(char: char) -> bool {
    "!$%&*+-./:<=>?@^|~#".contains(char)
}

/// The length of a text in quotes; of the quote alone if it is not closed in its line.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            '\n' => break,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_put_together_are_the_text() {
        for text in ["let f x = (x + 0x1F) :: [\"a\\\"b\"; 'c']\n", "\"open\n (é ≤ 3.5e-1)", ""] {
            assert_eq!(tokens(text).concat(), text);
        }
        assert_eq!(tokens("f'(1.5,\"a b\")"), ["f'", "(", "1.5", ",", "\"a b\"", ")"]);
    }

    #[test]
    fn parts_in_brackets_are_found_inside_out() {
        assert_eq!(subtrees(&tokens("(a[b])c")), [(2, 5), (0, 6)]);
        assert_eq!(subtrees(&tokens(")(")), []);
    }
}
