//! Texts in which a star stands for anything, and `\*` for a star.
//! In: a message. Out: whether the whole of it fits.

use super::line::find;

/// A text in which `*` stands for anything: `ERR*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wildcard {
    pieces: Vec<Vec<u8>>,
}

impl Wildcard {
    /// From its text.
    pub fn new(text: &str) -> Wildcard {
        let mut pieces: Vec<Vec<u8>> = vec![Vec::new()];
        let mut rest = text.as_bytes();
        while let Some((byte, behind)) = rest.split_first() {
            let piece = pieces.last_mut();
            match (byte, behind, piece) {
                (b'\\', [b'*', behind @ ..], Some(piece)) => {
                    piece.push(b'*');
                    rest = behind;
                    continue;
                }
                (b'*', _, _) => pieces.push(Vec::new()),
                (byte, _, Some(piece)) => piece.push(*byte),
                (_, _, None) => {}
            }
            rest = behind;
        }
        Wildcard { pieces }
    }

    /// Whether a whole message fits.
    pub fn matches(&self, message: &[u8]) -> bool {
        let Some((first, later)) = self.pieces.split_first() else { return message.is_empty() };
        let Some(mut rest) = message.strip_prefix(&**first) else { return false };
        let Some((last, middle)) = later.split_last() else { return rest.is_empty() };
        for piece in middle.iter().filter(|piece| !piece.is_empty()) {
            let Some(at) = find(rest, piece) else { return false };
            rest = &rest[at + piece.len()..];
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        let matches = |pattern: &str, text: &str| Wildcard::new(pattern).matches(text.as_bytes());
        assert!(matches("ERR*", "ERR") && matches("ERR*", "ERR no") && !matches("ERR*", "OK ERR"));
        assert!(matches("*no*", "is not it") && !matches("a*a", "a") && matches("a*a", "aa"));
        assert!(matches(r"\*3*", "*3") && !matches(r"\*3", "x3") && matches(r"a\b", r"a\b"));
        assert!(matches("plain", "plain") && !matches("plain", "plainer"));
    }
}
