//! The program that a translation is written from: typed terms, outputs resolved to their first alternative, and what must be
//! remembered of the values that are read.
//! Decimals are whole numbers here: a value with `places` is its mantissa. A value that is just being read is a
//! `New`; what was read before is a view.

use lydian_term::Int;

use crate::syntax::ast::{Quantifier, TypeKind};

/// The type of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Bool,
    Text,
    Char,
    /// A mantissa; if the number of places is not `exact`, the written value may have fewer zeros at its end.
    Decimal {
        places: u32,
        exact: bool,
    },
    Enumeration(usize),
    List(Box<Type>),
    /// The elements of an empty list, or a type that only OCaml knows.
    Unknown,
}

impl Type {
    pub(crate) fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// The type of elements.
    pub(crate) fn element(&self) -> Type {
        match self {
            Type::List(of) => (**of).clone(),
            Type::Text => Type::Char,
            _ => Type::Unknown,
        }
    }

    pub(crate) fn is_decimal(&self) -> bool {
        matches!(self, Type::Decimal { .. })
    }
}

/// A term with its type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Type,
}

/// What a term is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Int(Int),
    Bool(bool),
    Text(String),
    Char(u8),
    /// A member of an enumeration.
    Member(usize, usize),
    /// A name that a quantifier binds.
    Local(String),
    Parameter(String),
    /// A value of the line that is being read, by its number.
    New(usize),
    /// The same, under its name in the program.
    Fresh(String),
    /// The newest value of a view.
    Current(usize),
    All(usize),
    /// The value so many before the newest, at least 1.
    Ago(usize, u32),
    /// All but so many of the newest, at least 1.
    Earlier(usize, u32),
    List(Vec<Expr>),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Quantified(Quantifier, String, Box<Expr>, Box<Expr>),
    Comprehension {
        element: Box<Expr>,
        name: String,
        list: Box<Expr>,
        filter: Option<Box<Expr>>,
    },
    Call(Builtin, Vec<Expr>),
    /// A function of the user or of OCaml's library; only OCaml has them.
    OCaml(String, Vec<Expr>),
    /// Whether a text matches a regular expression as a whole.
    Matches(Box<Expr>, String),
}

/// Operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Append,
    Add,
    Subtract,
    Multiply,
    Div,
    Mod,
    Quot,
    Rem,
}

/// Functions of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Builtin {
    Length,
    Sum,
    Product,
    Minimum,
    Maximum,
    Count,
    Reverse,
    Sort,
    First,
    Last,
    Distinct,
    Take,
    Drop,
    Range,
    Abs,
    Min,
    Max,
    Power,
    /// The quotient of whole numbers, rounded half away from zero.
    DivideRounded,
    Uppercase,
    Lowercase,
    Trim,
    Contains,
    StartsWith,
    EndsWith,
    Substring,
    Words,
    Split,
    Join,
    Chars,
    Repeat,
    IntOfText,
    IsInt,
    Code,
    CharOfCode,
    /// The written value.
    Text,
}

/// A part of an output.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    Text(String),
    Value(Expr),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Read(Read),
    /// A line of output, without its break.
    Write(Vec<Piece>),
    If(Expr, Vec<Statement>, Vec<Statement>),
    Loop(Until, Vec<Statement>),
    Exit,
}

/// When a loop ends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Until {
    Exit,
    /// Asked before each round: goes on while it holds.
    Before(Expr),
    /// Asked after each round: goes on while it holds.
    After(Expr),
}

/// Reading a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Read {
    pub(crate) fields: Vec<Field>,
    pub(crate) separator: Option<String>,
    /// Whether lines come that are no values at all.
    pub(crate) malformed: bool,
    /// What makes the values wanted ones; nothing if all are.
    pub(crate) check: Option<Expr>,
    pub(crate) wrong: Wrong,
}

/// One value of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) variable: usize,
    pub(crate) kind: TypeKind,
    pub(crate) ty: Type,
    /// Whether the value needs a name of its own until it is accepted.
    pub(crate) apart: bool,
}

/// What a wrong value does, with what is said then.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wrong {
    Never,
    Retry(Vec<Piece>),
    Stop(Vec<Piece>),
}

/// What is remembered of a view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The newest value, in a variable of its own.
    pub(crate) current: bool,
    /// All values.
    pub(crate) history: bool,
}

/// A constant of the program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) value: Expr,
}

/// A whole program.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Vec<Statement>,
    /// By view.
    pub(crate) memory: Vec<Memory>,
    /// By view: its variables.
    pub(crate) views: Vec<Vec<usize>>,
    /// By variable: its name and type.
    pub(crate) variables: Vec<(String, Type)>,
    pub(crate) enumerations: Vec<crate::lower::Enumeration>,
    /// The user's functions.
    pub(crate) ocaml: Vec<String>,
}

impl Plan {
    /// The type of a view's values.
    pub(crate) fn view_type(&self, view: usize) -> &Type {
        &self.variables[self.views[view][0]].1
    }

    /// The name of a view: that of its variables.
    pub(crate) fn view_name(&self, view: usize) -> String {
        let names: Vec<&str> =
            self.views[view].iter().map(|variable| &*self.variables[*variable].0).collect();
        names.join("_and_")
    }

    /// The views with a history to which a variable adds.
    pub(crate) fn histories_of(&self, variable: usize) -> Vec<usize> {
        let has = |view: &usize| self.memory[*view].history && self.views[*view].contains(&variable);
        (0..self.views.len()).filter(has).collect()
    }
}

impl Expr {
    /// Calls a function for this term and each one inside.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            Kind::List(parts) | Kind::Call(_, parts) | Kind::OCaml(_, parts) => {
                parts.iter().for_each(|part| part.visit(visit));
            }
            Kind::Negate(inner) | Kind::Not(inner) | Kind::Matches(inner, _) => inner.visit(visit),
            Kind::Binary(_, a, b) | Kind::Index(a, b) | Kind::Quantified(_, _, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            Kind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| part.visit(visit)),
            Kind::Comprehension { element, list, filter, .. } => {
                list.visit(visit);
                filter.iter().for_each(|filter| filter.visit(visit));
                element.visit(visit);
            }
            _ => {}
        }
    }
}

/// Calls a function for each term of some statements.
pub(crate) fn visit_statements(statements: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    for statement in statements {
        match statement {
            Statement::Read(read) => {
                read.check.iter().for_each(|check| check.visit(visit));
                if let Wrong::Retry(pieces) | Wrong::Stop(pieces) = &read.wrong {
                    visit_pieces(pieces, visit);
                }
            }
            Statement::Write(pieces) => visit_pieces(pieces, visit),
            Statement::If(condition, then, otherwise) => {
                condition.visit(visit);
                visit_statements(then, visit);
                visit_statements(otherwise, visit);
            }
            Statement::Loop(until, body) => {
                if let Until::Before(condition) | Until::After(condition) = until {
                    condition.visit(visit);
                }
                visit_statements(body, visit);
            }
            Statement::Exit => {}
        }
    }
}

pub(crate) fn visit_pieces(pieces: &[Piece], visit: &mut dyn FnMut(&Expr)) {
    for piece in pieces {
        if let Piece::Value(value) = piece {
            value.visit(visit);
        }
    }
}

/// Calls a function for each value that is written.
pub(crate) fn visit_written(statements: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    for statement in statements {
        match statement {
            Statement::Read(Read { wrong: Wrong::Retry(pieces) | Wrong::Stop(pieces), .. })
            | Statement::Write(pieces) => {
                for piece in pieces {
                    if let Piece::Value(value) = piece {
                        visit(value);
                    }
                }
            }
            Statement::If(_, then, otherwise) => {
                visit_written(then, visit);
                visit_written(otherwise, visit);
            }
            Statement::Loop(_, body) => visit_written(body, visit),
            Statement::Read(_) | Statement::Exit => {}
        }
    }
}
