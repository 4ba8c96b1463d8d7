//! Rates and surcharges: kept, found by route and day, and priced, with the figures of the fixture.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, field, refused};

use super::super::{loaded, rooms};

pub fn with_rates(story: impl Fn(&World, &Caller<'_>)) {
    each_database_from(rooms, lay_rates, |world| story(world, &world.login("demo-admin")));
}

fn lay_rates(world: &World) {
    loaded(world);
    let carrier =
        json!({ "carrierCode": "X9", "prefix": "990", "nameCn": "测试航空", "nameEn": "TEST AIR", "divisor": 6000 });
    done(world.login("superAdmin").post("/afbase/carrier", carrier));
    done(world.login("demo-admin").post("/afbase/tact", rate(json!({}))));
}

/// PVG-FRA of X9.
pub fn rate(more: Json) -> Json {
    let body = json!({
        "carrierCode": "X9", "departure": "PVG", "arrival": "FRA", "currency": "CNY",
        "validFrom": "2026-07-01", "validTo": "2026-07-31", "minimum": "420", "rateN": "47.62", "rate45": "37.20",
        "rate100": "33.93", "rate300": "29.91", "rate500": "25.88", "rate1000": "22.00",
    });
    with(body, more)
}

fn surcharge(more: Json) -> Json {
    let body = json!({
        "carrierCode": "X9", "basis": "计费重量", "currency": "CNY", "validFrom": "2026-07-01",
    });
    with(body, more)
}

fn with(mut body: Json, more: Json) -> Json {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

const ROUTE: &str = "carrierCode=X9&departureStation=PVG&arrivalStation=FRA";

pub fn priced(caller: &Caller<'_>, weight: &str) -> Json {
    caller.ok(&format!("/afbase/tact/getTactForBillMake?{ROUTE}&date=2026-07-18&weight={weight}"))
}

pub fn told(row: &Json) -> [String; 4] {
    ["rateClass", "rate", "chargeWeight", "total"].map(|name| row[name].to_string().trim_matches('"').to_owned())
}

#[test]
fn a_waybill_is_priced_by_the_rate_of_its_route() {
    with_rates(|_, admin| {
        assert_eq!(told(&priced(admin, "658.5")), ["Q", "25.88", "658.5", "17041.98"]);
        assert_eq!(told(&priced(admin, "480")), ["Q", "25.88", "500", "12940"]);
        assert_eq!(told(&priced(admin, "5")), ["M", "420", "5", "420"]);
        let near = priced(admin, "425");
        assert_eq!(told(&near), ["Q", "29.91", "425", "12711.75"]);
        assert_eq!((near["breakEven"].to_string(), near["gapKg"].to_string()), ("433".into(), "8".into()));
        assert_eq!(near["next"]["total"].to_string(), "12940");
        assert_eq!((field(&near, "source"), field(&near, "currency")), ("OWN", "CNY"));

        let path = "/afbase/tact/getTactForBillMake?departureStation=PVG";
        let none = |rest: &str| refused(&admin.get(&format!("{path}{rest}")), "未查到运价");
        none("&arrivalStation=LAX&date=2026-07-18&weight=100");
        none("&arrivalStation=FRA&date=2026-06-30&weight=100");
        none("&arrivalStation=FRA&date=2026-08-01&weight=100");
        let last = admin.get(&format!("{path}&arrivalStation=FRA&date=2026-07-31&weight=100"));
        assert_eq!(done(last)["rateClass"], "Q");
        let empty = admin.get(&format!("{path}&arrivalStation=FRA&date=2026-07-18&weight=0"));
        assert_eq!(empty.findings_at("weight"), ["请填写计费重量"]);
    });
}

#[test]
fn the_closest_row_holds_the_own_before_the_platforms_and_the_carriers_before_any() {
    with_rates(|world, admin| {
        // The platform's row for the same route and time is not used while there is an own one.
        let platform = world.login("superAdmin");
        done(platform.post("/afbase/tact", rate(json!({ "rate500": "27.00", "validFrom": "2026-07-02" }))));
        done(admin.post("/afbase/tact", rate(json!({ "carrierCode": "YY", "rate500": "20.00", "rate1000": "18.00" }))));
        assert_eq!(told(&priced(admin, "658.5"))[3], "17041.98");
        let other = world.login("sh01");
        assert_eq!(told(&priced(&other, "658.5"))[3], "17779.5");
        assert_eq!(field(&priced(&other, "658.5"), "source"), "PLATFORM");
        // Another carrier has the row of any carrier.
        let any = "/afbase/tact/getTactForBillMake?carrierCode=CA&departureStation=PVG&arrivalStation=FRA";
        assert_eq!(told(&admin.ok(&format!("{any}&date=2026-07-18&weight=658.5")))[1], "20");
        // An airport comes before its city.
        done(admin.post("/afbase/tact", rate(json!({ "departure": "SHA", "rate500": "19.00", "rate1000": "18.00" }))));
        assert_eq!(told(&priced(admin, "658.5"))[1], "25.88");
        let city = "/afbase/tact/getTactForBillMake?carrierCode=X9&departureStation=SHA&arrivalStation=FRA";
        assert_eq!(told(&admin.ok(&format!("{city}&date=2026-07-18&weight=658.5")))[1], "19");
    });
}

#[test]
fn a_newer_validity_ends_the_older_one_when_that_is_wanted() {
    with_rates(|_, admin| {
        let newer = rate(json!({ "validFrom": "2026-07-20", "validTo": "2026-08-31", "rate500": "26.00" }));
        let asked = admin.post("/afbase/tact", newer.clone());
        let question = asked.data["confirms"][0].clone();
        assert_eq!(
            field(&question, "message"),
            "有效期与已有记录重叠（2026-07-01~2026-07-31），是否将原记录失效日期提前？"
        );
        let mut sure = newer;
        sure["confirmed"] = json!([question["key"]]);
        done(admin.post("/afbase/tact", sure));
        let rows = admin.ok("/afbase/tact/page?sort=validFrom,asc")["records"].clone();
        let days: Vec<(&str, &str)> =
            rows.as_array().unwrap().iter().map(|row| (field(row, "validFrom"), field(row, "validTo"))).collect();
        assert_eq!(days, [("2026-07-01", "2026-07-19"), ("2026-07-20", "2026-08-31")]);
        let at = |day: &str| {
            told(&admin.ok(&format!("/afbase/tact/getTactForBillMake?{ROUTE}&date={day}&weight=658.5")))[1].clone()
        };
        assert_eq!((at("2026-07-19"), at("2026-07-20")), ("25.88".to_owned(), "26".to_owned()));
        // What begins later is in the way; what meets nothing is not asked about.
        let early = rate(json!({ "validFrom": "2026-06-01", "validTo": "2026-07-01" }));
        assert_eq!(
            admin.post("/afbase/tact", early).findings_at("validFrom"),
            ["有效期与已有记录重叠（2026-07-01~2026-07-19）"]
        );
        done(admin.post("/afbase/tact", rate(json!({ "validFrom": "2026-06-01", "validTo": "2026-06-30" }))));
        let backwards = rate(json!({ "arrival": "LAX", "validFrom": "2026-07-02", "validTo": "2026-07-01" }));
        assert_eq!(admin.post("/afbase/tact", backwards).findings_at("validTo"), ["失效日期不能早于生效日期"]);
    });
}

#[test]
fn what_is_wrong_with_a_rate_is_told_at_once_and_in_its_place() {
    with_rates(|_, admin| {
        let wrong = rate(json!({
            "carrierCode": "ZZ", "arrival": "PVG", "rate45": "37.205",
            "breaks": [{ "fromWeight": "46", "rate": "30" }, { "fromWeight": "500", "rate": "30" }],
            "items": [{ "itemNo": "219", "fromWeight": "100", "rate": "20" }, { "fromWeight": "100", "rate": "0" }],
        }));
        let reply = admin.post("/afbase/tact", wrong);
        for (place, text) in [
            ("carrierCode", "航司不存在或已停用"),
            ("arrival", "始发与目的不能相同"),
            ("rate45", "价格最多2位小数"),
            ("breaks.0.fromWeight", "重量档须为45至20000之间5的倍数"),
            ("breaks.1.fromWeight", "重量档重复"),
            ("items.0.itemNo", "商品代号为4位数字"),
            ("items.1.itemNo", "请填写商品代号"),
        ] {
            assert_eq!(reply.findings_at(place), [text], "{place}");
        }
        let bare = admin.post("/afbase/tact", rate(json!({ "arrival": "LAX", "minimum": null, "rateN": "" })));
        assert_eq!(
            (bare.findings_at("minimum"), bare.findings_at("rateN")),
            (vec!["请填写M".into()], vec!["请填写N".into()])
        );
        let twice = json!({ "itemNo": "2199", "fromWeight": "100", "rate": "20" });
        let reply = admin.post("/afbase/tact", rate(json!({ "arrival": "LAX", "items": [twice, twice] })));
        assert_eq!(reply.findings_at("items.1.itemNo"), ["商品代号重复"]);
        let dearer = rate(json!({ "arrival": "LAX", "rate100": "38.00" }));
        let asked = admin.post("/afbase/tact", dearer.clone()).data["confirms"][0].clone();
        assert_eq!((field(&asked, "field"), field(&asked, "message")), ("rate100", "Q100高于Q45，请确认"));
        let sure = with(dearer, json!({ "confirmed": [asked["key"]] }));
        done(admin.post("/afbase/tact", sure));
    });
}

#[test]
fn lines_beside_the_usual_breaks_are_kept_priced_and_logged() {
    with_rates(|_, admin| {
        let id = field(&admin.ok("/afbase/tact/page")["records"][0], "id").to_owned();
        let path = format!("/afbase/tact/{id}");
        let before = admin.ok(&path);
        assert_eq!(before["items"], json!([]));
        let mut body = rate(json!({
            "version": before["version"],
            "breaks": [{ "fromWeight": "400", "rate": "28.00" }],
            "items": [{ "itemNo": "2199", "description": "FISH", "fromWeight": "100", "rate": "30.00" }],
            "classes": [{ "goodsClass": "活体动物", "percent": "150", "basis": "N", "ofMinimum": "200" }],
            "units": [{ "unitType": "PMC", "pivot": "1800", "charge": "36000", "overRate": "19.50" }],
        }));
        done(admin.put(&path, body.clone()));
        let after = admin.ok(&path);
        assert_eq!(after["items"][0]["itemNo"], "2199");
        assert_eq!(after["units"][0]["overRate"].to_string(), "19.5");
        let ask =
            |rest: &str| told(&admin.ok(&format!("/afbase/tact/getTactForBillMake?{ROUTE}&date=2026-07-18&{rest}")));
        assert_eq!(ask("weight=430")[..2], ["Q", "28"]);
        assert_eq!(ask("weight=200&itemNo=2199"), ["C", "30", "200", "6000"]);
        assert_eq!(ask("weight=50&goodsClass=%E6%B4%BB%E4%BD%93%E5%8A%A8%E7%89%A9"), ["S", "71.43", "50", "3571.5"]);
        assert_eq!(ask("weight=1900&uldType=PMC"), ["U", "36000", "1800", "37950"]);
        // A change that says nothing of a member leaves its rows; an empty one removes them.
        body["version"] = after["version"].clone();
        for member in ["breaks", "classes", "units"] {
            body.as_object_mut().unwrap().remove(member);
        }
        body["items"] = json!([]);
        done(admin.put(&path, body));
        let last = admin.ok(&path);
        assert_eq!((&last["items"], last["breaks"].as_array().unwrap().len()), (&json!([]), 1));
        let log = admin.ok(&format!("/hrs/log/page?objectType=tact_rate&objectId={id}"));
        let texts = log.to_string();
        assert!(texts.contains("指定商品") && texts.contains("2199 FISH 100.0 30.00"), "{texts}");
        // Removing the rate removes what lies below it.
        done(admin.delete(&format!("{path}?version={}", last["version"])));
        refused(&admin.get(&format!("/afbase/tact/getTactForBillMake?{ROUTE}&date=2026-07-18&weight=9")), "未查到运价");
    });
}

#[test]
fn other_charges_come_from_the_row_that_says_most_about_the_shipment() {
    with_rates(|_, admin| {
        for more in [
            json!({ "code": "MY", "due": "C", "unitPrice": "3.00" }),
            json!({ "code": "SC", "due": "C", "unitPrice": "1.20" }),
            json!({ "code": "AW", "due": "A", "unitPrice": "50", "basis": "票" }),
        ] {
            done(admin.post("/afbase/surcharge", surcharge(more)));
        }
        let path = "/afbase/surcharge/getSurchargeForBillMake";
        let charges = || {
            let rows = admin.ok(&format!("{path}?{ROUTE}&date=2026-07-18&weight=658.5&grossWeight=500&pieces=12"));
            let rows = rows.as_array().cloned().unwrap();
            rows.iter()
                .map(|row| format!("{}{} {}", field(row, "code"), field(row, "due"), row["amount"]))
                .collect::<Vec<_>>()
        };
        assert_eq!(charges(), ["AWA 50", "MYC 1975.5", "SCC 790.2"]);
        let lane = done(admin.post(
            "/afbase/surcharge",
            surcharge(json!({ "code": "MY", "due": "C", "unitPrice": "3.50", "nationCode": "DE" })),
        ));
        assert_eq!(charges()[1], "MYC 2304.75");
        let mut body = surcharge(json!({
            "code": "MY", "due": "C", "unitPrice": "3.50", "nationCode": "DE", "minimum": "2500", "version": 1,
        }));
        let one = format!("/afbase/surcharge/{}", field(&lane, "id"));
        done(admin.put(&one, body.clone()));
        assert_eq!(charges()[1], "MYC 2500");
        body["version"] = json!(2);
        body["maximum"] = json!("2499.99");
        assert_eq!(admin.put(&one, body).findings_at("maximum"), ["最低收费不能高于最高收费"]);
        let due = surcharge(json!({ "code": "MA", "due": "C", "unitPrice": "1" }));
        assert_eq!(admin.post("/afbase/surcharge", due).findings_at("due"), ["MA归属代理"]);
        let code = surcharge(json!({ "code": "M1", "due": "C", "unitPrice": "1" }));
        assert_eq!(admin.post("/afbase/surcharge", code).findings_at("code"), ["费用代码不存在"]);
    });
}

#[test]
fn a_look_up_compares_carriers_with_their_surcharges() {
    with_rates(|world, admin| {
        done(admin.post("/afbase/surcharge", surcharge(json!({ "code": "MY", "due": "C", "unitPrice": "3.00" }))));
        done(admin.post("/afbase/surcharge", surcharge(json!({ "code": "SC", "due": "C", "unitPrice": "1.20" }))));
        let once = json!({ "code": "AW", "due": "A", "unitPrice": "50", "basis": "票" });
        done(admin.post("/afbase/surcharge", surcharge(once)));
        done(admin.post(
            "/afbase/tact",
            rate(json!({ "carrierCode": "CA", "rate300": "31.50", "rate500": "31.00", "rate1000": "29.00" })),
        ));
        let path = "/afbase/tact/calc?departureStation=PVG&arrivalStation=FRA&date=2026-07-18";
        let rows = admin.ok(&format!("{path}&pieces=12&grossWeight=500&volume=3.95"))["rows"].clone();
        let first = &rows[0];
        assert_eq!((field(first, "carrierCode"), first["cheapest"].clone()), ("X9", json!(true)));
        assert_eq!(told(first), ["Q", "25.88", "658.5", "17041.98"]);
        assert_eq!(
            (first["surchargeTotal"].to_string(), first["freightTotal"].to_string()),
            ("2815.7".into(), "19857.68".into())
        );
        assert_eq!((field(&rows[1], "carrierCode"), rows[1]["cheapest"].clone()), ("CA", json!(false)));
        assert_eq!(rows.as_array().unwrap().len(), 2);
        // Without a weight the rates alone.
        let bare = admin.ok(&format!("{path}&carrierCode=X9"))["rows"].clone();
        assert_eq!(
            (bare[0]["minimum"].to_string(), bare[0]["breaks"][4]["rate"].to_string()),
            ("420".into(), "25.88".into())
        );
        assert_eq!(bare[0].get("total"), None);
        assert_eq!(world.login("nobody").get(path).status, 403);
        assert_eq!(admin.get("/afbase/tact/calc?departureStation=PV&arrivalStation=FRA").status, 400);
    });
}

#[test]
fn a_flag_that_is_emptied_is_not_set() {
    with_rates(|_, admin| {
        let stopped = done(admin.post("/afbase/tact", rate(json!({ "arrival": "LAX", "enabled": null }))));
        assert_eq!(stopped["enabled"], json!(false));
    });
}

fn rows(caller: &Caller<'_>) -> Vec<[String; 6]> {
    let list = caller.ok("/afbase/tact/page?size=100&sort=carrierCode,asc;arrival,asc;validFrom,asc");
    let told = |row: &Json| {
        ["carrierCode", "arrival", "validFrom", "validTo", "minimum", "rateN"]
            .map(|name| row[name].to_string().trim_matches('"').to_owned())
    };
    list["records"].as_array().unwrap().iter().map(told).collect()
}

fn row(cells: [&str; 6]) -> [String; 6] {
    cells.map(ToOwned::to_owned)
}

fn only(admin: &Caller<'_>) -> String {
    admin.ok("/afbase/tact/page")["records"][0]["id"].as_str().unwrap().to_owned()
}

fn adjustment(id: &str, more: Json) -> Json {
    let body = json!({
        "ids": [id], "mode": "PERCENT", "by": "10", "classes": ["M", "N", "Q"], "rounding": "0.01",
        "validFrom": "2026-07-20",
    });
    with(body, more)
}

#[test]
fn prices_are_adjusted_from_a_day_on_and_the_old_rate_ends_the_day_before() {
    with_rates(|world, admin| {
        let id = only(admin);
        let before = world.contents(true);
        let preview = done(admin.post("/afbase/tact/adjust", adjustment(&id, json!({ "preview": true }))));
        assert_eq!((&preview["made"], &preview["rates"][0]["rate"]), (&json!(0), &json!("X9 PVG-FRA")));
        let prices = preview["rates"][0]["prices"].as_array().unwrap();
        let told: Vec<[&str; 3]> =
            prices.iter().map(|price| ["name", "old", "new"].map(|name| price[name].as_str().unwrap())).collect();
        assert_eq!(told[..3], [["M", "420.00", "462.00"], ["N", "47.62", "52.38"], ["Q45", "37.20", "40.92"]]);
        assert_eq!(told.len(), 7);
        world.unchanged(&before, true);

        let made = done(admin.post("/afbase/tact/adjust", adjustment(&id, json!({}))));
        assert_eq!(made["made"], 1);
        let expected = [
            row(["X9", "FRA", "2026-07-01", "2026-07-19", "420", "47.62"]),
            row(["X9", "FRA", "2026-07-20", "2026-07-31", "462", "52.38"]),
        ];
        assert_eq!(rows(admin), expected);
        assert_eq!(told_of_day(admin, "2026-07-19"), "25.88");
        assert_eq!(told_of_day(admin, "2026-07-20"), "28.47");
        refused_at(&admin.post("/afbase/tact/adjust", adjustment(&id, json!({}))), "validFrom");
    });
}

fn told_of_day(caller: &Caller<'_>, day: &str) -> String {
    let path = format!("/afbase/tact/getTactForBillMake?{ROUTE}&date={day}&weight=600");
    caller.ok(&path)["rate"].to_string()
}

#[track_caller]
fn refused_at(reply: &testkit::Reply, field: &str) {
    assert_eq!(
        (reply.status, reply.code, reply.findings_at(field).len()),
        (200, 1, 1),
        "{} {}",
        reply.message,
        reply.data
    );
}

#[test]
fn an_adjustment_is_rounded_and_checked() {
    with_rates(|world, admin| {
        let id = only(admin);
        let price = |more: Json| {
            let body = adjustment(&id, with(json!({ "preview": true, "classes": ["N"] }), more));
            done(admin.post("/afbase/tact/adjust", body))["rates"][0]["prices"][0]["new"].clone()
        };
        assert_eq!(price(json!({ "rounding": "0.05" })), "52.40");
        assert_eq!(price(json!({ "rounding": "0.1" })), "52.40");
        assert_eq!(price(json!({ "mode": "AMOUNT", "by": "-0.62" })), "47.00");
        assert_eq!(price(json!({ "by": "-10" })), "42.86");
        assert_eq!(price(json!({ "validFrom": "2026-07-31" })), "52.38", "the last day of the old one");
        let other = world.login("superAdmin");
        let before = world.contents(true);
        let wrong =
            |more: Json, field: &str| refused_at(&admin.post("/afbase/tact/adjust", adjustment(&id, more)), field);
        wrong(json!({ "by": "0" }), "by");
        wrong(json!({ "by": "1.005" }), "by");
        wrong(json!({ "by": "-99.01" }), "by");
        wrong(json!({ "mode": "AMOUNT", "by": "-47.62", "classes": ["N"] }), "by");
        wrong(json!({ "rounding": "0.02" }), "rounding");
        wrong(json!({ "classes": [] }), "classes");
        wrong(json!({ "validFrom": "2026-07-01" }), "validFrom");
        wrong(json!({ "validFrom": "2026-08-01" }), "validFrom");
        wrong(json!({ "ids": [] }), "ids");
        assert_eq!(other.post("/afbase/tact/adjust", adjustment(&id, json!({}))).status, 404, "of another company");
        world.unchanged(&before, true);
    });
}

#[test]
fn rates_are_copied_to_other_destinations_and_carriers_or_not_at_all() {
    with_rates(|world, admin| {
        let id = only(admin);
        let item = json!({ "itemNo": "0300", "fromWeight": 100, "rate": "20.00" });
        done(admin.put(&format!("/afbase/tact/{id}"), rate(json!({ "version": 1, "items": [item] }))));
        let made =
            done(admin.post("/afbase/tact/copyTo", json!({ "ids": [id], "arrivals": ["ams", "FRA"], "carriers": [] })));
        assert_eq!(made["made"], 1, "itself is left out");
        assert_eq!(rows(admin)[0], row(["X9", "AMS", "2026-07-01", "2026-07-31", "420", "47.62"]));
        let copy = admin.ok("/afbase/tact/page?arrival=AMS")["records"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(admin.ok(&format!("/afbase/tact/{copy}"))["items"][0]["itemNo"], "0300", "with its rows");

        let before = world.contents(true);
        let refused = admin
            .post("/afbase/tact/copyTo", json!({ "ids": [id], "arrivals": ["AMS", "CDG"], "carriers": ["X9", "Q9"] }));
        let said = refused.findings_at("ids");
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said.iter().any(|text| text == "X9 PVG-AMS：有效期与已有记录重叠（2026-07-01~2026-07-31）"),
            "{said:?}"
        );
        assert!(said.iter().any(|text| text == "Q9 PVG-CDG：航司不存在或已停用"), "{said:?}");
        world.unchanged(&before, true);
        refused_at(&admin.post("/afbase/tact/copyTo", json!({ "ids": [id] })), "arrivals");
        assert_eq!(
            world.login("sales01").post("/afbase/tact/copyTo", json!({ "ids": [id], "arrivals": ["CDG"] })).status,
            403
        );
    });
}

#[test]
fn an_import_finds_a_charge_by_its_lane_currency_and_day_however_little_of_them_is_given() {
    with_rates(|world, admin| {
        done(admin.post("/afbase/surcharge", surcharge(json!({ "code": "MY", "unitPrice": "3.00" }))));
        done(
            admin.post("/afbase/surcharge", surcharge(json!({ "code": "MY", "unitPrice": "0.50", "currency": "USD" }))),
        );
        let run = |price: &str, currency: &str| {
            let body = json!({
                "fileName": "附加费.xlsx", "numbers": [2], "mode": "update",
                "fields": ["carrierCode", "code", "due", "basis", "unitPrice", "currency", "validFrom"],
                "headers": ["航司", "费用代码", "归属", "计费基础", "单价", "币种", "生效日期"],
                "rows": [["X9", "MY", "承运人", "计费重量", price, currency, "2026-07-01"]],
            });
            let task = done(admin.post("/afbase/surcharge/import/run", body))["taskId"].as_str().unwrap().to_owned();
            assert_eq!(world.run_jobs(), 1);
            admin.ok(&format!("/afbase/surcharge/import/job/{task}"))
        };
        let prices = || {
            let rows = admin.ok("/afbase/surcharge/page?sort=currency,asc")["records"].clone();
            let told = |row: &Json| format!("{} {}", row["currency"].as_str().unwrap(), row["unitPrice"]);
            rows.as_array().unwrap().iter().map(told).collect::<Vec<_>>()
        };
        assert_eq!(prices(), ["CNY 3", "USD 0.5"]);
        let result = run("3.20", "CNY");
        assert_eq!(prices(), ["CNY 3.2", "USD 0.5"], "{result}");
        run("0.55", "USD");
        assert_eq!(prices(), ["CNY 3.2", "USD 0.55"]);
    });
}

#[test]
fn totals_of_different_currencies_are_not_compared() {
    with_rates(|_, admin| {
        done(admin.post(
            "/afbase/tact",
            rate(json!({ "carrierCode": "YY", "currency": "USD", "minimum": "50", "rateN": "8", "rate45": "5",
            "rate100": "4", "rate300": "3.5", "rate500": "3.2", "rate1000": "3" })),
        ));
        let path = "/afbase/tact/calc?departureStation=PVG&arrivalStation=FRA&date=2026-07-18&weight=600";
        let rows = admin.ok(path)["rows"].clone();
        let told: Vec<(&str, bool)> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["currency"].as_str().unwrap(), row["cheapest"].as_bool().unwrap()))
            .collect();
        assert_eq!(told, [("CNY", true), ("USD", true)], "{rows}");
    });
}

#[test]
fn prices_of_rows_below_a_rate_have_two_decimals_and_what_they_are_for_stands_once() {
    with_rates(|_, admin| {
        let id = only(admin);
        let said = |more: Json| {
            testkit::findings(&admin.put(&format!("/afbase/tact/{id}"), rate(with(json!({ "version": 1 }), more))))
        };
        let at = |field: &str, text: &str| vec![(field.to_owned(), text.to_owned())];
        let decimals = "价格最多2位小数";
        assert_eq!(said(json!({ "breaks": [{ "fromWeight": 205, "rate": "30.123" }] })), at("breaks.0.rate", decimals));
        let item = json!({ "itemNo": "0300", "fromWeight": 100, "rate": "20.005" });
        assert_eq!(said(json!({ "items": [item] })), at("items.0.rate", decimals));
        let unit = |rate: &str| json!({ "unitType": "PMC", "pivot": 1000, "charge": "9000", "overRate": rate });
        assert_eq!(said(json!({ "units": [unit("8.001")] })), at("units.0.overRate", decimals));
        assert_eq!(said(json!({ "units": [unit("8.01"), unit("8.02")] })), at("units.1.unitType", "集装器类型重复"));
        let class = json!({ "goodsClass": "活体动物", "percent": 150, "basis": "N" });
        assert_eq!(said(json!({ "classes": [class, class] })), at("classes.1.goodsClass", "货物等级重复"));
        assert_eq!(
            said(json!({ "units": [unit("8.01")], "items": [], "breaks": [{ "fromWeight": 205, "rate": "30.12" }] })),
            []
        );
    });
}

// Without a lock, writers on PostgreSQL look before any of the others has written, and all of them find the days free.
#[test]
fn of_those_who_save_overlapping_days_at_once_one_is_kept() {
    with_rates(|world, admin| {
        let at_once = |path: &'static str, bodies: Vec<Json>| {
            let callers = bodies.into_iter().map(|body| (admin.client(), body));
            world.at_once(callers.map(|(client, body)| async move { client.post(path, body).await }).collect())
        };
        for arrival in ["FRA", "LAX", "HKG"] {
            let rows = |own: Json| -> Vec<Json> {
                let days = |day| json!({ "validFrom": format!("2027-01-0{day}"), "validTo": "2027-12-31" });
                (1..7).map(|day| with(with(own.clone(), json!({ "arrival": arrival })), days(day))).collect()
            };
            let charge = surcharge(json!({ "code": "MY", "due": "C", "unitPrice": "3", "departure": "PVG" }));
            for (path, own) in [("/afbase/tact", rate(json!({}))), ("/afbase/surcharge", charge)] {
                let replies = at_once(path, rows(own));
                let kept = replies.iter().filter(|reply| reply.code == 0).count();
                assert_eq!(kept, 1, "{path} {arrival} {}", world.database);
                let told = |reply: &testkit::Reply| {
                    reply.questions() == ["validity.overlaps"] || !reply.findings_at("validFrom").is_empty()
                };
                let refused = replies.iter().filter(|reply| reply.code != 0);
                assert!(refused.into_iter().all(told), "{path} {arrival} {}", world.database);
            }
        }
    });
}
