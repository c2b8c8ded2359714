//! Prints how long a million small trees take, one after the other and by index.

use std::sync::Arc;
use std::time::Instant;

use lydian_core::{ConId, ConstructorDecl, Shapes, Type, TypeBody, TypeDecl, TypeTable};
use lydian_enumerate::{Enumerator, Pool};

fn main() {
    let tree = Type::Named("tree".into(), Arc::from([]));
    let mut table = TypeTable::default();
    let constructor = |name, args| ConstructorDecl { con: ConId::intern("tree", name), args, fields: None };
    table.add(TypeDecl {
        path: "tree".into(),
        params: 0,
        body: TypeBody::Variant(vec![
            constructor("Leaf", vec![]),
            constructor("Node", vec![tree.clone(), Type::Int, tree.clone()]),
        ]),
    });
    let mut inputs = Enumerator::of_types(&mut Shapes::new(table), &[tree], &Pool::default());
    let start = Instant::now();
    let total: usize = inputs.all().take(1_000_000).map(|input| input.len()).sum();
    println!("{total} trees in order in {:?}", start.elapsed());
    let start = Instant::now();
    let total: usize = inputs.of_size_shuffled(19, 1).take(1_000_000).map(|input| input.len()).sum();
    println!("{total} trees by index in {:?}", start.elapsed());
}
