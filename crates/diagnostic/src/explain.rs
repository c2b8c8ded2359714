//! The pages that `lydian explain CODE` shows, compiled in: one Markdown file for each code.
//! A new page is a file in `explain/` and a line in the list below, in alphabetical order. The tests hold every page to
//! one shape: the code as title, what it means, an example that triggers it, how to mend it.

macro_rules! pages {
    ($($code:literal)*) => {
        &[$(($code, include_str!(concat!("explain/", $code, ".md")))),*]
    };
}

/// The pages by code, in alphabetical order.
const PAGES: &[(&str, &str)] = pages! {
    "ambiguous-division"
    "ambiguous-name"
    "ambiguous-output"
    "bad-condition"
    "bad-format"
    "build-fails"
    "cannot-generate"
    "cannot-keep"
    "cannot-write"
    "choice-in-loop"
    "choice-not-listed"
    "closed-file"
    "condition-not-static"
    "console-syntax"
    "console-too-deep"
    "constant-condition"
    "constructor-arity"
    "contradictory-constraints"
    "cyclic-type"
    "decimal-division"
    "definition-fails"
    "deprecated-syntax"
    "dormant-loop"
    "duplicate-definition"
    "duplicate-output"
    "duplicate-spelling"
    "duplicate-variable"
    "empty-file"
    "empty-set"
    "end-of-input"
    "endless-loop"
    "escaping-premise"
    "escaping-type"
    "exit-in-derived-loop"
    "exit-outside-loop"
    "expansion-too-deep"
    "expansion-too-large"
    "file-named-twice"
    "file-not-found"
    "file-too-large"
    "file-unreadable"
    "generator-too-large"
    "ignored-annotation"
    "ignored-goal"
    "illegal-backslash"
    "illegal-character"
    "immutable-field"
    "implementation-wrong"
    "import-not-found"
    "include-not-found"
    "incomplete-suite"
    "inexact-time"
    "infinite-recursion"
    "input-cannot-be-sent"
    "inputs-do-not-fit"
    "interface-mismatch"
    "interrupted"
    "invalid-escape"
    "invalid-for-pattern"
    "invalid-interpolation"
    "invalid-literal"
    "kept-counterexample"
    "lonely-documentation"
    "loop-ignores-condition"
    "loop-without-exit"
    "malformed-has-no-value"
    "message-not-one-line"
    "misplaced-statement"
    "missing-else"
    "missing-input-type"
    "missing-library-name"
    "missing-type"
    "mistakes-not-made"
    "model-not-usable"
    "module-as-value"
    "no-base-time"
    "no-entry"
    "no-paths"
    "no-program"
    "no-property"
    "no-requests"
    "no-samples"
    "no-sequences"
    "no-solver"
    "no-submissions"
    "no-such-input"
    "no-traces"
    "not-a-case"
    "not-a-constant"
    "not-a-file"
    "not-a-function"
    "not-a-generator"
    "not-a-model"
    "not-a-property"
    "not-a-suite"
    "not-a-value-type"
    "not-general"
    "not-translatable"
    "option-does-not-fit"
    "or-pattern"
    "out-of-resources"
    "out-of-time"
    "parameter-not-constant"
    "parameter-value"
    "possible-overflow"
    "private-type"
    "program-not-executable"
    "program-not-found"
    "program-not-startable"
    "record-fields"
    "recursive-type"
    "recursive-value"
    "reference-fails"
    "reserved-word"
    "reset-does-not-reset"
    "reset-fails"
    "runtime-error"
    "setup-fails"
    "signature-mismatch"
    "specification-fails"
    "suite-needs-directory"
    "suite-not-readable"
    "suite-of-another-specification"
    "syntax-error"
    "system-lost"
    "system-unreachable"
    "task-not-chosen"
    "too-deep"
    "too-many-arguments"
    "too-many-instances"
    "too-many-programs"
    "trace-csv"
    "trace-event-twice"
    "trace-line"
    "trace-line-too-long"
    "trace-not-text"
    "trace-of-old-version"
    "trace-syntax"
    "trace-time-decreases"
    "trace-value"
    "trace-value-type"
    "tried-at-a-small-type"
    "two-kinds-of-programs"
    "type-arity"
    "type-mismatch"
    "type-not-inferred"
    "type-too-large"
    "unbound-constructor"
    "unbound-field"
    "unbound-module"
    "unbound-module-type"
    "unbound-type"
    "unbound-type-variable"
    "unbound-value"
    "unclosed-brace"
    "unclosed-text"
    "unconfined"
    "undeclared-input"
    "unknown-annotation"
    "unknown-code"
    "unknown-escape"
    "unknown-extern"
    "unknown-function"
    "unknown-name"
    "unknown-output"
    "unknown-quantifier"
    "unknown-time-unit"
    "unknown-type"
    "unknown-word"
    "unreachable-branch"
    "unreachable-statement"
    "unsupported-bigarray"
    "unsupported-class"
    "unsupported-directive"
    "unsupported-effect"
    "unsupported-extension"
    "unsupported-feature"
    "unsupported-first-class-module"
    "unsupported-gadt"
    "unsupported-index"
    "unsupported-labelled-tuple"
    "unsupported-module-type"
    "unsupported-object"
    "unsupported-type"
    "unterminated-comment"
    "unterminated-string"
    "used-before-read"
    "wire-constructor"
    "wire-missing"
    "wire-output"
    "wire-placeholder"
    "wire-syntax"
    "wire-unknown-key"
    "wire-unreachable"
    "wire-value"
    "would-overwrite"
    "wrong-arguments"
    "wrong-constructor"
    "wrong-label"
};

/// The page of a code, as Markdown.
///
/// ```
/// assert!(lydian_diagnostic::explain("unbound-value").is_some());
/// assert!(lydian_diagnostic::explain("no-such-code").is_none());
/// ```
pub fn explain(code: &str) -> Option<&'static str> {
    let index = PAGES.binary_search_by_key(&code, |(listed, _)| listed).ok()?;
    Some(PAGES[index].1)
}

/// All codes that have a page, in alphabetical order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(code, _)| *code)
}

/// What a code means in one sentence: the first paragraph of its page, on one line.
pub fn summary(code: &str) -> Option<String> {
    let paragraph = explain(code)?.split("\n\n").nth(1)?;
    Some(paragraph.lines().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn codes_are_in_alphabetical_order_and_kebab_case() {
        assert!(PAGES.is_sorted_by(|(left, _), (right, _)| left < right));
        for code in codes() {
            let kebab =
                code.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()));
            assert!(kebab, "`{code}` is not in kebab-case");
        }
    }

    #[test]
    fn every_page_in_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explain");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the folder of pages")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = codes().map(|code| format!("{code}.md")).collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn every_page_has_the_same_shape() {
        for (code, page) in PAGES {
            let headings: Vec<&str> =
                page.lines().filter(|line| line.starts_with("# ") || line.starts_with("## ")).collect();
            let title = format!("# {code}");
            assert_eq!(headings, [title.as_str(), "## Example", "## How to mend it"], "headings of `{code}`");
            let example =
                page.split("## Example").nth(1).and_then(|rest| rest.split("## ").next()).unwrap_or("");
            assert!(example.matches("```").count() >= 2, "`{code}` has no fenced example");
            let mend = page.split("## How to mend it").nth(1).unwrap_or("");
            assert!(!mend.trim().is_empty(), "`{code}` does not say how to mend it");
            assert!(
                summary(code).is_some_and(|text| text.ends_with('.')),
                "`{code}` begins with no sentence"
            );
            assert!(
                page.ends_with('\n') && page.lines().all(|line| line.trim_end() == line),
                "spaces in `{code}`"
            );
        }
    }
}
