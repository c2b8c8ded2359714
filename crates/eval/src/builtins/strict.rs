//! Operations on unknowns that build terms where OCaml's own would decide: `&&`, `||` and `if` choose a path, these do
//! not. Their arguments are values, so nothing is skipped. What no term can say falls back to deciding.

use std::rc::Rc;

use lydian_core::{Block, ConId, Fields, Value};
use lydian_term::{TermId, Terms};

use super::{Builtin, exactly, pay};
use crate::order_term::is_undecided;
use crate::world::{Stop, World};
use crate::{equality, order_term};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "bool_and", arity: 2, run: |world, args| on_truths(world, args, Terms::and) },
    Builtin { name: "bool_or", arity: 2, run: |world, args| on_truths(world, args, Terms::or) },
    Builtin { name: "bool_same", arity: 2, run: |world, args| on_truths(world, args, Terms::eq) },
    Builtin { name: "bool_not", arity: 1, run: not },
    Builtin { name: "select", arity: 3, run: select },
    Builtin { name: "equal_strict", arity: 2, run: equal },
    Builtin { name: "less_strict", arity: 2, run: less },
    Builtin { name: "less_or_equal_strict", arity: 2, run: less_or_equal },
];

fn on_truths(
    world: &mut World<'_>,
    args: &[Value],
    combine: fn(&mut Terms, TermId, TermId) -> TermId,
) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    let (a, b) = (world.bool_term(a)?, world.bool_term(b)?);
    let combined = combine(world.terms, a, b);
    Ok(world.bool_value(combined))
}

fn not(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a] = exactly(args)?;
    let a = world.bool_term(a)?;
    let negated = world.terms.not(a);
    Ok(world.bool_value(negated))
}

fn equal(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    equality::equal(world, a, b)
}

fn less(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    order_term::less(world, a, b)
}

fn less_or_equal(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    order_term::less_or_equal(world, a, b)
}

fn select(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [condition, then, otherwise] = exactly(args)?;
    let condition = world.bool_term(condition)?;
    if world.terms.as_bool(condition).is_none()
        && let Some(merged) = merge(world, condition, then, otherwise)?
    {
        return Ok(merged);
    }
    Ok(if world.ask(condition)? { then.clone() } else { otherwise.clone() })
}

/// A step of merging two values.
enum Task {
    Pair(Value, Value),
    /// The last so many results are the fields of a block.
    Build(ConId, usize),
}

/// The one value that is `then` where the condition holds and `otherwise` where it does not; nothing if the two differ
/// in more than basic values. Asks nothing, and walks iteratively: lists can be long.
fn merge(
    world: &mut World<'_>,
    condition: TermId,
    then: &Value,
    otherwise: &Value,
) -> Result<Option<Value>, Stop> {
    let mut tasks = vec![Task::Pair(then.clone(), otherwise.clone())];
    let mut results: Vec<Value> = Vec::new();
    while let Some(task) = tasks.pop() {
        world.meter.step(1)?;
        match task {
            Task::Build(con, count) => {
                world.meter.allocate(count as u64 + 2)?;
                let fields: Fields = results.drain(results.len() - count..).collect();
                results.push(Value::Block(Rc::new(Block { con, fields })));
            }
            Task::Pair(a, b) if is_one_object(&a, &b) => results.push(a),
            Task::Pair(a, b) => {
                if is_undecided(world, &a) || is_undecided(world, &b) {
                    return Ok(None);
                }
                let (a, b) = (world.look(&a)?, world.look(&b)?);
                match (&a, &b) {
                    (Value::Block(x), Value::Block(y)) if mergeable(x, y) => {
                        tasks.push(Task::Build(x.con, x.fields.len()));
                        let pairs = x.fields.iter().cloned().zip(y.fields.iter().cloned());
                        tasks.extend(pairs.rev().map(|(x, y)| Task::Pair(x, y)));
                    }
                    _ => match merge_basic(world, condition, &a, &b)? {
                        Some(merged) => results.push(merged),
                        None => return Ok(None),
                    },
                }
            }
        }
    }
    Ok(results.pop())
}

fn mergeable(x: &Rc<Block>, y: &Rc<Block>) -> bool {
    !Rc::ptr_eq(x, y) && x.con == y.con && x.fields.len() == y.fields.len()
}

fn merge_basic(
    world: &mut World<'_>,
    condition: TermId,
    a: &Value,
    b: &Value,
) -> Result<Option<Value>, Stop> {
    use Value::{Big, Bool, Char, Int, Str, SymBool, SymChar, SymInt};
    Ok(match (a, b) {
        (Int(_) | Big(_) | SymInt(_), Int(_) | Big(_) | SymInt(_)) => {
            let (x, y) = (world.int_term(a)?, world.int_term(b)?);
            let merged = world.terms.ite(condition, x, y);
            Some(world.int_value(merged))
        }
        (Char(_) | SymChar(_), Char(_) | SymChar(_)) => {
            let (x, y) = (world.int_term(a)?, world.int_term(b)?);
            let merged = world.terms.ite(condition, x, y);
            Some(world.char_value(merged))
        }
        (Bool(_) | SymBool(_), Bool(_) | SymBool(_)) => {
            let (x, y) = (world.bool_term(a)?, world.bool_term(b)?);
            let merged = world.terms.ite(condition, x, y);
            Some(world.bool_value(merged))
        }
        (Str(_), Str(_)) => {
            for text in [a, b] {
                pay(world, text.as_known_str().map_or(0, <[u8]>::len))?;
            }
            let (x, y) = (world.str_term(a)?, world.str_term(b)?);
            let merged = world.terms.ite(condition, x, y);
            Some(world.str_value(merged))
        }
        _ if is_one_object(a, b) => Some(a.clone()),
        _ => None,
    })
}

/// Whether two values are one and the same, so that there is nothing to select.
fn is_one_object(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(x), Value::Float(y)) => x.to_bits() == y.to_bits(),
        _ => equality::is_same(a, b),
    }
}

#[cfg(test)]
mod tests {
    use lydian_core::Type;
    use lydian_term::{Constant, Model};

    use super::super::testing::{Script, hole, in_world, run, run_in};
    use super::*;

    fn truth(name: &str, args: &[Value]) -> bool {
        match run(name, args) {
            Ok(Value::Bool(known)) => known,
            other => panic!("{name} gave {other:?}"),
        }
    }

    fn ints(elements: &[i64]) -> Value {
        Value::list(elements.iter().map(|element| Value::Int(*element)).collect::<Vec<_>>())
    }

    /// The result of a primitive on lists of unknown integers, evaluated where the unknowns are these integers.
    fn on_unknown_lists(name: &str, left: &[i64], right: &[i64]) -> bool {
        let mut script = Script::default();
        let holds = in_world(&mut script, |world| {
            let mut model = Model::new();
            let mut unknown = |world: &mut World<'_>, values: &[i64]| {
                let terms: Vec<Value> = values
                    .iter()
                    .map(|value| {
                        let term = world.terms.fresh_int("x", None, None);
                        model.insert(world.terms.var_id(term).unwrap(), Constant::from(*value));
                        Value::SymInt(term)
                    })
                    .collect();
                Value::list(terms)
            };
            let (a, b) = (unknown(world, left), unknown(world, right));
            let result = run_in(world, name, &[a, b]).unwrap();
            let term = world.bool_term(&result).unwrap();
            world.terms.evaluate(term, &model).unwrap().as_bool().unwrap()
        });
        assert!(script.asked.is_empty(), "{name} asked");
        holds
    }

    #[test]
    fn known_truth_values_fold() {
        for a in [false, true] {
            assert_eq!(truth("bool_not", &[Value::Bool(a)]), !a);
            for b in [false, true] {
                let args = [Value::Bool(a), Value::Bool(b)];
                assert_eq!(truth("bool_and", &args), a && b);
                assert_eq!(truth("bool_or", &args), a || b);
                assert_eq!(truth("bool_same", &args), a == b);
            }
        }
    }

    #[test]
    fn unknown_truth_values_combine_without_a_question() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let (a, b) = (world.terms.fresh_bool("a"), world.terms.fresh_bool("b"));
            let args = [Value::SymBool(a), Value::SymBool(b)];
            for (name, term) in [
                ("bool_and", world.terms.and(a, b)),
                ("bool_or", world.terms.or(a, b)),
                ("bool_same", world.terms.eq(a, b)),
            ] {
                let result = run_in(world, name, &args).unwrap();
                assert!(matches!(result, Value::SymBool(got) if got == term), "{name}");
            }
            let folded = run_in(world, "bool_and", &[Value::SymBool(a), Value::Bool(false)]).unwrap();
            assert!(matches!(folded, Value::Bool(false)));
        });
        assert!(script.asked.is_empty());
    }

    #[test]
    fn orders_of_unknown_lists_are_those_of_known_ones() {
        let lists: [&[i64]; 7] = [&[], &[1], &[2], &[1, 1], &[1, 2], &[2, 1], &[1, 2, 0]];
        for left in lists {
            for right in lists {
                let known = [ints(left), ints(right)];
                for (name, expected) in [
                    ("less_strict", left < right),
                    ("less_or_equal_strict", left <= right),
                    ("equal_strict", left == right),
                ] {
                    assert_eq!(truth(name, &known), expected, "{name} {left:?} {right:?}");
                    assert_eq!(on_unknown_lists(name, left, right), expected, "{name} {left:?} {right:?}");
                }
            }
        }
    }

    #[test]
    fn not_a_number_is_in_no_order() {
        let pair = |x| Value::tuple([Value::Int(1), Value::Float(x)]);
        assert!(!truth("less_strict", &[pair(f64::NAN), pair(1.0)]));
        assert!(!truth("less_or_equal_strict", &[pair(f64::NAN), pair(f64::NAN)]));
        assert!(truth("less_or_equal_strict", &[pair(1.0), pair(1.0)]));
    }

    #[test]
    fn functions_are_refused_only_if_the_parts_before_them_can_be_equal() {
        let mut script = Script { answers: vec![true, false], ..Script::default() };
        in_world(&mut script, |world| {
            let x = world.terms.fresh_int("x", None, None);
            let function = hole(world, &Type::arrow(Type::Int, Type::Int));
            let pair = |first| Value::tuple([first, function.clone()]);
            let args = [pair(Value::SymInt(x)), pair(Value::Int(3))];
            assert!(matches!(run_in(world, "less_strict", &args), Err(Stop::Raise(_))));
            let result = run_in(world, "less_strict", &args).unwrap();
            let (term, three) = (world.bool_term(&result).unwrap(), world.terms.int(3));
            assert_eq!(term, world.terms.lt(x, three));
        });
    }

    #[test]
    fn an_open_list_is_decided_only_behind_equal_parts() {
        let mut script = Script { answers: vec![false], ..Script::default() };
        in_world(&mut script, |world| {
            let x = world.terms.fresh_int("x", None, None);
            let open = hole(world, &Type::List(Type::Int.into()));
            let args =
                [Value::tuple([Value::SymInt(x), open.clone()]), Value::tuple([Value::Int(3), ints(&[])])];
            run_in(world, "less_or_equal_strict", &args).unwrap();
            let Value::Hole(id) = open else { panic!("{open:?}") };
            assert!(world.is_open(id));
        });
        assert_eq!(script.asked.len(), 1);
    }

    #[test]
    fn an_open_list_is_at_most_itself_without_a_question() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let open = hole(world, &Type::List(Type::Int.into()));
            let args = [open.clone(), open];
            assert!(matches!(run_in(world, "less_or_equal_strict", &args), Ok(Value::Bool(true))));
            assert!(matches!(run_in(world, "less_strict", &args), Ok(Value::Bool(false))));
        });
        assert!(script.asked.is_empty());
    }

    #[test]
    fn selection_by_a_known_condition_is_the_chosen_object() {
        let (yes, no) = (ints(&[1]), ints(&[]));
        let chosen = run("select", &[Value::Bool(true), yes.clone(), no]).unwrap();
        assert!(equality::is_same(&chosen, &yes));
    }

    #[test]
    fn selection_between_values_of_one_form_asks_nothing() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let condition = world.terms.fresh_bool("c");
            let unknown = hole(world, &Type::Int);
            let text = world.terms.fresh_str("s");
            let value = |number, code, text| {
                Value::tuple([number, Value::Char(code), text, Value::Bool(code == b'a'), ints(&[1, 2])])
            };
            let then = value(unknown.clone(), b'a', world.str_value(text));
            let otherwise = value(Value::Int(7), b'b', Value::str("no"));
            let args = [Value::SymBool(condition), then.clone(), otherwise.clone()];
            let merged = run_in(world, "select", &args).unwrap();
            let mut model = Model::new();
            let number = world.int_term(&unknown).unwrap();
            model.insert(world.terms.var_id(number).unwrap(), Constant::from(5));
            model.insert(world.terms.var_id(text).unwrap(), Constant::from(&b"yes"[..]));
            for (holds, expected) in [(true, then), (false, otherwise)] {
                model.insert(world.terms.var_id(condition).unwrap(), Constant::from(holds));
                assert_eq!(world.close(&merged, &model), world.close(&expected, &model));
            }
        });
        assert!(script.asked.is_empty());
    }

    #[test]
    fn selection_between_equal_constants_is_the_constant() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let condition = Value::SymBool(world.terms.fresh_bool("c"));
            let select =
                |world: &mut World<'_>, a, b| run_in(world, "select", &[condition.clone(), a, b]).unwrap();
            assert!(matches!(select(world, Value::Int(3), Value::Int(3)), Value::Int(3)));
            assert!(matches!(select(world, Value::Float(0.5), Value::Float(0.5)), Value::Float(_)));
            assert_eq!(select(world, Value::str("a"), Value::str("a")).as_known_str(), Some(&b"a"[..]));
            let nil = select(world, ints(&[]), ints(&[]));
            assert!(matches!(nil, Value::Constant(ConId::NIL)));
        });
        assert!(script.asked.is_empty());
    }

    #[test]
    fn selection_between_values_of_different_forms_decides() {
        for holds in [true, false] {
            let mut script = Script { answers: vec![holds], ..Script::default() };
            in_world(&mut script, |world| {
                let condition = Value::SymBool(world.terms.fresh_bool("c"));
                let (then, otherwise) = (ints(&[1, 2]), ints(&[1]));
                let chosen = run_in(world, "select", &[condition, then.clone(), otherwise.clone()]).unwrap();
                assert!(equality::is_same(&chosen, if holds { &then } else { &otherwise }));
            });
            assert_eq!(script.asked.len(), 1);
        }
    }

    #[test]
    fn selection_between_lists_of_a_hundred_thousand_elements_ends() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let condition = Value::SymBool(world.terms.fresh_bool("c"));
            let list = |element| Value::list((0..100_000).map(move |_| Value::Int(element)));
            let merged = run_in(world, "select", &[condition, list(1), list(2)]).unwrap();
            let Value::Block(block) = merged else { panic!("{merged:?}") };
            assert!(matches!(block.fields[0], Value::SymInt(_)));
        });
        assert!(script.asked.is_empty());
    }
}
