//! 复制 of an order with 费用 ticked (catalogue css.md 0.16): its first save writes the charges of its model, as they are on
//! the new order.

use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::{save, with};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const PARTS: [&str; 7] = ["parties", "routing", "cargo", "services", "addresses", "price", "remarks"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// Asks for a copy of E1, its charges among the parts or not.
fn ask(caller: &Caller<'_>, with_charges: bool) -> Reply {
    let more: &[&str] = if with_charges { &["charges"] } else { &[] };
    let parts: Vec<&str> = PARTS.iter().chain(more).copied().collect();
    caller.post(&format!("/afbase/order/copy/{}", uuid(caller, E1)), json!({ "parts": parts }))
}

/// Saves a copy that weighs 700 kilograms for the first time.
fn first_save(caller: &Caller<'_>, draft: &Json, members: &Json) -> Reply {
    let weight = json!({
        "planWeight": 700, "planVolume": 2, "planDimensions": [], "confirmed": ["order.tolerance", "order.similar"],
    });
    caller.post("/afbase/order/doSave", with(&with(draft, &weight), members))
}

fn saved_charges(caller: &Caller<'_>, made: &Json) -> Json {
    charges(caller, made["orderUuid"].as_str().expect("an order"))
}

fn each(rows: &Json, name: &str) -> Vec<String> {
    let rows = rows.as_array().into_iter().flatten();
    rows.map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

/// A rate of a currency that holds from a day on.
fn rate(world: &World, currency: &str, worth: &str, from: &str) {
    let begin = format!("{from} 00:00:00");
    let rate = json!({ "currencyCode": currency, "type": "GENERAL", "currencyRate": worth, "beginDate": begin });
    done(world.login("demo-admin").post("/css/currencyRate", rate));
}

#[test]
fn the_first_save_of_a_copy_writes_the_charges_by_its_own_figures() {
    told(|world| {
        rate(world, "USD", "7.2", "2026-07-15");
        let op = world.login("op01");
        let model = charges(&op, &uuid(&op, E1));
        let before = world.contents(false);
        let draft = done(ask(&op, true));
        assert_eq!((&draft["copyFrom"], &draft["copyCharges"]), (&json!(E1), &json!(true)));
        world.unchanged(&before, false);
        let made = done(first_save(&op, &draft, &json!({})));
        assert_eq!(made["orderCode"], json!("AE-2607150004"));
        let list = saved_charges(&op, &made);
        // 30.00 × 700 KG; the dollar is worth what it is today; a quantity that was typed stays.
        assert_eq!(each(&list["income"], "amount"), ["21000.00", "50.00"]);
        assert_eq!(each(&list["income"], "quantity"), ["700", "1"]);
        assert_eq!(each(&list["income"], "exchangeRate"), ["1.0000", "7.2000"]);
        assert_eq!(each(&list["income"], "functionalAmount"), ["21000.00", "360.00"]);
        assert_eq!(each(&list["income"], "functionalTax"), ["1188.68", "0.00"]);
        assert_eq!(
            (each(&list["cost"], "amount"), each(&list["cost"], "quantity")),
            (vec!["13170.00".to_owned()], vec!["658.5".to_owned()])
        );
        for side in ["income", "cost"] {
            for name in ["serviceItemId", "coopId", "basis", "currency", "unitPrice", "taxRate"] {
                assert_eq!(each(&list[side], name), each(&model[side], name), "{side} {name}");
            }
            assert!(each(&list[side], "source").iter().all(|source| source == "COPIED"), "{side}");
        }
        assert_eq!(list["totals"]["profit"]["amount"], json!("8190.00"));
        let fin = world.login("fin01");
        let row = fin.ok("/afbase/order/page?orderCode=AE-2607150004")["records"][0].clone();
        assert_eq!(row["incomeAmount"].as_f64(), Some(21_360.0), "{row}");
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}&size=100", made["orderUuid"].as_str().unwrap()));
        for side in ["应收", "应付"] {
            assert!(log.to_string().contains(&format!("{side}复制{E1}的费用")), "{log}");
        }
        assert_eq!(charges(&op, &uuid(&op, E1))["totals"], model["totals"], "the model stays");
    });
}

#[test]
fn a_copy_without_its_charges_has_none() {
    told(|world| {
        let op = world.login("op01");
        let draft = done(ask(&op, false));
        assert_eq!(draft.get("copyCharges"), None);
        let made = done(first_save(&op, &draft, &json!({})));
        let list = saved_charges(&op, &made);
        assert_eq!((&list["income"], &list["cost"]), (&json!([]), &json!([])));
    });
}

#[test]
fn charges_are_copied_by_who_may_enter_them_and_of_the_sides_he_sees() {
    told(|world| {
        world.allow_nobody(&["af_order", "af-order-add", "af-order-copy", "css_order_charge", "css-income-view"]);
        let clerk = world.login("nobody");
        assert_eq!(ask(&clerk, true).status, 403);
        let draft = done(ask(&clerk, false));
        let before = world.contents(true);
        assert_eq!(first_save(&clerk, &draft, &json!({ "copyCharges": true })).status, 403);
        world.unchanged(&before, true);
        world.allow_nobody(&["css-charge-add"]);
        let clerk = world.login("nobody");
        let made = done(first_save(&clerk, &done(ask(&clerk, true)), &json!({})));
        let list = saved_charges(&world.login("fin01"), &made);
        assert_eq!(each(&list["income"], "amount"), ["21000.00", "50.00"]);
        assert_eq!(list["cost"], json!([]), "he did not see what E1 costs");
    });
}

#[test]
fn a_charge_whose_item_is_stopped_is_left_out_and_told() {
    told(|world| {
        let admin = world.login("demo-admin");
        let at = format!("/prm/service/{}", item(world, "操作费"));
        let stop = json!({ "version": admin.ok(&at)["version"], "active": false });
        done(admin.post(&format!("{at}/status"), stop));
        let op = world.login("op01");
        let reply = first_save(&op, &done(ask(&op, true)), &json!({}));
        assert_eq!(reply.findings_at("copyCharges"), ["应收操作-操作费未复制：服务项目已停用"]);
        let list = saved_charges(&op, &done(reply));
        assert_eq!(
            (each(&list["income"], "amount"), each(&list["cost"], "amount").len()),
            (vec!["21000.00".into()], 1)
        );
    });
}

#[test]
fn what_cannot_be_copied_leaves_no_order_behind() {
    told(|world| {
        let op = world.login("op01");
        let e1 = charges(&op, &uuid(&op, E1));
        let euro = json!({ "serviceItemId": item(world, "操作费"), "currency": "EUR", "unitPrice": "10" });
        done(save(&op, &e1, &json!({ "income": [euro] })));
        // In June there was no rate of the euro.
        world.set_clock("2026-06-20 10:00:00");
        let op = world.login("op01");
        let draft = done(ask(&op, true));
        let before = world.contents(true);
        let no_rate = first_save(&op, &draft, &json!({}));
        assert_eq!(no_rate.findings_at("copyCharges"), ["EUR在2026-06-20没有有效汇率"]);
        world.unchanged(&before, true);
        let gone = first_save(&op, &draft, &json!({ "copyFrom": "AE-2607159999" }));
        assert_eq!(gone.findings_at("copyCharges"), ["复制的订单AE-2607159999不存在"]);
        world.unchanged(&before, true);
        done(first_save(&op, &draft, &json!({ "copyCharges": false })));
    });
}

#[test]
fn what_a_sign_or_a_share_made_stays_with_its_order() {
    told(|world| {
        for source in ["SIGNED", "SHARED", "ADJUSTED"] {
            world.database(|_, conn| {
                let mut made = sql::update(2, charge::line::TABLE, &[("source", source.into_value())]);
                made.and_where(sql::eq("kind", "PAYABLE"));
                conn.exec(&made.into()).expect("writes");
            });
            let op = world.login("op01");
            let made = done(first_save(&op, &done(ask(&op, true)), &json!({})));
            assert_eq!(each(&saved_charges(&op, &made)["cost"], "amount"), [""; 0], "{source}");
            assert!(made.to_string().contains("由签单、分摊或锁账后调整生成"), "{made}");
        }
    });
}

#[test]
fn templates_bring_what_was_copied_of_no_side_and_nothing_twice() {
    told(|world| {
        let admin = world.login("demo-admin");
        for (name, kind, applied) in [("新单", "PAYABLE", "ORDER"), ("配单", "RECEIVABLE", "MASTER")] {
            let line = json!({
                "serviceItemId": item(world, "操作费"), "coopId": coop(world, "GYS001"), "basis": "票",
                "currencyCode": "CNY", "price": "70", "carry": "四舍五入", "taxRate": "0%",
            });
            let template = json!({
                "templateName": name, "businessScope": "AE", "kind": kind, "autoApply": applied, "lines": [line],
            });
            done(admin.post("/css/chargeTemplate", template));
        }
        world.allow_nobody(&[
            "af_order",
            "af-order-add",
            "af-order-edit",
            "af-order-copy",
            "css_order_charge",
            "css-income-view",
            "css-charge-add",
        ]);
        let clerk = world.login("nobody");
        let made = done(first_save(&clerk, &done(ask(&clerk, true)), &json!({})));
        let fin = world.login("fin01");
        let list = saved_charges(&fin, &made);
        assert_eq!(each(&list["income"], "amount"), ["21000.00", "50.00"]);
        assert_eq!(each(&list["cost"], "amount"), ["70.00"], "no cost was copied");
        // A copy of an order that has its template's charge gets it with no master again.
        let op = world.login("demo-admin");
        let with_master = |order: &str, number: &str| {
            let view = op.ok(&format!("/afbase/order/view/{order}"));
            let confirmed = json!(["order.tolerance", "order.similar", "awb.shared", "order.charges.follow"]);
            let body = with(&view, &json!({ "awbNumber": number, "confirmed": confirmed }));
            done(op.post("/afbase/order/doUpdate", body));
        };
        let first = made["orderUuid"].as_str().expect("an order").to_owned();
        with_master(&first, "990-12345701");
        assert_eq!(each(&charges(&op, &first)["income"], "amount"), ["21000.00", "50.00", "70.00"]);
        let parts: Vec<&str> = PARTS.iter().chain(&["charges"]).copied().collect();
        let draft = done(op.post(&format!("/afbase/order/copy/{first}"), json!({ "parts": parts })));
        let again = done(first_save(&op, &draft, &json!({})));
        let again = again["orderUuid"].as_str().expect("an order").to_owned();
        with_master(&again, "990-12345712");
        assert_eq!(each(&charges(&op, &again)["income"], "amount"), ["21000.00", "50.00", "70.00"]);
    });
}
