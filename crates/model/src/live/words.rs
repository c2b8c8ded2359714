//! What a live system did, in words that go on after `the system`.

use std::time::Duration;

use lydian_sut::link::{HttpTrouble, Received};
use lydian_words::seconds;

use super::Live;

use crate::codec::quoted;

/// How the silence of a system is told where an answer is due.
pub(crate) const NO_ANSWER: &str = "gives no answer";

/// How a system is told that gives the beginning of an answer and no more.
pub(crate) const HALF: &str = "gives half an answer";

/// How a system is told that says for too long that its answer is still to come.
pub(crate) const UNFINISHED: &str = "does not finish";

/// When a system says something that nobody asked for.
pub(crate) const UNASKED: &str = "before any input";

impl Live<'_> {
    /// What a system did in the place of a whole answer: nothing, or half of one.
    pub(super) fn broken(&self, received: Received, waited: Duration) -> String {
        let half = self.half();
        match received {
            Received::Silent if !half.is_empty() => {
                format!("{HALF} within {}: {}", seconds(waited), quoted(&half))
            }
            Received::Closed(how) if !half.is_empty() => {
                format!("{HALF}: {}, and then it {how}", quoted(&half))
            }
            other => broken(other, waited),
        }
    }
}

fn broken(received: Received, waited: Duration) -> String {
    match received {
        Received::Silent => format!("{NO_ANSWER} within {}", seconds(waited)),
        Received::Closed(how) => how,
        Received::TooLong => "writes a line without end".into(),
        Received::Line(line) => format!("says {}", quoted(&line)),
    }
}

pub(super) fn http_broken(trouble: HttpTrouble, waited: Duration) -> String {
    match trouble {
        HttpTrouble::Silent => format!("{NO_ANSWER} within {}", seconds(waited)),
        HttpTrouble::Closed(how) => how,
        HttpTrouble::Half { status, body, end } => {
            let half = format!("status {status} with the body {}", quoted(&body));
            match end {
                Some(how) => format!("{HALF}: {half}, and then it {how}"),
                None => format!("{HALF} within {}: {half}", seconds(waited)),
            }
        }
        HttpTrouble::TooLong => "sends an answer without end".into(),
        HttpTrouble::Malformed(why) => format!("does not speak HTTP: {why}"),
        HttpTrouble::BadRequest(why) => format!("the request cannot be sent: {why}"),
    }
}
