//! Types during inference.
//! A type is an immutable tree; unification variables are numbers into the table of [`super::unify::Types`], so a tree
//! without variables (every type of a library) can be shared by all threads. `Generic` leaves are the quantified
//! variables of a scheme or the parameters of a declaration.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use lydian_core::{ConId, Literal};

pub use crate::syntax::ast::{ArgLabel, Name};

/// A type.
pub type Ty = Arc<Kind>;

/// The forms of types.
#[derive(Debug)]
pub enum Kind {
    /// A unification variable.
    Var(u32),
    /// A quantified variable or a parameter of a declaration.
    Generic(u32),
    /// A function.
    Arrow(ArgLabel, Ty, Ty),
    /// Two or more components.
    Tuple(Vec<Ty>),
    /// A declared or built-in type.
    Con(Arc<TypeCon>, Vec<Ty>),
    /// A polymorphic variant.
    Variant(Row),
    /// The end of a row that admits no further tags.
    Nil,
}

/// The tags of a polymorphic variant. If `more` is linked to another row, that row replaces this one.
#[derive(Debug, Clone)]
pub struct Row {
    /// The known tags, in order of name.
    pub tags: Vec<(Name, RowTag)>,
    /// Whether no other tag may occur.
    pub closed: bool,
    /// A variable, or `Nil` for an exact type.
    pub more: Ty,
}

/// What a row knows about a tag.
#[derive(Debug, Clone)]
pub struct RowTag {
    /// Whether values with this tag certainly belong to the type.
    pub present: bool,
    /// The type of the argument.
    pub arg: Option<Ty>,
}

/// A type constructor. Equality is by `id`.
#[derive(Debug)]
pub struct TypeCon {
    /// Unique in the process.
    pub id: u32,
    /// Its path in Core's table: `tree`, `Shape.t`, `tree/2`.
    pub path: Arc<str>,
    /// How it is written: `Shape.t`.
    pub display: Arc<str>,
    /// The number of parameters.
    pub arity: usize,
    /// The level at which it was introduced; zero for types that exist everywhere.
    pub level: u32,
    /// Whether it stands for a type variable that must stay general.
    pub rigid: bool,
    /// Whether no path leads to it, so that it is shown as what it stands for.
    pub nameless: bool,
    /// The definition of a library type. (A user's are in the table of the run, so that they end with it.)
    pub body: OnceLock<Arc<TypeDef>>,
}

/// The definition of a type constructor.
#[derive(Debug, Clone)]
pub struct TypeDef {
    /// What it is equal to.
    pub manifest: Option<Ty>,
    /// Its constructors or fields.
    pub kind: TypeKind,
    /// For each parameter, where it occurs.
    pub variance: Vec<Variance>,
    /// The names of the parameters.
    pub names: Vec<Option<Name>>,
    /// Whether values cannot be built from outside.
    pub private: bool,
}

/// Where a parameter occurs in a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Variance {
    /// In a positive position.
    pub positive: bool,
    /// In a negative position.
    pub negative: bool,
}

impl Variance {
    /// In both positions.
    pub const INVARIANT: Variance = Variance { positive: true, negative: true };
}

/// What kind of values a declared type has.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// Unknown, or those of the manifest.
    Abstract,
    /// Constructors in order.
    Variant(Vec<Arc<ConInfo>>),
    /// Fields in order.
    Record(Vec<Arc<LabelInfo>>),
    /// Extensible: exceptions.
    Open,
}

/// A constructor.
#[derive(Debug)]
pub struct ConInfo {
    /// Its name.
    pub name: Name,
    /// Its identity in Core.
    pub con: ConId,
    /// The type it builds.
    pub owner: Arc<TypeCon>,
    /// The types of its arguments over the parameters of `owner`.
    pub args: Vec<Ty>,
    /// The record type of an inline record (then `args` holds this type only).
    pub inline: Option<Arc<TypeCon>>,
    /// `()`, `true` and `false` are literals of Core.
    pub literal: Option<Literal>,
    /// Whether it cannot be used to build values.
    pub private: bool,
}

/// A record field.
#[derive(Debug)]
pub struct LabelInfo {
    /// Its name.
    pub name: Name,
    /// The record type.
    pub owner: Arc<TypeCon>,
    /// The constructor of the record's blocks.
    pub con: ConId,
    /// Its position.
    pub index: usize,
    /// The names of all fields of the record, in order.
    pub siblings: Arc<[Name]>,
    /// Whether it can be assigned.
    pub mutable: bool,
    /// Whether any field of the record can be assigned.
    pub mutable_record: bool,
    /// Its type over the parameters of `owner` and, after them, `extra` variables of its own.
    pub ty: Ty,
    /// The number of variables that the field itself quantifies.
    pub extra: u32,
    /// Whether records cannot be built or changed.
    pub private: bool,
}

/// A type with its quantified variables `Generic(0..vars)`.
#[derive(Debug, Clone)]
pub struct Scheme {
    /// How many are quantified.
    pub vars: u32,
    /// The type.
    pub body: Ty,
    /// The names that the user gave to some of the variables.
    pub names: Vec<(u32, Name)>,
}

impl Scheme {
    /// A type that quantifies nothing.
    pub fn mono(body: Ty) -> Scheme {
        Scheme { vars: 0, body, names: vec![] }
    }
}

static NEXT_TYPE: AtomicU32 = AtomicU32::new(1);

impl TypeCon {
    /// A new constructor.
    pub fn new(path: &str, display: &str, arity: usize, level: u32) -> TypeCon {
        TypeCon {
            id: NEXT_TYPE.fetch_add(1, Ordering::Relaxed),
            path: path.into(),
            display: display.into(),
            arity,
            level,
            rigid: false,
            nameless: false,
            body: OnceLock::new(),
        }
    }
}

/// `from -> to`.
pub fn arrow(from: Ty, to: Ty) -> Ty {
    Arc::new(Kind::Arrow(ArgLabel::Nolabel, from, to))
}

/// A type constructor applied to arguments.
pub fn con(con: &Arc<TypeCon>, args: Vec<Ty>) -> Ty {
    Arc::new(Kind::Con(con.clone(), args))
}

/// A tuple.
pub fn tuple(parts: Vec<Ty>) -> Ty {
    Arc::new(Kind::Tuple(parts))
}

/// The built-in types.
pub struct Builtins {
    /// `int`.
    pub int: Ty,
    /// `char`.
    pub char: Ty,
    /// `string`.
    pub string: Ty,
    /// `bytes`.
    pub bytes: Ty,
    /// `float`.
    pub float: Ty,
    /// `bool`.
    pub bool: Ty,
    /// `unit`.
    pub unit: Ty,
    /// `exn`.
    pub exn: Ty,
    /// `int32`.
    pub int32: Ty,
    /// `int64`.
    pub int64: Ty,
    /// `nativeint`.
    pub nativeint: Ty,
    /// `_ array`.
    pub array: Arc<TypeCon>,
    /// `_ list`.
    pub list: Arc<TypeCon>,
    /// `_ option`.
    pub option: Arc<TypeCon>,
    /// `_ lazy_t`.
    pub lazy_t: Arc<TypeCon>,
    /// `(_, _, _, _, _, _) format6`.
    pub format6: Arc<TypeCon>,
    /// All of them by name.
    pub all: Vec<Arc<TypeCon>>,
    /// Their constructors and the predefined exceptions.
    pub constructors: Vec<Arc<ConInfo>>,
}

/// The built-in types, the same in all programs.
pub static BUILTINS: LazyLock<Builtins> = LazyLock::new(builtins);

fn builtins() -> Builtins {
    let positive = Variance { positive: true, negative: false };
    let mut all: Vec<Arc<TypeCon>> = Vec::new();
    let mut declare = |name: &str, variance: Vec<Variance>| {
        let con = Arc::new(TypeCon::new(name, name, variance.len(), 0));
        all.push(con.clone());
        (con, variance)
    };
    let define = |(con, variance): (Arc<TypeCon>, Vec<Variance>), kind: TypeKind| {
        let _ =
            con.body.set(Arc::new(TypeDef { manifest: None, kind, variance, names: vec![], private: false }));
        con
    };
    let mut plain = |name: &str| con(&define(declare(name, vec![]), TypeKind::Abstract), vec![]);
    let int = plain("int");
    let char = plain("char");
    let string = plain("string");
    let bytes = plain("bytes");
    let float = plain("float");
    let int32 = plain("int32");
    let int64 = plain("int64");
    let nativeint = plain("nativeint");
    let array = define(declare("array", vec![Variance::INVARIANT]), TypeKind::Abstract);
    let lazy_t = define(declare("lazy_t", vec![positive]), TypeKind::Abstract);
    let format6 = define(declare("format6", vec![Variance::INVARIANT; 6]), TypeKind::Abstract);

    let mut constructors = Vec::new();
    let mut variant = |(owner, variance): (Arc<TypeCon>, Vec<Variance>),
                       members: Vec<(&str, Vec<Ty>, Option<Literal>)>| {
        let infos: Vec<Arc<ConInfo>> = members
            .into_iter()
            .map(|(name, args, literal)| {
                Arc::new(ConInfo {
                    name: name.into(),
                    con: ConId::intern(&owner.path, name),
                    owner: owner.clone(),
                    args,
                    inline: None,
                    literal,
                    private: false,
                })
            })
            .collect();
        constructors.extend(infos.iter().cloned());
        let open = &*owner.path == "exn";
        let kind = if open { TypeKind::Open } else { TypeKind::Variant(infos) };
        let _ = owner.body.set(Arc::new(TypeDef {
            manifest: None,
            kind,
            variance,
            names: vec![],
            private: false,
        }));
        owner
    };
    let unit = con(&variant(declare("unit", vec![]), vec![("()", vec![], Some(Literal::Unit))]), vec![]);
    let bool = con(
        &variant(
            declare("bool", vec![]),
            vec![("false", vec![], Some(Literal::Bool(false))), ("true", vec![], Some(Literal::Bool(true)))],
        ),
        vec![],
    );
    let parameter: Ty = Arc::new(Kind::Generic(0));
    let (list, list_variance) = declare("list", vec![positive]);
    let tail = con(&list, vec![parameter.clone()]);
    let list = variant(
        (list, list_variance),
        vec![("[]", vec![], None), ("::", vec![parameter.clone(), tail], None)],
    );
    let option = variant(
        declare("option", vec![positive]),
        vec![("None", vec![], None), ("Some", vec![parameter], None)],
    );
    let place = tuple(vec![string.clone(), int.clone(), int.clone()]);
    let exn = con(
        &variant(
            declare("exn", vec![]),
            vec![
                ("Match_failure", vec![place.clone()], None),
                ("Division_by_zero", vec![], None),
                ("Not_found", vec![], None),
                ("Failure", vec![string.clone()], None),
                ("Invalid_argument", vec![string.clone()], None),
                ("Stack_overflow", vec![], None),
                ("Out_of_memory", vec![], None),
                ("Assert_failure", vec![place.clone()], None),
                ("End_of_file", vec![], None),
                ("Sys_error", vec![string.clone()], None),
                ("Sys_blocked_io", vec![], None),
                ("Undefined_recursive_module", vec![place], None),
            ],
        ),
        vec![],
    );
    Builtins {
        int,
        char,
        string,
        bytes,
        float,
        bool,
        unit,
        exn,
        int32,
        int64,
        nativeint,
        array,
        list,
        option,
        lazy_t,
        format6,
        all,
        constructors,
    }
}

/// `t list`.
pub fn list(element: Ty) -> Ty {
    con(&BUILTINS.list, vec![element])
}

/// `t option`.
pub fn option(element: Ty) -> Ty {
    con(&BUILTINS.option, vec![element])
}
