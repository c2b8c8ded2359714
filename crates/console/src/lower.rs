//! Terms of a specification to OCaml, which the kernel runs; types are checked on the way.
//! In: the tree, with the types of the user's OCaml functions. Out: the syntax tree of one OCaml function for each term, of the
//! values read so far, with the user's places in it. A condition becomes one symbolic term where nothing in it can fail (`total`), so that the paths of
//! the search are those of the specification.

mod enumeration;
mod functions;
mod set;
mod term;
pub(crate) mod tie;
pub(crate) mod ty;

use std::collections::BTreeSet;
use std::sync::Arc;

use lydian_core::Type;
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::{Expr, Structure};
use rustc_hash::FxHashMap;

pub use ty::Ty;

use crate::syntax::ast::{At, Name, Set, Term, TermKind, TypeKind};
use crate::syntax::visit::{in_set, in_term};

/// An enumeration.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The name of its OCaml type.
    pub(crate) ocaml: String,
    /// Names and spellings of its members.
    pub members: Vec<(String, String)>,
    /// Where its name stands.
    pub(crate) at: At,
}

/// A variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Its declared type.
    pub kind: TypeKind,
    /// The type of its values.
    pub ty: Ty,
    /// Where it was first read.
    pub at: At,
}

/// A term as a piece of OCaml.
#[derive(Debug, Clone)]
pub(crate) struct Lowered {
    pub(crate) ty: Ty,
    pub(crate) code: Expr,
    /// Whether evaluating it always gives a value.
    pub(crate) total: bool,
}

/// A term that has become an OCaml function.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    /// The views that it takes, in order.
    pub(crate) views: Vec<usize>,
    /// The variables whose newest values it looks at.
    pub(crate) currents: BTreeSet<usize>,
    pub(crate) ty: Ty,
    pub(crate) at: At,
    /// The same term where comparisons that may turn out either way hold, and where they do not; if there are any.
    pub(crate) tied: Option<[TermRef; 2]>,
}

/// How a comparison of computed decimals turns out where the numbers of the machine leave that open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ties {
    /// As the exact numbers have it.
    Exact,
    /// It holds.
    Hold,
    /// It does not hold.
    Fail,
}

impl Ties {
    /// Inside of a negation.
    pub(crate) fn negated(self) -> Ties {
        match self {
            Ties::Exact => Ties::Exact,
            Ties::Hold => Ties::Fail,
            Ties::Fail => Ties::Hold,
        }
    }
}

/// A compiled term, by number.
pub(crate) type TermRef = usize;

/// Lowers the terms of one script.
pub(crate) struct Lowering<'s> {
    pub(crate) source: &'s Arc<Source>,
    pub(crate) variables: Vec<Variable>,
    /// Parameters with their types.
    pub(crate) parameters: Vec<(Arc<str>, Ty)>,
    pub(crate) enumerations: Vec<Enumeration>,
    /// The user's OCaml functions.
    pub(crate) functions: FxHashMap<String, Type>,
    /// Each view is a set of variables: first each variable alone, then merges.
    pub(crate) views: Vec<Vec<usize>>,
    pub(crate) compiled: Vec<Compiled>,
    /// The definitions of parameters, then those of the terms.
    pub(crate) definitions: Structure,
    pub(crate) diagnostics: Vec<Diagnostic>,
    locals: Vec<(Arc<str>, Ty)>,
    used: BTreeSet<usize>,
    currents: BTreeSet<usize>,
    /// How comparisons of computed decimals turn out where that is open.
    ties: Ties,
    /// Whether the term has such a comparison.
    tied: bool,
    /// Whether all decimals that the script itself computes with are numbers of the machine.
    pub(crate) binary_constants: bool,
    /// The variables that the specification sets itself.
    pub(crate) own: BTreeSet<Arc<str>>,
    /// What was compiled already, by its place: scripts that differ in one thing share the rest.
    known: FxHashMap<At, Vec<(MadeFrom, TermRef)>>,
    /// The module whose functions are called instead of the user's own.
    pub(crate) module: Option<String>,
}

/// What a compiled term was made from.
#[derive(Debug, Clone, PartialEq)]
enum MadeFrom {
    Term(Term, Option<Ty>),
    Set(Set, Ty),
}

/// How far a lowering is: a script that turns out not to fit the types leaves nothing behind.
pub(crate) struct Mark {
    diagnostics: usize,
    definitions: usize,
    compiled: usize,
    views: usize,
}

impl<'s> Lowering<'s> {
    pub(crate) fn new(source: &'s Arc<Source>) -> Lowering<'s> {
        Lowering {
            source,
            variables: Vec::new(),
            parameters: Vec::new(),
            enumerations: Vec::new(),
            functions: FxHashMap::default(),
            views: Vec::new(),
            compiled: Vec::new(),
            definitions: Structure::new(),
            diagnostics: Vec::new(),
            locals: Vec::new(),
            used: BTreeSet::new(),
            currents: BTreeSet::new(),
            ties: Ties::Exact,
            tied: false,
            binary_constants: true,
            own: BTreeSet::new(),
            known: FxHashMap::default(),
            module: None,
        }
    }

    /// How far it is now.
    pub(crate) fn mark(&self) -> Mark {
        let (diagnostics, definitions) = (self.diagnostics.len(), self.definitions.len());
        Mark { diagnostics, definitions, compiled: self.compiled.len(), views: self.views.len() }
    }

    /// Whether there were errors since then.
    pub(crate) fn errors_since(&self, mark: &Mark) -> bool {
        self.diagnostics[mark.diagnostics..].iter().any(Diagnostic::is_error)
    }

    /// Forgets what was lowered since then.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.diagnostics.truncate(mark.diagnostics);
        self.definitions.truncate(mark.definitions);
        self.compiled.truncate(mark.compiled);
        self.views.truncate(mark.views);
        self.known.values_mut().for_each(|known| known.retain(|(_, term)| *term < mark.compiled));
    }

    /// Lowers something so that it calls the functions of a module instead of the user's own of the same names.
    pub(crate) fn calling<T>(&mut self, module: String, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.module = Some(module);
        let lowered = lower(self);
        self.module = None;
        lowered
    }

    /// Whether a function of the user's own is called in something.
    fn calls_functions(&self, from: &MadeFrom) -> bool {
        let mut calls = false;
        let mut look = |term: &Term| {
            calls |=
                matches!(&term.kind, TermKind::Call(name, _) if self.functions.contains_key(&*name.text));
        };
        match from {
            MadeFrom::Term(term, _) => in_term(term, &mut look),
            MadeFrom::Set(set, _) => in_set(set, &mut look),
        }
        calls
    }

    /// The compiled term that was made from this before, or a new one.
    fn once(&mut self, at: &At, from: MadeFrom, compile: impl FnOnce(&mut Self) -> TermRef) -> TermRef {
        if self.module.is_some() && self.calls_functions(&from) {
            return compile(self);
        }
        let known = self.known.get(at).and_then(|known| known.iter().find(|(other, _)| *other == from));
        if let Some((_, term)) = known {
            return *term;
        }
        let term = compile(self);
        self.known.entry(at.clone()).or_default().push((from, term));
        term
    }

    pub(crate) fn error(&mut self, code: &'static str, at: &At, message: impl Into<String>, hint: &str) {
        let mut diagnostic = Diagnostic::error(code, Span::new(self.source, at.clone()), message);
        if !hint.is_empty() {
            diagnostic = diagnostic.hint(hint);
        }
        self.diagnostics.push(diagnostic);
    }

    pub(crate) fn enumeration_names(&self) -> Vec<String> {
        self.enumerations.iter().map(|enumeration| enumeration.name.clone()).collect()
    }

    fn ocaml_enumerations(&self) -> Vec<String> {
        self.enumerations.iter().map(|enumeration| enumeration.ocaml.clone()).collect()
    }

    /// Compiles a term of a given type.
    pub(crate) fn compile(&mut self, term: &Term, wanted: &Ty) -> TermRef {
        self.once(&term.at, MadeFrom::Term(term.clone(), Some(wanted.clone())), |lowering| {
            lowering.compile_tied(&term.at, |lowering| lowering.term_of(term, wanted))
        })
    }

    /// Compiles a term of any type.
    pub(crate) fn compile_any(&mut self, term: &Term) -> TermRef {
        self.once(&term.at, MadeFrom::Term(term.clone(), None), |lowering| {
            lowering.compile_tied(&term.at, |lowering| lowering.term(term))
        })
    }

    /// Compiles a term, and where comparisons in it may turn out either way, what it is then.
    fn compile_tied(&mut self, at: &At, lower: impl Fn(&mut Self) -> Lowered) -> TermRef {
        let as_if = |lowering: &mut Self, ties: Ties| {
            lowering.used.clear();
            lowering.currents.clear();
            lowering.ties = ties;
            let lowered = lower(lowering);
            lowering.ties = Ties::Exact;
            lowering.define(lowered, at, false)
        };
        self.tied = false;
        let (mark, exact) = (self.mark(), as_if(self, Ties::Exact));
        if std::mem::replace(&mut self.tied, false) && !self.errors_since(&mark) {
            let tied = [as_if(self, Ties::Hold), as_if(self, Ties::Fail)];
            self.compiled[exact].tied = Some(tied);
            self.tied = false;
        }
        exact
    }

    fn define(&mut self, lowered: Lowered, at: &At, takes_value: bool) -> TermRef {
        let number = self.compiled.len();
        let views: Vec<usize> = std::mem::take(&mut self.used).into_iter().collect();
        let names: Vec<String> = views.iter().map(|view| format!("view_{view}")).collect();
        let value = takes_value.then_some("value");
        let parameters: Vec<&str> = value.into_iter().chain(names.iter().map(String::as_str)).collect();
        self.definitions.push(Build::at(at).define(&format!("term_{number}"), &parameters, lowered.code));
        let currents = std::mem::take(&mut self.currents);
        self.compiled.push(Compiled { views, currents, ty: lowered.ty, at: at.clone(), tied: None });
        number
    }

    /// Lowers a part of a term, and says whether it looks at newest values.
    fn watching<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let currents = std::mem::take(&mut self.currents);
        let result = lower(self);
        let seen = !self.currents.is_empty();
        self.currents.extend(currents);
        (result, seen)
    }

    /// The number of a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| *variable.name == *name)
    }

    /// The view of some variables together.
    fn view(&mut self, names: &[Name]) -> Option<(usize, Ty)> {
        let mut members = Vec::new();
        for name in names {
            match self.variable(&name.text) {
                Some(index) => members.push(index),
                None => {
                    self.unknown_name(&name.text, &name.at);
                    return None;
                }
            }
        }
        let ty = self.variables[members[0]].ty.clone();
        for (member, name) in members.iter().zip(names) {
            let other = self.variables[*member].ty.clone();
            if !other.fits(&ty) {
                self.mismatch(&name.at, &ty, &other);
            }
        }
        members.sort_unstable();
        members.dedup();
        let view = match self.views.iter().position(|known| *known == members) {
            Some(view) => view,
            None => {
                self.views.push(members);
                self.views.len() - 1
            }
        };
        Some((view, ty))
    }

    pub(crate) fn mismatch(&mut self, at: &At, wanted: &Ty, got: &Ty) {
        let names = self.enumeration_names();
        let message =
            format!("`{}` is expected here, but this is `{}`", wanted.show(&names), got.show(&names));
        self.error("type-mismatch", at, message, "");
    }

    fn unknown_name(&mut self, name: &str, at: &At) {
        let hint = if self.functions.contains_key(name) {
            format!("`{name}` is a function: call it, as in `{name}(x)`")
        } else {
            self.similar(name)
        };
        let message = format!("nothing is called `{name}` here: no variable, parameter or member");
        self.error("unknown-name", at, message, &hint);
    }

    fn similar(&self, name: &str) -> String {
        let names = self.variables.iter().map(|variable| &*variable.name);
        let names = names.chain(self.parameters.iter().map(|(name, _)| &**name));
        let members = self.enumerations.iter().flat_map(|one| one.members.iter().map(|(name, _)| &**name));
        let close = names.chain(members).find(|other| {
            other.eq_ignore_ascii_case(name) || other.starts_with(name) || name.starts_with(*other)
        });
        match close {
            Some(other) => format!("did you mean `{other}`?"),
            None => "a variable exists once something is read into it, as in `read x : int`".into(),
        }
    }
}

/// A function of the prelude.
pub(crate) fn own(name: &str) -> String {
    format!("Lydian_console.{name}")
}
