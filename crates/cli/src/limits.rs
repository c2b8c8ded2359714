//! The options that limit a run of a program under test, as a command that replays the run repeats them.
//! A run that fails for want of memory or time fails again only under the same limits.

use std::time::Duration;

/// What a run may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunLimits {
    /// Time on the clock.
    pub(crate) wall: Duration,
    /// Processor time.
    pub(crate) cpu: Duration,
    /// Memory in MiB.
    pub(crate) memory: u64,
    /// Bytes that may be written.
    pub(crate) output: u64,
}

/// The memory of programs and systems unless the user says otherwise, in MiB.
pub(crate) const USUAL_MEMORY: u64 = 1024;

/// What a run may take unless the user says otherwise.
const USUAL: RunLimits = RunLimits {
    wall: Duration::from_secs(10),
    cpu: Duration::from_secs(5),
    memory: USUAL_MEMORY,
    output: 1 << 20,
};

impl RunLimits {
    /// The options that give these limits: those that are not the usual ones.
    pub(crate) fn words(self) -> Vec<String> {
        let mut words = Vec::new();
        for (option, time, usual) in [("--wall", self.wall, USUAL.wall), ("--cpu", self.cpu, USUAL.cpu)] {
            if time != usual {
                words.extend([option.to_owned(), time_text(time)]);
            }
        }
        let numbers =
            [("--memory", self.memory, USUAL.memory), ("--output-limit", self.output, USUAL.output)];
        for (option, number, usual) in numbers {
            if number != usual {
                words.extend([option.to_owned(), number.to_string()]);
            }
        }
        words
    }
}

/// A time as options take it.
pub(crate) fn time_text(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command, ConsoleCommand, ModelCommand, StreamCommand};

    /// The options of a command line with these arguments, in the two commands that take all of them.
    fn repeated(options: &[&str]) -> [Vec<String>; 2] {
        [["console", "check", "x.console"], ["stream", "check", "x.tessla"]].map(|start| {
            let line = ["lydian"].iter().chain(&start).chain(options).chain(&["--", "y"]);
            match Arguments::parse_from(line).command {
                Command::Console(ConsoleCommand::Check(arguments)) => arguments.limits().words(),
                Command::Stream(StreamCommand::Check(arguments)) => arguments.limits().words(),
                _ => panic!("another command"),
            }
        })
    }

    #[test]
    fn what_is_usual_is_not_repeated_and_all_else_is() {
        assert_eq!(repeated(&[]), [Vec::<String>::new(), Vec::new()]);
        let options = ["--wall", "1500ms", "--cpu", "2s", "--memory", "64", "--output-limit", "9"];
        assert_eq!(repeated(&options), [options, options]);
    }

    #[test]
    fn systems_have_the_same_memory() {
        let Command::Model(ModelCommand::Test(arguments)) =
            Arguments::parse_from(["lydian", "model", "test", "x.ml", "--", "y"]).command
        else {
            panic!("another command")
        };
        assert_eq!(arguments.memory, USUAL_MEMORY);
    }
}
