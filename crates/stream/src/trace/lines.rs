//! Reads lines out of bytes that may come slowly, without end, or without line breaks.
//! Memory is bounded by the longest line allowed. The line that was taken last stays where it is until the next one is
//! taken, so that a diagnostic can still show it.

use std::io::{ErrorKind, Read};
use std::ops::Range;

use lydian_diagnostic::Diagnostic;

use super::place::Line;

/// No line may have more bytes than this.
pub const LONGEST_LINE: usize = 16 << 20;

/// How many bytes are asked for at first.
const CHUNK: usize = 1 << 16;

/// Lines of an input.
pub(super) struct Lines<R> {
    input: R,
    name: String,
    buffer: Vec<u8>,
    /// The bytes that were read and not yet taken.
    start: usize,
    end: usize,
    /// The end of the last whole line among them.
    whole: usize,
    /// The line that was taken last.
    current: Range<usize>,
    number: u64,
    ended: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of an input that is called `name` in messages.
    pub(super) fn new(input: R, name: &str) -> Lines<R> {
        let name = name.to_owned();
        let buffer = vec![0; CHUNK];
        Lines { input, name, buffer, start: 0, end: 0, whole: 0, current: 0..0, number: 0, ended: false }
    }

    /// The whole lines that are there; the last byte, if there is one, is a line break.
    #[inline]
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.start..self.whole]
    }

    /// Whether no whole line is there.
    pub(super) fn may_wait(&self) -> bool {
        self.start >= self.whole
    }

    /// Takes the first `length` bytes ahead as a line. They end with the line break.
    #[inline]
    pub(super) fn take(&mut self, length: usize) {
        self.current = self.start..self.start + length;
        self.start += length;
        self.number += 1;
    }

    /// Takes the next line; `false` at the end.
    pub(super) fn advance(&mut self) -> Result<bool, Box<Diagnostic>> {
        if !self.fill()? {
            return Ok(false);
        }
        let length =
            self.ahead().iter().position(|byte| *byte == b'\n').map_or(self.ahead().len(), |at| at + 1);
        self.take(length);
        if length > LONGEST_LINE {
            return Err(self.too_long());
        }
        Ok(true)
    }

    /// The line that was taken last.
    pub(super) fn current(&self) -> Line<'_> {
        let mut bytes = &self.buffer[self.current.clone()];
        bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        // A mark at the very start says nothing but that this is UTF-8.
        let skipped = if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Line { name: &self.name, number: self.number, bytes: &bytes[skipped..] }
    }

    /// Reads until there is a whole line; `false` if the input has ended before.
    pub(super) fn fill(&mut self) -> Result<bool, Box<Diagnostic>> {
        while self.start >= self.whole {
            if self.ended {
                return Ok(false);
            }
            if self.end - self.start > LONGEST_LINE {
                self.number += 1;
                self.current = self.start..self.start;
                return Err(self.too_long());
            }
            self.make_room();
            let read = match self.input.read(&mut self.buffer[self.end..]) {
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    let message = format!("`{}` cannot be read any further: {error}", self.name);
                    return Err(Box::new(Diagnostic::without_place("file-unreadable", message)));
                }
            };
            let from = self.end;
            self.end += read;
            if read == 0 {
                self.ended = true;
                if self.end > self.start {
                    // There is room for at least one byte: the last line gets the break that it lacks.
                    self.buffer[self.end] = b'\n';
                    self.end += 1;
                }
            }
            let fresh = &self.buffer[from..self.end];
            if let Some(at) = fresh.iter().rposition(|byte| *byte == b'\n') {
                self.whole = from + at + 1;
            }
        }
        Ok(true)
    }

    /// Moves what is left to the front, and makes the buffer larger if it is full.
    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        (self.start, self.whole, self.current) = (0, 0, 0..0);
        if self.end >= self.buffer.len() / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
    }

    fn too_long(&self) -> Box<Diagnostic> {
        let message = format!("the line has more than {} MiB", LONGEST_LINE >> 20);
        let hint = "check that this is a trace: one event stands on each line";
        Box::new(self.current().cut().fault("trace-line-too-long", 0..0, message).hint(hint))
    }
}
