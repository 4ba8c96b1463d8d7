//! The platform's side: making, publishing, ending, results, export.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database, each_database_from};

use super::kit::{
    act, answer, done, eight_stay, findings, messages, org, published, questions, refused, rooms, rows, text, write,
};

fn row(keeper: &Caller<'_>, id: &str) -> Json {
    rows(keeper, "/hrs/questionnaire/page").into_iter().find(|row| row["id"] == id).unwrap()
}

#[test]
fn four_of_eight_answer_and_the_figures_are_exact() {
    each_database_from(rooms, eight_stay, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        assert_eq!(row(&keeper, &id)["rate"], json!(0));
        let said = [
            ("sales01", json!([10, 0, [0, 1], "导出快一点", 5, [0, 0]])),
            ("sales02", json!([9, 0, [1], null, 4, [0, 1]])),
            ("cs01", json!([8, 1, [0, 2], "  ", 4, [1, null]])),
            ("op01", json!([6, null, null, null, null, null])),
        ];
        for (who, answers) in said {
            done(answer(&world.login(who), &id, answers.as_array().unwrap()));
        }
        let listed = row(&keeper, &id);
        assert_eq!(
            (&listed["questionCount"], &listed["addressedCount"], &listed["answeredCount"], &listed["rate"]),
            (&json!(6), &json!(8), &json!(4), &json!(50))
        );
        let result = keeper.ok(&format!("/hrs/questionnaire/result/{id}"));
        assert_eq!((&result["rate"], &result["answeredCount"]), (&json!("50.0"), &json!(4)));
        let of = |number: usize| result["questions"][number].clone();
        assert_eq!((&of(0)["nps"], &of(0)["average"], &of(0)["count"]), (&json!(25), &json!("8.3"), &json!(4)));
        assert_eq!(of(0)["bars"][10], json!({ "label": "10", "count": 1, "rate": "25.0" }));
        assert_eq!(of(1)["bars"][0], json!({ "label": "订单", "count": 2, "rate": "66.7" }));
        assert_eq!(of(2)["bars"][0], json!({ "label": "报表", "count": 2, "rate": "66.7" }), "a share of the people");
        assert_eq!(of(3)["texts"], json!([{ "words": "导出快一点", "userName": "销售一", "orgName": "演示货运" }]));
        assert_eq!((&of(4)["average"], &of(4)["nps"]), (&json!("4.3"), &Json::Null));
        assert_eq!(of(5)["rows"][1]["bars"][1], json!({ "label": "一般", "count": 1, "rate": "50.0" }));
    });
}

#[test]
fn a_rate_is_rounded_half_up() {
    each_database_from(rooms, eight_stay, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        done(answer(&world.login("sales01"), &id, &[json!(7)]));
        // 1 of 8 is 12.5 %.
        assert_eq!(row(&keeper, &id)["rate"].to_string(), "12.5");
        let result = keeper.ok(&format!("/hrs/questionnaire/result/{id}"));
        assert_eq!((&result["rate"], &result["questions"][0]["nps"]), (&json!("12.5"), &json!(0)));
        assert_eq!(result["questions"][4]["average"], Json::Null, "nobody gave a score");
    });
}

#[test]
fn a_company_that_may_not_work_is_not_asked() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let set = |what: &str| {
            let text = format!("UPDATE org SET {what} WHERE id = 2");
            world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        };
        let id = text(&done(write(&keeper, json!({})))["id"]).to_owned();
        let now = world.database(|app, _| app.clock.now().millis());
        for barred in ["audit_status = '待审核'".to_owned(), format!("audit_status = '已审核', stop_at = {now}")]
        {
            set(&barred);
            refused(&act(&keeper, "publish", &id), "推送范围内没有用户");
        }
        set(&format!("stop_at = {}", now + 60_000));
        done(act(&keeper, "publish", &id));
    });
}

#[test]
fn publishing_fixes_the_questions_and_tells_each_addressee_once() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = text(&done(write(&keeper, json!({})))["id"]).to_owned();
        let reader = world.login("sales01");
        world.run_jobs();
        assert!(messages(&reader).is_empty(), "a draft is nobody's");
        done(act(&keeper, "publish", &id));
        refused(&act(&keeper, "publish", &id), "问卷已发布");
        world.set_clock("2026-07-15 10:02:00");
        world.run_jobs();
        world.set_clock("2026-07-15 10:04:00");
        world.run_jobs();
        let told = messages(&reader);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(
            (&told[0]["title"], &told[0]["content"], text(&told[0]["url"])),
            (
                &json!("问卷调查：使用体验"),
                &json!("请于2026-07-20 18:00前填写"),
                format!("/investigate?id={id}").as_str()
            )
        );
        assert!(messages(&world.login("sh01")).is_empty(), "another company was not asked");
        let path = format!("/hrs/questionnaire/{id}");
        let seen = keeper.ok(&path);
        let before = world.contents(true);
        let mut other = questions();
        other[0]["question"] = json!("改了");
        let body = json!({ "version": seen["version"], "title": "改了", "anonymous": true, "questions": other,
            "orgIds": [org(&keeper, "DEMOSH")] });
        let found = findings(&keeper.put(&path, body));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["title", "anonymous", "questions", "orgIds"]);
        assert!(found.iter().all(|(_, message)| message == "问卷已发布，除截止外不能修改"));
        let late = keeper.put(&path, json!({ "version": seen["version"], "endAt": "2026-07-15 10:04:00" }));
        assert_eq!(findings(&late), [("endAt".to_owned(), "截止须晚于当前时间".to_owned())]);
        refused(&keeper.delete(&format!("{path}?version={}", seen["version"])), "进行中的问卷不能删除，请先结束");
        world.unchanged(&before, true);
        let longer = json!({ "version": seen["version"], "endAt": "2026-07-21 18:00:00", "questions": seen["questions"],
            "orgIds": seen["orgIds"], "pushType": seen["pushType"] });
        done(keeper.put(&path, longer));
        assert_eq!(text(&row(&keeper, &id)["endAt"]), "2026-07-21 18:00:00");
    });
}

#[test]
fn nobody_is_told_before_it_begins() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let reader = world.login("sales01");
        let id = published(&keeper, json!({ "startAt": "2026-07-15 10:10:00" }));
        world.set_clock("2026-07-15 10:09:59");
        world.run_jobs();
        assert!(messages(&reader).is_empty());
        assert_eq!(reader.ok("/hrs/questionnaire/open"), json!([]));
        refused(&reader.get(&format!("/hrs/questionnaire/view/{id}")), "问卷尚未开始");
        world.set_clock("2026-07-15 10:11:00");
        world.run_jobs();
        assert_eq!((messages(&reader).len(), reader.ok("/hrs/questionnaire/open").as_array().unwrap().len()), (1, 1));
    });
}

#[test]
fn it_reaches_whom_it_is_meant_for() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let count = |more: Json| {
            let id = published(&keeper, more);
            row(&keeper, &id)["addressedCount"].as_i64().unwrap()
        };
        let of = |code: &str| count(json!({ "orgIds": [org(&keeper, code)] }));
        let (demo, demosh) = (of("DEMO"), of("DEMOSH"));
        assert_eq!(count(json!({ "orgIds": [org(&keeper, "DEMO"), org(&keeper, "DEMOSH")] })), demo + demosh);
        assert_eq!(count(json!({ "pushType": "4", "orgIds": [], "editionCodes": ["STANDARD"] })), demo);
        let id = published(&keeper, json!({ "pushType": "2", "orgIds": [] }));
        assert_eq!(world.login("sales01").get(&format!("/hrs/questionnaire/view/{id}")).status, 404);
        assert_eq!(world.login("demo-admin").get(&format!("/hrs/questionnaire/view/{id}")).status, 200);
        let id = published(&keeper, json!({ "pushType": "1", "orgIds": [] }));
        for who in ["sales01", "sh01", "superAdmin"] {
            assert_eq!(world.login(who).get(&format!("/hrs/questionnaire/view/{id}")).status, 200, "{who}");
        }
        let none = write(&keeper, json!({ "pushType": "4", "editionCodes": ["STARTUP"], "orgIds": [] }));
        refused(&act(&keeper, "publish", text(&done(none)["id"])), "推送范围内没有用户");
    });
}

#[test]
fn it_ends_by_hand_and_by_the_clock() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let by_hand = published(&keeper, json!({}));
        let by_clock = published(&keeper, json!({ "endAt": "2026-07-15 10:10:00" }));
        done(act(&keeper, "close", &by_hand));
        refused(&act(&keeper, "close", &by_hand), "只有进行中的问卷可以结束");
        let reader = world.login("sales01");
        refused(&reader.get(&format!("/hrs/questionnaire/view/{by_hand}")), "问卷已结束");
        world.set_clock("2026-07-15 10:09:59");
        world.run_jobs();
        assert_eq!(row(&keeper, &by_clock)["status"], "进行中");
        world.set_clock("2026-07-15 10:11:00");
        refused(&reader.get(&format!("/hrs/questionnaire/view/{by_clock}")), "问卷已结束");
        world.run_jobs();
        assert_eq!(row(&keeper, &by_clock)["status"], "已结束");
        let seen = keeper.ok(&format!("/hrs/questionnaire/{by_clock}"));
        let change = json!({ "version": seen["version"], "endAt": "2026-07-30 10:00:00" });
        refused(&keeper.put(&format!("/hrs/questionnaire/{by_clock}"), change), "问卷已结束，不能修改");
        done(keeper.delete(&format!("/hrs/questionnaire/{by_clock}?version={}", seen["version"])));
        assert_eq!(rows(&keeper, "/hrs/questionnaire/page").len(), 1);
    });
}

#[test]
fn what_is_wrong_with_a_draft_is_said_at_its_place() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let before = world.contents(true);
        let say = |more: Json| findings(&write(&keeper, more));
        let one = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        assert_eq!(say(json!({ "questions": [] })), one("questions", "请添加题目"));
        assert_eq!(say(json!({ "orgIds": [] })), one("orgIds", "请选择推送企业"));
        assert_eq!(say(json!({ "pushType": "4", "editionCodes": [] })), one("editionCodes", "请选择推送版本"));
        assert_eq!(say(json!({ "endAt": "2026-07-15 09:00:00" })), one("endAt", "截止须晚于开始"));
        assert_eq!(say(json!({ "title": "题".repeat(61) })), one("title", "标题不能超过60个字符"));
        let asked = |question: Json| say(json!({ "questions": [question] }));
        assert_eq!(asked(json!({ "kind": "text", "question": " " })), one("questions.0.question", "第1题：请填写题目"));
        let choices = "第1题：选项须为2-20个，不能为空或重复";
        for wrong in [
            json!(["甲"]),
            json!(["甲", "甲"]),
            json!(["甲", " "]),
            json!((0..21).collect::<Vec<_>>().iter().map(|n| format!("{n}")).collect::<Vec<_>>()),
        ] {
            assert_eq!(
                asked(json!({ "kind": "single", "question": "x", "choices": wrong })),
                one("questions.0.choices", choices)
            );
        }
        assert_eq!(
            asked(json!({ "kind": "matrix", "question": "x", "choices": ["甲", "乙"] })),
            one("questions.0.rows", "第1题：矩阵行须为1-20个，不能为空或重复")
        );
        let bounds = "第1题：最少、最多选择数须在1与选项数之间，且最少不大于最多";
        for (least, most) in [(0, 2), (2, 1), (1, 3)] {
            let question =
                json!({ "kind": "multi", "question": "x", "choices": ["甲", "乙"], "least": least, "most": most });
            assert_eq!(asked(question), one("questions.0.least", bounds));
        }
        let many: Vec<Json> = (0..51).map(|n| json!({ "kind": "text", "question": format!("{n}") })).collect();
        assert_eq!(say(json!({ "questions": many })), one("questions", "题目最多50道"));
        assert_eq!(
            say(json!({ "questions": [{ "kind": "other", "question": "x" }] })),
            one("questions", "题目格式不正确")
        );
        world.unchanged(&before, true);
        done(write(&keeper, json!({ "questions": many[..50], "title": "题".repeat(60) })));
        let over = done(write(&keeper, json!({ "startAt": "2026-07-01 00:00:00", "endAt": "2026-07-15 10:00:00" })));
        refused(&act(&keeper, "publish", text(&over["id"])), "截止时间已过，不能发布");
    });
}

#[test]
fn only_the_platform_makes_and_reads_them() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let id = published(&keeper, json!({}));
        let before = world.contents(false);
        let calls = [
            ("GET", "/hrs/questionnaire/page".to_owned()),
            ("GET", format!("/hrs/questionnaire/{id}")),
            ("GET", format!("/hrs/questionnaire/result/{id}")),
            ("PUT", format!("/hrs/questionnaire/publish/{id}")),
            ("PUT", format!("/hrs/questionnaire/close/{id}")),
            ("POST", "/hrs/questionnaire/answer/exportExcel".to_owned()),
        ];
        for (method, path) in &calls {
            let body = json!({ "version": 2 });
            assert_eq!(world.login("demo-admin").call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body).status, 401, "{method} {path}");
        }
        world.unchanged(&before, false);
    });
}
