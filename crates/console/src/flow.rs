//! The statements of a specification as a list of steps with jumps: a place in a specification is a number.
//! In: the tree. Out: steps, and a table each of what is read and written, with compiled terms. Loops of every kind
//! become branches and jumps; `Round` stands at the head of each loop and is where rounds are counted.

use lydian_term::Int;

use crate::lower::{Lowering, TermRef, Ty};
use crate::pattern::Tolerance;
use crate::syntax::ast::{
    At, DeclarationKind, Field, LoopKind, Mode, Name, Operator, Pattern, PatternKind, Reaction, Read, Script,
    Set, SetKind, Statement, StatementKind, Term, TermKind, TypeKind, View,
};
use crate::syntax::visit::in_pattern;

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// The program reads a line.
    Read(usize),
    /// The program writes.
    Write(usize),
    /// Goes on if the condition holds (does not hold, if negated), else jumps.
    Branch { condition: TermRef, negated: bool, otherwise: usize },
    /// A variable of the specification's own gets another value.
    Assign { variable: usize, value: TermRef },
    /// The program chooses a value.
    Choose(usize),
    /// Goes on elsewhere.
    Jump(usize),
    /// A round of a loop begins here.
    Round,
    /// The program ends.
    End,
}

/// A line that is read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) fields: Vec<ReadField>,
    pub(crate) separator: Option<String>,
    pub(crate) malformed: bool,
    pub(crate) mode: ReadMode,
    /// After so many wrong values in a row the program ends: a mistake that people make, never what a specification says.
    pub(crate) patience: Option<u32>,
    /// Where the walk goes on if there is no line left, if that can be here.
    pub(crate) end: Option<usize>,
    pub(crate) at: At,
}

/// One value of a line.
#[derive(Debug)]
pub(crate) struct ReadField {
    pub(crate) variable: usize,
    pub(crate) kind: TypeKind,
    /// Membership in the set, of the value and what was read before.
    pub(crate) set: Option<TermRef>,
    /// The further condition, with the value already read.
    pub(crate) filter: Option<TermRef>,
}

/// A value that the program chooses.
#[derive(Debug)]
pub(crate) struct Choosing {
    pub(crate) field: ReadField,
    /// A list in which all values are that may be chosen.
    pub(crate) among: TermRef,
    pub(crate) at: At,
}

/// What a wrong value does.
#[derive(Debug)]
pub(crate) enum ReadMode {
    Assume,
    Retry(Writing),
    Stop(Writing),
}

/// What may be written.
#[derive(Debug)]
pub(crate) struct Writing {
    pub(crate) optional: bool,
    pub(crate) pattern: OutputPattern,
    pub(crate) at: At,
}

/// A pattern with compiled terms.
#[derive(Debug, Clone)]
pub(crate) enum OutputPattern {
    Text(String),
    Value(TermRef),
    Glued(TermRef),
    Decorated(TermRef),
    Formed(Form, TermRef),
    Columns(Vec<OutputPattern>),
    Any,
    AnyWithout(Vec<String>),
    Some,
    Sequence(Vec<OutputPattern>),
    Either(Vec<OutputPattern>),
    Tolerant(Tolerance, Box<OutputPattern>),
}

/// How a number with decimals is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `exact(t)`.
    Exact,
    /// `digits(t, 2)`; the term is rounded.
    Digits,
    /// `about(t, 0.01)`; the distance.
    About(TermRef),
}

/// All steps of a specification.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    pub(crate) steps: Vec<Step>,
    /// Where each step stands in the script.
    pub(crate) places: Vec<At>,
    pub(crate) readings: Vec<Reading>,
    pub(crate) writings: Vec<Writing>,
    pub(crate) choosings: Vec<Choosing>,
}

impl Flow {
    /// The steps of a script; its terms go to the lowering.
    pub(crate) fn of(script: &Script, lowering: &mut Lowering<'_>) -> Flow {
        let tolerance = tolerance(script);
        let mut builder = Builder {
            flow: Flow::default(),
            lowering,
            exits: Vec::new(),
            reads: Vec::new(),
            tolerance,
            ended: false,
        };
        builder.block(&script.body);
        let end = script.source.text.len()..script.source.text.len();
        builder.blank_lines(&end);
        builder.push(Step::End, &end);
        builder.flow
    }
}

struct Builder<'a, 's> {
    flow: Flow,
    lowering: &'a mut Lowering<'s>,
    /// For each loop around, the jumps that leave it.
    exits: Vec<Vec<usize>>,
    /// For each loop around, whether each round reads.
    reads: Vec<bool>,
    tolerance: Tolerance,
    /// Whether the input has ended.
    ended: bool,
}

/// What a script declares not to count in outputs.
pub(crate) fn tolerance(script: &Script) -> Tolerance {
    let declares = |kind| script.declarations.iter().any(|declaration| declaration.kind == kind);
    Tolerance {
        loose_layout: declares(DeclarationKind::LooseLayout),
        case_ignored: declares(DeclarationKind::CaseIgnored),
    }
}

/// A pattern for which not everything counts.
pub(crate) fn tolerant(tolerance: Tolerance, pattern: OutputPattern) -> OutputPattern {
    match tolerance == Tolerance::default() {
        true => pattern,
        false => OutputPattern::Tolerant(tolerance, Box::new(pattern)),
    }
}

impl Builder<'_, '_> {
    /// Where blank lines do not count, they may also stand where nothing is written.
    fn blank_lines(&mut self, at: &At) {
        if self.tolerance.loose_layout {
            let pattern = tolerant(self.tolerance, OutputPattern::Text(String::new()));
            self.flow.writings.push(Writing { optional: true, pattern, at: at.start..at.start });
            self.push(Step::Write(self.flow.writings.len() - 1), &(at.start..at.start));
        }
    }

    fn push(&mut self, step: Step, at: &At) -> usize {
        self.flow.steps.push(step);
        self.flow.places.push(at.clone());
        self.flow.steps.len() - 1
    }

    fn here(&self) -> usize {
        self.flow.steps.len()
    }

    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Read(read) => {
                self.blank_lines(&statement.at);
                if self.ended {
                    let message = "nothing can be read here: the input has ended before";
                    let hint = "read before `until end of input { ... }`";
                    self.lowering.error("end-of-input", &statement.at, message, hint);
                }
                let reading = self.reading(read, &statement.at);
                self.flow.readings.push(reading);
                self.push(Step::Read(self.flow.readings.len() - 1), &statement.at);
            }
            StatementKind::Write { optional, pattern } => {
                let pattern = tolerant(self.tolerance, output(self.lowering, pattern));
                self.flow.writings.push(Writing { optional: *optional, pattern, at: statement.at.clone() });
                self.push(Step::Write(self.flow.writings.len() - 1), &statement.at);
            }
            StatementKind::If { condition, then, otherwise } => {
                let branch = self.branch(condition, false, &statement.at);
                self.block(then);
                if otherwise.is_empty() {
                    self.patch(branch);
                } else {
                    let jump = self.push(Step::Jump(0), &statement.at);
                    self.patch(branch);
                    self.block(otherwise);
                    self.patch(jump);
                }
            }
            StatementKind::Loop { kind, body } => self.looped(kind, body, &statement.at),
            StatementKind::Exit => {
                let jump = self.push(Step::Jump(0), &statement.at);
                match self.exits.last_mut() {
                    Some(exits) => exits.push(jump),
                    None => {
                        let hint = "put it into a `loop { ... }`, or leave it out at the end";
                        let message = "`exit` leaves a loop, and there is none around it";
                        self.lowering.error("exit-outside-loop", &statement.at, message, hint);
                    }
                }
            }
            StatementKind::Assign(assignment) => {
                let variable = self.lowering.variable(&assignment.name.text).unwrap_or(0);
                let ty = self.lowering.variables.get(variable).map_or(Ty::Other, |one| one.ty.clone());
                let value = self.lowering.compile(&assignment.value, &ty);
                self.push(Step::Assign { variable, value }, &statement.at);
            }
            StatementKind::Choose(field) => {
                if self.reads.last() == Some(&false) {
                    let message = "the program chooses here in each round of a loop that need not read";
                    let hint = "read something in each round, or choose before the loop: what was chosen is learned between two reads";
                    self.lowering.error("choice-in-loop", &statement.at, message, hint);
                }
                let among = self.among(field);
                let field = self.field(field);
                self.flow.choosings.push(Choosing { field, among, at: statement.at.clone() });
                self.push(Step::Choose(self.flow.choosings.len() - 1), &statement.at);
            }
            StatementKind::Nothing => {}
        }
    }

    /// A list of all values that a program may choose.
    fn among(&mut self, field: &Field) -> TermRef {
        let variable = self.lowering.variable(&field.name.text).unwrap_or(0);
        let ty = self.lowering.variables.get(variable).map_or(Ty::Other, |one| one.ty.clone());
        let at = field.set.as_ref().map_or(&field.ty.at, |set| &set.at).clone();
        let list = |elements| Term { kind: TermKind::List(elements), at: at.clone() };
        let listed = match (&field.set, &ty) {
            (None, Ty::Bool) => {
                let known = |known| Term { kind: TermKind::Bool(known), at: at.clone() };
                Some(list(vec![known(false), known(true)]))
            }
            (None, Ty::Enumeration(index)) => {
                let members = self.lowering.enumerations[*index].members.clone();
                let member =
                    |(name, _): (String, String)| Term { kind: TermKind::Name(name.into()), at: at.clone() };
                Some(list(members.into_iter().map(member).collect()))
            }
            (None, _) => None,
            (Some(set), _) => listed(set),
        };
        let Some(listed) = listed else {
            let message = "it cannot be listed what the program may choose here";
            let hint = "give a set with two ends or with its elements: `choose x : int in 1..6`";
            self.lowering.error("choice-not-listed", &at, message, hint);
            return 0;
        };
        self.lowering.compile(&listed, &Ty::list(ty))
    }

    fn looped(&mut self, kind: &LoopKind, body: &[Statement], at: &At) {
        let head = self.push(Step::Round, at);
        let first_reading = self.flow.readings.len();
        if *kind == LoopKind::UntilEnd {
            self.until_end(body, at);
        }
        self.exits.push(Vec::new());
        self.reads.push(body.iter().any(|statement| matches!(statement.kind, StatementKind::Read(_))));
        let leave = match kind {
            LoopKind::While(condition) => Some(self.branch(condition, false, at)),
            LoopKind::Until(condition) => Some(self.branch(condition, true, at)),
            _ => None,
        };
        self.block(body);
        match kind {
            LoopKind::RepeatWhile(condition) => {
                // Falls through to the jump back if it holds.
                let leave = self.branch(condition, false, at);
                self.push(Step::Jump(head), at);
                self.patch(leave);
            }
            LoopKind::RepeatUntil(condition) => {
                let leave = self.branch(condition, true, at);
                self.push(Step::Jump(head), at);
                self.patch(leave);
            }
            _ => {
                self.push(Step::Jump(head), at);
            }
        }
        if *kind == LoopKind::UntilEnd {
            let here = self.here();
            if let Some(reading) = self.flow.readings.get_mut(first_reading) {
                reading.end = Some(here);
            }
            self.ended = true;
        }
        if let Some(leave) = leave {
            self.patch(leave);
        }
        self.reads.pop();
        for exit in self.exits.pop().unwrap_or_default() {
            self.patch(exit);
        }
    }

    /// Reports a loop that cannot find out that its input has ended.
    fn until_end(&mut self, body: &[Statement], at: &At) {
        let quiet = |statement: &&Statement| {
            matches!(
                statement.kind,
                StatementKind::Write { .. }
                    | StatementKind::Assign(_)
                    | StatementKind::Choose(_)
                    | StatementKind::Nothing
            )
        };
        let first = body.iter().find(|statement| !quiet(statement));
        if !matches!(first, Some(Statement { kind: StatementKind::Read(_), .. })) {
            let message = "this loop does not begin with a `read`, by which the end of the input is noticed";
            let hint = "read first in each round; only `write` may come before";
            self.lowering.error("end-of-input", at, message, hint);
        }
        if !self.exits.is_empty() {
            let message = "the input ends once, and this stands inside of a loop";
            self.lowering.error("end-of-input", at, message, "put it after the loop, or take the loop away");
        }
    }

    fn branch(&mut self, condition: &Term, negated: bool, at: &At) -> usize {
        let condition = self.lowering.compile(condition, &Ty::Bool);
        self.push(Step::Branch { condition, negated, otherwise: 0 }, at)
    }

    /// Lets a jump or branch lead to the next step.
    fn patch(&mut self, step: usize) {
        let here = self.here();
        match &mut self.flow.steps[step] {
            Step::Branch { otherwise, .. } => *otherwise = here,
            Step::Jump(target) => *target = here,
            _ => {}
        }
    }

    fn reading(&mut self, read: &Read, at: &At) -> Reading {
        let fields = read.fields.iter().map(|field| self.field(field)).collect();
        let mode = match &read.mode {
            Mode::AssumeValid => ReadMode::Assume,
            Mode::Retry(reaction) => ReadMode::Retry(self.reaction(reaction, at)),
            Mode::Stop(reaction) => ReadMode::Stop(self.reaction(reaction, at)),
        };
        self.refuse_values_of_no_value(read);
        let (separator, malformed) = (read.separator.clone(), read.malformed);
        Reading { fields, separator, malformed, mode, patience: None, end: None, at: at.clone() }
    }

    /// What is said about a line that may be no value of its type cannot be said with that value.
    fn refuse_values_of_no_value(&mut self, read: &Read) {
        let (Mode::Retry(Reaction::Says(pattern)) | Mode::Stop(Reaction::Says(pattern)), true) =
            (&read.mode, read.malformed)
        else {
            return;
        };
        let mut used = None;
        in_pattern(pattern, &mut |term| {
            let names = match &term.kind {
                TermKind::Name(name) => vec![name.clone()],
                TermKind::View(names, View::Ago(_)) => names.iter().map(|name| name.text.clone()).collect(),
                _ => Vec::new(),
            };
            if read.fields.iter().any(|field| names.contains(&field.name.text)) {
                used.get_or_insert_with(|| term.at.clone());
            }
        });
        if let Some(at) = used {
            let message = "a `malformed` line has no value that could be written here";
            let hint = "write `any` for what the program says about the line, or leave out `malformed`";
            self.lowering.error("malformed-has-no-value", &at, message, hint);
        }
    }

    fn field(&mut self, field: &Field) -> ReadField {
        let variable = self.lowering.variable(&field.name.text).unwrap_or(0);
        let ty = self.lowering.variables.get(variable).map_or(Ty::Other, |variable| variable.ty.clone());
        ReadField {
            variable,
            kind: field.ty.kind.clone(),
            set: field.set.as_ref().map(|set| self.lowering.compile_set(set, &ty)),
            filter: field.filter.as_ref().map(|filter| self.lowering.compile(filter, &Ty::Bool)),
        }
    }

    fn reaction(&mut self, reaction: &Reaction, at: &At) -> Writing {
        match reaction {
            Reaction::Free => Writing { optional: true, pattern: OutputPattern::Any, at: at.clone() },
            Reaction::Silent => {
                let pattern = tolerant(self.tolerance, OutputPattern::Text(String::new()));
                Writing { optional: true, pattern, at: at.clone() }
            }
            Reaction::Says(pattern) => {
                let at = pattern.at.clone();
                let pattern = tolerant(self.tolerance, output(self.lowering, pattern));
                Writing { optional: false, pattern, at }
            }
        }
    }
}

/// A list in which all elements of a set are, if there is one.
fn listed(set: &Set) -> Option<Term> {
    let term = |kind| Term { kind, at: set.at.clone() };
    Some(match &set.kind {
        SetKind::Finite(elements) => term(TermKind::List(elements.clone())),
        SetKind::Range(Some(from), Some(to)) => {
            let range = Name { text: "range".into(), at: set.at.clone() };
            term(TermKind::Call(range, vec![from.clone(), to.clone()]))
        }
        SetKind::Elements(list) => list.clone(),
        SetKind::Union(a, b) => {
            term(TermKind::Binary(Operator::Append, Box::new(listed(a)?), Box::new(listed(b)?)))
        }
        SetKind::Intersection(a, b) => listed(a).or_else(|| listed(b))?,
        SetKind::Difference(a, _) => listed(a)?,
        SetKind::All | SetKind::Regex(_) | SetKind::Complement(_) | SetKind::Range(..) => return None,
    })
}

/// Values joined by `or` inside of parentheses: alternatives, unless they are truth values.
fn alternatives(lowering: &mut Lowering<'_>, first: &Term, second: &Term) -> Option<OutputPattern> {
    let mark = lowering.mark();
    let value = |lowering: &mut Lowering<'_>, term: &Term| match &term.kind {
        TermKind::Binary(Operator::Or, a, b) => alternatives(lowering, a, b),
        _ => formed(lowering, term).or_else(|| Some(OutputPattern::Value(lowering.compile_any(term)))),
    };
    let first = value(lowering, first)?;
    if let OutputPattern::Value(term) = first
        && lowering.compiled[term].ty == Ty::Bool
    {
        lowering.back_to(mark);
        return None;
    }
    Some(OutputPattern::Either(vec![first, value(lowering, second)?]))
}

/// What is written as a function of values: `about(t, 0.01)`, `columns(a, b)`. Functions of the user's own have precedence.
fn formed(lowering: &mut Lowering<'_>, term: &Term) -> Option<OutputPattern> {
    let TermKind::Call(name, arguments) = &term.kind else { return None };
    if lowering.functions.contains_key(&*name.text) {
        return None;
    }
    match (&*name.text, &arguments[..]) {
        ("exact", [value]) => {
            let value = numeric(lowering, value);
            if lowering.compiled[value].ty == Ty::Float {
                let message = "a float of OCaml is no exact number";
                lowering.error(
                    "wrong-arguments",
                    &term.at,
                    message,
                    "write `about(t, 0.01)` or `digits(t, 2)`",
                );
            }
            Some(OutputPattern::Formed(Form::Exact, value))
        }
        ("digits", [_, places]) => {
            if is_below_zero(places) {
                let message = "a number has no fewer than 0 decimals";
                lowering.error("wrong-arguments", &places.at, message, "`round(t, -1)` rounds to tens");
            }
            let name = Name { text: "round".into(), at: name.at.clone() };
            let rounded = Term { kind: TermKind::Call(name, arguments.clone()), at: term.at.clone() };
            Some(OutputPattern::Formed(Form::Digits, lowering.compile(&rounded, &Ty::Decimal)))
        }
        ("about", [value, distance]) => {
            let value = match &value.kind {
                // A quotient is remembered as such when it is rounded.
                TermKind::Binary(Operator::Divide, ..) => {
                    let places = Term { kind: TermKind::Int(Int::from(SHOWN_PLACES)), at: value.at.clone() };
                    let name = Name { text: "round".into(), at: name.at.clone() };
                    let kind = TermKind::Call(name, vec![value.clone(), places]);
                    lowering.compile(&Term { kind, at: value.at.clone() }, &Ty::Decimal)
                }
                _ => numeric(lowering, value),
            };
            if is_below_zero(distance) {
                let message = "nothing is closer than 0 to a number";
                lowering.error(
                    "wrong-arguments",
                    &distance.at,
                    message,
                    "write the largest distance: `about(t, 0.01)`",
                );
            }
            let distance = lowering.compile(distance, &Ty::Decimal);
            Some(OutputPattern::Formed(Form::About(distance), value))
        }
        ("columns", [_, ..]) => {
            for argument in arguments {
                if matches!(&argument.kind, TermKind::Text(text) if text.contains('\n')) {
                    let message = "a row of a table has no line break";
                    let hint = "write one `columns` for each line";
                    lowering.error("wrong-arguments", &argument.at, message, hint);
                }
            }
            let part = |argument: &Term| Pattern { kind: pattern_of(argument), at: argument.at.clone() };
            let parts = arguments.iter().map(|argument| output(lowering, &part(argument))).collect();
            Some(OutputPattern::Columns(parts))
        }
        _ => None,
    }
}

/// Whether a number that is written out is below 0.
fn is_below_zero(term: &Term) -> bool {
    match &term.kind {
        TermKind::Negate(inner) => match &inner.kind {
            TermKind::Int(int) => int.is_positive(),
            TermKind::Decimal(mantissa, _) => mantissa.is_positive(),
            _ => false,
        },
        TermKind::Int(int) => int.is_negative(),
        TermKind::Decimal(mantissa, _) => mantissa.is_negative(),
        _ => false,
    }
}

/// A number as a decimal, but a float as it is: it need not be finite.
fn numeric(lowering: &mut Lowering<'_>, value: &Term) -> TermRef {
    let mark = lowering.mark();
    let term = lowering.compile_any(value);
    if lowering.compiled[term].ty == Ty::Float {
        return term;
    }
    lowering.back_to(mark);
    lowering.compile(value, &Ty::Decimal)
}

/// With so many places a quotient is shown that need not be written as such.
const SHOWN_PLACES: i64 = 6;

fn pattern_of(term: &Term) -> PatternKind {
    match &term.kind {
        TermKind::Text(text) => PatternKind::Text(text.clone()),
        _ => PatternKind::Value(term.clone()),
    }
}

/// A pattern with its terms compiled.
pub(crate) fn output(lowering: &mut Lowering<'_>, pattern: &Pattern) -> OutputPattern {
    if let PatternKind::Value(term) = &pattern.kind
        && let Some(formed) = formed(lowering, term)
    {
        return formed;
    }
    if let PatternKind::Value(Term { kind: TermKind::Binary(Operator::Or, a, b), .. }) = &pattern.kind
        && let Some(either) = alternatives(lowering, a, b)
    {
        return either;
    }
    match &pattern.kind {
        PatternKind::Text(text) => OutputPattern::Text(text.clone()),
        PatternKind::Value(term) => OutputPattern::Value(lowering.compile_any(term)),
        PatternKind::Glued(term) => OutputPattern::Glued(lowering.compile_any(term)),
        PatternKind::Decorated(term) => OutputPattern::Decorated(lowering.compile_any(term)),
        PatternKind::Any => OutputPattern::Any,
        PatternKind::AnyWithout(texts) => OutputPattern::AnyWithout(texts.clone()),
        PatternKind::Some => OutputPattern::Some,
        PatternKind::Nothing => OutputPattern::Text(String::new()),
        PatternKind::Sequence(parts) => {
            OutputPattern::Sequence(parts.iter().map(|part| output(lowering, part)).collect())
        }
        PatternKind::Either(parts) => {
            OutputPattern::Either(parts.iter().map(|part| output(lowering, part)).collect())
        }
        PatternKind::Maybe(inner) => {
            let inner = output(lowering, inner);
            OutputPattern::Either(vec![inner, OutputPattern::Text(String::new())])
        }
    }
}
