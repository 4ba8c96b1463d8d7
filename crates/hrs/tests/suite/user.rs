//! Accounts: how many, who joins, what refuses, what they reach.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, field, refused};

use super::dept::id_of;

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("/hrs/user/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

pub fn row(caller: &Caller<'_>, login: &str) -> Json {
    let wanted = format!("{login}@example.com");
    let found = rows(caller, "").into_iter().find(|row| field(row, "userEmail") == wanted);
    found.unwrap_or_else(|| panic!("there is no {login}"))
}

fn role(caller: &Caller<'_>, name: &str) -> String {
    let page = caller.ok("/hrs/role/page?size=500");
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    let found = rows.iter().find(|row| field(row, "roleName") == name).unwrap_or_else(|| panic!("no role {name}"));
    field(found, "id").to_owned()
}

pub fn new(caller: &Caller<'_>, phone: &str, mail: &str) -> Json {
    json!({
        "userName": "新人", "userEname": "NEW", "phoneArea": "86", "phone": phone, "email": mail,
        "deptId": id_of(caller, "操作部"), "jobPosition": "操作员", "orderPermission": "0",
        "roleIds": [role(caller, "操作员")],
    })
}

/// A move of the account by its id and version.
fn send(caller: &Caller<'_>, login: &str, call: &str, extra: Json) -> Reply {
    let row = row(caller, login);
    let mut body = json!({ "version": row["version"] });
    let path = match call {
        "leave" | "black" => {
            body["id"] = row["id"].clone();
            format!("/hrs/user/{call}")
        }
        _ => format!("/hrs/user/{call}/{}", field(&row, "id")),
    };
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    caller.put(&path, body)
}

const LEAVE: &str = "2026-07-31";

/// The administrator resets a password.
pub fn reset(caller: &Caller<'_>, login: &str) -> Reply {
    send(caller, login, "resetPassword", json!({}))
}

fn leave(caller: &Caller<'_>, login: &str) -> Reply {
    send(caller, login, "leave", json!({ "leaveDate": LEAVE, "leaveReason": "合同到期" }))
}

#[test]
fn an_org_has_no_more_accounts_than_its_limit() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let count = || admin.ok("/hrs/user/count");
        assert_eq!(count(), json!({ "used": 12, "limit": 13 }));
        let made = admin.post("/hrs/user", new(&admin, "13900000001", "new1@example.com"));
        assert_eq!(made.code, 0, "{}", made.message);
        assert_eq!(count(), json!({ "used": 13, "limit": 13 }));
        refused(
            &admin.post("/hrs/user", new(&admin, "13900000002", "new2@example.com")),
            "用户数已达上限（13），不能新增",
        );
        assert_eq!(send(&admin, "wh01", "stop", json!({})).code, 0);
        assert_eq!(count()["used"], json!(13), "a stopped user still counts");
        assert_eq!(leave(&admin, "doc01").code, 0);
        assert_eq!(count(), json!({ "used": 12, "limit": 13 }));
        let again = admin.post("/hrs/user", new(&admin, "13900000002", "new2@example.com"));
        assert_eq!(again.code, 0, "{}", again.message);
        refused(&send(&admin, "doc01", "resume", json!({})), "用户数已达上限（13），不能复职");
    });
}

// req: hrs-scope
#[test]
fn the_one_time_password_opens_the_account_and_must_be_changed() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let made = admin.post("/hrs/user", new(&admin, "13900000001", "New1@Example.com"));
        let password = field(&made.data, "oneTimePassword").to_owned();
        assert_eq!(password.len(), 12);
        let token = world.anonymous().token_call("13900000001", "DEMO", &password);
        assert_eq!(token.code, 0, "{}", token.message);
        assert_eq!(token.json["mustChangePassword"], json!(true));
        assert_eq!(token.json["userEmail"], json!("new1@example.com"), "addresses are kept in lower case");
        let shown = admin.ok(&format!("/hrs/user/{}", field(&made.data, "id")));
        assert!(!shown.to_string().contains(&password), "the password is told once");
    });
}

#[test]
fn everything_wrong_with_a_new_account_is_told_at_once() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let mut body = new(&admin, "12345678901", "nobody@");
        body["userName"] = json!("");
        body["roleIds"] = json!([]);
        body["idType"] = json!("身份证");
        body["idNumber"] = json!("110105194912310020");
        body["deptId"] = json!("1");
        let reply = admin.post("/hrs/user", body);
        let mut found: Vec<String> = reply.data["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| format!("{} {}", field(finding, "field"), field(finding, "message")))
            .collect();
        found.sort();
        assert_eq!(
            found,
            [
                "deptId 所选部门不存在",
                "email 请输入正确的邮箱地址",
                "idNumber 请输入正确的身份证号",
                "phone 请输入正确的手机号码",
                "roleIds 请选择角色",
                "userName 请填写用户名",
            ]
        );
        world.unchanged(&before, true);
    });
}

/// 29: a name, a department, a role and one way to log in make an account; its owner completes the rest.
#[test]
fn an_account_needs_no_phone_english_name_or_position() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let mut body = new(&admin, "", "plain.one@example.com");
        for name in ["userEname", "jobPosition"] {
            body.as_object_mut().unwrap().remove(name);
        }
        let made = admin.post("/hrs/user", body.clone());
        assert_eq!(made.code, 0, "{} {}", made.message, made.data);
        let shown = admin.ok(&format!("/hrs/user/{}", field(&made.data, "id")));
        assert_eq!((field(&shown, "email"), &shown["phone"]), ("plain.one@example.com", &Json::Null));
        body["email"] = json!("");
        refused(&admin.post("/hrs/user", body.clone()), "手机号和邮箱至少填写一项，用于登录");
        body["phone"] = json!("13900000777");
        exec(world, "UPDATE org SET user_limit = 50 WHERE id = 2");
        let made = admin.post("/hrs/user", body);
        assert_eq!(made.code, 0, "a phone alone does as well: {} {}", made.message, made.data);
    });
}

#[test]
fn a_known_person_joins_with_his_own_login() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        // sh01 works for DEMOSH; op01 is here already.
        let phone = |login: &str| {
            let row = world.database(|_, conn| {
                let text = format!("SELECT phone FROM login WHERE email = '{login}@example.com'");
                conn.query(&platform::store::Stmt::Raw(text, Vec::new())).unwrap().remove(0)
            });
            row.get::<String>(0).unwrap()
        };
        refused(&admin.post("/hrs/user", new(&admin, &phone("op01"), "")), "该账号已在本企业");
        let two = new(&admin, &phone("op01"), "cs01@example.com");
        refused(&admin.post("/hrs/user", two), "手机号与邮箱属于不同账号");
        let body = new(&admin, &phone("sh01"), "sh01@example.com");
        let asked = admin.post("/hrs/user", body.clone());
        assert_eq!(asked.code, 2);
        assert_eq!(asked.data["confirms"][0]["message"], json!("该手机号已有账号，将以同一账号加入本企业"));
        let mut yes = body;
        yes["confirmed"] = json!([asked.data["confirms"][0]["key"]]);
        // Who works in another company and never came here can be taken out again.
        assert_eq!(admin.post("/hrs/user", yes.clone()).code, 0);
        assert_eq!(world.anonymous().token_call("sh01@example.com", "DEMOSH", testkit::PASSWORD).code, 0);
        let unused = row(&admin, "sh01");
        let gone = admin.delete(&format!("/hrs/user/{}?version={}", field(&unused, "id"), unused["version"]));
        assert_eq!(gone.code, 0, "{}", gone.message);
        let made = admin.post("/hrs/user", yes);
        assert_eq!((made.code, &made.data["joined"]), (0, &json!(true)), "{}", made.message);
        assert_eq!(made.data.get("oneTimePassword"), None);
        let companies = world.anonymous().ok("/hrs/user/searchLoginNameAndOrgCode?userEmail=sh01@example.com");
        assert_eq!(companies.as_array().unwrap().len(), 2, "the log-in page asks for the company");
        assert_eq!(world.anonymous().token_call("sh01@example.com", "DEMO", testkit::PASSWORD).code, 0);
        refused(&send(&admin, "sh01", "resetPassword", json!({})), "该账号同时属于其他企业，请由本人找回密码");
        let joined = row(&admin, "sh01");
        let path = format!("/hrs/user/{}", field(&joined, "id"));
        let changed = admin.put(&path, json!({ "version": joined["version"], "phone": "13911111111" }));
        refused(&changed, "该账号同时属于其他企业，请由本人修改");
    });
}

#[test]
fn a_new_phone_needs_a_fresh_proof_of_identity() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let change = |phone: &str| {
            let row = row(&admin, "op01");
            let body = json!({ "version": row["version"], "phone": phone });
            admin.put(&format!("/hrs/user/{}", field(&row, "id")), body)
        };
        assert_eq!(change("13922222222").code, 0);
        assert_eq!(world.anonymous().token_call("13922222222", "DEMO", testkit::PASSWORD).code, 0);
        refused(&change("13800000003"), "手机号已被使用");
        world.set_clock("2026-07-15 10:10:00");
        assert_eq!(change("13922222223").code, 0, "ten minutes hold");
        world.set_clock("2026-07-15 10:10:01");
        let reply = change("13922222224");
        assert_eq!((reply.code, reply.message.as_str()), (4, "请验证密码后继续"));
    });
}

// req: hrs-open-effects
#[test]
fn who_leaves_is_out_at_once_and_may_come_back() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let doc = world.login("doc01");
        assert_eq!(doc.get("/hrs/permission").status, 200);
        refused(&send(&admin, "doc01", "leave", json!({})), "请选择离职日期");
        assert_eq!(leave(&admin, "doc01").code, 0);
        let next = doc.get("/hrs/permission");
        assert_eq!((next.status, next.message.as_str()), (401, "登录已超时，请重新登录"));
        let login = || world.anonymous().token_call("doc01@example.com", "DEMO", testkit::PASSWORD);
        refused(&login(), "账号已停用，请联系管理员");
        let left = row(&admin, "doc01");
        assert_eq!((field(&left, "state"), field(&left, "leaveDate")), ("离职", LEAVE));
        let edit = admin.put(&format!("/hrs/user/{}", field(&left, "id")), json!({ "version": left["version"] }));
        refused(&edit, "用户已离职，不能修改");
        refused(&leave(&admin, "doc01"), "用户已离职，不能修改");
        refused(&send(&admin, "doc01", "resetPassword", json!({})), "用户已离职，不能重置密码");
        assert_eq!(send(&admin, "doc01", "resume", json!({})).code, 0);
        assert_eq!(field(&row(&admin, "doc01"), "state"), "在职");
        assert_eq!(login().code, 0);
        refused(&send(&admin, "doc01", "resume", json!({})), "用户未离职");
    });
}

#[test]
fn who_comes_back_does_not_answer_in_the_chat_before_he_is_given_it_anew() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let run = |text: &str| {
            let text = text.to_owned();
            world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        };
        let serves = |login: &str| {
            let id = field(&row(&admin, login), "id").to_owned();
            admin.ok(&format!("/hrs/user/{id}"))["onlineService"].clone()
        };
        run("UPDATE org SET chat_prem = TRUE, chat_seats = 1 WHERE id = 2");
        run("UPDATE app_user SET online_service = TRUE WHERE email = 'doc01@example.com' AND org_id = 2");
        assert_eq!(leave(&admin, "doc01").code, 0);
        // His place goes to another.
        run("UPDATE app_user SET online_service = TRUE WHERE email = 'op01@example.com' AND org_id = 2");
        assert_eq!(send(&admin, "doc01", "resume", json!({})).code, 0);
        assert_eq!((serves("doc01"), serves("op01")), (json!(false), json!(true)));
    });
}

#[test]
fn who_is_blacklisted_is_not_employed_again() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let reply = send(&admin, "wh01", "black", json!({}));
        let found: Vec<&str> =
            reply.data["findings"].as_array().unwrap().iter().map(|finding| field(finding, "message")).collect();
        assert_eq!(found, ["请选择列入日期", "请填写列入原因"]);
        let body = json!({ "blacklistDate": "2026-07-15", "blacklistReason": "盗窃" });
        assert_eq!(send(&admin, "wh01", "black", body.clone()).code, 0);
        assert_eq!(field(&row(&admin, "wh01"), "state"), "黑名单");
        refused(&send(&admin, "wh01", "black", body), "用户已在黑名单中");
        refused(&send(&admin, "wh01", "resume", json!({})), "用户在黑名单中，不能修改");
        refused(&send(&admin, "wh01", "resetPassword", json!({})), "用户在黑名单中，不能重置密码");
        let again = new(&admin, "13900000009", "wh01@example.com");
        refused(&admin.post("/hrs/user", again), "该人员在黑名单中（盗窃），不能新增");
    });
}

#[test]
fn the_administrator_is_no_employee() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for call in ["stop", "black", "leave"] {
            let body = json!({ "leaveDate": LEAVE, "blacklistDate": LEAVE, "blacklistReason": "x" });
            let extra = match call {
                "stop" => json!({}),
                "leave" => json!({ "leaveDate": LEAVE }),
                _ => json!({ "blacklistDate": body["blacklistDate"], "blacklistReason": "x" }),
            };
            refused(&send(&admin, "demo-admin", call, extra), "管理员账号不能执行此操作");
        }
        let row = row(&admin, "demo-admin");
        let reply = admin.delete(&format!("/hrs/user/{}?version={}", field(&row, "id"), row["version"]));
        refused(&reply, "管理员账号不能执行此操作");
    });
}

#[test]
fn only_who_never_worked_is_removed() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let remove = |login: &str| {
            let row = row(&admin, login);
            admin.delete(&format!("/hrs/user/{}?version={}", field(&row, "id"), row["version"]))
        };
        world.login("wh01");
        refused(&remove("wh01"), "用户已有业务数据，不能删除，请办理离职");
        admin.post("/hrs/user", new(&admin, "13900000001", "new1@example.com"));
        let id = field(&row(&admin, "new1"), "id").to_owned();
        for (names, write, undo) in [
            (
                "the head of a department",
                format!("UPDATE dept SET manager_id = {id} WHERE org_id = 2 AND code = '111003'"),
                "UPDATE dept SET manager_id = NULL",
            ),
            (
                "who asked for a company",
                format!("UPDATE org SET demand_person_id = {id} WHERE code = 'TRIAL'"),
                "UPDATE org SET demand_person_id = NULL",
            ),
            (
                "a log-in",
                "UPDATE login SET last_login_at = 0 WHERE email = 'new1@example.com'".to_owned(),
                "UPDATE login SET last_login_at = NULL WHERE email = 'new1@example.com'",
            ),
        ] {
            exec(world, &write);
            let reply = remove("new1");
            assert_eq!(reply.message, "用户已有业务数据，不能删除，请办理离职", "{names}");
            exec(world, undo);
        }
        assert_eq!(remove("new1").code, 0);
        assert_eq!(world.anonymous().ok("/hrs/user/searchLoginNameAndOrgCode?phoneNumber=13900000001"), json!([]));
    });
}

/// Columns that name a user, beside those that end in `user_id` or `_by`.
const NAMING: [&str; 18] = [
    "applicant_id",
    "approver_id",
    "approver_ids",
    "assignee_id",
    "buyer_id",
    "cc_ids",
    "handler_id",
    "locker_id",
    "maker_id",
    "manager_id",
    "operator_id",
    "owner_id",
    "receivers",
    "responsible_id",
    "sales_id",
    "sender_id",
    "servicer_id",
    "transactor_id",
];
/// What goes with a user who never worked.
const GOES: [&str; 9] = [
    "user_role",
    "workgroup_user",
    "user_permission",
    "user_dept",
    "user_scope_extra",
    "message",
    "questionnaire_addressee",
    "login_link",
    "openid_binding",
];
/// What only somebody who was logged in can have left.
const OWN: [&str; 52] = [
    "ai_log.user_id",
    "arrival_notice.confirmed_by",
    "arrival_notice.made_by",
    "awb_log.operator_id",
    "awb_print.finished_by",
    "backup.user_id",
    // The name of who answered from outside, and no user.
    "bill_check.answered_by",
    // The name of who answered from outside, and no user.
    "bill_link.answered_by",
    "bl_print.finished_by",
    "blacklist.off_by",
    "cargo_pouch.received_by",
    "company_doc.uploaded_by",
    "contact_request.user_id",
    "coop_lock.locked_by",
    // The name of who answered from outside, and no user.
    "cost_confirmation.answered_by",
    "credit_check.made_by",
    "credit_change.made_by",
    // The rate that ended another, and no user.
    "currency_rate.ended_by",
    "customer_info_request.handled_by",
    "delivery_notice.receivers",
    "edi_message.sender_id",
    "expense_report.approved_by",
    "expense_report.audited_by",
    "expense_report.paid_by",
    "help_vote.user_id",
    "idempotency_key.user_id",
    "interface_call.user_id",
    "job_plan.asked_by",
    "job_plan_run.user_id",
    "job_run.user_id",
    "list_setting.user_id",
    "list_view.owner_id",
    "list_view_default.user_id",
    "message.sender_id",
    "message_mute.user_id",
    "message_quiet.user_id",
    "notice_read.user_id",
    "order_appraisal.declared_by",
    "order_share.stopped_by",
    "page_lease.user_id",
    "permission_request.user_id",
    "printer_offset.user_id",
    "session.user_id",
    "tact_watch.user_id",
    "track_query.user_id",
    "tutorial_progress.user_id",
    "user_access_record.user_id",
    "user_extend.user_id",
    "user_mailbox.user_id",
    "voucher.returned_by",
    "voucher_number_log.acted_by",
    // What its sources are booked by, and no user.
    "voucher_rule.post_by",
];

/// The tables with their columns: name, type, and whether it must be filled.
pub fn tables(world: &World) -> BTreeMap<String, Vec<(String, String, bool)>> {
    let text = if world.database == "SQLite" {
        "SELECT m.name, i.name, i.type, i.\"notnull\" FROM pragma_table_list m, pragma_table_info(m.name) i \
         WHERE m.schema = 'main' AND m.type = 'table' AND m.name NOT LIKE 'sqlite%'"
    } else {
        "SELECT table_name, column_name, data_type, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN \
         (SELECT tablename FROM pg_tables WHERE schemaname = 'public')"
    };
    let rows = world.database(|_, conn| conn.query(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
    let mut tables: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for row in rows {
        let column = (row.get(1).unwrap(), row.get(2).unwrap(), row.get::<i64>(3).unwrap() == 1);
        tables.entry(row.get(0).unwrap()).or_default().push(column);
    }
    tables
}

/// A row of the company with nothing in it but one column.
pub fn bare_row(table: &str, columns: &[(String, String, bool)], (name, value): (&str, &str)) -> String {
    let filled = columns.iter().filter(|(column, _, must)| *must || column == name || column == "user_org_id");
    let (names, values): (Vec<&str>, Vec<&str>) = filled
        .map(|(column, kind, _)| {
            let value = match (column.as_str(), kind.as_str()) {
                (column, _) if column == name => value,
                ("org_id", _) if table == "questionnaire_addressee" => "1",
                ("org_id" | "user_org_id", _) => "2",
                (_, "text" | "bytea") => "''",
                (_, "boolean") => "FALSE",
                _ => "0",
            };
            (column.as_str(), value)
        })
        .unzip();
    format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "))
}

#[test]
fn whatever_names_a_user_keeps_him() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        admin.post("/hrs/user", new(&admin, "13900000001", "new1@example.com"));
        let user = row(&admin, "new1");
        let (id, path) = (field(&user, "id"), format!("/hrs/user/{}", field(&user, "id")));
        let remove = || admin.delete(&format!("{path}?version={}", user["version"]));
        let mut went = 0;
        for (table, columns) in tables(world) {
            for (column, kind, _) in &columns {
                let names = column.ends_with("user_id") || column.ends_with("_by") || NAMING.contains(&column.as_str());
                let place = format!("{table}.{column}");
                let written = column == "updated_by" || column == "created_by" && table != "freight_order";
                if !names || written || OWN.contains(&place.as_str()) || table == "org" {
                    continue;
                }
                let value = if kind == "text" { format!("'[{id}]'") } else { id.to_owned() };
                if GOES.contains(&table.as_str()) {
                    let there = format!("DELETE FROM {table} WHERE {column} = {value}");
                    exec(world, &there);
                    exec(world, &bare_row(&table, &columns, (column, &value)));
                    went += 1;
                    continue;
                }
                exec(world, &bare_row(&table, &columns, (column, &value)));
                assert_eq!(remove().message, "用户已有业务数据，不能删除，请办理离职", "{place}");
                exec(world, &format!("DELETE FROM {table} WHERE {column} = {value}"));
            }
        }
        assert_eq!(went, GOES.len());
        assert_eq!(remove().code, 0);
        let left = world.contents(false).into_iter().filter(|line| line.contains(id)).collect::<Vec<_>>();
        assert_eq!(left, Vec::<String>::new(), "nothing names him any more");
    });
}

#[test]
fn id_numbers_are_kept_sealed_and_shown_masked() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let mut body = new(&admin, "13900000001", "new1@example.com");
        body["idType"] = json!("身份证");
        body["idNumber"] = json!("11010519491231002x");
        let made = admin.post("/hrs/user", body);
        assert_eq!(made.code, 0, "{}", made.message);
        let shown = row(&admin, "new1");
        assert_eq!(field(&shown, "idNumberMasked"), "110***********002X");
        let id = field(&shown, "id");
        let keep = json!({ "version": shown["version"], "idNumber": "110***********002X" });
        assert_eq!(admin.put(&format!("/hrs/user/{id}"), keep).code, 0, "the number as shown keeps what it is");
        assert_eq!(admin.ok(&format!("/hrs/user/idNumber/{id}")), json!({ "idNumber": "11010519491231002X" }));
        assert!(world.contents(true).iter().all(|line| !line.contains("1949123")), "nowhere in the open");
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert_eq!(field(&log["records"][0], "pageFunction"), "查看证件号");
    });
}

#[test]
fn filters_find_people_by_place_and_state() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let names = |query: &str| -> Vec<String> {
            let mut names: Vec<String> = rows(&admin, query)
                .iter()
                .map(|row| field(row, "userEmail").split('@').next().unwrap_or_default().to_owned())
                .collect();
            names.sort();
            names
        };
        assert_eq!(names(&format!("deptId={}", id_of(&admin, "销售部"))), ["mgr01", "sales01", "sales02"]);
        assert_eq!(names(&format!("roleId={}", role(&admin, "客服"))), ["cs01", "cs02"]);
        assert_eq!(names("phone=0000003"), ["sales01"]);
        assert_eq!(names("userName=sales"), ["sales01", "sales02"]);
        send(&admin, "wh01", "stop", json!({}));
        leave(&admin, "doc01");
        assert_eq!((names("state=停用"), names("state=离职")), (vec!["wh01".into()], vec!["doc01".into()]));
        world.fail_log_in("sales01@example.com", "DEMO", 5);
        assert_eq!(names("state=锁定"), ["sales01"]);
        let mut several = names("state=停用,离职,锁定");
        several.sort_unstable();
        assert_eq!(several, ["doc01", "sales01", "wh01"], "each that was chosen");
        assert_eq!(field(&row(&admin, "sales01"), "state"), "锁定");
        assert!(!names("state=在职").contains(&"sales01".to_owned()), "who is locked is not simply employed");
        assert_eq!(send(&admin, "sales01", "unlock", json!({})).code, 0);
        assert_eq!(names("state=锁定"), Vec::<String>::new());
        assert_eq!(field(&row(&admin, "sales01"), "state"), "在职");
        assert!(names("state=在职").contains(&"sales01".to_owned()));
        world.login("sales01");
        let sales = row(&admin, "sales02");
        assert_eq!((field(&sales, "deptNames"), field(&sales, "roleNames")), ("销售部/销售二部", "销售员"));
        assert_eq!(sales["dataScope"], json!(3));
    });
}

#[test]
fn a_part_time_department_stands_behind_the_main_one() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let op = row(&admin, "op01");
        let add = |dept: &str| {
            let body = json!({ "userId": op["id"], "deptId": id_of(&admin, dept), "jobPosition": "顾问" });
            admin.post("/hrs/userDept", body)
        };
        assert_eq!(add("财务部").code, 0);
        refused(&add("财务部"), "用户已在该部门任职");
        refused(&add("操作部"), "用户已在该部门任职");
        assert_eq!(field(&row(&admin, "op01"), "deptNames"), "操作部,财务部");
        let remove = |dept: &str| admin.delete(&format!("/hrs/userDept/{}/{}", field(&op, "id"), id_of(&admin, dept)));
        refused(&remove("操作部"), "主部门不能删除，请先更换主部门");
        assert_eq!(remove("财务部").code, 0);
        assert_eq!(remove("财务部").status, 404);
    });
}

/// Gives a user rights of his own.
fn allow(admin: &Caller<'_>, login: &str, codes: &[&str]) {
    let id = field(&row(admin, login), "id").to_owned();
    let version = admin.ok(&format!("/hrs/userPermission/{id}"))["version"].clone();
    let one = |code: &&str| json!({ "permissionId": node(admin, &id, code)["id"], "allowed": true, "reason": "人事" });
    let overrides: Vec<Json> = codes.iter().map(one).collect();
    let body = json!({ "version": version, "overrides": overrides });
    let reply = admin.put(&format!("/hrs/userPermission/{id}"), body);
    assert_eq!(reply.code, 0, "{}", reply.message);
}

#[test]
fn a_new_account_is_given_its_part_time_departments_with_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let of = |short: &str| id_of(&admin, short);
        let mut body = new(&admin, "13900000001", "new1@example.com");
        let mut with = |rows: Json| {
            body["partTimeDepts"] = rows;
            body.clone()
        };
        let before = world.contents(true);
        let wrong = admin.post(
            "/hrs/user",
            with(json!([
                { "deptId": of("财务部"), "jobPosition": "顾问" },
                { "deptId": of("操作部") },
                { "deptId": of("财务部") },
                { "deptId": "1" },
                { "jobPosition": "长".repeat(21) },
            ])),
        );
        for (place, message) in [
            ("partTimeDepts.1.deptId", "用户已在该部门任职"),
            ("partTimeDepts.2.deptId", "用户已在该部门任职"),
            ("partTimeDepts.3.deptId", "所选部门不存在"),
            ("partTimeDepts.4.deptId", "请填写部门"),
            ("partTimeDepts.4.jobPosition", "职位不能超过20个字符"),
        ] {
            assert_eq!(wrong.findings_at(place), [message], "{place}");
        }
        assert_eq!(wrong.data["findings"].as_array().unwrap().len(), 5);
        world.unchanged(&before, true);
        let rows = json!([{ "deptId": of("财务部"), "jobPosition": "顾问" }, { "deptId": of("销售一部"), "jobPosition": null }]);
        let made = testkit::done(admin.post("/hrs/user", with(rows)));
        let id = field(&made, "id");
        let held = admin.ok(&format!("/hrs/userDept/{id}"));
        let held: Vec<_> = held
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (field(row, "deptName"), field(row, "jobPosition"), &row["main"]))
            .collect();
        let (main, other) = (json!(true), json!(false));
        assert_eq!(
            held,
            [
                ("演示货运/操作部", "操作员", &main),
                ("演示货运/销售部/销售一部", "", &other),
                ("演示货运/财务部", "顾问", &other),
            ]
        );
        let log = admin.ok("/hrs/log/list/page?size=5");
        let text = field(&log["records"][0], "text");
        assert!(text.contains("演示货运/财务部,演示货运/销售部/销售一部"), "{log}");
        // They are of a new account alone: afterwards they have their own calls.
        let path = format!("/hrs/user/{id}");
        assert_eq!(admin.ok(&path).get("partTimeDepts"), None);
        let before = world.contents(true);
        let late = json!({ "version": made["version"], "partTimeDepts": [] });
        assert_eq!(admin.put(&path, late).message, "未知字段：partTimeDepts");
        world.unchanged(&before, true);
    });
}

#[test]
fn part_time_departments_are_given_and_removed_by_rights_of_their_own() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let finance = id_of(&admin, "财务部");
        let mut body = new(&admin, "13900000001", "new1@example.com");
        allow(&admin, "fin01", &["hrs_user", "hrs_role", "hrs_dept", "sys_user_add", "sys_user_parttime_del"]);
        let fin = world.login("fin01");
        body["roleIds"] = json!([role(&admin, "采购")]);
        body["partTimeDepts"] = json!([{ "deptId": finance }]);
        let op = row(&admin, "op01");
        let given = json!({ "userId": op["id"], "deptId": finance });
        let before = world.contents(true);
        assert_eq!(fin.post("/hrs/user", body.clone()).status, 403, "not who may remove alone");
        assert_eq!(fin.post("/hrs/userDept", given.clone()).status, 403);
        world.unchanged(&before, true);
        testkit::done(admin.post("/hrs/userDept", given));
        // One way to the dialog for each: adding wins, removing alone is enough.
        let can = |caller: &Caller<'_>| {
            let row = row(caller, "op01");
            ["sys_user_parttime_save", "sys_user_parttime_del"].map(|code| row["can"].to_string().contains(code))
        };
        assert_eq!((can(&admin), can(&fin)), ([true, false], [false, true]));
        assert_eq!(fin.ok(&format!("/hrs/userDept/{}", field(&op, "id"))).as_array().unwrap().len(), 2);
        let path = format!("/hrs/userDept/{}/{finance}", field(&op, "id"));
        assert_eq!(world.login("sales01").delete(&path).status, 403);
        assert_eq!(fin.delete(&path).code, 0);
        assert_eq!(field(&row(&admin, "op01"), "deptNames"), "操作部");
        body["partTimeDepts"] = json!([]);
        let made = fin.post("/hrs/user", body);
        assert_eq!(made.code, 0, "none are nothing to be given: {}", made.message);
    });
}

fn node(caller: &Caller<'_>, user: &str, code: &str) -> Json {
    let tree = caller.ok(&format!("/hrs/userPermission/{user}"));
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    nodes.into_iter().find(|node| field(node, "code") == code).unwrap_or_else(|| panic!("no node {code}"))
}

#[test]
fn an_exception_holds_at_the_next_call_and_ends_by_itself() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let boss = world.login("ceo01");
        let id = field(&row(&admin, "ceo01"), "id").to_owned();
        let may = || boss.post("/hrs/user/exportExcel", json!({})).status;
        assert_eq!(may(), 200);
        let export = node(&admin, &id, "sys_user_export");
        assert_eq!((field(&export, "state"), field(&export, "source")), ("role", "总经理"));
        let version = || admin.ok(&format!("/hrs/userPermission/{id}"))["version"].clone();
        let save = |allowed: bool, until: Json, reason: &str| {
            let one = json!({ "permissionId": export["id"], "allowed": allowed, "until": until, "reason": reason });
            admin.put(&format!("/hrs/userPermission/{id}"), json!({ "version": version(), "overrides": [one] }))
        };
        refused(&save(false, Json::Null, " "), "请填写原因");
        assert_eq!(save(false, json!("2026-07-15"), "审计").code, 0);
        assert_eq!(may(), 403);
        let denied = node(&admin, &id, "sys_user_export");
        assert_eq!(
            (field(&denied, "state"), field(&denied, "source"), field(&denied, "until"), &denied["effective"]),
            ("deny", "个人禁止", "2026-07-15", &json!(false))
        );
        world.set_clock("2026-07-15 23:59:59");
        assert_eq!(boss.get("/hrs/permission").status, 401, "idle by now");
        let boss = world.login("ceo01");
        assert_eq!(boss.post("/hrs/user/exportExcel", json!({})).status, 403, "the last day belongs to it");
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(boss.post("/hrs/user/exportExcel", json!({})).status, 200);
    });
}

#[test]
fn an_own_permission_ends_on_a_day_to_come() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let id = field(&row(&admin, "ceo01"), "id").to_owned();
        let path = format!("/hrs/userPermission/{id}");
        let export = || node(&admin, &id, "sys_user_export");
        let place = field(&export(), "id").to_owned();
        let save = |until: &str, reason: &str| {
            let one = json!({ "permissionId": place, "allowed": false, "until": until, "reason": reason });
            admin.put(&path, json!({ "version": admin.ok(&path)["version"], "overrides": [one] }))
        };
        let before = world.contents(true);
        for wrong in ["2026-07-14", "2026-02-30", "明天", "15.07.2026"] {
            assert_eq!(save(wrong, "审计").findings_at(&place), ["截止日期须为今天或以后的日期"], "{wrong}");
        }
        let both = ["请填写原因", "截止日期须为今天或以后的日期"];
        assert_eq!(save("2026-07-14", "").findings_at(&place), both, "all at once");
        world.unchanged(&before, true);
        assert_eq!(save("2026-07-15", "审计").code, 0, "today is the earliest");
        world.set_clock("2026-07-16 00:00:00");
        let admin = world.login("demo-admin");
        let again = |until: &str| {
            let one = json!({ "permissionId": place, "allowed": false, "until": until, "reason": "审计完" });
            admin.put(&path, json!({ "version": admin.ok(&path)["version"], "overrides": [one] }))
        };
        assert_eq!(again("2026-07-15").code, 0, "what is over stays as it was");
        assert_eq!(again("2026-07-14").findings_at(&place), ["截止日期须为今天或以后的日期"]);
        assert_eq!(again("").code, 0, "without end");
        assert_eq!(node(&admin, &id, "sys_user_export")["until"], Json::Null);
    });
}

#[test]
fn who_lacks_a_permission_does_not_prolong_it_and_the_log_tells_each_change() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        allow(&admin, "fin01", &["hrs_user", "sys_user_override"]);
        let id = field(&row(&admin, "sales01"), "id").to_owned();
        let path = format!("/hrs/userPermission/{id}");
        let place = field(&node(&admin, &id, "hrs_dept"), "id").to_owned();
        let save = |caller: &Caller<'_>, until: &str, reason: &str| {
            let one = json!({ "permissionId": place, "allowed": true, "until": until, "reason": reason });
            caller.put(&path, json!({ "version": caller.ok(&path)["version"], "overrides": [one] }))
        };
        testkit::done(save(&admin, "2026-07-20", "代管"));
        let fin = world.login("fin01");
        let before = world.contents(true);
        for later in ["2026-07-21", ""] {
            assert_eq!(save(&fin, later, "代管").findings_at(&place), ["不能分配自己没有的权限"], "{later}");
        }
        world.unchanged(&before, true);
        let told = || {
            let line = admin.ok("/hrs/log/list/page?type=修改")["records"][0].clone();
            assert_eq!(field(&line, "pageFunction"), "配置权限", "{line}");
            field(&line, "text").to_owned()
        };
        testkit::done(save(&fin, "2026-07-20", "代管部门"));
        assert!(told().contains("允许，至 2026-07-20，代管 -> 允许，至 2026-07-20，代管部门"), "{}", told());
        testkit::done(save(&fin, "2026-07-15", "代管部门"));
        assert!(told().contains("-> 允许，至 2026-07-15，代管部门"), "{}", told());
        world.set_clock("2026-07-16 00:00:00");
        let fin = world.login("fin01");
        testkit::done(save(&fin, "2026-07-15", "代管部门"));
        assert_eq!(save(&fin, "2026-07-16", "代管部门").findings_at(&place), ["不能分配自己没有的权限"], "it ended");
    });
}

#[test]
fn a_new_user_begins_in_the_language_of_the_deployment() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let language = |login: &str| {
            let text = format!("SELECT page_language FROM app_user WHERE email = '{login}@example.com'");
            let rows = world.database(|_, conn| conn.query(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
            rows[0].get::<String>(0).unwrap()
        };
        assert_eq!(admin.post("/hrs/user", new(&admin, "13900000001", "new1@example.com")).code, 0);
        assert_eq!(language("new1"), "zh-CN");
        assert_eq!(admin.delete(&removal(&admin, "new1")).code, 0);
        exec(
            world,
            "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
             VALUES (1, 'defaultLanguage', '*', '\"en-US\"', 1, 0)",
        );
        exec(world, "UPDATE org SET setting_version = setting_version + 1 WHERE id = 1");
        assert_eq!(admin.post("/hrs/user", new(&admin, "13900000002", "new2@example.com")).code, 0);
        assert_eq!(language("new2"), "en-US");
    });
}

/// The call that removes a user.
fn removal(caller: &Caller<'_>, login: &str) -> String {
    let user = row(caller, login);
    format!("/hrs/user/{}?version={}", field(&user, "id"), user["version"])
}

#[test]
fn a_user_is_given_a_permission_beyond_his_role() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let sales = world.login("sales01");
        assert_eq!(sales.get("/hrs/dept/page").status, 403);
        let id = field(&row(&admin, "sales01"), "id").to_owned();
        let version = admin.ok(&format!("/hrs/userPermission/{id}"))["version"].clone();
        let one = json!({ "permissionId": node(&admin, &id, "hrs_dept")["id"], "allowed": true, "reason": "代管" });
        let body = json!({ "version": version, "overrides": [one] });
        assert_eq!(admin.put(&format!("/hrs/userPermission/{id}"), body.clone()).code, 0);
        assert_eq!(sales.get("/hrs/dept/page").status, 200);
        assert_eq!(admin.put(&format!("/hrs/userPermission/{id}"), body).code, 3, "the version has moved on");
        assert_eq!(sales.put(&format!("/hrs/userPermission/{id}"), json!({})).status, 403);
    });
}

#[test]
fn nobody_gives_a_role_that_may_do_more_than_he() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        // fin01 gets the user pages, but not what 总经理 holds.
        let id = field(&row(&admin, "fin01"), "id").to_owned();
        let version = admin.ok(&format!("/hrs/userPermission/{id}"))["version"].clone();
        let allow =
            |code: &str| json!({ "permissionId": node(&admin, &id, code)["id"], "allowed": true, "reason": "人事" });
        let overrides =
            [allow("hrs_user"), allow("sys_user_edit"), allow("sys_user_add"), allow("hrs_role"), allow("hrs_dept")];
        let body = json!({ "version": version, "overrides": overrides });
        assert_eq!(admin.put(&format!("/hrs/userPermission/{id}"), body).code, 0);
        let fin = world.login("fin01");
        let give = |name: &str| {
            let row = row(&fin, "wh01");
            let body = json!({ "version": row["version"], "roleIds": [role(&fin, name)] });
            fin.put(&format!("/hrs/user/{}", field(&row, "id")), body)
        };
        refused(&give("总经理"), "不能分配权限高于自己的角色");
        assert_eq!(give("仓库").code, 0);
        assert_eq!(give("采购").code, 0);
    });
}

#[test]
fn another_company_reaches_no_account_of_this_one() {
    each_database(Vec::new, |world: &World| {
        let admin = world.login("demo-admin");
        let id = field(&row(&admin, "op01"), "id").to_owned();
        let other = world.login("superAdmin");
        let before = world.contents(true);
        let version = json!({ "version": 1 });
        for reply in [
            other.get(&format!("/hrs/user/{id}")),
            other.put(&format!("/hrs/user/{id}"), version.clone()),
            other.put(&format!("/hrs/user/stop/{id}"), version.clone()),
            other.put(&format!("/hrs/user/resetPassword/{id}"), version.clone()),
            other.put("/hrs/user/leave", json!({ "id": id, "version": 1, "leaveDate": LEAVE })),
            other.get(&format!("/hrs/userPermission/{id}")),
            other.put(&format!("/hrs/userPermission/{id}"), json!({ "version": 1, "overrides": [] })),
            other.get(&format!("/hrs/user/idNumber/{id}")),
            other.get(&format!("/hrs/userDept/{id}")),
            other.delete(&format!("/hrs/user/{id}?version=1")),
        ] {
            assert_eq!(reply.status, 404, "{}", reply.message);
        }
        world.unchanged(&before, true);
    });
}

fn exec(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// A change of the account in its form.
fn change(caller: &Caller<'_>, login: &str, members: Json) -> Reply {
    let row = row(caller, login);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    caller.put(&format!("/hrs/user/{}", field(&row, "id")), body)
}

#[test]
fn a_stopped_role_is_not_given_and_the_last_one_taken_ends_the_sessions() {
    each_database(Vec::new, |world| {
        let (admin, wh) = (world.login("demo-admin"), world.login("wh01"));
        let buyer = field(&admin.post("/hrs/role", json!({ "roleName": "临时" })).data, "id").to_owned();
        let stop = admin.post(
            &format!("/hrs/role/{buyer}/status"),
            json!({ "active": false, "version": admin.ok(&format!("/hrs/role/{buyer}"))["version"] }),
        );
        assert_eq!(stop.code, 0, "{}", stop.message);
        let before = world.contents(true);
        let reply = change(&admin, "wh01", json!({ "roleIds": [role(&admin, "仓库"), buyer] }));
        assert_eq!(reply.findings_at("roleIds"), ["角色“临时”已停用，不能分配"]);
        let mut body = new(&admin, "13900000001", "new1@example.com");
        body["roleIds"] = json!([buyer]);
        assert_eq!(admin.post("/hrs/user", body).findings_at("roleIds"), ["角色“临时”已停用，不能分配"]);
        world.unchanged(&before, true);
        assert_eq!(
            change(&admin, "wh01", json!({ "roleIds": [role(&admin, "仓库"), role(&admin, "操作员")] })).code,
            0
        );
        assert_eq!(change(&admin, "wh01", json!({ "roleIds": [role(&admin, "仓库")] })).code, 0);
        assert_eq!(wh.get("/hrs/permission").status, 200, "one is left");
        assert_eq!(change(&admin, "wh01", json!({ "roleIds": [] })).code, 0);
        assert_eq!(wh.get("/hrs/permission").status, 401);
        let login = world.anonymous().token_call("wh01@example.com", "DEMO", testkit::PASSWORD);
        refused(&login, "当前用户没有角色权限，请联系管理员");
    });
}

#[test]
fn who_keeps_a_stopped_role_alone_is_out() {
    each_database(Vec::new, |world| {
        let (admin, wh) = (world.login("demo-admin"), world.login("wh01"));
        let spare = field(&admin.post("/hrs/role", json!({ "roleName": "临时" })).data, "id").to_owned();
        let store = role(&admin, "仓库");
        assert_eq!(change(&admin, "wh01", json!({ "roleIds": [store, spare] })).code, 0);
        let stop = json!({ "active": false, "version": admin.ok(&format!("/hrs/role/{spare}"))["version"] });
        assert_eq!(admin.post(&format!("/hrs/role/{spare}/status"), stop).code, 0);
        assert_eq!(wh.get("/hrs/permission").status, 200, "the other role counts");
        assert_eq!(change(&admin, "wh01", json!({ "roleIds": [spare] })).code, 0, "a role he has stays his");
        assert_eq!(wh.get("/hrs/permission").status, 401);
    });
}

#[test]
fn who_is_in_charge_of_partners_hands_them_over_and_leaves_his_workgroups() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let id = field(&row(&admin, "sales01"), "id").to_owned();
        let coop = |number: i64| {
            exec(
                world,
                &format!(
                    "INSERT INTO coop (org_id, id, coop_code, coop_type, coop_name, coop_full_name, coop_state, \
                     list_mark, nation_code, source, transactor_id, is_awb_source, is_default_source, version, \
                     created_by, created_at, updated_by, updated_at) VALUES (2, {number}, 'T{number}', '客户', \
                     '客户{number}', '客户{number}', '生效', '普通', 'CN', '手工', {id}, FALSE, FALSE, 1, 1, 0, 1, 0)"
                ),
            );
        };
        (1..=2).for_each(coop);
        let group = admin.ok("/hrs/userWorkgroup/page?size=500")["records"][0].clone();
        let path = format!("/hrs/userWorkgroup/{}", field(&group, "id"));
        let members = |add: bool| {
            let shown = admin.ok(&path);
            let ids: Vec<Json> = shown["userIds"].as_array().cloned().unwrap_or_default();
            (ids.contains(&json!(id)), if add { ids } else { Vec::new() })
        };
        if !members(false).0 {
            let mut ids = members(true).1;
            ids.push(json!(id));
            let put = admin.put(&path, json!({ "version": admin.ok(&path)["version"], "userIds": ids }));
            assert_eq!(put.code, 0, "{} {}", put.message, put.data);
        }
        assert!(members(false).0);
        let before = world.contents(true);
        refused(&leave(&admin, "sales01"), "销售一仍是客商（客户1、客户2）的负责人，请先移交");
        let black = json!({ "blacklistDate": LEAVE, "blacklistReason": "盗窃" });
        refused(&send(&admin, "sales01", "black", black), "销售一仍是客商（客户1、客户2）的负责人，请先移交");
        world.unchanged(&before, true);
        exec(world, "UPDATE coop SET transactor_id = NULL WHERE org_id = 2");
        assert_eq!(leave(&admin, "sales01").code, 0);
        assert!(!members(false).0, "he is in no workgroup any more");
    });
}

#[test]
fn people_who_left_or_are_blacklisted_are_found_by_themselves() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(leave(&admin, "doc01").code, 0);
        let black = json!({ "blacklistDate": LEAVE, "blacklistReason": "盗窃" });
        assert_eq!(send(&admin, "wh01", "black", black).code, 0);
        let mails = |query: &str| {
            let mut found: Vec<String> =
                rows(&admin, query).iter().map(|row| field(row, "userEmail").to_owned()).collect();
            found.sort();
            found
        };
        assert_eq!(mails("isLeft=true"), ["doc01@example.com", "wh01@example.com"]);
        assert_eq!(mails("isBlack=true"), ["wh01@example.com"]);
        assert_eq!((mails("isLeft=false").len(), mails("isBlack=false").len()), (11, 12));
    });
}

#[test]
fn the_list_tells_the_data_scope_in_force() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let scope = |login: &str| row(&admin, login)["dataScope"].to_string();
        assert_eq!([scope("demo-admin"), scope("ceo01")], ["5", "5"]);
        assert_eq!(scope("sales01"), "0", "his role has another level for AE than for the rest");
        let seller = role(&admin, "销售员");
        let level = |of: &dyn Fn(&str) -> i64| {
            let path = format!("/hrs/roleScope/{seller}");
            let present = admin.ok(&path);
            let mut levels = present["levels"].as_object().cloned().unwrap_or_default();
            for name in ["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"] {
                levels.insert(name.to_owned(), json!(of(name)));
            }
            let put = admin.put(&path, json!({ "version": present["version"], "levels": levels }));
            assert_eq!(put.code, 0, "{} {}", put.message, put.data);
        };
        level(&|_| 2);
        assert_eq!(scope("sales01"), "2");
        level(&|name| if name == "AE" { 2 } else { 3 });
        assert_eq!(scope("sales01"), "0");
        assert_eq!(change(&admin, "sales01", json!({ "orderPermission": "1" })).code, 0);
        assert_eq!(scope("sales01"), "1", "the own one goes before");
        assert_eq!(change(&admin, "sales01", json!({ "orderPermission": "0", "roleIds": [] })).code, 0);
        assert_eq!(scope("sales01"), "5", "without a role nothing narrows");
    });
}

#[test]
fn the_address_book_has_its_columns_by_department_and_name() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(leave(&admin, "doc01").code, 0);
        let book = admin.post("/hrs/user/exportAddress", json!({}));
        let cells = super::people::cells(&book.bytes);
        assert_eq!(cells[..5], ["序号", "部门", "姓名", "手机号码", "工作邮箱"]);
        // A workbook keeps each text once: those of the rows stand in the order of the rows.
        let places: Vec<&String> = cells.iter().filter(|text| text.starts_with("演示货运")).collect();
        assert!(places.len() > 3 && places.is_sorted(), "{places:?}");
        let at = |text: &str| cells.iter().position(|cell| cell == text).unwrap_or_else(|| panic!("no {text}"));
        let seller = ["演示货运/销售部/销售一部", "销售一", "86-13800000003", "sales01@example.com"].map(at);
        assert!(seller.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{cells:?}");
        assert!(!cells.contains(&"doc01@example.com".to_owned()), "who left is not in it");
        assert_eq!(world.login("sales01").post("/hrs/user/exportAddress", json!({})).status, 403);
    });
}

#[test]
fn an_exception_needs_a_reason_and_what_both_sides_have() {
    each_database(Vec::new, |world| {
        let (keeper, admin, boss) = (world.login("superAdmin"), world.login("demo-admin"), world.login("ceo01"));
        let id = field(&row(&admin, "ceo01"), "id").to_owned();
        let path = format!("/hrs/userPermission/{id}");
        let save = |caller: &Caller<'_>, path: &str, code: &str, allowed: bool| {
            let node = node(&admin, &id, code);
            let one = json!({ "permissionId": node["id"], "allowed": allowed, "reason": "代管" });
            let body = json!({ "version": admin.ok(path)["version"], "overrides": [one] });
            (caller.put(path, body), field(&node, "id").to_owned())
        };
        let has = || boss.ok("/hrs/permission/getButtonInfo").to_string().contains("\"sys_user_export\"");
        assert!(has());
        assert_eq!(save(&admin, &path, "sys_user_export", false).0.code, 0);
        assert!(!has(), "the button is gone at once");
        // ceo01 may give rights, but no longer this one; nobody gives what the company has not.
        let other = format!("/hrs/userPermission/{}", field(&row(&admin, "sales01"), "id"));
        let before = world.contents(true);
        let (reply, place) = save(&boss, &other, "sys_user_export", true);
        assert_eq!(reply.findings_at(&place), ["不能分配自己没有的权限"]);
        world.unchanged(&before, true);
        let demo = super::platform::org(&keeper, "DEMO");
        let role = super::platform::node(&keeper, "hrs_role");
        let gone = format!("/hrs/orgPermission/remove/{}", field(&role, "id"));
        assert_eq!(keeper.post(&gone, json!({ "version": role["version"], "orgIds": [demo["id"]] })).code, 0);
        let (reply, place) = save(&admin, &other, "hrs_role", true);
        assert_eq!(reply.findings_at(&place), ["不能允许本企业未开通的权限"]);
        assert_eq!(field(&node(&admin, &id, "hrs_role"), "source"), "版本未开通");
    });
}
