//! A range needs integers.

use lydian::Enumerate;

#[derive(Enumerate)]
struct Word {
    #[lydian(range("a".to_owned().."b".to_owned()))]
    text: String,
}

fn main() {}
