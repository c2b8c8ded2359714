//! Mutants: programs with one small change, by replacing text.
//! In: a source and the names of definitions. Out: one replacement for each place and change inside of these definitions and
//! of all that they use, in the order of the source. Types stay as they are. The usual changes are not type-checked: a mutant
//! that cannot be loaded is for the caller to drop. The wider ones take any term for another, so only what loads is given.

mod arms;
mod changes;
pub(crate) mod definitions;
pub(crate) mod walk;
mod wider;

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::syntax;
use changes::Changes;

/// What sort of change a mutant has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MutantKind {
    /// An integer is another one.
    Integer,
    /// A text is another one.
    Text,
    /// A comparison is another one.
    Comparison,
    /// An operation on numbers is another one.
    Arithmetic,
    /// `&&` and `||` are exchanged.
    Logic,
    /// The condition of an `if` or a `when` is negated.
    Negation,
    /// The condition of an `if` or a `when` is always true, or always false.
    Settled,
    /// A constant constructor is another one of its type.
    Constructor,
    /// A result is `None` or `[]`.
    Refusal,
    /// An arm of a `match` is gone; a later one takes what it took.
    ArmRemoved,
    /// An arm of a `match` gives what the next one gives.
    ArmBody,
    /// A character is another one.
    Character,
    /// A number with a fraction is another one.
    Float,
    /// One of two conditions joined by `&&` or `||` is gone.
    ConditionDropped,
    /// The branches of an `if` are exchanged.
    Branches,
    /// Two arguments that stand side by side are exchanged, or the operands of an operator.
    Arguments,
    /// A call is one of its arguments.
    Call,
    /// A statement of a sequence is gone.
    Statement,
    /// A local variable is another one.
    Variable,
    /// Two arms of a `match` that stand side by side are exchanged.
    ArmOrder,
    /// An element is put at the other end of a list.
    ListEnd,
    /// A list is folded from the other side.
    Fold,
}

impl MutantKind {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            MutantKind::Integer => "integer",
            MutantKind::Text => "text",
            MutantKind::Comparison => "comparison",
            MutantKind::Arithmetic => "arithmetic",
            MutantKind::Logic => "logic",
            MutantKind::Negation => "negation",
            MutantKind::Settled => "condition",
            MutantKind::Constructor => "constructor",
            MutantKind::Refusal => "refusal",
            MutantKind::ArmRemoved => "arm",
            MutantKind::ArmBody => "arm-body",
            MutantKind::Character => "character",
            MutantKind::Float => "float",
            MutantKind::ConditionDropped => "condition-dropped",
            MutantKind::Branches => "branches",
            MutantKind::Arguments => "arguments",
            MutantKind::Call => "call",
            MutantKind::Statement => "statement",
            MutantKind::Variable => "variable",
            MutantKind::ArmOrder => "arm-order",
            MutantKind::ListEnd => "list-end",
            MutantKind::Fold => "fold",
        }
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// What sort of change it is.
    pub kind: MutantKind,
    /// The bytes that are replaced.
    pub span: Range<usize>,
    /// What stands there instead.
    pub replacement: String,
    /// The change in words.
    pub description: String,
}

/// All changes inside of the top-level definitions with these names and of all definitions that they use.
///
/// ```
/// let source = lydian_diagnostic::Source::new("max.ml", "let max a b = if a > b then a else b");
/// let mutants = lydian_ocaml::mutants(&source, &["max"]);
/// assert_eq!(mutants[0].description, "the condition `a > b` is negated");
/// let changed = lydian_ocaml::apply_mutant(&source, &mutants[0]);
/// assert_eq!(changed.text, "let max a b = if not (a > b) then a else b");
/// ```
pub fn mutants(source: &Arc<Source>, within: &[&str]) -> Vec<Mutant> {
    let (structure, _) = syntax::parse(source);
    let mut changes = Changes::new(source, &structure);
    for value in definitions::needed(&structure, within) {
        changes.refusals(value);
        changes.expr(value);
    }
    in_order(changes.found)
}

/// The same, and many more changes: whatever takes one term for another and still has a type. Only programs that load are given.
///
/// ```
/// let source = lydian_diagnostic::Source::new("append.ml", "let both x y = x ^ y");
/// let mutants = lydian_ocaml::wide_mutants(&source, &["both"]);
/// let texts: Vec<String> =
///     mutants.iter().map(|mutant| lydian_ocaml::apply_mutant(&source, mutant).text.clone()).collect();
/// assert_eq!(texts[0], "let both x y = y ^ y");
/// assert_eq!(texts[1], "let both x y = (y ^ x)");
/// ```
pub fn wide_mutants(source: &Arc<Source>, within: &[&str]) -> Vec<Mutant> {
    let (structure, _) = syntax::parse(source);
    let mut changes = Changes::new(source, &structure);
    for value in definitions::needed(&structure, within) {
        changes.refusals(value);
        changes.expr(value);
        changes.wider(value);
    }
    let mut found = in_order(changes.found);
    found.retain(|mutant| crate::load(&apply_mutant(source, mutant)).0.is_some());
    found
}

/// Those of the usual and the wider changes that are of some kinds. None of them is type-checked: a definition may need others that
/// are not in the source.
///
/// ```
/// use lydian_ocaml::{MutantKind, mutants_of};
/// let source = lydian_diagnostic::Source::new("vowel.ml", "let is_vowel c = c = 'a' || c = 'e'");
/// let mutants = mutants_of(&source, &["is_vowel"], &[MutantKind::ConditionDropped]);
/// assert_eq!(mutants[0].description, "`c = 'a' || c = 'e'` becomes `(c = 'a')`");
/// ```
pub fn mutants_of(source: &Arc<Source>, within: &[&str], kinds: &[MutantKind]) -> Vec<Mutant> {
    let (structure, _) = syntax::parse(source);
    let mut changes = Changes::new(source, &structure);
    for value in definitions::needed(&structure, within) {
        changes.expr(value);
        changes.wider(value);
    }
    changes.found.retain(|mutant| kinds.contains(&mutant.kind));
    in_order(changes.found)
}

fn in_order(mut found: Vec<Mutant>) -> Vec<Mutant> {
    let key = |mutant: &Mutant| (mutant.span.start, mutant.span.end, mutant.kind, mutant.replacement.clone());
    found.sort_by_cached_key(key);
    found.dedup_by(|second, first| second.span == first.span && second.replacement == first.replacement);
    found
}

/// The source with a change.
pub fn apply_mutant(source: &Arc<Source>, mutant: &Mutant) -> Arc<Source> {
    let text = &source.text;
    let (Some(before), Some(after)) = (text.get(..mutant.span.start), text.get(mutant.span.end..)) else {
        return source.clone();
    };
    Source::new(source.name.clone(), format!("{before}{}{after}", mutant.replacement))
}

/// A piece of source on one line, not too long.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.chars().count() > most {
            let kept: String = line.chars().take(most.saturating_sub(3)).collect();
            return format!("{}...", kept.trim_end());
        }
    }
    line
}

#[cfg(test)]
mod tests;
