//! Computes value code that needs no input, as far as that goes quickly.
//! Gives nothing for code that fails, that runs for too long, or that uses primitives which are not computed here.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use lydian_term::Int;

use crate::code::{Code, Global, Var};

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Folded {
    Unit,
    Bool(bool),
    Int(Int),
    Float(f64),
    Text(Arc<str>),
    Tuple(Rc<Vec<Folded>>),
    Option(Option<Rc<Folded>>),
    List(Rc<Vec<Folded>>),
    /// Ascending.
    Set(Rc<Vec<Folded>>),
    /// Ascending by key.
    Map(Rc<Vec<(Folded, Folded)>>),
    Function(Rc<Vec<Var>>, Rc<Code>, Env),
    Suspended(Rc<Code>, Env),
}

/// What variables stand for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Env(Option<Rc<Binding>>);

#[derive(Debug)]
enum Binding {
    Value(Var, Folded, Env),
    /// Definitions that see each other.
    Recursive(Vec<(Var, Rc<Vec<Var>>, Rc<Code>)>, Env),
}

impl Env {
    fn with(&self, var: Var, value: Folded) -> Env {
        Env(Some(Rc::new(Binding::Value(var, value, self.clone()))))
    }

    /// With functions that see each other; nothing if one of them is no function.
    fn with_functions(&self, functions: &[(Var, Code)]) -> Option<Env> {
        let parts = functions.iter().map(|(var, code)| match code {
            Code::Lambda(params, body) => Some((*var, Rc::new(params.clone()), Rc::new((**body).clone()))),
            _ => None,
        });
        Some(Env(Some(Rc::new(Binding::Recursive(parts.collect::<Option<_>>()?, self.clone())))))
    }

    fn get(&self, wanted: Var) -> Option<Folded> {
        let mut current = self;
        while let Some(binding) = &current.0 {
            current = match &**binding {
                Binding::Value(var, value, _) if *var == wanted => return Some(value.clone()),
                Binding::Recursive(functions, rest) => {
                    if let Some((_, params, body)) = functions.iter().find(|(var, ..)| *var == wanted) {
                        return Some(Folded::Function(params.clone(), body.clone(), current.clone()));
                    }
                    rest
                }
                Binding::Value(_, _, rest) => rest,
            };
        }
        None
    }
}

/// A computation with limits.
pub(crate) struct Fold<'g> {
    globals: &'g [Global],
    steps: usize,
    depth: usize,
}

/// Calls may lie within each other this deep.
const DEEPEST: usize = 2_000;
/// No integer may have more bits, no list more elements.
const LARGEST: usize = 10_000;

impl<'g> Fold<'g> {
    pub(crate) fn new(globals: &'g [Global], steps: usize) -> Fold<'g> {
        Fold { globals, steps, depth: 0 }
    }

    /// The value of closed code.
    pub(crate) fn run(&mut self, code: &Code) -> Option<Folded> {
        self.eval(code, &Env::default())
    }

    fn eval(&mut self, code: &Code, env: &Env) -> Option<Folded> {
        self.steps = self.steps.checked_sub(1)?;
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = self.eval_inner(code, env);
        self.depth -= 1;
        value
    }

    fn eval_inner(&mut self, code: &Code, env: &Env) -> Option<Folded> {
        Some(match code {
            Code::Unit => Folded::Unit,
            Code::Bool(known) => Folded::Bool(*known),
            Code::Int(int) => Folded::Int(int.clone()),
            Code::Float(float) => Folded::Float(*float),
            Code::Text(text) => Folded::Text(text.clone()),
            Code::Var(var) => env.get(*var)?,
            Code::Global(id) => {
                let code = self.globals[id.0 as usize].code.as_ref()?;
                self.eval(code, &Env::default())?
            }
            Code::LetRec(functions, rest) => self.eval(rest, &env.with_functions(functions)?)?,
            Code::Tuple(parts) => Folded::Tuple(Rc::new(self.all(parts, env)?)),
            Code::Field(inner, index, _) => match self.eval(inner, env)? {
                Folded::Tuple(parts) => parts.get(*index)?.clone(),
                _ => return None,
            },
            Code::Lambda(params, body) => {
                Folded::Function(Rc::new(params.clone()), Rc::new((**body).clone()), env.clone())
            }
            Code::Apply(function, args) => {
                let function = self.eval(function, env)?;
                let args = self.all(args, env)?;
                self.call(function, args)?
            }
            Code::Let(var, value, rest) => {
                let value = self.eval(value, env)?;
                self.eval(rest, &env.with(*var, value))?
            }
            Code::If(condition, yes, no) => match self.eval(condition, env)? {
                Folded::Bool(true) => self.eval(yes, env)?,
                Folded::Bool(false) => self.eval(no, env)?,
                _ => return None,
            },
            Code::And(a, b) => match self.eval(a, env)? {
                Folded::Bool(true) => self.eval(b, env)?,
                other => other,
            },
            Code::Or(a, b) => match self.eval(a, env)? {
                Folded::Bool(false) => self.eval(b, env)?,
                other => other,
            },
            Code::Lazy(inner) => Folded::Suspended(Rc::new((**inner).clone()), env.clone()),
            Code::Force(inner) => match self.eval(inner, env)? {
                Folded::Suspended(code, env) => self.eval(&code, &env)?,
                _ => return None,
            },
            Code::Note(_, _, rest) => self.eval(rest, env)?,
            Code::Primitive(name, args) => {
                let values = self.all(args, env)?;
                self.primitive(name, values)?
            }
        })
    }

    fn all(&mut self, codes: &[Code], env: &Env) -> Option<Vec<Folded>> {
        codes.iter().map(|code| self.eval(code, env)).collect()
    }

    fn call(&mut self, function: Folded, mut args: Vec<Folded>) -> Option<Folded> {
        let Folded::Function(params, body, mut env) = function else { return None };
        if args.len() < params.len() {
            return None;
        }
        let rest = args.split_off(params.len());
        for (param, arg) in params.iter().zip(args) {
            env = env.with(*param, arg);
        }
        let result = self.eval(&body, &env)?;
        if rest.is_empty() { Some(result) } else { self.call(result, rest) }
    }

    fn primitive(&mut self, name: &str, args: Vec<Folded>) -> Option<Folded> {
        use Folded::{Bool, Float, List, Map, Option as Maybe, Set, Text};
        if let Some(result) = on_numbers(name, &args) {
            return result;
        }
        if let Some(result) = parts(name, &args) {
            return Some(result);
        }
        Some(match (name, args.as_slice()) {
            ("not", [Bool(a)]) => Bool(!a),
            ("eq", [a, b]) => Bool(compare(a, b)? == Ordering::Equal),
            ("neq", [a, b]) => Bool(compare(a, b)? != Ordering::Equal),
            ("intToFloat", [Folded::Int(a)]) => Float(a.to_f64()),
            ("None", []) => Maybe(None),
            ("Some", [a]) => Maybe(Some(Rc::new(a.clone()))),
            ("isNone", [Maybe(a)]) => Bool(a.is_none()),
            ("isSome", [Maybe(a)]) => Bool(a.is_some()),
            ("getSome", [Maybe(Some(a))]) => (**a).clone(),
            ("String_concat", [Text(a), Text(b)]) if a.len() + b.len() < LARGEST => {
                Text(format!("{a}{b}").into())
            }
            ("%int_text", [Folded::Int(a)]) => Text(a.to_string().into()),
            ("%bool_text", [Bool(a)]) => Text(a.to_string().into()),
            ("%float_text", [Float(a)]) => Text(crate::data::show_float(*a).into()),
            ("%option_text", [_, Maybe(None)]) => Text("None".into()),
            ("%option_text", [text, Maybe(Some(a))]) => Text(format!("Some({})", self.text(text, a)?).into()),
            ("%list_text", [text, List(list)]) => Text(format!("List({})", self.texts(text, list)?).into()),
            ("%set_text", [text, Set(set)]) => Text(format!("Set({})", self.texts(text, set)?).into()),
            ("%map_text", [key, value, Map(map)]) => {
                let mut entries = Vec::with_capacity(map.len());
                for (k, v) in map.iter() {
                    entries.push(format!("{} -> {}", self.text(key, k)?, self.text(value, v)?));
                }
                Text(format!("Map({})", entries.join(", ")).into())
            }
            ("%elements", elements) => List(Rc::new(elements.to_vec())),
            ("%list", [List(elements)]) => List(elements.clone()),
            ("%set", [List(elements)]) => Set(elements.clone()),
            ("%map", [List(entries)]) => {
                let entries = entries.iter().map(|entry| match entry {
                    Folded::Tuple(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
                    _ => None,
                });
                Map(Rc::new(entries.collect::<Option<_>>()?))
            }
            ("List_empty", []) => List(Rc::default()),
            ("List_prepend", [a, List(list)]) if list.len() < LARGEST => {
                List(Rc::new(std::iter::once(a.clone()).chain(list.iter().cloned()).collect()))
            }
            ("List_append", [List(list), a]) if list.len() < LARGEST => {
                List(Rc::new(list.iter().cloned().chain([a.clone()]).collect()))
            }
            ("List_size", [List(list)]) => Folded::Int(list.len().into()),
            ("List_get", [List(list), Folded::Int(index)]) => list.get(index.as_usize()?)?.clone(),
            ("Set_empty", []) => Set(Rc::default()),
            ("Set_add", [Set(set), a]) if set.len() < LARGEST => {
                match search(set, |other| compare(other, a))? {
                    Ok(_) => Set(set.clone()),
                    Err(place) => {
                        let mut set = (**set).clone();
                        set.insert(place, a.clone());
                        Set(Rc::new(set))
                    }
                }
            }
            ("Set_contains", [Set(set), a]) => Bool(search(set, |other| compare(other, a))?.is_ok()),
            ("Set_size", [Set(set)]) => Folded::Int(set.len().into()),
            ("Set_fold", [Set(set), start, function]) => self.fold(set.clone(), start.clone(), function)?,
            ("List_fold", [List(list), start, function]) => {
                self.fold(list.clone(), start.clone(), function)?
            }
            ("Map_empty", []) => Map(Rc::default()),
            ("Map_add", [Map(map), key, value]) if map.len() < LARGEST => {
                let mut new = (**map).clone();
                match search(map, |(other, _)| compare(other, key))? {
                    Ok(place) => new[place].1 = value.clone(),
                    Err(place) => new.insert(place, (key.clone(), value.clone())),
                }
                Map(Rc::new(new))
            }
            ("Map_contains", [Map(map), key]) => Bool(search(map, |(other, _)| compare(other, key))?.is_ok()),
            ("Map_get", [Map(map), key]) => {
                map[search(map, |(other, _)| compare(other, key))?.ok()?].1.clone()
            }
            ("Map_size", [Map(map)]) => Folded::Int(map.len().into()),
            ("Map_fold", [Map(map), start, function]) => {
                let mut result = start.clone();
                for (key, value) in map.iter() {
                    result = self.call(function.clone(), vec![result, key.clone(), value.clone()])?;
                }
                result
            }
            _ => return None,
        })
    }

    /// A value as the text that a function makes of it.
    fn text(&mut self, function: &Folded, value: &Folded) -> Option<Arc<str>> {
        match self.call(function.clone(), vec![value.clone()])? {
            Folded::Text(text) if text.len() < LARGEST => Some(text),
            _ => None,
        }
    }

    fn texts(&mut self, function: &Folded, values: &[Folded]) -> Option<String> {
        let texts: Option<Vec<Arc<str>>> = values.iter().map(|value| self.text(function, value)).collect();
        Some(texts?.join(", "))
    }

    fn fold(&mut self, elements: Rc<Vec<Folded>>, start: Folded, function: &Folded) -> Option<Folded> {
        let mut result = start;
        for element in elements.iter() {
            result = self.call(function.clone(), vec![result, element.clone()])?;
        }
        Some(result)
    }
}

/// Parts of collections, and what is left of them; nothing if there is no such part.
fn parts(name: &str, args: &[Folded]) -> Option<Folded> {
    use Folded::{List, Map, Set};
    let has = |set: &[Folded], element: &Folded| Some(search(set, |other| compare(other, element))?.is_ok());
    let chosen = |set: &[Folded], other: &[Folded], wanted: bool| {
        let mut kept = Vec::new();
        for element in set {
            if has(other, element)? == wanted {
                kept.push(element.clone());
            }
        }
        Some(kept)
    };
    Some(match (name, args) {
        ("List_head", [List(list)]) => list.first()?.clone(),
        ("List_last", [List(list)]) => list.last()?.clone(),
        ("List_tail", [List(list)]) => List(Rc::new(list.split_first()?.1.to_vec())),
        ("List_init", [List(list)]) => List(Rc::new(list.split_last()?.1.to_vec())),
        ("List_set", [List(list), Folded::Int(index), value]) => {
            let mut new = (**list).clone();
            *new.get_mut(index.as_usize()?)? = value.clone();
            List(Rc::new(new))
        }
        ("Set_remove", [Set(set), element]) => {
            Set(Rc::new(chosen(set, std::slice::from_ref(element), false)?))
        }
        ("Set_intersection", [Set(a), Set(b)]) => Set(Rc::new(chosen(a, b, true)?)),
        ("Set_minus", [Set(a), Set(b)]) => Set(Rc::new(chosen(a, b, false)?)),
        ("Set_union", [Set(a), Set(b)]) if a.len() + b.len() < LARGEST => {
            let mut union = (**a).clone();
            for element in chosen(b, a, false)? {
                if let Err(place) = search(&union, |other| compare(other, &element))? {
                    union.insert(place, element);
                }
            }
            Set(Rc::new(union))
        }
        ("Map_remove", [Map(map), key]) => {
            let mut new = (**map).clone();
            if let Ok(place) = search(map, |(other, _)| compare(other, key))? {
                new.remove(place);
            }
            Map(Rc::new(new))
        }
        ("Map_keys", [Map(map)]) => List(Rc::new(map.iter().map(|(key, _)| key.clone()).collect())),
        _ => return None,
    })
}

/// Operators on numbers; nothing inside means that they fail, nothing at all that there is no such operator.
fn on_numbers(name: &str, args: &[Folded]) -> Option<Option<Folded>> {
    use Folded::{Bool, Float};
    let small = |int: &Int| int.bit_length() <= LARGEST as u64;
    Some(match args {
        [Folded::Int(a), Folded::Int(b)] if small(a) && small(b) => match name {
            "add" => Some(Folded::Int(a + b)),
            "sub" => Some(Folded::Int(a - b)),
            "mul" => Some(Folded::Int(a * b)),
            "div" => a.tdiv(b).map(Folded::Int),
            "mod" => a.tmod(b).map(Folded::Int),
            "lt" => Some(Bool(a < b)),
            "leq" => Some(Bool(a <= b)),
            "gt" => Some(Bool(a > b)),
            "geq" => Some(Bool(a >= b)),
            "bitand" => Some(Folded::Int((a.to_big() & b.to_big()).into())),
            "bitor" => Some(Folded::Int((a.to_big() | b.to_big()).into())),
            "bitxor" => Some(Folded::Int((a.to_big() ^ b.to_big()).into())),
            "leftshift" => shifted(a, b),
            "rightshift" => shifted(a, &-b),
            _ => return None,
        },
        [Folded::Int(a)] if name == "bitflip" => Some(Folded::Int(Int::from(-1) - a.clone())),
        [Folded::Int(a)] if name == "negate" => Some(Folded::Int(-a)),
        [Float(a), Float(b)] => Some(match name {
            "fadd" => Float(a + b),
            "fsub" => Float(a - b),
            "fmul" => Float(a * b),
            "fdiv" => Float(a / b),
            "flt" => Bool(a < b),
            "fleq" => Bool(a <= b),
            "fgt" => Bool(a > b),
            "fgeq" => Bool(a >= b),
            "eq" => Bool(a == b),
            "neq" => Bool(a != b),
            _ => return None,
        }),
        [Float(a)] if name == "fnegate" => Some(Float(-a)),
        _ => return None,
    })
}

/// An integer by so many bits to the left, or to the right if that is negative.
fn shifted(a: &Int, bits: &Int) -> Option<Folded> {
    let power = Int::power_of_two(bits.abs().as_usize().filter(|bits| *bits <= LARGEST)? as u32);
    Some(Folded::Int(if bits.is_negative() { a.floor_div(&power)? } else { a * &power }))
}

/// Where something is in an ascending list, or where it would be; nothing if elements cannot be compared.
fn search<T>(list: &[T], order: impl Fn(&T) -> Option<Ordering>) -> Option<Result<usize, usize>> {
    if list.iter().any(|element| order(element).is_none()) {
        return None;
    }
    Some(list.binary_search_by(|element| order(element).unwrap_or(Ordering::Equal)))
}

/// The order of values of one type; functions have none.
fn compare(a: &Folded, b: &Folded) -> Option<Ordering> {
    use Folded::{Bool, Float, List, Map, Option as Maybe, Set, Text, Tuple};
    Some(match (a, b) {
        (Folded::Unit, Folded::Unit) => Ordering::Equal,
        (Bool(a), Bool(b)) => a.cmp(b),
        (Folded::Int(a), Folded::Int(b)) => a.cmp(b),
        (Float(a), Float(b)) => a.partial_cmp(b)?,
        (Text(a), Text(b)) => a.as_bytes().cmp(b.as_bytes()),
        (Maybe(None), Maybe(None)) => Ordering::Equal,
        (Maybe(None), Maybe(_)) => Ordering::Less,
        (Maybe(_), Maybe(None)) => Ordering::Greater,
        (Maybe(Some(a)), Maybe(Some(b))) => compare(a, b)?,
        (Tuple(a), Tuple(b)) | (List(a), List(b)) | (Set(a), Set(b)) => compare_all(a.iter(), b.iter())?,
        (Map(a), Map(b)) => {
            let flat = |map: &[(Folded, Folded)]| -> Vec<Folded> {
                map.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect()
            };
            compare_all(flat(a).iter(), flat(b).iter())?
        }
        _ => return None,
    })
}

fn compare_all<'f>(
    a: impl ExactSizeIterator<Item = &'f Folded>,
    b: impl ExactSizeIterator<Item = &'f Folded>,
) -> Option<Ordering> {
    let lengths = a.len().cmp(&b.len());
    for (a, b) in a.zip(b) {
        match compare(a, b)? {
            Ordering::Equal => {}
            other => return Some(other),
        }
    }
    Some(lengths)
}
