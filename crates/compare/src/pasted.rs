//! What is typed into a toplevel to see a value: of sets, maps, tables, queues, buffers, suspensions and sequences it shows no more than
//! `<abstr>`, `<lazy>` or `<fun>`, which is the same for all of them.
//!
//! In: the type of a value. Out: an expression around it that gives what it holds, with functions that OCaml 4.13 has.

use std::sync::Arc;

use lydian_core::{Datum, FieldDecl, Type, TypeBody, TypeDecl};

use crate::applications::APPLIED;
use crate::called::Onlooker;
use crate::contents::{Container, Contents};
use crate::differ::{Closed, Concrete};
use crate::observe::MOST_FORCED;
use crate::pair::Pair;

/// What is typed around a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Look(Option<String>);

/// Where the value stands in it.
const VALUE: &str = "%";

/// Where it stands alone.
const SUSPENDED: &str = "(fun () -> %)";

impl Look {
    /// The expression for a value that is given as an expression.
    pub(crate) fn at(&self, value: &str) -> String {
        match &self.0 {
            Some(around) if is_atom(value) || around.contains(SUSPENDED) => around.replace(VALUE, value),
            Some(around) => around.replace(VALUE, &format!("({value})")),
            None => value.to_owned(),
        }
    }
}

fn is_atom(text: &str) -> bool {
    text.chars().all(|char| char.is_alphanumeric() || "_'.".contains(char))
}

/// How the results of calls and what their arguments hold are looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks {
    /// What has to be defined for that.
    pub(crate) before: Vec<String>,
    pub(crate) result: Look,
    /// The places of arguments.
    pub(crate) arguments: Vec<(usize, Look)>,
}

impl Looks {
    /// What is typed for an argument that has a name.
    pub(crate) fn argument(&self, place: usize, name: &str) -> String {
        let look = self.arguments.iter().find(|(own, _)| *own == place);
        look.map_or_else(|| name.to_owned(), |(_, look)| look.at(name))
    }
}

impl Pair {
    /// How a toplevel is asked for what a test shows.
    pub(crate) fn looks(&self, concrete: &Concrete) -> Looks {
        let is_whole = !concrete.is_cut
            && [&concrete.expected, &concrete.actual].iter().all(|end| matches!(end, Closed::Value(_)));
        let mut looking = Looking {
            contents: &self.onlooker.contents,
            onlooker: &self.onlooker,
            is_whole,
            takes: false,
            within: Vec::new(),
        };
        let result = self.onlooker.result(&self.entry);
        let result = looking.seen_inside(result, &concrete.expected).unwrap_or_else(|| result.clone());
        let result = Look(looking.around(&result));
        let places = concrete.left_behind.iter().map(|left| left.argument);
        let arguments = places.filter_map(|place| {
            let ty = self.onlooker.argument_type(self, place)?;
            Some((place, Look(looking.around(&ty))))
        });
        let arguments = arguments.collect();
        let before = looking.takes.then(|| looking.first());
        Looks { before: before.into_iter().collect(), result, arguments }
    }
}

struct Looking<'a> {
    contents: &'a Contents,
    onlooker: &'a Onlooker,
    /// Whether all of the sequences are short.
    is_whole: bool,
    /// Whether the beginning of one is taken.
    takes: bool,
    /// The records around the type that is looked at.
    within: Vec<String>,
}

impl Looking<'_> {
    /// The type of what an observation shows.
    fn seen_inside(&self, ty: &Type, result: &Closed) -> Option<Type> {
        let (Type::Named(path, args), Closed::Value(Datum::Construct(con, ..))) = (ty, result) else {
            return None;
        };
        let is_observation = con.name().starts_with("Lydian_seen_");
        let [only] = <[Type; 1]>::try_from(self.contents.fields(path, args, *con)?).ok()?;
        is_observation.then_some(only)
    }

    /// What is typed around a value of this type; nothing if a toplevel shows it anyway.
    fn around(&mut self, ty: &Type) -> Option<String> {
        let ty = self.contents.types().expand(ty);
        if !self.contents.hides(&ty) {
            return None;
        }
        if let Some(element) = self.contents.sequence(&ty) {
            return Some(self.sequence(VALUE, element, MOST_FORCED));
        }
        if let Some(element) = self.contents.sequence_node(&ty) {
            // The first element of a node is there without being forced.
            return Some(self.sequence(SUSPENDED, element, MOST_FORCED + 1));
        }
        let list = self.library("List");
        match &ty {
            Type::Lazy(part) => {
                let forced = format!("{}.force {VALUE}", self.library("Lazy"));
                Some(self.applied(part, forced))
            }
            Type::List(part) => self.mapped(part, &list),
            Type::Array(part) => self.mapped(part, &self.library("Array")),
            Type::Tuple(parts) => {
                let name = |index: usize| format!("x{}", index + 1);
                let seen: Vec<Option<String>> = parts.iter().map(|part| self.around(part)).collect();
                let names: Vec<String> = (0..parts.len()).map(name).collect();
                let seen = seen.into_iter().zip(&names);
                let seen: Vec<String> = seen.map(|(around, name)| Look(around).at(name)).collect();
                Some(format!("(fun ({}) -> ({})) {VALUE}", names.join(", "), seen.join(", ")))
            }
            Type::Named(path, args) if &**path == "option" => {
                self.mapped(args.first()?, &self.library("Option"))
            }
            Type::Named(path, args) => self.container(path, args).or_else(|| self.record(path, args)),
            _ => None,
        }
    }

    /// A record as the tuple of what its fields hold; nothing if other records have fields of these names, or if it holds itself.
    fn record(&mut self, path: &str, args: &[Type]) -> Option<String> {
        let (decl, fields) = self.contents.fields_of_record(path)?;
        let is_other = |other: &&Arc<TypeDecl>| {
            other.path != decl.path && !self.contents.is_of_library(&other.path, other)
        };
        let others = self.contents.types().iter().filter(is_other);
        let taken: Vec<&FieldDecl> = others
            .filter_map(|other| match &other.body {
                TypeBody::Record(_, fields) => Some(fields),
                _ => None,
            })
            .flatten()
            .collect();
        let is_taken = |field: &FieldDecl| taken.iter().any(|other| other.name == field.name);
        if fields.iter().any(is_taken) || self.within.iter().any(|around| around == path) {
            return None;
        }
        self.within.push(path.to_owned());
        let module = path.rsplit_once('.').map_or(String::new(), |(module, _)| format!("{module}."));
        let seen: Vec<String> = fields
            .iter()
            .map(|field| {
                let around = self.around(&field.ty.instantiate(args));
                Look(around).at(&format!("x.{module}{}", field.name))
            })
            .collect();
        self.within.pop();
        Some(format!("(fun x -> ({})) {VALUE}", seen.join(", ")))
    }

    fn container(&mut self, path: &str, args: &[Type]) -> Option<String> {
        let list = self.library("List");
        let in_order = |module: &str| format!("{list}.of_seq ({module}.to_seq {VALUE})");
        match self.contents.container(path)? {
            kind @ (Container::Set | Container::Map) => {
                let module = path.strip_suffix(".t")?;
                let function = if kind == Container::Set { "elements" } else { "bindings" };
                let name = format!("{module}.{function}");
                // What a functor was applied to for the comparison has a name only inside of the call.
                if !is_atom(&name) || !self.onlooker.defines(&name) || name.starts_with(APPLIED) {
                    return None;
                }
                let element = self.contents.element(path, args)?;
                Some(self.elements(&element, format!("{name} {VALUE}")))
            }
            Container::Hashtbl => {
                let bindings = in_order(&self.library("Hashtbl"));
                Some(self.elements(&Type::Tuple(args.into()), bindings))
            }
            Container::Queue => Some(self.elements(args.first()?, in_order(&self.library("Queue")))),
            Container::Stack => Some(self.elements(args.first()?, in_order(&self.library("Stack")))),
            Container::Buffer => Some(format!("{}.contents {VALUE}", self.library("Buffer"))),
        }
    }

    /// The elements of a sequence, or the first ones of a long one.
    fn sequence(&mut self, sequence: &str, element: &Type, most: u32) -> String {
        let elements = match self.is_whole {
            true => format!("{}.of_seq {sequence}", self.library("List")),
            false => {
                self.takes = true;
                format!("{} {most} {sequence}", self.name_of_first())
            }
        };
        self.elements(element, elements)
    }

    /// What is typed around a value in a library's structure that has a function `map`.
    fn mapped(&mut self, part: &Type, module: &str) -> Option<String> {
        Some(format!("{module}.map {} {VALUE}", self.function(part)?))
    }

    /// A list as a toplevel shows it.
    fn elements(&mut self, element: &Type, list: String) -> String {
        match self.function(element) {
            Some(function) => format!("{}.map {function} ({list})", self.library("List")),
            None => list,
        }
    }

    fn applied(&mut self, part: &Type, value: String) -> String {
        match self.around(part) {
            Some(around) => around.replace(VALUE, &format!("({value})")),
            None => value,
        }
    }

    /// What is typed around a value, as a function.
    fn function(&mut self, ty: &Type) -> Option<String> {
        let around = self.around(ty)?;
        Some(match around.strip_suffix(&format!(" {VALUE}")) {
            Some(function) if is_atom(function) || function.starts_with("(fun ") => function.to_owned(),
            Some(function) => format!("({function})"),
            None => format!("(fun x -> {})", around.replace(VALUE, "x")),
        })
    }

    /// A module of the library, in full if a program has another one of its name.
    fn library(&self, module: &str) -> String {
        self.contents.library(module)
    }

    /// The definition that takes the beginning of a sequence: the library has none before OCaml 4.14.
    fn first(&self) -> String {
        let (name, sequence) = (self.name_of_first(), self.library("Seq"));
        format!(
            "let rec {name} n s = if n = 0 then [] else match s () with \
             {sequence}.Nil -> [] | {sequence}.Cons (x, r) -> x :: {name} (n - 1) r"
        )
    }

    fn name_of_first(&self) -> &'static str {
        let free = |name: &&&str| !self.onlooker.defines(name);
        ["first", "beginning", "first_elements"].iter().find(free).unwrap_or(&"lydian_first")
    }
}

impl Onlooker {
    /// Whether the reference or the submission defines a name.
    fn defines(&self, name: &str) -> bool {
        self.contents.defines(name)
    }

    /// The type of an argument, made or given.
    pub(crate) fn argument_type(&self, pair: &Pair, argument: usize) -> Option<Type> {
        let made = self.made(&pair.entry);
        let inputs = pair.input_types();
        if made.is_empty() { inputs.get(argument).cloned() } else { made.get(argument).cloned() }
    }
}
