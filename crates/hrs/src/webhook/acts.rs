//! What addresses are held to, and how their secrets are made.

use kernel::{Instant, Scope};
use platform::call::App;
use platform::sea_query::{Expr, ExprTrait};
use platform::{outbound, place};
use serde_json::{Map, Value as Json, json};
use webhook::{DELIVERIES, FAILED, TABLE, new_secret, put_test};

use super::*;
use crate::webhook_delivery::OFF;

/// Addresses of a company.
const MOST: i64 = 20;
/// Tests of a company in a minute.
const TESTS_PER_MINUTE: u32 = 10;
/// So long a renewed secret signs beside the new one.
const OVERLAP_MS: i64 = 24 * 60 * 60 * 1000;

const ADDRESS: Msg = Msg::new(
    "webhook.address",
    "请输入以https://开头的正确地址",
    "Please enter a correct address that begins with https://.",
);
const NO_EVENT: Msg = Msg::new("webhook.event", "请至少选择一个推送事件", "Please choose one event at least.");
const NO_SCOPE: Msg = Msg::new("webhook.scope", "业务范畴不存在", "There is no such scope.");
const TOO_MANY: Msg = Msg::new("webhook.most", "Webhook最多{n}个", "There can be {n} webhooks at most.");
const NO_SECRET: Msg = Msg::new("webhook.secret", "尚未生成密钥", "No secret has been issued.");

/// What an address may be. Who may set one up reads the orders of the company by it: a key of the API may not.
pub(super) fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    tx.actor.need_any_proof()?;
    let url: String = draft.get(Webhook::URL)?;
    // Where a name leads is looked at again with every message.
    let wrong = !url.is_empty() && !outbound::is_address(&tx.app.settings.guard, &url);
    findings.error_if(wrong, &Webhook::URL.name(), ADDRESS);
    let wanted = [Webhook::ON_CREATED, Webhook::ON_UPDATED, Webhook::ON_STATE, Webhook::ON_NODE, Webhook::ON_EVENT];
    let wanted = wanted.into_iter().map(|field| draft.get::<bool>(field)).collect::<Result<Vec<_>, _>>()?;
    let none = !wanted.contains(&true);
    findings.error_if(none, &Webhook::ON_CREATED.name(), NO_EVENT);
    if let Some(codes) = draft.body.get(&FOR_SCOPES.name()).and_then(Json::as_array) {
        let codes: Vec<&str> = codes.iter().filter_map(Json::as_str).collect();
        let unknown = codes.iter().any(|code| Scope::from_code(code).is_none());
        findings.error_if(unknown, &FOR_SCOPES.name(), NO_SCOPE);
        let known = Scope::all().map(Scope::code).filter(|code| codes.contains(code));
        let kept = known.collect::<Vec<_>>().join(",");
        draft.set(Webhook::SCOPES, if kept.is_empty() { Value::Null } else { Value::Text(kept) });
    }
    if draft.is_new() {
        let mut count = sql::from(tx.org(), TABLE);
        count.expr(Expr::cust("COUNT(*)"));
        let there: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
        if there >= MOST {
            findings.error(Webhook::NAME.name(), TOO_MANY.with(&[("n", &MOST.to_string())]));
        }
    }
    Ok(())
}

/// The scopes of an address as the form chooses them.
pub(super) fn scopes(_: &mut dyn Conn, _: i64, _: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let scopes = view.get("scopes").and_then(Json::as_str).unwrap_or_default();
    let codes: Vec<&str> = scopes.split(',').filter(|code| !code.is_empty()).collect();
    let codes = json!(codes);
    view.insert(FOR_SCOPES.name(), codes);
    Ok(())
}

/// What waits for an address that goes is given up. What was said stays as long as such lines do: of an address that
/// heard much they are too many to be removed in one call.
pub(super) fn forget(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let cells = [
        ("state", FAILED.into_value()),
        ("outcome", OFF.into_value()),
        ("next_at", Value::Null),
        ("worker", Value::Null),
        ("finished_at", tx.now.into_value()),
    ];
    let mut update = sql::update(tx.org(), DELIVERIES, &cells);
    update.and_where(sql::eq("webhook_id", id)).and_where(sql::col("next_at").is_not_null());
    Ok(tx.exec(&update.into()).map(drop)?)
}

/// 生成密钥并启用: the first secret, told once.
pub(super) fn issue(tx: &mut Tx<'_>, step: &mut Step<'_, Webhook>) -> Result<(), Refusal> {
    give(tx, step, (Value::Null, Value::Null))
}

/// 更换密钥: a new secret, beside which the old one signs for a while.
pub(super) fn renew(tx: &mut Tx<'_>, step: &mut Step<'_, Webhook>) -> Result<(), Refusal> {
    let old = sealed(tx, step.id)?.ok_or(Refusal::business(NO_SECRET))?;
    give(tx, step, (Value::Bytes(old), tx.now.plus_millis(OVERLAP_MS).into_value()))
}

fn give(tx: &mut Tx<'_>, step: &mut Step<'_, Webhook>, (old, until): (Value, Value)) -> Result<(), Refusal> {
    tx.actor.need_proof()?;
    let secret = new_secret()?;
    let cells = [
        ("secret", Value::Bytes(tx.app.secrets.seal(&secret)?)),
        ("secret_at", tx.now.into_value()),
        ("old_secret", old),
        ("old_until", until),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", step.id));
    tx.exec(&update.into())?;
    tx.answers_secret();
    let told = Told::default().line(("签名密钥（只显示一次）", "Signing secret (shown once)"), secret);
    step.answer("told", told.json());
    Ok(())
}

fn sealed(tx: &mut Tx<'_>, id: Id) -> Result<Option<Vec<u8>>, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("secret").and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// 启用: it begins anew, as if it had never failed.
pub(super) fn start(tx: &mut Tx<'_>, step: &mut Step<'_, Webhook>) -> Result<(), Refusal> {
    if sealed(tx, step.id)?.is_none() {
        return Err(Refusal::business(NO_SECRET));
    }
    step.set(Webhook::STOPPED_FOR, Value::Null);
    let mut update = sql::update(tx.org(), TABLE, &[("failing_since", Value::Null)]);
    update.and_where(sql::eq("id", step.id));
    Ok(tx.exec(&update.into()).map(drop)?)
}

/// 发送测试: goes the way of every message; what came of it stands in the other tab.
pub(super) fn test(tx: &mut Tx<'_>, step: &mut Step<'_, Webhook>) -> Result<(), Refusal> {
    place::need_released(tx)?;
    tx.app.limits.take_here(format!("webhook {}", tx.org()), TESTS_PER_MINUTE, tx.now)?;
    put_test(tx, (step.id, &step.document.name))?;
    tx.app.jobs.ring();
    Ok(())
}

/// Makes an address that waits to be issued: for worlds that are made before anybody logs in.
pub fn draft(app: &App, conn: &mut dyn Conn, (org, user): (i64, Id), (name, url): (&str, &str)) -> Result<(), Refusal> {
    let now: Instant = app.clock.now();
    let cells = [
        ("id", app.mint.next(now).into_value()),
        ("name", name.into_value()),
        ("url", url.into_value()),
        ("state", DRAFT.into_value()),
        ("on_created", Value::Bool(true)),
        ("on_updated", Value::Bool(false)),
        ("on_state", Value::Bool(true)),
        ("on_node", Value::Bool(true)),
        ("on_event", Value::Bool(true)),
        ("version", Value::Int(1)),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    Ok(conn.exec(&sql::insert(org, TABLE, &cells).into()).map(drop)?)
}
