//! Reads the text of Core that [`crate::print`] writes.
//! In: any text. Out: a program whose variables are bound exactly once and used only where they are in scope, or the
//! first fault with its place. Nesting and height are bounded, so that no text can exhaust the stack, here or in what
//! later walks over the program.

mod expr;
mod lexer;
mod parser;
mod pattern;
mod scope;
mod types;

use std::fmt;

use crate::Program;

/// Why a text is no program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// The program that a text stands for. Its variables are numbered from zero in the order of the text.
///
/// ```
/// use lydian_core::{print::print_program, read::read_program};
/// let text = "core 1\nintegers unbounded\n\nlet id/0 = fun id(x/1) -> x/1\n";
/// assert_eq!(print_program(&read_program(text)?), text);
/// let error = read_program("core 1\nintegers unbounded\nlet y/0 = x/1").unwrap_err();
/// assert_eq!(error.to_string(), "3:11: the variable x/1 is not in scope");
/// # Ok::<(), lydian_core::read::ReadError>(())
/// ```
pub fn read_program(text: &str) -> Result<Program, ReadError> {
    parse(text).map_err(|fault| {
        let before = text.get(..fault.offset).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ReadError { line, column, message: fault.message }
    })
}

/// A fault at an offset of the text.
#[derive(Debug)]
struct Fault {
    offset: usize,
    message: String,
}

fn parse(text: &str) -> Result<Program, Fault> {
    let tokens = lexer::tokens(text)?;
    let mut parser = parser::Parser::new(tokens, text.len());
    let program = parser.program()?;
    scope::check(&program, |var| parser.place_of(var))?;
    Ok(program)
}
