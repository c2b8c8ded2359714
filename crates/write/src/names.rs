//! Names in other languages.
//! In: names of the user's. Out: identifiers, none twice, none a word of the language. The same plan gets the same names.
//! Words that are taken stand in texts, separated by blanks.

use std::collections::HashSet;

/// The words of C, and what its compilers define.
pub(crate) const C: &str = "auto bool break case char const continue default do double else enum extern false float for goto \
    if inline int long register restrict return short signed sizeof static struct switch true typedef union unsigned void \
    volatile while NULL linux unix";

/// The words of Python.
pub(crate) const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally \
    for from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// A name with underscores instead of what no language allows.
pub(crate) fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// An identifier from any name: letters, digits and single underscores.
pub(crate) fn identifier(name: &str) -> String {
    let words = name.split(|symbol: char| !symbol.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let out = words.collect::<Vec<_>>().join("_");
    if out.is_empty() || out.starts_with(|first: char| first.is_ascii_digit()) {
        return format!("x{out}");
    }
    out
}

/// An identifier in small letters, with underscores where a capital begins a word: `BalanceOf` becomes `balance_of`.
pub(crate) fn snake(name: &str) -> String {
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

/// The words of some texts.
pub(crate) fn words<'w>(texts: &[&'w str]) -> impl Iterator<Item = &'w str> {
    texts.iter().flat_map(|text| text.split_whitespace())
}

/// Names that are given once each.
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// With words that are taken from the start.
    pub fn without(texts: &[&str]) -> Names {
        Names { taken: words(texts).map(str::to_owned).collect() }
    }

    /// A name like the wanted one that nobody has.
    pub fn fresh(&mut self, wanted: &str) -> String {
        self.first((1..).map(|number| match number {
            1 => wanted.to_owned(),
            2 => format!("{wanted}_"),
            _ => format!("{wanted}_{number}"),
        }))
    }

    /// The first of endless names that nobody has.
    pub fn first(&mut self, mut wanted: impl Iterator<Item = String>) -> String {
        wanted.find(|name| self.taken.insert(name.clone())).unwrap_or_default()
    }
}

/// A list of names in which none occurs twice.
pub(crate) fn distinct<'n>(words: &[&str], names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = Names::without(words);
    names.map(|name| taken.fresh(&identifier(name))).collect()
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
