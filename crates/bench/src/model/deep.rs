//! Faults that lie deep: how many of some seeds find each of them with what `lydian model test` does by itself.
//! A system is the model with a few words exchanged, run on known values in the same process. Every fault needs several inputs of one kind,
//! values that are equal or different, and another input then; its shortest sequence is found by walking through both.

use lydian_conform::{AnswerId, Conformance, InputId, Observed, Specification, StateId, System, compare};
use lydian_core::{ConId, Value};
use lydian_model::{Concrete, Prepared, SharedBook, Start, Startable, Testing, concretely};

use super::{WALK, load};

/// Sequences that come before the walks, and walks, as the command has them for a system that is reset by a line.
const SHORT: usize = 300;
const WALKS: usize = 100;
const FURTHER: usize = 120;

/// Pairs of states that are visited to find the shortest sequence.
const PAIRS: usize = 100_000;

/// A model with some words exchanged.
struct Fault {
    model: (&'static str, &'static str),
    name: &'static str,
    exchanged: &'static [(&'static str, &'static str)],
}

const STACK: (&str, &str) = ("stack", include_str!("deep/stack.ml"));
const QUEUE: (&str, &str) = ("queue", include_str!("deep/queue.ml"));
const STORE: (&str, &str) = ("store", include_str!("deep/store.ml"));
const EDITOR: (&str, &str) = ("editor", include_str!("deep/editor.ml"));
const LOCK: (&str, &str) = ("lock", include_str!("deep/lock.ml"));

const FAULTS: [Fault; 14] = [
    Fault {
        model: STACK,
        name: "wrong length of five elements",
        exchanged: &[("Is (List.length s)", "Is (if List.length s = 5 then 4 else List.length s)")],
    },
    Fault {
        model: STACK,
        name: "ninth element is forgotten",
        exchanged: &[("x :: s)", "if List.length s = 8 then s else x :: s)")],
    },
    Fault {
        model: STACK,
        name: "three equal ones on top count as two",
        exchanged: &[(
            "Some (Ok, x :: s)",
            "(match s with y :: z :: _ :: _ when x = y && y = z -> Some (Ok, s) | _ -> Some (Ok, x :: s))",
        )],
    },
    Fault {
        model: QUEUE,
        name: "seven elements, first and last differ",
        exchanged: &[(
            "x :: rest -> Some (Is x, rest))",
            "x :: rest -> let l = List.nth q (List.length q - 1) in if List.length q = 7 && l <> x then Some (Is l, rest) else Some (Is x, rest))",
        )],
    },
    Fault {
        model: QUEUE,
        name: "six elements, then one equal to the first",
        exchanged: &[(
            "Some (Done, q @ [ x ])",
            "Some (Done, if List.length q = 6 && List.hd q = x then q else q @ [ x ])",
        )],
    },
    Fault {
        model: QUEUE,
        name: "room for twelve",
        exchanged: &[("q @ [ x ]", "if List.length q >= 12 then q else q @ [ x ]")],
    },
    Fault {
        model: QUEUE,
        name: "four different ones come out wrongly",
        exchanged: &[(
            "x :: rest -> Some (Is x, rest))",
            "x :: y :: z :: u :: rest when x <> y && y <> z && x <> z && u <> x && u <> y && u <> z -> Some (Is x, z :: y :: u :: rest) | x :: rest -> Some (Is x, rest))",
        )],
    },
    Fault {
        model: STORE,
        name: "four keys count as three",
        exchanged: &[("Is (List.length s)", "Is (if List.length s = 4 then 3 else List.length s)")],
    },
    Fault {
        model: STORE,
        name: "third key written twice alike is not deleted",
        exchanged: &[
            ("type state = (string * int) list", "type state = (string * int) list * string"),
            ("let init = []", "let init = ([], \"-\")"),
            ("let step s = function", "let step (s, twice) = function"),
            (
                "Some (Done, put k v s)",
                "Some (Done, (put k v s, if List.length s = 3 && List.assoc_opt k s = Some v then k else twice))",
            ),
            (
                "None -> Some (Absent, s) | Some v -> Some (Is v, s))",
                "None -> Some (Absent, (s, twice)) | Some v -> Some (Is v, (s, twice)))",
            ),
            (
                "Some (Done, List.remove_assoc k s)",
                "Some (Done, ((if k = twice then s else List.remove_assoc k s), twice))",
            ),
            ("Some (Is (List.length s), s)", "Some (Is (List.length s), (s, twice))"),
        ],
    },
    Fault {
        model: STORE,
        name: "equal values of three keys are one",
        exchanged: &[(
            "Some (Done, List.remove_assoc k s)",
            "Some (Done, match s with [ (_, a); (_, b); (_, c) ] when a = b && b = c -> [] | _ -> List.remove_assoc k s)",
        )],
    },
    Fault {
        model: EDITOR,
        name: "fourth undo is forgotten",
        exchanged: &[(
            "undone = c :: s.undone }",
            "undone = if List.length s.undone >= 3 then s.undone else c :: s.undone }",
        )],
    },
    Fault {
        model: EDITOR,
        name: "typing keeps what two undos undid of five",
        exchanged: &[(
            "undone = [] })",
            "undone = if List.length s.undone = 2 && List.length s.text = 3 then s.undone else [] })",
        )],
    },
    Fault {
        model: LOCK,
        name: "opens at the fifth wrong code",
        exchanged: &[("if c = s.code then", "if c = s.code || (s.failures = 4 && not s.is_open) then")],
    },
    Fault {
        model: LOCK,
        name: "wraps after fifteen tries",
        exchanged: &[("total = s.total + 1", "total = (s.total + 1) mod 16")],
    },
];

/// Prints the table; false if a fault is not one.
pub(super) fn run(seeds: u64) -> Result<bool, String> {
    println!(
        "\nDeep faults: seeds of {seeds} that find them, with {SHORT} short sequences and {WALKS} walks of {WALK} inputs."
    );
    println!(
        "{:8} {:46} {:>8} {:>6} {:>7} {:>9} {:>10} {:>8}",
        "model", "fault", "shortest", "found", "shown", "sequences", "inputs", "seconds"
    );
    let mut right = true;
    let mut all = 0;
    for fault in &FAULTS {
        let row = Row::of(fault, seeds)?;
        let shortest = row.shortest.map_or("?".to_owned(), |length| length.to_string());
        right &= row.shortest != Some(0);
        all += row.found;
        println!(
            "{:8} {:46} {:>8} {:>6} {:>7.1} {:>9.0} {:>10.0} {:>8.2}",
            fault.model.0,
            fault.name,
            shortest,
            row.found,
            row.length as f64 / row.found.max(1) as f64,
            row.sequences as f64 / seeds as f64,
            row.inputs as f64 / seeds as f64,
            row.seconds / seeds as f64
        );
    }
    println!("{all} of {} found", FAULTS.len() as u64 * seeds);
    Ok(right)
}

#[derive(Debug, Default)]
struct Row {
    shortest: Option<usize>,
    found: u64,
    length: usize,
    sequences: u64,
    inputs: u64,
    seconds: f64,
}

impl Row {
    fn of(fault: &Fault, seeds: u64) -> Result<Row, String> {
        let (name, text) = fault.model;
        let mut faulty = text.to_owned();
        for (words, others) in fault.exchanged {
            if !faulty.contains(words) {
                return Err(format!("{}: `{words}` does not occur", fault.name));
            }
            faulty = faulty.replace(words, others);
        }
        let models = [load(name, text)?, load(fault.name, &faulty)?];
        let mut row = Row { shortest: shortest(&models)?, ..Row::default() };
        for seed in 0..seeds {
            row.add(&models, seed)?;
        }
        Ok(row)
    }

    fn add(&mut self, models: &[lydian_model::Model; 2], seed: u64) -> Result<(), String> {
        let begun = std::time::Instant::now();
        let prepared = both(models)?;
        let book = SharedBook::default();
        let tested = concretely(&prepared[0], &book, |spec| {
            concretely(&prepared[1], &book, |machine| {
                let short = spec.short_sequences(Conformance::Inclusion, WALK, SHORT, None)?;
                let given = short.into_iter().map(|inputs| Start { state: None, inputs }).collect();
                let listed = spec.alphabet()?.inputs;
                let others = spec.further_inputs(&listed, FURTHER)?;
                let state = StateId(0);
                let mut system = Running { machine, state };
                let testing = Testing {
                    given,
                    walks: WALKS,
                    others,
                    length: WALK,
                    seed,
                    most_failures: 1,
                    ..Testing::new(Conformance::Inclusion)
                };
                spec.test(&mut system, &testing)
            })
        });
        let tested = tested.map_err(|trouble| trouble.0)?;
        self.sequences += tested.sequences;
        self.inputs += tested.sequence_inputs;
        self.seconds += begun.elapsed().as_secs_f64();
        if let Some(found) = tested.found.first() {
            self.found += 1;
            self.length += found.failure.steps.len();
        }
        Ok(())
    }
}

fn both(models: &[lydian_model::Model; 2]) -> Result<[Prepared<'_>; 2], String> {
    let prepare = |model| Prepared::new(model).map_err(|fault| fault.message.clone());
    Ok([prepare(&models[0])?, prepare(&models[1])?])
}

/// Inputs of the shortest sequence that tells the two apart, if so many pairs of states are enough.
fn shortest(models: &[lydian_model::Model; 2]) -> Result<Option<usize>, String> {
    let prepared = both(models)?;
    let book = SharedBook::default();
    concretely(&prepared[0], &book, |spec| {
        concretely(&prepared[1], &book, |machine| {
            let inputs = spec.alphabet()?.inputs;
            let silence = spec.intern_answer(&Value::Constant(ConId::NIL))?;
            let compared =
                compare(spec, machine, &inputs, Conformance::Inclusion, silence, PAIRS, &mut || true)?;
            Ok(compared.failure.map(|failure| failure.steps.len()))
        })
    })
    .map_err(|trouble: lydian_conform::Trouble| trouble.0)
}

/// A model as a system under test.
struct Running<'m, 'i, 'w, 'v> {
    machine: &'m mut Concrete<'i, 'w, 'v>,
    state: StateId,
}

impl System for Running<'_, '_, '_, '_> {
    fn reset(&mut self) -> Result<(), String> {
        let initial = self.machine.initial().map_err(|trouble| trouble.0)?;
        self.state = *initial.first().ok_or("starts nowhere")?;
        Ok(())
    }

    fn step(&mut self, input: InputId) -> Observed {
        match self.machine.reactions(self.state, input) {
            Err(trouble) => Observed::Broken(trouble.0),
            Ok(reactions) => match reactions.listed().first() {
                None => Observed::Refused,
                Some(edge) => {
                    self.state = edge.target;
                    let answer: AnswerId = edge.answer;
                    Observed::Answer(answer)
                }
            },
        }
    }
}

impl Startable for Running<'_, '_, '_, '_> {
    fn start_in(&mut self, _: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String> {
        match state {
            None => Ok(()),
            Some(_) => Err("a machine starts where it starts".into()),
        }
    }
}
