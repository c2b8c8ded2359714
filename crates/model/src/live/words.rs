//! What a live system did, in words that go on after `the system`.

use std::time::Duration;

use lydian_sut::link::{HttpTrouble, Received};
use lydian_words::seconds;

use crate::codec::quoted;

/// How the silence of a system is told where an answer is due.
pub(crate) const NO_ANSWER: &str = "gives no answer";

/// When a system says something that nobody asked for.
pub(crate) const UNASKED: &str = "before any input";

pub(super) fn broken(received: Received, waited: Duration) -> String {
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
        HttpTrouble::TooLong => "sends an answer without end".into(),
        HttpTrouble::Malformed(why) => format!("does not speak HTTP: {why}"),
        HttpTrouble::BadRequest(why) => format!("the request cannot be sent: {why}"),
    }
}
