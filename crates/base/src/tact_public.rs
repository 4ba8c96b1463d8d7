//! 公布运价. The rates the platform publishes, for everybody to read; a company takes one as its own, compares it with
//! its own, or is told when it changes.

use kernel::{Amount, Id, Msg, Weight, div_half_up, format_scaled, parse_day, show_day};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Cell, Conn, Row, sql};
use rate::Route;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use trade::cargo::Step;
use trade::tact::{Ask, price};

use crate::tact::{self, Tact, validity_of};
use crate::tact_edition;

/// Address of the page; the beginning of its calls.
pub(crate) const PAGE: &str = "/af_tact_public";
const BASE: &str = "/afbase/tactPublic";
const TABLE: &str = "tact_rate";
/// Own and published rates are compared at 500 KG.
const COMPARED_AT: Weight = Weight::from_raw(500_000);
/// Rates compared in one call.
const COMPARED_MAX: usize = 200;

const HAS_OWN: Msg = Msg::new("tactpub.own", "已有自有运价，是否替换？", "You have a rate of your own. Replace it?");
const IS_OVER: Msg = Msg::new("tactpub.over", "该公布运价已失效", "This published rate is over.");

const EDITION: Field = Field::text("版次", "Edition").column("edition_no").wire("edition");

fn valid_on(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(validity_of(TABLE, text))
}

/// The platform's rates in use; a draft of an edition is none yet.
fn published(_: &Actor) -> Condition {
    Condition::all().add(sql::of_eq(TABLE, "org_id", PLATFORM_ORG)).add(sql::of_eq(TABLE, "active", true))
}

/// What is published.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[Join { table: "tact_edition", alias: "edition", on: &[("edition_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Tact::CARRIER_CODE).width(70),
        Column::own(Tact::DEPARTURE).width(70),
        Column::own(Tact::ARRIVAL).width(70),
        Column::own(Tact::CURRENCY).width(70),
        Column::own(Tact::MINIMUM).width(90),
        Column::own(Tact::RATE_N).width(80),
        Column::own(Tact::RATE_45).width(80),
        Column::own(Tact::RATE_100).width(80),
        Column::own(Tact::RATE_200).behind(),
        Column::own(Tact::RATE_250).behind(),
        Column::own(Tact::RATE_300).width(80),
        Column::own(Tact::RATE_500).width(150),
        Column::own(Tact::RATE_700).behind(),
        Column::own(Tact::RATE_1000).width(80),
        Column::own(Tact::RATE_1500).behind(),
        Column::own(Tact::RATE_2000).behind(),
        Column::own(Tact::RATE_3000).behind(),
        Column::own(Tact::RATE_5000).behind(),
        Column::own(Tact::VALID_FROM).width(110),
        Column::own(Tact::VALID_TO).width(110),
        Column::of("edition", EDITION).width(110),
        Column::own(Tact::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("carrierCode", Match::OneOf, Tact::CARRIER_CODE),
        Filter::new("departure", Match::OneOf, Tact::DEPARTURE),
        Filter::new("arrival", Match::OneOf, Tact::ARRIVAL),
        Filter::new("validOn", Match::Own(valid_on), Field::day("有效日期", "Valid on")),
        Filter::new("edition", Match::Contains, EDITION).columns(&[("edition", "edition_no")]),
        Filter::new("currency", Match::Equals, Tact::CURRENCY).more(),
    ],
    buttons: &[
        Button::new("af-tactpub-edit", ("维护版次", "Editions"), "toolbar", "link").calls("/af_tact_edition"),
        Button::new("af-tactpub-adopt", ("引用为自有", "Adopt as own"), "row", "call")
            .calls("POST /afbase/tactPublic/{id}/adopt"),
        Button::new("af_tact_public", ("订阅/取消订阅", "Watch or not"), "row", "call")
            .calls("POST /afbase/tactPublic/{id}/subscribe"),
        Button::new("af-tactpub-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "departure,asc;arrival,asc;validFrom,desc",
    export: "af-tactpub-export",
    overlay: &["id"],
    visible: Some(published),
    decorate: Some(decorate),
    ..ListPage::new("base.tact-public.list", PAGE, ("公布运价", "Published prices"), "af_tact_public", BASE, TABLE)
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    let own_org = actor.org_id != PLATFORM_ORG;
    list::write_can(actor, if own_org { &["af-tactpub-adopt", "af_tact_public"] } else { &[] }, out);
}

/// Adds page and calls.
pub(crate) fn add(room: &mut Room) {
    use Access::Code;
    let button = |code: &str, zh: &str, en: &str, sort: i64| Node::button(code, "af_tact_public", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/afManager/tact", "公布运价", "Published prices", 20),
        button("af-tactpub-adopt", "引用为自有", "Adopt as own", 10),
        button("af-tactpub-export", "导出", "Export", 20),
        button("af-tactpub-edit", "维护", "Maintain", 30).platform(),
        button("af-tactpub-publish", "发布", "Publish", 40).platform(),
    ]);
    room.lists.push(LIST);
    let at = |rest: &str| format!("{BASE}/{rest}");
    room.operations.extend([
        Operation::get("compare_own_tact", &at("ownDiff"), Code("af_tact_public"), own_difference)
            .param("ids")
            .summary("What the own rate costs more than the published one at 500 KG, amount and per cent"),
        Operation::post("adopt_published_tact", &at("{id}/adopt"), Code("af-tactpub-adopt"), adopt)
            .summary("A rate of the company's own like the published one, from today or its first day on"),
        Operation::post("watch_published_tact", &at("{id}/subscribe"), Code("af_tact_public"), subscribe)
            .summary("Tells the caller when the published rate of the lane changes, or no more"),
    ]);
}

/// A published rate as these calls need it.
struct Published {
    lane: [String; 3],
    currency: String,
    valid: (String, String),
    edition: Option<Id>,
}

fn one(conn: &mut dyn Conn, id: Id) -> Result<Published, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select
        .columns(["carrier_code", "departure", "arrival", "currency", "valid_from", "valid_to", "edition_id"])
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("active", true));
    let row: Row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Published {
        lane: [row.get(0)?, row.get(1)?, row.get(2)?],
        currency: row.get(3)?,
        valid: (row.get(4)?, row.get(5)?),
        edition: row.get(6)?,
    })
}

/// GET ownDiff?ids: of each rate that has an own one beside it, in the same currency.
fn own_difference(call: &mut Call) -> Outcome {
    let (org, today) = (call.actor()?.org_id, show_day(call.now().day()));
    let ids: Vec<Id> =
        call.query("ids").split(',').filter_map(|id| id.trim().parse().ok().map(Id)).take(COMPARED_MAX).collect();
    let rows = call.read(|conn| {
        let mut rows = Vec::new();
        for id in ids {
            if let Some(row) = difference(conn, org, id, &today)? {
                rows.push(row);
            }
        }
        Ok(rows)
    })?;
    Ok(Answer::Data(json!(rows)))
}

fn difference(conn: &mut dyn Conn, org: i64, id: Id, today: &str) -> Result<Option<Json>, Refusal> {
    let published = match one(conn, id) {
        Err(Refusal::NotFound) => return Ok(None),
        other => other?,
    };
    let first = std::cmp::max(published.valid.0.as_str(), today);
    let Some(day) = parse_day(first).filter(|_| first <= published.valid.1.as_str()) else { return Ok(None) };
    let [carrier, from, to] = published.lane;
    let route = Route { carrier, from, to, day };
    let own = rate::find(conn, org, &route)?.filter(|found| found.own && found.currency == published.currency);
    let theirs = rate::find(conn, PLATFORM_ORG, &route)?.filter(|found| found.id == id);
    let ask = Ask { weight: COMPARED_AT, step: Step::Half, item: "", goods: "", unit: "" };
    let total = |found: &rate::Found| price(&found.rate, &ask).map(|priced| priced.total);
    let totals = own.as_ref().and_then(total).zip(theirs.as_ref().and_then(total));
    Ok(totals.filter(|(_, theirs)| theirs.raw() > 0).map(|(own, theirs)| told(id, own, theirs)))
}

/// `-560.00` and `-4.15`.
fn told(id: Id, own: Amount, theirs: Amount) -> Json {
    let more = own.minus(theirs);
    let hundredths = div_half_up(i128::from(more.raw()) * 10_000, i128::from(theirs.raw()));
    let percent = format_scaled(i64::try_from(hundredths).unwrap_or(i64::MAX), 2, 2);
    json!({ "id": id, "own": own.show(2), "published": theirs.show(2), "amount": more.show(2), "percent": percent })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(default, rename = "version")]
    _version: i64,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// POST {id}/adopt {confirmed}: an own rate that holds already ends the day before.
fn adopt(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    let data = call.write(|tx| {
        let (published, today) = (one(tx, id)?, show_day(tx.now.day()));
        if published.valid.1 < today {
            return Err(Refusal::business(IS_OVER));
        }
        let mut body = tx.in_org(PLATFORM_ORG, |tx| {
            let actor = tx.actor;
            tact::FORM.body_of(tx, actor, id)
        })?;
        let first = std::cmp::max(published.valid.0.clone(), today);
        if has_own(tx, &published, &first)? {
            let mut findings = kernel::Findings::new();
            findings.confirm("validFrom", HAS_OWN.text());
            Refusal::unless_clean(&findings, &asked.confirmed)?;
        }
        body.insert("validFrom".to_owned(), json!(first));
        body.insert("confirmed".to_owned(), json!(["validity.overlaps", "tact.dearer"]));
        let made = tact::FORM.make(tx, &body, "引用公布运价")?;
        if let Some(edition) = published.edition {
            tact_edition::mark(tx, made, edition)?;
        }
        Ok(json!({ "id": made, "validFrom": first }))
    })?;
    Ok(Answer::Data(data))
}

/// Whether the company has a rate of its own for the lane from a day on.
fn has_own(tx: &mut Tx<'_>, published: &Published, first: &str) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id");
    for (column, text) in ["carrier_code", "departure", "arrival"].into_iter().zip(&published.lane) {
        select.and_where(sql::eq(column, text.clone()));
    }
    select
        .and_where(sql::col("valid_from").lte(sql::value(published.valid.1.clone())))
        .and_where(sql::col("valid_to").gte(sql::value(first.to_owned())))
        .limit(1);
    Ok(tx.first(&select.into())?.is_some())
}

/// POST {id}/subscribe: on, and off when it was on.
fn subscribe(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let is_on = call.write(|tx| {
        let (published, user) = (one(tx, id)?, tx.actor.user_id);
        let lane = ["carrier_code", "departure", "arrival"].into_iter().zip(published.lane);
        let cells: Vec<(&'static str, platform::store::Value)> =
            lane.map(|(column, text)| (column, text.into_value())).collect();
        let mut off = sql::delete(tx.org(), "tact_watch");
        off.and_where(sql::eq("user_id", user));
        for (column, value) in &cells {
            off.and_where(sql::col(column).eq(sql::value(value.clone())));
        }
        let was_on = tx.exec(&off.into())? > 0;
        if !was_on {
            let mut new = vec![("id", tx.new_id().into_value()), ("user_id", user.into_value())];
            new.push(("created_at", tx.now.into_value()));
            new.extend(cells);
            let org = tx.org();
            tx.exec(&sql::insert(org, "tact_watch", &new).into())?;
        }
        let function = if was_on { "取消订阅" } else { "订阅" };
        tx.log(LogEntry::of("tact_watch", id, "公布运价", PAGE).did("修改", function))?;
        Ok(!was_on)
    })?;
    Ok(Answer::Data(json!({ "subscribed": is_on })))
}

/// Who watches a lane: company and user.
pub(crate) fn watchers(conn: &mut dyn Conn, lane: &[String; 3]) -> Result<Vec<(i64, Id)>, Refusal> {
    let mut select = sql::from_global("tact_watch");
    select.columns(["org_id", "user_id"]);
    for (column, text) in ["carrier_code", "departure", "arrival"].into_iter().zip(lane) {
        select.and_where(sql::eq(column, text.clone()));
    }
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
