//! State machines in Rust: a specification, a system under test, and whether one conforms to the other.
//!
//! The engine is that of `lydian model` (`lydian_conform`), which knows states, inputs and answers only as numbers;
//! `interned` keeps the values behind them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Enumerate;

mod conform;
mod interned;
mod suite;
mod trace;

pub use conform::Conform;
pub use suite::{NoSuite, Suite};
pub use trace::{MachineReport, MachineVerdict, Step, Trace};

/// A state machine: a specification, or an implementation whose states can be looked at.
///
/// ```
/// use lydian::{Conform, Enumerate, Machine};
///
/// #[derive(Debug, Clone, Enumerate)]
/// enum Coin { Nickel, Dime }
///
/// /// Gives coffee for ten cents.
/// struct Coffee { price: u32 }
///
/// impl Machine for Coffee {
///     type State = u32;
///     type Input = Coin;
///     type Output = Option<&'static str>;
///
///     fn initial(&self) -> Vec<u32> {
///         vec![0]
///     }
///
///     fn step(&self, paid: &u32, coin: &Coin) -> Vec<(Self::Output, u32)> {
///         let paid = paid + match coin { Coin::Nickel => 5, Coin::Dime => 10 };
///         if paid >= self.price { vec![(Some("coffee"), 0)] } else { vec![(None, paid)] }
///     }
/// }
///
/// let report = Conform::to(&Coffee { price: 10 }).prove(&Coffee { price: 10 });
/// assert!(report.is_proved());
/// let report = Conform::to(&Coffee { price: 10 }).prove(&Coffee { price: 15 });
/// assert_eq!(report.inputs(), ["Dime"]);
/// ```
pub trait Machine {
    /// What it remembers.
    type State: Clone + Eq + Hash + Debug;
    /// What it is given.
    type Input: Enumerate + Clone + Debug;
    /// What it answers to an input.
    type Output: Clone + Eq + Hash + Debug;

    /// The states in which it can start: one, for most machines.
    fn initial(&self) -> Vec<Self::State>;

    /// What may come of an input in a state: an output and the next state. Nothing if the input is refused; several if the
    /// machine leaves a choice.
    fn step(&self, state: &Self::State, input: &Self::Input) -> Vec<(Self::Output, Self::State)>;

    /// Whether an output means that nothing is said: `None`, for instance, or an empty list. [`Relation::Ioco`] asks it of the
    /// specification, for the outputs of both sides.
    fn is_silence(&self, _output: &Self::Output) -> bool {
        false
    }
}

/// A system under test: code with a state of its own that nobody can look at.
///
/// A panic is caught; it counts as a wrong answer.
pub trait System {
    /// What it is given.
    type Input;
    /// What it answers.
    type Output;

    /// Brings it to its start.
    fn reset(&mut self);

    /// Gives it an input; nothing comes back if it refuses the input.
    fn step(&mut self, input: &Self::Input) -> Option<Self::Output>;
}

/// What conformance says about inputs that the specification refuses, and about silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Relation {
    /// Nothing: they are not given.
    #[default]
    Inclusion,
    /// A system refuses them as well.
    Refusal,
    /// Nothing, as with inclusion; but a system takes every input, and is silent exactly where the specification allows it. To
    /// refuse an input is to be silent, and which outputs mean silence, [`Machine::is_silence`] says.
    ///
    /// This is `ioco` (input-output conformance with quiescence) for systems that answer to inputs and say nothing unasked.
    Ioco,
}
