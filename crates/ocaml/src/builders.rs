//! Values that a program can only get through operations: of abstract and private types, and of types with a generator.
//!
//! In: a checked program and the names of functions. Out: OCaml text to be loaded after the program. For each such type it declares
//! a variant with one constructor for each operation that gives a value of the type (a term that says how a value is
//! made), and a function that makes the value; for each function, one that takes terms instead of values. Terms are
//! ordinary data, so whatever enumerates, solves or shrinks data works on them; they are shown as the calls they stand for.

mod names;
mod objects;
mod observe;
mod operations;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use lydian_core::{ConId, Datum, TypeTable};
use lydian_diagnostic::Source;
use rustc_hash::FxHashSet;

use crate::Typed;
use crate::infer::lower::TypeLowerer;
use crate::notation::{TableModules, show_sized, show_table};
use names::Names;
pub use observe::{Cover, ModuleKind, Observations, Rows};
pub(crate) use operations::{functor_instances, opened};

/// Functions that take terms instead of values that only operations can make.
#[derive(Debug)]
pub struct Builders {
    /// What is loaded after the program.
    pub source: Arc<Source>,
    /// The functions that need it, each with the name of its counterpart that takes terms.
    pub entries: BTreeMap<String, String>,
    /// Whether there can be values that no term makes: operations were passed over.
    pub partial: bool,
    /// How the constructors of terms are shown.
    templates: BTreeMap<String, Template>,
}

/// What values are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A property: what an operation fails to make is no input, and a generator says which values are inputs.
    Property,
    /// A comparison of two programs: where an operation fails is part of what they do.
    Comparison,
}

/// How a term is shown.
#[derive(Debug, Clone)]
enum Template {
    /// A call.
    Call(Vec<Piece>),
    /// A text of its own.
    Plain(String),
    /// What it holds.
    Inside,
    /// A constructor that holds values of such types inside.
    Construct(String),
    /// A record that does.
    Record(Vec<String>),
    /// An integer with this letter behind it.
    Number(char),
    /// A hash table with these bindings.
    Table(TableModules),
}

/// A piece of a call.
#[derive(Debug, Clone)]
enum Piece {
    /// A text.
    Text(String),
    /// The argument with this number.
    Argument(usize),
    /// The same where it stands alone.
    Alone(usize),
}

/// What a list of values looks like, one text for each element; nothing if it cannot be computed.
pub type ListedValues<'l> = &'l dyn Fn(&str) -> Option<Vec<String>>;

/// All types of terms start like this.
const TERM: &str = "lydian_term_";
/// And all functions that make values of them like this.
const MAKER: &str = "lydian_make_";

impl Typed {
    /// Builders for those of the functions that need them; nothing if none does.
    ///
    /// ```
    /// let text = "module M : sig type t val zero : t end = struct type t = int let zero = 0 end let f (x : M.t) = true";
    /// let source = lydian_diagnostic::Source::new("m.ml", text);
    /// let (typed, _) = lydian_ocaml::load_typed(&source, &lydian_ocaml::Options::default());
    /// let builders = typed.expect("a program").builders(&["f"], &|_| None).expect("an abstract type");
    /// assert_eq!(builders.entries["f"], "lydian_call_f");
    /// ```
    pub fn builders(&self, functions: &[&str], listed: ListedValues<'_>) -> Option<Builders> {
        let collected = self.collected(Purpose::Property);
        let names = Names::new(&self.structure, &self.opened, Purpose::Property);
        let purpose = (&collected, Purpose::Property);
        write::write(&self.structure, &self.types, &names, purpose, functions, listed)
    }

    /// Builders for a function whose calls are compared in two programs: its counterpart takes terms, and the one with
    /// [`Builders::ARGUMENTS`] behind its name gives the arguments in a tuple behind `()`. Operations that fail raise.
    ///
    /// ```
    /// let source = lydian_diagnostic::Source::new("m.ml", "let size (q : int Queue.t) = Queue.length q");
    /// let (typed, _) = lydian_ocaml::load_typed(&source, &lydian_ocaml::Options::default());
    /// let builders = typed.expect("a program").argument_builders("size").expect("a queue");
    /// assert_eq!(builders.entries["size"], "lydian_call_size");
    /// ```
    pub fn argument_builders(&self, function: &str) -> Option<Builders> {
        let collected = self.collected(Purpose::Comparison);
        let names = Names::new(&self.structure, &self.opened, Purpose::Comparison);
        let purpose = (&collected, Purpose::Comparison);
        write::write(&self.structure, &self.types, &names, purpose, &[function], &|_| None)
    }

    /// Whether the type of a value leaves something open that a use of it settles: that of `let stack = ref []` does.
    ///
    /// ```
    /// let source = lydian_diagnostic::Source::new("m.ml", "let s = ref [] let push x = s := x :: !s let same x = x");
    /// let (typed, _) = lydian_ocaml::load_typed(&source, &lydian_ocaml::Options::default());
    /// let typed = typed.expect("a program");
    /// assert!(typed.is_weak("push") && !typed.is_weak("same"));
    /// ```
    pub fn is_weak(&self, path: &str) -> bool {
        let Some(value) = names::value_at(&self.structure, path) else { return false };
        let vars = value.scheme.vars;
        TypeLowerer::new(&self.types, vars).lower(&value.scheme.body).param_count() > vars
    }

    /// Whether a function takes values of a type that has a generator.
    pub fn takes_generated(&self, function: &str) -> bool {
        write::takes(&self.structure, &self.types, function, &self.collected(Purpose::Property).generated)
    }

    /// What is called like a generator of a type that one of the functions takes, and is none: its path, and the type.
    pub fn unusable_generators(&self, functions: &[&str]) -> Vec<(String, String)> {
        let unusable = self.collected(Purpose::Property).unusable.into_iter();
        let taken = |id: u32| {
            let wanted = FxHashSet::from_iter([id]);
            functions.iter().any(|function| write::takes(&self.structure, &self.types, function, &wanted))
        };
        unusable.filter(|(_, id, _)| taken(*id)).map(|(path, _, display)| (path, display)).collect()
    }

    fn collected(&self, purpose: Purpose) -> operations::Collected {
        let names = Names::new(&self.structure, &self.opened, purpose);
        operations::collect(&self.structure, &self.types, &names, &self.functor_instances, purpose, None)
    }
}

impl Builders {
    /// What stands behind the name of a counterpart that gives the arguments.
    pub const ARGUMENTS: &str = "_arguments";

    /// How the constructors of terms end that stand for the ends of integers.
    pub const END: &str = "_end";

    /// Whether a definition of this name makes values of terms.
    pub fn is_maker(name: &str) -> bool {
        name.starts_with(MAKER)
    }

    /// Whether a constructor of terms stands for an end of integers, such as `Int64.max_int`.
    pub fn is_end(con: ConId) -> bool {
        con.type_path().starts_with(TERM) && con.name().ends_with(Builders::END)
    }

    /// A term as the expression that makes its value; other data, with terms inside, as they are.
    pub fn shown(&self, datum: &Datum, types: &TypeTable) -> Datum {
        match datum {
            Datum::Construct(con, mutability, parts) => {
                let parts: Vec<Datum> = parts.iter().map(|part| self.shown(part, types)).collect();
                let template = con.type_path().starts_with(TERM).then(|| self.templates.get(con.name()));
                match template.flatten() {
                    Some(Template::Inside) if parts.len() == 1 => parts[0].clone(),
                    Some(template) => Datum::Opaque(template.show(&parts, types).into()),
                    None => Datum::Construct(*con, *mutability, parts),
                }
            }
            Datum::Array(parts) => Datum::Array(parts.iter().map(|part| self.shown(part, types)).collect()),
            other => other.clone(),
        }
    }
}

impl Template {
    /// The same with other names.
    fn rename(&mut self, renamed: &dyn Fn(&str) -> String) {
        match self {
            Template::Plain(text) | Template::Construct(text) => *text = renamed(text),
            Template::Call(pieces) => pieces.iter_mut().for_each(|piece| {
                if let Piece::Text(text) = piece {
                    *text = renamed(text);
                }
            }),
            Template::Inside | Template::Record(_) | Template::Number(_) | Template::Table(_) => {}
        }
    }

    fn show(&self, parts: &[Datum], types: &TypeTable) -> String {
        match self {
            Template::Plain(text) => text.clone(),
            Template::Inside => parts.first().map_or_else(String::new, |part| crate::show(part, types)),
            Template::Call(pieces) => {
                let pieces = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Argument(index) => crate::show_argument(&parts[*index], types),
                    Piece::Alone(index) => crate::show(&parts[*index], types),
                });
                let text: String = pieces.collect();
                // What is a sequence would fall apart in a list.
                if text.contains("; ") { flattened(&format!("({text})")) } else { text }
            }
            Template::Construct(name) if parts.len() == 1 => {
                format!("{name} {}", crate::show_argument(&parts[0], types))
            }
            Template::Construct(name) => {
                let parts: Vec<String> = parts.iter().map(|part| crate::show(part, types)).collect();
                format!("{name} ({})", parts.join(", "))
            }
            Template::Record(names) => {
                let fields = names.iter().zip(parts);
                let fields: Vec<String> =
                    fields.map(|(name, part)| format!("{name} = {}", crate::show(part, types))).collect();
                format!("{{{}}}", fields.join("; "))
            }
            Template::Table(modules) => {
                parts.first().map_or_else(String::new, |bindings| show_table(modules, bindings, types))
            }
            Template::Number(letter) => match parts {
                [Datum::Int(int)] => show_sized(int, *letter),
                parts => parts.iter().map(|part| crate::show(part, types)).collect(),
            },
        }
    }
}

/// Changes in a row, without a `let` for each.
fn flattened(text: &str) -> String {
    const LET: &str = "(let made = ";
    match text.strip_prefix(LET).and_then(|inner| Some((inner, inner.strip_prefix(LET)?))) {
        Some((_, inner)) => format!("{LET}{}", inner.replacen("; made) in ", "; ", 1)),
        None => text.to_owned(),
    }
}
