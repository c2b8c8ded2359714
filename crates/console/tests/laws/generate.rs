//! Random specifications that can be followed, as text, from a seed.
//! By construction nothing is used before it was read, every round of a loop reads or leaves the loop, and every loop can be
//! left. What a variable is called tells its type. No condition has a part that could fail beside another part, so that
//! each path of a specification is one path of the search.

use std::collections::{BTreeMap, BTreeSet};

use super::random::Random;

/// What specifications are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Everything.
    Rich,
    /// Whole numbers only.
    Numbers,
    /// Whole numbers and truth values; what is written is as short as can be.
    Terse,
    /// Whole numbers that are mostly compared with constants, and parameters: where walks can be merged.
    Equalities,
    /// Whole numbers, and one that the program chooses.
    Chosen,
    /// Whole numbers; what a specification keeps itself, input up to its end, and outputs of which not everything counts.
    Kept,
}

/// The variables with their types.
const VARIABLES: [(&str, &str); 6] =
    [("x", "int"), ("y", "int"), ("n", "int"), ("b", "bool"), ("s", "string"), ("m", "Move")];

/// So many values have been read at least, where nothing stands for no value.
pub type Known = BTreeMap<&'static str, usize>;

/// Makes one specification.
pub struct Generator {
    pub(super) random: Random,
    pub(super) style: Style,
    /// What has certainly been read at this place.
    pub(super) known: Known,
    /// What is read somewhere before this place in the text.
    pub(super) read: BTreeSet<&'static str>,
    /// For each `loop` around, what has certainly been read where it is left.
    exits: Vec<Option<Known>>,
    /// Statements that may still be made.
    budget: usize,
}

/// The text of a specification.
pub fn specification(seed: u64, style: Style) -> String {
    let mut generator = Generator::new(seed, style);
    let mut body = String::new();
    while generator.budget > 0 {
        body.push_str(&generator.statement(2));
    }
    if style == Style::Chosen {
        return format!("choose k : int in 0..2\n{body}{}", generator.writing());
    }
    if style == Style::Kept {
        body.push_str(&generator.last_part());
        return format!("{}{body}", generator.tolerance());
    }
    let declarations = match style {
        Style::Equalities => "param secret : int = 2, 0\nparam word : [int] = [1, 2]\n",
        _ if body.contains(": Move") => "enum Move { Rock \"r\", Paper \"p\" }\n",
        _ => "",
    };
    format!("{declarations}{body}")
}

impl Generator {
    fn new(seed: u64, style: Style) -> Generator {
        let mut random = Random::new(seed);
        let budget = 2 + random.below(8);
        let (mut known, mut read, exits) = (Known::new(), BTreeSet::new(), Vec::new());
        if matches!(style, Style::Kept | Style::Chosen) {
            known.insert("k", 1);
            read.insert("k");
        }
        Generator { random, style, known, read, exits, budget }
    }

    /// Two sets of numbers, for a place where `x` was read twice and `y` once.
    pub fn two_sets(seed: u64) -> (String, String) {
        let mut generator = Generator::new(seed, Style::Numbers);
        ["x", "x", "y"].into_iter().for_each(|variable| generator.has_read(variable));
        (generator.set("x"), generator.set("x"))
    }

    /// A few statements, perhaps none.
    fn block(&mut self, most: usize, depth: usize) -> String {
        let count = self.random.below(most + 1);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        self.budget = self.budget.saturating_sub(1);
        if self.style == Style::Kept && self.random.one_in(4) {
            return self.assignment();
        }
        let choices = if depth == 0 || self.budget == 0 { 5 } else { 12 };
        match self.random.below(choices) {
            0 | 1 => {
                let variable = self.variable();
                self.reading(variable)
            }
            2 | 3 => self.writing(),
            4 if self.random.one_in(3) => "nothing\n".into(),
            4 if self.style == Style::Rich && self.random.one_in(3) => self.two_on_a_line(),
            4 | 5 => self.writing(),
            6 | 7 => self.choice(depth - 1),
            8 | 9 => self.till_exit(depth - 1),
            10 => self.asking_before(depth - 1),
            _ => self.asking_after(depth - 1),
        }
    }

    fn variable(&mut self) -> &'static str {
        let count = match self.style {
            Style::Rich => 6,
            Style::Numbers => 3,
            Style::Terse | Style::Equalities => 4,
            Style::Kept | Style::Chosen => 3,
        };
        // Numbers are what most conditions are about.
        let count = if self.random.one_in(2) { 2 } else { count };
        VARIABLES[self.random.below(count)].0
    }

    fn ty(variable: &str) -> &'static str {
        VARIABLES.iter().find(|(name, _)| *name == variable).map_or("int", |(_, ty)| ty)
    }

    /// Reads into a variable.
    fn reading(&mut self, variable: &'static str) -> String {
        let set = if self.random.one_in(2) { self.set(variable) } else { String::new() };
        let set = if set.is_empty() { set } else { format!(" in {set}") };
        self.has_read(variable);
        let filter = match Generator::ty(variable) {
            "int" if self.style != Style::Equalities && self.random.one_in(8) => {
                format!(" where {}", self.whole_condition())
            }
            _ => String::new(),
        };
        let mode = if set.is_empty() && filter.is_empty() && !self.random.one_in(8) {
            String::new()
        } else {
            self.mode(variable)
        };
        format!("read {variable} : {}{set}{filter}{mode}\n", Generator::ty(variable))
    }

    fn two_on_a_line(&mut self) -> String {
        let set = self.set("x");
        self.has_read("x");
        self.has_read("y");
        let by = self.random.pick(&["", " by \";\""]);
        format!("read x : int in {set}, y : int{by}{}\n", self.mode("x"))
    }

    fn has_read(&mut self, variable: &'static str) {
        self.read.insert(variable);
        *self.known.entry(variable).or_default() += 1;
    }

    fn mode(&mut self, variable: &str) -> String {
        let malformed = if self.random.one_in(5) { " malformed" } else { "" };
        let mode = match self.random.below(4) {
            0 | 1 => return String::new(),
            2 => "retry",
            _ => "stop",
        };
        let reaction =
            self.random.pick(&["", "", " silently", " saying \"no\"", " saying maybe \"a\", \"b\""]);
        if self.style == Style::Kept && malformed.is_empty() {
            let said = self
                .random
                .pick(&["\"a\"", "(k or k + 1)", "\"{k} A\"", "x", "length(x.all)"])
                .replace('x', variable);
            return format!(" else {mode} saying {said}");
        }
        format!("{malformed} else {mode}{reaction}")
    }

    /// What a specification keeps gets another value.
    fn assignment(&mut self) -> String {
        let value = self.kept_value();
        *self.known.entry("k").or_default() += 1;
        format!("k := {value}\n")
    }

    /// Input up to its end, or nothing.
    fn last_part(&mut self) -> String {
        if self.random.one_in(2) {
            return String::new();
        }
        let prompt = if self.random.one_in(2) { self.writing() } else { String::new() };
        let before = self.known.clone();
        let reading = self.reading("x");
        let kept = self.assignment();
        let body = self.block(1, 0);
        self.known = before;
        format!("until end of input {{\n{prompt}{reading}{kept}{body}}}\n{}", self.writing())
    }

    /// The first line: what is kept, and what does not count.
    fn tolerance(&mut self) -> String {
        let declared =
            self.random.pick(&["", "", "layout loose\n", "case ignored\n", "layout loose case ignored\n"]);
        format!("{declared}var k := {}\n", self.random.below(3))
    }

    fn writing(&mut self) -> String {
        let pattern = self.pattern(2);
        let may = if self.random.one_in(3) { "may " } else { "" };
        format!("{may}write {pattern}\n")
    }

    fn choice(&mut self, depth: usize) -> String {
        let condition = self.condition();
        let before = self.known.clone();
        let then = self.block(2, depth);
        let after_then = std::mem::replace(&mut self.known, before);
        let otherwise = self.block(2, depth);
        self.known = meet(&after_then, &self.known);
        match otherwise.is_empty() {
            true => format!("if {condition} {{\n{then}}}\n"),
            false => format!("if {condition} {{\n{then}}} else {{\n{otherwise}}}\n"),
        }
    }

    /// `loop` with one exit or several.
    fn till_exit(&mut self, depth: usize) -> String {
        self.exits.push(None);
        let mut body = String::new();
        let places = 1 + self.random.below(7);
        if places & 1 == 1 {
            body.push_str(&self.exit(depth));
        }
        body.push_str(&self.block(1, depth));
        let variable = self.variable();
        body.push_str(&self.reading(variable));
        body.push_str(&self.block(1, depth));
        if places & 2 == 2 {
            body.push_str(&self.exit(depth));
        }
        if places & 4 == 4 {
            body.push_str(&self.block(1, depth));
            body.push_str(&self.exit(depth));
        }
        if let Some(Some(known)) = self.exits.pop() {
            self.known = known;
        }
        format!("loop {{\n{body}}}\n")
    }

    /// Leaves the loop around, or not.
    fn exit(&mut self, depth: usize) -> String {
        let condition = self.condition();
        let before = self.known.clone();
        let leaving = self.block(1, depth.min(1));
        let left = std::mem::replace(&mut self.known, before);
        let staying = if self.random.one_in(4) { self.block(1, depth.min(1)) } else { String::new() };
        if let Some(exit) = self.exits.last_mut() {
            *exit = Some(exit.as_ref().map_or(left.clone(), |known| meet(known, &left)));
        }
        match (staying.is_empty(), self.random.one_in(2)) {
            (true, _) => format!("if {condition} {{\n{leaving}exit\n}}\n"),
            (false, true) => format!("if {condition} {{\n{leaving}exit\n}} else {{\n{staying}}}\n"),
            (false, false) => format!("if {condition} {{\n{staying}}} else {{\n{leaving}exit\n}}\n"),
        }
    }

    /// A body that certainly reads a variable, and leaves no loop.
    fn reading_body(&mut self, depth: usize) -> (String, &'static str) {
        let variable = self.random.pick(&["x", "y", "n"]);
        let before = self.block(1, depth);
        let reading = self.reading(variable);
        let after = self.block(1, depth);
        (format!("{before}{reading}{after}"), variable)
    }

    fn asking_before(&mut self, depth: usize) -> String {
        let before = self.known.clone();
        let (body, variable) = self.reading_body(depth);
        self.known = before;
        let condition = self.loop_condition(variable);
        let word = self.random.pick(&["while", "until"]);
        format!("{word} {condition} {{\n{body}}}\n")
    }

    fn asking_after(&mut self, depth: usize) -> String {
        let (body, variable) = self.reading_body(depth);
        let condition = self.loop_condition(variable);
        let word = self.random.pick(&["while", "until"]);
        format!("repeat {{\n{body}}} {word} {condition}\n")
    }
}

/// What is known on both ways.
fn meet(one: &Known, other: &Known) -> Known {
    let both = one.iter().filter_map(|(name, count)| {
        let other = other.get(name)?;
        Some((*name, *count.min(other)))
    });
    both.collect()
}

#[test]
fn generated_specifications_have_what_is_kept_and_tolerated() {
    let kept: Vec<String> = (0..300).map(|seed| specification(seed, Style::Kept)).collect();
    for construct in [
        "var k",
        "k := k",
        "until end of input",
        "layout loose",
        "case ignored",
        "any without",
        "(k or ",
        "saying",
        "k.all",
        "k.ago(1)",
    ] {
        let count = kept.iter().filter(|text| text.contains(construct)).count();
        assert!(count > 7, "`{construct}` is in only {count} of {}", kept.len());
    }
}

#[test]
fn generated_specifications_have_every_construct() {
    let rich: Vec<String> = (0..300).map(|seed| specification(seed, Style::Rich)).collect();
    let constructs = [
        "else retry",
        "else stop",
        "silently",
        "saying",
        "malformed",
        "where",
        "by \";\"",
        "may write",
        "nothing",
        "loop {",
        "while",
        "until",
        "repeat {",
        "exit",
        "} else {",
        "any",
        "some",
        "maybe",
        "decorated",
        "glued",
        ") or (",
        "{(",
        "all except x.all",
        "not (",
        ") and (",
        ") except (",
        "..",
        ": bool",
        ": string",
        ": Move",
        "sum(",
        "length(",
        "count(",
        "minimum(",
        "maximum(",
        "mod",
        "forall",
        "exists",
        "(count a in",
        "merge(",
        ".ago(1)",
        ".earlier",
        " in x.all",
        "/[ab]+/",
    ];
    for construct in constructs {
        let count = rich.iter().filter(|text| text.contains(construct)).count();
        assert!(count > 2, "`{construct}` is in only {count} of {}", rich.len());
    }
    // Loops in loops, each with an exit of its own.
    let nested =
        rich.iter().filter(|text| text.matches("loop {").count() > 1 && text.matches("exit").count() > 2);
    assert!(nested.count() > 10);
}
