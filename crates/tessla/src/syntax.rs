//! Reading: from text to the tree.
//! In: a source and the number that its places shall carry. Out: the tree beside diagnostics. Nothing panics, whatever the
//! text; if there is an error among the diagnostics, the tree has holes where something could not be read.

pub mod ast;
pub mod lexer;
mod parser;

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};

use self::ast::{Expr, Unit};
use self::parser::Parser;

/// Reads a whole file. A mistake ends its statement only, so that several are reported in one go.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_tessla::syntax::parse;
///
/// let (unit, diagnostics) = parse(0, &Source::new("sum.tessla", "in x: Events[Int]\nout x + 1 as y"));
/// assert!(diagnostics.is_empty());
/// assert_eq!(unit.statements.len(), 2);
/// ```
pub fn parse(file: u32, source: &Arc<Source>) -> (Unit, Vec<Diagnostic>) {
    parser::unit(file, source)
}

/// Reads one expression that is the whole text.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_tessla::syntax::{ast::ExprKind, parse_expr};
///
/// let (expr, diagnostics) = parse_expr(0, &Source::new("value", "2 + 3"));
/// assert!(diagnostics.is_empty());
/// assert!(matches!(expr.kind, ExprKind::Binary(..)));
/// ```
pub fn parse_expr(file: u32, source: &Arc<Source>) -> (Expr, Vec<Diagnostic>) {
    parse_expr_in(file, source, 0..source.text.len())
}

/// Reads one expression that is the whole of a range of a text, such as a value in a line of a trace. The range must
/// start and end between characters.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_tessla::syntax::parse_expr_in;
///
/// let (expr, diagnostics) = parse_expr_in(0, &Source::new("trace", "3: x = (1, 2)"), 7..13);
/// assert!(diagnostics.is_empty());
/// assert_eq!((expr.at.start, expr.at.end), (7, 13));
/// ```
pub fn parse_expr_in(file: u32, source: &Arc<Source>, range: Range<usize>) -> (Expr, Vec<Diagnostic>) {
    let mut parser = Parser::new(file, source, range);
    let expr = parser.only_expression();
    (expr, parser.finish())
}
