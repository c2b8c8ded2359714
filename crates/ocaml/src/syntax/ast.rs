//! The abstract syntax of OCaml as the reader gives it to type inference.
//! Every node carries its byte range (`Loc`). Operators are applications of identifiers, except `&&` and `||`, which
//! have nodes of their own because they do not evaluate both sides. Chains that can be very long (sequences, list
//! literals, tuples, or-patterns) are flat vectors; everything else is nested at most `MAX_DEPTH` deep.
//! A part that was refused with a diagnostic is an `Error` node, so that a structure is always complete.

use lydian_diagnostic::{Source, Span};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A name as written, without any path: `map`, `Some`, `+`.
pub type Name = Arc<str>;

/// A range of bytes in the source that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Loc {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Loc {
    /// The smallest range that holds both.
    pub fn to(self, other: Loc) -> Loc {
        Loc { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// As a span of `source`.
    pub fn span(self, source: &Arc<Source>) -> Span {
        Span::new(source, self.range())
    }
}

/// Something with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Located<T> {
    /// What it is.
    pub node: T,
    /// Where it is.
    pub loc: Loc,
}

/// A defining or using occurrence of a plain name.
pub type Ident = Located<Name>;

/// A using occurrence of a possibly qualified name.
pub type Path = Located<Longident>;

/// A possibly qualified name: `x`, `List.map`, `Map.Make(String).t`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Longident {
    /// A plain name.
    Name(Name),
    /// A name inside a module.
    Dot(Box<Longident>, Name),
    /// The result of a functor (functor, argument).
    Apply(Box<Longident>, Box<Longident>),
}

impl Longident {
    /// A plain name.
    pub fn name(name: &str) -> Longident {
        Longident::Name(name.into())
    }

    /// The last component; `None` for the result of a functor.
    pub fn last(&self) -> Option<&Name> {
        match self {
            Longident::Name(name) | Longident::Dot(_, name) => Some(name),
            Longident::Apply(..) => None,
        }
    }

    /// The plain name, if it is not qualified.
    pub fn as_name(&self) -> Option<&Name> {
        match self {
            Longident::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Whether this is the plain name `name`.
    pub fn is(&self, name: &str) -> bool {
        self.as_name().is_some_and(|own| &**own == name)
    }
}

impl fmt::Display for Longident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Longident::Name(name) => f.write_str(name),
            Longident::Dot(module, name) => write!(f, "{module}.{name}"),
            Longident::Apply(functor, argument) => write!(f, "{functor}({argument})"),
        }
    }
}

/// A literal. Negative literals are folded: `-1` is `Int(-1)`.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// An `int`; already checked to fit 63 bits.
    Int(i64),
    /// An `int32` (`1l`).
    Int32(i32),
    /// An `int64` (`1L`).
    Int64(i64),
    /// A `nativeint` (`1n`).
    Nativeint(i64),
    /// A `float`.
    Float(f64),
    /// A `char`.
    Char(u8),
    /// A `string`; OCaml's strings are bytes.
    String(Arc<[u8]>),
}

/// The label of a parameter or an argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ArgLabel {
    /// None.
    Nolabel,
    /// `~x`.
    Labelled(Name),
    /// `?x`.
    Optional(Name),
}

// ---------------------------------------------------------------------------------------------------- types

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

/// What an exception declaration defines.
#[derive(Debug, Clone, PartialEq)]
pub enum ExceptionKind {
    /// A new exception.
    New(ConstructorArgs),
    /// Another name of an exception.
    Rebind(Path),
}

// ---------------------------------------------------------------------------------------------------- patterns

/// A pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of patterns.
#[derive(Debug, Clone, PartialEq)]
pub enum PatternKind {
    /// `_`.
    Any,
    /// A variable (also an operator in parentheses).
    Var(Name),
    /// `p as x`.
    Alias {
        /// The pattern.
        pattern: Box<Pattern>,
        /// The name of the whole.
        name: Ident,
    },
    /// A literal.
    Constant(Constant),
    /// `'a' .. 'z'`.
    Interval(Constant, Constant),
    /// `p, q`, two or more.
    Tuple(Vec<Pattern>),
    /// `C`, `C p`; also `()`, `true`, `false`, `[]` and `p :: q` (argument: a tuple of two).
    Construct {
        /// The constructor.
        path: Path,
        /// Its argument; several arguments are one tuple.
        arg: Option<Box<Pattern>>,
    },
    /// `` `A `` or `` `A p ``.
    Variant {
        /// The tag without the backquote.
        tag: Name,
        /// Its argument.
        arg: Option<Box<Pattern>>,
    },
    /// `{ x; y = p; _ }`.
    Record {
        /// Field and pattern; `x` alone stands for `x = x`.
        fields: Vec<(Path, Pattern)>,
        /// Whether it ends with `_`.
        open: bool,
    },
    /// `[| p; q |]`.
    Array(Vec<Pattern>),
    /// `[p; q]`, one or more (the empty list is `Construct`).
    List(Vec<Pattern>),
    /// `p | q`, two or more, flat.
    Or(Vec<Pattern>),
    /// `(p : t)`.
    Constraint {
        /// The pattern.
        pattern: Box<Pattern>,
        /// Its type.
        ty: TypeExpr,
    },
    /// `lazy p`.
    Lazy(Box<Pattern>),
    /// `exception p`, at the top (or under or-patterns) of a `match` case.
    Exception(Box<Pattern>),
    /// `M.(p)`, `M.[p]`, `M.{...}`.
    Open {
        /// The module.
        module: Path,
        /// The pattern under it.
        pattern: Box<Pattern>,
    },
    /// `#t`: any tag of the polymorphic variant type `t`.
    Type(Path),
    /// Refused with a diagnostic.
    Error,
}

// ---------------------------------------------------------------------------------------------------- expressions

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A variable or operator, possibly qualified.
    Ident(Path),
    /// A literal.
    Constant(Constant),
    /// `let [rec] ... and ... in body`.
    Let {
        /// Whether it is `let rec`.
        recursive: bool,
        /// The bindings, at least one.
        bindings: Vec<Binding>,
        /// The rest.
        body: Box<Expr>,
    },
    /// `let* p = e and* q = f in body`.
    LetOp {
        /// `let*` first, then its `and*`s.
        bindings: Vec<BindingOp>,
        /// The rest.
        body: Box<Expr>,
    },
    /// `fun p q : t -> body`, at least one parameter.
    Fun {
        /// The parameters.
        params: Vec<Param>,
        /// The type of the result, if annotated.
        result: Option<TypeExpr>,
        /// The body.
        body: Box<Expr>,
    },
    /// `function p -> e | ...`.
    Function(Vec<Case>),
    /// `f a ~x:b ?y`; operators too: `a + b` applies `Ident(+)` to two arguments, `!r` applies `Ident(!)`,
    /// `-e` applies `Ident(~-)`, `r := e` applies `Ident(:=)`.
    Apply {
        /// What is applied.
        function: Box<Expr>,
        /// The arguments, at least one.
        args: Vec<Arg>,
    },
    /// `match e with ...`; cases may hold `exception` patterns.
    Match {
        /// What is matched.
        scrutinee: Box<Expr>,
        /// The cases, at least one.
        cases: Vec<Case>,
    },
    /// `try e with ...`.
    Try {
        /// What is tried.
        body: Box<Expr>,
        /// The handlers, at least one.
        cases: Vec<Case>,
    },
    /// `e, f`, two or more.
    Tuple(Vec<Expr>),
    /// `C`, `C e`; also `()`, `true`, `false`, `[]` and `e :: f` (argument: a tuple of two).
    Construct {
        /// The constructor.
        path: Path,
        /// Its argument; several arguments are one tuple.
        arg: Option<Box<Expr>>,
    },
    /// `` `A `` or `` `A e ``.
    Variant {
        /// The tag without the backquote.
        tag: Name,
        /// Its argument.
        arg: Option<Box<Expr>>,
    },
    /// `{ x = e; y }` or `{ base with x = e }`.
    Record {
        /// The record that is copied.
        base: Option<Box<Expr>>,
        /// Field and value; `x` alone stands for `x = x`.
        fields: Vec<(Path, Expr)>,
    },
    /// `e.x`.
    Field {
        /// The record.
        record: Box<Expr>,
        /// The field.
        field: Path,
    },
    /// `e.x <- v`.
    SetField {
        /// The record.
        record: Box<Expr>,
        /// The field.
        field: Path,
        /// The new value.
        value: Box<Expr>,
    },
    /// `a.(i)` or `s.[i]`.
    Index {
        /// Array or string.
        kind: IndexKind,
        /// The array or string.
        container: Box<Expr>,
        /// The index.
        index: Box<Expr>,
    },
    /// `a.(i) <- v` (or `s.[i] <- v`, which sets a byte of a `bytes`).
    SetIndex {
        /// Array or string.
        kind: IndexKind,
        /// The array.
        container: Box<Expr>,
        /// The index.
        index: Box<Expr>,
        /// The new value.
        value: Box<Expr>,
    },
    /// `[| e; f |]`.
    Array(Vec<Expr>),
    /// `[e; f]`, one or more (the empty list is `Construct`).
    List(Vec<Expr>),
    /// `if c then a else b`.
    If {
        /// The condition.
        condition: Box<Expr>,
        /// Where it holds.
        then: Box<Expr>,
        /// Where it does not.
        otherwise: Option<Box<Expr>>,
    },
    /// `e; f; ...`, two or more, flat.
    Sequence(Vec<Expr>),
    /// `while c do body done`.
    While {
        /// The condition.
        condition: Box<Expr>,
        /// The body.
        body: Box<Expr>,
    },
    /// `for i = first to last do body done`.
    For {
        /// The variable: `Var` or `Any`.
        variable: Pattern,
        /// The first value.
        first: Box<Expr>,
        /// The last value.
        last: Box<Expr>,
        /// Whether it counts down (`downto`).
        down: bool,
        /// The body.
        body: Box<Expr>,
    },
    /// `(e : t)`.
    Constraint {
        /// The expression.
        expr: Box<Expr>,
        /// Its type.
        ty: TypeExpr,
    },
    /// `(e :> t)` or `(e : s :> t)`.
    Coerce {
        /// The expression.
        expr: Box<Expr>,
        /// The type before.
        from: Option<TypeExpr>,
        /// The type after.
        to: TypeExpr,
    },
    /// `a && b` (or the old `a & b`).
    And(Box<Expr>, Box<Expr>),
    /// `a || b` (or the old `a or b`).
    Or(Box<Expr>, Box<Expr>),
    /// `lazy e`.
    Lazy(Box<Expr>),
    /// `assert e`.
    Assert(Box<Expr>),
    /// `let open M in e`, `M.(e)`, `M.[e]`, `M.{...}`.
    Open {
        /// The module.
        module: Box<ModuleExpr>,
        /// What is read under it.
        body: Box<Expr>,
    },
    /// `let module M = ... in e`.
    LetModule {
        /// The module; `name` is `None` for `_`.
        binding: Box<ModuleBinding>,
        /// The rest.
        body: Box<Expr>,
    },
    /// `let exception E of t in e`.
    LetException {
        /// The exception.
        exception: Box<ExceptionDecl>,
        /// The rest.
        body: Box<Expr>,
    },
    /// Refused with a diagnostic.
    Error,
}

/// What an index expression indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    /// `a.(i)`: `Array.get`, `Array.set`.
    Array,
    /// `s.[i]`: `String.get`, `Bytes.set`.
    String,
}

/// One binding of a `let`. `let f x y = e` has a `Fun` as its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Binding {
    /// What is bound.
    pub pattern: Pattern,
    /// The type in `let p : t = e`. (`let f x : t = e` has it as the `result` of the `Fun`.)
    pub constraint: Option<TypeExpr>,
    /// The value.
    pub value: Expr,
    /// Where it is.
    pub loc: Loc,
}

/// One binding of a `let*`.
#[derive(Debug, Clone, PartialEq)]
pub struct BindingOp {
    /// The operator as a name: `let*`, `and+`.
    pub operator: Ident,
    /// What is bound.
    pub pattern: Pattern,
    /// The value.
    pub value: Expr,
    /// Where it is.
    pub loc: Loc,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// What it is.
    pub kind: ParamKind,
    /// Where it is.
    pub loc: Loc,
}

/// The forms of parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum ParamKind {
    /// A parameter that takes a value.
    Value {
        /// Its label.
        label: ArgLabel,
        /// The default of an optional one.
        default: Option<Box<Expr>>,
        /// What it is bound to.
        pattern: Pattern,
    },
    /// `(type a)`: a locally abstract type.
    Type(Ident),
}

/// An argument of an application.
#[derive(Debug, Clone, PartialEq)]
pub struct Arg {
    /// Its label; `Optional` passes an option as it is (`?x:e`).
    pub label: ArgLabel,
    /// Its value.
    pub value: Expr,
}

/// One case of `match`, `function` or `try`.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The pattern.
    pub pattern: Pattern,
    /// The condition after `when`.
    pub guard: Option<Expr>,
    /// The result.
    pub body: Expr,
    /// Where it is.
    pub loc: Loc,
}

// ---------------------------------------------------------------------------------------------------- modules

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
