//! The abstract syntax of OCaml as the reader gives it to type inference.
//! Every node carries its byte range (`Loc`). Operators are applications of identifiers, except `&&` and `||`, which
//! have nodes of their own because they do not evaluate both sides. Chains that can be very long (sequences, list
//! literals, tuples, or-patterns) are flat vectors; everything else is nested at most `MAX_DEPTH` deep.
//! A part that was refused with a diagnostic is an `Error` node, so that a structure is always complete.

mod module;
mod types;

pub use module::*;
pub use types::*;

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
