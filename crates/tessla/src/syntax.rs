//! Reading: from text to the tree.

pub mod ast;
