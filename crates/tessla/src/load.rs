//! Reads a specification with everything it includes, and takes it through all phases.

use std::sync::Arc;

use lydian_core::{IntMode, Program};
use lydian_diagnostic::{Diagnostic, Severity, Source};
use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::expand::{Expanded, Expander};
use crate::names::Names;
use crate::spec::{MOST_DECIMALS, Options, Spec};
use crate::stack::on_large_stack;
use crate::syntax::ast::{At, Pragma, StatementKind, Unit};
use crate::{Files, library, prelude, syntax};

/// Finds an included file: the path of the file that includes it, and the path as it is written there.
pub type Includer<'i> = &'i dyn Fn(&str, &str) -> Result<Arc<Source>, String>;

/// More included files than this are the mark of files that are made while they are read.
const MOST_FILES: usize = 1_000;

/// Loads a specification. There is one exactly if no diagnostic is an error.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_tessla::{load, spec::Options};
///
/// let source = Source::new("twice.tessla", "in x: Events[Int]\nout x + x as twice");
/// let (spec, diagnostics) = load(&source, &|_, _| Err("no files here".into()), &Options::default());
/// assert!(diagnostics.is_empty());
/// assert_eq!(&*spec.unwrap().outputs[0].name, "twice");
/// ```
pub fn load(
    source: &Arc<Source>,
    include: Includer<'_>,
    options: &Options,
) -> (Option<Spec>, Vec<Diagnostic>) {
    let read = read(source, include);
    on_large_stack(|| finish(read, options)).unwrap_or_else(|error| {
        let message = format!("there is no stack to read the specification with: {error}");
        (None, vec![Diagnostic::without_place("out-of-resources", message)])
    })
}

/// Everything that was read.
struct Read {
    files: Files,
    library: Vec<Unit>,
    user: Vec<Unit>,
    diagnostics: Vec<Diagnostic>,
}

fn read(source: &Arc<Source>, include: Includer<'_>) -> Read {
    let mut read =
        Read { files: Files::default(), library: Vec::new(), user: Vec::new(), diagnostics: Vec::new() };
    for source in library::sources() {
        let number = read.files.add(&source);
        let (unit, diagnostics) = syntax::parse(number, &source);
        read.library.push(unit);
        read.diagnostics.extend(diagnostics.into_iter().filter(|found| found.severity == Severity::Error));
    }
    read.files.end_library();
    let mut seen: FxHashSet<String> = FxHashSet::default();
    seen.insert(source.name.clone());
    read.file(source, include, &mut seen);
    read
}

impl Read {
    /// Reads a file after those that it includes; a file that was read is not read again.
    fn file(&mut self, source: &Arc<Source>, include: Includer<'_>, seen: &mut FxHashSet<String>) {
        let number = self.files.add(source);
        let (unit, diagnostics) = syntax::parse(number, source);
        self.diagnostics.extend(diagnostics);
        for statement in &unit.statements {
            if let StatementKind::Include(path, at) = &statement.kind
                && let Some(found) = self.included(&source.name, path, *at, include)
                && seen.insert(found.name.clone())
            {
                self.file(&found, include, seen);
            }
        }
        self.user.push(unit);
    }

    fn included(&mut self, from: &str, path: &str, at: At, include: Includer<'_>) -> Option<Arc<Source>> {
        let found = if self.files.written().len() > MOST_FILES {
            Err(format!("more than {MOST_FILES} files are included"))
        } else if path.starts_with('/') || path.starts_with('\\') || path.get(1..2) == Some(":") {
            Err("the path must be relative to the file that includes it".to_owned())
        } else {
            include(from, path)
        };
        match found {
            Ok(source) => Some(source),
            Err(why) => {
                let message = format!("`{path}` cannot be included: {why}");
                self.diagnostics.push(Diagnostic::error("include-not-found", self.files.span(at), message));
                None
            }
        }
    }
}

fn finish(read: Read, options: &Options) -> (Option<Spec>, Vec<Diagnostic>) {
    let Read { files, library, user, diagnostics } = read;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    let files = Arc::new(files);
    let pragmas: Vec<Pragma> = user.iter().flat_map(|unit| unit.pragmas.clone()).collect();
    let mut names = Names::of(files.clone(), &library, &user);
    names.diagnostics.splice(0..0, diagnostics);
    let mut checker = Checker::new(names, options);
    let top = checker.check_all(&pragmas);
    if checker.has_errors() {
        return (None, checker.names.diagnostics);
    }
    let mut expander = Expander::new(&checker);
    expander.run(&top);
    let mut expanded = expander.finish();
    let mut diagnostics = std::mem::take(&mut checker.names.diagnostics);
    diagnostics.append(&mut expanded.diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    match program(&expanded, options) {
        Ok(program) => (Some(assemble(expanded, program, files, options.decimals)), diagnostics),
        Err(mut found) => {
            diagnostics.append(&mut found);
            (None, diagnostics)
        }
    }
}

/// The value functions with the prelude under them as one program.
fn program(expanded: &Expanded, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    let [first, second, third] = prelude::sources(options.collections);
    let after = vec![second, third, Source::new("functions.ml", expanded.code.clone())];
    let (program, found) = lydian_ocaml::load_with(&first, &lydian_ocaml::Options { after });
    match program {
        Some(mut program) => {
            program.int_mode = IntMode::Unbounded;
            Ok(program)
        }
        // The code is ours; what OCaml does not take of it has no place in the user's files.
        None => Err(found.into_iter().filter(Diagnostic::is_error).take(1).map(untranslated).collect()),
    }
}

fn untranslated(fault: Diagnostic) -> Diagnostic {
    if fault.is_out_of_time() {
        return fault;
    }
    let place = fault.span.as_ref().map(|span| span.text().chars().take(200).collect::<String>());
    let message = format!("the functions on values cannot be translated: {}", fault.message);
    Diagnostic::without_place("unsupported-feature", message).hint(place.unwrap_or_default())
}

fn assemble(expanded: Expanded, program: Program, files: Arc<Files>, decimals: u32) -> Spec {
    Spec {
        files,
        streams: expanded.streams,
        inputs: expanded.inputs,
        outputs: expanded.outputs,
        functions: expanded.functions,
        program,
        code: expanded.code,
        points: expanded.points,
        constraints: expanded.constraints,
        decimals: decimals.min(MOST_DECIMALS),
    }
}
