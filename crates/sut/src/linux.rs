//! Running programs on Linux: `runner` starts them through `launch`, `run` follows them.
//! The launcher's side is `launch`, `opened`, `root`, `confine`, `execute`, `restrict`, `filter`, `calls` and `end`, with `probe` for `layers`; ours is `run`, `streams`, `notify`, `request` and `tree`;
//! `message` is what they say to each other and `sys` is what both ask of the kernel. `live` and `talk` are for programs
//! that stay up and are talked to in lines, without following their calls.

mod calls;
mod cgroup;
mod confine;
mod end;
mod execute;
mod filter;
mod gate;
mod holder;
mod launch;
mod layers;
mod live;
mod message;
mod notify;
mod opened;
mod patience;
mod pinned;
mod probe;
mod request;
mod restrict;
mod root;
mod run;
mod runner;
mod shared;
mod streams;
mod sys;
mod talk;
mod tree;
mod work;

pub(crate) use gate::Gate;
pub use launch::launcher_main;
pub use layers::layers;
pub(crate) use live::{Live, Streams as LiveStreams};
pub(crate) use pinned::Pinned;
pub use run::Run;
pub(crate) use runner::Network;
pub use runner::Runner;
pub(crate) use sys::abort_on_close;
pub(crate) use talk::Talk;
