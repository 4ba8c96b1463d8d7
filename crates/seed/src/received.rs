//! Layer money, money that came: the receipts of the fixture and the advance of one, by the product's own calls.

use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;

/// RC-2606150001 of KH002, RC-2607100001 of KH001 with PA-2607100001, and RC-2607150001, which waits to be claimed.
pub async fn receipts(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-06-15 10:00:00")?;
    let fin = maker.user("fin01").await?;
    let kh002 = maker.coop_id(&fin, "KH002").await?;
    let body =
        json!({ "amount": "5000.00", "coopId": kh002, "payerName": "演示客户乙电子有限公司", "bankRef": "2606150001" });
    register(&fin, ("2026-06-15", "CNY"), body).await?;
    maker.at("2026-07-10 10:00:00")?;
    let fin = maker.user("fin01").await?;
    let kh001 = maker.coop_id(&fin, "KH001").await?;
    let body =
        json!({ "amount": "1000.00", "coopId": kh001, "payerName": "演示客户甲贸易有限公司", "bankRef": "2607100001" });
    let receipt = register(&fin, ("2026-07-10", "USD"), body).await?;
    let view = fin.get(&format!("/css/receipt/{receipt}")).await.success("receipt of KH001")?;
    let turned = json!({ "version": view["version"], "kind": "IN", "amount": "1000.00", "date": "2026-07-10" });
    fin.post(&format!("/css/receipt/{receipt}/toAdvance"), turned).await.success("PA-2607100001")?;
    maker.at("2026-07-15 09:30:00")?;
    let fin = maker.user("fin01").await?;
    let body = json!({ "amount": "8000.00", "payerName": "演示付款人", "summary": "货款", "bankRef": "2607150001" });
    register(&fin, ("2026-07-15", "CNY"), body).await?;
    maker.app.clock.set(now);
    Ok(())
}

/// Registers a receipt on the bank account of a currency; answers its id.
async fn register(fin: &Client, (date, currency): (&str, &str), mut body: Json) -> Result<String, String> {
    body["receiptDate"] = json!(date);
    body["accountId"] = json!(account(fin, currency).await?);
    let made = fin.post("/css/receipt/save", body).await.success("receipt")?;
    Ok(text(&made, "id"))
}

/// The leaf of the bank account of a currency.
pub async fn account(caller: &Client, currency: &str) -> Result<String, String> {
    let path = format!("/platform/select/moneyAccount?role={currency}");
    let offers = caller.get(&path).await.success(&path)?;
    let bank = |offer: &&Json| text(offer, "label").starts_with("1002");
    let found = offers.as_array().into_iter().flatten().find(bank).map(|offer| text(offer, "value"));
    found.ok_or_else(|| format!("there is no bank account in {currency}"))
}
