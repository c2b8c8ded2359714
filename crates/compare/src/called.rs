//! The calls of a test in one program, with what an observer sees of them: how each ends, what it prints, and whether an integer left its
//! range on the way. What the top level of a file prints or computes is no part of it.

use std::collections::HashMap;

use lydian_core::{Datum, IntMode, Program, Type, TypeTable, Value};
use lydian_eval::{Image, Machine, Outcome, Output, ProgramId, Watch, World};

use crate::afterwards::{self, can_change};
use crate::contents::{Contents, result_type};
use crate::differ::Closed;
use crate::entry::{Entry, Instance};
use crate::observe::Gaze;
use crate::oneness::{Object, Objects};
use crate::pair::{Pair, Side};
use crate::sequence::Sequence;
use crate::{Exceptions, Options, printed};

/// What is seen of one call.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// How it ends; a result is as its user sees it.
    pub(crate) outcome: Outcome,
    /// What it printed.
    pub(crate) output: Output,
    /// What can be changed in its result.
    pub(crate) objects: Vec<Object>,
}

/// What is seen of the calls of a test.
#[derive(Debug, Clone)]
pub(crate) struct Called {
    /// The calls before the last one; those behind one that does not end normally are not made.
    pub(crate) earlier: Vec<Seen>,
    /// The last call that was made.
    pub(crate) last: Seen,
    /// What integer arithmetic came to.
    pub(crate) watch: Option<Watch>,
    /// Whether parts of a result are so far behind suspensions that they were not computed.
    pub(crate) is_cut: bool,
    /// What the arguments hold afterwards as their user sees it, if they were made from terms.
    pub(crate) arguments: Option<Vec<Value>>,
}

impl From<Outcome> for Called {
    fn from(outcome: Outcome) -> Called {
        let last = Seen { outcome, output: Output::default(), objects: Vec::new() };
        Called { earlier: Vec::new(), last, watch: None, is_cut: false, arguments: None }
    }
}

impl Called {
    /// The calls in order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Seen> {
        self.earlier.iter().chain([&self.last])
    }

    /// Whether any of them printed.
    pub(crate) fn prints(&self) -> bool {
        self.calls().any(|seen| printed::prints(&seen.output))
    }

    /// The same as if this call had been the last one.
    pub(crate) fn up_to(mut self, call: usize) -> Called {
        if call < self.earlier.len() {
            self.earlier.truncate(call + 1);
            self.last = self.earlier.swap_remove(call);
        }
        self
    }
}

/// How the calls of an entry are looked at, in both programs.
pub(crate) struct Onlooker {
    pub(crate) contents: Contents,
    /// The types of the functions that the reference defines, by name: where a type has variables, they stay.
    functions: HashMap<String, Type>,
    /// What is seen of the entry at each instance of its type.
    instances: Vec<SeenTypes>,
    flush: [Option<u32>; 2],
}

/// The types of what is seen of a call.
struct SeenTypes {
    /// Of the inputs.
    inputs: Vec<Type>,
    result: Type,
    /// Of the arguments that are made from the inputs; nothing if none are.
    made: Vec<Type>,
    /// Whether a result can hold objects that can be changed, and shows all that it is made of.
    has_objects: bool,
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
        let contents = Contents::new(programs.map(|(program, _)| program), entry.own.sorts);
        let instance = |at: &Instance| {
            let result = result(&at.args);
            let has_objects = can_change(&result, &reference.types) && !contents.hides(&result);
            SeenTypes { inputs: at.args.clone(), made: made(&at.args), result, has_objects }
        };
        let instances = entry.instances.iter().map(instance).collect();
        Onlooker {
            contents,
            functions: reference
                .exports
                .iter()
                .map(|export| (export.name.to_string(), export.ty.clone()))
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
        let Some(function) = self.functions.get(name) else { return Outcome::Returned(value.clone()) };
        match Gaze::new(&self.contents).see(machine, value, &function.uncurry().1) {
            Ok(seen) => Outcome::Returned(seen),
            Err(other) => other,
        }
    }

    /// Whether `=` says of two results what their user would say.
    pub(crate) fn sees_plainly(&self, entry: &Entry) -> bool {
        !self.contents.hides(self.result(entry))
    }

    /// A result of the entry with its numbers as they are written.
    pub(crate) fn written(&self, entry: &Entry, datum: &Datum) -> Datum {
        self.contents.written(datum, self.result(entry))
    }

    /// The same for what an argument holds.
    pub(crate) fn written_argument(&self, pair: &Pair, argument: usize, datum: &Datum) -> Datum {
        match self.argument_type(pair, argument) {
            Some(ty) => self.contents.written(datum, &ty),
            None => datum.clone(),
        }
    }

    /// The same for the arguments and the result of a function of the reference.
    pub(crate) fn written_call(&self, name: &str, args: &mut [Datum], results: [&mut Closed; 2]) {
        let Some(function) = self.functions.get(name) else { return };
        let (types, result) = function.uncurry();
        for (arg, (_, ty)) in args.iter_mut().zip(&types) {
            *arg = self.contents.written(arg, ty);
        }
        for closed in results {
            if let Closed::Value(value) = closed {
                *value = self.contents.written(value, &result);
            }
        }
    }

    /// Whether a value has parts that only operations of the library make: how these are kept is nothing that a user can write.
    pub(crate) fn has_container(&self, datum: &Datum) -> bool {
        match datum {
            Datum::Construct(con, _, parts) => {
                self.contents.container(con.type_path()).is_some()
                    || parts.iter().any(|part| self.has_container(part))
            }
            Datum::Array(parts) => parts.iter().any(|part| self.has_container(part)),
            Datum::Lazy(part) => self.has_container(part),
            _ => false,
        }
    }

    /// Whether the result of the entry is of a type whose values can be changed.
    pub(crate) fn result_can_change(&self, entry: &Entry, types: &TypeTable) -> bool {
        can_change(self.result(entry), types)
    }

    /// The types of the arguments that are made from the inputs; none if they are the inputs.
    pub(crate) fn made(&self, entry: &Entry) -> &[Type] {
        self.types(entry).map_or(&[], |types| &types.made)
    }

    pub(crate) fn result(&self, entry: &Entry) -> &Type {
        self.types(entry).map_or(&Type::Unit, |types| &types.result)
    }

    fn types(&self, entry: &Entry) -> Option<&SeenTypes> {
        self.instances.iter().find(|types| types.inputs == entry.args)
    }

    /// Looks at all calls of a test.
    fn look(&self, machine: &mut Machine<'_, '_, '_>, test: &Test<'_>) -> Called {
        machine.world.output.clear();
        machine.world.watch = match machine.world.int_mode {
            IntMode::Wrapping(bits) => Some(Watch::new(bits)),
            IntMode::Unbounded => None,
        };
        let sequence = test.pair.sequence;
        let (_, calls) = sequence.split(test.args);
        let mut called;
        match sequence.made(machine, test.function, test.args) {
            Ok(functions) => {
                called = Called::from(Outcome::Cut);
                let mut objects = Objects::default();
                for (number, args) in calls.iter().enumerate() {
                    if number > 0 {
                        let earlier = Seen {
                            outcome: kept(machine.world, &called.last.outcome),
                            output: std::mem::take(&mut called.last.output),
                            objects: std::mem::take(&mut called.last.objects),
                        };
                        called.earlier.push(earlier);
                    }
                    let function = &functions[sequence.instance_of(number)];
                    let args = sequence.arguments(args);
                    self.look_at_one(machine, test, (function, &args), &mut called, &mut objects);
                    if !test.goes_on_after(&called.last.outcome) {
                        break;
                    }
                }
            }
            Err(other) => {
                called = Called::from(other);
                called.last.output = std::mem::take(&mut machine.world.output);
            }
        }
        called.watch = machine.world.watch.take();
        called
    }

    fn look_at_one(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        test: &Test<'_>,
        (function, args): (&Value, &[Value]),
        called: &mut Called,
        objects: &mut Objects,
    ) {
        let mut gaze = Gaze::new(&self.contents);
        let made = test.pair.made(machine, test.side, args);
        called.last.outcome = match &made {
            None => machine.call(function, args),
            Some(Ok(args)) => machine.call(function, args),
            // What stops an argument from being made stops the call.
            Some(Err(other)) => other.clone(),
        };
        if let Outcome::Returned(value) = &called.last.outcome {
            if self.types(&test.pair.entry).is_some_and(|types| types.has_objects) {
                objects.note_arguments(machine.world, args);
                called.last.objects = objects.of_result(machine.world, value);
            }
            called.last.outcome = match gaze.see(machine, value, self.result(&test.pair.entry)) {
                Ok(seen) => Outcome::Returned(seen),
                Err(other) => other,
            };
        }
        called.arguments = match (&called.last.outcome, made) {
            (Outcome::Returned(_) | Outcome::Raised(_), Some(Ok(args))) if test.pair.entry.can_change => {
                let types = self.types(&test.pair.entry).map_or(&[][..], |types| &types.made);
                match args.iter().zip(types).map(|(arg, ty)| gaze.see(machine, arg, ty)).collect() {
                    Ok(seen) => Some(seen),
                    Err(other) => {
                        called.last.outcome = other;
                        None
                    }
                }
            }
            _ => None,
        };
        if let Some(number) = self.flush[test.side as usize] {
            flush(machine, number);
        }
        called.last.output = std::mem::take(&mut machine.world.output);
        called.is_cut |= gaze.is_cut;
    }
}

impl Sequence {
    /// The functions that a test calls, one for each instance; or how making one of them ends otherwise.
    pub(crate) fn made(
        self,
        machine: &mut Machine<'_, '_, '_>,
        entry: &Value,
        inputs: &[Value],
    ) -> Result<Vec<Value>, Outcome> {
        let make = |shared: &[Value]| match shared {
            [] => Ok(entry.clone()),
            shared => match machine.call(entry, shared) {
                Outcome::Returned(function) => Ok(function),
                other => Err(other),
            },
        };
        self.split(inputs).0.into_iter().map(make).collect()
    }
}

/// What is called, and how.
struct Test<'a> {
    pair: &'a Pair,
    side: Side,
    function: &'a Value,
    args: &'a [Value],
    exceptions: Exceptions,
}

impl Test<'_> {
    /// Whether there is a next call: exceptions end a test unless they are part of the behaviour.
    fn goes_on_after(&self, outcome: &Outcome) -> bool {
        match outcome {
            Outcome::Returned(_) => true,
            Outcome::Raised(_) => self.exceptions.count(),
            _ => false,
        }
    }
}

/// How a call ended, as it is when the next one begins: that may change what the result holds.
fn kept(world: &World<'_>, outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Returned(value) if value.holds_mutable_data() => match afterwards::copy(world, value) {
            Ok(copy) => Outcome::Returned(copy),
            Err(why) => Outcome::Unsupported(why.to_owned()),
        },
        other => other.clone(),
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
    /// Calls the entry of one side, as often as a test does, from the start of the program.
    pub(crate) fn called(
        &self,
        side: Side,
        world: &mut World<'_>,
        args: &[Value],
        options: &Options,
    ) -> Called {
        let exceptions = options.exceptions;
        self.run_with(side, world, |machine, function| {
            self.onlooker.look(machine, &Test { pair: self, side, function, args, exceptions })
        })
    }
}
