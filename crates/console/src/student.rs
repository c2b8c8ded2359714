//! What is wrong with a run, in whole sentences for who wrote the program, in English or German.
//! In: a failing test. Out: a sentence; for a wrong text also the line of it where it goes wrong, with a mark below the first place that
//! differs and what is expected there. Of several texts that would be right that is the one with the longest common beginning.

use lydian_sut::End;

use crate::judge::Found;
use crate::mismatch::{LATE_OR_WRONG, LOOKED, POLLS, UNSETTLED, WAITS_ANYWAY};
use crate::pattern::{Difference, Expectation, Remark};
use crate::what::{Does, More, Must, What, what};

/// In which language is spoken to who wrote a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Speech {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Speech {
    /// One of two texts.
    pub(crate) fn say<'t>(self, english: &'t str, german: &'t str) -> &'t str {
        match self {
            Speech::English => english,
            Speech::German => german,
        }
    }

    /// Why a program was not judged, as it is told in English, in this language.
    pub(crate) fn reason(self, why: String) -> String {
        let german = GERMAN.iter().find(|(english, _)| *english == why).map(|(_, german)| *german);
        match (self, german) {
            (Speech::German, Some(german)) => german.to_owned(),
            _ => why,
        }
    }
}

/// The reasons for which a program is not judged.
const GERMAN: &[(&str, &str)] = &[
    ("the time was used up", "die Zeit war abgelaufen"),
    (
        "the time was used up in the search for paths",
        "die Zeit war abgelaufen, während nach Pfaden gesucht wurde",
    ),
    ("a run could not be followed to its end", "ein Lauf konnte nicht bis zu seinem Ende verfolgt werden"),
    (
        LATE_OR_WRONG,
        "ein Text kann eine zurückgehaltene Aufforderung oder der falsche Anfang der Antwort sein: gib ihn vor dem Lesen aus (flush), \
         damit das zu unterscheiden ist",
    ),
    (
        POLLS,
        "das Programm fragt immer wieder, ob es Eingaben gibt, statt auf sie zu warten, so dass nicht zu erkennen ist, wann es eine \
         Zeile haben will",
    ),
    (
        LOOKED,
        "das Programm sieht nach, ob es Eingaben gibt, statt auf sie zu warten, und endet, bevor es die nächste Zeile bekommt",
    ),
    (
        UNSETTLED,
        "während ein Thread oder Prozess auf eine Zeile wartet, schläft oder rechnet ein anderer länger als eine Sekunde, so dass \
         nicht zu erkennen ist, ob er vorher noch etwas zu sagen hat",
    ),
    (
        WAITS_ANYWAY,
        "diese Laufzeitumgebung wartet auf das Ende der Eingabe, auch wenn das Programm nichts mehr liest, so dass nicht zu erkennen \
         ist, ob das Programm endet: beende es mit process.exit()",
    ),
];

/// How much of a line is shown before and after the mark.
const MOST_BEFORE: usize = 50;
const MOST_AFTER: usize = 20;

/// What is wrong.
pub fn sentences(found: &Found, speech: Speech) -> String {
    let turn = found.difference.turn;
    let what = what(found);
    let mut text = match speech {
        Speech::English => english(&what, turn),
        Speech::German => german(&what, turn),
    };
    if let What::Output(difference) | What::File(_, difference) = &what {
        let held;
        let written = match &what {
            What::File(name, _) => {
                held = found.run.files.iter().find(|(file, _)| file == name);
                held.and_then(|(_, contents)| contents.as_deref()).unwrap_or_default()
            }
            _ => found.run.turns.get(turn).map_or(&found.run.last[..], |(written, _)| written),
        };
        text.push_str(&marked(written, difference, speech));
        if let Some(remark) = &difference.remark {
            text.push_str(&format!("\n{}", amounts_to(remark, speech)));
        }
    }
    text
}

/// The line in which an output goes wrong, and a mark below the place.
fn marked(written: &[u8], difference: &Difference, speech: Speech) -> String {
    // Where only blanks are wrong, they are what must be seen.
    let only_blanks = difference.remark == Some(Remark::Blanks);
    let expected: Vec<String> = difference
        .expected
        .iter()
        .map(|one| match one {
            Expectation::Text(text) if only_blanks => visible_blanks(text),
            _ => expectation(one, speech),
        })
        .collect();
    let (here, missing, or) = match speech {
        Speech::English => ("expected here", "missing", " or "),
        Speech::German => ("hier wird erwartet", "es fehlt", " oder "),
    };
    let visible = written.trim_ascii_end().len();
    let mut at = difference.matched.min(written.len());
    // Where any text may stand, all of it fits, and something is missing: the only number there is the one that is meant.
    let mut is_missing = false;
    if difference.complete && at >= visible {
        match (&difference.expected[..], only_number(&written[..visible])) {
            ([Expectation::Number(_)], Some(place)) => at = place,
            _ => (at, is_missing) = (visible, true),
        }
    }
    let start = written[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
    let end = written[at..].iter().position(|byte| *byte == b'\n').map_or(written.len(), |line| at + line);
    let shown = |bytes: &[u8]| {
        let text = match only_blanks {
            true => visible_blanks(&String::from_utf8_lossy(bytes)),
            false => String::from_utf8_lossy(bytes).replace('\t', " "),
        };
        text.replace(|c: char| c.is_control(), "�")
    };
    let (before, mut after) = (shown(&written[start..at]), shown(&written[at..end]));
    if only_blanks && end < written.len() {
        after.push('⏎');
    }
    let cut = before.chars().count().saturating_sub(MOST_BEFORE);
    let before: String = if cut > 0 { "…" } else { "" }.chars().chain(before.chars().skip(cut)).collect();
    let rest: String = after.chars().take(MOST_AFTER).collect();
    let more = if rest.len() < after.len() { "…" } else { "" };
    if is_missing {
        let shown = if before.is_empty() { String::new() } else { format!("\n  {before}") };
        return format!("{shown}\n  {missing}: {}", expected.join(or));
    }
    let wanted = if expected.is_empty() { String::new() } else { format!(" {here}: {}", expected.join(or)) };
    let blank = " ".repeat(before.chars().count());
    format!("\n  {before}{rest}{more}\n  {blank}^{wanted}")
}

/// A text in which blanks and tabs can be seen.
fn visible_blanks(text: &str) -> String {
    text.replace(' ', "·").replace('\t', "→")
}

/// Where the number begins that is the only one in the last line of a text.
fn only_number(text: &[u8]) -> Option<usize> {
    let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-');
    let mut found = None;
    let mut place = start;
    while place < text.len() {
        let length = text[place..].iter().take_while(|byte| is_part(byte)).count();
        if text[place..place + length].iter().any(u8::is_ascii_digit) {
            if found.is_some() {
                return None;
            }
            found = Some(place);
        }
        place += length.max(1);
    }
    found
}

fn english(what: &What<'_>, turn: usize) -> String {
    let after = match turn {
        0 => "At the start".to_owned(),
        1 => "After the first input".to_owned(),
        _ => format!("After {turn} inputs"),
    };
    let must = |must: &Must| match must {
        Must::Read => "read another line".to_owned(),
        Must::End => "end".to_owned(),
        Must::Write(text) => format!("first write {text}"),
    };
    match what {
        What::Input => format!("{after} the program reads another line than it is sent."),
        What::Output(_) => format!("{after} the program writes something else than it should:"),
        What::WritesBut(wanted) => {
            format!("{after} the program writes something, but it should {}.", must(wanted))
        }
        What::DoesBut(Does::Waits, wanted) => {
            format!("{after} the program waits for another line, but it should {}.", must(wanted))
        }
        What::DoesBut(Does::Ends, wanted) => {
            format!("{after} the program ends, but it should {}.", must(wanted))
        }
        What::ShouldEnd(more) => {
            let more = match more {
                More::WantsToRead => "wants to read another line",
                More::Reads => "reads another line",
                More::Writes => "writes more",
            };
            format!("{after} the program should end, but it {more}.")
        }
        What::Broke(end) => format!("{after} the program {end}."),
        What::NoFile(name) => format!("The program leaves no file `{name}`."),
        What::File(name, _) => format!("The file `{name}` does not hold what it should:"),
        What::Late(true) => format!(
            "{after} a text is missing that comes later: it was written, but not flushed before the program read on."
        ),
        What::Late(false) => format!(
            "{after} a text appears that should have come earlier: it was written, but not flushed before the program read on."
        ),
    }
}

fn german(what: &What<'_>, turn: usize) -> String {
    let after = match turn {
        0 => "Zu Beginn".to_owned(),
        1 => "Nach der ersten Eingabe".to_owned(),
        _ => format!("Nach {turn} Eingaben"),
    };
    let must = |must: &Must| match must {
        Must::Read => "eine weitere Zeile lesen".to_owned(),
        Must::End => "enden".to_owned(),
        Must::Write(text) => format!("zuerst {text} schreiben"),
    };
    match what {
        What::Input => format!("{after} liest das Programm eine andere Zeile als die, die gesendet wird."),
        What::Output(_) => format!("{after} schreibt das Programm etwas anderes, als es soll:"),
        What::WritesBut(wanted) => {
            format!("{after} schreibt das Programm etwas, soll aber {}.", must(wanted))
        }
        What::DoesBut(Does::Waits, wanted) => {
            format!("{after} wartet das Programm auf eine weitere Zeile, soll aber {}.", must(wanted))
        }
        What::DoesBut(Does::Ends, wanted) => {
            format!("{after} endet das Programm, soll aber {}.", must(wanted))
        }
        What::ShouldEnd(more) => {
            let more = match more {
                More::WantsToRead => "will eine weitere Zeile lesen",
                More::Reads => "liest eine weitere Zeile",
                More::Writes => "schreibt noch etwas",
            };
            format!("{after} soll das Programm enden, aber es {more}.")
        }
        What::Broke(end) => format!("{after} {}.", broke(*end)),
        What::NoFile(name) => format!("Das Programm hinterlässt keine Datei `{name}`."),
        What::File(name, _) => format!("In der Datei `{name}` steht etwas anderes, als dort stehen soll:"),
        What::Late(true) => format!(
            "{after} fehlt ein Text, der erst später erscheint: Er wurde geschrieben, aber nicht ausgegeben (flush), bevor das Programm weiterlas."
        ),
        What::Late(false) => format!(
            "{after} erscheint ein Text, der früher hätte kommen sollen: Er wurde geschrieben, aber nicht ausgegeben (flush), bevor das Programm weiterlas."
        ),
    }
}

/// How a program ended, as a step of a run.
pub(crate) fn ended_in_german(end: End) -> String {
    match end {
        End::Exited(code) => format!("endete mit Rückgabewert {code}"),
        End::Signalled(signal) => format!("stürzte ab (Signal {signal})"),
        End::TimedOut { idle: true } => "tat nichts mehr, bis die Zeit abgelaufen war".into(),
        End::TimedOut { idle: false } => "rechnete, bis die Zeit abgelaufen war".into(),
        End::CpuLimit => "verbrauchte zu viel Rechenzeit".into(),
        End::OutputLimit => "schrieb zu viel".into(),
        End::MemoryLimit => "verbrauchte zu viel Speicher".into(),
        End::ProcessLimit => "startete zu viele Prozesse".into(),
        End::DiskLimit => "schrieb zu viel in Dateien".into(),
        End::Polled => "fragte immer wieder nach Eingaben, ohne zu warten".into(),
        End::Lost => "konnte nicht bis zum Ende verfolgt werden".into(),
    }
}

/// How a program broke off.
fn broke(end: End) -> String {
    match end {
        End::Exited(code) => format!("bricht das Programm ab (Rückgabewert {code})"),
        End::Signalled(signal) => format!("stürzt das Programm ab (Signal {signal})"),
        End::TimedOut { idle: true } => "tut das Programm nichts mehr, bis die Zeit abgelaufen ist".into(),
        End::TimedOut { idle: false } => "rechnet das Programm, bis die Zeit abgelaufen ist".into(),
        End::CpuLimit => "verbraucht das Programm zu viel Rechenzeit".into(),
        End::OutputLimit => "schreibt das Programm zu viel".into(),
        End::MemoryLimit => "verbraucht das Programm zu viel Speicher".into(),
        End::ProcessLimit => "startet das Programm zu viele Prozesse".into(),
        End::DiskLimit => "schreibt das Programm zu viel in Dateien".into(),
        End::Polled => "fragt das Programm immer wieder nach Eingaben, ohne zu warten".into(),
        End::Lost => "kann das Programm nicht bis zu seinem Ende verfolgt werden".into(),
    }
}

fn expectation(one: &Expectation, speech: Speech) -> String {
    if speech == Speech::English {
        return one.to_string();
    }
    match one {
        Expectation::Text(text) => text.clone(),
        Expectation::Number(number) => format!("die Zahl {number}"),
        Expectation::LineBreak => "ein Zeilenumbruch".into(),
        Expectation::Visible => "ein Zeichen, das kein Leerzeichen ist".into(),
        Expectation::Blank => "ein Leerzeichen".into(),
        Expectation::Without(text) => format!("kein {text}"),
        Expectation::Anything => "irgendein Text".into(),
        Expectation::End => "das Ende der Ausgabe".into(),
        Expectation::Others => "anderes".into(),
    }
}

/// What a difference amounts to.
fn amounts_to(remark: &Remark, speech: Speech) -> String {
    match (speech, remark) {
        (Speech::English, Remark::Blanks) => "Only blanks or line breaks are wrong (· is a blank, → a tab, ⏎ a line break).".into(),
        (Speech::English, Remark::Case) => "Only upper and lower case are wrong.".into(),
        (Speech::English, Remark::NumberInside(number)) => {
            format!("The number {number} occurs only inside of a longer number.")
        }
        (Speech::English, Remark::DecimalComma) => {
            "Only the decimal commas are wrong: points are expected.".into()
        }
        (Speech::English, Remark::OtherOrder) => "The right texts are there, but in another order.".into(),
        (Speech::German, Remark::Blanks) => "Nur Leerzeichen oder Zeilenumbrüche sind falsch (· ist ein Leerzeichen, → ein Tabulator, ⏎ ein Zeilenumbruch).".into(),
        (Speech::German, Remark::Case) => "Nur die Groß- und Kleinschreibung ist falsch.".into(),
        (Speech::German, Remark::NumberInside(number)) => {
            format!("Die Zahl {number} kommt nur innerhalb einer längeren Zahl vor.")
        }
        (Speech::German, Remark::DecimalComma) => {
            "Nur die Dezimalkommas sind falsch: Erwartet werden Punkte.".into()
        }
        (Speech::German, Remark::OtherOrder) => {
            "Die richtigen Texte sind da, aber in einer anderen Reihenfolge.".into()
        }
    }
}
