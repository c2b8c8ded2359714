//! A mistaken program beside the specification, on the same unknown lines: solves for inputs on which they part.
//! In: a walk through the specification as the search drives it. Out: whether the mistaken program has parted from it by the
//! end. What is written is compared as terms, so that "the results differ" is one more side of a branch; a search that
//! comes to its end without a difference is a proof that there is no mistake. A difference is believed once it was run.

use lydian_core::Value;
use lydian_eval::equality::equal;
use lydian_eval::{Machine, Stop};

use crate::flow::{OutputPattern, ReadMode, Writing};
use crate::spec::Spec;
use crate::walk::{Next, State, Walk};

/// Rounds of loops of the mistaken program alone, between two reads.
const MOST_ROUNDS: u32 = 60;

/// The mistaken program.
pub(crate) struct Twin<'a> {
    spec: &'a Spec,
    walk: Walk,
    ended: bool,
    /// Wrong values in a row.
    wrong: u32,
    /// What the specification and the mistaken program have written since the last read.
    expected: Vec<(&'a OutputPattern, State)>,
    written: Vec<(&'a OutputPattern, State)>,
    /// Whether they have parted.
    pub(crate) differs: bool,
}

impl<'a> Twin<'a> {
    pub(crate) fn new(spec: &'a Spec) -> Twin<'a> {
        let walk = Walk::new(spec);
        Twin { spec, walk, ended: false, wrong: 0, expected: Vec::new(), written: Vec::new(), differs: false }
    }

    /// The specification writes.
    pub(crate) fn expects(&mut self, writing: &'a Writing, state: &State) {
        if !self.differs {
            self.expected.push((&writing.pattern, state.clone()));
        }
    }

    /// The specification reads, or ends: has the program done the same until there?
    pub(crate) fn meets(
        &mut self,
        own: &Spec,
        machine: &mut Machine<'_, '_, '_>,
        reads: bool,
    ) -> Result<(), Stop> {
        if self.differs {
            return Ok(());
        }
        let met =
            self.advance(machine).and_then(|twin_reads| Ok(twin_reads == reads && self.same(own, machine)?));
        self.differs = match met {
            Ok(met) => !met,
            // A mistaken program that fails is wrong.
            Err(Stop::Raise(_) | Stop::Unsupported(_)) => true,
            Err(stop) => return Err(stop),
        };
        self.expected.clear();
        self.written.clear();
        Ok(())
    }

    /// Goes on to the next read of the program; false at its end.
    fn advance(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<bool, Stop> {
        self.walk.rounds = 0;
        while !self.ended {
            match self.walk.next(self.spec, machine, MOST_ROUNDS)? {
                Next::Read(_) => return Ok(true),
                Next::Write(number) => {
                    let pattern = &self.spec.flow.writings[number].pattern;
                    self.written.push((pattern, self.walk.state.clone()));
                }
                Next::Round(_) => {}
                Next::Ended => self.ended = true,
                Next::TooManyRounds => return Err(Stop::Unsupported("a loop that does not end".into())),
            }
        }
        Ok(false)
    }

    fn same(&self, own: &Spec, machine: &mut Machine<'_, '_, '_>) -> Result<bool, Stop> {
        // Where nothing but free text is expected, everything is.
        let free = |(pattern, _): &(&OutputPattern, State)| matches!(pattern, OutputPattern::Any);
        if !self.expected.is_empty() && self.expected.iter().all(free) {
            return Ok(true);
        }
        if self.expected.len() != self.written.len() {
            return Ok(false);
        }
        for (expected, written) in self.expected.iter().zip(&self.written) {
            let sides = Sides { own, twin: self.spec, expected: &expected.1, written: &written.1 };
            if !sides.same(machine, expected.0, written.0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Both read a line; `raw` are its values, none if it has no values of the type.
    pub(crate) fn reads(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        raw: Option<&[Value]>,
    ) -> Result<(), Stop> {
        if self.differs {
            return Ok(());
        }
        let Next::Read(number) = self.walk.next(self.spec, machine, MOST_ROUNDS)? else { return Ok(()) };
        let reading = &self.spec.flow.readings[number];
        let Some(raw) = raw.filter(|raw| raw.len() == reading.fields.len()) else {
            self.differs = raw.is_some();
            self.refuses(number, self.walk.state.clone());
            return Ok(());
        };
        match self.walk.judge(self.spec, machine, reading, raw) {
            Ok((valid, state)) => match machine.world.truth(&valid)? {
                true => {
                    self.walk.accept(state);
                    self.wrong = 0;
                }
                false => self.refuses(number, self.walk.state.refusing(reading, &state)),
            },
            Err(Stop::Raise(_)) => self.differs = true,
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Both find no further line.
    pub(crate) fn ends_input(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<(), Stop> {
        if self.differs {
            return Ok(());
        }
        let Next::Read(number) = self.walk.next(self.spec, machine, MOST_ROUNDS)? else { return Ok(()) };
        self.differs = !self.walk.ends_input(&self.spec.flow.readings[number]);
        Ok(())
    }

    fn refuses(&mut self, number: usize, state: State) {
        let reading = &self.spec.flow.readings[number];
        self.wrong += 1;
        match &reading.mode {
            ReadMode::Assume => self.ended = true,
            ReadMode::Retry(reaction) => {
                self.written.push((&reaction.pattern, state));
                self.ended = reading.patience.is_some_and(|patience| self.wrong >= patience);
            }
            ReadMode::Stop(reaction) => {
                self.written.push((&reaction.pattern, state));
                self.ended = true;
            }
        }
    }
}

/// One output of each.
struct Sides<'a> {
    own: &'a Spec,
    twin: &'a Spec,
    expected: &'a State,
    written: &'a State,
}

impl Sides<'_> {
    /// Whether what the program writes is what is expected, as far as its form tells.
    fn same(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        expected: &OutputPattern,
        written: &OutputPattern,
    ) -> Result<bool, Stop> {
        use OutputPattern::{
            Any, AnyWithout, Columns, Decorated, Either, Formed, Glued, Sequence, Some, Text, Tolerant, Value,
        };
        match (expected, written) {
            (Text(a), Text(b)) => Ok(a == b),
            (Any, Any) | (Some, Some) => Ok(true),
            (AnyWithout(a), AnyWithout(b)) => Ok(a == b),
            (Tolerant(a, one), Tolerant(b, other)) if a == b => self.same(machine, one, other),
            (Formed(a, _), Formed(b, _)) if std::mem::discriminant(a) != std::mem::discriminant(b) => {
                Ok(false)
            }
            (Value(a), Value(b))
            | (Glued(a), Glued(b))
            | (Decorated(a), Decorated(b))
            | (Formed(_, a), Formed(_, b)) => {
                let a = self.expected.evaluate(self.own, machine, *a, None)?;
                let b = self.written.evaluate(self.twin, machine, *b, None)?;
                let same = equal(machine.world, &a, &b)?;
                machine.world.truth(&same)
            }
            (Sequence(a), Sequence(b)) | (Columns(a), Columns(b)) | (Either(a), Either(b))
                if a.len() == b.len() =>
            {
                for (a, b) in a.iter().zip(b) {
                    if !self.same(machine, a, b)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Either(alternatives), written) => {
                for alternative in alternatives {
                    if self.same(machine, alternative, written)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }
}
