//! Letters to carriers, agents and terminals: filled, printed, sent, answered.

use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, each_database_from, each_database_with};

use super::ground::*;

const LETTER: &str = "/afbase/shipperLetter";
const FREE: &str = "990-12345712";

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

fn made(caller: &Caller<'_>, more: Json) -> Json {
    let body = json!({ "orderId": "6002", "kind": "BOOKING", "coopId": GYS001.to_string() });
    done(caller.post(LETTER, with(body, more)))
}

fn id_of(letter: &Json) -> String {
    text(&letter["id"]).to_owned()
}

fn look(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{LETTER}/{id}"))
}

/// An answer in the present version.
fn answer(caller: &Caller<'_>, id: &str, more: Json) -> Reply {
    let body = json!({ "version": look(caller, id)["version"], "reply": "ACCEPTED" });
    caller.post(&format!("{LETTER}/reply/{id}"), with(body, more))
}

fn order(caller: &Caller<'_>, uuid: &str) -> Json {
    caller.ok(&format!("/afbase/order/view/{uuid}"))
}

#[test]
fn a_booking_letter_of_e2_is_filled_from_its_order_and_printed() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{LETTER}/propose?orderUuid={E2}"));
        for (name, value) in [
            ("kind", json!("BOOKING")),
            ("goodsName", json!("LED LAMPS")),
            ("pieces", json!(8)),
            ("weight", json!(300.0)),
            ("volume", json!(1.2)),
            ("flightWish", json!("X9101")),
            ("flightWishDate", json!("2026-07-18")),
            ("orderCode", json!("AE-2607150002")),
            ("route", json!("PVG-FRA")),
        ] {
            let same = told[name] == value || told[name].to_string().parse::<f64>().ok() == value.as_f64();
            assert!(same, "{name}: {}", told[name]);
        }
        let letter = made(&admin, json!({ "flightWish": "X9101", "contact": "王订", "rateAgreed": "CNY 20.00/KG" }));
        let id = id_of(&letter);
        assert_eq!((text(&letter["toName"]), text(&letter["state"])), ("供应商甲", "UNSENT"));
        assert_eq!(text(&letter["battery"]), "不含电池");
        let printed = done(admin.post(&format!("{LETTER}/print/{id}"), json!({})));
        let (name, pages) = fetched(world, &printed);
        assert_eq!(name, "BOOKING_AE-2607150002.pdf");
        let [page] = pages.as_slice() else { panic!("{} pages", pages.len()) };
        for part in [
            "订舱托书",
            "供应商甲",
            "王订",
            "PVG-FRA",
            "AE-2607150002",
            "8",
            "300.0",
            "1.200",
            "X9101",
            "LED LAMPS",
            "DEMO SHIPPER CO. LTD",
            "DEMO BUYER GMBH",
            "CNY 20.00/KG",
            "演示货运",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
        let english = done(admin.in_language("en").post(&format!("{LETTER}/print/{id}"), json!({})));
        let (_, pages) = fetched(world, &english);
        assert!(pages[0].contains("BOOKING LETTER") && pages[0].contains("DEMO FREIGHT CO. LTD"), "{}", pages[0]);
        let seen = look(&admin, &id);
        assert_eq!((&seen["printCount"], &seen["version"]), (&json!(2), &json!(1)));
        assert_eq!(functions(&admin, "shipper_letter", &id), ["打印", "打印", "新增"]);
        let row = &admin.ok(&format!("{LETTER}/page?coopName=供应商甲&kind=BOOKING&state=UNSENT"))["records"][0];
        assert_eq!((text(&row["route"]), text(&row["orderCode"])), ("PVG-FRA", "AE-2607150002"));
        assert_eq!(row["can"], json!(["af-order-letter", "af-letter-send"]));
        assert_eq!(admin.ok(&format!("{LETTER}/page?kind=DELIVERY"))["total"], 0);
    });
}

#[test]
fn a_letter_holds_nothing_that_its_kind_does_not_show() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let both = json!({
            "toName": "测试货站", "flightWish": "X9101", "flightWishDate": "not a day", "truck": "沪A1",
            "securityNoBatteries": true, "arriveTime": "2026-07-15 09:00:00",
        });
        let delivery = made(&admin, with(json!({ "kind": "DELIVERY" }), both.clone()));
        let hidden = ["coopId", "flightWish", "flightWishDate"].map(|name| delivery[name].clone());
        assert_eq!(hidden, [Json::Null, Json::Null, Json::Null], "a day that is not shown is not complained about");
        assert_eq!((text(&delivery["truck"]), &delivery["securityNoBatteries"]), ("沪A1", &json!(true)));
        assert_eq!(findings(&admin.post(LETTER, with(json!({ "orderId": "6002" }), both.clone()))).len(), 1);
        let booking = made(&admin, with(both, json!({ "flightWishDate": "2026-07-18" })));
        assert_eq!((text(&booking["flightWish"]), &booking["coopId"]), ("X9101", &json!(GYS001.to_string())));
        assert_eq!((&booking["truck"], &booking["arriveTime"]), (&Json::Null, &Json::Null));
        assert_eq!(booking["securityNoBatteries"], json!(false));
    });
}

#[test]
fn a_delivery_letter_goes_to_the_terminal_with_its_statement() {
    each_database_from(rooms, lay, |world| {
        change(world, "order_air_detail", 6001, &[("departure_warehouse", "测试货站".into_value())]);
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{LETTER}/propose?orderId=6001&kind=DELIVERY"));
        assert_eq!((text(&told["toName"]), &told["pieces"]), ("测试货站", &json!(12)));
        assert_eq!(told["weight"].to_string().parse::<f64>().unwrap(), 500.0, "the measured weight");
        assert_eq!((&told["securityNoDangerous"], &told["securityNoBatteries"]), (&json!(false), &json!(true)));
        assert_eq!(text(&told["dangerous"]), "3 UN1263");
        let body = json!({
            "orderId": "6001", "kind": "DELIVERY", "truck": "沪a12345", "driver": "司机一", "driverIdNo": "310115199001010011",
            "driverPhone": "13800000000", "arriveTime": "2026-07-17 08:00:00", "securityNoBatteries": true,
            "securityNoMagnetic": true, "signatory": "李签",
        });
        let letter = done(admin.post(LETTER, body));
        assert_eq!(text(&letter["toName"]), "测试货站");
        let printed = done(admin.post(&format!("{LETTER}/print/{}", id_of(&letter)), json!({})));
        let (name, pages) = fetched(world, &printed);
        assert_eq!(name, "DELIVERY_NOTE_990-12345675.pdf");
        for part in [
            "交货托书",
            "测试货站",
            "沪A12345",
            "司机一 13800000000",
            "310115199001010011",
            "2026-07-17 08:00",
            "500.0",
            "3.950",
            "[X] 货物不含电池",
            "[X] 货物不含磁性物质",
            "李签",
            "100*60*55/11;80*80*50/1",
            "X9101 2026-07-18",
        ] {
            assert!(pages[0].contains(part), "{part} is missing in {}", pages[0]);
        }
        assert!(!pages[0].contains("[X] 货物不含危险品"), "{}", pages[0]);
        let log = admin.ok(&format!("/hrs/log/page?objectType=shipper_letter&objectId={}", id_of(&letter)));
        assert!(!log.to_string().contains("310115199001010011"), "the log keeps no whole identity number");
        // An answer of the terminal changes no order.
        let before = order(&admin, E1);
        done(answer(&admin, &id_of(&letter), json!({ "remark": "已收" })));
        assert_eq!(order(&admin, E1)["rowUuid"], before["rowUuid"]);
    });
}

#[test]
fn an_accepted_booking_is_written_to_the_order_after_a_confirm() {
    each_database_from(rooms, lay, |world| {
        stock(world, 3001, FREE, "UNUSED", "");
        let admin = world.login("demo-admin");
        let id = id_of(&made(&admin, json!({})));
        let said = json!({ "flight": "x9105", "flightDate": "2026-07-19", "awbNumber": "99012345712", "remark": "OK" });
        let before = world.contents(true);
        let asked = answer(&admin, &id, said.clone());
        assert_eq!(asked.code, 2, "{}", asked.message);
        let question = &asked.data["confirms"][0];
        assert_eq!(text(&question["key"]), "letter.write");
        assert_eq!(text(&question["message"]), "将X9105 2026-07-19 99012345712写入订单AE-2607150002，是否继续？");
        world.unchanged(&before, true);
        let was = order(&admin, E2);
        let done_with = done(answer(&admin, &id, with(said, json!({ "confirmed": ["letter.write"] }))));
        assert_eq!((text(&done_with["state"]), &done_with["version"]), ("REPLIED", &json!(2)));
        let now = order(&admin, E2);
        for (name, value) in [
            ("awbNumber", FREE),
            ("expectFlight", "X9105"),
            ("expectDeparture", "2026-07-19"),
            ("node", "舱位确认"),
            ("orderStatus", "舱位确认"),
        ] {
            assert_eq!(text(&now[name]), value, "{name}");
        }
        assert_eq!((text(&now["legs"][0]["flightNo"]), text(&now["legs"][0]["flightDate"])), ("X9105", "2026-07-19"));
        assert_ne!(now["rowUuid"], was["rowUuid"], "whoever has the order open is told");
        let page = admin.ok("/afbase/awb/page?awbNumber=990-12345712");
        let row = &page["records"][0];
        assert_eq!((text(&row["awbStatus"]), text(&row["orderCodes"])), ("ALLOCATED", "AE-2607150002"), "{row}");
        let log = admin.ok("/hrs/log/page?objectType=order&objectId=6002");
        let lines: Vec<&str> = log["records"].as_array().unwrap().iter().map(|line| text(&line["text"])).collect();
        assert!(lines.contains(&"舱位确认 990-12345712"), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("航班号：X9101 -> X9105")), "{lines:?}");
        assert_eq!(told(&world.login("op01")), ["订单AE-2607150002：舱位确认"]);
        let seen = look(&admin, &id);
        assert_eq!(
            (text(&seen["reply"]), text(&seen["replyFlight"]), text(&seen["replyRemark"])),
            ("ACCEPTED", "X9105", "OK")
        );
        refused(&answer(&admin, &id, json!({ "awbNumber": FREE })), "托书已回复，不能进行此操作");
        refused(&admin.put(&format!("{LETTER}/{id}"), json!({ "version": 2, "remark": "x" })), "托书已回复，不能修改");
        assert_eq!(functions(&admin, "shipper_letter", &id), ["登记回复", "新增"]);
    });
}

#[test]
fn what_the_order_does_not_take_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        stock(world, 3001, FREE, "UNUSED", "");
        stock(world, 3002, "990-12345723", "VOID", "");
        stock(world, 3003, "990-12345686", "ALLOCATED", "AE-2607150003");
        change(world, "freight_order", 6002, &[("expect_arrival", "2026-07-19".into_value())]);
        let admin = world.login("demo-admin");
        let id = id_of(&made(&admin, json!({})));
        let before = world.contents(true);
        let yes = json!({ "confirmed": ["letter.write"] });
        let say = |more: Json| findings(&answer(&admin, &id, with(more, yes.clone())));
        assert_eq!(say(json!({})), one("flight", "接受订舱须填写航班或主单号"));
        assert_eq!(say(json!({ "awbNumber": "990-12345723" })), one("awbNumber", "主单号已作废"));
        assert_eq!(say(json!({ "awbNumber": "990-12345701" })), one("awbNumber", "主单号不在库存中"));
        assert_eq!(say(json!({ "awbNumber": "990-12345713" })), one("awbNumber", "请输入主单号"));
        assert_eq!(say(json!({ "flight": "X9" })), one("flight", "航班号须为3-20位字母或数字"));
        assert_eq!(say(json!({ "flightDate": "2026-07-20" })), one("flightDate", "到港日期不能早于航班日期"));
        assert_eq!(say(json!({ "reply": "PERHAPS" })), one("reply", "回复选项不存在"));
        let all = say(json!({ "flight": "X9", "flightDate": "2026-07-20", "awbNumber": "990-12345723" }));
        let fields: Vec<&str> = all.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["flight", "flightDate", "awbNumber"], "everything at once");
        let shared = answer(&admin, &id, with(json!({ "awbNumber": "990-12345686" }), yes.clone()));
        assert_eq!((shared.code, text(&shared.data["confirms"][0]["key"])), (2, "awb.shared"));
        world.unchanged(&before, true);
        assert_eq!(admin.post(&format!("{LETTER}/reply/{id}"), json!({ "version": 9, "reply": "REJECTED" })).code, 3);
        let strange = answer(&admin, &id, json!({ "price": 1 }));
        assert_eq!((strange.status, strange.message.as_str()), (400, "未知字段：price"));
        // Another user has the form of the order open.
        let op = world.login("op01");
        done(op.post(&format!("/afbase/order/lease/{E2}"), json!({ "tab": "t" })));
        let held = answer(&admin, &id, with(json!({ "awbNumber": FREE }), yes.clone()));
        assert!(held.message.contains("正在编辑该订单"), "{}", held.message);
        op.delete(&format!("/afbase/order/lease/{E2}?tab=t"));
        change(world, "freight_order", 6002, &[("lifecycle", "LOCKED".into_value())]);
        refused(&answer(&admin, &id, with(json!({ "awbNumber": FREE }), yes.clone())), "订单已财务锁账，不能修改");
        change(
            world,
            "freight_order",
            6002,
            &[("lifecycle", "OPEN".into_value()), ("operation_finished", Value::Bool(true))],
        );
        assert_eq!(say(json!({ "flight": "X9105" })), one("flight", "操作已完成，不能修改航班号"));
        change(world, "freight_order", 6002, &[("operation_finished", Value::Bool(false))]);
        assert_eq!(text(&look(&admin, &id)["state"]), "UNSENT");
        // On the edge: the day of the arrival; and the master of an order stays its own.
        done(answer(&admin, &id, with(json!({ "flightDate": "2026-07-19", "awbNumber": FREE }), yes.clone())));
        let second = id_of(&made(&admin, json!({})));
        stock(world, 3004, "990-12345734", "UNUSED", "");
        let other = answer(&admin, &second, with(json!({ "awbNumber": "990-12345734" }), yes.clone()));
        assert_eq!(findings(&other), one("awbNumber", "请先卸载主单"));
        done(answer(&admin, &second, with(json!({ "awbNumber": FREE, "flight": "X9101" }), yes)));
        assert_eq!(text(&order(&admin, E2)["expectFlight"]), "X9101");
    });
}

#[test]
fn a_refused_booking_leaves_its_order_alone() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = id_of(&made(&admin, json!({})));
        done(admin.post(&format!("{LETTER}/sent/{id}"), json!({ "version": 1 })));
        assert_eq!(text(&look(&admin, &id)["state"]), "SENT");
        refused(&admin.post(&format!("{LETTER}/sent/{id}"), json!({ "version": 2 })), "托书已发，不能进行此操作");
        refused(&admin.put(&format!("{LETTER}/{id}"), json!({ "version": 2, "remark": "x" })), "托书已发，不能修改");
        let before = order(&admin, E2);
        done(answer(&admin, &id, json!({ "reply": "REJECTED", "remark": "舱位已满" })));
        assert_eq!(order(&admin, E2), before);
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["state"]), text(&seen["reply"])), ("REPLIED", "REJECTED"));
        assert_eq!(functions(&admin, "shipper_letter", &id), ["登记回复", "标记已发", "新增"]);
    });
}

#[test]
fn a_letter_is_mailed_with_its_pdf() {
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let id = id_of(&made(&admin, json!({ "email": "space@example.com" })));
        let path = format!("{LETTER}/send/{id}");
        let draft = admin.ok(&format!("{LETTER}/mail/{id}"));
        assert_eq!(draft["to"], json!(["space@example.com"]));
        assert_eq!(text(&draft["subject"]), "订舱托书 AE-2607150002 PVG-FRA");
        assert!(text(&draft["content"]).contains("8 PCS / 300.0 KG / 1.200 CBM"), "{draft}");
        refused(&admin.post(&path, draft.clone()), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let before = world.contents(true);
        let say = |more: Json| findings(&admin.post(&path, with(draft.clone(), more)));
        assert_eq!(say(json!({ "to": [" "] })), one("to", "收件人不能为空"));
        assert_eq!(say(json!({ "to": ["a@"] })), one("to", "邮箱格式不正确：a@"));
        assert_eq!(say(json!({ "subject": "", "content": "x" })), one("subject", "邮件标题不能为空"));
        assert_eq!(admin.post(&path, with(draft.clone(), json!({ "version": 7 }))).code, 3);
        world.unchanged(&before, true);
        let sent = done(admin.post(&path, draft));
        assert_eq!((text(&sent["state"]), &sent["version"]), ("SENT", &json!(2)));
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["space@example.com"]);
        let raw = format!("{mail:?}");
        assert!(raw.contains("BOOKING_AE-2607150002.pdf"), "{raw}");
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["sentTo"]), text(&seen["state"])), ("space@example.com", "SENT"));
        assert!(text(&seen["sentTime"]).starts_with("2026-07-15"));
        assert_eq!(functions(&admin, "shipper_letter", &id), ["发送", "新增"]);
    });
}

/// Pictures drawn on the pages, the same one as often as it is drawn.
fn images(pdf: &[u8]) -> usize {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let drawn = |page: &lopdf::ObjectId| {
        let content = lopdf::content::Content::decode(&document.get_page_content(*page));
        content.expect("its content").operations.iter().filter(|operation| operation.operator == "Do").count()
    };
    document.get_pages().values().map(drawn).sum()
}

/// A default template of booking letters.
fn sign(caller: &Caller<'_>, more: Json) -> String {
    let file = done(caller.upload("/hrs/signTemplate/file", &[("章.png", testkit::PNG)]));
    let mut body = with(json!({ "businessScope": "AE", "document": "托书", "language": "zh" }), more);
    if body["kind"] != "签名文本" {
        body["files"] = json!([file]);
        body["widthMm"] = json!(30);
    }
    let id = text(&done(caller.post("/hrs/signTemplate", body))["id"]).to_owned();
    let version = caller.ok(&format!("/hrs/signTemplate/{id}"))["version"].clone();
    done(caller.put(&format!("/hrs/signTemplate/default/{id}"), json!({ "version": version })));
    id
}

#[test]
fn default_seal_signature_and_text_stand_on_a_letter_and_each_use_is_noted() {
    let rooms = || {
        let mut all = rooms();
        all.push(publish::room());
        all
    };
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let id = id_of(&made(&admin, json!({ "email": "space@example.com" })));
        let print = || {
            let reply = admin.post(&format!("{LETTER}/print/{id}"), json!({}));
            assert_eq!(reply.code, 0, "{}", reply.message);
            let file = world.anonymous().get(text(&reply.data["url"]));
            (images(&file.bytes), pages(&file.bytes).join("\n"), reply.message)
        };
        let plain = print();
        assert_eq!((plain.0, plain.1.contains("托书专用")), (0, false));
        let seal = sign(&admin, json!({ "kind": "印章", "name": "单证章", "sealType": "单证章" }));
        let own = user_id(world, "demo-admin").to_string();
        let hand = sign(&admin, json!({ "kind": "签字", "name": "管理员签字", "userId": own }));
        let words = sign(&admin, json!({ "kind": "签名文本", "name": "托书文本", "signText": "托书专用 {date}" }));
        let used = |id: &str| admin.ok(&format!("/hrs/signTemplate/{id}"))["used"].clone();
        let (count, said, _) = print();
        assert_eq!(count, 2, "seal and signature");
        assert!(said.contains("托书专用 2026-07-15"), "{said}");
        assert_eq!((used(&seal), used(&hand), used(&words)), (json!(1), json!(1), json!(1)));
        let lines = admin.ok("/hrs/log/list/page?size=500&objectNumber=%E5%8D%95%E8%AF%81%E7%AB%A0")["records"].clone();
        let line = lines.as_array().unwrap().iter().find(|line| line["pageFunction"] == "使用印章").cloned().unwrap();
        assert_eq!((&line["level"], &line["type"]), (&json!("中"), &json!("打印")));
        // Somebody else's signature is on no paper of his.
        let other = user_id(world, "op01").to_string();
        let second = sign(&admin, json!({ "kind": "签字", "name": "操作签字", "userId": other }));
        assert_eq!((print().0, used(&second)), (2, json!(0)));
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let draft = admin.ok(&format!("{LETTER}/mail/{id}"));
        let send = || admin.post(&format!("{LETTER}/send/{id}"), draft.clone());
        done(send());
        assert_eq!(used(&seal), json!(3), "printed twice and mailed once");
        // A seal for roles the caller does not hold is left out, and both ways say so.
        let role: kernel::Id = world.database(|_, conn| {
            let mut select = platform::store::sql::from(DEMO, "role");
            select.column("id").limit(1);
            conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
        });
        let version = admin.ok(&format!("/hrs/signTemplate/{seal}"))["version"].clone();
        let body = json!({ "version": version, "roleIds": [role] });
        done(admin.put(&format!("/hrs/signTemplate/{seal}"), body));
        let (count, _, message) = print();
        assert_eq!((count, message.as_str()), (1, "您没有使用该印章的权限"));
        let mailed = send();
        assert_eq!((mailed.code, mailed.message.as_str()), (0, "您没有使用该印章的权限"));
        assert_eq!(used(&seal), json!(3));
    });
}

#[test]
fn what_is_wrong_with_a_letter_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say =
            |more: Json| findings(&admin.post(LETTER, with(json!({ "orderId": "6002", "kind": "BOOKING" }), more)));
        assert_eq!(say(json!({})), one("toName", "请填写收件单位"));
        assert_eq!(say(json!({ "kind": "DELIVERY" })), one("toName", "请填写收件单位"));
        assert_eq!(say(json!({ "toName": "X9", "coopId": "4711" })), one("coopId", "航司或代理不存在"));
        assert_eq!(say(json!({ "toName": "X9", "email": "a@" })), one("email", "邮箱格式不正确"));
        assert_eq!(say(json!({ "toName": "X9", "orderId": "4711" })), one("orderId", "订单不存在"));
        assert_eq!(say(json!({ "toName": "X9", "kind": "OTHER" })), one("kind", "类型选项不存在"));
        assert_eq!(say(json!({ "toName": "X9", "pieces": 0 })), one("pieces", "件数须在1与999999999之间"));
        assert_eq!(say(json!({ "toName": "x".repeat(101) })), one("toName", "收件单位不能超过100个字符"));
        world.unchanged(&before, true);
        change(world, "freight_order", 6002, &[("plan_volume", Value::Null)]);
        assert_eq!(say(json!({ "toName": "X9" })), one("volume", "订单没有体积，请填写"));
        done(
            admin.post(LETTER, json!({ "orderId": "6002", "kind": "BOOKING", "toName": "x".repeat(100), "volume": 1 })),
        );
    });
}

#[test]
fn others_see_and_change_nothing_of_a_letter() {
    each_database_from(rooms, lay, |world| {
        let letter = made(&world.login("demo-admin"), json!({ "orderId": "6001" }));
        let id = id_of(&letter);
        hide(world);
        let before = world.contents(false);
        let calls: [(&str, String, Json); 9] = [
            ("GET", format!("{LETTER}/{id}"), json!({})),
            ("PUT", format!("{LETTER}/{id}"), json!({ "version": 1 })),
            ("PUT", format!("{LETTER}/{id}"), json!({ "version": 0 })),
            ("POST", format!("{LETTER}/print/{id}"), json!({})),
            ("POST", format!("{LETTER}/excel/{id}"), json!({})),
            ("GET", format!("{LETTER}/mail/{id}"), json!({})),
            ("POST", format!("{LETTER}/sent/{id}"), json!({ "version": 1 })),
            ("POST", format!("{LETTER}/reply/{id}"), json!({ "version": 1, "reply": "REJECTED" })),
            ("POST", format!("{LETTER}/send/{id}"), json!({ "to": ["a@example.com"], "subject": "a", "content": "b" })),
        ];
        for (method, path, body) in &calls {
            assert_eq!(world.login("sh01").call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(world.login("nobody").call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body.clone()).status, 401, "{method} {path}");
            refused(&world.login("op01").call(method, path, body.clone()), "您没有该订单的数据权限");
        }
        assert_eq!(world.login("op01").ok(&format!("{LETTER}/page"))["total"], 0);
        assert_eq!(world.login("sh01").ok(&format!("{LETTER}/page"))["total"], 0);
        world.unchanged(&before, false);
    });
}
