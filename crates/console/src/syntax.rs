//! The text of a specification: its tree, the reader, the printer.
//! What is read can be printed, and what is printed reads back to the same tree but for places.

pub mod ast;
mod lexer;
mod parser;
mod print;
pub mod visit;

pub use parser::parse;
pub use print::print;
