//! The tree of a specification as it is written. Places are byte ranges in the script's source.
//! Names are not resolved and terms not typed here (see `check`).

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_term::Int;

/// A place in the script.
pub type At = Range<usize>;

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where it stands.
    pub at: At,
}

/// A whole file.
#[derive(Debug, Clone)]
pub struct Script {
    /// The file.
    pub source: Arc<Source>,
    /// What is declared, in order.
    pub declarations: Vec<Declaration>,
    /// What happens.
    pub body: Vec<Statement>,
    /// The tasks, if there are several things that may happen; nothing stands beside them then.
    pub tasks: Vec<Task>,
}

/// `task "sum" { ... }`: one of several specifications in a file. What is declared outside holds for all.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub at: At,
    /// What is declared in it.
    pub declarations: Vec<Declaration>,
    /// What happens.
    pub body: Vec<Statement>,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// Where.
    pub at: At,
}

/// What a declaration says.
#[derive(Debug, Clone, PartialEq)]
pub enum DeclarationKind {
    /// `enum Move { Rock "r", Paper }`.
    Enumeration {
        /// Its name.
        name: Name,
        /// Its members with their spellings; without one the name is the spelling.
        members: Vec<(Name, Option<String>)>,
    },
    /// `param secret : int = 7, 42`.
    Parameter {
        /// Its name.
        name: Name,
        /// Its type.
        ty: TypeName,
        /// The values that are tested, at least one.
        values: Vec<Term>,
    },
    /// `ocaml {{{ ... }}}`; the place of the text between.
    OCaml(At),
    /// `import "game.ml"`.
    Import(String),
    /// `arguments "--secret", secret`.
    Arguments(Vec<Term>),
    /// `environment LEVEL = text(secret)`.
    Environment(Name, Term),
    /// `file "words.txt" = "..."`.
    FileBefore(String, Term),
    /// `result "out.txt" : P`.
    FileAfter(String, Pattern),
    /// `layout loose`.
    LooseLayout,
    /// `case ignored`.
    CaseIgnored,
}

/// A type as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    /// The type.
    pub kind: TypeKind,
    /// Where.
    pub at: At,
}

/// The types of what is read. A list is a type of parameters only: `param word : [int] = [1, 3, 5]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeKind {
    /// `int`.
    Int,
    /// `bool`.
    Bool,
    /// `string`.
    String,
    /// `char`.
    Char,
    /// `decimal(2)`.
    Decimal(u32),
    /// An enumeration by its name.
    Enumeration(Arc<str>),
    /// `[int]`.
    List(Box<TypeKind>),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What happens.
    pub kind: StatementKind,
    /// Where; for compound statements only the head (`while C`), so that a message points at one line.
    pub at: At,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// `read ...`.
    Read(Read),
    /// `write P`, `may write P`.
    Write {
        /// `may write`.
        optional: bool,
        /// What is written.
        pattern: Pattern,
    },
    /// `if C { ... } else { ... }`; `else if` is an `If` alone in `otherwise`.
    If {
        /// The condition.
        condition: Term,
        /// If it holds.
        then: Vec<Statement>,
        /// If not.
        otherwise: Vec<Statement>,
    },
    /// `var x := t`, `var x : int := t`, `x := t`.
    Assign(Assignment),
    /// `choose x : int in 1..6`: the program chooses a value itself.
    Choose(Box<Field>),
    /// A loop of any kind.
    Loop {
        /// When it ends.
        kind: LoopKind,
        /// One round.
        body: Vec<Statement>,
    },
    /// `exit`.
    Exit,
    /// `nothing`.
    Nothing,
}

/// A value that the specification keeps itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// Whether it is declared here (`var`).
    pub declares: bool,
    /// Its name.
    pub name: Name,
    /// Its type, where it is written.
    pub ty: Option<TypeName>,
    /// Its new value.
    pub value: Term,
}

/// When a loop ends.
#[derive(Debug, Clone, PartialEq)]
pub enum LoopKind {
    /// `loop { ... }`: at an `exit`.
    TillExit,
    /// `while C { ... }`.
    While(Term),
    /// `until C { ... }`.
    Until(Term),
    /// `until end of input { ... }`: when there is no line left for its first read.
    UntilEnd,
    /// `repeat { ... } while C`.
    RepeatWhile(Term),
    /// `repeat { ... } until C`.
    RepeatUntil(Term),
}

/// Reading one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The values on the line, at least one.
    pub fields: Vec<Field>,
    /// `by ";"`; blanks otherwise.
    pub separator: Option<String>,
    /// Whether lines that are no values of the type are sent too (`malformed`).
    pub malformed: bool,
    /// What a wrong value does.
    pub mode: Mode,
}

/// One value of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The variable.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
    /// `in S`.
    pub set: Option<Set>,
    /// `where C`.
    pub filter: Option<Term>,
}

/// What a value outside of the set does.
#[derive(Debug, Clone, PartialEq)]
pub enum Mode {
    /// It never comes.
    AssumeValid,
    /// It is dropped and the program reads again.
    Retry(Reaction),
    /// The program ends.
    Stop(Reaction),
}

/// What the program says about a wrong value.
#[derive(Debug, Clone, PartialEq)]
pub enum Reaction {
    /// Whatever it likes, or nothing.
    Free,
    /// `silently`: nothing.
    Silent,
    /// `saying P`.
    Says(Pattern),
}

/// A set of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// Which.
    pub kind: SetKind,
    /// Where.
    pub at: At,
}

/// What a set holds.
#[derive(Debug, Clone, PartialEq)]
pub enum SetKind {
    /// `all`.
    All,
    /// `{a, b}`; can be empty, which is a diagnostic later.
    Finite(Vec<Term>),
    /// `a..b`, `a..`, `..b`.
    Range(Option<Term>, Option<Term>),
    /// The elements of a list, such as `x.all`.
    Elements(Term),
    /// `/regex/`, the text between.
    Regex(String),
    /// `S or T`.
    Union(Box<Set>, Box<Set>),
    /// `S and T`.
    Intersection(Box<Set>, Box<Set>),
    /// `S except T`.
    Difference(Box<Set>, Box<Set>),
    /// `not S`.
    Complement(Box<Set>),
}

/// A pattern of output.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// Which.
    pub kind: PatternKind,
    /// Where.
    pub at: At,
}

/// What a pattern matches.
#[derive(Debug, Clone, PartialEq)]
pub enum PatternKind {
    /// A literal text.
    Text(String),
    /// The written value of a term.
    Value(Term),
    /// `glued t`.
    Glued(Term),
    /// `decorated t`.
    Decorated(Term),
    /// `any`.
    Any,
    /// `any without "text"`.
    AnyWithout(Vec<String>),
    /// `some`.
    Some,
    /// `nothing`.
    Nothing,
    /// `P, Q`, and a text with `{t}` in it.
    Sequence(Vec<Pattern>),
    /// `P or Q`.
    Either(Vec<Pattern>),
    /// `maybe P`.
    Maybe(Box<Pattern>),
}

/// A term.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Which.
    pub kind: TermKind,
    /// Where.
    pub at: At,
}

/// What a term is.
#[derive(Debug, Clone, PartialEq)]
pub enum TermKind {
    /// A whole number (not negative; a minus is an operator).
    Int(Int),
    /// `3.50` is 350 with 2 places.
    Decimal(Int, u32),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`, without anything to fill in.
    Text(String),
    /// `'c'`.
    Char(u8),
    /// A variable, a parameter, a member of an enumeration, or a name that a quantifier binds.
    Name(Arc<str>),
    /// `[a, b]`.
    List(Vec<Term>),
    /// `x.all`, `merge(x, y).ago(1)`, ...
    View(Vec<Name>, View),
    /// `-a`.
    Negate(Box<Term>),
    /// `not a`.
    Not(Box<Term>),
    /// `a + b`, ...
    Binary(Operator, Box<Term>, Box<Term>),
    /// `if c then a else b`.
    If(Box<Term>, Box<Term>, Box<Term>),
    /// `f(a, b)`; the name may have modules before it (`List.length`).
    Call(Name, Vec<Term>),
    /// `a[i]`.
    Index(Box<Term>, Box<Term>),
    /// `forall a in l : C`, `exists ...`, `count ...`.
    Quantified(Quantifier, Name, Box<Term>, Box<Term>),
    /// `[e for a in l if C]`.
    Comprehension {
        /// What is collected.
        element: Box<Term>,
        /// The bound name.
        name: Name,
        /// The list.
        list: Box<Term>,
        /// `if C`.
        filter: Option<Box<Term>>,
    },
}

/// Which of a variable's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// `.all`.
    All,
    /// `.ago(n)`; `.current` of a merge is `.ago(0)`.
    Ago(u32),
    /// `.earlier(n)`, `.earlier` for 1.
    Earlier(u32),
}

/// Two-place operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator of the same name")]
pub enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Append,
    Add,
    Subtract,
    Multiply,
    Divide,
    Div,
    Mod,
    Quot,
    Rem,
}

/// What a quantifier asks of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// All elements.
    ForAll,
    /// At least one.
    Exists,
    /// How many.
    Count,
}
