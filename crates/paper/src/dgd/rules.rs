//! What a declaration holds when it is saved, what it begins with, and what there is to say of it.

use kernel::{Findings, Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Draft;
use platform::refusal::{Refusal, findings_json};
use platform::store::{Cell, Conn, Value};
use serde_json::{Map, Value as Json, json};
use trade::dangerous_goods::Declared;

use super::lines::{self, LINES, Line};
use super::page::{self, CARGO_ONLY, Dgd, RADIOACTIVE};
use crate::order::{self, Order};

const NO_ORDER: Msg = Msg::new("dgd.no_order", "订单不存在", "There is no such order.");
const NOT_DANGEROUS: Msg =
    Msg::new("dgd.not_dangerous", "订单货物类型不是危险品", "The cargo of the order is not declared as dangerous.");

/// Characters of a party's block.
const PARTY_MAX: usize = 300;

fn text(draft: &Draft<'_>, field: platform::field::Field) -> Result<i64, Refusal> {
    Ok(Option::<i64>::from_value(draft.value(field))?.unwrap_or_default())
}

/// Completes and checks a declaration before it is written.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let actor = tx.actor;
    let Some(wanted) = Option::<Id>::from_value(draft.value(Dgd::ORDER_ID))? else { return Ok(()) };
    let order = match order::of_id(tx, actor, wanted) {
        Err(Refusal::NotFound) => {
            findings.error("orderId", NO_ORDER.text());
            return Ok(());
        }
        found => found?,
    };
    order.need_alive()?;
    if draft.is_new() {
        let (number, name) = next(tx, &order)?;
        draft.set(Dgd::DGD_NO, Value::Int(number));
        draft.set(Dgd::DGD_NAME, name.into_value());
        draft.set(Dgd::PRINT_COUNT, Value::Int(0));
    }
    let lines = held(tx, draft)?;
    judge(&order, &lines, (text(draft, Dgd::AIRCRAFT_TYPE)?, text(draft, Dgd::SHIPMENT_TYPE)?), findings);
    draft.set(Dgd::LINE_COUNT, Value::Int(i64::try_from(lines.len()).unwrap_or_default()));
    draft.set(Dgd::UN_NUMBERS, lines::un_numbers(&lines).into_value());
    Ok(())
}

/// The next declaration of an order; numbers are not used again.
pub(crate) fn next(tx: &mut Tx<'_>, order: &Order) -> Result<(i64, String), Refusal> {
    let number = tx.next_number("dgd", &order.code)?;
    Ok((number, format!("DGD-{number}")))
}

/// The lines as they will be: those given, else those it has.
fn held(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    match draft.rows(LINES.member) {
        Some(given) => given.iter().map(|values| Line::of(values)).collect(),
        None if draft.is_new() => Ok(Vec::new()),
        None => lines::of(tx, org, draft.id),
    }
}

/// Every rule over a declaration of an order.
fn judge(order: &Order, lines: &[Line], (aircraft, shipment): (i64, i64), findings: &mut Findings) {
    if order.goods_type != "危险品" {
        findings.warning("orderId", NOT_DANGEROUS.text());
    }
    let declared = Declared {
        cargo_only: aircraft == CARGO_ONLY,
        radioactive: shipment == RADIOACTIVE,
        order_un: &order.undg_code,
    };
    lines::check(lines, declared, findings);
}

/// A declaration of an order that is over stays.
pub(crate) fn removable(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let dgd = page::own(tx, org, id)?;
    order::of_id(tx, actor, dgd.order_id)?.need_alive()
}

/// POST check {orderId, aircraftType, shipmentType, lines}: every rule over lines that are not saved.
pub(crate) fn look(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let mut findings = Findings::new();
    let named = LINES.named(&body, &mut findings)?.unwrap_or_default();
    let lines: Vec<Line> = named.iter().map(|values| Line::of(values)).collect::<Result<_, _>>()?;
    let number = |field: platform::field::Field| {
        let value = field.parse(body.get(&field.name()), &field.name(), &mut Findings::new());
        Ok::<_, Refusal>(Option::<i64>::from_value(&value)?.unwrap_or_default())
    };
    let types = (number(Dgd::AIRCRAFT_TYPE)?, number(Dgd::SHIPMENT_TYPE)?);
    let wanted = Dgd::ORDER_ID.parse(body.get("orderId"), "orderId", &mut findings);
    if let Some(wanted) = Option::<Id>::from_value(&wanted)? {
        let actor = call.actor()?;
        let order = call.read(|conn| order::of_id(conn, actor, wanted))?;
        judge(&order, &lines, types, &mut findings);
    }
    Ok(Answer::Data(json!({ "findings": findings_json(&findings, call.language()) })))
}

/// GET propose?orderId= or ?orderUuid=: what the form of a new declaration begins with.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let (actor, now) = (call.actor()?, call.now());
    let org = actor.org_id;
    let data = call.read(|conn| {
        let order = order::asked(conn, call)?;
        order.need_alive()?;
        let party = |conn: &mut dyn Conn, role: &str| {
            let block = order::party(conn, org, order.id, role)?;
            Ok::<_, Refusal>(block.chars().take(PARTY_MAX).collect::<String>())
        };
        Ok(json!({
            "orderId": order.id,
            "orderUuid": order.uuid,
            "orderCode": order.code,
            "awbNumber": order.awb_number,
            "route": order.route(),
            "shipperPrint": party(conn, "shipper")?,
            "consigneePrint": party(conn, "consignee")?,
            "departureStationPrint": order::airport(conn, org, &order.departure)?,
            "arrivalStationPrint": order::airport(conn, org, &order.arrival)?,
            "aircraftType": 0,
            "shipmentType": i64::from(order.dangerous_type == "7"),
            "emergencyContact": order.undg_contact,
            "emergencyPhone": order.undg_number,
            "nameTitleOfSignatory": order::user(conn, org, actor.user_id)?,
            "placeAndDate": order::place_and_date(conn, org, &order, now)?,
            "lines": [lines::shown(&first_line(&order.undg_code, &order.dangerous_type, &order.battery))],
        }))
    })?;
    Ok(Answer::Data(data))
}

/// The first line as far as the order knows it: its UN number and class, or those of its lithium batteries.
fn first_line(undg_code: &str, dangerous_type: &str, battery: &str) -> Line {
    let between = |from: &str, to: char| {
        let (_, rest) = battery.split_once(from)?;
        let (inner, _) = rest.split_once(to)?;
        Some(inner.to_owned())
    };
    let of_battery = between("(", ')').filter(|number| trade::dangerous_goods::is_un_number(number));
    if undg_code.is_empty()
        && let Some(un) = of_battery
    {
        let instruction = between("PI", ' ').filter(|number| trade::dangerous_goods::is_instruction(number));
        return Line { un, class: "9".to_owned(), instruction: instruction.unwrap_or_default(), ..Line::default() };
    }
    // The class of an explosive lacks its compatibility group in the order.
    let class = if dangerous_type.starts_with("1.") { "" } else { dangerous_type };
    Line { un: undg_code.to_owned(), class: class.to_owned(), ..Line::default() }
}

/// Lines, order and pages of a declaration.
pub(crate) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let lines = lines::of(conn, org, id)?;
    view.insert("pagesNumber".to_owned(), json!(trade::dangerous_goods::pages(lines.len())));
    order::facts_of(conn, org, (page::TABLE, id), view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_what_the_order_says() {
        let line = |undg: &str, class: &str, battery: &str| {
            let line = first_line(undg, class, battery);
            [line.un, line.class, line.instruction]
        };
        assert_eq!(line("UN1263", "3", "不含电池"), ["UN1263", "3", ""]);
        assert_eq!(line("UN0012", "1.4", "不含电池"), ["UN0012", "", ""]);
        assert_eq!(line("", "", "锂离子PI965 (UN3480)"), ["UN3480", "9", "965"]);
        assert_eq!(line("", "", "锂离子PI966/PI967 (UN3481)"), ["UN3481", "9", ""]);
        assert_eq!(line("", "", "非锂电池"), ["", "", ""]);
    }
}
