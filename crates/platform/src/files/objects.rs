//! Files in an object store that speaks the protocol of Amazon S3, for several processes on several machines.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use rusty_s3::actions::{ListObjectsV2, ListObjectsV2Response};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use serde::{Deserialize, Serialize};
use ureq::http::Response;
use ureq::typestate::WithBody;
use ureq::{Agent, Body, RequestBuilder};

use crate::refusal::Refusal;

/// How long an address stays signed: the time a request may need to begin.
pub(super) const SIGNED_FOR: Duration = Duration::from_secs(300);
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
const ANSWER_WITHIN: Duration = Duration::from_secs(60);
/// A connection on which nothing moves for so long is dead, however much has come or gone.
const STILL_FOR: Duration = Duration::from_secs(60);
/// A second try bridges a connection that the other side had closed in the meantime.
const TRIES: usize = 2;
pub(super) const NO_BUCKET: &str = "the bucket is not there";

/// Where the object store is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ObjectStoreConfig {
    /// Address of the service, such as https://s3.example.com.
    pub endpoint: String,
    /// Name of the bucket, which exists.
    pub bucket: String,
    /// Region the requests are signed for.
    pub region: String,
    /// Name of the key.
    pub access_key: String,
    /// The key itself.
    pub secret_key: String,
    /// Whether the bucket's name stands in front of the host instead of in the path.
    pub virtual_host: bool,
}

/// An object store.
pub struct Objects {
    pub(super) bucket: Bucket,
    credentials: Credentials,
    pub(super) agent: Agent,
}

impl std::fmt::Debug for Objects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Objects({})", self.bucket.base_url())
    }
}

pub(super) fn broken(what: &str, error: impl std::fmt::Display) -> Refusal {
    Refusal::broken(format!("object store: {what}: {error}"))
}

/// Whether another try may help: the connection failed or the service was not up to it.
fn may_pass(answer: &Result<Response<Body>, ureq::Error>) -> bool {
    match answer {
        Ok(answer) => answer.status().is_server_error(),
        Err(_) => true,
    }
}

impl Objects {
    /// The store of a configuration; an error names what does not fit in it.
    pub fn new(config: &ObjectStoreConfig) -> Result<Self, String> {
        let style = if config.virtual_host { UrlStyle::VirtualHost } else { UrlStyle::Path };
        let endpoint = config.endpoint.parse().map_err(|error| format!("endpoint: {error}"))?;
        let region = if config.region.is_empty() { "us-east-1" } else { &config.region };
        let bucket = Bucket::new(endpoint, style, config.bucket.clone(), region.to_owned())
            .map_err(|error| error.to_string())?;
        if config.bucket.is_empty() || config.access_key.is_empty() || config.secret_key.is_empty() {
            return Err("bucket, access_key and secret_key are needed".to_owned());
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(CONNECT_WITHIN))
            .timeout_recv_response(Some(ANSWER_WITHIN))
            .timeout_per_read(Some(STILL_FOR))
            .timeout_per_write(Some(STILL_FOR))
            .build()
            .into();
        let credentials = Credentials::new(config.access_key.clone(), config.secret_key.clone());
        Ok(Self { bucket, credentials, agent })
    }

    /// Where it is, as people call it.
    pub fn name(&self) -> String {
        self.bucket.base_url().to_string()
    }

    pub(super) fn credentials(&self) -> Option<&Credentials> {
        Some(&self.credentials)
    }

    /// Sends until an answer can be trusted; a missing object is none.
    pub(super) fn send(
        &self,
        what: &str,
        mut send: impl FnMut() -> Result<Response<Body>, ureq::Error>,
    ) -> Result<Option<Response<Body>>, Refusal> {
        let mut answer = send();
        for _ in 1..TRIES {
            if !may_pass(&answer) {
                break;
            }
            answer = send();
        }
        let answer = answer.map_err(|error| broken(what, error))?;
        match answer.status().as_u16() {
            200..=299 => Ok(Some(answer)),
            404 => Ok(None),
            status => Err(broken(what, format!("answered {status}"))),
        }
    }

    /// Whether there is an object under a key.
    pub fn has(&self, key: &str) -> Result<bool, Refusal> {
        Ok(self.head(key)?.is_some())
    }

    fn head(&self, key: &str) -> Result<Option<Response<Body>>, Refusal> {
        let url = self.bucket.head_object(self.credentials(), key).sign(SIGNED_FOR);
        self.send("head", || self.agent.head(url.as_str()).call())
    }

    /// Bytes of the object under a key; none when there is none.
    pub fn size(&self, key: &str) -> Result<Option<u64>, Refusal> {
        let Some(answer) = self.head(key)? else { return Ok(None) };
        let told = answer.headers().get("content-length").and_then(|length| length.to_str().ok()?.parse().ok());
        told.map(Some).ok_or_else(|| broken("head", "told no size"))
    }

    fn put(
        &self,
        key: &str,
        mut call: impl FnMut(RequestBuilder<WithBody>) -> Result<Response<Body>, ureq::Error>,
    ) -> Result<(), Refusal> {
        let url = self.bucket.put_object(self.credentials(), key).sign(SIGNED_FOR);
        let mut may_come = false;
        let done = self.send("put", || {
            let answer = call(self.agent.put(url.as_str()));
            may_come = may_pass(&answer);
            answer
        });
        match done {
            Ok(found) => found.map(drop).ok_or_else(|| broken("put", NO_BUCKET)),
            // A store that is full (507), fails or is not reached: it can't be saved now.
            Err(Refusal::Broken(text)) if may_come => Err(Refusal::Unsaved(text)),
            Err(refusal) => Err(refusal),
        }
    }

    /// Puts bytes under a key; they are whole there or not at all.
    pub fn put_bytes(&self, key: &str, bytes: &[u8]) -> Result<(), Refusal> {
        self.put(key, |request| request.send(bytes))
    }

    /// Puts a file under a key, in constant memory.
    pub fn put_file(&self, key: &str, file: &File) -> Result<(), Refusal> {
        self.put(key, |request| {
            let mut again = file.try_clone()?;
            again.rewind()?;
            request.send(again)
        })
    }

    /// Writes an object into a file; false when there is none.
    pub fn get(&self, key: &str, into: &mut impl Write) -> Result<bool, Refusal> {
        let url = self.bucket.get_object(self.credentials(), key).sign(SIGNED_FOR);
        let Some(answer) = self.send("get", || self.agent.get(url.as_str()).call())? else { return Ok(false) };
        std::io::copy(&mut answer.into_body().into_reader(), into).map_err(|error| broken("get", error))?;
        Ok(true)
    }

    /// So many bytes of an object from a place on, as they are read; at least one.
    pub fn part(&self, key: &str, from: u64, length: u64) -> Result<Box<dyn Read + Send>, Refusal> {
        let url = self.bucket.get_object(self.credentials(), key).sign(SIGNED_FOR);
        let range = format!("bytes={from}-{}", from + length.saturating_sub(1));
        let answer = self.send("get", || self.agent.get(url.as_str()).header("range", range.as_str()).call())?;
        let answer = answer.ok_or(Refusal::NotFound)?;
        // A service that knows no ranges sends the whole.
        if answer.status().as_u16() != 206 && from > 0 {
            return Err(broken("get", "the service answers no ranges"));
        }
        Ok(Box::new(answer.into_body().into_reader().take(length)))
    }

    /// Removes an object; one that is gone already is no fault.
    pub fn remove(&self, key: &str) -> Result<(), Refusal> {
        let url = self.bucket.delete_object(self.credentials(), key).sign(SIGNED_FOR);
        self.send("delete", || self.agent.delete(url.as_str()).call()).map(|_| ())
    }

    /// Keys that begin so and are older than so long by this machine's clock.
    pub fn older_than(&self, prefix: &str, age: Duration) -> Result<Vec<String>, Refusal> {
        let Some(before) = SystemTime::now().checked_sub(age) else { return Ok(Vec::new()) };
        let mut keys = Vec::new();
        self.each::<Refusal>(prefix, &mut |key, changed| {
            if changed.is_some_and(|changed| SystemTime::from(changed) < before) {
                keys.push(key);
            }
            Ok(())
        })?;
        Ok(keys)
    }

    /// Hands over every key that begins so with the time of its object, page by page.
    pub fn each<E: From<Refusal>>(
        &self,
        prefix: &str,
        take: &mut dyn FnMut(String, Option<Timestamp>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_sized(prefix, &mut |key, _, changed| take(key, changed))
    }

    /// The same with the size of each.
    pub fn each_sized<E: From<Refusal>>(
        &self,
        prefix: &str,
        take: &mut dyn FnMut(String, u64, Option<Timestamp>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut more: Option<String> = None;
        loop {
            let page = self.page(prefix, more)?;
            for object in page.contents {
                take(
                    object.key,
                    object.size.unwrap_or_default(),
                    object.last_modified.and_then(|time| time.parse().ok()),
                )?;
            }
            more = page.next_continuation_token;
            if more.is_none() {
                return Ok(());
            }
        }
    }

    /// Whether no key begins so.
    pub fn is_empty(&self, prefix: &str) -> Result<bool, Refusal> {
        Ok(self.page(prefix, None)?.contents.is_empty())
    }

    fn page(&self, prefix: &str, after: Option<String>) -> Result<ListObjectsV2Response, Refusal> {
        let mut list = self.bucket.list_objects_v2(self.credentials());
        list.with_prefix(prefix);
        if let Some(token) = after {
            list.with_continuation_token(token);
        }
        let url = list.sign(SIGNED_FOR);
        let body = self.send("list", || self.agent.get(url.as_str()).call())?;
        let mut body = body.ok_or_else(|| broken("list", NO_BUCKET))?.into_body();
        let text = body.read_to_string().map_err(|error| broken("list", error))?;
        ListObjectsV2::parse_response(&text).map_err(|error| broken("list", error))
    }
}
