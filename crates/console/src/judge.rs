//! The judgement of one program: tests in order of their length, run by `crates/trial`, and what came of them as a verdict.

use std::time::Instant;

use lydian_budget::Deadline;
use lydian_diagnostic::{Diagnostic, Span};
use lydian_sut::StartError;
use lydian_trial::{Effort, End, Program, Second, TriedOf, trial};
use lydian_verdict::{Bounds, Case, Cause, Door, Judgement, Refutation, Remark, Verdict};
use lydian_words::plural;

use crate::covered::Covered;
use crate::expect::Failure;
use crate::mismatch::{Aside, Flushing, Kind, Mismatch, Outcome, Strictness, compare};
use crate::paths::without_solver;
use crate::show;
use crate::shrink::smaller;
use crate::spec::Spec;
use crate::student::{Speech, sentences};
use crate::subject::{Actual, ActualEnd, Subject};
use crate::suite::{Test, Tests};

/// How programs are judged.
#[derive(Debug, Clone)]
pub struct Judging {
    /// What is remarked upon and what is a mistake.
    pub strictness: Strictness,
    /// How many tests are run before the first of them is looked at: as many as run at the same time.
    pub batch: usize,
    /// Runs that may be spent on making a failure smaller.
    pub shrinking: usize,
    /// Whether the report shows all that would be allowed instead of one example.
    pub alternatives: bool,
    /// In which language who wrote the program is spoken to.
    pub speech: Speech,
    /// When to stop.
    pub deadline: Option<Deadline>,
    /// The seed, for the report.
    pub seed: u64,
}

impl Default for Judging {
    fn default() -> Judging {
        Judging {
            strictness: Strictness::default(),
            batch: 4,
            shrinking: 120,
            alternatives: false,
            speech: Speech::default(),
            deadline: None,
            seed: 0,
        }
    }
}

/// A failing test: what the program did, and where that parts from what is allowed.
pub type Found = lydian_trial::Found<Test, Actual, Mismatch>;

/// What was found about a program.
#[derive(Debug)]
pub struct Judged {
    /// The judgement, without its subject's name.
    pub judgement: Judgement,
    /// The failing test, if there is one.
    pub found: Option<Found>,
    /// How many tests were run.
    pub runs: u64,
}

/// Judges a program.
pub fn judge(name: &str, tests: &mut Tests<'_>, subject: &dyn Subject, judging: &Judging) -> Judged {
    let started = Instant::now();
    let mut session = Session { tests, subject, judging, remarks: Vec::new() };
    let effort = Effort { batch: judging.batch, shrinking: judging.shrinking, deadline: judging.deadline };
    let (verdict, found, runs) = match trial(&mut session, &effort) {
        Ok(tried) => session.verdict(tried),
        Err(error) => (Verdict::Invalid(vec![error.diagnostic()]), None, 0),
    };
    let remarks = session.remarks;
    let mut judgement = Judgement::new(name, verdict);
    // What is wrong needs nothing said beside it.
    if !matches!(judgement.verdict, Verdict::Refuted(_) | Verdict::Invalid(_)) {
        judgement.remarks = remarks;
    }
    judgement.seconds = started.elapsed().as_secs_f64();
    judgement.statistics.count("runs", runs);
    for counts in tests.counts() {
        judgement.statistics.count("paths", counts.satisfiable);
        judgement.statistics.count("infeasible", counts.infeasible);
        judgement.statistics.count("undecided", counts.undecided);
        judgement.statistics.count("beyond the bound", counts.beyond);
        judgement.statistics.count("questions", counts.questions);
    }
    Judged { judgement, found, runs }
}

struct Session<'a, 's> {
    tests: &'a mut Tests<'s>,
    subject: &'a dyn Subject,
    judging: &'a Judging,
    /// What is to be said beside the verdict, each kind once.
    remarks: Vec<Remark>,
}

impl Program for Session<'_, '_> {
    type Test = Test;
    type Run = Actual;
    type Difference = Mismatch;
    type Note = Vec<Aside>;
    type Candidate = Vec<Vec<u8>>;
    type Error = StartError;

    fn test(&mut self, number: usize) -> Option<Test> {
        self.tests.get(number).cloned()
    }

    fn run_all(&self, tests: &[Test]) -> Result<Vec<Actual>, StartError> {
        let runs: Vec<_> = tests.iter().map(|test| (self.tests.call(test), &test.lines[..])).collect();
        let actual = self.subject.run_all(&runs)?;
        if self.judging.strictness.flushing == Flushing::Strict {
            return Ok(actual);
        }
        let mut judged = Vec::new();
        for (actual, test) in actual.into_iter().zip(tests) {
            let batch = actual.clone().into_batch(&test.expected);
            judged.push(if batch.reads_all && self.reads_any_number(test)? { batch } else { actual });
        }
        Ok(judged)
    }

    fn judge(&self, test: &Test, actual: &Actual) -> Outcome {
        let (call, lines) = (self.tests.call(test), &test.lines);
        let mut kept_back = |turn: usize| {
            let cut = self.subject.run(call, &lines[..turn]).ok()?;
            matches!(cut.end, ActualEnd::ReadOn(_)).then_some(cut.after_the_end)
        };
        let expected = match self.tests.spec(test).expect_run(&test.expected, lines, actual) {
            Ok(expected) => expected,
            Err(why) => return Outcome::Unknown(why),
        };
        match compare(&expected, actual, self.judging.strictness, &mut kept_back) {
            Outcome::Match(mut asides) if actual.reads_all => {
                asides.push(Aside::ReadsAll);
                Outcome::Match(asides)
            }
            outcome => outcome,
        }
    }

    fn note(&mut self, test: &Test, asides: Vec<Aside>) {
        let speech = self.judging.speech;
        for aside in asides {
            let remark = match aside {
                Aside::Late(late) => show::late_remark(&test.expected, &test.lines, &late, speech),
                Aside::ReadsAll => show::reads_all_remark(&test.lines, speech),
                Aside::ExitCode(code) => show::exit_remark(code, &test.lines, speech),
                Aside::Complaint(code) => show::complaint_remark(code, &test.lines, speech),
            };
            if self.remarks.iter().all(|known| known.kind != remark.kind) {
                self.remarks.push(remark);
            }
        }
    }

    fn smaller(&mut self, found: &Found, way: usize) -> Option<Vec<Vec<Vec<u8>>>> {
        // Inputs that were given are those that somebody wants to see.
        if self.tests.is_by_hand() { None } else { smaller(&found.test.lines, way) }
    }

    fn prepare(&self, found: &Found, lines: Vec<Vec<u8>>) -> Option<Test> {
        self.tests.with_lines(&found.test, lines)
    }

    fn is_like(&self, first: &Mismatch, second: &Mismatch) -> bool {
        first.kind.word() == second.kind.word()
    }

    fn is_alone(&self, mismatch: &Mismatch) -> bool {
        // A program that hangs may only have had too little time.
        self.tests.first_spec().has_choices() && !matches!(mismatch.kind, Kind::Hang(_) | Kind::Limit(_))
    }

    fn is_slow(&self, mismatch: &Mismatch) -> bool {
        matches!(mismatch.kind, Kind::Hang(_))
    }
}

/// Further runs that tell how often a program that chooses goes wrong.
const TRIES: usize = 20;

/// Lines behind the last one that tell a program that reads all there is from one that reads too many.
const SURPLUS: usize = 3;

/// The same behind a wrong value, where some may be a right one.
const FURTHER: &[&str] = &["1", "10", "2", "5", "50", "3", "100", "a", "yes", "0", "1"];

impl Session<'_, '_> {
    /// Whether the program reads on to the end of its input, however many lines there are.
    fn reads_any_number(&self, test: &Test) -> Result<bool, StartError> {
        let mut lines = test.lines.clone();
        let more = lines.last().cloned().unwrap_or_else(|| b"0".to_vec());
        // Who reads again after a wrong value stops at a right one, or answers it.
        match test.expected.stopped {
            true => lines.extend(FURTHER.iter().map(|line| line.as_bytes().to_vec())),
            false => lines.extend(vec![more; SURPLUS]),
        }
        let actual = self.subject.run(self.tests.call(test), &lines)?;
        Ok(matches!(actual.end, ActualEnd::ReadOn(_)) && actual.turns.len() == lines.len())
    }

    fn verdict(&self, tried: TriedOf<Self>) -> (Verdict, Option<Found>, u64) {
        let runs = tried.runs;
        let undecided = |cause, why: String| self.undecided(&tried, cause, why);
        let (verdict, found) = match &tried.end {
            End::NoDifference => (self.no_difference(&tried), None),
            End::OutOfTime => (undecided(Cause::Budget, "the time was used up".into()), None),
            End::Twice(found) => (Verdict::Refuted(Box::new(self.refutation(found))), Some(found)),
            End::Once(found, second) => {
                let inputs = show::inputs_in(&found.test.lines, self.judging.speech);
                let reason = match (self.judging.speech, second) {
                    (Speech::English, Second::Right | Second::Differs(_)) => format!(
                        "the program behaves differently each time: on the inputs {inputs} it once went wrong, and once not"
                    ),
                    (Speech::English, Second::Unknown(why)) => format!(
                        "the program behaves differently each time: on the inputs {inputs} it once went wrong, \
                         and once could not be judged ({why})"
                    ),
                    (Speech::German, Second::Right | Second::Differs(_)) => format!(
                        "das Programm verhält sich jedes Mal anders: bei den Eingaben {inputs} war es einmal falsch und einmal nicht"
                    ),
                    (Speech::German, Second::Unknown(why)) => format!(
                        "das Programm verhält sich jedes Mal anders: bei den Eingaben {inputs} war es einmal falsch und einmal \
                         nicht zu beurteilen ({})",
                        self.judging.speech.reason(why.clone())
                    ),
                };
                (undecided(Cause::Unsupported, reason), Some(found))
            }
        };
        (verdict, found.cloned(), runs)
    }

    fn refutation(&self, found: &Found) -> Refutation {
        let mut refutation = refutation(self.tests.spec(&found.test), found, self.judging);
        if let Some(often) = self.how_often(found) {
            let names: Vec<String> = self.tests.spec(&found.test).chosen_names();
            let names = names.join(", ");
            let explained = match self.judging.speech {
                Speech::English => format!(
                    "no choice of {names} explains this run; the expected one is that of a choice that explains most of it"
                ),
                Speech::German => format!(
                    "keine Wahl von {names} erklärt diesen Lauf; erwartet ist der einer Wahl, die am meisten davon erklärt"
                ),
            };
            refutation = refutation.detail("choices", explained).detail("how often", often);
        }
        match self.tests.overflows() {
            (_, Some(bits)) if found.test.expected.overflow => {
                let warning = match self.judging.speech {
                    Speech::English => {
                        format!(
                            "on these inputs numbers leave {bits} bits: integers of that width cannot be right"
                        )
                    }
                    Speech::German => format!(
                        "bei diesen Eingaben passen Zahlen nicht in {bits} Bit: ganze Zahlen dieser Breite können nicht richtig sein"
                    ),
                };
                refutation.detail("overflow", warning)
            }
            _ => refutation,
        }
    }

    /// How often a program that may do something else each time goes wrong on the same lines.
    fn how_often(&self, found: &Found) -> Option<String> {
        if !self.tests.spec(&found.test).has_choices() {
            return None;
        }
        let runs = Program::run_all(self, &vec![found.test.clone(); TRIES]).ok()?;
        let wrong = |run: &&Actual| matches!(Program::judge(self, &found.test, run), Outcome::Differ(_));
        let wrong = runs.iter().filter(wrong).count();
        Some(match self.judging.speech {
            Speech::English => format!(
                "wrong in {wrong} of {TRIES} further runs on the same inputs; the program chooses anew each time"
            ),
            Speech::German => format!(
                "falsch in {wrong} von {TRIES} weiteren Läufen mit denselben Eingaben; das Programm wählt jedes Mal neu"
            ),
        })
    }

    /// The verdict when no test failed.
    fn no_difference(&self, tried: &TriedOf<Self>) -> Verdict {
        if let Some((failure, lines)) = &self.tests.failure {
            return Verdict::Invalid(vec![failed(self.tests.first_spec(), failure, lines)]);
        }
        if let Some(why) = &tried.unknown {
            return self.undecided(tried, Cause::Unsupported, why.clone());
        }
        let counts = self.tests.total();
        if counts.out_of_time {
            let text = "the time was used up in the search for paths".to_owned();
            return self.undecided(tried, Cause::Budget, text);
        }
        if let Some(text) = without_solver(counts.undecided) {
            return self.undecided(tried, Cause::Solver, text);
        }
        let without_inputs = self.tests.without_inputs;
        if tried.tests == 0 {
            if counts.undecided > 0 {
                let text = format!(
                    "{} could not be decided, and no path was found",
                    plural(counts.undecided, "branch")
                );
                return Verdict::unknown(Cause::Solver, text);
            }
            if without_inputs > 0 {
                let text =
                    format!("no lines that can be typed were found for {}", plural(without_inputs, "path"));
                return Verdict::unknown(Cause::Solver, text);
            }
            return Verdict::Vacuous("no input leads through the specification: nothing was tested".into());
        }
        Verdict::Passed(self.bounds(tried, None))
    }

    /// Undecided, with what was done until then.
    fn undecided(&self, tried: &TriedOf<Self>, cause: Cause, why: String) -> Verdict {
        let verdict = Verdict::unknown(cause, self.judging.speech.reason(why));
        if tried.tests == 0 {
            return verdict;
        }
        let unjudged = tried.unjudged as u64;
        verdict.covering(self.bounds(tried, Some(unjudged)).number("not judged", unjudged))
    }

    /// What the tests have covered, and how many runs could not be judged, where that is to be told.
    fn bounds(&self, tried: &TriedOf<Self>, unjudged: Option<u64>) -> Bounds {
        let counts = self.tests.total();
        let paths = self.tests.path_count() as u64;
        let score = self.tests.score();
        let covered = Covered {
            runs: tried.tests as u64,
            distinct: self.tests.distinct() as u64,
            unjudged,
            naive: self.tests.is_naive(),
            paths,
            alike: self.tests.alike(),
            more_paths: counts.out_of_work && paths > 0,
            undecided: counts.undecided,
            without_inputs: self.tests.without_inputs,
            overflows: match self.tests.overflows() {
                (tests @ 1.., Some(bits)) => Some((tests as u64, bits)),
                _ => None,
            },
            score: score.clone().filter(|_| tried.unjudged == 0),
        };
        let score = score.unwrap_or_default();
        Bounds::new(covered.in_words(self.judging.speech))
            .number("typical mistakes", score.of)
            .number("noticed", score.noticed)
            .number("undecided mistakes", score.undecided.len() as u64)
            .number("tests", tried.tests as u64)
            .number("paths", paths)
            .number("infeasible", counts.infeasible)
            .number("undecided", counts.undecided)
            .number("beyond the bound", counts.beyond)
    }
}

/// A term of the specification that has no value, as the author's mistake.
pub fn failed(spec: &Spec, failure: &Failure, lines: &[Vec<u8>]) -> Diagnostic {
    let span = Span::new(&spec.script.source, failure.at.clone());
    let message = format!("this fails on the inputs {}: {}", show::inputs(lines), failure.why);
    Diagnostic::error("specification-fails", span, message)
        .hint("exclude such inputs with a set or `where`, or test before you use a value")
}

fn refutation(spec: &Spec, found: &Found, judging: &Judging) -> Refutation {
    let expected = show::expected_run(found.difference.expected(&found.test.expected), judging.alternatives);
    let actual = show::actual_run(&found.run);
    let case = Case {
        door: Door::Console,
        written: None,
        entry: spec.script.source.name.clone(),
        inputs: found.test.lines.iter().map(|line| show::plain_line(line)).collect(),
        expected: lydian_verdict::Outcome::Value(expected.join("\n")),
        actual: lydian_verdict::Outcome::Value(actual.join("\n")),
        size: found.test.lines.len() as u64,
        seed: judging.seed,
    };
    let mut refutation = Refutation::new(case);
    refutation.details.clear();
    if !spec.parameters.is_empty() {
        refutation = refutation.detail("with", spec.instance());
    }
    refutation = refutation
        .detail("inputs", show::inputs_in(&found.test.lines, judging.speech))
        .detail("mismatch", sentences(found, judging.speech))
        .detail("runs", show::side_by_side(found, judging.alternatives, judging.speech));
    match (&found.difference.kind, show::errors(&found.run)) {
        (Kind::Crash(_), Some(errors)) => refutation.detail("errors", errors),
        _ => refutation,
    }
}
