//! Names for the types, fields and functions of a model in other languages.
//! In: names of OCaml. Out: identifiers, none twice, none a word of the language. The same suite gets the same names.

use std::collections::{HashMap, HashSet};

use lydian_ocaml::{FormId, Forms};

/// An identifier from any name: letters, digits and single underscores.
pub(super) fn identifier(name: &str) -> String {
    let mut out = String::new();
    for symbol in name.chars() {
        let symbol = if symbol.is_ascii_alphanumeric() { symbol } else { '_' };
        if symbol != '_' || !out.ends_with('_') {
            out.push(symbol);
        }
    }
    let out = out.trim_matches('_');
    if out.is_empty() || out.starts_with(|first: char| first.is_ascii_digit()) {
        return format!("x{out}");
    }
    out.to_owned()
}

/// An identifier in small letters, with underscores where a capital begins a word: `BalanceOf` becomes `balance_of`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut was_small = false;
    for symbol in identifier(name).chars() {
        if symbol.is_ascii_uppercase() && was_small {
            out.push('_');
        }
        was_small = symbol.is_ascii_lowercase() || symbol.is_ascii_digit();
        out.push(symbol.to_ascii_lowercase());
    }
    out
}

/// Names that are given once each.
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// With words that are taken from the start.
    pub fn without(words: &[&str]) -> Names {
        Names { taken: words.iter().map(|word| (*word).to_owned()).collect() }
    }

    /// A name like the wanted one that nobody has.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = if number == 2 { format!("{wanted}_") } else { format!("{wanted}_{number}") };
            number += 1;
        }
        name
    }
}

/// A list of names in which none occurs twice.
pub(super) fn distinct<'n>(words: &[&str], names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = Names::without(words);
    names.map(|name| taken.fresh(&identifier(name))).collect()
}

/// A name for each of these types. The names of the roots are kept free for them; a root whose own name is another one keeps
/// that, and is to be called by the name of the root as well.
pub(super) fn of_types(
    forms: &Forms,
    all: &[FormId],
    words: &[&str],
    roots: &[(FormId, &str)],
    spell: impl Fn(&str) -> String,
) -> HashMap<FormId, String> {
    let mut taken = Names::without(words);
    let mut names = HashMap::new();
    for (form, name) in roots {
        drop(taken.fresh(name));
        if all.contains(form) && spell(forms.name(*form)) == *name {
            names.insert(*form, (*name).to_owned());
        }
    }
    for form in all {
        names.entry(*form).or_insert_with(|| taken.fresh(&spell(forms.name(*form))));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_becomes_an_identifier() {
        assert_eq!(identifier("(int, string) result"), "int_string_result");
        assert_eq!(identifier("`A'"), "A");
        assert_eq!(identifier("1"), "x1");
        assert_eq!(snake("BalanceOf"), "balance_of");
        assert_eq!(snake("Deposit_ok"), "deposit_ok");
    }

    #[test]
    fn no_name_is_given_twice() {
        let names = distinct(&["int"], ["int", "x'", "x", "x_"].into_iter());
        assert_eq!(names, ["int_", "x", "x_", "x_3"]);
    }
}
