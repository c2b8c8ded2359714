//! How a test calls the entry: once, or several times one after the other from the start of the program.
//! What a program keeps from call to call shows in no single call. The inputs of a test of several calls stand one behind the other in
//! one list, so that whatever makes, shrinks or solves for inputs needs to know nothing of calls.
//! Where a function works in stages, its first arguments are given once, or twice, and what it returns is called, in turns. Where it can
//! change its arguments, two of them may be one.

use std::borrow::Cow;

use lydian_core::{ArgLabel, Datum, Type};
use lydian_ocaml::show;

use crate::differ::Concrete;
use crate::pair::{Pair, Side};
use crate::pasted::{Look, Looks};
use crate::twins::Twins;
use crate::wording;

/// The calls of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// The arguments that are given before the calls.
    pub(crate) shared: usize,
    /// How often they are given: what they return is called in turns.
    pub(crate) instances: usize,
    /// How many calls there are.
    pub(crate) times: usize,
    /// The arguments of a single call that are one and the same object.
    pub(crate) twins: Option<Twins>,
}

/// More calls than this are not tried.
const MOST_CALLS: usize = 3;

/// How many instances show what they have in common.
const INSTANCES: usize = 2;

impl Sequence {
    /// One call with all its arguments.
    pub(crate) const ONE: Sequence = Sequence { shared: 0, instances: 1, times: 1, twins: None };

    /// Those that show what both programs keep, the shorter ones first; none where a single call shows all, and none of calls that are
    /// reached through operations.
    pub(crate) fn worth_trying(pair: &Pair) -> Vec<Sequence> {
        if pair.entry.through.is_some() {
            return Vec::new();
        }
        let stages = pair.stages.iter().copied().filter(|shared| (1..pair.entry.args.len()).contains(shared));
        let shared = pair.has_state().then_some(0).into_iter().chain(stages);
        let several = |(shared, instances)| {
            (2..=MOST_CALLS).map(move |times| Sequence { shared, instances, times, ..Sequence::ONE })
        };
        let shared = shared.flat_map(|shared| {
            // Without arguments of their own instances are the function itself.
            let most = if shared == 0 { 1 } else { INSTANCES };
            (1..=most).map(move |instances| (shared, instances))
        });
        let twins = Twins::of(pair).into_iter().map(|twins| Sequence { twins: Some(twins), ..Sequence::ONE });
        let mut all: Vec<Sequence> = twins.chain(shared.flat_map(several)).collect();
        all.sort_by_key(|sequence| sequence.times);
        all
    }

    /// The types of all inputs, by those of the entry's arguments.
    pub(crate) fn types(self, args: &[Type]) -> Vec<Type> {
        self.of_inputs(args)
    }

    /// What belongs to each input, by what belongs to each argument of the entry.
    fn of_inputs<T: Clone>(self, args: &[T]) -> Vec<T> {
        let (shared, own) = args.split_at(self.shared.min(args.len()));
        let instances = (0..self.instances).flat_map(|_| shared);
        let calls = (0..self.times).flat_map(|_| own);
        let mut all: Vec<T> = instances.chain(calls).cloned().collect();
        if let Some(twins) = self.twins {
            all.remove(twins.second);
        }
        all
    }

    /// The arguments of a call, by its inputs.
    pub(crate) fn arguments<T: Clone>(self, inputs: &[T]) -> Cow<'_, [T]> {
        match self.twins {
            Some(Twins { first, second }) if second <= inputs.len() => {
                let mut all = inputs.to_vec();
                all.insert(second, inputs[first].clone());
                Cow::Owned(all)
            }
            _ => Cow::Borrowed(inputs),
        }
    }

    /// The inputs that each instance is made from, and those of each call.
    pub(crate) fn split<T>(self, inputs: &[T]) -> (Vec<&[T]>, Vec<&[T]>) {
        let (shared, own) = inputs.split_at((self.shared * self.instances).min(inputs.len()));
        (in_equal_parts(shared, self.instances), in_equal_parts(own, self.times))
    }

    /// Which instance a call is one of.
    pub(crate) fn instance_of(self, call: usize) -> usize {
        call % self.instances
    }

    /// Tests with fewer calls or instances, whose inputs are among these, the shortest first.
    pub(crate) fn shorter<T: Clone>(self, inputs: &[T]) -> Vec<(Sequence, Vec<T>)> {
        let (instances, calls) = self.split(inputs);
        let kept = |sequence: Sequence, instances: &[&[T]], left_out: Option<usize>| {
            let calls = calls.iter().enumerate().filter(|(call, _)| Some(*call) != left_out);
            let inputs = instances.iter().chain(calls.map(|(_, inputs)| inputs)).flat_map(|part| part.iter());
            (sequence, inputs.cloned().collect())
        };
        let of_one = instances.iter().filter(|_| self.instances > 1).map(|instance| {
            let sequence = Sequence { instances: 1, ..self };
            kept(sequence, &[*instance], None)
        });
        let without = (0..self.times).rev().filter(|_| self.times > 1).map(|call| match self.times {
            // One call of what the first arguments give is one call with all arguments.
            2 => kept(Sequence::ONE, &instances[self.instance_of(1 - call)..][..1], Some(call)),
            more => kept(Sequence { times: more - 1, ..self }, &instances, Some(call)),
        });
        without.chain(of_one).collect()
    }
}

fn in_equal_parts<T>(all: &[T], count: usize) -> Vec<&[T]> {
    let each = all.len() / count.max(1);
    (0..count).map(|part| &all[part * each..(part + 1) * each]).collect()
}

/// A test in the user's words.
pub(crate) struct Written {
    /// All of it as one expression.
    pub(crate) call: String,
    /// What a toplevel is given, phrase by phrase.
    pub(crate) phrases: Vec<String>,
}

impl Written {
    /// The calls of the entry, by its name in front of arguments, as the user writes them; `shown` are the arguments that are looked at
    /// afterwards and need names for that: their places and values. `looks` says how a toplevel is asked for what it would not show.
    pub(crate) fn new(
        entry: &str,
        sequence: Sequence,
        arguments: &[String],
        shown: &[(usize, String)],
        looks: &Looks,
    ) -> Written {
        let mut names = Names { taken: vec![entry.to_owned()] };
        let functions = match sequence.shared {
            0 => vec![entry.to_owned()],
            _ => (0..sequence.instances).map(|_| names.take(&FUNCTIONS)).collect(),
        };
        let whole = Wording { entry, functions: &functions, sequence };
        if let Some(twins) = sequence.twins {
            return whole.twins(twins, names.take(&VALUES), arguments, (shown, looks));
        }
        let plain = whole.phrases(arguments, &Look::default());
        let mut phrases = looks.before.clone();
        let mut named = arguments.to_vec();
        let mut afterwards = Vec::new();
        for (index, argument) in named.iter_mut().enumerate() {
            if let Some((_, value)) = shown.iter().find(|(place, _)| *place == index) {
                let name = names.take(&VALUES);
                phrases.push(format!("let {name} = {value}"));
                *argument = format!("{}{name}", label_of(argument));
                afterwards.push(looks.argument(index, &name));
            }
        }
        phrases.extend(whole.phrases(&named, &looks.result));
        phrases.extend(afterwards);
        Written { call: wording::clip(&whole.expression(&plain)), phrases }
    }
}

/// Names for the function that stands for the first arguments.
const FUNCTIONS: [&str; 3] = ["g", "h", "k"];

/// Names for arguments.
const VALUES: [&str; 10] = ["a", "b", "c", "d", "e", "r", "s", "t", "u", "v"];

/// Names that are not taken yet.
struct Names {
    taken: Vec<String>,
}

impl Names {
    fn take(&mut self, names: &[&str]) -> String {
        let free = |name: &String| !self.taken.contains(name);
        let mut numbered = (1..).map(|number| format!("{}{number}", names[0]));
        let plain = names.iter().map(|name| (*name).to_owned()).find(free);
        let name = plain.or_else(|| numbered.find(free)).unwrap_or_default();
        self.taken.push(name.clone());
        name
    }
}

struct Wording<'a> {
    entry: &'a str,
    /// What is called: one for each instance.
    functions: &'a [String],
    sequence: Sequence,
}

impl Wording<'_> {
    fn phrases(&self, arguments: &[String], look: &Look) -> Vec<String> {
        let (instances, calls) = self.sequence.split(arguments);
        let applied =
            |function: &str, arguments: &[String]| [&[function.to_owned()], arguments].concat().join(" ");
        let made = |(function, shared): (&String, &[String])| {
            format!("let {function} = {}", applied(self.entry, shared))
        };
        let stages = self.functions.iter().zip(instances).filter(|(_, shared)| !shared.is_empty()).map(made);
        let called = |(number, call): (usize, &[String])| {
            look.at(&applied(&self.functions[self.sequence.instance_of(number)], call))
        };
        stages.chain(calls.into_iter().enumerate().map(called)).collect()
    }

    /// An object has a name where it is given twice.
    fn twins(
        &self,
        twins: Twins,
        name: String,
        arguments: &[String],
        (shown, looks): (&[(usize, String)], &Looks),
    ) -> Written {
        let Some(value) = arguments.get(twins.first) else {
            return Written { call: self.entry.to_owned(), phrases: vec![self.entry.to_owned()] };
        };
        let mut named = arguments.to_vec();
        named[twins.first] = name.clone();
        let call = [&[self.entry.to_owned()], &*self.sequence.arguments(&named)].concat().join(" ");
        let definition = format!("let {name} = {}", without_parentheses(value));
        let is_shown = shown.iter().any(|(place, _)| *place == twins.first);
        let afterwards = if is_shown { format!("; {name}") } else { String::new() };
        let whole = wording::clip(&format!("{definition} in {call}{afterwards}"));
        let afterwards = is_shown.then(|| looks.argument(twins.first, &name));
        let phrases = looks.before.iter().cloned().chain([definition, looks.result.at(&call)]);
        let phrases = phrases.chain(afterwards).collect();
        Written { call: whole, phrases }
    }

    fn expression(&self, phrases: &[String]) -> String {
        let made = if self.sequence.shared == 0 { 0 } else { self.sequence.instances };
        let (stages, calls) = phrases.split_at(made.min(phrases.len()));
        let stages: String = stages.iter().map(|stage| format!("{stage} in ")).collect();
        stages + &calls.join("; ")
    }
}

/// An argument as it stands alone.
fn without_parentheses(argument: &str) -> &str {
    let inner = argument.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(argument)
}

/// What stands in front of the value of an argument: `~by:`.
fn label_of(argument: &str) -> &str {
    match argument.find(':') {
        Some(colon) if argument.starts_with(['~', '?']) => &argument[..=colon],
        _ => "",
    }
}

impl Pair {
    /// The types of the inputs of a test.
    pub(crate) fn input_types(&self) -> Vec<Type> {
        self.sequence.types(&self.entry.args)
    }

    /// How each input of a test is passed.
    pub(crate) fn input_labels(&self, sequence: Sequence) -> Vec<ArgLabel> {
        sequence.of_inputs(&self.entry.labels)
    }

    /// The arguments that are looked at afterwards, with their values as text.
    pub(crate) fn looked_at_afterwards(&self, inputs: &[Datum], concrete: &Concrete) -> Vec<(usize, String)> {
        let types = self.types(Side::Reference);
        let places = concrete.left_behind.iter().map(|left| left.argument);
        places
            .filter_map(|place| Some((place, show(&self.shown_input(place, inputs.get(place)?), types))))
            .collect()
    }

    /// Which of the programs may keep something from call to call, for a claim.
    pub(crate) fn who_keeps(&self) -> &'static str {
        let keeps = [Side::Reference, Side::Submission].map(|side| self.keeps(side));
        match keeps {
            [true, true] => "both have data that calls can change",
            [true, false] => "only the reference has data that calls can change",
            [false, true] => "only the submission has data that calls can change",
            [false, false] => {
                "what a call with some of the arguments returns may have data that calls can change"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_of_a_test_are_those_of_its_calls_one_behind_the_other() {
        let sequence = Sequence { shared: 1, times: 2, ..Sequence::ONE };
        let inputs = ["s", "a", "b", "c", "d"];
        assert_eq!(sequence.split(&inputs), (vec![&["s"][..]], vec![&["a", "b"][..], &["c", "d"][..]]));
        assert_eq!(
            sequence.types(&[Type::Unit, Type::Int, Type::Bool]),
            [Type::Unit, Type::Int, Type::Bool, Type::Int, Type::Bool]
        );
        assert_eq!(
            sequence.shorter(&inputs),
            [(Sequence::ONE, vec!["s", "a", "b"]), (Sequence::ONE, vec!["s", "c", "d"])]
        );
    }

    #[test]
    fn instances_are_called_in_turns() {
        let sequence = Sequence { shared: 1, instances: 2, times: 3, twins: None };
        let inputs = ["s", "t", "a", "b", "c"];
        assert_eq!(
            sequence.split(&inputs),
            (vec![&["s"][..], &["t"][..]], vec![&["a"][..], &["b"][..], &["c"][..]])
        );
        assert_eq!(
            sequence.types(&[Type::Unit, Type::Int]),
            [Type::Unit, Type::Unit, Type::Int, Type::Int, Type::Int]
        );
        let two = Sequence { times: 2, ..sequence };
        let one = Sequence { instances: 1, ..sequence };
        assert_eq!(
            sequence.shorter(&inputs),
            [
                (two, vec!["s", "t", "a", "b"]),
                (two, vec!["s", "t", "a", "c"]),
                (two, vec!["s", "t", "b", "c"]),
                (one, vec!["s", "a", "b", "c"]),
                (one, vec!["t", "a", "b", "c"]),
            ]
        );
        let single = two.shorter(&["s", "t", "a", "b"]);
        assert_eq!(single[..2], [(Sequence::ONE, vec!["s", "a"]), (Sequence::ONE, vec!["t", "b"])]);
    }

    #[test]
    fn calls_stand_in_a_row() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        let written = |sequence, arguments: &[&str]| {
            Written::new("f", sequence, &texts(arguments), &[], &Looks::default())
        };
        let one = written(Sequence { times: 2, ..Sequence::ONE }, &["1", "2"]);
        assert_eq!(one.phrases, ["f 1", "f 2"]);
        assert_eq!(one.call, "f 1; f 2");
        let staged = Sequence { shared: 1, times: 2, ..Sequence::ONE };
        let one = written(staged, &["()", "1", "2"]);
        assert_eq!(one.phrases, ["let g = f ()", "g 1", "g 2"]);
        assert_eq!(one.call, "let g = f () in g 1; g 2");
        let two = written(Sequence { instances: 2, ..staged }, &["()", "5", "1", "2"]);
        assert_eq!(two.phrases, ["let g = f ()", "let h = f 5", "g 1", "h 2"]);
        assert_eq!(two.call, "let g = f () in let h = f 5 in g 1; h 2");
    }

    #[test]
    fn what_is_given_twice_has_a_name() {
        let twins = Some(Twins { first: 0, second: 2 });
        let sequence = Sequence { twins, ..Sequence::ONE };
        assert_eq!(sequence.types(&[Type::Bytes, Type::Int, Type::Bytes]), [Type::Bytes, Type::Int]);
        let arguments = ["(ref 5)".to_owned(), "1".to_owned()];
        let written = Written::new("f", sequence, &arguments, &[(0, "ref 5".to_owned())], &Looks::default());
        assert_eq!(written.call, "let a = ref 5 in f a 1 a; a");
        assert_eq!(written.phrases, ["let a = ref 5", "f a 1 a", "a"]);
    }

    #[test]
    fn a_named_argument_keeps_its_label() {
        let arguments = ["~by:(-1)".to_owned(), "[|0|]".to_owned()];
        let shown = [(0, "-1".to_owned()), (1, "[|0|]".to_owned())];
        let written = Written::new("a", Sequence::ONE, &arguments, &shown, &Looks::default());
        assert_eq!(written.call, "a ~by:(-1) [|0|]");
        assert_eq!(written.phrases, ["let b = -1", "let c = [|0|]", "a ~by:b c", "b", "c"]);
    }
}
