//! `lydian doctor`: what Lydian found on this machine.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use lydian_report::{Color, stdout};
use lydian_solver::{Attempt, Discovery, INSTALL_HINT, SOLVER, find_solver};
use lydian_sut::{layers, toolchains};

use crate::{INVALID, console, output};

/// Runs the command and gives its exit code.
pub(crate) fn run() -> u8 {
    let solver = find_solver();
    output::or_quit(report(&solver));
    if solver.found.is_some() { 0 } else { INVALID }
}

fn report(solver: &Discovery) -> io::Result<()> {
    let mut out = stdout(Color::Never);
    let mut fact = |label: &str, text: String| writeln!(out, "{label:6}  {text}");
    fact("lydian", env!("CARGO_PKG_VERSION").to_owned())?;
    fact("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))?;
    fact("cores", output::cores().to_string())?;
    let version = solver.version.as_deref().unwrap_or("unknown version");
    match &solver.found {
        Some(path) => fact(SOLVER, format!("{version}, {}", path.display()))?,
        None => fact(SOLVER, "not found".to_owned())?,
    }
    match ocaml() {
        Some((path, version)) => fact("ocaml", format!("{version}, {} (not needed)", path.display()))?,
        None => fact("ocaml", "not found (not needed; only our own tests compare with it)".to_owned())?,
    }
    writeln!(out, "\n{SOLVER} was looked for in this order:")?;
    for (path, attempt) in &solver.tried {
        let how = match attempt {
            Attempt::Missing => "not there".to_owned(),
            Attempt::Opened => "used".to_owned(),
            Attempt::Unusable(why) => format!("cannot be used: {why}"),
        };
        writeln!(out, "  {}: {how}", path.display())?;
    }
    writeln!(out, "\nPrograms under test are run with (each was tried just now):")?;
    match console::launcher() {
        Ok(launcher) => {
            for layer in layers(&launcher) {
                let state = if layer.active { "yes" } else { "no " };
                writeln!(out, "  {state}  {}: {}", layer.name, layer.note)?;
            }
        }
        Err(fault) => writeln!(out, "  no   programs cannot be run: {}", fault.message)?,
    }
    writeln!(out, "\nLanguages, and what their programs find beside the system:")?;
    for toolchain in toolchains() {
        let roots: Vec<String> = toolchain.roots.iter().map(|root| root.display().to_string()).collect();
        let roots = if roots.is_empty() { "nothing more".to_owned() } else { roots.join(", ") };
        writeln!(out, "  {}: {}; {roots}", toolchain.command, toolchain.path.display())?;
    }
    if solver.found.is_none() {
        writeln!(out, "\nWithout {SOLVER} many differences are not found. {INSTALL_HINT}")?;
    }
    out.flush()
}

/// The OCaml toplevel on the search path, with what it says about its version.
fn ocaml() -> Option<(PathBuf, String)> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).map(|folder| folder.join("ocaml")).find(|path| path.is_file())?;
    let asked = Command::new(&found).arg("-vnum").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let version = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    Some((found, version))
}
