//! Lines of a program as events: what the recorder of traces does with each line.
//! In: lines, with the time at which they came. Out: lines of a trace. A pattern is a text in which `{}` stands for the
//! value, `{time}` for the time, and `*` for anything; a line is held to the patterns in their order, and the first counts.

use lydian_tessla::data::Data;

use crate::trace::is_value;

/// Which lines are events of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The stream.
    pub name: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Value,
    Time,
    Anything,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said<'l> {
    /// The stream.
    pub name: &'l str,
    /// The value as it stands in the line.
    pub value: Option<&'l str>,
    /// The time that stands in the line.
    pub time: Option<u64>,
}

impl Pattern {
    /// A pattern as users write it: `NAME=TEXT`.
    ///
    /// ```
    /// use lydian_stream::record::Pattern;
    /// let pattern = Pattern::read("temp=[{time}] temperature: {} *")?;
    /// let said = pattern.said("[120] temperature: 21.5 degrees").expect("the pattern fits");
    /// assert_eq!((said.name, said.value, said.time), ("temp", Some("21.5"), Some(120)));
    /// assert!(pattern.said("temperature: 21.5").is_none());
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<Pattern, String> {
        let (name, pattern) =
            text.split_once('=').ok_or("a pattern is written `NAME=TEXT`, with `{}` for the value")?;
        let name = name.trim();
        let is_end = |char: char| char.is_whitespace() || "=#:\"()".contains(char);
        if name.is_empty() || name.contains(is_end) {
            return Err(format!("`{name}` cannot be the name of a stream in a trace"));
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = pattern;
        while let Some(char) = rest.chars().next() {
            let special = [("{}", Part::Value), ("{time}", Part::Time), ("*", Part::Anything)];
            if let Some((sign, part)) = special.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
                if part != Part::Anything && parts.contains(&part) {
                    return Err(format!("`{sign}` can stand only once in a pattern"));
                }
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(part);
                rest = &rest[sign.len()..];
                continue;
            }
            // Behind `\\` stands a sign that means itself.
            let escaped = rest.strip_prefix('\\').and_then(|rest| rest.chars().next());
            plain.push(escaped.unwrap_or(char));
            rest = &rest[if escaped.is_some() { 1 } else { 0 } + escaped.unwrap_or(char).len_utf8()..];
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        if parts.is_empty() {
            return Err("a pattern without text would fit nothing but empty lines".to_owned());
        }
        Ok(Pattern { name: name.to_owned(), parts })
    }

    /// What a line says, if it is of this form: all of it is, but for blanks at its ends.
    pub fn said<'l>(&'l self, line: &'l str) -> Option<Said<'l>> {
        let mut said = Said { name: &self.name, value: None, time: None };
        fits(&self.parts, line.trim(), &mut said).then_some(said)
    }
}

/// Whether the parts fit a text; each takes as little as it can.
fn fits<'l>(parts: &[Part], text: &'l str, said: &mut Said<'l>) -> bool {
    let Some((part, rest)) = parts.split_first() else { return text.is_empty() };
    if let Part::Text(plain) = part {
        return text.strip_prefix(plain.as_str()).is_some_and(|text| fits(rest, text, said));
    }
    // What follows says where it can end; at the end of the pattern it takes all.
    let ends: Vec<usize> = match rest.first() {
        None => vec![text.len()],
        Some(Part::Text(plain)) => text.match_indices(plain.as_str()).map(|(at, _)| at).collect(),
        Some(_) => text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
    };
    for end in ends {
        let taken = text[..end].trim();
        match part {
            Part::Time => match taken.parse() {
                Ok(time) => said.time = Some(time),
                Err(_) => continue,
            },
            Part::Value if taken.is_empty() => continue,
            Part::Value => said.value = Some(taken),
            _ => {}
        }
        if fits(rest, &text[end..], said) {
            return true;
        }
    }
    false
}

/// What a line without patterns says: it is an event without its time, `NAME` or `NAME = VALUE`.
pub fn plain(line: &str) -> Option<Said<'_>> {
    let line = line.trim();
    let is_end = |char: char| char.is_whitespace() || "=#:\"()".contains(char);
    let (name, rest) = line.split_at(line.find(is_end).unwrap_or(line.len()));
    let value = match rest.trim_start().strip_prefix('=') {
        Some(value) if !value.trim().is_empty() => Some(value.trim()),
        Some(_) => return None,
        None if rest.trim().is_empty() => None,
        None => return None,
    };
    let is_name = name.starts_with(|char: char| char.is_alphabetic() || char == '_');
    is_name.then_some(Said { name, value, time: None })
}

/// Makes a trace of what lines say.
#[derive(Debug, Default)]
pub struct Recorder {
    /// The time that was reached, and the streams that have an event at it.
    reached: u64,
    at_once: Vec<String>,
    /// Events that were written later than they came, since their stream has an event at that time already.
    pub moved: u64,
    /// Events that were written later than they came, since an event with a later time came before.
    pub late: u64,
    /// Events that were written.
    pub written: u64,
}

impl Recorder {
    /// The line of a trace for what was said at a time. Times never go back, and a stream has one event at a time.
    pub fn line(&mut self, said: &Said<'_>, now: u64) -> String {
        let mut time = said.time.unwrap_or(now);
        if time < self.reached {
            self.late += 1;
            time = self.reached;
        }
        if time == self.reached && self.at_once.iter().any(|name| name == said.name) {
            self.moved += 1;
            time += 1;
        }
        if time > self.reached {
            self.at_once.clear();
        }
        self.reached = time;
        self.at_once.push(said.name.to_owned());
        self.written += 1;
        match said.value {
            None => format!("{time}: {}", said.name),
            Some(value) => format!("{time}: {} = {}", said.name, as_value(value)),
        }
    }

    /// The last line: time goes on to the end of the program.
    pub fn end(&self, now: u64) -> String {
        format!("{}: end_of_trace", now.max(self.reached))
    }
}

/// A value as it stands in a trace: what is none is a text.
fn as_value(text: &str) -> String {
    if is_value(text) { text.to_owned() } else { Data::String(text.into()).source() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_whole_lines_and_take_as_little_as_they_can() {
        let value = |pattern: &str, line: &str| {
            let pattern = Pattern::read(pattern).expect("a pattern");
            pattern.said(line).map(|said| said.value.map(str::to_owned))
        };
        assert_eq!(value("x=got {}", "  got 5 "), Some(Some("5".into())));
        assert_eq!(value("x=got {}", "I got 5"), None);
        assert_eq!(value("x=*got {}", "I got 5"), Some(Some("5".into())));
        assert_eq!(value("x=<{}>*", "<a> <b>"), Some(Some("a".into())));
        assert_eq!(value("x=started", "started"), Some(None));
        assert_eq!(value("x=a\\*b", "a*b"), Some(None));
        assert_eq!(value("x=a\\*b", "aab"), None);
        assert_eq!(value("x=got {}", "got "), None);
        for wrong in ["x", "=a", "x=", "a b=c", "x={} {}"] {
            assert!(Pattern::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_without_patterns_are_events_without_their_time() {
        assert_eq!(plain(" x = 5 "), Some(Said { name: "x", value: Some("5"), time: None }));
        assert_eq!(plain("tick"), Some(Said { name: "tick", value: None, time: None }));
        for line in ["", "hello world", "x =", "5: x = 3", "== done =="] {
            assert_eq!(plain(line), None, "{line}");
        }
    }

    #[test]
    fn a_stream_has_one_event_at_a_time_and_times_never_go_back() {
        let mut recorder = Recorder::default();
        let said = |name, value, time| Said { name, value, time };
        assert_eq!(recorder.line(&said("x", Some("5"), None), 3), "3: x = 5");
        assert_eq!(recorder.line(&said("y", Some("a b"), None), 3), "3: y = \"a b\"");
        assert_eq!(recorder.line(&said("x", Some("Some(6)"), None), 3), "4: x = Some(6)");
        assert_eq!(recorder.line(&said("x", None, Some(2)), 9), "5: x");
        assert_eq!((recorder.moved, recorder.late, recorder.written), (2, 1, 4));
        assert_eq!(recorder.end(2), "5: end_of_trace");
    }
}
