//! The user's side: what he is asked, what he may say, and that no name follows an anonymous answer.

use std::io::Read as _;

use serde_json::{Value as Json, json};
use testkit::{World, each_database};

use super::kit::{answer, asked, done, findings, published, refused, rooms, rows, text};

fn one(place: &str, message: &str) -> Vec<(String, String)> {
    vec![(place.to_owned(), message.to_owned())]
}

// req: pages-route-investigate
#[test]
fn a_user_answers_once() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        let reader = world.login("sales01");
        let open = reader.ok("/hrs/questionnaire/open");
        assert_eq!(
            open,
            json!([{ "id": id, "title": "使用体验", "endAt": "2026-07-20 18:00:00", "answered": false, "questionCount": 6 }])
        );
        let first = asked(&reader, &id)[0].clone();
        let before = world.contents(true);
        assert_eq!(findings(&answer(&reader, &id, &[])), one(&format!("answers.{first}"), "此题为必填项"));
        world.unchanged(&before, true);
        done(answer(&reader, &id, &[json!(9)]));
        refused(&reader.get(&format!("/hrs/questionnaire/view/{id}")), "您已填写过该问卷");
        let again = json!({ "id": id, "answers": { first: 3 } });
        refused(&reader.post("/hrs/questionnaire/submit", again), "您已填写过该问卷");
        assert_eq!(reader.ok("/hrs/questionnaire/open")[0]["answered"], json!(true));
        let other = world.login("sh01");
        assert_eq!(other.post("/hrs/questionnaire/submit", json!({ "id": id, "answers": {} })).status, 404);
        assert_eq!(world.anonymous().get("/hrs/questionnaire/open").status, 401);
    });
}

#[test]
fn two_answers_at_once_are_one() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        let reader = world.login("sales01");
        let first = asked(&reader, &id)[0].clone();
        let calls = (0..4).map(|_| {
            let (client, body) = (reader.client(), json!({ "id": id, "answers": { first.clone(): 9 } }));
            async move { client.call("POST", "/hrs/questionnaire/submit", body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        let result = keeper.ok(&format!("/hrs/questionnaire/result/{id}"));
        assert_eq!((&result["answeredCount"], &result["questions"][0]["count"]), (&json!(1), &json!(1)));
    });
}

#[test]
fn answers_keep_their_bounds() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        let reader = world.login("sales01");
        let places: Vec<String> = asked(&reader, &id).iter().map(|id| format!("answers.{id}")).collect();
        let before = world.contents(true);
        let say = |place: usize, value: Json| {
            let mut answers = vec![json!(9), Json::Null, Json::Null, Json::Null, Json::Null, Json::Null];
            answers[place] = value;
            findings(&answer(&reader, &id, &answers))
        };
        for (place, wrong) in [
            (0, json!(11)),
            (0, json!(-1)),
            (0, json!("9")),
            (1, json!(2)),
            (2, json!([3])),
            (4, json!(0)),
            (4, json!(6)),
            (5, json!([0, 0, 0])),
            (5, json!([2])),
        ] {
            let found = say(place, wrong.clone());
            assert_eq!((found.len(), &found[0].0), (1, &places[place]), "{wrong}");
        }
        assert_eq!(say(2, json!([0, 1, 2])), one(&places[2], "最多选择2项"));
        assert_eq!(say(3, json!("字".repeat(501))), one(&places[3], "不能超过500个字符"));
        let unknown = json!({ "id": id, "answers": { "1": 3 } });
        assert_eq!(reader.post("/hrs/questionnaire/submit", unknown).status, 400);
        world.unchanged(&before, true);
        let edge = [json!(0), json!(1), json!([1, 2]), json!("字".repeat(500)), json!(1), json!([1, 1])];
        done(answer(&reader, &id, &edge));
    });
}

#[test]
fn after_the_end_nothing_is_taken() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({ "endAt": "2026-07-15 10:05:00" }));
        let reader = world.login("sales01");
        let first = asked(&reader, &id)[0].clone();
        world.set_clock("2026-07-15 10:05:00");
        let body = json!({ "id": id, "answers": { first: 3 } });
        refused(&reader.post("/hrs/questionnaire/submit", body), "问卷已结束");
        assert_eq!(reader.ok("/hrs/questionnaire/open"), json!([]));
    });
}

/// The sheet of the answers as it lies in the file.
fn sheet(world: &World, id: &str) -> String {
    let keeper = world.login("superAdmin");
    let reply = keeper.post("/hrs/questionnaire/answer/exportExcel", json!({ "filters": { "questionnaireId": id } }));
    assert_eq!(reply.status, 200);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("a workbook");
    let mut words = String::new();
    for name in ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"] {
        if let Ok(mut file) = archive.by_name(name) {
            file.read_to_string(&mut words).expect(name);
        }
    }
    words
}

#[test]
fn no_name_follows_an_anonymous_answer() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({ "anonymous": true }));
        let reader = world.login("sales01");
        assert_eq!(reader.ok(&format!("/hrs/questionnaire/view/{id}"))["anonymous"], json!(true));
        done(answer(&reader, &id, &[json!(3), json!(0), Json::Null, json!("太慢")]));
        let result = keeper.ok(&format!("/hrs/questionnaire/result/{id}"));
        assert_eq!(result["questions"][3]["texts"], json!([{ "words": "太慢", "userName": null, "orgName": null }]));
        assert!(!result.to_string().contains("销售一"));
        let exported = sheet(world, &id);
        assert!(
            exported.contains("太慢") && !exported.contains("销售一") && !exported.contains("演示货运"),
            "{exported}"
        );
        // Nothing leads from the answers to the user: no id, no time, no line of the log.
        world.database(|_, conn| {
            let text = "SELECT reply_id, answered_at FROM questionnaire_addressee WHERE answered";
            let linked = conn.query(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
            assert_eq!(linked.len(), 1);
            assert_eq!(
                (linked[0].value(0), linked[0].value(1)),
                (&platform::store::Value::Null, &platform::store::Value::Null)
            );
        });
        let log = rows(&world.login("demo-admin"), "/hrs/log/list/page?size=50");
        assert!(log.iter().all(|line| text(&line["pageFunction"]) != "提交问卷"), "{log:?}");
        refused(&reader.get(&format!("/hrs/questionnaire/view/{id}")), "您已填写过该问卷");
    });
}

#[test]
fn the_sheet_of_a_named_one_has_the_names() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        let other = published(&keeper, json!({ "title": "另一份" }));
        done(answer(
            &world.login("sales01"),
            &id,
            &[json!(3), json!(0), Json::Null, json!("=1+1"), Json::Null, json!([0])],
        ));
        done(answer(&world.login("sales02"), &other, &[json!(10)]));
        let exported = sheet(world, &id);
        for wanted in ["销售一", "演示货运", "响应：满意", "2026-07-15 10:00:00", "'=1+1"] {
            assert!(exported.contains(wanted), "{wanted} in {exported}");
        }
        assert!(!exported.contains("销售二"), "answers of another questionnaire");
    });
}
