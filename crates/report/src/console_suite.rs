//! Reads suites of console tests back from JSON.
//! In: bytes that anybody may have written. Out: plain data, or what is wrong with them, as the end of a sentence that begins with the
//! name of the file. Nothing is trusted: sizes are bounded, and everything must have the type that it should have.

use lydian_verdict::grouped;
use serde_json::{Map, Value};

/// The version of the form.
pub const CONSOLE_SUITE_VERSION: u64 = 1;

/// Lines in one test.
const MOST_LINES: usize = 100_000;

/// A suite that was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedConsoleSuite {
    /// The text of the specification.
    pub specification: String,
    /// The files that it imports, with their texts.
    pub imports: Vec<(String, String)>,
    /// The tests, at least one.
    pub tests: Vec<SavedConsoleTest>,
}

/// One test of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedConsoleTest {
    /// The parameters with their values.
    pub parameters: Vec<(String, String)>,
    /// The lines that the program is given.
    pub lines: Vec<String>,
}

/// The suite in a document with at most so many tests.
///
/// ```
/// let text = r#"{"suite": "lydian console", "version": 1, "specification": {"text": "read x : int", "imports": {}},
///     "tests": [{"parameters": {}, "lines": ["1"]}]}"#;
/// assert_eq!(lydian_report::read_console_suite(text.as_bytes(), 10).expect("a suite").tests[0].lines, ["1"]);
/// ```
pub fn read_console_suite(bytes: &[u8], most_tests: usize) -> Result<SavedConsoleSuite, String> {
    let document: Value = serde_json::from_slice(bytes).map_err(|error| format!("is not JSON: {error}"))?;
    from_json(&document, most_tests).map_err(|why| format!("is not a suite: {why}"))
}

/// The suite of a document, or what is wrong with it.
fn from_json(document: &Value, most_tests: usize) -> Result<SavedConsoleSuite, String> {
    let top = object(document, "the document")?;
    if top.get("suite").and_then(Value::as_str) != Some("lydian console") {
        return Err("it does not say that it is one".into());
    }
    match top.get("version").and_then(Value::as_u64) {
        Some(CONSOLE_SUITE_VERSION) => {}
        Some(other) => {
            return Err(format!("its version is {other}, and this Lydian reads {CONSOLE_SUITE_VERSION}"));
        }
        None => return Err("it has no version".into()),
    }
    let specification = object(field(top, "specification")?, "specification")?;
    let text = string(field(specification, "text")?, "the text of the specification")?;
    let imports = pairs(field(specification, "imports")?, "imports")?;
    let tests = list(field(top, "tests")?, "tests", most_tests)?;
    let mut found = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        found.push(test_of(test).map_err(|why| format!("test {}: {why}", number + 1))?);
    }
    if found.is_empty() {
        return Err("it has no tests".into());
    }
    Ok(SavedConsoleSuite { specification: text, imports, tests: found })
}

fn test_of(test: &Value) -> Result<SavedConsoleTest, String> {
    let test = object(test, "the test")?;
    let parameters = pairs(field(test, "parameters")?, "parameters")?;
    let lines = list(field(test, "lines")?, "lines", MOST_LINES)?;
    let lines: Vec<String> = lines.iter().map(|line| string(line, "a line")).collect::<Result<_, _>>()?;
    if lines.iter().any(|line| line.contains('\n')) {
        return Err("a line has a line break".into());
    }
    Ok(SavedConsoleTest { parameters, lines })
}

fn field<'v>(object: &'v Map<String, Value>, name: &str) -> Result<&'v Value, String> {
    object.get(name).ok_or_else(|| format!("`{name}` is missing"))
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("{what} is no object"))
}

fn list<'v>(value: &'v Value, what: &str, most: usize) -> Result<&'v [Value], String> {
    let list = value.as_array().ok_or_else(|| format!("`{what}` is no list"))?;
    if list.len() > most {
        return Err(format!("there are more than {} {what}", grouped(most as u64)));
    }
    Ok(list)
}

fn string(value: &Value, what: &str) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{what} is no text"))
}

fn pairs(value: &Value, what: &str) -> Result<Vec<(String, String)>, String> {
    let object = object(value, what)?;
    object.iter().map(|(name, value)| Ok((name.clone(), string(value, name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        from_json(&serde_json::from_str(text).expect("JSON"), 10).expect_err("a fault")
    }

    #[test]
    fn what_is_no_suite_is_refused_with_a_reason() {
        assert_eq!(wrong("[]"), "the document is no object");
        assert_eq!(wrong("{}"), "it does not say that it is one");
        let start = r#""suite": "lydian console""#;
        assert_eq!(wrong(&format!("{{{start}}}")), "it has no version");
        assert_eq!(
            wrong(&format!(r#"{{{start}, "version": 2}}"#)),
            "its version is 2, and this Lydian reads 1"
        );
        let start = format!(r#"{start}, "version": 1, "specification": {{"text": "", "imports": {{}}}}"#);
        assert_eq!(wrong(&format!("{{{start}}}")), "`tests` is missing");
        assert_eq!(wrong(&format!(r#"{{{start}, "tests": []}}"#)), "it has no tests");
        let test = |test: &str| wrong(&format!(r#"{{{start}, "tests": [{test}]}}"#));
        assert_eq!(test("1"), "test 1: the test is no object");
        assert_eq!(test(r#"{"parameters": {}, "lines": [1]}"#), "test 1: a line is no text");
        assert_eq!(test(r#"{"parameters": {"a": 1}, "lines": []}"#), "test 1: a is no text");
        assert_eq!(test(r#"{"parameters": {}, "lines": ["a\nb"]}"#), "test 1: a line has a line break");
    }
}
