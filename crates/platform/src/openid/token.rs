//! The token of a log-in: a JWT signed with a key that its provider publishes, by RS256 or ES256 alone. The key says which
//! of both, not the token: one that could choose would be signed by nobody, or with a public key as if it were a secret.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::Fault;

/// How far the provider's clock may be from ours.
const SKEW_S: i64 = 60;
/// A token is made when its user logs in, and comes here at once.
const AGE_S: i64 = 10 * 60;
/// Keys of a provider that are looked at.
const KEYS_MAX: usize = 100;
/// Longest name of a subject (OpenID Connect Core 1.0, 2).
const SUBJECT_MAX: usize = 255;

/// A key a provider signs with.
#[derive(Debug)]
pub(super) struct Key {
    id: Option<String>,
    public: Public,
}

#[derive(Debug)]
enum Public {
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    P256(Vec<u8>),
}

impl Public {
    const fn algorithm(&self) -> &'static str {
        match self {
            Self::Rsa { .. } => "RS256",
            Self::P256(_) => "ES256",
        }
    }
}

impl Key {
    /// Those of a set (RFC 7517) that sign and are of a kind that is known; the others are passed over.
    pub(super) fn all(set: &Json) -> Vec<Self> {
        let keys = set.get("keys").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        keys.iter().take(KEYS_MAX).filter_map(Self::of).collect()
    }

    fn of(key: &Json) -> Option<Self> {
        let text = |name: &str| key.get(name).and_then(Json::as_str);
        let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?).ok();
        let public = match (text("kty")?, text("crv")) {
            ("RSA", None) => Public::Rsa { modulus: number(bytes("n")?), exponent: number(bytes("e")?) },
            ("EC", Some("P-256")) => Public::P256([vec![4], bytes("x")?, bytes("y")?].concat()),
            _ => return None,
        };
        let signs = text("use").is_none_or(|used| used == "sig");
        let by = text("alg").is_none_or(|algorithm| algorithm == public.algorithm());
        (signs && by).then(|| Self { id: text("kid").map(ToOwned::to_owned), public })
    }
}

/// A number in bytes, without noughts in front.
fn number(bytes: Vec<u8>) -> Vec<u8> {
    bytes.into_iter().skip_while(|byte| *byte == 0).collect()
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Json>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    fn names(&self, client: &str) -> bool {
        match self {
            Self::One(name) => name == client,
            Self::Many(names) => names.iter().any(|name| name == client),
        }
    }

    fn several(&self) -> bool {
        matches!(self, Self::Many(names) if names.len() > 1)
    }
}

/// What a token says. Claims a log-in does not need are passed over.
#[derive(Debug, Clone, Deserialize)]
pub struct Claims {
    iss: String,
    /// Whom it is about; the provider gives it to nobody else, ever.
    pub sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    nonce: Option<String>,
    /// His e-mail.
    pub email: Option<String>,
    email_verified: Option<Json>,
    /// What he is called at the provider.
    pub preferred_username: Option<String>,
}

impl Claims {
    /// Whether the provider has seen that the e-mail is his. Some write it as a text.
    pub fn is_mail_verified(&self) -> bool {
        matches!(&self.email_verified, Some(Json::Bool(true)))
            || self.email_verified.as_ref().and_then(Json::as_str) == Some("true")
    }
}

/// A token before anybody looked at its signature.
pub(super) struct Unsigned<'a> {
    header: Header,
    signed: &'a str,
    claims: &'a str,
    signature: Vec<u8>,
}

impl<'a> Unsigned<'a> {
    pub(super) fn read(token: &'a str) -> Result<Self, Fault> {
        let parts = || {
            let (signed, signature) = token.rsplit_once('.')?;
            let (header, claims) = signed.split_once('.')?;
            let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
            Some(Self { header: part(header)?, signed, claims, signature })
        };
        let read = parts().ok_or(Fault::Unfit("the token can't be read"))?;
        if !["RS256", "ES256"].contains(&read.header.alg.as_str()) {
            return Err(Fault::Unfit("the token is signed by nobody, or in a way that is not taken"));
        }
        if read.header.crit.is_some() {
            return Err(Fault::Unfit("the token asks for what nobody here knows"));
        }
        Ok(read)
    }

    /// The key it says it is signed with; where it says nothing, the only one that could be.
    pub(super) fn key<'k>(&self, keys: &'k [Key]) -> Option<&'k Key> {
        let mut fitting = keys.iter().filter(|key| key.public.algorithm() == self.header.alg);
        match &self.header.kid {
            Some(id) => fitting.find(|key| key.id.as_ref() == Some(id)),
            None => fitting.next().filter(|_| fitting.next().is_none()),
        }
    }

    /// Its claims, when a key made its signature.
    pub(super) fn verified(&self, key: &Key) -> Result<Claims, Fault> {
        let (signed, made) = (self.signed.as_bytes(), &self.signature);
        let verified = match &key.public {
            Public::Rsa { modulus: n, exponent: e } => {
                RsaPublicKeyComponents { n, e }.verify(&signature::RSA_PKCS1_2048_8192_SHA256, signed, made)
            }
            Public::P256(point) => {
                UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, point).verify(signed, made)
            }
        };
        verified.map_err(|_| Fault::Unfit("the signature of the token is wrong"))?;
        part(self.claims).ok_or(Fault::Unfit("the token lacks what it must say"))
    }
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// What a token must say (OpenID Connect Core 1.0, 3.1.3.7).
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client: &'a str,
    pub(super) nonce: &'a str,
    /// Second of this moment.
    pub(super) now: i64,
}

impl Expected<'_> {
    pub(super) fn fits(&self, claims: &Claims) -> Result<(), Fault> {
        let faults = [
            (claims.iss != self.issuer, "the token is made by another provider"),
            (!claims.aud.names(self.client), "the token is made out to another client"),
            (
                claims.azp.as_ref().map_or(claims.aud.several(), |party| party != self.client),
                "the token was asked for by another client",
            ),
            (claims.exp.saturating_add(SKEW_S) <= self.now, "the token is over"),
            (claims.iat > self.now.saturating_add(SKEW_S), "the token is made in the future"),
            (claims.iat < self.now.saturating_sub(AGE_S), "the token is old"),
            (claims.nbf.is_some_and(|from| from > self.now.saturating_add(SKEW_S)), "the token does not hold yet"),
            (claims.nonce.as_deref() != Some(self.nonce), "the token is made for another log-in"),
            (claims.sub.is_empty() || claims.sub.chars().count() > SUBJECT_MAX, "the token is about nobody"),
        ];
        match faults.into_iter().find(|(is_fault, _)| *is_fault) {
            Some((_, reason)) => Err(Fault::Unfit(reason)),
            None => Ok(()),
        }
    }
}
