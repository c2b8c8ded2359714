//! Runs without confinement: told when they begin, and recorded with each verdict, so that nobody takes them for confined ones.

use lydian_diagnostic::{Diagnostic, Severity};
use lydian_report::Color;
use lydian_verdict::{Judgement, Remark};

use crate::arguments::SurroundingsArguments;
use crate::output;

/// Warns whoever wants no confinement.
pub(crate) fn warn(arguments: &SurroundingsArguments, color: Color) {
    if arguments.unconfined {
        let message =
            "programs run without confinement: what you can read, change, send or delete, they can too";
        let mut warning = Diagnostic::without_place("unconfined", message);
        warning.severity = Severity::Warning;
        output::complain(&[warning], color);
    }
}

/// Says with a verdict how its program was run.
pub(crate) fn record(judgement: &mut Judgement, arguments: &SurroundingsArguments) {
    if arguments.unconfined {
        let text = "it was run without confinement (`--unconfined`)";
        judgement.remarks.push(Remark::new("unconfined", text));
    }
}
