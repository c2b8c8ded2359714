//! Arguments by reference that cannot be lent.

#[lydian::property]
fn mixed(left: &u8, right: u8) -> bool {
    *left <= right
}

#[lydian::property]
fn text(text: &str) -> bool {
    text.is_empty()
}

#[lydian::property]
fn changing(list: &mut Vec<u8>) -> bool {
    list.is_empty()
}

fn main() {}
