//! Playing a specification line by line, as if it were the program.
//! In: lines, one at a time. Out: before each of them an example of what is written there: the first alternative, nothing
//! for wildcards. A line that is never sent changes nothing.

use lydian_core::Value;
use lydian_eval::{Machine, Stop};

use crate::expect::{Failure, failure, instantiate};
use crate::flow::{ReadMode, Writing};
use crate::interpret::first_choice;
use crate::line::END_OF_INPUT;
use crate::spec::Spec;
use crate::walk::{Chooser, Next, State, Walk};

/// Rounds of loops without reading.
const MOST_ROUNDS: u32 = 1_000_000;

/// A specification that is being played.
///
/// ```
/// use lydian_console::{Pause, Play, load, syntax};
/// use lydian_diagnostic::Source;
/// let (script, _) = syntax::parse(&Source::new("double.console", "read x : int in 1.. write 2 * x"));
/// let (specs, _) = load(script, &|_| Err("nothing to import".into()));
/// let mut play = Play::new(&specs[0], false);
/// assert_eq!(play.go_on().unwrap(), (b"".to_vec(), Pause::Reads));
/// assert!(!play.read(b"0").unwrap());
/// assert!(play.read(b"21").unwrap());
/// assert_eq!(play.go_on().unwrap(), (b"42\n".to_vec(), Pause::Ends));
/// ```
pub struct Play<'s> {
    spec: &'s Spec,
    walk: Walk,
    optional: bool,
    written: Vec<u8>,
    ended: bool,
}

/// Why a play does not go on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// A line is read.
    Reads,
    /// It is over.
    Ends,
}

impl<'s> Play<'s> {
    /// Starts a play; `optional` says whether what may be left out is written.
    pub fn new(spec: &'s Spec, optional: bool) -> Play<'s> {
        // What a program chooses is another thing each time.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let chooser = Chooser::Number(now.as_nanos() as u64);
        Play { spec, walk: Walk { chooser, ..Walk::new(spec) }, optional, written: Vec::new(), ended: false }
    }

    /// Goes on to the next read or to the end; gives what is written until then.
    pub fn go_on(&mut self) -> Result<(Vec<u8>, Pause), Failure> {
        let pause = self.with_machine(|play, machine| {
            while !play.ended {
                match play.walk.next(play.spec, machine, MOST_ROUNDS)? {
                    Next::Read(_) => return Ok(Pause::Reads),
                    Next::Write(number) => {
                        let seen = play.walk.state.clone();
                        play.write(machine, &play.spec.flow.writings[number], &seen)?;
                    }
                    Next::Round(_) => {}
                    Next::Ended => play.ended = true,
                    Next::TooManyRounds => {
                        return Err(Stop::Unsupported("a loop that does not end".into()));
                    }
                }
            }
            Ok(Pause::Ends)
        })?;
        // Only rounds without a read count together.
        self.walk.rounds = 0;
        Ok((std::mem::take(&mut self.written), pause))
    }

    /// Reads a line, or [`END_OF_INPUT`]; false if the specification never sends it here.
    pub fn read(&mut self, line: &[u8]) -> Result<bool, Failure> {
        self.with_machine(|play, machine| {
            let spec = play.spec;
            let Next::Read(number) = play.walk.next(spec, machine, MOST_ROUNDS)? else { return Ok(false) };
            let reading = &spec.flow.readings[number];
            if line == END_OF_INPUT {
                return Ok(play.walk.ends_input(reading));
            }
            let values = spec.values(reading, line);
            // What is said about a wrong value sees it.
            let mut seen = play.walk.state.clone();
            if let Some(values) = &values {
                let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
                let (valid, state) = play.walk.judge(spec, machine, reading, &raw)?;
                if machine.world.truth(&valid)? {
                    play.walk.accept(state);
                    return Ok(true);
                }
                seen = seen.refusing(reading, &state);
            }
            if values.is_none() && !reading.malformed {
                return Ok(false);
            }
            match &reading.mode {
                ReadMode::Assume => return Ok(false),
                ReadMode::Retry(reaction) => play.write(machine, reaction, &seen)?,
                ReadMode::Stop(reaction) => {
                    play.write(machine, reaction, &seen)?;
                    play.ended = true;
                }
            }
            Ok(true)
        })
    }

    fn write(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        writing: &Writing,
        seen: &State,
    ) -> Result<(), Stop> {
        if writing.optional && !self.optional {
            return Ok(());
        }
        let pattern = instantiate(self.spec, machine, seen, &writing.pattern)?;
        let text = first_choice(&pattern);
        self.written.extend_from_slice(&text);
        if !text.is_empty() && !text.ends_with(b"\n") {
            self.written.push(b'\n');
        }
        Ok(())
    }

    /// Each step gets limits of its own, so that a long play does not run out of them.
    fn with_machine<R>(
        &mut self,
        body: impl FnOnce(&mut Play<'s>, &mut Machine<'_, '_, '_>) -> Result<R, Stop>,
    ) -> Result<R, Failure> {
        let spec = self.spec;
        spec.concretely(|spec, world| {
            let mut machine = spec.machine(world);
            body(self, &mut machine)
                .map_err(|stop| failure(&stop, spec, spec.flow.places[self.walk.at].clone()))
        })
    }
}
