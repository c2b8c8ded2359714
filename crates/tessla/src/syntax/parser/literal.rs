//! Numbers, also with units of time.

use lydian_term::Int;

use super::super::ast::{Expr, ExprKind, TimeUnit};
use super::super::lexer::characters::{digit, hex_digit};
use super::super::lexer::{Kind, Token};
use super::{KEYWORDS, Parsed, Parser};

/// Numbers with more digits are refused.
const DIGITS: usize = 10_000;

impl Parser<'_> {
    pub(super) fn number(&mut self) -> Parsed<Expr> {
        let token = self.advance();
        let start = token.start as usize;
        let text = self.text(token);
        if text.chars().count() > DIGITS {
            let message = format!("this number has more than {DIGITS} digits");
            return Err(self.error("invalid-literal", token.range(), message, "write a shorter number"));
        }
        let kind = match token.kind {
            Kind::Float => ExprKind::Float(float(text)),
            _ => match self.time_unit()? {
                Some(unit) => ExprKind::Time(int(text), unit),
                None => ExprKind::Int(int(text)),
            },
        };
        Ok(Expr { kind, at: self.since(start) })
    }

    /// The unit of time after an integer, if a word stands there that is no keyword.
    fn time_unit(&mut self) -> Parsed<Option<TimeUnit>> {
        let token = self.current();
        if token.kind != Kind::Word || KEYWORDS.contains(&self.text(token)) {
            return Ok(None);
        }
        match unit(self.text(token)) {
            Some(unit) => {
                self.advance();
                Ok(Some(unit))
            }
            None => Err(self.unknown_unit(token)),
        }
    }

    fn unknown_unit(&mut self, token: Token) -> super::Failed {
        let message = format!("`{}` is no unit of time", self.excerpt(token));
        let hint = "the units are `fs`, `ps`, `ns`, `us`, `ms`, `s`, `min`, `h` and `d`";
        self.error("unknown-time-unit", token.range(), message, hint)
    }
}

fn unit(text: &str) -> Option<TimeUnit> {
    Some(match text {
        "fs" => TimeUnit::Fs,
        "ps" => TimeUnit::Ps,
        "ns" => TimeUnit::Ns,
        // The micro sign and the Greek letter look the same.
        "us" | "\u{b5}s" | "\u{3bc}s" => TimeUnit::Us,
        "ms" => TimeUnit::Ms,
        "s" => TimeUnit::S,
        "min" => TimeUnit::Min,
        "h" => TimeUnit::H,
        "d" => TimeUnit::D,
        _ => return None,
    })
}

/// The value of an integer token.
fn int(text: &str) -> Int {
    match text.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits),
        None => ascii(text).parse().unwrap_or_default(),
    }
}

/// The value of hexadecimal digits, several at a time, because each step costs as much as the number is long.
fn hexadecimal(text: &str) -> Int {
    const CHUNK: usize = 15;
    let digits: Vec<i64> = text.chars().filter_map(hex_digit).map(i64::from).collect();
    digits.chunks(CHUNK).fold(Int::default(), |value, chunk| {
        let shift = Int::power_of_two(4 * chunk.len() as u32);
        let low = chunk.iter().fold(0, |low, digit| low * 16 + digit);
        &(&value * &shift) + &Int::from(low)
    })
}

/// The value of a floating-point token; what is too large is infinite.
fn float(text: &str) -> f64 {
    ascii(text).parse().unwrap_or(f64::INFINITY)
}

/// The same number in the digits that Rust reads.
fn ascii(text: &str) -> String {
    text.chars().map(|c| digit(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_in_both_bases_and_all_scripts() {
        assert_eq!(int("1234567890"), Int::from(1_234_567_890));
        assert_eq!(int("0xFf"), Int::from(255));
        assert_eq!(int("٤٢"), Int::from(42));
        assert_eq!(int("123456789012345678901234567890").to_string(), "123456789012345678901234567890");
        assert_eq!(int("0x100000000000000000000").to_string(), "1208925819614629174706176");
    }

    #[test]
    fn floats_are_read_with_exponents() {
        assert_eq!(float("1.5e-3"), 0.0015);
        assert_eq!(float("2e3"), 2000.0);
        assert_eq!(float("1e999"), f64::INFINITY);
    }
}
