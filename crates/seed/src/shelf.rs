//! What lies on the shelves of the demonstration: addresses, papers, prices, channels, and what else a list begins with.
//! Each piece is the least that shows its page at work, made by the page's own calls.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::{self, text};
use crate::fixture::Maker;

/// A day's orders, newest first, are enough to find one for each paper.
const ORDERS: &str = "/afbase/order/page?size=100";
/// Days from now on that agreements, prices and papers hold.
const HALF_A_YEAR: i64 = 182;

/// Who makes it, for whom, and until when.
struct Desk {
    admin: Client,
    op: Client,
    today: Day,
    customer: String,
    /// Customer of the newest order: nothing keeps him from another one.
    newest: String,
    supplier: String,
    sales: String,
    service: String,
    item: String,
    /// Air orders with a master that are open.
    orders: Vec<Json>,
}

impl Desk {
    fn day(&self, offset: i64) -> String {
        show_day(day_after_days(self.today, offset))
    }

    fn order(&self, place: usize) -> Result<&Json, String> {
        self.orders.get(place).ok_or_else(|| "there are too few orders".to_owned())
    }

    async fn made(&self, path: &str, body: Json) -> Result<Json, String> {
        self.admin.post(path, body).await.success(path)
    }
}

/// Makes all of it. A piece that fails keeps no other one from being made; all that failed is told together.
pub async fn all(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let op = maker.user("op01").await?;
    let listed = admin.get(ORDERS).await.success("orders")?;
    let open = |order: &&Json| !text(order, "awbNumber").is_empty() && text(order, "lifecycle") == "OPEN";
    let orders: Vec<Json> = listed["records"].as_array().into_iter().flatten().filter(open).cloned().collect();
    let items = admin.get("/prm/service/select?businessScope=AE").await.success("items")?;
    let desk = Desk {
        customer: maker.coop_id(&admin, "KH001").await?,
        newest: maker
            .coop_id(&admin, &orders.first().map(|order| text(order, "customerCode")).unwrap_or_default())
            .await?,
        supplier: maker.coop_id(&admin, "GYS001").await?,
        sales: maker.user_id(&admin, "sales01").await?,
        service: maker.user_id(&admin, "cs01").await?,
        item: items.get(0).map(|item| text(item, "id")).unwrap_or_default(),
        admin,
        op,
        today,
        orders,
    };
    let done = [
        partners(&desk).await,
        prices(&desk).await,
        company(&desk).await,
        papers(&desk).await,
        messages(&desk).await,
        of_orders(&desk).await,
    ];
    let faults: Vec<String> = done.into_iter().filter_map(Result::err).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The book of parties, what partners supply and have shown, an invitation, a share, and a lock.
async fn partners(desk: &Desk) -> Result<(), String> {
    for party in [
        json!({
            "isShipper": true, "scName": "DEMO EXPORTER CO. LTD", "scAddress": "88 DEMO ROAD", "nationCode": "CN",
            "cityNameEn": "SHANGHAI", "postCode": "200000", "telNumber": "86 21 55550000",
        }),
        json!({
            "isConsignee": true, "isNotify": true, "scName": "DEMO IMPORTER INC", "scAddress": "1 MAIN ROAD",
            "nationCode": "US", "stateCode": "CA", "cityNameEn": "LOS ANGELES", "postCode": "90012",
            "telNumber": "1 213-555-0100", "coops": [{ "coopId": desk.customer, "isDefault": true }],
        }),
        json!({
            "isConsignee": true, "scName": "DEMO IMPORTER GMBH", "scAddress": "2 DEMO STRASSE", "nationCode": "DE",
            "cityNameEn": "FRANKFURT", "postCode": "60547", "telNumber": "49 69 5550100",
        }),
    ] {
        desk.made("/prm/shipperConsignee", party).await?;
    }
    desk.made(
        "/prm/coopService",
        json!({
            "coopId": desk.supplier, "businessScope": "AE", "serviceItemId": desk.item, "side": "COST", "portCode": "PVG",
            "basis": "票", "currency": "CNY", "price": "300", "isDefault": false, "validFrom": desk.day(0),
        }),
    )
    .await?;
    let licence = json!({
        "coopId": desk.customer, "kind": "营业执照", "number": "91000000MA00000157", "issueDate": "2020-01-01",
        "expireDate": desk.day(20),
    });
    desk.made("/prm/qualification", licence).await?;
    desk.made("/prm/coopInfo/invite", json!({ "coopId": desk.customer })).await?;
    let share = json!({
        "coopId": desk.customer, "company": "DEMOSH", "message": "请接收", "days": 7,
        "fields": ["coopFullName", "socialCreditCode", "nationCode"],
    });
    desk.made("/prm/coopShare", share).await?;
    let lock = json!({ "coopId": desk.customer, "businessScope": "AI", "reason": "等待补充资料" });
    desk.made("/prm/coopLock/lock", lock).await.map(drop)
}

/// A template of charges, a card of prices, and a partner's bill that is settled.
async fn prices(desk: &Desk) -> Result<(), String> {
    let waiting = desk.admin.get("/prm/coopSettlePending/page?size=50").await.success("bills")?;
    let bills = waiting["records"].as_array().into_iter().flatten();
    let agreed: Vec<&Json> = bills.filter(|bill| text(bill, "state") == "CONFIRMED").map(|bill| &bill["id"]).collect();
    desk.made("/prm/coopSettlePending/make", json!({ "ids": agreed })).await?;
    let template = json!({
        "templateName": "空出PVG应收", "businessScope": "AE", "kind": "RECEIVABLE", "portCode": "PVG", "autoApply": "OFF",
        "lines": [{
            "serviceItemId": desk.item, "basis": "票", "currencyCode": "CNY", "price": "150", "carry": "四舍五入",
            "taxRate": "0%",
        }],
    });
    desk.made("/css/chargeTemplate", template).await?;
    let card = json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": desk.item, "departure": "PVG", "arrival": "FRA",
        "basis": "计费重量", "currencyCode": "CNY", "mode": "WHOLE", "beginDate": desk.day(0),
        "endDate": desk.day(HALF_A_YEAR),
        "breaks": [{ "from": "0", "price": "36" }, { "from": "45", "price": "32" }, { "from": "100", "price": "30" }],
    });
    let made = desk.made("/css/rateCard", card).await?;
    let audit = format!("/css/rateCard/{}/audit", text(&made, "id"));
    desk.made(&audit, json!({ "version": made["version"] })).await.map(drop)
}

/// What the company keeps of its own: documents, words of signatures, an interface, whom and which numbers it won't have.
async fn company(desk: &Desk) -> Result<(), String> {
    let file = ("操作手册.txt", "演示货运 操作手册\n".as_bytes());
    desk.admin.upload("/hrs/doc", &[file]).await.success("document")?;
    let words = json!({
        "kind": "签名文本", "name": "主单托运人签名", "businessScope": "AE", "document": "主运单托运人或代理人",
        "language": "en", "signText": "AS AGENT FOR {orgEname}",
    });
    desk.made("/hrs/signTemplate", words).await?;
    let interface = json!({ "apiType": "AE_IDF_RECEIVE", "mode": "正式", "platform": "测试货站", "timeoutS": 10 });
    desk.made("/hrs/orgInterface", interface).await?;
    let person = json!({ "userName": "张三", "phone": "13900000099", "reason": "伪造单证" });
    desk.made("/hrs/blacklist", person).await?;
    let lost = json!({ "prefix": "990", "from": "12345723", "reason": "遗失", "source": "X9通知" });
    desk.made("/afbase/awbBlacklist", lost).await?;
    desk.op
        .post("/hrs/aiLog/question", json!({ "question": "怎么录入空运出口订单" }))
        .await
        .success("question")
        .map(drop)
}

/// A paper of each kind, each of an order of its own.
async fn papers(desk: &Desk) -> Result<(), String> {
    let id = |place: usize| desk.order(place).map(|order| text(order, "id"));
    let goods = json!({
        "orderId": id(0)?, "cargoType": "普货", "goodsCnnames": "服装，帽子", "goodsEnnames": "GARMENTS, HATS",
    });
    desk.made("/afbase/goodsName", goods).await?;
    let report = ("R-1.pdf", b"%PDF-1.7 certificate".as_slice());
    let file = desk.admin.upload("/afbase/identify/file", &[report]).await.success("certificate")?;
    let appraisal = json!({
        "orderId": id(0)?, "terminal": "测试货站", "files": [{ "id": file["id"] }],
        "details": [{
            "reportIssueNo": "R-1", "organ": "测试鉴定机构", "issueDate": desk.day(-30), "goodsNameCn": "灯具",
            "goodsNameEn": "LED LAMPS",
        }],
    });
    desk.made("/afbase/identify", appraisal).await?;
    desk.made("/afbase/shipperLetter", json!({ "orderId": id(1)?, "kind": "BOOKING", "coopId": desk.supplier }))
        .await?;
    let path = format!("/afbase/dgdPrint/propose?orderId={}", id(2)?);
    let mut declaration = desk.admin.get(&path).await.success("declaration")?;
    if let Some(body) = declaration.as_object_mut() {
        for told in ["orderUuid", "orderCode", "awbNumber", "route"] {
            body.remove(told);
        }
        body.insert("emergencyContact".to_owned(), json!("LI LEI"));
        body.insert("emergencyPhone".to_owned(), json!("+86 21 55550000"));
        body.insert(
            "lines".to_owned(),
            json!([{
                "unIdNo": "UN1263", "properShippingName": "PAINT", "classOrDivision": "3", "packingGroup": "II",
                "quantityAndTypeOfPacking": "1 FIBREBOARD BOX X 5 L", "packingInst": "353",
            }]),
        );
    }
    desk.made("/afbase/dgdPrint", declaration).await?;
    let stations = desk.admin.get("/platform/select/warehouse?keyword=HZ01").await.success("HZ01")?;
    let notice = json!({
        "orderId": id(1)?, "flag": "warehouse", "warehouseId": stations[0]["value"], "receiptDate": desk.day(1),
    });
    desk.made("/afbase/deliveryNotice", notice).await.map(drop)
}

/// A terminal's file about an order that is not here: its event waits for one.
const GATE_IN: &str = "UNA:+.? 'UNB+UNOA:2+SGTTERMINAL+TESTLINE+260715:0950+4711'UNH+1+CODECO:D:95B:UN:SMDG16'BGM+34+1+9'\
    TDT+20+025W+1++TST:172:20+++9321483:146::TEST OCEAN'EQD+CN+CSQU3054383+45G1:102:5++2+5'RFF+BM:TSTSHA260799'\
    DTM+7:202607150800:203'LOC+165+CNSHA:139:6+SGT'MEA+AAE+G+KGM:9300'CNT+16:1'UNT+10+1'UNZ+1+4711'";

/// A channel for messages, one that came, an event of a terminal that waits, and a waybill without an order.
async fn messages(desk: &Desk) -> Result<(), String> {
    let channel = json!({ "kind": "FILE", "format": "IMP", "fwbVersion": "16", "fhlVersion": "4" });
    desk.made("/afbase/ediChannel", channel).await?;
    let status = "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nRCS/15JUL0900/PVG/T12K500.0\r\n";
    desk.made("/afbase/ediMessage/import", json!({ "text": status })).await?;
    desk.op.upload("/sc/track/import", &[("gate.edi", GATE_IN.as_bytes())]).await.success("gate in")?;
    let meaning = json!({ "source": "SGTTERMINAL", "told": "LOAD", "code": "LOAD", "remark": "测试码头" });
    desk.made("/sc/track/code", meaning).await?;
    let view = "/os/waybill/view?type=0&masterNo=990-12346003";
    let mut form = desk.admin.get(view).await.success("waybill")?;
    if let Some(form) = form.as_object_mut() {
        form.remove("orderUuid");
        form.remove("hawbId");
        let party = json!({
            "scName": "DEMO TRADING", "scAddress": "HAUPTSTR 1", "cityNameEn": "FRANKFURT", "nationCode": "DE",
            "postCode": "60549",
        });
        let line = json!({
            "pieces": "5", "grossWeight": "100", "weightUnit": "K", "rateClass": "Q", "chargeWeight": "100",
            "rateCharge": "10", "total": "1000.00", "volume": "0.5", "goodsNameEn": "LED LAMPS",
        });
        for (name, value) in [
            ("departureStation", json!("PVG")),
            ("arrivalStation", json!("FRA")),
            ("airlineCode", json!("X9")),
            ("to1", json!("FRA")),
            ("by1", json!("X9")),
            ("flightNumber", json!("X9101")),
            ("flightDate", json!(desk.day(3))),
            ("currency", json!("CNY")),
            ("shipper", party.clone()),
            ("consignee", party),
            ("lines", json!([line])),
        ] {
            form.insert(name.to_owned(), value);
        }
    }
    desk.made("/afbase/awbPrint/mawb", form).await.map(drop)
}

/// A link to follow an order by, an order of today that was cancelled, and a file of partners whose import the first
/// start of the server does.
async fn of_orders(desk: &Desk) -> Result<(), String> {
    let link = json!({ "orderUuid": text(desk.order(0)?, "orderUuid"), "validity": "7" });
    desk.made("/afbase/orderShare/createLink", link).await?;
    let mut order = air::order(&desk.newest, &desk.sales, &desk.service, ("PVG", "FRA"), (5, "100", "0.5"));
    order["expectDeparture"] = json!(desk.day(0));
    let made = air::save(&desk.op, order).await?;
    let cancel = json!({
        "orderUuid": made["orderUuid"], "rowUuid": made["rowUuid"], "reason": "改走其他方式", "remark": "",
    });
    desk.op.put("/afbase/order/cancel", cancel).await.success("cancel")?;
    let fixed = json!({
        "coopType": "客户", "subTypes": "直客", "businessScopes": "空运出口", "salesId": "销售一", "servicerId": "客服一",
    });
    let row =
        |name: &str| json!([format!("演示{name}进出口有限公司"), name, "客户", "直客", "空运出口", "销售一", "客服一"]);
    let file = json!({
        "fileName": "客户名单.csv", "numbers": [2, 3], "rows": [row("导入一"), row("导入二")], "fixed": fixed,
        "fields": ["coopFullName", "coopName", "coopType", "subTypes", "businessScopes", "salesId", "servicerId"],
        "headers": ["客户全称", "客户简称", "", "", "", "", ""],
    });
    desk.made("/prm/coop/import/run", file).await.map(drop)
}
