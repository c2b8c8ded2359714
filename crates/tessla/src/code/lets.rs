//! Local definitions: in which order they are bound, and how.
//! A definition is evaluated when it is used, and at most once. What cannot fail is bound at once; what is used once is put
//! in its place; everything else is a suspension.

use crate::code::order::components;
use crate::code::{Code, Var};

/// A local definition.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub var: Var,
    pub code: Code,
}

impl Binding {
    fn is_function(&self) -> bool {
        matches!(self.code, Code::Lambda(..))
    }
}

/// The body with its definitions around it. The variables in the body and in the definitions stand for values.
pub(crate) fn bind(bindings: Vec<Binding>, body: Code) -> Code {
    if bindings.is_empty() {
        return body;
    }
    let position = |var: Var| bindings.iter().position(|binding| binding.var == var);
    let uses: Vec<Vec<usize>> = bindings
        .iter()
        .map(|binding| {
            let mut found = Vec::new();
            binding.code.for_each(&mut |code| {
                if let Code::Var(var) = code {
                    found.extend(position(*var));
                }
            });
            found
        })
        .collect();
    let groups = components(&uses);
    let mut slots: Vec<Option<Binding>> = bindings.into_iter().map(Some).collect();
    let mut rest = body;
    // From the last group, which nothing before it uses, to the first.
    for group in groups.into_iter().rev() {
        let recursive = group.len() > 1 || uses[group[0]].contains(&group[0]);
        let members: Vec<Binding> = group.iter().filter_map(|index| slots[*index].take()).collect();
        rest = if recursive {
            bind_together(members, rest)
        } else {
            members.into_iter().fold(rest, |rest, member| bind_alone(member, rest))
        };
    }
    rest
}

fn bind_together(mut members: Vec<Binding>, mut rest: Code) -> Code {
    let suspended: Vec<Var> =
        members.iter().filter(|member| !member.is_function()).map(|member| member.var).collect();
    for member in &mut members {
        for var in &suspended {
            member.code.replace(*var, &Code::Force(Box::new(Code::Var(*var))));
        }
        if suspended.contains(&member.var) {
            let code = std::mem::replace(&mut member.code, Code::Unit);
            member.code = Code::Lazy(Box::new(code));
        }
    }
    for var in &suspended {
        rest.replace(*var, &Code::Force(Box::new(Code::Var(*var))));
    }
    let bindings = members.into_iter().map(|member| (member.var, member.code)).collect();
    Code::LetRec(bindings, Box::new(rest))
}

fn bind_alone(member: Binding, mut rest: Code) -> Code {
    let uses = count(&rest, member.var, false);
    if uses.all == 0 {
        return rest;
    }
    if member.is_function() || is_total(&member.code) {
        return Code::Let(member.var, Box::new(member.code), Box::new(rest));
    }
    if uses.all == 1 && uses.repeated == 0 {
        rest.replace(member.var, &member.code);
        return rest;
    }
    rest.replace(member.var, &Code::Force(Box::new(Code::Var(member.var))));
    Code::Let(member.var, Box::new(Code::Lazy(Box::new(member.code))), Box::new(rest))
}

#[derive(Default)]
struct Uses {
    all: usize,
    /// Those inside of functions, which may be called often.
    repeated: usize,
}

fn count(code: &Code, var: Var, inside: bool) -> Uses {
    let mut uses = Uses::default();
    if *code == Code::Var(var) {
        uses.all = 1;
        uses.repeated = usize::from(inside);
    }
    let inside = inside || matches!(code, Code::Lambda(..));
    code.for_each_child(&mut |child| {
        let inner = count(child, var, inside);
        uses.all += inner.all;
        uses.repeated += inner.repeated;
    });
    uses
}

/// Whether evaluating it always gives a value, soon, and without a choice.
fn is_total(code: &Code) -> bool {
    let here = match code {
        Code::Lambda(..) | Code::Lazy(_) => return true,
        Code::Apply(..)
        | Code::Force(_)
        | Code::If(..)
        | Code::And(..)
        | Code::Or(..)
        | Code::LetRec(..)
        | Code::Note(..) => false,
        // A constant may fail.
        Code::Global(_) => false,
        Code::Primitive(name, _) => crate::externs::is_total(name),
        _ => true,
    };
    let mut total = here;
    code.for_each_child(&mut |child| total = total && is_total(child));
    total
}
