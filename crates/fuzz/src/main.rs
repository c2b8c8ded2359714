//! A fuzzer over everything that reads what users write: programs, specifications, traces, wire files, suites, cases, calls.
//! `cargo run --profile measure -p lydian-fuzz -- --inputs 1000000 --seed 1 [--reader ocaml]`
//! Inputs are read in a child, so that one that ends it costs only itself; a reader that panics, ends its process, goes on for
//! longer than it may or takes more memory than it may is a finding, written to a file with the command that reads it again.

mod campaign;
mod child;
mod finding;
mod measure;
mod mutate;
mod odd;
mod readers;
mod seeds;
mod tally;
mod tokens;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use readers::Kind;
use seeds::Seeds;

/// Reads inputs that nobody would write, and says which a reader does not bear.
#[derive(Debug, Clone, Parser)]
pub(crate) struct Arguments {
    /// How many inputs there are, over all readers.
    #[arg(long, default_value_t = 100_000)]
    inputs: u64,
    /// The seed: the same inputs come of the same number and the same folders.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these readers, separated by commas.
    #[arg(long, value_delimiter = ',')]
    reader: Vec<Kind>,
    /// Folders with more seeds, beside the project's own cases and examples.
    #[arg(long)]
    corpus: Vec<PathBuf>,
    /// The project.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// Where findings are written.
    #[arg(long, default_value = "target/fuzz")]
    findings: PathBuf,
    /// No new batch is begun after so many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// The seconds of processor time for one input; it is over by its own deadline after half of them.
    #[arg(long, default_value_t = 4)]
    longest: u64,
    /// The memory for one input in MiB.
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Reads this file with the one reader that is named, and nothing else.
    #[arg(long, requires = "reader")]
    replay: Option<PathBuf>,
    /// Writes the input with this index to standard output, and reads nothing.
    #[arg(long, requires = "reader")]
    show: Option<u64>,
    /// The seeds of a run, as it saved them, instead of those of the folders.
    #[arg(long)]
    seeds: Option<PathBuf>,
    /// Reads the inputs from this index on, and tells a parent about each.
    #[arg(long, hide = true, requires = "reader")]
    child: Option<u64>,
}

impl Arguments {
    fn readers(&self) -> Vec<Kind> {
        if self.reader.is_empty() { Kind::value_variants().to_vec() } else { self.reader.clone() }
    }

    /// When a reader shall end by itself.
    fn deadline(&self) -> Duration {
        Duration::from_secs(self.longest) / 2
    }

    /// What inputs are made of.
    fn read_seeds(&self) -> Result<Seeds, String> {
        if let Some(file) = &self.seeds {
            return Seeds::load(file);
        }
        let own = ["cases", "examples"].map(|folder| self.root.join(folder));
        let own = own.into_iter().filter(|folder| folder.is_dir());
        Seeds::read(&own.chain(self.corpus.iter().cloned()).collect::<Vec<_>>())
    }
}

/// The name of a reader on the command line.
pub(crate) fn name_of(reader: Kind) -> String {
    reader.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let reader = arguments.readers()[0];
    let result = match (&arguments.replay, arguments.show, arguments.child) {
        (Some(file), _, _) => child::replay(&arguments, reader, file),
        (_, Some(index), _) => child::show(&arguments, reader, index).map(|()| true),
        (_, _, Some(from)) => child::run(&arguments, reader, from).map(|()| true),
        _ => campaign::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("lydian-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}
