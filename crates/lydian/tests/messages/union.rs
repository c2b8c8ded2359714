//! A union has no constructors to enumerate.

use lydian::Enumerate;

#[derive(Enumerate)]
union Bits {
    float: f32,
    word: u32,
}

fn main() {}
