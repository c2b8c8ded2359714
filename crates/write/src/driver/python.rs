//! Drivers in Python 3: one file with the types and cases as data, and a class to derive from.
//! In: the plan of a suite. Out: source without dependencies. A value is what Python has for it: a constructor is its name, or a
//! tuple of its name and its arguments; records are dictionaries; `None` stands for `None` and `()`.

use lydian_core::{ConId, Datum};
use lydian_ocaml::{ConstructorForm, Form, FormId, VariantForm};

use super::text::list;
use super::{Operation, Plan};
use crate::{names, quote};

/// Words that cannot be names in Python.
const WORDS: &[&str] = &[names::PYTHON, "self"];

/// The source of the driver.
pub(super) fn write(plan: &Plan<'_>) -> Result<String, String> {
    let operations = plan.operations();
    let functions = plan.methods(&operations, WORDS);
    let mut out = head(plan);
    types(&mut out, plan);
    system(&mut out, plan, &operations, &functions);
    cases(&mut out, plan, &operations, &functions)?;
    out.push_str("\n\n");
    out.push_str(include_str!("python/runtime.py"));
    Ok(out)
}

fn head(plan: &Plan<'_>) -> String {
    format!(
        "\"\"\"{}\n\nWrite a module, say sut.py, with a class that has the functions of `System` below, or with these functions \
         alone,\nthen run `python3 driver.py sut`. A function returns an output, a list of outputs, or \"refused\".\n\nA \
         constructor is its name, or a tuple of its name and its arguments: \"Ok\", (\"Balance\", 5). A record is a\ndictionary. \
         An option is None or the value; where that can be None itself, it is (\"Some\", value). () is None.\n\nA case goes on \
         as long as the first allowed answer comes; after another allowed answer it ends, passed. The\ndriver ends with 0 if all \
         cases pass, with 1 if one fails, and with 2 if the module cannot be used.\n\"\"\"\n\nimport importlib\nimport \
         math\nimport os\nimport sys\n\n",
        plan.title()
    )
}

/// The types that outputs are made of, for the printer.
fn types(out: &mut String, plan: &Plan<'_>) {
    let all = plan.reachable(&[plan.output]);
    let keys = plan.type_names(&all, &[], &[], str::to_owned);
    let key = |form: FormId| literal(keys.get(&form).map_or("", |name| name).as_bytes());
    out.push_str(&format!("OUTPUT = {}\n\nTYPES = {{\n", key(plan.output)));
    for form in all.iter().copied() {
        let description = match plan.forms.form(form) {
            Form::Int => "\"int\",".to_owned(),
            Form::Bool => "\"bool\",".to_owned(),
            Form::Char => "\"char\",".to_owned(),
            Form::String | Form::Bytes => "\"string\",".to_owned(),
            Form::Float => "\"float\",".to_owned(),
            Form::Unit => "\"unit\",".to_owned(),
            Form::List(element) | Form::Array(element) => format!("\"list\", {}", key(*element)),
            Form::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| key(*part)).collect();
                format!("\"tuple\", [{}]", parts.join(", "))
            }
            Form::Record(record) => {
                let field = |name: &str, part| format!("({}, {})", literal(name.as_bytes()), key(part));
                let fields: Vec<String> =
                    record.fields.iter().map(|(name, part)| field(name, *part)).collect();
                format!("\"record\", [{}]", fields.join(", "))
            }
            Form::Variant(variant) => match variant.of(ConId::SOME) {
                Some(some) => {
                    let is_plain = if is_nullable(plan, some.args[0]) { "False" } else { "True" };
                    format!("\"option\", {}, {is_plain}", key(some.args[0]))
                }
                None => format!("\"variant\", {{{}}}", constructors(variant, &key)),
            },
            // The type of what is suspended stands in its place.
            Form::Lazy(inner) => {
                out.push_str(&format!("    # {} is {}\n", key(form), key(*inner)));
                continue;
            }
            Form::Closed(_) => continue,
        };
        out.push_str(&format!("    {}: ({description}),\n", key(form)));
    }
    out.push_str("}\n\n");
    for form in all {
        if let Form::Lazy(inner) = plan.forms.form(form) {
            out.push_str(&format!("TYPES[{}] = TYPES[{}]\n", key(form), key(*inner)));
        }
    }
    out.push('\n');
}

fn constructors(variant: &VariantForm, key: &dyn Fn(FormId) -> String) -> String {
    let one = |con: &ConstructorForm| {
        let parts: Vec<String> = con.args.iter().map(|part| key(*part)).collect();
        let fields = match &con.fields {
            Some(fields) => {
                let fields: Vec<String> = fields.iter().map(|field| literal(field.as_bytes())).collect();
                format!("[{}]", fields.join(", "))
            }
            None => "None".to_owned(),
        };
        let (name, shown) = (literal(bare(&con.name).as_bytes()), literal(con.name.as_bytes()));
        format!("{name}: ({shown}, [{}], {fields})", parts.join(", "))
    };
    variant.constructors.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn system(out: &mut String, plan: &Plan<'_>, operations: &[Operation<'_>], functions: &[String]) {
    out.push_str("\nclass System:\n    \"\"\"What you write: the system under test.\"\"\"\n\n");
    out.push_str("    def reset(self):\n        \"\"\"Brings the system into its initial state.\"\"\"\n");
    out.push_str("        raise NotImplementedError\n");
    if plan.installs {
        out.push_str("\n    def install(self, state):\n        \"\"\"Brings the system into this state; called after each reset.\"\"\"\n");
        out.push_str("        raise NotImplementedError\n");
    }
    for (operation, function) in operations.iter().zip(functions) {
        let declaration = operation.constructor.map(|con| plan.forms.declaration(con));
        let declaration = declaration.unwrap_or_else(|| plan.forms.name(plan.input).to_owned());
        let names = plan.parameters(operation, WORDS);
        let parameters: Vec<String> = names.iter().map(|name| format!(", {name}")).collect();
        out.push_str(&format!("\n    def {function}(self{}):\n", parameters.concat()));
        out.push_str(&format!("        \"\"\"{declaration}\"\"\"\n        raise NotImplementedError\n"));
    }
    out.push('\n');
}

fn cases(
    out: &mut String,
    plan: &Plan<'_>,
    operations: &[Operation<'_>],
    functions: &[String],
) -> Result<(), String> {
    out.push_str("\n# Each case: its name, the state to install with its text (or None), and its steps: the input, the function that gets it,\n");
    out.push_str("# its arguments, and the allowed answers; none if the input must be refused.\nCASES = [\n");
    for case in &plan.suite.cases {
        let install = match case.initial.as_ref().filter(|_| plan.installs) {
            Some(state) => {
                let text = plan.initial_text(case)?.unwrap_or_default();
                format!("({}, {})", literal(text.as_bytes()), value(plan, plan.state, state)?)
            }
            None => "None".to_owned(),
        };
        out.push_str(&format!("    ({}, {install}, [\n", literal(case.name.as_bytes())));
        for step in &case.steps {
            let (position, arguments) = plan.call(operations, &step.input)?;
            let pairs = arguments.iter().zip(&operations[position].args);
            let arguments: Result<Vec<String>, String> =
                pairs.map(|(datum, form)| value(plan, *form, datum)).collect();
            let allowed: Vec<String> =
                plan.allowed(step)?.iter().map(|text| literal(text.as_bytes())).collect();
            out.push_str(&format!(
                "        ({}, \"{}\", [{}], [{}]),\n",
                literal(plan.input_text(&step.input)?.as_bytes()),
                functions[position],
                arguments?.join(", "),
                allowed.join(", ")
            ));
        }
        out.push_str("    ]),\n");
    }
    out.push_str("]\n");
    Ok(())
}

/// A value as an expression.
fn value(plan: &Plan<'_>, form: FormId, datum: &Datum) -> Result<String, String> {
    let misfit = || format!("a value of the suite is not of its type {}", plan.forms.name(form));
    let all = |forms: &[FormId], data: &[Datum]| -> Result<Vec<String>, String> {
        forms.iter().zip(data).map(|(form, datum)| value(plan, *form, datum)).collect()
    };
    Ok(match (plan.forms.form(form), datum) {
        (Form::Int, Datum::Int(int)) => int.to_string(),
        (Form::Bool, Datum::Bool(known)) => if *known { "True" } else { "False" }.to_owned(),
        (Form::Float, Datum::Float(float)) => float_value(*float),
        (Form::Unit, Datum::Unit) => "None".to_owned(),
        (Form::Char, Datum::Char(byte)) => literal(&[*byte]),
        (Form::String, Datum::Str(bytes)) | (Form::Bytes, Datum::Bytes(bytes)) => literal(bytes),
        (Form::Lazy(inner), Datum::Lazy(datum)) => value(plan, *inner, datum)?,
        (Form::Tuple(parts), Datum::Construct(_, _, data)) => format!("({})", all(parts, data)?.join(", ")),
        (Form::Record(record), Datum::Construct(_, _, data)) => {
            let forms: Vec<FormId> = record.fields.iter().map(|(_, form)| *form).collect();
            dictionary(record.fields.iter().map(|(name, _)| &**name), &all(&forms, data)?)
        }
        (Form::List(element), Datum::Construct(..)) => {
            let parts: Result<Vec<String>, String> =
                list(datum).into_iter().map(|datum| value(plan, *element, datum)).collect();
            format!("[{}]", parts?.join(", "))
        }
        (Form::Array(element), Datum::Array(data)) => {
            let parts: Result<Vec<String>, String> =
                data.iter().map(|datum| value(plan, *element, datum)).collect();
            format!("[{}]", parts?.join(", "))
        }
        (Form::Variant(variant), Datum::Construct(con, _, data)) => {
            let constructor = variant.of(*con).ok_or_else(misfit)?;
            let data = all(&constructor.args, data)?;
            if *con == ConId::NONE {
                return Ok("None".to_owned());
            }
            if *con == ConId::SOME && !is_nullable(plan, constructor.args[0]) {
                return Ok(data.concat());
            }
            let name = literal(bare(&constructor.name).as_bytes());
            match &constructor.fields {
                _ if data.is_empty() => name,
                Some(fields) => {
                    format!("({name}, {})", dictionary(fields.iter().map(|field| &**field), &data))
                }
                None => format!("({name}, {})", data.join(", ")),
            }
        }
        _ => return Err(misfit()),
    })
}

fn dictionary<'n>(names: impl Iterator<Item = &'n str>, data: &[String]) -> String {
    let pairs: Vec<String> =
        names.zip(data).map(|(name, value)| format!("{}: {value}", literal(name.as_bytes()))).collect();
    format!("{{{}}}", pairs.join(", "))
}

/// Whether a value of this form can be `None` in Python.
fn is_nullable(plan: &Plan<'_>, form: FormId) -> bool {
    match plan.forms.form(form) {
        Form::Unit => true,
        Form::Lazy(inner) => is_nullable(plan, *inner),
        Form::Variant(variant) => variant.of(ConId::SOME).is_some(),
        _ => false,
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix('`').unwrap_or(name)
}

fn float_value(float: f64) -> String {
    match float {
        _ if float.is_nan() => "float(\"nan\")".to_owned(),
        f64::INFINITY => "float(\"inf\")".to_owned(),
        f64::NEG_INFINITY => "float(\"-inf\")".to_owned(),
        _ => format!("{float:e}"),
    }
}

/// A string literal: UTF-8 as text, other bytes as Python's own file names have them.
fn literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().chars();
        out.push_str(&quote::escaped(valid, |symbol| format!("\\U{:08x}", u32::from(symbol))));
        chunk.invalid().iter().for_each(|byte| out.push_str(&format!("\\udc{byte:02x}")));
    }
    out.push('"');
    out
}
