//! A property must give a truth value.

fn main() {
    let _ = lydian::Check::new().run(|x: u8| x + 1);
}
