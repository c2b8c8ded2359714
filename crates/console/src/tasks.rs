//! One of the tasks of a file.
//! In: a script and perhaps a name. Out: the script of that task alone, with what is declared for all. Nothing is chosen
//! silently: a file with several tasks needs a name.

use lydian_diagnostic::Diagnostic;

use crate::syntax::ast::{Script, Task};

/// The script of one task; a script without tasks is its own only one.
///
/// ```
/// use lydian_console::{select_task, syntax};
/// use lydian_diagnostic::Source;
/// let text = "task \"one\" { write 1 } task \"two\" { write 2 }";
/// let (script, _) = syntax::parse(&Source::new("sheet.console", text));
/// assert_eq!(select_task(script.clone(), Some("two")).unwrap().body.len(), 1);
/// assert!(select_task(script.clone(), None).is_err());
/// assert!(select_task(script, Some("three")).is_err());
/// ```
pub fn select_task(mut script: Script, name: Option<&str>) -> Result<Script, Box<Diagnostic>> {
    let names: Vec<String> = script.tasks.iter().map(|task| format!("`{}`", task.name)).collect();
    let file = &script.source.name;
    let refused = |message: String, hint: String| {
        Err(Box::new(Diagnostic::without_place("task-not-chosen", message).hint(hint)))
    };
    let Some(first) = script.tasks.first() else {
        return match name {
            None => Ok(script),
            Some(name) => refused(
                format!("`{file}` has no task `{name}`: it is one specification without tasks"),
                "leave out --task, or write `task \"sum\" { ... }`".to_owned(),
            ),
        };
    };
    let chosen = match name {
        None if names.len() == 1 => 0,
        None => {
            let hint = format!("say which one: --task {}", quoted(&first.name));
            return refused(format!("`{file}` has several tasks: {}", names.join(", ")), hint);
        }
        Some(name) => match script.tasks.iter().position(|task| task.name == name) {
            Some(chosen) => chosen,
            None => {
                let hint = format!("it has {}", names.join(", "));
                return refused(format!("`{file}` has no task `{name}`"), hint);
            }
        },
    };
    let Task { declarations, body, .. } = script.tasks.swap_remove(chosen);
    script.tasks.clear();
    script.declarations.extend(declarations);
    Ok(Script { body, ..script })
}

/// A name as it is typed.
fn quoted(name: &str) -> String {
    match name.contains(char::is_whitespace) {
        true => format!("\"{name}\""),
        false => name.to_owned(),
    }
}
