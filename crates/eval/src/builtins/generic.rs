//! Primitives on values of any type: comparison and what belongs to it.

use super::Builtin;
use crate::equality;

pub(super) const TABLE: &[Builtin] =
    &[Builtin { name: "compare", arity: 2, run: |world, args| equality::compare(world, &args[0], &args[1]) }];
