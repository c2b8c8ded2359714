//! Primitives on integers beyond the operations that have code of their own.

use super::Builtin;
use crate::arithmetic;

pub(super) const TABLE: &[Builtin] =
    &[Builtin { name: "int_neg", arity: 1, run: |world, args| arithmetic::neg(world, &args[0]) }];
