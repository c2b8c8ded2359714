//! Comparisons that rounding decides.
//! Two right formulas come to numbers that differ in their last digits, and where such a number is compared with one that it equals but for
//! rounding, the programs go different ways. Whether nothing else tells them apart is tried: both run again with the other outcomes of
//! these comparisons. Numbers that nothing has rounded compare as they are, so a border on the wrong side still shows (see `Watch`).

use std::cmp::Ordering;

use lydian_core::Value;
use lydian_eval::World;

use crate::called::Called;
use crate::differ::{Examined, Finding, Fuel, examine_at};
use crate::pair::Pair;
use crate::{Floats, Options};

/// Whether the programs differ only since rounding decides how two numbers compare: with another outcome in the one, the other, or both they
/// agree. `arguments` makes what makes the arguments, anew for each run.
pub(crate) fn decide<M>(
    pair: &Pair,
    world: &mut World<'_>,
    arguments: impl Fn() -> M,
    examined: &Examined,
    fuel: &Fuel,
    options: &Options,
) -> bool
where
    M: FnMut(&mut World<'_>) -> Vec<Value>,
{
    let is_close = |called: &Called| called.watch.as_ref().is_some_and(|watch| watch.close_call);
    if !matches!(options.floats, Floats::Within(_))
        || !matches!(examined.finding, Finding::Differ)
        || examined.is_rounding
        || !examined.calls().any(is_close)
    {
        return false;
    }
    let [expected, actual] =
        [&examined.expected, &examined.actual].map(|called| ways(called.iter().any(is_close)));
    expected.iter().flat_map(|own| actual.iter().map(move |other| [*own, *other])).any(|close_calls| {
        let again = examine_at(pair, world, arguments(), fuel, options, close_calls);
        matches!(again.finding, Finding::Agree) || again.is_rounding
    })
}

/// The outcomes to try where rounding decides something, or does not.
fn ways(is_close: bool) -> &'static [Option<Ordering>] {
    match is_close {
        true => &[None, Some(Ordering::Equal), Some(Ordering::Less), Some(Ordering::Greater)],
        false => &[None],
    }
}
