//! What makes an agreement whole, and what a new one begins with.

use agreement::sections::FOR_SCOPES;
use agreement::{ACTIVE, Agreement, BOTH, DRAFT, PENDING, TABLE};
use domain::coop::EFFECTIVE;
use kernel::{Text, day_after_days, parse_day, show_day};
use platform::document::{Document, other_than};
use platform::flow::name_of;
use platform::prelude::*;
use platform::sea_query::{Expr, Order};
use serde_json::{Map, Value as Json, json};

use super::FINANCE;

/// What a new version and a copy do not take over.
pub(super) const OWN: &[Field] = &[Agreement::REPLACES_ID, Agreement::SIGN_DATE];
/// A renewal begins after the last day of what it renews.
pub(super) const OWN_AND_DAYS: &[Field] =
    &[Agreement::REPLACES_ID, Agreement::SIGN_DATE, Agreement::VALID_FROM, Agreement::VALID_TO];

pub(super) const WRONG_STATE: Msg = Msg::new(
    "agreement.state",
    "协议{state}，不能执行此操作",
    "An agreement that is {state} can't be treated like this.",
);
pub(super) const USE_CHANGE: Msg = Msg::new(
    "agreement.edit",
    "{state}协议请使用变更",
    "An agreement that is {state} is not edited. Please change it by a new version.",
);
pub(super) const ONLY_DRAFTS: Msg = Msg::new("agreement.remove", "仅草稿可删除", "Only a draft can be deleted.");
const NO_SCOPES: Msg = Msg::new("agreement.scopes", "请选择业务范畴", "Please choose the scopes.");
const NO_SCOPE: Msg = Msg::new("agreement.scope", "业务范畴不存在", "There is no such scope.");
const NO_COOP: Msg = Msg::new("agreement.coop", "客商未生效", "The partner is not effective.");
const NO_TITLE: Msg = Msg::new("agreement.title", "抬头不存在", "There is no such account.");
const NO_CURRENCY: Msg = Msg::new("agreement.currency", "币种不存在", "There is no such currency.");
const BACKWARDS: Msg = Msg::new("agreement.days", "到期日不能早于生效日", "The last day is before the first.");
const NO_BILL_DAY: Msg =
    Msg::new("agreement.bill_day", "票结协议不设出账日", "An agreement per shipment has no day bills are made on.");
const NO_LIMIT: Msg = Msg::new(
    "agreement.limit",
    "{method}协议不能设置信用额度",
    "An agreement that settles {method} can't have a credit limit.",
);
const OVERLAPS: Msg = Msg::new(
    "agreement.overlap",
    "{scope}在{from}至{to}已有生效协议{code}",
    "From {from} to {to} agreement {code} is in force for {scope}.",
);
const NOT_REPLACED: Msg =
    Msg::new("agreement.replaces", "生效协议才能变更", "Only an agreement in force gets a new version.");
const PARTNER_STAYS: Msg =
    Msg::new("agreement.version_coop", "新版本不能更换客商", "A new version stays with its partner.");

/// Completes a draft, and finds what is wrong with it.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some(codes) = scopes_of(draft.body) {
        let known = |code: &String| SCOPES.iter().any(|scope| scope.value == code);
        findings.error_if(!codes.iter().all(known), &FOR_SCOPES.name(), NO_SCOPE);
        draft.set(Agreement::SCOPES, codes.join(",").into_value());
    }
    if draft.is_new() {
        begin(tx, draft, findings)?;
    }
    let own = Agreement::from_values(&draft.values)?;
    draft.set(Agreement::SETTLE_TEXT, own.terms().method.words().into_value());
    named(tx, draft, &own, findings)?;
    // It takes the place of the former version, which is of this partner.
    let strays = !draft.is_new() && own.replaces_id.is_some() && draft.changes(Agreement::COOP_ID);
    findings.error_if(strays, "coopId", PARTNER_STAYS);
    findings.error_if(own.scopes.is_empty(), &FOR_SCOPES.name(), NO_SCOPES);
    findings.error_if(!own.valid_to.is_empty() && own.valid_to < own.valid_from, "validTo", BACKWARDS);
    findings.error_if(own.is_by_order() && own.bill_day > 0, "billDay", NO_BILL_DAY);
    if own.is_paid_at_once() && own.credit_limit.is_some() {
        let (zh, en) = name_of(Agreement::SETTLE_METHOD.choices, &own.settle_method);
        findings.error("creditLimit", NO_LIMIT.with_each(&[("method", zh)], &[("method", en)]));
    }
    for overlap in overlaps(tx, org, (draft.id, &own))? {
        findings.error(FOR_SCOPES.name(), overlap);
    }
    Ok(())
}

/// Whom and what it names is there.
fn named(tx: &mut Tx<'_>, draft: &Draft<'_>, own: &Agreement, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    for (field, id) in [(Agreement::COOP_ID, Some(own.coop_id)), (Agreement::PAYER_COOP_ID, own.payer_coop_id)] {
        let is_missing = findings.at(&field.name()).next().is_some();
        let Some(id) = id.filter(|_| draft.changes(field) && !is_missing) else { continue };
        let coop = facts::coop(tx, org, id)?;
        findings.error_if(coop.is_none_or(|coop| coop.state != EFFECTIVE), &field.name(), NO_COOP);
    }
    if let Some(title) = own.our_title_id {
        findings.error_if(!facts::are_there(tx, org, "org_bank", [title])?, "ourTitleId", NO_TITLE);
    }
    let no_currency = !own.currency_code.is_empty() && !facts::is_currency(tx, org, &own.currency_code)?;
    findings.error_if(no_currency, "currencyCode", NO_CURRENCY);
    Ok(())
}

/// The scopes a body names, in their usual order; none when it says nothing of them.
fn scopes_of(body: &Map<String, Json>) -> Option<Vec<String>> {
    let place = |code: &String| SCOPES.iter().position(|scope| scope.value == code);
    let texts = body.get(&FOR_SCOPES.name())?.as_array().into_iter().flatten();
    let mut codes: Vec<String> = texts.filter_map(|code| code.as_str().map(str::to_owned)).collect();
    codes.sort_by_key(place);
    codes.dedup();
    Some(codes)
}

/// State, owner and number of a new one; a new version has the number of the one it takes the place of.
fn begin(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    draft.set(Agreement::STATE, DRAFT.into_value());
    if *draft.value(Agreement::TRANSACTOR_ID) == Value::Null {
        draft.set(Agreement::TRANSACTOR_ID, tx.actor.user_id.into_value());
    }
    let Some(replaced) = draft.get::<Option<Id>>(Agreement::REPLACES_ID)? else {
        let month = tx.now.day().strftime("%y%m").to_string();
        let number = tx.next_number("agreement", &month)?;
        draft.set(Agreement::AGREEMENT_CODE, format!("XY-{month}{number:04}").into_value());
        return Ok(());
    };
    let org = tx.org();
    let old = of_id(tx, org, replaced)?.map(|(_, old)| old);
    let coop: Id = draft.get(Agreement::COOP_ID)?;
    let Some(old) = old.filter(|old| old.state == ACTIVE && old.coop_id == coop) else {
        findings.error("replacesId", NOT_REPLACED.text());
        return Ok(());
    };
    need_limit(tx.actor, &old)?;
    let mut last = sql::from(org, TABLE);
    last.expr(Expr::cust("MAX(version_no)")).and_where(sql::eq("agreement_code", old.agreement_code.clone()));
    let last: i64 = tx.first(&last.into())?.unwrap_or_default().get(0)?;
    draft.set(Agreement::AGREEMENT_CODE, old.agreement_code.into_value());
    draft.set(Agreement::VERSION_NO, (last + 1).into_value());
    Ok(())
}

/// An agreement with the version of its row.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<(i64, Agreement)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("version").columns(Agreement::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some((row.get(0)?, Agreement::from_values(row.0.get(1..).unwrap_or_default())?)))
}

/// Which agreed ones of the same partner hold on one of its days for one of its scopes and sides; not the one it takes the
/// place of.
pub(super) fn overlaps(conn: &mut dyn Conn, org: i64, (id, own): (Id, &Agreement)) -> Result<Vec<Text>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .columns(Agreement::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("coop_id", own.coop_id))
        .and_where(sql::is_in(sql::col("state"), [PENDING, ACTIVE]))
        .and_where(other_than(id))
        .order_by("id", Order::Asc);
    let mut found = Vec::new();
    for row in conn.query(&select.into())? {
        let other = Agreement::from_values(row.0.get(1..).unwrap_or_default())?;
        let is_replaced = own.replaces_id == Some(row.get(0)?);
        let same_side = own.side == other.side || own.side == BOTH || other.side == BOTH;
        // Days are written so that texts sort as they do.
        let same_days = own.valid_from <= other.valid_to && other.valid_from <= own.valid_to;
        if is_replaced || !same_side || !same_days {
            continue;
        }
        let shared = own.scope_codes().filter(|code| other.scope_codes().any(|known| known == *code));
        found.extend(shared.map(|scope| {
            OVERLAPS.with(&[
                ("scope", scope),
                ("from", &other.valid_from),
                ("to", &other.valid_to),
                ("code", &other.agreement_code),
            ])
        }));
    }
    Ok(found)
}

/// The scopes a new version begins with.
pub(super) fn version(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (_, own) = of_id(conn, actor.org_id, id.ok_or(Refusal::NotFound)?)?.ok_or(Refusal::NotFound)?;
    need_limit(actor, &own)?;
    Ok(Map::from_iter([(FOR_SCOPES.name(), own.scope_codes().collect())]))
}

/// A copy takes the limit over: it is for who may see that, and without it the copy would control nothing.
fn need_limit(actor: &Actor, own: &Agreement) -> Result<(), Refusal> {
    if own.credit_limit.is_none() { Ok(()) } else { actor.need(FINANCE) }
}

/// A renewal begins the day after the last day of what it renews.
pub(super) fn renewal(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (_, own) = of_id(conn, actor.org_id, id.ok_or(Refusal::NotFound)?)?.ok_or(Refusal::NotFound)?;
    need_limit(actor, &own)?;
    let next = parse_day(&own.valid_to).map(|last| show_day(day_after_days(last, 1)));
    let scopes = own.scope_codes().collect();
    Ok(Map::from_iter([(FOR_SCOPES.name(), scopes), (Agreement::VALID_FROM.name(), json!(next))]))
}
