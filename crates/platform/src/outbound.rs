//! Calls to other systems at addresses that users gave. Every connection goes where the guard lets it; what it
//! was that failed is told in fixed words. A redirect is an answer like any other: what was said to one place,
//! with the names and keys beside it, is not said to another, and a message that was not taken is not called sent.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error};

use crate::address::AddressGuard;

/// Bytes of an answer that are read.
const ANSWER_BYTES_MAX: u64 = 1024 * 1024;

/// What is said to another system.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Where.
    pub url: &'a str,
    /// Names and values beside the usual ones.
    pub headers: &'a [(&'a str, &'a str)],
    /// Sent as it is; nothing: the address is only read.
    pub body: Option<&'a str>,
    /// The whole of it may take so long.
    pub within: Duration,
}

/// What another system answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Status.
    pub status: u16,
    /// Text.
    pub body: String,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// No connection: no such host, closed by the guard, refused, no encryption. Which one is nobody's business.
    Unreachable,
    /// Too slow.
    Silent,
}

/// Whether the server could ever call an address: encrypted, or in a network the deployment opened.
pub fn is_address(guard: &AddressGuard, url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    match uri.scheme_str() {
        Some("https") => parts(&uri).is_some(),
        Some("http") => place_of(guard, &uri).is_some(),
        _ => false,
    }
}

/// Scheme, host and port of an address: what a secret was kept for.
pub fn origin(url: &str) -> Option<String> {
    origin_of(&url.parse().ok()?)
}

fn origin_of(uri: &Uri) -> Option<String> {
    let scheme = uri.scheme_str().filter(|scheme| ["https", "http"].contains(scheme))?;
    let (host, port) = parts(uri)?;
    Some(format!("{scheme}://{}:{port}", host.to_ascii_lowercase()))
}

/// Host and port of an address without a user in it.
fn parts(uri: &Uri) -> Option<(&str, u16)> {
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    crate::address::is_host(host).then(|| (host, authority.port_u16().unwrap_or(usual)))
}

fn place_of(guard: &AddressGuard, uri: &Uri) -> Option<SocketAddr> {
    let (host, port) = parts(uri)?;
    match uri.scheme_str() {
        Some("https") => guard.resolve(host, port),
        // In the clear only inside the deployment's own networks.
        Some("http") => guard.resolve_own(host, port),
        _ => None,
    }
}

/// Where a host is, wherever that may be.
fn place_of_named(uri: &Uri) -> Option<SocketAddr> {
    let found: Vec<SocketAddr> = parts(uri)?.to_socket_addrs().ok()?.collect();
    found.iter().find(|address| address.is_ipv4()).or(found.first()).copied()
}

/// The guard as the client asks it for every connection.
#[derive(Debug)]
struct Guarded {
    guard: AddressGuard,
    /// The origin the operator named himself; empty: none.
    named: String,
}

impl Resolver for Guarded {
    fn resolve(&self, uri: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let is_named = !self.named.is_empty() && origin_of(uri).is_some_and(|origin| origin == self.named);
        let place = if is_named { place_of_named(uri) } else { place_of(&self.guard, uri) };
        let place = place.ok_or(Error::HostNotFound)?;
        let mut found = self.empty();
        found.push(place);
        Ok(found)
    }
}

/// Says something and waits for the answer, whatever its status.
pub fn send(guard: &AddressGuard, request: Request<'_>) -> Result<Answered, Trouble> {
    send_named(guard, "", request)
}

/// The same, whose answer counts by its status alone: what comes behind it is not waited for.
pub fn status(guard: &AddressGuard, request: Request<'_>) -> Result<u16, Trouble> {
    Ok(call(guard, "", request)?.status().as_u16())
}

/// Like [`send`], where an address stands in the configuration: its origin is the operator's own word and may lie anywhere, as
/// the stores of files do. What is called at another origin the guard looks at.
pub fn send_named(guard: &AddressGuard, named: &str, request: Request<'_>) -> Result<Answered, Trouble> {
    let mut answer = call(guard, named, request)?;
    let status = answer.status().as_u16();
    Ok(Answered { status, body: text_of(answer.body_mut())? })
}

/// Says something and hears the answer line by line while it comes, until it ends or nobody listens any more. The time
/// limit of the request holds for all of it.
pub fn send_lines(
    guard: &AddressGuard,
    request: Request<'_>,
    mut hear: impl FnMut(&str) -> bool,
) -> Result<u16, Trouble> {
    let mut answer = call(guard, "", request)?;
    let status = answer.status().as_u16();
    let mut lines = BufReader::new(answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).reader());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = lines.read_until(b'\n', &mut line).map_err(|error| trouble(&Error::from(error)))?;
        if read == 0 || !hear(String::from_utf8_lossy(&line).trim_end()) {
            return Ok(status);
        }
    }
}

fn call(guard: &AddressGuard, named: &str, request: Request<'_>) -> Result<Response<Body>, Trouble> {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(request.within))
        // A proxy of the environment would connect past the guard.
        .proxy(None)
        .user_agent("OpenForwarder")
        .build();
    let guarded = Guarded { guard: guard.clone(), named: origin(named).unwrap_or_default() };
    let agent = Agent::with_parts(config, DefaultConnector::default(), guarded);
    let answer = match request.body {
        None => {
            request.headers.iter().fold(agent.get(request.url), |call, (name, value)| call.header(*name, *value)).call()
        }
        Some(body) => request
            .headers
            .iter()
            .fold(agent.post(request.url), |call, (name, value)| call.header(*name, *value))
            .send(body),
    };
    answer.map_err(|error| trouble(&error))
}

fn text_of(body: &mut Body) -> Result<String, Trouble> {
    match body.with_config().limit(ANSWER_BYTES_MAX).lossy_utf8(true).read_to_string() {
        Ok(text) => Ok(text),
        Err(error @ Error::Timeout(_)) => Err(trouble(&error)),
        // Pictures, or more than anybody reads: the status says enough.
        Err(_) => Ok(String::new()),
    }
}

fn trouble(error: &Error) -> Trouble {
    match error {
        Error::Timeout(_) => Trouble::Silent,
        _ => Trouble::Unreachable,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// A server that answers each of so many connections with the same text; its address.
    fn server(times: usize, answer: impl Fn(u16) -> String + Send + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming().take(times) {
                let mut stream = stream.unwrap();
                let _ = stream.read(&mut [0; 4096]).unwrap();
                stream.write_all(answer(port).as_bytes()).unwrap();
            }
        });
        format!("http://127.0.0.1:{port}/x")
    }

    fn own() -> AddressGuard {
        AddressGuard::new(&["127.0.0.0/8".to_owned()]).unwrap()
    }

    fn ask(url: &str) -> Request<'_> {
        Request { url, headers: &[("X-Key", "k")], body: None, within: Duration::from_secs(5) }
    }

    #[test]
    fn an_answer_is_told_with_its_status() {
        let url = server(1, |_| "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\nConnection: close\r\n\r\nwait".to_owned());
        let answered = send(&own(), ask(&url)).unwrap();
        assert_eq!((answered.status, answered.body.as_str()), (503, "wait"));
    }

    #[test]
    fn an_answer_is_heard_line_by_line_until_nobody_listens() {
        let body = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nConnection: close\r\n\r\none\r\ntwo\n\nthree";
        let url = server(2, |_| body.to_owned());
        let heard = |until: usize| {
            let mut lines = Vec::new();
            let status = send_lines(&own(), ask(&url), |line| {
                lines.push(line.to_owned());
                lines.len() < until
            });
            (status, lines.join("|"))
        };
        assert_eq!(heard(9), (Ok(200), "one|two||three".to_owned()));
        assert_eq!(heard(2), (Ok(200), "one|two".to_owned()));
        assert_eq!(send_lines(&AddressGuard::default(), ask(&url), |_| true), Err(Trouble::Unreachable));
    }

    #[test]
    fn the_guard_looks_at_the_address() {
        let url = server(1, |_| "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_owned());
        assert_eq!(send(&AddressGuard::default(), ask(&url)), Err(Trouble::Unreachable));
        let named =
            |origin: &str| send_named(&AddressGuard::default(), origin, ask(&url)).map(|answered| answered.status);
        assert_eq!(named("http://127.0.0.1:1/x"), Err(Trouble::Unreachable), "another port is another place");
        assert_eq!(named(&url), Ok(200), "the operator named it");
    }

    #[test]
    fn what_is_said_to_one_place_is_not_said_to_another() {
        let (tell, told) = std::sync::mpsc::channel();
        let elsewhere = server(1, move |_| {
            tell.send(()).unwrap();
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_owned()
        });
        for (body, status) in [(None, 302), (Some("{}"), 302), (Some("{}"), 307)] {
            let away = format!(
                "HTTP/1.1 {status} Away\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
            let url = server(1, move |_| away.clone());
            assert_eq!(send(&own(), Request { body, ..ask(&url) }).map(|answered| answered.status), Ok(status));
        }
        assert!(told.try_recv().is_err(), "nobody called there");
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (url, wanted) in [
            ("https://API.example.com/v1?x=1", Some("https://api.example.com:443")),
            ("https://api.example.com:8443", Some("https://api.example.com:8443")),
            ("http://127.0.0.1/x", Some("http://127.0.0.1:80")),
            ("https://user@example.com/", None),
            ("example.com", None),
        ] {
            assert_eq!(origin(url).as_deref(), wanted, "{url}");
        }
    }

    #[test]
    fn a_server_that_says_nothing_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let request = Request { within: Duration::from_millis(50), ..ask(&url) };
        assert_eq!(send(&own(), request), Err(Trouble::Silent));
    }

    #[test]
    fn addresses_are_encrypted_or_of_the_own_house() {
        let (public, own) = (AddressGuard::default(), own());
        for (url, outside, inside) in [
            ("https://api.example.com/v1?x=1", true, true),
            ("https://api.example.com:8443", true, true),
            ("http://127.0.0.1:8080/x", false, true),
            ("http://1.1.1.1/", false, false),
            ("https://user:pass@example.com/", false, false),
            ("ftp://example.com/", false, false),
            ("example.com", false, false),
            ("https://", false, false),
            ("https://ex ample.com", false, false),
        ] {
            assert_eq!((is_address(&public, url), is_address(&own, url)), (outside, inside), "{url}");
        }
    }
}
