//! A link to an HTTP server: requests and answers over connections that are kept open.
//! In: method, path, headers, body and how long to wait. Out: status and body, or what came instead of an answer.
//! Every status is an answer, redirects too; nothing is sent twice, and no proxy comes in between.

use std::fmt;
use std::io::{self, Read};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ureq::http::{Method, Request};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::{Agent, Error};

use super::carry::Carrier;
use super::cookies::Cookies;
use super::server::{Server, Site};
use super::{LinkError, LinkErrorKind, LinkOptions};
use crate::{End, Launcher, Program};

/// Bytes of status line and headers of an answer.
const HEAD: usize = 64 << 10;
/// A connection that was not used for so long is not used again: the server may be about to close it.
const IDLE: Duration = Duration::from_secs(2);

/// An exchange of requests and answers with an HTTP server.
pub struct HttpLink {
    /// There after a restart: the connections, and where they go.
    session: Option<(Agent, SocketAddr)>,
    /// `HOST` or `HOST:PORT` as given.
    authority: String,
    /// What comes before each path, without `/` at its end.
    prefix: String,
    site: Site,
    options: LinkOptions,
    /// What the server gave to be sent back, if that is done.
    cookies: Option<Cookies>,
}

/// An answer of an HTTP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpAnswer {
    /// The status, such as 200.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// What came instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpTrouble {
    /// No whole answer in the given time.
    Silent,
    /// The connection was closed or refused; how it came to that, such as `ended with exit code 1`.
    Closed(String),
    /// A part of an answer came: its status, its body so far, and what came then; no more of it in the given time, if that is nothing.
    Half {
        /// The status.
        status: u16,
        /// What came of the body.
        body: Vec<u8>,
        /// How the connection came to its end, if it did.
        end: Option<String>,
    },
    /// What came is no HTTP; why not.
    Malformed(String),
    /// The head or the body of the answer is larger than allowed.
    TooLong,
    /// The request cannot be sent like this: its method, path or a header makes no sense.
    BadRequest(String),
}

impl fmt::Display for HttpTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpTrouble::Silent => f.write_str("the system does not answer in time"),
            HttpTrouble::Closed(how) => write!(f, "the system {how}"),
            HttpTrouble::Half { status, .. } => {
                write!(f, "the system gives half an answer with status {status}")
            }
            HttpTrouble::Malformed(why) => write!(f, "the answer is no HTTP: {why}"),
            HttpTrouble::TooLong => f.write_str("the answer is too long"),
            HttpTrouble::BadRequest(why) => write!(f, "the request cannot be sent: {why}"),
        }
    }
}

impl std::error::Error for HttpTrouble {}

impl HttpLink {
    /// A link to `http://HOST:PORT/PREFIX`, which is not connected yet.
    pub fn new(url: &str, options: LinkOptions) -> Result<HttpLink, LinkError> {
        let bad = |why: &str| {
            let shown: String = url.chars().take(100).collect();
            let message = format!("`{}` {why}", shown.escape_debug());
            LinkError::new(LinkErrorKind::Unreachable, message)
        };
        let rest = match url.split_once("://") {
            Some(("http", rest)) => rest,
            Some(("https", _)) => return Err(bad("is encrypted; only http:// can be tested")),
            _ => return Err(bad("is no URL: write http://HOST:PORT")),
        };
        let (authority, prefix) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let host_and_port = match authority.rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => authority.to_owned(),
            _ => format!("{authority}:80"),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:[]%".contains(c);
        if host_and_port.starts_with(':') || !authority.chars().all(is_plain) {
            return Err(bad("is no URL: write http://HOST:PORT"));
        }
        if prefix.contains(['?', '#']) {
            return Err(bad("has more than a path; put a query into the path of each request"));
        }
        Ok(HttpLink {
            session: None,
            authority: authority.to_owned(),
            prefix: prefix.trim_end_matches('/').to_owned(),
            site: Site::new(host_and_port, options.start),
            options,
            cookies: None,
        })
    }

    /// The same, with cookies sent back to the server until they are forgotten.
    #[must_use]
    pub fn with_cookies(mut self) -> HttpLink {
        self.cookies = Some(Cookies::default());
        self
    }

    /// Forgets the cookies that were given since [`HttpLink::keep_cookies`], or since the restart.
    pub fn forget_cookies(&mut self) {
        if let Some(cookies) = &mut self.cookies {
            cookies.forget();
        }
    }

    /// Keeps the cookies that there are now until the next restart.
    pub fn keep_cookies(&mut self) {
        if let Some(cookies) = &mut self.cookies {
            cookies.keep();
        }
    }

    /// The same to a server of our own, started afresh by each restart.
    #[must_use]
    pub fn serve(mut self, launcher: Launcher, program: Program) -> HttpLink {
        self.site.serve(Server::new(launcher, program, &self.options));
        self
    }

    /// Closes all connections, starts our server afresh if there is one, and waits until it can be reached.
    pub fn restart(&mut self) -> Result<(), LinkError> {
        self.session = None;
        if let Some(cookies) = &mut self.cookies {
            *cookies = Cookies::default();
        }
        let connection = self.site.restart()?;
        let failed = |error: io::Error| LinkError::new(LinkErrorKind::Unreachable, error.to_string());
        let place = connection.peer_addr().map_err(failed)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .allow_non_standard_methods(true)
            .user_agent("lydian")
            .max_response_header_size(HEAD)
            .max_idle_connections(1)
            .max_idle_connections_per_host(1)
            .max_idle_age(IDLE);
        let agent = match self.site.gate() {
            Some(gate) => {
                let carrier = Carrier { gate: gate.clone(), place };
                Agent::with_parts(config.build(), carrier, DefaultResolver::default())
            }
            None => config.build().into(),
        };
        self.session = Some((agent, place));
        Ok(())
    }

    /// Sends one request and waits for the whole answer. A body is sent if there is one, whatever the method; `POST`, `PUT` and
    /// `PATCH` without one have an empty one.
    /// Bytes that may not be in a path are encoded; those that may, such as `?` and `%`, are sent as they are.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
        wait: Duration,
    ) -> Result<HttpAnswer, HttpTrouble> {
        let Some((agent, place)) = &self.session else {
            return Err(HttpTrouble::Closed("has not been connected".to_owned()));
        };
        let begun = Instant::now();
        let method = Method::from_bytes(method.as_bytes())
            .map_err(|_| HttpTrouble::BadRequest(format!("`{}` is no method", method.escape_debug())))?;
        let slash = if path.starts_with('/') { "" } else { "/" };
        // The address is a number, so that no request waits for a look-up.
        let uri = format!("http://{place}{}{slash}{}", self.prefix, encoded(path));
        let mut request = Request::builder().method(method).uri(uri);
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request = request.header("host", &self.authority);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("cookie"))
            && let Some(cookies) = self.cookies.as_ref().and_then(Cookies::header)
        {
            request = request.header("cookie", cookies);
        }
        // Such a request has a length, if only of nothing: without one it would be sent in chunks, which simple servers do not read.
        let counted = request
            .method_ref()
            .is_some_and(|method| [Method::POST, Method::PUT, Method::PATCH].contains(method));
        let answer = match body.or(counted.then_some(&[])) {
            Some(body) => match request.body(body) {
                Ok(it) => self.run(agent, it, wait),
                Err(error) => Err(self.trouble(error.into())),
            },
            None => match request.body(()) {
                Ok(it) => self.run(agent, it, wait),
                Err(error) => Err(self.trouble(error.into())),
            },
        };
        match answer {
            // Each phase has the whole time; together they may not take more.
            Ok(_) if begun.elapsed() > wait => Err(HttpTrouble::Silent),
            Ok((answer, given)) => {
                if let Some(cookies) = &mut self.cookies {
                    given.iter().for_each(|text| cookies.take(text));
                }
                Ok(answer)
            }
            Err(trouble) => Err(trouble),
        }
    }

    fn run<B: ureq::AsSendBody>(
        &self,
        agent: &Agent,
        request: Request<B>,
        wait: Duration,
    ) -> Result<(HttpAnswer, Vec<String>), HttpTrouble> {
        // A limit on the whole call would start a thread for the look-up of each request's address.
        let wait = Some(wait.max(Duration::from_millis(1)));
        let request = agent
            .configure_request(request)
            .timeout_connect(wait)
            .timeout_send_request(wait)
            .timeout_send_body(wait)
            .timeout_recv_response(wait)
            .timeout_recv_body(wait)
            .build();
        let answer = agent.run(request).map_err(|error| self.trouble(error))?;
        let status = answer.status().as_u16();
        let given = answer.headers().get_all("set-cookie").iter();
        let given = given.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
        // Reading fails as soon as the limit is reached, so that one is never reached by a body that just fits.
        let most = (self.options.line as u64).saturating_add(1);
        let mut body = Vec::new();
        let mut reader = answer.into_body().into_with_config().limit(most).reader();
        match reader.read_to_end(&mut body) {
            Ok(_) => Ok((HttpAnswer { status, body }, given)),
            Err(error) => Err(match self.trouble(error.into()) {
                HttpTrouble::Silent => HttpTrouble::Half { status, body, end: None },
                HttpTrouble::Closed(how) => HttpTrouble::Half { status, body, end: Some(how) },
                other => other,
            }),
        }
    }

    fn trouble(&self, error: Error) -> HttpTrouble {
        match error {
            Error::Timeout(_) => HttpTrouble::Silent,
            Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => HttpTrouble::Silent,
            Error::BodyExceedsLimit(_) | Error::LargeResponseHeader(..) => HttpTrouble::TooLong,
            // Which of the two limits of a head is met first depends on how its bytes arrive.
            Error::Protocol(ureq_proto::Error::HttpParseTooManyHeaders) => HttpTrouble::TooLong,
            Error::Protocol(why) => HttpTrouble::Malformed(why.to_string()),
            Error::Http(why) => HttpTrouble::BadRequest(why.to_string()),
            Error::BadUri(why) => HttpTrouble::BadRequest(why),
            Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                HttpTrouble::Closed(self.ending("refuses the connection"))
            }
            Error::Io(_) => HttpTrouble::Closed(self.ending("closed the connection")),
            other => HttpTrouble::Malformed(other.to_string()),
        }
    }

    fn ending(&self, otherwise: &str) -> String {
        match self.site.end() {
            Some(end) => end.to_string(),
            None => otherwise.to_owned(),
        }
    }

    /// How our server has ended, if it has within so much time.
    pub fn end(&self, wait: Duration) -> Option<End> {
        self.site.end_within(wait)
    }

    /// The last 2 KiB that a server of ours wrote to its standard output and error.
    pub fn tail(&self) -> Vec<u8> {
        self.site.server().map(Server::tail).unwrap_or_default()
    }
}

/// A path with those bytes encoded that no path or query may have.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'"' | b'#' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0..=b' ' | 0x7f.. => {
                text.push_str(&format!("%{byte:02X}"));
            }
            _ => text.push(char::from(byte)),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bytes_that_no_path_may_have_are_encoded() {
        assert_eq!(encoded("/a b/\u{e4}?x=1&y=%20#\r\n"), "/a%20b/%C3%A4?x=1&y=%20%23%0D%0A");
    }

    #[test]
    fn urls_that_cannot_be_tested_are_refused_with_a_reason() {
        let refused = |url: &str| HttpLink::new(url, LinkOptions::default()).err().unwrap().message;
        assert!(refused("https://localhost/").contains("only http://"));
        for url in
            ["localhost:80", "ftp://x", "http://", "http://:80", "http://a@b", "http://a b", "http:///x"]
        {
            assert!(refused(url).contains("is no URL"), "{url}");
        }
        assert!(refused("http://localhost/?x=1").contains("more than a path"));
    }

    #[test]
    fn port_and_prefix_of_a_url_are_understood() {
        let link = |url: &str| HttpLink::new(url, LinkOptions::default()).unwrap();
        for (url, address, prefix) in [
            ("http://localhost", "localhost:80", ""),
            ("http://localhost:8080/", "localhost:8080", ""),
            ("http://[::1]/api/v1/", "[::1]:80", "/api/v1"),
            ("http://[::1]:81/api", "[::1]:81", "/api"),
        ] {
            let link = link(url);
            assert_eq!((link.site.address(), &link.prefix[..]), (address, prefix), "{url}");
        }
    }
}
