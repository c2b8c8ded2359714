//! Finding what a name means, with a similar name where there is none.

use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use super::checker::{Checked, Checker};
use super::env::{Constructor, Env, Labels, Module, ModuleTypeInfo, Structure, ValueInfo};
use super::map::Map;
use super::types::{Name, TypeCon};
use crate::diagnostics;
use crate::library;
use crate::syntax::ast::{Loc, Longident, Path};

impl Checker {
    /// The value of a path.
    pub fn find_value(&mut self, env: &Env, path: &Path) -> Checked<Arc<ValueInfo>> {
        match &path.node {
            Longident::Name(name) => match env.values.get(name) {
                Some(value) => Ok(value.clone()),
                None => Err(self.missing("Stdlib", name, path.loc, |checker| {
                    let similar = similar_in_map(name, &env.values);
                    diagnostics::unbound_value(checker.span(path.loc), name, similar)
                })),
            },
            Longident::Dot(module, name) => {
                let structure = self.find_structure(env, module, path.loc)?;
                match structure.values.get(name) {
                    Some(value) => Ok(value.clone()),
                    None => Err(self.missing(&module.to_string(), name, path.loc, |checker| {
                        let similar = similar(name, structure.values.keys());
                        let similar = similar.map(|similar| format!("{module}.{similar}"));
                        diagnostics::unbound_value(checker.span(path.loc), &path.node.to_string(), similar)
                    })),
                }
            }
            Longident::Apply(..) => Err(self.no_application(path.loc)),
        }
    }

    /// The type of a path.
    pub fn find_type(&mut self, env: &Env, path: &Path) -> Checked<Arc<TypeCon>> {
        match &path.node {
            Longident::Name(name) => env.types.get(name).cloned().ok_or_else(|| {
                let similar = similar_in_map(name, &env.types);
                Box::new(diagnostics::unbound_type(self.span(path.loc), name, similar))
            }),
            Longident::Dot(module, name) => {
                let structure = self.find_structure(env, module, path.loc)?;
                structure.types.get(name).cloned().ok_or_else(|| {
                    self.missing(&module.to_string(), name, path.loc, |checker| {
                        let similar = similar(name, structure.types.keys());
                        let similar = similar.map(|similar| format!("{module}.{similar}"));
                        diagnostics::unbound_type(checker.span(path.loc), &path.node.to_string(), similar)
                    })
                })
            }
            Longident::Apply(..) => Err(self.no_application(path.loc)),
        }
    }

    /// The last constructor of a path.
    pub fn find_constructor(&mut self, env: &Env, path: &Path) -> Checked<Constructor> {
        match &path.node {
            Longident::Name(name) => env.constructors.get(name).cloned().ok_or_else(|| {
                let similar = similar_in_map(name, &env.constructors);
                Box::new(diagnostics::unbound_constructor(self.span(path.loc), name, similar))
            }),
            Longident::Dot(module, name) => {
                let structure = self.find_structure(env, module, path.loc)?;
                structure.constructors.get(name).cloned().ok_or_else(|| {
                    self.missing(&module.to_string(), name, path.loc, |checker| {
                        let similar = similar(name, structure.constructors.keys());
                        let similar = similar.map(|similar| format!("{module}.{similar}"));
                        let span = checker.span(path.loc);
                        diagnostics::unbound_constructor(span, &path.node.to_string(), similar)
                    })
                })
            }
            Longident::Apply(..) => Err(self.no_application(path.loc)),
        }
    }

    /// The fields of a path, the last one first.
    pub fn find_labels(&mut self, env: &Env, path: &Path) -> Checked<Labels> {
        match &path.node {
            Longident::Name(name) => env.labels.get(name).cloned().ok_or_else(|| {
                let similar = similar_in_map(name, &env.labels);
                Box::new(diagnostics::unbound_field(self.span(path.loc), name, similar))
            }),
            Longident::Dot(module, name) => {
                let structure = self.find_structure(env, module, path.loc)?;
                structure.labels.get(name).cloned().ok_or_else(|| {
                    let similar = similar(name, structure.labels.keys());
                    let similar = similar.map(|similar| format!("{module}.{similar}"));
                    let span = self.span(path.loc);
                    Box::new(diagnostics::unbound_field(span, &path.node.to_string(), similar))
                })
            }
            Longident::Apply(..) => Err(self.no_application(path.loc)),
        }
    }

    /// The module of a path.
    pub fn find_module(&mut self, env: &Env, path: &Longident, loc: Loc) -> Checked<Module> {
        match path {
            Longident::Name(name) => {
                if let Some(module) = env.modules.get(name) {
                    return Ok(module.clone());
                }
                if let Some(module) = self.library_module(name) {
                    return Ok(module);
                }
                Err(self.missing("Stdlib", name, loc, |checker| {
                    let mut names: Vec<Name> = library::names().map(Name::from).collect();
                    env.modules.for_each(&mut |name, _| names.push(name.clone()));
                    let similar = similar(name, names.iter());
                    diagnostics::unbound_module(checker.span(loc), name, similar)
                }))
            }
            Longident::Dot(module, name) => {
                let structure = self.find_structure(env, module, loc)?;
                if let Some(module) = structure.modules.get(name) {
                    return Ok(module.clone());
                }
                if module.is("Stdlib")
                    && let Some(module) = self.library_module(name)
                {
                    return Ok(module);
                }
                Err(self.missing(&module.to_string(), name, loc, |checker| {
                    let similar = similar(name, structure.modules.keys());
                    diagnostics::unbound_module(checker.span(loc), &path.to_string(), similar)
                }))
            }
            Longident::Apply(functor, argument) => {
                let functor = self.find_module(env, functor, loc)?;
                let argument = self.find_module(env, argument, loc)?;
                self.apply_for_types(functor, argument, loc)
            }
        }
    }

    /// The structure of a path.
    pub fn find_structure(&mut self, env: &Env, path: &Longident, loc: Loc) -> Checked<Arc<Structure>> {
        match self.find_module(env, path, loc)? {
            Module::Structure(structure) => Ok(structure),
            Module::Functor(_) => Err(Box::new(diagnostics::module_kind(self.span(loc), "structure"))),
        }
    }

    /// The module type of a path.
    pub fn find_module_type(&mut self, env: &Env, path: &Path) -> Checked<Arc<ModuleTypeInfo>> {
        let found = match &path.node {
            Longident::Name(name) => env.module_types.get(name).cloned(),
            Longident::Dot(module, name) => {
                self.find_structure(env, module, path.loc)?.module_types.get(name).cloned()
            }
            Longident::Apply(..) => None,
        };
        found.ok_or_else(|| {
            let name = path.node.to_string();
            let similar = similar_in_map(&name, &env.module_types);
            Box::new(diagnostics::unbound_module_type(self.span(path.loc), &name, similar))
        })
    }

    fn library_module(&mut self, name: &str) -> Option<Module> {
        if name == "Stdlib" && self.library != Some("Stdlib") {
            return library::public_stdlib().map(Module::Structure);
        }
        if self.library == Some("Stdlib") {
            return None;
        }
        let library = library::find(name)?;
        self.use_library(&library);
        Some(Module::Structure(library.structure.clone()))
    }

    /// A name that the library should have but has not is reported with the reason; any other by `unbound`.
    fn missing(
        &self,
        module: &str,
        name: &str,
        loc: Loc,
        unbound: impl FnOnce(&Checker) -> Diagnostic,
    ) -> Box<Diagnostic> {
        let module = module.strip_prefix("Stdlib.").unwrap_or(module);
        let full = if module == "Stdlib" { name.to_owned() } else { format!("{module}.{name}") };
        Box::new(match library::missing_reason(&full) {
            Some(reason) => diagnostics::missing_library_name(self.span(loc), &full, reason),
            None => unbound(self),
        })
    }

    fn no_application(&self, loc: Loc) -> Box<Diagnostic> {
        Box::new(diagnostics::unsupported(self.span(loc), "a functor application at this place"))
    }
}

fn similar_in_map<T: Clone>(name: &str, map: &Map<T>) -> Option<String> {
    let mut names = Vec::new();
    map.for_each(&mut |name, _| names.push(name.clone()));
    similar(name, names.iter())
}

/// The name closest to `name`, if it is close.
pub fn similar<'a>(name: &str, candidates: impl Iterator<Item = &'a Name>) -> Option<String> {
    let shown = candidates.filter(|candidate| !candidate.to_ascii_lowercase().starts_with("lydian_"));
    lydian_words::nearest(name, shown.map(|candidate| &**candidate)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_close_and_another_word_is_not() {
        let names: Vec<Name> = ["length", "filter", "map"].map(Name::from).to_vec();
        assert_eq!(similar("lenght", names.iter()), Some("length".to_owned()));
        assert_eq!(similar("flter", names.iter()), Some("filter".to_owned()));
        assert_eq!(similar("reverse", names.iter()), None);
    }
}
