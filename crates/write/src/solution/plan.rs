//! The plan that a model solution is written from: typed terms, outputs resolved to their first alternative, and what must be
//! remembered of the values that are read.
//! Decimals are whole numbers here: a value with `places` is its mantissa. A value that is just being read is a
//! `New`; what was read before is a view, which is one variable or several together, by its number.

use lydian_core::Int;

/// The type of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Whole numbers.
    Int,
    /// Truth values.
    Bool,
    /// Texts.
    Text,
    /// Characters.
    Char,
    /// A mantissa; if the number of places is not `exact`, the written value may have fewer zeros at its end.
    #[allow(missing_docs, reason = "said above")]
    Decimal { places: u32, exact: bool },
    /// An enumeration, by its number.
    Enumeration(usize),
    /// Lists of values of a type.
    List(Box<Type>),
    /// The elements of an empty list, or a type that only OCaml knows.
    Unknown,
}

impl Type {
    /// The type of lists of values.
    pub fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// The type of elements.
    pub fn element(&self) -> Type {
        match self {
            Type::List(of) => (**of).clone(),
            Type::Text => Type::Char,
            _ => Type::Unknown,
        }
    }

    /// Whether these are decimals.
    pub fn is_decimal(&self) -> bool {
        matches!(self, Type::Decimal { .. })
    }
}

/// A term with its type.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "both are said above")]
pub struct Expr {
    pub kind: Kind,
    pub ty: Type,
}

/// What a term is.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "what has no words of its own is the form of the same name")]
pub enum Kind {
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
    /// All values of a view.
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
    /// An element of a list or text.
    Index(Box<Expr>, Box<Expr>),
    /// What is asked of the elements of a list, each under this name.
    Quantified(Quantifier, String, Box<Expr>, Box<Expr>),
    /// A list made from the elements of another one that pass the filter.
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

/// What is asked of the elements of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the quantifier of the same name")]
pub enum Quantifier {
    ForAll,
    Exists,
    Count,
}

/// Operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the operator of the same name")]
pub enum Op {
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
#[allow(missing_docs, reason = "each is the function of the same name")]
pub enum Builtin {
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
pub enum Piece {
    /// Fixed text.
    Text(String),
    /// The written value of a term.
    Value(Expr),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// Reads a line.
    Read(Read),
    /// A line of output, without its break.
    Write(Vec<Piece>),
    /// What is done if a condition holds, and if it does not.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// Rounds of statements.
    Loop(Until, Vec<Statement>),
    /// Leaves the loop around.
    Exit,
}

/// When a loop ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Until {
    /// At an exit only.
    Exit,
    /// Asked before each round: goes on while it holds.
    Before(Expr),
    /// Asked after each round: goes on while it holds.
    After(Expr),
}

/// Reading a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// Its values.
    pub fields: Vec<Field>,
    /// What stands between them; blanks if nothing is said.
    pub separator: Option<String>,
    /// Whether lines come that are no values at all.
    pub malformed: bool,
    /// What makes the values wanted ones; nothing if all are.
    pub check: Option<Expr>,
    /// What happens otherwise.
    pub wrong: Wrong,
}

/// One value of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The variable that it is read into.
    pub variable: usize,
    /// The type of that.
    pub ty: Type,
    /// Whether the value needs a name of its own until it is accepted.
    pub apart: bool,
}

/// What a wrong value does, with what is said then.
#[derive(Debug, Clone, PartialEq)]
pub enum Wrong {
    /// It does not come.
    Never,
    /// The line is read again.
    Retry(Vec<Piece>),
    /// The program ends.
    Stop(Vec<Piece>),
}

/// What is remembered of a view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    /// The newest value, in a variable of its own.
    pub current: bool,
    /// All values.
    pub history: bool,
}

/// A constant of the program.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "both are said above")]
pub struct Parameter {
    pub name: String,
    pub value: Expr,
}

/// A type of members that have names.
#[derive(Debug, Clone, PartialEq)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The name of its type in the user's functions in OCaml.
    pub ocaml: String,
    /// Names and spellings of its members.
    pub members: Vec<(String, String)>,
}

/// A whole program.
#[derive(Debug)]
pub struct Plan {
    /// What it is a solution for, fit for a comment in every language.
    pub name: String,
    /// Its constants.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Vec<Statement>,
    /// By view.
    pub memory: Vec<Memory>,
    /// By view: its variables.
    pub views: Vec<Vec<usize>>,
    /// By variable: its name and type.
    pub variables: Vec<(String, Type)>,
    /// By number.
    pub enumerations: Vec<Enumeration>,
    /// The user's functions.
    pub ocaml: Vec<String>,
}

impl Plan {
    /// The type of a view's values.
    pub(super) fn view_type(&self, view: usize) -> &Type {
        &self.variables[self.views[view][0]].1
    }

    /// The name of a view: that of its variables.
    pub(super) fn view_name(&self, view: usize) -> String {
        let names: Vec<&str> =
            self.views[view].iter().map(|variable| &*self.variables[*variable].0).collect();
        names.join("_and_")
    }

    /// The views with a history to which a variable adds.
    pub(super) fn histories_of(&self, variable: usize) -> Vec<usize> {
        let has = |view: &usize| self.memory[*view].history && self.views[*view].contains(&variable);
        (0..self.views.len()).filter(has).collect()
    }

    /// Whether the newest value of a variable is remembered by itself.
    pub(super) fn keeps_current(&self, variable: usize) -> bool {
        let view = self.views.iter().position(|members| *members == [variable]);
        view.is_some_and(|view| self.memory[view].current)
    }
}

impl Expr {
    /// Calls a function for this term and each one inside.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
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

    /// The term with names instead of the values of a line.
    pub(super) fn named(&self, name: &dyn Fn(usize) -> String) -> Expr {
        let again = |inner: &Expr| Box::new(inner.named(name));
        let all = |terms: &[Expr]| terms.iter().map(|term| term.named(name)).collect();
        let kind = match &self.kind {
            Kind::New(number) => Kind::Fresh(name(*number)),
            Kind::List(elements) => Kind::List(all(elements)),
            Kind::Call(builtin, arguments) => Kind::Call(*builtin, all(arguments)),
            Kind::OCaml(function, arguments) => Kind::OCaml(function.clone(), all(arguments)),
            Kind::Negate(inner) => Kind::Negate(again(inner)),
            Kind::Not(inner) => Kind::Not(again(inner)),
            Kind::Matches(inner, regex) => Kind::Matches(again(inner), regex.clone()),
            Kind::Binary(op, a, b) => Kind::Binary(*op, again(a), again(b)),
            Kind::Index(a, b) => Kind::Index(again(a), again(b)),
            Kind::Quantified(quantifier, bound, a, b) => {
                Kind::Quantified(*quantifier, bound.clone(), again(a), again(b))
            }
            Kind::If(a, b, c) => Kind::If(again(a), again(b), again(c)),
            Kind::Comprehension { element, name: bound, list, filter } => Kind::Comprehension {
                element: again(element),
                name: bound.clone(),
                list: again(list),
                filter: filter.as_ref().map(|filter| again(filter)),
            },
            other => other.clone(),
        };
        Expr { kind, ty: self.ty.clone() }
    }

    /// The opposite of a condition.
    pub fn negated(self) -> Expr {
        let kind = match self.kind {
            Kind::Not(inner) => return *inner,
            Kind::Bool(known) => Kind::Bool(!known),
            Kind::Binary(op, a, b) => match op.opposite() {
                Some(op) => Kind::Binary(op, a, b),
                None => Kind::Not(Box::new(Expr { kind: Kind::Binary(op, a, b), ty: Type::Bool })),
            },
            kind => Kind::Not(Box::new(Expr { kind, ty: Type::Bool })),
        };
        Expr { kind, ty: Type::Bool }
    }
}

impl Op {
    /// The comparison that holds where this one does not.
    fn opposite(self) -> Option<Op> {
        Some(match self {
            Op::Equal => Op::NotEqual,
            Op::NotEqual => Op::Equal,
            Op::Less => Op::GreaterOrEqual,
            Op::LessOrEqual => Op::Greater,
            Op::Greater => Op::LessOrEqual,
            Op::GreaterOrEqual => Op::Less,
            _ => return None,
        })
    }
}

/// The number of places at which a loop with this body is left.
pub(super) fn exits(body: &[Statement]) -> usize {
    let count = |statement: &Statement| match statement {
        Statement::Exit => 1,
        Statement::If(_, then, otherwise) => exits(then) + exits(otherwise),
        _ => 0,
    };
    body.iter().map(count).sum()
}

/// Calls a function for each term of some statements.
pub fn visit_statements(statements: &[Statement], visit: &mut dyn FnMut(&Expr)) {
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

/// Calls a function for each term of an output.
pub fn visit_pieces(pieces: &[Piece], visit: &mut dyn FnMut(&Expr)) {
    for piece in pieces {
        if let Piece::Value(value) = piece {
            value.visit(visit);
        }
    }
}

/// Calls a function for each value that is written.
pub(super) fn visit_written(statements: &[Statement], visit: &mut dyn FnMut(&Expr)) {
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
