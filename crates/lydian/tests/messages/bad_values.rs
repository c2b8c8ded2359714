//! Weights, ranges and combinations that make no sense are refused.

use lydian::Enumerate;

#[derive(Enumerate)]
#[lydian(weight = 1000)]
struct Heavy;

#[derive(Enumerate)]
struct Range {
    #[lydian(range(15))]
    channel: u8,
}

#[derive(Enumerate)]
struct Both {
    #[lydian(range(0..3), skip)]
    channel: u8,
}

#[derive(Enumerate)]
struct Nothing {
    #[lydian(skip, max = 3)]
    channel: Vec<u8>,
}

fn main() {}
