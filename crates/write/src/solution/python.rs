//! Python 3. Numbers have no bound; decimals are whole numbers of their smallest unit.

use std::collections::BTreeSet;

use super::plan::{
    Builtin, Expr, Field, Kind, Op, Piece, Plan, Quantifier, Read, Statement, Type, Until, Wrong,
};
use super::text::{Case, Code, Lines, Names};
use crate::{names, quote};

mod library;

use library::{HELPERS, RESERVED};

// How tightly operators bind.
const CONDITIONAL: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const COMPARE: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
const UNARY: u8 = 8;
const CALL: u8 = 9;

/// The program.
pub(super) fn write(plan: &Plan) -> String {
    let names = Names::new(plan, &[names::PYTHON, RESERVED], HELPERS, Case::Any);
    let mut python = Python { plan, names, helpers: BTreeSet::new(), modules: BTreeSet::new() };
    let mut body = Lines::new("    ");
    python.start(&mut body);
    python.block(&plan.body, &mut body);
    python.whole(body.finish())
}

struct Python<'p> {
    plan: &'p Plan,
    names: Names,
    helpers: BTreeSet<&'static str>,
    modules: BTreeSet<&'static str>,
}

impl Python<'_> {
    fn whole(&self, body: String) -> String {
        let mut text = format!("# A model solution for {}.\n", self.plan.name);
        if !self.modules.is_empty() {
            text.push('\n');
            self.modules.iter().for_each(|module| text.push_str(&format!("import {module}\n")));
        }
        for (name, _, code) in HELPERS {
            if self.helpers.contains(name) {
                text.push_str(&format!("\n\n{code}\n"));
            }
        }
        let gap = if self.helpers.is_empty() { "\n" } else { "\n\n" };
        format!("{text}{gap}{body}")
    }

    /// Marks a function as used, with what it uses.
    fn helper(&mut self, name: &'static str) {
        if self.helpers.insert(name)
            && let Some((_, needs, _)) = HELPERS.iter().find(|(other, ..)| *other == name)
        {
            for need in *needs {
                match need.strip_suffix("()") {
                    Some(function) => self.helper(function),
                    None => {
                        self.modules.insert(need);
                    }
                }
            }
        }
    }

    fn start(&mut self, lines: &mut Lines) {
        for enumeration in &self.plan.enumerations {
            let spellings: Vec<String> =
                enumeration.members.iter().map(|(_, spelled)| text(spelled)).collect();
            lines.line(format!("{} = [{}]", enumeration.name, spellings.join(", ")));
            for (number, (member, _)) in enumeration.members.iter().enumerate() {
                lines.line(format!("{member} = {number}"));
            }
        }
        for parameter in &self.plan.parameters {
            let value = self.term(&parameter.value);
            lines.line(format!("{} = {}", self.names.parameter(&parameter.name), value.text));
        }
        for (view, memory) in self.plan.memory.iter().enumerate() {
            if memory.history {
                lines.line(format!("{} = []", self.names.histories[view]));
            }
        }
    }

    fn block(&mut self, statements: &[Statement], lines: &mut Lines) {
        if statements.is_empty() {
            lines.line("pass");
        }
        for statement in statements {
            match statement {
                Statement::Exit => lines.line("break"),
                Statement::Write(pieces) => {
                    let line = self.print(pieces);
                    lines.line(line);
                }
                Statement::Read(read) => self.read(read, lines),
                Statement::If(condition, then, otherwise) => {
                    self.branch("if", condition, then, otherwise, lines)
                }
                Statement::Loop(Until::Before(condition), body) => {
                    let condition = self.term(condition).text;
                    lines.line(format!("while {condition}:"));
                    lines.deeper(|lines| self.block(body, lines));
                }
                Statement::Loop(until, body) => {
                    lines.line("while True:");
                    lines.deeper(|lines| {
                        self.block(body, lines);
                        if let Until::After(condition) = until {
                            let leave = self.term(&condition.clone().negated()).text;
                            lines.line(format!("if {leave}:"));
                            lines.deeper(|lines| lines.line("break"));
                        }
                    });
                }
            }
        }
    }

    fn branch(
        &mut self,
        word: &str,
        condition: &Expr,
        then: &[Statement],
        otherwise: &[Statement],
        lines: &mut Lines,
    ) {
        let condition = self.term(condition).text;
        lines.line(format!("{word} {condition}:"));
        lines.deeper(|lines| self.block(then, lines));
        match otherwise {
            [] => {}
            [Statement::If(condition, then, otherwise)] => {
                self.branch("elif", condition, then, otherwise, lines);
            }
            _ => {
                lines.line("else:");
                lines.deeper(|lines| self.block(otherwise, lines));
            }
        }
    }

    fn read(&mut self, read: &Read, lines: &mut Lines) {
        let checked = read.malformed || read.check.is_some();
        match &read.wrong {
            Wrong::Retry(said) if checked => {
                lines.line("while True:");
                lines.deeper(|lines| {
                    self.take(read, lines);
                    let right = self.right(read);
                    lines.line(format!("if {right}:"));
                    lines.deeper(|lines| lines.line("break"));
                    if !said.is_empty() {
                        let line = self.print(said);
                        lines.line(line);
                    }
                });
            }
            Wrong::Stop(said) if checked => {
                self.take(read, lines);
                let right = self.right(read);
                lines.line(format!("if not ({right}):"));
                self.modules.insert("sys");
                lines.deeper(|lines| {
                    if !said.is_empty() {
                        let line = self.print(said);
                        lines.line(line);
                    }
                    lines.line("sys.exit()");
                });
            }
            _ => self.take(read, lines),
        }
        for field in &read.fields {
            let (name, fresh) = (self.names.variables[field.variable].clone(), self.names.new_value(field));
            if field.apart {
                lines.line(format!("{name} = {fresh}"));
            }
            for view in self.plan.histories_of(field.variable) {
                lines.line(format!("{}.append({name})", self.names.histories[view]));
            }
        }
    }

    /// Reads a line into names.
    fn take(&mut self, read: &Read, lines: &mut Lines) {
        if let [field] = &read.fields[..] {
            let value = self.parsed(field, "input()", read.malformed);
            lines.line(format!("{} = {value}", self.names.new_value(field)));
            return;
        }
        let separator = read.separator.as_ref().map(|separator| text(separator)).unwrap_or_default();
        lines.line(format!("parts = input().split({separator})"));
        let count = read.fields.len();
        for (number, field) in read.fields.iter().enumerate() {
            let trimmed = field.ty == Type::Text && read.separator.is_some();
            let part = format!("parts[{number}]{}", if trimmed { ".strip()" } else { "" });
            let value = self.parsed(field, &part, read.malformed);
            let guard =
                if read.malformed { format!(" if len(parts) == {count} else None") } else { String::new() };
            lines.line(format!("{} = {value}{guard}", self.names.new_value(field)));
        }
    }

    fn parsed(&mut self, field: &Field, line: &str, malformed: bool) -> String {
        match (&field.ty, malformed) {
            (Type::Int, false) => format!("int({line})"),
            (Type::Bool, false) => format!("{line}.strip() == \"true\""),
            (Type::Text, _) => line.to_owned(),
            (Type::Int, true) => {
                self.helper("parse_int");
                format!("parse_int({line})")
            }
            (Type::Bool, true) => {
                self.helper("parse_bool");
                format!("parse_bool({line})")
            }
            (Type::Decimal { places, .. }, _) => {
                self.helper("parse_decimal");
                format!("parse_decimal({line}, {places})")
            }
            (Type::Enumeration(index), true) => {
                self.helper("parse_member");
                format!("parse_member({line}, {})", self.plan.enumerations[*index].name)
            }
            (Type::Enumeration(index), false) => {
                format!("{}.index({line}.strip())", self.plan.enumerations[*index].name)
            }
            _ => {
                self.helper("parse_char");
                format!("parse_char({line})")
            }
        }
    }

    fn right(&mut self, read: &Read) -> String {
        let mut parts = Vec::new();
        if read.malformed {
            let typed = read.fields.iter().filter(|field| field.ty != Type::Text || read.fields.len() > 1);
            parts.extend(typed.map(|field| format!("{} is not None", self.names.new_value(field))));
        }
        if let Some(check) = &read.check {
            let code = self.in_read(check, read);
            parts.push(code.at(if parts.is_empty() { 0 } else { AND }));
        }
        if parts.is_empty() { "True".into() } else { parts.join(" and ") }
    }

    /// A term in which new values are those of a line.
    fn in_read(&mut self, term: &Expr, read: &Read) -> Code {
        let renamed = term.named(&|number| self.names.new_value(&read.fields[number]));
        self.term(&renamed)
    }

    fn print(&mut self, pieces: &[Piece]) -> String {
        let [Piece::Value(value)] = pieces else {
            let mut format = String::new();
            let mut sum = Vec::new();
            let mut plain = true;
            for piece in pieces {
                match piece {
                    Piece::Text(fixed) => {
                        let quoted = text(fixed);
                        format.push_str(&quoted[1..quoted.len() - 1].replace('{', "{{").replace('}', "}}"));
                        sum.push(quoted);
                    }
                    Piece::Value(value) => {
                        let shown = self.shown(value);
                        // Quotes inside of such a text need a newer Python.
                        plain &= !shown.text.contains(['"', '\\', '{', '}', '#']);
                        format.push_str(&format!("{{{}}}", shown.text));
                        let code = self.term(value);
                        sum.push(self.text_of(code, &value.ty).at(SUM + 1));
                    }
                }
            }
            let values = pieces.iter().any(|piece| matches!(piece, Piece::Value(_)));
            return match (values, plain) {
                (false, _) => format!("print({})", sum.join(" + ")),
                (true, true) => format!("print(f\"{format}\")"),
                (true, false) => format!("print({})", sum.join(" + ")),
            };
        };
        format!("print({})", self.shown(value).text)
    }

    /// A value as it is written; a number needs no conversion to be printed.
    fn shown(&mut self, value: &Expr) -> Code {
        let code = self.term(value);
        self.shown_as(code, &value.ty)
    }

    fn shown_as(&mut self, code: Code, ty: &Type) -> Code {
        match ty {
            Type::Bool => {
                self.helper("show_bool");
                Code::new(format!("show_bool({})", code.text), CALL)
            }
            Type::Decimal { places: 0, .. } => code,
            Type::Decimal { places, .. } => {
                self.helper("show_decimal");
                Code::new(format!("show_decimal({}, {places})", code.text), CALL)
            }
            Type::Enumeration(index) => {
                Code::new(format!("{}[{}]", self.plan.enumerations[*index].name, code.text), CALL)
            }
            Type::List(of) => {
                let shown = self.text_of(Code::atom("a"), of);
                let elements = match &**of {
                    Type::Text | Type::Char => code.text,
                    Type::Int => format!("map(str, {})", code.text),
                    _ => format!("({} for a in {})", shown.text, code.text),
                };
                self.helper("show_list");
                Code::new(format!("show_list({elements})"), CALL)
            }
            _ => code,
        }
    }

    /// The written value as a text.
    fn text_of(&mut self, code: Code, ty: &Type) -> Code {
        match ty {
            Type::Int | Type::Decimal { places: 0, .. } => Code::new(format!("str({})", code.text), CALL),
            _ => self.shown_as(code, ty),
        }
    }

    fn term(&mut self, term: &Expr) -> Code {
        match &term.kind {
            Kind::Int(int) if int.is_negative() => Code::new(int.to_string(), UNARY),
            Kind::Int(int) => Code::atom(int.to_string()),
            Kind::Bool(known) => Code::atom(if *known { "True" } else { "False" }),
            Kind::Text(fixed) => Code::atom(text(fixed)),
            Kind::Char(code) => Code::atom(text(&char::from(*code).to_string())),
            Kind::Member(enumeration, member) => {
                Code::atom(self.plan.enumerations[*enumeration].members[*member].0.clone())
            }
            Kind::Local(name) => Code::atom(self.names.local(name)),
            Kind::Parameter(name) => Code::atom(self.names.parameter(name)),
            Kind::Fresh(name) => Code::atom(name.clone()),
            // Every value of a line has got its name before.
            Kind::New(number) => Code::atom(format!("new_{number}")),
            Kind::Current(view) if self.plan.views[*view].len() == 1 => {
                Code::atom(self.names.variables[self.plan.views[*view][0]].clone())
            }
            Kind::Current(view) => Code::new(format!("{}[-1]", self.names.histories[*view]), CALL),
            Kind::All(view) => Code::atom(self.names.histories[*view].clone()),
            Kind::Ago(view, back) => {
                Code::new(format!("{}[-{}]", self.names.histories[*view], back + 1), CALL)
            }
            Kind::Earlier(view, without) => {
                Code::new(format!("{}[:-{without}]", self.names.histories[*view]), CALL)
            }
            Kind::List(elements) => {
                let elements: Vec<String> = elements.iter().map(|element| self.term(element).text).collect();
                Code::atom(format!("[{}]", elements.join(", ")))
            }
            Kind::Negate(inner) => Code::new(format!("-{}", self.term(inner).at(UNARY + 1)), UNARY),
            Kind::Not(inner) => {
                if let Kind::Binary(Op::In, a, b) = &inner.kind {
                    let (a, b) = (self.term(a).at(COMPARE + 1), self.term(b).at(COMPARE + 1));
                    return Code::new(format!("{a} not in {b}"), COMPARE);
                }
                Code::new(format!("not {}", self.term(inner).at(NOT)), NOT)
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::If(condition, then, otherwise) => {
                let (condition, then) = (self.term(condition).at(OR), self.term(then).at(OR));
                let otherwise = self.term(otherwise).at(CONDITIONAL);
                Code::new(format!("{then} if {condition} else {otherwise}"), CONDITIONAL)
            }
            Kind::Index(list, index) => {
                let (list, index) = (self.term(list).at(CALL), self.term(index).text);
                Code::new(format!("{list}[{index}]"), CALL)
            }
            Kind::Quantified(quantifier, name, list, body) => {
                let (name, list, body) = (self.names.local(name), self.term(list).at(OR), self.term(body));
                Code::new(
                    match quantifier {
                        Quantifier::ForAll => format!("all({} for {name} in {list})", body.at(OR)),
                        Quantifier::Exists => format!("any({} for {name} in {list})", body.at(OR)),
                        Quantifier::Count => format!("sum(1 for {name} in {list} if {})", body.at(OR)),
                    },
                    CALL,
                )
            }
            Kind::Comprehension { element, name, list, filter } => {
                let (element, list) = (self.term(element).text, self.term(list).at(OR));
                let filter = filter.as_ref().map(|filter| format!(" if {}", self.term(filter).at(OR)));
                let name = self.names.local(name);
                Code::atom(format!("[{element} for {name} in {list}{}]", filter.unwrap_or_default()))
            }
            Kind::Matches(value, regex) => {
                self.modules.insert("re");
                let value = self.term(value).text;
                Code::new(format!("re.fullmatch({}, {value}, re.ASCII) is not None", text(regex)), COMPARE)
            }
            Kind::Call(builtin, arguments) => self.call(*builtin, arguments),
            // Refused when the plan was built.
            Kind::OCaml(name, _) => Code::atom(name.clone()),
        }
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) -> Code {
        let (word, binds) = match op {
            Op::Or => ("or", OR),
            Op::And => ("and", AND),
            Op::Equal => ("==", COMPARE),
            Op::NotEqual => ("!=", COMPARE),
            Op::Less => ("<", COMPARE),
            Op::LessOrEqual => ("<=", COMPARE),
            Op::Greater => (">", COMPARE),
            Op::GreaterOrEqual => (">=", COMPARE),
            Op::In => ("in", COMPARE),
            Op::Append | Op::Add => ("+", SUM),
            Op::Subtract => ("-", SUM),
            Op::Multiply => ("*", PRODUCT),
            Op::Div => ("//", PRODUCT),
            Op::Mod => ("%", PRODUCT),
            Op::Quot | Op::Rem => {
                let name = if op == Op::Quot { "quot" } else { "rem" };
                self.helper(name);
                let (a, b) = (self.term(a).text, self.term(b).text);
                return Code::new(format!("{name}({a}, {b})"), CALL);
            }
        };
        let left = if binds == COMPARE { binds + 1 } else { binds };
        let (a, b) = (self.term(a).at(left), self.term(b).at(binds + 1));
        Code::new(format!("{a} {word} {b}"), binds)
    }

    fn call(&mut self, builtin: Builtin, arguments: &[Expr]) -> Code {
        if builtin == Builtin::Text {
            let value = self.term(&arguments[0]);
            return self.text_of(value, &arguments[0].ty);
        }
        let codes: Vec<Code> = arguments.iter().map(|argument| self.term(argument)).collect();
        let all = codes.iter().map(|code| code.text.clone()).collect::<Vec<_>>().join(", ");
        let first = |least: u8| codes[0].at(least);
        let plain = |name: &str| format!("{name}({all})");
        let not_negative = |number: usize| match &arguments[number].kind {
            Kind::Int(int) if !int.is_negative() => codes[number].text.clone(),
            _ => format!("max({}, 0)", codes[number].text),
        };
        let text = match builtin {
            Builtin::Length => plain("len"),
            Builtin::Sum => plain("sum"),
            Builtin::Product => {
                self.modules.insert("math");
                plain("math.prod")
            }
            Builtin::Minimum | Builtin::Min => plain("min"),
            Builtin::Maximum | Builtin::Max => plain("max"),
            Builtin::Count => format!("{}.count({})", first(CALL), codes[1].text),
            Builtin::Reverse => format!("{}[::-1]", first(CALL)),
            Builtin::Sort => plain("sorted"),
            Builtin::First => format!("{}[0]", first(CALL)),
            Builtin::Last => format!("{}[-1]", first(CALL)),
            Builtin::Distinct => format!("list(dict.fromkeys({all}))"),
            Builtin::Take => format!("{}[:{}]", first(CALL), not_negative(1)),
            Builtin::Drop => format!("{}[{}:]", first(CALL), not_negative(1)),
            Builtin::Range => format!("list(range({}, {} + 1))", codes[0].text, codes[1].at(SUM)),
            Builtin::Abs => plain("abs"),
            Builtin::Power => self.helped("power", &all),
            Builtin::DivideRounded => self.helped("divide_rounded", &all),
            Builtin::Uppercase => format!("{}.upper()", first(CALL)),
            Builtin::Lowercase => format!("{}.lower()", first(CALL)),
            Builtin::Trim => format!("{}.strip()", first(CALL)),
            Builtin::Contains => {
                return Code::new(format!("{} in {}", codes[1].at(COMPARE + 1), first(COMPARE + 1)), COMPARE);
            }
            Builtin::StartsWith => format!("{}.startswith({})", first(CALL), codes[1].text),
            Builtin::EndsWith => format!("{}.endswith({})", first(CALL), codes[1].text),
            Builtin::Substring => format!("{}[{}:][:{}]", first(CALL), not_negative(1), not_negative(2)),
            Builtin::Words => format!("{}.split()", first(CALL)),
            Builtin::Split => self.helped("split", &all),
            Builtin::Join => format!("{}.join({})", codes[1].at(CALL), codes[0].text),
            Builtin::Chars => plain("list"),
            Builtin::Repeat => {
                return Code::new(format!("{} * {}", first(PRODUCT), codes[1].at(PRODUCT + 1)), PRODUCT);
            }
            Builtin::IntOfText => self.helped("int_of_text", &all),
            Builtin::IsInt => self.helped("is_int", &all),
            Builtin::Code => plain("ord"),
            Builtin::CharOfCode => plain("chr"),
            Builtin::Text => String::new(),
        };
        Code::new(text, CALL)
    }

    fn helped(&mut self, name: &'static str, arguments: &str) -> String {
        self.helper(name);
        format!("{name}({arguments})")
    }
}

fn text(text: &str) -> String {
    quote::readable(text.chars(), |other| match u32::from(other) {
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    })
}
