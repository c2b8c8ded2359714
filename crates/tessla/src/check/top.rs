//! The top level: inputs, outputs, annotations, pragmas.

use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use crate::check::{Checker, ERROR};
use crate::names::{Entry, ScopeId, USER};
use crate::syntax::ast::{Annotation, At, Param, Pragma, PragmaKind, Quantifier};
use crate::typed::{Tree, has_function, is_value};
use crate::types::Type;

/// An output, checked: a stream, a value, or a record that holds streams.
#[derive(Debug)]
pub(crate) struct Out {
    pub name: Arc<str>,
    pub tree: Tree,
    pub raw: bool,
    pub drawn: Option<Arc<str>>,
    pub at: At,
}

/// A pragma, checked.
#[derive(Debug)]
pub(crate) struct Wish {
    pub kind: PragmaKind,
    pub quantifier: Quantifier,
    pub tree: Tree,
    pub text: Arc<str>,
    pub at: At,
}

/// Everything that the expander starts from.
#[derive(Debug, Default)]
pub(crate) struct Top {
    pub outputs: Vec<Out>,
    pub wishes: Vec<Wish>,
    /// The arguments of annotations, which must be constants.
    pub constants: Vec<Tree>,
}

impl Checker<'_> {
    /// Checks everything in the user's files.
    pub(crate) fn check_all(&mut self, pragmas: &[Pragma]) -> Top {
        let mut top = Top::default();
        let globals = self.names.globals.clone();
        for (_, entry) in &globals {
            match entry {
                Entry::Def(id) => self.waiting.push_back(*id),
                Entry::Input(number) => drop(self.input_type(*number)),
                _ => {}
            }
        }
        let written = self.names.files.clone();
        for id in 0..self.names.defs.len() as u32 {
            // Definitions inside of modules of the user.
            if written.is_written(self.names.defs[id as usize].ast.at) {
                self.waiting.push_back(crate::typed::DefId(id));
            }
        }
        self.annotations(&mut top);
        for pragma in pragmas {
            self.pragma(pragma, &mut top);
        }
        self.finish_definitions();
        for index in 0..self.names.outputs.len() {
            self.output(index, &globals, &mut top);
        }
        self.finish();
        self.warn_of_equal_names(&top);
        top
    }

    /// The type of an input, which is a stream of values.
    pub(crate) fn input_type(&mut self, number: u32) -> Type {
        let index = number as usize;
        if self.inputs.len() <= index {
            self.inputs.resize(index + 1, None);
        }
        if let Some(known) = &self.inputs[index] {
            return known.clone();
        }
        let written = self.names.inputs[index].ty.clone();
        let ty = match &written {
            None => ERROR,
            Some(written) => match self.resolve_type(USER, written) {
                ERROR => ERROR,
                ty @ Type::Events(_) => ty,
                other => {
                    let shown = self.show(&other);
                    let span = self.names.files.span(written.at);
                    let message = format!("an input is a stream, but this is `{shown}`");
                    let hint = format!("write `Events[{shown}]`");
                    self.push(Diagnostic::error("type-mismatch", span, message).hint(hint));
                    ERROR
                }
            },
        };
        self.inputs[index] = Some(ty.clone());
        ty
    }

    /// The type of an input that has been checked.
    pub(crate) fn known_input_type(&self, number: u32) -> Type {
        self.inputs.get(number as usize).cloned().flatten().unwrap_or(ERROR)
    }

    fn output(&mut self, index: usize, globals: &[(Arc<str>, Entry)], top: &mut Top) {
        let output = &self.names.outputs[index];
        let (name, at) = (output.name.clone(), output.at);
        let is_raw =
            output.raw || output.annotations.iter().any(|annotation| &*annotation.name.text == "raw");
        let drawn = crate::library::drawn(&output.annotations);
        if let Some(expr) = output.expr.clone() {
            let tree = self.infer(USER, &expr, None);
            if self.can_be_written(&tree) {
                top.outputs.push(Out { name, tree, raw: is_raw, drawn, at });
            }
            return;
        }
        for (name, entry) in globals {
            let tree = match entry {
                Entry::Input(_) => self.entry_at(*entry, at),
                Entry::Def(id) => match self.signed(*id) {
                    Some(signature) if signature.type_params.is_empty() => self.entry_at(*entry, at),
                    _ => continue,
                },
                _ => continue,
            };
            let ty = self.resolve(&tree.ty);
            if !is_value(&ty) && !has_function(&ty) {
                top.outputs.push(Out { name: name.clone(), tree, raw: is_raw, drawn: drawn.clone(), at });
            }
        }
    }

    fn can_be_written(&mut self, tree: &Tree) -> bool {
        let ty = self.resolve(&tree.ty);
        if ty == ERROR {
            return false;
        }
        if has_function(&ty) {
            let message = format!("a stream or a value can be written, but this is `{}`", self.show(&ty));
            self.error("type-mismatch", tree.at, message);
            return false;
        }
        true
    }

    fn pragma(&mut self, pragma: &Pragma, top: &mut Top) {
        let tree = self.infer(USER, &pragma.expr, None);
        let element = match self.resolve(&tree.ty) {
            ERROR => return,
            Type::Events(part) => (*part).clone(),
            ty if is_value(&ty) && !has_function(&ty) => ty,
            ty => {
                let message = format!("a stream is expected here, but this is `{}`", self.show(&ty));
                return self.error("type-mismatch", tree.at, message);
            }
        };
        let usual = if element == Type::Bool { Quantifier::Exists } else { Quantifier::Some };
        let quantifier = pragma.quantifier.unwrap_or(usual);
        let truths = matches!(quantifier, Quantifier::Exists | Quantifier::All);
        let wanted = Type::Events(Arc::new(if truths { Type::Bool } else { element }));
        let tree = self.coerce(tree, &wanted);
        top.wishes.push(Wish {
            kind: pragma.kind,
            quantifier,
            tree,
            text: pragma.text.clone(),
            at: pragma.at,
        });
    }

    fn annotations(&mut self, top: &mut Top) {
        let mut used: Vec<(Annotation, bool)> = Vec::new();
        let names = &self.names;
        used.extend(names.inputs.iter().flat_map(|input| &input.annotations).map(|a| (a.clone(), false)));
        used.extend(names.outputs.iter().flat_map(|output| &output.annotations).map(|a| (a.clone(), false)));
        used.extend(names.global_annotations.iter().map(|a| (a.clone(), true)));
        let written = names.annotations.values().filter(|def| names.files.is_written(def.at));
        let mut defined: Vec<(At, Vec<Param>, ScopeId)> =
            written.map(|def| (def.at, def.params.clone(), def.scope)).collect();
        defined.sort_by_key(|(at, ..)| (at.file, at.start));
        for (_, params, scope) in defined {
            for ty in params.iter().filter_map(|param| param.ty.as_ref()) {
                self.resolve_type(scope, ty);
            }
        }
        for (annotation, global) in used {
            self.annotation(&annotation, global, top);
        }
    }

    fn annotation(&mut self, annotation: &Annotation, global: bool, top: &mut Top) {
        let name = annotation.name.clone();
        let sign = if global { "@@" } else { "@" };
        let Some(def) = self.names.annotations.get(&(name.text.clone(), global)) else {
            let span = self.names.files.span(name.at);
            let message = format!("there is no annotation `{sign}{}`", name.text);
            let hint = format!("define it: `def {sign}{}`", name.text);
            return self.push(Diagnostic::error("unknown-annotation", span, message).hint(hint));
        };
        let (params, scope, at) = (def.params.clone(), def.scope, def.at);
        if crate::library::is_instrumentation(&name.text) && !self.names.files.is_written(at) {
            let span = self.names.files.span(name.at);
            let message =
                format!("`@{}` speaks to the instrumentation of C programs and is ignored", name.text);
            self.push(Diagnostic::warning("ignored-annotation", span, message));
        }
        let mut places: Vec<Option<Tree>> = params.iter().map(|_| None).collect();
        for arg in &annotation.args {
            let index = match &arg.name {
                Some(wanted) => params.iter().position(|param| param.name.text == wanted.text),
                None => places.iter().position(Option::is_none),
            };
            let Some(index) = index else {
                let message = format!("`{sign}{}` has no such parameter", name.text);
                return self.error("wrong-arguments", arg.value.at, message);
            };
            let ty = params[index].ty.as_ref().map(|ty| self.resolve_type(scope, ty));
            places[index] = Some(self.expect(USER, &arg.value, ty.as_ref()));
        }
        if places.iter().any(Option::is_none) {
            let message = format!("`{sign}{}` takes {} arguments", name.text, params.len());
            self.error("wrong-arguments", name.at, message);
        }
        top.constants.extend(places.into_iter().flatten());
    }

    fn warn_of_equal_names(&mut self, top: &Top) {
        let mut seen: rustc_hash::FxHashMap<Arc<str>, At> = rustc_hash::FxHashMap::default();
        for out in &top.outputs {
            match seen.get(&out.name) {
                Some(before) => {
                    let files = self.names.files.clone();
                    let message = format!("two outputs are called `{}`", out.name);
                    let diagnostic = Diagnostic::warning("duplicate-output", files.span(out.at), message);
                    self.push(diagnostic.label(files.span(*before), "the other output"));
                }
                None => drop(seen.insert(out.name.clone(), out.at)),
            }
        }
    }
}
