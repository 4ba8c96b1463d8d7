//! The statement of two thousand bills on paper: as PDF in its usual format and line by line, and as a workbook.

use std::time::Instant as Stopwatch;

use platform::store::Value;
use serde_json::{Value as Json, json};

use super::{Bench, OWNERS, told};
use crate::Fault;
use crate::orders::customer_id;

/// How often each is made.
const ROUNDS: usize = 3;
/// Layout, format, and how it is told.
const PAPERS: [(&str, &str, &str); 3] = [
    ("SUMMARY", "PDF", "as PDF, a row for each bill"),
    ("DETAIL", "PDF", "as PDF, a row for each charge"),
    ("SUMMARY", "EXCEL", "as a workbook"),
];

/// Measures all of them.
pub fn measure(bench: &Bench<'_>) -> Result<(), Fault> {
    let org = Bench::org();
    let [_, long] = OWNERS;
    let coop = customer_id(org, long);
    let of_coop = format!("FROM statement WHERE org_id = {org} AND coop_id = {coop}");
    let (id, notes) =
        (bench.number(&format!("SELECT id {of_coop}"))?, bench.number(&format!("SELECT notes {of_coop}"))?);
    println!("\na statement of {notes} bills");
    let plain = bench.floor(
        vec![bench.site.floor.sql(
            "SELECT n.note_num, o.order_code, o.biz_number, o.biz_date, o.customer_number, o.departure_station, \
             o.arrival_station, o.confirm_weight, c.service_item_id, c.currency_code, c.price, c.quantity, c.amount, c.tax, \
             c.functional FROM debit_note n JOIN freight_order o ON o.org_id = n.org_id AND o.id = n.order_id \
             JOIN charge c ON c.org_id = n.org_id AND c.debit_note_id = n.id \
             WHERE n.org_id = ? AND n.statement_id = ? ORDER BY o.biz_date, n.id",
            vec![Value::Int(org), Value::Int(id)],
        )],
        Vec::new(),
    )?;
    for (layout, format, name) in PAPERS {
        let body = json!({ "ids": [id.to_string()], "layout": layout, "format": format }).to_string();
        let (mut taken, mut bytes) = (Vec::new(), 0);
        for _ in 0..ROUNDS {
            let begun = Stopwatch::now();
            let made = bench.ask("POST", "/css/statement/printStatements", &body)?;
            let url = made.get("url").and_then(Json::as_str).ok_or_else(|| format!("no file: {made}"))?;
            bytes = bench.fetch("GET", url, "")?;
            taken.push(begun.elapsed().as_secs_f64());
        }
        told(name, &taken, plain, &format!("{bytes} bytes"));
    }
    Ok(())
}
