//! What is allowed where the specification leaves something to the program: values that it chooses, and comparisons that the
//! numbers of the machine leave open.
//! In: lines, and perhaps what a program did on them. Out: one generalised trace for each list of decisions, of which
//! the run must fit one. There are as many lists as the program can choose in; what the run shows rules most of them out.

use crate::expect::{Expected, Failure, Follow, Misfit, Then};
use crate::spec::Spec;
use crate::subject::Actual;
use crate::walk::{Chooser, Forks};

/// So many ways to choose are followed without knowing what the program did.
const MOST_BEFORE: usize = 250;

/// So many are followed to explain a run.
const MOST_TO_EXPLAIN: usize = 20_000;

/// What was found on some lines for all lists of decisions.
struct Followed {
    found: Vec<Result<Expected, Misfit>>,
    /// Whether there are more.
    cut: bool,
}

impl Spec {
    /// The generalised trace for some lines. Numbers that do not fit into `bits` (up to 64) are noticed. If the program may
    /// choose, the others are beside the first one, though not all if there are many; what it chooses decides how many lines
    /// it reads.
    pub fn expect(&self, lines: &[Vec<u8>], bits: u32) -> Result<Expected, Misfit> {
        let most = if self.has_choices() { MOST_BEFORE } else { MOST_TO_EXPLAIN };
        together(self.follow(lines, bits, None, most)?)
    }

    /// The generalised traces that a run on some lines is to be compared with; the error says why that cannot be done.
    pub fn expect_run(
        &self,
        expected: &Expected,
        lines: &[Vec<u8>],
        run: &Actual,
    ) -> Result<Expected, String> {
        if !self.has_choices() {
            return Ok(expected.clone());
        }
        let in_words = |misfit: Misfit| misfit.in_words();
        let mut followed = self.follow(lines, u32::MAX, Some(run), MOST_TO_EXPLAIN).map_err(in_words)?;
        if followed.cut {
            return Err(format!("the program can have chosen in more than {MOST_TO_EXPLAIN} ways"));
        }
        // A text that comes late fits no choice, turn by turn: then all are looked at.
        if !run.turns.is_empty() {
            let all = self.follow(lines, u32::MAX, None, MOST_BEFORE).map_err(in_words)?;
            if all.cut && run.buffers {
                let why = "the program chooses too often to tell texts that come late from wrong ones: flush what is written";
                if !followed.found.iter().any(|one| one.as_ref().is_ok_and(|one| !one.turns.is_empty())) {
                    return Err(why.to_owned());
                }
            }
            if !all.cut {
                followed = all;
            }
        }
        match together(followed) {
            Ok(expected) => Ok(expected),
            Err(Misfit::TooMany(expected)) => Ok(*expected),
            Err(Misfit::TooFew(expected)) => Ok(reading_on(*expected)),
            Err(Misfit::NotSent(_, expected)) => Ok(Expected { then: Then::Anything, ..*expected }),
            Err(misfit) => Err(misfit.in_words()),
        }
    }

    /// Follows each list of decisions, as far as it fits the run, if there is one.
    fn follow(
        &self,
        lines: &[Vec<u8>],
        bits: u32,
        run: Option<&Actual>,
        most: usize,
    ) -> Result<Followed, Misfit> {
        let mut followed = Followed { found: Vec::new(), cut: false };
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(list) = waiting.pop() {
            if followed.found.len() == most {
                followed.cut = true;
                break;
            }
            let (one, made) = self.follow_one(lines, bits, run, list.clone());
            if let Err(Misfit::Fails(failure)) = one {
                return Err(Misfit::Fails(failure));
            }
            followed.found.push(one);
            for (place, (_, of)) in made.iter().enumerate().skip(list.len()) {
                let before: Vec<usize> = made[..place].iter().map(|(chosen, _)| *chosen).collect();
                waiting.extend((1..*of).rev().map(|other| [&before[..], &[other]].concat()));
            }
        }
        Ok(followed)
    }

    /// The trace of one list of decisions, and the decisions that were made.
    fn follow_one(
        &self,
        lines: &[Vec<u8>],
        bits: u32,
        run: Option<&Actual>,
        list: Vec<usize>,
    ) -> (Result<Expected, Misfit>, Vec<(usize, usize)>) {
        self.concretely(|spec, world| {
            world.watch = (bits <= 64).then(|| lydian_eval::Watch::new(bits));
            let mut machine = spec.machine(world);
            let mut follow = Follow::new(spec);
            follow.walk.chooser = Chooser::Listed(Forks { list, made: Vec::new() });
            let mut result = follow.all(&mut machine, lines, run.map(|run| &run.turns[..]));
            if let Ok(expected) = &mut result {
                expected.work = machine.world.meter.steps;
            }
            let made = match follow.walk.chooser {
                Chooser::Listed(forks) => forks.made,
                _ => Vec::new(),
            };
            (result, made)
        })
    }
}

/// What is allowed on some lines, whatever the program chooses: the first one that takes exactly these lines, and the others.
fn together(followed: Followed) -> Result<Expected, Misfit> {
    let Followed { mut found, cut } = followed;
    if found.len() == 1 {
        return found.remove(0);
    }
    let too_few = |one: &Result<Expected, Misfit>| matches!(one, Err(Misfit::TooFew(_)));
    let too_many = |one: &Result<Expected, Misfit>| matches!(one, Err(Misfit::TooMany(_)));
    // Some choices need more lines and some fewer: the lines fit them together.
    let (any_few, any_many) = (found.iter().any(too_few), found.iter().any(too_many));
    let fits = found.iter().any(Result::is_ok) || any_few && (cut || any_many);
    if !fits && !any_few {
        return found.swap_remove(0);
    }
    let best = found.iter().position(Result::is_ok).or_else(|| found.iter().position(too_few));
    let first = best.unwrap_or(0);
    found.swap(0, first);
    let mut all = found.into_iter().filter_map(|one| {
        Some(match one {
            Ok(expected) => expected,
            Err(Misfit::TooMany(expected)) => *expected,
            Err(Misfit::TooFew(expected)) => reading_on(*expected),
            Err(Misfit::NotSent(_, expected)) => Expected { then: Then::Anything, ..*expected },
            Err(Misfit::Fails(_)) => return None,
        })
    });
    let nothing = || Failure { why: "nothing was followed".to_owned(), at: 0..0, raises: false };
    let mut expected = all.next().ok_or_else(|| Misfit::Fails(nothing()))?;
    expected.others = all.collect();
    if fits { Ok(expected) } else { Err(Misfit::TooFew(Box::new(expected))) }
}

/// A trace after which another line is read, unless it was not followed to its end.
fn reading_on(expected: Expected) -> Expected {
    let then = if expected.then == Then::Anything { Then::Anything } else { Then::ReadsOn };
    Expected { then, ..expected }
}
