//! What was begun in a browser, and how far it came. Nothing of it is kept here: the browser has it, sealed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, still_holds};
use platform::access::random_bytes;
use platform::call::Call;
use platform::openid::{Claims, MatchBy, OpenIdConfig, Sent};
use platform::refusal::Refusal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::REFUSED;

/// So long somebody may take at the provider.
const AWAY_MS: i64 = 10 * 60 * 1000;
/// So long he may take to choose his company and to find his authenticator.
const PASS_MS: i64 = 5 * 60 * 1000;
/// Name of the cookie; over a line that is not open, one that no other host of the domain may set.
fn cookie_name(call: &Call) -> &'static str {
    if is_secure(call) { "__Host-openid" } else { "openid" }
}

fn is_secure(call: &Call) -> bool {
    call.public_url().starts_with("https:")
}

/// Letters of a name that are kept.
const NAME_MAX: usize = 200;

/// A log-in a browser was sent away for.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begun {
    state: String,
    pub(super) nonce: String,
    verifier: String,
    /// Its end.
    pub(super) until: i64,
}

/// 256 bits that nobody guesses.
fn secret() -> Result<String, Refusal> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<32>()?))
}

fn sealed(call: &Call, what: &impl Serialize) -> Result<String, Refusal> {
    let text = serde_json::to_string(what).map_err(|error| Refusal::broken(error.to_string()))?;
    Ok(URL_SAFE_NO_PAD.encode(call.app.secrets.seal(&text)?))
}

fn opened<T: DeserializeOwned>(call: &Call, text: &str) -> Option<T> {
    let text = call.app.secrets.open(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    serde_json::from_str(&text).ok()
}

/// The header of a cookie: no script reads it, a page of another site that posts sends it not, and no open line carries it.
fn header(call: &Call, value: &str, seconds: i64) -> String {
    let (name, secure) = (cookie_name(call), if is_secure(call) { "; Secure" } else { "" });
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

impl Begun {
    pub(super) fn new(call: &Call) -> Result<Self, Refusal> {
        let until = call.now().plus_millis(AWAY_MS).millis();
        Ok(Self { state: secret()?, nonce: secret()?, verifier: secret()?, until })
    }

    /// As the provider is told it.
    pub(super) fn sent<'a>(&'a self, redirect: &'a str) -> Sent<'a> {
        Sent { redirect, state: &self.state, nonce: &self.nonce, verifier: &self.verifier }
    }

    pub(super) fn cookie(&self, call: &Call) -> Result<String, Refusal> {
        Ok(header(call, &sealed(call, self)?, AWAY_MS / 1000))
    }

    /// Takes the cookie back.
    pub(super) fn cleared(call: &Call) -> String {
        header(call, "", 0)
    }

    /// What the browser of a call was sent away for, when it comes back with the state of that.
    pub(super) fn of(call: &Call, state: &str) -> Option<Self> {
        let begun: Self = opened(call, call.asked.cookies.get(cookie_name(call))?)?;
        let holds = still_holds(Instant::from_millis(begun.until), call.now(), AWAY_MS);
        (holds && begun.state == state).then_some(begun)
    }
}

/// Whom the provider named.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Who {
    pub(super) issuer: String,
    pub(super) sub: String,
    /// The claim that may tell whose account it is; empty where there is none.
    pub(super) name: String,
    /// Whether the claim is one that may.
    pub(super) verified: bool,
    /// Code of the company he chose.
    pub(super) org: String,
    nonce: String,
    /// The end of a pass for him.
    pub(super) until: i64,
}

impl Who {
    pub(super) fn of_claims(
        call: &Call,
        config: &OpenIdConfig,
        (claims, begun): (Claims, Begun),
    ) -> Result<Self, Refusal> {
        let (name, verified) = match config.match_by {
            MatchBy::Email => (claims.email.as_deref(), claims.is_mail_verified()),
            MatchBy::PreferredUsername => (claims.preferred_username.as_deref(), true),
        };
        let name = name.unwrap_or_default().trim();
        // What is no text a column keeps is no name either.
        if [name, claims.sub.as_str()].into_iter().any(|text| text.contains('\0')) || name.chars().count() > NAME_MAX {
            return Err(Refusal::business(REFUSED));
        }
        Ok(Self {
            issuer: config.issuer.clone(),
            name: if config.match_by == MatchBy::Email { name.to_lowercase() } else { name.to_owned() },
            sub: claims.sub,
            verified,
            org: String::new(),
            nonce: begun.nonce,
            until: call.now().plus_millis(PASS_MS).millis(),
        })
    }

    /// What he is called in logs and settings.
    pub(super) fn shown(&self) -> &str {
        if self.name.is_empty() { &self.sub } else { &self.name }
    }

    /// What is noted once he has entered.
    pub(super) fn done(&self) -> String {
        format!("{} entered", self.nonce)
    }

    /// What stands for him while he chooses his company or looks for the code.
    pub(super) fn pass(&self, call: &Call) -> Result<String, Refusal> {
        sealed(call, self)
    }

    /// Of a pass; none when the text is none, or its time is over.
    pub(super) fn of_pass(call: &Call, pass: &str) -> Option<Self> {
        let who: Self = opened(call, pass)?;
        let holds = still_holds(Instant::from_millis(who.until), call.now(), PASS_MS);
        (holds && call.app.openid.config().is_some_and(|config| config.issuer == who.issuer)).then_some(who)
    }
}
