//! The pass over drawn inputs: fresh ones, changes of those that did something new, and shapes that held with their values solved for.
//! What it finds is made smaller by smaller shapes and by the path search, since it was not found smallest first.

use lydian_core::Datum;

use crate::draw::{Drawing, Used};
use crate::hunt::Hunt;
use crate::learned::Luck;
use crate::mould::{Moulds, can_be_mould, cast};
use crate::question::{Came, Found, Pass, Question};

/// What a drawn input costs beside its steps.
const DRAWN: u64 = 20;

/// A run with so many steps makes the next inputs smaller, but never as small as this; every so many cheap ones make them larger again.
const EXPENSIVE: u64 = 20_000;
const SMALLEST_AFFORDABLE: u64 = 16;
const CHEAP_RUNS: u64 = 50;

/// Once in so many inputs there is room for as many elements as a program counts to.
const LARGE_ONCE_IN: u64 = 8;

/// So much is searched for something smaller once something was drawn that fails.
const SMALLER: u64 = 100_000;

/// The work on shapes that are smaller than one that fails.
const SMALLER_BY_MOULDS: u64 = 400_000;

/// The work on drawing smaller shapes than one that fails, for each unit of size that it is above what the search has covered.
const SMALLER_BY_LUCK: u64 = 100_000;

/// So many shapes that held give parts for that.
const DONORS: usize = 60;

/// Larger shapes are not solved for.
const LARGEST_MOULD: u64 = 120;

impl<Q: Question> Hunt<'_, Q> {
    /// Inputs drawn at random and changes of those that did something new.
    pub fn draw(&mut self, work: u64) -> Option<Found<Q::Witness>> {
        let found = self.draw_some(work);
        found.or_else(|| self.question.due(Pass::Drawn))
    }

    fn draw_some(&mut self, work: u64) -> Option<Found<Q::Witness>> {
        let end = self.drawn_work.saturating_add(work);
        while self.drawn_work < end {
            if self.is_late() {
                self.tally.interrupted = true;
                return None;
            }
            // Where much is rejected, shapes that held are worth more than luck.
            let tenths = match self.luck() {
                Luck::Scarce => 8,
                Luck::Ample => 2,
            };
            if self.mould_work * 10 < self.drawn_work * tenths {
                let before = self.mould_work;
                let found = self.cast_mould(self.largest_mould());
                self.drawn_work += self.mould_work - before;
                if let Some(found) = found {
                    return Some(self.smallest_of_drawn(found));
                }
            }
            let inputs = self.drawn_inputs();
            let size = inputs.iter().map(Datum::size).sum::<u64>();
            if size > self.affordable {
                self.drawn_work += DRAWN;
                self.tally.too_large += 1;
                continue;
            }
            self.note_floats(&inputs);
            self.tally.drawn += 1;
            if let Some(branches) = &mut self.branches {
                branches.restart();
            }
            let tried = self.question.try_inputs(self.session, &inputs, Pass::Drawn, &mut self.branches);
            self.drawn_work += DRAWN + tried.steps;
            self.affordable = match tried.steps {
                EXPENSIVE.. => (size * 3 / 4).max(SMALLEST_AFFORDABLE),
                _ => self.affordable.saturating_add(u64::from(self.tally.drawn.is_multiple_of(CHEAP_RUNS))),
            };
            self.tally.drawn_held += u64::from(matches!(tried.came, Came::Held | Came::Failed));
            self.rejected += u64::from(tried.came == Came::Rejected);
            if let Some(witness) = tried.witness {
                return Some(self.smallest_of_drawn(Found { inputs, witness }));
            }
            if tried.stop {
                return None;
            }
            if let Some(branches) = &self.branches {
                self.learned.note(&inputs, tried.came, branches, &mut self.random);
            }
        }
        None
    }

    pub(super) fn note_floats(&mut self, inputs: &[Datum]) {
        if self.has_floats {
            self.floats.extend(Used::of(inputs).floats.iter().map(|float| float.to_bits()));
            self.tally.floats = self.floats.len() as u64;
        }
    }

    fn luck(&self) -> Luck {
        if self.rejected > 4 * self.tally.drawn_held { Luck::Scarce } else { Luck::Ample }
    }

    fn drawn_inputs(&mut self) -> Vec<Datum> {
        let luck = self.luck();
        let fresh = self.random.once_in(3);
        let known = if fresh { None } else { self.learned.pick(luck, &mut self.random).cloned() };
        let donor = self.learned.pick(luck, &mut self.random).cloned().unwrap_or_default();
        // Rooms grow and start over, so that all sizes get their share.
        let mut room = 2 + (self.tally.drawn % 13) as u32 * 3;
        if self.tally.drawn.is_multiple_of(LARGE_ONCE_IN) {
            room = self.source.large_room(&mut self.random).unwrap_or(room);
        }
        let mut drawing = self.drawing();
        match known {
            Some(known) => drawing.changed(&known, &donor),
            None => drawing.inputs(room),
        }
    }

    /// A shape made of parts that held, with its values solved for, and then with other values for plain arguments.
    fn cast_mould(&mut self, largest: u64) -> Option<Found<Q::Witness>> {
        self.mould_work += DRAWN;
        let inputs = self.moulds.pick(&mut self.random)?.clone();
        let donor = self.moulds.pick(&mut self.random)?.clone();
        let template = self.drawing().put_together(&inputs, &donor);
        if !can_be_mould(&template)
            || template.iter().map(Datum::size).sum::<u64>() > largest
            || !self.moulds.is_new(&template)
        {
            return None;
        }
        let cast = cast(self.question, self.session, &template, &self.question_budget);
        self.mould_work += cast.work;
        self.tally.moulds += 1;
        self.tally.mould_paths += cast.paths;
        if cast.found.is_some() {
            return cast.found;
        }
        let Some(held) = cast.held else {
            self.rejected += 1;
            return None;
        };
        self.moulds.keep(&held, &mut self.random);
        self.learned.keep_solved(&held, &mut self.random);
        for inputs in self.drawing().with_other_arguments(&held) {
            let tried = self.question.try_inputs(self.session, &inputs, Pass::Drawn, &mut None);
            self.mould_work += DRAWN + tried.steps;
            self.tally.drawn += 1;
            self.tally.drawn_held += u64::from(matches!(tried.came, Came::Held | Came::Failed));
            if let Some(witness) = tried.witness {
                return Some(Found { inputs, witness });
            }
            if tried.stop {
                break;
            }
        }
        None
    }

    /// How large shapes may be that are put together: somewhat larger than what the search has covered, and more so from level to level.
    fn largest_mould(&self) -> u64 {
        let covered = u64::from(self.search.covered_below().unwrap_or(0)).clamp(12, LARGEST_MOULD);
        (covered + covered * self.levels.min(8) / 4 + 8).min(LARGEST_MOULD)
    }

    fn drawing(&mut self) -> Drawing<'_> {
        Drawing {
            shapes: &self.session.universe.shapes,
            roots: &self.roots,
            source: &self.source,
            random: &mut self.random,
            used: Used::default(),
        }
    }

    /// What was drawn is told only if solving finds nothing smaller.
    fn smallest_of_drawn(&mut self, found: Found<Q::Witness>) -> Found<Q::Witness> {
        let found = self.smallest(found);
        let found = self.smaller_by_moulds(found);
        let found = self.smaller_by_luck(found);
        let size = u32::try_from(found.size()).unwrap_or(u32::MAX);
        self.search.only_up_to(size.saturating_sub(1));
        self.search.extend(SMALLER, 0);
        match self.search_for(SMALLER) {
            Some(smaller) => self.smallest(smaller),
            None => found,
        }
    }

    /// Goes on with shapes that are smaller than the one that fails. Where a precondition makes valid inputs scarce, the smallest failing
    /// one may have nothing in common with the first that was met, and no chain of smaller ones leads from one to the other.
    fn smaller_by_luck(&mut self, mut found: Found<Q::Witness>) -> Found<Q::Witness> {
        if self.luck() == Luck::Ample {
            return found;
        }
        let covered = u64::from(self.search.covered_below().unwrap_or(0));
        let mut begun = self.mould_work;
        while self.mould_work < begun + found.size().saturating_sub(covered) * SMALLER_BY_LUCK
            && !self.is_late()
        {
            let Some(other) = self.cast_mould(found.size().saturating_sub(1)) else { continue };
            let other = self.smallest(other);
            let other = self.smaller_by_moulds(other);
            // A shape that fits may fail with larger arguments beside it. Only what is smaller pays for going on, so this ends.
            if other.size() < found.size() {
                found = other;
                begun = self.mould_work;
            }
        }
        found
    }

    /// Replaces parts of failing inputs by smaller parts of shapes that held, with all values solved for anew: where a precondition ties
    /// values to each other, no part can become smaller by itself.
    fn smaller_by_moulds(&mut self, mut found: Found<Q::Witness>) -> Found<Q::Witness> {
        let end = self.mould_work + SMALLER_BY_MOULDS;
        let mut tried = Moulds::default();
        'smaller: loop {
            if !can_be_mould(&found.inputs) {
                return found;
            }
            let donors = self.moulds.smallest(DONORS);
            for template in self.drawing().smaller_shapes(&found.inputs, &donors) {
                if self.mould_work >= end || self.is_late() {
                    return found;
                }
                if !tried.is_new(&template) {
                    continue;
                }
                let cast = cast(self.question, self.session, &template, &self.question_budget);
                self.mould_work += DRAWN + cast.work;
                let mut smaller = cast.found;
                let others = cast.held.map(|held| self.drawing().with_other_arguments(&held));
                for inputs in others.into_iter().flatten() {
                    if smaller.is_some() {
                        break;
                    }
                    let (witness, steps) = self.question.still_fails(self.session, &inputs);
                    self.mould_work += DRAWN + steps;
                    smaller = witness.map(|witness| Found { inputs, witness });
                }
                if let Some(smaller) = smaller {
                    let smaller = self.smallest(smaller);
                    if smaller.size() < found.size() {
                        found = smaller;
                        continue 'smaller;
                    }
                }
            }
            return found;
        }
    }
}
