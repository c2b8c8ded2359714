//! Names that were perhaps meant.

use std::sync::Arc;

/// The name that is nearest to a misspelt one, if any is near.
pub(crate) fn nearest(name: &str, others: &[Arc<str>]) -> Option<Arc<str>> {
    let limit = 1 + name.chars().count() / 4;
    others
        .iter()
        .filter(|other| other.len().abs_diff(name.len()) <= limit)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| (1..=limit).contains(distance))
        .min_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.cmp(y)))
        .map(|(_, other)| other.clone())
}

/// How many characters must be changed, added or removed; a letter's case counts for nothing but itself.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_too_few_is_near() {
        let names: Vec<Arc<str>> = vec!["counter".into(), "timer".into()];
        assert_eq!(nearest("conter", &names).as_deref(), Some("counter"));
        assert_eq!(nearest("wire", &names), None);
    }
}
