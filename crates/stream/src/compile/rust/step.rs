//! The monitor itself in Rust: its state, its inputs, and what happens in a moment.

use std::fmt::Write;

use super::super::names::literal;
use super::Rust;
use crate::compile::code::FIRST_ERROR;
use crate::compile::machine::{NO_INTEGER, NOT_POSITIVE, Op, Stream};

const STOP: &str = r#"
/// Why a monitor cannot go on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stop {
    /// The specification ends with an error here: a stream shows one, or a timer cannot be set.
    Error {
        /// When.
        time: i64,
        /// The stream.
        stream: &'static str,
        /// What went wrong.
        message: &'static str,
    },
    /// The monitor has a limit that the specification does not have.
    Limit {
        /// When.
        time: i64,
        /// Which.
        message: &'static str,
    },
    /// The time is before one that was reached.
    Backwards,
    /// The input has an event at this time already.
    Twice,
    /// The monitor has stopped before.
    Stopped,
}
"#;

impl Rust<'_> {
    fn stream(&self, number: usize) -> &Stream {
        &self.machine.streams[number]
    }

    pub(super) fn monitor(&self, out: &mut String) {
        if out.contains("float_math::") {
            out.push_str(FLOAT_MATH);
        }
        out.push_str(STOP);
        self.trait_of_outputs(out);
        self.state(out);
        out.push_str("impl Monitor {\n");
        out.push_str(NEW);
        self.input_functions(out);
        self.advance(out);
        self.step(out);
        out.push_str("}\n");
    }

    fn trait_of_outputs(&self, out: &mut String) {
        out.push_str("\n/// Gets the events of outputs, in the order of time.\npub trait Outputs {\n");
        for (name, (shown, stream, _)) in self.outputs.iter().zip(&self.machine.outputs) {
            let ty = self.ty(&self.stream(*stream).ty);
            let _ = writeln!(
                out,
                "    /// An event of `{shown}`.\n    fn {name}(&mut self, time: i64, value: {ty});"
            );
        }
        out.push_str("}\n");
    }

    fn state(&self, out: &mut String) {
        out.push_str(
            "\n/// The state of a monitor.\n#[derive(Debug, Clone, Default)]\npub struct Monitor {\n",
        );
        out.push_str("    now: i64,\n    is_started: bool,\n    is_due: bool,\n    has_stopped: bool,\n");
        for (place, (_, stream)) in self.machine.inputs.iter().enumerate() {
            let ty = self.ty(&self.stream(*stream).ty);
            let _ = writeln!(out, "    given{place}: Option<{ty}>,");
        }
        for slot in 0..self.machine.delays {
            let _ = writeln!(out, "    due{slot}: Option<i64>,");
        }
        for (number, stream) in self.machine.streams.iter().enumerate().filter(|(_, stream)| stream.is_kept) {
            // The stream as the specification calls it.
            let _ = writeln!(out, "    has{number}: bool,\n    value{number}: {},", self.ty(&stream.ty));
            if stream.can_fail {
                let _ = writeln!(out, "    fault{number}: u32,");
            }
        }
        out.push_str("}\n\n");
    }

    fn input_functions(&self, out: &mut String) {
        for (place, (name, (shown, stream))) in self.inputs.iter().zip(&self.machine.inputs).enumerate() {
            let ty = self.ty(&self.stream(*stream).ty);
            let _ = write!(
                out,
                "
    /// An event of the input `{shown}` at the time that was reached.
    #[inline]
    pub fn {name}(&mut self, value: {ty}) -> Result<(), Stop> {{
        if self.given{place}.is_some() {{
            return Err(Stop::Twice);
        }}
        self.given{place} = Some(value);
        self.is_due = true;
        Ok(())
    }}
"
            );
        }
    }

    fn advance(&self, out: &mut String) {
        let dues: Vec<String> = (0..self.machine.delays).map(|slot| format!("self.due{slot}")).collect();
        let next = match dues.len() {
            0 => "None".to_owned(),
            _ => format!("[{}].into_iter().flatten().min()", dues.join(", ")),
        };
        let timers = if dues.is_empty() {
            String::new()
        } else {
            "
        while let Some(due) = self.next_due().filter(|due| *due < time) {
            self.now = due;
            self.step(out)?;
        }
        self.is_due = self.next_due() == Some(time);"
                .to_owned()
        };
        let _ = write!(
            out,
            "
    /// Time goes on: what happens before `time` is told. What happens at that time is told when it is left.
    #[inline]
    pub fn advance<O: Outputs>(&mut self, time: i64, out: &mut O) -> Result<(), Stop> {{
        if time == self.now && !self.has_stopped {{
            return Ok(());
        }}
        if time < self.now {{
            return Err(Stop::Backwards);
        }}
        self.finish(out)?;{timers}
        self.now = time;
        Ok(())
    }}

    /// Tells what happens at the time that was reached: there will be no further events at it.
    #[inline]
    pub fn finish<O: Outputs>(&mut self, out: &mut O) -> Result<(), Stop> {{
        if self.has_stopped {{
            return Err(Stop::Stopped);
        }}
        if self.is_due || !self.is_started {{
            self.step(out)?;
        }}
        Ok(())
    }}

    /// The time that was reached.
    pub fn now(&self) -> i64 {{
        self.now
    }}

    fn next_due(&self) -> Option<i64> {{
        {next}
    }}

    #[cold]
    fn stopped(&mut self, fault: u32, stream: &'static str) -> Stop {{
        self.has_stopped = true;
        let (time, message) = (self.now, MESSAGES[fault as usize]);
        if fault < {FIRST_ERROR} {{ Stop::Limit {{ time, message }} }} else {{ Stop::Error {{ time, stream, message }} }}
    }}
"
        );
    }

    // ------------------------------------------------------------------------------------------- a moment

    /// Whether a stream has had an event, now or before.
    fn has(&self, number: usize) -> String {
        format!("(n{number} || self.has{number})")
    }

    /// The newest value of a stream.
    fn newest(&self, number: usize) -> String {
        let stream = self.stream(number);
        let end = if self.is_copied(&stream.ty) { "" } else { ".clone()" };
        if !stream.is_kept {
            return format!("v{number}{end}");
        }
        format!("(if n{number} {{ v{number}{end} }} else {{ self.value{number}{end} }})")
    }

    /// The value of the event that a stream has now.
    fn event(&self, number: usize) -> String {
        let end = if self.is_copied(&self.stream(number).ty) { "" } else { ".clone()" };
        format!("v{number}{end}")
    }

    /// Why the newest value of a stream is erroneous.
    fn newest_fault(&self, number: usize) -> String {
        match self.stream(number) {
            stream if !stream.can_fail => "0".to_owned(),
            stream if !stream.is_kept => format!("e{number}"),
            _ => format!("(if n{number} {{ e{number} }} else {{ self.fault{number} }})"),
        }
    }

    /// Why the value of the event that a stream has now is erroneous.
    fn event_fault(&self, number: usize) -> String {
        if self.stream(number).can_fail { format!("e{number}") } else { "0".to_owned() }
    }

    fn step(&self, out: &mut String) {
        out.push_str("\n    fn step<O: Outputs>(&mut self, out: &mut O) -> Result<(), Stop> {\n");
        out.push_str("        let now = self.now;\n        let is_first = !self.is_started;\n");
        out.push_str("        self.is_started = true;\n        self.is_due = false;\n");
        if self.machine.has_recursion() {
            out.push_str("        let cx = &mut Context { depth: 0, rounds: 0 };\n");
        }
        for (number, stream) in self.machine.streams.iter().enumerate() {
            if matches!(stream.op, Op::Dropped) {
                continue;
            }
            let ty = self.ty(&stream.ty);
            let _ = writeln!(out, "        // {}", stream.name.replace(['\n', '\r'], " "));
            let _ = writeln!(
                out,
                "        let mut n{number} = false;\n        let mut v{number}: {ty} = Default::default();"
            );
            if stream.can_fail {
                let _ = writeln!(out, "        let mut e{number} = 0u32;");
            }
            self.op(number, stream, out);
        }
        for (name, (shown, stream, _)) in self.outputs.iter().zip(&self.machine.outputs) {
            let _ = writeln!(out, "        if n{stream} {{");
            if self.stream(*stream).can_fail {
                let _ = writeln!(
                    out,
                    "            if e{stream} != 0 {{ return Err(self.stopped(e{stream}, {})); }}",
                    literal(shown)
                );
            }
            let _ = writeln!(out, "            out.{name}(now, {});\n        }}", self.event(*stream));
        }
        self.set_timers(out);
        for (number, stream) in self.machine.streams.iter().enumerate().filter(|(_, stream)| stream.is_kept) {
            let fault =
                if stream.can_fail { format!(" self.fault{number} = e{number};") } else { String::new() };
            let _ = writeln!(
                out,
                "        if n{number} {{ self.has{number} = true; self.value{number} = v{number};{fault} }}"
            );
        }
        out.push_str("        Ok(())\n    }\n");
    }

    /// Sets the event of a stream to that of another.
    fn copy(&self, number: usize, from: usize, value: &str, fault: &str) -> String {
        let mut text = format!("n{number} = true; v{number} = {value};");
        if self.stream(number).can_fail && self.stream(from).can_fail {
            let _ = write!(text, " e{number} = {fault};");
        }
        text
    }

    /// Sets the event of a stream to what a function gives.
    fn call(&self, number: usize, call: &str, is_event: bool) -> String {
        let name = literal(&self.stream(number).name);
        let fails = if self.stream(number).can_fail {
            format!(
                "Err(fault) if fault >= {FIRST_ERROR} => {{ n{number} = true; e{number} = fault; }}\n                "
            )
        } else {
            String::new()
        };
        let gives = if is_event {
            format!(
                "Ok(Some(value)) => {{ n{number} = true; v{number} = value; }}\n                Ok(None) => {{}}"
            )
        } else {
            format!("Ok(value) => {{ n{number} = true; v{number} = value; }}")
        };
        format!(
            "match {call} {{\n                {gives}\n                {fails}Err(fault) => return Err(self.stopped(fault, {name})),\n            }}"
        )
    }

    fn op(&self, number: usize, stream: &Stream, out: &mut String) {
        let context = self.context();
        let reset = if self.machine.has_recursion() { "*cx = Context { depth: 0, rounds: 0 }; " } else { "" };
        let text = match &stream.op {
            Op::Input(place) => {
                format!(
                    "if let Some(value) = self.given{place}.take() {{ n{number} = true; v{number} = value; }}"
                )
            }
            Op::Nil | Op::Dropped => return,
            Op::Default(source, function) => {
                let copy = self.copy(number, *source, &self.event(*source), &self.event_fault(*source));
                let call =
                    self.call(number, &format!("f{function}({})", context.trim_end_matches(", ")), false);
                format!(
                    "if n{source} {{ {copy} }} else if is_first {{\n            {reset}{call}\n        }}"
                )
            }
            Op::DefaultFrom(source, before) => {
                let copy = |from: usize| self.copy(number, from, &self.event(from), &self.event_fault(from));
                format!(
                    "if n{source} {{ {} }} else if n{before} && !self.has{number} {{ {} }}",
                    copy(*source),
                    copy(*before)
                )
            }
            Op::Time(source) if self.machine.ticks == 1 => {
                format!("if n{source} {{ n{number} = true; v{number} = now; }}")
            }
            Op::Time(source) => {
                let ticks = self.machine.ticks;
                format!(
                    "if n{source} {{ n{number} = true; if now % {ticks} == 0 {{ v{number} = now / {ticks}; }} else {{ e{number} = {}; }} }}",
                    self.machine.message(NO_INTEGER)
                )
            }
            Op::Last(values, times) => {
                let end = if self.is_copied(&stream.ty) { "" } else { ".clone()" };
                let copy = self.copy(
                    number,
                    *values,
                    &format!("self.value{values}{end}"),
                    &format!("self.fault{values}"),
                );
                format!("if n{times} && self.has{values} {{ {copy} }}")
            }
            Op::Delay { slot, .. } => format!("if self.due{slot} == Some(now) {{ n{number} = true; }}"),
            Op::Merge(args) => {
                let sides: Vec<String> = args
                    .iter()
                    .map(|arg| {
                        let copy = self.copy(number, *arg, &self.event(*arg), &self.event_fault(*arg));
                        format!("if n{arg} {{ {copy} }}")
                    })
                    .collect();
                sides.join(" else ")
            }
            Op::Filter(values, condition) => {
                let has = if values == condition { "true".to_owned() } else { self.has(*condition) };
                let copy = self.copy(number, *values, &self.event(*values), &self.event_fault(*values));
                let plain = format!("if {} {{ {copy} }}", self.newest(*condition));
                let inner = if self.stream(*condition).can_fail {
                    let fault = self.newest_fault(*condition);
                    format!(
                        "let fault = {fault}; if fault != 0 {{ n{number} = true; e{number} = fault; }} else {plain}"
                    )
                } else {
                    plain
                };
                format!("if n{values} && {has} {{ {inner} }}")
            }
            Op::Const(function, times) => {
                let call =
                    self.call(number, &format!("f{function}({})", context.trim_end_matches(", ")), false);
                format!("if n{times} {{\n            {reset}{call}\n        }}")
            }
            Op::Lift { args, plain, erroneous } => self.lift(number, args, *plain, *erroneous, reset),
            Op::Signal { args, plain, tolerant, order } => {
                self.signal(number, args, *plain, tolerant.as_ref(), order, reset)
            }
        };
        let _ = writeln!(out, "        {text}");
    }

    fn lift(
        &self,
        number: usize,
        args: &[usize],
        plain: usize,
        erroneous: Option<usize>,
        reset: &str,
    ) -> String {
        let context = self.context();
        let any: Vec<String> = args.iter().map(|arg| format!("n{arg}")).collect();
        let values: Vec<String> = args.iter().map(|arg| format!("n{arg}, {}", self.event(*arg))).collect();
        let call = self.call(number, &format!("f{plain}({context}{})", values.join(", ")), true);
        let inner = match erroneous.filter(|_| args.iter().any(|arg| self.stream(*arg).can_fail)) {
            None => call,
            Some(function) => {
                let faults: Vec<String> = args.iter().map(|arg| self.event_fault(*arg)).collect();
                let values: Vec<String> = args
                    .iter()
                    .map(|arg| format!("n{arg}, {}, {}", self.event_fault(*arg), self.event(*arg)))
                    .collect();
                let with =
                    self.call(number, &format!("f{function}({context}first, {})", values.join(", ")), true);
                format!(
                    "let first = [{}].into_iter().find(|fault| *fault != 0).unwrap_or(0u32);\n            if first == 0 {{ {call} }} else {{ {with} }}",
                    faults.join(", ")
                )
            }
        };
        format!("if {} {{\n            {reset}{inner}\n        }}", any.join(" || "))
    }

    fn signal(
        &self,
        number: usize,
        args: &[usize],
        plain: usize,
        tolerant: Option<&(usize, Vec<bool>)>,
        order: &[usize],
        reset: &str,
    ) -> String {
        let context = self.context();
        let is_one = args.iter().all(|arg| *arg == args[0]);
        let any: Vec<String> = args.iter().map(|arg| format!("n{arg}")).collect();
        let value = |arg: usize| if is_one { self.event(arg) } else { self.newest(arg) };
        let fault = |arg: usize| if is_one { self.event_fault(arg) } else { self.newest_fault(arg) };
        let mut condition = if is_one { any[0].clone() } else { format!("({})", any.join(" || ")) };
        if !is_one {
            args.iter().for_each(|arg| condition = format!("{condition} && {}", self.has(*arg)));
        }
        let values: Vec<String> = args.iter().map(|arg| value(*arg)).collect();
        let call = self.call(number, &format!("f{plain}({context}{})", values.join(", ")), false);
        if !args.iter().any(|arg| self.stream(*arg).can_fail) {
            return format!("if {condition} {{\n            {reset}{call}\n        }}");
        }
        let is_lazy = |place: usize| tolerant.is_some_and(|(_, lazy)| lazy[place]);
        let needed: Vec<String> =
            order.iter().filter(|place| !is_lazy(**place)).map(|place| fault(args[*place])).collect();
        let all: Vec<String> = args.iter().map(|arg| fault(*arg)).collect();
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
                    self.call(number, &format!("f{function}({context}{})", values.join(", ")), false)
                }
                // All arguments are needed, so that the fault is one of theirs.
                None => String::new(),
            };
        let first = match needed.len() {
            0 => "0u32".to_owned(),
            _ => format!("[{}].into_iter().find(|fault| *fault != 0).unwrap_or(0u32)", needed.join(", ")),
        };
        format!(
            "if {condition} {{\n            {reset}let fault = {first};\n            if fault != 0 {{ n{number} = true; e{number} = fault; }} else if [{}].into_iter().any(|fault| fault != 0) {{ {with} }} else {{ {call} }}\n        }}",
            all.join(", ")
        )
    }

    fn set_timers(&self, out: &mut String) {
        let ticks = self.machine.ticks;
        for (number, stream) in self.machine.streams.iter().enumerate() {
            let Op::Delay { slot, amounts, resets } = &stream.op else { continue };
            let name = literal(&stream.name);
            let positive = format!(
                "if v{amounts} <= 0 {{ return Err(self.stopped({}, {name})); }}\n                due = v{amounts}.checked_mul({ticks}).and_then(|amount| now.checked_add(amount));",
                self.machine.message(NOT_POSITIVE)
            );
            let amount = if self.stream(*amounts).can_fail {
                format!(
                    "if e{amounts} != 0 {{ if is_read {{ return Err(self.stopped(e{amounts}, {name})); }} }} else {{ {positive} }}"
                )
            } else {
                positive
            };
            let _ = writeln!(
                out,
                "        if n{number} || n{amounts} || n{resets} {{
            let is_read = n{number} || n{resets};
            // A time that 64 bits do not hold is never reached.
            let mut due: Option<i64> = None;
            if n{amounts} {{
                {amount}
            }}
            if is_read {{ self.due{slot} = due; }}
        }}"
            );
        }
    }
}

const NEW: &str = "    /// A monitor at time 0.
    pub fn new() -> Monitor {
        Monitor::default()
    }
";

const FLOAT_MATH: &str = r#"
/// What the C library computes.
#[allow(dead_code)]
mod float_math {
    mod library {
        extern "C" {
            pub fn pow(a: f64, b: f64) -> f64;
            pub fn log(a: f64) -> f64;
            pub fn sin(a: f64) -> f64;
            pub fn cos(a: f64) -> f64;
            pub fn tan(a: f64) -> f64;
            pub fn atan(a: f64) -> f64;
        }
    }
    pub fn pow(a: f64, b: f64) -> f64 {
        unsafe { library::pow(a, b) }
    }
    pub fn log(a: f64) -> f64 {
        unsafe { library::log(a) }
    }
    pub fn sin(a: f64) -> f64 {
        unsafe { library::sin(a) }
    }
    pub fn cos(a: f64) -> f64 {
        unsafe { library::cos(a) }
    }
    pub fn tan(a: f64) -> f64 {
        unsafe { library::tan(a) }
    }
    pub fn atan(a: f64) -> f64 {
        unsafe { library::atan(a) }
    }
}
"#;
