//! Two arguments of a call that are one and the same object (`swap r r`): a program that changes one of them changes the other, or asks
//! whether they are one. Inputs that are made one by one never show that.

use lydian_core::{ArgLabel, Expr, Program};
use lydian_verdict::Remark;

use crate::afterwards::can_change;
use crate::beside::Difference;
use crate::pair::{Pair, Side};
use crate::pasted::Looks;
use crate::sequence::Written;
use crate::wording;

/// More pairs of arguments than this are not tried.
const MOST: usize = 3;

/// The places of two arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Twins {
    pub(crate) first: usize,
    pub(crate) second: usize,
}

impl Twins {
    /// The pairs of arguments that can be one, where a program can tell.
    pub(crate) fn of(pair: &Pair) -> Vec<Twins> {
        let (args, labels) = (&pair.entry.args, &pair.entry.labels);
        if !pair.sees_sharing {
            return Vec::new();
        }
        let is_labelled =
            |place: usize| labels.get(place).is_some_and(|label| *label != ArgLabel::Positional);
        let types = pair.types(Side::Reference);
        let can_be_one = |twins: &Twins| {
            let Twins { first, second } = *twins;
            args[first] == args[second]
                && can_change(&args[first], types)
                && !is_labelled(first)
                && !is_labelled(second)
        };
        let pairs = (0..args.len()).flat_map(|second| (0..second).map(move |first| Twins { first, second }));
        let mut all: Vec<Twins> = pairs.filter(can_be_one).collect();
        all.truncate(MOST);
        all
    }

    /// The arguments in words.
    pub(crate) fn in_words(self) -> String {
        format!("argument {} given as argument {}, too", self.first + 1, self.second + 1)
    }
}

/// The remark on a difference that only shows where two arguments are one.
pub(crate) fn remark(pair: &Pair, (inputs, concrete): &Difference) -> Remark {
    let (entry, arguments) = pair.written_call(concrete.sequence, inputs);
    let shown = pair.looked_at_afterwards(inputs, concrete);
    let call = Written::new(&entry, concrete.sequence, &arguments, &shown, &Looks::default()).call;
    let came = match wording::afterwards(pair, &concrete.left_behind) {
        Some((_, left)) => left,
        None => {
            let [expected, actual] = wording::outcomes(pair, concrete);
            format!("expected {expected}, got {actual}")
        }
    };
    let text = format!("differs where two arguments are one object: {call}: {came}");
    Remark::new("shared-arguments", wording::clip(&text)).counted_by("--shared-arguments")
}

/// Whether what a function leads to changes something or asks whether two things are one.
pub(crate) fn sees_sharing(program: &Program, entry: &str) -> bool {
    let Some(export) = program.export(entry) else { return true };
    program.reachable([export.var]).iter().any(|(_, definition)| looks(definition))
}

fn looks(expr: &Expr) -> bool {
    const PRIMITIVES: [&str; 4] = ["array_set", "bytes_set", "not_same", "same"];
    let mut found = match expr {
        Expr::Primitive(name, _) => PRIMITIVES.contains(&&**name),
        Expr::SetField(..) => true,
        _ => false,
    };
    expr.for_each_child(&mut |child| found = found || looks(child));
    found
}
