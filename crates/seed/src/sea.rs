//! Layer sea: orders of sea, rail, road and other business and of air import, with their partners and yards.
//! Every day is counted from the day the layer stands on, so that the demonstration has them fresh.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::{number, text};
use crate::fixture::Maker;
use crate::people::DEMO;
use platform::store::{Cell, sql};

/// What the questions of a save are answered with: yes to each.
const YES: [&str; 4] = ["order.tolerance", "order.internalNumber.exists", "order.boxes.differ", "container.check"];

/// The days of a layer.
struct Days(Day);

impl Days {
    /// So many days from its own.
    fn day(&self, offset: i64) -> String {
        show_day(day_after_days(self.0, offset))
    }

    /// A moment of such a day.
    fn at(&self, offset: i64, time: &str) -> String {
        format!("{} {time}:00", self.day(offset))
    }
}

struct Ids {
    kh011: String,
    kh012: String,
    gate: String,
    entry: String,
    rail: String,
}

/// Partners and yards, then the orders as the fixture tells them; `today` is its 2026-07-15.
pub async fn orders(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let days = Days(today);
    maker.at(&days.at(-1, "08:00"))?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let ids = partners(maker, &admin).await?;
    let op = maker.user("op01").await?;
    earlier(maker, &op, &ids, &days).await?;
    maker.at(&days.at(0, "09:00"))?;
    // A day has passed, and the session with it.
    let op = maker.user("op01").await?;
    sea(&op, &ids, &days).await?;
    rail(&op, &ids, &days).await?;
    road_and_other(&op, &ids, &days).await?;
    import(maker, &op, &days).await?;
    maker.at(&days.at(0, "10:00"))
}

async fn partners(maker: &Maker<'_>, admin: &Client) -> Result<Ids, String> {
    let people = [maker.user_id(admin, "sales01").await?, maker.user_id(admin, "cs01").await?];
    let [sales, servicer] = &people;
    let mut customers = Vec::new();
    for (name, code) in [("客户海甲", "91000000MA0000011T"), ("客户海乙", "91000000MA0000012X")] {
        let body = json!({
            "coopType": "客户", "coopName": name, "coopFullName": format!("演示{name}贸易有限公司"), "coopEname": "",
            "nationCode": "CN", "socialCreditCode": code, "transactorId": sales, "isAwbSource": false,
            "subTypes": [{ "subType": "直客", "scopes": ["SE", "SI", "TE", "TI", "LC", "IO"] }], "contacts": [],
            "salesId": sales, "servicerId": servicer,
        });
        customers.push(text(&admin.post("/prm/coop", body).await.success(name)?, "id"));
    }
    let yard = |code: &str, name: &str, kind: &str, place: &str, position: (&str, &str)| {
        json!({
            "code": code, "nameCn": name, "yardKind": kind, "placeCode": place, "address": "测试港区1号门",
            "contact": "场站调度", "tel": "021-55550000", "openHours": "08:00-20:00",
            "gateRules": "凭进仓编号送货，车辆提前一天预约。",
            "longitude": position.0, "latitude": position.1,
        })
    };
    let sea = "/sc/warehouse";
    let gate = yard("CY01", "测试堆场", "堆场CY", "CNSHA", ("122.060000", "30.620000"));
    let entry = yard("CFS01", "测试拼箱仓", "拼箱仓CFS", "CNSHA", ("121.600000", "31.300000"));
    let rail = yard("TY01", "测试铁路货场", "铁路货场", "XIAN", ("109.060000", "34.400000"));
    Ok(Ids {
        gate: made(admin, sea, gate).await?,
        entry: made(admin, sea, entry).await?,
        rail: made(admin, "/sc/tcWarehouse", rail).await?,
        kh012: customers.pop().unwrap_or_default(),
        kh011: customers.pop().unwrap_or_default(),
    })
}

async fn made(caller: &Client, path: &str, body: Json) -> Result<String, String> {
    Ok(text(&caller.post(path, body).await.success(path)?, "id"))
}

/// Saves an order of a scope; answers its public name.
pub async fn save(caller: &Client, scope: &str, mut body: Json) -> Result<String, String> {
    body["confirmed"] = json!(YES);
    let path = format!("/sc/order/{scope}");
    Ok(text(&caller.post(&path, body).await.success(&path)?, "orderUuid"))
}

/// An event told by hand.
pub async fn tell(caller: &Client, uuid: &str, code: &str, place: &str, time: &str) -> Result<(), String> {
    let body = json!({ "orderUuid": uuid, "code": code, "place": place, "eventTime": time });
    caller.post("/sc/track/doSave", body).await.success(code).map(drop)
}

fn order(coop: &str, stations: (&str, &str), cargo: (i64, &str, &str), more: Json) -> Json {
    let mut body = json!({
        "coopId": coop, "departureStation": stations.0, "arrivalStation": stations.1, "goodsNameCn": "机械配件",
        "goodsNameEn": "MACHINE PARTS", "planPieces": cargo.0, "planWeight": number(cargo.1),
        "planVolume": number(cargo.2),
    });
    if let (Some(into), Some(from)) = (body.as_object_mut(), more.as_object()) {
        into.extend(from.clone());
    }
    body
}

/// SE4 and SE5, made the day before.
async fn earlier(maker: &Maker<'_>, op: &Client, ids: &Ids, days: &Days) -> Result<(), String> {
    let se4 = order(
        &ids.kh011,
        ("CNNGB", "USLAX"),
        (500, "12000", "60"),
        json!({
            "businessProduct": "全程出口", "containerMethod": "整箱FCL", "billingType": "货代单", "shipName": "TEST OCEAN",
            "shipVoyageNumber": "024W", "expectDeparture": days.day(-5), "expectArrival": days.day(14),
            "actualDeparture": days.at(-5, "18:00"), "mlbNumber": "TSTNGB260601", "hlbNumber": "TSTLAX26060001",
            "contractNumber": "HT-2606-018", "confirmPieces": 500, "confirmWeight": 12000, "confirmVolume": 60,
            "containerList": [{ "containerType": "20GP", "quantity": 1 }, { "containerType": "40GP", "quantity": 1 }],
            "containers": [
                { "containerNo": "TSTU2000013", "containerType": "20GP", "sealNo": "TS00003", "pieces": 180 },
                { "containerNo": "TSTU3000018", "containerType": "40GP", "sealNo": "TS00004", "pieces": 320 },
            ],
        }),
    );
    let se4 = save(op, "se", se4).await?;
    let se5 = order(
        &ids.kh012,
        ("CNSHA", "USLAX"),
        (100, "5000", "20"),
        json!({
            "businessProduct": "订舱", "expectDeparture": days.day(6),
            "containerList": [{ "containerType": "20GP", "quantity": 1 }],
        }),
    );
    let se5 = save(op, "se", se5).await?;
    // Written as they stand: a lock and a closing by hand would tell people of it.
    maker.database(|conn| {
        for (uuid, lifecycle) in [(&se4, "LOCKED"), (&se5, "CLOSED")] {
            let mut update = sql::update(DEMO, "freight_order", &[("lifecycle", lifecycle.into_value())]);
            update.and_where(sql::eq("uuid", uuid.clone()));
            conn.exec(&update.into())?;
        }
        Ok(())
    })
}

async fn sea(op: &Client, ids: &Ids, days: &Days) -> Result<(), String> {
    let voyage = json!({
        "businessProduct": "全程出口", "shipName": "TEST OCEAN", "shipVoyageNumber": "025W",
        "expectDeparture": days.day(5), "expectArrival": days.day(36), "entryYardId": ids.entry, "gateYardId": ids.gate,
    });
    let with = |mut more: Json| {
        if let (Some(into), Some(from)) = (more.as_object_mut(), voyage.as_object()) {
            into.extend(from.clone());
        }
        more
    };
    let se1 = order(
        &ids.kh011,
        ("CNSHA", "DEHAM"),
        (1200, "18500", "118"),
        with(json!({
            "containerMethod": "整箱FCL", "billingType": "船东单", "mlbNumber": "TSTSHA260701", "contractNumber": "HT-2607-001",
            "cyOpenTime": days.at(-1, "08:00"), "siCutoff": days.at(0, "12:00"), "vgmCutoff": days.at(1, "12:00"),
            "cyCutoff": days.at(2, "12:00"), "customsCutoff": days.at(2, "18:00"), "pickUp": true, "customs": true,
            "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
            "confirmPieces": 1200, "confirmWeight": 18700, "confirmVolume": 118.5,
            "containers": [
                box_of("CSQU3054383", "TS00001", (600, "9300", "59.5"), days),
                box_of("TSTU1000019", "TS00002", (600, "9400", "59"), days),
            ],
        })),
    );
    let se1 = save(op, "se", se1).await?;
    for (code, place, time) in [
        ("BKCF", "CNSHA", days.at(-2, "15:30")),
        ("EPUP", "CNSHA", days.at(-2, "18:00")),
        ("STUF", "CNSHA", days.at(-1, "16:00")),
        ("GTIN", "CNSHA", days.at(0, "08:00")),
    ] {
        tell(op, &se1, code, place, &time).await?;
    }
    let loose = json!({
        "containerMethod": "拼箱LCL", "billingType": "货代单", "warehouse": true, "entryNo": "JC26070002",
        "entryCutoff": days.at(2, "17:00"),
    });
    save(op, "se", order(&ids.kh012, ("CNSHA", "DEHAM"), (40, "3200", "2.5"), with(loose.clone()))).await?;
    save(
        op,
        "se",
        order(
            &ids.kh011,
            ("CNSHA", "DEHAM"),
            (25, "800", "4.2"),
            with(json!({
                "containerMethod": "拼箱LCL", "billingType": "货代单",
            })),
        ),
    )
    .await?;
    let si1 = order(
        &ids.kh011,
        ("DEHAM", "CNSHA"),
        (300, "15000", "55"),
        json!({
            "businessProduct": "全程进口", "containerMethod": "整箱FCL", "billingType": "货代单", "shipName": "TEST OCEAN",
            "shipVoyageNumber": "024E", "expectDeparture": days.day(-35), "expectArrival": days.day(-5),
            "actualDeparture": days.at(-35, "20:00"), "actualArrival": days.at(-5, "22:00"), "mlbNumber": "TSTHAM260601",
            "hlbNumber": "HB26060001", "freeDays": 7, "customs": true, "inspectionDate": days.day(-2),
            "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
            "containers": [{
                "containerNo": "TSTU4000012", "containerType": "40HQ", "sealNo": "TS00005", "pieces": 300,
                "weight": 15000, "volume": 55, "dischargeTime": days.at(-4, "03:00"),
            }],
        }),
    );
    save(op, "si", si1).await?;
    save(
        op,
        "si",
        order(
            &ids.kh012,
            ("DEHAM", "CNSHA"),
            (10, "1500", "2"),
            json!({
                "businessProduct": "拼箱分拨", "containerMethod": "拼箱LCL", "billingType": "货代单",
                "expectArrival": days.day(3),
            }),
        ),
    )
    .await?;
    Ok(())
}

fn box_of(no: &str, seal: &str, cargo: (i64, &str, &str), days: &Days) -> Json {
    json!({
        "containerNo": no, "containerType": "40HQ", "sealNo": seal, "pieces": cargo.0, "weight": number(cargo.1),
        "volume": number(cargo.2), "tare": 3900, "emptyPickTime": days.at(-2, "18:00"), "stuffTime": days.at(-1, "16:00"),
        "gateInTime": days.at(0, "08:00"),
    })
}

async fn rail(op: &Client, ids: &Ids, days: &Days) -> Result<(), String> {
    let te1 = order(
        &ids.kh011,
        ("XIAN", "DUIS"),
        (400, "16000", "60"),
        json!({
            "businessProduct": "整箱班列", "borderStation": "ALASK", "borderStation2": "MALA", "productName": "CEW-01",
            "trainNo": "X8001", "planNo": "JH260701", "expectDeparture": days.day(7), "expectArrival": days.day(22),
            "cyCutoff": days.at(5, "17:00"), "gateYardId": ids.rail, "pickUp": true,
            "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
            "containers": [{ "containerNo": "TRHU6875483", "containerType": "40HQ", "sealNo": "TS00006", "pieces": 400 }],
        }),
    );
    let te1 = save(op, "te", te1).await?;
    tell(op, &te1, "SPCF", "XIAN", &days.at(0, "08:30")).await?;
    save(
        op,
        "te",
        order(
            &ids.kh012,
            ("XIAN", "DUIS"),
            (20, "2600", "4"),
            json!({
                "businessProduct": "拼箱班列", "containerMethod": "拼箱LCL", "expectDeparture": days.day(7),
            }),
        ),
    )
    .await?;
    save(
        op,
        "ti",
        order(
            &ids.kh011,
            ("DUIS", "XIAN"),
            (200, "9000", "50"),
            json!({
                "businessProduct": "回程班列", "borderStation": "ALASK", "expectDeparture": days.day(-3),
                "expectArrival": days.day(12), "trainNo": "X8002",
                "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
            }),
        ),
    )
    .await?;
    Ok(())
}

async fn road_and_other(op: &Client, ids: &Ids, days: &Days) -> Result<(), String> {
    let stop = |kind: &str, city: &str, company: &str, hours: (&str, &str), pieces: i64| {
        json!({
            "kind": kind, "cityCode": city, "company": company, "address": "测试路8号", "contact": "仓管一",
            "tel": "13800000011", "timeFrom": days.at(0, hours.0), "timeTo": days.at(0, hours.1), "pieces": pieces,
        })
    };
    let road = |day: i64, stops: Json| {
        json!({
            "businessProduct": "整车", "shippingMethod": "公路整车", "expectDeparture": days.day(day),
            "expectArrival": days.day(day + 1), "vehicleType": "厢式", "stops": stops,
        })
    };
    let stops = json!([
        stop("装", "310100", "演示客户海甲贸易有限公司", ("08:00", "12:00"), 40),
        stop("卸", "330100", "测试收货单位", ("16:00", "20:00"), 40),
    ]);
    let lc1 = save(op, "lc", order(&ids.kh011, ("310100", "330100"), (40, "3200", "8"), road(0, stops))).await?;
    tell(op, &lc1, "ARRP", "上海市", &days.at(0, "08:20")).await?;
    save(op, "lc", order(&ids.kh012, ("310100", "330100"), (30, "1200", "6"), road(0, json!([])))).await?;
    save(op, "lc", order(&ids.kh011, ("330400", "330100"), (10, "4500", "5"), road(1, json!([])))).await?;
    save(
        op,
        "io",
        json!({
            "coopId": ids.kh011, "serviceType": "产地证代办", "businessDate": days.day(0), "quantity": 1, "unit": "份",
            "serviceContent": "一般原产地证一份，正本三份。",
        }),
    )
    .await?;
    Ok(())
}

/// I1 of the layer air.
async fn import(maker: &Maker<'_>, op: &Client, days: &Days) -> Result<(), String> {
    let kh001 = maker.coop_id(op, "KH001").await?;
    let sales = maker.user_id(op, "sales02").await?;
    save(op, "ai", order(&kh001, ("FRA", "PVG"), (6, "150", "0.9"), json!({
        "businessProduct": "进口清关派送", "salesId": sales, "expectFlight": "X9102", "expectDeparture": days.day(-1),
        "expectArrival": days.day(0), "awbNumber": "990-55555555", "hawbNumber": "HB001",
    })))
    .await
    .map(drop)
}
