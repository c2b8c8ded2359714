//! The standard library of TeSSLa, written in TeSSLa, and what is special about its annotations.

use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::syntax::ast::Annotation;

macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("library/", $name, ".tessla"), include_str!(concat!("library/", $name, ".tessla")))),*]
    };
}

const FILES: &[(&str, &str)] = files! {
    "types" "operators" "primitives" "option" "streams" "string" "list" "set" "map" "ltl" "names" "annotations"
};

/// The files of the library.
pub(crate) fn sources() -> impl Iterator<Item = Arc<Source>> {
    FILES.iter().map(|(name, text)| Source::new(*name, *text))
}

/// Whether an annotation of the library speaks to the instrumentation of C programs.
pub(crate) fn is_instrumentation(name: &str) -> bool {
    !name.starts_with("Vis") && name != "raw"
}

/// What stands for a function of the first TeSSLa, whose library had other names.
pub(crate) fn first_version(name: &str) -> Option<&'static str> {
    Some(match name {
        "timestamps" => "`time(x)`",
        "mrv" => "`default(x, value)`",
        "eventCount" => "`count(x)`",
        "changeOf" => "`pure(x)`, which also has the first event",
        "ifThen" => "`on(trigger, x)`",
        "ifThenElse" => "`if condition then x else y`",
        "signalAbs" => "`if x < 0 then -x else x`",
        "delayEventByTime" => {
            "`delay(const(amount, x), x)`, which has no value and is set anew by each event"
        }
        "occursAny" => "`mergeUnit(x, y)`",
        "sub" => "`x - y`",
        "add" => "`x + y`",
        _ => return None,
    })
}

/// How a stream is to be drawn, if one of its annotations says so; of several the last one counts.
pub(crate) fn drawn(annotations: &[Annotation]) -> Option<Arc<str>> {
    let mut names = annotations.iter().rev().map(|annotation| &annotation.name.text);
    names.find(|name| name.starts_with("Vis") && !is_instrumentation(name)).cloned()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Files;
    use crate::check::Checker;
    use crate::names::Names;
    use crate::spec::Options;
    use crate::syntax::parse;
    use crate::typed::DefId;

    #[test]
    fn the_library_has_no_faults() {
        let mut files = Files::default();
        let units: Vec<_> = sources()
            .map(|source| {
                let (unit, diagnostics) = parse(files.add(&source), &source);
                assert!(diagnostics.is_empty(), "{diagnostics:#?}");
                unit
            })
            .collect();
        let options = Options::default();
        let mut checker = Checker::new(Names::of(Arc::new(files), &units, &[]), &options);
        let count = checker.names.defs.len();
        assert!(count > 150, "{count} definitions");
        (0..count).for_each(|id| checker.require(DefId(id as u32)));
        checker.finish();
        assert!(checker.names.diagnostics.is_empty(), "{:#?}", checker.names.diagnostics);
    }

    #[test]
    fn annotations_for_drawing_are_not_for_c() {
        assert!(is_instrumentation("GlobalRead") && is_instrumentation("ThreadId"));
        assert!(!is_instrumentation("raw") && !is_instrumentation("VisBool"));
    }
}
