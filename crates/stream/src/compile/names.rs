//! Names in generated code, near to those of the specification.

/// Words that mean something else in Rust or C, or are taken by the monitor itself.
const TAKEN: &[&str] = &[
    "advance", "finish", "new", "now", "step", "as", "async", "auto", "await", "bool", "box", "break",
    "case", "char", "const", "continue", "crate", "default", "do", "double", "dyn", "else", "enum", "extern",
    "false", "float", "fn", "for", "gen", "goto", "if", "impl", "in", "inline", "int", "let", "long", "loop",
    "match", "mod", "move", "mut", "pub", "ref", "register", "restrict", "return", "self", "short", "signed",
    "sizeof", "static", "struct", "super", "switch", "trait", "true", "try", "type", "typedef", "union",
    "unsafe", "unsigned", "use", "void", "volatile", "where", "while", "yield", "abstract", "become", "do",
    "final", "macro", "override", "priv", "typeof", "unsized", "virtual", "main", "context", "start", "size",
];

/// An identifier for each name, all different.
pub(super) fn identifiers<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for name in names {
        let mut text: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            text.insert_str(0, "s_");
        }
        text.truncate(60);
        if TAKEN.contains(&&*text) {
            text.push('_');
        }
        let mut candidate = text.clone();
        let mut number = 2;
        while made.contains(&candidate) {
            candidate = format!("{text}_{number}");
            number += 1;
        }
        made.push(candidate);
    }
    made
}

/// A text as a literal of Rust.
pub(super) fn literal(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_differ_and_are_no_keywords() {
        let names = ["x", "X", "type", "größe", "_1", "x"];
        let made = identifiers(names.into_iter());
        assert_eq!(made, ["x", "x_2", "type_", "gr__e", "s__1", "x_3"]);
    }
}
