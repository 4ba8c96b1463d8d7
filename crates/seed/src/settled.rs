//! Layer money, order S1: from its charges over bill, statement, invoice, receipt and write-off to the vouchers of June, and the
//! same for its cost, by the product's own calls. The fixture tells every number and figure of it.

use serde_json::{Value as Json, json};

use crate::air::text;
use crate::fixture::Maker;
use crate::money::{self, Charge};
use crate::received::{self, account};
use crate::{Client, billed, payable};

/// Its code.
pub const S1: &str = "SE-2605100001";

const fn boxed(
    side: &'static str,
    item: &'static str,
    coop: &'static str,
    money: (&'static str, &'static str),
    tax: &'static str,
) -> Charge {
    let (currency, price) = money;
    Charge { side, item, coop, currency, price, basis: ("标箱", None), tax }
}

/// C8 to C11.
pub const CHARGES: [Charge; 4] = [
    boxed("income", "干线-海运费", "KH002", ("USD", "750"), "0%"),
    boxed("income", "操作-码头操作费", "KH002", ("CNY", "2250"), "6%"),
    boxed("cost", "干线-海运费", "GYS002", ("USD", "600"), "0%"),
    boxed("cost", "操作-码头操作费", "GYS002", ("CNY", "1800"), "6%"),
];

/// The layer money in the order of its days: rates, books and accounts, S1 from its bill to the bank, and what E4 and its
/// supplier are billed.
pub async fn layer(maker: &Maker<'_>) -> Result<(), String> {
    money::rates(maker).await?;
    money::periods(maker).await?;
    money::bank_accounts(maker).await?;
    money::chart(maker).await?;
    order(maker).await?;
    invoiced(maker).await?;
    money::air(maker).await?;
    billed::dn1(maker).await?;
    payable::cp1(maker).await?;
    payable::openings(maker).await?;
    cp2(maker).await?;
    payable::request(maker).await?;
    received::receipts(maker).await?;
    paid(maker).await
}

/// S1 with its charges, locked for 2026-05-31, and DN2. The month is opened again for both, as the fixture says.
async fn order(maker: &Maker<'_>) -> Result<(), String> {
    maker.at("2026-05-10 09:00:00")?;
    let op = maker.user("op01").await?;
    let body = json!({
        "coopId": maker.coop_id(&op, "KH002").await?, "salesId": maker.user_id(&op, "sales01").await?,
        "servicerId": maker.user_id(&op, "cs01").await?, "businessProduct": "全程出口", "containerMethod": "整箱FCL",
        "departureStation": "CNSHA", "arrivalStation": "USLAX", "expectDeparture": "2026-05-10",
        "goodsNameCn": "机械配件", "goodsNameEn": "MACHINE PARTS", "planPieces": 1200, "planWeight": 18500,
        "planVolume": 118, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
    });
    let uuid = crate::sea::save(&op, "se", body).await?;
    money::enter(&op, &uuid, &CHARGES).await?;
    for kind in ["RECEIVABLE", "PAYABLE"] {
        money::finish(&op, &uuid, kind).await?;
    }
    maker.at("2026-05-31 17:00:00")?;
    let fin = maker.user("fin01").await?;
    let reopened = json!({ "month": "2026-05", "reason": "补录5月海运订单" });
    fin.post("/css/period/reopen", reopened).await.success("2026-05")?;
    let list = format!("/afbase/orderLock/page?businessScope=SE&orderCode={S1}");
    let id = first_of(&fin, &list).await?["id"].clone();
    let lock = json!({ "businessScope": "SE", "orderIds": [id], "lockDate": "2026-05-31" });
    fin.put("/afbase/orderLock/lock", lock).await.success("lock of S1")?;
    let asked = json!({ "businessScope": "SE", "numbers": S1 });
    let pool = fin.post("/css/debitNote/pool", asked).await.success("income of S1")?;
    let orders = pool["orders"].as_array().into_iter().flatten();
    let lines = orders.filter_map(|order| order["lines"].as_array()).flatten();
    let charges: Vec<Json> = lines.map(|line| line["id"].clone()).collect();
    fin.post("/css/debitNote/batchSave", json!({ "chargeIds": charges })).await.success("DN2")?;
    fin.post("/css/period/close", json!({ "month": "2026-05" })).await.success("2026-05").map(drop)
}

/// ST1 of DN2 and CP2 of C10, then what is invoiced of them: 26000001 and G0001.
async fn invoiced(maker: &Maker<'_>) -> Result<(), String> {
    maker.at("2026-06-01 10:00:00")?;
    let fin = maker.user("fin01").await?;
    let note = first_of(&fin, "/css/debitNote/page?debitNoteNum=SE-DN-2605310001").await?;
    let body = json!({
        "coopId": maker.coop_id(&fin, "KH002").await?, "statementDate": "2026-06-01",
        "notes": [{ "id": note["id"], "chosen": true }],
    });
    let statement = text(&fin.post("/css/statement/doSave", body).await.success("ST1")?, "id");
    let supplier = maker.coop_id(&fin, "GYS002").await?;
    let asked = json!({ "coopId": supplier, "currency": "USD", "numbers": S1 });
    let pool = fin.post("/css/payment/pool", asked).await.success("cost of S1")?;
    let parts: Vec<Json> = pool["lines"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|line| json!({ "chargeId": line["chargeId"], "amount": line["rest"] }))
        .collect();
    let body = json!({ "coopId": supplier, "currency": "USD", "paymentDate": "2026-06-01", "parts": parts });
    let payment = text(&fin.post("/css/payment/doSave", body).await.success("CP2")?, "id");
    maker.at("2026-06-02 10:00:00")?;
    let fin = maker.user("fin01").await?;
    let apply = json!({
        "invoiceType": "纸质专票", "invoiceTitle": "演示客户乙电子有限公司", "taxpayerNum": "91000000MA00000232", "rows": [],
    });
    let applied = act(&fin, ("/css/statement", &statement, "apply"), apply).await?;
    let issued = json!({
        "invoiceType": "纸质专票", "invoiceDate": "2026-06-02", "invoices": [{
            "invoiceNum": "26000001", "invoiceCode": "3100261130", "currency": "CNY", "amount": "9000.00",
        }],
    });
    act(&fin, ("/css/invoiceApplication", &text(&applied, "applicationId"), "open"), issued).await?;
    let received = json!({
        "invoiceType": "境外发票", "invoiceDate": "2026-06-02",
        "invoices": [{ "invoiceNum": "G0001", "amount": "2400.00" }],
    });
    act(&fin, ("/css/payment", &payment, "invoice"), received).await.map(drop)
}

/// 5000.00 of invoice 26000001 are written off from the
/// receipt of June, and June is posted, 记-1 to 记-4, with the advance of July, 记-1.
async fn paid(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-06-15 11:00:00")?;
    let fin = maker.user("fin01").await?;
    let invoice = first_of(&fin, "/css/incomeInvoice/page?invoiceNum=26000001").await?;
    let receipt = first_of(&fin, "/css/receipt/page?receiptNum=RC-2606150001").await?;
    let body = json!({
        "coopId": maker.coop_id(&fin, "KH002").await?, "method": "RECEIPT", "receiptId": receipt["id"],
        "date": "2026-06-15", "targets": [{ "id": invoice["id"], "amount": "5000.00" }],
    });
    fin.post("/css/incomeWriteoff/save", body).await.success("SE-RW-2606150001")?;
    maker.at("2026-06-30 16:00:00")?;
    let fin = maker.user("fin01").await?;
    for base in POSTED {
        post(&fin, base).await?;
    }
    maker.at("2026-07-10 16:00:00")?;
    let fin = maker.user("fin01").await?;
    post(&fin, "/css/voucherExportAdvanceIn").await?;
    maker.app.clock.set(now);
    Ok(())
}

/// The voucher of the one document of a kind that has none.
async fn post(fin: &Client, base: &str) -> Result<(), String> {
    let waits = first_of(fin, &format!("{base}/page?voucherStatus=WAITING")).await?;
    let body = json!({ "ids": [waits["id"]], "mode": "EACH" });
    fin.post(&format!("{base}/generate"), body).await.success(base).map(drop)
}

/// The documents of June in the order of their numbers: invoice 26000001, G0001, the write-off of income, that of cost.
const POSTED: [&str; 4] = [
    "/css/voucherExport",
    "/css/voucherExportCost",
    "/css/voucherExportIncomeWriteoff",
    "/css/voucherExportCostWriteoff",
];

/// SE-PW-2606200001: CP2 at the rate of the bank, to an account of GYS002 that was reviewed. Before requests are decided about.
async fn cp2(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-06-20 10:00:00")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let fin = maker.user("fin01").await?;
    let bank = json!({
        "coopId": maker.coop_id(&fin, "GYS002").await?, "accountName": "DEMO SUPPLIER B TRANSPORT CO., LTD",
        "bankName": "中国银行上海市分行", "accountNo": "4400 1200 8881", "currency": "USD",
    });
    let bank = fin.post("/css/paymentRequest/bank", bank).await.success("bank account of GYS002")?;
    let payment = first_of(&fin, "/css/payment/page?paymentNum=SE-CP-2606010001").await?;
    let body = json!({
        "type": "PAYMENT", "dueDate": "2026-06-30", "urgency": "NORMAL", "paymentMethod": "电汇",
        "coopBankId": bank["id"], "payments": [{ "paymentId": payment["id"], "amount": "2400.00" }],
    });
    let request = text(&fin.post("/css/paymentRequest/save", body).await.success("request of CP2")?, "id");
    let at = ("/css/paymentRequest", request.as_str());
    act(&admin, (at.0, at.1, "reviewBank"), json!({})).await?;
    act(&fin, (at.0, at.1, "submit"), json!({})).await?;
    let pay = json!({
        "accountId": account(&fin, "USD").await?, "date": "2026-06-20", "amount": "2400.00", "rate": "7.0500",
    });
    act(&fin, (at.0, at.1, "pay"), pay).await?;
    maker.app.clock.set(now);
    Ok(())
}

/// What is agreed on with partners: a fee of KH001 whose bill of May both sides agree on while that of June waits for an answer,
/// a contract that was signed, and a sheet of costs for GYS001.
pub async fn agreed(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-07-15 09:50:00")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    billed(&admin).await?;
    let titles = admin.get("/platform/select/orgBank").await.success("titles of the company")?;
    let title = titles.pointer("/0/value").cloned().ok_or("the company has no bank account")?;
    let body = json!({
        "contractName": "2026年度货运代理合同", "contractType": "货运代理", "ourTitleId": title, "validFrom": "2026-01-01",
        "validTo": "2026-12-31", "noticeDays": 30, "responsibleId": maker.user_id(&admin, "sales01").await?,
        "coops": [{ "coopId": maker.coop_id(&admin, "KH001").await?, "role": "A" }],
    });
    let contract = text(&admin.post("/prm/contract", body).await.success("contract")?, "id");
    act(&admin, ("/prm/contract", &contract, "submit"), json!({})).await?;
    let scan = admin.upload("/prm/contract/sign/file", &[("合同签署页.pdf", b"%PDF-1.7 demonstration")]).await;
    let signed = json!({ "signDate": "2026-01-01", "scan": [scan.success("scan of a contract")?] });
    act(&admin, ("/prm/contract", &contract, "sign"), signed).await?;
    let sheet = json!({
        "coopId": maker.coop_id(&admin, "GYS001").await?, "currency": "CNY", "businessScope": "AE", "dateBasis": "ORDER",
        "tolerance": "10.00", "tolerancePercent": "1.00",
    });
    let fin = maker.user("fin01").await?;
    fin.post("/prm/costConfirmation/make", sheet).await.success("cost confirmation")?;
    maker.app.clock.set(now);
    Ok(())
}

async fn billed(admin: &Client) -> Result<(), String> {
    let offers = admin.get("/platform/select/agreementItem").await.success("items of agreements")?;
    let item = match offers.as_array().and_then(|all| all.first()) {
        Some(offer) => offer["value"].clone(),
        None => {
            let body = json!({
                "businessScope": "IO", "serviceType": "操作", "serviceNameCn": "协议服务费",
                "serviceNameEn": "AGREEMENT FEE", "isAgreement": true,
            });
            admin.post("/prm/service", body).await.success("item of agreements")?["id"].clone()
        }
    };
    let agreement = first_of(admin, "/prm/coopAgreement/page?keyword=XY-26010001").await?;
    let rule = json!({
        "ruleName": "操作管理费", "agreementId": agreement["id"], "serviceItemId": item, "cycle": "MONTH",
        "firstPeriod": "2026-05", "currencyCode": "CNY", "taxRate": "6%", "postMode": "ORDER", "side": "RECEIVABLE",
        "ruleKind": "FIXED", "fixedAmount": 500,
    });
    let rule = admin.post("/prm/agreementRule", rule).await.success("rule of an agreement")?["id"].clone();
    for period in ["2026-05", "2026-06"] {
        let run = json!({ "period": period, "rules": [{ "id": rule, "chosen": true }] });
        admin.post("/prm/agreementRule/run", run).await.success(period)?;
        let bill = first_of(admin, &format!("/prm/coopBill/page?period={period}")).await?;
        act(admin, ("/prm/coopBill", &text(&bill, "id"), "issue"), json!({})).await?;
    }
    let check = first_of(admin, "/prm/coopCheck/page?period=2026-05").await?;
    let id = text(&check, "id");
    let path = format!("/prm/coopCheck/{id}/saveLines/first");
    let first = admin.get(&path).await.success(&path)?;
    let said = |line: &Json| json!({ "lineId": line["lineId"], "theirAmount": line["ourAmount"] });
    let lines: Vec<Json> = first["lines"].as_array().into_iter().flatten().map(said).collect();
    let body = json!({ "toleranceAmount": "10.00", "tolerancePercent": "1.00", "lines": lines });
    act(admin, ("/prm/coopCheck", &id, "saveLines"), body).await?;
    act(admin, ("/prm/coopCheck", &id, "confirm"), json!({})).await.map(drop)
}

/// The first row a list answers.
async fn first_of(caller: &Client, path: &str) -> Result<Json, String> {
    let page = caller.get(path).await.success(path)?;
    page.pointer("/records/0").cloned().ok_or_else(|| format!("{path} has no row"))
}

/// An action on a document in the version it has.
async fn act(caller: &Client, (base, id, verb): (&str, &str, &str), mut body: Json) -> Result<Json, String> {
    let path = format!("{base}/{id}");
    body["version"] = caller.get(&path).await.success(&path)?["version"].clone();
    let path = format!("{path}/{verb}");
    caller.post(&path, body).await.success(&path)
}
