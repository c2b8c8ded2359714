//! Guesses the language of a command and what its programs need so that prompts arrive as a user sees them.
//! In: a command. Out: pipes or a terminal, more environment, more arguments. The table is in `docs/src/sandbox.md`.
//! A wrong guess costs late prompts, never a wrong order of reads.

use std::ffi::OsString;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::Terminal;
use crate::command::find_command;

/// What programs of a language need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The language, or `native` for a compiled program of any language.
    pub language: &'static str,
    /// `Pipe` or `Pty`.
    pub terminal: Terminal,
    /// Environment that makes output appear in time and the same in every run.
    pub environment: Vec<(OsString, OsString)>,
    /// Arguments that come right after the command.
    pub arguments: Vec<OsString>,
}

/// The profile of a command, found by its name, first line or file format.
///
/// ```
/// use lydian_sut::{Terminal, profile};
/// let guess = profile(&["python3".into(), "prog.py".into()]);
/// assert_eq!((guess.language, guess.terminal), ("python", Terminal::Pipe));
/// ```
pub fn profile(command: &[OsString]) -> Profile {
    let Some(first) = command.first() else { return of_language("native") };
    let directory = std::env::current_dir().unwrap_or_default();
    let path = find_command(first, &directory).unwrap_or_else(|| PathBuf::from(first));
    of_language(language_of(&path))
}

/// The profile of the program in a file.
pub(crate) fn profile_of(path: &Path) -> Profile {
    of_language(language_of(path))
}

fn of_language(language: &'static str) -> Profile {
    let terminal = match language {
        // They print in time on pipes, or it makes no difference; some behave worse on a terminal.
        "python" | "java" | "node" | "shell" | "go" | "ocaml" | "dotnet" => Terminal::Pipe,
        // C's library and those that imitate it write a prompt in time only to a terminal.
        _ => Terminal::Pty,
    };
    let environment: &[(&str, &str)] = match language {
        "python" => &[("PYTHONUNBUFFERED", "1"), ("PYTHONDONTWRITEBYTECODE", "1"), ("PYTHONHASHSEED", "0")],
        "node" => &[("NODE_DISABLE_COLORS", "1")],
        "dotnet" => &[("DOTNET_CLI_TELEMETRY_OPTOUT", "1")],
        _ => &[],
    };
    let arguments: &[&str] = match language {
        // A short run is over before more threads or the second compiler pay off.
        "java" => &["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"],
        _ => &[],
    };
    Profile {
        language,
        terminal,
        environment: environment.iter().map(|(name, value)| (name.into(), value.into())).collect(),
        arguments: arguments.iter().map(OsString::from).collect(),
    }
}

fn language_of(path: &Path) -> &'static str {
    if let Some(language) = language_by_name(path) {
        return language;
    }
    match interpreter(path) {
        Some(interpreter) => language_by_name(&interpreter).unwrap_or("script"),
        None => native_kind(path).unwrap_or("native"),
    }
}

/// The language of an interpreter with this name; version numbers at its end do not matter.
fn language_by_name(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?;
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    Some(match name {
        "python" | "pypy" => "python",
        "java" => "java",
        "node" | "nodejs" | "deno" | "bun" => "node",
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "busybox" => "shell",
        "ocaml" | "ocamlrun" => "ocaml",
        "dotnet" | "mono" => "dotnet",
        "perl" => "perl",
        "ruby" => "ruby",
        "lua" | "luajit" => "lua",
        "php" => "php",
        _ => return None,
    })
}

/// The command that a script is for whose first line is `#!/usr/bin/env python3` and nothing more.
pub(crate) fn looked_up(path: &Path) -> Option<String> {
    let line = first_line(path)?;
    let mut words = line.split_whitespace();
    let (first, command) = (Path::new(words.next()?), words.next()?);
    let is_plain = !command.starts_with('-') && !command.contains(['=', '/']) && words.next().is_none();
    (first.is_absolute() && first.ends_with("env") && is_plain).then(|| command.to_owned())
}

/// The first line of a script behind its mark.
fn first_line(path: &Path) -> Option<String> {
    let mut start = [0; 256];
    let count = std::fs::File::open(path).ok()?.read(&mut start).ok()?;
    let line = start[..count].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    std::str::from_utf8(line).ok().map(str::to_owned)
}

/// The interpreter that the first line of a script names.
pub(crate) fn interpreter(path: &Path) -> Option<PathBuf> {
    let line = first_line(path)?;
    let mut words = line.split_whitespace();
    let first = PathBuf::from(words.next()?);
    if first.file_name().is_some_and(|name| name == "env") {
        let named = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        return Some(find_command(named.as_ref(), Path::new("/")).unwrap_or_else(|| named.into()));
    }
    Some(first)
}

/// Tells compiled programs apart where it matters: Go prints the same on pipes and terminals.
fn native_kind(path: &Path) -> Option<&'static str> {
    let mut file = std::fs::File::open(path).ok()?;
    let header: [u8; 64] = read_at(&mut file, 0)?;
    // Only 64-bit little-endian files are looked into.
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
    let (segments, size, count) = (number(&header[32..40]), number(&header[54..56]), number(&header[56..58]));
    for at in 0..count.min(64) {
        let segment: [u8; 56] = read_at(&mut file, segments.checked_add(at * size)?)?;
        let start: [u8; 32] = match read_at(&mut file, number(&segment[8..16])) {
            Some(start) => start,
            None => continue,
        };
        // The note that Go's linker writes bears its name after three numbers.
        if number(&segment[..4]) == 4 && start[12..].starts_with(b"Go\0") {
            return Some("go");
        }
    }
    None
}

fn read_at<const N: usize>(file: &mut std::fs::File, offset: u64) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    file.seek(SeekFrom::Start(offset)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_for_the_command_that_its_first_line_looks_up() {
        let path = std::env::temp_dir().join(format!("first-line-of-{}", std::process::id()));
        let looked_up = |text: &str| {
            std::fs::write(&path, text).unwrap();
            looked_up(&path)
        };
        assert_eq!(looked_up("#!/usr/bin/env python3\nprint(1)\n").as_deref(), Some("python3"));
        let others =
            ["#!/usr/bin/env -S python3", "#!/usr/bin/env A=1 x", "#!/usr/bin/python3", "#!env x", ""];
        assert_eq!(others.map(looked_up), [const { None }; 5]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn versions_do_not_hide_an_interpreter() {
        for (name, language) in
            [("/usr/bin/python3.11", "python"), ("perl5.36.0", "perl"), ("node", "node"), ("ruby3", "ruby")]
        {
            assert_eq!(language_by_name(Path::new(name)), Some(language), "{name}");
        }
        assert_eq!(language_by_name(Path::new("./a.out")), None);
    }

    #[test]
    fn a_missing_command_is_taken_for_a_compiled_one() {
        assert_eq!(profile(&["no-such-command-anywhere".into()]).language, "native");
        assert_eq!(profile(&[]).language, "native");
    }
}
