//! Running programs on Linux: `runner` starts them through `launch`, `run` follows them.
//! The launcher's side is `launch`, `confine` and `filter`; ours is `run`, `streams`, `notify`, `request` and `tree`;
//! `message` is what they say to each other and `sys` is what both ask of the kernel.

mod confine;
mod filter;
mod launch;
mod layers;
mod message;
mod notify;
mod request;
mod run;
mod runner;
mod streams;
mod sys;
mod tree;
mod work;

pub use launch::launcher_main;
pub use layers::layers;
pub use run::Run;
pub use runner::Runner;
