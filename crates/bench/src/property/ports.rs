//! The properties of `examples/properties` in Rust: what quickcheck, proptest and the crate `lydian` are given.
//!
//! One file for each base, with the same operations, properties, preconditions and seeded bugs as the OCaml file. A [`Law`] is a
//! property with the types of its arguments, and with types whose values fulfil the precondition by the way they are made.

pub(super) mod json;
pub(super) mod key;
pub(super) mod lambda;
pub(super) mod parentheses;
pub(super) mod red_black;
pub(super) mod search_tree;
pub(super) mod sorted;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use lydian_core::{ConId, Datum};
use proptest::arbitrary::Arbitrary as Drawn;
use quickcheck::Arbitrary as Quick;

use super::tools::{Attack, Outcome, Tool};

/// A value of a type that the OCaml file has too.
pub(super) trait Value: Clone + Debug + PartialEq + 'static {
    /// The number of constructors and basic values, as `bugs.txt` counts them.
    fn size(&self) -> u64;

    /// The same value as OCaml has it.
    fn of(datum: &Datum) -> Option<Self>;
}

/// The arguments of a property.
pub(super) trait Arguments: Clone + Debug + 'static {
    /// The size of all.
    fn size(&self) -> u64;

    /// The same arguments as OCaml has them.
    fn of(data: &[Datum]) -> Option<Self>;
}

/// Something from which values are made that fulfil a precondition.
pub(super) trait Made: Clone + Debug + 'static {
    /// What is made.
    type Plain;

    /// Makes it.
    fn plain(&self) -> Self::Plain;
}

/// The mistakes of a base; the first is none.
pub(super) trait Mistake: Copy + 'static {
    /// All of them, with the names of `bugs.txt`.
    const ALL: &'static [(&'static str, Self)];
}

/// A property, with its types.
pub(super) trait Law: 'static {
    /// The mistakes that it may show.
    type Bug: Mistake;
    /// Its arguments, drawn or enumerated by their types.
    type Typed: Arguments + Quick + Drawn + lydian::Enumerate;
    /// What a generator written by hand gives.
    type Built: Made<Plain = Self::Typed> + Quick + Drawn + lydian::Enumerate;
    /// Its name.
    const NAME: &'static str;

    /// Whether it holds; nothing if the precondition does not.
    fn judge(bug: Self::Bug, input: &Self::Typed) -> Option<bool>;
}

/// A law whose types are not known any more.
pub(super) trait Target {
    /// The name of the property.
    fn name(&self) -> &'static str;

    /// Looks for a failure.
    fn attack(&self, tool: Tool, attack: &Attack) -> Outcome;

    /// What the port says about arguments that OCaml has: their size, and whether the property holds with a mistake.
    fn replay(&self, bug: usize, data: &[Datum]) -> Option<(u64, Option<bool>)>;
}

impl<L: Law> Target for std::marker::PhantomData<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn attack(&self, tool: Tool, attack: &Attack) -> Outcome {
        super::tools::run::<L>(tool, attack)
    }

    fn replay(&self, bug: usize, data: &[Datum]) -> Option<(u64, Option<bool>)> {
        let input = L::Typed::of(data)?;
        Some((input.size(), L::judge(L::Bug::ALL[bug].1, &input)))
    }
}

/// A file of properties.
pub(super) struct Base {
    /// Its name.
    pub(super) name: &'static str,
    /// Its text.
    pub(super) text: &'static str,
    /// The names of its mistakes, in the order of their numbers.
    pub(super) bugs: Vec<&'static str>,
    /// Its properties.
    pub(super) laws: Vec<Box<dyn Target>>,
}

impl Base {
    fn new<B: Mistake>(name: &'static str, text: &'static str, laws: Vec<Box<dyn Target>>) -> Base {
        Base { name, text, bugs: B::ALL.iter().map(|(name, _)| *name).collect(), laws }
    }

    /// The number of a mistake.
    pub(super) fn bug(&self, name: &str) -> Option<usize> {
        self.bugs.iter().position(|other| *other == name)
    }

    /// A property.
    pub(super) fn law(&self, name: &str) -> Option<&dyn Target> {
        self.laws.iter().find(|law| law.name() == name).map(|law| &**law)
    }
}

/// All bases.
pub(super) fn bases() -> Vec<Base> {
    macro_rules! base {
        ($module:ident, $file:literal) => {
            Base::new::<$module::Bug>(
                stringify!($module),
                include_str!(concat!("../../../../examples/properties/", $file)),
                $module::laws(),
            )
        };
    }
    vec![
        base!(sorted, "sorted.ml"),
        base!(search_tree, "search_tree.ml"),
        base!(red_black, "red_black.ml"),
        base!(lambda, "lambda.ml"),
        base!(parentheses, "parentheses.ml"),
        base!(json, "json.ml"),
    ]
}

/// The mistakes of a base: a variant and its name in `bugs.txt` for each.
macro_rules! mistakes {
    ($($variant:ident $name:literal)*) => {
        /// The mistakes of this base.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::property) enum Bug {
            /// The file as it is.
            Nothing,
            $(#[doc = $name] $variant,)*
        }

        impl $crate::property::ports::Mistake for Bug {
            const ALL: &'static [(&'static str, Bug)] = &[("", Bug::Nothing), $(($name, Bug::$variant),)*];
        }
    };
}

/// The laws of a base: a type, its property, the types of its arguments, and what makes them.
macro_rules! laws {
    ($($law:ident $property:ident $typed:ty, $built:ty;)*) => {
        $(
            #[doc = stringify!($property)]
            pub(in crate::property) struct $law;

            impl $crate::property::ports::Law for $law {
                type Bug = Bug;
                type Typed = $typed;
                type Built = $built;
                const NAME: &'static str = stringify!($property);

                fn judge(bug: Bug, input: &Self::Typed) -> Option<bool> {
                    $property(bug, input)
                }
            }
        )*

        /// The properties of this base.
        pub(in crate::property) fn laws() -> Vec<Box<dyn $crate::property::ports::Target>> {
            vec![$(Box::new(std::marker::PhantomData::<$law>)),*]
        }
    };
}

pub(in crate::property) use {laws, mistakes};

macro_rules! arguments {
    ($(($($name:ident $place:tt)+))*) => {$(
        impl<$($name: Value),+> Arguments for ($($name,)+) {
            fn size(&self) -> u64 {
                0 $(+ self.$place.size())+
            }

            fn of(data: &[Datum]) -> Option<Self> {
                (data.len() == [$($place),+].len()).then_some(())?;
                Some(($($name::of(&data[$place])?,)+))
            }
        }

        impl<$($name: Made),+> Made for ($($name,)+) {
            type Plain = ($($name::Plain,)+);

            fn plain(&self) -> Self::Plain {
                ($(self.$place.plain(),)+)
            }
        }
    )*};
}

arguments! { (A 0) (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) }

impl<T: Value> Value for Vec<T> {
    fn size(&self) -> u64 {
        1 + self.iter().map(|item| 1 + item.size()).sum::<u64>()
    }

    fn of(datum: &Datum) -> Option<Vec<T>> {
        let mut items = Vec::new();
        let mut rest = datum;
        loop {
            match rest {
                Datum::Construct(ConId::NIL, _, _) => return Some(items),
                Datum::Construct(ConId::CONS, _, parts) => {
                    let [first, others] = &parts[..] else { return None };
                    items.push(T::of(first)?);
                    rest = others;
                }
                _ => return None,
            }
        }
    }
}

/// A constructor with its arguments.
fn constructor(datum: &Datum) -> Option<(&'static str, &[Datum])> {
    match datum {
        Datum::Construct(constructor, _, parts) => Some((constructor.name(), parts)),
        _ => None,
    }
}
