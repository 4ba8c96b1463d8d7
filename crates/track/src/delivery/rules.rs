//! What a notice holds when it is saved, and what it begins with.

use kernel::{Findings, Id, Instant, Msg, show_minute, show_second};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::{Draft, Written, other_than};
use platform::field::Field;
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::order::{self, Order};
use super::page::{self, AWAITED, CHINESE, Notice, TABLE, UNSENT, VOID, state_name};
use super::place::{self, Flag, Warehouse};
use super::{link, page::begins};

const NO_ORDER: Msg = Msg::new("delivery.no_order", "订单不存在", "There is no such order.");
const NO_PLACE: Msg = Msg::new("delivery.no_place", "货站库房不存在", "There is no such terminal or warehouse.");
const FIXED: Msg = Msg::new("delivery.fixed", "送货通知{state}，不能修改", "The notice can't be changed: {state}.");
const EXISTS: Msg =
    Msg::new("delivery.exists", "该订单已有送货通知{n}", "The order has the delivery notice {n} already.");
const NO_DAY: Msg = Msg::new("delivery.no_day", "请先填写预计到货日期", "Please enter the expected day first.");
const BAD_ADDRESS: Msg = Msg::new("mail.receiver", "邮箱格式不正确：{x}", "Not an e-mail address: {x}");
/// The cargo is expected too late.
pub(super) const LATE: Msg =
    Msg::new("delivery.late", "晚于最晚到货时间{time}", "That is after the latest arrival at {time}.");

fn is_empty(draft: &Draft<'_>, field: Field) -> bool {
    *draft.value(field) == Value::Null
}

fn text(draft: &Draft<'_>, field: Field) -> Result<String, Refusal> {
    Ok(String::from_value(draft.value(field))?)
}

/// Completes and checks a notice before it is written.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        begin(tx, draft)?;
    } else {
        need_awaited(&text(draft, Notice::STATE)?)?;
    }
    receivers(draft, findings)?;
    let flag = Flag::named(&text(draft, Notice::FLAG)?);
    let wanted = Option::<Id>::from_value(draft.value(Notice::ORDER_ID))?;
    if let Some((flag, wanted)) = flag.zip(wanted) {
        let actor = tx.actor;
        match order::of_id(tx, actor, wanted) {
            Err(Refusal::NotFound) => findings.error("orderId", NO_ORDER.text()),
            found => of_order(tx, draft, (&found?, flag), findings)?,
        }
    }
    on_time(draft, findings)
}

/// The number comes first: it makes those who add notices of a day wait for each other.
fn begin(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let day = tx.now.day().strftime("%y%m%d").to_string();
    let number = tx.next_number("delivery notice", &day)?;
    draft.set(Notice::NOTICE_CODE, format!("SH-{day}{number:04}").into_value());
    draft.set(Notice::STATE, UNSENT.into_value());
    Ok(())
}

fn need_awaited(state: &str) -> Result<(), Refusal> {
    if AWAITED.contains(&state) {
        return Ok(());
    }
    let (zh, en) = state_name(state);
    Err(Refusal::Business(FIXED.with_each(&[("state", zh)], &[("state", en)])))
}

/// Addresses with whatever stands between them, as they are kept.
fn receivers(draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let typed = text(draft, Notice::RECEIVERS)?;
    let all: Vec<&str> = addresses(&typed).collect();
    for wrong in all.iter().filter(|address| !mail::is_address(address)) {
        findings.error("receivers", BAD_ADDRESS.with(&[("x", wrong)]));
    }
    if !typed.is_empty() {
        draft.set(Notice::RECEIVERS, all.join("; ").into_value());
    }
    Ok(())
}

/// The addresses of a text.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '；', ',', '，', '\n', '\r']).map(str::trim).filter(|one| !one.is_empty())
}

fn of_order(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    (order, flag): (&Order, Flag),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    order.need_alive()?;
    if draft.is_new() {
        one_live(tx, draft, (order, flag), findings)?;
        cargo(draft, order, findings);
    }
    let org = tx.org();
    let Some(warehouse) = warehouse(tx, org, draft, (order, flag), findings)? else { return Ok(()) };
    let same_place = !draft.changes(Notice::WAREHOUSE_ID);
    // One that was chosen before it went out of use stays; its position has to be known all the same.
    let fault = if same_place { warehouse.unlocated(flag) } else { warehouse.fault(flag) };
    if let Some(fault) = fault {
        findings.error("warehouseId", fault);
    }
    // Another warehouse takes cargo until another time, unless somebody says until when.
    let unsaid = is_empty(draft, Notice::LATEST_AT) || (!same_place && !draft.changes(Notice::LATEST_AT));
    if unsaid && findings.at("latestTime").next().is_none() {
        draft.set(Notice::LATEST_AT, warehouse.latest(tx, org, order.id)?.into_value());
    }
    Ok(())
}

/// One live notice for each order and place.
fn one_live(
    tx: &mut Tx<'_>,
    draft: &Draft<'_>,
    (order, flag): (&Order, Flag),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("notice_code")
        .and_where(sql::eq("order_id", order.id))
        .and_where(sql::eq("flag", flag.name()))
        .and_where(sql::col("state").ne(sql::value(VOID)))
        .and_where(other_than(draft.id))
        .limit(1);
    if let Some(row) = tx.first(&select.into())? {
        findings.error("flag", EXISTS.with(&[("n", &row.get::<String>(0)?)]));
    }
    Ok(())
}

/// The warehouse as it is chosen, else the one the order names.
fn warehouse(
    conn: &mut dyn Conn,
    org: i64,
    draft: &mut Draft<'_>,
    (order, flag): (&Order, Flag),
    findings: &mut Findings,
) -> Result<Option<Warehouse>, Refusal> {
    let found = match Option::<Id>::from_value(draft.value(Notice::WAREHOUSE_ID))? {
        Some(id) => {
            let found = place::of_id(conn, org, id)?;
            findings.error_if(found.is_none(), "warehouseId", NO_PLACE);
            found
        }
        None if findings.at("warehouseId").next().is_some() => None,
        None => {
            let found = order.warehouse(conn, org, flag)?;
            findings.error_if(found.is_none(), "warehouseId", flag.missing());
            found
        }
    };
    if let Some(warehouse) = &found {
        draft.set(Notice::WAREHOUSE_ID, warehouse.id.into_value());
    }
    Ok(found)
}

/// The cargo of a new notice as it is written, else as the order announced it; what was sent empty stays empty.
fn cargo(draft: &mut Draft<'_>, order: &Order, findings: &Findings) {
    let own = [
        (Notice::GOODS_NAME, goods(order).into_value()),
        (Notice::PACKAGE_TYPE, order.package.clone().into_value()),
        (Notice::PIECES, order.pieces.into_value()),
        (Notice::WEIGHT, order.weight.into_value()),
        (Notice::VOLUME, order.volume.into_value()),
        (Notice::MARKS, order.marks.clone().into_value()),
        (Notice::RECEIPT_DATE, order.receipt_date.clone().into_value()),
    ];
    for (field, value) in own {
        let name = field.name();
        if !draft.body.contains_key(&name) && findings.at(&name).next().is_none() {
            draft.set(field, value);
        }
    }
}

/// Chinese name of the goods, else the English one.
fn goods(order: &Order) -> &str {
    if order.goods_cn.is_empty() { &order.goods_en } else { &order.goods_cn }
}

/// An hour belongs to a day; one after the latest arrival is worth a warning.
fn on_time(draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (day, slot) = (text(draft, Notice::RECEIPT_DATE)?, text(draft, Notice::SLOT)?);
    let said = findings.at("receiptDate").next().is_some();
    findings.error_if(day.is_empty() && !slot.is_empty() && !said, "receiptDate", NO_DAY);
    let latest = Option::<i64>::from_value(draft.value(Notice::LATEST_AT))?.map(Instant::from_millis);
    if let Some(latest) = late(&day, &slot, latest) {
        let field = if slot.is_empty() { "receiptDate" } else { "slot" };
        findings.warning(field, LATE.with(&[("time", &latest)]));
    }
    Ok(())
}

/// The latest arrival, where a day, or an hour of it, begins after it.
pub(super) fn late(day: &str, slot: &str, latest: Option<Instant>) -> Option<String> {
    let slot = if slot.is_empty() { "00:00" } else { slot };
    let (begin, latest) = begins(day, slot).zip(latest)?;
    (begin > latest).then(|| show_minute(latest))
}

/// Gives a new notice its link.
pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    let notice = page::own(tx, org, draft.id)?;
    if draft.is_new() {
        let order = order::own(tx, org, notice.order_id)?;
        link::make(tx, draft.id, &order, &notice.receipt_date)?;
    } else {
        link::prolong(tx, draft.id, &notice.receipt_date)?;
    }
    Ok(Written::default())
}

/// GET propose?orderId=&flag=&warehouseId=: what the form of a new notice begins with, and the live one there is.
pub(super) fn propose(call: &mut Call) -> Outcome {
    let wrong = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let flag = match call.query("flag") {
        "" => None,
        name => Some(Flag::named(name).ok_or_else(|| wrong("flag"))?),
    };
    let chosen = match call.query("warehouseId") {
        "" => None,
        id => Some(id.parse().map(Id).map_err(|_| wrong("warehouseId"))?),
    };
    let actor = call.actor()?;
    let language = call.language();
    let data = call.read(|conn| {
        let order = order::asked(conn, call)?;
        order.need_alive()?;
        let flag = flag.unwrap_or_else(|| usual(&order));
        let warehouse = match chosen {
            Some(id) => place::of_id(conn, actor.org_id, id)?,
            None => order.warehouse(conn, actor.org_id, flag)?,
        };
        proposed(conn, actor, (&order, flag, warehouse), language)
    })?;
    Ok(Answer::Data(data))
}

/// Where the cargo of an order goes when nobody says: to its terminal, unless it names a storehouse alone.
fn usual(order: &Order) -> Flag {
    let only_stored = order.place(Flag::Warehouse).is_empty() && !order.place(Flag::Storehouse).is_empty();
    if only_stored { Flag::Storehouse } else { Flag::Warehouse }
}

fn proposed(
    conn: &mut dyn Conn,
    actor: &Actor,
    (order, flag, warehouse): (&Order, Flag, Option<Warehouse>),
    language: &str,
) -> Result<Json, Refusal> {
    let org = actor.org_id;
    let lacking = match &warehouse {
        Some(warehouse) => warehouse.fault(flag),
        None => Some(flag.missing().text()),
    };
    let latest = warehouse.as_ref().map(|warehouse| warehouse.latest(conn, org, order.id)).transpose()?.flatten();
    let live = page::live(conn, org, order.id, flag.name())?;
    let named = order.warehouse(conn, org, flag)?;
    let (plate, driver) = order::truck(conn, org, order.id)?;
    let mut data = json!({
        "orderId": order.id,
        "flag": flag.name(),
        "warehouseId": warehouse.as_ref().map(|warehouse| warehouse.id),
        "warehouseName": warehouse.as_ref().map(|warehouse| &warehouse.name),
        "placeId": named.map(|named| named.id),
        "receiptDate": Some(&order.receipt_date).filter(|day| !day.is_empty()),
        "latestTime": latest.map(show_second),
        "pieces": order.pieces,
        "weight": order.weight,
        "volume": order.volume,
        "goodsName": goods(order),
        "packageType": order.package,
        "marks": order.marks,
        "plateNo": plate,
        "driverName": driver,
        "language": CHINESE,
        "receivers": mail::contacts(conn, org, order.coop)?.join("; "),
        "lacking": lacking.map(|text| text.in_language(language).to_owned()),
        "live": live.map(|(id, code)| json!({ "id": id, "noticeCode": code })),
    });
    let coop = order.coop.map(|id| facts::coop_name(conn, org, id)).transpose()?.unwrap_or_default();
    if let Some(data) = data.as_object_mut() {
        data.extend(order.members(&coop));
    }
    Ok(data)
}

/// What the form shows of the order, and how often the notice was looked at.
pub(super) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let notice = page::own(conn, org, id)?;
    let order = order::own(conn, org, notice.order_id)?;
    let coop = order.coop.map(|id| facts::coop_name(conn, org, id)).transpose()?.unwrap_or_default();
    view.extend(order.members(&coop));
    let warehouse = notice.warehouse_id.map(|id| place::of_id(conn, org, id)).transpose()?.flatten();
    view.insert("warehouseName".to_owned(), json!(warehouse.map(|warehouse| warehouse.name)));
    let mut select = sql::from(org, TABLE);
    select.columns(["views", "last_view", "created_by", "created_at"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    view.insert("views".to_owned(), json!(row.get::<i64>(0)?));
    view.insert("lastView".to_owned(), json!(row.get::<Option<Instant>>(1)?.map(show_second)));
    view.insert("creator".to_owned(), json!(facts::user_name(conn, org, row.get(2)?)?));
    view.insert("createTime".to_owned(), json!(show_second(row.get(3)?)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_that_begins_after_the_latest_arrival_is_late() {
        let latest = Instant::parse("2026-07-18 08:00:00");
        assert_eq!(late("2026-07-18", "08:00-09:00", latest), None, "the very moment");
        assert_eq!(late("2026-07-18", "09:00-10:00", latest).as_deref(), Some("2026-07-18 08:00"));
        assert_eq!(late("2026-07-18", "", latest), None);
        assert_eq!(late("2026-07-19", "", latest).as_deref(), Some("2026-07-18 08:00"));
        assert_eq!(late("2026-07-19", "", None), None);
        assert_eq!(late("", "08:00-09:00", latest), None);
    }

    #[test]
    fn receivers_are_split_by_whatever_people_type() {
        let all: Vec<&str> = addresses("a@x.com;b@x.com； c@x.com，,\nd@x.com").collect();
        assert_eq!(all, ["a@x.com", "b@x.com", "c@x.com", "d@x.com"]);
    }
}
