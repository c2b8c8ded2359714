//! `lydian console suite`: writes the tests of a specification to a file, and reads them back.
//! The file is JSON with the text of the specification, so that tests never run against another one. What is in a file is read by
//! `lydian_report`, which does not trust it.

use std::io::{Read, Write};
use std::path::Path;

use lydian_budget::{Deadline, under};
use lydian_console::syntax::ast::DeclarationKind;
use lydian_console::{Spec, Suite, SuiteTest, Tests, load_with_mistakes};
use lydian_diagnostic::Diagnostic;
use lydian_report::{CONSOLE_SUITE_VERSION, Color, read_console_suite};
use serde_json::{Map, Value, json};

use super::spec;
use crate::arguments::SuiteArguments;
use crate::output::OutputFile;
use crate::{inputs, output};

/// How a file of ours begins.
const START: &str = "{\n  \"version\": 1,\n  \"suite\": \"lydian console\",";

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// Tests in one suite.
const MOST_TESTS: usize = 100_000;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &SuiteArguments) -> u8 {
    match write(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            output::code_of(diagnostics)
        }
    }
}

fn write(arguments: &SuiteArguments) -> Result<u8, Vec<Diagnostic>> {
    let deadline = Deadline::after(arguments.budget);
    let (specs, warnings) = under(Some(deadline), || {
        spec::load_by(&arguments.spec.spec, arguments.task.as_deref(), load_with_mistakes)
    })?;
    output::complain(&warnings, Color::Auto);
    let is_ours = |bytes: &[u8]| bytes.starts_with(START.as_bytes());
    let mut file =
        OutputFile::at(&arguments.output, &[&arguments.spec.spec], is_ours).map_err(|fault| vec![*fault])?;
    let bounds = spec::bounds(&arguments.spec, Some(deadline));
    let sampling = spec::sampling(&arguments.tried, arguments.seed);
    let mut tests = Tests::new(&specs, &bounds, &sampling);
    let imports = imports(&arguments.spec.spec, &specs[0])?;
    let suite = Suite::collect(&mut tests, imports, MOST_TESTS).map_err(|fault| vec![*fault])?;
    let code = super::complain_without_solver(tests.total().undecided);
    if suite.tests.is_empty() && code != 0 {
        return Ok(code);
    }
    if suite.tests.is_empty() {
        let message = "no input leads through the specification: there is nothing to save";
        let hint = "`lydian console paths SPEC` shows what stands in the way";
        return Err(vec![Diagnostic::without_place("no-samples", message).hint(hint)]);
    }
    output::or_quit(file.write_all(to_json(&suite, arguments).as_bytes()));
    file.finish().map_err(|fault| vec![*fault])?;
    let more = if tests.total().out_of_work || suite.cut { "; there are more" } else { "" };
    let score = tests.score().map_or_else(String::new, |score| format!("; {}", score.in_words()));
    let said = format!(
        "{} on {} paths written to {}{more}{score}\n",
        match suite.tests.len() {
            1 => "1 test".to_owned(),
            count => format!("{} tests", lydian_verdict::grouped(count as u64)),
        },
        lydian_verdict::grouped(tests.path_count() as u64),
        lydian_words::visible(&arguments.output.to_string_lossy())
    );
    output::or_quit(std::io::stdout().write_all(said.as_bytes()));
    if tests.total().out_of_time {
        return Ok(super::complain_out_of_time("paths were looked for"));
    }
    Ok(code)
}

/// The files that a specification imports, with their texts.
fn imports(path: &Path, spec: &Spec) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    for declaration in &spec.script.declarations {
        if let DeclarationKind::Import(name) = &declaration.kind {
            let source =
                inputs::read(&folder.join(name), "the imported file").map_err(|fault| vec![fault])?;
            found.push((name.clone(), source.text.clone()));
        }
    }
    Ok(found)
}

fn to_json(suite: &Suite, arguments: &SuiteArguments) -> String {
    let pairs = |pairs: &[(String, String)]| -> Map<String, Value> {
        pairs.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    };
    let tests: Vec<Value> = suite
        .tests
        .iter()
        .map(|test| json!({ "parameters": pairs(&test.parameters), "lines": test.lines }))
        .collect();
    let document = json!({
        "version": CONSOLE_SUITE_VERSION,
        "suite": "lydian console",
        "specification": {
            "name": arguments.spec.spec.display().to_string(),
            "text": suite.specification,
            "imports": pairs(&suite.imports),
        },
        "seed": arguments.seed,
        "bounds": {
            "rounds": arguments.spec.rounds,
            "per_path": arguments.tried.per_path,
            "wrong_values": arguments.spec.wrong_values,
            "range": arguments.tried.range,
            "bits": arguments.tried.overflow.bits(),
        },
        "tests": tests,
    });
    format!("{document:#}\n")
}

/// Replaces the tests of a specification by those of a file that was made from it.
pub(crate) fn use_suite(
    file: &Path,
    spec_path: &Path,
    specs: &[Spec],
    tests: &mut Tests<'_>,
    most: Option<usize>,
) -> Result<(), Vec<Diagnostic>> {
    let one = |fault: Diagnostic| vec![fault];
    let suite = read(file).map_err(one)?;
    let other = |what: &str| {
        let message = format!("`{}` was made from another specification: {what}", file.display());
        let hint =
            format!("make it anew: lydian console suite {} --output {}", spec_path.display(), file.display());
        vec![Diagnostic::without_place("suite-of-another-specification", message).hint(hint)]
    };
    if suite.specification != specs[0].script.source.text {
        return Err(other("the text differs"));
    }
    if suite.imports != imports(spec_path, &specs[0])? {
        return Err(other("an imported file differs"));
    }
    let given = suite.instances(specs).map_err(|unsuitable| {
        other(&format!("test {} does not suit it: {}", unsuitable.test, unsuitable.why))
    })?;
    tests.replace(&given, most).map_err(|(number, misfit)| {
        other(&format!("test {} does not suit it: {}", number + 1, misfit.in_words()))
    })
}

fn read(path: &Path) -> Result<Suite, Diagnostic> {
    let name = path.display();
    let fault = |message: String| {
        Diagnostic::without_place("suite-not-readable", message)
            .hint("suites are written by `lydian console suite`")
    };
    inputs::take(path);
    let mut bytes = Vec::new();
    let read = inputs::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Diagnostic::without_place("file-not-found", format!("there is no file `{name}`"))
                .hint("suites are written by `lydian console suite`"));
        }
        Err(error) => return Err(fault(format!("`{name}` cannot be read: {error}"))),
        Ok(_) if bytes.len() as u64 > LARGEST => {
            return Err(fault(format!("`{name}` is larger than {} MiB", LARGEST >> 20)));
        }
        Ok(_) => {}
    }
    let saved = read_console_suite(&bytes, MOST_TESTS).map_err(|why| fault(format!("`{name}` {why}")))?;
    let tests = saved.tests.into_iter();
    let tests = tests.map(|test| SuiteTest { parameters: test.parameters, lines: test.lines }).collect();
    Ok(Suite { specification: saved.specification, imports: saved.imports, tests, cut: false })
}
