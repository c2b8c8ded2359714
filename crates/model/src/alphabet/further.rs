//! Inputs with a few more values than those of the alphabet, each value in all places where one of its type stands: a fault that needs four
//! different keys needs four keys that are written, read and deleted.

use lydian_conform::{InputId, Random, Trouble};
use lydian_core::Datum;

use crate::concrete::Concrete;

/// Values beside those of the alphabet.
const NUMBERS: [i64; 4] = [2, 3, 5, 10];
const TEXTS: [&str; 4] = ["c", "d", "e", "ab"];
const LETTERS: [u8; 3] = *b"cde";

/// Inputs that are made of one form at most; of more, some are drawn.
const MOST_OF_FORM: usize = 60;

impl Concrete<'_, '_, '_> {
    /// Inputs of the forms of those that are listed, with further values; at most so many.
    pub fn further_inputs(&mut self, listed: &[InputId], most: usize) -> Result<Vec<InputId>, Trouble> {
        let mut forms: Vec<Form> = Vec::new();
        for input in listed {
            let datum = self.datum(&self.input_value(*input));
            let mut values = Vec::new();
            let blank = blanked(&datum, &mut values);
            match forms.iter_mut().find(|form| form.blank == blank) {
                Some(form) => form.add(values),
                None => {
                    let choices = values.iter().map(|value| with_further(value.clone())).collect();
                    forms.push(Form { blank, choices });
                }
            }
        }
        // A fixed seed: the inputs are the same whatever the walks are.
        let mut random = Random::new(0);
        let drawn: Vec<Vec<Datum>> = forms.iter().map(|form| form.inputs(&mut random)).collect();
        let mut further = Vec::new();
        let longest = drawn.iter().map(Vec::len).max().unwrap_or(0);
        // One of each form in turn, so that no form is left out where there are too many.
        for datum in (0..longest).flat_map(|index| drawn.iter().filter_map(move |data| data.get(index))) {
            let value = self.value(datum);
            let input = self.intern_input(&value)?;
            if further.len() < most && !listed.contains(&input) && !further.contains(&input) {
                further.push(input);
            }
        }
        Ok(further)
    }
}

/// Inputs that differ in numbers and texts only.
struct Form {
    /// One of them without its values.
    blank: Datum,
    /// What may stand in each place.
    choices: Vec<Vec<Datum>>,
}

impl Form {
    fn add(&mut self, values: Vec<Datum>) {
        for (choices, value) in self.choices.iter_mut().zip(values) {
            if !choices.contains(&value) {
                choices.push(value);
            }
        }
    }

    /// All inputs of the form, or some of them in which each value occurs.
    fn inputs(&self, random: &mut Random) -> Vec<Datum> {
        let all = self.choices.iter().try_fold(1, |count: usize, choices| count.checked_mul(choices.len()));
        let count = all.filter(|count| *count <= MOST_OF_FORM);
        (0..count.unwrap_or(MOST_OF_FORM))
            .map(|index| {
                let mut rest = index;
                let values = self.choices.iter().enumerate().map(|(place, choices)| {
                    let chosen = match count {
                        Some(_) => {
                            let digit = rest % choices.len();
                            rest /= choices.len();
                            digit
                        }
                        None if place == 0 => index % choices.len(),
                        None => random.below(choices.len()),
                    };
                    choices[chosen].clone()
                });
                filled(&self.blank, &mut values.collect::<Vec<_>>().into_iter())
            })
            .collect()
    }
}

/// A value, and others of its type.
fn with_further(value: Datum) -> Vec<Datum> {
    let further: Vec<Datum> = match &value {
        Datum::Int(_) => NUMBERS.iter().map(|number| Datum::Int((*number).into())).collect(),
        Datum::Str(_) => TEXTS.iter().map(|text| Datum::Str(text.as_bytes().to_vec())).collect(),
        Datum::Char(_) => LETTERS.iter().map(|letter| Datum::Char(*letter)).collect(),
        _ => Vec::new(),
    };
    let mut choices = vec![value];
    for other in further {
        if !choices.contains(&other) {
            choices.push(other);
        }
    }
    choices
}

/// A value without its numbers and texts, which are added to a list.
fn blanked(datum: &Datum, values: &mut Vec<Datum>) -> Datum {
    match datum {
        Datum::Int(_) | Datum::Str(_) | Datum::Char(_) => {
            values.push(datum.clone());
            match datum {
                Datum::Int(_) => Datum::Int(0.into()),
                Datum::Str(_) => Datum::Str(Vec::new()),
                _ => Datum::Char(0),
            }
        }
        Datum::Construct(con, mutability, parts) => {
            let parts = parts.iter().map(|part| blanked(part, values)).collect();
            Datum::Construct(*con, *mutability, parts)
        }
        other => other.clone(),
    }
}

/// A value with numbers and texts put in.
fn filled(blank: &Datum, values: &mut dyn Iterator<Item = Datum>) -> Datum {
    match blank {
        Datum::Int(_) | Datum::Str(_) | Datum::Char(_) => values.next().unwrap_or_else(|| blank.clone()),
        Datum::Construct(con, mutability, parts) => {
            let parts = parts.iter().map(|part| filled(part, values)).collect();
            Datum::Construct(*con, *mutability, parts)
        }
        other => other.clone(),
    }
}
