//! Types as OCaml writes them.
//! Variables are named `'a`, `'b`, ... in order of appearance; those that cannot be generalised `'_weak1`, `'_weak2`.
//! A row that occurs more than once gets a name with `as`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::{ArgLabel, Kind, Row, Scheme, Ty};
use super::unify::Types;

/// Where a type stands, which decides about parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Anywhere.
    Top,
    /// Left of an arrow, or in a tuple after it has been shown as an arrow.
    Tuple,
    /// In a tuple, or as an argument.
    Simple,
}

/// Prints types with one naming of their variables.
pub struct Shower<'a> {
    types: &'a Types,
    names: FxHashMap<(bool, u32), String>,
    rows: FxHashMap<(bool, u32), RowName>,
    used: FxHashSet<String>,
    next_letter: usize,
    weak: Option<u32>,
    prefix: Vec<&'a str>,
    fuel: u32,
}

#[derive(Debug, Clone, PartialEq)]
enum RowName {
    Once,
    Shared(Option<String>),
}

/// Longer types are cut off in messages.
const MAX_MESSAGE: u32 = 500;
/// Longer types are cut off in signatures.
const MAX_SIZE: u32 = 20_000;

impl<'a> Shower<'a> {
    /// A printer for messages: variables that may still become anything are letters too.
    pub fn new(types: &'a Types) -> Shower<'a> {
        Shower {
            types,
            names: FxHashMap::default(),
            rows: FxHashMap::default(),
            used: FxHashSet::default(),
            next_letter: 0,
            weak: None,
            prefix: Vec::new(),
            fuel: MAX_MESSAGE,
        }
    }

    /// A printer inside of modules, whose types need no path; `weak` weak variables have been named before.
    pub fn inside(types: &'a Types, prefix: &[&'a str], weak: u32) -> Shower<'a> {
        Shower { prefix: prefix.to_vec(), weak: Some(weak), fuel: MAX_SIZE, ..Shower::new(types) }
    }

    /// How many weak variables have been named.
    pub fn weak_count(&self) -> u32 {
        self.weak.unwrap_or(0)
    }

    /// Gives a weak variable the name it has had before.
    pub fn name_weak(&mut self, var: u32, name: String) {
        self.names.insert((false, var), name);
    }

    /// The weak variables with their names.
    pub fn weak_names(&self) -> Vec<(u32, String)> {
        let weak = self.names.iter().filter(|((generic, _), _)| !generic);
        let mut names: Vec<(u32, String)> = weak.map(|((_, var), name)| (*var, name.clone())).collect();
        names.sort();
        names
    }

    /// Gives a variable a name.
    pub fn name_generic(&mut self, index: u32, name: String) {
        self.used.insert(name.clone());
        self.names.insert((true, index), name);
    }

    /// Uses the user's own names where they are different.
    pub fn name_scheme(&mut self, scheme: &Scheme) {
        for (index, name) in &scheme.names {
            let mut text = format!("'{name}");
            let mut number = 0;
            while self.used.contains(&text) {
                number += 1;
                text = format!("'{name}{number}");
            }
            self.name_generic(*index, text);
        }
    }

    /// The type as text.
    pub fn show(&mut self, ty: &Ty) -> String {
        self.find_shared_rows(ty);
        self.at(ty, Level::Top)
    }

    /// A constructor's argument: a tuple needs parentheses.
    pub fn show_argument(&mut self, ty: &Ty) -> String {
        self.find_shared_rows(ty);
        self.at(ty, Level::Simple)
    }

    /// A type's path without the modules around the current place.
    pub fn path(&self, display: &str) -> String {
        let mut rest = display;
        for module in &self.prefix {
            match rest.strip_prefix(module).and_then(|rest| rest.strip_prefix('.')) {
                Some(shorter) => rest = shorter,
                None => break,
            }
        }
        rest.to_owned()
    }

    fn at(&mut self, ty: &Ty, level: Level) -> String {
        let ty = self.types.resolve(ty);
        if self.fuel == 0 {
            return "...".to_owned();
        }
        self.fuel -= 1;
        match &*ty {
            Kind::Var(var) => self.variable(false, *var),
            Kind::Generic(index) => self.variable(true, *index),
            Kind::Arrow(label, from, to) => {
                let from = match label {
                    ArgLabel::Nolabel => self.at(from, Level::Tuple),
                    ArgLabel::Labelled(name) => format!("{name}:{}", self.at(from, Level::Tuple)),
                    ArgLabel::Optional(name) => {
                        let from = self.types.resolve(from);
                        let inner = match &*from {
                            Kind::Con(_, args) if args.len() == 1 => self.at(&args[0], Level::Tuple),
                            _ => self.at(&from, Level::Tuple),
                        };
                        format!("?{name}:{inner}")
                    }
                };
                let text = format!("{from} -> {}", self.at(to, Level::Top));
                parenthesize(text, level > Level::Top)
            }
            Kind::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.at(part, Level::Simple)).collect();
                parenthesize(parts.join(" * "), level > Level::Tuple)
            }
            Kind::Con(con, _) if con.nameless && self.types.has_manifest(con) => {
                self.at(&self.types.expand(&ty), level)
            }
            Kind::Con(con, args) => {
                let name = if con.rigid { con.display.to_string() } else { self.path(&con.display) };
                match args.as_slice() {
                    [] => name,
                    [arg] => format!("{} {name}", self.at(arg, Level::Simple)),
                    args => {
                        let args: Vec<String> = args.iter().map(|arg| self.at(arg, Level::Top)).collect();
                        format!("({}) {name}", args.join(", "))
                    }
                }
            }
            Kind::Variant(row) => self.row(row),
            Kind::Nil => "<>".to_owned(),
        }
    }

    fn row(&mut self, row: &Row) -> String {
        let row = self.types.row(row);
        let key = row_key(&row);
        let mut alias = None;
        if let Some(key) = key
            && let Some(RowName::Shared(name)) = self.rows.get(&key).cloned()
        {
            match name {
                Some(name) => return name,
                None => {
                    // The name is chosen before the contents, as for any variable.
                    let name = self.variable(key.0, key.1);
                    self.rows.insert(key, RowName::Shared(Some(name.clone())));
                    alias = Some(name);
                }
            }
        }
        let all_present = row.tags.iter().all(|(_, tag)| tag.present);
        let open = if !row.closed {
            "> "
        } else if all_present {
            " "
        } else {
            "< "
        };
        let tags: Vec<String> = row
            .tags
            .iter()
            .map(|(name, tag)| match &tag.arg {
                Some(arg) => format!("`{name} of {}", self.at(arg, Level::Tuple)),
                None => format!("`{name}"),
            })
            .collect();
        let mut text = format!("[{open}{}", tags.join(" | "));
        if row.closed && !all_present {
            let present: Vec<String> =
                row.tags.iter().filter(|(_, tag)| tag.present).map(|(name, _)| format!("`{name}")).collect();
            if !present.is_empty() {
                text.push_str(" > ");
                text.push_str(&present.join(" "));
            }
        }
        text.push_str(" ]");
        match alias {
            Some(name) => format!("({text} as {name})"),
            None => text,
        }
    }

    fn variable(&mut self, generic: bool, index: u32) -> String {
        if let Some(name) = self.names.get(&(generic, index)) {
            return name.clone();
        }
        let name = match &mut self.weak {
            Some(weak) if !generic => {
                *weak += 1;
                format!("'_weak{weak}")
            }
            _ => {
                let mut name = letter(self.next_letter);
                while self.used.contains(&name) {
                    self.next_letter += 1;
                    name = letter(self.next_letter);
                }
                name
            }
        };
        self.used.insert(name.clone());
        self.names.insert((generic, index), name.clone());
        name
    }

    /// Finds the rows that occur more than once.
    fn find_shared_rows(&mut self, ty: &Ty) {
        let fuel = self.fuel;
        self.count_rows(ty, 0);
        self.fuel = fuel;
    }

    fn count_rows(&mut self, ty: &Ty, depth: u32) {
        if self.fuel == 0 || depth > 1000 {
            return;
        }
        self.fuel -= 1;
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Var(_) | Kind::Generic(_) | Kind::Nil => {}
            Kind::Arrow(_, from, to) => {
                self.count_rows(from, depth + 1);
                self.count_rows(to, depth + 1);
            }
            Kind::Tuple(parts) | Kind::Con(_, parts) => {
                parts.iter().for_each(|part| self.count_rows(part, depth + 1))
            }
            Kind::Variant(row) => {
                let row = self.types.row(row);
                if let Some(key) = row_key(&row) {
                    match self.rows.get(&key) {
                        None => self.rows.insert(key, RowName::Once),
                        Some(RowName::Once) => {
                            self.rows.insert(key, RowName::Shared(None));
                            return;
                        }
                        Some(_) => return,
                    };
                }
                for (_, tag) in &row.tags {
                    if let Some(arg) = &tag.arg {
                        self.count_rows(arg, depth + 1);
                    }
                }
            }
        }
    }
}

fn row_key(row: &Row) -> Option<(bool, u32)> {
    match &*row.more {
        Kind::Var(var) => Some((false, *var)),
        Kind::Generic(index) => Some((true, *index)),
        _ => None,
    }
}

fn parenthesize(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

/// `'a`, ..., `'z`, `'a1`, ...
pub fn letter(number: usize) -> String {
    let letter = (b'a' + (number % 26) as u8) as char;
    match number / 26 {
        0 => format!("'{letter}"),
        round => format!("'{letter}{round}"),
    }
}
