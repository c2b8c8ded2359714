//! Expressions, patterns and programs of Core.
//! Every binder binds a variable of its own, unique in the program. Arguments of applications, constructors and
//! primitives are evaluated from right to left, the function last, as OCaml's compilers do.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use lydian_term::Int;

use crate::{ConId, Type, TypeTable};

/// A variable, unique in its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What the integers of a program are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntMode {
    /// Two's complement in this many bits: 63 for OCaml, 64 for others.
    Wrapping(u32),
    /// As large as memory allows.
    Unbounded,
}

impl IntMode {
    /// OCaml's native integers.
    pub const OCAML: IntMode = IntMode::Wrapping(63);
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `()`.
    Unit,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A character.
    Char(u8),
    /// A string.
    String(Arc<[u8]>),
    /// A floating-point number.
    Float(f64),
}

/// Whether the fields of a block can be assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutability {
    /// Never assigned.
    Immutable,
    /// At least one field can be.
    Mutable,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A constant. A string constant is one object, however often it is evaluated.
    Literal(Literal),
    /// A variable.
    Var(Var),
    /// A function.
    Lambda(Arc<Lambda>),
    /// An application to one or more arguments.
    Apply(Box<Expr>, Vec<Expr>),
    /// `let x = a in b`.
    Let(Var, Box<Expr>, Box<Expr>),
    /// Recursive definitions. Right sides are functions, or blocks and suspensions that do not look at the variables.
    LetRec(Vec<(Var, Expr)>, Box<Expr>),
    /// A conditional.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Lazy conjunction.
    And(Box<Expr>, Box<Expr>),
    /// Lazy disjunction.
    Or(Box<Expr>, Box<Expr>),
    /// The first arm that fits; `failure` is raised when there is none: the arguments of `Match_failure`.
    Match {
        /// What is looked at.
        scrutinee: Box<Expr>,
        /// The arms, tried in order.
        arms: Vec<Arm>,
        /// File, line and column of the match.
        place: Place,
    },
    /// The body, or the first arm that fits the exception it raises; no arm: the exception goes on.
    Try(Box<Expr>, Vec<Arm>),
    /// A block: constructor, tuple or record. No arguments: a constant constructor.
    Construct(ConId, Mutability, Vec<Expr>),
    /// A field of a block by position.
    Field(Box<Expr>, u32),
    /// Assigns a field of a mutable block.
    SetField(Box<Expr>, u32, Box<Expr>),
    /// An array of given elements.
    Array(Vec<Expr>),
    /// A primitive operation of the evaluator, with all its arguments.
    Primitive(Arc<str>, Vec<Expr>),
    /// First one, then the other.
    Sequence(Box<Expr>, Box<Expr>),
    /// A loop while a condition holds.
    While(Box<Expr>, Box<Expr>),
    /// A counting loop.
    For {
        /// The counter.
        var: Var,
        /// First value.
        from: Box<Expr>,
        /// Last value.
        to: Box<Expr>,
        /// Whether it counts down.
        down: bool,
        /// The body.
        body: Box<Expr>,
    },
    /// A suspended expression.
    Lazy(Box<Expr>),
}

impl Expr {
    /// Adds the variables that it mentions, in order of occurrence.
    fn mentioned(&self, into: &mut VecDeque<Var>) {
        if let Expr::Var(var) = self {
            into.push_back(*var);
        }
        self.for_each_child(&mut |child| child.mentioned(into));
    }

    /// Whether it uses one of the variables; every variable has a number of its own, so none is hidden.
    pub fn mentions(&self, vars: &HashSet<Var>) -> bool {
        if let Expr::Var(var) = self {
            return vars.contains(var);
        }
        let mut found = false;
        self.for_each_child(&mut |child| found = found || child.mentions(vars));
        found
    }

    /// Calls the function for each expression directly inside this one, from left to right as written; of a function or
    /// suspension that is its body.
    pub fn for_each_child(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Literal(_) | Expr::Var(_) => {}
            Expr::Lambda(lambda) => visit(&lambda.body),
            Expr::Lazy(inner) | Expr::Field(inner, _) => visit(inner),
            Expr::Apply(function, args) => {
                visit(function);
                args.iter().for_each(visit);
            }
            Expr::Let(_, first, second)
            | Expr::And(first, second)
            | Expr::Or(first, second)
            | Expr::Sequence(first, second)
            | Expr::While(first, second)
            | Expr::SetField(first, _, second) => {
                visit(first);
                visit(second);
            }
            Expr::LetRec(bindings, rest) => {
                bindings.iter().for_each(|(_, bound)| visit(bound));
                visit(rest);
            }
            Expr::If(condition, yes, no) => {
                visit(condition);
                visit(yes);
                visit(no);
            }
            Expr::Match { scrutinee, arms, .. } | Expr::Try(scrutinee, arms) => {
                visit(scrutinee);
                for arm in arms {
                    arm.guard.iter().for_each(&mut *visit);
                    visit(&arm.body);
                }
            }
            Expr::Construct(_, _, parts) | Expr::Array(parts) | Expr::Primitive(_, parts) => {
                parts.iter().for_each(visit);
            }
            Expr::For { from, to, body, .. } => {
                visit(from);
                visit(to);
                visit(body);
            }
        }
    }

    /// The same for changing them.
    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Expr::Literal(_) | Expr::Var(_) => {}
            Expr::Lambda(lambda) => visit(&mut Arc::make_mut(lambda).body),
            Expr::Lazy(inner) | Expr::Field(inner, _) => visit(inner),
            Expr::Apply(function, args) => {
                visit(function);
                args.iter_mut().for_each(visit);
            }
            Expr::Let(_, first, second)
            | Expr::And(first, second)
            | Expr::Or(first, second)
            | Expr::Sequence(first, second)
            | Expr::While(first, second)
            | Expr::SetField(first, _, second) => {
                visit(first);
                visit(second);
            }
            Expr::LetRec(bindings, rest) => {
                bindings.iter_mut().for_each(|(_, bound)| visit(bound));
                visit(rest);
            }
            Expr::If(condition, yes, no) => {
                visit(condition);
                visit(yes);
                visit(no);
            }
            Expr::Match { scrutinee, arms, .. } | Expr::Try(scrutinee, arms) => {
                visit(scrutinee);
                for arm in arms {
                    arm.guard.iter_mut().for_each(&mut *visit);
                    visit(&mut arm.body);
                }
            }
            Expr::Construct(_, _, parts) | Expr::Array(parts) | Expr::Primitive(_, parts) => {
                parts.iter_mut().for_each(visit);
            }
            Expr::For { from, to, body, .. } => {
                visit(from);
                visit(to);
                visit(body);
            }
        }
    }
}

/// A place in the user's source, as exceptions show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 0.
    pub column: u32,
}

/// A function.
#[derive(Debug, Clone, PartialEq)]
pub struct Lambda {
    /// What the user calls it, if anything; for reports.
    pub name: Option<Arc<str>>,
    /// One or more parameters.
    pub params: Vec<Var>,
    /// The body.
    pub body: Expr,
}

/// One arm of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    /// What must fit.
    pub pattern: Pattern,
    /// What must also hold.
    pub guard: Option<Expr>,
    /// The result.
    pub body: Expr,
}

/// A pattern.
#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// Fits everything.
    Any,
    /// Fits everything and names it.
    Var(Var),
    /// Names what the inner pattern fits.
    Alias(Box<Pattern>, Var),
    /// One constant.
    Literal(Literal),
    /// Characters from one to another.
    Range(u8, u8),
    /// A constructor with a pattern for each argument (tuples and records too).
    Construct(ConId, Vec<Pattern>),
    /// An array of exactly these elements.
    Array(Vec<Pattern>),
    /// The first of the alternatives that fits; all bind the same variables.
    Or(Vec<Pattern>),
    /// A suspension, forced.
    Lazy(Box<Pattern>),
}

/// A top-level step of a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A definition.
    Define(Var, Expr),
    /// Mutually recursive definitions.
    DefineRec(Vec<(Var, Expr)>),
    /// An expression for its effects.
    Run(Expr),
}

impl Item {
    /// The variables that it defines.
    pub fn defined(&self) -> Vec<Var> {
        match self {
            Item::Define(var, _) => vec![*var],
            Item::DefineRec(group) => group.iter().map(|(var, _)| *var).collect(),
            Item::Run(_) => Vec::new(),
        }
    }

    /// Whether it uses one of the variables.
    pub fn mentions(&self, vars: &HashSet<Var>) -> bool {
        if vars.is_empty() {
            return false;
        }
        match self {
            Item::Define(_, expr) | Item::Run(expr) => expr.mentions(vars),
            Item::DefineRec(group) => group.iter().any(|(_, expr)| expr.mentions(vars)),
        }
    }
}

/// A name that a program offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The name as the user writes it from outside: `max`, `Tree.insert`.
    pub name: Arc<str>,
    /// The variable.
    pub var: Var,
    /// Its type; `Param` marks what is polymorphic.
    pub ty: Type,
}

/// A program: declarations and steps in order.
///
/// A library module is a program too, loaded once and shared: the numbers of its variables are its own in the whole
/// process, so that any set of libraries can stand under a program.
#[derive(Debug, Clone)]
pub struct Program {
    /// The library modules that it uses, each after those that it uses itself.
    pub libraries: Vec<Arc<Program>>,
    /// The number of its first own variable.
    pub first_var: u32,
    /// What its integers are.
    pub int_mode: IntMode,
    /// Its types, with those of its libraries.
    pub types: TypeTable,
    /// The steps, run in order.
    pub items: Vec<Item>,
    /// Where each step is written; of a module's steps that is the module. Empty where the program comes from no file.
    pub item_places: Vec<Place>,
    /// The offered names, in order of definition; of two with the same name the later one counts.
    pub exports: Vec<Export>,
    /// The user's name of each own variable, from `first_var` on.
    pub var_names: Vec<Arc<str>>,
}

impl Program {
    /// An empty program whose own variables are numbered from `first_var`.
    pub fn new(int_mode: IntMode, first_var: u32) -> Program {
        Program {
            libraries: Vec::new(),
            first_var,
            int_mode,
            types: TypeTable::default(),
            items: Vec::new(),
            item_places: Vec::new(),
            exports: Vec::new(),
            var_names: Vec::new(),
        }
    }

    /// A new variable.
    pub fn fresh_var(&mut self, name: &str) -> Var {
        self.var_names.push(Arc::from(name));
        Var(self.first_var + self.var_names.len() as u32 - 1)
    }

    /// Whether a variable is the program's own, and not that of a library.
    pub fn is_own(&self, var: Var) -> bool {
        var.0.checked_sub(self.first_var).is_some_and(|number| (number as usize) < self.var_names.len())
    }

    /// The user's name of a variable of the program or of one of its libraries.
    pub fn var_name(&self, var: Var) -> Option<&Arc<str>> {
        std::iter::once(self)
            .chain(self.libraries.iter().map(|library| &**library))
            .find_map(|program| program.var_names.get(var.0.checked_sub(program.first_var)? as usize))
    }

    /// Definitions and those that they lead to, also in libraries: the nearest first. Whatever a function can call or look at
    /// by name is there, and so is what made the functions that it finds in data.
    pub fn reachable(&self, from: impl IntoIterator<Item = Var>) -> Vec<(Var, &Expr)> {
        let mut definitions: HashMap<Var, &Expr> = HashMap::new();
        for program in self.libraries.iter().map(|library| &**library).chain([self]) {
            for item in &program.items {
                match item {
                    Item::Define(var, expr) => _ = definitions.insert(*var, expr),
                    Item::DefineRec(bindings) => {
                        definitions.extend(bindings.iter().map(|(var, expr)| (*var, expr)))
                    }
                    Item::Run(_) => {}
                }
            }
        }
        let mut found = Vec::new();
        let mut waiting: VecDeque<Var> = from.into_iter().collect();
        while let Some(var) = waiting.pop_front() {
            let Some(expr) = definitions.remove(&var) else { continue };
            found.push((var, expr));
            expr.mentioned(&mut waiting);
        }
        found
    }

    /// The offered name, the last of its kind.
    pub fn export(&self, name: &str) -> Option<&Export> {
        self.exports.iter().rev().find(|export| &*export.name == name)
    }
}
