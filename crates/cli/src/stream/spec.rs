//! Reading a stream specification with what it includes, and the files that commands name.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_tessla::spec::{Options, Spec};

use crate::arguments::StreamSpecArguments;
use crate::inputs;

/// The specification of a command line, and warnings about it.
pub(crate) fn load(arguments: &StreamSpecArguments) -> Result<(Spec, Vec<Diagnostic>), Vec<Diagnostic>> {
    let base_time = arguments.base_time().map(|(number, unit)| (i128::from(number).into(), unit));
    load_with(&arguments.spec, &Options { base_time, decimals: arguments.decimals, ..Options::default() })
}

/// The same with other options.
pub(crate) fn load_with(path: &Path, options: &Options) -> Result<(Spec, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = inputs::read(path, "the specification").map_err(|fault| vec![with_hint(fault, path)])?;
    load_source(&source, options)
}

/// The same of a source that is named after its file: included files are beside it.
pub(crate) fn load_source(
    source: &Arc<Source>,
    options: &Options,
) -> Result<(Spec, Vec<Diagnostic>), Vec<Diagnostic>> {
    let include = |from: &str, name: &str| {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let (path, ending) = (folder.join(name), folder.join(format!("{name}.tessla")));
        let path = if !path.is_file() && ending.is_file() { ending } else { path };
        inputs::read(&path, "the included file").map_err(|fault| fault.message)
    };
    match lydian_tessla::load(source, &include, options) {
        (Some(spec), warnings) => Ok((spec, warnings)),
        (None, diagnostics) => Err(diagnostics),
    }
}

/// Opens a file that is read as it comes.
pub(crate) fn open(path: &Path) -> Result<File, Diagnostic> {
    let name = path.display();
    if path.is_dir() {
        return Err(Diagnostic::without_place("not-a-file", format!("`{name}` is a directory, not a file")));
    }
    inputs::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Diagnostic::without_place("file-not-found", format!("there is no file `{name}`"))
        }
        _ => Diagnostic::without_place("file-unreadable", format!("`{name}` cannot be read: {error}")),
    })
}

/// A specification that is not there: its neighbours may be what was meant.
fn with_hint(mut fault: Diagnostic, path: &Path) -> Diagnostic {
    if fault.code != "file-not-found" {
        return fault;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "tessla"))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let more = names.len().saturating_sub(5);
    names.truncate(5);
    fault.hints = vec![match (names.len(), more) {
        (0, _) => format!("there is no `.tessla` file in `{}`", folder.display()),
        (_, 0) => format!("`{}` has {}", folder.display(), names.join(", ")),
        (_, more) => format!("`{}` has {} and {more} more", folder.display(), names.join(", ")),
    }];
    fault
}
