//! Functions as inputs that note how they are called: what a function that gives `()` is for is what it does, and one that takes `()` may
//! give something else each time. Functions made of tables show neither, so an entry that takes such functions is compared once more, with
//! ones that note their arguments in order, or count.
//!
//! In: an entry. Out: the text of a function without these arguments that is put behind both programs, and how its calls are written.

use std::sync::Arc;

use lydian_core::{ArgLabel, Program, Type};
use lydian_diagnostic::Source;
use lydian_enumerate::Constants;
use lydian_verdict::{Remark, Verdict};

use crate::Options;
use crate::beside::Beside;
use crate::instances::both;
use crate::judge::{Judged, pair_of};
use crate::sequences::{Judging, compare_in_all_ways};
use crate::through::{self, Loadable};

/// What an argument of the entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Input,
    /// A function of so many arguments, which are noted.
    Noting(usize),
    /// A function of `()` that gives 1, 2, 3.
    Counting,
}

/// An entry with functions that note how they are called.
#[derive(Debug)]
pub(crate) struct Noted {
    name: String,
    arguments: Vec<(ArgLabel, Given)>,
    gives_unit: bool,
}

impl Noted {
    /// The function that is put behind both programs.
    pub(crate) const ENTRY: &str = "lydian_noted";

    /// An entry of the reference, if it takes such functions.
    pub(crate) fn of(program: &Program, name: &str) -> Option<Noted> {
        let whole = &program.export(name)?.ty;
        let (arguments, result) = whole.uncurry();
        let arguments: Vec<(ArgLabel, Given)> =
            arguments.into_iter().map(|(label, ty)| (label, given(&ty, whole))).collect();
        let takes_any = arguments.iter().any(|(_, given)| *given != Given::Input);
        let is_optional = |(label, _): &(ArgLabel, Given)| matches!(label, ArgLabel::Optional(_));
        let is_word = name.chars().all(|char| char.is_alphanumeric() || "_'.".contains(char));
        let is_operator = !name.chars().any(|char| char.is_alphanumeric() || "_'.".contains(char));
        let can_be_written = (is_word || is_operator) && !arguments.iter().any(is_optional);
        (takes_any && can_be_written).then(|| Noted {
            name: if is_operator { format!("( {name} )") } else { name.to_owned() },
            arguments,
            gives_unit: result == Type::Unit,
        })
    }

    /// Whether an entry gets functions for their effects whose calls are not noted: they are inside of other data, have labels of their
    /// own, or stand beside optional arguments.
    fn leaves_out(program: &Program, name: &str) -> bool {
        let Some(export) = program.export(name) else { return false };
        let gives_unit = |ty: &Type| matches!(ty, Type::Arrow(_, _, to) if **to == Type::Unit);
        let holds_any = |ty: &Type| program.types.holds(ty, gives_unit);
        let notes = Noted::of(program, name).is_some();
        let (arguments, _) = export.ty.uncurry();
        arguments.iter().any(|(_, ty)| match given(ty, &export.ty) {
            Given::Input => holds_any(ty),
            Given::Noting(_) | Given::Counting => !notes,
        })
    }

    /// How the inputs are passed.
    pub(crate) fn labels(&self) -> Vec<ArgLabel> {
        let inputs = self.arguments.iter().filter(|(_, given)| *given == Given::Input);
        inputs.map(|(label, _)| label.clone()).collect()
    }

    /// What is put behind both programs. Without any other argument it takes `()`.
    pub(crate) fn source(&self) -> Arc<Source> {
        let labels = self.labels();
        let names: Vec<String> = (1..=labels.len()).map(|number| format!("lydian_{number}")).collect();
        let parameters = if names.is_empty() { "()".to_owned() } else { names.join(" ") };
        let inputs: Vec<String> =
            labels.iter().zip(names).map(|(label, name)| with_label(label, name)).collect();
        let body = self.written("lydian_calls", "Stdlib.", &inputs);
        Source::new("noted", format!("let {} {parameters} = {body}", Noted::ENTRY))
    }

    /// A call as the user writes it; the inputs have their labels already.
    pub(crate) fn call(&self, inputs: &[String]) -> String {
        self.written(if self.name == "calls" { "noted" } else { "calls" }, "", inputs)
    }

    /// `let calls = ref [] in iter (fun x -> calls := x :: !calls) [1; 2]; List.rev !calls`.
    fn written(&self, variable: &str, library: &str, inputs: &[String]) -> String {
        let (mut before, mut all) = (String::new(), vec![self.name.clone()]);
        let (mut lists, mut inputs) = (Vec::new(), inputs.iter());
        for (number, (label, given)) in self.arguments.iter().enumerate() {
            // One list of calls needs no number.
            let is_only = self.arguments.iter().filter(|(_, given)| *given != Given::Input).count() == 1;
            let variable = if is_only { variable.to_owned() } else { format!("{variable}{}", number + 1) };
            let argument = match given {
                Given::Input => {
                    all.extend(inputs.next().cloned());
                    continue;
                }
                Given::Counting => {
                    before += &format!("let {variable} = {library}ref 0 in ");
                    format!("(fun () -> {library}incr {variable}; !{variable})")
                }
                Given::Noting(arity) => {
                    before += &format!("let {variable} = {library}ref [] in ");
                    let list = format!("{library}List.rev !{variable}");
                    lists.push(list);
                    let names: Vec<String> = match arity {
                        1 => vec!["x".to_owned()],
                        more => (1..=*more).map(|number| format!("x{number}")).collect(),
                    };
                    let noted =
                        if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) };
                    format!("(fun {} -> {variable} := {noted} :: !{variable})", names.join(" "))
                }
            };
            all.push(with_label(label, argument));
        }
        let call = all.join(" ");
        let rest = match (&lists[..], self.gives_unit) {
            ([], _) => call,
            ([list], true) => format!("{call}; {list}"),
            (lists, true) => format!("{call}; ({})", lists.join(", ")),
            (lists, false) => format!("let result = {call} in (result, {})", lists.join(", ")),
        };
        before + &rest
    }
}

/// Compares once more with functions that note how they are called, where the entry takes such functions and nothing else told the
/// programs apart.
pub(crate) fn with_noted_calls(
    mut judged: Judged,
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    (name, constants): (&str, &Constants),
    options: &Options,
) -> Judged {
    if !matches!(judged.judgement.verdict, Verdict::Passed(_) | Verdict::Proved(_)) {
        return judged;
    }
    let takes_functions = Noted::of(reference.program, name).is_some();
    let joined = match takes_functions {
        true => through::noted(reference, submission, name, options),
        false => None,
    };
    if (takes_functions && joined.is_none()) || Noted::leaves_out(reference.program, name) {
        // A pass would say more than was looked at.
        let text = format!("what `{name}` calls the functions with that are its arguments was not compared");
        judged.judgement.remarks.push(Remark::new("calls-not-compared", text));
    }
    let Some(joined) = joined else { return judged };
    let pair = pair_of(&joined.reference, &joined.submission, joined.entry, options);
    let Ok(mut pair) = pair else { return judged };
    let mut beside = Beside::new(options);
    let subject = judged.judgement.subject.clone();
    let judging = Judging { constants, beside: &mut beside, subject, options };
    let mut noted = compare_in_all_ways(&mut pair, judging);
    if matches!(noted.judgement.verdict, Verdict::Vacuous(_)) {
        return judged;
    }
    if noted.counterexample.is_none() {
        noted.judgement.remarks.splice(0..0, judged.judgement.remarks.iter().cloned());
        noted.judgement.remarks.extend(beside.remarks(&pair));
    }
    both(judged, noted)
}

fn with_label(label: &ArgLabel, argument: String) -> String {
    match label {
        ArgLabel::Labelled(name) => format!("~{name}:{argument}"),
        _ => argument,
    }
}

fn given(ty: &Type, whole: &Type) -> Given {
    let (arguments, result) = ty.uncurry();
    let are_positional = arguments.iter().all(|(label, _)| *label == ArgLabel::Positional);
    // What is given as a result that occurs nowhere else is dropped.
    let is_dropped = match &result {
        Type::Unit => true,
        Type::Param(variable) => {
            let mut times = 0;
            whole.for_each_param(&mut |other| times += u32::from(other == *variable));
            times == 1
        }
        _ => false,
    };
    match (&arguments[..], result) {
        ([], _) => Given::Input,
        _ if are_positional && is_dropped => Given::Noting(arguments.len()),
        ([(ArgLabel::Positional, Type::Unit)], Type::Int | Type::Param(_)) => Given::Counting,
        _ => Given::Input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(text: &str) -> Option<Noted> {
        let (program, _) = lydian_ocaml::load(&Source::new("r.ml", text));
        Noted::of(&program?, "f")
    }

    fn call(text: &str, inputs: &[&str]) -> Option<String> {
        let inputs: Vec<String> = inputs.iter().map(|input| (*input).to_owned()).collect();
        noted(text).map(|noted| noted.call(&inputs))
    }

    #[test]
    fn calls_are_noted_in_order() {
        assert_eq!(
            call("let f g l = List.iter g l", &["[1]"]).as_deref(),
            Some("let calls = ref [] in f (fun x -> calls := x :: !calls) [1]; List.rev !calls")
        );
        assert_eq!(
            call("let f n (g : int -> int -> unit) = g n 1; n", &["1"]).as_deref(),
            Some(
                "let calls = ref [] in let result = f 1 (fun x1 x2 -> calls := (x1, x2) :: !calls) in (result, List.rev !calls)"
            )
        );
        assert_eq!(
            call("let f gen = let a = gen () in (a, gen ())", &[]).as_deref(),
            Some("let calls = ref 0 in f (fun () -> incr calls; !calls)")
        );
    }

    #[test]
    fn functions_whose_calls_are_not_noted_are_seen() {
        let leaves_out = |text: &str| {
            let (program, _) = lydian_ocaml::load(&Source::new("r.ml", text));
            program.is_some_and(|program| Noted::leaves_out(&program, "f"))
        };
        assert!(leaves_out("let f (g, l) = List.iter g l; 1 + List.length l"));
        assert!(leaves_out("type 'a tool = { run : 'a -> unit } let f tool l = List.iter tool.run l"));
        assert!(leaves_out("let f ?(times = 1) (g : int -> unit) = for i = 1 to times do g i done"));
        assert!(leaves_out("let f (g : x:int -> unit) = g ~x:1"));
        assert!(!leaves_out("let f g l = List.iter g l"));
        assert!(!leaves_out("let f (g, l) = List.map g l"));
        assert!(!leaves_out(
            "let f (t : (int, string) Hashtbl.t) (q : int Queue.t) (s : int Seq.t) = Hashtbl.length t"
        ));
    }

    #[test]
    fn operators_are_called_by_their_names() {
        let (program, _) = lydian_ocaml::load(&Source::new("r.ml", "let ( |>> ) l g = List.iter g l"));
        let noted = program.and_then(|program| Noted::of(&program, "|>>"));
        assert_eq!(
            noted.map(|noted| noted.call(&["[1]".to_owned()])).as_deref(),
            Some("let calls = ref [] in ( |>> ) [1] (fun x -> calls := x :: !calls); List.rev !calls")
        );
    }

    #[test]
    fn other_functions_note_nothing() {
        assert!(noted("let f g l = List.map g l").is_none());
        assert!(noted("let f x = print_int x").is_none());
    }
}
