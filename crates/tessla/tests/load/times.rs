//! Literals with units of time.

use lydian_tessla::spec::{Operand, Options};
use lydian_tessla::syntax::ast::TimeUnit;

use super::{assert_fault, load_with, spec_with};

fn with_base(count: i64, unit: TimeUnit) -> Options {
    Options { base_time: Some((count.into(), unit)), ..Options::default() }
}

/// How many base times a literal is.
fn units(literal: &str, base: &Options) -> String {
    let spec = spec_with(&format!("in x: Events[Int]\nout x + {literal} as y"), base);
    match spec.functions[0].shortcut.as_ref().map(|shortcut| shortcut.operands[1].clone()) {
        Some(Operand::Int(int)) => int.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn literals_are_counted_in_base_times() {
    let base = with_base(1, TimeUnit::Ms);
    assert_eq!(units("2s", &base), "2000");
    assert_eq!(units("1h", &base), "3600000");
    assert_eq!(units("3000us", &base), "3");
    assert_eq!(units("1d", &with_base(1, TimeUnit::Fs)), "86400000000000000000");
}

#[test]
fn a_base_time_may_be_a_clock_that_fits_no_unit() {
    let base = with_base(33_333, TimeUnit::Us);
    assert_eq!(units("100ms", &base), "3");
    assert_eq!(units("1min", &base), "1800");
}

#[test]
fn units_need_a_base_time_that_is_fine_enough() {
    assert_fault("in x: Events[Int]\nout time(x) + 5ms", "no-base-time", "5ms");
    for literal in ["1500us", "10ns"] {
        let text = format!("in x: Events[Int]\nout time(x) + {literal}");
        let (spec, diagnostics) = load_with(&text, &with_base(1, TimeUnit::Ms));
        assert!(spec.is_none());
        assert_eq!(diagnostics[0].code, "inexact-time");
    }
}
