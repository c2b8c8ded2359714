//! Runs a specification on a trace as it comes: what is known is written before input is waited for.
//! The events at a time are known once a line with a later time, or the end of the trace, is seen. A fault in the trace ends
//! the run before the events of the time that was being read: there may be more of them.

use std::io::{self, Read, Write};

use lydian_diagnostic::{Diagnostic, Span};
use lydian_tessla::spec::{Spec, StreamId};

use super::show_time;
use super::{Item, Reader, Writer};
use crate::run::{Failure, Halt, Interpreter, Observe, Prepared, Refused, Time};

/// How a run on a trace ended.
#[derive(Debug)]
pub enum Played {
    /// With the trace.
    Complete,
    /// As the style of the writer says: after a number of events, or after an event of an output.
    Stopped,
    /// With an error of the specification.
    Failed(Box<Diagnostic>),
    /// With a fault in the trace.
    Faulty(Box<Diagnostic>),
}

/// Runs a specification, of which `prepared` was made, on a trace. The error is one of writing.
pub fn play<R: Read, W: Write>(
    spec: &Spec,
    prepared: &Prepared,
    reader: &mut Reader<'_, R>,
    writer: &mut Writer<'_, W>,
) -> io::Result<Played> {
    let ended = prepared.run(Observe::Outputs, |run| drive(run, reader, writer))?;
    writer.finish()?;
    Ok(match ended {
        Ended::Complete => Played::Complete,
        Ended::Faulty(fault) => Played::Faulty(fault),
        Ended::Halted(Halt::Failed { time, stream, failure }) => {
            Played::Failed(Box::new(timer_error(spec, &time, stream, &failure)))
        }
        Ended::Halted(Halt::Told) => match writer.erroneous() {
            Some(event) => {
                Played::Failed(Box::new(output_error(spec, &event.time, event.output, &event.failure)))
            }
            None => Played::Stopped,
        },
    })
}

enum Ended {
    Complete,
    Halted(Halt),
    Faulty(Box<Diagnostic>),
}

fn drive<R: Read, W: Write>(
    run: &mut Interpreter<'_, '_, '_>,
    reader: &mut Reader<'_, R>,
    writer: &mut Writer<'_, W>,
) -> io::Result<Ended> {
    loop {
        if reader.may_wait() {
            writer.flush()?;
        }
        let taken = match reader.next_item() {
            Ok(Some(Item::Event { time, input, value })) if writer.keeps() => {
                let taken = run.feed(&time, input, value.clone(), writer);
                if taken.is_ok() {
                    writer.saw_input(&time, input, &value);
                }
                taken
            }
            Ok(Some(Item::Event { time, input, value })) => run.feed(&time, input, value, writer),
            Ok(Some(Item::Progress { time })) => run.advance(&time, writer),
            Ok(None) => return Ok(run.finish(writer).map_or_else(Ended::Halted, |()| Ended::Complete)),
            Err(fault) => return Ok(Ended::Faulty(fault)),
        };
        match taken {
            Ok(()) => {}
            Err(Refused::Halted(halt)) => return Ok(Ended::Halted(halt)),
            Err(refused) => {
                if let Some(fault) = reader.refused(&refused) {
                    return Ok(Ended::Faulty(fault));
                }
            }
        }
    }
}

/// What to tell of an output's event that has no value.
pub fn output_error(spec: &Spec, time: &Time, output: usize, failure: &Failure) -> Diagnostic {
    let output = &spec.outputs[output];
    let time = show_time(time, spec.decimals);
    let message = format!("{} in the output `{}` (t = {time})", failure.message, output.name);
    let diagnostic = Diagnostic::error("runtime-error", place(spec, output.stream, failure), message);
    diagnostic.label(spec.files.span(output.at), "shown by this output")
}

/// What to tell of a timer that cannot be set.
fn timer_error(spec: &Spec, time: &Time, stream: StreamId, failure: &Failure) -> Diagnostic {
    let time = show_time(time, spec.decimals);
    let message = format!("{} (t = {time})", failure.message);
    Diagnostic::error("runtime-error", place(spec, stream, failure), message)
        .hint("a timer needs a positive number whenever its first argument has an event")
}

/// The expression that fails, if it is the user's; else the one of the stream.
fn place(spec: &Spec, stream: StreamId, failure: &Failure) -> Span {
    let function = failure.function.and_then(|function| spec.functions.get(function.0 as usize));
    let at = function.map(|function| function.at).filter(|at| spec.files.is_written(*at));
    spec.files.span(at.unwrap_or(spec.streams[stream.0 as usize].at))
}
