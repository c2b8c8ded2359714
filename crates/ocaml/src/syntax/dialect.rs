//! Refuses what the grammar knows from dialects of OCaml and the language itself does not have.
//! One pass over the tree, without recursion, so that no other file has to think of modes, kinds or unboxed literals.

use super::explain;
use super::lex::{Token, token_cut_at};
use lydian_diagnostic::{Diagnostic, Source, Span};
use std::sync::Arc;
use tree_sitter::{Node, Tree};

/// Node kinds and tokens that no OCaml program has.
const FOREIGN: &[&str] = &[
    "mode",
    "modality",
    "kind_path",
    "product_kind",
    "any_kind",
    "kind_annotated_type_variable",
    "comprehension",
    "iarray_expression",
    "iarray_pattern",
    "block_index_expression",
    "ocamlyacc_value",
    "match_operator",
    "#(",
    "#{",
    "#'",
    ".#",
    "#true",
    "#false",
];

/// A diagnostic for each foreign node, in source order.
pub(super) fn refuse_foreign(source: &Arc<Source>, tokens: &[Token], tree: &Tree) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut cursor = tree.walk();
    // A node does not know its parent without a walk from the root, so the way down is remembered.
    let mut parents: Vec<&str> = Vec::new();
    loop {
        let node = cursor.node();
        let parent = parents.last().copied().unwrap_or("");
        if is_foreign(node.kind(), parent) || is_nameless(source, &node, parent) {
            let span = Span::new(source, node.byte_range());
            let message = format!("`{}` has no meaning in OCaml here", span.text());
            diagnostics.push(Diagnostic::error("syntax-error", span, message));
        }
        if node.child_count() == 0
            && let Some(token) = token_cut_at(tokens, node.end_byte())
            // OCaml itself cuts these, which join the variance and the injectivity of a type parameter.
            && !matches!(source.text.get(token.range()), Some("!+" | "!-" | "+!" | "-!"))
        {
            diagnostics.push(explain::syntax_error(source, tokens, token.start as usize));
        }
        if cursor.goto_first_child() {
            parents.push(node.kind());
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return diagnostics;
            }
            parents.pop();
        }
    }
}

fn is_foreign(kind: &str, parent: &str) -> bool {
    FOREIGN.contains(&kind) || kind == "mutable" && parent == "value_definition"
}

/// Whether `_` stands where a name must; the grammar takes it for one.
fn is_nameless(source: &Source, node: &Node, parent: &str) -> bool {
    let is_name = match node.kind() {
        "type_constructor" | "field_name" | "label_name" | "module_type_name" => true,
        "value_name" => parent != "let_binding",
        _ => false,
    };
    is_name && source.text.get(node.byte_range()) == Some("_")
}
