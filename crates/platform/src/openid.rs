//! A provider of OpenID Connect that the operator names in the configuration: what it says of itself, its keys, and the
//! token it answers for a code (OpenID Connect Core 1.0, RFC 7636). Whose account a token opens is the room's to say.

mod token;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kernel::{Instant, is_recent};
use ring::digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::address::AddressGuard;
use crate::outbound::{self, Answered, Request};
use crate::web::percent_encoded;

pub use token::Claims;
use token::{Expected, Key};

/// Where a provider describes itself, behind its name.
const DOCUMENT: &str = "/.well-known/openid-configuration";
/// A call to the provider may take so long; a log-in makes three at most.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a provider said of itself, and its keys, are asked for again after so long.
const KEPT_MS: i64 = 60 * 60 * 1000;
/// A token with a key nobody knows has the keys fetched anew, unless that was done so recently.
const REFETCH_MS: i64 = 60 * 1000;
/// A provider that did not answer is left alone so long.
const REST_MS: i64 = 5 * 1000;

/// How the person behind a token is told for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchBy {
    /// By his e-mail, which the provider must have verified.
    #[default]
    Email,
    /// By his log-in name in the one company that is served.
    PreferredUsername,
}

/// The provider of a deployment; without an issuer there is none.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenIdConfig {
    /// Its name, which is its address.
    pub issuer: String,
    /// What it knows this deployment by.
    pub client_id: String,
    /// Proves to the provider that this deployment calls; empty for a public client.
    pub client_secret: String,
    /// What is asked for.
    pub scopes: String,
    /// What the button calls it.
    pub name_zh: String,
    /// The same in English.
    pub name_en: String,
    /// How a person is told for the first time.
    pub match_by: MatchBy,
    /// Codes of the organisations it may open.
    pub orgs: Vec<String>,
}

impl Default for OpenIdConfig {
    fn default() -> Self {
        Self {
            issuer: String::new(),
            client_id: String::new(),
            client_secret: String::new(),
            scopes: "openid profile email".to_owned(),
            name_zh: "企业账号".to_owned(),
            name_en: "your company account".to_owned(),
            match_by: MatchBy::default(),
            orgs: Vec::new(),
        }
    }
}

impl std::fmt::Debug for OpenIdConfig {
    /// Without the secret, which must not reach a log.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("OpenIdConfig")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .field("orgs", &self.orgs)
            .finish_non_exhaustive()
    }
}

/// Why a provider, or what it answered, is of no use. The words are for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It does not answer, or with a fault of its own.
    Unreachable(&'static str),
    /// It takes the code for none of its own or for used up, or the client for another.
    Refused(&'static str),
    /// What it answered does not fit.
    Unfit(&'static str),
}

impl Fault {
    /// What it was.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Unreachable(reason) | Self::Refused(reason) | Self::Unfit(reason) => reason,
        }
    }
}

/// What is sent along with a browser, and asked for again when it comes back.
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    /// Where the browser is to come back.
    pub redirect: &'a str,
    /// Ties the answer to the browser.
    pub state: &'a str,
    /// Ties the token to the browser.
    pub nonce: &'a str,
    /// Proves that who brings the code asked for it; the provider is told its hash first.
    pub verifier: &'a str,
}

/// What a provider says of itself (OpenID Connect Discovery 1.0, 3).
#[derive(Debug, Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

/// What is remembered of a provider, each with the moment it was asked for.
#[derive(Debug, Default)]
struct Known {
    document: Option<(Arc<Document>, Instant)>,
    keys: Option<(Arc<Vec<Key>>, Instant)>,
    failed: Option<Instant>,
}

/// The provider of a deployment.
#[derive(Debug, Default)]
pub struct Provider {
    config: OpenIdConfig,
    guard: AddressGuard,
    known: Mutex<Known>,
}

impl Provider {
    /// As configured. What it names beside its own address is called as far as the guard lets it be.
    pub fn new(config: OpenIdConfig, guard: AddressGuard) -> Self {
        Self { config, guard, known: Mutex::default() }
    }

    /// The decisions of the operator; none where nobody logs in by a provider.
    pub fn config(&self) -> Option<&OpenIdConfig> {
        (!self.config.issuer.is_empty()).then_some(&self.config)
    }

    /// What the page calls it, in both languages.
    pub fn names(&self) -> Option<Json> {
        self.config().map(|config| json!({ "zh": config.name_zh, "en": config.name_en }))
    }

    /// Where a browser is sent to log in.
    pub fn address(&self, sent: Sent<'_>, now: Instant) -> Result<String, Fault> {
        let document = self.document(now)?;
        let challenge = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, sent.verifier.as_bytes()));
        let query = form(&[
            ("response_type", "code"),
            ("client_id", &self.config.client_id),
            ("redirect_uri", sent.redirect),
            ("scope", &self.config.scopes),
            ("state", sent.state),
            ("nonce", sent.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        let endpoint = &document.authorization_endpoint;
        let joint = if endpoint.contains('?') { '&' } else { '?' };
        Ok(format!("{endpoint}{joint}{query}"))
    }

    /// The claims of the token that is answered for a code, when they are made out to this log-in.
    pub fn redeem(&self, code: &str, sent: Sent<'_>, now: Instant) -> Result<Claims, Fault> {
        #[derive(Deserialize)]
        struct Granted {
            id_token: String,
        }
        let document = self.document(now)?;
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", sent.redirect),
            ("code_verifier", sent.verifier),
        ];
        let (id, secret) = (self.config.client_id.as_str(), self.config.client_secret.as_str());
        let basic = !secret.is_empty() && takes_basic(&document);
        let authorization =
            format!("Basic {}", STANDARD.encode(format!("{}:{}", percent_encoded(id), percent_encoded(secret))));
        let mut headers = vec![("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")];
        if basic {
            headers.push(("Authorization", &authorization));
        } else {
            fields.push(("client_id", id));
        }
        if !basic && !secret.is_empty() {
            fields.push(("client_secret", secret));
        }
        let body = form(&fields);
        let request = Request { url: &document.token_endpoint, headers: &headers, body: Some(&body), within: PATIENCE };
        let answered = self.send(request)?;
        match answered.status {
            200 => {}
            400..=499 => return Err(Fault::Refused("the provider refused the code, or this client")),
            _ => return Err(Fault::Unreachable("the provider answered a code with a fault of its own")),
        }
        let granted: Granted = read(&answered)?;
        self.claims(&granted.id_token, sent.nonce, now)
    }

    /// The claims of a token, by the keys that are known, or by new ones when its key is none of them.
    fn claims(&self, id_token: &str, nonce: &str, now: Instant) -> Result<Claims, Fault> {
        let unsigned = token::Unsigned::read(id_token)?;
        let keys = self.keys(now, false)?;
        let claims = match unsigned.key(&keys) {
            Some(key) => unsigned.verified(key)?,
            None => {
                let keys = self.keys(now, true)?;
                unsigned.verified(unsigned.key(&keys).ok_or(Fault::Unfit("a key the provider does not name"))?)?
            }
        };
        let expected =
            Expected { issuer: &self.config.issuer, client: &self.config.client_id, nonce, now: now.millis() / 1000 };
        expected.fits(&claims)?;
        Ok(claims)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn document(&self, now: Instant) -> Result<Arc<Document>, Fault> {
        if let Some((document, at)) = &self.known().document
            && is_recent(*at, now, KEPT_MS)
        {
            return Ok(document.clone());
        }
        let issuer = &self.config.issuer;
        let document: Document = self.fetch(&format!("{}{DOCUMENT}", issuer.trim_end_matches('/')), now)?;
        if document.issuer != *issuer {
            return Err(Fault::Unfit("the provider calls itself otherwise than the configuration"));
        }
        let encrypted = issuer.starts_with("https:");
        let leads = |url: &str| outbound::origin(url).is_some() && (!encrypted || url.starts_with("https:"));
        let endpoints = [&document.authorization_endpoint, &document.token_endpoint, &document.jwks_uri];
        if !endpoints.into_iter().all(|url| leads(url)) {
            return Err(Fault::Unfit("the provider names an address that is none, or an open one"));
        }
        let document = Arc::new(document);
        self.known().document = Some((document.clone(), now));
        Ok(document)
    }

    /// The keys; fetched anew when they are old, or when a token names another and they were not fetched just now.
    fn keys(&self, now: Instant, anew: bool) -> Result<Arc<Vec<Key>>, Fault> {
        let kept_ms = if anew { REFETCH_MS } else { KEPT_MS };
        if let Some((keys, at)) = &self.known().keys
            && is_recent(*at, now, kept_ms)
        {
            return Ok(keys.clone());
        }
        let document = self.document(now)?;
        let keys = Arc::new(Key::all(&self.fetch(&document.jwks_uri, now)?));
        self.known().keys = Some((keys.clone(), now));
        Ok(keys)
    }

    fn fetch<T: DeserializeOwned>(&self, url: &str, now: Instant) -> Result<T, Fault> {
        if self.known().failed.is_some_and(|at| is_recent(at, now, REST_MS)) {
            return Err(Fault::Unreachable("the provider did not answer a moment ago"));
        }
        let headers = [("Accept", "application/json")];
        let answered = self.send(Request { url, headers: &headers, body: None, within: PATIENCE });
        let answered = answered.and_then(|answered| match answered.status {
            200 => Ok(answered),
            _ => Err(Fault::Unreachable("the provider does not tell what it is asked for")),
        });
        self.known().failed = answered.is_err().then_some(now);
        read(&answered?)
    }

    fn send(&self, request: Request<'_>) -> Result<Answered, Fault> {
        outbound::send_named(&self.guard, &self.config.issuer, request)
            .map_err(|_| Fault::Unreachable("the provider does not answer"))
    }
}

fn read<T: DeserializeOwned>(answered: &Answered) -> Result<T, Fault> {
    serde_json::from_str(&answered.body).map_err(|_| Fault::Unfit("the provider answered what nobody can read"))
}

/// Whether the secret is shown in the header: where the provider says nothing, and where it names that way.
fn takes_basic(document: &Document) -> bool {
    let methods = document.token_endpoint_auth_methods_supported.as_deref();
    methods.is_none_or(|methods| {
        let has = |name| methods.iter().any(|method| method == name);
        has("client_secret_basic") || !has("client_secret_post")
    })
}

fn form(fields: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect();
    pairs.join("&")
}
