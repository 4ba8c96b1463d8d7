//! Appraisal certificates: kept, declared, audited by hand and by the terminal's own system.

use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use super::ground::*;

const IDENTIFY: &str = "/afbase/identify";
const PDF: &[u8] = b"%PDF-1.7 certificate";

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

fn certificate(more: Json) -> Json {
    let body = json!({
        "reportIssueNo": "R-1", "organ": "测试鉴定机构", "issueDate": "2026-01-05", "goodsNameCn": "灯具",
        "goodsNameEn": "LED LAMPS",
    });
    with(body, more)
}

fn appraisal(more: Json) -> Json {
    with(json!({ "orderId": "6001", "terminal": "测试货站", "details": [certificate(json!({}))] }), more)
}

fn uploaded(caller: &Caller<'_>) -> Json {
    let file = done(caller.upload("/afbase/identify/file", &[("R-1.pdf", PDF)]));
    json!({ "id": file["id"] })
}

/// Kept with a file for each certificate; its id.
fn kept(caller: &Caller<'_>, more: Json) -> String {
    let body = appraisal(more);
    let count = body["details"].as_array().unwrap().len();
    let files: Vec<Json> = (0..count).map(|_| uploaded(caller)).collect();
    text(&done(caller.post(IDENTIFY, with(body, json!({ "files": files }))))["id"]).to_owned()
}

fn look(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{IDENTIFY}/{id}"))
}

/// A change in the present version.
fn step(caller: &Caller<'_>, call: &str, id: &str, more: Json) -> Reply {
    let version = json!({ "version": look(caller, id)["version"] });
    caller.post(&format!("{IDENTIFY}/{call}/{id}"), with(version, more))
}

fn passed(more: Json) -> Json {
    with(json!({ "result": "PASSED", "auditor": "货站审核员" }), more)
}

/// The system of a terminal, by the token of its interface.
fn terminal(world: &World) -> String {
    let admin = world.login("demo-admin");
    let body = json!({ "apiType": "AE_IDF_RECEIVE", "mode": "正式", "platform": "测试货站", "timeoutS": 10 });
    let own = done(admin.post("/hrs/orgInterface", body));
    let path = format!("/hrs/orgInterface/token/{}", text(&own["id"]));
    text(&done(admin.post(&path, json!({ "version": own["version"] })))["token"]).to_owned()
}

#[test]
fn certificates_are_declared_once_their_order_has_a_master() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let e2 = kept(&admin, json!({ "orderId": "6002" }));
        refused(&step(&admin, "declare", &e2, json!({})), "请先录入主单号");
        assert_eq!(text(&look(&admin, &e2)["state"]), "DRAFT");
        let id = kept(&admin, json!({}));
        let declared = done(step(&admin, "declare", &id, json!({})));
        assert_eq!((text(&declared["state"]), text(&declared["auditState"])), ("DECLARED", "NONE"));
        assert_eq!(text(&declared["declarationNo"]), "JD-2607150001");
        let row = admin.ok(&format!("{IDENTIFY}/page?state=DECLARED"))["records"][0].clone();
        assert_eq!((text(&row["declarer"]), text(&row["carrierCode"]), &row["reports"]), ("管理员", "X9", &json!(1)));
        assert_eq!((text(&row["handler"]), text(&row["validUntil"])), ("管理员", "2026-12-31"));
        assert!(text(&row["declareTime"]).starts_with("2026-07-15"), "{row}");
        assert_eq!(row["can"], json!(["af-identify-audit", "af-identify-undeclare"]));
        // What is declared is not changed.
        let version = look(&admin, &id)["version"].clone();
        let change = admin.put(&format!("{IDENTIFY}/{id}"), json!({ "version": version, "terminal": "x" }));
        refused(&change, "鉴定证书已申报，请先删除申报");
        refused(&admin.delete(&format!("{IDENTIFY}/{id}?version={version}")), "鉴定证书已申报，请先删除申报");
        refused(&step(&admin, "declare", &id, json!({})), "鉴定证书已申报");
        // Taken back, mended, and declared again under the same number.
        done(step(&admin, "deleteDeclare", &id, json!({})));
        refused(&step(&admin, "deleteDeclare", &id, json!({})), "鉴定证书未申报");
        let version = look(&admin, &id)["version"].clone();
        done(admin.put(&format!("{IDENTIFY}/{id}"), json!({ "version": version, "terminal": "货站二" })));
        let again = done(step(&admin, "declare", &id, json!({})));
        assert_eq!(text(&again["declarationNo"]), "JD-2607150001");
        assert_eq!(functions(&admin, "order_appraisal", &id), ["申报", "修改", "删除申报", "申报", "新增"]);
        assert_eq!(admin.ok(&format!("{IDENTIFY}/list/{E1}"))[0]["reportNumbers"], json!(["R-1"]));
    });
}

#[test]
fn every_certificate_needs_a_file_and_those_that_end_are_asked_about() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let empty = text(&done(admin.post(IDENTIFY, appraisal(json!({ "details": [] }))))["id"]).to_owned();
        refused(&step(&admin, "declare", &empty, json!({})), "请填写鉴定报告");
        let two = json!([certificate(json!({})), certificate(json!({ "reportIssueNo": "R-2" }))]);
        let body = appraisal(json!({ "details": two, "files": [uploaded(&admin)] }));
        let short = text(&done(admin.post(IDENTIFY, body))["id"]).to_owned();
        refused(&step(&admin, "declare", &short, json!({})), "2份鉴定报告只上传了1个文件，请上传");
        // The flight is on 2026-07-18, today is 2026-07-15.
        for (valid_to, question) in [
            ("2026-07-14", Some("鉴定报告R-1已于2026-07-14过期，是否继续申报？")),
            ("2026-07-15", Some("鉴定报告R-1将于2026-07-15到期，早于航班日期，是否继续申报？")),
            ("2026-07-17", Some("鉴定报告R-1将于2026-07-17到期，早于航班日期，是否继续申报？")),
            ("2026-07-18", None),
        ] {
            let id = kept(&admin, json!({ "details": [certificate(json!({ "validTo": valid_to }))] }));
            let reply = step(&admin, "declare", &id, json!({}));
            let Some(question) = question else {
                done(reply);
                continue;
            };
            assert_eq!((reply.code, text(&reply.data["confirms"][0]["message"])), (2, question));
            assert_eq!(text(&look(&admin, &id)["state"]), "DRAFT");
            let yes = json!({ "confirmed": [reply.data["confirms"][0]["key"]] });
            done(step(&admin, "declare", &id, yes));
        }
        let old = kept(&admin, json!({ "details": [certificate(json!({ "issueDate": "2025-12-31" }))] }));
        let reply = step(&admin, "declare", &old, json!({}));
        assert_eq!(text(&reply.data["confirms"][0]["message"]), "鉴定报告R-1已于2025-12-31过期，是否继续申报？");
        let found = |query: &str| admin.ok(&format!("{IDENTIFY}/page?{query}"))["total"].clone();
        assert_eq!((found("validUntil=~2025-12-31"), found("reportIssueNo=R-2")), (json!(1), json!(1)));
        assert_eq!((found("awbNumber=1234567&orderCode=AE-26"), found("auditState=PASSED")), (json!(7), json!(0)));
    });
}

#[test]
fn what_is_wrong_with_certificates_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| findings(&admin.post(IDENTIFY, appraisal(more)));
        let line = |more: Json| say(json!({ "details": [certificate(json!({})), certificate(more)] }));
        assert_eq!(line(json!({})), one("details.1.reportIssueNo", "报告编号重复：R-1"));
        assert_eq!(
            line(json!({ "reportIssueNo": "R-2", "issueDate": "2026-07-16" })),
            one("details.1.issueDate", "签发日期不能晚于今天")
        );
        assert_eq!(
            line(json!({ "reportIssueNo": "R-2", "validTo": "2026-01-04" })),
            one("details.1.validTo", "有效期不能早于签发日期")
        );
        assert_eq!(
            say(json!({ "terminal": "", "details": [{}] })),
            [
                ("details.0.reportIssueNo", "请填写报告编号"),
                ("details.0.organ", "请填写鉴定机构"),
                ("details.0.issueDate", "请填写签发日期"),
                ("details.0.goodsNameCn", "请填写中文品名"),
                ("details.0.goodsNameEn", "请填写英文品名"),
                ("terminal", "请填写货站"),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        assert_eq!(say(json!({ "orderId": "4711" })), one("orderId", "订单不存在"));
        assert_eq!(say(json!({ "files": [{ "id": "4711" }] })), one("files", "附件不存在，请重新上传"));
        let many: Vec<Json> = (0..21).map(|n| certificate(json!({ "reportIssueNo": format!("R-{n}") }))).collect();
        assert_eq!(say(json!({ "details": many })), one("details", "鉴定报告最多20行"));
        refused(&admin.upload("/afbase/identify/file", &[("a.exe", b"MZ")]), "文件格式不支持");
        world.unchanged(&before, true);
        // On the edge: issued today, valid for a day; another organ numbers its own.
        let edge = json!({ "issueDate": "2026-07-15", "validTo": "2026-07-15", "organ": "另一机构" });
        done(admin.post(IDENTIFY, appraisal(json!({ "details": [certificate(json!({})), certificate(edge)] }))));
        change(world, "order_air_detail", 6001, &[("departure_warehouse", "测试货站".into_value())]);
        let told = admin.ok(&format!("{IDENTIFY}/propose?orderUuid={E1}"));
        assert_eq!((text(&told["terminal"]), text(&told["details"][0]["goodsNameEn"])), ("测试货站", "LED LAMPS"));
        let own = done(admin.post(IDENTIFY, appraisal(json!({ "terminal": "" }))));
        assert_eq!(text(&own["terminal"]), "测试货站");
    });
}

#[test]
fn the_answer_of_the_terminal_is_registered_by_hand() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = kept(&admin, json!({}));
        refused(&step(&admin, "audit", &id, passed(json!({}))), "鉴定证书未申报");
        done(step(&admin, "declare", &id, json!({})));
        let before = world.contents(true);
        let say = |more: Json| findings(&step(&admin, "audit", &id, passed(more)));
        assert_eq!(say(json!({ "result": "LOST", "auditor": "" })).len(), 2);
        assert_eq!(say(json!({ "result": "RETURNED" })), one("remark", "请填写退回原因"));
        assert_eq!(say(json!({ "auditTime": "2026-07-15 10:00:01" })), one("auditTime", "审核时间不能晚于当前时间"));
        assert_eq!(admin.post(&format!("{IDENTIFY}/audit/{id}"), passed(json!({ "version": 7 }))).code, 3);
        world.unchanged(&before, true);
        done(step(&admin, "audit", &id, passed(json!({ "result": "RETURNED", "remark": "印章不清" }))));
        let row = admin.ok(&format!("{IDENTIFY}/page?auditState=RETURNED"))["records"][0].clone();
        assert_eq!((text(&row["auditor"]), text(&row["auditRemark"])), ("货站审核员", "印章不清"));
        assert!(told(&admin).contains(&"990-12345675鉴定证书退回".to_owned()), "{:?}", told(&admin));
        // Returned certificates are mended and declared again; passed ones stay.
        done(step(&admin, "deleteDeclare", &id, json!({})));
        done(step(&admin, "declare", &id, json!({})));
        assert_eq!(look(&admin, &id)["auditState"], "NONE");
        done(step(&admin, "audit", &id, passed(json!({ "auditTime": "2026-07-15 10:00:00" }))));
        refused(&step(&admin, "deleteDeclare", &id, json!({})), "鉴定证书已审核通过，不能删除申报");
        let listed = admin.ok(&format!("{IDENTIFY}/list/{E1}"))[0].clone();
        assert_eq!((text(&listed["auditState"]), text(&listed["auditor"])), ("PASSED", "货站审核员"));
        assert_eq!(text(&listed["auditTime"]), "2026-07-15 10:00:00");
    });
}

#[test]
fn the_system_of_the_terminal_answers_with_its_token() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = kept(&admin, json!({}));
        let number = done(step(&admin, "declare", &id, json!({})))["declarationNo"].clone();
        let token = terminal(world);
        let path = format!("{IDENTIFY}/audit");
        let answer = passed(json!({ "declarationNo": number, "auditTime": "2026-07-15 09:58:00" }));
        for caller in [world.anonymous(), world.bearer("nonsense"), world.login("demo-admin")] {
            let reply = caller.post(&path, answer.clone());
            assert_eq!((reply.status, reply.message.as_str()), (401, "令牌无效"));
        }
        assert_eq!(text(&look(&admin, &id)["auditState"]), "NONE");
        let system = world.bearer(&token);
        let say = |more: Json| findings(&system.post(&path, with(answer.clone(), more)));
        assert_eq!(say(json!({ "declarationNo": "JD-1" })), one("declarationNo", "申报编号不存在：JD-1"));
        assert_eq!(say(json!({ "result": "RETURNED" })), one("remark", "请填写退回原因"));
        done(system.post(&path, answer.clone()));
        let row = admin.ok(&format!("{IDENTIFY}/page?auditState=PASSED"))["records"][0].clone();
        assert_eq!((text(&row["auditor"]), text(&row["auditTime"])), ("货站审核员", "2026-07-15 09:58:00"));
        assert_eq!(functions(&admin, "order_appraisal", &id)[0], "接收审核回执");
        assert!(told(&admin).contains(&"990-12345675鉴定证书通过".to_owned()));
        assert!(!world.contents(true).join("\n").contains(&token), "its hash alone is kept");
        let id = text(&admin.ok("/hrs/orgInterface/page")["records"][0]["id"]).to_owned();
        let calls = admin.ok(&format!("/hrs/orgInterface/log/page?interfaceId={id}"));
        let line = &calls["records"][0];
        assert_eq!((text(&line["refNo"]), text(&line["result"])), ("JD-2607150001", "审核结果已接收"));
        assert_eq!(text(&calls["records"][1]["result"]), "请填写退回原因");
    });
}

#[test]
fn others_see_and_change_nothing_of_certificates() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = kept(&admin, json!({}));
        let file = look(&admin, &id)["files"][0]["id"].clone();
        assert_eq!(admin.get(&format!("{IDENTIFY}/file/{}", text(&file))).bytes, PDF);
        hide(world);
        let (other, nobody, anonymous) = (world.login("sh01"), world.login("nobody"), world.anonymous());
        let op = world.login("op01");
        let before = world.contents(false);
        let calls: [(&str, String, Json); 9] = [
            ("GET", format!("{IDENTIFY}/{id}"), json!({})),
            ("PUT", format!("{IDENTIFY}/{id}"), json!({ "version": 1 })),
            ("DELETE", format!("{IDENTIFY}/{id}?version=1"), json!({})),
            ("GET", format!("{IDENTIFY}/list/{E1}"), json!({})),
            ("GET", format!("{IDENTIFY}/propose?orderId=6001"), json!({})),
            ("GET", format!("{IDENTIFY}/file/{}", text(&file)), json!({})),
            ("POST", format!("{IDENTIFY}/declare/{id}"), json!({ "version": 1 })),
            ("POST", format!("{IDENTIFY}/deleteDeclare/{id}"), json!({ "version": 1 })),
            ("POST", format!("{IDENTIFY}/audit/{id}"), passed(json!({ "version": 1 }))),
        ];
        for (method, path, body) in &calls {
            assert_eq!(other.call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(nobody.call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(anonymous.call(method, path, body.clone()).status, 401, "{method} {path}");
            refused(&op.call(method, path, body.clone()), "您没有该订单的数据权限");
        }
        assert_eq!(
            (
                op.ok(&format!("{IDENTIFY}/page"))["total"].clone(),
                other.ok(&format!("{IDENTIFY}/page"))["total"].clone()
            ),
            (json!(0), json!(0))
        );
        world.unchanged(&before, false);
    });
}
