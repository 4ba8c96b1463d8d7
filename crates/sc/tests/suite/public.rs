//! What a customer sees of an order of these scopes behind a share link, and what nobody sees.

use serde_json::{Value as Json, json};
use testkit::{Caller, PNG, Reply, World};

use crate::sc::suite::fixture::*;

struct Link {
    o: String,
    code: String,
    uuid: String,
}

impl Link {
    fn open(&self, reader: &Caller<'_>, call: &str) -> Reply {
        reader.get(&format!("/{call}?o={}&code={}", self.o, self.code))
    }
}

/// A new link of an order, as far as its parts.
pub fn share(world: &World, scope: &str, code: &str, parts: Json) -> (String, String, String) {
    let admin = world.login("demo-admin");
    let uuid = uuid_of(&admin, scope, code);
    let link = done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": uuid, "parts": parts })));
    (text(&link, "o"), text(&link, "code"), uuid)
}

fn link(world: &World, scope: &str, code: &str) -> Link {
    let parts = json!(["order", "track", "manifest", "files", "photos", "print"]);
    let (o, code, uuid) = share(world, scope, code, parts);
    Link { o, code, uuid }
}

const SC: &str = "sc/external/order/orderTrack";
const LC: &str = "sc/external/order/orderTrack/lc";
const AF: &str = "afbase/external/order/orderTrack";

// req: track-call-sc, track-number-sea, track-record-fields
#[test]
fn a_sea_order_shows_its_numbers_boxes_and_events() {
    with_orders(|world| {
        let shared = link(world, "se", "SE-2607150001");
        assert!(shared.o.starts_with("se"));
        let record = done(shared.open(&world.anonymous(), SC));
        for (name, value) in [
            ("scope", json!("SE")),
            ("number", json!("TSTSHA260701")),
            ("orderCode", json!("SE-2607150001")),
            ("mlbNumber", json!("TSTSHA260701")),
            ("contractNumber", json!("HT-2607-001")),
            ("shipName", json!("TEST OCEAN")),
            ("shipVoyageNumber", json!("025W")),
            ("containerMethod", json!("整箱FCL")),
            ("containerList", json!("2×40HQ")),
            ("containerNumber", json!(4)),
            ("departureStation", json!("CNSHA")),
            ("departureStationName", json!("上海")),
            ("arrivalStationName", json!("汉堡")),
            ("expectDeparture", json!("2026-07-20")),
            ("planPieces", json!(1200)),
            ("confirmWeight", json!(18700)),
            ("planChargeWeight", json!(118)),
            ("confirmChargeWeight", json!(118.5)),
            ("chargeWeightUnit", json!("TON")),
            ("weightUnit", json!("KG")),
            ("awbTrackUrl", Json::Null),
            ("orgName", json!("演示货运")),
        ] {
            assert_eq!(record[name], value, "{name}");
        }
        let codes: Vec<String> =
            record["routeTracks"].as_array().unwrap().iter().map(|row| text(row, "flightStatusCode")).collect();
        assert_eq!(codes, ["GTIN", "STUF", "EPUP", "BKCF"], "newest first");
        let first = &record["routeTracks"][0];
        assert_eq!((&first["flightStatusName"], &first["placeName"]), (&json!("重箱进港"), &json!("上海")));
        assert_eq!(first["eventTime"], "2026-07-15 08:00:00");
        let boxes: Vec<String> =
            record["containers"].as_array().unwrap().iter().map(|row| text(row, "containerNo")).collect();
        assert_eq!(boxes, ["CSQU3054383", "TSTU1000019"]);
        let reached: Vec<String> = record["milestones"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|node| node["reached"] == true)
            .map(|node| text(node, "name"))
            .collect();
        assert_eq!(reached, ["订单创建", "已订舱", "舱位确认", "空箱提取", "货物装箱", "重箱进港"]);
        assert_eq!(record["milestones"][5]["time"], "2026-07-15 08:00:00");
        let told = record.to_string();
        for hidden in ["driverTel", "021-55550000"] {
            assert!(!told.contains(hidden) || record[hidden] == Json::Null, "{hidden}");
        }
    });
}

// req: track-si-dates, track-se-ai-no-dates, track-si-house-bill
#[test]
fn only_sea_import_shows_its_dates_and_every_scope_its_own_number() {
    with_orders(|world| {
        let reader = world.anonymous();
        let op = world.login("op01");
        for (scope, code) in [("se", "SE-2607150002"), ("ai", "AI-2607150001"), ("si", "SI-2607150001")] {
            let uuid = uuid_of(&op, scope, code);
            let dates = json!({
                "warehouse": true, "inboundDate": "2026-07-11", "outboundDate": "2026-07-12", "customs": true,
                "inspectionDate": "2026-07-13", "clearanceDate": "2026-07-14",
            });
            done(change(&op, scope, &uuid, dates));
        }
        let si = done(link(world, "si", "SI-2607150001").open(&reader, SC));
        assert_eq!(
            ["inboundDate", "outboundDate", "inspectionDate", "clearanceDate"].map(|name| si[name].clone()),
            ["2026-07-11", "2026-07-12", "2026-07-13", "2026-07-14"].map(Json::from)
        );
        assert_eq!((&si["number"], &si["hlbNumber"]), (&json!("TSTHAM260601"), &json!("HB26060001")));
        for (scope, code, number) in
            [("se", "SE-2607150002", "SE-2607150002"), ("ai", "AI-2607150001", "990-55555555_HB001")]
        {
            let record = done(link(world, scope, code).open(&reader, SC));
            assert_eq!(record["number"], number);
            for name in ["inboundDate", "outboundDate", "inspectionDate", "clearanceDate"] {
                assert_eq!(record[name], Json::Null, "{scope} {name}");
            }
        }
        let te = done(link(world, "te", "TE-2607150001").open(&reader, SC));
        assert_eq!((&te["number"], &te["trainNo"]), (&json!("TE-2607150001"), &json!("X8001")));
        assert_eq!((&te["containerNumber"], &te["planChargeWeight"]), (&json!(2), &json!(60)));
        assert_eq!(te["borderStationName"], "阿拉山口");
        let io = done(link(world, "io", "IO-2607150001").open(&reader, SC));
        assert_eq!((&io["number"], &io["serviceTypeName"]), (&json!("IO-2607150001"), &json!("产地证代办")));
        assert_eq!((&io["businessDate"], &io["quantity"]), (&json!("2026-07-15"), &json!(1)));
    });
}

// req: track-call-lc
#[test]
fn a_road_order_shows_its_cities_its_figures_and_its_driver() {
    with_orders(|world| {
        let op = world.login("op01");
        let shared = link(world, "lc", "LC-2607150001");
        let driver = json!({ "driverNumber": "沪A12345", "driverName": "司机甲", "driverTel": "13800000000" });
        done(change(&op, "lc", &shared.uuid, driver));
        let record = done(shared.open(&world.anonymous(), LC));
        for (name, value) in [
            ("number", json!("LC-2607150001")),
            ("departureStationName", json!("上海市")),
            ("arrivalStationName", json!("杭州市")),
            ("planPieces", json!(40)),
            ("planChargeWeight", json!(3200)),
            ("chargeWeightUnit", json!("KG")),
            ("driverNumber", json!("沪A12345")),
            ("driverName", json!("司机甲")),
            ("driverTel", json!("13800000000")),
        ] {
            assert_eq!(record[name], value, "{name}");
        }
        assert_eq!(record["stops"][0]["city"], "上海市");
        assert!(!record.to_string().contains("13800000011"), "numbers of the stops belong to the notice");
    });
}

#[test]
fn each_call_serves_its_scopes_and_whatever_is_wrong_is_answered_alike() {
    with_orders(|world| {
        let reader = world.anonymous();
        let (se, lc) = (link(world, "se", "SE-2607150001"), link(world, "lc", "LC-2607150001"));
        let gone = |reply: Reply| {
            assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, "订单不存在或链接已失效"));
            assert_eq!(reply.data, Json::Null);
        };
        for call in [AF, LC] {
            gone(se.open(&reader, call));
        }
        for call in [AF, SC] {
            gone(lc.open(&reader, call));
        }
        // The prefix says another scope than the order's.
        let other = Link { o: format!("si{}", se.uuid), code: se.code.clone(), uuid: se.uuid.clone() };
        gone(other.open(&reader, SC));
        let mixed = Link { o: lc.o.clone(), code: se.code.clone(), uuid: String::new() };
        gone(mixed.open(&reader, LC));
        gone(reader.get(&format!("/{SC}?o={}", se.o)));
        let stopped = world.login("demo-admin").post("/afbase/orderShare/stopLink", json!({ "orderUuid": se.uuid }));
        assert_eq!(stopped.data["state"], "STOPPED");
        gone(se.open(&reader, SC));
        assert_eq!(reader.get(&format!("/{SC}?o=%20")).message, "未获取到查询信息");
    });
}

// req: track-sea-more
#[test]
fn more_leads_where_the_platform_says_and_nowhere_without_a_number() {
    with_orders(|world| {
        let reader = world.anonymous();
        let (with_number, without) = (link(world, "se", "SE-2607150001"), link(world, "se", "SE-2607150002"));
        assert_eq!(done(with_number.open(&reader, SC))["awbTrackUrl"], Json::Null);
        world.database(|_, conn| {
            let url = "\"https://track.example.com/?n={awb}\"";
            hrs::setup::set_org_setting(conn, 1, "trackMoreUrl", url).expect("is set");
        });
        assert_eq!(done(with_number.open(&reader, SC))["awbTrackUrl"], "https://track.example.com/?n=TSTSHA260701");
        assert_eq!(done(without.open(&reader, SC))["awbTrackUrl"], Json::Null);
    });
}

#[test]
fn a_link_shows_the_parts_it_was_made_for() {
    with_orders(|world| {
        let (o, code, _) = share(world, "se", "SE-2607150001", json!(["track"]));
        let record = done(world.anonymous().get(&format!("/{SC}?o={o}&code={code}")));
        for name in ["goodsNameCn", "planPieces", "containerList", "containers", "manifestList", "contractNumber"] {
            assert!(record.get(name).is_none_or(Json::is_null), "{name}: {}", record[name]);
        }
        assert_eq!(record["number"], "TSTSHA260701");
        assert_eq!(record["routeTracks"].as_array().unwrap().len(), 4);
    });
}

// req: track-lc-files
#[test]
fn files_of_any_scope_are_kept_shown_and_noted_when_opened() {
    with_orders(|world| {
        let (op, reader) = (world.login("op01"), world.anonymous());
        let shared = link(world, "lc", "LC-2607150001");
        let upload = |kind: &str, name: &str, bytes: &[u8]| {
            let path = format!("/afbase/orderFiles/upload?orderUuid={}&fileType={kind}", shared.uuid);
            done(op.upload(&path, &[(name, bytes)]))[0].as_str().expect("an id").to_owned()
        };
        let receipt = upload("%E6%96%87%E4%BB%B6", "回单.pdf", b"%PDF-1.7 receipt");
        let photo = upload("%E7%85%A7%E7%89%87", "装货.png", PNG);
        let hidden = upload("%E6%96%87%E4%BB%B6", "内部.pdf", b"%PDF-1.7 secret");
        for id in [&receipt, &photo] {
            done(op.post("/afbase/orderFiles/update", json!({ "orderFileId": id, "isDisplay": true })));
        }
        let files = done(shared.open(&reader, LC))["attachments"].clone();
        let names: Vec<String> = files.as_array().unwrap().iter().map(|file| text(file, "fileName")).collect();
        assert_eq!(names, ["回单.pdf", "装货.png"]);
        let url = text(&files[0], "fileUrl");
        assert_eq!(reader.get(&url).status, 200);
        let secret = format!("/afbase/external/file/{hidden}?o={}&code={}", shared.o, shared.code);
        assert_eq!(reader.get(&secret).message, "订单不存在或链接已失效");
        let id = world.login("demo-admin").ok("/afbase/orderShare/page")["records"][0]["id"].clone();
        let views = world.login("demo-admin").ok(&format!("/afbase/orderShare/views/{}", id.as_str().unwrap()));
        let parts: Vec<String> = views["records"].as_array().unwrap().iter().map(|view| text(view, "part")).collect();
        assert_eq!((parts, &views["total"]), (vec!["file".to_owned(), "page".to_owned()], &json!(2)));
        assert_eq!(views["records"][0]["viewTime"], "2026-07-15 10:00:00");
        assert_eq!(world.login("sh01").get(&format!("/afbase/orderShare/views/{}", id.as_str().unwrap())).status, 404);
        assert_eq!(
            world.login("nobody").get(&format!("/afbase/orderShare/views/{}", id.as_str().unwrap())).status,
            403
        );
    });
}

#[test]
fn who_may_not_share_a_scope_makes_no_link_of_it() {
    with_orders(|world| {
        let uuid = uuid_of(&world.login("demo-admin"), "se", "SE-2607150001");
        let before = world.contents(false);
        let nobody = world.login("nobody").post("/afbase/orderShare/createLink", json!({ "orderUuid": uuid }));
        assert_eq!(nobody.status, 403);
        assert_eq!(world.login("sh01").post("/afbase/orderShare/createLink", json!({ "orderUuid": uuid })).status, 404);
        assert_eq!(world.contents(false), before);
    });
}

#[test]
fn the_mail_with_a_link_calls_an_order_as_its_scope_does() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let letter = |scope: &str, code: &str, language: &str| {
            let (_, _, uuid) = share(world, scope, code, json!(["track"]));
            let letter = admin.ok(&format!("/afbase/orderShare/letter/{uuid}?language={language}"));
            (text(&letter, "subject"), text(&letter, "content"))
        };
        let (subject, content) = letter("se", "SE-2607150001", "zh-CN");
        assert_eq!(subject, "订单跟踪 SE-2607150001 TSTSHA260701");
        assert!(content.contains("订单SE-2607150001（TSTSHA260701，CNSHA-DEHAM）的最新动态"), "{content}");
        let (subject, content) = letter("lc", "LC-2607150001", "zh-CN");
        assert_eq!(subject, "订单跟踪 LC-2607150001");
        assert!(content.contains("订单LC-2607150001（上海市-杭州市）的最新动态"), "{content}");
        // The names of cities are Chinese, and their codes say nothing to people.
        let (subject, content) = letter("lc", "LC-2607150001", "en-US");
        assert_eq!(subject, "Shipment tracking LC-2607150001");
        assert!(content.contains("Your shipment LC-2607150001 can be tracked"), "{content}");
        let (_, _, uuid) = share(world, "se", "SE-2607150001", json!(["track"]));
        let path = format!("/afbase/orderShare/letter/{uuid}");
        assert_eq!((world.login("nobody").get(&path).status, world.login("sh01").get(&path).status), (403, 404));
    });
}
