//! Which function or constant is compared, and at which types.
//! The entry is what the user names, or the last function of the reference; where the submission has no such
//! function, or one of another type, that is the verdict. A declared type is the same in both programs when it has the same
//! constructors or fields, whatever its name. A polymorphic entry is compared at integers and at strings: what is equal is the
//! same object for the one and need not be for the other.

use std::sync::Arc;

use lydian_core::{ArgLabel, Program, Type, TypeTable};

use crate::adapted::Own;
use crate::afterwards::can_change;
use crate::entries::{Entries, hidden_type};
use crate::renamed::Renaming;
use crate::same_type::{Matcher, has_as_instance};
use crate::through::Through;

/// The entry, with the types at which it is called.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The types of its arguments, at the instance that is compared now.
    pub(crate) args: Vec<Type>,
    /// Which of the instances that is.
    current: usize,
    /// All instances at which it is compared; never empty. The first one is the one to begin with.
    pub(crate) instances: Vec<Instance>,
    /// Whether it has type variables: then it is compared at some instances of its type only.
    pub(crate) polymorphic: bool,
    /// Whether the submission's type is less general than the reference's.
    pub(crate) is_narrowed: bool,
    /// What the submission's types are called in the reference.
    pub(crate) renaming: Renaming,
    /// Whether a program can change what it is given.
    pub(crate) can_change: bool,
    /// How each argument is passed.
    pub(crate) labels: Vec<ArgLabel>,
    /// How it is reached, if its inputs are terms over operations.
    pub(crate) through: Option<Arc<Through>>,
    /// What the submission says in words of its own.
    pub(crate) own: Own,
}

/// The types of the arguments for one choice of the type variables in them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Instance {
    pub(crate) args: Vec<Type>,
    /// The choice, in the order in which the variables occur: number of the variable and what it stands for.
    pub(crate) chosen: Vec<(u32, Type)>,
}

impl Entry {
    /// An entry whose arguments somebody else makes.
    pub(crate) fn without_types(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            args: Vec::new(),
            current: 0,
            instances: vec![Instance { args: Vec::new(), chosen: Vec::new() }],
            polymorphic: false,
            is_narrowed: false,
            renaming: Renaming::default(),
            can_change: true,
            labels: Vec::new(),
            through: None,
            own: Own::default(),
        }
    }

    /// The definition that is called in both programs.
    pub(crate) fn called(&self) -> &str {
        self.through.as_ref().and_then(|through| through.called()).unwrap_or(&self.name)
    }

    /// The definition whose type says what the inputs are.
    pub(crate) fn typed_by(&self) -> &str {
        self.through.as_ref().map_or(&self.name, |through| through.typed_by())
    }

    /// Goes to another instance.
    pub(crate) fn at(&mut self, index: usize) {
        self.current = index;
        self.args.clone_from(&self.instances[index].args);
    }

    /// Whether it is a value without arguments.
    pub(crate) fn is_constant(&self) -> bool {
        self.args.is_empty()
    }

    /// Whether the first instance is compared now.
    pub(crate) fn is_first(&self) -> bool {
        self.current == 0
    }

    /// The choice of type variables that is compared now: `'a = int, 'b = string`; nothing if there are none in the arguments.
    pub(crate) fn choice(&self, types: &TypeTable) -> Option<String> {
        let chosen = &self.instances[self.current].chosen;
        let one = |(position, (_, ty)): (usize, &(u32, Type))| {
            format!("{} = {}", lydian_ocaml::type_variable(position), lydian_ocaml::show_type(ty, types))
        };
        let all: Vec<String> = chosen.iter().enumerate().map(one).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// Why there is no entry to compare.
#[derive(Debug, Clone)]
pub(crate) enum NoEntry {
    /// The named function is not defined by the reference.
    NotInReference(String),
    /// The reference defines no function at all.
    NoFunction,
    /// The interface does not say what a type in its type is.
    Abstract { name: String, path: String },
    /// The submission does not define it.
    Missing { name: String, expected: Type },
    /// It has different types.
    Differs { name: String, types: EntryTypes },
}

/// The type of an entry in both programs.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryTypes {
    /// In the reference.
    pub expected: Type,
    /// In the submission.
    pub actual: Type,
}

/// Finds the one entry that is named, or the last function of the reference.
pub(crate) fn find_entry(
    reference: &Program,
    submission: &Program,
    entries: &Entries,
) -> Result<Entry, NoEntry> {
    let name = match entries.name() {
        Some(name) => name,
        None => last_function(reference).ok_or(NoEntry::NoFunction)?,
    };
    let expected = expected_type(reference, name, entries)?;
    let Some(actual) = submission.export(name) else {
        return Err(NoEntry::Missing { name: name.to_owned(), expected });
    };
    let types = EntryTypes { expected, actual: actual.ty.clone() };
    let (instances, renaming) = instances(reference, submission, &types);
    let is_narrowed = !has_as_instance(reference, submission, &types.expected, &types.actual);
    // What an interface says is meant as it stands: a submission must have the whole type.
    let is_too_narrow = is_narrowed && entries.interface().is_some();
    let Some(first) = instances.first().filter(|_| !is_too_narrow) else {
        return Err(NoEntry::Differs { name: name.to_owned(), types });
    };
    let can_change = first.args.iter().any(|arg| can_change(arg, &reference.types));
    let (labels, _) = uncurry(reference, &types.expected);
    let polymorphic = types.expected.param_count() > 0;
    Ok(Entry {
        name: name.to_owned(),
        args: first.args.clone(),
        current: 0,
        polymorphic,
        is_narrowed,
        renaming,
        can_change,
        labels,
        instances,
        through: None,
        own: Own::default(),
    })
}

/// The type at which an entry is compared: the reference's, or the one that an interface gives it.
pub(crate) fn expected_type(reference: &Program, name: &str, entries: &Entries) -> Result<Type, NoEntry> {
    let defined = reference.export(name).ok_or_else(|| NoEntry::NotInReference(name.to_owned()))?;
    let Some((interface, declared)) =
        entries.interface().and_then(|interface| Some((interface, interface.program.export(name)?)))
    else {
        return Ok(defined.ty.clone());
    };
    match hidden_type(interface, &declared.ty, reference) {
        Some(path) => Err(NoEntry::Abstract { name: name.to_owned(), path: path.to_string() }),
        None => Ok(declared.ty.clone()),
    }
}

/// The last function that a program offers. An earlier definition of the same name is hidden by the later one.
pub(crate) fn last_function(program: &Program) -> Option<&str> {
    let offered = |name: &str| program.export(name).is_some_and(|export| is_function(program, &export.ty));
    program.exports.iter().rev().map(|export| &*export.name).find(|name| offered(name))
}

pub(crate) fn is_function(program: &Program, ty: &Type) -> bool {
    matches!(program.types.expand(ty), Type::Arrow(..))
}

/// The instances of the reference's type that the submission's type has too: what the submission asks for its type variables
/// to be, and integers and then strings for the rest of them.
fn instances(reference: &Program, submission: &Program, types: &EntryTypes) -> (Vec<Instance>, Renaming) {
    let mut found: Vec<Instance> = Vec::new();
    let mut renaming = Renaming::default();
    for chosen in choices(reference, submission, &types.expected, &types.actual) {
        let instance = types.expected.instantiate(&chosen);
        let mut matcher = Matcher::new(reference, submission);
        if !matcher.fits(&instance, &types.actual) {
            continue;
        }
        renaming = matcher.renaming();
        let (_, args) = uncurry(reference, &instance);
        // Where no argument depends on the choice there is one instance.
        if found.iter().any(|known| known.args == args) {
            continue;
        }
        let mut occurring = Vec::new();
        let (_, open_args) = uncurry(reference, &types.expected);
        open_args.iter().for_each(|arg| params_of(arg, &mut occurring));
        let chosen = occurring.into_iter().map(|param| (param, chosen[param as usize].clone())).collect();
        found.push(Instance { args, chosen });
    }
    (found, renaming)
}

/// What to choose for the variables of the reference's type: what the submission's type wants them to be, with integers and then with
/// strings wherever that leaves something open.
pub(crate) fn choices(
    reference: &Program,
    submission: &Program,
    expected: &Type,
    actual: &Type,
) -> [Vec<Type>; 2] {
    [Type::Int, Type::String].map(|small| {
        let mut asked = vec![None; expected.param_count() as usize];
        ask([reference, submission], expected, actual, &small, &mut asked);
        asked.into_iter().map(|ty| ty.unwrap_or_else(|| small.clone())).collect()
    })
}

fn ask(programs: [&Program; 2], wanted: &Type, found: &Type, small: &Type, asked: &mut Vec<Option<Type>>) {
    let [reference, submission] = programs;
    let (wanted, found) = (reference.types.expand(wanted), submission.types.expand(found));
    let mut pairs = |wanted: &[Type], found: &[Type]| {
        wanted.iter().zip(found).for_each(|(x, y)| ask(programs, x, y, small, asked));
    };
    match (&wanted, &found) {
        (Type::Param(_), Type::Param(_)) => {}
        (Type::Param(index), closed) => {
            let small = vec![small.clone(); closed.param_count() as usize];
            asked[*index as usize].get_or_insert_with(|| closed.instantiate(&small));
        }
        (Type::Tuple(x), Type::Tuple(y)) | (Type::Named(_, x), Type::Named(_, y)) => pairs(x, y),
        (Type::Arrow(_, from, to), Type::Arrow(_, other_from, other_to)) => {
            pairs(&[(**from).clone(), (**to).clone()], &[(**other_from).clone(), (**other_to).clone()]);
        }
        (Type::List(x), Type::List(y))
        | (Type::Array(x), Type::Array(y))
        | (Type::Lazy(x), Type::Lazy(y)) => ask(programs, x, y, small, asked),
        _ => {}
    }
}

/// The variables of a type in the order in which they are written, each once.
pub(crate) fn params_of(ty: &Type, into: &mut Vec<u32>) {
    match ty {
        Type::Param(index) if !into.contains(index) => into.push(*index),
        Type::Tuple(parts) | Type::Named(_, parts) => parts.iter().for_each(|part| params_of(part, into)),
        Type::Arrow(_, from, to) => {
            params_of(from, into);
            params_of(to, into);
        }
        Type::List(part) | Type::Array(part) | Type::Lazy(part) => params_of(part, into),
        Type::PolyVariant(tags) => {
            tags.iter().filter_map(|(_, part)| part.as_ref()).for_each(|part| params_of(part, into));
        }
        _ => {}
    }
}

/// The arguments of a function type, looking through aliases.
fn uncurry(program: &Program, ty: &Type) -> (Vec<ArgLabel>, Vec<Type>) {
    let (mut labels, mut args) = (Vec::new(), Vec::new());
    let mut rest = program.types.expand(ty);
    while let Type::Arrow(label, from, to) = &rest {
        labels.push(label.clone());
        args.push((**from).clone());
        rest = program.types.expand(to);
    }
    (labels, args)
}
