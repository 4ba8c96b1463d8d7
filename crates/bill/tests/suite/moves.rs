//! 完成 and 退回.

use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};

use super::kit::*;

#[test]
fn a_bill_is_finished_when_every_box_is_right() {
    with_bills(|world| {
        let op = world.login("op01");
        let before = world.contents(true);
        let incomplete = go(&op, "finish", &stored(&op, SE1, 0), json!({}));
        assert_eq!(incomplete.code, 1);
        let told = findings(&incomplete);
        assert_eq!(said(&told, "shipper.scName"), ["请填写发货人"]);
        assert_eq!(said(&told, "carrierName"), ["请填写承运人名称"]);
        assert_eq!(said(&told, "billType"), ["船舶未离港，不能签发已装船提单"]);
        world.unchanged(&before, true);
        done(change(&op, &stored(&op, SE1, 0), whole(&op)));
        let done_now = done(go(&op, "finish", &stored(&op, SE1, 0), json!({})));
        assert_eq!(done_now["docState"], "DONE");
        let bill = stored(&op, SE1, 0);
        refused(&change(&op, &bill, json!({ "marks": "X" })), "提单已完成，不能修改");
        refused(&go(&op, "finish", &bill, json!({})), "提单已完成");
        refused(&op.delete(&format!("{BASE}/{}?rowUuid=x", field(&bill, "blId"))), "提单已完成，不能修改");
        done(go(&op, "back", &bill, json!({})));
        let again = stored(&op, SE1, 0);
        assert_eq!((&again["docState"], &again["finishedTimes"]), (&json!("DRAFT"), &json!(1)));
        refused(&go(&op, "back", &again, json!({})), "提单未完成");
        // Its number was issued: it stays.
        let path = format!("{BASE}/{}?rowUuid={}", field(&again, "blId"), field(&again, "rowUuid"));
        refused(&op.delete(&path), "提单曾经完成，不能删除");
    });
}

#[test]
fn an_on_board_bill_waits_for_the_vessel_unless_the_company_allows_it() {
    with_bills(|world| {
        let op = world.login("op01");
        let on_board = with(whole(&op), json!({ "billType": "ON_BOARD", "onBoardDate": "2026-07-15" }));
        done(change(&op, &stored(&op, SE1, 0), on_board));
        let refusal = go(&op, "finish", &stored(&op, SE1, 0), json!({}));
        assert_eq!(findings(&refusal), [("billType".to_owned(), "船舶未离港，不能签发已装船提单".to_owned())]);
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "allowPreBoardIssue": true });
        done(admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": "SE", "values": values })));
        done(go(&op, "finish", &stored(&op, SE1, 0), json!({})));
    });
}

#[test]
fn what_differs_from_the_order_is_asked_about_and_needs_a_reason() {
    with_bills(|world| {
        let op = world.login("op01");
        let other = json!({ "containers": [], "pieces": "1199", "portOfDischarge": "ROTTERDAM" });
        done(change(&op, &stored(&op, SE1, 0), with(whole(&op), other)));
        let asked = go(&op, "finish", &stored(&op, SE1, 0), json!({}));
        assert_eq!(asked.questions(), ["bill.port", "bill.differs"]);
        assert_eq!(asked.data["confirms"][1]["message"], "提单与订单不一致：件数 1199 / 订单 1200，是否继续？");
        let english = go(&op.in_language("en-US"), "finish", &stored(&op, SE1, 0), json!({}));
        assert_eq!(
            english.data["confirms"][1]["message"],
            "The bill differs from the order: pieces 1199 / order 1200. Continue?"
        );
        let confirmed = json!({ "confirmed": ["bill.port", "bill.differs"] });
        let bare = go(&op, "finish", &stored(&op, SE1, 0), confirmed.clone());
        assert_eq!(findings(&bare), [("reason".to_owned(), "请填写原因".to_owned())]);
        done(go(&op, "finish", &stored(&op, SE1, 0), with(confirmed, json!({ "reason": "短装一件" }))));
        assert_eq!(stored(&op, SE1, 0)["differenceReason"], "短装一件");
    });
}

#[test]
fn house_bills_add_up_to_their_master() {
    with_bills(|world| {
        let op = world.login("op01");
        let house = stored(&op, SE4, 1);
        let id = field(&house, "blId");
        set(world, "bl", id, &[("custody_state", "RETURNED".into_value())]);
        done(go(&op, "back", &house, json!({})));
        done(change(&op, &stored(&op, SE4, 1), json!({ "containers": [], "volume": "59.999" })));
        let list = op.ok(&format!("{BASE}/list/{}", uuid_of(&op, SE4)));
        assert_eq!(list["differs"], json!(["59.999 / 60.000 CBM"]));
        let asked = go(&op, "finish", &stored(&op, SE4, 1), json!({}));
        assert_eq!(asked.questions(), ["bill.houses.differ"], "within the tolerance of the order");
        assert_eq!(asked.data["confirms"][0]["message"], "分提单合计与主提单不一致：59.999 / 60.000 CBM，是否继续？");
        done(change(&op, &stored(&op, SE4, 1), json!({ "volume": "60.000" })));
        done(go(&op, "finish", &stored(&op, SE4, 1), json!({})));
    });
}

#[test]
fn a_company_may_want_the_customers_word_first() {
    with_bills(|world| {
        let op = world.login("op01");
        done(change(&op, &stored(&op, SE1, 0), whole(&op)));
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "billNeedsConfirm": true });
        done(admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": "SE", "values": values })));
        let bill = stored(&op, SE1, 0);
        assert_eq!(go(&op, "finish", &bill, json!({})).questions(), ["bill.unconfirmed"]);
        set(world, "bl", field(&bill, "blId"), &[("doc_state", "CONFIRMED".into_value())]);
        done(go(&op, "finish", &bill, json!({})));
    });
}

#[test]
fn a_bill_whose_originals_are_out_is_not_taken_back() {
    with_bills(|world| {
        let op = world.login("op01");
        let bill = stored(&op, SE4, 1);
        let id = field(&bill, "blId");
        for custody in ["SIGNED", "RELEASED", "HELD"] {
            set(world, "bl", id, &[("custody_state", Value::Text(custody.to_owned()))]);
            refused(&go(&op, "back", &bill, json!({})), "正本未收回，不能退回");
        }
        set(world, "bl", id, &[("custody_state", "UNSIGNED".into_value())]);
        done(go(&op, "back", &bill, json!({})));
    });
}

/// Issue 24, 2: a row that another document hangs on is not removed.
#[test]
fn a_box_of_a_finished_bill_stays_in_its_order() {
    with_bills(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, SE1);
        let path = format!("/sc/order/se/{uuid}");
        done(change(&op, &stored(&op, SE1, 0), whole(&op)));
        let boxes = op.ok(&path)["containers"].as_array().cloned().expect("boxes");
        let save = |caller: &testkit::Caller<'_>, rows: &[Json]| {
            caller.put(&path, with(op.ok(&path), json!({ "containers": rows })))
        };
        // Whatever else the rules say of the order.
        let found = |rows: &[Json]| {
            let found = save(&op, rows).findings_at("containers");
            found.into_iter().filter(|text| text.contains("引用")).collect::<Vec<_>>()
        };
        let number = field(&boxes[0], "containerNo").to_owned();
        let mut more = boxes.clone();
        more.push(json!({ "containerNo": "TSTU3000018", "containerType": "40HQ", "sealNo": "TS00009" }));
        done(op.put(&path, with(op.ok(&path), json!({ "containers": more, "confirmed": ASKED }))));
        let all = op.ok(&path)["containers"].as_array().cloned().expect("boxes");
        assert_eq!(all.len(), boxes.len() + 1);
        done(go(&op, "finish", &stored(&op, SE1, 0), json!({ "confirmed": ["bill.differs"], "reason": "加箱" })));
        let stays = [format!("箱 {number}已被提单TSTSHA260701引用，不能删除或更换")];
        assert_eq!(found(&all[1..]), stays);
        let renumbered = with(all[0].clone(), json!({ "containerNo": "TSTU2000013" }));
        assert_eq!(found(&[vec![renumbered], all[1..].to_vec()].concat()), stays);
        let english = save(&op.in_language("en-US"), &all[1..]).findings_at("containers");
        let why = format!("Box {number} can't be removed or replaced: bill of lading TSTSHA260701 refers to it.");
        assert!(english.contains(&why), "{english:?}");
        assert_eq!(found(&all[..all.len() - 1]), [""; 0], "the bill does not list the last one");
        let sealed = with(all[0].clone(), json!({ "sealNo": "TS99999" }));
        assert_eq!(found(&[vec![sealed], all[1..].to_vec()].concat()), [""; 0], "it may be changed");
        done(go(&op, "back", &stored(&op, SE1, 0), json!({})));
        assert_eq!(found(&all[1..]), [""; 0], "a draft is held against its order when it is finished");
    });
}

/// What is asked of an order that gets a box more than planned.
const ASKED: [&str; 3] = ["order.tolerance", "order.boxes.differ", "container.check"];
