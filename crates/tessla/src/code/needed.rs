//! What a function certainly looks at, and what certainly gives a value.
//! An argument that can fail, for a parameter that is not always looked at, has to wait until it is needed. All others may
//! be computed before the call, which is faster.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, Global, GlobalId, Var};
use crate::externs;

/// What is known of all functions of a program.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// For each global, which parameters every call looks at, or fails.
    globals: Vec<Vec<bool>>,
    /// The same for local functions.
    locals: FxHashMap<Var, Vec<bool>>,
    /// For each global, whether it always gives a value.
    total: Vec<bool>,
    /// For each global, whether it gives an option or a tuple that it makes itself.
    builds: Vec<bool>,
}

impl Needs {
    /// Looks at all globals.
    pub(crate) fn of(globals: &[Global]) -> Needs {
        let mut needs = Needs::default();
        let mut functions: Vec<(Option<GlobalId>, Var, &[Var], &Code)> = Vec::new();
        for (number, global) in globals.iter().enumerate() {
            let (params, body) = parts(global.code.as_ref());
            needs.globals.push(vec![true; params.len()]);
            needs.total.push(false);
            needs.builds.push(false);
            functions.push((Some(GlobalId(number as u32)), Var(0), params, body));
        }
        for global in globals {
            if let Some(code) = &global.code {
                collect_locals(code, &mut functions);
            }
        }
        for (_, var, params, _) in functions.iter().filter(|(global, ..)| global.is_none()) {
            needs.locals.insert(*var, vec![true; params.len()]);
        }
        needs.settle_builders(globals);
        needs.settle(&functions);
        needs.settle_totality(globals);
        needs
    }

    /// From the claim that everything is needed, takes back what is not so until nothing changes.
    fn settle(&mut self, functions: &[(Option<GlobalId>, Var, &[Var], &Code)]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (global, var, params, body) in functions {
                let looked_at = self.looked_at(body);
                let known = match global {
                    Some(id) => self.globals.get_mut(id.0 as usize),
                    None => self.locals.get_mut(var),
                };
                for (needed, param) in known.into_iter().flatten().zip(*params) {
                    if *needed && !looked_at.contains(param) {
                        *needed = false;
                        changed = true;
                    }
                }
            }
        }
    }

    /// From nothing, adds functions whose parts are known to be total: one that calls itself never is.
    fn settle_totality(&mut self, globals: &[Global]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (number, global) in globals.iter().enumerate() {
                let (_, body) = parts(global.code.as_ref());
                if !self.total[number] && self.is_total(body) {
                    self.total[number] = true;
                    changed = true;
                }
            }
        }
    }

    fn settle_builders(&mut self, globals: &[Global]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (number, global) in globals.iter().enumerate() {
                let (_, body) = parts(global.code.as_ref());
                if !self.builds[number] && self.is_built(body) {
                    self.builds[number] = true;
                    changed = true;
                }
            }
        }
    }

    /// Whether it makes an option or a tuple: to look at that is not to look at its parts.
    fn is_built(&self, code: &Code) -> bool {
        match code {
            Code::Tuple(_) | Code::Primitive("Some", _) => true,
            Code::If(_, yes, no) => self.is_built(yes) || self.is_built(no),
            Code::Let(_, _, rest) | Code::LetRec(_, rest) | Code::Note(_, _, rest) => self.is_built(rest),
            Code::Apply(function, _) => match &**function {
                Code::Global(id) => self.builds[id.0 as usize],
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether every call of a global looks at a parameter, or fails.
    pub(crate) fn needs(&self, global: GlobalId, place: usize) -> bool {
        self.globals.get(global.0 as usize).and_then(|places| places.get(place)).is_none_or(|needed| *needed)
    }

    /// The same for a local function; nothing if the variable is none.
    pub(crate) fn local_needs(&self, var: Var) -> Option<&[bool]> {
        self.locals.get(&var).map(Vec::as_slice)
    }

    /// What holds of a local function holds of its copy.
    pub(crate) fn copy_local(&mut self, from: Var, to: Var) {
        if let Some(known) = self.locals.get(&from).cloned() {
            self.locals.insert(to, known);
        }
    }

    /// The variables that evaluating the code looks at in any case, unless it fails.
    fn looked_at(&self, code: &Code) -> FxHashSet<Var> {
        match code {
            Code::Var(var) => FxHashSet::from_iter([*var]),
            Code::LetRec(_, rest) => self.looked_at(rest),
            Code::If(condition, yes, no) => {
                let (mut all, no) = (self.looked_at(condition), self.looked_at(no));
                all.extend(self.looked_at(yes).intersection(&no));
                all
            }
            Code::And(first, _) | Code::Or(first, _) => self.looked_at(first),
            Code::Let(var, value, rest) => {
                let mut all = self.looked_at(rest);
                match &**value {
                    Code::Lazy(inner) if all.contains(var) && !self.is_built(inner) => {
                        all.extend(self.looked_at(inner));
                    }
                    value => all.extend(self.looked_at(value)),
                }
                all
            }
            Code::Note(_, value, rest) => {
                let mut all = self.looked_at(rest);
                all.extend(self.looked_at(value));
                all
            }
            Code::Field(inner, place, _) => match &**inner {
                Code::Tuple(parts) => self.looked_at(&parts[*place]),
                other => self.looked_at_in([other]),
            },
            Code::Force(inner) => self.looked_at(inner),
            Code::Primitive("isSome" | "isNone", parts) => self.looked_at_in(parts),
            Code::Tuple(parts) | Code::Primitive(_, parts) => {
                parts.iter().flat_map(|part| self.looked_at(part)).collect()
            }
            Code::Apply(function, args) => self.looked_at_by_call(function, args),
            _ => FxHashSet::default(),
        }
    }

    fn looked_at_by_call(&self, function: &Code, args: &[Code]) -> FxHashSet<Var> {
        let needed = |needed: &[bool]| {
            let places = args.iter().enumerate();
            let needed = places.filter(|(place, _)| needed.get(*place).is_none_or(|needed| *needed));
            self.looked_at_in(needed.map(|(_, arg)| arg))
        };
        match function {
            Code::Global(id) => needed(&self.globals[id.0 as usize]),
            Code::Var(local) if self.locals.contains_key(local) => needed(&self.locals[local]),
            // What is not known takes values.
            other => {
                let mut all: FxHashSet<Var> = args.iter().flat_map(|arg| self.looked_at(arg)).collect();
                all.extend(self.looked_at(other));
                all
            }
        }
    }

    /// The same for what is looked at from outside: the parts of an option or a tuple are not.
    fn looked_at_in<'c>(&self, codes: impl IntoIterator<Item = &'c Code>) -> FxHashSet<Var> {
        let codes = codes.into_iter().filter(|code| !self.is_built(code));
        codes.flat_map(|code| self.looked_at(code)).collect()
    }

    /// Whether evaluating the code always gives a value, as far as is known.
    pub(crate) fn is_total(&self, code: &Code) -> bool {
        let here = match code {
            Code::Lambda(..) | Code::Lazy(_) => return true,
            Code::Force(_) | Code::LetRec(..) => false,
            // The name of a function is a value; a constant is computed where it is used.
            Code::Global(id) => {
                return !self.globals[id.0 as usize].is_empty() || self.total[id.0 as usize];
            }
            Code::Apply(function, args) => {
                return match &**function {
                    Code::Global(id) => {
                        self.total[id.0 as usize]
                            && self.globals[id.0 as usize].len() == args.len()
                            && args.iter().all(|arg| self.is_total(arg))
                    }
                    _ => false,
                };
            }
            Code::Primitive(name, _) => externs::always_gives_a_value(name),
            _ => true,
        };
        let mut total = here;
        code.for_each_child(&mut |child| total = total && self.is_total(child));
        total
    }
}

/// The parameters and the body of a function; a constant has none.
pub(super) fn parts(code: Option<&Code>) -> (&[Var], &Code) {
    match code {
        Some(Code::Lambda(params, body)) => (params, body),
        Some(other) => (&[], other),
        None => (&[], &Code::Unit),
    }
}

/// The local functions that a piece of code binds itself.
fn each_local<'c>(code: &'c Code, visit: &mut dyn FnMut(Var, &'c Code)) {
    match code {
        Code::Let(var, value, _) if matches!(**value, Code::Lambda(..)) => visit(*var, value),
        Code::LetRec(bindings, _) => {
            for (var, value) in bindings.iter().filter(|(_, value)| matches!(value, Code::Lambda(..))) {
                visit(*var, value);
            }
        }
        _ => {}
    }
}

fn collect_locals<'c>(code: &'c Code, functions: &mut Vec<(Option<GlobalId>, Var, &'c [Var], &'c Code)>) {
    each_local(code, &mut |var, value| {
        let (params, body) = parts(Some(value));
        functions.push((None, var, params, body));
    });
    code.for_each_child(&mut |child| collect_locals(child, functions));
}
