//! Programs that cannot even be started, or find no console: a class without `main`, an interpreter that is not there, a text that its interpreter refuses.
//! In: a refutation with the run that it stands on. Out: an error with the one line that matters. Nobody is refuted whose program never
//! ran: that is like a program that does not compile.

use lydian_console::{Actual, ActualEnd, Found, Kind, Speech};
use lydian_diagnostic::Diagnostic;
use lydian_sut::End;
use lydian_verdict::{Judgement, Remark, Verdict};

/// So much of the line that matters is shown.
const MOST_SHOWN: usize = 200;

/// Looks at a refutation: was the program ever started?
pub(super) fn reconsider(judgement: &mut Judgement, found: &Found, speech: Speech) {
    if let Some(why) = not_started(&found.run) {
        let why: String = why.chars().take(MOST_SHOWN).collect();
        let message = format!("`{}` cannot be started: {why}", judgement.subject);
        let fault = Diagnostic::without_place("program-not-startable", message)
            .hint("run it by hand to see what it needs; --run and --build say how it is run and built");
        judgement.verdict = Verdict::Invalid(vec![fault]);
        judgement.remarks.clear();
    } else if let Some(why) = without_console(&found.run, speech) {
        judgement.remarks.push(Remark::new("no-console", why));
    } else if let Some(why) = with_open_input(&judgement.subject, found, speech) {
        judgement.remarks.push(Remark::new("input-open", why));
    }
}

/// What is said to a program for Node that has done all it should and does not end: what listens to its input keeps it running.
fn with_open_input(subject: &str, found: &Found, speech: Speech) -> Option<&'static str> {
    let waits = matches!(found.run.end, ActualEnd::ReadOn(_)) && found.difference.kind == Kind::Termination;
    (waits && subject.ends_with(".js")).then_some(match speech {
        Speech::English => {
            "Node goes on for as long as something listens to its input: call `close()` of the `readline` interface at the end, also \
             behind a `for await` that is left by `break`"
        }
        Speech::German => {
            "Node läuft weiter, solange jemand auf die Eingabe hört: ruf am Ende `close()` der `readline`-Schnittstelle auf, auch nach \
             einem `for await`, das mit `break` verlassen wird"
        }
    })
}

/// What is said to a program in Java that dies because there is no console: a terminal is one, and a pipe is none.
fn without_console(run: &Actual, speech: Speech) -> Option<&'static str> {
    let text = String::from_utf8_lossy(&run.errors);
    let line = text.lines().find(|line| line.contains("NullPointerException"))?;
    let is_it = line.contains("java.io.Console.") || line.contains("System.console()");
    is_it.then_some(match speech {
        Speech::English => {
            "`System.console()` is null where no terminal is: use a `Scanner` or a `BufferedReader` over `System.in`; \
             --terminal pty gives the program a terminal"
        }
        Speech::German => {
            "`System.console()` ist null, wo kein Terminal ist: nimm einen `Scanner` oder `BufferedReader` über `System.in`; \
             --terminal pty gibt dem Programm ein Terminal"
        }
    })
}

/// Why a run was none.
fn not_started(run: &Actual) -> Option<String> {
    let ActualEnd::Ended(End::Exited(code @ 1..)) = run.end else { return None };
    let text = String::from_utf8_lossy(&run.errors);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let silent = run.turns.is_empty() && run.last.is_empty();
    refused(&lines).or_else(|| absent(code, &lines).filter(|_| silent))
}

/// What interpreters say of a text that they do not run, or of which they only ran what stands before the mistake.
fn refused(lines: &[&str]) -> Option<String> {
    let first = lines.iter().find(|line| !line.is_empty())?;
    let starting = |beginning: &str| lines.iter().find(|line| line.starts_with(beginning));
    let said = |line: &str| Some(line.trim().to_owned());
    // Python, as long as nothing of the program has run.
    let syntax = ["SyntaxError: ", "IndentationError: ", "TabError: "];
    let python = lines.iter().rev().find(|line| syntax.iter().any(|kind| line.starts_with(kind)));
    if let Some(error) =
        python.filter(|_| first.trim_start().starts_with("File \"") && first.contains(", line "))
    {
        return Some(with_line(number_after(first, ", line "), error));
    }
    // The toplevel of OCaml: what is raised by the program is an exception there, and no error.
    if let Some(error) = starting("Error: ")
        .filter(|_| lines.iter().any(|line| line.starts_with("File \"") && line.contains(", line")))
    {
        let place = lines.iter().find(|line| line.starts_with("File \"")).copied().unwrap_or_default();
        return Some(with_line(
            number_after(place, ", line ").or_else(|| number_after(place, ", lines ")),
            error,
        ));
    }
    // Node names the place first, and its own parts that read the text behind.
    if let Some(error) = starting("SyntaxError: ").filter(|_| {
        lines.iter().any(|line| {
            ["wrapSafe", "internalCompileFunction", "compileSourceTextModule"]
                .iter()
                .any(|part| line.contains(part))
        })
    }) {
        let line = first.rsplit_once(':').and_then(|(_, line)| line.parse().ok());
        return Some(with_line(line, error));
    }
    if lines.iter().any(|line| line.contains("aborted due to compilation errors")) {
        return said(first);
    }
    let shell = [
        "syntax error near unexpected token",
        "syntax error: unexpected end of file",
        "unexpected EOF while looking for",
    ];
    if let Some(line) = lines.iter().find(|line| shell.iter().any(|words| line.contains(words))) {
        let at = line.find("line ").unwrap_or(0);
        return said(&line[at..]);
    }
    None
}

/// What is said where there is nothing to start.
fn absent(code: i32, lines: &[&str]) -> Option<String> {
    let java = [
        "Error: Main method not found",
        "Error: Main method is not",
        "Error: Could not find or load main class",
        "Error: LinkageError occurred",
        "Error: Unable to initialize main class",
        "Error: Unable to access jarfile",
    ];
    if let Some(line) = lines.iter().find(|line| java.iter().any(|words| line.starts_with(words))) {
        let line = line.trim_start_matches("Error: ");
        return Some(line.split_once(", please").map_or(line, |(line, _)| line).to_owned());
    }
    // What shells, `env` and loaders end with where there is no such program, or none that can be run.
    let line = lines.iter().find(|line| !line.is_empty())?;
    let missing =
        ["o such file or directory", "not found", "ermission denied", "error while loading shared libraries"];
    let is_missing = matches!(code, 126 | 127) && missing.iter().any(|words| line.contains(words));
    let script = ["can't open file", "Cannot find module", "Can't open perl script"];
    let no_script = script.iter().any(|words| line.contains(words)) && lines.len() == 1;
    (is_missing || no_script).then(|| (*line).to_owned())
}

fn with_line(number: Option<u64>, error: &str) -> String {
    match number {
        Some(number) => format!("line {number}: {error}"),
        None => error.to_owned(),
    }
}

/// The number behind some words.
fn number_after(text: &str, words: &str) -> Option<u64> {
    let (_, rest) = text.split_once(words)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(code: i32, text: &str) -> Option<String> {
        let lines: Vec<&str> = text.lines().collect();
        refused(&lines).or_else(|| absent(code, &lines))
    }

    #[test]
    fn what_interpreters_refuse_is_told_from_what_programs_raise() {
        let said = |text: &str| Some(text.to_owned());
        let python = "  File \"/a/x.py\", line 3\n    print(\n         ^\nSyntaxError: '(' was never closed";
        assert_eq!(why(1, python), said("line 3: SyntaxError: '(' was never closed"));
        let raised = "Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\n  File \"<string>\", line 1\nSyntaxError: invalid syntax";
        assert_eq!(why(1, raised), None);
        let ocaml = "File \"./x.ml\", line 2, characters 3-4:\n2 |   a\n       ^\nError: Unbound value a";
        assert_eq!(why(2, ocaml), said("line 2: Error: Unbound value a"));
        assert_eq!(why(2, "Exception: Failure \"int_of_string\"."), None);
        let node = "/a/x.js:4\n  )\n  ^\n\nSyntaxError: Unexpected token ')'\n    at wrapSafe (node:internal/modules/cjs/loader:1378:20)";
        assert_eq!(why(1, node), said("line 4: SyntaxError: Unexpected token ')'"));
        let parsed = "undefined:1\nx\n^\n\nSyntaxError: Unexpected token x in JSON at position 0\n    at JSON.parse (<anonymous>)";
        assert_eq!(why(1, parsed), None);
        let java = "Error: Main method not found in class A, please define the main method as:\n   public static void main(String[] args)";
        assert_eq!(why(1, java), said("Main method not found in class A"));
        assert_eq!(
            why(127, "/usr/bin/env: 'python4': No such file or directory"),
            said("/usr/bin/env: 'python4': No such file or directory")
        );
        assert_eq!(why(1, "cat: x: No such file or directory"), None);
        let bash = "x.sh: line 3: syntax error near unexpected token `fi'\nx.sh: line 3: `fi'";
        assert_eq!(why(2, bash), said("line 3: syntax error near unexpected token `fi'"));
    }
}
