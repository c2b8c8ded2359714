//! Local functions whose parameters are suspensions, and copies of code.
//! A function inside of another one has one form for all of its calls: a parameter that gets an argument which can fail, and that
//! is not always looked at, is a suspension in each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::suspend::Suspender;
use super::{Code, Var};

impl Suspender<'_> {
    /// Finds the parameters of local functions that get arguments which can fail, and makes them suspensions.
    pub(super) fn suspend_in_locals(&mut self, code: &mut Code) {
        let own: BTreeSet<Var> = bound(code).into_iter().collect();
        loop {
            let mut found: BTreeSet<(Var, usize)> = BTreeSet::new();
            code.for_each(&mut |code| {
                let Code::Apply(function, args) = code else { return };
                let Code::Var(var) = &**function else { return };
                if !own.contains(var) {
                    return;
                }
                let Some(needed) = self.needs.local_needs(*var) else { return };
                let known = self.locals.get(var);
                for (place, arg) in args.iter().enumerate() {
                    let is_lazy = known.is_some_and(|known| known[place]);
                    if needed.get(place) == Some(&false) && !is_lazy && !self.needs.is_total(arg) {
                        found.insert((*var, place));
                    }
                }
            });
            if found.is_empty() {
                return;
            }
            for (var, place) in &found {
                let count = self.needs.local_needs(*var).map_or(0, <[bool]>::len);
                self.locals.entry(*var).or_insert_with(|| vec![false; count])[*place] = true;
            }
            force_params(code, &found);
        }
    }

    /// The same code with variables of its own.
    pub(super) fn copied(&mut self, code: &Code) -> Code {
        self.renamed(code).0
    }

    /// The same for code whose local functions take suspensions already.
    pub(super) fn copied_in_place(&mut self, code: &Code) -> Code {
        let (code, names) = self.renamed(code);
        for (old, new) in &names {
            if let Some(lazy) = self.locals.get(old).cloned() {
                self.locals.insert(*new, lazy);
            }
        }
        code
    }

    fn renamed(&mut self, code: &Code) -> (Code, BTreeMap<Var, Var>) {
        let names: BTreeMap<Var, Var> = bound(code).into_iter().map(|var| (var, self.fresh())).collect();
        for (old, new) in &names {
            self.needs.copy_local(*old, *new);
            if let Some(tag) = self.tags.get(old).copied() {
                self.tags.insert(*new, names.get(&tag).copied().unwrap_or(tag));
            }
        }
        let mut code = code.clone();
        rename(&mut code, &names);
        (code, names)
    }
}

/// The variables that are bound inside of the code.
fn bound(code: &Code) -> Vec<Var> {
    let mut bound = Vec::new();
    code.for_each(&mut |code| match code {
        Code::Lambda(params, _) => bound.extend(params),
        Code::Let(var, ..) => bound.push(*var),
        Code::LetRec(bindings, _) => bound.extend(bindings.iter().map(|(var, _)| *var)),
        _ => {}
    });
    bound
}

fn rename(code: &mut Code, names: &BTreeMap<Var, Var>) {
    let new = |var: &mut Var| *var = names.get(var).copied().unwrap_or(*var);
    match code {
        Code::Var(var) | Code::Let(var, ..) => new(var),
        Code::Lambda(params, _) => params.iter_mut().for_each(new),
        Code::LetRec(bindings, _) => bindings.iter_mut().for_each(|(var, _)| new(var)),
        _ => {}
    }
    code.for_each_child_mut(&mut |child| rename(child, names));
}

/// In the functions that variables are bound to, parameters by their places become suspensions.
fn force_params(code: &mut Code, found: &BTreeSet<(Var, usize)>) {
    let force = |var: Var, function: &mut Code| {
        let Code::Lambda(params, body) = function else { return };
        for (place, param) in params.iter().enumerate() {
            if found.contains(&(var, place)) {
                body.replace(*param, &Code::Force(Code::Var(*param).into()));
            }
        }
    };
    match code {
        Code::Let(var, value, _) => force(*var, value),
        Code::LetRec(bindings, _) => bindings.iter_mut().for_each(|(var, value)| force(*var, value)),
        _ => {}
    }
    code.for_each_child_mut(&mut |child| force_params(child, found));
}
