//! Excel: a letter as a workbook, by the company's template of its paper.

use kernel::show_day;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use serde_json::json;
use template::{Cell, Format, Values, fill_excel};
use waybill::download::Prepared;

use super::draw;
use super::page;
use super::rules::moment;
use super::said::{Said, joined};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// POST excel/{id}: the address of its workbook; counted and logged.
pub(crate) fn export(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let english = call.language().starts_with("en");
    let (said, template) = call.read(|conn| {
        let said = Said::read(conn, &actor, id, english)?;
        actor.need(page::code_of(&said.letter.kind))?;
        let cell = Cell::of("AE", said.paper(), if english { "en" } else { "zh" }, Format::Excel);
        let cell = cell.ok_or_else(|| Refusal::broken(format!("no workbook of {}", said.paper())))?;
        let (_, template) = template::workbook(&call.app, conn, actor.org_id, &cell, None)?;
        Ok((said, template))
    })?;
    // Filling takes a while: the database has been left.
    let values = values(&said, &show_day(call.now().day()), english);
    let filled = fill_excel(&template, &values, &[said.row()]);
    let bytes = filled.map_err(|fault| Refusal::Business(fault.text()))?;
    let file = Prepared { name: said.file_name("xlsx"), mime: XLSX, bytes };
    let url = call.write(|tx| draw::handed_out(tx, id, &said, file, ("导出", "导出Excel")))?;
    Ok(Answer::Data(json!({ "url": url })))
}

/// All a letter says by the names of the variables.
fn values(said: &Said, today: &str, english: bool) -> Values {
    let mut values = said.head(today);
    values.extend(of_order(said));
    values.extend(of_cargo(said));
    values.extend(of_kind(said, english));
    values
}

/// Order, parties and airports.
fn of_order(said: &Said) -> Values {
    let (letter, order) = (&said.letter, &said.order);
    [
        ("contactName", letter.contact.clone()),
        ("contactPhone", letter.phone.clone()),
        ("contactEmail", letter.email.clone()),
        ("orderNumber", order.code.clone()),
        ("awbNumber", order.awb_number.clone()),
        ("routeText", order.route()),
        ("departureStation", order.departure.clone()),
        ("departureStationName", joined(&[&order.departure, &said.stations.0])),
        ("arrivalStation", order.arrival.clone()),
        ("arrivalStationName", joined(&[&order.arrival, &said.stations.1])),
        ("flightNumber", order.flight.clone()),
        ("flightDate", order.flight_date.clone()),
        ("terminalName", order.terminal.clone()),
        ("servicesText", said.services.join(", ")),
        ("shipperText", said.shipper.clone()),
        ("consigneeText", said.consignee.clone()),
        ("notifyText", said.notify.clone()),
    ]
    .into()
}

/// The cargo; a figure that isn't known stays empty.
fn of_cargo(said: &Said) -> Values {
    let (letter, order) = (&said.letter, &said.order);
    [
        ("goodsName", letter.goods_name.clone()),
        ("goodsNameCn", order.goods_cn.clone()),
        ("goodsType", order.goods_type.clone()),
        ("packageType", letter.package_type.clone()),
        ("cargoPieces", letter.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
        ("cargoWeight", letter.weight.map(|weight| weight.show(1)).unwrap_or_default()),
        ("cargoVolume", letter.volume.map(|volume| volume.show(3)).unwrap_or_default()),
        ("cargoChargeWeight", letter.charge_weight.map(|weight| weight.show(2)).unwrap_or_default()),
        ("dimensionsText", letter.dimensions.clone()),
        ("dangerousGoods", letter.dangerous.clone()),
        ("batteries", letter.battery.clone()),
        ("temperature", letter.temperature.clone()),
    ]
    .into()
}

/// What a booking and what a delivery says beside, and the end of both.
fn of_kind(said: &Said, english: bool) -> Values {
    let letter = &said.letter;
    let statements = said.statements(english);
    let security = statements.join("\n");
    let [dangerous, batteries, magnetic] = statements;
    [
        ("wantedFlight", letter.flight_wish.clone()),
        ("wantedDate", letter.flight_wish_date.clone()),
        ("secondFlight", letter.flight_wish2.clone()),
        ("secondDate", letter.flight_wish_date2.clone()),
        ("rateAgreed", letter.rate_agreed.clone()),
        ("truckNumber", letter.truck.clone()),
        ("driverName", letter.driver.clone()),
        ("driverIdNo", letter.driver_id_no.clone()),
        ("driverPhone", letter.driver_phone.clone()),
        ("arrivalTime", moment(letter.arrive_at)),
        ("securityText", security),
        ("noDangerousGoods", dangerous),
        ("noBatteries", batteries),
        ("nothingMagnetic", magnetic),
        ("letterRemark", letter.remark.clone()),
        ("signatory", letter.signatory.clone()),
    ]
    .into()
}
