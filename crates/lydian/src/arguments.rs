//! Functions of one to six arguments as properties, and the domains that their arguments come from.

use std::fmt::Debug;
use std::panic::RefUnwindSafe;

use crate::node::fields::{both, last};
use crate::{Domain, Enumerate, IntoProperty, Property, domain};

/// Something that can be checked: a function from arguments to a truth value.
#[diagnostic::on_unimplemented(
    message = "this is not a property that can be checked",
    label = "not a function of one to six arguments that gives a truth value",
    note = "a property takes its arguments by value, with their types written, as in `|x: u8, y: Vec<bool>|`",
    note = "one that takes references is wrapped, as in `lydian::by_ref(|x: &u8, y: &Vec<bool>| ...)`",
    note = "it gives `bool`, `()`, a `Result` or a `Property`"
)]
pub trait Checkable<Arguments> {
    /// What it says about these arguments.
    fn test(&self, arguments: Arguments) -> Property;

    /// What it says about arguments that it is lent, if [`Checkable::is_by_ref`] says that it takes them so.
    #[doc(hidden)]
    fn test_by_ref(&self, _: &Arguments) -> Property {
        Property::rejected()
    }

    /// Whether it takes its arguments by reference.
    #[doc(hidden)]
    fn is_by_ref(&self) -> bool {
        false
    }
}

/// A property that takes its arguments by reference. Made by [`by_ref`].
#[derive(Debug, Clone, Copy)]
pub struct ByRef<F>(F);

/// A property whose arguments are references. Its arguments are not made for each test: those of one test are changed into
/// those of the next, which is several times quicker where the property itself is quick.
///
/// Whatever takes a property takes it: [`crate::check`], and the methods of [`crate::Check`]. The order of the tests, the verdict and the
/// counterexample are the same.
///
/// ```
/// use lydian::{Check, by_ref};
///
/// lydian::check(by_ref(|list: &Vec<u8>, item: &u8| {
///     list.contains(item) == list.iter().any(|other| other == item)
/// }));
///
/// let report = Check::new().run(by_ref(|list: &Vec<bool>| list.len() < 3));
/// assert_eq!(report.counterexample().unwrap().arguments, ["[false, false, false]"]);
/// ```
///
/// A property must not change what it is lent, as it could behind a `Cell` or a lock; types with a `Cell` are refused
/// ([`RefUnwindSafe`]). A failure is confirmed on fresh arguments.
pub fn by_ref<F>(property: F) -> ByRef<F> {
    ByRef(property)
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

        #[diagnostic::do_not_recommend]
        impl<Function, Result, $first $(, $rest)*> Checkable<($first, $($rest,)*)> for ByRef<Function>
        where
            Function: Fn(&$first $(, &$rest)*) -> Result,
            Result: IntoProperty,
            $first: RefUnwindSafe,
            $($rest: RefUnwindSafe,)*
        {
            fn test(&self, arguments: ($first, $($rest,)*)) -> Property {
                self.test_by_ref(&arguments)
            }

            #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
            fn test_by_ref(&self, ($first, $($rest,)*): &($first, $($rest,)*)) -> Property {
                self.0($first $(, $rest)*).into_property()
            }

            fn is_by_ref(&self) -> bool {
                true
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
