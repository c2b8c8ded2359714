//! Holds laws on many generated specifications. A specification that breaks a law is made smaller before it is shown.
//! `LAWS=10 cargo test --test laws` holds them on ten times as many.

use lydian_console::syntax::ast::{Script, Statement, StatementKind};
use lydian_console::{Spec, load, syntax, well_formed};
use lydian_diagnostic::{Diagnostic, Source};

use super::generate::{Style, specification};

/// A specification, loaded.
pub struct Specimen {
    /// Its tree.
    pub script: Script,
    /// It, for each choice of parameter values.
    pub specs: Vec<Spec>,
}

impl Specimen {
    /// Reads and loads a text; nothing if it is not well formed.
    pub fn of(text: &str) -> Option<Specimen> {
        let source = Source::new("generated.console", text);
        let (script, faults) = syntax::parse(&source);
        if faults.iter().chain(&well_formed(&script)).any(Diagnostic::is_error) {
            return None;
        }
        Specimen::loaded(script)
    }

    /// The same without asking whether its loops are well formed, for what was rewritten.
    pub fn rewritten(script: &Script) -> Result<Specimen, String> {
        let text = syntax::print(script);
        let (script, faults) = syntax::parse(&Source::new("rewritten.console", &*text));
        if let Some(fault) = faults.iter().find(|fault| fault.is_error()) {
            return Err(format!("{}: {} in\n{text}", fault.code, fault.message));
        }
        Specimen::loaded(script).ok_or_else(|| format!("this does not load:\n{text}"))
    }

    fn loaded(script: Script) -> Option<Specimen> {
        let (specs, _) = load(script.clone(), &|name| Err(format!("no {name}")));
        (!specs.is_empty()).then_some(Specimen { script, specs })
    }
}

/// What a law says of one specification: how much was checked, or what is wrong.
pub type Checked = Result<u64, String>;

/// Holds a law on the specifications of these seeds. At least so many of them must be loaded, and at least so many things
/// be checked, so that nothing passes by being empty.
pub fn hold(style: Style, seeds: std::ops::Range<u64>, least: u64, law: impl Fn(&Specimen) -> Checked) {
    let (mut checks, mut specimens) = (0, 0);
    let times: u64 = std::env::var("LAWS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let asked = (seeds.end - seeds.start) * times;
    for seed in seeds.start..seeds.start + asked {
        let Some(specimen) = Specimen::of(&specification(seed, style)) else { continue };
        specimens += 1;
        match law(&specimen) {
            Ok(count) => checks += count,
            Err(why) => {
                let (smallest, why) = shrunk(specimen.script, why, &law);
                panic!("seed {seed}: {why}\nwith\n{}", syntax::print(&smallest));
            }
        }
    }
    println!("{specimens} of {asked} specifications, {checks} checks");
    assert!(2 * specimens >= asked, "only {specimens} of {asked} specifications are well formed");
    assert!(checks >= least, "only {checks} things were checked, not {least}");
}

/// The smallest specification that still breaks the law, by taking statements away.
fn shrunk(mut script: Script, mut why: String, law: &impl Fn(&Specimen) -> Checked) -> (Script, String) {
    'again: loop {
        for smaller in smaller_blocks(&script.body) {
            let candidate = Script { body: smaller, ..script.clone() };
            let Some(specimen) = Specimen::of(&syntax::print(&candidate)) else { continue };
            if let Err(still) = law(&specimen) {
                (script, why) = (candidate, still);
                continue 'again;
            }
        }
        return (script, why);
    }
}

#[test]
fn a_specification_that_breaks_a_law_is_made_small() {
    let breaks = |specimen: &Specimen| -> Checked {
        let text = syntax::print(&specimen.script);
        if text.contains("exit") && text.contains("write") { Err("broken".into()) } else { Ok(1) }
    };
    let mut shown = 0;
    for seed in 0..40 {
        let Some(specimen) = Specimen::of(&specification(seed, Style::Rich)) else { continue };
        if breaks(&specimen).is_err() {
            let (smallest, why) = shrunk(specimen.script, "broken".into(), &breaks);
            let lines = syntax::print(&smallest).lines().filter(|line| !line.starts_with("enum")).count();
            assert!(why == "broken" && lines <= 6, "{}", syntax::print(&smallest));
            shown += 1;
        }
    }
    assert!(shown > 5, "only {shown}");
}

/// The statements without one of them, or with one replaced by a part of it.
pub fn smaller_blocks(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for (index, statement) in block.iter().enumerate() {
        let with = |middle: &[Statement]| [&block[..index], middle, &block[index + 1..]].concat();
        found.push(with(&[]));
        match &statement.kind {
            StatementKind::If { condition, then, otherwise } => {
                found.push(with(then));
                found.push(with(otherwise));
                let rebuilt = |then: &[Statement], otherwise: &[Statement]| {
                    let (condition, then) = (condition.clone(), then.to_vec());
                    let kind = StatementKind::If { condition, then, otherwise: otherwise.to_vec() };
                    with(&[Statement { kind, at: statement.at.clone() }])
                };
                found.extend(smaller_blocks(then).iter().map(|then| rebuilt(then, otherwise)));
                found.extend(smaller_blocks(otherwise).iter().map(|otherwise| rebuilt(then, otherwise)));
            }
            StatementKind::Loop { kind, body } => {
                found.push(with(body));
                found.extend(smaller_blocks(body).into_iter().map(|body| {
                    let kind = StatementKind::Loop { kind: kind.clone(), body };
                    with(&[Statement { kind, at: statement.at.clone() }])
                }));
            }
            StatementKind::Read(read) => {
                let mut simpler = read.clone();
                simpler.malformed = false;
                simpler.mode = lydian_console::syntax::ast::Mode::AssumeValid;
                let kind = StatementKind::Read(simpler.clone());
                if simpler != *read {
                    found.push(with(&[Statement { kind, at: statement.at.clone() }]));
                }
                for field in &mut simpler.fields {
                    (field.set, field.filter) = (None, None);
                }
                simpler.mode = read.mode.clone();
                let kind = StatementKind::Read(simpler.clone());
                if simpler.fields != read.fields {
                    found.push(with(&[Statement { kind, at: statement.at.clone() }]));
                }
            }
            _ => {}
        }
    }
    found
}
