//! Random conditions, terms, sets of values and patterns of output, over what has been read at a place.

use super::generate::{Generator, Style};

/// The names of whole-number variables.
const NUMBERS: [&str; 4] = ["x", "y", "n", "k"];

/// Whether a term that can fail on other inputs than those of its place may be used: never beside `and` and `or`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    Total,
    Any,
}

impl Generator {
    /// A condition.
    pub(super) fn condition(&mut self) -> String {
        if self.style == Style::Equalities {
            return self.telling_condition();
        }
        match self.random.below(6) {
            0 => format!("({}) and ({})", self.atom(Parts::Total), self.atom(Parts::Total)),
            1 => format!("({}) or ({})", self.atom(Parts::Total), self.atom(Parts::Total)),
            2 => format!("not ({})", self.atom(Parts::Any)),
            _ => self.atom(Parts::Any),
        }
    }

    /// A condition in one piece.
    pub(super) fn whole_condition(&mut self) -> String {
        self.comparison(Parts::Total)
    }

    /// A condition that depends on a variable.
    pub(super) fn loop_condition(&mut self, variable: &'static str) -> String {
        if self.style == Style::Equalities {
            return self.telling_loop_condition(variable);
        }
        let limit = 1 + self.random.below(3);
        let about = match self.random.below(6) {
            0 | 1 => format!("length({variable}.all) < {limit}"),
            2 => format!("sum({variable}.all) <= {limit}"),
            3 => format!("{limit} not in {variable}.all"),
            4 => format!("count({variable}.all, 0) > 0"),
            _ if self.known.contains_key(variable) => {
                format!("{variable} {} {}", self.comparing(), self.number(Parts::Any, 1))
            }
            _ => format!("length({variable}.all) != {limit}"),
        };
        match self.random.below(5) {
            0 => format!("length({variable}.all) < 3 and ({})", self.atom(Parts::Total)),
            1 => format!("0 in {variable}.all or ({})", self.atom(Parts::Total)),
            _ => about,
        }
    }

    fn comparing(&mut self) -> &'static str {
        self.random.pick(&["=", "!=", "<", "<=", ">", ">="])
    }

    fn comparison(&mut self, parts: Parts) -> String {
        format!("{} {} {}", self.number(parts, 1), self.comparing(), self.number(parts, 1))
    }

    fn atom(&mut self, parts: Parts) -> String {
        let lists = self.number_lists();
        let constant = self.constant();
        if lists.is_empty() || self.random.one_in(3) {
            return self.other_atom(parts);
        }
        let list = self.random.pick(&lists);
        let limit = self.random.below(3);
        match self.random.below(8) {
            0 => format!("{constant} in {list}"),
            1 => format!("forall a in {list} : a >= {constant}"),
            2 => format!("exists a in {list} : a = {}", self.number(Parts::Total, 0)),
            3 => format!("(count a in {list} : a > {constant}) >= {limit}"),
            4 => format!("sum({list}) > {limit}"),
            5 => format!("length({list}) > {limit}"),
            6 => format!("forall a in [0, {limit}] : a in {list}"),
            _ => self.comparison(parts),
        }
    }

    /// Conditions on what is no number, and comparisons.
    fn other_atom(&mut self, parts: Parts) -> String {
        let known: Vec<(&str, usize)> = self.known.iter().map(|(name, count)| (*name, *count)).collect();
        if known.is_empty() {
            return self.comparison(parts);
        }
        let (name, count) = self.random.pick(&known);
        match name {
            "b" if count > 1 && parts == Parts::Any && self.random.one_in(2) => "b = b.ago(1)".into(),
            "b" => self.random.pick(&["b", "b = true", "not b"]).into(),
            "s" => self.random.pick(&["s = \"a\"", "length(s) > 1", "s in s.earlier", "s < \"b\""]).into(),
            "m" => {
                self.random.pick(&["m = Rock", "m != Paper", "m in [Rock, Paper]", "Paper in m.all"]).into()
            }
            number => format!("{number} {} {}", self.comparing(), self.number(parts, 1)),
        }
    }

    /// Lists of numbers that exist in the text so far.
    fn number_lists(&mut self) -> Vec<String> {
        let read: Vec<&str> = NUMBERS.into_iter().filter(|name| self.read.contains(name)).collect();
        let mut lists: Vec<String> = read.iter().map(|name| format!("{name}.all")).collect();
        lists.extend(read.iter().map(|name| format!("{name}.earlier")));
        if let [one, other, ..] = read[..] {
            lists.push(format!("merge({one}, {other}).all"));
        }
        lists
    }

    fn constant(&mut self) -> String {
        match self.random.below(6) {
            0 => "(-1)".into(),
            other => (other - 1).to_string(),
        }
    }

    /// A number.
    fn number(&mut self, parts: Parts, depth: usize) -> String {
        if depth > 0 && self.random.one_in(3) {
            return self.compound(parts);
        }
        let known: Vec<&str> = NUMBERS.into_iter().filter(|name| self.known.contains_key(name)).collect();
        if known.is_empty() || self.random.one_in(3) {
            return self.constant();
        }
        let name = self.random.pick(&known);
        let several = self.known.get(name).is_some_and(|count| *count > 1);
        match self.random.below(8) {
            0 if parts == Parts::Any && several => format!("{name}.ago(1)"),
            1 if parts == Parts::Any => format!("minimum({name}.all)"),
            2 if parts == Parts::Any => format!("maximum({name}.all)"),
            3 if known.len() > 1 => format!("merge({}, {}).current", known[0], known[1]),
            4 if parts == Parts::Any && known.len() > 1 => {
                format!("merge({}, {}).ago(1)", known[0], known[1])
            }
            _ => name.into(),
        }
    }

    fn compound(&mut self, parts: Parts) -> String {
        let lists = self.number_lists();
        let (a, b) = (self.number(parts, 0), self.number(parts, 0));
        match self.random.below(9) {
            0 => format!("{a} + {b}"),
            1 => format!("{a} - {b}"),
            2 => format!("{a} * 2"),
            3 => format!("{a} mod 2"),
            4 => format!("max({a}, {b})"),
            5 => format!("abs({a})"),
            6 if parts == Parts::Total => format!("(if {a} < {b} then {a} else 2)"),
            7 if !lists.is_empty() => format!("sum({})", self.random.pick(&lists)),
            8 if !lists.is_empty() => format!("length({})", self.random.pick(&lists)),
            _ => format!("min({a}, {b})"),
        }
    }

    /// A set of values for a variable.
    pub(super) fn set(&mut self, variable: &'static str) -> String {
        if self.style == Style::Equalities {
            return self.telling_set(variable);
        }
        let seen = self.read.contains(variable);
        match variable {
            "b" => "{true}".into(),
            "s" => {
                let sets = ["/[ab]+/", "{\"a\", \"b\", \"ab\"}", "all", "all except s.all"];
                self.random.pick(&sets[..if seen { 4 } else { 3 }]).into()
            }
            "m" => self.random.pick(&["{Rock}", "Rock..Paper", "not {Rock}"]).into(),
            number => self.number_set(number, 2),
        }
    }

    fn number_set(&mut self, variable: &str, depth: usize) -> String {
        let low = self.random.below(4) as i64 - 1;
        let high = low + self.random.below(3) as i64;
        let seen: Vec<&str> = NUMBERS.into_iter().filter(|name| self.read.contains(name)).collect();
        let known: Vec<&str> = NUMBERS.into_iter().filter(|name| self.known.contains_key(name)).collect();
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 => format!("{low}..{high}"),
            1 => format!("{low}.."),
            2 => format!("..{high}"),
            3 => format!("{{{low}, {}}}", high + 1),
            4 if !known.is_empty() => format!("{}..", self.random.pick(&known)),
            5 if seen.contains(&variable) => format!("all except {variable}.all"),
            6 if !seen.is_empty() => {
                format!("({}) or {}.all", self.number_set(variable, 0), self.random.pick(&seen))
            }
            7 => format!("not ({})", self.number_set(variable, depth - 1)),
            8 => {
                let operation = self.random.pick(&["or", "and", "except"]);
                let (one, other) =
                    (self.number_set(variable, depth - 1), self.number_set(variable, depth - 1));
                format!("({one}) {operation} ({other})")
            }
            _ => format!("{low}..4"),
        }
    }

    /// A pattern of output.
    pub(super) fn pattern(&mut self, depth: usize) -> String {
        if matches!(self.style, Style::Terse | Style::Kept | Style::Chosen) {
            return self.terse_pattern();
        }
        let choices = if depth == 0 { 6 } else { 11 };
        match self.random.below(choices) {
            0 => self.random.pick(&["\"a\"", "\"b c\"", "\"= \"", "\"1\""]).into(),
            1 => "any".into(),
            2 => "some".into(),
            3 => format!("\"[{{{}}}]\"", self.number(Parts::Any, 1)),
            4 => self.written_value(),
            5 => format!("decorated {}", self.parenthesised_number()),
            6 => format!("glued {}", self.parenthesised_number()),
            7 => format!("maybe ({})", self.pattern(depth - 1)),
            8 => format!("({}) or ({})", self.pattern(depth - 1), self.pattern(depth - 1)),
            _ => format!("({}), ({})", self.pattern(depth - 1), self.pattern(depth - 1)),
        }
    }

    /// The next value of what is kept.
    pub(super) fn kept_value(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("k + {}", self.parenthesised_number()),
            1 => "k + 1".into(),
            _ => self.number(Parts::Total, 1),
        }
    }

    fn parenthesised_number(&mut self) -> String {
        format!("({})", self.number(Parts::Any, 1))
    }

    /// The value of something that is no number, if there is one.
    fn written_value(&mut self) -> String {
        let others: Vec<&str> =
            ["b", "s", "m"].into_iter().filter(|name| self.known.contains_key(name)).collect();
        match others.is_empty() {
            true => self.parenthesised_number(),
            false => self.random.pick(&others).into(),
        }
    }

    /// Patterns of texts of one or two characters.
    pub(super) fn terse_pattern(&mut self) -> String {
        if matches!(self.style, Style::Kept | Style::Chosen) && self.random.one_in(3) {
            let value = self.parenthesised_number();
            return match self.random.below(5) {
                0 => "any without \"a\"".into(),
                1 => "any without \"ab\" without \"1\", \"b\"".into(),
                2 => "(k or k + 1)".into(),
                3 => format!("\"A b\", {value}"),
                _ => format!("\"{{k}} a\", ({value} or \"=\")"),
            };
        }
        let digit = format!("(abs({}) mod 3)", self.number(Parts::Any, 1));
        match self.random.below(9) {
            0 | 1 => "\"a\"".into(),
            2 => "\"b\"".into(),
            3 => "\"a\" or \"b\"".into(),
            4 => format!("\"a\", {digit}"),
            5 => "maybe \"b\"".into(),
            6 => "any".into(),
            7 => "some".into(),
            _ => digit,
        }
    }
}
