//! Value functions in C.

use std::fmt::Write;

use super::{C, text};
use crate::compile::code::{Atom, Failure, Function, Given, Prim, Stmt, for_each};
use crate::compile::types::Ty;

/// How deeply calls may be nested, and how many of them one event may need.
const CONTEXT: &str = "
typedef struct { uint32_t depth; uint64_t rounds; } calls;
static uint32_t calls_again(calls *cx) { return ++cx->rounds > 10000000 ? 3 : 0; }
static uint32_t calls_enter(calls *cx) { return ++cx->depth > 5000 ? 2 : calls_again(cx); }
";

impl C<'_> {
    pub(super) fn functions(&self, out: &mut String) {
        if self.machine.has_recursion() {
            out.push_str(CONTEXT);
        }
        for (number, function) in self.machine.functions.iter().enumerate() {
            let _ = writeln!(out, "{};", self.head(number, function));
        }
        for (number, function) in self.machine.functions.iter().enumerate() {
            let _ = write!(out, "\n/* {} */\n{} {{\n", function.name, self.head(number, function));
            for (var, ty) in function.vars.iter().enumerate() {
                if !function.params.contains(&var) {
                    let _ = writeln!(
                        out,
                        "  {} = {}; (void)x{var};",
                        self.declared(ty, &format!("x{var}")),
                        self.zero(ty)
                    );
                }
            }
            if self.machine.has_recursion() {
                out.push_str("  (void)cx;\n");
            }
            for var in &function.params {
                let _ = writeln!(out, "  (void)x{var};");
            }
            let printer = Printer { c: self, function };
            let mut begins_again = false;
            for_each(&function.body, &mut |stmt| begins_again |= matches!(stmt, Stmt::Again(_)));
            if begins_again {
                out.push_str("  for (;;) {\n");
                printer.block(&function.body, 2, out);
                out.push_str("  }\n");
            } else {
                printer.block(&function.body, 1, out);
            }
            out.push_str("}\n");
        }
    }

    fn head(&self, number: usize, function: &Function) -> String {
        let mut params: Vec<String> = Vec::new();
        if self.machine.has_recursion() {
            params.push("calls *cx".to_owned());
        }
        params.extend(
            function.params.iter().map(|var| self.declared(&function.vars[*var], &format!("x{var}"))),
        );
        if function.is_event {
            let inner = match &function.result {
                Ty::Option(inner) => inner,
                other => other,
            };
            params.push("bool *has".to_owned());
            params.push(self.declared(inner, "*result"));
        } else {
            params.push(self.declared(&function.result, "*result"));
        }
        format!("static MAYBE_UNUSED uint32_t f{number}({})", params.join(", "))
    }
}

struct Printer<'c> {
    c: &'c C<'c>,
    function: &'c Function,
}

impl Printer<'_> {
    fn block(&self, block: &[Stmt], depth: usize, out: &mut String) {
        for stmt in block {
            out.push_str(&"  ".repeat(depth));
            self.stmt(stmt, depth, out);
        }
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        match stmt {
            Stmt::Set(var, prim, args) => {
                let _ = writeln!(out, "{}", self.set(*var, *prim, args));
            }
            Stmt::Copy(var, atom) => {
                let _ = writeln!(out, "x{var} = {};", self.value(atom));
            }
            Stmt::Call(var, function, args) => {
                let args: String = args.iter().map(|arg| format!("{}, ", self.value(arg))).collect();
                let _ = writeln!(
                    out,
                    "{{ uint32_t fault = calls_enter(cx); if (!fault) fault = f{function}(cx, {args}&x{var}); cx->depth--; if (fault) return fault; }}"
                );
            }
            Stmt::If(condition, yes, no) => {
                let _ = writeln!(out, "if ({}) {{", self.value(condition));
                self.block(yes, depth + 1, out);
                if !no.is_empty() {
                    let _ = writeln!(out, "{indent}}} else {{");
                    self.block(no, depth + 1, out);
                }
                let _ = writeln!(out, "{indent}}}");
            }
            // There are no collections.
            Stmt::Each(..) => out.push_str(";\n"),
            Stmt::Fail(Failure::Message(number)) => {
                let _ = writeln!(out, "return {number};");
            }
            Stmt::Fail(Failure::Given(var)) => {
                let _ = writeln!(out, "return x{var};");
            }
            Stmt::Stop(limit) => {
                let _ = writeln!(out, "return {};", *limit as u32);
            }
            Stmt::Return(given) => {
                let text = match given {
                    Given::Value(atom) => format!("*result = {}; return 0;", self.value(atom)),
                    Given::Nothing => "*has = false; return 0;".to_owned(),
                    Given::Event(atom) => format!("*has = true; *result = {}; return 0;", self.value(atom)),
                    Given::Maybe(atom) => {
                        let value = self.value(atom);
                        format!("*has = {value}.has; *result = {value}.value; return 0;")
                    }
                };
                let _ = writeln!(out, "{text}");
            }
            Stmt::Again(params) => {
                out.push_str("{ ");
                if self.c.machine.has_recursion() {
                    out.push_str("uint32_t fault = calls_again(cx); if (fault) return fault; ");
                }
                for (place, (var, atom)) in params.iter().enumerate() {
                    let ty = &self.function.vars[*var];
                    let _ = write!(
                        out,
                        "{} = {}; ",
                        self.c.declared(ty, &format!("next{place}")),
                        self.value(atom)
                    );
                }
                for (place, (var, _)) in params.iter().enumerate() {
                    let _ = write!(out, "x{var} = next{place}; ");
                }
                out.push_str("continue; }\n");
            }
        }
    }

    fn value(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) => format!("x{var}"),
            Atom::Unit | Atom::NoFault => "0".to_owned(),
            Atom::Bool(known) => known.to_string(),
            Atom::Int(i64::MIN) => "INT64_MIN".to_owned(),
            Atom::Int(int) => format!("INT64_C({int})"),
            Atom::Float(float) if float.is_nan() => "NAN".to_owned(),
            Atom::Float(float) if float.is_infinite() => {
                if *float > 0.0 { "INFINITY" } else { "(-INFINITY)" }.to_owned()
            }
            Atom::Float(float) => {
                let shown = format!("{float:e}");
                // `1e0` is a float in C as well.
                format!("({shown})")
            }
            Atom::Text(known) => text(known),
        }
    }

    fn type_of(&self, atom: &Atom) -> Ty {
        match atom {
            Atom::Var(var) => self.function.vars[*var].clone(),
            Atom::Unit => Ty::Unit,
            Atom::Bool(_) => Ty::Bool,
            Atom::Int(_) => Ty::Int,
            Atom::Float(_) => Ty::Float,
            Atom::Text(_) => Ty::Text,
            Atom::NoFault => Ty::Fault,
        }
    }

    fn set(&self, var: usize, prim: Prim, args: &[Atom]) -> String {
        use Prim::*;
        let v = |place: usize| self.value(&args[place]);
        let message = prim.message().map_or(0, |text| self.c.machine.message(text));
        let checked = |function: &str| format!("if ({function}({}, {}, &x{var})) return 1;", v(0), v(1));
        let failing = |call: String| format!("{{ uint32_t fault = {call}; if (fault) return fault; }}");
        let own = self.c.ty(&self.function.vars[var]);
        let value = match prim {
            Add => return checked("add"),
            Sub => return checked("sub"),
            Mul => return checked("mul"),
            ShiftLeft => return checked("shift_left"),
            Div => return failing(format!("divide({}, {}, {message}, &x{var})", v(0), v(1))),
            Rem => return failing(format!("rest({}, {}, {message}, &x{var})", v(0), v(1))),
            IntOfF => return failing(format!("int_of_float({}, {message}, &x{var})", v(0))),
            BitAnd => format!("{} & {}", v(0), v(1)),
            BitOr => format!("{} | {}", v(0), v(1)),
            BitXor => format!("{} ^ {}", v(0), v(1)),
            ShiftRight => format!("shift_right({}, {})", v(0), v(1)),
            Not => format!("!{}", v(0)),
            Less => format!("{} < {}", v(0), v(1)),
            LessEqual => format!("{} <= {}", v(0), v(1)),
            Equal => self.c.same(&self.type_of(&args[0]), &v(0), &v(1)),
            Compare => self.c.order(&self.type_of(&args[0]), &v(0), &v(1)),
            FAdd => format!("{} + {}", v(0), v(1)),
            FSub => format!("{} - {}", v(0), v(1)),
            FMul => format!("{} * {}", v(0), v(1)),
            FDiv => format!("{} / {}", v(0), v(1)),
            FNeg => format!("-({})", v(0)),
            FPow => format!("pow({}, {})", v(0), v(1)),
            FLog => format!("log({})", v(0)),
            FSin => format!("sin({})", v(0)),
            FCos => format!("cos({})", v(0)),
            FTan => format!("tan({})", v(0)),
            FAtan => format!("atan({})", v(0)),
            FOfInt => format!("(double){}", v(0)),
            None => format!("({own}){{0}}"),
            Some => format!("({own}){{true, {}}}", v(0)),
            IsSome => format!("{}.has", v(0)),
            Unwrap => format!("{}.value", v(0)),
            Tuple => format!("({own}){{{}}}", (0..args.len()).map(v).collect::<Vec<_>>().join(", ")),
            Field(place) => format!("{}.p{place}", v(0)),
            IsFault => format!("{} != 0", v(0)),
            // Collections and texts are refused before.
            _ => "0".to_owned(),
        };
        format!("x{var} = {value};")
    }
}
