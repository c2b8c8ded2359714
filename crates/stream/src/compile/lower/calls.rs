//! Calls: functions are unfolded, unless they call themselves.

use lydian_core::{Expr, Lambda, Var as CoreVar};

use super::super::code::{Atom, Stmt};
use super::super::types::Ty;
use super::body::{Body, Way};
use super::known::{Env, Known};
use super::passing::Shape;
use super::{Made, refuse, variables};

/// What arguments are, and the values in them.
type Passed<'p> = (Vec<Shape<'p>>, Vec<(Atom, Ty)>);

impl<'p> Body<'_, 'p> {
    /// Definitions that may use each other.
    pub(super) fn together(&mut self, bindings: &'p [(CoreVar, Expr)], env: &Env<'p>) -> Made<Env<'p>> {
        let mut inner = env.clone();
        let mut made = Vec::new();
        for (var, expr) in bindings {
            let known = match expr {
                Expr::Lambda(lambda) => {
                    self.lowerer.locals.push((*var, lambda, Env::default()));
                    Known::Local(self.lowerer.locals.len() - 1)
                }
                Expr::Lazy(expr) => self.suspended(expr, Env::default()),
                _ => return refuse("a value that is defined by itself is not compiled"),
            };
            made.push(known.clone());
            inner = inner.with(*var, known);
        }
        for known in made {
            match known {
                Known::Local(place) => self.lowerer.locals[place].2 = inner.clone(),
                Known::Lazy(place) => self.cells[place].env = inner.clone(),
                _ => {}
            }
        }
        Ok(inner)
    }

    /// Applies a function.
    pub(super) fn apply(
        &mut self,
        function: Known<'p>,
        mut args: Vec<Known<'p>>,
        way: Way,
    ) -> Made<Known<'p>> {
        if self.dead {
            return Ok(Known::Never);
        }
        match function {
            Known::Partial(function, mut first) => {
                first.extend(args);
                self.apply(*function, first, way)
            }
            Known::Closure(lambda, env) => self.unfold(lambda, env, args, way),
            Known::Global(var) => {
                if let Some(arity) = self.arity(var) {
                    if args.len() < arity {
                        return self.finish(Known::Partial(Box::new(Known::Global(var)), args), way);
                    }
                    let known = self.builtin(var, args)?;
                    return self.finish(known, way);
                }
                if self.lowerer.is_recursive(var) {
                    let (shapes, values) = self.passed(&args)?;
                    let id = self.lowerer.instance(var, shapes)?;
                    return self.call(id, values, way);
                }
                match self.lowerer.definitions.get(&var).copied() {
                    Some(Expr::Lambda(lambda)) => self.unfold(lambda, Env::default(), args, way),
                    _ => refuse("a definition is no function"),
                }
            }
            Known::Local(place) => {
                let (var, lambda, env) = self.lowerer.locals[place].clone();
                let mut used = Vec::new();
                variables(&lambda.body, &mut used);
                if !used.contains(&var) {
                    return self.unfold(lambda, env, args, way);
                }
                if args.len() != lambda.params.len() {
                    return refuse("a local function that calls itself is called with some of its arguments");
                }
                let (shapes, mut values) = self.passed(&args)?;
                let (id, captured) = self.local(var, lambda, &env, &used, shapes)?;
                values.extend(captured);
                self.call(id, values, way)
            }
            Known::Instance(id, captured) => {
                let (shapes, mut values) = self.passed(&args)?;
                let own = self.lowerer.given.get(&id);
                let is_like = |own: &Vec<Shape<'p>>| {
                    own.len() == shapes.len()
                        && own.iter().zip(&shapes).all(|(own, shape)| own.is_like(shape))
                };
                if !own.is_some_and(is_like) {
                    let name = &self.lowerer.functions[id].name;
                    return refuse(format!(
                        "`{name}` calls itself with other functions or suspensions than it was called with"
                    ));
                }
                values.extend(captured);
                self.call(id, values, way)
            }
            Known::Never => Ok(Known::Never),
            Known::Atom(..) if args.len() == 1 => {
                args.clear();
                refuse("a value is called that is no function")
            }
            _ => refuse("a function is called that is not known before the monitor runs"),
        }
    }

    fn unfold(
        &mut self,
        lambda: &'p Lambda,
        env: Env<'p>,
        args: Vec<Known<'p>>,
        way: Way,
    ) -> Made<Known<'p>> {
        let count = lambda.params.len();
        if args.len() < count {
            return self.finish(Known::Partial(Box::new(Known::Closure(lambda, env)), args), way);
        }
        let mut args = args;
        let more = args.split_off(count);
        let mut inner = env;
        for (param, arg) in lambda.params.iter().zip(args) {
            inner = inner.with(*param, arg);
        }
        if more.is_empty() {
            return self.lower(&lambda.body, &inner, way);
        }
        let function = self.lower(&lambda.body, &inner, Way::Value)?;
        self.apply(function, more, way)
    }

    /// What arguments are, and the values in them.
    fn passed(&mut self, args: &[Known<'p>]) -> Made<Passed<'p>> {
        let mut values = Vec::new();
        let shapes = args.iter().map(|arg| self.shape(arg, &mut values)).collect::<Made<Vec<_>>>()?;
        Ok((shapes, values))
    }

    /// The function of a local function that calls itself, with the values that it captures.
    fn local(
        &mut self,
        var: CoreVar,
        lambda: &'p Lambda,
        env: &Env<'p>,
        used: &[CoreVar],
        args: Vec<Shape<'p>>,
    ) -> Made<(usize, Vec<(Atom, Ty)>)> {
        let mut captured: Vec<(CoreVar, Shape<'p>)> = Vec::new();
        let mut values: Vec<(Atom, Ty)> = Vec::new();
        let mut inner = Env::default();
        for name in used {
            if *name == var || captured.iter().any(|(known, _)| known == name) {
                continue;
            }
            match env.get(*name) {
                None => {}
                Some(
                    known @ (Known::Atom(Atom::Unit | Atom::Bool(_) | Atom::Int(_) | Atom::Float(_), _)
                    | Known::None(_)
                    | Known::Global(_)),
                ) => {
                    inner = inner.with(*name, known.clone());
                }
                Some(known) => {
                    let shape = self.shape(&known.clone(), &mut values)?;
                    captured.push((*name, shape));
                }
            }
        }
        let count: usize = args.iter().map(Shape::width).sum();
        let id = self.lowerer.reserve(var, count + values.len());
        self.lowerer.given.insert(id, args.clone());
        let mut own = Vec::new();
        for (place, (_, ty)) in values.iter().enumerate() {
            let known = self.lowerer.functions[id].vars[count + place].clone();
            self.same(&known, ty)?;
            own.push((Atom::Var(count + place), ty.clone()));
        }
        inner = inner.with(var, Known::Instance(id, own));
        let bound = lambda.params.iter().copied().zip(args).chain(captured).collect();
        self.lowerer.fill(id, lambda, inner, bound)?;
        Ok((id, values))
    }

    /// Calls a function that calls itself; in its own last step that is a jump.
    fn call(&mut self, id: usize, values: Vec<(Atom, Ty)>, way: Way) -> Made<Known<'p>> {
        let types: Vec<Ty> = self.lowerer.functions[id]
            .params
            .iter()
            .map(|var| self.lowerer.functions[id].vars[*var].clone())
            .collect();
        let mut atoms = Vec::new();
        for ((atom, found), ty) in values.into_iter().zip(&types) {
            self.same(&found, ty)?;
            atoms.push(atom);
        }
        if self.dead {
            return Ok(Known::Never);
        }
        if way == Way::Return && self.own == Some(id) {
            let params = self.lowerer.functions[id].params.clone();
            self.push(Stmt::Again(params.into_iter().zip(atoms).collect()));
            return Ok(Known::Never);
        }
        let result = self.lowerer.functions[id].result.clone();
        let var = self.var(result.clone());
        self.push(Stmt::Call(var, id, atoms));
        self.finish(Known::var(var, &result), way)
    }
}
