//! Whether two texts differ only by the rounding of floating-point numbers that are written in them.
//! In: two texts and what is allowed between the runs that wrote them. Out: a yes or no. All but the numbers must be the same, and a number
//! without a point or an exponent is an integer, which nothing rounds.
//! A number on the edge between two texts is written in either way by right programs: `0.025` with two decimals. That it was on the edge is
//! noted while it is written, so that a program which cuts digits off is not forgiven.

use crate::equality::Tolerance;

/// No more edges than this are kept of a run.
const MOST: usize = 1_000;

/// The part of a number by which it may be off when it is written.
const OF_NUMBER: f64 = 1e-9;

/// The part of the largest number in a run.
const OF_LARGEST: f64 = 1e-12;

/// The numbers that a run wrote and that a little rounding would have made others, each with the other text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Edges(Vec<(String, String)>);

impl Edges {
    /// Takes note of a number that is written as a text, by somebody who can write others.
    pub(crate) fn note(
        &mut self,
        number: f64,
        text: &str,
        largest: f64,
        write: impl Fn(f64) -> Option<String>,
    ) {
        let margin = (number.abs() * OF_NUMBER).max(largest * OF_LARGEST);
        if !number.is_finite() || !margin.is_finite() {
            return;
        }
        for near in [number - margin, number + margin] {
            let other = write(near).filter(|other| other != text);
            if let Some(other) = other
                && self.0.len() < MOST
            {
                self.0.push((text.to_owned(), other));
            }
        }
    }

    fn has(&self, text: &str, other: &str) -> bool {
        self.0.iter().any(|(known, near)| known == text && near == other)
    }
}

/// Whether the texts are the same but for rounded numbers.
pub fn are_close(left: &[u8], right: &[u8], tolerance: &Tolerance) -> bool {
    let Some([left_edges, right_edges]) = &tolerance.written else { return false };
    let (left, right) = (pieces(left), pieces(right));
    left.len() == right.len()
        && left.iter().zip(&right).all(|pair| match pair {
            (Piece::Other(left), Piece::Other(right)) => left == right,
            (Piece::Number(left), Piece::Number(right)) => {
                left == right
                    || (is_float(left) && is_float(right))
                        && (left_edges.has(left, right) && right_edges.has(right, left)
                            || differ_little(left, right, tolerance))
            }
            _ => false,
        })
}

/// The same number written in another way is another text.
fn differ_little(left: &str, right: &str, tolerance: &Tolerance) -> bool {
    match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left != right && tolerance.allows(left, right),
        _ => false,
    }
}

fn is_float(number: &str) -> bool {
    number.contains(['.', 'e', 'E'])
}

/// A part of a text.
enum Piece<'a> {
    Number(&'a str),
    Other(&'a [u8]),
}

fn pieces(text: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while at < text.len() {
        let is_inside_of_word = at > 0 && (text[at - 1].is_ascii_alphanumeric() || text[at - 1] == b'_');
        let end = if is_inside_of_word { at } else { end_of_number(text, at) };
        if end == at {
            at += 1;
            continue;
        }
        if begin < at {
            pieces.push(Piece::Other(&text[begin..at]));
        }
        // Digits, signs, points and exponents are characters of one byte.
        pieces.push(Piece::Number(std::str::from_utf8(&text[at..end]).unwrap_or_default()));
        (begin, at) = (end, end);
    }
    if begin < text.len() {
        pieces.push(Piece::Other(&text[begin..]));
    }
    pieces
}

/// Where a number that begins here ends; here, if none does.
fn end_of_number(text: &[u8], begin: usize) -> usize {
    let digits = |from: usize| from + text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_at = |at: usize, one_of: &[u8]| text.get(at).is_some_and(|byte| one_of.contains(byte));
    let first = begin + usize::from(is_at(begin, b"+-"));
    let mut end = digits(first);
    if end == first {
        return begin;
    }
    if is_at(end, b".") {
        end = digits(end + 1);
    }
    if is_at(end, b"eE") {
        let exponent = end + 1 + usize::from(is_at(end + 1, b"+-"));
        if digits(exponent) > exponent {
            end = digits(exponent);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tolerance(edges: [Edges; 2]) -> Tolerance {
        Tolerance { relative: 1e-9, absolute: 1e-12, written: Some(edges) }
    }

    fn close(left: &str, right: &str) -> bool {
        are_close(left.as_bytes(), right.as_bytes(), &tolerance([Edges::default(), Edges::default()]))
    }

    #[test]
    fn numbers_are_compared_one_by_one() {
        assert!(close("sum = 0.3, mean 0.1", "sum = 0.30000000000000004, mean 0.1"));
        assert!(close("[1.5e10]", "[1.500000000001e10]"));
        assert!(!close("sum = 0.3", "Sum = 0.30000000000000004"));
        assert!(!close("0.30", "0.31"));
        assert!(!close("0.30", "0.3"));
        assert!(!close("100000000000", "100000000001"));
        assert!(!close("x1.0", "x1.00000000000001"));
    }

    #[test]
    fn a_number_on_the_edge_is_written_in_either_way() {
        let written = |number: f64| {
            let text = format!("{number:.2}");
            let mut edges = Edges::default();
            edges.note(number, &text, 1.0, |near| Some(format!("{near:.2}")));
            (text, edges)
        };
        let is_close = |left: f64, right: f64| {
            let ((left, first), (right, second)) = (written(left), written(right));
            are_close(left.as_bytes(), right.as_bytes(), &tolerance([first, second]))
        };
        assert!(is_close(0.025_000_000_000_000_01, 0.024_999_999_999_999_99));
        assert!(!is_close(0.029, 0.02));
        assert!(!is_close(0.025, 0.02));
    }
}
