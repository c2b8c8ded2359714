//! Terms and what makes values of them, as OCaml text.

use std::collections::BTreeMap;
use std::sync::Arc;

use lydian_diagnostic::Source;
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{Names, value_at};
use super::operations::{self, Collected, Gives, Made, Operation, is_closed};
use super::{Builders, ListedValues, MAKER, Piece, Purpose, TERM, Template};
use crate::infer::env::Structure;
use crate::infer::show::Shower;
use crate::infer::types::{ArgLabel, BUILTINS, Kind, Ty, TypeCon, TypeKind};
use crate::infer::unify::Types;
use crate::notation::TableModules;

/// Longer lists of values are not made into constructors, but chosen from by a number.
const LONGEST_LIST: usize = 5_000;

/// A type of terms.
pub(super) struct Conversion {
    /// How the type is written.
    pub text: String,
    /// The function that makes values of terms, if they are not the values themselves.
    maker: Option<String>,
}

pub(super) struct Writer<'t> {
    pub types: &'t Types,
    pub names: &'t Names<'t>,
    pub collected: &'t Collected,
    purpose: Purpose,
    listed: ListedValues<'t>,
    numbers: FxHashMap<u32, usize>,
    waiting: Vec<Arc<TypeCon>>,
    declarations: Vec<String>,
    makers: Vec<String>,
    pub templates: BTreeMap<String, Template>,
    /// A type that is taken as it is for now.
    plain: Option<u32>,
    /// Whether something came up that cannot be written.
    broken: bool,
    /// Whether some values cannot be made.
    partial: bool,
    /// The operations that make values.
    pub used: Vec<String>,
    /// The operations that would, too, and were passed over.
    pub passed_over: Vec<String>,
}

/// Builders for functions.
pub(super) fn write(
    structure: &Structure,
    types: &Types,
    names: &Names<'_>,
    (collected, purpose): (&Collected, Purpose),
    functions: &[&str],
    listed: ListedValues<'_>,
) -> Option<Builders> {
    let mut writer = Writer::new(types, names, (collected, purpose), listed);
    if purpose == Purpose::Property && !names.has_reject() {
        return None;
    }
    let mut entries = BTreeMap::new();
    let mut calls = String::new();
    for function in functions {
        let Some(value) = value_at(structure, function) else { continue };
        if names.is_covered(function) {
            continue;
        }
        let name = format!("lydian_call_{}", function.replace(|char: char| !char.is_alphanumeric(), "_"));
        if let Some(text) = writer.call(function, &name, &value.scheme.body) {
            calls += &text;
            entries.insert((*function).to_owned(), name);
        }
    }
    let text = writer.declared()? + &calls;
    if entries.is_empty() {
        return None;
    }
    Some(writer.builders(text, entries))
}

/// Whether a function takes values of some of these types, or values that hold some.
pub(super) fn takes(structure: &Structure, types: &Types, function: &str, wanted: &FxHashSet<u32>) -> bool {
    let Some(value) = value_at(structure, function) else { return false };
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

impl<'t> Writer<'t> {
    pub(super) fn new(
        types: &'t Types,
        names: &'t Names<'t>,
        (collected, purpose): (&'t Collected, Purpose),
        listed: ListedValues<'t>,
    ) -> Writer<'t> {
        Writer {
            types,
            names,
            collected,
            purpose,
            listed,
            numbers: FxHashMap::default(),
            waiting: Vec::new(),
            declarations: Vec::new(),
            makers: Vec::new(),
            templates: BTreeMap::new(),
            plain: None,
            broken: false,
            partial: false,
            used: Vec::new(),
            passed_over: Vec::new(),
        }
    }

    /// The declarations of all terms that came up so far; nothing if some cannot be written.
    pub(super) fn declared(&mut self) -> Option<String> {
        while let Some(con) = self.waiting.pop() {
            self.declare(&con);
        }
        if self.broken {
            return None;
        }
        if self.declarations.is_empty() {
            return Some(String::new());
        }
        let (types, makers) = (self.declarations.join("\nand "), self.makers.join("\nand "));
        Some(format!("type {types}\nlet rec {makers}\n"))
    }

    /// All of it, once the text is complete.
    pub(super) fn builders(self, text: String, entries: BTreeMap<String, String>) -> Builders {
        let (partial, templates) = (self.partial, self.templates);
        Builders { source: Source::new("operations", text), entries, partial, templates }
    }
}

impl Writer<'_> {
    /// A function that takes terms, if some argument needs them; for a comparison also one that gives the arguments by themselves.
    fn call(&mut self, function: &str, name: &str, ty: &Ty) -> Option<String> {
        let mut rest = self.types.resolve(ty);
        let (mut head, mut body, mut needed) = (String::new(), written_path(function), false);
        let mut values = Vec::new();
        let mut index = 0;
        while let Kind::Arrow(label, from, to) = &*rest {
            let conversion = self.conversion(from, false)?;
            needed |= conversion.maker.is_some();
            head += &format!(" (a{index} : {})", conversion.text);
            body += &argument(label, &conversion, &format!("a{index}"));
            values.push(conversion.make(&format!("a{index}")));
            index += 1;
            let next = self.types.resolve(to);
            rest = next;
        }
        let call = format!("let {name}{head} = {body}\n");
        needed.then(|| match self.purpose {
            Purpose::Property => call,
            // One argument makes a tuple, too.
            Purpose::Comparison => {
                format!("{call}let {name}_arguments{head} = ((), {})\n", values.join(", "))
            }
        })
    }

    /// The terms of a type; nothing if they cannot be written. Inside of declarations, parameters have makers of their own.
    pub(super) fn conversion(&mut self, ty: &Ty, declaring: bool) -> Option<Conversion> {
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
        if self.has_plain_elements(con) {
            if args.iter().any(|arg| arg.maker.is_some()) {
                return None;
            }
        } else {
            for arg in &args {
                maker += &format!(" {}", arg.maker.as_deref().unwrap_or("(fun x -> x)"));
            }
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
            && (self.collected.made.contains_key(&con.id)
                || operations::of_library(con, self.names, self.purpose).is_some())
    }

    /// Whether the elements of such values stay as they are in terms, so that operations can take functions on them.
    /// A property may have values of other such types there; a comparison has numbers and texts.
    fn has_plain_elements(&self, con: &TypeCon) -> bool {
        self.purpose == Purpose::Comparison
            && self.collected.made.contains_key(&con.id)
            && !self.collected.of_functors.contains(&con.id)
    }

    pub(super) fn show(&self, ty: &Ty) -> String {
        let mut shower = Shower::inside(self.types, &[], 0);
        (0..30).for_each(|index| shower.name_generic(index, format!("'p{index}")));
        shower.show(ty)
    }

    /// The terms of a type and what makes values of them.
    fn declare(&mut self, con: &Arc<TypeCon>) {
        let Some(number) = self.numbers.get(&con.id).copied() else { return };
        let library = operations::of_library(con, self.names, self.purpose);
        let plain_elements = self.has_plain_elements(con);
        let arms: Option<Vec<Arm>> = match self.collected.made.get(&con.id).or(library.as_ref()) {
            Some(Made::By { operations, all, passed_over }) => {
                let mut arms = Vec::new();
                for operation in operations {
                    match self.operation(operation, !plain_elements) {
                        Some(arm) => {
                            arms.push(arm);
                            self.used.push(operation.path.clone());
                        }
                        None => self.passed_over.push(operation.path.clone()),
                    }
                }
                self.partial |= !all || arms.len() < operations.len();
                self.passed_over.extend(passed_over.iter().cloned());
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
            let is_end = arm.value.ends_with(".max_int") || arm.value.ends_with(".min_int");
            let end = if is_end { Builders::END } else { "" };
            let name = format!("Lydian_{number}_{position}{end}");
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
            matches = format!("\n  | Lydian_{number}_nothing _ -> {}", self.no_value());
        }
        let term = applied(&params, &format!("{TERM}{number}"));
        let values = if plain_elements { params.clone() } else { values };
        let value = applied(&values, &con.display);
        let own_values = values.iter().filter(|_| !plain_elements);
        let quantified: Vec<String> = params.iter().chain(own_values).cloned().collect();
        let quantifier =
            if quantified.is_empty() { String::new() } else { format!("{}. ", quantified.join(" ")) };
        let makers: String =
            params.iter().zip(&values).map(|(param, value)| format!("({param} -> {value}) -> ")).collect();
        let names: String = (0..con.arity).map(|index| format!(" make_p{index}")).collect();
        let (makers, names) = if plain_elements { (String::new(), String::new()) } else { (makers, names) };
        self.declarations.push(format!("{term} ={constructors}"));
        self.makers.push(format!(
            "{MAKER}{number} : {quantifier}{makers}{term} -> {value} = fun{names} term -> match term with{matches}"
        ));
    }

    /// An operation as a constructor; nothing if an argument cannot be written.
    fn operation(&mut self, operation: &Operation, declaring: bool) -> Option<Arm> {
        self.plain = operation.plain;
        let conversions: Option<Vec<Conversion>> =
            operation.args.iter().map(|(_, ty)| self.conversion(ty, declaring)).collect();
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
                    false => self.tried(call),
                }
            }
            Gives::Argument { changed, returns } => {
                let call: String = labelled()
                    .map(|(index, (label, conversion))| match index == *changed {
                        true => format!(" {}made", label_prefix(label)),
                        false => argument(label, conversion, &format!("a{index}")),
                    })
                    .collect();
                let made = conversions[*changed].make(&format!("a{changed}"));
                let call = format!("{}{call}", operation.path);
                let call =
                    if *returns { format!("{} ({call})", self.names.of_library("ignore")) } else { call };
                self.tried(format!("(let made = {made} in {call}; made)"))
            }
            Gives::Number(_) => format!("({} a0)", operation.path),
            Gives::End => operation.path.clone(),
            Gives::Table => {
                let made = conversions.first().map_or_else(String::new, |list| list.make("a0"));
                let [create, add] =
                    ["create", "add_seq"].map(|name| self.names.of_library(&format!("Hashtbl.{name}")));
                format!("(let made = {create} 16 in {add} made ({} {made}); made)", operation.path)
            }
        };
        let template = template(operation, self.names);
        let mut parts: Vec<String> =
            conversions.into_iter().map(|conversion| format!("({})", conversion.text)).collect();
        // An end of a range is no smaller than any other number.
        if let Gives::End = operation.gives {
            parts.push("unit".to_owned());
        }
        Some(Arm { parts, value, template })
    }

    /// For a property, there is no value where the operation fails; for a comparison, that it fails is what happens.
    fn tried(&self, call: String) -> String {
        match self.purpose {
            Purpose::Property => format!("(try {call} with _ -> Lydian.reject ())"),
            Purpose::Comparison => format!("({call})"),
        }
    }

    fn no_value(&self) -> &'static str {
        match self.purpose {
            Purpose::Property => "Lydian.reject ()",
            Purpose::Comparison => "Stdlib.raise Stdlib.Not_found",
        }
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
pub(super) fn touches(
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
    pub(super) fn make(&self, term: &str) -> String {
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

pub(super) fn label_prefix(label: &ArgLabel) -> String {
    match label {
        ArgLabel::Nolabel => String::new(),
        ArgLabel::Labelled(name) => format!("~{name}:"),
        ArgLabel::Optional(name) => format!("?{name}:"),
    }
}

/// A path with an operator at its end in parentheses.
fn written_path(path: &str) -> String {
    let name =
        path.rsplit_once('.').filter(|(modules, _)| !modules.ends_with('.')).map_or(path, |(_, name)| name);
    format!("{}{}", &path[..path.len() - name.len()], operations::written(name))
}

pub(super) fn argument(label: &ArgLabel, conversion: &Conversion, term: &str) -> String {
    format!(" {}{}", label_prefix(label), conversion.make(term))
}

/// How a call of an operation is shown.
fn template(operation: &Operation, names: &Names<'_>) -> Template {
    let ignored = format!("{} (", names.of_library("ignore"));
    let (before, after) = match &operation.gives {
        Gives::Result(around) => around.split_once('%').unwrap_or((around, "")),
        Gives::Argument { returns: false, .. } => ("", "; made"),
        Gives::Argument { returns: true, .. } => (&*ignored, "); made"),
        Gives::Number(letter) => return Template::Number(*letter),
        Gives::End => ("", ""),
        Gives::Table => {
            let [table, list] = ["Hashtbl", "List"].map(|module| {
                let path = names.shown(&names.of_library(&format!("{module}.t")));
                path.trim_end_matches(".t").to_owned()
            });
            return Template::Table(TableModules { table, list, is_of_library: true });
        }
    };
    let mut pieces = Vec::new();
    if let Gives::Argument { changed, .. } = &operation.gives {
        let text = |text: &str| Piece::Text(text.to_owned());
        pieces.extend([text("let made = "), Piece::Alone(*changed), text(" in ")]);
    }
    pieces.push(Piece::Text(format!("{before}{}", operation.path)));
    for (index, (label, _)) in operation.args.iter().enumerate() {
        pieces.push(Piece::Text(format!(" {}", label_prefix(label))));
        pieces.push(match &operation.gives {
            Gives::Argument { changed, .. } if *changed == index => Piece::Text("made".to_owned()),
            _ => Piece::Argument(index),
        });
    }
    pieces.push(Piece::Text(after.to_owned()));
    for piece in &mut pieces {
        if let Piece::Text(text) = piece {
            *text = names.shown(text);
        }
    }
    match operation.args.is_empty() && before.is_empty() {
        true => Template::Plain(names.shown(&operation.path)),
        false => Template::Call(pieces),
    }
}

pub(super) fn applied(args: &[String], name: &str) -> String {
    match args {
        [] => name.to_owned(),
        [one] => format!("({one}) {name}"),
        many => format!("({}) {name}", many.join(", ")),
    }
}
