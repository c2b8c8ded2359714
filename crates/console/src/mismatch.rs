//! Where a run parts from what its specification allows.
//! In: a generalised trace and what a program did on the same lines. Out: nothing if the one covers the other (section 8.3
//! of the paper), otherwise the first turn at which they part, and in which way.

use lydian_sut::End;

use crate::expect::{Expected, Then};
use crate::late::{KeptBack, Late, Lateness, lateness, turn_of};
use crate::pattern::{Comparison, Detail, Difference, Output, Segment, Step};
use crate::subject::{Actual, ActualEnd};

/// What becomes of texts that come later than they should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flushing {
    /// It is remarked upon.
    #[default]
    Remark,
    /// It is a mismatch: everything must be visible before the program reads on.
    Strict,
    /// Nothing: only the order of texts and the number of reads count.
    Lenient,
}

/// What becomes of an exit code that is not 0, where everything else is right and nothing was said on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExitCodes {
    /// It is remarked upon.
    #[default]
    Remark,
    /// It is a mismatch.
    Strict,
}

/// How strictly a run is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strictness {
    /// About texts that come late.
    pub flushing: Flushing,
    /// About exit codes.
    pub exit_codes: ExitCodes,
}

/// What is true of a run that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// A text comes late.
    Late(Late),
    /// The program ends with this exit code.
    ExitCode(i32),
    /// The program reads all of its input before it writes.
    ReadsAll,
    /// Where a wrong value ends the program, it complains on standard error and ends with this exit code.
    Complaint(i32),
}

/// The kinds of mismatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Another line was read than the specification allows.
    Input,
    /// Something else was written than the specification allows.
    Output(Box<Difference>),
    /// A read instead of a write, a write instead of a read, or the end instead of either.
    Alignment,
    /// The program goes on after the specification has ended.
    Termination,
    /// The program broke off.
    Crash(End),
    /// The program neither reads nor writes nor ends.
    Hang(End),
    /// The program used more than it may.
    Limit(End),
    /// A file does not hold what it should.
    File(String, Option<Box<Difference>>),
    /// A text is right but comes too late: the program did not flush it before it read on.
    Late,
}

impl Kind {
    /// The kind in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::Output(_) => "output",
            Kind::Alignment => "alignment",
            Kind::Termination => "termination",
            Kind::Crash(_) => "crash",
            Kind::Hang(_) => "hang",
            Kind::Limit(_) => "limit",
            Kind::File(..) => "file",
            Kind::Late => "late output",
        }
    }
}

/// A mismatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The turn at which it shows: so many lines had been read before.
    pub turn: usize,
    /// In which way.
    pub kind: Kind,
    /// With which of several allowed traces it was compared; if there is none here, there is one only.
    pub against: Option<Box<Expected>>,
}

impl Mismatch {
    /// The allowed trace that the run was compared with, of those of its test.
    pub fn expected<'e>(&'e self, of_test: &'e Expected) -> &'e Expected {
        self.against.as_deref().unwrap_or(of_test)
    }

    fn new(turn: usize, kind: Kind) -> Mismatch {
        Mismatch { turn, kind, against: None }
    }

    /// How far the run was right: turns, then what was found of the text that is expected there, then bytes.
    fn reached(&self, expected: &Expected, actual: &Actual) -> (usize, usize, usize) {
        let step = expected.turns.get(self.turn).map_or(&expected.last, |turn| &turn.outputs);
        let mut written = actual.turns.get(self.turn).map_or(&actual.last[..], |(written, _)| written);
        let mut found = 0;
        for segment in step.example(Detail::Plain) {
            let Segment::Text(text) = segment else { continue };
            let text = text.trim_ascii();
            let stands_alone = |place: usize| {
                let digit =
                    |at: Option<usize>| at.and_then(|at| written.get(at)).is_some_and(u8::is_ascii_digit);
                let (before, after) = (digit(place.checked_sub(1)), digit(Some(place + text.len())));
                !(before && text[0].is_ascii_digit() || after && text[text.len() - 1].is_ascii_digit())
            };
            if text.is_empty() {
                continue;
            }
            let mut places = written.windows(text.len()).enumerate();
            let place =
                places.find(|(place, part)| *part == text && stands_alone(*place)).map(|(place, _)| place);
            if let Some(place) = place {
                found += 1;
                written = &written[place + text.len()..];
            }
        }
        let matched = match &self.kind {
            Kind::Output(difference) => difference.matched,
            _ => 0,
        };
        (self.turn, found, matched)
    }
}

/// What came of a comparison: a run that is allowed may still have something to be said about it.
pub type Outcome = lydian_trial::Outcome<Mismatch, Vec<Aside>>;

/// Compares a run with what is allowed. `kept_back` runs the program again, where it must be known whether it keeps a text
/// back. Where the program may choose, it is right if one choice explains all that it did; otherwise it is told by the choice
/// that explains most of it.
pub fn compare(
    expected: &Expected,
    actual: &Actual,
    strictness: Strictness,
    kept_back: KeptBack<'_>,
) -> Outcome {
    let outcome = compare_all(expected, actual, strictness, kept_back);
    let Outcome::Differ(mismatch) = &outcome else { return outcome };
    let is_from = |turn: Option<usize>| turn.is_some_and(|turn| turn <= mismatch.turn);
    if is_from(actual.unsettled) {
        return Outcome::Unknown(UNSETTLED.into());
    }
    if is_from(actual.looked) { Outcome::Unknown(LOOKED.into()) } else { outcome }
}

fn compare_all(
    expected: &Expected,
    actual: &Actual,
    strictness: Strictness,
    kept_back: KeptBack<'_>,
) -> Outcome {
    if expected.others.is_empty() {
        return compare_one(expected, actual, strictness, kept_back);
    }
    let alternatives = || std::iter::once(expected).chain(&expected.others);
    // No text is late where all is right as it is.
    for one in alternatives() {
        if let Outcome::Match(asides) = compare_one(one, actual, strictness, &mut |_| None) {
            return Outcome::Match(asides);
        }
    }
    let mut best = None;
    let mut unknown = None;
    for one in alternatives() {
        match compare_one(one, actual, strictness, &mut *kept_back) {
            Outcome::Match(asides) => return Outcome::Match(asides),
            Outcome::Unknown(why) => unknown = unknown.or(Some(why)),
            Outcome::Differ(mismatch) => {
                let reached = mismatch.reached(one, actual);
                if best.as_ref().is_none_or(|(most, _)| reached > *most) {
                    let against = Expected { others: Vec::new(), ..one.clone() };
                    best = Some((reached, Mismatch { against: Some(Box::new(against)), ..mismatch }));
                }
            }
        }
    }
    match (unknown, best) {
        (None, Some((_, best))) => Outcome::Differ(best),
        (unknown, _) => Outcome::Unknown(unknown.unwrap_or_default()),
    }
}

fn compare_one(
    expected: &Expected,
    actual: &Actual,
    strictness: Strictness,
    kept_back: KeptBack<'_>,
) -> Outcome {
    match actual.end {
        ActualEnd::Ended(End::Lost) => {
            return Outcome::Unknown("a run could not be followed to its end".into());
        }
        ActualEnd::Ended(End::Polled) | ActualEnd::ReadOn(End::Polled) => {
            let why = if actual.unsettled.is_some() { UNSETTLED } else { POLLS };
            return Outcome::Unknown(why.into());
        }
        ActualEnd::ReadOn(End::Lost) => {
            // What it wrote is judged; whether it reads on is not known.
            let ended = Actual { end: ActualEnd::Ended(End::Exited(0)), ..actual.clone() };
            return match compare_one(expected, &ended, strictness, kept_back) {
                Outcome::Match(_) => Outcome::Unknown(WAITS_ANYWAY.into()),
                other => other,
            };
        }
        // Standard error is where an uncaught exception is told, and where a program complains about a wrong value that ends it.
        ActualEnd::Ended(End::Exited(code))
            if code != 0 && actual.errors.trim_ascii().is_empty() != expected.stopped =>
        {
            let ended = Actual { end: ActualEnd::Ended(End::Exited(0)), ..actual.clone() };
            if strictness.exit_codes == ExitCodes::Remark
                && let Outcome::Match(mut asides) =
                    timed(expected, &ended, strictness.flushing, &mut *kept_back)
            {
                asides.push(if expected.stopped { Aside::Complaint(code) } else { Aside::ExitCode(code) });
                return Outcome::Match(asides);
            }
        }
        _ => {}
    }
    timed(expected, actual, strictness.flushing, kept_back)
}

/// Compares turn by turn, and then with texts moved to the turns they belong to.
fn timed(expected: &Expected, actual: &Actual, flushing: Flushing, kept_back: KeptBack<'_>) -> Outcome {
    let outcome = turn_by_turn(expected, actual);
    let Outcome::Differ(mismatch) = &outcome else { return outcome };
    if !matches!(mismatch.kind, Kind::Output(_) | Kind::Alignment | Kind::Termination) {
        return outcome;
    }
    let Some(merged) = merged(expected, actual) else { return outcome };
    let fits = matches!(merged, Outcome::Match(_));
    if flushing == Flushing::Lenient {
        return if fits { merged } else { outcome };
    }
    let turn = mismatch.turn;
    match (lateness(expected, actual, turn, kept_back), merged) {
        (Ok(Lateness::Only(_)), _) if fits && flushing == Flushing::Strict => {
            Outcome::Differ(Mismatch::new(turn, Kind::Late))
        }
        (Ok(Lateness::Only(late)), _) if fits => Outcome::Match(vec![Aside::Late(late)]),
        // What is late may hide what is wrong.
        (Ok(Lateness::Before(reached)), Outcome::Differ(Mismatch { kind: Kind::Output(difference), .. }))
            if flushing == Flushing::Remark && reached > turn =>
        {
            let turn = turn_of(actual, difference.matched).min(expected.turns.len());
            Outcome::Differ(Mismatch::new(turn, Kind::Output(difference)))
        }
        (Ok(Lateness::Perhaps), _) if fits && actual.buffers && flushing == Flushing::Remark => {
            Outcome::Unknown(LATE_OR_WRONG.into())
        }
        (Err(too_large), _) if fits => Outcome::Unknown(too_large.to_string()),
        _ => outcome,
    }
}

/// Why it is not known whether some programs are right.
pub(crate) const LATE_OR_WRONG: &str = "a text may be a prompt that is kept back or a wrong beginning of the answer: flush it before \
                             reading, so that this can be told";

/// Why it is not known when some programs read.
pub(crate) const POLLS: &str = "the program asks again and again whether there is input instead of waiting for it, so that it cannot be \
                     told when it wants a line";

/// Why it is not known what some programs would have done with a line.
pub(crate) const LOOKED: &str = "the program looks whether there is input instead of waiting for it, and ends before it is given the next line";

/// Why it is not known what belongs to a turn of some programs.
pub(crate) const UNSETTLED: &str = "while one thread or process waits for a line, another one sleeps or works for longer than a second, so that it \
                         cannot be told whether it has something to say first";

/// Why it is not known whether some programs end.
pub(crate) const WAITS_ANYWAY: &str = "this runtime waits for the end of its input even if the program reads no more, so that it cannot be \
                            told whether the program ends: end it with process.exit()";

fn turn_by_turn(expected: &Expected, actual: &Actual) -> Outcome {
    for turn in 0.. {
        let wanted = expected.turns.get(turn);
        if wanted.is_none() && expected.then == Then::Anything {
            return Outcome::Match(Vec::new());
        }
        let done = actual.turns.get(turn);
        let outcome = match (wanted, done) {
            (Some(wanted), Some((written, line))) => {
                if *line != wanted.line {
                    Some(Kind::Input)
                } else {
                    match written_before_read(&wanted.outputs, written) {
                        Ok(kind) => kind,
                        Err(why) => return Outcome::Unknown(why),
                    }
                }
            }
            (Some(wanted), None) => match ended_instead_of_reading(&wanted.outputs, actual) {
                Ok(kind) => Some(kind),
                Err(why) => return Outcome::Unknown(why),
            },
            (None, Some((written, _))) => match read_instead_of_ending(&expected.last, written) {
                Ok(kind) => Some(kind),
                Err(why) => return Outcome::Unknown(why),
            },
            (None, None) => {
                return match at_the_end(expected, actual) {
                    Ok(None) => Outcome::Match(Vec::new()),
                    Ok(Some(kind)) => Outcome::Differ(Mismatch::new(turn, kind)),
                    Err(why) => Outcome::Unknown(why),
                };
            }
        };
        if let Some(kind) = outcome {
            return Outcome::Differ(Mismatch::new(turn, kind));
        }
    }
    Outcome::Match(Vec::new())
}

/// The difference, if any; an error if the comparison is too much work.
fn difference(step: &Step, written: &[u8]) -> Result<Option<Box<Difference>>, String> {
    match step.compare(written) {
        Comparison::Match => Ok(None),
        Comparison::Differ(difference) => Ok(Some(Box::new(difference))),
        Comparison::Unknown(why) => Err(why.to_string()),
    }
}

fn written_before_read(step: &Step, written: &[u8]) -> Result<Option<Kind>, String> {
    Ok(difference(step, written)?.map(|difference| {
        if written.is_empty() || step.outputs.is_empty() { Kind::Alignment } else { Kind::Output(difference) }
    }))
}

fn ended_instead_of_reading(step: &Step, actual: &Actual) -> Result<Kind, String> {
    let difference = difference(step, &actual.last)?;
    let wrong = difference.as_ref().is_some_and(|difference| !difference.complete);
    if let Some(kind) = broken(actual)
        && (!wrong || step.outputs.is_empty())
    {
        return Ok(kind);
    }
    Ok(match difference {
        Some(difference) if !step.outputs.is_empty() && !actual.last.is_empty() => Kind::Output(difference),
        _ => Kind::Alignment,
    })
}

fn read_instead_of_ending(step: &Step, written: &[u8]) -> Result<Kind, String> {
    Ok(match difference(step, written)? {
        None => Kind::Termination,
        Some(_) if written.is_empty() => Kind::Alignment,
        Some(difference) => Kind::Output(difference),
    })
}

fn at_the_end(expected: &Expected, actual: &Actual) -> Result<Option<Kind>, String> {
    let found = difference(&expected.last, &actual.last)?;
    // How a program ends that reads on in vain says nothing by itself.
    let reads_on = matches!(actual.end, ActualEnd::ReadOn(_));
    let broken = if reads_on { None } else { broken(actual) };
    if let Some(difference) = found {
        if let Some(kind) = broken
            && (difference.complete || actual.last.is_empty())
        {
            return Ok(Some(kind));
        }
        return Ok(Some(match (&expected.last.outputs[..], &actual.last[..]) {
            ([], _) => Kind::Termination,
            (_, []) => Kind::Alignment,
            _ if reads_on && difference.complete => Kind::Alignment,
            _ => Kind::Output(difference),
        }));
    }
    match (reads_on, expected.then) {
        (true, Then::Ends) => return Ok(Some(Kind::Termination)),
        (false, Then::ReadsOn) => return Ok(Some(broken.unwrap_or(Kind::Alignment))),
        (true, _) => return Ok(None),
        (false, _) => {}
    }
    if let Some(kind) = broken {
        // Where a wrong value ends the program, it may say so with its exit code.
        let controlled =
            expected.stopped && matches!(kind, Kind::Crash(End::Exited(_))) && actual.errors.is_empty();
        if !controlled {
            return Ok(Some(kind));
        }
    }
    for (name, pattern) in &expected.results {
        let step = Step { outputs: vec![Output { optional: false, pattern: pattern.clone() }] };
        let contents =
            actual.files.iter().find(|(file, _)| file == name).and_then(|(_, contents)| contents.as_ref());
        match contents {
            None => return Ok(Some(Kind::File(name.clone(), None))),
            Some(contents) => {
                if let Some(found) = difference(&step, contents)? {
                    return Ok(Some(Kind::File(name.clone(), Some(found))));
                }
            }
        }
    }
    Ok(None)
}

/// What is wrong with the way in which the program ended.
fn broken(actual: &Actual) -> Option<Kind> {
    let (ActualEnd::Ended(end) | ActualEnd::ReadOn(end)) = actual.end;
    match end {
        End::Exited(0) => None,
        End::Exited(_) | End::Signalled(_) => Some(Kind::Crash(end)),
        End::TimedOut { .. } => Some(Kind::Hang(end)),
        _ => Some(Kind::Limit(end)),
    }
}

/// The comparison without regard to when texts were written; `None` if the reads already differ.
fn merged(expected: &Expected, actual: &Actual) -> Option<Outcome> {
    let same_reads = expected.turns.len() == actual.turns.len()
        && expected.turns.iter().zip(&actual.turns).all(|(wanted, (_, line))| wanted.line == *line);
    // Where anything may follow, nothing tells late texts from others.
    if !same_reads || expected.then == Then::Anything {
        return None;
    }
    let mut outputs = Vec::new();
    let mut written = Vec::new();
    for (wanted, (text, _)) in expected.turns.iter().zip(&actual.turns) {
        outputs.extend(wanted.outputs.outputs.iter().cloned());
        written.extend_from_slice(text);
    }
    outputs.extend(expected.last.outputs.iter().cloned());
    written.extend_from_slice(&actual.last);
    let whole = Expected { turns: Vec::new(), last: Step { outputs }, ..expected.clone() };
    let together = Actual { turns: Vec::new(), last: written, ..actual.clone() };
    Some(turn_by_turn(&whole, &together))
}
