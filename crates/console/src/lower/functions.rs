//! Calls: the functions of the language by name and type of argument, and the user's own in OCaml.

use std::ops::Range;

use lydian_core::{ArgLabel, Type};
use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::Expr;
use lydian_words::plural;

use super::term::{as_member, as_number, failed};
use super::ty::Ty;
use super::{Lowered, Lowering, own};
use crate::syntax::ast::{At, Name, Operator, Term, TermKind};

/// What an argument must be.
enum Wants {
    Int,
    Text,
    Char,
    List,
}

impl Lowering<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Term], at: &At) -> Lowered {
        if let Some(ty) = self.functions.get(&*name.text).cloned() {
            let name = match &self.module {
                Some(module) => format!("{module}.{}", name.text),
                None => name.text.to_string(),
            };
            return self.ocaml_call(&name, &ty, arguments, at);
        }
        if let Some((module, function)) = name.text.rsplit_once('.') {
            let program = lydian_ocaml::library_module(module).ok();
            let export = program.as_ref().and_then(|program| program.export(function));
            match export.map(|export| export.ty.clone()) {
                Some(ty) => return self.ocaml_call(&name.text, &ty, arguments, at),
                None => {
                    let message = format!("OCaml's library has no `{}` here", name.text);
                    self.error("unknown-function", &name.at, message, "");
                    return failed(at);
                }
            }
        }
        let lowered: Vec<Lowered> = match (&*name.text, arguments) {
            // The quotient is rounded as a whole: it has no value of its own.
            ("round", [Term { kind: TermKind::Binary(Operator::Divide, a, b), .. }, places]) => {
                return self.rounded_quotient(a, b, places, at);
            }
            _ => arguments.iter().map(|argument| self.term(argument)).collect(),
        };
        let types: Vec<Ty> = lowered.iter().map(|argument| argument.ty.clone()).collect();
        match self.builtin(&name.text, lowered, arguments, at) {
            Some(result) => result,
            None => {
                self.no_such_call(name, &types, at);
                failed(at)
            }
        }
    }

    fn rounded_quotient(&mut self, a: &Term, b: &Term, places: &Term, at: &At) -> Lowered {
        let (a, b) = (self.term_of(a, &Ty::Decimal), self.term_of(b, &Ty::Decimal));
        let places = self.term_of(places, &Ty::Int);
        let code = Build::at(at).call(&own("divide_decimal"), [a.code, b.code, places.code]);
        Lowered { ty: Ty::Decimal, code, total: false }
    }

    /// A function of the language; `None` if there is none of this name for these arguments.
    fn builtin(&mut self, name: &str, lowered: Vec<Lowered>, terms: &[Term], at: &At) -> Option<Lowered> {
        let build = Build::at(at);
        let types: Vec<&Ty> = lowered.iter().map(|argument| &argument.ty).collect();
        let decimals = types.iter().any(|ty| ty.is_fractional())
            || matches!(types.first(), Some(Ty::List(of)) if of.is_fractional());
        let suffix = if decimals { "_decimal" } else { "" };
        let number = if decimals { Ty::Decimal } else { Ty::Int };
        let element = match types.first() {
            Some(Ty::List(of)) => Some((**of).clone()),
            Some(Ty::Other) => Some(Ty::Other),
            _ => None,
        };
        let plain = |ty: Ty, function: String| Some((ty, build.name(&function), true));
        let partial = |ty: Ty, function: String| Some((ty, build.name(&function), false));
        let is = |wanted: &[Wants]| {
            wanted.len() == types.len() && wanted.iter().zip(&types).all(|(want, ty)| want.admits(ty))
        };
        let (ty, function, total) = match name {
            "length" if is(&[Wants::List]) => plain(Ty::Int, "List.length".into()),
            "length" if is(&[Wants::Text]) => plain(Ty::Int, "String.length".into()),
            "sum" | "product" if is(&[Wants::List]) => plain(number, own(&format!("{name}{suffix}"))),
            "minimum" | "maximum" if is(&[Wants::List]) => partial(element?, own(&format!("{name}{suffix}"))),
            "count" if types.len() == 2 && element.is_some() => {
                plain(Ty::Int, own(&format!("count{suffix}")))
            }
            "reverse" if is(&[Wants::List]) => plain(Ty::list(element?), "List.rev".into()),
            "reverse" if is(&[Wants::Text]) => plain(Ty::Text, own("reverse_text")),
            "sort" if is(&[Wants::List]) => {
                let compare = if decimals { own("compare_decimal") } else { "compare".into() };
                Some((Ty::list(element?), build.call("List.sort", [build.name(&compare)]), true))
            }
            "first" | "last" if is(&[Wants::List]) => partial(element?, own(name)),
            "distinct" if is(&[Wants::List]) => plain(Ty::list(element?), own(&format!("distinct{suffix}"))),
            "take" | "drop" if is(&[Wants::List, Wants::Int]) => plain(Ty::list(element?), own(name)),
            "range" if is(&[Wants::Int, Wants::Int]) => partial(Ty::list(Ty::Int), own(name)),
            "abs" if types.len() == 1 && types[0].is_number() => plain(number, own(&format!("abs{suffix}"))),
            "min" | "max" if types.len() == 2 && types[0].is_number() && types[1].is_number() => {
                plain(number, own(&format!("{name}{suffix}")))
            }
            "power" if is(&[Wants::Int, Wants::Int]) => partial(Ty::Int, own(name)),
            "round" if types.len() == 2 && *types[0] == Ty::Float => partial(Ty::Decimal, own("round_float")),
            "round" if types.len() == 2 && types[0].is_number() => partial(Ty::Decimal, own("round_decimal")),
            "floor" | "ceiling" if types.len() == 1 && types[0].is_number() => {
                plain(Ty::Int, own(&format!("{name}_decimal")))
            }
            "uppercase" if is(&[Wants::Text]) => plain(Ty::Text, "String.uppercase_ascii".into()),
            "lowercase" if is(&[Wants::Text]) => plain(Ty::Text, "String.lowercase_ascii".into()),
            "trim" if is(&[Wants::Text]) => plain(Ty::Text, "String.trim".into()),
            "contains" | "starts_with" | "ends_with" if is(&[Wants::Text, Wants::Text]) => {
                plain(Ty::Bool, own(name))
            }
            "substring" if is(&[Wants::Text, Wants::Int, Wants::Int]) => plain(Ty::Text, own(name)),
            "words" if is(&[Wants::Text]) => plain(Ty::list(Ty::Text), own(name)),
            "split" if is(&[Wants::Text, Wants::Text]) => plain(Ty::list(Ty::Text), own(name)),
            "join" if is(&[Wants::List, Wants::Text]) => plain(Ty::Text, own(name)),
            "chars" if is(&[Wants::Text]) => plain(Ty::list(Ty::Char), own(name)),
            "repeat" if is(&[Wants::Text, Wants::Int]) => partial(Ty::Text, own(name)),
            "int" if is(&[Wants::Text]) => plain(Ty::Int, own("int_of_text")),
            "is_int" if is(&[Wants::Text]) => plain(Ty::Bool, own(name)),
            "code" if is(&[Wants::Char]) => plain(Ty::Int, "Char.code".into()),
            "char" if is(&[Wants::Int]) => partial(Ty::Char, own("char_of_code")),
            "text" if types.len() == 1 => Some((Ty::Text, text_function(types[0], build), true)),
            _ => None,
        }?;
        let total = total && lowered.iter().all(|argument| argument.total);
        let codes = self.arguments(name, lowered, terms, decimals);
        Some(Lowered { ty, code: build.apply(function, codes), total })
    }

    /// The arguments, with whole numbers made decimals where the function is about decimals.
    fn arguments(&mut self, name: &str, lowered: Vec<Lowered>, terms: &[Term], decimals: bool) -> Vec<Expr> {
        let needs = decimals || matches!(name, "round" | "floor" | "ceiling");
        let mut codes = Vec::new();
        for (index, (argument, term)) in lowered.into_iter().zip(terms).enumerate() {
            let wanted = match &argument.ty {
                Ty::Float if name == "round" || name == "text" => Ty::Float,
                Ty::Int if name == "round" && index == 1 => Ty::Int,
                Ty::Int | Ty::Float if needs => Ty::Decimal,
                Ty::List(of) if decimals && matches!(**of, Ty::Int | Ty::Float) && name != "text" => {
                    Ty::list(Ty::Decimal)
                }
                other => other.clone(),
            };
            codes.push(self.convert(argument, &wanted, &term.at).code);
        }
        codes
    }

    fn ocaml_call(&mut self, name: &str, ty: &Type, arguments: &[Term], at: &At) -> Lowered {
        let (parameters, result) = ty.uncurry();
        if arguments.len() != parameters.len() {
            let message =
                format!("`{name}` takes {} arguments, {} are given", parameters.len(), arguments.len());
            self.error("wrong-arguments", at, message, "");
            return failed(at);
        }
        let enumerations = self.ocaml_enumerations();
        let mut bound: Vec<Option<Ty>> = vec![None; ty.param_count() as usize];
        let build = Build::at(at);
        let mut values = Vec::new();
        for ((label, parameter), argument) in parameters.iter().zip(arguments) {
            let wanted = Ty::of_ocaml(parameter, &enumerations, &bound);
            let lowered = self.term_of(argument, &wanted);
            lowered.ty.bind(parameter, &mut bound);
            // A type variable takes the value as the language has it; only a named enumeration is converted.
            let ty = Ty::of_ocaml(parameter, &enumerations, &[]);
            let value = as_member(lowered.code, &ty, Build::at(&argument.at));
            values.push(match label {
                ArgLabel::Labelled(label) | ArgLabel::Optional(label) => (Some(&**label), value),
                ArgLabel::Positional => (None, value),
            });
        }
        let ty = Ty::of_ocaml(&result, &enumerations, &bound);
        let code = build.apply_labelled(build.name(name), values);
        let code = as_number(code, &Ty::of_ocaml(&result, &enumerations, &[]), build);
        Lowered { ty, code, total: false }
    }

    fn no_such_call(&mut self, name: &Name, types: &[Ty], at: &At) {
        let names = self.enumeration_names();
        let types: Vec<String> = types.iter().map(|ty| ty.show(&names)).collect();
        if let Some((_, usage, wanted)) = FORMS.iter().find(|(form, ..)| *form == &*name.text) {
            if !wanted.contains(&types.len()) {
                let message = format!(
                    "`{}` is not written with {} in parentheses",
                    name.text,
                    plural(types.len() as u64, "value")
                );
                return self.error("wrong-arguments", at, message, &format!("write `{usage}`"));
            }
            let message = format!("`{}` says how something is written, and has no value", name.text);
            let hint = format!(
                "it stands alone in an output, `write any, {usage}, any`: not in a text, a list or another function"
            );
            self.error("wrong-arguments", at, message, &hint);
        } else if FUNCTIONS.contains(&&*name.text) {
            let message = format!("`{}` has no meaning for ({})", name.text, types.join(", "));
            self.error("wrong-arguments", at, message, "");
        } else {
            let message = format!("there is no function `{}`", name.text);
            let hint = format!("define it in OCaml: `ocaml {{{{{{ let {} ... = ... }}}}}}`", name.text);
            self.error("unknown-function", &name.at, message, &hint);
        }
    }
}

/// How something is written, how that is used, and with how many values.
const FORMS: &[(&str, &str, Range<usize>)] = &[
    ("about", "about(t, 0.01)", 2..3),
    ("digits", "digits(t, 2)", 2..3),
    ("exact", "exact(t)", 1..2),
    ("columns", "columns(a, b)", 1..usize::MAX),
];

/// The names of the language's functions.
pub(crate) const FUNCTIONS: &[&str] = &[
    "length",
    "sum",
    "product",
    "minimum",
    "maximum",
    "count",
    "reverse",
    "sort",
    "first",
    "last",
    "distinct",
    "take",
    "drop",
    "range",
    "abs",
    "min",
    "max",
    "power",
    "round",
    "floor",
    "ceiling",
    "uppercase",
    "lowercase",
    "trim",
    "contains",
    "starts_with",
    "ends_with",
    "substring",
    "words",
    "split",
    "join",
    "chars",
    "repeat",
    "int",
    "is_int",
    "code",
    "char",
    "text",
];

impl Wants {
    fn admits(&self, ty: &Ty) -> bool {
        matches!(
            (self, ty),
            (_, Ty::Other)
                | (Wants::Int, Ty::Int)
                | (Wants::Text, Ty::Text)
                | (Wants::Char, Ty::Char)
                | (Wants::List, Ty::List(_))
        )
    }
}

/// The OCaml function that writes a value of a type as a program would.
fn text_function(ty: &Ty, build: Build) -> Expr {
    match ty {
        Ty::Int => build.name("string_of_int"),
        Ty::Bool => build.name("string_of_bool"),
        Ty::Char => build.call("String.make", [build.int(1)]),
        Ty::Decimal => build.name(&own("text_of_decimal")),
        Ty::Float => build.name(&own("text_of_float")),
        Ty::Enumeration(index) => build.name(&format!("spelling_{index}")),
        Ty::List(of) => build.call(&own("text_of_list"), [text_function(of, build)]),
        Ty::Text | Ty::Other => build.name("Fun.id"),
    }
}
