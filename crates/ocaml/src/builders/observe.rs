//! A module, looked at from outside: programs over its operations whose results anybody can see.
//!
//! In: a checked program and the path of a module, or of one function. Out: text with a variant that has one constructor for each
//! operation with a result that shows something, and a function that runs such an observation. What is of an abstract type
//! in a result is covered up: two modules may keep it in different ways, and larger programs show what is in it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lydian_core::{Datum, TypeTable};
use rustc_hash::FxHashSet;

use super::names::{LIBRARY, Names, module, value_at};
use super::objects::{self, OnObject};
use super::operations::{self, Collected, is_abstract, is_action, written};
use super::write::{Writer, applied, argument, label_prefix, touches};
use super::{Builders, Purpose, Template};
use crate::Typed;
use crate::infer::env::{Access, Entry, Module, Structure, ValueInfo};
use crate::infer::types::{ArgLabel, BUILTINS, Kind, Scheme, Ty, TypeCon};

/// Programs over the operations of a module.
#[derive(Debug)]
pub struct Observations {
    /// What is loaded behind a program, and how terms are shown.
    pub builders: Builders,
    /// The operations that take part, in the order of their declaration.
    pub operations: Vec<String>,
    /// The operations that do not, or not everywhere: they take or give what cannot be made or looked at.
    pub passed_over: Vec<String>,
    /// Whether a program is several calls in a row, each of which sees what the earlier ones have changed.
    pub in_a_row: bool,
    /// Whether it can also be calls in a row on two values that stay there.
    pub has_objects: bool,
    /// How the observations are written.
    calls: BTreeMap<String, Call>,
    /// What is written in front of them.
    before: String,
}

/// How an observation is written.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) path: String,
    pub(super) labels: Vec<ArgLabel>,
    /// What covers up the abstract parts of the result, where they cannot be left in it.
    pub(super) cover: Option<String>,
}

impl Observations {
    /// The function that runs an observation.
    pub const ENTRY: &str = "lydian_observe";

    /// The function and the arguments of an observation, as they are written.
    pub fn call(&self, observation: &Datum, types: &TypeTable) -> Option<(String, Vec<String>)> {
        let (mut before, mut rest) = (self.before.clone(), observation);
        while let Datum::Construct(con, _, parts) = rest {
            match (con.name(), &parts[..]) {
                (THEN | objects::THEN, [first, then]) => {
                    before += &format!("{}; ", self.whole_call(first, types)?);
                    rest = then;
                }
                (LAST | objects::LAST, [last]) => rest = last,
                (objects::PROGRAM, [first, second, steps]) => {
                    let first = crate::show(&self.builders.shown(first, types), types);
                    let second = match second {
                        Datum::Construct(con, _, parts) if con.name() == objects::ANOTHER => {
                            crate::show(&self.builders.shown(parts.first()?, types), types)
                        }
                        made_of_first => self.whole_call(made_of_first, types)?,
                    };
                    before += &format!("let a = {first} in let b = {second} in ");
                    rest = steps;
                }
                _ => break,
            }
        }
        let (cover, path, mut args) = self.one_call(rest, types)?;
        // No value of a type of a module that is defined in front can be what the expression gives.
        let Some(cover) = cover.filter(|_| !self.before.is_empty()) else {
            return Some((before + &path, args));
        };
        let mut path = format!("{before}{cover} ({path}");
        args.last_mut().unwrap_or(&mut path).push(')');
        Some((path, args))
    }

    fn whole_call(&self, call: &Datum, types: &TypeTable) -> Option<String> {
        let (_, path, args) = self.one_call(call, types)?;
        Some([&[path], &args[..]].concat().join(" "))
    }

    /// What covers up a call's result, its function, and its arguments.
    fn one_call(&self, call: &Datum, types: &TypeTable) -> Option<(Option<&String>, String, Vec<String>)> {
        let Datum::Construct(con, _, parts) = call else { return None };
        let call = self.calls.get(con.name())?;
        let shown = |(label, part): (&ArgLabel, &Datum)| {
            let object = objects::shown(part, parts).map(str::to_owned);
            let part =
                object.unwrap_or_else(|| crate::show_argument(&self.builders.shown(part, types), types));
            format!("{}{part}", label_prefix(label))
        };
        Some((call.cover.as_ref(), call.path.clone(), call.labels.iter().zip(parts).map(shown).collect()))
    }

    /// Puts the definition of a module in front of every program.
    pub fn define_before(&mut self, definition: &str) {
        self.builders.templates.insert(HIDDEN.to_owned(), Template::Plain("()".to_owned()));
        self.before = format!("{definition} ");
    }
}

/// What covers up the parts of a value that are of abstract types.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The declaration of the type that stands for them.
    pub declaration: String,
    /// The function, as an expression.
    pub function: String,
}

impl Cover {
    /// Whether something in a value is covered up.
    pub fn hides_in(datum: &Datum) -> bool {
        match datum {
            Datum::Construct(con, _, parts) => con.name() == HIDDEN || parts.iter().any(Cover::hides_in),
            Datum::Array(parts) => parts.iter().any(Cover::hides_in),
            _ => false,
        }
    }

    /// A covered value as it is shown.
    pub fn shown(datum: &Datum) -> Datum {
        match datum {
            Datum::Construct(con, _, parts) if parts.is_empty() && con.name() == HIDDEN => {
                Datum::Opaque(ABSTRACT.into())
            }
            Datum::Construct(con, mutability, parts) => {
                Datum::Construct(*con, *mutability, parts.iter().map(Cover::shown).collect())
            }
            Datum::Array(parts) => Datum::Array(parts.iter().map(Cover::shown).collect()),
            other => other.clone(),
        }
    }
}

/// How many observations a program makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// One: nothing is kept from call to call.
    One,
    /// Several, one after the other, of which the last one is looked at.
    InARow,
    /// The same, and also several on two values that are made first, so that what is done to one of them can show in the other.
    OnObjects,
}

/// What a module is, for whoever wants to compare it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleKind {
    /// A structure with a type that nobody can look into.
    Abstract,
    /// A structure whose types are all known.
    Plain,
    /// A functor.
    Functor,
}

impl Typed {
    /// What stands last at the top level among modules and functions, if it is a module.
    pub fn last_module(&self) -> Option<&str> {
        let mut entries = self.structure.entries.iter().rev();
        entries.find_map(|entry| match entry {
            Entry::Value(_, value) if self.is_function(&value.scheme.body) => Some(None),
            Entry::Module(name, ..) => self.module_kind(name).map(|_| Some(&**name)),
            _ => None,
        })?
    }

    /// What the module of this path is; nothing if there is none, or if it is an instance of one of the library's functors.
    pub fn module_kind(&self, path: &str) -> Option<ModuleKind> {
        let (around, name) = match path.rsplit_once('.') {
            Some((around, name)) => (module(&self.structure, around.split('.'))?, name),
            None => (&self.structure, path),
        };
        let inner = match around.modules.get(name)? {
            Module::Functor(_) => return Some(ModuleKind::Functor),
            Module::Structure(inner) => inner,
        };
        let collected = self.collected(Purpose::Comparison);
        let mut types = inner.types.values();
        if types.clone().any(|con| collected.of_functors.contains(&con.id)) {
            return None;
        }
        match types.any(|con| is_abstract(&self.types, con)) {
            true => Some(ModuleKind::Abstract),
            false => Some(ModuleKind::Plain),
        }
    }

    /// Whether a function gives something of an abstract type of the file, which two programs may keep in different ways.
    pub fn gives_abstract(&self, function: &str) -> bool {
        let Some(value) = value_at(&self.structure, function) else { return false };
        let collected = self.collected(Purpose::Comparison);
        let mut rest = self.types.resolve(&value.scheme.body);
        while let Kind::Arrow(_, _, to) = &*rest {
            let next = self.types.resolve(to);
            rest = next;
        }
        let is_hidden = |con: &Arc<TypeCon>| is_hidden(self, &collected, con);
        touches(&self.types, &rest, false, &is_hidden, &mut FxHashSet::default())
    }

    /// Whether a function takes something of an abstract type of the file.
    pub fn takes_abstract(&self, function: &str) -> bool {
        let Some(value) = value_at(&self.structure, function) else { return false };
        let collected = self.collected(Purpose::Comparison);
        let is_hidden = |con: &Arc<TypeCon>| is_hidden(self, &collected, con);
        let mut rest = self.types.resolve(&value.scheme.body);
        while let Kind::Arrow(_, from, to) = &*rest {
            if touches(&self.types, from, false, &is_hidden, &mut FxHashSet::default()) {
                return true;
            }
            let next = self.types.resolve(to);
            rest = next;
        }
        false
    }

    /// A function that covers up what is of an abstract type of the file in the result of a function without arguments, with a type
    /// that stands for it; nothing if there is nothing to cover up.
    pub fn cover(&self, function: &str) -> Option<Cover> {
        let collected = self.collected(Purpose::Comparison);
        let names = Names::new(&self.structure, &self.opened, Purpose::Comparison);
        let value = value_at(&self.structure, function)?;
        let mut rest = self.types.resolve(&value.scheme.body);
        while let Kind::Arrow(_, _, to) = &*rest {
            let next = self.types.resolve(to);
            rest = next;
        }
        let sight = Observer::new(self, &collected, &names).sight(&rest)?;
        let cover = sight.cover?;
        Some(Cover { declaration: format!("type {HIDDEN_TYPE} = {HIDDEN}"), function: cover })
    }

    /// The observations of a module, or of one function; nothing if none of them shows anything. With `shown_as`, the module has
    /// another name for the user.
    ///
    /// ```
    /// let text = "module M : sig type t val zero : t val show : t -> int end = struct type t = int let zero = 0 let show n = n end";
    /// let source = lydian_diagnostic::Source::new("m.ml", text);
    /// let (typed, _) = lydian_ocaml::load_typed(&source, &lydian_ocaml::Options::default());
    /// let observations = typed.expect("a program").observations("M", None).expect("something to see");
    /// assert_eq!(observations.operations, ["M.zero", "M.show"]);
    /// ```
    pub fn observations(&self, path: &str, shown_as: Option<&str>) -> Option<Observations> {
        self.programs(path, shown_as, Rows::One)
    }

    /// The same, also with several observations in a row.
    pub fn programs(&self, path: &str, shown_as: Option<&str>, rows: Rows) -> Option<Observations> {
        let names = Names::new(&self.structure, &self.opened, Purpose::Comparison);
        let is_module = module(&self.structure, path.split('.')).is_some();
        let further = value_at(&self.structure, path).filter(|_| !is_module).map(|value| (path, value));
        let collected = operations::collect(
            &self.structure,
            &self.types,
            &names,
            &self.functor_instances,
            Purpose::Comparison,
            further,
        );
        let mut observer = Observer::new(self, &collected, &names);
        observer.rows = rows;
        match module(&self.structure, path.split('.')) {
            Some(inner) => observer.structure(inner, &format!("{path}."), 0),
            None => {
                let value = value_at(&self.structure, path)?;
                let name = path.rsplit_once('.').map_or(path, |(_, name)| name);
                let prefix = &path[..path.len() - name.len()];
                observer.value(prefix, name, value);
                // What a function outside of a module gives, the operations of the module look at.
                for owner in observer.owners(&value.scheme.body) {
                    if let Some(inner) = module(&self.structure, owner.split('.'))
                        && !prefix.starts_with(&format!("{owner}."))
                    {
                        observer.structure(inner, &format!("{owner}."), 0);
                    }
                }
            }
        }
        observer.written(path, shown_as)
    }

    /// Calls of these functions in a row, each at the type of the definition beside it; nothing if none of them can be called.
    pub fn calls_in_a_row(&self, functions: &[(&str, &str)]) -> Option<Observations> {
        let names = Names::new(&self.structure, &self.opened, Purpose::Comparison);
        let collected = self.collected(Purpose::Comparison);
        let mut observer = Observer::new(self, &collected, &names);
        observer.rows = Rows::InARow;
        for (function, typed) in functions {
            let mut name = *function;
            while name.starts_with(|first: char| first.is_ascii_uppercase())
                && let Some((_, rest)) = name.split_once('.')
            {
                name = rest;
            }
            let prefix = &function[..function.len() - name.len()];
            let scheme = &value_at(&self.structure, typed)?.scheme;
            observer.value_at_type(prefix, name, value_at(&self.structure, function)?, scheme);
        }
        observer.written("", None)
    }

    fn is_function(&self, ty: &Ty) -> bool {
        matches!(&*self.types.expand(ty), Kind::Arrow(..))
    }
}

/// Whether values of a type are kept in a way that is nobody's business. What the library's functors make is compared by what
/// it holds.
fn is_hidden(typed: &Typed, collected: &Collected, con: &TypeCon) -> bool {
    collected.made.contains_key(&con.id)
        && !collected.of_functors.contains(&con.id)
        && is_abstract(&typed.types, con)
}

/// Modules are not looked into beyond this depth.
const DEEPEST: u32 = 20;

struct Observer<'t> {
    typed: &'t Typed,
    collected: &'t Collected,
    names: &'t Names<'t>,
    writer: Writer<'t>,
    arms: Vec<Arm>,
    /// All operations.
    offered: Vec<String>,
    /// The type variables of all observations.
    variables: u32,
    rows: Rows,
}

/// One observation.
pub(super) struct Arm {
    pub(super) path: String,
    labels: Vec<ArgLabel>,
    pub(super) parts: Vec<String>,
    /// What it does with `a0`, `a1`, ...
    value: String,
    /// What is seen of its result.
    pub(super) seen: Sight,
    /// How each of its arguments is written.
    pub(super) arguments: Vec<String>,
    /// What it takes and gives of what can stay as an object.
    pub(super) on: OnObject,
}

/// How a result is looked at.
pub(super) struct Sight {
    /// The type of what is seen.
    text: String,
    /// The function that covers up the rest, if there is any.
    cover: Option<String>,
    /// Whether anything can be seen at all.
    shows: bool,
}

impl<'t> Observer<'t> {
    fn new(typed: &'t Typed, collected: &'t Collected, names: &'t Names<'t>) -> Observer<'t> {
        Observer {
            typed,
            collected,
            names,
            writer: Writer::new(&typed.types, names, (collected, Purpose::Comparison), &|_| None),
            arms: Vec::new(),
            offered: Vec::new(),
            variables: 0,
            rows: Rows::One,
        }
    }
}

impl Observer<'_> {
    fn structure(&mut self, structure: &Structure, prefix: &str, depth: u32) {
        for entry in &structure.entries {
            match entry {
                Entry::Value(name, value) => {
                    let last = structure.values.get(name).is_some_and(|last| Arc::ptr_eq(last, value));
                    if last && let Access::Var(_) = value.access {
                        self.value(prefix, name, value);
                    }
                }
                Entry::Module(name, Module::Structure(inner), _) if depth < DEEPEST => {
                    self.structure(inner, &format!("{prefix}{name}."), depth + 1);
                }
                _ => {}
            }
        }
    }

    /// The modules whose abstract types are in the result of a function.
    fn owners(&self, ty: &Ty) -> BTreeSet<String> {
        let types = &self.typed.types;
        let mut rest = types.resolve(ty);
        while let Kind::Arrow(_, _, to) = &*rest {
            let next = types.resolve(to);
            rest = next;
        }
        let owners = RefCell::new(BTreeSet::new());
        let note = |con: &Arc<TypeCon>| {
            if is_hidden(self.typed, self.collected, con)
                && let Some((module, _)) = con.display.rsplit_once('.')
            {
                owners.borrow_mut().insert(module.to_owned());
            }
            false
        };
        touches(types, &rest, false, &note, &mut FxHashSet::default());
        owners.into_inner()
    }

    fn value(&mut self, prefix: &str, name: &str, value: &Arc<ValueInfo>) {
        self.value_at_type(prefix, name, value, &value.scheme);
    }

    fn value_at_type(&mut self, prefix: &str, name: &str, value: &Arc<ValueInfo>, scheme: &Scheme) {
        let path = format!("{prefix}{}", written(name));
        self.offered.push(path.clone());
        let means = |var| self.names.means(&format!("{prefix}{name}"), var);
        let known = matches!(value.access, Access::Var(var) if means(var));
        match self.arm(&path, &scheme.body).filter(|_| known) {
            // What shows nothing can still change what others show.
            Some(arm) if arm.seen.shows || self.rows != Rows::One => {
                self.variables = self.variables.max(scheme.vars);
                self.arms.push(arm);
            }
            // What shows nothing still makes values for others to look at.
            Some(_) => {}
            None => {}
        }
    }

    /// An operation as an observation; nothing if an argument cannot be made or the result cannot be looked at.
    fn arm(&mut self, path: &str, ty: &Ty) -> Option<Arm> {
        let types = &self.typed.types;
        let (mut labels, mut parts, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        let mut on = OnObject::default();
        let mut takes_actions = false;
        let mut rest = types.resolve(ty);
        while let Kind::Arrow(label, from, to) = &*rest {
            let conversion = self.writer.conversion(from, false)?;
            let name = format!("a{}", parts.len());
            arguments.push(argument(label, &conversion, &name));
            on.takes.push(self.object(from).map(|con| objects::Taken {
                con,
                term: conversion.text.clone(),
                made: conversion.make(objects::TERM),
            }));
            parts.push(format!("({})", conversion.text));
            labels.push(label.clone());
            takes_actions |= is_action(types, from);
            let next = types.resolve(to);
            rest = next;
        }
        // Whether `iter` calls its function rightly would show only if that did something.
        if takes_actions && is_unit(&rest) {
            return None;
        }
        on.gives = self.object(&rest);
        let seen = self.sight(&rest)?;
        let value = format!("{path}{}", arguments.concat());
        Some(Arm { path: path.to_owned(), labels, parts, value, seen, arguments, on })
    }

    /// The number of a hidden type, if this is it with its variables as they are declared: then all such values are of one type.
    fn object(&self, ty: &Ty) -> Option<u32> {
        match &*self.typed.types.resolve(ty) {
            Kind::Con(con, args) if is_hidden(self.typed, self.collected, con) => {
                let in_order = args.iter().enumerate().all(|(index, arg)| {
                    matches!(&*self.typed.types.resolve(arg), Kind::Generic(own) if *own as usize == index)
                });
                in_order.then_some(con.id)
            }
            _ => None,
        }
    }

    fn sight(&mut self, ty: &Ty) -> Option<Sight> {
        let types = &self.typed.types;
        let ty = types.resolve(ty);
        let is_hidden = |con: &Arc<TypeCon>| is_hidden(self.typed, self.collected, con);
        if !touches(types, &ty, false, &is_hidden, &mut FxHashSet::default()) {
            return Some(Sight { text: self.writer.show(&ty), cover: None, shows: true });
        }
        match &*ty {
            Kind::Tuple(parts) => {
                let parts: Vec<Sight> = parts.iter().map(|part| self.sight(part)).collect::<Option<_>>()?;
                let name = |(index, part): (usize, &Sight)| match part.is_hidden() {
                    true => "_".to_owned(),
                    false => format!("b{index}"),
                };
                let names: Vec<String> = parts.iter().enumerate().map(name).collect();
                let values: Vec<String> =
                    parts.iter().zip(&names).map(|(part, name)| part.covered(name)).collect();
                let texts: Vec<String> = parts.iter().map(|part| format!("({})", part.text)).collect();
                let cover = format!("(fun ({}) -> ({}))", names.join(", "), values.join(", "));
                let shows = parts.iter().any(|part| part.shows);
                Some(Sight { text: texts.join(" * "), cover: Some(cover), shows })
            }
            Kind::Con(con, _) if is_hidden(con) => {
                let cover = Some(format!("(fun _ -> {HIDDEN})"));
                Some(Sight { text: HIDDEN_TYPE.to_owned(), cover, shows: false })
            }
            Kind::Con(con, args) => {
                let known = [
                    (&*BUILTINS.list.path, "list", "List.map"),
                    (&*BUILTINS.array.path, "array", "Array.map"),
                    (&*BUILTINS.option.path, "option", "Option.map"),
                    ("Seq.t", "Stdlib.Seq.t", "Seq.map"),
                ];
                if let (Some((_, name, map)), [arg]) =
                    (known.iter().find(|(path, ..)| **path == *con.path), &args[..])
                {
                    let inside = self.sight(arg)?;
                    let map = self.names.of_library(map);
                    let cover = inside.cover.map(|cover| format!("({map} {cover})"));
                    return Some(Sight { text: format!("({}) {name}", inside.text), cover, shows: true });
                }
                if let ("result", [good, bad]) = (&*con.path, &args[..]) {
                    let (good, bad) = (self.sight(good)?, self.sight(bad)?);
                    let cover = format!(
                        "(function Stdlib.Ok b -> Stdlib.Ok {} | Stdlib.Error b -> Stdlib.Error {})",
                        good.covered("b"),
                        bad.covered("b")
                    );
                    let text = format!("({}, {}) Stdlib.result", good.text, bad.text);
                    return Some(Sight { text, cover: Some(cover), shows: true });
                }
                let expanded = types.expand(&ty);
                match &*expanded {
                    Kind::Con(own, _) if own.id == con.id => None,
                    _ => self.sight(&expanded),
                }
            }
            _ => None,
        }
    }

    /// All of it as text.
    fn written(mut self, path: &str, shown_as: Option<&str>) -> Option<Observations> {
        let mut text = self.writer.declared()?;
        if self.arms.is_empty() {
            return None;
        }
        let params: Vec<String> = (0..self.variables).map(|index| format!("'p{index}")).collect();
        let (observation, seen) = (applied(&params, OBSERVATION), applied(&params, SEEN));
        text += &format!("type {HIDDEN_TYPE} = {HIDDEN}\n");
        let (mut observations, mut sights, mut matches) = (String::new(), String::new(), String::new());
        let mut calls = BTreeMap::new();
        let renamed = |text: &str| match shown_as {
            Some(name) => text.replace(&format!("{path}."), &format!("{name}.")),
            None => text.to_owned(),
        };
        for (index, arm) in self.arms.iter().enumerate() {
            let name = format!("Lydian_observation_{index}");
            let of =
                if arm.parts.is_empty() { String::new() } else { format!(" of {}", arm.parts.join(" * ")) };
            observations += &format!(" | {name}{of}");
            sights += &format!(" | Lydian_seen_{index} of ({})", arm.seen.text);
            let names: Vec<String> = (0..arm.parts.len()).map(|index| format!("a{index}")).collect();
            let pattern = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            matches += &format!("\n  | {name}{pattern} -> Lydian_seen_{index} {}", arm.seen.of(&arm.value));
            let cover = arm.seen.cover.as_ref();
            let cover = cover.map(|cover| self.names.shown(&cover.replace(HIDDEN, "()")));
            calls.insert(name, Call { path: renamed(&arm.path), labels: arm.labels.clone(), cover });
            self.writer.templates.insert(format!("Lydian_seen_{index}"), Template::Inside);
        }
        self.writer.templates.insert(HIDDEN.to_owned(), Template::Plain(ABSTRACT.to_owned()));
        text += &format!("type {observation} ={observations}\ntype {seen} ={sights}\n");
        let objects = match self.rows {
            Rows::OnObjects => objects::written(&self.arms, &params, &seen),
            Rows::One | Rows::InARow => None,
        };
        let has_objects = objects.is_some();
        let (mut on_objects, mut run_on_objects) = (String::new(), String::new());
        if let Some(objects) = objects {
            text += &objects.text;
            (on_objects, run_on_objects) = (objects.constructor, objects.case);
            for (name, of, takes) in objects.calls {
                let call = calls.get(&format!("Lydian_observation_{of}")).cloned()?;
                calls.insert(name, if takes { call } else { Call { cover: None, ..call } });
            }
            let templates = &mut self.writer.templates;
            for (name, shown) in objects::NAMES {
                templates.insert(name.to_owned(), Template::Plain(shown.to_owned()));
            }
        }
        let one = if self.rows != Rows::One { ONE } else { Observations::ENTRY };
        text +=
            &format!("let {one} (observation : {observation}) : {seen} = match observation with{matches}\n");
        if self.rows != Rows::One {
            let program = applied(&params, PROGRAM);
            text += &format!(
                "type {program} = {LAST} of {observation} | {THEN} of {observation} * {program}{on_objects}\n\
                 let rec {} (program : {program}) : {seen} = match program with\n  \
                 | {LAST} last -> {one} last\n  | {THEN} (first, rest) -> Stdlib.ignore ({one} first); {} rest{run_on_objects}\n",
                Observations::ENTRY,
                Observations::ENTRY
            );
        }
        // What shows nothing and makes nothing that others look at is called in vain.
        let shows = |path: &str| self.arms.iter().any(|arm| arm.path == path && arm.seen.shows);
        let used = |path: &&String| self.writer.used.contains(path) || shows(path);
        let own = self.writer.used.iter().filter(|path| !path.starts_with(LIBRARY));
        let making = own.filter(|path| !self.offered.contains(path));
        let mut operations: Vec<String> =
            self.offered.iter().filter(used).chain(making).map(|path| renamed(path)).collect();
        operations.dedup();
        // What makes no value and shows nothing takes no part, nor does what would make values and cannot.
        let idle = self.offered.iter().filter(|path| !used(path));
        let unable =
            self.writer.passed_over.iter().filter(|path| !self.offered.contains(path) && !used(path));
        let passed_over = idle.chain(unable).map(|path| renamed(path)).collect();
        for template in self.writer.templates.values_mut() {
            template.rename(&renamed);
        }
        let builders = self.writer.builders(text, BTreeMap::new());
        let in_a_row = self.rows != Rows::One;
        let before = String::new();
        Some(Observations { builders, operations, passed_over, in_a_row, has_objects, calls, before })
    }
}

impl Sight {
    fn is_hidden(&self) -> bool {
        self.text == HIDDEN_TYPE
    }

    /// What is seen of a call.
    pub(super) fn of(&self, call: &str) -> String {
        let value = self.covered(&format!("({call})"));
        match self.is_hidden() {
            true => format!("(Stdlib.ignore ({call}); {value})"),
            false => value,
        }
    }

    /// What is seen of a value.
    fn covered(&self, value: &str) -> String {
        match &self.cover {
            Some(_) if self.is_hidden() => HIDDEN.to_owned(),
            Some(cover) => format!("({cover} {value})"),
            None => value.to_owned(),
        }
    }
}

const OBSERVATION: &str = "lydian_term_observation";
const SEEN: &str = "lydian_term_seen";
/// A program of several calls, and the function that makes one of them.
const PROGRAM: &str = "lydian_term_program";
const LAST: &str = "Lydian_last";
const THEN: &str = "Lydian_then";
const ONE: &str = "lydian_observe_one";
const HIDDEN_TYPE: &str = "lydian_term_hidden";
const HIDDEN: &str = "Lydian_hidden";
/// As the toplevel shows it.
const ABSTRACT: &str = "<abstr>";

fn is_unit(ty: &Ty) -> bool {
    matches!((&**ty, &*BUILTINS.unit), (Kind::Con(own, _), Kind::Con(unit, _)) if own.id == unit.id)
}
