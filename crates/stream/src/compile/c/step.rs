//! The monitor itself in C: its state, its inputs, and what happens in a moment.

use std::fmt::Write;

use super::{C, text};
use crate::compile::code::FIRST_ERROR;
use crate::compile::machine::{NO_INTEGER, NOT_POSITIVE, Op, Stream};
use crate::compile::types::Ty;

const STATUS: &str = "
/* What the functions of a monitor give. */
enum {
  NAME_OK = 0,
  NAME_ERROR = 1,     /* the specification ends with an error: see time, stream and message */
  NAME_LIMIT = 3,     /* the monitor has a limit that the specification does not have: see message */
  NAME_BACKWARDS = 4, /* the time is before one that was reached */
  NAME_TWICE = 5,     /* the input has an event at this time already */
  NAME_STOPPED = 6    /* the monitor has stopped before */
};
";

impl C<'_> {
    fn stream(&self, number: usize) -> &Stream {
        &self.machine.streams[number]
    }

    /// A parameter for a value; the unit needs none.
    fn parameter(&self, ty: &Ty) -> String {
        if *ty == Ty::Unit { String::new() } else { format!(", {}", self.declared(ty, "value")) }
    }

    pub(super) fn header(&self) -> String {
        let name = &self.prefix;
        let mut out = self.declarations();
        out.push_str(&STATUS.replace("NAME", &name.to_uppercase()));
        let _ = writeln!(
            out,
            "\n/* Gets the events of outputs, in the order of time. A function may be missing. */\ntypedef struct {{\n  void *context;"
        );
        for (function, (_, stream, _)) in self.outputs.iter().zip(&self.machine.outputs) {
            let value = self.parameter(&self.stream(*stream).ty);
            let _ = writeln!(out, "  void (*{function})(void *context, int64_t time{value});");
        }
        let _ = writeln!(
            out,
            "}} {name}_outputs;\n\n/* The state of a monitor. */\ntypedef struct {{\n  int64_t now;\n  int64_t stop_time;\n  const char *stream;\n  const char *message;"
        );
        for slot in 0..self.machine.delays {
            let _ = writeln!(out, "  int64_t due{slot};");
        }
        let kept = || self.machine.streams.iter().enumerate().filter(|(_, stream)| stream.is_kept);
        for (place, (_, stream)) in self.machine.inputs.iter().enumerate() {
            let _ = writeln!(out, "  {};", self.declared(&self.stream(*stream).ty, &format!("given{place}")));
        }
        for (number, stream) in kept() {
            let _ = writeln!(out, "  {};", self.declared(&stream.ty, &format!("value{number}")));
        }
        for (number, _) in kept().filter(|(_, stream)| stream.can_fail) {
            let _ = writeln!(out, "  uint32_t fault{number};");
        }
        out.push_str("  bool is_started, is_due, has_stopped;\n");
        for place in 0..self.machine.inputs.len() {
            let _ = writeln!(out, "  bool is_given{place};");
        }
        for (number, _) in kept() {
            let _ = writeln!(out, "  bool has{number};");
        }
        let _ = writeln!(
            out,
            "}} {name}_monitor;\n\n/* A monitor at time 0. */\nvoid {name}_start({name}_monitor *m);"
        );
        for (function, (shown, stream)) in self.inputs.iter().zip(&self.machine.inputs) {
            let value = self.parameter(&self.stream(*stream).ty);
            let _ = writeln!(
                out,
                "/* An event of the input {} at the time that was reached. */\nint {name}_{function}({name}_monitor *m{value});",
                text(shown)
            );
        }
        let _ = writeln!(
            out,
            "/* Time goes on: what happens before `time` is told. What happens at that time is told when it is left. */
int {name}_advance({name}_monitor *m, int64_t time, const {name}_outputs *out);
/* Tells what happens at the time that was reached: there will be no further events at it. */
int {name}_finish({name}_monitor *m, const {name}_outputs *out);"
        );
        out
    }

    pub(super) fn monitor(&self, out: &mut String) {
        let name = &self.prefix;
        let upper = name.to_uppercase();
        let _ = writeln!(
            out,
            "\nvoid {name}_start({name}_monitor *m) {{\n  static const {name}_monitor zero;\n  *m = zero;"
        );
        for (number, stream) in self.machine.streams.iter().enumerate() {
            if stream.is_kept && stream.ty == Ty::Text {
                let _ = writeln!(out, "  m->value{number} = \"\";");
            }
        }
        for slot in 0..self.machine.delays {
            let _ = writeln!(out, "  m->due{slot} = -1;");
        }
        out.push_str("}\n");
        for (place, (function, (_, stream))) in self.inputs.iter().zip(&self.machine.inputs).enumerate() {
            let ty = &self.stream(*stream).ty;
            let set = if *ty == Ty::Unit { String::new() } else { format!("  m->given{place} = value;\n") };
            let _ = writeln!(
                out,
                "\nint {name}_{function}({name}_monitor *m{}) {{\n  if (m->is_given{place}) return {upper}_TWICE;\n{set}  m->is_given{place} = true;\n  m->is_due = true;\n  return {upper}_OK;\n}}",
                self.parameter(ty)
            );
        }
        let _ = writeln!(
            out,
            "
static MAYBE_UNUSED int stopped({name}_monitor *m, uint32_t fault, const char *stream) {{
  m->has_stopped = true;
  m->stop_time = m->now;
  m->stream = stream;
  m->message = messages[fault];
  return fault < {FIRST_ERROR} ? {upper}_LIMIT : {upper}_ERROR;
}}
"
        );
        self.step(out);
        self.advance(out);
    }

    fn advance(&self, out: &mut String) {
        let name = &self.prefix;
        let upper = name.to_uppercase();
        let mut timers = String::new();
        if self.machine.delays > 0 {
            let _ =
                writeln!(out, "\nstatic int64_t next_due(const {name}_monitor *m) {{\n  int64_t due = -1;");
            for slot in 0..self.machine.delays {
                let _ = writeln!(
                    out,
                    "  if (m->due{slot} >= 0 && (due < 0 || m->due{slot} < due)) due = m->due{slot};"
                );
            }
            out.push_str("  return due;\n}\n");
            timers = "  for (due = next_due(m); due >= 0 && due < time; due = next_due(m)) {\n    m->now = due;\n    status = step(m, out);\n    if (status) return status;\n  }\n  m->is_due = due == time;\n".to_owned();
        }
        let due = if timers.is_empty() { "" } else { "  int64_t due;\n" };
        let _ = write!(
            out,
            "
int {name}_finish({name}_monitor *m, const {name}_outputs *out) {{
  if (m->has_stopped) return {upper}_STOPPED;
  return m->is_due || !m->is_started ? step(m, out) : {upper}_OK;
}}

int {name}_advance({name}_monitor *m, int64_t time, const {name}_outputs *out) {{
{due}  int status;
  if (time == m->now && !m->has_stopped) return {upper}_OK;
  if (time < m->now) return {upper}_BACKWARDS;
  status = {name}_finish(m, out);
  if (status) return status;
{timers}  m->now = time;
  return {upper}_OK;
}}
"
        );
    }

    // ------------------------------------------------------------------------------------------- a moment

    fn has(&self, number: usize) -> String {
        format!("(n{number} || m->has{number})")
    }

    fn newest(&self, number: usize) -> String {
        if self.stream(number).is_kept {
            return format!("(n{number} ? v{number} : m->value{number})");
        }
        format!("v{number}")
    }

    fn newest_fault(&self, number: usize) -> String {
        match self.stream(number) {
            stream if !stream.can_fail => "0".to_owned(),
            stream if !stream.is_kept => format!("e{number}"),
            _ => format!("(n{number} ? e{number} : m->fault{number})"),
        }
    }

    fn event_fault(&self, number: usize) -> String {
        if self.stream(number).can_fail { format!("e{number}") } else { "0".to_owned() }
    }

    fn step(&self, out: &mut String) {
        let name = &self.prefix;
        let upper = name.to_uppercase();
        let _ = writeln!(
            out,
            "static int step({name}_monitor *m, const {name}_outputs *out) {{\n  int64_t now = m->now;\n  bool is_first = !m->is_started;"
        );
        if self.machine.has_recursion() {
            out.push_str("  calls context = {0, 0};\n  calls *cx = &context;\n");
        }
        let live = || {
            let all = self.machine.streams.iter().enumerate();
            all.filter(|(_, stream)| !matches!(stream.op, Op::Dropped))
        };
        for (number, stream) in live() {
            let value = self.declared(&stream.ty, &format!("v{number}"));
            let fault = if stream.can_fail { format!(" uint32_t e{number} = 0;") } else { String::new() };
            let _ = writeln!(out, "  bool n{number} = false; {value} = {};{fault}", self.zero(&stream.ty));
        }
        out.push_str("  (void)now; (void)is_first;\n  m->is_started = true;\n  m->is_due = false;\n");
        for (number, stream) in live() {
            let _ = writeln!(
                out,
                "  /* {} */",
                stream.name.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
            );
            self.op(number, stream, out);
            let fault = if stream.can_fail { format!(" (void)e{number};") } else { String::new() };
            let _ = writeln!(out, "  (void)n{number}; (void)v{number};{fault}");
        }
        for (function, (shown, stream, _)) in self.outputs.iter().zip(&self.machine.outputs) {
            let value =
                if self.stream(*stream).ty == Ty::Unit { String::new() } else { format!(", v{stream}") };
            let fails = if self.stream(*stream).can_fail {
                format!("    if (e{stream}) return stopped(m, e{stream}, {});\n", text(shown))
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "  if (n{stream}) {{\n{fails}    if (out->{function}) out->{function}(out->context, now{value});\n  }}"
            );
        }
        self.set_timers(out);
        for (number, stream) in live().filter(|(_, stream)| stream.is_kept) {
            let fault =
                if stream.can_fail { format!(" m->fault{number} = e{number};") } else { String::new() };
            let _ = writeln!(
                out,
                "  if (n{number}) {{ m->has{number} = true; m->value{number} = v{number};{fault} }}"
            );
        }
        let _ = writeln!(out, "  return {upper}_OK;\n}}");
    }

    fn copy(&self, number: usize, from: usize, value: &str, fault: &str) -> String {
        let mut text = format!("n{number} = true; v{number} = {value};");
        if self.stream(number).can_fail && self.stream(from).can_fail {
            let _ = write!(text, " e{number} = {fault};");
        }
        text
    }

    /// Sets the event of a stream to what a function gives.
    fn call(&self, number: usize, function: usize, args: &[String], is_event: bool) -> String {
        let name = text(&self.stream(number).name);
        let context = if self.machine.has_recursion() { "cx, " } else { "" };
        let args: String = args.iter().map(|arg| format!("{arg}, ")).collect();
        let has = if is_event { format!("&n{number}, ") } else { String::new() };
        let reset = if self.machine.has_recursion() { "cx->depth = 0; cx->rounds = 0; " } else { "" };
        let is_event = if is_event { String::new() } else { format!("n{number} = true; ") };
        let error = if self.stream(number).can_fail {
            format!("n{number} = true; e{number} = fault;")
        } else {
            format!("return stopped(m, fault, {name});")
        };
        format!(
            "{{ uint32_t fault; {reset}{is_event}fault = f{function}({context}{args}{has}&v{number}); if (fault) {{ if (fault < {FIRST_ERROR}) return stopped(m, fault, {name}); {error} }} }}"
        )
    }

    fn op(&self, number: usize, stream: &Stream, out: &mut String) {
        let text = match &stream.op {
            Op::Input(place) => {
                let set = if stream.ty == Ty::Unit {
                    String::new()
                } else {
                    format!(" v{number} = m->given{place};")
                };
                format!("if (m->is_given{place}) {{ n{number} = true;{set} m->is_given{place} = false; }}")
            }
            Op::Nil | Op::Dropped => return,
            Op::Default(source, function) => {
                let copy = self.copy(number, *source, &format!("v{source}"), &self.event_fault(*source));
                let call = self.call(number, *function, &[], false);
                format!("if (n{source}) {{ {copy} }} else if (is_first) {call}")
            }
            Op::DefaultFrom(source, before) => {
                let copy =
                    |from: usize| self.copy(number, from, &format!("v{from}"), &self.event_fault(from));
                format!(
                    "if (n{source}) {{ {} }} else if (n{before} && !m->has{number}) {{ {} }}",
                    copy(*source),
                    copy(*before)
                )
            }
            Op::Time(source) if self.machine.ticks == 1 => {
                format!("if (n{source}) {{ n{number} = true; v{number} = now; }}")
            }
            Op::Time(source) => {
                let ticks = self.machine.ticks;
                format!(
                    "if (n{source}) {{ n{number} = true; if (now % {ticks} == 0) v{number} = now / {ticks}; else e{number} = {}; }}",
                    self.machine.message(NO_INTEGER)
                )
            }
            Op::Last(values, times) => {
                let copy =
                    self.copy(number, *values, &format!("m->value{values}"), &format!("m->fault{values}"));
                format!("if (n{times} && m->has{values}) {{ {copy} }}")
            }
            Op::Delay { slot, .. } => format!("if (m->due{slot} == now) n{number} = true;"),
            Op::Merge(args) => {
                let sides: Vec<String> = args
                    .iter()
                    .map(|arg| {
                        let copy = self.copy(number, *arg, &format!("v{arg}"), &self.event_fault(*arg));
                        format!("if (n{arg}) {{ {copy} }}")
                    })
                    .collect();
                sides.join(" else ")
            }
            Op::Filter(values, condition) => {
                let has = if values == condition { "true".to_owned() } else { self.has(*condition) };
                let copy = self.copy(number, *values, &format!("v{values}"), &self.event_fault(*values));
                let plain = format!("if ({}) {{ {copy} }}", self.newest(*condition));
                let inner = if self.stream(*condition).can_fail {
                    let fault = self.newest_fault(*condition);
                    format!("if ({fault} != 0) {{ n{number} = true; e{number} = {fault}; }} else {plain}")
                } else {
                    plain
                };
                format!("if (n{values} && {has}) {{ {inner} }}")
            }
            Op::Const(function, times) => {
                format!("if (n{times}) {}", self.call(number, *function, &[], false))
            }
            Op::Lift { args, plain, erroneous } => self.lift(number, args, *plain, *erroneous),
            Op::Signal { args, plain, tolerant, order } => {
                self.signal(number, args, *plain, tolerant.as_ref(), order)
            }
        };
        let _ = writeln!(out, "  {text}");
    }

    fn lift(&self, number: usize, args: &[usize], plain: usize, erroneous: Option<usize>) -> String {
        let any: Vec<String> = args.iter().map(|arg| format!("n{arg}")).collect();
        let values: Vec<String> = args.iter().map(|arg| format!("n{arg}, v{arg}")).collect();
        let call = self.call(number, plain, &values, true);
        let inner = match erroneous.filter(|_| args.iter().any(|arg| self.stream(*arg).can_fail)) {
            None => call,
            Some(function) => {
                let mut values = vec!["first".to_owned()];
                values.extend(args.iter().map(|arg| format!("n{arg}, {}, v{arg}", self.event_fault(*arg))));
                let with = self.call(number, function, &values, true);
                let faults = args.iter().map(|arg| self.event_fault(*arg));
                format!(
                    "{{ uint32_t first = {}; if (first == 0) {call} else {with} }}",
                    first(faults.collect())
                )
            }
        };
        format!("if ({}) {inner}", any.join(" || "))
    }

    fn signal(
        &self,
        number: usize,
        args: &[usize],
        plain: usize,
        tolerant: Option<&(usize, Vec<bool>)>,
        order: &[usize],
    ) -> String {
        let is_one = args.iter().all(|arg| *arg == args[0]);
        let any: Vec<String> = args.iter().map(|arg| format!("n{arg}")).collect();
        let value = |arg: usize| if is_one { format!("v{arg}") } else { self.newest(arg) };
        let fault = |arg: usize| if is_one { self.event_fault(arg) } else { self.newest_fault(arg) };
        let mut condition = if is_one { any[0].clone() } else { format!("({})", any.join(" || ")) };
        if !is_one {
            args.iter().for_each(|arg| condition = format!("{condition} && {}", self.has(*arg)));
        }
        let values: Vec<String> = args.iter().map(|arg| value(*arg)).collect();
        let call = self.call(number, plain, &values, false);
        if !args.iter().any(|arg| self.stream(*arg).can_fail) {
            return format!("if ({condition}) {call}");
        }
        let is_lazy = |place: usize| tolerant.is_some_and(|(_, lazy)| lazy[place]);
        let needed: Vec<String> =
            order.iter().filter(|place| !is_lazy(**place)).map(|place| fault(args[*place])).collect();
        let all: Vec<String> = args.iter().map(|arg| format!("{} != 0", fault(*arg))).collect();
        let with =
            match tolerant {
                Some((function, lazy)) => {
                    let values: Vec<String> =
                        args.iter()
                            .zip(lazy)
                            .map(|(arg, lazy)| {
                                if *lazy { format!("{}, {}", fault(*arg), value(*arg)) } else { value(*arg) }
                            })
                            .collect();
                    self.call(number, *function, &values, false)
                }
                // All arguments are needed, so that the fault is one of theirs.
                None => "{ }".to_owned(),
            };
        format!(
            "if ({condition}) {{ uint32_t needed = {}; if (needed) {{ n{number} = true; e{number} = needed; }} else if ({}) {with} else {call} }}",
            first(needed),
            all.join(" || ")
        )
    }

    fn set_timers(&self, out: &mut String) {
        let ticks = self.machine.ticks;
        for (number, stream) in self.machine.streams.iter().enumerate() {
            let Op::Delay { slot, amounts, resets } = &stream.op else { continue };
            let name = text(&stream.name);
            let positive = format!(
                "if (v{amounts} <= 0) return stopped(m, {}, {name}); /* A time that 64 bits do not hold is never reached. */ if (mul(v{amounts}, {ticks}, &due) || add(now, due, &due)) due = -1;",
                self.machine.message(NOT_POSITIVE)
            );
            let amount = if self.stream(*amounts).can_fail {
                format!(
                    "if (e{amounts}) {{ if (is_read) return stopped(m, e{amounts}, {name}); }} else {{ {positive} }}"
                )
            } else {
                positive
            };
            let _ = writeln!(
                out,
                "  if (n{number} || n{amounts} || n{resets}) {{\n    bool is_read = n{number} || n{resets};\n    int64_t due = -1;\n    if (n{amounts}) {{ {amount} }}\n    if (is_read) m->due{slot} = due;\n  }}"
            );
        }
    }
}

/// The first of some faults that is one.
fn first(faults: Vec<String>) -> String {
    faults.into_iter().rev().fold("0".to_owned(), |rest, fault| format!("({fault} ? {fault} : {rest})"))
}
