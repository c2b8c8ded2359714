//! Findings: inputs that a reader does not bear, each in a file beside a text that says what happened and how to see it again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::name_of;
use crate::readers::Kind;

/// What a reader did.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    /// It panicked, with this message.
    Panic(String),
    /// Its process ended, as the system says.
    Ended(String),
    /// It took so many seconds of processor time, or was ended then.
    Slow(f64),
    /// It had so many MiB, or was ended then.
    Large(u64),
}

impl Fault {
    /// A word for names of files.
    fn word(&self) -> &'static str {
        match self {
            Fault::Panic(_) => "panic",
            Fault::Ended(_) => "abort",
            Fault::Slow(_) => "slow",
            Fault::Large(_) => "memory",
        }
    }

    pub(crate) fn in_words(&self) -> String {
        match self {
            Fault::Panic(message) => message.clone(),
            Fault::Ended(how) => format!("the process ended: {how}"),
            Fault::Slow(seconds) => format!("{seconds:.1} s of processor time"),
            Fault::Large(memory) => format!("{memory} MiB of memory"),
        }
    }
}

/// Writes a finding and gives the file of the input.
pub(crate) fn save(
    folder: &Path,
    reader: Kind,
    seed: u64,
    index: u64,
    fault: &Fault,
    input: &[u8],
) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let name = name_of(reader);
    let file = folder.join(format!("{name}-{seed}-{index}-{}.input", fault.word()));
    fs::write(&file, input)?;
    let again = format!(
        "{}\ncargo run --profile measure -p lydian-fuzz -- --reader {name} --replay {}\n",
        fault.in_words(),
        file.display()
    );
    fs::write(file.with_extension("txt"), again)?;
    Ok(file)
}
