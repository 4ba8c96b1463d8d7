//! 操作完成 of orders of these scopes: what must be done before, what stays as it is afterwards, and the lock of finance
//! that follows by itself.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply};

use crate::sc::suite::fixture::*;

/// An order of each scope in the fixture, with what its work lacks.
const LACKS: [(&str, &str, &str); 4] = [
    ("ai", "AI-2607150001", "未出重，不能操作完成"),
    ("te", "TE-2607150001", "班列未发车，不能操作完成"),
    ("ti", "TI-2607150001", "未出重，不能操作完成"),
    ("io", "IO-2607150001", "服务未完成"),
];
/// Of boxes in `SE`: complete ones.
const BOXES: [&str; 2] = ["CSQU3054383", "TSTU1000019"];

fn view(caller: &Caller<'_>, scope: &str, uuid: &str) -> Json {
    caller.ok(&format!("/sc/order/{scope}/{uuid}"))
}

/// Makes a move of an order as it is now.
fn moved(caller: &Caller<'_>, scope: &str, uuid: &str, name: &str, more: Json) -> Reply {
    let row = view(caller, scope, uuid)["rowUuid"].clone();
    caller.put(&format!("/sc/order/{scope}/{uuid}/{name}"), with(json!({ "rowUuid": row }), more))
}

fn finish(caller: &Caller<'_>, scope: &str, uuid: &str) -> Reply {
    moved(caller, scope, uuid, "opFinish", json!({}))
}

fn reopen(caller: &Caller<'_>, scope: &str, uuid: &str) -> Reply {
    moved(caller, scope, uuid, "opCancel", json!({}))
}

/// Changes members, every question answered with yes.
fn put(caller: &Caller<'_>, scope: &str, uuid: &str, members: Json) {
    let yes = ["order.tolerance", "order.boxes.differ", "container.check"];
    done(change(caller, scope, uuid, with(members, json!({ "confirmed": yes }))));
}

fn tell(caller: &Caller<'_>, uuid: &str, code: &str, time: &str) {
    let told = json!({ "orderUuid": uuid, "code": code, "place": "CNSHA", "eventTime": time });
    done(caller.post("/sc/track/doSave", told));
}

fn log(caller: &Caller<'_>, order: &Json) -> Vec<String> {
    let page = caller.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(order, "orderId")));
    page["records"].as_array().into_iter().flatten().map(|line| text(line, "text")).collect()
}

#[test]
fn a_sea_export_is_finished_with_complete_boxes_after_its_vessel_left() {
    with_orders(|world| {
        let op = world.login("op01");
        let se1 = uuid_of(&op, "se", "SE-2607150001");
        let before = world.contents(true);
        assert_eq!(finish(&op, "se", &se1).message, "船舶未离港，不能操作完成");
        world.unchanged(&before, true);
        let uuid = text(&saved(&op, "se", sea(&op)), "orderUuid");
        put(&op, "se", &uuid, json!({ "actualDeparture": "2026-07-14 20:00:00" }));
        assert_eq!(finish(&op, "se", &uuid).message, "箱信息不完整：1、2", "both are only planned");
        let boxes = |members: [Json; 2]| {
            let one =
                |(number, more): (&str, Json)| with(json!({ "containerNo": number, "containerType": "40HQ" }), more);
            json!({ "containers": BOXES.into_iter().zip(members).map(one).collect::<Vec<_>>() })
        };
        let whole = || json!({ "sealNo": "TS1", "weight": 9000 });
        for (members, message) in [
            ([json!({}), json!({})], "箱信息不完整：1、2"),
            ([whole(), json!({ "weight": 9000 })], "箱信息不完整：2"),
            ([json!({ "sealNo": "TS2" }), whole()], "箱信息不完整：1"),
        ] {
            put(&op, "se", &uuid, boxes(members));
            assert_eq!(finish(&op, "se", &uuid).message, message);
        }
        let english = op.in_language("en-US");
        assert_eq!(finish(&english, "se", &uuid).message, "These boxes lack number, seal or weight: 1");
        put(&op, "se", &uuid, with(boxes([whole(), whole()]), json!({ "actualDeparture": null })));
        assert_eq!(finish(&op, "se", &uuid).message, "船舶未离港，不能操作完成");
        tell(&op, &uuid, "DEPA", "2026-07-15 09:00:00");
        done(finish(&op, "se", &uuid));
        // Loose cargo has no boxes to be complete.
        let loose = uuid_of(&op, "se", "SE-2607150002");
        put(&op, "se", &loose, json!({ "actualDeparture": "2026-07-15 09:00:00" }));
        done(finish(&op, "se", &loose));
    });
}

#[test]
fn each_scope_is_finished_when_its_own_work_is_done() {
    with_orders(|world| {
        let op = world.login("op01");
        for (scope, code, message) in LACKS {
            let uuid = uuid_of(&op, scope, code);
            assert!(view(&op, scope, &uuid)["buttons"].to_string().contains(&format!("{scope}-order-opfinish")));
            assert_eq!(finish(&op, scope, &uuid).message, message, "{scope}");
        }
        let of = |scope: &str| {
            LACKS.iter().find(|lacks| lacks.0 == scope).map(|lacks| uuid_of(&op, scope, lacks.1)).unwrap()
        };
        for scope in ["ai", "ti"] {
            put(&op, scope, &of(scope), json!({ "confirmPieces": 6, "confirmWeight": 150 }));
            assert_eq!(finish(&op, scope, &of(scope)).message, "未出重，不能操作完成", "{scope}: no volume");
            put(&op, scope, &of(scope), json!({ "confirmVolume": 0.9 }));
        }
        put(&op, "te", &of("te"), json!({ "actualDeparture": "2026-07-14 20:00:00" }));
        put(&op, "io", &of("io"), json!({ "finishDate": "2026-07-15" }));
        for (scope, ..) in LACKS {
            done(finish(&op, scope, &of(scope)));
            assert_eq!(view(&op, scope, &of(scope))["operationFinished"], json!(true), "{scope}");
        }
        // What is carried on the road keeps nothing yet that would stand against it.
        done(finish(&op, "lc", &uuid_of(&op, "lc", "LC-2607150001")));
    });
}

#[test]
fn boxes_of_the_carrier_that_are_out_are_asked_about() {
    with_orders(|world| {
        let op = world.login("op01");
        let si1 = uuid_of(&op, "si", "SI-2607150001");
        let asked = finish(&op, "si", &si1);
        assert_eq!((asked.code, &asked.data["confirms"][0]["key"]), (2, &json!("order.boxes.out")));
        assert_eq!(asked.data["confirms"][0]["message"], json!("箱TSTU4000012未还空，是否继续？"));
        let english = finish(&op.in_language("en-US"), "si", &si1);
        assert_eq!(english.data["confirms"][0]["message"], json!("Not returned: TSTU4000012. Continue?"));
        assert_eq!(view(&op, "si", &si1)["operationFinished"], json!(false));
        done(moved(&op, "si", &si1, "opFinish", json!({ "confirmed": ["order.boxes.out"] })));
        // The box comes back although the operations are finished: what is told is filled in.
        tell(&op, &si1, "RETN", "2026-07-15 09:00:00");
        assert_eq!(view(&op, "si", &si1)["containers"][0]["emptyReturnTime"], json!("2026-07-15 09:00:00"));
        done(reopen(&op, "si", &si1));
        done(finish(&op, "si", &si1));
        done(reopen(&op, "si", &si1));
        let back = json!({ "emptyReturnTime": null });
        let container = with(view(&op, "si", &si1)["containers"][0].clone(), back);
        let own = json!({ "containerList": [{ "containerType": "40HQ", "quantity": 1, "owner": "SOC" }] });
        put(&op, "si", &si1, with(json!({ "containers": [container] }), own));
        done(finish(&op, "si", &si1));
        done(finish(&op, "si", &uuid_of(&op, "si", "SI-2607150002")));
    });
}

#[test]
fn cargo_and_routing_stay_as_they_are_until_operations_are_opened_again() {
    with_orders(|world| {
        let op = world.login("op01");
        let se1 = uuid_of(&op, "se", "SE-2607150001");
        tell(&op, &se1, "DEPA", "2026-07-15 09:00:00");
        done(finish(&op, "se", &se1));
        let stored = view(&op, "se", &se1);
        let containers = stored["containers"].clone();
        let mut fewer = containers.clone();
        fewer.as_array_mut().unwrap().pop();
        let before = world.contents(true);
        for (members, field, message) in [
            (json!({ "shipName": "OTHER" }), "shipName", "操作已完成，不能修改船名"),
            (json!({ "actualDeparture": null }), "actualDeparture", "操作已完成，不能修改实际离港 ATD"),
            (json!({ "arrivalStation": "NLRTM" }), "arrivalStation", "操作已完成，不能修改卸货港"),
            (json!({ "goodsNameCn": "x" }), "goodsNameCn", "操作已完成，不能修改中文品名"),
            (json!({ "planPieces": 1201 }), "planPieces", "操作已完成，不能修改预报件数"),
            (json!({ "confirmVolume": 118.4 }), "confirmVolume", "操作已完成，不能修改实际体积"),
            (json!({ "containers": fewer }), "containers", "操作已完成，不能修改箱货"),
            (
                json!({ "containerList": [{ "containerType": "40HQ", "quantity": 3 }] }),
                "containerList",
                "操作已完成，不能修改箱型箱量",
            ),
        ] {
            let refused = change(&op, "se", &se1, members.clone());
            assert!(refused.findings_at(field).contains(&message.to_owned()), "{members}: {}", refused.data);
            let told = op.post("/sc/order/se/check", with(with(stored.clone(), members.clone()), json!({})));
            assert!(told.data["findings"].to_string().contains(message), "{members}: told while it is typed");
        }
        world.unchanged(&before, true);
        let english = change(&op.in_language("en-US"), "se", &se1, json!({ "shipName": "OTHER" }));
        assert_eq!(english.findings_at("shipName"), ["Operations are finished; Vessel can't be changed."]);
        // Everything else is worked on.
        let open = json!({ "orderRemark": "x", "siCutoff": "2026-07-16 12:00:00", "clearanceDate": "2026-07-15" });
        assert_eq!(change(&op, "se", &se1, open).message, "操作成功");
        done(reopen(&op, "se", &se1));
        put(&op, "se", &se1, json!({ "shipName": "OTHER", "planPieces": 1201 }));
        let lines = log(&op, &stored);
        assert!(lines.contains(&"操作完成：否 -> 是".to_owned()) && lines.contains(&"操作完成：是 -> 否".to_owned()));
        // Stops of the road and the service of other business are fixed alike.
        let lc1 = uuid_of(&op, "lc", "LC-2607150001");
        done(finish(&op, "lc", &lc1));
        let refused = change(&op, "lc", &lc1, json!({ "stops": [] }));
        assert_eq!(refused.findings_at("stops"), ["操作已完成，不能修改装卸点"]);
        let io1 = uuid_of(&op, "io", "IO-2607150001");
        put(&op, "io", &io1, json!({ "finishDate": "2026-07-15" }));
        done(finish(&op, "io", &io1));
        let refused = change(&op, "io", &io1, json!({ "finishDate": null }));
        assert_eq!(refused.findings_at("finishDate"), ["操作已完成，不能修改完成日期"]);
        put(&op, "io", &io1, json!({ "orderRemark": "x" }));
    });
}

#[test]
fn a_time_told_with_a_fraction_of_a_second_is_no_change_of_a_finished_order() {
    with_orders(|world| {
        let op = world.login("op01");
        let se1 = uuid_of(&op, "se", "SE-2607150001");
        let event = json!([{
            "eventID": "1", "eventType": "TRANSPORT", "eventClassifierCode": "ACT", "transportEventTypeCode": "DEPA",
            "eventDateTime": "2026-07-15T01:00:00.250Z", "transportCall": { "UNLocationCode": "CNSHA" },
            "documentReferences": [{ "documentReferenceType": "TRD", "documentReferenceValue": "TSTSHA260701" }],
        }]);
        done(op.upload("/sc/track/import", &[("events.json", event.to_string().as_bytes())]));
        assert_eq!(view(&op, "se", &se1)["actualDeparture"], json!("2026-07-15 09:00:00"));
        done(finish(&op, "se", &se1));
        let remark = |text: &str| change(&op, "se", &se1, json!({ "orderRemark": text }));
        assert_eq!(remark("told").message, "操作成功");
        // Fractions that were stored before are no change either.
        raw(world, "UPDATE order_carriage_detail SET actual_departure = actual_departure + 999");
        raw(world, "UPDATE order_container SET gate_in_time = gate_in_time + 1");
        assert_eq!(remark("stored").message, "操作成功");
        assert_eq!(log(&op, &view(&op, "se", &se1))[0], "订单备注：told -> stored", "nothing else changed");
        for second in ["2026-07-15 08:59:59", "2026-07-15 09:00:01"] {
            let refused = change(&op, "se", &se1, json!({ "actualDeparture": second }));
            assert_eq!(refused.findings_at("actualDeparture"), ["操作已完成，不能修改实际离港 ATD"]);
        }
    });
}

#[test]
fn a_finished_order_keeps_its_charge_weights_whatever_is_decided_later() {
    with_orders(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let figures = json!({
            "planWeight": 1200, "planVolume": 6, "confirmPieces": 40, "confirmWeight": 1200, "confirmVolume": 6,
        });
        let [finished, open] = [(); 2].map(|()| text(&saved(&op, "lc", road(&op)), "orderUuid"));
        let weights = |order: &Json| [&order["planChargeWeight"], &order["confirmChargeWeight"]].map(Json::clone);
        for uuid in [&finished, &open] {
            put(&op, "lc", uuid, figures.clone());
            assert_eq!(weights(&view(&op, "lc", uuid)), [json!(2000), json!(2000)]);
        }
        done(finish(&op, "lc", &finished));
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "lcDivisor": 6000 });
        done(admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": "LC", "values": values })));
        let remark = |uuid: &str| {
            put(&op, "lc", uuid, json!({ "orderRemark": "x" }));
            weights(&view(&op, "lc", uuid))
        };
        assert_eq!(remark(&finished), [json!(2000), json!(2000)]);
        let checked = op.post("/sc/order/lc/check", view(&op, "lc", &finished));
        assert_eq!(weights(&checked.data["computed"]), [json!(2000), json!(2000)]);
        assert_eq!(remark(&open), [json!(1200), json!(1200)], "an open one follows");
        done(reopen(&op, "lc", &finished));
        assert_eq!(remark(&finished), [json!(1200), json!(1200)]);
    });
}

#[test]
fn operations_are_finished_once_by_who_may_and_as_he_saw_the_order() {
    with_orders(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let lc = uuid_of(&op, "lc", "LC-2607150001");
        let path = format!("/sc/order/lc/{lc}");
        let row = view(&op, "lc", &lc)["rowUuid"].clone();
        let (storeman, elsewhere, sales) = (world.login("wh01"), world.login("sh01"), world.login("sales02"));
        let before = world.contents(true);
        for name in ["opFinish", "opCancel"] {
            let call = |caller: &Caller<'_>| caller.put(&format!("{path}/{name}"), json!({ "rowUuid": row }));
            assert_eq!(call(&world.anonymous()).status, 401);
            assert_eq!(call(&storeman).status, 403, "has no button for it");
            assert_eq!(call(&elsewhere).status, 404, "no order of that company");
            assert_eq!(call(&sales).message, "您没有该订单的数据权限");
            let as_sea = op.put(&format!("/sc/order/se/{lc}/{name}"), json!({ "rowUuid": row }));
            assert_eq!(as_sea.status, 404, "of another scope");
        }
        assert_eq!(reopen(&op, "lc", &lc).message, "订单未操作完成");
        let stale = op.put(&format!("{path}/opFinish"), json!({ "rowUuid": "x" }));
        assert_eq!((stale.code, &stale.data["current"]["rowUuid"]), (3, &row));
        world.unchanged(&before, true);
        done(admin.post(&format!("/afbase/order/lease/{lc}"), json!({ "tab": "a" })));
        assert!(finish(&op, "lc", &lc).message.contains("正在编辑该订单"));
        done(admin.delete(&format!("/afbase/order/lease/{lc}?tab=a")));
        let told = done(finish(&op, "lc", &lc));
        assert_eq!((&told["orderCode"], told["rowUuid"] == row), (&json!("LC-2607150001"), false));
        assert_eq!(finish(&op, "lc", &lc).message, "订单已操作完成");
        let listed = op.ok("/sc/order/lc/page?orderCode=LC-2607150001")["records"][0].clone();
        assert_eq!(listed["operationFinished"], json!(true));
        done(reopen(&op, "lc", &lc));
        assert_eq!(view(&op, "lc", &lc)["operationFinished"], json!(false));
        done(moved(&op, "lc", &lc, "cancel", json!({ "reason": "客户取消" })));
        assert_eq!(finish(&op, "lc", &lc).message, "订单已关闭，不能修改");
        assert_eq!(finish(&op, "se", &uuid_of(&op, "se", "SE-2607140001")).message, "订单已财务锁账，不能修改");
    });
}

#[test]
fn finished_orders_of_every_scope_are_locked_after_the_days_of_the_company() {
    with_orders(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let finished = [
            ("ai", "AI-2607150001", json!({ "confirmPieces": 6, "confirmWeight": 150, "confirmVolume": 0.9 })),
            ("se", "SE-2607150002", json!({ "actualDeparture": "2026-07-15 09:00:00" })),
            ("si", "SI-2607150002", json!({})),
            ("te", "TE-2607150002", json!({ "actualDeparture": "2026-07-15 09:00:00" })),
            ("ti", "TI-2607150001", json!({ "confirmPieces": 200, "confirmWeight": 9000, "confirmVolume": 50 })),
            ("lc", "LC-2607150002", json!({})),
            ("io", "IO-2607150001", json!({ "finishDate": "2026-07-15" })),
        ];
        let orders: Vec<(&str, String)> = finished
            .into_iter()
            .map(|(scope, code, members)| {
                let uuid = uuid_of(&op, scope, code);
                put(&op, scope, &uuid, members);
                done(finish(&op, scope, &uuid));
                record(&op, scope, &uuid);
                (scope, uuid)
            })
            .collect();
        // Every company decides for each scope alone: road keeps its orders open, rail waits a day longer.
        for (scope, _) in orders.iter().filter(|(scope, _)| *scope != "lc") {
            let days = if scope.starts_with('t') { 8 } else { 7 };
            let path = format!("/hrs/orgOrderConfig/{}", scope.to_uppercase());
            let version = admin.ok(&path)["version"].clone();
            done(admin.put(&path, json!({ "version": version, "values": { "autoLockDays": days } })));
        }
        let locked = |moment: &str| -> String {
            world.set_clock(moment);
            world.run_jobs();
            let op = world.login("op01");
            let is_locked = |(scope, uuid): &&(&str, String)| view(&op, scope, uuid)["lifecycle"] == "LOCKED";
            orders.iter().filter(is_locked).map(|(scope, _)| *scope).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(locked("2026-07-22 09:59:59"), "", "a moment less than seven days");
        assert_eq!(locked("2026-07-23 09:00:00"), "ai se si io");
        assert_eq!(locked("2026-07-24 09:00:00"), "ai se si te ti io");
        let op = world.login("op01");
        let se = view(&op, "se", &orders[1].1);
        // For the day it counts on: no company here keeps periods.
        let day = text(&se, "expectDeparture");
        assert_eq!(log(&op, &se)[0], format!("操作完成后自动锁账：财务日期 {day}"));
        assert_eq!(reopen(&op, "se", &orders[1].1).message, "订单已财务锁账，不能修改");
        // Opened for a correction it stays open until somebody locks it.
        done(moved(&world.login("fin01"), "se", &orders[1].1, "unlock", json!({})));
        assert_eq!(locked("2026-08-10 09:00:00"), "ai si te ti io");
    });
}

#[test]
fn a_company_whose_orders_cannot_be_locked_keeps_no_other_from_it() {
    with_orders(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let lc = uuid_of(&op, "lc", "LC-2607150001");
        done(finish(&op, "lc", &lc));
        record(&op, "lc", &lc);
        // Two orders of the first scope in another company, whose database takes but one that is locked.
        raw(world, "UPDATE app_user SET admin_role = 'admin' WHERE org_id = 3");
        raw(
            world,
            "UPDATE freight_order SET org_id = 3, business_scope = 'AE', finished_at = 1, income_recorded = 2, cost_recorded = 2 \
             WHERE order_code IN ('IO-2607150001', 'LC-2607150002')",
        );
        raw(world, "CREATE UNIQUE INDEX uq_broken ON freight_order (org_id) WHERE org_id = 3 AND lifecycle = 'LOCKED'");
        for (caller, scope) in [(&world.login("sh01"), "AE"), (&admin, "LC")] {
            let path = format!("/hrs/orgOrderConfig/{scope}");
            let version = caller.ok(&path)["version"].clone();
            done(caller.put(&path, json!({ "version": version, "values": { "autoLockDays": 1 } })));
        }
        world.set_clock("2026-07-17 09:00:00");
        world.run_jobs();
        assert_eq!(view(&world.login("op01"), "lc", &lc)["lifecycle"], json!("LOCKED"));
        let locked = "SELECT COUNT(*) FROM freight_order WHERE org_id = 3 AND lifecycle = 'LOCKED'";
        let rows = world.database(|_, conn| conn.query(&Stmt::Raw(locked.to_owned(), Vec::new())).unwrap());
        assert_eq!(rows[0].get::<i64>(0).unwrap(), 1, "its second order was refused");
    });
}
