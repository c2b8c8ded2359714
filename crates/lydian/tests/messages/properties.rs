//! Functions that cannot be properties are told why.

#[lydian::property]
fn no_arguments() -> bool {
    true
}

#[lydian::property]
fn generic<T>(x: T) -> bool {
    true
}

#[lydian::property(test = 3)]
fn unknown_setting(x: u8) -> bool {
    true
}

#[lydian::property]
fn seven(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> bool {
    true
}

#[lydian::property(executor = lydian::block_on)]
fn not_async(x: u8) -> bool {
    true
}

fn main() {}
