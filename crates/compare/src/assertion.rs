//! A case as an OCaml assertion: the reference passes it, and so does whoever differs from it only by as much as floating-point numbers may.
//! In: the call and what the reference gives. Out: the assertion, or why `=` and its like cannot tell the programs apart.

use lydian_core::{ConId, Datum, Mutability, TypeBody, TypeTable};
use lydian_ocaml::{show, show_argument};

use crate::differ::Closed;
use crate::wording::clip;
use crate::{Exceptions, Floats, Options, wording};

/// An assertion that a submission must pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    /// The assertion as a phrase.
    pub text: String,
    /// What a reader should know of it.
    pub note: Option<&'static str>,
}

/// Why a case cannot be written as an assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unassertable {
    /// Results of the type are not equal to `=` where they are to their user.
    Hidden,
    /// What differs is printed.
    Printed,
    /// What differs is left in an argument.
    LeftBehind,
    /// What differs is whether two parts of the result are one object.
    OneObject,
    /// Several calls are needed, and assertions before it would be some of them.
    SeveralCalls,
    /// The result is too long.
    Long,
    /// The result is a function, or has one inside.
    Unwritable,
}

impl Unassertable {
    /// The reason in words, behind `since`.
    pub fn in_words(self) -> &'static str {
        match self {
            Unassertable::Hidden => "`=` does not say which results of its type are the same",
            Unassertable::Printed => "what differs is what is printed",
            Unassertable::LeftBehind => "what differs is what an argument holds afterwards",
            Unassertable::OneObject => "what differs is whether two parts of the result are one object",
            Unassertable::SeveralCalls => "several calls from the start of the program are needed",
            Unassertable::Long => "the result is too long",
            Unassertable::Unwritable => "the result cannot be written down",
        }
    }
}

/// More numbers than this are not compared one by one.
const MOST_NUMBERS: usize = 4;

/// What is said of numbers that are not.
const EXACTLY: &str = "floating-point numbers in it are compared exactly";

/// The assertion that a call comes to what the reference gives; a value is as it is written.
pub(crate) fn assertion(
    call: &str,
    expected: &Closed,
    types: &TypeTable,
    options: &Options,
) -> Result<Assertion, Unassertable> {
    let plain =
        |condition: String| Assertion { text: format!("let () = assert ({condition});;"), note: None };
    let value = match expected {
        Closed::Value(value) => value,
        Closed::Exception(exception) => {
            let exception = match options.exceptions {
                Exceptions::Any => "_".to_owned(),
                _ => clip(&show(exception, types)),
            };
            if exception.ends_with(wording::CLIPPED) {
                return Err(Unassertable::Long);
            }
            return Ok(plain(format!("match {call} with exception {exception} -> true | _ -> false")));
        }
        Closed::NoResult { .. } | Closed::Other => return Err(Unassertable::Unwritable),
    };
    let text = clip(&show(value, types));
    if text.ends_with(wording::CLIPPED) || call.ends_with(wording::CLIPPED) {
        return Err(Unassertable::Long);
    }
    if let Datum::Float(number) = value {
        return Ok(plain(near(call, *number, options.floats)));
    }
    let mut numbers = Numbers::default();
    numbers.count(value);
    if numbers.all == 0 {
        return Ok(plain(format!("{call} = {text}")));
    }
    if options.floats != Floats::Exact
        && numbers.all <= MOST_NUMBERS
        && let Some(condition) = part_by_part(call, value, types, options.floats)
    {
        return Ok(plain(condition));
    }
    // A number that is none equals nothing, not even itself, but to `compare`.
    let condition = match numbers.has_nan {
        true => format!("compare ({call}) {} = 0", show_argument(value, types)),
        false => format!("{call} = {text}"),
    };
    let note = (options.floats != Floats::Exact).then_some(EXACTLY);
    Ok(Assertion { note, ..plain(condition) })
}

/// That an expression is a floating-point number, or near enough to it.
fn near(expression: &str, number: f64, floats: Floats) -> String {
    let types = TypeTable::default();
    let argument = show_argument(&Datum::Float(number), &types);
    let atom = if expression.contains(' ') { format!("({expression})") } else { expression.to_owned() };
    match floats {
        _ if number.is_nan() => format!("Float.is_nan {atom}"),
        Floats::Within(part) if number.is_finite() && number != 0.0 => {
            let size = show(&Datum::Float(number.abs()), &types);
            format!("Float.abs ({expression} -. {argument}) <= {part:e} *. {size}")
        }
        _ => format!("{expression} = {}", show(&Datum::Float(number), &types)),
    }
}

/// The floating-point numbers of a value.
#[derive(Default)]
struct Numbers {
    all: usize,
    has_nan: bool,
}

impl Numbers {
    fn count(&mut self, datum: &Datum) {
        match datum {
            Datum::Float(number) => {
                self.all += 1;
                self.has_nan |= number.is_nan();
            }
            Datum::Construct(_, _, parts) | Datum::Array(parts) => {
                parts.iter().for_each(|part| self.count(part))
            }
            Datum::Lazy(part) => self.count(part),
            _ => {}
        }
    }
}

/// The condition that a call gives a value up to what its floating-point numbers may differ by; nothing if no pattern has its form.
fn part_by_part(call: &str, value: &Datum, types: &TypeTable, floats: Floats) -> Option<String> {
    let mut conditions = Vec::new();
    let pattern = pattern(value, floats, &mut conditions)?;
    let text = show(&pattern, types);
    let conditions = conditions.join(" && ");
    Some(match always_matches(&pattern, types) {
        true => format!("let {text} = {call} in {conditions}"),
        false => format!("match {call} with {text} -> {conditions} | _ -> false"),
    })
}

/// A value with names in the places of what no pattern can be, and what has to hold of these.
fn pattern(datum: &Datum, floats: Floats, conditions: &mut Vec<String>) -> Option<Datum> {
    let name = format!("x{}", conditions.len() + 1);
    let mut all = |parts: &[Datum]| {
        parts.iter().map(|part| pattern(part, floats, conditions)).collect::<Option<Vec<Datum>>>()
    };
    Some(match datum {
        Datum::Float(number) => {
            conditions.push(near(&name, *number, floats));
            Datum::Opaque(name.into())
        }
        Datum::Int(_) | Datum::Opaque(_) => {
            let text = show(datum, &TypeTable::default());
            // The ends of the integers have names, and a name in a pattern is a new one.
            if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
                return Some(datum.clone());
            }
            conditions.push(format!("{name} = {text}"));
            Datum::Opaque(name.into())
        }
        Datum::Construct(ConId::REF, Mutability::Mutable, _)
        | Datum::Bytes(_)
        | Datum::Lazy(_)
        | Datum::Function(_) => return None,
        Datum::Construct(con, mutability, parts) => Datum::Construct(*con, *mutability, all(parts)?),
        Datum::Array(parts) => Datum::Array(all(parts)?),
        Datum::Unit | Datum::Bool(_) | Datum::Char(_) | Datum::Str(_) => datum.clone(),
    })
}

/// Whether every value of its type has the form of a pattern: a further case would never be taken.
fn always_matches(pattern: &Datum, types: &TypeTable) -> bool {
    match pattern {
        Datum::Unit => true,
        Datum::Opaque(text) => text.starts_with('x'),
        Datum::Construct(con, _, parts) => {
            let is_record =
                types.of_constructor(*con).is_some_and(|(decl, _)| matches!(decl.body, TypeBody::Record(..)));
            (*con == ConId::TUPLE || is_record) && parts.iter().all(|part| always_matches(part, types))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asserted(value: Datum, floats: Floats) -> Assertion {
        let options = Options { floats, ..Options::default() };
        assertion("f 1", &Closed::Value(value), &TypeTable::default(), &options).expect("an assertion")
    }

    #[test]
    fn numbers_inside_of_a_result_may_be_as_far_off_as_alone() {
        let pair = Datum::tuple(vec![Datum::Int(2.into()), Datum::Float(-0.5)]);
        assert_eq!(
            asserted(pair.clone(), Floats::default()).text,
            "let () = assert (match f 1 with (2, x1) -> Float.abs (x1 -. (-0.5)) <= 1e-9 *. 0.5 | _ -> false);;"
        );
        assert_eq!(asserted(pair, Floats::Exact).text, "let () = assert (f 1 = (2, -0.5));;");
        let points = Datum::tuple(vec![Datum::Float(0.0), Datum::Float(f64::NAN)]);
        assert_eq!(
            asserted(points.clone(), Floats::default()).text,
            "let () = assert (let (x1, x2) = f 1 in x1 = 0. && Float.is_nan x2);;"
        );
        assert_eq!(asserted(points, Floats::Exact).text, "let () = assert (compare (f 1) (0., nan) = 0);;");
    }

    #[test]
    fn the_end_of_the_integers_is_no_pattern() {
        let pair = Datum::tuple(vec![Datum::Int((i64::MAX >> 1).into()), Datum::Float(f64::INFINITY)]);
        assert_eq!(
            asserted(pair, Floats::default()).text,
            "let () = assert (let (x1, x2) = f 1 in x1 = max_int && x2 = infinity);;"
        );
    }

    #[test]
    fn many_numbers_are_compared_exactly_and_a_reader_is_told() {
        let list = Datum::list((0..9).map(|number| Datum::Float(f64::from(number))));
        assert_eq!(asserted(list, Floats::default()).note, Some(EXACTLY));
    }
}
