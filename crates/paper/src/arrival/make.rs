//! 生成通知: what a notice says is kept, and its paper made.

use kernel::{Findings, Id, Msg, show_second};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Order as Way;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};
use waybill::download::{Prepared, prepare};

use super::draw::{self, Said};
use super::notice::{self, ENGLISH, Notice};
use super::order::{self, ImportOrder};
use crate::body::Body;

/// Kind of warehouse that hands out cargo at an airport: cargo station, deconsolidation warehouse.
const HANDS_OUT: [i64; 2] = [1, 3];

const NO_TERMINAL: Msg = Msg::new("arrival.no_terminal", "提货货站不存在", "There is no such terminal.");

static FIELDS: [Field; 8] = [
    Notice::LANGUAGE,
    Notice::CONSIGNEE,
    Notice::CONTACT,
    Notice::PHONE,
    Notice::WAREHOUSE_ID,
    Notice::FREE_DAYS,
    Notice::DOCUMENTS,
    Notice::REMARK,
];

/// A place cargo is handed out at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terminal {
    id: Option<Id>,
    pub(crate) name_cn: String,
    pub(crate) name_en: String,
    pub(crate) address_cn: String,
    pub(crate) address_en: String,
    pub(crate) contact: String,
    pub(crate) phone: String,
    pub(crate) hours: String,
    station: String,
}

/// Terminals that take imports in: the one of an id, else those that are offered.
fn terminals(conn: &mut dyn Conn, org: i64, wanted: Option<Id>) -> Result<Vec<Terminal>, Refusal> {
    let mut select = sql::from(org, "warehouse");
    select
        .columns(["id", "name_cn", "name_en", "address_cn", "address_en", "contact", "phone", "open_hours", "ap_code"])
        .order_by("warehouse_code", Way::Asc);
    match wanted {
        Some(id) => select.and_where(sql::eq("id", id)),
        None => select
            .and_where(sql::eq("for_import", true))
            .and_where(sql::eq("active", true))
            .and_where(sql::is_in(sql::col("warehouse_type"), HANDS_OUT)),
    };
    let rows = conn.query(&select.into())?;
    let read = rows.iter().map(|row| {
        Ok(Terminal {
            id: row.get(0)?,
            name_cn: row.get(1)?,
            name_en: row.get(2)?,
            address_cn: row.get(3)?,
            address_en: row.get(4)?,
            contact: row.get(5)?,
            phone: row.get(6)?,
            hours: row.get(7)?,
            station: row.get(8)?,
        })
    });
    read.collect()
}

/// The terminal of a notice.
pub(crate) fn terminal(conn: &mut dyn Conn, org: i64, id: Option<Id>) -> Result<Terminal, Refusal> {
    let Some(id) = id else { return Ok(Terminal::default()) };
    Ok(terminals(conn, org, Some(id))?.pop().unwrap_or_default())
}

/// GET propose/{orderId}: the notice of an order, or what a new one begins with.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("orderId")?);
    let data = call.read(|conn| {
        let order = order::of_id(conn, actor, id)?;
        order.need_alive()?;
        proposed(conn, actor, &order)
    })?;
    Ok(Answer::Data(data))
}

fn proposed(conn: &mut dyn Conn, actor: &Actor, order: &ImportOrder) -> Result<Json, Refusal> {
    let org = actor.org_id;
    let mut offered = terminals(conn, org, None)?;
    // Those at the airport of arrival, or all of them where it has none.
    if offered.iter().any(|terminal| terminal.station == order.arrival) {
        offered.retain(|terminal| terminal.station == order.arrival);
    }
    let kept = notice::of_order(conn, org, order.id)?;
    let version = kept.as_ref().map(|kept| kept.version);
    let said = match kept.map(|kept| kept.notice).filter(Notice::is_made) {
        Some(notice) => json!({
            "language": notice.language,
            "consignee": notice.consignee,
            "contact": notice.contact,
            "phone": notice.phone,
            "warehouseId": notice.warehouse_id,
            "freeDays": notice.free_days,
            "documents": notice.documents,
            "remark": notice.remark,
        }),
        None => begun(conn, org, order, &offered)?,
    };
    let offers = offered.iter().map(|terminal| {
        json!({
            "value": terminal.id,
            "label": { "zh": terminal.name_cn, "en": first(&[&terminal.name_en, &terminal.name_cn]) },
        })
    });
    Ok(json!({
        "orderId": order.id,
        "orderUuid": order.uuid,
        "orderCode": order.code,
        "number": order.number(),
        "route": order.route(),
        "flight": order.flight,
        "actualArrival": order.actual.map(show_second),
        "expectArrival": order.expect_arrival,
        "pieces": order.pieces,
        "weight": order.weight,
        "arrivedPieces": order.arrived_pieces,
        "version": version,
        "notice": said,
        "terminals": offers.collect::<Vec<Json>>(),
    }))
}

/// The first that is not empty.
pub(crate) fn first<'a>(texts: &[&'a str]) -> &'a str {
    texts.iter().copied().find(|text| !text.is_empty()).unwrap_or_default()
}

/// The customer of the order with his first contact, and the terminal at the airport if there is one alone.
fn begun(conn: &mut dyn Conn, org: i64, order: &ImportOrder, offered: &[Terminal]) -> Result<Json, Refusal> {
    let (mut consignee, mut contact, mut phone) = (String::new(), String::new(), String::new());
    if let Some(coop) = order.coop {
        let mut select = sql::from(org, "coop");
        select.columns(["coop_full_name", "coop_name"]).and_where(sql::eq("id", coop));
        let row = conn.first(&select.into())?.unwrap_or_default();
        let (full, short): (String, String) = (row.get(0)?, row.get(1)?);
        consignee = first(&[&full, &short]).to_owned();
        let mut select = sql::from(org, "coop_contact");
        select.columns(["name", "phone"]).and_where(sql::eq("coop_id", coop)).order_by("id", Way::Asc);
        let row = conn.first(&select.into())?.unwrap_or_default();
        (contact, phone) = (row.get(0)?, row.get(1)?);
    }
    let only = match offered {
        [only] => only.id,
        _ => None,
    };
    Ok(json!({
        "language": "zh",
        "consignee": consignee,
        "contact": contact,
        "phone": phone,
        "warehouseId": only,
        "freeDays": ::order::decided_free_days(conn, org)?,
        "documents": "",
        "remark": "",
    }))
}

/// POST make {orderId, version, …}: keeps what the notice says; answers the address of its PDF.
pub(crate) fn make(call: &mut Call) -> Outcome {
    let mut findings = Findings::new();
    let asked = Body::of(call, &FIELDS, &["orderId"], &mut findings)?;
    let actor = call.actor()?.clone();
    let org = actor.org_id;
    let read = call.read(|conn| {
        let order = order::named(conn, &actor, asked.text("orderId"))?;
        order.need_alive()?;
        let terminal = chosen(conn, org, &asked, &mut findings)?;
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        draw::read(conn, org, order, terminal)
    })?;
    let logo = template::company_logo(&call.app, org)?;
    let drawn = draw::drawn(&read, &said(&asked)?, logo)?;
    let data = call.write(|tx| {
        let now = tx.now;
        let kept = notice::take(tx, &read.order, asked.version)?;
        let url = prepare(tx, org, now, Prepared { name: drawn.name, mime: "application/pdf", bytes: drawn.bytes })?;
        let mut cells: Vec<(&'static str, Value)> = asked.cells().collect();
        cells.extend([("made_by", tx.actor.user_id.into_value()), ("made_at", now.into_value())]);
        let changes = notice::write(tx, &kept, &cells)?;
        tx.log(notice::entry(&read.order).did("打印", "生成到货通知").changes(changes))?;
        Ok(json!({ "url": url, "version": kept.version, "state": kept.notice.state }))
    })?;
    Ok(Answer::Data(data))
}

/// What the paper is to say.
fn said(asked: &Body) -> Result<Said, Refusal> {
    Ok(Said {
        english: asked.get::<String>(Notice::LANGUAGE)? == ENGLISH,
        consignee: asked.get(Notice::CONSIGNEE)?,
        contact: asked.get(Notice::CONTACT)?,
        phone: asked.get(Notice::PHONE)?,
        free_days: asked.get(Notice::FREE_DAYS)?,
        documents: asked.get(Notice::DOCUMENTS)?,
        remark: asked.get(Notice::REMARK)?,
    })
}

/// The terminal that was chosen.
fn chosen(conn: &mut dyn Conn, org: i64, asked: &Body, findings: &mut Findings) -> Result<Terminal, Refusal> {
    let wanted: Option<Id> = asked.get(Notice::WAREHOUSE_ID)?;
    let found = terminal(conn, org, wanted)?;
    findings.error_if(wanted.is_some() && found.id.is_none(), "warehouseId", NO_TERMINAL);
    Ok(found)
}
