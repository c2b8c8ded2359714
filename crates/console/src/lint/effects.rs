//! What the paths through statements do: whether they read, and whether they leave the loop around them.
//! In: statements, and which reads count. Out: the set of combinations that occur, by the equations of Figure 7 of the
//! paper (section 8.1). Loops other than `loop` count as the `loop` that they stand for. Conditions are not looked at.

use std::fmt;

use crate::syntax::ast::{LoopKind, Name, Statement, StatementKind};

/// What one path does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    /// Whether something is read.
    pub(super) reads: bool,
    /// Whether it leaves the loop.
    pub(super) exits: bool,
}

impl Effect {
    pub(super) const NEITHER: Effect = Effect { reads: false, exits: false };
    pub(super) const READS: Effect = Effect { reads: true, exits: false };
    pub(super) const EXITS: Effect = Effect { reads: false, exits: true };
    pub(super) const BOTH: Effect = Effect { reads: true, exits: true };
    const EACH: [Effect; 4] = [Effect::NEITHER, Effect::READS, Effect::EXITS, Effect::BOTH];

    /// The join of two effects.
    fn join(self, other: Effect) -> Effect {
        Effect { reads: self.reads || other.reads, exits: self.exits || other.exits }
    }

    fn bit(self) -> u8 {
        1 << (u8::from(self.reads) + 2 * u8::from(self.exits))
    }
}

/// What the paths through some statements do, as a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Effects(u8);

impl Effects {
    /// No path comes through.
    pub(super) const NONE: Effects = Effects(0);

    /// The set of these.
    pub(super) fn of(effects: &[Effect]) -> Effects {
        Effects(effects.iter().fold(0, |set, effect| set | effect.bit()))
    }

    /// Whether some path does just this.
    pub(super) fn contains(self, effect: Effect) -> bool {
        self.0 & effect.bit() != 0
    }

    /// Whether some path leaves the loop.
    pub(super) fn can_exit(self) -> bool {
        self.contains(Effect::EXITS) || self.contains(Effect::BOTH)
    }

    /// Whether there are paths, and all of them leave the loop.
    pub(super) fn always_exits(self) -> bool {
        self.can_exit() && !self.contains(Effect::NEITHER) && !self.contains(Effect::READS)
    }

    fn each(self) -> impl Iterator<Item = Effect> {
        Effect::EACH.into_iter().filter(move |effect| self.contains(*effect))
    }

    fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// The effects of these paths followed by those: a path that has left the loop does not go on.
    pub(super) fn then(self, next: Effects) -> Effects {
        let mut effects = Effects::NONE;
        for first in self.each() {
            if first.exits {
                effects = effects.union(Effects::of(&[first]));
            } else {
                next.each().for_each(|second| effects = effects.union(Effects::of(&[first.join(second)])));
            }
        }
        effects
    }

    /// The effects of a loop around these paths. A round that goes on adds nothing: another one follows.
    fn looped(self) -> Effects {
        let mut effects = Effects::NONE;
        for round in self.each().filter(|round| round.exits) {
            effects = effects.union(Effects::of(&[Effect { exits: false, ..round }]));
        }
        effects
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.each()).finish()
    }
}

/// The variables whose new values count.
pub(super) type Counted<'c> = &'c dyn Fn(&Name) -> bool;

/// Every read counts.
pub(super) fn every_read(_: &Name) -> bool {
    true
}

/// The effects of statements one after the other.
pub(super) fn effects(statements: &[Statement], counted: Counted<'_>) -> Effects {
    let nothing = Effects::of(&[Effect::NEITHER]);
    statements.iter().fold(nothing, |before, statement| before.then(effects_of(statement, counted)))
}

/// The effects of one statement.
pub(super) fn effects_of(statement: &Statement, counted: Counted<'_>) -> Effects {
    match &statement.kind {
        StatementKind::Read(read) if read.fields.iter().any(|field| counted(&field.name)) => {
            Effects::of(&[Effect::READS])
        }
        // A round that computes something goes on, too.
        StatementKind::Assign(assignment) if counted(&assignment.name) => Effects::of(&[Effect::READS]),
        StatementKind::Read(_)
        | StatementKind::Assign(_)
        | StatementKind::Choose(_)
        | StatementKind::Write { .. }
        | StatementKind::Nothing => Effects::of(&[Effect::NEITHER]),
        StatementKind::Exit => Effects::of(&[Effect::EXITS]),
        StatementKind::If { then, otherwise, .. } => {
            effects(then, counted).union(effects(otherwise, counted))
        }
        StatementKind::Loop { kind, body } => round_effects(kind, body, counted).looped(),
    }
}

/// The effects of one round of a loop, its own condition included: `while c { s }` stands for
/// `loop { if c { s } else { exit } }`, and `repeat { s } until c` for `loop { s if c { exit } }`.
pub(super) fn round_effects(kind: &LoopKind, body: &[Statement], counted: Counted<'_>) -> Effects {
    let body = effects(body, counted);
    match kind {
        LoopKind::TillExit => body,
        LoopKind::While(_) | LoopKind::Until(_) | LoopKind::UntilEnd => {
            body.union(Effects::of(&[Effect::EXITS]))
        }
        LoopKind::RepeatWhile(_) | LoopKind::RepeatUntil(_) => {
            body.then(Effects::of(&[Effect::EXITS, Effect::NEITHER]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use lydian_diagnostic::Source;

    fn of(text: &str) -> Effects {
        let (script, diagnostics) = parse(&Source::new("test.console", text));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        effects(&script.body, &every_read)
    }

    const NEITHER: Effect = Effect::NEITHER;
    const READS: Effect = Effect::READS;
    const EXITS: Effect = Effect::EXITS;
    const BOTH: Effect = Effect::BOTH;

    #[test]
    fn writing_and_nothing_have_no_effect() {
        for text in ["write any", "may write any", "nothing", ""] {
            assert_eq!(of(text), Effects::of(&[NEITHER]), "{text}");
        }
    }

    #[test]
    fn reading_reads_whatever_a_wrong_value_does() {
        for text in ["read x : int", "read x : int in 1.. else retry", "read x : int in 1.. else stop"] {
            assert_eq!(of(text), Effects::of(&[READS]), "{text}");
        }
    }

    #[test]
    fn an_exit_exits() {
        assert_eq!(of("exit"), Effects::of(&[EXITS]));
    }

    #[test]
    fn a_sequence_joins_effects_until_it_exits() {
        assert_eq!(of("write any read x : int"), Effects::of(&[READS]));
        assert_eq!(of("read x : int exit"), Effects::of(&[BOTH]));
        assert_eq!(of("exit read x : int"), Effects::of(&[EXITS]));
        assert_eq!(of("read x : int exit read x : int"), Effects::of(&[BOTH]));
        let choices = "if c { read x : int } else { nothing } if d { exit } else { nothing }";
        assert_eq!(of(choices), Effects::of(&[READS, BOTH, NEITHER, EXITS]));
    }

    #[test]
    fn a_branch_has_the_effects_of_both_sides() {
        assert_eq!(of("if c { read x : int } else { exit }"), Effects::of(&[READS, EXITS]));
        assert_eq!(of("if c { read x : int }"), Effects::of(&[READS, NEITHER]));
    }

    #[test]
    fn a_loop_has_the_effects_of_its_last_round() {
        assert_eq!(of("loop { read x : int }"), Effects::NONE);
        assert_eq!(of("loop { if c { read x : int } else { exit } }"), Effects::of(&[NEITHER]));
        assert_eq!(of("loop { read x : int exit }"), Effects::of(&[READS]));
        let either = "loop { if c { exit } read x : int if d { exit } }";
        assert_eq!(of(either), Effects::of(&[NEITHER, READS]));
    }

    #[test]
    fn nothing_comes_after_a_loop_that_is_never_left() {
        assert_eq!(of("loop { read x : int } exit"), Effects::NONE);
    }

    #[test]
    fn other_loops_have_the_effects_of_the_loops_that_they_stand_for() {
        for (derived, plain) in [
            ("while c { read x : int }", "loop { if c { read x : int } else { exit } }"),
            ("until c { read x : int }", "loop { if c { exit } else { read x : int } }"),
            ("repeat { read x : int } until c", "loop { read x : int if c { exit } }"),
            ("repeat { read x : int } while c", "loop { read x : int if c { nothing } else { exit } }"),
        ] {
            assert_eq!(of(derived), of(plain), "{derived}");
        }
        assert_eq!(of("while c { read x : int }"), Effects::of(&[NEITHER]));
        assert_eq!(of("repeat { read x : int } until c"), Effects::of(&[READS]));
    }
}
