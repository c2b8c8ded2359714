//! Drivers in C11: one file that is both the driver and, for the user's own file, the header.
//! In: the plan of a suite. Out: types for the values, prototypes of the functions that the user writes, printers, the cases
//! as calls, and `main`. Compiles without warnings; strings with a zero byte have no place in C and are refused.

mod printers;
mod types;

use lydian_core::Datum;
use lydian_ocaml::{Form, FormId};

use super::text::list;
use super::{Operation, Plan};
use crate::names::{self, distinct, identifier};
use crate::quote;
use types::Types;

/// Words that cannot be names in C.
const WORDS: &[&str] = &[names::C, "asm out tag as errno"];

/// The source of the driver.
pub(super) fn write(plan: &Plan<'_>) -> Result<String, String> {
    let types = Types::new(plan);
    let operations = plan.operations();
    let functions = functions(&operations);
    let mut out = head(plan);
    out.push_str("#ifndef LYDIAN_DRIVER_TYPES\n#define LYDIAN_DRIVER_TYPES\n\n");
    out.push_str("#include <stdbool.h>\n#include <stddef.h>\n\n");
    out.push_str("/* What a function returns if the input is refused. */\n#define LYDIAN_REFUSED (-1)\n\n");
    out.push_str("/* How many outputs there is room for. */\n");
    out.push_str(&format!("#define LYDIAN_MOST_OUTPUTS {}\n\n", most_outputs(plan)));
    out.push_str("typedef char lydian_unit;\n\n");
    types.declare(&mut out);
    types.makers(&mut out);
    prototypes(&mut out, plan, &types, &operations, &functions);
    out.push_str("\n#endif\n\n#ifndef LYDIAN_TYPES_ONLY\n\n");
    out.push_str(include_str!("c/print.c"));
    printers::write(&mut out, &types);
    let longest = plan.suite.cases.iter().map(|case| case.steps.len()).max().unwrap_or(0);
    out.push_str(&format!("\nenum {{ LYDIAN_LONGEST_CASE = {longest} }};\n\n"));
    out.push_str(include_str!("c/judge.c"));
    cases(&mut out, plan, &types, &operations, &functions)?;
    out.push_str(include_str!("c/main.c"));
    out.push_str("\n#endif\n");
    Ok(out)
}

fn head(plan: &Plan<'_>) -> String {
    format!(
        "/* {}\n\n   Write the functions below whose names begin with `sut_` in a file of your own that begins with\n\n       \
         #define LYDIAN_TYPES_ONLY\n       #include \"driver.c\"\n\n   (or whatever this file is called), then build and \
         run both:\n\n       cc -std=c11 driver.c sut.c -o driver -lm && ./driver\n\n   Each function writes the outputs of \
         one input to `out` and returns how many there are, or returns\n   LYDIAN_REFUSED. A case goes on as long as the \
         first allowed answer comes; after another allowed\n   answer it ends, passed. The driver ends with 0 if all cases \
         pass, with 1 if one fails, and with 2\n   if the functions cannot be used. */\n\n",
        plan.title()
    )
}

/// Room for the outputs of any allowed answer, and for some more of a wrong one.
fn most_outputs(plan: &Plan<'_>) -> usize {
    let steps = plan.suite.cases.iter().flat_map(|case| &case.steps);
    let longest = steps.flat_map(|step| &step.allowed).map(Vec::len).max().unwrap_or(0);
    (2 * longest).max(16)
}

/// The names of the user's functions.
fn functions(operations: &[Operation<'_>]) -> Vec<String> {
    let wanted = operations.iter().map(|operation| operation.constructor.map_or("step", |con| &*con.name));
    distinct(&["reset", "install"], wanted).into_iter().map(|name| format!("sut_{name}")).collect()
}

fn prototypes(
    out: &mut String,
    plan: &Plan<'_>,
    types: &Types<'_>,
    operations: &[Operation<'_>],
    functions: &[String],
) {
    out.push_str("/* The functions that you write. */\n\n");
    out.push_str("/* Brings the system into its initial state. */\nvoid sut_reset(void);\n");
    if plan.installs {
        out.push_str("\n/* Brings the system into this state; called after each reset. */\n");
        out.push_str("void sut_install(lydian_state state);\n");
    }
    for (operation, function) in operations.iter().zip(functions) {
        let declaration = operation.constructor.map(|con| plan.forms.declaration(con));
        out.push_str(&format!("\n/* {} */\n", declaration.unwrap_or_else(|| "An input.".to_owned())));
        let names = plan.parameters(operation, WORDS);
        let mut parameters: Vec<String> =
            operation.args.iter().zip(&names).map(|(form, name)| types.parameter(*form, name)).collect();
        parameters.push("lydian_output *out".to_owned());
        out.push_str(&format!("int {function}({});\n", parameters.join(", ")));
    }
}

fn cases(
    out: &mut String,
    plan: &Plan<'_>,
    types: &Types<'_>,
    operations: &[Operation<'_>],
    functions: &[String],
) -> Result<(), String> {
    out.push_str("\n/* The cases. */\n\n");
    for (index, case) in plan.suite.cases.iter().enumerate() {
        out.push_str(&format!("static int lydian_case_{}(lydian_story *story) {{\n", index + 1));
        if case.steps.is_empty() {
            out.push_str("    (void)story;\n");
        }
        if let Some(initial) = case.initial.as_ref().filter(|_| plan.installs) {
            out.push_str(&format!("    sut_install({});\n", value(plan, types, plan.state, initial)?));
        }
        for step in &case.steps {
            let (position, arguments) = plan.call(operations, &step.input)?;
            let mut parts = Vec::new();
            for (argument, form) in arguments.iter().zip(&operations[position].args) {
                parts.push(value(plan, types, *form, argument)?);
            }
            parts.push("out".to_owned());
            // What no function in C can return must not be asked of one.
            for output in step.allowed.iter().flatten() {
                value(plan, types, plan.output, output)?;
            }
            let allowed: Vec<String> =
                plan.allowed(step)?.iter().map(|text| literal(text.as_bytes())).collect();
            let listed = if allowed.is_empty() { "NULL".to_owned() } else { allowed.join(", ") };
            let input = literal(plan.input_text(&step.input)?.as_bytes());
            let call = format!("{}({})", functions[position], parts.join(", "));
            out.push_str(&format!("    LYDIAN_STEP({input}, {call}, {}, {listed});\n", allowed.len()));
        }
        out.push_str("    return LYDIAN_PASSED;\n}\n\n");
    }
    out.push_str("static const struct {\n    const char *name, *initial;\n    int (*run)(lydian_story *);\n} lydian_cases[] = {\n");
    for (index, case) in plan.suite.cases.iter().enumerate() {
        let initial = plan.initial_text(case)?.map_or("NULL".to_owned(), |text| literal(text.as_bytes()));
        let name = literal(case.name.as_bytes());
        out.push_str(&format!("    {{{name}, {initial}, lydian_case_{}}},\n", index + 1));
    }
    out.push_str("    {NULL, NULL, NULL},\n};\n\n");
    Ok(())
}

/// A value as an expression.
fn value(plan: &Plan<'_>, types: &Types<'_>, form: FormId, datum: &Datum) -> Result<String, String> {
    let misfit = || format!("a value of the suite is not of its type {}", plan.forms.name(form));
    let part = |child: FormId, datum: &Datum| -> Result<String, String> {
        let text = value(plan, types, child, datum)?;
        Ok(if types.is_pointer(form, child) { format!("&{text}") } else { text })
    };
    Ok(match (plan.forms.form(form), datum) {
        (Form::Int, Datum::Int(int)) => format!("{int}LL"),
        (Form::Bool, Datum::Bool(known)) => known.to_string(),
        (Form::Char, Datum::Char(byte)) => format!("(char){byte}"),
        (Form::Float, Datum::Float(float)) => float_value(*float),
        (Form::Unit, Datum::Unit) => "0".to_owned(),
        (Form::String, Datum::Str(bytes)) | (Form::Bytes, Datum::Bytes(bytes)) => {
            if bytes.contains(&0) {
                return Err("the suite holds a string with a zero byte, which ends a string in C".to_owned());
            }
            literal(bytes)
        }
        (Form::Lazy(inner), Datum::Lazy(datum)) => value(plan, types, *inner, datum)?,
        (Form::Tuple(parts), Datum::Construct(_, _, data)) => {
            let data: Result<Vec<String>, String> =
                parts.iter().zip(data).map(|(form, datum)| part(*form, datum)).collect();
            format!("({}){{{}}}", types.name(form), data?.join(", "))
        }
        (Form::Record(record), Datum::Construct(_, _, data)) => {
            let parts = record.fields.iter().zip(data);
            let data: Result<Vec<String>, String> =
                parts.map(|((_, form), datum)| part(*form, datum)).collect();
            format!("({}){{{}}}", types.name(form), data?.join(", "))
        }
        (Form::List(element), Datum::Construct(..)) => sequence(plan, types, form, *element, &list(datum))?,
        (Form::Array(element), Datum::Array(data)) => {
            sequence(plan, types, form, *element, &data.iter().collect::<Vec<_>>())?
        }
        (Form::Variant(variant), Datum::Construct(con, _, data)) => {
            let position =
                variant.constructors.iter().position(|known| known.con == *con).ok_or_else(misfit)?;
            let constructor = &variant.constructors[position];
            let parts = constructor.args.iter().zip(data);
            let data: Result<Vec<String>, String> = parts.map(|(form, datum)| part(*form, datum)).collect();
            types.construct(form, position, &data?)
        }
        _ => return Err(misfit()),
    })
}

fn sequence(
    plan: &Plan<'_>,
    types: &Types<'_>,
    form: FormId,
    element: FormId,
    data: &[&Datum],
) -> Result<String, String> {
    let name = types.name(form);
    if data.is_empty() {
        return Ok(format!("({name}){{0, NULL}}"));
    }
    let parts: Result<Vec<String>, String> =
        data.iter().map(|datum| value(plan, types, element, datum)).collect();
    let ty = types.spelled(element);
    let constant = if ty.ends_with('*') { format!("{ty}const") } else { format!("const {ty}") };
    Ok(format!("({name}){{{}, ({constant}[]){{{}}}}}", data.len(), parts?.join(", ")))
}

fn float_value(float: f64) -> String {
    if float.is_nan() {
        return "(double)NAN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "(double)INFINITY".to_owned() } else { "(double)-INFINITY".to_owned() };
    }
    format!("{float:.17e}")
}

/// A string literal; two question marks could begin a trigraph.
fn literal(bytes: &[u8]) -> String {
    quote::quoted(quote::bytes(bytes), quote::octal).replace('?', "\\?")
}

/// A name of OCaml as one of C.
fn spell(name: &str) -> String {
    format!("lydian_{}", identifier(name))
}
