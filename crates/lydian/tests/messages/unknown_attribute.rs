//! An attribute that is not known is told at its place, with those that are.

use lydian::Enumerate;

#[derive(Enumerate)]
struct Reading {
    #[lydian(rnage(0..=15))]
    channel: u8,
}

#[derive(Enumerate)]
enum Shape {
    #[lydian(wieght = 3)]
    Circle,
}

fn main() {}
