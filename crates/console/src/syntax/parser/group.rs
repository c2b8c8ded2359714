//! What parentheses enclose, where both a term and a pattern, or a term and a set, could stand.
//! In: the place of an opening parenthesis. Out: what tokens inside of it and after it say. One pass over the outermost
//! parentheses answers for all inside of them, so the answers take time linear in the text.

use super::super::lexer::Kind;
use super::Parser;

/// What is known about a pair of parentheses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// It can only be a pattern.
    pub pattern: bool,
    /// In a set, it can only be a term.
    pub term: bool,
}

/// An open bracket of a scan.
struct Open {
    start: usize,
    /// The token before it.
    before: Kind,
    /// Whether it and all brackets around it are parentheses that group.
    groups: bool,
    /// A word that only patterns have, a comma, or a text with holes.
    pattern_only: bool,
    /// A text that is a whole operand of `or`, or alone.
    text_alone: bool,
    /// `and` or `not`, which patterns do not have.
    logic: bool,
    /// A word or symbol that neither patterns nor sets have.
    term_only: bool,
}

impl Parser<'_> {
    /// What is known about the parentheses that open at the current token.
    pub(super) fn group(&mut self) -> Group {
        let start = self.current.at.start;
        if !self.groups.contains_key(&start) {
            self.scan_groups();
        }
        self.groups.get(&start).copied().unwrap_or_default()
    }

    /// Answers for the parentheses at the current token and all inside of them.
    fn scan_groups(&mut self) {
        let mut open: Vec<Open> = Vec::new();
        let mut before = Kind::Symbol("(");
        let mut token = self.current.clone();
        loop {
            let mut end = token.at.end;
            if let (Kind::Symbol("/"), true) = (token.kind, starts_operand(before))
                && let Some(inner) = self.lexer.regex(token.at.start)
            {
                end = inner.end + 1;
            }
            let next = self.lexer.token(end);
            match token.kind {
                Kind::Symbol("(" | "[" | "{") => open.push(opened(&open, token.kind, token.at.start, before)),
                Kind::Symbol(")" | "]" | "}") => {
                    if let Some(closed) = open.pop() {
                        self.close_group(closed, open.last_mut(), next.kind);
                    }
                }
                kind => {
                    let holes = kind == Kind::Text && has_holes(&self.source.text[token.inner.clone()]);
                    if let Some(innermost) = open.last_mut() {
                        innermost.see(kind, before, next.kind, holes);
                    }
                }
            }
            if open.is_empty() || ends_scan(next.kind) {
                break;
            }
            before = token.kind;
            token = next;
        }
        while let Some(closed) = open.pop() {
            self.close_group(closed, open.last_mut(), Kind::End);
        }
    }

    fn close_group(&mut self, closed: Open, around: Option<&mut Open>, after: Kind) {
        let operand = is_operator(after);
        let text_alone = closed.text_alone && !closed.term_only && !closed.logic && !operand;
        if let Some(around) = around {
            around.pattern_only |= closed.pattern_only;
            around.text_alone |= text_alone && stands_alone(closed.before, after);
        }
        let group = Group { pattern: closed.pattern_only || text_alone, term: closed.term_only || operand };
        self.groups.insert(closed.start, group);
    }
}

impl Open {
    fn see(&mut self, kind: Kind, before: Kind, after: Kind, holes: bool) {
        match kind {
            Kind::Word("any" | "some" | "nothing" | "maybe" | "decorated" | "glued") => {
                self.pattern_only = true
            }
            Kind::Symbol(",") => self.pattern_only |= self.groups,
            Kind::Text => {
                self.pattern_only |=
                    self.groups && holes && starts_alternative(before) && !is_operator(after);
                self.text_alone |= self.groups && stands_alone(before, after);
            }
            Kind::Word("and" | "not") | Kind::Symbol("&&" | "!") => self.logic = true,
            Kind::Word("if" | "then" | "else" | "forall" | "exists" | "in" | "for")
            | Kind::Symbol(":" | "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=") => self.term_only = true,
            _ => {}
        }
    }
}

fn opened(around: &[Open], kind: Kind, start: usize, before: Kind) -> Open {
    let called =
        matches!(before, Kind::Name | Kind::Word("count" | "repeat" | "merge") | Kind::Symbol(")" | "]"));
    let grouping = kind == Kind::Symbol("(") && (around.is_empty() || !called);
    Open {
        start,
        before,
        groups: grouping && around.last().is_none_or(|last| last.groups),
        pattern_only: false,
        text_alone: false,
        logic: false,
        term_only: false,
    }
}

/// Whether an operand between these tokens is a whole alternative.
fn stands_alone(before: Kind, after: Kind) -> bool {
    starts_alternative(before) && matches!(after, Kind::Symbol(")" | "," | "||") | Kind::Word("or"))
}

/// Whether an alternative of a pattern, or an item of a sequence, starts after a token.
fn starts_alternative(before: Kind) -> bool {
    matches!(before, Kind::Symbol("(" | "," | "||") | Kind::Word("or"))
}

fn has_holes(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' => return true,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    false
}

/// Whether a token makes an operand of a term of what stands before it. (`or` and `and` also join patterns or sets.)
pub(super) fn is_operator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Symbol(
            "++" | "+" | "-" | "*" | "/" | "[" | ".." | "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">="
        ) | Kind::Word("div" | "mod" | "quot" | "rem" | "in")
    )
}

/// Whether a set can start after a token, so that a slash opens a regular expression.
fn starts_operand(before: Kind) -> bool {
    matches!(
        before,
        Kind::Symbol("(" | "&&" | "||" | "!") | Kind::Word("or" | "and" | "except" | "not" | "in")
    )
}

/// Whether a token cannot stand inside of any brackets of a term, pattern or set.
fn ends_scan(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::End
            | Kind::Word(
                "read" | "write" | "may" | "loop" | "while" | "until" | "exit" | "param" | "arguments"
            )
            | Kind::Word("environment" | "file" | "result" | "enum" | "import" | "ocaml")
    )
}
