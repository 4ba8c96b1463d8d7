//! 合同管理: contracts are submitted, signed, archived, lent, and end.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use crate::prm::{lay_agreements, rooms};

const BASE: &str = "/prm/contract";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, lay_agreements, story);
}

pub(super) fn of(caller: &Caller<'_>, select: &str, keyword: &str) -> Json {
    caller.ok(&format!("/platform/select/{select}?keyword={keyword}"))[0]["value"].clone()
}

/// A title of the company, as the settings of finance give it one.
fn title(world: &World) -> String {
    use platform::store::{Value, sql};
    world.database(|app, conn| {
        let id = app.mint.next(app.clock.now());
        let columns = world_columns();
        let own = [("id", Value::Int(id.0)), ("account", Value::Text(id.to_string()))];
        let cells: Vec<(&'static str, Value)> = columns.into_iter().chain(own).collect();
        conn.exec(&sql::insert(2, "org_bank", &cells).into()).expect("a title");
        id.to_string()
    })
}

fn world_columns() -> Vec<(&'static str, platform::store::Value)> {
    use platform::store::Value;
    let text = |text: &str| Value::Text(text.to_owned());
    vec![
        ("title_cn", text("演示公司")),
        ("bank_cn", text("演示银行")),
        ("currency", text("CNY")),
        ("active", Value::Bool(true)),
        ("is_default", Value::Bool(false)),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(0)),
        ("updated_by", Value::Int(1)),
        ("updated_at", Value::Int(0)),
    ]
}

pub(super) fn body(world: &World, caller: &Caller<'_>, to: &str) -> Json {
    json!({
        "contractName": "运输合同", "contractType": "运输", "ourTitleId": title(world), "validFrom": "2026-01-01",
        "validTo": to, "noticeDays": 30, "responsibleId": of(caller, "user", "sales01"),
        "coops": [{ "coopId": of(caller, "coop", "KH001"), "role": "B" }],
    })
}

fn listed(caller: &Caller<'_>, id: &str) -> Json {
    let page = caller.ok(&format!("{BASE}/page?size=50"));
    let rows = page["records"].as_array().cloned().expect("rows");
    rows.into_iter().find(|row| row["id"] == json!(id)).expect("the contract")
}

pub(super) fn act(caller: &Caller<'_>, (id, verb): (&str, &str), mut body: Json) -> Reply {
    body["version"] = listed(caller, id)["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), body)
}

/// A contract until a day, signed.
fn signed(world: &World, admin: &Caller<'_>, to: &str) -> String {
    let id = done(admin.post(BASE, body(world, admin, to)))["id"].as_str().expect("an id").to_owned();
    done(act(admin, (&id, "submit"), json!({})));
    let bare = act(admin, (&id, "sign"), json!({ "signDate": "2026-01-01" }));
    assert_eq!(findings(&bare), [("scan".to_owned(), "请上传签署文件".to_owned())]);
    let file = done(admin.upload(&format!("{BASE}/sign/file"), &[("签署.pdf", b"%PDF-1.7 x")]));
    done(act(admin, (&id, "sign"), json!({ "signDate": "2026-01-01", "scan": [file] })));
    id
}

// req: prm-route-prm-contract
#[test]
fn a_contract_is_signed_with_its_paper_and_ends_on_its_day() {
    told(|world| {
        let admin = world.login("demo-admin");
        let bare = admin.post(BASE, json!({ "contractName": "合同" }));
        assert!(findings(&bare).contains(&("coops".to_owned(), "请添加合同方".to_owned())), "{:?}", findings(&bare));
        let id = signed(world, &admin, "2026-08-10");
        let row = listed(&admin, &id);
        assert_eq!((row["contractCode"].as_str(), &row["daysLeft"]), (Some("HT-26070001"), &json!(26)));
        assert_eq!(
            (&row["ends"], &row["coopNames"], &row["state"]),
            (&json!("SOON"), &json!("客户甲"), &json!("ACTIVE"))
        );
        let soon = |days: &str| admin.ok(&format!("{BASE}/page?expireIn={days}"))["total"].clone();
        assert_eq!((soon("30"), soon("OVER")), (json!(1), json!(0)));
        let endless = signed(world, &admin, "");
        assert_eq!(listed(&admin, &endless)["daysLeft"], json!(null));
        world.set_clock("2026-08-10 03:00:00");
        world.run_jobs();
        assert_eq!(listed(&world.login("demo-admin"), &id)["state"], json!("ACTIVE"), "its last day is its own");
        world.set_clock("2026-08-11 03:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(listed(&admin, &id)["state"], json!("EXPIRED"));
        assert_eq!(listed(&admin, &endless)["state"], json!("ACTIVE"), "without an end it never expires");
    });
}

#[test]
fn what_a_contract_is_about_is_for_who_may_see_it_and_outlives_the_others() {
    told(|world| {
        let admin = world.login("demo-admin");
        let mut whole = body(world, &admin, "2026-12-31");
        whole["amount"] = json!("60000.00");
        let id = done(admin.post(BASE, whole))["id"].as_str().expect("an id").to_owned();
        let path = format!("{BASE}/{id}");
        assert_eq!(admin.ok(&path)["amount"], json!(60_000));
        world.allow_nobody(&["prm_contract", "prm-contract-edit"]);
        let nobody = world.login("nobody");
        let view = nobody.ok(&path);
        assert_eq!((&view["amount"], &view["contractName"]), (&Json::Null, &json!("运输合同")));
        let stale = nobody.put(&path, json!({ "version": 9, "contractName": "x" }));
        assert_eq!(stale.data["current"]["amount"], Json::Null, "{:?}", stale.data);
        let body = json!({ "version": view["version"], "contractName": "运输框架合同", "amount": Json::Null });
        assert_eq!(done(nobody.put(&path, body))["amount"], Json::Null);
        let view = world.login("demo-admin").ok(&path);
        assert_eq!((&view["amount"], &view["contractName"]), (&json!(60_000), &json!("运输框架合同")));
    });
}

#[test]
fn an_original_is_lent_once_and_a_signed_contract_is_not_removed() {
    told(|world| {
        let admin = world.login("demo-admin");
        let id = signed(world, &admin, "2026-12-31");
        let version = listed(&admin, &id)["version"].clone();
        refused(&admin.delete(&format!("{BASE}/{id}?version={version}")), "仅草稿可删除");
        let lend = |to: &str| {
            let user = of(&admin, "user", "op01");
            let asked = json!({ "userId": user, "fromDate": "2026-07-15", "toDate": to, "borrowReason": "投标" });
            act(&admin, (&id, "borrow"), asked)
        };
        assert_eq!(findings(&lend("2026-07-14")), [("toDate".to_owned(), "应还日不能早于借出日".to_owned())]);
        done(lend("2026-07-15"));
        refused(&lend("2026-07-16"), "原件已借出，请先归还");
        done(act(&admin, (&id, "return"), json!({})));
        refused(&act(&admin, (&id, "return"), json!({})), "原件未借出");
        let early = json!({ "endDate": "2025-12-31", "stopReason": "协商" });
        assert_eq!(findings(&act(&admin, (&id, "stop"), early))[0].1, "终止日期不能早于生效日2026-01-01");
        done(act(&admin, (&id, "stop"), json!({ "endDate": "2026-07-15", "stopReason": "协商" })));
        assert_eq!(listed(&admin, &id)["state"], json!("ENDED"));
    });
}
