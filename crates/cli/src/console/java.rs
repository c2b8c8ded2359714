//! What a source file in Java says of itself: its package, its types, and which of them can be started.
//! In: the text. Out: the name that the file must have for `javac`, and the class to give to `java`. Comments and texts are
//! passed over; what is no Java leads to no names, and the compiler says what is wrong.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use crate::submitted;

/// More than this is no program that anybody hands in.
const MOST_BYTES: u64 = 4 << 20;

/// The outline of a file that is a source in Java by its name.
pub(super) fn outline(path: &Path) -> Option<Outline> {
    if path.extension() != Some(OsStr::new("java")) {
        return None;
    }
    let mut bytes = Vec::new();
    submitted::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(Outline::of(&String::from_utf8_lossy(&bytes)))
}

/// What stands at the top of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    package: Option<String>,
    types: Vec<Type>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Type {
    name: String,
    is_public: bool,
    has_main: bool,
}

impl Outline {
    /// The outline of a file.
    pub(super) fn of(text: &str) -> Outline {
        let mut outline = Outline::default();
        let words = words(text);
        let (mut depth, mut is_public) = (0_usize, false);
        let mut words = words.iter().map(String::as_str).peekable();
        let (mut before, mut in_package) = ("", false);
        while let Some(word) = words.next() {
            match (depth, word) {
                (_, "{") => depth += 1,
                (_, "}") => depth = depth.saturating_sub(1),
                (0, ";") => in_package = false,
                (0, "package") => in_package = true,
                (0, part) if in_package => outline.package.get_or_insert_default().push_str(part),
                (0, "public") => is_public = true,
                (0, "class" | "interface" | "enum" | "record") => {
                    if let Some(name) = words.next() {
                        outline.types.push(Type { name: name.to_owned(), is_public, has_main: false });
                    }
                    is_public = false;
                }
                (1, "main") if before == "void" && words.peek() == Some(&"(") => {
                    if let Some(last) = outline.types.last_mut() {
                        last.has_main = true;
                    }
                }
                _ => {}
            }
            before = word;
        }
        outline
    }

    /// The name that the file must have, as far as that matters: that of its public type.
    pub(super) fn file_name(&self) -> Option<String> {
        let public = self.types.iter().find(|one| one.is_public)?;
        Some(format!("{}.java", public.name))
    }

    /// The class that is started, with its package: one with `main`, rather the public one or the one that is called like the file.
    pub(super) fn class(&self, stem: &str) -> Option<String> {
        let rank = |one: &&Type| (one.has_main, one.is_public, one.name == stem);
        let best = self.types.iter().map(|one| rank(&one)).max()?;
        let class = self.types.iter().find(|one| rank(one) == best)?;
        let package = self.package.as_ref().map(|package| format!("{package}."));
        Some(package.unwrap_or_default() + &class.name)
    }
}

/// Names and signs, without comments and what is in quotes.
fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            block.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if first == '"' || first == '\'' {
            quoted(rest, first)
        } else if is_part(first) {
            let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            found.push(rest[..length].to_owned());
            length
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The length of what is in quotes; it ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return place,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return place + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str, stem: &str) -> (Option<String>, Option<String>) {
        let outline = Outline::of(text);
        (outline.file_name(), outline.class(stem))
    }

    fn names(file: Option<&str>, class: Option<&str>) -> (Option<String>, Option<String>) {
        (file.map(str::to_owned), class.map(str::to_owned))
    }

    #[test]
    fn the_class_with_main_is_started_in_its_package() {
        let main = "public static void main(String[] args) { }";
        let text = format!(
            "package a.b;\n// class No {{ {main} }}\nclass Help {{}}\npublic class Task {{ {main} }}"
        );
        assert_eq!(both(&text, "abc"), names(Some("Task.java"), Some("a.b.Task")));
        let text = format!(
            "import java.util.*; class A {{ String s = \"}}{{\"; }} class B {{ char c = '\"'; {main} }}"
        );
        assert_eq!(both(&text, "A"), names(None, Some("B")));
        let text = format!("class A {{ {main} }} class B {{ {main} }}");
        assert_eq!(both(&text, "B"), names(None, Some("B")));
        assert_eq!(both(&text, "C"), names(None, Some("A")));
    }

    #[test]
    fn a_file_without_main_still_has_a_class() {
        assert_eq!(both("record P(int x) {} public enum E { A }", "x"), names(Some("E.java"), Some("E")));
        assert_eq!(
            both("class A { class In { public static void main(String[] a) {} } }", "In"),
            names(None, Some("A"))
        );
        assert_eq!(both("/* class", "A"), names(None, None));
        assert_eq!(both("String s = \"\"\"\n class B { \"\"\"; class A {}", "x"), names(None, Some("A")));
    }
}
