//! What stands between an interface and its row: addresses, networks, and the secret, which is sealed.

use ipnet::IpNet;
use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::document::{Draft, Written};
use platform::field::{Field, messages};
use platform::log::Change;
use platform::outbound;
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};
use serde_json::Value as Json;

use super::{Config, OF_ALL, TOKEN};
use crate::config::{self, TABLE};
use crate::kind::{self, LOGIN_HANDOFF};
use crate::mask::HIDDEN;

/// Shorter keys don't sign safely (RFC 7518, 3.2: as long as the hash).
const KEY_MIN: usize = 32;
const TOKEN_MAX: usize = 400;

const ADDRESS: Msg = Msg::new(
    "interface.address",
    "请输入以https://开头的正确地址",
    "Please enter a correct address that begins with https://.",
);
const NETWORK: Msg =
    Msg::new("interface.network", "第{n}项不是IP地址或网段：{x}", "Entry {n} is no IP address or network: {x}");
const ISSUER: Msg =
    Msg::new("interface.issuer", "免登须填写平台，与令牌签发方一致", "A hand-off needs the issuer's name as platform.");
const KEY: Msg =
    Msg::new("interface.key", "免登令牌不能少于{n}个字符", "The key of a hand-off has at least {n} characters.");

const KEEPER: Msg = Msg::new(
    "interface.handoff",
    "免登接口只能由企业管理员或平台设置",
    "Only the company's administrator or the platform sets up a hand-off.",
);
const TOKEN_AGAIN: Msg = Msg::new(
    "interface.token_again",
    "地址更换了服务器，请重新填写令牌",
    "The address leads to another server. Please enter the token again.",
);

/// The text of a field; empty for nothing.
fn text(draft: &Draft<'_>, field: Field) -> String {
    match draft.value(field) {
        Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// A secret that was given; nothing when the old one stays.
fn given<'a>(draft: &'a Draft<'_>) -> Option<&'a str> {
    let given = draft.body.get("authToken").and_then(Json::as_str).map(str::trim);
    given.filter(|token| *token != HIDDEN)
}

/// Completes and checks what is about to be written.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Config::ACTIVE, Value::Bool(true));
    }
    let kind = text(draft, Config::API_TYPE);
    if kind::is_inbound(&kind) {
        for field in [Config::URL_AUTH, Config::URL_POST] {
            draft.set(field, Value::Null);
        }
        return check_networks(draft, findings);
    }
    draft.set(Config::ALLOW_IP, Value::Null);
    for field in [Config::URL_AUTH, Config::URL_POST] {
        let url = text(draft, field);
        let wrong = !url.is_empty() && !outbound::is_address(&tx.app.settings.guard, &url);
        findings.error_if(wrong, &field.name(), ADDRESS);
    }
    if kind == LOGIN_HANDOFF {
        need_keeper(tx.actor, findings);
    }
    check_kept_token(tx, draft, findings)?;
    check_token(tx, draft, &kind, findings)
}

/// Who has the key of a hand-off logs in as anybody of the company.
fn need_keeper(actor: &Actor, findings: &mut Findings) {
    let may = !actor.admin_role.is_empty() || actor.has(OF_ALL);
    findings.error_if(!may, &Config::API_TYPE.name(), KEEPER);
}

/// Enabling is setting up.
pub(super) fn check_status(tx: &mut Tx<'_>, id: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    if active && config::of_id(tx, org, id)?.kind == LOGIN_HANDOFF {
        need_keeper(actor, findings);
    }
    Ok(())
}

/// A token that was kept goes to the servers it was kept for, and to no other.
fn check_kept_token(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() || given(draft).is_some() {
        return Ok(());
    }
    let org = tx.org();
    let old = config::of_id(tx, org, draft.id)?;
    let known = [outbound::origin(&old.url_auth), outbound::origin(&old.url_post)];
    let urls = [Config::URL_AUTH, Config::URL_POST].map(|field| text(draft, field));
    let another = urls.iter().filter(|url| !url.is_empty()).any(|url| !known.contains(&outbound::origin(url)));
    findings.error_if(old.has_token() && another, &TOKEN.name(), TOKEN_AGAIN);
    Ok(())
}

/// Addresses and networks, between commas or on lines of their own.
fn check_networks(draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let given = text(draft, Config::ALLOW_IP);
    let entries: Vec<&str> =
        given.split([',', '，', ';', '\n']).map(str::trim).filter(|entry| !entry.is_empty()).collect();
    let is_network = |entry: &str| entry.parse::<IpNet>().is_ok() || entry.parse::<std::net::IpAddr>().is_ok();
    for (place, entry) in (1..).zip(&entries) {
        if !is_network(entry) {
            let n = format!("{place}");
            findings.error(Config::ALLOW_IP.name(), NETWORK.with(&[("n", &n), ("x", entry)]));
        }
    }
    let kept = entries.join("\n");
    draft.set(Config::ALLOW_IP, if kept.is_empty() { Value::Null } else { Value::Text(kept) });
    Ok(())
}

fn check_token(tx: &Tx<'_>, draft: &Draft<'_>, kind: &str, findings: &mut Findings) -> Result<(), Refusal> {
    let token = given(draft);
    let length = token.map(|token| token.chars().count());
    if length.is_some_and(|length| length > TOKEN_MAX) {
        let n = TOKEN_MAX.to_string();
        let (zh, en) = ([("field", TOKEN.zh), ("n", &n)], [("field", TOKEN.en), ("n", &n)]);
        findings.error(TOKEN.name(), messages::TOO_LONG.with_each(&zh, &en));
    }
    if kind == LOGIN_HANDOFF {
        findings.error_if(text(draft, Config::PLATFORM).is_empty(), &Config::PLATFORM.name(), ISSUER);
        // A new one needs a key; an old one keeps its own when none is given.
        let short = length.map_or(draft.is_new(), |length| length < KEY_MIN);
        if short {
            findings.error(TOKEN.name(), KEY.with(&[("n", &KEY_MIN.to_string())]));
        }
    }
    // Whoever changes a secret has proved lately who he is (Rule 6).
    if token.is_some_and(|token| !token.is_empty() || !draft.is_new()) { tx.actor.need_proof() } else { Ok(()) }
}

/// The secret, sealed, beside the fields that may be read.
pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let mut written = Written::default();
    let inbound = kind::is_inbound(&text(draft, Config::API_TYPE));
    if let Some(token) = given(draft).filter(|token| !inbound && (!token.is_empty() || !draft.is_new())) {
        let sealed = if token.is_empty() { Value::Null } else { Value::Bytes(tx.app.secrets.seal(token)?) };
        let mut update = sql::update(tx.org(), TABLE, &[("token", sealed)]);
        update.and_where(sql::eq("id", draft.id));
        tx.exec(&update.into())?;
        let label = TOKEN.zh.to_owned();
        written.changes.push(Change { field: TOKEN.name(), label, old: String::new(), new: "***".to_owned() });
    }
    let org = tx.org();
    super::view_more(tx, org, draft.id, &mut written.answer)?;
    Ok(written)
}
