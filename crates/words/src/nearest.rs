//! The name that was perhaps meant.

/// The name that is a slip or two away from a misspelt one; of several equally near ones the first in the alphabet.
///
/// ```
/// assert_eq!(lydian_words::nearest("lenght", ["length", "filter"]), Some("length"));
/// assert_eq!(lydian_words::nearest("banana", ["length", "filter"]), None);
/// ```
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    // In a short name every slip makes another word.
    let allowed = match length {
        0..=2 => 0,
        3..=4 => 1,
        _ => (1 + length / 4).clamp(2, 3),
    };
    let near = names.into_iter().map(|other| (slips(name, other, allowed), other));
    near.filter(|(slips, _)| *slips <= allowed).min().map(|(_, other)| other)
}

/// The number of insertions, deletions, changes and swaps of neighbours between two names, as far as `limit` + 1.
fn slips(left: &str, right: &str, limit: usize) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len().abs_diff(right.len()) > limit || left.len() > 200 {
        return limit + 1;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=right.len()).collect()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let change = usize::from(left[i - 1] != right[j - 1]);
            let mut best = (rows[i - 1][j - 1] + change).min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_near_and_another_word_is_not() {
        let names = ["length", "filter", "map", "counter", "unbound-value"];
        let nearest = |name| nearest(name, names);
        assert_eq!(nearest("conter"), Some("counter"));
        assert_eq!(nearest("unbund-value"), Some("unbound-value"));
        assert_eq!(nearest("mpa"), Some("map"));
        assert_eq!(nearest("fold"), None);
        assert_eq!(nearest("wire"), None);
        assert_eq!(nearest("ma"), None);
        assert_eq!(nearest(""), None);
    }
}
