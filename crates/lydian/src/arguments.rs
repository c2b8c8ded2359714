//! Functions of one to six arguments as properties, and the domains that their arguments come from.

use std::fmt::Debug;

use crate::node::fields::{both, last};
use crate::{Domain, Enumerate, IntoProperty, Property, domain};

/// Something that can be checked: a function from arguments to a truth value.
#[diagnostic::on_unimplemented(
    message = "this is not a property that can be checked",
    label = "not a function of one to six arguments that gives a truth value",
    note = "a property takes its arguments by value, with their types written, as in `|x: u8, y: Vec<bool>|`",
    note = "it gives `bool`, `()`, a `Result` or a `Property`"
)]
pub trait Checkable<Arguments> {
    /// What it says about these arguments.
    fn test(&self, arguments: Arguments) -> Property;
}

/// The arguments of a property, as a tuple.
pub trait Arguments: 'static {
    /// Each argument as text.
    fn shown(&self) -> Vec<String>;
}

/// Arguments whose types can be enumerated.
pub trait AllArguments: Arguments + Sized {
    /// All arguments; their size is the sum of all.
    fn all() -> Domain<Self>;
}

/// Where arguments come from: one domain, or a tuple with a domain for each argument.
pub trait Domains<Arguments> {
    /// The tuples of arguments; their size is the sum of all.
    fn together(self) -> Domain<Arguments>;
}

impl<T: 'static> Domains<(T,)> for Domain<T> {
    fn together(self) -> Domain<(T,)> {
        (self,).together()
    }
}

macro_rules! functions {
    ($(($first:ident $($rest:ident)*))*) => {$(
        impl<Function, Result, $first $(, $rest)*> Checkable<($first, $($rest,)*)> for Function
        where
            Function: Fn($first $(, $rest)*) -> Result,
            Result: IntoProperty,
        {
            #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
            fn test(&self, ($first, $($rest,)*): ($first, $($rest,)*)) -> Property {
                self($first $(, $rest)*).into_property()
            }
        }

        impl<$first: Debug + 'static $(, $rest: Debug + 'static)*> Arguments for ($first, $($rest,)*) {
            #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
            fn shown(&self) -> Vec<String> {
                let ($first, $($rest,)*) = self;
                vec![format!("{:?}", $first) $(, format!("{:?}", $rest))*]
            }
        }

        impl<$first: Enumerate + Debug $(, $rest: Enumerate + Debug)*> AllArguments for ($first, $($rest,)*) {
            fn all() -> Domain<($first, $($rest,)*)> {
                (domain::<$first>(), $(domain::<$rest>(),)*).together()
            }
        }

        impl<$first: 'static $(, $rest: 'static)*> Domains<($first, $($rest,)*)>
            for (Domain<$first>, $(Domain<$rest>,)*)
        {
            #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
            fn together(self) -> Domain<($first, $($rest,)*)> {
                let ($first, $($rest,)*) = self;
                Domain::of_fields(
                    0,
                    functions!(@fields $first $($rest)*),
                    |functions!(@pattern $first $($rest)*)| ($first, $($rest,)*),
                    |($first, $($rest,)*)| Some(functions!(@pattern $first $($rest)*)),
                )
            }
        }
    )*};
    (@fields $last:ident) => { last($last) };
    (@fields $first:ident $($rest:ident)+) => { both($first, functions!(@fields $($rest)+)) };
    (@pattern $last:ident) => { $last };
    (@pattern $first:ident $($rest:ident)+) => { ($first, functions!(@pattern $($rest)+)) };
}

functions! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
