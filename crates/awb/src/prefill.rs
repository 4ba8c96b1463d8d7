//! The first fill of a waybill form, taken from the order or the house waybill.

use domain::switch::AWB_ROUNDING;
use facts::master::{self, Master};
use kernel::{Id, Length, Scope, Volume, Weight, show_day};
use order::config::IATA_CODE;
use order::listed::Cargo as Ordered;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Conn, Row, sql};
use sea_query::{Expr, ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json, json};
use trade::cargo::Step;

use crate::pricing::{self, Priceable};

/// Goods of a master whose order has house waybills.
const CONSOLIDATION: &str = "CONSOLIDATION AS PER ATTACHED LIST";

/// What a form is filled from.
pub struct Source {
    /// Org.
    pub org: i64,
    /// Order.
    pub order_id: Id,
    /// The orders a master is filled from: those with its number that the caller may use, the oldest first.
    pub orders: Vec<Id>,
    /// House waybill; none for a master.
    pub hawb_id: Option<Id>,
    /// Today.
    pub today: String,
}

struct Head {
    master: Master,
    departure: String,
    arrival: String,
    transits: Vec<String>,
    flight: String,
    flight_date: String,
}

/// What one of the orders of a master sends.
struct Goods {
    name: String,
    hs: String,
    goods_type: String,
    battery: String,
    houses: i64,
}

/// Weights and sizes of a form's one line.
#[derive(Default)]
pub struct Cargo {
    /// Pieces.
    pub pieces: i64,
    /// Gross weight.
    pub weight: Weight,
    /// Volume.
    pub volume: Volume,
    /// Chargeable weight before rounding.
    pub charge_weight: Weight,
}

/// The form as a new one begins.
pub fn fill(conn: &mut dyn Conn, source: &Source) -> Result<Json, Refusal> {
    let head = head(conn, source)?;
    let org = org_facts(conn, source.org)?;
    let mut form = blank(source.hawb_id.is_some());
    put(&mut form, "awbNumber", &head.master.number);
    put(&mut form, "departureStation", &head.departure);
    put(&mut form, "arrivalStation", &head.arrival);
    let prefix = head.master.number.get(..3).unwrap_or_default();
    let carrier = stock::lookup::carrier_of_prefix(conn, source.org, prefix)?.unwrap_or_default();
    put(&mut form, "airlineCode", &carrier);
    let city = stock::lookup::airport_city(conn, source.org, &head.departure)?;
    put(&mut form, "departureStationName", &city);
    put(&mut form, "arrivalStationName", &stock::lookup::airport_city(conn, source.org, &head.arrival)?);
    of_company(&mut form, &org, (&city, &source.today));
    routing(conn, source, &head, &carrier, &mut form)?;
    payment(conn, source, &mut form)?;
    match source.hawb_id {
        None => master(conn, source, &head, &org, &mut form)?,
        Some(hawb) => house(conn, source, hawb, &mut form)?,
    }
    Ok(Json::Object(form))
}

/// The boxes the company fills wherever a form comes from: its names as agent and issuer, place and day of issue.
pub(crate) fn of_company(form: &mut Map<String, Json>, org: &OrgFacts, (city, today): (&str, &str)) {
    put(form, "currency", &org.currency);
    put(form, "issueAgentName", &cut(&org.name, 35));
    put(form, "issueAgentCity", &cut(city, 17));
    put(form, "agentIataCode", &org.iata_code);
    put(form, "issuer", &cut(&org.name, 20));
    put(form, "placeOfIssue", &cut(city, 17));
    put(form, "executedOn", today);
}

/// A form with nothing but what stands on every one.
pub(crate) fn blank(house: bool) -> Map<String, Json> {
    let mut form = Map::new();
    form.insert("kind".to_owned(), json!(if house { "house" } else { "master" }));
    for name in [
        "awbNumber",
        "hawbNumber",
        "departureStation",
        "arrivalStation",
        "airlineCode",
        "issueAgentName",
        "issueAgentCity",
        "agentIataCode",
        "accountNo",
        "departureStationName",
        "to1",
        "by1",
        "to2",
        "by2",
        "to3",
        "by3",
        "arrivalStationName",
        "flightNumber",
        "flightDate",
        "flightNumber2",
        "flightDate2",
        "accountingInformation",
        "currency",
        "chgsCode",
        "payMethod",
        "payMethodOther",
        "declaredValueOfCarriage",
        "declaredValueOfCustoms",
        "insuranceValue",
        "insuranceAmount",
        "handlingInformation",
        "sci",
        "osi",
        "shippingMarks",
        "valuationCharge",
        "tax",
        "destCurrency",
        "exchangeRate",
        "chargesAtDestination",
        "shipperSignature",
        "executedOn",
        "placeOfIssue",
        "issuer",
        "partyCode",
        "referenceNumber",
        "optionalShippingInfo",
    ] {
        form.insert(name.to_owned(), json!(""));
    }
    put(&mut form, "declaredValueOfCarriage", "NVD");
    put(&mut form, "declaredValueOfCustoms", "NCV");
    put(&mut form, if house { "insuranceValue" } else { "insuranceAmount" }, if house { "NIL" } else { "XXX" });
    for name in ["lines", "sizes", "charges", "specialHandlingCodes"] {
        form.insert(name.to_owned(), json!([]));
    }
    for name in ["shipper", "consignee", "notify"] {
        form.insert(name.to_owned(), json!({}));
    }
    form
}

/// Fills a box.
pub(crate) fn put(form: &mut Map<String, Json>, name: &str, text: &str) {
    form.insert(name.to_owned(), json!(text));
}

fn cut(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect::<String>().trim_end().to_owned()
}

fn head(conn: &mut dyn Conn, source: &Source) -> Result<Head, Refusal> {
    let mut select = sql::from(source.org, "freight_order");
    select
        .columns([
            "awb_number",
            "departure_station",
            "arrival_station",
            "transit1",
            "transit2",
            "expect_flight",
            "expect_departure",
            master::ROUND,
        ])
        .and_where(sql::eq("id", source.order_id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let transits = [row.get::<String>(3)?, row.get::<String>(4)?];
    Ok(Head {
        master: Master { number: row.get(0)?, round: row.get(7)? },
        departure: row.get(1)?,
        arrival: row.get(2)?,
        transits: transits.into_iter().filter(|station| !station.is_empty()).collect(),
        flight: row.get(5)?,
        flight_date: row.get(6)?,
    })
}

/// The orders of a master that the caller may see and that still go, the oldest first; one order while it has no number.
pub fn orders_of(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<Vec<Id>, Refusal> {
    let master = master::of_order(conn, actor.org_id, order)?;
    if master.is_empty() {
        return Ok(vec![order]);
    }
    let goes = sql::col("lifecycle").ne(sql::value("CANCELLED")).or(sql::eq("id", order));
    let mut select = sql::from(actor.org_id, "freight_order");
    select
        .column("id")
        .and_where(master.is())
        .and_where(sql::eq("business_scope", "AE"))
        .and_where(goes)
        .cond_where(waybill::orders::visible_order(actor))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The goods of each order of a master.
fn goods(conn: &mut dyn Conn, source: &Source) -> Result<Vec<Goods>, Refusal> {
    const ORDER: &str = "freight_order";
    let mut select = sql::from(source.org, ORDER);
    select
        .columns(["goods_name_en", "goods_type", "battery_type", "hawb_count"].map(|column| (ORDER, column)))
        .column(("detail", "hs_code"))
        .join_as(JoinType::LeftJoin, "order_air_detail", "detail", sql::same_org("detail", ORDER, "id"))
        .and_where(sql::is_in(sql::of(ORDER, "id"), source.orders.iter().copied()))
        .order_by((ORDER, "id"), Order::Asc);
    let read = |row: &Row| {
        Ok(Goods {
            name: row.get(0)?,
            goods_type: row.get(1)?,
            battery: row.get(2)?,
            houses: row.get(3)?,
            hs: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The texts of all orders, each once, without empty ones.
fn each_once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !once.contains(&text) {
            once.push(text);
        }
    }
    once
}

/// What of the company stands on its forms.
pub(crate) struct OrgFacts {
    name: String,
    iata_code: String,
    currency: String,
}

/// Names, agent code and currency of a company.
pub(crate) fn org_facts(conn: &mut dyn Conn, org: i64) -> Result<OrgFacts, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["name_en", "iata_code", "currency"]).and_where(sql::eq("id", org));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let decided: String = setting::value(conn, org, &IATA_CODE, Some(Scope::Ae))?;
    let iata_code = if decided.is_empty() { row.get(1)? } else { decided };
    Ok(OrgFacts { name: row.get(0)?, iata_code, currency: row.get(2)? })
}

/// To and by of up to three flights, and the first two flights with their days.
fn routing(
    conn: &mut dyn Conn,
    source: &Source,
    head: &Head,
    carrier: &str,
    form: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    let mut select = sql::from(source.org, "order_leg");
    select
        .columns(["to_station", "carrier_code", "flight_no", "flight_date"])
        .and_where(sql::eq("order_id", source.order_id))
        .order_by("leg_no", Order::Asc);
    let mut hops: Vec<[String; 4]> = conn
        .query(&select.into())?
        .iter()
        .map(|row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))
        .collect::<Result<_, Refusal>>()?;
    if hops.is_empty() {
        let stations = head.transits.iter().chain(std::iter::once(&head.arrival));
        hops = stations.map(|to| [to.clone(), carrier.to_owned(), String::new(), String::new()]).collect();
        if let Some([_, _, flight, day]) = hops.first_mut() {
            flight.clone_from(&head.flight);
            day.clone_from(&head.flight_date);
        }
    }
    for (place, [to, by, flight, day]) in hops.iter().enumerate().take(3) {
        let by = if by.is_empty() { flight.get(..2).unwrap_or(carrier) } else { by };
        put(form, &format!("to{}", place + 1), to);
        put(form, &format!("by{}", place + 1), by);
        let (flight_name, day_name) =
            if place == 0 { ("flightNumber", "flightDate") } else { ("flightNumber2", "flightDate2") };
        if place < 2 {
            put(form, flight_name, flight);
            put(form, day_name, day);
        }
    }
    Ok(())
}

fn payment(conn: &mut dyn Conn, source: &Source, form: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(source.org, "order_air_detail");
    select
        .columns(["payment_method", "payment_method_other", "handling_info", "shipping_marks", "hs_code"])
        .and_where(sql::eq("id", source.order_id));
    let row = conn.first(&select.into())?.unwrap_or_default();
    for (name, place) in [("payMethod", 0), ("payMethodOther", 1)] {
        let method: String = row.get(place)?;
        put(form, name, if method.is_empty() { "PP" } else { &method });
    }
    let handling: String = row.get(2)?;
    put(form, "handlingInformation", &handling);
    put(form, "shippingMarks", &row.get::<String>(3)?);
    Ok(())
}

fn master(
    conn: &mut dyn Conn,
    source: &Source,
    head: &Head,
    org: &OrgFacts,
    form: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    let cargo = cargo(conn, source.org, sql::is_in(sql::col("id"), source.orders.iter().copied()))?;
    let all = goods(conn, source)?;
    let master = facts::master::of_order(conn, source.org, source.order_id)?;
    let houses = if master.is_empty() {
        all.iter().map(|goods| goods.houses).sum()
    } else {
        waybill::houses::count(conn, source.org, &master)?
    };
    let consolidation = houses > 0;
    let names = each_once(all.iter().map(|goods| goods.name.as_str())).join(", ");
    let name = if consolidation { CONSOLIDATION.to_owned() } else { cut(&names.to_uppercase(), 80) };
    let hs = if consolidation { Vec::new() } else { each_once(all.iter().map(|goods| goods.hs.as_str())) };
    form.insert("lines".to_owned(), json!([line(&cargo, step(conn, source.org)?, &name, &hs, None)]));
    let day = if head.flight_date.is_empty() { &source.today } else { &head.flight_date };
    let priceable = Priceable {
        org: source.org,
        cargo: &cargo,
        step: step(conn, source.org)?,
        goods_types: each_once(all.iter().map(|goods| goods.goods_type.as_str())),
        houses,
        day,
    };
    pricing::fill(conn, &priceable, form)?;
    let mut sides = Vec::new();
    for order in &source.orders {
        sides.extend(sizes(conn, (source.org, *order), 0)?);
    }
    form.insert("sizes".to_owned(), json!(sides));
    let of_goods = all.iter().flat_map(|goods| waybill::handling_codes(&goods.goods_type, &goods.battery));
    let mut codes = each_once(of_goods);
    if waybill::is_for_freighters(conn, (source.org, source.order_id), &head.master)? {
        codes.push("CAO");
    }
    form.insert("specialHandlingCodes".to_owned(), json!(codes));
    for role in ["shipper", "consignee", "notify"] {
        let mut party = party(conn, source, 0, role)?;
        if consolidation && role == "shipper" && empty(&party) {
            party = json!({ "scName": cut(&org.name, 100) });
        }
        if consolidation && role == "consignee" && empty(&party) {
            party = agent(conn, source)?;
        }
        form.insert(role.to_owned(), party);
    }
    let signed = form.get("shipper").and_then(|party| party.get("scName")).and_then(Json::as_str).unwrap_or_default();
    let signed = cut(signed, 20);
    put(form, "shipperSignature", &signed);
    Ok(())
}

/// The agent at destination, to whom a consolidation goes. A waybill takes plain letters only.
fn agent(conn: &mut dyn Conn, source: &Source) -> Result<Json, Refusal> {
    let mut select = sql::from(source.org, "order_air_detail");
    select.column("arrival_agent_id").and_where(sql::eq("id", source.order_id));
    let Some(id) = conn.first(&select.into())?.unwrap_or_default().get::<Option<Id>>(0)? else {
        return Ok(json!({}));
    };
    const COLUMNS: [(&str, &str); 7] = [
        ("coop_ename", "scName"),
        ("coop_address_en", "scAddress"),
        ("nation_code", "nationCode"),
        ("state_code", "stateCode"),
        ("phone", "telNumber"),
        ("fax", "faxNumber"),
        ("aeo_code", "aeoCode"),
    ];
    let mut select = sql::from(source.org, "coop");
    select.columns(COLUMNS.map(|(column, _)| column)).and_where(sql::eq("id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(json!({})) };
    let mut party = Map::new();
    for (place, (_, name)) in COLUMNS.iter().enumerate() {
        let text = row.get::<Option<String>>(place)?.unwrap_or_default();
        let plain: String =
            text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-')).collect();
        put(&mut party, name, plain.trim());
    }
    Ok(Json::Object(party))
}

fn empty(party: &Json) -> bool {
    party.get("scName").and_then(Json::as_str).unwrap_or_default().is_empty()
}

fn house(conn: &mut dyn Conn, source: &Source, hawb: Id, form: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(source.org, "hawb");
    select
        .columns([
            "hawb_number",
            "pieces",
            "slac",
            "weight",
            "volume",
            "charge_weight",
            "departure_station",
            "arrival_station",
            "goods_name_en",
            "hs_code",
            "payment_method",
        ])
        .and_where(sql::eq("id", hawb))
        .and_where(sql::eq("order_id", source.order_id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    put(form, "hawbNumber", &row.get::<String>(0)?);
    for (name, place) in [("departureStation", 6), ("arrivalStation", 7)] {
        let station: String = row.get(place)?;
        if !station.is_empty() {
            put(form, name, &station);
        }
    }
    let method: String = row.get(10)?;
    if !method.is_empty() {
        put(form, "payMethod", &method);
        put(form, "payMethodOther", &method);
    }
    let weight: Weight = row.get::<Option<_>>(3)?.unwrap_or_default();
    let cargo = Cargo {
        pieces: row.get::<Option<_>>(1)?.unwrap_or_default(),
        weight,
        volume: row.get::<Option<_>>(4)?.unwrap_or_default(),
        charge_weight: row.get::<Option<_>>(5)?.unwrap_or(weight),
    };
    let goods = cut(&row.get::<String>(8)?.to_uppercase(), 80);
    let hs: String = row.get(9)?;
    let line = line(&cargo, step(conn, source.org)?, &goods, &each_once(std::iter::once(hs.as_str())), row.get(2)?);
    form.insert("lines".to_owned(), json!([line]));
    form.insert("sizes".to_owned(), json!(sizes(conn, (source.org, source.order_id), hawb.0)?));
    for role in ["shipper", "consignee", "notify"] {
        let own = party(conn, source, hawb.0, role)?;
        let party = if empty(&own) { party(conn, source, 0, role)? } else { own };
        form.insert(role.to_owned(), party);
    }
    Ok(())
}

/// The one rate line a form begins with.
pub(crate) fn line(cargo: &Cargo, step: Step, goods: &str, hs: &[&str], slac: Option<i64>) -> Json {
    let number = |count: i64| if count == 0 { String::new() } else { count.to_string() };
    json!({
        "pieces": number(cargo.pieces),
        "slac": slac.map(|n| n.to_string()).unwrap_or_default(),
        "grossWeight": weight_text(cargo.weight),
        "weightUnit": "K",
        "rateClass": "",
        "commodityItemNo": "",
        "chargeWeight": weight_text(step.up(cargo.charge_weight)),
        "rateCharge": "",
        "total": "",
        "volume": if cargo.volume.is_zero() { String::new() } else { cargo.volume.show(3) },
        "goodsNameEn": goods,
        "hsCodes": hs,
    })
}

/// To what the company rounds chargeable weights up.
fn step(conn: &mut dyn Conn, org: i64) -> Result<Step, Refusal> {
    let decided: String = setting::value(conn, org, &AWB_ROUNDING, Some(Scope::Ae))?;
    Ok(match decided.as_str() {
        "1" => Step::Whole,
        "none" => Step::None,
        _ => Step::Half,
    })
}

/// One decimal where that is exact, else two; nothing for nothing.
pub(crate) fn weight_text(weight: Weight) -> String {
    match weight.raw() {
        0 => String::new(),
        raw if raw % 100 == 0 => weight.show(1),
        _ => weight.show(2),
    }
}

/// Sums of every order of a master.
pub fn cargo_of_master(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Cargo, Refusal> {
    cargo(conn, org, master.is())
}

/// Sums of some orders: the actual figures where they are, else the planned.
fn cargo(conn: &mut dyn Conn, org: i64, which: Expr) -> Result<Cargo, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(Ordered::COLUMNS).column("biz_quantity").and_where(which);
    let mut cargo = Cargo::default();
    for row in conn.query(&select.into())? {
        let one = Ordered::read(&row, 0)?;
        cargo.pieces += one.pieces.unwrap_or_default();
        cargo.weight = cargo.weight.plus(one.weight.unwrap_or_default());
        cargo.volume = cargo.volume.plus(one.volume.unwrap_or_default());
        let charged: Option<Weight> = row.get(Ordered::COLUMNS.len())?;
        cargo.charge_weight = cargo.charge_weight.plus(charged.unwrap_or_default());
    }
    Ok(cargo)
}

fn sizes(conn: &mut dyn Conn, (org, order): (i64, Id), hawb: i64) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, "order_dimension");
    select
        .columns(["side", "length", "width", "height", "pieces"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("hawb_id", hawb))
        .order_by("line", Order::Asc);
    let (mut plan, mut confirm) = (Vec::new(), Vec::new());
    for row in conn.query(&select.into())? {
        let side = |place: usize| row.get::<Length>(place).map(|length| length.to_string());
        let size = json!({
            "length": side(1)?, "width": side(2)?, "height": side(3)?, "pieces": row.get::<i64>(4)?.to_string(),
        });
        if row.get::<String>(0)? == "confirm" { confirm.push(size) } else { plan.push(size) }
    }
    Ok(if confirm.is_empty() { plan } else { confirm })
}

fn party(conn: &mut dyn Conn, source: &Source, hawb: i64, role: &str) -> Result<Json, Refusal> {
    const COLUMNS: [(&str, &str); 15] = [
        ("sc_name", "scName"),
        ("sc_address", "scAddress"),
        ("nation_code", "nationCode"),
        ("state_code", "stateCode"),
        ("city_name_en", "cityNameEn"),
        ("city_code", "cityCode"),
        ("post_code", "postCode"),
        ("tel_number", "telNumber"),
        ("fax_number", "faxNumber"),
        ("sc_code", "scCode"),
        ("sc_code_type", "scCodeType"),
        ("contact_name", "contactName"),
        ("contact_tel", "contactTel"),
        ("aeo_code", "aeoCode"),
        ("account_no", "accountNo"),
    ];
    let mut select = sql::from(source.org, "order_party");
    select
        .columns(COLUMNS.map(|(column, _)| column))
        .and_where(sql::eq("order_id", source.order_id))
        .and_where(sql::eq("hawb_id", hawb))
        .and_where(sql::eq("role", role));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let mut party = Map::new();
    for (place, (_, name)) in COLUMNS.iter().enumerate() {
        put(&mut party, name, &row.get::<String>(place)?);
    }
    Ok(Json::Object(party))
}

/// The day as the form shows it.
pub fn today(now: kernel::Instant) -> String {
    show_day(now.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_show_as_many_decimals_as_they_need() {
        let text = |text: &str| weight_text(Weight::parse(text).expect("a weight"));
        assert_eq!(text("500"), "500.0");
        assert_eq!(text("658.5"), "658.5");
        assert_eq!(text("12.34"), "12.34");
        assert_eq!(text("0"), "");
    }
}
