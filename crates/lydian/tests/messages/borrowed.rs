//! Values are made from nothing, so they cannot borrow.

use lydian::Enumerate;

#[derive(Enumerate)]
struct Name<'a>(&'a str);

fn main() {}
