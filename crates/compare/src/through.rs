//! Entries that are reached through operations: functions whose arguments only operations can make (maps, tables, queues, values of abstract
//! types), and modules, which are compared by programs over their operations.
//!
//! In: both files and what is to be compared. Out: both programs with the same text behind them (see `lydian_ocaml::Builders`), and an
//! entry that takes terms. Terms are ordinary data to the search; what a user reads are the expressions that they stand for.

use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, Program, Shapes, Type, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Builders, Interface, ModuleKind, Observations, Part, Rows, Typed, show_type};
use lydian_verdict::{Cause, Mismatch, Verdict};

use crate::adapted::differs_in_words;
use crate::afterwards::can_change;
use crate::applications::SHOWN;
use crate::entries::Entries;
use crate::entry::{Entry, find_entry, last_function};
use crate::in_a_row::{AtTypes, Small};
use crate::no_entry::{Stopped, in_other_words, without_entry};
use crate::noted::Noted;
use crate::pair::Side;
use crate::twins::sees_sharing;
use crate::{Options, condition, shared_state};

/// How an entry is reached.
#[derive(Debug)]
pub(crate) enum Through {
    /// Its arguments are made first.
    Arguments(MadeArguments),
    /// It is a program over the operations of a module, or of functions in a row.
    Observations(Observations, Option<At>),
    /// Functions among its arguments note how they are called.
    Noted(Noted),
}

/// What operations are those of, where that was chosen.
#[derive(Debug, Clone)]
pub(crate) enum At {
    /// This application of a functor.
    Application(String),
    /// Functions at these types, of which they leave something open.
    Types(String),
}

/// A function whose arguments are made from terms.
#[derive(Debug)]
pub(crate) struct MadeArguments {
    builders: Builders,
    /// The function that takes terms.
    counterpart: String,
    /// The function that gives the arguments.
    maker: String,
    /// How many terms that function takes.
    taken: usize,
}

impl Through {
    /// A term as it is written, or what a program over operations shows.
    pub(crate) fn shown(&self, datum: &Datum, types: &TypeTable) -> Datum {
        match self {
            Through::Arguments(made) => made.builders.shown(datum, types),
            Through::Observations(observations, _) => observations.builders.shown(datum, types),
            Through::Noted(_) => datum.clone(),
        }
    }

    /// The definition that is called in both programs, if it is not the one that the entry is named after.
    pub(crate) fn called(&self) -> Option<&str> {
        match self {
            Through::Arguments(_) => None,
            Through::Observations(..) => Some(Observations::ENTRY),
            Through::Noted(_) => Some(Noted::ENTRY),
        }
    }

    /// The definition whose type says what the inputs are.
    pub(crate) fn typed_by(&self) -> &str {
        match self {
            Through::Arguments(made) => &made.counterpart,
            Through::Observations(..) => Observations::ENTRY,
            Through::Noted(_) => Noted::ENTRY,
        }
    }

    /// The definition that makes the arguments from terms, in a tuple behind `()`.
    pub(crate) fn maker(&self) -> Option<&str> {
        self.making().map(|(maker, _)| maker)
    }

    /// The same with the number of inputs that it takes: a result that is a sequence takes one more input, a `()` that is handed on.
    pub(crate) fn making(&self) -> Option<(&str, usize)> {
        match self {
            Through::Arguments(made) => Some((&made.maker, made.taken)),
            Through::Observations(..) | Through::Noted(_) => None,
        }
    }

    /// Whether there are values that no term makes.
    pub(crate) fn is_partial(&self) -> bool {
        match self {
            Through::Arguments(made) => made.builders.partial,
            Through::Observations(observations, _) => {
                observations.builders.partial || !observations.passed_over.is_empty()
            }
            Through::Noted(_) => true,
        }
    }

    /// What has to be said of every claim.
    pub(crate) fn reservation(&self) -> String {
        let quoted = |names: &[String]| listed(names.iter().map(|name| format!("`{name}`")));
        match self {
            Through::Arguments(made) if made.builders.partial => {
                "; not every value of the arguments' types can be made".to_owned()
            }
            Through::Arguments(_) => String::new(),
            Through::Observations(observations, at) => {
                let mut text = format!("; by programs over {}", quoted(&observations.operations));
                if observations.in_a_row {
                    text += ", several calls one after the other";
                }
                if observations.has_objects {
                    text += ", also on two values at a time";
                }
                match at {
                    Some(At::Application(application)) => {
                        text += &format!(" of `{SHOWN} = {application}`");
                    }
                    Some(At::Types(types)) if !types.is_empty() => text += &format!(", at {types}"),
                    Some(At::Types(_)) | None => {}
                }
                if !observations.passed_over.is_empty() {
                    text += &format!(", without {}", quoted(&observations.passed_over));
                } else if observations.builders.partial {
                    text += ", which do not make every value";
                }
                text
            }
            Through::Noted(_) => "; with functions that note how they are called".to_owned(),
        }
    }
}

/// Both programs with the text behind them.
pub(crate) struct Joined {
    pub(crate) reference: Program,
    pub(crate) submission: Program,
    pub(crate) entry: Entry,
}

impl Joined {
    /// Whether the functions are taken at these types.
    pub(crate) fn is_at(&self, known: &str) -> bool {
        match self.entry.through.as_deref() {
            Some(Through::Observations(_, Some(At::Types(types)))) => types == known,
            _ => false,
        }
    }

    /// Whether an operation is none of those that programs are made of.
    fn passes_over(&self, name: &str) -> bool {
        match self.entry.through.as_deref() {
            Some(Through::Observations(observations, _)) => {
                observations.passed_over.iter().any(|other| other == name)
            }
            _ => false,
        }
    }
}

/// One of the two programs, with its file.
#[derive(Clone, Copy)]
pub(crate) struct Loadable<'a> {
    pub(crate) program: &'a Program,
    pub(crate) source: &'a Arc<Source>,
}

/// What is compared.
enum Target {
    Function(String),
    Module(String),
    Functor(String),
}

/// The programs and the entry, if it is to be reached through operations.
pub(crate) fn join(
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    options: &Options,
) -> Result<Option<Joined>, Box<Stopped>> {
    let joining = Joining { reference, submission, options };
    if let Entries::InARow { names, interface } = &options.entries {
        return joining.functions_in_a_row(names, interface.as_deref(), Small::Integers).map(Some);
    }
    if let (Some(interface), Some(name)) = (options.entries.interface(), options.entries.name()) {
        return joining.declared(interface, name);
    }
    if !may_need_operations(reference, options) {
        return Ok(None);
    }
    let Some(typed) = joining.typed(&[]) else { return Ok(None) };
    match joining.target(&typed) {
        None => Ok(None),
        Some(Target::Function(name)) => joining.function(&typed, &name),
        Some(Target::Module(name)) => joining.module(&typed, &name).map(Some),
        Some(Target::Functor(name)) => joining.functor(&name).map(Some),
    }
}

/// The programs and the entry with functions that note how they are called, if it takes such functions.
pub(crate) fn noted(
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    name: &str,
    options: &Options,
) -> Option<Joined> {
    let noted = Noted::of(reference.program, name)?;
    let joining = Joining { reference, submission, options };
    let texts = [noted.source()];
    let reference = joining.loaded(Side::Reference, &texts)?;
    let submission = joining.loaded(Side::Submission, &texts)?;
    let mut entry = find_entry(&reference, &submission, &Entries::one(Noted::ENTRY)).ok()?;
    entry.name = name.to_owned();
    // What is in arguments afterwards is compared without this.
    entry.can_change = false;
    entry.labels = noted.labels();
    entry.through = Some(Arc::new(Through::Noted(noted)));
    Some(Joined { reference, submission, entry })
}

/// A quick look that spares most programs the work.
fn may_need_operations(reference: Loadable<'_>, options: &Options) -> bool {
    if reference.source.text.contains("module") {
        return true;
    }
    let Some(name) = options.entries.name().or_else(|| last_function(reference.program)) else {
        return false;
    };
    let Some(export) = reference.program.export(name) else { return false };
    may_take_operations(reference.program, &export.ty)
}

/// Whether values that only operations make may be among the arguments of a function.
fn may_take_operations(program: &Program, function: &Type) -> bool {
    let mut shapes = Shapes::new(program.types.clone());
    let mut is_closed = |ty| {
        let shape = shapes.intern(ty);
        shapes.why_closed(shape).is_some()
    };
    program.types.mentions_module(function) || function.uncurry().0.iter().any(|(_, ty)| is_closed(ty))
}

/// Names in a sentence.
pub(crate) fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match &names[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

/// Both files on the way to be joined with what stands behind them.
pub(crate) struct Joining<'a> {
    pub(crate) reference: Loadable<'a>,
    pub(crate) submission: Loadable<'a>,
    pub(crate) options: &'a Options,
}

impl Joining<'_> {
    /// The reference with its types.
    pub(crate) fn typed(&self, texts: &[Arc<Source>]) -> Option<Typed> {
        lydian_ocaml::load_typed_parts(self.parts(Side::Reference, texts)).0
    }

    /// The sources of one side with these texts behind them.
    pub(crate) fn parts(&self, side: Side, texts: &[Arc<Source>]) -> Vec<Part> {
        let source = match side {
            Side::Reference => self.reference.source,
            Side::Submission => self.submission.source,
        };
        condition::parts(source, side, self.options, texts.iter().cloned())
    }

    fn target(&self, typed: &Typed) -> Option<Target> {
        let of_module = |name: &str| match typed.module_kind(name)? {
            ModuleKind::Functor => Some(Target::Functor(name.to_owned())),
            ModuleKind::Abstract | ModuleKind::Plain => Some(Target::Module(name.to_owned())),
        };
        let function = |name: &str| Target::Function(name.to_owned());
        match (self.options.entries.name(), &self.options.observer) {
            (Some(name), _) if self.reference.program.export(name).is_some() => Some(function(name)),
            (Some(name), None) => of_module(name),
            (None, None) => {
                // The functions of a module without a secret are compared one by one.
                let last = typed.last_module();
                let last = last.filter(|name| typed.module_kind(name) != Some(ModuleKind::Plain));
                last.and_then(of_module).or_else(|| last_function(self.reference.program).map(function))
            }
            (_, Some(_)) => last_function(self.reference.program).map(function),
        }
    }

    fn function(&self, typed: &Typed, name: &str) -> Result<Option<Joined>, Box<Stopped>> {
        if typed.gives_abstract(name) {
            let programs = |rows| typed.programs(name, None, rows);
            let joined = self.observed(name, &programs, None);
            let joined = joined.unwrap_or_else(|| Err(self.shows_nothing(name)))?;
            // What the other operations do says nothing about this one.
            return if joined.passes_over(name) { Err(self.shows_nothing(name)) } else { Ok(Some(joined)) };
        }
        self.with_arguments(typed, name, (name, &[]))
    }

    /// What an interface declares is compared at its type; nothing if no argument needs operations.
    fn declared(&self, interface: &Interface, name: &str) -> Result<Option<Joined>, Box<Stopped>> {
        let Some(declared) = interface.program.export(name) else { return Ok(None) };
        let (reference, submission) = (self.reference.program, self.submission.program);
        // What does not fit is told by whoever compares the types.
        if find_entry(reference, submission, &self.options.entries).is_err()
            || !may_take_operations(reference, &declared.ty)
        {
            return Ok(None);
        }
        let at =
            AtTypes::new(&[name.to_owned()], std::slice::from_ref(&declared.ty), &interface.program.types);
        let texts = std::slice::from_ref(&at.text);
        let Some(typed) = self.typed(texts) else { return Ok(None) };
        if self.loaded(Side::Submission, texts).is_none() {
            return Err(self.mismatch(&[], name));
        }
        self.with_arguments(&typed, name, (&at.definitions[0], texts))
    }

    /// A function whose arguments are made, at the type of a definition of these texts; nothing if none needs to be.
    fn with_arguments(
        &self,
        typed: &Typed,
        name: &str,
        (definition, texts): (&str, &[Arc<Source>]),
    ) -> Result<Option<Joined>, Box<Stopped>> {
        let Some(builders) = typed.argument_builders(definition) else { return Ok(None) };
        let Some(counterpart) = builders.entries.get(definition).cloned() else { return Ok(None) };
        let texts = [texts, std::slice::from_ref(&builders.source)].concat();
        let Some(reference) = self.loaded(Side::Reference, &texts) else {
            return Ok(None);
        };
        let Some(submission) = self.loaded(Side::Submission, &texts) else {
            return Err(self.mismatch(&[name.to_owned()], name));
        };
        let Ok(mut entry) = find_entry(&reference, &submission, &Entries::one(&counterpart)) else {
            return Err(self.mismatch(&[name.to_owned()], name));
        };
        if let Some(own) = reference.export(definition) {
            let (arguments, _) = own.ty.uncurry();
            // What is in an argument of an abstract type is nobody's business.
            entry.can_change = !typed.takes_abstract(definition)
                && arguments.iter().any(|(_, ty)| can_change(ty, &reference.types));
            let labels = arguments.into_iter().map(|(label, _)| label);
            // A result that is a sequence takes a `()` besides.
            let further = std::iter::repeat(ArgLabel::Positional);
            entry.labels = labels.chain(further).take(entry.args.len()).collect();
        }
        entry.name = name.to_owned();
        let maker = format!("{counterpart}{}", Builders::ARGUMENTS);
        let taken = reference.export(&maker).map_or(0, |export| export.ty.uncurry().0.len());
        let made = MadeArguments { builders, counterpart, maker, taken };
        entry.through = Some(Arc::new(Through::Arguments(made)));
        Ok(Some(Joined { reference, submission, entry }))
    }

    fn module(&self, typed: &Typed, name: &str) -> Result<Joined, Box<Stopped>> {
        self.observed(name, &|rows| typed.programs(name, None, rows), None).unwrap_or_else(|| {
            let text = format!("no operation of `{name}` shows anything that could be compared");
            Err(Stopped::at(name, Verdict::unknown(Cause::Unsupported, text)))
        })
    }

    /// Both programs by programs over operations: single ones, or several in a row where the operations keep something or change their
    /// arguments. Nothing if no operation can be looked at.
    pub(crate) fn observed(
        &self,
        name: &str,
        programs: &dyn Fn(Rows) -> Option<Observations>,
        applied: Option<(Arc<Source>, At)>,
    ) -> Option<Result<Joined, Box<Stopped>>> {
        let single = self.joined(name, programs(Rows::One)?, applied.clone());
        let keeps = |joined: &Joined| {
            shared_state::keeps_something(&joined.reference, &joined.submission, Observations::ENTRY)
        };
        let changes = |joined: &Joined| {
            [&joined.reference, &joined.submission]
                .iter()
                .any(|program| sees_sharing(program, Observations::ENTRY))
        };
        let Ok(joined) = &single else { return Some(single) };
        let (keeps, changes) = (keeps(joined), changes(joined));
        let with =
            |rows| programs(rows).map(|all| (all.has_objects, self.joined(name, all, applied.clone())));
        if (keeps || changes)
            && let Some((true, Ok(joined))) = with(Rows::OnObjects)
        {
            return Some(Ok(joined));
        }
        match with(Rows::InARow).filter(|_| keeps) {
            Some((_, Ok(joined))) => Some(Ok(joined)),
            _ => Some(single),
        }
    }

    pub(crate) fn joined(
        &self,
        name: &str,
        observations: Observations,
        applied: Option<(Arc<Source>, At)>,
    ) -> Result<Joined, Box<Stopped>> {
        let (before, application) = applied.unzip();
        let texts: Vec<Arc<Source>> = before.iter().chain([&observations.builders.source]).cloned().collect();
        let Some(reference) = self.loaded(Side::Reference, &texts) else {
            let text = format!(
                "programs over `{name}` cannot be written: a name in it has another meaning behind it"
            );
            return Err(Stopped::at(name, Verdict::unknown(Cause::Unsupported, text)));
        };
        let offered: Vec<String> =
            observations.operations.iter().chain(&observations.passed_over).cloned().collect();
        let Some(submission) = self.loaded(Side::Submission, &texts) else {
            return Err(self.mismatch(&offered, name));
        };
        let Ok(mut entry) = find_entry(&reference, &submission, &Entries::one(Observations::ENTRY)) else {
            return Err(self.mismatch(&offered, name));
        };
        entry.name = name.to_owned();
        entry.can_change = false;
        entry.through = Some(Arc::new(Through::Observations(observations, application)));
        Ok(Joined { reference, submission, entry })
    }

    pub(crate) fn loaded(&self, side: Side, texts: &[Arc<Source>]) -> Option<Program> {
        let (program, faults) = lydian_ocaml::load_parts(self.parts(side, texts));
        program.filter(|_| !faults.iter().any(Diagnostic::is_error))
    }

    /// Which operation the submission lacks or gives another type.
    fn mismatch(&self, operations: &[String], name: &str) -> Box<Stopped> {
        let (reference, submission) = (self.reference.program, self.submission.program);
        if let (Some(own), Some(other)) = (reference.export(name), submission.export(name))
            && differs_in_words(reference, submission, &own.ty, &other.ty)
        {
            return in_other_words(name);
        }
        for operation in operations {
            // Operators stand in parentheses.
            let path = operation.replace("( ", "").replace(" )", "");
            let Some(own) = reference.export(&path) else { continue };
            let expected = show_type(&own.ty, &reference.types);
            let actual = submission.export(&path).map(|other| show_type(&other.ty, &submission.types));
            if actual.as_ref() != Some(&expected) {
                return Stopped::at(name, Verdict::Mismatched(Mismatch { entry: path, expected, actual }));
            }
        }
        if reference.export(name).is_some()
            && let Err(no_entry) = find_entry(reference, submission, &Entries::one(name))
        {
            return without_entry(no_entry, reference, submission, self.options);
        }
        let text =
            format!("`{name}` cannot be compared: a type in it is declared differently in the submission");
        Stopped::at(name, Verdict::unknown(Cause::Unsupported, text))
    }

    fn shows_nothing(&self, name: &str) -> Box<Stopped> {
        let mut text = format!("the result of `{name}` is of an abstract type, of which nothing is seen");
        if let Some((module, _)) = name.rsplit_once('.') {
            text += &format!("; `--entry {module}` compares the module by all its operations");
        }
        Stopped::at(name, Verdict::unknown(Cause::Unsupported, text))
    }
}
