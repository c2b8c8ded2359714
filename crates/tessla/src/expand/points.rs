//! Points of coverage: value code that is written in the user's files notes what it decides and compares.
//! Without [`crate::spec::Options::instrument`] every function here gives the plain code.

use std::rc::Rc;

use lydian_term::Int;

use super::frame::{Frame, Within};
use super::values::Spot;
use super::{Expander, Made};
use crate::code::Code;
use crate::spec::{Comparison, Condition, FailureKind, Point, PointId, PointKind};
use crate::syntax::ast::At;
use crate::typed::{Kind, Tree};

impl Expander<'_, '_> {
    fn notes(&self, at: At) -> bool {
        self.checker.options.instrument && !self.quiet && self.names().files.is_written(at)
    }

    fn point(&mut self, kind: PointKind, at: At, frame: &Frame) -> PointId {
        let id = PointId(self.points.len() as u32);
        let text = self.short_text(at);
        let within = Within::names(frame.within.as_ref());
        self.points.push(Point { kind, at, text, within });
        id
    }

    /// The code, with its value noted under a point.
    fn noted(&mut self, point: PointId, code: Code) -> Code {
        if let Code::Var(_) = code {
            return Code::Note(point, code.clone().into(), code.into());
        }
        let var = self.fresh_var();
        let rest = Code::Note(point, Code::Var(var).into(), Code::Var(var).into());
        Code::Let(var, code.into(), rest.into())
    }

    /// A call of `ite`, `and`, `or` or `not` whose condition is looked into; nothing if it is to be translated as any other.
    pub(super) fn noted_condition(
        &mut self,
        name: &str,
        tree: &Tree,
        args: &[Tree],
        frame: &Rc<Frame>,
    ) -> Made<Option<Code>> {
        if !self.notes(tree.at) {
            return Ok(None);
        }
        match (name, args) {
            ("ite" | "staticite", [condition, then, otherwise]) => {
                let (code, structure) = self.condition(condition, frame)?;
                let point = self.point(PointKind::Decision(structure), condition.at, frame);
                let code = self.noted(point, code);
                let (then, otherwise) = (self.value(then, frame)?, self.value(otherwise, frame)?);
                Ok(Some(Code::If(code.into(), then.into(), otherwise.into())))
            }
            ("and" | "or" | "not", _) => {
                let (code, structure) = self.condition(tree, frame)?;
                let point = self.point(PointKind::Boolean(structure), tree.at, frame);
                Ok(Some(self.noted(point, code)))
            }
            _ => Ok(None),
        }
    }

    fn condition(&mut self, tree: &Tree, frame: &Rc<Frame>) -> Made<(Code, Condition)> {
        if let Kind::Call(callee, args) = &tree.kind
            && self.notes(tree.at)
            && let Some(name @ ("and" | "or" | "not")) = self.external_of(callee)
        {
            return self.inner_condition(name, tree, args, frame);
        }
        let code = self.value(tree, frame)?;
        let point = self.point(PointKind::Part, tree.at, frame);
        Ok((self.noted(point, code), Condition::Atom(point)))
    }

    fn inner_condition(
        &mut self,
        name: &str,
        tree: &Tree,
        args: &[Tree],
        frame: &Rc<Frame>,
    ) -> Made<(Code, Condition)> {
        let whole = self.point(PointKind::Part, tree.at, frame);
        let (code, structure) = match (name, args) {
            ("not", [inner]) => {
                let (code, structure) = self.condition(inner, frame)?;
                (Code::Primitive("not", vec![code]), Condition::Not(whole, Box::new(structure)))
            }
            (_, [left, right]) => {
                let (a, left) = self.condition(left, frame)?;
                let (b, right) = self.condition(right, frame)?;
                connect(name, whole, (a, left), (b, right))
            }
            _ => return Err(super::Failed),
        };
        Ok((self.noted(whole, code), structure))
    }

    /// A condition that is one value.
    fn atom(&mut self, code: Code, at: At, frame: &Frame) -> (Code, Condition) {
        let point = self.point(PointKind::Part, at, frame);
        (self.noted(point, code), Condition::Atom(point))
    }

    /// The condition of an `if` whose parts are known only as code: one on streams.
    pub(super) fn noted_decision(&mut self, condition: Code, spot: &Spot, frame: &Frame) -> Code {
        if !self.notes(spot.at) {
            return condition;
        }
        let (code, structure) = self.atom(condition, spot.part(0), frame);
        let point = self.point(PointKind::Decision(structure), spot.part(0), frame);
        self.noted(point, code)
    }

    /// `&&` and `||` on code.
    pub(super) fn noted_connective(
        &mut self,
        name: &str,
        a: Code,
        b: Code,
        spot: &Spot,
        frame: &Frame,
    ) -> Code {
        let at = spot.at;
        if !self.notes(at) {
            return if name == "and" { Code::And(a.into(), b.into()) } else { Code::Or(a.into(), b.into()) };
        }
        let whole = self.point(PointKind::Part, at, frame);
        let (left, right) = (self.atom(a, spot.part(0), frame), self.atom(b, spot.part(1), frame));
        let (code, structure) = connect(name, whole, left, right);
        let code = self.noted(whole, code);
        let point = self.point(PointKind::Boolean(structure), at, frame);
        self.noted(point, code)
    }

    /// `!` on code.
    pub(super) fn noted_negation(&mut self, a: Code, spot: &Spot, frame: &Frame) -> Code {
        let at = spot.at;
        if !self.notes(at) {
            return Code::Primitive("not", vec![a]);
        }
        let whole = self.point(PointKind::Part, at, frame);
        let (code, structure) = self.atom(a, spot.part(0), frame);
        let code = self.noted(whole, Code::Primitive("not", vec![code]));
        let point = self.point(PointKind::Boolean(Condition::Not(whole, Box::new(structure))), at, frame);
        self.noted(point, code)
    }

    /// A comparison of integers.
    pub(super) fn noted_comparison(
        &mut self,
        name: &'static str,
        args: Vec<Code>,
        at: At,
        frame: &Frame,
    ) -> Code {
        if !self.notes(at) {
            return Code::Primitive(name, args);
        }
        let kind = match name {
            "eq" => Comparison::Eq,
            "neq" => Comparison::Ne,
            "lt" => Comparison::Lt,
            "leq" => Comparison::Le,
            "gt" => Comparison::Gt,
            _ => Comparison::Ge,
        };
        let point = self.point(PointKind::Comparison(kind), at, frame);
        self.with_named(args, |args| {
            let difference = Code::Primitive("sub", args.clone());
            Code::Note(point, difference.into(), Code::Primitive(name, args).into())
        })
    }

    /// An operation that can fail.
    pub(super) fn noted_failure(
        &mut self,
        name: &'static str,
        args: Vec<Code>,
        at: At,
        frame: &Frame,
    ) -> Code {
        let never =
            matches!((name, args.get(1)), ("div" | "mod", Some(Code::Int(divisor))) if !divisor.is_zero());
        if never || !self.notes(at) {
            return Code::Primitive(name, args);
        }
        let kind = match name {
            "div" | "mod" => FailureKind::DivisionByZero,
            "getSome" => FailureKind::NoneHasNoValue,
            "Map_get" => FailureKind::MissingKey,
            _ => FailureKind::OutsideOfList,
        };
        let point = self.point(PointKind::Failure(kind), at, frame);
        self.with_named(args, |args| {
            let fails = match (name, args.as_slice()) {
                ("div" | "mod", [_, divisor]) => {
                    Code::Primitive("eq", vec![divisor.clone(), Code::Int(Int::from(0))])
                }
                ("getSome", [option]) => Code::Primitive("isNone", vec![option.clone()]),
                ("Map_get", [map, key]) => Code::Primitive("%is_missing", vec![map.clone(), key.clone()]),
                ("List_get" | "List_set", [list, index, ..]) => {
                    Code::Primitive("%is_outside", vec![list.clone(), index.clone()])
                }
                (_, [list, ..]) => Code::Primitive("%is_empty", vec![list.clone()]),
                _ => Code::Bool(false),
            };
            Code::Note(point, fails.into(), Code::Primitive(name, args).into())
        })
    }

    /// Gives names to arguments that are looked at twice.
    fn with_named(&mut self, args: Vec<Code>, body: impl FnOnce(Vec<Code>) -> Code) -> Code {
        let mut lets = Vec::new();
        let names = args
            .into_iter()
            .map(|arg| {
                if arg.is_trivial() && !matches!(arg, Code::Global(_)) {
                    return arg;
                }
                let var = self.fresh_var();
                lets.push((var, arg));
                Code::Var(var)
            })
            .collect();
        let body = body(names);
        lets.into_iter().rev().fold(body, |body, (var, arg)| Code::Let(var, arg.into(), body.into()))
    }
}

fn connect(
    name: &str,
    whole: PointId,
    left: (Code, Condition),
    right: (Code, Condition),
) -> (Code, Condition) {
    let ((a, left), (b, right)) = (left, right);
    let (left, right) = (Box::new(left), Box::new(right));
    if name == "and" {
        (Code::And(a.into(), b.into()), Condition::And(whole, left, right))
    } else {
        (Code::Or(a.into(), b.into()), Condition::Or(whole, left, right))
    }
}
