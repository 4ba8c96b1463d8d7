//! 查看提单 and 查看运单: what stands in the bill or waybill of a shared order, on one sheet without a price.

use kernel::{Scope, Volume, Weight};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use print::{Sheet, SheetColumn};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::public::{Reader, messages, named, no_order, reading};
use crate::record;
use crate::view::{self, Visitor};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    o: String,
    #[serde(default)]
    code: String,
}

/// POST awbSubmit: answers where the sheet is fetched, once and for a short time. The link is told in the query
/// (`track-call-awb-submit`) or in a body.
pub(crate) fn submit(call: &mut Call) -> Outcome {
    let asked = match call.query("o") {
        "" => call.json()?,
        o => Asked { o: o.to_owned(), code: call.query("code").to_owned() },
    };
    if asked.o.trim().is_empty() {
        return Err(Refusal::business(messages::NO_QUERY));
    }
    let address = (named(&asked.o), asked.code.as_str(), call.asked.ip.as_str());
    let (sheet, name, reader) = reading(&call.app, address, |conn, reader| {
        if matches!(reader.scope, Scope::Ae | Scope::Lc | Scope::Io) {
            return Err(no_order());
        }
        if !reader.share.shows("print") {
            return Err(Refusal::business(messages::NO_PRINT));
        }
        let (sheet, name) = sheet(conn, reader)?;
        Ok((sheet, name, reader.clone()))
    })?;
    let bytes = print::sheet(&sheet).map_err(|error| Refusal::broken(format!("a bill as PDF: {error}")))?;
    view::note(&call.app, &reader, view::PRINT, &Visitor::of(call))?;
    let now = call.now();
    let name = format!("{name}_{}.pdf", now.local().strftime("%m%d%H%M%S"));
    let file = waybill::download::Prepared { name, mime: "application/pdf", bytes };
    let path = call.app.system_write(|conn| waybill::download::prepare(conn, reader.org, now, file))?;
    Ok(Answer::Data(json!(path)))
}

/// The sheet of an order and the beginning of its file's name.
fn sheet(conn: &mut dyn Conn, reader: &Reader) -> Result<(Sheet, String), Refusal> {
    // Whatever parts of the order the link shows, a bill has them all.
    let mut whole = reader.clone();
    whole.share.parts = ["order", "print"].map(ToOwned::to_owned).to_vec();
    let built = record::build(conn, &whole, "", "")?.ok_or_else(no_order)?;
    let record = built.as_object().cloned().unwrap_or_default();
    let text = |name: &str| record.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let air = reader.scope == Scope::Ai;
    let title = match reader.scope {
        Scope::Ai => "运单信息 WAYBILL",
        Scope::Te | Scope::Ti => "铁路运单确认件 RAIL WAYBILL",
        _ => "提单确认件 BILL OF LADING",
    };
    let joined = |first: String, second: String, between: &str| {
        [first, second].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    let station = |code: &str| joined(text(code), text(&format!("{code}Name")), " ");
    let carrier = match reader.scope {
        Scope::Ai => ("航班 Flight", text("expectFlight")),
        Scope::Te | Scope::Ti => ("班列号 Train", text("trainNo")),
        _ => ("船名/航次 Vessel / voyage", joined(text("shipName"), text("shipVoyageNumber"), " / ")),
    };
    let facts = vec![
        ("单号 No.", text("number")),
        (if air { "分单号 HAWB" } else { "分提单号 House bill" }, joined(text("hlbNumber"), text("hawbNumber"), " ")),
        carrier,
        ("起运 From", station("departureStation")),
        ("目的 To", station("arrivalStation")),
        ("离港日期 Departure", text("expectDeparture")),
        ("箱量 Boxes", text("containerList")),
        ("包装 Packages", text("packageType")),
    ];
    let fact = |(label, value): (&str, String)| (label.to_owned(), value);
    let sheet = Sheet {
        landscape: false,
        small: false,
        size: 9.0,
        sender: text("orgName"),
        title: title.to_owned(),
        logo: None,
        header: String::new(),
        facts: facts.into_iter().filter(|(_, value)| !value.is_empty()).map(fact).collect(),
        columns: COLUMNS
            .iter()
            .map(|(label, number)| SheetColumn { label: (*label).to_owned(), number: *number })
            .collect(),
        rows: rows(&record, &sum(conn, reader)?),
        tables: Vec::new(),
        sums: Vec::new(),
        notes: vec![("货物 Goods".to_owned(), joined(text("goodsNameCn"), text("goodsNameEn"), " / "))],
        footer: "仅供核对，不作为物权凭证 For checking only; not a document of title".to_owned(),
        seal: None,
        signature: None,
    };
    let kind = if air { "AWB" } else { "BL" };
    let number: String = text("number").chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    Ok((sheet, format!("{kind}_{number}")))
}

const COLUMNS: [(&str, bool); 6] = [
    ("箱号 Container", false),
    ("箱型 Type", false),
    ("铅封 Seal", false),
    ("件数 Pieces", true),
    ("毛重 KG", true),
    ("体积 CBM", true),
];

/// Pieces, weight and volume of the order: the actual side, planned ones as long as there are none.
fn sum(conn: &mut dyn Conn, reader: &Reader) -> Result<[String; 3], Refusal> {
    let mut select = sql::from(reader.org, "freight_order");
    select
        .columns(["confirm_pieces", "plan_pieces", "confirm_weight", "plan_weight", "confirm_volume", "plan_volume"])
        .and_where(sql::eq("id", reader.share.order_id));
    let row = conn.first(&select.into())?.ok_or_else(no_order)?;
    let pieces: Option<i64> = row.get::<Option<i64>>(0)?.or(row.get(1)?);
    let weight: Option<Weight> = row.get::<Option<Weight>>(2)?.or(row.get(3)?);
    let volume: Option<Volume> = row.get::<Option<Volume>>(4)?.or(row.get(5)?);
    Ok([
        pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        weight.map(|weight| weight.show(3)).unwrap_or_default(),
        volume.map(|volume| volume.show(3)).unwrap_or_default(),
    ])
}

/// A line for each box, and one of all.
fn rows(record: &Map<String, Json>, sum: &[String; 3]) -> Vec<Vec<String>> {
    let shown = |value: Option<&Json>| match value {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let boxes = record.get("containers").and_then(Json::as_array).cloned().unwrap_or_default();
    let names = ["containerNo", "containerType", "sealNo", "pieces", "weight", "volume"];
    let mut rows: Vec<Vec<String>> =
        boxes.iter().map(|one| names.iter().map(|name| shown(one.get(name))).collect()).collect();
    let [pieces, weight, volume] = sum.clone();
    rows.push(vec!["合计 Total".to_owned(), String::new(), String::new(), pieces, weight, volume]);
    rows
}
