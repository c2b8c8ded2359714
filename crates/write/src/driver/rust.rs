//! Drivers in Rust: one file with the types, a trait `System`, the cases as data, and `main`.
//! In: the plan of a suite. Out: source for edition 2021 that compiles without warnings beside the user's `sut.rs`. Strings are
//! those of Rust, so a suite with other bytes is refused.

mod types;

use lydian_core::Datum;
use lydian_ocaml::Form;

use super::{Operation, Plan};
use types::{Types, literal, utf8};

/// Words that cannot be names in Rust.
const WORDS: &[&str] = &["abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self static struct super trait true try type typeof unsafe unsized use virtual where while \
    yield Self out is_argument"];

/// The source of the driver.
pub(super) fn write(plan: &Plan<'_>) -> Result<String, String> {
    let types = Types::new(plan);
    let operations = plan.operations();
    let functions = plan.methods(&operations, WORDS);
    let mut out = head(plan);
    types.declare(&mut out);
    system(&mut out, plan, &types, &operations, &functions);
    out.push_str(include_str!("rust/runtime.rust"));
    types.printers(&mut out);
    cases(&mut out, plan, &types, &operations, &functions)?;
    Ok(out)
}

fn head(plan: &Plan<'_>) -> String {
    format!(
        "//! {}\n//!\n//! Write a file `sut.rs` beside this one, with a type that implements `System` and a function\n//! that \
         gives one,\n//!\n//!     use super::*;\n//!     pub fn system() -> impl System {{ ... }}\n//!\n//! then build and run: \
         `rustc --edition 2021 driver.rs && ./driver`. Each function of `System` gives the\n//! outputs of one input, or \
         `None` if the input is refused. A case goes on as long as the first allowed\n//! answer comes; after another allowed \
         answer it ends, passed. The driver ends with 0 if all cases\n//! pass, and with 1 if one fails.\n\n\
         #![allow(dead_code, non_camel_case_types)]\n\nmod sut;\n\n/// What a system gives for an input: its outputs, or `None` \
         if the input is refused.\npub type Answer = Option<Vec<Output>>;\n\n",
        plan.title()
    )
}

fn system(
    out: &mut String,
    plan: &Plan<'_>,
    types: &Types<'_>,
    operations: &[Operation<'_>],
    functions: &[String],
) {
    out.push_str("/// What you write: the system under test.\npub trait System {\n");
    out.push_str("    /// Brings the system into its initial state.\n    fn reset(&mut self);\n");
    if plan.installs {
        out.push_str("\n    /// Brings the system into this state; called after each reset.\n");
        out.push_str("    fn install(&mut self, state: State);\n");
    }
    for (operation, function) in operations.iter().zip(functions) {
        let declaration = operation.constructor.map(|con| plan.forms.declaration(con));
        out.push_str(&format!(
            "\n    /// `{}`\n",
            declaration.unwrap_or_else(|| plan.forms.name(plan.input).to_owned())
        ));
        let names = plan.parameters(operation, WORDS);
        let parameters: Vec<String> = operation
            .args
            .iter()
            .zip(names)
            .map(|(form, name)| match plan.forms.form(*form) {
                Form::String | Form::Bytes => format!(", {name}: &str"),
                _ => format!(", {name}: {}", types.spelled(*form)),
            })
            .collect();
        out.push_str(&format!("    fn {function}(&mut self{}) -> Answer;\n", parameters.concat()));
    }
    out.push_str("}\n\n");
}

fn cases(
    out: &mut String,
    plan: &Plan<'_>,
    types: &Types<'_>,
    operations: &[Operation<'_>],
    functions: &[String],
) -> Result<(), String> {
    out.push_str("\nconst CASES: &[Case] = &[\n");
    for case in &plan.suite.cases {
        let install = match case.initial.as_ref().filter(|_| plan.installs) {
            Some(state) => format!("|system| system.install({})", types.value(plan.state, state)?),
            None => "|_| ()".to_owned(),
        };
        out.push_str(&format!("    Case {{\n        name: {},\n", literal(&case.name)));
        let initial =
            plan.initial_text(case)?.map_or("None".to_owned(), |text| format!("Some({})", literal(&text)));
        out.push_str(&format!(
            "        initial: {initial},\n        install: {install},\n        steps: &[\n"
        ));
        for step in &case.steps {
            let (position, arguments) = plan.call(operations, &step.input)?;
            let mut parts = Vec::new();
            for (argument, form) in arguments.iter().zip(&operations[position].args) {
                parts.push(match argument {
                    Datum::Str(bytes) | Datum::Bytes(bytes) => literal(utf8(bytes)?),
                    argument => types.value(*form, argument)?,
                });
            }
            // What no function in Rust can return must not be asked of one.
            for output in step.allowed.iter().flatten() {
                types.value(plan.output, output)?;
            }
            let call = format!("system.{}({})", functions[position], parts.join(", "));
            let allowed: Vec<String> = plan.allowed(step)?.iter().map(|text| literal(text)).collect();
            out.push_str(&format!(
                "            Step {{\n                input: {},\n",
                literal(&plan.input_text(&step.input)?)
            ));
            out.push_str(&format!("                run: |system| {call},\n"));
            out.push_str(&format!("                allowed: &[{}],\n            }},\n", allowed.join(", ")));
        }
        out.push_str("        ],\n    },\n");
    }
    out.push_str("];\n");
    Ok(())
}
