//! Bills as PDF, read back.

use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

use super::kit::*;

fn ask(caller: &Caller<'_>, bill: &Json, more: Json) -> Reply {
    let body = json!({
        "blPrintType": format!("PRINT_{}", field(bill, "kind")), "orderUuid": bill["orderUuid"], "blId": bill["blId"],
    });
    caller.post(&format!("{BASE}/downloadBL"), with(body, more))
}

/// The texts of the pages, and the file's name.
fn printed(world: &World, reply: Reply) -> (Vec<String>, String) {
    let path = done(reply);
    let file = world.anonymous().get(path.as_str().unwrap());
    assert_eq!((file.status, file.content_type.as_str()), (200, "application/pdf"));
    let name = file.header("content-disposition").to_owned();
    let document = lopdf::Document::load_mem(&file.bytes).unwrap();
    // Of a drawn text every letter is read back; blanks and breaks are the reader's.
    let text = |page: u32| document.extract_text(&[page]).unwrap().replace(['\n', '\r'], " ");
    (document.get_pages().into_keys().map(text).collect(), name)
}

#[test]
fn originals_are_numbered_and_printed_once() {
    with_bills(|world| {
        let admin = world.login("demo-admin");
        let house = stored(&admin, SE4, 1);
        let (pages, name) = printed(world, ask(&admin, &house, json!({ "copies": ["ORIGINAL"] })));
        assert_eq!(pages.len(), 3);
        for (place, page) in pages.iter().enumerate() {
            assert!(page.contains(&format!("ORIGINAL {}/3", place + 1)), "{page}");
            assert!(page.contains("TSTLAX26060001") && page.contains("THREE (3)"), "{page}");
            assert!(!page.contains("DRAFT"), "{page}");
        }
        assert!(pages[0].contains("TSTU2000013/TS00003/20GP/180CTNS"), "{}", pages[0]);
        assert!(name.contains("BL_TSTLAX26060001_0715100000.pdf"), "{name}");
        // Once more only with the right, and a reason.
        let bare = ask(&admin, &house, json!({ "copies": ["ORIGINAL"] }));
        assert_eq!(findings(&bare), [("reason".to_owned(), "请填写重打原因".to_owned())]);
        let reason = json!({ "copies": ["ORIGINAL"], "reason": "打印机卡纸" });
        done(ask(&admin, &house, reason.clone()));
        let log = admin.ok(&format!("{BASE}/log/{}?size=5", field(&house, "blId")));
        let last = &log["records"][0];
        assert_eq!((field(last, "function"), field(last, "text")), ("重打正本", "打印机卡纸"));
        let now = stored(&admin, SE4, 1);
        assert_eq!((&now["originalPrints"], &now["printCount"]), (&json!(2), &json!(2)));
        assert_eq!(now["rowUuid"], house["rowUuid"], "a print is no change");
        // Copies are free.
        let (pages, _) = printed(world, ask(&admin, &house, json!({ "copies": ["COPY"] })));
        assert_eq!(pages.iter().filter(|page| page.contains("COPY NON-NEGOTIABLE")).count(), 3);
    });
}

#[test]
fn a_second_print_of_originals_needs_its_own_right() {
    with_bills(|world| {
        let admin = world.login("demo-admin");
        let house = stored(&admin, SE4, 1);
        done(ask(&admin, &house, json!({ "copies": ["ORIGINAL"] })));
        super::rights::take_away(world, "操作员", "se-bl-reprint");
        let again = ask(&world.login("op01"), &house, json!({ "copies": ["ORIGINAL"], "reason": "x" }));
        refused(&again, "正本已打印，重打需要“重打正本”权限");
        assert_eq!(stored(&admin, SE4, 1)["printCount"], 1);
    });
}

#[test]
fn drafts_print_as_drafts_alone() {
    with_bills(|world| {
        let op = world.login("op01");
        let draft = stored(&op, SE1, 0);
        let (pages, _) = printed(world, ask(&op, &draft, json!({})));
        assert_eq!(pages.len(), 1);
        for text in ["DRAFT", "TSTSHA260701", "SAY TWO (2) CONTAINERS ONLY", "FREIGHT PREPAID", "PORT OF LOADING"] {
            assert!(pages[0].contains(text), "{text}: {}", pages[0]);
        }
        refused(&ask(&op, &draft, json!({ "copies": ["ORIGINAL"] })), "提单未完成，不能打印正本");
        let (copies, _) = printed(world, ask(&op, &draft, json!({ "copies": ["COPY"] })));
        assert!(copies.len() == 3 && copies.iter().all(|page| page.contains("DRAFT")));
        // Words alone on pre-printed paper.
        let (over, _) = printed(world, ask(&op, &draft, json!({ "printType": "1", "offsetX": 20, "offsetY": "-20" })));
        assert!(over[0].contains("TSTSHA260701") && !over[0].contains("PORT OF LOADING"), "{}", over[0]);
        for wrong in [json!({ "offsetX": 20.1 }), json!({ "offsetY": "x" }), json!({ "printType": "3" })] {
            assert_eq!(ask(&op, &draft, wrong.clone()).status, 400, "{wrong}");
        }
    });
}

#[test]
fn long_descriptions_are_printed_whole() {
    with_bills(|world| {
        let op = world.login("op01");
        let lines: Vec<String> = (1..=200).map(|line| format!("ITEM NO {line} END")).collect();
        done(change(&op, &stored(&op, SE1, 0), json!({ "goodsDesc": lines.join("\n") })));
        let (pages, _) = printed(world, ask(&op, &stored(&op, SE1, 0), json!({})));
        assert_eq!(pages.len(), 2);
        assert!(pages[0].contains("AS PER ATTACHED LIST"));
        assert!(pages[1].contains("ATTACHED LIST") && pages[1].contains("PAGE 1/1"));
        assert!(pages[1].contains("ITEM NO 200 END") && pages[0].contains("ITEM NO 1 END"));
    });
}

#[test]
fn what_is_printed_follows_how_the_bill_is_issued_and_where_it_is() {
    with_bills(|world| {
        let op = world.login("op01");
        let house = stored(&op, SE4, 1);
        let id = field(&house, "blId").to_owned();
        refused(&ask(&op, &house, json!({ "copies": ["SEAWAY"] })), "出单方式不是海运单");
        refused(&ask(&op, &house, json!({ "copies": ["SURRENDERED"] })), "提单未电放放行，不能打印SURRENDERED");
        set(world, "bl", &id, &[("custody_state", "HELD".into_value())]);
        refused(&ask(&op, &house, json!({ "copies": ["ORIGINAL"] })), "提单已申请放单或扣单，不能打印正本");
        set(world, "bl", &id, &[("custody_state", "UNSIGNED".into_value())]);
        done(go(&op, "back", &house, json!({})));
        let telex = json!({ "issueType": "TELEX", "originals": "0", "copies": "0" });
        done(change(&op, &stored(&op, SE4, 1), telex));
        done(go(&op, "finish", &stored(&op, SE4, 1), json!({})));
        let telex = stored(&op, SE4, 1);
        refused(&ask(&op, &telex, json!({ "copies": ["ORIGINAL"] })), "该提单没有正本");
        refused(&ask(&op, &telex, json!({ "copies": ["COPY"] })), "该提单没有副本");
        set(world, "bl", &id, &[("custody_state", "RELEASED".into_value())]);
        let (pages, _) = printed(world, ask(&op, &telex, json!({ "copies": ["SURRENDERED"] })));
        assert!(pages.len() == 1 && pages[0].contains("SURRENDERED"));
    });
}

#[test]
fn freight_is_hidden_on_request() {
    with_bills(|world| {
        let op = world.login("op01");
        let charges =
            json!([{ "item": "OCEAN FREIGHT", "currency": "USD", "rate": "1500", "per": "40HQ", "prepaid": "3000" }]);
        done(change(&op, &stored(&op, SE1, 0), json!({ "charges": charges, "freightText": "" })));
        let bill = stored(&op, SE1, 0);
        let (shown, _) = printed(world, ask(&op, &bill, json!({})));
        assert!(shown[0].contains("OCEAN FREIGHT USD 1500 / 40HQ PREPAID USD 3000"), "{}", shown[0]);
        let (hidden, _) = printed(world, ask(&op, &bill, json!({ "showCharge": false })));
        assert!(hidden[0].contains("AS ARRANGED") && !hidden[0].contains("3000"), "{}", hidden[0]);
    });
}

#[test]
fn the_companys_text_stands_above_the_signature_of_its_house_bills() {
    with_bills(|world| {
        let op = world.login("op01");
        world.database(|app, conn| {
            let now = app.clock.now();
            let cells = [
                ("id", 9_001i64.into_value()),
                ("kind", "签名文本".into_value()),
                ("name", "提单".into_value()),
                ("business_scope", "SE".into_value()),
                ("document", "海运提单".into_value()),
                ("language", "en".into_value()),
                ("sign_text", "FOR {orgEname} AT {place}".into_value()),
                ("is_default", true.into_value()),
                ("active", true.into_value()),
                ("used", 0i64.into_value()),
                ("version", 1i64.into_value()),
                ("created_by", 1i64.into_value()),
                ("created_at", now.into_value()),
                ("updated_by", 1i64.into_value()),
                ("updated_at", now.into_value()),
            ];
            conn.exec(&platform::store::sql::insert(seed::people::DEMO, "sign_template", &cells).into()).unwrap();
        });
        let (house, _) = printed(world, ask(&op, &stored(&op, SE4, 1), json!({ "copies": ["DRAFT"] })));
        assert!(house[0].contains("FOR DEMO FREIGHT CO. LTD AT NINGBO"), "{}", house[0]);
        let (master, _) = printed(world, ask(&op, &stored(&op, SE4, 0), json!({ "copies": ["DRAFT"] })));
        assert!(!master[0].contains("FOR DEMO FREIGHT"), "the carrier signs its own: {}", master[0]);
    });
}

#[test]
fn a_bill_is_printed_as_what_it_is_and_of_its_own_order() {
    with_bills(|world| {
        let op = world.login("op01");
        let house = stored(&op, SE4, 1);
        assert_eq!(ask(&op, &house, json!({ "blPrintType": "PRINT_MBL" })).status, 404);
        assert_eq!(ask(&op, &house, json!({ "orderUuid": uuid_of(&op, SE1) })).status, 404);
        assert_eq!(ask(&op, &house, json!({ "copies": ["PAPER"] })).status, 400);
    });
}
