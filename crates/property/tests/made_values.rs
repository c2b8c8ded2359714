//! Values that only operations can make: whatever is told of them is a call that real OCaml accepts and that fails there too.

use std::process::Command;

use lydian_diagnostic::Source;
use lydian_property::{Checker, Checking, Effort, Ready, load, load_calls, verdict, writable};
use lydian_verdict::Verdict;

/// Properties that all fail, about values of abstract, private and library types, and of types with generators.
const FILE: &str = r#"
module Counter : sig
  type t
  val zero : t
  val up : t -> t
  val plus : by:int -> t -> t
  val half : t -> t option
  val get : t -> int
end = struct
  type t = int
  let zero = 0
  let up n = n + 1
  let plus ~by n = n + by
  let half n = if n mod 2 = 0 then Some (n / 2) else None
  let get n = n
end

module Log : sig
  type 'a t
  val create : unit -> 'a t
  val add : 'a t -> 'a -> unit
  val take : 'a t -> 'a option
  val size : 'a t -> int
end = struct
  type 'a t = { mutable items : 'a list; mutable size : int }
  let create () = { items = []; size = 0 }
  let add log x = log.items <- x :: log.items; log.size <- log.size + 1
  let take log = match log.items with [] -> None | x :: rest -> log.items <- rest; Some x
  let size log = log.size
end

module Even : sig
  type t = private int
  val make : int -> t
end = struct
  type t = int
  let make n = 2 * n
end

module Names = Set.Make (String)
module Table = Map.Make (Int)

type holder = { counter : Counter.t; rest : Counter.t list }
type choice = Nothing | One of Counter.t | Two of holder * bool

type word = string
let gen_word n = String.make (abs n mod 4) 'w'

let prop_counter c = Counter.get c <> 7
let prop_two a b = Counter.get a + Counter.get b <> 5
let prop_log (log : int Log.t) = Log.size log < 3
let prop_logs (log : Counter.t Log.t) =
  match Log.take log with Some c -> Counter.get c <> 2 | None -> true
let prop_even (n : Even.t) = (n :> int) <> 6
let prop_holder h = List.length h.rest + Counter.get h.counter <> 4
let prop_choice c = match c with Two ({ counter; _ }, true) -> Counter.get counter = 0 | _ -> true
let prop_names s = not (Names.mem "bob" s)
let prop_table (t : bool Table.t) = Table.cardinal t < 2
let prop_queue (q : Counter.t Queue.t) = Queue.length q < 2
let prop_word (w : word) = String.length w < 2
let prop_nested (l : (int * Counter.t option) list) =
  List.for_all (fun (n, c) -> match c with Some c -> n <> Counter.get c + 1 | None -> true) l
"#;

fn failing_calls() -> Vec<(String, String)> {
    let (found, faults) = load(&Source::new("file.ml", FILE), &[]);
    let found = found.unwrap_or_else(|| panic!("{faults:?}"));
    let ready = Ready::new(&found).expect("definitions");
    let checker = Checker::new(&ready);
    let checking = Checking { effort: Effort::Levels(1), work: 1_000_000, ..Checking::default() };
    let calls = found.properties.iter().map(|property| {
        let checked = checker.check(property, &checking);
        let verdict = verdict(property, &checked, &found.program.types, 0);
        let verdict = writable(&found, property, &checked, verdict);
        let Verdict::Refuted(refutation) = verdict else { panic!("{}: {verdict:?}", property.name) };
        (property.name.to_string(), refutation.case.call())
    });
    calls.collect()
}

#[test]
fn a_counterexample_is_a_call_that_fails_again() {
    let source = Source::new("file.ml", FILE);
    let calls = failing_calls();
    assert_eq!(calls.len(), 12);
    let texts: Vec<&str> = calls.iter().map(|(_, call)| &**call).collect();
    let again = load_calls(&source, &texts).unwrap_or_else(|faults| panic!("{faults:?}"));
    let ready = Ready::new(&again).expect("definitions");
    let checker = Checker::new(&ready);
    for property in &again.properties {
        let checked = checker.replay(property, &[lydian_core::Datum::Unit]);
        assert!(checked.failure.is_some(), "{} holds", property.name);
    }
}

#[test]
fn real_ocaml_accepts_the_calls_and_agrees() {
    let calls = failing_calls();
    let folder = std::env::temp_dir().join(format!("lydian-made-values-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let checks: String = calls.iter().map(|(_, call)| format!("let () = assert (not ({call}))\n")).collect();
    let file = folder.join("calls.ml");
    std::fs::write(&file, format!("{FILE}\n{checks}")).expect("a file");
    let output = Command::new("ocaml").arg(&file).output();
    let _ = std::fs::remove_dir_all(&folder);
    let output = output.expect("ocaml is installed where tests run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{checks}");
}
