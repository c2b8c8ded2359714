//! Regular expressions in Z3's theory of sequences.
//! Calls itself on parts: the depth of an expression is bounded where it is read.

use lydian_term::{ByteSet, RegexPart};

use super::{Build, Result};
use crate::z3::api::Ast;

impl Build<'_> {
    pub(super) fn language(&mut self, part: &RegexPart) -> Result<Ast> {
        let api = self.api;
        match part {
            RegexPart::Empty => self.word(b""),
            RegexPart::Byte(set) => self.one_of(set),
            RegexPart::Sequence(parts) => {
                let parts = self.languages(parts)?;
                self.many(api.mk_re_concat, &parts)
            }
            RegexPart::Choice(parts) => {
                let parts = self.languages(parts)?;
                self.many(api.mk_re_union, &parts)
            }
            RegexPart::Repeat(part, least, most) => {
                let part = self.language(part)?;
                self.repeated(part, *least, *most)
            }
        }
    }

    fn languages(&mut self, parts: &[RegexPart]) -> Result<Vec<Ast>> {
        parts.iter().map(|part| self.language(part)).collect()
    }

    fn repeated(&mut self, part: Ast, least: u32, most: Option<u32>) -> Result<Ast> {
        let api = self.api;
        match (least, most) {
            (0, None) => self.unary(api.mk_re_star, part),
            (1, None) => self.unary(api.mk_re_plus, part),
            (0, Some(1)) => self.unary(api.mk_re_option, part),
            // As an upper bound zero means "no bound" to Z3.
            (_, Some(0)) => self.word(b""),
            (least, Some(most)) => self.counted(part, least, most),
            (least, None) => {
                let (first, rest) = (self.counted(part, least, least)?, self.unary(api.mk_re_star, part)?);
                self.many(api.mk_re_concat, &[first, rest])
            }
        }
    }

    fn counted(&mut self, part: Ast, least: u32, most: u32) -> Result<Ast> {
        // Safety: the language is valid and of this context.
        let ast = unsafe { (self.api.mk_re_loop)(self.context, part, least, most) };
        self.keep(ast)
    }

    fn one_of(&mut self, set: &ByteSet) -> Result<Ast> {
        let mut ranges = Vec::new();
        for (from, to) in set.ranges() {
            ranges.push(if from == to {
                self.word(&[from])?
            } else {
                let (low, high) = (self.text(&[from])?, self.text(&[to])?);
                self.binary(self.api.mk_re_range, low, high)?
            });
        }
        match ranges.as_slice() {
            // Safety: both sorts belong to the context.
            [] => self.keep(unsafe {
                let strings = (self.api.mk_string_sort)(self.context);
                (self.api.mk_re_empty)(self.context, (self.api.mk_re_sort)(self.context, strings))
            }),
            [only] => Ok(*only),
            _ => self.many(self.api.mk_re_union, &ranges),
        }
    }

    fn word(&mut self, bytes: &[u8]) -> Result<Ast> {
        let text = self.text(bytes)?;
        self.unary(self.api.mk_seq_to_re, text)
    }
}
