//! From the concrete tree of the grammar to our abstract syntax.
//! In: a tree without errors over the plain text (see `lex`). Out: a structure; what our language leaves out, and what
//! the grammar accepts and OCaml does not, become diagnostics and `Error` nodes. One file per syntactic class.
//! Recursive, but never deeper than `MAX_DEPTH` expressions; the caller gives it the stack for that.

mod expr;
mod function;
mod module;
mod pattern;
mod types;

use super::MAX_DEPTH;
use super::ast::*;
use super::lex::{Token, TokenKind};
use super::literal;
use lydian_diagnostic::{Diagnostic, Source};
use std::sync::Arc;
use tree_sitter::Node;

/// The state of one conversion.
pub(super) struct Converter<'s> {
    source: &'s Arc<Source>,
    tokens: &'s [Token],
    /// What was found wrong, in the order of conversion.
    pub diagnostics: Vec<Diagnostic>,
    depth: usize,
}

impl<'s> Converter<'s> {
    /// A conversion of `source`, whose tokens are `tokens`.
    pub fn new(source: &'s Arc<Source>, tokens: &'s [Token]) -> Converter<'s> {
        Converter { source, tokens, diagnostics: Vec::new(), depth: 0 }
    }

    // ------------------------------------------------------------------------------------------------ nodes

    /// The text of a node in the user's source.
    fn text(&self, node: Node) -> &'s str {
        self.source.text.get(node.byte_range()).unwrap_or("")
    }

    fn name(&self, node: Node) -> Name {
        self.text(node).into()
    }

    fn ident(&self, node: Node) -> Ident {
        Located { node: self.name(node), loc: loc(node) }
    }

    /// The token that starts where the node starts.
    fn token_at(&self, node: Node) -> Option<Token> {
        let start = node.start_byte() as u32;
        let index = self.tokens.binary_search_by_key(&start, |token| token.start).ok()?;
        self.tokens.get(index).copied()
    }

    // ------------------------------------------------------------------------------------------------ diagnostics

    /// Something that OCaml knows and our language leaves out.
    fn unsupported(&mut self, node: Node, code: &'static str, what: &str) {
        let message = format!("{what} are not supported");
        self.diagnostics.push(Diagnostic::error(code, loc(node).span(self.source), message));
    }

    /// Something that the grammar accepts and OCaml does not.
    fn reject(&mut self, node: Node, message: impl Into<String>) {
        self.reject_at(loc(node), message);
    }

    fn reject_at(&mut self, loc: Loc, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error("syntax-error", loc.span(self.source), message));
    }

    fn reject_with_hint(&mut self, node: Node, message: impl Into<String>, hint: &str) {
        let span = loc(node).span(self.source);
        self.diagnostics.push(Diagnostic::error("syntax-error", span, message).hint(hint));
    }

    /// Enters one level of nesting; says no, with a diagnostic, when there are too many.
    fn enter(&mut self, node: Node) -> bool {
        if self.depth >= MAX_DEPTH {
            self.too_deep(node);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Says once that there are too many levels.
    fn too_deep(&mut self, node: Node) {
        if self.diagnostics.iter().any(|diagnostic| diagnostic.code == "too-deep") {
            return;
        }
        let span = Loc { start: node.start_byte() as u32, end: node.start_byte() as u32 }.span(self.source);
        let message = format!("the program is nested more than {MAX_DEPTH} levels deep here");
        let hint = "name the inner parts with definitions of their own";
        self.diagnostics.push(Diagnostic::error("too-deep", span, message).hint(hint));
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Refuses `let%name` and the like.
    fn refuse_extension_names(&mut self, children: &[Node]) {
        for child in children.iter().filter(|child| child.kind() == "attribute_id") {
            self.unsupported(*child, "unsupported-extension", "extension nodes");
        }
    }

    // ------------------------------------------------------------------------------------------------ names

    /// A possibly qualified name of any class.
    fn path(&mut self, node: Node) -> Path {
        Located { node: self.longident(node), loc: loc(node) }
    }

    fn longident(&mut self, node: Node) -> Longident {
        if !self.enter(node) {
            return Longident::name("_");
        }
        let parts = named(node);
        let result = match (node.kind(), parts.as_slice()) {
            ("parenthesized_operator", _) => Longident::Name(self.operator_name(node)),
            (_, []) => Longident::Name(self.name(node)),
            ("type_constructor", _) => Longident::Name(self.name(node)),
            (_, [only]) => self.longident(*only),
            (_, [functor, argument]) if has_token(node, "(") && argument.kind() == "extended_module_path" => {
                Longident::Apply(Box::new(self.longident(*functor)), Box::new(self.longident(*argument)))
            }
            (_, [module, .., last]) => {
                let module = Box::new(self.longident(*module));
                match self.longident(*last) {
                    Longident::Name(name) => Longident::Dot(module, name),
                    other => other,
                }
            }
        };
        self.leave();
        result
    }

    /// The name of an operator in parentheses: `( + )` is `+`, `( .%() )` is `.%()`.
    fn operator_name(&self, node: Node) -> Name {
        let text = self.text(node);
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
        if !inner.contains("(*") {
            return inner.chars().filter(|c| !c.is_whitespace()).collect::<String>().into();
        }
        let mut tokens = String::new();
        for child in all(node).iter().filter(|child| !child.is_extra()) {
            tokens.push_str(self.text(*child));
        }
        tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or("").into()
    }

    /// The name that a binding occurrence of a value declares.
    fn value_name(&mut self, node: Node) -> Ident {
        let name = match node.kind() {
            "parenthesized_operator" => self.operator_name(node),
            _ => self.name(node),
        };
        Located { node: name, loc: loc(node) }
    }

    /// The tag of a polymorphic variant without its backquote.
    fn tag(&mut self, node: Node) -> Name {
        self.text(node).trim_start_matches('`').trim_start().into()
    }

    // ------------------------------------------------------------------------------------------------ literals

    /// A literal, whatever its kind; `None` after a diagnostic.
    fn constant(&mut self, node: Node) -> Option<Constant> {
        match node.kind() {
            "number" => self.number(node, false),
            "signed_number" => self.signed_number(node),
            _ => match self.token_at(node) {
                Some(token) if token.kind == TokenKind::Char => Some(Constant::Char(
                    literal::char_value(&self.source.bytes(node.byte_range())).unwrap_or(b'?'),
                )),
                _ => Some(Constant::String(self.string(node).into())),
            },
        }
    }

    /// A number with the sign that stands before it.
    fn number(&mut self, node: Node, negative: bool) -> Option<Constant> {
        let text = self.text(node);
        if let Some(digits) = text.strip_prefix('#') {
            self.reject(node, format!("`#` cannot stand before the number `{digits}`"));
            return None;
        }
        match literal::number_value(text, negative) {
            Ok(constant) => Some(constant),
            Err(message) => {
                let span = loc(node).span(self.source);
                self.diagnostics.push(Diagnostic::error("invalid-literal", span, message));
                None
            }
        }
    }

    fn signed_number(&mut self, node: Node) -> Option<Constant> {
        let text = self.text(node);
        let negative = text.starts_with('-');
        let digits = text.trim_start_matches(['+', '-']).trim_start();
        match literal::number_value(digits, negative) {
            Ok(constant) => Some(constant),
            Err(message) => {
                let span = loc(node).span(self.source);
                self.diagnostics.push(Diagnostic::error("invalid-literal", span, message));
                None
            }
        }
    }

    /// The bytes of a string literal.
    fn string(&mut self, node: Node) -> Vec<u8> {
        if self.token_at(node).is_some_and(|token| token.kind == TokenKind::Char) {
            self.reject(node, "a string is expected here, not a character");
        }
        // The lexer has refused strings that cannot be decoded.
        literal::string_value(&self.source.bytes(node.byte_range()))
            .map(|decoded| decoded.bytes)
            .unwrap_or_default()
    }
}

/// The place of a node.
fn loc(node: Node) -> Loc {
    Loc { start: node.start_byte() as u32, end: node.end_byte() as u32 }
}

/// All children, tokens included.
fn all(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// All children that matter: tokens and nodes, without comments and attributes.
fn parts(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| !child.is_extra() && !is_attribute(*child)).collect()
}

/// The named children that matter.
fn named(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra() && !is_attribute(*child)).collect()
}

fn is_attribute(node: Node) -> bool {
    matches!(node.kind(), "attribute" | "item_attribute" | "comment" | "line_number_directive")
}

fn has_token(node: Node, token: &str) -> bool {
    token_child(node, token).is_some()
}

/// The first child that is the token `token`.
fn token_child<'t>(node: Node<'t>, token: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == token && !child.is_named())
}

fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}
