//! Parts of options and tuples without the other parts.
//! `isSome(Some(e))` is true whether or not `e` has a value, and a member of a tuple is there whether or not the others are.
//! Looks through choices, definitions and calls for what an option or a tuple is made of.

use super::order::components;
use super::suspend::Suspender;
use super::{Binding, Code, Global, bind};

/// What is asked of an option or a tuple.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// One of the primitives on options.
    Option(&'static str),
    /// A member of a tuple, and how many it has.
    Member(usize, usize),
}

impl Part {
    fn of(self, code: Code) -> Code {
        match self {
            Part::Option(name) => Code::Primitive(name, vec![code]),
            Part::Member(place, count) => Code::Field(code.into(), place, count),
        }
    }
}

/// Some option with a value.
const SOME: Code = Code::Primitive("Some", Vec::new());

/// Which globals call themselves, or others that call them.
pub(super) fn recursive(globals: &[Global]) -> Vec<bool> {
    let uses: Vec<Vec<usize>> = globals
        .iter()
        .map(|global| {
            let mut used = Vec::new();
            if let Some(code) = &global.code {
                code.for_each(&mut |code| {
                    if let Code::Global(id) = code {
                        used.push(id.0 as usize);
                    }
                });
            }
            used
        })
        .collect();
    let mut found = vec![false; globals.len()];
    for group in components(&uses) {
        for member in &group {
            found[*member] = group.len() > 1 || uses[*member].contains(member);
        }
    }
    found
}

impl Suspender<'_> {
    /// The code that asks for a part of what can be looked through, without the rest; else the code as it is.
    pub(super) fn projected(&mut self, code: Code) -> Result<Code, Code> {
        match code {
            Code::Primitive(name @ ("isSome" | "isNone" | "getSome"), mut args) if args.len() == 1 => {
                // To get the value of a suspended option, all of it is needed.
                let is_whole = name == "getSome" && matches!(args[0], Code::Force(_));
                if is_whole || self.needs.is_total(&args[0]) || !self.is_built_option(&args[0]) {
                    return Err(Code::Primitive(name, args));
                }
                Ok(self.project(Part::Option(name), args.remove(0)))
            }
            Code::Field(inner, place, count)
                if !self.needs.is_total(&inner)
                    && self.ends(&inner, &|code| matches!(code, Code::Tuple(_))) =>
            {
                Ok(self.project(Part::Member(place, count), *inner))
            }
            code => Err(code),
        }
    }

    /// Whether it ends in an option with a value, on some way.
    pub(super) fn is_built_option(&self, code: &Code) -> bool {
        self.ends(code, &|code| matches!(code, Code::Primitive("Some", _)))
    }

    fn ends(&self, code: &Code, is_end: &dyn Fn(&Code) -> bool) -> bool {
        match code {
            Code::If(_, yes, no) => self.ends(yes, is_end) || self.ends(no, is_end),
            Code::Let(_, _, rest) | Code::LetRec(_, rest) | Code::Note(_, _, rest) => self.ends(rest, is_end),
            Code::Force(inner) => match &**inner {
                Code::Var(var) => self.tags.contains_key(var) && is_end(&SOME),
                _ => false,
            },
            Code::Apply(function, args) => {
                let body = self.inlined_body(function, args).filter(|_| is_end(&SOME));
                body.is_some_and(|body| self.ends(body, is_end))
            }
            other => is_end(other),
        }
    }

    /// The body of a call that can be put in its place.
    fn inlined_body(&self, function: &Code, args: &[Code]) -> Option<&Code> {
        let Code::Global(id) = function else { return None };
        match self.originals.get(id.0 as usize)?.code.as_ref()? {
            Code::Lambda(params, body) if params.len() == args.len() && !self.recursive[id.0 as usize] => {
                Some(body)
            }
            _ => None,
        }
    }

    fn project(&mut self, part: Part, code: Code) -> Code {
        match (part, code) {
            (Part::Option("isSome"), Code::Primitive("Some", _)) => Code::Bool(true),
            (Part::Option("isNone"), Code::Primitive("Some", _)) => Code::Bool(false),
            (Part::Option(_), Code::Primitive("Some", mut inner)) if inner.len() == 1 => inner.remove(0),
            (Part::Member(place, _), Code::Tuple(mut parts)) => parts.swap_remove(place),
            (_, Code::If(condition, yes, no)) => {
                let (yes, no) = (self.project(part, *yes), self.project(part, *no));
                Code::If(condition, yes.into(), no.into())
            }
            (_, Code::Let(var, value, rest)) => Code::Let(var, value, self.project(part, *rest).into()),
            (_, Code::LetRec(bindings, rest)) => Code::LetRec(bindings, self.project(part, *rest).into()),
            (_, Code::Note(point, value, rest)) => Code::Note(point, value, self.project(part, *rest).into()),
            (Part::Option(name @ ("isSome" | "isNone")), Code::Force(inner)) => {
                let tag = match &*inner {
                    Code::Var(var) => self.tags.get(var).copied(),
                    _ => None,
                };
                match tag.map(|tag| Code::Force(Code::Var(tag).into())) {
                    Some(has) if name == "isSome" => has,
                    Some(has) => Code::Primitive("not", vec![has]),
                    None => part.of(Code::Force(inner)),
                }
            }
            // Of a tuple that a function gives, all parts are computed.
            (Part::Option(_), Code::Apply(function, args)) => match self.inlined_call(&function, &args) {
                Some(code) => self.project(part, code),
                None => part.of(Code::Apply(function, args)),
            },
            (_, other) => part.of(other),
        }
    }

    /// A call with the body of its function in its place, if that ends in an option.
    fn inlined_call(&mut self, function: &Code, args: &[Code]) -> Option<Code> {
        let body = self.inlined_body(function, args)?;
        if !self.is_built_option(body) {
            return None;
        }
        let Code::Global(id) = function else { return None };
        let whole = self.originals[id.0 as usize].code.clone()?;
        let mut whole = self.copied(&whole);
        self.suspend_in_locals(&mut whole);
        let Code::Lambda(params, body) = whole else { return None };
        let bindings = params.into_iter().zip(args).map(|(var, arg)| Binding { var, code: arg.clone() });
        Some(bind(bindings.collect(), *body))
    }
}
