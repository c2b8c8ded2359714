//! Value functions in Rust.

use std::fmt::Write;

use super::super::names::literal;
use super::Rust;
use crate::compile::code::{Atom, Failure, Function, Given, Prim, Stmt, for_each};
use crate::compile::types::Ty;

/// How deeply calls may be nested, and how many of them one event may need.
const CONTEXT: &str = "
struct Context {
    depth: u32,
    rounds: u64,
}

impl Context {
    #[inline(always)]
    fn enter(&mut self) -> Result<(), u32> {
        self.depth += 1;
        if self.depth > 5_000 {
            return Err(2);
        }
        self.again()
    }
    #[inline(always)]
    fn again(&mut self) -> Result<(), u32> {
        self.rounds += 1;
        if self.rounds > 10_000_000 { Err(3) } else { Ok(()) }
    }
}
";

impl Rust<'_> {
    pub(super) fn functions(&self, out: &mut String) {
        if self.machine.has_recursion() {
            out.push_str(CONTEXT);
        }
        for (number, function) in self.machine.functions.iter().enumerate() {
            self.function(number, function, out);
        }
    }

    /// What every function gets beside its arguments.
    pub(super) fn context(&self) -> &'static str {
        if self.machine.has_recursion() { "cx, " } else { "" }
    }

    fn function(&self, number: usize, function: &Function, out: &mut String) {
        let context = if self.machine.has_recursion() { "cx: &mut Context, " } else { "" };
        let param = |var: &usize| format!("mut x{var}: {}", self.ty(&function.vars[*var]));
        let params: Vec<String> = function.params.iter().map(param).collect();
        let result = self.ty(&function.result);
        // The name is for people who read the code.
        let _ = write!(
            out,
            "\n// {}\nfn f{number}({context}{}) -> Result<{result}, u32> {{\n",
            function.name,
            params.join(", ")
        );
        let printer = Printer { rust: self, function };
        for (var, ty) in function.vars.iter().enumerate() {
            if !function.params.contains(&var) {
                let _ = writeln!(out, "    let mut x{var}: {} = Default::default();", self.ty(ty));
            }
        }
        let mut begins_again = false;
        for_each(&function.body, &mut |stmt| begins_again |= matches!(stmt, Stmt::Again(_)));
        if begins_again {
            out.push_str("    loop {\n");
            printer.block(&function.body, 2, out);
            out.push_str("    }\n");
        } else {
            printer.block(&function.body, 1, out);
        }
        out.push_str("}\n");
    }
}

struct Printer<'r> {
    rust: &'r Rust<'r>,
    function: &'r Function,
}

impl Printer<'_> {
    fn block(&self, block: &[Stmt], depth: usize, out: &mut String) {
        for stmt in block {
            out.push_str(&"    ".repeat(depth));
            self.stmt(stmt, depth, out);
        }
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        match stmt {
            Stmt::Set(var, prim, args) => {
                let _ = writeln!(out, "x{var} = {};", self.prim(*prim, args));
            }
            Stmt::Copy(var, atom) => {
                let _ = writeln!(out, "x{var} = {};", self.value(atom));
            }
            Stmt::Call(var, function, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
                let _ = writeln!(
                    out,
                    "cx.enter()?; let called = f{function}(cx, {}); cx.depth -= 1; x{var} = called?;",
                    args.join(", ")
                );
            }
            Stmt::If(condition, yes, no) => {
                let _ = writeln!(out, "if {} {{", self.value(condition));
                self.block(yes, depth + 1, out);
                if !no.is_empty() {
                    let _ = writeln!(out, "{indent}}} else {{");
                    self.block(no, depth + 1, out);
                }
                let _ = writeln!(out, "{indent}}}");
            }
            Stmt::Each(over, vars, body) => {
                let pattern = match &vars[..] {
                    [item] => format!("i{item}"),
                    vars => {
                        format!(
                            "({})",
                            vars.iter().map(|var| format!("i{var}")).collect::<Vec<_>>().join(", ")
                        )
                    }
                };
                let over = self.value(over);
                let is_list = matches!(stmt, Stmt::Each(Atom::Var(var), ..) if matches!(self.function.vars[*var], Ty::List(_)));
                let iter = if is_list { ".iter()" } else { "" };
                let _ =
                    writeln!(out, "let over = {over};\n{indent}for {pattern} in over.elements(){iter} {{");
                for var in vars {
                    let _ = writeln!(out, "{indent}    x{var} = i{var}.clone();");
                }
                self.block(body, depth + 1, out);
                let _ = writeln!(out, "{indent}}}");
            }
            Stmt::Fail(Failure::Message(number)) => {
                let _ = writeln!(out, "return Err({number});");
            }
            Stmt::Fail(Failure::Given(var)) => {
                let _ = writeln!(out, "return Err(x{var});");
            }
            Stmt::Stop(limit) => {
                let _ = writeln!(out, "return Err({});", *limit as u32);
            }
            Stmt::Return(given) => {
                let text = match given {
                    Given::Value(atom) | Given::Maybe(atom) => self.value(atom),
                    Given::Nothing => "None".to_owned(),
                    Given::Event(atom) => format!("Some({})", self.value(atom)),
                };
                let _ = writeln!(out, "return Ok({text});");
            }
            Stmt::Again(params) => {
                if self.rust.machine.has_recursion() {
                    let _ = write!(out, "cx.again()?; ");
                }
                for (place, (_, atom)) in params.iter().enumerate() {
                    let _ = write!(out, "let t{place} = {}; ", self.value(atom));
                }
                for (place, (var, _)) in params.iter().enumerate() {
                    let _ = write!(out, "x{var} = t{place}; ");
                }
                out.push_str("continue;\n");
            }
        }
    }

    /// A value of its own.
    fn value(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) if self.rust.is_copied(&self.function.vars[*var]) => format!("x{var}"),
            Atom::Var(var) => format!("x{var}.clone()"),
            Atom::Unit => "()".to_owned(),
            Atom::Bool(known) => known.to_string(),
            Atom::Int(i64::MIN) => "i64::MIN".to_owned(),
            Atom::Int(int) => format!("{int}i64"),
            Atom::Float(float) => super::float(*float),
            Atom::Text(text) if self.rust.makes_texts => format!("Text::Fixed({})", literal(text)),
            Atom::Text(text) => literal(text),
            Atom::NoFault => "0".to_owned(),
        }
    }

    /// A value that is only looked at.
    fn seen(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) => format!("&x{var}"),
            other => format!("&{}", self.value(other)),
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

    fn prim(&self, prim: Prim, args: &[Atom]) -> String {
        use Prim::*;
        let v = |place: usize| self.value(&args[place]);
        let s = |place: usize| self.seen(&args[place]);
        let message = prim.message().map_or(0, |text| self.rust.machine.message(text));
        match prim {
            Add => format!("add({}, {})?", v(0), v(1)),
            Sub => format!("sub({}, {})?", v(0), v(1)),
            Mul => format!("mul({}, {})?", v(0), v(1)),
            Div => format!("div({}, {}, {message})?", v(0), v(1)),
            Rem => format!("rem({}, {}, {message})?", v(0), v(1)),
            BitAnd => format!("{} & {}", v(0), v(1)),
            BitOr => format!("{} | {}", v(0), v(1)),
            BitXor => format!("{} ^ {}", v(0), v(1)),
            ShiftLeft => format!("shift_left({}, {})?", v(0), v(1)),
            ShiftRight => format!("shift_right({}, {})", v(0), v(1)),
            Not => format!("!{}", v(0)),
            Less => format!("{} < {}", v(0), v(1)),
            LessEqual => format!("{} <= {}", v(0), v(1)),
            Equal => match self.type_of(&args[0]) {
                Ty::Int | Ty::Bool | Ty::Float => format!("{} == {}", v(0), v(1)),
                _ => format!("({}).same({})", s(0), s(1)),
            },
            Compare => format!("compare({}, {})", s(0), s(1)),
            FAdd => format!("{} + {}", v(0), v(1)),
            FSub => format!("{} - {}", v(0), v(1)),
            FMul => format!("{} * {}", v(0), v(1)),
            FDiv => format!("{} / {}", v(0), v(1)),
            FNeg => format!("-({})", v(0)),
            FPow => format!("float_math::pow({}, {})", v(0), v(1)),
            FLog => format!("float_math::log({})", v(0)),
            FSin => format!("float_math::sin({})", v(0)),
            FCos => format!("float_math::cos({})", v(0)),
            FTan => format!("float_math::tan({})", v(0)),
            FAtan => format!("float_math::atan({})", v(0)),
            FOfInt => format!("{} as f64", v(0)),
            IntOfF => format!("int_of_float({}, {message})?", v(0)),
            Concat => format!("concat({}, {})", s(0), s(1)),
            TextOfInt => format!("text_of_int({})", v(0)),
            TextOfFloat => format!("text_of_float({})", v(0)),
            None => "Option::None".to_owned(),
            Some => format!("Option::Some({})", v(0)),
            IsSome => format!("({}).is_some()", s(0)),
            Unwrap => format!("({}).clone().unwrap_or_default()", s(0)),
            Tuple => format!("({})", (0..args.len()).map(v).collect::<Vec<_>>().join(", ")),
            Field(place) => format!("({}).{place}.clone()", s(0)),
            ListOf => "List::default()".to_owned(),
            ListPrepend => format!("List::prepend({}, {})", v(0), v(1)),
            ListAppend => format!("({}).append({})", v(0), v(1)),
            ListSize => format!("({}).size()", s(0)),
            ListGet => format!("({}).get({}, {message})?", s(0), v(1)),
            ListSet => format!("({}).set({}, {}, {message})?", v(0), v(1), v(2)),
            ListHead => format!("({}).head({message})?", s(0)),
            ListTail => format!("({}).tail({message})?", v(0)),
            ListLast => format!("({}).last({message})?", s(0)),
            ListInit => format!("({}).init({message})?", v(0)),
            SetOf if args.is_empty() => "Set::default()".to_owned(),
            SetOf => format!("Set::of({})", v(0)),
            SetAdd => format!("({}).add({})", s(0), v(1)),
            SetContains => format!("({}).contains({})", s(0), s(1)),
            SetRemove => format!("({}).remove({})", s(0), s(1)),
            SetSize => format!("({}).size()", s(0)),
            SetUnion => format!("({}).union({})", s(0), s(1)),
            SetIntersection => format!("({}).intersection({})", s(0), s(1)),
            SetMinus => format!("({}).minus({})", s(0), s(1)),
            MapOf if args.is_empty() => "Map::default()".to_owned(),
            MapOf => format!("Map::of({})", v(0)),
            MapAdd => format!("({}).add({}, {})", s(0), v(1), v(2)),
            MapContains => format!("({}).contains({})", s(0), s(1)),
            MapGet => format!("({}).get({}, {message})?", s(0), s(1)),
            MapRemove => format!("({}).remove({})", s(0), s(1)),
            MapSize => format!("({}).size()", s(0)),
            MapKeys => format!("({}).keys()", s(0)),
            IsFault => format!("{} != 0", v(0)),
        }
    }
}
