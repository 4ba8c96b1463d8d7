//! Shifts of what is printed on pre-printed paper, by user and printer, and the sheet they are measured on.

use kernel::{Findings, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{OnConflict, Order as Way};
use platform::store::{Cell, Conn, Value, sql};
use print::Calibration;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use waybill::download;

const TABLE: &str = "printer_offset";
const PAGE: &str = "/af_awb_print";
/// Whoever prints on pre-printed paper.
const PRINTERS: Access = Access::AnyOf(&[
    "af-awbprint-print",
    "os-waybill-print",
    "af_dgd_print",
    "af_label_print",
    "af-order-label",
    "se-bl-print",
]);
/// Most letters of a printer's name.
const NAME_MAX: usize = 60;
/// Furthest shift in tenths of a millimetre.
const SHIFT_MAX: i64 = 200;
/// Most printers of a user.
const PRINTERS_MAX: usize = 50;

const NO_NAME: Msg = Msg::new("printer.name", "请输入打印机名称", "Please enter the name of the printer.");
const LONG_NAME: Msg =
    Msg::new("printer.name_long", "打印机名称最多60个字符", "The name of a printer has 60 characters at most.");
const FAR: Msg = Msg::new("printer.offset", "偏移须在-20.0与20.0毫米之间", "An offset is between -20.0 and 20.0 mm.");
const MANY: Msg = Msg::new("printer.many", "最多保存50台打印机", "At most 50 printers are kept.");

/// Adds its calls.
pub(crate) fn add(room: &mut Room) {
    let at = |rest: &str| format!("/afbase/printer/{rest}");
    room.operations.extend([
        Operation::get("list_printer_offsets", &at("offsets"), PRINTERS, list)
            .summary("The caller's printers with their offsets in tenths of a millimetre"),
        Operation::put("save_printer_offset", &at("offset"), PRINTERS, save),
        Operation::delete("remove_printer_offset", &at("offset"), PRINTERS, remove).param("printer"),
        Operation::post("print_calibration_sheet", &at("calibration"), PRINTERS, sheet)
            .summary("The sheet a printer's offset is measured on, as PDF"),
    ]);
}

/// Printer, shift to the right, shift down.
type Offset = (String, i64, i64);

/// The printers of a user, the one used last first.
fn offsets(conn: &mut dyn Conn, org: i64, user: kernel::Id) -> Result<Vec<Offset>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["printer", "dx", "dy"])
        .and_where(sql::eq("user_id", user))
        .order_by("used_at", Way::Desc)
        .order_by("printer", Way::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// GET offsets, by name; `last` is the one used last.
fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let found = call.read(|conn| offsets(conn, actor.org_id, actor.user_id))?;
    let last = found.first().map(|(printer, _, _)| printer.clone());
    let mut rows = found;
    rows.sort();
    let told = |(printer, dx, dy): &Offset| json!({ "printer": printer, "dx": dx, "dy": dy, "last": Some(printer) == last.as_ref() });
    Ok(Answer::Data(Json::Array(rows.iter().map(told).collect())))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    printer: String,
    #[serde(default)]
    dx: i64,
    #[serde(default)]
    dy: i64,
}

fn name(findings: &mut Findings, printer: &str) -> String {
    let printer = printer.trim().to_owned();
    findings.error_if(printer.is_empty(), "printer", NO_NAME);
    findings.error_if(printer.chars().count() > NAME_MAX, "printer", LONG_NAME);
    printer
}

/// PUT offset: keeps a shift, and that this printer was used last.
fn save(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let mut findings = Findings::new();
    let printer = name(&mut findings, &asked.printer);
    for (field, shift) in [("dx", asked.dx), ("dy", asked.dy)] {
        findings.error_if(!(-SHIFT_MAX..=SHIFT_MAX).contains(&shift), field, FAR);
    }
    Refusal::unless_clean(&findings, &[])?;
    call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let known = offsets(tx, org, user)?;
        let old = known.iter().find(|(name, _, _)| *name == printer);
        if old.is_none() && known.len() >= PRINTERS_MAX {
            return Err(Refusal::business(MANY));
        }
        let cells = [
            ("user_id", user.into_value()),
            ("printer", printer.as_str().into_value()),
            ("dx", Value::Int(asked.dx)),
            ("dy", Value::Int(asked.dy)),
            ("used_at", tx.now.into_value()),
        ];
        let mut insert = sql::insert(org, TABLE, &cells);
        let key = OnConflict::columns(["org_id", "user_id", "printer"]);
        insert.on_conflict({ key }.update_columns(["dx", "dy", "used_at"]).to_owned());
        tx.exec(&insert.into())?;
        let shown = |(dx, dy): (i64, i64)| format!("{}, {}", tenths(dx), tenths(dy));
        let change = Change {
            field: "offset".to_owned(),
            label: "打印偏移".to_owned(),
            old: old.map(|(_, dx, dy)| shown((*dx, *dy))).unwrap_or_default(),
            new: shown((asked.dx, asked.dy)),
        };
        let entry = LogEntry::of("printer", user, printer.as_str(), PAGE).did("修改", "打印偏移");
        let changes = if change.old == change.new { Vec::new() } else { vec![change] };
        tx.log(entry.level(Level::Low).changes(changes))
    })?;
    Ok(Answer::Data(json!({ "printer": printer, "dx": asked.dx, "dy": asked.dy })))
}

fn tenths(shift: i64) -> String {
    format!("{} mm", kernel::format_scaled(shift, 1, 1))
}

/// DELETE offset.
fn remove(call: &mut Call) -> Outcome {
    let printer = call.query("printer").trim().to_owned();
    call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let mut delete = sql::delete(org, TABLE);
        delete.and_where(sql::eq("user_id", user)).and_where(sql::eq("printer", printer.as_str()));
        if tx.exec(&delete.into())? == 0 {
            return Err(Refusal::NotFound);
        }
        let entry = LogEntry::of("printer", user, printer.as_str(), PAGE);
        tx.log(entry.did("删除", "打印偏移").level(Level::Low))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    printer: String,
}

/// POST calibration: the sheet, moved by the printer's present shift.
fn sheet(call: &mut Call) -> Outcome {
    let asked: Measured = call.json()?;
    let mut findings = Findings::new();
    let printer = name(&mut findings, &asked.printer);
    Refusal::unless_clean(&findings, &[])?;
    let actor = call.actor()?;
    let known = call.read(|conn| offsets(conn, actor.org_id, actor.user_id))?;
    let (dx, dy) = known.iter().find(|(name, _, _)| *name == printer).map_or((0, 0), |(_, dx, dy)| (*dx, *dy));
    let bytes = print::calibration(&Calibration { printer: printer.clone(), dx, dy });
    let bytes = bytes.map_err(|error| Refusal::broken(format!("a calibration sheet: {error}")))?;
    let path = call.write(|tx| {
        let (org, user, now) = (tx.org(), tx.actor.user_id, tx.now);
        let entry = LogEntry::of("printer", user, printer.as_str(), PAGE);
        tx.log(entry.did("打印", "打印校准页").level(Level::Low))?;
        download::prepare(tx, org, now, waybill::prepared("CALIBRATION", now, bytes))
    })?;
    Ok(Answer::Data(json!({ "url": path })))
}
