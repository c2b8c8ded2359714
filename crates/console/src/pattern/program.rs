//! The automaton of a step: what may be consumed where.
//! In: outputs in order. Out: instructions, linear in the size of the patterns (a text is one instruction for each of its
//! lines, not one for each byte); only `decorated` inside of `decorated` doubles. What gets too large is an error.

use super::decimal::Decimal;
use super::literal::Literal;
use super::token::{Consumer, Context, Link, is_blank};
use super::tolerant::Edge;
use super::{Output, Pattern, Step, Tolerance, TooLarge};

/// An index into the instructions.
pub(crate) type Place = usize;

/// One instruction. After it comes the next one, unless it says otherwise.
#[derive(Debug, Clone)]
pub(crate) enum Instruction {
    /// Goes on at each of these places, without consuming anything.
    Fork(Vec<Place>),
    /// One byte.
    Byte(u8),
    /// This small letter, or its capital.
    Letter(u8),
    /// One blank byte.
    Blank,
    /// Any number of bytes in which some texts do not occur; after these bytes it goes on at other places like it, or nowhere
    /// if a text would be complete, and after all others at `start`. What comes after it is at `end`.
    Avoid { next: Vec<(u8, Option<Place>)>, start: Place, end: Place },
    /// A text of two bytes or more, by its index.
    Literal(usize),
    /// A line feed, or a carriage return, with which the next instruction deals. Then goes on after the next one.
    Break,
    /// The line feed after a carriage return.
    Feed,
    /// Any number of bytes.
    Anything,
    /// Any number of blank bytes.
    Blanks,
    /// One byte that is not blank.
    NonBlank,
    /// Any number of zeros at the end of a decimal number.
    Zeros,
    /// Any number of digits at the end of a decimal number.
    Digits,
    /// One digit from the first to the second.
    Digit(u8, u8),
    /// One blank that is no line break.
    Pad,
    /// Any number of blanks that are no line breaks.
    Padding,
    /// A number begins; whether with a minus.
    NumberBegins(bool),
    /// A number has ended.
    NumberEnds,
    /// An output has ended.
    Cross,
    /// A turn has ended, by its index: the outputs after it belong to the next one.
    TurnEnds(usize),
    /// All has been matched.
    Accept,
}

/// Which rules are kept; what does not match by all rules may match by fewer, and that explains the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// All rules.
    Exact,
    /// Numbers may be parts of longer numbers.
    GluedNumbers,
    /// Blanks and line breaks outside of numbers do not count.
    LooseBlanks,
}

/// Where an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The index of the output.
    pub(crate) output: u32,
    /// The index of the number that it is a part of, and whether it is its beginning.
    pub(crate) number: Option<(u32, bool)>,
}

/// An automaton over bytes.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// The instructions; matching begins with the first one.
    pub(crate) instructions: Vec<Instruction>,
    /// Where they come from.
    pub(crate) origins: Vec<Origin>,
    /// The texts.
    pub(crate) literals: Vec<Literal>,
    /// The numbers, as they are written in the pattern.
    pub(crate) numbers: Vec<String>,
    /// The texts that must not occur somewhere.
    pub(crate) avoided: Vec<Vec<u8>>,
    /// Which turns may end at the place in the output that one is at.
    pub(crate) open_turns: Vec<bool>,
    /// From where the end can be reached at all.
    useful: Vec<bool>,
}

/// How large an automaton may be, counted in bytes of text.
const SIZE_LIMIT: usize = 32 << 20;
/// As how many bytes of text an instruction counts.
const INSTRUCTION_SIZE: usize = 12;
/// How deep patterns may be nested.
const DEPTH_LIMIT: usize = 1_000;

impl Program {
    /// The automaton of some outputs in order, each of them with its line break.
    pub(crate) fn of_outputs(outputs: &[Output], rules: Rules) -> Result<Program, TooLarge> {
        let mut compiler = Compiler::new(rules);
        for (index, output) in outputs.iter().enumerate() {
            compiler.output = index as u32;
            compiler.output(output)?;
        }
        compiler.finish()
    }

    /// The automaton of several steps in a row, with the ends of turns between them.
    pub(crate) fn of_turns(steps: &[&Step]) -> Result<Program, TooLarge> {
        let mut compiler = Compiler::new(Rules::Exact);
        for (turn, step) in steps.iter().enumerate() {
            if turn > 0 {
                compiler.emit(Instruction::TurnEnds(turn - 1))?;
            }
            for output in &step.outputs {
                compiler.output(output)?;
                compiler.output += 1;
            }
        }
        compiler.finish()
    }

    /// The automaton of one pattern alone, without a line break after it.
    pub(crate) fn of_pattern(pattern: &Pattern) -> Result<Program, TooLarge> {
        let mut compiler = Compiler::new(Rules::Exact);
        compiler.pattern(pattern, 0)?;
        compiler.finish()
    }

    /// Whether there is a number in it, so that the neighbours of a number matter.
    pub(crate) fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Follows all that consumes nothing from `start` on. `first_time` says whether a place is reached for the first time;
    /// `arrive` is called where something can be consumed or all has been matched; `waiting` is room to work in.
    pub(crate) fn settle(
        &self,
        start: (Place, Link),
        context: Context,
        waiting: &mut Vec<(Place, Link)>,
        mut first_time: impl FnMut(Place, Link) -> bool,
        mut arrive: impl FnMut(Place, Link),
    ) {
        waiting.clear();
        waiting.push(start);
        while let Some((place, link)) = waiting.pop() {
            if !self.useful[place] || !first_time(place, link) {
                continue;
            }
            match &self.instructions[place] {
                Instruction::Fork(places) => waiting.extend(places.iter().rev().map(|&place| (place, link))),
                Instruction::NumberBegins(sign) => {
                    waiting.extend(link.begin_number(context, *sign).map(|link| (place + 1, link)));
                }
                Instruction::NumberEnds => waiting.push((place + 1, Link::Ended)),
                Instruction::Cross => waiting.push((place + 1, link.cross())),
                Instruction::TurnEnds(turn) => {
                    if self.open_turns[*turn] {
                        waiting.push((place + 1, link.cross()));
                    }
                }
                // What stands on both sides of a wildcard is not one number, also if the wildcard is empty.
                Instruction::Anything => {
                    arrive(place, link);
                    waiting.push((place + 1, link.cross()));
                }
                Instruction::Avoid { end, .. } => {
                    arrive(place, link);
                    waiting.push((*end, link.cross()));
                }
                Instruction::Blanks | Instruction::Padding | Instruction::Zeros | Instruction::Digits => {
                    arrive(place, link);
                    waiting.push((place + 1, link));
                }
                _ => arrive(place, link),
            }
        }
    }

    /// Where an instruction other than a literal goes when it consumes this byte.
    pub(crate) fn consume(&self, place: Place, link: Link, byte: u8) -> Option<(Place, Link)> {
        let (consumer, next) = match &self.instructions[place] {
            Instruction::Byte(expected) if *expected == byte => (Consumer::Fixed, place + 1),
            Instruction::Letter(letter) if *letter == byte.to_ascii_lowercase() => {
                (Consumer::Fixed, place + 1)
            }
            Instruction::Blank if is_blank(byte) => (Consumer::Fixed, place + 1),
            Instruction::Avoid { next, start, .. } => {
                let known = next.iter().find(|(other, _)| *other == byte);
                (Consumer::Wild, known.map_or(Some(*start), |(_, next)| *next)?)
            }
            Instruction::Break if byte == b'\n' => (Consumer::Fixed, place + 2),
            Instruction::Break if byte == b'\r' => (Consumer::Fixed, place + 1),
            Instruction::Feed if byte == b'\n' => (Consumer::Fixed, place + 1),
            Instruction::Zeros if byte == b'0' => (Consumer::Fixed, place),
            Instruction::Digits if byte.is_ascii_digit() => (Consumer::Fixed, place),
            Instruction::Digit(from, to) if (*from..=*to).contains(&byte) => (Consumer::Fixed, place + 1),
            Instruction::Pad if is_pad(byte) => (Consumer::Fixed, place + 1),
            Instruction::Padding if is_pad(byte) => (Consumer::Wild, place),
            Instruction::Anything => (Consumer::Wild, place),
            Instruction::Blanks if is_blank(byte) => (Consumer::Wild, place),
            Instruction::NonBlank if !is_blank(byte) => (Consumer::Wild, place + 1),
            _ => return None,
        };
        Some((next, link.consume(byte, consumer)?))
    }

    /// Whether a literal may begin with this byte after this link.
    pub(crate) fn may_begin(&self, literal: usize, link: Link, byte: u8) -> bool {
        let bytes = &self.literals[literal].bytes;
        bytes[0] == byte
            && match link.consume(byte, Consumer::Fixed) {
                Some(Link::PointOwn) => !bytes[1].is_ascii_digit(),
                Some(_) => true,
                None => false,
            }
    }
}

/// Whether a byte separates columns.
fn is_pad(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Emits instructions.
pub(super) struct Compiler {
    rules: Rules,
    /// What does not count here.
    pub(super) tolerance: Tolerance,
    /// What came last, where blanks are told from words.
    pub(super) edge: Edge,
    instructions: Vec<Instruction>,
    origins: Vec<Origin>,
    literals: Vec<Literal>,
    numbers: Vec<String>,
    pub(super) avoided: Vec<Vec<u8>>,
    output: u32,
    pub(super) number: Option<(u32, bool)>,
    size: usize,
}

impl Compiler {
    fn new(rules: Rules) -> Compiler {
        Compiler {
            rules,
            tolerance: Tolerance::default(),
            edge: Edge::default(),
            instructions: Vec::new(),
            origins: Vec::new(),
            literals: Vec::new(),
            numbers: Vec::new(),
            avoided: Vec::new(),
            output: 0,
            number: None,
            size: 0,
        }
    }

    fn finish(mut self) -> Result<Program, TooLarge> {
        self.emit(Instruction::Accept)?;
        let useful = useful(&self.instructions);
        Ok(Program {
            instructions: self.instructions,
            origins: self.origins,
            literals: self.literals,
            numbers: self.numbers,
            avoided: self.avoided,
            open_turns: Vec::new(),
            useful,
        })
    }

    pub(super) fn emit(&mut self, instruction: Instruction) -> Result<Place, TooLarge> {
        self.charge(INSTRUCTION_SIZE)?;
        self.instructions.push(instruction);
        self.origins.push(Origin { output: self.output, number: self.number });
        Ok(self.instructions.len() - 1)
    }

    fn charge(&mut self, size: usize) -> Result<(), TooLarge> {
        self.size = self.size.saturating_add(size);
        if self.size > SIZE_LIMIT { Err(TooLarge::new("it is too long")) } else { Ok(()) }
    }

    pub(super) fn here(&self) -> Place {
        self.instructions.len()
    }

    fn output(&mut self, output: &Output) -> Result<(), TooLarge> {
        let choice = self.emit(Instruction::Fork(vec![self.here() + 1]))?;
        let loose = matches!(&output.pattern, Pattern::Tolerant(tolerance, _) if tolerance.loose_layout);
        self.pattern(&output.pattern, 0)?;
        if self.rules == Rules::LooseBlanks || loose {
            self.emit(Instruction::Blanks)?;
        } else {
            let line_break = self.here() + 1;
            self.emit(Instruction::Fork(vec![line_break, line_break + 2]))?;
            self.line_break()?;
        }
        let end = self.emit(Instruction::Cross)?;
        if output.optional {
            self.instructions[choice] = Instruction::Fork(vec![choice + 1, end]);
        }
        Ok(())
    }

    pub(super) fn line_break(&mut self) -> Result<(), TooLarge> {
        self.emit(Instruction::Break)?;
        self.emit(Instruction::Feed)?;
        Ok(())
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern, depth: usize) -> Result<(), TooLarge> {
        if depth > DEPTH_LIMIT {
            return Err(TooLarge::new("it is nested too deeply"));
        }
        match pattern {
            Pattern::Text(text) if self.rules == Rules::LooseBlanks => self.loose_text(text),
            Pattern::Text(text) if self.tolerance.loose_layout => self.words(text),
            Pattern::Text(text) => self.text(text),
            Pattern::Tolerant(tolerance, inside) => {
                self.tolerant(*tolerance, |compiler| compiler.pattern(inside, depth + 1))
            }
            Pattern::AnyWithout(texts) => self.free(|compiler| compiler.avoid(texts)),
            Pattern::Number(number) => {
                self.token(number, number == "0", |compiler| compiler.bytes(number.as_bytes()))
            }
            Pattern::Decimal(number) | Pattern::Rounded(number) => match Decimal::parse(number) {
                Some(decimal) => {
                    let exact = matches!(pattern, Pattern::Decimal(_));
                    self.token(number, decimal.is_zero(), |compiler| compiler.decimal(&decimal, exact))
                }
                None => self.token(number, false, |compiler| compiler.bytes(number.as_bytes())),
            },
            Pattern::Places(number) => {
                let is_zero = Decimal::parse(number).is_some_and(|decimal| decimal.is_zero());
                let digits = if is_zero { number.trim_start_matches('-') } else { number };
                self.token(number, is_zero, |compiler| compiler.bytes(digits.as_bytes()))
            }
            Pattern::Near { shown, low, high } => self.near(shown, low, high),
            Pattern::Columns(parts) if self.rules == Rules::LooseBlanks || self.tolerance.loose_layout => {
                parts.iter().enumerate().try_for_each(|(index, part)| {
                    self.edge.apart |= index > 0;
                    self.pattern(part, depth + 1)
                })
            }
            Pattern::Columns(parts) => self.columns(parts, depth),
            Pattern::Any => self.free(|compiler| compiler.emit(Instruction::Anything).map(drop)),
            Pattern::Some => self.free(Compiler::something),
            Pattern::Decorated(inside) => self.free(|compiler| compiler.decorated(inside, depth)),
            Pattern::Sequence(parts) => parts.iter().try_for_each(|part| self.pattern(part, depth + 1)),
            Pattern::Either(alternatives) => {
                let edge = self.edge;
                self.either(alternatives.len(), |compiler, index| {
                    compiler.edge = edge;
                    compiler.pattern(&alternatives[index], depth + 1)
                })?;
                self.edge = Edge::default();
                Ok(())
            }
        }
    }

    /// One alternative after the other, of which any one is taken.
    pub(super) fn either(
        &mut self,
        count: usize,
        mut alternative: impl FnMut(&mut Compiler, usize) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        self.charge(count)?;
        let choice = self.emit(Instruction::Fork(Vec::new()))?;
        let mut beginnings = Vec::with_capacity(count);
        let mut jumps = Vec::with_capacity(count);
        for index in 0..count {
            beginnings.push(self.here());
            alternative(self, index)?;
            jumps.push(self.emit(Instruction::Fork(Vec::new()))?);
        }
        let end = self.here();
        self.instructions[choice] = Instruction::Fork(beginnings);
        for jump in jumps {
            self.instructions[jump] = Instruction::Fork(vec![end]);
        }
        Ok(())
    }

    fn something(&mut self) -> Result<(), TooLarge> {
        self.emit(Instruction::Anything)?;
        self.emit(Instruction::NonBlank)?;
        self.emit(Instruction::Anything)?;
        Ok(())
    }

    fn decorated(&mut self, inside: &Pattern, depth: usize) -> Result<(), TooLarge> {
        self.either(2, |compiler, side| {
            let decorate = |compiler: &mut Compiler, here: bool| {
                if here { compiler.something() } else { compiler.emit(Instruction::Anything).map(|_| ()) }
            };
            decorate(compiler, side == 0)?;
            compiler.pattern(inside, depth + 1)?;
            decorate(compiler, side == 1)
        })
    }

    /// A text, line by line: a line break in it stands for either kind.
    fn text(&mut self, text: &[u8]) -> Result<(), TooLarge> {
        let mut lines = text.split(|&byte| byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            if lines.peek().is_none() {
                return self.bytes(line);
            }
            self.bytes(line.strip_suffix(b"\r").unwrap_or(line))?;
            self.line_break()?;
        }
        Ok(())
    }

    /// A text of which only what is not blank counts.
    fn loose_text(&mut self, text: &[u8]) -> Result<(), TooLarge> {
        self.emit(Instruction::Blanks)?;
        for byte in text.iter().filter(|&&byte| !is_blank(byte)) {
            self.bytes(std::slice::from_ref(byte))?;
            self.emit(Instruction::Blanks)?;
        }
        Ok(())
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), TooLarge> {
        match bytes {
            [] => {}
            _ if self.tolerance.case_ignored && self.number.is_none() => self.any_case(bytes)?,
            [byte] => {
                self.emit(Instruction::Byte(*byte))?;
            }
            _ => {
                self.charge(bytes.len())?;
                self.literals.push(Literal::new(bytes.to_vec()));
                self.emit(Instruction::Literal(self.literals.len() - 1))?;
            }
        }
        if let Some((_, first)) = &mut self.number {
            *first = false;
        }
        Ok(())
    }

    /// A number with its conditions; `digits` emits what it consumes, but for the sign of a zero.
    fn token(
        &mut self,
        number: &str,
        is_zero: bool,
        digits: impl FnOnce(&mut Compiler) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        if number.is_empty() {
            return Ok(());
        }
        self.any_token(number, |compiler, glued| {
            if is_zero {
                compiler.zero_begins(glued)?;
            } else if !glued {
                compiler.emit(Instruction::NumberBegins(number.starts_with('-')))?;
            }
            digits(compiler)
        })
    }

    /// A number with its conditions; `inside` emits how it begins, unless it may be a part of a longer one, and what it consumes.
    pub(super) fn any_token(
        &mut self,
        number: &str,
        inside: impl FnOnce(&mut Compiler, bool) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let loose = self.rules == Rules::LooseBlanks || self.tolerance.loose_layout;
        let glued = self.rules == Rules::GluedNumbers;
        if loose {
            self.before_word()?;
        }
        self.charge(number.len())?;
        self.numbers.push(number.to_string());
        self.number = Some((self.numbers.len() as u32 - 1, true));
        inside(self, glued)?;
        if !glued {
            self.emit(Instruction::NumberEnds)?;
        }
        self.number = None;
        self.edge = Edge { word: true, apart: false };
        if loose {
            self.emit(Instruction::Blanks)?;
        }
        Ok(())
    }

    /// Zero has no sign, but programs that round write one, and so do some that multiply floating point numbers.
    fn zero_begins(&mut self, glued: bool) -> Result<(), TooLarge> {
        let number = self.number;
        self.either(2, |compiler, index| {
            let sign = index == 0;
            compiler.number = number;
            if !glued {
                compiler.emit(Instruction::NumberBegins(sign))?;
            }
            if sign { compiler.bytes(b"-") } else { Ok(()) }
        })
    }

    /// A decimal number; an exact one also as a `double` near it is written in full: `0.30000000000000004`.
    fn decimal(&mut self, decimal: &Decimal, exact: bool) -> Result<(), TooLarge> {
        let near = if exact { decimal.beginnings_near() } else { Vec::new() };
        let scientific = decimal.scientific();
        let number = self.number;
        self.either(near.len() + 1 + usize::from(scientific.is_some()), |compiler, index| {
            compiler.number = number;
            match (index.checked_sub(1), &scientific) {
                (None, _) => compiler.decimal_digits(decimal),
                (Some(index), Some(scientific)) if index == near.len() => compiler.scientific(scientific),
                (Some(index), _) => {
                    compiler.bytes(near[index].as_bytes())?;
                    compiler.emit(Instruction::Digits).map(|_| ())
                }
            }
        })
    }

    fn decimal_digits(&mut self, decimal: &Decimal) -> Result<(), TooLarge> {
        if decimal.negative && !decimal.is_zero() {
            self.bytes(b"-")?;
        }
        if decimal.places.is_empty() {
            self.bytes(decimal.whole.as_bytes())?;
            // OCaml writes nothing behind the point.
            return self.optional(|compiler| {
                compiler.bytes(b".")?;
                compiler.emit(Instruction::Zeros).map(|_| ())
            });
        }
        // Some calculators write no zero before the point.
        if decimal.whole == "0" {
            self.optional(|compiler| compiler.bytes(b"0"))?;
        } else {
            self.bytes(decimal.whole.as_bytes())?;
        }
        self.bytes(format!(".{}", decimal.places).as_bytes())?;
        self.emit(Instruction::Zeros).map(|_| ())
    }

    /// Something, or nothing.
    pub(super) fn optional(
        &mut self,
        emit: impl FnOnce(&mut Compiler) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let first = self.number;
        let choice = self.emit(Instruction::Fork(Vec::new()))?;
        emit(self)?;
        self.number = first;
        self.instructions[choice] = Instruction::Fork(vec![choice + 1, self.here()]);
        Ok(())
    }
}

/// From which places the end can be reached. A choice without alternatives has no way on, and what leads only there must
/// not count as a beginning of something allowed.
fn useful(instructions: &[Instruction]) -> Vec<bool> {
    let mut useful = vec![false; instructions.len()];
    // Every way leads forward, so that one pass from the end on is enough.
    for (place, instruction) in instructions.iter().enumerate().rev() {
        useful[place] = match instruction {
            Instruction::Fork(places) => places.iter().any(|&next| useful[next]),
            Instruction::Break => useful[place + 2],
            Instruction::Avoid { end, .. } => useful[*end],
            Instruction::Accept => true,
            _ => useful[place + 1],
        };
    }
    useful
}
