//! What makes a rate card whole, and what its moves do.

use std::sync::Arc;

use charge::card::{self, ACTIVE, BREAKS, EXPIRED, RateCard, TABLE};
use charge::item;
use charge::rate;
use charge::terms::{self, Offered};
use kernel::{Findings, Id, Msg, Quantity, day_after_days, parse_day, show_day};
use platform::call::{App, Tx};
use platform::document::{self, Document, Draft};
use platform::field::Field;
use platform::flow::Step;
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::{Level, LogEntry, differences};
use platform::page::Said;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::card::{BreakFault, break_faults, text};
use trade::charge::choice;

use super::PAGE_PATH;

const BACKWARDS: Msg = Msg::new("card.days", "失效日期不能早于生效日期", "The card ends before it begins.");
const BAND: Msg = Msg::new("card.band", "上限不能小于下限", "The upper limit is below the lower one.");
const NO_BREAKS: Msg = Msg::new("card.breaks", "请填写价格", "Enter a price.");
const FIRST: Msg = Msg::new("card.first", "累进价格须从0开始", "Progressive breaks begin with 0.");
const ASCENDING: Msg = Msg::new("card.ascending", "起点须逐级递增", "Breaks ascend.");
const ONE_ONLY: Msg = Msg::new("card.percent", "百分比只能有一个价格", "A percentage has one price.");
const OVERLAPS: Msg = Msg::new("card.overlap", "与价目{code}有效期重叠", "The validity overlaps that of card {code}.");
const IS_OVER: Msg = Msg::new("card.over", "失效日期已过，不能生效", "Its last day is over; it can't come into force.");
const NOT_LATER: Msg =
    Msg::new("card.version", "新版本的生效日期须晚于{day}", "A new version begins later than {day}.");
/// The price of a card that a row of a file makes.
pub(super) const ONE_PRICE: Field = terms::PRICE.column("one_price").wire("price");

/// Days, limits and breaks; completes number, conditions and prices in words.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        let day = tx.now.day().strftime("%y%m%d").to_string();
        let number = tx.next_number("rate card", &day)?;
        draft.set(RateCard::CARD_CODE, format!("PJ-{day}{number:04}").into_value());
        draft.set(RateCard::STATUS, card::DRAFT.into_value());
    }
    let own = RateCard::from_values(&draft.values)?;
    let below = |least: Option<i64>, most: Option<i64>| least.zip(most).is_some_and(|(least, most)| most < least);
    findings.error_if(!own.end_date.is_empty() && own.end_date < own.begin_date, "endDate", BACKWARDS);
    findings.error_if(below(own.weight_from, own.weight_to), "weightTo", BAND);
    findings.error_if(below(own.pieces_from, own.pieces_to), "piecesTo", BAND);
    let org = tx.org();
    own.terms().check(&Offered::to(tx, org)?, ToOwned::to_owned, findings);
    let wanted = [(own.service_item_id, RateCard::SERVICE_ITEM_ID.name())];
    item::need_scope(tx, org, (&wanted, &own.business_scope), findings)?;
    new_version(tx, &own, findings)?;
    breaks(tx, draft, &own, findings)?;
    draft.set(RateCard::CONDITIONS, in_words(&own).zh.into_value());
    Ok(())
}

/// A new version begins after the card it takes the place of.
fn new_version(tx: &mut Tx<'_>, own: &RateCard, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(replaced) = own.replaces_id else { return Ok(()) };
    let org = tx.org();
    let old = card::cards(tx, org, Condition::all().add(sql::eq("id", replaced)))?;
    if let Some((_, old)) = old.first()
        && own.begin_date <= old.begin_date
    {
        findings.error("beginDate", NOT_LATER.with(&[("day", &old.begin_date)]));
    }
    Ok(())
}

fn breaks(tx: &mut Tx<'_>, draft: &mut Draft<'_>, own: &RateCard, findings: &mut Findings) -> Result<(), Refusal> {
    let stored = |tx: &mut Tx<'_>, id: Id| {
        let org = tx.org();
        BREAKS.of(tx, org, id)
    };
    let rows = match draft.rows(BREAKS.member) {
        Some(rows) => rows.to_vec(),
        None if draft.is_new() => Vec::new(),
        None => stored(tx, draft.id)?,
    };
    let breaks = card::breaks_of(&rows);
    let at = |place: usize, name: &str| format!("{}.{place}.{name}", BREAKS.member);
    for fault in break_faults(card::mode_of(&own.mode), &breaks) {
        match fault {
            BreakFault::None => findings.error(BREAKS.member, NO_BREAKS.text()),
            BreakFault::FirstAboveNought => findings.error(at(0, "from"), FIRST.text()),
            BreakFault::NotAscending(place) => findings.error(at(place, "from"), ASCENDING.text()),
            // Told by the fields of the row.
            BreakFault::TooMany | BreakFault::From(_) | BreakFault::Price(_) => {}
        }
    }
    findings.error_if(own.basis == "百分比" && breaks.len() > 1, BREAKS.member, ONE_ONLY);
    if let Ok(currency) = rate::currency_of(&own.currency_code) {
        draft.set(RateCard::PRICE_TEXT, text(currency, &breaks).into_value());
    }
    Ok(())
}

/// The filled conditions, in the order of the form.
pub(super) fn in_words(own: &RateCard) -> Said {
    let mut parts: Vec<((&str, &str), String)> =
        own.words().into_iter().map(|(condition, word)| (condition.words(), word)).collect();
    let mut band = |condition: choice::Condition, from: Option<String>, to: Option<String>| {
        if from.is_some() || to.is_some() {
            parts.push((condition.words(), format!("{}–{}", from.unwrap_or_default(), to.unwrap_or_default())));
        }
    };
    let weight = |raw: Option<i64>| raw.map(|raw| kernel::Weight::from_raw(raw).to_string());
    band(choice::Condition::Weight, weight(own.weight_from), weight(own.weight_to));
    let pieces = |count: Option<i64>| count.map(|count| count.to_string());
    band(choice::Condition::Pieces, pieces(own.pieces_from), pieces(own.pieces_to));
    let zh: Vec<String> = parts.iter().map(|((zh, _), word)| format!("{zh} {word}")).collect();
    let en: Vec<String> = parts.iter().map(|((_, en), word)| format!("{en} {word}")).collect();
    Said { zh: zh.join("；"), en: en.join("; ") }
}

/// Cards of one key never hold on the same day; a new version ends the one it takes the place of the day before.
pub(super) fn put_in_force(tx: &mut Tx<'_>, step: &mut Step<'_, RateCard>) -> Result<(), Refusal> {
    let (org, own) = (tx.org(), step.document);
    // Two who put cards of one key in force at the same moment wait for each other.
    document::one_at_a_time(tx, org)?;
    step.findings.error_if(own.end_date < show_day(tx.now.day()), "", IS_OVER);
    let alike = Condition::all()
        .add(sql::eq("service_item_id", own.service_item_id))
        .add(sql::eq("business_scope", own.business_scope.clone()))
        .add(sql::eq("kind", own.kind.clone()))
        .add(sql::eq("status", ACTIVE));
    let mine = own.choice(step.id)?;
    for (id, other) in card::cards(tx, org, alike)? {
        if own.replaces_id == Some(id) {
            end(tx, id, &other, &own.begin_date)?;
        } else if choice::overlaps(&mine, &other.choice(id)?) {
            step.findings.error("", OVERLAPS.with(&[("code", &other.card_code)]));
        }
    }
    Ok(())
}

/// The card that is replaced ends the day before the new one begins.
fn end(tx: &mut Tx<'_>, id: Id, card: &RateCard, begin: &str) -> Result<(), Refusal> {
    let Some(last) = parse_day(begin).map(|day| show_day(day_after_days(day, -1))) else { return Ok(()) };
    if card.end_date <= last {
        return Ok(());
    }
    let changes =
        differences(&[RateCard::END_DATE], &[card.end_date.clone().into_value()], &[last.clone().into_value()]);
    let by = ("updated_by", tx.actor.user_id.into_value());
    let cells = [("end_date", last.into_value()), by, ("updated_at", tx.now.into_value())];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", sql::col("version").add(1));
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    let entry = LogEntry::of(TABLE, id, &card.card_code, PAGE_PATH).did("修改", "新版本生效").level(Level::High);
    tx.log(entry.changes(changes))
}

/// Makes the one break of a card out of the price of its row.
pub(super) fn arrange(row: &mut Map<String, Json>, _: bool, _: &mut Findings) {
    if let Some(price) = row.remove("price") {
        row.insert(BREAKS.member.to_owned(), json!([{ "from": Quantity::ZERO.to_string(), "price": price }]));
    }
}

/// Cards are over when their last day is.
pub(crate) const EXPIRY: Plan = Plan::new(
    "css.rateCard.expire",
    ("价目到期", "Rate cards that end"),
    (Category::Update, Schedule::Morning),
    expire,
);

fn expire(app: &Arc<App>) -> Result<usize, Refusal> {
    let today = show_day(app.clock.now().day());
    app.each_org(|org| {
        app.system_write(|conn| {
            let mut update = sql::update(org, TABLE, &[("status", Value::Text(EXPIRED.to_owned()))]);
            update.value("version", sql::col("version").add(1));
            update.and_where(sql::eq("status", ACTIVE)).and_where(sql::col("end_date").lt(sql::value(today.clone())));
            Ok(usize::try_from(conn.exec(&update.into())?).unwrap_or(usize::MAX))
        })
    })
}
