//! Seals and signatures of the company on the bills it prints.

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::paper::{make_default, pictures_of, sign_template, stop_template};
use testkit::{Caller, Reply, World};

use super::kit::*;

const SEALS: &str = "/sc/blPrint/seals";
const NO_RIGHT: &str = "您没有使用该印章的权限";

fn all_rooms() -> Vec<Room> {
    let mut all = rooms();
    all.push(publish::room());
    all
}

fn print(who: &Caller<'_>, bill: &Json, more: Json) -> Reply {
    let body = json!({
        "blPrintType": format!("PRINT_{}", field(bill, "kind")), "orderUuid": bill["orderUuid"], "blId": bill["blId"],
    });
    who.post(&format!("{BASE}/downloadBL"), with(body, more))
}

/// The pictures on the pages of what was printed.
fn pictures(world: &World, reply: Reply) -> Vec<Vec<String>> {
    let path = done(reply);
    pictures_of(&world.anonymous().get(path.as_str().unwrap()).bytes)
}

/// Names of what a caller is offered, the default ones with a star.
fn offered(who: &Caller<'_>, print: &str) -> Vec<String> {
    let seals = who.ok(&format!("{SEALS}?blPrintType={print}"))["seals"].clone();
    let name = |seal: &Json| format!("{}{}", field(seal, "name"), if seal["isDefault"] == true { "*" } else { "" });
    seals.as_array().unwrap().iter().map(name).collect()
}

// req: hrs-route-hrs-signtemplate
#[test]
fn a_house_bill_bears_the_bill_seal_and_the_carriers_own_one_by_hand_alone() {
    with_bills_in(all_rooms, |world| {
        let admin = world.login("demo-admin");
        let lines: Vec<String> = (1..=200).map(|line| format!("ITEM {line}")).collect();
        done(change(&admin, &stored(&admin, SE1, 0), json!({ "goodsDesc": lines.join("\n") })));
        let (house, master) = (stored(&admin, SE4, 1), stored(&admin, SE1, 0));
        let draft = |more: Json| with(json!({ "copies": ["DRAFT"] }), more);
        assert_eq!(pictures(world, print(&admin, &house, draft(json!({})))), [Vec::<String>::new()]);
        // The seal of bills for all papers, one of another kind for all papers, one that was made for bills.
        let seal =
            sign_template(&admin, &json!({ "name": "提单章", "sealType": "提单章", "rightMm": 15, "bottomMm": 20 }));
        make_default(&admin, &seal);
        sign_template(&admin, &json!({ "name": "财务章", "sealType": "财务专用章" }));
        let second = json!({ "name": "公章", "sealType": "企业公章", "document": "海运提单", "businessScope": "SE" });
        let second = sign_template(&admin, &second);
        assert_eq!(offered(&admin, "PRINT_HBL"), ["提单章*", "公章"]);
        assert_eq!(offered(&admin, "PRINT_MBL"), ["提单章", "公章"]);
        let own = vec!["40.0 15.0 20.0".to_owned()];
        let originals = pictures(world, print(&admin, &house, json!({ "copies": ["ORIGINAL"] })));
        assert_eq!(originals, [own.clone(), own.clone(), own.clone()]);
        assert_eq!(pictures(world, print(&admin, &house, draft(json!({ "sealIds": [] })))), [Vec::<String>::new()]);
        let chosen = draft(json!({ "sealIds": [second] }));
        assert_eq!(pictures(world, print(&admin, &house, chosen)), [["40.0 25.0 35.0"]]);
        let over = draft(json!({ "printType": "1", "offsetX": "2", "offsetY": "-1.5" }));
        assert_eq!(pictures(world, print(&admin, &house, over)), [["40.0 13.0 21.5"]], "it moves with the words");
        assert_eq!(pictures(world, print(&admin, &master, draft(json!({})))), [vec![], Vec::<String>::new()]);
        let by_hand = pictures(world, print(&admin, &master, draft(json!({ "sealIds": [seal] }))));
        assert_eq!(by_hand, [own, vec![]], "on the face, not on the attached list");
        assert_eq!(admin.ok(&format!("/hrs/signTemplate/{seal}"))["used"], json!(3));
        let log = admin.ok("/hrs/log/list/page?size=500")["records"].as_array().unwrap().clone();
        let texts: Vec<&str> =
            log.iter().filter(|line| line["level"] == "中").map(|line| field(line, "text")).collect();
        assert!(texts.contains(&"提单 TSTLAX26060001：加盖印章 提单章"), "{texts:?}");
        assert!(texts.contains(&"提单 TSTSHA260701：加盖印章 提单章"), "{texts:?}");
    });
}

#[test]
fn a_seal_that_may_not_stand_on_a_bill_is_refused_or_left_out() {
    with_bills_in(all_rooms, |world| {
        let admin = world.login("demo-admin");
        let house = stored(&admin, SE4, 1);
        let made = |name: &str, kind: &str| sign_template(&admin, &json!({ "name": name, "sealType": kind }));
        let (stopped, finance) = (made("停用章", "提单章"), made("财务章", "财务专用章"));
        stop_template(&admin, &stopped);
        let roles = admin.ok("/hrs/role/page?size=50&roleName=%E5%8D%95%E8%AF%81");
        let role = field(&roles["records"][0], "id").to_owned();
        let limited = json!({ "name": "单证专用", "sealType": "提单章", "roleIds": [role] });
        let limited = sign_template(&admin, &limited);
        make_default(&admin, &limited);
        let foreign = sign_template(&world.login("superAdmin"), &json!({ "name": "外企章", "sealType": "提单章" }));
        let before = world.contents(true);
        let refusal = print(&admin, &house, json!({ "sealIds": [stopped, finance, foreign] }));
        let wanted = [
            ("sealIds.0", "印章已停用：停用章"),
            ("sealIds.1", "印章不适用于该单证：财务章"),
            ("sealIds.2", "印章不存在"),
        ];
        assert_eq!(findings(&refusal), wanted.map(|(field, said)| (field.to_owned(), said.to_owned())));
        assert_eq!(print(&admin, &house, json!({ "blPrintType": "PRINT_X" })).status, 400);
        assert_eq!(admin.get(&format!("{SEALS}?blPrintType=")).status, 400);
        world.unchanged(&before, true);
        let (may, may_not) = (world.login("doc01"), world.login("op01"));
        let copies = json!({ "copies": ["COPY"] });
        let without = print(&may_not, &house, copies.clone());
        assert_eq!((without.code, without.message.as_str()), (0, NO_RIGHT));
        assert!(pictures(world, without).concat().is_empty());
        assert_eq!(pictures(world, print(&may, &house, copies)).concat().len(), 3, "each copy");
        let asked = may_not.ok(&format!("{SEALS}?blPrintType=PRINT_HBL"));
        assert_eq!(asked, json!({ "seals": [], "withheld": true }));
        let asked = may_not.ok(&format!("{SEALS}?blPrintType=PRINT_MBL"));
        assert_eq!(asked["withheld"], json!(false), "none is due there");
        assert_eq!(offered(&may, "PRINT_HBL"), ["单证专用*"]);
        assert_eq!(world.anonymous().get(SEALS).status, 401);
        assert_eq!(world.login("nobody").get(SEALS).status, 403);
    });
}
