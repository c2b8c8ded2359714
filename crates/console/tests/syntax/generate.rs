//! Random trees of the kind that the reader makes, from a seed. Places are empty.
//! Terms are of any type, also of none: the reader and the printer know no types.

use std::sync::Arc;

use lydian_console::syntax::ast::{
    Assignment, At, Declaration, DeclarationKind, Field, LoopKind, Mode, Name, Operator, Pattern,
    PatternKind, Quantifier, Reaction, Read, Script, Set, SetKind, Statement, StatementKind, Task, Term,
    TermKind, TypeKind, TypeName, View,
};
use lydian_diagnostic::Source;
use lydian_term::Int;

const CODE: &str = "let f x = x + 1 (* { \" } *)\n";

/// Draws numbers by a multiplicative generator with a permuted output.
pub struct Random(u64);

impl Random {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed >> 33) as usize) % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn many<T>(&mut self, least: usize, most: usize, mut item: impl FnMut(&mut Random) -> T) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| item(self)).collect()
    }

    fn perhaps<T>(&mut self, item: impl FnOnce(&mut Random) -> T) -> Option<T> {
        if self.one_in(2) { Some(item(self)) } else { None }
    }
}

const HERE: At = 0..0;

/// A script of a few declarations and statements.
pub fn script(random: &mut Random) -> Script {
    let declarations = random.many(0, 3, declaration);
    let source = Source::new("generated.console", CODE);
    if random.one_in(4) {
        let mut tasks = random.many(1, 3, task);
        tasks.iter_mut().enumerate().for_each(|(index, task)| task.name.push_str(&index.to_string()));
        return Script { source, declarations, body: Vec::new(), tasks };
    }
    let body = random.many(0, 4, |random| statement(random, 3));
    Script { source, declarations, body, tasks: Vec::new() }
}

fn task(random: &mut Random) -> Task {
    let declarations = random.many(0, 2, declaration);
    Task {
        name: text(random),
        at: HERE,
        declarations,
        body: random.many(0, 3, |random| statement(random, 2)),
    }
}

fn name(random: &mut Random) -> Name {
    Name { text: random.pick(&["x", "y", "n", "x'", "long_name", "_a1", "größe", "ago"]).into(), at: HERE }
}

fn capital(random: &mut Random) -> Name {
    Name { text: random.pick(&["Rock", "Paper", "A1", "B'"]).into(), at: HERE }
}

fn text(random: &mut Random) -> String {
    let parts =
        ["a", "B", " ", "{", "}", "\"", "\\", "\n", "\t", "\r", "'", "#", "é", "→", "{x}", "\\n", "//"];
    random.many(0, 4, |random| random.pick(&parts)).concat()
}

fn ty(random: &mut Random, list: bool) -> TypeName {
    let kind = match random.below(if list { 7 } else { 6 }) {
        0 => TypeKind::Int,
        1 => TypeKind::Bool,
        2 => TypeKind::String,
        3 => TypeKind::Char,
        4 => TypeKind::Decimal(random.below(5) as u32),
        5 => TypeKind::Enumeration("Move".into()),
        _ => TypeKind::List(Box::new(ty(random, true).kind)),
    };
    TypeName { kind, at: HERE }
}

fn declaration(random: &mut Random) -> Declaration {
    let kind = match random.below(10) {
        0 => DeclarationKind::Enumeration {
            name: capital(random),
            members: random.many(0, 3, |random| (capital(random), random.perhaps(text))),
        },
        1 => DeclarationKind::Parameter {
            name: name(random),
            ty: ty(random, true),
            values: random.many(1, 3, |random| term(random, 3)),
        },
        2 => DeclarationKind::OCaml(0..CODE.len()),
        3 => DeclarationKind::Import(text(random)),
        4 => DeclarationKind::Arguments(random.many(1, 3, |random| term(random, 3))),
        5 => DeclarationKind::Environment(capital(random), term(random, 3)),
        6 => DeclarationKind::FileBefore(text(random), term(random, 3)),
        7 => DeclarationKind::LooseLayout,
        8 => DeclarationKind::CaseIgnored,
        _ => DeclarationKind::FileAfter(text(random), pattern(random, 3)),
    };
    Declaration { kind, at: HERE }
}

fn statement(random: &mut Random, depth: usize) -> Statement {
    let block = |random: &mut Random| random.many(0, 3, |random| statement(random, depth - 1));
    let kind = match random.below(if depth == 0 { 8 } else { 14 }) {
        0 | 1 => StatementKind::Read(read(random)),
        2 | 3 => StatementKind::Write { optional: random.one_in(3), pattern: pattern(random, 3) },
        4 => StatementKind::Exit,
        5 => StatementKind::Nothing,
        6 => {
            let declares = random.one_in(2);
            let ty = if declares { random.perhaps(|random| ty(random, true)) } else { None };
            StatementKind::Assign(Assignment { declares, name: name(random), ty, value: term(random, 3) })
        }
        7 => StatementKind::Choose(Box::new(field(random))),
        8..11 => {
            let condition = term(random, 3);
            StatementKind::If { condition, then: block(random), otherwise: block(random) }
        }
        _ => {
            let condition = term(random, 3);
            let kind = match random.below(6) {
                0 => LoopKind::TillExit,
                5 => LoopKind::UntilEnd,
                1 => LoopKind::While(condition),
                2 => LoopKind::Until(condition),
                3 => LoopKind::RepeatWhile(condition),
                _ => LoopKind::RepeatUntil(condition),
            };
            StatementKind::Loop { kind, body: block(random) }
        }
    };
    Statement { kind, at: HERE }
}

fn field(random: &mut Random) -> Field {
    Field {
        name: name(random),
        ty: ty(random, false),
        set: random.perhaps(|random| set(random, 3)),
        filter: random.perhaps(|random| term(random, 3)),
    }
}

fn read(random: &mut Random) -> Read {
    let fields = random.many(1, 2, field);
    let reaction = match random.below(3) {
        0 => Reaction::Free,
        1 => Reaction::Silent,
        _ => Reaction::Says(pattern(random, 3)),
    };
    let mode = match random.below(3) {
        0 => Mode::AssumeValid,
        1 => Mode::Retry(reaction),
        _ => Mode::Stop(reaction),
    };
    let malformed = mode != Mode::AssumeValid && random.one_in(2);
    Read { fields, separator: random.perhaps(text), malformed, mode }
}

fn set(random: &mut Random, depth: usize) -> Set {
    let inner = |random: &mut Random| Box::new(set(random, depth - 1));
    let kind = match random.below(if depth == 0 { 5 } else { 9 }) {
        0 => SetKind::All,
        1 => SetKind::Finite(random.many(0, 3, |random| term(random, 2))),
        2 => match random.below(3) {
            0 => SetKind::Range(Some(term(random, 2)), None),
            1 => SetKind::Range(None, Some(term(random, 2))),
            _ => SetKind::Range(Some(term(random, 2)), Some(term(random, 2))),
        },
        3 => SetKind::Elements(list(random)),
        4 => SetKind::Regex(
            random.pick(&["[a-z]+", "a/b", "\\d{1,2}", "(\\\\|\")", "", "#", "[(]"]).to_owned(),
        ),
        5 => SetKind::Union(inner(random), inner(random)),
        6 => SetKind::Intersection(inner(random), inner(random)),
        7 => SetKind::Difference(inner(random), inner(random)),
        _ => SetKind::Complement(inner(random)),
    };
    Set { kind, at: HERE }
}

/// A term that can be the elements of a set: Boolean operators in parentheses would be read as those of sets.
fn list(random: &mut Random) -> Term {
    loop {
        let list = term(random, 2);
        let boolean =
            matches!(list.kind, TermKind::Not(_) | TermKind::Binary(Operator::And | Operator::Or, ..));
        if !boolean {
            return list;
        }
    }
}

fn pattern(random: &mut Random, depth: usize) -> Pattern {
    let kind = match random.below(if depth == 0 { 9 } else { 14 }) {
        0 | 1 => PatternKind::Text(text(random)),
        2 | 3 => PatternKind::Value(term(random, 2)),
        4 => PatternKind::Glued(term(random, 2)),
        5 => PatternKind::Decorated(term(random, 2)),
        6 if random.one_in(2) => PatternKind::AnyWithout(random.many(1, 2, |random| text(random) + "x")),
        6 => PatternKind::Any,
        7 => PatternKind::Some,
        8 => PatternKind::Nothing,
        9 | 10 => PatternKind::Sequence(random.many(2, 4, |random| pattern(random, depth - 1))),
        11 | 12 => PatternKind::Either(random.many(2, 4, |random| pattern(random, depth - 1))),
        _ => PatternKind::Maybe(Box::new(pattern(random, depth - 1))),
    };
    Pattern { kind, at: HERE }
}

fn number(random: &mut Random) -> Int {
    match random.below(4) {
        0 => "123456789012345678901234567890".parse().expect("a number"),
        _ => Int::from(random.below(1000)),
    }
}

const OPERATORS: [Operator; 19] = [
    Operator::Or,
    Operator::And,
    Operator::Equal,
    Operator::NotEqual,
    Operator::Less,
    Operator::LessOrEqual,
    Operator::Greater,
    Operator::GreaterOrEqual,
    Operator::In,
    Operator::NotIn,
    Operator::Append,
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Divide,
    Operator::Div,
    Operator::Mod,
    Operator::Quot,
    Operator::Rem,
];

fn term(random: &mut Random, depth: usize) -> Term {
    let kind = match random.below(if depth == 0 { 8 } else { 18 }) {
        0 => TermKind::Int(number(random)),
        1 => TermKind::Decimal(number(random), 1 + random.below(4) as u32),
        2 => TermKind::Bool(random.one_in(2)),
        3 => TermKind::Text(text(random)),
        4 => TermKind::Char(random.pick(b"a'\"\\\n{}#\x01 ")),
        5 => TermKind::Name(if random.one_in(4) { capital(random).text } else { name(random).text }),
        6 => TermKind::View(random.many(1, 3, name), view(random)),
        7 => TermKind::List(Vec::new()),
        _ => compound(random, depth - 1),
    };
    Term { kind, at: HERE }
}

fn view(random: &mut Random) -> View {
    match random.below(3) {
        0 => View::All,
        1 => View::Ago(random.below(3) as u32),
        _ => View::Earlier(random.below(3) as u32),
    }
}

fn compound(random: &mut Random, depth: usize) -> TermKind {
    let inner = |random: &mut Random| Box::new(term(random, depth));
    match random.below(14) {
        0 => TermKind::Negate(inner(random)),
        1 => TermKind::Not(inner(random)),
        2..8 => TermKind::Binary(random.pick(&OPERATORS), inner(random), inner(random)),
        8 => TermKind::If(inner(random), inner(random), inner(random)),
        9 => {
            let called: Arc<str> =
                random.pick(&["f", "List.length", "A.B.c", "count", "repeat", "int"]).into();
            let arguments = random.many(0, 3, |random| term(random, depth));
            TermKind::Call(Name { text: called, at: HERE }, arguments)
        }
        10 => TermKind::Index(inner(random), inner(random)),
        11 => {
            let quantifier = random.pick(&[Quantifier::ForAll, Quantifier::Exists, Quantifier::Count]);
            TermKind::Quantified(quantifier, name(random), inner(random), inner(random))
        }
        12 => TermKind::Comprehension {
            element: inner(random),
            name: name(random),
            list: inner(random),
            filter: random.perhaps(inner),
        },
        _ => TermKind::List(random.many(1, 3, |random| term(random, depth))),
    }
}
