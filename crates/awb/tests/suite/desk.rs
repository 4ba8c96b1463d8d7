//! The waybill desk: forms with and without an order, their list, and who sees them.

use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, each_database_from};

use crate::awb::suite::fixture::*;

const BASE: &str = "/afbase/awbPrint";
const VIEW: &str = "/os/waybill/view";
const LIST: &str = "/os/waybill/page";
/// A number no order has, and that is not in the stock.
const TYPED: &str = "990-12346003";
/// A free number of the stock.
const FREE: &str = "990-12345701";

fn with(world: &World) {
    lay_stock(world);
    lay_orders(world);
}

/// A form as a new one begins, with boxes of a shipment that may be finished.
fn begun(user: &Caller<'_>, query: &str) -> Json {
    let mut form = user.ok(&format!("{VIEW}?{query}"));
    for name in ["orderUuid", "hawbId"] {
        form.as_object_mut().unwrap().remove(name);
    }
    let party = json!({ "scName": "DEMO TRADING", "scAddress": "HAUPTSTR 1", "cityNameEn": "FRANKFURT",
        "nationCode": "DE", "postCode": "60549" });
    let line = json!({ "pieces": "5", "grossWeight": "100", "weightUnit": "K", "rateClass": "Q", "chargeWeight": "100",
        "rateCharge": "10", "total": "1000.00", "volume": "0.5", "goodsNameEn": "LED LAMPS" });
    for (name, value) in [
        ("departureStation", json!("PVG")),
        ("arrivalStation", json!("FRA")),
        ("departureStationName", json!("SHANGHAI")),
        ("arrivalStationName", json!("FRANKFURT")),
        ("airlineCode", json!("X9")),
        ("to1", json!("FRA")),
        ("by1", json!("X9")),
        ("flightNumber", json!("X9101")),
        ("flightDate", json!("2026-07-18")),
        ("currency", json!("CNY")),
        ("issueAgentName", json!("DEMO FORWARDING")),
        ("agentIataCode", json!("1234567")),
        ("issuer", json!("DEMO FORWARDING")),
        ("placeOfIssue", json!("SHANGHAI")),
        ("shipper", party.clone()),
        ("consignee", party),
        ("lines", json!([line])),
    ] {
        form[name] = value;
    }
    form
}

fn made(reply: &Reply) -> (String, String) {
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
    let text = |name: &str| reply.data[name].as_str().unwrap().to_owned();
    (text("awbPrintId"), text("rowUuid"))
}

/// A draft of a master without an order.
fn master(user: &Caller<'_>, number: &str) -> (String, String) {
    made(&user.post(&format!("{BASE}/mawb"), begun(user, &format!("type=0&masterNo={number}"))))
}

/// A draft of a house below it.
fn house(user: &Caller<'_>, number: &str, house: &str) -> Reply {
    let mut form = begun(user, &format!("type=1&masterNo={number}"));
    form["hawbNumber"] = json!(house);
    user.post(&format!("{BASE}/hawb"), form)
}

fn refused(reply: &Reply, message: &str) {
    assert_eq!((reply.code, reply.message.as_str()), (1, message), "{}", reply.data);
}

#[test]
fn a_waybill_of_no_order_is_kept_finished_and_printed() {
    // req: awb-open-form-place, os-route-os-waybill-make
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let blank = doc.ok(&format!("{VIEW}?type=0&masterNo=99012346003"));
        let told = ["kind", "awbNumber", "airlineCode", "declaredValueOfCarriage", "executedOn", "payMethod"]
            .map(|name| blank[name].as_str().unwrap());
        assert_eq!(told, ["master", TYPED, "X9", "NVD", "2026-07-15", "PP"]);
        refused(&doc.get(&format!("{VIEW}?type=0&masterNo=990-12346004")), "请输入主单号");
        let (id, row_uuid) = master(&doc, TYPED);
        refused(&doc.post(&format!("{BASE}/mawb"), begun(&doc, "type=0&masterNo=")), "请输入主单号");
        let known = doc.ok(&format!("{VIEW}?type=0&masterNo={TYPED}"));
        assert_eq!((known["awbPrintId"].as_str(), known["state"].as_str()), (Some(id.as_str()), Some("DRAFT")));
        assert_eq!((known["orderUuid"].clone(), known["orderCode"].clone()), (Json::Null, Json::Null));
        let mut again = known.clone();
        for name in ["orderUuid", "orderCode", "hawbId", "awbPrintId"] {
            again.as_object_mut().unwrap().remove(name);
        }
        refused(&doc.post(&format!("{BASE}/mawb"), again), "该主单已制单");
        // An old version is told what changed meanwhile; the log names what was changed, and from what.
        let mut change = known.clone();
        change["osi"] = json!("FRAGILE");
        change["rowUuid"] = json!("old");
        assert_eq!(doc.put(&format!("{BASE}/mawb"), change.clone()).code, 3);
        change["rowUuid"] = json!(row_uuid);
        let (_, row_uuid) = made(&doc.put(&format!("{BASE}/mawb"), change));
        let log = doc.ok(&format!("/hrs/log/page?objectType=awbPrint&objectId={id}"));
        let changed = log["records"].to_string();
        assert!(changed.contains("其他服务信息") && changed.contains("FRAGILE"), "{changed}");
        // A house begins with the route of its master; the master is held against its houses.
        let below = doc.ok(&format!("{VIEW}?type=1&masterNo={TYPED}"));
        let told = ["kind", "awbNumber", "to1", "flightNumber"].map(|name| below[name].as_str().unwrap());
        assert_eq!(told, ["house", TYPED, "FRA", "X9101"]);
        let (house_id, house_row) = made(&house(&doc, TYPED, "EC0000001000"));
        refused(&house(&doc, TYPED, "EC0000001000"), "该分单已制单");
        let finish = |id: &str, body: Json| doc.put(&format!("{BASE}/finish/{id}"), body);
        assert_eq!(finish(&house_id, json!({ "rowUuid": house_row })).code, 0);
        let (_, more_row) = made(&house(&doc, TYPED, "EC0000001001"));
        assert!(!more_row.is_empty());
        let asked = finish(&id, json!({ "rowUuid": row_uuid }));
        let question = asked.data["confirms"][0]["message"].as_str().unwrap().to_owned();
        assert_eq!(
            question,
            "主单与分单不一致：件数 5 / 分单 10；毛重 100.0 / 分单 200.0；体积 0.500 / 分单 1.000，是否继续？"
        );
        let body = json!({ "rowUuid": row_uuid, "confirmed": ["awbprint.differs_houses"], "reason": "分单待补" });
        assert_eq!(finish(&id, body).data["state"], "DONE");
        let print = |path: &str, body: Json| doc.post(&format!("{BASE}/{path}"), body);
        for (path, paper, id) in [("downloadAWB", "PRINT_MAWB", &id), ("downloadHAWB", "PRINT_HAWB", &house_id)] {
            let file = print(path, json!({ "awbPrintType": paper, "awbPrintId": id }));
            assert_eq!(file.code, 0, "{}", file.message);
            let pdf = world.anonymous().get(file.data.as_str().unwrap());
            assert!(pdf.bytes.starts_with(b"%PDF"), "{paper}");
        }
        let other_kind = json!({ "awbPrintType": "PRINT_HAWB", "awbPrintId": id });
        assert_eq!(print("downloadHAWB", other_kind).status, 404);
        assert_eq!(doc.ok(&format!("{BASE}/view/{id}"))["printCount"], 1);
    });
}

#[test]
fn the_rules_of_the_form_hold_without_an_order() {
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let mut form = begun(&doc, &format!("type=1&masterNo={TYPED}"));
        form["consignee"] = json!({ "scName": "JANSEN", "scAddress": "DAM 1", "cityNameEn": "AMSTERDAM",
            "nationCode": "NL", "postCode": "" });
        form["hawbNumber"] = json!("EC00000010001");
        let reply = doc.post(&format!("{BASE}/hawb"), form.clone());
        assert_eq!(reply.findings_at("consignee.postCode"), ["该国家邮编不能为空"], "{}", reply.data);
        assert_eq!(reply.findings_at("hawbNumber"), ["分单号只能包含字母和数字，最多12位"]);
        form["hawbNumber"] = json!("EC0000001000");
        form["consignee"]["postCode"] = json!("1012 AB");
        let (id, row_uuid) = made(&doc.post(&format!("{BASE}/hawb"), form.clone()));
        // Its number may change, but not to that of another house below the same master.
        made(&house(&doc, TYPED, "EC2"));
        form["awbPrintId"] = json!(id);
        form["rowUuid"] = json!(row_uuid);
        form["hawbNumber"] = json!("EC2");
        refused(&doc.put(&format!("{BASE}/hawb"), form.clone()), "该分单已制单");
        form["hawbNumber"] = json!("EC3");
        made(&doc.put(&format!("{BASE}/hawb"), form));
        // Houses that do not know one of their numbers yet stand beside each other; nobody finds one without any.
        let mut bare = begun(&doc, "type=1");
        bare["awbNumber"] = json!("");
        let reply = doc.post(&format!("{BASE}/hawb"), bare.clone());
        assert_eq!(reply.findings_at("hawbNumber"), ["请填写主单号或分单号"], "{}", reply.data);
        bare["hawbNumber"] = json!("EC4");
        for _ in 0..2 {
            made(&doc.post(&format!("{BASE}/hawb"), bare.clone()));
        }
        made(&house(&doc, TYPED, ""));
    });
}

fn in_stock(world: &World, number: &str) -> (String, String) {
    let page = world.login("demo-admin").ok(&format!("/afbase/awb/page?awbNumber={number}"));
    let text = |name: &str| page["records"][0][name].as_str().unwrap_or_default().to_owned();
    (text("awbStatus") + &text("state"), text("orderCodes"))
}

#[test]
fn a_number_of_the_stock_is_taken_and_given_back() {
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let free = in_stock(world, FREE);
        let (id, row_uuid) = master(&doc, FREE);
        let taken = in_stock(world, FREE);
        assert_eq!(taken.1, "运单制单");
        assert_ne!(taken.0, free.0);
        // Another number: the first goes back, the other is taken.
        let mut form = begun(&doc, &format!("type=0&masterNo={FREE}"));
        form["awbPrintId"] = json!(id);
        form["rowUuid"] = json!(row_uuid);
        form["awbNumber"] = json!("990-12345712");
        let (_, row_uuid) = made(&doc.put(&format!("{BASE}/mawb"), form.clone()));
        assert_eq!((in_stock(world, FREE), in_stock(world, "990-12345712")), (free.clone(), taken));
        assert_eq!(doc.ok(&format!("{VIEW}?masterNo=990-12345712"))["awbPrintId"], json!(id));
        // With houses below it, a master keeps its number.
        made(&house(&doc, "990-12345712", "EC1"));
        form["awbNumber"] = json!(FREE);
        form["rowUuid"] = json!(row_uuid);
        let kept = doc.put(&format!("{BASE}/mawb"), form);
        assert_eq!(kept.findings_at("awbNumber"), ["该主单下已有分单，不能修改主单号"]);
        assert_eq!(doc.delete(&format!("{BASE}/{id}?rowUuid={row_uuid}")).code, 0);
        assert_eq!(in_stock(world, "990-12345712"), free);
        assert_eq!(doc.get(&format!("{BASE}/view/{id}")).status, 404);
        // What the stock does not give is refused at the number.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "awb", &[("state", "VOID".into_value())]);
            conn.exec(&update.and_where(sql::eq("awb_number", FREE)).to_owned().into()).unwrap();
        });
        let void = doc.post(&format!("{BASE}/mawb"), begun(&doc, &format!("type=0&masterNo={FREE}")));
        assert_eq!(void.findings_at("awbNumber"), ["主单号已作废"], "{}", void.message);
    });
}

#[test]
fn the_waybills_of_orders_open_there_too() {
    // req: awb-open-form-place
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let first = doc.ok(&format!("{VIEW}?type=0&masterNo=990-12345675"));
        assert_eq!((first["orderUuid"].as_str(), first["orderCode"].as_str()), (Some(E1), Some("AE-2607150001")));
        assert_eq!(first["lines"][0]["grossWeight"], "500.0");
        let of_house = doc.ok(&format!("{VIEW}?hawbId={HA001}"));
        assert_eq!((of_house["kind"].as_str(), of_house["hawbNumber"].as_str()), (Some("house"), Some("HA001")));
        assert_eq!((of_house["orderUuid"].as_str(), of_house["hawbId"].clone()), (Some(E1), json!(HA001.to_string())));
        let mut form = begun(&doc, &format!("hawbId={HA001}"));
        form["orderUuid"] = json!(E1);
        form["hawbId"] = json!(HA001.to_string());
        let (id, _) = made(&doc.post(&format!("{BASE}/hawb"), form));
        assert_eq!(doc.ok(&format!("{VIEW}?hawbId={HA001}"))["awbPrintId"], json!(id));
        assert_eq!(doc.ok(&format!("{VIEW}?type=1&awbPrintId={id}"))["orderUuid"], json!(E1));
        assert_eq!(doc.get(&format!("{VIEW}?type=0&awbPrintId={id}")).status, 404, "a house is no master");
        // A number an order has is not made without it, neither the master nor a house below.
        refused(&doc.get(&format!("{VIEW}?type=1&masterNo=990-12345675")), "该主单已有订单，请在订单的分单中制单");
        let mut alone = begun(&doc, &format!("type=0&masterNo={TYPED}"));
        alone["awbNumber"] = json!("990-12345675");
        let reply = doc.post(&format!("{BASE}/mawb"), alone);
        assert_eq!(reply.findings_at("awbNumber"), ["该主单已用于订单，请从订单制单"]);
        // All houses at once, from the desk.
        assert_eq!(doc.post(&format!("{BASE}/createAllHawb/{E1}"), json!({})).data["changed"], 1);
    });
}

#[test]
fn who_made_a_waybill_of_no_order_decides_who_sees_it() {
    each_database_from(rooms, with, |world| {
        let cs = world.login("cs01");
        let (id, _) = master(&cs, TYPED);
        let path = format!("{VIEW}?awbPrintId={id}");
        let sees = |login: &str| {
            let user = world.login(login);
            let opened = user.get(&path);
            assert!(opened.code == 0 || opened.status == 404, "{login}: {} {}", opened.status, opened.message);
            opened.code == 0
        };
        // The whole company, the same workgroup; not another department, nor who sees his own alone.
        let cases =
            [("cs01", true), ("doc01", true), ("op01", true), ("mgr01", false), ("sales01", false), ("sh01", false)];
        for (login, seen) in cases {
            assert_eq!(sees(login), seen, "{login}");
        }
        for (login, rows) in [("cs01", 1), ("op01", 1), ("mgr01", 0), ("sh01", 0)] {
            assert_eq!(world.login(login).ok(LIST)["total"], rows, "{login}");
        }
        assert_eq!(world.login("sales01").get(LIST).status, 403);
        assert_eq!(world.anonymous().get(LIST).status, 401);
        assert_eq!(world.anonymous().get(&path).status, 401);
        // A workgroup sees what its people make, not what others do; with an order of that number it does.
        let (other, _) = master(&world.login("doc01"), FREE);
        let op = world.login("op01");
        assert_eq!(op.get(&format!("{VIEW}?awbPrintId={other}")).status, 404);
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("awb_number", FREE.into_value())]);
            conn.exec(&update.and_where(sql::eq("uuid", E2)).to_owned().into()).unwrap();
        });
        assert_eq!(op.ok(&format!("{VIEW}?awbPrintId={other}"))["awbNumber"], FREE);
        assert_eq!(op.ok(&format!("{BASE}/viewByOrderUuid/{E2}"))["awbPrintId"], json!(other));
    });
}

/// Takes a button from everybody.
fn take_away(world: &World, code: &str) {
    world.database(|_, conn| {
        let mut find = sql::from_global("permission");
        find.column("id").and_where(sql::eq("code", code.to_owned()));
        let permission: i64 = conn.first(&find.into()).unwrap().unwrap().get(0).unwrap();
        let mut delete = sql::delete(DEMO, "role_permission");
        delete.and_where(sql::eq("permission_id", permission));
        assert!(conn.exec(&delete.into()).unwrap() > 0);
        platform::access::raise_permission_version(conn, DEMO).unwrap();
    });
}

#[test]
fn a_form_is_opened_by_who_makes_forms_and_one_of_an_order_by_who_looks_at_orders() {
    each_database(rooms, |world| {
        with(world);
        let doc = world.login("doc01");
        let (alone, _) = master(&doc, TYPED);
        let of_house = format!("{VIEW}?hawbId={HA001}");
        let numbers = [
            format!("{VIEW}?type=0&masterNo={TYPED}"),
            format!("{VIEW}?type=0&masterNo={FREE}"),
            format!("{VIEW}?type=0&masterNo=990-12345675"),
            format!("{VIEW}?awbPrintId={alone}"),
            of_house.clone(),
        ];
        // Nothing at all; and the warehouse, which sees all orders of its company and has none of the pages.
        for login in ["nobody", "wh01"] {
            let caller = world.login(login);
            for path in numbers.iter().map(String::as_str).chain([VIEW]) {
                assert_eq!(caller.get(path).status, 403, "{login} {path}");
            }
            assert_eq!(caller.post("/afbase/awbPrint/check", json!({ "orderUuid": E1 })).status, 403, "{login}");
            assert_eq!(caller.get("/afbase/address/areas").status, 403, "{login}");
        }
        assert_eq!(world.login("sh01").get(&numbers[3]).status, 404, "another company's");
        assert!(numbers.iter().all(|path| doc.get(path).code == 0));
        // Who has orders and no forms.
        for code in ["af_awb_print", "af-awbprint-mawb", "af-awbprint-hawb", "os_waybill", "os-waybill-add"] {
            take_away(world, code);
        }
        assert_eq!(doc.get(&numbers[0]).status, 403, "of no order");
        assert_eq!(doc.get(&numbers[3]).status, 403, "of no order");
        assert_eq!(doc.get(&of_house).code, 0, "of an order");
        take_away(world, "af_order");
        assert_eq!(doc.get(&of_house).status, 403);
    });
}

#[test]
fn every_step_asks_for_its_button() {
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let (id, row_uuid) = master(&doc, TYPED);
        let mut form = begun(&doc, &format!("type=0&masterNo={FREE}"));
        // Sales may look at nothing of another, and write nothing.
        let sales = world.login("sales01");
        assert_eq!(sales.ok(&format!("{VIEW}?type=0"))["kind"], "master", "the page opens for everybody");
        assert_eq!(sales.post(&format!("{BASE}/mawb"), form.clone()).status, 403);
        for code in ["os-waybill-add", "os-waybill-finish", "os-waybill-back", "os-waybill-print", "os-waybill-del"] {
            take_away(world, code);
        }
        // The buttons of the making list do for orders, not for what is of none.
        let doc = world.login("doc01");
        assert_eq!(doc.post(&format!("{BASE}/mawb"), form.clone()).status, 403);
        form["awbPrintId"] = json!(id);
        form["rowUuid"] = json!(row_uuid);
        form["awbNumber"] = json!(TYPED);
        assert_eq!(doc.put(&format!("{BASE}/mawb"), form).status, 403);
        let version = json!({ "rowUuid": row_uuid });
        assert_eq!(doc.put(&format!("{BASE}/finish/{id}"), version.clone()).status, 403);
        assert_eq!(doc.put(&format!("{BASE}/back/{id}"), version).status, 403);
        let print = json!({ "awbPrintType": "PRINT_MAWB", "awbPrintId": id });
        assert_eq!(doc.post(&format!("{BASE}/downloadAWB"), print.clone()).status, 403);
        assert_eq!(doc.post(&format!("{BASE}/excel"), print).status, 403);
        assert_eq!(doc.post("/os/waybill/printMany", json!({ "ids": [id], "how": {} })).status, 403);
        assert_eq!(doc.delete(&format!("{BASE}/{id}?rowUuid={row_uuid}")).status, 403);
        let can = doc.ok(LIST)["records"][0]["can"].clone();
        assert_eq!(can, json!([]));
        // Once an order has got the number, they do for who sees the order.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("awb_number", TYPED.into_value())]);
            conn.exec(&update.and_where(sql::eq("uuid", E2)).to_owned().into()).unwrap();
        });
        let print = json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E2 });
        assert_eq!(doc.post(&format!("{BASE}/downloadAWB"), print).code, 0);
        assert_eq!(doc.delete(&format!("{BASE}/{id}?rowUuid={row_uuid}")).code, 0);
    });
}

#[test]
fn the_desk_may_do_with_its_own_buttons_what_the_making_list_does() {
    each_database_from(rooms, with, |world| {
        for code in
            ["af-awbprint-mawb", "af-awbprint-finish", "af-awbprint-back", "af-awbprint-print", "af-awbprint-del"]
        {
            take_away(world, code);
        }
        let doc = world.login("doc01");
        let (id, row_uuid) = master(&doc, TYPED);
        let done = doc.put(&format!("{BASE}/finish/{id}"), json!({ "rowUuid": row_uuid }));
        assert_eq!(done.code, 0, "{} {}", done.message, done.data);
        let print = json!({ "awbPrintType": "PRINT_MAWB", "awbPrintId": id });
        assert_eq!(doc.post(&format!("{BASE}/downloadAWB"), print.clone()).code, 0);
        assert_eq!(doc.post(&format!("{BASE}/excel"), print).code, 0);
        let back = doc.put(&format!("{BASE}/back/{id}"), json!({ "rowUuid": done.data["rowUuid"] }));
        assert_eq!(back.data["state"], "DRAFT");
        let row_uuid = back.data["rowUuid"].as_str().unwrap();
        assert_eq!(doc.delete(&format!("{BASE}/{id}?rowUuid={row_uuid}")).code, 0);
        // Waybills of orders too.
        let mut form = begun(&doc, "type=0&masterNo=990-12345675");
        form["orderUuid"] = json!(E1);
        made(&doc.post(&format!("{BASE}/mawb"), form));
    });
}

fn numbers(page: &Json) -> Vec<String> {
    let mut all: Vec<String> =
        page["records"].as_array().unwrap().iter().map(|row| row["number"].as_str().unwrap().to_owned()).collect();
    all.sort();
    all
}

#[test]
fn the_list_shows_masters_and_houses_with_and_without_an_order() {
    // req: os-route-os-waybill
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let (id, row_uuid) = master(&doc, TYPED);
        made(&house(&doc, TYPED, "EC1"));
        let mut form = begun(&doc, "type=0&masterNo=990-12345675");
        form["orderUuid"] = json!(E1);
        form["arrivalStation"] = json!("LAX");
        form["to1"] = json!("LAX");
        made(&doc.post(&format!("{BASE}/mawb"), form));
        let all = doc.ok(LIST);
        assert_eq!(numbers(&all), ["990-12345675", TYPED, "EC1"]);
        let row = |number: &str| {
            let rows = all["records"].as_array().unwrap();
            rows.iter().find(|row| row["number"] == number).unwrap().clone()
        };
        let (alone, below, ordered) = (row(TYPED), row("EC1"), row("990-12345675"));
        assert_eq!((alone["type"].as_str(), alone["parentNumber"].clone()), (Some("0"), Json::Null));
        assert_eq!((below["type"].as_str(), below["parentNumber"].as_str()), (Some("1"), Some(TYPED)));
        let told = ["route", "journeyNo", "journeyDate", "state"].map(|name| alone[name].as_str().unwrap());
        assert_eq!(told, ["PVG-FRA", "X9101", "2026-07-18", "DRAFT"]);
        let figures = ["pieces", "weight", "volume", "chargeWeight", "printCount"].map(|name| alone[name].to_string());
        assert_eq!(figures, ["5", "100", "0.5", "100", "0"]);
        assert_eq!((alone["editor"].as_str(), alone["orderCode"].clone()), (Some("单证一"), Json::Null));
        assert_eq!(ordered["orderCode"], "AE-2607150001");
        assert_eq!((ordered["housesToMake"].clone(), alone["housesToMake"].clone()), (json!(2), json!(0)));
        let can = |row: &Json| row["can"].to_string();
        assert!(can(&ordered).contains("os-waybill-add") && !can(&alone).contains("os-waybill-add"));
        assert!(can(&alone).contains("os-waybill-finish") && !can(&alone).contains("os-waybill-back"));
        let found = |query: &str| numbers(&doc.ok(&format!("{LIST}?{query}")));
        assert_eq!(found("number=99012346003"), [TYPED, "EC1"], "with the houses below it");
        assert_eq!(found("number=ec1"), ["EC1"]);
        assert_eq!(found("number=7777"), Vec::<String>::new());
        assert_eq!(found("type=1"), ["EC1"]);
        assert_eq!(found("type=0"), ["990-12345675", TYPED]);
        assert_eq!(found("arrivalStation=LAX"), ["990-12345675"]);
        assert_eq!(found("journeyNo=X91"), ["990-12345675", TYPED, "EC1"]);
        assert_eq!(found("journeyNo=X92"), Vec::<String>::new());
        assert_eq!(found("journeyDate=2026-07-18~2026-07-18").len(), 3);
        assert_eq!(found("journeyDate=2026-07-19~").len(), 0);
        assert_eq!(found("orderCode=2607150001"), ["990-12345675"]);
        assert_eq!(found("state=DONE"), Vec::<String>::new());
        let body = json!({ "rowUuid": row_uuid, "confirmed": ["awbprint.differs_houses"], "reason": "X" });
        assert_eq!(doc.put(&format!("{BASE}/finish/{id}"), body).code, 0);
        assert_eq!(found("state=DONE"), [TYPED]);
        assert!(doc.ok(&format!("{LIST}?state=DONE"))["records"][0]["can"].to_string().contains("os-waybill-back"));
    });
}

#[test]
fn several_are_printed_as_one() {
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let (first, _) = master(&doc, TYPED);
        let (second, _) = made(&house(&doc, TYPED, "EC1"));
        let print =
            |ids: Json| doc.post("/os/waybill/printMany", json!({ "ids": ids, "how": { "copies": ["original3"] } }));
        let file = print(json!([first, second]));
        assert_eq!(file.code, 0, "{} {}", file.message, file.data);
        let pdf = world.anonymous().get(file.data.as_str().unwrap());
        assert!(pdf.bytes.starts_with(b"%PDF"));
        let counts = |id: &str| doc.ok(&format!("{BASE}/view/{id}"))["printCount"].clone();
        assert_eq!((counts(&first), counts(&second)), (json!(1), json!(1)));
        assert_eq!(print(json!([])).findings_at("ids"), ["一次最多打印100份"]);
        assert_eq!(print(json!([first, "1"])).status, 404);
        // One that may not be printed is named, and none is counted.
        let body =
            json!({ "prefix": "990", "from": "12346003", "to": "12346003", "reason": "遗失", "source": "X9通知" });
        let listed = world.login("demo-admin").post("/afbase/awbBlacklist", body);
        assert_eq!(listed.code, 0, "{} {}", listed.message, listed.data);
        let refused = print(json!([second, first]));
        assert_eq!(refused.findings_at("ids.1"), [format!("{TYPED}：主单号在黑名单中：遗失")], "{}", refused.data);
        assert_eq!(counts(&second), json!(1));
    });
}

#[test]
fn a_new_form_may_take_what_the_last_one_of_its_route_had() {
    each_database_from(rooms, with, |world| {
        let doc = world.login("doc01");
        let path = "/os/waybill/previous?type=0&departureStation=pvg&arrivalStation=FRA";
        let none = "没有同航程已完成的无订单运单";
        let (id, row_uuid) = master(&doc, TYPED);
        refused(&doc.get(path), none);
        assert_eq!(doc.put(&format!("{BASE}/finish/{id}"), json!({ "rowUuid": row_uuid })).code, 0);
        let last = doc.ok(path);
        assert_eq!((last["number"].as_str(), last["finishedOn"].as_str()), (Some(TYPED), Some("2026-07-15")));
        assert_eq!(last["boxes"]["consignee"]["cityNameEn"], "FRANKFURT");
        assert_eq!(last["boxes"].get("awbNumber"), None);
        refused(&doc.get(&format!("{path}&awbPrintId={id}")), none);
        refused(&doc.get("/os/waybill/previous?type=0&departureStation=PVG&arrivalStation=LAX"), none);
        refused(&doc.get("/os/waybill/previous?type=1&departureStation=PVG&arrivalStation=FRA"), none);
        // Another department does not see it, nor another company.
        refused(&world.login("mgr01").get(path), none);
        assert_ne!(world.login("sh01").get(path).code, 0);
        assert_eq!(world.login("sales01").get(path).status, 403);
    });
}

#[test]
fn the_menu_holds_the_list_in_its_group_and_keeps_the_form_out_of_sight() {
    // req: shell-group-os-waybill
    each_database(rooms, |world| {
        let tree = world.login("doc01").ok("/hrs/permission");
        let group = tree.as_array().unwrap().iter().find(|node| node["label"] == "/osWaybill").unwrap();
        let pages: Vec<(&str, &str, bool)> = group["children"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| {
                let text = |name: &str| node[name].as_str().unwrap_or_default();
                (text("path"), text("label"), node["hidden"].as_bool().unwrap_or_default())
            })
            .collect();
        assert_eq!(pages, [("/os_waybill", "运单列表", false), ("/osWaybillMake", "运单制单", true)]);
        let sales = world.login("sales01").ok("/hrs/permission").to_string();
        assert!(!sales.contains("/os_waybill"));
    });
}
