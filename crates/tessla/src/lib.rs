//! Reads TeSSLa specifications and turns them into flat streams over Core.
//!
//! Phases: `syntax` reads, `check` resolves names and infers types with lifting, `expand` unfolds macros into streams and
//! turns value functions into one Core program. Every phase returns its value beside its diagnostics.

mod check;
mod code;
pub mod data;
mod evaluate;
mod expand;
mod externs;
mod files;
mod library;
mod load;
mod names;
mod prelude;
mod print;
pub mod spec;
mod stack;
pub mod syntax;
mod typed;
pub mod types;

pub use evaluate::Evaluator;
pub use files::Files;
pub use load::{Includer, load};
pub use types::Type;
