//! The judgement of one program: tests in order of their length, the first failure made as small as it gets, and run
//! again before it is reported.

use std::time::Instant;

use lydian_budget::Deadline;
use lydian_diagnostic::{Diagnostic, Span};
use lydian_sut::StartError;
use lydian_verdict::{Bounds, Case, Cause, Door, Judgement, Refutation, Remark, Verdict};

use crate::expect::Failure;
use crate::mismatch::{Aside, Kind, Mismatch, Outcome, Strictness, compare};
use crate::paths::without_solver;
use crate::show;
use crate::spec::Spec;
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
            shrinking: 60,
            alternatives: false,
            deadline: None,
            seed: 0,
        }
    }
}

/// A failing test.
#[derive(Debug, Clone)]
pub struct Found {
    /// The test.
    pub test: Test,
    /// What the program did.
    pub actual: Actual,
    /// Where they part.
    pub mismatch: Mismatch,
}

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
    let mut session =
        Session { tests, subject, judging, runs: 0, unknown: None, unjudged: 0, remarks: Vec::new() };
    let (verdict, found) = match session.judge() {
        Ok((verdict, found)) => (verdict, found),
        Err(error) => (Verdict::Invalid(vec![error.diagnostic()]), None),
    };
    let (runs, remarks) = (session.runs, session.remarks);
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
    runs: u64,
    /// Why runs could not be judged, and how many there are.
    unknown: Option<String>,
    unjudged: u64,
    /// What is to be said beside the verdict, each kind once.
    remarks: Vec<Remark>,
}

impl Session<'_, '_> {
    fn judge(&mut self) -> Result<(Verdict, Option<Found>), StartError> {
        let mut number = 0;
        // The first batch is small: many mistakes show at once.
        let mut size = 1;
        loop {
            if self.judging.deadline.is_some_and(Deadline::passed) {
                return Ok((self.undecided(Cause::Budget, "the time was used up".into()), None));
            }
            let batch: Vec<Test> =
                (number..number + size).map_while(|next| self.tests.get(next).cloned()).collect();
            if batch.is_empty() {
                return Ok((self.verdict(), None));
            }
            number += batch.len();
            size = self.judging.batch.max(1);
            if let Some(found) = self.first_failure(&batch)? {
                return self.report(found);
            }
        }
    }

    fn first_failure(&mut self, batch: &[Test]) -> Result<Option<Found>, StartError> {
        let runs: Vec<_> = batch.iter().map(|test| (self.tests.call(test), &test.lines[..])).collect();
        let results = self.subject.run_all(&runs)?;
        self.runs += results.len() as u64;
        for (test, actual) in batch.iter().zip(results) {
            let (call, lines) = (self.tests.call(test), &test.lines);
            let mut kept_back = |turn: usize| {
                let cut = self.subject.run(call, &lines[..turn]).ok()?;
                matches!(cut.end, ActualEnd::ReadOn(_)).then_some(cut.after_the_end)
            };
            match compare(&test.expected, &actual, self.judging.strictness, &mut kept_back) {
                Outcome::Match(asides) => asides.into_iter().for_each(|aside| self.remark(test, aside)),
                Outcome::Unknown(why) => {
                    self.unknown.get_or_insert(why);
                    self.unjudged += 1;
                }
                Outcome::Differ(mismatch) => {
                    return Ok(Some(Found { test: test.clone(), actual, mismatch }));
                }
            }
        }
        Ok(None)
    }

    fn remark(&mut self, test: &Test, aside: Aside) {
        let remark = match aside {
            Aside::Late(late) => show::late_remark(&test.expected, &test.lines, &late),
            Aside::ExitCode(code) => show::exit_remark(code, &test.lines),
            Aside::Complaint(code) => show::complaint_remark(code, &test.lines),
        };
        if self.remarks.iter().all(|known| known.kind != remark.kind) {
            self.remarks.push(remark);
        }
    }

    fn report(&mut self, found: Found) -> Result<(Verdict, Option<Found>), StartError> {
        let smallest = self.shrink(found)?;
        // Seen twice, it is believed.
        let again = self.first_failure(std::slice::from_ref(&smallest.test))?;
        let Some(confirmed) = again else {
            let inputs = show::inputs(&smallest.test.lines);
            let reason = format!(
                "the program behaves differently each time: on the inputs {inputs} it once went wrong ({}), and once not",
                smallest.mismatch.kind.word()
            );
            return Ok((self.undecided(Cause::Unsupported, reason), Some(smallest)));
        };
        let spec = self.tests.spec(&confirmed.test);
        let mut refutation = refutation(spec, &confirmed, self.judging);
        if let (true, (_, Some(bits))) = (confirmed.test.expected.overflow, self.tests.overflows()) {
            let warning =
                format!("on these inputs numbers leave {bits} bits: integers of that width cannot be right");
            refutation = refutation.detail("overflow", warning);
        }
        Ok((Verdict::Refuted(Box::new(refutation)), Some(confirmed)))
    }

    /// Makes the values of a failing test smaller as long as it fails.
    fn shrink(&mut self, found: Found) -> Result<Found, StartError> {
        let mut smallest = found;
        let last = self.runs + self.judging.shrinking as u64;
        let mut position = 0;
        let values: usize = smallest.test.lines.len() * 2;
        while position < values && self.runs < last {
            let candidates = self.tests.smaller(&smallest.test, position);
            if candidates.is_empty() {
                position += 1;
                continue;
            }
            match self.first_failure(&candidates)? {
                Some(smaller) => smallest = smaller,
                None => position += 1,
            }
        }
        Ok(smallest)
    }

    /// The verdict when no test failed.
    fn verdict(&mut self) -> Verdict {
        if let Some((failure, lines)) = &self.tests.failure {
            return Verdict::Invalid(vec![failed(self.tests.first_spec(), failure, lines)]);
        }
        if let Some(why) = &self.unknown {
            return self.undecided(Cause::Unsupported, why.clone());
        }
        let counts = self.tests.total();
        if counts.out_of_time {
            let text = "the time was used up in the search for paths".to_owned();
            return self.undecided(Cause::Budget, text);
        }
        if let Some(text) = without_solver(counts.undecided) {
            return self.undecided(Cause::Solver, text);
        }
        let without_inputs = self.tests.without_inputs;
        if self.runs == 0 {
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
        Verdict::Passed(self.bounds(""))
    }

    /// Undecided, with what was done until then.
    fn undecided(&self, cause: Cause, why: String) -> Verdict {
        let verdict = Verdict::unknown(cause, why);
        if self.runs == 0 {
            return verdict;
        }
        let bounds = self.bounds(&match self.unjudged {
            0 => ", without a mistake".to_owned(),
            unjudged if unjudged == self.runs => ", none of which could be judged".to_owned(),
            unjudged => format!(", {unjudged} of them not judged, the others without a mistake"),
        });
        verdict.covering(bounds.number("not judged", self.unjudged))
    }

    /// What the tests have covered; `and` says more about them.
    fn bounds(&self, and: &str) -> Bounds {
        let counts = self.tests.total();
        let without_inputs = self.tests.without_inputs;
        let paths = self.tests.path_count() as u64;
        let mut text = plural(self.runs, "test");
        // Tests that were given belong to no path that was searched for.
        if paths > 0 {
            text.push_str(&format!(" on {}", plural(paths, "path")));
        }
        text.push_str(and);
        if counts.out_of_work {
            text.push_str(", all with the fewest inputs; there are more");
        }
        if counts.undecided > 0 {
            text.push_str(&format!("; {} undecided", plural(counts.undecided, "branch")));
        }
        if without_inputs > 0 {
            text.push_str(&format!("; no lines were found for {}", plural(without_inputs, "further path")));
        }
        if let (overflows @ 1.., Some(bits)) = self.tests.overflows() {
            text.push_str(&format!("; on {} numbers leave {bits} bits", plural(overflows as u64, "test")));
        }
        Bounds::new(text)
            .number("tests", self.runs)
            .number("paths", paths)
            .number("infeasible", counts.infeasible)
            .number("undecided", counts.undecided)
            .number("beyond the bound", counts.beyond)
    }
}

fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 {
        ""
    } else if noun.ends_with("ch") {
        "es"
    } else {
        "s"
    };
    format!("{} {noun}{ending}", lydian_verdict::grouped(count))
}

/// A term of the specification that has no value, as the author's mistake.
pub fn failed(spec: &Spec, failure: &Failure, lines: &[Vec<u8>]) -> Diagnostic {
    let span = Span::new(&spec.script.source, failure.at.clone());
    let message = format!("this fails on the inputs {}: {}", show::inputs(lines), failure.why);
    Diagnostic::error("specification-fails", span, message)
        .hint("exclude such inputs with a set or `where`, or test before you use a value")
}

fn refutation(spec: &Spec, found: &Found, judging: &Judging) -> Refutation {
    let expected = show::expected_run(&found.test.expected, judging.alternatives);
    let actual = show::actual_run(&found.actual);
    let case = Case {
        door: Door::Console,
        entry: spec.script.source.name.clone(),
        inputs: found.test.lines.iter().map(|line| show::line(line)).collect(),
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
        .detail("inputs", show::inputs(&found.test.lines))
        .detail("mismatch", show::mismatch(found))
        .detail("runs", show::side_by_side(found, judging.alternatives));
    match (&found.mismatch.kind, show::errors(&found.actual)) {
        (Kind::Crash(_), Some(errors)) => refutation.detail("errors", errors),
        _ => refutation,
    }
}
