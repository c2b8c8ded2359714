//! A specification ready to run: its steps, and the kernel's image of its terms.
//! In: a script and the OCaml files that it imports. Out: one [`Spec`] for each choice of parameter values, and
//! diagnostics that point into the user's files.

use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{Datum, IntMode, Program, Value};
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_eval::{Extent, Limits, Machine, NoValue, Outcome, Ready, Unready, World};
use lydian_ocaml::Part;
use lydian_ocaml::syntax::Build;
use lydian_term::Model;

use crate::flow::{Flow, OutputPattern, output};
use crate::lower::{Compiled, Enumeration, Lowering, TermRef, Ty, Variable};
use crate::syntax::ast::{DeclarationKind, Script, Statement, StatementKind, TermKind};

/// Finds an imported file.
pub type Importer<'i> = &'i dyn Fn(&str) -> Result<Arc<Source>, String>;

/// A specification with fixed parameters.
pub struct Spec {
    /// The script.
    pub script: Rc<Script>,
    /// The parameters with their values as they are written.
    pub parameters: Vec<(Arc<str>, String)>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The enumerations.
    pub enumerations: Vec<Enumeration>,
    /// What the program gets on its command line.
    pub arguments: Vec<String>,
    /// What the program gets in its environment.
    pub environment: Vec<(String, String)>,
    /// The files that the program finds.
    pub files: Vec<(String, Vec<u8>)>,
    /// The files that the program leaves, and what must be in them.
    pub(crate) results: Vec<(String, OutputPattern)>,
    pub(crate) flow: Flow,
    pub(crate) terms: Vec<Compiled>,
    /// Each view is a set of variables.
    pub(crate) views: Vec<Vec<usize>>,
    ready: Ready,
    /// The functions of the terms.
    functions: Vec<Value>,
    /// The whole OCaml program behind the terms, for `--emit core`.
    pub core: Program,
}

/// More choices of parameter values than this are not tested in one run.
const MOST_INSTANCES: usize = 64;

/// The limits of one evaluation of a term.
pub(crate) const TERM: Limits = Limits { steps: 2_000_000, stack: 1_000_000, words: 50_000_000 };

const PRELUDE: &str = concat!(
    "module Lydian_console = struct\n",
    include_str!("prelude.ml"),
    "\nend\ntype decimal = Lydian_console.decimal = ",
    "{ mantissa : int; places : int; above : int; below : int; kept : int }\n"
);

/// Makes a script ready, once for each choice of parameter values.
pub fn load(script: Script, import: Importer<'_>) -> (Vec<Spec>, Vec<Diagnostic>) {
    let script = Rc::new(script);
    let mut instances: Vec<Vec<usize>> = vec![Vec::new()];
    for declaration in &script.declarations {
        if let DeclarationKind::Parameter { values, .. } = &declaration.kind {
            instances = instances
                .iter()
                .flat_map(|chosen| (0..values.len()).map(|value| [&chosen[..], &[value]].concat()))
                .collect();
            instances.truncate(MOST_INSTANCES);
        }
    }
    let mut specs = Vec::new();
    let mut diagnostics = Vec::new();
    for chosen in instances {
        let (spec, found) = Loader::new(&script, import).load(&chosen);
        // The faults of a script are those of its first instance.
        if diagnostics.is_empty() {
            diagnostics = found;
        }
        match spec {
            Some(spec) => specs.push(spec),
            None => return (Vec::new(), diagnostics),
        }
    }
    (specs, diagnostics)
}

struct Loader<'s> {
    script: &'s Rc<Script>,
    import: Importer<'s>,
    lowering: Lowering<'s>,
}

impl<'s> Loader<'s> {
    fn new(script: &'s Rc<Script>, import: Importer<'s>) -> Loader<'s> {
        Loader { script, import, lowering: Lowering::new(&script.source) }
    }

    fn load(mut self, chosen: &[usize]) -> (Option<Spec>, Vec<Diagnostic>) {
        self.declare_enumerations();
        self.declare_variables(&self.script.body);
        self.lowering.views = (0..self.lowering.variables.len()).map(|variable| vec![variable]).collect();
        let (parts, has_functions) = self.parts();
        if has_functions && let Err(diagnostics) = self.learn_functions(&parts) {
            return (None, diagnostics);
        }
        self.parameters(chosen);
        let script = self.script.clone();
        let flow = Flow::of(&script, &mut self.lowering);
        let surroundings = self.surroundings();
        if self.lowering.diagnostics.iter().any(Diagnostic::is_error) {
            return (None, self.lowering.diagnostics);
        }
        let definitions = std::mem::take(&mut self.lowering.definitions);
        let mut parts = parts;
        parts.push(Part::Tree(self.script.source.clone(), definitions));
        let (program, found) = lydian_ocaml::load_parts(parts);
        let Some(mut program) = program else {
            let diagnostics = found.into_iter().map(|fault| self.relocated(fault)).collect();
            return (None, diagnostics);
        };
        program.int_mode = IntMode::Unbounded;
        self.finish(program, flow, surroundings)
    }

    fn declare_enumerations(&mut self) {
        for declaration in &self.script.declarations {
            let DeclarationKind::Enumeration { name, members } = &declaration.kind else { continue };
            let known = self.lowering.enumerations.iter().any(|other| *other.name == *name.text);
            if known {
                let message = format!("`{}` is declared twice", name.text);
                self.lowering.error("duplicate-definition", &name.at, message, "");
                continue;
            }
            let mut ocaml = name.text.to_string();
            ocaml[..1].make_ascii_lowercase();
            let members = members
                .iter()
                .map(|(member, spelling)| {
                    let spelling = spelling.clone().unwrap_or_else(|| member.text.to_string());
                    (member.text.to_string(), spelling)
                })
                .collect();
            let (name, at) = (name.text.to_string(), name.at.clone());
            self.lowering.enumerations.push(Enumeration { name, ocaml, members, at });
        }
    }

    fn declare_variables(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Read(read) => {
                    for field in &read.fields {
                        self.declare_variable(field);
                    }
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.declare_variables(then);
                    self.declare_variables(otherwise);
                }
                StatementKind::Loop { body, .. } => self.declare_variables(body),
                _ => {}
            }
        }
    }

    fn declare_variable(&mut self, field: &crate::syntax::ast::Field) {
        let enumerations = &self.lowering.enumerations;
        let find = |name: &str| enumerations.iter().position(|other| other.name == name);
        let Some(ty) = Ty::of_kind(&field.ty.kind, &find) else {
            let message = "there is no such type";
            let hint =
                "the types are int, bool, string, char, decimal(2), and enumerations declared with `enum`";
            return self.lowering.error("unknown-type", &field.ty.at, message, hint);
        };
        match self.lowering.variables.iter().find(|other| other.name == field.name.text) {
            None => self.lowering.variables.push(Variable {
                name: field.name.text.clone(),
                kind: field.ty.kind.clone(),
                ty,
                at: field.name.at.clone(),
            }),
            Some(other) if other.kind != field.ty.kind => {
                let message = format!("`{}` is read as two different types", field.name.text);
                let span = Span::new(self.lowering.source, other.at.clone());
                let here = Span::new(self.lowering.source, field.name.at.clone());
                self.lowering.diagnostics.push(
                    Diagnostic::error("type-mismatch", here, message)
                        .label(span, "first read here")
                        .hint("use two variables"),
                );
            }
            Some(_) => {}
        }
    }

    /// What the terms see: the prelude, the enumerations, then what the user imports and writes, and whether there is any of that.
    fn parts(&mut self) -> (Vec<Part>, bool) {
        let mut sources = Vec::new();
        let mut masked: Option<String> = None;
        for declaration in &self.script.declarations {
            match &declaration.kind {
                DeclarationKind::Import(path) => match (self.import)(path) {
                    Ok(source) => sources.push(source),
                    Err(why) => {
                        let message = format!("`{path}` cannot be imported: {why}");
                        let hint = "the path is relative to the specification";
                        self.lowering.error("import-not-found", &declaration.at, message, hint);
                    }
                },
                DeclarationKind::OCaml(at) => {
                    // Blanks instead of all else keep the places of the file.
                    let text = &self.script.source.text;
                    let mask = masked.get_or_insert_with(|| blank(text));
                    mask.replace_range(at.clone(), &text[at.clone()]);
                }
                _ => {}
            }
        }
        sources.extend(masked.map(|text| Source::new(self.script.source.name.clone(), text)));
        let has_functions = !sources.is_empty();
        let enumerations = Part::Tree(self.script.source.clone(), self.lowering.enumeration_definitions());
        let mut parts = vec![Part::Text(Source::new("prelude", PRELUDE)), enumerations];
        parts.extend(sources.into_iter().map(Part::Text));
        (parts, has_functions)
    }

    /// The types of the user's functions.
    fn learn_functions(&mut self, parts: &[Part]) -> Result<(), Vec<Diagnostic>> {
        let (program, found) = lydian_ocaml::load_parts(parts.to_vec());
        let Some(program) = program else {
            return Err(found.into_iter().map(|fault| self.relocated(fault)).collect());
        };
        self.lowering.diagnostics.extend(found);
        for export in &program.exports {
            let generated = ["Lydian_console.", "member_of_", "number_of_", "spelling_"];
            if !generated.iter().any(|prefix| export.name.starts_with(prefix)) {
                self.lowering.functions.insert(export.name.to_string(), export.ty.clone());
            }
        }
        Ok(())
    }

    /// Declares the parameters, and defines each by its chosen value.
    fn parameters(&mut self, chosen: &[usize]) {
        let mut number = 0;
        let script = self.script.clone();
        for declaration in &script.declarations {
            let DeclarationKind::Parameter { name, ty, values } = &declaration.kind else { continue };
            let enumerations = &self.lowering.enumerations;
            let find = |name: &str| enumerations.iter().position(|other| other.name == name);
            let Some(ty) = Ty::of_kind(&ty.kind, &find) else {
                let hint =
                    "the types are int, bool, string, char, decimal(2), lists `[int]`, and enumerations";
                self.lowering.error("unknown-type", &ty.at, "there is no such type", hint);
                continue;
            };
            for value in values {
                if !is_constant(&value.kind) {
                    let message = "the value of a parameter must not depend on anything";
                    self.lowering.error("parameter-not-constant", &value.at, message, "write a literal");
                }
            }
            let Some(value) = values.get(chosen.get(number).copied().unwrap_or(0)) else { continue };
            number += 1;
            let lowered = self.lowering.term_of(value, &ty);
            let definition = Build::at(&value.at).value(&format!("param_{}", name.text), lowered.code);
            self.lowering.definitions.push(definition);
            self.lowering.parameters.push((name.text.clone(), ty));
        }
    }

    /// The terms of declarations: arguments, environment, files.
    fn surroundings(&mut self) -> Surroundings {
        let mut around = Surroundings::default();
        let script = self.script.clone();
        for declaration in &script.declarations {
            match &declaration.kind {
                DeclarationKind::Arguments(terms) => {
                    around.arguments.extend(terms.iter().map(|term| self.lowering.compile_any(term)));
                }
                DeclarationKind::Environment(name, term) => {
                    around.environment.push((name.text.to_string(), self.lowering.compile_any(term)));
                }
                DeclarationKind::FileBefore(name, term) => {
                    around.files.push((name.clone(), self.lowering.compile(term, &Ty::Text)));
                }
                DeclarationKind::FileAfter(name, pattern) => {
                    around.results.push((name.clone(), output(&mut self.lowering, pattern)));
                }
                _ => {}
            }
        }
        for term in around.arguments.iter().chain(around.environment.iter().map(|(_, term)| term)) {
            if !self.lowering.compiled[*term].views.is_empty() {
                let at = self.lowering.compiled[*term].at.clone();
                let message = "this is needed before anything is read";
                self.lowering.error("used-before-read", &at, message, "use parameters and literals only");
            }
        }
        around
    }

    /// A fault in the user's OCaml, which was loaded with blanks around it, as a fault in the script.
    fn relocated(&self, fault: Diagnostic) -> Diagnostic {
        match &fault.span {
            Some(span) if span.source.name == self.script.source.name => {
                let span = Span::new(&self.script.source, span.range.clone());
                Diagnostic { span: Some(span), ..fault }
            }
            _ => fault,
        }
    }

    fn finish(self, program: Program, flow: Flow, around: Surroundings) -> (Option<Spec>, Vec<Diagnostic>) {
        let Lowering { variables, parameters, enumerations, views, compiled, mut diagnostics, .. } =
            self.lowering;
        let ready = match Ready::new(IntMode::Unbounded, &[&program], Extent::All(TERM)) {
            Ok(ready) => ready,
            Err(unready) => {
                diagnostics.push(fault(&self.script.source, &program, &unready));
                return (None, diagnostics);
            }
        };
        let functions = (0..compiled.len())
            .map(|number| ready.value(0, &format!("term_{number}")).cloned().unwrap_or(Value::Unit))
            .collect();
        let mut spec = Spec {
            script: self.script.clone(),
            parameters: Vec::new(),
            variables,
            enumerations,
            arguments: Vec::new(),
            environment: Vec::new(),
            files: Vec::new(),
            results: around.results,
            flow,
            terms: compiled,
            views,
            ready,
            functions,
            core: program,
        };
        if let Err(diagnostic) = spec.fill(&around.arguments, &around.environment, &around.files, &parameters)
        {
            diagnostics.push(diagnostic);
            return (None, diagnostics);
        }
        (Some(spec), diagnostics)
    }
}

#[derive(Default)]
struct Surroundings {
    arguments: Vec<TermRef>,
    environment: Vec<(String, TermRef)>,
    files: Vec<(String, TermRef)>,
    results: Vec<(String, OutputPattern)>,
}

impl Spec {
    fn fill(
        &mut self,
        arguments: &[TermRef],
        environment: &[(String, TermRef)],
        files: &[(String, TermRef)],
        parameters: &[(Arc<str>, Ty)],
    ) -> Result<(), Diagnostic> {
        let text = |spec: &Spec, term: TermRef| {
            spec.constant(term).map(|datum| spec.written(&datum, &spec.terms[term].ty)).map_err(|why| {
                let span = Span::new(&spec.script.source, spec.terms[term].at.clone());
                Diagnostic::error("definition-fails", span, format!("this {why}"))
            })
        };
        for term in arguments {
            let value = text(self, *term)?;
            self.arguments.push(value);
        }
        for (name, term) in environment {
            let value = text(self, *term)?;
            self.environment.push((name.clone(), value));
        }
        for (name, term) in files {
            let value = text(self, *term)?;
            self.files.push((name.clone(), value.into_bytes()));
        }
        for (name, ty) in parameters {
            let exported = format!("param_{name}");
            let value = self.ready.value(0, &exported).unwrap_or(&Value::Unit);
            let datum = self.concretely(|_, world| world.close(value, &Model::new()));
            let shown = self.written(&datum, ty);
            self.parameters.push((name.clone(), shown));
        }
        Ok(())
    }

    /// Runs something without unknowns.
    pub(crate) fn concretely<R>(&self, body: impl FnOnce(&Spec, &mut World<'_>) -> R) -> R {
        self.ready.concretely(0, TERM, |world| body(self, world))
    }

    /// A machine with the definitions in place.
    pub(crate) fn machine<'i, 'w, 'v>(&'i self, world: &'v mut World<'w>) -> Machine<'i, 'w, 'v> {
        self.ready.machine(world)
    }

    /// The function of a term.
    pub(crate) fn function(&self, term: TermRef) -> &Value {
        &self.functions[term]
    }

    fn constant(&self, term: TermRef) -> Result<Datum, String> {
        self.concretely(|spec, world| {
            let outcome = spec.machine(world).call(spec.function(term), &[Value::Unit]);
            match (&outcome, NoValue::of(&outcome, world)) {
                (Outcome::Returned(value), _) => Ok(world.close(value, &Model::new())),
                (_, None) => Err("has no value".into()),
                (_, Some(why)) => {
                    Err(why.in_words(|exception| lydian_ocaml::show(exception, &spec.core.types)))
                }
            }
        })
    }

    /// The name of a parameter choice: `secret = 7`, or nothing.
    pub fn instance(&self) -> String {
        let parts: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        parts.join(", ")
    }
}

/// What is wrong with definitions that are not ready: it points at the user's own one, if it is one.
fn fault(script: &Arc<Source>, program: &Program, unready: &Unready) -> Diagnostic {
    let why = unready.explain(|exception| lydian_ocaml::show(exception, &program.types));
    match (unready, unready.line_in(&script.name)) {
        (Unready::Link(..), _) => Diagnostic::without_place("unsupported-feature", why),
        (_, Some(line)) => Diagnostic::error("definition-fails", Span::new(script, script.line(line)), why),
        (_, None) => Diagnostic::without_place("definition-fails", why),
    }
}

/// The text with everything but line breaks made blank.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

fn is_constant(kind: &TermKind) -> bool {
    match kind {
        TermKind::Int(_)
        | TermKind::Decimal(..)
        | TermKind::Bool(_)
        | TermKind::Text(_)
        | TermKind::Char(_) => true,
        // A member of an enumeration; variables and parameters begin with a small letter.
        TermKind::Name(name) => name.starts_with(|first: char| first.is_ascii_uppercase()),
        TermKind::Negate(inner) => is_constant(&inner.kind),
        TermKind::List(elements) => elements.iter().all(|element| is_constant(&element.kind)),
        TermKind::Binary(_, a, b) => is_constant(&a.kind) && is_constant(&b.kind),
        TermKind::Call(_, arguments) => arguments.iter().all(|argument| is_constant(&argument.kind)),
        _ => false,
    }
}
