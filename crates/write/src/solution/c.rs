//! C99 with POSIX. Numbers are `long long`; decimals are whole numbers of their smallest unit. Lists hold numbers; lists of
//! texts are refused. Memory is not given back: the programs are short.

use std::collections::BTreeSet;

use super::plan::{
    Builtin, Expr, Field, Kind, Op, Piece, Plan, Quantifier, Read, Statement, Type, Until, Wrong,
    visit_statements,
};
use super::text::{Case, Code, Lines, Names, defined, need};
use crate::{names, quote};

mod library;

use library::{HELPERS, RESERVED};

// How tightly operators bind.
const CONDITIONAL: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const COMPARE: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const UNARY: u8 = 7;
const CALL: u8 = 8;

/// The program, or why there is none.
pub(super) fn write(plan: &Plan) -> Result<String, String> {
    refuse_lists_of_texts(plan)?;
    let names = Names::new(plan, &[names::C, RESERVED], HELPERS, Case::Any);
    let mut c = C { plan, names, helpers: BTreeSet::new(), functions: Vec::new(), bound: Vec::new() };
    c.helper("read_line");
    let state = c.state();
    let mut body = Lines::new("    ");
    body.line("int main(void) {");
    body.deeper(|lines| {
        c.block(&plan.body, lines);
        lines.line("return 0;");
    });
    body.line("}");
    Ok(c.whole(&state, &body.finish()))
}

fn refuse_lists_of_texts(plan: &Plan) -> Result<(), String> {
    let mut found: Option<String> = None;
    let mut note = |term: &Expr| {
        let bad = match &term.ty {
            Type::List(of) if matches!(**of, Type::Text | Type::List(_)) => Some("lists of texts or lists"),
            Type::Decimal { places: 19.., .. } => Some("decimals with more than 18 places"),
            _ => None,
        };
        let bad = match &term.kind {
            Kind::Call(Builtin::Text, arguments) if has_decimals(&arguments[0].ty) => {
                Some("lists of decimals as texts")
            }
            Kind::Call(Builtin::Minimum | Builtin::Maximum | Builtin::Min | Builtin::Max, arguments)
                if arguments[0].ty == Type::Text =>
            {
                Some("the smallest of some texts")
            }
            _ => bad,
        };
        if let Some(bad) = bad {
            found.get_or_insert_with(|| bad.to_owned());
        }
    };
    visit_statements(&plan.body, &mut note);
    plan.parameters.iter().for_each(|parameter| parameter.value.visit(&mut note));
    for (view, memory) in plan.memory.iter().enumerate() {
        if memory.history && *plan.view_type(view) == Type::Text {
            found.get_or_insert_with(|| format!("all values of the text `{}`", plan.view_name(view)));
        }
    }
    let mut decimals = false;
    super::plan::visit_written(&plan.body, &mut |value| decimals |= has_decimals(&value.ty));
    if decimals {
        found.get_or_insert_with(|| "lists of decimals as texts".to_owned());
    }
    match found {
        None => Ok(()),
        Some(what) => Err(format!("{what} are not translated to C")),
    }
}

fn has_decimals(ty: &Type) -> bool {
    matches!(ty, Type::List(of) if of.is_decimal())
}

struct C<'p> {
    plan: &'p Plan,
    names: Names,
    helpers: BTreeSet<&'static str>,
    /// The functions that quantifiers became.
    functions: Vec<String>,
    /// The names that quantifiers around bind.
    bound: Vec<String>,
}

impl C<'_> {
    fn whole(&self, state: &str, body: &str) -> String {
        let mut text = format!(
            "/* A model solution for {}. Whole numbers are `long long`; larger ones are not handled. */\n\n#define _POSIX_C_SOURCE 200809L\n#include <ctype.h>\n#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
            self.plan.name
        );
        text.push_str(&defined(HELPERS, &self.helpers));
        for enumeration in &self.plan.enumerations {
            let name = &enumeration.name;
            let members: Vec<&str> = enumeration.members.iter().map(|(member, _)| &**member).collect();
            let spellings: Vec<String> =
                enumeration.members.iter().map(|(_, spelled)| quoted(spelled)).collect();
            text.push_str(&format!("typedef enum {{ {} }} {name};\n\n", members.join(", ")));
            text.push_str(&format!(
                "static const char *const {name}_spellings[] = {{{}}};\n\n",
                spellings.join(", ")
            ));
            if self.helpers.contains("parse_member") {
                text.push_str(&format!(
                    "static bool parse_{name}(const char *line, {name} *value) {{\n    int number;\n    if (!parse_member(line, {name}_spellings, {}, &number)) return false;\n    *value = ({name})number;\n    return true;\n}}\n\n",
                    members.len()
                ));
            }
            text.push_str(&format!(
                "static inline const char *{name}_text(long long value) {{ return {name}_spellings[value]; }}\n\n"
            ));
        }
        if !state.is_empty() {
            text.push_str(&format!("{state}\n"));
        }
        self.functions.iter().for_each(|function| text.push_str(&format!("{function}\n")));
        text.push_str(body);
        text
    }

    fn state(&mut self) -> String {
        let mut text = String::new();
        for (number, (_, ty)) in self.plan.variables.iter().enumerate() {
            let ty = self.c_type(ty);
            text.push_str(&format!("static {ty}{};\n", self.names.variables[number]));
            if self.reads_apart(number) {
                text.push_str(&format!("static {ty}{};\n", self.names.fresh[number]));
            }
        }
        for (view, memory) in self.plan.memory.iter().enumerate() {
            if memory.history {
                self.helper("add");
                text.push_str(&format!("static List {};\n", self.names.histories[view]));
            }
        }
        for parameter in &self.plan.parameters {
            let ty = self.c_type(&parameter.value.ty);
            let name = self.names.parameter(&parameter.name);
            match (&parameter.value.kind, &parameter.value.ty) {
                (Kind::List(elements), _) => {
                    self.helper("list");
                    let elements: Vec<String> =
                        elements.iter().map(|element| self.term(element).text).collect();
                    let (count, shown) = match elements.len() {
                        0 => (0, "0".to_owned()),
                        count => (count, elements.join(", ")),
                    };
                    text.push_str(&format!("static long long {name}_items[] = {{{shown}}};\n"));
                    text.push_str(&format!("static const List {name} = {{{name}_items, {count}}};\n"));
                }
                _ => {
                    let value = self.term(&parameter.value).text;
                    text.push_str(&format!("static {ty}const {name} = {value};\n"));
                }
            }
        }
        text
    }

    fn reads_apart(&self, variable: usize) -> bool {
        fn any(statements: &[Statement], variable: usize) -> bool {
            statements.iter().any(|statement| match statement {
                Statement::Read(read) => {
                    read.fields.iter().any(|field| field.variable == variable && field.apart)
                }
                Statement::If(_, then, otherwise) => any(then, variable) || any(otherwise, variable),
                Statement::Loop(_, body) => any(body, variable),
                _ => false,
            })
        }
        any(&self.plan.body, variable)
    }

    /// A type with what stands between it and a name.
    fn c_type(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "bool ".into(),
            Type::Text => "const char *".into(),
            Type::Char => "char ".into(),
            Type::Enumeration(index) => format!("{} ", self.plan.enumerations[*index].name),
            Type::List(_) => "List ".into(),
            _ => "long long ".into(),
        }
    }

    fn helper(&mut self, name: &'static str) -> &'static str {
        need(HELPERS, &mut self.helpers, name);
        name
    }

    fn block(&mut self, statements: &[Statement], lines: &mut Lines) {
        for statement in statements {
            match statement {
                Statement::Exit => lines.line("break;"),
                Statement::Write(pieces) => {
                    let line = self.print(pieces);
                    lines.line(line);
                }
                Statement::Read(read) => self.read(read, lines),
                Statement::If(condition, then, otherwise) => {
                    self.branch("if", condition, then, otherwise, lines)
                }
                Statement::Loop(until, body) => {
                    let head = match until {
                        Until::Exit => "for (;;) {".to_owned(),
                        Until::Before(condition) => format!("while ({}) {{", self.term(condition).text),
                        Until::After(_) => "do {".to_owned(),
                    };
                    lines.line(head);
                    lines.deeper(|lines| self.block(body, lines));
                    match until {
                        Until::After(condition) => {
                            let condition = self.term(condition).text;
                            lines.line(format!("}} while ({condition});"));
                        }
                        _ => lines.line("}"),
                    }
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
        lines.line(format!("{word} ({condition}) {{"));
        lines.deeper(|lines| self.block(then, lines));
        match otherwise {
            [] => lines.line("}"),
            [Statement::If(condition, then, otherwise)] => {
                self.branch("} else if", condition, then, otherwise, lines);
            }
            _ => {
                lines.line("} else {");
                lines.deeper(|lines| self.block(otherwise, lines));
                lines.line("}");
            }
        }
    }

    fn read(&mut self, read: &Read, lines: &mut Lines) {
        let mut parts = Vec::new();
        if let [field] = &read.fields[..] {
            parts.push(self.parsed(field, "read_line()"));
        } else {
            self.helper("split_line");
            let separator = quoted(read.separator.as_deref().unwrap_or(""));
            let count = read.fields.len();
            parts.push(format!("split_line(read_line(), {separator}, {count}, parts)"));
            for (number, field) in read.fields.iter().enumerate() {
                parts.push(self.parsed(field, &format!("parts[{number}]")));
            }
        }
        if read.fields.len() > 1 {
            lines.line("{");
            lines.deeper(|lines| {
                lines.line(format!("char *parts[{}];", read.fields.len()));
                self.judged(read, parts, lines);
            });
            lines.line("}");
        } else {
            self.judged(read, parts, lines);
        }
        for field in &read.fields {
            let name = self.names.variables[field.variable].clone();
            if field.apart {
                lines.line(format!("{name} = {};", self.names.new_value(field)));
            }
            for view in self.plan.histories_of(field.variable) {
                lines.line(format!("add(&{}, {name});", self.names.histories[view]));
            }
        }
    }

    fn judged(&mut self, read: &Read, mut parts: Vec<String>, lines: &mut Lines) {
        if let Some(check) = &read.check {
            let renamed = check.named(&|number| self.names.new_value(&read.fields[number]));
            parts.push(self.term(&renamed).at(AND));
        }
        let right = parts.join(" && ");
        let said = match &read.wrong {
            Wrong::Never => String::new(),
            Wrong::Retry(said) | Wrong::Stop(said) if said.is_empty() => String::new(),
            Wrong::Retry(said) | Wrong::Stop(said) => self.print(said),
        };
        match &read.wrong {
            Wrong::Never => {
                let stop = self.helper("unexpected_line");
                lines.line(format!("if (!({right})) {stop}();"));
            }
            Wrong::Retry(_) => {
                lines.line(format!("while (!({right})) {{"));
                lines.deeper(|lines| lines.line(if said.is_empty() { "/* Read again. */" } else { &said }));
                lines.line("}");
            }
            Wrong::Stop(_) => {
                lines.line(format!("if (!({right})) {{"));
                lines.deeper(|lines| {
                    if !said.is_empty() {
                        lines.line(said);
                    }
                    lines.line("return 0;");
                });
                lines.line("}");
            }
        }
    }

    fn parsed(&mut self, field: &Field, line: &str) -> String {
        let name = self.names.new_value(field);
        match &field.ty {
            Type::Int => format!("{}({line}, &{name})", self.helper("parse_int")),
            Type::Bool => format!("{}({line}, &{name})", self.helper("parse_bool")),
            Type::Text => format!("{}({line}, &{name})", self.helper("parse_text")),
            Type::Decimal { places, .. } => {
                format!("{}({line}, {places}, &{name})", self.helper("parse_decimal"))
            }
            Type::Enumeration(index) => {
                self.helper("parse_member");
                format!("parse_{}({line}, &{name})", self.plan.enumerations[*index].name)
            }
            _ => format!("{}({line}, &{name})", self.helper("parse_char")),
        }
    }

    fn print(&mut self, pieces: &[Piece]) -> String {
        if let [Piece::Text(text)] = pieces {
            return format!("puts({});", quoted(text));
        }
        let mut format = String::new();
        let mut arguments = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => format.push_str(&text.replace('%', "%%")),
                Piece::Value(value) => {
                    let code = self.term(value);
                    let (form, argument) = match &value.ty {
                        Type::Int | Type::Decimal { places: 0, .. } => {
                            let cast = if is_wide(value) { String::new() } else { "(long long)".to_owned() };
                            let shown = if cast.is_empty() { code.text } else { code.at(CALL) };
                            ("%lld", format!("{cast}{shown}"))
                        }
                        Type::Char => ("%c", code.text),
                        other => ("%s", self.shown(code, other).text),
                    };
                    format.push_str(form);
                    arguments.push(argument);
                }
            }
        }
        format.push('\n');
        format!("printf({}, {});", quoted(&format), arguments.join(", "))
    }

    /// A value as a text.
    fn shown(&mut self, code: Code, ty: &Type) -> Code {
        let text = match ty {
            Type::Text | Type::Unknown => return code,
            Type::Bool => format!("{}({})", self.helper("bool_text"), code.text),
            Type::Char => format!("{}({})", self.helper("char_text"), code.text),
            Type::Decimal { places, .. } if *places > 0 => {
                format!("{}({}, {places})", self.helper("decimal_text"), code.text)
            }
            Type::Int | Type::Decimal { .. } => format!("{}({})", self.helper("int_text"), code.text),
            Type::Enumeration(index) => {
                format!("{}_text({})", self.plan.enumerations[*index].name, code.text)
            }
            Type::List(of) => {
                let element = match &**of {
                    Type::Bool => self.helper("bool_text").to_owned(),
                    Type::Char => self.helper("char_text").to_owned(),
                    Type::Enumeration(index) => format!("{}_text", self.plan.enumerations[*index].name),
                    _ => self.helper("int_text").to_owned(),
                };
                format!("{}({}, {element})", self.helper("list_text"), code.text)
            }
        };
        Code::new(text, CALL)
    }

    fn term(&mut self, term: &Expr) -> Code {
        match &term.kind {
            Kind::Int(int) if int.is_negative() => Code::new(int.to_string(), UNARY),
            Kind::Int(int) => Code::atom(int.to_string()),
            Kind::Bool(known) => Code::atom(known.to_string()),
            Kind::Text(text) => Code::atom(quoted(text)),
            Kind::Char(code) => Code::atom(quote::character(*code, |code| format!("{code:03o}"))),
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
            Kind::Current(view) => self.applied("ago", &format!("{}, 0", self.names.histories[*view])),
            Kind::All(view) => Code::atom(self.names.histories[*view].clone()),
            Kind::Ago(view, back) => self.applied("ago", &format!("{}, {back}", self.names.histories[*view])),
            Kind::Earlier(view, without) => {
                let history = &self.names.histories[*view];
                let arguments = format!("{history}, list_length({history}) - {without}");
                self.helper("list_length");
                self.applied("take", &arguments)
            }
            Kind::List(elements) => {
                let codes: Vec<String> = elements.iter().map(|element| self.term(element).text).collect();
                match codes.len() {
                    0 => self.applied("list_of", "0, NULL"),
                    count => {
                        self.applied("list_of", &format!("{count}, (long long[]){{{}}}", codes.join(", ")))
                    }
                }
            }
            Kind::Negate(inner) => Code::new(format!("-{}", self.term(inner).at(UNARY + 1)), UNARY),
            Kind::Not(inner) => Code::new(format!("!{}", self.term(inner).at(UNARY)), UNARY),
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::If(condition, then, otherwise) => {
                let (condition, then) = (self.term(condition).at(OR), self.term(then).at(OR));
                let otherwise = self.term(otherwise).at(CONDITIONAL);
                Code::new(format!("{condition} ? {then} : {otherwise}"), CONDITIONAL)
            }
            Kind::Index(list, index) => {
                let (of, list, index) = (list.ty.clone(), self.term(list), self.term(index).text);
                match of {
                    Type::Text => Code::new(format!("{}[{index}]", list.at(CALL)), CALL),
                    _ => Code::new(format!("{}.items[{index}]", list.at(CALL)), CALL),
                }
            }
            Kind::Quantified(quantifier, name, list, body) => self.quantified(*quantifier, name, list, body),
            Kind::Comprehension { element, name, list, filter } => {
                self.comprehension(element, name, list, filter.as_deref())
            }
            Kind::Call(builtin, arguments) => self.call(*builtin, arguments),
            // Refused when the plan was built.
            Kind::OCaml(name, _) => Code::atom(name.clone()),
            Kind::Matches(value, _) => self.term(value),
        }
    }

    fn applied(&mut self, helper: &'static str, arguments: &str) -> Code {
        Code::new(format!("{}({arguments})", self.helper(helper)), CALL)
    }

    /// A loop over a list, as a function of the list and of the names that are bound around.
    fn looped(
        &mut self,
        word: &str,
        result: &str,
        list: &Expr,
        name: &str,
        body: impl FnOnce(&mut Self) -> [String; 3],
    ) -> Code {
        self.helper("list");
        let list = self.term(list).text;
        let around = self.bound.clone();
        let name = self.names.local(name);
        self.bound.push(name.clone());
        let [before, step, after] = body(self);
        self.bound.pop();
        let number = self.functions.len() + 1;
        let parameters: String = around.iter().map(|bound| format!(", long long {bound}")).collect();
        let before = if before.is_empty() { before } else { format!("    {before}\n") };
        self.functions.push(format!(
            "static {result} {word}_{number}(List list{parameters}) {{\n{before}    for (size_t at = 0; at < list.length; at++) {{\n        long long {name} = list.items[at];\n        {step}\n    }}\n    {after}\n}}\n"
        ));
        let arguments: String = around.iter().map(|bound| format!(", {bound}")).collect();
        Code::new(format!("{word}_{number}({list}{arguments})"), CALL)
    }

    fn quantified(&mut self, quantifier: Quantifier, name: &str, list: &Expr, body: &Expr) -> Code {
        let (word, result) = match quantifier {
            Quantifier::ForAll => ("every", "bool"),
            Quantifier::Exists => ("some", "bool"),
            Quantifier::Count => ("count", "long long"),
        };
        self.looped(word, result, list, name, |c| {
            let holds = c.term(body);
            match quantifier {
                Quantifier::ForAll => {
                    [String::new(), format!("if (!{}) return false;", holds.at(UNARY)), "return true;".into()]
                }
                Quantifier::Exists => {
                    [String::new(), format!("if ({}) return true;", holds.text), "return false;".into()]
                }
                Quantifier::Count => [
                    "long long count = 0;".into(),
                    format!("if ({}) count++;", holds.text),
                    "return count;".into(),
                ],
            }
        })
    }

    fn comprehension(&mut self, element: &Expr, name: &str, list: &Expr, filter: Option<&Expr>) -> Code {
        self.helper("add");
        self.looped("each", "List", list, name, |c| {
            let guard = filter.map(|filter| format!("if ({}) ", c.term(filter).text)).unwrap_or_default();
            let element = c.term(element).text;
            [
                "List result = {NULL, 0};".into(),
                format!("{guard}add(&result, {element});"),
                "return result;".into(),
            ]
        })
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) -> Code {
        let compares = matches!(
            op,
            Op::Equal | Op::NotEqual | Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual
        );
        let (word, binds) = match op {
            Op::Or => ("||", OR),
            Op::And => ("&&", AND),
            Op::Equal => ("==", COMPARE),
            Op::NotEqual => ("!=", COMPARE),
            Op::Less => ("<", COMPARE),
            Op::LessOrEqual => ("<=", COMPARE),
            Op::Greater => (">", COMPARE),
            Op::GreaterOrEqual => (">=", COMPARE),
            Op::Add => ("+", SUM),
            Op::Subtract => ("-", SUM),
            Op::Multiply => ("*", PRODUCT),
            Op::Quot => ("/", PRODUCT),
            Op::Rem => ("%", PRODUCT),
            Op::Div | Op::Mod | Op::In | Op::Append => {
                let function = match (op, &a.ty) {
                    (Op::Div, _) => "floor_div",
                    (Op::Mod, _) => "floor_mod",
                    (Op::In, _) => "list_has",
                    (_, Type::Text) => "append_text",
                    _ => "append",
                };
                let (a, b) = (self.term(a).text, self.term(b).text);
                return self.applied(
                    function,
                    &if op == Op::In { format!("{b}, {a}") } else { format!("{a}, {b}") },
                );
            }
        };
        if compares && matches!(a.ty, Type::Text | Type::List(_)) {
            let function = if a.ty == Type::Text { "strcmp" } else { self.helper("compare_lists") };
            let (a, b) = (self.term(a).text, self.term(b).text);
            return Code::new(format!("{function}({a}, {b}) {word} 0"), COMPARE);
        }
        let left = match binds {
            COMPARE => binds + 1,
            _ => binds,
        };
        // Compilers warn of `&&` inside of `||` without parentheses.
        let least = if binds == OR { COMPARE } else { left };
        let same = matches!(&a.kind, Kind::Binary(inner, ..) if *inner == op);
        let (a, b) = (
            self.term(a).at(if same { left } else { least }),
            self.term(b).at(if binds == OR { COMPARE } else { binds + 1 }),
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
        let codes: Vec<String> = arguments.iter().map(|argument| self.term(argument).text).collect();
        let all = codes.join(", ");
        let function = match builtin {
            Builtin::Length if text => return Code::new(format!("(long long)strlen({all})"), UNARY),
            Builtin::Length => "list_length",
            Builtin::Sum => "sum",
            Builtin::Product => "product",
            Builtin::Minimum => "minimum",
            Builtin::Maximum => "maximum",
            Builtin::Count => "count_of",
            Builtin::Reverse if text => "reverse_text",
            Builtin::Reverse => "reverse",
            Builtin::Sort => "sort",
            Builtin::First => {
                return Code::new(format!("{}.items[0]", self.term(&arguments[0]).at(CALL)), CALL);
            }
            Builtin::Last => return self.applied("ago", &format!("{all}, 0")),
            Builtin::Distinct => "distinct",
            Builtin::Take => "take",
            Builtin::Drop => "drop",
            Builtin::Range => "range",
            Builtin::Abs => return Code::new(format!("llabs({all})"), CALL),
            Builtin::Min => "min",
            Builtin::Max => "max",
            Builtin::Power => "power",
            Builtin::DivideRounded => "divide_rounded",
            Builtin::Uppercase => "uppercase",
            Builtin::Lowercase => "lowercase",
            Builtin::Trim => "trim",
            Builtin::Contains => return Code::new(format!("strstr({all}) != NULL"), COMPARE),
            Builtin::StartsWith => "starts_with",
            Builtin::EndsWith => "ends_with",
            Builtin::Substring => "substring",
            Builtin::Chars => "chars",
            Builtin::Repeat => "repeat",
            Builtin::IntOfText => "int_of_text",
            Builtin::IsInt => "is_int",
            Builtin::Code => {
                return Code::new(format!("(long long){}", self.term(&arguments[0]).at(UNARY)), UNARY);
            }
            Builtin::CharOfCode => {
                return Code::new(format!("(char){}", self.term(&arguments[0]).at(UNARY)), UNARY);
            }
            // These have lists of texts, which are refused.
            Builtin::Words | Builtin::Split | Builtin::Join | Builtin::Text => "unexpected_line",
        };
        self.applied(function, &all)
    }
}

/// Whether an expression of C has the type `long long`, and not only `int`.
fn is_wide(term: &Expr) -> bool {
    match &term.kind {
        Kind::Int(_) => false,
        Kind::Negate(inner) => is_wide(inner),
        Kind::Binary(_, a, b) | Kind::If(_, a, b) => is_wide(a) || is_wide(b),
        _ => true,
    }
}

fn quoted(text: &str) -> String {
    quote::readable(quote::bytes(text.as_bytes()), quote::octal)
}
