//! Papers of a whole master: the cargo manifest 货物舱单, and the confirmation 运单确认件.

mod bills;
mod book;
mod confirmation;

use kernel::Msg;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::log::Level;
use platform::refusal::{Refusal, messages as common};
use platform::registry::{Operation, Room};
use serde::Deserialize;
use serde_json::json;
use waybill::download::{self, Prepared};

use crate::order;

const PAGE: &str = "/af_order_edit";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const NO_NUMBER: Msg =
    Msg::new("manifest.no_number", "请先录入主单号", "Please enter the master waybill number first.");

/// Adds its calls.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::post(
            "print_cargo_manifest",
            "/afbase/aforder/airCargoManifestPrint/{orderUuid}",
            Access::Code("af-order-manifest"),
            manifest,
        )
        .summary("The cargo manifest of an order's master, as PDF or Excel"),
        Operation::post(
            "print_waybill_confirmation",
            "/afbase/aforder/awbSubmit/{orderUuid}",
            Access::Code("af-order-awbsubmit"),
            confirmation::confirm,
        )
        .summary("The master and all houses of an order in one PDF"),
    ]);
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Asked {
    format: Option<String>,
}

/// POST airCargoManifestPrint.
fn manifest(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let excel = match asked.format.as_deref().unwrap_or("XLSX") {
        "XLSX" => true,
        "PDF" => false,
        _ => return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "format")]))),
    };
    let (actor, uuid, now) = (call.actor()?, call.path_uuid("orderUuid")?, call.now());
    let (order, manifest) = call.read(|conn| {
        let order = order::of_uuid(conn, actor, &uuid)?;
        if order.awb_number.is_empty() {
            return Err(Refusal::business(NO_NUMBER));
        }
        let manifest = bills::manifest(conn, actor, &order)?;
        Ok((order, manifest))
    })?;
    let name = format!("MANIFEST_{}", order.awb_number);
    let file = if excel {
        let name = format!("{name}_{}.xlsx", now.local().strftime("%m%d%H%M%S"));
        Prepared { name, mime: XLSX, bytes: book::book(&manifest)? }
    } else {
        let bytes = print::cargo_manifest(&manifest);
        waybill::prepared(&name, now, bytes.map_err(|error| Refusal::broken(format!("a manifest as PDF: {error}")))?)
    };
    let path = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let line = facts::order_log::log_entry(order.id, order.code.as_str(), PAGE);
        tx.log(line.did("打印", "货物舱单打印").level(Level::Low))?;
        download::prepare(tx, org, now, file)
    })?;
    Ok(Answer::Data(json!({ "url": path })))
}
