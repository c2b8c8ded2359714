//! The paths of a search, for people who want to see what it does.

use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_explore::{Path, Session};
use lydian_hunt::{Followed, Hunt};
use lydian_verdict::Verdict;

use crate::Options;
use crate::batch::on_deep_stack;
use crate::beside::{Beside, call_of};
use crate::compared::plan;
use crate::differ::{Examined, Finding};
use crate::judge::{load, prepare};
use crate::observed::load_reference;
use crate::pair::Side;
use crate::question::{Differences, close_inputs};
use crate::through::Loadable;

/// One path through both programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExploredPath {
    /// A call that takes it.
    pub call: String,
    /// What came of it, in a word or two.
    pub finding: &'static str,
    /// What holds on it, condition by condition.
    pub conditions: Vec<String>,
    /// The same as an SMT-LIB script.
    pub smt: String,
}

/// Runs the path search and gives the paths in the order in which they were run, at most `most` of them.
///
/// An error is what is wrong with one of the programs, or the verdict that leaves nothing to search.
pub fn explore_paths(
    reference: &Arc<Source>,
    submission: &Arc<Source>,
    options: &Options,
    most: usize,
) -> Result<Vec<ExploredPath>, Vec<Diagnostic>> {
    if options.entries.are_several() {
        let fault = Diagnostic::without_place("option-does-not-fit", "paths are those of one entry");
        return Err(vec![fault.hint("name it with --entry NAME")]);
    }
    on_deep_stack(|| {
        let (first, second) =
            (load_reference(reference, options)?, load(submission, Side::Submission, options)?);
        let (pair, constants) = prepare(
            Loadable { program: &first.program, source: reference },
            Loadable { program: &second.program, source: submission },
            options,
        )
        .map_err(|stopped| match stopped.verdict {
            Verdict::Invalid(diagnostics) => diagnostics,
            _ => vec![Diagnostic::without_place("no-paths", "there is no path to explore here")],
        })?;
        let mut session = pair.session();
        let mut paths = Vec::new();
        let mut beside = Beside::new(options);
        let mut watcher = |session: &mut Session, path: &Path<Followed<Examined>>| {
            if paths.len() == most {
                return;
            }
            let inputs = close_inputs(session, path, &path.model);
            paths.push(ExploredPath {
                call: call_of(&pair, pair.sequence, &inputs),
                finding: in_words(&path.result.ran.seen.finding),
                conditions: path
                    .conditions
                    .iter()
                    .map(|condition| session.terms.display(*condition).to_string())
                    .collect(),
                smt: session.terms.to_smtlib(&path.conditions),
            });
        };
        let mut question = Differences::new(&pair, &mut beside, &constants, options, Some(&mut watcher));
        let pools = (&constants, &constants.pool());
        Hunt::new(&mut question, &mut session, &pair.entry.args, pools, plan(options)).follow_paths();
        Ok(paths)
    })
}

fn in_words(finding: &Finding) -> &'static str {
    match finding {
        Finding::Agree => "agree",
        Finding::OutsideDomain => "outside the domain",
        Finding::OutsideCondition => "outside of the condition",
        Finding::Differ => "differ",
        Finding::MaybeEndless => "perhaps endless",
        Finding::ReferenceUnfinished => "reference unfinished",
        Finding::Cut => "given up",
        Finding::Unsupported(_) => "unsupported",
        Finding::Interrupted => "out of time",
    }
}
