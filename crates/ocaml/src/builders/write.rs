//! Terms and what makes values of them, as OCaml text.

use std::collections::BTreeMap;
use std::sync::Arc;

use lydian_diagnostic::Source;
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use super::operations::{self, Gives, Made, Operation, is_closed};
use super::{Builders, ListedValues, MAKER, Piece, TERM, Template};
use crate::infer::env::Structure;
use crate::infer::show::Shower;
use crate::infer::types::{ArgLabel, BUILTINS, Kind, Ty, TypeCon, TypeKind};
use crate::infer::unify::Types;

/// Longer lists of values are not made into constructors, but chosen from by a number.
const LONGEST_LIST: usize = 5_000;

/// A type of terms.
struct Conversion {
    /// How the type is written.
    text: String,
    /// The function that makes values of terms, if they are not the values themselves.
    maker: Option<String>,
}

struct Writer<'t> {
    types: &'t Types,
    names: &'t Names<'t>,
    own: &'t FxHashMap<u32, Made>,
    listed: ListedValues<'t>,
    numbers: FxHashMap<u32, usize>,
    waiting: Vec<Arc<TypeCon>>,
    declarations: Vec<String>,
    makers: Vec<String>,
    templates: BTreeMap<String, Template>,
    /// A type that is taken as it is for now.
    plain: Option<u32>,
    /// Whether something came up that cannot be written.
    broken: bool,
    /// Whether some values cannot be made.
    partial: bool,
}

/// Builders for functions.
pub(super) fn write(
    structure: &Structure,
    types: &Types,
    names: &Names<'_>,
    made: &FxHashMap<u32, Made>,
    functions: &[&str],
    listed: ListedValues<'_>,
) -> Option<Builders> {
    let mut writer = Writer {
        types,
        names,
        own: made,
        listed,
        numbers: FxHashMap::default(),
        waiting: Vec::new(),
        declarations: Vec::new(),
        makers: Vec::new(),
        templates: BTreeMap::new(),
        plain: None,
        broken: false,
        partial: false,
    };
    if !names.has_reject() {
        return None;
    }
    let mut entries = BTreeMap::new();
    let mut calls = String::new();
    for function in functions {
        let Some(value) = structure.values.get(*function) else { continue };
        if names.is_covered(function) {
            continue;
        }
        let name = format!("lydian_call_{}", function.replace('.', "_"));
        if let Some(text) = writer.call(function, &name, &value.scheme.body) {
            calls += &text;
            entries.insert((*function).to_owned(), name);
        }
    }
    while let Some(con) = writer.waiting.pop() {
        writer.declare(&con);
    }
    if entries.is_empty() || writer.broken {
        return None;
    }
    let text = format!(
        "type {}\nlet rec {}\n{calls}",
        writer.declarations.join("\nand "),
        writer.makers.join("\nand ")
    );
    let (partial, templates) = (writer.partial, writer.templates);
    Some(Builders { source: Source::new("operations", text), entries, partial, templates })
}

/// Whether a function takes values of some of these types, or values that hold some.
pub(super) fn takes(structure: &Structure, types: &Types, function: &str, wanted: &FxHashSet<u32>) -> bool {
    let Some(value) = structure.values.get(function) else { return false };
    let mut rest = types.resolve(&value.scheme.body);
    while let Kind::Arrow(_, from, to) = &*rest {
        if touches(types, from, false, &|con| wanted.contains(&con.id), &mut FxHashSet::default()) {
            return true;
        }
        let next = types.resolve(to);
        rest = next;
    }
    false
}

impl Writer<'_> {
    /// A function that takes terms, if some argument needs them.
    fn call(&mut self, function: &str, name: &str, ty: &Ty) -> Option<String> {
        let mut rest = self.types.resolve(ty);
        let (mut head, mut body, mut needed) = (format!("let {name}"), function.to_owned(), false);
        let mut index = 0;
        while let Kind::Arrow(label, from, to) = &*rest {
            let conversion = self.conversion(from, false)?;
            needed |= conversion.maker.is_some();
            head += &format!(" (a{index} : {})", conversion.text);
            body += &argument(label, &conversion, &format!("a{index}"));
            index += 1;
            let next = self.types.resolve(to);
            rest = next;
        }
        needed.then(|| format!("{head} = {body}\n"))
    }

    /// The terms of a type; nothing if they cannot be written. Inside of declarations, parameters have makers of their own.
    fn conversion(&mut self, ty: &Ty, declaring: bool) -> Option<Conversion> {
        let ty = self.types.resolve(ty);
        if !touches(self.types, &ty, declaring, &|con| self.is_made(con), &mut FxHashSet::default()) {
            return Some(Conversion { text: self.show(&ty), maker: None });
        }
        match &*ty {
            Kind::Generic(index) => {
                Some(Conversion { text: format!("'p{index}"), maker: Some(format!("make_p{index}")) })
            }
            Kind::Tuple(parts) => {
                let parts = self.conversions(parts, declaring)?;
                let texts: Vec<String> = parts.iter().map(|part| format!("({})", part.text)).collect();
                let names: Vec<String> = (0..parts.len()).map(|index| format!("b{index}")).collect();
                let values: Vec<String> =
                    parts.iter().zip(&names).map(|(part, name)| part.make(name)).collect();
                let maker = format!("(fun ({}) -> ({}))", names.join(", "), values.join(", "));
                Some(Conversion { text: texts.join(" * "), maker: Some(maker) })
            }
            Kind::Con(con, args) => self.of_constructor(&ty, con, args, declaring),
            _ => None,
        }
    }

    fn conversions(&mut self, parts: &[Ty], declaring: bool) -> Option<Vec<Conversion>> {
        parts.iter().map(|part| self.conversion(part, declaring)).collect()
    }

    fn of_constructor(
        &mut self,
        ty: &Ty,
        con: &Arc<TypeCon>,
        args: &[Ty],
        declaring: bool,
    ) -> Option<Conversion> {
        let containers = [
            (&BUILTINS.list, "list", "List.map"),
            (&BUILTINS.array, "array", "Array.map"),
            (&BUILTINS.option, "option", "Option.map"),
        ];
        let container = containers.iter().find(|(own, ..)| own.id == con.id);
        if let Some((_, name, map)) = container.filter(|_| !self.is_made(con)) {
            let element = self.conversion(&args[0], declaring)?;
            let map = self.names.of_library(map);
            let maker = element.maker.as_ref().map(|maker| format!("({map} {maker})"));
            return Some(Conversion { text: format!("({}) {name}", element.text), maker });
        }
        if !self.is_made(con) {
            let expanded = self.types.expand(ty);
            if !matches!(&*expanded, Kind::Con(own, _) if own.id == con.id) {
                return self.conversion(&expanded, declaring);
            }
        }
        let number = self.number(con);
        let args = self.conversions(args, declaring)?;
        let mut maker = format!("{MAKER}{number}");
        let texts: Vec<String> = args.iter().map(|arg| arg.text.clone()).collect();
        for arg in &args {
            maker += &format!(" {}", arg.maker.as_deref().unwrap_or("(fun x -> x)"));
        }
        let text = applied(&texts, &format!("{TERM}{number}"));
        Some(Conversion { text, maker: Some(format!("({maker})")) })
    }

    fn number(&mut self, con: &Arc<TypeCon>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(con.id).or_insert_with(|| {
            self.waiting.push(con.clone());
            next
        })
    }

    fn is_made(&self, con: &Arc<TypeCon>) -> bool {
        self.plain != Some(con.id)
            && (self.own.contains_key(&con.id) || operations::of_library(con, self.names).is_some())
    }

    fn show(&self, ty: &Ty) -> String {
        let mut shower = Shower::inside(self.types, &[], 0);
        (0..30).for_each(|index| shower.name_generic(index, format!("'p{index}")));
        shower.show(ty)
    }

    /// The terms of a type and what makes values of them.
    fn declare(&mut self, con: &Arc<TypeCon>) {
        let Some(number) = self.numbers.get(&con.id).copied() else { return };
        let library = operations::of_library(con, self.names);
        let arms: Option<Vec<Arm>> = match self.own.get(&con.id).or(library.as_ref()) {
            Some(Made::By { operations, all }) => {
                let arms: Vec<Arm> =
                    operations.iter().filter_map(|operation| self.operation(operation)).collect();
                self.partial |= !all || arms.len() < operations.len();
                Some(arms)
            }
            Some(Made::From(path)) => self.listed_values(con, path),
            None => self.copied(con),
        };
        let Some(arms) = arms else {
            self.broken = true;
            return;
        };
        let params: Vec<String> = (0..con.arity).map(|index| format!("'p{index}")).collect();
        let values: Vec<String> = (0..con.arity).map(|index| format!("'q{index}")).collect();
        let (mut constructors, mut matches) = (String::new(), String::new());
        for (position, arm) in arms.iter().enumerate() {
            let name = format!("Lydian_{number}_{position}");
            let of =
                if arm.parts.is_empty() { String::new() } else { format!(" of {}", arm.parts.join(" * ")) };
            constructors += &format!(" | {name}{of}");
            let names: Vec<String> = (0..arm.parts.len()).map(|index| format!("a{index}")).collect();
            let pattern = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            matches += &format!("\n  | {name}{pattern} -> {}", arm.value);
            self.templates.insert(name, arm.template.clone());
        }
        if arms.is_empty() {
            // No value can be made: neither can a term.
            let itself = applied(&params, &format!("{TERM}{number}"));
            constructors = format!(" Lydian_{number}_nothing of {itself}");
            matches = format!("\n  | Lydian_{number}_nothing _ -> Lydian.reject ()");
        }
        let term = applied(&params, &format!("{TERM}{number}"));
        let value = applied(&values, &con.display);
        let quantified: Vec<String> = params.iter().chain(&values).cloned().collect();
        let quantifier =
            if quantified.is_empty() { String::new() } else { format!("{}. ", quantified.join(" ")) };
        let makers: String =
            params.iter().zip(&values).map(|(param, value)| format!("({param} -> {value}) -> ")).collect();
        let names: String = (0..con.arity).map(|index| format!(" make_p{index}")).collect();
        self.declarations.push(format!("{term} ={constructors}"));
        self.makers.push(format!(
            "{MAKER}{number} : {quantifier}{makers}{term} -> {value} = fun{names} term -> match term with{matches}"
        ));
    }

    /// An operation as a constructor; nothing if an argument cannot be written.
    fn operation(&mut self, operation: &Operation) -> Option<Arm> {
        self.plain = operation.plain;
        let conversions: Option<Vec<Conversion>> =
            operation.args.iter().map(|(_, ty)| self.conversion(ty, true)).collect();
        self.plain = None;
        let conversions = conversions?;
        let labelled = || operation.args.iter().map(|(label, _)| label).zip(&conversions).enumerate();
        let value = match &operation.gives {
            Gives::Result(around) => {
                let call: String = labelled()
                    .map(|(index, (label, conversion))| argument(label, conversion, &format!("a{index}")))
                    .collect();
                let call = around.replace('%', &format!("{}{call}", operation.path));
                match conversions.is_empty() && around == "%" {
                    true => call,
                    // Where the operation fails, there is no such value.
                    false => format!("(try {call} with _ -> Lydian.reject ())"),
                }
            }
            Gives::Argument(changed) => {
                let call: String = labelled()
                    .map(|(index, (label, conversion))| match index == *changed {
                        true => format!(" {}made", label_prefix(label)),
                        false => argument(label, conversion, &format!("a{index}")),
                    })
                    .collect();
                let made = conversions[*changed].make(&format!("a{changed}"));
                let path = &operation.path;
                format!("(try (let made = {made} in {path}{call}; made) with _ -> Lydian.reject ())")
            }
        };
        let template = template(operation);
        let parts = conversions.into_iter().map(|conversion| format!("({})", conversion.text)).collect();
        Some(Arm { parts, value, template })
    }

    fn listed_values(&mut self, con: &TypeCon, path: &str) -> Option<Vec<Arm>> {
        let texts = (self.listed)(path)?;
        let nth = self.names.of_library("List.nth");
        if texts.len() > LONGEST_LIST {
            let piece = |text: String| Piece::Text(text);
            let pieces = vec![piece(format!("{nth} {path} ")), Piece::Argument(0)];
            let value = format!("(try {nth} {path} a0 with _ -> Lydian.reject ())");
            return Some(vec![Arm { parts: vec!["int".into()], value, template: Template::Call(pieces) }]);
        }
        let closed = is_closed(self.types, con);
        let arms = texts.into_iter().enumerate().map(|(index, text)| {
            let value = format!("{nth} {path} {index}");
            let shown = if closed || text.contains("<fun>") { value.clone() } else { text };
            Arm { parts: vec![], value, template: Template::Plain(shown) }
        });
        Some(arms.collect())
    }

    /// A variant or record that holds values of such types: the same with terms inside.
    fn copied(&mut self, con: &TypeCon) -> Option<Vec<Arm>> {
        let body = self.types.body(con)?.clone();
        let module = con.display.rsplit_once('.').map_or(String::new(), |(module, _)| format!("{module}."));
        match &body.kind {
            TypeKind::Variant(constructors) => constructors
                .iter()
                .map(|constructor| {
                    if constructor.inline.is_some() || constructor.private {
                        return None;
                    }
                    let name = format!("{module}{}", constructor.name);
                    let conversions = self.conversions(&constructor.args, true)?;
                    let values: Vec<String> = made_values(&conversions);
                    let plain = conversions.is_empty();
                    let value = if plain { name.clone() } else { format!("{name} ({})", values.join(", ")) };
                    let template = if plain { Template::Plain(name) } else { Template::Construct(name) };
                    Some(Arm { parts: texts(&conversions), value, template })
                })
                .collect(),
            TypeKind::Record(labels) => {
                let fields: Vec<Ty> = labels.iter().map(|label| label.ty.clone()).collect();
                if labels.iter().any(|label| label.extra > 0 || label.private) {
                    return None;
                }
                let conversions = self.conversions(&fields, true)?;
                let mut names: Vec<String> = labels.iter().map(|label| label.name.to_string()).collect();
                if let Some(first) = names.first_mut() {
                    *first = format!("{module}{first}");
                }
                let values = made_values(&conversions);
                let fields: Vec<String> =
                    names.iter().zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
                let value = format!("{{ {} }}", fields.join("; "));
                Some(vec![Arm { parts: texts(&conversions), value, template: Template::Record(names) }])
            }
            _ => None,
        }
    }
}

/// Whether values of a type have parts of wanted types, or parameters while these have makers.
fn touches(
    types: &Types,
    ty: &Ty,
    declaring: bool,
    wanted: &dyn Fn(&Arc<TypeCon>) -> bool,
    seen: &mut FxHashSet<u32>,
) -> bool {
    let ty = types.resolve(ty);
    let mut any = |parts: &[Ty]| parts.iter().any(|part| touches(types, part, declaring, wanted, seen));
    match &*ty {
        Kind::Generic(_) => declaring,
        Kind::Var(_) | Kind::Nil => false,
        Kind::Arrow(_, from, to) => any(&[from.clone(), to.clone()]),
        Kind::Tuple(parts) => any(parts),
        Kind::Variant(row) => {
            let row = types.row(row);
            any(&row.tags.iter().filter_map(|(_, tag)| tag.arg.clone()).collect::<Vec<Ty>>())
        }
        Kind::Con(con, args) => {
            wanted(con)
                || any(args)
                || (seen.insert(con.id) && {
                    // The parameters of the body are what the type is applied to: that is looked at where it is applied.
                    let inside = parts_of(types, con);
                    inside.iter().any(|part| touches(types, part, false, wanted, seen))
                })
        }
    }
}

/// The types of the parts of a declared type.
fn parts_of(types: &Types, con: &TypeCon) -> Vec<Ty> {
    let Some(body) = types.body(con) else { return vec![] };
    match (&body.kind, &body.manifest) {
        (TypeKind::Variant(constructors), _) => {
            constructors.iter().flat_map(|constructor| constructor.args.clone()).collect()
        }
        (TypeKind::Record(labels), _) => labels.iter().map(|label| label.ty.clone()).collect(),
        (_, Some(manifest)) => vec![manifest.clone()],
        _ => vec![],
    }
}

/// One constructor of a type of terms.
struct Arm {
    /// The types of its arguments.
    parts: Vec<String>,
    /// The value of a term `Constructor (a0, a1, ...)`.
    value: String,
    template: Template,
}

impl Conversion {
    /// The value of a term.
    fn make(&self, term: &str) -> String {
        match &self.maker {
            Some(maker) => format!("({maker} {term})"),
            None => term.to_owned(),
        }
    }
}

fn made_values(conversions: &[Conversion]) -> Vec<String> {
    conversions.iter().enumerate().map(|(index, conversion)| conversion.make(&format!("a{index}"))).collect()
}

fn texts(conversions: &[Conversion]) -> Vec<String> {
    conversions.iter().map(|conversion| format!("({})", conversion.text)).collect()
}

fn label_prefix(label: &ArgLabel) -> String {
    match label {
        ArgLabel::Nolabel => String::new(),
        ArgLabel::Labelled(name) => format!("~{name}:"),
        ArgLabel::Optional(name) => format!("?{name}:"),
    }
}

fn argument(label: &ArgLabel, conversion: &Conversion, term: &str) -> String {
    format!(" {}{}", label_prefix(label), conversion.make(term))
}

/// How a call of an operation is shown.
fn template(operation: &Operation) -> Template {
    let (before, after) = match &operation.gives {
        Gives::Result(around) => around.split_once('%').unwrap_or((around, "")),
        Gives::Argument(_) => ("", "; made"),
    };
    let mut pieces = Vec::new();
    if let Gives::Argument(changed) = &operation.gives {
        let text = |text: &str| Piece::Text(text.to_owned());
        pieces.extend([text("let made = "), Piece::Alone(*changed), text(" in ")]);
    }
    pieces.push(Piece::Text(format!("{before}{}", operation.path)));
    for (index, (label, _)) in operation.args.iter().enumerate() {
        pieces.push(Piece::Text(format!(" {}", label_prefix(label))));
        pieces.push(match &operation.gives {
            Gives::Argument(changed) if *changed == index => Piece::Text("made".to_owned()),
            _ => Piece::Argument(index),
        });
    }
    pieces.push(Piece::Text(after.to_owned()));
    match operation.args.is_empty() && before.is_empty() {
        true => Template::Plain(operation.path.clone()),
        false => Template::Call(pieces),
    }
}

fn applied(args: &[String], name: &str) -> String {
    match args {
        [] => name.to_owned(),
        [one] => format!("({one}) {name}"),
        many => format!("({}) {name}", many.join(", ")),
    }
}
