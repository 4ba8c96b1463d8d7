//! The answers of an inquiry side by side at one weight, and the choice of one.

use kernel::{Amount, Findings, Id, Instant, Msg, Volume, Weight, div_half_up, format_scaled, show_day, show_second};
use platform::access::Actor;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, sql};
use serde_json::{Value as Json, json};
use trade::cargo;

use crate::asked::{self, AskedRow, LOST, WON, main_currency};
use crate::buying::{KIND, PAGE};
use crate::moves::{Asked, answer, go, take};
use crate::page::{EXPIRED, Inquiry, QUOTED, SELECTED, TABLE, own};
use crate::price::Priced;
use crate::quote::{self, Quote, price_text};
use crate::{COST, FILES, agent, seen};

const NOT_LOWEST: Msg =
    Msg::new("inquiry.not_lowest", "请选择未选最低价的原因", "Choose the reason why the lowest price is not taken.");
const NO_QUOTE: Msg = Msg::new("inquiry.no_quote", "该代理没有报价", "This agent has not quoted.");
const OVER: Msg = Msg::new("inquiry.quote_over", "报价已过期", "The quote has expired.");
const STOPPED: Msg =
    Msg::new("inquiry.chosen_stopped", "{name}已停用或列入黑名单", "{name} is stopped or black-listed.");

const REASON: Field = Field::dictionary(120, "未选最低价原因", "Reason").wire("reason").column("choose_reason").max(60);

/// An agent's row with its newest answer and what that comes to.
struct Answered {
    row: AskedRow,
    name: String,
    quote: Option<Quote>,
    priced: Option<Priced>,
}

/// The rows of an inquiry priced at a weight.
fn answers(conn: &mut dyn Conn, org: i64, id: Id, weight: Weight, pieces: i64) -> Result<Vec<Answered>, Refusal> {
    let mut all = Vec::new();
    for row in asked::current(conn, org, id)? {
        let quote = row.quote.map(|quote| quote::one(conn, org, quote)).transpose()?;
        let priced = quote.as_ref().and_then(|quote| quote.lines.price(weight, pieces));
        all.push(Answered { name: facts::coop_name(conn, org, row.coop)?, row, quote, priced });
    }
    Ok(all)
}

/// The currency answers are compared in, and the lowest total in it of those that are still valid.
fn lowest(all: &[Answered], today: &str) -> (String, Option<Amount>) {
    let valid = |one: &&Answered| one.quote.as_ref().is_some_and(|quote| quote.valid_to.as_str() >= today);
    let quoted: Vec<(&str, Amount)> = all
        .iter()
        .filter(valid)
        .filter_map(|one| Some((one.quote.as_ref()?.currency.as_str(), one.priced.as_ref()?.total)))
        .collect();
    let currency = main_currency(quoted.iter().map(|(currency, _)| *currency));
    let least = quoted.iter().filter(|(own, _)| *own == currency).map(|(_, total)| *total).min();
    (currency, least)
}

/// GET {id}/compare?weight&volume: at the inquiry's own weight when none is named.
pub(crate) fn compare(call: &mut Call) -> Outcome {
    let (actor, id, now) = (call.actor()?.clone(), call.path_id("id")?, call.now());
    let weight = figure(call, "weight", Weight::parse)?;
    let volume = figure(call, "volume", Volume::parse)?;
    let data = call.read(|conn| {
        seen::need_seen(conn, &actor, id)?;
        let inquiry = own(conn, actor.org_id, id)?;
        let gross = weight.unwrap_or(inquiry.weight);
        let size = volume.or(inquiry.volume).unwrap_or_default();
        let charged = cargo::charge_weight(gross, size, cargo::DIVISOR_DEFAULT);
        let all = answers(conn, actor.org_id, id, charged, inquiry.pieces)?;
        let (currency, least) = lowest(&all, &show_day(now.day()));
        let fastest = all.iter().filter_map(|one| one.quote.as_ref()?.transit_days).min();
        let shown: Vec<Json> = all
            .iter()
            .map(|one| column(conn, (&actor, now), one, (&currency, least), fastest))
            .collect::<Result<_, _>>()?;
        let mut data = json!({
            "weight": gross, "volume": size, "chargeWeight": charged, "pieces": inquiry.pieces, "answers": shown,
        });
        if let Some(members) = data.as_object_mut().filter(|_| actor.has(COST)) {
            members.insert("currency".to_owned(), json!(currency));
        }
        Ok(data)
    })?;
    Ok(Answer::Data(data))
}

fn figure<T>(call: &Call, name: &str, parse: fn(&str) -> Result<T, kernel::ScaledError>) -> Result<Option<T>, Refusal> {
    let text = call.query(name).trim();
    if text.is_empty() {
        return Ok(None);
    }
    let bad = || Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    parse(text).map(Some).map_err(|_| bad())
}

fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}

/// Names and tone of an agent's state.
fn state_label(state: &str) -> Json {
    let choice = asked::STATES.iter().find(|choice| choice.value == state);
    choice.map_or(Json::Null, |choice| json!({ "zh": choice.zh, "en": choice.en, "tone": choice.tone }))
}

fn time(time: Option<Instant>) -> Json {
    json!(time.map(show_second))
}

/// One answer; money is told to those alone who may see costs.
fn column(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    one: &Answered,
    (currency, least): (&str, Option<Amount>),
    fastest: Option<i64>,
) -> Result<Json, Refusal> {
    let row = &one.row;
    let mut shown = json!({
        "askedId": row.id, "agentId": row.agent, "agentName": one.name, "state": row.state_at(now), "stateLabel": state_label(row.state_at(now)),
        "round": row.round, "byLink": row.salt.is_some(), "sentTime": time(row.sent_at),
        "answerBy": time(row.answer_by), "urgedTime": time(row.urged_at), "answeredTime": time(row.answered_at),
        "views": row.views, "declineReason": text(&row.decline_reason), "chooseReason": text(&row.choose_reason),
    });
    let Some((members, quote)) = shown.as_object_mut().zip(one.quote.as_ref()) else { return Ok(shown) };
    let today = show_day(now.day());
    let versions = quote::versions(conn, row.org, row.id)?;
    let quoted = json!({
        "quoteVersion": quote.number, "typedByAgent": quote.by_link, "quoteTime": show_second(quote.at),
        "carrierCode": text(&quote.carrier), "route": text(&quote.route), "flightPlan": text(&quote.flight_plan),
        "transitDays": quote.transit_days, "space": text(&quote.space), "freeStorage": text(&quote.free_storage),
        "validFrom": quote.valid_from, "validTo": quote.valid_to, "expired": quote.valid_to < today,
        "conditions": text(&quote.conditions), "contactName": text(&quote.contact_name),
        "contactEmail": text(&quote.contact_email),
        "fastest": quote.transit_days.is_some() && quote.transit_days == fastest,
        "versions": versions.iter().map(|(_, number, at)| json!({ "version": number, "time": show_second(*at) }))
            .collect::<Vec<_>>(),
        "files": attached::list(conn, row.org, FILES, row.id)?,
    });
    if let Json::Object(quoted) = quoted {
        members.extend(quoted);
    }
    if actor.has(COST) {
        let price = one.priced.as_ref().map(|priced| money(quote, priced, (currency, least)));
        members.insert("price".to_owned(), json!(price));
        let older: Vec<Json> = older(conn, row, &versions)?;
        members.insert("older".to_owned(), json!(older));
    }
    Ok(shown)
}

/// The unit prices of older versions, newest first.
fn older(conn: &mut dyn Conn, row: &AskedRow, versions: &[(Id, i64, Instant)]) -> Result<Vec<Json>, Refusal> {
    let before = versions.iter().filter(|(id, _, _)| Some(*id) != row.quote);
    before
        .map(|(id, number, at)| {
            let quote = quote::one(conn, row.org, *id)?;
            let steps: Vec<String> =
                quote.lines.breaks.iter().map(|step| format!("+{} {}", step.from, price_text(step.price))).collect();
            let lump = quote.lines.lump_sum.map(|sum| sum.show(2));
            Ok(json!({
                "version": number, "time": show_second(*at), "currency": quote.currency, "breaks": steps.join(" "),
                "lumpSum": lump,
            }))
        })
        .collect()
}

/// Amounts as texts with their decimals: a page draws them as they are.
fn money(quote: &Quote, priced: &Priced, (currency, least): (&str, Option<Amount>)) -> Json {
    let extras: Vec<Json> = quote
        .lines
        .extras
        .iter()
        .zip(&priced.extras)
        .map(|(extra, amount)| json!({ "code": extra.code, "amount": amount.show(2) }))
        .collect();
    let comparable = quote.currency == currency;
    let more = least.filter(|_| comparable).map(|least| priced.total.minus(least));
    let percent = more.zip(least).filter(|(_, least)| least.raw() > 0).map(|(more, least)| {
        let hundredths = div_half_up(i128::from(more.raw()) * 10_000, i128::from(least.raw()));
        format_scaled(i64::try_from(hundredths).unwrap_or(i64::MAX), 2, 2)
    });
    json!({
        "priceMode": quote.price_mode, "currency": quote.currency,
        "unit": priced.unit.map(|unit| price_text(unit.price)),
        "fromKg": priced.unit.map(|unit| unit.from.to_string()),
        "minimum": quote.lines.minimum.map(|least| least.show(2)),
        "lumpSum": quote.lines.lump_sum.map(|sum| sum.show(2)),
        "freight": priced.freight.show(2), "extras": extras,
        "total": priced.total.show(2), "perKg": priced.per_kg.show(2),
        "difference": more.map(|more| more.show(2)), "differencePercent": percent,
        "lowest": more.is_some_and(Amount::is_zero),
    })
}

/// POST {id}/select {askedId, reason}: 已报价 → 已选定; its reason when another is cheaper.
pub(crate) fn select(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[REASON], &["askedId"])?);
    let wanted = asked.body.get("askedId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    call.write(|tx| {
        let inquiry = take(tx, id, asked.version, &[QUOTED])?;
        let mut findings = Findings::new();
        let reason = asked.value(REASON, &mut findings);
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let reason = String::from_value(&reason)?;
        let name = choose(tx, (id, &inquiry), wanted, &reason)?;
        let why = if reason.is_empty() { String::new() } else { format!("，{}：{reason}", REASON.zh) };
        let entry = LogEntry::of(KIND, id, &inquiry.inquiry_code, PAGE).did("修改", "选定");
        tx.log(entry.text(format!("中选代理：{name}{why}")))?;
        go(tx, (id, &inquiry), (SELECTED, "选定", PAGE), &[])
    })?;
    answer(id, asked.version, SELECTED)
}

/// Marks the chosen agent and the others; answers its name.
fn choose(tx: &mut Tx<'_>, (id, inquiry): (Id, &Inquiry), wanted: Option<Id>, reason: &str) -> Result<String, Refusal> {
    let (org, today) = (tx.org(), show_day(tx.now.day()));
    let charged = inquiry.charge_weight.unwrap_or(inquiry.weight);
    let all = answers(tx, org, id, charged, inquiry.pieces)?;
    let chosen = all.iter().find(|one| Some(one.row.id) == wanted).ok_or(Refusal::NotFound)?;
    let quote = chosen.quote.as_ref().ok_or_else(|| Refusal::business(NO_QUOTE))?;
    if quote.valid_to < today {
        return Err(Refusal::business(OVER));
    }
    let usable = agent::of_ids(tx, org, &[chosen.row.agent])?.first().is_some_and(|agent| agent.usable);
    if !usable {
        return Err(Refusal::Business(STOPPED.with(&[("name", &chosen.name)])));
    }
    let (currency, least) = lowest(&all, &today);
    let total = chosen.priced.as_ref().map(|priced| priced.total);
    let is_lowest = quote.currency == currency && total.is_some() && total == least;
    if !is_lowest && reason.is_empty() {
        return Err(Refusal::field("reason", NOT_LOWEST.text()));
    }
    for one in all.iter().filter(|one| one.quote.is_some()) {
        let won = one.row.id == chosen.row.id;
        let why = if won && !is_lowest { reason } else { "" };
        let cells = [("state", if won { WON } else { LOST }.into_value()), ("choose_reason", why.into_value())];
        asked::set(tx, &one.row, &cells)?;
    }
    asked::sum_up(tx, id)?;
    Ok(chosen.name.clone())
}

/// GET file/{fileId}: what an agent sent with its answer.
pub(crate) fn file(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let found = call.read(|conn| {
        let (row, file) = attached::find(conn, actor.org_id, FILES, id)?.ok_or(Refusal::NotFound)?;
        let row = asked::of_id(conn, actor.org_id, row.ok_or(Refusal::NotFound)?)?;
        seen::need_seen(conn, &actor, row.inquiry)?;
        Ok(file)
    })?;
    found.answer(call)
}

/// Marks inquiries whose chosen or best answer is no longer valid: 已报价, 已选定 → 已失效.
pub(crate) fn expire(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<u64, Refusal> {
    let cells = [("state", EXPIRED.into_value()), ("updated_at", now.into_value())];
    let mut update = sql::update(org, TABLE, &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::is_in(sql::col("state"), [QUOTED, SELECTED]))
        .and_where(sql::col("quote_valid_to").lt(sql::value(show_day(now.day()))));
    Ok(conn.exec(&update.into())?)
}
