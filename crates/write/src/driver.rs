//! Drivers: a suite as one source file in C, Rust or Python, to be built and run with the system under test, without Lydian.
//!
//! In: sequences of inputs with the answers that are allowed. Out: a program that calls one function of the user's for each
//! constructor of the inputs, compares the answers, tells each failure as a story, and ends with 0, 1 (something failed) or
//! 2 (the system could not be tested). Cases are linear: they go on as long as the first allowed answer comes; after another
//! allowed answer a case ends, passed.

mod c;
mod python;
mod rust;
mod text;

use std::collections::HashMap;

use lydian_core::{Datum, Type, TypeBody, TypeTable};
use lydian_ocaml::{ConstructorForm, Form, FormId, Forms};

use crate::names::{self, Names, snake};

/// A suite to be written as a driver.
#[derive(Debug, Clone)]
pub struct DriverSuite {
    /// What the model is called.
    pub model: String,
    /// The cases in order.
    pub cases: Vec<DriverCase>,
    /// The type of inputs.
    pub input: Type,
    /// The type of outputs.
    pub output: Type,
    /// The type of states.
    pub state: Type,
    /// The declarations.
    pub types: TypeTable,
}

/// One sequence of inputs.
#[derive(Debug, Clone)]
pub struct DriverCase {
    /// What it is called in reports.
    pub name: String,
    /// The state that it begins in, which the user's system must then be able to install; `None` if that is the state after a
    /// reset.
    pub initial: Option<Datum>,
    /// The inputs with what may follow.
    pub steps: Vec<DriverStep>,
}

/// One input.
#[derive(Debug, Clone)]
pub struct DriverStep {
    /// The input.
    pub input: Datum,
    /// The answers that are allowed, each a list of outputs. The case goes on after the first of them. Empty: the input must
    /// be refused.
    pub allowed: Vec<Vec<Datum>>,
}

/// The language of a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverLanguage {
    /// C11.
    C,
    /// Rust, edition 2021.
    Rust,
    /// Python 3.
    Python,
}

/// Writes a suite as the source of a driver, or says what the language has no room for.
pub fn write_driver(suite: &DriverSuite, language: DriverLanguage) -> Result<String, String> {
    let plan = Plan::new(suite)?;
    match language {
        DriverLanguage::C => c::write(&plan),
        DriverLanguage::Rust => rust::write(&plan),
        DriverLanguage::Python => python::write(&plan),
    }
}

/// A suite with what all languages need to know about it.
struct Plan<'s> {
    suite: &'s DriverSuite,
    forms: Forms,
    input: FormId,
    output: FormId,
    state: FormId,
    /// Whether states are installed.
    installs: bool,
}

/// The function of the user's that an input is given to.
struct Operation<'p> {
    /// The constructor; `None` for inputs without constructors.
    constructor: Option<&'p ConstructorForm>,
    /// The forms of its arguments.
    args: Vec<FormId>,
}

impl<'s> Plan<'s> {
    fn new(suite: &'s DriverSuite) -> Result<Plan<'s>, String> {
        let mut forms = Forms::default();
        let input = forms.intern(&suite.input, &suite.types);
        let output = forms.intern(&suite.output, &suite.types);
        let state = forms.intern(&suite.state, &suite.types);
        let installs = suite.cases.iter().any(|case| case.initial.is_some());
        let plan = Plan { suite, forms, input, output, state, installs };
        plan.open(input)?;
        plan.open(output)?;
        if installs {
            plan.open(state)?;
        }
        Ok(plan)
    }

    /// Says so if values of a form cannot be written down.
    fn open(&self, root: FormId) -> Result<(), String> {
        for form in self.reachable(&[root]) {
            if let Form::Closed(why) = self.forms.form(form) {
                return Err(format!("a driver cannot hold values of type {}: {why}", self.forms.name(form)));
            }
        }
        Ok(())
    }

    /// These forms and all that they are made of, each after the parts that it needs, where types are not recursive.
    fn reachable(&self, roots: &[FormId]) -> Vec<FormId> {
        let mut order = Vec::new();
        let mut seen = std::collections::HashSet::new();
        // An entry with `true` is done once everything above it is.
        let mut work: Vec<(FormId, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((form, is_done)) = work.pop() {
            if is_done {
                order.push(form);
            } else if seen.insert(form) {
                work.push((form, true));
                work.extend(self.parts(form).into_iter().rev().map(|part| (part, false)));
            }
        }
        order
    }

    /// The forms that a form is made of directly.
    fn parts(&self, form: FormId) -> Vec<FormId> {
        match self.forms.form(form) {
            Form::Tuple(parts) => parts.clone(),
            Form::Record(record) => record.fields.iter().map(|(_, part)| *part).collect(),
            Form::Variant(variant) => {
                variant.constructors.iter().flat_map(|con| con.args.iter().copied()).collect()
            }
            Form::List(part) | Form::Array(part) | Form::Lazy(part) => vec![*part],
            _ => Vec::new(),
        }
    }

    /// The types that the functions of the user name, under the names that they have there.
    fn named<'n>(&self, output: &'n str, state: &'n str) -> Vec<(FormId, &'n str)> {
        let all = [(self.output, output), (self.state, state)];
        all.into_iter().take(if self.installs { 2 } else { 1 }).collect()
    }

    /// All forms that the functions of the user need, as in `reachable`.
    fn needed(&self) -> Vec<FormId> {
        let mut roots: Vec<FormId> =
            self.operations().iter().flat_map(|operation| operation.args.clone()).collect();
        roots.extend(self.named("", "").into_iter().map(|(form, _)| form));
        self.reachable(&roots)
    }

    /// A name for each of these types. The names of the roots are kept free for them; a root whose own name is another one keeps
    /// that, and is to be called by the name of the root as well.
    fn type_names(
        &self,
        all: &[FormId],
        words: &[&str],
        roots: &[(FormId, &str)],
        spell: impl Fn(&str) -> String,
    ) -> HashMap<FormId, String> {
        let mut taken = Names::without(words);
        let mut names = HashMap::new();
        for (form, name) in roots {
            drop(taken.fresh(name));
            if all.contains(form) && spell(self.forms.name(*form)) == *name {
                names.insert(*form, (*name).to_owned());
            }
        }
        for form in all {
            names.entry(*form).or_insert_with(|| taken.fresh(&spell(self.forms.name(*form))));
        }
        names
    }

    /// The functions that the user writes, in the order of declaration.
    fn operations(&self) -> Vec<Operation<'_>> {
        match self.forms.form(self.input) {
            Form::Variant(variant) => variant
                .constructors
                .iter()
                .map(|con| Operation { constructor: Some(con), args: con.args.clone() })
                .collect(),
            _ => vec![Operation { constructor: None, args: vec![self.input] }],
        }
    }

    /// The names of methods for some operations.
    fn methods(&self, operations: &[Operation<'_>], words: &[&str]) -> Vec<String> {
        let mut taken = Names::without(&[words, &["reset install"]].concat());
        let name = |operation: &Operation<'_>| {
            operation.constructor.map_or("step".to_owned(), |con| snake(&con.name))
        };
        operations.iter().map(|operation| taken.fresh(&name(operation))).collect()
    }

    /// Names for the parameters of an operation: those of the fields of an inline record, or of the arguments' own types.
    fn parameters(&self, operation: &Operation<'_>, words: &[&str]) -> Vec<String> {
        let Some(constructor) = operation.constructor else { return vec!["input".to_owned()] };
        if let Some(fields) = &constructor.fields {
            return names::distinct(words, fields.iter().map(|field| &**field));
        }
        let declared =
            self.suite.types.of_constructor(constructor.con).and_then(|(decl, position)| match &decl.body {
                TypeBody::Variant(constructors) => Some(&*constructors[position].args),
                _ => None,
            });
        let wanted =
            (0..operation.args.len()).map(|index| match declared.and_then(|types| types.get(index)) {
                Some(Type::Named(path, arguments)) if arguments.is_empty() => {
                    let name = path.rsplit('.').next().unwrap_or(path).split('/').next().unwrap_or(path);
                    // `Shape.t` says little.
                    if name == "t" { format!("a{index}") } else { name.to_owned() }
                }
                _ => format!("a{index}"),
            });
        let wanted: Vec<String> = wanted.collect();
        names::distinct(words, wanted.iter().map(String::as_str))
    }

    /// The function that an input is given to, by its position among all, and its arguments.
    fn call<'d>(
        &self,
        operations: &[Operation<'_>],
        input: &'d Datum,
    ) -> Result<(usize, &'d [Datum]), String> {
        if operations.first().is_some_and(|operation| operation.constructor.is_none()) {
            return Ok((0, std::slice::from_ref(input)));
        }
        let Datum::Construct(con, _, parts) = input else {
            return Err("an input is not of its type".to_owned());
        };
        let position = operations
            .iter()
            .position(|operation| operation.constructor.is_some_and(|known| known.con == *con))
            .ok_or_else(|| format!("{} is no constructor of the inputs", con.name()))?;
        Ok((position, parts))
    }

    /// The text of the allowed answers of a step.
    fn allowed(&self, step: &DriverStep) -> Result<Vec<String>, String> {
        step.allowed.iter().map(|answer| text::answer(&self.forms, self.output, answer)).collect()
    }

    /// The text of the state that a case begins in, if it is installed.
    fn initial_text(&self, case: &DriverCase) -> Result<Option<String>, String> {
        case.initial.as_ref().map(|state| text::datum(&self.forms, self.state, state)).transpose()
    }

    /// The text of an input.
    fn input_text(&self, input: &Datum) -> Result<String, String> {
        text::datum(&self.forms, self.input, input)
    }

    /// What the suite is, for the head of a file.
    fn title(&self) -> String {
        let steps: usize = self.suite.cases.iter().map(|case| case.steps.len()).sum();
        let model: String = self.suite.model.chars().filter(|symbol| !symbol.is_control()).collect();
        let model = model.replace("*/", "* /").replace("\"\"\"", "'''").replace('\\', "/");
        format!(
            "Test driver for the model {model}: {} cases, {steps} inputs. Made by lydian model driver.",
            self.suite.cases.len()
        )
    }
}

#[cfg(test)]
mod tests;
