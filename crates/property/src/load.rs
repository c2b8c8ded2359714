//! The properties of a file.

use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, Program, Shapes, Type, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Builders, Options};

use crate::build::with_builders;
use crate::definition::definition_of;
use crate::premises::escaping;
use crate::qcheck::{WithTests, holds_tests, with_tests};

/// A property.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Property {
    /// Its name, as it is shown.
    pub name: Arc<str>,
    /// The definition that is run.
    pub entry: Arc<str>,
    /// The types of its arguments; what is polymorphic is tested with integers.
    pub args: Vec<Type>,
    /// How each argument is passed.
    pub labels: Vec<ArgLabel>,
    /// Whether something in it is polymorphic.
    pub polymorphic: bool,
    /// Whether its arguments can have values that are not tried: of an abstract type, some operations were passed over, or a
    /// polymorphic variant is open.
    pub partial: bool,
    /// Whether a type in its arguments has a generator that could not be used: its inputs may be others.
    pub ungenerated: bool,
    /// The test of QCheck that it is, as an expression; the argument is then what its generator draws.
    pub test: Option<Arc<str>>,
}

/// The properties of a file.
#[derive(Debug)]
pub struct Properties {
    /// The file.
    pub source: Arc<Source>,
    /// The program.
    pub program: Program,
    /// The properties, in the order of the file.
    pub properties: Vec<Property>,
    /// What makes values that only operations can make; properties about them run on terms.
    pub builders: Option<Builders>,
    /// Whether functions that are inputs may raise exceptions.
    pub raising_functions: bool,
}

impl Properties {
    /// What inputs look like. Unless it is asked for, a function that is an input raises no exception of its own: that a property has to
    /// live with those of any function that it is given is not what its author claims.
    pub(crate) fn shapes(&self) -> Shapes {
        let types = self.program.types.clone();
        if self.raising_functions { Shapes::new(types) } else { Shapes::of_total_functions(types) }
    }

    /// An input in the form in which it is written: terms as calls, and numbers without names that the file gives another meaning.
    pub(crate) fn written(&self, input: &Datum, types: &TypeTable) -> Datum {
        let plain = |name: &str| self.program.export(name).is_some();
        let input = match NAMED_NUMBERS.iter().any(|name| plain(name)) {
            true => without_names(input),
            false => input.clone(),
        };
        match &self.builders {
            Some(builders) => builders.shown(&input, types),
            None => input,
        }
    }
}

/// A premise that rejects more than its author means.
fn escaping_premise(source: &Arc<Source>, program: &Program, property: &Property) -> Option<Diagnostic> {
    let (around, instead) = escaping(program, program.export(&property.entry)?.var)?;
    let name = &property.name;
    let message = format!("a false premise inside of `{around}` rejects the whole input of `{name}`");
    let hint = format!("`{instead}` of the module `Lydian` leaves out only what is rejected");
    Some(Diagnostic::warning("escaping-premise", definition_of(source, name), message).hint(hint))
}

/// The names by which the ends of numbers are written.
const NAMED_NUMBERS: [&str; 5] = ["max_int", "min_int", "nan", "infinity", "neg_infinity"];

/// The same with numbers as literals and operations.
fn without_names(datum: &Datum) -> Datum {
    let opaque = |text: &str| Datum::Opaque(text.to_owned().into());
    match datum {
        Datum::Int(int) if int.as_i64().is_none_or(|int| int == i64::MIN >> 1 || int == i64::MAX >> 1) => {
            opaque(&if int.is_negative() { format!("({int})") } else { int.to_string() })
        }
        Datum::Float(float) if float.is_nan() => opaque("(0. /. 0.)"),
        Datum::Float(float) if float.is_infinite() => {
            opaque(if *float > 0.0 { "(1. /. 0.)" } else { "(-1. /. 0.)" })
        }
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(*con, *mutability, parts.iter().map(without_names).collect())
        }
        Datum::Array(parts) => Datum::Array(parts.iter().map(without_names).collect()),
        Datum::Lazy(part) => Datum::Lazy(Box::new(without_names(part))),
        other => other.clone(),
    }
}

/// Finds the properties of a file: all functions whose names start with `prop_`, or those that are named.
///
/// ```
/// let text = "let prop_reverse (l : int list) = List.rev (List.rev l) = l";
/// let (found, faults) = lydian_property::load(&lydian_diagnostic::Source::new("lists.ml", text), &[]);
/// assert!(faults.is_empty());
/// assert_eq!(&*found.expect("properties").properties[0].name, "prop_reverse");
/// ```
pub fn load(source: &Arc<Source>, named: &[String]) -> (Option<Properties>, Vec<Diagnostic>) {
    let (typed, mut diagnostics) = lydian_ocaml::load_typed(source, &Options::default());
    let Some(typed) = typed else { return (None, diagnostics) };
    let WithTests { typed, options, tests } = match with_tests(source, typed) {
        Ok(found) => found,
        Err(faults) => return (None, faults),
    };
    let program = &typed.program;
    let mut properties: Vec<Property> = Vec::new();
    let mut positions: Vec<usize> = Vec::new();
    let mut faults = Vec::new();
    for (position, export) in program.exports.iter().enumerate() {
        let wanted = match named.is_empty() {
            true => export.name.starts_with("prop_"),
            false => named.iter().any(|name| **name == *export.name),
        };
        // What a later definition of the same name hides cannot be called.
        let hidden = || program.exports[position + 1..].iter().any(|later| later.name == export.name);
        if !wanted || hidden() || holds_tests(program, &export.ty) {
            continue;
        }
        // Tags that an open variant does not name are inputs as well, and there is no end of them.
        let opened = typed.with_other_tags(&export.name);
        let partial = opened.is_some();
        let (args, result) = opened.as_ref().unwrap_or(&export.ty).uncurry();
        if program.types.expand(&result) != Type::Bool || args.is_empty() {
            let span = definition_of(source, &export.name);
            let shown = lydian_ocaml::show_type(&export.ty, &program.types);
            let message =
                format!("`{}` has the type `{shown}`, which is not that of a property", export.name);
            let hint = "a property takes one or more arguments and gives a `bool`";
            faults.push(Diagnostic::error("not-a-property", span, message).hint(hint));
            continue;
        }
        let polymorphic = export.ty.param_count() > 0;
        let (labels, args) = args.into_iter().unzip();
        let (name, entry) = (export.name.clone(), export.name.clone());
        properties.push(Property { name, entry, args, labels, polymorphic, partial, ..Property::default() });
        positions.push(position);
    }
    let is_called = |property: &Property, name: &str| {
        *property.name == *name || property.test.as_deref().is_some_and(|test| test == name)
    };
    let is_wanted = |test: &Property| named.is_empty() || named.iter().any(|name| is_called(test, name));
    let tests: Vec<(usize, Property)> = tests.into_iter().filter(|(_, test)| is_wanted(test)).collect();
    if faults.is_empty() {
        let mut found = properties.iter().chain(tests.iter().map(|(_, test)| test));
        let missing = named.iter().find(|name| !found.clone().any(|property| is_called(property, name)));
        if found.next().is_none() || missing.is_some() {
            let message = match missing {
                Some(name) => format!("`{}` defines no `{name}`", source.name),
                None => format!("`{}` has no properties", source.name),
            };
            let hint = "a property is a function whose name starts with `prop_`: let prop_reverse l = List.rev (List.rev l) = l";
            faults.push(Diagnostic::without_place("no-property", message).hint(hint));
        }
    }
    let names: Vec<&str> = properties.iter().map(|property| &*property.entry).collect();
    for (path, ty) in typed.unusable_generators(&names) {
        let message = format!("`{path}` is no generator for `{ty}`, so values of all kinds are tried");
        let hint = format!("a generator is a list of values, `{ty} list`, or a function that gives a `{ty}`");
        let span = definition_of(source, &path);
        diagnostics.push(Diagnostic::warning("not-a-generator", span, message).hint(hint));
    }
    diagnostics.extend(properties.iter().filter_map(|property| escaping_premise(source, program, property)));
    if !faults.is_empty() {
        diagnostics.extend(faults);
        return (None, diagnostics);
    }
    let (program, builders) = with_builders(source, typed, &options, &mut properties);
    let mut placed: Vec<(usize, Property)> = positions.into_iter().zip(properties).chain(tests).collect();
    placed.sort_by_key(|(position, _)| *position);
    let properties = placed.into_iter().map(|(_, property)| property).collect();
    let source = source.clone();
    (Some(Properties { source, program, properties, builders, raising_functions: false }), diagnostics)
}
