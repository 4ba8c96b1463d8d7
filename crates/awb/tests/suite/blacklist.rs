use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::whole;

const BASE: &str = "/afbase/awbBlacklist";

fn entry(change: Json) -> Json {
    let mut body =
        json!({ "prefix": "990", "from": "12345712", "to": "12345723", "reason": "遗失", "source": "X9通知" });
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn add(caller: &Caller<'_>, change: Json) -> Json {
    let reply = caller.post(BASE, entry(change));
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
    reply.data
}

fn remove(caller: &Caller<'_>, entry: &Json) -> Reply {
    caller.delete(&format!("{BASE}/{}?version={}", entry["id"].as_str().unwrap(), entry["version"]))
}

fn state(caller: &Caller<'_>, number: &str) -> String {
    let page = caller.ok(&format!("/afbase/awb/page?awbNumber={number}"));
    page["records"][0]["awbStatus"].as_str().unwrap().to_owned()
}

fn give(caller: &Caller<'_>, number: &str) -> Reply {
    caller.post("/test/assign", json!({ "awbNumber": number, "orderCode": "AE-2607150002" }))
}

const HIT: &str = "主单号在黑名单中：遗失";

#[test]
fn a_range_locks_its_free_numbers_and_they_are_given_to_nobody() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let made = add(&admin, json!({}));
        assert_eq!((made["locked"].clone(), made["carrierCode"].clone()), (json!(2), json!("X9")));
        for number in ["990-12345712", "990-12345723"] {
            assert_eq!(state(&admin, number), "LOCKED", "{number}");
        }
        assert_eq!(state(&admin, "990-12345701"), "UNUSED", "one before the range");
        let refused = give(&admin, "990-12345712");
        assert_eq!((refused.code, refused.message.as_str()), (1, HIT));
        assert_eq!(refused.findings_at("awbNumber"), [HIT]);
        let english = give(&admin.in_language("en-US"), "990-12345723");
        assert_eq!(english.message, "The master waybill number is on the blacklist: Lost.");
        assert_eq!(give(&admin, "990-12345701").code, 0);
        let none = admin.get("/afbase/awb/pick?prefix=990&station=PVG");
        assert_eq!((none.code, none.message.as_str()), (1, "没有可用的主单号"));
        let row = &admin.ok("/afbase/awb/page?awbNumber=990-12345712")["records"][0];
        assert_eq!(
            (row["lockReason"].clone(), row["can"].clone()),
            (json!("主单号黑名单：遗失"), json!(["af-awb-void"]))
        );
        let id = row["id"].as_str().unwrap();
        let log = admin.ok(&format!("/afbase/awb/log/page?awbId={id}"));
        assert_eq!(log["records"][0]["type"], "锁定");
        assert_eq!(log["records"][0]["text"], "主单号黑名单：遗失");
        let freed = admin.post("/afbase/awb/doCancelLock", json!({ "ids": [id] }));
        assert_eq!((freed.data["changed"].clone(), freed.data["skipped"].clone()), (json!(0), json!(1)));
    });
}

#[test]
fn removing_an_entry_frees_what_it_locked_and_nothing_else() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let page = admin.ok("/afbase/awb/page?awbNumber=990-12345701");
        let by_hand = page["records"][0]["id"].clone();
        assert_eq!(admin.post("/afbase/awb/doLock", json!({ "ids": [by_hand], "reason": "待查" })).data["changed"], 1);
        let whole = add(&admin, json!({ "from": "12345675", "to": "12345723", "reason": "争议" }));
        assert_eq!(whole["locked"], 2, "what an order has and what is locked by hand stay as they are");
        let one = add(&admin, json!({ "to": null }));
        assert_eq!((one["to"].clone(), one["locked"].clone()), (json!("12345712"), json!(0)));
        let gone = remove(&admin, &whole);
        assert_eq!(gone.code, 0, "{}", gone.message);
        assert_eq!(state(&admin, "990-12345712"), "LOCKED", "the other entry stands against it");
        assert_eq!(state(&admin, "990-12345723"), "UNUSED");
        assert_eq!(state(&admin, "990-12345701"), "LOCKED", "locked by hand");
        assert_eq!(state(&admin, "990-12345675"), "ALLOCATED");
        assert_eq!(remove(&admin, &one).code, 0);
        assert_eq!(state(&admin, "990-12345712"), "UNUSED");
        assert_eq!(give(&admin, "990-12345712").code, 0);
        assert_eq!(admin.post("/afbase/awb/doCancelLock", json!({ "ids": [by_hand] })).data["changed"], 1);
        assert_eq!(remove(&admin, &one).status, 404);
    });
}

#[test]
fn entries_count_from_their_first_to_their_last_day() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let ahead = add(&admin, json!({ "validFrom": "2026-07-16", "validTo": "2026-07-17" }));
        assert_eq!(ahead["locked"], 0);
        assert_eq!(admin.ok(&format!("{BASE}/page?valid=true"))["total"], 0);
        for (day, valid) in [("2026-07-16", true), ("2026-07-17", true), ("2026-07-18", false)] {
            world.set_clock(&format!("{day} 08:30:00"));
            while world.run_jobs() > 0 {}
            let admin = world.login("demo-admin");
            let expected = if valid { "LOCKED" } else { "UNUSED" };
            assert_eq!(state(&admin, "990-12345712"), expected, "{day}");
            assert_eq!(admin.ok(&format!("{BASE}/page?valid={valid}"))["total"], 1, "{day}");
        }
        // A day that begins is respected before any plan has run.
        let admin = world.login("demo-admin");
        add(&admin, json!({ "validFrom": "2026-07-19", "reason": "被盗" }));
        assert_eq!(state(&admin, "990-12345712"), "UNUSED");
        world.set_clock("2026-07-19 00:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(give(&admin, "990-12345712").message, "主单号在黑名单中：被盗");
        assert_eq!(admin.get("/afbase/awb/pick?prefix=990&station=PVG").data["awbNumber"], "990-12345701");
    });
}

#[test]
fn the_ends_of_a_range_are_numbers_in_their_order() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let wrong = |change: Json, field: &str, message: &str| {
            let reply = admin.post(BASE, entry(change.clone()));
            assert_eq!(reply.findings_at(field), [message], "{change}");
        };
        wrong(json!({ "from": "12345713" }), "from", "起始号校验位错误");
        wrong(json!({ "from": "1234571" }), "from", "起始号校验位错误");
        wrong(json!({ "from": "989-12345712" }), "from", "起始号校验位错误");
        wrong(json!({ "to": "12345724" }), "to", "截止号校验位错误");
        wrong(json!({ "from": "12345723", "to": "12345712" }), "to", "截止号不能小于起始号");
        wrong(json!({ "prefix": "989" }), "prefix", "航司989不存在");
        wrong(json!({ "prefix": "99A" }), "prefix", "航司前缀须为3位数字");
        wrong(json!({ "reason": null }), "reason", "请填写原因");
        wrong(json!({ "reason": "忘记" }), "reason", "原因选项不存在");
        wrong(json!({ "validFrom": "2026-07-16", "validTo": "2026-07-15" }), "validTo", "失效日期不能早于生效日期");
        let all = admin.post(BASE, json!({ "from": "12345713", "to": "12345724" }));
        for (field, message) in [("prefix", "请填写航司前缀"), ("reason", "请填写原因"), ("from", "起始号校验位错误")]
        {
            assert_eq!(all.findings_at(field), [message]);
        }
        unchanged(world, &before);
        let day = add(
            &admin,
            json!({ "from": "990-12345712", "to": "1234 5723", "validFrom": "2026-07-15", "validTo": "2026-07-15" }),
        );
        assert_eq!((day["from"].clone(), day["locked"].clone()), (json!("12345712"), json!(2)));
        for (number, total) in [
            ("990-12345712", 1),
            ("99012345723", 1),
            ("990-12345701", 0),
            ("990-12345734", 0),
            ("990", 1),
            ("990-1234571", 1),
            ("989", 0),
        ] {
            assert_eq!(admin.ok(&format!("{BASE}/page?awbNumber={number}"))["total"], total, "{number}");
        }
        assert_eq!(admin.ok(&format!("{BASE}/page?carrier=X9&reason=%E9%81%97%E5%A4%B1"))["records"][0]["locked"], 2);
    });
}

#[test]
fn a_blacklisted_number_is_not_received_finished_or_printed() {
    each_database_from(rooms, lay_stock, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let form = admin.post("/afbase/awbPrint/mawb", whole(world));
        assert_eq!(form.code, 0, "{} {}", form.message, form.data);
        let id = form.data["awbPrintId"].as_str().unwrap().to_owned();
        let print =
            || admin.post("/afbase/awbPrint/downloadAWB", json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E1 }));
        assert_eq!(print().code, 0);
        let made = add(&admin, json!({ "from": "12345675", "to": "12345675" }));
        let refused = print();
        assert_eq!((refused.code, refused.message.as_str()), (1, HIT));
        let confirmed = json!({
            "rowUuid": form.data["rowUuid"], "confirmed": ["awbprint.differs"], "reason": "含托盘",
        });
        let finish = || admin.put(&format!("/afbase/awbPrint/finish/{id}"), confirmed.clone());
        assert_eq!(finish().findings_at("awbNumber"), [HIT]);
        let again = admin.post("/test/assign", json!({ "awbNumber": "990-12345675", "orderCode": "AE-2607150001" }));
        assert_eq!(again.code, 0, "an order keeps the number it has: {}", again.message);
        add(&admin, json!({ "from": "12345745", "to": "12345745", "reason": "航司停用" }));
        let shown = admin.post("/afbase/awb/getAwbList", json!({ "prefix": "990", "start": "12345734", "count": 3 }));
        let results: Vec<&str> =
            shown.data.as_array().unwrap().iter().map(|row| row["result"].as_str().unwrap()).collect();
        assert_eq!(results, ["可登记", "主单号在黑名单中：航司停用", "可登记"]);
        let received = admin.post(
            "/afbase/awb/saveReceipt",
            json!({
                "prefix": "990", "awbFromType": "一级代理", "awbFromId": GYS001.to_string(),
                "receiveDate": "2026-07-15", "start": "12345734", "count": 3,
            }),
        );
        assert_eq!(received.findings_at("numbers"), ["990-12345745：主单号在黑名单中：航司停用"]);
        assert_eq!(remove(&admin, &made).code, 0);
        assert_eq!(print().code, 0);
        assert_eq!(finish().code, 0);
    });
}

#[test]
fn entries_come_from_a_file_and_go_with_it() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let rows = |rows: Json| {
            json!({
                "fileName": "黑名单.xlsx", "fields": ["prefix", "from", "to", "reason"],
                "headers": ["航司前缀", "起始号", "截止号", "原因"], "numbers": [2, 3], "rows": rows, "mode": "add",
                "onError": "all", "accept": false,
            })
        };
        let wrong = rows(json!([["990", "12345712", "", "遗失"], ["990", "12345724", "", "遗失"]]));
        let before = world.contents(false);
        let checked = admin.post(&format!("{BASE}/import/check"), wrong);
        assert_eq!(checked.code, 0, "{}", checked.message);
        assert!(checked.data.to_string().contains("起始号校验位错误"), "{}", checked.data);
        unchanged(world, &before);
        let sound = rows(json!([["990", "12345712", "", "遗失"], ["990", "12345723", "12345723", "被盗"]]));
        let run = admin.post(&format!("{BASE}/import/run"), sound);
        assert_eq!(run.code, 0, "{} {}", run.message, run.data);
        while world.run_jobs() > 0 {}
        assert_eq!(admin.ok(&format!("{BASE}/page"))["total"], 2);
        assert_eq!(give(&admin, "990-12345723").message, "主单号在黑名单中：被盗");
        let job = run.data["taskId"].as_str().unwrap().to_owned();
        let undone = admin.post(&format!("{BASE}/import/undo/{job}"), json!({}));
        assert_eq!(undone.code, 0, "{}", undone.message);
        assert_eq!(admin.ok(&format!("{BASE}/page"))["total"], 0);
        assert_eq!(state(&admin, "990-12345723"), "UNUSED");
    });
}

#[test]
fn whoever_takes_a_number_at_that_moment_has_it_or_finds_it_locked() {
    each_database_from(rooms, lay_stock, |world| {
        let callers = ["demo-admin", "op01", "cs01"].map(|login| world.login(login).client());
        let [lists, takes, gives] = callers;
        let replies = world.at_once(vec![
            tokio_boxed(async move { lists.post(BASE, entry(json!({ "from": "12345701" }))).await }),
            tokio_boxed(
                async move { takes.post("/afbase/awb/take", json!({ "prefix": "990", "station": "PVG" })).await },
            ),
            tokio_boxed(async move {
                let body = json!({ "awbNumber": "990-12345723", "orderCode": "AE-2607150002" });
                gives.post("/test/assign", body).await
            }),
        ]);
        assert_eq!(replies[0].code, 0, "{}", replies[0].message);
        let admin = world.login("demo-admin");
        let taken = if replies[1].code == 0 { "RESERVED" } else { "LOCKED" };
        let given = if replies[2].code == 0 { "ALLOCATED" } else { "LOCKED" };
        assert_eq!(state(&admin, "990-12345701"), taken, "{}", world.database);
        assert_eq!(state(&admin, "990-12345723"), given, "{}", world.database);
        assert_eq!(state(&admin, "990-12345712"), "LOCKED");
    });
}

type Call = std::pin::Pin<Box<dyn Future<Output = Reply> + Send>>;

fn tokio_boxed(call: impl Future<Output = Reply> + Send + 'static) -> Call {
    Box::pin(call)
}

#[test]
fn another_org_neither_sees_nor_removes_an_entry() {
    each_database_from(rooms, lay_stock, |world| {
        let made = add(&world.login("demo-admin"), json!({}));
        let before = world.contents(false);
        let other = world.login("superAdmin");
        assert_eq!(other.ok(&format!("{BASE}/page"))["total"], 0);
        assert_eq!(other.get(&format!("{BASE}/{}", made["id"].as_str().unwrap())).status, 404);
        assert_eq!(remove(&other, &made).status, 404);
        unchanged(world, &before);
    });
}
