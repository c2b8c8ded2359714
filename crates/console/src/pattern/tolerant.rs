//! Texts of which not everything counts: `layout loose` and `case ignored`.
//! In: a text of a pattern. Out: instructions for its words. A word is what stands between blanks and signs; between two words
//! there must be a blank, of whatever kind and number; beside a sign there may be some.

use super::program::{Compiler, Instruction};
use super::token::is_blank;
use super::{Tolerance, TooLarge};

/// What was emitted last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edge {
    /// Whether it is a word or a number.
    pub(super) word: bool,
    /// Whether the pattern has a blank after it.
    pub(super) apart: bool,
}

impl Compiler {
    /// Compiles what is inside of a pattern with its tolerance.
    pub(super) fn tolerant(
        &mut self,
        tolerance: Tolerance,
        inside: impl FnOnce(&mut Compiler) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let around = std::mem::replace(&mut self.tolerance, tolerance);
        self.edge = Edge::default();
        if tolerance.loose_layout {
            self.emit(Instruction::Blanks)?;
        }
        let result = inside(self);
        self.tolerance = around;
        result
    }

    /// A text as its words and signs.
    pub(super) fn words(&mut self, text: &[u8]) -> Result<(), TooLarge> {
        let mut rest = text;
        while let Some(&first) = rest.first() {
            if is_blank(first) {
                self.edge.apart = true;
                rest = &rest[1..];
                continue;
            }
            let word = is_word(first);
            let length = if word { rest.iter().take_while(|byte| is_word(**byte)).count() } else { 1 };
            match word {
                true => self.before_word()?,
                false => drop(self.emit(Instruction::Blanks)?),
            }
            self.bytes(&rest[..length])?;
            self.edge = Edge { word, apart: false };
            rest = &rest[length..];
        }
        self.emit(Instruction::Blanks).map(drop)
    }

    /// Blanks before a word: at least one if there is another word before it and they are apart.
    pub(super) fn before_word(&mut self) -> Result<(), TooLarge> {
        if self.edge.word && self.edge.apart {
            self.emit(Instruction::Blank)?;
        }
        self.emit(Instruction::Blanks).map(drop)
    }

    /// Compiles what can end with anything.
    pub(super) fn free(
        &mut self,
        inside: impl FnOnce(&mut Compiler) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        self.edge = Edge::default();
        inside(self)?;
        self.edge = Edge::default();
        Ok(())
    }

    /// Bytes whose letters may be small or capital. Letters beyond ASCII are compared as they are, small or capital.
    pub(super) fn any_case(&mut self, bytes: &[u8]) -> Result<(), TooLarge> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            for byte in bytes {
                self.emit(Instruction::Byte(*byte))?;
            }
            return Ok(());
        };
        for letter in text.chars() {
            if letter.is_ascii() {
                let small = letter.to_ascii_lowercase() as u8;
                let either = small.is_ascii_lowercase();
                self.emit(if either { Instruction::Letter(small) } else { Instruction::Byte(small) })?;
                continue;
            }
            let mut forms =
                vec![letter.to_string(), letter.to_lowercase().collect(), letter.to_uppercase().collect()];
            forms.sort();
            forms.dedup();
            self.either(forms.len(), |compiler, index| {
                forms[index].bytes().try_for_each(|byte| compiler.emit(Instruction::Byte(byte)).map(drop))
            })?;
        }
        Ok(())
    }
}

/// Whether a byte belongs to a word: letters, also those beyond ASCII, digits and `_`.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
