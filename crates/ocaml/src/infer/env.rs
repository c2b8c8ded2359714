//! What names mean: environments and the contents of modules.
//! An environment is a value (see [`super::map`]). A module is the list of what it offers; its values are variables of
//! Core, so a module costs nothing at run time. Functors and module types keep their syntax and the environment they
//! were written in, and are elaborated again for each use.

use std::sync::Arc;

use lydian_core::Var;
use lydian_diagnostic::Source;
use rustc_hash::FxHashMap;

use super::map::Map;
use super::pattern::Bound;
use super::types::{ConInfo, LabelInfo, Name, Scheme, Ty, TypeCon};
use crate::syntax::ast;

/// How Core reaches a value.
#[derive(Debug, Clone)]
pub enum Access {
    /// A variable.
    Var(Var),
    /// A primitive with this many arguments.
    Primitive(Arc<str>, usize),
    /// `f @@ x`: the application itself.
    Apply,
    /// `x |> f`: the application itself.
    ReverseApply,
    /// `( && )` as a value.
    And,
    /// `( || )` as a value.
    Or,
    /// A value of a recursive module that is not defined yet: in the field of this reference.
    Cell(Var),
    /// A value of a functor's parameter, known only by its type while the functor itself is checked.
    Unknown,
}

/// A value.
#[derive(Debug)]
pub struct ValueInfo {
    /// Its type.
    pub scheme: Scheme,
    /// Where it is.
    pub access: Access,
}

/// An exception is a constructor that a structure declares.
pub type Constructor = Arc<ConInfo>;

/// A module.
#[derive(Debug, Clone)]
pub enum Module {
    /// A structure.
    Structure(Arc<Structure>),
    /// A functor.
    Functor(Arc<Functor>),
}

/// What a structure offers.
#[derive(Debug, Default, Clone)]
pub struct Structure {
    /// Values by name.
    pub values: FxHashMap<Name, Arc<ValueInfo>>,
    /// Types by name.
    pub types: FxHashMap<Name, Arc<TypeCon>>,
    /// Constructors by name; of several, the last one.
    pub constructors: FxHashMap<Name, Constructor>,
    /// Fields by name, the last one first.
    pub labels: FxHashMap<Name, Labels>,
    /// Modules by name.
    pub modules: FxHashMap<Name, Module>,
    /// Module types by name.
    pub module_types: FxHashMap<Name, Arc<ModuleTypeInfo>>,
    /// All of it in order of declaration.
    pub entries: Vec<Entry>,
}

/// Fields of the same name, the last one first.
pub type Labels = Arc<[Arc<LabelInfo>]>;

/// One declaration of a structure.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A value.
    Value(Name, Arc<ValueInfo>),
    /// A type, and the keyword of its declaration: `type`, `type nonrec` or `and`.
    Type(Name, Arc<TypeCon>, &'static str),
    /// An exception.
    Exception(Name, Constructor),
    /// A constructor that was added to an extensible type.
    Extension(Name, Constructor),
    /// A module, and how its declaration is shown if it is not written out: `= M` or `: S`.
    Module(Name, Module, Option<Name>),
    /// A module type.
    ModuleType(Name, Arc<ModuleTypeInfo>),
}

/// A functor: its syntax and the environment it was written in.
#[derive(Debug)]
pub struct Functor {
    /// Unique in the process.
    pub id: u32,
    /// The parameter.
    pub parameter: ast::FunctorParam,
    /// The body.
    pub body: FunctorBody,
    /// What the names in it mean.
    pub env: Env,
    /// The source of its syntax.
    pub source: Arc<Source>,
    /// The type of its result, if a functor type was given from outside.
    pub results: Vec<(Option<Name>, Env, ast::ModuleType, Arc<Source>)>,
    /// Signature of the body, for printing.
    pub shape: Option<Module>,
    /// The parameter as the body saw it, for printing.
    pub parameter_shape: Option<Module>,
}

/// What a functor does.
#[derive(Debug)]
pub enum FunctorBody {
    /// It is written out.
    Expr(ast::ModuleExpr),
    /// It is a parameter itself, known by the type of its result.
    Abstract(ast::ModuleType),
}

/// A module type.
#[derive(Debug)]
pub enum ModuleTypeInfo {
    /// Its syntax, the environment it was written in, its source, and what it looks like for printing.
    Written(Env, ast::ModuleType, Arc<Source>, Option<Module>),
    /// Abstract: nothing is known about it.
    Abstract,
}

/// What names mean at one place.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// Values.
    pub values: Map<Arc<ValueInfo>>,
    /// Types.
    pub types: Map<Arc<TypeCon>>,
    /// Constructors.
    pub constructors: Map<Constructor>,
    /// Fields, the last one first.
    pub labels: Map<Labels>,
    /// Modules.
    pub modules: Map<Module>,
    /// Module types.
    pub module_types: Map<Arc<ModuleTypeInfo>>,
}

impl Env {
    /// Adds a variable.
    pub fn bind(&mut self, name: &Name, scheme: Scheme, var: Var) {
        self.values.insert(name.clone(), Arc::new(ValueInfo { scheme, access: Access::Var(var) }));
    }

    /// Adds a variable of one type.
    pub fn bind_mono(&mut self, name: &Name, ty: Ty, var: Var) {
        self.bind(name, Scheme::mono(ty), var);
    }

    /// Adds what a pattern binds.
    pub fn bind_pattern(&mut self, bound: &Bound) {
        match &bound.poly {
            Some(scheme) => self.bind(&bound.name, scheme.clone(), bound.var),
            None => self.bind_mono(&bound.name, bound.ty.clone(), bound.var),
        }
    }

    /// Adds a field before others of its name.
    pub fn add_label(&mut self, label: &Arc<LabelInfo>) {
        let older = self.labels.get(&label.name);
        let all: Labels = match older {
            Some(older) => {
                // Some tens of candidates are more than any program needs; the bound keeps this linear.
                std::iter::once(label.clone()).chain(older.iter().take(30).cloned()).collect()
            }
            None => Arc::from([label.clone()]),
        };
        self.labels.insert(label.name.clone(), all);
    }

    /// Makes everything that a structure offers visible.
    pub fn open(&mut self, structure: &Structure) {
        self.values.extend(structure.values.iter().map(|(name, value)| (name.clone(), value.clone())));
        self.types.extend(structure.types.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        self.constructors
            .extend(structure.constructors.iter().map(|(name, own)| (name.clone(), own.clone())));
        // Only the order of fields with the same name matters.
        structure
            .labels
            .values()
            .flat_map(|labels| labels.iter().rev())
            .for_each(|label| self.add_label(label));
        self.modules.extend(structure.modules.iter().map(|(name, module)| (name.clone(), module.clone())));
        self.module_types.extend(structure.module_types.iter().map(|(name, ty)| (name.clone(), ty.clone())));
    }
}

impl Structure {
    /// Adds a value.
    pub fn add_value(&mut self, name: &Name, value: Arc<ValueInfo>) {
        self.values.insert(name.clone(), value.clone());
        self.entries.push(Entry::Value(name.clone(), value));
    }

    /// Adds a type (not its constructors or fields).
    pub fn add_type(&mut self, name: &Name, con: &Arc<TypeCon>, keyword: &'static str) {
        self.types.insert(name.clone(), con.clone());
        self.entries.push(Entry::Type(name.clone(), con.clone(), keyword));
    }

    /// Adds a constructor of a type.
    pub fn add_constructor(&mut self, constructor: &Constructor) {
        self.constructors.insert(constructor.name.clone(), constructor.clone());
    }

    /// Adds a field before others of its name.
    pub fn add_label(&mut self, label: &Arc<LabelInfo>) {
        let older = self.labels.get(&label.name).cloned().unwrap_or_else(|| Arc::from([]));
        let all = std::iter::once(label.clone()).chain(older.iter().take(30).cloned()).collect();
        self.labels.insert(label.name.clone(), all);
    }

    /// Adds an exception.
    pub fn add_exception(&mut self, name: &Name, constructor: &Constructor) {
        self.constructors.insert(name.clone(), constructor.clone());
        self.entries.push(Entry::Exception(name.clone(), constructor.clone()));
    }

    /// Adds a constructor of an extensible type.
    pub fn add_extension(&mut self, name: &Name, constructor: &Constructor) {
        self.constructors.insert(name.clone(), constructor.clone());
        self.entries.push(Entry::Extension(name.clone(), constructor.clone()));
    }

    /// Adds a module.
    pub fn add_module(&mut self, name: &Name, module: Module, shown: Option<Name>) {
        self.modules.insert(name.clone(), module.clone());
        self.entries.push(Entry::Module(name.clone(), module, shown));
    }

    /// Adds a module type.
    pub fn add_module_type(&mut self, name: &Name, module_type: Arc<ModuleTypeInfo>) {
        self.module_types.insert(name.clone(), module_type.clone());
        self.entries.push(Entry::ModuleType(name.clone(), module_type));
    }

    /// Adds everything that another structure offers.
    pub fn include(&mut self, other: &Structure) {
        self.values.extend(other.values.iter().map(|(name, value)| (name.clone(), value.clone())));
        self.types.extend(other.types.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        self.constructors.extend(other.constructors.iter().map(|(name, own)| (name.clone(), own.clone())));
        // Only the order of fields with the same name matters.
        other.labels.values().flat_map(|labels| labels.iter().rev()).for_each(|label| self.add_label(label));
        self.modules.extend(other.modules.iter().map(|(name, module)| (name.clone(), module.clone())));
        self.module_types.extend(other.module_types.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        self.entries.extend(other.entries.iter().cloned());
    }
}
