//! Layer money, receivable side: what customers were billed, by the product's own calls.

use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;
use crate::money::open_months;

/// Orders whose unbilled income the examples of the catalogue tell.
const OF_FIXTURE: [&str; 4] = ["AE-2607140001", "AE-2607150001", "AE-2607150002", "AE-2607150003"];
/// One note of so many was sent to its customer.
const SENT_OF: usize = 2;
/// One of so many sent ones was confirmed by him.
const CONFIRMED_OF: usize = 3;

/// DN1: the income of E4.
pub async fn dn1(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-07-14 17:00:00")?;
    let fin = maker.user("fin01").await?;
    let asked = json!({ "businessScope": "AE", "numbers": "AE-2607140001" });
    let charges = unbilled(&fin, asked, |_| true).await?;
    fin.post("/css/debitNote/batchSave", json!({ "chargeIds": charges })).await.success("DN1")?;
    maker.app.clock.set(now);
    Ok(())
}

/// The charges a pool finds of the orders that are wanted.
async fn unbilled(fin: &Client, asked: Json, wanted: impl Fn(&Json) -> bool) -> Result<Vec<Json>, String> {
    let pool = fin.post("/css/debitNote/pool", asked).await.success("pool of income")?;
    let orders = pool["orders"].as_array().cloned().unwrap_or_default();
    let lines = orders.iter().filter(|order| wanted(order)).filter_map(|order| order["lines"].as_array());
    Ok(lines.flatten().map(|line| line["id"].clone()).collect())
}

/// Bills what is done of a scope, as somebody who settles does now and then; some notes went out, some came back confirmed.
pub async fn done(fin: &Client, scope: &str) -> Result<(), String> {
    let mine = |order: &Json| !OF_FIXTURE.contains(&text(order, "orderCode").as_str());
    let charges = unbilled(fin, json!({ "businessScope": scope, "incomeDone": true }), mine).await?;
    if charges.is_empty() {
        return Ok(());
    }
    let made = fin.post("/css/debitNote/batchSave", json!({ "chargeIds": charges })).await.success("debit notes")?;
    let notes = made["notes"].as_array().cloned().unwrap_or_default();
    for (place, note) in notes.iter().step_by(SENT_OF).enumerate() {
        let id = text(note, "id");
        act(fin, &id, "markSent", json!({})).await?;
        if place % CONFIRMED_OF == 0 {
            act(fin, &id, "confirm", json!({ "confirmState": "CONFIRMED", "confirmedBy": "客户财务" })).await?;
        }
    }
    Ok(())
}

/// An action on a note in the version it has.
async fn act(fin: &Client, id: &str, verb: &str, mut body: Json) -> Result<(), String> {
    let note = fin.get(&format!("/css/debitNote/{id}")).await.success("debit note")?;
    body["version"] = note["version"].clone();
    fin.post(&format!("/css/debitNote/{id}/{verb}"), body).await.success(verb).map(drop)
}

/// Bills what is done of the scopes beside air export, today: its month is open, as it is when somebody looks at it.
pub async fn carried(maker: &Maker<'_>) -> Result<(), String> {
    let fin = maker.user("fin01").await?;
    open_months(&fin, maker.app.clock.now().day()).await?;
    for scope in ["AI", "SE", "SI", "TE", "TI", "LC", "IO"] {
        done(&fin, scope).await?;
    }
    Ok(())
}
