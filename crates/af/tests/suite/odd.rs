//! Whatever is sent to a call: it answers with a refusal that says why, is never broken by it, and writes nothing.

use platform::registry::{Body, Operation};
use serde_json::{Value as Json, json};

use super::fixture::*;

fn operations() -> Vec<Operation> {
    [af::room(), awb::room(), track::room()].into_iter().flat_map(|room| room.operations).collect()
}

/// Values no form of the product sends.
fn values() -> Vec<Json> {
    vec![
        json!(null),
        json!({}),
        json!([]),
        json!([null]),
        json!([{}]),
        json!(["x"]),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(9_223_372_036_854_775_807_i64),
        serde_json::from_str("1e400").expect("a number"),
        json!("'; DROP TABLE freight_order; --"),
        json!("\u{0}"),
        json!("x".repeat(10_000)),
    ]
}

const NAMES: [&str; 20] = [
    "orderUuid",
    "rowUuid",
    "hawb",
    "ids",
    "id",
    "text",
    "reason",
    "mode",
    "parts",
    "validity",
    "awbNumber",
    "awbPrintId",
    "orderFileId",
    "start",
    "count",
    "numbers",
    "lines",
    "shipper",
    "confirmed",
    "copies",
];

fn odd() -> Vec<Json> {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let mut bodies = vec![json!(null), json!([]), json!("x"), json!(0), deep];
    for value in values() {
        let mut body = json!({});
        for name in NAMES {
            body[name] = value.clone();
        }
        bodies.push(body);
    }
    bodies.extend(NAMES.map(|name| json!({ name: [{}] })));
    bodies
}

/// Each member of a sound body for once replaced, at the top and one level below.
fn mutations(sound: &Json) -> Vec<Json> {
    let mut all = Vec::new();
    for (name, member) in sound.as_object().expect("an object") {
        for value in [json!({}), json!([{}]), json!([null]), json!(-1), json!(i64::MAX), json!("x".repeat(1_000))] {
            all.push(with(sound.clone(), json!({ name: value })));
        }
        let inside = member.as_object().or_else(|| member.get(0).and_then(Json::as_object));
        for inner in inside.into_iter().flatten().map(|(inner, _)| inner) {
            for value in [json!([]), json!(-1)] {
                let mut changed = sound.clone();
                let place = if member.is_array() { &mut changed[name][0] } else { &mut changed[name] };
                place[inner] = value;
                all.push(changed);
            }
        }
    }
    all
}

#[test]
fn no_member_of_an_order_or_a_waybill_breaks_a_look_at_it() {
    with_orders(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let e1 = uuid_of(&op, "AE-2607150001");
        let order = view(&op, &e1);
        let form = super::papers::priced(&admin, &e1);
        let before = world.contents(true);
        for (path, sound) in [("/afbase/order/check", order), ("/afbase/awbPrint/check", form)] {
            for body in mutations(&sound) {
                let reply = admin.post(path, body.clone());
                assert!(reply.status < 500, "{path}: {} {}", reply.message, body);
            }
        }
        assert!(before == world.contents(true), "{}: a look wrote something", world.database);
    });
}

#[test]
fn a_character_no_database_keeps_never_breaks_a_save() {
    with_orders(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let (e1, e2) = (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"));
        let nul = "A\u{0}B";
        let mut form = super::papers::priced(&admin, &e1);
        for name in ["osi", "shippingMarks", "shipperSignature", "issueAgentName"] {
            form[name] = json!(nul);
        }
        form["lines"][0]["goodsNameEn"] = json!(nul);
        let texts = json!({ "goodsNameCn": nul, "orderRemark": nul, "internalNumber": nul, "customerNumber": nul,
            "parties": { "notify": { "scName": nul } }, "services": { "pickUp": { "enabled": true, "remark": nul } } });
        let hawb = json!({ "hawbNumber": "HZ1", "pieces": 1, "weight": 1, "goodsNameCn": nul, "remark": nul });
        let event = json!({ "awbNumber": "990-12345675", "code": "RCS", "airport": "PVG",
            "eventTime": "2026-07-15 09:30:00", "remark": nul });
        let row = json!({ "orderUuid": e2, "rowUuid": view(&op, &e2)["rowUuid"], "reason": "其他", "remark": nul });
        let number = admin.ok("/afbase/awb/page?awbNumber=990-12345701")["records"][0]["id"].clone();
        let receipt = json!({ "prefix": "990", "awbFromType": "一级代理", "receiveDate": "2026-07-15", "kind": "中性",
            "awbFromId": pick(&op, "coop?keyword=GYS001", "GYS001"), "start": "12345734", "count": 1, "remark": nul });
        for reply in [
            change(&op, &e2, texts.clone()),
            op.post("/afbase/order/doSave", with(example(&op), texts)),
            op.post("/afbase/hawb/doSave", json!({ "orderUuid": e2, "hawb": hawb })),
            op.post("/afbase/order/note", json!({ "orderUuid": e2, "text": nul })),
            op.upload(&format!("/afbase/file/upload?orderUuid={e2}"), &[("a%00b.txt", b"x")]),
            admin.post("/afbase/awbPrint/mawb", form),
            admin.post("/afbase/track/doSave", event),
            admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": e1, "receiver": nul })),
            admin.post("/afbase/awb/doLock", json!({ "ids": [number], "reason": nul })),
            admin.post("/afbase/awb/saveReceipt", receipt),
            op.get("/afbase/order/page?coopName=A%00B"),
            op.get("/afbase/order/checkOrderExist?businessScope=AE&orderCode=&internalNumber=A%00B"),
            op.put("/afbase/order/cancel", row),
        ] {
            assert!(reply.status < 500, "{}: {} {}", world.database, reply.message, reply.data);
        }
        // Every text that stayed can be read again.
        assert_eq!(op.get(&format!("/afbase/order/view/{e2}")).code, 0);
    });
}

#[test]
fn no_call_is_broken_by_what_it_is_sent() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let bodies = odd();
        for operation in operations() {
            let method = operation.method.name().to_uppercase();
            for part in ["1", "x", "-1", "99999999999999999999", "%00", "%E8%BF%90", "0123456789abcdef0123456789abcdef"]
            {
                let filled = |piece: &str| if piece.starts_with('{') { part.to_owned() } else { piece.to_owned() };
                let path = operation.path.split('/').map(filled).collect::<Vec<_>>().join("/");
                let query: Vec<String> = operation.params.iter().map(|(name, _)| format!("{name}={part}")).collect();
                let path = format!("{path}?{}", query.join("&"));
                let reply = admin.call(&method, &path, json!({}));
                assert!(reply.status < 500, "{} {path}: {} {}", operation.id, reply.status, reply.message);
                if !operation.path.contains('{') && query.is_empty() {
                    break;
                }
            }
            if operation.body == Body::None {
                continue;
            }
            let path =
                operation.path.replace("{orderUuid}", "0123456789abcdef0123456789abcdef").replace("{awbPrintId}", "1");
            for body in &bodies {
                let reply = admin.call(&method, &path, body.clone());
                let sent: String = body.to_string().chars().take(200).collect();
                assert!(reply.status < 500, "{} {sent}: {} {}", operation.id, reply.status, reply.message);
                assert!(!reply.message.is_empty(), "{} {sent}", operation.id);
            }
        }
        let after = world.contents(false);
        let new: Vec<&String> = after.iter().filter(|row| !before.contains(row)).collect();
        assert!(new.is_empty() && before.len() == after.len(), "{}: {new:#?}", world.database);
    });
}

#[test]
fn no_list_is_broken_by_its_parameters() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let rooms = [af::room(), awb::room(), track::room()];
        for list in rooms.into_iter().flat_map(|room| room.lists) {
            for filter in list.filters {
                for value in
                    ["%00", "%27", "%25", "_", "-1", "~", "a~b", "9999-99-99~", "99999999999999999999", "%E8%BF%90,"]
                {
                    for call in ["page", "total"] {
                        let path = format!("{}/{call}?{}={value}", list.base, filter.name);
                        let reply = admin.get(&path);
                        assert!(reply.status < 500, "{path}: {} {}", reply.status, reply.message);
                    }
                }
            }
            for query in
                ["current=0", "current=-1", "size=x", "current=99999999999999999999", "cursor=x", "sort=,", "sort=id"]
            {
                let reply = admin.get(&format!("{}/page?{query}", list.base));
                assert!(reply.status < 500, "{} {query}: {}", list.path, reply.message);
            }
        }
    });
}
