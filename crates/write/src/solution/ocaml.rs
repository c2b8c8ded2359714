//! OCaml. Numbers have 63 bits; decimals are whole numbers of their smallest unit; enumerations are variants.

use std::collections::BTreeSet;

use lydian_ocaml::quoted;

use super::plan::{
    Builtin, Expr, Field, Kind, Op, Piece, Plan, Quantifier, Read, Statement, Type, Until, Wrong, exits,
};
use super::text::{ATOM, Case, Code, Lines, Names, defined, need};
use crate::quote;

mod library;

use library::{HELPERS, RESERVED};

// How tightly operators bind.
const LOOSE: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const COMPARE: u8 = 4;
const APPEND: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
const APPLY: u8 = 9;

/// The program.
pub(super) fn write(plan: &Plan) -> String {
    let reserved = [lydian_ocaml::syntax::KEYWORDS, &[RESERVED]].concat();
    let names = Names::new(plan, &reserved, HELPERS, Case::Small);
    let mut ocaml = OCaml { plan, names, helpers: BTreeSet::new(), leaves: false };
    let mut body = Lines::new("  ");
    body.line("let () =");
    body.deeper(|lines| ocaml.block(&plan.body, lines));
    let state = ocaml.state();
    ocaml.whole(&state, &body.finish())
}

struct OCaml<'p> {
    plan: &'p Plan,
    names: Names,
    helpers: BTreeSet<&'static str>,
    /// Whether a loop is left in its middle.
    leaves: bool,
}

impl OCaml<'_> {
    fn whole(&self, state: &str, body: &str) -> String {
        let mut text =
            format!("(* A model solution for {}. Whole numbers have 63 bits. *)\n\n", self.plan.name);
        for enumeration in &self.plan.enumerations {
            let name = &enumeration.ocaml;
            let members: Vec<&str> = enumeration.members.iter().map(|(member, _)| &**member).collect();
            text.push_str(&format!("type {name} = {}\n\n", members.join(" | ")));
            let cases: String = enumeration
                .members
                .iter()
                .map(|(member, spelled)| format!("\n  | {} -> Some {member}", quoted(spelled.as_bytes())))
                .collect();
            text.push_str(&format!(
                "let parse_{name} line =\n  match String.trim line with{cases}\n  | _ -> None\n\n"
            ));
            let cases: String = enumeration
                .members
                .iter()
                .map(|(member, spelled)| format!("\n  | {member} -> {}", quoted(spelled.as_bytes())))
                .collect();
            text.push_str(&format!("let show_{name} = function{cases}\n\n"));
        }
        if !self.plan.ocaml.is_empty() {
            text.push_str("module Functions = struct\n");
            self.plan.ocaml.iter().for_each(|code| text.push_str(&format!("{code}\n")));
            text.push_str("end\n\n");
        }
        text.push_str(&defined(HELPERS, &self.helpers));
        if self.leaves {
            text.push_str("exception Leave\n\n");
        }
        if !state.is_empty() {
            text.push_str(&format!("{state}\n"));
        }
        text.push_str(body);
        text
    }

    fn state(&mut self) -> String {
        let mut text = String::new();
        for parameter in &self.plan.parameters {
            let value = self.term(&parameter.value).text;
            text.push_str(&format!("let {} = {value}\n", self.names.parameter(&parameter.name)));
        }
        for (number, (_, ty)) in self.plan.variables.iter().enumerate() {
            if self.plan.keeps_current(number) {
                text.push_str(&format!("let {} = ref {}\n", self.names.variables[number], self.empty(ty)));
            }
        }
        for (view, memory) in self.plan.memory.iter().enumerate() {
            if memory.history {
                text.push_str(&format!("let {} = ref []\n", self.names.histories[view]));
            }
        }
        text
    }

    /// Some value of a type, before the first one is read.
    fn empty(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "false".into(),
            Type::Text => "\"\"".into(),
            Type::Char => "' '".into(),
            Type::Enumeration(index) => self.plan.enumerations[*index].members[0].0.clone(),
            _ => "0".into(),
        }
    }

    fn helper(&mut self, name: &'static str) -> &'static str {
        need(HELPERS, &mut self.helpers, name);
        name
    }

    /// Statements, separated.
    fn block(&mut self, statements: &[Statement], lines: &mut Lines) {
        let mut all: Vec<String> =
            statements.iter().map(|statement| self.statement(statement, lines.unit)).collect();
        if all.is_empty() {
            all.push("()".into());
        }
        lines.block(&all.join(";\n"));
    }

    fn inner(&mut self, statements: &[Statement], unit: &'static str) -> String {
        let mut lines = Lines::new(unit);
        lines.deeper(|lines| self.block(statements, lines));
        lines.finish()
    }

    fn statement(&mut self, statement: &Statement, unit: &'static str) -> String {
        match statement {
            Statement::Exit => {
                self.leaves = true;
                "raise Leave".into()
            }
            Statement::Write(pieces) => self.print(pieces),
            Statement::Read(read) => self.read(read),
            Statement::If(condition, then, otherwise) => {
                let condition = self.term(condition).at(OR);
                let then = self.inner(then, unit);
                let rest = match &otherwise[..] {
                    [] => String::new(),
                    [one @ Statement::If(..)] => format!(" else {}", self.statement(one, unit)),
                    _ => format!(" else begin\n{}end", self.inner(otherwise, unit)),
                };
                format!("if {condition} then begin\n{then}end{rest}")
            }
            Statement::Loop(until, body) => {
                let inside = self.inner(body, unit);
                let code = match until {
                    Until::Exit => format!("while true do\n{inside}done"),
                    Until::Before(condition) => {
                        format!("while {} do\n{inside}done", self.term(condition).text)
                    }
                    Until::After(condition) => {
                        let condition = self.term(condition).at(OR);
                        let inside = inside.trim_end_matches('\n');
                        format!(
                            "let again = ref true in\nwhile !again do\n{inside};\n{unit}again := {condition}\ndone"
                        )
                    }
                };
                if exits(body) > 0 {
                    return format!(
                        "begin\n{}end",
                        indented(&format!("try\n{}with Leave -> ()", indented(&code)))
                    );
                }
                if matches!(until, Until::After(_)) { format!("begin\n{}end", indented(&code)) } else { code }
            }
        }
    }

    fn read(&mut self, read: &Read) -> String {
        let updates = self.updates(read);
        let checked = read.malformed || read.check.is_some();
        if let ([field], false) = (&read.fields[..], checked) {
            let value = match &field.ty {
                Type::Int => "int_of_string (String.trim (read_line ()))".to_owned(),
                Type::Text => "read_line ()".to_owned(),
                _ => format!("Option.get ({})", self.parsed(field, "(read_line ())")),
            };
            return match &updates[..] {
                [] => format!("ignore ({value})"),
                _ => format!("let {} = {value} in\n{}", self.fresh(field), updates.join(";\n")),
            };
        }
        let mut wrong = match &read.wrong {
            Wrong::Never => vec!["failwith \"this line is not expected\"".to_owned()],
            Wrong::Retry(said) | Wrong::Stop(said) if said.is_empty() => Vec::new(),
            Wrong::Retry(said) | Wrong::Stop(said) => vec![self.print(said)],
        };
        if matches!(read.wrong, Wrong::Stop(_)) {
            wrong.push("exit 0".into());
        }
        if wrong.is_empty() {
            wrong.push("()".into());
        }
        let retry = matches!(read.wrong, Wrong::Retry(_));
        let mut right = updates;
        if retry {
            right.push("right := true".into());
        }
        if right.is_empty() {
            right.push("()".into());
        }
        let attempt = self.attempt(read, &right, &wrong);
        if !retry {
            return format!("begin\n{}end", indented(&attempt));
        }
        let code = format!("let right = ref false in\nwhile not !right do\n{}done", indented(&attempt));
        format!("begin\n{}end", indented(&code))
    }

    /// One line read and looked at.
    fn attempt(&mut self, read: &Read, right: &[String], wrong: &[String]) -> String {
        let guard = read.check.as_ref().map(|check| {
            let renamed = check.named(&|number| self.fresh(&read.fields[number]));
            format!(" when {}", self.term(&renamed).at(OR))
        });
        let pattern: Vec<String> =
            read.fields.iter().map(|field| format!("Some {}", self.fresh(field))).collect();
        let (mut values, mut pattern) = (Vec::new(), pattern);
        let mut before = String::new();
        if let [field] = &read.fields[..] {
            values.push(self.parsed(field, "(read_line ())"));
        } else {
            self.helper("split_line");
            self.helper("part");
            let separator = quoted(read.separator.as_deref().unwrap_or("").as_bytes());
            before = format!("let parts = split_line {separator} (read_line ()) in\n");
            for (number, field) in read.fields.iter().enumerate() {
                values.push(self.parsed(field, &format!("(part parts {number})")));
            }
            values.push("List.length parts".into());
            pattern.push(read.fields.len().to_string());
        }
        format!(
            "{before}match {} with\n| {}{} ->\n{}| _ ->\n{}",
            values.join(", "),
            pattern.join(", "),
            guard.unwrap_or_default(),
            indented(&right.join(";\n")),
            indented(&wrong.join(";\n"))
        )
    }

    fn parsed(&mut self, field: &Field, line: &str) -> String {
        match &field.ty {
            Type::Int => format!("{} {line}", self.helper("parse_int")),
            Type::Bool => format!("{} {line}", self.helper("parse_bool")),
            Type::Text => format!("Some {line}"),
            Type::Decimal { places, .. } => format!("{} {places} {line}", self.helper("parse_decimal")),
            Type::Enumeration(index) => format!("parse_{} {line}", self.plan.enumerations[*index].ocaml),
            _ => format!("{} {line}", self.helper("parse_char")),
        }
    }

    fn fresh(&self, field: &Field) -> String {
        self.names.fresh[field.variable].clone()
    }

    /// What is remembered of a line.
    fn updates(&mut self, read: &Read) -> Vec<String> {
        let mut updates = Vec::new();
        for field in &read.fields {
            let fresh = self.fresh(field);
            if self.plan.keeps_current(field.variable) {
                updates.push(format!("{} := {fresh}", self.names.variables[field.variable]));
            }
            for view in self.plan.histories_of(field.variable) {
                let history = &self.names.histories[view];
                updates.push(format!("{history} := !{history} @ [ {fresh} ]"));
            }
        }
        updates
    }

    fn print(&mut self, pieces: &[Piece]) -> String {
        let mut parts = Vec::new();
        for piece in pieces {
            parts.push(match piece {
                Piece::Text(text) => Code::atom(quoted(text.as_bytes())),
                Piece::Value(value) => {
                    let code = self.term(value);
                    self.shown(code, &value.ty)
                }
            });
        }
        match &parts[..] {
            [one] => format!("print_endline {}", one.at(APPLY + 1)),
            _ => {
                let parts: Vec<String> = parts.iter().map(|part| part.at(APPEND + 1)).collect();
                format!("print_endline ({})", parts.join(" ^ "))
            }
        }
    }

    /// A value as a text.
    fn shown(&mut self, code: Code, ty: &Type) -> Code {
        let show = self.show(ty);
        match &*show {
            "" => code,
            show => Code::new(format!("{show} {}", code.at(APPLY + 1)), APPLY).suffixed(ty),
        }
    }

    /// The function that makes a text of a value; empty if it is one.
    fn show(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => "string_of_bool".into(),
            Type::Text | Type::Unknown => String::new(),
            Type::Char => "String.make 1".into(),
            Type::Decimal { places, .. } if *places > 0 => {
                self.helper("show_decimal");
                "show_decimal".into()
            }
            Type::Int | Type::Decimal { .. } => "string_of_int".into(),
            Type::Enumeration(index) => format!("show_{}", self.plan.enumerations[*index].ocaml),
            Type::List(of) => {
                self.helper("show_list");
                let element = self.show(of);
                let element = match (&*element, &**of) {
                    ("", _) => "Fun.id".to_owned(),
                    (_, Type::Decimal { places, .. }) if *places > 0 => {
                        format!("(fun a -> show_decimal a {places})")
                    }
                    (name, _) if name.contains(' ') => format!("({name})"),
                    (name, _) => name.to_owned(),
                };
                format!("show_list {element}")
            }
        }
    }

    fn term(&mut self, term: &Expr) -> Code {
        match &term.kind {
            Kind::Int(int) if int.is_negative() => Code::atom(format!("({int})")),
            Kind::Int(int) => Code::atom(int.to_string()),
            Kind::Bool(known) => Code::atom(known.to_string()),
            Kind::Text(text) => Code::atom(quoted(text.as_bytes())),
            Kind::Char(code) => Code::atom(quote::character(*code, |code| format!("{code:03}"))),
            Kind::Member(enumeration, member) => {
                Code::atom(self.plan.enumerations[*enumeration].members[*member].0.clone())
            }
            Kind::Local(name) => Code::atom(self.names.local(name)),
            Kind::Parameter(name) => Code::atom(self.names.parameter(name)),
            Kind::Fresh(name) => Code::atom(name.clone()),
            // Every value of a line has got its name before.
            Kind::New(number) => Code::atom(format!("new_{number}")),
            Kind::Current(view) if self.plan.views[*view].len() == 1 => {
                Code::atom(format!("!{}", self.names.variables[self.plan.views[*view][0]]))
            }
            Kind::Current(view) => {
                let last = self.helper("last");
                Code::new(format!("{last} !{}", self.names.histories[*view]), APPLY)
            }
            Kind::All(view) => Code::atom(format!("!{}", self.names.histories[*view])),
            Kind::Ago(view, back) => {
                Code::new(format!("List.nth (List.rev !{}) {back}", self.names.histories[*view]), APPLY)
            }
            Kind::Earlier(view, without) => {
                let function = self.helper("without");
                Code::new(format!("{function} {without} !{}", self.names.histories[*view]), APPLY)
            }
            Kind::List(elements) => {
                let elements: Vec<String> =
                    elements.iter().map(|element| self.term(element).at(OR)).collect();
                Code::atom(format!("[ {} ]", elements.join("; ")).replace("[  ]", "[]"))
            }
            Kind::Negate(inner) => Code::atom(format!("(- {})", self.term(inner).at(APPLY))),
            Kind::Not(inner) => Code::new(format!("not {}", self.term(inner).at(APPLY + 1)), APPLY),
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::If(condition, then, otherwise) => {
                let (condition, then) = (self.term(condition).at(OR), self.term(then).at(OR));
                let otherwise = self.term(otherwise).at(LOOSE);
                Code::new(format!("if {condition} then {then} else {otherwise}"), LOOSE)
            }
            Kind::Index(list, index) => {
                let (of, list, index) = (list.ty.clone(), self.term(list), self.term(index));
                match of {
                    Type::Text => Code::atom(format!("{}.[{}]", list.at(ATOM), index.text)),
                    _ => Code::new(format!("List.nth {} {}", list.at(APPLY + 1), index.at(APPLY + 1)), APPLY),
                }
            }
            Kind::Quantified(quantifier, name, list, body) => {
                let (name, list, body) =
                    (self.names.local(name), self.term(list).at(APPLY + 1), self.term(body).text);
                Code::new(
                    match quantifier {
                        Quantifier::ForAll => format!("List.for_all (fun {name} -> {body}) {list}"),
                        Quantifier::Exists => format!("List.exists (fun {name} -> {body}) {list}"),
                        Quantifier::Count => {
                            format!("List.length (List.filter (fun {name} -> {body}) {list})")
                        }
                    },
                    APPLY,
                )
            }
            Kind::Comprehension { element, name, list, filter } => {
                let (name, element, mut list) =
                    (self.names.local(name), self.term(element).text, self.term(list));
                if let Some(filter) = filter {
                    let filter = self.term(filter).text;
                    list = Code::new(
                        format!("List.filter (fun {name} -> {filter}) {}", list.at(APPLY + 1)),
                        APPLY,
                    );
                }
                Code::new(format!("List.map (fun {name} -> {element}) {}", list.at(APPLY + 1)), APPLY)
            }
            Kind::Call(builtin, arguments) => self.call(*builtin, arguments),
            Kind::OCaml(name, arguments) => {
                let library = name.contains('.') && self.plan.ocaml.is_empty();
                let own = name.split('.').next().is_some_and(|first| {
                    !name.contains('.')
                        || self.plan.ocaml.iter().any(|code| code.contains(&format!("module {first}")))
                });
                let name = if own && !library { format!("Functions.{name}") } else { name.clone() };
                let arguments: String = arguments
                    .iter()
                    .map(|argument| format!(" {}", self.term(argument).at(APPLY + 1)))
                    .collect();
                Code::new(format!("{name}{arguments}"), if arguments.is_empty() { ATOM } else { APPLY })
            }
            // Refused when the plan was built.
            Kind::Matches(value, _) => self.term(value),
        }
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) -> Code {
        let text = a.ty == Type::Text;
        let (word, binds) = match op {
            Op::Or => ("||", OR),
            Op::And => ("&&", AND),
            Op::Equal => ("=", COMPARE),
            Op::NotEqual => ("<>", COMPARE),
            Op::Less => ("<", COMPARE),
            Op::LessOrEqual => ("<=", COMPARE),
            Op::Greater => (">", COMPARE),
            Op::GreaterOrEqual => (">=", COMPARE),
            Op::Append => (if text { "^" } else { "@" }, APPEND),
            Op::Add => ("+", SUM),
            Op::Subtract => ("-", SUM),
            Op::Multiply => ("*", PRODUCT),
            Op::Quot => ("/", PRODUCT),
            Op::Rem => ("mod", PRODUCT),
            Op::Div | Op::Mod | Op::In => {
                let function = match op {
                    Op::Div => self.helper("floor_div"),
                    Op::Mod => self.helper("floor_mod"),
                    _ => "List.mem",
                };
                let (a, b) = (self.term(a).at(APPLY + 1), self.term(b).at(APPLY + 1));
                return Code::new(format!("{function} {a} {b}"), APPLY);
            }
        };
        let (a, b) = (
            self.term(a).at(binds + 1 - u8::from(matches!(binds, AND | OR | SUM | PRODUCT))),
            self.term(b).at(binds + 1),
        );
        Code::new(format!("{a} {word} {b}"), binds)
    }

    fn call(&mut self, builtin: Builtin, arguments: &[Expr]) -> Code {
        let first = arguments.first().map_or(Type::Unknown, |first| first.ty.clone());
        if builtin == Builtin::Text {
            let code = self.term(&arguments[0]);
            return self.shown(code, &first);
        }
        let text = first == Type::Text;
        let function = match builtin {
            Builtin::Length if text => "String.length",
            Builtin::Length => "List.length",
            Builtin::Sum => self.helper("sum"),
            Builtin::Product => self.helper("product"),
            Builtin::Minimum => self.helper("minimum"),
            Builtin::Maximum => self.helper("maximum"),
            Builtin::Count => self.helper("count"),
            Builtin::Reverse if text => self.helper("reverse_text"),
            Builtin::Reverse => "List.rev",
            Builtin::Sort => "List.sort compare",
            Builtin::First => "List.hd",
            Builtin::Last => self.helper("last"),
            Builtin::Distinct => self.helper("distinct"),
            Builtin::Take => self.helper("take"),
            Builtin::Drop => self.helper("drop"),
            Builtin::Range => self.helper("range"),
            Builtin::Abs => "abs",
            Builtin::Min => "min",
            Builtin::Max => "max",
            Builtin::Power => self.helper("power"),
            Builtin::DivideRounded => self.helper("divide_rounded"),
            Builtin::Uppercase => "String.uppercase_ascii",
            Builtin::Lowercase => "String.lowercase_ascii",
            Builtin::Trim => "String.trim",
            Builtin::Contains => self.helper("contains"),
            Builtin::StartsWith => self.helper("starts_with"),
            Builtin::EndsWith => self.helper("ends_with"),
            Builtin::Substring => self.helper("substring"),
            Builtin::Words => self.helper("words"),
            Builtin::Split => self.helper("split"),
            Builtin::Join => "String.concat",
            Builtin::Chars => self.helper("chars"),
            Builtin::Repeat => self.helper("repeat"),
            Builtin::IntOfText => self.helper("int_of_text"),
            Builtin::IsInt => self.helper("is_int"),
            Builtin::Code => "Char.code",
            Builtin::CharOfCode => "Char.chr",
            Builtin::Text => "",
        };
        let mut codes: Vec<String> =
            arguments.iter().map(|argument| self.term(argument).at(APPLY + 1)).collect();
        if builtin == Builtin::Join {
            codes.reverse();
        }
        Code::new(format!("{function} {}", codes.join(" ")), APPLY)
    }
}

impl Code {
    /// A shown decimal is told its places.
    fn suffixed(self, ty: &Type) -> Code {
        match ty {
            Type::Decimal { places, .. } if *places > 0 => {
                Code::new(format!("{} {places}", self.text), APPLY)
            }
            _ => self,
        }
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
