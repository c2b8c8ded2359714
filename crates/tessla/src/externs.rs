//! The primitives that `extern("name")` reaches, and how each looks in OCaml.
//! Primitives on streams are the operators of a flat specification; primitives on values are OCaml's operators or functions
//! of the prelude. Names that begin with `%` are for the translation alone.

/// A primitive on values.
struct Primitive {
    name: &'static str,
    ocaml: &'static str,
    /// Whether it always gives a value at little cost.
    total: bool,
}

const fn total(name: &'static str, ocaml: &'static str) -> Primitive {
    Primitive { name, ocaml, total: true }
}

const fn partial(name: &'static str, ocaml: &'static str) -> Primitive {
    Primitive { name, ocaml, total: false }
}

const STREAMS: [&str; 11] =
    ["nil", "default", "defaultFrom", "time", "last", "delay", "lift", "slift", "merge", "filter", "const"];

const VALUES: &[Primitive] = &[
    total("true", "true"),
    total("false", "false"),
    total("add", "+"),
    total("sub", "-"),
    total("mul", "times"),
    partial("div", "/"),
    partial("mod", "mod"),
    total("negate", "negate"),
    total("bitand", "land"),
    total("bitor", "lor"),
    total("bitxor", "lxor"),
    total("bitflip", "flip_bits"),
    partial("leftshift", "shift_left"),
    partial("rightshift", "shift_right"),
    total("eq", "="),
    total("neq", "<>"),
    total("lt", "<"),
    total("leq", "<="),
    total("gt", ">"),
    total("geq", ">="),
    partial("and", "&&"),
    partial("or", "||"),
    total("not", "not"),
    partial("ite", "if"),
    partial("staticite", "if"),
    total("fadd", "+."),
    total("fsub", "-."),
    total("fmul", "*."),
    total("fdiv", "/."),
    total("fnegate", "negate_float"),
    total("flt", "<"),
    total("fleq", "<="),
    total("fgt", ">"),
    total("fgeq", ">="),
    total("pow", "**"),
    total("log", "log_to_base"),
    total("sin", "sin"),
    total("cos", "cos"),
    total("tan", "tan"),
    total("atan", "atan"),
    total("intToFloat", "float_of_int"),
    partial("floatToInt", "int_of_whole_float"),
    partial("toString", "to_string"),
    total("None", "None"),
    total("Some", "Some"),
    total("isNone", "is_none"),
    total("isSome", "is_some"),
    partial("getSome", "get_some"),
    total("Set_empty", "set_empty"),
    partial("Set_add", "set_add"),
    partial("Set_contains", "set_contains"),
    partial("Set_remove", "set_remove"),
    partial("Set_size", "set_size"),
    partial("Set_union", "set_union"),
    partial("Set_intersection", "set_intersection"),
    partial("Set_minus", "set_minus"),
    partial("Set_fold", "set_fold"),
    total("Map_empty", "map_empty"),
    partial("Map_add", "map_add"),
    partial("Map_contains", "map_contains"),
    partial("Map_get", "map_get"),
    partial("Map_remove", "map_remove"),
    partial("Map_size", "map_size"),
    partial("Map_keys", "map_keys"),
    partial("Map_fold", "map_fold"),
    total("List_empty", "list_empty"),
    partial("List_append", "list_append"),
    partial("List_prepend", "list_prepend"),
    partial("List_get", "list_get"),
    partial("List_set", "list_set"),
    partial("List_size", "list_size"),
    partial("List_tail", "list_tail"),
    partial("List_init", "list_init"),
    partial("List_head", "list_head"),
    partial("List_last", "list_last"),
    partial("List_fold", "list_fold"),
    total("String_concat", "^"),
    partial("String_format", "format_text"),
    partial("String_formatInt", "format_int"),
    partial("String_formatFloat", "format_float"),
    partial("error", "fail"),
    total("%int_text", "string_of_int"),
    total("%bool_text", "string_of_bool"),
    partial("%float_text", "text_of_float"),
    partial("%option_text", "text_of_option"),
    partial("%list_text", "text_of_list"),
    partial("%set_text", "text_of_set"),
    partial("%map_text", "text_of_map"),
    partial("%elements", "[]"),
    partial("%list", "list_of"),
    partial("%set", "set_of_ascending"),
    partial("%map", "map_of_ascending"),
    total("%is_zero", "is_zero"),
    partial("%is_missing", "map_lacks"),
    partial("%is_outside", "list_lacks"),
    partial("%is_empty", "list_is_empty"),
];

/// Whether there is such a primitive for specifications.
pub(crate) fn is_known(name: &str) -> bool {
    stream(name).is_some() || (!name.starts_with('%') && value(name).is_some())
}

/// The primitive on streams of that name; numbers of arguments at the end of its name change nothing.
pub(crate) fn stream(name: &str) -> Option<&'static str> {
    let base = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        base @ ("lift" | "slift" | "merge") => base,
        _ => name,
    };
    STREAMS.iter().find(|known| **known == base).copied()
}

/// The primitive on values of that name.
pub(crate) fn value(name: &str) -> Option<&'static str> {
    find(name).map(|primitive| primitive.name)
}

/// Whether a primitive on values always gives a value at little cost.
pub(crate) fn is_total(name: &str) -> bool {
    find(name).is_some_and(|primitive| primitive.total)
}

/// Whether a primitive on values gives a value for all arguments, at whatever cost.
pub(crate) fn always_gives_a_value(name: &str) -> bool {
    let costly = [
        "Set_add",
        "Set_contains",
        "Set_remove",
        "Set_size",
        "Set_union",
        "Set_intersection",
        "Set_minus",
        "Map_add",
        "Map_contains",
        "Map_remove",
        "Map_size",
        "Map_keys",
        "List_append",
        "List_prepend",
        "List_size",
        "%float_text",
        "%option_text",
        "%list_text",
        "%set_text",
        "%map_text",
        "%elements",
        "%list",
        "%set",
        "%map",
        "%is_missing",
        "%is_outside",
        "%is_empty",
    ];
    is_total(name) || costly.contains(&name)
}

/// The operator, constructor or function of OCaml for a primitive on values.
pub(crate) fn ocaml(name: &str) -> &'static str {
    find(name).map_or("fail", |primitive| primitive.ocaml)
}

fn find(name: &str) -> Option<&'static Primitive> {
    VALUES.iter().find(|primitive| primitive.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_arguments_change_no_operator() {
        assert_eq!(stream("lift3"), Some("lift"));
        assert_eq!(stream("merge8"), Some("merge"));
        assert_eq!(stream("last2"), None);
    }

    #[test]
    fn every_primitive_has_one_meaning() {
        for primitive in VALUES {
            assert_eq!(
                VALUES.iter().filter(|other| other.name == primitive.name).count(),
                1,
                "{}",
                primitive.name
            );
        }
    }
}
