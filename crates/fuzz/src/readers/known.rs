//! What inputs are about: a program that is called, a model with its types, a specification that traces are for.

use std::sync::Arc;
use std::time::Duration;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::Model;
use lydian_stream::run::Prepared;
use lydian_tessla::spec::{Collections, Options, Spec};

/// The model that wire files, sequences and suites are for.
const MODEL: &str = include_str!("../../../../examples/models/kvstore/kvstore.ml");

/// A program with values of many types to call functions on.
const PROGRAM: &str = include_str!("../../seeds/called.ml");

/// A specification with inputs of all types.
const STREAMS: &str = include_str!("../../seeds/all-types.tessla");

/// What readers are given beside their input.
pub(crate) struct Known {
    pub(super) program: Arc<Source>,
    pub(super) model: Model,
    /// The specification as it runs, and as tests read traces for it.
    pub(super) streams: Spec,
    pub(super) streams_for_tests: Spec,
    pub(super) prepared: Prepared,
    /// The time for one input.
    pub(super) budget: Duration,
}

impl Known {
    /// Loads everything.
    pub(crate) fn load(budget: Duration) -> Result<Known, String> {
        let (model, faults) = lydian_model::load(&Source::new("kvstore.ml", MODEL));
        let model = model.ok_or_else(|| said(&faults))?;
        let streams = spec(Collections::default())?;
        let streams_for_tests = spec(Collections::Lists)?;
        let prepared = Prepared::new(&streams).map_err(|fault| said(&[fault]))?;
        let program = Source::new("called.ml", PROGRAM);
        let (loaded, faults) = lydian_ocaml::load(&program);
        loaded.ok_or_else(|| said(&faults))?;
        Ok(Known { program, model, streams, streams_for_tests, prepared, budget })
    }
}

fn spec(collections: Collections) -> Result<Spec, String> {
    let absent = |_: &str, name: &str| Err(format!("there is no file `{name}`"));
    let options = Options { collections, ..Options::default() };
    let (spec, faults) = lydian_tessla::load(&Source::new("all-types.tessla", STREAMS), &absent, &options);
    spec.ok_or_else(|| said(&faults))
}

fn said(faults: &[Diagnostic]) -> String {
    let messages: Vec<&str> = faults.iter().map(|fault| &*fault.message).collect();
    messages.join("; ")
}
