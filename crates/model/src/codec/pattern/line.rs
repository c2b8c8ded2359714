//! Patterns of lines: `VALUE {0}`, with places for parts that become data.
//! In: a message. Out: the parts by type. Matching never goes back: a number takes all its digits, a word ends where the text
//! behind it first occurs, so each message is read in time linear in its length.

use std::ops::Range;
use std::sync::Arc;

use lydian_core::{Datum, Int};
use lydian_ocaml::{Form, FormId, Forms, ValueReader};

use super::Misfit;
use crate::codec::template::{Piece, pieces};
use crate::codec::{JsonType, quoted};

/// What a message looks like.
#[derive(Debug, Clone)]
pub(in crate::codec) struct Line {
    parts: Vec<Part>,
}

#[derive(Debug, Clone)]
enum Part {
    Text(Vec<u8>),
    Place(usize, Place),
}

/// What stands in a place.
#[derive(Debug, Clone)]
enum Place {
    /// Something without blanks that nobody asks for.
    Skipped,
    /// Everything up to the end, that nobody asks for.
    SkippedRest,
    /// A string without blanks.
    Word,
    /// One byte.
    Char,
    /// An integer.
    Int,
    /// Everything up to the end, as a string.
    Rest,
    /// Something in OCaml's notation.
    Value(ValueReader),
    /// Something as JSON.
    Json(JsonType),
    /// As many bytes as the number before it says: a string, or something in OCaml's notation.
    Sized(Option<Box<Place>>),
    /// A value that the system chose: a word.
    Name,
    /// The number of the message that is answered: digits.
    Counter,
    /// Messages inside of this one, with the form of each.
    Items(FormId),
}

/// A place whose text means something only with what is known besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::codec) enum Special {
    /// A value that the system chose.
    Name,
    /// The number of the message that is answered.
    Counter,
    /// Messages inside of this one, with the form of each.
    Items(FormId),
    /// Elements of an array of JSON, with the form of each.
    Elements(FormId),
}

impl Line {
    /// A pattern whose places have the types that `form_of` gives by number (`None`: nobody asks for the place), or the first
    /// place that cannot be and why.
    pub fn new(
        text: &str,
        forms: &Arc<Forms>,
        form_of: &dyn Fn(usize) -> Option<FormId>,
    ) -> Result<Line, (Range<usize>, String)> {
        let mut parts: Vec<Part> = Vec::new();
        let all = pieces(text);
        for (index, piece) in all.iter().enumerate() {
            let placeholder = match piece {
                Piece::Text(text) => {
                    parts.push(Part::Text(text.as_bytes().to_vec()));
                    continue;
                }
                Piece::Place(placeholder) => placeholder,
            };
            let fail = |why: String| Err((placeholder.range.clone(), why));
            let Ok(number) = placeholder.name.parse::<usize>() else {
                return fail(format!(
                    "`{}` is no number; places of an answer are numbered",
                    placeholder.name
                ));
            };
            if parts.iter().any(|part| matches!(part, Part::Place(other, _) if *other == number)) {
                return fail(format!("{{{number}}} occurs twice"));
            }
            if matches!(parts.last(), Some(Part::Place(..))) {
                return fail("nothing says where the place before it ends".to_owned());
            }
            let form = form_of(number);
            let place = match (placeholder.style, form) {
                ("", None) => Place::Skipped,
                ("", Some(form)) => plain(forms, form),
                ("rest", None) => Place::SkippedRest,
                ("rest", Some(form)) if is_text(forms, form) => Place::Rest,
                ("rest", Some(form)) => Place::Value(ValueReader::of_form(forms, form)),
                ("json", Some(form)) => Place::Json(JsonType::of_form(forms, form)),
                ("sized", None) => Place::Sized(None),
                ("sized", Some(form)) => Place::Sized(Some(Box::new(match is_text(forms, form) {
                    true => Place::Rest,
                    false => plain(forms, form),
                }))),
                ("name", Some(form)) if matches!(forms.form(form), Form::Int) => Place::Name,
                ("name", _) => {
                    return fail("a value that the system chooses is an `int` of the output".into());
                }
                ("counter", None) => Place::Counter,
                ("counter", Some(_)) => {
                    return fail("the number of a message is no part of the output".into());
                }
                ("items", Some(form)) => match forms.form(form) {
                    Form::List(element) => Place::Items(*element),
                    _ => return fail("items become a list".into()),
                },
                ("items", None) => Place::SkippedRest,
                ("json", None) => return fail("nobody asks for this place, so it has no type".to_owned()),
                (other, _) => {
                    return fail(format!(
                        "`{other}` is no kind of place; `rest`, `json`, `sized`, `name`, `items` and `counter` are"
                    ));
                }
            };
            if placeholder.style == "rest" && index + 1 < all.len() {
                return fail("something stands behind the rest of the line".to_owned());
            }
            if placeholder.style == "items" && index + 2 < all.len() {
                return fail("only a text can stand behind items".to_owned());
            }
            if placeholder.style == "sized" && !parts.iter().any(Part::is_counter) {
                return fail("no place before it is a number that says its size".to_owned());
            }
            parts.push(Part::Place(number, place));
        }
        Ok(Line { parts })
    }

    /// The places whose text means something only with what is known besides.
    pub fn special(&self) -> impl Iterator<Item = (usize, Special)> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Place(number, Place::Name) => Some((*number, Special::Name)),
            Part::Place(number, Place::Counter) => Some((*number, Special::Counter)),
            Part::Place(number, Place::Items(form)) => Some((*number, Special::Items(*form))),
            _ => None,
        })
    }

    /// The parts of a message by number.
    pub fn read(&self, message: &[u8]) -> Result<Vec<(usize, Datum)>, Misfit> {
        let mut values = Vec::new();
        let mut unreadable = None;
        let mut at = 0;
        let mut size = None;
        for (index, part) in self.parts.iter().enumerate() {
            let rest = &message[at..];
            match part {
                Part::Text(text) => {
                    if !rest.starts_with(text) {
                        return Err(Misfit::Different);
                    }
                    at += text.len();
                }
                Part::Place(number, place) => {
                    let next = match self.parts.get(index + 1) {
                        Some(Part::Text(text)) => Some(&**text),
                        _ => None,
                    };
                    let length = match place {
                        Place::Sized(_) => size.filter(|size| *size <= rest.len()),
                        _ => place.length(rest, next),
                    };
                    let length = length.ok_or(Misfit::Different)?;
                    if part.is_counter() {
                        size = std::str::from_utf8(&rest[..length]).ok().and_then(|text| text.parse().ok());
                    }
                    match place.value(&rest[..length]) {
                        Some(Ok(value)) => values.push((*number, value)),
                        Some(Err(why)) => unreadable = unreadable.or(Some(why)),
                        None => {}
                    }
                    at += length;
                }
            }
        }
        match unreadable {
            _ if at < message.len() => Err(Misfit::Different),
            Some(why) => Err(Misfit::NoValue(why)),
            None => Ok(values),
        }
    }

    /// The one message that fits, if there are no places.
    pub fn literal(&self) -> Option<Vec<u8>> {
        let texts = self.parts.iter().map(|part| match part {
            Part::Text(text) => Some(&**text),
            Part::Place(..) => None,
        });
        Some(texts.collect::<Option<Vec<&[u8]>>>()?.concat())
    }

    /// Whether every message fits.
    pub fn is_anything(&self) -> bool {
        matches!(&*self.parts, [Part::Place(_, Place::Rest | Place::SkippedRest)])
    }

    /// Whether every message that fits another pattern surely fits this one; `false` if that is not obvious.
    pub fn covers(&self, other: &Line) -> bool {
        if let Some(literal) = other.literal() {
            return self.read(&literal).is_ok();
        }
        let is_same = |left: &Part, right: &Part| match (left, right) {
            (Part::Text(left), Part::Text(right)) => left == right,
            (Part::Place(_, left), Part::Place(_, right)) => left.covers(right),
            _ => false,
        };
        let before = self.parts.len().saturating_sub(1);
        if matches!(self.parts.last(), Some(Part::Place(_, Place::Rest | Place::SkippedRest)))
            && other.parts.len() >= before
        {
            let mut pairs = self.parts[..before].iter().zip(&other.parts);
            // A text of which only the beginning is asked for is covered as well.
            return pairs.all(|(left, right)| match (left, right) {
                (Part::Text(left), Part::Text(right)) => {
                    left == right || (before == 1 && right.starts_with(left))
                }
                _ => is_same(left, right),
            });
        }
        self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(left, right)| is_same(left, right))
    }
}

impl Part {
    /// Whether a number may stand there that says the size of what follows.
    fn is_counter(&self) -> bool {
        matches!(self, Part::Place(_, Place::Skipped | Place::Int))
    }
}

impl Place {
    /// How much of the text a place takes, given the text that must follow it; `None` if there is nothing for it.
    fn length(&self, text: &[u8], next: Option<&[u8]>) -> Option<usize> {
        let up_to_next = |from: usize| match next {
            None => Some(text.len()),
            Some(next) => find(text.get(from..)?, next).map(|at| at + from),
        };
        match self {
            Place::Rest | Place::SkippedRest => Some(text.len()),
            Place::Char => (!text.is_empty()).then_some(1),
            Place::Counter => {
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                (digits > 0).then_some(digits)
            }
            Place::Int => {
                let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
                let digits = text[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                (digits > 0).then_some(sign + digits)
            }
            Place::Sized(_) => None,
            Place::Items(_) => match next {
                None => Some(text.len()),
                Some(next) => text.ends_with(next).then(|| text.len() - next.len()),
            },
            Place::Word | Place::Skipped | Place::Name => {
                let length = up_to_next(1)?;
                let is_word = length > 0 && !text[..length].iter().any(u8::is_ascii_whitespace);
                is_word.then_some(length)
            }
            Place::Value(_) => up_to_next(0),
            Place::Json(_) => {
                let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde_json::Value>();
                values.next()?.ok()?;
                Some(values.byte_offset())
            }
        }
    }

    /// The text as a value; `None` if nobody asks for it.
    fn value(&self, text: &[u8]) -> Option<Result<Datum, String>> {
        match self {
            Place::Skipped | Place::SkippedRest | Place::Sized(None) => None,
            Place::Sized(Some(place)) => match place.length(text, None) {
                Some(length) if length == text.len() => place.value(text),
                _ => Some(Err(format!("{} has another form than the type says", quoted(text)))),
            },
            Place::Word | Place::Rest | Place::Name | Place::Counter | Place::Items(_) => {
                Some(Ok(Datum::Str(text.to_vec())))
            }
            Place::Char => Some(Ok(Datum::Char(text[0]))),
            Place::Int => {
                // Numbers beyond OCaml's 63 bits are kept whole: what a system counts in 64 bits is shown as it came.
                let number = std::str::from_utf8(text).ok();
                let number = number.and_then(|text| text.trim_start_matches('+').parse::<Int>().ok());
                let why = || format!("{} is no number", quoted(text));
                Some(number.map(Datum::Int).ok_or_else(why))
            }
            Place::Value(reader) => Some(reader.read_bytes(text)),
            Place::Json(json) => Some(json.read(text)),
        }
    }

    /// Whether whatever fits another place fits this one.
    fn covers(&self, other: &Place) -> bool {
        match (self, other) {
            (
                Place::Word | Place::Skipped | Place::Name,
                Place::Word | Place::Skipped | Place::Name | Place::Int,
            ) => true,
            (Place::Rest | Place::SkippedRest, _) => true,
            (left, right) => {
                std::mem::discriminant(left) == std::mem::discriminant(right)
                    && matches!(left, Place::Char | Place::Int)
            }
        }
    }
}

fn plain(forms: &Arc<Forms>, form: FormId) -> Place {
    match forms.form(form) {
        Form::Int => Place::Int,
        Form::String => Place::Word,
        Form::Char => Place::Char,
        _ => Place::Value(ValueReader::of_form(forms, form)),
    }
}

fn is_text(forms: &Forms, form: FormId) -> bool {
    matches!(forms.form(form), Form::String)
}

/// Where bytes first occur.
pub(super) fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut from = 0;
    while let Some(offset) = text[from..].iter().position(|byte| *byte == first) {
        if text[from + offset..].starts_with(wanted) {
            return Some(from + offset);
        }
        from += offset + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_core::{Type, TypeTable};

    fn pattern(text: &str, types: &[Type]) -> Result<Line, String> {
        let mut forms = Forms::default();
        let ids: Vec<FormId> = types.iter().map(|ty| forms.intern(ty, &TypeTable::default())).collect();
        Line::new(text, &Arc::new(forms), &|number| ids.get(number).copied()).map_err(|(_, why)| why)
    }

    fn read(text: &str, types: &[Type], message: &str) -> Option<String> {
        let values = pattern(text, types).expect("a pattern").read(message.as_bytes()).ok()?;
        let shown: Vec<String> = values
            .iter()
            .map(|(number, datum)| format!("{number}={}", lydian_ocaml::show(datum, &TypeTable::default())))
            .collect();
        Some(shown.join(" "))
    }

    #[test]
    fn places_take_what_their_types_say() {
        let types = [Type::Int, Type::String, Type::List(Type::Int.into()), Type::Char];
        assert_eq!(read("A {0}/{1}", &types, "A -12/x,y"), Some("0=-12 1=\"x,y\"".into()));
        assert_eq!(read("A {0}/{1}", &types, "A -12/x y"), None);
        assert_eq!(read("A {1:rest}", &types, "A x y "), Some("1=\"x y \"".into()));
        assert_eq!(read("{1},{0}", &types, "a b,1"), None);
        assert_eq!(read("{1},{0}", &types, "a,1"), Some("1=\"a\" 0=1".into()));
        assert_eq!(read("<{2}>", &types, "<[1; 2]>"), Some("2=[1; 2]".into()));
        assert_eq!(read("<{2:json}>", &types, "<[1, 2]>"), Some("2=[1; 2]".into()));
        assert_eq!(read("{3}{{0}}", &types, "x{4}"), Some("3='x' 0=4".into()));
        assert_eq!(read("took {7}ms {0}", &types, "took 17ms 5"), Some("0=5".into()));
        assert_eq!(read("{0}", &types, "5 "), None);
        assert_eq!(read("{0}", &types, ""), None);
    }

    #[test]
    fn numbers_beyond_63_bits_are_kept_whole() {
        for text in ["9223372036854775807", "-170141183460469231731687303715884105728"] {
            let values = pattern("{0}", &[Type::Int]).expect("a pattern").read(text.as_bytes());
            assert_eq!(values, Ok(vec![(0, Datum::Int(text.parse().expect("a number")))]));
        }
    }

    #[test]
    fn places_that_cannot_be_told_apart_are_refused() {
        let types = [Type::String, Type::String];
        assert!(pattern("{0}{1}", &types).unwrap_err().contains("where the place before it ends"));
        assert!(pattern("{0} {0}", &types).unwrap_err().contains("twice"));
        assert!(pattern("{0:rest} x", &types).unwrap_err().contains("behind the rest"));
        assert!(pattern("{a}", &types).unwrap_err().contains("no number"));
        assert!(pattern("{0:words}", &types).unwrap_err().contains("no kind of place"));
    }
}
