//! Keys: a few small integers, the same for all who draw or enumerate them, so that equal ones are met.

use lydian_core::Datum;
use proptest::strategy::{BoxedStrategy, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::{Made, Value};

/// An integer of which generators draw, and types list, sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::property) struct Key(pub(in crate::property) i64);

const KEYS: [Key; 16] = {
    let mut keys = [Key(0); 16];
    let mut place = 0;
    while place < 16 {
        keys[place] = Key(place as i64);
        place += 1;
    }
    keys
};

impl Value for Key {
    fn size(&self) -> u64 {
        1
    }

    fn of(datum: &Datum) -> Option<Key> {
        match datum {
            Datum::Int(number) => number.as_i64().map(Key),
            _ => None,
        }
    }
}

impl lydian::Enumerate for Key {
    fn domain() -> lydian::Domain<Key> {
        lydian::Domain::range(0..=15).map(Key)
    }
}

impl Made for Key {
    type Plain = Key;

    fn plain(&self) -> Key {
        *self
    }
}

impl Arbitrary for Key {
    fn arbitrary(g: &mut Gen) -> Key {
        *g.choose(&KEYS).expect("there are keys")
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Key>> {
        Box::new(self.0.shrink().map(Key))
    }
}

impl proptest::arbitrary::Arbitrary for Key {
    type Parameters = ();
    type Strategy = BoxedStrategy<Key>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Key> {
        (0..=15i64).prop_map(Key).boxed()
    }
}

/// Up to sixteen keys in the order in which something is built from them.
#[derive(Debug, Clone)]
pub(in crate::property) struct Keys(pub(in crate::property) Vec<Key>);

impl Arbitrary for Keys {
    fn arbitrary(g: &mut Gen) -> Keys {
        let length = Key::arbitrary(g).0;
        Keys((0..length).map(|_| Key::arbitrary(g)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Keys>> {
        Box::new(self.0.shrink().map(Keys))
    }
}

impl proptest::arbitrary::Arbitrary for Keys {
    type Parameters = ();
    type Strategy = BoxedStrategy<Keys>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Keys> {
        proptest::collection::vec(Key::arbitrary_with(()), 0..16).prop_map(Keys).boxed()
    }
}

impl lydian::Enumerate for Keys {
    fn domain() -> lydian::Domain<Keys> {
        lydian::domain::<Vec<Key>>().map(Keys)
    }
}

/// Something that is made of keys: drawn, listed and made smaller by its keys.
macro_rules! made_of_keys {
    ($name:ident, $plain:ty, $make:expr) => {
        #[doc = concat!("Keys, for ", stringify!($plain), ".")]
        #[derive(Debug, Clone)]
        pub(in crate::property) struct $name($crate::property::ports::key::Keys);

        impl $crate::property::ports::Made for $name {
            type Plain = $plain;

            fn plain(&self) -> $plain {
                ($make)(&self.0.0)
            }
        }

        impl lydian::Enumerate for $name {
            fn domain() -> lydian::Domain<$name> {
                lydian::domain::<$crate::property::ports::key::Keys>().map($name)
            }
        }

        impl quickcheck::Arbitrary for $name {
            fn arbitrary(g: &mut quickcheck::Gen) -> $name {
                $name(quickcheck::Arbitrary::arbitrary(g))
            }

            fn shrink(&self) -> Box<dyn Iterator<Item = $name>> {
                Box::new(quickcheck::Arbitrary::shrink(&self.0).map($name))
            }
        }

        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = ();
            type Strategy = proptest::strategy::BoxedStrategy<$name>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                use proptest::strategy::Strategy;
                $crate::property::ports::key::Keys::arbitrary_with(()).prop_map($name).boxed()
            }
        }
    };
}

pub(in crate::property) use made_of_keys;
