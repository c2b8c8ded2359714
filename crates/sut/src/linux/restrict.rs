//! Landlock: which files can be opened by the calling process and its descendants, whatever the file systems look like.
//! With a root of its own this is the second layer over the same list; without namespaces it is the first one.
//! Does nothing on a kernel without Landlock, which `layers` tells.

use std::os::fd::AsFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::confine::as_path;
use super::message::Request;
use super::opened::{DEVICES, Opened};

const VERSION: ABI = ABI::V6;

/// Restricts files to what is opened for reading and to the working directory for everything.
/// `own` are directories that only this run has, `scratch` those of them that it may write to.
pub fn restrict_files(
    request: &Request,
    opened: &Opened,
    own: &[&str],
    scratch: &[&str],
) -> Result<(), RulesetError> {
    let read = AccessFs::from_read(VERSION);
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?;
    if !request.network {
        rules = rules.handle_access(AccessNet::from_all(VERSION))?;
    }
    let mut rules = rules.create()?;
    // A rule is about everything below a path and takes nothing away, so what is partly hidden comes entry by entry.
    // What lies below a directory of its own has its rule.
    for path in opened.whole.iter().filter(|path| !own.iter().any(|own| path.starts_with(own))) {
        rules = match opened.is_of_system(path) {
            true => allow(rules, path, read)?,
            false => allow_open(rules, opened.descriptor(path), path, read)?,
        };
    }
    for path in own {
        rules = allow(rules, Path::new(path), read)?;
    }
    // Languages look for modules by listing a directory; that gives names, and no content.
    for path in &opened.listed {
        rules = allow_open(rules, opened.descriptor(path), path, AccessFs::ReadDir.into())?;
    }
    for path in DEVICES.iter().map(|path| path.as_bytes()).chain([&request.terminal[..]]) {
        rules = allow(rules, as_path(path), device)?;
    }
    let work = AccessFs::from_all(VERSION) & !(AccessFs::MakeChar | AccessFs::MakeBlock);
    for path in scratch {
        rules = allow(rules, Path::new(path), work)?;
    }
    allow(rules, as_path(&request.work_directory), work)?.restrict_self()?;
    Ok(())
}

/// Adds a rule for a path; one that does not exist needs none.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    if path.as_os_str().is_empty() {
        return Ok(rules);
    }
    let place = PathFd::new(path);
    allow_open(rules, place, path, access)
}

/// Adds a rule for something that is open, if it could be opened.
fn allow_open<E>(
    rules: RulesetCreated,
    place: Result<impl AsFd, E>,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    match place {
        Ok(place) if path.is_dir() => rules.add_rule(PathBeneath::new(place, access)),
        Ok(place) => rules.add_rule(PathBeneath::new(place, access & AccessFs::from_file(VERSION))),
        Err(_) => Ok(rules),
    }
}
