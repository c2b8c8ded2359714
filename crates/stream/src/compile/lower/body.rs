//! The body of one function while it is lowered.

use std::collections::{HashMap, HashSet};

use lydian_core::{Arm, ConId, Expr, Lambda, Literal, Pattern, Var as CoreVar};

use super::super::code::{Atom, Failure, Given, Limit, Prim, Stmt, Var};
use super::super::types::Ty;
use super::known::{Env, Known};
use super::suspensions::Cell;
use super::{Lowerer, Made, Taking, refuse};

/// A function is given up that is unfolded to more statements.
const MOST_STATEMENTS: usize = 50_000;

/// What is done with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It is used.
    Value,
    /// The function gives it.
    Return,
    /// The function gives an event of it.
    ReturnSome,
}

/// A finished body.
pub(super) struct Done {
    pub(super) vars: Vec<Ty>,
    pub(super) block: Vec<Stmt>,
}

/// A body in the making.
pub(super) struct Body<'l, 'p> {
    pub(super) lowerer: &'l mut Lowerer<'p>,
    vars: Vec<Ty>,
    block: Vec<Stmt>,
    /// Whether this place cannot be reached.
    pub(super) dead: bool,
    is_event: bool,
    result: Ty,
    /// The function itself, if it calls itself.
    pub(super) own: Option<usize>,
    /// The first fault of all arguments.
    pub(super) first_fault: Option<Var>,
    pub(super) cells: Vec<Cell<'p>>,
    /// Suspensions that have certainly been computed here.
    pub(super) forced: HashSet<usize>,
    statements: usize,
    /// What is known of conditions at this place: whether each holds.
    facts: HashMap<Var, bool>,
    /// Variables that are the opposite of others.
    opposites: HashMap<Var, Var>,
}

impl<'l, 'p> Body<'l, 'p> {
    pub(super) fn new(lowerer: &'l mut Lowerer<'p>, is_event: bool) -> Body<'l, 'p> {
        Body {
            lowerer,
            vars: Vec::new(),
            block: Vec::new(),
            dead: false,
            is_event,
            result: Ty::Unit,
            own: None,
            first_fault: None,
            cells: Vec::new(),
            forced: HashSet::new(),
            statements: 0,
            facts: HashMap::new(),
            opposites: HashMap::new(),
        }
    }

    /// A new variable.
    pub(super) fn var(&mut self, ty: Ty) -> Var {
        self.vars.push(ty);
        self.vars.len() - 1
    }

    /// A parameter of the whole function.
    pub(super) fn parameter(
        &mut self,
        ty: &Ty,
        place: usize,
        taking: Taking<'_>,
        taken: &mut Vec<Var>,
    ) -> Known<'p> {
        let mut take = |ty: Ty| {
            let var = self.var(ty);
            taken.push(var);
            var
        };
        let inner = match ty {
            Ty::Option(inner) => (**inner).clone(),
            other => other.clone(),
        };
        match taking {
            Taking::Tolerant(lazy) if lazy[place] => {
                let (fault, var) = (take(Ty::Fault), take(ty.clone()));
                Known::Given(fault, Atom::Var(var), ty.clone())
            }
            Taking::Values | Taking::Tolerant(_) => Known::var(take(ty.clone()), ty),
            Taking::Options => {
                let (has, var) = (take(Ty::Bool), take(inner.clone()));
                Known::Maybe(Atom::Var(has), Box::new(Known::var(var, &inner)))
            }
            Taking::ErroneousOptions => {
                let (has, fault, var) = (take(Ty::Bool), take(Ty::Fault), take(inner.clone()));
                Known::Maybe(Atom::Var(has), Box::new(Known::Suspect(fault, Atom::Var(var), inner)))
            }
        }
    }

    pub(super) fn apply_and_return(
        mut self,
        callee: Known<'p>,
        args: Vec<Known<'p>>,
        result: &Ty,
    ) -> Made<Done> {
        self.result = result.clone();
        self.apply(callee, args, Way::Return)?;
        Ok(Done { vars: self.vars, block: self.block })
    }

    pub(super) fn lambda_and_return(mut self, lambda: &'p Lambda, env: Env<'p>, result: &Ty) -> Made<Done> {
        self.result = result.clone();
        self.lower(&lambda.body, &env, Way::Return)?;
        Ok(Done { vars: self.vars, block: self.block })
    }

    /// Adds a statement.
    pub(super) fn push(&mut self, stmt: Stmt) {
        if self.dead {
            return;
        }
        self.dead = matches!(stmt, Stmt::Fail(_) | Stmt::Stop(_) | Stmt::Return(_) | Stmt::Again(_));
        self.statements += 1;
        self.block.push(stmt);
    }

    /// A new variable with the result of an operation.
    pub(super) fn set(&mut self, prim: Prim, args: Vec<Atom>, ty: &Ty) -> Atom {
        let var = self.var(ty.clone());
        self.push(Stmt::Set(var, prim, args));
        Atom::Var(var)
    }

    /// The statements that something adds, and whether their end is reached.
    pub(super) fn block<R>(&mut self, add: impl FnOnce(&mut Self) -> Made<R>) -> Made<(Vec<Stmt>, R, bool)> {
        let outer = std::mem::take(&mut self.block);
        let forced = self.forced.clone();
        let dead = self.dead;
        let result = add(self)?;
        let inner = std::mem::replace(&mut self.block, outer);
        self.forced = forced;
        let ends = !std::mem::replace(&mut self.dead, dead);
        Ok((inner, result, ends))
    }

    /// One of two values.
    pub(super) fn either(
        &mut self,
        condition: Atom,
        yes: impl FnOnce(&mut Self) -> Made<Known<'p>>,
        no: impl FnOnce(&mut Self) -> Made<Known<'p>>,
    ) -> Made<Known<'p>> {
        match self.truth(&condition) {
            Some(true) => return yes(self),
            Some(false) => return no(self),
            None => {}
        }
        let (mut first, a, a_ends) = self.assuming(&condition, true, yes)?;
        let (mut second, b, b_ends) = self.assuming(&condition, false, no)?;
        if let (Known::Atom(Atom::Bool(a), _), Known::Atom(Atom::Bool(b), _), Atom::Var(var)) =
            (&a, &b, &condition)
            && a != b
            && first.is_empty()
            && second.is_empty()
        {
            if *a {
                return Ok(Known::Atom(condition, Ty::Bool));
            }
            let opposite = self.set(Prim::Not, vec![condition.clone()], &Ty::Bool);
            if let Atom::Var(opposite) = opposite {
                self.opposites.insert(opposite, *var);
            }
            return Ok(Known::Atom(opposite, Ty::Bool));
        }
        let result = match (a_ends, b_ends) {
            (false, false) => Known::Never,
            (true, false) => a,
            (false, true) => b,
            (true, true) => {
                let slots = self.slots(&a, &b)?;
                let (more, (), _) = self.block(|body| body.assign(&slots, &a))?;
                first.extend(more);
                let (more, (), _) = self.block(|body| body.assign(&slots, &b))?;
                second.extend(more);
                slots.known()
            }
        };
        self.push(Stmt::If(condition, first, second));
        self.dead |= !a_ends && !b_ends;
        Ok(result)
    }

    /// Whether a condition holds, if that is known at this place.
    fn truth(&self, condition: &Atom) -> Option<bool> {
        match condition {
            Atom::Bool(known) => Some(*known),
            Atom::Var(var) => match self.opposites.get(var) {
                Some(other) => self.facts.get(other).map(|known| !known),
                None => self.facts.get(var).copied(),
            },
            _ => None,
        }
    }

    /// The statements that something adds where a condition holds or does not.
    fn assuming<R>(
        &mut self,
        condition: &Atom,
        holds: bool,
        add: impl FnOnce(&mut Self) -> Made<R>,
    ) -> Made<(Vec<Stmt>, R, bool)> {
        let before = self.facts.clone();
        if let Atom::Var(var) = condition {
            match self.opposites.get(var) {
                Some(other) => self.facts.insert(*other, !holds),
                None => self.facts.insert(*var, holds),
            };
        }
        let made = self.block(add);
        self.facts = before;
        made
    }

    /// Ends the function with a value, if that is what is done with it.
    pub(super) fn finish(&mut self, known: Known<'p>, way: Way) -> Made<Known<'p>> {
        if self.dead {
            return Ok(Known::Never);
        }
        match (way, known) {
            (Way::Value, known) => return Ok(known),
            (Way::Return, Known::None(ty)) if self.is_event => {
                let option = Ty::Option(Box::new(ty));
                let result = self.result.clone();
                self.same(&option, &result)?;
                self.push(Stmt::Return(Given::Nothing));
            }
            (Way::Return, Known::Some(inner)) if self.is_event => {
                return self.finish(*inner, Way::ReturnSome);
            }
            (Way::Return, Known::Maybe(has, inner)) if self.is_event => {
                return self.either(
                    has,
                    |body| body.finish(*inner, Way::ReturnSome),
                    |body| {
                        body.push(Stmt::Return(Given::Nothing));
                        Ok(Known::Never)
                    },
                );
            }
            (Way::ReturnSome, Known::Suspect(fault, atom, _)) => {
                let is_faulty = self.set(Prim::IsFault, vec![Atom::Var(fault)], &Ty::Bool);
                self.push(Stmt::If(is_faulty, vec![Stmt::Fail(Failure::Given(fault))], Vec::new()));
                self.push(Stmt::Return(Given::Event(atom)));
            }
            (Way::ReturnSome, known) => {
                self.look_inside(&known);
                let (atom, ty) = self.materialise(&known)?;
                let result = self.result.clone();
                self.same(&Ty::Option(Box::new(ty)), &result)?;
                self.push(Stmt::Return(Given::Event(atom)));
            }
            (Way::Return, known) => {
                let (atom, ty) = self.look(&known)?;
                let result = self.result.clone();
                self.same(&ty, &result)?;
                let given = if self.is_event { Given::Maybe(atom) } else { Given::Value(atom) };
                self.push(Stmt::Return(given));
            }
        }
        Ok(Known::Never)
    }

    /// Fails if some part is erroneous, with the fault of the first argument that has one.
    fn look_inside(&mut self, known: &Known<'p>) {
        match known {
            Known::Suspect(fault, ..) => self.check(*fault),
            Known::Tuple(parts) => parts.iter().for_each(|part| self.look_inside(part)),
            Known::Some(inner) => self.look_inside(inner),
            _ => {}
        }
    }

    /// Looking at an erroneous value fails, with the fault of the first argument that has one.
    fn check(&mut self, fault: Var) {
        let is_faulty = self.set(Prim::IsFault, vec![Atom::Var(fault)], &Ty::Bool);
        let failure = Failure::Given(self.first_fault.unwrap_or(fault));
        self.push(Stmt::If(is_faulty, vec![Stmt::Fail(failure)], Vec::new()));
    }

    /// A value that is looked at.
    pub(super) fn look(&mut self, known: &Known<'p>) -> Made<(Atom, Ty)> {
        if let Known::Suspect(fault, atom, ty) = known {
            self.check(*fault);
            return Ok((atom.clone(), ty.clone()));
        }
        self.materialise(known)
    }

    /// A value that is looked at and has a type.
    pub(super) fn look_as(&mut self, known: &Known<'p>, ty: &Ty) -> Made<Atom> {
        let (atom, found) = self.look(known)?;
        self.same(&found, ty)?;
        Ok(atom)
    }

    pub(super) fn lower(&mut self, expr: &'p Expr, env: &Env<'p>, way: Way) -> Made<Known<'p>> {
        if self.dead {
            return Ok(Known::Never);
        }
        if self.statements > MOST_STATEMENTS {
            return refuse("a function is too large when its calls are unfolded");
        }
        match expr {
            Expr::If(condition, yes, no) => {
                let condition = self.lower(condition, env, Way::Value)?;
                let condition = self.look_as(&condition, &Ty::Bool)?;
                self.either(condition, |body| body.lower(yes, env, way), |body| body.lower(no, env, way))
            }
            Expr::And(a, b) => {
                let a = self.lower(a, env, Way::Value)?;
                let a = self.look_as(&a, &Ty::Bool)?;
                let no = |body: &mut Self| body.finish(Known::Atom(Atom::Bool(false), Ty::Bool), way);
                self.either(a, |body| body.lower(b, env, way), no)
            }
            Expr::Or(a, b) => {
                let a = self.lower(a, env, Way::Value)?;
                let a = self.look_as(&a, &Ty::Bool)?;
                let yes = |body: &mut Self| body.finish(Known::Atom(Atom::Bool(true), Ty::Bool), way);
                self.either(a, yes, |body| body.lower(b, env, way))
            }
            Expr::Let(var, value, rest) => {
                let value = self.lower(value, env, Way::Value)?;
                self.lower(rest, &env.with(*var, value), way)
            }
            Expr::LetRec(bindings, rest) => {
                let env = self.together(bindings, env)?;
                self.lower(rest, &env, way)
            }
            Expr::Sequence(first, second) => {
                self.lower(first, env, Way::Value)?;
                self.lower(second, env, way)
            }
            Expr::Match { scrutinee, arms, .. } => {
                let scrutinee = self.lower(scrutinee, env, Way::Value)?;
                self.arms(scrutinee, arms, env, way)
            }
            Expr::Construct(ConId::SOME, _, parts) if way == Way::Return && self.is_event => {
                self.lower(&parts[0], env, Way::ReturnSome)
            }
            Expr::Apply(function, args) => {
                let args = self.arguments(args, env)?;
                let function = self.lower(function, env, Way::Value)?;
                self.apply(function, args, way)
            }
            other => {
                let known = self.simple(other, env)?;
                self.finish(known, way)
            }
        }
    }

    /// Arguments are computed from right to left.
    fn arguments(&mut self, args: &'p [Expr], env: &Env<'p>) -> Made<Vec<Known<'p>>> {
        let mut known: Vec<Known<'p>> = Vec::with_capacity(args.len());
        for arg in args.iter().rev() {
            known.push(self.lower(arg, env, Way::Value)?);
        }
        known.reverse();
        Ok(known)
    }

    fn simple(&mut self, expr: &'p Expr, env: &Env<'p>) -> Made<Known<'p>> {
        Ok(match expr {
            Expr::Literal(literal) => return self.literal(literal),
            Expr::Var(var) => match env.get(*var) {
                Some(known) => known.clone(),
                None => return self.global(*var),
            },
            Expr::Lambda(lambda) => Known::Closure(lambda, env.clone()),
            Expr::Lazy(inner) => self.suspended(inner, env.clone()),
            Expr::Construct(con, _, parts) => {
                let mut known = self.arguments(parts, env)?;
                match *con {
                    ConId::TUPLE => Known::Tuple(known),
                    ConId::SOME => Known::Some(Box::new(known.remove(0))),
                    ConId::NONE => Known::None(self.lowerer.types.fresh()),
                    ConId::NIL => {
                        let ty = Ty::List(Box::new(self.lowerer.types.fresh()));
                        Known::Atom(self.set(Prim::ListOf, Vec::new(), &ty), ty)
                    }
                    ConId::CONS => return self.prim(Prim::ListPrepend, &known),
                    other => return refuse(format!("values of `{}` are not compiled", other.type_path())),
                }
            }
            Expr::Field(inner, place) => {
                let inner = self.lower(inner, env, Way::Value)?;
                // Only tuples have fields, and how many is known from their type.
                match inner {
                    Known::Tuple(mut parts) => parts.swap_remove(*place as usize),
                    _ => return refuse("a field of an unknown tuple is taken"),
                }
            }
            Expr::Primitive(name, args) if &**name == "raise" => return self.raise(&args[0], env),
            Expr::Primitive(name, args) => {
                let args = self.arguments(args, env)?;
                return self.primitive(name, &args);
            }
            _ => return refuse("the function uses something of OCaml that is not compiled"),
        })
    }

    fn literal(&mut self, literal: &Literal) -> Made<Known<'p>> {
        Ok(match literal {
            Literal::Unit => Known::unit(),
            Literal::Bool(known) => Known::Atom(Atom::Bool(*known), Ty::Bool),
            Literal::Int(int) => match int.as_i64() {
                Some(small) => Known::Atom(Atom::Int(small), Ty::Int),
                None => {
                    self.push(Stmt::Stop(Limit::Overflow));
                    Known::Never
                }
            },
            Literal::Float(float) => Known::Atom(Atom::Float(*float), Ty::Float),
            Literal::String(bytes) => {
                Known::Atom(Atom::Text(String::from_utf8_lossy(bytes).into_owned().into()), Ty::Text)
            }
            Literal::Char(_) => return refuse("characters are not compiled"),
        })
    }

    /// A definition.
    fn global(&mut self, var: CoreVar) -> Made<Known<'p>> {
        if let Some(known) = self.constant(var) {
            return Ok(known);
        }
        match self.lowerer.definitions.get(&var).copied() {
            Some(Expr::Lambda(_)) => Ok(Known::Global(var)),
            _ if self.is_builtin(var) => Ok(Known::Global(var)),
            Some(other) => self.lower(other, &Env::default(), Way::Value),
            None => refuse("a variable is not defined"),
        }
    }

    fn raise(&mut self, exception: &'p Expr, env: &Env<'p>) -> Made<Known<'p>> {
        match exception {
            Expr::Construct(ConId::FAILURE, _, parts) => {
                let message = self.lower(&parts[0], env, Way::Value)?;
                self.fail(&message)
            }
            Expr::Construct(ConId::DIVISION_BY_ZERO, ..) => self.fail_with("Division by zero"),
            _ => refuse("an exception is raised that is not compiled"),
        }
    }

    /// Fails with a message.
    pub(super) fn fail(&mut self, message: &Known<'p>) -> Made<Known<'p>> {
        match message {
            Known::Atom(Atom::Text(text), _) => self.fail_with(&text.clone()),
            other => {
                self.look(other)?;
                self.fail_with("The specification raises an error, whose text it computes")
            }
        }
    }

    fn fail_with(&mut self, text: &str) -> Made<Known<'p>> {
        let message = self.lowerer.message(text);
        self.push(Stmt::Fail(Failure::Message(message)));
        Ok(Known::Never)
    }

    // ------------------------------------------------------------------------------------------- matches

    fn arms(&mut self, scrutinee: Known<'p>, arms: &'p [Arm], env: &Env<'p>, way: Way) -> Made<Known<'p>> {
        if arms.iter().any(|arm| arm.guard.is_some()) {
            return refuse("a match with conditions is not compiled");
        }
        let is_option = |arm: &Arm| matches!(arm.pattern, Pattern::Construct(ConId::SOME | ConId::NONE, _));
        if !arms.iter().any(is_option) {
            let env = self.bound(&arms[0].pattern, scrutinee, env)?;
            return self.lower(&arms[0].body, &env, way);
        }
        let fits = |con: ConId| {
            let fits = move |arm: &&'p Arm| match &arm.pattern {
                Pattern::Construct(found, _) => *found == con,
                pattern => matches!(pattern, Pattern::Any | Pattern::Var(_)),
            };
            arms.iter().find(fits)
        };
        let (Some(some), Some(none)) = (fits(ConId::SOME), fits(ConId::NONE)) else {
            return refuse("a match that can fail is not compiled");
        };
        let (has, inner) = match scrutinee.clone() {
            Known::Never => return Ok(Known::Never),
            Known::None(_) => (Atom::Bool(false), Known::Never),
            Known::Some(inner) => (Atom::Bool(true), *inner),
            Known::Maybe(has, inner) => (has, *inner),
            other => {
                let (atom, ty) = self.look(&other)?;
                let part = self.lowerer.types.fresh();
                self.same(&ty, &Ty::Option(Box::new(part.clone())))?;
                let has = self.set(Prim::IsSome, vec![atom.clone()], &Ty::Bool);
                // Where there is no value this gives any; it is not used there.
                let inner = self.set(Prim::Unwrap, vec![atom], &part);
                (has, Known::Atom(inner, part))
            }
        };
        let whole = scrutinee.clone();
        let yes = |body: &mut Self| {
            let env = match &some.pattern {
                Pattern::Construct(_, parts) => body.bound(&parts[0], inner, env)?,
                pattern => body.bound(pattern, whole, env)?,
            };
            body.lower(&some.body, &env, way)
        };
        let no = |body: &mut Self| {
            let env = match &none.pattern {
                Pattern::Construct(..) => env.clone(),
                pattern => body.bound(pattern, scrutinee, env)?,
            };
            body.lower(&none.body, &env, way)
        };
        self.either(has, yes, no)
    }

    /// The variables of a pattern that always fits.
    fn bound(&mut self, pattern: &Pattern, known: Known<'p>, env: &Env<'p>) -> Made<Env<'p>> {
        Ok(match pattern {
            Pattern::Any => env.clone(),
            Pattern::Var(var) => env.with(*var, known),
            Pattern::Alias(inner, var) => {
                let env = env.with(*var, known.clone());
                self.bound(inner, known, &env)?
            }
            Pattern::Construct(ConId::TUPLE, parts) => {
                let fields = self.fields(known, parts.len())?;
                let mut env = env.clone();
                for (part, field) in parts.iter().zip(fields) {
                    env = self.bound(part, field, &env)?;
                }
                env
            }
            Pattern::Literal(Literal::Unit) => env.clone(),
            _ => return refuse("a pattern is not compiled"),
        })
    }

    fn fields(&mut self, known: Known<'p>, count: usize) -> Made<Vec<Known<'p>>> {
        if let Known::Tuple(parts) = known {
            return Ok(parts);
        }
        let (atom, ty) = self.look(&known)?;
        let Some(types) = self.lowerer.types.tuple(&ty, count) else { return refuse("a value is no tuple") };
        let field = |(place, ty): (usize, Ty)| {
            let part = self.set(Prim::Field(place), vec![atom.clone()], &ty);
            Known::Atom(part, ty)
        };
        Ok(types.into_iter().enumerate().map(field).collect())
    }
}
