//! Project chores: ci, tidy, docs.
fn main() {}
