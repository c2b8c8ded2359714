//! The options of every command that starts a program under test: what it finds beside itself, and whether it is confined.

use std::path::PathBuf;

use clap::Args;

/// What a program under test finds.
#[derive(Debug, Args)]
pub(crate) struct SurroundingsArguments {
    /// A file or directory that the program can read beside itself; may be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) readable: Vec<PathBuf>,
    /// A file of the task: each run finds a copy in its working directory, a build beside the source; may be repeated.
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) with: Vec<PathBuf>,
    /// Run it without confinement: it can do all that you can. Limits hold, and the report says so.
    #[arg(long, conflicts_with = "readable")]
    pub(crate) unconfined: bool,
}

impl SurroundingsArguments {
    /// The options again, for a command that repeats a run.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (option, paths) in [("--readable", &self.readable), ("--with", &self.with)] {
            for path in paths {
                words.extend([option.to_owned(), path.display().to_string()]);
            }
        }
        if self.unconfined {
            words.push("--unconfined".to_owned());
        }
        words
    }

    /// One of these that was given.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let given = [
            ("--readable", !self.readable.is_empty()),
            ("--with", !self.with.is_empty()),
            ("--unconfined", self.unconfined),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::arguments::Arguments;

    #[test]
    fn options_that_would_be_of_no_use_are_refused() {
        for line in [
            "console check x.console --unconfined --readable y -- z",
            "stream check x.tessla --unconfined --readable y -- z",
            "model test x.ml --unconfined --readable y -- z",
            "model test x.ml --tcp localhost:1 --unconfined --network host -- z",
            "model test x.ml --model y.ml --unconfined",
            "model test x.ml --model y.ml --with z",
            "model test x.ml --model y.ml --readable z",
            "model test x.ml --model y.ml --network host",
            "model test x.ml --network host",
            "model test x.ml --tcp localhost:1 --network host",
            "console lint x.console --unconfined",
            "model check x.ml --unconfined",
        ] {
            let words = std::iter::once("lydian").chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_err(), "{line}");
        }
    }
}
