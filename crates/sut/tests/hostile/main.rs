//! Hostile programs: `ends` are those that take too much or will not end, `attempts` those that want to get somewhere.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod attempts;
mod ends;
#[path = "../support/mod.rs"]
mod support;
