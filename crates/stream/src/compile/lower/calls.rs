//! Calls: functions are unfolded, unless they call themselves.

use lydian_core::{Expr, Lambda, Var as CoreVar};

use super::super::code::{Atom, Stmt};
use super::super::types::Ty;
use super::body::{Body, Way};
use super::known::{Env, Known};
use super::{Made, refuse, variables};

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
                    let id = self.lowerer.instance(var, args.len())?;
                    return self.call(id, &args, &[], way);
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
                let (id, captured) = self.local(var, lambda, &env, &used)?;
                self.call(id, &args, &captured, way)
            }
            Known::Instance(id, captured) => self.call(id, &args, &captured, way),
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

    /// The function of a local function that calls itself, with what it captures.
    fn local(
        &mut self,
        var: CoreVar,
        lambda: &'p Lambda,
        env: &Env<'p>,
        used: &[CoreVar],
    ) -> Made<(usize, Vec<(Atom, Ty)>)> {
        let mut captured: Vec<(CoreVar, Atom, Ty)> = Vec::new();
        let mut inner = Env::default();
        for name in used {
            let is_own = *name == var || captured.iter().any(|(known, ..)| known == name);
            match env.get(*name) {
                _ if is_own => {}
                None => {}
                Some(
                    known @ (Known::Atom(Atom::Var(_), _)
                    | Known::Tuple(_)
                    | Known::Some(_)
                    | Known::Maybe(..)),
                ) => {
                    let (atom, ty) = self.materialise(&known.clone())?;
                    captured.push((*name, atom, ty));
                }
                Some(known @ (Known::Atom(..) | Known::None(_) | Known::Global(_))) => {
                    inner = inner.with(*name, known.clone());
                }
                Some(_) => {
                    let own = self.lowerer.name(var).to_owned();
                    return refuse(format!(
                        "`{own}` calls itself and uses a function or a suspended value from around it"
                    ));
                }
            }
        }
        let count = lambda.params.len();
        let id = self.lowerer.reserve(var, count + captured.len());
        let mut own = Vec::new();
        for (place, (name, _, ty)) in captured.iter().enumerate() {
            let known = self.lowerer.functions[id].vars[count + place].clone();
            self.same(&known, ty)?;
            inner = inner.with(*name, Known::var(count + place, ty));
            own.push((Atom::Var(count + place), ty.clone()));
        }
        inner = inner.with(var, Known::Instance(id, own));
        self.lowerer.fill(id, lambda, inner, count)?;
        Ok((id, captured.into_iter().map(|(_, atom, ty)| (atom, ty)).collect()))
    }

    /// Calls a function that calls itself; in its own last step that is a jump.
    fn call(&mut self, id: usize, args: &[Known<'p>], captured: &[(Atom, Ty)], way: Way) -> Made<Known<'p>> {
        let name = self.lowerer.functions[id].name.clone();
        let types: Vec<Ty> = self.lowerer.functions[id]
            .params
            .iter()
            .map(|var| self.lowerer.functions[id].vars[*var].clone())
            .collect();
        let mut atoms = Vec::new();
        for (arg, ty) in args.iter().zip(&types) {
            if matches!(arg, Known::Lazy(_) | Known::Given(..)) {
                return refuse(format!(
                    "`{name}` calls itself with an argument that waits until it is needed"
                ));
            }
            if matches!(arg, Known::Closure(..) | Known::Global(_) | Known::Partial(..) | Known::Local(_)) {
                return refuse(format!("`{name}` calls itself and takes a function as an argument"));
            }
            // Passing a value on is not looking at it.
            let (atom, found) = self.materialise(arg)?;
            self.same(&found, ty)?;
            atoms.push(atom);
        }
        for ((atom, ty), param) in captured.iter().zip(&types[args.len()..]) {
            self.same(ty, param)?;
            atoms.push(atom.clone());
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
