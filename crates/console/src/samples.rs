//! Sample runs for a task sheet: few, short, different from each other, with numbers that people like to read.
//! In: a specification. Out: runs that it allows, written in one of three styles. They come from the same paths as tests
//! do, and what they show is what playing the specification writes.

use lydian_budget::Deadline;
use lydian_diagnostic::Diagnostic;

use crate::inputs::Sampling;
use crate::judge::failed;
use crate::line::END_OF_INPUT;
use crate::paths::PathBounds;
use crate::play::{Pause, Play};
use crate::spec::Spec;
use crate::suite::{Test, Tests};
use crate::trace::Action;

/// A run for a task sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The values of the parameters (`secret = 7`); empty without parameters.
    pub parameters: String,
    /// What is written and read, in order.
    pub actions: Vec<Action>,
}

/// How many and which.
#[derive(Debug, Clone)]
pub struct Choice {
    /// How many runs.
    pub number: usize,
    /// Whether they show what may be left out.
    pub optional: bool,
    /// The seed.
    pub seed: u64,
    /// When no more are looked for.
    pub deadline: Option<Deadline>,
}

/// How samples are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For people and files.
    Text,
    /// With fences.
    Markdown,
    /// For LaTeX.
    Latex,
}

/// Tests among which samples are chosen.
const CANDIDATES: usize = 200;

/// Sample runs, best first. There are fewer than asked for if the specification has no more.
pub fn samples(specs: &[Spec], choice: &Choice) -> Result<Vec<Sample>, Box<Diagnostic>> {
    let deadline = choice.deadline;
    let bounds = PathBounds { rounds: 6, wrong_values: 1, work: 300_000, deadline, ..PathBounds::default() };
    let sampling = Sampling { per_path: 8, range: 12, seed: choice.seed, ..Sampling::default() };
    let mut tests = Tests::new(specs, &bounds, &sampling);
    let mut candidates: Vec<Test> = Vec::new();
    while candidates.len() < CANDIDATES
        && !deadline.is_some_and(Deadline::passed)
        && let Some(test) = tests.get(candidates.len())
    {
        candidates.push(test.clone());
    }
    if let Some((failure, lines)) = &tests.failure {
        return Err(Box::new(failed(tests.first_spec(), failure, lines)));
    }
    let mut chosen: Vec<Test> = Vec::new();
    while chosen.len() < choice.number {
        let best = (0..candidates.len()).min_by_key(|index| {
            let test = &candidates[*index];
            (dullness(test) + likeness(test, &chosen), *index)
        });
        let Some(best) = best else { break };
        chosen.push(candidates.remove(best));
    }
    chosen.iter().map(|test| sample(&specs[test.instance], test, choice.optional)).collect()
}

fn sample(spec: &Spec, test: &Test, optional: bool) -> Result<Sample, Box<Diagnostic>> {
    let mut play = Play::new(spec, optional);
    let mut actions = Vec::new();
    let mut lines = test.lines.iter();
    let failed = |failure| Box::new(failed(spec, &failure, &test.lines));
    loop {
        let (written, pause) = play.go_on().map_err(failed)?;
        if !written.is_empty() {
            actions.push(Action::Write(written));
        }
        let next = if pause == Pause::Reads { lines.next() } else { None };
        let Some(line) = next else { break };
        play.read(line).map_err(failed)?;
        actions.push(Action::Read(line.clone()));
    }
    Ok(Sample { parameters: spec.instance(), actions })
}

/// How little a reader learns from a run: it is too short or too long, its values are zeros, repeated or ugly.
fn dullness(test: &Test) -> usize {
    let mut cost = match test.lines.len() {
        0 => 6,
        1 => 2,
        length @ 2..=5 => length.abs_diff(3) / 2,
        length => 2 * (length - 4),
    };
    let texts: Vec<String> =
        test.lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    let values: Vec<&str> = texts.iter().flat_map(|text| text.split([' ', ';', ','])).collect();
    let zeros = values.iter().filter(|value| value.trim_matches(['0', '.', '-']).is_empty()).count();
    // One zero can be what ends a run; before the end it shows little.
    cost += 3 * zeros.saturating_sub(1) + zeros;
    let ends_with_zero = values.last().is_some_and(|value| value.trim_matches(['0', '.', '-']).is_empty());
    cost += 2 * zeros.saturating_sub(usize::from(ends_with_zero));
    cost += values.iter().filter(|value| value.starts_with('-')).count();
    cost += 3 * values.iter().filter(|value| value.starts_with("0.")).count();
    cost += values.iter().map(|value| value.len().saturating_sub(4)).sum::<usize>();
    // A number with three digits was chosen for a program, not for a reader.
    let digits = |value: &&&str| value.bytes().all(|byte| byte.is_ascii_digit());
    cost += values.iter().filter(digits).filter(|value| value.len() > 2).count();
    let odd =
        |text: &String| !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" .-;,".contains(&byte));
    cost += 2 * texts.iter().filter(|text| odd(text)).count();
    let mut distinct = values.clone();
    distinct.sort_unstable();
    distinct.dedup();
    cost += 2 * (values.len() - distinct.len());
    cost + 2 * test.expected.turns.iter().filter(|turn| !turn.valid).count()
}

/// How much of a run has been shown by the chosen ones.
fn likeness(test: &Test, chosen: &[Test]) -> usize {
    let like = |other: &Test| {
        let path = other.path == test.path && other.instance == test.instance;
        let end = other.expected.last == test.expected.last;
        let length = other.lines.len() == test.lines.len();
        10 * usize::from(path)
            + 3 * usize::from(end)
            + 2 * usize::from(length)
            + usize::from(other.instance == test.instance)
    };
    chosen.iter().map(like).sum()
}

/// Writes samples.
pub fn write_samples(samples: &[Sample], style: Style) -> String {
    let mut text = match style {
        Style::Text => "Lines that begin with > are typed by the user.\n".to_owned(),
        Style::Markdown => "Lines that begin with `>` are typed by the user.\n".to_owned(),
        Style::Latex => "% What the user types is bold.\n".to_owned(),
    };
    for (number, sample) in samples.iter().enumerate() {
        let mut title = format!("Sample run {}", number + 1);
        if !sample.parameters.is_empty() {
            title.push_str(&format!(" ({})", sample.parameters));
        }
        text.push('\n');
        text.push_str(&match style {
            Style::Text => {
                format!("{title}:\n{}", lines(sample).map(|line| plain("    ", &line)).collect::<String>())
            }
            Style::Markdown => markdown(&title, sample),
            Style::Latex => latex(&title, sample),
        });
    }
    text
}

/// A line on the screen, and whether it was typed.
struct Line {
    typed: bool,
    text: String,
}

fn lines(sample: &Sample) -> impl Iterator<Item = Line> {
    sample.actions.iter().flat_map(|action| match action {
        Action::Read(line) if line == END_OF_INPUT => {
            vec![Line { typed: true, text: "(end of input)".into() }]
        }
        Action::Read(line) => vec![Line { typed: true, text: String::from_utf8_lossy(line).into_owned() }],
        Action::Write(text) => {
            let text = String::from_utf8_lossy(text);
            text.lines().map(|line| Line { typed: false, text: line.to_owned() }).collect()
        }
    })
}

fn plain(indent: &str, line: &Line) -> String {
    let line = format!("{indent}{}{}", if line.typed { "> " } else { "" }, line.text);
    format!("{}\n", line.trim_end())
}

fn markdown(title: &str, sample: &Sample) -> String {
    let body: String = lines(sample).map(|line| plain("", &line)).collect();
    // A fence is longer than any row of backticks inside.
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("**{title}**\n\n{fence}text\n{body}{fence}\n")
}

fn latex(title: &str, sample: &Sample) -> String {
    let mut text = format!("\\paragraph{{{}}}\n\\begin{{flushleft}}\\ttfamily\n", latex_text(title, ' '));
    for line in lines(sample) {
        let shown = latex_text(&line.text, '~');
        let shown = if shown.is_empty() { "\\mbox{}".to_owned() } else { shown };
        let shown = if line.typed { format!("\\textbf{{{shown}}}") } else { shown };
        text.push_str(&format!("{shown}\\\\\n"));
    }
    text.push_str("\\end{flushleft}\n");
    text
}

/// A text that LaTeX shows as it is; blanks become `blank`.
fn latex_text(text: &str, blank: char) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            // A bracket after a line break would be read as its argument, two hyphens as a dash.
            '[' | ']' | '*' | '-' | '`' | '\'' => out.push_str(&format!("{{{character}}}")),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', character]),
            ' ' | '\t' => out.push(blank),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_character_of_latex_is_escaped() {
        assert_eq!(
            latex_text("a_b 50% {x} \\ #1 $2 & ~ ^", '~'),
            "a\\_b~50\\%~\\{x\\}~\\textbackslash{}~\\#1~\\$2~\\&~\\textasciitilde{}~\\textasciicircum{}"
        );
        assert_eq!(latex_text("[--]", ' '), "{[}{-}{-}{]}");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        let sample = Sample { parameters: String::new(), actions: vec![Action::Write(b"```\n".into())] };
        assert!(write_samples(&[sample], Style::Markdown).contains("\n````text\n```\n````\n"));
    }
}
