//! JSON at random: by its type, with texts and numbers as the tools draw them; and by hand, with short texts of signs that
//! matter, numbers at the borders, and keys that differ.

use lydian::{Domain, domain};
use proptest::prelude::any;
use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::super::Made;
use super::{Fields, Json};

/// How deep values nest at most.
const DEPTH: usize = 3;
/// The signs of texts that are drawn by hand.
const SIGNS: [char; 8] = ['a', 'b', 'n', '0', '"', '\\', '\n', '\t'];
/// Numbers at which something may change.
const BORDERS: [i64; 8] = [0, 1, -1, 9, 10, -10, i64::MAX, i64::MIN];

/// A short text.
#[derive(Debug, Clone)]
pub(in crate::property) struct Text(String);

/// A value in which the keys of every object differ.
#[derive(Debug, Clone)]
pub(in crate::property) struct Proper(Json);

/// Such fields.
#[derive(Debug, Clone)]
pub(in crate::property) struct ProperFields(Fields);

macro_rules! made {
    ($($name:ident $plain:ty;)*) => {$(
        impl Made for $name {
            type Plain = $plain;

            fn plain(&self) -> $plain {
                self.0.clone()
            }
        }
    )*};
}

made! { Text String; Proper Json; ProperFields Fields; }

impl lydian::Enumerate for Text {
    fn domain() -> Domain<Text> {
        let sign = Domain::range(0..SIGNS.len()).map(|place| SIGNS[place]);
        sign.lists().map(|signs| Text(signs.into_iter().collect()))
    }
}

impl lydian::Enumerate for Proper {
    fn domain() -> Domain<Proper> {
        let values = Domain::union([
            Domain::unit().construct(1, |()| Json::Null),
            domain::<bool>().construct(1, Json::Bool),
            Domain::values(BORDERS).construct(1, Json::Number),
            domain::<Text>().construct(1, |text| Json::String(text.0)),
            domain::<Proper>()
                .lists()
                .construct(1, |values| Json::List(values.into_iter().map(|value| value.0).collect())),
            domain::<ProperFields>().construct(1, |fields| Json::Object(fields.0)),
        ]);
        values.map(Proper)
    }
}

impl lydian::Enumerate for ProperFields {
    fn domain() -> Domain<ProperFields> {
        let field = domain::<Text>().and(domain::<Proper>()).construct(1, |(key, value)| (key.0, value.0));
        field.lists().map(|fields| ProperFields(distinct(fields)))
    }
}

fn count(g: &mut Gen) -> usize {
    *g.choose(&[0, 1, 2, 3]).expect("there are numbers")
}

/// A value, given how texts and numbers are drawn, and what is done with fields.
struct Drawing {
    text: fn(&mut Gen) -> String,
    number: fn(&mut Gen) -> i64,
    fields: fn(Fields) -> Fields,
}

const BY_TYPE: Drawing = Drawing { text: String::arbitrary, number: i64::arbitrary, fields: |fields| fields };

const BY_HAND: Drawing = Drawing {
    text: |g| (0..count(g)).filter_map(|_| g.choose(&SIGNS).copied()).collect(),
    number: |g| if bool::arbitrary(g) { *g.choose(&BORDERS).unwrap_or(&0) } else { i64::arbitrary(g) },
    fields: distinct,
};

impl Drawing {
    fn value(&self, g: &mut Gen, depth: usize) -> Json {
        let kinds: &[u8] = if depth > 0 { &[0, 1, 2, 3, 4, 5] } else { &[0, 1, 2, 3] };
        match g.choose(kinds) {
            Some(1) => Json::Bool(bool::arbitrary(g)),
            Some(2) => Json::Number((self.number)(g)),
            Some(3) => Json::String((self.text)(g)),
            Some(4) => Json::List((0..count(g)).map(|_| self.value(g, depth - 1)).collect()),
            Some(5) => Json::Object(self.fields(g, depth)),
            _ => Json::Null,
        }
    }

    fn fields(&self, g: &mut Gen, depth: usize) -> Fields {
        let fields = (0..count(g)).map(|_| ((self.text)(g), self.value(g, depth - 1)));
        (self.fields)(fields.collect())
    }
}

/// The fields without those whose key came before.
fn distinct(fields: Fields) -> Fields {
    let mut kept: Fields = Vec::new();
    for field in fields {
        if kept.iter().all(|(key, _)| *key != field.0) {
            kept.push(field);
        }
    }
    kept
}

impl Arbitrary for Json {
    fn arbitrary(g: &mut Gen) -> Json {
        BY_TYPE.value(g, DEPTH)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Json>> {
        let null = std::iter::once(Json::Null);
        match self {
            Json::Null => quickcheck::empty_shrinker(),
            Json::Bool(truth) => Box::new(null.chain(truth.shrink().map(Json::Bool))),
            Json::Number(number) => Box::new(null.chain(number.shrink().map(Json::Number))),
            Json::String(text) => Box::new(null.chain(text.shrink().map(Json::String))),
            Json::List(values) => {
                let parts = null.chain(values.clone());
                Box::new(parts.chain(values.shrink().map(Json::List)))
            }
            Json::Object(fields) => {
                let parts = null.chain(fields.clone().into_iter().map(|(_, value)| value));
                Box::new(parts.chain(fields.shrink().map(Json::Object)))
            }
        }
    }
}

impl Arbitrary for Text {
    fn arbitrary(g: &mut Gen) -> Text {
        Text((BY_HAND.text)(g))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Text>> {
        Box::new(self.0.shrink().map(Text))
    }
}

impl Arbitrary for Proper {
    fn arbitrary(g: &mut Gen) -> Proper {
        Proper(BY_HAND.value(g, DEPTH))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Proper>> {
        Box::new(self.0.shrink().map(Proper))
    }
}

impl Arbitrary for ProperFields {
    fn arbitrary(g: &mut Gen) -> ProperFields {
        ProperFields(BY_HAND.fields(g, DEPTH))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = ProperFields>> {
        Box::new(self.0.shrink().map(ProperFields))
    }
}

/// A strategy, given those for texts and numbers, and what is done with fields.
fn strategy(
    text: BoxedStrategy<String>,
    number: BoxedStrategy<i64>,
    keep: fn(Fields) -> Fields,
) -> BoxedStrategy<Json> {
    let leaf = proptest::prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        number.prop_map(Json::Number),
        text.clone().prop_map(Json::String),
    ];
    let more = move |value: BoxedStrategy<Json>| {
        proptest::prop_oneof![
            proptest::collection::vec(value.clone(), 0..4).prop_map(Json::List),
            proptest::collection::vec((text.clone(), value), 0..4)
                .prop_map(move |fields| Json::Object(keep(fields))),
        ]
    };
    leaf.prop_recursive(DEPTH as u32, 16, 4, more).boxed()
}

fn short_text() -> BoxedStrategy<String> {
    let sign = proptest::sample::select(&SIGNS[..]);
    proptest::collection::vec(sign, 0..4).prop_map(|signs| signs.into_iter().collect()).boxed()
}

fn proper() -> BoxedStrategy<Json> {
    let number = proptest::prop_oneof![proptest::sample::select(&BORDERS[..]), any::<i64>()];
    strategy(short_text(), number.boxed(), distinct)
}

macro_rules! strategies {
    ($($name:ident $strategy:expr;)*) => {$(
        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = ();
            type Strategy = BoxedStrategy<$name>;

            fn arbitrary_with((): ()) -> BoxedStrategy<$name> {
                $strategy.boxed()
            }
        }
    )*};
}

strategies! {
    Json strategy(any::<String>().boxed(), any::<i64>().boxed(), |fields| fields);
    Text short_text().prop_map(Text);
    Proper proper().prop_map(Proper);
    ProperFields proptest::collection::vec((short_text(), proper()), 0..4)
        .prop_map(|fields| ProperFields(distinct(fields)));
}
