//! The bills of lading of the layer sea: SE1's master bill as a draft, both bills of SE4 finished and signed.

use kernel::{Day, day_after_days, show_day};
use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;
use crate::people::DEMO;

const BASE: &str = "/sc/blPrint";

/// Makes them; `today` is the day the layer stands on.
pub async fn bills(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let op = maker.user("op01").await?;
    let se1 = order(&op, "TSTSHA260701").await?;
    draft(&op, &se1, "MBL", json!({})).await?;
    let se4 = order(&op, "TSTNGB260601").await?;
    let agent = json!({ "scName": "DEMO AGENT A INC" });
    let shipper = party("DEMO SHIPPER CO. LTD", ("NINGBO", "CN", "", ""));
    let consignee = party("DEMO CONSIGNEE INC", ("LOS ANGELES", "US", "CA", "90001"));
    let same = json!({ "printRemark": "SAME AS CONSIGNEE" });
    let left = show_day(day_after_days(today, -5));
    let master = json!({
        "consignee": agent, "notify": same, "carrierName": "TST", "issuer": "TST", "hsCodes": ["848790"],
        "issueDate": left,
    });
    let house = json!({
        "shipper": shipper, "consignee": consignee, "notify": same, "deliveryAgent": "DEMO AGENT A INC",
        "hsCodes": ["848790"], "issueDate": left,
    });
    for (kind, more) in [("MBL", master), ("HBL", house)] {
        let made = draft(&op, &se4, kind, more).await?;
        let (id, row) = (text(&made, "blId"), made["rowUuid"].clone());
        op.put(&format!("{BASE}/finish/{id}"), json!({ "rowUuid": row })).await.success("a bill")?;
    }
    // Signing has no page in this room yet.
    maker.database(|conn| {
        let mut update = sql::update(DEMO, "bl", &[("custody_state", "SIGNED".into_value())]);
        update.and_where(sql::eq("doc_state", "DONE"));
        conn.exec(&update.into())?;
        Ok(())
    })
}

fn party(name: &str, (city, nation, state, post): (&str, &str, &str, &str)) -> Json {
    json!({
        "scName": name, "scAddress": "1 SAMPLE ROAD", "cityNameEn": city, "nationCode": nation, "stateCode": state,
        "postCode": post,
    })
}

/// Public name of the order with a bill number.
async fn order(op: &Client, number: &str) -> Result<String, String> {
    let page = op.get(&format!("/sc/order/se/page?number={number}&closed=true")).await.success("orders")?;
    Ok(text(&page["records"][0], "orderUuid"))
}

/// A draft as its order begins it, with more.
async fn draft(op: &Client, order: &str, kind: &str, more: Json) -> Result<Json, String> {
    let mut form = op.get(&format!("{BASE}/prefill/{order}/{kind}")).await.success("a bill")?["content"].take();
    if let (Some(into), Some(from)) = (form.as_object_mut(), more.as_object()) {
        into.extend(from.clone());
    }
    op.post(BASE, json!({ "orderUuid": order, "content": form })).await.success("a bill")
}
