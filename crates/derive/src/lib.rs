//! The macros of the crate `lydian`: `#[derive(Enumerate)]` and `#[property]`.
//!
//! In: an item. Out: an implementation or a test that names everything by its path from the crate `lydian`, or a compile error
//! at the token that is wrong. Use them through that crate.

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemFn, parse_macro_input};

mod attributes;
mod enumerate;
mod property;

/// Enumerates the values of a struct or enum by size.
///
/// A struct and each variant of an enum cost 1 beside their fields, whatever the order in which they are declared. Generic
/// types and types that contain themselves or each other need nothing more.
///
/// | attribute | on | meaning |
/// |---|---|---|
/// | `#[lydian(skip)]` | a variant | it is never made |
/// | `#[lydian(skip)]` | a field | it is always its type's default |
/// | `#[lydian(weight = 3)]` | a variant, a struct | it costs 3 and not 1, so it comes later (1 to 64) |
/// | `#[lydian(max = 5)]` | a field | only values of size 5 or less |
/// | `#[lydian(range(0..=15))]` | a field | only integers of this range |
/// | `#[lydian(with = path)]` | a field | the values of the domain that the function `path` gives |
///
/// ```text
/// #[derive(Debug, Clone, Enumerate)]
/// struct Reading {
///     #[lydian(range(0..=15))]
///     channel: u8,
///     #[lydian(max = 6)]
///     samples: Vec<i16>,
/// }
/// ```
#[proc_macro_derive(Enumerate, attributes(lydian))]
pub fn derive_enumerate(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    enumerate::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a test of a function whose arguments stand for all values of their types.
///
/// The function gives `bool`, `()`, a `Result` or a `Property`, and may be `async`. What stands in the brackets sets up the check:
/// `#[lydian::property(tests = 50_000, size = 20, seed = 7, jobs = 4, executor = path)]`, and also `rejections` and `time`;
/// `executor` names a function that runs a future to its end, `jobs` a number of threads, the others are methods of `Check`. Arguments take the attributes that fields take for `#[derive(Enumerate)]`.
///
/// If all arguments are references, they are not made for each test, but changed from one test to the next, which is quicker.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let function = parse_macro_input!(item as ItemFn);
    property::expand(arguments.into(), function).unwrap_or_else(syn::Error::into_compile_error).into()
}
