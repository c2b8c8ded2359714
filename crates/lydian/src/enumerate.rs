//! Types whose values can be enumerated, and the one domain that each of them has.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::Domain;
use crate::node::Spot;
use crate::node::late::Late;

/// A type whose values can be enumerated by size.
///
/// Derive it: `#[derive(Enumerate)]`. The size of a value is the number of its constructors, tuples and basic values: a variant
/// of an enum and a struct cost 1 beside their fields, boxes and other pointers nothing, a `Vec` 1 and 1 more for each item.
/// A basic value costs 1, except that integers of more than one bit, floats with more than one bit in significand or
/// exponent, and characters that are not plain cost more. Borders cost little: every integer type has 0, 1, -1 and its greatest and
/// least value at size 1, floats have both zeros, NaN and the infinities there.
///
/// | type | size |
/// |---|---|
/// | `bool`, `()`, [`std::cmp::Ordering`] | 1 |
/// | integers | the number of bits of the absolute value, at least 1; the borders 1, their neighbours 2 |
/// | floats, as an odd number times a power of two | bits of the odd number and of the exponent; MAX, MIN, EPSILON 2 |
/// | `char` | 1 for `a`, `b`, `0` and the space, 2 for some that are tricky, 3 for other ASCII that prints, up to 7 |
/// | `String` | 1 and the sizes of its characters |
/// | tuples | 1 and the sizes of the parts |
/// | `Vec`, sets, maps | 1, and for each item or entry 1 and the sizes of its parts |
/// | `[T; N]`, `Box`, `Rc`, `Arc` | what is inside |
/// | `Option`, `Result` | 1 and what is inside |
///
/// ```
/// use lydian::Enumerate;
///
/// #[derive(Debug, Enumerate)]
/// enum Tree<T> {
///     Leaf,
///     Node(Box<Tree<T>>, T, Box<Tree<T>>),
/// }
///
/// let trees = lydian::domain::<Tree<bool>>();
/// assert_eq!((trees.count(1), trees.count(4), trees.count(7)), (1, 2, 8));
/// assert_eq!(format!("{:?}", trees.nth(4, 1).unwrap()), "Node(Leaf, true, Leaf)");
/// ```
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` cannot be enumerated",
    label = "`Enumerate` is not implemented for `{Self}`",
    note = "add `#[derive(lydian::Enumerate)]` to the type",
    note = "for a field of a type from elsewhere, name a function with `#[lydian(with = path)]`"
)]
pub trait Enumerate: Sized + 'static {
    /// Makes the domain of the type. It is called once; use [`domain`] to get at it.
    ///
    /// Where the domain mentions other types, or the type itself, it uses [`domain`] for them, and it counts and looks up
    /// nothing. A type that contains itself calls [`Domain::pay`] on the way.
    fn domain() -> Domain<Self>;

    /// Makes the value at which a walk through the domain of the type stands. Derived, as quick as a constructor is.
    #[doc(hidden)]
    fn __build(size: usize, spot: &Spot) -> Self {
        domain::<Self>().direct().make(size, spot)
    }
}

/// The nodes of types, by type. They are never given back: there is one for each type.
type Registry = HashMap<TypeId, &'static (dyn Any + Send + Sync)>;

static NODES: Mutex<Option<Registry>> = Mutex::new(None);

thread_local! {
    /// What this thread has looked up, so that threads do not wait for each other.
    static KNOWN: RefCell<Registry> = RefCell::new(Registry::new());
}

/// The values of a type.
///
/// ```
/// let lists = lydian::domain::<Vec<bool>>();
/// let first: Vec<Vec<bool>> = lists.iter().take(3).collect();
/// assert_eq!(first, [vec![], vec![false], vec![true]]);
/// assert_eq!(lists.count(201), 1 << 100);
/// ```
pub fn domain<T: Enumerate>() -> Domain<T> {
    let kind = TypeId::of::<T>();
    let known = KNOWN.try_with(|known| known.borrow().get(&kind).copied()).ok().flatten();
    let node = known.unwrap_or_else(|| {
        let mut registry = NODES.lock().unwrap_or_else(PoisonError::into_inner);
        let make =
            || Box::leak(Box::new(Late::<T>::new(T::domain, T::__build))) as &'static (dyn Any + Send + Sync);
        let node = *registry.get_or_insert_default().entry(kind).or_insert_with(make);
        // A thread that is about to end has no memory any more.
        let _ = KNOWN.try_with(|known| known.borrow_mut().insert(kind, node));
        node
    });
    match node.downcast_ref::<Late<T>>() {
        Some(late) => Domain::of_type(late),
        None => unreachable!("a node is kept under its own type"),
    }
}
