//! Size-ordered, indexed enumeration of the values of a type, with exact counts.
//!
//! In: the shapes of the arguments and a pool of basic values. Out: tuples of closed inputs, all of one size before any
//! of the next, none twice, each reachable by its index. The sizes are those of [`lydian_core::Datum::size`], so an
//! enumeration and a search by holes mean the same by "up to size 9".
//!
//! ```
//! use lydian_core::{Shapes, Type, TypeTable};
//! use lydian_enumerate::{Enumerator, Pool};
//! let mut shapes = Shapes::new(TypeTable::default());
//! let lists = Type::List(std::sync::Arc::new(Type::Bool));
//! let mut inputs = Enumerator::of_types(&mut shapes, &[lists], &Pool::default());
//! assert_eq!(inputs.count(3), 2u32.into()); // [false] and [true]
//! assert_eq!(inputs.count(201).to_string(), "1267650600228229401496703205376"); // two to the hundredth
//! ```

mod class;
mod constants;
mod counts;
mod cursor;
mod enumerator;
mod permutation;
mod pool;
mod table;
mod unrank;

pub use constants::Constants;
pub use enumerator::{All, Enumerator, OfSize, Shuffled};
pub use permutation::Permutation;
pub use pool::Pool;
