//! Moves of a running approval: refusing, sending back, handing over, asking others in, taking back,
//! urging, delegation, limits; several people at once; other companies; the messages.

use serde_json::{Value as Json, json};
use testkit::Caller;

use super::approval::*;
use super::fixture::*;

fn one_level(admin: &Caller<'_>, logins: &[&str], more: Json) -> String {
    set(admin, setting(json!([with(named(admin, logins), more)])))
}

fn instance(caller: &Caller<'_>) -> String {
    text(&caller.ok("/prm/ics/approval/mine")["records"][0], "instanceId")
}

fn shown(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("/prm/ics/approval/{id}"))
}

fn states(shown: &Json) -> Vec<String> {
    let levels = shown["levels"].as_array().cloned().unwrap_or_default();
    let tasks = levels.iter().flat_map(|level| level["tasks"].as_array().cloned().unwrap_or_default());
    tasks.map(|task| format!("{} {}", text(&task, "name"), text(&task, "status"))).collect()
}

#[test]
fn a_refusal_needs_a_reason_ends_it_and_is_told() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        one_level(&admin, &["mgr01", "fin01"], json!({ "mode": "all" }));
        done(apply(&op, O1));
        assert_eq!(decide(&manager, "refuse", json!({ "comment": "" })).findings_at("comment"), ["请填写驳回原因"]);
        let long = decide(&manager, "agree", json!({ "comment": "长".repeat(201) }));
        assert_eq!(long.findings_at("comment"), ["意见不能超过200个字符"]);
        let refused = done(decide(&manager, "refuse", json!({ "comment": "期间已关" })));
        assert_eq!(refused["status"], "已驳回");
        assert_eq!(world.login("fin01").ok("/prm/api/toDo")["total"], 0);
        assert_eq!(status(&op, O1), "财务锁账");
        assert_eq!(messages(&op), ["您提交的解锁申请已驳回：AE-2607010001"]);
        let seen = shown(&op, &instance(&op));
        assert_eq!(states(&seen), ["经理一 驳回", "财务一 已取消"]);
        assert_eq!(seen["levels"][0]["tasks"][0]["comment"], "期间已关");
        assert_eq!(manager.ok("/prm/ics/approval/done")["records"][0]["taskStatus"], "驳回");
        done(apply(&op, O1));
        assert_eq!(shown(&op, &instance(&op))["instanceNo"], "SP-2607010002");
    });
}

#[test]
fn two_approvers_at_once_and_one_decides() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        one_level(&admin, &["mgr01", "fin01"], json!({}));
        done(apply(&op, O1));
        let people = [world.login("mgr01"), world.login("fin01")];
        let calls: Vec<_> = people
            .iter()
            .map(|one| {
                let (client, body) = (one.client(), json!({ "taskId": task(one) }));
                async move { client.call("POST", "/prm/ics/approval/agree", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        let mut told: Vec<(i64, String)> = replies.iter().map(|reply| (reply.code, reply.message.clone())).collect();
        told.sort();
        assert_eq!((told[0].0, told[1].clone()), (0, (1, "该审批已处理".to_owned())), "{}", world.database);
        assert_eq!(messages(&op).len(), 1);
    });
}

#[test]
fn the_same_application_twice_at_once_is_made_once() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        one_level(&admin, &["mgr01"], json!({}));
        let body = json!({ "orderUuid": uuid_of(&op, O1), "reason": "x" });
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let (client, body) = (op.client(), body.clone());
                async move { client.call("POST", "/afbase/order/applyUnlock", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{}", world.database);
        for reply in replies.iter().filter(|reply| reply.code != 0) {
            assert_eq!(reply.message, "已提交解锁申请，请勿重复提交", "{}", world.database);
        }
    });
}

#[test]
fn sent_back_to_an_earlier_level_or_to_the_applicant() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance) = (world.login("mgr01"), world.login("fin01"));
        two_levels(&admin);
        done(apply(&op, O1));
        let wrong = decide(&manager, "back", json!({ "level": 1, "comment": "x" }));
        assert_eq!(wrong.findings_at("level"), ["只能退回申请人或之前的节点"]);
        done(decide(&manager, "agree", json!({})));
        assert_eq!(decide(&finance, "back", json!({ "level": 1 })).findings_at("comment"), ["请填写退回原因"]);
        let id = instance(&op);
        assert_eq!(shown(&finance, &id)["can"]["backTo"], json!([{ "level": 1, "name": "一级审批" }]));
        done(decide(&finance, "back", json!({ "level": 1, "comment": "请复核" })));
        assert_eq!((to_do(&manager).len(), to_do(&finance).len()), (1, 0));
        assert_eq!(states(&shown(&op, &id)), ["经理一 同意", "经理一 待审", "财务一 已退回", "财务一 未到"]);
        done(decide(&manager, "agree", json!({})));
        done(decide(&finance, "back", json!({ "comment": "补充原因" })));
        let seen = shown(&op, &id);
        assert_eq!((seen["returned"].clone(), seen["can"]["resubmit"].clone()), (json!(true), json!(true)));
        assert!(messages(&op).contains(&"您提交的解锁申请已退回：AE-2607010001".to_owned()));
        assert_eq!((to_do(&manager).len(), to_do(&finance).len()), (0, 0));
        let resubmit = |caller: &Caller<'_>, reason: &str| {
            caller.post("/prm/ics/approval/resubmit", json!({ "instanceId": id, "reason": reason }))
        };
        assert_eq!(resubmit(&manager, "x").status, 403);
        assert_eq!(resubmit(&op, "").findings_at("reason"), ["请填写原因"]);
        done(resubmit(&op, "客户补付费用"));
        assert_eq!(resubmit(&op, "x").message, "审批未退回申请人");
        assert_eq!(text(&shown(&manager, &id), "reason"), "客户补付费用");
        done(decide(&manager, "agree", json!({})));
        assert_eq!(done(decide(&finance, "agree", json!({})))["status"], "已通过");
    });
}

#[test]
fn handed_to_another_and_others_asked_in() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        let (ceo, finance, clerk) = (world.login("ceo01"), world.login("fin01"), world.login("doc01"));
        let id = |login: &str| user(&admin, login);
        one_level(&admin, &["mgr01"], json!({}));
        done(apply(&op, O1));
        for (wrong, why) in [("mgr01", "himself"), ("op01", "the applicant")] {
            let reply = decide(&manager, "transfer", json!({ "userId": id(wrong) }));
            assert_eq!(reply.findings_at("userId"), ["请选择其他在职用户，不能是自己或申请人"], "{why}");
        }
        let old = task(&manager);
        done(decide(&manager, "transfer", json!({ "userId": id("ceo01") })));
        assert_eq!((to_do(&manager).len(), to_do(&ceo).len()), (0, 1));
        let late = manager.post("/prm/ics/approval/agree", json!({ "taskId": old }));
        assert_eq!(late.message, "该审批已处理");
        assert_eq!(to_do(&ceo)[0]["fromName"], "经理一");
        let sign = |caller: &Caller<'_>, logins: &[&str], sign: &str| {
            let users: Vec<String> = logins.iter().map(|login| id(login)).collect();
            decide(caller, "addSign", json!({ "userIds": users, "sign": sign }))
        };
        assert_eq!(sign(&ceo, &[], "before").findings_at("userIds"), ["加签人须为1-5人"]);
        let six = ["mgr01", "fin01", "doc01", "cs01", "cs02", "sales01"];
        assert_eq!(sign(&ceo, &six, "before").findings_at("userIds"), ["加签人须为1-5人"]);
        let whom = "加签人须为其他在职用户，不能是申请人或已在本节点的审批人";
        for wrong in [&["op01"][..], &["ceo01"], &["fin01", "fin01"]] {
            assert_eq!(sign(&ceo, wrong, "before").findings_at("userIds"), [whom]);
        }
        assert_eq!(sign(&ceo, &["fin01"], "beside").status, 400);
        let own = task(&ceo);
        done(sign(&ceo, &["fin01", "doc01"], "before"));
        assert_eq!((to_do(&ceo).len(), to_do(&finance).len(), to_do(&clerk).len()), (0, 1, 1));
        let asked_in = task(&clerk);
        let remove =
            |caller: &Caller<'_>, task: &str| caller.post("/prm/ics/approval/removeSign", json!({ "taskId": task }));
        assert_eq!(remove(&finance, &asked_in).message, "只能减签自己加签且未审批的人");
        assert_eq!(remove(&ceo, &own).message, "只能减签自己加签且未审批的人");
        done(remove(&ceo, &asked_in));
        assert_eq!(to_do(&clerk).len(), 0);
        done(decide(&finance, "agree", json!({})));
        done(sign(&ceo, &["doc01"], "after"));
        assert_eq!(to_do(&clerk).len(), 0, "his turn comes after");
        assert_eq!(done(decide(&ceo, "agree", json!({})))["status"], "审批中");
        assert_eq!(done(decide(&clerk, "agree", json!({})))["status"], "已通过");
        assert_eq!(status(&op, O1), "订单创建");
    });
}

#[test]
fn a_setting_may_forbid_asking_others_in_and_late_withdrawal() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance) = (world.login("mgr01"), world.login("fin01"));
        let levels = json!([named(&admin, &["mgr01"]), named(&admin, &["fin01"])]);
        set(&admin, with(setting(levels), json!({ "mayWithdraw": false, "mayAddSign": false })));
        done(apply(&op, O1));
        let users = json!({ "userIds": [user(&admin, "ceo01")], "sign": "before" });
        assert_eq!(decide(&manager, "addSign", users).message, "该审批不允许加签");
        let withdraw =
            |caller: &Caller<'_>, id: &str| caller.post("/prm/ics/approval/withdraw", json!({ "instanceId": id }));
        let id = instance(&op);
        assert_eq!(withdraw(&manager, &id).status, 403);
        assert_eq!(done(withdraw(&op, &id))["status"], "已撤回");
        assert_eq!(to_do(&manager).len(), 0);
        assert_eq!(withdraw(&op, &id).message, "审批已结束");
        done(apply(&op, O1));
        done(decide(&manager, "agree", json!({})));
        assert_eq!(withdraw(&op, &instance(&op)).message, "审批已开始，不能撤回");
        done(decide(&finance, "agree", json!({})));
    });
}

#[test]
fn urged_once_in_four_hours() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        one_level(&admin, &["mgr01"], json!({}));
        done(apply(&op, O1));
        let id = instance(&op);
        let urge = |clock: &str| {
            world.set_clock(clock);
            op.post("/prm/ics/approval/urge", json!({ "instanceId": id }))
        };
        done(urge("2026-07-01 18:00:00"));
        assert_eq!(urge("2026-07-01 21:59:59").message, "4小时内只能催办一次");
        done(urge("2026-07-01 22:00:00"));
        let said = "操作一催办解锁申请：AE-2607010001";
        assert_eq!(messages(&manager).iter().filter(|text| *text == said).count(), 2);
        assert_eq!(manager.post("/prm/ics/approval/urge", json!({ "instanceId": id })).status, 403);
        assert_eq!(to_do(&manager)[0]["waitHours"], json!(4.0));
    });
}

// req: notify-tab-approvals
#[test]
fn every_list_tells_the_level_and_how_long_it_waits() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance, clerk) = (world.login("mgr01"), world.login("fin01"), world.login("cs01"));
        let hours = json!({ "limitHours": 4, "ccIds": [user(&admin, "cs01")] });
        let levels = ["mgr01", "fin01"].map(|login| with(named(&admin, &[login]), hours.clone()));
        set(&admin, setting(json!(levels)));
        done(apply(&op, O1));
        let waits = |caller: &Caller<'_>, list: &str| {
            let row = caller.ok(&format!("/prm/ics/approval/{list}"))["records"][0].clone();
            (text(&row, "levelName"), row["waitHours"].clone(), row["late"].clone())
        };
        let at = |level: &str, hours: Json, late: bool| (level.to_owned(), hours, json!(late));
        world.set_clock("2026-07-01 22:00:00");
        assert_eq!(waits(&op, "mine"), at("一级审批", json!(4.0), false), "the last moment is in time");
        world.set_clock("2026-07-01 22:00:01");
        assert_eq!(waits(&op, "mine"), at("一级审批", json!(4.0), true));

        // The next level begins anew, also in the list of who decided before.
        done(decide(&manager, "agree", json!({})));
        world.set_clock("2026-07-01 23:30:01");
        for (caller, list) in [(&op, "mine"), (&manager, "done"), (&clerk, "cc")] {
            assert_eq!(waits(caller, list), at("二级审批", json!(1.5), false), "{list}");
        }
        done(decide(&finance, "agree", json!({})));
        for (caller, list) in [(&op, "mine"), (&manager, "done"), (&finance, "done"), (&clerk, "cc")] {
            let (_, hours, late) = waits(caller, list);
            assert_eq!((hours, late), (Json::Null, json!(false)), "nothing is waited for: {list}");
        }
    });
}

#[test]
fn a_delegate_decides_from_to_and_a_stopped_approver_is_replaced() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, ceo) = (world.login("mgr01"), world.login("ceo01"));
        one_level(&admin, &["mgr01"], json!({}));
        let delegate = |to: &str, from: &str, until: &str| {
            let body = json!({ "toUserId": user(&admin, to), "from": from, "until": until });
            manager.put("/prm/ics/delegate", body)
        };
        let (from, until) = ("2026-07-01 00:00:00", "2026-07-01 18:00:00");
        assert_eq!(delegate("mgr01", from, until).findings_at("toUserId"), ["请选择其他在职用户"]);
        assert_eq!(delegate("ceo01", until, from).findings_at("until"), ["结束时间须晚于开始时间"]);
        assert_eq!(delegate("ceo01", from, "x").findings_at("until"), ["结束时间须晚于开始时间"]);
        done(delegate("ceo01", from, until));
        assert_eq!(manager.ok("/prm/ics/delegate")["toUserName"], "总经理一");
        done(apply(&op, O1));
        assert_eq!((to_do(&manager).len(), to_do(&ceo).len()), (0, 1));
        let row = to_do(&ceo)[0].clone();
        assert_eq!((text(&row, "fromName"), text(&row, "source")), ("经理一".into(), "委托".into()));
        done(decide(&ceo, "refuse", json!({ "comment": "x" })));
        // The delegation is over a second later.
        world.set_clock("2026-07-01 18:00:01");
        done(apply(&op, O1));
        assert_eq!(to_do(&manager).len(), 1);
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        done(manager.put("/prm/ics/delegate", json!({})));
        assert_eq!(manager.ok("/prm/ics/delegate"), Json::Null);
        // Nobody decides on his own application by a delegation.
        world.set_clock("2026-07-01 18:00:00");
        done(delegate("op01", from, until));
        done(apply(&op, O1));
        assert_eq!((to_do(&manager).len(), to_do(&op).len()), (1, 0));
    });
}

#[test]
fn an_approver_who_left_is_replaced_by_the_administrator() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        two_levels(&admin);
        done(apply(&op, O1));
        world.database(|_, conn| {
            use platform::store::{Value, sql};
            let mut gone = sql::update(2, "app_user", &[("active", Value::Bool(false))]);
            gone.and_where(sql::contains(sql::col("login_name"), "fin01"));
            conn.exec(&gone.into()).expect("stopped");
        });
        done(decide(&manager, "agree", json!({})));
        assert_eq!(to_do(&admin)[0]["source"], "转管理员");
    });
}

#[test]
fn who_leaves_hands_over_first_and_who_is_stopped_gives_to_the_administrator() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        one_level(&admin, &["mgr01"], json!({}));
        done(apply(&op, O1));
        let page = admin.ok("/hrs/user/page?size=500");
        let rows = page["records"].as_array().cloned().unwrap_or_default();
        let manager = rows.iter().find(|row| row["userName"] == "经理一").expect("mgr01").clone();
        let leave = json!({ "id": manager["id"], "version": manager["version"],
            "leaveDate": "2026-07-01", "leaveReason": "x" });
        assert_eq!(admin.put("/hrs/user/leave", leave).message, "该用户有1条待审批，请先转交");
        let stop = format!("/hrs/user/stop/{}", text(&manager, "id"));
        done(admin.put(&stop, json!({ "version": manager["version"] })));
        assert_eq!(to_do(&admin).len(), 1);
        assert_eq!(done(decide(&admin, "agree", json!({})))["status"], "已通过");
    });
}

// req: notify-route-notification, notify-tab-approvals
#[test]
fn lists_filters_and_who_may_look() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        let clerk = world.login("doc01");
        one_level(&admin, &["mgr01"], json!({ "ccIds": [user(&admin, "doc01")], "limitHours": 2 }));
        done(apply(&op, O1));
        let id = instance(&op);
        let total = |caller: &Caller<'_>, path: &str| caller.ok(path)["total"].clone();
        for (query, wanted) in [
            ("eventId=15", 1),
            ("eventId=25", 0),
            ("businessScope=AE", 1),
            ("businessScope=SE", 0),
            ("orderCode=2607010001", 1),
            ("orderCode=2607010002", 0),
            ("coopName=%E5%AE%A2%E6%88%B7%E7%94%B2", 1),
            ("applicantName=%E6%93%8D%E4%BD%9C%E4%B8%80", 1),
            ("applicantName=x", 0),
            ("applyTime=2026-07-01~2026-07-01", 1),
            ("applyTime=2026-07-02~", 0),
            ("status=%E5%AE%A1%E6%89%B9%E4%B8%AD", 1),
        ] {
            assert_eq!(total(&manager, &format!("/prm/api/toDo?{query}")), json!(wanted), "{query}");
            assert_eq!(total(&op, &format!("/prm/ics/approval/mine?{query}")), json!(wanted), "{query}");
            assert_eq!(total(&clerk, &format!("/prm/ics/approval/cc?{query}")), json!(wanted), "{query}");
        }
        assert_eq!(total(&manager, "/prm/ics/approval/done"), json!(0));
        assert_eq!(total(&clerk, "/prm/ics/approval/mine"), json!(0));
        assert_eq!(messages(&clerk), ["操作一提交的解锁申请抄送给您：AE-2607010001"]);
        for caller in [&op, &manager, &clerk, &admin] {
            assert_eq!(shown(caller, &id)["orderCode"], O1);
        }
        assert_eq!(world.login("cs01").get(&format!("/prm/ics/approval/{id}")).status, 404);
        assert_eq!(world.login("sh01").get(&format!("/prm/ics/approval/{id}")).status, 404);
        assert_eq!(to_do(&manager)[0]["late"], false);
        world.set_clock("2026-07-01 20:00:01");
        assert_eq!(to_do(&manager)[0]["late"], true);
        let late = |wanted: bool| total(&admin, &format!("/prm/ics/approval/instance/page?late={wanted}"));
        assert_eq!((late(true), late(false)), (json!(1), json!(0)));
    });
}

#[test]
fn the_ids_of_the_counts_are_the_sessions() {
    with_locked(|world| {
        let op = world.login("op01");
        let own = user(&op, "op01");
        for path in ["/prm/api/toDo", "/prm/api/haveMessage"] {
            let ask = |org: &str, user: &str| op.get(&format!("{path}?orgId={org}&userId={user}&current=1&size=10"));
            assert_eq!(ask("2", &own).code, 0, "{path}");
            assert_eq!(ask("3", &own).status, 403, "{path}");
            assert_eq!(ask("2", "1").status, 403, "{path}");
        }
    });
}

#[test]
fn another_company_and_other_people_decide_nothing() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        two_levels(&admin);
        done(apply(&op, O1));
        let (id, task) = (instance(&op), task(&manager));
        let (other, finance) = (world.login("sh01"), world.login("fin01"));
        let before = world.contents(false);
        let body = json!({ "taskId": task, "comment": "x" });
        let reason = json!({ "instanceId": id, "reason": "x" });
        let more = |more: Json| with(json!({ "taskId": task }), more);
        let calls = [
            ("agree", body.clone()),
            ("refuse", body.clone()),
            ("back", body.clone()),
            ("transfer", more(json!({ "userId": user(&op, "ceo01") }))),
            ("addSign", more(json!({ "userIds": [user(&op, "ceo01")], "sign": "after" }))),
            ("withdraw", reason.clone()),
            ("resubmit", reason.clone()),
            ("urge", reason),
        ];
        for (path, body) in &calls {
            let path = format!("/prm/ics/approval/{path}");
            assert_eq!(other.post(&path, body.clone()).status, 404, "{path}");
            assert_eq!(finance.post(&path, body.clone()).status, 403, "{path}");
        }
        let removed = json!({ "taskId": task });
        assert_eq!(other.post("/prm/ics/approval/removeSign", removed).status, 404);
        let rows = other.post("/prm/ics/approval/batchAgree", json!({ "taskIds": [task] }));
        assert_eq!(rows.data[0]["message"], "数据不存在");
        world.unchanged(&before, false);
    });
}

#[test]
fn many_at_once_each_with_its_result() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        one_level(&admin, &["mgr01"], json!({}));
        lock(world, "AE-2607010002");
        done(apply(&op, O1));
        done(apply(&op, "AE-2607010002"));
        let tasks: Vec<String> = to_do(&manager).iter().map(|row| text(row, "taskId")).collect();
        assert_eq!(tasks.len(), 2);
        done(manager.post("/prm/ics/approval/refuse", json!({ "taskId": tasks[0], "comment": "x" })));
        let rows = done(manager.post("/prm/ics/approval/batchAgree", json!({ "taskIds": tasks })));
        assert_eq!((rows[0]["done"].clone(), rows[0]["message"].clone()), (json!(false), json!("该审批已处理")));
        assert_eq!((rows[1]["done"].clone(), rows[1]["result"]["status"].clone()), (json!(true), json!("已通过")));
        let many: Vec<&String> = std::iter::repeat_n(&tasks[0], 51).collect();
        let refused = manager.post("/prm/ics/approval/batchAgree", json!({ "taskIds": many }));
        assert_eq!(refused.message, "一次最多审批50条");
    });
}

#[test]
fn the_records_are_summed_up_and_moved_by_an_administrator() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        one_level(&admin, &["mgr01"], json!({ "limitHours": 3 }));
        lock(world, "AE-2607010002");
        lock(world, "AE-2607010004");
        for code in [O1, "AE-2607010002", "AE-2607010004"] {
            done(apply(&op, code));
        }
        world.set_clock("2026-07-01 20:00:00");
        done(decide(&manager, "agree", json!({})));
        world.set_clock("2026-07-01 22:00:00");
        done(decide(&manager, "agree", json!({})));
        let page = admin.ok("/prm/ics/approval/instance/page?sort=hours,asc");
        let hours: Vec<Json> =
            page["records"].as_array().into_iter().flatten().map(|row| row["hours"].clone()).collect();
        assert!(hours.contains(&json!(2)) && hours.contains(&json!(4)), "{hours:?}");
        let sums = admin.ok("/prm/ics/approval/instance/total")["totals"].clone();
        let of = |name: &str| sums[name].as_i64().expect("a sum");
        assert_eq!((of("runningCount"), of("finishedCount")), (1, 2));
        assert_eq!(of("finishedMs") / of("finishedCount"), 3 * 60 * 60 * 1000);
        assert_eq!((of("decidedTasks"), of("lateTasks")), (2, 1));
        // Handed over, and ended with a reason.
        let (from, to) = (user(&admin, "mgr01"), user(&admin, "fin01"));
        let transfer = |from: &str, to: &str| {
            let body = json!({ "fromUserId": from, "toUserId": to });
            admin.put("/prm/ics/approval/instance/transfer", body)
        };
        assert_eq!(transfer(&from, &from).findings_at("toUserId"), ["请选择其他在职用户"]);
        assert_eq!(done(transfer(&from, &user(&admin, "op01"))), json!({ "moved": 0, "kept": 1 }));
        assert_eq!(done(transfer(&from, &to)), json!({ "moved": 1, "kept": 0 }));
        let finance = world.login("fin01");
        let id = text(&to_do(&finance)[0], "instanceId");
        let end =
            |reason: &str| admin.put("/prm/ics/approval/instance/terminate", json!({ "id": id, "reason": reason }));
        assert_eq!(end(" ").findings_at("reason"), ["请填写终止原因"]);
        assert_eq!(done(end("重复"))["status"], "已终止");
        assert_eq!(end("重复").message, "审批已结束");
        assert_eq!(to_do(&finance).len(), 0);
        assert!(messages(&op).iter().any(|text| text.starts_with("您提交的解锁申请已终止：AE-")));
        assert_eq!(manager.put("/prm/ics/approval/instance/terminate", json!({ "id": id })).status, 403);
    });
}

// req: notify-open-message-centre
#[test]
fn messages_are_read_filtered_and_removed_by_their_owner() {
    with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        one_level(&admin, &["mgr01"], json!({}));
        done(apply(&op, O1));
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        done(apply(&op, O1));
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        let page = |query: &str| op.ok(&format!("/prm/message?{query}"));
        assert_eq!(op.ok("/prm/api/haveMessage"), json!(2));
        let row = page("")["records"][0].clone();
        assert_eq!(
            (text(&row, "kind"), text(&row, "title"), text(&row, "refNo"), text(&row, "senderName")),
            ("审批".into(), "审批结果".into(), O1.into(), "经理一".into())
        );
        let id = text(&row, "id");
        assert_eq!(op.delete(&format!("/prm/message?ids={id}")).message, "未读消息不能删除");
        let others = manager.put("/prm/message/read", json!({ "ids": [id] }));
        assert_eq!(others.data["changed"], 0, "nobody reads for another");
        done(op.put("/prm/message/read", json!({ "ids": [id] })));
        assert_eq!(op.ok("/prm/api/haveMessage"), json!(1));
        for (query, wanted) in [
            ("read=true", 1),
            ("read=false", 1),
            ("kind=%E5%AE%A1%E6%89%B9", 2),
            ("kind=%E7%B3%BB%E7%BB%9F", 0),
            ("keyword=2607010001", 2),
            ("keyword=nothing", 0),
            ("createdAt=2026-07-01~2026-07-01", 2),
        ] {
            assert_eq!(page(query)["total"], json!(wanted), "{query}");
        }
        assert_eq!(op.get("/prm/message?read=x").status, 400);
        assert_eq!(manager.delete(&format!("/prm/message?ids={id}")).status, 404);
        done(op.delete(&format!("/prm/message?ids={id}")));
        assert_eq!(page("")["total"], 1);
        done(op.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(op.ok("/prm/api/haveMessage"), json!(0));
        // In the language of who reads.
        done(op.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "en-US" })));
        done(apply(&op, O1));
        done(decide(&manager, "agree", json!({})));
        assert_eq!(messages(&op)[0], "Passed, your application to unlock: AE-2607010001");
    });
}
