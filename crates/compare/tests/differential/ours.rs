//! Runs programs with our own front end and evaluator.
//! In: a file. Out: what it printed, with the uncaught exception as a last line in the toplevel's words.

use std::path::Path;
use std::sync::{Arc, Mutex};

use lydian_core::{Program, Shapes};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::{ImageBuilder, Limits, Machine, Meter, NoUnknowns, Outcome, Universe, World};
use lydian_term::{Model, Terms};

/// Deeply nested programs need a deep stack in the front end.
const STACK: usize = 256 << 20;

/// Runs the named programs in order, on two threads.
pub fn run_all(directory: &Path, names: &[String]) -> Vec<Result<String, String>> {
    in_parallel(names, |name| {
        let bytes = std::fs::read(directory.join(format!("{name}.ml"))).map_err(|error| error.to_string())?;
        // The toplevel names files this way; the name shows in failed matches.
        run(&Source::from_bytes(format!("./{name}.ml"), &bytes))
    })
}

/// Line and column (from 1) of the first error in a program.
pub fn place_of_mistake(source: &str) -> Result<(usize, usize), String> {
    let source = Source::new("mistake.ml", source);
    let (program, diagnostics) = on_deep_stack(|| lydian_ocaml::load(&source));
    let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) else {
        return Err(format!("no error, and {} program", if program.is_some() { "a" } else { "no" }));
    };
    let span = error.span.as_ref().ok_or_else(|| format!("an error without a place: {}", error.message))?;
    Ok(span.source.position(span.range.start))
}

fn run(source: &Arc<Source>) -> Result<String, String> {
    let (program, diagnostics) = lydian_ocaml::load(source);
    let errors: Vec<String> = diagnostics.iter().filter(|found| found.is_error()).map(describe).collect();
    match program {
        Some(program) if errors.is_empty() => execute(&program),
        _ => Err(format!("is not accepted: {}", errors.join("; "))),
    }
}

fn describe(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.span.as_ref().map_or_else(String::new, |span| format!("{span:?}: "));
    format!("{place}{}", diagnostic.message)
}

fn execute(program: &Program) -> Result<String, String> {
    let mut builder = ImageBuilder::new(program.int_mode);
    let id = builder.add(program).map_err(|error| error.0)?;
    let image = builder.finish();
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(program.types.clone()));
    let mut decider = NoUnknowns::default();
    let meter = Meter::new(Limits::steps(100_000_000));
    let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, program.int_mode);
    let outcome = Machine::new(&image, &mut world).define(id);
    let mut output = String::from_utf8_lossy(world.output.standard.text().unwrap_or_default()).into_owned();
    match outcome {
        Outcome::Returned(_) => {}
        Outcome::Raised(exception) => {
            let exception = world.close(&exception, &Model::new());
            let text = lydian_ocaml::show(&exception, &program.types);
            output.push_str(&format!("Exception: {text}.\n"));
        }
        Outcome::Unsupported(why) if why.ends_with("exit code 0") => {}
        other => return Err(format!("ends in {other:?} after {output}")),
    }
    Ok(output)
}

fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// Applies `work` to all items on two threads; the results are in the order of the items.
pub fn in_parallel<A: Sync, T: Send>(items: &[A], work: impl Fn(&A) -> T + Sync) -> Vec<T> {
    let next = Mutex::new(0..items.len());
    let results: Mutex<Vec<Option<T>>> = Mutex::new(items.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let body = || {
                while let Some(index) = { next.lock().expect("no panic").next() } {
                    let result = work(&items[index]);
                    results.lock().expect("no panic")[index] = Some(result);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, body).expect("a thread");
        }
    });
    results.into_inner().expect("no panic").into_iter().map(|result| result.expect("a result")).collect()
}
