//! Hash tables as expressions that make them.
//! In: the bindings in the order in which they were added. Out: `Hashtbl.of_seq (List.to_seq [...])` where no key can be there twice, since
//! `of_seq` replaces; otherwise one `Hashtbl.add` after the other, by which a binding hides an older one of its key.

use std::cmp::Ordering;

use lydian_core::{ConId, Datum, TypeTable};

use super::show_argument;

/// The name of what makes a table of its bindings: no constructor of a program begins with a small letter.
pub const BINDINGS: &str = "of_bindings";

/// How the modules are called that a table is made with.
#[derive(Debug, Clone)]
pub(crate) struct TableModules {
    /// That of tables.
    pub(crate) table: String,
    /// That of lists.
    pub(crate) list: String,
    /// Whether equal keys are those that `=` finds equal: a module of `Hashtbl.Make` has an equality of its own.
    pub(crate) is_of_library: bool,
}

/// A table as an expression.
pub(crate) fn show_table(modules: &TableModules, bindings: &Datum, types: &TypeTable) -> String {
    let TableModules { table, list, is_of_library } = modules;
    let pairs = pairs_of(bindings);
    let keys: Vec<&Datum> = pairs.iter().flatten().filter_map(|pair| pair.first()).collect();
    let is_new = |(position, key): (usize, &&Datum)| {
        keys[..position].iter().all(|earlier| *is_of_library && differ_surely(earlier, key))
    };
    let Some(pairs) = pairs.filter(|_| !keys.iter().enumerate().all(is_new)) else {
        return format!("{table}.of_seq ({list}.to_seq {})", show_argument(bindings, types));
    };
    let add = |pair: &[Datum]| {
        let parts: Vec<String> = pair.iter().map(|part| show_argument(part, types)).collect();
        format!("{table}.add made {}; ", parts.join(" "))
    };
    let adds: String = pairs.into_iter().map(add).collect();
    format!("(let made = {table}.create {BUCKETS} in {adds}made)")
}

/// As many as `of_seq` begins with, so that a table made in one way or the other is gone through in the same order.
const BUCKETS: u32 = 16;

/// The parts of each binding in a list; nothing if not all of it is known.
fn pairs_of(bindings: &Datum) -> Option<Vec<&[Datum]>> {
    let (mut pairs, mut rest) = (Vec::new(), bindings);
    while let Datum::Construct(con, _, parts) = rest {
        let [Datum::Construct(_, _, pair), tail] = &parts[..] else {
            return (*con == ConId::NIL).then_some(pairs);
        };
        pairs.push(&pair[..]);
        rest = tail;
    }
    None
}

/// Whether two keys are different whatever stands behind their text; numbers that `=` may find equal, functions and values that operations
/// make are not.
fn differ_surely(one: &Datum, other: &Datum) -> bool {
    match (one, other) {
        (Datum::Float(x), Datum::Float(y)) => x.partial_cmp(y).is_some_and(Ordering::is_ne),
        (Datum::Construct(x, _, own), Datum::Construct(y, _, others)) => {
            x != y || own.iter().zip(others).any(|(own, other)| differ_surely(own, other))
        }
        (Datum::Array(x), Datum::Array(y)) => {
            x.len() != y.len() || x.iter().zip(y).any(|(own, other)| differ_surely(own, other))
        }
        (Datum::Opaque(x), Datum::Opaque(y)) => is_number(x) && is_number(y) && x != y,
        (Datum::Opaque(_) | Datum::Function(_) | Datum::Lazy(_), _)
        | (_, Datum::Opaque(_) | Datum::Function(_) | Datum::Lazy(_)) => false,
        (one, other) => one != other,
    }
}

/// Whether a text is an integer with its letter, such as `7L`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).trim_end_matches(['l', 'L', 'n']);
    !digits.is_empty() && digits.chars().all(|char| char.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use lydian_core::Mutability;

    use super::*;

    fn shown(keys: &[Datum], is_of_library: bool) -> String {
        let modules = TableModules { table: "Hashtbl".into(), list: "List".into(), is_of_library };
        let numbered: Vec<Datum> = keys
            .iter()
            .enumerate()
            .map(|(index, key)| {
                let parts = vec![key.clone(), Datum::Int((index as i64 + 1).into())];
                Datum::Construct(ConId::TUPLE, Mutability::Immutable, parts)
            })
            .collect();
        show_table(&modules, &Datum::list(numbered), &TypeTable::default())
    }

    #[test]
    fn bindings_that_hide_each_other_are_added() {
        let key = |number: i64| Datum::Int(number.into());
        assert_eq!(shown(&[key(0), key(1)], true), "Hashtbl.of_seq (List.to_seq [(0, 1); (1, 2)])");
        let added = "(let made = Hashtbl.create 16 in Hashtbl.add made 0 1; Hashtbl.add made 0 2; made)";
        assert_eq!(shown(&[key(0), key(0)], true), added);
    }

    #[test]
    fn keys_that_may_be_equal_are_added() {
        let zeros = [Datum::Float(0.0), Datum::Float(-0.0)];
        assert!(shown(&zeros, true).contains("Hashtbl.add made 0. 1; Hashtbl.add made (-0.) 2"));
        assert!(shown(&[Datum::Int(0.into()), Datum::Int(2.into())], false).contains("add"));
        let made = |text: &str| Datum::Opaque(text.to_owned().into());
        assert!(shown(&[made("M.zero"), made("M.pred M.one")], true).contains("add made M.zero 1"));
        assert!(!shown(&[made("1L"), made("-1L")], true).contains("add"));
    }
}
