//! Milestones of the customs manifest: the earliest time of each kind, per bill.

use std::collections::{BTreeMap, BTreeSet};

use facts::master::Master;
use kernel::{Id, Instant, Weight, show_second};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{ExprTrait, Order};
use serde_json::{Value as Json, json};

/// Kinds of an event with the member they fill.
pub(crate) const KINDS: [(&str, &str); 7] = [
    ("ORIGINAL", "originalTime"),
    ("TALLY", "tallyTime"),
    ("PASSED", "passedTime"),
    ("APPLY", "applyTime"),
    ("ARRIVE", "arriveTime"),
    ("PROVISION", "provisionTime"),
    ("TEMPORARY", "temporaryArrivalTime"),
];

#[derive(Default)]
struct Bill {
    times: BTreeMap<&'static str, Instant>,
    pieces: Option<i64>,
    weight: Option<Weight>,
    declaration: String,
}

/// Houses of a master that belong to other orders, perhaps of other customers.
pub(crate) fn houses_of_others(
    conn: &mut dyn Conn,
    org: i64,
    order: Id,
    master: &Master,
) -> Result<BTreeSet<String>, Refusal> {
    let mut others = BTreeSet::new();
    for (table, key) in [("hawb", "order_id"), ("freight_order", "id")] {
        let mut select = sql::from(org, table);
        select
            .column("hawb_number")
            .and_where(master.is())
            .and_where(sql::col("hawb_number").is_not_null())
            .and_where(sql::col(key).ne(sql::value(order)));
        for row in conn.query(&select.into())? {
            others.insert(row.get(0)?);
        }
    }
    Ok(others)
}

/// What an order is told of its number's manifest: its rows (the master first) without the houses of other orders, and
/// the master's events in their order.
pub fn of_order(conn: &mut dyn Conn, org: i64, order: Id, master: &Master) -> Result<(Vec<Json>, Vec<Json>), Refusal> {
    let others = houses_of_others(conn, org, order, master)?;
    let mut select = sql::from(org, "manifest_event");
    select
        .columns([
            "hawb_number",
            "kind",
            "event_time",
            "pieces",
            "weight",
            "product_info",
            "remark",
            "declaration_number",
        ])
        .and_where(master.is())
        .order_by("event_time", Order::Asc)
        .order_by("id", Order::Asc);
    let mut bills: BTreeMap<String, Bill> = BTreeMap::new();
    let mut events = Vec::new();
    for row in conn.query(&select.into())? {
        let (house, kind, time): (String, String, Option<Instant>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if others.contains(&house) {
            continue;
        }
        let (pieces, weight): (Option<i64>, Option<Weight>) = (row.get(3)?, row.get(4)?);
        if house.is_empty() {
            events.push(json!({
                "eventTime": time.map(show_second),
                "remark": row.get::<String>(6)?,
                "productInfo": row.get::<String>(5)?,
                "quantity": pieces,
                "grossWeight": weight,
            }));
        }
        let bill = bills.entry(house).or_default();
        if let (Some((_, member)), Some(time)) = (KINDS.iter().find(|(known, _)| *known == kind), time) {
            let known = bill.times.entry(member).or_insert(time);
            *known = (*known).min(time);
        }
        bill.pieces = pieces.or(bill.pieces);
        bill.weight = weight.or(bill.weight);
        let (declaration, remark): (String, String) = (row.get(7)?, row.get(6)?);
        match declaration_in(&remark) {
            _ if !declaration.is_empty() => bill.declaration = declaration,
            Some(told) => bill.declaration = told.to_owned(),
            None => {}
        }
    }
    Ok((bills.iter().map(|(house, bill)| told(house, bill)).collect(), events))
}

/// The number a remark tells: it begins with the label, perhaps a colon and blanks, then digits.
fn declaration_in(remark: &str) -> Option<&str> {
    let rest = remark.strip_prefix("报关单号")?;
    let rest = rest.strip_prefix(['：', ':']).unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end).filter(|digits| !digits.is_empty())
}

fn told(house: &str, bill: &Bill) -> Json {
    let info = match (bill.pieces, bill.weight) {
        (Some(pieces), Some(weight)) => json!(format!("{pieces} / {}", weight.show(1))),
        _ => Json::Null,
    };
    let mut row = json!({
        "masterFlag": house.is_empty(),
        "hawbNumber": if house.is_empty() { Json::Null } else { json!(house) },
        "pieceWeightInfo": info,
        "declarationNumber": if bill.declaration.is_empty() { Json::Null } else { json!(bill.declaration) },
    });
    if let Some(object) = row.as_object_mut() {
        for (_, member) in KINDS {
            let time = bill.times.get(member).map(|time| show_second(*time));
            object.insert(member.to_owned(), json!(time));
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: track-notice-number-parse, track-open-notice-label
    #[test]
    fn a_remark_tells_its_declaration_number() {
        for (remark, number) in [
            ("报关单号：223120240001234567", Some("223120240001234567")),
            ("报关单号:223120240001234567", Some("223120240001234567")),
            ("报关单号223120240001234567", Some("223120240001234567")),
            ("报关单号： 22312 已放行", Some("22312")),
            ("报关单号：1/2", Some("1")),
            ("报关单号：", None),
            ("报关单号：无", None),
            ("已放行 报关单号：223120240001234567", None),
            ("223120240001234567", None),
            ("", None),
        ] {
            assert_eq!(declaration_in(remark), number, "{remark}");
        }
    }
}
