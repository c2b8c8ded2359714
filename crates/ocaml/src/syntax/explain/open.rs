//! Which constructs are open at a token: a stack that is kept token by token.
//! Exact enough for words about an error, because the tokens before it are the start of some program.

use crate::syntax::lex::{Token, TokenKind};
use lydian_diagnostic::Source;

/// A construct that is not finished.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// What it is and waits for.
    pub what: What,
    /// The token that opened it.
    pub token: Token,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Waits for this closing token.
    Bracket(&'static str),
    /// `let` of a definition at the top of a structure.
    TopLet,
    /// `let` inside an expression, which waits for `in`.
    LocalLet,
    /// `if`, which waits for `then`.
    If,
    /// `then`, which may have an `else`.
    Then,
    /// `match` or `try`, which waits for `with`.
    Match,
    /// The cases of `match`, `try` or `function`.
    Cases,
    /// `fun`, which waits for `->`.
    Fun,
    /// `while` or `for`, which waits for `do`.
    Loop,
    /// A definition other than `let`.
    Item,
}

pub(super) fn word<'s>(source: &'s Source, token: &Token) -> &'s str {
    source.text.get(token.range()).unwrap_or("")
}

pub(super) fn closer(word: &str) -> Option<&'static str> {
    Some(match word {
        "(" => ")",
        "[" | "[<" | "[>" | "[%" | "[%%" | "[@" | "[@@" | "[@@@" => "]",
        "[|" => "|]",
        "{" => "}",
        "{<" => ">}",
        "begin" | "struct" | "sig" | "object" => "end",
        "do" => "done",
        _ => return None,
    })
}

pub(super) fn is_item_keyword(word: &str) -> bool {
    matches!(
        word,
        "let" | "type" | "exception" | "open" | "module" | "external" | "include" | "class" | "val" | ";;"
    )
}

/// Whether an expression, pattern or type can end with this token.
pub(super) fn ends_operand(source: &Source, token: &Token) -> bool {
    match token.kind {
        TokenKind::Lower | TokenKind::Upper | TokenKind::Number | TokenKind::Char | TokenKind::String => true,
        TokenKind::Keyword => matches!(word(source, token), "end" | "done" | "true" | "false"),
        TokenKind::Symbol => matches!(word(source, token), ")" | "]" | "|]" | "}" | ">}" | ">]" | ";;"),
    }
}

/// Takes one token into account.
pub(super) fn step(source: &Source, tokens: &[Token], at: usize, open: &mut Vec<Open>) {
    let token = tokens[at];
    let text = word(source, &token);
    let after_operand = at == 0 || ends_operand(source, &tokens[at - 1]);
    let previous = at.checked_sub(1).map_or("", |at| word(source, &tokens[at]));
    let base = |open: &[Open]| {
        open.iter().rposition(|open| matches!(open.what, What::Bracket(_))).map_or(0, |at| at + 1)
    };
    let innermost = |open: &[Open], what: What| {
        open[base(open)..].iter().rposition(|open| open.what == what).map(|at| at + base(open))
    };
    if let Some(closing) = closer(text) {
        if text == "do" {
            open.truncate(innermost(open, What::Loop).unwrap_or(open.len()));
        }
        open.push(Open { what: What::Bracket(closing), token });
        return;
    }
    let after_operand = after_operand || matches!(previous, "struct" | "sig");
    let is_item = is_item_keyword(text) && after_operand && !matches!(previous, "let" | "(");
    match text {
        ")" | "]" | "|]" | "}" | ">}" | ">]" | "end" | "done" => {
            let closing = if text == ">]" { "]" } else { text };
            if let Some(at) =
                open.iter().rposition(|open| matches!(open.what, What::Bracket(own) if own == closing))
            {
                open.truncate(at);
            }
        }
        _ if is_item => {
            open.truncate(base(open));
            match text {
                "let" => open.push(Open { what: What::TopLet, token }),
                ";;" => {}
                _ => open.push(Open { what: What::Item, token }),
            }
        }
        "let" => open.push(Open { what: What::LocalLet, token }),
        _ if text.starts_with("let") && token.kind == TokenKind::Keyword => {
            open.push(Open { what: What::LocalLet, token });
        }
        "in" => open.truncate(innermost(open, What::LocalLet).unwrap_or(open.len())),
        "and" => {
            let at = open.iter().rposition(|open| {
                matches!(open.what, What::LocalLet | What::TopLet | What::Item | What::Bracket(_))
            });
            open.truncate(at.map_or(0, |at| at + 1));
        }
        "if" => open.push(Open { what: What::If, token }),
        "then" => {
            open.truncate(innermost(open, What::If).unwrap_or(open.len()));
            open.push(Open { what: What::Then, token });
        }
        "else" => open.truncate(innermost(open, What::Then).unwrap_or(open.len())),
        "match" | "try" => open.push(Open { what: What::Match, token }),
        "with" => {
            if let Some(at) = innermost(open, What::Match) {
                open.truncate(at);
                open.push(Open { what: What::Cases, token });
            }
        }
        "function" => open.push(Open { what: What::Cases, token }),
        "fun" => open.push(Open { what: What::Fun, token }),
        "->" => {
            if let Some(at) = innermost(open, What::Fun) {
                open.truncate(at);
            }
        }
        "while" | "for" => open.push(Open { what: What::Loop, token }),
        ";" => {
            while open.last().is_some_and(|open| open.what == What::Then) {
                open.pop();
            }
        }
        _ => {}
    }
}

/// A longer operand is not looked through: every constructor of a file asks for two of them.
const LONGEST_OPERANDS: usize = 1_000;

/// The second argument of the constructor at `at`, if it is one that is applied to two.
pub(super) fn second_argument(source: &Source, tokens: &[Token], at: usize) -> Option<usize> {
    let head = tokens[at];
    let tokens = &tokens[..tokens.len().min(at + LONGEST_OPERANDS)];
    let is_constructor = head.kind == TokenKind::Upper || matches!(word(source, &head), "true" | "false");
    let before = at.checked_sub(1).map(|at| &tokens[at])?;
    let starts = !ends_operand(source, before)
        && !matches!(word(source, before), "." | "of" | "|" | ":" | "*" | "open");
    let starts = starts
        && !matches!(word(source, before), "module" | "include" | "exception" | "type" | "!" | "?" | "~");
    if !is_constructor || !starts {
        return None;
    }
    // Of a path `M.C`, only the last component counts.
    let mut constructor = at;
    while tokens.get(constructor + 1).is_some_and(|token| word(source, token) == ".") {
        constructor += 2;
        if tokens.get(constructor)?.kind != TokenKind::Upper {
            return None;
        }
    }
    let first = constructor + 1;
    if tokens.get(first)?.kind == TokenKind::Upper
        && matches!(word(source, before), "(" | "," | "::" | "with" | "function")
    {
        // In a pattern, `A B p` is `A (B p)`.
        return None;
    }
    let second = operand_end(source, tokens, first)?;
    operand_end(source, tokens, second).map(|_| second)
}

/// The index after the operand that starts at `at`, if one does: an atom with its `.field`s, or a bracketed part.
fn operand_end(source: &Source, tokens: &[Token], at: usize) -> Option<usize> {
    let token = tokens.get(at)?;
    let mut next = match token.kind {
        TokenKind::Keyword if matches!(word(source, token), "true" | "false") => at + 1,
        TokenKind::Keyword | TokenKind::Symbol => {
            closer(word(source, token))
                .filter(|_| matches!(word(source, token), "(" | "[" | "[|" | "{" | "begin"))?;
            let mut depth = 0usize;
            let mut next = at;
            loop {
                let text = word(source, tokens.get(next)?);
                next += 1;
                match text {
                    ")" | "]" | "|]" | "}" | "end" | "done" => depth = depth.saturating_sub(1),
                    _ => depth += usize::from(closer(text).is_some()),
                }
                if depth == 0 {
                    break next;
                }
            }
        }
        _ => at + 1,
    };
    while tokens.get(next).is_some_and(|token| word(source, token) == ".") {
        next = operand_end(source, tokens, next + 1)?;
    }
    Some(next)
}
