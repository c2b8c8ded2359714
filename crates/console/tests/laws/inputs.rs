//! Input sequences over a few values, all of them up to a length: those that a specification ends on, and those it does not.

use lydian_console::{Expected, Misfit, Spec};

/// The lines of which sequences are made: the end of the input, numbers, truth values, texts, members, and a
/// line that is none of these.
const LINES: [&str; 11] = ["\x04", "0", "1", "2", "-1", "3", "true", "false", "a", "r", "0;1"];

/// Sequences of lines and what came of them.
#[derive(Default)]
pub struct Runs {
    /// Those on which the specification ends.
    pub complete: Vec<(Vec<Vec<u8>>, Expected)>,
    /// Those on which it does not, with the misfit.
    pub others: Vec<(Vec<Vec<u8>>, Misfit)>,
}

/// All sequences up to a length, as far as the specification reads on; at most so many of them.
pub fn runs(spec: &Spec, length: usize, most: usize) -> Runs {
    let mut found = Runs::default();
    let mut open: std::collections::VecDeque<Vec<Vec<u8>>> = [Vec::new()].into();
    while let Some(lines) = open.pop_front() {
        if found.complete.len() + found.others.len() >= most {
            break;
        }
        match spec.expect(&lines, u32::MAX) {
            Ok(expected) => found.complete.push((lines, expected)),
            Err(misfit) => {
                if matches!(misfit, Misfit::TooFew(_)) && lines.len() < length {
                    open.extend(LINES.iter().map(|line| [&lines[..], &[line.as_bytes().to_vec()]].concat()));
                }
                found.others.push((lines, misfit));
            }
        }
    }
    found
}

/// Lines as one readable text.
pub fn shown(lines: &[Vec<u8>]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    format!("[{}]", lines.join(" | "))
}
