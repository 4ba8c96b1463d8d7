//! Layer air: waybill stock and the air export orders of the example.

use serde_json::{Value as Json, json};

use crate::fixture::Maker;
use crate::{Client, money};

/// What the questions of a save are answered with: yes to each.
const YES: [&str; 7] = [
    "order.tolerance",
    "order.similar",
    "order.internalNumber.exists",
    "awb.shared",
    "order.hawb.used",
    "awbprint.differs",
    "order.charges.follow",
];

/// Saves an order; answers `{orderId, orderUuid, orderCode, rowUuid}`.
pub async fn save(caller: &Client, mut order: Json) -> Result<Json, String> {
    order["confirmed"] = json!(YES);
    let path = if order.get("orderUuid").is_some() { "/afbase/order/doUpdate" } else { "/afbase/order/doSave" };
    caller.post(path, order).await.success(path)
}

/// The aggregate of an order.
pub async fn view(caller: &Client, uuid: &str) -> Result<Json, String> {
    let path = format!("/afbase/order/view/{uuid}");
    caller.get(&path).await.success(&path)
}

/// Changes some members of an order.
pub async fn change(caller: &Client, uuid: &str, members: Json) -> Result<Json, String> {
    let mut order = view(caller, uuid).await?;
    if let (Some(into), Some(from)) = (order.as_object_mut(), members.as_object()) {
        for (name, value) in from {
            into.insert(name.clone(), value.clone());
        }
    }
    save(caller, order).await
}

/// A text member.
pub fn text(json: &Json, name: &str) -> String {
    json.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// Receives a range of numbers into the stock.
pub async fn receive_numbers(
    caller: &Client,
    (prefix, start, count): (&str, &str, u32),
    (source, day): (&str, &str),
) -> Result<(), String> {
    let receipt = json!({
        "prefix": prefix, "awbFromType": "一级代理", "awbFromId": source, "receiveDate": day, "start": start,
        "count": count, "kind": "中性",
    });
    caller.post("/afbase/awb/saveReceipt", receipt).await.success("waybill receipt").map(drop)
}

/// The stock of the fixture's waybill numbers: six of airline 990, received on a day.
pub async fn stock(maker: &Maker<'_>, day: &str) -> Result<(), String> {
    let op = maker.user("op01").await?;
    let source = maker.coop_id(&op, "GYS001").await?;
    receive_numbers(&op, ("990", "12345675", 6), (&source, day)).await
}

/// Orders E1 to E5 with their waybill stock, at the fixture's days; E4 without charges.
pub async fn orders(maker: &Maker<'_>) -> Result<(), String> {
    laid(maker, false).await
}

/// The same with the charges of E4, which it is locked with.
pub async fn charged_orders(maker: &Maker<'_>) -> Result<(), String> {
    laid(maker, true).await
}

async fn laid(maker: &Maker<'_>, charged: bool) -> Result<(), String> {
    maker.at("2026-07-14 08:00:00")?;
    stock(maker, "2026-07-14").await?;
    let op = maker.user("op01").await?;
    let mgr = maker.user("mgr01").await?;
    let ids = Ids {
        kh001: maker.coop_id(&op, "KH001").await?,
        kh002: maker.coop_id(&op, "KH002").await?,
        sales01: maker.user_id(&op, "sales01").await?,
        sales02: maker.user_id(&op, "sales02").await?,
        cs01: maker.user_id(&op, "cs01").await?,
    };
    e4(maker, &op, &ids, charged).await?;
    e5(&op, &mgr, &ids).await?;
    maker.at("2026-07-15 09:00:00")?;
    // A day has passed, and the session with it.
    let op = maker.user("op01").await?;
    e1(&op, &ids).await?;
    e2(&op, &ids).await?;
    e3(&op, &ids).await?;
    maker.at("2026-07-15 10:00:00")
}

/// What the cargo station found of E1, and the first milestone of its manifest.
pub async fn weighed(maker: &Maker<'_>) -> Result<(), String> {
    let op = maker.user("op01").await?;
    let found = op.get("/platform/select/warehouse?keyword=HZ01").await.success("HZ01")?;
    let station = found.get(0).map(|station| text(station, "value")).unwrap_or_default();
    let weighing = json!({
        "awbNumber": "990-12345675", "terminalId": station, "weighTime": "2026-07-15 09:40:00", "pieces": 12,
        "weight": number("503"), "volume": number("3.95"), "measure": "100*60*55/11;80*80*50/1",
    });
    op.post("/afbase/cargoWeighing", weighing).await.success("weighing of E1")?;
    let orders = op.get("/afbase/order/page?awbNumber=990-12345675").await.success("E1")?;
    let order = orders.pointer("/records/0").map(|order| text(order, "orderUuid")).unwrap_or_default();
    let milestone = json!({
        "orderUuid": order, "kind": "PROVISION", "eventTime": "2026-07-15 09:50:00", "pieces": 12, "weight": 500,
    });
    op.post("/afbase/track/manifest", milestone).await.success("manifest of E1").map(drop)
}

struct Ids {
    kh001: String,
    kh002: String,
    sales01: String,
    sales02: String,
    cs01: String,
}

pub(crate) fn order(
    coop: &str,
    sales: &str,
    servicer: &str,
    (from, to): (&str, &str),
    cargo: (i64, &str, &str),
) -> Json {
    json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": coop, "salesId": sales, "servicerId": servicer,
        "departureStation": from, "arrivalStation": to, "goodsNameCn": "服装", "goodsNameEn": "GARMENTS",
        "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）", "planPieces": cargo.0,
        "planWeight": number(cargo.1), "planVolume": number(cargo.2),
    })
}

/// A decimal text as a JSON number.
pub fn number(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or(Json::Null)
}

fn party(name: &str, address: &str, (nation, city, post): (&str, &str, &str)) -> Json {
    json!({
        "scName": name, "scAddress": address, "nationCode": nation, "cityNameEn": city, "postCode": post,
        "telNumber": "86 21 00000000",
    })
}

async fn e4(maker: &Maker<'_>, op: &Client, ids: &Ids, charged: bool) -> Result<(), String> {
    let mut e4 = order(&ids.kh001, &ids.sales01, &ids.cs01, ("PVG", "FRA"), (10, "250", "1"));
    e4["expectFlight"] = json!("X9101");
    e4["expectDeparture"] = json!("2026-07-14");
    e4["awbNumber"] = json!("990-12345690");
    let uuid = text(&save(op, e4).await?, "orderUuid");
    let actual = json!({
        "confirmPieces": 10, "confirmWeight": 250, "confirmVolume": 1,
        "services": { "customs": { "enabled": true, "clearanceDate": "2026-07-14" } },
    });
    change(op, &uuid, actual).await?;
    // The flight's departure makes the number a used one; finance closes the order.
    maker.at("2026-07-14 12:45:00")?;
    let message = "FSU/14\r\n990-12345690PVGFRA/T10K250\r\nDEP/X9101/14JUL/PVGFRA/T10K250/A1240\r\n";
    op.post_text("/afbase/track/receive", message).await.success("DEP of E4")?;
    let fin = maker.user("fin01").await?;
    if charged {
        money::enter(op, &uuid, &money::E4).await?;
    }
    finish(&fin, &uuid).await?;
    let row = text(&view(op, &uuid).await?, "rowUuid");
    let lock = json!({ "orderUuid": uuid, "rowUuid": row, "lockDate": "2026-07-14" });
    fin.put("/afbase/order/lock", lock).await.success("lock of E4").map(drop)
}

/// Income and cost of an order are done, whether it has charges or not.
pub async fn finish(caller: &Client, uuid: &str) -> Result<(), String> {
    for path in ["/afbase/order/doIncome", "/afbase/order/doCost"] {
        let row = text(&view(caller, uuid).await?, "rowUuid");
        let body = json!({ "orderUuid": uuid, "rowUuid": row, "confirmed": ["charge.none"] });
        caller.post(path, body).await.success(path)?;
    }
    Ok(())
}

async fn e5(op: &Client, mgr: &Client, ids: &Ids) -> Result<(), String> {
    let made = save(op, order(&ids.kh002, &ids.sales02, &ids.cs01, ("PVG", "LAX"), (5, "100", "0.5"))).await?;
    let stop =
        json!({ "orderUuid": text(&made, "orderUuid"), "rowUuid": text(&made, "rowUuid"), "reason": "客户取消" });
    mgr.put("/afbase/order/forceStop", stop).await.success("close of E5").map(drop)
}

async fn e1(op: &Client, ids: &Ids) -> Result<(), String> {
    let mut e1 = order(&ids.kh001, &ids.sales01, &ids.cs01, ("PVG", "FRA"), (12, "480", "3.6"));
    e1["internalNumber"] = json!("NB-001");
    e1["expectFlight"] = json!("X9101");
    e1["expectDeparture"] = json!("2026-07-18");
    e1["awbNumber"] = json!("990-12345675");
    e1["planDimensions"] = json!([{ "length": 100, "width": 60, "height": 50, "pieces": 12 }]);
    e1["parties"] = json!({
        "shipper": party("DEMO CUSTOMER A TRADING CO. LTD", "1 DEMO ROAD", ("CN", "SHANGHAI", "200000")),
        "consignee": party("DEMO CONSIGNEE GMBH", "2 DEMO STRASSE", ("DE", "FRANKFURT", "60547")),
    });
    let uuid = text(&save(op, e1).await?, "orderUuid");
    for (house, pieces, weight, volume) in [("HA001", 5, "200", "1.5"), ("HA002", 7, "280", "2.1")] {
        let hawb = json!({
            "hawbNumber": house, "pieces": pieces, "weight": number(weight), "volume": number(volume),
            "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装", "goodsNameEn": "GARMENTS",
        });
        let body = json!({ "orderUuid": uuid, "hawb": hawb, "confirmed": YES });
        op.post("/afbase/hawb/doSave", body).await.success(house)?;
    }
    let actual = json!({
        "confirmPieces": 12, "confirmWeight": 500, "confirmVolume": number("3.95"),
        "confirmDimensions": [
            { "length": 100, "width": 60, "height": 55, "pieces": 11 },
            { "length": 80, "width": 80, "height": 50, "pieces": 1 },
        ],
    });
    change(op, &uuid, actual).await.map(drop)
}

async fn e2(op: &Client, ids: &Ids) -> Result<(), String> {
    let mut e2 = order(&ids.kh002, &ids.sales02, &ids.cs01, ("PVG", "FRA"), (8, "300", "1.2"));
    e2["expectFlight"] = json!("X9101");
    e2["expectDeparture"] = json!("2026-07-18");
    e2["isConsol"] = json!(true);
    save(op, e2).await.map(drop)
}

async fn e3(op: &Client, ids: &Ids) -> Result<(), String> {
    let mut e3 = order(&ids.kh001, &ids.sales01, &ids.cs01, ("PEK", "LAX"), (20, "1000", "5"));
    e3["transitStation"] = json!("HKG");
    e3["expectFlight"] = json!("X9201");
    e3["expectDeparture"] = json!("2026-07-17");
    e3["awbNumber"] = json!("990-12345686");
    e3["legs"] = json!([
        { "fromStation": "PEK", "toStation": "HKG", "carrierCode": "X9", "flightNo": "X9201", "flightDate": "2026-07-17",
          "etd": "2026-07-17 22:00:00", "eta": "2026-07-18 06:00:00" },
        { "fromStation": "HKG", "toStation": "LAX", "carrierCode": "X9", "flightNo": "X9301", "flightDate": "2026-07-18",
          "etd": "2026-07-18 08:30:00", "eta": "2026-07-18 21:00:00" },
    ]);
    save(op, e3).await.map(drop)
}
