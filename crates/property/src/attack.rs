//! The attack on one property: a hunt for inputs on which it does not hold, level by level, and what the hunt says about all inputs.

use lydian_core::IntMode;
use lydian_enumerate::Constants;
use lydian_explore::Session;
use lydian_hunt::{Found, Hunt, Plan};
use lydian_solver::Chain;

use crate::check::{Checked, Checker, Checking, Failure};
use crate::load::Property;
use crate::place::Place;
use crate::question::Holding;
use crate::ready::Concrete;

/// What a question about texts costs, in units of work.
const TEXT_QUESTION: u64 = 20_000;

/// One property and how it is attacked.
pub(crate) struct Attack<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) property: &'a Property,
    pub(crate) checking: &'a Checking,
    pub(crate) constants: Constants,
}

impl Attack<'_> {
    pub(crate) fn run(&self, concrete: &mut Concrete<'_, '_, '_>, checked: &mut Checked) {
        let ready = self.checker.ready;
        let mut session = Session::new(ready.properties.shapes(), IntMode::OCAML, Chain::new());
        let mut question = Holding::new(self, concrete, checked);
        let plan = Plan {
            seed: self.checking.seed,
            deadline: self.checking.deadline,
            small: self.checking.tests,
            small_steps: u64::MAX,
            small_levels: 1,
            tries_all: true,
            search: self.checking.work,
            drawn: self.checking.drawn,
            text_question: TEXT_QUESTION,
        };
        let few = lydian_hunt::few(&self.constants);
        let pools = (&self.constants, &few);
        let mut hunt = Hunt::new(&mut question, &mut session, &self.property.args, pools, plan);
        let found = loop {
            let found = hunt.level();
            let (tally, checked) = (&hunt.tally, &hunt.question.checked);
            let nothing = tally.paths_held + tally.drawn_held + checked.tests == 0;
            if found.is_some()
                || self.checking.effort.is_done(hunt.levels())
                || hunt.has_tried_all()
                || hunt.is_settled()
                || hunt.is_late()
                || checked.given_up
                // What cannot be run at all does not become any better by more of it.
                || (nothing && checked.undecided.is_some())
            {
                break found;
            }
        };
        let (has_tried_all, is_late) = (hunt.has_tried_all(), hunt.is_late());
        let (position, whole_up_to) = (hunt.position.take(), hunt.small_whole_up_to());
        let (tally, levels, whole_levels) = (hunt.tally.clone(), hunt.levels(), hunt.whole_levels());
        let search = hunt.search;
        let exact = question.exact;
        checked.levels = whole_levels;
        checked.enumerated = whole_up_to;
        checked.floats = tally.floats;
        (checked.moulds, checked.mould_paths) = (tally.moulds, tally.mould_paths);
        checked.paths = tally.paths;
        checked.relevant += tally.relevant_paths();
        checked.questions = search.counts().questions;
        checked.interrupted = tally.interrupted || is_late;
        checked.all_tried = has_tried_all && checked.undecided.is_none() && checked.unfinished.is_none();
        checked.exhausted = checked.all_tried && checked.is_exact();
        checked.covered_below = search.covered_below().filter(|_| exact && levels > 0);
        checked.proved = search.is_exhausted() && exact && !checked.interrupted && tally.paths > 0;
        // A hunt that time ends after more than what is usual has done what was asked.
        checked.interrupted &= !self.checking.effort.accepts_end_of_time(whole_levels);
        if let Some(Found { inputs, witness: (ended, notes) }) = found {
            let after = checked.tests + checked.relevant + checked.samples;
            let mut failure = Failure::new(inputs, ended, &notes, after);
            failure.place = position.map(|position| Place { size: position.size, index: position.index });
            checked.failure = Some(failure);
        }
    }
}
