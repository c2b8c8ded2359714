//! What a term looks like from outside: sorts, identifiers and the node kinds.
//! Nodes are made only by the constructors of [`crate::Terms`], which keep the canonical forms described here;
//! everybody else matches on them.

use std::sync::Arc;

use crate::{Int, RegexId};

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Strings of bytes; a character is a code from 0 to 255.
    Str,
}

/// A term in an arena. Equal ids mean equal terms; the order is that of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The place of the term in its arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of an arena; the order is that of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub(crate) u32);

impl VarId {
    /// The place of the variable in its arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a variable from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name it was given; names need not be unique.
    pub name: Box<str>,
    /// Its sort.
    pub sort: Sort,
    /// The smallest value of an integer variable, if there is one.
    pub lo: Option<Int>,
    /// The largest value of an integer variable, if there is one.
    pub hi: Option<Int>,
}

/// One node of a term. All operations are total, so that every term has a value in every model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A variable.
    Var(VarId),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A string.
    Str(Arc<[u8]>),

    /// A linear sum: the parts by ascending term, no coefficient zero, plus a constant.
    /// Never a mere constant, nor one part with coefficient 1 and constant 0.
    Sum(Box<[(Int, TermId)]>, Int),
    /// A product of two or more non-constant factors, in ascending order.
    Product(Box<[TermId]>),
    /// The quotient rounded towards zero; zero if the divisor is zero.
    TDiv(TermId, TermId),
    /// The remainder of the quotient rounded towards zero; the dividend if the divisor is zero.
    TMod(TermId, TermId),
    /// The quotient rounded down; zero if the divisor is zero.
    FloorDiv(TermId, TermId),
    /// The remainder of the quotient rounded down; the dividend if the divisor is zero.
    FloorMod(TermId, TermId),
    /// What the lowest bits denote in two's complement.
    Wrap(u32, TermId),
    /// The second term if the first is true, else the third; of any sort.
    Ite(TermId, TermId, TermId),

    /// The first term, which has no constant summand, equals the constant.
    IntEq(TermId, Int),
    /// The first term, which has no constant summand, is at most the constant. Its negation has the same form.
    IntLe(TermId, Int),
    /// Two strings or two truth values are equal; the smaller term comes first.
    Same(TermId, TermId),
    /// Negation; never of a negation, a constant or an `IntLe`.
    Not(TermId),
    /// Conjunction of two or more terms in ascending order. Disjunction is a negated conjunction of negations.
    And(Box<[TermId]>),

    /// The first string comes before the second in the bytewise order.
    StrLt(TermId, TermId),
    /// The strings one after the other; two or more, no two neighbours constant.
    Concat(Box<[TermId]>),
    /// The length of a string.
    Len(TermId),
    /// The code of the character at a position; -1 outside of the string.
    CodeAt(TermId, TermId),
    /// From a position, that many characters, fewer if the string ends; empty if the position is outside.
    Substr(TermId, TermId, TermId),
    /// The first position, from the third term on, at which the second string occurs in the first; -1 if none.
    IndexOf(TermId, TermId, TermId),
    /// The first string contains the second.
    Contains(TermId, TermId),
    /// The first string is a prefix of the second.
    PrefixOf(TermId, TermId),
    /// The first string is a suffix of the second.
    SuffixOf(TermId, TermId),
    /// The string of one character with that code; empty if the code is not in 0 to 255.
    FromCode(TermId),
    /// An integer in decimal digits, with a minus sign if it is negative.
    FromInt(TermId),
    /// The number that a non-empty string of decimal digits denotes; -1 for any other string.
    ToInt(TermId),
    /// The whole string matches the regular expression.
    InRegex(TermId, RegexId),
}

impl Node {
    /// Calls the function for every term directly below this node, from left to right.
    pub fn for_each_child(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Node::Var(_) | Node::Bool(_) | Node::Int(_) | Node::Str(_) => {}
            Node::Sum(parts, _) => parts.iter().for_each(|(_, part)| visit(*part)),
            Node::Product(parts) | Node::And(parts) | Node::Concat(parts) => {
                parts.iter().for_each(|part| visit(*part))
            }
            Node::Wrap(_, a) | Node::IntEq(a, _) | Node::IntLe(a, _) | Node::Not(a) | Node::Len(a) => {
                visit(*a)
            }
            Node::FromInt(a) | Node::ToInt(a) | Node::FromCode(a) | Node::InRegex(a, _) => visit(*a),
            Node::TDiv(a, b) | Node::TMod(a, b) | Node::FloorDiv(a, b) | Node::FloorMod(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Same(a, b) | Node::StrLt(a, b) | Node::CodeAt(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Contains(a, b) | Node::PrefixOf(a, b) | Node::SuffixOf(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Ite(a, b, c) | Node::Substr(a, b, c) | Node::IndexOf(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
        }
    }
}
