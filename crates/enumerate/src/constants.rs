//! Constants that occur in programs: sentinels and magic strings are where programs differ.

use lydian_core::{Expr, Item, Literal, Pattern, Program, Var};
use lydian_term::Int;

use crate::Pool;

/// The constants of programs, in order of occurrence.
#[derive(Debug, Clone, Default)]
pub struct Constants {
    /// Integers.
    pub ints: Vec<Int>,
    /// Strings.
    pub strings: Vec<Vec<u8>>,
    /// Characters.
    pub chars: Vec<u8>,
    /// Floating-point numbers.
    pub floats: Vec<f64>,
    /// Whether a program looks into texts; otherwise they are names, which are only compared and put together.
    pub reads_texts: bool,
}

/// The primitives that look into a text.
const READ_TEXTS: [&str; 8] = [
    "bytes_of_string",
    "float_of_string",
    "int64_of_string",
    "int_of_string",
    "string_get",
    "string_length",
    "string_matches",
    "string_sub",
];

impl Constants {
    /// Adds the constants of a program's own definitions.
    pub fn add_program(&mut self, program: &Program) {
        for item in &program.items {
            match item {
                Item::Define(_, expr) | Item::Run(expr) => self.expr(expr),
                Item::DefineRec(bindings) => bindings.iter().for_each(|(_, expr)| self.expr(expr)),
            }
        }
        let own = program.items.iter().flat_map(|item| match item {
            Item::Define(var, _) => vec![*var],
            Item::DefineRec(bindings) => bindings.iter().map(|(var, _)| *var).collect(),
            Item::Run(_) => Vec::new(),
        });
        self.reads_texts |= program.reachable(own).iter().any(|(_, expr)| reads_texts(expr));
    }

    /// Adds the constants of a definition and of those that it leads to, the nearest first; those that are `skipped`
    /// add none of their own.
    pub fn add_reachable(&mut self, program: &Program, from: Var, skipped: impl Fn(Var) -> bool) {
        for (var, expr) in program.reachable([from]) {
            self.reads_texts |= reads_texts(expr);
            // What a library is made of tells nothing about inputs.
            if program.is_own(var) && !skipped(var) {
                self.expr(expr);
            }
        }
    }

    /// Basic values for inputs: small ones, and a few of the constants with their neighbours below.
    pub fn pool(&self) -> Pool {
        let mut pool = Pool {
            ints: [0i64, 1, -1].map(Int::from).to_vec(),
            strings: vec![b"a".to_vec(), b"b".to_vec()],
            chars: b"ab".to_vec(),
            floats: vec![0.0, 1.0, -1.0, 0.5, f64::NAN, f64::INFINITY],
        };
        // A few constants only: every further value multiplies the number of inputs.
        for int in self.ints.iter().filter(|int| int.abs() > Int::from(1)).take(3) {
            pool.ints.push(int.clone());
            // The neighbour of the smallest integer is not below it.
            pool.ints.extend(Some(int - &Int::from(1)).filter(|below| below.wrap(63) == *below));
        }
        pool.strings.extend(self.strings.iter().take(2).cloned());
        pool.chars.extend(self.chars.iter().take(3));
        pool.floats.extend(self.floats.iter().take(3));
        pool.distinct()
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(int) => push_new(&mut self.ints, int.clone()),
            Literal::String(bytes) => push_new(&mut self.strings, bytes.to_vec()),
            Literal::Char(code) => push_new(&mut self.chars, *code),
            Literal::Float(float) => push_new(&mut self.floats, *float),
            Literal::Unit | Literal::Bool(_) => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Any | Pattern::Var(_) => {}
            Pattern::Literal(literal) => self.literal(literal),
            Pattern::Range(from, to) => {
                push_new(&mut self.chars, *from);
                push_new(&mut self.chars, *to);
            }
            Pattern::Alias(inner, _) | Pattern::Lazy(inner) => self.pattern(inner),
            Pattern::Construct(_, parts) | Pattern::Array(parts) | Pattern::Or(parts) => {
                parts.iter().for_each(|part| self.pattern(part));
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal(literal) => self.literal(literal),
            Expr::Match { arms, .. } | Expr::Try(_, arms) => {
                arms.iter().for_each(|arm| self.pattern(&arm.pattern));
            }
            // The message of an exception tells nothing about inputs.
            Expr::Construct(con, _, _) if con.is_exception() => return,
            _ => {}
        }
        expr.for_each_child(&mut |child| self.expr(child));
    }
}

fn reads_texts(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Primitive(name, _) if READ_TEXTS.contains(&&**name));
    expr.for_each_child(&mut |child| found = found || reads_texts(child));
    found
}

fn push_new<T: PartialEq>(values: &mut Vec<T>, value: T) {
    // A program with thousands of constants shall not make a search of thousands of values.
    if values.len() < 64 && !values.contains(&value) {
        values.push(value);
    }
}
