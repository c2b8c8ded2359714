//! What the command line asks to compare: one entry, several by name, all that both files define, or an interface.

use std::sync::Arc;

use lydian_compare::Entries;
use lydian_diagnostic::Diagnostic;

use crate::arguments::{CompareArguments, EmitArgument};
use crate::inputs;

/// The entries that the arguments ask for; an interface is read here.
pub(crate) fn entries(arguments: &CompareArguments) -> Result<Entries, Vec<Diagnostic>> {
    refuse_one_for_all(arguments)?;
    if let Some(path) = &arguments.interface {
        let source = inputs::read(path, "the interface").map_err(|fault| vec![fault])?;
        let (interface, diagnostics) = lydian_ocaml::load_interface(&source);
        return interface.map(|interface| Entries::Interface(Arc::new(interface))).ok_or(diagnostics);
    }
    if arguments.all {
        return Ok(Entries::All);
    }
    match &arguments.entry[..] {
        [] => Ok(Entries::Last),
        names if names.iter().any(String::is_empty) => {
            let fault =
                Diagnostic::without_place("no-entry", "an entry has a name: --entry is given an empty one");
            Err(vec![fault.hint("separate names by single commas: --entry insert,delete")])
        }
        names => Ok(Entries::Named(names.to_vec())),
    }
}

/// What is printed instead of a report is about one entry, or about whole files.
fn refuse_one_for_all(arguments: &CompareArguments) -> Result<(), Vec<Diagnostic>> {
    let given = match (arguments.all, &arguments.interface) {
        (true, _) => "--all",
        (_, Some(_)) => "--interface",
        _ if arguments.entry.len() > 1 => "--entry with several names",
        _ => return Ok(()),
    };
    let (message, hint) = match arguments.emit {
        Some(EmitArgument::Core) => {
            (format!("--emit core prints whole files: {given} has no effect on it"), "leave the option out")
        }
        Some(EmitArgument::Paths | EmitArgument::Smt) => {
            (format!("paths are those of one entry: {given} names several"), "name one with --entry NAME")
        }
        Some(EmitArgument::Cases) | None => return Ok(()),
    };
    Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)])
}
