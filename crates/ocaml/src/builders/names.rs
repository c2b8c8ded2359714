//! What names mean at the end of a file, where the text of builders stands.
//! A later definition, or a module that is opened, can give a name another meaning; what no longer means the same is not used.

use lydian_core::Var;

use crate::infer::env::{Access, Module, Structure};

/// The names at the end of a file.
pub(super) struct Names<'s> {
    structure: &'s Structure,
    /// What modules of the file itself bring in when they are opened.
    opened: Vec<&'s Structure>,
}

impl<'s> Names<'s> {
    pub(super) fn new(structure: &'s Structure, opened: &[String]) -> Names<'s> {
        let own = opened.iter().filter_map(|path| module(structure, path.split('.')));
        Names { structure, opened: own.collect() }
    }

    /// Whether a path leads to this variable still.
    pub(super) fn means(&self, path: &str, var: Var) -> bool {
        if self.is_covered(path) {
            return false;
        }
        let (modules, name) = path.rsplit_once('.').map_or(("", path), |(modules, name)| (modules, name));
        let place = match modules {
            "" => Some(self.structure),
            modules => module(self.structure, modules.split('.')),
        };
        let value = place.and_then(|place| place.values.get(name));
        value.is_some_and(|value| matches!(value.access, Access::Var(own) if own == var))
    }

    /// Whether a module that is opened has the first name of a path.
    pub(super) fn is_covered(&self, path: &str) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        self.opened.iter().any(|opened| defines(opened, first))
    }

    /// Whether the module by which values are rejected is there.
    pub(super) fn has_reject(&self) -> bool {
        !defines(self.structure, "Lydian") && !self.is_covered("Lydian")
    }

    /// A name of the library, in full if the file has another meaning for it.
    pub(super) fn of_library(&self, name: &str) -> String {
        let first = name.split('.').next().unwrap_or(name);
        match defines(self.structure, first) || self.is_covered(name) {
            true => format!("Stdlib.{name}"),
            false => name.to_owned(),
        }
    }
}

fn defines(structure: &Structure, name: &str) -> bool {
    structure.values.contains_key(name) || structure.modules.contains_key(name)
}

fn module<'s, 'p>(
    structure: &'s Structure,
    mut path: impl Iterator<Item = &'p str>,
) -> Option<&'s Structure> {
    path.try_fold(structure, |place, name| match place.modules.get(name) {
        Some(Module::Structure(inner)) => Some(&**inner),
        _ => None,
    })
}
