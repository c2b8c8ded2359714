//! One call of one program, with what an observer sees of it: how it ends, what it prints, and whether an integer left its
//! range on the way. What the top level of a file prints or computes is no part of it.

use std::collections::HashMap;

use lydian_core::{IntMode, Program, Type, TypeTable, Value};
use lydian_eval::{Image, Machine, Outcome, Output, ProgramId, Watch, World};

use crate::afterwards::can_change;
use crate::contents::{Contents, result_type};
use crate::entry::{Entry, Instance};
use crate::observe::Gaze;
use crate::pair::{Pair, Side};

/// What is seen of a call.
#[derive(Debug, Clone)]
pub(crate) struct Called {
    /// How it ends; a result is as its user sees it.
    pub(crate) outcome: Outcome,
    /// What it printed.
    pub(crate) output: Output,
    /// What integer arithmetic came to.
    pub(crate) watch: Option<Watch>,
    /// Whether parts of the result are so far behind suspensions that they were not computed.
    pub(crate) is_cut: bool,
    /// What the arguments hold afterwards as their user sees it, if they were made from terms.
    pub(crate) arguments: Option<Vec<Value>>,
}

impl From<Outcome> for Called {
    fn from(outcome: Outcome) -> Called {
        Called { outcome, output: Output::default(), watch: None, is_cut: false, arguments: None }
    }
}

/// How the calls of an entry are looked at, in both programs.
pub(crate) struct Onlooker {
    contents: Contents,
    /// The results of the functions that the reference defines, by name: where a type has variables, they stay.
    results: HashMap<String, Type>,
    /// What is seen of the entry at each instance of its type.
    instances: Vec<Seen>,
    flush: [Option<u32>; 2],
}

/// The types of what is seen of a call.
struct Seen {
    /// Of the inputs.
    inputs: Vec<Type>,
    result: Type,
    /// Of the arguments that are made from the inputs; nothing if none are.
    made: Vec<Type>,
}

impl Onlooker {
    pub(crate) fn new(image: &Image, programs: [(&Program, ProgramId); 2], entry: &Entry) -> Onlooker {
        let reference = programs[0].0;
        let function = reference.export(entry.typed_by()).map(|export| &export.ty);
        let result = |args: &[Type]| match function {
            // Somebody else makes the arguments of a call that is replayed: all of it is behind one `unit ->`.
            Some(Type::Arrow(_, _, to)) if args.is_empty() => (**to).clone(),
            Some(function) => result_type(&reference.types, function, args),
            None => Type::Unit,
        };
        let maker = entry.through.as_ref().and_then(|through| reference.export(through.maker()?));
        let made = |args: &[Type]| match maker.map(|maker| result_type(&reference.types, &maker.ty, args)) {
            Some(Type::Tuple(parts)) => parts.iter().skip(1).cloned().collect(),
            _ => Vec::new(),
        };
        let instance =
            |at: &Instance| Seen { inputs: at.args.clone(), result: result(&at.args), made: made(&at.args) };
        let instances = entry.instances.iter().map(instance).collect();
        Onlooker {
            contents: Contents::new(reference),
            results: reference
                .exports
                .iter()
                .map(|export| (export.name.to_string(), export.ty.uncurry().1))
                .collect(),
            instances,
            flush: programs.map(|(program, id)| flush_of_formatters(image, program, id)),
        }
    }

    /// The result of a function of the reference as its user sees it.
    pub(crate) fn seen_result(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        name: &str,
        value: &Value,
    ) -> Outcome {
        let Some(ty) = self.results.get(name) else { return Outcome::Returned(value.clone()) };
        match Gaze::new(&self.contents).see(machine, value, ty) {
            Ok(seen) => Outcome::Returned(seen),
            Err(other) => other,
        }
    }

    /// Whether `=` says of two results what their user would say.
    pub(crate) fn sees_plainly(&self, entry: &Entry) -> bool {
        !self.contents.hides(self.result(entry))
    }

    /// Whether the result of the entry is of a type whose values can be changed.
    pub(crate) fn result_can_change(&self, entry: &Entry, types: &TypeTable) -> bool {
        can_change(self.result(entry), types)
    }

    fn result(&self, entry: &Entry) -> &Type {
        self.seen(entry).map_or(&Type::Unit, |seen| &seen.result)
    }

    fn seen(&self, entry: &Entry) -> Option<&Seen> {
        self.instances.iter().find(|seen| seen.inputs == entry.args)
    }

    fn look(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        (pair, side): (&Pair, Side),
        (function, args): (&Value, &[Value]),
    ) -> Called {
        let result = self.result(&pair.entry);
        machine.world.output.clear();
        machine.world.watch = match machine.world.int_mode {
            IntMode::Wrapping(bits) => Some(Watch::new(bits)),
            IntMode::Unbounded => None,
        };
        let mut gaze = Gaze::new(&self.contents);
        let made = pair.made(machine, side, args);
        let mut outcome = match &made {
            None => machine.call(function, args),
            Some(Ok(args)) => machine.call(function, args),
            // What stops an argument from being made stops the call.
            Some(Err(other)) => other.clone(),
        };
        if let Outcome::Returned(value) = &outcome {
            outcome = match gaze.see(machine, value, result) {
                Ok(seen) => Outcome::Returned(seen),
                Err(other) => other,
            };
        }
        let arguments = match (&outcome, made) {
            (Outcome::Returned(_) | Outcome::Raised(_), Some(Ok(args))) if pair.entry.can_change => {
                let types = self.seen(&pair.entry).map_or(&[][..], |seen| &seen.made);
                match args.iter().zip(types).map(|(arg, ty)| gaze.see(machine, arg, ty)).collect() {
                    Ok(seen) => Some(seen),
                    Err(other) => {
                        outcome = other;
                        None
                    }
                }
            }
            _ => None,
        };
        if let Some(number) = self.flush[side as usize] {
            flush(machine, number);
        }
        let output = std::mem::take(&mut machine.world.output);
        Called { outcome, output, watch: machine.world.watch.take(), is_cut: gaze.is_cut, arguments }
    }
}

/// The global of the library that holds the function which writes what formatters still hold back, if the program has any.
fn flush_of_formatters(image: &Image, program: &Program, id: ProgramId) -> Option<u32> {
    let exports = program.libraries.iter().flat_map(|library| &library.exports);
    let export = exports.into_iter().find(|export| &*export.name == "lydian_flush_formatters")?;
    image.global_of(id, export.var)
}

fn flush(machine: &mut Machine<'_, '_, '_>, number: u32) {
    if let Value::Mutable(cells) = machine.globals()[number as usize].clone() {
        let action = cells.fields.borrow().first().cloned();
        if let Some(action) = action {
            machine.call(&action, &[Value::Unit]);
        }
    }
}

impl Pair {
    /// Calls the entry of one side.
    pub(crate) fn called(&self, side: Side, world: &mut World<'_>, args: &[Value]) -> Called {
        self.run_with(side, world, |machine, entry| self.onlooker.look(machine, (self, side), (entry, args)))
    }
}
