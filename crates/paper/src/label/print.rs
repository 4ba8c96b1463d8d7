//! Preview and print.

use kernel::{Findings, Id, Instant, Msg, Weight};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use print::{HouseOfLabel, Label};
use serde_json::{Value as Json, json};
use waybill::download::{self, Prepared};

use super::ask::{Format, Wanted};
use super::log;
use super::master::{self, Master};
use super::number::{self, Numbered};

/// Most labels: pieces have four digits.
const LABELS_MAX: i64 = 9_999;

const RANGE: Msg = Msg::new("label.range", "序号范围无效", "The range of labels is not valid.");
const TOO_MANY: Msg = Msg::new(
    "label.too_many",
    "标签超过9999张，不能打印",
    "There are more than 9999 labels, so they can't be printed.",
);
const DIFFERS: Msg = Msg::new(
    "label.differs",
    "订单{code}的分单件数合计{houses}，与订单件数{pieces}不一致",
    "The houses of order {code} have {houses} pieces, the order has {pieces}.",
);

/// Words beside the lines of a label.
const LINES: [(&str, &str); 13] = [
    ("航空公司", "Airline"),
    ("运单号", "Air waybill no."),
    ("目的港", "Destination"),
    ("始发港", "Origin"),
    ("总件数", "Total pieces"),
    ("件序号", "Piece no."),
    ("分单号", "HAWB no."),
    ("分单件数", "HAWB pieces"),
    ("分单目的港", "HAWB destination"),
    ("中转港", "Via"),
    ("重量", "Weight"),
    ("操作代码", "Handling"),
    ("序号", "Sequence"),
];

/// The labels of what is wanted, and how many there would be without the range.
struct Chosen<'a> {
    total: i64,
    from: i64,
    to: i64,
    labels: Vec<Numbered<'a>>,
}

fn read(call: &Call, wanted: &Wanted) -> Result<Vec<Master>, Refusal> {
    let actor = call.actor()?;
    let masters = call.read(|conn| master::of_orders(conn, actor, &wanted.orders))?;
    let houses = || masters.iter().flat_map(|master| &master.shipments).flat_map(|shipment| &shipment.houses);
    let known = |id: &Id| houses().any(|house| house.id == *id);
    if wanted.houses.iter().all(known) { Ok(masters) } else { Err(Refusal::NotFound) }
}

fn choose<'a>(masters: &'a [Master], wanted: &Wanted) -> Result<Chosen<'a>, Refusal> {
    let labels = number::labels(masters, &wanted.houses);
    let total = labels.count();
    if total > LABELS_MAX {
        return Err(Refusal::business(TOO_MANY));
    }
    let (from, to) = (wanted.from.unwrap_or(1), wanted.to.unwrap_or(total));
    let mut findings = Findings::new();
    findings.error_if(!(1..=total).contains(&from), "from", RANGE);
    findings.error_if(!(from..=total).contains(&to), "to", RANGE);
    Refusal::unless_clean(&findings, &[])?;
    let copies = i64::try_from(wanted.paper.copies).unwrap_or(i64::MAX);
    if (to - from + 1).saturating_mul(copies) > LABELS_MAX {
        return Err(Refusal::business(TOO_MANY));
    }
    Ok(Chosen { total, from, to, labels: labels.between(from, to) })
}

fn label(one: &Numbered<'_>, weight: bool) -> Label {
    let small = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
    let shown = |weight: Option<Weight>| weight.map(|weight| format!("{} KG", weight.show(1))).unwrap_or_default();
    let house = one.house.map(|house| HouseOfLabel {
        number: house.number.clone(),
        piece: small(one.own),
        pieces: house.pieces,
        destination: if house.arrival.is_empty() { one.shipment.arrival.clone() } else { house.arrival.clone() },
    });
    let of_part = one.house.map_or_else(|| one.master.weight(), |house| house.weight);
    Label {
        airline: one.master.airline.clone(),
        awb_number: one.master.number.clone(),
        origin: one.shipment.departure.clone(),
        destination: one.shipment.arrival.clone(),
        transit: one.master.transit.clone(),
        total_pieces: one.master.pieces(),
        piece: small(one.piece),
        house,
        weight: if weight { shown(of_part) } else { String::new() },
        handling: one.master.handling.clone(),
        order_code: one.shipment.code.clone(),
        sequence: u32::try_from(one.sequence).unwrap_or(0),
    }
}

/// A label in words, for those who can't see its picture.
fn told(label: &Label, english: bool) -> Json {
    let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    let count = |count: Option<i64>| count.map(|count| count.to_string()).unwrap_or_default();
    let house = label.house.clone().unwrap_or_default();
    let own = house.piece.map(|piece| format!("{piece}/{}", count(house.pieces))).unwrap_or_default();
    let texts = [
        label.airline.clone(),
        label.number(),
        label.destination.clone(),
        label.origin.clone(),
        count(label.total_pieces),
        number(label.piece),
        house.number,
        own,
        house.destination,
        label.transit.clone(),
        label.weight.clone(),
        label.handling.clone(),
        label.sequence(),
    ];
    let line =
        |((zh, en), text): (&(&str, &str), &String)| json!({ "label": if english { en } else { zh }, "text": text });
    let lines: Vec<Json> = LINES.iter().zip(&texts).filter(|(_, text)| !text.is_empty()).map(line).collect();
    json!({ "lines": lines, "barcode": label.code(), "houseBarcode": label.house_code().unwrap_or_default() })
}

/// What is worth a look before printing: houses that don't add up to their order.
fn warnings(masters: &[Master], language: &str) -> Vec<String> {
    let orders = masters.iter().flat_map(|master| &master.shipments).filter(|shipment| shipment.wanted);
    let differs = |shipment: &&master::Shipment| {
        !shipment.houses.is_empty() && Some(number::in_houses(shipment)) != shipment.pieces
    };
    let say = |shipment: &master::Shipment| {
        let (houses, pieces) =
            (number::in_houses(shipment).to_string(), shipment.pieces.unwrap_or_default().to_string());
        let text = DIFFERS.with(&[("code", &shipment.code), ("houses", &houses), ("pieces", &pieces)]);
        text.in_language(language).to_owned()
    };
    orders.filter(differs).map(say).collect()
}

/// POST preview: how many there are, and the first of the range.
pub(super) fn preview(call: &mut Call) -> Outcome {
    let wanted = Wanted::read(call)?;
    let masters = read(call, &wanted)?;
    let chosen = choose(&masters, &wanted)?;
    let first = chosen.labels.first().map(|one| label(one, wanted.weight)).unwrap_or_default();
    Ok(Answer::Data(json!({
        "total": chosen.total,
        "from": chosen.from,
        "to": chosen.to,
        "labels": [told(&first, call.language().starts_with("en"))],
        "warnings": warnings(&masters, call.language()),
        "svg": print::label_svg(&first, wanted.paper),
    })))
}

/// POST print: an address that gives the labels once.
pub(super) fn print(call: &mut Call) -> Outcome {
    let wanted = Wanted::read(call)?;
    let masters = read(call, &wanted)?;
    let chosen = choose(&masters, &wanted)?;
    // Drawn before the transaction: thousands of labels take a while.
    let file = file(&masters, &chosen, &wanted, call.now())?;
    let path = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        for entry in log::entries(&chosen.labels) {
            log::note(tx, &entry, &wanted)?;
        }
        download::prepare(tx, org, now, file)
    })?;
    Ok(Answer::Data(json!({ "url": path, "labels": chosen.labels.len() })))
}

fn file(masters: &[Master], chosen: &Chosen<'_>, wanted: &Wanted, now: Instant) -> Result<Prepared, Refusal> {
    let labels: Vec<Label> = chosen.labels.iter().map(|one| label(one, wanted.weight)).collect();
    let number = masters.first().map(|master| master.number.as_str()).unwrap_or_default();
    let name = format!("LABEL_{number}");
    match wanted.format {
        Format::Pdf => {
            let bytes = print::labels(&labels, wanted.paper);
            let bytes = bytes.map_err(|error| Refusal::broken(format!("labels as PDF: {error}")))?;
            Ok(waybill::prepared(&name, now, bytes))
        }
        Format::Zpl(resolution) => {
            let text = print::zpl(&labels, wanted.paper, resolution);
            let text = text.ok_or_else(|| Refusal::broken("sheets for a label printer"))?;
            let name = format!("{name}_{}.zpl", now.local().strftime("%m%d%H%M%S"));
            Ok(Prepared { name, mime: "text/plain", bytes: text.into_bytes() })
        }
    }
}
