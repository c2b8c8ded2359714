//! Tokens to a program: sections, steps and exports; and what the parts of the parser share.

use std::collections::HashMap;
use std::sync::Arc;

use crate::print::literal::RESERVED;
use crate::read::Fault;
use crate::read::lexer::Tok;
use crate::{Export, Expr, IntMode, Item, Program, TypeTable, Var};

/// How deep brackets and keywords may nest: each level takes some of Rust's stack.
const DEEPEST_NESTING: usize = 400;

/// How high a tree may be, long lists and sequences included: what walks over it later may recurse.
const GREATEST_HEIGHT: u32 = 5000;

/// The widest integers of a program.
const MOST_BITS: u32 = 4096;

/// Something with the height of its tree.
#[derive(Debug)]
pub(super) struct Tall<T> {
    pub(super) it: T,
    pub(super) height: u32,
}

impl<T> Tall<T> {
    /// Something without parts.
    pub(super) fn flat(it: T) -> Tall<T> {
        Tall { it, height: 1 }
    }

    /// Splits parts into themselves and the greatest height.
    pub(super) fn split(parts: Vec<Tall<T>>) -> (Vec<T>, u32) {
        let height = parts.iter().map(|part| part.height).max().unwrap_or(0);
        (parts.into_iter().map(|part| part.it).collect(), height)
    }
}

pub(super) type Parsed<T> = Result<T, Fault>;

/// The state of reading.
pub(super) struct Parser {
    tokens: Vec<(Tok, usize)>,
    position: usize,
    end: usize,
    nesting: usize,
    /// The variables by their numbers in the text, with the place where each was first seen.
    vars: HashMap<u64, Var>,
    places: Vec<(usize, String, u64)>,
    /// The names of the variables of the current section.
    names: Vec<Arc<str>>,
}

impl Parser {
    pub(super) fn new(tokens: Vec<(Tok, usize)>, end: usize) -> Parser {
        Parser {
            tokens,
            position: 0,
            end,
            nesting: 0,
            vars: HashMap::new(),
            places: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Where a variable first stands, and how it is written there.
    pub(super) fn place_of(&self, var: Var) -> (usize, String) {
        let (offset, name, number) = &self.places[var.0 as usize];
        (*offset, format!("{}/{number}", crate::print::literal::marked_name(name)))
    }

    pub(super) fn program(&mut self) -> Parsed<Program> {
        self.expect_word("core")?;
        if self.next() != Tok::Int(1.into()) {
            self.position -= 1;
            return self.fail("only version 1 of this form can be read");
        }
        let mode = self.int_mode()?;
        let mut libraries: Vec<Arc<Program>> = Vec::new();
        let mut types = TypeTable::default();
        while self.eat_word("library") {
            let mode = self.int_mode()?;
            let mut library = self.section(mode, &libraries, &mut types)?;
            self.expect_word("end")?;
            self.end_section(&mut library);
            libraries.push(Arc::new(library));
        }
        let mut program = self.section(mode, &libraries, &mut types)?;
        while self.eat_word("export") {
            let name: Arc<str> = self.name()?.into();
            self.expect("=")?;
            let var = self.var()?;
            self.expect(":")?;
            let ty = self.ty()?.it;
            program.exports.push(Export { name, var, ty });
        }
        self.end_section(&mut program);
        if *self.peek() != Tok::End {
            return self.fail("a type, a step, an export or the end of the text is missing here");
        }
        Ok(program)
    }

    fn int_mode(&mut self) -> Parsed<IntMode> {
        self.expect_word("integers")?;
        if self.eat_word("unbounded") {
            return Ok(IntMode::Unbounded);
        }
        self.expect_word("wrapping")?;
        let bits = self.number()?;
        if bits == 0 || bits > MOST_BITS {
            self.position -= 1;
            return self.fail(format!("integers have from 1 to {MOST_BITS} bits"));
        }
        Ok(IntMode::Wrapping(bits))
    }

    /// The types and steps of a library or of the program itself.
    fn section(
        &mut self,
        mode: IntMode,
        libraries: &[Arc<Program>],
        types: &mut TypeTable,
    ) -> Parsed<Program> {
        let mut program = Program::new(mode, self.places.len() as u32);
        program.libraries = libraries.to_vec();
        while self.eat_word("type") {
            types.add(self.type_declaration()?);
        }
        program.types = types.clone();
        loop {
            if self.eat_word("let") {
                program.items.push(if self.eat_word("rec") {
                    let (group, _) = self.group()?;
                    Item::DefineRec(group)
                } else {
                    let (var, value) = self.definition()?;
                    Item::Define(var, value.it)
                });
            } else if self.eat_word("run") {
                program.items.push(Item::Run(self.expr()?.it));
            } else {
                return Ok(program);
            }
        }
    }

    fn end_section(&mut self, program: &mut Program) {
        program.var_names = std::mem::take(&mut self.names);
    }

    /// `x/1 = e`.
    pub(super) fn definition(&mut self) -> Parsed<(Var, Tall<Expr>)> {
        let var = self.var()?;
        self.expect("=")?;
        Ok((var, self.expr()?))
    }

    /// `x/1 = a and y/2 = b`.
    pub(super) fn group(&mut self) -> Parsed<(Vec<(Var, Expr)>, u32)> {
        let mut group = Vec::new();
        let mut height = 0;
        loop {
            let (var, value) = self.definition()?;
            height = value.height.max(height);
            group.push((var, value.it));
            if !self.eat_word("and") {
                return Ok((group, height));
            }
        }
    }

    pub(super) fn var(&mut self) -> Parsed<Var> {
        let offset = self.offset();
        let Tok::Var(name, number) = self.next() else {
            self.position -= 1;
            return self.fail("a variable such as x/1 is missing here");
        };
        if let Some(var) = self.vars.get(&number) {
            let (_, known, _) = &self.places[var.0 as usize];
            if *known != name {
                let message = format!("the number {number} already belongs to the variable {known}");
                return Err(Fault { offset, message });
            }
            return Ok(*var);
        }
        let var = Var(self.places.len() as u32);
        self.names.push(Arc::from(&*name));
        self.places.push((offset, name, number));
        self.vars.insert(number, var);
        Ok(var)
    }

    /// A name that is no reserved word, or any in quotes.
    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            Tok::Word(word) if !RESERVED.contains(&&*word) => {
                self.position += 1;
                Ok(word)
            }
            Tok::Str(bytes) => match String::from_utf8(bytes) {
                Ok(name) => {
                    self.position += 1;
                    Ok(name)
                }
                Err(_) => self.fail("a name must be valid UTF-8"),
            },
            _ => self.fail("a name is missing here"),
        }
    }

    pub(super) fn number(&mut self) -> Parsed<u32> {
        let number = match self.peek() {
            Tok::Int(int) => int.as_i64().and_then(|int| u32::try_from(int).ok()),
            _ => None,
        };
        let Some(number) = number else { return self.fail("a small number is missing here") };
        self.position += 1;
        Ok(number)
    }

    pub(super) fn peek(&self) -> &Tok {
        self.tokens.get(self.position).map_or(&Tok::End, |(token, _)| token)
    }

    pub(super) fn next(&mut self) -> Tok {
        let token = self.peek().clone();
        self.position += 1;
        token
    }

    pub(super) fn back(&mut self) {
        self.position = self.position.saturating_sub(1);
    }

    pub(super) fn offset(&self) -> usize {
        self.tokens.get(self.position).map_or(self.end, |(_, offset)| *offset)
    }

    pub(super) fn is(&self, mark: &str) -> bool {
        matches!(self.peek(), Tok::Mark(found) if *found == mark)
    }

    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        self.position += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { self.fail(format!("`{mark}` is missing here")) }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Word(found) if found == word)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.position += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("`{word}` is missing here")) }
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(Fault { offset: self.offset(), message: message.into() })
    }

    /// Runs a part of the parser one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= DEEPEST_NESTING {
            return self.fail("this is nested too deeply");
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    /// A tree above parts of some height.
    pub(super) fn tall<T>(&self, it: T, below: u32) -> Parsed<Tall<T>> {
        if below >= GREATEST_HEIGHT {
            return self.fail("this is too long or nested too deeply");
        }
        Ok(Tall { it, height: below + 1 })
    }

    /// Things between a mark that was just read and a closing one.
    pub(super) fn until<T>(
        &mut self,
        separator: &str,
        close: &str,
        mut parse: impl FnMut(&mut Parser) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        if self.eat(close) {
            return Ok(all);
        }
        loop {
            all.push(parse(self)?);
            if self.eat(close) {
                return Ok(all);
            }
            if !self.eat(separator) {
                return self.fail(format!("`{separator}` or `{close}` is missing here"));
            }
        }
    }
}
