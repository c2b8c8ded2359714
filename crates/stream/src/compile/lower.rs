//! Lowers value functions: from the Core that the interpreter runs to statements over typed variables.
//!
//! Calls are unfolded, so that functions that are passed and suspensions are known where they are used; only functions that
//! call themselves stay functions. A suspension is a flag and a variable. Arguments are computed from right to left, as the
//! evaluator does, so that of two failures the same one is told.

mod body;
mod builtin;
mod calls;
mod known;
mod passing;
mod suspensions;

use std::collections::{HashMap, HashSet};

use lydian_core::{Expr, Item, Lambda, Program, Var as CoreVar};

use super::code::{FIRST_ERROR, Function, Var};
use super::types::{Ty, Types};
use body::Body;
use known::{Env, Known};
use passing::Shape;

/// Why something cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused(pub(super) String);

type Made<T> = Result<T, Refused>;

fn refuse<T>(why: impl Into<String>) -> Made<T> {
    Err(Refused(why.into()))
}

/// How a function takes its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taking<'l> {
    /// As values, none of them erroneous.
    Values,
    /// As values; those that are marked may be erroneous, and each of these is a fault and a value.
    Tolerant(&'l [bool]),
    /// As options: each is whether there is an event and its value.
    Options,
    /// The same, with a fault for each; the first of all faults comes before the arguments.
    ErroneousOptions,
}

/// Lowers the functions of a program.
pub(super) struct Lowerer<'p> {
    program: &'p Program,
    definitions: HashMap<CoreVar, &'p Expr>,
    recursive: HashMap<CoreVar, bool>,
    pub(super) types: Types,
    messages: Vec<String>,
    /// All functions.
    pub(super) functions: Vec<Function>,
    /// The functions of definitions that call themselves, one for each kind of arguments.
    instances: Vec<(CoreVar, Vec<Shape<'p>>, usize)>,
    /// What the functions of local functions that call themselves are given.
    given: HashMap<usize, Vec<Shape<'p>>>,
    /// Local functions that call themselves.
    locals: Vec<(CoreVar, &'p Lambda, Env<'p>)>,
}

impl<'p> Lowerer<'p> {
    /// A lowerer for a program.
    pub(super) fn new(program: &'p Program) -> Lowerer<'p> {
        let mut definitions = HashMap::new();
        for part in program.libraries.iter().map(|library| &**library).chain([program]) {
            for item in &part.items {
                match item {
                    Item::Define(var, expr) => _ = definitions.insert(*var, expr),
                    Item::DefineRec(group) => {
                        definitions.extend(group.iter().map(|(var, expr)| (*var, expr)))
                    }
                    Item::Run(_) => {}
                }
            }
        }
        Lowerer {
            program,
            definitions,
            recursive: HashMap::new(),
            types: Types::default(),
            messages: Vec::new(),
            functions: Vec::new(),
            instances: Vec::new(),
            given: HashMap::new(),
            locals: Vec::new(),
        }
    }

    /// The messages of errors, the first of which has the number [`FIRST_ERROR`].
    pub(super) fn messages(&self) -> &[String] {
        &self.messages
    }

    /// The number of a message.
    pub(super) fn message(&mut self, text: &str) -> usize {
        let place = self.messages.iter().position(|known| known == text).unwrap_or_else(|| {
            self.messages.push(text.to_owned());
            self.messages.len() - 1
        });
        place + FIRST_ERROR
    }

    /// Compiles the function of an export and gives its number. A constant is called with the unit.
    pub(super) fn function(
        &mut self,
        name: &str,
        params: &[Ty],
        result: &Ty,
        taking: Taking<'_>,
    ) -> Made<usize> {
        let Some(export) = self.program.export(name) else {
            return refuse(format!("the function `{name}` is not defined"));
        };
        let callee = Known::Global(export.var);
        let is_event = matches!(taking, Taking::Options | Taking::ErroneousOptions);
        let mut body = Body::new(self, is_event);
        let mut taken: Vec<Var> = Vec::new();
        if taking == Taking::ErroneousOptions {
            let first = body.var(Ty::Fault);
            taken.push(first);
            body.first_fault = Some(first);
        }
        let mut args = Vec::new();
        for (place, ty) in params.iter().enumerate() {
            args.push(body.parameter(ty, place, taking, &mut taken));
        }
        if params.is_empty() {
            args.push(Known::unit());
        }
        let given = body.apply_and_return(callee, args, result)?;
        let function = Function {
            name: name.to_owned(),
            params: taken,
            vars: given.vars,
            result: result.clone(),
            is_event,
            is_recursive: false,
            body: given.block,
        };
        self.functions.push(function);
        Ok(self.functions.len() - 1)
    }

    /// Fills the holes in the types of all functions.
    pub(super) fn settle(&mut self) {
        for function in &mut self.functions {
            function.vars.iter_mut().for_each(|ty| *ty = self.types.whole(ty));
            function.result = self.types.whole(&function.result);
        }
    }

    /// Whether a definition leads back to itself.
    fn is_recursive(&mut self, var: CoreVar) -> bool {
        if let Some(known) = self.recursive.get(&var) {
            return *known;
        }
        let mut seen: HashSet<CoreVar> = HashSet::new();
        let mut work: Vec<CoreVar> = self.used_by(var);
        while let Some(next) = work.pop() {
            if seen.insert(next) {
                work.extend(self.used_by(next));
            }
        }
        let found = seen.contains(&var);
        self.recursive.insert(var, found);
        found
    }

    fn used_by(&self, var: CoreVar) -> Vec<CoreVar> {
        let mut found = Vec::new();
        if let Some(expr) = self.definitions.get(&var) {
            variables(expr, &mut found);
        }
        found.retain(|used| self.definitions.contains_key(used));
        found
    }

    /// What the source calls a variable.
    fn name(&self, var: CoreVar) -> &str {
        self.program.var_name(var).map_or("a function", |name| &**name)
    }

    /// The function of a definition that calls itself, made where it is first called with such arguments.
    fn instance(&mut self, var: CoreVar, args: Vec<Shape<'p>>) -> Made<usize> {
        let is_like = |known: &[Shape<'p>]| known.iter().zip(&args).all(|(known, arg)| known.is_like(arg));
        let mut known = self.instances.iter().filter(|(of, ..)| *of == var);
        if let Some((.., id)) = known.find(|(_, known, _)| known.len() == args.len() && is_like(known)) {
            return Ok(*id);
        }
        let name = self.name(var).to_owned();
        if self.instances.iter().filter(|(of, ..)| *of == var).count() >= MOST_INSTANCES {
            return refuse(format!(
                "`{name}` calls itself with ever new functions or suspensions as arguments"
            ));
        }
        let Some(Expr::Lambda(lambda)) = self.definitions.get(&var) else {
            return refuse(format!("`{name}` is no function"));
        };
        if lambda.params.len() != args.len() {
            return refuse(format!("`{name}` calls itself and is called with some of its arguments"));
        }
        let id = self.reserve(var, args.iter().map(Shape::width).sum());
        self.instances.push((var, args.clone(), id));
        let bound = lambda.params.iter().copied().zip(args).collect();
        self.fill(id, lambda, Env::default(), bound)?;
        Ok(id)
    }

    /// A place for a function whose types are not known yet.
    fn reserve(&mut self, var: CoreVar, count: usize) -> usize {
        let vars: Vec<Ty> = (0..count).map(|_| self.types.fresh()).collect();
        let result = self.types.fresh();
        let name =
            self.name(var).trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_').to_owned();
        self.functions.push(Function {
            name,
            params: (0..count).collect(),
            vars,
            result,
            is_event: false,
            is_recursive: true,
            body: Vec::new(),
        });
        self.functions.len() - 1
    }

    /// Compiles the body of a function that has a place: `bound` says what its parameters are.
    fn fill(
        &mut self,
        id: usize,
        lambda: &'p Lambda,
        env: Env<'p>,
        bound: Vec<(CoreVar, Shape<'p>)>,
    ) -> Made<()> {
        let types = self.functions[id].vars.clone();
        let result = self.functions[id].result.clone();
        let mut body = Body::new(self, false);
        body.own = Some(id);
        let params: Vec<(Var, Ty)> = types.into_iter().map(|ty| (body.var(ty.clone()), ty)).collect();
        let mut params = params.into_iter();
        let mut env = env;
        for (var, shape) in bound {
            let known = body.rebuilt(&shape, &mut params);
            env = env.with(var, known);
        }
        let given = body.lambda_and_return(lambda, env, &result)?;
        self.functions[id].vars = given.vars;
        self.functions[id].body = given.block;
        Ok(())
    }
}

/// A definition that is called with more kinds of functions and suspensions than this is given up.
const MOST_INSTANCES: usize = 100;

/// The variables that an expression mentions.
fn variables(expr: &Expr, into: &mut Vec<CoreVar>) {
    if let Expr::Var(var) = expr {
        into.push(*var);
    }
    expr.for_each_child(&mut |child| variables(child, into));
}
