//! Values that only operations can make: properties about abstract types, and about types with a generator, run on terms.

use std::cell::OnceCell;
use std::sync::Arc;

use lydian_core::{ConId, Datum, IntMode, Program, Shapes, Value};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::{Image, ImageBuilder, Limits, Machine, Meter, NoUnknowns, ProgramId, Universe, World};
use lydian_ocaml::{Builders, Options, Typed};
use lydian_term::{Model, Terms};

use crate::load::Property;

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
    let lists = Lists { program: &typed.program, ready: OnceCell::new() };
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
            property.partial = alone.is_none_or(|builders| builders.partial);
            property.ungenerated = false;
            property.entry = built.name.clone();
            property.args = built.ty.uncurry().0.into_iter().map(|(_, ty)| ty).collect();
        }
    }
    (program, Some(builders))
}

/// The lists of values that the file defines.
struct Lists<'p> {
    program: &'p Program,
    ready: OnceCell<Option<(Image, ProgramId, Vec<Value>)>>,
}

impl Lists<'_> {
    fn shown(&self, path: &str) -> Option<Vec<String>> {
        let (image, id, globals) = self.ready.get_or_init(|| self.computed()).as_ref()?;
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(self.program.types.clone()));
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(Limits::default());
        let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, IntMode::OCAML);
        let mut machine = Machine::new(image, &mut world);
        machine.set_globals(globals);
        let list = machine.global(*id, path)?;
        let list = machine.world.close(&list, &Model::new());
        let mut texts = Vec::new();
        let mut rest = &list;
        while let Datum::Construct(ConId::CONS, _, parts) = rest {
            let [head, tail] = &parts[..] else { return None };
            texts.push(lydian_ocaml::show(head, &self.program.types));
            rest = tail;
        }
        Some(texts)
    }

    fn computed(&self) -> Option<(Image, ProgramId, Vec<Value>)> {
        let mut builder = ImageBuilder::new(IntMode::OCAML);
        let id = builder.add(self.program).ok()?;
        let image = builder.finish();
        let types = &self.program.types;
        let globals = image.definitions(id, types, None, Limits::default(), IntMode::OCAML).ok()?;
        Some((image, id, globals))
    }
}
