//! A stand-in for a provider of log-ins, on a port of this machine. Each story has a part of it with a name of its own; what
//! its tokens say, and who signs them, the story says.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use platform::call::Settings;
use platform::openid::{MatchBy, OpenIdConfig};
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use ring::{digest, hmac};
use serde_json::{Value as Json, json};

pub const URL: &str = "https://forwarder.example.com";
pub const CLIENT: &str = "forwarder desk";
pub const SECRET: &str = "a secret: with + signs";

/// A key made for this run: `ring` signs with such keys and makes none.
static RSA: LazyLock<RsaKeyPair> = LazyLock::new(|| {
    let made = Command::new("openssl")
        .args(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-outform", "DER"])
        .output()
        .expect("openssl makes a key");
    // Some releases wrap it and some do not.
    RsaKeyPair::from_pkcs8(&made.stdout).or_else(|_| RsaKeyPair::from_der(&made.stdout)).expect("a key")
});
static CURVES: LazyLock<[EcdsaKeyPair; 2]> = LazyLock::new(|| {
    let random = SystemRandom::new();
    [(); 2].map(|()| {
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key");
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pair.as_ref(), &random).expect("a key")
    })
});

/// Who signs a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signer {
    Rsa,
    /// One of two keys.
    Curve(usize),
    /// Nobody: algorithm none.
    Nobody,
    /// Whoever knows the public key, as if it were a secret.
    PublicAsSecret,
}

impl Signer {
    /// The public key as a provider publishes it.
    pub fn published(self, id: &str) -> Json {
        match self {
            Self::Curve(number) => {
                let point = CURVES[number].public_key().as_ref();
                let part = |from: usize| URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
                json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": part(1), "y": part(33) })
            }
            _ => {
                let public = PublicKeyComponents::<Vec<u8>>::from(RSA.public());
                let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
                json!({ "kty": "RSA", "alg": "RS256", "kid": id, "n": part(&public.n), "e": part(&public.e) })
            }
        }
    }

    /// A token with a key's name, or without one.
    pub fn signs(self, id: Option<&str>, claims: &Json) -> String {
        let algorithm = match self {
            Self::Rsa => "RS256",
            Self::Curve(_) => "ES256",
            Self::Nobody => "none",
            Self::PublicAsSecret => "HS256",
        };
        let mut header = json!({ "alg": algorithm, "typ": "JWT" });
        if let Some(id) = id {
            header["kid"] = json!(id);
        }
        let part = |json: &Json| URL_SAFE_NO_PAD.encode(json.to_string());
        let text = format!("{}.{}", part(&header), part(claims));
        let random = SystemRandom::new();
        let signature = match self {
            Self::Rsa => {
                let mut made = vec![0; RSA.public().modulus_len()];
                RSA.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut made).expect("signs");
                made
            }
            Self::Curve(number) => CURVES[number].sign(&random, text.as_bytes()).expect("signs").as_ref().to_vec(),
            Self::Nobody => Vec::new(),
            Self::PublicAsSecret => {
                let public = RSA.public().as_ref();
                hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, public), text.as_bytes()).as_ref().to_vec()
            }
        };
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// What a browser was sent to the provider with.
pub type Asked = BTreeMap<String, String>;

struct Pending {
    asked: Asked,
    token: String,
}

/// The part of one story.
#[derive(Default)]
pub struct Part {
    /// The keys it publishes.
    pub keys: Vec<Json>,
    /// What it calls itself, where that is not its address.
    pub calls_itself: Option<String>,
    /// It answers nothing but faults.
    pub is_down: bool,
    /// How often each of its addresses was called.
    pub calls: BTreeMap<String, usize>,
    codes: BTreeMap<String, Pending>,
}

static PARTS: LazyLock<Mutex<BTreeMap<String, Part>>> = LazyLock::new(Mutex::default);

fn parts() -> MutexGuard<'static, BTreeMap<String, Part>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

static PORT: LazyLock<u16> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    port
});

/// Address of a part.
pub fn issuer(name: &str) -> String {
    format!("http://127.0.0.1:{}/{name}", *PORT)
}

/// Sets a part up anew, with an RSA key and one of a curve, and a deployment that logs in by it.
pub fn set_up(settings: &mut Settings, name: &str, orgs: &[&str]) {
    let keys = vec![Signer::Rsa.published("rsa"), Signer::Curve(0).published("curve")];
    parts().insert(name.to_owned(), Part { keys, ..Part::default() });
    settings.public_url = URL.to_owned();
    settings.openid = OpenIdConfig {
        issuer: issuer(name),
        client_id: CLIENT.to_owned(),
        client_secret: SECRET.to_owned(),
        match_by: MatchBy::Email,
        orgs: orgs.iter().map(|code| (*code).to_owned()).collect(),
        ..OpenIdConfig::default()
    };
}

/// Changes a part, or looks at it.
pub fn of<T>(name: &str, work: impl FnOnce(&mut Part) -> T) -> T {
    work(parts().get_mut(name).expect("a part"))
}

/// The code a browser is sent back with, for which a token is answered once.
pub fn grants(name: &str, asked: &Asked, token: String) -> String {
    of(name, |part| {
        let code = format!("code {}", part.codes.len());
        part.codes.insert(code.clone(), Pending { asked: asked.clone(), token });
        code
    })
}

fn answer(stream: TcpStream) {
    let mut reader = BufReader::new(stream.try_clone().expect("the line"));
    let mut head = Vec::new();
    for line in (&mut reader).lines().map_while(Result::ok) {
        if line.is_empty() {
            break;
        }
        head.push(line);
    }
    let header = |name: &str| {
        let found =
            head.iter().filter_map(|line| line.split_once(": ")).find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or_else(String::new, |(_, value)| value.to_owned())
    };
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    reader.read_exact(&mut body).expect("the body");
    let path =
        head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().trim_start_matches('/').to_owned();
    let (name, place) = path.split_once('/').unwrap_or_default();
    let (status, json) = answered(name, place, &header("authorization"), &String::from_utf8_lossy(&body));
    let text = json.to_string();
    let mut stream = stream;
    let _ = write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
}

fn answered(name: &str, place: &str, authorization: &str, body: &str) -> (u16, Json) {
    let mut all = parts();
    let Some(part) = all.get_mut(name) else { return (404, json!({})) };
    *part.calls.entry(place.to_owned()).or_default() += 1;
    if part.is_down {
        return (500, json!({}));
    }
    let own = issuer(name);
    match place {
        ".well-known/openid-configuration" => {
            let told = part.calls_itself.clone().unwrap_or_else(|| own.clone());
            let at = |place: &str| format!("{own}/{place}");
            let document = json!({
                "issuer": told, "authorization_endpoint": at("authorize?tenant=1"), "token_endpoint": at("token"),
                "jwks_uri": at("keys"), "response_types_supported": ["code"],
            });
            (200, document)
        }
        "keys" => (200, json!({ "keys": part.keys })),
        "token" => redeemed(part, authorization, body),
        _ => (404, json!({})),
    }
}

/// As a provider does it: the client must show its secret, the code works once, and what was hashed at first is shown.
fn redeemed(part: &mut Part, authorization: &str, body: &str) -> (u16, Json) {
    let fields = query(body);
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let encode = platform::web::percent_encoded;
    let expected = format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(CLIENT), encode(SECRET))));
    let Some(Pending { asked, token }) = part.codes.remove(field("code")) else {
        return (400, json!({ "error": "invalid_grant" }));
    };
    let hash = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, field("code_verifier").as_bytes()));
    let fits = authorization == expected
        && field("grant_type") == "authorization_code"
        && asked["code_challenge_method"] == "S256"
        && asked["code_challenge"] == hash
        && asked["redirect_uri"] == field("redirect_uri");
    if !fits {
        return (400, json!({ "error": "invalid_grant", "error_description": "<b>no</b>" }));
    }
    (200, json!({ "access_token": "x", "token_type": "Bearer", "id_token": token }))
}

/// The fields of a query.
pub fn query(text: &str) -> Asked {
    platform::web::query_of(&format!("/?{text}").parse().expect("a query"))
}
