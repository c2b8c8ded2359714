//! Terms that have a type by the way they are made: a type first, then a term of that type, from a row of choices.
//!
//! quickcheck draws the choices and makes terms smaller by their structure; proptest makes the choices smaller; the crate `lydian`
//! lists rows of choices.

use proptest::strategy::{BoxedStrategy, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::{Arrow, Base, Env, Made, Term, Ty, Var, app, arrow, lam};

/// Choices: bytes, of which the next one decides.
struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl Choices<'_> {
    /// One of so many; the first when there are no choices left.
    fn below(&mut self, count: usize) -> usize {
        usize::from(*self.bytes.next().unwrap_or(&0)) % count.max(1)
    }

    fn ty(&mut self, depth: usize) -> Ty {
        match depth > 0 && self.below(2) == 1 {
            true => arrow(self.ty(depth - 1), self.ty(depth - 1)),
            false => Base,
        }
    }

    /// Up to three types, with a variable of the base type at the end so that there is a term of every type.
    fn env(&mut self) -> Env {
        let mut env: Env = (0..self.below(3)).map(|_| self.ty(2)).collect();
        env.push(Base);
        env
    }

    /// A term of a type.
    fn term(&mut self, env: &mut Env, ty: &Ty, depth: usize) -> Term {
        let fitting: Vec<i64> =
            (0i64..).zip(&*env).filter(|(_, own)| *own == ty).map(|(index, _)| index).collect();
        let choice = self.below(if depth > 0 { 3 } else { 1 });
        if choice == 2 {
            let from = self.ty(1);
            let function = self.term(env, &arrow(from.clone(), ty.clone()), depth - 1);
            return app(function, self.term(env, &from, depth - 1));
        }
        match ty {
            Arrow(from, result) if choice == 1 || fitting.is_empty() => {
                env.insert(0, (**from).clone());
                let body = self.term(env, result, depth.saturating_sub(1));
                env.remove(0);
                lam((**from).clone(), body)
            }
            _ => Var(fitting[self.below(fitting.len())]),
        }
    }
}

const DEPTH: usize = 4;
const CHOICES: usize = 48;

/// Arguments of a property that are made by choices.
macro_rules! chosen {
    ($($name:ident $plain:ty, $choose:expr;)*) => {$(
        #[doc = concat!("Made by choices: ", stringify!($plain), ".")]
        #[derive(Debug, Clone)]
        pub(in crate::property) struct $name($plain);

        impl $name {
            fn chosen(bytes: &[u8]) -> $name {
                let choose: fn(&mut Choices<'_>) -> $plain = $choose;
                $name(choose(&mut Choices { bytes: bytes.iter() }))
            }
        }

        impl Made for $name {
            type Plain = $plain;

            fn plain(&self) -> $plain {
                self.0.clone()
            }
        }

        impl lydian::Enumerate for $name {
            fn domain() -> lydian::Domain<$name> {
                lydian::Domain::range(0..=2u8).lists().map(|bytes| $name::chosen(&bytes))
            }
        }

        impl Arbitrary for $name {
            fn arbitrary(g: &mut Gen) -> $name {
                let bytes: [u8; CHOICES] = std::array::from_fn(|_| u8::arbitrary(g));
                $name::chosen(&bytes)
            }

            fn shrink(&self) -> Box<dyn Iterator<Item = $name>> {
                Box::new(self.0.shrink().map($name))
            }
        }

        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = ();
            type Strategy = BoxedStrategy<$name>;

            fn arbitrary_with((): ()) -> BoxedStrategy<$name> {
                proptest::collection::vec(proptest::num::u8::ANY, 0..CHOICES)
                    .prop_map(|bytes| $name::chosen(&bytes))
                    .boxed()
            }
        }
    )*};
}

chosen! {
    InEnv (Env, Term), |choices| {
        let mut env = choices.env();
        let ty = choices.ty(2);
        let term = choices.term(&mut env, &ty, DEPTH);
        (env, term)
    };
    Shifted (Ty, Env, Term), |choices| {
        let mut env = choices.env();
        let ty = choices.ty(2);
        let term = choices.term(&mut env, &ty, DEPTH);
        (choices.ty(2), env, term)
    };
    ShiftedBelow (Ty, Ty, Env, Term), |choices| {
        let mut env = choices.env();
        let (first, ty) = (choices.ty(2), choices.ty(2));
        env.insert(0, first.clone());
        let term = choices.term(&mut env, &ty, DEPTH);
        env.remove(0);
        (choices.ty(2), first, env, term)
    };
    Substituted (Ty, Env, Term, Term), |choices| {
        let mut env = choices.env();
        let (own, ty) = (choices.ty(2), choices.ty(2));
        let value = choices.term(&mut env, &own, DEPTH - 1);
        env.insert(0, own.clone());
        let term = choices.term(&mut env, &ty, DEPTH);
        env.remove(0);
        (own, env, value, term)
    };
    Unused (Term, Env, Term), |choices| {
        let mut env = choices.env();
        let (other, ty) = (choices.ty(1), choices.ty(2));
        let value = choices.term(&mut env, &other, 2);
        let term = choices.term(&mut env, &ty, DEPTH);
        (value, env, term)
    };
}
