//! Test sequences out of a model: one for each path through it, with the data solved.
//! Every case is run concretely before it is given out: what the model does on it then is what the case says.

use std::collections::BTreeMap;

use lydian_budget::Deadline;
use lydian_conform::{AnswerId, Conformance, InputId, Random, Specification, StateId, StateSet, Trouble};
use lydian_core::{Datum, Text, Value};
use lydian_eval::{Holes, Stop};
use lydian_explore::Path;
use lydian_term::{Constant, TermId, Terms, VarId, infix};

use crate::concrete::Concrete;
use crate::patterns::fixed_by;
use crate::symbolic::{Followed, Sequence, SequenceEnd, Symbolic};
use crate::wishes::Wishes;

/// How sequences are made.
#[derive(Debug, Clone)]
pub struct Generating {
    /// The lengths of sequences.
    pub lengths: std::ops::RangeInclusive<usize>,
    /// Which sequences are cases: accepted ones, refused ones, or both.
    pub conformance: Conformance,
    /// Work that may be spent.
    pub work: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
    /// Whether the unknown data and their conditions are told too.
    pub patterns: bool,
    /// How many cases each path gets, with different data.
    pub data: usize,
    /// The seed of further data.
    pub seed: u64,
}

/// The sequences of one length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LengthCounts {
    /// The length.
    pub length: usize,
    /// Cases.
    pub cases: u64,
    /// Paths that end with a refusal and are no cases.
    pub refused: u64,
    /// Paths on which the model raises an exception.
    pub raised: u64,
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneratedCase {
    /// Where the system starts.
    pub initial: Datum,
    /// The steps.
    pub steps: Vec<GeneratedStep>,
    /// The inputs with unknown data and what the model answers, as text.
    pub pattern: Vec<(String, String)>,
    /// What must hold of the data, as text.
    pub conditions: Vec<String>,
}

/// One input of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneratedStep {
    /// The input.
    pub input: Datum,
    /// The answers that are allowed, each a list of outputs, the one on whose way the case goes on first; none if the
    /// input must be refused.
    pub allowed: Vec<Vec<Datum>>,
}

/// An exception of the model on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct RaisedBy {
    /// The inputs.
    pub inputs: Vec<Datum>,
    /// The exception.
    pub exception: Datum,
}

/// What was made.
#[derive(Debug, Clone, Default)]
pub struct Generated {
    /// The cases, short ones first.
    pub cases: Vec<GeneratedCase>,
    /// The counts.
    pub lengths: Vec<LengthCounts>,
    /// Sides that no data can take.
    pub infeasible: u64,
    /// Sides that were left undecided, and paths that could not be confirmed.
    pub unknown: u64,
    /// Whether every path was followed to its end.
    pub complete: bool,
    /// The first sequence on which the model raises an exception.
    pub raised: Option<RaisedBy>,
    /// What the model needs that an exploration cannot do.
    pub unsupported: Option<String>,
    /// Paths that have fewer cases than were asked for: no other data were found.
    pub fewer_data: u64,
    /// Paths followed.
    pub paths: u64,
    /// Questions to the solver, and those that needed its last stage.
    pub questions: (u64, u64),
}

/// Numbers of a first case stay below this if they can, those of further ones below the other.
const SMALL: u64 = 100;
const LARGE: u64 = 1_000_000_000_000;

/// Rounds of wishes for each case that a path gets beyond its first one.
const TRIES_FOR_DATA: usize = 4;

impl Concrete<'_, '_, '_> {
    /// Makes sequences of all lengths.
    pub fn generate(&mut self, generating: &Generating) -> Generated {
        let counts = |length| LengthCounts { length, ..LengthCounts::default() };
        let mut generated = Generated {
            lengths: generating.lengths.clone().map(counts).collect(),
            complete: true,
            ..Generated::default()
        };
        let mut symbolic = Symbolic::new(self.prepared(), generating.deadline);
        for (mut search, lengths) in symbolic.searches(generating.lengths.clone(), generating.work) {
            while let Some(path) = symbolic.next(&mut search, lengths, |_, _| Ok(())) {
                if generating.deadline.is_some_and(Deadline::passed) {
                    generated.unknown += 1;
                    break;
                }
                if !path.put_off {
                    generated.complete &= !path.result.approximate;
                    self.take_path(&mut symbolic, &path, generating, &mut generated);
                }
            }
            let done = search.counts();
            generated.infeasible += done.infeasible;
            generated.unknown += done.undecided + done.skipped + search.waiting() as u64;
            generated.complete &= search.is_exhausted();
            generated.paths += done.paths;
            generated.questions.0 += done.questions;
            generated.questions.1 = done.hard_questions;
        }
        generated.complete &= generated.unknown == 0;
        generated.cases.sort_by_key(|case| case.steps.len());
        generated
    }

    /// Makes a case of a path, or counts why it is none.
    fn take_path(
        &mut self,
        symbolic: &mut Symbolic<'_>,
        path: &Path<Followed<()>>,
        generating: &Generating,
        generated: &mut Generated,
    ) {
        let sequence = &path.result.sequence;
        let first = *generating.lengths.start();
        let place = sequence.inputs.len().saturating_sub(first);
        let last = generated.lengths.len() - 1;
        let counts = &mut generated.lengths[place.min(last)];
        let is_case = match &sequence.end {
            SequenceEnd::Accepted => generating.conformance != Conformance::Deadlock,
            SequenceEnd::Refused => generating.conformance.gives_refused_inputs(),
            SequenceEnd::Raised(exception) => {
                counts.raised += 1;
                if generated.raised.is_none() {
                    let mut values = sequence.inputs.clone();
                    values.push(exception.clone());
                    let mut data = symbolic.close(path.holes.clone(), &values, &path.model);
                    let exception = data.pop().unwrap_or(Datum::Unit);
                    generated.raised = Some(RaisedBy { inputs: data, exception });
                }
                return;
            }
            SequenceEnd::Outside => return,
            // A run that stops at a refusal is a case of its own there, if the purpose was followed up to it.
            SequenceEnd::Hindered => generating.conformance == Conformance::Abort,
            SequenceEnd::Stopped(stop) => {
                if let Stop::Unsupported(why) = stop {
                    generated.unsupported.get_or_insert_with(|| why.clone());
                }
                generated.unknown += 1;
                return;
            }
        };
        if !is_case {
            counts.refused += u64::from(!matches!(sequence.end, SequenceEnd::Accepted));
            return;
        }
        match self.confirm(symbolic, path, Wishes::Different) {
            // Searches for several lengths come to the same refusal on their ways.
            Ok(Some(case))
                if matches!(sequence.end, SequenceEnd::Hindered)
                    && generated.cases.iter().any(|known| known.is_run_of(&case)) => {}
            Ok(Some(mut case)) => {
                if generating.patterns {
                    describe(symbolic, &path.holes, &path.conditions, sequence, &mut case);
                }
                let further = self.further_cases(symbolic, path, generating, &case);
                counts.cases += 1 + further.len() as u64;
                generated.fewer_data += u64::from(1 + further.len() < generating.data);
                generated.cases.push(case);
                generated.cases.extend(further);
            }
            Ok(None) | Err(_) => generated.unknown += 1,
        }
    }

    /// Cases of the same path with other data.
    fn further_cases(
        &mut self,
        symbolic: &mut Symbolic<'_>,
        path: &Path<Followed<()>>,
        generating: &Generating,
        first: &GeneratedCase,
    ) -> Vec<GeneratedCase> {
        let mut further: Vec<GeneratedCase> = Vec::new();
        let mut random = Random::new(generating.seed);
        for round in 1..generating.data.max(1) * TRIES_FOR_DATA {
            if 1 + further.len() >= generating.data || generating.deadline.is_some_and(Deadline::passed) {
                break;
            }
            let wishes = Wishes::of_round(round, &mut random);
            let case = self.confirm(symbolic, path, wishes);
            if let Ok(Some(mut case)) = case
                && !first.is_run_of(&case)
                && further.iter().all(|known| !known.is_run_of(&case))
            {
                case.pattern.clone_from(&first.pattern);
                case.conditions.clone_from(&first.conditions);
                further.push(case);
            }
        }
        further
    }

    /// The case of a path, if the model does on its data what it did on the path.
    fn confirm(
        &mut self,
        symbolic: &mut Symbolic<'_>,
        path: &Path<Followed<()>>,
        wishes: Wishes,
    ) -> Result<Option<GeneratedCase>, Trouble> {
        let Path { holes, conditions, model, result, .. } = path;
        let sequence = &result.sequence;
        let mut values = vec![sequence.initial.clone()];
        values.extend(sequence.inputs.iter().cloned());
        values.extend(sequence.answers.iter().cloned());
        let known = 1 + sequence.inputs.len();
        let telling = symbolic.telling_model(conditions, model, (holes, &values[..known]), wishes);
        let mut data = symbolic.close(holes.clone(), &values, &telling);
        match wishes {
            Wishes::Different if !data.iter().all(|datum| is_readable(datum, SMALL)) => {
                let small = symbolic.small_model(conditions, model);
                let small = symbolic.texts_in_utf8(conditions, small, (holes, &values[..known]));
                data = symbolic.close(holes.clone(), &values, &small);
            }
            Wishes::Different => {}
            // There is a case already: what is hard to read need not be another one.
            _ if !data.iter().all(|datum| is_readable(datum, LARGE)) => return Ok(None),
            _ => {}
        }
        let answers = data.split_off(1 + sequence.inputs.len());
        let inputs = data.split_off(1);
        let Some(initial) = data.pop() else { return Ok(None) };
        let state = self.value(&initial);
        let state = self.intern_state(&state)?;
        self.follow(state, initial, &inputs, &answers)
    }

    /// Runs a sequence on known data; nothing if the model answers something else than it is said to.
    fn follow(
        &mut self,
        start: StateId,
        initial: Datum,
        inputs: &[Datum],
        answers: &[Datum],
    ) -> Result<Option<GeneratedCase>, Trouble> {
        let mut states = StateSet::new([start]);
        let mut steps = Vec::new();
        for (place, datum) in inputs.iter().enumerate() {
            let value = self.value(datum);
            let input = self.intern_input(&value)?;
            let expected = match answers.get(place) {
                Some(answer) => {
                    let value = self.value(answer);
                    Some(self.intern_answer(&value)?)
                }
                None => None,
            };
            let (allowed, _) = states.allowed(self, input)?;
            let Some(expected) = expected else {
                // The model must refuse here.
                let refused = states.enabling(self, input)? == lydian_conform::Enabled::Nowhere;
                steps.push(GeneratedStep { input: datum.clone(), allowed: Vec::new() });
                return Ok((refused && place + 1 == inputs.len()).then(|| GeneratedCase::new(initial, steps)));
            };
            let next = states.after(self, input, expected)?;
            if next.is_empty() {
                return Ok(None);
            }
            let rest = allowed.into_iter().filter(|answer| *answer != expected);
            let allowed = std::iter::once(expected).chain(rest);
            let allowed = allowed.map(|answer| self.answer_data(answer)).collect();
            steps.push(GeneratedStep { input: datum.clone(), allowed });
            states = next;
        }
        Ok(Some(GeneratedCase::new(initial, steps)))
    }

    /// The outputs of an answer.
    pub fn answer_data(&self, answer: AnswerId) -> Vec<Datum> {
        crate::concrete::elements(&self.answer_value(answer)).iter().map(|value| self.datum(value)).collect()
    }

    /// The case of a sequence of known inputs: what is allowed at each step, along the first answer. It ends before an
    /// input for which nothing is specified, unless its refusal is demanded.
    pub fn case_of(
        &mut self,
        start: StateId,
        inputs: &[InputId],
        conformance: Conformance,
    ) -> Result<GeneratedCase, Trouble> {
        let initial = self.datum(&self.state_value(start));
        let mut case = GeneratedCase::new(initial, Vec::new());
        let mut states = StateSet::new([start]);
        for input in inputs {
            let datum = self.datum(&self.input_value(*input));
            let (allowed, _) = states.allowed(self, *input)?;
            let Some(first) = allowed.first().copied() else {
                if conformance.gives_refused_inputs() {
                    case.steps.push(GeneratedStep { input: datum, allowed: Vec::new() });
                }
                break;
            };
            states = states.after(self, *input, first)?;
            let allowed = allowed.into_iter().map(|answer| self.answer_data(answer)).collect();
            case.steps.push(GeneratedStep { input: datum, allowed });
        }
        Ok(case)
    }

    /// The initial states, for cases that start in each of them.
    pub fn starts(&mut self) -> Result<Vec<StateId>, Trouble> {
        self.initial()
    }
}

impl GeneratedCase {
    /// Whether another case has the same start and the same steps.
    fn is_run_of(&self, other: &GeneratedCase) -> bool {
        self.initial == other.initial && self.steps == other.steps
    }

    fn new(initial: Datum, steps: Vec<GeneratedStep>) -> GeneratedCase {
        GeneratedCase { initial, steps, pattern: Vec::new(), conditions: Vec::new() }
    }
}

/// Whether the numbers in a datum are such as a person would write.
fn is_readable(datum: &Datum, below: u64) -> bool {
    match datum {
        Datum::Int(int) => int.as_i64().is_some_and(|int| int.unsigned_abs() < below),
        Datum::Str(bytes) => bytes.len() < 12 && bytes.iter().all(u8::is_ascii_graphic),
        Datum::Char(code) => code.is_ascii_graphic(),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => {
            parts.iter().all(|part| is_readable(part, below))
        }
        _ => true,
    }
}

/// Writes down the inputs with their unknown data, what the model answers, and the conditions on the data.
fn describe(
    symbolic: &mut Symbolic<'_>,
    holes: &Holes,
    conditions: &[TermId],
    sequence: &Sequence,
    case: &mut GeneratedCase,
) {
    let mut names = Names::new(&symbolic.session.terms, conditions);
    let types = &symbolic.prepared.model.program.types;
    let one_output = symbolic.prepared.model.shape.has_one_output();
    let terms = &symbolic.session.terms;
    // Variables are named in the order in which a reader meets them.
    let initial = names.datum(terms, holes, &sequence.initial);
    if matches!(symbolic.prepared.model.init, crate::load::Init::Where) {
        case.pattern.push(("(start)".into(), lydian_ocaml::show(&initial, types)));
    }
    for (place, input) in sequence.inputs.iter().enumerate() {
        let input = lydian_ocaml::show(&names.datum(terms, holes, input), types);
        let answer = match sequence.answers.get(place) {
            Some(answer) => {
                let datum = names.datum(terms, holes, answer);
                match (&datum, one_output) {
                    (Datum::Construct(_, _, parts), true) if !parts.is_empty() => {
                        lydian_ocaml::show(&parts[0], types)
                    }
                    _ => lydian_ocaml::show(&datum, types),
                }
            }
            None => "refused".into(),
        };
        case.pattern.push((input, answer));
    }
    // What is fixed to one value is already written as that value.
    let is_open = |condition: TermId| {
        let mut vars = Vec::new();
        let mut work = vec![condition];
        while let Some(term) = work.pop() {
            vars.extend(terms.var_id(term));
            terms.view(term).for_each_child(|child| work.push(child));
        }
        vars.iter().any(|var| !names.fixed.contains_key(var))
    };
    let shown: Vec<TermId> = conditions
        .iter()
        .copied()
        .filter(|condition| fixed(terms, *condition).is_none() && is_open(*condition))
        .collect();
    case.conditions = shown.into_iter().map(|condition| names.condition(terms, condition)).collect();
}

/// A condition that says what a variable is.
fn fixed(terms: &Terms, condition: TermId) -> Option<(VarId, Datum)> {
    let (var, constant) = fixed_by(terms, condition)?;
    let datum = match constant {
        Constant::Int(int) => Datum::Int(int),
        Constant::Bool(known) => Datum::Bool(known),
        Constant::Str(bytes) => Datum::Str(bytes.to_vec()),
    };
    Some((var, datum))
}

/// The names of unknown data in one case.
#[derive(Debug, Default)]
struct Names {
    known: BTreeMap<VarId, usize>,
    fixed: BTreeMap<VarId, Datum>,
}

impl Names {
    fn new(terms: &Terms, conditions: &[TermId]) -> Names {
        let fixed = conditions.iter().filter_map(|condition| fixed(terms, *condition)).collect();
        Names { known: BTreeMap::new(), fixed }
    }

    fn meet(&mut self, terms: &Terms, term: TermId) {
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if let Some(var) = terms.var_id(term)
                && !self.fixed.contains_key(&var)
            {
                let next = self.known.len() + 1;
                self.known.entry(var).or_insert(next);
            }
            terms.view(term).for_each_child(|child| work.push(child));
        }
    }

    fn condition(&mut self, terms: &Terms, term: TermId) -> String {
        self.meet(terms, term);
        infix(terms, term, &|var| match (self.fixed.get(&var), self.known.get(&var)) {
            (Some(datum), _) => lydian_ocaml::show(datum, &lydian_core::TypeTable::default()),
            (None, Some(number)) => format!("x{number}"),
            (None, None) => "x".into(),
        })
    }

    /// A value with its unknown parts as text.
    fn datum(&mut self, terms: &Terms, holes: &Holes, value: &Value) -> Datum {
        match value {
            Value::SymInt(term) | Value::SymBool(term) | Value::SymChar(term) => self.text(terms, *term),
            Value::Str(text) => match &**text {
                Text::Known(bytes) => Datum::Str(bytes.clone()),
                Text::Unknown(term) => self.text(terms, *term),
            },
            Value::Hole(hole) => match holes.content(*hole) {
                Some(content) => self.datum(terms, holes, content),
                None => Datum::Opaque("_".into()),
            },
            Value::Block(block) => Datum::Construct(
                block.con,
                lydian_core::Mutability::Immutable,
                block.fields.iter().map(|field| self.datum(terms, holes, field)).collect(),
            ),
            Value::Constant(con) => Datum::Construct(*con, lydian_core::Mutability::Immutable, Vec::new()),
            Value::Unit => Datum::Unit,
            Value::Bool(known) => Datum::Bool(*known),
            Value::Char(code) => Datum::Char(*code),
            Value::Int(int) => Datum::Int((*int).into()),
            Value::Float(float) => Datum::Float(*float),
            _ => Datum::Opaque("...".into()),
        }
    }

    fn text(&mut self, terms: &Terms, term: TermId) -> Datum {
        let text = self.condition(terms, term);
        let atom = terms.var_id(term).is_some() && !text.starts_with('-');
        Datum::Opaque(if atom { text.into() } else { format!("({text})").into() })
    }
}
