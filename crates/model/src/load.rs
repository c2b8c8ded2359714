//! Models: what an OCaml file must define to be one.
//! In: the text of a file. Out: a [`Model`] whose functions are found and whose types fit, or diagnostics that say what is
//! missing. The shape of the reaction is told from its type.

pub(crate) mod key;
mod variables;

use std::sync::Arc;

use lydian_core::{ArgLabel, Program, Shapes, Type, TypeBody, TypeTable};
use lydian_diagnostic::{Diagnostic, Source, Span};
use rustc_hash::FxHashMap;

/// How a model says what a system does with an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `step : state -> input -> (output * state) option`: at most one reaction, with one output; `None` refuses the input.
    Partial,
    /// `step : state -> input -> (state * output list) list`: any number of reactions, each with any number of outputs.
    Choices,
    /// `step : state -> input -> output list -> state list`: the states after each answer.
    Answers,
    /// `pre : state -> input -> bool` and `post : state -> input -> output -> state -> bool`.
    PrePost,
}

impl Shape {
    /// Whether every answer consists of exactly one output.
    pub fn has_one_output(self) -> bool {
        matches!(self, Shape::Partial | Shape::PrePost)
    }
}

/// How a model says where a system starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Init {
    /// `init : state`.
    One,
    /// `init : state list`.
    Several,
    /// `init : state -> bool`.
    Where,
}

/// Which sequences of inputs are of interest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// A predicate on whole sequences.
    Predicate(Arc<str>),
    /// An automaton: where it starts, its steps, and which states are final (all, if nothing is said).
    Automaton {
        /// Whether `purpose_final` is defined.
        has_final: bool,
    },
}

/// A property that stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: Arc<str>,
    /// What it is about.
    pub scope: Scope,
}

/// What a property is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Every state that can be reached.
    State,
    /// Every state that can be reached, with every input.
    StateAndInput,
    /// All values of these types.
    All(Vec<Type>),
}

/// Definitions that a model may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extras {
    /// `invariant : state -> bool`.
    pub invariant: bool,
    /// `enabled : state -> input -> bool`.
    pub enabled: bool,
    /// `equal : state -> state -> bool`.
    pub equal: bool,
    /// Whether `step` is told which session gives an input.
    pub sessions: bool,
    /// Whether what `equal` demands of both states alike is known as a function of one.
    pub equal_key: bool,
    /// `show : state -> string`.
    pub show: bool,
    /// `inputs : input list`.
    pub inputs: bool,
    /// `reset : string`.
    pub reset: bool,
    /// `install : state -> string`.
    pub install: bool,
    /// `encode : input -> string`.
    pub encode: bool,
    /// `decode : string -> output`.
    pub decode: bool,
}

/// A model.
#[derive(Debug, Clone)]
pub struct Model {
    /// The file.
    pub source: Arc<Source>,
    /// The type of states.
    pub state: Type,
    /// The type of inputs.
    pub input: Type,
    /// The type of outputs.
    pub output: Type,
    /// How it says what a system does.
    pub shape: Shape,
    /// How it says where a system starts.
    pub init: Init,
    /// Which sequences are of interest.
    pub purpose: Option<Purpose>,
    /// Its properties, in the order of the file.
    pub properties: Vec<Property>,
    /// What else it defines.
    pub extras: Extras,
    /// The program.
    pub program: Program,
}

/// Reads a model.
///
/// ```
/// let text = "type state = int type input = Tick type output = Count of int
/// let init = 0
/// let step n Tick = Some (Count (n + 1), n + 1)";
/// let (model, faults) = lydian_model::load(&lydian_diagnostic::Source::new("clock.ml", text));
/// assert!(faults.is_empty());
/// assert_eq!(model.expect("a model").shape, lydian_model::Shape::Partial);
/// ```
pub fn load(source: &Arc<Source>) -> (Option<Model>, Vec<Diagnostic>) {
    load_with(source, &[])
}

/// What `step : session:int -> state -> input -> ...` is called in a model whose `step` knows one session only.
pub(crate) const BY_SESSION: &str = "step_by_session__";

/// Whether `step` is told which session gives an input.
fn by_session(program: &Program) -> bool {
    let Some(step) = program.export("step") else { return false };
    matches!(&step.ty, Type::Arrow(ArgLabel::Labelled(name), from, _) if &**name == "session" && matches!(**from, Type::Int | Type::Param(_)))
}

/// A remark on the type variables that the model leaves open.
fn at_a_small_type(source: &Arc<Source>, program: &Program) -> Option<Diagnostic> {
    let open: Vec<&str> = ["state", "input", "output"]
        .into_iter()
        .filter(|name| {
            let count = program.types.get(name).map_or(0, |decl| decl.params);
            variables::arguments(program, name, count).1
        })
        .collect();
    let first = open.first()?;
    let place = source.text.find(&format!("{first} =")).unwrap_or(0);
    let span = Span::new(source, place..(place + first.len()).min(source.text.len()));
    let names = open.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("the type variables of {names} are tried at a type of three values, `A, `B and `C");
    let hint = "write the type to choose another one: `let inputs : int input list = ...`";
    Some(Diagnostic::warning("tried-at-a-small-type", span, message).hint(hint))
}

/// Reads a model with further definitions behind it; they count where both define a name.
pub fn load_with(source: &Arc<Source>, after: &[Arc<Source>]) -> (Option<Model>, Vec<Diagnostic>) {
    let options = lydian_ocaml::Options { after: after.to_vec() };
    let (program, mut diagnostics) = lydian_ocaml::load_with(source, &options);
    let Some(program) = program else { return (None, diagnostics) };
    let (program, is_by_session) = match by_session(&program) {
        false => (program, false),
        true => {
            // The rest of the model knows one session; `step` for any of them keeps another name.
            let text =
                format!("let {BY_SESSION} = step let step state input = {BY_SESSION} ~session:1 state input");
            let after = [after, &[Source::new("session", text)]].concat();
            let (again, faults) = lydian_ocaml::load_with(source, &lydian_ocaml::Options { after });
            let Some(again) = again else { return (None, faults) };
            (again, true)
        }
    };
    diagnostics.extend(at_a_small_type(source, &program));
    match read(source, program) {
        Ok(mut model) => {
            model.extras.sessions = is_by_session;
            if model.extras.equal {
                model.extras.equal_key = key::add(&mut model.program, &model.state);
            }
            (Some(model), diagnostics)
        }
        Err(fault) => {
            diagnostics.push(*fault);
            (None, diagnostics)
        }
    }
}

impl Model {
    /// The same model with another predicate as its purpose.
    pub fn with_purpose(mut self, name: &str) -> Result<Model, Box<Diagnostic>> {
        let reader = Reader { source: &self.source, program: &self.program };
        let wanted = Type::arrow(Type::List(self.input.clone().into()), Type::Bool);
        if !reader.offers(name, &wanted)? {
            let hint = format!("add `let {name} inputs = ...`, a predicate on lists of inputs");
            return Err(reader.fault(format!("the model defines no `{name}`"), hint));
        }
        self.purpose = Some(Purpose::Predicate(name.into()));
        Ok(self)
    }

    /// Why another model cannot be compared with this one: their inputs or outputs are of different types.
    pub fn differs_in_types(&self, other: &Model) -> Option<Box<Diagnostic>> {
        let pairs = [("input", &self.input, &other.input), ("output", &self.output, &other.output)];
        for (name, ty, other_ty) in pairs {
            if !same_type(&self.program.types, ty, &other.program.types, other_ty, &mut Vec::new()) {
                let reader = Reader { source: &other.source, program: &other.program };
                let message = format!("the type `{name}` is not declared as in {}", self.source.name);
                let hint =
                    "both models must have the same inputs and outputs, with constructors of the same names";
                return Some(reader.fault(message, hint));
            }
        }
        None
    }

    /// Whether it has a property of this name.
    pub fn has_property(&self, name: &str) -> bool {
        self.properties.iter().any(|property| &*property.name == name)
    }
}

fn read(source: &Arc<Source>, program: Program) -> Result<Model, Box<Diagnostic>> {
    let reader = Reader { source, program: &program };
    let [state, input, output] = ["state", "input", "output"].map(|name| reader.declared(name));
    let (state, input, output) = (state?, input?, output?);
    let shape = reader.shape(&state, &input, &output)?;
    let init = reader.init(&state)?;
    let purpose = reader.purpose(&input)?;
    let properties = reader.properties(&state, &input)?;
    let extras = reader.extras(&state, &input, &output)?;
    let source = source.clone();
    Ok(Model { source, state, input, output, shape, init, purpose, properties, extras, program })
}

/// Whether two types of two programs have the same values.
fn same_type(
    types: &TypeTable,
    ty: &Type,
    other_types: &TypeTable,
    other: &Type,
    open: &mut Vec<(Type, Type)>,
) -> bool {
    let (ty, other) = (types.expand(ty), other_types.expand(other));
    let key = (ty.clone(), other.clone());
    if open.contains(&key) {
        return true;
    }
    open.push(key);
    let mut same = |left: &Type, right: &Type| same_type(types, left, other_types, right, open);
    let all = |left: &[Type], right: &[Type], same: &mut dyn FnMut(&Type, &Type) -> bool| {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
    };
    match (&ty, &other) {
        (Type::Tuple(left), Type::Tuple(right)) => all(left, right, &mut same),
        (Type::List(left), Type::List(right)) | (Type::Array(left), Type::Array(right)) => same(left, right),
        (Type::Named(path, left), Type::Named(other_path, right)) => {
            if path != other_path || left.len() != right.len() {
                return false;
            }
            let (Some(decl), Some(other_decl)) = (types.get(path), other_types.get(other_path)) else {
                return types.get(path).is_none() && other_types.get(other_path).is_none();
            };
            let fields = |fields: &[lydian_core::FieldDecl], args: &[Type]| {
                fields
                    .iter()
                    .map(|field| (field.name.clone(), field.ty.instantiate(args)))
                    .collect::<Vec<_>>()
            };
            match (&decl.body, &other_decl.body) {
                (TypeBody::Variant(constructors), TypeBody::Variant(others)) => {
                    constructors.len() == others.len()
                        && constructors.iter().all(|constructor| {
                            others.iter().any(|other| {
                                let args = |args: &[Type], of: &[Type]| {
                                    args.iter().map(|ty| ty.instantiate(of)).collect::<Vec<_>>()
                                };
                                other.con == constructor.con
                                    && all(
                                        &args(&constructor.args, left),
                                        &args(&other.args, right),
                                        &mut same,
                                    )
                            })
                        })
                }
                (TypeBody::Record(con, parts), TypeBody::Record(other_con, others)) => {
                    let (parts, others) = (fields(parts, left), fields(others, right));
                    con == other_con
                        && parts.len() == others.len()
                        && parts
                            .iter()
                            .zip(&others)
                            .all(|((name, ty), (other, other_ty))| name == other && same(ty, other_ty))
                }
                (TypeBody::Abstract, TypeBody::Abstract) => true,
                _ => false,
            }
        }
        _ => ty == other,
    }
}

struct Reader<'r> {
    source: &'r Arc<Source>,
    program: &'r Program,
}

fn function(args: &[&Type], result: Type) -> Type {
    args.iter().rev().fold(result, |result, arg| Type::arrow((*arg).clone(), result))
}

fn list(part: &Type) -> Type {
    Type::List(part.clone().into())
}

impl Reader<'_> {
    fn fault(&self, message: String, hint: impl Into<String>) -> Box<Diagnostic> {
        let span = Span::new(self.source, 0..self.source.text.len().min(1));
        Box::new(Diagnostic::error("not-a-model", span, message).hint(hint))
    }

    fn declared(&self, name: &str) -> Result<Type, Box<Diagnostic>> {
        let ty = match self.program.types.get(name) {
            Some(decl) => {
                let (args, _) = variables::arguments(self.program, name, decl.params);
                Type::Named(name.into(), args.into())
            }
            None => {
                let message = format!("the model declares no type `{name}`");
                return Err(self.fault(message, format!("add `type {name} = ...`")));
            }
        };
        let mut shapes = Shapes::new(self.program.types.clone());
        let shape = shapes.intern(&ty);
        // States, inputs and answers are compared and kept.
        if !shapes.is_comparable(shape) && name != "state" {
            let message =
                format!("values of the type `{name}` cannot be compared: there are functions inside");
            return Err(self.fault(message, "describe what the function does by data"));
        }
        Ok(ty)
    }

    /// Whether a definition has a type that fits: what it leaves open may become anything.
    fn fits(&self, found: &Type, wanted: &Type) -> bool {
        self.unify(found, wanted, &mut FxHashMap::default())
    }

    fn unify(&self, found: &Type, wanted: &Type, known: &mut FxHashMap<u32, Type>) -> bool {
        let types = &self.program.types;
        let found = types.expand(found);
        let wanted = types.expand(wanted);
        if let Type::Param(index) = found {
            return match known.get(&index).cloned() {
                Some(earlier) => self.unify(&earlier, &wanted, &mut FxHashMap::default()),
                None => {
                    known.insert(index, wanted);
                    true
                }
            };
        }
        let mut all = |left: &[Type], right: &[Type]| {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.unify(left, right, known))
        };
        match (&found, &wanted) {
            (Type::Tuple(left), Type::Tuple(right)) => all(left, right),
            (Type::List(left), Type::List(right))
            | (Type::Array(left), Type::Array(right))
            | (Type::Lazy(left), Type::Lazy(right)) => self.unify(left, right, known),
            (Type::Arrow(label, from, to), Type::Arrow(other, other_from, other_to)) => {
                label == other && self.unify(from, other_from, known) && self.unify(to, other_to, known)
            }
            (Type::Named(path, left), Type::Named(other, right)) => path == other && all(left, right),
            _ => found == wanted,
        }
    }

    /// Whether a name is defined, with this type; with another type it is a mistake.
    fn offers(&self, name: &str, wanted: &Type) -> Result<bool, Box<Diagnostic>> {
        let Some(export) = self.program.export(name) else { return Ok(false) };
        if self.fits(&export.ty, wanted) {
            return Ok(true);
        }
        let show = |ty: &Type| lydian_ocaml::show_type(ty, &self.program.types);
        let message = format!("`{name}` has the type `{}`", show(&export.ty));
        Err(self.fault(
            message,
            format!("in a model it means `{name} : {}`; call it something else", show(wanted)),
        ))
    }

    fn shape(&self, state: &Type, input: &Type, output: &Type) -> Result<Shape, Box<Diagnostic>> {
        let option =
            Type::Named("option".into(), [Type::Tuple([output.clone(), state.clone()].into())].into());
        let choices = list(&Type::Tuple([state.clone(), list(output)].into()));
        let answers = function(&[&list(output)], list(state));
        if let Some(step) = self.program.export(BY_SESSION) {
            let wanted = |result: Type| {
                let label = ArgLabel::Labelled("session".into());
                Type::Arrow(label, Type::Int.into(), function(&[state, input], result).into())
            };
            if !self.fits(&step.ty, &wanted(option.clone())) && !self.fits(&step.ty, &wanted(choices.clone()))
            {
                let found = lydian_ocaml::show_type(&step.ty, &self.program.types);
                return Err(self.fault(
                    format!("`step` has the type `{found}`, which is none of those that a model can have"),
                    "with `~session` it gives `(output * state) option` or `(state * output list) list`",
                ));
            }
        }
        if let Some(step) = self.program.export("step") {
            let shapes = [(Shape::Partial, option), (Shape::Choices, choices), (Shape::Answers, answers)];
            for (shape, result) in shapes {
                if self.fits(&step.ty, &function(&[state, input], result)) {
                    return Ok(shape);
                }
            }
            let found = lydian_ocaml::show_type(&step.ty, &self.program.types);
            return Err(self.fault(
                format!("`step` has the type `{found}`, which is none of those that a model can have"),
                "it takes a state and an input and gives `(output * state) option`, `(state * output list) list` or \
                 `output list -> state list`",
            ));
        }
        let pre = self.offers("pre", &function(&[state, input], Type::Bool))?;
        let post = self.offers("post", &function(&[state, input, output, state], Type::Bool))?;
        if pre && post {
            return Ok(Shape::PrePost);
        }
        Err(self.fault(
            "the model does not say what a system does with an input".into(),
            "define `step`, or both `pre` and `post`",
        ))
    }

    fn init(&self, state: &Type) -> Result<Init, Box<Diagnostic>> {
        let Some(init) = self.program.export("init") else {
            let hint = "add `let init = ...`: a state, a list of states, or a predicate on states";
            return Err(self.fault("the model defines no `init`".into(), hint));
        };
        let kinds = [
            (Init::One, state.clone()),
            (Init::Several, list(state)),
            (Init::Where, function(&[state], Type::Bool)),
        ];
        for (kind, ty) in kinds {
            if self.fits(&init.ty, &ty) {
                return Ok(kind);
            }
        }
        let found = lydian_ocaml::show_type(&init.ty, &self.program.types);
        let hint = "it is a state, a list of states, or a predicate on states";
        Err(self.fault(format!("`init` has the type `{found}`"), hint))
    }

    fn purpose(&self, input: &Type) -> Result<Option<Purpose>, Box<Diagnostic>> {
        if self.offers("purpose", &function(&[&list(input)], Type::Bool))? {
            return Ok(Some(Purpose::Predicate("purpose".into())));
        }
        let Some(start) = self.program.export("purpose_start") else { return Ok(None) };
        let option = Type::Named("option".into(), [start.ty.clone()].into());
        if !self.offers("purpose_step", &function(&[&start.ty, input], option))? {
            let hint =
                "add `purpose_step : 'q -> input -> 'q option`, where 'q is the type of `purpose_start`";
            return Err(self.fault("the model has `purpose_start` but no `purpose_step`".into(), hint));
        }
        let has_final = self.offers("purpose_final", &function(&[&start.ty], Type::Bool))?;
        Ok(Some(Purpose::Automaton { has_final }))
    }

    fn properties(&self, state: &Type, input: &Type) -> Result<Vec<Property>, Box<Diagnostic>> {
        let mut properties: Vec<Property> = Vec::new();
        for export in &self.program.exports {
            let name = &export.name;
            let scope = if name.starts_with("prop_") {
                self.scope_of_states(export, state, input)?
            } else if name.starts_with("law_") {
                let (args, result) = export.ty.uncurry();
                if self.program.types.expand(&result) != Type::Bool {
                    let hint = "the result of a law is a `bool`";
                    return Err(self.fault(format!("`{name}` is not a law"), hint));
                }
                Scope::All(args.into_iter().map(|(_, ty)| ty).collect())
            } else {
                continue;
            };
            properties.retain(|earlier| earlier.name != *name);
            properties.push(Property { name: name.clone(), scope });
        }
        Ok(properties)
    }

    fn scope_of_states(
        &self,
        export: &lydian_core::Export,
        state: &Type,
        input: &Type,
    ) -> Result<Scope, Box<Diagnostic>> {
        let kinds = [
            (Scope::State, function(&[state], Type::Bool)),
            (Scope::StateAndInput, function(&[state, input], Type::Bool)),
        ];
        for (scope, ty) in kinds {
            if self.fits(&export.ty, &ty) {
                return Ok(scope);
            }
        }
        let found = lydian_ocaml::show_type(&export.ty, &self.program.types);
        Err(self.fault(
            format!("`{}` has the type `{found}`", export.name),
            "a property is `state -> bool` or `state -> input -> bool`; a name that starts with `law_` takes any arguments",
        ))
    }

    fn extras(&self, state: &Type, input: &Type, output: &Type) -> Result<Extras, Box<Diagnostic>> {
        Ok(Extras {
            invariant: self.offers("invariant", &function(&[state], Type::Bool))?,
            enabled: self.offers("enabled", &function(&[state, input], Type::Bool))?,
            equal: self.offers("equal", &function(&[state, state], Type::Bool))?,
            sessions: false,
            equal_key: false,
            show: self.offers("show", &function(&[state], Type::String))?,
            inputs: self.offers("inputs", &list(input))?,
            reset: self.offers("reset", &Type::String)?,
            install: self.offers("install", &function(&[state], Type::String))?,
            encode: self.offers("encode", &function(&[input], Type::String))?,
            decode: self.offers("decode", &function(&[&Type::String], output.clone()))?,
        })
    }
}
