//! Format strings: a string literal where a `format6` is expected.
//! Its conversions give its type, and its value is the list of pieces that the library's `stdlib.ml` describes.

use lydian_core::{ConId, Expr as CoreExpr, Literal};

use super::checker::{Checked, Checker};
use super::lower;
use super::types::{self, BUILTINS, Ty};
use crate::diagnostics;
use crate::syntax::ast::Loc;

/// A width or a precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    None,
    Literal(i64),
    Star,
}

/// One piece of a format.
#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(Vec<u8>),
    At,
    Conversion { letter: u8, size: String, flags: String, width: Count, precision: Count },
    Alpha,
    Theta,
    Flush,
}

impl Checker {
    /// A literal at the type `(args...) format6`.
    pub fn format_literal(&mut self, loc: Loc, text: &[u8], args: &[Ty]) -> Checked<CoreExpr> {
        let pieces =
            read(text).map_err(|reason| Box::new(diagnostics::bad_format(self.span(loc), &reason)))?;
        let (channel, printed) = (self.types.fresh(), self.types.fresh());
        let (read_before, result) = (self.types.fresh(), self.types.fresh());
        let mut ty = result.clone();
        for piece in pieces.iter().rev() {
            ty = match piece {
                Piece::Text(_) | Piece::At | Piece::Flush => ty,
                Piece::Theta => types::arrow(types::arrow(channel.clone(), printed.clone()), ty),
                Piece::Alpha => {
                    let value = self.types.fresh();
                    let printer = types::arrow(channel.clone(), types::arrow(value.clone(), printed.clone()));
                    types::arrow(printer, types::arrow(value, ty))
                }
                // `%_d` reads a number and gives it to nobody.
                Piece::Conversion { flags, .. } if flags.contains('_') => ty,
                Piece::Conversion { letter, size, width, precision, .. } => {
                    let mut ty = types::arrow(conversion_type(*letter, size), ty);
                    for count in [precision, width] {
                        if *count == Count::Star {
                            ty = types::arrow(BUILTINS.int.clone(), ty);
                        }
                    }
                    ty
                }
            };
        }
        let own = types::con(
            &BUILTINS.format6,
            vec![ty, channel, printed, read_before.clone(), read_before, result],
        );
        self.unify_expr(loc, &own, &types::con(&BUILTINS.format6, args.to_vec()))?;
        let list = pieces.iter().rev().fold(lower::construct(ConId::NIL, vec![]), |tail, piece| {
            lower::construct(ConId::CONS, vec![piece_value(piece), tail])
        });
        let format = ConId::intern("lydian_format", "Fmt");
        Ok(lower::construct(format, vec![list, lower::string(text)]))
    }
}

fn conversion_type(letter: u8, size: &str) -> Ty {
    let builtins = &*BUILTINS;
    match (letter, size) {
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', "l") => builtins.int32.clone(),
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', "n") => builtins.nativeint.clone(),
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', "L") => builtins.int64.clone(),
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) => builtins.int.clone(),
        (b'n' | b'l' | b'N', _) => builtins.int.clone(),
        (b's' | b'S' | b'[', _) => builtins.string.clone(),
        (b'c' | b'C', _) => builtins.char.clone(),
        (b'b' | b'B', _) => builtins.bool.clone(),
        _ => builtins.float.clone(),
    }
}

fn piece_value(piece: &Piece) -> CoreExpr {
    let con = |name: &str, args| lower::construct(ConId::intern("lydian_piece", name), args);
    match piece {
        Piece::Text(text) => con("Fmt_lit", vec![lower::string(text)]),
        Piece::At => con("Fmt_at", vec![]),
        Piece::Alpha => con("Fmt_alpha", vec![]),
        Piece::Theta => con("Fmt_theta", vec![]),
        Piece::Flush => con("Fmt_flush", vec![]),
        Piece::Conversion { letter, size, flags, width, precision } => con(
            "Fmt_conv",
            vec![
                CoreExpr::Literal(Literal::Char(*letter)),
                lower::string(size.as_bytes()),
                lower::string(flags.as_bytes()),
                count_value(*width),
                count_value(*precision),
            ],
        ),
    }
}

fn count_value(count: Count) -> CoreExpr {
    let con = |name: &str, args| lower::construct(ConId::intern("lydian_count", name), args);
    match count {
        Count::None => con("Count_none", vec![]),
        Count::Literal(value) => con("Count_lit", vec![lower::int(value)]),
        Count::Star => con("Count_star", vec![]),
    }
}

fn read(text: &[u8]) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut plain: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'%' {
            plain.push(text[at]);
            at += 1;
            continue;
        }
        let (piece, next) = read_conversion(text, at + 1)?;
        at = next;
        match piece {
            Some(Piece::Text(more)) => plain.extend(more),
            piece => {
                if let Some(piece) = piece {
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(piece);
                }
            }
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

/// Reads what follows a `%`; returns where it ends.
fn read_conversion(text: &[u8], start: usize) -> Result<(Option<Piece>, usize), String> {
    let mut at = start;
    let mut flags = String::new();
    if text.get(at) == Some(&b'_') {
        flags.push('_');
        at += 1;
    }
    while let Some(flag @ (b'-' | b'0' | b'+' | b' ' | b'#')) = text.get(at).copied() {
        flags.push(flag as char);
        at += 1;
    }
    let (width, next) = read_count(text, at)?;
    at = next;
    let mut precision = Count::None;
    if text.get(at) == Some(&b'.') {
        (precision, at) = read_count(text, at + 1)?;
        if precision == Count::None {
            precision = Count::Literal(0);
        }
    }
    let Some(letter) = text.get(at).copied() else {
        return Err("it ends inside of a conversion".to_owned());
    };
    let plain = at == start;
    let after = at + 1;
    match letter {
        b'%' if plain => Ok((Some(Piece::Text(vec![b'%'])), after)),
        b'@' if plain => Ok((Some(Piece::At), after)),
        b'!' if plain => Ok((Some(Piece::Flush), after)),
        b',' if plain => Ok((None, after)),
        b'a' if plain => Ok((Some(Piece::Alpha), after)),
        b't' if plain => Ok((Some(Piece::Theta), after)),
        b'l' | b'n' | b'L' => match text.get(after) {
            Some(next @ (b'd' | b'i' | b'u' | b'x' | b'X' | b'o')) => {
                let size = (letter as char).to_string();
                Ok((Some(Piece::Conversion { letter: *next, size, flags, width, precision }), after + 1))
            }
            // How much a scanner has read so far.
            _ => {
                let letter = if letter == b'L' { b'N' } else { letter };
                let size = String::new();
                Ok((Some(Piece::Conversion { letter, size, flags, width, precision }), after))
            }
        },
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b's' | b'S' | b'c' | b'C' | b'B' | b'b' | b'f' | b'F'
        | b'e' | b'E' | b'g' | b'G' | b'h' | b'H' | b'N' => {
            let size = String::new();
            Ok((Some(Piece::Conversion { letter, size, flags, width, precision }), after))
        }
        b'[' => {
            let (size, after) = read_set(text, after)?;
            Ok((Some(Piece::Conversion { letter, size, flags, width, precision }), after))
        }
        b'(' | b'{' | b'r' | b'_' => Err(format!("`%{}` is not supported", letter as char)),
        other => Err(format!("`%{}` is not a conversion", (other as char).escape_default())),
    }
}

/// The characters of a `%[...]` up to its bracket, and where it ends; a bracket that comes first is one of them.
fn read_set(text: &[u8], start: usize) -> Result<(String, usize), String> {
    let first = start + usize::from(text.get(start) == Some(&b'^'));
    let rest = text.get(first + 1..).unwrap_or(&[]);
    let Some(end) = rest.iter().position(|byte| *byte == b']').map(|at| first + 1 + at) else {
        return Err("the bracket of `%[` is not closed".to_owned());
    };
    match std::str::from_utf8(&text[start..end]) {
        Ok(set) => Ok((set.replace("%%", "%").replace("%@", "@"), end + 1)),
        Err(_) => Err("`%[` holds a character that is not ASCII".to_owned()),
    }
}

fn read_count(text: &[u8], start: usize) -> Result<(Count, usize), String> {
    if text.get(start) == Some(&b'*') {
        return Ok((Count::Star, start + 1));
    }
    let digits = text[start.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Ok((Count::None, start));
    }
    let number = std::str::from_utf8(&text[start..start + digits]).unwrap_or("");
    match number.parse::<i64>() {
        Ok(value) if value < 1 << 30 => Ok((Count::Literal(value), start + digits)),
        _ => Err(format!("the number {number} is too large")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_and_plain_text_are_one_piece() {
        assert_eq!(read(b"50%% of"), Ok(vec![Piece::Text(b"50% of".to_vec())]));
    }

    #[test]
    fn width_and_precision_are_read() {
        let pieces = read(b"%-6.*f!").expect("a format");
        let conversion = Piece::Conversion {
            letter: b'f',
            size: String::new(),
            flags: "-".to_owned(),
            width: Count::Literal(6),
            precision: Count::Star,
        };
        assert_eq!(pieces, vec![conversion, Piece::Text(b"!".to_vec())]);
    }

    #[test]
    fn sets_of_characters_end_at_their_bracket() {
        let set = |text: &[u8]| match read(text).expect("a format").swap_remove(0) {
            Piece::Conversion { letter: b'[', size, .. } => size,
            other => panic!("{other:?}"),
        };
        assert_eq!(set(b"%[a-z_] "), "a-z_");
        assert_eq!(set(b"%[]x]"), "]x");
        assert_eq!(set(b"%[^]]"), "^]");
        assert!(read(b"%[abc").is_err());
        assert!(read(b"%[").is_err());
        assert!(read(b"%[^").is_err());
    }

    #[test]
    fn a_lonely_percent_is_refused() {
        assert!(read(b"100%").is_err());
        assert!(read(b"%9999999999999999999999d").is_err());
    }
}
