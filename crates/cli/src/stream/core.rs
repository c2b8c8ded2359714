//! `lydian stream core`: the primitive streams and functions of a specification.

use std::io::{self, Write};

use lydian_report::Color;

use super::spec;
use crate::arguments::StreamCoreArguments;
use crate::{INVALID, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamCoreArguments) -> u8 {
    match spec::load(&arguments.spec) {
        Ok((spec, warnings)) => {
            output::complain(&warnings, Color::Auto);
            output::or_quit(io::stdout().lock().write_all(spec.print().as_bytes()));
            0
        }
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}
