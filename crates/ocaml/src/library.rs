//! The standard library: OCaml sources of our own, compiled in, checked when a program first mentions them.
//! Each module is a program of its own with its own range of variables, shared by all programs of the process.

use std::sync::{Arc, LazyLock, OnceLock};

use lydian_core::{ConstructorDecl, Program, TypeDecl};
use lydian_diagnostic::{Diagnostic, Source};
use rustc_hash::FxHashMap;

use crate::infer::env::{Access, Env, Structure, ValueInfo};
use crate::infer::types::{self, BUILTINS, Name, Scheme};
use crate::load;

/// A module of the library, checked.
#[derive(Debug)]
pub struct Library {
    /// What it offers.
    pub structure: Arc<Structure>,
    /// Its code.
    pub program: Arc<Program>,
    /// Its own type declarations.
    pub decls: Vec<TypeDecl>,
    /// Its own exceptions.
    pub exceptions: Vec<ConstructorDecl>,
    /// The modules that it uses, each after those that it uses itself; `Stdlib` first.
    pub dependencies: Vec<Arc<Library>>,
}

/// The text of a module, and of its interface if it has one.
struct Text {
    name: &'static str,
    body: &'static str,
    interface: Option<&'static str>,
}

macro_rules! modules {
    ($($name:literal $file:literal $($interface:literal)?;)*) => {
        &[$(Text {
            name: $name,
            body: include_str!(concat!("../stdlib/", $file, ".ml")),
            interface: first(&[$(include_str!(concat!("../stdlib/", $interface, ".mli")))?]),
        }),*]
    };
}

const fn first(texts: &[&'static str]) -> Option<&'static str> {
    match texts {
        [] => None,
        [text, ..] => Some(text),
    }
}

const MODULES: &[Text] = modules! {
    "Stdlib" "stdlib";
    "Alcotest" "alcotest";
    "Array" "array";
    "ArrayLabels" "arrayLabels";
    "Atomic" "atomic" "atomic";
    "Bool" "bool";
    "Buffer" "buffer" "buffer";
    "Bytes" "bytes";
    "BytesLabels" "bytesLabels";
    "Char" "char";
    "Complex" "complex";
    "Digest" "digest";
    "Either" "either";
    "Float" "float";
    "Format" "format" "format";
    "Fun" "fun";
    "Hashtbl" "hashtbl" "hashtbl";
    "Int" "int";
    "Int32" "int32";
    "Int64" "int64";
    "Lazy" "lazy";
    "List" "list";
    "ListLabels" "listLabels";
    "Lydian" "lydian";
    "Machine" "machine";
    "Map" "map";
    "Nativeint" "nativeint";
    "OUnit2" "oUnit2";
    "Obj" "obj" "obj";
    "Option" "option";
    "Printexc" "printexc";
    "Printf" "printf";
    "QCheck" "qCheck";
    "QCheck2" "qCheck2";
    "QCheck_alcotest" "qCheck_alcotest";
    "QCheck_base_runner" "qCheck_base_runner";
    "QCheck_lydian" "qCheck_lydian";
    "QCheck_ounit" "qCheck_ounit";
    "QCheck_runner" "qCheck_runner";
    "Queue" "queue" "queue";
    "Random" "random" "random";
    "Result" "result";
    "Scanf" "scanf" "scanf";
    "Seq" "seq";
    "Set" "set";
    "Stack" "stack" "stack";
    "StdLabels" "stdLabels";
    "String" "string";
    "StringLabels" "stringLabels";
    "Sys" "sys";
    "Unit" "unit";
};

/// A module that has been checked, or what is wrong with it.
type Slot = OnceLock<Result<Arc<Library>, Vec<Diagnostic>>>;

static SLOTS: LazyLock<Vec<Slot>> = LazyLock::new(|| MODULES.iter().map(|_| OnceLock::new()).collect());

/// The names of all modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.name)
}

/// A module by name.
pub fn find(name: &str) -> Option<Arc<Library>> {
    let index = MODULES.iter().position(|module| module.name == name)?;
    load_at(index).as_ref().ok().cloned()
}

/// The module that is always open.
pub fn stdlib() -> Option<Arc<Library>> {
    find("Stdlib")
}

/// What is wrong with a module; a test holds this to be nothing.
pub fn faults(name: &str) -> Vec<Diagnostic> {
    match MODULES.iter().position(|module| module.name == name) {
        Some(index) => load_at(index).as_ref().err().cloned().unwrap_or_default(),
        None => vec![],
    }
}

fn load_at(index: usize) -> &'static Result<Arc<Library>, Vec<Diagnostic>> {
    SLOTS[index].get_or_init(|| {
        let module = &MODULES[index];
        let body = Source::new(format!("{}.ml", module.name), module.body);
        let interface = module.interface.map(|text| {
            // An interface is read as the signature that it stands for.
            let text = format!("module type Interface = sig\n{text}\nend");
            Source::new(format!("{}.mli", module.name), text)
        });
        // Every program that comes later needs it, whatever the budget of the one that asks first.
        lydian_budget::under(None, || load::library(module.name, &body, interface.as_ref()))
    })
}

/// Whether a path belongs to the library, so that a user's type of the same path needs another one.
pub fn is_reserved_path(path: &str, first: &str) -> bool {
    if path != first {
        return names().any(|name| name == first) || first == "CamlinternalLazy";
    }
    RESERVED.get(path).is_some()
}

/// The types and exceptions that are visible without a path.
static RESERVED: LazyLock<FxHashMap<String, ()>> = LazyLock::new(|| {
    let mut reserved = FxHashMap::default();
    for con in &BUILTINS.all {
        reserved.insert(con.path.to_string(), ());
    }
    for constructor in &BUILTINS.constructors {
        if constructor.con.is_exception() {
            reserved.insert(constructor.name.to_string(), ());
        }
    }
    if let Some(stdlib) = stdlib() {
        for decl in &stdlib.decls {
            reserved.insert(decl.path.to_string(), ());
        }
    }
    reserved
});

/// What a module of the library sees: everything of `Stdlib`.
pub fn env_for_library() -> Env {
    let mut env = env_for_stdlib();
    if let Some(stdlib) = stdlib() {
        env.open(&stdlib.structure);
    }
    env
}

/// What `Stdlib` itself sees: what is built in.
pub fn env_for_stdlib() -> Env {
    let mut env = Env::default();
    for con in &BUILTINS.all {
        env.types.insert(con.path.clone(), con.clone());
    }
    for constructor in &BUILTINS.constructors {
        env.constructors.insert(constructor.name.clone(), constructor.clone());
    }
    for (name, value) in lazy_operators() {
        env.values.insert(name, value);
    }
    env
}

/// The lazy operators are syntax, but their names can stand for functions.
fn lazy_operators() -> impl Iterator<Item = (Name, Arc<ValueInfo>)> {
    let bool = || BUILTINS.bool.clone();
    let scheme = Scheme::mono(types::arrow(bool(), types::arrow(bool(), bool())));
    [("&&", Access::And), ("&", Access::And), ("||", Access::Or), ("or", Access::Or)]
        .into_iter()
        .map(move |(name, access)| (name.into(), Arc::new(ValueInfo { scheme: scheme.clone(), access })))
}

/// What a user's program sees: `Stdlib` without the names that are only for the library.
pub fn env_for_users() -> Env {
    static ENV: OnceLock<Env> = OnceLock::new();
    ENV.get_or_init(|| {
        let mut env = env_for_stdlib();
        if let Some(stdlib) = stdlib() {
            env.open(&public(&stdlib.structure));
        }
        env
    })
    .clone()
}

/// `Stdlib` as a user's program sees it when it is named.
pub fn public_stdlib() -> Option<Arc<Structure>> {
    static STRUCTURE: OnceLock<Option<Arc<Structure>>> = OnceLock::new();
    STRUCTURE.get_or_init(|| stdlib().map(|stdlib| Arc::new(public(&stdlib.structure)))).clone()
}

fn public(structure: &Structure) -> Structure {
    let hidden = |name: &str| name.starts_with("lydian_") || name.starts_with("Lydian_");
    let mut public = structure.clone();
    public.values.retain(|name, _| !hidden(name));
    public.types.retain(|name, _| !hidden(name));
    public.modules.retain(|name, _| !hidden(name));
    public.constructors.retain(|name, constructor| !hidden(name) && !hidden(&constructor.owner.path));
    public.values.extend(lazy_operators());
    public.entries.clear();
    public
}

/// Why a name of OCaml's library is missing in ours.
pub fn missing_reason(name: &str) -> Option<&'static str> {
    static MISSING: LazyLock<FxHashMap<String, &'static str>> = LazyLock::new(|| {
        include_str!("../stdlib/missing.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once('\t'))
            .map(|(name, reason)| (bare(name), reason))
            .collect()
    });
    let exact = MISSING.get(name).or_else(|| MISSING.get(&format!("Stdlib.{name}"))).copied();
    exact.or_else(|| {
        // A module that is missing as a whole.
        let (module, _) = name.split_once('.')?;
        MISSING.get(module).copied()
    })
}

/// A name of the list without what it is, and an operator without its parentheses.
fn bare(name: &str) -> String {
    let kinds = [" (type)", " (exception)", " (module)"];
    let name = kinds.iter().find_map(|kind| name.strip_suffix(kind)).unwrap_or(name);
    name.replace("( ", "").replace(" )", "")
}
