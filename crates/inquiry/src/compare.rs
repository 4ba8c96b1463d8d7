//! 报价比较: the answers of an inquiry side by side at one weight, and the choice of one.

pub(crate) mod book;
mod figures;
mod published;

use std::collections::BTreeSet;

use figures::Figures;
use kernel::{Amount, Id, Instant, Msg, Weight, div_half_up, format_scaled, show_day, show_second};
use platform::access::Actor;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::flow::Step;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, sql};
use serde_json::{Value as Json, json};

use crate::asked::{self, AskedRow, LOST, WON, main_currency};
use crate::buying::{KIND, PAGE};
use crate::page::{DRAFT, EXPIRED, Inquiry, QUOTED, SELECTED, TABLE, own};
use crate::price::Priced;
use crate::quote::{self, Past, Quote, price_text};
use crate::{COST, FILES, agent, rules, seen};

const NOT_LOWEST: Msg =
    Msg::new("inquiry.not_lowest", "请选择未选最低价的原因", "Choose the reason why the lowest price is not taken.");
const NO_QUOTE: Msg = Msg::new("inquiry.no_quote", "该代理没有报价", "This agent has not quoted.");
const OVER: Msg = Msg::new("inquiry.quote_over", "报价已过期", "The quote has expired.");
const STOPPED: Msg =
    Msg::new("inquiry.chosen_stopped", "{name}已停用或列入黑名单", "{name} is stopped or black-listed.");

pub(crate) const REASON: Field =
    Field::dictionary(120, "未选最低价原因", "Reason").wire("reason").column("choose_reason").max(60);

/// Address of the page that does nothing but compare.
pub(crate) const COMPARE_PAGE: &str = "/af_inquiry_compare";
/// Its button for the workbook.
pub(crate) const EXPORT: &str = "af-compare-export";
/// Its button that asks agents anew.
pub(crate) const ROUND: &str = "af-compare-round";
/// The button that chooses an answer.
pub(crate) const SELECT: &str = "af-compare-select";

/// An agent's row with an answer of its own and what that comes to.
struct Answered {
    row: AskedRow,
    name: String,
    quote: Option<Quote>,
    priced: Option<Priced>,
    /// The total in the currency that is compared in; none where nobody said how to convert.
    base: Option<Amount>,
    /// All answers of the agent, the newest first.
    history: Vec<Past>,
}

impl Answered {
    /// Whether it is the newest answer, and counts today.
    fn counts(&self, today: &str) -> bool {
        let newest = self.quote.as_ref().map(|quote| quote.id) == self.row.quote;
        newest && self.quote.as_ref().is_some_and(|quote| quote.valid_to.as_str() >= today)
    }
}

/// A comparison at one weight.
struct Compared {
    all: Vec<Answered>,
    /// The currency that is compared in.
    currency: String,
    /// The lowest of the totals that count.
    least: Option<Amount>,
    /// What nets charge beside the freight.
    codes: BTreeSet<String>,
    fastest: Option<i64>,
    charged: Weight,
}

/// The rows of an inquiry priced at a weight.
fn compared(
    conn: &mut dyn Conn,
    org: i64,
    (id, inquiry): (Id, &Inquiry),
    (figures, today): (&Figures, &str),
) -> Result<Compared, Refusal> {
    let charged = figures.charged(inquiry);
    let mut all = Vec::new();
    for row in asked::current(conn, org, id)? {
        let history = quote::history(conn, org, (row.inquiry, row.agent))?;
        let wanted = history.iter().map(|past| past.id).find(|id| figures.quotes.contains(id)).or(row.quote);
        let quote = wanted.map(|quote| quote::one(conn, org, quote)).transpose()?;
        let priced = quote.as_ref().and_then(|quote| quote.lines.price(charged, inquiry.pieces));
        let name = facts::coop_name(conn, org, row.coop)?;
        all.push(Answered { name, row, quote, priced, base: None, history });
    }
    let quoted = all.iter().filter(|one| one.counts(today) && one.priced.is_some());
    let main = main_currency(quoted.filter_map(|one| Some(one.quote.as_ref()?.currency.as_str())));
    let currency = if figures.base.is_empty() { main } else { figures.base.clone() };
    for one in &mut all {
        let total = one.quote.as_ref().zip(one.priced.as_ref());
        one.base = total.and_then(|(quote, priced)| figures.convert(priced.total, (&quote.currency, &currency)));
    }
    let least = all.iter().filter(|one| one.counts(today)).filter_map(|one| one.base).min();
    let nets = all.iter().filter_map(|one| one.quote.as_ref()).filter(|quote| quote.price_mode == quote::NET);
    let codes = nets.flat_map(|quote| quote.lines.extras.iter().map(|extra| extra.code.clone())).collect();
    let fastest = all.iter().filter_map(|one| one.quote.as_ref()?.transit_days).min();
    Ok(Compared { all, currency, least, codes, fastest, charged })
}

/// GET {id}/compare?weight&volume&base&rates&quotes: at the inquiry's own weight when none is named.
pub(crate) fn compare(call: &mut Call) -> Outcome {
    let (id, figures) = (call.path_id("id")?, Figures::of(call)?);
    let (actor, now) = (call.actor()?.clone(), call.now());
    let data = call.read(|conn| table(conn, (&actor, now), id, &figures))?;
    Ok(Answer::Data(data))
}

/// The comparison as pages draw it; money is told to those alone who may see costs.
fn table(conn: &mut dyn Conn, (actor, now): (&Actor, Instant), id: Id, figures: &Figures) -> Result<Json, Refusal> {
    seen::need_seen(conn, actor, id)?;
    let org = actor.org_id;
    let (inquiry, today) = (own(conn, org, id)?, show_day(now.day()));
    if inquiry.state == DRAFT && !actor.has("af_order_inquiry") {
        return Err(Refusal::NotFound);
    }
    let compared = compared(conn, org, (id, &inquiry), (figures, &today))?;
    let lowest = needs_no_reason(conn, org, (id, &inquiry), &today)?;
    let shown: Vec<Json> = compared
        .all
        .iter()
        .map(|one| column(conn, (actor, now), one, (&compared, &lowest)))
        .collect::<Result<_, _>>()?;
    let version = claim_version(conn, org, id)?;
    let codes = [SELECT, ROUND, EXPORT];
    let mut data = json!({
        "id": id, "version": version, "inquiryCode": inquiry.inquiry_code, "state": inquiry.state,
        "departureStation": inquiry.departure_station, "arrivalStation": inquiry.arrival_station,
        "goodsNameCn": inquiry.goods_name_cn, "readyDate": inquiry.ready_date,
        "weight": figures.gross(&inquiry), "volume": figures.size(&inquiry), "chargeWeight": compared.charged,
        "ownWeight": inquiry.weight, "ownVolume": inquiry.volume, "pieces": inquiry.pieces, "answers": shown,
        "roundAnswerBy": show_second(rules::answer_by(now)),
        "can": codes.iter().filter(|code| actor.has(code)).collect::<Vec<_>>(),
    });
    if let Some(members) = data.as_object_mut().filter(|_| actor.has(COST)) {
        let published = published::columns(conn, org, &inquiry, (&compared, figures))?;
        members.insert("currency".to_owned(), json!(compared.currency));
        members.insert("currencies".to_owned(), json!(currencies(&compared)));
        members.insert("published".to_owned(), json!(published));
        members.insert("targetPrice".to_owned(), json!(inquiry.target_price.map(|price| price.show(2))));
        members.insert("targetCurrency".to_owned(), text(&inquiry.target_currency));
    }
    Ok(data)
}

/// The currencies that were quoted in, in the order of their codes.
fn currencies(compared: &Compared) -> BTreeSet<&str> {
    compared.all.iter().filter_map(|one| Some(one.quote.as_ref()?.currency.as_str())).collect()
}

fn claim_version(conn: &mut dyn Conn, org: i64, id: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("version").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// The rows that can be chosen without a reason: the lowest at the inquiry's own weight.
fn needs_no_reason(conn: &mut dyn Conn, org: i64, inquiry: (Id, &Inquiry), today: &str) -> Result<Vec<Id>, Refusal> {
    let own = compared(conn, org, inquiry, (&Figures::default(), today))?;
    let is_lowest = |one: &&Answered| one.counts(today) && one.base.is_some() && one.base == own.least;
    Ok(own.all.iter().filter(is_lowest).map(|one| one.row.id).collect())
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
    (compared, lowest): (&Compared, &[Id]),
) -> Result<Json, Refusal> {
    let row = &one.row;
    let mut shown = json!({
        "askedId": row.id, "agentId": row.agent, "agentName": one.name, "state": row.state_at(now), "stateLabel": state_label(row.state_at(now)),
        "round": row.round, "byLink": row.salt.is_some(), "sentTime": time(row.sent_at),
        "answerBy": time(row.answer_by), "urgedTime": time(row.urged_at), "answeredTime": time(row.answered_at),
        "views": row.views, "declineReason": text(&row.decline_reason), "chooseReason": text(&row.choose_reason),
        "needsReason": !lowest.contains(&row.id), "versions": one.history.iter().map(Past::json).collect::<Vec<_>>(),
    });
    let Some((members, quote)) = shown.as_object_mut().zip(one.quote.as_ref()) else { return Ok(shown) };
    let today = show_day(now.day());
    let quoted = json!({
        "quoteId": quote.id, "newest": Some(quote.id) == row.quote,
        "quoteVersion": quote.number, "typedByAgent": quote.by_link, "quoteTime": show_second(quote.at),
        "carrierCode": text(&quote.carrier), "route": text(&quote.route), "flightPlan": text(&quote.flight_plan),
        "transitDays": quote.transit_days, "space": text(&quote.space), "freeStorage": text(&quote.free_storage),
        "validFrom": quote.valid_from, "validTo": quote.valid_to, "expired": quote.valid_to < today,
        "conditions": text(&quote.conditions), "contactName": text(&quote.contact_name),
        "contactEmail": text(&quote.contact_email), "missing": missing(quote, &compared.codes),
        "fastest": quote.transit_days.is_some() && quote.transit_days == compared.fastest,
        "files": attached::list(conn, row.org, FILES, row.id)?,
    });
    if let Json::Object(quoted) = quoted {
        members.extend(quoted);
    }
    if actor.has(COST) {
        let price = one.priced.as_ref().map(|priced| money(quote, priced, (one, compared, &today)));
        members.insert("price".to_owned(), json!(price));
        let older: Vec<Json> = older(conn, one)?;
        members.insert("older".to_owned(), json!(older));
    }
    Ok(shown)
}

/// What other net answers charge and this one does not name. All-in prices leave nothing out.
fn missing<'a>(quote: &Quote, codes: &'a BTreeSet<String>) -> Vec<&'a String> {
    let named = |code: &String| quote.lines.extras.iter().any(|extra| extra.code == *code);
    codes.iter().filter(|code| quote.price_mode == quote::NET && !named(code)).collect()
}

/// The unit prices of the other versions, newest first.
fn older(conn: &mut dyn Conn, one: &Answered) -> Result<Vec<Json>, Refusal> {
    let others = one.history.iter().filter(|past| Some(past.id) != one.quote.as_ref().map(|quote| quote.id));
    others
        .map(|past| {
            let quote = quote::one(conn, one.row.org, past.id)?;
            let steps: Vec<String> =
                quote.lines.breaks.iter().map(|step| format!("+{} {}", step.from, price_text(step.price))).collect();
            let lump = quote.lines.lump_sum.map(|sum| sum.show(2));
            Ok(json!({
                "version": past.number, "time": show_second(past.at), "currency": quote.currency,
                "breaks": steps.join(" "), "lumpSum": lump,
            }))
        })
        .collect()
}

/// What a total is more than the lowest, and that in percent with two decimals.
fn difference(total: Option<Amount>, least: Option<Amount>) -> (Option<Amount>, Option<String>) {
    let more = total.zip(least).map(|(total, least)| total.minus(least));
    let percent = more.zip(least).filter(|(_, least)| least.raw() > 0).map(|(more, least)| {
        let hundredths = div_half_up(i128::from(more.raw()) * 10_000, i128::from(least.raw()));
        format_scaled(i64::try_from(hundredths).unwrap_or(i64::MAX), 2, 2)
    });
    (more, percent)
}

/// Amounts as texts with their decimals: a page draws them as they are.
fn money(quote: &Quote, priced: &Priced, (one, compared, today): (&Answered, &Compared, &str)) -> Json {
    let extras: Vec<Json> = quote
        .lines
        .extras
        .iter()
        .zip(&priced.extras)
        .map(|(extra, amount)| json!({ "code": extra.code, "amount": amount.show(2) }))
        .collect();
    let (more, percent) = difference(one.base, compared.least);
    json!({
        "priceMode": quote.price_mode, "currency": quote.currency,
        "unit": priced.unit.map(|unit| price_text(unit.price)),
        "fromKg": priced.unit.map(|unit| unit.from.to_string()),
        "minimum": quote.lines.minimum.map(|least| least.show(2)),
        "lumpSum": quote.lines.lump_sum.map(|sum| sum.show(2)),
        "freight": priced.freight.show(2), "extras": extras,
        "total": priced.total.show(2), "perKg": priced.per_kg.show(2),
        "baseTotal": one.base.map(|base| base.show(2)),
        "difference": more.map(|more| more.show(2)), "differencePercent": percent,
        "lowest": one.counts(today) && more.is_some_and(Amount::is_zero),
    })
}

/// Chooses `askedId`; its `reason` when another is cheaper.
pub(crate) fn select(tx: &mut Tx<'_>, step: &mut Step<'_, Inquiry>) -> Result<(), Refusal> {
    let (id, inquiry) = (step.id, step.document);
    let wanted = step.body.get("askedId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let reason = REASON.parse(step.body.get("reason"), "reason", &mut step.findings);
    step.unless_clean()?;
    let reason = String::from_value(&reason)?;
    let name = choose(tx, (id, inquiry), wanted, &reason)?;
    let why = if reason.is_empty() { String::new() } else { format!("，{}：{reason}", REASON.zh) };
    let entry = LogEntry::of(KIND, id, &inquiry.inquiry_code, PAGE).did("修改", "选定");
    tx.log(entry.text(format!("中选代理：{name}{why}")))
}

/// Marks the chosen agent and the others; answers its name.
fn choose(tx: &mut Tx<'_>, (id, inquiry): (Id, &Inquiry), wanted: Option<Id>, reason: &str) -> Result<String, Refusal> {
    let (org, today) = (tx.org(), show_day(tx.now.day()));
    let lowest = needs_no_reason(tx, org, (id, inquiry), &today)?;
    let all = compared(tx, org, (id, inquiry), (&Figures::default(), &today))?.all;
    let chosen = all.iter().find(|one| Some(one.row.id) == wanted).ok_or(Refusal::NotFound)?;
    let quote = chosen.quote.as_ref().ok_or_else(|| Refusal::business(NO_QUOTE))?;
    if quote.valid_to < today {
        return Err(Refusal::business(OVER));
    }
    let usable = agent::of_ids(tx, org, &[chosen.row.agent])?.first().is_some_and(|agent| agent.usable);
    if !usable {
        return Err(Refusal::Business(STOPPED.with(&[("name", &chosen.name)])));
    }
    let is_lowest = lowest.contains(&chosen.row.id);
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
