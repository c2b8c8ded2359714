//! Types of Core, and the table of a program's type declarations.
//! Types describe what unknown values may be and how values print; the evaluator does not check them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::ConId;

/// A type. `Param` is a type variable: of the declaration it stands in, or of a polymorphic definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Integers, of the program's [`crate::IntMode`].
    Int,
    /// Truth values.
    Bool,
    /// Bytes, as OCaml's characters.
    Char,
    /// Immutable byte strings.
    String,
    /// Mutable byte strings.
    Bytes,
    /// IEEE double precision.
    Float,
    /// The type of `()`.
    Unit,
    /// Exceptions.
    Exn,
    /// Two or more components.
    Tuple(Arc<[Type]>),
    /// A function of one argument; more arguments are nested arrows.
    Arrow(ArgLabel, Arc<Type>, Arc<Type>),
    /// Lists.
    List(Arc<Type>),
    /// Arrays.
    Array(Arc<Type>),
    /// Suspended computations.
    Lazy(Arc<Type>),
    /// A declared type, by its path in the program's table, and its arguments. `option`, `ref`, `result` and the
    /// library's types are declared too.
    Named(Arc<str>, Arc<[Type]>),
    /// A polymorphic variant: tags with optional arguments, in order of tag name.
    PolyVariant(Arc<[(Arc<str>, Option<Type>)]>),
    /// A type variable.
    Param(u32),
}

/// How an argument is passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ArgLabel {
    /// By position.
    Positional,
    /// As `~name:`.
    Labelled(Arc<str>),
    /// As `?name:`; the function sees an option.
    Optional(Arc<str>),
}

impl Type {
    /// The function type `from -> to`.
    pub fn arrow(from: Type, to: Type) -> Type {
        Type::Arrow(ArgLabel::Positional, Arc::new(from), Arc::new(to))
    }

    /// The arguments and the result of a curried function type.
    pub fn uncurry(&self) -> (Vec<(ArgLabel, Type)>, Type) {
        let mut arguments = Vec::new();
        let mut rest = self.clone();
        while let Type::Arrow(label, from, to) = rest {
            arguments.push((label, (*from).clone()));
            rest = (*to).clone();
        }
        (arguments, rest)
    }

    /// The type with its variables replaced: `Param(i)` by `arguments[i]`, where there is one.
    pub fn instantiate(&self, arguments: &[Type]) -> Type {
        match self {
            Type::Param(index) => arguments.get(*index as usize).cloned().unwrap_or_else(|| self.clone()),
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|part| part.instantiate(arguments)).collect()),
            Type::Arrow(label, from, to) => Type::Arrow(
                label.clone(),
                Arc::new(from.instantiate(arguments)),
                Arc::new(to.instantiate(arguments)),
            ),
            Type::List(element) => Type::List(Arc::new(element.instantiate(arguments))),
            Type::Array(element) => Type::Array(Arc::new(element.instantiate(arguments))),
            Type::Lazy(element) => Type::Lazy(Arc::new(element.instantiate(arguments))),
            Type::Named(path, parts) => {
                Type::Named(path.clone(), parts.iter().map(|part| part.instantiate(arguments)).collect())
            }
            Type::PolyVariant(tags) => Type::PolyVariant(
                tags.iter()
                    .map(|(tag, part)| (tag.clone(), part.as_ref().map(|part| part.instantiate(arguments))))
                    .collect(),
            ),
            plain => plain.clone(),
        }
    }

    /// The number of type variables: one more than the largest `Param`.
    pub fn param_count(&self) -> u32 {
        let mut count = 0;
        self.for_each_param(&mut |index| count = count.max(index + 1));
        count
    }

    /// Calls a function with every type variable, as often as it occurs.
    pub fn for_each_param(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Type::Param(index) => visit(*index),
            Type::Tuple(parts) | Type::Named(_, parts) => {
                parts.iter().for_each(|part| part.for_each_param(visit));
            }
            Type::Arrow(_, from, to) => {
                from.for_each_param(visit);
                to.for_each_param(visit);
            }
            Type::List(part) | Type::Array(part) | Type::Lazy(part) => part.for_each_param(visit),
            Type::PolyVariant(tags) => {
                let parts = tags.iter().filter_map(|(_, part)| part.as_ref());
                parts.for_each(|part| part.for_each_param(visit));
            }
            _ => {}
        }
    }
}

/// A declared type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeDecl {
    /// Its path, unique in the program: `tree`, `Shape.t`; a later declaration of the same path gets `tree/2`.
    pub path: Arc<str>,
    /// The number of its parameters; the body names them `Param(0)`, `Param(1)`, ...
    pub params: u32,
    /// What it is.
    pub body: TypeBody,
}

/// What a declared type is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeBody {
    /// Constructors in the order of their declaration.
    Variant(Vec<ConstructorDecl>),
    /// A record, built by the constructor `con`.
    Record(ConId, Vec<FieldDecl>),
    /// Another name for a type.
    Alias(Type),
    /// Nothing is known about its values.
    Abstract,
}

/// One constructor of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstructorDecl {
    /// The constructor.
    pub con: ConId,
    /// The types of its arguments.
    pub args: Vec<Type>,
    /// The field names, if its argument is an inline record.
    pub fields: Option<Vec<FieldDecl>>,
}

/// One field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// Its name.
    pub name: Arc<str>,
    /// Whether it can be assigned.
    pub mutable: bool,
    /// Its type.
    pub ty: Type,
}

/// The type declarations of a program, by path and by constructor.
#[derive(Debug, Clone, Default)]
pub struct TypeTable {
    decls: Vec<Arc<TypeDecl>>,
    by_path: HashMap<Arc<str>, usize>,
    by_con: HashMap<ConId, (usize, usize)>,
}

impl TypeTable {
    /// Adds a declaration; one of the same path is replaced in look-ups.
    pub fn add(&mut self, decl: TypeDecl) {
        let index = self.decls.len();
        match &decl.body {
            TypeBody::Variant(constructors) => {
                for (position, constructor) in constructors.iter().enumerate() {
                    self.by_con.insert(constructor.con, (index, position));
                }
            }
            TypeBody::Record(con, _) => {
                self.by_con.insert(*con, (index, 0));
            }
            TypeBody::Alias(_) | TypeBody::Abstract => {}
        }
        self.by_path.insert(decl.path.clone(), index);
        self.decls.push(Arc::new(decl));
    }

    /// The declaration of a path.
    pub fn get(&self, path: &str) -> Option<&Arc<TypeDecl>> {
        self.by_path.get(path).map(|index| &self.decls[*index])
    }

    /// The declaration that a constructor belongs to, and its position there.
    pub fn of_constructor(&self, con: ConId) -> Option<(&Arc<TypeDecl>, usize)> {
        self.by_con.get(&con).map(|(index, position)| (&self.decls[*index], *position))
    }

    /// All declarations in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<TypeDecl>> {
        self.decls.iter()
    }

    /// The rank of a constructor in OCaml's polymorphic comparison: constant constructors come before all others,
    /// each kind in the order of declaration.
    pub fn rank(&self, con: ConId) -> u32 {
        let Some((decl, position)) = self.of_constructor(con) else { return con.index() };
        let TypeBody::Variant(constructors) = &decl.body else { return 0 };
        let constant = constructors[position].args.is_empty();
        let constants = constructors.iter().filter(|other| other.args.is_empty()).count();
        let before =
            constructors[..position].iter().filter(|other| other.args.is_empty() == constant).count();
        if constant { before as u32 } else { (constants + before) as u32 }
    }

    /// Whether values of a type hold some that are declared in a module, where a signature can hide what they are.
    pub fn mentions_module(&self, ty: &Type) -> bool {
        self.holds(ty, |part| matches!(part, Type::Named(path, _) if path.contains('.')))
    }

    /// Whether a type, or one that its values are made of, is wanted.
    pub fn holds(&self, ty: &Type, is_wanted: impl Fn(&Type) -> bool) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![ty.clone()];
        while let Some(ty) = work.pop() {
            if is_wanted(&ty) {
                return true;
            }
            match &ty {
                Type::Named(path, args) => {
                    work.extend(args.iter().cloned());
                    if !seen.insert(path.clone()) {
                        continue;
                    }
                    match self.get(path).map(|decl| &decl.body) {
                        Some(TypeBody::Variant(constructors)) => {
                            work.extend(constructors.iter().flat_map(|constructor| constructor.args.clone()));
                        }
                        Some(TypeBody::Record(_, fields)) => {
                            work.extend(fields.iter().map(|field| field.ty.clone()));
                        }
                        Some(TypeBody::Alias(target)) => work.push(target.clone()),
                        _ => {}
                    }
                }
                Type::Tuple(parts) => work.extend(parts.iter().cloned()),
                Type::List(part) | Type::Array(part) | Type::Lazy(part) => work.push((**part).clone()),
                Type::Arrow(_, from, to) => work.extend([(**from).clone(), (**to).clone()]),
                Type::PolyVariant(tags) => work.extend(tags.iter().filter_map(|(_, part)| part.clone())),
                _ => {}
            }
        }
        false
    }

    /// The type with every alias at its head replaced by what it stands for.
    pub fn expand(&self, ty: &Type) -> Type {
        let mut current = ty.clone();
        // A cyclic alias cannot be declared in OCaml; the bound keeps other front ends safe.
        for _ in 0..1000 {
            let Type::Named(path, arguments) = &current else { break };
            let Some(decl) = self.get(path) else { break };
            let TypeBody::Alias(target) = &decl.body else { break };
            current = target.instantiate(arguments);
        }
        current
    }
}
