//! What the tests of a program have covered, in words: English or German.
//! In: counts. Out: one line of the report, parts joined by semicolons.

use lydian_words::plural;

use crate::mistakes::Score;
use crate::student::Speech;

/// What was covered.
pub(crate) struct Covered {
    /// Runs, and the tests that they repeat.
    pub(crate) runs: u64,
    pub(crate) distinct: u64,
    /// Runs that could not be judged; nothing if none had to be.
    pub(crate) unjudged: Option<u64>,
    pub(crate) naive: bool,
    pub(crate) paths: u64,
    pub(crate) alike: u64,
    pub(crate) more_paths: bool,
    pub(crate) undecided: u64,
    pub(crate) without_inputs: u64,
    /// Tests on which numbers leave a width.
    pub(crate) overflows: Option<(u64, u32)>,
    pub(crate) score: Option<Score>,
}

impl Covered {
    pub(crate) fn in_words(&self, speech: Speech) -> String {
        match speech {
            Speech::English => self.english(),
            Speech::German => self.german(),
        }
    }

    fn english(&self) -> String {
        let mut text = match self.distinct < self.runs {
            true => format!("{} of {}", plural(self.runs, "run"), plural(self.distinct, "test")),
            false => plural(self.runs, "test"),
        };
        if self.naive {
            text.push_str(" with inputs drawn at random, without a solver");
        }
        // Tests that were given belong to no path that was searched for.
        if self.paths > 0 {
            text.push_str(&format!(" on {}", plural(self.paths, "path")));
        }
        match self.unjudged {
            None => {}
            Some(0) => text.push_str(", without a mistake"),
            Some(all) if all == self.runs => text.push_str(", none of which could be judged"),
            Some(some) => {
                text.push_str(&format!(", {some} of them not judged, the others without a mistake"))
            }
        }
        if self.alike > 0 {
            text.push_str(&format!("; {} without anything new", plural(self.alike, "further path")));
        }
        if self.more_paths {
            text.push_str("; there are more paths");
        }
        if self.undecided > 0 {
            text.push_str(&format!("; {} undecided", plural(self.undecided, "branch")));
        }
        if self.without_inputs > 0 {
            text.push_str(&format!(
                "; no lines were found for {}",
                plural(self.without_inputs, "further path")
            ));
        }
        if let Some((tests, bits)) = self.overflows {
            text.push_str(&format!("; on {} numbers leave {bits} bits", plural(tests, "test")));
        }
        if let Some(score) = &self.score {
            text.push_str(&format!("; {}", score.in_words()));
        }
        text
    }

    fn german(&self) -> String {
        let mut text = match self.distinct < self.runs {
            true => {
                format!("{} von {}", count(self.runs, "Lauf", "Läufe"), count(self.distinct, "Test", "Tests"))
            }
            false => count(self.runs, "Test", "Tests"),
        };
        // It stands behind the reason for which nothing is known.
        if self.unjudged.is_some() {
            text.insert_str(0, "bis dahin: ");
        }
        if self.naive {
            text.push_str(" mit zufälligen Eingaben, ohne Löser");
        }
        if self.paths > 0 {
            text.push_str(&format!(" auf {}", count(self.paths, "Pfad", "Pfaden")));
        }
        match self.unjudged {
            None => {}
            Some(0) => text.push_str(", ohne Fehler"),
            Some(all) if all == self.runs => text.push_str(", von denen keiner zu beurteilen war"),
            Some(some) => text.push_str(&format!(", {some} davon nicht beurteilt, die anderen ohne Fehler")),
        }
        if self.alike > 0 {
            text.push_str(&format!(
                "; {} ohne etwas Neues",
                count(self.alike, "weiterer Pfad", "weitere Pfade")
            ));
        }
        if self.more_paths {
            text.push_str("; es gibt mehr Pfade");
        }
        if self.undecided > 0 {
            text.push_str(&format!(
                "; {} nicht entschieden",
                count(self.undecided, "Verzweigung", "Verzweigungen")
            ));
        }
        if self.without_inputs > 0 {
            let paths = count(self.without_inputs, "weiteren Pfad", "weitere Pfade");
            text.push_str(&format!("; keine Zeilen gefunden für {paths}"));
        }
        if let Some((tests, bits)) = self.overflows {
            text.push_str(&format!(
                "; in {} passen Zahlen nicht in {bits} Bit",
                count(tests, "Test", "Tests")
            ));
        }
        if let Some(score) = &self.score {
            text.push_str(&format!("; {}", score.in_german()));
        }
        text
    }
}

/// A number with its noun.
fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
