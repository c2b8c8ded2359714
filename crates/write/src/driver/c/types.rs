//! The types of a driver in C: structures with tags for variants, pointers where types are recursive.
//! In: the types that inputs, outputs and states are made of. Out: their names and declarations, and functions that make
//! outputs.

use std::collections::HashMap;

use lydian_core::ConId;
use lydian_ocaml::{ConstructorForm, Form, FormId, VariantForm};

use super::{WORDS, spell};
use crate::driver::Plan;
use crate::names::distinct;

/// The types of a driver.
pub(super) struct Types<'p> {
    pub plan: &'p Plan<'p>,
    names: HashMap<FormId, String>,
    order: Vec<FormId>,
    ranks: HashMap<FormId, usize>,
}

impl<'p> Types<'p> {
    /// The types that the functions of the user need.
    pub fn new(plan: &'p Plan<'p>) -> Types<'p> {
        let order: Vec<FormId> =
            plan.needed().into_iter().filter(|form| is_structure(plan.forms.form(*form))).collect();
        let names = plan.type_names(&order, &["lydian_unit lydian_text"], &named(plan), spell);
        let ranks = order.iter().enumerate().map(|(rank, form)| (*form, rank)).collect();
        Types { plan, names, order, ranks }
    }

    /// The structures in the order of their declaration.
    pub fn order(&self) -> &[FormId] {
        &self.order
    }

    /// The name of a structure.
    pub fn name(&self, form: FormId) -> &str {
        self.names.get(&form).map_or("", |name| name)
    }

    /// A type as it is written before a name.
    pub fn spelled(&self, form: FormId) -> String {
        match self.plan.forms.form(form) {
            Form::Int => "long long ".to_owned(),
            Form::Bool => "bool ".to_owned(),
            Form::Char => "char ".to_owned(),
            Form::Float => "double ".to_owned(),
            Form::String | Form::Bytes => "const char *".to_owned(),
            Form::Unit => "lydian_unit ".to_owned(),
            Form::Lazy(inner) => self.spelled(*inner),
            _ => format!("{} ", self.name(form)),
        }
    }

    /// A parameter of a function.
    pub fn parameter(&self, form: FormId, name: &str) -> String {
        format!("{}{name}", self.spelled(form))
    }

    /// Whether a part of a structure is a pointer, because the structure is part of the part.
    pub fn is_pointer(&self, parent: FormId, child: FormId) -> bool {
        let child = self.inner(child);
        match (self.ranks.get(&parent), self.ranks.get(&child)) {
            (Some(parent), Some(child)) => child >= parent,
            _ => false,
        }
    }

    /// What a suspension holds.
    fn inner(&self, mut form: FormId) -> FormId {
        while let Form::Lazy(part) = self.plan.forms.form(form) {
            form = *part;
        }
        form
    }

    fn member(&self, parent: FormId, child: FormId, name: &str) -> String {
        if self.is_pointer(parent, child) {
            format!("const {}*{name};", self.spelled(child))
        } else {
            format!("{}{name};", self.spelled(child))
        }
    }

    /// The names of the fields of a record or inline record.
    pub fn fields<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        distinct(WORDS, names)
    }

    /// The names of constructors, as parts of other names and of unions.
    pub fn constructors(&self, variant: &VariantForm) -> Vec<String> {
        distinct(WORDS, variant.constructors.iter().map(|con| &*con.name))
    }

    /// The names of the arguments of a constructor that has several.
    pub fn arguments(&self, constructor: &ConstructorForm) -> Vec<String> {
        match &constructor.fields {
            Some(fields) => self.fields(fields.iter().map(|field| &**field)),
            None => (0..constructor.args.len()).map(|index| format!("a{index}")).collect(),
        }
    }

    /// A value of a variant.
    pub fn construct(&self, form: FormId, position: usize, parts: &[String]) -> String {
        let name = self.name(form);
        let Form::Variant(variant) = self.plan.forms.form(form) else { return String::new() };
        let constructor = &variant.constructors[position];
        if constructor.con == ConId::NONE {
            return format!("({name}){{.is_some = false}}");
        }
        if constructor.con == ConId::SOME {
            return format!("({name}){{.is_some = true, .value = {}}}", parts.concat());
        }
        let con = &self.constructors(variant)[position];
        match parts {
            [] => format!("({name}){{.tag = {name}_{con}}}"),
            [only] if constructor.fields.is_none() => {
                format!("({name}){{.tag = {name}_{con}, .as = {{.{con} = {only}}}}}")
            }
            parts => format!("({name}){{.tag = {name}_{con}, .as = {{.{con} = {{{}}}}}}}", parts.join(", ")),
        }
    }

    /// Declares all structures, and other names for outputs and states that are called differently.
    pub fn declare(&self, out: &mut String) {
        for form in &self.order {
            let name = self.name(*form);
            out.push_str(&format!("typedef struct {name} {name};\n"));
        }
        for form in &self.order {
            out.push('\n');
            self.structure(out, *form);
        }
        for (form, name) in named(self.plan) {
            if self.name(form) != name {
                out.push_str(&format!("\ntypedef {}{name};\n", self.spelled(form)));
            }
        }
        out.push('\n');
    }

    fn structure(&self, out: &mut String, form: FormId) {
        let name = self.name(form);
        out.push_str(&format!("/* {} */\n", self.plan.forms.name(form).replace("*/", "* /")));
        match self.plan.forms.form(form) {
            Form::Tuple(parts) => {
                out.push_str(&format!("struct {name} {{\n"));
                for (index, part) in parts.iter().enumerate() {
                    out.push_str(&format!("    {}\n", self.member(form, *part, &format!("a{index}"))));
                }
                out.push_str("};\n");
            }
            Form::Record(record) => {
                out.push_str(&format!("struct {name} {{\n"));
                let names = self.fields(record.fields.iter().map(|(name, _)| &**name));
                for ((_, part), name) in record.fields.iter().zip(names) {
                    out.push_str(&format!("    {}\n", self.member(form, *part, &name)));
                }
                out.push_str("};\n");
            }
            Form::List(element) | Form::Array(element) => {
                let spelled = self.spelled(*element);
                let items = if spelled.ends_with('*') {
                    format!("{spelled}const *items;")
                } else {
                    format!("const {spelled}*items;")
                };
                out.push_str(&format!("struct {name} {{\n    size_t length;\n    {items}\n}};\n"));
            }
            Form::Variant(variant) => self.variant(out, form, variant),
            _ => {}
        }
    }

    fn variant(&self, out: &mut String, form: FormId, variant: &VariantForm) {
        let name = self.name(form);
        if let Some(some) = variant.constructors.iter().find(|con| con.con == ConId::SOME) {
            let value = self.member(form, some.args[0], "value");
            out.push_str(&format!("struct {name} {{\n    bool is_some;\n    {value}\n}};\n"));
            return;
        }
        let names = self.constructors(variant);
        let tags: Vec<String> = names.iter().map(|con| format!("{name}_{con}")).collect();
        out.push_str(&format!("struct {name} {{\n    enum {{ {} }} tag;\n", tags.join(", ")));
        if variant.constructors.iter().any(|con| !con.args.is_empty()) {
            out.push_str("    union {\n");
            for (constructor, con) in variant.constructors.iter().zip(&names) {
                match &*constructor.args {
                    [] => {}
                    [only] if constructor.fields.is_none() => {
                        out.push_str(&format!("        {}\n", self.member(form, *only, con)));
                    }
                    args => {
                        out.push_str("        struct {\n");
                        for (arg, argument) in args.iter().zip(self.arguments(constructor)) {
                            out.push_str(&format!("            {}\n", self.member(form, *arg, &argument)));
                        }
                        out.push_str(&format!("        }} {con};\n"));
                    }
                }
            }
            out.push_str("    } as;\n");
        }
        out.push_str("};\n");
    }

    /// Functions that make outputs, for the user's convenience.
    pub fn makers(&self, out: &mut String) {
        let Form::Variant(variant) = self.plan.forms.form(self.plan.output) else { return };
        out.push_str("/* Outputs: `*out = lydian_make_...(...); return 1;` */\n");
        for (position, (constructor, con)) in
            variant.constructors.iter().zip(self.constructors(variant)).enumerate()
        {
            let names = self.arguments(constructor);
            let parameter = |(form, name): (&FormId, &String)| match self.is_pointer(self.plan.output, *form)
            {
                true => format!("const {}*{name}", self.spelled(*form)),
                false => self.parameter(*form, name),
            };
            let parameters: Vec<String> = constructor.args.iter().zip(&names).map(parameter).collect();
            let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
            let made = self.construct(self.plan.output, position, &names);
            out.push_str(&format!(
                "static inline lydian_output lydian_make_{con}({parameters}) {{\n    return {made};\n}}\n"
            ));
        }
        out.push('\n');
    }
}

/// The types that the functions of the user name.
fn named<'n>(plan: &Plan<'_>) -> Vec<(FormId, &'n str)> {
    plan.named("lydian_output", "lydian_state")
}

fn is_structure(form: &Form) -> bool {
    matches!(form, Form::Tuple(_) | Form::Record(_) | Form::Variant(_) | Form::List(_) | Form::Array(_))
}
