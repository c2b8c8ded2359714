//! State machines in Rust: proofs, shortest differences, walks, suites, refusals and systems that panic.

use std::collections::VecDeque;

use lydian::{Conform, Domain, Enumerate, Machine, MachineVerdict, Relation, Suite, System};

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Input {
    Nickel,
    Dime,
    Button,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Output {
    Nothing,
    Coffee,
}

/// The coffee machine of Gast, total: it holds up to ten cents.
#[derive(Clone, Copy)]
struct Coffee {
    /// What a nickel is taken for when five cents are there already.
    second_nickel: u8,
    /// Whether the button is refused without money.
    refuses: bool,
}

const RIGHT: Coffee = Coffee { second_nickel: 5, refuses: false };

impl Machine for Coffee {
    type State = u8;
    type Input = Input;
    type Output = Output;

    fn initial(&self) -> Vec<u8> {
        vec![0]
    }

    fn step(&self, cents: &u8, input: &Input) -> Vec<(Output, u8)> {
        match (input, cents) {
            (Input::Nickel, 5) => vec![(Output::Nothing, 5 + self.second_nickel)],
            (Input::Nickel, _) => vec![(Output::Nothing, (cents + 5).min(10))],
            (Input::Dime, 0) => vec![(Output::Nothing, 10)],
            (Input::Dime, _) => vec![(Output::Nothing, *cents)],
            (Input::Button, 10) => vec![(Output::Coffee, 0)],
            (Input::Button, 0) if self.refuses => vec![],
            (Input::Button, _) => vec![(Output::Nothing, *cents)],
        }
    }
}

/// Runs a machine as a system that hides its state.
struct Hidden<M: Machine>(M, M::State);

impl<M: Machine> Hidden<M> {
    fn new(machine: M) -> Hidden<M> {
        let start = machine.initial().remove(0);
        Hidden(machine, start)
    }
}

impl<M: Machine> System for Hidden<M> {
    type Input = M::Input;
    type Output = M::Output;

    fn reset(&mut self) {
        self.1 = self.0.initial().remove(0);
    }

    fn step(&mut self, input: &M::Input) -> Option<M::Output> {
        let (output, state) = self.0.step(&self.1, input).into_iter().next()?;
        self.1 = state;
        Some(output)
    }
}

#[test]
fn a_machine_conforms_to_itself_for_certain() {
    let report = Conform::to(&RIGHT).prove(&RIGHT);
    assert!(report.is_proved(), "{report}");
    assert_eq!((report.judged, report.sequences), (9, 3));
}

#[test]
fn a_difference_between_machines_is_a_shortest_one() {
    let report = Conform::to(&RIGHT).prove(&Coffee { second_nickel: 0, ..RIGHT });
    assert_eq!(report.inputs(), ["Nickel", "Nickel", "Button"]);
    let trace = report.trace().unwrap();
    assert_eq!(
        (trace.steps[2].seen.as_str(), trace.allowed.as_slice()),
        ("Nothing", &["Coffee".to_owned()][..])
    );
    assert_eq!(trace.states, ["10"]);
    assert!(report.to_string().ends_with("allowed in 10: Coffee"), "{report}");
}

#[test]
fn a_hidden_system_is_told_apart_by_short_sequences() {
    let report = Conform::to(&RIGHT).test(&mut Hidden::new(Coffee { second_nickel: 0, ..RIGHT }));
    assert_eq!(report.inputs(), ["Nickel", "Nickel", "Button"]);
    let report = Conform::to(&RIGHT).test(&mut Hidden::new(RIGHT));
    assert!(matches!(report.verdict, MachineVerdict::Passed(_)) && report.judged > 10_000, "{report}");
}

#[test]
fn refusals_matter_only_where_the_relation_says_so() {
    let strict = Coffee { refuses: true, ..RIGHT };
    // What the specification refuses is not given.
    assert!(Conform::to(&strict).prove(&RIGHT).is_proved());
    let report = Conform::to(&strict).relation(Relation::Refusal).prove(&RIGHT);
    assert_eq!(report.inputs(), ["Button"]);
    assert_eq!(report.trace().unwrap().allowed, ["a refusal"]);
    assert!(Conform::to(&strict).relation(Relation::Refusal).prove(&strict).is_proved());
    // What the specification accepts must not be refused.
    let report = Conform::to(&RIGHT).test(&mut Hidden::new(strict));
    assert_eq!(
        (report.inputs(), report.trace().unwrap().steps[0].seen.as_str()),
        (vec!["Button"], "a refusal")
    );
}

#[test]
fn complete_suites_find_what_they_promise() {
    let conform = Conform::to(&RIGHT);
    for suite in [Suite::W, Suite::Wp, Suite::Hsi] {
        let words = conform.suite(suite, 1).unwrap();
        assert!(words.len() > 3 && words.iter().flatten().any(|input| *input == Input::Button));
        let right = conform.test_suite(suite, 1, &mut Hidden::new(RIGHT)).unwrap();
        assert!(right.is_ok() && right.sequences == words.len() as u64, "{right}");
        let claim = "at most 1 states more than the minimal machine of the specification";
        assert!(right.to_string().contains(claim), "{right}");
        let wrong =
            conform.test_suite(suite, 0, &mut Hidden::new(Coffee { second_nickel: 0, ..RIGHT })).unwrap();
        assert_eq!(wrong.inputs().len(), 3, "{wrong}");
    }
    assert!(conform.test_suite(Suite::Tour, 0, &mut Hidden::new(RIGHT)).unwrap().is_ok());
    let strict = Coffee { refuses: true, ..RIGHT };
    let refused = Conform::to(&strict).relation(Relation::Refusal).suite(Suite::Hsi, 0).unwrap_err();
    assert!(refused.to_string().contains("refuses"));
}

#[derive(Debug, Clone, Enumerate)]
enum Queue {
    Push(u8),
    Pop,
    Length,
}

/// A queue of at most four items.
struct Bounded;

impl Machine for Bounded {
    type State = VecDeque<u8>;
    type Input = Queue;
    type Output = Option<usize>;

    fn initial(&self) -> Vec<VecDeque<u8>> {
        vec![VecDeque::new()]
    }

    fn step(&self, items: &VecDeque<u8>, input: &Queue) -> Vec<(Option<usize>, VecDeque<u8>)> {
        let mut items = items.clone();
        let output = match input {
            Queue::Push(_) if items.len() == 4 => Some(0),
            Queue::Push(item) => {
                items.push_back(*item);
                None
            }
            Queue::Pop => items.pop_front().map(usize::from),
            Queue::Length => Some(items.len()),
        };
        vec![(output, items)]
    }
}

/// A ring buffer that goes wrong only after it has gone round.
#[derive(Default)]
struct Ring {
    items: [u8; 4],
    head: usize,
    length: usize,
    bug: bool,
}

impl System for Ring {
    type Input = Queue;
    type Output = Option<usize>;

    fn reset(&mut self) {
        *self = Ring { bug: self.bug, ..Ring::default() };
    }

    fn step(&mut self, input: &Queue) -> Option<Option<usize>> {
        Some(match input {
            Queue::Push(_) if self.length == 4 => Some(0),
            Queue::Push(item) => {
                let place = self.head + self.length;
                let place = if self.bug { place.min(3) } else { place % 4 };
                self.items[place] = *item;
                self.length += 1;
                None
            }
            Queue::Pop if self.length == 0 => None,
            Queue::Pop => {
                let item = self.items[self.head];
                self.head = (self.head + 1) % 4;
                self.length -= 1;
                Some(usize::from(item))
            }
            Queue::Length => Some(self.length),
        })
    }
}

#[test]
fn a_deep_fault_is_found_by_walks_and_made_short() {
    assert!(Conform::to(&Bounded).test(&mut Ring::default()).is_ok());
    let report = Conform::to(&Bounded).test(&mut Ring { bug: true, ..Ring::default() });
    let inputs = report.inputs();
    // Four pushes fill the buffer, a pop makes room at its start, the fifth push overwrites the fourth item.
    assert!(inputs.len() <= 9 && inputs.len() >= 6, "{report}");
    assert_eq!(inputs.iter().filter(|input| input.starts_with("Push")).count(), 5, "{report}");
}

#[test]
fn machines_with_too_many_inputs_or_states_prove_nothing() {
    struct Sum;
    impl Machine for Sum {
        type State = u64;
        type Input = u16;
        type Output = u64;
        fn initial(&self) -> Vec<u64> {
            vec![0]
        }
        fn step(&self, sum: &u64, more: &u16) -> Vec<(u64, u64)> {
            vec![(sum + u64::from(*more), sum + u64::from(*more))]
        }
    }
    let report = Conform::to(&Sum).places(500).prove(&Sum);
    assert!(
        matches!(&report.verdict, MachineVerdict::Passed(how) if how.starts_with("alike up to")),
        "{report}"
    );
    let one = Conform::to(&Sum).inputs(&Domain::values([0]), 1).prove(&Sum);
    assert!(one.is_proved(), "{one}");
    assert!(Conform::to(&Sum).places(500).suite(Suite::W, 0).is_err());
}

#[test]
fn choices_of_the_specification_are_all_allowed() {
    struct Either;
    impl Machine for Either {
        type State = bool;
        type Input = ();
        type Output = u8;
        fn initial(&self) -> Vec<bool> {
            vec![false]
        }
        fn step(&self, committed: &bool, (): &()) -> Vec<(u8, bool)> {
            if *committed { vec![(2, true)] } else { vec![(1, false), (2, true)] }
        }
    }
    struct Answers(Vec<u8>, usize);
    impl System for Answers {
        type Input = ();
        type Output = u8;
        fn reset(&mut self) {
            self.1 = 0;
        }
        fn step(&mut self, (): &()) -> Option<u8> {
            self.1 += 1;
            Some(self.0[(self.1 - 1).min(self.0.len() - 1)])
        }
    }
    assert!(Conform::to(&Either).test(&mut Answers(vec![1, 1, 2], 0)).is_ok());
    let report = Conform::to(&Either).test(&mut Answers(vec![1, 2, 1], 0));
    assert_eq!(report.inputs().len(), 3);
    assert_eq!(report.trace().unwrap().states, ["true"]);
    assert!(Conform::to(&Either).suite(Suite::Hsi, 0).is_err());
}

#[test]
fn panics_are_wrong_answers_of_systems_and_troubles_of_specifications() {
    struct Fragile(u8);
    impl System for Fragile {
        type Input = Input;
        type Output = Output;
        fn reset(&mut self) {
            self.0 = 0;
        }
        fn step(&mut self, input: &Input) -> Option<Output> {
            assert!(*input != Input::Dime, "no change");
            Some(Output::Nothing)
        }
    }
    let report = Conform::to(&RIGHT).test(&mut Fragile(0));
    assert_eq!(report.inputs(), ["Dime"]);
    assert!(report.trace().unwrap().steps[0].seen.ends_with("no change"), "{report}");

    #[derive(Clone)]
    struct Broken;
    impl Machine for Broken {
        type State = ();
        type Input = bool;
        type Output = ();
        fn initial(&self) -> Vec<()> {
            vec![()]
        }
        fn step(&self, (): &(), input: &bool) -> Vec<((), ())> {
            assert!(!input, "not specified yet");
            vec![((), ())]
        }
    }
    let report = Conform::to(&Broken).prove(&Broken);
    assert!(
        matches!(&report.verdict, MachineVerdict::Unknown(why) if why.contains("not specified yet")),
        "{report}"
    );
}

#[test]
fn a_specification_that_refuses_everything_is_vacuous() {
    struct Nothing;
    impl Machine for Nothing {
        type State = ();
        type Input = bool;
        type Output = ();
        fn initial(&self) -> Vec<()> {
            vec![()]
        }
        fn step(&self, (): &(), _: &bool) -> Vec<((), ())> {
            vec![]
        }
    }
    assert_eq!(Conform::to(&Nothing).prove(&Nothing).verdict, MachineVerdict::Vacuous);
    assert_eq!(Conform::to(&Nothing).test(&mut Hidden::new(Nothing)).verdict, MachineVerdict::Vacuous);
}

/// Answers every second press, and is silent in between.
#[derive(Clone, Copy)]
struct Doorbell {
    /// Whether it rings at the first press.
    rings: bool,
    /// Whether it is silent at the second one.
    rests: bool,
}

const BELL: Doorbell = Doorbell { rings: true, rests: true };

impl Machine for Doorbell {
    type State = bool;
    type Input = ();
    type Output = Option<&'static str>;

    fn initial(&self) -> Vec<bool> {
        vec![false]
    }

    fn step(&self, pressed: &bool, (): &()) -> Vec<(Self::Output, bool)> {
        let rings = if *pressed { !self.rests } else { self.rings };
        vec![(rings.then_some("ring"), !pressed)]
    }

    fn is_silence(&self, output: &Self::Output) -> bool {
        output.is_none()
    }
}

/// The doorbell as a system: it gives no output at all where it is silent.
struct Pressed(Doorbell, bool);

impl System for Pressed {
    type Input = ();
    type Output = Option<&'static str>;

    fn reset(&mut self) {
        self.1 = false;
    }

    fn step(&mut self, (): &()) -> Option<Self::Output> {
        let (output, next) = self.0.step(&self.1, &()).remove(0);
        self.1 = next;
        output.map(Some)
    }
}

#[test]
fn a_system_with_a_wrong_silence_is_refuted_by_ioco() {
    let ioco = || Conform::to(&BELL).relation(Relation::Ioco);
    let report = ioco().test(&mut Pressed(Doorbell { rings: false, ..BELL }, false));
    let trace = report.trace().unwrap();
    assert_eq!((trace.steps.len(), trace.steps[0].seen.as_str()), (1, "silence"));
    assert_eq!(trace.allowed, ["Some(\"ring\")"]);
    let report = ioco().test(&mut Pressed(Doorbell { rests: false, ..BELL }, false));
    let trace = report.trace().unwrap();
    assert_eq!((trace.steps.len(), trace.steps[1].seen.as_str()), (2, "Some(\"ring\")"));
    assert_eq!(trace.allowed, ["silence"]);
}

#[test]
fn a_system_that_is_silent_where_it_may_be_conforms_by_ioco_only() {
    let report = Conform::to(&BELL).relation(Relation::Ioco).test(&mut Pressed(BELL, false));
    assert!(report.is_ok(), "{report}");
    // For inclusion, no output is a refusal of an input that must be accepted.
    let report = Conform::to(&BELL).test(&mut Pressed(BELL, false));
    assert_eq!(report.trace().unwrap().steps[1].seen, "a refusal");
}

#[test]
fn ioco_of_machines_is_proved_and_refuted() {
    let ioco = || Conform::to(&BELL).relation(Relation::Ioco);
    assert!(ioco().prove(&BELL).is_proved());
    assert_eq!(ioco().prove(&Doorbell { rings: false, ..BELL }).trace().unwrap().steps[0].seen, "silence");
    // Inputs that the specification refuses are not given; a system may take them.
    let strict = Coffee { refuses: true, ..RIGHT };
    assert!(Conform::to(&strict).relation(Relation::Ioco).prove(&RIGHT).is_proved());
    // A machine that refuses an input that must be answered is silent.
    let report = Conform::to(&RIGHT).relation(Relation::Ioco).prove(&strict);
    assert_eq!(report.trace().unwrap().steps[0].seen, "silence");
    let report = ioco().test_suite(Suite::Hsi, 1, &mut Pressed(BELL, false)).unwrap();
    assert!(report.is_ok(), "{report}");
}
