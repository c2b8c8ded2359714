//! Places of inputs: the size, and the index among all inputs of this size in the order of the enumeration.
//!
//! `5:17` is the eighteenth input of size 5, whatever the seed and the number of tests. The order belongs to the types of the
//! arguments and to the constants in the code, so a place means something else once one of these changes; a call does not.

use std::fmt;

use lydian_core::Datum;
use lydian_enumerate::Enumerator;
use lydian_verdict::grouped;
use num_bigint::BigUint;

/// How many sizes a message lists.
const MOST_LISTED: usize = 5;

/// Where inputs stand among all inputs of a property.
///
/// ```
/// let (name, place) = lydian_property::Place::parse("prop_reverse:5:17").expect("a place").expect("numbers");
/// assert_eq!((name, place.to_string()), ("prop_reverse", "5:17".to_owned()));
/// assert!(lydian_property::Place::parse("prop_reverse [1]").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The size of all inputs together.
    pub size: u32,
    /// The index among the inputs of this size, from 0.
    pub index: BigUint,
}

impl Place {
    /// Reads `name:size:index`. Nothing if the text does not look like a place, so that it can be a call; an error if it does but
    /// has no numbers.
    pub fn parse(text: &str) -> Option<Result<(&str, Place), String>> {
        let text = text.trim();
        if let Some((name, size, index)) = split(text) {
            return Some(match u32::try_from(&size) {
                Ok(size) => Ok((name, Place { size, index })),
                Err(_) => Err(format!("no inputs have the size {size}")),
            });
        }
        let (name, rest) = text.split_once(':')?;
        let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '\'' | '.');
        let is_call =
            rest.starts_with([':', '=']) || rest.contains(|char: char| " \t\n()[]{}\"".contains(char));
        if name.is_empty() || !name.chars().all(is_name) || is_call {
            return None;
        }
        Some(Err(format!("`{rest}` is no place: a place is a size and an index, such as `{name}:5:17`")))
    }

    /// The inputs at this place, or what is wrong with it; sizes beyond `largest` are not counted.
    pub(crate) fn inputs(&self, enumerator: &mut Enumerator, largest: u32) -> Result<Vec<Datum>, String> {
        let size = self.size;
        if size > largest {
            return Err(format!("inputs of size {size} are not counted; sizes go up to {largest}"));
        }
        if let Some(inputs) = enumerator.nth(size, &self.index) {
            return Ok(inputs);
        }
        let count = enumerator.count(size);
        if count == BigUint::ZERO {
            return Err(format!("there are no inputs of size {size}; {}", sizes(enumerator, largest)));
        }
        let last = &count - 1u32;
        Err(if last == BigUint::ZERO {
            format!("there is only one input of size {size}, with the index 0")
        } else {
            format!(
                "there are {} inputs of size {size}, with the indices 0 to {}",
                number(&count),
                number(&last)
            )
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.size, self.index)
    }
}

/// A name, which can be any text, and two numbers.
fn split(text: &str) -> Option<(&str, BigUint, BigUint)> {
    let (rest, index) = text.rsplit_once(':')?;
    let (name, size) = rest.rsplit_once(':')?;
    if name.is_empty() { None } else { Some((name, digits(size)?, digits(index)?)) }
}

fn digits(text: &str) -> Option<BigUint> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { BigUint::parse_bytes(text.as_bytes(), 10) } else { None }
}

/// A number with groups of digits where it is short enough to be read.
fn number(number: &BigUint) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), grouped)
}

/// The sizes that inputs have, in words.
fn sizes(enumerator: &mut Enumerator, largest: u32) -> String {
    let mut sizes = Vec::new();
    for size in 0..=enumerator.largest_size().unwrap_or(largest).min(largest) {
        if enumerator.count(size) > BigUint::ZERO {
            sizes.push(size.to_string());
        }
        if sizes.len() > MOST_LISTED {
            break;
        }
    }
    match &sizes[..] {
        [] => "there are none of any size".to_owned(),
        [size] => format!("all have the size {size}"),
        sizes if sizes.len() > MOST_LISTED => {
            format!("there are some of the sizes {}, ...", sizes[..MOST_LISTED].join(", "))
        }
        [before @ .., last] => format!("there are some of the sizes {} and {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_core::{Shapes, Type, TypeTable};
    use lydian_enumerate::Pool;

    fn lists_of_booleans() -> Enumerator {
        let mut shapes = Shapes::new(TypeTable::default());
        Enumerator::of_types(&mut shapes, &[Type::List(Type::Bool.into())], &Pool::default())
    }

    #[test]
    fn a_place_leads_to_the_input_that_the_enumeration_has_there() {
        let mut enumerator = lists_of_booleans();
        for size in 0..9 {
            let all: Vec<Vec<Datum>> = enumerator.of_size(size).collect();
            for (index, inputs) in all.into_iter().enumerate() {
                assert_eq!(Place { size, index: index.into() }.inputs(&mut enumerator, 60), Ok(inputs));
            }
        }
    }

    #[test]
    fn a_place_without_an_input_says_what_there_is() {
        let mut enumerator = lists_of_booleans();
        let mut wrong = |text: &str| {
            let (_, place) = Place::parse(text).expect("a place").expect("numbers");
            place.inputs(&mut enumerator, 60).expect_err("no input")
        };
        assert_eq!(
            wrong("p:2:0"),
            "there are no inputs of size 2; there are some of the sizes 1, 3, 5, 7, 9, ..."
        );
        assert_eq!(wrong("p:1:1"), "there is only one input of size 1, with the index 0");
        assert_eq!(wrong("p:5:4"), "there are 4 inputs of size 5, with the indices 0 to 3");
        assert_eq!(wrong("p:5:99999999999999999999999"), wrong("p:5:4"));
        assert_eq!(wrong("p:61:0"), "inputs of size 61 are not counted; sizes go up to 60");
    }

    #[test]
    fn what_looks_like_a_place_and_has_no_numbers_is_an_error() {
        for text in ["prop_a:1", "prop_a:x:1", "prop_a:1:-1", "prop_a:-1:1", "prop_a:", "prop_a:1:"] {
            assert!(matches!(Place::parse(text), Some(Err(_))), "{text}");
        }
        assert!(matches!(Place::parse("prop_a:99999999999:1"), Some(Err(_))));
    }

    #[test]
    fn a_name_can_be_any_text() {
        let (name, place) = Place::parse("reverse: twice:3:4").expect("a place").expect("numbers");
        assert_eq!((name, place.to_string()), ("reverse: twice", "3:4".to_owned()));
    }

    #[test]
    fn calls_are_no_places() {
        for text in
            ["prop_a [1]", "prop_a ~x:1", "x::[]", "prop_a", "(prop_a : bool)", "r:=1", "prop_a \"1:2\""]
        {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }
}
