//! 预收预付: an advance of a receipt is used against bills, paid back, made void; what is paid without a request.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::books::{books, moved};
use super::income_writeoff::{decide, note, row_of, rows_of};
use super::receipt::{TODAY, account};
use crate::receivable::{banked, coop, found, rooms};

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, |world| {
        world.wait(seed::received::receipts(&world.maker()));
        story(world);
    });
}

fn pa(world: &World) -> String {
    found(world, "advance", &[("advance_num", "PA-2607100001")])
}

fn act(caller: &Caller<'_>, id: &str, verb: &str, mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("/css/advance/{id}"))["version"].clone();
    caller.post(&format!("/css/advance/{id}/{verb}"), body)
}

fn row(caller: &Caller<'_>, id: &str) -> Json {
    let page = caller.ok("/css/advance/page?size=100");
    let rows = page["records"].as_array().cloned().expect("rows");
    rows.into_iter().find(|row| row["id"] == json!(id)).expect("the advance")
}

fn figures(row: &Json) -> Vec<String> {
    let shown = |name: &str| row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    ["amount", "used", "refunded", "open", "functionalOpen"].map(shown).into()
}

#[test]
fn an_advance_is_used_up_to_its_last_cent_and_leaves_nothing() {
    told(|world| {
        let fin = world.login("fin01");
        let id = pa(world);
        assert_eq!(figures(&row(&fin, &id)), ["1000.00", "0.00", "0.00", "1000.00", "7100.00"]);
        let num = note(world, &fin, "AE-2607150001");
        let (dollars, yuan) = (row_of(world, &num, "USD"), row_of(world, &num, "CNY"));
        let target = |amount: &str| json!([{ "id": dollars, "amount": amount }]);
        let body = |targets: Json| json!({ "coopId": coop(world, "KH001"), "date": TODAY, "targets": targets });
        let before = books(world);
        let used = done(act(&fin, &id, "use", body(target("50.00"))));
        assert_eq!(figures(&row(&fin, &id)), ["1000.00", "50.00", "0.00", "950.00", "6745.00"]);
        // The rest of it, converted, against yuan.
        let mut rest = body(json!([{ "id": yuan, "amount": "6745.00", "money": "950.00" }]));
        let reply = {
            let mut more = rest.clone();
            more["targets"][0]["money"] = json!("950.01");
            act(&fin, &id, "use", more)
        };
        assert_eq!(findings(&reply), [("money".into(), "本次冲抵金额不能大于余额".into())]);
        rest["remark"] = json!("余款");
        let last = done(act(&fin, &id, "use", rest));
        let done_row = row(&fin, &id);
        assert_eq!((figures(&done_row)[3].as_str(), figures(&done_row)[4].as_str()), ("0.00", "0.00"));
        assert_eq!(done_row["state"], json!("USED"));
        for write_off in [&last, &used] {
            let reply = super::income_writeoff::reverse(&fin, write_off["writeoffId"].as_str().expect("an id"));
            done(reply);
        }
        assert_eq!(books(world), before);
    });
}

#[test]
fn more_than_is_left_is_refused_and_nothing_stays() {
    told(|world| {
        let fin = world.login("fin01");
        let id = pa(world);
        let num = note(world, &fin, "AE-2607150001");
        let yuan = row_of(world, &num, "CNY");
        let before = books(world);
        // 1000.01 dollars.
        let targets = json!([{ "id": yuan, "amount": "7100.07", "money": "1000.01" }]);
        let body = json!({ "coopId": coop(world, "KH001"), "date": TODAY, "targets": targets });
        let reply = act(&fin, &id, "use", body);
        assert_eq!(findings(&reply), [("money".into(), "本次冲抵金额不能大于余额".into())]);
        let body = json!({ "coopId": coop(world, "KH001"), "date": "2026-07-09", "targets": [{ "id": yuan, "amount": "71.00" }] });
        let reply = act(&fin, &id, "use", body);
        assert_eq!(findings(&reply), [("date".into(), "日期不能早于2026-07-10".into())]);
        assert_eq!(books(world), before);
    });
}

#[test]
fn what_was_used_is_paid_back_no_more_and_not_made_void() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, bank) = (pa(world), account(world, "USD"));
        let back = |amount: &str| json!({ "amount": amount, "accountId": bank, "date": TODAY, "reason": "退回" });
        let reply = act(&fin, &id, "refund", back("1000.01"));
        assert_eq!(findings(&reply), [("amount".into(), "本次退款金额不能大于余额".into())]);
        done(act(&fin, &id, "refund", back("300.00")));
        assert_eq!(figures(&row(&fin, &id)), ["1000.00", "0.00", "300.00", "700.00", "4970.00"]);
        assert_eq!(moved(world, &bank).last(), Some(&("REFUND".into(), -300_000)));
        refused(&act(&fin, &id, "void", json!({})), "已冲抵或退款，不能作废");
        done(act(&fin, &id, "refund", back("700.00")));
        assert_eq!(figures(&row(&fin, &id))[4], "0.00", "nothing is left in the functional currency");
        refused(&act(&fin, &id, "refund", back("1.00")), "预收预付已用完，不能执行此操作");
    });
}

#[test]
fn an_advance_is_paid_without_a_request_only_where_none_is_needed() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(world, "CNY");
        let body = json!({
            "kind": "OUT", "coopId": coop(world, "GYS001"), "accountId": bank, "date": TODAY, "amount": "500.00", "fee": "2.00",
        });
        refused(&fin.post("/css/advance/save", body.clone()), "请先提交付款申请");
        decide(world, json!({ "payNeedsRequest": false }));
        let fin = world.login("fin01");
        let made = done(fin.post("/css/advance/save", body));
        assert_eq!(made["advanceNum"], json!("PP-2607150001"));
        assert_eq!(moved(world, &bank)[2..], [("ADVANCE".into(), -500_000), ("FEE".into(), -2_000)]);
        let id = made["id"].as_str().expect("an id");
        done(act(&fin, id, "void", json!({})));
        assert_eq!(moved(world, &bank).len(), 2, "the receipts of the fixture");
        assert_eq!(row(&fin, id)["functionalOpen"].as_f64(), Some(0.0));
    });
}

#[test]
fn each_side_is_seen_by_who_sees_its_money() {
    told(|world| {
        world.allow_nobody(&["css_advance", "css-cost-view"]);
        let nobody = world.login("nobody");
        assert_eq!(rows_of(&nobody.ok("/css/advance/page")), Vec::<Json>::new());
        assert_eq!(nobody.get(&format!("/css/advance/{}", pa(world))).status, 404);
        world.allow_nobody(&["css-income-view"]);
        assert_eq!(rows_of(&world.login("nobody").ok("/css/advance/page")).len(), 1);
    });
}
