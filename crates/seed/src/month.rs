//! What finance of the demonstration does on its last day, so that the documents of the month and the vouchers that wait
//! are there to be looked at: advances, a write-off, an offset, invoices of both sides, an expense report, an adjustment.

use kernel::{Day, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;
use crate::received::account;

/// What the partner owes as a supplier, which the offset settles.
const OWED: &str = "200.00";

struct Desk {
    fin: Client,
    day: String,
    /// The bank account in yuan.
    bank: String,
}

impl Desk {
    async fn page(&self, path: &str) -> Result<Vec<Json>, String> {
        let mut page = self.fin.get(path).await.success(path)?;
        match page["records"].take() {
            Json::Array(rows) => Ok(rows),
            _ => Err(format!("{path} answers no rows")),
        }
    }

    async fn made(&self, path: &str, body: Json) -> Result<Json, String> {
        self.fin.post(path, body).await.success(path)
    }

    /// A move of a document in its present version.
    async fn act(&self, base: &str, id: &str, verb: &str, mut body: Json) -> Result<Json, String> {
        let path = format!("{base}/{id}");
        body["version"] = self.fin.get(&path).await.success(&path)?["version"].take();
        self.made(&format!("{path}/{verb}"), body).await
    }

    async fn receipt(&self, coop: &str, (amount, reference): (&str, &str)) -> Result<String, String> {
        let body = json!({
            "amount": amount, "coopId": coop, "payerName": "演示付款人", "bankRef": reference, "receiptDate": self.day,
            "accountId": self.bank,
        });
        Ok(text(&self.made("/css/receipt/save", body).await?, "id"))
    }
}

/// Does it all.
pub async fn documents(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let fin = maker.user("fin01").await?;
    let desk = Desk { day: show_day(today), bank: account(&fin, "CNY").await?, fin };
    let customer = maker.coop_id(&desk.fin, "KH001").await?;
    advances(&desk, &customer).await?;
    let note = noted(&desk).await?;
    offset(&desk, &note).await?;
    written_off(&desk, &note).await?;
    invoices(&desk).await?;
    expense(maker, &desk).await?;
    adjusted(maker, &desk).await
}

/// Two advances, of which one is posted and the other partly paid back.
async fn advances(desk: &Desk, customer: &str) -> Result<(), String> {
    for of in [("3000.00", "DEMO-A"), ("1500.00", "DEMO-B")] {
        let receipt = desk.receipt(customer, of).await?;
        let turned = json!({ "kind": "IN", "amount": of.0, "date": desk.day });
        desk.act("/css/receipt", &receipt, "toAdvance", turned).await?;
    }
    let waiting = desk.page("/css/voucherExportAdvanceIn/page?voucherStatus=WAITING").await?;
    let [first, second, ..] = waiting.as_slice() else { return Err("there are no advances".to_owned()) };
    desk.made("/css/voucherExportAdvanceIn/generate", json!({ "ids": [first["id"]], "mode": "EACH" })).await?;
    let back = json!({ "amount": "100.00", "date": desk.day, "accountId": desk.bank, "reason": "多付退回" });
    desk.act("/css/advance", &text(second, "id"), "refund", back).await.map(drop)
}

/// A note of an order that is still open.
async fn noted(desk: &Desk) -> Result<Json, String> {
    let open = desk.page("/afbase/order/page?size=300").await?;
    let is_open = |note: &&Json| {
        open.iter().any(|order| order["orderUuid"] == note["orderUuid"] && text(order, "lifecycle") == "OPEN")
    };
    let notes = desk.page("/css/debitNote/page?size=50&status=MADE&businessScope=AE").await?;
    notes.iter().find(is_open).cloned().ok_or_else(|| "no note is of an open order".to_owned())
}

/// The customer of a note supplies something, too; the one is settled by the other.
async fn offset(desk: &Desk, note: &Json) -> Result<(), String> {
    let (order, coop) = (text(note, "orderUuid"), text(note, "coopId"));
    let path = format!("/css/charge/list?orderUuid={order}");
    let list = desk.fin.get(&path).await.success(&path)?;
    let known: Vec<&Json> = list["cost"].as_array().into_iter().flatten().map(|line| &line["id"]).collect();
    let cost = json!({
        "serviceItemId": list["cost"][0]["serviceItemId"], "coopId": coop, "basis": "票", "currency": "CNY",
        "unitPrice": OWED, "taxRate": "0%",
    });
    let body = json!({
        "orderUuid": order, "rowUuid": list["rowUuid"], "income": [], "cost": [cost],
        "confirmed": ["charge.rate_deviates", "charge.double"],
    });
    desk.made("/css/charge/save", body).await?;
    let now = desk.fin.get(&path).await.success(&path)?;
    let fresh = now["cost"].as_array().into_iter().flatten().find(|line| !known.contains(&&line["id"]));
    let fresh = fresh.ok_or_else(|| "the cost was not kept".to_owned())?;
    let parts = json!([{ "chargeId": fresh["id"], "amount": OWED }]);
    let body = json!({ "coopId": coop, "currency": "CNY", "paymentDate": desk.day, "parts": parts });
    desk.made("/css/payment/doSave", body).await?;
    let path = format!("/css/offset/save/first?coopId={coop}&date={}", desk.day);
    let first = desk.fin.get(&path).await.success(&path)?;
    let of = |side: &str| json!([{ "id": first[side][0]["id"], "amount": OWED }]);
    let body = json!({ "coopId": coop, "date": desk.day, "income": of("income"), "cost": of("cost") });
    desk.made("/css/offset/save", body).await.map(drop)
}

/// A receipt of the customer of a note, against what he owes longest.
async fn written_off(desk: &Desk, note: &Json) -> Result<(), String> {
    let coop = text(note, "coopId");
    let receipt = desk.receipt(&coop, ("1000.00", "DEMO-C")).await?;
    let path = format!("/css/incomeWriteoff/save/first?coopId={coop}&date={}", desk.day);
    let first = desk.fin.get(&path).await.success(&path)?;
    let body = json!({
        "coopId": coop, "method": "RECEIPT", "receiptId": receipt, "date": desk.day,
        "targets": [{ "id": first["targets"][0]["id"], "amount": "1000.00" }],
    });
    desk.made("/css/incomeWriteoff/save", body).await.map(drop)
}

/// One that a supplier sent, and one that a customer asked for and got.
async fn invoices(desk: &Desk) -> Result<(), String> {
    let payments = desk.page("/css/payment/page?paymentStatus=MADE&size=50").await?;
    let payment = payments.iter().rev().find(|payment| text(payment, "currency") == "CNY");
    let payment = payment.ok_or_else(|| "no payment is in yuan".to_owned())?;
    let came = json!({
        "invoiceType": "境外发票", "invoiceDate": desk.day,
        "invoices": [{ "invoiceNum": "G0002", "amount": amount(&payment["amountPayment"]) }],
    });
    desk.act("/css/payment", &text(payment, "id"), "invoice", came).await?;
    let notes = desk.page("/css/debitNote/page?size=50&status=MADE&businessScope=AE").await?;
    let note = notes.last().map(|note| text(note, "id")).unwrap_or_default();
    let path = format!("/css/debitNote/{note}/apply/first");
    let first = desk.fin.get(&path).await.success(&path)?;
    let rows = first["rows"].as_array().into_iter().flatten();
    let row = rows.into_iter().find(|row| text(row, "currency") == "CNY");
    let row = row.ok_or_else(|| "the note has no row in yuan".to_owned())?;
    let whole = amount(&row["rest"]);
    let asked = json!({
        "invoiceType": "纸质普票", "invoiceTitle": first["invoiceTitle"], "taxpayerNum": "91310000MA1K00001X",
        "rows": [{ "id": row["id"], "amount": whole }],
    });
    let applied = desk.act("/css/debitNote", &note, "apply", asked).await?;
    let issued = json!({
        "invoiceType": "纸质普票", "invoiceDate": desk.day, "invoices": [{
            "invoiceNum": "26000002", "invoiceCode": "3100261130", "currency": "CNY", "amount": whole,
        }],
    });
    desk.act("/css/invoiceApplication", &text(&applied, "applicationId"), "open", issued).await.map(drop)
}

/// A figure of an answer as forms send amounts.
fn amount(figure: &Json) -> String {
    let text = figure.to_string();
    match text.split_once('.') {
        None => format!("{text}.00"),
        Some((_, cents)) if cents.len() == 1 => format!("{text}0"),
        Some(_) => text,
    }
}

/// A report of op01 that is audited.
async fn expense(maker: &Maker<'_>, desk: &Desk) -> Result<(), String> {
    const BASE: &str = "/css/expenseReport";
    let user = maker.user("op01").await?;
    let body = json!({
        "type": "EXPENSE", "expenseReportDate": desk.day, "expenseReportMode": "PERSON", "paymentMethod": "TRANSFER",
        "attachedDocument": 1,
        "lines": [{ "expenseType": "交通", "expenseDate": desk.day, "purpose": "机场送单", "amount": "120.00" }],
    });
    let made = user.post(BASE, body).await.success("expense report")?;
    let at = |verb: &str| format!("{BASE}/{}/{verb}", text(&made, "id"));
    let asked = user.post(&at("submit"), json!({ "version": made["version"] })).await.success("expense report")?;
    let manager = maker.user("mgr01").await?;
    let agreed = manager.post(&at("approve"), json!({ "version": asked["version"] })).await.success("approval")?;
    let audit = json!({ "version": agreed["version"], "bankAccountId": desk.bank, "financialDate": desk.day });
    desk.made(&at("audit"), audit).await.map(drop)
}

/// A cost of a locked order that came late, and somebody who asks to have that order unlocked.
async fn adjusted(maker: &Maker<'_>, desk: &Desk) -> Result<(), String> {
    let orders = desk.page("/afbase/order/page?size=300&closed=true").await?;
    let locked = orders.iter().find(|order| text(order, "lifecycle") == "LOCKED");
    let locked = locked.ok_or_else(|| "no order is locked".to_owned())?;
    let items = desk.fin.get("/prm/service/select?businessScope=AE").await.success("items")?;
    let late = json!({
        "orderId": locked["id"], "kind": "PAYABLE", "serviceItemId": items[0]["id"],
        "coopId": maker.coop_id(&desk.fin, "GYS001").await?, "currency": "CNY", "amount": "120",
        "financialDate": desk.day, "reason": "供应商补开账单",
    });
    desk.made("/css/chargeAdjust/save", late).await?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let approver = maker.user_id(&admin, "mgr01").await?;
    let levels = json!([{ "approverType": "user", "approverIds": [approver] }]);
    let setting = json!({ "eventId": "15", "approval": "1", "levels": levels });
    admin.post("/prm/approvalSetting", setting).await.success("approval of unlocking")?;
    let op = maker.user("op01").await?;
    let asked = json!({ "orderUuid": locked["orderUuid"], "reason": "补录费用" });
    op.post("/afbase/order/applyUnlock", asked).await.success("application to unlock").map(drop)
}
