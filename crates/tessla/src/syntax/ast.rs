//! The syntax tree of TeSSLa: the union of the newest language and of the older notations that we read.
//! Every node knows its place. Nothing is resolved here: operators are still operators, names are still texts.

use std::sync::Arc;

use lydian_term::Int;

/// A place in one of the files of a specification, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct At {
    /// Which file: an index into [`crate::Files`].
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A name where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where.
    pub at: At,
}

/// One file, parsed.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Its statements, in order.
    pub statements: Vec<Statement>,
    /// The comments that speak to the generator, in order.
    pub pragmas: Vec<Pragma>,
}

/// A comment line `# assert QUANTIFIER EXPR` or `# goal [QUANTIFIER] EXPR`.
#[derive(Debug, Clone)]
pub struct Pragma {
    /// Whether it must hold in every case, or shall be reached by some case.
    pub kind: PragmaKind,
    /// How the stream is looked at; a goal without a word is `Exists` if the stream is Boolean, else `Some`.
    pub quantifier: Option<Quantifier>,
    /// The stream.
    pub expr: Expr,
    /// The text of the expression as it is written.
    pub text: Arc<str>,
    /// The whole comment.
    pub at: At,
}

/// What a pragma asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PragmaKind {
    /// Holds in every generated case.
    Assert,
    /// Is to be reached by some case.
    Goal,
}

/// How a pragma looks at its stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// At least one event.
    Some,
    /// No event.
    Empty,
    /// At least one event that is true.
    Exists,
    /// No event that is false.
    All,
}

/// A statement with what stands in front of it.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// What it is.
    pub kind: StatementKind,
    /// The whole statement without annotations.
    pub at: At,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `include "path"`.
    Include(Arc<str>, At),
    /// `in x: T`.
    In {
        /// The stream.
        name: Name,
        /// Its type; missing only after an error that was reported.
        ty: Option<TypeExpr>,
    },
    /// `out e` and `out e as n`; `print e` has `raw` set.
    Out {
        /// What is written.
        expr: Expr,
        /// The exact source text of the expression.
        text: Arc<str>,
        /// The name after `as`.
        alias: Option<Name>,
        /// Whether it was `print e`.
        raw: bool,
    },
    /// `out *`.
    OutAll,
    /// A definition.
    Def(Arc<Definition>),
    /// `type N[A] = T`.
    Type {
        /// Its name.
        name: Name,
        /// Its parameters.
        params: Vec<Name>,
        /// What it stands for; `None` for `extern`.
        body: Option<TypeExpr>,
        /// The name of an `extern` type.
        external: Option<Arc<str>>,
    },
    /// `module M { ... }`.
    Module(Name, Vec<Statement>),
    /// `import A.B`.
    Import(Vec<Name>),
    /// `def @a(...)` or `def @@a(...)`.
    AnnotationDef {
        /// Its name.
        name: Name,
        /// Whether it is for the whole specification.
        global: bool,
        /// Its parameters.
        params: Vec<Param>,
    },
    /// `@@a(...)`.
    GlobalAnnotation(Annotation),
}

/// A use of an annotation.
#[derive(Debug, Clone)]
pub struct Annotation {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<Argument>,
}

/// A definition of a value, a stream, a function or a macro.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// Parameters; `None` without parentheses.
    pub params: Option<Vec<Param>>,
    /// The type of its result.
    pub result: Option<TypeExpr>,
    /// Whether it lifts to streams by itself.
    pub liftable: bool,
    /// What it is.
    pub body: Body,
    /// The whole definition.
    pub at: At,
}

/// The right side of a definition.
#[derive(Debug, Clone)]
pub enum Body {
    /// An expression, with the definitions of its `where`.
    Expr(Expr, Vec<Statement>),
    /// `extern("name")`, also written `__builtin__(name)`, with an optional replacement.
    Extern(Arc<str>, Option<Expr>, At),
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// `strict` or `lazy`, where it says.
    pub strictness: Option<Strictness>,
    /// Its type, if it is written.
    pub ty: Option<TypeExpr>,
}

/// When an argument is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Before the call.
    Strict,
    /// When it is used.
    Lazy,
}

/// A type as it is written.
#[derive(Debug, Clone)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub at: At,
}

/// The kinds of written types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `A.B[T, U]`.
    Named(Vec<Name>, Vec<TypeExpr>),
    /// `{a: T, b: U}`.
    Record(Vec<(Name, TypeExpr)>),
    /// `(A, B)`; `()` is the empty one.
    Tuple(Vec<TypeExpr>),
    /// `(A, strict B) => R`.
    Function(Vec<(Option<Strictness>, TypeExpr)>, Box<TypeExpr>),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub at: At,
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Its name, in `f(n = e)`.
    pub name: Option<Name>,
    /// Its value.
    pub value: Expr,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// An integer.
    Int(Int),
    /// An integer with a unit of time.
    Time(Int, TimeUnit),
    /// A floating-point number.
    Float(f64),
    /// A string; one text part if nothing is interpolated.
    String(Vec<StringPart>),
    /// A name.
    Name(Arc<str>),
    /// `__root__.x`.
    Root(Name),
    /// `(a, b)`, `(a,)`, `()`.
    Tuple(Vec<Expr>),
    /// `{a = e, b}`.
    Record(Vec<(Name, Expr)>),
    /// `{ defs e }`.
    Block(Vec<Statement>, Box<Expr>),
    /// `f[T](a, n = b)`.
    Call(Box<Expr>, Vec<TypeExpr>, Vec<Argument>),
    /// `nil[Int]`.
    TypeApply(Box<Expr>, Vec<TypeExpr>),
    /// `e.m`.
    Member(Box<Expr>, Name),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator as a function: `(-)`, or `-` alone as an argument.
    Operator(BinaryOp),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `static if c then a else b`.
    StaticIf(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(x: T, y) => e`.
    Lambda(Vec<Param>, Box<Expr>),
    /// What could not be read; the error was reported.
    Error,
}

/// A part of a string.
#[derive(Debug, Clone)]
pub enum StringPart {
    /// A text, with its escapes resolved.
    Text(Arc<str>),
    /// `$x` or `${e}`, in a format string with what follows it (`%5d`), without the percent sign.
    Value(Expr, Option<Arc<str>>),
}

/// Units of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the unit as TeSSLa writes it")]
pub enum TimeUnit {
    Fs,
    Ps,
    Ns,
    Us,
    Ms,
    S,
    Min,
    H,
    D,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator of the same name")]
pub enum UnaryOp {
    Not,
    BitFlip,
    Negate,
    FNegate,
}

/// Infix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator of the same name")]
pub enum BinaryOp {
    Mul,
    Div,
    Mod,
    FMul,
    FDiv,
    Add,
    Sub,
    FAdd,
    FSub,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    FLt,
    FGt,
    FLe,
    FGe,
    And,
    Or,
}
