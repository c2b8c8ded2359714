//! The layers in front of Z3, in the order in which a question passes them.

pub(crate) mod constants;
pub(crate) mod literals;
pub(crate) mod memory;
pub(crate) mod products;
pub(crate) mod small_world;
pub(crate) mod split;
pub(crate) mod tighten;
