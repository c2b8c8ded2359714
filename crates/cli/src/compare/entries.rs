//! What the command line asks to compare: one entry, several by name, all that both files define, or an interface.

use std::sync::Arc;

use lydian_compare::{Entries, function_of};
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

/// A call says itself which function it is about, so an entry beside it must be that function, or the module that it is in.
pub(crate) fn refuse_other_calls(entries: &[String], calls: &[String]) -> Result<(), Vec<Diagnostic>> {
    for call in calls.iter().filter(|_| !entries.is_empty()) {
        if entries.iter().any(|entry| is_about(call, entry)) {
            continue;
        }
        let names: Vec<String> = entries.iter().map(|entry| format!("`{entry}`")).collect();
        let message = format!("`{call}` is no call of {}, which --entry names", names.join(" or "));
        let hint = "leave --entry out: a call says itself which function it is about";
        return Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)]);
    }
    Ok(())
}

fn is_about(call: &str, entry: &str) -> bool {
    let called = function_of(call);
    let operator = called.trim_start_matches('(').trim_end_matches(')').trim();
    let is_name = !called.contains(char::is_whitespace);
    let is_part = |char: char| !(char.is_alphanumeric() || matches!(char, '_' | '\'' | '.'));
    operator == entry
        || called.strip_prefix(entry).is_some_and(|rest| rest.starts_with('.'))
        // Of an expression nobody sees what it is about without its types.
        || (!is_name && call.split(is_part).any(|word| word == entry || word.starts_with(&format!("{entry}."))))
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
