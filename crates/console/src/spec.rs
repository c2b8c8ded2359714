//! A specification ready to run: its steps, and the kernel's image of its terms.
//! In: a script and the OCaml files that it imports. Out: one [`Spec`] for each choice of parameter values, and
//! diagnostics that point into the user's files.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{Datum, IntMode, Program, Value};
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_eval::{Extent, Limits, Machine, NoValue, Outcome, Ready, Unready, World};
use lydian_ocaml::Part;
use lydian_ocaml::syntax::Build;
use lydian_term::Model;

use crate::flow::{Choosing, Flow, OutputPattern, output, tolerance, tolerant};
use crate::lower::tie::has_binary_constants;
use crate::lower::{Compiled, Enumeration, Lowering, TermRef, Ty, Variable};
use crate::mistakes::{self, Changed, Made, Mutant};
use crate::syntax::ast::{
    Assignment, At, DeclarationKind, Name, Operator, Script, Statement, StatementKind, Term, TermKind,
    TypeKind,
};
use crate::syntax::visit::for_each_term;

/// Finds an imported file.
pub type Importer<'i> = &'i dyn Fn(&str) -> Result<Arc<Source>, String>;

/// A specification with fixed parameters.
pub struct Spec {
    /// The script.
    pub script: Rc<Script>,
    /// The parameters with their values as they are written.
    pub parameters: Vec<(Arc<str>, String)>,
    /// The variables.
    pub variables: Rc<Vec<Variable>>,
    /// The enumerations.
    pub enumerations: Rc<Vec<Enumeration>>,
    /// What the program gets on its command line.
    pub arguments: Vec<String>,
    /// What the program gets in its environment.
    pub environment: Vec<(String, String)>,
    /// The files that the program finds.
    pub files: Vec<(String, Vec<u8>)>,
    /// The files that the program leaves, and what must be in them.
    pub(crate) results: Vec<(String, OutputPattern)>,
    pub(crate) flow: Flow,
    /// Programs with a typical mistake; they share all but their steps with the specification.
    pub(crate) mutants: Vec<Mutant>,
    pub(crate) terms: Rc<Vec<Compiled>>,
    /// Each view is a set of variables.
    pub(crate) views: Rc<Vec<Vec<usize>>>,
    ready: Rc<Ready>,
    /// The functions of the terms.
    functions: Rc<Vec<Value>>,
    /// The whole OCaml program behind the terms, for `--emit core`.
    pub core: Rc<Program>,
}

/// More choices of parameter values than this are not tested in one run.
const MOST_INSTANCES: usize = 256;

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
    load_all(script, import, Beside::Nothing)
}

/// The same, with programs that have typical mistakes: tests are chosen so that they notice those.
pub fn load_with_mistakes(script: Script, import: Importer<'_>) -> (Vec<Spec>, Vec<Diagnostic>) {
    load_all(script, import, Beside::Mistakes)
}

/// What is loaded beside the specification itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// Mistakes in what is done, but none in functions.
    MistakesInSteps,
    Mistakes,
}

fn load_all(script: Script, import: Importer<'_>, beside: Beside) -> (Vec<Spec>, Vec<Diagnostic>) {
    let script = Rc::new(script);
    let mut instances: Vec<Vec<usize>> = vec![Vec::new()];
    for declaration in &script.declarations {
        if let DeclarationKind::Parameter { values, .. } = &declaration.kind {
            instances = instances
                .iter()
                .flat_map(|chosen| (0..values.len()).map(|value| [&chosen[..], &[value]].concat()))
                .collect();
            if instances.len() > MOST_INSTANCES {
                let message = format!("the parameters have more than {MOST_INSTANCES} choices of values");
                let place = Span::new(&script.source, declaration.at.clone());
                let hint = "give fewer values, or read what differs as an input";
                return (
                    Vec::new(),
                    vec![Diagnostic::error("too-many-instances", place, message).hint(hint)],
                );
            }
        }
    }
    let mut specs = Vec::new();
    let mut diagnostics = Vec::new();
    for chosen in instances {
        let mut without = BTreeSet::new();
        let (mut spec, mut found) = Loader::new(&script, import).load(&chosen, beside, &mut without);
        if spec.is_none() && !without.is_empty() {
            (spec, found) = Loader::new(&script, import).load(&chosen, beside, &mut without);
        }
        if spec.is_none() && beside == Beside::Mistakes {
            (spec, found) = load_with_fewer_mistakes(&script, import, &chosen, found);
        }
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

/// Where a specification does not load with all mistakes: it with fewer or none, and a warning that says why, if that is not a fault
/// of its own.
fn load_with_fewer_mistakes(
    script: &Rc<Script>,
    import: Importer<'_>,
    chosen: &[usize],
    faults: Vec<Diagnostic>,
) -> (Option<Spec>, Vec<Diagnostic>) {
    let load = |beside| Loader::new(script, import).load(chosen, beside, &mut BTreeSet::new());
    let (spec, found) = load(Beside::MistakesInSteps);
    let (spec, mut found, what) = match spec {
        Some(_) => (spec, found, "typical mistakes in functions"),
        // Whatever is wrong is told about the specification alone.
        None => {
            let (spec, found) = load(Beside::Nothing);
            (spec, found, "typical mistakes")
        }
    };
    if spec.is_some() {
        let why = faults.iter().find(|fault| fault.is_error()).map_or("", |fault| fault.message.as_str());
        let place = Span::new(&script.source, 0..0);
        let message = format!(
            "{what} cannot be made of this specification, so that tests are not chosen by them and they are not counted"
        );
        found.push(
            Diagnostic::warning("mistakes-not-made", place, message)
                .hint(format!("the changed specification does not load: {why}")),
        );
    }
    (spec, found)
}

struct Loader<'s> {
    script: &'s Rc<Script>,
    import: Importer<'s>,
    lowering: Lowering<'s>,
    /// The variables that are declared with `var` or `choose`.
    own: BTreeSet<Arc<str>>,
    /// Those that are declared with `choose`.
    chosen: BTreeSet<Arc<str>>,
}

impl<'s> Loader<'s> {
    fn new(script: &'s Rc<Script>, import: Importer<'s>) -> Loader<'s> {
        Loader {
            script,
            import,
            lowering: Lowering::new(&script.source),
            own: BTreeSet::new(),
            chosen: BTreeSet::new(),
        }
    }

    /// Loads it with all mistakes but some, by number; if it does not load because of others, these are added.
    fn load(
        mut self,
        chosen: &[usize],
        beside: Beside,
        without: &mut BTreeSet<usize>,
    ) -> (Option<Spec>, Vec<Diagnostic>) {
        self.declare_enumerations();
        self.declare_variables(&self.script.body);
        self.refuse_assignments(&self.script.body);
        self.lowering.views = (0..self.lowering.variables.len()).map(|variable| vec![variable]).collect();
        self.lowering.own = self.own.clone();
        self.lowering.binary_constants = has_binary_constants(self.script);
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
        let mut parts = parts;
        let functions = match beside {
            Beside::Mistakes if has_functions => self.mistaken_functions(&mut parts),
            _ => Vec::new(),
        };
        let mistaken = match beside {
            Beside::Nothing => Vec::new(),
            // A mistaken program that chooses cannot be told by one run of it.
            _ if !flow.choosings.is_empty() => Vec::new(),
            _ => mistakes::flows(&script, &mut self.lowering, functions, without),
        };
        let definitions = std::mem::take(&mut self.lowering.definitions);
        let source = self.script.source.clone();
        let load = |definitions| {
            let all = [&parts[..], &[Part::Tree(source.clone(), definitions)]].concat();
            lydian_ocaml::load_parts(all)
        };
        let (program, found) = load(definitions.clone());
        let Some(mut program) = program else {
            // What no type is found for is no program that anybody could have written.
            let own = mistaken.first().map_or(definitions.len(), |first| first.definitions.start);
            let loads = |made: &[&Made]| {
                let of_each = made.iter().flat_map(|made| &definitions[made.definitions.clone()]);
                load(definitions[..own].iter().chain(of_each).cloned().collect()).0.is_some()
            };
            if loads(&[]) {
                without.extend(mistakes::not_loading(&mistaken, &loads).iter().map(|made| made.number));
            }
            let diagnostics = found.into_iter().map(|fault| self.relocated(fault)).collect();
            return (None, diagnostics);
        };
        program.int_mode = IntMode::Unbounded;
        let (spec, diagnostics) = self.finish(program, flow, surroundings);
        let with_mutants = |mut spec: Spec| {
            for Made { program: Changed { what, at, part, width }, .. } in mistaken {
                let mutant = Mutant { what, at, width, spec: spec.playing(part) };
                spec.mutants.push(mutant);
            }
            spec
        };
        (spec.map(with_mutants), diagnostics)
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
                StatementKind::Assign(assignment) if assignment.declares => self.declare_own(assignment),
                StatementKind::Choose(field) => {
                    if !self.own.contains(&field.name.text)
                        && let Some(other) =
                            self.lowering.variables.iter().find(|one| one.name == field.name.text)
                    {
                        let there = other.at.clone();
                        self.twice(&field.name, there, "use another name for what the program chooses");
                    }
                    self.own.insert(field.name.text.clone());
                    self.chosen.insert(field.name.text.clone());
                    self.declare_variable(field);
                }
                _ => {}
            }
        }
    }

    /// Declares a variable that the specification sets itself. Without a type it has that of its first value.
    fn declare_own(&mut self, assignment: &Assignment) {
        let Assignment { name, ty, value, .. } = assignment;
        let Some(kind) = ty.as_ref().map(|ty| ty.kind.clone()).or_else(|| self.kind_of(value)) else {
            let message = format!("the type of `{}` does not show in its first value", name.text);
            let hint = format!("write it: `var {} : int := ...`", name.text);
            return self.lowering.error("unknown-type", &value.at, message, &hint);
        };
        if let Some(other) = self.lowering.variables.iter().find(|other| other.name == name.text) {
            let there = other.at.clone();
            return self.twice(
                name,
                there,
                &format!("to give it another value, write `{} := ...`", name.text),
            );
        }
        let at = ty.as_ref().map_or(&value.at, |ty| &ty.at);
        let Some(ty) = self.type_of(&kind, at) else { return };
        self.own.insert(name.text.clone());
        self.lowering.variables.push(Variable { name: name.text.clone(), kind, ty, at: name.at.clone() });
    }

    /// Reports a variable that has another value already.
    fn twice(&mut self, name: &Name, there: At, hint: &str) {
        let here = Span::new(self.lowering.source, name.at.clone());
        let there = Span::new(self.lowering.source, there);
        let message = format!("`{}` is declared twice", name.text);
        self.lowering.diagnostics.push(
            Diagnostic::error("duplicate-definition", here, message)
                .label(there, "it has its first value here")
                .hint(hint),
        );
    }

    /// The type of a term that shows it: a literal, a variable, a parameter, arithmetic on whole numbers.
    fn kind_of(&self, value: &Term) -> Option<TypeKind> {
        match &value.kind {
            TermKind::Int(_) => Some(TypeKind::Int),
            TermKind::Decimal(_, places) => Some(TypeKind::Decimal(*places)),
            TermKind::Bool(_) => Some(TypeKind::Bool),
            TermKind::Text(_) => Some(TypeKind::String),
            TermKind::Char(_) => Some(TypeKind::Char),
            TermKind::Negate(inner) => self.kind_of(inner),
            TermKind::List(elements) => Some(TypeKind::List(Box::new(self.kind_of(elements.first()?)?))),
            TermKind::Binary(Operator::Add | Operator::Subtract | Operator::Multiply, a, b) => {
                let (a, b) = (self.kind_of(a)?, self.kind_of(b)?);
                (a == TypeKind::Int && b == TypeKind::Int).then_some(TypeKind::Int)
            }
            TermKind::Name(name) => {
                if let Some(known) = self.lowering.variables.iter().find(|known| known.name == *name) {
                    return Some(known.kind.clone());
                }
                let parameter =
                    self.script.declarations.iter().find_map(|declaration| match &declaration.kind {
                        DeclarationKind::Parameter { name: known, ty, .. } if known.text == *name => {
                            Some(&ty.kind)
                        }
                        _ => None,
                    });
                if let Some(kind) = parameter {
                    return Some(kind.clone());
                }
                let holds = |one: &&Enumeration| one.members.iter().any(|(member, _)| **member == **name);
                let found = self.lowering.enumerations.iter().find(holds)?;
                Some(TypeKind::Enumeration(found.name.as_str().into()))
            }
            _ => None,
        }
    }

    /// Reports values that are given to what is no variable of the specification's own.
    fn refuse_assignments(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(Assignment { declares: false, name, .. })
                    if !self.own.contains(&name.text) || self.chosen.contains(&name.text) =>
                {
                    let read = self.lowering.variable(&name.text).is_some();
                    let (message, hint) = match read {
                        true if self.chosen.contains(&name.text) => (
                            format!("`{}` is chosen by the program and cannot be set", name.text),
                            "use another name for what the specification computes".to_owned(),
                        ),
                        true => (
                            format!("`{}` gets its values by `read` and cannot be set", name.text),
                            format!("use another name, declared by `var {}_ := 0`", name.text),
                        ),
                        false => (
                            format!("`{}` was never declared", name.text),
                            format!("declare it with its first value before: `var {} := 0`", name.text),
                        ),
                    };
                    self.lowering.error("unknown-name", &name.at, message, &hint);
                }
                StatementKind::Read(read) => {
                    for field in read.fields.iter().filter(|field| self.own.contains(&field.name.text)) {
                        let message = format!(
                            "`{}` is declared with `var` or `choose` and cannot be read",
                            field.name.text
                        );
                        let hint = "read into another name, and set this one by `:=`";
                        self.lowering.error("duplicate-definition", &field.name.at, message, hint);
                    }
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.refuse_assignments(then);
                    self.refuse_assignments(otherwise);
                }
                StatementKind::Loop { body, .. } => self.refuse_assignments(body),
                _ => {}
            }
        }
    }

    /// The type that a written one stands for.
    fn type_of(&mut self, kind: &TypeKind, at: &At) -> Option<Ty> {
        let enumerations = &self.lowering.enumerations;
        let find = |name: &str| enumerations.iter().position(|other| other.name == name);
        let ty = Ty::of_kind(kind, &find);
        if ty.is_none() {
            let hint = "the types are int, bool, string, char, decimal(2), lists `[int]`, and enumerations";
            self.lowering.error("unknown-type", at, "there is no such type", hint);
        }
        ty
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

    /// Copies of the functions in the script, each with a mistake, as further parts; where they are called, and what is changed.
    fn mistaken_functions(&self, parts: &mut Vec<Part>) -> Vec<Changed<String>> {
        let mut called: Vec<Arc<str>> = Vec::new();
        for_each_term(self.script, &mut |term| match &term.kind {
            TermKind::Call(name, _) if self.lowering.functions.contains_key(&*name.text) => {
                called.push(name.text.clone());
            }
            _ => {}
        });
        let called: Vec<&str> = called.iter().map(|name| &**name).collect();
        // What is imported stays as it is: it need not be the task's own.
        let Some(Part::Text(source)) = parts.last().cloned() else { return Vec::new() };
        if source.name != self.script.source.name {
            return Vec::new();
        }
        let (copies, changed) = mistakes::functions::modules(&parts[..parts.len() - 1], &source, &called);
        parts.extend(copies);
        changed
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
                    let pattern = tolerant(tolerance(&script), output(&mut self.lowering, pattern));
                    around.results.push((name.clone(), pattern));
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
            variables: Rc::new(variables),
            enumerations: Rc::new(enumerations),
            arguments: Vec::new(),
            environment: Vec::new(),
            files: Vec::new(),
            results: around.results,
            flow,
            mutants: Vec::new(),
            terms: Rc::new(compiled),
            views: Rc::new(views),
            ready: Rc::new(ready),
            functions: Rc::new(functions),
            core: Rc::new(program),
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

    /// The same specification with other steps.
    fn playing(&self, flow: Flow) -> Spec {
        Spec {
            script: self.script.clone(),
            parameters: self.parameters.clone(),
            variables: self.variables.clone(),
            enumerations: self.enumerations.clone(),
            arguments: self.arguments.clone(),
            environment: self.environment.clone(),
            files: self.files.clone(),
            results: self.results.clone(),
            flow,
            mutants: Vec::new(),
            terms: self.terms.clone(),
            views: self.views.clone(),
            ready: self.ready.clone(),
            functions: self.functions.clone(),
            core: self.core.clone(),
        }
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

    /// Whether the program chooses something itself, so that it may do something else each time.
    pub fn has_choices(&self) -> bool {
        !self.flow.choosings.is_empty()
    }

    /// The variables that the program chooses.
    pub(crate) fn chosen_names(&self) -> Vec<String> {
        let variable = |choosing: &Choosing| format!("`{}`", self.variables[choosing.field.variable].name);
        let mut names: Vec<String> = self.flow.choosings.iter().map(variable).collect();
        names.dedup();
        names
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
