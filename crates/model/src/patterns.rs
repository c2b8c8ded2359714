//! Patterns: all that a predicate accepts, explored once and used in every sequence.
//!
//! An initial state that `init` accepts, or an input that the automaton of a purpose lets through, is mostly a constructor with
//! some fixed data. Exploring the predicate anew at every place of every path would find the same again and again, and the
//! rejected sides with it.

use std::rc::Rc;

use lydian_core::{Shape, ShapeId, Text, Value};
use lydian_eval::{Holes, Machine, Meter, Stop, World};
use lydian_explore::{Bounds, Search, Session};
use lydian_term::{Constant, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use crate::load::{Init, Model, Purpose};
use crate::prepare::{CALL, Prepared};
use crate::values::Interner;

/// One way to be accepted.
#[derive(Debug)]
pub(crate) struct Pattern {
    value: Value,
    holes: Holes,
    fixed: FxHashMap<VarId, Constant>,
    conditions: Vec<TermId>,
    /// The size beyond the smallest value.
    pub(crate) cost: u32,
    /// The state of the automaton afterwards, by number.
    pub(crate) next: usize,
}

/// The patterns of initial states.
pub(crate) type Initial = Rc<Vec<Pattern>>;

/// An automaton whose states and inputs are known as patterns.
#[derive(Debug)]
pub(crate) struct Automaton {
    /// For each state its patterns, and whether it is final.
    pub(crate) states: Vec<(Vec<Pattern>, bool)>,
}

const MOST_PATTERNS: usize = 64;
const MOST_STATES: usize = 64;

/// The patterns of initial states, if the model has a predicate that accepts few of them.
pub(crate) fn initial(prepared: &Prepared<'_>, session: &mut Session, state: ShapeId) -> Option<Initial> {
    if prepared.model.init != Init::Where {
        return None;
    }
    let init = prepared.definition("init");
    let found = explore(prepared, session, state, |machine, hole| {
        let result = machine.call(&init, std::slice::from_ref(hole)).returned()?;
        Ok(machine.world.truth(&result)?.then_some(Value::Unit))
    })?;
    Some(Rc::new(found.into_iter().map(|(pattern, _)| pattern).collect()))
}

/// The automaton of the purpose, if its states carry no unknown data.
pub(crate) fn automaton(
    prepared: &Prepared<'_>,
    session: &mut Session,
    input: ShapeId,
) -> Option<Rc<Automaton>> {
    let Model { purpose: Some(Purpose::Automaton { has_final }), .. } = prepared.model else { return None };
    let step = prepared.definition("purpose_step");
    let last = prepared.definition("purpose_final");
    let mut numbers = Interner::default();
    numbers.intern(&prepared.definition("purpose_start")).ok()?;
    let mut automaton = Automaton { states: Vec::new() };
    while automaton.states.len() < numbers.len() {
        if numbers.len() > MOST_STATES {
            return None;
        }
        let state = numbers.value(automaton.states.len() as u32).clone();
        let found = explore(prepared, session, input, |machine, hole| {
            let result = machine.call(&step, &[state.clone(), hole.clone()]).returned()?;
            Ok(match machine.world.look(&result)? {
                Value::Block(some) => Some(some.fields[0].clone()),
                _ => None,
            })
        })?;
        let mut patterns = Vec::new();
        for (mut pattern, next) in found {
            pattern.next = numbers.intern(&next).ok()? as usize;
            patterns.push(pattern);
        }
        let is_final = !has_final || holds(prepared, session, &last, &state)?;
        automaton.states.push((patterns, is_final));
    }
    Some(Rc::new(automaton))
}

fn holds(prepared: &Prepared<'_>, session: &mut Session, function: &Value, arg: &Value) -> Option<bool> {
    let mut search = Search::new(Bounds::default(), 0);
    let path = search.next(session, &Meter::new(CALL), |world| {
        let mut machine = prepared.machine(world);
        (machine.call(function, std::slice::from_ref(arg)).returned(), true)
    })?;
    match path.result {
        Ok(Value::Bool(known)) => Some(known),
        _ => None,
    }
}

/// All values of a shape that a function accepts, with what it gives for them; nothing if these are too many, or not all.
fn explore(
    prepared: &Prepared<'_>,
    session: &mut Session,
    shape: ShapeId,
    accept: impl Fn(&mut Machine<'_, '_, '_>, &Value) -> Result<Option<Value>, Stop>,
) -> Option<Vec<(Pattern, Value)>> {
    let smallest = session.universe.shapes.min_size(shape)?;
    let bounds = Bounds { work: 200_000, size: smallest + 60, ..Bounds::default() };
    let mut search = Search::new(bounds, smallest);
    let mut found = Vec::new();
    while let Some(path) = search.next(session, &Meter::new(CALL), |world| {
        let hole = world.holes.fresh(shape);
        let mut machine = prepared.machine(world);
        let result = accept(&mut machine, &hole);
        let exact = !world.approximate;
        ((hole, result, exact), true)
    }) {
        if path.put_off {
            continue;
        }
        let (value, result, exact) = path.result;
        match result {
            Ok(Some(next)) if exact => {
                let cost = path.size.saturating_sub(smallest);
                found.push((pattern(&session.terms, value, path.holes, path.conditions, cost), next));
            }
            Ok(None) if exact => {}
            _ => return None,
        }
        if found.len() > MOST_PATTERNS {
            return None;
        }
    }
    search.is_exhausted().then_some(found)
}

fn pattern(terms: &Terms, value: Value, holes: Holes, conditions: Vec<TermId>, cost: u32) -> Pattern {
    let mut fixed = FxHashMap::default();
    let mut others = Vec::new();
    for condition in conditions {
        match fixed_by(terms, condition) {
            Some((var, constant)) => {
                fixed.insert(var, constant);
            }
            None => others.push(condition),
        }
    }
    Pattern { value, holes, fixed, conditions: others, cost, next: 0 }
}

/// A condition that says what a variable is.
pub(crate) fn fixed_by(terms: &Terms, condition: TermId) -> Option<(VarId, Constant)> {
    match terms.view(condition) {
        Node::IntEq(term, value) => Some((terms.var_id(*term)?, Constant::Int(value.clone()))),
        Node::Same(left, right) => {
            let (var, text) = match (terms.var_id(*left), terms.var_id(*right)) {
                (Some(var), _) => (var, terms.as_str(*right)?),
                (None, Some(var)) => (var, terms.as_str(*left)?),
                (None, None) => return None,
            };
            Some((var, Constant::Str(text.to_vec().into())))
        }
        _ => None,
    }
}

impl Pattern {
    /// A new value of the pattern, with unknowns of its own.
    pub(crate) fn plant(&self, world: &mut World<'_>) -> Result<Value, Stop> {
        let mut renamed = FxHashMap::default();
        let value = self.copy(world, &self.value, &mut renamed)?;
        for condition in &self.conditions {
            let condition = world.terms.substitute(*condition, &mut renamed);
            world.decider.assume(world.terms, condition)?;
        }
        Ok(value)
    }

    fn copy(
        &self,
        world: &mut World<'_>,
        value: &Value,
        renamed: &mut FxHashMap<TermId, TermId>,
    ) -> Result<Value, Stop> {
        Ok(match value {
            Value::Hole(hole) => match self.holes.content(*hole) {
                Some(content) => self.copy(world, content, renamed)?,
                None => world.holes.fresh(self.holes.shape(*hole).ok_or(Stop::Cut)?),
            },
            Value::SymInt(term) => self.leaf(world, *term, Shape::Int, value, renamed)?,
            Value::SymBool(term) => self.leaf(world, *term, Shape::Bool, value, renamed)?,
            Value::SymChar(term) => self.leaf(world, *term, Shape::Char, value, renamed)?,
            Value::Str(text) => match &**text {
                Text::Unknown(term) => self.leaf(world, *term, Shape::String, value, renamed)?,
                Text::Known(_) => value.clone(),
            },
            Value::Block(block) => {
                let fields: Result<Vec<Value>, Stop> =
                    block.fields.iter().map(|field| self.copy(world, field, renamed)).collect();
                let fields = fields?.into_iter().collect();
                Value::Block(Rc::new(lydian_core::Block { con: block.con, fields }))
            }
            other => other.clone(),
        })
    }

    fn leaf(
        &self,
        world: &mut World<'_>,
        term: TermId,
        shape: Shape,
        value: &Value,
        renamed: &mut FxHashMap<TermId, TermId>,
    ) -> Result<Value, Stop> {
        let Some(var) = world.terms.var_id(term) else { return Ok(value.clone()) };
        if let Some(constant) = self.fixed.get(&var) {
            return Ok(match (constant, &shape) {
                (Constant::Int(code), Shape::Char) => Value::Char(code.as_i64().unwrap_or(0) as u8),
                (Constant::Int(int), _) => Value::int(int.clone()),
                (Constant::Bool(known), _) => Value::Bool(*known),
                (Constant::Str(bytes), _) => Value::str(bytes.to_vec()),
            });
        }
        let ty = match shape {
            Shape::Bool => lydian_core::Type::Bool,
            Shape::Char => lydian_core::Type::Char,
            Shape::String => lydian_core::Type::String,
            _ => lydian_core::Type::Int,
        };
        let shape = world.universe.shapes.intern(&ty);
        let hole = world.holes.fresh(shape);
        let fresh = world.look(&hole)?;
        let new = match &fresh {
            Value::SymInt(new) | Value::SymBool(new) | Value::SymChar(new) => *new,
            Value::Str(text) => match &**text {
                Text::Unknown(new) => *new,
                Text::Known(_) => return Ok(fresh),
            },
            _ => return Ok(fresh),
        };
        renamed.insert(term, new);
        Ok(fresh)
    }
}
