//! Arguments that can fail wait until they are needed.
//! In: all globals as they were written. Out: the same, with calls of further globals where an argument can fail and is not
//! always looked at. A function is copied for each form in which it is called: a parameter may be a suspension, or an option
//! or a tuple whose parts are. Calls whose arguments always have values stay as they are, and cost what they did.

use rustc_hash::FxHashMap;

use super::needed::{Needs, parts};
use super::{Binding, Code, Global, GlobalId, Var, bind};

/// In which form an argument is passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// As a value.
    Value,
    /// As a suspension.
    Suspended,
    /// An option that has a value, which is passed in a form of its own.
    Some(Box<Form>),
    /// An option: whether it has a value, and the value, both suspended.
    Option,
    /// The parts of a tuple.
    Tuple(Vec<Form>),
}

/// Rewrites a program.
pub(crate) struct Suspender<'g> {
    globals: &'g mut Vec<Global>,
    pub(super) originals: Vec<Global>,
    pub(super) needs: Needs,
    variables: &'g mut u32,
    forms: FxHashMap<(GlobalId, Vec<Form>), GlobalId>,
    /// Of suspended options, the suspension of whether they have a value.
    pub(super) tags: FxHashMap<Var, Var>,
    /// Which parameters of local functions are suspensions.
    pub(super) locals: FxHashMap<Var, Vec<bool>>,
    pub(super) recursive: Vec<bool>,
}

impl<'g> Suspender<'g> {
    /// Rewrites all globals.
    pub(crate) fn rewrite_all(globals: &'g mut Vec<Global>, variables: &'g mut u32) -> Suspender<'g> {
        let originals = globals.clone();
        let mut suspender = Suspender {
            needs: Needs::of(&originals),
            recursive: super::project::recursive(&originals),
            originals,
            globals,
            variables,
            forms: FxHashMap::default(),
            tags: FxHashMap::default(),
            locals: FxHashMap::default(),
        };
        for number in 0..suspender.originals.len() {
            if let Some(code) = suspender.originals[number].code.clone() {
                let code = suspender.rewritten(code);
                suspender.globals[number].code = Some(code);
            }
        }
        suspender
    }

    /// The function for arguments of which some may be errors, and which: those that not every call looks at.
    pub(crate) fn tolerant(&mut self, global: GlobalId, count: usize) -> Option<(GlobalId, Vec<bool>)> {
        let lazy: Vec<bool> = (0..count).map(|place| !self.needs.needs(global, place)).collect();
        if !lazy.contains(&true) {
            return None;
        }
        let form = |lazy: &bool| if *lazy { Form::Suspended } else { Form::Value };
        let forms = lazy.iter().map(form).collect();
        Some((self.in_form(global, forms)?, lazy))
    }

    fn rewritten(&mut self, mut code: Code) -> Code {
        self.suspend_in_locals(&mut code);
        self.rewrite(code)
    }

    fn rewrite(&mut self, code: Code) -> Code {
        let mut code = match self.projected(code) {
            Ok(code) => return self.rewrite(code),
            Err(code) => code,
        };
        match code {
            Code::Apply(function, args) => match *function {
                Code::Global(id) => self.call(id, args),
                Code::Var(var) if self.locals.contains_key(&var) => {
                    let lazy = self.locals[&var].clone();
                    let args = args.into_iter().enumerate().map(|(place, arg)| {
                        let arg = if lazy.get(place) == Some(&true) { suspended(arg) } else { arg };
                        self.rewrite(arg)
                    });
                    Code::Apply(Code::Var(var).into(), args.collect())
                }
                function => {
                    let function = self.rewrite(function);
                    Code::Apply(function.into(), args.into_iter().map(|arg| self.rewrite(arg)).collect())
                }
            },
            // A local function that is passed on takes values.
            Code::Var(var) if self.locals.contains_key(&var) => {
                let lazy = self.locals[&var].clone();
                let params: Vec<Var> = lazy.iter().map(|_| self.fresh()).collect();
                let arg = |(param, lazy): (&Var, &bool)| {
                    if *lazy { Code::Lazy(Code::Var(*param).into()) } else { Code::Var(*param) }
                };
                let args = params.iter().zip(&lazy).map(arg).collect();
                Code::lambda(params, Code::apply(Code::Var(var), args))
            }
            Code::Let(var, value, rest) => match *value {
                Code::Lazy(inner) if !self.needs.is_total(&inner) => self.definition(var, *inner, *rest),
                value => {
                    let value = self.rewrite(value);
                    Code::Let(var, value.into(), self.rewrite(*rest).into())
                }
            },
            _ => {
                code.for_each_child_mut(&mut |child| {
                    let inner = std::mem::replace(child, Code::Unit);
                    *child = self.rewrite(inner);
                });
                code
            }
        }
    }

    /// A suspended definition: the parts of a tuple are suspended alone, and so is whether an option has a value.
    fn definition(&mut self, var: Var, code: Code, mut rest: Code) -> Code {
        if let Code::Tuple(parts) = code {
            let bindings: Vec<Binding> =
                parts.into_iter().map(|code| Binding { var: self.fresh(), code }).collect();
            let tuple = Code::Tuple(bindings.iter().map(|binding| Code::Var(binding.var)).collect());
            replace_forced(&mut rest, var, &tuple);
            return self.rewrite(bind(bindings, rest));
        }
        let has = self.is_built_option(&code).then(|| {
            let copy = self.copied_in_place(&code);
            let has = self.rewrite(Code::Primitive("isSome", vec![copy]));
            let tag = self.fresh();
            self.tags.insert(var, tag);
            (tag, Code::Lazy(has.into()))
        });
        let code = Code::Lazy(self.rewrite(code).into());
        let mut rest = self.rewrite(rest);
        if let Some((tag, has)) = has {
            let mut is_used = false;
            rest.for_each(&mut |code| is_used |= *code == Code::Var(tag));
            if is_used {
                rest = Code::Let(tag, has.into(), rest.into());
            }
        }
        Code::Let(var, code.into(), rest.into())
    }

    fn call(&mut self, id: GlobalId, args: Vec<Code>) -> Code {
        let count = parts(self.originals[id.0 as usize].code.as_ref()).0.len();
        let mut given = Vec::with_capacity(args.len());
        let forms: Vec<Form> = args
            .into_iter()
            .enumerate()
            .map(|(place, arg)| {
                if place >= count {
                    given.push(arg);
                    return Form::Value;
                }
                self.passed(arg, self.needs.needs(id, place), &mut given)
            })
            .collect();
        let is_plain = forms.iter().all(|form| *form == Form::Value) || forms.len() < count;
        let function = if is_plain { Some(id) } else { self.in_form(id, forms[..count].to_vec()) };
        let given = given.into_iter().map(|arg| self.rewrite(arg)).collect();
        Code::apply(Code::Global(function.unwrap_or(id)), given)
    }

    /// Passes an argument: in which form, and as what.
    fn passed(&mut self, arg: Code, is_needed: bool, given: &mut Vec<Code>) -> Form {
        if self.needs.is_total(&arg) {
            given.push(arg);
            return Form::Value;
        }
        match arg {
            Code::Primitive("Some", mut inner) if inner.len() == 1 => {
                Form::Some(Box::new(self.passed(inner.remove(0), false, given)))
            }
            Code::Tuple(inner) => {
                Form::Tuple(inner.into_iter().map(|part| self.passed(part, false, given)).collect())
            }
            arg if self.is_built_option(&arg) => {
                let copy = self.copied_in_place(&arg);
                let has = Code::Primitive("isSome", vec![copy]);
                given.push(Code::Lazy(has.into()));
                given.push(Code::Lazy(Code::Primitive("getSome", vec![arg]).into()));
                Form::Option
            }
            arg if is_needed => {
                given.push(arg);
                Form::Value
            }
            arg => {
                given.push(suspended(arg));
                Form::Suspended
            }
        }
    }

    /// The copy of a function that takes its arguments in these forms.
    fn in_form(&mut self, id: GlobalId, forms: Vec<Form>) -> Option<GlobalId> {
        if let Some(known) = self.forms.get(&(id, forms.clone())) {
            return Some(*known);
        }
        let original = &self.originals[id.0 as usize];
        let name = original.name.clone();
        let function = original.code.clone()?;
        let Code::Lambda(params, mut body) = self.copied(&function) else { return None };
        let new = GlobalId(self.globals.len() as u32);
        self.globals.push(Global { name, code: None, constant: false });
        self.forms.insert((id, forms.clone()), new);
        let mut taken = Vec::new();
        for (param, form) in params.into_iter().zip(&forms) {
            if *form == Form::Value {
                taken.push(param);
            } else {
                let by = self.received(form, &mut taken);
                body.replace(param, &by);
            }
        }
        let body = self.rewritten(*body);
        self.globals[new.0 as usize].code = Some(Code::lambda(taken, body));
        Some(new)
    }

    /// What stands for a parameter that is passed in a form.
    fn received(&mut self, form: &Form, taken: &mut Vec<Var>) -> Code {
        let mut take = |suspender: &mut Self| {
            let var = suspender.fresh();
            taken.push(var);
            Code::Var(var)
        };
        match form {
            Form::Value => take(self),
            Form::Suspended => Code::Force(take(self).into()),
            Form::Some(inner) => Code::Primitive("Some", vec![self.received(inner, taken)]),
            Form::Option => {
                let has = Code::Force(take(self).into());
                let value = Code::Force(take(self).into());
                let some = Code::Primitive("Some", vec![value]);
                Code::If(has.into(), some.into(), Code::Primitive("None", Vec::new()).into())
            }
            Form::Tuple(inner) => Code::Tuple(inner.iter().map(|part| self.received(part, taken)).collect()),
        }
    }

    pub(super) fn fresh(&mut self) -> Var {
        *self.variables += 1;
        Var(*self.variables - 1)
    }
}

fn suspended(code: Code) -> Code {
    match code {
        Code::Force(inner) if matches!(*inner, Code::Var(_)) => *inner,
        other => Code::Lazy(other.into()),
    }
}

/// Replaces what a suspension gives.
fn replace_forced(code: &mut Code, var: Var, by: &Code) {
    match code {
        Code::Force(inner) if **inner == Code::Var(var) => *code = by.clone(),
        Code::Var(other) if *other == var => *code = Code::Lazy(by.clone().into()),
        _ => code.for_each_child_mut(&mut |child| replace_forced(child, var, by)),
    }
}
