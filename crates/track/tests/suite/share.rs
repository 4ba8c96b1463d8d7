use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use crate::track::suite::fixture::*;

fn create(world: &World, more: Json) -> Json {
    let mut body = json!({ "orderUuid": E1, "validity": "7" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    let reply = world.login("demo-admin").post("/afbase/orderShare/createLink", body);
    assert_eq!(reply.code, 0, "{}", reply.message);
    reply.data
}

fn open(reader: &Caller<'_>, o: &str, code: &str) -> Reply {
    reader.get(&format!("/afbase/external/order/orderTrack?o={o}&code={code}"))
}

fn views(world: &World) -> Json {
    world.login("demo-admin").ok("/afbase/orderShare/page")["records"][0]["views"].clone()
}

// req: track-open-code-check, track-no-login, track-call-not-found
#[test]
fn a_link_is_made_opened_counted_and_stopped() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        assert!(o.starts_with("af") && code.len() >= 26 && code.bytes().all(|b| b.is_ascii_alphanumeric()));
        assert!(link["url"].as_str().unwrap().ends_with(&format!("/externalOrderTrack?o={o}&code={code}")));
        assert_eq!(link["expireText"], "本链接2026-07-22前有效");
        assert!(!world.contents(true).iter().any(|row| row.contains(code)), "the code itself is stored");
        let reader = world.anonymous();
        for _ in 0..2 {
            assert_eq!(open(&reader, o, code).code, 0);
        }
        assert_eq!(views(world), 2);
        let shown = world.login("demo-admin").ok(&format!("/afbase/orderShare/link/{E1}"));
        assert_eq!(
            (shown["state"].clone(), shown["views"].clone(), shown["code"].clone()),
            (json!("ACTIVE"), json!(2), Json::Null)
        );
        let stopped = world.login("demo-admin").post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 }));
        assert_eq!(stopped.data["state"], "STOPPED");
        let reply = open(&reader, o, code);
        assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, "订单不存在或链接已失效"));
        assert_eq!(views(world), 2, "a refused view does not count");
        let again = world.login("demo-admin").post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 }));
        assert_eq!((again.code, again.message.as_str()), (1, "没有有效的分享链接"));
    });
}

#[test]
fn a_new_code_ends_the_old_and_time_ends_every_link() {
    each_database_from(rooms, lay, |world| {
        let old = create(world, json!({}));
        let new = create(world, json!({}));
        let reader = world.anonymous();
        let works = |link: &Json| open(&reader, link["o"].as_str().unwrap(), link["code"].as_str().unwrap()).code == 0;
        assert!(!works(&old) && works(&new));
        world.set_clock("2026-07-22 09:59:59");
        assert!(works(&new));
        world.set_clock("2026-07-22 10:00:00");
        assert!(!works(&new));
        let state = world.login("demo-admin").ok(&format!("/afbase/orderShare/link/{E1}"));
        assert_eq!(state["state"], "EXPIRED");
        let forever = create(world, json!({ "validity": "forever" }));
        assert_eq!((forever["expire"].clone(), forever["expireText"].clone()), (Json::Null, json!("本链接长期有效")));
        world.set_clock("2036-07-22 10:00:00");
        assert!(works(&forever));
    });
}

#[test]
fn links_are_extended_and_stopped_from_the_list() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let admin = world.login("demo-admin");
        let id = admin.ok("/afbase/orderShare/page?orderCode=AE-2607150001")["records"][0]["id"].clone();
        let longer = admin.post("/afbase/orderShare/extend", json!({ "ids": [id], "validity": "30" }));
        assert_eq!(
            (longer.data["changed"].clone(), longer.data["message"].clone()),
            (json!(1), json!("成功1条，跳过0条"))
        );
        world.set_clock("2026-08-01 10:00:00");
        let reader = world.anonymous();
        assert_eq!(open(&reader, link["o"].as_str().unwrap(), link["code"].as_str().unwrap()).code, 0);
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/orderShare/stopLink", json!({ "ids": [id] })).data["changed"], 1);
        assert_eq!(admin.post("/afbase/orderShare/stopLink", json!({ "ids": [id] })).data["skipped"], 1);
        let wrong = admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1, "validity": "8" }));
        assert_eq!(wrong.findings_at("validity"), ["有效期选项不存在"]);
        let none = admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1, "parts": [] }));
        assert_eq!(none.findings_at("parts"), ["请选择分享内容"]);
    });
}

// req: track-record-fields, track-route-tracks-fields, track-awb-route-info-fields, track-route-row-fields, track-call-af, attach-fields
#[test]
fn the_record_shows_the_order_and_no_price_and_no_remark() {
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        lay_files(world);
        let admin = world.login("demo-admin");
        admin.post_text(
            "/afbase/track/receive",
            "FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500/A1120\n",
        );
        let link = create(world, json!({}));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let record = open(&world.anonymous(), o, code).data;
        let expected = [
            ("orderUUID", json!(E1)),
            ("orderCode", json!("AE-2607150001")),
            ("number", json!("990-12345675")),
            ("awbNumber", json!("990-12345675")),
            ("departureStationName", json!("上海浦东")),
            ("arrivalStationName", json!("法兰克福")),
            ("goodsNameCn", json!("灯具")),
            ("packageType", json!("纸箱（CTNS）")),
            ("packageTypeEn", json!("CTNS")),
            ("planPieces", json!(12)),
            ("confirmWeight", json!(500)),
            ("weightUnit", json!("KG")),
            ("expectDepartureFormat", json!("2026-07-18")),
            ("planDimensions", json!("100/60/50/12")),
            ("confirmDimensions", json!("100/60/55/11;80/80/50/1")),
        ];
        for (name, value) in expected {
            assert_eq!(record[name], value, "{name}");
        }
        for name in [
            "orderId",
            "hawbNumber",
            "customerNumber",
            "mlbNumber",
            "hlbNumber",
            "expectFlight",
            "expectArrival",
            "expectDeparture",
            "departureStation",
            "arrivalStation",
            "transitStation",
            "transitStation2",
            "goodsNameEn",
            "goodsType",
            "confirmPieces",
            "planWeight",
            "planVolume",
            "confirmVolume",
            "planDensity",
            "confirmDensity",
            "planChargeWeight",
            "confirmChargeWeight",
            "chargeWeightUnit",
            "inboundDate",
            "outboundDate",
            "inspectionDate",
            "clearanceDate",
            "containerMethod",
            "containerList",
            "containerNumber",
            "shipName",
            "shipVoyageNumber",
            "driverNumber",
            "driverName",
            "driverTel",
            "manifestList",
            "trackManifest",
            "cargoWeighingList",
            "orgName",
            "orgLogo",
            "themeColor",
        ] {
            assert!(record.get(name).is_some(), "{name} is missing");
        }
        let track = &record["routeTracks"][0];
        for name in [
            "trackAwbId",
            "flightStatusCode",
            "flightStatusName",
            "airportCode",
            "eventTime",
            "remark",
            "flightNum",
            "quantity",
            "grossWeight",
        ] {
            assert!(track.get(name).is_some(), "{name} is missing");
        }
        let info = &record["awbRouteApiInfoVO"];
        assert_eq!(
            (info["mawbNum"].clone(), info["pieceWeightInfo"].clone()),
            (json!("990-12345675"), json!("12 / 500.0"))
        );
        assert_eq!(info["awbRouteApiRouteList"][0]["atd"], "2026-07-18 11:20:00");
        let text = record.to_string().to_lowercase();
        for word in ["price", "amount", "freight", "msr", "orderremark", "operationremark", "coop"] {
            assert!(!text.contains(word), "{word} is shown");
        }
        let names: Vec<&str> =
            record["attachments"].as_array().unwrap().iter().map(|f| f["fileName"].as_str().unwrap()).collect();
        assert_eq!(names, ["发票.pdf", "货物.png"]);
        let reader = world.anonymous();
        for file in record["attachments"].as_array().unwrap() {
            assert_eq!(reader.get(file["fileUrl"].as_str().unwrap()).status, 200);
        }
        let hidden = reader.get(&format!("/afbase/external/file/5002?o={o}&code={code}"));
        assert_eq!((hidden.code, hidden.message.as_str()), (1, "订单不存在或链接已失效"));
    });
}

#[test]
fn a_link_shows_only_the_chosen_parts() {
    each_database_from(rooms, lay, |world| {
        lay_files(world);
        let link = create(world, json!({ "parts": ["track"] }));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let reader = world.anonymous();
        let record = open(&reader, o, code).data;
        assert!(record.get("goodsNameCn").is_none() && record.get("planPieces").is_none());
        assert!(record.get("routeTracks").is_some() && record.get("manifestList").is_none());
        assert_eq!(record["attachments"], json!([]));
        assert_eq!(record["awbRouteApiInfoVO"]["pieceWeightInfo"], Json::Null);
        assert_eq!(reader.get(&format!("/afbase/external/file/5001?o={o}&code={code}")).code, 1);
        assert_eq!(reader.get(&format!("/afbase/external/hawbListByOrderUuid/{E1}?code={code}")).data, json!([]));
        let only = create(world, json!({ "parts": ["files"] }));
        let code = only["code"].as_str().unwrap();
        assert_eq!(open(&reader, o, code).data["attachments"].as_array().map(Vec::len), Some(1));
        assert!(open(&reader, o, code).data.get("routeTracks").is_none());
    });
}

// req: track-o-missing, track-open-call-g, track-scope-prefix, track-open-code-check
#[test]
fn every_wrong_address_gets_the_same_answer_on_every_call() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let reader = world.anonymous();
        let track = "/afbase/external/order/orderTrack";
        for missing in [track.to_owned(), format!("{track}?o=%20&code={code}")] {
            let reply = reader.get(&missing);
            assert_eq!((reply.code, reply.message.as_str()), (1, "未获取到查询信息"), "{missing}");
        }
        let upper = o.to_uppercase().replace("AF", "Af");
        assert_eq!(reader.get(&format!("{track}?g={upper}&code={code}")).code, 0);
        let wrong_code = "a".repeat(26);
        let expected = open(&reader, o, &wrong_code).bytes;
        let mut wrong: Vec<String> = vec![
            format!("{track}?o={o}"),
            format!("{track}?o={o}&code="),
            format!("{track}?o=af{E2}&code={code}"),
            format!("{track}?o=af{}&code={code}", "f".repeat(32)),
            format!("{track}?o=x&code={code}"),
            format!("{track}?o=se{E1}&code={code}"),
            format!("{track}?o={o}&code={code}x"),
            format!("{track}?o={o}&code={}", &code[..25]),
        ];
        for call in [
            "checkOrderDeliveryNotice/{}/warehouse",
            "checkOrderDeliveryNotice/{}/storehouse",
            "viewAFOrderByOrderUuid/{}",
            "viewByOrderUuid/{}",
            "hawbListByOrderUuid/{}",
        ] {
            wrong.push(format!("/afbase/external/{}", call.replace("{}", E1)));
            wrong.push(format!("/afbase/external/{}?code={code}", call.replace("{}", E2)));
        }
        wrong.push(format!("/afbase/external/file/5001?o=af{E2}&code={code}"));
        for path in wrong {
            assert_eq!(reader.get(&path).bytes, expected, "{path}");
        }
        for kind in ["AWB", "HAWB"] {
            let body = json!({ "awbPrintType": format!("PRINT_M{kind}"), "orderUuid": E1, "printType": "2" });
            assert_eq!(reader.post(&format!("/afbase/external/download{kind}"), body).bytes, expected);
        }
    });
}

#[test]
fn guessing_is_slowed_and_honest_readers_are_not() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let reader = world.anonymous();
        for _ in 0..100 {
            assert_eq!(open(&reader, o, code).code, 0);
        }
        let before = world.contents(true);
        let refused: Vec<u16> = (0..40).map(|n| open(&reader, o, &format!("guess{n}")).status).collect();
        assert_eq!(refused.iter().filter(|status| **status == 200).count(), 30);
        assert!(refused.iter().rev().take(10).all(|status| *status == 429));
        assert!(before == world.contents(true), "a guess wrote something");
        assert_eq!(open(&reader, o, code).code, 0, "the owner of the code is let in");
    });
}

// req: track-call-af-order-view, track-call-check-warehouse, track-call-check-storehouse, track-call-waybill-view, track-call-hawb-list
#[test]
fn tiles_learn_what_they_may_show() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let code = link["code"].as_str().unwrap();
        let reader = world.anonymous();
        let get = |call: &str| reader.get(&format!("/afbase/external/{call}?code={code}"));
        assert_eq!(
            get(&format!("viewAFOrderByOrderUuid/{E1}")).data,
            json!({ "outfieldService": false, "warehouseService": true })
        );
        let notice = get(&format!("checkOrderDeliveryNotice/{E1}/warehouse"));
        assert_eq!((notice.code, notice.message.as_str()), (1, "未选择交货货站"));
        assert_eq!(get(&format!("checkOrderDeliveryNotice/{E1}/storehouse")).code, 1);
        assert_eq!(get(&format!("viewByOrderUuid/{E1}")).data, Json::Null);
        assert_eq!(get(&format!("hawbListByOrderUuid/{E1}")).data, json!([]));
        let body = json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E1, "printType": "2", "code": code });
        let none = reader.post("/afbase/external/downloadAWB", body);
        assert_eq!((none.code, none.message.as_str()), (1, "运单未制单"));
    });
}

#[test]
fn the_first_answer_is_the_envelope_of_the_call() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let reader = world.anonymous();
        let called = open(&reader, o, code).json;
        assert_eq!(reader.get(&format!("/test/first?o={o}&code={code}")).json, called);
        assert_eq!(reader.get("/test/first").message, "未获取到查询信息");
        assert_eq!(
            reader.in_language("en-US").get("/test/first?o=af").message,
            "The order does not exist or the link has expired."
        );
    });
}

#[test]
fn views_are_counted_exactly_under_load() {
    each_database_from(rooms, lay, |world| {
        let link = create(world, json!({}));
        let path = format!(
            "/afbase/external/order/orderTrack?o={}&code={}",
            link["o"].as_str().unwrap(),
            link["code"].as_str().unwrap()
        );
        let calls: Vec<_> = (0..50)
            .map(|_| {
                let (client, path) = (world.anonymous().client(), path.clone());
                async move { client.get(&path).await }
            })
            .collect();
        assert!(world.at_once(calls).iter().all(|reply| reply.code == 0));
        assert_eq!(views(world), 50, "{}", world.database);
    });
}

#[test]
fn the_data_level_hides_links_and_tracks_of_others_orders() {
    each_database_from(rooms, lay, |world| {
        create(world, json!({}));
        let hidden = world.login("sales01");
        for path in [format!("/afbase/orderShare/link/{E1}"), format!("/afbase/order/tracks?orderUuid={E1}")] {
            let reply = hidden.get(&path);
            assert_eq!((reply.code, reply.message.as_str()), (1, "您没有该订单的数据权限"), "{path}");
            assert_eq!(world.login("op01").get(&path).code, 0, "{path}");
        }
        let list = hidden.get("/afbase/orderShare/page");
        assert!(list.status == 403 || list.data["total"] == 0, "{}", list.data);
    });
}

#[test]
fn the_page_bears_the_companys_logo_and_colour() {
    each_database_from(rooms, lay, |world| {
        let (boss, reader) = (world.login("demo-admin"), world.anonymous());
        let link = create(world, json!({}));
        let sender = || {
            let record = open(&reader, link["o"].as_str().unwrap(), link["code"].as_str().unwrap()).data;
            ["orgName", "orgLogo", "themeColor"].map(|name| record[name].clone())
        };
        let keep = |name: &str| boss.upload("/platform/picture", &[(name, testkit::PNG)]).data["url"].clone();
        let (large, small, other) = (keep("large.png"), keep("small.png"), keep("other.png"));
        let put = |values: Json| {
            let version = boss.ok("/hrs/org/configure")["version"].clone();
            let reply = boss.put("/hrs/org/configure", json!({ "version": version, "values": values }));
            assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        };
        let public = |picture: &Json| picture.as_str().unwrap().replace("/platform/picture/", "/platform/orgLogo/");
        assert_eq!(sender(), [json!("演示货运"), Json::Null, Json::Null], "nothing is drawn");
        put(json!({ "shortLogo": small, "themeColor": "#123456" }));
        assert_eq!(sender(), [json!("演示货运"), json!(public(&small)), json!("#123456")]);
        put(json!({ "logo": large }));
        assert_eq!(sender()[1], json!(public(&large)), "the large one before the other");
        for shown in [&large, &small] {
            let file = reader.get(&public(shown));
            assert_eq!((file.status, file.bytes.as_slice()), (200, testkit::PNG));
        }
        for hidden in [public(&other), "/platform/orgLogo/0123456789abcdef0123456789abcdef".to_owned()] {
            assert_eq!(reader.get(&hidden).status, 404, "{hidden}");
        }
        assert_eq!(reader.get(large.as_str().unwrap()).status, 401, "the picture's own address asks for a session");
        // Another company that says the picture is its own neither shows nor hides it.
        let says = format!("UPDATE org SET logo = '{}' WHERE id = 1", large.as_str().unwrap());
        world.database(|_, conn| {
            platform::store::Conn::exec(conn, &platform::store::Stmt::Raw(says, Vec::new())).expect("is written")
        });
        assert_eq!(reader.get(&public(&large)).status, 200);
        put(json!({ "logo": Json::Null, "shortLogo": Json::Null }));
        assert_eq!(sender()[1], Json::Null);
        assert_eq!(reader.get(&public(&large)).status, 404, "no longer");
    });
}
