//! Laws of the evaluator and the path search, on every function that a few programs define:
//! a concrete run and a symbolic run of the same call agree, and a path's model run concretely takes that path.

use lydian_core::{Datum, HoleId, Program, Shapes, Type, Value};
use lydian_diagnostic::Source;
use lydian_enumerate::{Enumerator, Pool};
use lydian_eval::{
    Image, ImageBuilder, Limits, Machine, Meter, NoUnknowns, Outcome, ProgramId, Stop, World, equality,
};
use lydian_explore::{Bounds, Path, Search, Session};
use lydian_solver::Chain;
use lydian_term::{Evaluation, Model};

/// The programs whose functions are run.
const PROGRAMS: &[&str] = &[
    "laws_functions",
    "student_binary_tree",
    "student_differentiation",
    "student_formula",
    "student_list_puzzles",
    "student_mobile",
    "student_natural_numbers",
    "student_sorting",
];

/// Concrete inputs of each function in the first law.
const INPUTS: usize = 20;
/// Paths of each function in the second law.
const PATHS: u64 = 60;
/// Paths on which an input is looked for.
const MOST_PATHS: u64 = 2_000;

const LIMITS: Limits = Limits { steps: 20_000, stack: 60_000, words: 2_000_000 };

/// A program that is ready to run.
struct Loaded {
    program: Program,
    image: Image,
    id: ProgramId,
}

/// A function with the types of its arguments.
struct Function {
    name: String,
    args: Vec<Type>,
}

/// How a run ended, with closed values.
#[derive(Debug, Clone, PartialEq)]
enum Ended {
    Value(Datum),
    Exception(Datum),
    /// By a limit, or given up: no law speaks about it.
    Open,
}

fn load(name: &str) -> Loaded {
    let path = format!("{}/tests/programs/{name}.ml", env!("CARGO_MANIFEST_DIR"));
    let source = Source::from_bytes(name, &std::fs::read(path).expect("the program"));
    let (program, diagnostics) = lydian_ocaml::load(&source);
    let program = program.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
    let mut builder = ImageBuilder::new(program.int_mode);
    let id = builder.add(&program).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    Loaded { image: builder.finish(), program, id }
}

impl Loaded {
    fn session(&self) -> Session {
        Session::new(Shapes::new(self.program.types.clone()), self.program.int_mode, Chain::new())
    }

    /// The functions whose arguments can be made; polymorphic ones are taken at `int`.
    fn functions(&self) -> Vec<Function> {
        let mut shapes = Shapes::new(self.program.types.clone());
        let mut functions = Vec::new();
        for export in &self.program.exports {
            let ints = vec![Type::Int; export.ty.param_count() as usize];
            let (args, _) = self.program.types.expand(&export.ty.instantiate(&ints)).uncurry();
            let args: Vec<Type> = args.into_iter().map(|(_, ty)| ty).collect();
            let possible = args.iter().all(|ty| {
                let id = shapes.intern(ty);
                shapes.why_closed(id).is_none() && shapes.min_size(id).is_some()
            });
            if possible && !args.is_empty() {
                functions.push(Function { name: export.name.to_string(), args });
            }
        }
        functions
    }

    fn run(&self, world: &mut World<'_>, name: &str, args: &[Value]) -> Outcome {
        let mut machine = Machine::new(&self.image, world);
        match machine.define(self.id) {
            Outcome::Returned(_) => {}
            other => return other,
        }
        let function = machine.global(self.id, name).expect("an exported name");
        machine.call(&function, args)
    }

    /// Runs a call on closed arguments.
    fn run_closed(&self, session: &mut Session, name: &str, inputs: &[Datum]) -> Ended {
        let mut decider = NoUnknowns::default();
        let Session { terms, universe, int_mode, .. } = session;
        let mut world = World::new(terms, universe, &mut decider, Meter::new(LIMITS), *int_mode);
        let args: Vec<Value> = inputs.iter().map(|input| world.plant(input)).collect();
        let outcome = self.run(&mut world, name, &args);
        ended(&world, &outcome, &Model::new())
    }
}

fn ended(world: &World<'_>, outcome: &Outcome, model: &Model) -> Ended {
    match outcome {
        Outcome::Returned(value) => Ended::Value(world.close(value, model)),
        Outcome::Raised(value) => Ended::Exception(world.close(value, model)),
        Outcome::Exhausted(_) | Outcome::Cut => Ended::Open,
        Outcome::Unsupported(why) => panic!("{why}"),
    }
}

/// Looks at a finished path: its result under its model, and its inputs before the run changed them.
fn close_path(session: &mut Session, path: &Path<Outcome>, arity: usize) -> (Ended, Vec<Datum>) {
    let mut decider = NoUnknowns::default();
    let Session { terms, universe, int_mode, .. } = session;
    let mut world = World::new(terms, universe, &mut decider, Meter::new(LIMITS), *int_mode);
    world.holes = path.holes.clone();
    let result = ended(&world, &path.result, &path.model);
    world.holes.refresh();
    let inputs =
        (0..arity).map(|index| world.close(&Value::Hole(HoleId(index as u32)), &path.model)).collect();
    (result, inputs)
}

/// Equality of closed results that takes nan for equal to itself.
fn same(left: &Ended, right: &Ended) -> bool {
    format!("{left:?}") == format!("{right:?}")
}

/// Adds up what a check counts over all functions of all programs, on a stack that is deep enough to print a long
/// chain of constructors.
fn over_all_functions(check: fn(&Loaded, &Function) -> u64) -> u64 {
    let work = move || {
        let mut checked = 0;
        for name in PROGRAMS {
            let loaded = load(name);
            for function in loaded.functions() {
                checked += check(&loaded, &function);
            }
        }
        checked
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
    thread.join().expect("the laws hold")
}

#[test]
fn a_paths_model_run_concretely_takes_that_path() {
    let checked = over_all_functions(check_paths);
    assert!(checked > 1_000, "only {checked} paths were checked");
}

fn check_paths(loaded: &Loaded, function: &Function) -> u64 {
    let mut session = loaded.session();
    let roots: Vec<_> = function.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
    let mut search = Search::new(Bounds { work: 40_000, ..Bounds::default() }, 0);
    let mut checked = 0;
    for _ in 0..PATHS {
        let Some(path) = search.next(&mut session, &Meter::new(LIMITS), |world| {
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            (loaded.run(world, &function.name, &args), true)
        }) else {
            break;
        };
        let (result, inputs) = close_path(&mut session, &path, roots.len());
        for condition in &path.conditions {
            let holds = Evaluation::with_defaults(&path.model).value(&session.terms, *condition);
            let holds = holds.and_then(|value| value.as_bool());
            assert_eq!(holds, Some(true), "{}: the model breaks a condition", function.name);
        }
        if result == Ended::Open {
            continue;
        }
        let concrete = loaded.run_closed(&mut session, &function.name, &inputs);
        assert!(
            same(&concrete, &result),
            "{} {inputs:?}\n  path:     {result:?}\n  concrete: {concrete:?}",
            function.name
        );
        checked += 1;
    }
    checked
}

#[test]
fn concrete_and_symbolic_runs_of_the_same_call_agree() {
    let checked = over_all_functions(check_calls);
    assert!(checked > 500, "only {checked} calls were checked");
}

fn check_calls(loaded: &Loaded, function: &Function) -> u64 {
    let mut session = loaded.session();
    let comparable = function.args.iter().all(|ty| {
        let id = session.universe.shapes.intern(ty);
        session.universe.shapes.is_comparable(id)
    });
    // A function as input cannot be held to a given one.
    if !comparable {
        return 0;
    }
    let mut enumerator = Enumerator::of_types(&mut session.universe.shapes, &function.args, &Pool::default());
    let inputs: Vec<Vec<Datum>> = enumerator.all().take(4 * INPUTS).step_by(4).collect();
    for input in &inputs {
        let concrete = loaded.run_closed(&mut session, &function.name, input);
        let results = run_as_unknown(loaded, function, input);
        assert!(!results.is_empty(), "{} {input:?}: no path leads to this input", function.name);
        for symbolic in results {
            assert!(
                same(&concrete, &symbolic),
                "{} {input:?}\n  symbolic: {symbolic:?}\n  concrete: {concrete:?}",
                function.name
            );
        }
    }
    inputs.len() as u64
}

/// The results of a call on unknowns that are held to be equal to `input`.
fn run_as_unknown(loaded: &Loaded, function: &Function, input: &[Datum]) -> Vec<Ended> {
    let mut session = loaded.session();
    let roots: Vec<_> = function.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
    let mut search = Search::new(Bounds { work: 40_000, ..Bounds::default() }, 0);
    let mut results = Vec::new();
    for _ in 0..MOST_PATHS {
        let Some(path) = search.next(&mut session, &Meter::new(LIMITS), |world| {
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            for (arg, wanted) in args.iter().zip(input) {
                let wanted = world.plant(wanted);
                match equality::agree(world, arg, &wanted).and_then(|equal| world.truth(&equal)) {
                    Ok(true) => {}
                    Ok(false) | Err(Stop::Cut) => return (Outcome::Cut, true),
                    Err(other) => panic!("{}: {other:?}", function.name),
                }
            }
            (loaded.run(world, &function.name, &args), true)
        }) else {
            break;
        };
        if !matches!(path.result, Outcome::Cut) {
            results.push(close_path(&mut session, &path, roots.len()).0);
            // What is equal to the input has one way to run; the rest of the search is about other inputs.
            break;
        }
    }
    results
}

#[test]
fn the_core_of_every_program_is_printed_and_read_back() {
    let folder = format!("{}/tests/programs", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("the programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ml"))
        .collect();
    names.sort();
    assert!(names.len() > 100);
    for path in names {
        let source = Source::from_bytes("program.ml", &std::fs::read(&path).expect("the program"));
        let (Some(program), _) = lydian_ocaml::load(&source) else {
            panic!("{} is not loaded", path.display())
        };
        let text = lydian_core::print::print_program(&program);
        let read = lydian_core::read::read_program(&text)
            .unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        assert_eq!(text, lydian_core::print::print_program(&read), "{}", path.display());
    }
}
