//! Rewriting that keeps the meaning: unrolling loops, text after `exit`, grouping, `nothing`, printing and reading back.
//! The meaning of a specification on some lines is its generalised trace, or the way in which the lines do not fit.

use std::cell::Cell;

use lydian_console::syntax::ast::{LoopKind, Script, Statement, StatementKind, Term, TermKind};
use lydian_console::syntax::{parse, print};
use lydian_console::{Expected, Misfit, Spec};
use lydian_diagnostic::Source;

use super::generate::Style;
use super::inputs::{runs, shown};
use super::specimen::{Checked, Specimen, hold};

/// What a specification says of some lines, as far as a reader of traces can see.
fn meaning(found: Result<&Expected, &Misfit>) -> String {
    let trace = |expected: &Expected| format!("{:?} then {:?}", expected.turns, expected.last);
    match found {
        Ok(expected) => format!("ends {} {}", expected.stopped, trace(expected)),
        Err(Misfit::TooFew(expected)) => format!("reads on {}", trace(expected)),
        Err(Misfit::TooMany(expected)) => format!("ended {}", trace(expected)),
        Err(Misfit::NotSent(index, _)) => format!("not sent {index}"),
        Err(Misfit::Fails(failure)) => format!("fails {}", failure.why),
    }
}

/// Compares two specifications on all short sequences that the first one reads.
fn same_meaning(spec: &Spec, rewritten: &Script, most: usize) -> Checked {
    let rewritten = Specimen::rewritten(rewritten)?;
    let runs = runs(spec, 3, most);
    let complete = runs.complete.iter().map(|(lines, expected)| (lines, Ok(expected)));
    let others = runs.others.iter().map(|(lines, misfit)| (lines, Err(misfit)));
    let mut checks = 0;
    for (lines, found) in complete.chain(others) {
        let again = rewritten.specs[0].expect(lines, u32::MAX);
        let (before, after) = (meaning(found), meaning(again.as_ref()));
        if before != after {
            let text = print(&rewritten.script);
            return Err(format!("on {}\n  {before}\n  {after}\nrewritten to\n{text}", shown(lines)));
        }
        checks += u64::from(found.is_ok());
    }
    Ok(checks)
}

/// The statements of a text.
fn statements(text: &str) -> Vec<Statement> {
    parse(&Source::new("inserted.console", text)).0.body
}

/// Rewrites all blocks, inner ones first.
fn in_blocks(block: &[Statement], rewrite: &dyn Fn(Vec<Statement>) -> Vec<Statement>) -> Vec<Statement> {
    let inner = |statement: &Statement| {
        let kind = match &statement.kind {
            StatementKind::If { condition, then, otherwise } => StatementKind::If {
                condition: condition.clone(),
                then: in_blocks(then, rewrite),
                otherwise: in_blocks(otherwise, rewrite),
            },
            StatementKind::Loop { kind, body } => {
                StatementKind::Loop { kind: kind.clone(), body: in_blocks(body, rewrite) }
            }
            other => other.clone(),
        };
        Statement { kind, at: statement.at.clone() }
    };
    rewrite(block.iter().map(inner).collect())
}

fn rewritten(script: &Script, rewrite: &dyn Fn(Vec<Statement>) -> Vec<Statement>) -> Script {
    Script { body: in_blocks(&script.body, rewrite), ..script.clone() }
}

fn a(kind: StatementKind) -> Statement {
    Statement { kind, at: 0..0 }
}

fn choice(condition: &Term, then: Vec<Statement>, otherwise: Vec<Statement>) -> Statement {
    a(StatementKind::If { condition: condition.clone(), then, otherwise })
}

fn not(condition: &Term) -> Term {
    Term { kind: TermKind::Not(Box::new(condition.clone())), at: 0..0 }
}

/// One round of a plain loop, then what follows; where the round exits, nothing follows.
fn round(block: &[Statement], after: &[Statement]) -> Vec<Statement> {
    let Some((first, rest)) = block.split_first() else { return after.to_vec() };
    match &first.kind {
        StatementKind::Exit => Vec::new(),
        StatementKind::If { condition, then, otherwise } if leaves(then) || leaves(otherwise) => {
            let then = round(&[then, rest].concat(), after);
            let otherwise = round(&[otherwise, rest].concat(), after);
            vec![choice(condition, then, otherwise)]
        }
        _ => [std::slice::from_ref(first), &round(rest, after)[..]].concat(),
    }
}

/// Whether a block has an exit of the loop around it.
fn leaves(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Exit => true,
        StatementKind::If { then, otherwise, .. } => leaves(then) || leaves(otherwise),
        _ => false,
    })
}

/// The loop with its first round before it.
fn unrolled(kind: &LoopKind, body: &[Statement]) -> Vec<Statement> {
    let again = a(StatementKind::Loop { kind: kind.clone(), body: body.to_vec() });
    let and_again = [body, std::slice::from_ref(&again)].concat();
    match kind {
        LoopKind::TillExit => round(body, &[again]),
        LoopKind::UntilEnd => vec![again],
        LoopKind::While(condition) => vec![choice(condition, and_again, Vec::new())],
        LoopKind::Until(condition) => vec![choice(condition, Vec::new(), and_again)],
        LoopKind::RepeatWhile(condition) => [body, &[choice(condition, vec![again], Vec::new())]].concat(),
        LoopKind::RepeatUntil(condition) => {
            [body, &[choice(&not(condition), vec![again], Vec::new())]].concat()
        }
    }
}

/// The loop with two rounds in one.
fn doubled(kind: &LoopKind, body: &[Statement]) -> Vec<Statement> {
    let twice = |between: &Term, negated: bool| {
        let second = if negated {
            choice(between, Vec::new(), body.to_vec())
        } else {
            choice(between, body.to_vec(), Vec::new())
        };
        [body, &[second]].concat()
    };
    let body = match kind {
        LoopKind::TillExit => [body, body].concat(),
        LoopKind::UntilEnd => body.to_vec(),
        LoopKind::While(condition) | LoopKind::RepeatWhile(condition) => twice(condition, false),
        LoopKind::Until(condition) | LoopKind::RepeatUntil(condition) => twice(condition, true),
    };
    vec![a(StatementKind::Loop { kind: kind.clone(), body })]
}

/// The plain loop that a loop stands for.
fn plain(kind: &LoopKind, body: &[Statement]) -> Vec<Statement> {
    let exit = || vec![a(StatementKind::Exit)];
    let body = match kind {
        LoopKind::UntilEnd => {
            return vec![a(StatementKind::Loop { kind: kind.clone(), body: body.to_vec() })];
        }
        LoopKind::TillExit => body.to_vec(),
        LoopKind::While(condition) => vec![choice(condition, body.to_vec(), exit())],
        LoopKind::Until(condition) => vec![choice(condition, exit(), body.to_vec())],
        LoopKind::RepeatWhile(condition) => [body, &[choice(condition, Vec::new(), exit())]].concat(),
        LoopKind::RepeatUntil(condition) => [body, &[choice(condition, exit(), Vec::new())]].concat(),
    };
    vec![a(StatementKind::Loop { kind: LoopKind::TillExit, body })]
}

#[test]
fn loops_mean_the_same_when_rounds_are_unrolled_doubled_or_written_plainly() {
    let law = |specimen: &Specimen| -> Checked {
        let mut checks = 0;
        for change in [unrolled, doubled, plain] {
            let found = rewritten(&specimen.script, &|block| {
                let pieces = block.iter().map(|statement| match &statement.kind {
                    StatementKind::Loop { kind, body } => change(kind, body),
                    _ => vec![statement.clone()],
                });
                pieces.collect::<Vec<_>>().concat()
            });
            if found.body != specimen.script.body {
                checks += same_meaning(&specimen.specs[0], &found, 100)?;
            }
        }
        Ok(checks)
    };
    hold(Style::Rich, 40_000..40_100, 1_200, law);
}

#[test]
fn text_after_an_exit_is_dead() {
    let dead = statements(
        "write \"dead\" read x : int in 5..6 else stop if x = 5 { exit } \
         loop { read y : int if y = 1 { exit } } read z : int exit write z",
    );
    let law = |specimen: &Specimen| -> Checked {
        let found = rewritten(&specimen.script, &|mut block| {
            if let Some(exit) = block.iter().position(|statement| statement.kind == StatementKind::Exit) {
                block.splice(exit + 1..exit + 1, dead.iter().cloned());
            }
            block
        });
        match found.body == specimen.script.body {
            true => Ok(0),
            false => same_meaning(&specimen.specs[0], &found, 100),
        }
    };
    hold(Style::Rich, 50_000..50_100, 150, law);
}

#[test]
fn nothing_is_neutral() {
    let nothing = a(StatementKind::Nothing);
    let law = |specimen: &Specimen| -> Checked {
        let found = rewritten(&specimen.script, &|block| {
            let after = block.into_iter().flat_map(|statement| [statement, nothing.clone()]);
            [nothing.clone()].into_iter().chain(after).collect()
        });
        same_meaning(&specimen.specs[0], &found, 100)
    };
    hold(Style::Rich, 60_000..60_080, 250, law);
}

#[test]
fn sequences_mean_the_same_however_they_are_grouped() {
    let law = |specimen: &Specimen| -> Checked {
        let mut checks = 0;
        let body = &specimen.script.body;
        // A loop that is left at the end of its first round is a block.
        let group = |block: &[Statement]| {
            let body = [block, &[a(StatementKind::Exit)]].concat();
            a(StatementKind::Loop { kind: LoopKind::TillExit, body })
        };
        for cut in 1..body.len().min(4) {
            let (before, after) = body.split_at(cut);
            for grouped in [[&[group(before)], after].concat(), [before, &[group(after)]].concat()] {
                let found = Script { body: grouped, ..specimen.script.clone() };
                checks += same_meaning(&specimen.specs[0], &found, 40)?;
            }
        }
        Ok(checks)
    };
    hold(Style::Rich, 70_000..70_040, 200, law);
}

#[test]
fn a_statement_that_is_left_out_is_missed() {
    let noticed = Cell::new(0);
    let law = |specimen: &Specimen| -> Checked {
        let body = &specimen.script.body;
        let is_plain =
            |one: &Statement| matches!(one.kind, StatementKind::Read(_) | StatementKind::Write { .. });
        let Some(place) = body.iter().position(is_plain) else { return Ok(0) };
        let shorter =
            Script { body: [&body[..place], &body[place + 1..]].concat(), ..specimen.script.clone() };
        if let Ok(shorter) = Specimen::rewritten(&shorter) {
            noticed.set(
                noticed.get() + u64::from(same_meaning(&specimen.specs[0], &shorter.script, 40).is_err()),
            );
            return Ok(1);
        }
        Ok(0)
    };
    hold(Style::Rich, 100_000..100_040, 10, law);
    assert!(noticed.get() > 10, "only {} changes were noticed", noticed.get());
}

#[test]
fn printed_specifications_read_back_and_mean_the_same() {
    let law = |specimen: &Specimen| -> Checked {
        let printed = print(&specimen.script);
        let again = print(&parse(&Source::new("printed.console", &*printed)).0);
        if printed != again {
            return Err(format!("printed twice:\n{again}"));
        }
        same_meaning(&specimen.specs[0], &specimen.script, 100)
    };
    hold(Style::Rich, 80_000..80_080, 450, law);
}
