//! What names mean at the end of a file, where the text of builders stands.
//! A later definition, or a module that is opened, can give a name another meaning; what no longer means the same is not used.

use std::sync::Arc;

use lydian_core::Var;

use super::Purpose;
use crate::infer::env::{Access, Module, Structure, ValueInfo};

/// The names at the end of a file.
pub(super) struct Names<'s> {
    structure: &'s Structure,
    /// What modules of the file itself bring in when they are opened.
    opened: Vec<&'s Structure>,
    /// Whether the text stands behind other files as well, which may give names of the library a meaning of their own.
    elsewhere: bool,
}

impl<'s> Names<'s> {
    pub(super) fn new(structure: &'s Structure, opened: &[String], purpose: Purpose) -> Names<'s> {
        let own = opened.iter().filter_map(|path| module(structure, path.split('.')));
        Names { structure, opened: own.collect(), elsewhere: purpose == Purpose::Comparison }
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
        match self.elsewhere || self.has_another(name) {
            true => format!("{LIBRARY}{name}"),
            false => name.to_owned(),
        }
    }

    /// A text as it is shown to somebody: names of the library are in full only where they must be.
    pub(super) fn shown(&self, text: &str) -> String {
        let mut parts = text.split(LIBRARY);
        let mut shown = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(part.len());
            if self.has_another(&part[..end]) {
                shown += LIBRARY;
            }
            shown += part;
        }
        shown
    }

    /// Whether the file has another meaning for a name of the library.
    fn has_another(&self, name: &str) -> bool {
        let first = name.split('.').next().unwrap_or(name);
        defines(self.structure, first) || self.is_covered(name)
    }
}

/// In front of a name that is the library's for certain.
pub(super) const LIBRARY: &str = "Stdlib.";

fn defines(structure: &Structure, name: &str) -> bool {
    structure.values.contains_key(name) || structure.modules.contains_key(name)
}

/// The value that a path leads to.
pub(super) fn value_at<'s>(structure: &'s Structure, path: &str) -> Option<&'s Arc<ValueInfo>> {
    // The name of an operator can have dots in it, the name of a module begins with a capital letter.
    let mut place = structure;
    let mut name = path;
    while name.starts_with(|first: char| first.is_ascii_uppercase()) {
        let (first, rest) = name.split_once('.')?;
        place = module(place, std::iter::once(first))?;
        name = rest;
    }
    place.values.get(name)
}

pub(super) fn module<'s, 'p>(
    structure: &'s Structure,
    mut path: impl Iterator<Item = &'p str>,
) -> Option<&'s Structure> {
    path.try_fold(structure, |place, name| match place.modules.get(name) {
        Some(Module::Structure(inner)) => Some(&**inner),
        _ => None,
    })
}
