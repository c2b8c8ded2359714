//! Attributes on the wrong kind of item are told where they belong.

use lydian::Enumerate;

#[derive(Enumerate)]
enum Shape {
    #[lydian(max = 3)]
    Circle(u8),
}

#[derive(Enumerate)]
struct Heavy {
    #[lydian(weight = 3)]
    weight: u8,
}

#[derive(Enumerate)]
#[lydian(skip)]
struct Skipped;

#[derive(Enumerate)]
#[lydian(weight = 2)]
enum Whole {
    Part,
}

fn main() {}
