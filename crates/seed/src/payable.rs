//! Layer money, payable side: what suppliers were reconciled for, by the product's own calls.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;

/// Orders whose open costs the examples of the catalogue tell.
const OF_FIXTURE: [&str; 5] = ["AE-2607140001", "AE-2607150001", "AE-2607150002", "AE-2607150003", "SE-2605100001"];
/// Days between one payment of a supplier and the next.
const DAYS_APART: i64 = 10;

/// CP1: of E4 the freight wholly and of the ground handling 2000.00.
pub async fn cp1(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-07-14 17:30:00")?;
    let fin = maker.user("fin01").await?;
    let coop = maker.coop_id(&fin, "GYS001").await?;
    let pool = pool(&fin, &coop, "CNY", json!({ "numbers": "AE-2607140001" })).await?;
    let part = |line: &Json| match text(line, "rest").as_str() {
        "3000.00" => json!({ "chargeId": line["chargeId"], "amount": "2000.00" }),
        rest => json!({ "chargeId": line["chargeId"], "amount": rest }),
    };
    let body = json!({
        "coopId": coop, "currency": "CNY", "paymentDate": "2026-07-14", "parts": pool.iter().map(part).collect::<Vec<_>>(),
    });
    fin.post("/css/payment/doSave", body).await.success("CP1")?;
    maker.app.clock.set(now);
    Ok(())
}

/// What the money accounts held at the end of May: BK1 100000.00, BK2 10000.00.
pub async fn openings(maker: &Maker<'_>) -> Result<(), String> {
    let fin = maker.user("fin01").await?;
    let path = "/platform/select/moneyAccount?keyword=银行存款";
    let accounts = fin.get(path).await.success(path)?;
    for account in accounts.as_array().into_iter().flatten() {
        let amount = if text(account, "label").ends_with("CNY") { "100000.00" } else { "10000.00" };
        let body = json!({ "accountId": account["value"], "date": "2026-05-31", "amount": amount });
        fin.post("/css/bankJournal/opening", body).await.success("opening balance")?;
    }
    Ok(())
}

/// AE-PR-2607150001 of all of CP1, to an account of GYS001 that was reviewed: mgr01 decides about it.
pub async fn request(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-07-15 09:30:00")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let fin = maker.user("fin01").await?;
    let approver = maker.user_id(&admin, "mgr01").await?;
    let levels = json!([{ "name": "部门经理", "approverType": "user", "approverIds": [approver] }]);
    let setting = json!({ "eventId": "108", "approval": 1, "levels": levels });
    admin.post("/prm/ics/approval/setting", setting).await.success("approval of payment requests")?;
    let bank = json!({
        "coopId": maker.coop_id(&fin, "GYS001").await?, "accountName": "演示供应商甲有限公司",
        "bankName": "中国工商银行上海分行", "accountNo": "1001 2000 0901 4321", "currency": "CNY",
    });
    let bank = fin.post("/css/paymentRequest/bank", bank).await.success("bank account of GYS001")?;
    let path = "/css/payment/page?paymentNum=AE-CP-2607140001";
    let payment = fin.get(path).await.success(path)?.pointer("/records/0/id").cloned().ok_or("there is no CP1")?;
    let body = json!({
        "type": "PAYMENT", "dueDate": "2026-07-31", "urgency": "NORMAL", "paymentMethod": "电汇",
        "coopBankId": bank["id"], "payments": [{ "paymentId": payment, "amount": "14000.00" }],
    });
    let made = fin.post("/css/paymentRequest/save", body).await.success("payment request")?;
    let at = |verb: &str| format!("/css/paymentRequest/{}/{verb}", text(&made, "id"));
    let reviewed = json!({ "version": made["version"] });
    let done = admin.post(&at("reviewBank"), reviewed).await.success("review of the bank account")?;
    fin.post(&at("submit"), json!({ "version": done["version"] })).await.success("payment request")?;
    maker.app.clock.set(now);
    Ok(())
}

async fn pool(fin: &Client, coop: &str, currency: &str, asked: Json) -> Result<Vec<Json>, String> {
    let mut body = json!({ "coopId": coop, "currency": currency });
    if let (Some(body), Some(asked)) = (body.as_object_mut(), asked.as_object()) {
        body.extend(asked.clone());
    }
    let found = fin.post("/css/payment/pool", body).await.success("pool of costs")?;
    Ok(found["lines"].as_array().cloned().unwrap_or_default())
}

/// Payments of the demonstration: what is done of its suppliers' costs, some days of each in one, the last days left open.
pub async fn payments(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let fin = maker.user("fin01").await?;
    let until = day_after_days(today, -DAYS_APART);
    for code in ["GYS001", "GYS002", "DL001"] {
        let coop = maker.coop_id(&fin, code).await?;
        for currency in ["CNY", "USD", "EUR", "JPY"] {
            let asked = json!({ "costDone": true, "bizDateTo": show_day(until) });
            let lines = pool(&fin, &coop, currency, asked).await?;
            let mine = |line: &Json| !OF_FIXTURE.contains(&text(line, "orderCode").as_str());
            let lines: Vec<Json> = lines.into_iter().filter(mine).collect();
            let mut bill = 0;
            let mut rest = lines.as_slice();
            while let Some(first) = rest.first() {
                let end = kernel::parse_day(&text(first, "bizDate")).unwrap_or(today);
                let end = show_day(day_after_days(end, DAYS_APART - 1));
                let within = rest.iter().take_while(|line| text(line, "bizDate") <= end).count().max(1);
                let (own, others) = rest.split_at(within);
                bill += 1;
                let body = json!({
                    "coopId": coop, "currency": currency, "paymentDate": show_day(today),
                    "supplierBillNo": format!("{code}-{currency}-{bill:02}"),
                    "parts": own.iter().map(|line| json!({ "chargeId": line["chargeId"] })).collect::<Vec<_>>(),
                });
                fin.post("/css/payment/doSave", body).await.success("payment of the demonstration")?;
                rest = others;
            }
        }
    }
    Ok(())
}
