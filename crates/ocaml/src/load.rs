//! From sources to a program: read, check, put together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use lydian_core::{ConstructorDecl, Export, Item, Program, Type, TypeBody, TypeDecl, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};

use crate::builders;
use crate::infer::checker::Checker;
use crate::infer::env::{Access, Env, Module, Structure};
use crate::infer::lower::TypeLowerer;
use crate::infer::signature;
use crate::infer::types::BUILTINS;
use crate::infer::unify::Types;
use crate::library::{self, Library};
use crate::qcheck;
use crate::relocate;
use crate::syntax;
use crate::syntax::ast::{ItemKind, ModuleType};

/// A program with its types.
#[derive(Debug)]
pub struct Typed {
    /// The program.
    pub program: Program,
    pub(crate) structure: Structure,
    pub(crate) types: Types,
    /// The modules that are instances of functors, by path, with the functor's name.
    pub(crate) functor_instances: Vec<(String, String)>,
    /// The modules that are opened at the top level.
    pub(crate) opened: Vec<String>,
}

impl Typed {
    /// The type of a function that takes an open polymorphic variant, with a tag that stands for those that the type does not
    /// name; nothing if it takes none.
    pub fn with_other_tags(&self, function: &str) -> Option<Type> {
        let value = self.structure.values.get(function)?;
        let mut lowerer = TypeLowerer::with_other_tags(&self.types, value.scheme.vars, OTHER_TAG);
        let ty = lowerer.lower(&value.scheme.body);
        lowerer.found_open.then_some(ty)
    }

    /// The modules that functors of the library made, by path: `Names` after `module Names = Set.Make (String)`.
    pub fn made_by_library(&self) -> Vec<String> {
        let is_library = |functor: &str| {
            let head = functor.split('.').next().unwrap_or(functor);
            library::names().any(|name| name == head) && !self.structure.modules.contains_key(head)
        };
        let made = self.functor_instances.iter().filter(|(_, functor)| is_library(functor));
        made.map(|(path, _)| path.clone()).collect()
    }

    /// The signature, as `ocamlc -i` prints it but for line breaks inside of an item.
    pub fn signature(&self) -> String {
        signature::print(&self.types, &self.structure)
    }
}

/// The tag that stands for those that an open variant does not name.
const OTHER_TAG: &str = "Other";

/// The numbers below this are free for programs in the order in which they are loaded; a program is checked with
/// numbers from here on, and gets its own once their count is known.
const PROVISIONAL: u32 = 1 << 31;
/// The numbers that a library module reserves: its variables are referred to while it is still being checked.
const LIBRARY_RANGE: u32 = 1 << 15;

static NEXT_VAR: AtomicU32 = AtomicU32::new(0);

/// A part of a program.
#[derive(Debug, Clone)]
pub enum Part {
    /// Text.
    Text(Arc<Source>),
    /// A tree whose places are in this source, which need not be OCaml.
    Tree(Arc<Source>, syntax::ast::Structure),
}

/// Reads and checks parts as one program, in sequence.
pub fn typed(parts: Vec<Part>) -> (Option<Typed>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut sources = Vec::with_capacity(parts.len());
    let mut parsed = Vec::with_capacity(parts.len());
    for part in parts {
        let (source, structure, found) = match part {
            Part::Text(source) => {
                let (mut structure, found) = syntax::parse(&source);
                qcheck::keep_tests(&mut structure);
                (source, structure, found)
            }
            Part::Tree(source, structure) => (source, structure, Vec::new()),
        };
        diagnostics.extend(found);
        sources.push(source);
        parsed.push(structure);
    }
    let Some(first) = sources.first() else { return (None, diagnostics) };
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    let mut checker = Checker::new(first, None);
    checker.program.first_var = PROVISIONAL;
    if let Some(stdlib) = library::stdlib() {
        checker.use_library(&stdlib);
    }
    let mut env = library::env_for_users();
    let mut whole = Structure::default();
    let mut items = Vec::new();
    let mut item_places = Vec::new();
    for (source, parsed) in sources.iter().zip(&parsed) {
        checker.enter_source(source);
        match checker.file(&mut env, parsed, &mut items, &mut item_places) {
            Ok(structure) => whole.include(&structure),
            Err(diagnostic) => {
                diagnostics.append(&mut checker.warnings);
                diagnostics.push(*diagnostic);
                return (None, diagnostics);
            }
        }
    }
    diagnostics.append(&mut checker.warnings);
    let Checker { mut program, types, decls, exceptions, used, .. } = checker;
    program.libraries = used.iter().map(|library| library.program.clone()).collect();
    program.types = type_table(&used, decls, exceptions);
    program.exports = exports(&whole, &types);
    program.items = items;
    program.item_places = item_places;
    let count = program.var_names.len() as u32;
    let base = NEXT_VAR.fetch_add(count, Ordering::Relaxed);
    relocate::relocate(&mut program, PROVISIONAL, base);
    let mut functor_instances = Vec::new();
    parsed.iter().for_each(|parsed| builders::functor_instances(parsed, "", &mut functor_instances));
    let opened = parsed.iter().flat_map(builders::opened).collect();
    (Some(Typed { program, structure: whole, types, functor_instances, opened }), diagnostics)
}

/// Checks a module of the library.
pub fn library(
    name: &'static str,
    body: &Arc<Source>,
    interface: Option<&Arc<Source>>,
) -> Result<Arc<Library>, Vec<Diagnostic>> {
    let (parsed, found) = syntax::parse(body);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    let mut checker = Checker::new(body, Some(name));
    checker.program.first_var = NEXT_VAR.fetch_add(LIBRARY_RANGE, Ordering::Relaxed);
    let env = if name == "Stdlib" {
        library::env_for_stdlib()
    } else {
        if let Some(stdlib) = library::stdlib() {
            checker.use_library(&stdlib);
        }
        checker.module_path.push(name.into());
        library::env_for_library()
    };
    let mut items = Vec::new();
    let structure = check_library(&mut checker, &env, &parsed, interface, &mut items)?;
    let Checker { mut program, types, decls, exceptions, used, .. } = checker;
    for con in &types.declared {
        if let Some(def) = types.bodies.get(&con.id) {
            let _ = con.body.set(def.clone());
        }
    }
    let (mut decls, mut exceptions) = (decls, exceptions);
    if name == "Stdlib" {
        let (mut built_in, mut raised) = builtin_decls();
        built_in.append(&mut decls);
        raised.append(&mut exceptions);
        (decls, exceptions) = (built_in, raised);
    }
    program.libraries = used.iter().map(|library| library.program.clone()).collect();
    program.types = type_table(&used, decls.clone(), exceptions.clone());
    program.exports = exports(&structure, &types);
    program.items = items;
    Ok(Arc::new(Library {
        structure: Arc::new(structure),
        program: Arc::new(program),
        decls,
        exceptions,
        dependencies: used,
    }))
}

fn check_library(
    checker: &mut Checker,
    env: &Env,
    parsed: &syntax::ast::Structure,
    interface: Option<&Arc<Source>>,
    items: &mut Vec<Item>,
) -> Result<Structure, Vec<Diagnostic>> {
    let structure =
        checker.structure(&mut env.clone(), parsed, items).map_err(|diagnostic| vec![*diagnostic])?;
    let Some(interface) = interface else { return Ok(structure) };
    let (said, found) = syntax::parse(interface);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    let Some(ty) = said.iter().find_map(|item| match &item.kind {
        ItemKind::ModuleType { ty: Some(ty), .. } => Some(ty),
        _ => None,
    }) else {
        return Ok(structure);
    };
    let ty: &ModuleType = ty;
    let previous = checker.enter_source(interface);
    let sealed = checker.seal(env, Module::Structure(Arc::new(structure)), ty, ty.loc);
    checker.leave_source(previous);
    match sealed.map_err(|diagnostic| vec![*diagnostic])? {
        Module::Structure(sealed) => Ok((*sealed).clone()),
        Module::Functor(_) => Ok(Structure::default()),
    }
}

/// The declarations of what is built in.
fn builtin_decls() -> (Vec<TypeDecl>, Vec<ConstructorDecl>) {
    let types = Types::default();
    let lower = |ty| TypeLowerer::new(&types, 0).lower(ty);
    let mut exceptions = Vec::new();
    let mut variants: Vec<(Arc<str>, u32, Vec<ConstructorDecl>)> = Vec::new();
    for constructor in BUILTINS.constructors.iter().filter(|constructor| constructor.literal.is_none()) {
        let args = constructor.args.iter().map(lower).collect();
        let decl = ConstructorDecl { con: constructor.con, args, fields: None };
        let owner = &constructor.owner;
        if constructor.con.is_exception() {
            exceptions.push(decl);
        } else {
            match variants.iter_mut().find(|(path, ..)| *path == owner.path) {
                Some((_, _, all)) => all.push(decl),
                None => variants.push((owner.path.clone(), owner.arity as u32, vec![decl])),
            }
        }
    }
    let decls = variants
        .into_iter()
        .map(|(path, params, all)| TypeDecl { path, params, body: TypeBody::Variant(all) })
        .collect();
    (decls, exceptions)
}

/// The declarations of libraries and of the program itself, and all exceptions as the variant `exn`.
pub(crate) fn type_table(
    used: &[Arc<Library>],
    decls: Vec<TypeDecl>,
    exceptions: Vec<ConstructorDecl>,
) -> TypeTable {
    let mut table = match used.first() {
        // `Stdlib` comes first and is the largest part.
        Some(stdlib) => stdlib.program.types.clone(),
        None => TypeTable::default(),
    };
    let mut all: Vec<ConstructorDecl> =
        used.iter().flat_map(|library| library.exceptions.iter().cloned()).collect();
    for library in used.iter().skip(1) {
        for decl in &library.decls {
            table.add(decl.clone());
        }
    }
    for decl in decls {
        table.add(decl);
    }
    all.extend(exceptions);
    if !all.is_empty() {
        table.add(TypeDecl { path: "exn".into(), params: 0, body: TypeBody::Variant(all) });
    }
    table
}

/// The values of a structure and of its modules, with their types.
fn exports(structure: &Structure, types: &Types) -> Vec<Export> {
    let mut exports = Vec::new();
    collect_exports(structure, types, "", &mut exports, 0);
    exports
}

fn collect_exports(structure: &Structure, types: &Types, prefix: &str, into: &mut Vec<Export>, depth: u32) {
    use crate::infer::env::Entry;
    for entry in &structure.entries {
        match entry {
            Entry::Value(name, value) => {
                if let Access::Var(var) = value.access {
                    let ty: Type = TypeLowerer::new(types, value.scheme.vars).lower(&value.scheme.body);
                    into.push(Export { name: format!("{prefix}{name}").into(), var, ty });
                }
            }
            Entry::Module(name, Module::Structure(inner), _) if depth < 50 => {
                collect_exports(inner, types, &format!("{prefix}{name}."), into, depth + 1);
            }
            _ => {}
        }
    }
}
