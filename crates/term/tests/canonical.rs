//! Terms that are equal for a reason that programs often give have equal ids, and depth is no danger.

use lydian_term::{Constant, Int, Model, Node, Terms};

fn machine_int(terms: &mut Terms, name: &str) -> lydian_term::TermId {
    terms.fresh_int(name, Some(-Int::power_of_two(62)), Some(Int::power_of_two(62) - Int::ONE))
}

#[test]
fn comparisons_have_one_form() {
    let mut terms = Terms::new();
    let (x, y, one) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None), terms.int(1));
    let less = terms.lt(x, y);
    let at_most = terms.le(y, x);
    assert_eq!(terms.not(at_most), less);
    let next = terms.add(x, one);
    assert_eq!(terms.le(next, y), less);
    let (two, three) = (terms.int(2), terms.int(3));
    let double = terms.mul(two, x);
    let (even_bound, bound) = (terms.le(double, three), terms.le(x, one));
    assert_eq!(even_bound, bound);
    assert_eq!(terms.eq(double, three), Terms::FALSE);
    assert_eq!(terms.eq(x, y), terms.eq(y, x));
}

#[test]
fn polynomials_have_one_form() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
    let (sum, difference) = (terms.add(x, y), terms.sub(x, y));
    let product = terms.mul(sum, difference);
    let (xx, yy) = (terms.mul(x, x), terms.mul(y, y));
    assert_eq!(product, terms.sub(xx, yy));
}

#[test]
fn wrapping_there_and_back_is_identity() {
    let mut terms = Terms::new();
    let x = machine_int(&mut terms, "x");
    let one = terms.int(1);
    let next = terms.add(x, one);
    let next = terms.wrap(63, next);
    assert!(matches!(terms.view(next), Node::Wrap(63, _)));
    let back = terms.sub(next, one);
    assert_eq!(terms.wrap(63, back), x);
    let small = terms.fresh_int("small", Some(Int::from(0)), Some(Int::from(100)));
    let sum = terms.add(small, one);
    assert_eq!(terms.wrap(63, sum), sum);
}

#[test]
fn products_wrap_once() {
    let mut terms = Terms::new();
    let (x, y, z) =
        (machine_int(&mut terms, "x"), machine_int(&mut terms, "y"), machine_int(&mut terms, "z"));
    let multiply = |terms: &mut Terms, a, b| {
        let product = terms.mul(a, b);
        terms.wrap(63, product)
    };
    let (xy, yz) = (multiply(&mut terms, x, y), multiply(&mut terms, y, z));
    assert_eq!(multiply(&mut terms, xy, z), multiply(&mut terms, x, yz));
}

#[test]
fn a_three_way_comparison_folds_back_to_its_conditions() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
    let (less, equal) = (terms.lt(x, y), terms.eq(x, y));
    let (minus, zero, one) = (terms.int(-1), terms.int(0), terms.int(1));
    let inner = terms.ite(equal, zero, one);
    let compare = terms.ite(less, minus, inner);
    assert_eq!(terms.lt(compare, zero), less);
    let not_less = terms.not(less);
    let both = terms.and(not_less, equal);
    assert_eq!(terms.eq(compare, zero), both);
}

#[test]
fn characters_compare_one_by_one() {
    let mut terms = Terms::new();
    let code = terms.fresh_int("code", Some(Int::from(0)), Some(Int::from(255)));
    let rest = terms.fresh_str("rest");
    let first = terms.from_code(code);
    let whole = terms.concat(first, rest);
    let (text, letter, tail) = (terms.str(b"abc"), terms.int(97), terms.str(b"bc"));
    let (head_equal, tail_equal) = (terms.eq(code, letter), terms.eq(rest, tail));
    let both = terms.and(head_equal, tail_equal);
    assert_eq!(terms.eq(whole, text), both);
    let empty = terms.str(b"");
    assert_eq!(terms.eq(whole, empty), Terms::FALSE);
    let zero = terms.int(0);
    assert_eq!(terms.code_at(whole, zero), code);
    let length = terms.str_len(rest);
    let is_empty = terms.eq(rest, empty);
    assert_eq!(terms.eq(length, zero), is_empty);
}

#[test]
fn conjunction_absorbs_and_resolves() {
    let mut terms = Terms::new();
    let (p, q) = (terms.fresh_bool("p"), terms.fresh_bool("q"));
    let either = terms.or(p, q);
    assert_eq!(terms.and(p, either), p);
    let not_p = terms.not(p);
    let both = terms.and(not_p, q);
    assert_eq!(terms.and(not_p, either), both);
}

#[test]
fn half_a_million_additions_neither_overflow_nor_take_long() {
    let mut terms = Terms::new();
    let mut total = terms.fresh_int("x0", None, None);
    let mut model = Model::new();
    model.insert(terms.var_id(total).unwrap(), 1);
    for number in 1..100_000 {
        let next = terms.fresh_int(&format!("x{number}"), None, None);
        model.insert(terms.var_id(next).unwrap(), 1);
        total = terms.add(total, next);
    }
    let one = terms.int(1);
    for _ in 0..500_000 {
        total = terms.add(total, one);
    }
    assert_eq!(terms.evaluate(total, &model), Some(Constant::from(600_000)));
    assert_eq!(terms.vars_of(total).len(), 100_000);
}

#[test]
fn deeply_nested_conditionals_do_not_overflow() {
    let mut terms = Terms::new();
    let x = terms.fresh_int("x", None, None);
    let p = terms.fresh_bool("p");
    let mut nested = x;
    for number in 0..100_000i64 {
        let number = terms.int(number);
        let condition = terms.lt(nested, number);
        nested = terms.ite(condition, x, number);
        let divided = terms.tdiv(nested, x);
        nested = terms.ite(p, divided, nested);
    }
    let model: Model =
        [(terms.var_id(x).unwrap(), Constant::from(5)), (terms.var_id(p).unwrap(), Constant::from(true))]
            .into_iter()
            .collect();
    assert!(terms.evaluate(nested, &model).is_some());
    assert_eq!(terms.vars_of(nested).len(), 2);
    assert!(terms.display(nested).to_string().len() < 100_000);
    let zero = terms.int(0);
    let assertion = terms.lt(zero, nested);
    assert!(terms.to_smtlib(&[assertion]).contains("(check-sat)"));
}
