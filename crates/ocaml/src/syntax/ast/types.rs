//! Type expressions, and declarations of types and exceptions.

use super::{ArgLabel, Ident, Loc, Name, Path};

/// A type expression.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeExprKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of type expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeExprKind {
    /// `_`.
    Any,
    /// `'a` (the name is without the quote).
    Var(Name),
    /// `t -> u`, `x:t -> u`, `?x:t -> u`; for the last, `parameter` is `t` and not `t option`.
    Arrow {
        /// The label of the parameter.
        label: ArgLabel,
        /// Its type.
        parameter: Box<TypeExpr>,
        /// The result.
        result: Box<TypeExpr>,
    },
    /// `t * u`, two or more.
    Tuple(Vec<TypeExpr>),
    /// `(t, u) M.c`.
    Constr {
        /// The type constructor.
        path: Path,
        /// Its arguments.
        args: Vec<TypeExpr>,
    },
    /// `` [ `A | `B of t ] `` and its open and closed forms.
    Variant {
        /// Tags and inherited types.
        fields: Vec<RowField>,
        /// Whether there may be more or fewer tags.
        bound: RowBound,
    },
    /// `t as 'a`.
    Alias {
        /// The type.
        ty: Box<TypeExpr>,
        /// The variable, without the quote.
        name: Ident,
    },
    /// `'a 'b. t`, only as the constraint of a `let`, the type of a record field or of a `val`.
    Poly {
        /// The variables, without quotes.
        vars: Vec<Ident>,
        /// The type.
        ty: Box<TypeExpr>,
    },
    /// `type a b. t`, only as the constraint of a `let`.
    LocallyAbstract {
        /// The type names.
        names: Vec<Ident>,
        /// The type.
        ty: Box<TypeExpr>,
    },
    /// Refused with a diagnostic.
    Error,
}

/// One line of a polymorphic variant type.
#[derive(Debug, Clone, PartialEq)]
pub enum RowField {
    /// `` `A `` or `` `A of t `` (or `` `A of t & u ``).
    Tag {
        /// The tag without the backquote.
        name: Ident,
        /// Whether the tag may stand without an argument.
        constant: bool,
        /// The types of its argument; more than one is a conjunction.
        args: Vec<TypeExpr>,
    },
    /// All tags of another type.
    Inherit(TypeExpr),
}

/// What else a polymorphic variant type admits.
#[derive(Debug, Clone, PartialEq)]
pub enum RowBound {
    /// Exactly these tags: `[ ... ]`.
    Exact,
    /// At least these: `[> ... ]`.
    Open,
    /// At most these, and at least the ones given here: ``[< ... > `A `B ]``.
    Closed(Vec<Name>),
}

/// One declaration of a `type ... and ...` group.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDecl {
    /// The name that is declared.
    pub name: Ident,
    /// The parameters.
    pub params: Vec<TypeParam>,
    /// What stands after `=` beside an alias.
    pub kind: TypeDeclKind,
    /// The alias: `type t = manifest`, or the re-exported type in `type t = M.t = A | B`.
    pub manifest: Option<TypeExpr>,
    /// Whether it is `private`.
    pub private: bool,
    /// `constraint 'a = t` clauses.
    pub constraints: Vec<(TypeExpr, TypeExpr)>,
    /// Where it is.
    pub loc: Loc,
}

/// A parameter of a type declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeParam {
    /// The variable without its quote; `None` for `_`.
    pub name: Option<Name>,
    /// `+`, `-` or nothing.
    pub variance: Variance,
    /// Where it is.
    pub loc: Loc,
}

/// The variance that a type parameter declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variance {
    /// `+'a`.
    Covariant,
    /// `-'a`.
    Contravariant,
    /// `'a`.
    Unspecified,
}

/// What a type declaration defines.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeDeclKind {
    /// Nothing new: abstract, or an alias if there is a manifest.
    Abstract,
    /// `A | B of t`.
    Variant(Vec<ConstructorDecl>),
    /// `{ x : t; mutable y : u }`.
    Record(Vec<FieldDecl>),
    /// `..`: its constructors are added later.
    Open,
}

/// A constructor of a variant type or an exception.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstructorDecl {
    /// Its name.
    pub name: Ident,
    /// What it carries.
    pub args: ConstructorArgs,
    /// Where it is.
    pub loc: Loc,
}

/// What a constructor carries.
#[derive(Debug, Clone, PartialEq)]
pub enum ConstructorArgs {
    /// `A`, `A of t`, `A of t * u`: one element per argument.
    Tuple(Vec<TypeExpr>),
    /// `A of { x : t }`.
    Record(Vec<FieldDecl>),
}

/// A field of a record type.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDecl {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: TypeExpr,
    /// Whether it is `mutable`.
    pub mutable: bool,
    /// Where it is.
    pub loc: Loc,
}

/// `exception E of t` or `exception E = F`.
#[derive(Debug, Clone, PartialEq)]
pub struct ExceptionDecl {
    /// Its name.
    pub name: Ident,
    /// What it is.
    pub kind: ExceptionKind,
    /// Where it is.
    pub loc: Loc,
}

/// `type t += A | B of int`: constructors that are added to an extensible type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeExtension {
    /// The type.
    pub path: Path,
    /// The parameters.
    pub params: Vec<TypeParam>,
    /// The constructors, in the form of exceptions.
    pub constructors: Vec<ExceptionDecl>,
}

/// What an exception declaration defines.
#[derive(Debug, Clone, PartialEq)]
pub enum ExceptionKind {
    /// A new exception.
    New(ConstructorArgs),
    /// Another name of an exception.
    Rebind(Path),
}
