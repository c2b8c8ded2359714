//! Reads TeSSLa specifications and turns them into flat streams over Core.
//!
//! Phases: `syntax` reads, `check` resolves names and infers types with lifting, `expand` unfolds macros into streams and
//! turns value functions into one Core program. Every phase returns its value beside its diagnostics.

mod files;
pub mod spec;
pub mod syntax;
pub mod types;

pub use files::Files;
pub use types::Type;
