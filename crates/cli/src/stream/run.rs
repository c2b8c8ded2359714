//! `lydian stream run`: a specification on a trace, as it comes.

use std::io::{self, Read, Write};
use std::path::Path;

use lydian_diagnostic::Diagnostic;
use lydian_report::Color;
use lydian_stream::run::Prepared;
use lydian_stream::trace::{Format, Options, Played, Reader, Style, Writer, play};
use lydian_tessla::spec::{Spec, StreamId};

use super::picture::Picture;
use super::spec;
use crate::arguments::StreamRunArguments;
use crate::{INVALID, output};

/// The exit code when an output shows an error.
const FAILED: u8 = 1;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamRunArguments) -> u8 {
    match load_and_run(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn load_and_run(arguments: &StreamRunArguments) -> Result<u8, Vec<Diagnostic>> {
    let (spec, warnings) = spec::load(&arguments.spec)?;
    output::complain(&warnings, Color::Auto);
    if arguments.list_in_streams || arguments.list_out_streams {
        output::or_quit(list(&spec, arguments));
        return Ok(0);
    }
    let style = style(&spec, arguments).map_err(|fault| vec![fault])?;
    let format = if arguments.csv { Format::Csv } else { Format::Text };
    let options =
        Options { format, reject_undeclared: arguments.reject_undeclared_inputs, ..Options::default() };
    let (input, name) = open(arguments.trace.as_deref()).map_err(|fault| vec![fault])?;
    let prepared = Prepared::new(&spec).map_err(|fault| vec![fault])?;
    let mut reader = Reader::new(&spec, input, &name, options);
    let picture = Picture::open(arguments)?;
    let mut writer = Writer::new(&spec, io::stdout().lock(), style);
    if picture.is_some() {
        writer = writer.keeping();
    }
    let played = output::or_quit(play(&spec, &prepared, &mut reader, &mut writer));
    let seen = writer.seen();
    drop(writer);
    if let Some(picture) = picture {
        picture.write(&spec, arguments, seen, &played)?;
    }
    match played {
        Played::Complete | Played::Stopped => Ok(0),
        Played::Faulty(fault) => Err(vec![*fault]),
        Played::Failed(error) => {
            output::complain(&[*error], Color::Auto);
            Ok(FAILED)
        }
    }
}

fn style(spec: &Spec, arguments: &StreamRunArguments) -> Result<Style, Diagnostic> {
    let stop_on = match &arguments.stop_on {
        None => None,
        Some(name) => match spec.outputs.iter().position(|output| *output.name == **name) {
            Some(place) => Some(place),
            None => {
                let message = format!("the specification has no output `{name}`");
                let names: Vec<String> =
                    spec.outputs.iter().take(10).map(|output| format!("`{}`", output.name)).collect();
                let hint = match names.len() {
                    0 => "it has no outputs at all".to_owned(),
                    _ => format!("its outputs are {}", names.join(", ")),
                };
                return Err(Diagnostic::without_place("unknown-output", message).hint(hint));
            }
        },
    };
    let format = if arguments.csv_output { Format::Csv } else { Format::Text };
    Ok(Style {
        format,
        quoted_strings: arguments.old_strings,
        most: arguments.abort_at,
        stop_on,
        ..Style::default()
    })
}

/// The trace and what it is called.
fn open(path: Option<&Path>) -> Result<(Box<dyn Read>, String), Diagnostic> {
    match path {
        Some(path) if path != Path::new("-") => Ok((Box::new(spec::open(path)?), path.display().to_string())),
        _ => Ok((Box::new(io::stdin().lock()), "<stdin>".to_owned())),
    }
}

fn list(spec: &Spec, arguments: &StreamRunArguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut say = |name: &str, stream: StreamId| {
        writeln!(out, "{name}: Events[{}]", spec.streams[stream.0 as usize].ty)
    };
    if arguments.list_in_streams {
        spec.inputs.iter().try_for_each(|input| say(&input.name, input.stream))?;
    }
    if arguments.list_out_streams {
        spec.outputs.iter().try_for_each(|output| say(&output.name, output.stream))?;
    }
    Ok(())
}
