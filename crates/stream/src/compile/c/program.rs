//! The program around a monitor in C: it reads a trace and writes the events of outputs.

use std::fmt::Write;
use std::sync::Arc;

use lydian_tessla::Type;
use lydian_tessla::spec::Spec;
use lydian_tessla::types::is_tuple;

use super::{C, text};
use crate::compile::types::Ty;

/// The program, for a monitor that is called `NAME`.
const SERVE: &str = include_str!("run.c.txt");

impl C<'_> {
    pub(super) fn program(&self, spec: &Spec) -> String {
        let name = &self.prefix;
        let mut out = format!(
            "#undef DECIMALS\n#define DECIMALS {}\n{}{}",
            self.machine.decimals,
            include_str!("floats.c.txt"),
            include_str!("serve.c.txt")
        );
        let mut functions = String::new();
        let mut known: Vec<Type> = Vec::new();
        let (mut read, mut feed, mut given) = (String::new(), String::new(), String::new());
        for (place, (function, (shown, stream))) in self.inputs.iter().zip(&self.machine.inputs).enumerate() {
            let ty = &spec.streams[*stream].ty;
            let c = Ty::of(ty).unwrap_or(Ty::Unit);
            let needs_none = if *ty == Type::unit() { "!has_value || " } else { "has_value && " };
            let _ = writeln!(given, "  {};", self.declared(&c, &format!("v{place}")));
            let _ = writeln!(
                read,
                "  if (is_name(start, length, {})) {{ *type = {}; return {needs_none}{}(s, &given->v{place}) ? {} : -1; }}",
                text(shown),
                text(&ty.to_string()),
                self.reader(ty, &mut known, &mut functions),
                place + 1
            );
            let value = if c == Ty::Unit { String::new() } else { format!(", given->v{place}") };
            let _ = writeln!(feed, "  if (input == {}) return {name}_{function}(monitor{value});", place + 1);
        }
        let mut told = String::new();
        let mut written: Vec<Type> = Vec::new();
        for (function, (shown, stream, raw)) in self.outputs.iter().zip(&self.machine.outputs) {
            let ty = &spec.streams[*stream].ty;
            let c = Ty::of(ty).unwrap_or(Ty::Unit);
            let value =
                if c == Ty::Unit { String::new() } else { format!(", {}", self.declared(&c, "value")) };
            let head = if *raw {
                String::new()
            } else {
                format!("write_time(out, time); fputs({}, out); ", text(&format!(": {shown} = ")))
            };
            let body = if *ty == Type::unit() {
                "fputs(\"()\", out); ".to_owned()
            } else {
                let given = if c == Ty::Unit { "0" } else { "value" };
                format!("{}(out, {given}); ", self.writer(ty, &mut written, &mut functions))
            };
            let _ = writeln!(
                told,
                "static void {name}_tell_{function}(void *context, int64_t time{value}) {{ FILE *out = context; (void)time; {head}{body}fputc('\\n', out); }}"
            );
        }
        out.push_str(&functions);
        out.push_str(&told);
        let _ = writeln!(
            out,
            "/* The value of an event. */
typedef struct {{
{given}  char none;
}} {name}_given;
/* Reads the value of an event: the number of its input, 0 if there is none of this name, or -1 if the value does not fit. */
static int {name}_read(const char *start, size_t length, bool has_value, scanner *s, {name}_given *given, const char **type) {{
  (void)start; (void)length; (void)has_value; (void)s; (void)given; (void)type;
{read}  return 0;
}}
/* Hands an event to the monitor. */
static int {name}_feed(int input, const {name}_given *given, {name}_monitor *monitor) {{
  (void)input; (void)given; (void)monitor;
{feed}  return 0;
}}"
        );
        let tells: String = self.outputs.iter().map(|function| format!(", {name}_tell_{function}")).collect();
        let serve = SERVE.replace("NAME", name).replace("UPPER", &name.to_uppercase());
        out.push_str(&serve.replace("OUTPUTS", &format!("{{NULL{tells}}}")));
        out
    }

    /// The function that reads values of a type, or ones in parentheses.
    fn reader(&self, ty: &Type, known: &mut Vec<Type>, out: &mut String) -> String {
        if let Some(place) = known.iter().position(|one| one == ty) {
            return format!("{}_read{place}", self.prefix);
        }
        let c = self.ty(&Ty::of(ty).unwrap_or(Ty::Unit));
        let plain = match ty {
            Type::Int => "read_int(s, value)".to_owned(),
            Type::Float => "read_float(s, value)".to_owned(),
            Type::Bool => "read_bool(s, value)".to_owned(),
            Type::Option(inner) => {
                let read = self.reader(inner, known, out);
                format!("{}_plain{}(s, value)", self.prefix, self.option(&c, &read, known.len(), out))
            }
            Type::Record(fields) => {
                let read: Vec<String> = fields.iter().map(|(_, ty)| self.reader(ty, known, out)).collect();
                format!("{}_plain{}(s, value)", self.prefix, self.record(&c, fields, &read, known.len(), out))
            }
            _ => "((void)value, false)".to_owned(),
        };
        known.push(ty.clone());
        let name = format!("{}_read{}", self.prefix, known.len() - 1);
        let _ = writeln!(
            out,
            "static bool {name}(scanner *s, {c} *value) {{
  scanner start;
  bool is_read;
  if (s->depth >= 200) return false;
  s->depth++;
  blanks(s);
  start = *s;
  is_read = {plain};
  if (!is_read) {{
    *s = start;
    is_read = take_here(s, \"(\") && {name}(s, value) && take(s, \")\");
  }}
  s->depth--;
  return is_read;
}}"
        );
        name
    }

    /// Writes the function that reads an option without parentheses around it, and gives its number.
    fn option(&self, c: &str, read: &str, number: usize, out: &mut String) -> usize {
        let _ = writeln!(
            out,
            "static bool {}_plain{number}(scanner *s, {c} *value) {{
  static const {c} zero;
  const char *start;
  size_t length = name(s, &start);
  *value = zero;
  if (is_name(start, length, \"None\")) return true;
  value->has = true;
  return is_name(start, length, \"Some\") && take(s, \"(\") && {read}(s, &value->value) && take(s, \")\");
}}",
            self.prefix
        );
        number
    }

    /// Writes the function that reads a record or a tuple without parentheses around it, and gives its number.
    fn record(
        &self,
        c: &str,
        fields: &[(Arc<str>, Type)],
        read: &[String],
        number: usize,
        out: &mut String,
    ) -> usize {
        let count = fields.len();
        let part = |place: usize| if count == 1 { "value".to_owned() } else { format!("&value->p{place}") };
        let mut body = String::new();
        if is_tuple(fields.iter().map(|(name, _)| &**name)) {
            let mut parts = vec!["take_here(s, \"(\")".to_owned()];
            for (place, read) in read.iter().enumerate() {
                let comma = if place > 0 { "take(s, \",\") && " } else { "" };
                parts.push(format!("{comma}{read}(s, {})", part(place)));
            }
            parts.push(match count {
                0 => "take(s, \")\")".to_owned(),
                1 => "take(s, \",\") && take(s, \")\")".to_owned(),
                _ => "(take(s, \",\") || true) && take(s, \")\")".to_owned(),
            });
            let _ = writeln!(body, "  if (is_at(s, \"(\")) return {};", parts.join(" && "));
        }
        let mut arms = String::new();
        for (place, ((name, _), read)) in fields.iter().zip(read).enumerate() {
            let _ = writeln!(
                arms,
                "    if (is_name(start, length, {})) {{ if (has[{place}] || !{read}(s, {})) return false; has[{place}] = true; continue; }}",
                text(name),
                part(place)
            );
        }
        let all: String = (0..count).map(|place| format!(" && has[{place}]")).collect();
        let _ = writeln!(
            out,
            "static bool {}_plain{number}(scanner *s, {c} *value) {{
  bool has[{}] = {{false}}, is_first = true;
  const char *start;
  size_t length;
  (void)value;
{body}  if (!take_here(s, \"{{\") && !take_here(s, \"${{\")) return false;
  while (!take(s, \"}}\")) {{
    if (!is_first && !take(s, \",\")) return false;
    if (take(s, \"}}\")) break;
    is_first = false;
    length = name(s, &start);
    if (!take(s, \"=\") && !take(s, \":\")) return false;
    (void)length;
{arms}    return false;
  }}
  (void)has;
  return true{all};
}}",
            self.prefix,
            count.max(1)
        );
        number
    }

    /// The function that writes values of a type.
    fn writer(&self, ty: &Type, known: &mut Vec<Type>, out: &mut String) -> String {
        match ty {
            Type::Int => return "write_int".to_owned(),
            Type::Float => return "write_float".to_owned(),
            Type::Bool => return "write_bool".to_owned(),
            Type::String => return "write_text".to_owned(),
            _ => {}
        }
        if let Some(place) = known.iter().position(|one| one == ty) {
            return format!("{}_write{place}", self.prefix);
        }
        let c = self.ty(&Ty::of(ty).unwrap_or(Ty::Unit));
        let body = match ty {
            Type::Option(inner) => {
                let write = self.writer(inner, known, out);
                format!(
                    "if (!value.has) {{ fputs(\"None\", out); return; }} fputs(\"Some(\", out); {write}(out, value.value); fputs(\")\", out);"
                )
            }
            Type::Record(fields) => {
                let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
                let mut body = format!("(void)value; fputs(\"{}\", out); ", if tuple { "(" } else { "{" });
                for (place, (name, ty)) in fields.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    let label = if tuple { String::new() } else { format!("{name} = ") };
                    let write = self.writer(ty, known, out);
                    let part = if fields.len() == 1 { "value".to_owned() } else { format!("value.p{place}") };
                    let _ = write!(
                        body,
                        "fputs({}, out); {write}(out, {part}); ",
                        text(&format!("{comma}{label}"))
                    );
                }
                let close = match (tuple, fields.len()) {
                    (true, 1) => ",)",
                    (true, _) => ")",
                    (false, _) => "}",
                };
                let _ = write!(body, "fputs(\"{close}\", out);");
                body
            }
            _ => "(void)value; (void)out;".to_owned(),
        };
        known.push(ty.clone());
        let name = format!("{}_write{}", self.prefix, known.len() - 1);
        let _ = writeln!(out, "static void {name}(FILE *out, {c} value) {{ {body} }}");
        name
    }
}
