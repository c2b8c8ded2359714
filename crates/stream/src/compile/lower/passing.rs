//! What functions that call themselves are given: values, but also functions and suspensions. These are known before the
//! monitor runs up to the values that they have captured, so that there is one instance of the function for each of them,
//! which takes those values as parameters.

use lydian_core::{Expr, Lambda, Var as CoreVar};

use super::super::code::{Atom, Var};
use super::super::types::Ty;
use super::body::Body;
use super::known::{Env, Known};
use super::{Made, refuse, variables};

/// What an argument is, up to the values in it.
#[derive(Debug, Clone)]
pub(super) enum Shape<'p> {
    /// A value.
    Value,
    /// A suspension that is done, or has failed: a fault and a value.
    Given,
    /// A definition of the program.
    Global(CoreVar),
    /// A function with what it has captured.
    Closure(&'p Lambda, Vec<(CoreVar, Shape<'p>)>),
    /// A local function that may call itself.
    Local(CoreVar, &'p Lambda, Vec<(CoreVar, Shape<'p>)>),
    /// An instance with so many captured values.
    Instance(usize, usize),
    /// A function with some of its arguments.
    Partial(Box<Shape<'p>>, Vec<Shape<'p>>),
    /// A suspension with what it has captured.
    Lazy(&'p Expr, Vec<(CoreVar, Shape<'p>)>),
}

/// What is passed may be put together of so many parts: one in which the argument before is wrapped has no end.
const MOST_PARTS: usize = 40;

impl Shape<'_> {
    /// Whether two arguments are the same but for values. Code is the same if it stands in the same place.
    pub(super) fn is_like(&self, other: &Shape<'_>) -> bool {
        let all = |a: &[(CoreVar, Shape<'_>)], b: &[(CoreVar, Shape<'_>)]| {
            a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && a.is_like(b))
        };
        match (self, other) {
            (Shape::Value, Shape::Value) | (Shape::Given, Shape::Given) => true,
            (Shape::Global(a), Shape::Global(b)) => a == b,
            (Shape::Closure(a, x), Shape::Closure(b, y)) => std::ptr::eq::<Lambda>(*a, *b) && all(x, y),
            (Shape::Local(_, a, x), Shape::Local(_, b, y)) => std::ptr::eq::<Lambda>(*a, *b) && all(x, y),
            (Shape::Instance(a, x), Shape::Instance(b, y)) => a == b && x == y,
            (Shape::Partial(a, x), Shape::Partial(b, y)) => {
                a.is_like(b) && x.len() == y.len() && x.iter().zip(y).all(|(a, b)| a.is_like(b))
            }
            (Shape::Lazy(a, x), Shape::Lazy(b, y)) => std::ptr::eq::<Expr>(*a, *b) && all(x, y),
            _ => false,
        }
    }

    /// How many values are in it.
    pub(super) fn width(&self) -> usize {
        match self {
            Shape::Value => 1,
            Shape::Given => 2,
            Shape::Global(_) => 0,
            Shape::Instance(_, count) => *count,
            Shape::Closure(_, inside) | Shape::Local(_, _, inside) | Shape::Lazy(_, inside) => {
                inside.iter().map(|(_, shape)| shape.width()).sum()
            }
            Shape::Partial(function, args) => function.width() + args.iter().map(Shape::width).sum::<usize>(),
        }
    }
}

impl<'p> Body<'_, 'p> {
    /// What an argument is; the values in it are added to `values`.
    pub(super) fn shape(&mut self, known: &Known<'p>, values: &mut Vec<(Atom, Ty)>) -> Made<Shape<'p>> {
        self.shape_within(known, values, &mut 0)
    }

    fn shape_within(
        &mut self,
        known: &Known<'p>,
        values: &mut Vec<(Atom, Ty)>,
        parts: &mut usize,
    ) -> Made<Shape<'p>> {
        *parts += 1;
        if *parts > MOST_PARTS {
            return refuse(
                "a function calls itself with an argument that waits until it is needed and holds the one before",
            );
        }
        Ok(match known {
            Known::Global(var) => Shape::Global(*var),
            Known::Closure(lambda, env) => {
                let mut used = Vec::new();
                variables(&lambda.body, &mut used);
                Shape::Closure(lambda, self.captured(used, env, values, parts)?)
            }
            Known::Local(place) => {
                let (var, lambda, env) = self.lowerer.locals[*place].clone();
                let mut used = Vec::new();
                variables(&lambda.body, &mut used);
                used.retain(|name| *name != var);
                Shape::Local(var, lambda, self.captured(used, &env, values, parts)?)
            }
            Known::Instance(id, captured) => {
                values.extend(captured.iter().cloned());
                Shape::Instance(*id, captured.len())
            }
            Known::Partial(function, args) => {
                let function = self.shape_within(function, values, parts)?;
                let args = args.iter().map(|arg| self.shape_within(arg, values, parts));
                let args = args.collect::<Made<Vec<_>>>()?;
                Shape::Partial(Box::new(function), args)
            }
            Known::Given(fault, atom, ty) => {
                values.push((Atom::Var(*fault), Ty::Fault));
                values.push((atom.clone(), ty.clone()));
                Shape::Given
            }
            Known::Lazy(place) => {
                let (expr, env) = self.cells[*place].suspended();
                let mut used = Vec::new();
                variables(expr, &mut used);
                Shape::Lazy(expr, self.captured(used, &env, values, parts)?)
            }
            // Passing a value on is not looking at it.
            value => {
                values.push(self.materialise(value)?);
                Shape::Value
            }
        })
    }

    fn captured(
        &mut self,
        used: Vec<CoreVar>,
        env: &Env<'p>,
        values: &mut Vec<(Atom, Ty)>,
        parts: &mut usize,
    ) -> Made<Vec<(CoreVar, Shape<'p>)>> {
        let mut found: Vec<(CoreVar, Shape<'p>)> = Vec::new();
        for name in used {
            if found.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let Some(known) = env.get(name).cloned() else { continue };
            found.push((name, self.shape_within(&known, values, parts)?));
        }
        Ok(found)
    }

    /// What is passed, from the parameters in which its values are.
    pub(super) fn rebuilt(
        &mut self,
        shape: &Shape<'p>,
        params: &mut dyn Iterator<Item = (Var, Ty)>,
    ) -> Known<'p> {
        let mut next = || params.next().unwrap_or((0, Ty::Unit));
        match shape {
            Shape::Value => {
                let (var, ty) = next();
                Known::var(var, &ty)
            }
            Shape::Given => {
                let (fault, _) = next();
                let (var, ty) = next();
                Known::Given(fault, Atom::Var(var), ty)
            }
            Shape::Global(var) => Known::Global(*var),
            Shape::Instance(id, count) => {
                let values = (0..*count).map(|_| next()).map(|(var, ty)| (Atom::Var(var), ty));
                Known::Instance(*id, values.collect())
            }
            Shape::Closure(lambda, inside) => Known::Closure(lambda, self.around(inside, params)),
            Shape::Local(var, lambda, inside) => {
                let env = self.around(inside, params);
                let known = Known::Local(self.lowerer.locals.len());
                self.lowerer.locals.push((*var, lambda, env.with(*var, known.clone())));
                known
            }
            Shape::Partial(function, args) => {
                let function = self.rebuilt(function, params);
                let args = args.iter().map(|arg| self.rebuilt(arg, params)).collect();
                Known::Partial(Box::new(function), args)
            }
            Shape::Lazy(expr, inside) => {
                let env = self.around(inside, params);
                self.suspended(expr, env)
            }
        }
    }

    fn around(
        &mut self,
        inside: &[(CoreVar, Shape<'p>)],
        params: &mut dyn Iterator<Item = (Var, Ty)>,
    ) -> Env<'p> {
        let mut env = Env::default();
        for (name, shape) in inside {
            let known = self.rebuilt(shape, params);
            env = env.with(*name, known);
        }
        env
    }
}
