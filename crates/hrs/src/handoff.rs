//! Hand-off log-in: a user arrives from a partner system with a signed token that works once.
//!
//! The token is a JWT made out to this deployment and to one organisation, signed with the partner's secret (HS256)
//! or, where the key set up for the partner is a public one, with his private key (EdDSA). Whatever is wrong with it, the caller learns the same sentence; the reason stands in the
//! log-in log once the partner has proved itself, and in the server's log before.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kernel::{Id, Instant, Msg, still_holds};
use platform::call::{Answer, Call, Outcome, PartnerSystem};
use platform::clock;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Conn, Value, sql};
use ring::{hmac, signature};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::auth::{self, BY_TOKEN, LoginLine, Named};

/// Longest life of a token.
const LIFE_S: i64 = 60;
/// How far the partner's clock may run ahead of ours.
const AHEAD_S: i64 = 5;
/// Used tokens are kept so long after their end: another process's clock may run behind.
const KEPT_MS: i64 = 60 * 60 * 1000;
/// Fewest and most characters of a nonce.
const NONCE: std::ops::RangeInclusive<usize> = 8..=80;
/// Area of a phone number that is told without one.
const HOME_AREA: &str = "86";

/// Begins a public Ed25519 key in the form of RFC 8410; its 32 bytes follow.
const PUBLIC_KEY: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

const INVALID: Msg =
    Msg::new("login.handoff", "无效的用户信息，无法访问", "The user information is not valid. Access is not possible.");
/// So long a person may take to find his authenticator: the partner's token is used up meanwhile.
const PASS_MS: i64 = 5 * 60 * 1000;
const PASS: &str = "handoff";

const USED: &str = "令牌已使用";
const NOBODY: &str = "账号不存在";
const UNFIT: &str = "令牌无效";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    /// The partner's token, or the pass that was answered when a code was wanted.
    token: String,
    /// Code of the second factor.
    #[serde(default)]
    code: String,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
}

/// What a token says. Claims this log-in does not need are passed over.
#[derive(Deserialize)]
struct Claims {
    /// Name of the partner system.
    iss: String,
    /// Address of the deployment it is made out to.
    aud: String,
    /// Code of the organisation.
    org: String,
    /// Phone number, e-mail or administrator's name.
    login: String,
    /// Area of the phone number.
    #[serde(default)]
    area: String,
    /// Second of its making.
    iat: i64,
    /// First second at which it is over.
    exp: i64,
    /// The nonce.
    jti: String,
}

/// POST /hrs/org/sourceLoginOfEf: the session data of the token call, for the token of a partner system.
pub fn log_in(call: &mut Call) -> Outcome {
    auth::limit(call, "handoff")?;
    let body: Body = call.json()?;
    if let Some((account, source)) = passed(call, &body.token)? {
        return enter(call, &account, (&source, &source), &body.code);
    }
    let refused = |reason| {
        tracing::warn!(reason, ip = call.asked.ip, "a hand-off was refused");
        Refusal::business(INVALID)
    };
    let (partner, claims) = read(call, &body.token).map_err(refused)?;
    if let Err(reason) = fits(call, &partner, &claims) {
        // Into the log of a company that has nothing to do with him a partner writes nothing.
        if partner.orgs.contains(&claims.org) {
            note_failure(call, &claims, None, UNFIT)?;
        }
        return Err(refused(reason));
    }
    let area = claims.area.trim_start_matches('+');
    let area = if area.is_empty() { HOME_AREA } else { area };
    let login = claims.login.trim();
    let account = call.read(|conn| auth::find_account(conn, login, Some(area), &claims.org))?;
    let fresh = use_up(call, (&claims.iss, &claims.jti), claims.exp.saturating_mul(1000))?;
    let verdict = match (&account, fresh) {
        (_, false) => Err(USED.to_owned()),
        (None, true) => Err(NOBODY.to_owned()),
        (Some(account), true) => auth::admissible(call, account).map_err(|text| text.zh),
    };
    if let Err(fault) = &verdict {
        note_failure(call, &claims, account.as_ref(), fault)?;
    }
    match (verdict, account) {
        (Ok(()), Some(account)) => enter(call, &account, (&claims.iss, login), &body.code),
        _ => Err(Refusal::business(INVALID)),
    }
}

/// Lets somebody in whom a partner named.
fn enter(call: &mut Call, account: &auth::Account, (source, login): (&str, &str), code: &str) -> Outcome {
    let named = Named { source, login, way: BY_TOKEN, hides: Some(INVALID), code };
    let mut data = auth::enter_named(call, account, &named, |call| pass(call, account, source), |_| Ok(()))?;
    data.insert("source".to_owned(), json!(source));
    Ok(Answer::Data(data.into()))
}

/// What stands for the partner's token while its user looks for the code: sealed, for one account, for a while.
fn pass(call: &Call, account: &auth::Account, source: &str) -> Result<String, Refusal> {
    let until = call.now().plus_millis(PASS_MS).millis();
    let text = format!("{PASS} {} {} {until} {source}", account.org_id, account.user_id);
    Ok(URL_SAFE_NO_PAD.encode(call.app.secrets.seal(&text)?))
}

/// The account of a pass and the partner that named it; none when the text is no pass, or its time is over.
fn passed(call: &Call, token: &str) -> Result<Option<(auth::Account, String)>, Refusal> {
    let Some(text) = URL_SAFE_NO_PAD.decode(token).ok().and_then(|sealed| call.app.secrets.open(&sealed).ok()) else {
        return Ok(None);
    };
    let mut parts = text.splitn(5, ' ');
    let (Some(PASS), Some(org), Some(user), Some(until), Some(source)) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Ok(None);
    };
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    if !still_holds(Instant::from_millis(number(until)), call.now(), PASS_MS) {
        return Ok(None);
    }
    let account = call.read(|conn| auth::account_of(conn, (number(org), Id(number(user)))))?;
    let account = account.filter(|account| auth::admissible(call, account).is_ok());
    Ok(account.map(|account| (account, source.to_owned())))
}

/// The partner who signed a token, and its claims.
fn read(call: &Call, token: &str) -> Result<(PartnerSystem, Claims), &'static str> {
    let (signed, signature) = token.trim().rsplit_once('.').ok_or("no token")?;
    let (header, claims) = signed.split_once('.').ok_or("no token")?;
    let header: Header = part(header).ok_or("unreadable header")?;
    let claims: Claims = part(claims).ok_or("unreadable claims")?;
    let partner = partner_of(call, &claims).ok_or("unknown partner")?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| "unreadable signature")?;
    verify(&partner.secret, &header.alg, signed.as_bytes(), &signature)?;
    Ok((partner, claims))
}

/// Holds a signature against the key set up for the partner, which alone decides the algorithm: a token that could
/// choose would be signed with a public key as if it were a secret.
fn verify(key: &str, alg: &str, signed: &[u8], signature: &[u8]) -> Result<(), &'static str> {
    let public = public_key(key);
    if alg != if public.is_some() { "EdDSA" } else { "HS256" } {
        return Err("another algorithm");
    }
    let verified = match public {
        Some(key) => signature::UnparsedPublicKey::new(&signature::ED25519, key).verify(signed, signature),
        None => hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()), signed, signature),
    };
    verified.map_err(|_| "wrong signature")
}

/// The bytes of a public key, given as the text between the first and the last line of its PEM file, or with them.
fn public_key(key: &str) -> Option<Vec<u8>> {
    let body: String = key.split("-----").filter(|part| !part.contains("PUBLIC KEY")).collect();
    let body: String = body.split_whitespace().collect();
    Some(STANDARD.decode(body).ok()?.strip_prefix(&PUBLIC_KEY)?.to_vec())
}

/// Who signs: a partner of the whole deployment, else the one the organisation set up for itself.
fn partner_of(call: &Call, claims: &Claims) -> Option<PartnerSystem> {
    let mut partners = call.app.settings.partner_systems.iter();
    if let Some(partner) = partners.find(|partner| partner.name == claims.iss) {
        return Some(partner.clone());
    }
    let found = call.read(|conn| {
        let Some(org) = org_of(conn, &claims.org)? else { return Ok(None) };
        let found = interface::enabled(conn, org, interface::LOGIN_HANDOFF)?;
        let found = found.filter(|found| !found.simulated && found.platform == claims.iss);
        found.map(|found| found.token(&call.app)).transpose()
    });
    let secret = found.inspect_err(|refusal| tracing::error!(?refusal, "a hand-off key can't be read")).ok()??;
    let partner = PartnerSystem { name: claims.iss.clone(), secret, orgs: vec![claims.org.clone()] };
    Some(partner).filter(|partner| !partner.secret.is_empty())
}

/// The organisation of a code.
fn org_of(conn: &mut dyn Conn, code: &str) -> Result<Option<i64>, Refusal> {
    let mut select = sql::from_global("org");
    select.column("id").and_where(sql::eq("code", code.to_owned()));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// Whether a token is made out to this deployment, this moment and an organisation of the partner's.
fn fits(call: &Call, partner: &PartnerSystem, claims: &Claims) -> Result<(), &'static str> {
    let now = call.now().millis() / 1000;
    if claims.aud.trim_end_matches('/') != call.public_url() {
        return Err("made out to another deployment");
    }
    if !partner.orgs.contains(&claims.org) {
        return Err("an organisation the partner may not open");
    }
    if claims.iat > now.saturating_add(AHEAD_S) {
        return Err("made in the future");
    }
    if claims.exp <= now || claims.exp.saturating_sub(claims.iat) > LIFE_S {
        return Err("expired, or valid for too long");
    }
    if !NONCE.contains(&claims.jti.chars().count()) {
        return Err("no nonce");
    }
    Ok(())
}

/// Notes a nonce of another system until its end; false when it was noted before. Of two calls at the same time one is the
/// first.
pub(crate) fn use_up(call: &Call, (system, nonce): (&str, &str), until: i64) -> Result<bool, Refusal> {
    let now = call.now().millis();
    call.app.system_write(|conn| {
        // What is forgotten too early works again when the clock is set back.
        if clock::is_trusted(conn, call.now())? {
            let mut clear = sql::delete_global("handoff_token");
            clear.and_where(sql::col("expires_at").lt(sql::value(now - KEPT_MS)));
            conn.exec(&clear.into())?;
        }
        let cells = [
            ("partner", Value::Text(system.to_owned())),
            ("nonce", Value::Text(nonce.to_owned())),
            ("expires_at", Value::Int(until)),
        ];
        let mut insert = sql::insert_global("handoff_token", &cells);
        insert.on_conflict(OnConflict::columns(["partner", "nonce"]).do_nothing().to_owned());
        Ok(conn.exec(&insert.into())? == 1)
    })
}

/// The log-in log of the organisation, which exists when it has the account or the partner's settings are right.
fn note_failure(call: &Call, claims: &Claims, account: Option<&auth::Account>, fault: &str) -> Result<(), Refusal> {
    let org = match account {
        Some(account) => Some(account.org_id),
        None => call.read(|conn| org_of(conn, &claims.org))?,
    };
    let Some(org) = org else { return Ok(()) };
    let outcome = format!("{}：{fault}", claims.iss);
    let user = account.map(|account| account.user_id);
    let line = LoginLine { outcome: &outcome, ..LoginLine::of(org, user, &claims.login) };
    call.app.system_write(|conn| auth::write_line(conn, call, &line))
}
