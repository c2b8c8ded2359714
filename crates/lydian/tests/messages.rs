//! What the compiler says about wrong uses of the macros: each file under `messages` is held to the text beside it.
//! `TRYBUILD=overwrite` writes the texts anew.

#[test]
fn mistakes_are_told_at_their_place_with_what_to_do() {
    trybuild::TestCases::new().compile_fail("tests/messages/*.rs");
}
