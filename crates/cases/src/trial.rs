//! Lets `libtest-mimic` choose among trials and run them.
//! The arguments are those of any test program: a word that names must have, `--exact`, `--skip`, `--list`, `--test-threads`.

use std::process::ExitCode;
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};

/// Something to hold to the truth.
pub(crate) struct Check {
    pub(crate) name: String,
    pub(crate) judge: Box<dyn FnOnce() -> Result<(), String> + Send>,
}

impl Check {
    pub(crate) fn new(name: String, judge: impl FnOnce() -> Result<(), String> + Send + 'static) -> Check {
        Check { name, judge: Box::new(judge) }
    }
}

/// Runs the checks that the arguments of the program choose.
pub(crate) fn run_checks(checks: Vec<Check>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Real programs wait more than they compute.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    let trial = |check: Check| Trial::test(check.name, || (check.judge)().map_err(Failed::from));
    libtest_mimic::run(&arguments, checks.into_iter().map(trial).collect()).exit_code()
}
