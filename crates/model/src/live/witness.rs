//! What a system leaves besides its answers, for a report: the values that it chose, and what it wrote to its log meanwhile.

use std::time::Duration;

use super::{Live, Reach};
use crate::codec::quoted;

/// The most that is shown of a log.
const MOST_LINES: usize = 20;

/// For how long a log must stay the same, and how often that is waited for.
const PAUSE: Duration = Duration::from_millis(40);
const MOST_PAUSES: usize = 5;

/// So much of the log before is looked for in the log after.
const MARK: usize = 200;

/// How the values that a system chose are called in a report.
const CHOSEN: &str = "names";

/// What the log of a system is called in a report.
const LOG: &str = "its log";

/// The same of one that has ended.
const LAST_WORDS: &str = "its last words";

impl Live<'_> {
    /// Another sequence begins.
    pub(super) fn forget(&mut self) {
        match &self.reach {
            Reach::Lines(_, codec) => codec.begin(),
            Reach::Http(_, wire) => crate::codec::Codec::begin(*wire),
        }
        self.log_before = self.tail();
    }

    /// The values that the system chose, if the model knows them by numbers.
    pub(super) fn chosen(&self) -> Option<Vec<Vec<u8>>> {
        match &self.reach {
            Reach::Lines(_, codec) => codec.chosen(),
            Reach::Http(_, wire) => crate::codec::Codec::chosen(*wire),
        }
    }

    /// The log, once nothing more comes: what was written just before an answer may arrive after it.
    fn settled_tail(&mut self) -> String {
        let mut tail = self.tail();
        for _ in 0..MOST_PAUSES {
            std::thread::sleep(PAUSE);
            let before = std::mem::replace(&mut tail, self.tail());
            if before == tail {
                break;
            }
        }
        tail
    }

    fn has_ended(&mut self) -> bool {
        let end = match &mut self.reach {
            Reach::Lines(link, _) => link.end(Duration::ZERO),
            Reach::Http(link, _) => link.end(Duration::ZERO),
        };
        end.is_some()
    }

    /// What a report shows besides the answers of the last sequence.
    pub(super) fn seen_besides(&mut self) -> Vec<(String, String)> {
        let mut seen = Vec::new();
        let chosen = self.chosen().unwrap_or_default();
        if !chosen.is_empty() {
            let values = chosen.iter().enumerate();
            let lines: Vec<String> =
                values.map(|(index, value)| format!("{} is {}", index + 1, quoted(value))).collect();
            seen.push((CHOSEN.to_owned(), lines.join("\n")));
        }
        let tail = self.settled_tail();
        let (name, log) = match self.has_ended() {
            true => (LAST_WORDS, tail),
            false => (LOG, added(&self.log_before, &tail)),
        };
        if !log.is_empty() {
            seen.push((name.to_owned(), log));
        }
        seen
    }
}

/// The last lines that a log has now and did not have before.
fn added(before: &str, now: &str) -> String {
    let start = before.len().saturating_sub(MARK);
    let start = (start..=before.len()).find(|at| before.is_char_boundary(*at)).unwrap_or(before.len());
    let mark = &before[start..];
    let new = now.strip_prefix(before).or_else(|| now.rfind(mark).map(|at| &now[at + mark.len()..]));
    let lines: Vec<&str> = new.unwrap_or(now).lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(MOST_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::added;

    #[test]
    fn only_what_is_new_in_a_log_is_shown() {
        assert_eq!(added("", "a\n\nb\n"), "a\nb");
        assert_eq!(added("start\n", "start\nnew\n"), "new");
        assert_eq!(added("cut off start\n", "off start\nnew"), "off start\nnew");
        let long = "x".repeat(300);
        assert_eq!(added(&long, &format!("{}new", &long[50..])), "new");
    }
}
