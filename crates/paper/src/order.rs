//! The air export order a paper is about: what papers are filled with, and who may make them.

use kernel::{Id, Length, Uuid, Volume, Weight, show_day, show_second};
use order::{CLOSED_NO_EDIT, Lifecycle, need_visible, visible_order};
use platform::access::Actor;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, Room, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, JoinType, Order as Way};
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};
use trade::address::Party;

pub(crate) const TABLE: &str = "freight_order";
const DETAIL: &str = "order_air_detail";
/// Select of orders, by their id.
pub(crate) const SELECT: &str = "paperOrder";

/// Pages whose forms choose an order.
const PAGES: [&str; 4] = ["af_dgd_print", "af_shipper_letter", "af_goodsname", "af_identify"];

/// An order as papers need it.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: Id,
    pub(crate) uuid: String,
    pub(crate) code: String,
    pub(crate) awb_number: String,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) departure: String,
    pub(crate) arrival: String,
    pub(crate) flight: String,
    pub(crate) flight_date: String,
    pub(crate) goods_cn: String,
    pub(crate) goods_en: String,
    pub(crate) goods_type: String,
    pub(crate) battery: String,
    pub(crate) package: String,
    /// Announced.
    pub(crate) plan: Figures,
    /// Measured, where it was; else announced.
    pub(crate) actual: Figures,
    pub(crate) terminal: String,
    pub(crate) dangerous_type: String,
    pub(crate) undg_code: String,
    pub(crate) undg_contact: String,
    pub(crate) undg_number: String,
    pub(crate) celsius: String,
}

/// Figures of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) pieces: i64,
    pub(crate) weight: Weight,
    pub(crate) volume: Volume,
    pub(crate) charge_weight: Option<Weight>,
}

impl Order {
    /// `PVG-FRA`.
    pub(crate) fn route(&self) -> String {
        format!("{}-{}", self.departure, self.arrival)
    }

    /// Its master number, or its code while it has none.
    pub(crate) fn number(&self) -> &str {
        if self.awb_number.is_empty() { &self.code } else { &self.awb_number }
    }

    /// Refuses when its life is over.
    pub(crate) fn need_alive(&self) -> Result<(), Refusal> {
        match self.lifecycle {
            Lifecycle::Closed | Lifecycle::Cancelled => Err(Refusal::business(CLOSED_NO_EDIT)),
            _ => Ok(()),
        }
    }
}

/// Adds the select of orders.
pub(crate) fn add(room: &mut Room) {
    room.selects.push((SELECT, offer));
}

fn read(row: &Row) -> Result<Order, Refusal> {
    let figure = |place: usize| row.get::<Option<i64>>(place);
    let figures = |[pieces, weight, volume, charge]: [Option<i64>; 4]| Figures {
        pieces: pieces.unwrap_or_default(),
        weight: Weight::from_raw(weight.unwrap_or_default()),
        volume: Volume::from_raw(volume.unwrap_or_default()),
        charge_weight: charge.map(Weight::from_raw),
    };
    let plan = [figure(14)?, figure(15)?, figure(16)?, figure(17)?];
    let mut actual = [figure(18)?, figure(19)?, figure(20)?, figure(21)?];
    for (measured, announced) in actual.iter_mut().zip(plan) {
        *measured = measured.or(announced);
    }
    Ok(Order {
        id: row.get(0)?,
        uuid: row.get(1)?,
        code: row.get(2)?,
        awb_number: row.get(3)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(4)?),
        departure: row.get(5)?,
        arrival: row.get(6)?,
        flight: row.get(7)?,
        flight_date: row.get(8)?,
        goods_cn: row.get(9)?,
        goods_en: row.get(10)?,
        goods_type: row.get(11)?,
        battery: row.get(12)?,
        package: row.get(13)?,
        plan: figures(plan),
        actual: figures(actual),
        terminal: row.get(22)?,
        dangerous_type: row.get(23)?,
        undg_code: row.get(24)?,
        undg_contact: row.get(25)?,
        undg_number: row.get(26)?,
        celsius: row.get(27)?,
    })
}

fn find(conn: &mut dyn Conn, actor: &Actor, which: Expr) -> Result<Order, Refusal> {
    let order = find_in(conn, actor.org_id, which)?;
    need_visible(conn, actor, order.id)?;
    Ok(order)
}

fn find_in(conn: &mut dyn Conn, org: i64, which: Expr) -> Result<Order, Refusal> {
    const HEAD: [&str; 22] = [
        "id",
        "uuid",
        "order_code",
        "awb_number",
        "lifecycle",
        "departure_station",
        "arrival_station",
        "expect_flight",
        "expect_departure",
        "goods_name_cn",
        "goods_name_en",
        "goods_type",
        "battery_type",
        "package_type",
        "plan_pieces",
        "plan_weight",
        "plan_volume",
        "plan_charge_weight",
        "confirm_pieces",
        "confirm_weight",
        "confirm_volume",
        "biz_quantity",
    ];
    const OF_AIR: [&str; 6] = [
        "departure_warehouse",
        "dangerous_type",
        "undg_code",
        "undg_contact_name",
        "undg_contact_communication_no",
        "celsius_require",
    ];
    let mut select = sql::from(org, TABLE);
    select
        .columns(HEAD.map(|column| (TABLE, column)))
        .columns(OF_AIR.map(|column| (DETAIL, column)))
        .join(JoinType::LeftJoin, DETAIL, sql::same_org(DETAIL, TABLE, "id"))
        .and_where(which)
        .and_where(sql::of_eq(TABLE, "business_scope", "AE"));
    read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// The order of an id for a company's own outside system, which sees whatever the company has.
pub(crate) fn of_company(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Order, Refusal> {
    find_in(conn, org, sql::of_eq(TABLE, "id", id))
}

/// The order of an id; 404 when it is none of the org's air exports, refused when the caller may not see it.
pub(crate) fn of_id(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Order, Refusal> {
    find(conn, actor, sql::of_eq(TABLE, "id", id))
}

/// The same by its public name.
pub(crate) fn of_uuid(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<Order, Refusal> {
    find(conn, actor, sql::of_eq(TABLE, "uuid", uuid.clone()))
}

/// The order a call asks about, by `orderId` or `orderUuid`.
pub(crate) fn asked(conn: &mut dyn Conn, call: &Call) -> Result<Order, Refusal> {
    let actor = call.actor()?;
    match (call.query("orderId").parse().ok().map(Id), Uuid::parse(call.query("orderUuid"))) {
        (Some(id), _) => of_id(conn, actor, id),
        (None, Some(uuid)) => of_uuid(conn, actor, &uuid),
        (None, None) => Err(Refusal::NotFound),
    }
}

/// Name and address of a party of the order as papers show them, lines apart; nothing when it has none.
pub(crate) fn party(conn: &mut dyn Conn, org: i64, order: Id, role: &str) -> Result<String, Refusal> {
    party_of(conn, org, (order, 0), role)
}

/// The same of a house waybill, or of the order by the house 0.
pub(crate) fn party_of(conn: &mut dyn Conn, org: i64, (order, hawb): (Id, i64), role: &str) -> Result<String, Refusal> {
    let mut select = sql::from(org, "order_party");
    select
        .columns(["sc_name", "sc_address", "city_name_en", "state_code", "post_code", "nation_code", "tel_number"])
        .column("print_remark")
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("hawb_id", hawb))
        .and_where(sql::eq("role", role));
    let Some(row) = conn.first(&select.into())? else { return Ok(String::new()) };
    let party = Party {
        sc_name: row.get(0)?,
        sc_address: row.get(1)?,
        city_name_en: row.get(2)?,
        state_code: row.get(3)?,
        post_code: row.get(4)?,
        nation_code: row.get(5)?,
        tel_number: row.get(6)?,
        print_remark: row.get(7)?,
        ..Party::default()
    };
    Ok(block(&party))
}

/// The block of a party: as somebody wrote it, else name, address, place, country and phone.
fn block(party: &Party) -> String {
    if !party.print_remark.is_empty() {
        return party.print_remark.clone();
    }
    let joined = |parts: &[&str]| parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let place = joined(&[&party.city_name_en, &party.state_code, &party.post_code, &party.nation_code]);
    let phone = if party.tel_number.is_empty() { String::new() } else { format!("TEL: {}", party.tel_number) };
    let lines = [party.sc_name.as_str(), &party.sc_address, &place, &phone];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Dimensions of the order as one text, the actual ones where they are.
pub(crate) fn dimensions(conn: &mut dyn Conn, org: i64, order: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "order_dimension");
    select
        .columns(["side", "length", "width", "height", "pieces"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("hawb_id", 0i64))
        .order_by("line", Way::Asc);
    let (mut plan, mut confirm) = (Vec::new(), Vec::new());
    for row in conn.query(&select.into())? {
        let side = |place: usize| row.get::<Length>(place);
        let line = trade::cargo::Dimension { length: side(1)?, width: side(2)?, height: side(3)?, pieces: row.get(4)? };
        if row.get::<String>(0)? == "confirm" { confirm.push(line) } else { plan.push(line) }
    }
    Ok(trade::cargo::dimensions_text(if confirm.is_empty() { &plan } else { &confirm }))
}

/// Full name of an airport in capitals; its code when it has none.
pub(crate) fn airport(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let name = facts::airport(conn, org, code)?.map(|airport| airport.name_en).unwrap_or_default();
    Ok(if name.is_empty() { code.to_owned() } else { name.to_uppercase() })
}

/// English name of a user, else his Chinese one.
pub(crate) fn user(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.columns(["name_en", "name_cn"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let (english, chinese): (String, String) = (row.get(0)?, row.get(1)?);
    Ok(if english.is_empty() { chinese } else { english })
}

/// Where and when a paper is signed: the city of departure, and today.
pub(crate) fn place_and_date(
    conn: &mut dyn Conn,
    org: i64,
    order: &Order,
    now: kernel::Instant,
) -> Result<String, Refusal> {
    let city = facts::airport(conn, org, &order.departure)?.map(|airport| airport.city_en).unwrap_or_default();
    let city = if city.is_empty() { order.departure.clone() } else { city.to_uppercase() };
    Ok(format!("{city} {}", show_day(now.day())))
}

/// Puts what the form of a paper shows of its order, and who changed the paper last, into a view; its table has `order_id`.
pub(crate) fn facts_of(
    conn: &mut dyn Conn,
    org: i64,
    (table, id): (&'static str, Id),
    view: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    const COLUMNS: [&str; 7] = [
        "uuid",
        "order_code",
        "awb_number",
        "departure_station",
        "arrival_station",
        "expect_flight",
        "expect_departure",
    ];
    let mut select = sql::from(org, table);
    select
        .columns(COLUMNS.map(|column| (TABLE, column)))
        .columns([(table, "updated_by"), (table, "updated_at")])
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, table, "order_id"))
        .and_where(sql::of_eq(table, "id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| row.get::<String>(place);
    for (name, value) in [
        ("orderUuid", text(0)?),
        ("orderCode", text(1)?),
        ("awbNumber", text(2)?),
        ("route", format!("{}-{}", text(3)?, text(4)?)),
        ("flightNo", text(5)?),
        ("flightDate", text(6)?),
        ("editor", facts::user_name(conn, org, row.get(7)?)?),
        ("editTime", show_second(row.get(8)?)),
    ] {
        view.insert(name.to_owned(), json!(value));
    }
    Ok(())
}

/// What a proposal tells of its order.
pub(crate) fn proposed_facts(order: &Order) -> Json {
    json!({
        "orderUuid": order.uuid,
        "orderCode": order.code,
        "awbNumber": order.awb_number,
        "route": order.route(),
        "flightNo": order.flight,
        "flightDate": order.flight_date,
    })
}

/// Answers the select: living air export orders the caller may see, by code or master number.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    if !PAGES.iter().any(|code| actor.has(code)) {
        return Err(Refusal::Forbidden);
    }
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns([(TABLE, "id"), (TABLE, "order_code"), (TABLE, "awb_number")])
        .and_where(sql::of_eq(TABLE, "business_scope", "AE"))
        .cond_where(visible_order(actor))
        .order_by((TABLE, "id"), Way::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["order_code", "awb_number"].map(|column| sql::contains(sql::of(TABLE, column), &ask.keyword));
        select.cond_where(sql::any_of(columns));
        select.and_where(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"].map(str::to_owned)));
        select.and_where(sql::of(TABLE, "order_code").is_not_null());
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_party_is_shown_as_it_was_written_or_line_by_line() {
        let party = Party {
            sc_name: "DEMO SHIPPER".into(),
            sc_address: "1 SAMPLE ROAD".into(),
            city_name_en: "SHANGHAI".into(),
            post_code: "200000".into(),
            nation_code: "CN".into(),
            tel_number: "021".into(),
            ..Party::default()
        };
        assert_eq!(block(&party), "DEMO SHIPPER\n1 SAMPLE ROAD\nSHANGHAI 200000 CN\nTEL: 021");
        assert_eq!(block(&Party { print_remark: "AS PRINTED".into(), ..party }), "AS PRINTED");
        assert_eq!(block(&Party::default()), "");
    }
}
