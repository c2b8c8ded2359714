//! The statements of a specification as a list of steps with jumps: a place in a specification is a number.
//! In: the tree. Out: steps, and a table each of what is read and written, with compiled terms. Loops of every kind
//! become branches and jumps; `Round` stands at the head of each loop and is where rounds are counted.

use crate::lower::{Lowering, TermRef, Ty};
use crate::syntax::ast::{
    At, Field, LoopKind, Mode, Pattern, PatternKind, Reaction, Read, Script, Statement, StatementKind, Term,
    TypeKind,
};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// The program reads a line.
    Read(usize),
    /// The program writes.
    Write(usize),
    /// Goes on if the condition holds (does not hold, if negated), else jumps.
    Branch { condition: TermRef, negated: bool, otherwise: usize },
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
    Any,
    Some,
    Sequence(Vec<OutputPattern>),
    Either(Vec<OutputPattern>),
}

/// All steps of a specification.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    pub(crate) steps: Vec<Step>,
    /// Where each step stands in the script.
    pub(crate) places: Vec<At>,
    pub(crate) readings: Vec<Reading>,
    pub(crate) writings: Vec<Writing>,
}

impl Flow {
    /// The steps of a script; its terms go to the lowering.
    pub(crate) fn of(script: &Script, lowering: &mut Lowering<'_>) -> Flow {
        let mut builder = Builder { flow: Flow::default(), lowering, exits: Vec::new() };
        builder.block(&script.body);
        builder.push(Step::End, &(script.source.text.len()..script.source.text.len()));
        builder.flow
    }
}

struct Builder<'a, 's> {
    flow: Flow,
    lowering: &'a mut Lowering<'s>,
    /// For each loop around, the jumps that leave it.
    exits: Vec<Vec<usize>>,
}

impl Builder<'_, '_> {
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
                let reading = self.reading(read, &statement.at);
                self.flow.readings.push(reading);
                self.push(Step::Read(self.flow.readings.len() - 1), &statement.at);
            }
            StatementKind::Write { optional, pattern } => {
                let pattern = output(self.lowering, pattern);
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
            StatementKind::Nothing => {}
        }
    }

    fn looped(&mut self, kind: &LoopKind, body: &[Statement], at: &At) {
        let head = self.push(Step::Round, at);
        self.exits.push(Vec::new());
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
        if let Some(leave) = leave {
            self.patch(leave);
        }
        for exit in self.exits.pop().unwrap_or_default() {
            self.patch(exit);
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
        let (separator, malformed) = (read.separator.clone(), read.malformed);
        Reading { fields, separator, malformed, mode, at: at.clone() }
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
                Writing { optional: true, pattern: OutputPattern::Text(String::new()), at: at.clone() }
            }
            Reaction::Says(pattern) => {
                let at = pattern.at.clone();
                Writing { optional: false, pattern: output(self.lowering, pattern), at }
            }
        }
    }
}

/// A pattern with its terms compiled.
pub(crate) fn output(lowering: &mut Lowering<'_>, pattern: &Pattern) -> OutputPattern {
    match &pattern.kind {
        PatternKind::Text(text) => OutputPattern::Text(text.clone()),
        PatternKind::Value(term) => OutputPattern::Value(lowering.compile_any(term)),
        PatternKind::Glued(term) => OutputPattern::Glued(lowering.compile_any(term)),
        PatternKind::Decorated(term) => OutputPattern::Decorated(lowering.compile_any(term)),
        PatternKind::Any => OutputPattern::Any,
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
