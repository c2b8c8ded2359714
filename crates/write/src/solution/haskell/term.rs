//! Terms in Haskell.

use super::super::plan::{Builtin, Expr, Kind, Op, Quantifier, Type};
use super::super::text::Code;
use super::{Haskell, upper};
use crate::quote;

// How tightly operators bind.
const LOOSE: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const COMPARE: u8 = 4;
pub(super) const APPEND: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
const INDEX: u8 = 9;
pub(super) const APPLY: u8 = 10;

impl Haskell<'_> {
    /// A value as a text.
    pub(super) fn shown(&mut self, code: Code, ty: &Type) -> Code {
        match ty {
            Type::Text | Type::Unknown => code,
            Type::Char => Code::atom(format!("[{}]", code.text)),
            _ => {
                let show = self.show(ty);
                Code::new(format!("{show} {}", code.at(APPLY + 1)), APPLY)
            }
        }
    }

    fn show(&mut self, ty: &Type) -> String {
        match ty {
            Type::Text | Type::Unknown => "id".into(),
            Type::Char => "(: [])".into(),
            Type::Bool => self.helper("showBool").into(),
            Type::Decimal { places, .. } if *places > 0 => format!("{} {places}", self.helper("showDecimal")),
            Type::Int | Type::Decimal { .. } => "show".into(),
            Type::Enumeration(index) => format!("show{}", upper(&self.plan.enumerations[*index].name)),
            Type::List(of) => {
                let of = self.show(of);
                let of = if of.contains(' ') && !of.starts_with('(') { format!("({of})") } else { of };
                format!("{} {of}", self.helper("showItems"))
            }
        }
    }

    pub(super) fn term(&mut self, term: &Expr) -> Code {
        match &term.kind {
            Kind::Int(int) if int.is_negative() => Code::atom(format!("({int})")),
            Kind::Int(int) => Code::atom(int.to_string()),
            Kind::Bool(known) => Code::atom(if *known { "True" } else { "False" }),
            Kind::Text(text) => Code::atom(quoted(text)),
            Kind::Char(code) => Code::atom(quote::character(*code, |code| code.to_string())),
            Kind::Member(enumeration, member) => {
                Code::atom(upper(&self.plan.enumerations[*enumeration].members[*member].0))
            }
            Kind::Local(name) => Code::atom(self.names.local(name)),
            Kind::Parameter(name) => Code::atom(self.names.parameter(name)),
            Kind::Fresh(name) => Code::atom(name.clone()),
            // Every value of a line has got its name before.
            Kind::New(number) => Code::atom(format!("new_{number}")),
            Kind::Current(view) if self.plan.views[*view].len() == 1 => {
                Code::atom(self.names.variables[self.plan.views[*view][0]].clone())
            }
            Kind::Current(view) => Code::new(format!("last {}", self.names.histories[*view]), APPLY),
            Kind::All(view) => Code::atom(self.names.histories[*view].clone()),
            Kind::Ago(view, back) => {
                Code::new(format!("reverse {} !! {back}", self.names.histories[*view]), INDEX)
            }
            Kind::Earlier(view, without) => {
                let history = &self.names.histories[*view];
                Code::new(format!("take (length {history} - {without}) {history}"), APPLY)
            }
            Kind::List(elements) => {
                let elements: Vec<String> = elements.iter().map(|element| self.term(element).text).collect();
                Code::atom(format!("[{}]", elements.join(", ")))
            }
            Kind::Negate(inner) => Code::atom(format!("(-{})", self.term(inner).at(PRODUCT + 1))),
            Kind::Not(inner) => {
                if let Kind::Binary(Op::In, a, b) = &inner.kind {
                    let (a, b) = (self.term(a).at(COMPARE + 1), self.term(b).at(COMPARE + 1));
                    return Code::new(format!("{a} `notElem` {b}"), COMPARE);
                }
                Code::new(format!("not {}", self.term(inner).at(APPLY + 1)), APPLY)
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::If(condition, then, otherwise) => {
                let (condition, then) = (self.term(condition).text, self.term(then).text);
                let otherwise = self.term(otherwise).text;
                Code::new(format!("if {condition} then {then} else {otherwise}"), LOOSE)
            }
            Kind::Index(list, index) => {
                let (list, code) = (self.term(list).at(INDEX), self.term(index));
                Code::new(format!("{list} !! {}", small(index, &code)), INDEX)
            }
            Kind::Quantified(quantifier, name, list, body) => {
                let (name, list, body) =
                    (self.names.local(name), self.term(list).at(APPLY + 1), self.term(body).text);
                let text = match quantifier {
                    Quantifier::ForAll => format!("all (\\{name} -> {body}) {list}"),
                    Quantifier::Exists => format!("any (\\{name} -> {body}) {list}"),
                    Quantifier::Count => {
                        format!("{} (filter (\\{name} -> {body}) {list})", self.helper("size"))
                    }
                };
                Code::new(text, APPLY)
            }
            Kind::Comprehension { element, name, list, filter } => {
                let (name, element, list) =
                    (self.names.local(name), self.term(element).text, self.term(list).text);
                let filter = filter.as_ref().map(|filter| format!(", {}", self.term(filter).text));
                Code::atom(format!("[{element} | {name} <- {list}{}]", filter.unwrap_or_default()))
            }
            Kind::Call(builtin, arguments) => self.call(*builtin, arguments),
            // Refused when the plan was built.
            Kind::OCaml(name, _) => Code::atom(name.clone()),
            Kind::Matches(value, _) => self.term(value),
        }
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) -> Code {
        let (word, binds) = match op {
            Op::Or => ("||", OR),
            Op::And => ("&&", AND),
            Op::Equal => ("==", COMPARE),
            Op::NotEqual => ("/=", COMPARE),
            Op::Less => ("<", COMPARE),
            Op::LessOrEqual => ("<=", COMPARE),
            Op::Greater => (">", COMPARE),
            Op::GreaterOrEqual => (">=", COMPARE),
            Op::In => ("`elem`", COMPARE),
            Op::Append => ("++", APPEND),
            Op::Add => ("+", SUM),
            Op::Subtract => ("-", SUM),
            Op::Multiply => ("*", PRODUCT),
            Op::Div => ("`div`", PRODUCT),
            Op::Mod => ("`mod`", PRODUCT),
            Op::Quot => ("`quot`", PRODUCT),
            Op::Rem => ("`rem`", PRODUCT),
        };
        let left = if matches!(binds, OR | AND | SUM | PRODUCT) { binds } else { binds + 1 };
        let right = if matches!(binds, OR | AND | APPEND) { binds } else { binds + 1 };
        let (a, b) = (self.term(a).at(left), self.term(b).at(right));
        Code::new(format!("{a} {word} {b}"), binds)
    }

    fn call(&mut self, builtin: Builtin, arguments: &[Expr]) -> Code {
        let first = arguments.first().map_or(Type::Unknown, |first| first.ty.clone());
        if builtin == Builtin::Text {
            let code = self.term(&arguments[0]);
            return self.shown(code, &first);
        }
        let codes: Vec<Code> = arguments.iter().map(|argument| self.term(argument)).collect();
        let at = |number: usize| codes[number].at(APPLY + 1);
        let text = match builtin {
            Builtin::Length => format!("{} {}", self.helper("size"), at(0)),
            Builtin::Sum => format!("sum {}", at(0)),
            Builtin::Product => format!("product {}", at(0)),
            Builtin::Minimum => format!("minimum {}", at(0)),
            Builtin::Maximum => format!("maximum {}", at(0)),
            Builtin::Count => format!("{} (filter (== {}) {})", self.helper("size"), codes[1].text, at(0)),
            Builtin::Reverse => format!("reverse {}", at(0)),
            Builtin::Sort => format!("{} {}", self.imported("Data.List", "sort"), at(0)),
            Builtin::First => format!("head {}", at(0)),
            Builtin::Last => format!("last {}", at(0)),
            Builtin::Distinct => format!("{} {}", self.imported("Data.List", "nub"), at(0)),
            Builtin::Take => format!("take {} {}", small(&arguments[1], &codes[1]), at(0)),
            Builtin::Drop => format!("drop {} {}", small(&arguments[1], &codes[1]), at(0)),
            Builtin::Range => return Code::atom(format!("[{} .. {}]", codes[0].text, codes[1].text)),
            Builtin::Abs => format!("abs {}", at(0)),
            Builtin::Min => format!("min {} {}", at(0), at(1)),
            Builtin::Max => format!("max {} {}", at(0), at(1)),
            Builtin::Power => format!("{} {} {}", self.helper("power"), at(0), at(1)),
            Builtin::DivideRounded => format!("{} {} {}", self.helper("divideRounded"), at(0), at(1)),
            Builtin::Uppercase => format!("map {} {}", self.imported("Data.Char", "toUpper"), at(0)),
            Builtin::Lowercase => format!("map {} {}", self.imported("Data.Char", "toLower"), at(0)),
            Builtin::Trim => format!("{} {}", self.helper("trim"), at(0)),
            Builtin::Contains => format!("{} {} {}", self.imported("Data.List", "isInfixOf"), at(1), at(0)),
            Builtin::StartsWith => {
                format!("{} {} {}", self.imported("Data.List", "isPrefixOf"), at(1), at(0))
            }
            Builtin::EndsWith => format!("{} {} {}", self.imported("Data.List", "isSuffixOf"), at(1), at(0)),
            Builtin::Substring => format!("{} {} {} {}", self.helper("substring"), at(0), at(1), at(2)),
            Builtin::Words => format!("words {}", at(0)),
            Builtin::Split => format!("{} {} {}", self.helper("splitOn"), at(1), at(0)),
            Builtin::Join => format!("{} {} {}", self.imported("Data.List", "intercalate"), at(1), at(0)),
            // A text is the list of its characters.
            Builtin::Chars => return codes[0].clone(),
            Builtin::Repeat => format!("concat (replicate {} {})", small(&arguments[1], &codes[1]), at(0)),
            Builtin::IntOfText => format!("{} {}", self.helper("intOfText"), at(0)),
            Builtin::IsInt => format!("{} {}", self.helper("isInt"), at(0)),
            Builtin::Code => format!("toInteger ({} {})", self.imported("Data.Char", "ord"), at(0)),
            Builtin::CharOfCode => format!("{} (fromIntegral {})", self.imported("Data.Char", "chr"), at(0)),
            Builtin::Text => String::new(),
        };
        Code::new(text, APPLY)
    }

    fn imported(&mut self, module: &'static str, name: &'static str) -> &'static str {
        self.modules.insert(module);
        name
    }
}

/// A number as `Int`.
fn small(term: &Expr, code: &Code) -> String {
    match &term.kind {
        Kind::Int(_) => code.at(APPLY + 1),
        _ => format!("(fromIntegral {})", code.at(APPLY + 1)),
    }
}

/// A text as a literal.
pub(super) fn quoted(text: &str) -> String {
    // The empty escape keeps a digit behind from belonging to it.
    quote::readable(text.chars(), |other| format!("\\{}\\&", u32::from(other)))
}
