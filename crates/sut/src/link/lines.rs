//! Cuts a stream of bytes into lines, within a bound.
//! In: bytes as they arrive. Out: lines without their break (`\n`, or `\r\n`), or that a line is too long; or the bytes uncut.
//! Invariant: never holds more than the bound for a line and one more chunk.

/// Bytes taken in at once.
const CHUNK: usize = 16 << 10;

/// What was heard.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// Nothing in the given time.
    Silence,
    /// The other side has ended its output.
    End,
    /// A line longer than allowed.
    TooLong,
}

/// What became of a line that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    /// All of it is on its way.
    Whole,
    /// The other side did not read in the given time.
    Unread,
    /// The other side cannot read any more.
    Broken,
}

/// Bytes that have arrived and were not asked for.
pub(crate) struct Lines {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// Up to here there is no line break.
    searched: usize,
    most: usize,
    too_long: bool,
    /// Whether bytes come out as they arrive, uncut.
    raw: bool,
    /// Whether a last line without a break is only the half of one.
    whole: bool,
}

impl Lines {
    /// Nothing yet; lines may have `most` bytes.
    pub fn new(most: usize) -> Lines {
        Lines {
            bytes: vec![0; CHUNK],
            start: 0,
            end: 0,
            searched: 0,
            most,
            too_long: false,
            raw: false,
            whole: false,
        }
    }

    /// The same bytes as they arrive: whoever asks knows where messages end.
    pub fn leave_uncut(&mut self) {
        self.raw = true;
    }

    /// Takes a last line without a break for the half of one: a connection can end anywhere.
    pub fn want_breaks(&mut self) {
        self.whole = true;
    }

    /// What has come of a line that is not whole.
    pub fn half(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether bytes come out as they arrive.
    pub fn is_uncut(&self) -> bool {
        self.raw
    }

    /// Whether more may be taken in before lines are asked for.
    pub fn has_room(&self) -> bool {
        self.end - self.start <= self.most
    }

    /// Where to put the next bytes; never empty.
    pub fn room(&mut self) -> &mut [u8] {
        if self.start == self.end {
            (self.start, self.end, self.searched) = (0, 0, 0);
        }
        if self.bytes.len() - self.end < CHUNK {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
            if self.bytes.len() - self.end < CHUNK {
                self.bytes.resize(self.bytes.len() * 2, 0);
            }
        }
        &mut self.bytes[self.end..][..CHUNK]
    }

    /// So many bytes were put there.
    pub fn took(&mut self, count: usize) {
        self.end += count;
    }

    /// The next line that is whole. After a line that is too long there are no more.
    pub fn next(&mut self) -> Option<Heard> {
        if self.too_long {
            return Some(Heard::TooLong);
        }
        if self.raw {
            return (self.start < self.end).then(|| self.last());
        }
        let found = self.bytes[self.searched..self.end].iter().position(|byte| *byte == b'\n');
        let length = found.map_or(self.end, |at| self.searched + at) - self.start;
        if length > self.most {
            self.too_long = true;
            return Some(Heard::TooLong);
        }
        match found {
            Some(_) => {
                let line = &self.bytes[self.start..self.start + length];
                let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
                self.start += length + 1;
                self.searched = self.start;
                Some(Heard::Line(line))
            }
            None => {
                self.searched = self.end;
                None
            }
        }
    }

    /// What is left at the end of the stream: a last line without a break, then the end.
    pub fn last(&mut self) -> Heard {
        if self.start == self.end || (self.whole && !self.raw) {
            return Heard::End;
        }
        let line = self.bytes[self.start..self.end].to_vec();
        (self.start, self.searched) = (self.end, self.end);
        Heard::Line(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(lines: &mut Lines, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = lines.room();
            let count = room.len().min(bytes.len());
            room[..count].copy_from_slice(&bytes[..count]);
            lines.took(count);
            bytes = &bytes[count..];
        }
    }

    fn line(text: &[u8]) -> Option<Heard> {
        Some(Heard::Line(text.to_vec()))
    }

    #[test]
    fn lines_come_out_whole_however_the_bytes_arrive() {
        let text = b"one\n\ntwo\r\n\xff\n".repeat(5000);
        for step in [1, 2, 3, 7, 16_383, 16_384, text.len()] {
            let mut lines = Lines::new(100);
            let mut count = 0;
            for piece in text.chunks(step) {
                put(&mut lines, piece);
                while let Some(heard) = lines.next() {
                    let expected: [&[u8]; 4] = [b"one", b"", b"two", b"\xff"];
                    assert_eq!(Some(heard), line(expected[count % 4]), "step {step}");
                    count += 1;
                }
            }
            assert_eq!((count, lines.last()), (20_000, Heard::End), "step {step}");
        }
    }

    #[test]
    fn uncut_bytes_come_out_as_they_are() {
        let mut lines = Lines::new(4);
        lines.leave_uncut();
        put(&mut lines, b"a\r\nlong\0");
        assert_eq!(lines.next(), line(b"a\r\nlong\0"));
        assert_eq!((lines.next(), lines.last()), (None, Heard::End));
    }

    #[test]
    fn a_last_line_without_a_break_is_a_line() {
        let mut lines = Lines::new(10);
        put(&mut lines, b"a\nrest");
        assert_eq!(lines.next(), line(b"a"));
        assert_eq!(lines.next(), None);
        assert_eq!(lines.last(), Heard::Line(b"rest".to_vec()));
        assert_eq!(lines.last(), Heard::End);
    }

    #[test]
    fn a_last_line_without_a_break_is_half_a_line_where_breaks_are_wanted() {
        let mut lines = Lines::new(10);
        lines.want_breaks();
        put(&mut lines, b"a\nrest");
        assert_eq!(lines.next(), line(b"a"));
        assert_eq!((lines.next(), lines.last()), (None, Heard::End));
        assert_eq!(lines.half(), b"rest");
    }

    #[test]
    fn a_line_is_too_long_with_and_without_its_break() {
        for text in [&b"12345\n"[..], b"12345", b"\n123456\n"] {
            let mut lines = Lines::new(4);
            put(&mut lines, text);
            if text[0] == b'\n' {
                assert_eq!(lines.next(), line(b""));
            }
            assert_eq!(lines.next(), Some(Heard::TooLong));
            assert_eq!(lines.next(), Some(Heard::TooLong), "and so it stays");
        }
        let mut lines = Lines::new(5);
        put(&mut lines, b"12345\n");
        assert_eq!(lines.next(), line(b"12345"));
    }
}
