//! One application of a function to values as terms: its summary with the arguments put in.
//! In: a summary, the arguments, and where each of them is an error instead of a value. Out: the result, when it is an
//! error, and under which condition each goal is met. An erroneous argument matters only on paths that look at it.

use lydian_core::{ConId, HoleId, Value};
use lydian_eval::Holes;
use lydian_term::{TermId, Terms};
use lydian_tessla::Type;
use rustc_hash::FxHashMap;

use super::summary::{Summary, SummaryPath, content, is_constant};
use super::symbolic::{Given, Sym};

/// An argument: its value, and when it is an error. In a lift the value is an option and only its part can be an error.
#[derive(Debug, Clone)]
pub(crate) struct Argument {
    pub(crate) value: Sym,
    pub(crate) error: TermId,
    /// Whether the error is inside of the option.
    pub(crate) inside: bool,
}

/// What an application gives.
#[derive(Debug, Clone)]
pub(crate) struct Applied {
    pub(crate) value: Sym,
    pub(crate) error: TermId,
    /// Conditions under which goals are met.
    pub(crate) hits: Vec<(usize, TermId)>,
    /// What is given about fresh unknowns inside.
    pub(crate) given: Given,
    /// When the result has a collection of which not all elements are kept: the others can be anything from here on.
    pub(crate) cut: TermId,
    /// When the function is evaluated on a path that is not known: one that exploration did not reach, or that looks at what
    /// is not modelled. The value is any then, and any goal of the function may be met.
    pub(crate) escape: TermId,
}

/// Applies a summarised function. Goals are met only where `evaluated` holds.
pub(crate) fn apply(
    terms: &mut Terms,
    summary: &Summary,
    args: &[Argument],
    result: &Type,
    evaluated: TermId,
    name: &str,
) -> Applied {
    let mut hits: FxHashMap<usize, TermId> = FxHashMap::default();
    let mut outcomes: Vec<(TermId, Outcome)> = Vec::new();
    let mut complete = summary.complete;
    let mut given = Given::default();
    for path in &summary.paths {
        let mut binding = Binding::new(terms, path, args);
        let Some(condition) = binding.condition() else {
            complete &= !binding.unmodelled;
            continue;
        };
        let outcome = binding.outcome(result, &mut given);
        let path_hits: Vec<(usize, TermId)> =
            path.hits.iter().map(|(goal, when)| (*goal, binding.put_in(*when))).collect();
        for (goal, when) in path_hits {
            let here = terms.and(condition, when);
            let here = terms.and(here, evaluated);
            let entry = hits.entry(goal).or_insert_with(|| terms.bool(false));
            *entry = terms.or(*entry, here);
        }
        outcomes.push((condition, outcome));
    }
    let never = terms.bool(false);
    let mut escape = never;
    let mut merged = if complete {
        match outcomes.pop() {
            Some((_, last)) => last,
            None => Outcome { value: Sym::any(terms, result), error: never, cut: never },
        }
    } else {
        // Outside of the known paths the function may give anything, or fail.
        let value = Sym::fresh(terms, result, name, &mut given);
        let error = terms.fresh_bool(&format!("{name}.error"));
        let known: Vec<TermId> = outcomes.iter().map(|(condition, _)| *condition).collect();
        let known = terms.or_all(&known);
        let unknown = terms.not(known);
        escape = terms.and(unknown, evaluated);
        Outcome { value, error, cut: never }
    };
    for (condition, outcome) in outcomes.into_iter().rev() {
        merged = Outcome {
            value: Sym::select(terms, condition, &outcome.value, &merged.value),
            error: terms.ite(condition, outcome.error, merged.error),
            cut: terms.ite(condition, outcome.cut, merged.cut),
        };
    }
    let mut hits: Vec<(usize, TermId)> = hits.into_iter().collect();
    hits.sort_unstable();
    Applied { value: merged.value, error: merged.error, hits, given, cut: merged.cut, escape }
}

struct Outcome {
    value: Sym,
    error: TermId,
    cut: TermId,
}

/// A path with the arguments put in for its holes.
struct Binding<'a> {
    terms: &'a mut Terms,
    path: &'a SummaryPath,
    args: &'a [Argument],
    replaced: FxHashMap<TermId, TermId>,
    /// What each hole that nobody looked at stands for, and which argument it belongs to.
    untouched: FxHashMap<HoleId, (Sym, usize)>,
    conditions: Vec<TermId>,
    /// When an argument that the path looked at is an error.
    disturbed: TermId,
    possible: bool,
    /// Whether it is given up because an argument is not modelled.
    unmodelled: bool,
}

impl<'a> Binding<'a> {
    fn new(terms: &'a mut Terms, path: &'a SummaryPath, args: &'a [Argument]) -> Binding<'a> {
        let disturbed = terms.bool(false);
        let mut binding = Binding {
            terms,
            path,
            args,
            replaced: FxHashMap::default(),
            untouched: FxHashMap::default(),
            conditions: Vec::new(),
            disturbed,
            possible: true,
            unmodelled: false,
        };
        for (index, (param, arg)) in path.params.iter().zip(args).enumerate() {
            binding.bind(param, &arg.value, index, 0);
            if binding.looked_at(param, arg) {
                binding.disturbed = binding.terms.or(binding.disturbed, arg.error);
            }
        }
        binding
    }

    fn looked_at(&self, param: &Value, arg: &Argument) -> bool {
        match content(&self.path.holes, param) {
            None => false,
            Some(Value::Block(block)) if arg.inside => content(&self.path.holes, &block.fields[0]).is_some(),
            Some(_) => !arg.inside,
        }
    }

    /// Follows a hole beside the argument that fills it.
    fn bind(&mut self, hole: &Value, sym: &Sym, index: usize, depth: usize) {
        let path = self.path;
        let Some(found) = content(&path.holes, hole) else {
            if let Some(open) = innermost(&path.holes, hole) {
                let rest = if depth > 0 { self.rest(sym, depth) } else { sym.clone() };
                self.untouched.insert(open, (rest, index));
            }
            return;
        };
        match (found, sym) {
            (Value::SymInt(term), Sym::Int(is)) | (Value::SymBool(term), Sym::Bool(is)) => {
                self.replaced.insert(*term, *is);
            }
            (Value::Str(text), Sym::Str(is)) => {
                if let lydian_core::Text::Unknown(term) = &**text {
                    self.replaced.insert(*term, *is);
                }
            }
            (Value::Unit, _) => {}
            (none, Sym::Option(some, _)) if is_constant(none, ConId::NONE) => {
                let absent = self.terms.not(*some);
                self.require(absent);
            }
            (Value::Block(block), Sym::Option(some, part)) if block.con == ConId::SOME => {
                self.require(*some);
                self.bind(&block.fields[0], part, index, 0);
            }
            (nil, Sym::List(length, _)) if is_constant(nil, ConId::NIL) => {
                let here = self.terms.int(depth as i64);
                let ends = self.terms.eq(*length, here);
                self.require(ends);
            }
            (Value::Block(block), Sym::List(length, parts)) if block.con == ConId::CONS => {
                let here = self.terms.int(depth as i64);
                let longer = self.terms.lt(here, *length);
                let Some(part) = parts.get(depth) else {
                    // It may go on behind what is modelled.
                    self.possible = false;
                    self.unmodelled |= self.terms.as_bool(longer) != Some(false);
                    return;
                };
                self.require(longer);
                self.bind(&block.fields[0], part, index, 0);
                self.bind(&block.fields[1], sym, index, depth + 1);
            }
            (Value::Block(block), Sym::Record(parts)) if parts.len() > 1 => {
                for (field, part) in block.fields.iter().zip(parts) {
                    self.bind(field, part, index, 0);
                }
            }
            (_, Sym::Record(parts)) if parts.len() == 1 => self.bind(hole, &parts[0], index, depth),
            // What is not modelled can be anything: the path may or may not be taken.
            _ => {
                self.possible = false;
                self.unmodelled = true;
            }
        }
    }

    /// A list without its first elements.
    fn rest(&mut self, list: &Sym, depth: usize) -> Sym {
        match list {
            Sym::List(length, parts) => {
                let skipped = self.terms.int(depth as i64);
                let length = self.terms.sub(*length, skipped);
                Sym::List(length, parts.get(depth..).unwrap_or_default().to_vec())
            }
            other => other.clone(),
        }
    }

    fn require(&mut self, condition: TermId) {
        self.conditions.push(condition);
    }

    fn put_in(&mut self, term: TermId) -> TermId {
        self.terms.substitute(term, &mut self.replaced)
    }

    /// When the path is taken; `None` if never.
    fn condition(&mut self) -> Option<TermId> {
        if !self.possible {
            return None;
        }
        for condition in &self.path.conditions {
            let condition = self.put_in(*condition);
            self.conditions.push(condition);
        }
        let whole = self.terms.and_all(&self.conditions);
        (self.terms.as_bool(whole) != Some(false)).then_some(whole)
    }

    fn outcome(&mut self, ty: &Type, given: &mut Given) -> Outcome {
        let never = self.terms.bool(false);
        let Some(value) = &self.path.result else {
            let always = self.terms.bool(true);
            return Outcome { value: Sym::any(self.terms, ty), error: always, cut: never };
        };
        let mut conversion = Conversion { error: self.disturbed, cut: never, given };
        let value = self.convert(value, ty, &mut conversion);
        Outcome { value, error: conversion.error, cut: conversion.cut }
    }

    /// A value of the run as terms over the arguments.
    fn convert(&mut self, value: &Value, ty: &Type, conversion: &mut Conversion<'_>) -> Sym {
        let path = self.path;
        let found = match content(&path.holes, value) {
            Some(found) => found,
            None => {
                let known = innermost(&path.holes, value).and_then(|hole| self.untouched.get(&hole).cloned());
                let Some((sym, index)) = known else {
                    return Sym::fresh(self.terms, ty, "any", conversion.given);
                };
                conversion.error = self.terms.or(conversion.error, self.args[index].error);
                return sym;
            }
        };
        match (found, ty) {
            (_, Type::Record(fields)) if fields.len() == 1 => {
                Sym::Record(vec![self.convert(value, &fields[0].1, conversion)])
            }
            (Value::Unit, _) => Sym::Record(Vec::new()),
            (Value::Bool(known), _) => Sym::Bool(self.terms.bool(*known)),
            (Value::Int(known), _) => Sym::Int(self.terms.int(*known)),
            (Value::Big(known), _) => Sym::Int(self.terms.int_const((**known).clone())),
            (Value::SymInt(term), _) => Sym::Int(self.put_in(*term)),
            (Value::SymBool(term), _) => Sym::Bool(self.put_in(*term)),
            (Value::Str(text), _) => match &**text {
                lydian_core::Text::Known(bytes) => Sym::Str(self.terms.str(bytes)),
                lydian_core::Text::Unknown(term) => Sym::Str(self.put_in(*term)),
            },
            (none, Type::Option(part)) if is_constant(none, ConId::NONE) => {
                Sym::Option(self.terms.bool(false), Box::new(Sym::any(self.terms, part)))
            }
            (Value::Block(block), Type::Option(part)) => {
                let part = self.convert(&block.fields[0], part, conversion);
                Sym::Option(self.terms.bool(true), Box::new(part))
            }
            (Value::Block(block), Type::Record(fields)) => Sym::Record(
                block
                    .fields
                    .iter()
                    .zip(fields.iter())
                    .map(|(field, (_, ty))| self.convert(field, ty, conversion))
                    .collect(),
            ),
            (list, Type::List(part) | Type::Set(part)) => self.convert_list(list, part, conversion),
            (list, Type::Map(key, value)) => {
                let pair = Type::tuple(vec![(**key).clone(), (**value).clone()]);
                self.convert_list(list, &pair, conversion)
            }
            _ => Sym::Opaque,
        }
    }

    fn convert_list(&mut self, list: &Value, part: &Type, conversion: &mut Conversion<'_>) -> Sym {
        let path = self.path;
        let mut parts = Vec::new();
        let mut current = list.clone();
        conversion.given.depth += 1;
        let rest = loop {
            match content(&path.holes, &current) {
                Some(Value::Block(block)) => {
                    parts.push(self.convert(&block.fields[0], part, conversion));
                    current = block.fields[1].clone();
                }
                Some(_) => {
                    conversion.given.depth -= 1;
                    break None;
                }
                None => {
                    conversion.given.depth -= 1;
                    let ty = Type::List(part.clone().into());
                    break Some(self.convert(&current, &ty, conversion));
                }
            }
        };
        let mut length = self.terms.int(parts.len() as i64);
        match rest {
            None => {}
            Some(Sym::List(more, tail)) => {
                length = self.terms.add(length, more);
                parts.extend(tail);
            }
            // Nothing is known of the rest, so nothing of the whole.
            Some(_) => return Sym::Opaque,
        }
        let known = self.terms.as_int(length).is_some() && parts.iter().all(|part| part.is_known(self.terms));
        let bound = conversion.given.bound();
        if parts.len() > bound && !known {
            let longest = self.terms.int(bound as i64);
            let beyond = self.terms.lt(longest, length);
            conversion.cut = self.terms.or(conversion.cut, beyond);
            parts.truncate(bound);
        }
        Sym::List(length, parts)
    }
}

struct Conversion<'g> {
    error: TermId,
    cut: TermId,
    given: &'g mut Given,
}

/// The open hole that a value is.
fn innermost(holes: &Holes, value: &Value) -> Option<HoleId> {
    match value {
        Value::Hole(hole) => match holes.content(*hole) {
            None => Some(*hole),
            Some(inner) => innermost(holes, inner),
        },
        _ => None,
    }
}
