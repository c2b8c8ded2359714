//! Constructors by name.
//! A constructor is the pair (path of its type, its own name), interned once for the process, so that a value made by
//! one program means the same in another that declares the same type: a reference and a submission share inputs.
//! Tuples, records, references and exceptions are constructors too. Order and arity are the program's business
//! (`TypeTable`), not the constructor's.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, RwLock};

/// An interned constructor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConId(u32);

/// The predefined constructors, in the order of their numbers.
const PREDEFINED: &[(&str, &str)] = &[
    ("*", "tuple"),
    ("list", "[]"),
    ("list", "::"),
    ("option", "None"),
    ("option", "Some"),
    ("ref", "ref"),
    ("exn", "Match_failure"),
    ("exn", "Division_by_zero"),
    ("exn", "Not_found"),
    ("exn", "Failure"),
    ("exn", "Invalid_argument"),
    ("exn", "Stack_overflow"),
    ("exn", "Out_of_memory"),
    ("exn", "Assert_failure"),
    ("exn", "End_of_file"),
    ("exn", "Sys_error"),
    ("exn", "Sys_blocked_io"),
    ("exn", "Undefined_recursive_module"),
    ("exn", "CamlinternalLazy.Undefined"),
    ("exn", "Stdlib.Exit"),
];

impl ConId {
    /// Every tuple.
    pub const TUPLE: ConId = ConId(0);
    /// The empty list.
    pub const NIL: ConId = ConId(1);
    /// A list of a head and a tail.
    pub const CONS: ConId = ConId(2);
    /// `None`.
    pub const NONE: ConId = ConId(3);
    /// `Some x`.
    pub const SOME: ConId = ConId(4);
    /// A reference cell.
    pub const REF: ConId = ConId(5);
    /// No pattern matched; carries (file, line, column).
    pub const MATCH_FAILURE: ConId = ConId(6);
    /// Division by zero.
    pub const DIVISION_BY_ZERO: ConId = ConId(7);
    /// Something looked for was not there.
    pub const NOT_FOUND: ConId = ConId(8);
    /// `Failure message`.
    pub const FAILURE: ConId = ConId(9);
    /// `Invalid_argument message`.
    pub const INVALID_ARGUMENT: ConId = ConId(10);
    /// The stack is full.
    pub const STACK_OVERFLOW: ConId = ConId(11);
    /// The memory is full.
    pub const OUT_OF_MEMORY: ConId = ConId(12);
    /// An assertion does not hold; carries (file, line, column).
    pub const ASSERT_FAILURE: ConId = ConId(13);
    /// Input has ended.
    pub const END_OF_FILE: ConId = ConId(14);
    /// The operating system refused.
    pub const SYS_ERROR: ConId = ConId(15);
    /// A lazy value needs itself.
    pub const LAZY_UNDEFINED: ConId = ConId(18);
    /// `Exit`.
    pub const EXIT: ConId = ConId(19);

    /// The constructor `name` of the type `type_path`, the same number for the same pair.
    ///
    /// ```
    /// use lydian_core::ConId;
    /// assert_eq!(ConId::intern("tree", "Leaf"), ConId::intern("tree", "Leaf"));
    /// assert_ne!(ConId::intern("tree", "Leaf"), ConId::intern("bush", "Leaf"));
    /// assert_eq!(ConId::intern("list", "::"), ConId::CONS);
    /// ```
    pub fn intern(type_path: &str, name: &str) -> ConId {
        if let Some(known) = read().numbers.get(&(type_path, name)) {
            return *known;
        }
        let mut table = TABLE.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = table.numbers.get(&(type_path, name)) {
            return *known;
        }
        // The table lives as long as the process, so its strings may too.
        let pair: (&'static str, &'static str) =
            (Box::leak(type_path.to_owned().into_boxed_str()), Box::leak(name.to_owned().into_boxed_str()));
        table.add(pair)
    }

    /// The exception by which a property says that it is not about an input: `Lydian.Rejected`.
    pub fn rejected() -> ConId {
        ConId::intern("exn", "Stdlib.Lydian.Rejected")
    }

    /// Its own name, such as `Node` or `::`.
    pub fn name(self) -> &'static str {
        read().pairs[self.0 as usize].1
    }

    /// The path of the type it belongs to, such as `tree` or `exn`.
    pub fn type_path(self) -> &'static str {
        read().pairs[self.0 as usize].0
    }

    /// Whether it builds an exception.
    pub fn is_exception(self) -> bool {
        self.type_path() == "exn"
    }

    /// Its number, dense from zero; stable only within a process.
    pub fn index(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for ConId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.type_path(), self.name())
    }
}

struct Table {
    numbers: HashMap<(&'static str, &'static str), ConId>,
    pairs: Vec<(&'static str, &'static str)>,
}

impl Table {
    fn add(&mut self, pair: (&'static str, &'static str)) -> ConId {
        let id = ConId(self.pairs.len() as u32);
        self.pairs.push(pair);
        self.numbers.insert(pair, id);
        id
    }
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    let mut table = Table { numbers: HashMap::new(), pairs: Vec::new() };
    for pair in PREDEFINED {
        table.add(*pair);
    }
    RwLock::new(table)
});

fn read() -> std::sync::RwLockReadGuard<'static, Table> {
    TABLE.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_numbers_match_their_names() {
        assert_eq!(ConId::EXIT.name(), "Stdlib.Exit");
        assert_eq!(ConId::LAZY_UNDEFINED.name(), "CamlinternalLazy.Undefined");
        assert_eq!(ConId::SYS_ERROR.name(), "Sys_error");
        assert!(ConId::FAILURE.is_exception());
    }
}
