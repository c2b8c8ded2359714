//! The signature of a program, as `ocamlc -i` prints it but for line breaks inside of an item.

use std::sync::Arc;

use super::env::{Entry, Module, ModuleTypeInfo, Structure};
use super::show::Shower;
use super::types::{ConInfo, Kind, LabelInfo, Scheme, TypeCon, TypeKind, Variance};
use super::unify::Types;
use crate::syntax::ast::{FunctorParam, ModuleType, ModuleTypeKind};

/// Prints structures.
pub struct Printer<'a> {
    types: &'a Types,
    prefix: Vec<&'a str>,
    weak: u32,
    weak_names: Vec<(u32, String)>,
    out: String,
    indent: usize,
}

/// The signature of a structure.
pub fn print(types: &Types, structure: &Structure) -> String {
    let mut printer =
        Printer { types, prefix: Vec::new(), weak: 0, weak_names: Vec::new(), out: String::new(), indent: 0 };
    printer.structure(structure);
    printer.out
}

impl<'a> Printer<'a> {
    fn structure(&mut self, structure: &'a Structure) {
        let last = last_of_each_name(structure);
        for (entry, shown) in structure.entries.iter().zip(last) {
            if shown {
                self.entry(entry);
            }
        }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn entry(&mut self, entry: &'a Entry) {
        match entry {
            Entry::Value(name, value) => {
                let ty = self.show(&value.scheme);
                let name = value_name(name);
                let text = match &value.access {
                    super::env::Access::Primitive(primitive, _) => {
                        format!("external {name} : {ty} = \"{primitive}\"")
                    }
                    _ => format!("val {name} : {ty}"),
                };
                self.line(&text);
            }
            Entry::Type(name, con, keyword) => {
                let text = self.type_decl(keyword, name, con);
                self.line(&text);
            }
            Entry::Exception(name, constructor) => {
                let mut shower = Shower::inside(self.types, &self.prefix, self.weak);
                let text = format!("exception {}", self.constructor(&mut shower, name, constructor));
                self.line(&text);
            }
            Entry::Extension(name, constructor) => {
                let mut shower = Shower::inside(self.types, &self.prefix, self.weak);
                let params = (0..constructor.owner.arity).map(|index| Arc::new(Kind::Generic(index as u32)));
                let ty = shower.show(&super::types::con(&constructor.owner, params.collect()));
                let text = format!("type {ty} += {}", self.constructor(&mut shower, name, constructor));
                self.line(&text);
            }
            Entry::Module(name, _, Some(shown)) => self.line(&format!("module {name} {shown}")),
            Entry::Module(name, module, None) => {
                self.prefix.push(name);
                self.module(&format!("module {name} :"), module);
                self.prefix.pop();
            }
            Entry::ModuleType(name, info) => match &**info {
                ModuleTypeInfo::Written(_, ty, _, shape) => {
                    self.prefix.push(name);
                    self.module_type(&format!("module type {name} ="), ty, shape.as_ref());
                    self.prefix.pop();
                }
                ModuleTypeInfo::Abstract => self.line(&format!("module type {name}")),
            },
        }
    }

    /// A module type: by its name if it has one, else written out.
    fn module_type(&mut self, head: &str, ty: &ModuleType, shape: Option<&'a Module>) {
        match (&ty.kind, shape) {
            (ModuleTypeKind::Path(path), _) => self.line(&format!("{head} {}", path.node)),
            (_, Some(Module::Structure(shape))) => {
                self.line(head);
                self.signature(shape);
            }
            (_, Some(functor)) => self.module(head, functor),
            (_, None) => self.line(&format!("{head} sig end")),
        }
    }

    fn signature(&mut self, structure: &'a Structure) {
        self.indent += 1;
        self.line("sig");
        self.indent += 1;
        self.structure(structure);
        self.indent -= 1;
        self.line("end");
        self.indent -= 1;
    }

    fn module(&mut self, head: &str, module: &'a Module) {
        match module {
            Module::Structure(structure) => {
                self.line(head);
                self.signature(structure);
            }
            Module::Functor(functor) => {
                match &functor.parameter {
                    FunctorParam::Unit => self.line(&format!("{head} functor () ->")),
                    FunctorParam::Named { name, ty } => {
                        let name = name.as_ref().map_or("_", |name| &name.node);
                        let head = format!("{head} functor ({name} :");
                        self.module_type(&head, ty, functor.parameter_shape.as_ref());
                        self.line(") ->");
                    }
                }
                match &functor.shape {
                    Some(Module::Structure(shape)) => self.signature(shape),
                    Some(inner) => self.further_parameters(inner),
                    None => {}
                }
            }
        }
    }

    /// The parameters of a functor after the first.
    fn further_parameters(&mut self, module: &'a Module) {
        // `functor (A : S) (B : T) -> ...` has one arrow.
        if self.out.trim_end().ends_with("->") {
            let end = self.out.trim_end().len() - 2;
            self.out.truncate(end);
            self.out.push('\n');
        }
        let before = self.out.len();
        self.module("", module);
        if let Some(at) = self.out[before..].find("functor") {
            self.out.replace_range(before + at..before + at + "functor".len(), "");
        }
    }

    fn show(&mut self, scheme: &Scheme) -> String {
        let mut shower = Shower::inside(self.types, &self.prefix, self.weak);
        self.weak_names.iter().for_each(|(var, name)| shower.name_weak(*var, name.clone()));
        shower.name_scheme(scheme);
        let text = shower.show(&scheme.body);
        self.weak = shower.weak_count();
        self.weak_names = shower.weak_names();
        text
    }

    fn type_decl(&mut self, keyword: &str, name: &str, con: &Arc<TypeCon>) -> String {
        let body = self.types.body(con).cloned();
        let mut shower = Shower::inside(self.types, &self.prefix, self.weak);
        let params: Vec<String> = (0..con.arity)
            .map(|index| {
                let name = match body.as_ref().and_then(|body| body.names.get(index)) {
                    Some(Some(name)) => format!("'{name}"),
                    Some(None) => "_".to_owned(),
                    None => super::show::letter(index),
                };
                shower.name_generic(index as u32, name.clone());
                let declared = body
                    .as_ref()
                    .filter(|body| body.manifest.is_none() && matches!(body.kind, TypeKind::Abstract));
                match declared.and_then(|body| body.variance.get(index)) {
                    Some(Variance { positive: true, negative: false }) => format!("+{name}"),
                    Some(Variance { positive: false, negative: true }) => format!("-{name}"),
                    _ => name,
                }
            })
            .collect();
        let params = match params.as_slice() {
            [] => String::new(),
            [one] => format!("{one} "),
            many => format!("({}) ", many.join(", ")),
        };
        let mut text = format!("{keyword} {params}{name}");
        let Some(body) = body else { return text };
        if let Some(manifest) = &body.manifest {
            let private = if body.private { "private " } else { "" };
            text.push_str(&format!(" = {private}{}", shower.show(manifest)));
        }
        let private = if body.private && body.manifest.is_none() { "private " } else { "" };
        match &body.kind {
            TypeKind::Abstract => {}
            TypeKind::Open => text.push_str(" = .."),
            TypeKind::Variant(constructors) => {
                let all: Vec<String> = constructors
                    .iter()
                    .map(|constructor| self.constructor(&mut shower, &constructor.name, constructor))
                    .collect();
                if all.is_empty() {
                    text.push_str(" = |");
                } else {
                    text.push_str(&format!(" = {private}{}", all.join(" | ")));
                }
            }
            TypeKind::Record(labels) => {
                text.push_str(&format!(" = {private}{}", record(&mut shower, labels)));
            }
        }
        text
    }

    fn constructor(&self, shower: &mut Shower<'_>, name: &str, constructor: &ConInfo) -> String {
        let name = if name == "::" { "(::)" } else { name };
        let inline = constructor.inline.as_ref().and_then(|inline| self.types.body(inline));
        if let Some(TypeKind::Record(labels)) = inline.map(|body| &body.kind) {
            return format!("{name} of {}", record(shower, labels));
        }
        if constructor.args.is_empty() {
            return name.to_owned();
        }
        let args: Vec<String> = constructor.args.iter().map(|arg| shower.show_argument(arg)).collect();
        format!("{name} of {}", args.join(" * "))
    }
}

fn record(shower: &mut Shower<'_>, labels: &[Arc<LabelInfo>]) -> String {
    let fields: Vec<String> = labels
        .iter()
        .map(|label| {
            let mutable = if label.mutable { "mutable " } else { "" };
            let quantified = if label.extra > 0 { field_variables(shower, label) } else { String::new() };
            format!("{mutable}{} : {quantified}{}; ", label.name, shower.show(&label.ty))
        })
        .collect();
    format!("{{ {}}}", fields.concat())
}

fn field_variables(shower: &mut Shower<'_>, label: &LabelInfo) -> String {
    let first = label.owner.arity as u32;
    let names: Vec<String> =
        (first..first + label.extra).map(|index| shower.show(&Arc::new(Kind::Generic(index)))).collect();
    format!("{}. ", names.join(" "))
}

/// Which entries are not replaced by later ones of the same name.
fn last_of_each_name(structure: &Structure) -> Vec<bool> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut last: Vec<bool> = structure
        .entries
        .iter()
        .rev()
        .map(|entry| {
            let key = match entry {
                Entry::Value(name, _) => (0, name.clone()),
                Entry::Type(name, ..) => (1, name.clone()),
                Entry::Exception(name, _) | Entry::Extension(name, _) => (2, name.clone()),
                Entry::Module(name, ..) => (3, name.clone()),
                Entry::ModuleType(name, _) => (4, name.clone()),
            };
            seen.insert(key)
        })
        .collect();
    last.reverse();
    last
}

/// A name as it is declared: operators in parentheses.
fn value_name(name: &str) -> String {
    let keyword = matches!(name, "mod" | "land" | "lor" | "lxor" | "lsl" | "lsr" | "asr" | "or");
    let word = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if word
        && !keyword
        && !name.contains(['*', '+', '-', '&', '|', '=', '<', '>', '@', '^', '$', '%', '!', '?', '/', ':'])
    {
        name.to_owned()
    } else if name.starts_with('*') || name.ends_with('*') {
        format!("( {name} )")
    } else {
        format!("({name})")
    }
}
