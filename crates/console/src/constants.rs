//! The constants of a script: where programs go wrong is often at one of them, or just beside.

use lydian_term::{Int, Regex};

use crate::spec::Spec;
use crate::syntax::ast::{DeclarationKind, Script, SetKind, TermKind};
use crate::syntax::visit::{for_each_set, for_each_term};

/// Numbers and texts worth sending.
#[derive(Debug, Clone)]
pub struct Constants {
    /// The numbers of the script, each once, with their neighbours.
    pub(crate) ints: Vec<Int>,
    /// The texts of the script.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Numbers at borders, most telling first.
    pub(crate) borders: Vec<Int>,
    /// Texts at borders.
    pub(crate) border_texts: Vec<Vec<u8>>,
    /// The numbers with decimals of the script, each with its number of places.
    decimals: Vec<(Int, u32)>,
    /// The sets of texts that are wanted.
    pub(crate) forms: Vec<Regex>,
}

/// Of a script full of numbers only so many count.
const MOST: usize = 60;

impl Constants {
    /// The constants of a specification.
    pub fn of(spec: &Spec) -> Constants {
        let mut ints: Vec<Int> = Vec::new();
        let mut texts: Vec<Vec<u8>> = Vec::new();
        let mut decimals: Vec<(Int, u32)> = Vec::new();
        for_each_term(&spec.script, &mut |term| match &term.kind {
            TermKind::Int(int) => ints.push(int.clone()),
            TermKind::Decimal(mantissa, places) => decimals.push((mantissa.clone(), *places)),
            TermKind::Text(text) => texts.push(text.clone().into_bytes()),
            _ => {}
        });
        let mut forms = Vec::new();
        for_each_set(&spec.script.body, &mut |set| {
            if let SetKind::Regex(text) = &set.kind {
                forms.extend(Regex::parse(text).ok());
            }
        });
        for (_, value) in &spec.parameters {
            let pieces = value.split(|c: char| !c.is_ascii_digit() && c != '-');
            ints.extend(pieces.filter_map(|piece| piece.parse().ok()));
        }
        ints.extend(in_functions(&spec.script));
        let mut near: Vec<Int> = Vec::new();
        for int in &ints {
            for delta in [0, 1, -1] {
                near.push(int.clone() + Int::from(delta));
            }
        }
        let mut borders: Vec<Int> = [0, 1, -1, 2].into_iter().map(|int| Int::from(int as i64)).collect();
        borders.extend(near.iter().cloned());
        // Other ends of digits and bytes, what is often taken for infinity, and a number without a small divisor.
        let more = [10, -2, 99, 100, 7, 8, 121, 1000, 128, 9];
        borders.extend(more.into_iter().map(|int| Int::from(int as i64)));
        // Programs that read words instead of lines go wrong at a blank, if something that counts stands behind it, others at several, or at one at
        // an end.
        let blanks = ["", "a e", "a", "a  e", " a", "a "];
        let mut border_texts: Vec<Vec<u8>> = blanks.iter().map(|text| text.as_bytes().to_vec()).collect();
        border_texts.extend(texts.iter().cloned());
        border_texts.extend(texts.iter().take(MOST_ALMOST).flat_map(|text| almost(text)));
        // What reads the same from both ends, what almost does, all letters, also as capitals, one letter often, several words, digits.
        let letters: Vec<u8> = (b'a'..=b'z').collect();
        let more = ["abba", "abca", "abxyba", "axccba", "abbc", "abab", "aba"];
        border_texts.extend(more.iter().map(|text| text.as_bytes().to_vec()));
        // In two parts, since long texts are not sent.
        border_texts.extend(letters.chunks(letters.len() / 2).map(<[u8]>::to_vec));
        border_texts.extend(letters.chunks(letters.len() / 2).map(<[u8]>::to_ascii_uppercase));
        border_texts.push(vec![b'a'; 12]);
        let more = ["d b c a", "Aba", "hello world", "abb", "aab", "A", "7", "ab"];
        border_texts.extend(more.iter().map(|text| text.as_bytes().to_vec()));
        // A number may be that of the characters of a text.
        let lengths =
            near.iter().filter_map(Int::as_usize).filter(|length| (2..=letters.len()).contains(length));
        border_texts.extend(lengths.map(|length| letters[..length].to_vec()));
        let mut constants = Constants { ints: near, texts, borders, border_texts, decimals, forms };
        distinct(&mut constants.ints);
        distinct(&mut constants.texts);
        distinct(&mut constants.borders);
        distinct(&mut constants.border_texts);
        distinct(&mut constants.decimals);
        constants
    }

    /// The numbers of the script in units of the last of so many decimals, with their neighbours.
    pub(crate) fn numbers(&self, places: u32) -> Vec<Int> {
        let mut found: Vec<Int> = Vec::new();
        for (mantissa, own) in self.decimals.iter().filter(|(_, own)| *own <= places) {
            let unit = mantissa.clone() * power_of_ten(places - own);
            found.extend([0, 1, -1].map(|delta| unit.clone() + Int::from(delta as i64)));
        }
        found.extend(self.ints.iter().map(|int| int.clone() * power_of_ten(places)));
        found
    }

    /// The smallest and the largest number that the script names, in such units.
    pub(crate) fn ends(&self, places: u32) -> (Int, Int) {
        let numbers = self.numbers(places);
        let ends = numbers.iter().min().zip(numbers.iter().max());
        ends.map_or((Int::from(0), Int::from(0)), |(low, high)| (low.clone(), high.clone()))
    }
}

/// The unit of numbers with so many decimals.
pub(crate) fn power_of_ten(places: u32) -> Int {
    (0..places).fold(Int::from(1), |power, _| power * Int::from(10))
}

/// The numbers in the functions of a script.
fn in_functions(script: &Script) -> Vec<Int> {
    let mut found = Vec::new();
    for declaration in &script.declarations {
        let DeclarationKind::OCaml(at) = &declaration.kind else { continue };
        let words = script.source.text[at.clone()].split(|c: char| !c.is_alphanumeric() && c != '_');
        found.extend(words.filter(|word| word.len() < 10).filter_map(|word| word.parse::<Int>().ok()));
    }
    found
}

/// Of so many texts those are tried that are almost the same.
const MOST_ALMOST: usize = 3;

/// What careless programs take for a text: with another capital letter, with one letter more or less.
fn almost(text: &[u8]) -> Vec<Vec<u8>> {
    let [first, rest @ ..] = text else { return Vec::new() };
    let other =
        if first.is_ascii_lowercase() { first.to_ascii_uppercase() } else { first.to_ascii_lowercase() };
    let capital = [&[other], rest].concat();
    let [longer, shorter] = [[text, b"s"].concat(), text[..text.len() - 1].to_vec()];
    [capital, longer, shorter].into_iter().filter(|almost| almost != text).collect()
}

/// Keeps the first of each, and not too many.
fn distinct<T: PartialEq + Clone>(list: &mut Vec<T>) {
    let mut kept: Vec<T> = Vec::new();
    for item in list.iter() {
        if kept.len() < MOST && !kept.contains(item) {
            kept.push(item.clone());
        }
    }
    *list = kept;
}
