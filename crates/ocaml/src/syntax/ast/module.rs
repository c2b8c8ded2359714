//! Structures, signatures, modules and module types.

use super::{
    Binding, ExceptionDecl, Expr, Ident, Loc, Name, Path, TypeDecl, TypeExpr, TypeExtension, TypeParam,
};

/// The items of a file or of `struct ... end`.
pub type Structure = Vec<Item>;

/// An item of a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of structure items.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// An expression at top level.
    Eval(Expr),
    /// `let [rec] ... and ...`.
    Let {
        /// Whether it is `let rec`.
        recursive: bool,
        /// The bindings, at least one.
        bindings: Vec<Binding>,
    },
    /// `external f : t = "primitive"`.
    External(ExternalDecl),
    /// `type [nonrec] ... and ...`.
    Type {
        /// Whether it is `type nonrec`.
        nonrec: bool,
        /// The declarations, at least one.
        decls: Vec<TypeDecl>,
    },
    /// `exception ...`.
    Exception(ExceptionDecl),
    /// `type t += ...`.
    Extension(TypeExtension),
    /// `module M = ...`.
    Module(ModuleBinding),
    /// `module rec M : S = ... and ...`.
    RecModules(Vec<ModuleBinding>),
    /// `module type S = ...`; without a definition it is abstract.
    ModuleType {
        /// Its name.
        name: Ident,
        /// Its definition.
        ty: Option<ModuleType>,
    },
    /// `open M`.
    Open(ModuleExpr),
    /// `include M`.
    Include(ModuleExpr),
    /// Refused with a diagnostic.
    Error,
}

/// `external f : t = "primitive"`.
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalDecl {
    /// The name that is declared.
    pub name: Ident,
    /// Its type.
    pub ty: TypeExpr,
    /// The names of the primitive.
    pub primitives: Vec<Name>,
}

/// `M = ...` or `M : S = ...`; a signature is a `Constraint` inside `module`, parameters are `Functor`s.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleBinding {
    /// The name; `None` for `_`.
    pub name: Option<Ident>,
    /// The module.
    pub module: ModuleExpr,
    /// Where it is.
    pub loc: Loc,
}

/// A module expression.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleExpr {
    /// What it is.
    pub kind: ModuleExprKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of module expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ModuleExprKind {
    /// A module by name.
    Path(Path),
    /// `struct ... end`.
    Structure(Structure),
    /// `functor (X : S) -> M`, one parameter each.
    Functor {
        /// The parameter.
        parameter: Box<FunctorParam>,
        /// The result.
        body: Box<ModuleExpr>,
    },
    /// `F(X)`; `F()` has no argument.
    Apply {
        /// The functor.
        functor: Box<ModuleExpr>,
        /// Its argument.
        argument: Option<Box<ModuleExpr>>,
    },
    /// `(M : S)`.
    Constraint {
        /// The module.
        module: Box<ModuleExpr>,
        /// Its type.
        ty: Box<ModuleType>,
    },
    /// Refused with a diagnostic.
    Error,
}

/// The parameter of a functor.
#[derive(Debug, Clone, PartialEq)]
pub enum FunctorParam {
    /// `()`.
    Unit,
    /// `(X : S)`; `name` is `None` for `_`.
    Named {
        /// The name.
        name: Option<Ident>,
        /// Its type.
        ty: ModuleType,
    },
}

/// A module type.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleType {
    /// What it is.
    pub kind: ModuleTypeKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of module types.
#[derive(Debug, Clone, PartialEq)]
pub enum ModuleTypeKind {
    /// A module type by name.
    Path(Path),
    /// `sig ... end`.
    Signature(Signature),
    /// `functor (X : S) -> T`, `(X : S) -> T`, `S -> T`.
    Functor {
        /// The parameter.
        parameter: Box<FunctorParam>,
        /// The result.
        result: Box<ModuleType>,
    },
    /// `S with type t = u and ...`.
    With {
        /// The module type.
        base: Box<ModuleType>,
        /// The constraints, at least one.
        constraints: Vec<WithConstraint>,
    },
    /// `module type of M`.
    TypeOf(Box<ModuleExpr>),
    /// Refused with a diagnostic.
    Error,
}

/// One constraint after `with`.
#[derive(Debug, Clone, PartialEq)]
pub enum WithConstraint {
    /// `type 'a t = u` or, with `substitute`, `type 'a t := u`.
    Type {
        /// The type inside the signature.
        path: Path,
        /// Its parameters.
        params: Vec<TypeParam>,
        /// What it is equal to.
        ty: TypeExpr,
        /// Whether the type disappears from the signature.
        substitute: bool,
    },
    /// `module M = N` or, with `substitute`, `module M := N`.
    Module {
        /// The module inside the signature.
        path: Path,
        /// What it is equal to.
        module: Path,
        /// Whether the module disappears from the signature.
        substitute: bool,
    },
}

/// The items of `sig ... end`.
pub type Signature = Vec<SigItem>;

/// An item of a signature.
#[derive(Debug, Clone, PartialEq)]
pub struct SigItem {
    /// What it is.
    pub kind: SigItemKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of signature items.
#[derive(Debug, Clone, PartialEq)]
pub enum SigItemKind {
    /// `val x : t`.
    Value {
        /// The name.
        name: Ident,
        /// Its type.
        ty: TypeExpr,
    },
    /// `external f : t = "primitive"`.
    External(ExternalDecl),
    /// `type [nonrec] ... and ...`.
    Type {
        /// Whether it is `type nonrec`.
        nonrec: bool,
        /// Whether it is `type t := u`.
        substitute: bool,
        /// The declarations, at least one.
        decls: Vec<TypeDecl>,
    },
    /// `exception E of t`.
    Exception(ExceptionDecl),
    /// `type t += ...`.
    Extension(TypeExtension),
    /// `module M : S`; `name` is `None` for `_`.
    Module {
        /// The name.
        name: Option<Ident>,
        /// Its type.
        ty: ModuleType,
    },
    /// `module M = N` or, with `substitute`, `module M := N`.
    ModuleAlias {
        /// The name.
        name: Ident,
        /// The module.
        module: Path,
        /// Whether the name disappears from the signature.
        substitute: bool,
    },
    /// `module rec M : S and ...`.
    RecModules(Vec<(Option<Ident>, ModuleType)>),
    /// `module type S = ...`; without a definition it is abstract.
    ModuleType {
        /// Its name.
        name: Ident,
        /// Its definition.
        ty: Option<ModuleType>,
    },
    /// `open M`.
    Open(Path),
    /// `include S`.
    Include(ModuleType),
    /// Refused with a diagnostic.
    Error,
}
