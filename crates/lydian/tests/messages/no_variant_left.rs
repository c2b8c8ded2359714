//! A type all of whose variants are skipped has no values.

use lydian::Enumerate;

#[derive(Enumerate)]
enum Shape {
    #[lydian(skip)]
    Circle,
    #[lydian(skip)]
    Square,
}

fn main() {}
