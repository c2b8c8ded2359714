//! The tests of QCheck that a file defines, as properties of what their generators draw.
//!
//! A test is a value of the type `QCheck.Test.t`, alone, in a list, or given to a runner. Once the definitions are computed, each test
//! says what the thing looks like that it draws (its shape); that becomes the type of the property's only argument. A definition
//! of its own at the end of the program is what runs. In: a file that was read. Out: the same with these definitions.

use std::fmt::Write as _;
use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, Program, Type};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Options, Typed};

use crate::load::{Properties, Property};
use crate::ready::{Ready, elements};

/// A file with its tests.
pub(crate) struct WithTests {
    /// The file, read again with definitions that run the tests.
    pub typed: Typed,
    /// How it was read.
    pub options: Options,
    /// The tests as properties, each with the position of the definition that holds it.
    pub tests: Vec<(usize, Property)>,
}

/// A definition that holds tests.
struct Holder {
    /// Its position among the exports.
    position: usize,
    name: Arc<str>,
    /// Whether it is a list.
    is_list: bool,
}

/// A test, as it describes itself.
struct Described {
    name: Option<String>,
    /// The type of what it draws; nothing if that is too large.
    drawn: Option<Type>,
    /// Its index in the list that holds it.
    index: i64,
}

const TYPE_OF_TESTS: &str = "QCheck_lydian.test";

/// Finds the tests of a file.
pub(crate) fn with_tests(source: &Arc<Source>, typed: Typed) -> Result<WithTests, Vec<Diagnostic>> {
    let holders = holders(&typed.program);
    if holders.is_empty() {
        return Ok(WithTests { typed, options: Options::default(), tests: vec![] });
    }
    let mut options = Options::default();
    options.after.push(Source::new(source.name.clone(), collecting(&holders)));
    let described = described(source, &options)?;
    let mut text = String::from("let lydian_tests_0 = QCheck_lydian.all lydian_tests\n");
    let mut tests = Vec::new();
    for (holder, mine) in holders.iter().zip(described) {
        let among = mine.len();
        for test in mine {
            let number = tests.len();
            let _ = writeln!(text, "let lydian_test_{number} = QCheck_lydian.next_run lydian_tests_{number}");
            let _ = writeln!(
                text,
                "let lydian_tests_{} = QCheck_lydian.others lydian_tests_{number}",
                number + 1
            );
            let name = title(&test, holder, among, number);
            let test_expression = expression(holder, &test);
            let Some(drawn) = test.drawn else { return Err(vec![too_large(&name)]) };
            tests.push((holder.position, property(name, number, drawn, test_expression)));
        }
    }
    make_distinct(&mut tests);
    options.after.push(Source::new(source.name.clone(), text));
    match lydian_ocaml::load_typed(source, &options) {
        (Some(typed), _) => Ok(WithTests { typed, options, tests }),
        (None, faults) => Err(faults),
    }
}

/// Whether a definition of this type is a test or a list of tests.
pub(crate) fn holds_tests(program: &Program, ty: &Type) -> bool {
    let is_test =
        |ty: &Type| matches!(program.types.expand(ty), Type::Named(path, _) if &*path == TYPE_OF_TESTS);
    match program.types.expand(ty) {
        Type::List(part) => is_test(&part),
        ty => is_test(&ty),
    }
}

fn holders(program: &Program) -> Vec<Holder> {
    let holder = |(position, export): (usize, &lydian_core::Export)| {
        let hidden = program.exports[position + 1..].iter().any(|later| later.name == export.name);
        let is_list = matches!(program.types.expand(&export.ty), Type::List(_));
        (!hidden && holds_tests(program, &export.ty)).then(|| Holder {
            position,
            name: export.name.clone(),
            is_list,
        })
    };
    program.exports.iter().enumerate().filter_map(holder).collect()
}

/// The text that collects the tests, each once, at the first definition that holds it.
fn collecting(holders: &[Holder]) -> String {
    let list = |holder: &Holder| match holder.is_list {
        true => format!("({})", holder.name),
        false => format!("[ ({}) ]", holder.name),
    };
    let lists: Vec<String> = holders.iter().map(list).collect();
    format!(
        "let lydian_tests = [ {} ]\nlet lydian_described = QCheck_lydian.described lydian_tests\n",
        lists.join("; ")
    )
}

/// What the tests say of themselves, for each definition that holds some.
fn described(source: &Arc<Source>, options: &Options) -> Result<Vec<Vec<Described>>, Vec<Diagnostic>> {
    let (program, faults) = lydian_ocaml::load_with(source, options);
    let Some(program) = program else { return Err(faults) };
    let file = Properties {
        source: source.clone(),
        program,
        properties: vec![],
        builders: None,
        raising_functions: false,
    };
    let ready = Ready::new(&file).map_err(|fault| vec![*fault])?;
    let described = ready.value_of("lydian_described").map_err(|why| {
        let why = why.in_words(|exception| lydian_ocaml::show(exception, &file.program.types));
        let message = format!("the tests of `{}` cannot be computed: a definition {why}", source.name);
        vec![Diagnostic::without_place("definition-fails", message)]
    })?;
    Ok(elements(&described).map(|list| elements(list).map(read).collect()).collect())
}

/// Reads a name and a shape, both as options, and an index.
fn read(test: &Datum) -> Described {
    let part = |index: usize| parts(test).get(index);
    let name = match part(0).and_then(content) {
        Some(Datum::Str(text)) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    };
    let drawn = part(1).and_then(content).and_then(|shape| type_of(shape, 0));
    let index = match part(2) {
        Some(Datum::Int(index)) => index.as_i64().unwrap_or(0),
        _ => 0,
    };
    let name = name.map(|name| name.replace(char::is_control, " "));
    Described { name: name.filter(|name| !name.trim().is_empty()), drawn, index }
}

fn parts(datum: &Datum) -> &[Datum] {
    match datum {
        Datum::Construct(_, _, parts) => parts,
        _ => &[],
    }
}

fn content(option: &Datum) -> Option<&Datum> {
    parts(option).first()
}

/// A shape that is nested deeper than this is too large.
const DEEPEST: u32 = 200;

/// The type of what a shape describes.
fn type_of(shape: &Datum, depth: u32) -> Option<Type> {
    let Datum::Construct(con, _, parts) = shape else { return None };
    if depth > DEEPEST {
        return None;
    }
    let part = |index: usize| type_of(parts.get(index)?, depth + 1);
    let name = con.name();
    Some(match name.rsplit('.').next().unwrap_or(name) {
        "Unit_" => Type::Unit,
        "Bool_" => Type::Bool,
        "Int_" => Type::Int,
        "Char_" => Type::Char,
        "Float_" => Type::Float,
        "String_" => Type::String,
        "Option_" => Type::Named("option".into(), [part(0)?].into()),
        "List_" => Type::List(Arc::new(part(0)?)),
        "Tuple_" => {
            Type::Tuple(elements(parts.first()?).map(|part| type_of(part, depth + 1)).collect::<Option<_>>()?)
        }
        "Either_" => Type::Named("Either.t".into(), [part(0)?, part(1)?].into()),
        "Function_" => Type::arrow(part(0)?, part(1)?),
        "Any_" => Type::Named("QCheck_lydian.any".into(), [].into()),
        _ => return None,
    })
}

/// The name of a test: its own, or that of the definition that holds it.
fn title(test: &Described, holder: &Holder, among: usize, number: usize) -> String {
    match &test.name {
        Some(name) => name.clone(),
        None if holder.name.starts_with(lydian_ocaml::GIVEN_TO_RUNNER) => format!("test {}", number + 1),
        None if among == 1 => holder.name.to_string(),
        None => format!("{} {}", holder.name, test.index + 1),
    }
}

/// The test as an expression.
fn expression(holder: &Holder, test: &Described) -> String {
    match holder.is_list {
        true => format!("(QCheck_lydian.nth {} {})", holder.name, test.index),
        false => holder.name.to_string(),
    }
}

fn property(name: String, number: usize, drawn: Type, test: String) -> Property {
    Property {
        name: name.into(),
        entry: format!("lydian_test_{number}").into(),
        args: vec![drawn],
        labels: vec![ArgLabel::Positional],
        polymorphic: false,
        partial: false,
        ungenerated: false,
        test: Some(test.into()),
    }
}

/// Two tests of the same name can be told apart by a number.
fn make_distinct(tests: &mut [(usize, Property)]) {
    for index in 1..tests.len() {
        let (before, rest) = tests.split_at_mut(index);
        let property = &mut rest[0].1;
        let taken = |name: &str| before.iter().any(|(_, other)| *other.name == *name);
        if taken(&property.name) {
            let free = (2..).map(|count| format!("{} ({count})", property.name)).find(|name| !taken(name));
            property.name = free.unwrap_or_default().into();
        }
    }
}

fn too_large(name: &str) -> Diagnostic {
    let message = format!("what the test `{name}` draws has too many parts");
    Diagnostic::without_place("generator-too-large", message).hint(
        "draw a list instead of very many values side by side, and let recursive generators be made by `fix`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let (found, faults) = crate::load(&Source::new("file.ml", text), &[]);
        let found = found.unwrap_or_else(|| panic!("{faults:?}"));
        let types = &found.program.types;
        let shown = |property: &Property| {
            (property.name.to_string(), lydian_ocaml::show_type(&property.args[0], types))
        };
        found.properties.iter().map(shown).collect()
    }

    #[test]
    fn what_a_generator_draws_is_the_argument() {
        let drawn = |arbitrary: &str| {
            let text = format!("let t = QCheck.(Test.make ({arbitrary}) (fun _ -> true))");
            found(&text)[0].1.clone()
        };
        assert_eq!(drawn("list int"), "int list");
        assert_eq!(drawn("pair small_nat (option bool)"), "int * bool option");
        assert_eq!(drawn("array printable_string"), "string list");
        assert_eq!(drawn("oneofl [ 1; 2; 3 ]"), "(unit, (unit, unit) Either.t) Either.t");
        assert_eq!(drawn("map (fun n -> n + 1) int"), "int");
        assert_eq!(drawn("fun1 Observable.int bool"), "int -> bool");
        assert_eq!(drawn("make Gen.(int_range 1 3 >>= fun n -> list_repeat n bool)"), "int * bool list");
    }

    #[test]
    fn each_test_is_found_once_under_its_name() {
        let text = "open QCheck let a = Test.make ~name:\"first\" int (fun _ -> true) \
                    let b = Test.make int (fun _ -> true) let prop_c n = n = n + 0 \
                    let suite = [ a; b; Test.make int (fun _ -> true); Test.make ~name:\"first\" int (fun _ -> true) ] \
                    let () = exit (QCheck_runner.run_tests_main (Test.make int (fun _ -> true) :: suite))";
        let names: Vec<String> = found(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["first", "b", "prop_c", "suite 3", "first (2)", "test 5"]);
    }
}
