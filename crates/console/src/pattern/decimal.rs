//! Decimal numbers as programs write them.
//! In: the text of a number. Out: its parts, and how the numbers of the machine next to it begin.

/// A decimal number without zeros at the end of its places.
#[derive(Debug)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    pub(crate) whole: String,
    pub(crate) places: String,
}

/// So many digits of a `double` are right after usual arithmetic; it has three or four more.
const DIGITS_THAT_COUNT: usize = 12;

impl Decimal {
    /// The parts of a text that is a decimal number.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(places) {
            return None;
        }
        Some(Decimal {
            negative: text.starts_with('-'),
            whole: whole.to_string(),
            places: places.trim_end_matches('0').to_string(),
        })
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.places.is_empty() && self.whole.bytes().all(|byte| byte == b'0')
    }

    /// The number with an exponent, if languages write it so by themselves: its digits without zeros at both ends, of which the
    /// first stands before the point, and the exponent.
    pub(crate) fn scientific(&self) -> Option<Scientific> {
        let digits = format!("{}{}", self.whole, self.places);
        let zeros = digits.len() - digits.trim_start_matches('0').len();
        let exponent = self.whole.len() as i64 - 1 - zeros as i64;
        let digits = digits.trim_matches('0').to_owned();
        let usual = !digits.is_empty() && is_scientific(exponent);
        usual.then_some(Scientific { negative: self.negative, digits, exponent })
    }

    /// How numbers begin that differ from this one only behind the digits that count: just above it and just below it.
    pub(crate) fn beginnings_near(&self) -> Vec<String> {
        if self.is_zero() {
            return Vec::new();
        }
        let digits = format!("{}{}", self.whole, self.places);
        let significant = digits.trim_start_matches('0').len();
        let places = self.places.len() + DIGITS_THAT_COUNT.saturating_sub(significant);
        if places == 0 {
            return Vec::new();
        }
        let above = format!("{digits:0<width$}", width = self.whole.len() + places);
        let sign = if self.negative { "-" } else { "" };
        let written = |digits: String| {
            let (whole, places) = digits.split_at(digits.len() - places);
            let whole = whole.trim_start_matches('0');
            format!("{sign}{}.{places}", if whole.is_empty() { "0" } else { whole })
        };
        vec![written(above.clone()), written(one_less(above.into_bytes()))]
    }
}

/// A number with an exponent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scientific {
    pub(crate) negative: bool,
    pub(crate) digits: String,
    pub(crate) exponent: i64,
}

/// Whether some language writes numbers of this size with an exponent: Python below 0.0001, Java from ten million on.
pub(crate) fn is_scientific(exponent: i64) -> bool {
    exponent <= -4 || exponent >= 7
}

/// The digits of the number before this one, which is not zero.
fn one_less(mut digits: Vec<u8>) -> String {
    for digit in digits.iter_mut().rev() {
        if *digit == b'0' {
            *digit = b'9';
        } else {
            *digit -= 1;
            break;
        }
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str) -> Vec<String> {
        Decimal::parse(text).map_or_else(Vec::new, |decimal| decimal.beginnings_near())
    }

    #[test]
    fn small_and_large_numbers_have_an_exponent() {
        let of = |text: &str| {
            let found = Decimal::parse(text)?.scientific()?;
            Some((found.digits, found.exponent))
        };
        assert_eq!(of("0.00001"), Some(("1".into(), -5)));
        assert_eq!(of("12345678.90"), Some(("123456789".into(), 7)));
        assert_eq!(of("20000000"), Some(("2".into(), 7)));
        for usual in ["0.001", "1.5", "0", "9999999"] {
            assert_eq!(of(usual), None, "{usual}");
        }
    }

    #[test]
    fn numbers_of_the_machine_begin_like_their_neighbours() {
        assert_eq!(near("0.30"), ["0.300000000000", "0.299999999999"]);
        assert_eq!(near("-1.00"), ["-1.00000000000", "-0.99999999999"]);
        assert_eq!(near("1234.5"), ["1234.50000000", "1234.49999999"]);
        assert_eq!(near("1234567890123"), Vec::<String>::new());
        assert_eq!(near("0.00"), Vec::<String>::new());
        for (sum, text) in
            [(0.1 + 0.2, "0.3"), (1.1 + 2.2, "3.3"), (19.99 * 3.0, "59.97"), (100.3 - 100.2, "0.1")]
        {
            let written = format!("{sum}");
            let begins = |beginning: &String| written.starts_with(&**beginning);
            assert!(written == text || near(text).iter().any(begins), "{written}");
        }
    }
}
