//! Random conditions of the kind by which walks can be merged: equality with constants, and membership of constants among
//! what was read. Now and then one of another kind, where merging must not apply.

use super::generate::Generator;

/// The variables that such conditions are about.
const COMPARED: [&str; 2] = ["x", "y"];

impl Generator {
    /// A condition that most of the time tells values apart by constants only.
    pub(super) fn telling_condition(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("({}) and ({})", self.telling(), self.telling()),
            1 => format!("({}) or ({})", self.telling(), self.telling()),
            2 => format!("not ({})", self.telling()),
            3 if self.random.one_in(3) => self.spoiling(),
            _ => self.telling(),
        }
    }

    /// The same for a loop that reads a variable.
    pub(super) fn telling_loop_condition(&mut self, variable: &'static str) -> String {
        let (one, other) = (self.small(), self.small());
        let known = self.known.contains_key(variable);
        let about = match self.random.below(6) {
            0 | 1 if known => format!("{variable} != {one}"),
            2 if known => format!("{variable} in [{one}, {other}]"),
            3 => format!("exists d in [{one}, {other}] : d not in {variable}.all"),
            4 => format!("not (forall d in word : d in {variable}.all)"),
            5 if self.random.one_in(3) => format!("length({variable}.all) < 2"),
            _ => format!("{one} not in {variable}.all"),
        };
        match self.random.one_in(4) {
            true => format!("({about}) and ({})", self.telling()),
            false => about,
        }
    }

    fn small(&mut self) -> String {
        match self.random.below(6) {
            0 => "(-1)".into(),
            1 => "secret".into(),
            other => (other - 2).to_string(),
        }
    }

    fn telling(&mut self) -> String {
        let known: Vec<&str> = COMPARED.into_iter().filter(|name| self.known.contains_key(name)).collect();
        let read: Vec<&str> = COMPARED.into_iter().filter(|name| self.read.contains(name)).collect();
        let (one, other) = (self.small(), self.small());
        if known.is_empty() || self.random.one_in(3) {
            let Some(variable) = (!read.is_empty()).then(|| self.random.pick(&read)) else {
                return self.about_others();
            };
            return match self.random.below(5) {
                0 => format!("{one} not in {variable}.all"),
                1 => format!("forall d in [{one}, {other}] : d in {variable}.all"),
                2 => format!("exists d in word : not (d in {variable}.all)"),
                3 => format!("exists d in [{one}] : (d in {variable}.all or {other} in {variable}.all)"),
                _ => format!("{one} in {variable}.all"),
            };
        }
        let variable = self.random.pick(&known);
        match self.random.below(10) {
            0 => format!("{variable} = {one}"),
            1 => format!("{one} != {variable}"),
            2 => format!("{variable} in [{one}, {other}]"),
            3 => format!("{variable} not in word"),
            4 => format!("exists d in [{one}, {other}] : d = {variable}"),
            // A bound name hides the parameter.
            5 => format!("exists secret in [1, 0] : {variable} in [secret]"),
            6 => format!("exists secret in [1, 0] : {variable} = secret"),
            7 => format!("forall d in word : {variable} != d"),
            8 => format!("{variable}.ago(0) = {one}"),
            _ => self.about_others(),
        }
    }

    /// About variables that are read anew in each round.
    fn about_others(&mut self) -> String {
        match (self.known.contains_key("n"), self.known.contains_key("b")) {
            (true, _) if self.random.one_in(2) => {
                format!("n {} {}", self.random.pick(&["<", ">=", "="]), self.small())
            }
            (_, true) => "b".into(),
            _ => format!("secret = {}", self.small()),
        }
    }

    /// A condition of another kind.
    fn spoiling(&mut self) -> String {
        let one = self.small();
        let (x, y) = (self.known.get("x").copied(), self.known.contains_key("y"));
        match self.random.below(8) {
            0 if x.is_some() => format!("x > {one}"),
            1 if x > Some(1) => format!("x.ago(1) = {one}"),
            2 if x.is_some() && y => "x = y".into(),
            3 if x.is_some() && y => format!("merge(x, y).current = {one}"),
            4 if self.read.contains("x") && self.read.contains("y") => format!("{one} in merge(x, y).all"),
            5 if self.read.contains("y") => "length(y.all) > 1".into(),
            6 if self.read.contains("x") => "sum(x.all) > 1".into(),
            7 if x.is_some() => format!("{one} in x.earlier"),
            _ => self.telling(),
        }
    }

    /// A set of values: for compared variables mostly one without end.
    pub(super) fn telling_set(&mut self, variable: &'static str) -> String {
        let seen = self.read.contains(variable);
        match variable {
            "b" => "{true}".into(),
            "n" => self.random.pick(&["0..9", "..3", "{1, 2}", "all"]).into(),
            _ if seen && !self.random.one_in(4) => format!("all except {variable}.all"),
            _ if seen && self.random.one_in(3) => self.scarce_set(variable),
            _ if self.random.one_in(6) => self.random.pick(&["0..", "{0, 1, 2}", "not {1}"]).into(),
            _ => "all".into(),
        }
    }

    /// New values only, among few or with some that may come again.
    fn scarce_set(&mut self, variable: &'static str) -> String {
        let fresh = format!("all except {variable}.all");
        match self.random.below(6) {
            0 => format!("({fresh}) and {{1, 2}}"),
            1 => format!("not (not {{1, 2}}) and ({fresh})"),
            2 => format!("{{0, 5}} or ({fresh})"),
            3 => format!("({fresh}) except not {{0, 1}}"),
            4 => format!("{{0, 1, 2}} except {variable}.all"),
            _ => format!("not {variable}.all"),
        }
    }
}
