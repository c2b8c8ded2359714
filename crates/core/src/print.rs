//! The text of Core: what `--emit core` shows and [`crate::read`] reads back.
//! Close to OCaml, with every form closed or delimited. A variable is written as its user's name and a number that counts
//! the variables in the order of the text, so the same program prints the same on every run. Only the reachable part of
//! the libraries is shown. Iterative throughout: what is still to be written waits on a stack.

pub(crate) mod layout;
pub(crate) mod literal;
pub(crate) mod reach;
pub(crate) mod types;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::{Arm, ConId, Expr, IntMode, Item, Lambda, Mutability, Pattern, Program, Var};
use layout::{Token, render};
use types::{print_declaration, print_type};

/// The text of a program, with what it needs of its libraries.
///
/// ```
/// use lydian_core::{Expr, IntMode, Item, Literal, Program};
/// let mut program = Program::new(IntMode::OCAML, 0);
/// let x = program.fresh_var("x");
/// program.items.push(Item::Define(x, Expr::Literal(Literal::Bool(true))));
/// assert_eq!(lydian_core::print::print_program(&program), "core 1\nintegers wrapping 63\n\nlet x/0 = true\n");
/// ```
pub fn print_program(program: &Program) -> String {
    let reach = reach::reach(program);
    let mut printer = Printer::new(program);
    let mut out = format!("core 1\nintegers {}\n", int_mode(program.int_mode));
    for (position, library) in program.libraries.iter().enumerate() {
        if reach.items[position].is_empty() && reach.types[position].is_empty() {
            continue;
        }
        out.push_str(&format!("\nlibrary\nintegers {}\n", int_mode(library.int_mode)));
        for decl in &reach.types[position] {
            out.push_str(&format!("\n{}\n", print_declaration(decl)));
        }
        for item in &reach.items[position] {
            out.push_str(&format!("\n{}\n", printer.item(item)));
        }
        out.push_str("\nend\n");
    }
    for decl in &reach.own_types {
        out.push_str(&format!("\n{}\n", print_declaration(decl)));
    }
    for item in &program.items {
        out.push_str(&format!("\n{}\n", printer.item(item)));
    }
    if !program.exports.is_empty() {
        out.push('\n');
    }
    for export in &program.exports {
        let var = printer.var(export.var);
        let ty = print_type(&export.ty);
        out.push_str(&format!("export {} = {var} : {ty}\n", literal::name(&export.name)));
    }
    out
}

/// What a program needs of its libraries, in the order in which it runs: the definitions that its steps and exports lead
/// to, and whatever a library does.
pub fn library_items(program: &Program) -> Vec<&Item> {
    reach::reach(program).items.into_iter().flatten().collect()
}

/// The text of one expression of a program; its variables are numbered from zero.
pub fn print_expr(program: &Program, expr: &Expr) -> String {
    Printer::new(program).layout(vec![Task::Expr(expr, Level::Open)])
}

fn int_mode(mode: IntMode) -> String {
    match mode {
        IntMode::Wrapping(bits) => format!("wrapping {bits}"),
        IntMode::Unbounded => "unbounded".to_owned(),
    }
}

/// Where an expression stands, from the most to the least free place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Anything: it is delimited by what follows.
    Open,
    /// No form that extends to the right as far as possible.
    Simple,
    /// No assignment either.
    Closed,
    /// What is applied, or whose field is taken.
    Head,
}

enum Task<'a> {
    Token(Token),
    Var(Var),
    Expr(&'a Expr, Level),
    Pattern(&'a Pattern),
}

type Tasks<'a> = Vec<Task<'a>>;

fn text<'a>(text: impl Into<Cow<'static, str>>) -> Task<'a> {
    Task::Token(Token::Text(text.into()))
}

const fn token<'a>(token: Token) -> Task<'a> {
    Task::Token(token)
}

struct Printer<'p> {
    program: &'p Program,
    numbers: HashMap<Var, usize>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Printer<'p> {
        Printer { program, numbers: HashMap::new() }
    }

    fn var(&mut self, var: Var) -> String {
        let next = self.numbers.len();
        let number = *self.numbers.entry(var).or_insert(next);
        let name = self.program.var_name(var).map_or("unnamed", |name| name);
        format!("{}/{number}", literal::marked_name(name))
    }

    fn item(&mut self, item: &Item) -> String {
        let mut tasks = vec![token(Token::Open(0))];
        match item {
            Item::Define(var, expr) => {
                tasks.push(text("let "));
                definition(*var, expr, &mut tasks);
            }
            Item::DefineRec(group) => recursive(group, &mut tasks),
            Item::Run(expr) => {
                tasks.extend([text("run "), token(Token::Open(2)), Task::Expr(expr, Level::Open)]);
                tasks.push(token(Token::Close));
            }
        }
        tasks.push(token(Token::Close));
        self.layout(tasks)
    }

    fn layout(&mut self, tasks: Tasks<'_>) -> String {
        let mut tokens = Vec::new();
        let mut work = tasks;
        work.reverse();
        while let Some(task) = work.pop() {
            let parts = match task {
                Task::Token(token) => {
                    tokens.push(token);
                    continue;
                }
                Task::Var(var) => {
                    tokens.push(Token::Text(self.var(var).into()));
                    continue;
                }
                Task::Expr(expr, level) => expression(expr, level),
                Task::Pattern(pattern) => print_pattern(pattern),
            };
            work.extend(parts.into_iter().rev());
        }
        render(&tokens)
    }
}

fn expression(expr: &Expr, level: Level) -> Tasks<'_> {
    if needs_parentheses(expr, level) {
        return vec![
            text("("),
            token(Token::Open(1)),
            Task::Expr(expr, Level::Open),
            token(Token::Close),
            text(")"),
        ];
    }
    match expr {
        Expr::Literal(literal) => vec![text(literal::literal(literal))],
        Expr::Var(var) => vec![Task::Var(*var)],
        Expr::Lambda(lambda) => print_lambda(lambda),
        Expr::Apply(function, args) => {
            let mut tasks = vec![Task::Expr(function, Level::Head)];
            enclosed("(", ",", ")", args, Level::Open, &mut tasks);
            tasks
        }
        Expr::Let(..) | Expr::LetRec(..) | Expr::Sequence(..) => chain(expr),
        Expr::If(..) => conditional(expr),
        Expr::And(first, second) => connective(" &&", first, second),
        Expr::Or(first, second) => connective(" ||", first, second),
        Expr::Match { scrutinee, arms, place } => {
            let file = literal::quoted(place.file.as_bytes());
            let mut tasks = vec![token(Token::Open(0)), text("match "), Task::Expr(scrutinee, Level::Open)];
            tasks.push(text(format!(" at {file}:{}:{} with", place.line, place.column)));
            print_arms(arms, &mut tasks);
            tasks
        }
        Expr::Try(body, arms) => {
            let mut tasks =
                vec![token(Token::Open(0)), text("try"), token(Token::Open(2)), token(Token::Break)];
            tasks.extend([
                Task::Expr(body, Level::Open),
                token(Token::Close),
                token(Token::Break),
                text("with"),
            ]);
            print_arms(arms, &mut tasks);
            tasks
        }
        Expr::Construct(con, mutability, args) => construct(*con, *mutability, args),
        Expr::Field(block, index) => vec![Task::Expr(block, Level::Head), text(format!("[{index}]"))],
        Expr::SetField(block, index, value) => vec![
            Task::Expr(block, Level::Head),
            text(format!("[{index}] <- ")),
            Task::Expr(value, Level::Closed),
        ],
        Expr::Array(args) => {
            let mut tasks = Vec::new();
            enclosed("[|", ";", "|]", args, Level::Simple, &mut tasks);
            tasks
        }
        Expr::Primitive(name, args) => {
            let mut tasks = vec![text(format!("%{}", literal::marked_name(name)))];
            enclosed("(", ",", ")", args, Level::Open, &mut tasks);
            tasks
        }
        Expr::While(condition, body) => {
            let mut tasks = vec![token(Token::Open(0)), text("while "), Task::Expr(condition, Level::Open)];
            loop_body(body, &mut tasks);
            tasks
        }
        Expr::For { var, from, to, down, body } => {
            let mut tasks = vec![token(Token::Open(0)), text("for "), Task::Var(*var), text(" = ")];
            tasks.push(Task::Expr(from, Level::Open));
            tasks.push(text(if *down { " downto " } else { " to " }));
            tasks.push(Task::Expr(to, Level::Open));
            loop_body(body, &mut tasks);
            tasks
        }
        Expr::Lazy(body) => {
            let mut tasks = vec![text("lazy")];
            enclosed("(", ",", ")", std::slice::from_ref(&**body), Level::Open, &mut tasks);
            tasks
        }
    }
}

fn needs_parentheses(expr: &Expr, level: Level) -> bool {
    match expr {
        Expr::Lambda(_) | Expr::Let(..) | Expr::LetRec(..) | Expr::If(..) | Expr::Sequence(..) => {
            level > Level::Open
        }
        Expr::SetField(..) => level > Level::Simple,
        Expr::Var(_) | Expr::Apply(..) | Expr::Field(..) | Expr::Primitive(..) | Expr::Lazy(_) => false,
        Expr::And(..) | Expr::Or(..) => false,
        _ => level == Level::Head,
    }
}

/// `let`s and sequences, each part on a line of its own when they do not fit on one.
fn chain(expr: &Expr) -> Tasks<'_> {
    let mut tasks = vec![token(Token::Open(0))];
    let mut rest = expr;
    loop {
        match rest {
            Expr::Let(var, value, body) => {
                tasks.push(text("let "));
                definition(*var, value, &mut tasks);
                tasks.extend([text(" in"), token(Token::Break)]);
                rest = body;
            }
            Expr::LetRec(group, body) => {
                recursive(group, &mut tasks);
                tasks.extend([text(" in"), token(Token::Break)]);
                rest = body;
            }
            Expr::Sequence(first, second) => {
                tasks.extend([Task::Expr(first, Level::Simple), text(";"), token(Token::Break)]);
                rest = second;
            }
            last => {
                tasks.extend([Task::Expr(last, Level::Open), token(Token::Close)]);
                return tasks;
            }
        }
    }
}

fn recursive<'a>(group: &'a [(Var, Expr)], tasks: &mut Tasks<'a>) {
    tasks.push(text("let rec "));
    for (position, (var, value)) in group.iter().enumerate() {
        if position > 0 {
            tasks.extend([token(Token::Break), text("and ")]);
        }
        definition(*var, value, tasks);
    }
}

fn definition<'a>(var: Var, value: &'a Expr, tasks: &mut Tasks<'a>) {
    tasks.extend([Task::Var(var), text(" ="), token(Token::Open(2))]);
    // A function shows its head on the line of its name.
    tasks.push(if let Expr::Lambda(_) = value { text(" ") } else { token(Token::Break) });
    tasks.extend([Task::Expr(value, Level::Open), token(Token::Close)]);
}

fn print_lambda(lambda: &Lambda) -> Tasks<'_> {
    let name = lambda.name.as_ref().map(|name| literal::marked_name(name)).unwrap_or_default();
    let mut tasks = vec![text(format!("fun {name}("))];
    for (position, param) in lambda.params.iter().enumerate() {
        if position > 0 {
            tasks.push(text(", "));
        }
        tasks.push(Task::Var(*param));
    }
    tasks.extend([text(") ->"), token(Token::Open(0)), token(Token::Break)]);
    tasks.extend([Task::Expr(&lambda.body, Level::Open), token(Token::Close)]);
    tasks
}

fn conditional(expr: &Expr) -> Tasks<'_> {
    let mut tasks = vec![token(Token::Open(0))];
    let mut rest = expr;
    while let Expr::If(condition, then, otherwise) = rest {
        tasks.extend([text("if "), Task::Expr(condition, Level::Open), text(" then"), token(Token::Open(2))]);
        tasks.extend([token(Token::Break), Task::Expr(then, Level::Open), token(Token::Close)]);
        tasks.extend([token(Token::Break), text("else")]);
        rest = otherwise;
        if let Expr::If(..) = rest {
            tasks.push(text(" "));
        }
    }
    tasks.extend([token(Token::Open(2)), token(Token::Break), Task::Expr(rest, Level::Open)]);
    tasks.extend([token(Token::Close), token(Token::Close)]);
    tasks
}

fn connective<'a>(operator: &'static str, first: &'a Expr, second: &'a Expr) -> Tasks<'a> {
    let mut tasks = vec![text("("), token(Token::Open(1)), Task::Expr(first, Level::Simple)];
    let mut rest = second;
    loop {
        tasks.extend([text(operator), token(Token::Break)]);
        match rest {
            Expr::And(next, last) if operator == " &&" => {
                tasks.push(Task::Expr(next, Level::Simple));
                rest = last;
            }
            Expr::Or(next, last) if operator == " ||" => {
                tasks.push(Task::Expr(next, Level::Simple));
                rest = last;
            }
            last => {
                tasks.extend([Task::Expr(last, Level::Simple), token(Token::Close), text(")")]);
                return tasks;
            }
        }
    }
}

fn loop_body<'a>(body: &'a Expr, tasks: &mut Tasks<'a>) {
    tasks.extend([text(" do"), token(Token::Open(2)), token(Token::Break), Task::Expr(body, Level::Open)]);
    tasks.extend([token(Token::Close), token(Token::Break), text("done"), token(Token::Close)]);
}

fn print_arms<'a>(arms: &'a [Arm], tasks: &mut Tasks<'a>) {
    for arm in arms {
        tasks.extend([token(Token::Hard), text("| "), Task::Pattern(&arm.pattern)]);
        if let Some(guard) = &arm.guard {
            tasks.extend([text(" when "), Task::Expr(guard, Level::Open)]);
        }
        tasks.extend([text(" ->"), token(Token::Open(4)), token(Token::Break)]);
        tasks.extend([Task::Expr(&arm.body, Level::Open), token(Token::Close)]);
    }
    tasks.extend([token(Token::Hard), text("end"), token(Token::Close)]);
}

/// Expressions between brackets, on one line or each on its own.
fn enclosed<'a>(
    before: &'static str,
    separator: &'static str,
    after: &'static str,
    args: &'a [Expr],
    level: Level,
    tasks: &mut Tasks<'a>,
) {
    tasks.extend([text(before), token(Token::Open(2)), token(Token::Cut)]);
    for (position, arg) in args.iter().enumerate() {
        if position > 0 {
            tasks.extend([text(separator), token(Token::Break)]);
        }
        tasks.extend([token(Token::Open(0)), Task::Expr(arg, level), token(Token::Close)]);
    }
    tasks.extend([token(Token::Close), text(after)]);
}

fn construct(con: ConId, mutability: Mutability, args: &[Expr]) -> Tasks<'_> {
    let mut tasks = Vec::new();
    let immutable = mutability == Mutability::Immutable;
    match (con, args) {
        (ConId::TUPLE, [_, _, ..]) if immutable => enclosed("(", ",", ")", args, Level::Open, &mut tasks),
        (ConId::NIL, []) if immutable => tasks.push(text("[]")),
        (ConId::CONS, [head, tail]) if immutable => list(head, tail, &mut tasks),
        _ => {
            let keyword = if immutable { "" } else { "mut " };
            tasks.push(text(format!("{keyword}{}", literal::constructor(con))));
            if !args.is_empty() {
                enclosed("(", ",", ")", args, Level::Open, &mut tasks);
            }
        }
    }
    tasks
}

/// `[a; b]` if the list has an end in sight, `(a :: b)` otherwise.
fn list<'a>(head: &'a Expr, tail: &'a Expr, tasks: &mut Tasks<'a>) {
    let mut elements = vec![head];
    let mut rest = tail;
    while let Expr::Construct(ConId::CONS, Mutability::Immutable, args) = rest
        && let [head, tail] = &args[..]
    {
        elements.push(head);
        rest = tail;
    }
    let ends = matches!(rest, Expr::Construct(ConId::NIL, Mutability::Immutable, args) if args.is_empty());
    if !ends {
        elements.push(rest);
    }
    tasks.extend([text(if ends { "[" } else { "(" }), token(Token::Open(1))]);
    for (position, element) in elements.into_iter().enumerate() {
        if position > 0 {
            tasks.extend([text(if ends { ";" } else { " ::" }), token(Token::Break)]);
        }
        tasks.push(Task::Expr(element, Level::Simple));
    }
    tasks.extend([token(Token::Close), text(if ends { "]" } else { ")" })]);
}

fn print_pattern(pattern: &Pattern) -> Tasks<'_> {
    let mut tasks = Vec::new();
    match pattern {
        Pattern::Any => tasks.push(text("_")),
        Pattern::Var(var) => tasks.push(Task::Var(*var)),
        Pattern::Alias(inner, var) => {
            tasks.extend([text("("), Task::Pattern(inner), text(" as "), Task::Var(*var), text(")")]);
        }
        Pattern::Literal(literal) => tasks.push(text(literal::literal(literal))),
        Pattern::Range(from, to) => {
            tasks.push(text(format!("{}..{}", literal::character(*from), literal::character(*to))));
        }
        Pattern::Construct(ConId::TUPLE, parts) if parts.len() >= 2 => {
            separated("(", ", ", ")", parts, &mut tasks);
        }
        Pattern::Construct(ConId::NIL, parts) if parts.is_empty() => tasks.push(text("[]")),
        Pattern::Construct(ConId::CONS, parts) if parts.len() == 2 => list_pattern(pattern, &mut tasks),
        Pattern::Construct(con, parts) => {
            tasks.push(text(literal::constructor(*con)));
            if !parts.is_empty() {
                separated("(", ", ", ")", parts, &mut tasks);
            }
        }
        Pattern::Array(parts) => separated("[|", "; ", "|]", parts, &mut tasks),
        // A leading bar shows that there are fewer than two alternatives.
        Pattern::Or(parts) if parts.len() < 2 => separated("(| ", " | ", ")", parts, &mut tasks),
        Pattern::Or(parts) => separated("(", " | ", ")", parts, &mut tasks),
        Pattern::Lazy(inner) => tasks.extend([text("lazy("), Task::Pattern(inner), text(")")]),
    }
    tasks
}

fn separated<'a>(
    before: &'static str,
    separator: &'static str,
    after: &'static str,
    parts: impl IntoIterator<Item = &'a Pattern>,
    tasks: &mut Tasks<'a>,
) {
    tasks.push(text(before));
    for (position, part) in parts.into_iter().enumerate() {
        if position > 0 {
            tasks.push(text(separator));
        }
        tasks.push(Task::Pattern(part));
    }
    tasks.push(text(after));
}

fn list_pattern<'a>(pattern: &'a Pattern, tasks: &mut Tasks<'a>) {
    let mut elements = Vec::new();
    let mut rest = pattern;
    while let Pattern::Construct(ConId::CONS, parts) = rest
        && let [head, tail] = &parts[..]
    {
        elements.push(head);
        rest = tail;
    }
    if matches!(rest, Pattern::Construct(ConId::NIL, parts) if parts.is_empty()) {
        separated("[", "; ", "]", elements, tasks);
    } else {
        elements.push(rest);
        separated("(", " :: ", ")", elements, tasks);
    }
}
