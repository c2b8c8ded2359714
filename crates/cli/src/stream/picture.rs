//! `lydian stream run --html`: the events of a run over time, as a page.

use std::io::Write;

use lydian_diagnostic::Diagnostic;
use lydian_report::{Drawn, RunEvent, RunPage, RunRow};
use lydian_stream::run::Time;
use lydian_stream::trace::{MOST_SEEN, Played, Seen, show_time};
use lydian_tessla::Type;
use lydian_tessla::spec::{Spec, StreamId};

use crate::arguments::StreamRunArguments;
use crate::output;
use crate::output::OutputFile;

/// A page that will be written.
pub(super) struct Picture {
    file: OutputFile,
}

/// What the pages of a run say of themselves.
const OURS: &[u8] = b"content=\"lydian stream run\"";

impl Picture {
    /// The file for the page, if one is wanted.
    pub(super) fn open(arguments: &StreamRunArguments) -> Result<Option<Picture>, Vec<Diagnostic>> {
        let Some(path) = &arguments.html else { return Ok(None) };
        let is_ours = |present: &[u8]| present.windows(OURS.len()).take(2_000).any(|part| part == OURS);
        let mut inputs = vec![arguments.spec.spec.as_path()];
        inputs.extend(arguments.trace.as_deref());
        let file = OutputFile::at(path, &inputs, is_ours).map_err(|fault| vec![*fault])?;
        Ok(Some(Picture { file }))
    }

    /// Writes the page.
    pub(super) fn write(
        mut self,
        spec: &Spec,
        arguments: &StreamRunArguments,
        (seen, left_out): (Vec<Seen>, u64),
        played: &Played,
    ) -> Result<(), Vec<Diagnostic>> {
        let mut remarks = Vec::new();
        if left_out > 0 {
            let text = format!("the first {MOST_SEEN} events are shown; {left_out} more came later");
            eprintln!("{}: {text}", arguments.html.as_deref().unwrap_or(std::path::Path::new("")).display());
            remarks.push(text);
        }
        if let Played::Faulty(fault) | Played::Failed(fault) = played {
            remarks.push(format!("the run ended with an error: {}", fault.message));
        }
        let origin = seen.iter().map(|event| &event.time).min().cloned().unwrap_or(Time::ZERO);
        let scale = 10f64.powi(spec.decimals as i32);
        let mut rows = rows(spec);
        for event in seen {
            let place = if event.is_output { spec.inputs.len() + event.index } else { event.index };
            let at = as_float(&(&event.time - &origin));
            let time = show_time(&event.time, spec.decimals);
            rows[place].events.push(RunEvent { at, time, text: event.text, number: event.number });
        }
        // An input that is shown as an output stands there twice.
        let page = RunPage {
            subject: arguments.spec.spec.display().to_string(),
            unit: arguments.spec.base_time_text(),
            origin: (as_float(&origin) / scale, scale),
            rows,
            remarks,
        };
        output::or_quit(self.file.write_all(page.html().as_bytes()));
        self.file.finish().map_err(|fault| vec![*fault])
    }
}

fn rows(spec: &Spec) -> Vec<RunRow> {
    let row = |name: &str, stream: StreamId, drawn: Option<&str>, is_output: bool| {
        let ty = &spec.streams[stream.0 as usize].ty;
        let usual = if *ty == Type::unit() { Drawn::UnitEvents } else { Drawn::Events };
        let drawn = drawn.and_then(Drawn::of).unwrap_or(usual);
        RunRow { name: name.to_owned(), ty: ty.to_string(), is_output, drawn, events: Vec::new() }
    };
    let inputs =
        spec.inputs.iter().map(|input| row(&input.name, input.stream, input.drawn.as_deref(), false));
    let outputs =
        spec.outputs.iter().map(|output| row(&output.name, output.stream, output.drawn.as_deref(), true));
    inputs.chain(outputs).collect()
}

/// As near as the eye needs it.
fn as_float(time: &Time) -> f64 {
    time.to_string().parse().unwrap_or(f64::MAX)
}
