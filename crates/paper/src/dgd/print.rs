//! 格打 and 套打: the declaration as PDF.

use kernel::Id;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use print::{Declaration, DeclarationLine, DeclarationPaper, declaration};
use serde_json::json;
use waybill::download::{Prepared, prepare};

use super::lines::{self, Line};
use super::page::{self, CARGO_ONLY, Dgd, PAGE, RADIOACTIVE, TABLE};
use crate::order::Order;

/// Sets of pages at most.
const COPIES_MAX: usize = 2;
/// Tenths of a millimetre pre-printed paper may be off.
const OFFSET_MAX: i64 = 200;

/// How it is to be printed, as the address says it.
fn wanted(call: &Call) -> Result<DeclarationPaper, Refusal> {
    let bad = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let overprint = match call.query("kind") {
        "" | "format" => false,
        "over" => true,
        _ => return Err(bad("kind")),
    };
    call.actor()?.need(if overprint { "af-dgd-over" } else { "af-dgd-print" })?;
    let copies = match call.query("copies") {
        "" => 1,
        text => text.parse().ok().filter(|copies| (1..=COPIES_MAX).contains(copies)).ok_or_else(|| bad("copies"))?,
    };
    let offset = |name: &str| {
        let text = call.query(name);
        let tenths = kernel::parse_scaled(if text.is_empty() { "0" } else { text }, 1).map_err(|_| bad(name))?;
        if (-OFFSET_MAX..=OFFSET_MAX).contains(&tenths) { Ok(tenths) } else { Err(bad(name)) }
    };
    let (offset_x, offset_y) = if overprint { (offset("offsetX")?, offset("offsetY")?) } else { (0, 0) };
    Ok(DeclarationPaper { overprint, offset_x, offset_y, copies })
}

/// GET print/{id}?kind=format|over: the address of its PDF; counted and logged.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let (id, paper) = (call.path_id("id")?, wanted(call)?);
    let actor = call.actor()?;
    let (dgd, order, goods) = call.read(|conn| {
        let (dgd, order) = page::seen(conn, actor, id)?;
        Ok((dgd, order, lines::of(conn, actor.org_id, id)?))
    })?;
    let bytes = declaration(&sheet(&dgd, &order, &goods), &paper)
        .map_err(|error| Refusal::broken(format!("a declaration as PDF: {error}")))?;
    let name = format!("DGD_{}_{}.pdf", order.number(), dgd.dgd_name);
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let url = prepare(tx, org, now, Prepared { name, mime: "application/pdf", bytes })?;
        count(tx, org, id)?;
        let function = if paper.overprint { "套打" } else { "格打" };
        tx.log(LogEntry::of(TABLE, id, dgd.dgd_name, PAGE).did("打印", function).level(Level::Low).text(order.code))?;
        Ok(url)
    })?;
    Ok(Answer::Data(json!({ "url": url })))
}

/// One more print; whoever has the form open is not disturbed.
fn count(tx: &mut Tx<'_>, org: i64, id: Id) -> Result<(), Refusal> {
    let mut update = sql::update(org, TABLE, &[("org_id", Value::Int(org))]);
    update.value("print_count", sql::col("print_count").add(1)).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// What the paper says.
fn sheet(dgd: &Dgd, order: &Order, goods: &[Line]) -> Declaration {
    let line = |line: &Line| DeclarationLine {
        un_number: line.un.clone(),
        name: line.name.clone(),
        class: line.class.clone(),
        packing_group: line.group.clone(),
        quantity: line.quantity.clone(),
        instruction: line.instruction.clone(),
        authorization: line.authorization.clone(),
    };
    let emergency = format!("24-HOUR EMERGENCY CONTACT: {} {}", dgd.emergency_contact, dgd.emergency_phone);
    let handling = [emergency.as_str(), &dgd.handling_info];
    Declaration {
        awb_number: order.awb_number.clone(),
        reference: format!("{} {}", order.code, dgd.dgd_name),
        shipper: dgd.shipper_print.clone(),
        consignee: dgd.consignee_print.clone(),
        departure: dgd.departure_station_print.clone(),
        destination: dgd.arrival_station_print.clone(),
        cargo_only: dgd.aircraft_type == CARGO_ONLY,
        radioactive: dgd.shipment_type == RADIOACTIVE,
        lines: goods.iter().map(line).collect(),
        handling: handling.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        signatory: dgd.name_title_of_signatory.clone(),
        place_and_date: dgd.place_and_date.clone(),
    }
}
