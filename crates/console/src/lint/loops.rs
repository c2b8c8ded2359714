//! Loops that cannot work, and statements that are never reached (section 8.1 of the paper).
//! In: the statements. Out: an error for each loop with a round that changes nothing, without an exit, with an exit that
//! belongs to none of its own, or with a condition that its rounds cannot change; a warning for what stands behind an exit.

use std::collections::BTreeSet;
use std::sync::Arc;

use lydian_diagnostic::Diagnostic;

use super::Findings;
use super::effects::{Effect, Effects, effects, effects_of, every_read, round_effects};
use super::variables::{Variables, names};
use crate::syntax::ast::{At, LoopKind, Name, Statement, StatementKind, Term};

/// Checks all loops and blocks.
pub(super) fn check(statements: &[Statement], variables: &Variables, findings: &mut Findings<'_>) {
    Loops { variables, findings }.block(statements, Around::Nothing);
}

/// The loop around a statement.
#[derive(Clone, Copy)]
enum Around<'a> {
    Nothing,
    Plain,
    Derived(&'a LoopKind, &'a At),
}

struct Loops<'a, 'f> {
    variables: &'a Variables,
    findings: &'a mut Findings<'f>,
}

impl Loops<'_, '_> {
    fn block(&mut self, statements: &[Statement], around: Around<'_>) {
        self.dead(statements);
        for statement in statements {
            match &statement.kind {
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then, around);
                    self.block(otherwise, around);
                }
                StatementKind::Loop { kind, body } => {
                    match condition(kind) {
                        None if *kind == LoopKind::UntilEnd => {}
                        None => self.plain(body, &statement.at),
                        Some(condition) => self.derived(kind, condition, body, &statement.at),
                    }
                    let inner = match kind {
                        LoopKind::TillExit => Around::Plain,
                        derived => Around::Derived(derived, &statement.at),
                    };
                    self.block(body, inner);
                }
                StatementKind::Exit => self.exit(&statement.at, around),
                _ => {}
            }
        }
    }

    /// Warns of the first statement that all paths through its block have left before.
    fn dead(&mut self, statements: &[Statement]) {
        let mut before = Effects::of(&[Effect::NEITHER]);
        for (index, statement) in statements.iter().enumerate() {
            if before.always_exits() {
                let message = "this is never reached: the loop has been left before";
                let warning = self.findings.warning("unreachable-statement", &statement.at, message);
                let label = self.findings.span(&statements[index - 1].at);
                self.findings
                    .add(warning.label(label, "left here").hint("remove what comes after the `exit`"));
                return;
            }
            before = before.then(effects_of(statement, &every_read));
        }
    }

    fn exit(&mut self, at: &At, around: Around<'_>) {
        // An exit without any loop is reported where the steps are made.
        let Around::Derived(kind, head) = around else { return };
        let word = word(kind);
        let message = format!(
            "`exit` leaves a `loop`, and the loop around it is a `{word}` that ends by its condition"
        );
        let error = self.findings.error("exit-in-derived-loop", at, message);
        let label = self.findings.span(head);
        self.findings.add(
            error
                .label(label, "the loop around it")
                .hint("write `loop { ... }` with `if ... { exit }` in place of the condition"),
        );
    }

    fn plain(&mut self, body: &[Statement], at: &At) {
        let round = effects(body, &every_read);
        if !round.can_exit() && round != Effects::NONE {
            let message = "nothing leaves this loop: there is no `exit` of its own in it";
            let error = self.findings.error("loop-without-exit", at, message);
            self.findings.add(error.hint("add `if ... { exit }` to the body, outside of inner loops"));
        }
        // A loop that does nothing at all has one mistake, not two.
        if round.contains(Effect::NEITHER) && round != Effects::of(&[Effect::NEITHER]) {
            let message =
                "a round of this loop can pass without reading anything and without leaving the loop";
            self.dormant(body, at, message);
        }
    }

    fn derived(&mut self, kind: &LoopKind, condition: &Term, body: &[Statement], at: &At) {
        let asked = self.variables.of_term(condition);
        if asked.is_empty() {
            let message = "no variable occurs in the condition of this loop, so it is always the same";
            let error = self.findings.error("constant-condition", &condition.at, message);
            self.findings.add(
                error.hint("ask about values that the loop reads, as in `while x != 0 { read x : int }`"),
            );
        }
        if round_effects(kind, body, &every_read).contains(Effect::NEITHER) {
            return self.dormant(body, at, "a round of this loop can pass without reading anything");
        }
        let reads_asked = |name: &Name| asked.contains(&name.text);
        if !asked.is_empty() && round_effects(kind, body, &reads_asked).contains(Effect::NEITHER) {
            self.ignored(condition, &asked, body, at);
        }
    }

    fn dormant(&mut self, body: &[Statement], at: &At, message: &str) {
        let error = self.findings.error("dormant-loop", at, message);
        let error = self.with_path(error, body, &every_read);
        self.findings.add(error.hint("read something on each way through the body, or leave the loop there"));
    }

    fn ignored(&mut self, condition: &Term, asked: &BTreeSet<Arc<str>>, body: &[Statement], at: &At) {
        let names = names(asked.iter());
        let message =
            format!("a round of this loop can pass without reading {names}, so its condition stays the same");
        let error = self.findings.error("loop-ignores-condition", at, message);
        let error = error.label(self.findings.span(&condition.at), "the condition");
        let reads_asked = |name: &Name| asked.contains(&name.text);
        let error = self.with_path(error, body, &reads_asked);
        self.findings.add(error.hint(format!("read {names} on each way through the body")));
    }

    /// Points at the decisions on the way that counts no read.
    fn with_path(
        &self,
        error: Diagnostic,
        body: &[Statement],
        counted: &dyn Fn(&Name) -> bool,
    ) -> Diagnostic {
        let mut decisions = Vec::new();
        idle_path(body, counted, &mut decisions);
        decisions.into_iter().fold(error, |error, (at, words)| error.label(self.findings.span(&at), words))
    }
}

/// The decisions on a path that neither counts a read nor leaves the loop, if there is one.
fn idle_path(
    statements: &[Statement],
    counted: &dyn Fn(&Name) -> bool,
    decisions: &mut Vec<(At, &'static str)>,
) {
    for statement in statements {
        match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                let holds = effects(then, counted).contains(Effect::NEITHER);
                let (side, words) =
                    if holds { (then, "if this holds") } else { (otherwise, "if this does not hold") };
                if !effects(side, counted).contains(Effect::NEITHER) {
                    return;
                }
                decisions.push((statement.at.clone(), words));
                idle_path(side, counted, decisions);
            }
            StatementKind::Loop {
                kind: LoopKind::TillExit | LoopKind::While(_) | LoopKind::Until(_) | LoopKind::UntilEnd,
                ..
            } => decisions.push((statement.at.clone(), "if this is left at once")),
            _ => {}
        }
    }
}

/// The condition of a loop that has one.
fn condition(kind: &LoopKind) -> Option<&Term> {
    match kind {
        LoopKind::TillExit | LoopKind::UntilEnd => None,
        LoopKind::While(condition)
        | LoopKind::Until(condition)
        | LoopKind::RepeatWhile(condition)
        | LoopKind::RepeatUntil(condition) => Some(condition),
    }
}

/// What a user calls a loop.
fn word(kind: &LoopKind) -> &'static str {
    match kind {
        LoopKind::TillExit => "loop",
        LoopKind::While(_) => "while",
        LoopKind::Until(_) => "until",
        LoopKind::UntilEnd => "until end of input",
        LoopKind::RepeatWhile(_) => "repeat ... while",
        LoopKind::RepeatUntil(_) => "repeat ... until",
    }
}
