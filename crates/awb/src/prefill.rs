//! The first fill of a waybill form, taken from the order or the house waybill.

use domain::order_config::IATA_CODE;
use domain::switch::AWB_ROUNDING;
use kernel::{Id, Length, Scope, Volume, Weight, show_day};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Conn, Row, sql};
use sea_query::Order;
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
    /// House waybill; none for a master.
    pub hawb_id: Option<Id>,
    /// Today.
    pub today: String,
}

struct Head {
    awb_number: String,
    departure: String,
    arrival: String,
    transits: Vec<String>,
    flight: String,
    flight_date: String,
    goods: String,
    goods_type: String,
    battery: String,
    hawb_count: i64,
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
    put(&mut form, "awbNumber", &head.awb_number);
    put(&mut form, "departureStation", &head.departure);
    put(&mut form, "arrivalStation", &head.arrival);
    let prefix = head.awb_number.get(..3).unwrap_or_default();
    let carrier = stock::lookup::carrier_of_prefix(conn, source.org, prefix)?.unwrap_or_default();
    put(&mut form, "airlineCode", &carrier);
    let city = stock::lookup::airport_city(conn, source.org, &head.departure)?;
    put(&mut form, "departureStationName", &city);
    put(&mut form, "arrivalStationName", &stock::lookup::airport_city(conn, source.org, &head.arrival)?);
    put(&mut form, "currency", &org.currency);
    put(&mut form, "issueAgentName", &cut(&org.name, 35));
    put(&mut form, "issueAgentCity", &cut(&city, 17));
    put(&mut form, "agentIataCode", &org.iata_code);
    put(&mut form, "issuer", &cut(&org.name, 20));
    put(&mut form, "placeOfIssue", &cut(&city, 17));
    put(&mut form, "executedOn", &source.today);
    routing(conn, source, &head, &carrier, &mut form)?;
    payment(conn, source, &mut form)?;
    match source.hawb_id {
        None => master(conn, source, &head, &org, &mut form)?,
        Some(hawb) => house(conn, source, hawb, &mut form)?,
    }
    Ok(Json::Object(form))
}

fn blank(house: bool) -> Map<String, Json> {
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

fn put(form: &mut Map<String, Json>, name: &str, text: &str) {
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
            "goods_name_en",
            "goods_type",
            "battery_type",
            "hawb_count",
        ])
        .and_where(sql::eq("id", source.order_id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let transits = [row.get::<String>(3)?, row.get::<String>(4)?];
    Ok(Head {
        awb_number: row.get(0)?,
        departure: row.get(1)?,
        arrival: row.get(2)?,
        transits: transits.into_iter().filter(|station| !station.is_empty()).collect(),
        flight: row.get(5)?,
        flight_date: row.get(6)?,
        goods: row.get(7)?,
        goods_type: row.get(8)?,
        battery: row.get(9)?,
        hawb_count: row.get(10)?,
    })
}

struct OrgFacts {
    name: String,
    iata_code: String,
    currency: String,
}

fn org_facts(conn: &mut dyn Conn, org: i64) -> Result<OrgFacts, Refusal> {
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
    let cargo = cargo_of_number(conn, source, &head.awb_number)?;
    let consolidation = head.hawb_count > 0;
    let goods = if consolidation { CONSOLIDATION.to_owned() } else { cut(&head.goods.to_uppercase(), 80) };
    let hs = if consolidation { String::new() } else { hs_of_order(conn, source)? };
    form.insert("lines".to_owned(), json!([line(&cargo, step(conn, source.org)?, &goods, &hs, None)]));
    let day = if head.flight_date.is_empty() { &source.today } else { &head.flight_date };
    let priceable = Priceable {
        org: source.org,
        cargo: &cargo,
        step: step(conn, source.org)?,
        goods_type: &head.goods_type,
        houses: head.hawb_count,
        day,
    };
    pricing::fill(conn, &priceable, form)?;
    form.insert("sizes".to_owned(), json!(sizes(conn, source, 0)?));
    let mut codes = waybill::handling_codes(&head.goods_type, &head.battery);
    if waybill::is_for_freighters(conn, (source.org, source.order_id), &head.awb_number)? {
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

fn hs_of_order(conn: &mut dyn Conn, source: &Source) -> Result<String, Refusal> {
    let mut select = sql::from(source.org, "order_air_detail");
    select.column("hs_code").and_where(sql::eq("id", source.order_id));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
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
    let line = line(&cargo, step(conn, source.org)?, &goods, &row.get::<String>(9)?, row.get(2)?);
    form.insert("lines".to_owned(), json!([line]));
    form.insert("sizes".to_owned(), json!(sizes(conn, source, hawb.0)?));
    for role in ["shipper", "consignee", "notify"] {
        let own = party(conn, source, hawb.0, role)?;
        let party = if empty(&own) { party(conn, source, 0, role)? } else { own };
        form.insert(role.to_owned(), party);
    }
    Ok(())
}

fn line(cargo: &Cargo, step: Step, goods: &str, hs: &str, slac: Option<i64>) -> Json {
    let codes: Vec<&str> = [hs].into_iter().filter(|code| !code.is_empty()).collect();
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
        "hsCodes": codes,
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

/// Sums of every order with a number: the actual figures where they are, else the planned.
pub fn cargo_of_number(conn: &mut dyn Conn, source: &Source, awb_number: &str) -> Result<Cargo, Refusal> {
    let mut select = sql::from(source.org, "freight_order");
    select.columns([
        "plan_pieces",
        "plan_weight",
        "plan_volume",
        "plan_charge_weight",
        "confirm_pieces",
        "confirm_weight",
        "confirm_volume",
        "confirm_charge_weight",
    ]);
    if awb_number.is_empty() {
        select.and_where(sql::eq("id", source.order_id));
    } else {
        select.and_where(sql::eq("awb_number", awb_number));
    }
    let mut cargo = Cargo::default();
    for row in conn.query(&select.into())? {
        cargo.pieces += row.get::<Option<i64>>(4)?.or(row.get(0)?).unwrap_or_default();
        cargo.weight = cargo.weight.plus(chosen(&row, 5, 1)?);
        cargo.volume = cargo.volume.plus(Volume::from_raw(chosen(&row, 6, 2)?.raw()));
        cargo.charge_weight = cargo.charge_weight.plus(chosen(&row, 7, 3)?);
    }
    Ok(cargo)
}

fn chosen(row: &Row, confirm: usize, plan: usize) -> Result<Weight, Refusal> {
    Ok(row.get::<Option<Weight>>(confirm)?.or(row.get(plan)?).unwrap_or_default())
}

fn sizes(conn: &mut dyn Conn, source: &Source, hawb: i64) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(source.org, "order_dimension");
    select
        .columns(["side", "length", "width", "height", "pieces"])
        .and_where(sql::eq("order_id", source.order_id))
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
