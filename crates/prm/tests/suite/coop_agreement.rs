//! Cooperation agreements: what is agreed with a partner, who decides about it, and when something is due by it.

use agreement::{Ask, dues};
use kernel::{Id, Scope, parse_day, show_day};
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};
use trade::charge::Side;
use trade::terms::Dates;

use super::approval::{decide, id_of, set};
use super::scope::{prepare, set_level};
use crate::prm::{encoded, lay_agreements, rooms, texts};

const ROWS: &str = "/prm/coopAgreement";
const DEMO: i64 = 2;

fn with_agreements(story: impl Fn(&World)) {
    each_database_from(rooms, lay_agreements, story);
}

/// Terms of KH002 for air import, where it has none; `change` says what is different.
fn body(caller: &Caller<'_>, change: Json) -> Json {
    let mut body = json!({
        "agreementName": "客户乙空运进口", "coopId": id_of(caller, "KH002"), "side": "RECEIVABLE", "scopeCodes": ["AI"],
        "agreementType": "框架协议", "validFrom": "2026-07-15", "validTo": "2026-12-31", "settleMethod": "TICKET",
        "paramK": 15, "baseDate": "DEPARTURE", "currencyCode": "CNY",
    });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

fn made(caller: &Caller<'_>, change: Json) -> Json {
    done(caller.post(ROWS, body(caller, change)))
}

fn at(row: &Json) -> String {
    format!("{ROWS}/{}", row["id"].as_str().expect("an id"))
}

/// The newest version of an agreement.
fn row(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("{ROWS}/page?keyword={code}"))["records"][0].clone()
}

fn act(caller: &Caller<'_>, row: &Json, verb: &str, more: Json) -> Reply {
    let version = caller.ok(&at(row))["version"].clone();
    let mut body = json!({ "version": version });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post(&format!("{}/{verb}", at(row)), body)
}

fn state(caller: &Caller<'_>, row: &Json) -> Json {
    caller.ok(&at(row))["state"].clone()
}

fn effective(caller: &Caller<'_>, coop: &str, rest: &str) -> Json {
    caller.ok(&format!("{ROWS}/effective?coopId={}&{rest}", id_of(caller, coop)))
}

fn due_date(caller: &Caller<'_>, code: &str, base: &str) -> Json {
    let id = row(caller, code)["id"].as_str().unwrap().to_owned();
    caller.ok(&format!("{ROWS}/dueDate?agreementId={id}&baseDate={base}"))
}

/// A changed copy of an agreement, as the form that `verb` opens would save it.
fn anew(caller: &Caller<'_>, row: &Json, verb: &str, change: Json) -> Json {
    let mut body = caller.ok(&format!("{}/{verb}", at(row)));
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    done(caller.post(ROWS, body))
}

// req: prm-route-prm-coop-agreement
#[test]
fn the_agreements_of_the_fixture_are_in_force_and_found() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok(&format!("{ROWS}/page?sort=agreementCode,asc"));
        assert_eq!(page["total"], json!(4));
        assert_eq!(
            texts(&page, "agreementCode"),
            ["XY-26010001", "XY-26010002", "XY-26010003", "XY-26010004"],
            "numbered in the month they were made in"
        );
        assert_eq!(texts(&page, "coopCode"), ["KH001", "KH002", "GYS001", "DL001"]);
        assert_eq!(texts(&page, "settleText"), ["月结 1/25", "票结 30天", "月结 1/31", "票结 45天"]);
        assert_eq!(texts(&page, "state"), ["ACTIVE"; 4]);
        let first = &page["records"][0];
        assert_eq!(
            (&first["daysLeft"], &first["ends"], &first["creditLimit"], &first["scopes"], &first["graceDays"]),
            (&json!(169), &Json::Null, &json!(60_000), &json!("AE,AI"), &json!(5))
        );
        let count = |query: &str| admin.ok(&format!("{ROWS}/page?{query}"))["total"].clone();
        for (query, wanted) in [
            ("businessScope=SE".to_owned(), 1),
            ("businessScope=SE,AI".to_owned(), 3),
            ("settleMethod=TICKET".to_owned(), 2),
            ("side=PAYABLE".to_owned(), 1),
            ("keyword=26010003".to_owned(), 1),
            (format!("keyword={}", encoded("代理协议")), 1),
            (format!("coopName={}", encoded("客户甲")), 1),
            (format!("agreementType={}", encoded("年度协议")), 3),
            ("validOn=2025-12-31".to_owned(), 0),
            ("validOn=2026-01-01".to_owned(), 4),
            ("validOn=2026-12-31".to_owned(), 4),
            ("validOn=2027-01-01".to_owned(), 0),
            ("expireIn=30".to_owned(), 0),
            ("expireIn=OVER".to_owned(), 0),
            ("autoRenew=true".to_owned(), 0),
        ] {
            assert_eq!(count(&query), json!(wanted), "{query}");
        }
        assert_eq!(admin.get(&format!("{ROWS}/page?businessScope=XX")).status, 400);
        world.set_clock("2026-12-01 09:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(&format!("{ROWS}/page?expireIn=30"))["total"], json!(4), "the 30th day counts");
        let first = row(&admin, "XY-26010001");
        assert_eq!((&first["daysLeft"], &first["ends"]), (&json!(30), &json!("SOON")));
        world.set_clock("2026-11-30 09:00:00");
        assert_eq!(world.login("demo-admin").ok(&format!("{ROWS}/page?expireIn=30"))["total"], json!(0));
    });
}

#[test]
fn what_is_due_and_what_holds_is_told_by_calls() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        assert_eq!(due_date(&admin, "XY-26010001", "2026-03-20"), json!("2026-04-25"));
        assert_eq!(due_date(&admin, "XY-26010003", "2026-01-31"), json!("2026-02-28"));
        assert_eq!(due_date(&admin, "XY-26010002", "2026-05-10"), json!("2026-06-09"));
        let told = effective(&admin, "KH001", "businessScope=AE&side=RECEIVABLE");
        assert_eq!(
            (&told["agreementCode"], &told["settleText"], &told["equivalentDays"], &told["creditLimit"]),
            (&json!("XY-26010001"), &json!("月结 1/25"), &json!(40), &json!(60_000))
        );
        assert_eq!(effective(&admin, "KH001", "businessScope=AE&side=PAYABLE")["agreementCode"], json!("XY-26010001"));
        for none in [
            ("KH002", "businessScope=SI&side=RECEIVABLE"),
            ("KH002", "businessScope=AE&side=PAYABLE"),
            ("GYS002", "businessScope=AE&side=PAYABLE"),
            ("KH001", "businessScope=AE&side=RECEIVABLE&date=2025-12-31"),
            ("KH001", "businessScope=AE&side=RECEIVABLE&date=2027-01-01"),
        ] {
            assert_eq!(effective(&admin, none.0, none.1), Json::Null, "{none:?}");
        }
        for day in ["2026-01-01", "2026-12-31"] {
            let told = effective(&admin, "KH002", &format!("businessScope=SE&side=RECEIVABLE&date={day}"));
            assert_eq!(told["agreementCode"], json!("XY-26010002"), "{day}");
        }
        for incomplete in ["", "coopId=1&businessScope=AE&side=BOTH", "coopId=1&businessScope=XX&side=PAYABLE"] {
            refused(&admin.get(&format!("{ROWS}/effective?{incomplete}")), "参数不完整");
        }
        refused(&admin.get(&format!("{ROWS}/dueDate?agreementId=1&baseDate=2026-02-30")), "参数不完整");
        assert_eq!(admin.get(&format!("{ROWS}/dueDate?agreementId=1&baseDate=2026-02-03")).status, 404);
        // Nobody of another company finds them, and limits are for who may see them.
        let id = row(&admin, "XY-26010001")["id"].as_str().unwrap().to_owned();
        let strange = world.login("superAdmin").get(&format!("{ROWS}/dueDate?agreementId={id}&baseDate=2026-02-03"));
        assert!([403, 404].contains(&strange.status), "{}", strange.message);
        world.allow_nobody(&["prm_coop_agreement"]);
        let nobody = world.login("nobody");
        let coop = world.login("demo-admin");
        let coop = id_of(&coop, "KH001");
        let nobody_told = nobody.ok(&format!("{ROWS}/effective?coopId={coop}&businessScope=AE&side=RECEIVABLE"));
        assert_eq!((&nobody_told["settleText"], nobody_told.get("creditLimit")), (&json!("月结 1/25"), None));
        assert_eq!(nobody.ok(&format!("{ROWS}/page"))["records"][0].get("creditLimit"), None);
        let view = nobody.ok(&format!("{ROWS}/{id}"));
        assert_eq!((&view["settleText"], &view["creditLimit"]), (&json!("月结 1/25"), &Json::Null));
        assert_eq!(world.login("demo-admin").ok(&format!("{ROWS}/{id}"))["creditLimit"], json!(60_000));
    });
}

#[test]
fn two_agreements_never_hold_for_one_scope_and_side_on_one_day() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let second = |change: Json| {
            let mut whole =
                json!({ "coopId": id_of(&admin, "KH001"), "scopeCodes": ["AE"], "validFrom": "2026-06-01" });
            whole.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            admin.post(ROWS, body(&admin, whole))
        };
        let before = world.contents(false);
        let said = "AE在2026-01-01至2026-12-31已有生效协议XY-26010001";
        assert_eq!(second(json!({})).findings_at("scopeCodes"), [said]);
        assert_eq!(second(json!({ "side": "PAYABLE" })).findings_at("scopeCodes"), [said], "双向 counts for both");
        assert_eq!(
            second(json!({ "scopeCodes": ["SE", "AI", "AE"], "side": "BOTH" })).findings_at("scopeCodes"),
            [said, "AI在2026-01-01至2026-12-31已有生效协议XY-26010001"]
        );
        let last = json!({ "validFrom": "2026-12-31", "validTo": "2027-12-31" });
        assert_eq!(second(last).findings_at("scopeCodes"), [said], "its last day");
        assert_eq!(world.contents(false), before, "nothing was written");
        done(second(json!({ "validFrom": "2027-01-01", "validTo": "2027-12-31" })));
        done(second(json!({ "scopeCodes": ["SE"] })));
        done(admin.post(ROWS, body(&admin, json!({ "scopeCodes": ["AE"], "side": "PAYABLE" }))));
        // Drafts stand in nobody's way until one of them is agreed on.
        let (one, other) = (made(&admin, json!({})), made(&admin, json!({ "agreementName": "另一份" })));
        done(act(&admin, &one, "submit", json!({})));
        let late = act(&admin, &other, "submit", json!({}));
        assert_eq!(
            late.message,
            format!("AI在2026-07-15至2026-12-31已有生效协议{}", one["agreementCode"].as_str().unwrap())
        );
        assert_eq!(state(&admin, &other), json!("DRAFT"));
    });
}

#[test]
fn an_agreement_is_checked_with_all_findings_at_once() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let reply = admin.post(
            ROWS,
            body(&admin, json!({
                "coopId": id_of(&admin, "KH004"), "scopeCodes": [], "validTo": "2026-07-14", "billDay": 5, "paramK": null,
                "currencyCode": "XXX", "graceDays": 181,
            })),
        );
        let at = |field: &str| reply.findings_at(field);
        assert_eq!(at("coopId"), ["客商未生效"]);
        assert_eq!(at("scopeCodes"), ["请选择业务范畴"]);
        assert_eq!(at("validTo"), ["到期日不能早于生效日"]);
        assert_eq!(at("billDay"), ["票结协议不设出账日"]);
        assert_eq!(at("paramK"), ["请填写账期天数"]);
        assert_eq!(at("currencyCode"), ["币种不存在"]);
        assert_eq!(at("graceDays"), ["宽限天数须在0与180之间"]);
        let limited = |method: &str| {
            let change = json!({ "settleMethod": method, "creditLimit": "1000" });
            admin.post(ROWS, body(&admin, change)).findings_at("creditLimit")
        };
        assert_eq!(limited("CASH"), ["现结协议不能设置信用额度"]);
        assert_eq!(limited("PREPAID"), ["预付协议不能设置信用额度"]);
        let monthly = admin.post(ROWS, body(&admin, json!({ "settleMethod": "MONTH_DAY", "paramN": 13, "paramD": 0 })));
        assert_eq!(monthly.findings_at("paramN"), ["账期月数须在0与12之间"]);
        assert_eq!(monthly.findings_at("paramD"), ["付款日须在1与31之间"]);
        assert_eq!(world.contents(false), before, "nothing was written");
        // What is not asked for by a way to settle is not kept; one day is a term, too.
        let one = made(&admin, json!({ "settleMethod": "ON_ARRIVAL", "creditLimit": "1000", "validTo": "2026-07-15" }));
        assert_eq!(
            (&one["settleText"], &one["paramK"], &one["creditLimit"]),
            (&json!("到付"), &Json::Null, &json!(1000))
        );
        let paid = made(&admin, json!({ "side": "PAYABLE", "creditLimit": "1000" }));
        assert_eq!(paid["creditLimit"], Json::Null, "who is paid gets no credit of ours");
    });
}

#[test]
fn an_agreement_in_force_is_changed_by_a_new_version_alone() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let first = row(&admin, "XY-26010001");
        let edit = admin.put(&at(&first), json!({ "version": first["version"], "remark": "x" }));
        refused(&edit, "生效协议请使用变更");
        refused(&admin.delete(&format!("{}?version=2", at(&first))), "仅草稿可删除");
        let next =
            anew(&admin, &first, "change", json!({ "paramD": 10, "creditLimit": "80000", "validFrom": "2026-07-15" }));
        assert_eq!(
            (&next["agreementCode"], &next["versionNo"], &next["state"], &next["scopes"]),
            (&json!("XY-26010001"), &json!(2), &json!("DRAFT"), &json!("AE,AI"))
        );
        assert_eq!(state(&admin, &first), json!("ACTIVE"), "the old one stays until the new one holds");
        let told = done(admin.post(&format!("{}/differences", at(&next)), json!({})))["told"].clone();
        let rows = told["tables"][0]["rows"].as_array().unwrap().clone();
        let of = |label: &str| rows.iter().find(|row| row["field"]["zh"] == json!(label)).cloned().unwrap_or_default();
        assert_eq!((&of("付款日")["old"]["zh"], &of("付款日")["new"]["zh"]), (&json!("25"), &json!("10")));
        assert_eq!(of("结算方式")["new"]["en"], json!("月结 1/10"));
        assert!(of("名称").is_null(), "what is the same is not told");
        done(act(&admin, &next, "submit", json!({})));
        assert_eq!(state(&admin, &next), json!("ACTIVE"));
        let old = admin.ok(&at(&first));
        assert_eq!((&old["state"], &old["validTo"]), (&json!("REPLACED"), &json!("2026-07-14")));
        let terms = |day: &str| {
            effective(&admin, "KH001", &format!("businessScope=AE&side=RECEIVABLE&date={day}"))["settleText"].clone()
        };
        assert_eq!((terms("2026-07-14"), terms("2026-07-15")), (json!("月结 1/25"), json!("月结 1/10")));
        refused(&admin.get(&format!("{}/change", at(&first))), "协议已被替代，不能执行此操作");
        // A version for a day to come waits for it; one of the same days takes the place of all of them.
        let later = anew(&admin, &next, "change", json!({ "paramD": 5, "validFrom": "2026-08-01" }));
        done(act(&admin, &later, "submit", json!({})));
        assert_eq!((state(&admin, &later), state(&admin, &next)), (json!("PENDING"), json!("ACTIVE")));
        assert_eq!((terms("2026-07-31"), terms("2026-08-01")), (json!("月结 1/10"), json!("月结 1/5")));
        world.set_clock("2026-08-01 03:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!((state(&admin, &later), state(&admin, &next)), (json!("ACTIVE"), json!("REPLACED")));
        let same = anew(&admin, &later, "change", json!({ "paramD": 6, "validFrom": "2026-08-01" }));
        done(act(&admin, &same, "submit", json!({})));
        assert_eq!(admin.ok(&at(&later))["validTo"], json!("2026-12-31"));
        let told = effective(&admin, "KH001", "businessScope=AI&side=PAYABLE&date=2026-08-01");
        assert_eq!((&told["versionNo"], &told["settleText"]), (&json!(4), &json!("月结 1/6")));
        let strange = json!({ "replacesId": row(&admin, "XY-26010002")["id"], "coopId": id_of(&admin, "GYS002") });
        assert_eq!(admin.post(ROWS, body(&admin, strange)).findings_at("replacesId"), ["生效协议才能变更"]);
    });
}

#[test]
fn a_renewal_begins_after_the_last_day_under_a_number_of_its_own() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let first = row(&admin, "XY-26010002");
        let begun = admin.ok(&format!("{}/renew", at(&first)));
        assert_eq!(
            (&begun["validFrom"], begun.get("validTo"), &begun["scopeCodes"]),
            (&json!("2027-01-01"), None, &json!(["AE", "SE"]))
        );
        let next = anew(&admin, &first, "renew", json!({ "validTo": "2027-12-31" }));
        assert_eq!((&next["agreementCode"], &next["versionNo"]), (&json!("XY-26070001"), &json!(1)));
        done(act(&admin, &next, "submit", json!({})));
        assert_eq!((state(&admin, &next), state(&admin, &first)), (json!("PENDING"), json!("ACTIVE")));
        done(act(&admin, &next, "void", json!({})));
        assert_eq!(state(&admin, &next), json!("VOID"));
        assert_eq!(effective(&admin, "KH002", "businessScope=AE&side=RECEIVABLE&date=2027-01-01"), Json::Null);
        refused(&act(&admin, &first, "void", json!({})), "协议生效，不能执行此操作");
    });
}

#[test]
fn an_agreement_ends_on_the_day_somebody_says() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let first = row(&admin, "XY-26010001");
        let before = world.contents(true);
        assert_eq!(act(&admin, &first, "stop", json!({})).findings_at("endReason"), ["请填写终止原因"]);
        for day in ["2025-12-31", "2027-01-01"] {
            let reply = act(&admin, &first, "stop", json!({ "endDate": day, "endReason": "客户转出" }));
            assert_eq!(reply.findings_at("endDate"), ["终止日期须在2026-01-01至2026-12-31之间"]);
        }
        world.unchanged(&before, true);
        done(act(&admin, &first, "stop", json!({ "endDate": "2026-07-15", "endReason": "客户转出" })));
        assert_eq!(state(&admin, &first), json!("ENDED"));
        let on = |day: &str| effective(&admin, "KH001", &format!("businessScope=AE&side=RECEIVABLE&date={day}"));
        assert_eq!((on("2026-07-15")["agreementCode"].clone(), on("2026-07-16")), (json!("XY-26010001"), Json::Null));
        let second = row(&admin, "XY-26010002");
        done(act(&admin, &second, "stop", json!({ "endDate": "2026-07-16", "endReason": "重新谈判" })));
        assert_eq!(state(&admin, &second), json!("ACTIVE"), "until its day");
        world.set_clock("2026-07-16 03:00:00");
        world.run_jobs();
        assert_eq!(state(&world.login("demo-admin"), &second), json!("ACTIVE"), "its last day");
        world.set_clock("2026-07-17 03:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(&at(&second))["endReason"], json!("重新谈判"));
        assert_eq!(state(&admin, &second), json!("ENDED"));
    });
}

#[test]
fn somebody_decides_about_an_agreement_where_the_company_says_so() {
    with_agreements(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "103");
        let one = made(&admin, json!({}));
        let told = done(act(&admin, &one, "submit", json!({})));
        assert_eq!((&told["state"], &told["instanceNo"]), (&json!("APPROVING"), &json!("SP-2607150001")));
        refused(&admin.put(&at(&one), json!({ "version": 2, "remark": "x" })), "审批中协议请使用变更");
        assert_eq!(admin.ok(&at(&one))["approving"][0]["closes"], json!(true));
        assert_eq!(effective(&admin, "KH002", "businessScope=AI&side=RECEIVABLE"), Json::Null);
        decide(&mgr, "refuse");
        assert_eq!(state(&admin, &one), json!("DRAFT"), "it can be mended");
        done(admin.put(&at(&one), json!({ "version": 3, "paramK": 20 })));
        let told = done(act(&admin, &one, "submit", json!({})));
        done(admin.post("/prm/ics/approval/withdraw", json!({ "instanceId": told["instanceId"] })));
        assert_eq!(state(&admin, &one), json!("DRAFT"), "taken back");
        done(act(&admin, &one, "submit", json!({})));
        decide(&mgr, "agree");
        assert_eq!(state(&admin, &one), json!("ACTIVE"));
        assert_eq!(effective(&admin, "KH002", "businessScope=AI&side=RECEIVABLE")["settleText"], json!("票结 20天"));
        // Decided when another one holds already, nothing comes of it.
        let late = made(&admin, json!({ "scopeCodes": ["SI"] }));
        done(act(&admin, &late, "submit", json!({})));
        world.database(|_, conn| {
            let text = format!(
                "UPDATE agreement SET scopes = 'AI,SI' WHERE org_id = 2 AND id = {}",
                one["id"].as_str().unwrap()
            );
            conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        });
        let decided = decide(&mgr, "agree");
        assert_eq!(
            decided["effectError"],
            json!(format!("SI在2026-07-15至2026-12-31已有生效协议{}", one["agreementCode"].as_str().unwrap()))
        );
        assert_eq!(state(&admin, &late), json!("DRAFT"));
    });
}

#[test]
fn a_limit_changes_when_it_is_decided_about() {
    with_agreements(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "102");
        let first = row(&admin, "XY-26010001");
        let limit =
            |caller: &Caller<'_>| effective(caller, "KH001", "businessScope=AE&side=RECEIVABLE")["creditLimit"].clone();
        let next = anew(&admin, &first, "change", json!({ "creditLimit": "90000", "validFrom": "2026-07-15" }));
        assert_eq!(done(act(&admin, &next, "submit", json!({})))["state"], json!("APPROVING"));
        assert_eq!(limit(&admin), json!(60_000));
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
        assert_eq!(task["eventId"].to_string().trim_matches('"'), "102");
        decide(&mgr, "agree");
        assert_eq!(limit(&admin), json!(90_000));
        // Neither limit nor terms differ: nobody is asked.
        let same = anew(&admin, &next, "change", json!({ "priceNote": "按协议价", "validFrom": "2026-07-15" }));
        assert_eq!(done(act(&admin, &same, "submit", json!({})))["state"], json!("ACTIVE"));
        let terms = anew(&admin, &same, "change", json!({ "paramD": 26, "validFrom": "2026-07-15" }));
        assert_eq!(done(act(&admin, &terms, "submit", json!({})))["state"], json!("APPROVING"));
    });
}

#[test]
fn the_clock_renews_or_ends_agreements_and_tells_their_owners_before() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let renewing = |code: &str, scope: &str, name: &str| {
            made(
                &admin,
                json!({
                    "coopId": id_of(&admin, code), "agreementName": name, "scopeCodes": [scope], "validTo": "2026-08-31",
                    "autoRenew": true, "renewMonths": 1,
                }),
            )
        };
        let (one, black) = (renewing("KH002", "AI", "续期"), renewing("KH001", "SE", "黑名单"));
        for each in [&one, &black] {
            done(act(&admin, each, "submit", json!({})));
        }
        let kh001 = id_of(&admin, "KH001");
        let version = admin.ok(&format!("/prm/coop/{kh001}"))["version"].clone();
        done(admin.post(&format!("/prm/coop/{kh001}/black"), json!({ "version": version, "reason": "欠款" })));
        let count = |title: &str| -> i64 {
            world.database(|_, conn| {
                let text = format!("SELECT COUNT(*) FROM message WHERE org_id = 2 AND title = '{title}'");
                conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get(0).unwrap()
            })
        };
        world.set_clock("2026-08-30 09:00:00");
        world.run_jobs();
        assert_eq!(world.login("demo-admin").ok(&at(&one))["validTo"], json!("2026-08-31"), "not before its last day");
        world.set_clock("2026-08-31 03:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(&at(&one))["validTo"], json!("2026-09-30"), "the end of the month again");
        assert_eq!(
            (count("协议已自动续期：客户乙"), count("协议即将到期：客户乙")),
            (1, 0),
            "what goes on does not end"
        );
        world.set_clock("2026-09-01 03:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!((state(&admin, &black), state(&admin, &one)), (json!("EXPIRED"), json!("ACTIVE")));
        for (time, told) in [
            ("2026-11-30 09:00:00", 0),
            ("2026-12-01 09:00:00", 1),
            ("2026-12-02 09:00:00", 1),
            ("2026-12-24 09:00:00", 2),
            ("2026-12-30 09:00:00", 3),
            ("2026-12-31 09:00:00", 3),
            ("2027-01-01 09:00:00", 3),
        ] {
            world.set_clock(time);
            world.run_jobs();
            assert_eq!(count("协议即将到期：供应商甲"), told, "{time}");
        }
        assert_eq!(row(&world.login("demo-admin"), "XY-26010003")["state"], json!("EXPIRED"));
        assert_eq!(row(&world.login("demo-admin"), "XY-26010003")["ends"], json!("OVER"));
    });
}

#[test]
fn due_days_of_many_orders_are_found_with_one_statement() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let id = |code: &str| Id(id_of(&admin, code).parse().unwrap());
        let day = |text: &str| parse_day(text).unwrap();
        let ask = |code: &str, scope: Scope, side: Side, order: &str, left: Option<&str>| Ask {
            coop: id(code),
            scope,
            side,
            dates: Dates { departure: left.map(day), business: left.map(day), ..Dates::of(day(order)) },
        };
        let asks = [
            ask("KH001", Scope::Ae, Side::Receivable, "2026-07-14", Some("2026-07-14")),
            ask("KH001", Scope::Ae, Side::Receivable, "2026-07-15", Some("2026-07-18")),
            ask("KH001", Scope::Ae, Side::Receivable, "2026-07-15", None),
            ask("KH002", Scope::Se, Side::Receivable, "2026-05-10", Some("2026-05-10")),
            ask("KH002", Scope::Se, Side::Payable, "2026-05-10", Some("2026-05-12")),
            ask("GYS001", Scope::Ae, Side::Payable, "2026-07-14", Some("2026-07-14")),
            ask("GYS002", Scope::Se, Side::Payable, "2026-05-10", Some("2026-05-12")),
            ask("KH001", Scope::Ae, Side::Receivable, "2025-12-31", Some("2026-01-05")),
        ];
        let found = world.database(|_, conn| dues(conn, DEMO, &asks).expect("reads"));
        let told: Vec<(String, &str, &str)> =
            found.iter().map(|due| (show_day(due.day), due.agreement_code.as_str(), due.terms.as_str())).collect();
        let told: Vec<(&str, &str, &str)> =
            told.iter().map(|(day, code, terms)| (day.as_str(), *code, *terms)).collect();
        assert_eq!(
            told,
            [
                ("2026-08-25", "XY-26010001", "月结 1/25"),
                ("2026-08-25", "XY-26010001", "月结 1/25"),
                ("2026-08-25", "XY-26010001", "月结 1/25"),
                ("2026-06-09", "XY-26010002", "票结 30天"),
                ("2026-05-12", "", ""),
                ("2026-08-31", "XY-26010003", "月结 1/31"),
                ("2026-05-12", "", ""),
                ("2026-01-05", "", ""),
            ]
        );
        assert_eq!(show_day(found[1].base), "2026-07-18");
        assert_eq!(show_day(found[2].base), "2026-07-15", "the order takes the place of a departure nobody knows");
        assert_eq!(world.database(|_, conn| dues(conn, DEMO, &[]).expect("reads")), []);
        assert_eq!(
            world.database(|_, conn| agreement::due(conn, 3, &asks[0]).expect("reads")).agreement_id,
            None,
            "agreements are of their company"
        );
    });
}

#[test]
fn what_is_due_on_a_day_off_is_due_on_the_next_that_is_worked() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        for (day, kind) in [("2026-10-01", ""), ("2026-10-02", ""), ("2026-10-10", "班"), ("2026-10-05", "")] {
            let text = format!("节假日{day}");
            done(admin.post(
                "/prm/category",
                json!({
                    "categoryType": 119, "paramText": text, "value": day, "ediCode1": day, "ediCode2": kind,
                }),
            ));
        }
        let rest = json!({ "settleMethod": "CASH", "baseDate": "ORDER", "holidayRule": "NEXT" });
        let one = made(&admin, rest);
        let due = |day: &str| {
            let id = one["id"].as_str().unwrap();
            admin.ok(&format!("{ROWS}/dueDate?agreementId={id}&baseDate={day}"))
        };
        for (base, day) in [
            ("2026-09-30", "2026-09-30"),
            ("2026-10-01", "2026-10-06"),
            ("2026-10-03", "2026-10-06"),
            ("2026-10-06", "2026-10-06"),
            ("2026-10-10", "2026-10-10"),
            ("2026-10-11", "2026-10-12"),
        ] {
            assert_eq!(due(base), json!(day), "{base}");
        }
        assert_eq!(
            due_date(&admin, "XY-26010001", "2026-06-20"),
            json!("2026-07-25"),
            "a Saturday stays where nothing moves"
        );
        done(act(&admin, &one, "submit", json!({})));
        let coop = Id(id_of(&admin, "KH002").parse().unwrap());
        let dates = Dates::of(parse_day("2026-10-03").unwrap());
        let ask = Ask { coop, scope: Scope::Ai, side: Side::Receivable, dates };
        let due = world.database(|_, conn| agreement::due(conn, DEMO, &ask).expect("reads"));
        assert_eq!((show_day(due.day), show_day(due.base)), ("2026-10-06".to_owned(), "2026-10-03".to_owned()));
    });
}

#[test]
fn an_agreement_with_a_limit_is_copied_by_who_may_see_the_limit() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let (limited, free) = (row(&admin, "XY-26010002"), row(&admin, "XY-26010003"));
        let body = admin.ok(&format!("{}/change", at(&limited)));
        let buttons = ["prm_coop_agreement", "prm-agr-add", "prm-agr-change", "prm-agr-renew"];
        world.allow_nobody(&buttons);
        let nobody = world.login("nobody");
        for verb in ["change", "renew"] {
            let asked = nobody.get(&format!("{}/{verb}", at(&limited)));
            assert_eq!(asked.status, 403, "{verb}");
            assert!(!asked.data.to_string().contains("50000"), "{verb}: {}", asked.data);
            nobody.ok(&format!("{}/{verb}", at(&free)));
        }
        // Nor is a version saved that says nothing of the limit.
        let mut bare = body;
        bare.as_object_mut().unwrap().remove("creditLimit");
        bare["validFrom"] = json!("2026-07-15");
        assert_eq!(nobody.post(ROWS, bare).status, 403);
        world.allow_nobody(&[&buttons[..], &["prm-coop-finance"]].concat());
        let seen = world.login("nobody").ok(&format!("{}/change", at(&limited)));
        assert!(seen["creditLimit"].to_string().contains("50000"), "{seen}");
    });
}

#[test]
fn one_who_does_not_see_a_partner_sees_none_of_its_agreements() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        prepare(&admin);
        set_level(&admin, 1);
        let manager = world.login("mgr01");
        let page = manager.ok(&format!("{ROWS}/page"));
        assert_eq!(texts(&page, "agreementCode"), ["XY-26010003"], "of the one partner that is his own");
        let admin = world.login("demo-admin");
        let (hidden, coop) = (at(&row(&admin, "XY-26010001")), id_of(&admin, "KH001"));
        let manager = world.login("mgr01");
        for path in [
            hidden.clone(),
            format!("{hidden}/renew"),
            format!("{ROWS}/effective?coopId={coop}&businessScope=AE&side=RECEIVABLE"),
        ] {
            refused(&manager.get(&path), "客商不存在");
        }
        refused(&manager.put(&hidden, json!({ "version": 2, "remark": "x" })), "客商不存在");
    });
}
