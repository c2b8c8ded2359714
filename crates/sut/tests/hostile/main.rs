//! Hostile programs: `ends` are those that take too much or will not end, `memory` those that take what no limit
//! of a process counts, `attempts` those that want to get somewhere.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod attempts;
mod ends;
mod memory;
#[path = "../support/mod.rs"]
mod support;
