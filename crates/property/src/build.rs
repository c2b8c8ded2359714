//! Values that only operations can make: properties about abstract types, and about types with a generator, run on terms.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use lydian_core::Program;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Builders, Options, Typed};

use crate::load::{Properties, Property};
use crate::ready::{Ready, elements};

/// The program with builders for the properties that need them; these then run on terms.
pub(crate) fn with_builders(
    source: &Arc<Source>,
    typed: Typed,
    options: &Options,
    properties: &mut [Property],
) -> (Program, Option<Builders>) {
    // Whoever stays without builders has inputs that no generator made: nothing that they show is a counterexample.
    for property in properties.iter_mut() {
        property.ungenerated = typed.takes_generated(&property.entry);
    }
    let names: Vec<&str> = properties.iter().map(|property| &*property.entry).collect();
    let lists = Lists { source, program: &typed.program, known: RefCell::default() };
    let loaded = |names: &[&str]| {
        let builders = typed.builders(names, &|path| lists.shown(path))?;
        let mut options = options.clone();
        options.after.push(builders.source.clone());
        let (program, faults) = lydian_ocaml::load_with(source, &options);
        let program = program.filter(|_| !faults.iter().any(Diagnostic::is_error))?;
        Some((program, builders))
    };
    // What one property needs may be impossible to write (names that the file gives a second meaning): it stays as it is.
    let possible = || names.iter().copied().filter(|name| loaded(&[name]).is_some()).collect::<Vec<&str>>();
    let Some((program, builders)) = loaded(&names).or_else(|| loaded(&possible())) else {
        drop(lists);
        return (typed.program, None);
    };
    for property in properties {
        let built = builders.entries.get(&*property.entry).and_then(|entry| program.export(entry));
        if let Some(built) = built {
            let alone = typed.builders(&[&property.entry], &|path| lists.shown(path));
            property.partial |= alone.is_none_or(|builders| builders.partial);
            property.ungenerated = false;
            property.entry = built.name.clone();
            property.args = built.ty.uncurry().0.into_iter().map(|(_, ty)| ty).collect();
        }
    }
    (program, Some(builders))
}

/// The lists of values that a file defines.
struct Lists<'p> {
    source: &'p Arc<Source>,
    program: &'p Program,
    known: RefCell<BTreeMap<String, Option<Vec<String>>>>,
}

impl Lists<'_> {
    /// The elements of a list, as they are written.
    fn shown(&self, path: &str) -> Option<Vec<String>> {
        let mut known = self.known.borrow_mut();
        known.entry(path.to_owned()).or_insert_with(|| self.computed(path)).clone()
    }

    fn computed(&self, path: &str) -> Option<Vec<String>> {
        let (source, program) = (self.source.clone(), self.program.clone());
        let file =
            Properties { source, program, properties: vec![], builders: None, raising_functions: false };
        let list = Ready::new(&file).ok()?.value_of(path).ok()?;
        let shown = elements(&list).map(|element| lydian_ocaml::show(element, &file.program.types)).collect();
        list.dismantle();
        Some(shown)
    }
}
