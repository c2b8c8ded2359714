//! The door for state machines given as functions: models, their own properties, and conformance of systems to them.
//!
//! A model is an OCaml file with the types `state`, `input` and `output`, an initial state and a reaction. [`load`] reads one;
//! [`Prepared`] computes its definitions; [`concretely`] runs it on known values as a specification in the sense of
//! `lydian_conform`.

mod alphabet;
mod campaign;
pub mod codec;
mod commute;
mod concrete;
mod coverage;
pub mod draw;
mod generate;
mod in_process;
mod kin;
mod live;
mod load;
mod looks;
mod mutate;
mod patterns;
mod prepare;
mod properties;
mod sessions;
mod solve;
mod suite;
mod symbolic;
mod tell;
pub mod values;
mod versus;
mod wishes;

pub use alphabet::Alphabet;
pub use campaign::{Again, Found, NotReset, Start, Startable, Tested, Testing};
pub use concrete::{Book, Concrete, SharedBook, concretely};
pub use coverage::{BranchCoverage, CoveredBranch, Covering, Reachable, Reaching};
pub use generate::{Generated, GeneratedCase, GeneratedStep, Generating, LengthCounts, RaisedBy};
pub use in_process::InProcess;
pub use live::{Framed, Live, LiveSessions, Manners, ModelCodec, Reach, Reset, Shell};
pub use load::{Extras, Init, Model, Property, Purpose, Scope, Shape, load, load_with};
pub use mutate::{Difference, Fate, Given, ScoreCounts, Scored, ScoredMutant, Scoring, mutants_of, score};
pub use prepare::Prepared;
pub use properties::{Answered, Checking, Counterexample, Explored, Question};
pub use sessions::{Overlap, Overlapped, Overlapping, Plan, Together};
pub use suite::{Method, Suite, SuiteRequest};
pub use versus::{Comparing, Versus};

#[cfg(test)]
mod tests {
    use lydian_conform::{Conformance, Specification, compare};
    use lydian_core::{ConId, Value};

    use super::*;

    const C0: &str = "
type state = S0 | S5 | S10
type input = Nickel | Dime | Button
type output = Coffee | Coin
let init = S0
let step s i = match s, i with
  | S0, Nickel -> [S5, []] | S0, Dime -> [S10, []] | S5, Nickel -> [S10, []] | S10, Button -> [S0, [Coffee]]
  | _ -> []";

    const C4: &str = "
type state = int
type input = Nickel | Dime | Button
type output = Coffee | Coin
let init = 0
let step n = function Nickel -> [n + 5, []] | Dime -> [n + 10, []]
  | Button -> if n >= 10 then [n - 10, [Coffee]] else [n, []]";

    fn model(text: &str) -> Model {
        let (model, faults) = load(&lydian_diagnostic::Source::new("m.ml", text));
        model.unwrap_or_else(|| panic!("{faults:?}"))
    }

    #[test]
    fn an_infinite_machine_conforms_to_a_partial_one_and_fails_a_total_one() {
        let total = C0.replace("  | _ -> []", "  | s, _ -> [s, []]");
        for (spec, shortest) in [(C0, None), (total.as_str(), Some(3))] {
            let (spec, implementation) = (model(spec), model(C4));
            let prepared = [&spec, &implementation].map(|model| Prepared::new(model).expect("definitions"));
            let book = SharedBook::default();
            let failure = concretely(&prepared[0], &book, |spec| {
                concretely(&prepared[1], &book, |implementation| {
                    let alphabet = spec.alphabet().expect("inputs");
                    assert!(alphabet.complete);
                    let silence = spec.intern_answer(&Value::Constant(ConId::NIL)).expect("a list");
                    let inputs = &alphabet.inputs;
                    let relation = Conformance::Inclusion;
                    compare(spec, implementation, inputs, relation, silence, 1000, &mut || true)
                        .expect("a result")
                        .failure
                })
            });
            assert_eq!(failure.map(|failure| failure.steps.len()), shortest);
        }
    }

    #[test]
    fn pre_and_postconditions_are_solved() {
        let text = "
type state = int  type input = Take of int  type output = Got of int
let init = 3
let pre s (Take n) = n >= 0 && n <= s
let post s (Take n) (Got x) s' = x >= 0 && x <= n && s' = s - x";
        let model = model(text);
        let prepared = Prepared::new(&model).expect("definitions");
        concretely(&prepared, &SharedBook::default(), |spec| {
            let start = spec.initial().expect("a state")[0];
            let take = |n| Value::construct(ConId::intern("input", "Take"), [Value::Int(n)]);
            let input = spec.intern_input(&take(2)).expect("an input");
            assert_eq!(spec.reactions(start, input).expect("reactions").listed().len(), 3);
            let input = spec.intern_input(&take(4)).expect("an input");
            assert!(!spec.reactions(start, input).expect("reactions").is_enabled());
        });
    }
}
