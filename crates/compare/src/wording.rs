//! Outcomes and bounds in the user's words.

use lydian_core::{Datum, TypeTable};
use lydian_explore::Search;
use lydian_hunt::{Effort, Tally};
use lydian_ocaml::{show, show_argument};
use lydian_verdict::{Bounds, Outcome, grouped};
use lydian_words::plural;

use crate::Floats;
use crate::afterwards::LeftBehind;
use crate::differ::{Closed, Concrete};
use crate::observe::MOST_FORCED;
use crate::pair::{Pair, Side};
use crate::question::LeftOut;
use crate::sequence::Sequence;
use crate::single_values::Singles;
use crate::special_floats::Ends;
use crate::twins::Twins;

/// An outcome as reports show it.
pub(crate) fn outcome(closed: &Closed, types: &TypeTable) -> Outcome {
    match closed {
        Closed::Value(value) => Outcome::Value(clip(&show(value, types))),
        Closed::Exception(exception) => Outcome::Exception(clip(&show(exception, types))),
        Closed::NoResult { steps } => Outcome::NoResult { steps: *steps },
        Closed::Other => Outcome::Value("?".to_owned()),
    }
}

/// A call with the outcomes of both programs, as far as they are shown.
pub(crate) fn outcomes(pair: &Pair, concrete: &Concrete) -> [Outcome; 2] {
    let [expected, actual] = concrete.texts_to_show();
    let shown = |closed: &Closed| match closed {
        Closed::Value(value) => Closed::Value(pair.shown_result(value)),
        other => other.clone(),
    };
    [
        outcome_of(&shown(&concrete.expected), &expected, pair.types(Side::Reference)),
        outcome_of(&shown(&concrete.actual), &actual, pair.types(Side::Submission)),
    ]
}

/// An outcome with what was printed on the way as a comment behind it.
pub(crate) fn outcome_of(closed: &Closed, printed: &Option<String>, types: &TypeTable) -> Outcome {
    let outcome = outcome(closed, types);
    let Some(printed) = printed else { return outcome };
    let comment = format!(" (* {} *)", clip(printed));
    match outcome {
        Outcome::Value(value) => Outcome::Value(value + &comment),
        Outcome::Exception(exception) => Outcome::Exception(exception + &comment),
        other => other,
    }
}

/// A function's name as it stands in front of arguments: `max`, `Tree.size`, `( +++ )`.
pub(crate) fn applied_name(name: &str) -> String {
    // Names of modules begin with a capital letter, and no other name of a value does.
    let mut value = name;
    while value.starts_with(|first: char| first.is_ascii_uppercase())
        && let Some((_, rest)) = value.split_once('.')
    {
        value = rest;
    }
    let is_word = value.starts_with(|first: char| first.is_alphabetic() || first == '_');
    if is_word && !WORD_OPERATORS.contains(&value) {
        return name.to_owned();
    }
    let modules = &name[..name.len() - value.len()];
    format!("{modules}( {value} )")
}

/// Operators that are words.
const WORD_OPERATORS: [&str; 8] = ["mod", "land", "lor", "lxor", "lsl", "lsr", "asr", "or"];

/// A call as the user writes it.
pub(crate) fn call(name: &str, args: &[Datum], types: &TypeTable) -> String {
    let mut call = applied_name(name);
    for arg in args {
        call.push(' ');
        call.push_str(&show_argument(arg, types));
    }
    clip(&call)
}

/// What the programs leave in arguments, with its label; nothing if there is no difference.
pub(crate) fn afterwards(pair: &Pair, left_behind: &[LeftBehind<Datum>]) -> Option<(&'static str, String)> {
    let types = pair.types(Side::Reference);
    let both = |left: &LeftBehind<Datum>| {
        let [expected, actual] = [&left.expected, &left.actual]
            .map(|datum| show(&pair.onlooker.written_argument(pair, left.argument, datum), types));
        format!("expected {expected}, got {actual}")
    };
    let (label, text) = match left_behind {
        [] => return None,
        [one] => ("argument afterwards", both(one)),
        several => {
            let line = |left: &LeftBehind<Datum>| format!("number {}: {}", left.argument + 1, both(left));
            ("arguments afterwards", several.iter().map(line).collect::<Vec<String>>().join("\n"))
        }
    };
    Some((label, clip(&text)))
}

/// Which of several calls goes wrong, with its label; nothing if it is the last one, as everybody expects.
pub(crate) fn which_call(concrete: &Concrete) -> Option<(&'static str, String)> {
    let (number, times) = (concrete.decisive + 1, concrete.sequence.times);
    (number < times).then(|| ("they differ in", format!("call {number} of {times}")))
}

/// How a text that was cut ends.
pub(crate) const CLIPPED: &str = "more characters)";

/// Whether a value can be written down whole.
pub(crate) fn is_data(datum: &Datum) -> bool {
    match datum {
        Datum::Opaque(_) => false,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().all(is_data),
        Datum::Lazy(part) => is_data(part),
        _ => true,
    }
}

/// Text of a length that a person reads.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 10_000;
    if text.len() <= MOST {
        return text.to_owned();
    }
    let mut end = MOST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}... ({} {CLIPPED}", &text[..end], text.len() - end)
}

/// What holds of every claim that is made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reservations {
    /// Differences where an integer leaves its range, of so many bits, are remarks.
    pub(crate) overflow: Option<u32>,
    /// Differences by rounding, or by no more than is allowed, are remarks.
    pub(crate) rounding: Option<Floats>,
    /// On how many of the inputs tried an integer leaves its range, if these are most of them.
    pub(crate) mostly_left: Option<[u64; 2]>,
    /// Differences at the ends of floating-point numbers are remarks.
    pub(crate) at_special_floats: Option<Ends>,
    /// Parts of results were not computed.
    pub(crate) is_cut: bool,
}

impl Reservations {
    /// Behind the inputs of a claim.
    fn where_kept(self) -> String {
        self.overflow.map_or_else(String::new, |bits| format!(" on which no integer leaves {bits} bits"))
    }

    /// Behind the values of a claim.
    fn and_kept(self) -> String {
        self.overflow.map_or_else(String::new, |bits| format!(" and keep every integer within {bits} bits"))
    }

    /// At the end of a claim.
    fn behind(self) -> String {
        let mut text = String::new();
        if let Some(floats) = self.rounding {
            text += &format!("; some results differ {}", rounded_by(floats));
        }
        if let Some(ends) = self.at_special_floats {
            text += &format!("; some results differ {}", ends.in_words());
        }
        if let Some([left, tried]) = self.mostly_left {
            let (left, tried) = (grouped(left), grouped(tried));
            text += &format!("; on {left} of {tried} inputs tried an integer leaves its range");
        }
        if self.is_cut {
            let cut =
                format!("; of sequences and suspended values the first {MOST_FORCED} elements are compared");
            text.push_str(&cut);
        }
        text
    }
}

/// How much floating-point results differ by where that is a remark.
pub(crate) fn rounded_by(floats: Floats) -> String {
    match floats {
        Floats::Within(part) if floats != Floats::default() => format!("by less than a part of {part:e}"),
        _ => "by rounding".to_owned(),
    }
}

/// What was done beside the search or without it.
#[derive(Debug)]
pub(crate) struct Extent {
    /// Larger inputs that were drawn and on which the reference ended.
    pub(crate) drawn: u64,
    /// Floating-point numbers that were tried.
    pub(crate) floats: u64,
    /// Whether some unknowns were tried one value after the other, or decided among some of their values only.
    pub(crate) has_single_values: bool,
    /// How many paths are those of single values where no unknown was tried in that way: the paths themselves leave no others.
    pub(crate) singles: Singles,
    /// What was left out because the reference raises.
    pub(crate) outside: LeftOut,
    /// What was left out because the reference does not end within its fuel.
    pub(crate) unfinished: LeftOut,
    /// How far it was to go, and the levels that were done; not told of further instances.
    pub(crate) effort: Option<(Effort, u64)>,
}

impl Extent {
    /// Behind the number of paths: a path mostly stands for many values.
    fn single_values(&self) -> String {
        let at_least = if self.singles.more { "at least " } else { "" };
        match self.singles.paths {
            // Where a program asks what no solver answers, numbers are chosen one by one.
            _ if self.has_single_values => "; some of them are those of single values".to_owned(),
            0 => String::new(),
            1 => format!("; {at_least}1 of them is that of a single value"),
            paths => format!("; {at_least}{} of them are those of single values", grouped(paths)),
        }
    }

    /// Behind a claim.
    fn behind(&self) -> String {
        let mut text = left_out("raises", self.outside) + &left_out(UNFINISHED, self.unfinished);
        if self.floats > 0 {
            text += &format!("; floating-point numbers are tried, not covered: {}", grouped(self.floats));
        }
        match self.effort {
            Some((Effort::Levels(levels), _)) => text + &format!(" (effort {levels})"),
            Some((Effort::Max, levels)) => text + &format!(" (effort max: {})", plural(levels, "level")),
            None => text,
        }
    }
}

/// What a reference does that seems endless.
const UNFINISHED: &str = "does not end within its fuel";

/// What a claim is not about, since the reference has no result there.
fn left_out(why: &str, left_out: LeftOut) -> String {
    let what = match (left_out.inputs, left_out.paths) {
        (0, 0) => return String::new(),
        (inputs, 0) => plural(inputs, "input"),
        (0, paths) => plural(paths, "path"),
        (inputs, paths) => format!("{} and {}", plural(inputs, "input"), plural(paths, "path")),
    };
    format!("; left out since the reference {why}: {what}")
}

/// What was covered on single inputs, small ones and larger ones drawn at random, without a difference.
pub(crate) fn bounds_of_inputs(pair: &Pair, small: u64, extent: &Extent, kept: Reservations) -> Bounds {
    let larger_ones = match extent.drawn {
        0 => String::new(),
        1 => " and 1 larger one".to_owned(),
        more => format!(" and {} larger ones", grouped(more)),
    };
    let (name, at) = (&pair.entry.name, at(pair));
    let text = format!(
        "`{name}` agrees on {}{larger_ones}{at}{}{}{}{}",
        plural(small, "small input"),
        condition(pair),
        kept.where_kept(),
        kept.behind() + calls(pair) + &reservation(pair),
        extent.behind()
    );
    // Numbers of a further instance stand beside those of the first.
    let which = if pair.entry.is_first() { "" } else { &at };
    let bounds = Bounds::new(text).number(format!("inputs{which}"), small);
    if extent.drawn == 0 { bounds } else { bounds.number(format!("larger inputs{which}"), extent.drawn) }
}

/// What was covered by one kind of sequences of calls: a part of [`bounds_of_sequences`].
pub(crate) fn bounds_of_sequence(sequence: Sequence, tally: &Tally, search: &Search) -> Bounds {
    let (inputs, paths) = (tally.small_held + tally.drawn_held, tally.relevant_paths());
    if let Some(twins) = sequence.twins {
        return bounds_of_twins(twins, inputs, paths, search);
    }
    let times = sequence.times;
    let given = match sequence.shared {
        0 => String::new(),
        shared => {
            let arguments = if shared == 1 { "argument".to_owned() } else { format!("{shared} arguments") };
            match sequence.instances {
                1 => format!(", the first {arguments} given once"),
                _ => format!(" in turns, the first {arguments} given twice"),
            }
        }
    };
    let calls = format!("of {times} calls{given}");
    let text = match (inputs, paths) {
        (_, 1..) if search.is_exhausted() => {
            format!("every sequence of the kinds tried {calls} ({})", plural(paths, "path"))
        }
        (inputs, 0) => format!("{} {calls}", plural(inputs, "sequence")),
        (0, paths) => format!("{} {calls}", plural(paths, "path")),
        (inputs, paths) => format!("{} and {} {calls}", plural(inputs, "sequence"), plural(paths, "path")),
    };
    Bounds::new(text)
        .number(format!("sequences of {times} calls{given}"), inputs)
        .number(format!("paths of {times} calls{given}"), paths)
}

fn bounds_of_twins(twins: Twins, inputs: u64, paths: u64, search: &Search) -> Bounds {
    let given = twins.in_words();
    let text = match paths {
        1.. if search.is_exhausted() => format!("every input ({}) with {given}", plural(paths, "path")),
        0 => format!("{} with {given}", plural(inputs, "input")),
        _ => format!("{} and {} with {given}", plural(inputs, "input"), plural(paths, "path")),
    };
    Bounds::new(text)
        .number(format!("inputs with {given}"), inputs)
        .number(format!("paths with {given}"), paths)
}

/// What was covered by sequences of calls of all kinds; `outside` are the lengths of which the reference ended normally on none.
pub(crate) fn bounds_of_sequences(
    pair: &Pair,
    parts: Vec<Bounds>,
    outside: &[usize],
    kept: Reservations,
) -> Bounds {
    let name = &pair.entry.name;
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    let mut text = match texts.as_slice() {
        [] => String::new(),
        [first @ .., last] => {
            let first: String = first.iter().map(|text| format!("{text}, and on ")).collect();
            let kept = condition(pair) + &kept.where_kept() + &kept.behind();
            format!("`{name}` agrees on {first}{last}{kept}")
        }
    };
    if !outside.is_empty() {
        let lengths: Vec<String> = outside.iter().map(usize::to_string).collect();
        let lengths = lengths.join(" or ");
        let then = if text.is_empty() { "" } else { "; " };
        text +=
            &format!("{then}`{name}` of the reference ends normally on no sequence of {lengths} calls tried");
    }
    if pair.has_state() || !pair.stages.is_empty() {
        text += &format!("; {}", pair.who_keeps());
    }
    let mut bounds = Bounds::new(text);
    bounds.numbers.extend(parts.into_iter().flat_map(|part| part.numbers));
    bounds
}

/// The types at which a polymorphic entry is compared: ` with 'a = int`.
fn at(pair: &Pair) -> String {
    let entry = &pair.entry;
    let Some(choice) = entry.choice(pair.types(Side::Reference)) else { return String::new() };
    let why = if entry.is_narrowed { " as in the submission" } else { "" };
    format!(" with {choice}{why}")
}

/// The condition on the inputs of a claim, if there is one.
pub(crate) fn condition(pair: &Pair) -> String {
    pair.condition
        .as_ref()
        .map_or_else(String::new, |condition| format!(" where `{}`", clip(condition.trim())))
}

/// Whether all that can be said of a search is how many paths it followed.
pub(crate) fn is_about_paths(search: &Search) -> bool {
    let covers_sizes = search.covered_below().is_some_and(|size| size > 0) && search.counts().shapes > 1;
    !search.is_exhausted() && !covers_sizes
}

/// What the search covered when no difference was found.
pub(crate) fn bounds(
    pair: &Pair,
    search: &Search,
    approximate: bool,
    cases: u64,
    extent: &Extent,
    kept: Reservations,
) -> Bounds {
    let (where_kept, and_kept) = (condition(pair) + &kept.where_kept(), kept.and_kept());
    let (name, at) = (&pair.entry.name, at(pair));
    let counts = search.counts();
    let text = if search.is_exhausted() && approximate {
        format!(
            "`{name}` agrees on every input of the kinds tried{at}{where_kept}: {}",
            plural(counts.paths, "path")
        )
    } else if search.is_exhausted() {
        format!(
            "`{name}` agrees on every input{where_kept}: {} and {} cover them all",
            plural(counts.shapes, "shape"),
            plural(counts.paths, "path")
        )
    } else {
        match search.covered_below() {
            Some(size) if !is_about_paths(search) => format!(
                "`{name}` agrees on all inputs up to size {}{at}{where_kept}: {}, every integer and string in them; {} in all",
                size - 1,
                plural(counts.shapes, "shape"),
                plural(counts.paths, "path"),
            ),
            _ => format!(
                "`{name}` agrees on {} through both programs{at}{}, for all values that take them{and_kept}{}",
                plural(counts.paths, "path"),
                condition(pair),
                extent.single_values(),
            ),
        }
    };
    // A proof needs no more than itself.
    let behind = match search.is_exhausted() && !approximate {
        true => left_out("raises", LeftOut { inputs: 0, ..extent.outside }),
        false => extent.behind(),
    };
    let bounds = Bounds::new(text + &kept.behind() + calls(pair) + &reservation(pair) + &behind)
        .number("paths", counts.paths)
        .number("shapes", counts.shapes)
        .number("covered below size", u64::from(search.covered_below().unwrap_or(0)))
        .number("inputs", cases)
        .number("larger inputs", extent.drawn)
        .number("left out", extent.outside.all());
    match extent.unfinished.all() {
        0 => bounds,
        unfinished => bounds.number("left out as endless", unfinished),
    }
}

/// How the inputs are made, where that is part of the claim.
fn reservation(pair: &Pair) -> String {
    let mut text = pair.entry.through.as_ref().map_or_else(String::new, |through| through.reservation());
    if pair.may_share() {
        text += "; nothing that can be changed stands in two places";
    }
    text
}

/// Which calls a claim is about, where others could show more.
fn calls(pair: &Pair) -> &'static str {
    // Where calls one after the other are compared, a claim of its own says so.
    let are_compared_alone = Sequence::worth_trying(pair).is_empty();
    match (pair.has_state(), pair.stages.is_empty()) {
        (true, _) if pair.is_in_a_row() => "",
        (true, _) if are_compared_alone => {
            "; each as a first call: what is kept from call to call is not compared"
        }
        (true, _) => "; each as a first call",
        (false, false) if are_compared_alone => {
            "; each call with all its arguments: what the function returned for some of them keeps or prints is not compared"
        }
        (false, false) => "; each call with all its arguments at once",
        (false, true) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::applied_name;

    #[test]
    fn operators_stand_in_parentheses() {
        let names = ["max", "Tree.size", "+++", "V.+!", "+..", "mod", "A.B.land", "_x", "A.B.f'"];
        let applied: Vec<String> = names.iter().map(|name| applied_name(name)).collect();
        let expected =
            ["max", "Tree.size", "( +++ )", "V.( +! )", "( +.. )", "( mod )", "A.B.( land )", "_x", "A.B.f'"];
        assert_eq!(applied, expected);
    }
}
