//! Which types hold their values inside of a library's data structure, and where a result can have such parts.
//! Two balanced trees of different shape are the same set to whoever uses it, so results of these types are compared by what
//! they hold (see `observe`). A type that a program declares itself is never taken for one of the library.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lydian_core::{FieldDecl, Program, Type, TypeBody, TypeDecl, TypeTable};

/// What a type of the library holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// An instance of `Set.Make`.
    Set,
    /// An instance of `Map.Make`.
    Map,
    Hashtbl,
    Queue,
    Stack,
    Buffer,
}

/// The library's types with their names.
const LIBRARY: [(&str, Container); 4] = [
    ("Hashtbl.t", Container::Hashtbl),
    ("Queue.t", Container::Queue),
    ("Stack.t", Container::Stack),
    ("Buffer.t", Container::Buffer),
];

/// The types of a program as an observer of its results sees them.
pub(crate) struct Contents {
    types: TypeTable,
    libraries: Vec<Arc<Program>>,
    /// Whether elements and keys are put into one order, since the modules of the two programs may have others.
    pub(crate) sorts: bool,
    /// The names that either program defines.
    defined: HashSet<String>,
    hiding: RefCell<HashMap<Type, bool>>,
}

/// A type that leads to more types than this is taken to hide something: looking at all of it does no harm.
const MOST_TYPES: usize = 300;

impl Contents {
    pub(crate) fn new([reference, submission]: [&Program; 2], sorts: bool) -> Contents {
        let both = reference.exports.iter().chain(&submission.exports);
        Contents {
            types: reference.types.clone(),
            libraries: reference.libraries.clone(),
            sorts,
            defined: both.map(|export| export.name.to_string()).collect(),
            hiding: RefCell::default(),
        }
    }

    pub(crate) fn types(&self) -> &TypeTable {
        &self.types
    }

    /// Whether either program defines a name.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// A module of the library as a text names it: in full if a program has another one of its name.
    pub(crate) fn library(&self, module: &str) -> String {
        let is_inside = |name: &String| name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
        if self.defined.iter().any(is_inside) { format!("Stdlib.{module}") } else { module.to_owned() }
    }

    /// What a declared type holds, if it is one of the library.
    pub(crate) fn container(&self, path: &str) -> Option<Container> {
        let decl = self.types.get(path)?;
        if let TypeBody::Variant(_) = &decl.body {
            return of_functor(decl);
        }
        let (_, container) = LIBRARY.iter().find(|(name, _)| *name == path)?;
        self.is_of_library(path, decl).then_some(*container)
    }

    /// Whether a type is the library's, and not one of the program with the same name.
    pub(crate) fn is_of_library(&self, path: &str, decl: &Arc<TypeDecl>) -> bool {
        let is_library = |library: &Arc<Program>| {
            library.types.get(path).is_some_and(|known| Arc::ptr_eq(known, decl) || known == decl)
        };
        self.libraries.iter().any(is_library)
    }

    /// The element type of a sequence: `Seq.t` is a function from unit to `Seq.node`.
    pub(crate) fn sequence<'t>(&self, ty: &'t Type) -> Option<&'t Type> {
        let Type::Arrow(_, from, to) = ty else { return None };
        if **from != Type::Unit { None } else { self.sequence_node(to) }
    }

    /// The element type of the first node of a sequence.
    pub(crate) fn sequence_node<'t>(&self, ty: &'t Type) -> Option<&'t Type> {
        match ty {
            Type::Named(path, args) if &**path == "Seq.node" && args.len() == 1 => Some(&args[0]),
            _ => None,
        }
    }

    /// Whether values of this type can have parts that `=` sees otherwise than a user.
    pub(crate) fn hides(&self, ty: &Type) -> bool {
        if let Some(known) = self.hiding.borrow().get(ty) {
            return *known;
        }
        let hides = self.leads_to_hidden(ty);
        self.hiding.borrow_mut().insert(ty.clone(), hides);
        hides
    }

    fn leads_to_hidden(&self, ty: &Type) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![ty.clone()];
        while let Some(ty) = work.pop() {
            let ty = self.types.expand(&ty);
            if !seen.insert(ty.clone()) {
                continue;
            }
            if seen.len() > MOST_TYPES {
                return true;
            }
            match &ty {
                Type::Lazy(_) => return true,
                Type::Arrow(..) if self.sequence(&ty).is_some() => return true,
                Type::Named(path, args) => {
                    if self.container(path).is_some() || self.sequence_node(&ty).is_some() {
                        return true;
                    }
                    work.extend(self.parts(path, args));
                }
                Type::Tuple(parts) => work.extend(parts.iter().cloned()),
                Type::List(part) | Type::Array(part) => work.push((**part).clone()),
                Type::PolyVariant(tags) => work.extend(tags.iter().filter_map(|(_, part)| part.clone())),
                _ => {}
            }
        }
        false
    }

    /// The types of everything in a value of a declared type.
    fn parts(&self, path: &str, args: &[Type]) -> Vec<Type> {
        match self.types.get(path).map(|decl| &decl.body) {
            Some(TypeBody::Variant(constructors)) => constructors
                .iter()
                .flat_map(|constructor| constructor.args.iter().map(|part| part.instantiate(args)))
                .collect(),
            Some(TypeBody::Record(_, fields)) => {
                fields.iter().map(|field| field.ty.instantiate(args)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A type that is a record, with its fields.
    pub(crate) fn fields_of_record(&self, path: &str) -> Option<(&Arc<TypeDecl>, &[FieldDecl])> {
        let decl = self.types.get(path)?;
        match &decl.body {
            TypeBody::Record(_, fields) => Some((decl, fields)),
            _ => None,
        }
    }

    /// The types of the arguments of a constructor, or of the fields of a record.
    pub(crate) fn fields(&self, path: &str, args: &[Type], con: lydian_core::ConId) -> Option<Vec<Type>> {
        match &self.types.get(path)?.body {
            TypeBody::Variant(constructors) => {
                let found = constructors.iter().find(|constructor| constructor.con == con)?;
                Some(found.args.iter().map(|part| part.instantiate(args)).collect())
            }
            TypeBody::Record(_, fields) => {
                Some(fields.iter().map(|field| field.ty.instantiate(args)).collect())
            }
            _ => None,
        }
    }
}

/// What a type holds that a functor of the library made. Instances are declared wherever they are made; their constructors have names of
/// their own.
pub(crate) fn of_functor(decl: &TypeDecl) -> Option<Container> {
    let TypeBody::Variant(constructors) = &decl.body else { return None };
    match constructors.first()?.con.name() {
        "Lydian_set_empty" => Some(Container::Set),
        "Lydian_map_empty" => Some(Container::Map),
        _ => None,
    }
}

/// The result type of a function at given types of its arguments.
pub(crate) fn result_type(types: &TypeTable, function: &Type, args: &[Type]) -> Type {
    let mut bound = HashMap::new();
    let mut rest = types.expand(function);
    for arg in args {
        let Type::Arrow(_, from, to) = &rest else { break };
        bind(types, from, arg, &mut bound);
        rest = types.expand(to);
    }
    let params = rest.param_count().max(bound.keys().copied().max().map_or(0, |most| most + 1));
    let instance: Vec<Type> =
        (0..params).map(|index| bound.get(&index).cloned().unwrap_or(Type::Param(index))).collect();
    rest.instantiate(&instance)
}

fn bind(types: &TypeTable, general: &Type, instance: &Type, bound: &mut HashMap<u32, Type>) {
    let (general, instance) = (types.expand(general), types.expand(instance));
    match (&general, &instance) {
        (Type::Param(index), _) => _ = bound.entry(*index).or_insert_with(|| instance.clone()),
        (Type::Tuple(left), Type::Tuple(right)) | (Type::Named(_, left), Type::Named(_, right)) => {
            left.iter().zip(right.iter()).for_each(|(left, right)| bind(types, left, right, bound));
        }
        (Type::Arrow(_, from, to), Type::Arrow(_, other_from, other_to)) => {
            bind(types, from, other_from, bound);
            bind(types, to, other_to, bound);
        }
        (Type::List(left), Type::List(right))
        | (Type::Array(left), Type::Array(right))
        | (Type::Lazy(left), Type::Lazy(right)) => bind(types, left, right, bound),
        _ => {}
    }
}
