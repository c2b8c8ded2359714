//! Functions of a driver in C that print outputs, in the notation that `text` writes.
//! In: the types of the driver. Out: one function for each structure that outputs are made of.

use lydian_core::ConId;
use lydian_ocaml::{ConstructorForm, Form, FormId, VariantForm};

use super::literal;
use super::types::Types;

/// Writes the printers, and `lydian_put_answer` for an output.
pub(super) fn write(out: &mut String, types: &Types<'_>) {
    let plan = types.plan;
    let needed = plan.reachable(&[plan.output]);
    let printed: Vec<FormId> = types.order().iter().copied().filter(|form| needed.contains(form)).collect();
    for form in &printed {
        out.push_str(&format!("\n{};", signature(types, *form)));
    }
    out.push('\n');
    for form in &printed {
        out.push_str(&format!("\n{} {{\n    (void)is_argument;\n", signature(types, *form)));
        body(out, types, *form);
        out.push_str("}\n");
    }
    out.push_str("\nstatic inline void lydian_put_answer(lydian_text *out, const lydian_output *output) {\n");
    out.push_str(&format!("    {}\n}}\n", print(types, plan.output, "*output", false)));
}

fn signature(types: &Types<'_>, form: FormId) -> String {
    let name = types.name(form);
    format!("static inline void put_{name}(lydian_text *out, {name} value, bool is_argument)")
}

fn body(out: &mut String, types: &Types<'_>, form: FormId) {
    match types.plan.forms.form(form) {
        Form::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(index, part)| (*part, format!("a{index}")));
            tuple(out, types, form, "value.", parts);
        }
        Form::Record(record) => {
            let names = types.fields(record.fields.iter().map(|(name, _)| &**name));
            let shown = record.fields.iter().map(|(name, _)| &**name);
            let parts = record.fields.iter().map(|(_, part)| *part).zip(names);
            fields(out, types, form, "value.", shown.zip(parts));
        }
        Form::List(element) | Form::Array(element) => {
            out.push_str("    lydian_put(out, \"[\");\n");
            out.push_str("    for (size_t index = 0; index < value.length; index++) {\n");
            out.push_str("        lydian_put(out, index > 0 ? \"; \" : \"\");\n");
            out.push_str(&format!(
                "        {}\n    }}\n",
                print(types, *element, "value.items[index]", false)
            ));
            out.push_str("    lydian_put(out, \"]\");\n");
        }
        Form::Variant(variant) => constructors(out, types, form, variant),
        _ => {}
    }
}

fn constructors(out: &mut String, types: &Types<'_>, form: FormId, variant: &VariantForm) {
    if let Some(some) = variant.constructors.iter().find(|con| con.con == ConId::SOME) {
        out.push_str(
            "    if (!value.is_some) {\n        lydian_put(out, \"None\");\n        return;\n    }\n",
        );
        out.push_str("    lydian_put(out, is_argument ? \"(Some \" : \"Some \");\n");
        out.push_str(&format!("    {}\n", part(types, form, some.args[0], "value.value", true)));
        out.push_str("    lydian_put(out, is_argument ? \")\" : \"\");\n");
        return;
    }
    out.push_str("    switch (value.tag) {\n");
    for (constructor, con) in variant.constructors.iter().zip(types.constructors(variant)) {
        out.push_str(&format!("    case {}_{con}:\n", types.name(form)));
        one(out, types, form, constructor, &con);
        out.push_str("    break;\n");
    }
    out.push_str("    default:\n    lydian_put(out, \"<no such constructor>\");\n    }\n");
}

fn one(out: &mut String, types: &Types<'_>, form: FormId, constructor: &ConstructorForm, con: &str) {
    let name = &constructor.name;
    if constructor.args.is_empty() {
        return out.push_str(&format!("    lydian_put(out, {});\n", literal(name.as_bytes())));
    }
    let (inner, plain) = (literal(format!("({name} ").as_bytes()), literal(format!("{name} ").as_bytes()));
    out.push_str(&format!("    lydian_put(out, is_argument ? {inner} : {plain});\n"));
    let place = format!("value.as.{con}.");
    let parts = constructor.args.iter().copied().zip(types.arguments(constructor));
    match (&constructor.fields, &*constructor.args) {
        (Some(shown), _) => {
            fields(out, types, form, &place, shown.iter().map(|name| &**name).zip(parts));
        }
        (None, [only]) => {
            out.push_str(&format!("    {}\n", part(types, form, *only, &format!("value.as.{con}"), true)));
        }
        (None, _) => tuple(out, types, form, &place, parts),
    }
    out.push_str("    lydian_put(out, is_argument ? \")\" : \"\");\n");
}

fn tuple(
    out: &mut String,
    types: &Types<'_>,
    form: FormId,
    place: &str,
    parts: impl Iterator<Item = (FormId, String)>,
) {
    for (index, (child, name)) in parts.enumerate() {
        out.push_str(&format!("    lydian_put(out, \"{}\");\n", if index == 0 { "(" } else { ", " }));
        out.push_str(&format!("    {}\n", part(types, form, child, &format!("{place}{name}"), false)));
    }
    out.push_str("    lydian_put(out, \")\");\n");
}

fn fields<'n>(
    out: &mut String,
    types: &Types<'_>,
    form: FormId,
    place: &str,
    parts: impl Iterator<Item = (&'n str, (FormId, String))>,
) {
    for (index, (shown, (child, name))) in parts.enumerate() {
        let before = if index == 0 { "{" } else { "; " };
        out.push_str(&format!(
            "    lydian_put(out, {});\n",
            literal(format!("{before}{shown} = ").as_bytes())
        ));
        out.push_str(&format!("    {}\n", part(types, form, child, &format!("{place}{name}"), false)));
    }
    out.push_str("    lydian_put(out, \"}\");\n");
}

/// A call that prints a part of a structure, which may be behind a pointer.
fn part(types: &Types<'_>, parent: FormId, child: FormId, place: &str, is_argument: bool) -> String {
    if !types.is_pointer(parent, child) {
        return print(types, child, place, is_argument);
    }
    let call = print(types, child, &format!("*{place}"), is_argument);
    format!("if ({place} == NULL) lydian_put(out, \"NULL\");\n    else {call}")
}

/// A call that prints a value.
fn print(types: &Types<'_>, form: FormId, place: &str, is_argument: bool) -> String {
    let function = match types.plan.forms.form(form) {
        Form::Int => "lydian_put_int".to_owned(),
        Form::Bool => "lydian_put_bool".to_owned(),
        Form::Char => "lydian_put_char".to_owned(),
        Form::Float => "lydian_put_float".to_owned(),
        Form::String | Form::Bytes => "lydian_put_string".to_owned(),
        Form::Unit => "lydian_put_unit".to_owned(),
        Form::Lazy(inner) => return print(types, *inner, place, is_argument),
        _ => format!("put_{}", types.name(form)),
    };
    format!("{function}(out, {place}, {is_argument});")
}
