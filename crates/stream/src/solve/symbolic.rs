//! Values as trees of terms: what a stream carries in a slot, for all runs at once.
//! A set is its elements in ascending order, a map its pairs. Of a collection the first elements are modelled; it may be
//! longer, and what comes behind them can be anything. A search keeps to collections that are modelled to their end
//! ([`Given::limits`]), a proof does not. Floating-point numbers are not modelled at all (`Opaque`): whatever is
//! computed from them is free, so what is proved holds, and what is found must be confirmed by a run.

use lydian_core::{ConId, Value};
use lydian_term::{Constant, Evaluation, Int, Sort, TermId, Terms};
use lydian_tessla::Type;

/// A value as terms.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sym {
    Bool(TermId),
    Int(TermId),
    Str(TermId),
    /// Any value whatever of its type.
    Opaque,
    /// Whether there is one, and which.
    Option(TermId, Box<Sym>),
    /// The fields; `()` has none.
    Record(Vec<Sym>),
    /// The length, and the first elements. A longer one goes on with elements that can be anything.
    List(TermId, Vec<Sym>),
}

/// How many elements of a collection are modelled, unless it is known; of one inside of another.
pub(crate) const BOUND: usize = 8;
pub(crate) const INNER_BOUND: usize = 4;

/// What is given about unknown values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    /// What holds of them.
    pub(crate) facts: Vec<TermId>,
    /// What a search for values keeps to: no collection goes on behind its modelled elements.
    pub(crate) limits: Vec<TermId>,
    /// How many collections are around the value that is made.
    pub(crate) depth: usize,
}

impl Given {
    /// How many elements of a collection are modelled here: collections of collections would grow out of hand.
    pub(crate) fn bound(&self) -> usize {
        match self.depth {
            0 => BOUND,
            1 => INNER_BOUND,
            _ => INNER_BOUND / 2,
        }
    }
}

impl Sym {
    /// Some value of the type: what a stream carries where it has no event.
    pub(crate) fn any(terms: &mut Terms, ty: &Type) -> Sym {
        match ty {
            Type::Int => Sym::Int(terms.int(0)),
            Type::Bool => Sym::Bool(terms.bool(false)),
            Type::String => Sym::Str(terms.str(b"")),
            Type::Option(part) => {
                let part = Sym::any(terms, part);
                Sym::Option(terms.bool(false), Box::new(part))
            }
            Type::Record(fields) => Sym::Record(fields.iter().map(|(_, ty)| Sym::any(terms, ty)).collect()),
            Type::List(_) | Type::Set(_) | Type::Map(..) => Sym::List(terms.int(0), Vec::new()),
            Type::Float | Type::Function(..) | Type::Events(_) | Type::Parameter(_) => Sym::Opaque,
        }
    }

    /// An unknown value of the type. What must hold of its parts is added to what is given.
    pub(crate) fn fresh(terms: &mut Terms, ty: &Type, name: &str, given: &mut Given) -> Sym {
        match ty {
            Type::Int => Sym::Int(terms.fresh_int(name, None, None)),
            Type::Bool => Sym::Bool(terms.fresh_bool(name)),
            Type::String => Sym::Str(terms.fresh_str(name)),
            Type::Option(part) => {
                let some = terms.fresh_bool(&format!("{name}.some"));
                Sym::Option(some, Box::new(Sym::fresh(terms, part, name, given)))
            }
            Type::Record(fields) => Sym::Record(
                fields
                    .iter()
                    .map(|(field, ty)| Sym::fresh(terms, ty, &format!("{name}.{field}"), given))
                    .collect(),
            ),
            Type::List(part) => Sym::fresh_list(terms, part, name, given),
            Type::Set(part) => {
                let set = Sym::fresh_list(terms, part, name, given);
                set.ascending(terms, &mut given.facts, |element| element.clone());
                set
            }
            Type::Map(key, value) => {
                let pair = Type::tuple(vec![(**key).clone(), (**value).clone()]);
                let map = Sym::fresh_list(terms, &pair, name, given);
                map.ascending(terms, &mut given.facts, |pair| match pair {
                    Sym::Record(fields) if !fields.is_empty() => fields[0].clone(),
                    other => other.clone(),
                });
                map
            }
            Type::Float | Type::Function(..) | Type::Events(_) | Type::Parameter(_) => Sym::Opaque,
        }
    }

    fn fresh_list(terms: &mut Terms, part: &Type, name: &str, given: &mut Given) -> Sym {
        let length = terms.fresh_int(&format!("{name}.length"), Some(Int::from(0)), None);
        let bound = given.bound();
        given.depth += 1;
        let elements =
            (0..bound).map(|index| Sym::fresh(terms, part, &format!("{name}[{index}]"), given)).collect();
        given.depth -= 1;
        let longest = terms.int(bound as i64);
        given.limits.push(terms.le(length, longest));
        Sym::List(length, elements)
    }

    /// Adds that the elements ascend.
    fn ascending(&self, terms: &mut Terms, facts: &mut Vec<TermId>, key: impl Fn(&Sym) -> Sym) {
        let Sym::List(length, elements) = self else { return };
        for index in 1..elements.len() {
            let (before, after) = (key(&elements[index - 1]), key(&elements[index]));
            let less = before.less(terms, &after);
            let here = terms.int(index as i64);
            let inside = terms.lt(here, *length);
            facts.push(terms.implies(inside, less));
        }
    }

    /// Whether one value comes before another, where that can be said; true where it cannot.
    fn less(&self, terms: &mut Terms, other: &Sym) -> TermId {
        match (self, other) {
            (Sym::Int(a), Sym::Int(b)) => terms.lt(*a, *b),
            (Sym::Str(a), Sym::Str(b)) => terms.str_lt(*a, *b),
            (Sym::Bool(a), Sym::Bool(b)) => {
                let not = terms.not(*a);
                terms.and(not, *b)
            }
            (Sym::Record(a), Sym::Record(b)) => {
                let mut less = terms.bool(false);
                for (a, b) in a.iter().zip(b).rev() {
                    let (first, same) = (a.less(terms, b), a.same(terms, b));
                    let later = terms.and(same, less);
                    less = terms.or(first, later);
                }
                less
            }
            (Sym::Option(a, x), Sym::Option(b, y)) => {
                let appears = terms.not(*a);
                let appears = terms.and(appears, *b);
                let (both, inside) = (terms.and(*a, *b), x.less(terms, y));
                let inside = terms.and(both, inside);
                terms.or(appears, inside)
            }
            _ => terms.bool(true),
        }
    }

    /// Whether two values are the same; what is not modelled is taken to be. See [`Sym::goes_on`].
    pub(crate) fn same(&self, terms: &mut Terms, other: &Sym) -> TermId {
        match (self, other) {
            (Sym::Int(a), Sym::Int(b)) | (Sym::Bool(a), Sym::Bool(b)) | (Sym::Str(a), Sym::Str(b)) => {
                terms.eq(*a, *b)
            }
            (Sym::Option(a, x), Sym::Option(b, y)) => {
                let flags = terms.eq(*a, *b);
                let inside = x.same(terms, y);
                let inside = terms.implies(*a, inside);
                terms.and(flags, inside)
            }
            (Sym::Record(a), Sym::Record(b)) => {
                let parts: Vec<TermId> = a.iter().zip(b).map(|(a, b)| a.same(terms, b)).collect();
                terms.and_all(&parts)
            }
            (Sym::List(a, xs), Sym::List(b, ys)) => {
                let mut parts = vec![terms.eq(*a, *b)];
                for (index, (x, y)) in xs.iter().zip(ys).enumerate() {
                    let here = terms.int(index as i64);
                    let (inside, same) = (terms.lt(here, *a), x.same(terms, y));
                    parts.push(terms.implies(inside, same));
                }
                terms.and_all(&parts)
            }
            _ => terms.bool(true),
        }
    }

    /// The one value where the condition holds, the other where it does not.
    pub(crate) fn select(terms: &mut Terms, condition: TermId, then: &Sym, otherwise: &Sym) -> Sym {
        match terms.as_bool(condition) {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        match (then, otherwise) {
            (Sym::Int(a), Sym::Int(b)) => Sym::Int(terms.ite(condition, *a, *b)),
            (Sym::Bool(a), Sym::Bool(b)) => Sym::Bool(terms.ite(condition, *a, *b)),
            (Sym::Str(a), Sym::Str(b)) => Sym::Str(terms.ite(condition, *a, *b)),
            (Sym::Option(a, x), Sym::Option(b, y)) => {
                // Where one side is surely absent its part is arbitrary, and the other side's serves for both.
                let part = match (terms.as_bool(*a), terms.as_bool(*b)) {
                    (Some(false), _) => (**y).clone(),
                    (_, Some(false)) => (**x).clone(),
                    _ => Sym::select(terms, condition, x, y),
                };
                Sym::Option(terms.ite(condition, *a, *b), Box::new(part))
            }
            (Sym::Record(a), Sym::Record(b)) => {
                Sym::Record(a.iter().zip(b).map(|(a, b)| Sym::select(terms, condition, a, b)).collect())
            }
            (Sym::List(a, xs), Sym::List(b, ys)) => {
                let longest = xs.len().max(ys.len());
                let (x_ends, y_ends) = (ends(terms, *a, xs.len()), ends(terms, *b, ys.len()));
                let elements = (0..longest)
                    .map(|index| match (xs.get(index), ys.get(index)) {
                        (Some(x), Some(y)) => Sym::select(terms, condition, x, y),
                        // A collection that surely ends before needs no element here; another one may have any.
                        (Some(x), None) if y_ends => x.clone(),
                        (None, Some(y)) if x_ends => y.clone(),
                        (Some(x), None) => {
                            let any = x.unknown_alike(terms);
                            Sym::select(terms, condition, x, &any)
                        }
                        (None, Some(y)) => {
                            let any = y.unknown_alike(terms);
                            Sym::select(terms, condition, &any, y)
                        }
                        (None, None) => Sym::Opaque,
                    })
                    .collect();
                Sym::List(terms.ite(condition, *a, *b), elements)
            }
            _ => Sym::Opaque,
        }
    }

    /// Any value of the same shape.
    fn unknown_alike(&self, terms: &mut Terms) -> Sym {
        self.map_terms(&mut |term| unknown(terms, terms.sort(term)))
    }

    /// When a collection in it goes on behind the elements that are modelled.
    pub(crate) fn goes_on(&self, terms: &mut Terms) -> TermId {
        match self {
            Sym::Bool(_) | Sym::Int(_) | Sym::Str(_) | Sym::Opaque => terms.bool(false),
            Sym::Option(some, part) => {
                let inside = part.goes_on(terms);
                terms.and(*some, inside)
            }
            Sym::Record(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| part.goes_on(terms)).collect();
                terms.or_all(&parts)
            }
            Sym::List(length, parts) => {
                let modelled = terms.int(parts.len() as i64);
                let mut all = vec![terms.lt(modelled, *length)];
                for (index, part) in parts.iter().enumerate() {
                    let here = terms.int(index as i64);
                    let (there, inside) = (terms.lt(here, *length), part.goes_on(terms));
                    all.push(terms.and(there, inside));
                }
                terms.or_all(&all)
            }
        }
    }

    /// Whether every term of it is known.
    pub(crate) fn is_known(&self, terms: &Terms) -> bool {
        let mut known = true;
        self.for_each_term(&mut |term| known &= terms.as_constant(term).is_some());
        known
    }

    /// The lengths of the collections in it, each with the number of elements that are modelled.
    pub(crate) fn for_each_length(&self, visit: &mut dyn FnMut(TermId, usize)) {
        match self {
            Sym::Bool(_) | Sym::Int(_) | Sym::Str(_) | Sym::Opaque => {}
            Sym::Option(_, part) => part.for_each_length(visit),
            Sym::Record(parts) => parts.iter().for_each(|part| part.for_each_length(visit)),
            Sym::List(length, parts) => {
                visit(*length, parts.len());
                parts.iter().for_each(|part| part.for_each_length(visit));
            }
        }
    }

    /// Calls the function for each term of the value.
    pub(crate) fn for_each_term(&self, visit: &mut dyn FnMut(TermId)) {
        match self {
            Sym::Bool(term) | Sym::Int(term) | Sym::Str(term) => visit(*term),
            Sym::Opaque => {}
            Sym::Option(some, part) => {
                visit(*some);
                part.for_each_term(visit);
            }
            Sym::Record(parts) => parts.iter().for_each(|part| part.for_each_term(visit)),
            Sym::List(length, parts) => {
                visit(*length);
                parts.iter().for_each(|part| part.for_each_term(visit));
            }
        }
    }

    /// Adds the terms of this value, each with the one in its place in another value of the type; see
    /// [`super::state::State::beside`].
    pub(crate) fn beside(&self, terms: &mut Terms, other: &Sym, pairs: &mut Vec<(TermId, TermId)>) {
        match (self, other) {
            (Sym::Bool(mine), Sym::Bool(theirs))
            | (Sym::Int(mine), Sym::Int(theirs))
            | (Sym::Str(mine), Sym::Str(theirs)) => pairs.push((*mine, *theirs)),
            (Sym::Option(mine, part), Sym::Option(theirs, other)) => {
                pairs.push((*mine, *theirs));
                part.beside(terms, other, pairs);
            }
            (Sym::Record(parts), Sym::Record(others)) => {
                for (part, other) in parts.iter().zip(others) {
                    part.beside(terms, other, pairs);
                }
            }
            (Sym::List(mine, parts), Sym::List(theirs, others)) => {
                pairs.push((*mine, *theirs));
                for (index, part) in parts.iter().enumerate() {
                    part.beside(terms, others.get(index).unwrap_or(&Sym::Opaque), pairs);
                }
            }
            _ => self.for_each_term(&mut |mine| {
                let anything = unknown(terms, terms.sort(mine));
                pairs.push((mine, anything));
            }),
        }
    }

    /// The value with each term replaced.
    pub(crate) fn map_terms(&self, change: &mut dyn FnMut(TermId) -> TermId) -> Sym {
        match self {
            Sym::Bool(term) => Sym::Bool(change(*term)),
            Sym::Int(term) => Sym::Int(change(*term)),
            Sym::Str(term) => Sym::Str(change(*term)),
            Sym::Opaque => Sym::Opaque,
            Sym::Option(some, part) => Sym::Option(change(*some), Box::new(part.map_terms(change))),
            Sym::Record(parts) => Sym::Record(parts.iter().map(|part| part.map_terms(change)).collect()),
            Sym::List(length, parts) => {
                Sym::List(change(*length), parts.iter().map(|part| part.map_terms(change)).collect())
            }
        }
    }

    /// Whether a part of it is not modelled.
    pub(crate) fn has_opaque(&self) -> bool {
        match self {
            Sym::Opaque => true,
            Sym::Bool(_) | Sym::Int(_) | Sym::Str(_) => false,
            Sym::Option(_, part) => part.has_opaque(),
            Sym::Record(parts) | Sym::List(_, parts) => parts.iter().any(Sym::has_opaque),
        }
    }

    /// The value in a model, sets and maps as ascending lists. What is not modelled is asked for.
    pub(crate) fn value(
        &self,
        terms: &Terms,
        model: &mut Evaluation<'_>,
        ty: &Type,
        opaque: &mut dyn FnMut(&Type) -> Value,
    ) -> Value {
        let truth = |model: &mut Evaluation<'_>, term: TermId| {
            model.value(terms, term).and_then(|constant| constant.as_bool()).unwrap_or(false)
        };
        match (self, ty) {
            (Sym::Bool(term), _) => Value::Bool(truth(model, *term)),
            (Sym::Int(term), _) => match model.value(terms, *term) {
                Some(Constant::Int(int)) => Value::int(int),
                _ => Value::Int(0),
            },
            (Sym::Str(term), _) => match model.value(terms, *term) {
                Some(Constant::Str(bytes)) => Value::str(bytes.to_vec()),
                _ => Value::str(""),
            },
            (Sym::Opaque, ty) => opaque(ty),
            (Sym::Option(some, part), Type::Option(ty)) => {
                if truth(model, *some) {
                    Value::construct(ConId::SOME, [part.value(terms, model, ty, opaque)])
                } else {
                    Value::Constant(ConId::NONE)
                }
            }
            (Sym::Record(parts), Type::Record(fields)) => {
                let mut values: Vec<Value> = parts
                    .iter()
                    .zip(fields.iter())
                    .map(|(part, (_, ty))| part.value(terms, model, ty, opaque))
                    .collect();
                match values.len() {
                    0 => Value::Unit,
                    1 => values.remove(0),
                    _ => Value::tuple(values),
                }
            }
            (Sym::List(length, parts), Type::List(ty) | Type::Set(ty)) => {
                let count = Sym::count(terms, model, *length).min(parts.len());
                Value::list(
                    parts[..count]
                        .iter()
                        .map(|part| part.value(terms, model, ty, opaque))
                        .collect::<Vec<Value>>(),
                )
            }
            (Sym::List(length, parts), Type::Map(key, value)) => {
                let count = Sym::count(terms, model, *length).min(parts.len());
                let pair = Type::tuple(vec![(**key).clone(), (**value).clone()]);
                Value::list(
                    parts[..count]
                        .iter()
                        .map(|part| part.value(terms, model, &pair, opaque))
                        .collect::<Vec<Value>>(),
                )
            }
            _ => Value::Unit,
        }
    }

    fn count(terms: &Terms, model: &mut Evaluation<'_>, length: TermId) -> usize {
        match model.value(terms, length) {
            Some(Constant::Int(int)) => int.as_usize().unwrap_or(0),
            _ => 0,
        }
    }
}

/// Whether a collection of this length surely ends with its modelled elements.
fn ends(terms: &Terms, length: TermId, modelled: usize) -> bool {
    terms.as_int(length).is_some_and(|known| known <= Int::from(modelled as i64))
}

/// Any value of a sort.
fn unknown(terms: &mut Terms, sort: Sort) -> TermId {
    match sort {
        Sort::Bool => terms.fresh_bool("any"),
        Sort::Int => terms.fresh_int("any", None, None),
        Sort::Str => terms.fresh_str("any"),
    }
}

/// The type of Core by which unknowns of a type are made: sets are lists of elements, maps lists of pairs.
pub(crate) fn core_type(ty: &Type) -> lydian_core::Type {
    use lydian_core::Type as Core;
    match ty {
        Type::Int => Core::Int,
        Type::Float => Core::Float,
        Type::Bool => Core::Bool,
        Type::String => Core::String,
        Type::Option(part) => Core::Named("option".into(), [core_type(part)].into()),
        Type::List(part) | Type::Set(part) => Core::List(core_type(part).into()),
        Type::Map(key, value) => Core::List(Core::Tuple([core_type(key), core_type(value)].into()).into()),
        Type::Record(fields) => match &fields[..] {
            [] => Core::Unit,
            [(_, only)] => core_type(only),
            _ => Core::Tuple(fields.iter().map(|(_, ty)| core_type(ty)).collect()),
        },
        Type::Function(..) | Type::Events(_) | Type::Parameter(_) => Core::Unit,
    }
}
