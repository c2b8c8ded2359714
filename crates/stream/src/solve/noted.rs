//! Which points of coverage the code of a function can note, whatever its arguments: by what stands in it and in the
//! definitions that it uses. What no path of a function was seen to note may still be noted on a path that nobody has seen.

use lydian_core::{Expr, Item, Literal, Program, Var};
use lydian_tessla::spec::{PointId, Spec};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each function of a specification the points in its code.
pub(super) fn points(spec: &Spec) -> Vec<FxHashSet<PointId>> {
    let definitions = definitions(&spec.program);
    let exports: FxHashMap<&str, Var> =
        spec.program.exports.iter().map(|export| (&*export.name, export.var)).collect();
    let of_function = |global: &str| {
        let mut found = FxHashSet::default();
        let mut open: Vec<Var> = exports.get(global).copied().into_iter().collect();
        let mut seen: FxHashSet<Var> = open.iter().copied().collect();
        while let Some(var) = open.pop() {
            let Some(definition) = definitions.get(&var) else { continue };
            found.extend(&definition.notes);
            open.extend(definition.uses.iter().copied().filter(|used| seen.insert(*used)));
        }
        found
    };
    spec.functions.iter().map(|function| of_function(&function.global)).collect()
}

/// What stands in a definition.
#[derive(Default)]
struct Definition {
    notes: Vec<PointId>,
    uses: Vec<Var>,
}

fn definitions(program: &Program) -> FxHashMap<Var, Definition> {
    let mut all = FxHashMap::default();
    for library in &program.libraries {
        all.extend(definitions(library));
    }
    for item in &program.items {
        match item {
            Item::Define(var, body) => {
                all.insert(*var, Definition::of(body));
            }
            Item::DefineRec(bindings) => {
                all.extend(bindings.iter().map(|(var, body)| (*var, Definition::of(body))));
            }
            Item::Run(_) => {}
        }
    }
    all
}

impl Definition {
    fn of(body: &Expr) -> Definition {
        let mut definition = Definition::default();
        definition.add(body);
        definition
    }

    fn add(&mut self, expr: &Expr) {
        match expr {
            Expr::Var(var) => self.uses.push(*var),
            Expr::Primitive(name, args) if &**name == "note" => {
                if let Some(Expr::Literal(Literal::Int(number))) = args.first()
                    && let Some(number) = number.as_usize().and_then(|number| u32::try_from(number).ok())
                {
                    self.notes.push(PointId(number));
                }
            }
            _ => {}
        }
        expr.for_each_child(&mut |child| self.add(child));
    }
}
