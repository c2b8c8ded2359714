//! Suites: sequences for a model by one of several methods, with what a system may answer.

use lydian_budget::Deadline;
use lydian_conform::{
    Conformance, Enabled, Fsm, InputId, Next, Random, Reached, Sequence, StateId, StateSet, SuiteLimits,
    Trouble, hsi_suite, reach, transition_tour, w_suite, wp_suite,
};
use lydian_core::Datum;
use lydian_verdict::{
    Bounds, Cause, Detail, LengthCount, SequenceCase, SequenceStep, SequenceSuite, Statistics, Verdict,
};
use rustc_hash::FxHashSet;

use crate::concrete::Concrete;
use crate::generate::{Generated, GeneratedCase, Generating};
use crate::load::Init;
use lydian_words::plural;

/// How sequences are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// One for each path through the model.
    Paths,
    /// Every transition of a finite model.
    Tour,
    /// The W method.
    W,
    /// The Wp method.
    Wp,
    /// Harmonised state identifiers.
    Hsi,
    /// Walks at random.
    Walk,
    /// Those that are given.
    Given,
}

impl Method {
    /// The word on the command line.
    pub fn word(&self) -> &'static str {
        match self {
            Method::Paths => "paths",
            Method::Tour => "tour",
            Method::W => "w",
            Method::Wp => "wp",
            Method::Hsi => "hsi",
            Method::Walk => "walk",
            Method::Given => "given",
        }
    }
}

/// What suite is wanted.
#[derive(Debug, Clone)]
pub struct SuiteRequest {
    /// How sequences are made.
    pub method: Method,
    /// What a system is held to.
    pub conformance: Conformance,
    /// The lengths of sequences.
    pub lengths: std::ops::RangeInclusive<usize>,
    /// States of a system beyond those of the model.
    pub extra: usize,
    /// How many sequences each path gets.
    pub data: usize,
    /// Whether of cases that differ in the order of inputs that commute only one stays.
    pub reduced: bool,
    /// How many walks.
    pub walks: usize,
    /// The seed of walks.
    pub seed: u64,
    /// Sequences of the user's.
    pub given: Vec<Vec<Datum>>,
    /// When to stop.
    pub deadline: Option<Deadline>,
    /// Work that paths may take.
    pub work: u64,
}

/// A suite.
#[derive(Debug, Clone)]
pub struct Suite {
    /// How it was made.
    pub request: SuiteRequest,
    /// The cases.
    pub cases: Vec<GeneratedCase>,
    /// What the search for paths found.
    pub generated: Option<Generated>,
    /// States of a finite model, before and after merging equivalent ones.
    pub machine: Option<(usize, usize)>,
    /// Cases that were left out, because they are another order of one that stays.
    pub left_out: u64,
    /// What must be true of a system for the suite to say something about all sequences.
    pub hypotheses: Vec<String>,
}

/// States of a model for which a suite of sequences is made.
const MOST_STATES: usize = 2_000;

impl Concrete<'_, '_, '_> {
    /// Makes a suite; the error says why there is none.
    pub fn suite(&mut self, request: &SuiteRequest) -> Result<Suite, Trouble> {
        let mut suite = Suite {
            request: request.clone(),
            cases: Vec::new(),
            generated: None,
            machine: None,
            left_out: 0,
            hypotheses: Vec::new(),
        };
        match request.method {
            Method::Paths => self.paths(&mut suite)?,
            Method::Tour | Method::W | Method::Wp | Method::Hsi => self.finite(&mut suite)?,
            Method::Walk => self.walks(&mut suite)?,
            Method::Given => self.given(&mut suite)?,
        }
        Ok(suite)
    }

    fn paths(&mut self, suite: &mut Suite) -> Result<(), Trouble> {
        let request = suite.request.clone();
        let generating = Generating {
            lengths: request.lengths.clone(),
            conformance: request.conformance,
            work: request.work,
            deadline: request.deadline,
            patterns: true,
            data: request.data,
            seed: request.seed,
        };
        let mut generated = self.generate(&generating);
        suite.cases = std::mem::take(&mut generated.cases);
        let longest = request.lengths.end();
        let few = match request.data {
            0 | 1 => "one sequence".to_owned(),
            data => format!("up to {data} sequences"),
        };
        suite.hypotheses = vec![
            format!(
                "uniformity: a system that answers {few} of a path rightly answers all of that path rightly"
            ),
            format!(
                "regularity: a system that answers all sequences up to length {longest} rightly answers longer ones rightly"
            ),
        ];
        suite.generated = Some(generated);
        if request.reduced {
            suite.left_out = self.leave_out_orders(&mut suite.cases)?;
            for counts in suite.generated.iter_mut().flat_map(|generated| &mut generated.lengths) {
                let of_length = suite.cases.iter().filter(|case| case.steps.len() == counts.length);
                counts.cases = of_length.count() as u64;
            }
            suite.hypotheses.push("commuting: a system answers inputs whose order makes no difference to the model in either order alike".into());
        }
        Ok(())
    }

    /// A suite for a finite machine.
    fn finite(&mut self, suite: &mut Suite) -> Result<(), Trouble> {
        let request = suite.request.clone();
        let alphabet = self.alphabet()?;
        let deadline = request.deadline;
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let reached = reach(self, &alphabet.inputs, MOST_STATES, &mut go_on)?;
        if let Some((_, _, trouble)) = &reached.trouble {
            return Err(trouble.clone());
        }
        if !reached.complete {
            return Err(Trouble(format!(
                "the model has more than {MOST_STATES} states: this method is for finite models; use paths or walk"
            )));
        }
        let machine = machine(&reached, &alphabet.inputs)?;
        let small = machine.minimised().machine;
        suite.machine = Some((machine.states(), small.states()));
        let limits = SuiteLimits { sequences: 200_000, inputs: 5_000_000 };
        let made = match request.method {
            Method::Tour => transition_tour(&machine, 5, limits),
            Method::W => w_suite(&small, request.extra, limits),
            Method::Wp => wp_suite(&small, request.extra, limits),
            _ => hsi_suite(&small, request.extra, limits),
        };
        let mut sequences = made.map_err(|error| Trouble(error.to_string()))?;
        if request.conformance == Conformance::Deadlock {
            sequences.clear();
        }
        if request.conformance.gives_refused_inputs() {
            for (place, input) in &reached.refused {
                let mut sequence: Sequence =
                    reached.way_to(*place).into_iter().map(|(input, _)| input).collect();
                sequence.push(*input);
                sequences.push(sequence);
            }
        }
        let start = reached.states[0];
        for sequence in sequences {
            suite.cases.push(self.case_of(start, &sequence, request.conformance)?);
        }
        suite.hypotheses = vec![match request.method {
            Method::Tour => "the system takes the same transitions as the model: a tour shows wrong answers, not wrong targets".into(),
            _ => format!(
                "the system is a deterministic machine with at most {} ({} and {} more)",
                plural((small.states() + request.extra) as u64, "state"),
                plural(small.states() as u64, "state"),
                request.extra
            ),
        }];
        if !alphabet.complete {
            suite
                .hypotheses
                .push(format!("only {} of the type are used", plural(alphabet.inputs.len() as u64, "input")));
        }
        Ok(())
    }

    /// A shortest way to each transition, the shortest first: what is tried before walks go further. With these inputs only
    /// states that known initial states reach are visited.
    pub fn short_sequences(
        &mut self,
        conformance: Conformance,
        longest: usize,
        most: usize,
        deadline: Option<Deadline>,
    ) -> Result<Vec<Vec<InputId>>, Trouble> {
        let alphabet = self.alphabet()?;
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let reached = reach(self, &alphabet.inputs, most, &mut go_on)?;
        let mut sequences: Vec<Sequence> = Vec::new();
        let mut seen: FxHashSet<Sequence> = FxHashSet::default();
        let transitions = reached.transitions.iter().map(|transition| (transition.from, transition.input));
        let refused = reached.refused.iter().filter(|_| conformance.gives_refused_inputs()).copied();
        for (place, input) in transitions.chain(refused) {
            let way = reached.way_to(place);
            let sequence: Sequence = way.into_iter().map(|(input, _)| input).chain([input]).collect();
            if seen.insert(sequence.clone()) {
                sequences.push(sequence);
            }
        }
        sequences.retain(|sequence| sequence.len() <= longest);
        sequences.sort_by_key(Vec::len);
        sequences.truncate(most);
        Ok(sequences)
    }

    /// Walks through the model: where it leaves a choice, the first reaction is taken.
    fn walks(&mut self, suite: &mut Suite) -> Result<(), Trouble> {
        let request = suite.request.clone();
        let alphabet = self.alphabet()?;
        let starts = self.starts()?;
        let mut random = Random::new(request.seed);
        let length = *request.lengths.end();
        for _ in 0..request.walks {
            let start = starts[random.below(starts.len())];
            let mut states = StateSet::new([start]);
            let mut sequence = Vec::new();
            while sequence.len() < length && !alphabet.inputs.is_empty() {
                let offset = random.below(alphabet.inputs.len());
                let mut picked = None;
                for index in 0..alphabet.inputs.len() {
                    let input = alphabet.inputs[(offset + index) % alphabet.inputs.len()];
                    if states.enabling(self, input)? != Enabled::Nowhere {
                        picked = Some(input);
                        break;
                    }
                }
                let Some(input) = picked else { break };
                sequence.push(input);
                let (allowed, _) = states.allowed(self, input)?;
                let Some(first) = allowed.first() else { break };
                states = states.after(self, input, *first)?;
            }
            suite.cases.push(self.case_of(start, &sequence, request.conformance)?);
        }
        Ok(())
    }

    fn given(&mut self, suite: &mut Suite) -> Result<(), Trouble> {
        let request = suite.request.clone();
        let starts = self.starts()?;
        for data in &request.given {
            let mut sequence = Vec::new();
            for datum in data {
                let value = self.value(datum);
                sequence.push(self.intern_input(&value)?);
            }
            for start in &starts {
                suite.cases.push(self.case_of(*start, &sequence, request.conformance)?);
            }
        }
        Ok(())
    }

    /// The sequences of a suite, for a run.
    pub fn sequences_of(&mut self, cases: &[GeneratedCase]) -> Result<Vec<(StateId, Vec<InputId>)>, Trouble> {
        let mut sequences = Vec::new();
        for case in cases {
            let value = self.value(&case.initial);
            let state = self.intern_state(&value)?;
            let mut inputs = Vec::new();
            for step in &case.steps {
                let value = self.value(&step.input);
                inputs.push(self.intern_input(&value)?);
            }
            sequences.push((state, inputs));
        }
        Ok(sequences)
    }

    /// States and transitions that a suite visits.
    fn visited(&mut self, cases: &[GeneratedCase]) -> Result<(usize, usize), Trouble> {
        let mut pairs: FxHashSet<(StateId, InputId)> = FxHashSet::default();
        let mut states: FxHashSet<StateId> = FxHashSet::default();
        for (case, (start, inputs)) in cases.iter().zip(self.sequences_of(cases)?) {
            let mut current = StateSet::new([start]);
            for (input, step) in inputs.into_iter().zip(&case.steps) {
                states.extend(current.states());
                pairs.extend(current.states().iter().map(|state| (*state, input)));
                let Some(answer) = step.allowed.first() else { break };
                let values = lydian_core::Value::list(answer.iter().map(crate::values::value_of));
                let answer = self.intern_answer(&values)?;
                current = current.after(self, input, answer)?;
            }
            states.extend(current.states());
        }
        Ok((states.len(), pairs.len()))
    }

    /// A suite as a report shows it.
    pub fn tell_suite(&mut self, suite: &Suite, subject: &str) -> SequenceSuite {
        let model = self.model();
        let types = model.program.types.clone();
        let one_output = model.shape.has_one_output();
        let shows_start = model.init != Init::One;
        let show = |datum: &Datum| lydian_ocaml::show(datum, &types);
        let answer = |answer: &Vec<Datum>| match &answer[..] {
            [output] if one_output => show(output),
            outputs => show(&Datum::list(outputs.iter().cloned())),
        };
        let cases: Vec<SequenceCase> = suite
            .cases
            .iter()
            .map(|case| SequenceCase {
                initial: shows_start.then(|| show(&case.initial)),
                // A case without unknown data is its own pattern.
                pattern: match case.conditions.is_empty() && case.pattern.iter().all(is_known) {
                    true => Vec::new(),
                    false => {
                        case.pattern.iter().map(|(input, answer)| format!("{input} -> {answer}")).collect()
                    }
                },
                condition: case.conditions.clone(),
                steps: case
                    .steps
                    .iter()
                    .map(|step| SequenceStep {
                        input: show(&step.input),
                        allowed: step.allowed.iter().map(answer).collect(),
                        refused: step.allowed.is_empty(),
                    })
                    .collect(),
            })
            .collect();
        let mut effort = Statistics::default();
        let mut lengths = Vec::new();
        if let Some(generated) = &suite.generated {
            effort.count("paths", generated.paths);
            if suite.request.reduced {
                effort.count("left out as another order", suite.left_out);
            }
            if suite.request.data > 1 {
                effort.count("paths with fewer data", generated.fewer_data);
            }
            effort.count("questions", generated.questions.0);
            effort.count("hard questions", generated.questions.1);
            lengths = generated
                .lengths
                .iter()
                .map(|count| LengthCount {
                    length: count.length,
                    cases: count.cases,
                    refused: count.refused,
                    ..LengthCount::default()
                })
                .collect();
            if let Some(last) = lengths.last_mut() {
                last.infeasible = generated.infeasible;
                last.unknown = generated.unknown;
            }
        }
        let mut coverage = Vec::new();
        if let Ok((states, pairs)) = self.visited(&suite.cases) {
            let states = plural(states as u64, "state");
            let pairs = plural(pairs as u64, "pair");
            coverage.push(Detail::new("visited", format!("{states}, {pairs} of a state and an input")));
        }
        if let Some((all, small)) = suite.machine {
            let merged =
                if all == small { String::new() } else { format!(", {small} after merging equivalent ones") };
            coverage.push(Detail::new("model", format!("{}{merged}", plural(all as u64, "state"))));
        }
        SequenceSuite {
            subject: subject.to_owned(),
            method: suite.request.method.word().to_owned(),
            conformance: suite.request.conformance.word().to_owned(),
            verdict: verdict(suite),
            lengths,
            cases,
            hypotheses: suite.hypotheses.clone(),
            coverage,
            effort,
        }
    }
}

/// Whether nothing is left open in a line of a pattern.
fn is_known((input, answer): &(String, String)) -> bool {
    let open = |text: &str| {
        let words = text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
        words.into_iter().any(|word| {
            word == "_"
                || (word.starts_with('x')
                    && word.len() > 1
                    && word[1..].bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    !open(input) && !open(answer)
}

/// What a suite comes to.
fn verdict(suite: &Suite) -> Verdict {
    let count = suite.cases.len() as u64;
    let inputs: usize = suite.cases.iter().map(|case| case.steps.len()).sum();
    let text = format!("{} with {}", plural(count, "case"), plural(inputs as u64, "input"));
    let bounds = |text: String| Bounds::new(text).number("cases", count).number("inputs", inputs as u64);
    if let Some(generated) = &suite.generated {
        if let Some(why) = generated.unsupported.as_ref().filter(|_| count == 0) {
            return Verdict::unknown(Cause::Unsupported, why.clone());
        }
        if !generated.complete {
            let why = match (&generated.unsupported, generated.unknown) {
                (Some(why), _) => why.clone(),
                (None, 0) => "some data were tried at a few values only".into(),
                (None, unknown) => format!("{} left undecided", plural(unknown, "path")),
            };
            return Verdict::unknown(Cause::Budget, why).covering(bounds(text));
        }
    }
    if count == 0 {
        let why = match suite.request.conformance {
            Conformance::Deadlock => "no sequence ends with an input that the model refuses",
            _ => "no sequence of this length meets the purpose",
        };
        return Verdict::Vacuous(why.into());
    }
    match suite.request.method {
        Method::Paths => Verdict::Proved(bounds(format!(
            "{text}: {} for each path {} length {}, all solved{}{}",
            match suite.request.data {
                0 | 1 => "one".to_owned(),
                data => format!("{data} with different data"),
            },
            if suite.request.lengths.start() == suite.request.lengths.end() { "of" } else { "up to" },
            suite.request.lengths.end(),
            match suite.generated.as_ref().map_or(0, |generated| generated.fewer_data) {
                0 => String::new(),
                fewer => format!("; {} with fewer, where no other data were found", plural(fewer, "path")),
            },
            match suite.request.reduced {
                false => String::new(),
                true =>
                    format!("; {} left out as another order of one of these", plural(suite.left_out, "case")),
            }
        ))),
        _ => Verdict::Passed(bounds(text)),
    }
}

/// A deterministic finite machine out of what was reached.
fn machine(reached: &Reached, inputs: &[InputId]) -> Result<Fsm, Trouble> {
    if reached.initial != 1 {
        return Err(Trouble("this method needs one initial state; use paths or walk".into()));
    }
    let mut table = vec![vec![None; inputs.len()]; reached.states.len()];
    for transition in &reached.transitions {
        let Some(column) = inputs.iter().position(|input| *input == transition.input) else { continue };
        let cell = &mut table[transition.from][column];
        let next = Next { answer: transition.answer, target: transition.to };
        if cell.is_some_and(|other| other != next) {
            return Err(Trouble("the model is nondeterministic; use paths or walk".into()));
        }
        *cell = Some(next);
    }
    Fsm::new(0, inputs.to_vec(), table).map_err(|error| Trouble(error.to_string()))
}
