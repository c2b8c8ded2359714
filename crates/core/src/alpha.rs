//! Equality of programs up to the names of variables, and a fingerprint that respects it.
//! A program is written as a canonical string of bytes in which every variable is the number of its first occurrence;
//! two programs are the same exactly if their strings are. Of the libraries only what can be reached counts, and the
//! order of a program's own definitions is kept. Used to judge equal submissions once.

use std::collections::HashMap;

use crate::print::reach::reach;
use crate::{
    ArgLabel, Arm, ConId, Expr, FieldDecl, IntMode, Item, Literal, Mutability, Pattern, Program, Type,
    TypeBody, TypeDecl, Var,
};

/// Whether two programs do the same, step by step, up to the names of variables and functions and up to the places that
/// `Match_failure` and `Assert_failure` carry.
pub fn same_program(a: &Program, b: &Program) -> bool {
    encode(a, Detail::Steps) == encode(b, Detail::Steps)
}

/// Whether two programs differ only in the numbers of their variables: names and places are the same too.
pub fn same_text(a: &Program, b: &Program) -> bool {
    encode(a, Detail::Everything) == encode(b, Detail::Everything)
}

/// A number that is equal for programs that are the same, and the same on every run and machine.
///
/// ```
/// use lydian_core::{alpha::fingerprint, read::read_program};
/// let read = |text: &str| read_program(&format!("core 1 integers unbounded {text}"));
/// let a = fingerprint(&read("let f/0 = fun f(x/1) -> x/1")?);
/// let b = fingerprint(&read("let g/7 = fun (y/3) -> y/3")?);
/// let c = fingerprint(&read("let g/7 = fun (y/3) -> (y/3, y/3)")?);
/// assert!(a == b && a != c);
/// # Ok::<(), lydian_core::read::ReadError>(())
/// ```
pub fn fingerprint(program: &Program) -> u128 {
    let bytes = encode(program, Detail::Steps);
    let lane = |seed: u64| {
        let mut state = seed ^ bytes.len() as u64;
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            state = mix(state ^ u64::from_le_bytes(word)).wrapping_add(seed);
        }
        u128::from(mix(state))
    };
    lane(0x2545_f491_4f6c_dd1d) << 64 | lane(0x9e37_79b9_7f4a_7c15)
}

/// Spreads the bits of a word over the whole word, one to one.
fn mix(word: u64) -> u64 {
    let mut word = word;
    word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word = (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ (word >> 32)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    Steps,
    Everything,
}

fn encode(program: &Program, detail: Detail) -> Vec<u8> {
    let reach = reach(program);
    let mut encoder =
        Encoder { program, detail, out: Vec::new(), vars: HashMap::new(), constructors: HashMap::new() };
    encoder.int_mode(program.int_mode);
    for (library, (items, types)) in program.libraries.iter().zip(reach.items.iter().zip(&reach.types)) {
        if !items.is_empty() || !types.is_empty() {
            encoder.tag(1);
            encoder.int_mode(library.int_mode);
            encoder.section(types, items.iter().copied());
        }
    }
    encoder.tag(2);
    encoder.section(&reach.own_types, program.items.iter());
    encoder.number(program.exports.len());
    for export in &program.exports {
        encoder.bytes(export.name.as_bytes());
        encoder.var(export.var);
        encoder.types(&export.ty);
    }
    encoder.out
}

enum Work<'a> {
    Expr(&'a Expr),
    Pattern(&'a Pattern),
    Var(Var),
    Tag(u8),
}

struct Encoder<'p> {
    program: &'p Program,
    detail: Detail,
    out: Vec<u8>,
    vars: HashMap<Var, usize>,
    constructors: HashMap<ConId, usize>,
}

impl Encoder<'_> {
    fn tag(&mut self, tag: u8) {
        self.out.push(tag);
    }

    /// A number in as many bytes as it needs.
    fn number(&mut self, number: usize) {
        let mut rest = number;
        while rest >= 0x80 {
            self.out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.out.push(rest as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.out.extend_from_slice(bytes);
    }

    fn var(&mut self, var: Var) {
        let next = self.vars.len();
        let number = *self.vars.entry(var).or_insert(next);
        self.number(number);
        if number == next && self.detail == Detail::Everything {
            let name = self.program.var_name(var).cloned().unwrap_or_else(|| "".into());
            self.bytes(name.as_bytes());
        }
    }

    /// A constructor by its own names at first, later by the number of that occurrence.
    fn con(&mut self, con: ConId) {
        let next = self.constructors.len();
        let number = *self.constructors.entry(con).or_insert(next);
        self.number(number);
        if number == next {
            self.bytes(con.type_path().as_bytes());
            self.bytes(con.name().as_bytes());
        }
    }

    fn int_mode(&mut self, mode: IntMode) {
        match mode {
            IntMode::Wrapping(bits) => self.number(bits as usize + 1),
            IntMode::Unbounded => self.number(0),
        }
    }

    fn section<'a>(&mut self, types: &[&TypeDecl], items: impl ExactSizeIterator<Item = &'a Item>) {
        self.number(types.len());
        for decl in types {
            self.declaration(decl);
        }
        self.number(items.len());
        for item in items {
            match item {
                Item::Define(var, expr) => {
                    self.tag(1);
                    self.var(*var);
                    self.expr(expr);
                }
                Item::DefineRec(group) => {
                    self.tag(2);
                    self.number(group.len());
                    for (var, expr) in group {
                        self.var(*var);
                        self.expr(expr);
                    }
                }
                Item::Run(expr) => {
                    self.tag(3);
                    self.expr(expr);
                }
            }
        }
    }

    fn declaration(&mut self, decl: &TypeDecl) {
        self.bytes(decl.path.as_bytes());
        self.number(decl.params as usize);
        match &decl.body {
            TypeBody::Variant(constructors) => {
                self.tag(1);
                self.number(constructors.len());
                for constructor in constructors {
                    self.con(constructor.con);
                    self.number(constructor.args.len());
                    constructor.args.iter().for_each(|arg| self.types(arg));
                    self.tag(u8::from(constructor.fields.is_some()));
                    self.fields(constructor.fields.as_deref().unwrap_or_default());
                }
            }
            TypeBody::Record(con, fields) => {
                self.tag(2);
                self.con(*con);
                self.fields(fields);
            }
            TypeBody::Alias(ty) => {
                self.tag(3);
                self.types(ty);
            }
            TypeBody::Abstract => self.tag(4),
        }
    }

    fn fields(&mut self, fields: &[FieldDecl]) {
        self.number(fields.len());
        for field in fields {
            self.bytes(field.name.as_bytes());
            self.tag(u8::from(field.mutable));
            self.types(&field.ty);
        }
    }

    fn types(&mut self, ty: &Type) {
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            match ty {
                Type::Int => self.tag(1),
                Type::Bool => self.tag(2),
                Type::Char => self.tag(3),
                Type::String => self.tag(4),
                Type::Bytes => self.tag(5),
                Type::Float => self.tag(6),
                Type::Unit => self.tag(7),
                Type::Exn => self.tag(8),
                Type::Tuple(parts) => {
                    self.tag(9);
                    self.number(parts.len());
                    work.extend(parts.iter().rev());
                }
                Type::Arrow(label, from, to) => {
                    let (tag, name) = match label {
                        ArgLabel::Positional => (10, ""),
                        ArgLabel::Labelled(name) => (11, &**name),
                        ArgLabel::Optional(name) => (12, &**name),
                    };
                    self.tag(tag);
                    self.bytes(name.as_bytes());
                    work.extend([&**to, &**from]);
                }
                Type::List(part) => {
                    self.tag(13);
                    work.push(part);
                }
                Type::Array(part) => {
                    self.tag(14);
                    work.push(part);
                }
                Type::Lazy(part) => {
                    self.tag(15);
                    work.push(part);
                }
                Type::Named(path, arguments) => {
                    self.tag(16);
                    self.bytes(path.as_bytes());
                    self.number(arguments.len());
                    work.extend(arguments.iter().rev());
                }
                Type::PolyVariant(tags) => {
                    self.tag(17);
                    self.number(tags.len());
                    for (tag, part) in tags.iter() {
                        self.bytes(tag.as_bytes());
                        self.tag(u8::from(part.is_some()));
                    }
                    work.extend(tags.iter().rev().filter_map(|(_, part)| part.as_ref()));
                }
                Type::Param(index) => {
                    self.tag(18);
                    self.number(*index as usize);
                }
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Unit => self.tag(1),
            Literal::Bool(bool) => self.tag(2 + u8::from(*bool)),
            Literal::Int(int) => {
                self.tag(4);
                self.bytes(int.to_string().as_bytes());
            }
            Literal::Char(char) => {
                self.tag(5);
                self.tag(*char);
            }
            Literal::String(bytes) => {
                self.tag(6);
                self.bytes(bytes);
            }
            Literal::Float(float) => {
                self.tag(7);
                self.out.extend_from_slice(&float.to_bits().to_le_bytes());
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let mut work = vec![Work::Expr(expr)];
        while let Some(next) = work.pop() {
            match next {
                Work::Tag(tag) => self.tag(tag),
                Work::Var(var) => self.var(var),
                Work::Expr(expr) => self.parts(expr, &mut work),
                Work::Pattern(pattern) => self.pattern(pattern, &mut work),
            }
        }
    }

    fn parts<'a>(&mut self, expr: &'a Expr, work: &mut Vec<Work<'a>>) {
        // What is pushed last is written first.
        match expr {
            Expr::Literal(literal) => {
                self.tag(1);
                self.literal(literal);
            }
            Expr::Var(var) => {
                self.tag(2);
                self.var(*var);
            }
            Expr::Lambda(lambda) => {
                self.tag(3);
                if self.detail == Detail::Everything {
                    self.tag(u8::from(lambda.name.is_some()));
                    self.bytes(lambda.name.as_deref().unwrap_or("").as_bytes());
                }
                self.number(lambda.params.len());
                lambda.params.iter().for_each(|param| self.var(*param));
                work.push(Work::Expr(&lambda.body));
            }
            Expr::Apply(function, args) => {
                self.tag(4);
                self.args(args, work);
                work.push(Work::Expr(function));
            }
            Expr::Let(var, value, body) => {
                self.tag(5);
                self.var(*var);
                work.extend([Work::Expr(body), Work::Expr(value)]);
            }
            Expr::LetRec(group, body) => {
                self.tag(6);
                self.number(group.len());
                work.push(Work::Expr(body));
                for (var, value) in group.iter().rev() {
                    work.extend([Work::Expr(value), Work::Var(*var)]);
                }
            }
            Expr::If(first, second, third) => {
                self.tag(7);
                work.extend([Work::Expr(third), Work::Expr(second), Work::Expr(first)]);
            }
            Expr::And(first, second) => self.two(8, first, second, work),
            Expr::Or(first, second) => self.two(9, first, second, work),
            Expr::Sequence(first, second) => self.two(10, first, second, work),
            Expr::While(first, second) => self.two(11, first, second, work),
            Expr::Match { scrutinee, arms, place } => {
                self.tag(12);
                if self.detail == Detail::Everything {
                    self.bytes(place.file.as_bytes());
                    self.number(place.line as usize);
                    self.number(place.column as usize);
                }
                self.arms(arms, work);
                work.push(Work::Expr(scrutinee));
            }
            Expr::Try(body, arms) => {
                self.tag(13);
                self.arms(arms, work);
                work.push(Work::Expr(body));
            }
            Expr::Construct(con, mutability, args) => {
                self.tag(14 + u8::from(*mutability == Mutability::Mutable));
                self.con(*con);
                if self.detail == Detail::Steps && is_place(*con, args) {
                    // No block has so many arguments, so this stands for a place and nothing else.
                    self.number(usize::MAX);
                    return;
                }
                self.args(args, work);
            }
            Expr::Field(block, index) => {
                self.tag(16);
                self.number(*index as usize);
                work.push(Work::Expr(block));
            }
            Expr::SetField(block, index, value) => {
                self.tag(17);
                self.number(*index as usize);
                work.extend([Work::Expr(value), Work::Expr(block)]);
            }
            Expr::Array(args) => {
                self.tag(18);
                self.args(args, work);
            }
            Expr::Primitive(name, args) => {
                self.tag(19);
                self.bytes(name.as_bytes());
                self.args(args, work);
            }
            Expr::For { var, from, to, down, body } => {
                self.tag(20 + u8::from(*down));
                self.var(*var);
                work.extend([Work::Expr(body), Work::Expr(to), Work::Expr(from)]);
            }
            Expr::Lazy(body) => {
                self.tag(22);
                work.push(Work::Expr(body));
            }
        }
    }

    fn two<'a>(&mut self, tag: u8, first: &'a Expr, second: &'a Expr, work: &mut Vec<Work<'a>>) {
        self.tag(tag);
        work.extend([Work::Expr(second), Work::Expr(first)]);
    }

    fn args<'a>(&mut self, args: &'a [Expr], work: &mut Vec<Work<'a>>) {
        self.number(args.len());
        work.extend(args.iter().rev().map(Work::Expr));
    }

    fn arms<'a>(&mut self, arms: &'a [Arm], work: &mut Vec<Work<'a>>) {
        self.number(arms.len());
        for arm in arms.iter().rev() {
            work.push(Work::Expr(&arm.body));
            work.extend(arm.guard.iter().map(Work::Expr));
            work.extend([Work::Tag(u8::from(arm.guard.is_some())), Work::Pattern(&arm.pattern)]);
        }
    }

    fn pattern<'a>(&mut self, pattern: &'a Pattern, work: &mut Vec<Work<'a>>) {
        let mut parts = |encoder: &mut Self, parts: &'a [Pattern]| {
            encoder.number(parts.len());
            work.extend(parts.iter().rev().map(Work::Pattern));
        };
        match pattern {
            Pattern::Any => self.tag(1),
            Pattern::Var(var) => {
                self.tag(2);
                self.var(*var);
            }
            Pattern::Alias(inner, var) => {
                self.tag(3);
                work.extend([Work::Var(*var), Work::Pattern(inner)]);
            }
            Pattern::Literal(literal) => {
                self.tag(4);
                self.literal(literal);
            }
            Pattern::Range(from, to) => self.out.extend([5, *from, *to]),
            Pattern::Construct(con, inner) => {
                self.tag(6);
                self.con(*con);
                parts(self, inner);
            }
            Pattern::Array(inner) => {
                self.tag(7);
                parts(self, inner);
            }
            Pattern::Or(inner) => {
                self.tag(8);
                parts(self, inner);
            }
            Pattern::Lazy(inner) => {
                self.tag(9);
                work.push(Work::Pattern(inner));
            }
        }
    }
}

/// Whether these are the file, line and column of an exception that names a place.
fn is_place(con: ConId, args: &[Expr]) -> bool {
    let literals = |args: &[Expr]| args.iter().all(|arg| matches!(arg, Expr::Literal(_)));
    let place = match args {
        [Expr::Construct(ConId::TUPLE, _, parts)] => literals(parts),
        _ => literals(args),
    };
    place && !args.is_empty() && matches!(con, ConId::ASSERT_FAILURE | ConId::MATCH_FAILURE)
}
