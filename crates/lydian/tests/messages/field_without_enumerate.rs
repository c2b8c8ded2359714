//! A field whose type cannot be enumerated is named, with what to do.

use lydian::Enumerate;

struct Foreign;

#[derive(Enumerate)]
struct Outer {
    inner: Foreign,
}

fn main() {}
