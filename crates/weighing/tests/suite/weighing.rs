use platform::registry::Room;
use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from};

use crate::orders::*;

const BASE: &str = "/afbase/cargoWeighing";
/// HZ01, a cargo station, and KF01, a storehouse.
const HZ01: i64 = 7501;
const KF01: i64 = 7502;

fn rooms() -> Vec<Room> {
    vec![weighing::room(), base::room()]
}

fn lay(world: &World) {
    lay_base(world);
    lay_orders(world);
    world.database(|_, conn| {
        for (id, code, name, kind) in [(HZ01, "HZ01", "测试货站", 1), (KF01, "KF01", "测试库房", 2)] {
            let cells = [
                ("id", Value::Int(id)),
                ("warehouse_code", code.into_value()),
                ("name_cn", name.into_value()),
                ("warehouse_type", Value::Int(kind)),
                ("for_export", Value::Bool(true)),
                ("for_import", Value::Bool(true)),
                ("supervised", Value::Bool(kind == 1)),
                ("address_cn", "浦东机场".into_value()),
                ("active", Value::Bool(true)),
                ("version", Value::Int(1)),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
                ("updated_by", Value::Int(1)),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "warehouse", &cells);
        }
    });
}

/// GB-2607150001 of the fixture, with other members.
fn weighing(more: Json) -> Json {
    let mut body = json!({
        "awbNumber": "99012345675", "terminalId": HZ01.to_string(), "weighTime": "2026-07-15 09:00:00",
        "pieces": 12, "weight": 503.0, "volume": 3.95, "measure": "100*60*55/11;80*80*50/1",
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("{BASE}/page?{query}"))["records"].as_array().unwrap().clone()
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, lay, |world| {
        done(world.login("demo-admin").post(BASE, weighing(json!({}))));
        world.standard_suite("weighing");
    });
}

#[test]
fn a_weighing_stands_beside_what_the_orders_say() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = |weight: f64| {
            let saved = done(admin.post(BASE, weighing(json!({ "weight": weight }))));
            let row = rows(&admin, "")[0].clone();
            assert_eq!(row["id"], saved["id"]);
            (row["state"].clone(), row["offWeight"].clone())
        };
        let first = told(503.0);
        let row = rows(&admin, "")[0].clone();
        assert_eq!(row["weighingCode"], "GB-2607150001");
        assert_eq!((&row["awbNumber"], &row["terminalName"]), (&json!("990-12345675"), &json!("测试货站")));
        assert_eq!(
            (&row["expectedPieces"], &row["expectedWeight"], &row["expectedVolume"]),
            (&json!(12), &json!(500), &json!(3.95))
        );
        assert_eq!((&row["offPieces"], &row["offVolume"]), (&json!(0), &json!(0)));
        assert_eq!(first, (json!("DIFFERS"), json!(3)));
        assert_eq!(told(500.0), (json!("SAME"), json!(0)));
        assert_eq!(told(515.0), (json!("DIFFERS"), json!(15)), "3 % is inside");
        assert_eq!(told(515.1), (json!("OUTSIDE"), json!(15.1)));
        assert_eq!(told(485.0).0, "DIFFERS");
        assert_eq!(told(484.9).0, "OUTSIDE");
        let with = |more: Json| {
            done(admin.post(BASE, weighing(more)));
            rows(&admin, "")[0]["state"].clone()
        };
        assert_eq!(with(json!({ "weight": 500, "pieces": 11 })), "OUTSIDE");
        assert_eq!(with(json!({ "weight": 500, "volume": 4.345 })), "DIFFERS", "10 % is inside");
        assert_eq!(with(json!({ "weight": 500, "volume": 4.346 })), "OUTSIDE");
        let alone = weighing(json!({ "awbNumber": "990-12345723", "weighTime": "2026-07-15 09:30:00" }));
        done(admin.post(BASE, alone));
        assert_eq!(rows(&admin, "state=OPEN").len(), 1, "a number no order has");
        assert_eq!(rows(&admin, "state=OUTSIDE")[0]["awbNumber"], "990-12345675");
        assert_eq!(rows(&admin, "orderCode=2607150001&isCurrent=true").len(), 1);
        assert_eq!((rows(&admin, "coopName=KH001").len(), rows(&admin, "terminalId=7502").len()), (0, 0));
    });
}

#[test]
fn a_house_is_weighed_against_its_own_figures() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(
            BASE,
            weighing(json!({ "hawbNumber": "ha001", "pieces": 5, "weight": 206, "volume": null, "measure": null })),
        ));
        let row = rows(&admin, "hawbNumber=HA001")[0].clone();
        assert_eq!(
            (&row["expectedPieces"], &row["expectedWeight"], &row["offWeight"]),
            (&json!(5), &json!(200), &json!(6))
        );
        assert_eq!((&row["state"], &row["volume"]), (&json!("DIFFERS"), &Json::Null));
    });
}

#[test]
fn the_people_of_an_order_learn_what_is_outside_the_tolerance() {
    each_database_from(rooms, lay, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let told = || {
            let page = op.ok("/prm/message?size=50");
            let rows = page["records"].as_array().unwrap().clone();
            rows.into_iter().filter(|row| row["title"].as_str().unwrap().contains("入库异常")).collect::<Vec<_>>()
        };
        let saved = done(admin.post(BASE, weighing(json!({ "weight": 515 }))));
        assert_eq!(told().len(), 0, "3 % is inside");
        let path = format!("{BASE}/{}", saved["id"].as_str().unwrap());
        let change = |more: Json| {
            let version = admin.ok(&path)["version"].clone();
            let mut body = more;
            body["version"] = version;
            done(admin.put(&path, body))
        };
        change(json!({ "weight": 515.1 }));
        let rows = told();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0]["refNo"], "AE-2607150001");
        let content = rows[0]["content"].as_str().unwrap();
        assert!(content.contains("货站过磅毛重 515.1（订单 500.0）"), "{content}");
        change(json!({ "remark": "已复核" }));
        assert_eq!(told().len(), 1, "the figures are as they were");
        // An older weighing says nothing of the cargo as it is.
        done(admin.post(BASE, weighing(json!({ "weight": 600, "weighTime": "2026-07-15 08:00:00" }))));
        assert_eq!(told().len(), 1);
    });
}

#[test]
fn what_is_wrong_with_a_weighing_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| testkit::findings(&admin.post(BASE, weighing(more)));
        let one = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        assert_eq!(say(json!({ "awbNumber": "990-12345670" }))[0].0, "awbNumber");
        assert_eq!(say(json!({ "weighTime": "2026-07-15 10:00:01" })), one("weighTime", "过磅时间不能晚于当前时间"));
        assert_eq!(say(json!({ "terminalId": "4711" })), one("terminalId", "货站不存在或已停用"));
        assert_eq!(
            say(json!({ "measure": "100*60*55/11;80*80" })),
            one("measure", "第2组尺寸不正确，格式为长*宽*高/件数，多组用;分隔")
        );
        assert_eq!(say(json!({ "hawbNumber": "HA-1" })), one("hawbNumber", "分单号只能包含字母和数字"));
        let none =
            say(json!({ "awbNumber": "", "pieces": null, "weight": null, "terminalId": null, "weighTime": null }));
        assert_eq!(none.len(), 5, "{none:?}");
        world.unchanged(&before, true);
        let now = done(admin.post(
            BASE,
            weighing(json!({ "weighTime": "2026-07-15 10:00:00", "measure": "100*60*55/11", "volume": null })),
        ));
        assert_eq!(now["volume"], json!(3.63), "of the sizes");
        assert_eq!(now["findings"][0]["message"], "尺寸件数11与件数12不一致");
    });
}

#[test]
fn the_newest_of_a_station_is_current() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let add = |time: &str, more: Json| {
            let mut body = weighing(json!({ "weighTime": format!("2026-07-15 {time}") }));
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            done(admin.post(BASE, body))["id"].as_str().unwrap().to_owned()
        };
        let codes = |query: &str| {
            let shown = rows(&admin, query);
            shown.iter().map(|row| row["weighingCode"].as_str().unwrap()[9..].to_owned()).collect::<Vec<_>>()
        };
        let second = add("09:00:00", json!({}));
        add("08:00:00", json!({}));
        assert_eq!(codes("isCurrent=true"), ["0001"], "the later one stays");
        let third = add("09:30:00", json!({}));
        assert_eq!((codes("isCurrent=true"), codes("isCurrent=false").len()), (vec!["0003".to_owned()], 2));
        add("07:00:00", json!({ "terminalId": KF01.to_string() }));
        assert_eq!(codes("isCurrent=true"), ["0003", "0004"], "each station has its own");
        assert_eq!(admin.delete(&format!("{BASE}/{third}?version=1")).code, 0);
        assert_eq!(codes("isCurrent=true"), ["0001", "0004"], "the one before stands in");
        let later = json!({ "weighTime": "2026-07-15 06:00:00", "version": 1 });
        done(admin.put(&format!("{BASE}/{second}"), later));
        assert_eq!(codes("isCurrent=true"), ["0002", "0004"]);
    });
}

#[test]
fn weighings_of_orders_a_caller_may_not_see_are_hidden() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = done(admin.post(BASE, weighing(json!({}))))["id"].as_str().unwrap().to_owned();
        assert_eq!(world.login("superAdmin").get(&format!("{BASE}/{id}")).status, 404, "another company");
        let op = world.login("op01");
        assert_eq!(rows(&op, "").len(), 1);
        world.database(|_, conn| {
            let other = [("sales_id", Value::Int(1)), ("operator_id", Value::Int(1)), ("created_by", Value::Int(1))];
            let mut update = platform::store::sql::update(DEMO, "freight_order", &other);
            update.and_where(platform::store::sql::eq("awb_number", "990-12345675"));
            conn.exec(&update.into()).unwrap();
        });
        assert_eq!((rows(&op, "").len(), op.get(&format!("{BASE}/{id}")).status), (0, 404));
        let put = op.put(&format!("{BASE}/{id}"), weighing(json!({ "version": 1 })));
        assert_eq!((put.status, op.delete(&format!("{BASE}/{id}?version=1")).status), (404, 404));
        assert_eq!(rows(&admin, "").len(), 1);
    });
}
