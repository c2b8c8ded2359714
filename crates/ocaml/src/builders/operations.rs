//! The operations that give values of a type: those of the structure that declares it, or its generator alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use lydian_core::Var;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Purpose;
use super::names::Names;
use crate::infer::env::{Access, Entry, Module, Structure, ValueInfo};
use crate::infer::show::Shower;
use crate::infer::types::{ArgLabel, BUILTINS, Kind, Scheme, Ty, TypeCon, TypeKind};
use crate::infer::unify::Types;
use crate::syntax::ast::{self, ItemKind, ModuleExprKind};

/// How values of a type are made.
#[derive(Debug)]
pub(super) enum Made {
    /// By operations, in the order of their declaration; `all` if there are no others.
    By {
        /// The operations.
        operations: Vec<Operation>,
        /// Whether these make every value that a program can make.
        all: bool,
        /// The operations that give such values, too, and were passed over.
        passed_over: Vec<String>,
    },
    /// By choosing from a list of this name.
    From(String),
}

/// An operation.
#[derive(Debug)]
pub(super) struct Operation {
    /// How it is written.
    pub path: String,
    /// Its arguments without optional ones; types over the parameters of the type that it makes.
    pub args: Vec<(ArgLabel, Ty)>,
    /// Where in its result the value is.
    pub gives: Gives,
    /// A type that is taken as it is in the arguments: a generator of numbers is given numbers that no generator made.
    pub plain: Option<u32>,
}

/// Where the value is.
#[derive(Debug)]
pub(super) enum Gives {
    /// In the result: an expression around the call `%`, which fails if there is none.
    Result(String),
    /// The argument with this number, which the operation changes; what it returns is not needed.
    Argument {
        /// The number of the argument.
        changed: usize,
        /// Whether it returns something other than `()`.
        returns: bool,
    },
    /// In the result, which is a number that is written with this letter behind its digits.
    Number(char),
    /// In the result, which is an end of a range of numbers.
    End,
    /// A hash table to which the bindings in the argument are added in their order: of one key there can be several.
    Table,
}

/// What is known of a library's functors: a basis from which every value can be made.
const LIBRARY: [(&str, &[&str]); 2] = [("Set.Make", &["of_list"]), ("Map.Make", &["empty", "add"])];

/// The modules `prefix.name` that are instances of functors, with the functor's name.
pub(crate) fn functor_instances(structure: &ast::Structure, prefix: &str, into: &mut Vec<(String, String)>) {
    for item in structure {
        let ItemKind::Module(binding) = &item.kind else { continue };
        let Some(name) = &binding.name else { continue };
        let path = format!("{prefix}{}", name.node);
        match &binding.module.kind {
            ModuleExprKind::Apply { functor, .. } => {
                if let ModuleExprKind::Path(functor) = &functor.kind {
                    into.push((path, functor.node.to_string()));
                }
            }
            ModuleExprKind::Structure(inner) => functor_instances(inner, &format!("{path}."), into),
            _ => {}
        }
    }
}

/// The modules that are opened at the top level.
pub(crate) fn opened(structure: &ast::Structure) -> impl Iterator<Item = String> + '_ {
    structure.iter().filter_map(|item| match &item.kind {
        ItemKind::Open(opened) => match &opened.kind {
            ModuleExprKind::Path(path) => Some(path.node.to_string()),
            _ => None,
        },
        _ => None,
    })
}

/// How values of types are made.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// For each type that needs it, by the number of its constructor.
    pub made: FxHashMap<u32, Made>,
    /// The types with a generator.
    pub generated: FxHashSet<u32>,
    /// The types that are made by the library's functors.
    pub of_functors: FxHashSet<u32>,
    /// What is called like a generator and is none: its path, and the type it would be for by number and by name.
    pub unusable: Vec<(String, u32, String)>,
}

/// Looks through a program.
pub(super) fn collect(
    structure: &Structure,
    types: &Types,
    names: &Names<'_>,
    functor_instances: &[(String, String)],
    purpose: Purpose,
    further: Option<(&str, &Arc<ValueInfo>)>,
) -> Collected {
    let collected = Collected::default();
    let mut collector = Collector { types, names, functor_instances, purpose, further, collected };
    collector.structure(structure, "", None, 0);
    if purpose == Purpose::Property {
        collector.builtins(structure);
    }
    collector.collected
}

struct Collector<'t> {
    types: &'t Types,
    names: &'t Names<'t>,
    functor_instances: &'t [(String, String)],
    purpose: Purpose,
    /// A function that is an operation of whatever it gives, wherever it stands.
    further: Option<(&'t str, &'t Arc<ValueInfo>)>,
    collected: Collected,
}

/// Modules are not looked into beyond this depth.
const DEEPEST: u32 = 20;

impl Collector<'_> {
    /// `outermost` is the module at the top level that this structure is in, with its path: inside of it, types can still be known.
    fn structure(
        &mut self,
        structure: &Structure,
        prefix: &str,
        outermost: Option<(&Structure, &str)>,
        depth: u32,
    ) {
        for entry in &structure.entries {
            match entry {
                Entry::Type(name, con, _) => {
                    let around = outermost.unwrap_or((structure, prefix));
                    let generated = self.generated(structure, prefix, name, con);
                    if let Some(made) = generated.or_else(|| self.of_type(structure, prefix, around, con)) {
                        self.collected.made.entry(con.id).or_insert(made);
                    }
                }
                Entry::Module(name, Module::Structure(inner), _) if depth < DEEPEST => {
                    let path = format!("{prefix}{name}.");
                    let outermost = outermost.unwrap_or((&**inner, &*path));
                    self.structure(inner, &path, Some(outermost), depth + 1);
                }
                _ => {}
            }
        }
    }

    /// The types that every file knows have their generators at its top level, unless it declares others of these names.
    fn builtins(&mut self, structure: &Structure) {
        let declared = |con: &TypeCon| {
            structure
                .entries
                .iter()
                .any(|entry| matches!(entry, Entry::Type(name, ..) if **name == *con.display))
        };
        for con in BUILTINS.all.iter().filter(|con| !declared(con)) {
            if let Some(mut made) = self.generated(structure, "", &con.display, con) {
                if let Made::By { operations, .. } = &mut made {
                    operations.iter_mut().for_each(|operation| operation.plain = Some(con.id));
                }
                self.collected.made.insert(con.id, made);
            }
        }
    }

    /// What the generator of a type makes, if there is one. What is called like one and is none is noted.
    fn generated(
        &mut self,
        structure: &Structure,
        prefix: &str,
        name: &str,
        con: &Arc<TypeCon>,
    ) -> Option<Made> {
        // Two programs are compared on all values, not on those that one of them calls its tests.
        if self.purpose == Purpose::Comparison {
            return None;
        }
        let generator = format!("gen_{name}");
        let value = structure.values.get(&*generator)?;
        let path = format!("{prefix}{generator}");
        let known = matches!(value.access, Access::Var(var) if self.names.means(&path, var));
        let made = self.generator(path.clone(), &value.scheme, con).filter(|_| known);
        match &made {
            Some(_) => _ = self.collected.generated.insert(con.id),
            None => self.collected.unusable.push((path, con.id, con.display.to_string())),
        }
        made
    }

    /// A value that is called like a generator of a type, if it is one.
    fn generator(&self, path: String, scheme: &Scheme, con: &Arc<TypeCon>) -> Option<Made> {
        if self.is_list_of(&scheme.body, con) {
            return Some(Made::From(path));
        }
        let mut operation = self.operation(path, &self.with_result(scheme, con), con, false)?;
        // What an alias is made from is not made by its generator.
        for (_, arg) in operation.args.iter_mut().filter(|(_, arg)| self.is(arg, con)) {
            *arg = self.types.expand(arg);
        }
        // A value of the type is no way to make others.
        let operations = vec![operation];
        (!operations[0].args.is_empty()).then_some(Made::By { operations, all: true, passed_over: vec![] })
    }

    fn of_type(
        &mut self,
        structure: &Structure,
        prefix: &str,
        around: (&Structure, &str),
        con: &Arc<TypeCon>,
    ) -> Option<Made> {
        if !is_closed(self.types, con) {
            return None;
        }
        let module = prefix.strip_suffix('.').unwrap_or(prefix);
        let instance = self.functor_instances.iter().rev().find(|(path, _)| path == module);
        let basis = instance
            .and_then(|(_, functor)| LIBRARY.iter().find(|(known, _)| known == functor))
            .map(|(_, basis)| *basis);
        let mut found = Found::default();
        match basis {
            Some(basis) => self.operations(structure, prefix, con, Some(basis), DEEPEST, &mut found),
            None => self.operations(around.0, around.1, con, None, 0, &mut found),
        }
        if basis.is_some() {
            // Whatever else there is in such a module, its basis makes all values.
            found.passed_over.clear();
            self.collected.of_functors.insert(con.id);
        }
        if let Some((path, value)) = self.further
            && let Access::Var(var) = value.access
            && found.seen.insert(var)
        {
            found.operations.extend(self.operation(path.to_owned(), &value.scheme, con, true));
        }
        if self.purpose == Purpose::Comparison && basis.is_none() && changes(&found.operations) {
            found.seen.clear();
            self.operations_that_may_change(around.0, around.1, con, 0, &mut found);
        }
        let (operations, passed_over) = (found.operations, found.passed_over);
        Some(Made::By { operations, all: passed_over.is_empty(), passed_over })
    }

    /// Where values can be changed, an operation that returns something else may change one as well: `pop : 'a t -> 'a`.
    fn operations_that_may_change(
        &self,
        structure: &Structure,
        prefix: &str,
        con: &Arc<TypeCon>,
        depth: u32,
        found: &mut Found,
    ) {
        for entry in &structure.entries {
            match entry {
                Entry::Value(name, value) => {
                    let Some(path) = self.current(structure, prefix, name, value, found) else { continue };
                    if self.gives(&value.scheme.body, con) || self.is_unit(&self.result(&value.scheme.body)) {
                        continue;
                    }
                    found.operations.extend(self.changing(path, &value.scheme, con));
                }
                Entry::Module(name, Module::Structure(inner), _) if depth < DEEPEST => {
                    self.operations_that_may_change(
                        inner,
                        &format!("{prefix}{name}."),
                        con,
                        depth + 1,
                        found,
                    );
                }
                _ => {}
            }
        }
    }

    /// How a value is written that its name still means, unless it was met before.
    fn current(
        &self,
        structure: &Structure,
        prefix: &str,
        name: &str,
        value: &Arc<ValueInfo>,
        found: &mut Found,
    ) -> Option<String> {
        let Access::Var(var) = value.access else { return None };
        let last = structure.values.get(name).is_some_and(|last| Arc::ptr_eq(last, value));
        let known = last && found.seen.insert(var) && self.names.means(&format!("{prefix}{name}"), var);
        known.then(|| format!("{prefix}{}", written(name)))
    }

    /// The operations of a structure and of the modules in it.
    fn operations(
        &self,
        structure: &Structure,
        prefix: &str,
        con: &Arc<TypeCon>,
        basis: Option<&[&str]>,
        depth: u32,
        found: &mut Found,
    ) {
        for entry in &structure.entries {
            match entry {
                Entry::Value(name, value) => {
                    let Access::Var(var) = value.access else { continue };
                    let current = structure.values.get(name).is_some_and(|last| Arc::ptr_eq(last, value));
                    if !current
                        || !found.seen.insert(var)
                        || basis.is_some_and(|basis| !basis.contains(&&**name))
                    {
                        continue;
                    }
                    let known = self.names.means(&format!("{prefix}{name}"), var);
                    let path = format!("{prefix}{}", written(name));
                    match self.operation(path, &value.scheme, con, true).filter(|_| known) {
                        Some(operation) => found.operations.push(operation),
                        None if self.gives(&value.scheme.body, con) => {
                            found.passed_over.push(format!("{prefix}{name}"));
                        }
                        None => {}
                    }
                }
                Entry::Module(name, Module::Structure(inner), _) if depth < DEEPEST => {
                    self.operations(inner, &format!("{prefix}{name}."), con, basis, depth + 1, found);
                }
                _ => {}
            }
        }
    }

    /// Whether a function gives values of a type in some way, or may change one that it takes.
    fn gives(&self, ty: &Ty, con: &TypeCon) -> bool {
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Arrow(_, from, to) => {
                self.gives(to, con) || (self.is_unit(&self.result(to)) && self.mentions(from, con))
            }
            _ => self.mentions(&ty, con),
        }
    }

    fn result(&self, ty: &Ty) -> Ty {
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Arrow(_, _, to) => self.result(to),
            _ => ty,
        }
    }

    fn mentions(&self, ty: &Ty, con: &TypeCon) -> bool {
        let any = |parts: &[Ty]| parts.iter().any(|part| self.mentions(part, con));
        match &*self.types.resolve(ty) {
            Kind::Con(own, args) => own.id == con.id || any(args),
            Kind::Tuple(parts) => any(parts),
            Kind::Arrow(_, from, to) => self.mentions(from, con) || self.mentions(to, con),
            _ => false,
        }
    }

    fn is_list_of(&self, ty: &Ty, con: &Arc<TypeCon>) -> bool {
        let ty = self.types.resolve(ty);
        let Kind::Con(list, args) = &*ty else { return false };
        list.id == BUILTINS.list.id && con.arity == 0 && self.is_same(&args[0], con)
    }

    /// Whether a type is the one without parameters, whatever both are called.
    fn is_same(&self, ty: &Ty, con: &Arc<TypeCon>) -> bool {
        let whole: Ty = Arc::new(Kind::Con(con.clone(), vec![]));
        let show = |ty: &Ty| Shower::new(self.types).show(&self.types.expand(ty));
        show(ty) == show(&whole)
    }

    /// A generator's type with the type that it is for as its result, which inference may call by another name.
    fn with_result(&self, scheme: &Scheme, con: &Arc<TypeCon>) -> Scheme {
        let body = self.resulting(&scheme.body, con);
        Scheme { vars: scheme.vars, body, names: scheme.names.clone() }
    }

    fn resulting(&self, ty: &Ty, con: &Arc<TypeCon>) -> Ty {
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Arrow(label, from, to) => {
                Arc::new(Kind::Arrow(label.clone(), from.clone(), self.resulting(to, con)))
            }
            _ if con.arity == 0 && self.is_same(&ty, con) => Arc::new(Kind::Con(con.clone(), vec![])),
            Kind::Con(option, args) if option.id == BUILTINS.option.id => {
                Arc::new(Kind::Con(option.clone(), vec![self.resulting(&args[0], con)]))
            }
            _ => ty,
        }
    }

    fn is(&self, ty: &Ty, con: &TypeCon) -> bool {
        matches!(&*self.types.resolve(ty), Kind::Con(own, _) if own.id == con.id)
    }

    /// A value as an operation, if it gives values of the type for all of its parameters.
    fn operation(&self, path: String, scheme: &Scheme, con: &TypeCon, changes: bool) -> Option<Operation> {
        let (args, result) = self.arguments(scheme);
        match self.inside(&result, con) {
            Some(found) => {
                let gives = Gives::Result(found.around);
                self.for_all_parameters(path, scheme, (args, gives), (con, &found.parameters))
            }
            None if changes && self.is_unit(&result) => self.changing(path, scheme, con),
            None => None,
        }
    }

    /// A value as an operation that changes the one argument of the type.
    fn changing(&self, path: String, scheme: &Scheme, con: &TypeCon) -> Option<Operation> {
        let (args, result) = self.arguments(scheme);
        let changed: Vec<usize> = (0..args.len()).filter(|index| self.is(&args[*index].1, con)).collect();
        let [changed] = changed[..] else { return None };
        // `iter` changes nothing, since the functions that it is given do nothing.
        let takes_actions = args.iter().any(|(_, arg)| is_action(self.types, arg));
        if self.purpose == Purpose::Comparison && takes_actions {
            return None;
        }
        let Kind::Con(_, parameters) = &*self.types.resolve(&args[changed].1) else { return None };
        let gives = Gives::Argument { changed, returns: !self.is_unit(&result) };
        self.for_all_parameters(path, scheme, (args, gives), (con, parameters))
    }

    /// The arguments without optional ones, and the result.
    fn arguments(&self, scheme: &Scheme) -> (Vec<(ArgLabel, Ty)>, Ty) {
        let mut args = Vec::new();
        let mut rest = self.types.resolve(&scheme.body);
        while let Kind::Arrow(label, from, to) = &*rest {
            if !matches!(label, ArgLabel::Optional(_)) {
                args.push((label.clone(), from.clone()));
            }
            let next = self.types.resolve(to);
            rest = next;
        }
        (args, rest)
    }

    /// The operation over the parameters of the type: these must be variables of the operation.
    fn for_all_parameters(
        &self,
        path: String,
        scheme: &Scheme,
        (mut args, gives): (Vec<(ArgLabel, Ty)>, Gives),
        (con, parameters): (&TypeCon, &[Ty]),
    ) -> Option<Operation> {
        // A comparison chooses one type for all variables in any case; for a property no others may occur.
        let other: Option<Ty> = match self.purpose {
            Purpose::Property => None,
            Purpose::Comparison if con.arity > 0 => Some(Arc::new(Kind::Generic(0))),
            Purpose::Comparison => Some(BUILTINS.int.clone()),
        };
        let mut renamed: Vec<Option<Ty>> = vec![None; scheme.vars as usize];
        for (position, parameter) in parameters.iter().enumerate() {
            let Kind::Generic(index) = &*self.types.resolve(parameter) else { return None };
            let place = renamed.get_mut(*index as usize)?;
            if place.is_some() {
                return None;
            }
            *place = Some(Arc::new(Kind::Generic(position as u32)));
        }
        for place in renamed.iter_mut().filter(|place| place.is_none()) {
            place.clone_from(&other);
        }
        for (_, arg) in &mut args {
            *arg = self.rename(arg, &renamed)?;
        }
        Some(Operation { path, args, gives, plain: None })
    }

    fn is_unit(&self, ty: &Ty) -> bool {
        matches!((&*self.types.resolve(ty), &*BUILTINS.unit), (Kind::Con(own, _), Kind::Con(unit, _)) if own.id == unit.id)
    }

    fn rename(&self, ty: &Ty, renamed: &[Option<Ty>]) -> Option<Ty> {
        let ty = self.types.resolve(ty);
        let all =
            |parts: &[Ty]| parts.iter().map(|part| self.rename(part, renamed)).collect::<Option<Vec<Ty>>>();
        Some(Arc::new(match &*ty {
            Kind::Generic(index) => return renamed.get(*index as usize)?.clone(),
            Kind::Var(_) | Kind::Nil => return None,
            Kind::Arrow(label, from, to) => {
                Kind::Arrow(label.clone(), self.rename(from, renamed)?, self.rename(to, renamed)?)
            }
            Kind::Tuple(parts) => Kind::Tuple(all(parts)?),
            Kind::Con(con, parts) => Kind::Con(con.clone(), all(parts)?),
            Kind::Variant(_) => return None,
        }))
    }

    /// Where a value of the type is in a result.
    fn inside(&self, ty: &Ty, con: &TypeCon) -> Option<Inside> {
        let ty = self.types.resolve(ty);
        match &*ty {
            Kind::Con(own, args) if own.id == con.id => {
                Some(Inside { around: "%".into(), parameters: args.clone() })
            }
            Kind::Con(own, args) if own.id == BUILTINS.option.id => Some(
                self.inside(&args[0], con)?.within(&format!("{} (%)", self.names.of_library("Option.get"))),
            ),
            Kind::Con(own, args) if &*own.path == "result" && args.len() == 2 => Some(
                self.inside(&args[0], con)?
                    .within(&format!("{} (%)", self.names.of_library("Result.get_ok"))),
            ),
            Kind::Tuple(parts) => {
                let (position, inside) = parts
                    .iter()
                    .enumerate()
                    .find_map(|(position, part)| Some((position, self.inside(part, con)?)))?;
                let take = match (parts.len(), position) {
                    (2, 0) => format!("{} (%)", self.names.of_library("fst")),
                    (2, _) => format!("{} (%)", self.names.of_library("snd")),
                    (width, position) => {
                        let names = (0..width).map(|index| if index == position { "made" } else { "_" });
                        format!("(let ({}) = % in made)", names.collect::<Vec<&str>>().join(", "))
                    }
                };
                Some(inside.within(&take))
            }
            _ => None,
        }
    }
}

#[derive(Default)]
struct Found {
    operations: Vec<Operation>,
    passed_over: Vec<String>,
    seen: BTreeSet<Var>,
}

struct Inside {
    around: String,
    parameters: Vec<Ty>,
}

impl Inside {
    fn within(mut self, take: &str) -> Inside {
        self.around = self.around.replace('%', take);
        self
    }
}

/// How values of the library's own types are made.
pub(super) fn of_library(con: &Arc<TypeCon>, names: &Names<'_>, purpose: Purpose) -> Option<Made> {
    let builtin = BUILTINS.all.iter().any(|own| own.id == con.id);
    if !builtin && con.body.get().is_none() {
        return None;
    }
    let generic = |index: u32| -> Ty { Arc::new(Kind::Generic(index)) };
    let list = |ty: Ty| -> Ty { Arc::new(Kind::Con(BUILTINS.list.clone(), vec![ty])) };
    let call = |path: &str, args: Vec<Ty>, around: &str| Operation {
        path: names.of_library(path),
        args: args.into_iter().map(|arg| (ArgLabel::Nolabel, arg)).collect(),
        gives: Gives::Result(if around == "%" { around.to_owned() } else { names.of_library(around) }),
        plain: None,
    };
    let numbers = |module: &str, letter: char| {
        let number =
            |name: &str, args, gives| Operation { gives, ..call(&format!("{module}.{name}"), args, "%") };
        let of_int = number("of_int", vec![BUILTINS.int.clone()], Gives::Number(letter));
        vec![of_int, number("max_int", vec![], Gives::End), number("min_int", vec![], Gives::End)]
    };
    let mut all = true;
    let operations = match &*con.display {
        "Queue.t" => vec![call("List.to_seq", vec![list(generic(0))], "Queue.of_seq (%)")],
        "Stack.t" => vec![call("List.to_seq", vec![list(generic(0))], "Stack.of_seq (%)")],
        "Hashtbl.t" => {
            let pair: Ty = Arc::new(Kind::Tuple(vec![generic(0), generic(1)]));
            vec![Operation { gives: Gives::Table, ..call("List.to_seq", vec![list(pair)], "%") }]
        }
        "Buffer.t" => {
            let whole: Ty = Arc::new(Kind::Con(con.clone(), vec![]));
            let mut add = call("Buffer.add_string", vec![whole, BUILTINS.string.clone()], "%");
            add.gives = Gives::Argument { changed: 0, returns: false };
            vec![call("Buffer.create 16", vec![], "%"), add]
        }
        "int32" | "int64" | "nativeint" => {
            // Not every long integer comes from a short one.
            all = &*con.display == "int32";
            match &*con.display {
                "int32" => numbers("Int32", 'l'),
                "int64" => numbers("Int64", 'L'),
                _ => numbers("Nativeint", 'n'),
            }
        }
        // Properties make functions of them, which can be less readable, but also endless.
        "Seq.t" if purpose == Purpose::Comparison => {
            all = false;
            vec![call("List.to_seq", vec![list(generic(0))], "%")]
        }
        _ => return None,
    };
    Some(Made::By { operations, all, passed_over: vec![] })
}

/// Whether operations change values, rather than make others.
fn changes(operations: &[Operation]) -> bool {
    let is_change = |operation: &Operation| matches!(operation.gives, Gives::Argument { .. });
    // A constant that is changed would be changed for everybody.
    let is_constant = |operation: &Operation| operation.args.is_empty();
    operations.iter().any(is_change) && !operations.iter().any(is_constant)
}

/// Whether values of a type are functions that are called for what they do.
pub(super) fn is_action(types: &Types, ty: &Ty) -> bool {
    let ty = types.expand(ty);
    let Kind::Arrow(_, _, to) = &*ty else { return false };
    let to = types.expand(to);
    matches!((&*to, &*BUILTINS.unit), (Kind::Con(own, _), Kind::Con(unit, _)) if own.id == unit.id)
        || is_action(types, &to)
}

/// Whether a type is abstract, so that nobody outside can see what its values are.
pub(super) fn is_abstract(types: &Types, con: &TypeCon) -> bool {
    is_closed(types, con) && types.body(con).is_some_and(|body| !body.private)
}

/// Whether values of a type cannot be written down.
pub(super) fn is_closed(types: &Types, con: &TypeCon) -> bool {
    if con.rigid || BUILTINS.all.iter().any(|own| own.id == con.id) {
        return false;
    }
    types.body(con).is_some_and(|body| {
        body.private || (body.manifest.is_none() && matches!(body.kind, TypeKind::Abstract))
    })
}

/// An operator in parentheses.
pub(super) fn written(name: &str) -> String {
    let word = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if word { name.to_owned() } else { format!("( {name} )") }
}
