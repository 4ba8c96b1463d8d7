//! The demonstration company at work: some fifty partners and three hundred air orders of the last
//! thirty days, in all states, with waybills, events and files. Deterministic; made by calls.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::air::{change, finish, number, receive_numbers, save, text, view};
use crate::fixture::Maker;
use crate::{Client, billed, money};

/// Orders of the demonstration.
const ORDERS: u32 = 300;
/// Days they are spread over.
const DAYS: i64 = 30;
/// Days of a month that are multiples of this one are those on which income is billed.
const BILLED_EVERY: i8 = 7;
/// One customer of so many pays at once: nothing was agreed with him.
const WITHOUT_TERMS: usize = 4;
/// Days agreements hold on.
const YEAR: i64 = 365;
/// Orders of a day, and the minutes of work between one and the next.
const ORDERS_A_DAY: u32 = 10;
const MINUTES_APART: u64 = 48;

/// A route flown daily: airports, carrier, its waybill prefix, flight number.
struct Route {
    from: &'static str,
    to: &'static str,
    prefix: &'static str,
    flight: &'static str,
}

const fn route(from: &'static str, to: &'static str, prefix: &'static str, flight: &'static str) -> Route {
    Route { from, to, prefix, flight }
}

const ROUTES: [Route; 12] = [
    route("PVG", "FRA", "112", "CK225"),
    route("PVG", "LAX", "112", "CK247"),
    route("PVG", "ORD", "999", "CA1055"),
    route("PEK", "FRA", "999", "CA1047"),
    route("CAN", "AMS", "784", "CZ451"),
    route("CAN", "LAX", "784", "CZ473"),
    route("SZX", "SIN", "618", "SQ7875"),
    route("HKG", "LHR", "160", "CX2047"),
    route("PVG", "NRT", "205", "NH8516"),
    route("PVG", "ICN", "180", "KE318"),
    route("CGO", "LUX", "172", "CV9746"),
    route("PVG", "DXB", "176", "EK9885"),
];

const GOODS: [(&str, &str, &str); 8] = [
    ("服装", "GARMENTS", "普货"),
    ("电子元件", "ELECTRONIC COMPONENTS", "普货"),
    ("汽车配件", "AUTO PARTS", "普货"),
    ("医疗器械", "MEDICAL DEVICES", "普货"),
    ("生鲜水果", "FRESH FRUIT", "鲜活"),
    ("药品", "PHARMACEUTICALS", "药品"),
    ("机械设备", "MACHINERY", "普货"),
    ("跨境电商货物", "E-COMMERCE GOODS", "快件"),
];

const REGIONS: [&str; 6] = ["华东", "华南", "华北", "西南", "华中", "东北"];
const TRADES: [&str; 7] = ["服装", "电子", "机械", "医药", "汽配", "食品", "化工"];

/// Small numbers that look random and are the same at every start.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let bound = u64::try_from(list.len()).unwrap_or(1);
        usize::try_from(self.below(bound)).ok().and_then(|place| list.get(place))
    }
}

struct People {
    desk: money::Desk,
    op: Client,
    mgr: Client,
    fin: Client,
    doc: Client,
    sales: [String; 2],
    cs01: String,
}

/// Builds it, as if the days up to `today` had been worked.
pub async fn build(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let first = day_after_days(today, -DAYS);
    maker.at(&format!("{} 08:00:00", show_day(first)))?;
    let mut people = people(maker).await?;
    money::open_months(&people.fin, first).await?;
    let customers = partners(maker, &people, (first, day_after_days(today, YEAR))).await?;
    let mut numbers = stock(maker, &people.op, &show_day(first)).await?;
    let mut dice = Dice(20_260_715);
    let mut worked = first;
    for place in 0..ORDERS {
        let day = day_after_days(first, i64::from(place) * DAYS / i64::from(ORDERS));
        if day != worked {
            // Sessions ended over night; the people come back in the morning.
            worked = day;
            maker.at(&format!("{} 08:30:00", show_day(day)))?;
            people = self::people(maker).await?;
            if day.day() == 1 {
                money::open_months(&people.fin, day).await?;
            }
            if day.day() % BILLED_EVERY == 0 {
                billed::done(&people.fin, "AE").await?;
            }
        }
        let minute = u64::from(place % ORDERS_A_DAY) * MINUTES_APART + dice.below(MINUTES_APART);
        maker.at(&format!("{} {:02}:{:02}:00", show_day(day), 9 + minute / 60, minute % 60))?;
        one(&people, &customers, &mut numbers, &mut dice, (place, day, today)).await?;
    }
    Ok(())
}

async fn people(maker: &Maker<'_>) -> Result<People, String> {
    let op = maker.user("op01").await?;
    Ok(People {
        mgr: maker.user("mgr01").await?,
        fin: maker.user("fin01").await?,
        doc: maker.user("doc01").await?,
        sales: [maker.user_id(&op, "sales01").await?, maker.user_id(&op, "sales02").await?],
        cs01: maker.user_id(&op, "cs01").await?,
        desk: money::Desk::of(maker, &op, "AE").await?,
        op,
    })
}

/// Customers and suppliers beside those of the fixture.
async fn partners(maker: &Maker<'_>, people: &People, (first, until): (Day, Day)) -> Result<Vec<String>, String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let mut customers = Vec::new();
    for (place, (region, trade)) in REGIONS.iter().flat_map(|r| TRADES.iter().map(move |t| (r, t))).enumerate() {
        let sales = people.sales.get(place % 2).cloned().unwrap_or_default();
        let body = json!({
            "coopType": "客户", "coopName": format!("{region}{trade}"), "coopFullName": format!("演示{region}{trade}进出口有限公司"),
            "nationCode": "CN", "salesId": sales, "servicerId": people.cs01, "transactorId": sales,
            "subTypes": [{ "subType": if place % 3 == 0 { "同行" } else { "直客" }, "scopes": ["AE", "AI"] }],
            "contacts": [],
        });
        let made = admin.post("/prm/coop", body).await.success("customer")?;
        let id = text(&made, "id");
        if place % WITHOUT_TERMS != 0 {
            agreement(&admin, (&id, &format!("{region}{trade}")), (&sales, place), (first, until)).await?;
        }
        customers.push(id);
    }
    Ok(customers)
}

/// What was agreed with a customer: monthly terms, or so many days behind the departure.
async fn agreement(
    admin: &Client,
    (coop, name): (&str, &str),
    (sales, place): (&str, usize),
    (first, until): (Day, Day),
) -> Result<(), String> {
    let mut body = json!({
        "agreementName": format!("{name}年度协议"), "coopId": coop, "side": "RECEIVABLE", "scopeCodes": ["AE", "AI"],
        "agreementType": "年度协议", "transactorId": sales, "signDate": show_day(first), "validFrom": show_day(first),
        "validTo": show_day(until), "baseDate": "DEPARTURE", "currencyCode": "CNY", "graceDays": 0,
    });
    let terms = if place % 2 == 0 {
        json!({ "settleMethod": "MONTH_DAY", "paramN": 1, "paramD": 25 })
    } else {
        json!({ "settleMethod": "TICKET", "paramK": 30 })
    };
    if let (Some(body), Some(terms)) = (body.as_object_mut(), terms.as_object()) {
        body.extend(terms.clone());
    }
    let made = admin.post("/prm/coopAgreement", body).await.success("agreement")?;
    let submit = json!({ "version": made["version"] });
    let path = format!("/prm/coopAgreement/{}/submit", text(&made, "id"));
    admin.post(&path, submit).await.success("agreement").map(drop)
}

/// Numbers of one airline, taken in their order.
struct Numbers {
    prefix: &'static str,
    next: Option<Vec<String>>,
}

/// A range of numbers for every airline flown.
async fn stock(maker: &Maker<'_>, op: &Client, day: &str) -> Result<Vec<Numbers>, String> {
    let source = maker.coop_id(op, "GYS001").await?;
    let mut stock: Vec<Numbers> = Vec::new();
    for (place, route) in (0u32..).zip(ROUTES.iter()) {
        if stock.iter().any(|numbers| numbers.prefix == route.prefix) {
            continue;
        }
        let serial = 4_100_000 + place * 37_003;
        let start = format!("{serial:07}{}", serial % 7);
        receive_numbers(op, (route.prefix, &start, 80), (&source, day)).await?;
        let list =
            (0..80).rev().map(|step| serial + step).map(|s| format!("{}-{s:07}{}", route.prefix, s % 7)).collect();
        stock.push(Numbers { prefix: route.prefix, next: Some(list) });
    }
    Ok(stock)
}

/// One order, worked as far as its age lets it be.
async fn one(
    people: &People,
    customers: &[String],
    numbers: &mut [Numbers],
    dice: &mut Dice,
    (place, day, today): (u32, Day, Day),
) -> Result<(), String> {
    let (Some(route), Some(goods)) = (dice.pick(&ROUTES), dice.pick(&GOODS)) else { return Ok(()) };
    let customer = dice.pick(customers).cloned().unwrap_or_default();
    let flight_day = day_after_days(day, 2 + i64::try_from(dice.below(3)).unwrap_or(0));
    let pieces = 1 + dice.below(60);
    let weight = pieces * (8 + dice.below(30));
    // Between 100 and 300 kilograms a cubic metre: bulky and dense cargo both occur.
    let litres = weight * 1000 / (100 + dice.below(200));
    let mut order = json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": customer,
        "salesId": people.sales.get(usize::from(place % 2 == 1)), "servicerId": people.cs01,
        "departureStation": route.from, "arrivalStation": route.to, "expectFlight": route.flight,
        "expectDeparture": show_day(flight_day), "goodsNameCn": goods.0, "goodsNameEn": goods.1, "goodsType": goods.2,
        "batteryType": "不含电池", "packageType": "纸箱（CTNS）", "planPieces": pieces, "planWeight": weight,
        "planVolume": number(&format!("{}.{:03}", litres / 1000, litres % 1000)),
        "parties": parties(route),
    });
    let fate = dice.below(100);
    let with_master = fate >= 12;
    if with_master {
        let stock = numbers.iter_mut().find(|numbers| numbers.prefix == route.prefix);
        let taken = stock.and_then(|numbers| numbers.next.as_mut()).and_then(Vec::pop);
        order["awbNumber"] = json!(taken.unwrap_or_default());
    }
    let saved = save(&people.op, order).await?;
    let uuid = text(&saved, "orderUuid");
    if fate < 4 {
        let stop = json!({ "orderUuid": uuid, "rowUuid": text(&saved, "rowUuid"), "reason": "客户取消" });
        return people.mgr.put("/afbase/order/forceStop", stop).await.success("close").map(drop);
    }
    if fate < 7 {
        let cancel = json!({
            "orderUuid": uuid, "rowUuid": text(&saved, "rowUuid"), "reason": "改走其他方式", "remark": "",
        });
        return people.op.put("/afbase/order/cancel", cancel).await.success("cancel").map(drop);
    }
    people.desk.air(&people.op, &uuid, (weight, route.to), u64::from(place) * 37 + weight).await?;
    let days_left = i64::from((today.since(flight_day).map_or(0, |span| span.get_days())).max(-9));
    if with_master && days_left >= -1 {
        weigh(people, &uuid, (pieces, weight, litres), dice).await?;
    }
    if with_master && days_left >= 0 {
        fly(people, route, &uuid, flight_day, (pieces, weight), days_left, dice).await?;
    }
    if with_master && days_left >= 6 && place % 4 < 2 {
        finish(&people.fin, &uuid).await?;
    }
    if with_master && days_left >= 12 && place % 4 == 0 {
        let row = text(&view(&people.op, &uuid).await?, "rowUuid");
        let lock = json!({ "orderUuid": uuid, "rowUuid": row, "lockDate": show_day(day) });
        people.fin.put("/afbase/order/lock", lock).await.success("lock")?;
    }
    Ok(())
}

fn parties(route: &Route) -> Json {
    let (nation, city, post, state) = match route.to {
        "FRA" => ("DE", "FRANKFURT", "60547", ""),
        "LAX" => ("US", "LOS ANGELES", "90045", "CA"),
        "ORD" => ("US", "CHICAGO", "60666", "IL"),
        "AMS" => ("NL", "AMSTERDAM", "1118", ""),
        "LHR" => ("GB", "LONDON", "TW6", ""),
        "LUX" => ("LU", "LUXEMBOURG", "1110", ""),
        "NRT" => ("JP", "TOKYO", "", ""),
        "ICN" => ("KR", "SEOUL", "", ""),
        "SIN" => ("SG", "SINGAPORE", "", ""),
        _ => ("AE", "DUBAI", "", ""),
    };
    json!({
        "shipper": { "scName": "DEMO EXPORTER CO. LTD", "scAddress": "88 DEMO ROAD", "nationCode": "CN",
                     "cityNameEn": "SHANGHAI", "postCode": "200000", "telNumber": "86 21 00000000" },
        "consignee": { "scName": "DEMO IMPORTER", "scAddress": "1 DEMO STREET", "nationCode": nation, "cityNameEn": city,
                       "postCode": post, "stateCode": state, "telNumber": "1 000 0000" },
    })
}

/// The actual figures, most of them near the planned, and customs.
async fn weigh(
    people: &People,
    uuid: &str,
    (pieces, weight, litres): (u64, u64, u64),
    dice: &mut Dice,
) -> Result<(), String> {
    let off = dice.below(10);
    let actual = if off < 8 { weight + dice.below(1 + weight / 60) } else { weight + weight / 12 + 5 };
    let litres = litres + litres * dice.below(8) / 100;
    let day = text(&view(&people.op, uuid).await?, "expectDeparture");
    let members = json!({
        "confirmPieces": pieces, "confirmWeight": actual,
        "confirmVolume": number(&format!("{}.{:03}", litres / 1000, litres % 1000)),
        "services": { "customs": { "enabled": true, "clearanceDate": day } },
    });
    change(&people.op, uuid, members).await.map(drop)
}

/// The airline's messages up to today, a paper for the customer, and now and then the waybill.
async fn fly(
    people: &People,
    route: &Route,
    uuid: &str,
    day: Day,
    (pieces, weight): (u64, u64),
    days_ago: i64,
    dice: &mut Dice,
) -> Result<(), String> {
    let awb = text(&view(&people.op, uuid).await?, "awbNumber");
    if awb.is_empty() {
        return Ok(());
    }
    let on = |shift: i64| day_after_days(day, shift).strftime("%d%b").to_string().to_uppercase();
    let quantity = format!("T{pieces}K{weight}");
    let head = format!("FSU/14\r\n{awb}{}{}/{quantity}\r\n", route.from, route.to);
    let mut lines = vec![
        format!("RCS/{}1630/{}/{quantity}", on(-1), route.from),
        format!("DEP/{}/{}/{}{}/{quantity}/A1240", route.flight, on(0), route.from, route.to),
    ];
    if days_ago >= 1 {
        lines.push(format!("ARR/{}/{}0610/{}/{quantity}", route.flight, on(1), route.to));
        lines.push(format!("RCF/{}/{}0840/{}/{quantity}", route.flight, on(1), route.to));
    }
    if days_ago >= 3 {
        lines.push(format!("NFD/{}0900/{}/{quantity}", on(2), route.to));
        lines.push(format!("DLV/{}1500/{}/{quantity}", on(3), route.to));
    }
    let message = format!("{head}{}\r\n", lines.join("\r\n"));
    people.op.post_text("/afbase/track/receive", &message).await.success("status message")?;
    if dice.below(4) == 0 {
        let paper = format!("演示货运 随货文件\n主单号 {awb}\n航程 {}-{}\n", route.from, route.to);
        let path = format!(
            "/afbase/orderFiles/upload?orderUuid={uuid}&fileType=%E6%96%87%E4%BB%B6&fileClass=%E5%85%B6%E4%BB%96"
        );
        people.op.upload(&path, &[("随货文件.txt", paper.as_bytes())]).await.success("file")?;
    }
    if dice.below(5) == 0 {
        let path = format!("/afbase/awbPrint/prefill/{uuid}?type=0");
        let form = people.doc.get(&path).await.success(&path)?;
        let mut body = form.get("form").cloned().unwrap_or(form);
        body["orderUuid"] = json!(uuid);
        people.doc.post("/afbase/awbPrint/mawb", body).await.success("waybill")?;
    }
    Ok(())
}
