//! 消息设置: what a company decides about an event.

use serde_json::{Value as Json, json};
use testkit::{World, each_database};

use super::{RULES, done, rule, save};

fn id_of(world: &World, table: &str, name: (&str, &str)) -> String {
    let text = format!("SELECT id FROM {table} WHERE org_id = 2 AND {} = '{}'", name.0, name.1);
    world.database(|_, conn| {
        let rows = conn.query(&platform::store::Stmt::Raw(text.clone(), Vec::new())).unwrap();
        rows[0].get::<i64>(0).unwrap().to_string()
    })
}

#[test]
fn the_page_shows_every_event_with_its_standard() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let arrived = rule(&admin, "approval.arrived");
        assert_eq!(arrived["name"], json!({ "zh": "审批到达", "en": "Approval to decide" }));
        assert_eq!(
            (&arrived["active"], &arrived["inner"], &arrived["mail"], &arrived["version"]),
            (&json!(true), &json!(true), &json!(false), &json!(0))
        );
        assert_eq!((&arrived["concerned"]["zh"], &arrived["among"]), (&json!("审批人"), &json!([])));
        assert_eq!(arrived["textZh"], "{userName}提交的{matter}待您审批：{orderCode}");
        assert_eq!(rule(&admin, "password.expiring")["days"], json!([14, 3, 1]));
        let contract = rule(&admin, "contract.ending");
        assert_eq!((&contract["days"], &contract["receivers"]["kinds"]), (&json!([30, 7, 1]), &json!(["admin"])));
        assert_eq!(rule(&admin, "login.place")["mute"], "nothing");
        assert_eq!(admin.ok(RULES)["mailbox"], json!(false), "without a mailbox no mail goes");
    });
}

#[test]
fn a_company_decides_for_itself_and_the_log_tells_what_changed() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (user, role) = (id_of(world, "app_user", ("login_name", "fin01")), id_of(world, "role", ("name", "财务")));
        let decided = json!({
            "mail": true, "titleZh": "合同{date}到期", "textZh": "还有{days}天", "days": [5, 60],
            "receivers": { "kinds": ["admin"], "users": [user], "roles": [role] },
        });
        assert_eq!(done(save(&admin, "contract.ending", decided))["version"], 1);
        let shown = rule(&admin, "contract.ending");
        assert_eq!(
            (&shown["mail"], &shown["titleZh"], &shown["days"]),
            (&json!(true), &json!("合同{date}到期"), &json!([60, 5]))
        );
        assert_eq!((&shown["users"][0]["name"], &shown["roles"][0]["name"]), (&json!("财务一"), &json!("财务")));
        assert_eq!(shown["titleEn"], "The contract ends soon", "what was left alone is the standard");
        assert_eq!(shown["updatedByName"], "管理员");
        let other = rule(&world.login("superAdmin"), "contract.ending");
        assert_eq!((&other["mail"], &other["version"]), (&json!(false), &json!(0)));
        let line = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!((&line["pageFunction"], &line["objectNumber"]), (&json!("修改"), &json!("签约到期")), "{line}");
        // A form that was opened before.
        let stale = save(&admin, "contract.ending", json!({ "version": 0 }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
        let reset = |version: i64| admin.delete(&format!("{RULES}/contract.ending?version={version}"));
        assert_eq!(reset(0).message, "数据有变化，请刷新后重试");
        assert_eq!(done(reset(1))["version"], 2);
        let shown = rule(&admin, "contract.ending");
        assert_eq!(
            (&shown["mail"], &shown["titleZh"], &shown["days"]),
            (&json!(false), &json!("签约即将到期"), &json!([30, 7, 1]))
        );
        assert_eq!(shown["receivers"], json!({ "kinds": ["admin"], "users": [], "roles": [] }));
    });
}

#[test]
fn what_is_wrong_is_said_at_its_field_and_nothing_is_kept() {
    each_database(Vec::new, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let before = world.contents(true);
        let wrong = |event: &str, more: Json, field: &str| save(&admin, event, more).findings_at(field);
        for (more, field, said) in [
            (json!({ "titleZh": "{coopName}{days}" }), "titleZh", "没有占位符：{coopName}"),
            (json!({ "textEn": "{amount}" }), "textEn", "没有占位符：{amount}"),
            (json!({ "titleZh": " " }), "titleZh", "请填写模板标题"),
            (json!({ "titleZh": "标".repeat(101) }), "titleZh", "模板标题不能超过100个字符"),
            (json!({ "textZh": "文".repeat(501) }), "textZh", "模板内容不能超过500个字符"),
            (json!({ "receivers": { "kinds": [] } }), "receivers", "请选择接收人"),
            (json!({ "receivers": { "kinds": ["sales"] } }), "receivers", "接收人不存在或已停用"),
            (json!({ "receivers": { "users": ["99"] } }), "receivers", "接收人不存在或已停用"),
            (json!({ "days": [] }), "days", "提前天数须为1-365的整数，不重复，1至5个"),
            (json!({ "days": [0] }), "days", "提前天数须为1-365的整数，不重复，1至5个"),
            (json!({ "days": [366] }), "days", "提前天数须为1-365的整数，不重复，1至5个"),
            (json!({ "days": [7, 7] }), "days", "提前天数须为1-365的整数，不重复，1至5个"),
            (json!({ "days": [6, 5, 4, 3, 2, 1] }), "days", "提前天数须为1-365的整数，不重复，1至5个"),
        ] {
            assert_eq!(wrong("contract.ending", more.clone(), field), [said], "{more}");
        }
        assert_eq!(
            wrong("approval.arrived", json!({ "receivers": { "kinds": ["admin"] } }), "receivers"),
            ["该事件的接收人不能选择"]
        );
        assert_eq!(wrong("approval.arrived", json!({ "days": [1] }), "days"), ["该事件没有提前天数"]);
        let all = save(&admin, "contract.ending", json!({ "titleZh": "", "days": [] }));
        assert_eq!((all.findings_at("titleZh").len(), all.findings_at("days").len()), (1, 1), "all at once");
        let body = json!({ "event": "no.such", "version": 0, "active": true, "inner": true, "mail": true, "titleZh": "x", "textZh": "x" });
        assert_eq!(admin.put(RULES, body).status, 404);
        assert_eq!(op.get(RULES).status, 403);
        assert_eq!(op.put(RULES, json!({})).status, 403);
        assert_eq!(op.delete(&format!("{RULES}/contract.ending?version=1")).status, 403);
        assert_eq!(world.anonymous().get(RULES).status, 401);
        world.unchanged(&before, true);
        // On the edge.
        let most = json!({ "titleZh": "标".repeat(100), "textZh": "文".repeat(500), "days": [365, 4, 3, 2, 1] });
        done(save(&admin, "contract.ending", most));
    });
}
