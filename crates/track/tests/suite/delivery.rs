//! Delivery notices as the desk makes, sends, receives and ends them.

use platform::registry::{Node, Room};
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with, findings, refused};

use crate::orders::*;

pub const BASE: &str = "/afbase/deliveryNotice";
pub const HZ01: i64 = 5101;
pub const KF01: i64 = 5102;
pub const KF02: i64 = 5103;
pub const FB01: i64 = 5104;

pub fn rooms() -> Vec<Room> {
    let mut orders = Room::new("orders");
    orders.nodes = vec![Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10)];
    vec![track::room(), orders]
}

/// The orders and warehouses of the fixture; X9101 leaves at 12:30, and HZ01 takes cargo until four hours before.
pub fn lay(world: &World) {
    lay_base(world);
    lay_orders(world);
    world.database(|_, conn| {
        let gate = (Some(121_805_000i64), Some(31_150_000i64));
        for (id, code, name, kind, station, degrees) in [
            (HZ01, "HZ01", "测试货站", 1i64, "PVG", gate),
            (KF01, "KF01", "测试库房", 2, "PVG", gate),
            (KF02, "KF02", "北京库房", 2, "PEK", (None, None)),
            (FB01, "FB01", "测试分拨库", 3, "PVG", gate),
        ] {
            let cells = [
                ("id", Value::Int(id)),
                ("warehouse_code", code.into_value()),
                ("name_cn", name.into_value()),
                ("warehouse_type", Value::Int(kind)),
                ("ap_code", station.into_value()),
                ("for_export", Value::Bool(kind != 3)),
                ("for_import", Value::Bool(kind != 2)),
                ("supervised", Value::Bool(kind != 2)),
                ("address_cn", "测试路1号".into_value()),
                ("longitude", degrees.0.into_value()),
                ("latitude", degrees.1.into_value()),
                ("contact", "仓库一".into_value()),
                ("phone", "021-60000000".into_value()),
                ("open_hours", "08:00-20:00".into_value()),
                ("receive_cutoff", Value::Int(240)),
                ("delivery_guide", "请携带送货单".into_value()),
                ("active", Value::Bool(true)),
                ("version", Value::Int(1)),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
                ("updated_by", Value::Int(1)),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "warehouse", &cells);
        }
        let departure = kernel::Instant::parse("2026-07-18 12:30:00").unwrap();
        let mut legs = sql::update(DEMO, "order_leg", &[("etd", departure.into_value())]);
        conn.exec(&legs.and_where(sql::eq("flight_no", "X9101")).to_owned().into()).unwrap();
        let contact = [
            ("id", Value::Int(9101)),
            ("coop_id", Value::Int(KH001)),
            ("name", "客户联系人".into_value()),
            ("email", "shipper@example.com".into_value()),
            ("is_main", Value::Bool(true)),
        ];
        put(conn, DEMO, "coop_contact", &contact);
    });
    place(world, 6001, "departure_storehouse", "KF01");
}

/// Names a place on an order.
pub fn place(world: &World, order: i64, column: &'static str, name: &str) {
    set(world, "order_air_detail", order, column, name.into_value());
}

/// Changes a cell.
pub fn set(world: &World, table: &'static str, id: i64, column: &'static str, value: Value) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, table, &[(column, value)]);
        conn.exec(&update.and_where(sql::eq("id", id)).to_owned().into()).unwrap();
    });
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// A notice of an order; the place is the order's.
pub fn make(caller: &Caller<'_>, order: i64, flag: &str, more: Json) -> Reply {
    let mut body = json!({ "orderId": order.to_string(), "flag": flag });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(BASE, body)
}

/// The notice of E1 at KF01, by its id.
pub fn made(caller: &Caller<'_>) -> String {
    text(&done(make(caller, 6001, "storehouse", json!({ "receiptDate": "2026-07-16" })))["id"]).to_owned()
}

pub fn look(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{BASE}/{id}"))
}

/// A move in the present version.
pub fn act(caller: &Caller<'_>, id: &str, way: &str, more: Json) -> Reply {
    let mut body = json!({ "version": look(caller, id)["version"] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(&format!("{BASE}/{id}/{way}"), body)
}

/// The code of the link of a notice.
pub fn code(caller: &Caller<'_>, id: &str) -> String {
    let link = done(caller.post(&format!("{BASE}/{id}/link"), json!({})));
    text(&link["url"]).rsplit("code=").next().unwrap().to_owned()
}

/// The functions of the log lines, newest first.
pub fn functions(caller: &Caller<'_>, id: &str) -> Vec<String> {
    let page = caller.ok(&format!("/hrs/log/page?objectType=delivery_notice&objectId={id}"));
    page["records"].as_array().unwrap().iter().map(|line| text(&line["function"]).to_owned()).collect()
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

#[test]
fn the_page_passes_the_standard_suite() {
    each_database_from(rooms, lay, |world| {
        made(&world.login("demo-admin"));
        world.standard_suite("track");
    });
}

#[test]
fn an_order_proposes_its_notice() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let ask = |query: &str| admin.ok(&format!("{BASE}/propose?{query}"));
        let told = ask(&format!("orderUuid={E1}&flag=storehouse"));
        for (name, value) in [
            ("orderId", json!("6001")),
            ("flag", json!("storehouse")),
            ("warehouseId", json!(KF01.to_string())),
            ("warehouseName", json!("测试库房")),
            ("placeId", json!(KF01.to_string())),
            ("latestTime", json!("2026-07-18 08:30:00")),
            ("pieces", json!(12)),
            ("weight", json!(480)),
            ("volume", json!(3.6)),
            ("goodsName", json!("灯具")),
            ("packageType", json!("纸箱（CTNS）")),
            ("receivers", json!("shipper@example.com")),
            ("orderCode", json!("AE-2607150001")),
            ("route", json!("PVG-FRA")),
            ("coopName", json!("客户甲")),
            ("lacking", Json::Null),
            ("live", Json::Null),
        ] {
            assert_eq!(told[name].to_string(), value.to_string(), "{name}");
        }
        assert_eq!(ask("orderId=6001")["flag"], "storehouse", "it names no terminal");
        let chosen = ask(&format!("orderId=6002&warehouseId={HZ01}"));
        assert_eq!((&chosen["flag"], &chosen["lacking"]), (&json!("warehouse"), &Json::Null));
        assert_eq!((&chosen["latestTime"], &chosen["placeId"]), (&json!("2026-07-18 08:30:00"), &Json::Null));
        assert_eq!(ask("orderId=6002&flag=warehouse")["lacking"], "未选择交货货站");
        assert_eq!(ask("orderId=6002&flag=storehouse")["lacking"], "未选择操作库房");
        place(world, 6003, "departure_storehouse", "北京库房");
        let e3 = ask("orderId=6003&flag=storehouse");
        assert_eq!(
            (&e3["lacking"], &e3["latestTime"]),
            (&json!("库房未维护定位信息"), &Json::Null),
            "no departure time"
        );
        let english = admin.in_language("en-US").ok(&format!("{BASE}/propose?orderId=6003&flag=storehouse"));
        assert_eq!(english["lacking"], "The position of the warehouse is not known.");
        let offered = |role: &str| {
            let offers = admin.ok(&format!("/platform/select/noticeWarehouse?role={role}"));
            offers.as_array().unwrap().iter().map(|offer| text(&offer["hint"]).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            (offered("warehouse"), offered("storehouse")),
            (vec!["HZ01".into()], vec!["KF01".into(), "KF02".into()])
        );
        let id = made(&admin);
        let live = ask("orderId=6001&flag=storehouse")["live"].clone();
        assert_eq!(live, json!({ "id": id, "noticeCode": "SH-2607150001" }));
        assert_eq!(admin.get(&format!("{BASE}/propose?orderId=6001&flag=x")).status, 400);
        assert_eq!(admin.get(&format!("{BASE}/propose?flag=warehouse")).status, 404);
        set(world, "freight_order", 6002, "lifecycle", "CLOSED".into_value());
        refused(&admin.get(&format!("{BASE}/propose?orderId=6002")), "订单已关闭");
        assert_eq!(world.login("sh01").get(&format!("{BASE}/propose?orderId=6001")).status, 404);
        assert_eq!(world.login("nobody").get(&format!("{BASE}/propose?orderId=6001")).status, 403);
    });
}

#[test]
fn a_notice_takes_what_its_order_says_and_keeps_what_is_written() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let more = json!({ "receiptDate": "2026-07-18", "slot": "08:00-09:00", "plateNo": "沪a12345", "pieces": 10,
            "goodsName": null, "receivers": "a@example.com；b@example.com", "driverPhone": "13800001234" });
        let id = text(&done(make(&admin, 6001, "storehouse", more))["id"]).to_owned();
        let seen = look(&admin, &id);
        for (name, value) in [
            ("noticeCode", json!("SH-2607150001")),
            ("state", json!("UNSENT")),
            ("warehouseName", json!("测试库房")),
            ("latestTime", json!("2026-07-18 08:30:00")),
            ("plateNo", json!("沪A12345")),
            ("pieces", json!(10)),
            ("weight", json!(480)),
            ("goodsName", Json::Null),
            ("packageType", json!("纸箱（CTNS）")),
            ("receivers", json!("a@example.com; b@example.com")),
            ("driverPhone", json!("13800001234")),
            ("views", json!(0)),
            ("coopName", json!("客户甲")),
        ] {
            assert_eq!(seen[name].to_string(), value.to_string(), "{name}");
        }
        let row = admin.ok(&format!("{BASE}/page?orderCode=AE-2607150001&warehouseId={KF01}&plateNo=12345"));
        let row = &row["records"][0];
        assert_eq!((text(&row["warehouseName"]), text(&row["driverPhone"])), ("测试库房", "****1234"));
        assert_eq!((&row["waiting"], &row["coopName"]), (&Json::Null, &json!("客户甲")));
        let can = ["af-order-notice", "af-notice-send", "af-notice-arrive", "af-notice-void"];
        assert_eq!(row["can"], json!(can));
        assert_eq!(admin.ok(&format!("{BASE}/page?warehouseId={HZ01}"))["total"], 0);
        // Its own latest arrival stays, and a later hour is worth a warning.
        let change = json!({ "version": 1, "slot": "09:00-10:00", "latestTime": "2026-07-18 08:00:00" });
        let saved = done(admin.put(&format!("{BASE}/{id}"), change));
        assert_eq!(saved["findings"][0]["message"], "晚于最晚到货时间2026-07-18 08:00", "{saved}");
        assert_eq!(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1 })).code, 3);
        // Another warehouse has another latest arrival, unless it is said.
        set(world, "warehouse", KF02, "receive_cutoff", Value::Int(60));
        for column in ["longitude", "latitude"] {
            set(world, "warehouse", KF02, column, Value::Int(40_000_000));
        }
        let saved = done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 2, "warehouseId": KF02.to_string() })));
        assert_eq!(saved["latestTime"], "2026-07-18 11:30:00");
        let said = json!({ "version": 3, "warehouseId": KF01.to_string(), "latestTime": "2026-07-18 07:00:00" });
        assert_eq!(done(admin.put(&format!("{BASE}/{id}"), said))["latestTime"], "2026-07-18 07:00:00");
        assert_eq!(functions(&admin, &id), ["修改", "修改", "修改", "新增"]);
    });
}

#[test]
fn what_is_wrong_with_a_notice_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let before = world.contents(true);
        let say = |order: i64, flag: &str, more: Json| findings(&make(&admin, order, flag, more));
        assert_eq!(say(6002, "warehouse", json!({})), one("warehouseId", "未选择交货货站"));
        assert_eq!(say(6002, "storehouse", json!({})), one("warehouseId", "未选择操作库房"));
        let at = |warehouse: i64| json!({ "warehouseId": warehouse.to_string() });
        assert_eq!(say(6003, "storehouse", at(KF02)), one("warehouseId", "库房未维护定位信息"));
        assert_eq!(say(6002, "storehouse", at(HZ01)), one("warehouseId", "请选择出口库房"));
        assert_eq!(say(6002, "warehouse", at(KF01)), one("warehouseId", "请选择出口货站"));
        assert_eq!(say(6002, "warehouse", at(FB01)), one("warehouseId", "请选择出口货站"));
        assert_eq!(say(6002, "warehouse", at(4711)), one("warehouseId", "货站库房不存在"));
        assert_eq!(say(4711, "warehouse", at(HZ01)), one("orderId", "订单不存在"));
        assert_eq!(say(6001, "storehouse", json!({})), one("flag", "该订单已有送货通知SH-2607150001"));
        let many = json!({ "warehouseId": HZ01.to_string(), "slot": "08:00-08:30", "receivers": "a@x.com;b@",
            "remark": "x".repeat(301), "pieces": 0, "language": "fr" });
        let said: Vec<String> = say(6002, "warehouse", many).into_iter().map(|(field, _)| field).collect();
        assert_eq!(said, ["slot", "pieces", "remark", "language", "receivers"]);
        assert_eq!(
            say(6002, "warehouse", json!({ "warehouseId": HZ01.to_string(), "slot": "08:00-09:00" })),
            one("receiptDate", "请先填写预计到货日期")
        );
        assert_eq!(say(6002, "x", at(HZ01)), one("flag", "送往选项不存在"));
        world.unchanged(&before, true);
        set(world, "warehouse", HZ01, "longitude", Value::Null);
        assert_eq!(say(6002, "warehouse", at(HZ01)), one("warehouseId", "货站未维护定位信息"));
        set(world, "warehouse", KF01, "active", Value::Bool(false));
        assert_eq!(say(6002, "storehouse", at(KF01)), one("warehouseId", "请选择出口库房"));
        // One that went out of use since is no reason to refuse a remark.
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "remark": "x".repeat(300) })));
    });
}

#[test]
fn trucks_that_arrive_at_a_warehouse_are_numbered_each_day() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let at = |warehouse: i64| json!({ "warehouseId": warehouse.to_string(), "driverPhone": "13800001234" });
        let id = |order, flag, warehouse| text(&done(make(&admin, order, flag, at(warehouse)))["id"]).to_owned();
        let (first, second) = (id(6001, "storehouse", KF01), id(6002, "storehouse", KF01));
        let (other, later) = (id(6002, "warehouse", HZ01), id(6003, "storehouse", KF01));
        let now = json!({ "plateNo": "沪a00001", "driverName": "王师傅", "arriveTime": "2026-07-15 09:30:00" });
        let arrive =
            |caller: &Caller<'_>, id: &str| text(&done(act(caller, id, "arrive", now.clone()))["queueNo"]).to_owned();
        let before = world.contents(true);
        let say = |more: Json| findings(&act(&admin, &first, "arrive", more));
        assert_eq!(
            say(json!({})),
            [("plateNo".to_owned(), "请填写车牌".to_owned()), ("arriveTime".to_owned(), "请填写到达时间".to_owned())]
        );
        let ahead = json!({ "plateNo": "沪A1", "arriveTime": "2026-07-15 10:00:01" });
        assert_eq!(say(ahead), one("arriveTime", "时间不能晚于现在"));
        world.unchanged(&before, true);
        assert_eq!([&first, &second, &other].map(|id| arrive(&admin, id)), ["A001", "A002", "A001"]);
        let seen = look(&admin, &first);
        assert_eq!((text(&seen["state"]), text(&seen["plateNo"])), ("ARRIVED", "沪A00001"));
        assert_eq!(text(&seen["driverPhone"]), "13800001234", "a phone that is not typed again stays");
        let rows = admin.ok(&format!("{BASE}/page?state=ARRIVED"));
        assert!(rows["records"].as_array().unwrap().iter().all(|row| row["waiting"] == 30), "{rows}");
        refused(&act(&admin, &first, "arrive", now.clone()), "送货通知已到达，不能进行此操作");
        refused(&act(&admin, &later, "receive", json!({})), "送货通知未发送，不能进行此操作");
        world.set_clock("2026-07-15 10:20:00");
        done(act(&admin, &first, "receive", json!({})));
        world.set_clock("2026-07-16 08:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(arrive(&admin, &later), "A001", "a new day");
        let waited = |id: &str| {
            let page = admin.ok(&format!("{BASE}/page?noticeCode={}", text(&look(&admin, id)["noticeCode"])));
            page["records"][0]["waiting"].clone()
        };
        assert_eq!((waited(&first), waited(&second)), (json!(50), json!(22 * 60 + 30)));
        assert_eq!(functions(&admin, &first), ["确认收货", "到货登记", "新增"]);
        for way in ["arrive", "receive", "void", "sent"] {
            let reason = if way == "void" { json!({ "reason": "x" }) } else { json!({}) };
            refused(&act(&admin, &first, way, reason), "送货通知已收货，不能进行此操作");
        }
        refused(&admin.put(&format!("{BASE}/{first}"), json!({ "version": 3 })), "送货通知已收货，不能修改");
    });
}

#[test]
fn a_void_notice_gives_way_to_another() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        assert_eq!(findings(&act(&admin, &id, "void", json!({}))), one("reason", "请填写作废原因"));
        let long = json!({ "reason": "x".repeat(201) });
        assert_eq!(findings(&act(&admin, &id, "void", long)), one("reason", "作废原因不能超过200个字符"));
        done(act(&admin, &id, "void", json!({ "reason": "改送货站" })));
        assert_eq!(look(&admin, &id)["voidReason"], "改送货站");
        refused(&act(&admin, &id, "void", json!({ "reason": "x" })), "送货通知已作废，不能进行此操作");
        refused(&admin.post(&format!("{BASE}/{id}/link"), json!({})), "送货通知已作废，不能进行此操作");
        let next = done(make(&admin, 6001, "storehouse", json!({})));
        assert_eq!(text(&next["noticeCode"]), "SH-2607150002");
        let calls = (0..3).map(|_| {
            let client = admin.client();
            let body = json!({ "orderId": "6001", "flag": "warehouse", "warehouseId": HZ01.to_string() });
            async move { client.call("POST", BASE, body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "of three at once one is made");
    });
}

// req: settings-open-mail-effects
#[test]
fn a_notice_is_mailed_with_its_link_and_copies_go_to_whom_the_sender_chose() {
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let path = format!("{BASE}/{id}/send");
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "receivers": "shipper@example.com" })));
        let colleague = user_id(world, "op01");
        set(world, "app_user", colleague, "email", "op01@example.com".into_value());
        let (me, gone) = (user_id(world, "demo-admin"), user_id(world, "sales01"));
        set(world, "app_user", gone, "user_status", Value::Int(0));
        let settings = json!({ "sendGoodsNotifyCcUser": [colleague.to_string(), gone.to_string()] }).to_string();
        world.database(|_, conn| {
            let cells = [
                ("user_id", Value::Int(me)),
                ("order_edit_new_page", Value::Bool(false)),
                ("order_save_close_page", Value::Bool(false)),
                ("settings", settings.into_value()),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "user_extend", &cells);
        });
        let draft = admin.ok(&format!("{BASE}/{id}/letter"));
        assert_eq!((&draft["to"], &draft["cc"]), (&json!(["shipper@example.com"]), &json!(["op01@example.com"])));
        assert_eq!(draft["subject"], "送货通知 SH-2607150001 990-12345675");
        for words in ["12 PCS / 480.0 KG / 3.600 CBM", "测试库房 测试路1号", "最晚到货：2026-07-18 08:30", "PVG-FRA"]
        {
            assert!(text(&draft["content"]).contains(words), "{words}: {draft}");
        }
        refused(&admin.post(&path, draft.clone()), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let say = |member: &str, value: Json| {
            let mut body = draft.clone();
            body[member] = value;
            findings(&admin.post(&path, body))
        };
        assert_eq!(say("to", json!([" "])), one("to", "收件人不能为空"));
        assert_eq!(say("to", json!(["a@"])), one("to", "邮箱格式不正确：a@"));
        assert_eq!(say("subject", json!(" ")), one("subject", "邮件标题不能为空"));
        assert_eq!(say("content", json!("")), one("content", "邮件内容不能为空"));
        assert_eq!(look(&admin, &id)["state"], "UNSENT");
        let mut body = draft.clone();
        body.as_object_mut().unwrap().remove("cc");
        assert_eq!(done(admin.post(&path, body))["state"], "SENT");
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["shipper@example.com", "op01@example.com"]);
        let words = mail.text();
        let address = format!("/externalOrderDeliveryNotice?o=af{E1}&flag=storehouse&code={}", code(&admin, &id));
        assert!(words.contains(&address), "{words}");
        assert!(words.contains("本链接2026-08-16前有效"), "{words}");
        assert!(words.contains("mlat=31.150000&mlon=121.805000"), "{words}");
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["sentTo"]), text(&seen["sentTime"])), ("shipper@example.com", "2026-07-15 10:00:00"));
        assert_eq!(functions(&admin, &id)[0], "发送");
        let logged = admin.ok("/hrs/mailLog/page");
        assert_eq!(logged["records"][0]["kind"], "送货通知", "{logged}");
        refused(&act(&admin, &id, "sent", json!({})), "送货通知已发送，不能进行此操作");
        // Others get theirs in their own language.
        let english = text(
            &done(make(
                &admin,
                6001,
                "warehouse",
                json!({ "warehouseId": HZ01.to_string(),
            "language": "en-US" }),
            ))["id"],
        )
        .to_owned();
        let draft = admin.ok(&format!("{BASE}/{english}/letter"));
        assert_eq!(draft["subject"], "Delivery notice SH-2607150002 990-12345675");
        done(act(&admin, &english, "sent", json!({})));
        assert_eq!(look(&admin, &english)["state"], "SENT");
    });
}

#[test]
fn a_link_is_told_again_until_it_was_stopped() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let link = done(admin.post(&format!("{BASE}/{id}/link"), json!({})));
        let first = code(&admin, &id);
        assert_eq!((first.len(), &link["expireText"]), (26, &json!("本链接2026-08-16前有效")), "{link}");
        assert!(!world.contents(true).iter().any(|row| row.contains(&first)), "the code itself is stored");
        let rows = admin.ok("/afbase/orderShare/page?kind=NOTICE");
        let row = &rows["records"][0];
        assert_eq!((&rows["total"], &row["kind"], &row["state"]), (&json!(1), &json!("NOTICE"), &json!("ACTIVE")));
        // A link to the order neither ends it nor is ended with it.
        let track = done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1 })));
        assert_eq!(code(&admin, &id), first);
        let mail = json!({ "orderUuid": E1, "code": first, "to": ["a@example.com"], "subject": "x", "content": "x" });
        let reply = admin.post("/afbase/orderShare/send", mail);
        refused(&reply, "追踪码不正确，请更新链接后再发送");
        done(admin.post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 })));
        assert_eq!(admin.ok("/afbase/orderShare/page?kind=NOTICE&state=ACTIVE")["total"], 1);
        assert_ne!(text(&track["code"]), first);
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "receiptDate": "2026-07-20" })));
        let longer = done(admin.post(&format!("{BASE}/{id}/link"), json!({})));
        assert_eq!(longer["expireText"], "本链接2026-08-20前有效", "the link goes with the day");
        done(admin.post("/afbase/orderShare/stopLink", json!({ "ids": [row["id"]] })));
        let gone = world.anonymous().get(&format!("/afbase/external/orderDeliveryNotice/{E1}/storehouse?code={first}"));
        assert_eq!(gone.message, "订单不存在或链接已失效");
        let second = code(&admin, &id);
        assert!(second != first && second.len() == 26);
        assert_eq!(functions(&admin, &id), ["生成链接", "修改", "新增"]);
    });
}

#[test]
fn others_see_and_change_nothing_of_it() {
    each_database_from(rooms, lay, |world| {
        let id = made(&world.login("demo-admin"));
        let before = world.contents(false);
        let mut calls = vec![("GET", format!("{BASE}/{id}")), ("PUT", format!("{BASE}/{id}"))];
        calls.push(("GET", format!("{BASE}/{id}/letter")));
        calls.extend(["sent", "arrive", "receive", "void", "link"].map(|way| ("POST", format!("{BASE}/{id}/{way}"))));
        for (method, path) in &calls {
            let body = json!({ "version": 1 });
            assert_eq!(world.login("sh01").call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(world.login("nobody").call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body).status, 401, "{method} {path}");
        }
        let send = json!({ "to": ["a@example.com"], "subject": "x", "content": "x" });
        assert_eq!(world.login("sh01").post(&format!("{BASE}/{id}/send"), send.clone()).status, 404);
        assert_eq!(world.login("nobody").post(&format!("{BASE}/{id}/send"), send).status, 403);
        assert_eq!(world.login("sh01").ok(&format!("{BASE}/page"))["total"], 0);
        let strange = make(&world.login("sh01"), 6001, "warehouse", json!({ "warehouseId": HZ01.to_string() }));
        assert_eq!(findings(&strange), one("orderId", "订单不存在"));
        for select in ["noticeOrder", "noticeWarehouse"] {
            let path = format!("/platform/select/{select}");
            assert_eq!(world.login("sh01").ok(&path), json!([]), "{select}");
            assert_eq!(world.login("nobody").get(&path).status, 403, "{select}");
        }
        // The desk of the warehouse registers trucks, and makes no notices.
        let desk = world.login("wh01");
        assert_eq!(make(&desk, 6002, "warehouse", json!({})).status, 403);
        assert_eq!(desk.ok(&format!("{BASE}/page"))["records"][0]["can"], json!(["af-notice-arrive"]));
        assert_eq!(text(&look(&desk, &id)["driverPhone"]), "");
        world.unchanged(&before, false);
        // A colleague whose data level hides the order does not see its notice.
        for column in ["sales_id", "operator_id", "created_by"] {
            set(world, "freight_order", 6001, column, Value::Int(1));
        }
        let colleague = world.login("op01");
        assert_eq!(colleague.ok(&format!("{BASE}/page"))["total"], 0);
        assert_eq!(colleague.get(&format!("{BASE}/{id}")).message, "您没有该订单的数据权限");
    });
}
