//! Terms of a specification to OCaml, which the kernel runs; types are checked on the way.
//! In: the tree, with the types of the user's OCaml functions. Out: the syntax tree of one OCaml function for each term, of the
//! values read so far, with the user's places in it. A condition becomes one symbolic term where nothing in it can fail (`total`), so that the paths of
//! the search are those of the specification.

mod enumeration;
mod functions;
mod set;
mod term;
pub(crate) mod ty;

use std::collections::BTreeSet;
use std::sync::Arc;

use lydian_core::Type;
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::{Expr, Structure};
use rustc_hash::FxHashMap;

pub use ty::Ty;

use crate::syntax::ast::{At, Name, Term, TypeKind};

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
    /// Whether the term looks at all values of a variable.
    lists: bool,
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
            lists: false,
        }
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
        self.used.clear();
        self.currents.clear();
        let lowered = self.term_of(term, wanted);
        self.define(lowered, &term.at, false)
    }

    /// Compiles a term of any type.
    pub(crate) fn compile_any(&mut self, term: &Term) -> TermRef {
        self.used.clear();
        self.currents.clear();
        let lowered = self.term(term);
        self.define(lowered, &term.at, false)
    }

    fn define(&mut self, lowered: Lowered, at: &At, takes_value: bool) -> TermRef {
        let number = self.compiled.len();
        let views: Vec<usize> = std::mem::take(&mut self.used).into_iter().collect();
        let names: Vec<String> = views.iter().map(|view| format!("view_{view}")).collect();
        let value = takes_value.then_some("value");
        let parameters: Vec<&str> = value.into_iter().chain(names.iter().map(String::as_str)).collect();
        self.definitions.push(Build::at(at).define(&format!("term_{number}"), &parameters, lowered.code));
        let currents = std::mem::take(&mut self.currents);
        self.compiled.push(Compiled { views, currents, ty: lowered.ty, at: at.clone() });
        number
    }

    /// Lowers a part of a term, and says whether it looks at newest values and whether at lists of values.
    fn watching<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, (bool, bool)) {
        let currents = std::mem::take(&mut self.currents);
        let lists = std::mem::replace(&mut self.lists, false);
        let result = lower(self);
        let seen = (!self.currents.is_empty(), self.lists);
        self.currents.extend(currents);
        self.lists |= lists;
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
