//! 集团共用额度: KH002 shared with the company of the group, as prm.md 1.6, 1.12 and the page of shares show it.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::credit::ledger;
use crate::receivable::{coop, rooms};

const SHARES: &str = "/prm/coopShare";
const CREDIT: &str = "/prm/credit";
const DEMOSH: i64 = 3;
/// The partner that DEMOSH has for KH002.
const THEIRS: &str = "9201";
const LOCKED: &str = "该客户空运出口业务已锁定";

/// The ledger, an administrator of DEMOSH, and a customer of it to whom a bill of 3,000.00 is open.
fn lay(world: &World) {
    ledger(world);
    world.database(|_, conn| {
        let mut update = sql::update(DEMOSH, "app_user", &[("admin_role", "admin".into_value())]);
        update.and_where(sql::eq("name_cn", "上海操作一"));
        conn.exec(&update.into()).expect("an administrator");
        let text = |text: &str| Value::Text(text.to_owned());
        let made = [
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(0)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(0)),
        ];
        let mut customer = vec![
            ("id", Value::Int(9201)),
            ("coop_code", text("KH201")),
            ("coop_type", text("客户")),
            ("coop_name", text("客户沪")),
            ("coop_full_name", text("上海客户有限公司")),
            ("coop_state", text("生效")),
            ("list_mark", text("普通")),
            ("nation_code", text("CN")),
            ("sub_types", text("直客 AE")),
            ("scopes", text("AE")),
            ("is_awb_source", Value::Bool(false)),
            ("is_default_source", Value::Bool(false)),
        ];
        customer.extend(made.clone());
        conn.exec(&sql::insert(DEMOSH, "coop", &customer).into()).expect("a customer");
        let sub = [("coop_id", Value::Int(9201)), ("sub_type", text("直客")), ("scope", text("AE"))];
        conn.exec(&sql::insert(DEMOSH, "coop_sub_type", &sub).into()).expect("its kind");
        let mut note = vec![
            ("id", Value::Int(9301)),
            ("note_num", text("AE-DN-2607010001")),
            ("order_id", Value::Int(1)),
            ("business_scope", text("AE")),
            ("coop_id", Value::Int(9201)),
            ("note_date", text("2026-07-01")),
            ("due_date", text("2026-07-31")),
            ("state", text("NORMAL")),
            ("status", text("MADE")),
            ("functional", Value::Int(3_000_000)),
            ("functional_open", Value::Int(3_000_000)),
        ];
        note.extend(made);
        conn.exec(&sql::insert(DEMOSH, "debit_note", &note).into()).expect("a bill");
    });
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, lay, story);
}

/// Shares a partner of a company with another, with its limit unless told otherwise.
fn give(caller: &Caller<'_>, coop: &str, company: &str, lends: bool) -> Reply {
    let body = json!({ "coopId": coop, "company": company, "days": 7, "fields": ["nationCode"], "shareCredit": lends });
    caller.post(SHARES, body)
}

/// DEMOSH says which partner of its own it is.
fn bind(world: &World, told: &Json) -> Reply {
    let url = told["url"].as_str().expect("a link");
    let (_, query) = url.split_once("/externalCoopShare?shareId=").expect("an address");
    let (uuid, code) = query.split_once("&code=").expect("a code");
    let body = json!({ "code": code, "coopId": THEIRS, "fields": [] });
    world.login("sh01").post(&format!("{SHARES}/external/{uuid}/bind"), body)
}

/// KH002 and the customer of DEMOSH share the limit of KH002.
fn pooled(world: &World) {
    let told = done(give(&world.login("demo-admin"), &coop(world, "KH002"), "DEMOSH", true));
    done(bind(world, &told));
    world.run_jobs();
}

fn row(world: &World, login: &str, code: &str) -> Json {
    world.run_jobs();
    world.login(login).ok(&format!("{CREDIT}/page?coopName={code}"))["records"][0].clone()
}

fn figures(row: &Json) -> Vec<String> {
    let shown = |name: &str| row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    ["billedOpen", "exposure", "groupExposure", "effectiveLimit", "usage"].map(shown).to_vec()
}

fn both(world: &World) -> [Vec<String>; 2] {
    [figures(&row(world, "demo-admin", "KH002")), figures(&row(world, "sh01", "KH201"))]
}

fn act(world: &World, (login, id): (&str, &str), verb: &str, mut asked: Json) -> Reply {
    let caller = world.login(login);
    asked["version"] = caller.ok(&format!("{CREDIT}/{id}"))["version"].clone();
    caller.post(&format!("{CREDIT}/{id}/{verb}"), asked)
}

fn limit(world: &World, amount: &str) -> Reply {
    let asked = json!({ "limitKind": "OWN", "baseLimit": amount, "reason": "集团额度" });
    act(world, ("demo-admin", &coop(world, "KH002")), "limit", asked)
}

fn lock_texts(world: &World) -> [String; 2] {
    let text = |row: &Json| row["lockText"].as_str().unwrap_or_default().to_owned();
    [text(&row(world, "demo-admin", "KH002")), text(&row(world, "sh01", "KH201"))]
}

/// Saving an order of the customer of DEMOSH.
fn their_order(world: &World) -> Reply {
    let sh = world.login("sh01");
    let user = sh.ok("/platform/select/user?keyword=sh01")[0]["value"].clone();
    let order = json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": THEIRS, "salesId": user, "servicerId": user,
        "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装", "goodsNameEn": "GARMENTS",
        "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）", "planPieces": 10,
        "planWeight": 100, "planVolume": 1, "expectDeparture": "2026-07-20",
        "confirmed": ["order.similar", "order.tolerance"],
    });
    sh.post("/afbase/order/doSave", order)
}

#[test]
fn what_both_companies_are_owed_counts_against_the_limit_of_the_source() {
    told(|world| {
        assert_eq!(figures(&row(world, "demo-admin", "KH002"))[1..], ["7100.00", "0.00", "50000.00", "14.20"]);
        // What is shared without its limit stays apart.
        let plain = done(give(&world.login("demo-admin"), &coop(world, "KH002"), "DEMOSH", false));
        done(bind(world, &plain));
        assert_eq!(figures(&row(world, "demo-admin", "KH002"))[1..3], ["7100.00", "0.00"]);
        pooled(world);
        let [ours, theirs] = both(world);
        assert_eq!(ours, ["7100.00", "10100.00", "3000.00", "50000.00", "20.20"]);
        assert_eq!(theirs, ["3000.00", "10100.00", "7100.00", "50000.00", "20.20"]);
        let names = |login: &str, code: &str| row(world, login, code)["sharedWith"].clone();
        assert_eq!((names("demo-admin", "KH002"), names("sh01", "KH201")), (json!("演示货运上海"), json!("演示货运")));
        let view = world.login("sh01").ok(&format!("{CREDIT}/{THEIRS}"));
        let tables = view["told"]["tables"].as_array().expect("tables");
        let shared = tables.iter().find(|table| table["title"]["zh"] == "集团共用额度").expect("the table").to_string();
        for said in ["演示货运", "额度来源", "7,100.00", "演示货运上海", "共用", "3,000.00"] {
            assert!(shared.contains(said), "{said}: {shared}");
        }
    });
}

#[test]
fn one_cent_beyond_the_shared_limit_locks_both_and_its_end_opens_who_owes_less() {
    told(|world| {
        pooled(world);
        done(limit(world, "10100.00"));
        assert_eq!(lock_texts(world), ["", ""], "used up and not passed");
        done(limit(world, "10099.99"));
        assert_eq!(lock_texts(world), ["空运出口、海运出口", "空运出口"]);
        let said = their_order(world).findings_at("coopId");
        assert_eq!(said, [LOCKED, "信用额度10,099.99，已占用10,100.00，超额0.01"], "the gate asks the group's");
        let theirs = |verb: &str, asked: Json| {
            refused(&act(world, ("sh01", THEIRS), verb, asked), "该客商共用演示货运的额度，请在演示货运调整")
        };
        theirs("limit", json!({ "limitKind": "NONE", "reason": "放开" }));
        // Days of grace are its own.
        let kind = world.login("sh01").ok(&format!("{CREDIT}/{THEIRS}"))["limitKind"].clone();
        let grace =
            act(world, ("sh01", THEIRS), "limit", json!({ "limitKind": kind, "graceDays": 15, "reason": "宽限" }));
        assert!(!grace.message.contains("请在演示货运调整"), "{}", grace.message);
        theirs("temp", json!({ "amount": "10000.00", "until": "2026-08-31", "reason": "旺季" }));
        // Either company ends it: here the one that received.
        let sh = world.login("sh01");
        let share = sh.ok(&format!("{SHARES}/page?state=ACCEPTED"))["records"][0].clone();
        assert_eq!(
            (&share["shareCredit"], &share["can"]),
            (&json!(true), &json!(["prm-share-accept", "prm-share-stop"]))
        );
        let path = format!("{SHARES}/{}/stopCredit", share["id"].as_str().expect("an id"));
        assert_eq!(sh.post(&path, json!({ "version": 99 })).code, 3, "another version");
        done(sh.post(&path, json!({ "version": share["version"] })));
        let [ours, theirs] = both(world);
        assert_eq!(ours[1..4], ["7100.00", "0.00", "10099.99"]);
        assert_eq!(theirs[1..], ["3000.00", "0.00", "-", "-"], "no limit of its own");
        assert_eq!(lock_texts(world), ["", ""]);
        let sh = world.login("sh01");
        let version = sh.ok(&format!("{SHARES}/page?state=ACCEPTED"))["records"][0]["version"].clone();
        refused(&sh.post(&path, json!({ "version": version })), "未共用额度");
    });
}

#[test]
fn a_temporary_limit_and_a_payment_in_one_company_reach_the_other() {
    told(|world| {
        pooled(world);
        let asked = json!({ "amount": "1000.00", "until": "2026-07-20", "reason": "旺季" });
        done(act(world, ("demo-admin", &coop(world, "KH002")), "temp", asked));
        let limits = |world: &World| both(world).map(|figures| figures[3].clone());
        assert_eq!(limits(world), ["51000.00", "51000.00"]);
        world.database(|_, conn| {
            let mut update = sql::update(DEMOSH, "debit_note", &[("functional_open", Value::Int(500_000))]);
            update.and_where(sql::eq("id", 9301i64));
            conn.exec(&update.into()).expect("is paid");
        });
        done(act(world, ("sh01", THEIRS), "recompute", json!({})));
        assert_eq!(both(world).map(|figures| figures[1].clone()), ["7600.00", "7600.00"]);
        world.set_clock("2026-07-21 03:00:00");
        assert_eq!(limits(world), ["50000.00", "50000.00"], "its last day is over");
    });
}

#[test]
fn who_left_the_group_goes_by_its_own_limit() {
    told(|world| {
        pooled(world);
        world.database(|_, conn| {
            let mut update = sql::update_global("org", &[("group_id", Value::Null)]);
            update.and_where(sql::eq("id", DEMOSH));
            conn.exec(&update.into()).expect("leaves");
        });
        done(act(world, ("demo-admin", &coop(world, "KH002")), "recompute", json!({})));
        done(act(world, ("sh01", THEIRS), "recompute", json!({})));
        let [ours, theirs] = both(world);
        assert_eq!(
            (&ours[1..3], &theirs[1..4]),
            (
                &["7100.00".to_owned(), "0.00".to_owned()][..],
                &["3000.00".to_owned(), "0.00".to_owned(), "-".to_owned()][..]
            )
        );
    });
}

#[test]
fn a_limit_is_lent_within_the_group_once_and_not_passed_on() {
    told(|world| {
        let kh002 = coop(world, "KH002");
        let before = world.contents(false);
        let reply = give(&world.login("demo-admin"), &kh002, "TRIAL", true);
        assert_eq!(reply.findings_at("company"), ["仅集团成员公司可共享"]);
        assert_eq!(world.contents(false), before, "nothing was written");
        done(give(&world.login("demo-admin"), &kh002, "TRIAL", false));
        pooled(world);
        let again = give(&world.login("demo-admin"), &kh002, "DEMOSH", true);
        assert_eq!(again.findings_at("shareCredit"), ["该客商已与演示货运上海共用额度"]);
        let chain = give(&world.login("sh01"), THEIRS, "DEMO", true);
        assert_eq!(chain.findings_at("shareCredit"), ["共享来的客商不能再共享"]);
        let other = done(give(&world.login("demo-admin"), &coop(world, "KH001"), "DEMOSH", true));
        let before = world.contents(false);
        refused(&bind(world, &other), "该客商已与演示货运共用额度");
        assert_eq!(world.contents(false), before, "nothing was written");
    });
}
