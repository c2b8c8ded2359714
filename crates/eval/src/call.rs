//! Calls of functions that are inputs.
//! The first call of an open function decides its body; a table grows by a point for each new argument. A planted
//! function only computes.

use lydian_core::shape::Body;
use lydian_core::{HoleId, Shape, Value};

use crate::arithmetic;
use crate::equality;
use crate::unknown::HoleFunction;
use crate::world::{Stop, World};

impl World<'_> {
    /// How many arguments a function hole takes.
    pub(crate) fn hole_arity(&self, hole: HoleId) -> Option<usize> {
        if let Some(function) = self.holes.function(hole) {
            return Some(function.arity);
        }
        match self.universe.shapes.shape(self.holes.shape(hole)?) {
            Shape::Function(function) => Some(function.args.len()),
            _ => None,
        }
    }

    /// Applies a function hole to all its arguments.
    pub(crate) fn call_hole(&mut self, hole: HoleId, args: &[Value]) -> Result<Value, Stop> {
        self.meter.step(1)?;
        if self.holes.function(hole).is_none() {
            self.decide_function(hole)?;
        }
        let Some(function) = self.holes.function(hole) else {
            return Err(Stop::Unsupported("a call of a value that is not a function".into()));
        };
        let constant = function.constant.clone();
        let constant =
            || constant.clone().ok_or_else(|| Stop::Unsupported("a function without its constant".into()));
        let arg = |index: u8| &args[index as usize];
        match function.body {
            Body::Argument(x) => Ok(arg(x).clone()),
            Body::Component(x, field) => {
                let tuple = self.look(arg(x))?;
                match &tuple {
                    Value::Block(block) if block.fields.len() > field as usize => {
                        Ok(block.fields[field as usize].clone())
                    }
                    other => Err(crate::world::ill_typed("tuple", other)),
                }
            }
            Body::Constant => constant(),
            Body::Plus(x) => arithmetic::add(self, arg(x), &constant()?),
            Body::MinusFrom(x) => arithmetic::sub(self, &constant()?, arg(x)),
            Body::Double(x) => arithmetic::mul(self, arg(x), &Value::Int(2)),
            Body::Reciprocal(x) => arithmetic::div(self, &Value::Int(1), arg(x)),
            Body::Modulo(x) => arithmetic::rem(self, &Value::Int(1), arg(x)),
            Body::Sum(x, y) => arithmetic::add(self, arg(x), arg(y)),
            Body::Difference(x, y) => arithmetic::sub(self, arg(x), arg(y)),
            Body::Product(x, y) => arithmetic::mul(self, arg(x), arg(y)),
            Body::Equals(x) => equality::equal(self, arg(x), &constant()?),
            Body::Below(x) => equality::less(self, arg(x), &constant()?),
            Body::Above(x) => equality::less(self, &constant()?, arg(x)),
            Body::Same(x, y) => equality::equal(self, arg(x), arg(y)),
            Body::Ordered(x, y) => equality::less(self, arg(x), arg(y)),
            Body::Not(x) => {
                let term = self.bool_term(arg(x))?;
                let negated = self.terms.not(term);
                Ok(self.bool_value(negated))
            }
            Body::Append(x) => {
                let (left, right) = (self.str_term(arg(x))?, self.str_term(&constant()?)?);
                let joined = self.terms.concat(left, right);
                Ok(self.str_value(joined))
            }
            // The machine makes this call, see `applied_by`.
            Body::Applied(_) => Err(Stop::Unsupported("a call of a function inside of a primitive".into())),
            Body::Table => self.look_up(hole, args),
        }
    }

    /// Where a function hole only applies one of its arguments: that argument, and what it is applied to.
    pub(crate) fn applied_by(
        &mut self,
        hole: HoleId,
        args: &[Value],
    ) -> Result<Option<(Value, Value)>, Stop> {
        if self.holes.function(hole).is_none() {
            self.decide_function(hole)?;
        }
        match self.holes.function(hole) {
            Some(HoleFunction { body: Body::Applied(x), constant: Some(constant), .. }) => {
                let pair = (args[*x as usize].clone(), constant.clone());
                self.meter.step(1)?;
                Ok(Some(pair))
            }
            _ => Ok(None),
        }
    }

    fn decide_function(&mut self, hole: HoleId) -> Result<(), Stop> {
        let shape = self.holes.shape(hole).map(|shape| self.universe.shapes.shape(shape).clone());
        let Some(Shape::Function(function)) = shape else {
            return Err(Stop::Unsupported("a call of a value that is not a function".into()));
        };
        self.approximate = true;
        let costs: Vec<u32> = function.bodies.iter().map(|(_, cost)| *cost).collect();
        if costs.is_empty() {
            return Err(Stop::Unsupported("no function of this type can be made".into()));
        }
        let (body, _) = function.bodies[self.decider.choose(&costs)?];
        let constant = self.universe.shapes.constant_of(&function, body);
        let constant = constant.map(|shape| self.holes.fresh(shape));
        let arity = function.args.len();
        self.holes
            .set_function(hole, HoleFunction { arity, body, constant, entries: Vec::new(), open: true });
        Ok(())
    }

    fn look_up(&mut self, hole: HoleId, args: &[Value]) -> Result<Value, Stop> {
        let Some(function) = self.holes.function(hole).cloned() else { return Err(Stop::Cut) };
        for (known, result) in &function.entries {
            self.meter.step(1)?;
            let mut same = true;
            for (left, right) in known.iter().zip(args) {
                let equal = equality::equal(self, left, right)?;
                if !self.truth(&equal)? {
                    same = false;
                    break;
                }
            }
            if same {
                return Ok(result.clone());
            }
        }
        let default = function.constant.clone().ok_or(Stop::Cut)?;
        if !function.open {
            return Ok(default);
        }
        // A new point: either the default value or a value of its own, which makes the table larger.
        let Some(Shape::Function(shape)) =
            self.holes.shape(hole).map(|shape| self.universe.shapes.shape(shape).clone())
        else {
            return Ok(default);
        };
        let size: u32 = shape
            .args
            .iter()
            .chain(std::iter::once(&shape.result))
            .map(|part| self.universe.shapes.min_size(*part).unwrap_or(1))
            .sum();
        let result = match self.decider.choose(&[0, size])? {
            0 => default,
            _ => self.holes.fresh(shape.result),
        };
        if let Some(function) = self.holes.function_mut(hole) {
            function.entries.push((args.to_vec(), result.clone()));
        }
        Ok(result)
    }
}
