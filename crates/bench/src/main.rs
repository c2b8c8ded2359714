//! Benchmarks that compare in one run.
fn main() {}
