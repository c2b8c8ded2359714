//! Which definitions a program needs.
//! Its own are all kept, since running them can have effects; of a library only what is used, except steps that do
//! something. Order is kept: libraries first.

use std::collections::{HashMap, HashSet};

use lydian_core::{Expr, Item, Program, Var};

use super::free::visit;

/// The items to compile, in the order in which they run.
pub(super) fn needed_items(program: &Program) -> Vec<&Item> {
    let library_items: Vec<&Item> = program.libraries.iter().flat_map(|library| &library.items).collect();
    let mut definer: HashMap<Var, usize> = HashMap::new();
    for (index, item) in library_items.iter().enumerate() {
        for var in defined(item) {
            definer.insert(var, index);
        }
    }
    let mut needed = HashSet::new();
    let mut work: Vec<&Item> = program.items.iter().collect();
    for (index, item) in library_items.iter().enumerate() {
        if has_effect(item) && needed.insert(index) {
            work.push(item);
        }
    }
    while let Some(item) = work.pop() {
        let mut found = |var: Var| {
            if let Some(index) = definer.get(&var)
                && needed.insert(*index)
            {
                work.push(library_items[*index]);
            }
        };
        for expr in expressions(item) {
            visit(expr, &mut found);
        }
    }
    let mut items: Vec<&Item> = library_items
        .into_iter()
        .enumerate()
        .filter(|(index, _)| needed.contains(index))
        .map(|(_, item)| item)
        .collect();
    items.extend(&program.items);
    items
}

fn defined(item: &Item) -> Vec<Var> {
    match item {
        Item::Define(var, _) => vec![*var],
        Item::DefineRec(bindings) => bindings.iter().map(|(var, _)| *var).collect(),
        Item::Run(_) => Vec::new(),
    }
}

fn expressions(item: &Item) -> Vec<&Expr> {
    match item {
        Item::Define(_, expr) | Item::Run(expr) => vec![expr],
        Item::DefineRec(bindings) => bindings.iter().map(|(_, expr)| expr).collect(),
    }
}

fn has_effect(item: &Item) -> bool {
    matches!(item, Item::Run(_))
}
