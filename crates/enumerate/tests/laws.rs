//! The laws of enumeration: nothing twice, exactly as many as counted, the same by index and by iteration, every datum of
//! the stated size; on lists, trees, mutual recursion, records, functions, polymorphic variants, arrays and suspensions.

use std::collections::HashSet;
use std::sync::Arc;

use lydian_core::{
    ConId, ConstructorDecl, Datum, FieldDecl, Mutability, Shape, Shapes, Type, TypeBody, TypeDecl, TypeTable,
};
use lydian_enumerate::{Enumerator, Pool};
use lydian_term::Int;
use num_bigint::BigUint;

fn named(path: &str) -> Type {
    Type::Named(path.into(), Arc::from([]))
}

fn list(element: Type) -> Type {
    Type::List(Arc::new(element))
}

fn tuple(parts: &[Type]) -> Type {
    Type::Tuple(parts.to_vec().into())
}

fn variant(path: &str, constructors: &[(&str, &[Type])]) -> TypeDecl {
    let constructors = constructors
        .iter()
        .map(|(name, args)| ConstructorDecl {
            con: ConId::intern(path, name),
            args: args.to_vec(),
            fields: None,
        })
        .collect();
    TypeDecl { path: path.into(), params: 0, body: TypeBody::Variant(constructors) }
}

fn field(name: &str, mutable: bool, ty: Type) -> FieldDecl {
    FieldDecl { name: name.into(), mutable, ty }
}

fn declarations() -> TypeTable {
    let mut table = TypeTable::default();
    table.add(variant("tree", &[("Node", &[named("tree"), named("tree")]), ("Leaf", &[])]));
    table.add(variant("itree", &[("E", &[]), ("N", &[named("itree"), Type::Int, named("itree")])]));
    table.add(variant("even", &[("Zero", &[]), ("AfterOdd", &[Type::Bool, named("odd")])]));
    table.add(variant("odd", &[("AfterEven", &[named("even")])]));
    table.add(variant("never", &[("Again", &[named("never")])]));
    table.add(variant("process", &[("Stop", &[]), ("Step", &[Type::arrow(Type::Int, named("process"))])]));
    table.add(TypeDecl {
        path: "point".into(),
        params: 0,
        body: TypeBody::Record(
            ConId::intern("point", "point"),
            vec![field("x", false, Type::Int), field("label", true, Type::String)],
        ),
    });
    let inline = vec![field("now", true, Type::Int)];
    table.add(TypeDecl {
        path: "counter".into(),
        params: 0,
        body: TypeBody::Variant(vec![ConstructorDecl {
            con: ConId::intern("counter", "Counter"),
            args: vec![Type::Int],
            fields: Some(inline),
        }]),
    });
    table.add(TypeDecl { path: "abstract".into(), params: 0, body: TypeBody::Abstract });
    table
}

fn pool_of(ints: i64) -> Pool {
    Pool { ints: (0..ints).map(Int::from).collect(), ..Pool::default() }
}

fn enumerator(types: &[Type], pool: &Pool) -> Enumerator {
    Enumerator::of_types(&mut Shapes::new(declarations()), types, pool)
}

/// The first size, the largest size at which everything is looked at, and the types.
fn samples() -> Vec<(u32, Vec<Type>)> {
    let function = |args: &[Type], result: Type| {
        args.iter().rev().fold(result, |result, arg| Type::arrow(arg.clone(), result))
    };
    vec![
        (9, vec![list(Type::Int)]),
        (9, vec![list(list(Type::Bool))]),
        (13, vec![named("tree")]),
        (13, vec![named("itree")]),
        (9, vec![named("even"), named("odd")]),
        (6, vec![named("point"), named("counter")]),
        (9, vec![function(&[Type::Int], Type::Int)]),
        (8, vec![function(&[Type::Int, Type::Int], Type::Bool)]),
        (8, vec![function(&[Type::String], Type::String), Type::Char]),
        (9, vec![function(&[tuple(&[Type::Int, Type::Bool])], Type::Int)]),
        (9, vec![function(&[Type::Bool], list(Type::Unit))]),
        (8, vec![named("process")]),
        (7, vec![function(&[list(Type::Int)], Type::Bool)]),
        (
            7,
            vec![Type::PolyVariant(Arc::from([
                (Arc::from("A"), None),
                (Arc::from("B"), Some(list(Type::Char))),
            ]))],
        ),
        (7, vec![Type::Array(Arc::new(tuple(&[Type::Bool, Type::Float])))]),
        (7, vec![Type::Array(Arc::new(Type::Array(Arc::new(Type::Unit))))]),
        (6, vec![Type::Lazy(Arc::new(list(Type::Int))), Type::Bytes, Type::Exn]),
        (4, vec![]),
        (5, vec![Type::Int, Type::Param(0), Type::Bool]),
        (5, vec![named("never"), Type::Int]),
        (5, vec![named("abstract")]),
        (5, vec![Type::Array(Arc::new(named("never")))]),
        (5, vec![named("undeclared")]),
    ]
}

#[test]
fn enumeration_never_repeats_and_matches_its_count_by_every_way() {
    for (last, types) in samples() {
        let mut inputs = enumerator(&types, &Pool::default());
        let mut seen = HashSet::new();
        let mut by_size = Vec::new();
        for size in 0..=last {
            let count = inputs.count(size);
            if count > BigUint::from(30_000u32) {
                break;
            }
            let members: Vec<Vec<Datum>> = inputs.of_size(size).collect();
            assert_eq!(BigUint::from(members.len()), count, "{types:?} at size {size}");
            for (index, member) in members.iter().enumerate() {
                assert_eq!(member.len(), types.len());
                assert_eq!(member.iter().map(Datum::size).sum::<u64>(), u64::from(size), "{member:?}");
                assert!(seen.insert(format!("{member:?}")), "twice: {member:?}");
                let big = inputs.nth(size, &BigUint::from(index)).map(|nth| format!("{nth:?}"));
                assert_eq!(big, Some(format!("{member:?}")));
                let small = inputs.nth_small(size, index as u64).map(|nth| format!("{nth:?}"));
                assert_eq!(small, big);
            }
            assert_eq!(inputs.nth(size, &count), None);
            assert_eq!(inputs.nth_small(size, members.len() as u64), None);
            let mut shuffled: Vec<String> =
                inputs.of_size_shuffled(size, 42).map(|member| format!("{member:?}")).collect();
            let mut plain: Vec<String> = members.iter().map(|member| format!("{member:?}")).collect();
            by_size.extend(plain.clone());
            shuffled.sort();
            plain.sort();
            assert_eq!(shuffled, plain, "{types:?} at size {size}");
        }
        let all: Vec<String> = inputs.all().take(by_size.len()).map(|member| format!("{member:?}")).collect();
        assert!(all == by_size, "all sizes of {types:?}");
    }
}

#[test]
fn binary_trees_are_counted_by_the_catalan_numbers() {
    let mut inputs = enumerator(&[named("tree")], &Pool::default());
    let counts: Vec<String> = (0..8).map(|nodes| inputs.count(2 * nodes + 1).to_string()).collect();
    assert_eq!(counts, ["1", "1", "2", "5", "14", "42", "132", "429"]);
    let mut labelled = enumerator(&[named("itree")], &pool_of(1));
    let counts: Vec<String> = (0..5).map(|nodes| labelled.count(3 * nodes + 1).to_string()).collect();
    assert_eq!(counts, ["1", "1", "2", "5", "14"]);
}

#[test]
fn lists_of_k_integers_are_counted_by_powers_of_k() {
    for k in [1i64, 2, 5] {
        let mut inputs = enumerator(&[list(Type::Int)], &pool_of(k));
        for length in 0..12u32 {
            assert_eq!(inputs.count(2 * length + 1), BigUint::from(k as u32).pow(length));
            assert_eq!(inputs.count(2 * length), BigUint::ZERO);
        }
    }
}

#[test]
fn huge_counts_are_exact_and_reachable() {
    let mut trees = enumerator(&[named("tree")], &Pool::default());
    // The hundredth Catalan number.
    let catalan = "896519947090131496687170070074100632420837521538745909320";
    assert_eq!(trees.count(201).to_string(), catalan);
    let last = trees.count(201) - 1u32;
    let datum = trees.nth(201, &last).expect("below the count");
    assert_eq!(datum[0].size(), 201);
    let some: Vec<Vec<Datum>> = trees.of_size_shuffled(201, 1).take(20).collect();
    assert!(some.iter().all(|member| member[0].size() == 201));
    assert_eq!(trees.of_size(201).take(20).filter(|member| member[0].size() == 201).count(), 20);

    let mut functions = enumerator(&[Type::arrow(Type::Int, list(Type::Int))], &Pool::default());
    let count = functions.count(200);
    let step = &count / BigUint::from(7u32);
    for position in 0..7u32 {
        let datum = functions.nth(200, &(&step * position)).expect("below the count");
        assert_eq!(datum[0].size(), 200);
    }
}

#[test]
fn the_first_values_are_the_simplest() {
    let mut lists = enumerator(&[list(Type::Int)], &Pool::default());
    let first: Vec<Datum> = lists.all().take(4).flatten().collect();
    let ints =
        |ints: &[i64]| Datum::list(ints.iter().map(|int| Datum::Int(Int::from(*int))).collect::<Vec<_>>());
    assert_eq!(first, [ints(&[]), ints(&[0]), ints(&[1]), ints(&[-1])]);
    let mut trees = enumerator(&[named("tree")], &Pool::default());
    let leaf = Datum::Construct(ConId::intern("tree", "Leaf"), Mutability::Immutable, vec![]);
    assert_eq!(trees.all().next(), Some(vec![leaf]));
}

#[test]
fn the_smallest_size_with_members_is_that_of_the_shape() {
    let mut shapes = Shapes::new(declarations());
    for (_, types) in samples() {
        for ty in types {
            let id = shapes.intern(&ty);
            let mut inputs = Enumerator::new(&shapes, &[id], &Pool::default());
            let smallest = (0..12).find(|size| inputs.count(*size) > BigUint::ZERO);
            assert_eq!(smallest, shapes.min_size(id), "{ty:?}");
            assert!(!matches!(shapes.shape(id), Shape::Closed(_)) || smallest.is_none());
        }
    }
}

#[test]
fn finite_types_end() {
    let mut pairs = enumerator(&[Type::Bool, tuple(&[Type::Bool, Type::Unit])], &Pool::default());
    assert_eq!(pairs.largest_size(), Some(4));
    assert_eq!(pairs.all().count(), 4);
    assert_eq!(pairs.count(1_000_000_000), BigUint::ZERO);
    assert_eq!(pairs.count_up_to(u32::MAX), BigUint::from(4u32));
    assert_eq!(enumerator(&[named("never")], &Pool::default()).all().count(), 0);
    assert_eq!(enumerator(&[], &Pool::default()).all().count(), 1);
    assert_eq!(enumerator(&[list(Type::Bool)], &Pool::default()).largest_size(), None);
    let predicates = Type::arrow(Type::Bool, Type::Bool);
    let mut predicates = enumerator(&[predicates], &Pool::default());
    assert!(predicates.largest_size().is_some());
    // The identity, two constants, the negation, and two tables for each of the two keys.
    assert_eq!(predicates.all().count(), 8);
}

#[test]
fn tables_name_no_result_that_is_their_default() {
    let mut inputs = enumerator(&[Type::arrow(Type::Int, Type::Bool)], &Pool::default());
    let mut entries = [0; 3];
    for member in (0..10).flat_map(|size| inputs.of_size(size).collect::<Vec<_>>()) {
        let Datum::Function(function) = &member[0] else { panic!("a function") };
        entries[function.entries.len()] += 1;
        assert!(function.entries.iter().all(|(_, result)| Some(result) != function.constant.as_ref()));
        if let [(first, _), (second, _)] = &function.entries[..] {
            assert_ne!(first, second);
        }
    }
    // Two defaults for each of six keys and fifteen pairs of keys.
    assert_eq!(entries[1..], [12, 30]);
}

#[test]
fn mutable_fields_make_mutable_blocks() {
    let mut points = enumerator(&[named("point"), named("counter")], &Pool::default());
    let first = points.all().next().expect("there are points");
    assert!(first.iter().all(|datum| matches!(datum, Datum::Construct(_, Mutability::Mutable, _))));
}

#[test]
fn an_enumerator_can_move_to_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&enumerator(&[named("tree")], &Pool::default()));
}

#[test]
fn a_type_of_a_thousand_nested_tuples_is_no_special_case() {
    let deep = (0..1000).fold(Type::Bool, |inner, _| tuple(&[inner, Type::Unit]));
    let mut inputs = enumerator(&[deep], &Pool::default());
    assert_eq!(inputs.count(2001), BigUint::from(2u32));
    assert_eq!(inputs.all().count(), 2);
}
