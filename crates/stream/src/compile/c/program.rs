//! The program around a monitor in C: it reads a trace and writes the events of outputs.

use std::fmt::Write;

use lydian_tessla::Type;
use lydian_tessla::spec::Spec;
use lydian_tessla::types::is_tuple;

use super::{C, text};
use crate::compile::types::Ty;

const SERVE: &str = r#"
/* Runs the monitor on a trace and gives the exit code: 1 where the specification ends with an error, 2 where the trace is
   faulty, 3 where the monitor has a limit that the specification does not have. */
int NAME_serve(FILE *in, FILE *to) {
  static char line[1 << 16];
  NAME_monitor monitor;
  NAME_outputs out = OUTPUTS;
  unsigned long number = 0;
  int status = 0;
  out.context = to;
  NAME_start(&monitor);
  while (status == 0 && fgets(line, sizeof line, in)) {
    const char *p = line;
    int64_t time;
    number++;
    if (strlen(line) + 1 == sizeof line && line[sizeof line - 2] != '\n') {
      fprintf(stderr, "line %lu is too long\n", number);
      return 2;
    }
    if (is_at_end(&p)) continue;
    if (!read_time(&p, &time) || !take(&p, ":")) status = -1;
    if (status == 0) status = NAME_advance(&monitor, time, &out);
    if (status == 0) status = NAME_feed(&p, &monitor);
  }
  if (status == 0) status = NAME_finish(&monitor, &out);
  fflush(to);
  switch (status) {
    case 0: return 0;
    case UPPER_ERROR:
      fprintf(stderr, "at %" PRId64 " %s has an error: %s\n", monitor.stop_time, monitor.stream, monitor.message);
      return 1;
    case UPPER_LIMIT:
      fprintf(stderr, "at %" PRId64 " the monitor stops: %s\n", monitor.stop_time, monitor.message);
      return 3;
    case UPPER_BACKWARDS: fprintf(stderr, "line %lu: the time goes back\n", number); return 2;
    case UPPER_TWICE: fprintf(stderr, "line %lu: the stream has an event at this time already\n", number); return 2;
    default: fprintf(stderr, "line %lu: this is no event, or its value or time does not fit\n", number); return 2;
  }
}
"#;

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
        let mut feed = String::new();
        for (function, (shown, stream)) in self.inputs.iter().zip(&self.machine.inputs) {
            let ty = &spec.streams[*stream].ty;
            let call = |value: &str| {
                format!(
                    "status = {name}_{function}(monitor{value}); return status ? status : is_at_end(p) ? 0 : -1;"
                )
            };
            let body = if *ty == Type::unit() {
                format!(
                    "int status; if (has_value && !(take(p, \"(\") && take(p, \")\"))) return -1; {}",
                    call("")
                )
            } else {
                let c = Ty::of(ty).unwrap_or(Ty::Unit);
                format!(
                    "int status; {}; if (!has_value || !{}(p, &value)) return -1; {}",
                    self.declared(&c, "value"),
                    self.reader(ty, &mut known, &mut functions),
                    call(", value")
                )
            };
            let _ = writeln!(
                feed,
                "  if (length == {} && strncmp(start, {}, length) == 0) {{ {body} }}",
                shown.len(),
                text(shown)
            );
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
                let equals = if *ty == Type::unit() { "" } else { " = " };
                format!("write_time(out, time); fputs({}, out); ", text(&format!(": {shown}{equals}")))
            };
            let body = if *ty == Type::unit() {
                if *raw { "fputs(\"()\", out); ".to_owned() } else { String::new() }
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
            "/* Hands an event to the monitor. */\nstatic int {name}_feed(const char **p, {name}_monitor *monitor) {{\n  const char *start;\n  size_t length;\n  bool has_value;\n  blanks(p);\n  start = *p;\n  while (**p && !strchr(\" \\t\\r\\n=#\", **p)) (*p)++;\n  length = (size_t)(*p - start);\n  has_value = take(p, \"=\");\n  (void)monitor; (void)has_value; (void)length;\n{feed}  return 0;\n}}"
        );
        let tells: String = self.outputs.iter().map(|function| format!(", {name}_tell_{function}")).collect();
        let serve = SERVE.replace("NAME", name).replace("UPPER", &name.to_uppercase());
        out.push_str(&serve.replace("OUTPUTS", &format!("{{NULL{tells}}}")));
        out
    }

    /// The function that reads values of a type.
    fn reader(&self, ty: &Type, known: &mut Vec<Type>, out: &mut String) -> String {
        match ty {
            Type::Int => return "read_int".to_owned(),
            Type::Float => return "read_float".to_owned(),
            Type::Bool => return "read_bool".to_owned(),
            _ => {}
        }
        if let Some(place) = known.iter().position(|one| one == ty) {
            return format!("{}_read{place}", self.prefix);
        }
        let c = self.ty(&Ty::of(ty).unwrap_or(Ty::Unit));
        let body = match ty {
            Type::Option(inner) => {
                let read = self.reader(inner, known, out);
                format!(
                    "static const {c} zero; *value = zero; if (take(p, \"None\")) return true; value->has = true; return take(p, \"Some\") && take(p, \"(\") && {read}(p, &value->value) && take(p, \")\");"
                )
            }
            Type::Record(fields) => {
                let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
                let (open, close) = if tuple { ("(", ")") } else { ("{", "}") };
                let mut parts = vec![format!("take(p, \"{open}\")")];
                for (place, (name, ty)) in fields.iter().enumerate() {
                    if place > 0 {
                        parts.push("take(p, \",\")".to_owned());
                    }
                    if !tuple {
                        parts.push(format!("take(p, {}) && take(p, \"=\")", text(name)));
                    }
                    let read = self.reader(ty, known, out);
                    let target =
                        if fields.len() == 1 { "value".to_owned() } else { format!("&value->p{place}") };
                    parts.push(format!("{read}(p, {target})"));
                }
                if tuple && fields.len() == 1 {
                    parts.push("(take(p, \",\") || true)".to_owned());
                }
                parts.push(format!("take(p, \"{close}\")"));
                format!("(void)value; return {};", parts.join(" && "))
            }
            _ => "(void)p; (void)value; return false;".to_owned(),
        };
        known.push(ty.clone());
        let name = format!("{}_read{}", self.prefix, known.len() - 1);
        let _ = writeln!(out, "static bool {name}(const char **p, {c} *value) {{ {body} }}");
        name
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
