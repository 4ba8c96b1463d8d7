//! Seals and signatures of the company on the waybills it prints.

use kernel::Id;
use platform::registry::Room;
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::paper::{make_default, pictures_of, sign_template, stop_template};
use testkit::{Caller, Reply, World, done, each_database_from, field, findings};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{whole, world_with_orders};

const CARRIER: &str = "主运单承运人或代理人";
const SEALS: &str = "/afbase/awbPrint/seals";
const NO_RIGHT: &str = "您没有使用该印章的权限";

fn all_rooms() -> Vec<Room> {
    let mut all = rooms();
    all.push(publish::room());
    all
}

/// A story with the master of E1 and the house HA001; the id of each.
fn with_forms(story: impl Fn(&World, &str, &str)) {
    each_database_from(all_rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let master = done(admin.post("/afbase/awbPrint/mawb", whole(world)));
        done(admin.post(&format!("/afbase/awbPrint/createAllHawb/{E1}"), json!({})));
        let house = admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{E1}"))["hawbs"][0]["awbPrintId"].clone();
        story(world, field(&master, "awbPrintId"), house.as_str().unwrap());
    });
}

fn extended(mut body: Json, more: Json) -> Json {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn print(who: &Caller<'_>, more: Json) -> Reply {
    let body = json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E1, "copies": ["original3", "copy9"] });
    who.post("/afbase/awbPrint/downloadAWB", extended(body, more))
}

/// The pictures on the pages of what was printed.
fn pictures(world: &World, reply: Reply) -> Vec<Vec<String>> {
    let path = done(reply);
    pictures_of(&world.anonymous().get(path.as_str().unwrap()).bytes)
}

fn used(admin: &Caller<'_>, id: &str) -> Json {
    admin.ok(&format!("/hrs/signTemplate/{id}"))["used"].clone()
}

/// Names of what a caller is offered, the default ones with a star.
fn offered(who: &Caller<'_>, print: &str) -> Vec<String> {
    let seals = who.ok(&format!("{SEALS}?awbPrintType={print}"))["seals"].clone();
    let name = |seal: &Json| format!("{}{}", field(seal, "name"), if seal["isDefault"] == true { "*" } else { "" });
    seals.as_array().unwrap().iter().map(name).collect()
}

fn user_id(world: &World, name: &str) -> String {
    let name = name.to_owned();
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "app_user");
        select.column("id").and_where(sql::eq("name_cn", name));
        conn.first(&select.into()).unwrap().unwrap().get::<Id>(0).unwrap().to_string()
    })
}

fn role_id(world: &World, name: &str) -> Id {
    let name = name.to_owned();
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "role");
        select.column("id").and_where(sql::eq("name", name));
        conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
    })
}

// req: hrs-route-hrs-signtemplate
#[test]
fn the_default_seal_stands_on_a_waybill_unless_others_are_chosen() {
    with_forms(|world, _, _| {
        let admin = world.login("demo-admin");
        let none: [Vec<String>; 2] = [vec![], vec![]];
        assert_eq!(pictures(world, print(&admin, json!({}))), none, "nobody set a seal up");
        let carrier = json!({ "name": "承运章", "businessScope": "AE", "document": CARRIER, "widthMm": 30, "rightMm": 20,
            "bottomMm": 30 });
        let carrier = sign_template(&admin, &carrier);
        make_default(&admin, &carrier);
        let all = sign_template(&admin, &json!({ "name": "通用章" }));
        for other in [
            json!({ "name": "中文章", "language": "zh" }),
            json!({ "name": "海运章", "businessScope": "SE" }),
            json!({ "name": "分单章", "document": "分运单" }),
        ] {
            sign_template(&admin, &other);
        }
        assert_eq!(offered(&admin, "PRINT_MAWB"), ["承运章*", "通用章"]);
        assert_eq!(offered(&admin, "PRINT_HAWB"), ["通用章", "分单章"]);
        let both = offered(&admin, "");
        assert!(
            both.contains(&"承运章*".to_owned()) && both.contains(&"分单章".to_owned()) && both.len() == 3,
            "{both:?}"
        );
        let at = |places: &[&str]| [(); 2].map(|()| places.iter().map(|place| (*place).to_owned()).collect::<Vec<_>>());
        assert_eq!(pictures(world, print(&admin, json!({}))), at(&["30.0 20.0 30.0"]), "on every page");
        assert_eq!(pictures(world, print(&admin, json!({ "sealIds": [] }))), none);
        assert_eq!(pictures(world, print(&admin, json!({ "sealIds": [all, all] }))), at(&["40.0 25.0 35.0"]));
        let two = pictures(world, print(&admin, json!({ "sealIds": [all, carrier] })));
        assert_eq!(two, at(&["40.0 25.0 35.0", "30.0 20.0 30.0"]));
        // On pre-printed paper it lies with the form: in the middle of the sheet, moved as the words are.
        let over = json!({ "printType": "1" });
        assert_eq!(pictures(world, print(&admin, over)), at(&["30.0 20.0 30.0"]));
        let over = json!({ "printType": "1", "paperSize": "241x305", "offsetX": "1.5", "offsetY": "-2" });
        assert_eq!(pictures(world, print(&admin, over)), at(&["30.0 34.0 36.0"]));
        assert_eq!((used(&admin, &carrier), used(&admin, &all)), (json!(4), json!(2)));
        let log = admin.ok("/hrs/log/list/page?size=500")["records"].as_array().unwrap().clone();
        let of_seals: Vec<_> = log.iter().filter(|line| line["pageFunction"] == "使用印章").collect();
        assert_eq!(of_seals.len(), 6, "a line for each seal of each print");
        assert_eq!(
            (&of_seals[0]["level"], &of_seals[0]["type"], &of_seals[0]["text"]),
            (&json!("中"), &json!("打印"), &json!("主运单 990-12345675：加盖印章 承运章")),
        );
    });
}

#[test]
fn what_cannot_stand_on_a_waybill_is_refused_by_its_place() {
    with_forms(|world, _, _| {
        let admin = world.login("demo-admin");
        let made = |name: &str, more: Json| sign_template(&admin, &extended(json!({ "name": name }), more));
        let good = made("可用章", json!({}));
        let stopped = made("停用章", json!({}));
        stop_template(&admin, &stopped);
        let sea = made("海运章", json!({ "businessScope": "SE" }));
        let text = json!({ "name": "文本", "kind": "签名文本", "document": CARRIER, "signText": "X", "files": null,
            "widthMm": null, "sealType": "" });
        let text = sign_template(&admin, &text);
        let signature = |name: &str, person: &str| {
            made(name, json!({ "kind": "签字", "userId": user_id(world, person), "sealType": "" }))
        };
        let theirs = signature("操作签字", "操作一");
        let foreign = sign_template(&world.login("superAdmin"), &json!({ "name": "外企章" }));
        let before = world.contents(true);
        let wrong = [&good, &stopped, &sea, &theirs];
        let reply = print(&admin, json!({ "sealIds": wrong }));
        let at = |place: usize, said: &str| (format!("sealIds.{place}"), said.to_owned());
        let wanted =
            [at(1, "印章已停用：停用章"), at(2, "印章不适用于该单证：海运章"), at(3, "不能使用他人的签字：操作签字")];
        assert_eq!(findings(&reply), wanted);
        let english = admin.in_language("en-US");
        let reply = print(&english, json!({ "sealIds": wrong }));
        let wanted = [
            at(1, "The seal is stopped: 停用章"),
            at(2, "The seal is not for this paper: 海运章"),
            at(3, "The signature is somebody else's: 操作签字"),
        ];
        assert_eq!(findings(&reply), wanted);
        let unknown = [&foreign, &text, "77"];
        let reply = print(&admin, json!({ "sealIds": unknown }));
        assert_eq!(findings(&reply), [0, 1, 2].map(|place| at(place, "印章不存在")), "another company's is none");
        let reply = print(&english, json!({ "sealIds": ["77"] }));
        assert_eq!(findings(&reply), [at(0, "There is no such seal.")]);
        let reply = print(&admin, json!({ "sealIds": vec![&good; 5] }));
        assert_eq!(findings(&reply), [("sealIds".to_owned(), "一份单证最多加盖4个印章或签字".to_owned())]);
        assert_eq!(print(&admin, json!({ "sealIds": ["x"] })).status, 400);
        world.unchanged(&before, true);
        assert_eq!(pictures(world, print(&admin, json!({ "sealIds": vec![&good; 4] })))[0].len(), 1);
        // What was refused is not offered, and the own signature is.
        assert_eq!(offered(&admin, "PRINT_MAWB"), ["可用章"]);
        assert_eq!(offered(&world.login("op01"), "PRINT_MAWB"), ["可用章", "操作签字"]);
        assert_eq!(admin.get(&format!("{SEALS}?awbPrintType=PRINT_X")).status, 400);
    });
}

#[test]
fn a_seal_for_other_roles_is_left_out_and_the_print_says_so() {
    with_forms(|world, _, _| {
        let admin = world.login("demo-admin");
        let doc = role_id(world, "单证");
        let limited = sign_template(&admin, &json!({ "name": "单证专用", "roleIds": [doc] }));
        make_default(&admin, &limited);
        let (may, may_not) = (world.login("doc01"), world.login("op01"));
        let asked = |who: &Caller<'_>| who.ok(&format!("{SEALS}?awbPrintType=PRINT_MAWB"));
        assert_eq!(
            (offered(&may, "PRINT_MAWB"), asked(&may)["withheld"].clone()),
            (vec!["单证专用*".into()], json!(false))
        );
        assert_eq!(asked(&may_not), json!({ "seals": [], "withheld": true }));
        let said = |reply: &Reply| (reply.code, reply.message.clone(), reply.header("x-note").to_owned());
        let note = platform::web::percent_encoded(NO_RIGHT);
        for asked in [json!({}), json!({ "sealIds": [limited] })] {
            let without = print(&may_not, asked.clone());
            assert_eq!(said(&without), (0, NO_RIGHT.to_owned(), note.clone()), "{asked}");
            assert_eq!(pictures(world, without).concat(), Vec::<String>::new());
            let with = print(&may, asked);
            assert_eq!(with.header("x-note"), "");
            assert_eq!(pictures(world, with).concat().len(), 2);
        }
        // Sent again because its answer was lost, it is answered as the first time.
        let keyed = may_not.with_header("idempotency-key", "print-1");
        let (first, again) = (print(&keyed, json!({})), print(&keyed, json!({})));
        assert_eq!((said(&again), &again.data), (said(&first), &first.data));
        assert_eq!((said(&again), again.header("idempotent-replayed")), ((0, NO_RIGHT.to_owned(), note), "true"));
        let keyed = may.with_header("idempotency-key", "print-2");
        let again = [(); 2].map(|()| print(&keyed, json!({ "sealIds": [] }))).into_iter().next_back().unwrap();
        assert_eq!((again.header("x-note"), again.header("idempotent-replayed")), ("", "true"));
        let bare = print(&may_not, json!({ "sealIds": [] }));
        assert_eq!(bare.header("x-note"), "", "who wants none misses none");
        assert_eq!(used(&admin, &limited), json!(2));
        assert_eq!(world.anonymous().get(SEALS).status, 401);
        assert_eq!(world.login("nobody").get(SEALS).status, 403);
    });
}

#[test]
fn each_of_several_forms_bears_the_seals_that_are_for_it() {
    with_forms(|world, master, house| {
        let admin = world.login("demo-admin");
        let on_master = json!({ "name": "主单章", "document": CARRIER, "widthMm": 30 });
        let on_house = json!({ "name": "分单章", "document": "分运单", "widthMm": 20 });
        let [on_master, on_house] = [on_master, on_house].map(|more| sign_template(&admin, &more));
        make_default(&admin, &on_house);
        let print = |seals: Json| pictures(world, print_both(&admin, (master, house), seals));
        let (on_first, on_second) = (vec!["30.0 25.0 35.0".to_owned()], vec!["20.0 25.0 35.0".to_owned()]);
        assert_eq!(print(json!({})), [vec![], on_second.clone()]);
        assert_eq!(print(json!({ "sealIds": [on_house, on_master] })), [on_first, on_second]);
        assert_eq!((used(&admin, &on_master), used(&admin, &on_house)), (json!(1), json!(2)));
        // A seal of houses that is withheld is missed on none but houses.
        let version = admin.ok(&format!("/hrs/signTemplate/{on_house}"))["version"].clone();
        let body = json!({ "version": version, "roleIds": [role_id(world, "单证")] });
        done(admin.put(&format!("/hrs/signTemplate/{on_house}"), body));
        let said = |ids: Json| admin.post("/os/waybill/printMany", json!({ "ids": ids, "how": {} })).message;
        assert_eq!(said(json!([master, house])), NO_RIGHT);
        assert_ne!(said(json!([master])), NO_RIGHT);
    });
}

/// Prints a master and a house together.
fn print_both(who: &Caller<'_>, (master, house): (&str, &str), seals: Json) -> Reply {
    let how = extended(json!({ "copies": ["original3"] }), seals);
    who.post("/os/waybill/printMany", json!({ "ids": [master, house], "how": how }))
}

/// A new seal of so many millimetres for a paper, or a signature of a person; its id.
fn made((world, admin): (&World, &Caller<'_>), width: i64, document: &str, person: Option<&str>) -> String {
    let own = match person {
        Some(person) => json!({ "kind": "签字", "userId": user_id(world, person), "sealType": "" }),
        None => json!({}),
    };
    let seal = json!({ "name": format!("{document}{width}"), "document": document, "widthMm": width });
    sign_template(admin, &extended(seal, own))
}

fn widths(pages: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let width = |picture: String| picture.split_once('.').unwrap().0.to_owned();
    pages.into_iter().map(|page| page.into_iter().map(width).collect()).collect()
}

#[test]
fn a_default_seal_that_is_chosen_with_others_stands_where_it_stood_without_a_choice() {
    with_forms(|world, master, house| {
        let (admin, clerk) = (world.login("demo-admin"), world.login("op01"));
        let [all, own] = [made((world, &admin), 31, "*", None), made((world, &admin), 32, "分运单", None)];
        for default in [&all, &own] {
            make_default(&admin, default);
        }
        let signature = made((world, &admin), 33, "*", Some("操作一"));
        let print = |seals: Json| widths(pictures(world, print_both(&clerk, (master, house), seals)));
        assert_eq!(print(json!({})), [["31"], ["32"]]);
        assert_eq!(print(json!({ "sealIds": [all, own, signature] })), [["31", "33"], ["32", "33"]]);
        assert_eq!(print(json!({ "sealIds": [all, signature] })), [vec!["31", "33"], vec!["33"]]);
        // A house alone has its own default one; the general one is none of it, and stands there when it is chosen.
        let of_house = json!({ "ids": [house], "how": { "copies": ["original3"], "sealIds": [signature] } });
        assert_eq!(widths(pictures(world, clerk.post("/os/waybill/printMany", of_house))), [["33"]]);
        let alone = json!({ "awbPrintType": "PRINT_HAWB", "awbPrintId": house, "sealIds": [all] });
        let alone = extended(json!({ "orderUuid": E1, "copies": ["original3"] }), alone);
        assert_eq!(widths(pictures(world, clerk.post("/afbase/awbPrint/downloadHAWB", alone))), [["31"]]);
    });
}

#[test]
fn what_stands_on_each_paper_is_limited_and_not_what_is_chosen_for_all() {
    with_forms(|world, master, house| {
        let (admin, clerk) = (world.login("demo-admin"), world.login("op01"));
        let shipper = "主运单托运人或代理人";
        let mut ids = Vec::new();
        for (width, document) in [(31, shipper), (32, CARRIER), (33, "分运单")] {
            ids.push(made((world, &admin), width, document, None));
            ids.push(made((world, &admin), width + 10, document, Some("操作一")));
        }
        ids.iter().for_each(|id| make_default(&admin, id));
        let print = |ids: &[&String]| print_both(&clerk, (master, house), json!({ "sealIds": ids }));
        let stand = |reply: Reply| widths(pictures(world, reply)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(stand(print_both(&clerk, (master, house), json!({}))), [4, 2]);
        let [first, second, third, fourth, fifth, sixth] = ids.as_slice() else { panic!("six") };
        assert_eq!(stand(print(&[first, second, third, fourth, fifth])), [4, 1], "one was unticked");
        let [of_master, of_house, last] = [(34, shipper), (35, "分运单"), (36, "分运单")]
            .map(|(width, document)| made((world, &admin), width, document, None));
        let full = [first, second, third, fourth, fifth, sixth, &of_house, &last];
        assert_eq!(stand(print(&full)), [4, 4]);
        let before = world.contents(true);
        let many = [("sealIds".to_owned(), "一份单证最多加盖4个印章或签字".to_owned())];
        assert_eq!(findings(&print(&[first, second, third, fourth, &of_master])), many);
        assert_eq!(findings(&print(&[first, second, third, fourth, fifth, sixth, &of_house, &last, &last])), many);
        let english = clerk.in_language("en-US");
        let reply =
            print_both(&english, (master, house), json!({ "sealIds": [first, second, third, fourth, of_master] }));
        let said = "At most 4 seals and signatures are put on a paper.";
        assert_eq!(findings(&reply), [("sealIds".to_owned(), said.to_owned())]);
        world.unchanged(&before, true);
    });
}

#[test]
fn prints_of_the_same_forms_at_once_are_all_counted() {
    with_forms(|world, master, house| {
        let admin = world.login("demo-admin");
        let seals = [31, 32].map(|width| made((world, &admin), width, "*", None));
        let text = json!({ "name": "文本", "kind": "签名文本", "document": "分运单", "signText": "AS CARRIER",
            "files": null, "widthMm": null, "sealType": "" });
        let text = sign_template(&admin, &text);
        make_default(&admin, &text);
        let calls = (0..12).map(|place| {
            let (mut ids, mut seals) = ([master.to_owned(), house.to_owned()], seals.clone());
            if place % 2 == 1 {
                ids.reverse();
                seals.reverse();
            }
            let body = json!({ "ids": ids, "how": { "copies": ["original3"], "sealIds": seals } });
            let client = admin.client();
            async move { client.post("/os/waybill/printMany", body).await }
        });
        for reply in world.at_once(calls.collect()) {
            assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
        }
        let times = seals.map(|seal| used(&admin, &seal));
        assert_eq!((times, used(&admin, &text)), ([json!(24), json!(24)], json!(12)));
    });
}
