//! Lists in OCaml's notation: those of the library, and those of types that declare `::` themselves.
//! In: the parts of a `::`. Out: `[1; 2]` where the list ends with the `[]` of its own type, else `1 :: 2 :: Nil`; a type of
//! a module is opened around it, as in `L.[1; 2]`.

use lydian_core::{ConId, Datum, TypeTable};

use super::Binding;

/// Writes `parts`, the head and the tail of a `::` that `con` is.
pub(super) fn write(out: &mut String, con: ConId, parts: &[Datum], types: &TypeTable, binding: Binding) {
    let module = con.type_path().rsplit_once('.').map(|(module, _)| module);
    let mut elements = Vec::new();
    let mut rest = parts;
    let end = loop {
        let [head, tail] = rest else { break None };
        elements.push(head);
        match tail {
            Datum::Construct(next, _, parts) if *next == con => rest = parts,
            Datum::Construct(end, _, parts) if is_empty_list(*end, con) && parts.is_empty() => break None,
            other => break Some(other),
        }
    };
    if let Some(module) = module {
        out.push_str(module);
        out.push('.');
    }
    let Some(end) = end else { return write_brackets(out, &elements, types) };
    let binding = if module.is_some() { Binding::Argument } else { binding };
    super::parenthesised(out, binding, |out| {
        for element in elements {
            super::write(out, element, types, Binding::Argument);
            out.push_str(" :: ");
        }
        super::write(out, end, types, Binding::Argument);
    });
}

/// Whether a constructor is the `[]` of the type that `cons` belongs to.
fn is_empty_list(con: ConId, cons: ConId) -> bool {
    con.name() == "[]" && con.type_path() == cons.type_path()
}

fn write_brackets(out: &mut String, elements: &[&Datum], types: &TypeTable) {
    out.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push_str("; ");
        }
        let binding = if matches!(element, Datum::Function(_)) { Binding::Argument } else { Binding::Loose };
        super::write(out, element, types, binding);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{show, show_argument};
    use lydian_core::Mutability;

    fn cons(path: &str, head: i64, tail: Datum) -> Datum {
        let con = ConId::intern(path, "::");
        Datum::Construct(con, Mutability::Immutable, vec![Datum::Int(head.into()), tail])
    }

    fn constant(path: &str, name: &str) -> Datum {
        Datum::Construct(ConId::intern(path, name), Mutability::Immutable, vec![])
    }

    #[test]
    fn a_list_type_of_ones_own_reads_as_a_list() {
        let types = TypeTable::default();
        let own = |path: &str| cons(path, 1, cons(path, -2, constant(path, "[]")));
        assert_eq!(show(&own("list/2"), &types), "[1; -2]");
        assert_eq!(show_argument(&own("L.t"), &types), "L.[1; -2]");
        assert_eq!(show(&constant("L.t", "[]"), &types), "L.[]");
    }

    #[test]
    fn another_end_is_joined_by_its_operator() {
        let types = TypeTable::default();
        assert_eq!(show(&cons("t", 1, constant("t", "Nil")), &types), "1 :: Nil");
        assert_eq!(show_argument(&cons("t", -1, constant("t", "Nil")), &types), "((-1) :: Nil)");
        assert_eq!(show(&cons("L.t", 1, constant("L.t", "Nil")), &types), "L.(1 :: L.Nil)");
    }

    #[test]
    fn a_cons_of_another_width_is_a_prefix() {
        let con = ConId::intern("t", "::");
        let one = Datum::Construct(con, Mutability::Immutable, vec![Datum::Int(1.into())]);
        assert_eq!(show(&one, &TypeTable::default()), "(::) 1");
    }
}
